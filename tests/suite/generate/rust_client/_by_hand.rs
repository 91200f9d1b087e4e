//! What users write against a client, and what they see.

mod door;

use confc_loader::client::v1::{Json, Secret};
use door::{
    Config, Inner, Login, Mode, Overrides, Port, Proxy, Routes, RoutesFull, RoutesFullPeer, RoutesSome, Seal, Sink, SinkDrop, SinkFile,
    Site, StampAt,
};

pub(crate) fn run() {
    let bytes = include_bytes!("door.cvf");
    let config = Config::load(bytes).expect("the file is for this client");
    shows_no_secret(&config);
    refuses_other_files(bytes);
    takes_what_the_parent_sets(bytes);
    warns_of_what_is_deprecated(bytes);
    warns_of_setters();
    is_made_without_a_file();
    may_have_no_value(bytes);
    keeps_its_rules(bytes);
    has_json(bytes);
    may_be_null(bytes);
    has_unions(bytes);
    has_constants();
}

fn shows_no_secret(config: &Config) {
    let shown = "Config { code: <set>, data: Json(\"{\\\"a\\\":null,\\\"b\\\":[1.0]}\"), gap: None, hush: Some(<set>), inner: Inner { port: 2, token: <set> }, limit: None, login: <set>, \
        mode: Pull, note: None, old: false, open_s: 5, parts: [Json(\"\\\"x\\\"\"), Json(\"1\")], pin: None, port: Number(80), proxy: Some(Proxy { host: \"h\", port: None }), \
        rest: None, routes: {\"a\": Full(RoutesFull { path: \"p\", peer: None, weight: 1 }), \"b\": Some([X])}, seal: Some(<set>), sink: Drop(SinkDrop), \
        site: Some(Site { floor: Some(1), zone: None }), stamp: Some(At(StampAt { by: <set>, day: 1 })), tags: [\"a\", \"b\"], vault: Some(<set>) }";
    assert_eq!(format!("{config:?}"), shown);
    // What is in a secret is one, by itself too.
    assert_eq!(format!("{:?} {:?}", config.login(), config.login().reveal()), "<set> Login(<set>)");
    let login = config.login().reveal();
    assert_eq!((&**config.code().reveal(), login.user(), login.port()), ("1234", "ada", 7));
    assert_eq!(
        format!("{:?}", Config::builder().code("5555").open_s(1)),
        "ConfigBuilder({\"code\", \"open_s\"})"
    );
}

fn revealed(secret: Option<&Secret<Box<str>>>) -> Option<&str> {
    secret.map(|secret| &**secret.reveal())
}

fn refuses_other_files(bytes: &[u8]) {
    let refused = Config::load(include_bytes!("gate.cvf")).expect_err("another interface").to_string();
    let differs = "; field `open_s` is declared as `uint16{min=1,max=600}`, but is \
        `uint16{min=1,max=700}` in the values";
    assert!(refused.starts_with("the values were compiled for another interface: expected sha256:"), "{refused}");
    assert!(refused.contains(Config::CHECKSUM) && refused.ends_with(differs), "{refused}");
    let mut damaged = bytes.to_vec();
    damaged[3] ^= 1;
    assert!(Config::load(&damaged).is_err() && Config::load(&[]).is_err());
}

fn takes_what_the_parent_sets(bytes: &[u8]) {
    let overrides = Overrides { open_s: Some(600), mode: Some(Mode::Push), ..Overrides::default() };
    let config = Config::load_with(bytes, overrides).expect("what fits");
    assert_eq!((config.open_s(), config.mode()), (600, Mode::Push));
    assert_eq!(Config::load_with(bytes, Overrides::default()), Config::load(bytes));
    let overrides = Overrides { open_s: Some(601), ..Overrides::default() };
    let refused = Config::load_with(bytes, overrides).expect_err("what does not fit").to_string();
    assert_eq!(refused, "override of `open_s`: expected at most 600, found 601");
}

// Nothing is expected in vain: each of these is a warning.
#[expect(deprecated, reason = "whoever reads, sets or overrides what is deprecated is warned")]
fn warns_of_what_is_deprecated(bytes: &[u8]) {
    let overrides = Overrides { old: Some(true), ..Overrides::default() };
    assert!(Config::load_with(bytes, overrides).expect("what fits").old());
}

