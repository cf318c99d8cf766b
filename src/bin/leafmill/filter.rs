//! Which pages `extract` takes.

use std::fs;
use std::path::{Path, PathBuf};

use leafmill::pipeline::{Filter, Hosts, Pattern, StatusPattern};
use leafmill::{Error, Result};

/// Which pages are taken; the others are counted as passed over, by what they do not fit.
#[derive(clap::Args)]
#[command(next_help_heading = "Which pages")]
pub struct FilterArgs {
    /// Only pages with this HTTP status, such as 200 or 2xx (several: 2xx,404)
    #[arg(long, value_name = "STATUS", value_delimiter = ',', value_parser = status)]
    status: Vec<StatusPattern>,
    /// Only pages whose whole address fits the pattern, in which * stands for anything; may be repeated
    #[arg(long, value_name = "PATTERN")]
    url: Vec<String>,
    /// Only pages of this host and those below it, or of the hosts in @FILE, one a line; may be repeated
    #[arg(long, value_name = "HOST")]
    host: Vec<String>,
    /// Only pages whose content has so many words
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_words: usize,
}

impl FilterArgs {
    /// The lists of hosts.
    pub fn lists(&self) -> impl Iterator<Item = PathBuf> {
        self.host.iter().filter_map(|host| list(host)).map(Path::to_path_buf)
    }

    /// The filter that was asked for.
    ///
    /// # Errors
    /// If a list of hosts cannot be read, or what is named can be no host.
    pub fn filter(&self) -> Result<Filter> {
        let mut hosts = Hosts::default();
        for host in &self.host {
            match list(host) {
                Some(path) => {
                    let list = fs::read_to_string(path).map_err(|e| Error::io(path, e))?;
                    hosts.add_list(&list).map_err(|message| Error::dataset(path, message))?;
                }
                None => hosts.add(host).map_err(|message| Error::dataset("--host", message))?,
            }
        }
        let mut filter = Filter::default();
        filter.statuses = self.status.clone();
        filter.urls = self.url.iter().map(|url| Pattern::new(url)).collect();
        filter.hosts = hosts;
        filter.min_words = self.min_words;
        Ok(filter)
    }
}

/// The file that `@FILE` names.
fn list(host: &str) -> Option<&Path> {
    host.strip_prefix('@').map(Path::new)
}

fn status(text: &str) -> std::result::Result<StatusPattern, String> {
    StatusPattern::parse(text).ok_or("a status such as 404, or a class such as 2xx".into())
}
