//! The table of codes, one line each.
//!
//! `E` means error and `W` warning. The hundreds name the stage: 01 text, 02 manifest, 03 schema, 04 values, 05 bytes,
//! 06 compare, 07 generate, 08 edit (083x and below), export (084x), draft (085x) and products
//! (086x to 088x), 09 files and usage. A code is never reused.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The input is refused.
    Error,
    /// The input is accepted, but a part of it is doubtful.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

macro_rules! codes {
    ($($code:ident $slug:literal)*) => {
        /// A kind of diagnostic; `confc explain CODE` shows its page.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(
                #[doc = $slug]
                $code,
            )*
        }

        impl Code {
            /// Every code, in ascending order.
            pub const ALL: &[Self] = &[$(Self::$code),*];

            /// `E0203`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$code => stringify!($code)),* }
            }

            /// The name in a few words joined by hyphens.
            #[must_use]
            pub fn slug(self) -> &'static str {
                match self { $(Self::$code => $slug),* }
            }

            /// The page in Markdown: the meaning, the reason, a wrong and a right example.
            #[must_use]
            pub fn page(self) -> &'static str {
                match self { $(Self::$code => include_str!(concat!("pages/", stringify!($code), ".md"))),* }
            }
        }
    };
}

codes! {
    E0101 "invalid-utf8"
    E0102 "document-too-large"
    E0103 "nesting-too-deep"
    E0104 "unexpected-text"
    E0105 "unclosed-container"
    E0106 "unterminated-string"
    E0107 "unterminated-comment"
    E0108 "invalid-escape"
    E0109 "lone-surrogate"
    E0110 "invalid-number"
    E0111 "duplicate-key"
    E0112 "text-after-the-document"
    E0113 "empty-document"
    E0114 "yaml-not-understood"
    E0115 "yaml-tag"
    E0116 "yaml-merge-key"
    E0117 "yaml-key-not-a-string"
    E0118 "yaml-several-documents"
    E0119 "yaml-directive"
    E0120 "yaml-alias-without-value"
    E0121 "yaml-aliases-too-large"
    E0122 "yaml-ambiguous-number"
    E0123 "toml-not-understood"
    E0124 "toml-date"
    E0130 "another-language"
    E0201 "manifest-not-an-object"
    E0202 "unknown-section"
    E0203 "duplicate-field"
    E0204 "wrong-section-shape"
    E0205 "empty-config"
    E0207 "invalid-include"
    E0208 "missing-include"
    E0209 "include-outside"
    E0210 "include-cycle"
    E0211 "includes-nest-too-deep"
    E0212 "unreadable-include"
    E0213 "merge-conflict"
    E0214 "number-too-large"
    E0301 "invalid-key"
    E0302 "key-too-long"
    E0303 "field-not-an-object"
    E0304 "missing-type"
    E0305 "unknown-type"
    E0306 "missing-attribute"
    E0307 "unknown-attribute"
    E0308 "attribute-does-not-fit"
    E0309 "wrong-attribute-value"
    E0310 "invalid-size"
    E0311 "minimum-above-maximum"
    E0312 "invalid-bound"
    E0313 "invalid-pattern"
    E0314 "pattern-too-large"
    E0315 "element-not-allowed"
    E0316 "types-too-deep"
    E0317 "no-members-or-variants"
    E0318 "invalid-variant-number"
    E0319 "variant-number-taken"
    E0320 "unknown-mutability"
    E0321 "deprecated-without-default"
    E0322 "alias-taken"
    E0323 "too-many-fields"
    E0324 "restricted-feature"
    E0325 "invalid-policy"
    E0326 "declared-in-two-ways"
    E0327 "used-twice"
    E0328 "use-differs-from-config"
    E0329 "two-defaults"
    E0330 "availability-not-allowed"
    E0331 "default-never-used"
    E0332 "no-value-without-capability"
    E0333 "control-in-documentation"
    E0334 "expression-type"
    E0335 "unknown-name-in-expression"
    E0336 "rule-too-costly"
    E0337 "expression-past-a-limit"
    E0338 "defaults-break-a-rule"
    E0339 "message-shows-a-secret"
    E0340 "rule-given-twice"
    E0341 "for-names-no-place"
    E0342 "unknown-unit"
    E0343 "rule-never-holds"
    E0344 "expression-always-fails"
    E0345 "expression-syntax"
    E0346 "names-collide"
    E0347 "key-needs-a-name"
    E0348 "kinds-collide"
    E0349 "types-in-a-cycle"
    E0350 "types-expand-too-far"
    E0351 "unknown-named-type"
    E0352 "misplaced-rest"
    E0353 "null-is-ambiguous"
    E0354 "tagged-case-is-no-struct"
    E0401 "wrong-kind-of-value"
    E0402 "not-an-integer"
    E0403 "out-of-range"
    E0404 "not-a-finite-number"
    E0405 "beyond-a-bound"
    E0406 "size-not-allowed"
    E0407 "pattern-not-matched"
    E0408 "count-not-allowed"
    E0409 "repeated-element"
    E0410 "unknown-variant"
    E0411 "unknown-member"
    E0412 "missing-member"
    E0413 "unknown-field"
    E0414 "set-under-key-and-alias"
    E0415 "values-disagree"
    E0416 "missing-value"
    E0417 "layer-not-an-object"
    E0418 "no-schema"
    E0419 "invalid-setting"
    E0420 "operator-not-alone"
    E0421 "unknown-operator"
    E0422 "operator-does-not-fit"
    E0423 "no-value-so-far"
    E0424 "invalid-path"
    E0425 "no-such-element"
    E0426 "combined-value-does-not-fit"
    E0427 "patch-of-everything"
    E0428 "removed-without-default"
    E0429 "no-embedded-text"
    E0430 "secret-copied"
    E0440 "invalid-pointer"
    E0441 "wrong-kind-in-patch"
    E0442 "unknown-operation"
    E0443 "missing-in-operation"
    E0444 "not-allowed-in-operation"
    E0445 "path-leads-nowhere"
    E0446 "test-failed"
    E0447 "moved-into-itself"
    E0448 "patch-too-large"
    E0449 "nothing-left"
    E0450 "rule-broken"
    E0451 "rule-not-evaluated"
    E0452 "expression-not-evaluated"
    E0453 "expression-does-not-fit"
    E0454 "depends-on-itself"
    E0455 "computed-values-disagree"
    E0456 "secret-flows-out"
    E0457 "input-missing"
    E0458 "unknown-input"
    E0459 "input-declared-differently"
    E0460 "not-a-quantity"
    E0461 "patch-reads-a-computed-value"
    E0462 "input-already-fixed"
    E0463 "no-case-for-this-kind"
    E0464 "json-past-a-limit"
    E0465 "entry-named-like-a-field"
    E0501 "damaged-file"
    E0502 "file-too-large"
    E0503 "invalid-declaration"
    E0504 "checksum-of-other-fields"
    E0505 "sensitive-default-not-shown"
    E0506 "declaration-too-large"
    E0507 "invalid-value-file"
    E0508 "checksum-mismatch"
    E0509 "wrong-number-of-values"
    E0510 "value-does-not-fit"
    E0511 "override-refused"
    E0512 "not-shown-alone"
    E0513 "plan-of-another-interface"
    E0514 "plan-of-a-newer-language"
    E0515 "invalid-plan"
    E0516 "not-for-a-plan"
    E0520 "another-kind-of-file"
    E0530 "not-an-index"
    E0531 "output-changed"
    E0532 "output-missing"
    E0533 "output-failed"
    E0534 "output-not-listed"
    E0601 "mode-broken"
    E0701 "same-generated-name"
    E0702 "named-like-the-configuration"
    E0703 "reserved-type-name"
    E0704 "path-not-for-cargo"
    E0705 "no-output-folder"
    E0715 "same-name-in-protobuf"
    E0716 "same-field-number"
    E0801 "value-with-an-alias"
    E0802 "value-behind-an-alias"
    E0803 "change-of-a-merge-key"
    E0804 "change-of-a-repeated-key"
    E0805 "tag-of-another-type"
    E0806 "value-without-a-text"
    E0807 "not-changed-in-place"
    E0808 "not-written-again"
    E0809 "aliases-too-large-to-change"
    E0810 "alias-in-itself"
    E0815 "not-a-policy"
    E0816 "unknown-key-in-policy"
    E0817 "missing-key-in-policy"
    E0818 "wrong-kind-in-policy"
    E0819 "overrider-not-supported"
    E0820 "cluster-not-named"
    E0821 "cluster-not-decidable"
    E0822 "json-and-yaml"
    E0823 "neither-json-nor-yaml"
    E0824 "two-forms-of-rules"
    E0825 "unknown-label-operator"
    E0826 "values-of-label-operator"
    E0827 "field-not-a-string"
    E0828 "not-one-document"
    E0829 "set-without-literal"
    E0830 "not-formatted"
    E0831 "no-spelling-in-this-format"
    E0832 "two-values-of-one-name"
    E0840 "value-not-one-line"
    E0841 "same-name-in-flat-format"
    E0842 "no-value-in-this-format"
    E0843 "not-a-kubernetes-key"
    E0844 "export-too-large"
    E0845 "no-secret-for-variables"
    E0846 "value-file-not-for-a-configmap"
    E0850 "not-a-name-of-a-field"
    E0851 "two-keys-become-one"
    E0853 "no-type-for-a-value"
    E0854 "no-values-to-draft-from"
    E0855 "key-not-renamed"
    E0856 "schema-not-supported"
    E0860 "not-a-product"
    E0861 "unknown-key-in-product"
    E0862 "wrong-kind-in-product"
    E0863 "name-not-allowed"
    E0864 "missing-in-product"
    E0865 "unknown-component"
    E0866 "unknown-environment"
    E0867 "environments-in-a-cycle"
    E0868 "product-too-large"
    E0869 "path-not-allowed-in-product"
    E0870 "set-twice"
    E0871 "environments-disagree"
    E0872 "listed-twice"
    E0873 "only-one-of-two"
    E0874 "import-left-out"
    E0875 "operator-in-set"
    E0876 "unknown-feature"
    E0877 "component-without-schema"
    E0878 "unknown-shared-key"
    E0879 "layer-for-many-not-an-object"
    E0880 "input-fixed"
    E0881 "import-named-like-a-field"
    E0882 "rule-reads-what-is-left-out"
    E0883 "file-of-a-product-not-read"
    E0884 "no-layer-at-the-pointer"
    E0885 "not-a-package-path"
    E0886 "export-not-possible"
    E0887 "secret-not-for-a-plan"
    E0901 "cannot-read-file"
    E0902 "cannot-write-file"
    E0903 "bad-usage"
    E0904 "two-outputs-with-one-name"
    E0905 "path-not-for-depfiles"
    E0906 "bad-response-file"
    E0907 "unknown-code"
    E0908 "output-is-input"
    E0909 "cannot-read-from-git"
    E0910 "not-in-the-repository"
    E0911 "bad-line-in-batch"
    E0912 "bad-request"
    E0913 "requests-cannot-be-followed"
    E0914 "output-is-not-text"
    W0101 "misplaced-documentation"
    W0102 "lost-backslash"
    W0301 "constraint-without-effect"
    W0302 "rule-always-holds"
    W0303 "rule-repeats-a-constraint"
    W0304 "units-differ"
    W0305 "not-sensitive"
    W0306 "place-not-read"
    W0401 "old-key"
    W0402 "deprecated-field"
    W0403 "nothing-to-unset"
    W0404 "unread-input"
    W0405 "layer-given-twice"
    W0406 "plain-expression"
    W0407 "near-a-declared-name"
    W0601 "unused-exemption"
    W0801 "document-not-selected"
    W0802 "old-form-of-rules"
    W0803 "cluster-named-by-no-rule"
    W0804 "drafted-as-json"
    W0805 "variable-kept-as-text"
    W0840 "sensitive-fields-left-out"
    W0841 "no-sensitive-fields"
    W0860 "sensitive-elsewhere"
    W0861 "file-of-an-earlier-run"
    W0862 "rule-not-checked"
    W0863 "given-and-left-out"
    W0864 "rules-wait"
    W0865 "never-extended"
    W0866 "other-name-in-shared"
}

