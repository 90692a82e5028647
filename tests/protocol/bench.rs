//! The signature of the search.

use std::time::Duration;

use ferz::eval::Evaluation;
use ferz::formats::Catalog;
use ferz::search::{Clock, Control};
use ferz_cli::protocol::{BENCH_VARIANTS, BenchRow, bench, bench_checksum};

use super::driver::Driver;
use crate::harness::builtin;

struct Still;

impl Clock for Still {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// The result of a built-in game.
fn row(name: &str, nodes: u64) -> BenchRow {
    let control = Control::default();
    let row = bench(
        name,
        &builtin(name),
        nodes,
        Evaluation::Builtin,
        &Still,
        &control,
    );
    row.expect("nothing stops it")
}

#[test]
fn the_same_search_has_the_same_checksum() {
    assert_eq!(row("chess", 100), row("chess", 100));
    assert_ne!(row("chess", 100).checksum, row("chess", 200).checksum);
    assert_ne!(row("chess", 100).checksum, row("makruk", 100).checksum);
    assert_ne!(bench_checksum(&[row("chess", 100)]), bench_checksum(&[]));
}

#[test]
fn the_dozen_is_built_in() {
    for name in BENCH_VARIANTS {
        assert!(Catalog::builtin().get(name).is_some(), "{name}");
    }
}

#[test]
fn an_engine_in_uci_measures_itself() {
    let mut driver = Driver::new("uci");
    let rows = ["chess", "makruk"].map(|name| row(name, 50));
    let signature = format!("Signature: {}", rows[0].nodes + rows[1].nodes);
    let answers = driver.send("bench 50 chess makruk");
    assert!(answers.contains(&signature), "{answers:?}");
    let last = answers.last().expect("an answer");
    assert!(last.starts_with("Nodes/second: "), "{last}");
    assert!(answers[1].starts_with("makruk "), "{answers:?}");
    for refused in ["bench nosuch", "bench 0", "bench 50 chess 60"] {
        let answers = driver.send(refused);
        let is_refusal = |line: &String| line.starts_with("info string error[E1");
        assert!(
            answers.len() == 1 && answers.iter().all(is_refusal),
            "{refused}: {answers:?}"
        );
    }
    assert_eq!(driver.send("isready"), ["readyok"]);
}

#[test]
fn a_bench_can_be_stopped() {
    let mut driver = Driver::idle("uci");
    assert!(driver.send("bench").is_empty());
    assert_eq!(driver.send("isready"), ["readyok"]);
    assert_eq!(driver.send("stop"), ["info string the bench was stopped"]);
}