#[expect(deprecated, reason = "see above")]
fn warns_of_setters() {
    let _ = Config::builder().old(true);
}

fn is_made_without_a_file() {
    let login = Login::builder().user("eve").port(9).build().expect("complete");
    let builder = || Config::builder().code("0000").login(login.clone()).vault(None);
    // Nothing sensitive has a default here, not even in a struct that has one.
    let refused = builder().build().expect_err("incomplete").to_string();
    assert_eq!(refused, "`inner` is not set and has no default");
    let inner = Inner::builder().token("t").build().expect("complete");
    assert_eq!(inner.port(), 2);
    let builder = || builder().inner(inner.clone());
    let config = builder().build().expect("complete");
    assert_eq!((config.mode(), config.open_s()), (Config::MODE_DEFAULT, Config::OPEN_S_DEFAULT));
    assert!(config.tags().iter().map(|tag| &**tag).eq(Config::TAGS_DEFAULT.iter().copied()));

    // The last one holds.
    assert!(builder().open_s(0).open_s(1).build().is_ok());
    let refused = builder().open_s(0).build().expect_err("too small").to_string();
    assert_eq!(refused, "`open_s`: expected at least 1, found 0");
    assert!(builder().tags(["a", "b", "c"]).build().is_err());
    assert!(builder().tags(vec!["long".to_owned()]).build().is_err());
    let refused = Login::builder().user("eve").port(77).build().expect_err("too large").to_string();
    assert_eq!(refused, "`port`: expected a number of at most 9");
}

fn may_have_no_value(bytes: &[u8]) {
    let config = Config::load(bytes).expect("the file is for this client");
    assert_eq!((config.limit(), config.pin(), revealed(config.vault())), (None, None, Some("secret")));
    let proxy = config.proxy().expect("its default");
    assert_eq!((proxy.host(), proxy.port()), ("h", None));
    for limit in [None, Some(3)] {
        let overrides = Overrides { limit: Some(limit), ..Overrides::default() };
        assert_eq!(Config::load_with(bytes, overrides).expect("what fits").limit(), limit);
    }

    let inner = Inner::builder().token("t").build().expect("complete");
    let login = Login::builder().user("eve").port(9).build().expect("complete");
    let builder = || Config::builder().code("0000").login(login.clone()).inner(inner.clone());
    // A default that is not shown is not replaced by nothing.
    let refused = builder().build().expect_err("incomplete").to_string();
    assert_eq!(refused, "`vault` is not set and has no default");
    let config = builder().vault(Some("x".into())).build().expect("complete");
    assert_eq!((revealed(config.vault()), config.limit()), (Some("x"), None));
    assert_eq!(config.proxy().map(Proxy::host), Some("h"));
    assert!(builder().vault(None).proxy(None).build().expect("complete").proxy().is_none());
    let proxy = Proxy::builder().port(Some(1)).build().expect("the host is that of the default");
    assert_eq!((proxy.host(), proxy.port()), ("h", Some(1)));
}

fn keeps_its_rules(bytes: &[u8]) {
    let refused = Config::load(include_bytes!("broken.cvf")).expect_err("a rule is broken").to_string();
    assert_eq!(refused, "nothing pulls for 500 s [long]");
    // The parent may mend what the file breaks, and break what it keeps.
    let overrides = || Overrides { mode: Some(Mode::Push), ..Overrides::default() };
    assert!(Config::load_with(include_bytes!("broken.cvf"), overrides()).is_ok());
    let refused = Config::load_with(bytes, Overrides { open_s: Some(600), ..Overrides::default() });
    assert_eq!(refused.expect_err("a rule is broken").to_string(), "nothing pulls for 600 s [long]");

    let inner = Inner::builder().token("t").build().expect("complete");
    let login = Login::builder().user("eve").port(9).build().expect("complete");
    let builder = || Config::builder().code("0000").login(login.clone()).inner(inner.clone()).vault(None);
    assert!(builder().open_s(499).build().is_ok());
    assert!(builder().open_s(500).mode(Mode::Push).build().is_ok());
    let refused = builder().open_s(501).build().expect_err("a rule is broken").to_string();
    assert_eq!(refused, "nothing pulls for 501 s [long]");
    let refused = builder().code("00").build().expect_err("a rule is broken").to_string();
    assert_eq!(refused, "this rule is broken: `byte_size(code) > 2`");
}

