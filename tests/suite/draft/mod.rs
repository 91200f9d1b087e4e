//! What `confc init` drafts compiles, and so does what it was drafted from; or it says why there is no draft.

mod corpus;
mod products;
mod schemas;

use crate::support::command::{Answer, CONFC, Workspace};
use crate::support::random::{Random, Tally, attempts};
use confc::compilation::Compilation;
use confc::declaration::Declaration;
use confc::diagnostic::{Code, Report};
use confc::draft::{Draft, DraftOptions, KeyNaming, draft, starter};
use confc::edit;
use confc::export::{DocumentFormat, ExportTarget, ExportedValues, SensitiveFields, VariableNames, export};
use confc::syntax::{self, Document, Format, Kind, Node, parse};
use confc::text::Sources;
use confc_core::values::load;
use std::collections::{BTreeMap, BTreeSet};

/// A name whose ending says the format, and a text.
type TextFile = (String, String);

fn named(naming: KeyNaming) -> DraftOptions {
    DraftOptions { naming, ..DraftOptions::default() }
}

/// A draft from files, or the codes of what is wrong.
fn drafted(files: &[TextFile], naming: KeyNaming) -> Result<Draft, BTreeSet<Code>> {
    let (mut sources, mut report) = (Sources::new(), Report::new());
    let mut documents: Vec<Document> = Vec::new();
    for (name, text) in files {
        let source = sources.add(name.clone(), text.clone(), None);
        documents.push(parse(Format::of(name).unwrap(), &source, &mut report));
    }
    let is_whole = documents.iter().all(Document::is_complete);
    let sources: Vec<_> = documents.iter().collect();
    let drafted = if is_whole { draft(&sources, &[], &named(naming), &mut report) } else { None };
    assert_eq!(
        drafted.is_none(),
        report.has_errors(),
        "there is no draft with an error, and only so\n{files:?}"
    );
    drafted.ok_or_else(|| report.sorted().iter().map(|found| found.code()).collect())
}

/// Makes sure that a draft compiles, that each of the files compiles against it, and that an export gives the file back.
#[track_caller]
fn check(draft: &Draft, files: &[TextFile]) {
    let mut compilation = Compilation::new();
    let Some(manifest) = compilation.manifest("draft.cml", draft.manifest.as_str()) else {
        panic!("{}\n{}\n{files:?}", compilation.diagnostics(), draft.manifest)
    };
    for ((name, text), renamed) in files.iter().zip(&draft.renamed) {
        let text = renamed.as_deref().unwrap_or(text);
        let Some(bytes) = compilation.values(&manifest, [(name.as_str(), text)]) else {
            panic!("{}\n{}\n{name}:\n{text}", compilation.diagnostics(), draft.manifest);
        };
        let exported = exported(manifest.declaration(), &bytes);
        let [given, back] = [(Format::of(name).unwrap(), text), (Format::Json, &exported)].map(content);
        // A value of an environment file is text, whatever the field is called.
        let is_environment = name.ends_with(".env");
        assert!(is_environment || given == back, "{given}\n{back}\n{}\n{text}", draft.manifest);
    }
}

/// The values of a value file as JSON.
fn exported(declaration: &Declaration, bytes: &[u8]) -> String {
    let values = load(declaration, bytes).unwrap();
    let target = ExportTarget::Document(DocumentFormat::Json, SensitiveFields::Include);
    let values = ExportedValues { values: values.values(), file: &[] };
    let exported = export(declaration.config().unwrap(), values, &target, &VariableNames::default());
    String::from_utf8(exported.unwrap().bytes).unwrap()
}

