//! Archives damaged in every way that was seen to stop other readers: the good records around the
//! damage are delivered, and the damage is reported where it is.

use super::archive::{Events, claiming, gzip, message, page, read, record, response, responses};

const N: usize = 20;
/// The record that is damaged.
const BAD: usize = 9;

fn ids(without: &[usize]) -> Vec<String> {
    (0..N).filter(|i| !without.contains(i)).map(|i| format!("r{i}")).collect()
}

/// Members, and the offset of each.
fn members(records: &[Vec<u8>]) -> (Vec<Vec<u8>>, Vec<u64>) {
    let members: Vec<_> = records.iter().map(|r| gzip(r)).collect();
    (members.clone(), offsets(&members))
}

fn offsets(parts: &[Vec<u8>]) -> Vec<u64> {
    let mut at = 0;
    let step = |part: &Vec<u8>| {
        at += part.len() as u64;
        at - part.len() as u64
    };
    parts.iter().map(step).collect()
}

fn assert_only_loses(events: &Events, lost: &[usize], damage: &[(&'static str, u64)]) {
    assert_eq!(events.ids(), ids(lost));
    assert_eq!(events.kinds(), damage);
}

#[test]
fn whole_archives_come_whole_however_they_are_packed() {
    let records = responses(N);
    let plain = read(&records.concat());
    assert_only_loses(&plain, &[], &[]);
    for (i, got) in plain.pages.iter().enumerate() {
        assert_eq!(got.body, page(i));
        assert_eq!(got.url.as_deref(), Some(format!("http://a.org/r{i}").as_str()));
        assert_eq!(got.content_type.as_deref(), Some("text/html; charset=utf-8"));
        assert_eq!(got.truncated, None);
    }
    let bodies = |events: &Events| events.pages.iter().map(|r| r.body.clone()).collect::<Vec<_>>();
    let (members, starts) = members(&records);
    let packed = read(&members.concat());
    assert_eq!(bodies(&packed), bodies(&plain));
    assert_eq!(packed.pages.iter().map(|r| r.at.offset).collect::<Vec<_>>(), starts);
    let one = read(&gzip(&records.concat()));
    assert_eq!(bodies(&one), bodies(&plain));
    assert_eq!(one.kinds(), []);
    assert_eq!(one.pages[3].at.offset, plain.pages[3].at.offset);
}

#[test]
fn the_last_member_cut_is_delivered_as_far_as_it_goes() {
    let mut records = responses(N);
    let long: Vec<u8> = (0..20_000u32)
        .flat_map(|i| i.wrapping_mul(2_654_435_761).to_string().into_bytes())
        .collect();
    records[N - 1] = response("r19", &[&b"<p>"[..], &long].concat());
    let (members, starts) = members(&records);
    let whole = members.concat();
    let events = read(&whole[..whole.len() - 10_000]);
    assert_only_loses(&events, &[], &[("truncated", starts[N - 1])]);
    assert_eq!(events.cut(), ["r19"]);
    let body = &events.pages[N - 1].body;
    assert!(body.len() > 1000 && long.starts_with(&body[3..]));
    // Only the trailer is missing: the body is whole.
    let events = read(&whole[..whole.len() - 3]);
    assert_only_loses(&events, &[], &[("truncated", starts[N - 1])]);
    assert_eq!(events.cut(), [""; 0]);
}

#[test]
fn stray_bytes_between_members_cost_no_record() {
    let (members, starts) = members(&responses(N));
    for (stray, kind) in
        [(vec![0; 5000], "zeros"), (b"stray \x1f\x8b\x08\0 bytes".to_vec(), "garbage")]
    {
        let bytes = [members[..BAD].concat(), stray, members[BAD..].concat()].concat();
        assert_only_loses(&read(&bytes), &[], &[(kind, starts[BAD])]);
    }
    let end = members.concat().len() as u64;
    let padded = [members.concat(), vec![0; 100_000]].concat();
    assert_only_loses(&read(&padded), &[], &[]);
    let trailing = [members.concat(), b"the end".to_vec()].concat();
    assert_only_loses(&read(&trailing), &[], &[("garbage", end)]);
}

#[test]
fn a_damaged_member_costs_itself_alone() {
    let (members, starts) = members(&responses(N));
    let len = members[BAD].len();
    let broken = |damage: &dyn Fn(&mut Vec<u8>)| {
        let mut members = members.clone();
        damage(&mut members[BAD]);
        read(&members.concat())
    };
    let flipped = broken(&|m| m[len / 2..len / 2 + 8].iter_mut().for_each(|b| *b ^= 0xff));
    assert_eq!(flipped.ids(), ids(&[BAD]));
    assert_eq!(flipped.kinds()[0].1, starts[BAD]);
    let checksum = broken(&|m| m[len - 6] ^= 1);
    assert_only_loses(&checksum, &[BAD], &[("bad-checksum", starts[BAD])]);
    assert_eq!(checksum.damage[0].id.as_deref(), Some("r9"));
    for lost in [1, 8, 9, 40] {
        let tail = broken(&|m| m.truncate(len - lost));
        assert_eq!(tail.ids(), ids(&[BAD]), "{lost} bytes lost");
        assert_eq!(tail.damage[0].at.offset, starts[BAD]);
    }
    let first = {
        let mut members = members.clone();
        members[0][1] ^= 0x40;
        read(&members.concat())
    };
    assert_only_loses(&first, &[0], &[("garbage", 0)]);
}

#[test]
fn empty_members_are_no_end() {
    let (members, _) = members(&responses(N));
    let empty = gzip(b"");
    let bytes = [&[empty.clone(), empty.clone()][..], &members[..BAD], &[empty], &members[BAD..]]
        .concat()
        .concat();
    assert_only_loses(&read(&bytes), &[], &[]);
}

#[test]
fn lengths_that_are_none_cost_their_record_alone() {
    for length in ["", "NaN", "-5", "99999999999999999999999"] {
        let mut records = responses(N);
        records[BAD] = claiming("r9", length, &page(BAD));
        let at = offsets(&records)[BAD];
        assert_only_loses(&read(&records.concat()), &[BAD], &[("bad-header", at)]);
        let (members, starts) = members(&records);
        let packed = read(&members.concat());
        assert_only_loses(&packed, &[BAD], &[("bad-header", starts[BAD])]);
        assert_eq!(packed.damage[0].id.as_deref(), Some("r9"));
    }
}

#[test]
fn a_damaged_first_line_costs_its_record_alone() {
    let mut records = responses(N);
    let offsets = offsets(&records);
    records[BAD][1] ^= 1;
    let events = read(&records.concat());
    assert_only_loses(&events, &[BAD], &[("garbage", offsets[BAD])]);
    assert!(events.pages.iter().all(|record| record.truncated.is_none()));
}

#[test]
fn a_byte_order_mark_costs_the_first_record_alone() {
    let archive = ["\u{feff}".as_bytes(), &responses(N).concat()].concat();
    assert_only_loses(&read(&archive), &[0], &[("garbage", 0)]);
}

#[test]
fn lengths_that_lie_cost_nothing_but_trust() {
    let right = message(&page(BAD)).len();
    for (length, cut) in [
        (right + 5000, true),
        (right + 5, true),
        (right + 12, true),
        (1_000_000_000_000_000, true),
        (right - 20, true),
    ] {
        let mut records = responses(N);
        records[BAD] = claiming("r9", &length.to_string(), &page(BAD));
        let at = offsets(&records)[BAD];
        let plain = read(&records.concat());
        assert_only_loses(&plain, &[], &[("wrong-length", at)]);
        let (members, starts) = members(&records);
        let packed = read(&members.concat());
        assert_only_loses(&packed, &[], &[("wrong-length", starts[BAD])]);
        for events in [plain, packed] {
            assert_eq!(events.cut(), if cut { vec!["r9"] } else { vec![] });
        }
    }
}

#[test]
fn small_liberties_are_no_damage() {
    let right = message(&page(BAD)).len();
    let with = |bad: Vec<u8>| {
        let mut records = responses(N);
        records[BAD] = bad;
        records
    };
    let bare = |mut record: Vec<u8>| {
        record.truncate(record.len() - 4);
        record
    };
    let extra = [response("r9", &page(BAD)), b"\r\n\r\n\n\r\n".to_vec()].concat();
    let lf = String::from_utf8(response("r9", &page(BAD))).unwrap();
    let lf = lf.replacen("\r\n", "\n", 6);
    let folded = response("r9", &page(BAD));
    let folded = String::from_utf8(folded).unwrap().replacen(
        "WARC-Type: response",
        "WARC-Type:\r\n\tresponse",
        1,
    );
    for (name, bad) in [
        ("one too few, as wget counted", claiming("r9", &(right - 1).to_string(), &page(BAD))),
        ("one too many", claiming("r9", &(right + 1).to_string(), &page(BAD))),
        ("no newlines behind", bare(response("r9", &page(BAD)))),
        ("more newlines behind", extra),
        ("LF alone", lf.into_bytes()),
        ("folded", folded.into_bytes()),
    ] {
        let records = with(bad);
        let (members, _) = members(&records);
        for bytes in [records.concat(), members.concat(), gzip(&records.concat())] {
            let events = read(&bytes);
            assert_eq!(events.kinds(), [], "{name}");
            assert_eq!(events.ids(), ids(&[]), "{name}");
            assert_eq!(events.cut(), [""; 0], "{name}");
            assert!(events.pages[BAD].body.starts_with(&page(BAD)), "{name}");
        }
    }
}

#[test]
fn headers_over_their_caps_cost_their_record_alone() {
    let fields = |more: &str| format!("WARC-Type: response\r\n{more}\r\nContent-Length: 3\r\n");
    let long = fields(&format!("X: {}", "x".repeat(10 << 20)));
    let many = fields(&"X: y\r\n".repeat(300_000));
    for bad in [long, many] {
        let mut records = responses(N);
        records[BAD] = record("r9", &bad, b"abc");
        let at = offsets(&records)[BAD];
        assert_only_loses(&read(&records.concat()), &[BAD], &[("header-cap", at)]);
        let (members, starts) = members(&records);
        assert_only_loses(&read(&members.concat()), &[BAD], &[("header-cap", starts[BAD])]);
    }
}

#[test]
fn addresses_of_any_bytes_are_text() {
    let long = "x".repeat(4000);
    for (bytes, want) in [
        (&b"http://a.org/\xe9\xff"[..], "http://a.org/\u{fffd}\u{fffd}"),
        (b"http://a.org/../../<script>", "http://a.org/../../<script>"),
        (long.as_bytes(), &long),
    ] {
        let mut fields = b"WARC-Type: response\r\nWARC-Target-URI: ".to_vec();
        fields.extend_from_slice(bytes);
        let text = String::from_utf8(response("r0", b"<p>x")).unwrap();
        let (before, after) = text.split_once("WARC-Type: response\r\n").unwrap();
        let (_, after) = after.split_once("\r\n").unwrap();
        let record = [before.as_bytes(), &fields, b"\r\n", after.as_bytes()].concat();
        let events = read(&record);
        assert_eq!(events.pages[0].url.as_deref(), Some(want));
        assert_eq!(events.kinds(), []);
    }
}