impl Code {
    /// The severity, by the first letter of the code.
    #[must_use]
    pub fn severity(self) -> Severity {
        if self.name().starts_with('W') { Severity::Warning } else { Severity::Error }
    }

    /// Whether the compiler could not run as requested, in contrast to findings in an input.
    #[must_use]
    pub fn could_not_run(self) -> bool {
        // E0419 and E0829: a flag without its `=` or value is bad usage. E0907: `confc explain` ran, but knows no such
        // code.
        matches!(self, Self::E0419 | Self::E0829) || (self.name().starts_with("E09") && self != Self::E0907)
    }

    /// Whether it is about the syntax of a text, so that other mistakes in the text may not have been found.
    pub(crate) fn is_syntax(self) -> bool {
        self.name().starts_with("E01")
    }

    /// Whether it is about a key that is there twice.
    pub(crate) fn is_of_two_keys(self) -> bool {
        matches!(self, Self::E0111 | Self::E0203 | Self::E0414)
    }

    /// Whether two layers disagree, so that only a person knows which is right.
    pub(crate) fn is_of_two_layers(self) -> bool {
        matches!(self, Self::E0415 | Self::E0455)
    }

    /// Whether a value is missing, which is mended where values are set.
    pub(crate) fn is_of_missing_value(self) -> bool {
        self == Self::E0416
    }

    /// Whether it is about something that is deprecated.
    pub(crate) fn is_of_deprecated(self) -> bool {
        matches!(self, Self::W0401 | Self::W0402)
    }

    /// Whether it is about something without effect.
    pub(crate) fn is_without_effect(self) -> bool {
        self == Self::W0301
    }

    /// Whether it follows from another reported error.
    pub(crate) fn is_consequence(self) -> bool {
        self == Self::W0862
    }
}

impl Display for Code {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that is not a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownCode;

impl FromStr for Code {
    type Err = UnknownCode;

    /// Parses a code in upper or lower case.
    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        Self::ALL.iter().copied().find(|code| code.name().eq_ignore_ascii_case(text)).ok_or(UnknownCode)
    }
}
