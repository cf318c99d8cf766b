//! leafmill turns crawled web pages into their main content, and measures how well it does.
//!
//! One page:
//!
//! ```
//! use leafmill::{Page, Spec, render};
//!
//! let html = "<nav><a href=/>Home</a></nav><article><h1>The mill</h1>\
//!     <p>It ran dry in May, and nobody in the village could say why.</article>";
//! let extractor = "grain".parse::<Spec>()?.build()?;
//! let page = Page::parse(html);
//! let text = render::text(&page, &extractor.extract(&page));
//! assert_eq!(text, "The mill\nIt ran dry in May, and nobody in the village could say why.");
//! # Ok::<(), leafmill::Error>(())
//! ```
//!
//! An [`Extractor`] is made once and shared between threads; a [`Page`] is read by any number of them.
//! Parsing and extraction do not fail, whatever the page. [`methods`] has what each method can be told
//! as a struct, which a [`Spec`] spells as text. [`open`] reads collections and [`decode()`] bytes:
//!
//! ```
//! # #[cfg(feature = "archives")] {
//! use leafmill::{Event, Page, Spec, decode, open, render};
//!
//! let extractor = "grain(scope=article)".parse::<Spec>()?.build()?;
//! let mut pages = 0;
//! for event in open("datasets/sample/sample.warc.gz")? {
//!     match event? {
//!         Event::Page(record) => {
//!             let (html, _charset) = decode(&record.body, record.content_type.as_deref());
//!             let page = Page::parse(&html);
//!             let text = render::text(&page, &extractor.extract(&page));
//!             println!("{}: {} bytes of text", record.id, text.len());
//!             pages += 1;
//!         }
//!         Event::Damage(damage) => eprintln!("{damage}"),
//!         _ => {}
//!     }
//! }
//! assert_eq!(pages, 46);
//! # }
//! # Ok::<(), leafmill::Error>(())
//! ```
//!
//! Documents in a format, on all threads and in order, are the [`pipeline`]'s; scores against gold are
//! [`eval`]'s, whose data sets and methods may be a program's own. Data flows one way, and each module
//! is one stage of it:
//!
//! ```text
//! open ─> Record ─> decode ─> str ─> Page ─> Extractor ─> Extraction ─> render ─> output
//!                                                              │
//!                                                  eval: Counts <─ Gold
//! ```
//!
//! The feature `cli`, on by default, is the program and all of this. Without it, pages in memory are
//! parsed, extracted and rendered, and the rest is had by name: `archives` ([`open`]), `formats`
//! ([`output`]), `pipeline`, `eval`, `inspect` and `report` (what those commands print); `zstd` adds outputs
//! named `.zst`, `parquet` tables, `remote` inputs and outputs by URL. `internals` opens the crate's own rooms to its
//! program, tests and benchmarks: what is in them changes without notice. All that is public is
//! listed in `docs/surface.txt`, which a test holds.

// Some of what is shared has its only use in a part that may be left out; the whole is checked.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

#[cfg(feature = "archives")]
pub mod archives;
pub mod content;
#[cfg(feature = "eval")]
mod dataset;
mod date;
pub mod decode;
pub mod dom;
mod error;
#[cfg(feature = "eval")]
pub mod eval;
mod extract;
pub mod extraction;
mod host;
#[cfg(feature = "inspect")]
mod inspect;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
pub mod links;
#[cfg(feature = "eval")]
mod measure;
pub mod metadata;
pub mod methods;
#[cfg(feature = "formats")]
pub mod output;
pub mod page;
#[cfg(feature = "pipeline")]
pub mod pipeline;
mod random;
pub mod render;
#[cfg(feature = "report")]
mod report;
#[cfg(any(feature = "pipeline", feature = "eval"))]
mod site_lines;
#[cfg(feature = "archives")]
mod source;
mod text;
#[cfg(feature = "eval")]
mod training;

pub use decode::{Charset, decode};
pub use dom::Parser;
pub use error::{Error, Result};
pub use extract::{Extractor, METHODS, Method, Spec};
pub use extraction::{Explanation, Extraction, Image};
pub use metadata::Metadata;
pub use page::Page;
#[cfg(feature = "archives")]
pub use source::{Damage, Event, Record, open};

/// The README's program, tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
