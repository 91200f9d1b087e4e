//! Type texts read back: the inverse of how a type is printed.

use super::limits::{MAX_FIELDS, MAX_LEVELS};
use super::parse_error::{TypeTextError, TypeTextErrorKind as Kind};
use super::{
    ArrayType, Bounds, ConstraintKind, EnumType, Field, FloatKind, FloatType, IntegerKind, IntegerType, Key,
    MapType, Pattern, Patterns, StringType, StructType, Type, TypeKind, Unit, UnknownTypeKind, UnknownUnit,
    Variant, VectorType,
};
use std::fmt::{self, Write};
use std::str::FromStr;
use std::sync::Arc;

/// The fewest bytes of a member with the comma or bracket behind it, those of its own type's parts left out.
const LEAST_MEMBER: usize = "a:bool,".len();

/// The fewest bytes of a variant with the comma or bracket behind it.
const LEAST_VARIANT: usize = "a=0,".len();

/// Reads the one text of a type, as a value file's embedded schema or `show` has it. See [`TypeReader::read`]; who
/// reads the types of many fields keeps one reader for all of them.
impl FromStr for Type {
    type Err = TypeTextError;

    fn from_str(text: &str) -> Result<Self, TypeTextError> {
        TypeReader::default().read(text)
    }
}

/// Reads type texts, all of them types of one schema: equal patterns are one and all have one budget, and there
/// are at most [`MAX_FIELDS`] members in all.
#[derive(Debug, Default)]
pub struct TypeReader {
    patterns: Patterns,
    members: usize,
}

impl TypeReader {
    /// Reads a type text. Members come back without attributes, which a type text does not hold.
    ///
    /// The text is hostile until every rule of types holds and the type prints as this very text. Never
    /// panics; takes time linear in the text, and memory of less than 20 times its size, besides a few
    /// hundred KiB where there are patterns.
    ///
    /// # Errors
    /// The first thing that is wrong: see [`TypeTextErrorKind`](Kind).
    pub fn read(&mut self, text: &str) -> Result<Type, TypeTextError> {
        let ty = self.whole(text, |parser| parser.ty(1))?;
        check_canonical(&ty, text).map(|()| ty)
    }

    /// As [`read`](Self::read), the type text of a field with this key: a `?` behind it says that it is optional.
    /// The field comes back without attributes.
    ///
    /// # Errors
    /// See [`read`](Self::read).
    pub fn read_field(&mut self, key: Key, text: &str) -> Result<Field, TypeTextError> {
        let field = self.whole(text, |parser| parser.field(key, 1))?;
        check_canonical(&field.type_text(), text).map(|()| field)
    }

