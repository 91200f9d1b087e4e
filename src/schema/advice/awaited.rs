//! The word that comes next in a half-typed expression.

use super::pieces::{Piece, PieceKind, pieces};
use super::places::{ReadPlace, element, member};
use crate::types::{ReadableMembers, Type};
use confc_core::expr::{INPUT, LOOPS, MAX_LOOPS, MAX_SOURCE_SIZE, Scope};

/// The word that comes next at the end of a half-typed expression.
#[derive(Debug, PartialEq)]
pub(crate) enum AwaitedWord<'t, 's> {
    /// A value.
    Operand {
        /// The names of the elements of the loops around it.
        elements: Vec<&'t str>,
        /// The type of the value that it is compared with.
        compared: Option<&'s Type>,
    },
    /// The name of an input, in quotes.
    InputName,
    /// A member, a case or a method of this value.
    Member(ReadPlace<'s>),
    /// The rest of a string, which begins at this byte after its quote.
    Text { start: usize, means: AwaitedText<'s> },
}

/// The meaning of a half-typed string.
#[derive(Debug, PartialEq)]
pub(crate) enum AwaitedText<'s> {
    /// The name of an input.
    Input,
    /// A value that is compared with one of this type, or a key of a map with such keys.
    Compared(&'s Type),
}

/// The word that comes next after a text. `place` is the place of `self`, and `target` the type of the value that the
/// expression defines. `None` for a text after which no name comes.
pub(crate) fn awaited_word<'t, 's>(
    text: &'t str,
    scope: Scope<'s>,
    place: Option<ReadPlace<'s>>,
    target: Option<&'s Type>,
) -> Option<AwaitedWord<'t, 's>> {
    if text.len() > MAX_SOURCE_SIZE {
        return None;
    }
    let pieces = pieces(text);
    let loops = HalfTypedLoop::all(&pieces);
    HalfTyped { pieces, loops, scope, place, target }.awaited()
}

/// A loop whose brackets are open at the end of the text.
struct HalfTypedLoop<'t> {
    /// The position of its bracket.
    open: usize,
    /// The name of the elements.
    name: &'t str,
}

impl<'t> HalfTypedLoop<'t> {
    /// The open loops, outermost first.
    fn all(pieces: &[Piece<'t>]) -> Vec<Self> {
        let is_loop = |open: usize| {
            let function = open.checked_sub(1).and_then(|at| pieces.get(at));
            function.is_some_and(|function| LOOPS.contains(&function.at.text))
        };
        let open = pieces.iter().enumerate();
        let open = open.filter(|(at, piece)| is_open(piece) && piece.is("(") && is_loop(*at));
        let named = open.filter_map(|(open, _)| {
            let at = open + 1 + usize::from(pieces.get(open + 1)?.is("`"));
            Some(Self { open, name: pieces.get(at)?.at.text })
        });
        named.take(MAX_LOOPS).collect()
    }
}

/// A bracket that no later one closes.
fn is_open(piece: &Piece<'_>) -> bool {
    piece.kind == PieceKind::Open && piece.partner.is_none()
}

/// A step from a value to a part of it.
enum HalfTypedStep<'t> {
    Member(&'t str),
    Index,
}

struct HalfTyped<'t, 's> {
    pieces: Vec<Piece<'t>>,
    loops: Vec<HalfTypedLoop<'t>>,
    scope: Scope<'s>,
    place: Option<ReadPlace<'s>>,
    target: Option<&'s Type>,
}

impl<'t, 's> HalfTyped<'t, 's> {
    fn awaited(&self) -> Option<AwaitedWord<'t, 's>> {
        let count = self.pieces.len();
        let Some(last) = self.pieces.last() else { return Some(self.operand(count)) };
        match last.kind {
            PieceKind::Text if is_unclosed(last.at.text) => {
                let at = count.checked_sub(1)?;
                let compared = || self.compared(at).map(AwaitedText::Compared);
                let means = if self.is_called(at, &[INPUT]) { Some(AwaitedText::Input) } else { compared() };
                Some(AwaitedWord::Text { start: last.at.start + 1, means: means? })
            }
            PieceKind::Sign if last.is(".") => {
                let place = self.value_before(count.checked_sub(1)?)?;
                Some(AwaitedWord::Member(place))
            }
            PieceKind::Open if self.is_called(count, &[INPUT]) => Some(AwaitedWord::InputName),
            // A name for the elements comes next.
            PieceKind::Open if self.is_called(count, LOOPS) => None,
            PieceKind::Word if last.is("in") => Some(self.operand(count)),
            PieceKind::Word | PieceKind::Number | PieceKind::Text | PieceKind::Close => None,
            PieceKind::Sign if last.is("`") => None,
            PieceKind::Open | PieceKind::Sign => Some(self.operand(count)),
        }
    }

