//! The options that bound what is taken of a record and of a page.

use std::ops::RangeInclusive;
use std::time::Duration;

use leafmill::dom;
use leafmill::internals::source;

/// The most that is taken of one record and of one page; what is over is cut or passed by, and
/// reported.
#[derive(clap::Args)]
pub struct CapArgs {
    /// Bytes of a record's body as captured (suffixes K, M, G)
    #[arg(long, value_name = "BYTES", default_value = "32M", value_parser = bytes)]
    max_body: usize,
    /// Bytes of a body with its content encodings undone
    #[arg(long, value_name = "BYTES", default_value = "32M", value_parser = bytes)]
    max_decoded: usize,
    /// Decoded bytes for each encoded byte, from the second MiB on
    #[arg(long, value_name = "N", default_value_t = source::Caps::default().ratio)]
    max_ratio: usize,
    /// Bytes of one line of a record header
    #[arg(long, value_name = "BYTES", default_value = "64K", value_parser = bytes)]
    max_header_line: usize,
    /// Bytes of a whole record header
    #[arg(long, value_name = "BYTES", default_value = "1M", value_parser = bytes)]
    max_header: usize,
    /// Elements open at once, from 16 to 4096; deeper ones are flattened, and their text is kept
    #[arg(long, value_name = "N", default_value_t = dom::Caps::default().depth, value_parser = depth)]
    max_depth: usize,
    /// Attributes of one tag that are seen, up to 4096
    #[arg(long, value_name = "N", default_value_t = dom::Caps::default().attributes, value_parser = attributes)]
    max_attributes: usize,
    /// Nodes of a page: elements and texts; what comes behind them is not read
    #[arg(long, value_name = "N", default_value_t = dom::Caps::default().nodes)]
    max_nodes: usize,
    /// Milliseconds that a page may take; one that takes longer is given up, with status timeout. What
    /// is written then depends on the machine
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    max_ms: Option<u64>,
}

impl CapArgs {
    pub fn of_record(&self) -> source::Caps {
        let mut caps = source::Caps::default();
        caps.body = self.max_body;
        caps.decoded = self.max_decoded;
        caps.ratio = self.max_ratio;
        caps.header_line = self.max_header_line;
        caps.header = self.max_header;
        caps
    }

    pub fn of_page(&self) -> dom::Caps {
        let mut caps = dom::Caps::default();
        caps.depth = self.max_depth;
        caps.attributes = self.max_attributes;
        caps.nodes = self.max_nodes;
        caps
    }

    /// The time of a page.
    pub fn of_time(&self) -> Option<Duration> {
        self.max_ms.map(Duration::from_millis)
    }
}

/// A depth of elements.
fn depth(text: &str) -> std::result::Result<usize, String> {
    within(text, dom::Caps::DEPTHS.0..=dom::Caps::DEPTHS.1)
}

/// A number of attributes.
fn attributes(text: &str) -> std::result::Result<usize, String> {
    within(text, 0..=dom::Caps::MOST_ATTRIBUTES)
}

fn within(text: &str, range: RangeInclusive<usize>) -> std::result::Result<usize, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or(format!("a number from {} to {}", range.start(), range.end()))
}

/// A number of bytes, with a suffix K, M or G for powers of 1024.
pub fn bytes(text: &str) -> std::result::Result<usize, String> {
    let digits = text.trim_end_matches(['K', 'M', 'G']);
    let shift = match &text[digits.len()..] {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("a number of bytes, such as 500K or 32M".into()),
    };
    let number: usize = digits.parse().map_err(|_| "a number of bytes, such as 500K or 32M")?;
    number.checked_shl(shift).filter(|n| n >> shift == number).ok_or("too many bytes".into())
}
