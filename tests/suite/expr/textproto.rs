//! Reads messages in protobuf's text format, as far as test suites use it.

/// A message: its fields in their order.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct TextMessage(pub(super) Vec<(String, TextValue)>);

#[derive(Debug, Clone, PartialEq)]
pub(super) enum TextValue {
    /// A number or a word, as written.
    Word(String),
    Text(Vec<u8>),
    Message(TextMessage),
}

impl TextMessage {
    /// Reads a whole file.
    pub(super) fn read(text: &str) -> Self {
        let mut reader = TextProtoReader { bytes: text.as_bytes(), at: 0 };
        let message = reader.message();
        assert_eq!(reader.at, reader.bytes.len(), "the file ends with its message");
        message
    }

    pub(super) fn all<'m>(&'m self, name: &str) -> impl Iterator<Item = &'m TextValue> {
        self.0.iter().filter(move |(found, _)| found == name).map(|(_, value)| value)
    }

    pub(super) fn messages<'m>(&'m self, name: &str) -> impl Iterator<Item = &'m TextMessage> {
        self.all(name).map(|value| match value {
            TextValue::Message(message) => message,
            other => panic!("{other:?}"),
        })
    }

    /// A field that is a text; empty where there is none.
    pub(super) fn text(&self, name: &str) -> String {
        match self.all(name).next() {
            Some(TextValue::Text(bytes)) => String::from_utf8(bytes.clone()).expect("text is UTF-8"),
            Some(other) => panic!("{name}: {other:?}"),
            None => String::new(),
        }
    }
}

struct TextProtoReader<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl TextProtoReader<'_> {
    /// The next byte that is neither blank nor in a comment.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.bytes.get(self.at)? {
                b'#' => {
                    while self.bytes.get(self.at).is_some_and(|byte| *byte != b'\n') {
                        self.at += 1
                    }
                }
                byte if byte.is_ascii_whitespace() => self.at += 1,
                byte => return Some(*byte),
            }
        }
    }

    fn take_if(&mut self, byte: u8) -> bool {
        let is = self.peek() == Some(byte);
        self.at += usize::from(is);
        is
    }

    fn message(&mut self) -> TextMessage {
        let mut fields = Vec::new();
        while let Some(byte) = self.peek() {
            if byte == b'}' || byte == b'>' {
                break;
            }
            let name = self.word();
            self.take_if(b':');
            if self.take_if(b'[') {
                while !self.take_if(b']') {
                    let value = self.value();
                    fields.push((name.clone(), value));
                    self.take_if(b',');
                }
            } else {
                let value = self.value();
                fields.push((name, value));
            }
            let _ = self.take_if(b',') || self.take_if(b';');
        }
        TextMessage(fields)
    }

    fn value(&mut self) -> TextValue {
        match self.peek() {
            Some(open @ (b'{' | b'<')) => {
                self.at += 1;
                let message = self.message();
                assert!(self.take_if(if open == b'{' { b'}' } else { b'>' }), "a message is closed");
                TextValue::Message(message)
            }
            Some(b'"' | b'\'') => {
                let mut text = Vec::new();
                while let Some(quote @ (b'"' | b'\'')) = self.peek() {
                    self.at += 1;
                    self.string(quote, &mut text);
                }
                TextValue::Text(text)
            }
            _ => TextValue::Word(self.word()),
        }
    }

    /// A name, an extension's name in brackets, or a number.
    fn word(&mut self) -> String {
        self.peek();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-+/".contains(byte);
        let start = self.at;
        if self.bytes.get(self.at) == Some(&b'[') {
            while self.bytes[self.at] != b']' {
                self.at += 1;
            }
            self.at += 1;
        }
        while self.bytes.get(self.at).is_some_and(is_part) {
            self.at += 1;
        }
        assert!(self.at > start, "a word at byte {start}");
        String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned()
    }

    fn string(&mut self, quote: u8, into: &mut Vec<u8>) {
        loop {
            let byte = self.bytes[self.at];
            self.at += 1;
            match byte {
                b'\\' => self.escape(into),
                byte if byte == quote => return,
                byte => into.push(byte),
            }
        }
    }

    fn digits(&mut self, most: usize, radix: u32) -> u32 {
        let is_digit = |byte: &&u8| char::from(**byte).is_digit(radix);
        let count = self.bytes[self.at..].iter().take(most).take_while(is_digit).count();
        let digits = std::str::from_utf8(&self.bytes[self.at..self.at + count]).expect("digits");
        self.at += count;
        u32::from_str_radix(digits, radix).expect("an escape has digits")
    }

    fn escape(&mut self, into: &mut Vec<u8>) {
        let byte = self.bytes[self.at];
        self.at += 1;
        match byte {
            b'n' => into.push(b'\n'),
            b'r' => into.push(b'\r'),
            b't' => into.push(b'\t'),
            b'a' => into.push(7),
            b'b' => into.push(8),
            b'v' => into.push(11),
            b'f' => into.push(12),
            b'x' => into.push(u8::try_from(self.digits(2, 16)).expect("a byte")),
            b'u' | b'U' => {
                let number = self.digits(if byte == b'u' { 4 } else { 8 }, 16);
                let c = char::from_u32(number).expect("a character");
                into.extend(c.to_string().as_bytes());
            }
            b'0'..=b'7' => {
                self.at -= 1;
                into.push(u8::try_from(self.digits(3, 8)).expect("a byte"));
            }
            byte => into.push(byte),
        }
    }
}
