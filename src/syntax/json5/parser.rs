//! Parses tokens into a tape, by recursive descent. Recursion is limited by the depth of documents.
//!
//! A mistake is reported at its place, and reading continues at the next comma, closing bracket, or line that starts with
//! `key:`. Nothing is reported about skipped text.

use super::characters::is_name_part;
use super::errors;
use super::escape_errors;
use super::escapes;
use super::expected::Expected;
use super::lexer::{Lexer, Token, TokenKind};
use crate::diagnostic::{Diagnostic, Report, Severity};
use crate::syntax::brackets::Bracket;
use crate::syntax::errors::empty_document;
use crate::syntax::limits::MAX_DEPTH;
use crate::syntax::{Document, Kind, NodeId};
use crate::text::{Source, narrow};
use confc_core::text::numeral;

/// Reads one source.
pub(super) struct Parser<'s, 'r> {
    pub(super) source: &'s Source,
    pub(super) report: &'r mut Report,
    pub(super) lexer: Lexer<'s>,
    pub(super) token: Token,
    pub(super) document: Document,
    /// The containers around this place, outermost first.
    pub(super) open: Vec<Bracket>,
    /// The number of arrays among them.
    pub(super) arrays: usize,
    /// Whether a bracket is missing or wrong, so that the end of the text is not reported again.
    pub(super) unbalanced: bool,
    /// The place of the last refused token.
    refused: Option<(u32, u32)>,
}

impl<'s, 'r> Parser<'s, 'r> {
    /// A parser that fills an empty document from `source`, which must be its source.
    pub(super) fn new(source: &'s Source, document: Document, report: &'r mut Report) -> Self {
        let lexer = Lexer::new(source.text());
        let token = Token { kind: TokenKind::End, simple: true, fresh: true, start: 0, end: 0 };
        let (open, refused) = (Vec::new(), None);
        Self { source, report, lexer, token, document, open, arrays: 0, unbalanced: false, refused }
    }

    /// ```text
    /// JSON5Text :: JSON5Value
    /// ```
    pub(super) fn parse(mut self) -> Document {
        self.advance();
        if self.token.kind == TokenKind::End {
            if !self.unbalanced {
                let end = self.token;
                self.fail(|source| empty_document(source.span(end.start, end.end)));
            }
        } else if self.value(self.document_expected())
            && self.token.kind != TokenKind::End
            && !self.unbalanced
        {
            let token = self.token;
            self.fail(|source| errors::text_after_document(source, token));
        }
        if self.token.kind == TokenKind::End {
            // Comments before the end are not above a key.
            self.advance();
        }
        self.document.finish(self.lexer.doc_comments.lines);
        self.document
    }

    /// A text of one word may be meant as a string. A longer text is most likely not JSON5 at all.
    fn document_expected(&self) -> Expected {
        let is_word = self.source.text().trim() == self.slice(self.token);
        if is_word { Expected::Value } else { Expected::Document }
    }

    /// Reports an error. Its text is made only if the report keeps it.
    #[cold]
    pub(super) fn fail(&mut self, error: impl FnOnce(&Source) -> Diagnostic) {
        self.document.mark_incomplete();
        let source = self.source;
        self.report.push_with(Severity::Error, || error(source));
    }

    #[cold]
    pub(super) fn unexpected(&mut self, expected: Expected) {
        self.unexpected_in(expected, None);
    }

    /// Reports the current token as one that the grammar does not allow here. Each token is reported once.
    #[cold]
    pub(super) fn unexpected_in(&mut self, expected: Expected, open: Option<Token>) {
        let token = self.token;
        if self.refused != Some((token.start, token.end)) {
            self.refused = Some((token.start, token.end));
            let found = (token, self.lexer.before_end());
            self.fail(|source| errors::unexpected(source, found, expected, open));
        }
    }

    /// Reads the next token and reports what came before it.
    pub(super) fn advance(&mut self) {
        self.token = self.lexer.next();
        if !self.lexer.doc_comments.misplaced.is_empty() {
            let source = self.source;
            for (start, end) in self.lexer.doc_comments.misplaced.drain(..) {
                let warning = || errors::misplaced_documentation(source, start, end);
                self.report.push_with(Severity::Warning, warning);
            }
        }
        if self.token.kind == TokenKind::UnclosedComment {
            let token = self.token;
            self.fail(|source| errors::unterminated_comment(source, token));
            self.end_unbalanced();
        }
    }

