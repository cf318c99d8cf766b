//! Properties over mangled archives: no panic, no lost record, and the same events by parts.

use super::archive::{Events, gzip, read, response, stored};
use leafmill::internals::source::{Caps, Container, Input, Join, Part, Reader, join, plan};
use proptest::collection::vec;
use proptest::prelude::*;
use std::io::{Cursor, Write};

/// One change to a file. Positions and lengths are taken modulo what is there.
#[derive(Debug, Clone)]
enum Mangle {
    Flip(usize, u8),
    Cut(usize, usize),
    Insert(usize, Vec<u8>),
}

fn mangle() -> impl Strategy<Value = Mangle> {
    prop_oneof![
        (any::<usize>(), 1..=255u8).prop_map(|(at, mask)| Mangle::Flip(at, mask)),
        (any::<usize>(), 1..300usize).prop_map(|(at, n)| Mangle::Cut(at, n)),
        (any::<usize>(), vec(prop_oneof![Just(0), any::<u8>()], 1..40))
            .prop_map(|(at, bytes)| Mangle::Insert(at, bytes)),
    ]
}

/// A page: text that packs well, bytes that do not, or an archive stored inside the archive.
fn body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => "(<p>[a-z ]{0,60}){0,8}".prop_map(String::into_bytes),
        2 => vec(any::<u8>(), 0..400),
        1 => vec(any::<u8>(), 60..90).prop_map(|noise| {
            // Noise around it keeps deflate from packing the inner member, which stays as it is.
            let inner = gzip(&response("inner", &noise));
            [noise.clone(), inner, noise].concat()
        }),
    ]
}

/// A file of members, and for each whether its bytes are still all there.
fn mangled(bodies: &[Vec<u8>], mangles: &[Mangle]) -> (Vec<u8>, Vec<bool>) {
    // Each byte with the member it belongs to, so that changes can be traced.
    let mut bytes: Vec<(u8, usize)> = Vec::new();
    let mut lens = Vec::new();
    for (i, body) in bodies.iter().enumerate() {
        let pack = if i % 3 == 2 { stored } else { gzip };
        let member = pack(&response(&format!("r{i}"), body));
        lens.push(member.len());
        bytes.extend(member.iter().map(|&b| (b, i)));
    }
    let mut touched = vec![false; bodies.len()];
    for mangle in mangles {
        if bytes.is_empty() {
            break;
        }
        match mangle {
            Mangle::Flip(at, mask) => {
                let at = at % bytes.len();
                bytes[at].0 ^= mask;
                if let Some(flag) = touched.get_mut(bytes[at].1) {
                    *flag = true;
                }
            }
            Mangle::Cut(at, n) => {
                let at = at % bytes.len();
                let to = bytes.len().min(at + n);
                bytes.drain(at..to);
            }
            Mangle::Insert(at, more) => {
                let at = at % bytes.len();
                bytes.splice(at..at, more.iter().map(|&b| (b, usize::MAX)));
            }
        }
    }
    let whole = (0..bodies.len()).map(|i| {
        let first = bytes.iter().position(|&(_, of)| of == i);
        let run = first.map_or(0, |at| bytes[at..].iter().take_while(|&&(_, of)| of == i).count());
        !touched[i] && run == lens[i]
    });
    (bytes.iter().map(|&(b, _)| b).collect(), whole.collect())
}

fn read_by_parts(input: &Input, parts: &[Part]) -> Events {
    let read = |part: Part| {
        let mut reader = Reader::part(input, part, &Caps::default()).unwrap();
        let events = Events::collect(&mut reader);
        (events, reader.span())
    };
    let mut all = Events::default();
    let mut stopped = Some(0);
    for &part in parts {
        let (mut events, mut span) = read(part);
        match join(stopped, part, span) {
            Join::Keep => {}
            Join::Drop => continue,
            Join::Again(part) => (events, span) = read(part),
        }
        stopped = span.stopped;
        all.pages.extend(events.pages);
        all.damage.extend(events.damage);
        all.passed_over.extend(events.passed_over);
    }
    all
}

