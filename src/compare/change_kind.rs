//! The table of change kinds: what each breaks, who is affected, and the remedy.

use crate::text::suggest;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// Whether a change breaks something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Breaks {
    /// It breaks nothing.
    No,
    /// It is unknown whether something breaks, so it counts as breaking.
    May,
    /// Some values that are valid on one side are not valid on the other.
    Yes,
}

macro_rules! change_kinds {
    ($($kind:ident $id:literal $backward:ident $forward:ident $checksum:ident $who:literal $reason:literal $remedy:literal)*) => {
        /// A kind of change, with what it breaks.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ChangeKind {
            $(
                #[doc = $reason]
                $kind,
            )*
        }

        impl ChangeKind {
            /// All kinds, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// The name for people and for `--allow`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$kind => $id),* }
            }

            /// The most that such a change breaks for values of the old schema in the new one.
            #[must_use]
            pub const fn backward(self) -> Breaks {
                match self { $(Self::$kind => Breaks::$backward),* }
            }

            /// The most that such a change breaks for values of the new schema in the old one.
            #[must_use]
            pub const fn forward(self) -> Breaks {
                match self { $(Self::$kind => Breaks::$forward),* }
            }

            /// Whether such a change changes the checksum.
            #[must_use]
            pub const fn moves_checksum(self) -> bool {
                match self { $(Self::$kind => change_kinds!($checksum)),* }
            }

            /// Who is affected; empty for nobody.
            #[must_use]
            pub const fn who(self) -> &'static str {
                match self { $(Self::$kind => $who),* }
            }

            /// The reason.
            #[must_use]
            pub const fn reason(self) -> &'static str {
                match self { $(Self::$kind => $reason),* }
            }

            /// The remedy; empty if nothing breaks.
            #[must_use]
            pub const fn remedy(self) -> &'static str {
                match self { $(Self::$kind => $remedy),* }
            }
        }
    };
    (moves) => { true };
    (stays) => { false };
}

