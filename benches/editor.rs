//! The language server on a product of 500 components in 20 environments: the times of answers and diagnostics.
//!
//! `cargo bench --bench editor` writes the product of `--bench products`. One session opens it, and changes a manifest,
//! a layer of one component and a shared layer. Each change adds a mistake, and the manifest stays wrong. Every figure
//! is the time from a message to its answer: the median and the 95th percentile of 100 requests, or of 20 changes,
//! renames or searches for references. `initialize` and the first diagnostics are measured once. `peak` is the most
//! memory of the server.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod measure;

use measure::process;
use measure::product;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4 as _;

const COMPONENTS: usize = 500;
const ENVIRONMENTS: usize = 20;
/// The measurements of each request.
const REQUESTS: usize = 100;
/// The measurements of each change.
const CHECKS: usize = 20;
/// The layer of one component.
const LAYER: &str = "c0.json5";

type Fallible<T> = Result<T, Box<dyn Error>>;

fn main() -> Fallible<()> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    fs::copy(process::confc(), folder.join("confc"))?;
    product::write(folder, "p", COMPONENTS, ENVIRONMENTS)?;
    println!("{COMPONENTS} components, {ENVIRONMENTS} environments");
    println!("{:50} {:>10} {:>10}", "", "median ms", "95th ms");
    let mut client = Client::start(folder)?;
    let start = Instant::now();
    let params = json!({ "processId": null, "rootUri": uri(folder, ""), "capabilities": {} });
    client.request("initialize", &params)?;
    print("initialize", &mut [start.elapsed()]);
    client.send(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }))?;
    let start = Instant::now();
    client.open(folder, "c0.cml")?;
    client.diagnostics(&uri(folder, "c0.cml"), 1)?;
    print("first diagnostics of the product", &mut [start.elapsed()]);
    for name in ["c0.json5", "p-e0.json5"] {
        client.open(folder, name)?;
        client.diagnostics(&uri(folder, name), 1)?;
    }
    print("references", &mut client.times(folder, "textDocument/references", CHECKS)?);
    print("rename", &mut client.times(folder, "textDocument/rename", CHECKS)?);
    for (name, title) in [
        ("c0.cml", "check after a change of a manifest"),
        ("c0.json5", "check after a change of a layer"),
        ("p-e0.json5", "check after a change of a shared layer"),
    ] {
        let mut times = Vec::new();
        for _ in 0..CHECKS {
            let start = Instant::now();
            let version = client.change(folder, name)?;
            client.diagnostics(&uri(folder, name), version)?;
            times.push(start.elapsed());
        }
        print(title, &mut times);
    }
    for (method, title) in [
        ("textDocument/hover", "hover, nothing changed"),
        ("textDocument/definition", "definition, nothing changed"),
        ("textDocument/completion", "completion, nothing changed"),
    ] {
        print(title, &mut client.times(folder, method, REQUESTS)?);
    }
    print("completion after a change", &mut client.times_after_changes(folder, "textDocument/completion")?);
    let peak = client.end()?;
    println!("{:50} {:10.1} MB", "peak", peak as f64 / 1e6);
    Ok(())
}

fn print(title: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 100).or(times.last()).copied().unwrap_or_default();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!("{title:50} {:10.2} {:10.2}", ms(at(50)), ms(at(95)));
}

fn uri(folder: &Path, name: &str) -> String {
    format!("file://{}/{name}", folder.display())
}

struct Client {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The last id of a request or version of a text.
    count: i64,
    /// The versions of the latest diagnostics, by the URIs of their files.
    versions: BTreeMap<String, i64>,
}

impl Client {
    fn start(folder: &Path) -> Fallible<Self> {
        let mut command = Command::new(folder.join("confc"));
        command.arg("lsp").current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn()?;
        let (input, output) = (server.stdin.take(), server.stdout.take());
        let (input, output) = (input.ok_or("no input")?, BufReader::new(output.ok_or("no output")?));
        Ok(Self { server, input, output, count: 1, versions: BTreeMap::new() })
    }

