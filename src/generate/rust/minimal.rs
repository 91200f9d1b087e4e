//! Reduces a declaration to the parts that a client needs.

use crate::declaration::{Config, Declaration};
use crate::generate::model::Member;
use crate::types::{
    ArrayType, Component, Field, FieldNames, MapType, StructType, Type, UnionCase, UnionType, Value,
    VectorType,
};
use confc_core::declaration::{checked_schema, seal_checked};

/// Returns a declaration with the same interface and rules, but without the parts that a client does not use: other
/// sections, documentation, old names and sensitive values.
pub(super) fn declaration(config: &Config) -> Declaration {
    let without_documentation = |field: &Field| {
        let mut field = minimal(field, field.default.as_ref(), false);
        field.forget_documentation();
        field
    };
    let fields = config.fields().iter().map(without_documentation).collect();
    let schema =
        checked_schema(fields, config.value_source().clone()).with_checked_rules(config.rules().clone());
    seal_checked(Component::default(), Some(schema))
}

/// Whether a client does not know the value that a member has if nothing sets it, but would take another one for it.
pub(super) fn mistakes_default(member: &Member<'_>) -> bool {
    let held = || minimal(member.field, member.default, member.secret).unset_value();
    member.default.is_some_and(|default| held().is_some_and(|held| held != *default))
}

/// The paths, as positions of fields and members, to optional members whose default the client does not hold. Omits
/// sensitive members.
pub(super) fn hidden_defaults(config: &Config) -> Vec<Vec<usize>> {
    fn add(fields: &[Field], around: Option<&Value>, path: &[usize], found: &mut Vec<Vec<usize>>) {
        for (at, field) in fields.iter().enumerate().filter(|(_, field)| !field.sensitive) {
            let default = around.and_then(Value::as_members).and_then(|members| members.get(at));
            let default = default.or(field.default.as_ref());
            let path = [path, &[at]].concat();
            let is_held = minimal(field, default, false).default.is_some();
            if field.optional && !is_held && default.is_some_and(|default| !default.is_absent()) {
                found.push(path.clone());
            }
            add(field.ty.members(), default, &path, found);
        }
    }
    let mut found = Vec::new();
    add(config.fields(), None, &[], &mut found);
    found
}

/// A field or member; `default` is its value if nothing sets it.
fn minimal(field: &Field, default: Option<&Value>, secret: bool) -> Field {
    let secret = secret || field.sensitive;
    let ty = if let Type::Struct(ty) = &field.ty {
        // The default of a struct goes to its members, without secrets.
        let values = match default {
            Some(Value::Struct(values)) => Some(values),
            Some(_) | None => None,
        };
        let member = |(at, member): (usize, &Field)| {
            let default = values.and_then(|values| values.get(at)).or(member.default.as_ref());
            minimal(member, default, secret)
        };
        Type::Struct(StructType::new(ty.members().iter().enumerate().map(member).collect()))
    } else {
        part(&field.ty, secret)
    };
    let mut field = Field {
        optional: field.optional,
        nullable: field.nullable,
        mutability: field.mutability,
        // A part of a sensitive value is also sensitive if it is checked alone.
        sensitive: secret,
        names: without_aliases(&field.names),
        ..Field::new(field.key.clone(), ty)
    };
    let is_shown = |value: &&Value| !secret && (value.is_null() || !field.ty.holds_sensitive());
    let default = default.filter(|value| !value.is_absent()).filter(is_shown);
    // A struct needs no default that the defaults of its members make up.
    if default.is_some_and(|default| field.unset_value().as_ref() != Some(default)) {
        field.default = default.cloned();
    }
    field
}

/// The native name, or the mark of a rest, which plain data needs.
fn without_aliases(names: &FieldNames) -> FieldNames {
    if names.is_rest() { FieldNames::rest() } else { FieldNames::new(names.native().cloned(), Vec::new()) }
}

/// A type with the members of the structs inside it, which have no default as a whole.
fn part(ty: &Type, secret: bool) -> Type {
    match ty {
        Type::Struct(ty) => {
            let member = |member: &Field| minimal(member, member.default.as_ref(), secret);
            Type::Struct(StructType::new(ty.members().iter().map(member).collect()))
        }
        Type::Vector(ty) => {
            let element = part(&ty.element, secret).into();
            Type::Vector(VectorType { element, ..*ty })
        }
        Type::Array(ty) => {
            let element = part(&ty.element, secret).into();
            Type::Array(ArrayType { element, ..*ty })
        }
        Type::Map(ty) => {
            let map = MapType::new(ty.key().clone(), part(ty.value(), secret), ty.max_count);
            Type::Map(map.at_least(ty.min_count))
        }
        Type::Union(ty) => {
            let case = |case: &UnionCase| UnionCase {
                name: case.name.clone(),
                ty: part(&case.ty, secret),
                text: case.text.clone(),
                doc: None,
            };
            Type::Union(UnionType::with_tag(ty.tag().cloned(), ty.cases().iter().map(case).collect()))
        }
        Type::Bool | Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Enum(_) | Type::Json(_) => {
            ty.clone()
        }
    }
}
