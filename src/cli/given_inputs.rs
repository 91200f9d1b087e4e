//! Values for the inputs of plans, from the command line and from files.

use super::Invocation;
use super::plan_diagnostics;
use super::values_file::{self, KnownFiles, LayerUse, ValuesFile};
use crate::layers::{InputDeclarations, OutsideValues};
use crate::secrets::{Secrets, ValuesDocument, hide_in_assignment};
use crate::text::narrow;
use crate::types::{Field, StructType, Value};
use std::ops::Range;

/// The values that are given for inputs.
pub(super) struct GivenInputs {
    inputs: StructType,
    outside: OutsideValues,
    files: Vec<ValuesFile>,
    /// The positions of the sources that were added while the values were read.
    sources: Range<usize>,
}

impl GivenInputs {
    /// Reads the values of inputs: texts `name=literal`, and files. Reports mistakes in them; an input with a mistake
    /// has no value. `name` is the name of the plan or index that declares the inputs.
    pub(super) fn read(
        inputs: Vec<Field>,
        name: &str,
        (texts, files): (&[String], &[String]),
        invocation: &mut Invocation,
    ) -> Self {
        let first = invocation.sources.len();
        let mut known = KnownFiles::default();
        let used = (ValuesDocument::Layer, LayerUse::InputValues);
        let files: Vec<ValuesFile> =
            files.iter().map(|path| known.read(path, used, None, invocation)).collect();
        let Invocation { sources, report, .. } = invocation;
        // No source declares the inputs, so messages show their types in a text that is made here.
        let (mut text, mut spans) = (String::new(), Vec::new());
        for field in &inputs {
            let start = narrow(text.len());
            text += field.key.as_str();
            spans.push((start, narrow(text.len())));
            text += &format!(": {}\n", field.type_text());
        }
        let source = sources.add_plain(plan_diagnostics::declared_in(name), text);
        let places = spans.iter().map(|(start, end)| source.span(*start, *end));
        let declarations = InputDeclarations::of_plans(inputs.iter().cloned().zip(places));
        let roots: Vec<_> = files.iter().filter_map(ValuesFile::root).collect();
        let is_whole = roots.len() == files.len();
        let roots = (roots.into_iter(), is_whole);
        let outside = declarations.resolve(roots, ("--input", texts), Vec::new(), sources, report);
        Self { inputs: StructType::new(inputs), outside, files, sources: first..sources.len() }
    }

    /// Whether each file could be read, apart from mistakes in its syntax.
    pub(super) fn are_read(&self) -> bool {
        self.files.iter().all(|file| file.document.is_some())
    }

    /// The inputs that have a value.
    pub(super) fn values(&self) -> impl Iterator<Item = (&Field, &Value)> {
        self.outside.given()
    }

    /// Hides the secrets in the texts of the flags and the files. The rest may be shown.
    pub(super) fn hide_secrets(&self, invocation: &Invocation) {
        values_file::hide_secrets(self.files.iter(), &self.inputs, self.outside.checked_inputs());
        let secrets = Secrets::of(&self.inputs);
        let sources = invocation.sources.iter().take(self.sources.end).skip(self.sources.start);
        for source in sources.filter(|source| !source.is_file() && source.name().starts_with("--")) {
            hide_in_assignment(secrets.as_ref(), source);
        }
    }
}
