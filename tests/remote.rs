//! Archives by URL, from a server that misbehaves. Stores are tested by `scripts/trust/stores.py`.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use leafmill::internals::source::{Caps, Event, Reader, Reading, Record, Remote, plan};

use crate::cli::{json_lines, run};
use crate::source::archive::{gzip, responses, stored};

/// What the server does to the requests for a file, in their order; the rest it answers well.
#[derive(Clone, Copy, PartialEq)]
enum Act {
    /// Closes the connection after so many bytes of the body.
    Drop(usize),
    /// Sends nothing more after so many bytes of the body.
    Stall(usize),
    /// Answers with this status.
    Status(u16),
    /// Answers a range with all of the file.
    Whole,
    /// Answers a range with another one.
    OtherRange,
    /// Says that it is another file.
    Changed,
}

struct Server {
    url: String,
    /// The heads of the requests.
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Serves one file under any name.
    fn start(file: Vec<u8>, acts: &[Act]) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/crawl/x.warc.gz", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (file, acts, next) = (Arc::new(file), acts.to_vec(), Arc::new(AtomicUsize::new(0)));
        let heads = requests.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (file, acts, next, heads) =
                    (file.clone(), acts.clone(), next.clone(), heads.clone());
                // A client that has gone is no failure of the test's.
                thread::spawn(move || {
                    let stream = stream.unwrap();
                    let mut reader = BufReader::new(stream.try_clone().unwrap());
                    while let Some(head) = head(&mut reader) {
                        let act = acts.get(next.fetch_add(1, Ordering::SeqCst)).copied();
                        heads.lock().unwrap().push(head.clone());
                        if answer(&stream, &head, &file, act).is_none() {
                            break;
                        }
                    }
                });
            }
        });
        Server { url, requests }
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

/// The head of the next request.
fn head(reader: &mut impl BufRead) -> Option<String> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    Some(head)
}

/// The range that a request asks for.
fn range(head: &str, size: usize) -> Option<(usize, usize)> {
    let head = head.to_ascii_lowercase();
    let range = head.lines().find_map(|line| line.strip_prefix("range: bytes="))?;
    let (start, end) = range.split_once('-')?;
    Some((start.parse().ok()?, end.parse::<usize>().map_or(size, |end| (end + 1).min(size))))
}

/// Answers a request; `None` where the connection is to be closed.
fn answer(mut stream: &TcpStream, head: &str, file: &[u8], act: Option<Act>) -> Option<()> {
    if let Some(Act::Status(status)) = act {
        let answer = format!("HTTP/1.1 {status} No\r\nContent-Length: 0\r\n\r\n");
        return stream.write_all(answer.as_bytes()).ok();
    }
    let asked = range(head, file.len()).filter(|_| act != Some(Act::Whole));
    let (start, end) = asked.unwrap_or((0, file.len()));
    let status = if asked.is_some() { "206 Partial Content" } else { "200 OK" };
    let said = if act == Some(Act::OtherRange) { start + 1 } else { start };
    let tag = if act == Some(Act::Changed) { "two" } else { "one" };
    let mut answer = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nETag: \"{tag}\"\r\n\
         Last-Modified: Sat, 21 Nov 2026 00:00:00 GMT\r\n",
        end - start
    );
    if asked.is_some() {
        answer += &format!("Content-Range: bytes {said}-{}/{}\r\n", end - 1, file.len());
    }
    stream.write_all((answer + "\r\n").as_bytes()).ok()?;
    if head.starts_with("HEAD") {
        return Some(());
    }
    let body = &file[start..end];
    match act {
        Some(Act::Drop(after)) => {
            stream.write_all(&body[..after.min(body.len())]).ok()?;
            stream.shutdown(std::net::Shutdown::Both).ok()?;
            None
        }
        Some(Act::Stall(after)) => {
            stream.write_all(&body[..after.min(body.len())]).ok()?;
            thread::sleep(Duration::from_secs(30));
            None
        }
        _ => stream.write_all(body).ok(),
    }
}

fn options() -> Remote {
    let mut options = Remote::default();
    options.stall = Duration::from_secs(1);
    options
}

/// An archive of some 3 MB.
fn archive() -> Vec<u8> {
    let pad = b"<p>".iter().chain(b"word ".repeat(1000).iter()).copied().collect::<Vec<u8>>();
    let record = |i: usize| crate::source::archive::response(&format!("r{i}"), &pad);
    (0..600).flat_map(|i| stored(&record(i))).collect()
}

