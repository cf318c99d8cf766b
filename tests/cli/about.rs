//! What `extract` writes of a page beside its content: metadata, links, comments; and content that
//! only scripts hold.

use serde_json::{Value, json};

use super::{json_lines, run, run_with_input};

const PAGE: &str = "<html lang=en><title>Dry in May | Mill Times</title>\
    <meta property=og:site_name content='Mill Times'><link rel=canonical href=/dry>\
    <article><h1>Dry in May</h1><p>By Ann Miller<p><time datetime=2024-05-01T10:00+02:00>1 May</time>\
    <p>The mill ran <a href=/may rel=nofollow>dry</a> in May, and nobody in the village could say why. \
    It had run for three hundred years, through war and flood and drought.</article>\
    <ol id=comments><li class=comment><b class=author>Bob</b><p>It is the dam, I tell you.\
    <li class=comment><b class=author>Eve</b><p>Sad.</ol><p><a href=/imprint>Imprint</a>";

fn row(page: &str, more: &[&str]) -> Value {
    let done = run_with_input(
        &[&["extract", "-", "-o", "-", "-m", "all"], more].concat(),
        page.as_bytes(),
    );
    assert_eq!(done.code, 0, "{}", done.err);
    json_lines(&done.out).remove(0)
}

#[test]
fn metadata_is_written_where_it_is_asked_for() {
    assert_eq!(row(PAGE, &[]).get("metadata"), None);
    let row = row(PAGE, &["--schema", "text,metadata"]);
    let metadata = &row["metadata"];
    assert_eq!(metadata["title"], "Dry in May");
    assert_eq!(metadata["authors"], json!(["Ann Miller"]));
    assert_eq!(metadata["published"], "2024-05-01T10:00:00+02:00");
    assert_eq!(metadata["site"], "Mill Times");
    assert_eq!(metadata["language"], "en");
    assert_eq!(metadata["sources"]["authors"], "byline");
    assert_eq!(metadata["sources"]["published"], "time");
}

#[test]
fn metadata_goes_into_every_format_that_has_room_for_it() {
    let of = |more: &[&str]| {
        let arguments = [&["extract", "-", "-o", "-", "-m", "all"], more].concat();
        String::from_utf8(run_with_input(&arguments, PAGE.as_bytes()).out).unwrap()
    };
    for schema in ["datatrove", "dolma"] {
        let row = row(PAGE, &["--schema", schema, "--metadata"]);
        assert_eq!(row["metadata"]["page"]["authors"], json!(["Ann Miller"]), "{schema}");
        assert!(!of(&["--schema", schema]).contains("Ann Miller\""), "{schema}");
    }
    assert_eq!(row(PAGE, &["--metadata"])["metadata"]["site"], "Mill Times");
    let xml = of(&["--format", "xml", "--metadata"]);
    assert!(xml.contains("page_authors=\"Ann Miller\"") && xml.contains("<ref target="), "{xml}");
    let tei = of(&["--format", "tei", "--metadata"]);
    let expected = "<date type=\"published\">2024-05-01T10:00:00+02:00</date>";
    assert!(tei.contains("<author>Ann Miller</author>") && tei.contains(expected), "{tei}");
    assert!(!of(&["--format", "tei"]).contains("<author>"));
    assert_eq!(run(&["extract", "-", "-o", "-", "--format", "text", "--metadata"]).code, 2);
}

#[test]
fn what_a_reader_does_not_see_is_left_out_on_request() {
    let page = "<p>The mill ran dry in May.<p hidden>Sign up!<span class=sr-only>Skip</span>\
        <div class=tab-pane style=display:none>Folded.</div>";
    let of = |more: &[&str]| row(page, more)["text"].as_str().unwrap().to_owned();
    assert_eq!(of(&[]), "The mill ran dry in May.\nSign up!Skip\nFolded.");
    assert_eq!(of(&["--visible-only"]), "The mill ran dry in May.\nFolded.");
}

