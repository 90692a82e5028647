//! Tests random mixtures of rules, on their own or against Fairy-Stockfish.
//!
//! ```text
//! cargo run --features testing --example mixtures -- toml COUNT [FROM]
//! cargo run --features testing --example mixtures -- ini COUNT [FROM]
//! cargo run --features testing --example mixtures -- pyffish COUNT [FROM]
//! ```
//!
//! `pyffish` compares moves and results of definitions in Fairy-Stockfish's format with that
//! program, through its Python module. A failure is printed with the smallest part of the
//! definition that has it.

/// The folder of the project.
macro_rules! root {
    () => {
        env!("CARGO_MANIFEST_DIR")
    };
}

#[path = "."]
mod harness {
    #[allow(dead_code, reason = "the tests use the rest")]
    #[path = "../tests/harness/games.rs"]
    pub(crate) mod games;
    #[path = "../tests/harness/random.rs"]
    mod random;

    pub(crate) use random::Random;
}
#[path = "."]
mod composition {
    #[allow(dead_code, reason = "the tests use the rest")]
    #[path = "../tests/composition/games.rs"]
    mod games;
    #[path = "../tests/composition/lay.rs"]
    mod lay;

    pub(crate) use games::ACTIVE;
    pub(crate) use lay::{BASE, lay_over, lay_under, parse};
}
#[path = "../tests/mixing/mod.rs"]
mod mixing;
#[path = "../tests/mixing/pyffish.rs"]
mod pyffish;

use std::collections::BTreeMap;
use std::process::ExitCode;

use ferz::formats::Format;

use mixing::{Figures, Mixer, Whose};
use pyffish::{Beside, Pyffish};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_default();
    let count: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(1000);
    let from: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let format = if what == "toml" {
        Format::Toml
    } else {
        Format::FairyStockfishIni
    };
    let mut pyffish = None;
    if what == "pyffish" {
        pyffish = Pyffish::start();
        if pyffish.is_none() {
            println!("pyffish is not installed");
            return ExitCode::SUCCESS;
        }
    }
    let mixer = Mixer::new(if pyffish.is_some() {
        Whose::TheProgram
    } else {
        Whose::Anybody
    });
    let mut figures = Figures::default();
    let (mut n_mixed, mut n_died) = (0, 0);
    let mut faults: BTreeMap<&str, usize> = BTreeMap::new();
    for number in from..from + count {
        let Some((mixture, begin)) = mixer.mixture(format, number) else {
            continue;
        };
        n_mixed += 1;
        let tried = match &mut pyffish {
            None => mixture.examine(&begin, number).map_err(|fault| {
                println!("{}", mixture.report(number, &fault));
                fault.law
            }),
            Some(pyffish) => match pyffish.beside(&mixture, number) {
                Beside::Same(tried) => Ok(tried),
                Beside::Differs(fault) => {
                    println!("{}", pyffish.report(&mixture, number, &fault));
                    Err(fault.law)
                }
                Beside::Died => {
                    n_died += 1;
                    continue;
                }
            },
        };
        match tried {
            Ok(tried) => figures.add(&mixture, &tried),
            Err(law) => *faults.entry(law).or_default() += 1,
        }
    }
    println!("{n_mixed} definitions; without faults {figures}");
    println!("in none of these: {:?}", figures.unused(&mixer, format));
    if pyffish.is_some() {
        println!("{n_died} definitions that end the other program");
    }
    for (law, times) in &faults {
        println!("{times} times broken: {law}");
    }
    ExitCode::from(u8::from(!faults.is_empty()))
}
