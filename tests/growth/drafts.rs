//! Values and schemas that a manifest is drafted from.

use crate::bench::Bench;
use crate::listing::{list, words};
use crate::{Row, row};

fn draft(bench: &Bench, name: &str, text: String, flags: &str) -> Vec<String> {
    bench.write(name, text);
    words(format!("init --from {name} -o o.cml {flags}").trim_end())
}

pub(crate) const ROWS: &[Row] = &[
    row("init: keys", 500, 0, |bench, size| {
        draft(bench, "a.yaml", list(size, |at| format!("# c\nk{at}: x\n")), "")
    }),
    row("init: keys on one line", 1_000, 0, |bench, size| {
        let filler = "x".repeat(300);
        draft(bench, "a.yaml", format!("{{{} x: 1}}\n", list(size, |at| format!("k{at}: {filler}, "))), "")
    }),
    row("init: renamed keys", 500, 0, |bench, size| {
        draft(bench, "a.yaml", list(size, |at| format!("fooBar{at}: x\n")), "--rename")
    }),
    row("init: names", 500, 0, |bench, size| {
        draft(bench, "a.yaml", list(size, |at| format!("fooBar{at}: x\n")), "")
    }),
    row("init: names with one key", 500, 0, |bench, size| {
        let name = |at: usize| format!("{at:016b}").replace('0', "-").replace('1', ".");
        draft(bench, "a.yaml", list(size, |at| format!("a{}b: x\n", name(at))), "")
    }),
    row("init: names that are no names", 500, 1, |bench, size| {
        draft(bench, "a.yaml", list(size, |at| format!("$k{at}: x\n")), "--error-limit 0")
    }),
    row("init: maps in maps", 500, 0, |bench, size| {
        let (open, close) = ("{\"a/b\":".repeat(30), "}".repeat(30));
        let entries = list(size, |at| format!("\"k/{at}\": {open}1{close},\n"));
        draft(bench, "a.json", format!("{{ \"m\": {{ {entries} \"x\": {open}1{close} }} }}"), "")
    }),
    row("init: disputed texts among numbers", 500, 1, |bench, size| {
        draft(bench, "a.yaml", format!("v: [{} 1]\n", "yes,".repeat(size)), "--error-limit 0")
    }),
    row("init: decisions", 500, 0, |bench, size| {
        let fields = list(size, |at| format!("k{at}: {{ a: 1 }}\n"));
        draft(bench, "a.yaml", fields, &list(size, |at| format!("--map k{at} ")))
    }),
    row("init: entries", 1_000, 0, |bench, size| {
        draft(
            bench,
            "a.json",
            format!("{{ \"m\": {{ {} \"x\": 1 }} }}", list(size, |at| format!("\"a.{at}\": 1,\n"))),
            "",
        )
    }),
    row("init: elements", 1_000, 0, |bench, size| {
        draft(
            bench,
            "a.json",
            format!("{{ \"v\": [{} {{}}] }}", list(size, |at| format!("{{ \"a{}\": {at} }},\n", at % 50))),
            "",
        )
    }),
    row("init: elements that differ", 1_000, 0, |bench, size| {
        let elements = list(size, |at| if at % 2 == 0 { "1,".into() } else { "true,".into() });
        draft(bench, "a.json", format!("{{ \"v\": [{elements} 1] }}"), "")
    }),
    row("init: comments", 2_000, 0, |bench, size| {
        draft(
            bench,
            "a.yaml",
            format!("{}a: 1\nb: [{}]\n", "# c\n".repeat(size), list(size, |_| "{ x: 1 }, # c\n".into())),
            "",
        )
    }),
    row("init: files", 50, 0, |bench, size| {
        (0..size).for_each(|at| bench.write(&format!("f{at}.yaml"), format!("k{at}: 1\nall: 1\n")));
        words(format!("init -o o.cml --from {}", list(size, |at| format!("f{at}.yaml "))).trim_end())
    }),
    row("init: renamed files", 50, 0, |bench, size| {
        let keys = list(100, |at| format!("fooBar{at}: 1\n"));
        (0..size).for_each(|at| bench.write(&format!("f{at}.yaml"), &keys));
        words(format!("init --rename -o o.cml --from {}", list(size, |at| format!("f{at}.yaml "))).trim_end())
    }),
    row("init: decisions that meet no object", 500, 2, |bench, size| {
        let fields = list(size, |at| format!("k{at}: {{ a: 1 }}\n"));
        let decisions = list(size, |at| format!("--map x{at} "));
        draft(bench, "a.yaml", fields, &format!("--error-limit 0 {decisions}"))
    }),
    row("init: files that a schema refers to", 50, 0, |bench, size| {
        (0..size).for_each(|at| bench.write(&format!("d{at}.json"), "{ \"type\": \"boolean\" }"));
        let properties = list(size, |at| format!("\"p{at}\": {{ \"$ref\": \"d{at}.json\" }},\n"));
        let last = "\"x\": { \"type\": \"boolean\" }";
        bench.write(
            "a.json",
            format!("{{ \"type\": \"object\", \"properties\": {{ {properties} {last} }} }}"),
        );
        words(format!("init -o o.cml --from a.json {}", list(size, |at| format!("d{at}.json "))).trim_end())
    }),
    row("init: components of a product", 50, 0, |bench, size| {
        (0..size).for_each(|at| bench.write(&format!("f{at}.yaml"), format!("k{at}: 1\nall: 1\n")));
        words(
            format!("init --product o.product.json5 {}", list(size, |at| format!("c{at}=f{at}.yaml ")))
                .trim_end(),
        )
    }),
    row("init: environments of a product", 50, 0, |bench, size| {
        (0..size).for_each(|at| bench.write(&format!("f{at}.yaml"), format!("k{at}: 1\nall: 1\n")));
        bench.write("base.yaml", "all: 0\n");
        let overlays = list(size, |at| format!(",e{at}=f{at}.yaml"));
        words(&format!("init --product o.product.json5 c=base.yaml{overlays}"))
    }),
    row("init: references of a schema", 500, 0, |bench, size| {
        let properties = list(size, |at| format!("\"p{at}\": {{ \"$ref\": \"#/$defs/d{at}\" }},\n"));
        let all = list(size, |at| format!("\"d{at}\": {{ \"type\": \"boolean\" }},\n"));
        let last = "\"x\": { \"type\": \"boolean\" }";
        let text = format!(
            "{{ \"type\": \"object\", \"properties\": {{ {properties} {last} }}, \"$defs\": {{ {all} {last} }} }}"
        );
        draft(bench, "a.json", text, "")
    }),
    row("init: unions with a tag", 40, 0, |bench, size| {
        let case = |at| {
            format!(
                "{{ \"properties\": {{ \"t\": {{ \"const\": \"C-{at}\" }}, \"x\": {{ \"type\": \"string\" }} }} }},"
            )
        };
        let cases = list(8, case);
        let union = |at| {
            format!(
                "\"p{at}\": {{ \"properties\": {{ \"t\": {{}}, \"base\": {{ \"type\": \"boolean\" }} }}, \"required\": [\"t\"], \
                 \"oneOf\": [{cases} {{ \"type\": \"null\" }}] }},\n"
            )
        };
        let last = "\"x\": { \"type\": \"boolean\" }";
        let text = format!("{{ \"type\": \"object\", \"properties\": {{ {} {last} }} }}", list(size, union));
        draft(bench, "a.json", text, "")
    }),
    row("init: properties of a union with a tag", 6, 0, |bench, size| {
        // Each of them could be the tag, but for the last case.
        let properties =
            |case: usize| list(size, |at| format!("\"p{at}\": {{ \"const\": \"c{}\" }},", case.min(254)));
        let required = list(size, |at| format!("\"p{at}\","));
        let case = |at| {
            format!(
                "{{ \"properties\": {{ {} \"t\": {{ \"const\": \"c{at}\" }} }}, \"required\": [{required} \"t\"] }},",
                properties(at)
            )
        };
        let cases = list(256, case);
        let cases = cases.trim_end_matches([',', '\n']);
        let text =
            format!("{{ \"type\": \"object\", \"properties\": {{ \"x\": {{ \"oneOf\": [{cases}] }} }} }}");
        draft(bench, "a.json", text, "")
    }),
    row("init: variables", 1_000, 0, |bench, size| {
        draft(bench, "a.env", list(size, |at| format!("K_{at}=x\n")), "--rename")
    }),
    row("init: variables twice", 1_000, 1, |bench, size| {
        draft(bench, "a.env", "K=x\n".repeat(size), "--error-limit 0")
    }),
    row("init: properties of a schema", 500, 0, |bench, size| {
        let properties = list(size, |at| format!("\"k{at}\": {{ \"type\": \"string\" }},\n"));
        let text = format!(
            "{{ \"type\": \"object\", \"properties\": {{ {properties} \"x\": {{ \"type\": \"string\" }} }} }}"
        );
        draft(bench, "a.json", text, "")
    }),
    row("init: references of a schema", 500, 0, |bench, size| {
        let properties = list(size, |at| format!("\"k{at}\": {{ \"$ref\": \"#/$defs/d{at}\" }},\n"));
        let defs = list(size, |at| format!("\"d{at}\": {{ \"type\": \"string\" }},\n"));
        let text = format!(
            "{{ \"type\": \"object\", \"properties\": {{ {properties} \"x\": {{ \"$ref\": \"#/$defs/x\" }} }}, \
             \"$defs\": {{ {defs} \"x\": {{ \"type\": \"string\" }} }} }}"
        );
        draft(bench, "a.json", text, "")
    }),
    row("init: references that lead to one another", 500, 0, |bench, size| {
        let defs = list(size, |at| format!("\"d{at}\": {{ \"$ref\": \"#/$defs/d{}\" }},\n", at + 1));
        let text = format!(
            "{{ \"type\": \"object\", \"properties\": {{ \"x\": {{ \"$ref\": \"#/$defs/d0\" }} }}, \
             \"$defs\": {{ {defs} \"d{size}\": {{ \"type\": \"string\" }} }} }}"
        );
        draft(bench, "a.json", text, "")
    }),
];
