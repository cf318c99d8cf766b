//! What a record holds: whether it is a page, and what comes of its encodings.

use super::archive::{Events, gzip, read, record, response};
use leafmill::internals::source::{PassedOver, Reader, Reading, Record, RecordType, plan};

const PAGE: &[u8] = b"<!DOCTYPE html><title>t</title><p>A page.";

/// A response with this head and body, and these fields in its record header.
fn answer(fields: &str, head: &str, body: &[u8]) -> Vec<u8> {
    let message = [head.as_bytes(), b"\r\n", body].concat();
    let fields = format!(
        "WARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\n\
         Content-Length: {}\r\n{fields}",
        message.len()
    );
    record("it", &fields, &message)
}

/// The events of such a response with another behind it, which is always delivered.
fn events(fields: &str, head: &str, body: &[u8]) -> Events {
    let mut events = read(&[answer(fields, head, body), response("next", PAGE)].concat());
    assert_eq!(events.pages.pop().unwrap().id, "next");
    events
}

fn page(fields: &str, head: &str, body: &[u8]) -> Record {
    let mut events = events(fields, head, body);
    assert_eq!(events.damage, [], "{head}");
    events.pages.pop().unwrap()
}

#[test]
fn what_the_crawler_identified_as_html_is_a_page() {
    let identified = |kind: &str| format!("WARC-Identified-Payload-Type: {kind}\r\n");
    for kind in ["text/html", "application/xhtml+xml", "\r\n text/html"] {
        for declared in ["text/plain", "application/json", "unk", "application/octet-stream"] {
            let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {declared}\r\n");
            assert_eq!(page(&identified(kind), &head, PAGE).body, PAGE, "{kind} {declared}");
        }
    }
    // A fragment that would not be taken by its bytes.
    assert_eq!(page(&identified("text/html"), "HTTP/1.1 200 OK\r\n", b"text").body, b"text");
    let plain = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
    let other = events(&identified("text/plain"), plain, PAGE);
    assert_eq!(other.passed_over, [PassedOver::NotHtml]);
    // What is declared to be HTML is, whatever a detector took it for.
    let html = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    assert_eq!(page(&identified("text/plain"), html, b"text").body, b"text");
}

#[test]
fn types_that_say_nothing_leave_it_to_the_bytes() {
    for declared in ["*/*", "\"text/html\"", "text/", "html", "unknown/unknown", ""] {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {declared}\r\n");
        assert_eq!(page("", &head, PAGE).body, PAGE, "{declared:?}");
        let other = events("", &head, b"%PDF-1.4 and more");
        assert_eq!(other.passed_over, [PassedOver::NotHtml], "{declared:?}");
    }
}

#[test]
fn plain_text_is_taken_where_it_is_asked_for() {
    let plain = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n";
    let resource = "WARC-Type: resource\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n";
    let conversion = resource.replace("resource", "conversion");
    let bytes = [
        answer("", plain, b"1 < 2 & a line"),
        answer("", plain, b"%PDF-1.4 and more"),
        answer("WARC-Identified-Payload-Type: text/html\r\n", plain, PAGE),
        answer("", "HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n", b"a {}"),
        record("resource", resource, b"resource"),
        record("conversion", &conversion, b"a line\nb"),
        record("picture", &conversion.replace("text/plain", "image/png"), b"a line\nb"),
        response("page", PAGE),
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.warc");
    std::fs::write(&path, bytes.concat()).unwrap();
    let inputs = plan(&[path]).unwrap().inputs;
    let read = |captured, converted| {
        let mut reading = Reading::default();
        (reading.plain_text.captured, reading.plain_text.converted) = (captured, converted);
        let events = Events::collect(&mut Reader::with(&inputs[0], &reading).unwrap());
        assert_eq!(events.damage, []);
        let kind = |record: &Record| (record.kind.unwrap().name(), record.is_text);
        (events.pages.iter().map(kind).collect::<Vec<_>>(), events.passed_over)
    };
    let (page, text) = (("response", false), ("response", true));
    let (not_html, not_taken) = (PassedOver::NotHtml, PassedOver::Conversion);
    assert_eq!(
        read(false, false),
        (vec![page, page], [&[not_html; 4][..], &[not_taken; 2]].concat())
    );
    assert_eq!(
        read(true, false),
        (
            vec![text, page, ("resource", true), page],
            vec![not_html, not_html, not_taken, not_taken]
        )
    );
    assert_eq!(
        read(false, true),
        (
            vec![page, ("conversion", true), page],
            vec![not_html, not_html, not_html, not_html, not_taken]
        )
    );
    assert_eq!(read(true, true).0.len(), 5);
}

#[test]
fn bytes_of_another_format_are_told() {
    let html = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    assert!(!page("", html, PAGE).is_foreign);
    assert!(page("", html, b"%PDF-1.4").is_foreign);
    assert!(page("", html, b"<?xml version='1.0'?><rss version='2.0'>").is_foreign);
    // Packed, and nothing says so.
    assert!(page("", html, &gzip(PAGE)).is_foreign);
}

#[test]
fn an_encoding_that_cannot_be_undone_costs_the_page_and_is_told() {
    let noise: Vec<u8> = (0..2000u32).map(|i| (i * i * 167 % 251) as u8).collect();
    for (encoding, body) in [("zstd", &noise), ("gzip", &noise), ("dcb", &gzip(PAGE))] {
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: {encoding}\r\n"
        );
        let got = events("", &head, body);
        assert_eq!((got.pages.len(), got.kinds()), (0, vec![("bad-encoding", 0)]), "{encoding}");
        assert_eq!(got.damage[0].id.as_deref(), Some("it"));
        assert!(got.damage[0].detail.contains(encoding), "{}", got.damage[0]);
    }
    let lying = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n";
    let got = page("", lying, PAGE);
    assert_eq!((&*got.body, got.belied_encoding.as_deref()), (PAGE, Some("gzip")));
    assert_eq!(page("", lying, &gzip(PAGE)).belied_encoding, None);
}

