//! Integration tests, one binary.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod allocations;
mod cli;
mod decode;
mod documents;
mod dom;
mod formats;
mod fuzz;
mod golden;
mod grain;
mod images;
mod linear;
mod nasty;
mod one_text;
mod real_data;
#[cfg(feature = "remote")]
mod remote;
mod shared;
mod source;
