//! User text as plain text in Markdown.

use super::escape;

/// Prints paragraphs. Each line stays a line, and empty lines separate paragraphs. White space at both ends of a line
/// is dropped, since it could make a code block or a hard break.
///
/// Marks are escaped only where CommonMark or a usual extension (tables, mathematics, attributes) would read them. So
/// names and addresses stay readable in the source.
pub(crate) fn prose(text: &str) -> String {
    let mut out = String::new();
    let mut ends_paragraph = false;
    for line in text.split('\n') {
        let line = escape::plain(&line.replace(['\t', '\r'], " ")).to_string();
        let line = line.trim();
        if line.is_empty() {
            ends_paragraph = !out.is_empty();
            continue;
        }
        if !out.is_empty() {
            out.push_str(if ends_paragraph { "\n\n" } else { "\n" });
        }
        ends_paragraph = false;
        escape_line(line, &mut out);
    }
    out
}

fn escape_line(line: &str, out: &mut String) {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let mut before = None;
    for (at, c) in line.char_indices() {
        let rest = line.get(at + c.len_utf8()..).unwrap_or_default();
        let is_mark = match c {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '~' | '^' | '$' | '{' | '}' => true,
            // It also ends a heading.
            '#' => before.is_none_or(char::is_whitespace),
            // Lists, tables, definitions, admonitions.
            '-' | '+' | '=' | ':' | '!' => at == 0,
            '.' | ')' => at > 0 && at == digits,
            '_' => !(before.is_some_and(char::is_alphanumeric) && rest.starts_with(char::is_alphanumeric)),
            '&' => begins_entity(rest),
            _ => false,
        };
        if is_mark {
            out.push('\\');
        }
        out.push(c);
        before = Some(c);
    }
}

/// Whether a character reference could continue like this after its `&`.
fn begins_entity(rest: &str) -> bool {
    // The longest name in HTML has 31 letters.
    let name = rest.bytes().take(32).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    rest.as_bytes().get(name) == Some(&b';')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_text() {
        for (text, expected) in [
            ("a_b and https://x.example/a_b?c=1&d=2#e", "a_b and https://x.example/a_b?c=1&d=2#e"),
            ("_a_ *b* `c`", r"\_a\_ \*b\* \`c\`"),
            ("<script>alert(1)</script> &lt; &#60;", r"\<script\>alert(1)\</script\> \&lt; \&#60;"),
            ("# a #\n- b\n1. c\n2) d\n===", "\\# a \\#\n\\- b\n1\\. c\n2\\) d\n\\==="),
            ("[a](b) | {c} $d$", r"\[a\](b) \| \{c\} \$d\$"),
            ("    a  \n\n \n\tb\r\n", "a\n\nb"),
            ("\u{202e}", r"\\u\{202e\}"),
        ] {
            assert_eq!(prose(text), expected, "{text}");
        }
    }
}
