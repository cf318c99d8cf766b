//! A method of one's own, evaluated beside leafmill's.
//!
//! `cargo run --release --example own_method -- DATASET`; without one, the sample.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use leafmill::eval::{self, Dataset, Entrant, Gold, Item, Measure, Options};
use leafmill::{Extraction, Extractor, Page, Spec};

/// Keeps every unit of at least so many words of which nothing is a link.
struct LongLines {
    words: u32,
}

impl Extractor for LongLines {
    fn extract(&self, page: &Page) -> Extraction {
        let mut extraction = Extraction::none(page);
        for unit in page.units() {
            let leaves = unit.leaves.start as usize..unit.leaves.end as usize;
            let totals = page.totals(leaves.clone());
            let is_content = totals.words >= self.words && totals.link_chars == 0;
            extraction.kept[leaves].fill(is_content);
        }
        extraction
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or("datasets/sample".to_owned());
    // A data set in one of the published layouts, and one that this program makes up.
    let published = Dataset::open(Path::new(&path))?;
    let page = "<p>Home</p><p>The mill ran dry in May, and nobody could say why it did.</p>";
    let gold = Gold::new("mill", "The mill ran dry in May, and nobody could say why it did.");
    let own = Dataset::new("own", [Item::new(page, gold)]);

    let mut entrants = vec![];
    for spec in ["grain", "wu", "bte"] {
        entrants.push(Entrant::Spec(spec.parse::<Spec>()?));
    }
    for words in [5, 15] {
        let name = format!("long lines ({words})");
        entrants.push(Entrant::Method { name, extractor: Arc::new(LongLines { words }) });
    }
    let measure: Measure = "words".parse()?;
    let table = eval::run(&[published, own], &entrants, &[measure], &Options::default())?;
    for set in &table.sets {
        println!("{}", set.title());
        for row in table.rows(set, 0) {
            let scores = set.mean(row, 0, None);
            println!(
                "  {:<16} P {:.3}  R {:.3}  F1 {:.3}",
                table.entrants[row].to_string(),
                scores.precision,
                scores.recall,
                scores.f1
            );
        }
    }
    Ok(())
}
