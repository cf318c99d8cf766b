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
    let is_utf8 = charset.from == Origin::Detected && charset.name == "UTF-8";
    if let (true, Ok(same)) = (is_utf8, std::str::from_utf8(body)) {
        assert_eq!(
            without_marks(&text),
            without_marks(same),
            "valid UTF-8 was taken for {}",
            charset.name
        );
    }
    // What came out is the same text when it is read again as what it is now.
    let (again, _) = decode(text.as_bytes(), Some("text/html; charset=utf-8"));
    // Shifts of ISO-2022-JP and zeros between letters mean another encoding.
    if !text.contains('\u{1b}') && !text.contains('\0') {
        assert_eq!(again, without_marks(&text), "the text does not survive");
    }
}

/// A text without byte-order marks in front, also such as were encoded twice.
fn without_marks(mut text: &str) -> &str {
    while let Some(rest) = text.strip_prefix('\u{feff}').or_else(|| text.strip_prefix("ï»¿")) {
        text = rest;
    }
    text
}
