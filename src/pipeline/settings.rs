//! What a run's documents depend on beside its input.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use super::digest::Digest;
use super::{Destination, Pipeline};
use crate::extract::{Spec, Values};
use crate::{Error, Result};

/// The name of the one that says what chooses the content.
const METHOD: &str = "method";

/// What a run's documents depend on beside its input: the program's build, the method with all its
/// parameters, the format, the caps, and the contents of every file that these name. A directory
/// whose shards were made with other settings is not gone on with.
///
/// ```
/// use leafmill::pipeline::Settings;
/// let mut settings = Settings::default();
/// settings.set_method(&"wu(window=5)".parse()?)?;
/// settings.set("build", "crawler 1.4");
/// # Ok::<(), leafmill::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    /// Says what one of them is.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// Says which method chooses the content: every parameter with its value, and of a file that one names
    /// what it holds.
    ///
    /// # Errors
    /// If there is no such method, or a file cannot be read.
    pub fn set_method(&mut self, spec: &Spec) -> Result<()> {
        let mut values = Vec::new();
        for (parameter, value) in spec.method()?.settled(spec)? {
            if parameter.values == Values::File && !value.is_empty() {
                self.set_contents(value.as_ref())?;
            }
            values.push(format!("{}={value}", parameter.name));
        }
        self.set(METHOD, format!("{}({})", spec.name(), values.join(",")));
        Ok(())
    }

    /// Whether they say which method chooses the content.
    pub(super) fn have_method(&self) -> bool {
        self.0.contains_key(METHOD)
    }

    /// Those of a run: what a destination says, and what the run knows itself.
    pub(super) fn of(pipeline: &Pipeline, destination: &Destination) -> Settings {
        let Pipeline { recipe, reading, .. } = pipeline;
        let mut settings = destination.settings.clone();
        settings.set("format", format!("{:?}", recipe.writer));
        settings.set("filter", format!("{:?}", recipe.filter));
        settings.set("content", format!("{:?}", recipe.content));
        settings.set("visible only", recipe.visible_only.to_string());
        if let Some(lines) = recipe.site_lines {
            settings.set("site lines", format!("{:016x}", lines.digest()));
        }
        settings.set("packing", format!("{:?}", destination.packing));
        settings.set("plain text", format!("{:?}", reading.plain_text));
        settings.set("caps of records", format!("{:?}", reading.caps));
        settings.set("caps of pages", format!("{:?}", recipe.caps));
        settings.set("time of a page", format!("{:?}", recipe.budget));
        settings.set("roll", destination.roll.to_string());
        settings
    }

    /// Says what a file holds, or all the files of a directory.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn set_contents(&mut self, path: &Path) -> Result<()> {
        let mut digest = Digest::default();
        for entry in WalkDir::new(path).sort_by_file_name() {
            let entry = entry.map_err(|error| Error::io(path, error.into()))?;
            if entry.file_type().is_file() || entry.path_is_symlink() {
                // A name ends where its file's contents begin, as no name holds a NUL.
                digest.add(entry.file_name().as_encoded_bytes());
                digest.add(b"\0");
                digest.add_file(entry.path())?;
            }
        }
        self.set(&format!("contents of {}", path.display()), format!("sha256:{}", digest.finish()));
        Ok(())
    }

    /// Those that are not the same in both, as they are in this and in the other, each as far as it
    /// differs; `none` where one is not there.
    pub(super) fn differences(&self, other: &Settings) -> (String, String) {
        let mut names: Vec<&String> = self.0.keys().chain(other.0.keys()).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|&name| self.0.get(name) != other.0.get(name));
        let of = |settings: &Settings, other: &Settings| {
            let value = |name: &String, of: &Settings| of.0.get(name).cloned();
            let text = |name: &&String| {
                let (value, other) = (value(name, settings), value(name, other));
                let value = value.unwrap_or_else(|| "none".to_owned());
                format!("{name}: {}", differing(&value, &other.unwrap_or_default()))
            };
            names.iter().map(text).collect::<Vec<_>>().join("; ")
        };
        (of(self, other), of(other, self))
    }
}

