//! leaf_id
