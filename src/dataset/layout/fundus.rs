//! The layout of Fundus' parser tests: `<country>/<Publisher>.json`, an object by parser version of
//! what the publisher's parser finds, `<Publisher>_<date>.html.gz` for each version, the n-th by
//! date belonging to the n-th, and `<Publisher>.info` with their addresses.
//!
//! The gold is the article alone: the summary, then each section's headlines and paragraphs, a line
//! each, without the page's headline, bylines, captions, comments and teasers; and its images, each by the
//! file names of all of its versions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::super::about::About;
use super::super::images;
use super::{Contents, Files, Gold, Layout, Row, Skip, files, pages};
use crate::Result;

/// The layout's row.
pub(super) const ROW: Row = Row {
    layout: Layout::Fundus,
    name: "fundus",
    holds: "<country>/<Publisher>.json, .info and <Publisher>_<date>.html[.gz]",
    of: "Fundus",
    read,
};

/// What a publisher's parser finds of a page.
#[derive(Deserialize)]
struct Truth {
    body: Option<Body>,
    images: Option<Vec<Picture>>,
    title: Option<String>,
    authors: Option<Vec<String>>,
    publishing_date: Option<String>,
}

/// An image of the article, in several sizes.
#[derive(Deserialize)]
struct Picture {
    versions: Vec<Version>,
}

#[derive(Deserialize)]
struct Version {
    url: String,
}

impl Picture {
    fn names(&self) -> BTreeSet<String> {
        let names = self.versions.iter().flat_map(|version| images::names(&version.url));
        names.map(str::to_owned).collect()
    }
}

#[derive(Deserialize)]
struct Body {
    summary: Vec<String>,
    sections: Vec<Section>,
}

#[derive(Deserialize)]
struct Section {
    headline: Vec<String>,
    paragraphs: Vec<String>,
}

/// How a page was captured.
#[derive(Deserialize)]
struct Capture {
    url: String,
}

impl Body {
    fn text(self) -> String {
        let sections = self.sections.into_iter();
        let lines = sections.flat_map(|section| [section.headline, section.paragraphs]).flatten();
        self.summary.into_iter().chain(lines).collect::<Vec<_>>().join("\n")
    }
}

fn read(directory: &Path) -> Result<Option<Contents>> {
    let mut contents = Contents::default();
    let infos = files(directory, &[".info"], &mut contents.skipped)?;
    if infos.is_empty() {
        return Ok(None);
    }
    contents.pages = pages(directory, &mut contents.skipped)?;
    for (publisher, info) in infos {
        let path = directory.join(format!("{publisher}.json"));
        match publisher_golds(&publisher, &info, &path, &contents.pages) {
            Ok(golds) => contents.golds.extend(golds.into_iter().map(|gold| (path.clone(), gold))),
            Err(reason) => contents.skipped.push(Skip { path, reason }),
        }
    }
    Ok(Some(contents))
}

/// The golds of a publisher's pages.
fn publisher_golds(
    publisher: &str,
    info: &Path,
    path: &Path,
    pages: &Files,
) -> std::result::Result<Vec<Gold>, String> {
    let mut versions: Vec<(String, Truth)> = json::<BTreeMap<_, _>>(path)?.into_iter().collect();
    versions.sort_by_key(|(name, _)| numbers(name));
    let captures: BTreeMap<String, Capture> = json(info)?;
    let prefix = format!("{publisher}_");
    let own: Vec<&String> = pages.keys().filter(|id| is_dated(id, &prefix)).collect();
    if own.len() != versions.len() {
        return Err(format!("{} parser versions for {} pages", versions.len(), own.len()));
    }
    let gold = |(id, (_, truth)): (&String, (String, Truth))| {
        let file = pages[id].file_name().unwrap_or_default().to_string_lossy();
        Gold {
            id: id.clone(),
            url: captures.get(&*file).map(|capture| capture.url.clone()),
            kind: Some("article".into()),
            text: truth.body.map(Body::text).unwrap_or_default(),
            images: truth.images.unwrap_or_default().iter().map(Picture::names).collect(),
            about: Some(About {
                title: truth.title,
                author: truth.authors.unwrap_or_default(),
                date: truth.publishing_date,
            }),
            ..Gold::default()
        }
    };
    Ok(own.into_iter().zip(versions).map(gold).collect())
}