/// The fields of a setting that the other one has not, where it is made of fields (`{ a: 1, b: 2 }`).
fn differing(value: &str, other: &str) -> String {
    let fields = |text: &str| -> Vec<String> {
        let inner = text.split_once('{').map_or("", |(_, inner)| inner);
        let parts = inner.split([',', '{', '}']).map(str::trim);
        parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let others = fields(other);
    let mut own = fields(value);
    own.retain(|field| !others.contains(field));
    if own.is_empty() { value.to_owned() } else { own.join(", ") }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::output::Text;
    use crate::pipeline::Recipe;

    #[test]
    fn only_what_differs_is_named() {
        let of = |pairs: &[(&str, &str)]| {
            let mut settings = Settings::default();
            pairs.iter().for_each(|&(name, value)| settings.set(name, value));
            settings
        };
        let then = of(&[("build", "1"), ("method", "wu"), ("format", "Jsonl")]);
        let now = of(&[("build", "2"), ("format", "Jsonl"), ("roll", "9")]);
        let fields = |body: u32| format!("Caps {{ body: {body}, ratio: 100 }}");
        let (small, large) = (of(&[("caps", &fields(1))]), of(&[("caps", &fields(2))]));
        assert_eq!(small.differences(&large), ("caps: body: 1".into(), "caps: body: 2".into()));
        let (then, now) = then.differences(&now);
        assert_eq!(then, "build: 1; method: wu; roll: none");
        assert_eq!(now, "build: 2; method: none; roll: 9");
    }

    #[test]
    fn a_file_is_known_by_what_it_holds() {
        let dir = tempfile::tempdir().unwrap();
        let of = |path: &Path| {
            let mut settings = Settings::default();
            settings.set_contents(path).map(|()| settings)
        };
        std::fs::write(dir.path().join("a"), "1").unwrap();
        let (file, all) = (of(&dir.path().join("a")).unwrap(), of(dir.path()).unwrap());
        std::fs::write(dir.path().join("a"), "2").unwrap();
        assert_ne!(of(&dir.path().join("a")).unwrap(), file);
        assert_ne!(of(dir.path()).unwrap(), all);
        assert!(of(&dir.path().join("none")).is_err());
    }

    #[test]
    fn a_directory_is_gone_on_with_by_the_same_settings_alone() {
        let dir = tempfile::tempdir().unwrap();
        let (inputs, out) = ([dir.path().join("pages")], dir.path().join("out/"));
        fs::create_dir(&inputs[0]).unwrap();
        fs::write(inputs[0].join("mill.html"), "<p>It ran dry.<p hidden>Subscribe!").unwrap();
        let extractor = "all".parse::<Spec>().unwrap().build().unwrap();
        let run = |visible_only, settings: &Settings| {
            let mut recipe = Recipe::new(&*extractor, &Text);
            recipe.visible_only = visible_only;
            let mut destination = Destination::new(&out);
            destination.settings = settings.clone();
            let tally = Pipeline::new(recipe).run(&inputs, &destination, &mut |_| ())?;
            Ok((tally.pages(), fs::read_to_string(out.join("mill.txt")).unwrap().lines().count()))
        };
        let unnamed = Settings::default();
        assert_eq!(run(false, &unnamed).unwrap(), (1, 2));
        assert_eq!(run(true, &unnamed).unwrap(), (1, 1), "anew");
        let mut named = Settings::default();
        named.set_method(&"all".parse().unwrap()).unwrap();
        let told = |error| match error {
            Error::Settings { then, now, .. } => (then, now),
            other => panic!("{other}"),
        };
        assert_eq!(
            told(run(true, &named).unwrap_err()),
            ("method: none".into(), "method: all()".into())
        );
        fs::remove_dir_all(&out).unwrap();
        assert_eq!(run(true, &named).unwrap(), (1, 1));
        assert_eq!(run(true, &named).unwrap(), (1, 1));
        let differs = ("visible only: true".into(), "visible only: false".into());
        assert_eq!(told(run(false, &named).unwrap_err()), differs);
    }
}
