//! Every pair of small schemas that differ in keys, native names, aliases, defaults, presence and mutability.

use super::{ValueSource, Witnessed, resolved};
use crate::support::pipeline::Compiled;
use confc::declaration::Declaration;
use confc::types::Value;

/// Stanzas over the names `a`, `b`, `x` and `N`; what begins with a brace is a whole manifest.
const SCHEMAS: &[&str] = &[
    "{}",
    "{ facets: {} }",
    "{ use: [{ config: 'c', key: 'a', type: 'uint16' }] }",
    "\n/// Documented.\na: {type:'uint16'}",
    "a: {type:'uint16'}",
    "a: {type:'uint8'}",
    "a: {type:'uint16', default: 1}",
    "a: {type:'uint16', default: 2}",
    "a: {type:'uint16', default: 2, deprecated: 'why', sensitive: true}",
    "a: {type:'uint16', mutability: ['parent']}",
    "a: {type:'uint16', aliases: ['b']}",
    "a: {type:'uint16', aliases: ['x']}",
    "a: {type:'uint16', default: 1, aliases: ['x']}",
    "a: {type:'uint16', default: 1, aliases: ['b', 'x']}",
    "a: {type:'uint16', default: 1, aliases: ['b'], mutability: ['parent']}",
    "b: {type:'uint16'}",
    "b: {type:'uint16', aliases: ['a']}",
    "b: {type:'uint16', aliases: ['a'], mutability: ['parent']}",
    "b: {type:'uint16', default: 1, aliases: ['a']}",
    "b: {type:'uint16', default: 1, aliases: ['a', 'x']}",
    "a: {type:'uint16'}, b: {type:'uint16'}",
    "a: {type:'uint16', default: 1}, b: {type:'uint16', default: 1}",
    "a: {type:'uint16'}, b: {type:'uint16', default: 1}",
    "a: {type:'uint16', aliases: ['x']}, b: {type:'uint16'}",
    "a: {type:'uint16'}, b: {type:'uint16', aliases: ['x']}",
    "a: {type:'uint16', default: 1}, b: {type:'uint16', default: 1, aliases: ['x']}",
    "a: {type:'uint16', default: 1, aliases: ['x']}, b: {type:'uint8', default: 1}",
    "x: {type:'uint16', aliases: ['a', 'b']}",
    "a: {type:'uint16', aliases: ['b']}, x: {type:'uint16', default: 1}",
    "b: {type:'uint16', default: 1}, x: {type:'uint16', default: 1, aliases: ['a']}",
    "a: {type:'struct', fields: {a: {type:'uint16'}}}",
    "a: {type:'struct', fields: {a: {type:'uint16', default: 1}}}",
    "a: {type:'struct', default: {a: 1}, fields: {a: {type:'uint16'}}}",
    "a: {type:'struct', default: {a: 2}, fields: {a: {type:'uint16', default: 1}}}",
    "a: {type:'struct', fields: {a: {type:'uint16'}, b: {type:'uint16'}}}",
    "a: {type:'struct', fields: {a: {type:'uint16'}, b: {type:'uint16', default: 1}}}",
    "a: {type:'struct', default: {a: 1}, fields: {a: {type:'uint16'}, b: {type:'uint16', default: 1}}}",
    "a: {type:'struct', fields: {b: {type:'uint16', aliases: ['a']}}}",
    "a: {type:'struct', mutability: ['parent'], fields: {b: {type:'uint16', aliases: ['a']}}}",
    "a: {type:'struct', mutability: ['parent'], fields: {a: {type:'uint16'}}}",
    "a: {type:'struct', mutability: ['parent'], fields: {a: {type:'uint16'}, b: {type:'uint16', default: 1}}}",
    "a: {type:'struct', fields: {a: {type:'struct', default: {b: 1}, fields: {b: {type:'uint16'}}}}}",
    "a: {type:'struct', fields: {a: {type:'struct', fields: {b: {type:'uint16'}}}}}",
    "a: {type:'vector', max_count: 2, element: {type:'struct', fields: {a: {type:'uint16'}}}}",
    "a: {type:'vector', max_count: 2, element: {type:'struct', fields: {a: {type:'uint16', default: 1}}}}",
    "a: {type:'vector', max_count: 2, unique: true, element: {type:'struct', fields: {a: {type:'uint16', default: 1}}}}",
    "a: {type:'vector', max_count: 2, unique: true, element: {type:'struct', fields: {a: {type:'uint16', default: 2}}}}",
    "a: {type:'vector', max_count: 2, unique: true, element: {type:'struct', fields: {a: {type:'uint16'}}}}",
    "a: {type:'vector', max_count: 2, unique: true, element: {type:'struct', fields: {b: {type:'uint16', default: 1, aliases: ['a']}}}}",
    "a: {type:'vector', max_count: 2, unique: true, element: {type:'struct', fields: {a: {type:'uint16', default: 1, aliases: ['b']}}}}",
    "a: {type:'vector', max_count: 2, unique: true, element: {type:'struct', fields: {a: {type:'uint16', default: 1}, b: {type:'uint16', default: 2}}}}",
    "a: {type:'vector', max_count: 1, unique: true, element: {type:'struct', fields: {a: {type:'uint16', default: 3}}}}",
    "a: {type:'vector', max_count: 2, element: {type:'uint16'}}",
    "a: {type:'vector', max_count: 2, default: [], element: {type:'uint16'}}",
    "a: {type:'vector', max_count: 2, default: [1], element: {type:'uint16'}}",
    "a: {type:'vector', max_count: 3, default: [1], element: {type:'uint16'}}",
    "a: {type:'vector', max_count: 4294967295, default: [1, 2], element: {type:'uint16'}}",
    "a: {type:'vector', max_count: 2, unique: true, default: [1], element: {type:'uint16'}}",
    "a: {type:'vector', max_count: 2, unique: true, default: [2], element: {type:'uint8'}}",
    "a: {type:'vector', max_count: 1, min_count: 1, default: [1], element: {type:'uint16'}}",
    "a: {type:'array', count: 1, default: [1], element: {type:'uint16'}}",
    "a: {type:'struct', fields: {a: {type:'vector', max_count: 1, default: [], element: {type:'uint16'}}}}",
    "a: {type:'struct', default: {a: [1]}, fields: {a: {type:'vector', max_count: 1, default: [], element: {type:'uint16'}}}}",
    "a: {type:'vector', max_count: 3, unique: true, element: {type:'enum', variants: {x: 0, y: 1}}}",
    "a: {type:'vector', max_count: 4, unique: true, element: {type:'enum', variants: {x: 0, y: 1}}}",
    "a: {type:'map', max_count: 2, key: {type:'string', max_size: 1}, value: {type:'uint16'}}",
    "a: {type:'map', max_count: 2, default: {}, key: {type:'string', max_size: 1}, value: {type:'uint16'}}",
    "a: {type:'map', max_count: 2, default: {a: 1}, key: {type:'string', max_size: 1}, value: {type:'uint16'}}",
    "a: {type:'map', max_count: 2, default: {x: 1}, key: {type:'string', max_size: 1}, value: {type:'uint16'}}",
    "a: {type:'map', max_count: 2, default: {a: 1, b: 1}, key: {type:'string', max_size: 1}, value: {type:'uint16'}}",
    "a: {type:'map', max_count: 3, default: {a: 1, b: 1}, key: {type:'string', max_size: 1}, value: {type:'uint16'}}",
    "a: {type:'map', max_count: 2, min_count: 1, default: {a: 1}, key: {type:'string', max_size: 1}, value: {type:'uint16'}}",
    "a: {type:'map', max_count: 2, min_count: 1, default: {b: 1}, key: {type:'string', max_size: 1}, value: {type:'uint16'}}",
    "a: {type:'map', max_count: 3, min_count: 2, default: {a: 1, b: 1}, key: {type:'string', max_size: 1}, value: {type:'uint16'}}",
    "a: {type:'map', max_count: 9, default: {a: 1}, key: {type:'enum', variants: {a: 0, b: 1}}, value: {type:'uint16'}}",
    "a: {type:'map', max_count: 9, default: {a: 1, b: 1}, key: {type:'enum', variants: {a: 0, b: 1}}, value: {type:'uint16'}}",
    "a: {type:'struct', fields: {a: {type:'map', max_count: 1, default: {b: 1}, key: {type:'string', max_size: 1}, value: {type:'uint16'}}}}",
    "a: {type:'struct', default: {a: {}}, fields: {a: {type:'map', max_count: 1, default: {b: 1}, key: {type:'string', max_size: 1}, value: {type:'uint16'}}}}",
    "a: {type:'uint16', optional: true}",
    "a: {type:'uint16', optional: true, mutability: ['parent']}",
    "a: {type:'uint16', optional: true, default: 1}",
    "a: {type:'struct', optional: true, fields: {a: {type:'uint16'}}}",
    "a: {type:'struct', optional: true, fields: {a: {type:'uint16', default: 1}}}",
    "a: {type:'struct', optional: true, default: {a: 1}, fields: {a: {type:'uint16', default: 1}}}",
    "a: {type:'struct', fields: {a: {type:'uint16', optional: true}}}",
    "a: {type:'struct', mutability: ['parent'], fields: {a: {type:'uint16', optional: true}}}",
    "a: {type:'struct', optional: true, fields: {a: {type:'struct', fields: {b: {type:'uint16'}}}}}",
    "a: {type:'vector', max_count: 2, element: {type:'struct', fields: {a: {type:'uint16', optional: true}}}}",
    "a: {type:'vector', max_count: 2, unique: true, element: {type:'struct', fields: {a: {type:'uint16', optional: true}}}}",
    "a: {type:'vector', max_count: 2, unique: true, element: {type:'struct', fields: {a: {type:'uint16', optional: true, default: 1}}}}",
    "a: {type:'vector', max_count: 2, optional: true, element: {type:'uint16'}}",
    "a: {type:'vector', max_count: 2, optional: true, default: [1], element: {type:'uint16'}}",
    "a: {type:'struct', default: {a: null}, fields: {a: {type:'vector', optional: true, max_count: 1, default: [], element: {type:'uint16'}}}}",
    "a: {type:'uint16', nullable: true}",
    "a: {type:'uint16', nullable: true, mutability: ['parent']}",
    "a: {type:'uint16', nullable: true, default: 1}",
    "a: {type:'uint16', nullable: true, default: null}",
    "a: {type:'uint16', nullable: true, optional: true}",
    "a: {type:'uint16', nullable: true, optional: true, mutability: ['parent']}",
    "a: {type:'struct', nullable: true, fields: {a: {type:'uint16', default: 1}}}",
    "a: {type:'struct', nullable: true, default: null, fields: {a: {type:'uint16', default: 1}}}",
    "a: {type:'struct', nullable: true, optional: true, fields: {a: {type:'uint16', default: 1}}}",
    "a: {type:'struct', mutability: ['parent'], fields: {a: {type:'uint16', nullable: true}}}",
    "a: {type:'struct', fields: {a: {type:'uint16', nullable: true, optional: true}}}",
    "a: {type:'struct', default: {a: null}, fields: {a: {type:'uint16', nullable: true, default: 1}}}",
    "a: {type:'vector', max_count: 2, unique: true, element: {type:'struct', fields: {a: {type:'uint16', nullable: true}}}}",
    "a: {type:'vector', max_count: 2, unique: true, element: {type:'struct', fields: {a: {type:'uint16', nullable: true, default: null}}}}",
    "a: {type:'vector', max_count: 2, unique: true, element: {type:'struct', fields: {a: {type:'uint16', nullable: true, optional: true}}}}",
    "a: {type:'struct', nullable: true, default: null, fields: {a: {type:'map', max_count: 4294967295, min_count: 2, key: {type:'string', max_size: 1}, value: {type:'uint16'}}}}",
    "a: {type:'struct', optional: true, fields: {a: {type:'map', max_count: 4294967295, min_count: 2, key: {type:'string', max_size: 1}, value: {type:'uint16'}}}}",
    "a: {type:'struct', nullable: true, default: {a: {a: 1, b: 1}}, fields: {a: {type:'map', max_count: 4294967295, min_count: 2, key: {type:'string', max_size: 1}, value: {type:'uint16'}}}}",
    "a: {type:'struct', optional: true, default: {a: {a: 1, b: 1}}, fields: {a: {type:'map', max_count: 4294967295, min_count: 2, key: {type:'string', max_size: 1}, value: {type:'uint16'}}}}",
    "a: {type:'vector', max_count: 2, nullable: true, default: null, element: {type:'uint16'}}",
    "a: {type:'vector', max_count: 2, nullable: true, default: [1], element: {type:'uint16'}}",
    "a: {type:'map', max_count: 2, min_count: 2, nullable: true, default: null, key: {type:'string', max_size: 1}, value: {type:'uint16'}}",
    "a: {type:'json', max_size: 4, optional: true}",
    "a: {type:'json', max_size: 4, kinds: ['bool', 'number', 'string', 'array', 'object', 'null'], optional: true}",
    "a: {type:'uint16', name: 'N'}",
    "a: {type:'uint16', name: 'N', mutability: ['parent']}",
    "a: {type:'uint16', name: 'N', aliases: ['a']}",
    "a: {type:'uint16', name: 'N', aliases: ['b', 'x'], mutability: ['parent']}",
    "a: {type:'uint16', name: 'x'}",
    "a: {type:'uint16', name: 'x', aliases: ['N']}",
    "a: {type:'uint16', default: 1, name: 'b'}",
    "a: {type:'uint16', aliases: ['N'], mutability: ['parent']}",
    "b: {type:'uint16', name: 'a'}",
    "b: {type:'uint16', name: 'a', mutability: ['parent']}",
    "b: {type:'uint16', name: 'N'}",
    "b: {type:'uint16', name: 'N', mutability: ['parent']}",
    "b: {type:'uint16', name: 'N', aliases: ['a'], mutability: ['parent']}",
    "b: {type:'uint16', name: 'a', aliases: ['N', 'b'], mutability: ['parent']}",
    "a: {type:'uint16', name: 'N'}, b: {type:'uint16', default: 1, name: 'x'}",
    "a: {type:'uint16', name: 'x'}, b: {type:'uint16', default: 1, name: 'N'}",
    "a: {type:'uint16', name: 'N'}, b: {type:'uint16', default: 1, aliases: ['x']}",
    "a: {type:'uint16', name: 'N', mutability: ['parent']}, x: {type:'uint16', default: 1, mutability: ['parent']}",
    "b: {type:'uint16', name: 'N', mutability: ['parent']}, x: {type:'uint16', default: 1, aliases: ['a'], mutability: ['parent']}",
    "b: {type:'uint16', name: 'N'}, x: {type:'uint16', default: 1, aliases: ['a']}",
    "a: {type:'struct', fields: {a: {type:'uint16', name: 'b'}}}",
    "a: {type:'struct', mutability: ['parent'], fields: {a: {type:'uint16', name: 'b'}}}",
    "a: {type:'struct', mutability: ['parent'], fields: {b: {type:'uint16', name: 'a'}}}",
    "a: {type:'struct', name: 'x', fields: {a: {type:'uint16', name: 'b', aliases: ['a']}}}",
    "a: {type:'vector', max_count: 2, element: {type:'struct', fields: {a: {type:'uint16', name: 'b'}}}}",
    "a: {type:'vector', max_count: 2, default: [{a: 1}], element: {type:'struct', fields: {a: {type:'uint16'}}}}",
    "a: {type:'vector', max_count: 2, default: [{b: 1}], element: {type:'struct', fields: {a: {type:'uint16', name: 'b'}}}}",
    "a: {type:'vector', max_count: 2, unique: true, default: [{b: 1}], element: {type:'struct', fields: {a: {type:'uint16', name: 'b'}}}}",
    "a: {type:'map', max_count: 2, key: {type:'string', max_size: 1}, value: {type:'struct', fields: {a: {type:'uint16', name: 'b'}}}}",
    "a: {type:'struct', fields: {a: {type:'uint16', default: 1}, x: {type:'map', max_count: 4, key: {type:'string', max_size: 1}, value: {type:'uint16'}, rest: true}}}",
    "a: {type:'struct', fields: {a: {type:'uint16', default: 1}, x: {type:'map', max_count: 4, key: {type:'string', max_size: 1}, value: {type:'json', max_size: 99}, rest: true}}}",
    "a: {type:'struct', fields: {a: {type:'uint16', default: 1}, x: {type:'map', max_count: 4, default: {}, key: {type:'string', max_size: 1}, value: {type:'uint16'}}}}",
    "a: {type:'struct', fields: {a: {type:'uint16', default: 1}, y: {type:'map', max_count: 4, key: {type:'string', max_size: 1}, value: {type:'uint16'}, rest: true}}}",
    "a: {type:'struct', fields: {a: {type:'uint16', default: 1}, b: {type:'uint8', default: 1}, x: {type:'map', max_count: 4, key: {type:'string', max_size: 1}, value: {type:'uint16'}, rest: true}}}",
    "a: {type:'struct', fields: {a: {type:'uint16', default: 1}, b: {type:'uint16', default: 1}, x: {type:'map', max_count: 4, key: {type:'string', max_size: 1}, value: {type:'json', max_size: 99}, rest: true}}}",
    "a: {type:'struct', fields: {a: {type:'uint16', default: 1, name: 'b'}, x: {type:'map', max_count: 4, key: {type:'string', max_size: 1}, value: {type:'uint16'}, rest: true}}}",
    "a: {type:'struct', fields: {a: {type:'uint16', default: 1, aliases: ['b']}, x: {type:'map', max_count: 4, key: {type:'string', max_size: 1}, value: {type:'uint16'}, rest: true}}}",
    "a: {type:'uint16', default: 1}, x: {type:'map', max_count: 4, key: {type:'string', max_size: 1}, value: {type:'uint16'}, rest: true}",
    "x: {type:'map', max_count: 4, key: {type:'string', max_size: 1}, value: {type:'uint16'}, rest: true}",
    BARREN,
];

