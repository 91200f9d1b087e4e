//! How much memory the commands take for texts in which every few bytes are a value: at the worst moment, in multiples
//! of the text's size, counted at the allocator. docs/builds.md states these bounds.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

use confc::cli;
use confc::compile::{CompileOptions, ManifestInput};
use confc::declaration::Declaration;
use confc::diagnostic::Report;
use confc::draft::{DraftOptions, draft};
use confc::edit::{Patching, format, set};
use confc::export::{
    DocumentFormat, ExportError, ExportTarget, ExportedValues, ProtobufFormat, SensitiveFields,
    VariableNames, export,
};
use confc::generate::{SchemaDocument, Target, generate};
use confc::layers::{self, InputDeclarations, Layer, MergeStrategy, ValuesPatch};
use confc::plan::{self, EmbeddedSchema};
use confc::product::{
    Assembly, DeclaredComponent, Listing, ListingForm, ListingOptions, Product, ProductReport, ValueTexts,
};
use confc::provenance::Provenance;
use confc::resolve::{self, Inputs};
use confc::syntax::{self, Format, parse_lossless};
use confc::text::Sources;
use confc::text::files::MemoryFiles;
use confc::types::{JsonText, List, Value, merge_json};
use confc_core::plan::{FinishInputs, ValuePlan, finish};
use peak_alloc::PeakAlloc;
use std::ffi::OsString;
use std::sync::Arc;
use std::{env, fs};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// For a byte of a manifest, or of a layer in JSON5 or YAML, which are at most 64 MiB each.
const TEXT: usize = 96;
/// For a byte of a layer in TOML, of a patch, of a product file, or of a text that is patched, which are at most 16 MiB
/// each; and of the command lines of a batch, which are at most 64 MiB.
const HEAVY: usize = 200;
/// For a byte of a declaration or of a value file, which are at most 64 MiB each.
const LOADED: usize = 16;
/// For a value that defaults fill in, of which there are at most 1,048,576 (docs/builds.md).
const FILLED: usize = 128;

/// About how large the texts are.
const SIZE: usize = 200_000;

/// Runs something on texts and checks what that took at the worst moment.
fn measure<T>(name: &str, bound: usize, size: usize, run: impl FnOnce() -> T) -> T {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let result = run();
    let peak = ALLOCATOR.peak_usage() - before;
    println!("{name}: {peak} bytes for {size}, {} times", peak / size);
    assert!(peak < bound * size, "{name}: {peak} bytes for {size}, {} times", peak / size);
    result
}

fn compiled(manifest: &str) -> Declaration {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let main = sources.add("m.cml".into(), manifest.into(), None);
    let (files, options) = (MemoryFiles::new(), CompileOptions::default());
    let input = ManifestInput::read(&main, "m.cml", &files, &options, &mut sources, &mut report);
    let declaration = input.compile(&options, &mut report);
    assert_eq!((report.errors(), report.sorted().first()), (0, None));
    declaration.unwrap()
}

