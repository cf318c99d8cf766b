//! Reading archives and directories, whole and damaged.

mod archive;
mod damage;
