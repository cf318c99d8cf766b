//! Other programs in `leafmill evaluate --run`: by their documents, or run a page.

use std::fs;
use std::path::Path;

use super::evaluate::leafmill;

#[test]
fn documents_of_other_programs_take_part() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("small");
    fs::create_dir_all(data.join("pages")).unwrap();
    let html = "<ul><li><a href=/>Home page of ours</a></ul><h2>A heading of four words</h2>\
                <p>Some text of <b>the very content</b> here.<ul><li>One item of it<li>Another item of it</ul>";
    fs::write(data.join("pages/a.html"), html).unwrap();
    let gold = serde_json::json!({
        "id": "a", "url": "https://a.example/", "about": {"title": "A Title", "author": "Ann Lee"},
        "text": "A heading of four words\nSome text of the very content here.\nOne item of it\nAnother item of it",
    });
    fs::write(data.join("gold.jsonl"), format!("{gold}\n")).unwrap();
    let rows = [
        (
            "good",
            "## A heading of four words\n\nSome text of **the very content** here.\n\n- One item of it\n- Another item of it",
        ),
        (
            "poor",
            "A heading of four words\n\nSome text of the very content here.\n\n- One item of it",
        ),
    ];
    let mut arguments = vec!["evaluate".to_owned(), "small".to_owned()];
    for (name, markdown) in rows {
        let row = serde_json::json!({
            "id": "a", "markdown": markdown, "title": format!("a title{}", &name[4..]),
            "author": if name == "good" { Some("By Ann Lee") } else { None },
        });
        fs::write(root.path().join(format!("{name}.jsonl")), format!("{row}\n")).unwrap();
        arguments.extend(["--run".to_owned(), format!("{name}={name}.jsonl")]);
    }
    for measure in ["structure", "metadata", "words"] {
        arguments.extend(["--measure".to_owned(), measure.to_owned()]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (code, out, err) = leafmill(&arguments, root.path());
    assert_eq!((code, err.as_str()), (0, ""));
    let row = |measure: &str, name: &str| {
        let table = out.split(&format!("measure `{measure}`**")).nth(1).unwrap();
        let cells = table.lines().find(|line| line.starts_with(&format!("| {name} "))).unwrap();
        cells.split('|').skip(2).map(|cell| cell.trim().to_owned()).take(3).collect::<Vec<_>>()
    };
    for (measure, good, poor) in [
        ("structure(heading)", ["1.000", "1.000", "1.000"], ["0.000", "0.000", "0.000"]),
        ("structure(item)", ["1.000", "1.000", "1.000"], ["1.000", "0.500", "0.667"]),
        ("structure(strong)", ["1.000", "1.000", "1.000"], ["0.000", "0.000", "0.000"]),
        ("metadata(title)", ["1.000", "1.000", "1.000"], ["1.000", "1.000", "1.000"]),
        ("metadata(author)", ["1.000", "1.000", "1.000"], ["0.000", "0.000", "0.000"]),
        ("words", ["1.000", "1.000", "1.000"], ["1.000", "0.800", "0.889"]),
    ] {
        assert_eq!(row(measure, "good"), good, "{measure}: {out}");
        assert_eq!(row(measure, "poor"), poor, "{measure}: {out}");
    }
    for (runs, expected) in [
        (&["good.jsonl"][..], "NAME=FILE"),
        (&["peer=goood.jsonl"], "no file goood.jsonl"),
        (&["peer=good.jsonl", "peer=poor.jsonl"], "has the same name"),
        (&["wu=good.jsonl"], "has the same name"),
        (&["other=other.jsonl"], "no row has the id"),
    ] {
        fs::write(root.path().join("other.jsonl"), "{\"id\":\"z\",\"text\":\"z\"}").unwrap();
        let mut arguments = vec!["evaluate", "small", "-m", "wu", "-m", "wu"];
        runs.iter().for_each(|run| arguments.extend(["--run", run]));
        let (code, _, err) = leafmill(&arguments, root.path());
        assert!(code == 2 && err.contains(expected), "{runs:?}: {code}: {err}");
    }
}

#[test]
fn pages_without_a_document_are_told() {
    let root = tempfile::tempdir().unwrap();
    let text = "{\"id\":\"ar-news-rtl\",\"text\":\"a\"}\n";
    let path = root.path().join("one.jsonl");
    fs::write(&path, text).unwrap();
    let run = format!("one={}", path.display());
    let (code, _, err) = leafmill(
        &["evaluate", "datasets/sample", "--run", &run],
        Path::new(env!("CARGO_MANIFEST_DIR")),
    );
    assert!(code == 1 && err.contains("one: no document of 45 of the 46 pages of sample"), "{err}");
}

/// Ctrl-C ends a program that runs on a page too.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_programs_that_run() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let root = tempfile::tempdir().unwrap();
    let started = root.path().join("started");
    let run = format!("slow=echo $$ > {}.new; mv {0}.new {0}; sleep 600", started.display());
    let mut child = Command::new(env!("CARGO_BIN_EXE_leafmill"))
        .args(["evaluate", "datasets/sample", "-j", "1", "--run", &run])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while !started.exists() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    let group = fs::read_to_string(&started).unwrap();
    let kill = |what: String| {
        let status = Command::new("sh").arg("-c").arg(what).stderr(Stdio::null()).status();
        status.unwrap().success()
    };
    assert!(kill(format!("kill -INT {}", child.id())));
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let is_there = || kill(format!("kill -0 -{}", group.trim()));
    while is_there() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!is_there(), "still running");
}

#[cfg(unix)]
#[test]
fn a_program_takes_part_and_its_failures_are_counted() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("small");
    fs::create_dir_all(data.join("pages")).unwrap();
    let mut gold = String::new();
    for id in ["a", "b"] {
        fs::write(data.join(format!("pages/{id}.html")), format!("<p>the text of {id}")).unwrap();
        gold +=
            &format!("{}\n", serde_json::json!({"id": id, "text": format!("the text of {id}")}));
    }
    fs::write(data.join("gold.jsonl"), gold).unwrap();
    let run = "sed=sed 's/<p>//' {page}; grep -q a$ {page}";
    let (code, out, err) = leafmill(&["evaluate", "small", "-m", "all", "--run", run], root.path());
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("sed: b: failed: exit status: 1"), "{err}");
    let row = out.lines().find(|line| line.starts_with("| sed ")).unwrap();
    assert!(row.contains("0.500"), "{out}");
}

#[test]
fn a_document_with_an_id_of_its_own_is_found_by_its_address() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::create_dir_all(at("d/pages")).unwrap();
    fs::write(at("d/pages/a.html"), "<p>The mill ran dry.").unwrap();
    let gold = "{\"id\":\"a\",\"url\":\"https://a.example/\",\"text\":\"The mill ran dry.\"}\n";
    fs::write(at("d/gold.jsonl"), gold).unwrap();
    let row =
        "{\"id\":\"urn:uuid:1\",\"url\":\"https://a.example/\",\"text\":\"The mill ran dry.\"}\n";
    fs::write(at("run.jsonl"), row).unwrap();
    let done = super::run(&["evaluate", &at("d"), "--run", &format!("peer={}", at("run.jsonl"))]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(String::from_utf8_lossy(&done.out).contains("1.000 | 1.000 | 1.000"));
}
