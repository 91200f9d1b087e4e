//! Prints commands that write the same bytes as `confc assemble`, for one component after another.

use super::exports;
use crate::declaration::Config;
use crate::export::{ExportOption, ExportTarget, GivenOption, OptionShape, OptionSpelling, object_name};
use crate::layers::{MergeStrategy, declaring_in};
use crate::product::{
    Assembly, ComponentDeclaration, DeclaredComponent, Environment, LayerAudience, Product, ProductComponent,
    ProductExport, ProductLayer, TextPlace, ValueTexts, given_options, split_pointer,
};
use crate::secrets::Secrets;
use crate::syntax::{Kind, Node};
use crate::text::setting_path;
use crate::types::{Field, Type};
use crate::workspace::ComponentFile;
use std::collections::{BTreeMap, BTreeSet};

/// The printer of commands.
pub(super) struct CommandPrinter<'a, 'd> {
    pub(super) product: &'a Product<'d>,
    pub(super) files: &'a [Option<ComponentFile>],
    pub(super) texts: &'a ValueTexts,
    pub(super) assembly: &'a Assembly<'a, 'd>,
    /// The components that have a value file, each with the environment, by their positions.
    pub(super) made: &'a BTreeSet<(usize, usize)>,
    /// The texts `name=literal` of `--input`.
    pub(super) given: &'a [String],
    /// The path of the product file.
    pub(super) path: &'a str,
    /// The output folder.
    pub(super) folder: &'a str,
}

