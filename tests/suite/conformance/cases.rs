//! The cases: requests to a client, with the loader's answers.

use super::answers::{bytes, loaded, plain, string};
use super::declarations::Declared;
use super::drawn::{NOT_CANONICAL, Size, TEXTS, TO_REPLACE, loosened, values};
use super::embedded;
use super::tree::{self, Content, Field as Part};
use crate::support::random::Random;
use crate::values::unchecked;
use crate::wire::sealed;
use confc::plan::{EmbeddedSchema, encode};
use confc::types::{Field, Type, Value};

/// The size of the integrity at the end of a file.
const INTEGRITY: usize = 35;

/// A request, with its answer.
pub(super) struct Case {
    /// The position of the declaration.
    pub(super) declaration: usize,
    /// The operation and its arguments.
    pub(super) request: String,
    pub(super) answer: String,
}

impl Case {
    /// Reads a line of `cases.txt`.
    pub(super) fn read(line: &str) -> Option<Self> {
        let (_, case) = line.split_once(' ')?;
        let (request, answer) = case.split_once(" => ")?;
        let (declaration, request) = request.split_once(' ')?;
        let declaration = declaration.strip_prefix('d')?.parse().ok()?;
        Some(Self { declaration, request: request.into(), answer: answer.into() })
    }
}

/// Prints the request and the expected answer, without the number of the case: `d007 load =0a… => decode`.
impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "d{:03} {} => {}", self.declaration, self.request, self.answer)
    }
}

/// The size of a corpus.
#[derive(Clone, Copy)]
pub(super) struct CorpusSize {
    /// The number of cases for each declaration.
    pub(super) each: usize,
    /// The most bytes of a request with its answer.
    pub(super) longest: usize,
    /// The same limit for requests with an altered embedded schema, whose answers list differences.
    pub(super) longest_embedded: usize,
    /// Returns the random choices of the stream with a number.
    pub(super) stream: fn(u64) -> Random,
}

/// Cases for all declarations, and the flips and cuts of five files.
pub(super) fn cases(declarations: &[Declared], size: CorpusSize) -> Vec<Case> {
    let CorpusSize { each, stream, .. } = size;
    let files: Vec<Vec<Part>> = declarations
        .iter()
        .enumerate()
        .filter_map(|(n, declared)| tree::parse(content(&any(declared, &mut stream(1_000 + n as u64))?), 0))
        .collect();
    let mut all = Vec::new();
    for n in 0..declarations.len() {
        let writer =
            Writer { declarations, files: &files, at: n, random: stream(n as u64), size, all: &mut all };
        writer.write(each);
    }
    let small = |case: &&Case| {
        case.request.starts_with("load ")
            && case.answer.starts_with("ok")
            && (300..2_000).contains(&case.request.len())
    };
    let mut whole: Vec<Case> = Vec::new();
    for case in all.iter().filter(small) {
        if whole.len() < 10 && whole.iter().all(|other| other.declaration != case.declaration) {
            let file = case.request.trim_start_matches("load ");
            for op in ["flips", "cuts"] {
                let (request, answer) = (format!("{op} {file}"), "accepted 0".into());
                whole.push(Case { declaration: case.declaration, request, answer });
            }
        }
    }
    all.extend(whole);
    all
}

/// The bytes of a file before its integrity.
pub(super) fn content(file: &[u8]) -> &[u8] {
    &file[..file.len() - INTEGRITY]
}

/// A file of a declaration.
fn any(declared: &Declared, random: &mut Random) -> Option<Vec<u8>> {
    let values = values(declared.fields(), Size::Any, random)?;
    Some(unchecked(&declared.declaration, &values, EmbeddedSchema::Include))
}

struct Writer<'d, 'o> {
    declarations: &'d [Declared],
    files: &'d [Vec<Part>],
    at: usize,
    random: Random,
    size: CorpusSize,
    all: &'o mut Vec<Case>,
}

