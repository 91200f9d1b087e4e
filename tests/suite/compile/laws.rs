//! Laws of the way from text to declaration, over arbitrary manifests: what changes a declaration, what does
//! not, and what no text can do.

use crate::support::arbitrary;
use crate::support::named_types::named;
use crate::support::pipeline::Compiled;
use crate::support::random::{self, Random};
use crate::support::restyle::{Part, Restyle, parts};
use crate::support::unions::map_cases;
use confc::compile::CompileOptions;
use confc::declaration::{Declaration, show};
use confc::diagnostic::Report;
use confc::schema::{Schema, ValueSource};
use confc::syntax::{Document, json5::parse};
use confc::text::Sources;
use confc::text::files::MemoryFiles;
use confc::types::{Component, EnumType, Field, JsonValue, Key, StructType, Type, Variant};
use confc_core::declaration::{checked_schema, seal_checked};
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, prop_assert_ne, proptest};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestCaseError;
use std::path::Path;
use std::{fmt, fs};

/// A declaration that some text declares, and that text.
#[derive(Clone)]
struct Declared {
    declaration: Declaration,
    text: String,
}

/// The text says it all, and in far fewer lines.
impl fmt::Debug for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Declared {
    /// Makes sure that the text declares this, byte for byte.
    fn check(&self, text: &str, compiled: &Compiled) -> Result<(), TestCaseError> {
        if compiled.declaration() != &self.declaration {
            let shown = show::json5(compiled.declaration()).unwrap_or_default();
            return Err(TestCaseError::fail(format!("{text}\nis:\n{shown}")));
        }
        prop_assert!(compiled.bytes() == confc::declaration::encode(&self.declaration), "{}", text);
        Ok(())
    }
}

/// Declarations of every shape but what no text says, and what is never shown as text.
fn declared() -> impl Strategy<Value = Declared> {
    (arbitrary::component(), arbitrary::schema()).prop_map(|(component, schema)| {
        let schema =
            Schema::new(schema.into_parts().0, ValueSource::PackagePath(Default::default())).unwrap();
        let mut declaration = Declaration::seal(with_items(component.clone()), Some(schema.clone())).unwrap();
        let text = show::json5(&declaration).unwrap_or_else(|_| {
            let fields = schema.fields().iter().cloned().map(without_secrets).collect();
            let schema = Schema::new(fields, ValueSource::PackagePath(Default::default())).unwrap();
            declaration = Declaration::seal(with_items(component), Some(schema)).unwrap();
            show::json5(&declaration).unwrap()
        });
        Declared { declaration, text }
    })
}

/// A field with its members changed, at every depth.
fn each(field: Field, change: fn(&mut Field)) -> Field {
    fn in_type(ty: Type, change: fn(&mut Field)) -> Type {
        match ty {
            Type::Struct(ty) => {
                let members = ty.members().iter().map(|member| each(member.clone(), change));
                Type::Struct(StructType::new(members.collect()))
            }
            Type::Vector(mut ty) => {
                ty.element = Box::new(in_type(*ty.element, change));
                Type::Vector(ty)
            }
            Type::Array(mut ty) => {
                ty.element = Box::new(in_type(*ty.element, change));
                Type::Array(ty)
            }
            Type::Map(ty) => {
                let value = in_type(ty.value().clone(), change);
                arbitrary::map_of_values(&ty, value)
            }
            Type::Union(ty) => Type::Union(map_cases(&ty, |ty| in_type(ty, change))),
            ty @ (Type::Bool
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Json(_)) => ty,
        }
    }
    let mut field = field;
    change(&mut field);
    Field { ty: in_type(field.ty, change), ..field }
}

/// With nothing sensitive, so that it can be shown as text.
pub(crate) fn without_secrets(field: Field) -> Field {
    each(field, |field| field.sensitive = false)
}