    /// Whether the opening bracket of a call of one of these functions is before a position.
    fn is_called(&self, at: usize, functions: &[&str]) -> bool {
        let name = self.before(at, 2).map_or("", |name| name.at.text);
        self.is_at(at, 1, "(") && functions.contains(&name)
    }

    fn operand(&self, at: usize) -> AwaitedWord<'t, 's> {
        let elements = self.loops.iter().map(|inner| inner.name).collect();
        AwaitedWord::Operand { elements, compared: self.compared(at) }
    }

    /// The piece that is `back` pieces before a position.
    fn before(&self, at: usize, back: usize) -> Option<&Piece<'t>> {
        self.pieces.get(at.checked_sub(back)?)
    }

    fn is_at(&self, at: usize, back: usize, text: &str) -> bool {
        self.before(at, back).is_some_and(|piece| piece.is(text))
    }

    /// The type of the value with which an operand at a position is compared. At the start of a branch or of the whole
    /// expression, the type of the target.
    fn compared(&self, at: usize) -> Option<&'s Type> {
        if self.is_at(at, 1, "=") && (self.is_at(at, 2, "=") || self.is_at(at, 2, "!")) {
            return Some(self.value_before(at.checked_sub(2)?)?.ty);
        }
        if at == 0 || self.is_at(at, 1, "?") || self.is_at(at, 1, ":") {
            return self.target;
        }
        if !self.is_at(at, 1, "[") && !self.is_at(at, 1, ",") {
            return None;
        }
        let open = self.pieces.get(..at)?.iter().rposition(is_open)?;
        if !self.pieces.get(open)?.is("[") {
            return None;
        }
        if self.is_at(open, 1, "in") {
            return Some(self.value_before(open.checked_sub(1)?)?.ty);
        }
        let Type::Map(map) = self.value_before(open)?.ty else { return None };
        Some(map.key())
    }

    /// The value that ends before a position.
    fn value_before(&self, end: usize) -> Option<ReadPlace<'s>> {
        let (root, steps, first) = self.path_before(end)?;
        let mut place = self.root(root, first)?;
        for step in steps {
            place = match step {
                HalfTypedStep::Member(name) => member(place.ty.readable_members()?, name, place.is_secret)?,
                HalfTypedStep::Index => ReadPlace { ty: element_or_value(place.ty)?, ..place },
            };
        }
        Some(place)
    }

    /// The name at the start of the value that ends before a position, the steps from there, and the position of the
    /// name.
    fn path_before(&self, end: usize) -> Option<(&'t str, Vec<HalfTypedStep<'t>>, usize)> {
        let (mut steps, mut end) = (Vec::new(), end);
        loop {
            let at = end.checked_sub(1)?;
            let piece = self.pieces.get(at)?;
            let (name, first) = match piece.kind {
                PieceKind::Word => (piece.at.text, at),
                PieceKind::Sign if piece.is("`") => (self.before(at, 1)?.at.text, at.checked_sub(2)?),
                PieceKind::Close if piece.is("]") => {
                    steps.push(HalfTypedStep::Index);
                    end = piece.partner?;
                    continue;
                }
                PieceKind::Number
                | PieceKind::Text
                | PieceKind::Open
                | PieceKind::Close
                | PieceKind::Sign => return None,
            };
            if !self.is_at(first, 1, ".") {
                steps.reverse();
                return Some((name, steps, first));
            }
            steps.push(HalfTypedStep::Member(name));
            end = first - 1;
        }
    }

    /// The value of a name at a position.
    fn root(&self, name: &str, at: usize) -> Option<ReadPlace<'s>> {
        let around = self.loops.iter().rev().filter(|around| around.open < at);
        if let Some(HalfTypedLoop { open, .. }) = around.into_iter().find(|around| around.name == name) {
            // The list ends before the point and the name of the function.
            let list = self.value_before(open.checked_sub(2)?)?;
            return Some(ReadPlace { ty: element(list.ty)?, ..list });
        }
        if name == "self" {
            return self.place;
        }
        let import = self.scope.imports().iter().find(|import| import.key.as_str() == name);
        match import {
            Some(import) => Some(ReadPlace { ty: &import.ty, is_secret: false }),
            None => member(ReadableMembers::Struct(self.scope.fields()), name, false),
        }
    }
}

