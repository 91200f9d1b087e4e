//! Command lines over a random project.

use super::edits::Text;
use super::fields::string;
use super::literal::Canaries;
use super::project::{Component, Project, format_of};
use crate::support::random::Random;
use confc::syntax::Format;

/// A command over the files of a project.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) arguments: Vec<String>,
    /// Whether stdout may show source: `patch` prints the text that it changes, and `fmt --check` its lines.
    pub(super) prints_source: bool,
}

/// Options of `export`, for one format or another.
const EXPORT_OPTIONS: &[&[&str]] = &[
    &["--namespace", "prod", "--label", "team=a", "--annotation", "note=x"],
    &["--immutable", "--hash-suffix", "--keys", "env"],
    &["--prefix", "APP_", "--separator", "__"],
    &["--keys", "env", "--separator", "__"],
    &["--label", "team", "--hash-suffix"],
    &["--document", "app.env", "--hash-suffix"],
    &["--value-file", "--hash-suffix"],
    &["--value-file=app.cvf"],
    &["--package", "acme.door"],
];

const FORMS: [&str; 5] = ["text", "short", "json", "sarif", "github"];

/// Commands that are run before anything is damaged: other commands read what they write.
pub(super) fn before() -> Vec<Line> {
    let mut lines = Vec::new();
    for name in ["a", "b"] {
        let good = format!("{name}.good.json5");
        let manifest = format!("{name}.cml");
        let output = |ending: &str| format!("good/{name}.{ending}");
        lines.push(Line::of(&["compile", &manifest, "-o", &output("cm")]));
        lines.push(Line::of(&["values", &manifest, &good, "--input=key=k", "-o", &output("cvf")]));
        lines.push(Line::of(&["values", &manifest, &good, "--plan", "-o", &output("cvp")]));
    }
    lines.push(Line::of(&["catalogue", "good.product.json5", "--out-dir", "out", "--input=key=k"]));
    lines
}

impl Line {
    fn of(arguments: &[&str]) -> Self {
        Self {
            arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
            prints_source: false,
        }
    }

    fn add(&mut self, arguments: &[&str]) {
        self.arguments.extend(arguments.iter().map(|argument| (*argument).to_owned()));
    }
}

/// Draws command lines.
pub(super) struct Lines<'r, 'p> {
    random: &'r mut Random,
    project: &'p Project,
    canaries: &'r mut Canaries,
}

impl Lines<'_, '_> {
    /// A command of this number, with its output in `out`.
    pub(super) fn draw(random: &mut Random, project: &Project, canaries: &mut Canaries, at: usize) -> Line {
        let form = FORMS[(at + random.below(5)) % 5];
        let mut lines = Lines { random, project, canaries };
        let mut line = lines.command(at);
        line.add(&["--message-format", form]);
        if lines.random.once_in(12) {
            line.add(&["--deny-warnings"]);
        }
        line
    }

    fn command(&mut self, at: usize) -> Line {
        let project = self.project;
        let component = self.random.one_of(&project.components);
        let manifest = format!("{}.cml", component.name);
        match at % COMMANDS {
            0 => Line::of(&["compile", &manifest, "-o", "out/x.cm"]),
            1 => Line::of(&["check", "a.cml", "b.cml"]),
            2..=4 => self.values(component),
            5 => self.verify(component),
            6 => self.explain(component),
            7 => self.eval(component),
            8 => self.diff(),
            9 => self.patch(component),
            10 => {
                let text = self.path(|path| format_of(path) == Format::Json5);
                Line { prints_source: true, ..Line::of(&["fmt", "--check", &manifest, &text]) }
            }
            11 => self.export(component),
            12 => self.init(),
            13 | 14 => self.assemble(),
            15 => self.list(),
            16 => self.finish(component),
            17 => self.explain_in_product(component),
            18 => self.misplaced(component),
            19 => self.fix(component),
            20 => self.catalogue(),
            _ => self.show(component),
        }
    }

    fn path(&mut self, is_wanted: impl Fn(&str) -> bool) -> String {
        let wanted: Vec<&Text> = self.project.texts.iter().filter(|text| is_wanted(&text.path)).collect();
        self.random.one_of(&wanted).path.clone()
    }

    fn canary(&mut self) -> String {
        match self.random.once_in(8) {
            true => self.canaries.number(self.random),
            false => self.canaries.word(self.random),
        }
    }