/// No value fits it.
const BARREN: &str = "a: {type:'vector', max_count: 3, min_count: 3, unique: true, element: {type:'enum', variants: {x: 0, y: 1}}}";

fn declaration(stanza: &str) -> Declaration {
    let whole = stanza.starts_with('{');
    let text = if whole { stanza.to_owned() } else { format!("{{ config: {{ {stanza} }} }}") };
    Compiled::of(text).declaration().clone()
}

/// Objects in which each name is absent or has one of these values.
fn objects(names: &[&str], values: &[&str]) -> Vec<String> {
    let mut all = vec![String::new()];
    for name in names {
        let with = |start: &String| {
            values.iter().map(move |value| format!("{start}{name}: {value}, ")).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(|start| [vec![start.clone()], with(start)].concat()).collect();
    }
    all.into_iter().map(|members| format!("{{ {members}}}")).collect()
}

fn sources() -> Vec<ValueSource> {
    let small = objects(&["a", "b"], &["1", "2", "300", "null"]);
    let nested = objects(&["a"], &objects(&["b"], &["1"]).iter().map(String::as_str).collect::<Vec<_>>());
    let pairs = small.iter().flat_map(|one| small.iter().map(move |two| format!("{{ a: [{one}, {two}] }}")));
    let mut layers = objects(&["a", "b", "x", "N"], &["1", "300"]);
    layers.extend(small.iter().map(|object| format!("{{ x: {object} }}")));
    layers.extend(small.iter().map(|object| format!("{{ a: {{ $append: [{object}] }} }}")));
    layers.extend(small.iter().map(|object| format!("{{ a: {{ a: {object} }} }}")));
    layers.extend(small.iter().map(|object| format!("{{ a: {{ x: {object} }} }}")));
    layers.extend(small.iter().chain(&nested).map(|object| format!("{{ a: {object} }}")));
    layers.extend(small.iter().map(|object| format!("{{ a: [{object}] }}")).chain(pairs));
    let entries = ["1", "300", "{ $unset: true }", "{ $override: 1 }"];
    let maps = objects(&["a", "b", "c", "x"], &entries);
    layers.extend(maps.iter().map(|map| format!("{{ a: {map} }}")));
    let maps = objects(&["a", "b"], &entries);
    layers.extend(maps.iter().map(|map| format!("{{ a: {{ a: {map} }} }}")));
    let lists = [
        "",
        "1",
        "2",
        "300",
        "1, 1",
        "1, 2",
        "1, 2, 1",
        "1, 2, 3",
        "1, 2, 3, 4",
        "'x'",
        "'x', 'x'",
        "'x', 'y'",
    ];
    for list in lists {
        layers.push(format!("{{ a: [{list}] }}"));
        layers.push(format!("{{ a: {{ $append: [{list}] }} }}"));
        layers.push(format!("{{ a: {{ a: [{list}] }} }}"));
        layers.push(format!("{{ a: {{ a: {{ $append: [{list}] }} }} }}"));
    }
    layers
        .extend(["{ a: null }", "{ a: { $absent: true } }", "{ b: null }", "{ x: null }"].map(str::to_owned));
    layers.extend(
        ["{ a: { a: null } }", "{ a: { a: { $absent: true } } }", "{ a: { a: { b: null } } }"]
            .map(str::to_owned),
    );
    layers.extend(
        ["{ a: { $unset: true } }", "{ a: { $override: {} } }", "{ a: { $expr: '1' } }"].map(str::to_owned),
    );
    let mut sources: Vec<_> = layers.into_iter().map(ValueSource::Layer).collect();
    for key in ["a", "b", "x", "N"] {
        let numbers = [1, 300].map(Value::Unsigned);
        let structs = [vec![Value::Unsigned(1)], vec![Value::Unsigned(1), Value::Unsigned(1)]];
        let structs = structs.map(|values| Value::Struct(values.into()));
        let lacking = [Value::Absent, Value::Null];
        let inside = lacking.clone().map(|value| Value::Struct([value].into()));
        let lacking = lacking.into_iter().chain(inside);
        sources.extend(lacking.map(|value| ValueSource::Override(key.into(), value)));
        sources.push(ValueSource::OverrideText(format!("{key}=null")));
        let texts = small.iter().map(|object| ValueSource::OverrideText(format!("{key}={object}")));
        sources.extend(texts);
        sources
            .extend(numbers.into_iter().chain(structs).map(|value| ValueSource::Override(key.into(), value)));
    }
    sources
}

pub(super) fn every_pair() -> Witnessed {
    let mut witnessed = Witnessed::default();
    let sources = sources();
    let declarations: Vec<_> = SCHEMAS.iter().map(|stanza| declaration(stanza)).collect();
    let accepts = |(stanza, declaration): (&&str, &Declaration)| {
        let layers = sources.iter().filter_map(|source| match source {
            ValueSource::Layer(text) => resolved(declaration.config()?, text),
            ValueSource::Yaml(_)
            | ValueSource::Layers(_)
            | ValueSource::Override(..)
            | ValueSource::OverrideText(_) => None,
        });
        let base = layers.take(1).next();
        assert_eq!(base.is_none(), declaration.config().is_none() || *stanza == BARREN, "{stanza}");
        sources.iter().map(|source| source.is_valid(declaration, base.as_deref())).collect()
    };
    let accepted: Vec<Vec<bool>> = SCHEMAS.iter().zip(&declarations).map(accepts).collect();
    witnessed.check_all(&declarations, &accepted, &sources);
    witnessed
}
