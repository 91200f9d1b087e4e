//! The path of a runtime in an `#include`.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The path of a header in an `#include` with quotes, as in `acme/confc.hpp`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CppInclude(String);

impl CppInclude {
    const MAX_SIZE: usize = 255;
}

impl FromStr for CppInclude {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let fits = text.len() <= Self::MAX_SIZE
            && text.split('/').all(|name| !name.is_empty())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._+-".contains(&byte));
        fits.then(|| Self(text.into()))
            .ok_or("expected a relative path of letters, digits, `/` and `._+-`, as in `acme/confc.hpp`")
    }
}

impl Display for CppInclude {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::CppInclude;

    #[test]
    fn paths_need_no_quotes() {
        for path in ["confc.hpp", "acme/door-1/confc_runtime.h++", "../confc.hpp"] {
            assert!(path.parse::<CppInclude>().is_ok(), "{path}");
        }
        for path in ["", "/confc.hpp", "a//b.hpp", "a/", "a b.hpp", "<a.hpp>", "a\".hpp", "a\\b.hpp", "é.hpp"]
        {
            assert!(path.parse::<CppInclude>().is_err(), "{path}");
        }
    }
}