    fn send(&mut self, message: &Value) -> Fallible<()> {
        let body = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        Ok(self.input.flush()?)
    }

    fn receive(&mut self) -> Fallible<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the server has ended".into());
            }
            match line.trim().split_once(": ") {
                Some((_, value)) => length = value.parse()?,
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body)?;
        let message: Value = serde_json::from_slice(&body)?;
        let text = |pointer: &str| message.pointer(pointer).and_then(Value::as_str);
        if let (Some(uri), Some(version)) = (text("/params/uri"), message.pointer("/params/version")) {
            self.versions.insert(uri.to_owned(), version.as_i64().unwrap_or_default());
        }
        Ok(message)
    }

    fn request(&mut self, method: &str, params: &Value) -> Fallible<Value> {
        self.count += 1;
        let id = self.count;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let message = self.receive()?;
            if message.get("id").is_some_and(|of| *of == id) {
                if let Some(error) = message.get("error") {
                    return Err(format!("{method}: {error}").into());
                }
                return Ok(message.get("result").cloned().unwrap_or_default());
            }
        }
    }

    /// Waits for the diagnostics of a version of a text.
    fn diagnostics(&mut self, uri: &str, version: i64) -> Fallible<()> {
        // They may have come before an answer.
        while self.versions.get(uri) != Some(&version) {
            self.receive()?;
        }
        Ok(())
    }

    fn open(&mut self, folder: &Path, name: &str) -> Fallible<()> {
        let text = fs::read_to_string(folder.join(name))?;
        let document = json!({ "uri": uri(folder, name), "languageId": "", "version": 1, "text": text });
        let params = json!({ "textDocument": document });
        self.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params }))
    }

    /// Adds a new mistake to the text of a file. Returns the version.
    fn change(&mut self, folder: &Path, name: &str) -> Fallible<i64> {
        self.count += 1;
        let text = fs::read_to_string(folder.join(name))?;
        let mistake = format!("{{ nope_{}: 1,", self.count);
        let text = text.replacen('{', &mistake, 1);
        let document = json!({ "uri": uri(folder, name), "version": self.count });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params }))?;
        Ok(self.count)
    }

    /// The times of requests about a key in the layer of one component.
    fn times(&mut self, folder: &Path, method: &str, count: usize) -> Fallible<Vec<Duration>> {
        let document = json!({ "uri": uri(folder, LAYER) });
        let position = json!({ "line": 1, "character": 5 });
        let params = match method {
            "textDocument/references" => {
                let context = json!({ "includeDeclaration": true });
                json!({ "textDocument": document, "position": position, "context": context })
            }
            "textDocument/rename" => {
                json!({ "textDocument": document, "position": position, "newName": "renamed" })
            }
            _ => json!({ "textDocument": document, "position": position }),
        };
        let mut times = Vec::new();
        for _ in 0..count {
            let start = Instant::now();
            self.request(method, &params)?;
            times.push(start.elapsed());
        }
        Ok(times)
    }

    /// The times from a change of the layer to the answer of a request about it.
    fn times_after_changes(&mut self, folder: &Path, method: &str) -> Fallible<Vec<Duration>> {
        let mut times = Vec::new();
        for _ in 0..CHECKS {
            let start = Instant::now();
            let version = self.change(folder, LAYER)?;
            self.times(folder, method, 1)?;
            times.push(start.elapsed());
            self.diagnostics(&uri(folder, LAYER), version)?;
        }
        Ok(times)
    }

    /// Ends the session. Returns the most memory of the server, in bytes.
    fn end(mut self) -> Fallible<u64> {
        self.request("shutdown", &Value::Null)?;
        self.send(&json!({ "jsonrpc": "2.0", "method": "exit" }))?;
        Ok(self.server.wait4()?.rusage.maxrss)
    }
}
