//! Repositories in folders of a workspace.

use super::command::{Answer, Workspace};

/// Runs `git` in a folder, without the configuration of the user and of the system.
#[track_caller]
pub(crate) fn git(workspace: &Workspace, folder: &str, arguments: &[&str]) -> Answer {
    let who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false"];
    let mut command = workspace.command("git", &[&who, arguments].concat());
    command.current_dir(workspace.path(folder));
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    Answer::of(&mut command).with_status(0)
}

/// Makes a folder a repository without commits, on the branch `main`.
#[track_caller]
pub(crate) fn init(workspace: &Workspace, folder: &str) {
    git(workspace, folder, &["init", "-q", "-b", "main"]);
}

/// Commits everything in a folder.
#[track_caller]
pub(crate) fn commit(workspace: &Workspace, folder: &str) {
    git(workspace, folder, &["add", "-A", "."]);
    git(workspace, folder, &["commit", "-q", "-m", "as it is"]);
}
