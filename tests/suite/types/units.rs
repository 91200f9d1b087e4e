//! Units and quantities: held against long division on decimal digits, against what the bytes may say, and against
//! each other wherever a quantity may stand.

use crate::declaration::checksum::{declaration, hex};
use crate::support::pipeline::Compiled;
use crate::support::random::{Random, Tally, attempts};
use confc::declaration::{Declaration, preimage};
use confc::types::{FloatKind, FloatType, IntegerKind, IntegerType, QuantityError, Type, Unit, Value};
use confc_core::values::override_from_text;
use confc_core::wire::append_integrity;

/// Decimal digits of a product.
fn times(digits: &str, factor: u64) -> String {
    let mut carry = 0_u128;
    let mut product: Vec<u8> = Vec::new();
    for digit in digits.bytes().rev() {
        carry += u128::from(digit - b'0') * u128::from(factor);
        product.push(b'0' + u8::try_from(carry % 10).unwrap());
        carry /= 10;
    }
    while carry > 0 {
        product.push(b'0' + u8::try_from(carry % 10).unwrap());
        carry /= 10;
    }
    product.reverse();
    String::from_utf8(product).unwrap()
}

/// The digits of a quotient before the point and so many after it, and whether anything is left.
fn divided(digits: &str, divisor: u128, decimals: usize) -> (String, String, bool) {
    let mut rest = 0_u128;
    let mut next = |digit: u8| {
        rest = rest * 10 + u128::from(digit);
        let quotient = char::from(b'0' + u8::try_from(rest / divisor).unwrap());
        rest %= divisor;
        quotient
    };
    let whole = digits.bytes().map(|digit| next(digit - b'0')).collect();
    let fraction = (0..decimals).map(|_| next(0)).collect();
    (whole, fraction, rest > 0)
}

/// A quantity as it is drawn.
#[derive(Debug)]
struct Drawn {
    negative: bool,
    whole: String,
    fraction: String,
    unit: Unit,
}

impl Drawn {
    fn new(random: &mut Random) -> Self {
        let digits = |random: &mut Random, most: usize| {
            let few = random.once_in(2);
            let count = random.below(if few { most.min(4) } else { most } + 1);
            let zeros = random.once_in(3);
            let digit = |random: &mut Random| {
                if zeros { "0" } else { random.pick(&["0", "1", "2", "5", "9", "4"]) }.to_owned()
            };
            (0..count).map(|_| digit(random)).collect::<String>()
        };
        let whole = digits(random, 17) + random.pick(&["0", "1", "3", "8"]);
        let fraction = if random.once_in(2) { String::new() } else { digits(random, 18) };
        Self { negative: random.once_in(4), whole, fraction, unit: *random.one_of(Unit::ALL) }
    }

    fn text(&self) -> String {
        let sign = if self.negative { "-" } else { "" };
        let point = if self.fraction.is_empty() { "" } else { "." };
        format!("{sign}{}{point}{}{}", self.whole, self.fraction, self.unit)
    }

    /// The number before and behind the point, and whether that is not all.
    fn counted(&self, unit: Unit, decimals: usize) -> (String, String, bool) {
        let product = times(&format!("{}{}", self.whole, self.fraction), self.unit.factor());
        let scale = 10_u128.pow(self.fraction.len().try_into().unwrap());
        divided(&product, u128::from(unit.factor()) * scale, decimals)
    }
}

#[test]
fn quantities_are_what_long_division_says() {
    let whole = Tally::default();
    attempts(20_000, |random| {
        let drawn = Drawn::new(random);
        let units: Vec<Unit> = drawn.unit.family().units().collect();
        let unit = *random.one_of(&units);
        let text = drawn.text();

        let (digits, _, rest) = drawn.counted(unit, 0);
        let number: i128 = digits.parse().unwrap();
        let expected = if rest {
            Err(QuantityError::NotWhole)
        } else {
            Ok(if drawn.negative { -number } else { number })
        };
        let ty = IntegerType { unit: Some(unit), ..IntegerType::new(IntegerKind::Int64) };
        assert_eq!(ty.quantity(&text), expected, "{text} in {unit}");
        whole.count(expected.is_ok());

        // So many decimals tell every tie; what is left then is told by one more digit.
        let (digits, decimals, rest) = drawn.counted(unit, 300);
        let sign = if drawn.negative { "-" } else { "" };
        let exact = format!("{sign}{digits}.{decimals}{}", u8::from(rest));
        for kind in [FloatKind::Float32, FloatKind::Float64] {
            let expected = match kind {
                FloatKind::Float32 => f64::from(exact.parse::<f32>().unwrap()),
                FloatKind::Float64 => exact.parse().unwrap(),
            };
            let ty = FloatType { unit: Some(unit), ..FloatType::new(kind) };
            assert_eq!(ty.quantity(&text).unwrap().to_bits(), (expected + 0.0).to_bits(), "{text} in {unit}");
        }
    });
    whole.demand(25, 25);
}

