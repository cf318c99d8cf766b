//! `oracle`: the units that the gold is made of, what choosing whole units could reach.
//!
//! It is no row of the table of methods, for it needs what no page has. `leafmill evaluate` takes
//! it, so that a table shows each data set's ceiling beside the methods.

use super::extractor::Extractor;
use super::method::Method;
use super::parameters::{Settings, parameters};
use crate::Result;
use crate::extraction::Extraction;
use crate::page::Page;

/// Its row.
pub(super) const METHOD: Method = Method::new::<Parameters>(
    "ours",
    "chooses by the gold: the ceiling of a data set, in `leafmill evaluate` alone",
);

parameters! {
    /// The oracle can be told nothing.
    pub struct Parameters for Oracle, "oracle" {}
}

/// What no page has: nobody can make one.
#[derive(Debug)]
pub enum Oracle {}

impl Oracle {
    fn new(parameters: &Parameters) -> Result<Oracle> {
        let message =
            "the oracle chooses by the gold of a data set; only `leafmill evaluate` has one";
        Err(parameters.error(message))
    }
}

impl Extractor for Oracle {
    fn extract(&self, _page: &Page) -> Extraction {
        match *self {}
    }
}

/// Whether a method is the oracle.
pub fn is_oracle(method: &Method) -> bool {
    method.name == METHOD.name
}

#[cfg(test)]
mod tests {
    use crate::extract::Spec;

    #[test]
    fn it_has_a_spec_but_no_extractor() {
        let spec: Spec = "oracle".parse().unwrap();
        let error = spec.build().err().unwrap().to_string();
        assert!(error.contains("only `leafmill evaluate`"), "{error}");
        assert!("oracle(x=1)".parse::<Spec>().is_err());
    }
}
