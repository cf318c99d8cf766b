//! leafmill turns crawled web pages into their main content, and measures how well it does.
//!
//! One page:
//!
//! ```
//! use leafmill::{extract::Spec, page::Page, render};
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
//! An extractor is made once and shared between threads; a [`page::Page`] is read by any number of
//! extractors. Parsing and extraction do not fail, whatever the page. What stands in front of them reads
//! collections ([`source`]) and bytes ([`decode`]):
//!
//! ```
//! use leafmill::source::{self, Event};
//! use leafmill::{decode::decode, extract::Spec, page::Page, render};
//!
//! let extractor = "grain(scope=article)".parse::<Spec>()?.build()?;
//! let mut pages = 0;
//! for event in source::open("datasets/sample/sample.warc.gz".as_ref())? {
//!     match event? {
//!         Event::Page(record) => {
//!             let (html, _charset) = decode(&record.body, record.content_type.as_deref());
//!             let page = Page::parse(&html);
//!             let text = render::text(&page, &extractor.extract(&page));
//!             println!("{}: {} bytes of text", record.id, text.len());
//!             pages += 1;
//!         }
//!         Event::Damage(damage) => eprintln!("{damage}"),
//!         Event::PassedOver(_) => {}
//!     }
//! }
//! assert_eq!(pages, 46);
//! # Ok::<(), leafmill::Error>(())
//! ```
//!
//! Documents in a format, on all threads and in order, are the [`pipeline`]'s. Pages with gold are a
//! [`dataset`]; [`measure`] counts what an extraction has of the gold, [`eval`] makes tables of it, and
//! methods learn in [`training`]. Data flows one way, and each module is one stage of it:
//!
//! ```text
//! source ─> Record ─> decode ─> str ─> dom ─> page ─> extract ─> Extraction ─> content ─> render ─> output
//!                                                                     │
//!                                                        eval:  Counts <─ Gold
//! ```
//!
//! The feature `cli`, on by default, is the program and all of this. Without it, pages in memory are
//! parsed, extracted and rendered, and the rest is had by name: `archives` ([`source`]), `formats`
//! ([`output`]), `pipeline`, `eval` ([`dataset`], [`measure`], [`training`], [`eval`]) and `inspect`;
//! `zstd` adds outputs named `.zst`, `remote` inputs and outputs by URL.

// Some of what is shared has its only use in a part that may be left out; the whole is checked.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

pub mod content;
#[cfg(feature = "eval")]
pub mod dataset;
mod date;
pub mod decode;
pub mod dom;
pub mod error;
#[cfg(feature = "eval")]
pub mod eval;
pub mod extract;
mod extraction;
#[cfg(feature = "inspect")]
pub mod inspect;
pub mod links;
#[cfg(feature = "eval")]
pub mod measure;
pub mod metadata;
#[cfg(feature = "formats")]
pub mod output;
pub mod page;
#[cfg(feature = "pipeline")]
pub mod pipeline;
mod random;
pub mod render;
#[cfg(feature = "archives")]
pub mod source;
pub mod text;
#[cfg(feature = "eval")]
pub mod training;

pub use error::{Error, Result};

/// The README's program, tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
