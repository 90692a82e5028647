//! Runs the whole-system laws of `tests/fuzzing` on as many damaged texts as wanted.
//!
//! ```text
//! system [--from N] [--runs N] [--more FOLDER] [--file FILE] [--keep-going] [--show N] [--shrink N]
//! ```
//!
//! Executions are numbers: `--from 5 --runs 1` repeats one, `--show 5` shows its text, and
//! `--shrink 5` what of it is enough; `--file FILE` takes a definition file instead of the texts
//! of the numbers. The definitions below `--more` are damaged as well. Each is bounded in what it
//! allocates, which is the work that is counted; a watch on the processor time ends the program
//! with the number of an execution that never comes back.

#[path = "../../tests/fuzzing/mod.rs"]
mod fuzzing;
mod measure;
mod shrink;

/// What the tests share.
#[path = "."]
mod harness {
    #[path = "../../tests/harness/random.rs"]
    mod random;

    pub(crate) use random::Random;
}

use std::collections::BTreeMap;
use std::panic;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

use fuzzing::{Broken, Case, Corpus, Kind, case, examine};
use measure::Meter;

#[global_allocator]
static METER: Meter = Meter;

/// Where the last panic came from.
static PLACE: Mutex<String> = Mutex::new(String::new());

/// Findings of one law that are told.
const TOLD: usize = 5;

fn main() -> ExitCode {
    let (mut from, mut runs) = (0, 1000);
    let (mut keep_going, mut show, mut shrink) = (false, None, None);
    let (mut more, mut file) = (None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--more" {
            more = arguments.next().map(PathBuf::from);
            continue;
        }
        if argument == "--file" {
            let path = arguments.next().expect("a file");
            let text = std::fs::read_to_string(path).expect("a file that can be read");
            let kind = Kind::Definition;
            file = Some(Case { kind, text });
            continue;
        }
        let mut number = || arguments.next().and_then(|text| text.parse::<u64>().ok());
        match argument.as_str() {
            "--from" => from = number().expect("a number"),
            "--runs" => runs = number().expect("a number"),
            "--show" => show = number(),
            "--shrink" => shrink = number(),
            "--keep-going" => keep_going = true,
            other => {
                eprintln!("`{other}` is no option");
                return ExitCode::from(2);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let corpus = Corpus::read(&root, more.as_deref());
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string);
        *PLACE.lock().expect("nobody panics here") = place.unwrap_or_default();
    }));
    if let Some(number) = show.or(shrink) {
        let mut case = file.unwrap_or_else(|| case(&corpus, number));
        if shrink.is_some() {
            case = shrink::shrunk(&case, |case| tried(&corpus, case, number).err());
        }
        println!("{:?}\n{}\n---", case.kind, case.text);
        match tried(&corpus, &case, number) {
            Ok(()) => println!("no law is broken"),
            Err(broken) => println!("{broken}"),
        }
        return ExitCode::SUCCESS;
    }
    measure::watch();
    let begun = Instant::now();
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let (mut n_executions, mut most) = (0, (0, 0));
    for number in from..from + runs {
        let case = file.clone().unwrap_or_else(|| case(&corpus, number));
        measure::begin(number);
        let result = tried(&corpus, &case, number);
        most = most.max((measure::allocations(), number));
        n_executions += 1;
        if let Err(broken) = result {
            let times = found.entry(broken.law.clone()).or_default();
            *times += 1;
            if *times <= TOLD {
                println!("{number}: {broken}\n{:?}\n{}\n---", case.kind, case.text);
            }
            if !keep_going {
                break;
            }
        }
        if n_executions % 10_000 == 0 {
            eprintln!("{n_executions} after {} s", begun.elapsed().as_secs());
        }
    }
    for (law, times) in &found {
        println!("{times} times: {law}");
    }
    println!(
        "{n_executions} executions from {from}, {} findings; at most {} allocations ({}); {} s",
        found.values().sum::<usize>(),
        most.0,
        most.1,
        begun.elapsed().as_secs()
    );
    ExitCode::from(u8::from(!found.is_empty()))
}

/// The laws, and the one that work is bounded.
fn tried(corpus: &Corpus, case: &Case, number: u64) -> Result<(), Broken> {
    measure::begin(number);
    let mut result = examine(corpus, case, number);
    if let Err(broken) = &mut result
        && broken.law == "no panic"
    {
        // Panics at different places are different findings.
        broken.law = format!("no panic at {}", PLACE.lock().expect("nobody panics here"));
    }
    let allocations = measure::allocations();
    if result.is_ok() && allocations > measure::LIMIT {
        let detail = format!("{allocations} allocations");
        return Err(Broken::new("work is bounded", detail));
    }
    result
}
