//! Who takes part in an evaluation: the specs and runs of the command line.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use leafmill::eval::{Dataset, Documents, Entrant, Program};
use leafmill::internals::extract::{METHODS, Spec};
use leafmill::{Error, Result};

/// The specs that the arguments stand for, each once, every method as it comes where there are neither
/// specs nor runs, and the runs; and how many rows of these are none.
pub fn named(
    methods: &[String],
    runs: &[String],
    limit: Duration,
) -> Result<(Vec<Entrant>, usize)> {
    let mut specs: Vec<Spec> = Vec::new();
    if methods.is_empty() && runs.is_empty() {
        for method in METHODS {
            specs.push(method.name.parse()?);
        }
    }
    for grid in methods {
        for spec in Spec::grid(grid)? {
            if !specs.contains(&spec) {
                specs.push(spec);
            }
        }
    }
    let mut entrants: Vec<Entrant> = specs.into_iter().map(Entrant::Spec).collect();
    let mut faulty = 0;
    for argument in runs {
        let entrant = run(argument, limit)?;
        if let Entrant::Documents(documents) = &entrant {
            for skip in &documents.skipped {
                eprintln!("{}: passed over: {}", skip.path.display(), skip.reason);
            }
            faulty += documents.skipped.len();
        }
        entrants.push(entrant);
    }
    Ok((entrants, faulty))
}

/// What another program has made, or the program.
fn run(argument: &str, limit: Duration) -> Result<Entrant> {
    let unfit = |message: String| Error::Argument { argument: argument.to_owned(), message };
    let named = argument.split_once('=').filter(|(name, _)| !name.is_empty());
    let Some((name, what)) = named else {
        return Err(unfit("a run is named as NAME=FILE or NAME=COMMAND".to_owned()));
    };
    if Path::new(what).exists() {
        return Ok(Entrant::Documents(Arc::new(Documents::read(name, what.as_ref())?)));
    }
    // A command has words.
    if !what.contains(char::is_whitespace) {
        let message = format!("no file {what}, and no command: that has words, as in `{what} -`");
        return Err(unfit(message));
    }
    Ok(Entrant::Program(Arc::new(Program::new(name, what, limit))))
}

/// Says of how many pages runs have no document; how many such pages there are. A run of which no
/// document is a page's is an error: its ids are other pages'.
pub fn without_document(entrants: &[Entrant], datasets: &[Dataset]) -> Result<usize> {
    let mut all = 0;
    for entrant in entrants {
        let Entrant::Documents(documents) = entrant else { continue };
        let mut found = 0;
        for data in datasets {
            let has = data.items.iter().filter(|item| documents.of(&item.gold).is_some()).count();
            let missing = data.items.len() - has;
            if missing > 0 {
                let of = format!("{missing} of the {} pages of {}", data.items.len(), data.name);
                eprintln!("{entrant}: no document of {of}: they count as empty");
            }
            found += has;
            all += missing;
        }
        if found == 0 && !datasets.is_empty() {
            let message = "no row has the id or the address of a page that is evaluated".to_owned();
            return Err(Error::Argument { argument: documents.name.clone(), message });
        }
    }
    Ok(all)
}

/// Says on which pages programs failed; how many there are.
pub fn failures(entrants: &[Entrant]) -> usize {
    let mut failures = 0;
    for entrant in entrants {
        let Entrant::Program(program) = entrant else { continue };
        for skip in program.failures() {
            eprintln!("{}: {}: failed: {}", program.name, skip.path.display(), skip.reason);
            failures += 1;
        }
    }
    failures
}