#[test]
fn content_is_json_on_request() {
    let row = row("<h2>A <b>b</b></h2><ol><li>c", &["--schema", "content,status"]);
    let expected = json!([
        {"type": "heading", "level": 2, "content": ["A b"]},
        {"type": "list", "ordered": true, "content": [
            {"type": "item", "number": 1, "content": [{"type": "paragraph", "content": ["c"]}]},
        ]},
    ]);
    assert_eq!((&row["content"], row["status"].as_str()), (&expected, Some("ok")));
}

#[test]
fn the_status_is_that_of_the_content_whatever_is_asked_for() {
    for (page, status) in [("<p>The mill ran dry in May.", "ok"), ("<p> <img src=x.png>", "empty")]
    {
        for schema in ["status", "id,status,metadata", "status,text", "status,markdown"] {
            let row = row(page, &["--schema", schema]);
            assert_eq!(row["status"].as_str(), Some(status), "{schema}: {page}");
            assert_eq!(row.get("text").is_some(), schema.contains("text"));
        }
    }
}

#[test]
fn the_language_is_that_of_the_content_whatever_is_asked_for() {
    let link =
        "/the/mill/that/stood/by/the/river/and/ran/dry/in/the/month/of/may/when/there/was/no/rain";
    let page = format!("<p>{}", format!("<a href={link}>Die Mühle stand still</a> ").repeat(3));
    let of = |schema: &str| row(&page, &["--schema", schema])["metadata"].clone();
    let expected = of("metadata");
    assert_eq!(expected["language"], "de");
    for schema in ["text,metadata", "markdown,metadata", "html,metadata", "content,metadata"] {
        assert_eq!(of(schema), expected, "{schema}");
    }
}

#[test]
fn links_are_those_of_the_content_or_all() {
    let urls = |more: &[&str]| -> Vec<String> {
        let row = row(PAGE, more);
        let links = row["links"].as_array().unwrap();
        links.iter().map(|link| link["url"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(urls(&["--schema", "text,links"]), ["/may", "/imprint"]);
    assert_eq!(urls(&["--links", "all"]), ["/dry", "/may", "/imprint"]);
    assert_eq!(
        row(PAGE, &["--schema", "links"])["links"][0],
        json!({
            "url": "/may", "text": "dry", "rel": "nofollow", "kind": "a", "content": true,
        })
    );
}

#[test]
fn comments_are_apart_from_the_text_where_they_are_asked_for() {
    assert!(row(PAGE, &[])["text"].as_str().unwrap().contains("the dam"));
    let row = row(PAGE, &["--schema", "text,comments"]);
    assert!(!row["text"].as_str().unwrap().contains("the dam"));
    assert_eq!(
        row["comments"],
        json!([
            {"text": "It is the dam, I tell you.", "author": "Bob"},
            {"text": "Sad.", "author": "Eve"},
        ])
    );
}

#[test]
fn content_that_only_scripts_hold() {
    let page = "<title>Dry</title><div id=app></div><script type=application/ld+json>{\"@type\":\
        \"NewsArticle\",\"articleBody\":\"The mill ran dry in May.\\nNobody could say why.\"}</script>";
    let of = |more: &[&str]| row(page, more);
    let found = of(&[]);
    assert_eq!(found["text"], "The mill ran dry in May.\nNobody could say why.");
    assert_eq!((found["source"].as_str(), found["status"].as_str()), (Some("json-ld"), Some("ok")));
    let visible = of(&["--visible-only"]);
    assert_eq!((visible["text"].as_str(), visible["status"].as_str()), (Some(""), Some("empty")));
    assert_eq!(visible.get("source"), None);
    assert_eq!(row(PAGE, &[]).get("source"), None);
}

#[test]
fn inspect_shows_metadata_with_its_sources() {
    let dir = tempfile::tempdir().unwrap();
    let page = dir.path().join("dry.html");
    std::fs::write(&page, PAGE).unwrap();
    let shown = String::from_utf8(run(&["inspect", page.to_str().unwrap()]).out).unwrap();
    assert!(shown.contains("authors") && shown.contains("Ann Miller (byline)"), "{shown}");
}
