//! On how many threads a subcommand works.

/// More than any machine has cores: each costs memory and the time to start it.
const MOST: i64 = 1024;

/// The arguments that say it.
#[derive(Debug, clap::Args)]
pub struct Threads {
    /// Threads; 0 is one a core
    #[arg(short = 'j', long, default_value_t = 0, value_name = "N",
        value_parser = clap::value_parser!(u16).range(0..=MOST))]
    threads: u16,
}

impl Threads {
    /// Starts them, unless this process has done so before.
    pub fn start(&self) {
        rayon::ThreadPoolBuilder::new().num_threads(self.threads.into()).build_global().ok();
    }
}
