//! Engine benchmarks: reading, compiling, deriving an evaluation, generating and making moves,
//! check tests, perft.
//!
//! Run with `cargo bench --bench engine`. `tools/count-instructions` counts instructions of the
//! same work.
#![expect(missing_docs, reason = "criterion's macro makes a public function")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ferz::formats::{Catalog, Format};
use ferz::game::{Variant, perft};
use ferz::search::{SearchOptions, Searcher};

/// Variants with perft depths: plain ones first, then ones with expensive rules.
const COUNTED: [(&str, u32); 12] = [
    ("chess", 4),
    ("capablanca", 3),
    ("grand", 3),
    ("xiangqi", 3),
    ("shako", 3),
    ("courier", 3),
    ("makruk", 3),
    ("shogi", 3),
    ("crazyhouse", 3),
    ("seirawan", 3),
    ("atomic", 3),
    ("janggi", 3),
];

const ALERT: &str = include_str!("../examples/grand-apothecary-chess-alert.txt");

fn variant(name: &str) -> Variant {
    let def = Catalog::builtin().get(name).expect("a built-in");
    Variant::compile(def).expect("a variant that can be played")
}

fn engine(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("engine");
    group
        .measurement_time(Duration::from_secs(3))
        .sample_size(10);
    group.bench_function("parse the diagram of the Alert", |bencher| {
        bencher.iter(|| black_box(Catalog::read(ALERT, Format::InteractiveDiagram)));
    });
    for name in ["chess", "grand-apothecary-chess-alert"] {
        let def = Catalog::builtin().get(name).expect("a built-in");
        group.bench_function(format!("compile {name} with its tables"), |bencher| {
            bencher.iter(|| {
                let variant = Variant::compile(def).expect("a good definition");
                black_box(perft(&variant.start(), 1))
            });
        });
        let compiled = variant(name);
        compiled.start().legal_moves();
        group.bench_function(
            format!("derive what positions of {name} are worth"),
            |bencher| {
                let options = SearchOptions {
                    table_mib: 1,
                    ..SearchOptions::default()
                };
                bencher.iter(|| black_box(Searcher::new(&compiled, options.clone())));
            },
        );
    }
    let start = variant("chess").start();
    group.bench_function("generate the moves of chess", |bencher| {
        bencher.iter(|| black_box(start.legal_moves()));
    });
    let first = start.legal_moves().remove(0);
    group.bench_function("make a move of chess", |bencher| {
        bencher.iter(|| black_box(start.play_unchecked(&first)));
    });
    group.bench_function("look for check in chess", |bencher| {
        bencher.iter(|| black_box(start.is_check()));
    });
    for (name, depth) in COUNTED {
        let start = variant(name).start();
        group.throughput(Throughput::Elements(perft(&start, depth)));
        group.bench_function(format!("perft {name} {depth}"), |bencher| {
            bencher.iter(|| black_box(perft(&start, depth)));
        });
    }
    group.finish();
}

criterion_group!(benches, engine);
criterion_main!(benches);