    /// Continues as if the text ended before this token.
    pub(super) fn end_unbalanced(&mut self) {
        self.unbalanced = true;
        self.token = Token { kind: TokenKind::End, start: self.token.end, ..self.token };
    }

    /// ```text
    /// JSON5Value :: JSON5Null | JSON5Boolean | JSON5String | JSON5Number | JSON5Object | JSON5Array
    /// ```
    ///
    /// Always adds one value to the tape. Returns false if it could not be read; the caller then skips the text after
    /// it.
    fn value(&mut self, expected: Expected) -> bool {
        let Token { kind, start, end, .. } = self.token;
        let kind = match kind {
            TokenKind::Open(Bracket::Curly) if self.opens_template() => return self.template(),
            TokenKind::Open(bracket) => return self.container(bracket),
            TokenKind::String | TokenKind::UnclosedString => {
                let sound = self.string();
                self.advance();
                return sound;
            }
            TokenKind::Name => self.literal_name(),
            TokenKind::Number => self.number(),
            TokenKind::Close(_)
            | TokenKind::Colon
            | TokenKind::Comma
            | TokenKind::Unknown
            | TokenKind::UnclosedComment
            | TokenKind::End => None,
        };
        match kind {
            Some(kind) => {
                self.document.push(kind, start, end);
                self.advance();
                kind != Kind::Invalid
            }
            None => {
                self.unexpected(expected);
                self.document.push(Kind::Invalid, start, start);
                false
            }
        }
    }

    /// ```text
    /// JSON5Null    :: null
    /// JSON5Boolean :: true | false
    /// ```
    ///
    /// Also reads the two numbers that are written as names.
    pub(super) fn literal_name(&self) -> Option<Kind> {
        match self.slice(self.token) {
            "null" => Some(Kind::Null),
            "true" => Some(Kind::True),
            "false" => Some(Kind::False),
            "Infinity" | "NaN" => Some(Kind::Number),
            _ => None,
        }
    }

