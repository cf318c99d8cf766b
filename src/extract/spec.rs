//! Specs: a string that names a method and its settings.
//!
//! `wu`, `wu(paper)`, `wu(window=5,threshold=0.9)`, `wu(paper,window=7)`: a preset comes first,
//! overrides after it. With alternatives (`window=1|3|5`) or a range whose ends are both included
//! (`threshold=0.5..1.0/0.1`) a spec stands for a grid. This is how specs are written; what they may
//! say is the [table](super::table)'s.

use std::fmt;

use crate::{Error, Result};

/// The specs that one may stand for: each is a run over all pages.
const MOST: u128 = 10_000;

/// A method with its settings, as written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Spec {
    method: String,
    preset: Option<String>,
    overrides: Vec<(String, String)>,
}

impl Spec {
    /// A method with these settings.
    pub(super) fn new(method: &str, overrides: Vec<(String, String)>) -> Spec {
        Spec { method: method.to_owned(), preset: None, overrides }
    }

    /// The name of the method.
    pub fn name(&self) -> &str {
        &self.method
    }

    /// The preset, where one is named.
    pub fn preset(&self) -> Option<&str> {
        self.preset.as_deref()
    }

    /// The parameters that the spec sets itself, with their values as written, in its order.
    pub fn overrides(&self) -> &[(String, String)] {
        &self.overrides
    }

    /// An error that names this spec.
    pub(super) fn error(&self, message: impl Into<String>) -> Error {
        Error::Spec { spec: self.to_string(), message: message.into() }
    }

    /// An error as this spec's, if it is another spelling's.
    pub(super) fn own(&self, error: Error) -> Error {
        match error {
            Error::Spec { message, .. } => self.error(message),
            other => other,
        }
    }

    /// The specs that this one stands for; the last parameter changes fastest.
    ///
    /// # Errors
    /// If a range is none, or there would be more than 10,000; none of them is made then.
    pub(super) fn expanded(&self) -> Result<Vec<Spec>> {
        let parts = |value: &str| value.split('|').map(Part::parse).collect();
        let values = self.overrides.iter().map(|(_, value)| parts(value));
        let values: std::result::Result<Vec<Vec<Part>>, String> = values.collect();
        let values = values.map_err(|message| self.error(message))?;
        let count = |parts: &Vec<Part>| parts.iter().map(Part::count).fold(0, u128::saturating_add);
        let count = values.iter().map(count).fold(1, u128::saturating_mul);
        if count > MOST {
            let message = format!("it stands for {count} specs; {MOST} at most are taken");
            return Err(self.error(message));
        }
        let mut grid = vec![Vec::new()];
        for ((key, _), parts) in self.overrides.iter().zip(&values) {
            let values: Vec<_> = parts.iter().flat_map(Part::values).collect();
            let with = |row: &Vec<(String, String)>, value: &String| {
                let mut row = row.clone();
                row.push((key.clone(), value.clone()));
                row
            };
            grid =
                grid.iter().flat_map(|row| values.iter().map(|value| with(row, value))).collect();
        }
        Ok(grid.into_iter().map(|overrides| Spec { overrides, ..self.clone() }).collect())
    }

    /// Reads a spec, whatever its method and parameters are; it may stand for several.
    ///
    /// # Errors
    /// If it is not of the form.
    pub(super) fn parse(text: &str) -> Result<Spec> {
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

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.method)?;
        let overrides = self.overrides.iter().map(|(key, value)| format!("{key}={value}"));
        let arguments: Vec<_> = self.preset.iter().cloned().chain(overrides).collect();
        if arguments.is_empty() { Ok(()) } else { write!(f, "({})", arguments.join(",")) }
    }
}

/// One of the alternatives of a value.
enum Part {
    /// A value as it stands.
    Value(String),
    /// `lo..hi/step`: so many values from the first on, with so many decimal places.
    Range { low: f64, step: f64, count: u32, places: usize },
}

impl Part {
    fn parse(part: &str) -> std::result::Result<Part, String> {
        let Some((low, high, step, places)) = range(part) else {
            return Ok(Part::Value(part.trim().to_owned()));
        };
        let steps = ((high - low) / step + 1e-9).floor();
        if !(step > 0.0 && (0.0..MOST as f64).contains(&steps)) {
            return Err(format!("`{part}` is no range of 1 to 10,000 steps"));
        }
        Ok(Part::Range { low, step, count: steps as u32 + 1, places })
    }

    fn count(&self) -> u128 {
        match self {
            Part::Value(_) => 1,
            Part::Range { count, .. } => u128::from(*count),
        }
    }

    fn values(&self) -> Vec<String> {
        match self {
            Part::Value(value) => vec![value.clone()],
            Part::Range { low, step, count, places } => {
                (0..*count).map(|i| format!("{:.places$}", low + f64::from(i) * step)).collect()
            }
        }
    }
}

/// The ends and the step of `lo..hi/step`, and its decimal places; `None` where it is no range.
fn range(part: &str) -> Option<(f64, f64, f64, usize)> {
    let (low, rest) = part.split_once("..")?;
    let (high, step) = rest.split_once('/')?;
    let decimals = |number: &str| number.split_once('.').map_or(0, |(_, digits)| digits.len());
    let places = decimals(low).max(decimals(step));
    let number = |text: &str| text.trim().parse().ok();
    Some((number(low)?, number(high)?, number(step)?, places))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> Result<Vec<String>> {
        Ok(Spec::parse(text)?.expanded()?.iter().map(Spec::to_string).collect())
    }

    fn message(text: &str) -> String {
        grid(text).unwrap_err().to_string()
    }

    #[test]
    fn prints_what_it_parsed() {
        for text in ["all", "wu", "wu(paper)", "wu(window=5,threshold=0.9)", "wu(paper,window=7)"] {
            assert_eq!(Spec::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Spec::parse(" wu( window = 5 ) ").unwrap().to_string(), "wu(window=5)");
    }

    #[test]
    fn a_grid_has_both_ends_and_every_pair() {
        let grid = grid("wu(window=1|3,threshold=0.5..1.0/0.1,k=0)").unwrap();
        assert_eq!(grid.len(), 12);
        assert_eq!(grid[0], "wu(window=1,threshold=0.5,k=0)");
        assert_eq!(grid[11], "wu(window=3,threshold=1.0,k=0)");
    }

    #[test]
    fn a_grid_of_too_many_is_refused_before_it_is_made() {
        assert_eq!(grid("wu(window=1..9999/1)").unwrap().len(), 9_999);
        assert_eq!(grid("wu(a=1..100/1,b=1..100/1)").unwrap().len(), 10_000);
        let many = "wu(a=0..9999/1,b=0..9999/1,c=0..9999/1,d=0..9999/1,e=0..9999/1)";
        assert!(message(many).contains("stands for 100000000000000000000 specs; 10000 at most"));
        assert!(message("wu(a=1..101/1,b=1..100/1)").contains("stands for 10100 specs"));
    }

    #[test]
    fn what_is_no_spec() {
        assert!(message("wu(window=5").contains("not closed"));
        assert!(message("wu(window=5,window=7)").contains("set twice"));
        assert!(message("wu(threshold=0..1/0)").contains("no range"));
        assert!(message("wu(window=5,paper)").contains("not KEY=VALUE"));
        assert!(message("(x=1)").contains("a spec is NAME"));
    }
}
