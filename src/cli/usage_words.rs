//! Words and flags of other tools, with their replacements in confc.

/// Names of commands in other tools, with their replacements.
pub(super) const COMMANDS: &[(&[&str], &str)] = &[
    (
        &["validate", "lint", "vet", "test"],
        "`confc check` checks manifests, `confc values` values, and `confc assemble --check` a product",
    ),
    (
        &["build", "make"],
        "`confc compile` makes declarations, `confc values` value files, and `confc assemble` all of a product",
    ),
    (
        &["render", "template", "convert"],
        "`confc export` writes values as JSON, YAML, TOML, an environment file, a message of protobuf or an object of \
         Kubernetes",
    ),
    (
        &["apply", "deploy", "install", "upgrade"],
        "confc deploys nothing: `confc assemble` writes the files for a deployment",
    ),
    (&["merge", "resolve"], "`confc values` puts layers together to a value file"),
    (
        &["plan"],
        "`confc diff` shows the effect of a change, and `confc values --plan` leaves a part of the values open",
    ),
    (
        &["get", "query", "describe"],
        "`confc explain KEY DECL LAYER…` shows a value, `confc list PRODUCT` all values of a product",
    ),
    (
        &["compare", "changes", "check-compat", "breaking"],
        "`confc diff OLD NEW` compares declarations, manifests or products",
    ),
    (
        &["cat", "print", "dump", "inspect", "view", "info"],
        "`confc show FILE` shows a declaration or value file, and `confc export` writes values for other tools",
    ),
    (&["ls"], "`confc list PRODUCT` lists the fields of a product with their values"),
    (&["format"], "`confc fmt` lays out manifests and layers"),
    (
        &["new", "create", "import"],
        "`confc init` writes a first manifest, and with --from a draft from values",
    ),
    (&["codegen", "gen"], "`confc generate` makes clients, JSON Schemas and pages"),
    (
        &["docs", "doc", "site", "html"],
        "`confc generate markdown` makes a page of a declaration, `confc catalogue` a site of a product",
    ),
    (&["set", "edit"], "`confc patch --set` changes a file, and `confc values --set` a value"),
    (&["version"], "`confc --version` prints the version"),
];

/// The target with this other name.
pub(super) fn of_target(word: &str) -> Option<&'static str> {
    match word {
        "docs" | "doc" | "md" | "documentation" => Some("markdown"),
        "schema" | "jsonschema" | "json_schema" => Some("json-schema"),
        "protobuf" | "pb" => Some("proto"),
        "c++" | "cc" | "cxx" | "h" | "hpp" => Some("cpp"),
        "golang" => Some("go"),
        "py" | "python3" => Some("python"),
        "rs" => Some("rust"),
        "js" | "javascript" | "ts" => Some("typescript"),
        _ => None,
    }
}

