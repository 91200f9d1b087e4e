//! The search for fields by words: which fields a query finds, and in which order.
//!
//! Everything that searches fields ranks them here, so the same query gives the same order everywhere. The script of a
//! catalogue (`catalogue/app.js`) ranks in the same way; it also finds types, before documentation.

/// The most words of a query. The others are ignored.
const MAX_WORDS: usize = 16;

/// The words of a query, in lower case.
#[derive(Debug, Clone)]
pub struct SearchQuery {
    words: Vec<String>,
}

/// The texts of a field in which a query looks for its words.
#[derive(Debug, Clone, Copy)]
pub struct SearchedField<'f> {
    /// The name of its component.
    pub component: &'f str,
    /// The keys from the fields of the component to it: `pool.size`.
    pub path: &'f str,
    /// The same path with native names.
    pub native: &'f str,
    /// Its former names.
    pub aliases: &'f [&'f str],
    /// Its documentation.
    pub documentation: &'f str,
}

/// The rank of a field that a query finds. The least rank comes first, and fields of equal rank keep their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SearchRank {
    /// The place of the word with the worst place.
    worst: WordPlace,
    /// The places of all words.
    total: usize,
    /// The characters of the path; 0 for a query without words, which keeps the order.
    length: usize,
}

/// The places where a field can contain a word, the best first. A name is the key, the native name, or the path of
/// either.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum WordPlace {
    /// A name.
    Whole,
    /// The beginning of a name.
    Beginning,
    /// The beginning of a word of a name.
    BeginningOfWord,
    /// Within a name.
    Within,
    Alias,
    Component,
    Documentation,
}

impl SearchQuery {
    /// Reads the words of a query, which white space separates.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { words: text.split_whitespace().take(MAX_WORDS).map(|word| lower(word).collect()).collect() }
    }

    /// The rank of a field; `None` unless the field contains every word. Takes time linear in the texts of the field.
    #[must_use]
    pub fn rank(&self, field: &SearchedField<'_>) -> Option<SearchRank> {
        let places = self.words.iter().map(|word| field.place(word)).collect::<Option<Vec<_>>>()?;
        let worst = places.iter().max().copied().unwrap_or(WordPlace::Whole);
        let total = places.into_iter().map(|place| place as usize).sum();
        let length = if self.words.is_empty() { 0 } else { field.path.chars().count() };
        Some(SearchRank { worst, total, length })
    }
}

impl SearchedField<'_> {
    /// The best place of a word. `component.path` counts as a name of the field.
    fn place(&self, word: &str) -> Option<WordPlace> {
        let component: String = lower(self.component).collect();
        let within = word.strip_prefix(&component).and_then(|rest| rest.strip_prefix('.'));
        let of_path =
            within.filter(|within| !within.is_empty()).and_then(|within| self.place_in_name(within));
        let in_name = [of_path, self.place_in_name(word)].into_iter().flatten().min();
        let contains = |text: &str| lower(text).collect::<String>().contains(word);
        in_name
            .or_else(|| self.aliases.iter().any(|alias| contains(alias)).then_some(WordPlace::Alias))
            .or_else(|| (within == Some("") || component.contains(word)).then_some(WordPlace::Component))
            .or_else(|| contains(self.documentation).then_some(WordPlace::Documentation))
    }

    fn place_in_name(&self, word: &str) -> Option<WordPlace> {
        [self.path, self.native].into_iter().filter_map(|path| place_in_path(path, word)).min()
    }
}

/// The best place of a word in a path or in the last key of it.
fn place_in_path(path: &str, word: &str) -> Option<WordPlace> {
    let key = path.rsplit('.').next().unwrap_or_default();
    let begins = |text: &str| {
        let mut letters = lower(text);
        word.chars().all(|letter| letters.next() == Some(letter)).then(|| letters.next().is_none())
    };
    match (begins(path), begins(key)) {
        (Some(true), _) | (_, Some(true)) => Some(WordPlace::Whole),
        (Some(false), _) | (_, Some(false)) => Some(WordPlace::Beginning),
        (None, None) if words(path).any(|text| begins(text).is_some()) => Some(WordPlace::BeginningOfWord),
        (None, None) => lower(path).collect::<String>().contains(word).then_some(WordPlace::Within),
    }
}

