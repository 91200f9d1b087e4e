//! The product files of a project: layers, sections, imports, rules, exports, and values in environments.

use super::edits::Text;
use super::fields::string;
use super::literal::Literal;
use super::project::{COMMON, Component, Project};
use crate::support::random::Random;
use confc::syntax::Format;

impl Project {
    /// Adds a product whose layers have no mistakes, so that its catalogue can be made.
    pub(super) fn good_product(&mut self) {
        let mut text = Text::new("good.product.json5");
        text.fixed("{\n  components: {\n");
        for Component { name, .. } in &self.components {
            let own = format!("    {name}: {{ manifest: '{name}.cml', layers: ['{name}.good.json5'] }},\n");
            text.fixed(own);
        }
        text.fixed("  },\n  environments: { dev: {}, prod: {} },\n}\n");
        self.texts.push(text);
    }

    pub(super) fn product(&mut self, random: &mut Random, path: &str) {
        let mut text = Text::new(path);
        text.fixed("{\n");
        if random.once_in(2) {
            text.fixed("  inputs: {\n");
            for declaration in &self.inputs {
                text.fixed(format!("    {declaration},\n"));
            }
            text.fixed("  },\n");
        }
        text.fixed("  components: {\n");
        for at in [0, 1] {
            let component = &self.components[at];
            let name = component.name;
            let first = match random.below(6) {
                0 => format!("map.yaml#/{name}"),
                1 | 2 => component.layer.clone(),
                _ => format!("{name}.good.json5"),
            };
            let imports = if at == 0 && random.once_in(3) { ", imports: { o: 'b' }" } else { "" };
            let patches =
                if random.once_in(4) { format!(", patches: ['{name}.patch.json5']") } else { String::new() };
            text.fixed(format!(
                "    {name}: {{ manifest: '{name}.cml', layers: ['{first}']{patches}{imports} }},\n"
            ));
        }
        text.fixed("  },\n");
        let file = |start: &str| {
            let found = self.texts.iter().find(|text| text.path.starts_with(start));
            found.map(|text| text.path.clone()).expect("it is written before")
        };
        let (shared, sections) = (file("shared."), file("sections."));
        if random.once_in(3) {
            let own = self.own_group();
            let list = random.pick(&["shared", "shared", "shared_overrides"]);
            text.push(format!("  {list}: ['{shared}'],\n"), [0, own]);
        }
        if random.once_in(3) {
            let own = self.own_group();
            let list = random.pick(&["sections", "sections", "section_overrides"]);
            text.push(format!("  {list}: ['{sections}'],\n"), [0, own]);
        }
        text.fixed("  environments: {\n");
        for environment in ["dev", "prod"] {
            text.fixed(format!("    {environment}: {{\n"));
            self.environment(random, &mut text);
            text.fixed("    },\n");
        }
        text.fixed("  },\n");
        let rule = random.pick(&[
            "a.common_secret != b.common_secret",
            "a.common_secret != 'never'",
            "a.timeout_ms < 5",
        ]);
        let own = self.own_group();
        text.push(format!("  rules: [{{ check: \"{rule}\" }}],\n"), [0, own]);
        let format = random.pick(&["env", "json", "txtpb", "configmap", "yaml", "container-env"]);
        let own = self.own_group();
        let sensitive = random.pick(&["", "", ", sensitive: 'include'"]);
        let options = match format {
            "configmap" => random.pick(&[
                "",
                ", labels: { team: 'x' }, hash_suffix: true",
                ", keys: 'env'",
                ", value_file: true",
            ]),
            "container-env" => {
                random.pick(&["", ", secret_name: '{component}'", ", annotations: { note: 'x' }"])
            }
            "env" => random.pick(&[sensitive, ", prefix: 'A_', separator: '__'"]),
            _ => sensitive,
        };
        text.push(
            format!("  exports: [{{ format: '{format}', path: '{{environment}}/{{component}}.{format}'{options} }}],\n"),
            [0, own],
        );
        text.fixed("}\n");
        self.texts.push(text);
    }

    fn environment(&mut self, random: &mut Random, text: &mut Text) {
        if !random.once_in(4) {
            let key = match random.once_in(4) {
                true => string(random, &mut self.canaries),
                false => Literal::text(self.canaries.word(random)),
            };
            let key = key.written(Format::Json5, random);
            let zone = random.pick(&["'x'", "'x'", "'x'", "'x'", "'x'", "'much too long for it'", "[1]"]);
            let n = random.pick(&["1", "1", "1", "1", "1", "0", "'x'", "300"]);
            let name = random.pick(&["key", "key", "key", "key", "key", "kay"]);
            let comment = self.comment(random, "//");
            let own = self.own_group();
            text.push(
                format!("      inputs: {{ {name}: {key}, zone: {zone}, n: {n} }},{comment}\n"),
                [0, own],
            );
        }
        for at in [0, 1] {
            if !random.once_in(4) {
                continue;
            }
            let fields = self.components[at].fields.clone();
            let field = random.one_of(&fields);
            if !field.is_sensitive() || (field.key == COMMON && self.is_common_unmarked && at == 1) {
                continue;
            }
            let naming = self.components[at].naming;
            let value = field.value(random, &mut self.canaries);
            let value = naming.literal(random, &value).written(Format::Json5, random);
            let path = if random.once_in(8) { "pasword".into() } else { naming.path(random, field) };
            let comment = self.comment(random, "//");
            let name = self.components[at].name;
            let own = self.own_group();
            let line =
                format!("      components: {{ {name}: {{ set: {{ '{path}': {value} }} }} }},{comment}\n");
            text.push(line, [Self::group_of(field.key), own]);
            break;
        }
    }
}
