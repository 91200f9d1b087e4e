//! Diagnostics: findings in an input, as data that is rendered elsewhere.
//!
//! A [`Diagnostic`] has a [`Code`], one sentence, and labels at places. The sentence is in lower case without a full
//! stop, has names in backticks, and says what was expected and what was found. The primary label is at the smallest
//! wrong text, a secondary one at its cause. Help is an action, a note is a fact. All user text in it has passed
//! [`text::escape`](crate::text::escape).

mod broken_rule;
mod code;
mod defaults_budget;
mod findings;
mod remedy;
pub mod render;
mod report;

pub use broken_rule::{OperandDetail, RuleDetail};
pub use code::{Code, Severity};
pub(crate) use defaults_budget::DefaultsBudget;
#[cfg(test)]
pub(crate) use findings::check_style;
pub(crate) use findings::{
    Clause, FileName, KnownName, KnownNames, Part, Quote, Row, Words, clause, findings,
};
pub use remedy::{Applicability, Edit, Fix, Fixes, Help, NoFixes, Remedy, RemedyKind};
pub(crate) use remedy::{is_word, quoted_whole};
pub use report::Report;

use crate::text::escape::{MAX_QUOTED, quoted};
use crate::text::{Source, Sources, Span, narrow};
use std::borrow::Cow;

/// A diagnostic: one finding in an input, as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    code: Code,
    message: String,
    file: Option<String>,
    primary: Option<Label>,
    secondary: Vec<Label>,
    notes: Vec<String>,
    /// The positions of the notes that have names of the schema alone, which are never hidden.
    notes_of_schema: Vec<usize>,
    help: Vec<String>,
    /// What programs can change, the best first, each with the position of its help.
    remedies: Vec<(usize, Remedy)>,
    /// For some of the help, by position, the wording for values from a product file instead of flags.
    in_product: Vec<(usize, String)>,
    quotes: Vec<Label>,
    concerned: Concerned,
    rule: Option<Box<RuleDetail>>,
}

/// The components and environments of a product that a diagnostic is about, by name; empty outside products.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Concerned {
    /// Components.
    pub components: Vec<String>,
    /// Environments.
    pub environments: Vec<String>,
}

/// A place, and a text about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// A few words; may be empty.
    pub text: String,
}

