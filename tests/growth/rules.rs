//! Lists of rules, and lists that rules go over.

use crate::bench::Bench;
use crate::listing::{list, words};
use crate::{Row, row};

/// A manifest with these fields and rules.
fn manifest(fields: &str, rules: &str) -> String {
    format!("{{ config: {{ {fields} }}, config_rules: [ {rules} ] }}")
}

fn compile(bench: &Bench, fields: &str, rules: &str) -> Vec<String> {
    bench.write("m.cml", manifest(fields, rules));
    words("compile m.cml -o m.cm")
}

/// Compiles a manifest, and runs another command.
fn compiled(bench: &Bench, fields: &str, rules: &str, command: &str) -> Vec<String> {
    compile(bench, fields, rules);
    bench.confc("compile m.cml -o m.cm");
    words(command)
}

/// Rules on one number, which differ in a literal.
fn numbered(size: usize, check: &str) -> String {
    list(size, |at| format!("{{ check: '{}' }}, ", check.replace('@', &(at + 1).to_string())))
}

const NUMBER: &str = "a: { type: 'uint32' }, b: { type: 'uint32' }";

/// A vector of numbers, which a rule goes over.
fn numbers(size: usize, default: &str) -> String {
    format!("v: {{ type: 'vector', max_count: {size}, element: {{ type: 'uint8' }}{default} }}")
}

fn zeros(size: usize) -> String {
    list(size, |_| "0, ".into())
}

/// A type of many variants, of which there are two fields.
fn variants(size: usize) -> String {
    let variants = list(size, |at| format!("v{at}: {at}, "));
    format!(
        "a: {{ type: 'enum', variants: {{ {variants} }} }}, b: {{ type: 'enum', variants: {{ {variants} }} }}, u: {{ type: 'uint32' }}"
    )
}

