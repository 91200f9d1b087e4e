//! Finds out why `git` gives no file for a path. Its answer is the same for a missing entry and for content that is
//! not in the repository.

use confc_core::text::Hexadecimal;
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

/// Why there is no file at a path, although `git` may list it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoGitFile {
    /// No tree has such an entry.
    Absent,
    /// The entry, or one on the path to it, is listed, but its content is not in the repository.
    Lost,
    /// It is a folder.
    Folder,
    /// It is a submodule, or inside one.
    Submodule,
    /// Symbolic links lead out of the repository.
    OutOfRepository,
    /// A symbolic link has no target.
    Dangling,
    /// Symbolic links form a loop, or there are too many.
    TooManyLinks,
}

/// The kind of a tree's entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EntryKind {
    File,
    Folder,
    Link,
    Submodule,
}

/// The entries of one tree, by their names.
type GitTree = BTreeMap<Vec<u8>, (EntryKind, String)>;

/// Trees that were read, by their identifiers.
#[derive(Debug, Default)]
pub(super) struct KnownTrees {
    trees: BTreeMap<String, Rc<GitTree>>,
    /// The size of all of them, in bytes as in `git`.
    size: usize,
    /// The last tree that was too large to keep, since most often the next search is in it, too.
    large: Option<(String, Rc<GitTree>)>,
}

/// Reads the content of an object by its name; `None` if the repository does not have it.
pub(super) type ReadObject<'a> = dyn Fn(&str) -> io::Result<Option<Vec<u8>>> + 'a;

/// The most links to follow, as on Linux.
const MAX_LINKS: usize = 40;

impl KnownTrees {
    /// The largest size of kept trees, in bytes. Of larger trees, only the last one is kept.
    const MAX_SIZE: usize = 1 << 24;

    /// Follows a path from the tree `root`, which is the name of an object, up to the first step without a target.
    ///
    /// # Errors
    /// The errors of `read`, and [`io::ErrorKind::InvalidData`] for content that is not a tree.
    pub(super) fn why_no_file(
        &mut self,
        root: &str,
        path: &str,
        read: &ReadObject<'_>,
    ) -> io::Result<NoGitFile> {
        // The segments still to follow, last one first, each with whether it is from a link.
        let mut ahead: Vec<(Vec<u8>, bool)> = segments(path.as_bytes(), false);
        let mut folders = vec![root.to_owned()];
        let mut links = 0;
        while let Some((name, is_of_link)) = ahead.pop() {
            let is_last = ahead.is_empty();
            if name == b".." {
                folders.pop();
            }
            let Some(folder) = folders.last() else { return Ok(NoGitFile::OutOfRepository) };
            if name == b".." {
                continue;
            }
            let Some(tree) = self.tree(folder, read)? else { return Ok(NoGitFile::Lost) };
            match tree.get(&name) {
                None if is_of_link => return Ok(NoGitFile::Dangling),
                None => return Ok(NoGitFile::Absent),
                Some((EntryKind::Submodule, _)) => return Ok(NoGitFile::Submodule),
                Some((EntryKind::Folder, id)) => folders.push(id.clone()),
                // `git` has given no content for it.
                Some((EntryKind::File, _)) if is_last => return Ok(NoGitFile::Lost),
                Some((EntryKind::File, _)) => return Ok(NoGitFile::Absent),
                Some((EntryKind::Link, id)) => {
                    links += 1;
                    if links > MAX_LINKS {
                        return Ok(NoGitFile::TooManyLinks);
                    }
                    let Some(target) = read(id)? else { return Ok(NoGitFile::Lost) };
                    if target.starts_with(b"/") {
                        return Ok(NoGitFile::OutOfRepository);
                    }
                    ahead.extend(segments(&target, true));
                }
            }
        }
        Ok(NoGitFile::Folder)
    }

    /// A tree by the name of its object; `None` if the repository does not have it.
    fn tree(&mut self, name: &str, read: &ReadObject<'_>) -> io::Result<Option<Rc<GitTree>>> {
        if let Some(known) = self.trees.get(name) {
            return Ok(Some(Rc::clone(known)));
        }
        if let Some((_, known)) = self.large.as_ref().filter(|(large, _)| large == name) {
            return Ok(Some(Rc::clone(known)));
        }
        let Some(content) = read(name)? else { return Ok(None) };
        let is_large = self.size + content.len() > Self::MAX_SIZE;
        if is_large {
            // Two large trees are never in memory at once.
            self.large = None;
        }
        let tree = Rc::new(entries(&content).ok_or(io::ErrorKind::InvalidData)?);
        if is_large {
            self.large = Some((name.to_owned(), Rc::clone(&tree)));
        } else {
            self.size += content.len();
            self.trees.insert(name.to_owned(), Rc::clone(&tree));
        }
        Ok(Some(tree))
    }
}

/// The segments of a path, the last one first.
fn segments(path: &[u8], is_of_link: bool) -> Vec<(Vec<u8>, bool)> {
    let names = path.split(|byte| *byte == b'/').filter(|name| !name.is_empty() && *name != b".");
    names.map(|name| (name.to_vec(), is_of_link)).rev().collect()
}