    /// A key and a value for it.
    fn assignment(&mut self, component: &Component) -> String {
        let secrets: Vec<_> =
            component.fields.iter().filter(|field| self.project.is_secret_in(field, component)).collect();
        let field = self.random.one_of(&secrets);
        let path = match self.random.below(8) {
            0 => "pasword".into(),
            1 => format!("{}.x", field.key),
            2 => format!("{}[0]", field.key),
            _ => component.naming.path(self.random, field),
        };
        let value = match self.random.once_in(3) {
            true => self.canary(),
            false => {
                let value = field.value(self.random, self.canaries);
                component.naming.literal(self.random, &value).written(Format::Json5, self.random)
            }
        };
        let sign = self.random.pick(&["=", "=", "=", "=", "=", ":", " ", ""]);
        format!("{path}{sign}{value}")
    }

    fn input(&mut self) -> String {
        let name = self.random.pick(&["key", "key", "key", "kay"]);
        let value = match self.random.once_in(3) {
            true => string(self.random, self.canaries).written(Format::Json5, self.random),
            false => self.canary(),
        };
        match self.random.once_in(12) {
            true => format!("--input={value}"),
            false => format!("--input={name}={value}"),
        }
    }

    /// Layers of a component, and flags that give values.
    fn sources(&mut self, component: &Component, line: &mut Line) {
        let name = component.name;
        let may_share = self.project.is_all_secret_for(component);
        let layer = match self.random.below(6) {
            0 => format!("map.yaml#/{name}"),
            1 => format!("map.yaml#/data/{name}.{}", self.random.pick(&["json5", "yaml", "env"])),
            2 => format!("{name}.good.json5"),
            _ => component.layer.clone(),
        };
        line.add(&[&layer]);
        if self.random.once_in(4) {
            line.add(&["--override", &component.layer]);
        }
        if may_share && self.random.once_in(3) {
            let shared = self.path(|path| path.starts_with("shared."));
            let flag = self.random.pick(&["--shared", "--shared-override"]);
            line.add(&[flag, &shared]);
        }
        if self.random.once_in(4) {
            line.add(&["--patch", &format!("{name}.patch.json5")]);
        }
        if self.random.once_in(4) {
            let assignment = self.assignment(component);
            line.add(&[&format!("--set={assignment}")]);
        }
        match self.random.below(5) {
            0 | 1 => {
                let input = self.input();
                line.add(&[&input]);
            }
            2 => {
                let inputs = self.path(|path| path.starts_with("inputs."));
                line.add(&["--inputs", &inputs]);
            }
            3 => line.add(&["--inputs", "map.yaml#/inputs"]),
            _ => {}
        }
        if self.random.once_in(6) {
            line.add(&["--declare-inputs", "p.product.json5"]);
        }
    }

    /// The declaration: a manifest, or as it was compiled before anything was damaged.
    fn declaration(&mut self, component: &Component) -> String {
        let name = component.name;
        if self.random.once_in(4) { format!("good/{name}.cm") } else { format!("{name}.cml") }
    }

    fn values(&mut self, component: &Component) -> Line {
        let declaration = self.declaration(component);
        let mut line = Line::of(&["values", &declaration]);
        self.sources(component, &mut line);
        if self.random.once_in(4) {
            line.add(&["--plan", "-o", "out/x.cvp"]);
        } else {
            line.add(&["-o", "out/x.cvf"]);
        }
        if self.random.once_in(3) {
            line.add(&["--provenance", "out/x.json"]);
        }
        line
    }

    fn verify(&mut self, component: &Component) -> Line {
        let declaration = self.declaration(component);
        let mut line = Line::of(&["verify", &declaration, &format!("good/{}.cvf", component.name)]);
        let assignment = self.assignment(component);
        line.add(&[&format!("--parent-override={assignment}")]);
        line
    }

    fn explain(&mut self, component: &Component) -> Line {
        let declaration = self.declaration(component);
        let field = self.random.one_of(&component.fields);
        let path = if self.random.once_in(2) { field.path() } else { field.key.into() };
        let path = component.naming.of_path(self.random, &path);
        let mut line = Line::of(&["explain", &path, &declaration]);
        self.sources(component, &mut line);
        line
    }