/// Writes a file and plans it; `None` if nothing in it is an archive any more.
fn planned(bytes: &[u8]) -> Option<(tempfile::NamedTempFile, Input)> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    let inputs = plan(&[file.path().to_path_buf()]).ok()?.inputs;
    inputs.into_iter().next().map(|input| (file, input))
}

fn by_size(size: u64, bytes: u64) -> Vec<Part> {
    let starts = (0..size).step_by(bytes as usize);
    starts.map(|start| Part { start, end: size.min(start + bytes), exact: start == 0 }).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_record_whose_member_is_whole_is_lost(
        bodies in vec(body(), 1..12),
        mangles in vec(mangle(), 1..4),
    ) {
        let (bytes, whole) = mangled(&bodies, &mangles);
        if !whole.contains(&true) {
            return Ok(());
        }
        let events = read(&bytes);
        for (i, body) in bodies.iter().enumerate().filter(|&(i, _)| whole[i]) {
            let id = format!("r{i}");
            let found = events.pages.iter().find(|page| page.id == id);
            prop_assert!(found.is_some(), "{id} is lost; {:?}", events.damage);
            prop_assert_eq!(&found.unwrap().body, body);
        }
        let ids: Vec<usize> = events.pages.iter().filter_map(|p| p.id.strip_prefix('r')?.parse().ok()).collect();
        prop_assert!(ids.is_sorted(), "out of order: {ids:?}");
    }

    #[test]
    fn parts_of_any_size_give_the_events_of_the_whole(
        bodies in vec(body(), 1..12),
        mangles in vec(mangle(), 0..4),
        bytes in 20..2000u64,
    ) {
        let Some((_file, input)) = planned(&mangled(&bodies, &mangles).0) else { return Ok(()) };
        let mut reader = Reader::open(&input, &Caps::default()).unwrap();
        let whole = Events::collect(&mut reader);
        let parts = read_by_parts(&input, &by_size(input.size, bytes));
        prop_assert_eq!(parts, whole);
    }

    #[test]
    fn a_range_of_a_stream_gives_the_events_of_the_part(
        bodies in vec(body(), 1..12),
        mangles in vec(mangle(), 0..4),
        bytes in 20..2000u64,
    ) {
        let (file, _) = mangled(&bodies, &mangles);
        let Some((_file, input)) = planned(&file) else { return Ok(()) };
        let container = input.container.unwrap_or(Container::Warc);
        for part in by_size(input.size, bytes) {
            let caps = Caps::default();
            let of_file = Events::collect(&mut Reader::part(&input, part, &caps).unwrap());
            let rest = Cursor::new(file[part.start as usize..].to_vec());
            let range = Reader::range(Box::new(rest), &input.name, container, part, &caps);
            let of_range = Events::collect(&mut range.unwrap());
            prop_assert_eq!(places(&of_range), places(&of_file));
        }
    }
}

/// Names with offsets: of records, and of kinds of damage.
type Places<'e> = (Vec<(&'e str, u64)>, Vec<(&'static str, u64)>);

/// What was read, and where it lies.
fn places(events: &Events) -> Places<'_> {
    let pages = events.pages.iter().map(|page| (page.id.as_str(), page.at.offset));
    (pages.collect(), events.kinds())
}

#[test]
fn an_archive_inside_an_archive_is_no_archive() {
    let mut state = 1u64;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    let mut noise = |n: usize| (0..n).map(|_| random()).collect::<Vec<u8>>();
    let inner: Vec<Vec<u8>> =
        (0..50).map(|i| gzip(&response(&format!("inner{i}"), &noise(4000)))).collect();
    // As a crawler stores what does not pack.
    let members: Vec<Vec<u8>> =
        (0..4).map(|i| stored(&response(&format!("r{i}"), &inner.concat()))).collect();
    let bytes = members.concat();
    let as_it_is = |member: &&Vec<u8>| memchr::memmem::find(&bytes, member).is_some();
    assert!(inner.iter().filter(as_it_is).count() > 30, "or this tests nothing");
    let (_file, input) = planned(&bytes).unwrap();
    for size in [5_000, 100_000, 1_000_000] {
        let events = read_by_parts(&input, &input.parts(size).unwrap());
        assert_eq!(events.ids(), ["r0", "r1", "r2", "r3"]);
        assert_eq!(events.damage, []);
    }
}
