//! Advice on texts that are no expression.

use super::pieces::PieceKind;
use super::{ExpressionAdvice, ExpressionSite, RefusedText};
use crate::text::escape::quoted;
use crate::text::suggest::Suggestions;
use confc_core::expr::SyntaxErrorKind as Kind;
use std::ops::Range;

impl RefusedText<'_> {
    pub(super) fn on_syntax(&self, kind: &Kind, suggestions: &mut Suggestions) -> Option<ExpressionAdvice> {
        match kind {
            Kind::Unexpected { found: None, .. } => self.on_early_end(),
            Kind::Unexpected { found: Some(found), .. } => self.on_unexpected(found),
            Kind::Half(operator) => self.on_half(operator),
            Kind::Character(c) => self.on_character(*c),
            Kind::Braces => self.on_braces(),
            Kind::LeadingZero if self.part(0..self.range.start).ends_with('-') => Some(
                ExpressionAdvice::new("compare a text: put the date in quotes").saying("there are no dates"),
            ),
            Kind::NoDigitsAfterPoint => self.on_range(),
            Kind::NotANumber | Kind::UnsignedSuffix => self.on_number_with_letters(),
            Kind::Quantity(..) | Kind::UnknownUnit => self.on_quantity(),
            Kind::UpperCase(name) => self.on_upper_case(name, suggestions),
            Kind::Null => self.on_no_value(self.range.clone()),
            Kind::Reserved(word) => self.on_reserved(word),
            Kind::Chained(instead) => self.on_chained(instead),
            Kind::Function { name, .. } => self.on_unknown_function(name),
            Kind::LoopName(_) => self.on_self_in_loop(),
            Kind::SourceTooLarge(_)
            | Kind::TooManyInstructions
            | Kind::TooManyValues
            | Kind::TooManyElements
            | Kind::TooManyLoops
            | Kind::TooManyBrackets
            | Kind::Comment
            | Kind::Unterminated(_)
            | Kind::TripleQuotes
            | Kind::StringPrefix
            | Kind::ControlCharacter
            | Kind::Escape(_)
            | Kind::HexDigits
            | Kind::Surrogate
            | Kind::IntegerTooLarge
            | Kind::FloatTooLarge
            | Kind::LeadingZero
            | Kind::NoDigitsBeforePoint
            | Kind::NotAName
            | Kind::ConditionalInside
            | Kind::Arguments(_)
            | Kind::InputName(_) => None,
        }
    }

    /// The text ends where a value or a bracket is missing.
    fn on_early_end(&self) -> Option<ExpressionAdvice> {
        if let Some(open) = self.unclosed_at(self.text.len()) {
            let (bracket, closing) = match self.word(open) {
                "(" => ("(", ")"),
                _ => ("[", "]"),
            };
            return Some(
                ExpressionAdvice::new(format!("add `{closing}`"))
                    .saying(format!("the `{bracket}` is not closed"))
                    .at(open.range.clone()),
            );
        }
        let end = self.text.len();
        if self.is_right(&format!("{} : true", self.text)) {
            let help = match self.site {
                ExpressionSite::Rule => "add `: true` for where the condition is false",
                ExpressionSite::Layer | ExpressionSite::CommandLine => {
                    "add `:` and the value for where the condition is false"
                }
            };
            return Some(ExpressionAdvice::new(help));
        }
        let last = self.piece_before(end)?;
        if self.word(last) == "%" {
            let number = self.piece_before(last.range.start)?;
            let percent: f64 = self.word(number).parse().ok()?;
            let range = number.range.start..last.range.end;
            let fraction = percent / 100.0;
            let message = "there are no percentages";
            let parts = "multiply both sides by 100 instead: `a * 100 <= b * 50`";
            return self
                .rewrite(range.clone(), &format!("{fraction:?}"))
                .or_else(|| Some(ExpressionAdvice::new(parts).at(range)))
                .map(|advice| advice.saying(message));
        }
        None
    }

    fn on_unexpected(&self, found: &str) -> Option<ExpressionAdvice> {
        let at = self.range.clone();
        let before = self.piece_before(at.start);
        let before_is =
            |sign: &str| before.is_some_and(|piece| self.word(piece) == sign && piece.range.end == at.start);
        if self.is_called("quantity") {
            return self.on_quantity();
        }
        if self.is_called("input") {
            return self.rewrite(at, &format!("'{found}'"));
        }
        if let Some(advice) = self.on_self_in_loop().or_else(|| self.on_missing_name()) {
            return Some(advice);
        }
        match found {
            ">" if before_is("<") => {
                let range = at.start - 1..at.end;
                Some(ExpressionAdvice::new("write `!=`").saying("there is no operator `<>`").at(range))
            }
            "<" | ">" if before_is(found) => Some(
                ExpressionAdvice::new("multiply or divide by a power of 2: `n * 2`")
                    .saying("there are no operators on bits")
                    .at(at.start - 1..at.end),
            ),
            ">" if before_is("-") => self.on_arrow(at.start - 1..at.end),
            "-" if self.part(at.end..at.end + 1) == ">" => self.on_arrow(at.start..at.end + 1),
            "*" if before_is("*") => self.on_power(at.start - 1..at.end),
            "*" | "]" if before_is("[") => self.on_each(),
            "*" if before_is(".") => self.on_each(),
            "+" if before_is("+") => None,
            "?" if before_is("?") => self.on_default(at.start - 1..at.end),
            _ if self.names_field(found) => Some(ExpressionAdvice::new(format!(
                "write the key of this field in backquotes, since the word is reserved: `` `{found}` ``"
            ))),
            "in" => self.on_called_in().or_else(|| self.on_infix_word(found)),
            "." if before_is("?") => self.on_optional_chain(),
            "." => self.on_leading_point().or_else(|| self.on_unnamed_element()),
            "!" if self.piece_after(at.end).is_some_and(|word| self.word(word) == "in") => self.on_not_in(),
            "!" if self.part(at.end..at.end + 1) == "~" => self.on_pattern_operator(at.start..at.end + 1),
            "," => self.on_loop_over_pairs().or_else(|| self.on_comma()),
            ")" | "]" => self.on_closing(),
            ":" if self.part(at.end..self.text.len()).starts_with("//") => self.on_url(),
            ":" => self.on_slice().or_else(|| self.on_format()),
            _ if self.is_called("exists") && self.part(at.clone()).starts_with(['\'', '"']) => {
                self.on_element_in_exists()
            }
            _ if before.is_some_and(|piece| self.word(piece) == "lambda") => {
                let colon = self.piece_after(at.end).filter(|colon| self.word(colon) == ":")?.range.end;
                self.without_parameter(before?.range.start..colon, self.part(at))
            }
            _ if before.is_some_and(|piece| self.word(piece) == "not") => self.on_not(before?.range.clone()),
            _ => self.on_infix_word(found).or_else(|| self.on_two_values(found)),
        }
    }

    /// `v.all(x != '')`: a loop whose condition begins with the element, without its name first.
    fn on_missing_name(&self) -> Option<ExpressionAdvice> {
        let is_loop = self.is_called("all") || self.is_called("exists");
        let open = self.unclosed_at(self.range.start).filter(|_| is_loop)?.range.end;
        let element = self.piece_before(self.range.start).filter(|piece| piece.range.start == open)?;
        let (arguments, end) = self.arguments(open - 1)?;
        let [condition] = arguments.as_slice() else { return None };
        let whole = self.operand_before(end)?;
        let call = self.part(whole.start..open);
        let named = self.rewrite(whole, &format!("{call}{}, {condition})", self.word(element)));
        named.or_else(|| {
            let help = "write a name for each element first: `v.all(x, x > 0)`";
            (self.refused() == ")").then(|| ExpressionAdvice::new(help))
        })
    }

    /// `in(a, list)`.
    fn on_called_in(&self) -> Option<ExpressionAdvice> {
        let (arguments, end) = self.arguments(self.range.end)?;
        let [element, list] = arguments.as_slice() else { return None };
        let call = self.range.start..end;
        let instead = self.as_operand(&format!("{element} in {list}"), &call);
        self.rewrite(call, &instead)
    }

    /// `&`, `|`, `=>` and their like; `operator` is the one that looks like it.
    fn on_half(&self, operator: &str) -> Option<ExpressionAdvice> {
        let after_operator = self.part(0..self.range.start).ends_with(['<', '>', '=', '!', '&', '|'])
            && self.refused().len() == 1;
        if after_operator && self.is_right_with(&self.range, "") {
            return Some(ExpressionAdvice::new("remove it"));
        }
        if let Some(advice) = self.on_entity() {
            return Some(advice);
        }
        match self.refused() {
            "=>" => self.on_arrow(self.range.clone()),
            "|" if self.is_right_with(&self.range, operator) => None,
            "|" if self.follows_filter() => self.on_filter(),
            "|" if self.piece_before(self.range.start).is_some_and(|before| self.word(before) == "(") => {
                self.on_bars()
            }
            "&" | "|" if !self.is_right_with(&self.range, operator) => {
                let on_numbers = [self.operand_before(self.range.start), self.operand_after(self.range.end)]
                    .into_iter()
                    .flatten()
                    .any(|operand| self.is_integer(operand));
                on_numbers.then(|| {
                    ExpressionAdvice::new("compare numbers, as in `n % 2 == 1`")
                        .saying("there are no operators on bits")
                })
            }
            _ => None,
        }
    }

    /// `|x|` before the condition of a loop.
    fn on_bars(&self) -> Option<ExpressionAdvice> {
        let name = self.piece_after(self.range.end)?;
        let end = self.piece_after(name.range.end).filter(|bar| self.word(bar) == "|")?.range.end;
        let range = self.range.start..end;
        let instead = format!("{},", self.word(name));
        self.rewrite(range, &instead).map(|advice| advice.saying("there are no lambdas"))
    }

    /// `=>` and `->`: before the condition of a loop, or for "then".
    fn on_arrow(&self, range: Range<usize>) -> Option<ExpressionAdvice> {
        let arrow = self.part(range.clone());
        let no_operator = format!("there is no operator `{arrow}`");
        let behind = self.part(range.end..self.text.len()).trim_start();
        let name = self.piece_before(range.start)?;
        let before = self.piece_before(name.range.start);
        let lambda = before.is_some_and(|before| matches!(self.word(before), "(" | ","));
        if lambda {
            // `all(x => …)`, and `all(x, x => …)`.
            let is_named = before.is_some_and(|before| self.word(before) == ",");
            let (guilty, instead) =
                if is_named { (name.range.start..range.end, "") } else { (range.clone(), ",") };
            if self.is_right_with(&guilty, instead) {
                let help = if is_named { "remove it" } else { "write `,`" };
                return Some(ExpressionAdvice::new(help).saying("there are no lambdas").at(guilty));
            }
        }
        let member =
            self.piece_after(range.end).filter(|member| arrow == "->" && member.kind == PieceKind::Word);
        if let Some(advice) = member.and_then(|_| self.rewrite(range.clone(), ".")) {
            return Some(advice.saying(no_operator));
        }
        if name.kind == PieceKind::Close && self.part(0..name.range.end).trim_start().starts_with('(') {
            return self.without_parameter(0..range.end, self.part(0..name.range.end));
        }
        if arrow == "=>" && self.is_right_with(&range, ">=") {
            return Some(ExpressionAdvice::new("write `>=`").saying(no_operator).at(range));
        }
        self.implication(self.part(0..range.start).trim(), behind).map(|advice| advice.saying(no_operator))
    }

    /// Advice to write an implication in the place of the whole text.
    pub(super) fn implication(&self, condition: &str, then: &str) -> Option<ExpressionAdvice> {
        let condition = self.negated(condition);
        let instead = format!("{condition} || {then}");
        self.rewrite(0..self.text.len(), &instead)
    }

    /// A condition with `!` before it.
    pub(super) fn negated(&self, condition: &str) -> String {
        let pieces = super::pieces::pieces(condition);
        let is_operand = |piece: &super::Piece| {
            piece.kind == PieceKind::Word || condition.get(piece.range.clone()) == Some(".")
        };
        if condition.starts_with('(') && pieces.last().is_some_and(|last| last.kind == PieceKind::Close) {
            return format!("!{condition}");
        }
        match pieces.iter().all(is_operand) {
            true => format!("!{condition}"),
            false => format!("!({condition})"),
        }
    }

    /// A comma between conditions, in a number, in a list in round brackets, or before a message.
    fn on_comma(&self) -> Option<ExpressionAdvice> {
        let at = self.range.clone();
        let (before, after) = (self.piece_before(at.start)?, self.piece_after(at.end)?);
        let are_digits = [before, after].iter().all(|piece| piece.kind == PieceKind::Number);
        let range = before.range.start..after.range.end;
        if are_digits
            && after.range.len() == 3
            && let Some(advice) = self.rewrite(range.clone(), &self.part(range).replace(',', ""))
        {
            return Some(advice.saying("a number must not have a comma between its digits"));
        }
        if after.kind == PieceKind::Text && after.range.end == self.text.len() {
            let is_right = self.is_right(self.part(0..at.start));
            return (is_right && self.site == ExpressionSite::Rule)
                .then(|| ExpressionAdvice::new("give the rule this text as its `message`"));
        }
        if let Some(open) = self.unclosed_at(at.start).map(|open| open.range.start) {
            let end = self.operand_after(open)?.end;
            let inside = self.part(open + 1..end - 1).trim();
            return self
                .rewrite(open..end, &format!("[{inside}]"))
                .map(|advice| advice.saying("a list must be in square brackets"));
        }
        self.is_right_with(&at, " &&").then(|| ExpressionAdvice::new("write `&&` where both must hold"))
    }

    /// A closing bracket that closes nothing, or that follows a comma.
    fn on_closing(&self) -> Option<ExpressionAdvice> {
        let at = self.range.clone();
        let bracket = self.refused();
        if self.is_called("exists") {
            let point = self.part(0..at.start).rfind(".exists")?;
            let of = self.operand_before(point)?;
            return self.rewrite(of.start..at.end, &format!("has({})", self.part(of)));
        }
        let before = self.piece_before(at.start)?;
        if self.word(before) == "," && self.is_right_with(&before.range, "") {
            return Some(
                ExpressionAdvice::new("remove the comma")
                    .saying(format!("expected a value between `,` and `{bracket}`, found none"))
                    .at(before.range.clone()),
            );
        }
        self.unclosed_at(at.start).is_none().then(|| {
            ExpressionAdvice::new("remove it, or open it before")
                .saying(format!("the `{bracket}` closes nothing"))
        })
    }

    /// `v.all(x.member > 0)`, where the name of the elements is missing.
    fn on_unnamed_element(&self) -> Option<ExpressionAdvice> {
        let name = self.piece_before(self.range.start)?;
        let instead = format!("{0}, {0}", self.word(name));
        self.rewrite(name.range.clone(), &instead)
            .map(|advice| advice.saying("expected the name of the elements and `,` before the condition"))
    }

    /// `v.all(byte_size(self) > 0)`, where `self` is in the place of a name for the elements.
    fn on_self_in_loop(&self) -> Option<ExpressionAdvice> {
        const ELEMENT: &str = "x";
        if !self.is_called("all") && !self.is_called("exists") {
            return None;
        }
        let open = self.unclosed_at(self.range.start)?.range.start;
        let (_, end) = self.arguments(open)?;
        let condition = open + 1..end.checked_sub(1)?;
        let mut renamed = self.part(condition.clone()).to_owned();
        let inside = |piece: &&super::Piece| condition.contains(&piece.range.start);
        let mut selves =
            self.pieces.iter().filter(inside).filter(|piece| self.word(piece) == "self").peekable();
        selves.peek()?;
        let places: Vec<Range<usize>> = selves.map(|piece| piece.range.clone()).collect();
        for place in places.into_iter().rev() {
            let start = place.start - condition.start;
            renamed.replace_range(start..start + place.len(), ELEMENT);
        }
        let advice = self.rewrite(condition, &format!("{ELEMENT}, {renamed}"))?;
        Some(advice.saying("expected the name of the elements and `,` before the condition"))
    }

    /// `https://${host}/`, which is a text with expressions in it.
    fn on_url(&self) -> Option<ExpressionAdvice> {
        let message = "expected an expression, found a text";
        let advice = match self.site {
            ExpressionSite::Layer if !self.text.contains(['"', '\'']) => {
                ExpressionAdvice::write(&format!("{{ $text: \"{}\" }}", self.text))
            }
            ExpressionSite::Layer => ExpressionAdvice::new("write the text as `{ $text: \"…\" }`"),
            ExpressionSite::CommandLine => {
                ExpressionAdvice::new("evaluate each part alone: only a layer makes a text, with `$text`")
            }
            ExpressionSite::Rule => return None,
        };
        Some(advice.saying(message).at(0..self.text.len()))
    }

    /// Whether the refused part is an argument of this function.
    fn is_called(&self, function: &str) -> bool {
        let open = self.unclosed_at(self.range.start);
        open.and_then(|open| self.piece_before(open.range.start))
            .is_some_and(|name| self.word(name) == function)
    }

    /// Two values without an operator between them.
    fn on_two_values(&self, found: &str) -> Option<ExpressionAdvice> {
        let at = self.range.clone();
        let before = self.piece_before(at.start)?;
        let (word, is_text) = (self.word(before), found.starts_with(['\'', '"']));
        if is_text && before.kind == PieceKind::Text && before.range.end == at.start {
            let quote = self.part(at.start..at.start + 1);
            let help = format!("write `\\{quote}`");
            let message = "a quote in a string must be escaped";
            return Some(ExpressionAdvice::new(help).saying(message).at(at.start - 1..at.start + 1));
        }
        if is_text && before.kind == PieceKind::Word && before.range.end == at.start {
            return self.on_concatenation();
        }
        if before.kind != PieceKind::Word {
            return self.on_unit_after_number(before);
        }
        if matches!(word, "typeof" | "type") {
            return Some(ExpressionAdvice::new("remove it: a field always has its declared type"));
        }
        let operand = self.operand_after(before.range.end)?;
        let call = format!("{word}({})", self.part(operand.clone()));
        if let Some(advice) = self.rewrite(before.range.start..operand.end, &call) {
            return Some(advice.saying(format!("expected `(` after {}, found none", quoted(word))));
        }
        let is_first = self.part(0..before.range.start).trim().is_empty();
        let rest = before.range.start..at.start;
        (is_first && self.is_right_with(&rest, ""))
            .then(|| ExpressionAdvice::writing("remove", word, "").at(before.range.clone()))
    }

    /// Characters that no expression has.
    fn on_character(&self, c: char) -> Option<ExpressionAdvice> {
        let at = self.range.clone();
        let instead = match c {
            '≤' => "<=",
            '≥' => ">=",
            '≠' => "!=",
            '×' | '⋅' | '·' => "*",
            '÷' | '∕' => "/",
            '−' | '–' | '—' => "-",
            '∧' => "&&",
            '∨' => "||",
            '¬' => "!",
            '‘' | '’' | '“' | '”' | '„' | '«' | '»' => {
                return Some(ExpressionAdvice::new("write straight quotes: `'` or `\"`"));
            }
            '\u{a0}' | '\u{2009}' | '\u{202f}' | '\u{200b}' | '\u{feff}' => {
                return Some(ExpressionAdvice::new("replace it with a plain space"));
            }
            ';' if self.part(at.end..self.text.len()).trim().is_empty() => {
                return Some(ExpressionAdvice::new("remove it"));
            }
            ';' if self.is_right_with(&at, " &&") => {
                return Some(ExpressionAdvice::new("write `&&` where both must hold"));
            }
            ';' => {
                return Some(ExpressionAdvice::new("write one expression; join conditions with `&&`"));
            }
            '#' => return self.on_hash(),
            '$' | '@' => return self.on_operator_of_layers().or_else(|| self.on_sigil()),
            '^' => return self.on_caret(),
            '~' => return self.on_tilde(),
            _ => return None,
        };
        self.is_right_with(&at, instead).then(|| ExpressionAdvice::new(format!("write `{instead}`")))
    }

    /// `#tags` for a count, or `# …` for a comment.
    fn on_hash(&self) -> Option<ExpressionAdvice> {
        if self.is_right(self.part(0..self.range.start)) {
            let comment = "there are no comments in expressions";
            return Some(ExpressionAdvice::new("write it in the file around the expression").saying(comment));
        }
        let operand = self.operand_after(self.range.end)?;
        let size = format!("size({})", self.part(operand.clone()));
        self.rewrite(self.range.start..operand.end, &size)
    }

    /// `{` and `}`.
    fn on_braces(&self) -> Option<ExpressionAdvice> {
        if let Some(advice) = self.on_operator_of_layers() {
            return Some(advice);
        }
        let (inside, end) = match self.part(self.range.start..self.text.len()).split_once('}') {
            Some((inside, _)) => (inside.trim_start_matches('{').trim(), self.range.start + inside.len() + 1),
            None => return None,
        };
        let is_doubled = self.part(end..end + 1) == "}";
        let range = self.range.start..end + usize::from(is_doubled);
        if let Some(advice) = self.rewrite(range.clone(), inside) {
            return Some(advice.saying("a name must be without braces"));
        }
        self.rewrite(range, &format!("[{inside}]"))
            .map(|advice| advice.saying("a list must be in square brackets"))
    }

    fn on_chained(&self, instead: &str) -> Option<ExpressionAdvice> {
        let last = self.operand_after(self.range.end)?;
        let middle = self.operand_before(self.range.start)?;
        let operator = self.piece_before(middle.start)?;
        let first = self
            .operand_before(operator.range.start)
            .or_else(|| self.operand_before(operator.range.start.saturating_sub(1)))?;
        let instead = instead.strip_suffix('…')?;
        let both = format!("{instead}{}", self.part(last.clone()));
        self.rewrite(first.start..last.end, &both)
    }

    pub(super) fn is_integer(&self, range: Range<usize>) -> bool {
        matches!(self.type_of(range), Some(confc_core::expr::ExpressionType::Integer(..)))
    }
}