fn has_json(bytes: &[u8]) {
    let json = |text: &str| Json::try_from(text).expect("it is canonical");
    let config = Config::load(bytes).expect("the file is for this client");
    assert_eq!(config.data(), &json("{\"a\":null,\"b\":[1.0]}"));
    assert_eq!((config.data().as_str(), config.rest()), (Config::DATA_DEFAULT, None));
    assert!(config.parts().iter().map(Json::as_str).eq(Config::PARTS_DEFAULT.iter().copied()));
    // A JSON null is a value.
    for rest in [None, Some(json("null")), Some(json("[]"))] {
        let overrides = Overrides { rest: Some(rest.clone()), data: Some(json("1")), ..Overrides::default() };
        let config = Config::load_with(bytes, overrides).expect("what fits");
        assert_eq!((config.rest(), config.data().as_str()), (rest.as_ref(), "1"));
    }
    let overrides = Overrides { rest: Some(Some(json("{}"))), ..Overrides::default() };
    let refused = Config::load_with(bytes, overrides).expect_err("another kind").to_string();
    assert_eq!(refused, "override of `rest`: expected JSON of the kind array|null, found object");

    let inner = Inner::builder().token("t").build().expect("complete");
    let login = Login::builder().user("eve").port(9).build().expect("complete");
    let builder = || Config::builder().code("0000").login(login.clone()).inner(inner.clone()).vault(None);
    let config = builder().data(json("true")).parts([json("{}")]).rest(Some(json("[1]"))).build();
    let config = config.expect("complete");
    assert_eq!((config.data(), config.parts(), config.rest()), (&json("true"), &[json("{}")][..], Some(&json("[1]"))));
    assert!(builder().data(json("null")).build().is_err());
    const { assert!(Config::DATA_MAX_SIZE == 20 && Config::PARTS_ELEMENT_MAX_SIZE == 9) };
}

fn may_be_null(bytes: &[u8]) {
    let config = Config::load(bytes).expect("the file is for this client");
    assert_eq!((config.gap(), config.hush(), config.note()), (None, Some(&Secret::new(None)), None));
    let site = config.site().expect("its default");
    assert_eq!((site.floor(), site.zone()), (Some(1), None));
    for gap in [None, Some(3)] {
        let overrides = Overrides { gap: Some(gap), ..Overrides::default() };
        assert_eq!(Config::load_with(bytes, overrides).expect("what fits").gap(), gap);
    }
    for note in [None, Some(None), Some(Some("n"))] {
        let overrides = Overrides { note: Some(note.map(|note| note.map(Into::into))), ..Overrides::default() };
        assert_eq!(Config::load_with(bytes, overrides).expect("what fits").note(), note);
    }

    let inner = Inner::builder().token("t").build().expect("complete");
    let login = Login::builder().user("eve").port(9).build().expect("complete");
    let builder = || Config::builder().code("0000").login(login.clone()).inner(inner.clone()).vault(None);
    let config = builder().build().expect("complete");
    assert_eq!((config.gap(), config.note(), config.site()), (None, None, Some(site)));
    assert_eq!(config.hush(), None);
    let config = builder().hush(Some(Some("x".into()))).gap(Some(1)).note(Some(None)).site(None).build().expect("complete");
    assert_eq!((config.hush(), config.gap(), config.note(), config.site()), (Some(&Secret::new(Some("x".into()))), Some(1), Some(None), None));

    assert_eq!(Site::builder().build().as_ref(), Ok(site));
    let other = Site::builder().zone(Some(Some("z".into()))).floor(None).build().expect("complete");
    assert_eq!((other.floor(), other.zone()), (None, Some(Some("z"))));
    assert_eq!(Site::builder().zone(Some(None)).build().expect("complete").zone(), Some(None));
}

