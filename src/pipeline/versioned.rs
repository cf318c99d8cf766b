//! An object of a store that is written again and again, and only over what was written before.

use std::path::Path;

use object_store::{Error as Failure, ObjectStoreExt, PutMode, PutOptions, UpdateVersion};

use crate::source::remote::store::{Object, io_error, runtime};
use crate::{Error, Result};

/// An object as it is in memory, and the version of it that the store has.
///
/// A store has no locks. Of two runs that write to one object the one that is later finds another
/// version than it has written or read, and ends there.
pub(super) struct Versioned {
    object: Object,
    pub bytes: Vec<u8>,
    version: Option<UpdateVersion>,
}

impl Versioned {
    /// Reads an object, empty if it is not there.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(path: &Path) -> Result<Versioned> {
        let object = Object::at(path)?;
        let io = |error| Error::io(path, io_error(error));
        let read = runtime(path)?.block_on(async {
            let found = object.store.get(&object.key).await?;
            let (e_tag, version) = (found.meta.e_tag.clone(), found.meta.version.clone());
            Ok((found.bytes().await?.to_vec(), UpdateVersion { e_tag, version }))
        });
        let (bytes, version) = match read {
            Ok((bytes, version)) => (bytes, Some(version)),
            Err(Failure::NotFound { .. }) => (Vec::new(), None),
            Err(error) => return Err(io(error)),
        };
        Ok(Versioned { object, bytes, version })
    }

    /// Writes it over the version that was read or written last.
    ///
    /// # Errors
    /// If the store has another, or does not take it.
    pub fn put(&mut self) -> Result<()> {
        let Object { store, key, path } = &self.object;
        let mode = self.version.clone().map_or(PutMode::Create, PutMode::Update);
        let put = store.put_opts(key, self.bytes.clone().into(), PutOptions::from(mode));
        match runtime(path)?.block_on(put) {
            Ok(put) => {
                self.version = Some(UpdateVersion { e_tag: put.e_tag, version: put.version });
                Ok(())
            }
            Err(Failure::Precondition { .. } | Failure::AlreadyExists { .. }) => {
                Err(Error::Claimed { path: path.clone() })
            }
            Err(error) => Err(Error::io(path, io_error(error))),
        }
    }
}

/// The names of the objects that lie in a directory itself.
///
/// # Errors
/// If the store cannot be asked, or cannot list.
pub(super) fn names(directory: &Path) -> Result<Vec<String>> {
    let object = Object::at(directory)?;
    let listed = object.store.list_with_delimiter(Some(&object.key));
    let objects = object.wait(listed)?.objects;
    Ok(objects.iter().filter_map(|meta| meta.location.filename().map(str::to_owned)).collect())
}

/// Takes an object away.
///
/// # Errors
/// If that fails.
pub(super) fn remove(path: &Path) -> Result<()> {
    let object = Object::at(path)?;
    object.wait(object.store.delete(&object.key))
}
