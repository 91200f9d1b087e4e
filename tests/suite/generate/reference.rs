//! The reference page that is generated in Markdown, as an independent parser of CommonMark understands it:
//! what users wrote is text in it, whatever they wrote.

use crate::support::arbitrary;
use crate::support::random::{self, Tally};
use crate::values::seal_unchecked;
use confc::declaration::{Config, Declaration};
use confc::diagnostic::Report;
use confc::generate::{Target, generate};
use confc::text::escape;
use confc::types::{Component, Field, Type, Variant};
use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// What is markup to somebody.
const MARKUP: &[&str] = &[
    "<script>",
    "</",
    "<!--",
    "-->",
    "`",
    "``",
    "```",
    "~~~",
    "#",
    "##",
    "-",
    "- ",
    "+",
    "*",
    "**",
    "_",
    "=",
    "===",
    "---",
    "1.",
    "2)",
    "[a](b)",
    "![a](b)",
    "[a]: b",
    "<http://a>",
    "|",
    "| - |",
    ">",
    "\\",
    "&lt;",
    "&#60;",
    "&",
    ":",
    "!",
    "$",
    "{",
    "}",
    "~",
    "~~",
    "    ",
    "\t",
    " ",
    "\n",
    "\n\n",
    "a",
    "b_c",
    "\r",
    "\u{0}",
    "\u{202e}",
    "\u{a0}",
    "é",
    "a@b.c",
    "www.a.b",
    "[^1]",
    "[^1]:",
    "\\\n",
    "  \n",
    "[ ]",
    "+++",
];

fn markup() -> impl Strategy<Value = String> {
    proptest::collection::vec(select(MARKUP), 0..12).prop_map(|parts| parts.concat())
}

/// The words of a text as they are shown, where white space counts for nothing.
fn words(text: &str) -> Vec<String> {
    let text = escape::plain(&text.replace(['\t', '\r', '\n'], " ")).to_string();
    text.split_whitespace().map(str::to_owned).collect()
}

/// What a parser makes of a page: its headings, and the text behind each that stands in no list.
fn read(page: &str, options: Options) -> Result<Vec<(String, String)>, String> {
    let mut sections: Vec<(String, String)> = Vec::new();
    let (mut in_heading, mut in_list) = (false, 0);
    for event in Parser::new_ext(page, options) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                in_heading = true;
                sections.push(Default::default());
            }
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Start(Tag::List(None)) => in_list += 1,
            Event::End(TagEnd::List(_)) => in_list -= 1,
            Event::Start(Tag::Paragraph | Tag::Item | Tag::Strong)
            | Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::Strong) => {
                sections.last_mut().ok_or("text before the title")?.1.push('\n');
            }
            Event::Text(text) | Event::Code(text) => {
                let (heading, body) = sections.last_mut().ok_or("text before the title")?;
                match (in_heading, in_list) {
                    (true, _) => heading.push_str(&text),
                    (false, 0) => body.push_str(&text),
                    (false, _) => {}
                }
            }
            Event::SoftBreak => sections.last_mut().ok_or("text before the title")?.1.push('\n'),
            other => return Err(format!("unexpected: {other:?}")),
        }
    }
    Ok(sections)
}

/// The name of a variant as the page shows it: in quotes if it would look like another.
fn named(variant: &Variant) -> String {
    let name = variant.name.as_str();
    let literal = escape::literal(name).to_string();
    match name.trim() != name || literal.len() != name.len() + 2 || name.is_empty() {
        true => literal,
        false => name.to_owned(),
    }
}

/// Every path that has a section, in order, with what is said there in words.
fn expected(fields: &[Field], within: &str, sections: &mut Vec<(String, Vec<String>)>) {
    for field in fields {
        let path = format!("{within}{}", field.key);
        let mut said = Vec::new();
        if let Some(why) = &field.deprecated {
            said.push("Deprecated:".to_owned());
            said.extend(words(why));
        }
        said.extend(field.doc.as_deref().map(words).unwrap_or_default());
        expected_type(&field.ty, path, said, sections);
    }
}

