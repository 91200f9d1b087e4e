//! The runtime of the clients that `confc generate rust` writes.
//!
//! A generated file names the version of the runtime that it was written for, as in `client::v1`. Later versions of this
//! crate keep that module, so the file compiles until it is generated again. Code written by hand needs only
//! [`v1::Json`], for vectors and maps of JSON, and [`v1::of_case`], for unions.

pub mod v1;
