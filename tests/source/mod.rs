//! Reading archives and directories, whole and damaged.

pub mod archive;
mod damage;