fn has_unions(bytes: &[u8]) {
    let config = Config::load(bytes).expect("the file is for this client");
    assert_eq!(config.port(), &Port::Number(80));
    let [Some(Routes::Full(full)), Some(Routes::Some(some))] = ["a", "b"].map(|key| config.routes().get(key)) else {
        panic!("the defaults");
    };
    assert_eq!((full.path(), full.peer(), full.weight()), ("p", None, RoutesFull::WEIGHT_DEFAULT));
    assert_eq!(&**some, &[RoutesSome::X]);
    // A secret does not show its case.
    assert_eq!(config.seal().map(Secret::reveal), Some(&Seal::Text("secret".into())));
    assert_eq!(format!("{:?} {:?}", config.seal(), config.seal().map(Secret::reveal)), "Some(<set>) Some(Seal(<set>))");

    for port in [Port::Name("http".into()), Port::Number(1)] {
        let overrides = Overrides { port: Some(port.clone()), ..Overrides::default() };
        assert_eq!(Config::load_with(bytes, overrides).expect("what fits").port(), &port);
    }
    let overrides = Overrides { port: Some(Port::Number(0)), ..Overrides::default() };
    let refused = Config::load_with(bytes, overrides).expect_err("too small").to_string();
    assert_eq!(refused, "override of `port`: case `number`: expected at least 1, found 0");

    let inner = Inner::builder().token("t").build().expect("complete");
    let login = Login::builder().user("eve").port(9).build().expect("complete");
    let builder = || Config::builder().code("0000").login(login.clone()).inner(inner.clone()).vault(None);
    let built = builder().build().expect("complete");
    assert_eq!((built.port(), built.routes(), built.seal()), (config.port(), config.routes(), None));
    let full = RoutesFull::builder().path("q").peer(Some(RoutesFullPeer::Id(7))).build().expect("complete");
    let (full, seal) = (Routes::Full(full), Some(Seal::On(true)));
    let built = builder().port(Port::Name("a".into())).routes([("c", full.clone())]).seal(seal.clone()).build();
    let built = built.expect("complete");
    assert_eq!((built.port(), built.seal().map(Secret::reveal)), (&Port::Name("a".into()), seal.as_ref()));
    assert!(built.routes().iter().map(|(key, one)| (&**key, one)).eq([("c", &full)]));

    assert_eq!((config.sink(), built.sink()), (&Sink::Drop(SinkDrop {}), config.sink()));
    let file = Sink::File(SinkFile::builder().path("/a").build().expect("complete"));
    assert_eq!(builder().sink(file.clone()).build().expect("complete").sink(), &file);

    let refused = builder().port(Port::Name("https".into())).build().expect_err("too long").to_string();
    assert_eq!(refused, "`port`: case `name`: expected at most 4 bytes, found 5");
    let refused = RoutesFull::builder().path("q").weight(10).build().expect_err("too large").to_string();
    assert_eq!(refused, "`weight`: expected at most 9, found 10");
    // The default of a sensitive member is not shown, in a case neither.
    let refused = StampAt::builder().day(1).build().expect_err("incomplete").to_string();
    assert_eq!(refused, "`by` is not set and has no default");
    assert_eq!(&**StampAt::builder().by("x").day(1).build().expect("complete").by().reveal(), "x");
    const { assert!(Config::PORT_NUMBER_MIN == 1 && Config::PORT_NAME_MAX_SIZE == 4) };
    const { assert!(Config::ROUTES_VALUE_SOME_MAX_COUNT == 2 && RoutesFull::WEIGHT_MAX == 9) };
}

fn has_constants() {
    const { assert!(Config::OPEN_S_MIN == 1 && Config::OPEN_S_MAX == 600 && Config::TAGS_MAX_COUNT == 2) };
    assert_eq!(Mode::ALL.iter().map(|mode| mode.name()).collect::<Vec<_>>(), ["push", "pull"]);
    assert_eq!(Mode::from_number(1), Some(Mode::Pull));
    assert_eq!(Mode::from_number(2), None);
    assert!(Mode::Push < Mode::Pull && Mode::Pull.number() == 1);
}
