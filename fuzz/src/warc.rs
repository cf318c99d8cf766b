//! Archives: the reader ends, and loses no whole member beside a damaged one.

use flate2::{Compression, GzBuilder};
use std::io::Write;

use super::reading::{self, Events};

const GOOD: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>whole</p>";
/// The first two bytes of a gzip member. A reader gives up inside overlapping members that fail
/// after 64 of them, to stay linear; inputs that could bring it there are not held to the rule.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The input's first byte says how the rest is put into a file.
///
/// # Panics
///
/// If a property does not hold.
pub fn check(input: &[u8]) {
    let Some((&how, data)) = input.split_first() else { return };
    match how % 4 {
        // A file as it is.
        0 => {
            reading::read(data);
        }
        // Bytes between two members.
        1 => whole_members(data),
        // Bytes inside a member, between two others.
        2 => whole_members(&member(data)),
        // Bytes behind a record of a file that is not compressed.
        _ => {
            let events = read(&[&reading::response("first", GOOD), data].concat());
            assert!(events.page("first").is_some(), "the first record is lost: {events:?}");
        }
    }
}

fn whole_members(between: &[u8]) {
    let first = member(&reading::response("first", GOOD));
    let last = member(&reading::response("last", GOOD));
    let events = read(&[&first, between, &last].concat());
    let crafted = between.windows(2).filter(|bytes| *bytes == MAGIC).count() >= 64;
    for id in ["first", "last"] {
        let page = events.page(id);
        assert!(crafted || page.is_some(), "the {id} member is lost: {events:?}");
        assert!(crafted || page.is_some_and(|page| page.body == b"<p>whole</p>"), "{page:?}");
    }
}

fn read(file: &[u8]) -> Events {
    reading::read(file).expect("it begins with a record")
}

/// A gzip member, its content stored.
fn member(content: &[u8]) -> Vec<u8> {
    let mut gzip = GzBuilder::new().write(Vec::new(), Compression::none());
    gzip.write_all(content).expect("writing to memory cannot fail");
    gzip.finish().expect("writing to memory cannot fail")
}
