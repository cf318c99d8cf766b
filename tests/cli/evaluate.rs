//! `leafmill evaluate` and `leafmill train` as a user runs them, on a small data set.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{run, run_in};

/// Runs the program in a directory; gives its exit code, standard output and standard error.
pub fn leafmill(arguments: &[&str], directory: &Path) -> (i32, String, String) {
    let run = run_in(directory, arguments);
    (run.code, String::from_utf8(run.out).unwrap(), run.err)
}

/// A data set of two sites and two types; with `broken`, also a page that cannot be unpacked.
fn write_data(root: &Path, broken: bool) {
    fs::create_dir_all(root.join("pages")).unwrap();
    let mut gold = String::new();
    for i in 0..8 {
        let site = if i % 2 == 0 { "a.example.org" } else { "b.example.net" };
        let kind = if i < 6 { "article" } else { "forum" };
        let body = "A sentence of the content, long enough to stand out from what surrounds it.";
        let html = format!(
            "<title>t</title><ul><li><a href=/>Home<a></li><li><a href=/n>News</a></li></ul>\
             <div><h1>Heading {i}</h1><p>{body}</p><p>{body} And more, {i}.</p></div>"
        );
        fs::write(root.join(format!("pages/{i}.html")), html).unwrap();
        let line = serde_json::json!({
            "id": i.to_string(), "url": format!("https://{site}/{i}"), "kind": kind,
            "text": format!("{body} {body} And more, {i}."),
        });
        gold += &format!("{line}\n");
    }
    if broken {
        fs::write(root.join("pages/x.html.gz"), b"\x1f\x8b\x08 cut").unwrap();
        gold += "{\"id\":\"x\",\"text\":\"x\"}\n{\"id\":\"gone\",\"text\":\"x\"}\n";
    }
    fs::write(root.join("gold.jsonl"), gold).unwrap();
}

#[test]
fn prints_a_table_and_writes_the_files() {
    let root = tempfile::tempdir().unwrap();
    write_data(&root.path().join("small"), false);
    let arguments = ["evaluate", "small", "--method", "all", "--method", "wu(k=0)", "-o", "out"];
    let (code, out, err) = leafmill(&arguments, root.path());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("**small, 8 pages, measure `words`**"), "{out}");
    assert!(out.contains("| wu(k=0) | 0.939 | 1.000 | 0.969 |    0.969 |"), "{out}");
    assert!(out.contains("article (6) | forum (2)"), "{out}");
    let csv = fs::read_to_string(root.path().join("out/pages.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 8 * 2);
    assert!(
        csv.contains("\nsmall,0,article,all,words,31,35,31,0.885714,1.000000,0.939394\n"),
        "{csv}"
    );
    let read = |name: &str| fs::read_to_string(root.path().join("out").join(name)).unwrap();
    assert!(read("summary.md").contains(&out));
    let summary: serde_json::Value = serde_json::from_str(&read("summary.json")).unwrap();
    assert_eq!(summary["datasets"][0]["scores"][1]["macro"]["f1"], 0.96875);
    for text in [csv, read("summary.md"), read("summary.json")] {
        assert!(!text.contains("sentence"), "a page's text in the results");
    }
}

#[test]
fn a_data_set_is_measured_by_what_its_gold_supports() {
    let root = tempfile::tempdir().unwrap();
    write_data(&root.path().join("small"), false);
    let snippets = root.path().join("snippets");
    fs::create_dir_all(snippets.join("cache")).unwrap();
    fs::write(snippets.join("cache/a.html"), "<p>One  two three</p><p>Menu</p>").unwrap();
    let gold =
        r#"{"https://a.example/":{"file":"a.html","with":["One two","gone"],"without":["Menu"]}}"#;
    fs::write(snippets.join("evaldata.json"), gold).unwrap();
    let (code, out, err) = leafmill(&["evaluate", "small", "snippets", "-m", "all"], root.path());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("**small, 8 pages, measure `words`**"), "{out}");
    assert!(out.contains("**snippets, 1 page, measure `snippets`**"), "{out}");
    assert!(out.contains("| all    | 0.500 | 0.500 | 0.500 |    0.500 |"), "{out}");
    let arguments = ["evaluate", "small", "snippets", "-m", "all", "--measure", "shingles(4)"];
    let (code, out, err) = leafmill(&arguments, root.path());
    assert_eq!(
        (code, err.as_str()),
        (0, "snippets: passed over: its gold is not what is measured by, or no method yields it\n")
    );
    assert!(out.contains("measure `shingles(4)`") && !out.contains("measure `words`"), "{out}");
}

