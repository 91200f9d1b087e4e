//! Random layers of one manifest, resolved, and the provenance of the values.

use super::layers::{Said, Speaker, Words};
use super::random::Random;
use confc::declaration::Config;
use confc::diagnostic::Report;
use confc::layers::{Layer, MergeStrategy};
use confc::provenance::Provenance;
use confc::resolve::{Inputs, ResolvedValues, resolve};
use confc::syntax::{self, Format};
use confc::text::Sources;

/// The values of layers that do not conflict.
pub(crate) struct ResolvedLayers<'a> {
    config: &'a Config,
    names: Vec<(String, MergeStrategy)>,
    pub(crate) resolved: ResolvedValues,
    /// One source for each layer, in their order.
    pub(crate) sources: Sources,
}

impl<'a> ResolvedLayers<'a> {
    /// Resolves one to five layers of the manifest of [`layers`](super::layers). One in six must agree with the others;
    /// the rest override. Returns `None` if they conflict.
    pub(crate) fn random(config: &'a Config, random: &mut Random) -> Option<Self> {
        let mut speaker = Speaker(Random::of(random.word()));
        let (mut report, mut sources) = (Report::new(), Sources::new());
        let (mut names, mut layers) = (Vec::new(), Vec::new());
        for n in 0..=speaker.0.below(5) {
            let strategy = if speaker.0.once_in(6) { MergeStrategy::Unify } else { MergeStrategy::Override };
            let text = Said::Members(speaker.layer(Words::All)).to_string();
            let source = sources.add(format!("layer{n}"), text, None);
            let document = syntax::parse(Format::Json5, &source, &mut report);
            layers.push(Layer::read(config, &document, strategy, &|_| None, &mut report).unwrap());
            names.push((format!("layer{n}"), strategy));
        }
        let resolved = resolve(config, &Inputs::of_layers(&layers), &|_| None, &mut report)?;
        Some(Self { config, names, resolved, sources })
    }

    /// The provenance of the values as JSON.
    pub(crate) fn provenance(&self) -> String {
        let provenance = Provenance {
            config: self.config,
            resolved: &self.resolved,
            layers: &self.names,
            patches: &[],
            sources: &self.sources,
            default_places: &|_| None,
            others: &[],
        };
        provenance.json()
    }
}
