//! Follows the advice on command lines in the habit of other tools: each mistake gets its help, and what the help says to
//! write succeeds.

use crate::support::command::Workspace;

const MANIFEST: &str = r#"{
    program: { runner: "elf", binary: "b" },
    config: {
        port: { type: "uint16", default: 80 },
        zone: { type: "string", max_size: 9, default: "z" },
        tags: { type: "vector", max_count: 3, element: { type: "string", max_size: 9 }, default: [] },
    },
}
"#;

/// A command line in the habit of another tool, a part of its one message, and a command line that follows the help.
const HABITS: &[(&str, &str, &str)] = &[
    (
        "values a.cm l.json5 -var port=1 -o -",
        "argument '-var' found\n\n  tip: `--set key=literal` sets a field",
        "values a.cm l.json5 --set port=1 -o -",
    ),
    (
        "values a.cm l.json5 --set port 9000 -o -",
        "write the key, `=` and the value without blanks",
        "values a.cm l.json5 --set port=9000 -o -",
    ),
    (
        "values a.cm l.json5 --set port = 9000 -o -",
        "write the key, `=` and the value without blanks",
        "values a.cm l.json5 --set port=9000 -o -",
    ),
    (
        "values a.cm in.json5 --input region eu -o -",
        "write the name, `=` and the value without blanks",
        "values a.cm in.json5 --input region=eu -o -",
    ),
    (
        "values a.cm l.json5 --set tags+=x -o -",
        "write `--set 'tags={ $append: […] }'`",
        "values a.cm l.json5 --set tags={$append:[\"x\"]} -o -",
    ),
    (
        "values a.cm in.json5 --set region=eu -o -",
        "write `--input region=…`",
        "values a.cm in.json5 --input region=eu -o -",
    ),
    (
        "values a.cm in.json5 --input port=1 --input region=eu -o -",
        "write `--set port=…`",
        "values a.cm in.json5 --set port=1 --input region=eu -o -",
    ),
    (
        "values a.cm in.json5 --inputs region=eu -o -",
        "`--input name=literal` an input",
        "values a.cm in.json5 --input region=eu -o -",
    ),
    (
        "values a.cm l.json5 --override port=1 -o -",
        "`--set key=literal` sets a field",
        "values a.cm l.json5 --set port=1 -o -",
    ),
    (
        "values a.cm l.json5 --set-string zone=a -o -",
        "write `--set`: a string needs no quotes",
        "values a.cm l.json5 --set zone=a -o -",
    ),
    (
        "values a.cm l.json5 -o x.json",
        "`confc export --format json DECL VALUES`",
        "export --format json a.cm a.cvf",
    ),
    ("values a.cm l.json5 -o x.yaml", "give it the extension `.cvf`", "values a.cm l.json5 -o x.cvf"),
    ("compile a.cml -o a.json", "`confc show --format json DECL`", "show --format json a.cm"),
    ("values --schema a.cm l.json5 -o -", "name the declaration without a flag", "values a.cm l.json5 -o -"),
    ("values a.cm l.json5 --out x.cvf", "write `-o FILE`", "values a.cm l.json5 -o x.cvf"),
    ("values a.cm l.json5 --dry-run", "write `-o /dev/null`", "values a.cm l.json5 -o /dev/null"),
    (
        "values a.cm l.json5 --strict -o -",
        "write `--deny-warnings`",
        "values a.cm l.json5 --deny-warnings -o -",
    ),
    ("values a.cm -f l.json5 -o -", "name layers without a flag", "values a.cm l.json5 -o -"),
    ("values a.cm l.jsn5 -o -", "did you mean `l.json5`?", "values a.cm l.json5 -o -"),
    ("values a.cm *.jsn -o -", "write the pattern without quotes", "values a.cm l.json5 -o -"),
    ("values a.cm dir -o -", "name a file in it", "values a.cm dir/base.json5 -o -"),
    ("values l.json5 a.cm -o -", "write `a.cm l.json5`", "values a.cm l.json5 -o -"),
    ("values a.cm x.ini -o -", "found INI by its extension", "values a.cm l.json5 -o -"),
    ("values a.cm x.properties -o -", "found Java properties by its extension", "values a.cm l.json5 -o -"),
    (
        "compile a.cml --python_out=.",
        "`confc generate python DECL -o FILE` makes it",
        "generate python a.cm -o a.py",
    ),
    (
        "compile a.cml --go_out .",
        "`confc generate go DECL --package NAME -o FILE` makes it",
        "generate go a.cm --package door -o a.go",
    ),
    (
        "compile a.cml --java_out .",
        "the targets are cpp, go, json-schema, markdown, proto, python, rust, table, typescript",
        "generate rust a.cm -o a.rs",
    ),
    ("compile a.cml --outdir dir", "write `--out-dir DIR`", "compile a.cml --out-dir dir"),
    (
        "compile -I dir a.cml -o a.cm",
        "write `--include-path DIR`",
        "compile --include-path dir a.cml -o a.cm",
    ),
    ("generate --lang python a.cm", "name the target without a flag", "generate python a.cm"),
    ("generate docs a.cm", "write `markdown`", "generate markdown a.cm"),
    ("generate py a.cm", "write `python`", "generate python a.cm"),
    ("verify a.cm a.cvf --set port=1", "`--parent-override key=literal`", "verify a.cm a.cvf"),
    ("verify a.cvf", "write the declaration before the value file: `DECL a.cvf`", "verify a.cm a.cvf"),
    ("init ok.yaml", "write `--from ok.yaml -o NAME.cml`", "init --from ok.yaml -o drafted.cml"),
    ("init first.cml", "write `-o first.cml`", "init -o first.cml"),
    ("export -f json a.cm a.cvf", "write `--format FORMAT`", "export --format json a.cm a.cvf"),
    ("export json a.cm a.cvf", "write `--format json`", "export --format json a.cm a.cvf"),
    (
        "export --format json=x.json a.cm a.cvf",
        "write `--format json -o x.json`",
        "export --format json -o x.json a.cm a.cvf",
    ),
    ("explain a.cm port l.json5", "write `confc explain port a.cm l.json5`", "explain port a.cm l.json5"),
    ("explain a.cm l.json5 port", "write `confc explain port a.cm l.json5`", "explain port a.cm l.json5"),
    ("explain a.cm l.json5", "write `confc explain KEY a.cm l.json5`", "explain port a.cm l.json5"),
    ("eval a.cm port l.json5", "write `confc eval port a.cm l.json5`", "eval port a.cm l.json5"),
    ("eval port l.json5 a.cm", "write `confc eval port a.cm l.json5`", "eval port a.cm l.json5"),
    ("eval port + 1 a.cm", "put it in quotes: `confc eval 'port + 1' a.cm`", "eval port+1 a.cm"),
    ("diff --old a.cm --new a.cm", "name both without flags: `OLD NEW`", "diff a.cm a.cm"),
    ("compare a.cm a.cm", "`confc diff OLD NEW` compares", "diff a.cm a.cm"),
    ("cat a.cm", "`confc show FILE` shows", "show a.cm"),
    ("validate a.cml", "`confc check` checks manifests", "check a.cml"),
    ("-version", "write `--version`", "--version"),
];

