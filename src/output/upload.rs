//! An object on its way to a store: it is there when all of it is.

use std::io::{self, Write};
use std::path::Path;

use object_store::{MultipartUpload, ObjectStoreExt, PutPayload};

use crate::Result;
use crate::source::remote::store::{Object, io_error, runtime};

/// Bytes of one part; what is smaller goes in one request.
const PART: usize = 16 << 20;

/// An object that is being written.
pub(super) struct Upload {
    object: Object,
    waiting: Vec<u8>,
    parts: Option<Box<dyn MultipartUpload>>,
}

impl Upload {
    /// Begins the object at a URL; nothing is sent yet.
    ///
    /// # Errors
    /// If the URL is none that can be written.
    pub fn create(path: &Path) -> Result<Upload> {
        let object = Object::at(path)?;
        runtime(path)?;
        Ok(Upload { object, waiting: Vec::new(), parts: None })
    }

    /// Sends what is left, and lets the object appear.
    ///
    /// # Errors
    /// If the store does not take it.
    pub fn publish(mut self) -> Result<()> {
        let rest = PutPayload::from(std::mem::take(&mut self.waiting));
        let Object { store, key, .. } = &self.object;
        match &mut self.parts {
            None => self.object.wait(store.put(key, rest)).map(drop),
            Some(parts) => {
                self.object.wait(parts.put_part(rest))?;
                self.object.wait(parts.complete())?;
                self.parts = None;
                Ok(())
            }
        }
    }

    fn send(&mut self) -> Result<()> {
        let Object { store, key, .. } = &self.object;
        if self.parts.is_none() {
            self.parts = Some(self.object.wait(store.put_multipart(key))?);
        }
        let part = PutPayload::from(std::mem::take(&mut self.waiting));
        match &mut self.parts {
            Some(parts) => self.object.wait(parts.put_part(part)),
            None => Ok(()),
        }
    }
}

impl Write for Upload {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= PART {
            self.send().map_err(io::Error::other)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Upload {
    /// What was not published is taken away.
    fn drop(&mut self) {
        if let (Some(parts), Ok(runtime)) = (&mut self.parts, runtime(&self.object.path)) {
            // The run has failed already; a store forgets parts that were never completed.
            let _ = runtime.block_on(parts.abort()).map_err(io_error);
        }
    }
}
