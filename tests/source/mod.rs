//! Reading archives and directories, whole and damaged.

pub mod archive;
mod bombs;
mod damage;
mod mangled;
mod plan;
mod real;