impl<'d> Writer<'d, '_> {
    fn declared(&self) -> &'d Declared {
        &self.declarations[self.at]
    }

    fn fields(&self) -> &'d [Field] {
        self.declared().fields()
    }

    fn push(&mut self, request: String, answer: String) {
        self.push_up_to(self.size.longest, request, answer);
    }

    fn push_up_to(&mut self, longest: usize, request: String, answer: String) {
        if request.len() + answer.len() <= longest {
            self.all.push(Case { declaration: self.at, request, answer });
        }
    }

    fn load(&mut self, file: &[u8]) {
        self.push(format!("load {}", bytes(file)), loaded(&self.declared().declaration, file, Vec::new()));
    }

    fn values(&mut self, size: Size) -> Option<Vec<Value>> {
        values(self.fields(), size, &mut self.random)
    }

    /// The file with these values, which need not fit.
    fn file(&self, values: &[Value]) -> Vec<u8> {
        let declaration = &self.declared().declaration;
        let config = declaration.config().expect("a schema");
        let encoded = || encode(config, values, EmbeddedSchema::Omit).ok();
        encoded().unwrap_or_else(|| unchecked(declaration, values, EmbeddedSchema::Omit))
    }

    fn write(mut self, each: usize) {
        let declared = self.declared();
        let checksum = declared.declaration.config().expect("a schema").checksum().to_string();
        self.push("checksum".into(), format!("ok {}", string(&checksum)));
        let others = self.all.len();
        for size in [Size::Least, Size::Most] {
            let Some(values) = self.values(size) else { continue };
            self.load(&unchecked(&declared.declaration, &values, EmbeddedSchema::Include));
        }
        self.of_others();
        for _ in 0..10 * each {
            if self.all.len() >= others + each {
                break;
            }
            let Some(values) = self.values(Size::Any) else { break };
            if self.random.once_in(3) && self.fields().iter().any(|field| field.mutability.parent) {
                self.overridden(&values);
                continue;
            }
            match self.random.below(10) {
                0 => self.load(&self.file(&values)),
                1 => self.plain(&values),
                2 => self.overridden(&values),
                3 | 4 => self.loosened(values),
                5 => self.near_missed(values),
                6 | 7 => self.embedded(&values),
                _ => self.mutated(),
            }
        }
    }

    /// Files for other interfaces, and values of other interfaces under the checksum of this one.
    fn of_others(&mut self) {
        let count = self.declarations.len();
        let other = &self.declarations[(self.at + 1 + self.random.below(count - 1)) % count];
        let next = &self.declarations[(self.at + 1) % count];
        let mut files = Vec::new();
        for (declared, embedded_schema) in
            [(other, EmbeddedSchema::Include), (next, EmbeddedSchema::Include), (other, EmbeddedSchema::Omit)]
        {
            let Some(values) = values(declared.fields(), Size::Any, &mut self.random) else { continue };
            let config = declared.declaration.config().expect("a schema");
            if let Ok(file) = encode(config, &values, embedded_schema) {
                files.push(file);
            } else {
                files.push(unchecked(&declared.declaration, &values, embedded_schema));
            }
        }
        files.iter().for_each(|file| self.load(file));
        // The values of another interface, one value too many, and no values.
        let alone = unchecked(&self.declared().declaration, &[], EmbeddedSchema::Omit);
        let mut counts = vec![Vec::new()];
        if let (Some(own), Some(others)) =
            (self.values(Size::Any), values(other.fields(), Size::Any, &mut self.random))
        {
            let of = |declared: &Declared, values: &[Value]| {
                let file = unchecked(&declared.declaration, values, EmbeddedSchema::Omit);
                file[..file.len() - alone.len()].to_vec()
            };
            let (own, others) = (of(self.declared(), &own), of(other, &others));
            counts.extend([others.clone(), [own, others].concat()]);
        }
        for values in counts {
            self.load(&sealed(&[&values[..], content(&alone)].concat()));
        }
    }

    fn plain(&mut self, values: &[Value]) {
        let file = self.file(values);
        if let Some(answer) = plain(&self.declared().declaration, &file) {
            self.push(format!("json {}", bytes(&file)), answer);
        } else {
            self.load(&file);
        }
    }

    /// Overrides that fit, that clear a value, that do not fit, and that name unknown fields.
    fn overridden(&mut self, values: &[Value]) {
        let open: Vec<usize> = (0..values.len()).filter(|at| self.fields()[*at].mutability.parent).collect();
        let Some(mut given) = self.values(Size::Any) else { return };
        let closed: Vec<&str> = self
            .fields()
            .iter()
            .filter(|field| !field.mutability.parent)
            .map(|field| field.key.as_str())
            .collect();
        let (mut keys, mut overrides) = (Vec::new(), Vec::new());
        for at in open {
            let field = &self.fields()[at];
            match self.random.below(4) {
                0 => {}
                1 if field.optional => {
                    keys.push(format!("-{}", field.key));
                    overrides.push((field.key.as_str(), Value::Absent));
                }
                _ => {
                    let value = std::mem::replace(&mut given[at], Value::Absent);
                    let sign = if value.is_absent() { "-" } else { "" };
                    keys.push(format!("{sign}{}", field.key));
                    overrides.push((field.key.as_str(), value));
                }
            }
        }
        if keys.is_empty() && self.random.once_in(3) {
            return self.load(&self.file(values));
        }
        if self.random.once_in(8) || keys.is_empty() {
            // The parent may not override this field, or it does not exist. A typed client cannot express
            // that.
            let key = if closed.is_empty() || self.random.once_in(3) {
                "nothing"
            } else {
                self.random.one_of(&closed)
            };
            keys.push(key.into());
            overrides.push((key, Value::Absent));
        }
        let Some(others) = self.values(Size::Any) else { return };
        let from: Vec<Value> = self
            .fields()
            .iter()
            .zip(others)
            .map(|(field, other)| {
                let given =
                    overrides.iter().find(|(key, value)| *key == field.key.as_str() && !value.is_absent());
                given.map_or(other, |(_, value)| value.clone())
            })
            .collect();
        let (file, from) = (self.file(values), self.file(&from));
        if !loaded(&self.declared().declaration, &from, Vec::new()).starts_with("ok") {
            return self.load(&file);
        }
        let answer = loaded(&self.declared().declaration, &file, overrides);
        self.push(
            format!("override {} {} {}", bytes(&file), bytes(&from), keys.join(" ")).trim_end().into(),
            answer,
        );
    }

    /// A value just outside the limits of its type.
    fn loosened(&mut self, mut values: Vec<Value>) {
        let at = self.random.below(values.len());
        values[at] = loosened(&self.fields()[at].ty, &values[at], &mut self.random);
        let file = unchecked(&self.declared().declaration, &values, EmbeddedSchema::Omit);
        let mut parts = tree::parse(content(&file), 0).expect("it is protobuf");
        self.replace_json(&mut parts);
        self.load(&sealed(&tree::write(&parts)));
    }

    /// A file with an altered embedded schema.
    fn embedded(&mut self, values: &[Value]) {
        let file = unchecked(&self.declared().declaration, values, EmbeddedSchema::Include);
        let file = embedded::altered(content(&file), &mut self.random);
        let answer = loaded(&self.declared().declaration, &file, Vec::new());
        self.push_up_to(self.size.longest_embedded, format!("load {}", bytes(&file)), answer);
    }

    /// Replaces [`TO_REPLACE`] by texts that are not canonical JSON.
    fn replace_json(&mut self, parts: &mut [Part]) {
        for part in parts {
            match &mut part.content {
                Content::Message(parts) => self.replace_json(parts),
                Content::Bytes(bytes) if bytes == TO_REPLACE.as_bytes() => {
                    *bytes = self.random.one_of(NOT_CANONICAL).as_bytes().to_vec();
                }
                Content::Bytes(_) | Content::Varint(_) | Content::Fixed64(_) | Content::Fixed32(_) => {}
            }
        }
    }

    /// A text that a pattern may not match, if there is a string.
    fn near_missed(&mut self, mut values: Vec<Value>) {
        let strings: Vec<usize> =
            (0..values.len()).filter(|at| matches!(self.fields()[*at].ty, Type::String(_))).collect();
        if strings.is_empty() {
            return self.mutated();
        }
        let at = *self.random.one_of(&strings);
        values[at] = Value::String((*self.random.one_of(TEXTS)).into());
        self.load(&unchecked(&self.declared().declaration, &values, EmbeddedSchema::Omit));
    }

    /// A file with a changed structure and a valid integrity.
    fn mutated(&mut self) {
        let Some(values) = self.values(Size::Any) else { return self.load(&sealed(&[])) };
        let embedded_schema =
            if self.random.once_in(4) { EmbeddedSchema::Include } else { EmbeddedSchema::Omit };
        let file = unchecked(&self.declared().declaration, &values, embedded_schema);
        let mut fields = tree::parse(content(&file), 0).expect("it is protobuf");
        tree::mutate(&mut fields, self.files, &mut self.random);
        let mut changed = tree::write(&fields);
        if self.random.once_in(6) {
            tree::bytes_changed(&mut changed, &mut self.random);
        }
        if changed.len() < 100_000 {
            self.load(&sealed(&changed));
        }
    }
}
