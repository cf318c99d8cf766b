//! Specs: a string that names a method and its settings.
//!
//! `wu`, `wu(paper)`, `wu(window=5,threshold=0.9)`, `wu(paper,window=7)`: a preset comes first,
//! overrides after it. With alternatives (`window=1|3|5`) or a range whose ends are both included
//! (`threshold=0.5..1.0/0.1`) a spec stands for a grid.

use std::fmt;
use std::str::FromStr;

use super::{Extractor, METHODS, Method, Parameter, oracle};
use crate::{Error, Result};

/// A method with its settings, as written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Spec {
    method: String,
    preset: Option<String>,
    overrides: Vec<(String, String)>,
}

/// The values a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Values {
    /// Whole numbers from the first to the second.
    Integer(u64, u64),
    /// Odd whole numbers from the first to the second.
    Odd(u64, u64),
    /// Numbers from the first to the second.
    Number(f64, f64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A file's path.
    File,
}

impl Values {
    fn contain(self, value: &str) -> bool {
        match self {
            Values::Integer(low, high) => {
                value.parse::<u64>().is_ok_and(|n| (low..=high).contains(&n))
            }
            Values::Odd(low, high) => {
                value.parse::<u64>().is_ok_and(|n| n % 2 == 1 && (low..=high).contains(&n))
            }
            Values::Number(low, high) => {
                value.parse::<f64>().is_ok_and(|n| (low..=high).contains(&n))
            }
            Values::Choice(words) => words.contains(&value),
            Values::File => true,
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Integer(low, high) => write!(f, "{low}..{high}"),
            Values::Odd(low, high) => write!(f, "{low}..{high}, odd"),
            Values::Number(low, high) => write!(f, "{low}..{high}"),
            Values::Choice(words) => f.write_str(&words.join("|")),
            Values::File => f.write_str("FILE"),
        }
    }
}

/// The settings of a method: every parameter's value, checked against the method's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    spec: String,
    values: Vec<(&'static str, String)>,
}

impl Settings {
    /// The spec these settings were written as.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// A parameter's value as written.
    ///
    /// # Panics
    /// If the method's table has no such parameter.
    pub fn text(&self, name: &str) -> &str {
        let value = self.values.iter().find(|(key, _)| *key == name);
        #[expect(
            clippy::expect_used,
            reason = "the table's own names: a method's programming error"
        )]
        &value.expect("a parameter of the method's table").1
    }

    /// A numeric parameter's value.
    ///
    /// # Panics
    /// If the method's table has no such parameter, or it is not numeric.
    pub fn number<T: FromStr>(&self, name: &str) -> T {
        let value = self.text(name).parse().ok();
        #[expect(clippy::expect_used, reason = "checked against the table when it was resolved")]
        value.expect("a number")
    }

    /// Whether both give every parameter but those named the same value.
    pub fn agree(&self, other: &Settings, but: &[&str]) -> bool {
        self.values.iter().zip(&other.values).all(|(a, b)| a == b || but.contains(&a.0))
    }

    /// An error that names this spec.
    pub fn error(&self, message: impl Into<String>) -> Error {
        Error::Spec { spec: self.spec.clone(), message: message.into() }
    }
}

impl Spec {
    /// The specs that a string with alternatives and ranges stands for; the last parameter
    /// changes fastest.
    ///
    /// # Errors
    /// If the string does not parse, or a method, preset, parameter or value is not valid.
    pub fn grid(text: &str) -> Result<Vec<Spec>> {
        let spec = Spec::parse(text)?;
        let mut grid = vec![Vec::new()];
        for (key, value) in &spec.overrides {
            let values = alternatives(value).map_err(|message| spec.error(message))?;
            grid = grid
                .iter()
                .flat_map(|row: &Vec<(String, String)>| {
                    values.iter().map(move |value| {
                        let mut row = row.clone();
                        row.push((key.clone(), value.clone()));
                        row
                    })
                })
                .collect();
        }
        grid.into_iter()
            .map(|overrides| {
                let spec = Spec { overrides, ..spec.clone() };
                spec.settings().map(|_| spec)
            })
            .collect()
    }

    /// The preset, where one is named.
    pub fn preset(&self) -> Option<&str> {
        self.preset.as_deref()
    }

