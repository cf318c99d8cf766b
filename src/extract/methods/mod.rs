//! The methods: each is one module, with the paper, its idea and where we depart from it at the head.

pub mod accb;
pub mod all;
pub mod boilerpipe;
pub mod bte;
pub mod ccb;
pub mod cetd;
pub mod cetr;
pub mod cnr;
pub mod crunch;
pub mod grain;
pub mod joshi;
pub mod justext;
pub mod mountain;
pub mod wu;
