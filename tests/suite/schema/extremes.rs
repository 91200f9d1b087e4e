//! The ends of what there is: each limit from both sides, and inputs made to cost much. The answer is exact,
//! comes soon, and takes little memory.

use crate::support::command::{Answer, CONFC, Workspace};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::process::{Command, Stdio};

const MIB: usize = 1 << 20;
/// The largest input.
const LARGEST: usize = 64 * MIB;

impl Workspace {
    /// The compiler in a process that gets no more memory than this.
    fn confc_within(&self, mebibytes: usize, arguments: &[&str]) -> Command {
        let kibibytes = (mebibytes * 1024).to_string();
        let shell = ["-c", "ulimit -v $0 && exec \"$@\"", kibibytes.as_str(), CONFC];
        self.command("/bin/sh", &[shell.as_slice(), arguments].concat())
    }
}

/// A manifest with this many fields, each with this type.
fn fields(count: usize, ty: &str) -> String {
    let mut text = String::from("{config:{\n");
    for n in 0..count {
        writeln!(text, "k{n}:{{type:'{ty}'}},").unwrap();
    }
    text + "}}"
}

#[test]
fn a_million_levels_are_too_deep() {
    let workspace = Workspace::new();
    for (name, text) in [
        ("arrays.cml", format!("{{program:{{a:{}", "[".repeat(1_000_000))),
        ("closed.cml", format!("{{program:{{a:{}{}}}}}", "[".repeat(1_000_000), "]".repeat(1_000_000))),
        ("objects.cml", "{program:".repeat(1_000_000)),
        ("types.cml", format!("{{config:{{a:{}", "{element:".repeat(1_000_000))),
        ("policy.cml", "{}".into()),
    ] {
        workspace.write(name, text);
    }
    for name in ["arrays.cml", "closed.cml", "objects.cml", "types.cml"] {
        let arguments = ["check", name, "--message-format", "short"];
        let answer = Answer::of(&mut workspace.confc_within(2_000, &arguments)).with_status(1);
        let said = "error: arrays and objects are nested too deeply: expected at most 128 levels [E0103]\n";
        assert!(answer.stderr.ends_with(said) && answer.stderr.lines().count() < 5, "{answer:#?}");
    }
    // Policies have another reader.
    workspace.write("policy.json5", "{restricted_features:".repeat(1_000_000));
    let arguments = ["check", "policy.cml", "--policy", "policy.json5"];
    Answer::of(&mut workspace.confc_within(2_000, &arguments)).says(1, "error[E0325]");
}

/// A type around the type `T`.
const AROUND: [&str; 5] = [
    "{type:'struct',fields:{a:T}}",
    "{type:'vector',max_count:2,element:T}",
    "{type:'array',count:1,element:T}",
    "{type:'map',max_count:2,key:{type:'string',max_size:9},value:T}",
    "{type:'union',cases:{a:T,b:{type:'bool'}}}",
];

#[test]
fn types_nest_to_32_levels() {
    let workspace = Workspace::new();
    let nested = |levels: usize, by_turns: [&str; 2]| {
        let innermost = "{type:'string',max_size:9}".to_owned();
        let ty = (1..levels).fold(innermost, |ty, level| by_turns[level % 2].replace('T', &ty));
        workspace.write("m.cml", format!("{{config:{{a:{ty}}}}}"));
        workspace.confc(&["check", "m.cml", "--message-format", "short"])
    };
    // No case of a union is a union.
    for pair in AROUND.iter().flat_map(|even| AROUND.map(|odd| [*even, odd])) {
        if pair != [AROUND[4]; 2] {
            nested(32, pair).silent();
            nested(33, pair).says(1, " [E0316]\n");
        }
    }
    // 128 levels of text, of which a field takes two and a member two more.
    nested(60, [AROUND[0]; 2]).says(1, " [E0316]\n");
}

/// Feeds `chunk` to the process until it goes away; gives the answer and how much was fed.
fn fed(mut command: Command, chunk: &[u8]) -> (Answer, usize) {
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = streams.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut written = 0;
    let refused = loop {
        match stdin.write(chunk) {
            Ok(count) => written += count,
            Err(error) => break error,
        }
        assert!(written < 4 * LARGEST, "the process reads on");
    };
    assert_eq!(refused.kind(), io::ErrorKind::BrokenPipe);
    (child.wait_with_output().unwrap().into(), written)
}

