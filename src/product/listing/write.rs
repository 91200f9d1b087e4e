//! Writes a listing in its form.

use super::{Listing, ListingForm, csv, json, markdown, text};
use crate::text::Sources;

impl Listing {
    /// The listing in its form, with a line feed at its end unless it is empty. `name` is the name of the product in
    /// messages, `sources` has the texts of the values.
    #[must_use]
    pub fn write(&self, name: &str, sources: &Sources) -> String {
        match self.options.form {
            ListingForm::Text => text::text(self, sources),
            ListingForm::Json => json::json(self, name, sources),
            ListingForm::Csv => csv::csv(self, sources),
            ListingForm::Markdown => markdown::markdown(self, sources),
        }
    }
}
