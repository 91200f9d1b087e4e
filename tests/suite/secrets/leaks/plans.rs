//! Value plans and products with secrets in them: made, shown, and finished with inputs that are wrong.

use super::texts;
use crate::support::command::Workspace;
use crate::support::random::{Random, Tally, attempts};
use confc::syntax::Format;

/// How many rounds of all commands.
const ROUNDS: usize = 15;

const MANIFEST: &str = "{
  config: {
    low: { type: 'uint8', default: 5 },
    name: { type: 'string', max_size: 40, default: 'n' },
    password: { type: 'string', max_size: 40, sensitive: true, default: '' },
    pins: { type: 'vector', max_count: 3, sensitive: true, default: [], element: { type: 'string', max_size: 40 } },
    doors: { type: 'vector', max_count: 3, default: [], element: { type: 'struct', fields: {
      id: { type: 'uint8' }, key: { type: 'string', max_size: 40, sensitive: true } } } },
    vault: { type: 'struct', sensitive: true, fields: {
      code: { type: 'string', max_size: 40, default: '' }, size: { type: 'uint8', default: 1 } } },
  },
  config_rules: [{ check: \"password != 'never' && low < 250\" }],
}
";

/// Lines of a layer in YAML, with `S` for the secret.
const LINES: [&[&str]; 5] = [
    &[
        "password: { $expr: \"input('key')\" }",
        "password: { $text: \"S${input('zone')}\" }",
        "password: \"S\"",
        "password: { $expr: \"'S' + input('zone')\" }",
        "password: { $expr: \"input('zone') == 'x' ? 'S' : 7\" }",
        "password: \"${input('key')}S\"",
    ],
    &[
        "pins: [\"S\", { $expr: \"input('key')\" }]",
        "pins: [{ $text: \"S\" }, { $expr: \"nothing('S')\" }]",
        "pins: { $append: [{ $text: \"${input('zone')}S\" }] }",
        "low: 3",
    ],
    &[
        "doors: [{ id: 1, key: { $text: \"S${input('n')}\" } }]",
        "doors: [{ id: { $expr: \"input('n')\" }, key: \"S\" }]",
        "doors: [{ id: { $expr: \"input('n') * 2\" }, key: { $expr: \"input('key')\" }, lock: \"S\" }]",
        "low: 4",
    ],
    &[
        "vault: { code: { $expr: \"input('key')\" }, size: { $expr: \"7 / input('n')\" } }",
        "vault: { code: \"S\", size: { $expr: \"input('n') - 100\" } }",
        "vault: { code: { $expr: \"input('key') + 'S'\" }, seize: \"S\" }",
        "vault: {}",
    ],
    &[
        "name: { $text: \"n${input('zone')}\" }",
        "name: { $expr: \"input('key')\" }",
        "name: { $expr: \"password\" }",
        "name: \"n\"",
    ],
];

const INPUTS: &[&str] = &[
    "$inputs: { key: { type: string, max_size: 40, sensitive: true }, zone: { type: string, max_size: 9 }, n: { type: uint8 } }",
    "$inputs: { key: { type: string, max_size: 40, sensitive: true, default: \"S\" }, zone: { type: string, max_size: 9, default: z }, n: { type: uint8 } }",
    "$inputs: { key: { type: string, max_size: 4, sensitive: true, default: \"S\" }, zone: { type: string, max_size: 9 }, n: { type: uint8, default: 300 } }",
];

fn layer(random: &mut Random, secret: &str) -> String {
    let mut lines = vec![if random.once_in(4) { random.pick(INPUTS) } else { INPUTS[random.below(2)] }];
    lines.extend(LINES.iter().map(|lines| if random.once_in(3) { lines[0] } else { random.pick(lines) }));
    let text = lines.join("\n").replace('S', secret) + "\n";
    if random.once_in(4) { texts::damaged(random, &text) } else { text }
}

/// Runs commands, none of which may tell a secret.
fn run(space: &Workspace, commands: &[&[&str]], secret: &str, tally: &Tally) {
    for (at, command) in commands.iter().enumerate() {
        let form = ["text", "short", "json", "sarif", "github"][at % 5];
        let arguments: Vec<&str> = command.iter().copied().chain(["--message-format", form]).collect();
        let answer = space.confc(&arguments);
        tally.count(answer.status == Some(0));
        let mut printed = answer.stderr + &answer.stdout;
        for written in ["out.json", "out.d"].into_iter().filter(|path| space.exists(path)) {
            printed += &space.text(written);
        }
        let place = space.folder().display().to_string();
        assert!(!texts::tells(&printed, secret), "{secret} is told by {arguments:?} in {place}\n{printed}");
    }
}

#[test]
fn plans_do_not_leak() {
    let tally = Tally::default();
    attempts(ROUNDS, |random| {
        let secret = texts::secret(random);
        let other = texts::literal(random, Format::Yaml, &secret);
        let space = Workspace::new()
            .with("m.cml", MANIFEST)
            .with("a.yaml", layer(random, &secret))
            .with(
                "good.yaml",
                [INPUTS[0], LINES[0][1], LINES[1][0], LINES[2][0], LINES[3][0]]
                    .join("\n")
                    .replace('S', &secret),
            )
            .with("in.yaml", format!("key: {other}\n"))
            .with("in2.yaml", format!("key: \"{secret}\"\nzone: [1]\nn: 1\n"))
            .with("in3.json", format!("{{ \"kay\": \"{secret}\", \"n\": \"x\" }}"));
        space.confc(&["values", "m.cml", "good.yaml", "--plan", "-o", "good.cvp"]).with_status(0);
        let key = format!("--input=key={secret}");
        let long = format!("--input=key={secret}{secret}{secret}");
        let misspelled = format!("--input=kay={secret}");
        let bare = format!("--input={secret}");
        let number = random.pick(&["--input=n=0", "--input=n=200", "--input=n=1"]);
        run(
            &space,
            &[
                &["values", "m.cml", "a.yaml", "--plan", "-o", "a.cvp", "--provenance", "out.json"],
                &["values", "m.cml", "a.yaml", "--plan", &key, "-o", "b.cvp", "--depfile", "out.d"],
                &["values", "m.cml", "a.yaml", "--plan", number, &long, "-o", "b.cvp"],
                &["values", "m.cml", "a.yaml", "--inputs", "in.yaml", "-o", "b.cvf"],
                &["show", "m.cml", "a.cvp"],
                &["show", "m.cml", "good.cvp"],
                &["show", "m.cml", "good.cvp", "--format", "json"],
                &["finish", "m.cml", "good.cvp", "-o", "c.cvf"],
                &["finish", "m.cml", "good.cvp", &key, "--input=zone=x", number, "-o", "c.cvf"],
                &["finish", "m.cml", "a.cvp", &key, "--input=zone=x", number, "-o", "c.cvf"],
                &["finish", "m.cml", "good.cvp", &long, "--input=zone=x", number, "-o", "c.cvf"],
                &["finish", "m.cml", "good.cvp", "--input=n=x", "--input=zone=x", &key, "-o", "c.cvf"],
                &["finish", "m.cml", "good.cvp", &misspelled, "-o", "c.cvf"],
                &["finish", "m.cml", "good.cvp", &bare, "-o", "c.cvf"],
                &["finish", "m.cml", "good.cvp", "--inputs", "in.yaml", number, "-o", "c.cvf"],
                &["finish", "m.cml", "good.cvp", "--inputs", "in2.yaml", "-o", "c.cvf"],
                &["finish", "m.cml", "good.cvp", "--inputs", "in3.json", "-o", "c.cvf"],
                &["finish", "m.cml", "good.cvp", &key, "--inputs", "in2.yaml", "-o", "c.cvf"],
                &["eval", "password", "m.cml", "a.yaml", &key, number],
                &["eval", "input('key')", "m.cml", "good.yaml", &key, "--input=zone=x", number],
                &["explain", "vault", "m.cml", "good.yaml", &key, "--input=zone=x", number],
            ],
            &secret,
            &tally,
        );
    });
    tally.demand(10, 30);
}

/// What may stand in an environment, with `S` for the secret.
const GIVEN: &[&str] = &[
    "inputs: { key: 'S' }",
    "inputs: { key: 'S', n: 'x' }",
    "inputs: { kay: 'S' }",
    "inputs: { key: ['S'], zone: 'x', n: 1 }",
    "inputs: { key: 'S', zone: 'x', n: 1 }",
    "inputs: { key: 'S', zone: 'x', n: 1 }, components: { one: { set: { password: 'S' } } }",
    "inputs: { zone: 'x', n: 1 }, components: { one: { set: { pasword: 'S', 'vault.code': 'S' } } }",
    "inputs: { key: 'S', zone: 'x', n: 1 }, components: { two: { set: { 'vault.size': 'S' } }, one: { overrides: ['a.yaml'] } }",
    "inputs: { key: 'S', zone: 'x', n: 0 }, sections: ['sections.yaml']",
    "inputs: { key: 'S', zone: 'x', n: 0 }, section_overrides: ['sections.yaml']",
    "inputs: { key: 'S', zone: 'x', n: 1 }, shared_overrides: ['shared.yaml', 'a.yaml']",
];

#[test]
fn products_do_not_leak() {
    let tally = Tally::default();
    attempts(ROUNDS, |random| {
        let secret = texts::secret(random);
        let product = |random: &mut Random| {
            let rule =
                random.pick(&["one.password != two.password", "one.low < 200", "two.vault.code != 'x'"]);
            let text = format!(
                "{{
  inputs: {{ key: {{ type: 'string', max_size: 40, sensitive: true }}, zone: {{ type: 'string', max_size: 9 }}, n: {{ type: 'uint8' }} }},
  components: {{
    one: {{ manifest: 'm.cml', layers: ['{}'], imports: {{ t: 'two' }} }},
    two: {{ manifest: 'm.cml', layers: ['good.yaml'] }},
  }},
  shared: ['shared.yaml'],
  environments: {{ dev: {{ {} }}, prod: {{ {} }} }},
  rules: [{{ check: \"{rule}\" }}],
}}
",
                random.pick(&["good.yaml", "good.yaml", "a.yaml"]),
                if random.once_in(2) { GIVEN[4] } else { random.pick(GIVEN) },
                random.pick(&[GIVEN[4], "inputs: { key: 'S', zone: 'x', n: 1 }"]),
            );
            let text = text.replace('S', &secret);
            if random.once_in(5) { texts::damaged(random, &text) } else { text }
        };
        let lines = |lines: &[&str]| lines.join("\n").replace('S', &secret) + "\n";
        let space = Workspace::new()
            .with("m.cml", MANIFEST)
            .with("a.yaml", layer(random, &secret).replace("input('key')", "t.password"))
            .with("good.yaml", lines(&[LINES[0][1], LINES[1][0], LINES[2][0], LINES[3][0]]))
            .with(
                "shared.yaml",
                lines(&[if random.once_in(2) { LINES[4][0] } else { random.pick(LINES[4]) }, "low: 7"]),
            )
            .with(
                "sections.yaml",
                lines(&["one: { password: \"S\" }", "two: { vault: \"S\" }", "on: { password: \"S\" }"]),
            )
            .with("a.product.json5", product(random))
            .with("b.product.json5", product(random));
        let key = format!("--input=key={secret}");
        let misspelled = format!("--input=kay={secret}");
        run(
            &space,
            &[
                &["assemble", "a.product.json5", "--out-dir", "out", "--depfile", "out.d"],
                &["assemble", "a.product.json5", "--check", &key],
                &["assemble", "b.product.json5", "--check", &misspelled],
                &["assemble", "b.product.json5", "--out-dir", "out2", "--print-commands"],
                &["assemble", "b.product.json5", "--check", "--environment", "prod"],
                &["list", "a.product.json5"],
                &["list", "b.product.json5", "--differing", "--origin", "--format", "json"],
                &["explain", "one.password", "a.product.json5", "--environment", "dev"],
                &["explain", "two.vault", "b.product.json5", "--environment", "prod"],
                &["explain", "one.name", "b.product.json5", "--environment", "dev"],
                &["diff", "a.product.json5", "b.product.json5", "--values"],
                &["diff", "b.product.json5", "a.product.json5", "--values", "--format", "json"],
                &["verify", "--index", "out/index.json"],
            ],
            &secret,
            &tally,
        );
    });
    tally.demand(5, 30);
}