/// A listing keeps little for each field in each environment, however long the values are that environments share.
fn listings() {
    /// For a field in an environment, in bytes.
    const CELL: usize = 80;
    const SIZE: usize = 200;
    let long = "x".repeat(1_000);
    let field = |at| {
        format!(
            "f{at}: {{ type: 'string', max_size: 9999, default: '{long}' }}, n{at}: {{ type: 'uint8', default: 1 }}, "
        )
    };
    let declaration =
        compiled(&format!("{{ config: {{ {} }} }}", (0..SIZE / 2).map(field).collect::<String>()));
    let environment = |at| format!("e{at}: {{ components: {{ c: {{ set: {{ n0: {} }} }} }} }}, ", at % 200);
    let text = format!(
        "{{ components: {{ c: {{ manifest: 'm.cml' }} }}, environments: {{ {} }} }}",
        (0..SIZE).map(environment).collect::<String>()
    );
    let (mut sources, mut report, mut found) = (Sources::new(), Report::new(), ProductReport::default());
    let source = sources.add("p.product.json5".into(), text, None);
    let document = syntax::parse(Format::Json5, &source, &mut report);
    let product = Product::read(&document, "p.product.json5", &mut report).unwrap();
    let environments: Vec<usize> = product.built().collect();
    let declared = DeclaredComponent::new(&declaration, "m.cml", None, &mut sources);
    let (components, texts) = (vec![Some(declared)], ValueTexts::new());
    let given = ("--input", [].as_slice());
    let assembly =
        Assembly::new(&product, &environments, components, &texts, given, &mut sources, &mut found);
    assert!(found.is_empty() && !report.has_errors());
    let options =
        ListingOptions { form: ListingForm::Text, only_differing: false, with_origins: true, pattern: None };
    let listing = measure("a listing", CELL, SIZE * SIZE, || {
        let mut listing = Listing::new(&assembly, &environments, options);
        for environment in &environments {
            listing.add(&assembly.evaluate(*environment), &assembly, &sources);
        }
        listing
    });
    assert_eq!((listing.environments.len(), listing.fields.len()), (SIZE, SIZE));
}

/// A declaration of vectors of each type.
fn vectors() -> Declaration {
    let vector = |key: &str, element: &str| {
        format!("{key}: {{ type: 'vector', max_count: 'MAX', default: [], element: {{ {element} }} }},")
    };
    let all = [
        vector("numbers", "type: 'uint8'"),
        vector("texts", "type: 'string', max_size: 9"),
        vector("structs", "type: 'struct', fields: { a: { type: 'bool', default: true } }"),
        "entries: { type: 'map', max_count: 'MAX', default: {}, key: { type: 'string', max_size: 9 }, \
         value: { type: 'uint8' } }"
            .into(),
    ];
    compiled(&format!("{{ config: {{ {} }} }}", all.concat()))
}

