//! Notation benchmarks: corpus strings read per second, for each stage.
//!
//! Run with `cargo bench --bench notation`. The goal is 200 000 strings a second for all stages
//! together.
#![expect(missing_docs, reason = "criterion's macro makes a public function")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ferz::movement::Dialect;
use ferz::movement::Movement;
use ferz::syntax::betza::{lex, parse};

const CORPUS: &str = include_str!("../tests/data/corpus.txt");

fn notation(criterion: &mut Criterion) {
    let texts: Vec<&str> = CORPUS.lines().collect();
    let movements: Vec<Movement> = texts
        .iter()
        .map(|text| Movement::read(text, Dialect::XBetza).value)
        .filter(|movement| !movement.is_empty())
        .collect();
    let mut group = criterion.benchmark_group("notation");
    group.measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Elements(texts.len() as u64));
    group.bench_function("lex", |bencher| {
        bencher.iter(|| texts.iter().for_each(|text| drop(black_box(lex(text)))));
    });
    group.bench_function("lex and parse", |bencher| {
        bencher.iter(|| texts.iter().for_each(|text| drop(black_box(parse(text)))));
    });
    group.bench_function("lex, parse and resolve", |bencher| {
        bencher.iter(|| {
            for text in &texts {
                drop(black_box(Movement::read(text, Dialect::XBetza)));
            }
        });
    });
    group.throughput(Throughput::Elements(movements.len() as u64));
    group.sample_size(10);
    group.bench_function("print", |bencher| {
        bencher.iter(|| {
            for movement in &movements {
                drop(black_box(movement.to_betza(Dialect::XBetza)));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, notation);
criterion_main!(benches);
