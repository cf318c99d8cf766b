//! JSON Lines: a document a line, keys in the order of [`Document`]'s fields.

use super::Document;

pub(super) fn write(document: &Document, out: &mut Vec<u8>) {
    #[expect(clippy::expect_used, reason = "strings and numbers into memory: nothing can fail")]
    serde_json::to_writer(&mut *out, document).expect("a document is JSON");
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{Metadata, Status};

    #[test]
    fn keys_and_their_order() {
        let document = Document {
            id: "a",
            url: None,
            title: Some("T\n\""),
            text: "é\u{1}",
            html: None,
            status: Status::NotHtml,
            metadata: Metadata {
                record_id: None,
                file: "x.warc",
                offset: 7,
                date: None,
                content_type: Some("text/html"),
                charset: "UTF-8",
            },
        };
        let mut out = Vec::new();
        write(&document, &mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            concat!(
                r#"{"id":"a","url":null,"title":"T\n\"","text":"é\u0001","status":"not_html","#,
                r#""metadata":{"record_id":null,"file":"x.warc","offset":7,"date":null,"#,
                r#""content_type":"text/html","charset":"UTF-8"}}"#,
                "\n"
            )
        );
    }
}
