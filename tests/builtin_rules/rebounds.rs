//! Moves that turn only at a rebound: `rebounds`; and Rollerball, which has them.

use ferz::formats::{Catalog, Format};
use ferz::game::{Variant, perft};

use super::{at, chess, texts};

fn rollerball() -> Variant {
    let text = include_str!("../../examples/variants/rollerball.toml");
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.first().expect("a variant")).expect("it compiles")
}

/// The targets of the piece on a square.
fn goes(variant: &Variant, fen: &str, from: &str) -> Vec<String> {
    let moves = texts(&at(variant, fen));
    let moves = moves.iter().filter_map(|text| text.strip_prefix(from));
    moves.map(str::to_owned).collect()
}

#[test]
fn bishops_rebound_as_balls_do() {
    let variant = chess("pieces.bishop.move = { betza = '[B-sB]', rebounds = true }");
    // From d1 via h5 to e8, and via a4 to e8; no turn before the edges.
    let reached = goes(&variant, "7k/8/8/8/8/8/7K/3B4 w - - 0 1", "d1");
    assert_eq!(reached, ["b5", "c6", "d7", "e8", "f7", "g6"]);
    // A blocking man on the first leg, although it could be captured without a turn.
    let reached = goes(&variant, "7k/8/8/8/p7/8/2P4K/3B4 w - - 0 1", "d1");
    assert_eq!(reached, ["e8", "f7", "g6"]);
    // Via a3 and via c1; no turn in the corners.
    let reached = goes(&variant, "7k/8/8/8/8/8/1B5K/8 w - - 0 1", "b2");
    let wanted = ["b4", "c5", "d2", "d6", "e3", "e7", "f4", "f8", "g5", "h6"];
    assert_eq!(reached, wanted);
}

#[test]
fn rooks_of_rollerball_turn_in_corners() {
    let variant = rollerball();
    // Two pawns with two and three steps, and a step sideways for each rook.
    assert_eq!(perft(&variant.start(), 1), 7);
    let reached = goes(&variant, "6k/7/2***2/2***2/2***2/7/1R4K w - - 0 1", "b1");
    let wanted = [
        "a1", "a2", "a3", "a4", "a5", "a6", "a7", "b2", "b3", "b4", "b5", "b6", "b7", "c1",
    ];
    assert_eq!(reached, wanted);
    for (fen, is_check) in [
        ("7/7/k1***2/2***2/2***2/7/1R4K b - - 0 1", true),
        ("7/7/k1***2/2***2/P1***2/7/1R4K b - - 0 1", false),
        // Counterclockwise it goes one step.
        ("R1k4/7/2***2/2***2/2***2/7/6K b - - 0 1", true),
        ("2k1R2/7/2***2/2***2/2***2/7/6K b - - 0 1", false),
    ] {
        assert_eq!(at(&variant, fen).is_check(), is_check, "{fen}");
    }
}

#[test]
fn bishops_of_rollerball_rebound_from_both_edges() {
    let reached = |board: &str, from: &str| {
        let fen = format!("7/6k/2***2/2***2/2***2/{board} w - - 0 1");
        goes(&rollerball(), &fen, from)
    };
    // In a corner it turns in the direction of its side of the board: down on the right.
    assert_eq!(reached("6B/K6", "g2"), ["e2", "f1", "f3"]);
    assert_eq!(reached("7/K3B2", "e1"), ["c1", "d2", "f2"]);
}
