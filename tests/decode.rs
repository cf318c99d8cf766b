//! Encodings found as the html5lib suite has it, but for a declaration that the bytes belie.

use crate::shared;
use encoding_rs::Encoding;
use leafmill::decode::{Origin, decode};
use std::fs;

/// Cases of a `.dat` file: a page and the label of its encoding.
fn cases(bytes: &[u8]) -> Vec<(&[u8], String)> {
    let find =
        |from: usize, what: &[u8]| memchr::memmem::find(&bytes[from..], what).map(|n| from + n);
    let mut cases = Vec::new();
    let mut at = 0;
    while let Some(data) = find(at, b"#data\n").map(|n| n + b"#data\n".len()) {
        let Some(end) = find(data, b"#encoding\n") else { break };
        let label = end + b"#encoding\n".len();
        let stop = find(label, b"\n").unwrap_or(bytes.len());
        cases.push((&bytes[data..end], String::from_utf8_lossy(&bytes[label..stop]).into_owned()));
        at = stop;
    }
    cases
}

#[test]
fn html5lib_agrees() {
    let Some(folder) = shared::data("html5lib-tests/encoding") else { return };
    let (mut count, mut wrong) = (0, Vec::new());
    for name in ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"] {
        let bytes = fs::read(folder.join(name)).unwrap();
        for (page, label) in cases(&bytes) {
            let want = Encoding::for_label(label.as_bytes()).unwrap().name();
            let (_, charset) = decode(page, None);
            // windows-1252 stands for a page that declares nothing; we look at its bytes.
            let undeclared = want == "windows-1252" && charset.from == Origin::Detected;
            // The suite's page from Yahoo Japan says EUC-JP, but was saved as UTF-8.
            let lying = !page.is_ascii() && std::str::from_utf8(page).is_ok();
            if charset.name != want && !undeclared && !lying {
                wrong.push(format!("{name}: {want}, not {charset:?}: {}", page.escape_ascii()));
            }
            count += 1;
        }
    }
    assert!(count > 70, "{count}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
