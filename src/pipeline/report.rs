//! A line of `damage.jsonl`.

use serde::{Deserialize, Serialize, Serializer};

use super::Problem;

/// A line of `damage.jsonl`.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq)]
pub(super) struct Row {
    file: String,
    offset: u64,
    id: Option<String>,
    kind: String,
    detail: String,
}

impl From<&Problem> for Row {
    fn from(problem: &Problem) -> Row {
        let (at, id, detail) = match problem {
            Problem::Damage(damage) => (&damage.at, damage.id.as_ref(), &damage.detail),
            Problem::Page { at, id, detail, .. } => (at, Some(id), detail),
            Problem::Input { at, detail, .. } => (at, None, detail),
        };
        Row {
            file: at.file.to_string_lossy().into_owned(),
            offset: at.offset,
            id: id.cloned(),
            kind: problem.kind().to_owned(),
            detail: detail.clone(),
        }
    }
}

impl Serialize for Problem {
    /// As a line of `damage.jsonl`.
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        Row::from(self).serialize(serializer)
    }
}
