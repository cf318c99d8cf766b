//! The options that say how documents are written.

use std::path::Path;

use clap::error::ErrorKind;
use leafmill::content::Options;
use leafmill::links::Scope;
#[cfg(feature = "parquet")]
use leafmill::output::Parquet;
use leafmill::output::{
    Csv, Datatrove, Dolma, Html, Jsonl, Key, Keys, Markdown, Packing, Tei, Text, Wet, Writer, Xml,
};
use leafmill::{Error, Result};

/// How documents are written.
#[derive(clap::Args)]
pub struct FormatArgs {
    /// How documents are written [default: what the name of a file says, such as x.csv.gz or x.md, else
    /// jsonl]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The keys of jsonl and the columns of parquet: a toolkit's, or a list such as url,text,metadata
    ///
    /// - leafmill:  its own, but for those made on request alone: markdown, html, content (blocks as
    ///   JSON), metadata, links, and comments, which are then no part of the text
    /// - datatrove: text, id, metadata, as datatrove's JsonlReader takes them
    /// - dolma:     id, text, source, created, metadata, the Dolma toolkit's documents
    #[arg(long, verbatim_doc_comment, default_value = "leafmill", value_name = "SCHEMA", value_parser = schema)]
    schema: Schema,
    /// Documents have what the page says of itself: authors, dates, site, language and more, in rows,
    /// in a toolkit's metadata under page, in xml and in tei
    #[arg(long)]
    metadata: bool,
    /// Rows have links: those in the content, or every link of the page. Without it --schema links
    /// stands for those in the content
    #[arg(long, value_enum, value_name = "WHICH")]
    links: Option<Links>,
    /// What forms with structure (markdown, html, tei, xml and the blocks of content) leave out; the text of
    /// a link stays
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    drop: Vec<Drop>,
    /// The corpus's name, for the key `source` of --schema dolma [default: leafmill]
    #[arg(long, value_name = "NAME")]
    source: Option<String>,
    /// How a directory's shards are compressed [default: gzip]; a file is as its name says, and parquet
    /// always packs its columns with zstd
    #[arg(long, value_enum)]
    compress: Option<Compress>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A JSON object a line
    Jsonl,
    /// The text alone: a file a page in a directory, one after another in a stream
    Text,
    /// CommonMark with GitHub's tables: a file a page in a directory
    Markdown,
    /// Clean and safe HTML: a file a page in a directory
    Html,
    /// WARC conversion records, as Common Crawl's WET files: .warc.wet
    Wet,
    /// A corpus of doc elements with TEI's elements in them
    Xml,
    /// TEI P5: a teiCorpus
    Tei,
    /// A table with a header; cells that a spreadsheet would run get an apostrophe before them
    Csv,
    /// A table with typed columns, a row a page: .parquet (if leafmill was built with it)
    Parquet,
}

#[derive(Clone)]
enum Schema {
    /// leafmill's own
    Keys(Keys),
    /// text, id, metadata: as datatrove's JsonlReader takes them
    Datatrove,
    /// id, text, source, created, metadata: the Dolma toolkit's documents
    Dolma,
}

