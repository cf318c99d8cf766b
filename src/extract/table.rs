//! The table of methods, and what a spec names in it.

use std::str::FromStr;

use super::extractor::Extractor;
use super::method::Method;
use super::methods::{
    accb, all, boilerpipe, bte, ccb, cetd, cetr, cnr, crunch, grain, joshi, justext, mountain, wu,
};
use super::oracle;
use super::spec::Spec;
use crate::{Error, Result};

/// Every method, in the order in which tables show them.
pub static METHODS: &[Method] = &[
    all::METHOD,
    bte::METHOD,
    ccb::METHOD,
    accb::METHOD,
    cetr::METHOD,
    cetd::METHOD,
    boilerpipe::METHOD,
    justext::METHOD,
    wu::METHOD,
    mountain::METHOD,
    crunch::METHOD,
    cnr::METHOD,
    grain::METHOD,
    joshi::METHOD,
];

impl Spec {
    /// The specs that a string with alternatives and ranges stands for; the last parameter
    /// changes fastest.
    ///
    /// # Errors
    /// If the string does not parse, a method, preset, parameter or value is not valid, or it stands
    /// for more than 10,000.
    pub fn grid(text: &str) -> Result<Vec<Spec>> {
        let grid = Spec::parse(text)?.expanded()?;
        grid.iter().try_for_each(|spec| spec.method()?.check(spec))?;
        Ok(grid)
    }

    /// The method's row.
    ///
    /// # Errors
    /// If there is no such method.
    pub fn method(&self) -> Result<&'static Method> {
        let mut methods = METHODS.iter().chain([&oracle::METHOD]);
        methods.find(|method| method.name == self.name()).ok_or_else(|| {
            let names: Vec<_> = METHODS.iter().map(|method| method.name).collect();
            self.error(format!("no method `{}`; there are {}", self.name(), names.join(", ")))
        })
    }

    /// Makes the extractor that the spec names.
    ///
    /// # Errors
    /// If the method, preset or a parameter is unknown, a value is out of its range, a file cannot be
    /// read, or the method has no model for these settings.
    pub fn build(&self) -> Result<Box<dyn Extractor>> {
        self.method()?.build(self)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        Spec::grid(text).unwrap_err().to_string()
    }

    #[test]
    fn a_spec_names_one_run() {
        assert_eq!(" wu( window = 5 ) ".parse::<Spec>().unwrap().to_string(), "wu(window=5)");
        assert!("wu(window=1|3)".parse::<Spec>().is_err());
    }

    #[test]
    fn errors_name_what_is_valid() {
        assert!(message("wo").contains("no method `wo`; there are all, "));
        assert!(message("wu(windw=3)").contains("no parameter `windw`; `wu` has leaf, window"));
        assert!(message("wu(threshold=1.5)").contains("`threshold=1.5` is not in 0..1"));
        assert!(message("wu(window=4)").contains("1..99, odd"));
        assert!(message("wu(papr)").contains("no preset `papr`; `wu` has paper"));
        assert!(message("all(x=1)").contains("`all` has none"));
    }

    /// Whatever a spec says, it is refused by [`Spec::grid`] or a method takes it as it stands.
    #[test]
    fn every_word_and_preset_of_the_table_is_taken() {
        for method in METHODS {
            for preset in method.presets() {
                let spec = format!("{}({})", method.name, preset.name);
                spec.parse::<Spec>().unwrap();
            }
            for parameter in method.parameters() {
                for word in parameter.values.to_string().split('|') {
                    let spec = format!("{}({}={word})", method.name, parameter.name);
                    let is_range = word.contains("..");
                    assert_eq!(spec.parse::<Spec>().is_err(), is_range, "{spec}");
                }
            }
        }
    }
}
