//! One file on its way from a store, read ahead by a task of its own.

use std::io::{self, Read};
use std::ops::Range;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use object_store::{Error as Failure, GetOptions, GetRange, GetResult, ObjectMeta, ObjectStoreExt};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{sleep, timeout};

use super::Remote;
use super::store::{Object, io_error, runtime};

/// Pieces that are read ahead: of a stream, what the network brings at a time.
const AHEAD: usize = 64;
/// Bytes of one range where a file is read by ranges.
const RANGE: u64 = 8 << 20;
/// Ranges that are read at the same time.
const AT_A_TIME: usize = 4;
/// The first and the longest wait before a request is made again; it doubles between them.
const WAITS: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));

/// What is sent of a file.
type Piece = io::Result<bytes::Bytes>;

/// The bytes of a file, for a reader that waits.
pub(super) struct Download {
    pieces: Receiver<Piece>,
    piece: bytes::Bytes,
}

impl Download {
    /// Begins to read a file.
    pub fn new(object: Object, options: Remote) -> Download {
        let (sender, pieces) = channel(AHEAD);
        match runtime(&object.path) {
            Ok(runtime) => {
                runtime.spawn(Fetch { object, options, failures: 0 }.run(sender));
            }
            // Its threads could not be begun; the first read says so.
            Err(error) => drop(sender.try_send(Err(io::Error::other(error)))),
        }
        Download { pieces, piece: bytes::Bytes::new() }
    }
}

impl Read for Download {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.pieces.blocking_recv() {
                Some(piece) => self.piece = piece?,
                None => return Ok(0),
            }
        }
        let n = out.len().min(self.piece.len());
        out[..n].copy_from_slice(&self.piece.split_to(n));
        Ok(n)
    }
}

/// Reads a file, again and again where it breaks.
struct Fetch {
    object: Object,
    options: Remote,
    /// Requests that failed since bytes came.
    failures: u32,
}

impl Fetch {
    /// Sends all of the file, or what went wrong. Ends when nobody receives any more.
    async fn run(mut self, sender: Sender<Piece>) {
        let done = match self.options.ranges {
            true => self.ranges(&sender).await,
            false => self.whole(&sender).await,
        };
        if let Err(error) = done {
            // Nobody receives it where the run has ended.
            sender.send(Err(error)).await.ok();
        }
    }

    /// Streams the file, from the byte on where it broke before.
    async fn whole(&mut self, sender: &Sender<Piece>) -> io::Result<()> {
        let mut at = 0;
        // What the file was when it was begun: another is not the rest of it.
        let mut begun: Option<ObjectMeta> = None;
        loop {
            // A store that gives no ranges is asked for all of it every other time.
            let from = if self.failures.is_multiple_of(2) && self.failures > 0 { 0 } else { at };
            let range = (from > 0).then_some(GetRange::Offset(from));
            let failed = match self.get(range).await {
                Ok(found) => {
                    if begun.as_ref().is_some_and(|begun| is_other(begun, &found.meta)) {
                        return Err(io::Error::other("it was changed while it was read"));
                    }
                    if found.range.start != from {
                        return Err(io::Error::other("the server gives another range than asked"));
                    }
                    let size = found.meta.size;
                    begun.get_or_insert_with(|| found.meta.clone());
                    match self.stream(found, at - from, sender, &mut at).await? {
                        Some(failed) => failed,
                        None if at == size => return Ok(()),
                        None => io::Error::other(format!("{at} bytes came of {size}")),
                    }
                }
                Err(error) => error,
            };
            self.wait_after(failed).await?;
        }
    }

