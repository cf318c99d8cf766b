//! `--format parquet`: its rows read back, and its files beside those of other formats.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Instant;

use arrow_json::LineDelimitedWriter;
use arrow_schema::{DataType, Field, Fields, Schema, TimeUnit};
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use serde_json::{Map, Value, json};

use super::resume::{collection, files};
use super::{Run, json_lines, run};
use crate::source::archive;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/sample/sample.warc.gz");
const KEYS: &str =
    "url,title,text,markdown,html,content,status,source,metadata,links,comments,record";

fn extract(input: &str, output: &str, more: &[&str]) -> Run {
    run(&[&["extract", input, "-o", output, "--format", "parquet"], more].concat())
}

/// The rows of a file, as its reader writes them down; what is null is left out.
fn rows(path: &Path) -> Vec<Value> {
    let open = || File::open(path).unwrap();
    let columns = ParquetRecordBatchReaderBuilder::try_new(open()).unwrap().schema().clone();
    // To write times as text, the reader must have the zone as an offset.
    let columns =
        Schema::new(columns.fields().iter().map(|field| by_offset(field)).collect::<Fields>());
    let options = ArrowReaderOptions::new().with_schema(columns.into());
    let reader = ParquetRecordBatchReaderBuilder::try_new_with_options(open(), options).unwrap();
    let mut lines = LineDelimitedWriter::new(Vec::new());
    for batch in reader.build().unwrap() {
        lines.write(&batch.unwrap()).unwrap();
    }
    lines.finish().unwrap();
    json_lines(&lines.into_inner())
}

/// A column, or a column in one, with times whose zone is an offset.
fn by_offset(field: &Field) -> Field {
    let of_type = match field.data_type() {
        DataType::Timestamp(unit, Some(zone)) => {
            assert_eq!((*unit, &**zone), (TimeUnit::Millisecond, "UTC"));
            DataType::Timestamp(*unit, Some("+00:00".into()))
        }
        DataType::Struct(fields) => {
            DataType::Struct(fields.iter().map(|field| by_offset(field)).collect())
        }
        other => other.clone(),
    };
    field.clone().with_data_type(of_type)
}

/// A row of JSON Lines as a table has it: what is null is left out, blocks are text.
fn cells(mut row: Value) -> Value {
    fn without_nulls(value: &mut Value) {
        if let Value::Object(fields) = value {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(without_nulls);
        } else if let Value::Array(values) = value {
            values.iter_mut().for_each(without_nulls);
        }
    }
    without_nulls(&mut row);
    row
}

/// Takes out what is not the same by design, and checks it.
fn compared(row: &mut Map<String, Value>, of_json: &mut Map<String, Value>) {
    let text = row.remove("content");
    let text = text.map(|text| serde_json::from_str(text.as_str().unwrap()).unwrap());
    assert_eq!(text.map(cells), of_json.remove("content"));
    let host = row.remove("host");
    let url = of_json.get("url").map(|url| url.as_str().unwrap());
    assert_eq!(host.as_ref().map(|host| host.as_str().unwrap()), url.map(of_url));
    let date =
        |row: &mut Map<String, Value>| row.get_mut("record")?.as_object_mut()?.remove("date");
    let time = date(row).map(|time| time.as_str().unwrap().replace(".000Z", "Z").into());
    assert_eq!(time, date(of_json));
}

fn of_url(url: &str) -> &str {
    url.split('/').nth(2).unwrap()
}

#[test]
fn its_rows_are_those_of_json_lines() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("sample.parquet");
    for schema in [KEYS, "leafmill", "text"] {
        let keys = ["--schema", schema];
        assert_eq!(extract(SAMPLE, file.to_str().unwrap(), &keys).code, 0);
        let of_json = run(&[&["extract", SAMPLE, "-o", "-"], &keys[..]].concat());
        let mut of_json = json_lines(&of_json.out);
        let mut found = rows(&file);
        assert_eq!(found.len(), of_json.len());
        for (row, of_json) in found.iter_mut().zip(&mut of_json) {
            *of_json = cells(of_json.take());
            compared(row.as_object_mut().unwrap(), of_json.as_object_mut().unwrap());
            assert_eq!(row, of_json);
        }
    }
}