/// Texts with nothing but values, as short as they can be.
fn lists(format: Format) -> [(&'static str, String); 4] {
    let list = |key: &str, element: &str| {
        let elements = format!("{element},").repeat(SIZE / (element.len() + 1));
        match format {
            Format::Json | Format::Json5 => format!("{{{key}:[{elements}]}}"),
            Format::Yaml => format!("{key}: [{}]", elements.replace(',', ", ")),
            Format::Toml => format!("{key}=[{elements}]"),
            Format::Env => format!("{}=[{elements}]", key.to_uppercase()),
        }
    };
    let structure = if format == Format::Yaml { "{ }" } else { "{}" };
    [
        ("numbers", list("numbers", "0")),
        ("texts", list("texts", "''")),
        ("structs", list("structs", structure)),
        ("entries", entries(format)),
    ]
}

/// A map with nothing but numbers, as short as its keys can be.
fn entries(format: Format) -> String {
    let is_toml = format == Format::Toml;
    let entry = |at: usize| if is_toml { format!("k{at:x}=0,") } else { format!("k{at:x}: 0,") };
    let entries: String = (0..SIZE / 9).map(entry).collect();
    match format {
        Format::Toml => format!("entries={{{}}}", entries.trim_end_matches(',')),
        Format::Env => format!("ENTRIES={{{entries}}}"),
        Format::Yaml => format!("entries: {{{entries}}}"),
        Format::Json | Format::Json5 => format!("{{entries:{{{entries}}}}}"),
    }
}

#[test]
fn commands_take_no_more_memory_than_is_stated() {
    manifests();
    exports_take_what_their_text_takes();
    exports_have_a_limit();
    drafts();
    listings();
    expressions();
    plans();
    merged_json();
    defaults();
    products();
    commands();
    let declaration = vectors();
    for format in [Format::Json5, Format::Yaml, Format::Toml, Format::Env] {
        for (name, text) in lists(format) {
            let bound = if format == Format::Toml { HEAVY } else { TEXT };
            layer(&format!("a layer of {name} in {format:?}"), bound, &declaration, format, &text);
        }
    }
    for (name, text) in lists(Format::Json5) {
        patch(name, &declaration, &text);
        laid_out(name, &text);
    }
    laid_out("comments", &format!("[{}]", "//\n".repeat(SIZE / 3)));
    laid_out("deep numbers", &format!("{}\n{}{}", "[".repeat(15), "1,".repeat(SIZE / 2), "]".repeat(15)));
    laid_out("empty lines", &format!("[1,{}]", "\n".repeat(SIZE)));
    for format in [Format::Json5, Format::Yaml] {
        for (name, text) in lists(format) {
            patched(&format!("patch of {name} in {format:?}"), format, &text);
        }
    }
}

fn manifests() {
    let fields: String = (0..SIZE / 24).map(|at| format!("f{at}:{{type:'bool'}},")).collect();
    let numbers = "0,".repeat(SIZE / 2);
    let variants: String = (0..SIZE / 12).map(|at| format!("v{at}:{at},")).collect();
    let manifests = [
        ("fields", format!("{{config:{{{fields}}}}}")),
        (
            "a default",
            format!(
                "{{config:{{v:{{type:'vector',max_count:'MAX',element:{{type:'uint8'}},default:[{numbers}]}}}}}}"
            ),
        ),
        ("variants", format!("{{config:{{e:{{type:'enum',variants:{{{variants}}}}}}}}}")),
        ("a section", format!("{{'x-a':[{numbers}]}}")),
    ];
    for (name, text) in manifests {
        let declaration = measure(&format!("compile {name}"), TEXT, text.len(), || compiled(&text));
        let Some(config) = declaration.config() else { continue };
        let (target, places) =
            (Target::JsonSchema(SchemaDocument::Layer), |_: &confc::value::ValuePath<'_>| None);
        measure(&format!("generate of {name}"), TEXT, text.len(), || {
            generate(&target, config, &places, &mut Report::new())
        });
        measure(&format!("diff of {name}"), TEXT, text.len(), || {
            let other = compiled(&text.replace("bool", "uint8").replace("v1", "w1"));
            confc::compare::compare(&declaration, &other).len()
        });
    }
}

/// What `values` does with one layer, provenance included.
fn layer(name: &str, bound: usize, declaration: &Declaration, format: Format, text: &str) {
    let config = declaration.config().unwrap();
    measure(name, bound, text.len(), || {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let source = sources.add("l".into(), text.into(), None);
        let document = syntax::parse(format, &source, &mut report);
        let layer = Layer::read(config, &document, MergeStrategy::Unify, &|_| None, &mut report).unwrap();
        let layers = [layer];
        let resolved = resolve::resolve(config, &Inputs::of_layers(&layers), &|_| None, &mut report).unwrap();
        plan::encode(config, resolved.values(), EmbeddedSchema::Include).unwrap()
    });
}

/// Plans of nothing but expressions: made, finished and read to be shown.
fn plans() {
    let declaration = compiled(
        "{config:{v:{type:'vector',max_count:'MAX',default:[],element:{type:'string',max_size:9}},\
        n:{type:'vector',max_count:'MAX',default:[],element:{type:'uint8'}},\
        m:{type:'map',max_count:'MAX',default:{},key:{type:'string',max_size:9},value:{type:'uint8'}}}}",
    );
    let config = declaration.config().unwrap();
    let entry = |at: usize| format!("k{at:x}:{{$expr:\"input('i')\"}},");
    let list = |key: &str, element: &str| format!("{key}:[{}]", element.repeat(SIZE / element.len()));
    for (name, values) in [
        ("texts", list("v", "{$text:\"${input('i')}\"},")),
        ("expressions", list("n", "{$expr:\"input('i')\"},")),
        ("entries", format!("m:{{{}}}", (0..SIZE / 28).map(entry).collect::<String>())),
    ] {
        let text = format!("{{$inputs:{{i:{{type:'uint8'}}}},{values}}}");
        let size = text.len();
        let bytes = measure(&format!("values --plan of {name}"), TEXT, size, || {
            let (mut sources, mut report) = (Sources::new(), Report::new());
            let source = sources.add("l".into(), text, None);
            let document = syntax::parse(Format::Json5, &source, &mut report);
            let declared = InputDeclarations::read([&document].into_iter(), &mut report);
            let none = (std::iter::empty(), true);
            let given = ("--input", [].as_slice());
            let outside = declared.resolve(none, given, Vec::new(), &mut sources, &mut report);
            let outside = Arc::new(outside);
            let (strategy, places) = (MergeStrategy::Unify, |_: &layers::ValuePath<'_>| None);
            let layer = Layer::read_with(config, &document, strategy, &outside, &places, &mut report);
            let layers = [layer.unwrap()];
            let inputs =
                Inputs { leaves_unknown: true, outside: Some(&outside), ..Inputs::of_layers(&layers) };
            let resolution = resolve::resolve_known(config, &inputs, &places, &mut report);
            let unfinished = resolution.unfinished().unwrap();
            plan::encode_plan(config, &unfinished, &outside, &sources, EmbeddedSchema::Include).unwrap()
        });
        measure(&format!("show of a plan of {name}"), TEXT, bytes.len(), || {
            ValuePlan::decode(&declaration, &bytes).unwrap().waiting()
        });
        measure(&format!("finish of a plan of {name}"), TEXT, bytes.len(), || {
            let inputs = vec![("i", Value::Unsigned(3))];
            finish(&declaration, &bytes, FinishInputs { inputs, imports: Vec::new() }).unwrap()
        });
    }
}

/// JSON values that definitions give together, which the loader merges: the first has many small objects.
fn merged_json() {
    let members: Vec<String> = (0..SIZE / 14).map(|at| format!("\"k{at:05x}\":{{\"\":0}}")).collect();
    let first = JsonText::new(format!("{{{}}}", members.join(","))).unwrap();
    let second = JsonText::new("{\"k00000\":{\"a\":1}}").unwrap();
    let size = first.as_str().len();
    measure("merged JSON", LOADED, size, || merge_json(&first, &second, false).unwrap());
}

/// Layers of nothing but expressions, and a few that come to much.
fn expressions() {
    let manifest = "{config:{n:{type:'uint8'},s:{type:'string',max_size:'MAX'},\
        v:{type:'vector',max_count:'MAX',default:[],element:{type:'uint8'}},\
        t:{type:'vector',max_count:'MAX',default:[],element:{type:'string',max_size:'MAX'}}}}";
    let declaration = compiled(manifest);
    let config = declaration.config().unwrap();
    for (name, key, element) in [("expressions", "v", "{$expr:'n'},"), ("texts", "t", "{$text:'${n}'},")] {
        let list = element.repeat(SIZE / element.len());
        layer(name, TEXT, &declaration, Format::Json5, &format!("{{n:1,s:'',{key}:[{list}]}}"));
    }
    // Each of them has half of all that expressions may come to.
    let (long, half) = ("x".repeat(1 << 17), format!("{{$text:'{}'}}", "${s}".repeat(64)));
    let text = format!("{{n:1,s:'{long}',t:[{}]}}", [&*half; 64].join(","));
    let limit = 16 * usize::try_from(confc_core::expr::MAX_DEFINED_AMOUNT).unwrap();
    measure("texts that come to too much", 2, limit, || {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let source = sources.add("l".into(), text, None);
        let document = syntax::parse(Format::Json5, &source, &mut report);
        let layers = [Layer::read(config, &document, MergeStrategy::Unify, &|_| None, &mut report).unwrap()];
        let resolved = resolve::resolve(config, &Inputs::of_layers(&layers), &|_| None, &mut report);
        assert_eq!((resolved, report.errors()), (None, 1));
    });
}

/// Literals that leave much to defaults: almost all that they may, and more.
fn defaults() {
    let members: String = (0..2_000).map(|at| format!("m{at}:{{type:'bool',default:true}},")).collect();
    let manifest = format!(
        "{{config:{{v:{{type:'vector',max_count:'MAX',element:{{type:'struct',fields:{{{members}}}}}}}}}}}"
    );
    let declaration = compiled(&manifest);
    let config = declaration.config().unwrap();
    for (count, errors) in [(500, 0), (SIZE / 3, 1)] {
        let text = format!("{{v:[{}]}}", "{},".repeat(count));
        measure(&format!("{count} elements that leave out 2000 members"), FILLED, 1 << 20, || {
            let (mut sources, mut report) = (Sources::new(), Report::new());
            let source = sources.add("l".into(), text, None);
            let document = syntax::parse(Format::Json5, &source, &mut report);
            let layers =
                [Layer::read(config, &document, MergeStrategy::Unify, &|_| None, &mut report).unwrap()];
            let resolved = resolve::resolve(config, &Inputs::of_layers(&layers), &|_| None, &mut report);
            assert_eq!((resolved.is_some(), report.errors()), (errors == 0, errors));
        });
    }
    // Each level of lists has as many elements, of which each leaves out all of the level below.
    let level = |ty: String, _| {
        let default = "{},".repeat(1_000);
        let element = format!("{{type:'struct',fields:{{a:{ty}}}}}");
        format!("{{type:'vector',max_count:'MAX',element:{element},default:[{default}]}}")
    };
    let text = format!("{{config:{{x:{}}}}}", (0..3).fold("{type:'bool',default:true}".into(), level));
    measure("defaults that leave out much", FILLED, 1 << 20, || {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let main = sources.add("m.cml".into(), text, None);
        let (files, options) = (MemoryFiles::new(), CompileOptions::default());
        let input = ManifestInput::read(&main, "m.cml", &files, &options, &mut sources, &mut report);
        assert_eq!((input.compile(&options, &mut report), report.errors()), (None, 1));
    });
}

/// Product files of nothing but names, settings and what environments extend; with mistakes in each, too.
fn products() {
    let list = |size: usize, item: &dyn Fn(usize) -> String| (0..size).map(item).collect::<String>();
    let one = "components:{a:{manifest:'a'}}";
    for (name, text) in [
        (
            "components",
            format!("{{components:{{{}}}}}", list(10_000, &|at| format!("c{at}:{{manifest:'a'}},"))),
        ),
        (
            "environments",
            format!("{{{one},environments:{{{}}}}}", list(20_000, &|at| format!("e{at}:{{}},"))),
        ),
        (
            "environments that extend one",
            format!(
                "{{{one},environments:{{{}}}}}",
                list(10_000, &|at| format!("e{at}:{{extends:['e0']}},"))
            ),
        ),
        (
            "settings",
            format!(
                "{{components:{{a:{{manifest:'a',set:{{{}}}}}}}}}",
                list(20_000, &|at| format!("k{at}:1,"))
            ),
        ),
        ("layers", format!("{{{one},shared:[{}]}}", list(20_000, &|at| format!("'l{at}',")))),
        ("unknown keys", format!("{{{one},{}}}", list(20_000, &|at| format!("k{at}:1,")))),
    ] {
        measure(&format!("product file of {name}"), HEAVY, text.len(), || {
            let (mut sources, mut report) = (Sources::new(), Report::new());
            let source = sources.add("p".into(), text.clone(), None);
            let document = syntax::parse(Format::Json5, &source, &mut report);
            let product = Product::read(&document, "p", &mut report);
            product.is_some() || report.has_errors()
        });
    }
}

/// Whole commands with their files: large values explained, evaluated and verified, and a batch of many lines.
fn commands() {
    let folder = tempfile::tempdir().unwrap();
    // A short name makes a line of a batch short.
    env::set_current_dir(folder.path()).unwrap();
    let run = |name: &str, bound: usize, size: usize, words: &[&str]| {
        let words = ["confc"].iter().chain(words).map(OsString::from);
        measure(name, bound, size, || assert_eq!(cli::run(words), cli::ExitStatus::Success));
    };
    let overridden = |at| format!("k{at:x}:{{$override:1}},");
    let overridden: String = (0..SIZE / 21).map(overridden).collect();
    let overridden = ("entries", format!("{{entries:{{{overridden}}}}}"));
    fs::write("m.cm", confc::declaration::encode(&vectors())).unwrap();
    for (name, text) in lists(Format::Json5).into_iter().chain([overridden]) {
        fs::write("l", &text).unwrap();
        let (size, expression) = (text.len(), format!("size({name})"));
        run(&format!("explain of {name}"), TEXT, size, &["explain", name, "m.cm", "l", "-o", "o"]);
        run(&format!("eval of {name}"), TEXT, size, &["eval", &expression, "m.cm", "l", "-o", "o"]);
        run(&format!("values of {name}"), TEXT, size, &["values", "m.cm", "l", "-o", "v.cvf"]);
        let size = usize::try_from(fs::metadata("v.cvf").unwrap().len()).unwrap();
        run(&format!("verify of {name}"), LOADED, size, &["verify", "m.cm", "v.cvf"]);
    }
    fs::write("m", "{}").unwrap();
    let lines = "check m\n".repeat(SIZE / 8);
    fs::write("jobs", &lines).unwrap();
    run("batch of checks", HEAVY, lines.len(), &["batch", "jobs"]);
}

/// What `values --patch` does with a patch that brings in all of a list.
fn patch(name: &str, declaration: &Declaration, layer: &str) {
    let config = declaration.config().unwrap();
    let layer = layer.strip_prefix('{').and_then(|layer| layer.strip_suffix('}')).unwrap();
    let (key, list) = layer.split_once(':').unwrap();
    let text = format!("[{{op:'replace',path:'/{key}',value:{list}}}]");
    measure(&format!("values --patch of {name}"), HEAVY, text.len(), || {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let source = sources.add("p".into(), text.clone(), None);
        let document = syntax::parse(Format::Json5, &source, &mut report);
        let patches = [ValuesPatch::read(config, &document, &|_| None, &mut report).unwrap()];
        let inputs = Inputs { patches: &patches, ..Inputs::default() };
        let resolved = resolve::resolve(config, &inputs, &|_| None, &mut report).unwrap();
        let bytes = plan::encode(config, resolved.values(), EmbeddedSchema::Include).unwrap();
        let names = ["p".to_owned()];
        let (layers, patches, default_places) = (&[], &names, &|_: &confc::value::ValuePath<'_>| None);
        let told = Provenance {
            config,
            resolved: &resolved,
            layers,
            patches,
            sources: &sources,
            default_places,
            others: &[],
        };
        (bytes, told.json().len())
    });
}

/// What `patch --set` does with a large text.
fn patched(name: &str, format: Format, text: &str) {
    let syntax = if format == Format::Yaml { Format::Yaml } else { Format::Json5 };
    measure(name, HEAVY, text.len(), || {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let source = sources.add("f".into(), text.into(), None);
        let resource = parse_lossless(syntax, &source, &mut report).unwrap();
        let mut patching = Patching { sources: &mut sources, report: &mut report, secrets: None };
        let edited = set::apply(&["/new=1".into()], &resource, &mut patching);
        edited.unwrap().text.len()
    });
}

/// What `fmt --check` does with a large text.
fn laid_out(name: &str, text: &str) {
    measure(&format!("fmt of {name}"), HEAVY, text.len(), || {
        let source = Sources::new().add("f".into(), text.into(), None);
        let document = parse_lossless(Format::Json5, &source, &mut Report::new()).unwrap();
        format(&document).unwrap().unified_diff("f").len()
    });
}

/// What `export` does with values of which few bytes are much text: the document has a limit, so this is counted by its
/// size and that of the values.
fn exports_take_what_their_text_takes() {
    let long = "k".repeat(60);
    let manifest = format!(
        "{{config:{{v:{{type:'vector',max_count:'MAX',element:{{type:'struct',fields:\
         {{{long}:{{type:'bool'}}}}}}}}}}}}"
    );
    let declaration = compiled(&manifest);
    let elements = (0..SIZE / 10).map(|at| Box::from([Value::Bool(at % 2 == 0)])).collect();
    let values = [Value::List(List::Struct(elements))];
    export_takes_what_its_text_takes("structs", &declaration, &values);
    let declaration = compiled("{config:{j:{type:'json',max_size:'MAX'}}}");
    let json = JsonText::new(format!("[{}[]]", "[],".repeat(SIZE / 3))).unwrap();
    export_takes_what_its_text_takes("JSON", &declaration, &[Value::Json(json)]);
}

fn export_takes_what_its_text_takes(name: &str, declaration: &Declaration, values: &[Value]) {
    let fields = SensitiveFields::Include;
    let documents = [
        DocumentFormat::Json,
        DocumentFormat::Yaml,
        DocumentFormat::Toml,
        DocumentFormat::Env,
        DocumentFormat::Properties,
    ];
    let documents = documents.map(|format| (format.name(), ExportTarget::Document(format, fields)));
    let messages = [ProtobufFormat::Binary, ProtobufFormat::Text(None)];
    let messages = messages.map(|format| (format.name(), ExportTarget::Message(format, fields)));
    let (config, names) = (declaration.config().unwrap(), VariableNames::default());
    let values = ExportedValues { values, file: &[] };
    for (format, target) in documents.into_iter().chain(messages) {
        let size = export(config, values, &target, &names).unwrap().bytes.len();
        measure(&format!("export of {name} as {format}"), 6, size, || {
            export(config, values, &target, &names).unwrap()
        });
    }
}

/// A document stops to grow where it could not be read back any more.
fn exports_have_a_limit() {
    let long = "k".repeat(64);
    let manifest = format!(
        "{{config:{{v:{{type:'vector',max_count:'MAX',element:{{type:'struct',fields:\
         {{{long}:{{type:'bool'}}}}}}}}}}}}"
    );
    let declaration = compiled(&manifest);
    let element: Box<[Value]> = Box::from([Value::Bool(true)]);
    let elements = |count| [Value::List(List::Struct(vec![element.clone(); count].into()))];
    let fields = SensitiveFields::Include;
    for (target, values, limit) in [
        (ExportTarget::Document(DocumentFormat::Toml, fields), elements(250_000), 16 << 20),
        (ExportTarget::Message(ProtobufFormat::Text(None), fields), elements(1_000_000), 64 << 20),
    ] {
        let values = ExportedValues { values: &values, file: &[] };
        let refused = measure("export that is too large", 3, limit, || {
            export(declaration.config().unwrap(), values, &target, &VariableNames::default()).unwrap_err()
        });
        assert!(matches!(refused[..], [ExportError::TooLarge(_)]), "{refused:?}");
    }
}

/// What `init` does with values in which every few bytes are a key or an element.
fn drafts() {
    let keys: String = (0..SIZE / 10).map(|at| format!("a{at}: 1\n")).collect();
    let elements = format!("{{\"v\":[{}{{}}]}}", "{\"a\":1},".repeat(SIZE / 8));
    let entries: String = (0..SIZE / 10).map(|at| format!("\"x.{at}\":1,")).collect();
    let entries = format!("{{\"m\":{{{entries}\"a\":1}}}}");
    for (name, format, text) in [
        ("keys", Format::Yaml, keys),
        ("elements", Format::Json, elements),
        ("entries", Format::Json, entries),
    ] {
        measure(&format!("init from {name}"), TEXT, text.len(), || {
            let mut report = Report::new();
            let source = Sources::new().add("f".into(), text.clone(), None);
            let document = syntax::parse(format, &source, &mut report);
            draft(&[&document], &[], &DraftOptions::default(), &mut report).unwrap()
        });
    }
}