#[test]
fn inputs_without_end_are_left_at_the_limit() {
    let workspace = Workspace::new().with("m.cml", "{include:['zero.cml']}");
    // A file of 1 GiB is refused by its size; a device has none.
    fs::File::create(workspace.path("huge.cml")).unwrap().set_len(1 << 30).unwrap();
    std::os::unix::fs::symlink("/dev/zero", workspace.path("zero.cml")).unwrap();
    let refused = |arguments: &[&str], said: &str| {
        Answer::of(&mut workspace.confc_within(300, arguments)).says(1, said);
    };
    refused(&["check", "huge.cml"], "error[E0102]: `huge.cml` is larger than 67108864 bytes\n");
    refused(&["check", "/dev/zero"], "error[E0102]: `/dev/zero` is larger than 67108864 bytes\n");
    refused(
        &["check", "m.cml"],
        "error[E0212]: cannot read included file `zero.cml`: expected at most 67108864",
    );
    refused(&["show", "zero.cml", "--input-format", "declaration"], "error[E0102]: `zero.cml`");
    refused(&["compile", "m.cml", "-o", "x.cm", "--policy", "/dev/zero"], "error[E0102]: `/dev/zero`");
    let (answer, _) = fed(workspace.confc_within(300, &["check", "-"]), &[b'['; 64 * 1024]);
    answer.says(1, "error[E0102]: `<stdin>` is larger than 67108864 bytes\n");
    // Arguments are no input: that is bad usage.
    let response = Answer::of(&mut workspace.confc_within(300, &["@/dev/zero"]));
    response.says(2, "error[E0906]: cannot expand the response file `/dev/zero`: it is too large");
}

#[test]
#[ignore = "slow: inputs as large as they may be"]
fn what_takes_more_memory_has_a_smaller_limit_on_both_sides() {
    const LARGEST: usize = 16 << 20;
    let manifest = "{config:{a:{type:'bool',default:true}}}";
    let workspace = Workspace::new().with("m.cml", manifest);
    let commands: [(&str, &str, &[&str]); 5] = [
        ("l.toml", "a = true #", &["values", "m.cml", "l.toml", "-o", "o.cvf"]),
        ("p.json", "[] //", &["values", "m.cml", "--patch", "p.json", "-o", "o.cvf"]),
        ("c.json5", "{a:'{a:true}'} //", &["values", "m.cml", "c.json5#/a", "-o", "o.cvf"]),
        ("f.json5", "{a:1} //", &["patch", "f.json5", "--set", "/a=2", "-o", "o.json5"]),
        ("y.json5", "{} //", &["patch", "--override-policy", "y.json5", "f.json5", "-o", "o.json5"]),
    ];
    for (name, start, arguments) in commands {
        let mut text = start.as_bytes().to_vec();
        text.resize(LARGEST + 1, b'x');
        workspace.write(name, &text);
        let run = || Answer::of(&mut workspace.confc_within(300, arguments));
        run().says(1, &format!("error[E0102]: `{name}` is larger than 16777216 bytes\n --> {name}\n"));
        text.pop();
        workspace.write(name, &text);
        let answer = run();
        assert!(!answer.stderr.contains("E0102"), "{name}: {}", answer.stderr);
        if name != "y.json5" {
            answer.silent();
        }
        // The next command may read it, too.
        workspace.write(name, start.trim_end_matches([' ', '/', '#']));
    }
}

#[test]
#[ignore = "slow: inputs as large as they may be"]
fn the_largest_input_is_read_and_one_byte_more_is_not() {
    let workspace = Workspace::new();
    let mut text = b"{config:{a:{type:'bool'}}}".to_vec();
    text.resize(LARGEST, b' ');
    workspace.write("m.cml", &text);
    let compile = || Answer::of(&mut workspace.confc_within(300, &["compile", "m.cml", "-o", "m.cm"]));
    compile().silent();
    text.push(b' ');
    workspace.write("m.cml", &text);
    compile().says(1, "error[E0102]: `m.cml` is larger than 67108864 bytes\n --> m.cml\n");
    workspace.write("m.cml", "{include:['i.cml']}");
    workspace.write("i.cml", &text);
    compile().says(
        1,
        "error[E0212]: cannot read included file `i.cml`: expected at most 67108864 bytes (64 MiB), found more",
    );
    text.pop();
    workspace.write("i.cml", &text);
    let old = workspace.read("m.cm");
    compile().silent();
    assert!(workspace.read("m.cm") == old);
}

#[test]
fn a_hundred_thousand_fields_compile_and_show() {
    const COUNT: usize = 100_000;
    let workspace = Workspace::new().with("m.cml", fields(COUNT, "uint8"));
    let run = |arguments: &[&str]| Answer::of(&mut workspace.confc_within(400, arguments)).with_status(0);
    run(&["compile", "m.cml", "-o", "m.cm"]).silent();
    let shown = run(&["show", "m.cm"]).stdout;
    assert_eq!((shown.lines().count(), shown.lines().last()), (COUNT + 4, Some("  k99999 [uint8]")));
    let json: serde_json::Value =
        serde_json::from_str(&run(&["show", "m.cm", "--format=json"]).stdout).unwrap();
    assert_eq!(json["fields"].as_array().unwrap().len(), COUNT);
}

