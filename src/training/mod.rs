//! Training: what methods learn from pages with gold.
//!
//! [`clusters`] are k-means centroids for the methods that classify blocks; [`features`] are the
//! rows from which `scripts/train/train.py` makes `grain`'s model. [`folds`] keep a site together,
//! so that no method is tested on a site that it has learnt from.

pub mod clusters;
pub mod features;
pub mod folds;
