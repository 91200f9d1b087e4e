//! Messages about files that are read from a Git repository: one constructor for each code.

use crate::diagnostic::{Code, Diagnostic};
use crate::disk::errors::reason;
use crate::disk::{GitRefusal, NoGitFile};
use crate::text::escape::{MAX_QUOTED, cut, plain, quoted};

/// A text that cannot be read from a Git repository. `message` is already escaped.
fn not_from_git(message: String) -> Diagnostic {
    Diagnostic::new(Code::E0909, message)
}

/// A revision that cannot be read.
pub(super) fn not_in_git(revision: &str, refusal: &GitRefusal) -> Diagnostic {
    let why = match refusal {
        GitRefusal::NoGit(error) => format!("`git` cannot be run: {}", reason(error)),
        GitRefusal::NoRepository(said) if said.is_empty() || said.contains("not a git repository") => {
            "there is no repository that `git` opens here".into()
        }
        // There are many reasons, such as a broken configuration or another owner of the repository. The message of
        // `git` shows which.
        GitRefusal::NoRepository(said) => {
            format!("`git` refuses: {}", cut(said.strip_prefix("fatal: ").unwrap_or(said), MAX_QUOTED))
        }
        GitRefusal::UnknownRevision { .. } | GitRefusal::NoCommit | GitRefusal::NothingCommitted => {
            "the repository has no such commit, branch or tag".into()
        }
        GitRefusal::NoAnswer => "`git` ended before it answered".into(),
    };
    let found = not_from_git(format!("cannot read from {}: {why}", quoted(&format!("git:{revision}"))));
    match refusal {
        GitRefusal::NoRepository(said) if said.contains("dubious ownership") => found.help(
            "run confc as the owner of the folder, or add it to `safe.directory` in Git's configuration",
        ),
        GitRefusal::NoRepository(said) if said.contains("not a git repository") => {
            found.note(format!("`git` says: {}", cut(said, MAX_QUOTED)))
        }
        GitRefusal::NoCommit => found.note("it names a file or a folder, not a commit"),
        GitRefusal::NothingCommitted => found.note("nothing is committed yet on the current branch"),
        GitRefusal::UnknownRevision { .. } if revision.contains("..") => found
            .help("name one commit: `A..B` is a range; `git merge-base A B` prints where two branches part"),
        GitRefusal::UnknownRevision { near: Some(near) } => {
            found.help(format!("did you mean {}?", quoted(&format!("git:{near}"))))
        }
        GitRefusal::UnknownRevision { near: None } => {
            found.help("fetch it first: a clone for CI often has its last commit only")
        }
        GitRefusal::NoRepository(_) | GitRefusal::NoGit(_) | GitRefusal::NoAnswer => found,
    }
}

/// A file that a revision has, but that cannot be read. `revision` and `path` are as the user wrote them.
pub(super) fn not_read_from_git(revision: &str, path: &str, why: NoGitFile) -> Diagnostic {
    let shown = quoted(path);
    let said = |reason: &str| {
        let name = format!("git:{revision}:{path}");
        not_from_git(format!("cannot read {}: {reason}", quoted(&name))).in_file(plain(path).to_string())
    };
    match why {
        NoGitFile::Absent | NoGitFile::Folder | NoGitFile::Lost => {
            let listed = format!("Git lists {shown} in {}, but its content is not here", quoted(revision));
            not_from_git(listed)
                .in_file(plain(path).to_string())
                .help("run `git fetch --refetch`, or clone without `--filter`")
                .help("if this is no partial clone, run `git fsck` to find the damage")
        }
        NoGitFile::Submodule => said("it is in a submodule, which cannot be followed")
            .help("run confc in the submodule, which is a repository of its own"),
        NoGitFile::OutOfRepository => {
            said("it is a symbolic link out of the repository, which cannot be followed")
        }
        NoGitFile::Dangling => said("it is a symbolic link that leads to nothing"),
        NoGitFile::TooManyLinks => said("its symbolic links form a loop, or there are too many"),
    }
}

/// A manifest outside every repository.
pub(super) fn outside_git(name: &str) -> Diagnostic {
    let why = "it is no file in the Git repository that confc runs in";
    Diagnostic::new(Code::E0910, format!("{} has no older version: {why}", quoted(name)))
        .in_file(plain(name).to_string())
}