#[test]
fn images_are_measured_for_methods_that_judge_them() {
    let root = tempfile::tempdir().unwrap();
    let page = root.path().join("images/test-pages/a");
    fs::create_dir_all(&page).unwrap();
    let html = "<p>The talks in Geneva went on.</p><p><img src=/x/lake.jpg>Talks in Geneva</p>";
    fs::write(page.join("source.html"), html).unwrap();
    fs::write(page.join("expected.html"), "<p><img src=lake.jpg></p>").unwrap();
    // `all` chooses the same leaves and no image.
    let (code, out, err) =
        leafmill(&["evaluate", "images", "-m", "all", "-m", "joshi", "-o", "out"], root.path());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("**images, 1 page, measure `images`**"), "{out}");
    assert!(out.contains("| joshi  | 1.000 | 1.000 | 1.000 |    1.000 |"), "{out}");
    let csv = fs::read_to_string(root.path().join("out/pages.csv")).unwrap();
    assert_eq!(csv.lines().count(), 2, "{csv}");
    let summary = fs::read_to_string(root.path().join("out/summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    let scores = summary["datasets"][0]["scores"].as_array().unwrap();
    assert_eq!((scores.len(), &scores[0]["spec"]), (1, &"joshi".into()));
    let (code, out, err) = leafmill(&["evaluate", "images", "-m", "all"], root.path());
    let passed_over = "its gold is not what is measured by, or no method yields it\n";
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with(&format!("images: passed over: {passed_over}")), "{err}");
}

#[test]
fn the_oracle_is_a_ceiling_that_only_evaluate_has() {
    let root = tempfile::tempdir().unwrap();
    write_data(&root.path().join("small"), false);
    let arguments = ["evaluate", "small", "-m", "oracle", "-m", "all", "--folds", "2", "-o", "out"];
    let (code, out, err) = leafmill(&arguments, root.path());
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("| oracle | 1.000 | 1.000 | 1.000 |    1.000 |"), "{out}");
    let summary = fs::read_to_string(root.path().join("out/summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    let scores = &summary["datasets"][0]["scores"];
    assert_eq!(scores[0]["interval"], serde_json::json!([1.0, 1.0]));
    assert_eq!(scores[0]["difference"]["to"], "all");
    assert_eq!(scores[1]["difference"], serde_json::Value::Null);
    let (code, _, err) =
        leafmill(&["extract", "small/pages", "-o", "-", "-m", "oracle"], root.path());
    assert!(code == 2 && err.contains("only `leafmill evaluate` has one"), "{code}: {err}");
}

/// The measures by their definitions, in Python, beside the program's on the same texts.
#[test]
fn an_independent_scorer_agrees_on_the_sample() {
    let measures =
        ["words", "words(cjk=run)", "shingles(4)", "snippets", "snippets(fold=case)", "lcs"];
    let root = tempfile::tempdir().unwrap();
    let path = |name: &str| root.path().join(name).into_os_string().into_string().unwrap();
    let extracted =
        run(&["extract", "datasets/sample/pages", "-m", "cetr", "-o", &path("out.jsonl")]);
    assert_eq!(extracted.code, 0, "{}", extracted.err);
    let results = path("results");
    let mut arguments = vec!["evaluate", "datasets/sample", "-m", "cetr", "-o", &results];
    arguments.extend(measures.iter().flat_map(|measure| ["--measure", measure]));
    let evaluated = run(&arguments);
    assert_eq!(evaluated.code, 0, "{}", evaluated.err);
    for measure in measures {
        let output = Command::new("python3")
            .args(["scripts/score.py", &path("out.jsonl"), "datasets/sample", "--measure", measure])
            .args(["--against", &path("results/pages.csv")])
            .output();
        let Ok(output) = output else {
            return crate::shared::skipped("there is no python3");
        };
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && said.contains("the same within 0.001"),
            "{measure}: {said}"
        );
    }
}