/// Whether an id is a prefix and a date: one publisher's name may begin with another's.
fn is_dated(id: &str, prefix: &str) -> bool {
    id.strip_prefix(prefix)
        .is_some_and(|date| date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_'))
}

/// The numbers in a version's name: `V1`, `V1_1`, `V2`, `V10` in this order.
fn numbers(version: &str) -> Vec<u32> {
    version.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

fn json<T: DeserializeOwned>(path: &Path) -> std::result::Result<T, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    serde_json::from_slice(&bytes).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{gzip, write};
    use crate::dataset::{Dataset, Layout};

    const VERSIONS: &str = r#"{
        "V1": {"title": "t", "authors": ["A B", "C D"], "publishing_date": "2023-11-30 10:00:00+01:00",
            "body": {"summary": ["s"], "sections": [
            {"headline": [], "paragraphs": ["a", "b"]}, {"headline": ["h"], "paragraphs": ["c"]}]},
            "images": [{"versions": [{"url": "https://i.example/w/700/lake.jpg"},
                {"url": "https://i.example/lake-900.webp"}], "is_cover": true}]},
        "V1_1": {"body": {"summary": [], "sections": [{"headline": [], "paragraphs": ["new"]}]}}}"#;

    #[test]
    fn versions_belong_to_pages_by_date() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        write(root, "us/Post_2024_05_01.html.gz", &gzip(b"<p>later"));
        write(root, "us/Post_2023_11_30.html.gz", &gzip(b"<p>earlier"));
        write(root, "us/Post_Extra_2020_01_01.html.gz", &gzip(b"<p>of another publisher"));
        write(root, "us/Post.json", VERSIONS.as_bytes());
        let info = br#"{"Post_2024_05_01.html.gz": {"url": "https://post.example/2"}}"#;
        write(root, "us/Post.info", info);
        let data = Dataset::open(root).unwrap();
        assert_eq!(data.layout, Some(Layout::Fundus));
        let golds: Vec<_> = data.items.iter().map(|item| item.gold.clone()).collect();
        let ids: Vec<_> = golds.iter().map(|gold| gold.id.as_str()).collect();
        assert_eq!(ids, ["us/Post_2023_11_30", "us/Post_2024_05_01"]);
        assert_eq!(golds[0].text, "s\na\nb\nh\nc");
        let names: Vec<_> = golds[0].images[0].iter().map(String::as_str).collect();
        assert_eq!((names, golds[1].images.len()), (vec!["lake-900.webp", "lake.jpg"], 0));
        assert_eq!(
            (&golds[1].text[..], golds[1].url.as_deref()),
            ("new", Some("https://post.example/2"))
        );
        assert_eq!(data.skipped.len(), 1);
        let about = golds[0].about.as_ref().unwrap();
        assert_eq!(
            (about.title.as_deref(), &about.author[..]),
            (Some("t"), &["A B", "C D"].map(String::from)[..])
        );
        assert_eq!(about.date.as_deref(), Some("2023-11-30 10:00:00+01:00"));
        assert!(golds[1].about.as_ref().unwrap().is_empty());
    }

    #[test]
    fn a_publisher_with_more_pages_than_versions_is_passed_over() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "at/A.info", b"{}");
        write(root.path(), "at/A.json", br#"{"V1": {}, "V2": {}}"#);
        write(root.path(), "at/A_2020_01_01.html", b"<p>a");
        assert!(Dataset::open(root.path()).is_err());
    }
}
