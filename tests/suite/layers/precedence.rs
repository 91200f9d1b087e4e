//! What wins: every pair of ways to say a value, in both orders of the command line, against a table.

use crate::support::command::Workspace;

const MANIFEST: &str = r#"{ config: {
    n: { type: "uint8", default: 1 },
    s: { type: "struct", default: { n: 1 }, fields: { n: { type: "uint8" } } },
    v: { type: "vector", max_count: 3, element: { type: "uint8" }, default: [1] },
} }"#;

/// A way to say that a value is this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Default,
    Layer,
    Override,
    Patch,
    Set,
}

impl Way {
    const ALL: [Self; 5] = [Self::Default, Self::Layer, Self::Override, Self::Patch, Self::Set];

    /// The number it says, which tells who has won.
    fn number(self) -> usize {
        Self::ALL.iter().position(|way| *way == self).unwrap() + 1
    }

    /// Its arguments, for all three fields.
    fn arguments(self, workspace: &Workspace) -> Vec<String> {
        let number = self.number();
        let layer = format!("{{ n: {number}, s: {{ n: {number} }}, v: [{number}] }}");
        let file = |name: &str, text: &str| {
            workspace.write(name, text);
            name.to_owned()
        };
        match self {
            Self::Default => Vec::new(),
            Self::Layer => vec![file("layer.json5", &layer)],
            Self::Override => vec!["--override".into(), file("override.json5", &layer)],
            Self::Patch => {
                let operation =
                    |path: &str, value: &str| format!("{{ op: 'replace', path: '{path}', value: {value} }}");
                let number = number.to_string();
                let operations = [
                    operation("/n", &number),
                    operation("/s/n", &number),
                    operation("/v", &format!("[{number}]")),
                ];
                vec!["--patch".into(), file("patch.json5", &format!("[{}]", operations.join(", ")))]
            }
            Self::Set => ["n", "s.n", "v[0]"]
                .iter()
                .flat_map(|path| ["--set".to_owned(), format!("{path}={number}")])
                .collect(),
        }
    }
}

/// Which of two wins where they stand in this order; `None` where they clash.
fn winner(first: Way, second: Way) -> Option<Way> {
    match (first, second) {
        // Layers and overrides share one order, in which a layer must agree with what holds.
        (Way::Override, Way::Layer) => None,
        (first, second) => Some(first.max(second)),
    }
}

#[test]
fn of_every_pair_the_right_one_wins() {
    for first in Way::ALL {
        for second in Way::ALL {
            if first == second {
                continue;
            }
            let workspace = Workspace::new();
            workspace.write("m.cml", MANIFEST);
            let mut line = vec!["values".to_owned(), "m.cml".into(), "-o".into(), "out.cvf".into()];
            line.extend(first.arguments(&workspace));
            line.extend(second.arguments(&workspace));
            let line: Vec<&str> = line.iter().map(String::as_str).collect();
            let answer = workspace.confc(&line);
            let Some(winner) = winner(first, second) else {
                answer.says(1, "E0415");
                continue;
            };
            assert_eq!(answer.stderr, "", "{first:?} {second:?}");
            let shown = workspace.confc(&["show", "m.cml", "out.cvf", "--format", "json5"]).stdout;
            let number = winner.number();
            let expected =
                format!("{{\n    n: {number},\n    s: {{ n: {number} }},\n    v: [{number}],\n}}\n");
            assert_eq!(shown, expected, "{first:?} {second:?}");
        }
    }
}
