//! The parser of type texts: the inverse of printing a type.

use super::limits::MAX_FIELDS;
use super::parse_error::{TypeTextError, TypeTextErrorKind as Kind};
use super::{
    Bound, ConstraintKind, EnumType, Field, FloatKind, JsonKinds, Key, NativeName, Pattern, Patterns,
    StructType, Type, TypeBuilder, TypeForm, TypeKind, TypePart, TypeProblem, UnionCase, UnknownTypeKind,
    UnknownUnit, Variant, VariantName,
};
use std::borrow::Cow;
use std::fmt::{self, Write};
use std::str::FromStr;
use std::sync::Arc;

/// The fewest bytes of a member with the comma or bracket after it, without those inside the brackets of its type.
const LEAST_MEMBER: usize = "a:bool,".len();

const JSON_KINDS: &str = "kinds of JSON with `|` between them";

/// The fewest bytes of a case with the comma or bracket after it, without those inside the brackets of its type.
const LEAST_CASE: usize = "a=bool,".len();

/// The fewest bytes of a variant with the comma or bracket after it.
const LEAST_VARIANT: usize = "a=0,".len();

/// Parses a single type text: see [`TypeReader::read`]. Use one reader for the types of many fields.
impl FromStr for Type {
    type Err = TypeTextError;

    fn from_str(text: &str) -> Result<Self, TypeTextError> {
        TypeReader::default().read(text)
    }
}

/// Reads the type texts of one schema. Equal patterns are shared, all patterns have one budget, and all types together
/// have at most [`MAX_FIELDS`] members.
#[derive(Debug, Default)]
pub struct TypeReader {
    patterns: Patterns,
    members: usize,
}

impl TypeReader {
    /// Reads a type text. Members have no attributes, since a type text does not contain them.
    ///
    /// The text may be hostile: every rule of types is checked, and the type must print as exactly this text. Never
    /// panics. Time is linear in the text; memory is less than 20 times its size, plus a few hundred KiB if there are
    /// patterns.
    ///
    /// # Errors
    /// The first mistake: see [`TypeTextErrorKind`](Kind).
    pub fn read(&mut self, text: &str) -> Result<Type, TypeTextError> {
        let ty = self.whole(text, |parser| parser.part(1))?;
        TypeBuilder::check_filled(&ty).map_err(|problem| refused(0, problem))?;
        check_canonical(&ty, text).map(|()| ty)
    }

    /// Reads the type text of a field with this key, as [`read`](Self::read) does. A `?` at the end makes the field
    /// optional. The field has no other attributes.
    ///
    /// # Errors
    /// See [`read`](Self::read).
    pub fn read_field(&mut self, key: Key, text: &str) -> Result<Field, TypeTextError> {
        let field = self.whole(text, |parser| parser.field(key, 1))?;
        check_canonical(&field.type_text(), text).map(|()| field)
    }

    /// Parses a whole text, up to its end.
    fn whole<'t, T>(
        &mut self,
        text: &'t str,
        read: impl FnOnce(&mut TypeParser<'t, '_>) -> Parsed<T>,
    ) -> Parsed<T> {
        let mut parser = TypeParser { reader: self, text, at: 0 };
        let read = read(&mut parser)?;
        if parser.at < text.len() { Err(parser.expected("the end of the text")) } else { Ok(read) }
    }
}

/// Checks that a type prints as exactly this text, without allocating.
fn check_canonical(ty: &impl fmt::Display, text: &str) -> Parsed<()> {
    struct Compared<'t> {
        rest: &'t str,
    }

    impl Write for Compared<'_> {
        fn write_str(&mut self, printed: &str) -> fmt::Result {
            if let Some(rest) = self.rest.strip_prefix(printed) {
                self.rest = rest;
                return Ok(());
            }
            let same = |((_, a), b): &((usize, char), char)| a == b;
            let alike = self.rest.char_indices().zip(printed.chars()).take_while(same).last();
            let size = alike.map_or(0, |((at, c), _)| at + c.len_utf8());
            self.rest = self.rest.get(size..).unwrap_or_default();
            Err(fmt::Error)
        }
    }

    let mut compared = Compared { rest: text };
    let differs = write!(compared, "{ty}").is_err() || !compared.rest.is_empty();
    let at = text.len() - compared.rest.len();
    if differs { Err(TypeTextError { at, kind: Kind::NotCanonical }) } else { Ok(()) }
}

struct TypeParser<'t, 'r> {
    reader: &'r mut TypeReader,
    text: &'t str,
    at: usize,
}

type Parsed<T> = Result<T, TypeTextError>;