impl Diagnostic {
    /// A diagnostic without a place.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let (primary, file, secondary, notes, help) = (None, None, Vec::new(), Vec::new(), Vec::new());
        let (in_product, quotes, concerned) = (Vec::new(), Vec::new(), Concerned::default());
        let (notes_of_schema, remedies) = (Vec::new(), Vec::new());
        Self {
            code,
            message: message.into(),
            file,
            primary,
            secondary,
            notes,
            notes_of_schema,
            help,
            remedies,
            in_product,
            quotes,
            concerned,
            rule: None,
        }
    }

    /// Points at the smallest wrong text.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    /// As [`at`](Self::at), if there is a place.
    #[must_use]
    pub fn at_if(self, span: Option<Span>, text: impl Into<String>) -> Self {
        match span {
            Some(span) => self.at(span, text),
            None => self,
        }
    }

    /// Names a file, as the user spelled it, that has no place to point at.
    #[must_use]
    pub fn in_file(mut self, name: impl Into<String>) -> Self {
        self.file = Some(name.into());
        self
    }

    /// Points at a cause.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds a fact that repeats names of the schema and no text of the user. Its names are shown even if one of them equals
    /// a secret, which a gap in their list would reveal.
    #[must_use]
    pub(crate) fn note_of_schema(mut self, text: String) -> Self {
        self.notes_of_schema.push(self.notes.len());
        self.note(text)
    }

    /// Adds a remedy: a sentence, or a [`Help`] with the change that it asks for.
    #[must_use]
    pub fn help(mut self, help: impl Into<Help>) -> Self {
        let (text, remedy) = help.into().parts(self.primary.as_ref().map(|label| label.span));
        self.remedies.extend(remedy.map(|remedy| (self.help.len(), remedy)));
        self.help.push(text);
        self
    }

    /// Adds a remedy that names a flag. `in_product` is the remedy for a product file, which has a key instead of the
    /// flag.
    #[must_use]
    pub fn help_or_in_product(mut self, help: impl Into<Help>, in_product: impl Into<String>) -> Self {
        self.in_product.push((self.help.len(), in_product.into()));
        self.help(help)
    }

    /// Replaces the remedies by those for a product file.
    #[must_use]
    pub(crate) fn of_product(mut self) -> Self {
        for (at, in_product) in std::mem::take(&mut self.in_product) {
            self.help.iter_mut().skip(at).take(1).for_each(|help| in_product.clone_into(help));
        }
        self
    }

    /// Adds a remedy, if there is one.
    #[must_use]
    pub fn help_if(self, help: Option<impl Into<Help>>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// Lets only a person apply its fixes: the text is read by others too, for whom it may mean something else.
    #[must_use]
    pub(crate) fn without_safe_fixes(mut self) -> Self {
        for (_, remedy) in &mut self.remedies {
            remedy.applicability = remedy.applicability.max(Applicability::Unsafe);
        }
        self
    }

    /// Keeps what the help says, but no change of a text: it would be at another place, or harm another reader.
    #[must_use]
    pub(crate) fn without_fixes(self) -> Self {
        Self { remedies: Vec::new(), ..self }
    }

    /// Lets its fixes write these texts in place of the new names.
    #[must_use]
    pub(crate) fn naming(mut self, written: impl Fn(&str) -> String) -> Self {
        for (_, remedy) in &mut self.remedies {
            if let RemedyKind::Rename(name) = &mut remedy.kind {
                *name = written(name);
            }
        }
        self
    }

    /// Removes the remedies, which would not help here.
    #[must_use]
    pub(crate) fn without_help(self) -> Self {
        Self { help: Vec::new(), in_product: Vec::new(), remedies: Vec::new(), ..self }
    }

    /// Declares a quote in the message: of a place other than its labels, or in other words than the text there. `said`
    /// is the text that passed through [`quoted`]. If the place is secret, the quote is hidden.
    #[must_use]
    pub fn quoting(mut self, place: Span, said: &str) -> Self {
        self.quotes.push(Label { span: place, text: quoted(said).to_string() });
        self
    }

    /// Adds the broken rule, for programs.
    #[must_use]
    pub fn of_rule(self, rule: RuleDetail) -> Self {
        Self { rule: Some(Box::new(rule)), ..self }
    }

    /// Adds the components and environments of a product that it is about.
    #[must_use]
    pub(crate) fn concerning(self, components: Vec<String>, environments: Vec<String>) -> Self {
        Self { concerned: Concerned { components, environments }, ..self }
    }

    /// Moves all places from `inner`, which is a part of another text. The outer text may spell the quoted text
    /// differently, so the quotes of `inner` are kept.
    pub(crate) fn move_out_of(&mut self, inner: &Source, to: impl Fn(Span) -> Span) {
        let labels = self.primary.iter().chain(&self.secondary).map(|label| label.span);
        let quoted = labels
            .filter(|span| span.source == inner.id())
            .flat_map(|span| quotes(inner, span).map(|text| Label { span, text }));
        let quoted: Vec<Label> = quoted.collect();
        self.quotes.extend(quoted);
        let to = |span: Span| if span.source == inner.id() { to(span) } else { span };
        for label in self.primary.iter_mut().chain(&mut self.secondary).chain(&mut self.quotes) {
            label.span = to(label.span);
        }
        self.rule.iter_mut().flat_map(|rule| rule.spans_mut()).for_each(|span| *span = to(*span));
        let remedies = std::mem::take(&mut self.remedies).into_iter();
        self.remedies =
            remedies.filter_map(|(at, remedy)| Some((at, remedy.moved_out_of(inner, to)?))).collect();
    }

    /// As [`move_out_of`](Self::move_out_of), after hidden text of `inner` was removed: the message does not quote what
    /// the new places hide.
    pub(crate) fn move_cleared_out_of(&mut self, inner: &Source, to: impl Fn(Span) -> Span) {
        self.quotes.retain(|quote| quote.span.source != inner.id());
        let kept = std::mem::take(&mut self.quotes);
        self.move_out_of(inner, to);
        self.quotes = kept;
    }

    /// Hides each quote of hidden text: of the places of labels, and of the declared quotes.
    pub(crate) fn without_secrets(&self, sources: &Sources) -> Cow<'_, Self> {
        let mut told: Vec<(String, String)> = Vec::new();
        for label in self.primary.iter().chain(&self.secondary).chain(&self.quotes) {
            let Some(source) = sources.of(label.span) else { continue };
            let span = quotable(source, label.span);
            let Cow::Owned(shown) = source.shown(span) else { continue };
            let shown = quoted(&shown).to_string();
            told.extend(quotes(source, span).map(|said| (said, shown.clone())));
        }
        for label in &self.quotes {
            let Some(source) = sources.of(label.span) else { continue };
            if let Cow::Owned(shown) = source.shown(quotable(source, label.span)) {
                told.push((label.text.clone(), quoted(&shown).to_string()));
            }
        }
        if let Some(label) = &self.primary
            && let Some(source) = sources.of(label.span)
            && is_numeral(source.slice(quotable(source, label.span)))
            && matches!(source.shown(quotable(source, label.span)), Cow::Owned(_))
        {
            // A number is not always in backticks, and its digits may be written in another way.
            told.extend(found_number(&self.message).map(|said| (said.to_owned(), "found …".to_owned())));
        }
        // Punctuation reveals nothing, and the message says what was expected there.
        told.retain(|(said, _)| {
            !matches!(
                said.as_str(),
                "``" | "`\"\"`" | "`[`" | "`]`" | "`{`" | "`}`" | "`,`" | "`:`" | "`=`" | "`-`"
            )
        });
        if told.is_empty() && self.rule.is_none() {
            return Cow::Borrowed(self);
        }
        let mut cleared = self.clone();
        cleared.rule.iter_mut().for_each(|rule| rule.remove_hidden(sources));
        let labels = cleared.primary.iter_mut().chain(&mut cleared.secondary).map(|label| &mut label.text);
        let helps = cleared.help.iter_mut().chain(cleared.in_product.iter_mut().map(|(_, help)| help));
        let of_schema = &cleared.notes_of_schema;
        let notes = cleared.notes.iter_mut().enumerate().filter(|(at, _)| !of_schema.contains(at));
        let texts = labels.chain(notes.map(|(_, note)| note)).chain(helps);
        for text in texts.chain([&mut cleared.message]) {
            for (said, shown) in &told {
                if text.contains(said.as_str()) {
                    *text = text.replace(said.as_str(), shown);
                }
            }
        }
        // A remedy whose help has hidden content could reveal it.
        let (whole, shown) = (&self.help, &cleared.help);
        cleared.remedies.retain(|(at, _)| whole.get(*at) == shown.get(*at));
        // A help with only hidden content is removed.
        let is_hidden = |help: &str| {
            let words = help.trim_end_matches('?').strip_suffix("`…`");
            words.is_some_and(|words| !words.contains(':'))
        };
        cleared.help.retain(|help| !is_hidden(help));
        cleared.in_product.retain(|(_, help)| !is_hidden(help));
        Cow::Owned(cleared)
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// The sentence.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The file, if the diagnostic has no place.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The label at the smallest wrong text.
    #[must_use]
    pub fn primary(&self) -> Option<&Label> {
        self.primary.as_ref()
    }

    /// The labels at causes.
    #[must_use]
    pub fn secondary(&self) -> &[Label] {
        &self.secondary
    }

    /// The facts.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The components and environments of a product.
    #[must_use]
    pub fn concerned(&self) -> &Concerned {
        &self.concerned
    }

    /// The broken rule.
    #[must_use]
    pub fn rule(&self) -> Option<&RuleDetail> {
        self.rule.as_deref()
    }

    /// The remedies, as sentences.
    #[must_use]
    pub fn helps(&self) -> &[String] {
        &self.help
    }

    /// The remedies that a program can follow, the best first.
    pub fn remedies(&self) -> impl Iterator<Item = &Remedy> {
        self.remedies.iter().map(|(_, remedy)| remedy)
    }
}