#[test]
fn what_the_help_says_to_write_succeeds() {
    for (mistake, said, followed) in HABITS {
        let workspace = Workspace::new()
            .with("a.cml", MANIFEST)
            .with("l.json5", "{ port: 91 }\n")
            .with("dir/base.json5", "{ port: 9 }\n")
            .with("in.json5", r#"{ $inputs: { region: { type: "string", max_size: 9 } }, zone: { $expr: "input('region')" } }"#)
            .with("ok.yaml", "port: 90\n")
            .with("x.ini", "port=90\n")
            .with("x.properties", "port=90\n");
        workspace.confc(&["compile", "a.cml", "-o", "a.cm"]).silent();
        workspace.confc(&["values", "a.cm", "l.json5", "-o", "a.cvf"]).silent();
        let arguments: Vec<&str> = mistake.split(' ').collect();
        let answer = workspace.confc(&arguments);
        assert!(answer.status == Some(1) || answer.status == Some(2), "`{mistake}`: {answer:#?}");
        assert!(answer.stderr.contains(said), "expected {said:?} for `{mistake}`: {}", answer.stderr);
        assert_eq!(
            answer.stderr.matches("error").count(),
            1,
            "one message for `{mistake}`: {}",
            answer.stderr
        );
        let arguments: Vec<&str> = followed.split(' ').collect();
        workspace.confc(&arguments).with_status(0);
    }
}
