//! Real archives out of the test data of other projects; `benches/tests/fastwarc.rs` reads them
//! beside the `fastwarc` crate.

use super::archive::Events;
use crate::shared;
use leafmill::internals::source::{Caps, PassedOver, Reader, plan};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What each file under the archives comes to, by its name.
fn read_all(root: &Path) -> (BTreeMap<String, Events>, BTreeSet<(String, PassedOver)>) {
    let plan = plan(&[root.to_path_buf()]).unwrap();
    let name = |path: &Path| path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
    let passed_over = plan.passed_over.iter().map(|(path, why)| (name(path), *why)).collect();
    let read = |input: &leafmill::internals::source::Input| {
        let mut reader = Reader::open(input, &Caps::default()).unwrap();
        (input.name.clone(), Events::collect(&mut reader))
    };
    (plan.inputs.iter().map(read).collect(), passed_over)
}

/// What else the manifest notes are liberties that are read without loss: unusual line ends, folded
/// fields, field names in another case.
#[test]
fn every_damaged_file_is_reported() {
    let Some(root) = shared::data("warcs") else { return };
    let (files, _) = read_all(&root);
    let manifest = fs::read_to_string(root.join("MANIFEST.tsv")).unwrap();
    let mut reported = 0;
    for line in manifest.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (name, anomalies) = (fields[0], fields[13]);
        let damaged = ["truncated", "short block", "unterminated"]
            .iter()
            .any(|kind| anomalies.contains(kind));
        if damaged {
            let events = &files[name];
            assert!(!events.damage.is_empty(), "{name}: {anomalies}");
            assert!(events.damage.iter().all(|d| d.at.file.ends_with(name)));
            reported += 1;
        }
    }
    assert!(reported > 30, "{reported}");
}

#[test]
fn no_page_of_a_data_set_is_passed_over() {
    let Some(root) = shared::data("datasets") else {
        return;
    };
    let plan = plan(&[root]).unwrap();
    let is_page = |path: &Path| path.to_str().is_some_and(|path| path.contains(".htm"));
    assert!(plan.inputs.len() > 5000, "{}", plan.inputs.len());
    let pages: Vec<_> = plan.passed_over.iter().filter(|(path, _)| is_page(path)).collect();
    assert_eq!((pages, plan.unreadable.len()), (vec![], 0));
}

#[test]
fn archives_in_zip_files_are_read_and_what_is_none_is_named() {
    let Some(root) = shared::data("warcs") else { return };
    let (files, passed_over) = read_all(&root);
    let of_wacz = files.iter().filter(|(name, _)| name.contains(".wacz/archive/"));
    assert_eq!(of_wacz.map(|(_, events)| events.pages.len()).collect::<Vec<_>>(), [2, 1, 2, 1]);
    let empty = passed_over.iter().filter(|(name, _)| name.ends_with("empty.warc"));
    assert_eq!(empty.map(|(_, why)| *why).collect::<Vec<_>>(), [PassedOver::Empty; 2]);
    // What is called an archive and is none is no foreign file.
    let unreadable = plan(&[root]).unwrap().unreadable;
    for (name, count) in [("invalid_example_1.wacz", 1), (".warc.bz2", 2)] {
        let found = unreadable.iter().filter(|error| error.to_string().contains(name)).count();
        assert_eq!(found, count, "{name}");
    }
}