    pub(super) fn slice(&self, token: Token) -> &'s str {
        self.source.text().get(token.start as usize..token.end as usize).unwrap_or_default()
    }

    /// ```text
    /// JSON5Number :: JSON5NumericLiteral | + JSON5NumericLiteral | - JSON5NumericLiteral
    /// ```
    fn number(&mut self) -> Option<Kind> {
        let token = self.token;
        if token.simple {
            return Some(Kind::Number);
        }
        match numeral::check(self.slice(token)) {
            Ok(()) => Some(Kind::Number),
            Err(flaw) => {
                self.fail(|source| errors::invalid_number(source, token, flaw));
                Some(Kind::Invalid)
            }
        }
    }

    /// Adds the string at the current token to the tape. Returns false if the text after it cannot be read.
    fn string(&mut self) -> bool {
        let token = self.token;
        if token.kind == TokenKind::UnclosedString {
            self.fail(|source| errors::unterminated_string(source, token));
            // A bracket may have become part of the string.
            self.unbalanced |= self.slice(token).contains(['[', ']', '{', '}']);
            self.document.push(Kind::Invalid, token.start, token.end);
            return false;
        }
        if token.simple {
            self.document.push_quoted(token.start, token.end);
        } else {
            let raw = self.slice(token);
            let text = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
            self.unescaped(text, 1, escapes::unescape);
        }
        true
    }

    /// Adds the current token to the tape, with resolved escapes. `text` is its content, which starts after `offset`
    /// bytes.
    #[cold]
    fn unescaped(&mut self, text: &str, offset: u32, unescape: fn(&str, &mut String, escapes::Tell<'_>)) {
        let Token { start, end, .. } = self.token;
        let first = start.saturating_add(offset);
        let source = self.source;
        let (mut sound, mut is_whole) = (true, true);
        let report = &mut *self.report;
        unescape(text, self.document.decode(), &mut |range, flaw| {
            let span = source.span(first + narrow(range.start), first + narrow(range.end));
            if flaw == escapes::Flaw::WithoutEffect {
                if std::mem::take(&mut is_whole) {
                    report.push_with(Severity::Warning, || escape_errors::lost_backslash(source, span));
                }
                return;
            }
            sound = false;
            report.push_with(Severity::Error, || escape_errors::bad_escape(source, span, flaw));
        });
        if sound {
            self.document.push_decoded(start, end);
        } else {
            self.document.mark_incomplete();
            self.document.forget_decoded();
            self.document.push(Kind::Invalid, start, end);
        }
    }

    /// ```text
    /// JSON5Array  :: [ ] | [ JSON5ElementList ,? ]
    /// JSON5Object :: { } | { JSON5MemberList ,? }
    /// ```
    fn container(&mut self, bracket: Bracket) -> bool {
        let open = self.token;
        if self.open.len() == MAX_DEPTH {
            self.too_deep();
            return true;
        }
        let kind = match bracket {
            Bracket::Square => Kind::Array,
            Bracket::Curly => Kind::Object,
        };
        let node = self.document.open(kind, open.start);
        let array = usize::from(bracket == Bracket::Square);
        self.open.push(bracket);
        self.arrays += array;
        self.advance();
        let has_members = bracket == Bracket::Square && self.starts_item(Bracket::Curly);
        if has_members {
            self.members_in_array();
        }
        let end = self.items(bracket, open);
        self.arrays -= array;
        self.open.pop();
        self.document.close(node, end);
        if has_members {
            self.document.refuse(node);
        }
        true
    }

    /// Reads the items and the closing bracket, and returns its end.
    ///
    /// ```text
    /// JSON5ElementList :: JSON5Value | JSON5ElementList , JSON5Value
    /// JSON5MemberList  :: JSON5Member | JSON5MemberList , JSON5Member
    /// ```
    fn items(&mut self, bracket: Bracket, open: Token) -> u32 {
        // Whether an item may start here: after the opening bracket and after a comma.
        let mut separated = true;
        loop {
            let expected = if separated { Expected::Item(bracket) } else { Expected::Separator(bracket) };
            match self.token.kind {
                TokenKind::Close(found) if found == bracket => {
                    let end = self.token.end;
                    self.advance();
                    return end;
                }
                TokenKind::Comma if !separated => {
                    self.advance();
                    separated = true;
                }
                TokenKind::Close(found) => {
                    if let Some(end) = self.wrong_bracket(found, expected, open) {
                        return end;
                    }
                }
                TokenKind::Comma => {
                    self.unexpected(expected);
                    self.advance();
                }
                TokenKind::End => return self.unclosed(bracket, open),
                TokenKind::Open(_)
                | TokenKind::Colon
                | TokenKind::String
                | TokenKind::UnclosedString
                | TokenKind::Name
                | TokenKind::Number
                | TokenKind::Unknown
                | TokenKind::UnclosedComment => {
                    if separated {
                        let sound = match bracket {
                            Bracket::Square => self.value(expected),
                            Bracket::Curly => self.member(),
                        };
                        separated = !sound && self.recover(bracket);
                    } else {
                        self.unexpected(expected);
                        if self.token.kind == TokenKind::Number {
                            // `2024-01-31` is not a number.
                            self.document.refuse_last(self.token.start);
                        }
                        separated = self.starts_item(bracket) || self.recover(bracket);
                    }
                }
            }
        }
    }

    /// ```text
    /// JSON5Member     :: JSON5MemberName : JSON5Value
    /// JSON5MemberName :: JSON5Identifier | JSON5String
    /// ```
    fn member(&mut self) -> bool {
        let key = self.document.next_id();
        let sound = match self.token.kind {
            TokenKind::Name | TokenKind::String | TokenKind::UnclosedString => self.key(),
            TokenKind::Number | TokenKind::Unknown => {
                if !self.goes_on_as_number() && !self.swaps_variant() {
                    self.unexpected(Expected::Item(Bracket::Curly));
                    let is_key = self.lexer.ahead().next().kind == TokenKind::Colon;
                    if self.token.kind == TokenKind::Number && !is_key {
                        // The `1` of `1,000` is not a number.
                        self.document.refuse_last(self.token.start.saturating_sub(1));
                    }
                }
                self.document.push(Kind::Invalid, self.token.start, self.token.end);
                self.advance_quietly();
                false
            }
            TokenKind::Open(_)
            | TokenKind::Close(_)
            | TokenKind::Colon
            | TokenKind::Comma
            | TokenKind::UnclosedComment
            | TokenKind::End => {
                self.unexpected(Expected::Item(Bracket::Curly));
                return false;
            }
        };
        if self.token.kind == TokenKind::Colon {
            self.advance();
            return self.value(Expected::Value);
        }
        if sound && self.goes_on_as_key() {
            return self.foreign_key(key);
        }
        if sound {
            self.unexpected(Expected::Colon);
            let is_block = self.token.kind == TokenKind::String
                && self.lexer.ahead().next().kind == TokenKind::Open(Bracket::Curly);
            if is_block || self.token.kind == TokenKind::Name {
                // This is a statement of another language, and its first word is not a key.
                self.document.refuse(key);
            }
            if self.starts_item(Bracket::Square) && !is_block {
                return self.value(Expected::Value);
            }
        }
        self.document.push(Kind::Invalid, self.token.start, self.token.start);
        false
    }

    /// Whether the current token belongs to a number that was already reported: the second `000` of `1,000,000`.
    fn goes_on_as_number(&mut self) -> bool {
        let Token { kind, start, end, .. } = self.token;
        let goes_on = kind == TokenKind::Number
            && self.refused.is_some_and(|(_, refused_end)| refused_end.saturating_add(1) == start);
        if goes_on {
            self.refused = Some((start, end));
        }
        goes_on
    }

    /// Whether the number in place of a key is the number of a variant, as in `variants: { 0: "off", 1: "on" }`.
    /// Reports the first one of an object.
    fn swaps_variant(&mut self) -> bool {
        // This is checked for each key, so only a few lines are read.
        const MAX_LOOKED_AT: usize = 4096;
        let end = self.token.start as usize;
        let start = self.source.text().floor_char_boundary(end.saturating_sub(MAX_LOOKED_AT));
        let before = self.source.text().get(start..end).unwrap_or_default();
        let mut ahead = self.lexer.ahead();
        let is_named = ahead.next().kind == TokenKind::Colon && ahead.next().kind == TokenKind::String;
        let Some((outside, inside)) = before.rsplit_once('{').filter(|_| is_named) else { return false };
        let key = outside.trim_end().strip_suffix(':').unwrap_or_default().trim_end();
        if !key.trim_end_matches(['"', '\'']).ends_with("variants") {
            return false;
        }
        if inside.trim().is_empty() {
            let token = self.token;
            self.fail(|source| errors::number_of_variant(source, token));
        }
        self.document.mark_incomplete();
        true
    }

    /// Whether a key without quotes continues here with a character that is not allowed in names: `max-conns`, `a.b`,
    /// `${a}`.
    fn goes_on_as_key(&self) -> bool {
        let text = self.source.text();
        let before = text.get(..self.token.start as usize).unwrap_or_default();
        if self.token.kind == TokenKind::Number {
            return self.slice(self.token).starts_with(['-', '.']) && before.ends_with(is_name_part);
        }
        let name = text.get(self.token.end as usize..).unwrap_or_default();
        let end = || name.find(|c: char| c == '}' || c.is_whitespace()).and_then(|end| name.get(end..));
        self.token.kind == TokenKind::Open(Bracket::Curly)
            && before.ends_with('$')
            && end().is_some_and(|end| end.starts_with('}'))
    }

    /// Skips the name of a placeholder in a key, up to the bracket that closes it.
    fn skip_placeholder_name(&mut self) {
        while !matches!(self.token.kind, TokenKind::Close(_) | TokenKind::End) {
            self.advance_quietly();
        }
    }

    /// Reports a key that needs quotes or another spelling, and reads its value.
    #[cold]
    fn foreign_key(&mut self, key: NodeId) -> bool {
        let source = self.source;
        let start = self.document.node(key).map_or(self.token.start, |key| key.span().start);
        let mut end = self.token.end;
        self.document.refuse(key);
        while self.goes_on_as_key() || (self.token.kind == TokenKind::Name && self.token.start == end) {
            if matches!(self.token.kind, TokenKind::Open(_)) {
                self.skip_placeholder_name();
            }
            end = self.token.end;
            self.advance_quietly();
        }
        self.refused = Some((start, end));
        self.fail(|_| errors::foreign_key(source, source.span(start, end)));
        if self.token.kind == TokenKind::Colon {
            self.advance();
            return self.value(Expected::Value);
        }
        self.document.push(Kind::Invalid, self.token.start, self.token.start);
        false
    }

    /// Adds a key to the tape, with the `///` lines above it.
    fn key(&mut self) -> bool {
        let token = self.token;
        let key = self.document.next_id();
        let comment = self.lexer.doc_comments.take_above();
        let sound = if token.kind != TokenKind::Name {
            self.string()
        } else if token.simple {
            self.document.push_name(token.start, token.end);
            true
        } else {
            self.unescaped(self.slice(token), 0, escapes::unescape_name);
            true
        };
        if let Some(comment) = comment {
            self.document.describe(key, comment);
        }
        self.advance();
        sound
    }
}
