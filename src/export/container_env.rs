//! The list `env` of a container in Kubernetes.

use super::bounded_text::BoundedText;
use super::flat::{self, FlatNames, FlatValue};
use super::kubernetes::{DataKeys, MAX_DATA, TOO_LARGE, data, entry};
use super::node::ExportNode;
use super::object_names::ObjectName;
use super::{ExportError, VariableNames};
use std::collections::BTreeMap;

/// A list of variables, in which sensitive values are references to the Secret with them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContainerEnv {
    /// The name of the Secret. Without it, sensitive values are errors.
    pub secret: Option<ObjectName>,
    /// The keys of the Secret.
    pub keys: DataKeys,
}

impl ContainerEnv {
    /// Returns the list with the values of `root`. Those in `sensitive` are references.
    ///
    /// # Errors
    /// Sensitive values without a Secret; errors of the Secret's data; two values with one name; values with a NUL; more
    /// data than Kubernetes takes.
    pub(super) fn list(
        &self,
        root: ExportNode<'_>,
        sensitive: ExportNode<'_>,
        variables: &VariableNames,
    ) -> Result<String, Vec<ExportError>> {
        let count = flat::count(sensitive);
        let secret = match &self.secret {
            None if count > 0 => return Err(vec![ExportError::NoSecret { count }]),
            None => None,
            Some(name) => {
                let data = data(self.keys, variables, sensitive)?.into_iter();
                Some((name, data.map(|entry| (entry.path, entry.key)).collect::<BTreeMap<_, _>>()))
            }
        };
        let (mut out, mut errors, mut size) = (BoundedText::new(u64::MAX), Vec::new(), 0_u64);
        let names = FlatNames::Variables(variables);
        let all = flat::each(root, names, MAX_DATA, &mut errors, |value, errors| {
            let FlatValue { path, name, text, .. } = value;
            if text.contains('\0') {
                errors.push(ExportError::Nul { path: path.into() });
            }
            if !out.is_empty() {
                out.put('\n');
            }
            out.push("- name: ");
            out.push(name);
            let reference = secret.as_ref().and_then(|(secret, keys)| Some((secret, keys.get(path)?)));
            if let Some((secret, key)) = reference {
                out.push("\n  valueFrom:\n    secretKeyRef:");
                entry("name", secret.as_ref(), 6, &mut out);
                entry("key", key, 6, &mut out);
                return true;
            }
            size += text.len() as u64;
            // Kubernetes replaces `$(NAME)`, and `$$` by `$`.
            entry("value", &text.replace('$', "$$"), 2, &mut out);
            size <= MAX_DATA
        });
        if all.is_err() || size > MAX_DATA {
            errors.push(TOO_LARGE);
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        if out.is_empty() {
            out.push("[]");
        }
        out.put('\n');
        out.finish().map_err(|limit| vec![ExportError::TooLarge(limit)])
    }
}
