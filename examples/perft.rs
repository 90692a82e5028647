//! Counts the leaves of a built-in variant: `cargo run --release --example perft -- chess 5 [FEN]`.

use ferz::definition::Catalog;
use ferz::game::{Strategy, Variant, perft_with};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let name = arguments.get(1).map_or("chess", String::as_str);
    let depth: u32 = arguments.get(2).and_then(|text| text.parse().ok()).unwrap_or(4);
    let def = Catalog::builtin().get(name).expect("a built-in variant");
    let variant = Variant::compile(def).expect("built-ins compile");
    let position = match arguments.get(3) {
        Some(fen) => variant.parse_fen(fen).expect("a FEN of the variant"),
        None => variant.start(),
    };
    for strategy in [Strategy::Fastest, Strategy::General] {
        let depth = if strategy == Strategy::General { depth.min(3) } else { depth };
        let start = std::time::Instant::now();
        let nodes = perft_with(&position, depth, strategy);
        let seconds = start.elapsed().as_secs_f64();
        println!("{strategy:?} {name} perft {depth}: {nodes} in {seconds:.3} s, {:.1} M/s", nodes as f64 / seconds / 1e6);
    }
}