/// The replacement of a flag that another tool, or another command, has for this purpose.
pub(super) fn meant(command: &str, flag: &str) -> Option<&'static str> {
    let name = flag.split('=').next().unwrap_or(flag);
    match (command, name) {
        ("fmt", "-w" | "--write" | "-i" | "--in-place") => {
            Some("`confc fmt` rewrites its files without a flag")
        }
        ("fmt", "-d" | "--diff") => Some("`confc fmt --check` prints the difference"),
        ("fix", "-w" | "--write" | "-i" | "--in-place") => {
            Some("`confc fix` rewrites its files without a flag")
        }
        ("fix", "-d" | "--diff") => Some("`confc fix --check` prints the difference"),
        ("fix", "-o" | "--output") => {
            Some("`confc fix` rewrites its files; `confc fix - < FILE` writes the text to stdout")
        }
        ("check" | "values" | "assemble", "--fix") => Some("`confc fix` applies the fixes of diagnostics"),
        ("verify" | "check", "-o" | "--output") => {
            Some("`--stamp FILE` writes a file if the command succeeds")
        }
        ("fmt", "-o" | "--output") => {
            Some("`confc fmt` rewrites its files; `confc fmt - < FILE` writes the layout to stdout")
        }
        ("init", "--name" | "-n") => Some("write `-o NAME.cml` for the manifest to write"),
        ("init", "--force") => Some("`init` replaces no file: remove the output first, or name another one"),
        ("values", "--format" | "-F" | "--json" | "--yaml") => {
            Some("`confc export --format FORMAT DECL VALUES` writes the values of a value file")
        }
        ("generate", "--out-dir" | "--outdir" | "-d") => Some("write `-o FILE`: a target makes one file"),
        ("init" | "fmt" | "patch" | "explain" | "eval", "--format") => {
            Some("write `--input-format FORMAT` for the files, `--message-format FORMAT` for diagnostics")
        }
        ("assemble" | "catalogue", "-o" | "--output" | "--outdir" | "--output-dir") => {
            Some("`--out-dir DIR` names the folder of all outputs")
        }
        ("assemble" | "list" | "catalogue", "--var" | "-var" | "--define" | "-D" | "--set") => {
            Some("`--input name=literal` sets an input; other values belong in layers")
        }
        ("assemble", "-f" | "--file" | "--filename" | "--values" | "--values-file" | "--var-file") => {
            Some("the product file is named without a flag, and names its layers itself")
        }
        ("assemble" | "list" | "catalogue" | "finish", "-e" | "--env") => {
            Some("`--environment NAME` picks an environment")
        }
        ("list", "--component" | "-c" | "--filter") => {
            Some("name it without a flag, after the product: `confc list PRODUCT COMPONENT`")
        }
        ("export", "-n") => Some("write `--namespace NAME` for a namespace, `--name NAME` for a name"),
        _ => about_values(command, name),
    }
}

