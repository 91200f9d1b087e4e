//! The messages of value plans.

pub(crate) use super::generated::proto::{
    PlanDefinition, PlanDefinitions, PlanEntries, PlanExpression, PlanImport, PlanInput, PlanOrigin,
    PlanPlace, PlanSlot, PlanSlots, PlanTerm, PlanTerms, plan_slot, plan_term,
};
