//! A Parquet file in the making: rows in, its bytes out as they are ready.
//!
//! Where a row group ends depends on the rows alone, and not on how many come at a time. So does all
//! else: the same rows make the same bytes.

use std::fmt;
use std::io;
use std::mem::take;
use std::sync::Arc;

use arrow_json::ReaderBuilder;
use arrow_json::reader::Decoder;
use arrow_schema::Schema;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::{EnabledStatistics, WriterProperties};

use super::schema;

/// A number of rows and their bytes as lines.
#[derive(Debug, Clone, Copy, Default)]
struct Size {
    rows: usize,
    bytes: usize,
}

impl Size {
    /// What is read into columns at a time.
    const BATCH: Size = Size { rows: 1024, bytes: 8 << 20 };
    /// What a row group has, from where another begins: packed, some 20 MiB that are in memory.
    const GROUP: Size = Size { rows: 1 << 17, bytes: 64 << 20 };

    fn add(&mut self, line: &[u8]) {
        self.rows += 1;
        self.bytes += line.len();
    }

    fn is_over(self, most: Size) -> bool {
        self.rows >= most.rows || self.bytes >= most.bytes
    }
}

/// Rows that are looked at before a page of a column may end; a text has kilobytes.
const ROWS_OF_PAGE: usize = 64;

/// A Parquet file in the making, of the lines that [`Parquet`](super::Parquet) writes.
///
/// No more than a row group is in memory: 64 MiB of lines or 131,072 rows, packed.
pub struct Table {
    decoder: Decoder,
    writer: ArrowWriter<Vec<u8>>,
    /// Of a row group.
    most: Size,
    /// What was read and is not in columns yet.
    batch: Size,
    /// What is in the row group, with the batch.
    group: Size,
}

impl Table {
    /// Begins a file with these columns.
    pub(super) fn new(columns: Schema) -> io::Result<Table> {
        Table::with(columns, Size::GROUP)
    }

    fn with(columns: Schema, most: Size) -> io::Result<Table> {
        let columns = Arc::new(columns);
        let decoder = ReaderBuilder::new(columns.clone()).with_batch_size(Size::BATCH.rows);
        let decoder = decoder.build_decoder().map_err(io::Error::other)?;
        // Parquet's own types say all that is to be said of these columns, and call UTC by its name.
        let options =
            ArrowWriterOptions::new().with_properties(properties()?).with_skip_arrow_metadata(true);
        let writer = ArrowWriter::try_new_with_options(Vec::new(), columns, options)?;
        let (batch, group) = Default::default();
        Ok(Table { decoder, writer, most, batch, group })
    }

    /// Takes rows, as whole lines, and gives the bytes of the file that are ready.
    ///
    /// # Errors
    /// If a line is none that [`Parquet`](super::Parquet) writes.
    pub fn add(&mut self, lines: &[u8]) -> io::Result<Vec<u8>> {
        for line in lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            self.decoder.decode(line).map_err(io::Error::other)?;
            self.batch.add(line);
            self.group.add(line);
            let is_group = self.group.is_over(self.most);
            if is_group || self.batch.is_over(Size::BATCH) {
                self.batch()?;
            }
            if is_group {
                self.writer.flush()?;
                self.group = Size::default();
            }
        }
        Ok(take(self.writer.inner_mut()))
    }

    /// Ends the file and gives the rest of its bytes.
    ///
    /// # Errors
    /// If a line was cut.
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        self.batch()?;
        Ok(self.writer.into_inner()?)
    }

    /// Brings what was read into columns.
    fn batch(&mut self) -> io::Result<()> {
        self.batch = Size::default();
        match self.decoder.flush().map_err(io::Error::other)? {
            Some(batch) => Ok(self.writer.write(&batch)?),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Table").field("group", &self.group).finish_non_exhaustive()
    }
}

/// How columns are written: packed with zstd, with dictionaries where values come again.
fn properties() -> io::Result<WriterProperties> {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_write_batch_size(ROWS_OF_PAGE);
    for names in schema::LONG {
        let column = schema::path(names);
        properties = properties
            .set_column_dictionary_enabled(column.clone(), false)
            .set_column_statistics_enabled(column, EnabledStatistics::None);
    }
    for names in schema::UNIQUE {
        properties = properties.set_column_dictionary_enabled(schema::path(names), false);
    }
    Ok(properties.build())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use parquet::basic::Encoding;
    use parquet::file::metadata::ParquetMetaData;
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;
    use crate::output::Keys;

    /// A file of numbered rows, which come so many at a time.
    fn file(rows: usize, at_a_time: usize, most: Size) -> Vec<u8> {
        let columns = schema::of(&"url,status,text".parse::<Keys>().unwrap(), schema::UTC);
        let mut table = Table::with(columns, most).unwrap();
        let line = |n| {
            format!(
                r#"{{"schema":2,"id":"r{n}","url":"u{n}","host":"h","status":"ok","text":"t {n}"}}"#
            ) + "\n"
        };
        let lines: Vec<String> = (0..rows).map(line).collect();
        let mut bytes = Vec::new();
        for some in lines.chunks(at_a_time) {
            bytes.extend(table.add(some.concat().as_bytes()).unwrap());
        }
        bytes.extend(table.finish().unwrap());
        bytes
    }

    fn metadata(bytes: Vec<u8>) -> ParquetMetaData {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        SerializedFileReader::new(file).unwrap().metadata().clone()
    }

    fn rows_of_groups(file: Vec<u8>) -> Vec<i64> {
        metadata(file).row_groups().iter().map(|group| group.num_rows()).collect()
    }

    #[test]
    fn a_row_group_ends_at_its_rows_or_its_bytes() {
        let by_rows = Size { rows: 40, bytes: usize::MAX };
        assert_eq!(rows_of_groups(file(100, 7, by_rows)), [40, 40, 20]);
        // A line has 72 bytes, or few more, so that the fourteenth goes over 1,000.
        let by_bytes = Size { rows: usize::MAX, bytes: 1000 };
        let expected = [14, 14, 14, 14, 14, 14, 14, 2];
        assert_eq!(rows_of_groups(file(100, 7, by_bytes)), expected);
        assert_eq!(rows_of_groups(file(0, 1, Size::GROUP)), [0; 0]);
    }

    #[test]
    fn the_bytes_are_those_of_the_rows_however_they_come() {
        let most = Size { rows: 1500, bytes: usize::MAX };
        let one_by_one = file(4000, 1, most);
        assert!(one_by_one == file(4000, 999, most) && one_by_one == file(4000, 4000, most));
    }

    #[test]
    fn what_comes_again_is_in_dictionaries_and_all_is_packed() {
        let metadata = metadata(file(100, 10, Size::GROUP));
        for column in metadata.row_group(0).columns() {
            let is_repeated =
                matches!(column.column_path().string().as_str(), "host" | "status" | "schema");
            let has_dictionary = column.encodings().any(|e| e == Encoding::RLE_DICTIONARY);
            assert_eq!(has_dictionary, is_repeated, "{}", column.column_path());
            assert!(matches!(column.compression(), Compression::ZSTD(_)));
        }
    }

    #[test]
    fn a_line_that_is_none_is_an_error() {
        let columns = || schema::of(&"text".parse::<Keys>().unwrap(), schema::UTC);
        let mut table = Table::new(columns()).unwrap();
        assert!(table.add(b"{\"schema\":]\n").is_err());
        let mut table = Table::new(columns()).unwrap();
        table.add(b"{\"schema\":2,").unwrap();
        assert!(table.finish().is_err());
    }
}