#[test]
fn a_quantity_that_is_shown_is_read_as_the_same_number() {
    attempts(5_000, |random| {
        let ty =
            IntegerType { unit: Some(*random.one_of(Unit::ALL)), ..IntegerType::new(IntegerKind::Int64) };
        let number = (random.word() >> random.below(64)).cast_signed();
        let shown = Type::Integer(ty.clone()).show_as_quantity(&Value::Signed(number));
        match shown.parse::<i64>() {
            // Zero, or of too many digits.
            Ok(_) => assert!(number == 0 || number.unsigned_abs() >= 10_u64.pow(18), "{shown}"),
            Err(_) => assert_eq!(ty.quantity(&shown), Ok(number.into()), "{shown}"),
        }
    });
}

#[test]
fn units_do_not_make_types_larger() {
    // A type is as large as a vector's.
    assert_eq!(size_of::<IntegerType>(), 16);
    assert_eq!(size_of::<FloatType>(), 16);
    assert_eq!(size_of::<Type>(), 24);
}

#[test]
fn a_unit_is_in_the_checksum() {
    let checksum = |ty: &str| {
        let declaration = declaration(&[("a", ty.parse().unwrap())]);
        let config = declaration.config().unwrap();
        (hex(&preimage(config.fields(), config.rules())), config.checksum().to_string())
    };
    for (ty, bytes, sum) in [
        (
            "uint32{unit=MiB}",
            "02636f6e666301000000016103010a030000004d694200000000",
            "sha256:db5b4b300d824ed1d4bbe092455fbbb362b16d6b7a8e9392952828375f7e2395",
        ),
        (
            "float64{max=1.5,unit=min}",
            "02636f6e66630100000001610c020708000000000000000000f83f0a030000006d696e00000000",
            "sha256:4b4b66e105f0b50d3ec47ddc3d0d42b57692f0b6a6ecdb330f884df1b0d736e5",
        ),
    ] {
        assert_eq!(checksum(ty), (bytes.to_owned(), sum.to_owned()));
    }
    assert_ne!(checksum("uint32{unit=MiB}").1, checksum("uint32{unit=MB}").1);
    assert_eq!(checksum("uint32").0, "6103");
}

#[test]
fn bytes_with_another_unit_are_refused() {
    let compiled = Compiled::of("{ config: { a: { type: 'uint32', unit: 'MiB', max: '1GiB' } } }");
    let bytes = compiled.bytes();
    let at = bytes.windows(3).position(|found| found == b"MiB").unwrap();
    for (unit, expected) in [
        (b"Mib", "field `a`: no unit has the name `Mib`"),
        (b"\x1bMB", "field `a`: no unit has the name `\\u{1b}MB`"),
        (b"GiB", "the fields have the checksum"),
    ] {
        // What precedes the integrity field, which is 34 bytes behind a tag of two.
        let mut changed = bytes[..bytes.len() - 35].to_vec();
        changed[at..at + 3].copy_from_slice(unit);
        append_integrity(&mut changed);
        let error = Declaration::decode(&changed).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!(Declaration::decode(&bytes).as_ref(), Ok(compiled.declaration()));
}

#[test]
fn parents_override_with_quantities() {
    let compiled = Compiled::of(
        "{ config: { a: { type: 'uint32', unit: 'MiB' }, b: { type: 'float32', unit: 's' },
            c: { type: 'int8' }, d: { type: 'string', max_size: 9 } } }",
    );
    let config = compiled.declaration().config().unwrap();
    for (text, expected) in [
        ("a=0.5GiB", Value::Unsigned(512)),
        ("a=64", Value::Unsigned(64)),
        ("b=100ms", Value::Float(f64::from(0.1_f32))),
        ("b=1e3", Value::Float(1000.0)),
        ("d=64MiB", Value::String("64MiB".into())),
    ] {
        assert_eq!(override_from_text(config, text).unwrap().1, expected, "{text}");
    }
    for (text, expected) in [
        ("a=1.5", "override of `a`: the text is not a value of type `uint32`"),
        (
            "a=1M",
            "override of `a`: the text is not a quantity of the field: expected a known unit directly after the number",
        ),
        (
            "a=-1MiB",
            "override of `a`: the text is not a quantity of the field: expected a number that is not negative",
        ),
        (
            "a=1KiB",
            "override of `a`: the text is not a quantity of the field: not a whole number of the field's unit",
        ),
        (
            "b=1B",
            "override of `b`: the text is not a quantity of the field: expected a unit of time, but `B` is one of bytes",
        ),
        ("c=1s", "override of `c`: the text is not a value of type `int8`"),
    ] {
        assert_eq!(override_from_text(config, text).unwrap_err().to_string(), expected, "{text}");
    }
}

/// Configuration capabilities are carried as they are written, and read again by who decodes them.
#[test]
fn capabilities_have_units_too() {
    let compiled = Compiled::of(
        "{
            use: [{ config: 'C', key: 'a', type: 'uint32', unit: 'MiB', max: '1GiB', availability: 'optional', default: '64MiB' }],
            capabilities: [{ config: 'D', type: 'float32', unit: 's', value: '1.5min' }],
        }",
    );
    let declaration = Declaration::decode(&compiled.bytes()).unwrap();
    let field = &declaration.config().unwrap().fields()[0];
    assert_eq!(field.ty.to_string(), "uint32{max=1024,unit=MiB}");
    assert_eq!(field.default, Some(Value::Unsigned(64)));
}
