//! Drafts from JSON Schemas: what the schema accepts compiles against the draft.

use super::{TextFile, check, drafted};
use crate::support::json_schema::{DOCUMENTS, SCHEMA};
use crate::support::random::{Random, attempts};
use confc::diagnostic::Code;
use confc::draft::KeyNaming;

/// The reason of a draft for values beyond the limit of references.
const TOO_MUCH: &str = "references expand to more than 50000 keys and values";

#[test]
fn what_a_schema_accepts_compiles_against_its_draft() {
    let schema: TextFile = ("schema.json".into(), SCHEMA.into());
    let draft = drafted(&[schema], KeyNaming::Keep).unwrap();
    for document in DOCUMENTS {
        let mut draft = draft.clone();
        draft.renamed = vec![None];
        check(&draft, &[("values.json".into(), document.into())]);
    }
}

#[test]
fn mistakes_of_a_schema_are_refused() {
    for property in [
        r##"{ "$ref": "#/near" }"##,
        r#"{ "type": "int" }"#,
        r#"{ "type": ["string", "text"] }"#,
        r#"{ "type": "object", "properties": { "near": { "type": "string" } }, "required": ["naer"] }"#,
        r#"5"#,
    ] {
        let schema = format!(
            r#"{{ "type": "object", "properties": {{ "a": {property} }}, "$defs": {{ "near": {{}} }} }}"#
        );
        let refused = drafted(&[("schema.json".into(), schema.clone())], KeyNaming::Keep).unwrap_err();
        assert_eq!(Vec::from_iter(refused), [Code::E0856], "{schema}");
    }
}

