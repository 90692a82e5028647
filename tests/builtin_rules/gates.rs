//! `rules.use.gates`: waiting pieces that enter behind departing ones.

use ferz::formats::{Catalog, Format};
use ferz::game::Variant;

use super::{after, at, found, round_trips, texts};

/// Chess with an additional rank at either end for waiting pieces.
fn gated() -> Variant {
    let text = "name = 'gated'
board = { files = 8, ranks = 10 }
start = '3nr3/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/1N1QR3 w'
rules.use.gates.zone = 'rank 1'
[pieces]
pawn = { letter = 'P', move = 'ifmnDfmWfceF', initial = 'rank 3' }
knight = { letter = 'N', move = 'N' }
bishop = { letter = 'B', move = 'B' }
rook = { letter = 'R', move = 'R' }
queen = { letter = 'Q', move = 'Q' }
king = { letter = 'K', move = 'KisO2', royal = true }
";
    let read = Catalog::read(text, Format::Toml);
    assert_eq!(read.diagnostics, []);
    Variant::compile(read.value.first().expect("a variant")).expect("a game")
}

fn placement(position: &ferz::game::Position) -> String {
    position
        .to_fen()
        .split(' ')
        .next()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn who_waits_comes_in_when_the_square_in_front_is_left_for_the_first_time() {
    let variant = gated();
    let start = at(&variant, variant.def().start.as_str());
    let one = after(&start, &["b2c4"]);
    assert_eq!(
        placement(&one),
        "3nr3/rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RNBQKBNR/3QR3"
    );
    round_trips(&one);
    // No piece waits behind a square in the middle, nor behind one with an empty gate.
    let two = after(&one, &["a8a7", "c4d6", "a7a6", "b2c4"]);
    assert!(
        placement(&two).ends_with("R1BQKBNR/3QR3"),
        "{}",
        two.to_fen()
    );
}

#[test]
fn gates_are_closed() {
    let variant = gated();
    let position = at(&variant, "4r3/4k3/8/8/8/8/8/8/4K3/3Q4 w");
    let moves = texts(&position);
    assert!(moves.iter().all(|text| text.starts_with("e2")), "{moves:?}");
    assert!(moves.iter().all(|text| !text.ends_with('1')), "{moves:?}");
    // A waiting piece gives no check, and blocks nothing but its own square.
    assert!(!position.is_check());
    let black = at(&variant, "8/4k3/8/8/8/8/3r4/8/4K3/3Q4 b");
    assert!(!texts(&black).contains(&"d4d1".to_owned()));
}

#[test]
fn castling_brings_in_who_waits_behind_the_king() {
    let variant = gated();
    let fen = "8/4k3/8/8/8/8/8/8/4K2R/4N2Q w - - 0 1 unmoved=e2h2";
    let position = at(&variant, fen);
    let castled = after(&position, &["e2g2"]);
    assert_eq!(placement(&castled), "8/4k3/8/8/8/8/8/8/4NRK1/7Q");
    // A king that has moved cannot gate.
    let moved = at(&variant, "8/4k3/8/8/8/8/8/8/4K2R/4N2Q w - - 0 1 unmoved=h2");
    assert_eq!(
        placement(&after(&moved, &["e2f2"])),
        "8/4k3/8/8/8/8/8/8/5K1R/4N2Q"
    );
    assert_eq!(
        placement(&after(&moved, &["h2g2"])),
        "8/4k3/8/8/8/8/8/8/4K1RQ/4N3"
    );
}

#[test]
fn a_check_may_be_met_by_who_comes_in() {
    let variant = gated();
    // The knight's move uncovers the king, and the entering queen blocks the line.
    let position = at(&variant, "8/4k3/8/8/8/8/8/8/KN5r/1Q6 w - - 0 1 unmoved=b2");
    assert!(texts(&position).contains(&"b2c4".to_owned()));
    let position = at(&variant, "8/4k3/8/8/8/8/8/8/KN5r/8 w - - 0 1 unmoved=b2");
    assert!(!texts(&position).contains(&"b2c4".to_owned()));
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.use.gates = {}",
            "E0310 gates: `gates`: the gates are missing",
        ),
        (
            "rules.use.gates = { zone = 'rank 1', step = 'R' }",
            "E0409 'R': `gates`: a piece must enter by one step or leap",
        ),
        (
            "rules.use.gates = { zone = 'rank 1', step = 'bW' }",
            "W0410 'rank 1': `gates`: no gate leads to a square outside the gates",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
