//! `leafmill inspect` as its users run it.

use std::fs;
use std::path::Path;

use super::run;
use crate::source::archive::{gzip, response};

fn sample(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/sample");
    format!("{}{name}", path.to_str().unwrap())
}

/// What a run printed.
fn shown(args: &[&str]) -> String {
    let done = run(args);
    assert_eq!(done.code, 0, "{args:?}: {}", done.err);
    String::from_utf8(done.out).unwrap()
}

/// The page that a run wrote.
fn written(page: &str, args: &[&str]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("page.html");
    shown(&[&["inspect", page, "-o", file.to_str().unwrap()], args].concat());
    fs::read_to_string(file).unwrap()
}

#[test]
fn a_page_of_the_sample_is_shown_in_a_hundred_columns() {
    let page = sample(":en-blog-wordpress-comments");
    let text = shown(&["inspect", &page, "-m", "wu", "-m", "grain", "-m", "all"]);
    assert_eq!(text, shown(&["inspect", &page, "-m", "wu", "-m", "grain", "-m", "all"]));
    assert!(!text.contains('\x1b'), "no colours where nobody reads");
    let table = || text.lines().skip_while(|line| !line.starts_with("    #"));
    assert!(table().all(|line| line.chars().count() <= 100), "{text}");
    let rows: Vec<_> = table().take_while(|line| !line.is_empty()).collect();
    assert_eq!(rows[0], "    # chars   score smoothed  rel block    p  = a b c  text");
    assert!(rows.len() > 40);
    let column = |name: &str| rows[0].find(name).unwrap() + 1;
    let (gold, all) = (column(" = "), column(" c  "));
    let gold = |row: &str| row.chars().nth(gold);
    let kept = |row: &str| row.chars().nth(all);
    let content = rows.iter().filter(|row| gold(row) == Some('●')).count();
    assert!(content > 5 && content < rows.len() / 2, "{text}");
    assert!(rows[1..].iter().all(|row| kept(row) == Some('●')), "{text}");
    assert!(text.contains("a  wu  precision 0.") && text.contains("c  all  precision 0."));
    assert!(text.contains("b  grain  precision ") && text.contains("  threshold 0."));
}

