//! ARC files, whose record line is all that says where a body ends.

use super::archive::{gzip, read};

const FILE: &str = "filedesc://a.arc 0.0.0.0 20140101000000 text/plain";
const ABOUT: &str = "1 0 Somebody\nURL IP-address Archive-date Content-type Archive-length\n\n";

/// A file of pages whose description claims `claimed` bytes.
fn arc(claimed: usize, pages: usize) -> Vec<Vec<u8>> {
    let mut records = vec![format!("{FILE} {claimed}\n{ABOUT}").into_bytes()];
    for i in 0..pages {
        let body = format!("HTTP/1.0 200 OK\nContent-Type: text/html\n\n<p>Page {i}\n");
        let line = format!("http://a.org/{i} 127.0.0.1 20140101000000 text/html {}", body.len());
        records.push(format!("{line}\n{body}").into_bytes());
    }
    records
}

#[test]
fn pages_come_plain_and_packed() {
    let records = arc(ABOUT.len(), 3);
    let members: Vec<_> = records.iter().map(|record| gzip(record)).collect();
    for bytes in [records.concat(), members.concat(), gzip(&records.concat())] {
        let events = read(&bytes);
        let urls: Vec<_> = events.pages.iter().map(|page| page.url.as_deref().unwrap()).collect();
        assert_eq!(urls, ["http://a.org/0", "http://a.org/1", "http://a.org/2"]);
        assert_eq!(events.pages[1].body, b"<p>Page 1\n");
        assert_eq!((events.kinds(), events.passed_over.len()), (vec![], 1));
        assert_eq!(events.pages[1].date.as_deref(), Some("2014-01-01T00:00:00Z"));
        assert_eq!(
            (events.pages[1].ip.as_deref(), events.pages[1].http_status),
            (Some("127.0.0.1"), Some(200))
        );
    }
}

#[test]
fn a_length_that_takes_a_part_of_the_next_record_line_costs_no_page() {
    for more in [1, 2, 3, 10, 60] {
        let events = read(&arc(ABOUT.len() + more, 3).concat());
        assert_eq!(events.pages.len(), 3, "{more}");
        assert_eq!(events.kinds(), [("wrong-length", 0)], "{more}");
    }
}