#[test]
fn the_files_are_the_same_at_any_number_of_threads() {
    let root = tempfile::tempdir().unwrap();
    write_data(&root.path().join("small"), false);
    for threads in ["1", "3"] {
        let grid = "wu(window=1|3,threshold=0.5|0.9,k=2)";
        let arguments =
            ["evaluate", "small", "-m", grid, "--folds", "2", "-j", threads, "-o", threads];
        let (code, out, _) = leafmill(&arguments, root.path());
        assert_eq!(code, 0);
        assert!(out.contains("best on small by words: wu("), "{out}");
    }
    for name in ["pages.csv", "summary.json", "summary.md", "sweep-small.svg"] {
        let read = |threads: &str| fs::read(root.path().join(threads).join(name)).unwrap();
        assert_eq!(read("1"), read("3"), "{name}");
    }
}

#[test]
fn a_model_is_trained_and_used() {
    let root = tempfile::tempdir().unwrap();
    write_data(&root.path().join("small"), false);
    for _ in 0..2 {
        let arguments = ["train", "wu(k=2,window=3)", "small", "-o", "model.json"];
        let (code, _, err) = leafmill(&arguments, root.path());
        assert_eq!(code, 0, "{err}");
        assert!(err.contains("wu(k=2,window=3): clusters: 1, of content: 1"), "{err}");
    }
    let model: serde_json::Value =
        serde_json::from_slice(&fs::read(root.path().join("model.json")).unwrap()).unwrap();
    assert_eq!(model["data"], "small (8 pages)");
    let spec = "wu(k=2,window=3,model=model.json)";
    let (code, out, _) = leafmill(&["evaluate", "small", "-m", spec], root.path());
    assert!(code == 0 && out.contains("| 1.000 | 1.000 | 1.000 |"), "{out}");
    fs::write(root.path().join("half.txt"), "small/0\nsmall/1\nsmall/2\nother/3\n").unwrap();
    let half = ["train", "wu(k=2,window=3)", "small", "--only", "half.txt", "-o", "half.json"];
    assert_eq!(leafmill(&half, root.path()).0, 0);
    let model = fs::read(root.path().join("half.json")).unwrap();
    let model: serde_json::Value = serde_json::from_slice(&model).unwrap();
    assert_eq!(model["data"], "small (3 pages)");
    let spec = "wu(k=2,window=5,model=model.json)";
    let (code, _, err) = leafmill(&["evaluate", "small", "-m", spec], root.path());
    assert_eq!(code, 2);
    assert!(err.contains("was trained for `wu(k=2,window=3)`"), "{err}");
}

#[test]
fn what_fails_is_named_and_the_rest_is_scored() {
    let root = tempfile::tempdir().unwrap();
    write_data(&root.path().join("small"), true);
    let (code, out, err) = leafmill(&["evaluate", "small", "-m", "all", "-o", "out"], root.path());
    assert_eq!(code, 1);
    assert!(out.contains("small, 8 pages"), "{out}");
    assert!(err.contains("x.html.gz: failed: "), "{err}");
    assert!(err.contains("gold.jsonl: passed over: gold without a page: `gone`"), "{err}");
    let summary = fs::read_to_string(root.path().join("out/summary.md")).unwrap();
    assert!(summary.contains(", 1 passed over, 1 failed"), "{summary}");
}

#[test]
fn bad_gold_is_located_and_damages_the_run() {
    let root = tempfile::tempdir().unwrap();
    let data = root.path().join("small");
    write_data(&data, false);
    let gold = fs::read_to_string(data.join("gold.jsonl")).unwrap();
    for (bad, said) in [
        ("{\"id\":\"8\",", "gold.jsonl: passed over: line 9: EOF while parsing"),
        (
            "{\"id\":\"3\",\"text\":\"x\"}",
            "gold.jsonl: passed over: a second gold for one page: `3`",
        ),
        ("{\"id\":\"y\",\"text\":\"\"}", "gold.jsonl: passed over: gold without a page: `y`"),
    ] {
        fs::write(data.join("gold.jsonl"), format!("{gold}{bad}\n")).unwrap();
        let (code, out, err) = leafmill(&["evaluate", "small", "-m", "all"], root.path());
        assert!(code == 1 && err.contains(said), "{code}: {err}");
        assert!(out.contains("small, 8 pages"), "{out}");
    }
    fs::write(data.join("gold.jsonl"), format!("\u{feff}{gold}")).unwrap();
    let (code, _, err) = leafmill(&["evaluate", "small", "-m", "all"], root.path());
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn pages_that_are_named_and_not_there_are_told() {
    let root = tempfile::tempdir().unwrap();
    write_data(&root.path().join("small"), false);
    let only = |lines: &str| {
        fs::write(root.path().join("only.txt"), lines).unwrap();
        leafmill(&["evaluate", "small", "-m", "all", "--only", "only.txt"], root.path())
    };
    let (code, out, err) = only("small/1\r\nother/1\nsmall/77\n");
    assert_eq!((code, err.as_str()), (1, "only.txt: no such page: small/77\n"));
    assert!(out.starts_with("**small, 1 page,"), "{out}");
    for lines in ["other/1\n", "", "small/77\n"] {
        let (code, out, err) = only(lines);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.contains("only.txt: names no page of these data sets"), "{err}");
    }
}

