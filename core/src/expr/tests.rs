use super::*;
use crate::types::{Field, FieldNames, Key, StructType, Value};

/// Fields of every type, by their type texts.
fn fields() -> StructType {
    let types = [
        ("b", "bool"),
        ("u", "uint64"),
        ("i", "int32{min=-5,max=5}"),
        ("f", "float32"),
        ("d", "float64"),
        ("s", "string:40"),
        ("t", "string:20"),
        ("mode", "enum<plain=0,tls=1>"),
        ("other", "enum<plain=0>"),
        ("p", "struct<in:int8,x:int32,y:float32>"),
        ("q", "struct<in:int8,x:int32{min=0},y:float32>"),
        ("v", "vector<string:16>:10{min_count=1}"),
        ("w", "vector<uint8>:4"),
        ("ps", "vector<struct<first:uint16,last:uint16>>:3"),
        ("a", "array<int8>:3"),
        ("fs", "vector<float32>:9"),
    ];
    let field = |(key, ty): &(&str, &str)| {
        let mut field = Field::new(Key::new(key).unwrap(), ty.parse().unwrap());
        if *key == "mode" {
            field.names = FieldNames::new(None, vec![Key::new("old_mode").unwrap().into()]);
        }
        field
    };
    StructType::new(types.iter().map(field).collect())
}

fn checked(text: &str) -> Result<Checked, String> {
    checked_with(&fields(), text)
}

/// An expression over these fields, or the message of its error.
pub(super) fn checked_with(fields: &StructType, text: &str) -> Result<Checked, String> {
    let expression = Expression::parse(text).map_err(|error| error.to_string())?;
    expression.check(&Scope::new(fields)).map_err(|error| error.to_string())
}

/// Asserts the value of an expression, and that the check before evaluation predicted it.
#[track_caller]
pub(super) fn assert_value(checked: &Checked, values: &[Value], expected: Result<bool, FaultKind>) {
    let evaluation = checked.evaluate(values, None);
    let result = evaluation.result.map(|value| value.as_bool().unwrap()).map_err(|fault| fault.kind);
    assert_eq!(result, expected, "{checked}");
    assert!(evaluation.steps <= checked.cost(), "{checked}");
    assert!(result.is_ok() || checked.may_fail(), "{checked}");
}

