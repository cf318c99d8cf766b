//! Whether a body is no text in any encoding, by its first bytes.

/// Bytes that the standard calls the resource header: those that tell text from binary data.
const HEADER: usize = 1445;

/// Bytes to a control character from which on data is binary.
const CONTROLS: usize = 40;

/// What other formats begin with. Those of letters alone, with which a text might begin too, are
/// known by more of their bytes in [`is_binary`].
const MAGIC: [&[u8]; 23] = [
    b"%!PS-Adobe-",
    b"\xFF\xD8\xFF",
    b"\x89PNG\r\n\x1A\n",
    b"GIF87a",
    b"GIF89a",
    b"\0\0\x01\0",
    b"\0\0\x02\0",
    b"PK\x03\x04",
    b"Rar!\x1A\x07",
    b"7z\xBC\xAF\x27\x1C",
    b"\xFD7zXZ\0",
    b"\x1F\x8B\x08",
    b"\x28\xB5\x2F\xFD",
    b"OggS\0",
    b"MThd\0\0\0\x06",
    b"ID3\x02",
    b"ID3\x03",
    b"ID3\x04",
    b"\x1A\x45\xDF\xA3",
    b"\x7FELF",
    b"\0\x01\0\0",
    b"OTTO\0",
    b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
];

/// Whether bytes are no text in any encoding.
pub(crate) fn is_binary(data: &[u8]) -> bool {
    let text = data.trim_ascii_start();
    let named = |name: &[u8], at: usize, kinds: &[&[u8]]| {
        let kind = data.get(at..);
        data.starts_with(name) && kinds.iter().any(|k| kind.is_some_and(|kind| kind.starts_with(k)))
    };
    MAGIC.iter().any(|magic| data.starts_with(magic))
        || text.starts_with(b"%PDF-")
        || named(b"RIFF", 8, &[b"WEBPVP", b"WAVE", b"AVI "])
        || named(b"FORM", 8, &[b"AIFF"])
        || named(b"", 4, &[b"ftyp"]) && data[0] == 0
        || named(b"wOF", 4, &[b"\0\x01\0\0", b"OTTO"])
        || named(b"BM", 6, &[b"\0\0\0\0"])
        || has_controls(&data[..data.len().min(HEADER)])
}

/// Whether there are more control characters than text has, one in [`CONTROLS`], NULs aside, which are half
/// of UTF-16. Packed pages have one in twenty to one in eight; some pages have marks of their own among their
/// text, of which a Chinese page of news has one in eighty.
fn has_controls(data: &[u8]) -> bool {
    // Without a branch and in bytes, so that many are looked at together.
    let within = |b: u8, first: u8, last: u8| b.wrapping_sub(first) <= last - first;
    let is_control =
        |b: u8| within(b, 1, 8) | (b == 0x0b) | within(b, 0x0e, 0x1a) | within(b, 0x1c, 0x1f);
    if let Some(unit) = utf16(data) {
        let is_control = |pair: &[u8; 2]| u8::try_from(unit(*pair)).is_ok_and(is_control);
        let (pairs, _) = data.as_chunks();
        return is_packed(pairs.iter().filter(|pair| is_control(pair)).count(), pairs.len());
    }
    let in_chunk = |chunk: &[u8]| chunk.iter().map(|&b| u8::from(is_control(b))).sum::<u8>();
    let count: usize = data.chunks(128).map(|chunk| usize::from(in_chunk(chunk))).sum();
    is_packed(count, data.len())
}

/// Whether so many control characters among so many are more than text has.
fn is_packed(controls: usize, all: usize) -> bool {
    controls >= 4 && controls * CONTROLS > all
}

/// How two bytes are a character, where data begins as UTF-16 does: with its mark, or with the zeros of
/// markup. Half of the bytes of Cyrillic or Polish are control characters else.
fn utf16(data: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    let is_ascii = |b: u8| b != 0 && b.is_ascii();
    match *data {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        [a, 0, b, 0, ..] if is_ascii(a) && is_ascii(b) => Some(u16::from_le_bytes),
        [0, a, 0, b, ..] if is_ascii(a) && is_ascii(b) => Some(u16::from_be_bytes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    use super::*;

    #[test]
    fn a_page_with_marks_among_its_comments_is_text() {
        let mark =
            "<!-- setup: space 41041967, property news, location north and south of it -->\x02\n";
        let page = mark.repeat(30) + "<p>A page of news.";
        assert!(!is_binary(page.as_bytes()));
        assert!(!is_binary(b"<p>\x01\x02\x03"));
    }

    #[test]
    fn utf16_is_text_in_any_script() {
        let texts = [
            "Никто не мог сказать, почему река исчезла. ",
            "Nikt nie umiał powiedzieć, dokąd odpłynęła rzeka. ",
            "Κανείς δεν ήξερε πού πήγε το νερό. ",
            "لم يعرف أحد أين ذهب الماء. ",
            "没有人知道河水去了哪里。",
            "川の水がどこへ行ったのか、誰も知らなかった。",
        ];
        for text in texts {
            let page = format!("<!DOCTYPE html><p>{}", text.repeat(40));
            let bytes = |to: fn(u16) -> [u8; 2]| page.encode_utf16().flat_map(to).collect();
            let (le, be): (Vec<u8>, Vec<u8>) = (bytes(u16::to_le_bytes), bytes(u16::to_be_bytes));
            assert!(!is_binary(&le) && !is_binary(&be), "{text}");
            assert!(!is_binary(&[b"\xff\xfe", &le[..]].concat()), "{text}");
            assert!(!is_binary(&[b"\xfe\xff", &be[..]].concat()), "{text}");
        }
    }

    #[test]
    fn packed_data_is_binary() {
        let lines: String = (0..5000).map(|n| format!("<p>line {}</p>", n * n % 7919)).collect();
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(lines.as_bytes()).unwrap();
        let packed = encoder.finish().unwrap();
        // From anywhere on, not from its first bytes alone.
        for start in (0..packed.len() - HEADER).step_by(500) {
            assert!(is_binary(&packed[start..]), "from {start}");
        }
    }
}