/// Why a component has no command.
enum NoCommand {
    /// The command would contain this secret.
    Secret(&'static str),
    /// A shared layer has values for it that are secret in another component.
    SharedSecret,
    /// A setting makes a string absent, which no flag can express.
    Absent,
    /// It imports itself through other components.
    Cycle,
    /// It imports a component that has no command.
    Import,
}

impl NoCommand {
    fn why(&self) -> String {
        match self {
            Self::Secret(what) => {
                format!("{what} of the product file is sensitive, and would be in the command")
            }
            Self::SharedSecret => {
                "a shared layer gives it a value that only another component declares sensitive, and a command would show it"
                    .into()
            }
            Self::Absent => "a setting gives no value to a string, which no flag can".into(),
            Self::Cycle => "its imports form a cycle".into(),
            Self::Import => "it imports a component that has no command".into(),
        }
    }
}

/// A word of a command as a shell reads it.
fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// A path, spelled so that no command reads it as a flag.
fn file(path: &str) -> String {
    if path.starts_with('-') { format!("./{path}") } else { path.to_owned() }
}

fn line(words: &[String]) -> String {
    words.iter().map(|text| word(text)).collect::<Vec<_>>().join(" ") + "\n"
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

impl CommandPrinter<'_, '_> {
    /// The commands for these environments: declarations first, then each component after those that it imports. Also
    /// returns the number of value files that are made but have no command.
    pub(super) fn print(&self, environments: &[usize]) -> (String, usize) {
        let (mut text, mut count) = (String::new(), 0);
        let mut folders = BTreeSet::from([self.folder.to_owned()]);
        let mut commands = String::new();
        for (component, file) in self.product.components.iter().zip(self.files) {
            if file.is_some() {
                commands += &line(&self.declaration(component));
            }
        }
        let order = self.import_order();
        for environment in environments {
            let Some(named) = self.product.environments.get(*environment) else { continue };
            folders.insert(format!("{}/{}", self.folder, named.name));
            let mut without: BTreeSet<usize> = BTreeSet::new();
            let exports = self.product.exports_by_component(*environment);
            for (component, is_cyclic) in &order {
                let Some(of) = self.product.components.get(*component) else { continue };
                let config = self.files.get(*component).and_then(Option::as_ref);
                let config = config.and_then(|file| file.declared.declaration.config());
                let is_made = self.made.contains(&(*component, *environment));
                let (Some(config), true) = (config, is_made) else { continue };
                let command = match of.imports.iter().any(|import| without.contains(&import.component)) {
                    _ if *is_cyclic => Err(NoCommand::Cycle),
                    _ if self.keeps_more_secret(*component) => Err(NoCommand::SharedSecret),
                    true => Err(NoCommand::Import),
                    false => self.values(*component, *environment, config),
                };
                match command {
                    Ok(command) => {
                        commands += &line(&command);
                        let exports = exports.get(component).map_or(&[][..], Vec::as_slice);
                        self.exports(exports, (of, named), &mut folders, &mut commands);
                    }
                    Err(why) => {
                        without.insert(*component);
                        count += 1;
                        let (name, environment) = (of.name, named.name);
                        commands += &format!("# {name} in {environment} has no command: {}\n", why.why());
                    }
                }
            }
        }
        let mut mkdir = words(["mkdir", "-p"]);
        mkdir.extend(folders.iter().map(|folder| file(folder)));
        text += &line(&mkdir);
        (text + &commands, count)
    }

    /// Whether the product keeps values of a component secret that its declaration does not mark as sensitive.
    fn keeps_more_secret(&self, component: usize) -> bool {
        self.assembly.component(component).is_some_and(DeclaredComponent::keeps_more_secret)
    }

    /// The components, each after its imports, and whether it is in a cycle.
    fn import_order(&self) -> Vec<(usize, bool)> {
        let count = self.product.components.len();
        let mut left: Vec<usize> = self
            .product
            .components
            .iter()
            .map(|component| {
                component.imports.iter().map(|import| import.component).collect::<BTreeSet<_>>().len()
            })
            .collect();
        let mut importers: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (at, component) in self.product.components.iter().enumerate() {
            for import in &component.imports {
                importers.entry(import.component).or_default().insert(at);
            }
        }
        let mut ready: BTreeSet<usize> = (0..count).filter(|at| left.get(*at) == Some(&0)).collect();
        let mut order = Vec::with_capacity(count);
        let mut met = BTreeSet::new();
        while let Some(next) = ready.pop_first() {
            order.push((next, false));
            met.insert(next);
            for importer in importers.get(&next).into_iter().flatten() {
                for waiting in left.iter_mut().skip(*importer).take(1) {
                    *waiting -= 1;
                    if *waiting == 0 {
                        ready.insert(*importer);
                    }
                }
            }
        }
        // The remaining components are in a cycle or import one in a cycle. The latter come last.
        let mut behind = Vec::new();
        let mut in_cycles: BTreeSet<usize> = (0..count).filter(|at| !met.contains(at)).collect();
        let is_imported = |at: &usize, among: &BTreeSet<usize>| {
            importers
                .get(at)
                .is_some_and(|importers| importers.iter().any(|importer| among.contains(importer)))
        };
        let mut open: Vec<usize> = in_cycles.iter().copied().collect();
        while let Some(next) = open.pop() {
            if in_cycles.contains(&next) && !is_imported(&next, &in_cycles) {
                in_cycles.remove(&next);
                behind.push((next, false));
                let component = self.product.components.get(next);
                open.extend(
                    component
                        .into_iter()
                        .flat_map(|component| &component.imports)
                        .map(|import| import.component),
                );
            }
        }
        order.extend(in_cycles.into_iter().map(|at| (at, true)));
        order.extend(behind.into_iter().rev());
        order
    }

    fn declaration(&self, component: &ProductComponent<'_>) -> Vec<String> {
        let output = file(&format!("{}/{}.cm", self.folder, component.name));
        match &component.declared {
            ComponentDeclaration::Compiled(path) => vec!["cp".into(), file(&path.path), output],
            ComponentDeclaration::Manifest(path) => {
                let mut command = words(["confc", "compile", &file(&path.path), "-o", &output]);
                command.extend(words(["--include-root", &file(&self.product.include_root.path)]));
                for path in &self.product.include_path {
                    command.extend(words(["--include-path", &file(&path.path)]));
                }
                if let Some(package_path) = component.package_path {
                    command.extend(words(["--config-package-path", package_path.text()]));
                }
                if let Some(policy) = &self.product.policy {
                    command.extend(words(["--policy", &file(&policy.path)]));
                }
                for feature in &self.product.features {
                    command.extend(words(["--features", feature.name()]));
                }
                command
            }
        }
    }

    fn values(
        &self,
        component: usize,
        environment: usize,
        config: &Config,
    ) -> Result<Vec<String>, NoCommand> {
        let (Some(of), Some(named)) =
            (self.product.components.get(component), self.product.environments.get(environment))
        else {
            return Err(NoCommand::Import);
        };
        let output = format!("{}/{}/{}.cvf", self.folder, named.name, of.name);
        let declaration = format!("{}/{}.cm", self.folder, of.name);
        let mut command = words(["confc", "values", &file(&declaration)]);
        let sources = self.product.sources(component, environment);
        let mut declaring: BTreeSet<&str> = BTreeSet::new();
        for layer in &sources.layers {
            self.layer(layer, component, &mut command, &mut declaring);
        }
        for patch in &sources.patches {
            command.extend(words(["--patch", &file(&patch.path)]));
        }
        for setting in &sources.settings {
            let (path, value) = (setting.path.text(), setting.value);
            let field = field_of(config, path);
            if field.is_none_or(Field::holds_sensitive) {
                return Err(NoCommand::Secret("a setting"));
            }
            if value.kind() == Kind::Null && field.is_some_and(|field| matches!(field.ty, Type::String(_))) {
                return Err(NoCommand::Absent);
            }
            command.extend(words(["--set", &format!("{path}={}", literal(value))]));
        }
        self.inputs((component, environment), &declaring, &mut command)?;
        for import in &of.imports {
            let Some(target) = self.product.components.get(import.component) else { continue };
            let files = format!(
                "{}={}/{}.cm,{}/{}/{}.cvf",
                import.name, self.folder, target.name, self.folder, named.name, target.name
            );
            command.extend(words(["--import", &files]));
        }
        command.extend(words(["-o", &file(&output)]));
        Ok(command)
    }

    /// Adds the arguments for a layer to `command`, if the layer has values for the component.
    fn layer<'s>(
        &'s self,
        layer: &ProductLayer<'s>,
        component: usize,
        command: &mut Vec<String>,
        declaring: &mut BTreeSet<&'s str>,
    ) {
        let path = &layer.path.path;
        if !self.assembly.receives(component, layer) {
            return;
        }
        let name = self.product.components.get(component).map_or("", |component| component.name);
        let argument = match layer.list.audience {
            LayerAudience::Sections => {
                let (file_path, pointer) = split_pointer(path);
                file(&format!("{file_path}{}/{name}", pointer.unwrap_or("#")))
            }
            LayerAudience::Shared | LayerAudience::One => {
                declaring.insert(path);
                file(path)
            }
        };
        let flag = match (layer.list.strategy, layer.list.audience) {
            (MergeStrategy::Unify, LayerAudience::Shared) => Some("--shared"),
            (MergeStrategy::Unify, LayerAudience::Sections | LayerAudience::One) => None,
            (MergeStrategy::Override, LayerAudience::Shared) => Some("--shared-override"),
            (MergeStrategy::Override, LayerAudience::Sections | LayerAudience::One) => Some("--override"),
        };
        command.extend(flag.map(str::to_owned));
        command.push(argument);
    }

    /// Adds the inputs: all inputs of the product are declared, and those that the component reads have the values of
    /// the environment.
    fn inputs(
        &self,
        (component, environment): (usize, usize),
        declaring: &BTreeSet<&str>,
        command: &mut Vec<String>,
    ) -> Result<(), NoCommand> {
        let Some(config) = self.assembly.inputs().config() else { return Ok(()) };
        let read = self.assembly.inputs_read(component, environment);
        let is_read = |name: &str| config.position(name).is_none_or(|at| read.contains(&at));
        if self.product.inputs.is_some() {
            command.extend(words(["--declare-inputs", &file(self.path)]));
        }
        for (path, text) in self.texts {
            let declares = text.root().and_then(declaring_in).is_some();
            let is_layer =
                matches!(text.place, TextPlace::Whole | TextPlace::Object(_) | TextPlace::Embedded(..));
            if declares && is_layer && !declaring.contains(path.as_str()) {
                command.extend(words(["--declare-inputs", &file(path)]));
            }
        }
        let mut values: BTreeMap<&str, Node<'_>> = BTreeMap::new();
        for input in self.product.inputs_in(environment) {
            values.insert(input.name.text(), input.value);
        }
        let secrets = Secrets::of(config.as_struct());
        let is_secret = |name: &str| {
            let field = config.position(name).and_then(|at| config.fields().get(at));
            secrets.is_some() && field.is_none_or(Field::holds_sensitive)
        };
        for (name, value) in &values {
            if !is_read(name) {
                continue;
            }
            if is_secret(name) {
                return Err(NoCommand::Secret("an input"));
            }
            command.extend(words(["--input", &format!("{name}={}", literal(*value))]));
        }
        for given in self.given {
            let name = given.split('=').next().unwrap_or_default();
            if values.contains_key(name) || !is_read(name) {
                continue;
            }
            if is_secret(name) {
                return Err(NoCommand::Secret("an input"));
            }
            command.extend(words(["--input", given]));
        }
        Ok(())
    }

    fn exports(
        &self,
        exports: &[&ProductExport<'_>],
        (of, named): (&ProductComponent<'_>, &Environment<'_>),
        folders: &mut BTreeSet<String>,
        commands: &mut String,
    ) {
        for export in exports {
            let Some(made) = exports::file(export, of, named) else { continue };
            let output = format!("{}/{}", self.folder, made.path);
            folders.extend(output.rsplit_once('/').map(|(folder, _)| folder.to_owned()));
            let declaration = file(&format!("{}/{}.cm", self.folder, of.name));
            let values = file(&format!("{}/{}/{}.cvf", self.folder, named.name, of.name));
            let target = &made.asked.target;
            let mut command =
                words(["confc", "export", &declaration, &values, "--format", exports::name(target)]);
            match target {
                ExportTarget::Document(..) | ExportTarget::Message(..)
                    if export.option(ExportOption::Sensitive).is_none() =>
                {
                    command.extend(words(["--sensitive", "omit"]));
                }
                ExportTarget::ConfigMap(_) | ExportTarget::Secret(_)
                    if export.option(ExportOption::Name).is_none() =>
                {
                    command.extend(words(["--name", &object_name(of.name)]));
                }
                ExportTarget::Document(..)
                | ExportTarget::Message(..)
                | ExportTarget::ConfigMap(_)
                | ExportTarget::Secret(_)
                | ExportTarget::ContainerEnv(_) => {}
            }
            for GivenOption { option, key, value } in given_options(export, of.name, named.name) {
                if option.shape() == OptionShape::SwitchOrText {
                    command.push(OptionSpelling::Flags.written(option, &value));
                    continue;
                }
                command.push(option.flag().to_owned());
                match (option.shape(), key) {
                    (OptionShape::Switch | OptionShape::SwitchOrText, _) => {}
                    (OptionShape::Texts, Some(key)) => command.push(format!("{key}={value}")),
                    (OptionShape::Text | OptionShape::Texts, _) => command.push(value),
                }
            }
            command.extend(words(["-o", &file(&output)]));
            *commands += &line(&command);
        }
    }
}

/// A literal as flags accept it: strings without quotes, all other literals as they are written.
fn literal(value: Node<'_>) -> &str {
    if value.kind() == Kind::String { value.text() } else { value.raw() }
}

/// The field at the root of a path.
fn field_of<'c>(config: &'c Config, path: &str) -> Option<&'c Field> {
    let steps = setting_path::steps(path);
    let at = config.position_in_path(&steps.first()?.text)?;
    config.fields().get(at)
}
