//! Splits a text into tokens, one at a time. The parser reports mistakes.
//!
//! A token is examined only to find its end. Escapes are resolved and numbers are checked when the parser needs a
//! value. So a mistake is reported once and in the words for its place.

use super::characters::{self, LINE_STOP, STRING_STOP, WORD, is_name_part, is_name_start, is_space};
use super::doc_comments::DocComments;
use crate::syntax::brackets::Bracket;
use crate::text::narrow;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    Open(Bracket),
    Close(Bracket),
    Colon,
    Comma,
    /// A string with both its quotes.
    String,
    /// A string that ends at the end of its line or of the text.
    UnclosedString,
    /// An identifier name; `true` and `NaN` too.
    Name,
    /// Text that starts like a number.
    Number,
    /// A character that starts no token.
    Unknown,
    /// A block comment that ends at the end of the text.
    UnclosedComment,
    /// The end of the text.
    End,
}

/// One token.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// Whether it needs no further check: a string or name without escapes, or a number of only digits.
    pub(super) simple: bool,
    /// Whether it is on another line than the token before it.
    pub(super) fresh: bool,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// The position of the reader in the text.
#[derive(Debug)]
pub(super) struct Lexer<'s> {
    text: &'s str,
    at: usize,
    /// The end of the token before the last one.
    before_end: usize,
    /// The `///` comments so far.
    pub(super) doc_comments: DocComments,
}

