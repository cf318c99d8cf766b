//! Bytes of HTML a second, from text to tree: the lexer alone, with `tl`, and html5ever into an
//! arena like ours.
//!
//! Over the sample pages, and over every tenth page of WCXB where `LEAFMILL_DATA` has it. Compare
//! the three inside one run. Pages are decoded before the clock starts; ours are parsed in recycled
//! memory, as the pipeline does it.

use std::hint::black_box;
use std::io::Read;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use leafmill::dom::{Arena, Caps, Dom, Parser};

#[path = "../tests/dom/reference.rs"]
mod reference;

/// Every `stride`th page of a folder in the order of names, decoded.
fn pages(folder: &Path, stride: usize) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let page = |path: &Path| {
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).ok()?;
        flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).ok()?;
        Some(leafmill::decode::decode(&bytes, None).0.into_owned())
    };
    paths.iter().step_by(stride).filter_map(|path| page(path)).collect()
}

fn parse(criterion: &mut Criterion) {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/sample/pages");
    measure(criterion, "parse/sample", &pages(&sample, 1));
    if let Some(data) = std::env::var_os("LEAFMILL_DATA") {
        let folder = Path::new(&data).join("datasets/wcxb-dev/dev/html");
        measure(criterion, "parse/wcxb", &pages(&folder, 10));
    }
}

fn measure(criterion: &mut Criterion, name: &str, pages: &[String]) {
    let bytes: usize = pages.iter().map(String::len).sum();
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).throughput(Throughput::Bytes(bytes as u64));
    for (name, parser) in [("native", Parser::Native), ("tl", Parser::Tl)] {
        let mut arena = Arena::default();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for page in pages {
                    let dom =
                        Dom::parse_in(std::mem::take(&mut arena), page, parser, &Caps::default());
                    arena = black_box(dom).into_arena();
                }
            });
        });
    }
    group.bench_function("html5ever", |bencher| {
        bencher.iter(|| {
            for page in pages {
                black_box(reference::parse(page));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