/// The items of lists are objects, as manifests have them.
fn with_items(component: Component) -> Component {
    let items = |list: Option<JsonValue>| {
        let Some(JsonValue::List(items)) = list else { return list };
        let item = |item: &JsonValue| {
            let is_object = matches!(item, JsonValue::Map(_));
            if is_object { item.clone() } else { JsonValue::Map([("item".into(), item.clone())].into()) }
        };
        Some(JsonValue::List(items.iter().map(item).collect()))
    };
    Component {
        uses: items(component.uses),
        expose: items(component.expose),
        offer: items(component.offer),
        capabilities: items(component.capabilities),
        children: items(component.children),
        collections: items(component.collections),
        environments: items(component.environments),
        ..component
    }
}

fn document(text: &str) -> Document {
    let source = Sources::new().add("m.cml".into(), text.into(), None);
    parse(&source, &mut Report::new())
}

fn config(declaration: &Declaration) -> &confc::declaration::Config {
    declaration.config().unwrap()
}

/// Spreads a manifest over files that include each other; `m.cml` is the main one.
fn spread(document: &Document, random: &mut Random) -> MemoryFiles {
    let (sections, fields) = parts(document);
    let count = 1 + random.below(4);
    let mut files: Vec<(Vec<Part<'_>>, Vec<Part<'_>>)> = vec![(Vec::new(), Vec::new()); count];
    for section in sections {
        // Extensions are carried in the order they are met, so they stay together.
        let at = if section.0.text().starts_with("x-") { 0 } else { random.below(count) };
        files[at].0.push(section);
    }
    for field in fields {
        let at = random.below(count);
        files[at].1.push(field);
        // The same field in two files is one field.
        let again = random.below(2 * count);
        if again < count && again != at {
            files[again].1.push(field);
        }
    }
    let name = |at: usize| if at == 0 { "m.cml".into() } else { format!("d/{at}.shard.cml") };
    let mut includes = vec![Vec::new(); count];
    for at in 1..count {
        // Any file before it includes it, so that there is no cycle; another one may do so, too.
        let (by, too) = (random.below(at), random.below(2 * at));
        includes[by].push(format!("//{}", name(at)));
        if too < at && too != by {
            includes[too].push(format!("//{}", name(at)));
        }
    }
    files.iter().enumerate().fold(MemoryFiles::new(), |memory, (at, (sections, fields))| {
        memory.with(&name(at), Restyle::new(random).file(&includes[at], sections, fields))
    })
}

proptest! {
    #![proptest_config(random::cases(96))]

    #[test]
    fn what_is_shown_as_json5_compiles_to_the_same_declaration(declared in declared()) {
        let compiled = Compiled::of(declared.text.as_str());
        declared.check(&declared.text, &compiled)?;
        compiled.check();
    }

    #[test]
    fn style_does_not_change_a_byte(declared in declared(), seed in any::<u64>()) {
        let document = document(&declared.text);
        let text = Restyle::new(&mut Random::of(seed)).manifest(&document);
        declared.check(&text, &Compiled::of(text.as_str()))?;
    }

    #[test]
    fn documentation_changes_bytes_and_never_the_checksum(declared in declared(), seed in any::<u64>()) {
        let document = document(&declared.text);
        let mut random = Random::of(seed);
        let mut documented =
            |text| Compiled::of(Restyle::new(&mut random).documented(text).manifest(&document));
        let (none, one, two) = (documented(""), documented("one"), documented("two\n lines"));
        prop_assert_ne!(none.bytes(), one.bytes());
        prop_assert_ne!(one.bytes(), two.bytes());
        prop_assert_eq!(config(two.declaration()).fields()[0].doc.as_deref(), Some("two\n lines"));
        for compiled in [&none, &one, &two] {
            let checksum = config(compiled.declaration()).checksum();
            prop_assert_eq!(checksum, config(&declared.declaration).checksum());
        }
    }

    #[test]
    fn includes_and_their_expansion_compile_to_the_same_bytes(declared in declared(), seed in any::<u64>()) {
        let document = document(&declared.text);
        let files = spread(&document, &mut Random::of(seed));
        let mut compiled = Compiled::new(&files, "m.cml", CompileOptions::default());
        declared.check("the files", &compiled)?;
        let expanded = compiled.expanded();
        let mut again = Compiled::of(expanded.as_str());
        declared.check(&expanded, &again)?;
        prop_assert_eq!(again.expanded(), expanded);
    }

    #[test]
    fn types_with_names_compile_to_the_same_bytes(declared in declared(), seed in any::<u64>()) {
        let mut random = Random::of(seed);
        let text = named(&mut random, &declared.text);
        declared.check(&text, &Compiled::of(text.as_str()))?;
        let files = spread(&document(&text), &mut random);
        let mut compiled = Compiled::new(&files, "m.cml", CompileOptions::default());
        declared.check(&text, &compiled)?;
        let expanded = compiled.expanded();
        let mut again = Compiled::of(expanded.as_str());
        declared.check(&expanded, &again)?;
        prop_assert_eq!(again.expanded(), expanded);
    }

    #[test]
    fn another_type_is_another_checksum(a in arbitrary::schema(), b in arbitrary::schema()) {
        let plain = |schema: &Schema| {
            let types = schema.fields().iter().map(|field| (field.key.clone(), field.ty.to_string()));
            types.collect::<std::collections::BTreeMap<_, _>>()
        };
        let checksum = |schema: &Schema| {
            let sealed = Declaration::seal(Component::default(), Some(schema.clone())).unwrap();
            config(&sealed).checksum()
        };
        prop_assert!((plain(&a) == plain(&b)) == (checksum(&a) == checksum(&b)));
    }
}