pub(crate) const ROWS: &[Row] = &[
    row("rules", 1_000, 0, |bench, size| compile(bench, NUMBER, &numbered(size, "a != @ || b > a"))),
    row("rules: of as many fields", 500, 0, |bench, size| {
        let fields = list(size, |at| format!("f{at}: {{ type: 'uint8' }}, g{at}: {{ type: 'uint8' }}, "));
        compile(bench, &fields, &list(size, |at| format!("{{ check: 'f{at} < g{at}', name: 'r{at}' }}, ")))
    }),
    row("rules: with messages and places", 500, 0, |bench, size| {
        let fields =
            "v: { type: 'vector', max_count: 4, element: { type: 'uint32' } }, a: { type: 'uint32' }";
        let rule = |at| format!("{{ for: 'v[]', check: 'self != {at}', message: '${{self}} of ${{a}}' }}, ");
        compile(bench, fields, &list(size, rule))
    }),
    row("rules: unknown names", 500, 1, |bench, size| compile(bench, NUMBER, &numbered(size, "c@ != 1"))),
    row("rules: unknown names of many", 1_000, 1, |bench, size| {
        let fields = list(size, |at| format!("field_number_{at}: {{ type: 'uint8' }}, "));
        compile(bench, &fields, &numbered(size, "field_numbr_@ != 1"))
    }),
    row("rules: unknown variants of many", 300, 1, |bench, size| {
        compile(bench, &variants(size), &numbered(size, "a != \"w@\""))
    }),
    row("rules: too costly", 60, 1, |bench, size| {
        let fields = "v: { type: 'vector', max_count: 'MAX', element: { type: 'uint32' } }";
        compile(bench, fields, &numbered(size, "v.all(x, x != @)"))
    }),
    row("rules: too costly, of a struct of many vectors", 60, 1, |bench, size| {
        let vector = "{ type: 'vector', max_count: 'MAX', element: { type: 'uint8' } }";
        let members = list(size, |at| format!("m{at}: {vector}, "));
        let fields = format!("big: {{ type: 'struct', fields: {{ {members} }} }}");
        compile(bench, &fields, &numbered(size, "big.m0.all(x, x != @ % 256 || x > @ / 256)"))
    }),
    row("rules: without effect", 500, 0, |bench, size| {
        compile(bench, NUMBER, &numbered(size, "a >= 0 || b == @"))
    }),
    row("rules: given again", 1_000, 1, |bench, size| {
        compile(bench, NUMBER, &"{ check: 'a < b' }, ".repeat(size))
    }),
    row("rules: of two files", 500, 0, |bench, size| {
        bench.write("s.cml", manifest(NUMBER, &numbered(size, "a!=@||(b > a)")));
        let text = manifest(NUMBER, &numbered(size, "a != @ || b > a"));
        bench.write("m.cml", text.replacen('{', "{ include: ['s.cml'],", 1));
        words("compile m.cml -o m.cm")
    }),
    row("rules: a long one", 20_000, 1, |bench, size| {
        compile(bench, NUMBER, &format!("{{ check: '{}a == b' }}", "!".repeat(size)))
    }),
    row("rules: broken", 300, 1, |bench, size| {
        compiled(
            bench,
            NUMBER,
            &numbered(size, "a != 0 || b == @"),
            "values m.cm --set a=0 --set b=0 -o o.cvf",
        )
    }),
    row("rules: broken, by places in a manifest", 300, 1, |bench, size| {
        compile(bench, NUMBER, &numbered(size, "a != 0 || b == @"));
        words("values m.cml --set a=0 --set b=0 -o o.cvf --error-limit 0")
    }),
    row("rules: broken at many places", 1_500, 1, |bench, size| {
        compile(bench, &numbers(size, ""), "{ for: 'v[]', check: 'self != 0' }");
        bench.write("l.json5", format!("{{ v: [ {} ] }}", zeros(size)));
        words("values m.cml l.json5 -o o.cvf --error-limit 0")
    }),
    row("rules: broken by many defaults", 1_500, 1, |bench, size| {
        let default = format!(", default: [ {} ]", zeros(size));
        compile(bench, &numbers(size, &default), "{ for: 'v[]', check: 'self != 0' }")
    }),
    row("rules: loaded", 1_000, 0, |bench, size| {
        let rules = numbered(size, "a != @ || b > a");
        compiled(bench, NUMBER, &rules, "verify m.cm o.cvf");
        bench.confc("values m.cm --set a=0 --set b=1 -o o.cvf");
        words("verify m.cm o.cvf")
    }),
    row("rules: on types of many variants", 300, 0, |bench, size| {
        compile(bench, &variants(size), &numbered(size, "a == b || u != @"))
    }),
    row("rules: of values, not kept, on types of many variants", 700, 0, |bench, size| {
        let rules = numbered(size, "a == b || u != @");
        compiled(bench, &variants(size), &rules, "values m.cm --set a=v0 --set b=v0 --set u=0 -o o.cvf")
    }),
    row("rules: verified, not kept, on types of many variants", 700, 0, |bench, size| {
        let rules = numbered(size, "a == b || u != @");
        compiled(bench, &variants(size), &rules, "verify m.cm o.cvf");
        bench.confc("values m.cm --set a=v0 --set b=v0 --set u=0 -o o.cvf");
        words("verify m.cm o.cvf")
    }),
    row("rules: compared, not kept, on types of many variants", 700, 1, |bench, size| {
        bench.write("old.cml", manifest(&variants(size), ""));
        bench.confc("compile old.cml -o old.cm");
        compiled(bench, &variants(size), &numbered(size, "a == b || u != @"), "diff old.cm m.cm")
    }),
    row("rules: expanded, on types of many variants", 300, 0, |bench, size| {
        bench.write("m.cml", manifest(&variants(size), &numbered(size, "a == b || u != @")));
        words("expand m.cml")
    }),
    row("rules: broken, by places in a manifest, on types of many variants", 300, 1, |bench, size| {
        compile(bench, &variants(size), &numbered(size, "a != b || u == @"));
        words("values m.cml --set a=v0 --set b=v0 --set u=0 -o o.cvf")
    }),
    row("rules: added", 500, 1, |bench, size| {
        compile(bench, NUMBER, &numbered(size, "a != @ || b > a"));
        bench.write("old.cml", manifest(NUMBER, ""));
        words("diff old.cml m.cml")
    }),
    row("rules: of a declaration that is refused", 1_000, 1, |bench, size| {
        let arguments = compiled(bench, &variants(size), &numbered(size, "a == b || u != @"), "show m.cm");
        bench.forge_checksum("m.cm");
        arguments
    }),
    row("rules: shown", 1_000, 0, |bench, size| {
        compiled(bench, NUMBER, &numbered(size, "a != @ || b > a"), "show m.cm")
    }),
];