    fn explain_in_product(&mut self, component: &Component) -> Line {
        let field = self.random.one_of(&component.fields);
        let path = if self.random.once_in(2) { field.path() } else { field.key.into() };
        let path = component.naming.of_path(self.random, &path);
        let key = format!("{}.{path}", component.name);
        Line::of(&["explain", &key, "p.product.json5", "--environment", self.random.pick(&["dev", "prod"])])
    }

    fn eval(&mut self, component: &Component) -> Line {
        let declaration = self.declaration(component);
        let path = self.random.one_of(&component.fields).path();
        let expression = match self.random.below(6) {
            0 => "input('key')".into(),
            1 => format!("{path} == 'x'"),
            2 => format!("[{path}]"),
            3 => "timeout_ms * 2".into(),
            _ => path,
        };
        let mut line = Line::of(&["eval", &expression, &declaration]);
        self.sources(component, &mut line);
        line
    }

    fn diff(&mut self) -> Line {
        let form = self.random.pick(&["text", "json"]);
        match self.random.below(3) {
            0 => Line::of(&["diff", "a.cml", "b.cml", "--format", form]),
            1 => Line::of(&["diff", "good/a.cm", "a.cml", "--format", form]),
            _ => {
                let mut line =
                    Line::of(&["diff", "p.product.json5", "q.product.json5", "--values", "--format", form]);
                let input = self.input();
                line.add(&[&input]);
                line
            }
        }
    }

    fn patch(&mut self, component: &Component) -> Line {
        let declaration = self.declaration(component);
        let mut line = match self.random.once_in(3) {
            true => Line::of(&["patch", "map.yaml", "--override-policy", "policy.yaml", "--decl", "a.cml"]),
            false => {
                let secrets: Vec<_> = component
                    .fields
                    .iter()
                    .filter(|field| self.project.is_secret_in(field, component))
                    .collect();
                let field = self.random.one_of(&secrets);
                let naming = component.naming;
                let value = field.value(self.random, self.canaries);
                let value = naming.literal(self.random, &value).written(Format::Json5, self.random);
                let pointer = naming.pointer(self.random, &field.path());
                let layer = if !matches!(format_of(&component.layer), Format::Json5 | Format::Yaml) {
                    format!("{}.good.json5", component.name)
                } else {
                    component.layer.clone()
                };
                Line::of(&["patch", &layer, &format!("--set={pointer}={value}"), "--decl", &declaration])
            }
        };
        line.prints_source = true;
        line
    }

    /// The difference that fixes would make. Nothing is written, so that later commands read the same texts.
    fn fix(&mut self, component: &Component) -> Line {
        let mut line = Line::of(&["fix", "--check"]);
        if !self.random.once_in(3) {
            line.add(&["--unsafe"]);
        }
        match self.random.below(3) {
            0 => line.add(&["p.product.json5"]),
            1 => line.add(&["a.cml", "b.cml"]),
            _ => {
                let declaration = self.declaration(component);
                line.add(&["--declaration", &declaration]);
                self.sources(component, &mut line);
            }
        }
        line
    }

    fn export(&mut self, component: &Component) -> Line {
        let declaration = self.declaration(component);
        let values = format!("good/{}.cvf", component.name);
        let format = self.random.pick(&[
            "json",
            "yaml",
            "toml",
            "env",
            "properties",
            "binpb",
            "txtpb",
            "configmap",
            "secret",
            "container-env",
        ]);
        let mut line = Line::of(&["export", &declaration, &values, "--format", format]);
        match (self.random.below(3), format) {
            (_, "configmap") => {}
            (_, "secret") => line.add(&["-o", "out/x.txt"]),
            (0, "container-env") => {}
            (_, "container-env") => line.add(&["--secret-name", "a"]),
            (0, _) => line.add(&["--sensitive", "include", "-o", "out/x.txt"]),
            (1, _) => line.add(&["--sensitive", "only", "-o", "out/x.txt"]),
            _ => line.add(&["--sensitive", "omit"]),
        }
        if self.random.once_in(3) {
            line.add(self.random.pick(EXPORT_OPTIONS));
        }
        line
    }

    fn init(&mut self) -> Line {
        let first =
            self.path(|path| path.starts_with("a.") && !path.ends_with(".cml") && !path.contains("patch"));
        let from = if self.random.once_in(3) { "map.yaml#/a".to_owned() } else { first };
        if self.random.once_in(4) {
            let overlay = self.path(|path| path.starts_with("shared."));
            let operand = format!("a={from},dev={overlay}");
            return Line::of(&[
                "init",
                "--product",
                "out/x.product.json5",
                &operand,
                &format!("b={overlay}"),
            ]);
        }
        let mut line = Line::of(&["init", "--from", &from]);
        if self.random.once_in(3) {
            let other = self.path(|path| path.starts_with("shared."));
            line.add(&[&other]);
        }
        line.add(&["-o", "out/x.cml"]);
        line
    }

