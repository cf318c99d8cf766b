//! Files by URL: `s3://`, `gs://`, `https://`, `http://`, with the feature `remote`.
//!
//! A file is streamed whole, once, by a task of its own, ahead of whoever reads it: an archive like
//! Common Crawl's asks for whole files and polite retries, and limits requests, not bytes. A stream
//! that breaks or stalls goes on at the byte where it stopped. Credentials are those of the usual
//! environment (`AWS_…`, `GOOGLE_…`).

#[cfg(feature = "remote")]
mod fetch;
#[cfg(feature = "remote")]
pub(crate) mod store;

use std::io::Read;
use std::path::Path;
use std::time::Duration;

#[cfg(not(feature = "remote"))]
use crate::Error;
use crate::Result;

/// How inputs by URL are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remote {
    /// Whether a file is read by ranges of its bytes, several at a time: for a store of one's own.
    pub ranges: bool,
    /// How long nothing may come before a stream is begun again where it stopped.
    pub stall: Duration,
    /// How often in a row a request may fail.
    pub retries: u32,
}

impl Default for Remote {
    /// Whole files, a minute, ten times: with the waits between them some four minutes.
    fn default() -> Remote {
        Remote { ranges: false, stall: Duration::from_secs(60), retries: 10 }
    }
}

/// Whether a path is a URL that is read from a network.
pub(crate) fn is_remote(path: &Path) -> bool {
    let text = path.to_str().unwrap_or_default();
    ["s3://", "gs://", "https://", "http://"].iter().any(|scheme| text.starts_with(scheme))
}

/// The last part of a URL's path.
pub(crate) fn file_name(path: &Path) -> String {
    let text = path.to_string_lossy();
    text.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned()
}

/// Begins to read the file at a URL.
///
/// # Errors
/// If the URL is none that can be read, or leafmill was built without the feature.
pub(crate) fn open(path: &Path, options: &Remote) -> Result<Box<dyn Read + Send>> {
    #[cfg(feature = "remote")]
    return Ok(Box::new(fetch::Download::new(store::Object::at(path)?, *options)));
    #[cfg(not(feature = "remote"))]
    {
        let _ = options;
        Err(Error::WithoutRemote { path: path.to_path_buf() })
    }
}

/// The files below a URL that ends in `/`, in order, with their sizes.
///
/// # Errors
/// If the store cannot list them, or leafmill was built without the feature.
pub(crate) fn list(path: &Path) -> Result<Vec<(std::path::PathBuf, u64)>> {
    #[cfg(feature = "remote")]
    return store::Object::at(path)?.list();
    #[cfg(not(feature = "remote"))]
    Err(Error::WithoutRemote { path: path.to_path_buf() })
}

/// The bytes of the file at a URL.
///
/// # Errors
/// If the store cannot be asked or has no such file, or leafmill was built without the feature.
pub(crate) fn size(path: &Path) -> Result<u64> {
    #[cfg(feature = "remote")]
    {
        use object_store::ObjectStoreExt;
        let object = store::Object::at(path)?;
        object.wait(object.store.head(&object.key)).map(|meta| meta.size)
    }
    #[cfg(not(feature = "remote"))]
    Err(Error::WithoutRemote { path: path.to_path_buf() })
}
