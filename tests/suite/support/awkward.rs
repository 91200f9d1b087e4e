//! Texts that are awkward wherever they are written.

use confc::types::{
    EnumType, Field, Key, List, Mutability, StringType, StructType, Type, Value, Variant, VectorType,
};

/// Text that would end a comment or a string, is markup, or steers a terminal.
pub(crate) const EVIL: &str = "*/ \"\"\" \"; } ``` `a </script> <b> [x] [`y`](z) {} {0} \\ \\u{202e} \u{202e}\u{1b}[31m \u{0} '\n\n        fn code() {}\n\t# heading\n- list\nhttps://example.com/a_b // ///! ~~~ $x$ &amp; \u{feff}\u{200b}é";

/// Every text that a declaration holds, and a secret that must not be told.
pub(crate) fn evil() -> Vec<Field> {
    let evil = |field: Field| Field { doc: Some(EVIL.into()), deprecated: Some(EVIL.into()), ..field };
    let default = Some(Value::String(EVIL.chars().take(20).collect::<String>().into()));
    let mutability = Mutability { parent: true };
    let member = evil(Field { default: default.clone(), ..field("member", string()) });
    let structure = Type::Struct(StructType::new(vec![member]));
    let list =
        Type::Vector(VectorType { max_count: 3, min_count: 0, unique: true, element: Box::new(string()) });
    let variant = |doc: &str| Variant { doc: Some(doc.into()), ..Variant::new(Key::new("on").unwrap(), 0) };
    let switch = |doc| Type::Enum(EnumType::new(vec![variant(doc)]));
    let texts = Value::List(List::String([EVIL[..20].into(), "".into()].into()));
    vec![
        evil(Field { default: default.clone(), mutability, ..field("text", string()) }),
        evil(Field { default: default.clone(), mutability, sensitive: true, ..field("secret", string()) }),
        evil(Field { default: Some(texts), ..field("texts", list) }),
        Field { doc: Some(" \u{202e}".into()), ..field("structure", structure) },
        field("switch", switch(EVIL)),
        field("blank", switch(" ")),
    ]
}

fn field(key: &str, ty: Type) -> Field {
    Field::new(Key::new(key).unwrap(), ty)
}

fn string() -> Type {
    Type::String(StringType { max_size: 100, min_size: 0, pattern: None })
}
