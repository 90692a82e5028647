//! `rules.use.shoves`: pieces that push rows of others ahead of them.

use ferz::game::Position;

use super::{after, at, chess, found, round_trips, texts};

/// The piece placement after a move.
fn placed(position: &Position, text: &str) -> String {
    let fen = after(position, &[text]).to_fen();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// The moves of the piece on a square, sorted.
fn from(position: &Position, square: &str) -> Vec<String> {
    let mut moves = texts(position);
    moves.retain(|text| text.starts_with(square));
    moves.sort();
    moves
}

const OX: &str = "pieces.ox = { letter = 'X', move = 'mfR' }\n";

fn ox(settings: &str, fen: &str) -> Position {
    let lines = format!("{OX}rules.use.shoves = {{ strength.ox = 2{settings} }}");
    at(&chess(&lines), fen)
}

#[test]
fn a_row_is_shoved_as_far_as_there_is_room() {
    let position = ox("", "4k3/8/3n4/8/3p4/8/3X4/4K3 w - - 0 1");
    assert_eq!(
        from(&position, "d2"),
        ["d2d3", "d2d4,d4d5", "d2d5,d6d7,d4d6", "d2d6,d6d8,d4d7"]
    );
    assert_eq!(
        placed(&position, "d2d5,d6d7,d4d6"),
        "4k3/3n4/3p4/3X4/8/8/8/4K3"
    );
    // Three are too many.
    let position = ox("", "4k3/8/3n4/3n4/3p4/8/3X4/4K3 w - - 0 1");
    assert_eq!(from(&position, "d2"), ["d2d3"]);
}

#[test]
fn the_last_of_a_row_may_leave_the_board() {
    let fen = "3n2k1/3p4/8/3X4/8/8/8/4K3 w - - 0 1";
    assert_eq!(from(&ox("", fen), "d5"), ["d5d6"]);
    let position = ox(", off-board = true", fen);
    let moves = from(&position, "d5");
    assert_eq!(moves.len(), 3, "{moves:?}");
    assert_eq!(placed(&position, &moves[1]), "3p2k1/3X4/8/8/8/8/8/4K3");
    assert_eq!(placed(&position, "d5d8;d7,d8"), "3X2k1/8/8/8/8/8/8/4K3");
    // A king is neither shoved off the board nor first in a row; nor is it in check.
    let position = ox(", off-board = true", "3k4/3p4/8/3X4/8/8/8/4K3 w - - 0 1");
    assert_eq!(from(&position, "d5"), ["d5d6"]);
    let position = ox(", off-board = true", "8/3k4/8/3X4/8/8/8/4K3 b - - 0 1");
    assert!(!position.is_check());
}

#[test]
fn it_matters_whose_piece_is_met() {
    let row =
        |side: &str, fen: &str| from(&ox(&format!(", first-side = '{side}'"), fen), "d2").len();
    let (enemy, friend) = (
        "4k3/8/8/8/3p4/3P4/3X4/4K3 w - - 0 1".replace("3p4/3P4", "3P4/3p4"),
        "4k3/8/8/8/3p4/3P4/3X4/4K3 w - - 0 1",
    );
    assert_eq!(row("enemy", &enemy), 4);
    assert_eq!(row("enemy", friend), 0);
    assert_eq!(row("own", &enemy), 0);
    assert_eq!(row("own", friend), 4);
    assert_eq!(row("any", friend), 4);
}

#[test]
fn own_pieces_may_block_and_crush() {
    let fen = "4k3/8/8/3P4/3p4/8/3X4/4K3 w - - 0 1";
    assert_eq!(from(&ox("", fen), "d2").len(), 4);
    assert_eq!(from(&ox(", own-blocks = true", fen), "d2"), ["d2d3"]);
    let position = ox(", own-blocks = true, crush = true", fen);
    // After a shove, an own piece blocks as any other.
    assert_eq!(
        from(&position, "d2"),
        ["d2d3", "d2d4", "d2d5,d5d6", "d2d6,d5d7", "d2d7,d5d8"]
    );
    assert_eq!(placed(&position, "d2d4"), "4k3/8/8/3P4/3X4/8/8/4K3");
}

#[test]
fn one_step_may_be_all() {
    let fen = "4k3/8/8/8/3p4/8/3X4/4K3 w - - 0 1";
    let position = ox(", one-step = true", fen);
    assert_eq!(from(&position, "d2"), ["d2d3", "d2d4,d4d5"]);
}

#[test]
fn shoving_may_take_the_place_of_capturing() {
    let fen = "4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1";
    let rook = |settings: &str| {
        at(
            &chess(&format!(
                "rules.use.shoves = {{ strength.rook = 1{settings} }}"
            )),
            fen,
        )
    };
    let moves = from(&rook(""), "d2d5");
    assert_eq!(moves, ["d2d5", "d2d5,d5d6"]);
    assert_eq!(from(&rook(", instead = true"), "d2d5"), ["d2d5,d5d6"]);
    // The capture itself already shoves a piece off the edge.
    let fen = "3p1k2/8/8/8/8/8/3R4/4K3 w - - 0 1";
    let lines = "rules.use.shoves = { strength.rook = 1, off-board = true, instead = true }";
    assert_eq!(from(&at(&chess(lines), fen), "d2d8"), ["d2d8"]);
}

#[test]
fn what_has_just_come_may_not_be_shoved_back() {
    let fen = "4k3/3p4/8/8/8/8/3X4/4K3 b - - 0 1";
    let lines = |more: &str| format!("{OX}rules.use.shoves = {{ strength.ox = 2{more} }}");
    let shoved = |more: &str| {
        let position = at(&chess(&lines(more)), fen);
        let position = after(&position, &["d7d5"]);
        round_trips(&position);
        from(&position, "d2").len()
    };
    // To d6 and to d8, but not to d7.
    assert_eq!(shoved(""), 5);
    assert_eq!(shoved(", returning = false"), 4);
}

#[test]
fn an_own_king_must_be_safe_after_a_shove() {
    // The ox may take the knight's place in front of the king, and does not shove it farther.
    let lines = "pieces.ox = { letter = 'X', move = 'msR' }\nrules.use.shoves = { strength.ox = 2, first-side = 'any' }";
    let position = at(&chess(lines), "3r2k1/8/8/1X1N4/8/8/8/3K4 w - - 0 1");
    assert_eq!(from(&position, "b5"), ["b5a5", "b5c5", "b5d5,d5e5"]);
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.use.shoves = {}",
            "E0310 shoves: `shoves`: no piece has a `strength`, so nobody shoves",
        ),
        (
            "rules.use.shoves.strength = {}",
            "E0310 shoves: `shoves`: no piece has a `strength`, so nobody shoves",
        ),
        (
            "rules.use.shoves.strength.rook = 0",
            "E0303 0: `shoves`: expected a whole number from 1 to 1000, found 0",
        ),
        (
            "rules.use.shoves = { strength.rook = 1, crush = true }",
            "W0410 true: `shoves`: no piece is shoved against a friendly piece, because friendly pieces are also shoved",
        ),
        (
            "rules.use.shoves.strength.king = 1\npieces.king.move = '[F-W]'",
            "W0410 strength: `shoves`: none of these pieces moves in a straight line",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
