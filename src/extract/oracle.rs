//! `oracle`: the units that the gold is made of, what choosing whole units could reach.
//!
//! It is no row of the table of methods, for it needs what no page has. `leafmill evaluate` takes
//! it, so that a table shows each data set's ceiling beside the methods.

use super::Method;

/// Its row.
pub(super) const METHOD: Method = Method {
    name: "oracle",
    cite: "ours",
    about: "chooses by the gold: the ceiling of a data set, in `leafmill evaluate` alone",
    presets: &[],
    parameters: &[],
    build: |settings| {
        let message =
            "the oracle chooses by the gold of a data set; only `leafmill evaluate` has one";
        Err(settings.error(message))
    },
    training: None,
    saw: &[],
    judges_images: false,
};

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