/// Bytes that nobody compiled may hold documentation that no comment can: shown as text it stays documentation.
#[test]
fn documentation_does_not_become_fields_when_it_is_shown() {
    for end in ['\r', '\n', '\u{2028}', '\u{2029}'] {
        let doc = |forged: &str| Some(format!("one{end}forged: {forged},").into());
        let variant = Variant { doc: doc("1"), ..Variant::new(Key::new("v").unwrap(), 0) };
        let ty = Type::Enum(EnumType::new(vec![variant]));
        let field = Field { doc: doc("{ type: 'bool' }"), ..Field::new(Key::new("a").unwrap(), ty) };
        let schema = checked_schema(vec![field], ValueSource::PackagePath(Default::default()));
        let text = show::json5(&seal_checked(Component::default(), Some(schema))).unwrap();
        let compiled = Compiled::of(text.as_str());
        let [field] = config(compiled.declaration()).fields() else { panic!("{text}") };
        assert_eq!(field.doc.as_deref(), Some("one\nforged: { type: 'bool' },"));
        let [variant] = field.ty.variants() else { panic!("{text}") };
        assert_eq!(variant.doc.as_deref(), Some("one\nforged: 1,"));
    }
}

/// What stands above a key outside of `config` is warned of and no documentation, and so nothing that a
/// manifest made of the declaration would have to say.
#[test]
fn a_type_that_is_used_has_no_documentation() {
    let item = |said: &str| {
        format!(
            "{{ use: [ {{ config: 'c', key: 'a', type: 'struct', fields: {{
                {said}b: {{ type: 'enum', variants: {{
                    {said}on: 1 }} }} }} }} ] }}"
        )
    };
    let [plain, said] = ["", "/// Said.\n"].map(|said| Compiled::of(item(said)));
    assert_eq!(said.bytes(), plain.bytes());
    let shown = show::json5(said.declaration()).unwrap();
    assert_eq!(Compiled::of(shown).bytes(), plain.bytes());
}