impl<'t> TypeParser<'t, '_> {
    /// Parses the type of a part at this level.
    fn part(&mut self, level: usize) -> Parsed<Type> {
        self.ty(level, false).map(|(ty, _)| ty)
    }

    /// Parses a type at this level, and whether a field of it is nullable. The type of a field is at level 1.
    fn ty(&mut self, level: usize, is_of_field: bool) -> Parsed<(Type, bool)> {
        let at = self.at;
        let type_kind =
            self.token().parse().map_err(|UnknownTypeKind| TypeTextError { at, kind: Kind::TypeKind })?;
        let start = self.at;
        let mut builder = TypeBuilder::new(type_kind, level).map_err(|problem| refused(at, problem))?;
        match builder.form() {
            TypeForm::Enum => {
                let variants = EnumType::sorted(self.variants()?);
                builder.variants(variants).map_err(|problem| refused(start, problem))?;
            }
            TypeForm::Struct => {
                let members = StructType::sorted(self.members(level + 1)?);
                builder.members(members);
            }
            TypeForm::Union => {
                let cases = self.cases(level + 1)?;
                builder.cases(cases);
            }
            TypeForm::Bool
            | TypeForm::Integer(_)
            | TypeForm::Float(_)
            | TypeForm::String
            | TypeForm::Json => {}
            TypeForm::Vector | TypeForm::Array | TypeForm::Map => {
                self.parts(type_kind.parts(), &mut builder, level)?;
            }
        }
        let (at, nullable) = self.constraints(type_kind, &mut builder, is_of_field)?;
        let at = if type_kind == TypeKind::Union { start } else { at };
        let ty = builder.finish().map_err(|problem| refused(at, problem))?;
        Ok((ty, nullable))
    }

    /// Parses a field or member with this key and a type at this level.
    fn field(&mut self, key: Key, level: usize) -> Parsed<Field> {
        let at = self.at;
        let (ty, nullable) = self.ty(level, true)?;
        TypeBuilder::check_filled(&ty).map_err(|problem| refused(at, problem))?;
        let optional = self.eat('?');
        Ok(Field { optional, nullable, ..Field::new(key, ty) })
    }

    /// Parses the types of the parts of a type at this level.
    fn parts(&mut self, parts: &[TypePart], builder: &mut TypeBuilder, level: usize) -> Parsed<()> {
        for part in parts {
            let (before, open) = match part {
                TypePart::Element => ('<', "`<` and the type of the elements"),
                TypePart::Key => ('<', "`<` and the type of the keys"),
                TypePart::Value => (',', "`,` and the type of the values"),
            };
            self.expect(before, open)?;
            let at = self.at;
            let ty = self.part(level + 1)?;
            builder.part(ty).map_err(|problem| refused(at, problem))?;
        }
        let is_map = parts.contains(&TypePart::Value);
        self.expect(
            '>',
            if is_map { "`>` after the type of the values" } else { "`>` after the type of the elements" },
        )
    }

    /// Parses the rest of a type: the required size or count, and the other constraints in braces, ascending by kind.
    /// Returns the place of `min`, where a `min` above `max` is reported, and whether `nullable` is among them, which only
    /// the type of a field may have.
    fn constraints(
        &mut self,
        type_kind: TypeKind,
        builder: &mut TypeBuilder,
        is_of_field: bool,
    ) -> Parsed<(usize, bool)> {
        for &kind in type_kind.constraints().iter().filter(|kind| kind.is_required()) {
            self.expect(':', "`:` and a number")?;
            let (at, text) = (self.at, self.token());
            builder.size(kind, number(at, text)?).map_err(|problem| refused(at, problem))?;
        }
        let mut smallest = self.at;
        let mut nullable = false;
        let of_field = if is_of_field { &[ConstraintKind::Nullable][..] } else { &[] };
        let has_any = is_of_field || !type_kind.constraints().is_empty();
        let mut more = has_any && self.eat('{');
        while more {
            let (at, name) = (self.at, self.token());
            let mut kinds = type_kind.constraints().iter().chain(of_field).filter(|kind| !kind.is_required());
            let kind = *kinds
                .find(|kind| kind.name() == name)
                .ok_or(TypeTextError { at, kind: Kind::ConstraintUnfit { type_kind } })?;
            builder.admit(kind).map_err(|problem| {
                let is_order = matches!(problem, TypeProblem::Order { .. });
                if is_order { TypeTextError { at, kind: Kind::Order } } else { refused(at, problem) }
            })?;
            nullable |= kind == ConstraintKind::Nullable;
            if kind == ConstraintKind::Min {
                smallest = self.at + "=".len();
            }
            self.constraint(kind, builder)?;
            more = self.eat(',');
            if !more {
                self.expect('}', "`,` or `}`")?;
            }
        }
        Ok((smallest, nullable))
    }

    /// Parses the value of a constraint in braces.
    fn constraint(&mut self, kind: ConstraintKind, builder: &mut TypeBuilder) -> Parsed<()> {
        if kind == ConstraintKind::Unique {
            builder.unique();
        }
        if matches!(kind, ConstraintKind::Unique | ConstraintKind::Nullable) {
            return Ok(());
        }
        self.expect('=', "`=` and the constraint's value")?;
        let at = self.at;
        match kind {
            ConstraintKind::MaxSize
            | ConstraintKind::MinSize
            | ConstraintKind::MaxCount
            | ConstraintKind::MinCount
            | ConstraintKind::Count => {
                let size = number(at, self.token())?;
                builder.size(kind, size).map_err(|problem| refused(at, problem))?;
            }
            ConstraintKind::Min | ConstraintKind::Max => {
                let bound = bound(at, self.token(), builder.form())?;
                builder.bound(kind, bound).map_err(|problem| refused(at, problem))?;
            }
            ConstraintKind::Pattern => builder.pattern(self.pattern()?),
            ConstraintKind::Unit => {
                let unknown = |UnknownUnit| TypeTextError { at, kind: Kind::UnknownUnit };
                builder.unit(self.token().parse().map_err(unknown)?);
            }
            ConstraintKind::Kinds => {
                let kinds = JsonKinds::from_text(self.token());
                let kinds = kinds.ok_or(TypeTextError { at, kind: Kind::Expected { what: JSON_KINDS } })?;
                builder.kinds(kinds).map_err(|problem| refused(at, problem))?;
            }
            ConstraintKind::Tag => {
                let unfit = |error| TypeTextError { at, kind: Kind::Tag { error } };
                builder.tag(NativeName::new(&self.literal()?).map_err(unfit)?);
            }
            // These have no value, and `optional` is written after the type.
            ConstraintKind::Unique | ConstraintKind::Optional | ConstraintKind::Nullable => {}
        }
        Ok(())
    }

    fn variants(&mut self) -> Parsed<Vec<Variant>> {
        self.expect('<', "`<` and the variants")?;
        let mut variants: Vec<Variant> = Vec::with_capacity(self.count_parts(LEAST_VARIANT));
        loop {
            let at = self.at;
            let name = self.variant_name()?;
            if variants.last().is_some_and(|after| after.name >= name) {
                return Err(TypeTextError { at, kind: Kind::Order });
            }
            self.expect('=', "`=` and the variant's number")?;
            let (at, text) = (self.at, self.token());
            variants.push(Variant::new(name, number(at, text)?));
            if !self.is_more()? {
                return Ok(variants);
            }
        }
    }

    /// Parses the name of a variant, in quotes or not. [`check_canonical`] refuses the other form.
    fn variant_name(&mut self) -> Parsed<VariantName> {
        let at = self.at;
        let name = if self.rest().starts_with('"') {
            Cow::Owned(self.literal()?)
        } else {
            let key = self.token();
            Key::check(key).map_err(|error| TypeTextError { at, kind: Kind::Key { error } })?;
            Cow::Borrowed(key)
        };
        VariantName::new(&name).map_err(|error| TypeTextError { at, kind: Kind::VariantName { error } })
    }

    /// Parses the members of a struct, whose types are at this level.
    fn members(&mut self, level: usize) -> Parsed<Vec<Field>> {
        self.expect('<', "`<` and the members")?;
        let mut members: Vec<Field> = Vec::with_capacity(self.count_parts(LEAST_MEMBER));
        if self.eat('>') {
            return Ok(members);
        }
        loop {
            self.reader.members += 1;
            if self.reader.members > MAX_FIELDS {
                return Err(TypeTextError { at: self.at, kind: Kind::TooManyMembers });
            }
            let key = self.key(members.last().map(|member| &member.key))?;
            self.expect(':', "`:` and the member's type")?;
            members.push(self.field(key, level)?);
            if !self.is_more()? {
                return Ok(members);
            }
        }
    }

    /// Parses the cases of a union, whose types are at this level.
    fn cases(&mut self, level: usize) -> Parsed<Vec<UnionCase>> {
        self.expect('<', "`<` and the cases")?;
        let mut cases: Vec<UnionCase> = Vec::with_capacity(self.count_parts(LEAST_CASE));
        loop {
            let name = self.key(cases.last().map(|case| &case.name))?;
            self.expect('=', "`=` and the case's type")?;
            cases.push(UnionCase::new(name, self.part(level)?));
            if !self.is_more()? {
                return Ok(cases);
            }
        }
    }

    /// Parses the key of a member or case, which must come after `after`.
    fn key(&mut self, after: Option<&Key>) -> Parsed<Key> {
        let at = self.at;
        let key = Key::new(self.token()).map_err(|error| TypeTextError { at, kind: Kind::Key { error } })?;
        match after {
            Some(after) if *after >= key => Err(TypeTextError { at, kind: Kind::Order }),
            Some(_) | None => Ok(key),
        }
    }

    /// Whether a comma and another part follow, instead of the bracket that closes the parts.
    fn is_more(&mut self) -> Parsed<bool> {
        let more = self.eat(',');
        if !more {
            self.expect('>', "`,` or `>`")?;
        }
        Ok(more)
    }

    /// An upper bound for the number of parts before the closing bracket, from the number of commas and of bytes.
    /// Commas and bytes inside nested brackets do not count.
    fn count_parts(&self, least: usize) -> usize {
        let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
        let (mut commas, mut size) = (0, 0);
        for byte in self.rest().bytes() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if quoted => escaped = true,
                b'"' => {
                    quoted = !quoted;
                    size += usize::from(depth == 0);
                }
                _ if quoted => {}
                b'<' | b'{' => depth += 1,
                b'>' | b'}' if depth == 0 => break,
                b'>' | b'}' => depth -= 1,
                _ if depth > 0 => {}
                _ => {
                    commas += usize::from(byte == b',');
                    size += 1;
                }
            }
        }
        (commas + 1).min(size / least + 1)
    }

    /// Parses a pattern, written as a string literal.
    fn pattern(&mut self) -> Parsed<Arc<Pattern>> {
        let at = self.at;
        let text = self.literal()?;
        let refused = |error| TypeTextError { at, kind: Kind::Pattern { error } };
        self.reader.patterns.get(&text).map_err(refused)
    }

    /// Parses a string literal in double quotes, with the escapes that printing writes.
    fn literal(&mut self) -> Parsed<String> {
        self.expect('"', "a string in double quotes")?;
        let mut text = String::new();
        loop {
            let rest = self.rest();
            let plain = rest.find(['"', '\\']).ok_or(self.expected("`\"` after the string"))?;
            text.push_str(rest.get(..plain).unwrap_or_default());
            self.at += plain;
            if self.eat('"') {
                return Ok(text);
            }
            text.push(self.escape()?);
        }
    }

    /// Parses the escape that begins here.
    fn escape(&mut self) -> Parsed<char> {
        let refused = self.expected("a valid escape");
        self.at += 1;
        for (letter, c) in [('"', '"'), ('\\', '\\'), ('n', '\n'), ('r', '\r'), ('t', '\t')] {
            if self.eat(letter) {
                return Ok(c);
            }
        }
        let first = self.unit().ok_or(refused.clone())?;
        if let Some(Ok(c)) = char::decode_utf16([first]).next() {
            return Ok(c);
        }
        if !self.eat('\\') {
            return Err(refused);
        }
        let second = self.unit().ok_or(refused.clone())?;
        char::decode_utf16([first, second]).next().and_then(Result::ok).ok_or(refused)
    }

    /// Parses a UTF-16 code unit: `u` and four hexadecimal digits.
    fn unit(&mut self) -> Option<u16> {
        let digits = self.rest().strip_prefix('u')?.get(..4)?;
        self.at += 1 + digits.len();
        u16::from_str_radix(digits, 16).ok()
    }

    /// Takes the text up to the next delimiter.
    fn token(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(['<', '>', '{', '}', ':', '=', ',', '"', '?']).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        self.at += if found { c.len_utf8() } else { 0 };
        found
    }

    fn expect(&mut self, c: char, what: &'static str) -> Parsed<()> {
        if self.eat(c) { Ok(()) } else { Err(self.expected(what)) }
    }

    fn expected(&self, what: &'static str) -> TypeTextError {
        TypeTextError { at: self.at, kind: Kind::Expected { what } }
    }
}

/// Parses the number at this place in any form. [`check_canonical`] refuses a form that is not canonical.
fn number<T: FromStr>(at: usize, text: &str) -> Parsed<T> {
    text.parse().map_err(|_| TypeTextError { at, kind: Kind::Expected { what: "a number in its range" } })
}

/// Parses the bound at this place of a type of this form.
fn bound(at: usize, text: &str, form: TypeForm) -> Parsed<Bound> {
    let TypeForm::Float(kind) = form else { return number(at, text).map(Bound::Integer) };
    let number = match kind {
        FloatKind::Float32 => number::<f32>(at, text)?.into(),
        FloatKind::Float64 => number(at, text)?,
    };
    Ok(Bound::Float(number, kind))
}

const fn refused(at: usize, problem: TypeProblem) -> TypeTextError {
    TypeTextError { at, kind: Kind::Type { problem } }
}