/// The number that a message has found, with the word before it.
fn found_number(message: &str) -> Option<&str> {
    let start = message.rfind("found ")?;
    let rest = message.get(start..)?;
    let number = rest.get("found ".len()..)?;
    let is_of_number = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
    let size = number.find(|c| !is_of_number(c)).unwrap_or(number.len());
    rest.get(.."found ".len() + size).filter(|_| is_numeral(number))
}

/// Whether a text begins as a number does.
fn is_numeral(text: &str) -> bool {
    text.trim_start_matches(['-', '+', '.']).starts_with(|c: char| c.is_ascii_digit())
}

/// The possible quotes of a place: with its first and last character, and without.
fn quotes(source: &Source, span: Span) -> [String; 2] {
    let raw = source.slice(quotable(source, span));
    // Without its quotes or brackets.
    let is_enclosed = |raw: &&str| !raw.starts_with(char::is_alphanumeric);
    let inner = Some(raw).filter(is_enclosed).and_then(|raw| raw.get(1..raw.len().saturating_sub(1)));
    let inner = inner.unwrap_or_default();
    [raw, inner].map(|text| quoted(text).to_string())
}

/// The part of a span that a message may quote. Many diagnostics about one long text must not copy all of it each.
fn quotable(source: &Source, span: Span) -> Span {
    // A character has at most four bytes.
    let bytes = narrow(8 * MAX_QUOTED);
    let mut offsets = span.start.saturating_add(bytes)..span.end;
    let behind = offsets.find(|end| source.text().is_char_boundary(*end as usize));
    Span { end: behind.unwrap_or(span.end), ..span }
}
