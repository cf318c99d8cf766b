//! The models: those that ship with the program, and those of a directory.

use std::path::Path;

use super::lexicon::Lexicon;
use super::parameters::Parameters;
use super::trees::Trees;
use crate::extract::parameters::Settings;
use crate::{Error, Result};

/// What was learnt.
#[derive(Debug, Clone)]
pub struct Models {
    /// Tell content from the rest, unit by unit.
    pub units: Trees,
    /// Tell pages that are one text from others.
    pub texts: Trees,
    /// Tell pages that offer one thing from others.
    pub goods: Trees,
    /// Names of classes.
    pub lexicon: Lexicon,
}

impl Models {
    /// Those that ship with the program.
    pub fn shipped(parameters: &Parameters) -> Result<Models> {
        let trees = |table: &[u8]| Trees::from_table(table).map_err(|m| parameters.error(m));
        Ok(Models {
            units: trees(include_bytes!("model/unit.bin"))?,
            texts: trees(include_bytes!("model/text.bin"))?,
            goods: trees(include_bytes!("model/goods.bin"))?,
            lexicon: Lexicon::from_table(&include_bytes!("model/lexicon.bin")[..])
                .ok_or_else(|| parameters.error("no lexicon"))?,
        })
    }

    /// Those in a directory that `scripts/train` wrote.
    pub fn read(directory: &Path) -> Result<Models> {
        let file = |name: &str| {
            let path = directory.join(format!("{name}.bin"));
            std::fs::read(&path).map_err(|error| Error::io(&path, error)).map(|table| (path, table))
        };
        let trees = |name: &str| {
            let (path, table) = file(name)?;
            Trees::from_table(&table).map_err(|message| Error::dataset(&path, message))
        };
        let (units, texts, goods) = (trees("unit")?, trees("text")?, trees("goods")?);
        let (path, table) = file("lexicon")?;
        let lexicon =
            Lexicon::from_table(table).ok_or_else(|| Error::dataset(&path, "not a lexicon"))?;
        Ok(Models { units, texts, goods, lexicon })
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::super::METHOD;
    use super::*;

    #[test]
    fn the_shipped_files_are_those_of_the_record() {
        let record: serde_json::Value =
            serde_json::from_str(include_str!("model/record.json")).unwrap();
        let files: [(&str, &[u8]); 4] = [
            ("unit.bin", include_bytes!("model/unit.bin")),
            ("text.bin", include_bytes!("model/text.bin")),
            ("goods.bin", include_bytes!("model/goods.bin")),
            ("lexicon.bin", include_bytes!("model/lexicon.bin")),
        ];
        for (name, bytes) in files {
            let digest: String =
                Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(record["sha256"][name], digest, "{name} is not what training wrote");
        }
        let sets: Vec<_> =
            record["data"].as_array().unwrap().iter().map(|data| &data["set"]).collect();
        assert_eq!(sets, METHOD.saw, "the record names other sets than the method says it saw");
    }

    #[test]
    fn models_of_a_directory_must_be_models() {
        let directory = tempfile::tempdir().unwrap();
        let spec = format!("grain(models={})", directory.path().display());
        let build = || spec.parse::<Parameters>().unwrap().build();
        assert!(matches!(build(), Err(Error::Io { .. })));
        std::fs::write(directory.path().join("unit.bin"), "x").unwrap();
        assert!(matches!(build(), Err(Error::Dataset { .. })));
    }
}