/// The type of the elements of a list, or of the values of a map.
fn element_or_value(ty: &Type) -> Option<&Type> {
    if let Type::Map(of) = ty { Some(of.value()) } else { ty.element() }
}

/// Whether a string with its opening quote has no closing one.
fn is_unclosed(text: &str) -> bool {
    let (mut characters, mut is_escaped) = (text.chars(), false);
    let quote = characters.next();
    !characters.any(|c| {
        let is_end = !is_escaped && Some(c) == quote;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    })
}

#[cfg(test)]
mod tests {
    use super::super::places::place_at;
    use super::*;
    use crate::types::{Field, Key, StructType};

    /// The word that comes next after a text, in short.
    fn next(text: &str) -> String {
        let types = [
            ("mode", "enum<plain=0,tls=1>"),
            ("port", "uint16"),
            ("servers", "vector<struct<name:string:8,tags:vector<enum<a=0,b=1>>:2>>:4"),
            ("limits", "map<enum<cpu=0,ram=1>,uint8>:4"),
            ("in", "struct<of:bool>"),
        ];
        let field = |(key, ty): (&str, &str)| Field::new(Key::new(key).unwrap(), ty.parse().unwrap());
        let fields = StructType::new(types.into_iter().map(field).collect());
        let scope = Scope::new(&fields);
        match awaited_word(text, scope, place_at("servers[]", scope), None) {
            None => "nothing".into(),
            Some(AwaitedWord::Operand { elements, compared }) => {
                let compared = compared.map(|ty| format!("like {ty}"));
                ["operand".into()]
                    .into_iter()
                    .chain(elements.into_iter().map(str::to_owned))
                    .chain(compared)
                    .collect::<Vec<_>>()
                    .join(" ")
            }
            Some(AwaitedWord::InputName) => "input".into(),
            Some(AwaitedWord::Member(place)) => format!("member of {}", place.ty),
            Some(AwaitedWord::Text { start, means: AwaitedText::Input }) => format!("input at {start}"),
            Some(AwaitedWord::Text { start, means: AwaitedText::Compared(ty) }) => {
                format!("text at {start} like {ty}")
            }
        }
    }

    #[test]
    fn the_next_word_follows_from_the_words_before() {
        let (server, tags) = ("struct<name:string:8,tags:vector<enum<a=0,b=1>>:2>", "enum<a=0,b=1>");
        for (text, expected) in [
            ("", "operand"),
            ("port < ", "operand"),
            ("port ", "nothing"),
            ("'x' ", "nothing"),
            ("!(", "operand"),
            ("port in ", "operand"),
            ("input(", "input"),
            ("input('z", "input at 7"),
            ("mode == ", "operand like enum<plain=0,tls=1>"),
            ("port > 1 && mode != '", "text at 21 like enum<plain=0,tls=1>"),
            ("mode in ['tls', \"", "text at 17 like enum<plain=0,tls=1>"),
            ("limits['", "text at 8 like enum<cpu=0,ram=1>"),
            ("'", "nothing"),
            ("port.", "member of uint16"),
            ("`in`.", "member of struct<of:bool>"),
            ("limits['cpu'].", "member of uint8"),
            ("servers[port - 1].", &format!("member of {server}")),
            ("self.", &format!("member of {server}")),
            ("self.tags[0].", &format!("member of {tags}")),
            ("servers.all(", "nothing"),
            ("servers.all(s", "nothing"),
            ("servers.all(s, ", "operand s"),
            ("servers.all(s, s.", &format!("member of {server}")),
            ("servers.all(s, s.tags.exists(t, t == '", &format!("text at 38 like {tags}")),
            ("servers.all(s, s.name != '') && s.", "nothing"),
            ("limits.all(k, k == '", "text at 20 like enum<cpu=0,ram=1>"),
            ("(port).", "nothing"),
            ("unknown.", "nothing"),
            (".", "nothing"),
            ("]].", "nothing"),
            ("a.all(a, a.", "nothing"),
        ] {
            assert_eq!(next(text), expected, "{text}");
        }
    }

    #[test]
    fn no_text_takes_long() {
        for part in ["a.", "a[", "a.all(a,", "`", "(", "a]", "'"] {
            next(&part.repeat(MAX_SOURCE_SIZE / part.len()));
        }
    }
}
