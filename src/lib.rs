//! leafmill turns crawled web pages into their main content, and measures how well it does.
//!
//! Data flows one way, and each module is one stage of it:
//!
//! ```text
//! source ─> Record ─> decode ─> str ─> dom ─> page ─> extract ─> Extraction ─> render ─> output
//!                                                                     │
//!                                                        eval:  Counts <─ Gold
//! ```

pub mod decode;
pub mod dom;
pub mod error;
pub mod eval;
pub mod extract;
pub mod inspect;
pub mod leaf_id;
pub mod output;
pub mod page;
pub mod pipeline;
mod random;
pub mod render;
pub mod source;
pub mod text;

pub use error::{Error, Result};
