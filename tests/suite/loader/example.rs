//! The example framework, run as a user would.

use crate::declaration::checksum::{integer, string, vector};
use crate::support::command::Workspace;
use crate::values::{field, seal, text};
use confc::plan::{EmbeddedSchema, encode};
use confc::types::{Field, IntegerKind, List, Mutability, Type, Value};

#[path = "../../../loader/examples/framework.rs"]
mod framework;

fn fields(retries: Type) -> Vec<Field> {
    let parent = |field: Field| Field { mutability: Mutability { parent: true }, ..field };
    vec![
        parent(field("greeting", string(20))),
        parent(field("retries", retries)),
        field("tags", vector(3, string(9))),
    ]
}

#[test]
fn the_example_starts_a_component_and_refuses_skew() {
    let workspace = Workspace::new();
    let path = |name: &str| workspace.path(name).to_str().unwrap().to_owned();
    let strings = List::String([" (new)".into()].into());
    let values = [text("hello"), Value::Unsigned(3), Value::List(strings)];
    let declaration = seal(fields(integer(IntegerKind::Uint8)));
    let newer = seal(fields(integer(IntegerKind::Uint16)));
    workspace.write("echo.cm", confc::declaration::encode(&declaration));
    workspace.write("newer.cm", confc::declaration::encode(&newer));
    workspace
        .write("echo.cvf", encode(declaration.config().unwrap(), &values, EmbeddedSchema::Include).unwrap());
    let start = |declaration: &str, overrides: &[&str]| {
        let files = [path(declaration), path("echo.cvf")];
        let arguments: Vec<String> =
            files.into_iter().chain(overrides.iter().map(ToString::to_string)).collect();
        framework::start(&arguments).map_err(|error| error.to_string())
    };
    assert_eq!(start("echo.cm", &[]).unwrap(), "hello (new), 3 retries");
    assert_eq!(start("echo.cm", &["greeting=hi", "retries=9"]).unwrap(), "hi (new), 9 retries");
    let refused = [
        ("echo.cm", "tries=9", "override of `tries`: no field has this key"),
        ("echo.cm", "retries=256", "override of `retries`: expected uint8 (0 to 255), found 256"),
        (
            "echo.cm",
            "tags=x",
            "override of `tags`: a vector, an array, a map, a struct or JSON cannot be set as text",
        ),
        ("newer.cm", "retries=9", "field `retries` is declared as `uint16`, but is `uint8` in the values"),
    ];
    for (declaration, text, said) in refused {
        let error = start(declaration, &[text]).unwrap_err();
        assert!(error.ends_with(said), "{error}");
    }
}
