//! What several methods are made of.

pub mod information_blocks;
pub mod kmeans;
pub mod scripts;
pub mod serialize;
pub mod styled;
