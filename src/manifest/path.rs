//! Paths as text. Nothing here accesses a disk, so symbolic links have no effect.

/// Removes `.`, `..` and empty segments. A relative path keeps its leading `..`; the root's `..` is the root.
pub(crate) fn normalize(path: &str) -> String {
    let is_absolute = path.starts_with('/');
    let mut kept: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." if kept.last().is_some_and(|last| *last != "..") => {
                kept.pop();
            }
            ".." if is_absolute => {}
            segment => kept.push(segment),
        }
    }
    let joined = kept.join("/");
    match (is_absolute, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".into(),
        (false, false) => joined,
    }
}

/// The folder of a file.
pub(crate) fn folder(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((folder, _)) => folder,
        None => ".",
    }
}

/// Joins a folder and a path relative to it, normalized. No spelling of the path replaces the folder.
pub(crate) fn join(folder: &str, path: &str) -> String {
    let folder = if folder.is_empty() { "." } else { folder };
    normalize(&format!("{folder}/{path}"))
}

/// The path relative to a folder. Both are normalized and relative to one directory, and neither leads further up than
/// the other.
pub(crate) fn relative(folder: &str, path: &str) -> String {
    let folder = folder.split('/').filter(|segment| !matches!(*segment, "" | "."));
    let mut folder = folder.peekable();
    let mut rest = path.split('/').filter(|segment| !matches!(*segment, "" | ".")).peekable();
    while let (Some(outer), Some(segment)) = (folder.peek(), rest.peek())
        && outer == segment
    {
        folder.next();
        rest.next();
    }
    let up = folder.map(|_| "..");
    let segments: Vec<&str> = up.chain(rest).collect();
    if segments.is_empty() { ".".into() } else { segments.join("/") }
}

/// Whether a path is the folder or is inside it. Both are absolute and normalized.
pub(super) fn is_inside(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_and_empty_segments_are_taken_out() {
        for (path, expected) in [
            ("a/b", "a/b"),
            ("./a//b/.", "a/b"),
            ("a/../b", "b"),
            ("a/..", "."),
            ("../a/../../b", "../../b"),
            ("/../a/./b/..", "/a"),
            ("/..", "/"),
            ("...", "..."),
            ("", "."),
        ] {
            assert_eq!(normalize(path), expected, "{path}");
        }
    }

    #[test]
    fn a_path_stays_in_its_folder_by_whole_segments() {
        assert_eq!(join(".", "x"), "x");
        assert_eq!(join("", "x"), "x");
        assert_eq!(join("/", "x"), "/x");
        assert_eq!(join("a", "/etc/x"), "a/etc/x");
        assert_eq!(join("a/b", "../x"), "a/x");
        for (from, path) in [("a", "x"), ("a/b", "../x"), (".", "a/x"), ("../a", "../x/y"), ("/a/b", "x")] {
            assert_eq!(relative(from, &join(from, path)), path, "{from} {path}");
        }
        assert_eq!(folder("a/b.cml"), "a");
        assert_eq!(folder("/b.cml"), "/");
        assert_eq!(folder("b.cml"), ".");
        assert!(is_inside("/a/b", "/a") && is_inside("/a", "/a") && is_inside("/a", "/"));
        assert!(!is_inside("/ab", "/a") && !is_inside("/", "/a"));
    }
}
