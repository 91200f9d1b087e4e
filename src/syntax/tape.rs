//! The entries of a tape: the nodes of a document in the order of the text.

/// The kind of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true`
    True,
    /// `false`
    False,
    /// A number; its text has the value.
    Number,
    /// A string.
    String,
    /// `[ … ]`
    Array,
    /// `{ … }`
    Object,
    /// An unreadable value. Its mistake was reported, so no other is reported about it.
    Invalid,
}

/// The number of a node in its document. Nodes are numbered in the order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

/// The style of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Without quotes. Aliases and absent values have this style, too.
    Plain,
    /// In single quotes.
    Single,
    /// In double quotes.
    Double,
    /// A block that keeps its lines, `|`.
    Literal,
    /// A block whose lines are folded, `>`.
    Folded,
    /// A container in brackets.
    Flow,
    /// A container by indentation.
    Block,
    /// An object of one member as an element of an array in brackets, without its own brackets: `[a: b]`.
    Pair,
}

/// One entry of the tape. Keys are entries of kind `String`, unless they are containers or were refused.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) start: u32,
    pub(super) end: u32,
    /// For a container, one past the last entry of its subtree; for a decoded text, its number; for an alias, its target.
    pub(super) next: u32,
    pub(super) kind: Kind,
    pub(super) text: Text,
    /// Its style. The JSON5 reader leaves this to the caller.
    pub(super) style: Style,
    /// Whether readers of YAML disagree on its kind.
    pub(super) is_disputed: bool,
}

impl Entry {
    pub(super) const NOTHING: Self = Self {
        start: 0,
        end: 0,
        next: 0,
        kind: Kind::Null,
        text: Text::Bare,
        style: Style::Plain,
        is_disputed: false,
    };
}

/// The location of the text of a string or number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    /// In the source, between quotes.
    Quoted,
    /// In the source, bare (identifier keys, numbers, everything else).
    Bare,
    /// Beside the tape.
    Decoded,
    /// In the target: the node is an alias.
    Alias,
}
