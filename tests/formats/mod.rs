//! Every format, from one set of awkward documents: byte for byte, and read back by other readers.

mod xml;

use leafmill::decode::{Charset, Origin};
use leafmill::extract::Image;
use leafmill::output::{
    Csv, Datatrove, Document, Dolma, Jsonl, Packing, Provenance, Status, Tei, Text, Wet, Writer,
    Xml,
};
use leafmill::page::Page;
use leafmill::source::PassedOver;

use crate::source::archive;

/// Calls `test` with documents that are hard to write down.
fn with_documents(test: impl FnOnce(&[Document])) {
    let image = Image {
        node: Page::parse("<img>").dom().nodes().next().unwrap(),
        src: "/a.png?b=1&c".into(),
        alt: String::new(),
        caption: "A \"caption\"".into(),
        similarity: 0.25,
        kept: true,
    };
    let of_warc = Provenance {
        record_id: Some("urn:uuid:340152e2-65cf-4143-b522-8ce4e2d069d7"),
        file: "crawl/a.warc.gz",
        offset: 290,
        kind: Some("response"),
        date: Some("2024-05-01T12:34:56Z"),
        http_status: Some(200),
        content_type: Some("text/html; charset=utf-8"),
        payload_digest: Some("sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A"),
        ip: Some("192.0.2.7"),
        truncated: None,
        belied_encoding: Some("gzip"),
        charset: Charset { name: "UTF-8", from: Origin::Http, replaced: 0 },
    };
    let of_arc = Provenance {
        record_id: None,
        file: "b.arc",
        offset: 0,
        kind: Some("response"),
        date: Some("2024-05-01T12:34:56Z"),
        http_status: None,
        content_type: Some("text/html"),
        payload_digest: None,
        ip: None,
        truncated: Some("length"),
        belied_encoding: None,
        charset: Charset { name: "windows-1256", from: Origin::Detected, replaced: 2 },
    };
    let loose = Provenance {
        file: "pages/c d.html",
        kind: None,
        date: None,
        content_type: None,
        truncated: None,
        ..of_arc
    };
    test(&[
        Document {
            id: "urn:uuid:340152e2-65cf-4143-b522-8ce4e2d069d7",
            url: Some("https://example.org/?a=1&b=<2>"),
            title: Some("Tags & \"quotes\" ]]>"),
            text: "controls: \u{1}\u{b}\u{1f}\u{7f} and \u{fffe}\u{ffff}.\n]]> <b>&amp;</b> 'x'\n\n\ttab, cr\rend ",
            markdown: None,
            html: None,
            status: Status::Ok,
            source: None,
            metadata: None,
            links: &[],
            comments: &[],
            record: of_warc,
            images: &[],
            segmentation: None,
        },
        Document {
            id: "b.arc:0",
            url: Some("http://example.net/שלום"),
            title: Some("@SUM(1;2)"),
            text: "\u{202e}שלום, עולם\u{202c}\nمرحبا \u{200b}👋🏽",
            markdown: Some("# 1 \\< 2"),
            html: Some("<p>&lt;</p>"),
            status: Status::Truncated,
            source: None,
            metadata: None,
            links: &[],
            comments: &[],
            record: of_arc,
            images: std::slice::from_ref(&image),
            segmentation: None,
        },
        Document {
            id: "c d",
            url: None,
            title: Some("-1"),
            text: "=cmd|' /C calc'!A0",
            markdown: None,
            html: None,
            status: Status::Ok,
            source: None,
            metadata: None,
            links: &[],
            comments: &[],
            record: loose,
            images: &[],
            segmentation: None,
        },
        Document {
            id: "e",
            url: None,
            title: None,
            text: "",
            markdown: None,
            html: None,
            status: Status::NotHtml,
            source: None,
            metadata: None,
            links: &[],
            comments: &[],
            record: loose,
            images: &[],
            segmentation: None,
        },
    ]);
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
golden!(datatrove_is_golden, Datatrove, "datatrove.jsonl");
golden!(dolma_is_golden, Dolma { source: "web".into() }, "dolma.jsonl");
golden!(text_is_golden, Text, "documents.txt");
golden!(xml_is_golden, Xml, "documents.xml");
golden!(tei_is_golden, Tei, "documents.tei.xml");
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
