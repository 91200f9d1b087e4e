//! The pages of codes that show YAML or TOML show it truly.

use super::Read;
use confc::diagnostic::Code;
use confc::syntax::Format;

/// The blocks of a language in a part of a page.
fn blocks<'p>(part: &'p str, language: &str) -> Vec<&'p str> {
    let fence = format!("```{language}\n");
    part.split(fence.as_str()).skip(1).map(|block| block.split("```").next().unwrap_or(block)).collect()
}

#[test]
fn wrong_examples_yield_their_code_and_right_ones_nothing() {
    let mut count = 0;
    // Patches and policies are shown in YAML too; their pages' texts are read by other readers.
    for &code in Code::ALL.iter().filter(|code| !code.name().starts_with("E08")) {
        // That every page has its examples is held elsewhere.
        let (_, examples) = code.page().split_once("\n## Wrong\n").unwrap_or_default();
        let (wrong, right) = examples.split_once("\n## Right\n").unwrap_or_default();
        for (language, format) in [("yaml", Format::Yaml), ("toml", Format::Toml)] {
            for example in blocks(wrong, language) {
                assert_eq!(Read::new(format, example).codes(), [code], "{example}");
                count += 1;
            }
            for example in blocks(right, language) {
                let read = Read::new(format, example);
                assert!(read.is_accepted(), "{code}: the right example yields {:?}", read.told());
            }
        }
    }
    assert!(count >= 10, "{count}");
}