/// The section of a field or case, and the sections of its members and cases.
fn expected_type(ty: &Type, path: String, mut said: Vec<String>, sections: &mut Vec<(String, Vec<String>)>) {
    let (mut keys, mut list) = (Vec::new(), String::new());
    let mut single = ty;
    while let Some(contents) = single.contents() {
        keys.extend(if let Type::Map(map) = single { map.key().variants() } else { &[] });
        list += "[]";
        single = contents;
    }
    for variant in keys.into_iter().chain(ty.variants()) {
        let doc = variant.doc.as_deref().map(words).filter(|doc| !doc.is_empty());
        said.extend(doc.into_iter().flat_map(|doc| [words(&format!("{}:", named(variant))), doc].concat()));
    }
    sections.push((path.clone(), said));
    expected(ty.members(), &format!("{path}{list}."), sections);
    for case in single.cases() {
        let said = case.doc.as_deref().map(words).unwrap_or_default();
        expected_type(&case.ty, format!("{path}{list}.{}", case.name), said, sections);
    }
}

fn page(config: &Config, title: &str) -> String {
    let files = generate(&Target::Markdown(title.into()), config, &|_| None, &mut Report::new());
    let Some([file]) = files.as_deref() else { panic!("one file") };
    assert!(file.text.ends_with('\n') && !file.text.ends_with("\n\n") && !file.text.contains("\n\n\n"));
    assert!(!file.text.chars().any(|c| c != '\n' && escape::is_unsafe(c)));
    file.text.clone()
}

/// What a page says is what was written, with and without what parsers add to CommonMark.
fn check(declaration: &Declaration, title: &str) -> Result<(), String> {
    let config = declaration.config().expect("a schema");
    let page = page(config, title);
    let mut sections = Vec::new();
    expected(config.fields(), "", &mut sections);
    let extensions = Options::all() - Options::ENABLE_SMART_PUNCTUATION;
    for options in [Options::empty(), extensions] {
        let found = read(&page, options).map_err(|error| format!("{error} in\n{page}"))?;
        let (head, found) = found.split_first().ok_or("no title")?;
        let found: Vec<_> = found.iter().map(|(path, text)| (path.clone(), words(text))).collect();
        if words(&head.0) != words(title) || found != sections {
            return Err(format!("{head:?} {found:?}\nexpected {title:?} {sections:?}\nin\n{page}"));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(random::cases(256))]

    #[test]
    fn any_schema_has_its_page(schema in arbitrary::schema()) {
        let declaration = Declaration::seal(Component::default(), Some(schema)).unwrap();
        let result = check(&declaration, "Configuration");
        prop_assert!(result.is_ok(), "{}", result.unwrap_err());
    }

    #[test]
    fn whatever_users_write_is_text(title in markup(), doc in markup(), why in markup(), key in arbitrary::key()) {
        let given = |text: &str| (!text.is_empty()).then(|| text.into());
        let field = Field { doc: given(&doc), deprecated: given(&why), ..Field::new(key, Type::Bool) };
        let title = format!("a {title}");
        prop_assert_eq!(check(&seal_unchecked(vec![field]), &title), Ok(()));
    }
}

#[test]
fn any_default_is_shown_as_it_is_written() {
    let tally = Tally::default();
    proptest!(random::cases(256), |(field in arbitrary::field(1), secret in proptest::bool::ANY)| {
        let field = Field { sensitive: secret, ..field };
        let declaration = seal_unchecked(vec![field.clone()]);
        let page = page(declaration.config().expect("a schema"), "a");
        let spans: Vec<String> = Parser::new(&page).filter_map(|event| match event {
            Event::Code(text) => Some(text.into_string()),
            _ => None,
        }).collect();
        tally.count(field.default.is_some());
        if let Some(default) = &field.default {
            let shown = escape::plain(&field.ty.show(default).to_string()).to_string();
            let default = page.contains("\n- Default: `");
            prop_assert_eq!(default, !secret);
            prop_assert!(secret || spans.contains(&shown), "{shown} in {spans:?}");
        }
    });
    tally.demand(20, 20);
}

#[test]
fn a_default_with_a_secret_in_it_is_not_shown() {
    let manifest = r#"{ config: {
        a: { type: "struct", default: { b: "hidden" }, fields: { b: { type: "string", max_size: 9, sensitive: true } } },
        c: { type: "struct", sensitive: true, fields: { d: { type: "string", max_size: 9, default: "hidden" } } },
        e: { type: "union", sensitive: true, cases: {
            f: { type: "bool" }, g: { type: "struct", fields: { h: { type: "string", max_size: 9, default: "hidden" } } },
        } },
    } }"#;
    let compiled = crate::support::pipeline::Compiled::of(manifest);
    let page = page(compiled.declaration().config().expect("a schema"), "a");
    assert!(!page.contains("hidden") && page.matches("set, but not shown").count() == 3, "{page}");
    assert!(page.contains("- Default: `{ b: <set> }`"), "{page}");
}
