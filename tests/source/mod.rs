//! Reading archives and directories, whole and damaged.

mod arc;
pub mod archive;
mod bodies;
mod bombs;
mod damage;
mod frames;
mod mangled;
mod plan;
mod real;
mod wacz;
