//! Methods.
