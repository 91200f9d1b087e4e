//! A plan that is shown.

use super::command::Workspace;

/// The JSON that `confc show` prints of a plan with known, absent and deferred values. `s3cret` is in sensitive values
/// only.
pub(crate) fn shown_plan() -> String {
    let workspace = Workspace::new()
        .with("db.cml", "{ config: { host: { type: 'string', max_size: 9 } } }")
        .with(
            "a.cml",
            "{ config: {
                known: { type: 'uint8', default: 3 },
                none: { type: 'uint8', optional: true },
                part: { type: 'struct', fields: { a: { type: 'uint8' }, b: { type: 'string', max_size: 9 } } },
                text: { type: 'string', max_size: 30 },
                token: { type: 'string', max_size: 30, sensitive: true },
                pin: { type: 'string', max_size: 30, sensitive: true },
            }, config_rules: [{ check: 'known < 9' }, { check: 'part.a < 9', name: 'later' }] }",
        )
        .with(
            "a.yaml",
            "$inputs: { n: { type: uint8 }, key: { type: string, max_size: 9, sensitive: true }, m: { type: uint8, default: 1 } }
part: { a: { $expr: \"input('n') + input('m')\" }, b: { $expr: db.host } }
text: { $text: \"${input('n')}-${known}\" }
token: { $text: \"s3cret-${input('key')}\" }
pin: s3cret
",
        );
    let plan = ["values", "a.cml", "a.yaml", "--import", "db=db.cml", "--plan", "-o", "a.cvp"];
    let made = workspace.confc(&plan);
    made.with_status(0);
    workspace.confc(&["show", "a.cml", "a.cvp", "--format", "json"]).with_status(0).stdout
}
