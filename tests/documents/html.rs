//! HTML, read by leafmill's own parser, which holds to html5ever's trees.

use leafmill::content::{self, Block, Event, Inline, Options};
use leafmill::internals::extract::Extraction;
use leafmill::page::Page;
use leafmill::render;
use proptest::prelude::*;

use super::{outline, pages};

/// Everything that is kept of a page, an event a line.
fn events(page: &Page, extraction: &Extraction, options: &Options) -> Vec<String> {
    let mut events = Vec::new();
    // How a text is cut into events is not compared.
    let mut text = String::new();
    content::stream(page, extraction, options, &mut |event| match event {
        Event::Inline(Inline::Text(more)) => text.push_str(more),
        event => {
            if !text.is_empty() {
                events.push(std::mem::take(&mut text));
            }
            events.push(format!("{event:?}"));
        }
    });
    events
}

/// Whether so much of a table is gone that what is left is no table of data by itself.
fn tables_hold_less(page: &Page, extraction: &Extraction, options: &Options) -> bool {
    let (mut tables, mut rows, mut cells) = (Vec::new(), 0, 0);
    content::stream(page, extraction, options, &mut |event| match event {
        Event::Start(Block::Table { .. }) => rows = 0,
        Event::Start(Block::Row { .. }) => cells = 0,
        Event::Start(Block::Cell { .. }) => cells += 1,
        Event::End(Block::Row { .. }) => rows += usize::from(cells >= 2),
        Event::End(Block::Table { .. }) => tables.push(rows),
        _ => {}
    });
    tables.iter().any(|&rows| rows < 2)
}

/// Holds a page's HTML to its blocks.
fn check(html: &str, kept: u64) -> Result<(), TestCaseError> {
    let page = Page::parse(html);
    let extraction = outline::extraction(&page, kept);
    let at = Options::at("https://e.org/d/");
    let written = render::html(&page, &extraction, &at);
    if tables_hold_less(&page, &extraction, &at) {
        return Ok(());
    }
    let again = Page::parse(&written);
    let read = events(&again, &Extraction::all(&again), &Options::default());
    prop_assert_eq!(read, events(&page, &extraction, &at), "{}\n{}", html, written);
    prop_assert!(!written.contains("script"), "{}", written);
    Ok(())
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn html_read_again_gives_the_same_blocks((html, kept) in pages()) {
        check(&html, kept)?;
    }
}
