//! Advice on texts that are not expressions.

use super::operators::{EACH_PART_ALONE, HAS_ITS_TYPE};
use super::pieces::{Fragment, PieceKind, is_quoted};
use super::vocabulary::SIGNS;
use super::{ExpressionAdvice, ExpressionSite, REMOVE, RefusedText};
use crate::diagnostic::{Help, RemedyKind};
use crate::schema::words::entry_of;
use crate::text::escape::quoted;
use crate::text::suggest::Suggestions;
use confc_core::expr::SyntaxErrorKind as Kind;

/// The message for operators such as `<<` and `&`.
const NO_BITS: &str = "there are no operators on bits";

/// The message for a loop without a name for the elements.
const NO_ELEMENT: &str = "expected the name of the elements and `,` before the condition";

/// The help for two conditions without an operator between them.
const BOTH_MUST_HOLD: &str = "write `&&` where both must hold";

impl RefusedText<'_> {
    pub(super) fn on_syntax(&self, kind: &Kind, suggestions: &mut Suggestions) -> Option<ExpressionAdvice> {
        match kind {
            Kind::Unexpected { found: None, .. } => self.on_early_end(),
            Kind::Unexpected { found: Some(found), .. } => self.on_unexpected(found),
            Kind::Half(operator) => self.on_half(operator),
            Kind::Character(c) => self.on_character(*c),
            Kind::Braces => self.on_braces(),
            Kind::LeadingZero if self.before(self.at.start).ends_with('-') => Some(
                ExpressionAdvice::new("compare a text: put the date in quotes").saying("there are no dates"),
            ),
            Kind::NoDigitsAfterPoint => self.on_range(),
            Kind::NotANumber | Kind::UnsignedSuffix => self.on_number_with_letters(),
            Kind::Quantity(..) | Kind::UnknownUnit => self.on_quantity(),
            Kind::UpperCase(name) => self.on_upper_case(name, suggestions),
            Kind::Null => self.on_no_value(self.at),
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

    /// The text ends before a missing value or bracket.
    fn on_early_end(&self) -> Option<ExpressionAdvice> {
        let end = self.text.len();
        if let Some(open) = self.unclosed_at(end) {
            let closing = if open.text == "(" { ")" } else { "]" };
            let advice = ExpressionAdvice::new(format!("add `{closing}`"));
            return Some(advice.saying(format!("the `{open}` is not closed")).at(open));
        }
        if self.is_right(&format!("{} : true", self.text)) {
            let value = "add `:` and the value for where the condition is false";
            let help = self.by_site(["add `: true` for where the condition is false", value, value]);
            return Some(ExpressionAdvice::new(help));
        }
        let sign = self.before_is(end, "%")?;
        let number = self.piece_before(sign.start)?.at;
        let percent: f64 = number.text.parse().ok()?;
        let range = number.to(sign);
        let parts = "multiply both sides by 100 instead: `a * 100 <= b * 50`";
        self.rewrite(range.clone(), &format!("{:?}", percent / 100.0))
            .or_else(|| Some(ExpressionAdvice::new(parts).at(range)))
            .map(|advice| advice.saying("there are no percentages"))
    }

    fn on_unexpected(&self, found: &str) -> Option<ExpressionAdvice> {
        let at = self.at;
        let before = self.piece_before(at.start);
        let before_is = |sign: &str| before.is_some_and(|piece| piece.is(sign) && piece.at.end == at.start);
        // The refused sign with the one before it, and with the one after it.
        let with_before = || self.fragment(at.start - 1..at.end);
        let with_after = || self.fragment(at.start..at.end + 1);
        let rest = self.after(at.end);
        if self.is_called("quantity") {
            return self.on_quantity();
        }
        if self.is_called("input") {
            return self.rewrite_refused(&format!("'{found}'"));
        }
        if let Some(advice) = self.on_self_in_loop().or_else(|| self.on_missing_name()) {
            return Some(advice);
        }
        match found {
            ">" if before_is("<") => {
                let advice = ExpressionAdvice::word("!=").saying("there is no operator `<>`");
                Some(advice.at(with_before()))
            }
            "<" | ">" if before_is(found) => {
                let help = "multiply or divide by a power of 2: `n * 2`";
                Some(ExpressionAdvice::new(help).saying(NO_BITS).at(with_before()))
            }
            ">" if before_is("-") => self.on_arrow(with_before()),
            "-" if rest.starts_with('>') => self.on_arrow(with_after()),
            "*" if before_is("*") => self.on_power(with_before()),
            "*" | "]" if before_is("[") => self.on_each(),
            "*" if before_is(".") => self.on_each(),
            "+" if before_is("+") => None,
            "?" if before_is("?") => self.on_default(with_before()),
            _ if self.names_field(found) => Some(ExpressionAdvice::new(format!(
                "write the key of this field in backquotes, since the word is reserved: `` `{found}` ``"
            ))),
            "in" => self.on_called_in().or_else(|| self.on_infix_word(found)),
            "." if before_is("?") => self.on_optional_chain(),
            "." => self.on_leading_point().or_else(|| self.on_unnamed_element()),
            "!" if self.after_is(at.end, "in").is_some() => self.on_not_in(),
            "!" if rest.starts_with('~') => self.on_pattern_operator(with_after()),
            "," => self.on_loop_over_pairs().or_else(|| self.on_comma()),
            ")" | "]" => self.on_closing(),
            ":" if rest.starts_with("//") => self.on_url(),
            ":" => self.on_slice().or_else(|| self.on_format()),
            _ if self.is_called("exists") && at.is_quoted() => self.on_element_in_exists(),
            _ if before.is_some_and(|piece| piece.is("lambda")) => {
                self.without_parameter(self.after_is(at.end, ":")?.end, at.text)
            }
            _ if before.is_some_and(|piece| piece.is("not")) => self.on_not(before?.at),
            _ => self.on_infix_word(found).or_else(|| self.on_two_values(found)),
        }
    }

    /// `v.all(x != '')`: a loop whose condition begins with the element, without its name first.
    fn on_missing_name(&self) -> Option<ExpressionAdvice> {
        let open = self.unclosed_at(self.at.start).filter(|_| self.is_loop())?.end;
        let element = self.piece_before(self.at.start).filter(|piece| piece.at.start == open)?.at;
        let (arguments, end) = self.arguments(open - 1)?;
        let [condition] = arguments.as_slice() else { return None };
        let whole = self.operand_before(end)?;
        let call = self.part(whole.start..open);
        self.rewrite(whole, &format!("{call}{element}, {condition})")).or_else(|| {
            let help = "write a name for each element first: `v.all(x, x > 0)`";
            (self.at.text == ")").then(|| ExpressionAdvice::new(help))
        })
    }

    /// `in(a, list)`.
    fn on_called_in(&self) -> Option<ExpressionAdvice> {
        let (arguments, end) = self.arguments(self.at.end)?;
        let [element, list] = arguments.as_slice() else { return None };
        let call = self.fragment(self.at.start..end);
        self.rewrite(call, &self.as_operand(&format!("{element} in {list}"), call))
    }

    /// `&`, `|`, `=>` and their like; `operator` is the one that looks like it.
    fn on_half(&self, operator: &str) -> Option<ExpressionAdvice> {
        let at = self.at;
        let after_operator =
            self.before(at.start).ends_with(['<', '>', '=', '!', '&', '|']) && at.text.len() == 1;
        if after_operator && self.is_right_with(at, "") {
            return Some(ExpressionAdvice::new(Help::new("remove it", RemedyKind::Replace(String::new()))));
        }
        if let Some(advice) = self.on_entity() {
            return Some(advice);
        }
        match at.text {
            "=>" => self.on_arrow(at),
            "|" if self.is_right_with(at, operator) => None,
            "|" if self.follows_filter() => self.on_filter(),
            "|" if self.before_is(at.start, "(").is_some() => self.on_bars(),
            "&" | "|" if !self.is_right_with(at, operator) => {
                let operands = [self.operand_before(at.start), self.operand_after(at.end)];
                let on_numbers = operands.into_iter().flatten().any(|operand| self.is_integer(operand));
                on_numbers
                    .then(|| ExpressionAdvice::new("compare numbers, as in `n % 2 == 1`").saying(NO_BITS))
            }
            _ => None,
        }
    }

    /// `|x|` before the condition of a loop.
    fn on_bars(&self) -> Option<ExpressionAdvice> {
        let name = self.piece_after(self.at.end)?.at;
        let bar = self.after_is(name.end, "|")?;
        self.rewrite(self.at.to(bar), &format!("{name},")).map(|advice| advice.saying("there are no lambdas"))
    }

    /// `=>` and `->`: before the condition of a loop, or for "then".
    fn on_arrow(&self, arrow: Fragment<'_>) -> Option<ExpressionAdvice> {
        let no_operator = format!("there is no operator `{arrow}`");
        let name = self.piece_before(arrow.start)?;
        // `all(x => …)`, and `all(x, x => …)`.
        let lambda = match self.piece_before(name.at.start).map(|before| before.at.text) {
            Some("(") => Some((self.fragment(arrow), ",", "write `,`")),
            Some(",") => Some((self.fragment(name.at.to(arrow)), "", "remove it")),
            Some(_) | None => None,
        };
        if let Some((guilty, with, help)) =
            lambda.filter(|(guilty, with, _)| self.is_right_with(*guilty, with))
        {
            let help = Help::new(help, RemedyKind::Replace(with.into()));
            return Some(ExpressionAdvice::new(help).saying("there are no lambdas").at(guilty));
        }
        let is_member = self
            .piece_after(arrow.end)
            .is_some_and(|member| arrow.text == "->" && member.kind == PieceKind::Word);
        if let Some(advice) = is_member.then(|| self.rewrite(arrow, ".")).flatten() {
            return Some(advice.saying(no_operator));
        }
        let head = self.before(name.at.end);
        if name.kind == PieceKind::Close && head.trim_start().starts_with('(') {
            return self.without_parameter(arrow.end, head);
        }
        if arrow.text == "=>" && self.is_right_with(arrow, ">=") {
            return Some(ExpressionAdvice::word(">=").saying(no_operator).at(arrow));
        }
        self.implication(self.before(arrow.start).trim(), self.after(arrow.end).trim_start())
            .map(|advice| advice.saying(no_operator))
    }

    /// Advice to write an implication in place of the whole text.
    pub(super) fn implication(&self, condition: &str, then: &str) -> Option<ExpressionAdvice> {
        self.rewrite(self.whole(), &format!("{} || {then}", negated(condition)))
    }

    /// A comma between conditions, in a number, in a list in round brackets, or before a message.
    fn on_comma(&self) -> Option<ExpressionAdvice> {
        let at = self.at;
        let (before, after) = (self.piece_before(at.start)?, self.piece_after(at.end)?);
        let are_digits = [before, after].iter().all(|piece| piece.kind == PieceKind::Number);
        let both = self.fragment(before.at.to(after.at));
        if are_digits
            && after.at.text.len() == 3
            && let Some(advice) = self.rewrite(both, &both.text.replace(',', ""))
        {
            return Some(advice.saying("a number must not have a comma between its digits"));
        }
        if after.kind == PieceKind::Text && after.at.end == self.text.len() {
            let is_rule = self.site == ExpressionSite::Rule && self.is_right(self.before(at.start));
            return is_rule.then(|| ExpressionAdvice::new("give the rule this text as its `message`"));
        }
        if let Some(open) = self.unclosed_at(at.start) {
            let list = self.operand_after(open.start)?;
            let inside = self.part(open.end..list.end - 1).trim();
            return self
                .rewrite(open.to(list), &format!("[{inside}]"))
                .map(|advice| advice.saying("a list must be in square brackets"));
        }
        self.is_right_with(at, " &&").then(|| ExpressionAdvice::new(BOTH_MUST_HOLD))
    }

    /// A closing bracket that closes nothing, or that follows a comma.
    fn on_closing(&self) -> Option<ExpressionAdvice> {
        let at = self.at;
        if self.is_called("exists") {
            let of = self.operand_before(self.before(at.start).rfind(".exists")?)?;
            return self.rewrite(of.to(at), &format!("has({of})"));
        }
        let before = self.piece_before(at.start)?;
        if before.is(",") && self.is_right_with(before.at, "") {
            let message = format!("expected a value between `,` and `{at}`, found none");
            return Some(ExpressionAdvice::new("remove the comma").saying(message).at(before.at));
        }
        self.unclosed_at(at.start).is_none().then(|| {
            ExpressionAdvice::new("remove it, or open it before").saying(format!("the `{at}` closes nothing"))
        })
    }

    /// `v.all(x.member > 0)`, where the name of the elements is missing.
    fn on_unnamed_element(&self) -> Option<ExpressionAdvice> {
        let name = self.piece_before(self.at.start)?.at;
        self.rewrite(name, &format!("{name}, {name}")).map(|advice| advice.saying(NO_ELEMENT))
    }

    /// `v.all(byte_size(self) > 0)`, where `self` is in the place of a name for the elements.
    fn on_self_in_loop(&self) -> Option<ExpressionAdvice> {
        const ELEMENT: &str = "x";
        if !self.is_loop() {
            return None;
        }
        let open = self.unclosed_at(self.at.start)?.start;
        let (_, end) = self.arguments(open)?;
        let condition = open + 1..end.checked_sub(1)?;
        let mut renamed = self.part(condition.clone()).to_owned();
        let is_inside = |place: &Fragment<'_>| place.text == "self" && condition.contains(&place.start);
        let places: Vec<_> = self.pieces.iter().map(|piece| piece.at).filter(is_inside).collect();
        places.first()?;
        for place in places.into_iter().rev() {
            renamed.replace_range(place.start - condition.start..place.end - condition.start, ELEMENT);
        }
        let advice = self.rewrite(condition, &format!("{ELEMENT}, {renamed}"))?;
        Some(advice.saying(NO_ELEMENT))
    }

    /// `https://${host}/`, which is a text with expressions in it.
    fn on_url(&self) -> Option<ExpressionAdvice> {
        let advice = match self.site {
            ExpressionSite::Layer if !self.text.contains(['"', '\'']) => {
                ExpressionAdvice::write(&format!("{{ $text: \"{}\" }}", self.text))
            }
            ExpressionSite::Layer => ExpressionAdvice::new("write the text as `{ $text: \"…\" }`"),
            ExpressionSite::CommandLine => ExpressionAdvice::new(EACH_PART_ALONE),
            ExpressionSite::Rule => return None,
        };
        Some(advice.saying("expected an expression, found a text").at(self.whole()))
    }

    /// Whether the refused part is an argument of this function.
    fn is_called(&self, function: &str) -> bool {
        let open = self.unclosed_at(self.at.start);
        open.is_some_and(|open| self.before_is(open.start, function).is_some())
    }

    /// Whether the refused part is an argument of a loop.
    fn is_loop(&self) -> bool {
        self.is_called("all") || self.is_called("exists")
    }

    /// Two values without an operator between them.
    fn on_two_values(&self, found: &str) -> Option<ExpressionAdvice> {
        let at = self.at;
        let before = self.piece_before(at.start)?;
        let touches = is_quoted(found) && before.at.end == at.start;
        if touches && before.kind == PieceKind::Text {
            let quote = self.part(at.start..at.start + 1);
            let message = "a quote in a string must be escaped";
            let advice = ExpressionAdvice::new(format!("write `\\{quote}`")).saying(message);
            return Some(advice.at(at.start - 1..at.start + 1));
        }
        match before.kind {
            PieceKind::Word if touches => return self.on_concatenation(),
            PieceKind::Word => {}
            PieceKind::Number => return self.on_unit_after_number(before.at),
            PieceKind::Text | PieceKind::Open | PieceKind::Close | PieceKind::Sign => return None,
        }
        let word = before.at;
        if matches!(word.text, "typeof" | "type") {
            return Some(ExpressionAdvice::new(HAS_ITS_TYPE));
        }
        let operand = self.operand_after(word.end)?;
        if let Some(advice) = self.rewrite(word.to(operand), &format!("{word}({operand})")) {
            return Some(advice.saying(format!("expected `(` after {}, found none", quoted(word.text))));
        }
        let is_first = self.before(word.start).trim().is_empty();
        (is_first && self.is_right_with(word.start..at.start, ""))
            .then(|| ExpressionAdvice::writing(REMOVE, word.text, "").at(word))
    }

    /// Characters that expressions never contain.
    fn on_character(&self, c: char) -> Option<ExpressionAdvice> {
        let help = match c {
            '‘' | '’' | '“' | '”' | '„' | '«' | '»' => "write straight quotes: `'` or `\"`",
            '\u{a0}' | '\u{2009}' | '\u{202f}' | '\u{200b}' | '\u{feff}' => "replace it with a plain space",
            ';' if self.after(self.at.end).trim().is_empty() => {
                let help = Help::new("remove it", RemedyKind::Replace(String::new()));
                return Some(ExpressionAdvice::new(help));
            }
            ';' if self.is_right_with(self.at, " &&") => BOTH_MUST_HOLD,
            ';' => "write one expression; join conditions with `&&`",
            '#' => return self.on_hash(),
            '$' | '@' => return self.on_operator_of_layers().or_else(|| self.on_sigil()),
            '^' => return self.on_caret(),
            '~' => return self.on_tilde(),
            _ => {
                let sign = entry_of(SIGNS, c.encode_utf8(&mut [0; 4]))?;
                return self.is_right_with(self.at, sign).then(|| ExpressionAdvice::word(sign));
            }
        };
        Some(ExpressionAdvice::new(help))
    }

    /// `#tags` for a count, or `# …` for a comment.
    fn on_hash(&self) -> Option<ExpressionAdvice> {
        if self.is_right(self.before(self.at.start)) {
            let comment = "there are no comments in expressions";
            return Some(ExpressionAdvice::new("write it in the file around the expression").saying(comment));
        }
        let list = self.operand_after(self.at.end)?;
        self.rewrite(self.at.to(list), &format!("size({list})"))
    }

    /// `{` and `}`.
    fn on_braces(&self) -> Option<ExpressionAdvice> {
        if let Some(advice) = self.on_operator_of_layers() {
            return Some(advice);
        }
        let start = self.at.start;
        let (inside, _) = self.after(start).split_once('}')?;
        let end = start + inside.len() + 1;
        let inside = inside.trim_start_matches('{').trim();
        let whole = start..end + usize::from(self.after(end).starts_with('}'));
        let name = self.rewrite(whole.clone(), inside);
        name.map(|advice| advice.saying("a name must be without braces")).or_else(|| {
            let list = self.rewrite(whole, &format!("[{inside}]"))?;
            Some(list.saying("a list must be in square brackets"))
        })
    }

    fn on_chained(&self, instead: &str) -> Option<ExpressionAdvice> {
        let last = self.operand_after(self.at.end)?;
        let middle = self.operand_before(self.at.start)?;
        let operator = self.piece_before(middle.start)?.at;
        let first = self
            .operand_before(operator.start)
            .or_else(|| self.operand_before(operator.start.saturating_sub(1)))?;
        self.rewrite(first.to(last), &format!("{}{last}", instead.strip_suffix('…')?))
    }
}

/// A condition with `!` before it.
fn negated(condition: &str) -> String {
    let pieces = super::pieces(condition);
    let is_bracketed =
        condition.starts_with('(') && pieces.last().is_some_and(|last| last.kind == PieceKind::Close);
    let is_operand = pieces.iter().all(|piece| piece.kind == PieceKind::Word || piece.is("."));
    if is_bracketed || is_operand { format!("!{condition}") } else { format!("!({condition})") }
}