#[test]
fn references_that_multiply_have_a_limit() {
    let level = |at: usize| {
        let next = format!(r##"{{ "$ref": "#/$defs/d{}" }}"##, at + 1);
        let properties: Vec<_> = (0..16).map(|n| format!(r#""p{n}": {next}"#)).collect();
        format!(r#""d{at}": {{ "type": "object", "properties": {{ {} }} }}"#, properties.join(", "))
    };
    let levels: Vec<_> = (0..7).map(level).collect();
    let schema = format!(
        r##"{{ "type": "object", "properties": {{ "a": {{ "$ref": "#/$defs/d0" }} }},
            "$defs": {{ {}, "d7": {{ "type": "boolean" }} }} }}"##,
        levels.join(", ")
    );
    let draft = drafted(&[("schema.json".into(), schema)], KeyNaming::Keep).unwrap();
    assert!(draft.manifest.contains(TOO_MUCH));
    check(&draft, &[]);
}

#[test]
fn what_references_repeat_has_a_limit_however_it_is_written() {
    let names: Vec<_> = (0..2_000).map(|n| format!(r#""v{n}""#)).collect();
    for large in [
        format!(r#"{{ "enum": [{}] }}"#, names.join(", ")),
        format!(r#"{{ "type": "boolean", "description": "{}" }}"#, "x".repeat(100_000)),
        format!(r#"{{ "type": "boolean", {}: 1 }}"#, names.join(": 1, ")),
    ] {
        let schema = |references: usize| {
            let references: Vec<_> =
                (0..references).map(|n| format!(r##""p{n}": {{ "$ref": "#/$defs/d" }}"##)).collect();
            let properties = references.join(", ");
            let text = format!(
                r#"{{ "type": "object", "properties": {{ {properties} }}, "$defs": {{ "d": {large} }} }}"#
            );
            drafted(&[("schema.json".into(), text)], KeyNaming::Keep)
        };
        for (references, is_too_much) in [(10, false), (100, true)] {
            let draft = schema(references).unwrap();
            assert_eq!(draft.manifest.contains(TOO_MUCH), is_too_much);
            check(&draft, &[]);
        }
    }
}

#[test]
fn references_that_lead_to_references_have_a_limit() {
    let schema = |length: usize| {
        let chain: Vec<_> =
            (1..length).map(|n| format!(r##""d{n}": {{ "$ref": "#/$defs/d{}" }}"##, n + 1)).collect();
        let chain = [chain, vec![format!(r#""d{length}": {{ "type": "boolean" }}"#)]].concat().join(", ");
        let text = format!(
            r##"{{ "type": "object", "properties": {{ "a": {{ "$ref": "#/$defs/d1" }} }}, "$defs": {{ {chain} }} }}"##
        );
        drafted(&[("schema.json".into(), text)], KeyNaming::Keep)
    };
    for (length, ty) in [(64, "bool"), (65, "json"), (50_000, "json")] {
        let draft = schema(length).unwrap();
        assert!(draft.manifest.contains(&format!("type: \"{ty}\"")), "{}", draft.manifest);
    }
}

#[test]
fn a_tag_tells_256_alternatives_apart() {
    for (count, keyword) in [(2, "tag"), (256, "tag"), (257, "Not taken over")] {
        let alternative = |n| {
            format!(
                r#"{{ "properties": {{ "t": {{ "const": "c{n}" }}, "x": {{ "type": "integer" }} }}, "required": ["t"] }}"#
            )
        };
        let alternatives: Vec<_> = (0..count).map(alternative).collect();
        let schema = format!(
            r#"{{ "type": "object", "properties": {{ "a": {{ "oneOf": [{}] }} }} }}"#,
            alternatives.join(", ")
        );
        let draft = drafted(&[("schema.json".into(), schema)], KeyNaming::Keep).unwrap();
        assert!(draft.manifest.contains(keyword), "{}", draft.manifest);
        check(&draft, &[("values.json".into(), r#"{ "a": { "t": "c1", "x": 1 } }"#.into())]);
    }
}

#[test]
fn a_base_that_is_too_large_for_each_case_is_in_none() {
    let list = |of: &dyn Fn(usize) -> String, count| (0..count).map(of).collect::<Vec<_>>().join(", ");
    for (properties, is_tagged) in [(100, true), (300, false)] {
        let base = list(&|n| format!(r#""p{n}": {{ "type": "boolean" }}"#), properties);
        let alternative =
            |n| format!(r#"{{ "properties": {{ "t": {{ "const": "c{n}" }} }}, "required": ["t"] }}"#);
        let schema = format!(
            r#"{{ "type": "object", "properties": {{ "a": {{ "properties": {{ {base} }}, "oneOf": [{}] }} }} }}"#,
            list(&alternative, 200)
        );
        let draft = drafted(&[("schema.json".into(), schema)], KeyNaming::Keep).unwrap();
        assert_eq!(draft.manifest.contains("tag: \"t\""), is_tagged);
        check(&draft, &[("values.json".into(), r#"{ "a": { "t": "c1", "p1": true } }"#.into())]);
    }
}

/// Names of properties; the last ones are those that no field can have.
const NAMES: &[&str] = &["a", "logLevel", "log-level", "x_y", "others", "token", "größe", "$set", ""];

/// A schema and a document that it accepts.
fn pair(random: &mut Random, depth: usize) -> (String, String) {
    let simple = [
        (r#"{ "type": "boolean" }"#, "true"),
        (r#"{ "type": "integer", "minimum": -3, "exclusiveMaximum": 7 }"#, "-3"),
        (r#"{ "type": "integer", "minimum": 0, "maximum": 18446744073709551615 }"#, "9223372036854774784"),
        (r#"{ "type": "number", "minimum": 0.5, "default": 2 }"#, "0.5"),
        (r#"{ "type": "string", "pattern": "b$", "minLength": 2 }"#, r#""\nab""#),
        (r#"{ "enum": ["", "x y", 3, null] }"#, "3"),
        (r#"{ "enum": ["", "x y"], "default": "" }"#, r#""x y""#),
        (r#"{ "const": "k" }"#, r#""k""#),
        (r#"{ "type": ["string", "integer", "null"] }"#, "null"),
        (r#"{ "type": "array" }"#, r#"[null, { "$set": 1 }]"#),
        (r#"{ "type": "array", "items": [{ "type": "string" }, {}] }"#, r#"["x", 1.5]"#),
        (r#"{ "type": "object" }"#, r#"{ "a b": [] }"#),
        ("{}", "null"),
        ("true", "[[]]"),
        (r##"{ "$ref": "#/$defs/d" }"##, r#"{ "d": { "d": { "d": {} } }, "a": "t" }"#),
    ];
    if depth == 0 || random.once_in(3) {
        let (schema, document) = *random.one_of(&simple);
        return (schema.into(), document.into());
    }
    match random.below(7) {
        0 => {
            let (items, element) = pair(random, depth - 1);
            let unique =
                ["", r#", "uniqueItems": true"#, r#", "minItems": 1, "maxItems": 1"#][random.below(3)];
            (format!(r#"{{ "type": "array", "items": {items}{unique} }}"#), format!("[{element}]"))
        }
        1 => {
            let (values, value) = pair(random, depth - 1);
            let schema = format!(r#"{{ "type": "object", "additionalProperties": {values} }}"#);
            (schema, format!(r#"{{ "k/1": {value} }}"#))
        }
        2 => {
            let pairs = [pair(random, depth - 1), pair(random, depth - 1)];
            let keyword = random.pick(&["anyOf", "oneOf"]);
            let document = pairs[random.below(2)].1.clone();
            (format!(r#"{{ "{keyword}": [{}, {}] }}"#, pairs[0].0, pairs[1].0), document)
        }
        3 => {
            let (schema, document) = pair(random, depth - 1);
            (format!(r#"{{ "allOf": [{schema}, {{ "not": {{ "const": 99 }} }}] }}"#), document)
        }
        4 => tagged(random, depth),
        _ => object(random, depth, NAMES.len()),
    }
}

/// A schema of objects that the text of a property tells apart, and an object.
fn tagged(random: &mut Random, depth: usize) -> (String, String) {
    let tag = random.pick(&["type", "kindOf", "Z"]);
    let (mut alternatives, mut documents) = (Vec::new(), Vec::new());
    for text in ["x", "y-z", "", "Z"].into_iter().take(2 + random.below(3)) {
        let (schema, document) =
            if random.once_in(4) { ("{}".into(), "{ }".into()) } else { object(random, depth, NAMES.len()) };
        alternatives.push(format!(
            r#"{{ "allOf": [{schema}, {{ "properties": {{ {tag:?}: {{ "const": {text:?} }} }}, "required": [{tag:?}] }}] }}"#
        ));
        documents.push(document.replacen('{', &format!("{{ {tag:?}: {text:?},"), 1).replace(",  }", " }"));
    }
    let document = random.one_of(&documents).replace(", }", " }");
    let base = if random.once_in(3) {
        r#""properties": { "base": { "type": "boolean" } }, "required": [], "type": "object", "#
    } else {
        ""
    };
    (format!(r#"{{ {base}"oneOf": [{}] }}"#, alternatives.join(", ")), document)
}

/// A schema of objects with some of the first names, and an object.
fn object(random: &mut Random, depth: usize, names: usize) -> (String, String) {
    let (mut properties, mut members, mut required) = (Vec::new(), Vec::new(), Vec::new());
    for name in NAMES.iter().take(names).filter(|_| random.once_in(3)).collect::<Vec<_>>() {
        let (schema, document) = pair(random, depth - 1);
        properties.push(format!("{name:?}: {schema}"));
        let is_there = !random.once_in(3);
        if is_there {
            members.push(format!("{name:?}: {document}"));
        }
        if is_there && random.once_in(2) {
            required.push(format!("{name:?}"));
        }
    }
    let mut others = String::new();
    if random.once_in(4) {
        let (schema, document) = pair(random, depth - 1);
        others = format!(r#", "additionalProperties": {schema}"#);
        members.push(format!(r#""another": {document}"#));
    }
    let schema = format!(
        r#"{{ "type": "object", "properties": {{ "z": {{ "type": "boolean" }}, {} }}, "required": [{}]{others} }}"#,
        properties.join(", "),
        required.join(", ")
    );
    (schema.replace("}, }", "} }"), format!("{{ {} }}", members.join(", ")))
}

#[test]
fn what_a_random_schema_accepts_compiles_against_its_draft() {
    let recursive = r##"{ "type": "object", "properties": { "d": { "$ref": "#/$defs/d" }, "a": { "type": "string" } } }"##;
    attempts(150, |random| {
        let (schema, document) = object(random, 4, NAMES.len() - 2);
        let schema = schema.replacen('{', &format!(r#"{{ "$defs": {{ "d": {recursive} }}, "#), 1);
        for naming in [KeyNaming::Keep, KeyNaming::Rename] {
            check(&drafted(&[("schema.json".into(), schema.clone())], naming).unwrap(), &[]);
        }
        // Exports have the defaults, too.
        let plain = schema.replace(r#", "default": 2"#, "").replace(r#", "default": """#, "");
        let draft = drafted(&[("schema.json".into(), plain)], KeyNaming::Keep).unwrap();
        check(&draft, &[("values.json".into(), document)]);
    });
}
