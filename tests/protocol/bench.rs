//! The signature of the search.

use std::time::Duration;

use ferz::definition::Catalog;
use ferz::eval::Evaluation;
use ferz::protocol::{BENCH_VARIANTS, bench, bench_signature};
use ferz::search::Clock;

struct Still;

impl Clock for Still {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

#[test]
fn the_same_search_has_the_same_signature() {
    let row = |name, nodes| bench(name, nodes, Evaluation::Shipped, &Still).expect("a built-in");
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
    let refused = bench("nosuch", 1, Evaluation::Shipped, &Still).expect_err("no such variant");
    assert!(refused.contains("E1001"), "{refused}");
}