    /// The parameters that the spec sets itself, with their values as written, in its order.
    pub fn overrides(&self) -> &[(String, String)] {
        &self.overrides
    }

    /// The method's row.
    ///
    /// # Errors
    /// If there is no such method.
    pub fn method(&self) -> Result<&'static Method> {
        let mut methods = METHODS.iter().chain([&oracle::METHOD]);
        methods.find(|method| method.name == self.method).ok_or_else(|| {
            let names: Vec<_> = METHODS.iter().map(|method| method.name).collect();
            self.error(format!("no method `{}`; there are {}", self.method, names.join(", ")))
        })
    }

    /// The value of every parameter: the defaults, then the preset's, then the spec's own.
    ///
    /// # Errors
    /// If the method, preset or a parameter is unknown, or a value is out of its range.
    pub fn settings(&self) -> Result<Settings> {
        self.settings_over(&[])
    }

    /// As [`Spec::settings`], with other values, such as a settings file's, over the defaults.
    ///
    /// # Errors
    /// As [`Spec::settings`], also of these values.
    pub fn settings_over(&self, base: &[(String, String)]) -> Result<Settings> {
        let method = self.method()?;
        let mut values: Vec<_> =
            method.parameters.iter().map(|p| (p.name, p.default.to_owned())).collect();
        for (key, value) in base {
            self.set(method, &mut values, key, value)?;
        }
        if let Some(name) = &self.preset {
            let preset = method.presets.iter().find(|preset| preset.name == *name);
            let preset = preset.ok_or_else(|| self.unknown_preset(method, name))?;
            for (key, value) in preset.set {
                self.set(method, &mut values, key, value)?;
            }
        }
        for (key, value) in &self.overrides {
            self.set(method, &mut values, key, value)?;
        }
        Ok(Settings { spec: self.to_string(), values })
    }

    /// Makes the extractor that the spec names.
    ///
    /// # Errors
    /// As [`Spec::settings`], and where the method has no model for these settings.
    pub fn build(&self) -> Result<Box<dyn Extractor>> {
        (self.method()?.build)(&self.settings()?)
    }

    fn set(
        &self,
        method: &Method,
        values: &mut [(&'static str, String)],
        key: &str,
        value: &str,
    ) -> Result<()> {
        let Some(at) = method.parameters.iter().position(|p| p.name == key) else {
            let names: Vec<_> = method.parameters.iter().map(|p| p.name).collect();
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(self.error(format!("no parameter `{key}`; `{}` has {known}", method.name)));
        };
        let Parameter { values: valid, .. } = method.parameters[at];
        if !valid.contain(value) {
            return Err(self.error(format!("`{key}={value}` is not in {valid}")));
        }
        values[at].1 = value.to_owned();
        Ok(())
    }

    fn unknown_preset(&self, method: &Method, name: &str) -> Error {
        let names: Vec<_> = method.presets.iter().map(|preset| preset.name).collect();
        let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        self.error(format!("no preset `{name}`; `{}` has {known}", method.name))
    }

    fn error(&self, message: impl Into<String>) -> Error {
        Error::Spec { spec: self.to_string(), message: message.into() }
    }

    fn parse(text: &str) -> Result<Spec> {
        let error = |message: &str| Error::Spec { spec: text.to_owned(), message: message.into() };
        let text = text.trim();
        let (method, arguments) = match text.split_once('(') {
            None => (text, None),
            Some((method, rest)) => match rest.strip_suffix(')') {
                Some(arguments) => (method, Some(arguments)),
                None => return Err(error("the bracket is not closed")),
            },
        };
        if method.is_empty() || !method.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            return Err(error("a spec is NAME, NAME(PRESET), NAME(KEY=VALUE,…)"));
        }
        let mut spec = Spec { method: method.into(), preset: None, overrides: Vec::new() };
        for (i, argument) in arguments.unwrap_or("").split(',').map(str::trim).enumerate() {
            match argument.split_once('=') {
                Some((key, value)) => {
                    let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
                    if spec.overrides.iter().any(|(other, _)| *other == key) {
                        return Err(error(&format!("`{key}` is set twice")));
                    }
                    spec.overrides.push((key, value));
                }
                None if argument.is_empty() && arguments.is_none_or(str::is_empty) => {}
                None if i == 0 && !argument.is_empty() => spec.preset = Some(argument.into()),
                None => return Err(error(&format!("`{argument}` is not KEY=VALUE"))),
            }
        }
        Ok(spec)
    }
}

