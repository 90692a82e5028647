//! `rules.use.drowning`: squares on which pieces are removed after a turn.

use ferz::formats::{Catalog, Format};
use ferz::game::{Outcome, Variant, perft};

use super::{after, at, chess, found, round_trips, texts};

fn congo() -> Variant {
    let text = include_str!("../../examples/variants/congo.toml");
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.first().expect("a variant")).expect("it compiles")
}

/// The targets of the piece on a square of Congo, in order.
fn targets(board: &str, from: &str) -> String {
    let position = at(&congo(), &format!("{board} w - - 0 1"));
    let moves = position.legal_moves().into_iter();
    let name = |square| position.variant().shape().name(square);
    let moves = moves.filter(|mv| name(mv.from) == from);
    let mut all: Vec<String> = moves.map(|mv| name(mv.to)).collect();
    all.sort();
    all.dedup();
    all.join(" ")
}

/// The board after some moves, of Congo from White's side.
fn board_after(board: &str, moves: &[&str]) -> String {
    let position = after(&at(&congo(), &format!("{board} w - - 0 1")), moves);
    round_trips(&position);
    let fen = position.to_fen();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// The moves of the start are listed in the manual of <https://github.com/zhukovdm/Congo>.
#[test]
fn congo_begins_with_twenty_four_moves() {
    let start = congo().start();
    assert_eq!(perft(&start, 1), 24);
    assert_eq!(perft(&start, 2), 576);
}

/// Positions of the unit tests of <https://github.com/zhukovdm/Congo>, with lions.
#[test]
fn men_of_congo_move_as_in_another_program() {
    // Crocodiles: in the river, behind it, before it.
    assert_eq!(
        targets("3l3/7/2C1C2/2CC3/3C3/7/3L3", "d4"),
        "c3 d5 e3 e4 f4 g4"
    );
    assert_eq!(
        targets("3l3/7/2c1c2/2cC1c1/3c3/7/3L3", "d4"),
        "c3 c4 c5 d3 d5 e3 e4 e5 f4"
    );
    assert_eq!(targets("2CC3/2C1C1l/7/3C3/7/7/3L3", "d7"), "d5 d6 e7");
    assert_eq!(
        targets("2cC3/2c1c1l/7/3c3/7/7/3L3", "d7"),
        "c6 c7 d4 d5 d6 e6 e7"
    );
    // Pawns: before, in and beyond the river, with men in the way back.
    assert_eq!(targets("3l3/7/7/7/6P/7/3L3", "g3"), "f4 g4");
    assert_eq!(targets("3l3/7/7/3P3/7/7/3L3", "d4"), "c5 d5 e5");
    assert_eq!(targets("3l3/7/1P5/7/7/7/3L3", "b5"), "a6 b3 b4 b6 c6");
    assert_eq!(targets("3l3/7/3P3/7/3P3/7/3L3", "d5"), "c6 d4 d6 e6");
    assert_eq!(targets("3l3/7/3P3/3p3/7/7/3L3", "d5"), "c6 d6 e6");
    // Superpawns.
    assert_eq!(targets("4l2/7/7/7/7/3S3/2L4", "d2"), "c2 c3 d1 d3 e1 e2 e3");
    assert_eq!(targets("3l3/7/7/S6/7/7/3L3", "a4"), "a2 a3 a5 b3 b4 b5 c2");
    assert_eq!(targets("3l1S1/7/7/7/7/7/3L3", "f7"), "d5 e6 e7 f5 f6 g6 g7");
    // Elephants and giraffes leap.
    assert_eq!(targets("Eec3l/7/7/7/7/7/3L3", "a7"), "a5 a6 b7 c7");
    assert_eq!(targets("GG4l/G6/G1G4/7/7/7/3L3", "a7"), "b6 c7");
    assert_eq!(targets("Gge3l/gg5/g1g4/7/7/7/3L3", "a7"), "a5 c5 c7");
    // Lions attack each other along files and diagonals; they attack no other piece from afar.
    assert_eq!(targets("7/3l3/7/7/7/7/3L3", "d1"), "c1 c2 d2 d6 e1 e2");
    assert_eq!(targets("7/3l3/3P3/7/7/7/3L3", "d1"), "c1 c2 d2 e1 e2");
    assert_eq!(targets("7/3l3/7/3p3/7/7/3L3", "d1"), "c1 c2 d2 e1 e2");
    assert_eq!(targets("7/7/4l2/7/2L4/7/7", "c3"), "c2 d2 d3 e5");
    assert_eq!(targets("7/7/4l2/3P3/2L4/7/7", "c3"), "c2 d2 d3");
    // Monkeys jump over their victims, here also over c4, c3 and e3 in turn, to d2 and f4.
    assert_eq!(
        targets("6l/7/3p3/2pM3/2p1p2/7/6L", "d4"),
        "b2 b4 c5 d2 d3 d6 e4 e5 f2 f4"
    );
}

#[test]
fn who_stays_in_the_river_drowns() {
    // The zebra has entered; another man moves, and the zebra drowns.
    assert_eq!(
        board_after("3l3/7/7/1Z5/7/P6/3L3", &["a2a3"]),
        "3l3/7/7/7/P6/7/3L3"
    );
    // It leaves and does not drown.
    assert_eq!(
        board_after("3l3/7/7/1Z5/7/P6/3L3", &["b4a6"]),
        "3l3/Z6/7/7/7/P6/3L3"
    );
    // A man that has just entered has one turn, then moves within the river and drowns after its
    // capture.
    assert_eq!(
        board_after("3l3/7/7/7/4E2/7/3L3", &["e3e4", "d7c7", "e4f4"]),
        "2l4/7/7/7/7/7/3L3"
    );
    assert_eq!(
        board_after("3l3/7/7/4Ep1/7/7/3L3", &["e4f4"]),
        "3l3/7/7/7/7/7/3L3"
    );
    // The opponent's men are safe for now; crocodiles are always safe.
    assert_eq!(
        board_after("3l3/7/7/C2p3/7/7/3L3", &["d1c1"]),
        "3l3/7/7/C2p3/7/7/2L4"
    );
    // Both men drown.
    assert_eq!(
        board_after("3l3/7/7/G2P3/7/7/3L3", &["d1c1"]),
        "3l3/7/7/7/7/7/2L4"
    );
}

#[test]
fn a_monkey_that_comes_back_to_the_river_drowns_with_its_captures() {
    // Over c5 to d6 and over e5 to f4, from b4.
    let position = at(&congo(), "l6/7/2p1p2/1M5/7/7/3L3 w - - 0 1");
    let moves = position.legal_moves().into_iter();
    let name = |square| position.variant().shape().name(square);
    let mut boards: Vec<(String, String)> = moves
        .filter(|mv| mv.captures.len() == 2)
        .map(|mv| {
            let fen = position.play(&mv).expect("legal").to_fen();
            let board = fen.split(' ').next().unwrap_or_default().to_owned();
            (name(mv.to), board)
        })
        .collect();
    boards.sort();
    assert_eq!(boards, [("f4".to_owned(), "l6/7/7/7/7/7/3L3".to_owned())]);
}

#[test]
fn the_lion_is_captured_and_stalemate_loses() {
    let variant = congo();
    let taken = after(&at(&variant, "7/3l3/7/7/7/7/3L3 w - - 0 1"), &["d1d6"]);
    let Outcome::Ended { white, .. } = taken.outcome() else {
        panic!("{}", taken.to_fen())
    };
    assert!(white > 0.99, "{white}");
}

#[test]
fn a_turn_of_several_moves_is_one_turn() {
    let variant = chess("rules.use.drowning.zone = 'rank 4'\nrules.turns.moves = 2");
    // The knight enters with the first move of the turn and is still there after the second; the
    // rook was there before.
    let position = at(&variant, "4k3/8/8/8/R7/8/8/4K1N1 w - - 0 1");
    let first = after(&position, &["g1f3"]);
    round_trips(&first);
    assert!(first.to_fen().contains(" wet=a4"), "{}", first.to_fen());
    let board = |position: &ferz::game::Position| {
        let fen = position.to_fen();
        fen.split(' ').next().unwrap_or_default().to_owned()
    };
    assert_eq!(board(&after(&first, &["f3d4"])), "4k3/8/8/8/3N4/8/8/4K3");
    assert_eq!(board(&after(&first, &["a4a5"])), "4k3/8/8/R7/8/5N2/8/4K3");
    let out_and_in = after(&position, &["a4a5", "a5b5"]);
    assert_eq!(board(&out_and_in), "4k3/8/8/1R6/8/8/8/4K1N1");
    assert!(
        !out_and_in.to_fen().contains("wet"),
        "{}",
        out_and_in.to_fen()
    );
}

#[test]
fn pieces_may_perish_at_once() {
    let variant = chess("rules.use.drowning = { zone = 'c4', at-once = true, who = '*' }");
    let position = at(&variant, "4k3/8/8/8/8/2R5/8/4K3 w - - 0 1");
    let fen = after(&position, &["c3c4"]).to_fen();
    assert!(fen.starts_with("4k3/8/8/8/8/8/8/4K3 "), "{fen}");
    // A king cannot move to a square on which it would drown.
    let position = at(&variant, "4k3/8/8/8/8/3K4/8/8 w - - 0 1");
    assert!(!texts(&position).contains(&"d3c4".to_owned()));
    // Nor can the piece that shields it stay on a square on which it would drown.
    let position = at(&variant, "2r1k3/8/8/8/8/1R6/8/2K5 w - - 0 1");
    assert!(texts(&position).contains(&"b3c3".to_owned()));
    let position = at(&variant, "2r1k3/8/8/8/1R6/8/8/2K5 w - - 0 1");
    assert!(!texts(&position).contains(&"b4c4".to_owned()));
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.use.drowning = {}",
            "E0310 drowning: `drowning`: the zone is missing",
        ),
        (
            "rules.use.drowning = { zone = 'rank 4', who = [] }",
            "W0410 []: `drowning`: no piece is named, so nothing drowns",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
