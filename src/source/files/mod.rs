//! The inputs that were named: which files they stand for, what each file is, and the pages that are
//! files of their own.

mod called;
pub(crate) mod container;
mod list;
mod loose;
mod plan;

pub(crate) use called::page_id;
pub use container::Container;
pub(crate) use container::without_packing;
pub use list::list;
pub(crate) use loose::Loose;
pub(crate) use plan::plan_until;
pub use plan::{Input, Plan, STDIN, plan};
