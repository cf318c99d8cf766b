//! The leafmill program.

fn main() {}