/// The rest of a name from each of its words on. A word begins after `.`, `_` and `-`, and at a capital letter after a
/// small letter or a digit.
fn words(name: &str) -> impl Iterator<Item = &str> {
    let mut before = '.';
    let starts = name.char_indices().filter_map(move |(at, letter)| {
        let before = std::mem::replace(&mut before, letter);
        let is_start = matches!(before, '.' | '_' | '-') || (letter.is_uppercase() && !before.is_uppercase());
        is_start.then_some(at)
    });
    starts.filter_map(|at| name.get(at..))
}

/// The characters in lower case, each by itself: whether a query finds a text does not depend on the text around.
fn lower(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::{SearchQuery, SearchedField};

    const FIELD: SearchedField<'static> =
        SearchedField { component: "api", path: "", native: "", aliases: &[], documentation: "" };

    /// The paths that a query finds, in their order.
    fn found(query: &str, fields: &[SearchedField<'static>]) -> Vec<&'static str> {
        let query = SearchQuery::new(query);
        let ranked = fields.iter().filter_map(|field| Some((query.rank(field)?, field.path)));
        let mut ranked: Vec<_> = ranked.collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().map(|(_, path)| path).collect()
    }

    fn named(path: &'static str) -> SearchedField<'static> {
        SearchedField { path, native: path, ..FIELD }
    }

    #[test]
    fn better_places_come_first() {
        let fields = [
            SearchedField { documentation: "The port.", ..named("k") },
            SearchedField { component: "export", ..named("j") },
            SearchedField { aliases: &["old_port"], ..named("i") },
            named("reported"),
            named("the_port"),
            SearchedField { native: "thePorts", ..named("h") },
            named("ports"),
            named("a.portal"),
            named("server.port"),
            SearchedField { native: "Port", ..named("g") },
            named("port"),
            named("other"),
        ];
        let expected =
            ["g", "port", "server.port", "ports", "a.portal", "h", "the_port", "reported", "i", "j", "k"];
        assert_eq!(found("port", &fields), expected);
        assert_eq!(found("PORT", &fields), expected);
    }

    #[test]
    fn every_word_must_be_found() {
        let fields = [
            SearchedField { documentation: "The size of the pool.", ..named("limit") },
            named("pool_count"),
            named("pool.size"),
            named("pool_size"),
            named("size"),
        ];
        assert_eq!(found("pool size", &fields), ["pool.size", "pool_size", "limit"]);
        assert_eq!(found(" size\tPOOL ", &fields), ["pool.size", "pool_size", "limit"]);
        assert_eq!(found("pool missing", &fields), [""; 0]);
    }

    #[test]
    fn a_name_may_have_the_component_before_it() {
        let other = SearchedField { component: "other", ..named("pool.size") };
        let fields = [other, named("size"), named("pool.size")];
        assert_eq!(found("api.pool.size", &fields), ["pool.size"]);
        assert_eq!(found("api.s", &fields), ["size", "pool.size"]);
        assert_eq!(found("api.", &fields), ["size", "pool.size"]);
        assert_eq!(found("api", &fields), ["size", "pool.size"]);
    }

    #[test]
    fn shorter_paths_come_first_and_equal_ones_keep_their_order() {
        let fields = [named("max_wait"), named("max_size"), named("maximum"), named("b.max_a")];
        assert_eq!(found("max", &fields), ["maximum", "b.max_a", "max_wait", "max_size"]);
        assert_eq!(found(" ", &fields), ["max_wait", "max_size", "maximum", "b.max_a"]);
    }

    #[test]
    fn case_is_folded_in_all_alphabets() {
        let fields = [SearchedField { documentation: "Größe der ΟΔΟΣ 𐐀é", ..named("a") }];
        for query in ["GRÖSSE", "ς"] {
            assert_eq!(found(query, &fields), [""; 0]);
        }
        for query in ["GRÖßE", "οδοσ", "𐐨É", "größe DER"] {
            assert_eq!(found(query, &fields), ["a"], "{query}");
        }
    }

    #[test]
    fn long_queries_take_little_time() {
        let long = "a".repeat(1 << 20);
        let fields = [SearchedField { documentation: "aaaa aaaa", ..named("aaaa") }];
        assert_eq!(found(&long, &fields), [""; 0]);
        assert_eq!(found(&"a ".repeat(1 << 20), &fields), ["aaaa"]);
    }
}
