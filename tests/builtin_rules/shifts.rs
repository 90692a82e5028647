//! `rules.use.shifts`: pieces that are pushed and pulled by a moved piece.

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Variant};

use super::{after, at, chess, found, round_trips, texts};

fn magnetic() -> Variant {
    let text = include_str!("../../examples/variants/magnetic.toml");
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.get("magnetic").expect("it is there")).expect("it compiles")
}

/// A position, a move, and the position after it, derived by hand from the rules of the source.
const MAGNETIC: &[[&str; 3]] = &[
    // The diagram of the source: the king shields, the rook is pushed up to the queen, the other
    // rook and the bishop are pulled.
    [
        "3b4/8/3K4/q1R2rP1/3Q4/8/3b4/k7 w - - 0 1",
        "d4d5",
        "3b4/8/3K4/qR1Qr1P1/3b4/8/8/k7 b - - 1 1",
    ],
    // Enemy neighbors stay, own neighbors move to the edge.
    [
        "k7/8/8/8/1P6/5p2/4N3/K7 w - - 0 1",
        "e2f4",
        "k7/8/8/8/P4N2/5p2/8/K7 b - - 1 1",
    ],
    // A captor acts from the square of its capture.
    [
        "k7/8/8/3p3p/4P3/8/8/K7 w - - 0 1",
        "e4d5",
        "k7/8/8/3Pp3/8/8/8/K7 b - - 0 1",
    ],
    // Kings do nothing, and in castling the rook acts.
    [
        "4k3/8/8/8/5p2/6p1/8/4K2R w K - 0 1",
        "e1g1",
        "4k3/8/8/8/8/6p1/5p2/5RK1 b - - 1 1",
    ],
    [
        "k7/8/8/8/8/8/3p4/K2P4 w - - 0 1",
        "a1b1",
        "k7/8/8/8/8/8/3p4/1K1P4 b - - 1 1",
    ],
    // A pulled rook counts as moved.
    [
        "4k2r/8/8/8/8/8/8/4K2R b Kk - 0 1",
        "h8h5",
        "4k3/8/8/7r/7R/8/8/4K3 w - - 1 2",
    ],
    // A pawn that was pushed back.
    [
        "k7/8/8/7R/8/8/4P3/K7 w - - 0 1",
        "h5e5",
        "k7/8/8/4R3/8/8/8/K3P3 b - - 1 1",
    ],
    // Black pulls a white pawn along its rank, and pushes one of its own to the last rank.
    [
        "k6r/8/8/8/8/P7/7p/2K5 b - - 0 1",
        "h8h3;a3-g3,h2-h1,q@h1",
        "k7/8/8/8/8/6Pr/8/2K4q w - - 1 2",
    ],
];

#[test]
fn charged_pieces_pull_and_push_as_the_source_says() {
    let variant = magnetic();
    for [fen, text, wanted] in MAGNETIC {
        let position = after(&at(&variant, fen), &[text]);
        assert_eq!(position.to_fen(), *wanted, "{fen} {text}");
        round_trips(&position);
    }
}

#[test]
fn a_pawn_that_is_pushed_to_the_last_rank_is_promoted_at_choice() {
    let variant = magnetic();
    let position = at(&variant, "8/3P4/8/8/R7/8/8/K1k5 w - - 0 1");
    let legal = texts(&position);
    let pushes: Vec<&String> = legal
        .iter()
        .filter(|text| text.starts_with("a4d4"))
        .collect();
    let wanted = ["B", "N", "Q", "R"].map(|letter| format!("a4d4;{letter}@d8,d7-d8"));
    assert_eq!(pushes, wanted.iter().collect::<Vec<_>>());
    let knight = after(&position, &["a4d4;N@d8,d7-d8"]);
    assert_eq!(knight.to_fen(), "3N4/8/8/8/3R4/8/8/K1k5 b - - 1 1");
    round_trips(&knight);
}

#[test]
fn a_pawn_on_the_first_rank_has_its_double_step() {
    let legal = texts(&at(&magnetic(), "k7/8/8/8/8/8/8/K3P3 w - - 0 1"));
    assert!(
        ["e1e2", "e1e3"]
            .iter()
            .all(|text| legal.iter().any(|other| other == text))
    );
}

