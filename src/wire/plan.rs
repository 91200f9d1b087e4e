//! The messages of value plans.

pub(crate) use super::generated::proto::{
    PlanCase, PlanDefinition, PlanDefinitions, PlanEntries, PlanExpression, PlanImport, PlanInput,
    PlanOrigin, PlanPlace, PlanSlot, PlanSlots, PlanTerm, PlanTerms, plan_slot, plan_term,
};