/// Prints an expression, and asserts the laws of canonical texts.
#[track_caller]
fn printed(text: &str) -> String {
    let checked_once = checked(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let printed = checked_once.to_string();
    let again = checked(&printed).unwrap_or_else(|error| panic!("{text}: {printed}: {error}"));
    assert_eq!(again.to_string(), printed);
    assert_eq!(again.code, checked_once.code, "{text}: {printed}");
    let expression = Expression::parse(text).unwrap();
    assert_eq!(Expression::parse(&expression.to_string()).unwrap(), expression, "{text}: {expression}");
    printed
}

#[test]
fn canonical_texts() {
    for (text, canonical) in [
        ("u<5&&!b", "u < 5 && !b"),
        ("((u))+ (i)*2 > 0", "u + i * 2 > 0"),
        ("(u+i)*2 > 0", "(u + i) * 2 > 0"),
        ("i-(i-i)==0", "i - (i - i) == 0"),
        ("(i-i)-i==0", "i - i - i == 0"),
        ("b&&(b&&b)", "b && (b && b)"),
        ("b||b&&b", "b || b && b"),
        ("(b||b)&&b", "(b || b) && b"),
        ("b?1:b?2:3", "b ? 1 : b ? 2 : 3"),
        ("(b?b:b)?1:2", "(b ? b : b) ? 1 : 2"),
        ("b?(b?1:2):3", "b ? (b ? 1 : 2) : 3"),
        ("(i<i)==b", "(i < i) == b"),
        ("b==(i<i)", "b == (i < i)"),
        ("0x1F == u", "31 == u"),
        ("- 5 == i", "-5 == i"),
        ("-(5) == i", "-(5) == i"),
        ("--5 == i", "--5 == i"),
        ("-i == --i", "-i == --i"),
        ("!(b||b)", "!(b || b)"),
        ("!!b", "!!b"),
        ("-(i+i)>0", "-(i + i) > 0"),
        ("i - -1 > 0", "i - -1 > 0"),
        ("d < 5", "d < 5.0"),
        ("d < 1e21 || d<1e3", "d < 1.0e21 || d < 1000.0"),
        ("f < 0.1", "f < 0.1"),
        ("f<3.4028235e38", "f < 3.4028235e38"),
        ("f < 16777217", "f < 16777216.0"),
        ("d < 16777217", "d < 16777217.0"),
        ("f + 1 < 0.1", "f + 1.0 < 0.1"),
        ("-0.0 < d", "0.0 < d"),
        ("b ? 1 : d", "b ? 1.0 : d"),
        ("d in [1, 2.5]", "d in [1.0, 2.5]"),
        ("0.1 in fs", "0.1 in fs"),
        (r#"s == 'a"\n\u0001\u00e9'"#, r#"s == "a\"\n\u0001é""#),
        ("'tls' == mode", "\"tls\" == mode"),
        ("mode in ['tls','plain']", "mode in [\"tls\", \"plain\"]"),
        ("p.`in` > 0 && (p).x>0", "p.`in` > 0 && p.x > 0"),
        ("`u` > 0", "u > 0"),
        ("ps[0].first>0", "ps[0].first > 0"),
        ("(b?p:p).x > 0", "(b ? p : p).x > 0"),
        ("v.all( x,x != '' )", "v.all(x, x != \"\")"),
        ("ps.exists(x, x.first in w)", "ps.exists(x, x.first in w)"),
        ("[1,2].all(x, x<u)", "[1, 2].all(x, x < u)"),
        ("s.startsWith( t )", "s.startsWith(t)"),
        ("(b?s:t).contains('x')", "(b ? s : t).contains(\"x\")"),
        ("size(v)>0", "size(v) > 0"),
        ("v.all(x, x != '') && b", "v.all(x, x != \"\") && b"),
    ] {
        assert_eq!(printed(text), canonical);
    }
}

/// Invalid texts, each with its message.
const REFUSED: &[(&str, &str)] = &[
    ("", "expected a value, found the end of the expression"),
    ("u <", "expected a value, found the end of the expression"),
    ("(u", "expected `)`, found the end of the expression"),
    ("w[0", "expected `]`, found the end of the expression"),
    ("b ? 1", "expected `:`, found the end of the expression"),
    ("(u]", "expected `)`, found `]`"),
    ("u)", "expected an operator, found `)`"),
    ("u : 1", "expected an operator, found `:`"),
    ("u u", "expected an operator, found `u`"),
    ("1, 2", "expected an operator, found `,`"),
    ("[1,]", "expected a value, found `]`"),
    ("5 < u < 9", "comparisons do not chain: write `5 < u && u < …`"),
    ("b ? b ? 1 : 2 : 3", "expected `:` before another `?`: write the inner one in brackets"),
    ("u = 5", "expected the operator `==`, found another spelling: write `==`"),
    ("b & b", "expected the operator `&&`, found another spelling: write `&&`"),
    (
        "s == null",
        "there is no `null`: ask `has(f)`, which is true where an optional or nullable field has a value; a layer says `null` without `$expr`",
    ),
    ("u == 1u", "integers have one type, without a suffix: remove the `u`"),
    ("u == 0x1u", "integers have one type, without a suffix: remove the `u`"),
    ("u == 5x", "expected a number, found letters after digits"),
    ("u == 07", "a number must not begin with a zero before other digits: remove the zero"),
    ("d == 5.", "expected digits after the decimal point: write a `0` after the point"),
    ("d == .5", "expected digits before the decimal point: write a `0` before the point"),
    ("d == 1e999", "expected a number that a float64 can hold"),
    ("u == 170141183460469231731687303715884105728", "expected an integer within ±(2^127 - 1)"),
    ("s == 'x", "expected a closing ', found none"),
    (
        "s == '\\x41'",
        "there is no escape `\\x`: use `\\\\`, `\\\"`, `\\'`, `\\n`, `\\r`, `\\t` or `\\u` with four digits",
    ),
    ("s == '\\ud800'", "half of a surrogate pair is not a character: write the character itself"),
    ("s == '\\u12'", "expected four hexadecimal digits after `\\u`"),
    (
        "s == 'a\nb'",
        "a string must not contain a control character as it is: write it as an escape, such as `\\n`, `\\t` or `\\u001b`",
    ),
    (
        "s == '''x'''",
        "there are no strings in triple quotes: write it in single or double quotes, with `\\\\` for a backslash",
    ),
    (
        "s == r'x'",
        "there are no raw strings and no bytes: write it in single or double quotes, with `\\\\` for a backslash",
    ),
    ("u == 1 // one", "there are no comments in expressions: write it in the file around the expression"),
    (
        "p == {x: 1}",
        "there are no literals of maps and structs: write structs and maps around expressions, one for each part; in a rule compare their parts",
    ),
    ("u == 1;", "unexpected character `;`"),
    ("Mode == 1", "a name must be in lower case, found `Mode`"),
    ("p.in == 1", "`in` is a reserved word: if it is the key of a field, write it in backquotes: `` `in` ``"),
    (
        "s.matches('x')",
        "there is no function `matches`: give the field a `pattern`, which must match the whole string",
    ),
    ("v.map(x, x)", "there is no function `map`: use `all` or `exists`"),
    ("v.size() > 0", "there is no function `size`: write `size(v)`"),
    ("startsWith(s, t)", "there is no function `startsWith`: write `s.startsWith(t)`"),
    (
        "int(d) == 1",
        "there is no function `int`: all integers have one type, and floats cannot be converted to integers",
    ),
    ("size(v, v)", "`size` takes one argument"),
    ("v.all(self, true)", "`self` cannot name the elements of this loop: choose another name"),
    ("v.all(x, w.all(x, true))", "`x` cannot name the elements of this loop: choose another name"),
    ("v.all(x)", "expected `,` and a condition for each element, found `)`"),
    ("v.all(u, true)", "`u` is a field, and cannot name the elements of a loop: choose another name"),
    ("nothing > 0", "there is no field `nothing`"),
    ("old_mode == 'tls'", "`old_mode` is an old name: write `mode`"),
    ("p.z == 1", "there is no member `z`"),
    ("u.z == 1", "expected a struct before `z`, found an integer"),
    (
        "self.x == 1",
        "`self` is known only in rules with a `for`: write the key of a field, or give the rule a `for`",
    ),
    (
        "u == d",
        "the operands of `==` must be of one type, found an integer and a float: write `double(…)` around the integer",
    ),
    (
        "u + s == 1",
        "`+` takes numbers, found a string: put strings together with `$text` in a layer: `{ $text: \"${a}-${b}\" }`",
    ),
    ("mode < 'tls'", "`<` takes numbers or strings, found an enum"),
    ("mode == 'ssl'", "the enum has no variant `ssl`"),
    ("mode == other", "the operands of `==` must be of one type, found an enum and an enum of another type"),
    ("u && b", "`&&` takes bools, found an integer"),
    ("!u", "`!` takes a bool, found an integer"),
    ("-s == 1", "`-` takes a number, found a string"),
    ("size(s) > 0", "`size` takes a vector, an array or a map, found a string: write `byte_size(s)`"),
    ("byte_size(v) > 0", "`byte_size` takes a string, found a vector"),
    ("v == []", "a list must have elements, found none: write `size(v) == 0` for a list without elements"),
    ("v == ['x']", "a list literal is allowed only after `in`, and before `.all` or `.exists`"),
    (
        "u in [1, 'x']",
        "the operands of `[…]` must be of one type, found an integer and a string: write a number without quotes, and a string in quotes",
    ),
    (
        "(b ? p : q).x > 0",
        "expected values with the same constraints and the same `optional`, `nullable` and `sensitive` members, found different ones: compare their members one by one",
    ),
    ("v == w", "the operands of `==` must be of one type, found a vector and a vector of another type"),
    ("w == a", "the operands of `==` must be of one type, found a vector and an array"),
    ("f < 1e39", "the number is too large for the float32 beside it"),
    ("u * u > 0", "the result may exceed 128 bits: give `u` a narrower `min` and `max`"),
    ("u / 0 > 0", "this always fails: division by zero"),
    ("u / (i - i - i + 100) >= 0 && d / 0 > 1.0", "this always fails: division by zero"),
    ("a[3] > 0", "this always fails: there is no element at this index"),
    ("double(9007199254740993) > d", "this always fails: the integer has no exact float64 value"),
    ("v.all(x, x)", "`all` takes a condition, found a string"),
    ("s in t", "`in` takes a vector, an array, a list or a map on its right, found a string"),
];

#[test]
fn refused_texts_say_why() {
    for (text, why) in REFUSED {
        assert_eq!(checked(text).map(|checked| checked.to_string()), Err((*why).to_owned()), "{text}");
    }
}

fn values() -> Vec<Value> {
    use crate::types::List;
    let fields = fields();
    let strings = |list: &[&str]| Value::List(List::String(list.iter().map(|text| (*text).into()).collect()));
    let pair = |first: u64, last: u64| [Value::Unsigned(first), Value::Unsigned(last)].into();
    let value = |key: &str| match key {
        "b" => Value::Bool(true),
        "u" => Value::Unsigned(7),
        "i" => Value::Signed(0),
        "f" => Value::Float(f64::from(0.1f32)),
        "d" => Value::Float(2.5),
        "s" => Value::String("https://x".into()),
        "t" => Value::String("https".into()),
        "mode" => Value::Variant(1),
        "other" => Value::Variant(0),
        "p" | "q" => Value::Struct([Value::Signed(1), Value::Signed(2), Value::Float(0.5)].into()),
        "v" => strings(&["x-a", "x-b", "y"]),
        "w" => Value::List(List::Unsigned([1, 2].into())),
        "ps" => Value::List(List::Struct([pair(1, 2), pair(5, 4)].into())),
        "a" => Value::List(List::Signed([1, 0, -1].into())),
        "fs" => Value::List(List::Float([0.5, f64::from(0.1f32)].into())),
        other => panic!("{other}"),
    };
    let values: Vec<_> = fields.members().iter().map(|field| value(field.key.as_str())).collect();
    for (field, value) in fields.members().iter().zip(&values) {
        field.ty.check(value).unwrap();
    }
    values
}

#[test]
fn values_of_expressions() {
    let values = values();
    for (text, expected) in [
        ("u == 7 && i == 0", Ok(true)),
        ("f == 0.1", Ok(true)),
        ("f + 0 == 0.1", Ok(false)),
        ("0.1 in fs", Ok(true)),
        ("0.1 in [f, d]", Ok(false)),
        ("0.1 in [d, f]", Ok(false)),
        ("d + 0.1 in [f, 2.6]", Ok(true)),
        ("d + 0.1 in [2.6, f]", Ok(true)),
        ("fs.exists(x, x == 0.1)", Ok(true)),
        ("fs[1] == 0.1", Ok(true)),
        ("mode == 'tls' && mode != 'plain'", Ok(true)),
        ("u - 8 < 0", Ok(true)),
        ("-7 / 2 == -3 && -7 % 2 == -1 && u == 7", Ok(true)),
        ("u / i == 1", Err(FaultKind::DivisionByZero)),
        ("u / i == 1 || b", Ok(true)),
        ("b || u / i == 1", Ok(true)),
        ("!b && u / i == 1", Ok(false)),
        ("u % i == 1 ? b : b", Err(FaultKind::DivisionByZero)),
        ("b ? b : u / i == 1", Ok(true)),
        ("w[u] == 1", Err(FaultKind::IndexOutside)),
        ("size(w) > 2 && w[2] == 1", Ok(false)),
        ("w[2] == 1 || b", Ok(true)),
        ("d / (d - d) > 1", Err(FaultKind::DivisionByZero)),
        ("d * 1e308 > 1", Err(FaultKind::NotFinite)),
        ("double(u) == 7", Ok(true)),
        ("double(u + 9007199254740992) > 0", Err(FaultKind::NotExact)),
        ("v.all(x, x.startsWith('x-'))", Ok(false)),
        ("v.exists(x, x == 'y')", Ok(true)),
        ("v.exists(x, x.contains('-b') && byte_size(x) == 3)", Ok(true)),
        ("ps.all(p1, p1.first <= p1.last)", Ok(false)),
        ("ps.exists(p1, ps.exists(p2, p1.first > p2.last))", Ok(true)),
        ("a.all(x, 1 / x != 5)", Err(FaultKind::DivisionByZero)),
        ("a.all(x, 1 / x > 1)", Ok(false)),
        ("a.exists(x, 1 / x == -1)", Ok(true)),
        ("[u, 1 / i].all(x, x > 0)", Err(FaultKind::DivisionByZero)),
        ("u in [1, 7] && !(u in [1, 2])", Ok(true)),
        ("[1, u].exists(x, x == 7) && b", Ok(true)),
        ("2 in w && !(3 in w)", Ok(true)),
        ("ps[1] in ps && ps[0] != ps[1] && ps == ps", Ok(true)),
        ("p == q && v[0] == 'x-a'", Ok(true)),
        ("s.startsWith(t) && s.endsWith('x') && t < s", Ok(true)),
        ("p.`in` == 1 && (b ? p : p).x == 2", Ok(true)),
    ] {
        let checked = checked(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_value(&checked, &values, expected);
    }
}

#[test]
fn costs_are_those_of_the_largest_values() {
    for (text, cost) in [
        ("b", 1),
        ("u < 5", 3),
        ("p.x < 5 && b", 5),
        ("s == t", 3 + 2),
        ("s == 'x'", 3 + 1),
        ("s == ''", 3),
        ("s.startsWith(t)", 3 + 2),
        ("s.contains(t)", 3 + 3 + 2),
        ("mode == 'tls'", 3),
        ("p == q", 3 + 3),
        ("v == v", 3 + 10 * 2),
        ("s in v", 3 + 10 * 2),
        ("i in w", 3 + 4),
        ("i in [1, 2, u]", 6 + 3),
        ("s in ['', 'x']", 5 + 1 + 2),
        ("ps[0] in ps", 5 + 3 * 2),
        ("v.all(x, x == '')", 2 + 10 * 3),
        ("v.all(x, v.exists(y, x == y))", 2 + 10 * (2 + 10 * (3 + 1))),
        ("(b ? p : p).x > 0", 7),
        ("[u, u].all(x, x > 0)", 4 + 2 * 3),
        ("size(v) > 0", 4),
        ("-i > -(5)", 5),
    ] {
        assert_eq!(checked(text).unwrap().cost(), cost, "{text}");
    }
    let fields = StructType::new(vec![
        Field::new(Key::new("tags").unwrap(), "vector<string:64>:4294967295".parse().unwrap()),
        Field::new(Key::new("many").unwrap(), "vector<bool>:33332".parse().unwrap()),
    ]);
    let check = |text: &str| Expression::parse(text).unwrap().check(&Scope::new(&fields));
    let costly = check("tags.all(t, t.startsWith('x-'))").unwrap();
    assert_eq!(costly.cost(), 2 + 4 * 4_294_967_295);
    assert_eq!(costly.dearest().range(), 0..8);
    assert_eq!(check("tags == tags").unwrap().cost(), 3 + 5 * 4_294_967_295);
    assert_eq!(check("many.all(t, t == !t)").unwrap().cost(), 2 + 4 * 33_332);
    assert_eq!(check("many.all(t, t || t)").unwrap().cost(), 2 + 3 * 33_332);
}

#[test]
fn what_always_holds_and_what_never_does_is_known() {
    for (text, ty, may_fail) in [
        ("b", ExpressionType::Bool, false),
        ("u >= 0", ExpressionType::Always(true), false),
        ("i > 5", ExpressionType::Always(false), false),
        ("i == 6", ExpressionType::Always(false), false),
        ("i != 6", ExpressionType::Always(true), false),
        ("!(i <= 5)", ExpressionType::Always(false), false),
        ("size(v) > 0", ExpressionType::Always(true), false),
        ("size(w) >= 0 && b", ExpressionType::Bool, false),
        ("byte_size(s) <= 40 || b", ExpressionType::Always(true), false),
        ("10 / i <= 10", ExpressionType::Always(true), true),
        ("10 / i > 10 && i > 5", ExpressionType::Always(false), false),
        ("10 / i > 10 || i <= 5", ExpressionType::Always(true), false),
        ("w.all(x, x >= 0)", ExpressionType::Always(true), false),
        ("w.all(x, x < 0)", ExpressionType::Bool, false),
        ("v.all(x, byte_size(x) > 16)", ExpressionType::Always(false), false),
        ("a[2] > 0", ExpressionType::Bool, false),
        ("a[i] > 0", ExpressionType::Bool, true),
        ("i * 2 - 1", ExpressionType::Integer(-11, 9), false),
        ("i % 3", ExpressionType::Integer(-2, 2), false),
        ("b ? i : 9", ExpressionType::Integer(-5, 9), false),
        ("f", ExpressionType::Float(crate::types::FloatKind::Float32), false),
        ("-f", ExpressionType::Float(crate::types::FloatKind::Float64), false),
        ("f + f", ExpressionType::Float(crate::types::FloatKind::Float64), true),
        ("b ? s : t", ExpressionType::String(40), false),
        ("w", ExpressionType::Vector, false),
    ] {
        let checked = checked(text).unwrap();
        assert_eq!((checked.ty(), checked.may_fail()), (ty, may_fail), "{text}");
    }
}

#[test]
fn what_is_read_is_named_once() {
    let checked = checked("p.x > 0 && (p.x < 9 || v.all(x, x != s)) && p.`in` == 1").unwrap();
    let reads: Vec<_> =
        checked.reads().map(|read| (read.path, read.members.to_vec(), read.span.range())).collect();
    let expected =
        [("p.x", vec![1], 0..3), ("v", vec![], 23..24), ("s", vec![], 37..38), ("p.`in`", vec![0], 44..50)];
    assert_eq!(reads, expected);
    let fields = fields();
    let place = "struct<first:uint16,self:uint16>".parse().unwrap();
    let scope = Scope::new(&fields).with_self(&place, false);
    let checked = Expression::parse("self.first <= self.`self`").unwrap().check(&scope).unwrap();
    let reads: Vec<_> = checked.reads().map(|read| (read.path, read.field, read.members.to_vec())).collect();
    assert_eq!(reads, [("self.first", None, vec![0]), ("self.`self`", None, vec![1])]);
    let pair = [Value::Unsigned(3), Value::Unsigned(2)];
    let evaluation = checked.evaluate(&[], Some(Operand::Struct(&pair)));
    assert_eq!(evaluation, Evaluation { result: Ok(Operand::Bool(false)), steps: 3 });
    // Values of other types than the checked ones are a fault and cause no panic.
    let evaluation = checked.evaluate(&[], None);
    assert_eq!(evaluation.result.map_err(|fault| fault.kind), Err(FaultKind::OtherValues));
}

#[test]
fn a_fault_is_the_first_and_has_its_place() {
    let values = values();
    for (text, kind, at) in [
        ("u / i + w[9 - i - 5] > 0", FaultKind::DivisionByZero, "/"),
        ("w[i + 3] > u / i", FaultKind::IndexOutside, "[i + 3]"),
        ("b && double(u + 9007199254740992) > d", FaultKind::NotExact, "double(u + 9007199254740992)"),
        ("a.all(x, 1 % x != 7)", FaultKind::DivisionByZero, "%"),
    ] {
        let checked = checked(text).unwrap();
        let fault = checked.evaluate(&values, None).result.unwrap_err();
        assert_eq!((fault.kind, &text[fault.span.range()]), (kind, at), "{text}");
    }
}

#[test]
fn errors_point_at_the_smallest_text() {
    let fields = fields();
    for (text, at) in [
        ("u + (s) == 1", "s"),
        ("!(u + i)", "u + i"),
        ("b && (i + 1 > s)", ">"),
        ("(u + i).x > 0", "x"),
        ("w[(i) - 9 + 1] > 1", "(i) - 9 + 1"),
        ("u * (u + 1) > 0", "*"),
        ("mode in ['tls', 'ssl']", "'ssl'"),
    ] {
        let error = Expression::parse(text).unwrap().check(&Scope::new(&fields)).unwrap_err();
        assert_eq!(&text[error.span.range()], at, "{text}: {error}");
    }
    for (text, at) in [("5 < u < 9", "<"), ("s == 'a\\x'", "\\x"), ("u == 1u", "1u"), ("v.map(x, x)", "map")]
    {
        let error = Expression::parse(text).unwrap_err();
        assert_eq!(&text[error.span.range()], at, "{text}: {error}");
    }
}

#[test]
fn each_limit_holds_on_both_sides() {
    let parse = |text: &str| Expression::parse(text).map(|_| ()).map_err(|error| error.kind);
    let chain = |operators: usize| format!("u{}", " + u".repeat(operators));
    assert_eq!(parse(&chain(127)), Ok(()));
    assert_eq!(parse(&chain(128)), Err(SyntaxErrorKind::TooManyInstructions));
    assert_eq!(parse(&format!("{}b", "!".repeat(255))), Ok(()));
    assert_eq!(parse(&format!("{}b", "!".repeat(256))), Err(SyntaxErrorKind::TooManyInstructions));
    let brackets = |count: usize| format!("{}u{}", "(".repeat(count), ")".repeat(count));
    assert_eq!(parse(&brackets(32)), Ok(()));
    assert_eq!(parse(&brackets(33)), Err(SyntaxErrorKind::TooManyBrackets));
    let conditionals = |count: usize| format!("{}1", "b ? 1 : ".repeat(count));
    assert_eq!(parse(&conditionals(31)), Ok(()));
    assert_eq!(parse(&conditionals(32)), Err(SyntaxErrorKind::TooManyValues));
    let list = |count: usize| format!("u in [1{}]", ", 1".repeat(count - 1));
    assert_eq!(parse(&list(63)), Ok(()));
    assert_eq!(parse(&list(64)), Err(SyntaxErrorKind::TooManyElements));
    assert_eq!(parse(&format!("b && {}", list(63))), Err(SyntaxErrorKind::TooManyValues));
    assert_eq!(parse("v.all(x, v.all(y, v.all(z, x == y)))"), Ok(()));
    assert_eq!(parse("v.all(x, v.all(y, v.all(z, v.all(o, b))))"), Err(SyntaxErrorKind::TooManyLoops));
    let padded = |size: usize| format!("u{}", " ".repeat(size - 1));
    assert_eq!(parse(&padded(8192)), Ok(()));
    assert_eq!(parse(&padded(8193)), Err(SyntaxErrorKind::SourceTooLarge(8193)));
    let long = |size: usize| format!("s == '{}'", "x".repeat(size - 7));
    assert_eq!(checked(&long(1024)).map(|checked| checked.to_string().len()), Ok(1024));
    let why = "the canonical text must have at most 1024 bytes, found 1025";
    assert_eq!(checked(&long(1025)), Err(why.to_owned()));
}
