//! Whole runs of the compiler, all commands that read a secret, in all forms of messages.

use super::texts;
use crate::support::command::Workspace;
use crate::support::random::{Random, Tally, attempts};
use confc::syntax::Format;

/// How many rounds of all commands.
const ROUNDS: usize = 12;

/// `expand`, `patch` and `fmt` print source, and value files hold what they are given: of these only stderr is looked at.
const PRINT_SOURCE: [&str; 3] = ["expand", "patch", "fmt"];

#[test]
fn commands_do_not_leak() {
    let tally = Tally::default();
    attempts(ROUNDS, |random| {
        let first_form = random.below(5);
        let secret = texts::secret(random);
        let space = files(random, &secret);
        let set = format!(
            "--set={}={secret}",
            random.pick(&["password", "pasword", "vault.code", "vault", "server"])
        );
        let parent =
            format!("--parent-override={}={secret}", random.pick(&["password", "server", "pins", "x"]));
        let edit = format!("--set=/password={}", texts::literal(random, Format::Json5, &secret));
        let layers =
            ["a.json5", "b.yaml", "c.toml", "map.yaml#/data/app.json5", "map.yaml#/data/other.json5"];
        let layer = random.pick(&layers);
        let commands: &[&[&str]] = &[
            &["values", "m.cml", layer, "-o", "out.cvf"],
            &["values", "m.cm", layer, "--override", "a.json5", "-o", "out.cvf", "--provenance", "out.json"],
            &["values", "m.cml", layer, "--patch", "p.json5", "-o", "out.cvf", "--depfile", "out.d"],
            &["values", "m.cml", layer, &set, "-o", "out.cvf"],
            &["explain", "password", "m.cml", layer],
            &["explain", "server", "m.cml", "good.json5", &set],
            &["explain", "pins[0]", "m.cml", "good.json5"],
            &["explain", "timeout_ms", "m.cml", "good.json5", "--patch", "p.json5"],
            &["verify", "m.cml", "good.cvf", &parent],
            &["show", "m.cm", "good.cvf"],
            &["show", "good.cvf", "--format", "json"],
            &["show", "d.cml"],
            &["show", "d.cml", "--format", "json"],
            &["show", "d.cml", "--format", "json5"],
            &["export", "m.cm", "good.cvf", "--format", "json", "--sensitive", "omit"],
            &["export", "m.cm", "good.cvf", "--format", "configmap", "--document", "a.yaml"],
            &["export", "m.cml", "good.cvf", "--format", "properties"],
            &["export", "d.cml", "good.cvf", "--format", "env", "--sensitive", "omit"],
            &["diff", "m.cml", "d.cml"],
            &["diff", "m.cml", "d.cml", "--format", "json"],
            &["compile", "d.cml", "-o", "out.cm"],
            &["check", "d.cml"],
            &["expand", "d.cml"],
            &["fmt", "--check", "a.json5", "p.json5", "d.cml"],
            &["generate", "rust", "d.cml"],
            &["generate", "python", "d.cml"],
            &["generate", "json-schema", "d.cml"],
            &["generate", "markdown", "d.cml"],
            &["generate", "proto", "d.cml", "--package", "a.b"],
            &["patch", "a.json5", &edit, "--decl", "m.cml"],
            &["patch", "b.yaml", &edit, "--decl", "m.cml"],
            &["patch", "map.yaml", "--override-policy", "policy.yaml", "--decl", "m.cml"],
        ];
        for (at, command) in commands.iter().enumerate() {
            let form = ["text", "short", "json", "sarif", "github"][(at + first_form) % 5];
            let arguments: Vec<&str> = command.iter().copied().chain(["--message-format", form]).collect();
            let answer = space.confc(&arguments);
            tally.count(answer.status == Some(0));
            let mut printed = answer.stderr;
            if !PRINT_SOURCE.contains(&command[0]) {
                printed += &answer.stdout;
            }
            for written in ["out.json", "out.d"].into_iter().filter(|path| space.exists(path)) {
                printed += &space.text(written);
            }
            assert!(
                !texts::tells(&printed, &secret),
                "{secret} is told by {arguments:?} in {}\n{printed}",
                space.folder().display()
            );
        }
    });
    tally.demand(10, 30);
}

/// A folder of everything that can hold a secret.
fn files(random: &mut Random, secret: &str) -> Workspace {
    let layers = [Format::Json5, Format::Yaml, Format::Toml].map(|format| {
        let text = texts::layer(random, format, secret);
        texts::damaged(random, &text)
    });
    let [json5, yaml, toml] = layers;
    let layer = texts::layer(random, Format::Json5, secret);
    let (map, patch, policy) =
        (texts::config_map(random, &layer), texts::patch(random, secret), texts::policy(random, secret));
    let (patch, policy) = (texts::damaged(random, &patch), texts::damaged(random, &policy));
    let manifest = texts::manifest(random, secret);
    let manifest = if random.once_in(2) { texts::damaged(random, &manifest) } else { manifest };
    let short = &secret[..7];
    let space = Workspace::new()
        .with("m.cml", texts::declaration())
        .with("d.cml", manifest)
        .with("a.json5", json5)
        .with("b.yaml", yaml)
        .with("c.toml", toml)
        .with("map.yaml", map)
        .with("p.json5", patch)
        .with("policy.yaml", policy)
        .with(
            "good.json5",
            format!(
                "{{ password: '{short}', server: {{ token: '{short}' }}, vault: {{ code: '{short}' }} }}"
            ),
        );
    space.confc(&["compile", "m.cml", "-o", "m.cm"]).with_status(0);
    space.confc(&["values", "m.cm", "good.json5", "-o", "good.cvf"]).with_status(0);
    space
}
