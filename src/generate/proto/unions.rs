//! Unions in messages of protobuf.

use super::names::{MessageField, MessageScope};
use super::spelling::number;
use super::{PlacedType, ProtoWriter};
use crate::generate::facts::{Described, case_facts};
use crate::types::{Field, Type, UnionCase, UnionType};

/// A field of a `oneof`.
struct CaseField<'a> {
    case: &'a UnionCase,
    name: String,
    json_name: String,
    ty: String,
}

impl<'a> ProtoWriter<'_, 'a> {
    /// Writes the `oneof` of a field or member.
    pub(super) fn union_field(
        &mut self,
        described: &Described<'a>,
        ty: &'a UnionType,
        scope: &mut MessageScope<'a>,
        level: usize,
    ) {
        let key = described.field.key.as_str();
        scope.accessor(key, &[key], self.report);
        scope.oneof(key, &[key], self.report);
        let mut fields = Vec::new();
        for case in ty.cases() {
            let name = format!("{key}_{}", case.name);
            let of = MessageField { name, keys: vec![key, case.name.as_str()] };
            let ty = self.case_type((case, described.secret), &of, scope, level);
            fields.push(CaseField { case, json_name: format!("${}", of.name), name: of.name, ty });
        }
        self.comments(described, level);
        self.oneof(key, &fields, Some(described.field), level);
    }

    /// Writes the `oneof` of a message around a union.
    pub(super) fn only_cases(
        &mut self,
        (ty, secret): (&'a UnionType, bool),
        scope: &mut MessageScope<'a>,
        level: usize,
    ) {
        // Keys do not end in an underscore.
        let name = if ty.position("kind").is_some() { "kind_" } else { "kind" };
        scope.oneof(name, &[], self.report);
        let mut fields = Vec::new();
        for case in ty.cases() {
            let key = case.name.as_str();
            let of = MessageField { name: key.into(), keys: vec![key] };
            let ty = self.case_type((case, secret), &of, scope, level);
            fields.push(CaseField { case, name: key.into(), json_name: key.into(), ty });
        }
        self.oneof(name, &fields, None, level);
    }

    /// Declares the field of a case, and writes the messages and enums for its type. Returns its type.
    fn case_type(
        &mut self,
        (case, secret): (&'a UnionCase, bool),
        field: &MessageField<'a>,
        scope: &mut MessageScope<'a>,
        level: usize,
    ) -> String {
        scope.field(field, number(&field.name), self.report);
        let placed = PlacedType { ty: &case.ty, default: None, secret };
        let single = self.single_type(&placed, field, scope, level);
        let what = if matches!(case.ty, Type::Map(_)) { "map" } else { "list" };
        self.contents(&case.ty, &single, (field, &format!("{}_{what}", field.name)), scope, level)
    }

    /// Writes a `oneof`. `owner` is the field that it is, unless that is around the message.
    fn oneof(&mut self, name: &str, fields: &[CaseField<'a>], owner: Option<&Field>, level: usize) {
        self.line(level, &format!("oneof {name} {{"));
        for (n, CaseField { case, name, json_name, ty }) in fields.iter().enumerate() {
            if n > 0 {
                self.out.push('\n');
            }
            if let Some(doc) = &case.doc {
                self.comment(level + 1, doc);
                self.comment(level + 1, "");
            }
            for fact in case_facts(case) {
                self.comment(level + 1, &fact);
            }
            self.type_comments(level + 1, &case.ty);
            let options = self.options((name, json_name), owner);
            self.line(level + 1, &format!("{ty} {name} = {}{options};", number(name)));
        }
        self.line(level, "}");
    }
}
