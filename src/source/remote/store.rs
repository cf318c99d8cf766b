//! The stores that URLs lead to.

use std::env;
use std::error::Error as _;
use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use futures_util::TryStreamExt;
use object_store::aws::AmazonS3Builder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::http::HttpBuilder;
use object_store::path::Path as Key;
use object_store::{ClientOptions, ObjectStore, RetryConfig};
use tokio::runtime::{Builder, Runtime};

use crate::{Error, Result};

/// The threads that wait for networks, shared by all that is read and written.
static RUNTIME: LazyLock<io::Result<Runtime>> =
    LazyLock::new(|| Builder::new_multi_thread().worker_threads(2).enable_all().build());

/// The runtime, for `path`.
///
/// # Errors
/// If its threads cannot be begun.
pub(crate) fn runtime(path: &Path) -> Result<&'static Runtime> {
    RUNTIME
        .as_ref()
        .map_err(|error| Error::io(path, io::Error::new(error.kind(), error.to_string())))
}

/// What a URL leads to.
#[derive(Clone)]
pub(crate) struct Object {
    pub store: Arc<dyn ObjectStore>,
    pub key: Key,
    /// The URL.
    pub path: PathBuf,
}

impl Object {
    /// What a URL leads to; nothing is asked of the network.
    ///
    /// # Errors
    /// If the URL holds credentials or a query, or names no store.
    pub fn at(path: &Path) -> Result<Object> {
        let text = path.to_str().unwrap_or_default();
        let (scheme, rest) = text.split_once("://").unwrap_or_default();
        let (host, key) = rest.split_once('/').unwrap_or((rest, ""));
        if host.contains('@') {
            // They are not repeated where they might be read.
            let hidden = format!("{scheme}://…@{}", host.rsplit('@').next().unwrap_or_default());
            return Err(invalid(Path::new(&hidden), "credentials go into the environment"));
        }
        if key.contains(['?', '#']) {
            return Err(invalid(path, "a URL with a query is not read"));
        }
        let key = Key::from_url_path(key).map_err(|error| invalid(path, error))?;
        let store = store(scheme, host).map_err(|error| invalid(path, error))?;
        Ok(Object { store, key, path: path.to_path_buf() })
    }

    /// Another object of its store.
    pub fn sibling(&self, key: Key) -> Object {
        let text = self.path.to_string_lossy();
        let (scheme, rest) = text.split_once("://").unwrap_or_default();
        let host = rest.split('/').next().unwrap_or_default();
        let path = PathBuf::from(format!("{scheme}://{host}/{key}"));
        Object { store: self.store.clone(), key, path }
    }

    /// Waits for what a store does.
    ///
    /// # Errors
    /// What went wrong, with the URL.
    pub fn wait<T>(&self, done: impl Future<Output = object_store::Result<T>>) -> Result<T> {
        runtime(&self.path)?.block_on(done).map_err(|error| Error::io(&self.path, io_error(error)))
    }

    /// The objects below it, in order, with their sizes.
    ///
    /// # Errors
    /// If the store cannot be asked, or cannot list.
    pub fn list(&self) -> Result<Vec<(PathBuf, u64)>> {
        let listed = self.store.list(Some(&self.key)).try_collect();
        let mut all: Vec<object_store::ObjectMeta> = self.wait(listed)?;
        all.sort_unstable_by(|a, b| a.location.cmp(&b.location));
        Ok(all.into_iter().map(|meta| (self.sibling(meta.location).path, meta.size)).collect())
    }
}

/// An error of a store as one of the operating system.
pub(crate) fn io_error(error: object_store::Error) -> io::Error {
    let kind = match &error {
        object_store::Error::NotFound { .. } => io::ErrorKind::NotFound,
        object_store::Error::PermissionDenied { .. }
        | object_store::Error::Unauthenticated { .. } => io::ErrorKind::PermissionDenied,
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, with_causes(&error))
}

/// An error with what caused it, as the outermost says little of a connection that fails.
fn with_causes(error: &object_store::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.contains(&said) {
            text.push_str(": ");
            text.push_str(&said);
        }
        cause = error.source();
    }
    text
}

fn invalid(path: &Path, why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::io(path, io::Error::new(io::ErrorKind::InvalidInput, why))
}

fn store(scheme: &str, host: &str) -> object_store::Result<Arc<dyn ObjectStore>> {
    let options = options(scheme);
    // What fails is tried again where it is known how far a stream has come.
    let retry = RetryConfig { max_retries: 0, ..RetryConfig::default() };
    Ok(match scheme {
        "s3" => Arc::new(
            AmazonS3Builder::from_env()
                .with_bucket_name(host)
                .with_client_options(options)
                .with_retry(retry)
                .build()?,
        ),
        "gs" => Arc::new(
            GoogleCloudStorageBuilder::from_env()
                .with_bucket_name(host)
                .with_client_options(options)
                .with_retry(retry)
                .build()?,
        ),
        _ => Arc::new(
            HttpBuilder::new()
                .with_url(format!("{scheme}://{host}"))
                .with_client_options(options)
                .with_retry(retry)
                .build()?,
        ),
    })
}

fn options(scheme: &str) -> ClientOptions {
    let agent = concat!("leafmill/", env!("CARGO_PKG_VERSION"));
    let is_plain = |name: &str| env::var(name).is_ok_and(|value| value.starts_with("http://"));
    let allow = env::var("AWS_ALLOW_HTTP").is_ok_and(|value| value == "true" || value == "1");
    // Whoever names an address without encryption asks for it.
    let allow = allow
        || scheme == "http"
        || scheme == "s3" && (is_plain("AWS_ENDPOINT_URL") || is_plain("AWS_ENDPOINT"))
        || scheme == "gs" && is_plain("GOOGLE_BASE_URL");
    let options = ClientOptions::new()
        .with_timeout_disabled()
        .with_connect_timeout(std::time::Duration::from_secs(20))
        .with_allow_http(allow);
    match agent.parse() {
        Ok(agent) => options.with_user_agent(agent),
        Err(_) => options,
    }
}
