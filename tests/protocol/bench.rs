//! The signature of the search.

use std::time::Duration;

use ferz::eval::Evaluation;
use ferz::formats::Catalog;
use ferz::search::Clock;
use ferz_cli::protocol::{BENCH_VARIANTS, bench, bench_signature};

use super::driver::Driver;

struct Still;

impl Clock for Still {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

#[test]
fn the_same_search_has_the_same_signature() {
    let row = |name, nodes| bench(name, nodes, Evaluation::Builtin, &Still).expect("a built-in");
    assert_eq!(row("chess", 100), row("chess", 100));
    assert_ne!(row("chess", 100).signature, row("chess", 200).signature);
    assert_ne!(row("chess", 100).signature, row("makruk", 100).signature);
    assert_ne!(bench_signature(&[row("chess", 100)]), bench_signature(&[]));
}

#[test]
fn the_dozen_is_built_in() {
    for name in BENCH_VARIANTS {
        assert!(Catalog::builtin().get(name).is_some(), "{name}");
    }
    let refused = bench("nosuch", 1, Evaluation::Builtin, &Still).expect_err("no such variant");
    assert!(refused.contains("E1001"), "{refused}");
}

#[test]
fn an_engine_in_uci_measures_itself() {
    let mut driver = Driver::new("uci");
    let rows = ["chess", "makruk"]
        .map(|name| bench(name, 50, Evaluation::Builtin, &Still).expect("a built-in"));
    let signature = format!("Signature: {:016x}", bench_signature(&rows));
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