    /// Sends what a stream brings behind its first `skip` bytes; why it broke, if so.
    async fn stream(
        &mut self,
        found: GetResult,
        mut skip: u64,
        sender: &Sender<Piece>,
        at: &mut u64,
    ) -> io::Result<Option<io::Error>> {
        let mut stream = found.into_stream();
        loop {
            let mut piece = match timeout(self.options.stall, stream.next()).await {
                Err(_) => return Ok(Some(self.stalled())),
                Ok(None) => return Ok(None),
                Ok(Some(Err(error))) => return Ok(Some(io_error(error))),
                Ok(Some(Ok(piece))) => piece,
            };
            let skipped = skip.min(piece.len() as u64);
            skip -= skipped;
            let piece = piece.split_off(skipped as usize);
            if !piece.is_empty() {
                self.failures = 0;
                *at += piece.len() as u64;
                if sender.send(Ok(piece)).await.is_err() {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
            }
        }
    }

    /// Reads the file by ranges, several at a time, in order.
    async fn ranges(&mut self, sender: &Sender<Piece>) -> io::Result<()> {
        let meta = loop {
            match timeout(self.options.stall, self.object.store.head(&self.object.key)).await {
                Ok(Ok(meta)) => break meta,
                Ok(Err(error)) => self.wait_after(permanent(error, true)?).await?,
                Err(_) => self.wait_after(self.stalled()).await?,
            }
        };
        let starts = (0..meta.size).step_by(RANGE as usize);
        let mut pieces = stream::iter(starts)
            .map(|start| {
                let fetch =
                    Fetch { object: self.object.clone(), options: self.options, failures: 0 };
                fetch.range(start..meta.size.min(start + RANGE), &meta)
            })
            .buffered(AT_A_TIME);
        while let Some(piece) = pieces.next().await {
            if sender.send(Ok(piece?)).await.is_err() {
                return Ok(());
            }
        }
        Ok(())
    }

    async fn range(mut self, range: Range<u64>, of: &ObjectMeta) -> Piece {
        loop {
            let failed = match self.get(Some(GetRange::Bounded(range.clone()))).await {
                Ok(found) if is_other(of, &found.meta) => {
                    return Err(io::Error::other("it was changed while it was read"));
                }
                Ok(found) => match timeout(self.options.stall, found.bytes()).await {
                    Ok(Ok(bytes)) if bytes.len() as u64 == range.end - range.start => {
                        return Ok(bytes);
                    }
                    Ok(Ok(bytes)) => {
                        io::Error::other(format!("{} bytes came of a range", bytes.len()))
                    }
                    Ok(Err(error)) => io_error(error),
                    Err(_) => self.stalled(),
                },
                Err(error) => error,
            };
            self.wait_after(failed).await?;
        }
    }

    /// Makes one request. What asking again cannot mend ends the file at once.
    async fn get(&mut self, range: Option<GetRange>) -> io::Result<GetResult> {
        let options = GetOptions { range, ..GetOptions::default() };
        let get = self.object.store.get_opts(&self.object.key, options);
        match timeout(self.options.stall, get).await {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(error)) => match permanent(error, self.options.ranges) {
                Ok(error) => Err(error),
                Err(error) => {
                    self.failures = self.options.retries;
                    Err(error)
                }
            },
            Err(_) => Err(self.stalled()),
        }
    }

    /// Waits before the next request, if there is to be one.
    async fn wait_after(&mut self, failed: io::Error) -> io::Result<()> {
        if self.failures >= self.options.retries {
            return Err(failed);
        }
        let wait = WAITS.0.saturating_mul(1 << self.failures.min(16)).min(WAITS.1);
        self.failures += 1;
        sleep(wait).await;
        Ok(())
    }

    fn stalled(&self) -> io::Error {
        let seconds = self.options.stall.as_secs_f64();
        io::Error::new(io::ErrorKind::TimedOut, format!("nothing came for {seconds} s"))
    }
}

/// Whether a file is not the one that was begun.
fn is_other(begun: &ObjectMeta, now: &ObjectMeta) -> bool {
    begun.size != now.size || begun.e_tag != now.e_tag
}

/// Tells what asking again cannot mend (`Err`) from what it may: a server that gives no ranges may
/// give all of a file.
fn permanent(error: Failure, ranges: bool) -> Result<io::Error, io::Error> {
    match error {
        Failure::NotFound { .. }
        | Failure::PermissionDenied { .. }
        | Failure::Unauthenticated { .. }
        | Failure::InvalidPath { .. }
        | Failure::NotImplemented { .. } => Err(io_error(error)),
        Failure::NotSupported { .. } if ranges => Err(io_error(error)),
        error => Ok(io_error(error)),
    }
}
