//! The options that say how documents are written.

use leafmill::Result;
use leafmill::output::{Csv, Datatrove, Dolma, Jsonl, Packing, Tei, Text, Wet, Writer, Xml};

/// How documents are written.
#[derive(clap::Args)]
pub struct FormatArgs {
    /// How documents are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The keys of jsonl, where they are to be another toolkit's
    #[arg(long, value_enum, default_value_t)]
    schema: Schema,
    /// The corpus's name, for the key `source` of --schema dolma
    #[arg(long, value_name = "NAME", default_value = "leafmill")]
    source: String,
    /// How a directory's shards are compressed; a file is as its name says
    #[arg(long, value_enum, default_value_t)]
    compress: Compress,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum Format {
    /// A JSON object a line
    #[default]
    Jsonl,
    /// The text alone: a file a page in a directory, one after another in a stream
    Text,
    /// WARC conversion records, as Common Crawl's WET files: .warc.wet
    Wet,
    /// A corpus of doc elements, a p a line
    Xml,
    /// TEI P5: a teiCorpus, a p a line
    Tei,
    /// A table with a header; cells that a spreadsheet would run get an apostrophe before them
    Csv,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum Schema {
    /// leafmill's own: all that is known of a page
    #[default]
    Leafmill,
    /// text, id, metadata: as datatrove's JsonlReader takes them
    Datatrove,
    /// id, text, source, created, metadata: the Dolma toolkit's documents
    Dolma,
}

#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Compress {
    /// gzip: .gz
    #[default]
    Gzip,
    /// zstd: .zst (if leafmill was built with it)
    Zstd,
    /// Not at all
    None,
}

impl FormatArgs {
    /// The writer that was asked for; ends the program if the options do not go together.
    pub fn writer(&self) -> Box<dyn Writer> {
        if self.schema != Schema::Leafmill && self.format != Format::Jsonl {
            let message = "--schema is for --format jsonl alone\n";
            clap::Error::raw(clap::error::ErrorKind::ArgumentConflict, message).exit();
        }
        match (self.format, self.schema) {
            (Format::Jsonl, Schema::Leafmill) => Box::new(Jsonl),
            (Format::Jsonl, Schema::Datatrove) => Box::new(Datatrove),
            (Format::Jsonl, Schema::Dolma) => Box::new(Dolma { source: self.source.clone() }),
            (Format::Text, _) => Box::new(Text),
            (Format::Wet, _) => Box::new(Wet),
            (Format::Xml, _) => Box::new(Xml),
            (Format::Tei, _) => Box::new(Tei),
            (Format::Csv, _) => Box::new(Csv),
        }
    }

    /// How a directory's shards are compressed.
    ///
    /// # Errors
    /// If that is zstd and leafmill was built without.
    pub fn packing(&self) -> Result<Packing> {
        match self.compress {
            Compress::Gzip => Ok(Packing::Gzip),
            Compress::Zstd => Packing::zstd(),
            Compress::None => Ok(Packing::Plain),
        }
    }
}
