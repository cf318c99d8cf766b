//! All that a path stands for, as an iterator of owned records.

use super::caps::Caps;
use super::event::{Event, PassedOver};
use super::files::{Input, plan};
use super::reader::Reader;
use super::record::Record;
use crate::{Error, Result};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};

/// The events of all the files that a path stands for, as an iterator of owned records.
///
/// ```no_run
/// use leafmill::{Event, open};
/// for event in open("crawl.warc.gz")? {
///     match event? {
///         Event::Page(record) => println!("{} {} bytes", record.id, record.body.len()),
///         Event::Damage(damage) => eprintln!("{damage}"),
///         _ => {}
///     }
/// }
/// # Ok::<(), leafmill::Error>(())
/// ```
///
/// # Errors
///
/// As [`plan()`] and [`Reader::open`]; the iterator yields the latter's.
pub fn open(path: impl AsRef<Path>) -> Result<Records> {
    let plan = plan(&[path.as_ref().to_path_buf()])?;
    Ok(Records {
        inputs: plan.inputs.into(),
        passed_over: plan.passed_over.into(),
        unreadable: plan.unreadable.into(),
        reader: None,
        caps: Caps::default(),
    })
}

/// See [`open`].
pub struct Records {
    inputs: VecDeque<Input>,
    passed_over: VecDeque<(PathBuf, PassedOver)>,
    unreadable: VecDeque<Error>,
    reader: Option<Reader>,
    caps: Caps,
}

impl Records {
    /// The same, of whose records no more is taken than these caps say.
    pub fn within(self, caps: Caps) -> Records {
        Records { caps, ..self }
    }

    fn step(&mut self) -> Result<Option<Event<Record>>> {
        loop {
            if let Some(reader) = &mut self.reader {
                let mut record = Record::default();
                match reader.read(&mut record)? {
                    Some(event) => return Ok(Some(event.map(|()| record))),
                    None => self.reader = None,
                }
            }
            let Some(input) = self.inputs.pop_front() else {
                if let Some(error) = self.unreadable.pop_front() {
                    return Err(error);
                }
                return Ok(self.passed_over.pop_front().map(|(_, why)| Event::PassedOver(why)));
            };
            self.reader = Some(Reader::open(&input, &self.caps)?);
        }
    }
}

impl Iterator for Records {
    type Item = Result<Event<Record>>;

    fn next(&mut self) -> Option<Self::Item> {
        let step = self.step();
        if step.is_err() {
            // What cannot be read once is not tried again for ever.
            self.inputs.clear();
            self.reader = None;
        }
        step.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_taken_of_a_record_than_the_caps_say() {
        let longest = |bytes| {
            let records = open(Path::new("datasets/sample/sample.warc.gz")).unwrap();
            let records = records.within(Caps { body: bytes, decoded: bytes, ..Caps::default() });
            let bodies = records.map(|event| match event.unwrap() {
                Event::Page(record) => record.body.len(),
                _ => 0,
            });
            bodies.max().unwrap()
        };
        assert!(longest(32 << 20) > 3000);
        assert!((1..=3000).contains(&longest(3000)));
    }
}
