//! What must hold for any input: one module a target, each with a function `check` that panics
//! where it does not. `fuzz_targets/` hands them to libFuzzer; `tests/fuzz.rs` runs them over the
//! seeds and over every input that once failed.
//!
//! An input in `seeds/` or `tests/fixtures/fuzz/` is what `check` takes, as a file.

pub mod decode;
pub mod documents;
pub mod http;
pub mod page;
pub mod reading;
pub mod warc;