/// What a text says: members in order, and numbers by amount.
fn content((format, text): (Format, &str)) -> String {
    fn of(node: Node<'_>) -> String {
        match node.kind() {
            Kind::Null | Kind::Invalid => "null".into(),
            Kind::True | Kind::False => format!("{}", node.kind() == Kind::True),
            Kind::Number => match node.numeral().parse::<i128>() {
                Ok(integer) => integer.to_string(),
                Err(_) => {
                    let float: f64 = node.numeral().parse().unwrap();
                    if float.fract() == 0.0 { format!("{float:.0}") } else { float.to_string() }
                }
            },
            Kind::String => format!("{:?}", node.text()),
            Kind::Array => format!("[{}]", node.elements().map(of).collect::<Vec<_>>().join(",")),
            Kind::Object => {
                let members: BTreeMap<_, _> =
                    node.members().map(|(key, value)| (key.text(), of(value))).collect();
                format!("{members:?}")
            }
        }
    }
    let source = Sources::new().add("text".into(), text.into(), None);
    of(parse(format, &source, &mut Report::new()).root().unwrap())
}

/// A value of a document.
#[derive(Debug, Clone)]
enum Literal {
    Scalar(&'static str),
    List(Vec<Self>),
    Object(Vec<(&'static str, Self)>),
}

const KEYS: &[&str] = &[
    "a", "b", "c", "host", "port", "max_size", "password", "maxConns", "use-tls", "X_Y", "a.b/c", "größe",
    "1st", "$set", "on", "",
];

const SCALARS: &[&str] = &[
    "0",
    "1",
    "-1",
    "17",
    "65536",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "1.5",
    "1e3",
    "-0.25",
    "true",
    "false",
    "\"\"",
    "\"x\"",
    "\"yes\"",
    "\"2020-01-01\"",
    "\"a longer text, of more than 16 bytes\"",
    "\"ü\\n\"",
    "null",
];

fn literal(random: &mut Random, depth: usize) -> Literal {
    let kinds = if depth == 0 { 1 } else { 8 };
    match random.below(kinds) {
        0..=5 => Literal::Scalar(random.pick(SCALARS)),
        6 => {
            // Most lists are of one kind.
            let one = literal(random, depth - 1);
            let count = random.below(4);
            let list =
                (0..count).map(|_| if random.once_in(12) { literal(random, depth - 1) } else { one.clone() });
            Literal::List(list.collect())
        }
        _ => object(random, depth - 1),
    }
}

fn object(random: &mut Random, depth: usize) -> Literal {
    let mut keys = BTreeSet::new();
    // Most keys are keys of fields.
    let likely = if random.once_in(3) { KEYS.len() } else { 7 };
    let count = random.below(5);
    let members = (0..count).map(|_| KEYS[random.below(likely)]).collect::<Vec<_>>();
    let members = members.into_iter().filter(|key| keys.insert(*key)).collect::<Vec<_>>();
    Literal::Object(members.into_iter().map(|key| (key, literal(random, depth))).collect())
}

/// The same document with some other scalars of the same look.
fn varied(random: &mut Random, literal: &Literal) -> Literal {
    match literal {
        Literal::Scalar(text) if text.starts_with('"') => Literal::Scalar("\"another text\""),
        Literal::Scalar(text) => Literal::Scalar(text),
        Literal::List(list) => Literal::List(list.iter().map(|one| varied(random, one)).collect()),
        Literal::Object(members) => {
            let kept = members.iter().filter(|_| !random.once_in(6)).cloned().collect::<Vec<_>>();
            Literal::Object(kept.into_iter().map(|(key, value)| (key, varied(random, &value))).collect())
        }
    }
}

/// In a format: the root as its members, all below it between brackets.
fn written(format: Format, root: &Literal) -> String {
    let Literal::Object(members) = root else { panic!("a root is an object") };
    if format == Format::Json || members.is_empty() {
        return if format == Format::Toml { String::new() } else { inline(format, root) };
    }
    let between = if format == Format::Toml { " = " } else { ": " };
    let line = |(key, value): &(&str, Literal)| format!("{key:?}{between}{}\n", inline(format, value));
    members.iter().map(line).collect()
}

fn inline(format: Format, literal: &Literal) -> String {
    let between = if format == Format::Toml { " = " } else { ": " };
    match literal {
        Literal::Scalar("null") if format == Format::Toml => "\"\"".into(),
        Literal::Scalar(text) => (*text).into(),
        Literal::List(list) => {
            let list: Vec<_> = list.iter().map(|one| inline(format, one)).collect();
            format!("[{}]", list.join(", "))
        }
        Literal::Object(members) => {
            let members =
                members.iter().map(|(key, value)| format!("{key:?}{between}{}", inline(format, value)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
    }
}

#[test]
fn a_draft_and_its_files_compile() {
    let (plain, renamed) = (Tally::default(), Tally::default());
    attempts(1500, |random| {
        let root = object(random, 3);
        let files: Vec<TextFile> = (0..1 + random.below(3))
            .map(|at| {
                let (ending, format) =
                    *random.one_of(&[("json", Format::Json), ("yaml", Format::Yaml), ("toml", Format::Toml)]);
                let one = varied(random, &root);
                (format!("f{at}.{ending}"), written(format, &one))
            })
            .collect();
        for (naming, tally) in [(KeyNaming::Keep, &plain), (KeyNaming::Rename, &renamed)] {
            match drafted(&files, naming) {
                Ok(draft) => {
                    tally.count(true);
                    assert!(naming == KeyNaming::Rename || draft.renamed.iter().all(Option::is_none));
                    check(&draft, &files);
                }
                Err(codes) => {
                    tally.count(false);
                    let is_said = |code: &Code| ("E0850"..="E0856").contains(&code.name());
                    assert!(codes.iter().all(is_said), "{codes:?}\n{files:?}");
                }
            }
        }
    });
    plain.demand(50, 5);
    renamed.demand(40, 5);
}

#[test]
fn the_starter_compiles_in_the_canonical_layout() {
    let mut compilation = Compilation::new();
    assert!(compilation.manifest("starter.cml", starter()).is_some(), "{}", compilation.diagnostics());
    assert_eq!(compilation.diagnostics(), "");
    let source = Sources::new().add("starter.cml".into(), starter().into(), None);
    let document = syntax::json5::parse(&source, &mut Report::new());
    assert!(!edit::format(&document).unwrap().is_changed());
}

#[test]
fn no_secret_comes_into_a_draft() {
    let text = "# Until March it was swordfish.\npassword: hunter2\ndb: { auth_token: hunter2, host: x }\n\
                pins: [hunter2]\ncredentials: { a/b: hunter2, c: x }\n";
    let draft = drafted(&[("a.yaml".into(), text.into())], KeyNaming::Keep).unwrap();
    assert!(
        !draft.manifest.contains("hunter2") && !draft.manifest.contains("swordfish"),
        "{}",
        draft.manifest
    );
    assert_eq!(draft.manifest.matches("sensitive: true").count(), 4, "{}", draft.manifest);
    assert!(!draft.manifest.contains("7 bytes"), "{}", draft.manifest);
}

#[test]
fn an_environment_file_is_all_strings() {
    let files = [("app.env".into(), "# c\n\nexport A_B=\"x y\"\nC='1'\r\nE=a=b # d\nF=\n".into())];
    let draft = drafted(&files, KeyNaming::Keep).unwrap();
    assert_eq!(draft.manifest.matches("type: \"string\"").count(), 4, "{}", draft.manifest);
    check(&draft, &files);
}

#[test]
fn nothing_of_a_base_becomes_optional_by_what_an_overlay_leaves_out() {
    let base = "a: 1\nb: { c: x, d: { e: true }, f: [1] }\ng: [{ h: 1, i: 2 }]\n";
    for overlay in ["{}", "a: 2", "b: {}", "b: { d: {} }", "b: { c: y }\na: 3", "g: []", "b: { f: [] }"] {
        let (mut sources, mut report) = (Sources::new(), Report::new());
        let documents = [base, overlay].map(|text| {
            let source = sources.add("a.yaml".into(), text.into(), None);
            parse(Format::Yaml, &source, &mut report)
        });
        let [base, overlay] = &documents;
        let draft = draft(&[base], &[overlay], &named(KeyNaming::Keep), &mut report).unwrap();
        assert!(!draft.manifest.contains("optional"), "{overlay:?}\n{}", draft.manifest);
    }
}

#[test]
fn names_of_variables_are_renamed_in_their_place() {
    let text = "# c\nmy-key=1\nhttp_proxy=a # b\nOK=\n";
    let files = [(".env".into(), text.into())];
    let codes = drafted(&files, KeyNaming::Keep).unwrap_err();
    assert_eq!(codes.iter().map(|code| code.name()).collect::<Vec<_>>(), ["E0850"]);
    let draft = drafted(&files, KeyNaming::Rename).unwrap();
    assert_eq!(draft.renamed[0].as_deref(), Some("# c\nMY_KEY=1\nHTTP_PROXY=a # b\nOK=\n"));
    check(&draft, &files);
    // The last of two lines would win, or the first: that is not for confc to say.
    let codes = drafted(&[(".env".into(), "A=1\nA=2\n".into())], KeyNaming::Keep).unwrap_err();
    assert_eq!(codes.iter().map(|code| code.name()).collect::<Vec<_>>(), ["E0111"]);
}

#[cfg(unix)]
#[test]
fn a_product_names_only_files_that_it_finds_again() {
    let space = Workspace::new().with("real/deep/.keep", "").with("real/up.yaml", "z: 1\n");
    std::os::unix::fs::symlink("real/deep", space.path("link")).unwrap();
    let answer = space.confc(&["init", "--product", "p.product.json5", "web=link/../up.yaml"]);
    answer.says(2, "a product cannot name `link/../up.yaml`");
    let space = space.with("a#/values.yaml", "z: 1\n");
    let mut command = space.command(CONFC, &["init", "--product", "../p.product.json5", "web=values.yaml"]);
    let answer = Answer::of(command.current_dir(space.path("a#")));
    answer.says(2, "from its folder, `a#/values.yaml` does not lead to it");
    assert!(!space.exists("web.cml") && !space.exists("p.product.json5"));
}

#[test]
fn no_secret_comes_into_a_message() {
    let space = Workspace::new();
    let texts = [
        ("a.yaml", "$x: 1\npassword: hunter2 # hunter2\nx: [yes, 1]\nauthToken: { hunter2: hunter2 }\n"),
        ("b.yaml", "{ $x: 1, password: [hunter2, 1], token:: {hunter2} }\n"),
        ("c.json", "{ \"$x\": 1, \"secrets\": { \"a b\": \"hunter2\", \"c\": [[\"hunter2\"]] } }"),
        ("d.toml", "'$x' = 1 # hunter2\npassword = ['hunter2', 1]\n[db.credentials]\n'x y' = 'hunter2'\n"),
        ("e.json5", "{ $x: 1, /* hunter2 */ pin: { $x: 'hunter2' } }"),
        ("f.yaml", "password: hunter2: x\nfooBar: [\n"),
        ("g.env", "A B\nhunter2\nPASSWORD=hunter2\npassword=hunter2\n"),
        ("h.yaml", "kind: ConfigMap\ndata:\n  a.yaml: |\n    $x: 1\n    token: hunter2 # hunter2\n"),
    ];
    texts.iter().for_each(|(name, text)| space.write(name, text));
    for (name, _) in texts {
        let path = if name == "h.yaml" { "h.yaml#/data/a.yaml" } else { name };
        for form in ["text", "short", "json", "sarif", "github"] {
            let answer = space.confc(&["init", "--from", path, "-o", "-", "--message-format", form]);
            assert!(!(answer.stdout + &answer.stderr).contains("hunter2"), "{name}, {form}");
            assert_eq!(answer.status, Some(1), "{name}");
        }
    }
}
