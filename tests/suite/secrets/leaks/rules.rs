//! Rules that read secrets, and are broken by them: in manifests, layers, settings and overrides by a parent.

use super::texts;
use crate::support::command::Workspace;
use crate::support::random::{Random, Tally, attempts};

/// How many rounds of all commands.
const ROUNDS: usize = 25;

const RULES: &[&str] = &[
    "{ check: 'byte_size(password) < 3' }",
    "{ check: \"password == 'x' || low > 250\", message: 'low is ${low}, and no more is told' }",
    "{ check: 'password in names' }",
    "{ check: \"vault.code.startsWith('x') && low < 3\", name: 'of_vault' }",
    "{ check: 'pins.all(p, p == name)' }",
    "{ for: 'pins[]', check: \"self == 'x'\" }",
    "{ for: 'doors[]', check: \"self.key == '' || self.id > 200\", message: 'door ${self.id}' }",
    "{ for: 'doors[].key', check: \"self == 'x'\" }",
    "{ check: 'doors.all(d, d.key == d.name)' }",
    "{ check: 'doors[0] == doors[1] || low > 250' }",
    "{ check: '100 / (byte_size(password) - byte_size(vault.code)) > 200' }",
    "{ check: \"pins[1] == 'x'\" }",
    "{ check: \"(low > 3 ? password : name) == 'x'\" }",
    "{ check: 'vault == spare', message: 'the two differ' }",
];

fn manifest(random: &mut Random, default: &str) -> String {
    let mut rules: Vec<&str> = (0..=random.below(4)).map(|_| random.pick(RULES)).collect();
    rules.sort_unstable();
    rules.dedup();
    format!(
        "{{
  config: {{
    low: {{ type: 'uint8', default: 5 }},
    name: {{ type: 'string', max_size: 20, default: 'n' }},
    names: {{ type: 'vector', max_count: 3, element: {{ type: 'string', max_size: 20 }}, default: ['n'] }},
    password: {{ type: 'string', max_size: 20, sensitive: true, mutability: ['parent'],
      {default} }},
    pins: {{ type: 'vector', max_count: 3, sensitive: true, element: {{ type: 'string', max_size: 20 }} }},
    doors: {{ type: 'vector', max_count: 3, element: {{ type: 'struct', fields: {{
      id: {{ type: 'uint8' }}, name: {{ type: 'string', max_size: 20, default: 'd' }},
      key: {{ type: 'string', max_size: 20, sensitive: true }} }} }} }},
    vault: {{ type: 'struct', sensitive: true, fields: {{ code: {{ type: 'string', max_size: 20 }} }} }},
    spare: {{ type: 'struct', sensitive: true, fields: {{ code: {{ type: 'string', max_size: 20, default: '' }} }} }},
  }},
  config_rules: [
    {},
  ],
}}\n",
        rules.join(",\n    ")
    )
}

#[test]
fn broken_rules_do_not_leak() {
    let (broken, fine) = (Tally::default(), Tally::default());
    attempts(ROUNDS, |random| {
        let secret = texts::secret(random);
        let space = Workspace::new();
        let or_other = |random: &mut Random| if random.once_in(2) { secret.clone() } else { "x".into() };
        let default = if random.once_in(4) { format!("default: '{secret}'") } else { String::new() };
        space.write("m.cml", manifest(random, &default));
        let layer = format!(
            "password: {}\npins: [{}, {}]\ndoors:\n  - {{ id: 1, key: {} }}\n  - {{ id: 2, key: {} }}\nvault: {{ code: {} }}\n",
            or_other(random),
            or_other(random),
            or_other(random),
            or_other(random),
            or_other(random),
            or_other(random),
        );
        space.write("a.yaml", &layer);
        let set = format!("--set=vault.code={secret}");
        let parent = format!("--parent-override=password={secret}");
        let evals = ["password", "vault", "pins[0] == 'x'", "[password, name]", "doors", "size(pins)"];
        let eval = random.pick(&evals);
        let commands: &[&[&str]] = &[
            &["compile", "m.cml", "-o", "m.cm"],
            &["values", "m.cml", "a.yaml", "-o", "out.cvf"],
            &["values", "m.cml", "a.yaml", &set, "-o", "out.cvf"],
            &["values", "m.cm", "a.yaml", &set, "-o", "out.cvf"],
            &["verify", "m.cm", "out.cvf", &parent],
            &["verify", "m.cml", "out.cvf", &parent],
            &["eval", eval, "m.cml", "a.yaml"],
            &["show", "m.cm"],
        ];
        for (at, command) in commands.iter().enumerate() {
            let form = ["text", "short", "json"][at % 3];
            let arguments: Vec<&str> = command.iter().copied().chain(["--message-format", form]).collect();
            let answer = space.confc(&arguments);
            broken.count(["E0450", "E0451", "E0338"].iter().any(|code| answer.stderr.contains(code)));
            fine.count(answer.status == Some(0));
            let printed = answer.stderr + &answer.stdout;
            assert!(
                !texts::tells(&printed, &secret),
                "{secret} is told by {arguments:?}\n{printed}\n{layer}"
            );
        }
    });
    broken.demand(20, 20);
    fine.demand(20, 20);
}
