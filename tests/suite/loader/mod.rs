//! The public interface of `confc-loader`: its items, values for serde, and its example.

mod api;
mod deserialize;
mod example;
mod fields;
