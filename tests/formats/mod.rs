//! Every format, from one set of awkward documents: byte for byte, and read back by other readers.

mod xml;

use leafmill::decode::{Charset, Origin};
use leafmill::internals::extract::Image;
use leafmill::internals::source::{PassedOver, Record};
use leafmill::output::{
    Csv, Datatrove, Document, Dolma, Jsonl, Packing, Provenance, Status, Tei, Text, Wet, Writer,
    Xml,
};
use leafmill::page::Page;

use crate::source::archive;

/// Calls `test` with documents that are hard to write down.
fn with_documents(test: impl FnOnce(&[Document])) {
    let img = Page::parse("<img>").dom().nodes().next().unwrap();
    let mut image = Image::new(img, "/a.png?b=1&c", true);
    (image.caption, image.similarity) = ("A \"caption\"".into(), 0.25);

    let record = Record::default();
    let read = Charset::new("UTF-8", Origin::Http);
    let mut of_warc = Provenance::of(&record, "crawl/a.warc.gz", read);
    of_warc.record_id = Some("urn:uuid:340152e2-65cf-4143-b522-8ce4e2d069d7");
    of_warc.offset = 290;
    of_warc.kind = Some("response");
    of_warc.date = Some("2024-05-01T12:34:56Z");
    of_warc.http_status = Some(200);
    of_warc.content_type = Some("text/html; charset=utf-8");
    of_warc.payload_digest = Some("sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A");
    of_warc.ip = Some("192.0.2.7");
    of_warc.belied_encoding = Some("gzip");
    let mut guessed = Charset::new("windows-1256", Origin::Detected);
    guessed.replaced = 2;
    let loose = Provenance::of(&record, "pages/c d.html", guessed);
    let mut of_arc = Provenance::of(&record, "b.arc", guessed);
    of_arc.kind = Some("response");
    of_arc.date = Some("2024-05-01T12:34:56Z");
    of_arc.content_type = Some("text/html");
    of_arc.truncated = Some("length");

    let mut warc = Document::new("urn:uuid:340152e2-65cf-4143-b522-8ce4e2d069d7", of_warc);
    warc.url = Some("https://example.org/?a=1&b=<2>");
    warc.title = Some("Tags & \"quotes\" ]]>");
    warc.text = "controls: \u{1}\u{b}\u{1f}\u{7f} and \u{fffe}\u{ffff}.\n]]> <b>&amp;</b> 'x'\n\n\ttab, cr\rend ";
    let mut arc = Document::new("b.arc:0", of_arc);
    arc.url = Some("http://example.net/שלום");
    arc.title = Some("@SUM(1;2)");
    arc.text = "\u{202e}שלום, עולם\u{202c}\nمرحبا \u{200b}👋🏽";
    arc.markdown = Some("# 1 \\< 2");
    arc.html = Some("<p>&lt;</p>");
    arc.status = Status::Truncated;
    arc.images = std::slice::from_ref(&image);
    let mut formula = Document::new("c d", loose);
    formula.title = Some("-1");
    formula.text = "=cmd|' /C calc'!A0";
    let mut empty = Document::new("e", loose);
    empty.status = Status::NotHtml;
    test(&[warc, arc, formula, empty]);
}

/// The documents as one stream.
fn stream(writer: &dyn Writer, documents: &[Document]) -> Vec<u8> {
    let mut out = Vec::new();
    writer.begin(&mut out);
    documents.iter().for_each(|document| writer.write(document, &mut out));
    writer.end(!documents.is_empty(), &mut out);
    out
}

/// Compares the documents' stream with a file in `golden`.
macro_rules! golden {
    ($name:ident, $writer:expr, $file:literal) => {
        #[test]
        fn $name() {
            with_documents(|documents| {
                let out = stream(&$writer, documents);
                let want = include_bytes!(concat!("golden/", $file));
                let text = String::from_utf8_lossy(&out);
                assert!(out == want, "{} differs from:\n{text}", $file);
            });
        }
    };
}

golden!(jsonl_is_golden, Jsonl::default(), "documents.jsonl");
golden!(datatrove_is_golden, Datatrove::default(), "datatrove.jsonl");
golden!(dolma_is_golden, Dolma::new("web", false), "dolma.jsonl");
golden!(text_is_golden, Text, "documents.txt");
golden!(xml_is_golden, Xml::default(), "documents.xml");
golden!(tei_is_golden, Tei::default(), "documents.tei.xml");
golden!(csv_is_golden, Csv, "documents.csv");

#[test]
fn wet_is_golden() {
    with_documents(|documents| {
        // The warcinfo record names the version.
        let info = stream(&Wet, &[]);
        let out = stream(&Wet, documents);
        let text = String::from_utf8_lossy(&out);
        let want = include_bytes!("golden/documents.warc.wet");
        assert!(
            out.strip_prefix(&info[..]) == Some(want),
            "documents.warc.wet differs from:\n{text}"
        );
    });
}

#[test]
fn wet_is_a_warc_of_conversions() {
    with_documents(|documents| {
        let out = stream(&Wet, documents);
        let events = archive::read(&out);
        assert_eq!(events.damage, []);
        assert_eq!(events.pages, []);
        let conversions = vec![PassedOver::Conversion; documents.len()];
        assert_eq!(events.passed_over, [&[PassedOver::Info], &conversions[..]].concat());
    });
}

#[test]
fn csv_is_a_table_that_runs_nothing() {
    with_documents(|documents| {
        let out = stream(&Csv, documents);
        let mut table = csv::Reader::from_reader(&out[..]);
        assert_eq!(table.headers().unwrap().iter().nth(3), Some("text"));
        let rows: Vec<_> = table.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), documents.len());
        for (row, document) in rows.iter().zip(documents) {
            assert_eq!(row[3].strip_prefix('\'').unwrap_or(&row[3]), document.text);
            assert!(row.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@'])), "{row:?}");
        }
    });
}

#[test]
fn packed_pieces_follow_one_another() {
    let pieces: [&[u8]; 3] = [b"one", b"", b"two"];
    let packed: Vec<u8> = pieces.iter().flat_map(|piece| Packing::Gzip.pack(piece)).collect();
    let text = std::io::read_to_string(flate2::read::MultiGzDecoder::new(&packed[..])).unwrap();
    assert_eq!(text, "onetwo");
    #[cfg(feature = "zstd")]
    {
        let packed: Vec<u8> = pieces.iter().flat_map(|piece| Packing::Zstd.pack(piece)).collect();
        assert_eq!(zstd::decode_all(&packed[..]).unwrap(), b"onetwo");
    }
}
