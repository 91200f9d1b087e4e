//! The jobs of a batch as text: a command line on each line.
//!
//! Words are separated by spaces and tabs, and quoted as in a POSIX shell. Within `'…'` every character is literal. A
//! backslash escapes `"` and `\` within `"…"`, and any character outside quotes. Variables, globs and operators of a
//! shell are refused anywhere in a word. A line that begins with `#` is a comment.

use crate::text::{Source, Span, narrow};

/// A line with a command line, without the name of the program.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct JobLine {
    /// The line without the white space around it.
    pub(super) place: Span,
    pub(super) words: Vec<String>,
}

/// Why a line is not a command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JobLineError {
    /// A quote that is not closed on its line.
    Quote(Span),
    /// A backslash at the end of the line.
    Backslash(Span),
    /// An operator that joins or redirects commands in a shell, or a command substitution, up to the end of its word.
    Operator(Span),
    /// A word with a variable of a shell.
    Variable(Span),
    /// A word that a shell expands to names of files.
    NamePattern(Span),
    /// A comment after a command.
    Comment(Span),
}

/// The error of the unquoted character at `at`, in a word that begins at `start`, if a shell would not pass it to the
/// command.
fn shell_syntax(
    line: &str,
    (start, at): (usize, usize),
    place: impl Fn(usize, usize) -> Span,
) -> Option<JobLineError> {
    let mut behind = line.get(at..)?.chars();
    let (c, next) = (behind.next()?, behind.next());
    let (said, from): (fn(Span) -> JobLineError, usize) = match c {
        '<' | '>' => {
            // The operator includes the number of a stream.
            let is_stream = line.get(start..at)?.bytes().all(|byte| byte.is_ascii_digit());
            (JobLineError::Operator, if is_stream { start } else { at })
        }
        ';' | '&' | '|' | '`' => (JobLineError::Operator, at),
        '#' if at == start => (JobLineError::Comment, start),
        '*' => (JobLineError::NamePattern, start),
        '$' if next.is_some_and(|c| matches!(c, '_' | '{' | '(') || c.is_ascii_alphabetic()) => {
            (JobLineError::Variable, start)
        }
        _ => return None,
    };
    let rest = line.get(at..)?;
    Some(said(place(from, at + rest.find([' ', '\t']).unwrap_or(rest.len()))))
}

/// The lines of a text that are neither empty nor comments. A line after a line that ends with a backslash is skipped,
/// since that error is reported.
pub(super) fn job_lines(source: &Source) -> impl Iterator<Item = Result<JobLine, JobLineError>> {
    let text = source.text();
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut at = start;
    let lines = text.get(start..).unwrap_or_default().split_inclusive('\n').map(move |whole| {
        let line = (at, whole);
        at += whole.len();
        line
    });
    // Whether the previous line continues here, which was reported.
    let mut is_continued = false;
    lines.filter_map(move |(at, whole)| {
        let line = whole.trim_matches([' ', '\t', '\r', '\n']);
        let start = at + (whole.len() - whole.trim_start_matches([' ', '\t', '\r', '\n']).len());
        if std::mem::replace(&mut is_continued, false) {
            is_continued = line.ends_with('\\');
            return None;
        }
        let is_job = !line.is_empty() && !line.starts_with('#');
        let job = is_job.then(|| job_line(source, start, line))?;
        is_continued = matches!(job, Err(JobLineError::Backslash(_)));
        Some(job)
    })
}