/// A toolkit's name or a list of keys.
fn schema(text: &str) -> std::result::Result<Schema, String> {
    Ok(match text {
        "leafmill" => Schema::Keys(Keys::default()),
        "datatrove" => Schema::Datatrove,
        "dolma" => Schema::Dolma,
        list => Schema::Keys(list.parse()?),
    })
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Links {
    /// Those in the content
    Content,
    /// Every link of the page
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Drop {
    /// Addresses of links
    Links,
    /// Images
    Images,
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

impl Format {
    /// What the name of a file says.
    fn of(file: &Path) -> Option<Format> {
        let packed = file.extension().is_some_and(|suffix| suffix == "gz" || suffix == "zst");
        let name = if packed { Path::new(file.file_stem()?) } else { file };
        Some(match name.extension()?.to_str()? {
            "txt" => Format::Text,
            "md" => Format::Markdown,
            "html" | "htm" => Format::Html,
            "wet" => Format::Wet,
            "xml" => Format::Xml,
            "csv" => Format::Csv,
            "parquet" => Format::Parquet,
            _ => return None,
        })
    }
}

impl FormatArgs {
    /// The writer that was asked for, or that `file` asks for where that is what is written; ends the
    /// program if the options do not go together.
    ///
    /// # Errors
    /// If it is Parquet's and leafmill was built without.
    pub fn writer(&self, file: Option<&Path>) -> Result<Box<dyn Writer>> {
        let format = self.format.or_else(|| Format::of(file?)).unwrap_or(Format::Jsonl);
        self.check(format).unwrap_or_else(|message| {
            clap::Error::raw(ErrorKind::ArgumentConflict, format!("{message}\n")).exit()
        });
        let metadata = self.metadata;
        Ok(match (format, &self.schema) {
            (Format::Jsonl, Schema::Keys(keys)) => Box::new(self.jsonl(keys.clone())),
            (Format::Jsonl, Schema::Datatrove) => Box::new(Datatrove::new(metadata)),
            (Format::Jsonl, Schema::Dolma) => {
                Box::new(Dolma::new(self.source.as_deref().unwrap_or("leafmill"), metadata))
            }
            (Format::Text, _) => Box::new(Text),
            (Format::Markdown, _) => Box::new(Markdown),
            (Format::Html, _) => Box::new(Html),
            (Format::Wet, _) => Box::new(Wet),
            (Format::Xml, _) => Box::new(Xml::new(metadata)),
            (Format::Tei, _) => Box::new(Tei::new(metadata)),
            (Format::Csv, _) => Box::new(Csv),
            #[cfg(feature = "parquet")]
            (Format::Parquet, Schema::Keys(keys)) => {
                Box::new(Parquet::new(self.jsonl(keys.clone())))
            }
            (Format::Parquet, _) => return Err(Error::WithoutParquet),
        })
    }

    /// Says what of the options does not go together.
    fn check(&self, format: Format) -> std::result::Result<(), &'static str> {
        use Format::{Csv, Jsonl, Parquet, Tei, Text, Wet, Xml};
        let (is_list, is_toolkits) = match &self.schema {
            Schema::Keys(keys) => (!keys.is_default(), false),
            Schema::Datatrove | Schema::Dolma => (false, true),
        };
        let wrong = [
            (
                is_list && !matches!(format, Jsonl | Parquet),
                "--schema is for --format jsonl and parquet alone",
            ),
            (is_toolkits && format != Jsonl, "--schema of a toolkit is for --format jsonl alone"),
            (
                self.metadata && !matches!(format, Jsonl | Parquet | Xml | Tei),
                "--metadata is for --format jsonl, parquet, xml and tei alone",
            ),
            (
                self.links.is_some() && (is_toolkits || !matches!(format, Jsonl | Parquet)),
                "--links is for rows with keys: --format jsonl and parquet, without the schema of a toolkit",
            ),
            (
                !self.drop.is_empty() && matches!(format, Text | Wet | Csv),
                "--drop is for forms that have links and images; text, wet and csv have none",
            ),
            (
                self.source.is_some() && !matches!(self.schema, Schema::Dolma),
                "--source is for --schema dolma alone",
            ),
            (
                self.compress.is_some() && format == Parquet,
                "--compress is not for --format parquet, which packs its columns itself",
            ),
        ];
        wrong.into_iter().find(|(is_so, _)| *is_so).map_or(Ok(()), |(_, message)| Err(message))
    }

    /// JSON Lines with these keys, and links if they are asked for.
    fn jsonl(&self, keys: Keys) -> Jsonl {
        let scope = match self.links {
            Some(Links::All) => Scope::All,
            Some(Links::Content) | None => Scope::Content,
        };
        let keys = if self.links.is_some() { keys.and(Key::Links) } else { keys };
        let keys = if self.metadata { keys.and(Key::Metadata) } else { keys };
        Jsonl::new(keys, scope)
    }

    /// What forms with structure have beside text.
    pub fn content(&self) -> Options<'static> {
        let has = |what| !self.drop.contains(&what);
        let mut options = Options::default();
        options.links = has(Drop::Links);
        options.images = has(Drop::Images);
        options
    }

    /// How a directory's shards are compressed.
    ///
    /// # Errors
    /// If that is zstd and leafmill was built without.
    pub fn packing(&self) -> Result<Packing> {
        match self.compress.unwrap_or_default() {
            Compress::Gzip => Ok(Packing::Gzip),
            Compress::Zstd => Packing::zstd(),
            Compress::None => Ok(Packing::Plain),
        }
    }
}