    /// What a text is from its beginning to its end.
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

/// Checks that a text is what a type prints as; nothing is allocated for it.
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

/// The optional constraints of one type, as they stand in braces.
#[derive(Debug, Default)]
struct Optional<'t> {
    /// `min_size` or `min_count`; a type has one of them at most.
    least: u32,
    /// The texts of bounds, and where they stand.
    min: Option<(usize, &'t str)>,
    max: Option<(usize, &'t str)>,
    pattern: Option<Arc<Pattern>>,
    unique: bool,
    unit: Option<Unit>,
}

struct TypeParser<'t, 'r> {
    reader: &'r mut TypeReader,
    text: &'t str,
    at: usize,
}

type Parsed<T> = Result<T, TypeTextError>;

impl<'t> TypeParser<'t, '_> {
    /// A type that stands at this level; a field's own stands at level 1.
    fn ty(&mut self, level: usize) -> Parsed<Type> {
        let at = self.at;
        if level > MAX_LEVELS {
            return Err(TypeTextError { at, kind: Kind::TooManyLevels });
        }
        let type_kind =
            self.token().parse().map_err(|UnknownTypeKind| TypeTextError { at, kind: Kind::TypeKind })?;
        match type_kind {
            TypeKind::Bool => Ok(Type::Bool),
            TypeKind::Uint8 => self.integer(IntegerKind::Uint8),
            TypeKind::Uint16 => self.integer(IntegerKind::Uint16),
            TypeKind::Uint32 => self.integer(IntegerKind::Uint32),
            TypeKind::Uint64 => self.integer(IntegerKind::Uint64),
            TypeKind::Int8 => self.integer(IntegerKind::Int8),
            TypeKind::Int16 => self.integer(IntegerKind::Int16),
            TypeKind::Int32 => self.integer(IntegerKind::Int32),
            TypeKind::Int64 => self.integer(IntegerKind::Int64),
            TypeKind::Float32 => self.float(FloatKind::Float32),
            TypeKind::Float64 => self.float(FloatKind::Float64),
            TypeKind::String => self.string(),
            TypeKind::Enum => self.enumeration(),
            TypeKind::Struct => self.structure(level),
            TypeKind::Vector => self.vector(level),
            TypeKind::Array => self.array(level),
            TypeKind::Map => self.map(level),
        }
    }

    /// A field or member with this key, of a type that stands at this level.
    fn field(&mut self, key: Key, level: usize) -> Parsed<Field> {
        let ty = self.ty(level)?;
        let optional = self.eat('?');
        Ok(Field { optional, ..Field::new(key, ty) })
    }

    fn integer(&mut self, kind: IntegerKind) -> Parsed<Type> {
        let Optional { min, max, unit, .. } = self.optional(kind.type_kind())?;
        let plain = IntegerType::new(kind);
        let bound = |of: ConstraintKind, bound: Option<(usize, &str)>| {
            let Some((at, text)) = bound else { return Ok(None) };
            let number: i128 = number(at, text)?;
            let refused = |violation| Kind::Bound { kind: of, violation: Box::new(violation) };
            plain.check(number).map_err(|violation| TypeTextError { at, kind: refused(violation) })?;
            if kind.is_redundant(of, number) {
                return Err(TypeTextError { at, kind: Kind::Redundant { kind: of } });
            }
            Ok(Some(number))
        };
        let bounds = ordered(bound(ConstraintKind::Min, min)?, bound(ConstraintKind::Max, max)?, min)?;
        Ok(Type::Integer(IntegerType { kind, bounds, unit }))
    }

    fn float(&mut self, kind: FloatKind) -> Parsed<Type> {
        let Optional { min, max, unit, .. } = self.optional(kind.type_kind())?;
        let plain = FloatType::new(kind);
        let bound = |of: ConstraintKind, bound: Option<(usize, &str)>| {
            let Some((at, text)) = bound else { return Ok(None) };
            let number = match kind {
                FloatKind::Float32 => f64::from(number::<f32>(at, text)?),
                FloatKind::Float64 => number(at, text)?,
            };
            let refused = |violation| Kind::Bound { kind: of, violation: Box::new(violation) };
            plain.check(number).map_err(|violation| TypeTextError { at, kind: refused(violation) })?;
            Ok(Some(number))
        };
        let bounds = ordered(bound(ConstraintKind::Min, min)?, bound(ConstraintKind::Max, max)?, min)?;
        Ok(Type::Float(FloatType { kind, bounds, unit }))
    }

    fn string(&mut self) -> Parsed<Type> {
        let max_size = self.size(ConstraintKind::MaxSize)?;
        let at = self.at;
        let Optional { least, pattern, .. } = self.optional(TypeKind::String)?;
        if least > max_size {
            let (min, max) = (ConstraintKind::MinSize, ConstraintKind::MaxSize);
            return Err(TypeTextError { at, kind: Kind::MinOverMax { min, max } });
        }
        Ok(Type::String(StringType { max_size, min_size: least, pattern }))
    }

    fn vector(&mut self, level: usize) -> Parsed<Type> {
        let element = self.element(level)?;
        let (max_count, Optional { least: min_count, unique, .. }) = self.counts(TypeKind::Vector)?;
        Ok(Type::Vector(VectorType { max_count, min_count, unique, element }))
    }

    fn map(&mut self, level: usize) -> Parsed<Type> {
        self.expect('<', "`<` and the type of the keys")?;
        let at = self.at;
        let key = self.ty(level + 1)?;
        if !key.kind().may_be_key() {
            return Err(TypeTextError { at, kind: Kind::MapKey { type_kind: key.kind() } });
        }
        self.expect(',', "`,` and the type of the values")?;
        let at = self.at;
        let value = self.ty(level + 1)?;
        if !value.kind().may_be_element() {
            return Err(TypeTextError { at, kind: Kind::MapValue { type_kind: value.kind() } });
        }
        self.expect('>', "`>` after the type of the values")?;
        let (max_count, Optional { least: min_count, .. }) = self.counts(TypeKind::Map)?;
        Ok(Type::Map(MapType::new(key, value, max_count).at_least(min_count)))
    }

    /// `max_count` and the optional constraints behind it, among them a `min_count` that is no larger.
    fn counts(&mut self, type_kind: TypeKind) -> Parsed<(u32, Optional<'t>)> {
        let max_count = self.size(ConstraintKind::MaxCount)?;
        let at = self.at;
        let optional = self.optional(type_kind)?;
        if optional.least > max_count {
            let (min, max) = (ConstraintKind::MinCount, ConstraintKind::MaxCount);
            return Err(TypeTextError { at, kind: Kind::MinOverMax { min, max } });
        }
        Ok((max_count, optional))
    }

    fn array(&mut self, level: usize) -> Parsed<Type> {
        let element = self.element(level)?;
        let count = self.size(ConstraintKind::Count)?;
        let Optional { unique, .. } = self.optional(TypeKind::Array)?;
        Ok(Type::Array(ArrayType { count, unique, element }))
    }

    fn element(&mut self, level: usize) -> Parsed<Box<Type>> {
        self.expect('<', "`<` and the type of the elements")?;
        let at = self.at;
        let element = self.ty(level + 1)?;
        if !element.kind().may_be_element() {
            return Err(TypeTextError { at, kind: Kind::Element { type_kind: element.kind() } });
        }
        self.expect('>', "`>` after the type of the elements")?;
        Ok(Box::new(element))
    }

    fn enumeration(&mut self) -> Parsed<Type> {
        let start = self.at;
        self.expect('<', "`<` and the variants")?;
        let mut variants: Vec<Variant> = Vec::with_capacity(self.count_parts(LEAST_VARIANT));
        loop {
            let name = self.key(variants.last().map(|variant| &variant.name))?;
            self.expect('=', "`=` and the variant's number")?;
            let (at, text) = (self.at, self.token());
            variants.push(Variant::new(name, number(at, text)?));
            if !self.is_more()? {
                break;
            }
        }
        match Variant::repeated_number(&variants) {
            Some(number) => Err(TypeTextError { at: start, kind: Kind::VariantTwice { number } }),
            None => Ok(Type::Enum(EnumType::new(variants))),
        }
    }

    fn structure(&mut self, level: usize) -> Parsed<Type> {
        self.expect('<', "`<` and the members")?;
        let mut members: Vec<Field> = Vec::with_capacity(self.count_parts(LEAST_MEMBER));
        loop {
            self.reader.members += 1;
            if self.reader.members > MAX_FIELDS {
                return Err(TypeTextError { at: self.at, kind: Kind::TooManyMembers });
            }
            let key = self.key(members.last().map(|member| &member.key))?;
            self.expect(':', "`:` and the member's type")?;
            members.push(self.field(key, level + 1)?);
            if !self.is_more()? {
                return Ok(Type::Struct(StructType::new(members)));
            }
        }
    }

    /// The key of a member or the name of a variant, behind another one.
    fn key(&mut self, behind: Option<&Key>) -> Parsed<Key> {
        let at = self.at;
        let key = Key::new(self.token()).map_err(|error| TypeTextError { at, kind: Kind::Key { error } })?;
        match behind {
            Some(behind) if *behind >= key => Err(TypeTextError { at, kind: Kind::Order }),
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

    /// How many parts follow up to the closing bracket, at most: as many as there are commas between them,
    /// and no more than fit. What the parts have in brackets of their own counts for those.
    fn count_parts(&self, least: usize) -> usize {
        let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
        let (mut commas, mut size) = (0, 0);
        for byte in self.rest().bytes() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if quoted => escaped = true,
                b'"' => quoted = !quoted,
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

    /// A size or count of at least 1, behind a colon.
    fn size(&mut self, kind: ConstraintKind) -> Parsed<u32> {
        self.expect(':', "`:` and a number")?;
        let (at, text) = (self.at, self.token());
        match number(at, text)? {
            0 => Err(TypeTextError { at, kind: Kind::Zero { kind } }),
            size => Ok(size),
        }
    }

    /// The optional constraints in braces, if there are any: ascending by kind.
    fn optional(&mut self, type_kind: TypeKind) -> Parsed<Optional<'t>> {
        let mut found = Optional::default();
        let mut last: Option<ConstraintKind> = None;
        let mut more = self.eat('{');
        while more {
            let (at, name) = (self.at, self.token());
            let mut kinds = type_kind.constraints().iter().filter(|kind| !kind.is_required());
            let kind = *kinds
                .find(|kind| kind.name() == name)
                .ok_or(TypeTextError { at, kind: Kind::ConstraintUnfit { type_kind } })?;
            if last.is_some_and(|last| last >= kind) {
                return Err(TypeTextError { at, kind: Kind::Order });
            }
            last = Some(kind);
            self.constraint(kind, &mut found)?;
            more = self.eat(',');
            if !more {
                self.expect('}', "`,` or `}`")?;
            }
        }
        Ok(found)
    }

    /// What stands behind the name of an optional constraint.
    fn constraint(&mut self, kind: ConstraintKind, found: &mut Optional<'t>) -> Parsed<()> {
        if kind == ConstraintKind::Unique {
            found.unique = true;
            return Ok(());
        }
        self.expect('=', "`=` and the constraint's value")?;
        let at = self.at;
        match kind {
            ConstraintKind::MinSize | ConstraintKind::MinCount => {
                found.least = number(at, self.token())?;
                if found.least == 0 {
                    return Err(TypeTextError { at, kind: Kind::Redundant { kind } });
                }
            }
            ConstraintKind::Min => found.min = Some((at, self.token())),
            ConstraintKind::Max => found.max = Some((at, self.token())),
            ConstraintKind::Pattern => found.pattern = Some(self.pattern()?),
            ConstraintKind::Unit => {
                let unknown = |UnknownUnit| TypeTextError { at, kind: Kind::UnknownUnit };
                found.unit = Some(self.token().parse().map_err(unknown)?);
            }
            // The first is a flag, `optional` stands behind the type, the others are required and stand before the
            // braces.
            ConstraintKind::Unique
            | ConstraintKind::Optional
            | ConstraintKind::MaxSize
            | ConstraintKind::MaxCount
            | ConstraintKind::Count => {}
        }
        Ok(())
    }

    /// The pattern of a string literal.
    fn pattern(&mut self) -> Parsed<Arc<Pattern>> {
        let at = self.at;
        let text = self.literal()?;
        let refused = |error| TypeTextError { at, kind: Kind::Pattern { error } };
        self.reader.patterns.get(&text).map_err(refused)
    }

    /// A string literal in double quotes, with the escapes that one is printed with.
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

    /// An escape, which begins here.
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

    /// A UTF-16 code unit: `u` and four hexadecimal digits.
    fn unit(&mut self) -> Option<u16> {
        let digits = self.rest().strip_prefix('u')?.get(..4)?;
        self.at += 1 + digits.len();
        u16::from_str_radix(digits, 16).ok()
    }

    /// What follows up to the next delimiter.
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

/// A number that stands at this place. In which form, is seen when the whole type is printed again.
fn number<T: FromStr>(at: usize, text: &str) -> Parsed<T> {
    text.parse().map_err(|_| TypeTextError { at, kind: Kind::Expected { what: "a number in its range" } })
}

/// Bounds of which the lower one stands at a place.
fn ordered<T: PartialOrd>(
    min: Option<T>,
    max: Option<T>,
    place: Option<(usize, &str)>,
) -> Parsed<Option<Box<Bounds<T>>>> {
    if let (Some(least), Some(most), Some((at, _))) = (&min, &max, place)
        && least > most
    {
        let (min, max) = (ConstraintKind::Min, ConstraintKind::Max);
        return Err(TypeTextError { at, kind: Kind::MinOverMax { min, max } });
    }
    Ok(Bounds::boxed(min, max))
}
