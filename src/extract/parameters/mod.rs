//! Parameters: what a method can be told, declared once.
//!
//! A method declares its parameters with [`parameters!`]: name, type, default, range and help of each.
//! From this one declaration come the struct that a program writes, with its documentation and its
//! `Default`; the rows that `leafmill methods` prints; the presets; how a spec is read and printed; and
//! the errors that name what is valid. A spec is only another spelling of the struct:
//!
//! ```
//! use leafmill::methods::wu;
//!
//! let mut parameters = wu::Parameters::paper();
//! parameters.window = 7;
//! parameters.k = 0;
//! assert_eq!(parameters, "wu(paper,window=7,k=0)".parse()?);
//! let extractor = parameters.build()?;
//! # Ok::<(), leafmill::Error>(())
//! ```
//!
//! A parameter's type is one that is a [`Value`]: a number, `bool` (written `on` or `off`), a file
//! (`Option<PathBuf>`), or an enum whose words [`choice!`] declares.

mod declare;
mod value;

pub(crate) use declare::{parameters, values};
pub(crate) use value::choice;
pub use value::{Value, Values};

use std::fmt::Debug;

use super::extractor::Extractor;
use super::spec::Spec;
use crate::{Error, Result};

/// A parameter of a method: a row of what `leafmill methods` prints.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Parameter {
    /// Its name in a spec, and as a field.
    pub name: &'static str,
    /// Its value where nothing is said, as a spec has it; empty for no file.
    pub default: String,
    /// The values it takes.
    pub values: Values,
    /// What it does.
    pub about: &'static str,
}

/// Settings with a name of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Preset {
    /// The name, written first in a spec: `wu(paper)`.
    pub name: &'static str,
    /// What it stands for.
    pub about: &'static str,
    /// The parameters that it sets, and their values as a spec has them.
    pub set: Vec<(&'static str, String)>,
}

/// A value of each parameter of a method. [`parameters!`] implements it.
pub trait Settings: Clone + Default + PartialEq + Debug {
    /// The method's name.
    const METHOD: &'static str;
    /// What the settings make.
    type Extractor: Extractor + 'static;

    /// Every parameter, in the order of the declaration.
    fn table() -> Vec<Parameter>;

    /// The presets, in the order of the declaration.
    fn presets() -> Vec<Preset>;

    /// Every value as a spec has it, in the order of the declaration.
    fn values(&self) -> Vec<String>;

    /// Sets what a preset sets; `false` where there is none of the name.
    fn apply(&mut self, preset: &str) -> bool;

    /// Sets a parameter by its name; `false` where the text is none of its type.
    fn set(&mut self, name: &str, text: &str) -> bool;

    /// Makes the extractor.
    ///
    /// # Errors
    /// If a value is out of its range, a file cannot be read, or there is no model for the settings.
    fn build(&self) -> Result<Self::Extractor>;

    /// The settings that a spec names: the defaults, then the preset's, then the spec's own.
    ///
    /// # Errors
    /// If it is another method's, a preset or parameter is unknown, a value is out of its range, or a
    /// file of settings is not well.
    fn of(spec: &Spec) -> Result<Self> {
        if spec.name() != Self::METHOD {
            return Err(spec.error(format!("it is no spec of `{}`", Self::METHOD)));
        }
        Self::default().with(spec)?.settle(spec)
    }

    /// These settings as they are meant where a spec has named them: for a method that reads a file of
    /// settings, with what that says behind what the spec says.
    ///
    /// # Errors
    /// If that file cannot be read, or has what is no setting.
    fn settle(self, _spec: &Spec) -> Result<Self> {
        Ok(self)
    }

    /// These settings with a spec's over them, the preset's first.
    ///
    /// # Errors
    /// As [`Settings::of`].
    fn with(mut self, spec: &Spec) -> Result<Self> {
        if let Some(name) = spec.preset()
            && !self.apply(name)
        {
            let presets = Self::presets();
            let known = listed(presets.iter().map(|preset| preset.name));
            let method = Self::METHOD;
            return Err(spec.error(format!("no preset `{name}`; `{method}` has {known}")));
        }
        for (key, value) in spec.overrides() {
            self.assign(key, value).map_err(|message| spec.error(message))?;
        }
        Ok(self)
    }

    /// Sets a parameter by its name.
    ///
    /// # Errors
    /// Says what would be valid, where there is no such parameter or the value is out of its range.
    fn assign(&mut self, name: &str, text: &str) -> std::result::Result<(), String> {
        let table = Self::table();
        let Some(row) = table.iter().find(|row| row.name == name) else {
            let known = listed(table.iter().map(|row| row.name));
            return Err(format!("no parameter `{name}`; `{}` has {known}", Self::METHOD));
        };
        if row.values.contain(text) && self.set(name, text) {
            Ok(())
        } else {
            Err(format!("`{name}={text}` is not in {}", row.values))
        }
    }

    /// Checks what a program has written: every value is to be in its range.
    ///
    /// # Errors
    /// As [`Settings::assign`].
    fn check(&self) -> Result<()> {
        let mut copy = Self::default();
        for (row, value) in Self::table().iter().zip(self.values()) {
            copy.assign(row.name, &value).map_err(|message| self.error(message))?;
        }
        Ok(())
    }

    /// The shortest spec of these settings: what differs from the default.
    fn spec(&self) -> Spec {
        let named = Self::table().into_iter().zip(self.values());
        let differ = named.filter(|(row, value)| row.default != *value);
        Spec::new(Self::METHOD, differ.map(|(row, value)| (row.name.to_owned(), value)).collect())
    }

    /// An error that names these settings.
    fn error(&self, message: impl Into<String>) -> Error {
        self.spec().error(message)
    }
}

/// Names for an error message.
fn listed(names: impl Iterator<Item = &'static str>) -> String {
    let names: Vec<_> = names.collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
