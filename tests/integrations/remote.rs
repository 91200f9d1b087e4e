//! `integrations/bazel` on a server of remote execution.
//!
//! The server is BuildGrid, with PostgreSQL behind it; `CONFC_BUILDGRID` names the Python environment that it is installed
//! in, with `pip install buildgrid==0.4.4 psycopg2-binary`.

use crate::bazel::{Bazel, fails_undeclared};
use crate::command::{Workspace, works};
use crate::project::Project;
use crate::skip::needs;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long to wait for a process to listen.
const PATIENCE: Duration = Duration::from_secs(60);

/// Nobody, on every Linux.
const NOBODY: u32 = 65_534;

/// A server that runs actions, which ends with the test.
struct RemoteServer {
    folder: Workspace,
    /// The last one is ended first.
    processes: Vec<Child>,
    address: String,
}

impl Drop for RemoteServer {
    fn drop(&mut self) {
        while let Some(mut process) = self.processes.pop() {
            // PostgreSQL has processes of its own, which end when it is asked to end.
            let asked = Command::new("kill").args(["-INT", &process.id().to_string()]).status();
            let is_over = |process: &mut Child| process.try_wait().is_ok_and(|status| status.is_some());
            let begun = Instant::now();
            while asked.is_ok() && begun.elapsed() < Duration::from_secs(5) && !is_over(&mut process) {
                std::thread::sleep(Duration::from_millis(20));
            }
            let _ = process.kill().and_then(|()| process.wait());
        }
    }
}

/// Where the programs of PostgreSQL are: Debian keeps those of a server out of `PATH`.
#[expect(clippy::disallowed_methods, reason = "programs are found through PATH")]
fn postgresql() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = debian.map(|version| version.path().join("bin"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = path.split(':').map(PathBuf::from).collect::<Vec<_>>();
    debian.chain(path).find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

/// What the test needs, or what is missing.
#[expect(clippy::disallowed_methods, reason = "who starts the tests says where BuildGrid is")]
fn programs() -> Result<(PathBuf, PathBuf), &'static str> {
    let postgresql = postgresql().ok_or("PostgreSQL")?;
    let build_grid = "BuildGrid, whose folder is in CONFC_BUILDGRID";
    let python = std::env::var("CONFC_BUILDGRID").map_err(|_| build_grid)?;
    let python = Path::new(&python).join("bin");
    if !works(Command::new(python.join("bgd")).arg("--help")) {
        return Err(build_grid);
    }
    Ok((postgresql, python))
}

impl RemoteServer {
    /// Starts all of it. `None` where something is missing, which is said.
    fn start(test: &str) -> Option<Self> {
        let (postgresql, python) = match programs() {
            Ok(programs) => programs,
            Err(missing) => {
                needs(test, missing);
                return None;
            }
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = Workspace::named("confc-remote-");
        let mut server = Self { folder, processes: Vec::new(), address: format!("127.0.0.1:{port}") };
        server.start_database(&postgresql);
        server.start_grid(&python);
        Some(server)
    }

    /// PostgreSQL refuses to run as root.
    fn ordinary(&self, program: PathBuf, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        if fs::metadata(self.folder.folder()).unwrap().uid() == 0 {
            let program = command.get_program().to_owned();
            command = Command::new("/usr/bin/setpriv");
            command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]).arg(program);
        }
        command.args(arguments).current_dir(self.folder.path("database"));
        command.stdin(Stdio::null()).stdout(self.log()).stderr(self.log());
        command
    }

    fn log(&self) -> fs::File {
        fs::File::options().create(true).append(true).open(self.folder.path("log")).unwrap()
    }

    fn logged(&self) -> String {
        String::from_utf8_lossy(&self.folder.read("log")).into_owned()
    }

    fn start_database(&mut self, programs: &Path) {
        let database = self.folder.path("database");
        fs::create_dir(&database).unwrap();
        if fs::metadata(&database).unwrap().uid() == 0 {
            fs::set_permissions(self.folder.folder(), fs::Permissions::from_mode(0o711)).unwrap();
            chown(&database, Some(NOBODY), Some(NOBODY)).unwrap();
        }
        let arguments = ["--auth=trust", "--username=confc", "--no-sync", "--pgdata=data"];
        let made = self.ordinary(programs.join("initdb"), &arguments).status();
        assert!(made.unwrap().success(), "{}", self.logged());
        let socket = format!("--unix_socket_directories={}", database.display());
        let arguments = ["-D", "data", "--listen_addresses=", "--fsync=off", &socket];
        let process = self.ordinary(programs.join("postgres"), &arguments).spawn().unwrap();
        self.processes.push(process);
        let begun = Instant::now();
        let host = format!("--host={}", database.display());
        let create = [host.as_str(), "--username=confc", "--no-password", "grid"];
        while !self.ordinary(programs.join("createdb"), &create).status().unwrap().success() {
            assert!(begun.elapsed() < PATIENCE, "{}", self.logged());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn start_grid(&mut self, python: &Path) {
        let database = self.folder.path("database");
        // Without the name of the driver, newer versions of SQLAlchemy take another one, which tells clients nothing.
        let database = format!("postgresql+psycopg2://confc@/grid?host={}", database.display());
        fs::create_dir(self.folder.path("contents")).unwrap();
        let settings = include_str!("remote_server.yml").replace("@ADDRESS@", &self.address);
        let settings = settings.replace("@DATABASE@", &database);
        let contents = self.folder.path("contents");
        self.folder.write("settings.yml", settings.replace("@CONTENTS@", contents.to_str().unwrap()));
        let grid = |arguments: &[&str]| {
            let mut command = Command::new(python.join("bgd"));
            command.args(arguments).current_dir(self.folder.folder());
            command.stdin(Stdio::null()).stdout(self.log()).stderr(self.log());
            command
        };
        assert!(grid(&["migrate", "apply", &database]).status().unwrap().success(), "{}", self.logged());
        let server = grid(&["server", "start", "settings.yml"]).spawn().unwrap();
        let begun = Instant::now();
        while TcpStream::connect(&self.address).is_err() {
            assert!(begun.elapsed() < PATIENCE, "{}", self.logged());
            std::thread::sleep(Duration::from_millis(100));
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/integrations/remote_worker.py");
        let mut worker = Command::new(python.join("python"));
        worker.arg(script).arg(&self.address).stdin(Stdio::null()).stdout(self.log()).stderr(self.log());
        let worker = worker.spawn().unwrap();
        self.processes.extend([server, worker]);
    }
}

#[test]
#[ignore = "slow: Bazel, PostgreSQL and a server of remote execution are started"]
fn bytes_are_the_same_wherever_they_are_made() {
    let test = "bytes_are_the_same_wherever_they_are_made";
    let Some(project) = Project::copy_to(test, "bazel", &["bazel"], "confc-test-") else { return };
    let Some(server) = RemoteServer::start(test) else { return };
    let bazel = Bazel(project);
    let executor = format!("--remote_executor=grpc://{}", server.address);
    let remote = ["--spawn_strategy=remote", "--remote_local_fallback=false", &executor];
    let made = bazel.builds(&["--spawn_strategy=local"], "local");
    assert_eq!(bazel.builds(&["--spawn_strategy=sandboxed"], "linux-sandbox"), made);
    assert_eq!(bazel.builds(&["--spawn_strategy=worker"], "worker"), made);
    assert_eq!(bazel.builds(&remote, "remote"), made, "{}", server.logged());
    // Nothing is run a second time.
    assert_eq!(bazel.builds(&remote, "remote cache hit"), made, "{}", server.logged());
    fails_undeclared(&bazel, &remote);
}