impl FromStr for Spec {
    type Err = Error;

    /// Parses a spec that names one run.
    fn from_str(text: &str) -> Result<Spec> {
        let mut grid = Spec::grid(text)?;
        match (grid.pop(), grid.is_empty()) {
            (Some(spec), true) => Ok(spec),
            _ => Err(Error::Spec {
                spec: text.to_owned(),
                message: "it stands for several runs; one is wanted here".into(),
            }),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.method)?;
        let overrides = self.overrides.iter().map(|(key, value)| format!("{key}={value}"));
        let arguments: Vec<_> = self.preset.iter().cloned().chain(overrides).collect();
        if arguments.is_empty() { Ok(()) } else { write!(f, "({})", arguments.join(",")) }
    }
}

/// The values that `a|b|lo..hi/step` stands for.
fn alternatives(value: &str) -> std::result::Result<Vec<String>, String> {
    let mut values = Vec::new();
    for part in value.split('|') {
        match range(part) {
            Some(steps) => values.extend(steps?),
            None => values.push(part.trim().to_owned()),
        }
    }
    Ok(values)
}

/// The values of `lo..hi/step`, both ends included; `None` where `part` is no range.
fn range(part: &str) -> Option<std::result::Result<Vec<String>, String>> {
    let (low, rest) = part.split_once("..")?;
    let (high, step) = rest.split_once('/')?;
    let decimals = |number: &str| number.split_once('.').map_or(0, |(_, digits)| digits.len());
    let places = decimals(low).max(decimals(step));
    let (low, high, step): (f64, f64, f64) =
        (low.trim().parse().ok()?, high.trim().parse().ok()?, step.trim().parse().ok()?);
    let count = ((high - low) / step + 1e-9).floor();
    if !(step > 0.0 && (0.0..10_000.0).contains(&count)) {
        return Some(Err(format!("`{part}` is no range of 1 to 10,000 steps")));
    }
    let steps = 0..=count as u32;
    Some(Ok(steps.map(|i| format!("{:.places$}", low + f64::from(i) * step)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        Spec::grid(text).unwrap_err().to_string()
    }

    #[test]
    fn prints_what_it_parsed() {
        for text in ["all", "wu", "wu(paper)", "wu(window=5,threshold=0.9)", "wu(paper,window=7)"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        assert_eq!(" wu( window = 5 ) ".parse::<Spec>().unwrap().to_string(), "wu(window=5)");
    }

    #[test]
    fn a_grid_has_both_ends_and_every_pair() {
        let grid = Spec::grid("wu(window=1|3,threshold=0.5..1.0/0.1,k=0)").unwrap();
        assert_eq!(grid.len(), 12);
        assert_eq!(grid[0].to_string(), "wu(window=1,threshold=0.5,k=0)");
        assert_eq!(grid[11].to_string(), "wu(window=3,threshold=1.0,k=0)");
        assert!("wu(window=1|3)".parse::<Spec>().is_err());
    }

    #[test]
    fn a_preset_comes_first_and_is_overridden() {
        let settings = "wu(paper,window=7)".parse::<Spec>().unwrap().settings().unwrap();
        assert_eq!((settings.text("window"), settings.text("leaf")), ("7", "node"));
    }

    #[test]
    fn errors_name_what_is_valid() {
        assert!(message("wo").contains("no method `wo`; there are all, "));
        assert!(message("wu(windw=3)").contains("no parameter `windw`; `wu` has leaf, window"));
        assert!(message("wu(threshold=1.5)").contains("`threshold=1.5` is not in 0..1"));
        assert!(message("wu(window=4)").contains("1..99, odd"));
        assert!(message("wu(papr)").contains("no preset `papr`; `wu` has paper"));
        assert!(message("wu(window=5").contains("not closed"));
        assert!(message("wu(window=5,window=7)").contains("set twice"));
        assert!(message("wu(threshold=0..1/0)").contains("no range"));
        assert!(message("all(x=1)").contains("`all` has none"));
        assert!(message("wu(window=5,paper)").contains("not KEY=VALUE"));
    }
}