// A row: the kind, its id, what it breaks backward and forward, whether the checksum changes, who is affected, the
// reason, the remedy. A change may break less than its kind says, never more. A kind is next to its opposite.
change_kinds! {
    SchemaAdded "schema-added" No Yes moves
        "every layer of the new schema"
        "without a schema no values are accepted"
        "release the schema before the values"
    SchemaRemoved "schema-removed" Yes No moves
        "every layer of the old schema"
        "without a schema no values are accepted"
        "keep the schema until there are no values for it any more"
    ValueSourceChanged "value-source-changed" No No stays
        "" "the value source does not affect which values are valid" ""
    SectionChanged "section-changed" No No stays
        "" "a section that is carried unchanged is not part of the configuration" ""

    FieldAdded "field-added" No Yes moves
        "new layers that set it, when read with the old schema"
        "an unknown key is refused"
        "do not set the field in layers that are still read with the old schema"
    FieldRemoved "field-removed" Yes No moves
        "old layers that set it"
        "an unknown key is refused"
        "keep the field and deprecate it until no layer sets it; if it was renamed, make its key an alias of the new one"
    FieldAddedRequired "field-added-required" Yes Yes moves
        "every old layer, since none sets it; every new layer, when read with the old schema"
        "a field without a default must be set, and an unknown key is refused"
        "give the field a default; if it was renamed, give it the old key as an alias"
    FieldRemovedRequired "field-removed-required" Yes Yes moves
        "every old layer, since each sets it; every new layer, when read with the old schema"
        "an unknown key is refused, and a field without a default must be set"
        "give the field a default and deprecate it first; if it was renamed, make its key an alias of the new one"

    FieldRenamed "field-renamed" No Yes moves
        "new layers that set it under the new key, when read with the old schema"
        "the old key is an alias of the new one, but the old schema does not know the new one"
        "write the old key in layers that are still read with the old schema"
    AliasPromoted "alias-promoted" Yes No moves
        "old layers that set it under the old key"
        "the new key was an alias of the old one, but the old one is gone"
        "make the old key an alias of the new one"
    KeyAndAliasSwapped "key-and-alias-swapped" No No moves
        "" "both schemas know both keys" ""
    KeyChanged "key-changed" Yes Yes moves
        "expressions, environment files and parents that use a key that only one of the schemas knows"
        "literals use the native name, but expressions, variables and overrides use the key"
        "make the old key an alias of the new one"
    NameChanged "name-changed" Yes Yes stays
        "layers that use a native name of only one of the schemas; exports of the field"
        "layers and exports use the native name, and an unknown name is refused"
        "make the old native name an alias, and write it in layers that are still read with the old schema"
    AliasAdded "alias-added" No Yes stays
        "new layers that use the alias, when read with the old schema"
        "an unknown key is refused"
        "write the field's own name in layers that are still read with the old schema"
    AliasRemoved "alias-removed" Yes No stays
        "old layers that use the alias"
        "an unknown key is refused"
        "keep the alias until no layer uses it"
    NameMoved "name-moved" May May stays
        "layers that use the name, or that set both fields"
        "a name is read as another field than before"
        "keep the name with its field, and choose a new one for the other"

    RestAdded "rest-added" Yes Yes stays
        "old layers that set it under its name; new layers with entries, when read with the old schema"
        "the entries of a rest are beside the other fields, and its own name is one of theirs"
        "keep the map, and add another one as the rest"
    RestRemoved "rest-removed" Yes Yes stays
        "old layers with entries; new layers that set it under its name, when read with the old schema"
        "the entries of a rest are beside the other fields, and its own name is one of theirs"
        "keep `rest: true` until no layer has entries"
    EntryOrField "entry-or-field" May May stays
        "layers that use the name"
        "one of the schemas has a field of this name, and in the other it is an entry of the rest"
        "choose a name that no layer uses, or make sure that no layer has an entry of this name and exempt the change"

    ParentGiven "parent-given" No Yes stays
        "parents that override it, when loaded with the old schema"
        "a parent can override only fields with `mutability: [\"parent\"]`"
        "let parents override the field only when the new schema is deployed everywhere"
    ParentTakenAway "parent-taken-away" Yes No stays
        "parents that override it"
        "a parent can override only fields with `mutability: [\"parent\"]`"
        "keep `mutability: [\"parent\"]` until no parent overrides the field"
    OverrideKindChanged "override-kind-changed" Yes Yes stays
        "parents that override it"
        "an override has the field's exact type, and `null` in it is a string for a union that takes strings; the text of a layer has no type of its own, and still fits"
        "keep the type of a field that parents override, or add a field of the other type beside it"

    OptionalAdded "optional-added" No Yes moves
        "new layers that leave it without a value, when read with the old schema"
        "only an optional field may have no value"
        "give the field a value in layers that are still read with the old schema"
    OptionalRemoved "optional-removed" Yes No moves
        "old layers that leave it without a value"
        "only an optional field may have no value"
        "keep `optional: true` until every layer gives the field a value"
    NullableAdded "nullable-added" Yes Yes moves
        "layers that say `null`"
        "`null` is a value of nullable fields only; in another field that is optional, it means that there is no value"
        "do not write `null` in layers that are still read with the old schema; for no value, leave the field out"
    NullableRemoved "nullable-removed" Yes Yes moves
        "layers that say `null`"
        "`null` is a value of nullable fields only; in another field that is optional, it means that there is no value"
        "keep `nullable: true` until no layer says `null`"
    DefaultAdded "default-added" No Yes stays
        "new layers that leave it out, when read with the old schema"
        "a field without a default must be set"
        "set the field in layers that are still read with the old schema"
    DefaultRemoved "default-removed" Yes No stays
        "old layers that leave it out"
        "a field without a default must be set"
        "keep the default"
    DefaultChanged "default-changed" No No stays
        "" "layers that leave it out stay valid, and get another value" ""
    AppendRefused "append-refused" Yes Yes stays
        "layers that `$append` to it"
        "elements are appended to the default: together there may be too many, or one of them twice, or there may be no default"
        "keep the default; if there are too many elements, raise `max_count` by the number of elements that the default gains"
    AppendRuledOut "append-ruled-out" Yes Yes stays
        "layers that `$append` to it"
        "`$append` adds to vectors, not to arrays"
        "keep the vector: with equal `min_count` and `max_count` it has a fixed number of elements, as an array has"
    EntriesRefused "entries-refused" Yes Yes stays
        "layers that change single entries of it with operators"
        "single entries are changed in the default: together there may be too many or too few"
        "keep the keys of the default, or widen `min_count` and `max_count` by as many entries as change in it"

    TypeWidened "type-widened" No Yes moves
        "new layers with a value that only the new type has, when read with the old schema"
        "the new type accepts every literal of the old one, and more"
        "keep to values of the old type in layers that are still read with the old schema"
    TypeNarrowed "type-narrowed" Yes No moves
        "old layers with a value that only the old type has"
        "the old type accepts every literal of the new one, and more"
        "keep the old type, or add a field of the new type and deprecate this one"
    TypeChanged "type-changed" Yes Yes moves
        "layers with a value that only one of the types has"
        "each type accepts literals that the other one refuses"
        "add a field of the new type, and deprecate this one"
    TypeRespelled "type-respelled" No No moves
        "" "both types accept the same literals, but may round them differently" ""
    RoundingChanged "rounding-changed" Yes Yes stays
        "layers with a literal just beyond a bound, which one of the types rounds onto it"
        "a literal is rounded to its type before it is compared with `min` and `max`"
        "move the bounds of the new type a little further out"

    MinRaised "min-raised" Yes No moves
        "old layers with a smaller value" "a smaller value is refused" "keep the lower `min`"
    MinLowered "min-lowered" No Yes moves
        "new layers with a smaller value, when read with the old schema" "a smaller value is refused"
        "keep to values from the old `min` on in layers that are still read with the old schema"
    MaxLowered "max-lowered" Yes No moves
        "old layers with a larger value" "a larger value is refused" "keep the higher `max`"
    MaxRaised "max-raised" No Yes moves
        "new layers with a larger value, when read with the old schema" "a larger value is refused"
        "keep to values up to the old `max` in layers that are still read with the old schema"
    MinSizeRaised "min-size-raised" Yes No moves
        "old layers with a shorter string" "a shorter string is refused" "keep the lower `min_size`"
    MinSizeLowered "min-size-lowered" No Yes moves
        "new layers with a shorter string, when read with the old schema" "a shorter string is refused"
        "keep to the old `min_size` in layers that are still read with the old schema"
    MaxSizeLowered "max-size-lowered" Yes No moves
        "old layers with a longer value" "a longer value is refused" "keep the higher `max_size`"
    MaxSizeRaised "max-size-raised" No Yes moves
        "new layers with a longer value, when read with the old schema" "a longer value is refused"
        "keep to the old `max_size` in layers that are still read with the old schema"
    MinCountRaised "min-count-raised" Yes No moves
        "old layers with fewer elements or entries" "fewer are refused" "keep the lower `min_count`"
    MinCountLowered "min-count-lowered" No Yes moves
        "new layers with fewer elements or entries, when read with the old schema" "fewer are refused"
        "keep to the old `min_count` in layers that are still read with the old schema"
    MaxCountLowered "max-count-lowered" Yes No moves
        "old layers with more elements or entries" "more are refused" "keep the higher `max_count`"
    MaxCountRaised "max-count-raised" No Yes moves
        "new layers with more elements or entries, when read with the old schema" "more are refused"
        "keep to the old `max_count` in layers that are still read with the old schema"
    CountChanged "count-changed" Yes Yes moves
        "every layer that sets it" "an array has exactly as many elements as its type says"
        "keep the old `count`, or add a field that is a vector and deprecate this one"
    KindsNarrowed "kinds-narrowed" Yes Yes moves
        "old layers with JSON of another kind; if an optional field loses `null`, all layers that say `null`"
        "JSON of another kind is refused, but in an optional field `null` then means that there is no value"
        "keep all `kinds`"
    KindsWidened "kinds-widened" Yes Yes moves
        "new layers with JSON of an added kind, when read with the old schema; if an optional field gains `null`, all layers that say `null`"
        "JSON of another kind is refused, but in an optional field `null` then means that there is no value"
        "keep to JSON of the old `kinds` in layers that are still read with the old schema; for no value, leave the field out"
    PatternAdded "pattern-added" Yes No moves
        "old layers with a string that does not match" "the whole string must match the pattern" "remove the pattern"
    PatternRemoved "pattern-removed" No Yes moves
        "new layers with a string that the old pattern does not match, when read with the old schema"
        "the whole string must match the pattern"
        "keep to the old pattern in layers that are still read with the old schema"
    PatternChanged "pattern-changed" May May moves
        "layers with a string that only one of the patterns matches"
        "confc cannot compare two patterns"
        "keep the old pattern, or make sure that the new one matches the strings in all layers and exempt the change"
    UnitAdded "unit-added" No Yes moves
        "new layers that write a quantity, when read with the old schema"
        "a type without a unit takes only a number"
        "write the number alone in layers that are still read with the old schema"
    UnitRemoved "unit-removed" Yes No moves
        "old layers that write a quantity"
        "a type without a unit takes only a number"
        "keep the unit until all layers write the number alone"
    UnitChanged "unit-changed" Yes Yes moves
        "every layer and override that sets it"
        "the same number is another quantity, and the same quantity another number, which bounds and rules may refuse"
        "keep the unit, or add a field with the other unit and deprecate this one"
    UniqueAdded "unique-added" Yes No moves
        "old layers that repeat an element" "no two elements of a `unique` list may be equal" "remove `unique`"
    UniqueRemoved "unique-removed" No Yes moves
        "new layers that repeat an element, when read with the old schema"
        "no two elements of a `unique` list may be equal"
        "do not repeat elements in layers that are still read with the old schema"
    ElementsCoincide "elements-coincide" May May stays
        "layers whose elements differ for one of the schemas only"
        "elements of a `unique` list that differed may now be equal, because of a changed default, a `null` or rounding"
        "keep the default or the type, or remove `unique`"
    VariantAdded "variant-added" No Yes moves
        "new layers that name it, when read with the old schema" "an unknown variant is refused"
        "do not use the variant in layers that are still read with the old schema"
    VariantRemoved "variant-removed" Yes No moves
        "old layers that name it" "an unknown variant is refused" "keep the variant"
    VariantNumberChanged "variant-number-changed" No No moves
        "" "layers use the names of variants; a stored number may now mean another variant" ""
    TagChanged "tag-changed" Yes Yes moves
        "layers that set it; exports of the field"
        "a literal has the tag of its union, whose text decides the case"
        "keep the tag, or add a field with the other tag and deprecate this one"
    CaseTextChanged "case-text-changed" Yes Yes stays
        "layers with a text of only one of the schemas as the tag; exports of the field"
        "layers and exports name a case by its text, and an unknown text is refused"
        "keep the `name` of the case"
    CaseAdded "case-added" Yes Yes moves
        "new layers with a value of it, when read with the old schema; without a `tag`, old layers with a plain text of YAML such as `yes`"
        "a literal without a case is refused; without a `tag`, ambiguous texts need quotes where bools or numbers are taken too"
        "do not use the case in layers that are still read with the old schema; without a `tag`, put ambiguous texts in quotes"
    CaseRemoved "case-removed" Yes Yes moves
        "old layers with a value of it, and expressions that read it; without a `tag`, new layers with a plain text of YAML such as `yes`"
        "a literal without a case is refused; without a `tag`, ambiguous texts need quotes where bools or numbers are taken too"
        "keep the case, under its name"

    RuleAdded "rule-added" May No moves
        "old layers with values that break it"
        "values that break a rule are refused"
        "make sure that the values of all layers meet the rule and exempt the change, or release the rule when they do"
    RuleRemoved "rule-removed" No May moves
        "new layers with values that break it, when read with the old schema"
        "values that break a rule are refused"
        "keep to the rule in layers that are still read with the old schema"
    RuleAffected "rule-affected" May May stays
        "layers with which a rule that is in both schemas comes to another answer"
        "a field of the rule may take another value from the same layer: by its default, its unit or its rounding"
        "keep the default, the type and the unit, or make sure that the rule holds for all layers and exempt the change"
    RuleMessageChanged "rule-message-changed" No No stays
        "" "the message of a rule does not affect which values are valid" ""
    RuleRenamed "rule-renamed" No No stays
        "" "the name of a rule does not affect which values are valid" ""

    SensitivityChanged "sensitivity-changed" No No stays
        "" "whether a value is printed does not affect which values are valid" ""
    DeprecationChanged "deprecation-changed" No No stays
        "" "a deprecated field may still be set, with a warning" ""
    DocumentationChanged "documentation-changed" No No stays
        "" "documentation does not affect which values are valid" ""
}