/// The entries of a tree: for each its mode in octal digits, a space, its name, a zero byte and an identifier of 20 or
/// 32 bytes; `None` for content that is not a tree.
fn entries(content: &[u8]) -> Option<GitTree> {
    // Only one of the two lengths divides the content into entries.
    [20, 32].into_iter().find_map(|length| entries_of(content, length))
}

fn entries_of(mut content: &[u8], length: usize) -> Option<GitTree> {
    let mut tree = GitTree::new();
    while !content.is_empty() {
        let space = content.iter().position(|byte| *byte == b' ')?;
        let kind = match content.get(..space)? {
            b"40000" => EntryKind::Folder,
            b"120000" => EntryKind::Link,
            b"160000" => EntryKind::Submodule,
            mode if mode.iter().all(|digit| matches!(digit, b'0'..=b'7')) => EntryKind::File,
            _ => return None,
        };
        let rest = content.get(space + 1..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        let id = rest.get(end + 1..)?.get(..length)?;
        tree.insert(rest.get(..end)?.to_vec(), (kind, Hexadecimal(id).to_string()));
        content = rest.get(end + 1 + length..)?;
    }
    Some(tree)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(entries: &[(&str, &str, u8)], length: usize) -> Vec<u8> {
        let entry = |(mode, name, id): &(&str, &str, u8)| {
            [mode.as_bytes(), b" ", name.as_bytes(), b"\0", &vec![*id; length]].concat()
        };
        entries.iter().flat_map(entry).collect()
    }

    fn why(path: &str, length: usize) -> NoGitFile {
        let hex = |id: u8| format!("{id:02x}").repeat(length);
        let root = [
            ("120000", "dangling", 10),
            ("120000", "far", 11),
            ("40000", "folder", 2),
            ("120000", "in", 12),
            ("100644", "lost", 3),
            ("40000", "lost-folder", 4),
            ("120000", "loop", 13),
            ("120000", "out", 14),
            ("160000", "sub", 5),
        ];
        let objects: BTreeMap<String, Vec<u8>> = [
            ("root".to_owned(), tree(&root, length)),
            (hex(2), tree(&[("100755", "x", 3), ("120000", "up", 15)], length)),
            (hex(10), b"folder/none".to_vec()),
            (hex(11), b"../elsewhere".to_vec()),
            (hex(12), b"./folder/".to_vec()),
            (hex(13), b"folder/../loop".to_vec()),
            (hex(14), b"/etc/hosts".to_vec()),
            (hex(15), b"../folder/x".to_vec()),
        ]
        .into();
        let read = |name: &str| Ok(objects.get(name).cloned());
        KnownTrees::default().why_no_file("root", path, &read).unwrap()
    }

    #[test]
    fn what_is_not_listed_is_told_from_what_is_not_here() {
        use NoGitFile::{Absent, Dangling, Folder, Lost, OutOfRepository, Submodule, TooManyLinks};
        for (path, expected) in [
            ("none", Absent),
            ("none/x", Absent),
            ("folder/none", Absent),
            ("in/none", Absent),
            ("lost/below", Absent),
            ("lost", Lost),
            ("folder/x", Lost),
            ("in/x", Lost),
            ("folder/up", Lost),
            ("lost-folder/x", Lost),
            ("folder", Folder),
            ("in", Folder),
            ("sub", Submodule),
            ("sub/x", Submodule),
            ("dangling", Dangling),
            ("dangling/x", Dangling),
            ("far", OutOfRepository),
            ("out", OutOfRepository),
            ("loop", TooManyLinks),
        ] {
            assert_eq!([why(path, 20), why(path, 32)], [expected; 2], "{path}");
        }
    }

    #[test]
    fn a_large_tree_is_read_once_for_many_paths() {
        let entry = |n: usize| format!("100644 {n:0200}\0aaaaaaaaaaaaaaaaaaaa").into_bytes();
        let large: Vec<u8> = (0..=KnownTrees::MAX_SIZE / 200).flat_map(entry).collect();
        assert!(large.len() > KnownTrees::MAX_SIZE);
        let root = tree(&[("40000", "large", 7), ("40000", "small", 8)], 20);
        let reads = std::cell::Cell::new(0);
        let read = |name: &str| {
            reads.set(reads.get() + 1);
            let is_large = name == "07".repeat(20);
            Ok(Some(if is_large {
                large.clone()
            } else if name == "root" {
                root.clone()
            } else {
                Vec::new()
            }))
        };
        let mut known = KnownTrees::default();
        for path in ["large/x", "large/y", "small/x", "large/z"] {
            assert_eq!(known.why_no_file("root", path, &read).unwrap(), NoGitFile::Absent);
        }
        assert_eq!(reads.get(), 3);
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        for content in [b"x".as_slice(), b"100644 x", b"100644 x\0short", b"9 x\0aaaaaaaaaaaaaaaaaaaa"] {
            let read = |_: &str| Ok(Some(content.to_vec()));
            let refused = KnownTrees::default().why_no_file("root", "x", &read).unwrap_err();
            assert_eq!(refused.kind(), io::ErrorKind::InvalidData);
        }
        assert_eq!(KnownTrees::default().why_no_file("root", "x", &|_| Ok(None)).unwrap(), NoGitFile::Lost);
    }
}
