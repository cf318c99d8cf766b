//! What unpacks to far more than it is, and what claims to be far more than there is: memory stays
//! within the caps, and the records around are delivered.

use super::archive::{gzip, message, page, read, read_capped, record, responses};
use flate2::Compression;
use flate2::write::GzEncoder;
use leafmill::internals::source::Caps;
use std::io::{Read, Write, repeat};

/// A member that unpacks to a response whose body goes on for `n` spaces.
fn bomb(n: u64) -> Vec<u8> {
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>";
    let length = head.len() as u64 + n;
    let fields = format!(
        "WARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n"
    );
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    let opened = record("bomb", &fields, head);
    gz.write_all(&opened[..opened.len() - 4]).unwrap();
    std::io::copy(&mut repeat(b' ').take(n), &mut gz).unwrap();
    gz.write_all(b"\r\n\r\n").unwrap();
    gz.finish().unwrap()
}

#[test]
fn a_body_over_the_cap_is_cut_there() {
    let [before, after] = [0, 1].map(|i| gzip(&responses(2)[i]));
    let at = before.len() as u64;
    let bytes = [before, bomb(100 << 20), after].concat();
    let events = read(&bytes);
    assert_eq!(events.ids(), ["r0", "bomb", "r1"]);
    assert_eq!(events.cut(), ["bomb"]);
    assert_eq!(events.kinds(), [("body-cap", at)]);
    assert!(events.pages[1].body.len() <= Caps::default().body);
}

#[test]
fn a_body_that_decodes_to_too_much_is_cut_there() {
    let packed = gzip(&vec![b' '; 5 << 20]);
    let mut body =
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n".to_vec();
    body.extend_from_slice(&packed);
    let fields = format!(
        "WARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: {}\r\n",
        body.len()
    );
    let bytes = [record("bomb", &fields, &body), responses(1).remove(0)].concat();
    let mut caps = Caps::default();
    caps.decoded = 1 << 20;
    let events = read_capped(&bytes, &caps);
    assert_eq!(events.ids(), ["bomb", "r0"]);
    assert_eq!(events.kinds(), [("decoded-cap", 0)]);
    assert_eq!(events.pages[0].body.len(), 1 << 20);
    let mut caps = Caps::default();
    caps.ratio = 300;
    let events = read_capped(&bytes, &caps);
    assert_eq!(events.kinds(), [("ratio-cap", 0)]);
}

#[test]
fn a_plain_record_over_the_cap_is_passed_to_its_end() {
    let mut caps = Caps::default();
    caps.body = 1000;
    let long = message(&[&b"<p>"[..], &[b'x'; 5000]].concat());
    let fields = |length: usize| {
        format!(
            "WARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: {length}\r\n"
        )
    };
    let good = responses(2);
    let right =
        [good[0].clone(), record("long", &fields(long.len()), &long), good[1].clone()].concat();
    let events = read_capped(&right, &caps);
    assert_eq!(events.ids(), ["r0", "long", "r1"]);
    assert_eq!(events.kinds(), [("body-cap", good[0].len() as u64)]);
    // The claim is a lie as well: what comes next is found all the same.
    let wrong = [good[0].clone(), record("long", &fields(4000), &long), good[1].clone()].concat();
    let events = read_capped(&wrong, &caps);
    assert_eq!(events.ids(), ["r0", "long", "r1"]);
    let kinds: Vec<_> = events.kinds().iter().map(|(kind, _)| *kind).collect();
    assert_eq!(kinds, ["body-cap", "wrong-length"]);
}

#[test]
fn overlapping_members_that_all_fail_cost_linear_time() {
    // Each header is followed by a stored block of 64 KiB, so that each member runs over hundreds of
    // those behind it before it fails.
    let mut bytes = gzip(&responses(1)[0]);
    let opening = b"WARC/1.0\r\nX: y\r\n";
    for _ in 0..20_000 {
        bytes.extend_from_slice(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
        bytes.extend_from_slice(&[0, opening.len() as u8, 0, !(opening.len() as u8), 0xff]);
        bytes.extend_from_slice(opening);
        bytes.extend_from_slice(&[0, 0xff, 0xff, 0, 0]);
    }
    bytes.extend_from_slice(&gzip(&[&b"\r\n"[..], &page(1)].concat()));
    assert_eq!(read(&bytes).ids(), ["r0"]);
}