/// Fields of the stanza count as members of structs do. In a release build this takes a second.
#[test]
#[ignore = "slow: a million fields"]
fn a_million_fields_compile_and_one_more_does_not() {
    let workspace = Workspace::new().with("m.cml", fields(1_000_000, "bool"));
    let compile = || workspace.confc(&["compile", "m.cml", "-o", "m.cm", "--message-format", "short"]);
    compile().silent();
    let shown = workspace.confc(&["show", "m.cm"]).with_status(0).stdout;
    assert_eq!(shown.lines().count(), 1_000_004);
    let said = "error: the schema has too many fields: expected at most 1000000, members of structs included [E0323]\n";
    workspace.write("m.cml", fields(1_000_001, "bool"));
    assert_eq!(compile().with_status(1).stderr, format!("m.cml:1000002:1: {said}"));
    let members = fields(1_000_000, "bool").replace("{config:", "{config:{a:{type:'struct',fields:");
    workspace.write("m.cml", format!("{members}}}}}"));
    compile().says(1, said);
}

#[test]
fn integers_are_exact_to_their_ends() {
    let workspace = Workspace::new().with(
        "m.cml",
        "{ config: {
            a: { type: 'uint64', default: 18446744073709551615 },
            b: { type: 'uint64', min: 1, max: MOST, default: 2 },
            c: { type: 'int64', default: -0x8000000000000000 },
            d: { type: 'uint64', min: 9007199254740993, max: 18446744073709551614 },
        } }"
        .replace("MOST", "+0xfffffffffffffffe"),
    );
    let json = workspace.confc(&["show", "m.cml", "--format", "json"]).with_status(0).stdout;
    for said in [
        r#""default":18446744073709551615"#,
        r#""type":"uint64{min=1,max=18446744073709551614}""#,
        r#""default":-9223372036854775808"#,
        r#""type":"uint64{min=9007199254740993,max=18446744073709551614}""#,
    ] {
        assert!(json.contains(said), "{said} in {json}");
    }
    let refused = |field: &str, code: &str| {
        workspace.write("m.cml", format!("{{ config: {{ a: {{ {field} }} }} }}"));
        workspace.confc(&["check", "m.cml"]).says(1, &format!("error[{code}]"));
    };
    refused("type: 'uint64', default: 18446744073709551616", "E0403");
    refused("type: 'uint64', default: 0x10000000000000000", "E0403");
    refused("type: 'uint64', default: -1", "E0403");
    refused("type: 'int64', default: 9223372036854775808", "E0403");
    refused("type: 'int64', default: -9223372036854775809", "E0403");
    refused("type: 'uint64', default: 1e3", "E0402");
    refused("type: 'uint64', max: 18446744073709551616", "E0312");
    refused("type: 'string', max_size: 4294967296", "E0310");
    refused("type: 'float32', default: 3.5e38", "E0404");
    refused("type: 'float64', default: 1e309", "E0404");
    refused(&format!("type: 'uint64', default: {}", "9".repeat(1_000_000)), "E0403");
}

#[test]
fn includes_nest_to_sixty_four_levels() {
    let chain = |length: usize| {
        let workspace = Workspace::new();
        for n in 0..length {
            workspace.write(&format!("{n}.cml"), format!("{{ include: ['{}.cml'] }}", n + 1));
        }
        workspace.write(&format!("{length}.cml"), "{ config: { a: { type: 'bool' } } }");
        workspace.confc(&["check", "0.cml", "--message-format", "short"])
    };
    chain(64).silent();
    let answer = chain(65).with_status(1);
    assert_eq!(
        answer.stderr,
        "64.cml:1:13: error: includes are nested too deeply: expected at most 64 levels [E0211]\n"
    );
    chain(2_000).says(1, "64.cml:1:13: error: includes are nested too deeply");
}

#[test]
fn of_many_mistakes_the_first_are_shown_and_all_are_counted() {
    const COUNT: usize = 100_000;
    let workspace = Workspace::new().with("m.cml", fields(COUNT, "boo"));
    let check = |arguments: &[&str]| {
        let arguments = [&["check", "m.cml"], arguments].concat();
        Answer::of(&mut workspace.confc_within(600, &arguments)).with_status(1).stderr
    };
    let text = check(&[]);
    assert_eq!(text.matches("error[E0305]").count(), 50);
    assert!(text.ends_with("\n\nand 99950 more\nerror: 100000 errors\n"), "{}", &text[text.len() - 200..]);
    workspace.write("m.cml", fields(1_000, "boo"));
    let all = check(&["--error-limit", "0"]);
    assert_eq!(all.matches("error[E0305]").count(), 1_000);
    assert!(all.ends_with("\n\nerror: 1000 errors\n"));
    let short = check(&["--error-limit=1", "--message-format=short"]);
    let first = "m.cml:2:10: error: expected the name of a type, found the string `'boo'` [E0305]";
    assert_eq!(short, format!("{first}\nand 999 more\n"));
    let json = check(&["--error-limit=2", "--message-format=json"]);
    assert_eq!(json.lines().count(), 3);
    assert_eq!(json.lines().last(), Some(r#"{"version":1,"omitted":998}"#));
    // Just as many as are shown.
    workspace.write("m.cml", fields(50, "boo"));
    assert!(check(&[]).ends_with("\n\nerror: 50 errors\n"));
}
