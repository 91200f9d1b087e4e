//! What is said to a person about their input: plain data, rendered elsewhere.
//!
//! A [`Diagnostic`] has a [`Code`], one sentence, and labels on places. The sentence is lower case without
//! a full stop, names things in backticks, and says what was expected and what was found. The primary label
//! stands on the smallest guilty text, a secondary one on its cause. Help is an action, a note is a fact.
//! Every piece of user text in it has passed [`text::escape`](crate::text::escape).

mod code;
pub mod render;
mod report;

pub use code::{Code, Severity};
pub use report::Report;

use crate::text::Span;

/// One thing found in an input, as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    code: Code,
    message: String,
    file: Option<String>,
    primary: Option<Label>,
    secondary: Vec<Label>,
    notes: Vec<String>,
    help: Vec<String>,
}

/// A place and what is to be said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// A few words; may be empty.
    pub text: String,
}

impl Diagnostic {
    /// A diagnostic that points nowhere yet.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let (primary, file, secondary, notes, help) = (None, None, Vec::new(), Vec::new(), Vec::new());
        Self { code, message: message.into(), file, primary, secondary, notes, help }
    }

    /// Points at the smallest guilty text.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    /// Names a file, as spelled by the user, in which there is no place to point at.
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

    /// Adds an action that would help.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds an action that would help, where there is one.
    #[must_use]
    pub fn help_if(self, text: Option<impl Into<String>>) -> Self {
        match text {
            Some(text) => self.help(text),
            None => self,
        }
    }

    /// The same at other places.
    fn moved(mut self, place: &impl Fn(Span) -> Span) -> Self {
        for label in self.primary.iter_mut().chain(&mut self.secondary) {
            label.span = place(label.span);
        }
        self
    }

    /// Moves all its places, where they were found in a text that is a part of another one.
    pub(crate) fn relocate(&mut self, to: impl Fn(Span) -> Span) {
        for label in self.primary.iter_mut().chain(&mut self.secondary) {
            label.span = to(label.span);
        }
    }

    /// Leaves only the kind of mistake and its place.
    fn conceal(&mut self) {
        self.message = self.code.slug().replace('-', " ");
        self.primary.iter_mut().for_each(|label| label.text.clear());
        self.secondary.clear();
        self.help.clear();
        self.notes = vec!["a text that may hold sensitive values is not shown".into()];
    }

    /// Its code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// The sentence.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The file it speaks of, where there is no place to point at.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The smallest guilty text.
    #[must_use]
    pub fn primary(&self) -> Option<&Label> {
        self.primary.as_ref()
    }

    /// The causes.
    #[must_use]
    pub fn secondary(&self) -> &[Label] {
        &self.secondary
    }

    /// The facts.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The actions.
    #[must_use]
    pub fn helps(&self) -> &[String] {
        &self.help
    }
}
