//! Several processes on one output directory, started, killed and started again in any order: what
//! is there in the end is what one undisturbed run leaves.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::resume::{collection, files};
use super::run;

/// Numbers that a seed gives (xorshift, Marsaglia 2003).
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

/// What the processes of a schedule do, and to which end.
struct Schedule {
    input: PathBuf,
    output: PathBuf,
    /// What is written: a shard an archive, or a file a page.
    format: &'static str,
    /// How long a run takes that nobody disturbs.
    duration: Duration,
    /// Jobs that share the directory; 1 is a run that has it alone.
    jobs: u64,
}

impl Schedule {
    fn command(&self, job: u64, threads: u64) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_leafmill"));
        command.arg("extract").arg(&self.input).args(["-m", "all", "-o"]);
        command.arg(format!("{}/", self.output.display())).args(["--format", self.format]);
        command.args(["-j", &threads.to_string()]);
        if self.jobs > 1 {
            command.args(["--shard", &format!("{job}/{}", self.jobs)]);
        }
        command.stderr(Stdio::piped());
        command
    }

    /// Two to four processes, each begun, and perhaps killed and begun again, at random moments.
    fn disturb(&self, random: &mut Seeded) {
        let part = |random: &mut Seeded| self.duration.mul_f64(random.below(1000) as f64 / 1e3);
        let mut running: Vec<Child> = Vec::new();
        for _ in 0..2 + random.below(3) {
            for _ in 0..1 + random.below(2) {
                let (job, threads) = (1 + random.below(self.jobs), 1 + random.below(4));
                running.push(self.command(job, threads).spawn().unwrap());
                sleep(part(random) / 2);
                if random.below(2) == 0 {
                    let at = random.below(running.len() as u64) as usize;
                    let mut killed = running.swap_remove(at);
                    killed.kill().unwrap();
                    killed.wait().unwrap();
                }
            }
        }
        for child in running {
            let done = child.wait_with_output().unwrap();
            let error = String::from_utf8(done.stderr).unwrap();
            match done.status.code().unwrap() {
                0 | 1 => assert!(error.contains(" pages: "), "{error}"),
                3 => assert!(error.contains("another run is writing here"), "{error}"),
                code => panic!("{code}: {error}"),
            }
        }
    }

    /// Lets every job come to its end.
    fn settle(&self) {
        for job in 1..=self.jobs {
            let done = self.command(job, 2).output().unwrap();
            let error = String::from_utf8(done.stderr).unwrap();
            assert!(matches!(done.status.code(), Some(0 | 1)), "{error}");
        }
    }
}

#[test]
fn random_schedules_end_as_one_undisturbed_run() {
    let dir = tempfile::tempdir().unwrap();
    let input = dir.path().join("in");
    collection(&input, 200);
    for (jobs, format) in [(1, "jsonl"), (2, "jsonl"), (1, "text"), (2, "text")] {
        let output = dir.path().join(format!("whole{jobs}-{format}"));
        let (input, duration) = (input.clone(), Duration::ZERO);
        let mut schedule = Schedule { input, output, format, duration, jobs };
        let begun = Instant::now();
        schedule.settle();
        schedule.duration = begun.elapsed();
        let expected = files(&schedule.output);
        for seed in 1..=5 {
            schedule.output = dir.path().join(format!("disturbed{jobs}-{format}-{seed}"));
            schedule.disturb(&mut Seeded(u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15)));
            schedule.settle();
            assert!(files(&schedule.output) == expected, "{jobs} jobs, {format}, seed {seed}");
        }
    }
}

#[test]
fn a_second_run_on_a_directory_or_a_file_says_that_there_is_a_first() {
    let dir = tempfile::tempdir().unwrap();
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/sample/pages/en-news-amp.html.gz");
    for (output, held) in [("out/", "out/manifest.jsonl"), ("one.jsonl", "one.jsonl.part")] {
        let output = format!("{}/{output}", dir.path().display());
        // It reads a pipe that does not end before we say so.
        let mut first = Command::new(env!("CARGO_BIN_EXE_leafmill"))
            .args(["extract", "-", "-o", &output])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let held = dir.path().join(held);
        wait_for(&held);
        let second = run(&["extract", page, "-o", &output]);
        assert_eq!(second.code, 3);
        let says = format!("{}: another run is writing here", held.display());
        assert!(second.err.contains(&says), "{}", second.err);
        first.kill().unwrap();
        first.wait().unwrap();
        // What it held stands in nobody's way.
        assert_eq!(run(&["extract", page, "-o", &output]).code, 0);
    }
    let shared = format!("{}/out/", dir.path().display());
    let otherwise = run(&["extract", page, "-o", &shared, "--shard", "1/2"]);
    assert_eq!(otherwise.code, 2);
    assert!(otherwise.err.contains("divided otherwise"), "{}", otherwise.err);
}

/// Waits until a file is there and has something in it, or is a part.
fn wait_for(path: &Path) {
    let is_part = path.extension().is_some_and(|extension| extension == "part");
    let begun = Instant::now();
    while !path.metadata().is_ok_and(|file| is_part || file.len() > 0) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{} did not come", path.display());
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(50));
}
