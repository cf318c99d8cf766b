//! `joshi`'s images on the test pages of Readability.js, a proxy: right is what that program keeps.

use leafmill::dom::Parser;
use leafmill::eval::{Entrant, Options, run};
use leafmill::internals::dataset::{Dataset, Layout};
use leafmill::internals::measure::{self, Measure};

use crate::shared::data;

#[test]
fn joshi_keeps_images_as_measured() {
    let Some(folder) = data("datasets/readability-images") else { return };
    let data = Dataset::open(&folder).unwrap();
    assert_eq!((data.layout, data.items.len()), (Some(Layout::Readability), 69));
    assert_eq!(measure::of_dataset(&data), [Measure::Images]);
    let specs = ["wu", "joshi"].map(|spec| Entrant::Spec(spec.parse().unwrap()));
    let mut options = Options::default();
    options.parser = Parser::Native;
    let table = run(&[data], &specs, &[], &options).unwrap();
    let set = &table.sets[0];
    // wu judges no images.
    assert_eq!(table.rows(set, 0).collect::<Vec<_>>(), [1]);
    let (counts, scores) = (set.sum(1, 0), set.mean(1, 0, None));
    println!("{counts:?}: {scores:?}");
    assert_eq!(counts.gold, 690);
    assert!(scores.precision > 0.89 && scores.recall > 0.69, "{scores:?}");
}