/// As [`meant`], for flags about values, formats and outputs.
fn about_values(command: &str, name: &str) -> Option<&'static str> {
    match (command, name) {
        (_, "-MF" | "-MD" | "-MMD" | "-M" | "-MM") => Some("write `--depfile FILE`"),
        ("batch", "-j" | "--jobs") => Some("a batch runs on all cores without a flag"),
        ("patch", "-i") => Some("`--in-place` changes the file itself"),
        ("patch", "--remove" | "--delete" | "--unset" | "--rm" | "-d" | "--op") => {
            Some("`--set` only sets: `operator: remove` in a policy of `--override-policy` removes")
        }
        ("patch", "--add" | "--replace" | "-s" | "--value") => Some("write `--set POINTER=LITERAL`"),
        ("patch", "-p" | "--patch" | "--patch-file" | "--json-patch" | "-e") => {
            Some("write each change as `--set POINTER=LITERAL`")
        }
        ("assemble", "--dry-run" | "-n") => Some("`--check` writes nothing"),
        ("compile", "--dry-run" | "-n") => Some("`confc check` does the same and writes nothing"),
        (
            "values" | "explain" | "eval",
            "-f" | "--file" | "--filename" | "--layer" | "--layers" | "--values" | "--values-file"
            | "--var-file",
        ) => Some("name layers without a flag, after the declaration: `DECL LAYER…`"),
        (
            "values" | "explain" | "eval",
            "--var" | "-var" | "--define" | "-D" | "-e" | "--arg" | "--param",
        ) => Some("`--set key=literal` sets a field, `--input name=literal` an input"),
        ("generate", "--lang" | "--language" | "--target" | "-l" | "-t" | "-g") => {
            Some("name the target without a flag, before the declaration: `confc generate TARGET DECL`")
        }
        ("verify", "--set" | "--override" | "--input") => {
            Some("`confc values` sets values; `--parent-override key=literal` tries an override of a parent")
        }
        ("export", "-f" | "-F" | "-t" | "--to" | "--output-format") => Some("write `--format FORMAT`"),
        ("values", "--dry-run" | "-n" | "--check") => Some("write `-o /dev/null` to keep nothing"),
        ("init", "-f" | "--file" | "--values" | "--input" | "-i") => Some("`--from FILE` drafts from values"),
        ("diff", "--old" | "--new" | "--from" | "--to") => Some("name both without flags: `OLD NEW`"),
        ("eval", "--expr" | "--expression" | "-c") => {
            Some("name the expression without a flag: `EXPR DECL LAYER…`")
        }
        ("compile" | "check" | "expand", "-I" | "--include") => Some("write `--include-path DIR`"),
        (_, "--set-string" | "--set-literal" | "--set-str") => {
            Some("write `--set`: a string needs no quotes")
        }
        ("export", "--include-secrets" | "--secrets" | "--with-secrets" | "--show-secrets" | "--reveal") => {
            Some("write `--sensitive include`")
        }
        ("compile", "--values" | "--layer" | "--layers" | "--set" | "--override") => {
            Some("`confc compile` takes manifests; `confc values DECL LAYER… -o OUT.cvf` compiles values")
        }
        ("check", "--values" | "--layer" | "--layers" | "-f" | "--file" | "--set" | "--override") => {
            Some("`confc check` checks manifests; `confc values DECL LAYER… -o /dev/null` checks values")
        }
        ("explain", "--key" | "-k" | "--field" | "--path") => {
            Some("name the key without a flag: `confc explain KEY DECL LAYER…`")
        }
        ("explain" | "diff", "-e" | "--env") => Some("`--environment NAME` picks an environment"),
        ("values" | "explain" | "eval", "-s") => Some("write `--set KEY=LITERAL`"),
        ("values" | "explain" | "eval", "-p" | "--profile" | "-i") => {
            Some("name a layer without a flag, or give a patch with `--patch FILE`")
        }
        (_, "--set-file") => {
            Some("write `--set \"KEY=$(cat FILE)\"` for a text, or put the value in a layer")
        }
        (_, "--set-json") => Some("write `--set`, which takes a JSON5 literal"),
        ("values" | "explain" | "eval", "--schema" | "--declaration" | "--decl" | "--manifest") => {
            Some("name the declaration without a flag, before the layers: `DECL LAYER…`")
        }
        ("values" | "explain" | "eval", "--env" | "--environment") => {
            Some("only a product has environments: `confc assemble` makes their values")
        }
        ("compile", "--outdir" | "--output-dir" | "-d") => Some("write `--out-dir DIR`"),
        (_, "--out" | "--outfile" | "--out-file" | "--output-file" | "-O") => Some("write `-o FILE`"),
        (_, "-?" | "-help") => Some("write `--help`"),
        ("show" | "list" | "diff", "--json") => Some("write `--format json`"),
        ("show" | "list" | "diff", "--yaml") => Some("`confc export --format yaml` writes values as YAML"),
        ("export", "--json" | "--yaml" | "--toml" | "--env") => Some("write `--format` before the name"),
        _ => None,
    }
}

/// As [`meant`], for flags about diagnostics.
pub(super) fn about_diagnostics(command: &str, flag: &str) -> Option<&'static str> {
    let name = flag.split('=').next().unwrap_or(flag);
    match (command, name) {
        ("check" | "compile" | "verify" | "assemble" | "fmt" | "batch", "--format") => {
            Some("`--message-format json` prints diagnostics as JSON")
        }
        (_, "-v" | "-vv" | "--verbose" | "--debug") => {
            Some("there is one level of detail; `confc explain CODE` explains a diagnostic")
        }
        (_, "--json") => Some("`--message-format json` prints diagnostics as JSON"),
        (_, "-q" | "--quiet" | "--silent") => {
            Some("a command that finds nothing wrong prints no diagnostics")
        }
        (_, "--no-color" | "--no-colour") => Some("write `--color never`"),
        (_, "--strict" | "-W" | "-Werror" | "--werror") => Some("write `--deny-warnings`"),
        _ => None,
    }
}