impl<'s> Lexer<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        Self { text, at: 0, before_end: 0, doc_comments: DocComments::default() }
    }

    /// The end of the token before the last one.
    pub(super) fn before_end(&self) -> u32 {
        narrow(self.before_end)
    }

    /// A second reader at the same place, for looking ahead.
    pub(super) fn ahead(&self) -> Self {
        Self { at: self.at, ..Self::new(self.text) }
    }

    /// ```text
    /// JSON5Token :: JSON5Identifier | JSON5Punctuator | JSON5String | JSON5Number
    /// JSON5Punctuator :: one of { } [ ] : ,
    /// ```
    pub(super) fn next(&mut self) -> Token {
        self.before_end = self.at;
        let fresh = self.skip_trivia();
        let start = self.at;
        let (kind, simple) = match self.peek() {
            None => (TokenKind::End, true),
            Some(b'{') => self.punctuator(TokenKind::Open(Bracket::Curly)),
            Some(b'}') => self.punctuator(TokenKind::Close(Bracket::Curly)),
            Some(b'[') => self.punctuator(TokenKind::Open(Bracket::Square)),
            Some(b']') => self.punctuator(TokenKind::Close(Bracket::Square)),
            Some(b':') => self.punctuator(TokenKind::Colon),
            Some(b',') => self.punctuator(TokenKind::Comma),
            Some(quote @ (b'"' | b'\'')) => self.string(quote),
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'$' | b'_' | b'\\') => self.name(),
            Some(b'0'..=b'9' | b'.' | b'+' | b'-') => self.number(),
            Some(_) => self.other(),
        };
        Token { kind, simple, fresh, start: narrow(start), end: narrow(self.at) }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.peek_at(self.at)
    }

    #[inline]
    fn peek_at(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// The character here, for text beyond ASCII.
    fn character(&self) -> Option<char> {
        self.text.get(self.at..).and_then(|rest| rest.chars().next())
    }

    /// Steps over bytes up to the first that `stops`.
    #[inline]
    fn skip_until(&mut self, stops: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        self.at += rest.iter().position(|&byte| stops(byte)).unwrap_or(rest.len());
    }

    /// Skips whole chunks of bytes without one that `stops`, which is faster for long comments.
    #[inline]
    fn skip_chunks(&mut self, stops: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let (chunks, _) = rest.as_chunks::<16>();
        // The loop has no early exit, so that the compiler compares a chunk at once.
        let plain = |chunk: &&[u8; 16]| !chunk.iter().fold(false, |any, &byte| any | stops(byte));
        self.at += 16 * chunks.iter().take_while(plain).count();
    }

    #[inline]
    fn punctuator(&mut self, kind: TokenKind) -> (TokenKind, bool) {
        self.at += 1;
        (kind, true)
    }

    /// ```text
    /// JSON5String :: " JSON5DoubleStringCharacters? " | ' JSON5SingleStringCharacters? '
    /// ```
    ///
    /// U+2028 and U+2029 may be in a string, LF and CR only after a backslash.
    fn string(&mut self, quote: u8) -> (TokenKind, bool) {
        let mut simple = true;
        self.at += 1;
        loop {
            self.skip_until(|byte| characters::is(byte, STRING_STOP));
            match self.peek() {
                Some(b'\\') => {
                    simple = false;
                    let escaped = self.peek_at(self.at + 1);
                    let pair = escaped == Some(b'\r') && self.peek_at(self.at + 2) == Some(b'\n');
                    // The other bytes of a longer character never stop the run.
                    self.at = (self.at + 2 + usize::from(pair)).min(self.text.len());
                }
                Some(byte) if byte == quote => {
                    self.at += 1;
                    return (TokenKind::String, simple);
                }
                Some(b'"' | b'\'') => self.at += 1,
                Some(_) | None => return (TokenKind::UnclosedString, simple),
            }
        }
    }

    /// ```text
    /// JSON5Identifier :: IdentifierName
    /// IdentifierName  :: IdentifierStart | IdentifierName IdentifierPart
    /// ```
    ///
    /// A backslash and its `\u` digits belong to the token, even if the escape is invalid.
    fn name(&mut self) -> (TokenKind, bool) {
        let mut simple = true;
        loop {
            self.skip_until(|byte| !characters::is(byte, WORD));
            match self.peek() {
                Some(b'\\') => {
                    simple = false;
                    self.at += 1;
                    if self.peek() == Some(b'u') {
                        self.at += 1;
                        let digits = self.text.as_bytes().iter().skip(self.at).take(4);
                        self.at += digits.take_while(|byte| byte.is_ascii_hexdigit()).count();
                    }
                }
                Some(0x80..) if self.skip_name_part() => {}
                Some(_) | None => return (TokenKind::Name, simple),
            }
        }
    }

    /// Steps over a character beyond ASCII that continues a name.
    fn skip_name_part(&mut self) -> bool {
        let part = self.character().filter(|&c| is_name_part(c));
        self.at += part.map_or(0, char::len_utf8);
        part.is_some()
    }

    /// Takes all adjacent characters from a digit, point or sign on, even if they are not a number. The grammar is
    /// described at [`numeral::check`](confc_core::text::numeral::check).
    fn number(&mut self) -> (TokenKind, bool) {
        let start = self.at;
        self.skip_until(|byte| !byte.is_ascii_digit());
        let leading_zero = self.peek_at(start) == Some(b'0') && self.at > start + 1;
        let ended = match self.peek() {
            Some(b'.' | b'\\' | 0x80..) => false,
            Some(byte) => !characters::is(byte, WORD),
            None => true,
        };
        if self.at > start && ended && !leading_zero {
            return (TokenKind::Number, true);
        }
        if self.at == start {
            // The sign or the point.
            self.at += 1;
        }
        let hexadecimal = |byte| matches!(byte, Some(b'x' | b'X'));
        let hexadecimal = hexadecimal(self.peek_at(start + 1)) || hexadecimal(self.peek_at(start + 2));
        loop {
            self.skip_until(|byte| byte != b'.' && !characters::is(byte, WORD));
            match self.peek() {
                Some(b'+' | b'-')
                    if !hexadecimal && matches!(self.peek_at(self.at - 1), Some(b'e' | b'E')) =>
                {
                    self.at += 1;
                }
                Some(0x80..) if self.skip_name_part() => {}
                Some(_) | None => return (TokenKind::Number, false),
            }
        }
    }

    /// A name that starts beyond ASCII, an unclosed comment, or a character that starts no token.
    fn other(&mut self) -> (TokenKind, bool) {
        let c = self.character().unwrap_or_default();
        if !c.is_ascii() && is_name_start(c) {
            return self.name();
        }
        if c == '/' && self.peek_at(self.at + 1) == Some(b'*') {
            self.at = self.text.len();
            return (TokenKind::UnclosedComment, true);
        }
        self.at += c.len_utf8();
        (TokenKind::Unknown, true)
    }

    /// Skips white space, line ends and comments. Returns whether a line ended.
    fn skip_trivia(&mut self) -> bool {
        // Whether only white space is before this place on its line.
        let mut alone = self.at == 0;
        // Line ends since the last comment.
        let mut breaks = 0u32;
        let mut fresh = alone;
        loop {
            match self.peek() {
                Some(b' ') => self.skip_until(|byte| byte != b' '),
                Some(b'\t' | 0x0b | 0x0c) => self.at += 1,
                Some(byte @ (b'\n' | b'\r')) => {
                    self.at += 1;
                    if byte == b'\r' && self.peek() == Some(b'\n') {
                        self.at += 1;
                    }
                    (alone, fresh, breaks) = (true, true, breaks + 1);
                }
                Some(b'/') if self.comment(alone, breaks) => (alone, breaks) = (false, 0),
                Some(0x80..) => match self.character() {
                    Some(c) if is_space(c) => self.at += c.len_utf8(),
                    Some(c @ ('\u{2028}' | '\u{2029}')) => {
                        self.at += c.len_utf8();
                        (alone, fresh, breaks) = (true, true, breaks + 1);
                    }
                    Some(_) | None => break,
                },
                Some(_) | None => break,
            }
        }
        self.doc_comments.reach_token(breaks);
        fresh
    }

    /// Skips a comment. Returns false if there is no comment, or if it is not closed.
    ///
    /// ```text
    /// MultiLineComment  :: /* MultiLineCommentChars? */
    /// SingleLineComment :: // SingleLineCommentChars?
    /// ```
    fn comment(&mut self, alone: bool, breaks: u32) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if let Some(body) = rest.strip_prefix("/*") {
            self.doc_comments.interrupt();
            let Some(length) = body.find("*/") else { return false };
            self.at += length + 4;
            return true;
        }
        if !rest.starts_with("//") {
            return false;
        }
        let start = self.at;
        self.skip_line();
        if rest.starts_with("///") && !rest.starts_with("////") {
            self.doc_comments.add_line(narrow(start), narrow(self.at), alone, breaks);
        } else {
            self.doc_comments.interrupt();
        }
        true
    }

    /// Moves to the end of the line, before its terminator.
    fn skip_line(&mut self) {
        loop {
            self.skip_chunks(|byte| (byte == b'\n') | (byte == b'\r') | (byte == 0xe2));
            self.skip_until(|byte| characters::is(byte, LINE_STOP));
            match self.character() {
                Some('\n' | '\r' | '\u{2028}' | '\u{2029}') | None => return,
                Some(c) => self.at += c.len_utf8(),
            }
        }
    }
}