    fn assemble(&mut self) -> Line {
        let product = self.random.pick(&["p.product.json5", "q.product.json5"]);
        let mut line = Line::of(&["assemble", product]);
        match self.random.below(5) {
            0 => line.add(&["--check"]),
            1 => line.add(&["--out-dir", "out", "--print-commands"]),
            2 => line.add(&["--out-dir", "out", "--plan", "--provenance"]),
            3 => line.add(&["--out-dir", "out", "--provenance", "--environment", "prod"]),
            _ => line.add(&["--out-dir", "out"]),
        }
        if self.random.once_in(2) {
            let input = self.input();
            line.add(&[&input]);
        }
        line
    }

    fn list(&mut self) -> Line {
        let form = self.random.pick(&["text", "json", "csv", "markdown"]);
        let mut line = Line::of(&["list", "p.product.json5", "--format", form]);
        if self.random.once_in(2) {
            line.add(&["--origin"]);
        }
        if self.random.once_in(2) {
            let input = self.input();
            line.add(&[&input]);
        }
        line
    }

    fn catalogue(&mut self) -> Line {
        let product = self.random.pick(&["p.product.json5", "good.product.json5"]);
        let mut line = Line::of(&["catalogue", product, "--out-dir", "out"]);
        if self.random.once_in(2) {
            line.add(&["--source-url", "https://sources.example/{path}#L{line}"]);
        }
        if self.random.once_in(3) {
            let input = self.input();
            line.add(&[&input]);
        } else {
            line.add(&["--input=key=k"]);
        }
        line
    }

    fn finish(&mut self, component: &Component) -> Line {
        let declaration = self.declaration(component);
        let mut line = Line::of(&["finish", &declaration, &format!("good/{}.cvp", component.name)]);
        if self.random.once_in(3) {
            let inputs = self.path(|path| path.starts_with("inputs."));
            line.add(&["--inputs", &inputs]);
        } else {
            let input = self.input();
            line.add(&[&input]);
        }
        if self.random.once_in(3) {
            line.add(&[self.random.pick(&[
                "--input=n=0",
                "--input=n=x",
                "--input=zone=much too long for it",
            ])]);
        }
        line.add(&["-o", "out/x.cvf"]);
        line
    }

    /// A text of values in the place of a file of another kind.
    fn misplaced(&mut self, component: &Component) -> Line {
        let declaration = self.declaration(component);
        let good = format!("{}.good.json5", component.name);
        let kind = self.random.below(7);
        // A component without secrets shows the values under keys that it does not know.
        let own = format!("{}.", component.name);
        let text = self.path(|path| !path.ends_with(".cml") && (kind < 4 || path.starts_with(&own)));
        match kind {
            0 => Line::of(&["check", &text]),
            1 => Line::of(&["compile", &text, "-o", "out/x.cm"]),
            2 => Line::of(&["assemble", &text, "--check"]),
            3 => Line::of(&["batch", &text]),
            4 => Line::of(&["values", &declaration, &good, "--patch", &text, "-o", "out/x.cvf"]),
            5 => Line::of(&["values", &declaration, &good, "--inputs", &text, "-o", "out/x.cvf"]),
            _ => {
                let format = self.random.pick(&["json5", "yaml", "toml", "env"]);
                Line::of(&["values", &declaration, &text, "--input-format", format, "-o", "out/x.cvf"])
            }
        }
    }

    fn show(&mut self, component: &Component) -> Line {
        let name = component.name;
        let form = self.random.pick(&["text", "json", "json5"]);
        let file = self.random.pick(&["", "cvf", "cvp"]);
        let declaration = self.declaration(component);
        let form = if file == "cvp" && form == "json5" { "json" } else { form };
        let mut line = Line::of(&["show", &declaration, "--format", form]);
        if !file.is_empty() {
            line.add(&[&format!("good/{name}.{file}")]);
        }
        // What compiles to the same value file or declaration holds its secrets.
        line.prints_source = form == "json5";
        line
    }
}

/// How many commands there are.
pub(super) const COMMANDS: usize = 22;
