//! Measures move generation and move making: lists and plays all moves of a tree, as a search does.
//! `cargo run --release --example tree_walk -- chess 5 [FEN]`

use std::time::Instant;

use ferz::game::MoveList;
use ferz::{Position, Variant};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let name = arguments.get(1).map_or("chess", String::as_str);
    let depth = arguments.get(2).and_then(|text| text.parse().ok());
    let variant = Variant::builtin(name).expect("a built-in variant");
    let position = match arguments.get(3) {
        Some(fen) => variant.parse_fen(fen).expect("a FEN of the variant"),
        None => variant.start(),
    };
    let mut lists = vec![MoveList::new(); depth.unwrap_or(4) + 1];
    // The variant's tables are compiled on first use, which is not measured.
    position.moves_into(&mut lists[0]);
    let start = Instant::now();
    let nodes = walk(&position, &mut lists);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{nodes} positions, {:.4} µs each",
        seconds * 1e6 / nodes as f64
    );
}

/// The number of positions of the tree, whose depth is the number of lists.
fn walk(position: &Position, lists: &mut [MoveList]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return 0;
    };
    position.moves_into(moves);
    if deeper.is_empty() {
        return 1;
    }
    let below = moves
        .iter()
        .map(|code| walk(&position.play_code(code), deeper));
    1 + below.sum::<u64>()
}
