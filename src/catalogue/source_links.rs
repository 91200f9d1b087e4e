//! Addresses of lines in sources, made from a template.

use std::fmt::Write as _;

/// A template for the address of a line in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourceLinks {
    parts: Vec<LinkPart>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum LinkPart {
    Text(String),
    Path,
    Line,
}

impl SourceLinks {
    /// Reads a template such as `https://example.org/shop/{path}#L{line}`.
    ///
    /// # Errors
    /// The reason why the template is invalid, for a message.
    pub(crate) fn read(template: &str) -> Result<Self, String> {
        let is_of_web = ["https://", "http://"].iter().any(|scheme| template.starts_with(scheme));
        if !is_of_web {
            return Err("expected an address that begins with `https://` or `http://`".into());
        }
        if template.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err("an address contains no spaces".into());
        }
        // Otherwise the path of a file could name a host.
        let host = template.split_once("://").map_or("", |(_, after)| after);
        if host.find('{').is_some_and(|brace| !host[..brace].contains('/')) {
            return Err("expected a `/` after the host, before `{path}`".into());
        }
        let mut parts = Vec::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, behind)) = after.split_once('}') else {
                return Err("the last `{` has no `}`".into());
            };
            parts.push(LinkPart::Text(before.to_owned()));
            parts.push(match name {
                "path" => LinkPart::Path,
                "line" => LinkPart::Line,
                _ => return Err("expected no other names in braces than `{path}` and `{line}`".into()),
            });
            rest = behind;
        }
        parts.push(LinkPart::Text(rest.to_owned()));
        if !parts.contains(&LinkPart::Path) {
            return Err("expected `{path}` in the address, and `{line}` if it has lines".into());
        }
        Ok(Self { parts })
    }

    /// The address of a line; `path` is relative to the include root.
    pub(super) fn address(&self, path: &str, line: u32) -> String {
        let mut address = String::new();
        for part in &self.parts {
            match part {
                LinkPart::Text(text) => address.push_str(text),
                LinkPart::Path => percent_encode(&mut address, path),
                // Writing to a string cannot fail.
                LinkPart::Line => _ = write!(address, "{line}"),
            }
        }
        address
    }
}

/// Writes a path. Encodes every byte that is not safe in an address.
fn percent_encode(out: &mut String, path: &str) {
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-' | b'~') {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SourceLinks;

    #[test]
    fn paths_are_encoded() {
        let links = SourceLinks::read("https://x.example/a?b={path}#L{line}").unwrap();
        assert_eq!(links.address("a b/ä\"#.yaml", 7), "https://x.example/a?b=a%20b/%C3%A4%22%23.yaml#L7");
    }

    #[test]
    fn other_addresses_are_refused() {
        for template in [
            "javascript:alert({path})",
            "//x.example/{path}",
            "https://x.example/",
            "https://x.example/{file}",
            "https://{path}",
            "https://x.example{path}/",
            "https://x.example/{path",
            "https://x.example/{path} {line}",
        ] {
            assert!(SourceLinks::read(template).is_err(), "{template}");
        }
    }
}
