//! Archives in frames of zstd and LZ4.

use super::archive::{Events, gzip, page, read, responses};
use leafmill::internals::source::{Caps, Container, Part, Reader, plan};
use lz4_flex::frame::FrameEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fs;
use std::io::Write;
use std::path::Path;

fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

fn lz4(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = FrameEncoder::new(Vec::new());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A frame that readers pass over.
fn skipped(bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap();
    [&0x184D_2A53_u32.to_le_bytes()[..], &length.to_le_bytes(), bytes].concat()
}

type Pack = fn(&[u8]) -> Vec<u8>;

const PACKERS: [Pack; 2] = [zstd, lz4];

#[test]
fn frames_are_read_as_the_archive_they_unpack_to() {
    let records = responses(40);
    let plain = read(&records.concat());
    assert_eq!(plain.pages.len(), 40);
    for pack in PACKERS {
        let one = pack(&records.concat());
        assert!(read(&one) == plain, "one frame");
        let mut each: Vec<_> = records.iter().map(|record| pack(record)).collect();
        assert!(read(&each.concat()) == plain, "a frame a record");
        each.insert(20, skipped(b"not a record"));
        each.insert(3, pack(b""));
        assert!(read(&each.concat()) == plain, "and frames without a record");
    }
}

#[test]
fn records_before_a_damaged_frame_are_delivered() {
    let records = responses(12);
    for pack in PACKERS {
        let frames: Vec<_> = records.iter().map(|record| pack(record)).collect();
        let whole = frames.concat();
        let start = frames[..8].concat().len();
        let mut garbage = whole.clone();
        garbage[start..start + 4].fill(b'x');
        let cut = whole[..start + frames[8].len() / 2].to_vec();
        for damaged in [garbage, cut] {
            let events = read(&damaged);
            assert_eq!(events.ids()[..8], ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"]);
            assert!(events.damage.iter().any(|d| d.kind.name() == "bad-frame"), "{events:?}");
        }
    }
}

/// Flips a bit at every place in turn: no page is missing without a word. One may be changed, where a
/// frame has no checksum.
#[test]
fn no_flipped_bit_stops_the_reader() {
    let records = responses(3);
    for pack in PACKERS {
        let whole: Vec<_> = records.iter().flat_map(|record| pack(record)).collect();
        let undamaged = read(&whole);
        for at in 0..whole.len() {
            for bit in [0, 5, 7] {
                let mut damaged = whole.clone();
                damaged[at] ^= 1 << bit;
                let stream = Box::new(std::io::Cursor::new(damaged));
                let Ok(mut reader) = Reader::stream(stream, "a.warc", &Caps::default()) else {
                    continue;
                };
                let events = Events::collect(&mut reader);
                let same =
                    events.pages.iter().zip(&undamaged.pages).take_while(|(a, b)| a == b).count();
                let told = !events.damage.is_empty() || !events.passed_over.is_empty();
                let changed = same < events.pages.len();
                assert!(same == undamaged.pages.len() || told || changed, "{at}");
            }
        }
    }
}

/// Made with the program `zstd` (`--train`, then `-D`) of the records that the tests use.
#[test]
fn a_dictionary_in_front_is_used() {
    for name in ["dictionary.warc.zst", "packed-dictionary.warc.zst"] {
        let path = Path::new("tests/fixtures/archives").join(name);
        let events = read(&fs::read(path).unwrap());
        assert_eq!(events.damage, [], "{name}");
        let bodies: Vec<_> = events.pages.into_iter().map(|page| page.body).collect();
        assert_eq!(bodies, (0..10).map(page).collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn a_plan_knows_what_frames_hold() {
    let root = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(root.path().join(name), bytes).unwrap();
    let archive = zstd(&responses(2).concat());
    write("a.warc.zst", &archive);
    write("b.html.lz4", &lz4(&page(1)));
    write("c.zst", &zstd(b"no archive"));
    write("d.warc.zst", &[&zstd(b"")[..4], b"no frame"].concat());
    let found = plan(&[root.path().to_path_buf()]).unwrap();
    let inputs: Vec<_> =
        found.inputs.iter().map(|input| (input.name.as_str(), input.container)).collect();
    let kinds = [Some(Container::Warc), Some(Container::Html)];
    assert_eq!(inputs, [("a.warc.zst", kinds[0]), ("b.html.lz4", kinds[1])]);
    assert_eq!(found.inputs[0].size, archive.len() as u64);
    assert_eq!((found.passed_over.len(), found.unreadable.len()), (1, 1));
    let mut reader = Reader::open(&found.inputs[1], &Caps::default()).unwrap();
    assert_eq!(Events::collect(&mut reader).ids(), ["b"]);
    let named = plan(&[root.path().join("d.warc.zst")]).unwrap_err().to_string();
    assert!(named.contains("zstd"), "{named}");
}

/// The members of an archive that is packed twice are nowhere on the disk.
#[test]
fn an_archive_that_is_packed_twice_is_not_cut() {
    let root = tempfile::tempdir().unwrap();
    let members: Vec<_> = responses(30).iter().flat_map(|record| gzip(record)).collect();
    for pack in PACKERS {
        let path = root.path().join("a.warc.gz.packed");
        fs::write(&path, pack(&members)).unwrap();
        let found = plan(std::slice::from_ref(&path)).unwrap();
        assert_eq!(found.inputs[0].parts(100).unwrap(), [Part::WHOLE]);
        let mut reader = Reader::open(&found.inputs[0], &Caps::default()).unwrap();
        assert_eq!(Events::collect(&mut reader).pages.len(), 30);
    }
}

#[test]
fn a_window_is_as_large_as_the_program_zstd_takes() {
    let root = tempfile::tempdir().unwrap();
    // An empty frame with a window of 2 to the power of so many.
    let frame = |log: u8| {
        let header = [0x28, 0xB5, 0x2F, 0xFD, 0, (log - 10) << 3];
        [&header[..], &[1, 0, 0], &zstd(&responses(1).concat())].concat()
    };
    let path = root.path().join("a.warc.zst");
    fs::write(&path, frame(27)).unwrap();
    assert_eq!(
        plan(std::slice::from_ref(&path)).unwrap().inputs[0].container,
        Some(Container::Warc)
    );
    fs::write(&path, frame(28)).unwrap();
    let refused = plan(&[path]).unwrap_err().to_string();
    assert!(refused.contains("window_size is too big"), "{refused}");
}
