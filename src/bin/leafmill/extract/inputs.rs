//! The options that say what is read.

use std::path::PathBuf;
use std::time::Duration;

use leafmill::Result;
use leafmill::internals::source::{self, PassedOver, PlainText, Remote};
use leafmill::pipeline::Tally;

/// What is read.
#[derive(clap::Args)]
pub struct InputArgs {
    /// WARC, ARC or HTML files, plain or packed (gzip, zstd, LZ4), WACZ, directories of them, or -
    /// for standard input; where built with the feature remote also s3://, gs:// and https://
    #[arg(required_unless_present_any = ["from", "print_config"], value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Also read what FILE lists, an input a line (or before a NUL, as find -print0 ends them; # begins
    /// a comment), plain or gzipped; - for standard input
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// What stands before each line of --from, such as /data/ before Common Crawl's warc.paths.gz
    #[arg(long, value_name = "PREFIX", default_value = "")]
    prefix: String,
    /// Also take records of plain text, all of which is content (several: text,conversion)
    #[arg(long, value_enum, value_name = "KIND", value_delimiter = ',')]
    records: Vec<TextRecords>,
    /// Read a URL by ranges of bytes, several at a time: for a store of one's own, not for Common
    /// Crawl's
    #[arg(long)]
    ranges: bool,
    /// Seconds without a byte after which a URL is asked again for what is left of it
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    stall: u64,
    /// How often in a row a URL may fail, with waits of 1 to 30 seconds between
    #[arg(long, value_name = "N", default_value_t = Remote::default().retries)]
    retries: u32,
}

/// Records of plain text.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum TextRecords {
    /// Responses and resources of type text/plain
    Text,
    /// Conversions, such as those of WET files
    Conversion,
}

impl InputArgs {
    /// Which records of plain text are taken.
    pub fn plain_text(&self) -> PlainText {
        let has = |kind| self.records.contains(&kind);
        let mut plain_text = PlainText::default();
        plain_text.captured = has(TextRecords::Text);
        plain_text.converted = has(TextRecords::Conversion);
        plain_text
    }

    /// What to say where there was no page: that there were records which an option takes.
    pub fn hint(&self, tally: &Tally) -> Option<&'static str> {
        let has = |why| tally.passed_over.contains_key(&why);
        let PlainText { captured, converted, .. } = self.plain_text();
        if tally.pages() > 0 || tally.interrupted {
            None
        } else if has(PassedOver::Conversion) && !converted {
            Some("no page: the texts of conversions (WET) are taken with --records conversion")
        } else if has(PassedOver::NotHtml) && !captured {
            Some("no page: those of not-html that are plain text are taken with --records text")
        } else {
            None
        }
    }

    /// How URLs are read.
    pub fn remote(&self) -> Remote {
        let mut remote = Remote::default();
        remote.ranges = self.ranges;
        remote.stall = Duration::from_secs(self.stall);
        remote.retries = self.retries;
        remote
    }

    /// The lists of inputs.
    pub fn lists(&self) -> &[PathBuf] {
        &self.from
    }

    /// All that is named, in order.
    ///
    /// # Errors
    /// If a list cannot be read.
    pub fn list(&self) -> Result<Vec<PathBuf>> {
        let mut all = self.inputs.clone();
        for list in &self.from {
            all.extend(source::list(list, &self.prefix)?);
        }
        Ok(all)
    }
}
