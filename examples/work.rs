//! Repeats one kind of work to count its instructions: `work KIND NAME|FILE TIMES`.
//!
//! `tools/count-instructions` runs it under valgrind with two repetition counts, and divides the
//! difference, so that the start of the program does not count.

use ferz::definition::VariantDef;
use ferz::formats::Format;
use ferz::game::perft;
use ferz::{Catalog, Position, Variant};

const KINDS: &str = "parse, compile, generate, make, attack, or perft2";

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, kind, name, times] = &arguments[..] else {
        panic!("usage: work KIND NAME|FILE TIMES, where KIND is {KINDS}")
    };
    let times: usize = times.parse().expect("a number of times");
    let text = std::fs::read_to_string(name).ok();
    let def = definition(text.as_deref(), name);
    let variant = Variant::compile(&def).expect("a variant that can be played");
    let start = variant.start();
    // Tables are compiled on first use.
    let tables = perft(&start, 1);
    let done: u64 = (0..times)
        .map(|_| match kind.as_str() {
            "parse" => definition(text.as_deref(), name).pieces.len() as u64,
            "compile" => {
                let again = Variant::compile(&def).expect("it compiled before");
                perft(&again.start(), 1)
            }
            "generate" => start.legal_moves().len() as u64,
            "make" => made(&start),
            "attack" => u64::from(start.is_check()),
            "perft2" => perft(&start, 2),
            _ => panic!("KIND is {KINDS}"),
        })
        .sum();
    println!("{kind} {name}: {times} times, {}", tables + done);
}

fn definition(text: Option<&str>, name: &str) -> VariantDef {
    let read = match text {
        Some(text) => Catalog::read(text, Format::recognize(text).expect("a known format")).value,
        // The text is parsed each time; the built-in catalog would be parsed only once.
        None => Catalog::read(Catalog::builtin_text(), Format::Toml).value,
    };
    let def = read.get(name).or_else(|| read.first());
    def.expect("a variant").clone()
}

/// Plays every legal move.
fn made(start: &Position) -> u64 {
    let moves = start.legal_moves();
    let played = moves.iter().map(|one| start.play_unchecked(one));
    played
        .map(|after| after.setup().fullmove_number as u64)
        .sum()
}
