//! The types inside the type of a field, with their names in Python.

use super::json::json_annotation;
use super::layout::PythonExpression;
use super::names::{case_class, class, key_class};
use crate::generate::model::{is_named, single};
use crate::types::{Field, Key, Type, TypePart, UnionCase};

/// The type of a field or a type inside it: of an element, or of the key or value of an entry. Members are fields of
/// their own.
#[derive(Debug, Clone)]
pub(super) struct FieldPart<'t> {
    pub(super) ty: &'t Type,
    /// The path to the class of the struct or enum at the end of all elements and values, or to the type of the union
    /// there: the class of the field. Of a key, the path to its enum.
    pub(super) class: String,
    /// The parts that lead to it from the type of the field.
    way: Vec<TypePart>,
}

impl<'t> FieldPart<'t> {
    /// The type of a field. `scope` is the prefix of the field's classes, with a dot.
    pub(super) fn of(field: &'t Field, scope: &str) -> Self {
        let class = format!("{scope}{}", class(field.key.as_str()));
        Self { ty: &field.ty, class, way: Vec::new() }
    }

    /// The element of a list; the key and the value of a map.
    pub(super) fn parts(&self) -> Vec<Self> {
        let part = |(step, ty): (&TypePart, &'t Type)| {
            let class = if *step == TypePart::Key { self.key_class() } else { self.class.clone() };
            Self { ty, class, way: [self.way.as_slice(), &[*step]].concat() }
        };
        self.ty.kind().parts().iter().zip(self.ty.parts()).map(part).collect()
    }

    /// The element of a list, or the value of a map.
    pub(super) fn contents(&self) -> Option<Self> {
        self.parts().pop()
    }

    /// The key of a map.
    pub(super) fn key(&self) -> Option<Self> {
        self.parts().into_iter().find(|part| part.way.last() == Some(&TypePart::Key))
    }

    /// The path to the enum of the keys of this map. The name of an inner map says where it is.
    fn key_class(&self) -> String {
        let words = self.way.iter().map(|step| match step {
            TypePart::Element => "OfElement",
            TypePart::Key => "OfKey",
            TypePart::Value => "OfValue",
        });
        key_class(&self.class, &words.collect::<String>())
    }

    /// The classes of the cases of a union, or of the unions in its lists and maps; empty for other types.
    pub(super) fn cases(&self) -> Vec<CaseClass<'t>> {
        let class =
            |case: &'t UnionCase| CaseClass { case, path: case_class(&self.class, case.name.as_str()) };
        single(self.ty).cases().iter().map(class).collect()
    }

    /// The class of the case at this position.
    pub(super) fn case(&self, position: u32) -> Option<CaseClass<'t>> {
        self.cases().into_iter().nth(position as usize)
    }

    /// The end of the names of its limits.
    pub(super) fn suffix(&self) -> String {
        let words = self.way.iter().map(|step| match step {
            TypePart::Element => "_OF_ELEMENT",
            TypePart::Key => "_OF_KEY",
            TypePart::Value => "_OF_VALUE",
        });
        words.collect()
    }

    /// Its annotation, without `None`.
    pub(super) fn annotation(&self) -> PythonExpression {
        let mut parts: Vec<_> = self.parts().iter().map(|part| part.whole_annotation().into()).collect();
        match self.ty {
            Type::Bool => PythonExpression::atom("bool"),
            Type::Integer(_) => PythonExpression::atom("int"),
            Type::Float(_) => PythonExpression::atom("float"),
            Type::String(_) => PythonExpression::atom("str"),
            Type::Enum(_) | Type::Struct(_) | Type::Union(_) => PythonExpression::atom(self.class.clone()),
            Type::Vector(_) | Type::Array(_) => {
                parts.push(PythonExpression::atom("...").into());
                PythonExpression::subscript("tuple", parts)
            }
            Type::Map(_) => PythonExpression::subscript("Mapping", parts),
            Type::Json(ty) => json_annotation(ty),
        }
    }

    /// Its annotation, with `None` if null is a value.
    pub(super) fn whole_annotation(&self) -> PythonExpression {
        let annotation = self.annotation();
        if self.ty.takes_null() {
            return PythonExpression::operation(annotation, "|", PythonExpression::atom("None"));
        }
        annotation
    }
}

/// A case of a union: a class with the attribute `value`.
pub(super) struct CaseClass<'t> {
    pub(super) case: &'t UnionCase,
    /// The path to the class.
    pub(super) path: String,
}

impl<'t> CaseClass<'t> {
    /// The name of the attribute.
    pub(super) const ATTRIBUTE: &'static str = "value";

    /// The type of the attribute.
    pub(super) fn value(&self) -> FieldPart<'t> {
        let class = format!("{}.{}", self.path, class(Self::ATTRIBUTE));
        FieldPart { ty: &self.case.ty, class, way: Vec::new() }
    }

    /// The attribute, as the only member of a struct.
    pub(super) fn member(&self) -> Field {
        // The name of the attribute is a key.
        let key = Key::new(Self::ATTRIBUTE).unwrap_or_else(|_| self.case.name.clone());
        Field { doc: self.case.doc.clone(), ..Field::new(key, self.case.ty.clone()) }
    }
}

/// Whether the annotation of a type names a class of the module.
pub(super) fn holds_named(ty: &Type) -> bool {
    is_named(ty) || ty.parts().any(holds_named)
}

/// Whether a value of the type is a map, or has one in its elements.
pub(super) fn holds_map_in_lists(ty: &Type) -> bool {
    matches!(ty, Type::Map(_)) || ty.element().is_some_and(holds_map_in_lists)
}
