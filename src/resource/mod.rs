//! Any JSON, JSON5 or YAML text with the place of everything in it. Nothing in it is judged.
//!
//! Where [`formats`](crate::formats) reads layers of values and refuses what a layer cannot mean, a [`Resource`]
//! is somebody else's text: several documents, tags, merge keys, anchors, dates, comments and repeated keys are
//! all read and left as they are. An alias is not followed; its node says what it stands for.
//!
//! ```
//! use confc::diagnostic::Report;
//! use confc::resource::{Kind, Resource, Syntax};
//! use confc::text::Sources;
//!
//! let text = "base: &b { on: 2024-01-31 }\nuser: *b\n";
//! let source = Sources::new().add("r.yaml".into(), text.into(), None);
//! let resource = Resource::read(Syntax::Yaml, &source, &mut Report::new()).unwrap();
//! let root = resource.documents().next().unwrap();
//! let (base, user) = (root.get("base").unwrap(), root.get("user").unwrap());
//! assert_eq!(base.get("on").map(|date| (date.kind(), date.text())), Some((Kind::Disputed, "2024-01-31")));
//! assert_eq!(user.kind(), Kind::Alias(base.id()));
//! ```
//!
//! # What a plain scalar says
//! The core schema of YAML 1.2 says which plain text is null, a bool or a number. Plain text of which readers
//! say different things (`yes`, `on`, `017`, `0o17`, `1_000`, `12:30:00`, dates) is of a kind of its own,
//! [`Kind::Disputed`]: it has its text, and nothing that is written in its place may become it by chance. The
//! same goes for a scalar whose tag is not one of the core schema.

mod build;
mod disputed;
mod embedded;
mod json;
mod node;
mod yaml;

pub(crate) use disputed::is_alike;
pub use disputed::is_disputed;
pub use embedded::Embedded;
pub use node::{Elements, Kind, Members, Node, NodeId, Style};

use crate::diagnostic::Report;
use crate::json5;
use crate::text::{Source, Span};
use node::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The largest text that is read to be changed, or for a text that lies in it, in bytes: 16 MiB. What is changed
/// becomes a tree more than once, which takes many times its size.
pub const MAX_SIZE: u64 = 16 << 20;

/// The language a resource is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// JSON. It is read as JSON5 is; what is written into it is JSON.
    Json,
    /// JSON5.
    Json5,
    /// YAML, any number of documents.
    Yaml,
}

impl Syntax {
    /// The syntax that a path's ending names, in either case: `.json`, `.json5`, `.yaml` and `.yml`.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        let (_, ending) = path.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Json),
            "json5" => Some(Self::Json5),
            "yaml" | "yml" => Some(Self::Yaml),
            _ => None,
        }
    }

    /// Its name, for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Json5 => "JSON5",
            Self::Yaml => "YAML",
        }
    }
}

/// Where the properties of a node stand, in front of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Properties {
    /// `&name`
    pub anchor: Option<Span>,
    /// `!tag`
    pub tag: Option<Span>,
}

/// A text and the place of everything in it.
#[derive(Debug)]
pub struct Resource {
    source: Arc<Source>,
    syntax: Syntax,
    /// All nodes in the order of the text: a container, then what lies in it, members as key, value.
    tape: Vec<Entry>,
    /// Texts that are not written in the source as they are.
    texts: Vec<Box<str>>,
    properties: BTreeMap<NodeId, Properties>,
    /// Each alias with what it stands for, in the order of the text.
    aliases: Vec<(NodeId, NodeId)>,
    /// What aliases stand for.
    shared: BTreeSet<NodeId>,
    /// Keys that their objects have more than once, the first ones too.
    repeated: BTreeSet<NodeId>,
    documents: Vec<NodeId>,
}

impl Resource {
    /// Reads a source. `None` means that at least one error was reported: the text is not of this syntax, nests
    /// more than 128 deep, is larger than 64 MiB, or has an alias without an anchor; or it is YAML with a character
    /// that is a line break by 1.1 alone. Takes time linear in the text.
    pub fn read(syntax: Syntax, source: &Arc<Source>, report: &mut Report) -> Option<Self> {
        let size = source.text().len() as u64;
        if size > json5::limits::MAX_SIZE {
            report.push(json5::too_large(source.name(), size));
            return None;
        }
        match syntax {
            Syntax::Json | Syntax::Json5 => json::read(syntax, source, report),
            Syntax::Yaml => yaml::read(source, report),
        }
    }

    /// The source it was read from.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The language it is written in.
    #[must_use]
    pub fn syntax(&self) -> Syntax {
        self.syntax
    }

    /// The roots of its documents. JSON has one; YAML may have none, where the text is but comments.
    pub fn documents(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        self.documents.iter().map(|root| Node::new(self, *root))
    }

    /// The node with this number, which is one of this resource.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node::new(self, id)
    }

    /// Each alias and what it stands for, in the order of the text.
    #[must_use]
    pub fn aliases(&self) -> &[(NodeId, NodeId)] {
        &self.aliases
    }

    fn entry(&self, id: NodeId) -> &Entry {
        self.tape.get(id.index()).unwrap_or(&Entry::NOTHING)
    }
}