#[test]
fn a_body_whose_encoding_ends_early_is_truncated_and_told_once() {
    let body: Vec<u8> = (0..9000u32)
        .flat_map(|i| format!("<p>{}", i.wrapping_mul(2_654_435_761)).into_bytes())
        .collect();
    let packed = gzip(&body);
    let cut = &packed[..packed.len() - 100];
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n";
    let got = events("", head, cut);
    assert_eq!(got.kinds(), [("bad-encoding", 0)]);
    assert_eq!(got.pages[0].truncated.as_deref(), Some("bad-encoding"));
    assert!(body.starts_with(&got.pages[0].body) && got.pages[0].body.len() > body.len() / 2);
    // The crawler has said it.
    let known = page("WARC-Truncated: length\r\n", head, cut);
    assert_eq!(known.truncated.as_deref(), Some("length"));
}

#[test]
fn chunks_that_end_early_are_told_once() {
    let body = b"21\r\n<!DOCTYPE html><title>a</title><p\r\n20\r\n>hello";
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n";
    let got = events("", head, body);
    assert_eq!(got.kinds(), [("truncated", 0)]);
    assert_eq!(got.pages[0].truncated.as_deref(), Some("truncated"));
    // The crawler has said it, or the archive ends there.
    let known = page("WARC-Truncated: length\r\n", head, body);
    assert_eq!(known.truncated.as_deref(), Some("length"));
    let whole = answer("", head, body);
    let got = read(&whole[..whole.len() - 8]);
    assert_eq!((got.kinds(), got.pages.len()), (vec![("truncated", 0)], 1));
}

#[test]
fn a_record_says_what_the_archive_says_of_it() {
    let fields = "WARC-Date: 2024-05-01T12:00:00Z\r\nWARC-Payload-Digest: sha1:ABC\r\n\
                  WARC-IP-Address: 192.0.2.7\r\n";
    let head = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\
                X-A: b\r\n  c\r\nset-cookie: \u{e9}\r\nSet-Cookie: 2\r\n";
    let got = page(fields, head, PAGE);
    assert_eq!((got.kind, got.http_status), (Some(RecordType::Response), Some(404)));
    assert_eq!(got.date.as_deref(), Some("2024-05-01T12:00:00Z"));
    assert_eq!(got.payload_digest.as_deref(), Some("sha1:ABC"));
    assert_eq!((got.ip.as_deref(), got.truncated.as_deref()), (Some("192.0.2.7"), None));
    let headers: Vec<_> = got.http_headers().collect();
    let names: Vec<_> =
        headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let want = [
        ("Content-Type", "text/html"),
        ("X-A", "b c"),
        ("set-cookie", "\u{e9}"),
        ("Set-Cookie", "2"),
    ];
    assert_eq!(names, want);
    assert_eq!(got.http_header("CONTENT-TYPE").as_deref(), Some("text/html"));
    assert_eq!(got.http_header("Location"), None);
}
