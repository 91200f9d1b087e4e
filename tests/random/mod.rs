//! Everything that is random in the tests comes from one seed. It is the same in every run, so that a red run can be
//! made again; `CONFC_SEED` is another one, `CONFC_SEED=fresh` one that nobody has tried yet. `CONFC_TIMES=20` tries
//! twenty times as much of everything. A random test that fails prints the command that makes it fail again.

pub(crate) mod texts;

use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::cell::Cell;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::OnceLock;

/// The seed of every run that names none.
const PINNED: u64 = 1;

/// What a run is told by its environment.
struct Settings {
    seed: u64,
    times: u64,
}

thread_local! {
    /// The seed by which a failure of the test on this thread is made again, if it is random.
    static AGAIN: Cell<Option<u64>> = const { Cell::new(None) };
}

#[expect(
    clippy::disallowed_methods,
    reason = "what is tried, and for how long, is for whoever starts the tests"
)]
fn settings() -> &'static Settings {
    static SETTINGS: OnceLock<Settings> = OnceLock::new();
    let number = |name: &str, usual: u64| match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} must be a number, not {text:?}")),
        Err(_) => usual,
    };
    SETTINGS.get_or_init(|| {
        tell_how_to_fail_again();
        let is_fresh = std::env::var("CONFC_SEED").is_ok_and(|text| text == "fresh");
        let seed = if is_fresh { RandomState::new().hash_one(0) >> 32 } else { number("CONFC_SEED", PINNED) };
        Settings { seed, times: number("CONFC_TIMES", 1) }
    })
}

/// Has every panic of a random test followed by the command that repeats it.
fn tell_how_to_fail_again() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        print(panic);
        // Once a test: what is made smaller panics again and again.
        let Some(seed) = AGAIN.take() else { return };
        eprintln!("random: {}", command(seed, std::thread::current().name()));
    }));
}

/// The command that repeats a test. One that runs on the main thread has no name of its own.
fn command(seed: u64, test: Option<&str>) -> String {
    let times = match settings().times {
        1 => String::new(),
        times => format!("CONFC_TIMES={times} "),
    };
    let filter = test.filter(|test| *test != "main").map(|test| format!(" -- --exact {test}"));
    let (package, target) = (env!("CARGO_PKG_NAME"), env!("CARGO_CRATE_NAME"));
    format!("CONFC_SEED={seed} {times}cargo test -p {package} --test {target}{}", filter.unwrap_or_default())
}

/// The seed, for a test that is random from here on.
fn seed() -> u64 {
    let seed = settings().seed;
    AGAIN.set(Some(seed));
    seed
}

/// How often something is tried that is tried so often in the usual run.
pub(crate) fn times(usual: usize) -> usize {
    usual * usize::try_from(settings().times).expect("CONFC_TIMES is no larger than memory")
}

/// How `proptest!` runs, with so many cases in the usual run. Its files of old failures are not needed: a seed repeats
/// them, and what was found once becomes a test of its own.
pub(crate) fn cases(usual: u32) -> Config {
    Config {
        cases: u32::try_from(times(usual as usize)).expect("CONFC_TIMES is not that large"),
        rng_seed: RngSeed::Fixed(seed()),
        failure_persistence: None,
        ..Config::default()
    }
}

/// What draws from strategies.
pub(crate) fn runner() -> TestRunner {
    TestRunner::new(cases(256))
}

/// Tries something so often in the usual run, each time with a seed of its own, with which another run begins that is
/// to make only this one again.
pub(crate) fn attempts(usual: usize, mut attempt: impl FnMut(&mut Random)) {
    let first = seed();
    for at in 0..times(usual) as u64 {
        let seed = first.wrapping_add(at);
        AGAIN.set(Some(seed));
        attempt(&mut Random(seed));
    }
    AGAIN.set(Some(first));
}

/// Choices that a seed decides.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The choices of this number: a test that needs others than another test takes another number.
    pub(crate) fn stream(number: u64) -> Self {
        Self(Self(seed()).word() ^ Self(number).word())
    }

    /// The choices of a seed that was itself drawn.
    pub(crate) fn of(seed: u64) -> Self {
        Self(seed)
    }

    /// splitmix64: neighbouring seeds make unrelated choices.
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below this one; 0 where that is 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.word() % limit.max(1) as u64).expect("it is below a size")
    }

    /// Once in this many times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of a list, which is not empty.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }

    /// One of a list, which is not empty.
    pub(crate) fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}

/// How much of what was made up was accepted. A law of what is accepted holds for nothing if all of it is refused, and
/// a law of what is refused if nothing is.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    accepted: Cell<usize>,
    refused: Cell<usize>,
}

impl Tally {
    pub(crate) fn count(&self, is_accepted: bool) {
        let of = if is_accepted { &self.accepted } else { &self.refused };
        of.set(of.get() + 1);
    }

    /// Fails unless so many of a hundred were accepted, and so many refused.
    #[track_caller]
    pub(crate) fn demand(&self, accepted: usize, refused: usize) {
        let all = self.accepted.get() + self.refused.get();
        let is_enough = |count: usize, percent: usize| 100 * count >= percent * all;
        assert!(
            all > 0 && is_enough(self.accepted.get(), accepted) && is_enough(self.refused.get(), refused),
            "{self:?}: at least {accepted} % must be accepted, and {refused} % refused"
        );
    }
}