#[test]
fn there_is_no_check_and_who_loses_the_king_has_lost() {
    let mut game = Game::new(at(&magnetic(), "4k3/8/8/8/4R3/8/8/K7 w - - 0 1"));
    let mv = game.position().parse_move("e4e8").expect("a legal move");
    game.play(&mv).expect("it is legal");
    let outcome = game.outcome();
    assert!(
        matches!(outcome, Outcome::Ended { white, .. } if white > 0.9),
        "{outcome:?}"
    );
    // The square that the king crosses is attacked.
    let castling = at(&magnetic(), "k4r2/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(texts(&castling).contains(&"e1g1".to_owned()));
}

#[test]
fn a_shift_opens_and_closes_lines_to_royal_pieces() {
    let rules = |steps: u8| {
        chess(&format!(
            "rules.use.shifts = {{ lines = 'R', own = 'push', steps = {steps} }}"
        ))
    };
    let has = |steps: u8, fen: &str, text: &str| {
        let legal = texts(&at(&rules(steps), fen));
        legal.iter().any(|other| other.starts_with(text))
    };
    // The knight on the file of the pawn pushes it away, and the rook would give check.
    let covered = "7k/8/8/8/r1P4K/8/8/N7 w - - 0 1";
    assert!(!has(9, covered, "a1c2") && has(9, covered, "a1b3"));
    // The knight behind the pawn pushes it between rook and king: two steps, not three.
    let check = "7k/8/8/8/r6K/1N6/2P5/8 w - - 0 1";
    assert!(has(2, check, "b3c1") && !has(3, check, "b3c1") && !has(2, check, "b3a1"));
}

#[test]
fn shifts_may_be_short_along_other_lines_and_of_some_kinds() {
    let rows = [
        // One step, diagonally.
        (
            "rules.use.shifts = { lines = 'B', enemy = 'push', steps = 1 }",
            "k7/8/8/6p1/8/8/8/K1R5 w - - 0 1",
            "c1e1",
            "k7/8/8/6p1/8/8/8/K3R3 b - - 1 1",
        ),
        (
            "rules.use.shifts = { lines = 'B', enemy = 'push', steps = 1 }",
            "k7/8/8/6p1/8/8/8/K1R5 w - - 0 1",
            "c1c1",
            "",
        ),
        (
            "rules.use.shifts = { lines = 'B', enemy = 'push', steps = 1 }",
            "k7/8/8/8/6p1/8/8/K1R5 w - - 0 1",
            "c1d1",
            "k7/8/8/7p/8/8/8/K2R4 b - - 1 1",
        ),
        // Neighbors only, and knights only are shifted by rooks only.
        (
            "rules.use.shifts = { lines = 'W', enemy = 'push', by = 'rook', who = 'knight' }",
            "k7/8/8/8/8/p1n1n3/8/K1R5 w - - 0 1",
            "c1c2",
            "k1n5/8/8/8/8/p3n3/2R5/K7 b - - 1 1",
        ),
    ];
    for (lines, fen, text, wanted) in rows {
        let position = at(&chess(lines), fen);
        if wanted.is_empty() {
            assert!(!texts(&position).contains(&text.to_owned()));
            continue;
        }
        let later = after(&position, &[text]);
        assert_eq!(later.to_fen(), wanted, "{lines}: {fen} {text}");
        round_trips(&later);
    }
}

#[test]
fn bad_shifts_are_refused_at_their_place() {
    let rows = [
        (
            "rules.use.shifts = { own = 'push' }",
            "E0310 shifts: `shifts`: the lines are missing",
        ),
        (
            "rules.use.shifts = { lines = 'R', own = 'pushes' }",
            "E0311 'pushes': `shifts`: `pushes` is not a value of this key",
        ),
        (
            "rules.use.shifts = { lines = 'gQ', own = 'push' }",
            "E0330 'gQ': `shifts`: `gQ` is not a union of leaps and rides",
        ),
        (
            "rules.use.shifts.lines = 'R'",
            "W0410 shifts: `shifts`: no piece of either side is shifted",
        ),
        (
            "rules.use.shifts = { lines = 'R', own = 'push', by = [] }",
            "W0410 []: `shifts`: no piece is named, so no piece is shifted",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
}