#[test]
fn a_time_that_is_not_whole_and_a_page_without_an_address_are_cells_too() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("x.warc"), dir.path().join("x.parquet"));
    let of_date = |date: &str| {
        let fields = format!(
            "WARC-Type: resource\r\nWARC-Date: {date}\r\nContent-Type: text/html\r\nContent-Length: 4\r\n"
        );
        archive::record(&format!("urn:{date}"), &fields, b"<p>x")
    };
    let dates = ["2024-05-01T12:00:00.1239Z", "2024-05-01", "2016-12-31T23:59:60Z", "2024", "May"];
    fs::write(&input, dates.map(of_date).concat()).unwrap();
    assert_eq!(extract(input.to_str().unwrap(), output.to_str().unwrap(), &[]).code, 0);
    let found = rows(&output);
    let times: Vec<&Value> = found.iter().map(|row| &row["record"]["date"]).collect();
    let whole = ["2024-05-01T12:00:00.123Z", "2024-05-01T00:00:00Z", "2016-12-31T23:59:59Z"];
    assert_eq!(times[..3], whole.map(|time| json!(time)).each_ref());
    assert!(times[3..].iter().all(|time| time.is_null()), "{times:?}");
    assert!(found.iter().all(|row| row["url"].is_null() && row["host"].is_null()));
}

#[test]
fn a_file_is_the_same_at_any_number_of_threads_and_through_a_pipe() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("in");
    collection(&input, 300);
    let input = input.to_str().unwrap();
    let of = |threads: &str| extract(input, "-", &["-m", "all", "-j", threads]).out;
    let one = of("1");
    assert!(one.starts_with(b"PAR1") && one.ends_with(b"PAR1"));
    assert!(one == of("7"));
    let file = dir.path().join("new/all.parquet");
    extract(input, file.to_str().unwrap(), &["-m", "all"]);
    assert!(one == fs::read(&file).unwrap());
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "no part is left");
    assert_eq!(rows(&file).len(), 3 * 300 + 20);
}

#[test]
fn a_directory_has_a_shard_an_archive_and_is_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let (input, whole, out) =
        (dir.path().join("in"), dir.path().join("whole"), dir.path().join("out"));
    collection(&input, 400);
    let into = |output: &Path| format!("{}/", output.display());
    let args = ["-m", "all", "--progress", "none"];
    let begun = Instant::now();
    assert_eq!(extract(input.to_str().unwrap(), &into(&whole), &args).code, 1, "one is damaged");
    let took = begun.elapsed();
    let expected = files(&whole);
    let names: Vec<_> = expected.keys().map(String::as_str).collect();
    let shards = ["a.parquet", "damage.jsonl", "deep/b.parquet", "deep/c.parquet", "pages.parquet"];
    assert_eq!(names, shards);
    for part in 1..4 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_leafmill"))
            .args(["extract", input.to_str().unwrap(), "-o", &into(&out), "--format", "parquet"])
            .args(args)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(took * part / 4);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(extract(input.to_str().unwrap(), &into(&out), &args).code, 1);
    assert!(files(&out) == expected);
    // A shard that was cut is made anew, and one that is whole is not.
    let cut = out.join("a.parquet");
    fs::write(&cut, &fs::read(&cut).unwrap()[..100]).unwrap();
    let kept = fs::metadata(out.join("deep/c.parquet")).unwrap().modified().unwrap();
    let again = extract(input.to_str().unwrap(), &into(&out), &[&args[..], &["--verify"]].concat());
    assert!(again.err.contains("a.parquet: made anew"), "{}", again.err);
    assert!(files(&out) == expected);
    assert_eq!(fs::metadata(out.join("deep/c.parquet")).unwrap().modified().unwrap(), kept);
    let other = extract(input.to_str().unwrap(), &into(&out), &["-m", "all", "--schema", "text"]);
    assert!(other.code == 2 && other.err.contains("Parquet"), "{}", other.err);
}

#[test]
fn a_table_without_a_row_has_its_columns() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("x.warc"), dir.path().join("x.parquet"));
    let info = archive::record("i", "WARC-Type: warcinfo\r\nContent-Length: 0\r\n", b"");
    fs::write(&input, info).unwrap();
    assert_eq!(extract(input.to_str().unwrap(), output.to_str().unwrap(), &[]).code, 0);
    let table = ParquetRecordBatchReaderBuilder::try_new(File::open(&output).unwrap()).unwrap();
    let names: Vec<_> = table.schema().fields().iter().map(|field| field.name().as_str()).collect();
    let expected = ["schema", "id", "url", "host", "title", "text", "status", "source", "record"];
    assert_eq!((names, table.metadata().file_metadata().num_rows()), (expected.to_vec(), 0));
}

#[test]
fn what_does_not_go_with_it_is_usage() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    for (output, more, said) in [
        ("o/", &["--compress", "zstd"][..], "packs its columns itself"),
        ("x.parquet.gz", &[], "without .gz or .zst"),
        ("x.parquet.zst", &[], "without .gz or .zst"),
        ("x.parquet", &["--schema", "dolma"], "--format jsonl alone"),
        ("x.parquet", &["--schema", "words"], "no key \"words\""),
    ] {
        let wrong = extract(SAMPLE, &at(output), more);
        assert!(wrong.code == 2 && wrong.err.contains(said), "{output} {more:?}: {}", wrong.err);
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0, "nothing was begun");
}
