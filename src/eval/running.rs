//! Commands of the shell that run at present, each on a page. Each is a group of processes, so that it
//! can be killed with all that it has started; Ctrl-C in a terminal does not reach such a group by
//! itself, so which there are is kept here for whoever handles it.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process::{self, Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What stands for the page's file in a command.
const PAGE: &str = "{page}";

/// The file of the page that each command runs on, by the command's process.
static RUNNING: Mutex<BTreeMap<u32, PathBuf>> = Mutex::new(BTreeMap::new());

fn running() -> MutexGuard<'static, BTreeMap<u32, PathBuf>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all commands, removes their pages' files and ends this process; no command starts meanwhile.
pub fn kill_and_exit(code: i32) -> ! {
    let running = running();
    kill(running.keys().copied());
    for page in running.values() {
        fs::remove_file(page).ok();
    }
    process::exit(code)
}

/// A command that runs on a page. Where nobody waits for its end, it is killed.
pub(super) struct Running {
    child: Child,
    has_ended: bool,
    /// Removed with it.
    _page: Scratch,
}

impl Running {
    /// Starts a command; see [`Program::new`](super::Program::new) for how it is given the page.
    pub fn start(command: &str, page: &[u8]) -> io::Result<Running> {
        // Held until the command is listed, so that none starts unseen by an interrupt.
        let mut running = running();
        let page = Scratch::new(page)?;
        let quoted = format!("'{}'", page.0.to_string_lossy().replace('\'', r"'\''"));
        let stdin = match command.contains(PAGE) {
            true => Stdio::null(),
            false => File::open(&page.0)?.into(),
        };
        let child = shell(&command.replace(PAGE, &quoted))
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        running.insert(child.id(), page.0.clone());
        Ok(Running { child, has_ended: false, _page: page })
    }

    /// Its standard output, once.
    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Waits for its end.
    pub fn wait(mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait()?;
        self.has_ended = true;
        Ok(status)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.has_ended {
            kill([self.child.id()]);
            self.child.kill().ok();
            self.child.wait().ok();
        }
        running().remove(&self.child.id());
    }
}

/// A command of the shell in a group of processes of its own.
#[cfg(unix)]
fn shell(command: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).process_group(0);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.arg("/C").arg(command);
    shell
}

/// Kills groups of processes, which only Unix has: elsewhere Ctrl-C reaches all processes. The shell has
/// `kill` built in, where a slim image has no program of that name.
fn kill(groups: impl IntoIterator<Item = u32>) {
    let groups: String = groups.into_iter().map(|group| format!(" -{group}")).collect();
    if cfg!(unix) && !groups.is_empty() {
        let kill = format!("kill -KILL{groups}");
        Command::new("sh").arg("-c").arg(kill).stderr(Stdio::null()).status().ok();
    }
}

/// A page's file, removed when it is done with.
struct Scratch(PathBuf);

impl Scratch {
    fn new(page: &[u8]) -> io::Result<Scratch> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("leafmill-{}-{number}.html", process::id()));
        let scratch = Scratch(path);
        fs::write(&scratch.0, page)?;
        Ok(scratch)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}
