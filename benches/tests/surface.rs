//! The public surface, name by name, as `docs/surface.txt` has it: a change to it is seen.
//!
//! `make surface` writes the file anew.

#![allow(clippy::unwrap_used, missing_docs)]

use std::fs::File;
use std::io::BufReader;

use serde::Deserialize;

/// The format of rustdoc's JSON that the `public-api` crate reads: rustc 1.95 writes it.
const FORMAT: u32 = 57;

/// What users build with. `remote`, `zstd` and `parquet` add few names, and much to compile; the
/// program and the crate's own rooms are promised to nobody.
const FEATURES: [&str; 2] = ["pipeline", "eval"];

/// Paths of rooms that nobody outside can name.
const PRIVATE: [&str; 11] = [
    "leafmill::dataset::",
    "leafmill::date::",
    "leafmill::error::",
    "leafmill::extract::",
    "leafmill::inspect::",
    "leafmill::internals::",
    "leafmill::measure::",
    "leafmill::site_lines::",
    "leafmill::source::",
    "leafmill::text::",
    "leafmill::training::",
];

#[derive(Deserialize)]
struct Versioned {
    format_version: u32,
}

#[test]
fn the_public_surface_is_the_one_that_is_written_down() {
    let json = rustdoc_json::Builder::default()
        .manifest_path("../Cargo.toml")
        .no_default_features(true)
        .features(FEATURES)
        .clear_toolchain()
        // A directory of its own: the variable below has much compiled anew.
        .target_dir(env!("CARGO_TARGET_TMPDIR"))
        // The JSON is unstable, and the file that is compared with says which format it is of.
        .env("RUSTC_BOOTSTRAP", "1")
        .build()
        .unwrap();
    let of: Versioned =
        serde_json::from_reader(BufReader::new(File::open(&json).unwrap())).unwrap();
    if of.format_version != FORMAT {
        eprintln!("skipped: rustdoc's JSON is of format {}, not {FORMAT}", of.format_version);
        return;
    }
    let surface = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .unwrap();
    let items: Vec<_> = surface.items().map(ToString::to_string).collect();
    let unnameable = |item: &&String| PRIVATE.iter().any(|room| item.contains(room));
    let unnameable: Vec<_> = items.iter().filter(unnameable).collect();
    assert!(unnameable.is_empty(), "nobody can name the types of these: {unnameable:#?}");
    surface.assert_eq_or_update("../docs/surface.txt");
}
