//! Reads product files: reports every error that needs no other file, all in one run.

use super::disagree::{PathSteps, check_inherited, check_left_out, steps_of};
use super::keys::ProductLevel;
use super::layer_list::LayerList;
use super::lineage::{Extending, check_abstract, lineages};
use super::model::{
    CommonSources, ComponentDeclaration, Environment, InputAssignment, LayerLists, MAX_VALUE_FILES,
    OwnSources, Product, ProductComponent, ProductImport, ProductPath, ProductSetting,
};
use super::names::{
    RefusedName, bad_name, component_name, environment_name, imports_itself, key_of, named_like_itself,
};
use super::paths::{ProductPathReader, bad_path, check_package_path};
use super::refused::hide_refused;
use super::shape::{ProductObject, is_text};
use super::{advice, errors, limit_errors};
use crate::diagnostic::Report;
use crate::schema::Feature;
use crate::syntax::{Document, Kind, Node, duplicate_key};
use crate::text::{Span, escape::quoted};
use crate::value::ABSENT;
use std::collections::{BTreeMap, BTreeSet};

impl<'d> Product<'d> {
    /// Reads a product file. `path` is its path as spelled: paths in it are relative to its folder. Reports all errors,
    /// and returns `None` after errors.
    ///
    /// Literals of `set` and `inputs` may be secret, which only declarations know. After a diagnostic they are hidden.
    pub fn read(document: &'d Document, path: &str, report: &mut Report) -> Option<Self> {
        let errors_before = report.errors();
        let product = Self::read_all(document, path, report);
        let product = product.filter(|_| report.errors() == errors_before && document.is_complete());
        if product.is_none() {
            hide_refused(document);
        }
        product
    }

    fn read_all(document: &'d Document, path: &str, report: &mut Report) -> Option<Self> {
        for repeated in document.repeated() {
            report.push(duplicate_key(document, repeated));
        }
        let root = document.root().filter(|root| root.kind() != Kind::Invalid)?;
        if let Some(other) = errors::not_a_product(root) {
            report.push(other);
            return None;
        }
        let mut reader = ProductReader {
            paths: ProductPathReader::new(path),
            names: BTreeMap::new(),
            environments: BTreeMap::new(),
            refused: BTreeSet::new(),
            lone_bases: Vec::new(),
            report,
        };
        reader.product(root)
    }
}

pub(super) struct ProductReader<'d, 'r> {
    paths: ProductPathReader,
    /// The positions of the components.
    names: BTreeMap<&'d str, usize>,
    /// The positions of the environments.
    environments: BTreeMap<&'d str, usize>,
    /// Names that are not allowed. No other error about them is reported.
    refused: BTreeSet<&'d str>,
    /// The values of `extends` that are a single name instead of a list.
    lone_bases: Vec<Node<'d>>,
    pub(super) report: &'r mut Report,
}