/// What mutations insert: what has a meaning somewhere.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "'",
    "\"",
    "\\",
    "/*",
    "*/",
    "//",
    "///",
    "\n",
    "\u{2028}",
    "\u{feff}",
    "-",
    "+",
    "0x",
    "1e999",
    "NaN",
    "Infinity",
    "null",
    "true",
    "config",
    "config: {}",
    "include",
    "use",
    "default",
    "default: ",
    "type: 'struct'",
    "type: 'enum'",
    "'vector'",
    "'array'",
    "element: {type:'bool'}",
    "fields: {}",
    "variants: {}",
    "max_size: 0",
    "max_count: 'MAX'",
    "count: 3",
    "min: 9",
    "max: -9",
    "pattern: '['",
    "unique: true",
    "sensitive: true",
    "mutability: ['parent', 'parent']",
    "aliases: ['a', 'a']",
    "deprecated: ''",
    "a: {type:'uint8', min: 0}",
    "\\u0061",
    "\\ud800",
    "é",
    "😀",
    "\u{202e}",
    "\u{0}",
    "18446744073709551616",
    "0x10000000000000000",
    "-0",
    ".5",
    "5.",
    "x-y: 1",
    "config_rules: []",
    "type: 'types.t0'",
    "config_types: { t0: { type: 'types.t1' } }",
    "environments: [{name: 'e'}, {name: 'e'}]",
    "capabilities: [{config: 'c', type: 'bool', value: 1}]",
    "use: [{config: 'c', key: 'a', type: 'bool', availability: 'optional'}]",
];

/// A text with a few mistakes in it.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let mut place = || boundaries[random.below(boundaries.len())];
        let (a, b) = (place(), place());
        let short = boundaries.iter().copied().find(|&at| at > a).unwrap_or(text.len());
        let (one, some) = (text[a..short].to_owned(), text[a.min(b)..a.max(b)].to_owned());
        match random.below(6) {
            0 => text.replace_range(a..short, ""),
            1 => text.replace_range(a.min(b)..a.max(b), ""),
            2 => text.insert_str(b, &one),
            3 if some.len() < 200 => text.insert_str(a, &some),
            4 => text.truncate(a),
            _ => text.insert_str(a, random.pick(TOKENS)),
        }
    }
    text
}

/// Texts of ours to damage: every manifest among examples and cases, with the files it may include.
fn manifests() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut open = vec![root.join("examples"), root.join("testdata")];
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "cml" || extension == "json5") {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                found.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    assert!(found.iter().any(|(name, _)| name == "examples/netstack/netstack.cml"));
    found
}

/// A manifest, the way from its folder, as its user would compile it.
fn compile_in_its_folder(files: &MemoryFiles, name: &str) -> Compiled {
    let folder = name.rsplit_once('/').map_or(".", |(folder, _)| folder);
    let mut options = CompileOptions::default();
    options.includes.root = folder.into();
    Compiled::new(files, name, options)
}

#[test]
fn damaged_manifests_are_told_by_places_in_their_texts() {
    let mut runner = random::runner();
    let strategy = declared();
    let mut random = Random::stream(1);
    for _ in 0..60 {
        let declared = strategy.new_tree(&mut runner).unwrap().current();
        let restyled = Restyle::new(&mut random).manifest(&document(&declared.text));
        let named = named(&mut random, &declared.text);
        for text in [&declared.text, &restyled, &named] {
            for _ in 0..6 {
                Compiled::of(damaged(text, &mut random)).check();
            }
        }
    }
}

#[test]
fn no_mutation_of_a_manifest_panics() {
    /// Of each, so that the time does not grow with the number of cases.
    const MUTATIONS: usize = 3_000;
    let manifests = manifests();
    let files =
        manifests.iter().fold(MemoryFiles::new(), |files, (name, text)| files.with(name, text.clone()));
    for (name, _) in &manifests {
        compile_in_its_folder(&files, name).check();
    }
    let mut random = Random::stream(2);
    for turn in 0..MUTATIONS {
        let (name, bytes) = &manifests[turn % manifests.len()];
        let mut bytes = bytes.clone();
        match std::str::from_utf8(&bytes) {
            Ok(text) if !random.once_in(8) => bytes = damaged(text, &mut random).into(),
            Ok(_) | Err(_) => {
                for _ in 0..=random.below(3) {
                    let (at, byte) =
                        (random.below(bytes.len() + 1), u8::try_from(random.below(256)).unwrap());
                    bytes.insert(at, byte);
                }
            }
        }
        let files = files.clone().with(name, bytes);
        compile_in_its_folder(&files, name).check();
    }
}