impl Display for ChangeKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A text that is not the id of a change kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownChangeKind {
    /// The nearest id.
    pub nearest: Option<&'static str>,
}

impl FromStr for ChangeKind {
    type Err = UnknownChangeKind;

    fn from_str(id: &str) -> Result<Self, UnknownChangeKind> {
        let found = Self::ALL.iter().copied().find(|kind| kind.id() == id);
        let ids = || Self::ALL.iter().map(|kind| kind.id());
        found.ok_or_else(|| UnknownChangeKind {
            nearest: with_own_word(id)
                .and_then(|meant| ids().find(|known| *known == meant))
                .or_else(|| suggest::nearest(id, ids())),
        })
    }
}

/// An id whose last word is replaced by the word of this table. By its letters alone, `reduced` is nearer to `raised`.
fn with_own_word(id: &str) -> Option<String> {
    let (start, word) = id.rsplit_once('-')?;
    let own = match word {
        "reduced" | "decreased" | "shrunk" | "tightened" => "lowered",
        "increased" | "grown" | "relaxed" => "raised",
        "deleted" | "dropped" => "removed",
        "new" | "introduced" => "added",
        "modified" => "changed",
        _ => return None,
    };
    Some(format!("{start}-{own}"))
}

#[cfg(test)]
mod tests {
    use super::{Breaks, ChangeKind};

    #[test]
    fn a_row_says_what_it_must() {
        for (n, &kind) in ChangeKind::ALL.iter().enumerate() {
            let breaks = (kind.backward(), kind.forward()) != (Breaks::No, Breaks::No);
            assert!(!kind.reason().is_empty(), "{kind}");
            assert_eq!((kind.who().is_empty(), kind.remedy().is_empty()), (!breaks, !breaks), "{kind}");
            assert!(
                ChangeKind::ALL.iter().skip(n + 1).all(|other| other.id() != kind.id()),
                "{kind} is there twice"
            );
            assert!(kind.id().bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase()), "{kind}");
            assert_eq!(kind.id().parse(), Ok(kind));
        }
    }

    #[test]
    fn a_slip_of_the_pen_is_understood() {
        let nearest = |id: &str| id.parse::<ChangeKind>().expect_err("no kind of change").nearest;
        assert_eq!(nearest("feild-removed"), Some("field-removed"));
        assert_eq!(nearest("colour"), None);
        assert_eq!(nearest("max-size-reduced"), Some("max-size-lowered"));
        assert_eq!(nearest("field-deleted"), Some("field-removed"));
    }
}
