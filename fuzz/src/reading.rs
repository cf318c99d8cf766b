//! Reading archives from memory, the same input twice.

use std::io::Cursor;

use leafmill::internals::source::{Caps, Damage, Event, Reader, Record};

/// Small caps, so that small inputs reach them.
pub fn caps() -> Caps {
    let mut caps = Caps::default();
    (caps.body, caps.decoded, caps.ratio) = (2 << 10, 3 << 10, 1000);
    (caps.header_line, caps.header) = (256, 1 << 10);
    caps
}

/// What came out of an input, in order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Events {
    pub pages: Vec<Record>,
    pub damage: Vec<Damage>,
    pub passed_over: usize,
}

impl Events {
    /// The page of that id.
    pub fn page(&self, id: &str) -> Option<&Record> {
        self.pages.iter().find(|page| page.id == id)
    }
}

/// Reads all of an input; `None` where it is neither an archive nor HTML.
///
/// # Panics
///
/// If a second reading differs from the first, a body is over its cap, or there are more events
/// than the input has room for.
pub fn read(data: &[u8]) -> Option<Events> {
    let events = read_once(data);
    assert_eq!(events, read_once(data), "a second reading differs");
    events
}

fn read_once(data: &[u8]) -> Option<Events> {
    let mut reader = Reader::stream(Box::new(Cursor::new(data.to_vec())), "input", &caps()).ok()?;
    let mut events = Events::default();
    let mut record = Record::default();
    // Each event takes a byte at least, unpacked; deflate makes at most 1032 of one.
    let most = 1032 * data.len() + 16;
    for _ in 0..most {
        match reader.read(&mut record).expect("reading memory cannot fail") {
            None => return Some(events),
            Some(Event::Damage(damage)) => events.damage.push(damage),
            Some(Event::Page(())) => {
                let cap = caps().body.max(caps().decoded);
                assert!(record.body.len() <= cap, "a body of {} bytes", record.body.len());
                events.pages.push(record.clone());
            }
            Some(_) => events.passed_over += 1,
        }
    }
    panic!("more than {most} events");
}

/// A whole WARC record of type `response` around an HTTP message.
pub fn response(id: &str, message: &[u8]) -> Vec<u8> {
    let mut record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <{id}>\r\n\
         WARC-Target-URI: https://a.example/\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n",
        message.len()
    )
    .into_bytes();
    record.extend_from_slice(message);
    record.extend_from_slice(b"\r\n\r\n");
    record
}