fn job_line(source: &Source, start: usize, line: &str) -> Result<JobLine, JobLineError> {
    let place = |from: usize, to: usize| source.span(narrow(start + from), narrow(start + to));
    let mut words = Vec::new();
    // The current word. An empty pair of quotes is a word, too.
    let mut word: Option<String> = None;
    let mut open: Option<(char, usize)> = None;
    let mut start_of_word = 0;
    let mut characters = line.char_indices();
    while let Some((at, c)) = characters.next() {
        if word.is_none() {
            start_of_word = at;
        }
        match (open, c) {
            (Some((quote, _)), c) if c == quote => open = None,
            (None, '\'' | '"') => {
                open = Some((c, at));
                word.get_or_insert_default();
            }
            (None, ' ' | '\t') => words.extend(word.take()),
            (None | Some(('"', _)), '\\') => {
                let mut behind = characters.clone();
                match behind.next() {
                    Some((_, escaped)) if open.is_none() || matches!(escaped, '"' | '\\') => {
                        word.get_or_insert_default().push(escaped);
                        characters = behind;
                    }
                    Some(_) => word.get_or_insert_default().push(c),
                    None => return Err(JobLineError::Backslash(place(at, line.len()))),
                }
            }
            (_, c) => {
                if let (None, Some(refused)) = (open, shell_syntax(line, (start_of_word, at), place)) {
                    return Err(refused);
                }
                word.get_or_insert_default().push(c);
            }
        }
    }
    if let Some((_, at)) = open {
        return Err(JobLineError::Quote(place(at, line.len())));
    }
    words.extend(word);
    Ok(JobLine { place: place(0, line.len()), words })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Sources;

    fn words(text: &str) -> Vec<Result<Vec<String>, &str>> {
        let source = Sources::new().add("jobs".into(), text.into(), None);
        let told = |line: Result<JobLine, JobLineError>| match line {
            Ok(line) => Ok(line.words),
            Err(
                JobLineError::Quote(place)
                | JobLineError::Backslash(place)
                | JobLineError::Operator(place)
                | JobLineError::Variable(place)
                | JobLineError::NamePattern(place)
                | JobLineError::Comment(place),
            ) => Err(text.get(place.start as usize..place.end as usize).unwrap()),
        };
        job_lines(&source).map(told).collect()
    }

    #[test]
    fn words_are_quoted_as_in_a_shell() {
        for (line, expected) in [
            ("check a.cml", vec!["check", "a.cml"]),
            (" \tcheck\t 'a b.cml'  ", vec!["check", "a b.cml"]),
            (r#"a"b c"'d e'f"#, vec!["ab cd ef"]),
            (r#"'\' "\"\\\n" \ x\'"#, vec!["\\", "\"\\\\n", " x'"]),
            (r##"'' "" '#no' "$x" \$x $ $1 a#b"##, vec!["", "", "#no", "$x", "$x", "$", "$1", "a#b"]),
            ("'&&' \">\" 'a&b' '*' \\*", vec!["&&", ">", "a&b", "*", "*"]),
            (r#"a\;b "a;b"c 'x=a|b' \<\> a'`'b"#, vec!["a;b", "a;bc", "x=a|b", "<>", "a`b"]),
            ("--set 'tags=[\"é\"]'", vec!["--set", "tags=[\"é\"]"]),
        ] {
            assert_eq!(words(line), [Ok(expected.iter().map(ToString::to_string).collect())], "{line}");
        }
    }

    #[test]
    fn lines_are_jobs_comments_or_empty() {
        let text = "\u{feff}check a\r\n\n  # no\n\t\ncheck b";
        let expected = [["check", "a"], ["check", "b"]].map(|words| Ok(words.map(str::to_owned).to_vec()));
        assert_eq!(words(text), expected);
        assert_eq!(words(""), []);
    }

    #[test]
    fn what_only_a_shell_knows_is_pointed_at() {
        for (line, place) in [
            ("check a && check b", "&&"),
            ("show a > b", ">"),
            ("show a >b", ">b"),
            ("show a 2>/dev/null", "2>/dev/null"),
            ("show a | less", "|"),
            ("check $HOME/a b", "$HOME/a"),
            ("check a${X}", "a${X}"),
            ("check $(ls)", "$(ls)"),
            ("check *.cml", "*.cml"),
            ("check 'a b'/*.cml", "'a b'/*.cml"),
            ("check \"$a\"$b", "\"$a\"$b"),
            ("check a # why", "#"),
            ("check a;", ";"),
            ("check a; check b", ";"),
            ("check a;check b", ";check"),
            ("check 'a b'&& check c", "&&"),
            ("check a& ", "&"),
            ("check a&b", "&b"),
            ("show a>b", ">b"),
            ("show \"a\">'b c'", ">'b"),
            ("show <a", "<a"),
            ("check `cat a`", "`cat"),
            ("check a`cat b`", "`cat"),
            ("check a\\\\;", ";"),
        ] {
            assert_eq!(words(line), [Err(place)], "{line}");
        }
    }

    #[test]
    fn what_is_left_open_is_pointed_at() {
        assert_eq!(words("a 'b c\nd"), [Err("'b c"), Ok(vec!["d".into()])]);
        assert_eq!(words("a \"b\\\""), [Err("\"b\\\"")]);
        assert_eq!(words("a b\\"), [Err("\\")]);
        assert_eq!(words("a \\\n -b \\\n c\nd"), [Err("\\"), Ok(vec!["d".into()])]);
    }
}
