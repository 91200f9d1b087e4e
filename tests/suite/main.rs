//! What holds beyond single cases: rules of each stage, properties, and what others say.

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod manifest;