impl<'d> ProductReader<'d, '_> {
    fn product(&mut self, root: Node<'d>) -> Option<Product<'d>> {
        let object =
            ProductObject::read(root, "the product".into(), ProductLevel::Product, &self.names, self.report)?;
        let include_root = object.text("include_root", self.report);
        let include_root = self.paths.read_root(include_root, root, self.report);
        let include_path = self.paths_of(&object, "include_path");
        let policy = object.text("policy", self.report);
        let policy = policy.and_then(|policy| self.paths.path(policy, self.report));
        let features = self.features(&object);
        let declared = self.named(&object, "components", &component_name);
        let written = self.named(&object, "environments", &environment_name);
        self.names = positions(&declared);
        self.environments = positions(&written);
        let is_empty = |value: Node<'_>| value.kind() == Kind::Object && value.members().next().is_none();
        if object.get("components").map_or_else(|| !object.is_meant(&["components"]), is_empty) {
            let place = object.get("components").unwrap_or(root).span();
            let help = "name at least one: `components: { NAME: { manifest: \"NAME.cml\" } }`";
            self.report.push(errors::missing("the product", "components", place, help));
        }
        let components = declared.iter().map(|(key, value)| self.component(*key, *value)).collect::<Vec<_>>();
        let mut environments = self.environments(&written);
        if environments.is_empty() && written.is_empty() {
            environments.push(Environment::default_one());
        }
        let common = self.common(&object);
        let inputs = object.get("inputs");
        for (name, value) in object.members("inputs", self.report) {
            if value.kind() != Kind::Object {
                self.report.push(errors::input_without_type(name, value));
            }
        }
        let components = components.into_iter().collect::<Option<Vec<_>>>()?;
        let product = Product {
            root,
            include_root,
            include_path,
            policy,
            features,
            inputs,
            components,
            environments,
            common,
        };
        check_inherited(&product, self.report);
        let count = product.built().count().saturating_mul(product.components.len());
        if count > MAX_VALUE_FILES {
            self.report.push(limit_errors::too_many_outputs(count, root.span().at_start()));
        } else if let Err((count, place)) = product.check_exported() {
            self.report.push(limit_errors::too_many_exports(count, place));
        } else if let Some((what, count)) = product.too_many_in_environments() {
            self.report.push(limit_errors::too_many_in_environments(what, count, root.span().at_start()));
        } else {
            check_left_out(&product, self.report);
        }
        Some(product)
    }

    /// The members of an object whose keys are names. Reports invalid names and leaves them out.
    fn named(
        &mut self,
        object: &ProductObject<'d>,
        key: &str,
        check: &dyn Fn(&str) -> Result<(), RefusedName>,
    ) -> Vec<(Node<'d>, Node<'d>)> {
        let mut members = object.members(key, self.report);
        members.retain(|(name, _)| match check(name.text()) {
            Ok(()) => true,
            Err(refused) => {
                self.report.push(bad_name(*name, refused));
                self.refused.insert(name.text());
                false
            }
        });
        members
    }

    fn features(&mut self, object: &ProductObject<'d>) -> Vec<Feature> {
        let mut features = Vec::new();
        let names = object.texts("features", self.report);
        for name in self.once(names, "`features`") {
            match name.text().parse::<Feature>() {
                Ok(feature) => features.push(feature),
                Err(unknown) => self.report.push(errors::unknown_feature(name, &unknown)),
            }
        }
        features
    }

    /// The names in a list. Reports repeated names.
    pub(super) fn once(&mut self, names: Vec<Node<'d>>, what: &str) -> Vec<Node<'d>> {
        let mut met: BTreeMap<&str, Node<'d>> = BTreeMap::new();
        let mut kept = Vec::new();
        for name in names {
            match met.get(name.text()) {
                Some(first) => self.report.push(errors::listed_twice(name, *first, what)),
                None => {
                    met.insert(name.text(), name);
                    kept.push(name);
                }
            }
        }
        kept
    }

    fn paths_of(&mut self, object: &ProductObject<'d>, key: &str) -> Vec<ProductPath> {
        let texts = object.texts(key, self.report);
        texts.into_iter().filter_map(|text| self.paths.path(text, self.report)).collect()
    }

    pub(super) fn component_named(&mut self, name: Node<'d>) -> Option<usize> {
        let found = self.names.get(name.text()).copied();
        // Without any component, an error about components is reported already.
        if found.is_none() && !self.names.is_empty() && !self.refused.contains(name.text()) {
            let names = self.names.keys().copied();
            let nearest = self.report.suggestions().nearest(name.text(), names).map(str::to_owned);
            let known = self.names.keys().copied();
            self.report.push(errors::unknown_component(name, nearest.as_deref(), known));
        }
        found
    }

    fn component(&mut self, key: Node<'d>, value: Node<'d>) -> Option<ProductComponent<'d>> {
        let what = format!("the component {}", quoted(key.text()));
        let object =
            ProductObject::read(value, what.clone(), ProductLevel::Component, &self.names, self.report)?;
        let own = self.own(&object);
        let imports = self.imports(key, &object);
        let manifest = object.text("manifest", self.report);
        let compiled = object.text("declaration", self.report);
        let package_path = object.text("package_path", self.report);
        let package_path = package_path.filter(|path| check_package_path(*path, key.text(), self.report));
        if let (Some(compiled), Some(package_path)) = (object.get("declaration"), package_path) {
            let help = "remove `package_path`: a compiled declaration contains one";
            let places = [compiled, package_path];
            self.report.push(errors::not_both(&what, ["declaration", "package_path"], places, help));
        }
        let path = |node| self.paths.path(node, self.report);
        let declared = match (object.get("manifest"), object.get("declaration")) {
            (Some(one), Some(other)) => {
                let help = "keep the one that is right";
                self.report.push(errors::not_both(&what, ["manifest", "declaration"], [one, other], help));
                None
            }
            (None, None) if object.is_meant(&["manifest", "declaration"]) => None,
            (None, None) => {
                let help = "add `manifest: \"….cml\"`, or `declaration: \"….cm\"` for one that is compiled";
                self.report.push(errors::missing(&what, "a manifest", key.span(), help));
                None
            }
            (Some(_), None) => manifest.and_then(path).map(ComponentDeclaration::Manifest),
            (None, Some(_)) => compiled.and_then(path).map(ComponentDeclaration::Compiled),
        };
        Some(ProductComponent {
            name: key.text(),
            place: key.span(),
            declared: declared?,
            package_path,
            imports,
            own,
        })
    }

    fn imports(&mut self, component: Node<'d>, object: &ProductObject<'d>) -> Vec<ProductImport<'d>> {
        let mut imports = Vec::new();
        let what = format!("an element of {}", object.name_of("imports"));
        for (name, target) in object.members("imports", self.report) {
            if let Err(refused) = key_of("an import", name.text()) {
                self.report.push(bad_name(name, refused));
                continue;
            }
            if !is_text(target, &what, self.report) {
                continue;
            }
            if target.text() == component.text() {
                self.report.push(imports_itself(component.text(), target));
                continue;
            }
            if name.text() == component.text() {
                self.report.push(named_like_itself(name, target));
                continue;
            }
            let Some(at) = self.component_named(target) else { continue };
            let (place, target) = (name.span(), target.span());
            imports.push(ProductImport { name: name.text(), place, component: at, target });
        }
        imports.sort_by_key(|import| import.name);
        imports
    }

    fn own(&mut self, object: &ProductObject<'d>) -> OwnSources<'d> {
        OwnSources {
            layers: self.layers(object),
            patches: self.paths_of(object, "patches"),
            settings: self.settings(object),
        }
    }

    /// The lists of layers that the object has, without empty ones.
    fn layers(&mut self, object: &ProductObject<'d>) -> LayerLists {
        let lists = LayerList::ALL.into_iter().map(|list| (list, self.paths_of(object, list.key())));
        lists.filter(|(_, paths)| !paths.is_empty()).collect()
    }

    fn settings(&mut self, object: &ProductObject<'d>) -> Vec<ProductSetting<'d>> {
        let mut settings = Vec::new();
        let mut paths: BTreeMap<PathSteps, Node<'d>> = BTreeMap::new();
        for (path, value) in object.members("set", self.report) {
            if let Some(operator) = operator_in(value) {
                self.report.push(errors::operator_in_set(path, operator));
                continue;
            }
            let is_verbatim =
                path.document().source().slice(path.span_of_text(0..path.text().len())) == path.text();
            if !is_verbatim {
                let help = "write it in the other quotes, without escapes";
                self.report.push(bad_path(path, "has escapes", help));
                continue;
            }
            settings.push(ProductSetting { path, value });
            let Some(steps) = steps_of(path.text()) else { continue };
            match paths.get(&steps) {
                Some(first) => self.report.push(errors::set_twice(*first, path)),
                None => _ = paths.insert(steps, path),
            }
        }
        // Paths inside a path follow it directly.
        let mut outer: Option<(&PathSteps, Node<'d>)> = None;
        for (steps, path) in &paths {
            match outer {
                Some((around, whole)) if steps.starts_with(around) => {
                    self.report.push(errors::set_twice(whole, *path));
                }
                Some(_) | None => outer = Some((steps, *path)),
            }
        }
        settings
    }

    fn common(&mut self, object: &ProductObject<'d>) -> CommonSources<'d> {
        let rules = object.list("rules", self.report);
        CommonSources {
            layers: self.layers(object),
            rules: self.objects(rules, ("rules", object)),
            exports: self.exports(object),
        }
    }

    /// The elements of a list that are objects.
    pub(super) fn objects(
        &mut self,
        mut elements: Vec<Node<'d>>,
        (key, object): (&str, &ProductObject<'d>),
    ) -> Vec<Node<'d>> {
        elements.retain(|element| {
            if element.kind() != Kind::Object {
                let what = format!("an element of {}", object.name_of(key));
                let found = errors::wrong_kind(*element, &what, "an object");
                self.report.push(found.help_if(advice::on_element(key, *element).map(str::to_owned)));
            }
            element.kind() == Kind::Object
        });
        elements
    }

    fn environments(&mut self, written: &[(Node<'d>, Node<'d>)]) -> Vec<Environment<'d>> {
        let mut extending = Vec::new();
        let mut environments = Vec::new();
        for (key, value) in written {
            let what = format!("the environment {}", quoted(key.text()));
            let level = ProductLevel::Environment;
            let object = ProductObject::read(*value, what.clone(), level, &self.names, self.report);
            let (name, place) = (key.text(), key.span());
            let (environment, bases) = match object {
                Some(object) => self.environment((*key, &what), &object),
                None => (Environment { name, place: Some(place), ..Environment::default_one() }, Vec::new()),
            };
            environments.push(environment);
            extending.push(Extending { name, place, bases });
        }
        let Some(lineages) = lineages(&extending, self.report) else { return environments };
        let without = |lineage: &Vec<usize>| {
            let bases = lineage.iter().filter_map(|base| environments.get(*base));
            bases.flat_map(|base| &base.without).map(|(component, place)| (*component, *place)).collect()
        };
        let without: Vec<BTreeMap<usize, Span>> = lineages.iter().map(without).collect();
        for (environment, (lineage, without)) in
            environments.iter_mut().zip(lineages.into_iter().zip(without))
        {
            (environment.lineage, environment.without) = (lineage, without);
        }
        let lone = errors::lone_bases(&self.lone_bases);
        lone.into_iter().for_each(|lone| self.report.push(lone));
        let is_abstract: Vec<bool> = environments.iter().map(|environment| environment.is_abstract).collect();
        check_abstract(&extending, &is_abstract, self.report);
        environments
    }

    fn environment(
        &mut self,
        (key, what): (Node<'d>, &str),
        object: &ProductObject<'d>,
    ) -> (Environment<'d>, Vec<(usize, Span)>) {
        let extends = match object.get("extends") {
            Some(name) if name.kind() == Kind::String && !name.text().is_empty() => {
                self.lone_bases.push(name);
                vec![name]
            }
            Some(_) | None => object.texts("extends", self.report),
        };
        let mut bases = Vec::new();
        for base in self.once(extends, &object.name_of("extends")) {
            match self.environments.get(base.text()) {
                Some(at) => bases.push((*at, base.span())),
                None if self.refused.contains(base.text()) => {}
                None => {
                    let names = self.environments.keys().copied();
                    let nearest = self.report.suggestions().nearest(base.text(), names).map(str::to_owned);
                    let known = self.environments.keys().copied();
                    self.report.push(errors::unknown_environment(base, nearest.as_deref(), known));
                }
            }
        }
        let without = object.texts("without", self.report);
        let without = self.once(without, &object.name_of("without")).into_iter();
        let without = without.filter_map(|name| Some((self.component_named(name)?, name.span()))).collect();
        let (mut components, mut component_places) = (BTreeMap::new(), BTreeMap::new());
        for (name, value) in object.members("components", self.report) {
            let Some(at) = self.component_named(name) else { continue };
            let what = format!("the component {} of {what}", quoted(name.text()));
            let level = ProductLevel::EnvironmentComponent;
            let object = ProductObject::read(value, what, level, &self.names, self.report);
            let Some(object) = object else { continue };
            let own = self.own(&object);
            components.insert(at, own);
            component_places.insert(at, name.span());
        }
        let inputs = object.members("inputs", self.report).into_iter();
        let inputs = inputs.map(|(name, value)| InputAssignment { name, value });
        let inputs = inputs.collect();
        let environment = Environment {
            name: key.text(),
            place: Some(key.span()),
            is_abstract: object.flag("abstract", self.report),
            lineage: Vec::new(),
            without,
            common: self.common(object),
            components,
            component_places,
            inputs,
        };
        (environment, bases)
    }
}

fn positions<'d>(members: &[(Node<'d>, Node<'d>)]) -> BTreeMap<&'d str, usize> {
    members.iter().enumerate().map(|(at, (key, _))| (key.text(), at)).collect()
}

/// The first key of an operator in a literal. Recurses as deep as documents nest.
fn operator_in(value: Node<'_>) -> Option<Node<'_>> {
    match value.kind() {
        Kind::Object => value.members().find_map(|(key, value)| {
            let is_operator = key.text().starts_with('$') && key.text() != ABSENT;
            if is_operator { Some(key) } else { operator_in(value) }
        }),
        Kind::Array => value.elements().find_map(operator_in),
        Kind::Null | Kind::True | Kind::False | Kind::Number | Kind::String | Kind::Invalid => None,
    }
}
