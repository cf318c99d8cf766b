//! Who takes part in an evaluation: specs, methods of a program's own, and the documents that other
//! programs have made.

use std::fmt;
use std::sync::Arc;

use super::{Documents, Program};
use crate::extract::oracle::is_oracle;
use crate::extract::{Extractor, Spec};
use crate::measure::Measure;

/// One of those that an evaluation compares. It prints as its name in tables.
#[derive(Clone)]
#[non_exhaustive]
pub enum Entrant {
    /// A method of leafmill's, by its spec.
    Spec(Spec),
    /// A method from outside.
    Method {
        /// Its name.
        name: String,
        /// What extracts.
        extractor: Arc<dyn Extractor>,
    },
    /// Documents that another program has made.
    Documents(Arc<Documents>),
    /// Another program, run on each page.
    Program(Arc<Program>),
}

impl Entrant {
    /// Its spec, where it has one.
    pub fn spec(&self) -> Option<&Spec> {
        match self {
            Entrant::Spec(spec) => Some(spec),
            _ => None,
        }
    }

    /// Whether it is compared with: not the oracle, which knows the gold.
    pub(super) fn is_rival(&self) -> bool {
        self.spec().is_none_or(|spec| spec.method().is_ok_and(|method| !is_oracle(method)))
    }

    /// Whether it yields what a measure counts.
    pub(super) fn yields(&self, measure: Measure) -> bool {
        match self {
            Entrant::Spec(spec) => spec.method().is_ok_and(|method| measure.takes(method)),
            Entrant::Method { .. } => measure != Measure::Images,
            Entrant::Documents(_) | Entrant::Program(_) => measure.takes_documents(),
        }
    }
}

impl From<Spec> for Entrant {
    fn from(spec: Spec) -> Entrant {
        Entrant::Spec(spec)
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Spec(spec) => spec.fmt(f),
            Entrant::Method { name, .. } => f.pad(name),
            Entrant::Documents(documents) => f.pad(&documents.name),
            Entrant::Program(program) => f.pad(&program.name),
        }
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entrant({self})")
    }
}
