//! JSON Pointer and JSON Patch.

mod patch;
