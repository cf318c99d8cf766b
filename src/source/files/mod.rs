//! The inputs that were named: which files they stand for, what each file is, and the pages that are
//! files of their own.

pub(crate) mod container;
mod list;
mod loose;
mod plan;

pub use container::Container;
pub(crate) use container::without_packing;
pub use list::list;
pub(crate) use loose::Loose;
pub use plan::{Input, Plan, STDIN, plan};
