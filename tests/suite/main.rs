//! What holds beyond single cases: laws, rules of each stage, promises about bytes, and what others say.

#[cfg(test)]
mod arbitrary;
#[cfg(test)]
mod checksum;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod docs;
#[cfg(test)]
mod frozen;
#[cfg(test)]
mod manifest;
#[cfg(test)]
mod proto;
#[cfg(test)]
mod refused;
#[cfg(test)]
mod wire;