#[test]
fn why_names_five_features_under_each_text() {
    let page = sample(":en-news-amp");
    let plain = shown(&["inspect", &page]);
    let why = shown(&["inspect", &page, "--why"]);
    let table = |text: &str| {
        let rows = text.lines().skip_while(|line| !line.starts_with("    #")).skip(1);
        rows.take_while(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let (plain, why) = (table(&plain), table(&why));
    assert!(why.iter().all(|line| line.chars().count() <= 100), "{why:?}");
    // Reasons stand behind six columns, the number of a text ends in the fifth.
    let (reasons, texts): (Vec<_>, Vec<_>) =
        why.into_iter().partition(|line| line.starts_with("      "));
    assert_eq!(texts, plain);
    let features = reasons.iter().map(|line| line.matches(" = ").count()).sum::<usize>();
    assert_eq!(features, 5 * plain.len(), "{reasons:?}");
}

#[test]
fn the_blocks_and_menus_of_cnr_follow_the_table() {
    let page = sample(":en-news-amp");
    let text = shown(&["inspect", &page, "-m", "cnr(blocks=3)"]);
    let after = text.split("\nblocks in order of relevance, by cnr(blocks=3)\n").nth(1).unwrap();
    let (blocks, menus) = after.split_once("\nmenus, by cnr(blocks=3)\n").unwrap();
    assert_eq!(blocks.lines().count(), 1 + 3, "{blocks}");
    assert!(blocks.lines().nth(1).unwrap().contains("article"), "{blocks}");
    assert!(menus.lines().count() > 1 && menus.contains(" > "), "{menus}");
    assert!(after.lines().all(|line| line.chars().count() <= 100), "{after}");
    assert!(!shown(&["inspect", &page, "-m", "wu"]).contains("\nmenus"));
}

#[test]
fn the_histogram_of_tag_ratios_is_a_line_of_bars() {
    let page = sample(":en-news-amp");
    let text = shown(&["inspect", &page, "-m", "cetr(choose=threshold)"]);
    let (_, after) =
        text.split_once("\ntext-to-tag ratio of lines, by cetr(choose=threshold)\n").unwrap();
    let (bars, said) = after.split_once('\n').unwrap();
    assert!(bars.contains('█') && bars.chars().count() <= 100, "{bars}");
    assert_eq!(said.lines().next().unwrap().matches(" numbers, the highest ").count(), 1);
    assert!(after.contains(", threshold "), "{after}");
    assert_eq!(written(&page, &["-m", "cetr"]).matches("<svg ").count(), 5);
}

#[test]
fn a_page_is_found_by_url_by_record_id_and_as_a_file() {
    let warc = sample("/sample.warc.gz");
    let documents = shown(&["extract", &warc, "-o", "-", "-m", "all"]);
    let row: serde_json::Value = serde_json::from_str(documents.lines().next().unwrap()).unwrap();
    let (url, id) = (row["url"].as_str().unwrap(), row["id"].as_str().unwrap());
    let by_url = shown(&["inspect", &format!("{warc}#{url}")]);
    assert!(by_url.contains(url));
    assert_eq!(by_url, shown(&["inspect", &format!("{warc}#{id}")]));
    assert_eq!(by_url, shown(&["inspect", &format!("{warc}#<{id}>")]));
    let table = |text: &str| text[text.find("    #").unwrap()..].to_owned();
    let file = shown(&["inspect", &sample("/pages/ar-news-rtl.html.gz")]);
    assert_eq!(table(&file), table(&by_url));
    // An address has a `#` and a name a `:` of its own.
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a:b#c.html");
    fs::write(&file, "<p>found").unwrap();
    assert!(shown(&["inspect", file.to_str().unwrap()]).contains("found"));
}

#[test]
fn what_names_no_page_is_an_error_that_says_how_to_name_one() {
    let dir = tempfile::tempdir().unwrap();
    let two = dir.path().join("two.warc.gz");
    let packed: Vec<u8> = (0..2).flat_map(|i| gzip(&response(&format!("r{i}"), b"<p>x"))).collect();
    fs::write(&two, packed).unwrap();
    let two = two.to_str().unwrap();
    let said = |page: &str, args: &[&str]| {
        let done = run(&[&["inspect", page], args].concat());
        assert_eq!(done.code, 2, "{page}: {}", done.err);
        done.err
    };
    assert!(said("nowhere.html", &[]).contains("no such file; name a page as FILE.html"));
    assert!(said("datasets", &[]).contains("a directory; name a page as FILE.html"));
    assert!(said(two, &[]).contains("several pages"));
    assert!(said(&format!("{two}#http://no.example/"), &[]).contains("URL or record id"));
    assert!(said(&sample(":no-such-id"), &[]).contains("this id"));
    assert!(said(&sample(":en-news-amp"), &["-m", "wo"]).contains("no method `wo`"));
}

#[test]
fn the_page_of_a_page_has_charts_blocks_and_verdicts_and_is_always_the_same() {
    let page = sample(":en-blog-wordpress-comments");
    let html = written(&page, &["-m", "grain", "-m", "wu(paper)", "-m", "cnr"]);
    assert_eq!(html, written(&page, &["-m", "grain", "-m", "wu(paper)", "-m", "cnr"]));
    assert_eq!(html.matches("<svg ").count(), 4);
    assert!(html.contains("<h2>Characters a node, of elements, by <code>cnr</code>"));
    for part in ["(Figure 2)", "(Figure 3)", "(Figure 5)", "class=\"level\"", "class=\"block"] {
        assert!(html.contains(part), "{part}");
    }
    for part in [
        "<h2>Information blocks, by <code>wu(paper)</code>",
        "<h2>Menus, by <code>cnr</code>",
        "<h2>Gold</h2>",
        "log-odds",
    ] {
        assert!(html.contains(part), "{part}");
    }
    for foreign in ["<script", "<link", "<img", "src=", "url(", "@import", "<iframe"] {
        assert!(!html.contains(foreign), "{foreign}");
    }
}

#[test]
fn nothing_of_the_page_becomes_markup() {
    let evil = "</title><script>alert(1)</script>";
    let attack = "\"'><img src=x onerror=alert(2)>";
    let escaped = |text: &str| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        text.replace('>', "&gt;").replace('"', "&quot;")
    };
    let html = format!(
        "<title>{}</title><body class=\"{}\"><p class='a<b>'>{1}<p>{0}</p><ul><li><a href=/1>{1}</a>\
         <li><a href=/2>b</a><li><a href=/3>c</a></ul>",
        escaped(evil),
        escaped(attack)
    );
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("pages")).unwrap();
    fs::write(dir.path().join("pages/<b>x.html"), html).unwrap();
    let gold = serde_json::json!({
        "id": "<b>x", "url": format!("http://e.example/{attack}"), "text": evil,
        "required": [attack], "forbidden": [evil],
    });
    fs::write(dir.path().join("gold.jsonl"), gold.to_string()).unwrap();
    let page = format!("{}:<b>x", dir.path().to_str().unwrap());
    let html = written(&page, &[]);
    for part in ["<script", "<img", "<b>", "class=\"a<"] {
        assert!(!html.contains(part), "{part}");
    }
    assert!(html.contains(&format!("<title>{} – leafmill inspect</title>", escaped(evil))));
    assert!(html.contains(&escaped(attack)));
}

#[test]
fn a_page_without_text_is_shown() {
    for page in [":xx-empty", ":xx-script-shell"] {
        assert!(shown(&["inspect", &sample(page)]).contains("text"));
        assert_eq!(written(&sample(page), &[]).matches("<svg ").count(), 3);
    }
}
