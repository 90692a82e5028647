//! `rules.conversion`: pieces that change side because they are attacked.

use ferz::game::{Game, Outcome};

use super::{after, at, chess, found, round_trips, texts};

const BENEDICT: &str = "rules.royal = 'capture'\nrules.conversion.captures = false";

/// A definition's lines, a position, a move, and the board behind it.
type Row = (&'static str, &'static str, &'static str, &'static str);

const MOVES: &[Row] = &[
    // From the new square, and from there only: the knight is converted, the rook behind it is not.
    (
        BENEDICT,
        "k7/8/8/8/8/8/8/KB3nr1 w - -",
        "b1d3",
        "k7/8/8/8/8/3B4/8/K4Nr1",
    ),
    // Not what another line opens, and not what the converted attack.
    (
        BENEDICT,
        "k3q3/8/8/8/4N3/8/8/K3R3 w - -",
        "e4g5",
        "k3q3/8/8/6N1/8/8/8/K3R3",
    ),
    // A pawn converts where it would capture, and as what it has become.
    (
        BENEDICT,
        "k7/8/3r1b2/8/4P3/8/8/K7 w - -",
        "e4e5",
        "k7/8/3R1B2/4P3/8/8/8/K7",
    ),
    (
        BENEDICT,
        "8/k3P3/5r2/8/8/8/8/K7 w - -",
        "e7e8n",
        "4N3/k7/5R2/8/8/8/8/K7",
    ),
    // Both pieces that castle have moved.
    (
        BENEDICT,
        "k4n2/8/8/8/8/8/7b/4K2R w K -",
        "e1g1",
        "k4N2/8/8/8/8/8/7B/5RK1",
    ),
    // Some kinds, along another reach, and beside captures.
    (
        "rules.conversion = { reach = 'W', by = 'rook', who = { black = ['pawn', 'knight'] } }",
        "k7/8/8/2bpn3/8/8/8/K2R4 w - -",
        "d1d5",
        "k7/8/8/2bRN3/8/8/8/K7",
    ),
];

#[test]
fn who_is_attacked_by_the_piece_that_has_moved_changes_side() {
    for (lines, fen, text, wanted) in MOVES {
        let position = after(&at(&chess(lines), fen), &[text]);
        let fen_behind = position.to_fen();
        let board = fen_behind.split(' ').next().unwrap_or_default();
        assert_eq!(board, *wanted, "{lines}: {fen} {text}");
        round_trips(&position);
    }
}

#[test]
fn nothing_is_captured_where_the_rule_says_so() {
    let position = at(&chess(BENEDICT), "k7/8/8/3p4/4P3/8/8/K7 w - -");
    assert!(!texts(&position).contains(&"e4d5".to_owned()));
    let captures = at(
        &chess("rules.conversion = {}"),
        "k7/8/8/3p4/4P3/8/8/K7 w - -",
    );
    assert!(texts(&captures).contains(&"e4d5".to_owned()));
}

#[test]
fn a_rook_that_has_changed_side_never_castles_again() {
    // The queen converts the rook on h8, and Black's bishop converts it back.
    let position = at(&chess(BENEDICT), "4k2r/8/5b2/8/8/8/K7/1Q6 w k -");
    let back = after(&position, &["b1h7", "f6g7", "h7b1"]);
    let fen = back.to_fen();
    assert!(fen.starts_with("4k2r/6b1/8/8/8/8/K7/1Q6 b - "), "{fen}");
    assert!(!texts(&back).contains(&"e8g8".to_owned()));
    round_trips(&back);
}

#[test]
fn who_loses_the_king_so_has_lost() {
    for royal in ["capture", "check"] {
        let lines = format!("rules.royal = '{royal}'\nrules.conversion.reach = 'N'");
        let start = at(&chess(&lines), "4k3/8/8/8/8/8/6R1/K7 w - -");
        let mut game = Game::new(start);
        let mv = game.position().parse_move("g2g7").expect("it is legal");
        game.play(&mv).expect("it is legal");
        let outcome = game.outcome();
        assert!(
            matches!(outcome, Outcome::Ended { white, .. } if white > 0.9),
            "{royal}: {outcome:?}"
        );
        assert!(game.position().legal_moves().is_empty());
    }
}

#[test]
fn bad_conversions_are_refused_at_their_place() {
    let rows = [
        (
            "rules.conversion.by = []",
            "W0410 []: `conversion`: nobody is meant, so nobody changes side",
        ),
        (
            "rules.conversion.captures = 'no'",
            "E0303 'no': `conversion`: expected `true` or `false`, found a text",
        ),
        (
            "rules.conversion.reach = 'O2'",
            "E0331 'O2': `conversion`: castling cannot be part of a reach",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
}
