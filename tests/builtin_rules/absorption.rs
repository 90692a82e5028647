//! `rules.use.absorption`: captors that gain the powers of captured pieces.

use super::{after, at, chess, found, round_trips, texts};

const UNIONS: &str = "
pieces.archbishop = { letter = 'S', move = 'BN' }
pieces.chancellor = { letter = 'E', move = 'RN' }
pieces.amazon = { letter = 'A', move = 'QN' }
[rules.use.absorption.parts]
queen = ['rook', 'bishop']
archbishop = ['bishop', 'knight']
chancellor = ['rook', 'knight']
amazon = ['queen', 'knight']
pawn = []
";

/// A position, a move, and the board after it.
const MOVES: &[(&str, &str, &str)] = &[
    (
        "4k3/8/8/3n4/8/8/8/3RK3 w - -",
        "d1d5",
        "4k3/8/8/3E4/8/8/8/4K3",
    ),
    (
        "4k3/8/8/3b4/8/8/8/3RK3 w - -",
        "d1d5",
        "4k3/8/8/3Q4/8/8/8/4K3",
    ),
    // Existing powers are not gained again; a queen with an archbishop is an amazon.
    (
        "4k3/8/8/3b4/8/8/8/3QK3 w - -",
        "d1d5",
        "4k3/8/8/3Q4/8/8/8/4K3",
    ),
    (
        "4k3/8/8/3s4/8/8/8/3QK3 w - -",
        "d1d5",
        "4k3/8/8/3A4/8/8/8/4K3",
    ),
    // The power of a pawn is not gained, and a king stays a king.
    (
        "4k3/8/8/3p4/8/8/8/3RK3 w - -",
        "d1d5",
        "4k3/8/8/3R4/8/8/8/4K3",
    ),
    ("4k3/8/8/8/8/8/3n4/4K3 w - -", "e1d2", "4k3/8/8/8/8/8/3K4/8"),
    // A pawn becomes the captured piece, also on the last rank, where it has no choice.
    (
        "4k3/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k3/8/8/3N4/8/8/8/4K3",
    ),
    (
        "4k3/8/8/3p4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k3/8/8/3P4/8/8/8/4K3",
    ),
    (
        "n3k3/1P6/8/8/8/8/8/4K3 w - -",
        "b7a8",
        "N3k3/8/8/8/8/8/8/4K3",
    ),
    (
        "4k3/1P6/8/8/8/8/8/4K3 w - -",
        "b7b8r",
        "1R2k3/8/8/8/8/8/8/4K3",
    ),
];

#[test]
fn a_captor_becomes_the_piece_that_has_the_powers_of_both() {
    let variant = chess(UNIONS);
    for (fen, text, wanted) in MOVES {
        let position = after(&at(&variant, fen), &[text]);
        let fen_behind = position.to_fen();
        let board = fen_behind.split(' ').next().unwrap_or_default();
        assert_eq!(board, *wanted, "{fen} {text}");
        round_trips(&position);
    }
    let promotions = texts(&at(&variant, "n3k3/1P6/8/8/8/8/8/4K3 w - -"));
    let captures = promotions.iter().filter(|text| text.starts_with("b7a8"));
    assert_eq!(captures.count(), 1);
}

#[test]
fn a_rook_made_by_capture_does_not_castle() {
    let variant = chess(UNIONS);
    let position = after(&at(&variant, "4k2r/6P1/8/8/8/8/8/4K3 w k -"), &["g7h8"]);
    let fen = position.to_fen();
    assert!(fen.starts_with("4k2R/8/8/8/8/8/8/4K3 b - "), "{fen}");
    round_trips(&position);
}

#[test]
fn bad_tables_of_parts_are_refused_at_their_place() {
    let rows = [
        (
            "rules.use.absorption = {}",
            "E0310 absorption: `absorption`: no piece has parts",
        ),
        (
            "rules.use.absorption.parts = { queen = ['rook', 'queen'] }",
            "E0409 ['rook', 'queen']: `absorption`: a piece that is a part of itself",
        ),
        (
            "rules.use.absorption.parts = { queen = ['rook'] }",
            "E0409 ['rook']: `absorption`: another piece has the same parts",
        ),
        (
            "rules.use.absorption.parts = { queen = ['rook', 'wizard'] }",
            "E0306 'wizard': `absorption`: `wizard` is not a piece of the variant",
        ),
        (
            "rules.use.absorption.parts = {}",
            "W0410 parts: `absorption`: no piece has parts, so no piece gains powers",
        ),
        (
            "rules.use.absorption = { captors = [], parts = { pawn = [] } }",
            "W0410 []: `absorption`: no piece is named, so no piece gains powers",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
}