#[test]
fn mistakes_are_explained() {
    let root = tempfile::tempdir().unwrap();
    write_data(&root.path().join("small"), false);
    fs::create_dir(root.path().join("empty")).unwrap();
    for (arguments, code, message) in [
        (&["evaluate", "empty"][..], 2, "known layouts are\n  leafmill: pages/<id>.html"),
        (&["evaluate", "gone"], 3, "gone: No such file"),
        (&["evaluate", "small", "-m", "wuu"], 2, "no method `wuu`; there are"),
        (&["evaluate", "small", "--measure", "rouge"], 2, "no such measure; there are words"),
        (&["evaluate", "small", "--folds", "1"], 2, "1 is not in 2..=1000"),
        (&["evaluate", "small", "small"], 2, "another data set has the same name"),
        (&["train", "all", "small", "-o", "m.json"], 2, "nothing to learn"),
        (&["evaluate"], 2, "<DATASET>"),
    ] {
        let (found, _, err) = leafmill(arguments, root.path());
        assert_eq!(found, code, "{arguments:?}: {err}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
    fs::write(root.path().join("notes.tsv"), "").unwrap();
    let (code, _, err) = leafmill(&["evaluate", "notes.tsv", "small", "-m", "all"], root.path());
    assert_eq!((code, err.as_str()), (0, "notes.tsv: passed over: a file, and no directory\n"));
    assert_eq!(leafmill(&["evaluate", "notes.tsv", "-m", "all"], root.path()).0, 3);
    let arguments = ["evaluate", "small", "empty", "./small", "--lenient", "-m", "all"];
    let (code, _, err) = leafmill(&arguments, root.path());
    let passed_over = "empty: passed over: no data set that leafmill reads\n\
                       ./small: passed over: a data set of this name comes before\n";
    assert_eq!((code, err.as_str()), (0, passed_over));
}

#[test]
fn methods_are_measured_by_the_documents_they_write() {
    let (code, out, err) = leafmill(
        &["evaluate", "datasets/sample", "-m", "oracle", "--measure", "structure(words)"],
        Path::new(env!("CARGO_MANIFEST_DIR")),
    );
    assert_eq!((code, err.as_str()), (0, ""));
    let row = out.lines().find(|line| line.starts_with("| oracle")).unwrap();
    let f1: f64 = row.split('|').nth(4).unwrap().trim().parse().unwrap();
    assert!(f1 > 0.9, "{out}");
}

#[test]
fn an_evaluation_of_nothing_is_an_error_and_writes_nothing() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("none")).unwrap();
    let args = ["evaluate", "none", "--lenient", "-m", "all", "-o", "out"];
    let (code, out, err) = leafmill(&args, root.path());
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("`none`: nothing of this can be evaluated"), "{err}");
    assert!(!root.path().join("out").exists());
}

#[test]
fn plots_of_another_evaluation_go() {
    let root = tempfile::tempdir().unwrap();
    write_data(&root.path().join("small"), false);
    let run =
        |method: &str| leafmill(&["evaluate", "small", "-m", method, "-o", "out"], root.path());
    assert_eq!(run("wu(window=1|3|5,k=0)").0, 0);
    let has = |name: &str| root.path().join("out").join(name).exists();
    assert!(has("sweep-small.svg"));
    assert_eq!(run("all").0, 0);
    assert!(!has("sweep-small.svg") && has("pages.csv") && !has("pages.csv.part"));
}

#[cfg(unix)]
#[test]
fn pages_may_be_links() {
    let root = tempfile::tempdir().unwrap();
    write_data(&root.path().join("small"), false);
    let pages = root.path().join("small/pages");
    fs::rename(pages.join("1.html"), root.path().join("elsewhere")).unwrap();
    std::os::unix::fs::symlink("../../elsewhere", pages.join("1.html")).unwrap();
    let (code, out, err) = leafmill(&["evaluate", "small", "-m", "all"], root.path());
    assert!(code == 0 && out.contains("small, 8 pages"), "{out}{err}");
}