/// The pages of a file that a server gives, or the error.
fn pages(url: &str, options: &Remote) -> Result<usize, String> {
    let input = &plan(&[url.into()]).unwrap().inputs[0];
    let mut reading = Reading::default();
    reading.remote = *options;
    let mut reader = Reader::with(input, &reading).map_err(|e| e.to_string())?;
    let (mut record, mut pages, mut damage) = (Record::default(), 0, None);
    // Where it fails it ends inside a record.
    while let Some(event) = reader.read(&mut record).map_err(|error| error.to_string())? {
        match event {
            Event::Page(()) => pages += 1,
            Event::Damage(found) => damage = Some(found),
            _ => {}
        }
    }
    assert_eq!(damage, None);
    Ok(pages)
}

#[test]
fn a_file_is_read_whole_in_one_request_that_says_who_asks() {
    let server = Server::start(archive(), &[]);
    assert_eq!(pages(&server.url, &options()), Ok(600));
    let requests = server.requests();
    assert_eq!(requests.len(), 1);
    let agent = format!("user-agent: leafmill/{}\r\n", env!("CARGO_PKG_VERSION"));
    assert!(requests[0].to_ascii_lowercase().contains(&agent), "{requests:?}");
    assert!(range(&requests[0], 1).is_none());
}

#[test]
fn a_stream_that_breaks_or_stalls_goes_on_at_the_byte() {
    let file = archive();
    let half = file.len() / 2;
    for act in [Act::Drop(half), Act::Stall(half)] {
        let server = Server::start(file.clone(), &[act]);
        assert_eq!(pages(&server.url, &options()), Ok(600));
        let requests = server.requests();
        assert_eq!(requests.len(), 2, "{requests:?}");
        assert_eq!(range(&requests[1], file.len()), Some((half, file.len())));
    }
}

#[test]
fn busy_servers_are_asked_again_and_those_that_lie_about_ranges_for_all_of_it() {
    let file = archive();
    let drop = Act::Drop(file.len() / 2);
    let busy = Server::start(file.clone(), &[Act::Status(503), Act::Status(503)]);
    assert_eq!(pages(&busy.url, &options()), Ok(600));
    assert_eq!(busy.requests().len(), 3);
    for lie in [Act::Whole, Act::OtherRange] {
        let server = Server::start(file.clone(), &[drop, lie]);
        assert_eq!(pages(&server.url, &options()), Ok(600));
        let requests = server.requests();
        assert!(range(&requests[1], 1).is_some() && range(&requests[2], 1).is_none());
    }
}

#[test]
fn what_asking_again_cannot_mend_is_an_error() {
    let file = archive();
    let missing = Server::start(file.clone(), &[Act::Status(404)]);
    assert!(pages(&missing.url, &options()).unwrap_err().contains(&missing.url));
    assert_eq!(missing.requests().len(), 1);
    let never = Server::start(file.clone(), &[Act::Status(503); 9]);
    let mut few = options();
    few.retries = 1;
    assert!(pages(&never.url, &few).is_err());
    assert_eq!(never.requests().len(), 2);
    let changed = Server::start(file.clone(), &[Act::Drop(file.len() / 2), Act::Changed]);
    let error = pages(&changed.url, &options()).unwrap_err();
    assert!(error.contains("changed while it was read"), "{error}");
    let secret = plan(&["https://user:secret@example.org/x.warc".into()]).unwrap();
    let Err(error) = Reader::open(&secret.inputs[0], &Caps::default()) else { panic!("read") };
    assert!(!error.to_string().contains("secret"), "{error}");
}

#[test]
fn ranges_are_read_in_order() {
    // Several of them.
    let file = archive().repeat(8);
    let server = Server::start(file, &[Act::Drop(0)]);
    let mut ranges = options();
    ranges.ranges = true;
    assert_eq!(pages(&server.url, &ranges), Ok(4800));
    let requests = server.requests();
    assert!(requests.iter().filter(|head| range(head, usize::MAX).is_some()).count() >= 3);
}

#[test]
fn the_program_reads_urls_beside_files() {
    let server = Server::start(archive(), &[]);
    let lost = Server::start(Vec::new(), &[Act::Status(404); 2]);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("y.warc.gz");
    std::fs::write(&file, responses(3).iter().flat_map(|r| gzip(r)).collect::<Vec<u8>>()).unwrap();
    let file = file.to_str().unwrap();
    let done = run(&["extract", &server.url, &lost.url, file, "-o", "-", "-m", "all"]);
    assert_eq!(json_lines(&done.out).len(), 603);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains(&format!("{}:0: unreadable: ", lost.url)), "{}", done.err);
}
