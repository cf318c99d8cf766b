//! Charsets: any bytes under any declared type become text of a bounded length.

use leafmill::decode::{Origin, decode};

/// The input is a declared media type, a newline, and a body; an empty first line declares none.
///
/// # Panics
///
/// If a property does not hold.
pub fn check(input: &[u8]) {
    let split = input.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let declared = String::from_utf8_lossy(&input[..split]);
    let declared = Some(declared.as_ref()).filter(|text| !text.is_empty());
    let body = &input[split..];
    let (text, charset) = decode(body, declared);
    // U+FFFD, three bytes, is the longest that one byte can become.
    assert!(text.len() <= 3 * body.len() + 3, "{} bytes of {}", text.len(), body.len());
    assert_eq!(decode(body, declared).0, text, "a second decoding differs");
    if let (Origin::Detected, Ok(same)) = (charset.from, std::str::from_utf8(body)) {
        assert_eq!(text, same, "valid UTF-8 was taken for {}", charset.name);
    }
    // What came out is the same text when it is read again as what it is now.
    let (again, _) = decode(text.as_bytes(), Some("text/html; charset=utf-8"));
    let bare = text.strip_prefix('\u{feff}').unwrap_or(&text);
    assert_eq!(again, bare, "the text does not survive");
}
