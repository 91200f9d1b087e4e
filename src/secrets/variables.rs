//! The secrets in environment files.

use super::leaf::Look;
use super::leaves::Leaves;
use crate::syntax::Node;
use crate::types::StructType;
use crate::value::{is_torn_variable, variable_secrecy};

impl Leaves<'_> {
    /// The variables of an environment file for several schemas, some of which may be unknown. A value is secret if it
    /// is sensitive for any schema, or if no schema has its name.
    pub(super) fn variables(&mut self, root: Node<'_>, schemas: &[Option<&StructType>]) {
        let are_known = schemas.iter().all(Option::is_some);
        for (key, value) in root.members() {
            let known = schemas.iter().flatten();
            let secrecies = known.filter_map(|fields| variable_secrecy(fields, key.text()));
            let secrecy = secrecies.reduce(|one, other| one || other);
            let look = match secrecy {
                Some(_) => Look::Known,
                None if is_torn_variable(key.text(), value.text()) => Look::Hidden,
                None => Look::Unknown,
            };
            let is_secret = !are_known || secrecy.unwrap_or(true);
            self.key(key, look, is_secret);
            self.literal(value, is_secret);
        }
    }
}
