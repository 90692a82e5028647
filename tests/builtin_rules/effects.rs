//! Effects of captures: rebirth, returning home, changing sides, and rifle captures.

use ferz::game::{Outcome, Position};

use super::{after, at, chess, found, round_trips, texts};

const CIRCE: &str = "rules.use.circe = true";
const ANTICIRCE: &str = "rules.use.anticirce = true";
const ANDERNACH: &str = "rules.use.andernach = true";

/// The lines of a definition, a position, a move, and the board after it; `illegal` if the move is
/// illegal.
type Row = (&'static str, &'static str, &'static str, &'static str);

const MOVES: &[Row] = &[
    // A pawn is reborn on the file of its capture, and in en passant on its own file.
    (
        CIRCE,
        "4k3/8/8/3p4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k3/3p4/8/3P4/8/8/8/4K3",
    ),
    (
        CIRCE,
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6",
        "e5d6",
        "4k3/3p4/3P4/8/8/8/8/4K3",
    ),
    // Knights and rooks by the color of the square.
    (
        CIRCE,
        "4k3/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k1n1/8/8/3P4/8/8/8/4K3",
    ),
    (
        CIRCE,
        "4k3/8/8/4n3/3P4/8/8/4K3 w - -",
        "d4e5",
        "1n2k3/8/8/4P3/8/8/8/4K3",
    ),
    // If its home square is occupied, also by the captor, the victim is lost.
    (
        CIRCE,
        "4k1n1/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k1n1/8/8/3P4/8/8/8/4K3",
    ),
    (
        CIRCE,
        "n3k3/1P6/8/8/8/8/8/4K3 w - -",
        "b7a8q",
        "Q3k1n1/8/8/8/8/8/8/4K3",
    ),
    (
        CIRCE,
        "1q2k3/8/8/8/8/8/8/1Q2K3 w - -",
        "b1b8",
        "1Q1qk3/8/8/8/8/8/8/4K3",
    ),
    // The captor has left its own square.
    (
        CIRCE,
        "4k3/8/8/8/8/1N6/4K3/1r6 b - -",
        "b1b3",
        "4k3/8/8/8/8/1r6/4K3/1N6",
    ),
    // A captor returns home; a promotion comes first.
    (
        ANTICIRCE,
        "4k3/8/8/3p4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k3/8/8/8/8/8/3P4/4K3",
    ),
    (
        ANTICIRCE,
        "r3k3/1P6/8/8/8/8/8/4K3 w - -",
        "b7a8b",
        "4k3/8/8/8/8/8/8/4KB2",
    ),
    (
        ANTICIRCE,
        "4k3/8/8/8/8/3p4/3K4/8 w - -",
        "d2d3",
        "4k3/8/8/8/8/8/8/4K3",
    ),
    // It cannot capture if its home square is occupied, except by itself or its victim.
    (
        ANTICIRCE,
        "4k3/8/8/3p4/4P3/8/3P4/4K3 w - -",
        "e4d5",
        "illegal",
    ),
    (
        ANTICIRCE,
        "4k3/8/8/8/8/2p5/3P4/4K3 w - -",
        "d2c3",
        "4k3/8/8/8/8/8/2P5/4K3",
    ),
    (
        ANTICIRCE,
        "4k3/8/8/8/8/8/3R4/3qK3 w - -",
        "d2d1",
        "4k3/8/8/8/8/8/8/4K2R",
    ),
    // The captor changes sides, except for kings.
    (
        ANDERNACH,
        "4k3/8/8/3p4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k3/8/8/3p4/8/8/8/4K3",
    ),
    (
        ANDERNACH,
        "r3k3/1P6/8/8/8/8/8/4K3 w - -",
        "b7a8n",
        "n3k3/8/8/8/8/8/8/4K3",
    ),
    (
        ANDERNACH,
        "4k3/8/8/8/8/3p4/3K4/8 w - -",
        "d2d3",
        "4k3/8/8/8/8/3K4/8/8",
    ),
    // Captor and victim change places.
    (
        "rules.effects = 'captured not royal goes to from or is removed'",
        "4k3/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k3/8/8/3P4/4n3/8/8/4K3",
    ),
    // A pawn captured en passant stays and changes sides.
    (
        "rules.effects = 'captured changes side, captured goes to it or is removed'",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6",
        "e5d6",
        "4k3/8/3P4/3P4/8/8/8/4K3",
    ),
    // If its home square is occupied, a captor can stay, vanish, or go back.
    (
        "rules.effects = 'capture: mover goes home or stays'",
        "4k3/8/8/3p4/4P3/8/3P4/4K3 w - -",
        "e4d5",
        "4k3/8/8/3P4/8/8/3P4/4K3",
    ),
    (
        "rules.effects = 'capture: mover goes home or is removed'",
        "4k3/8/8/3p4/4P3/8/3P4/4K3 w - -",
        "e4d5",
        "4k3/8/8/8/8/8/3P4/4K3",
    ),
    (
        "rules.effects = 'capture: mover white pawn changes side, mover white pawn goes to from'",
        "4k3/8/8/3p4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k3/8/8/8/4p3/8/8/4K3",
    ),
    // Victims that cannot be reborn are not captured.
    (
        "rules.effects = 'captured not royal goes home'",
        "4k1n1/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "illegal",
    ),
    // Individual home squares, and home squares by file.
    (
        "rules.effects = 'captured knight goes to [a8] or is removed'",
        "4k3/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "n3k3/8/8/3P4/8/8/8/4K3",
    ),
    (
        "rules.effects = 'captured not royal goes home by file or is removed'",
        "4k3/8/8/2n5/3P4/8/8/4K3 w - -",
        "d4c5",
        "2n1k3/8/8/2P5/8/8/8/4K3",
    ),
    // Both at once: the victim comes first.
    (
        "rules.use = { circe = true, anticirce = true }",
        "4k3/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k1n1/8/8/8/8/8/3P4/4K3",
    ),
    // A reborn piece is not in a hand, and a piece that cannot be reborn is lost.
    (
        "rules = { captured-to = 'captor-hand', drops = {}, use.circe = true }",
        "4k3/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k1n1/8/8/3P4/8/8/8/4K3",
    ),
    (
        "rules = { captured-to = 'captor-hand', drops = {}, use.circe = true }",
        "4k1n1/8/8/3n4/4P3/8/8/4K3 w - -",
        "e4d5",
        "4k1n1/8/8/3P4/8/8/8/4K3",
    ),
];

#[test]
fn who_is_captured_or_captures_goes_where_the_rule_says() {
    for (lines, fen, text, wanted) in MOVES {
        let position = at(&chess(lines), fen);
        let Ok(mv) = position.parse_move(text) else {
            assert_eq!(*wanted, "illegal", "{lines}: {fen} {text}");
            continue;
        };
        let behind = position.play(&mv).expect("a legal move");
        let fen_behind = behind.to_fen();
        let board = fen_behind.split(' ').next().unwrap_or_default();
        assert_eq!(board, *wanted, "{lines}: {fen} {text}");
        round_trips(&behind);
    }
}

#[test]
fn who_comes_home_has_not_moved() {
    let circe = chess(CIRCE);
    // The captor is on the rook's home square; the king still has the right for another rook.
    let position = after(&at(&circe, "4k3/8/8/8/8/8/6b1/4K2R b K -"), &["g2h1"]);
    let fen = position.to_fen();
    assert!(fen.contains(" w - - 0 2 unmoved=e1"), "{fen}");
    round_trips(&position);
    // A rook captured on a square of a1's color is reborn on a1.
    let start = at(&circe, "4k3/8/8/8/8/7r/7n/4K2R w K -");
    let position = after(&start, &["h1h2", "h3h2"]);
    let fen = position.to_fen();
    assert!(fen.starts_with("1n2k3/8/8/8/8/8/7r/R3K3 w Q - "), "{fen}");
    assert!(texts(&position).contains(&"e1c1".to_owned()));
    round_trips(&position);
    // Without castling rights in the FEN, the king has moved, even if there is no rook.
    let moved = at(&circe, "4k3/8/8/8/8/8/7R/r3K3 w - -");
    assert!(!moved.to_fen().contains("unmoved"));
    // A capturing king is reborn unmoved.
    let anticirce = chess(ANTICIRCE);
    let start = at(&anticirce, "4k3/8/8/8/8/8/p7/1K5R w - -");
    let position = after(&start, &["b1a2"]);
    assert!(
        position.to_fen().starts_with("4k3/8/8/8/8/8/8/4K2R b - "),
        "{}",
        position.to_fen()
    );
    // A rook that turns to the other side on its home square may castle.
    let andernach = chess(ANDERNACH);
    let start = at(&andernach, "4k2r/8/8/8/8/8/8/4K2R w k -");
    let position = after(&start, &["h1h8"]);
    assert!(
        position.to_fen().starts_with("4k2r/8/8/8/8/8/8/4K3 b k - "),
        "{}",
        position.to_fen()
    );
    assert!(texts(&position).contains(&"e8g8".to_owned()));
}

#[test]
fn a_piece_that_cannot_be_born_again_attacks_nothing() {
    let anticirce = chess(ANTICIRCE);
    for (fen, checks) in [
        // The home square of the rook that captures on e1 is h8.
        ("k3r3/8/8/8/8/8/8/4K3 w - -", true),
        ("k3r2r/8/8/8/8/8/8/4K3 w - -", false),
        ("r2kr3/8/8/8/8/8/8/4K3 w - -", true),
        // Kings can be adjacent if neither could be reborn after a capture.
        ("4r3/8/8/8/8/3k4/3K4/4B3 w - -", false),
        ("8/8/8/8/8/3k4/3K4/4B3 w - -", true),
        // A pawn that would promote attacks if any promotion could be reborn.
        ("3nk3/8/8/8/8/8/4p3/3K4 w - -", true),
        ("rnbqkbnr/3p4/8/8/8/8/4p3/3K4 w - -", false),
        ("rnbqkb1r/3p4/8/8/8/8/4p3/3K4 w - -", true),
    ] {
        assert_eq!(at(&anticirce, fen).is_check(), checks, "{fen}");
    }
    // A king that would be reborn is not in check; otherwise it is.
    let inclusive = chess("rules.use.circe.who = 'any'");
    assert!(!at(&inclusive, "k3r3/8/8/8/8/8/8/3K3r w - -").is_check());
    assert!(at(&inclusive, "k3r3/8/8/8/8/8/8/4K3 w - -").is_check());
    assert!(at(&inclusive, "k2r4/8/8/8/8/8/8/3KB3 w - -").is_check());
}

/// Findings with their places, as lines of a definition give them.
#[test]
fn slips_in_effects_and_ends_are_told_at_their_place() {
    let rows = [
        ("rules.effects = 'captured goes'", "E0333 "),
        (
            "rules.effects = 'captured goes home or returns'",
            "E0333 returns",
        ),
        ("rules.effects = 'enemy stays'", "E0333 enemy"),
        ("rules.effects = 'capture: mark from as hott'", "E0333 hott"),
        ("rules.effects = 'capture: remove captured'", "W0410 "),
        ("rules.effects = 'captured goes to own hand'", "W0410 "),
        ("rules.captured-to = 'captor-hand'", "W0410 "),
        ("rules.ends = 'capture: mover wins'", "E0333 mover"),
        ("rules.ends = 'capture: own gets 4 of 3'", "E0333 4 of 3"),
        ("rules.ends = 'capture: own wins by'", "E0333 "),
        (
            "rules.ends = 'capture: draw by agreement'",
            "E0333 agreement",
        ),
        (
            "rules.ends = 'captured white king and mover white: draw, draw'",
            "E0333 ,",
        ),
        (
            "rules = { use.anticirce = true, use.absorption.parts = { pawn = [] } }",
            "E0411 ",
        ),
    ];
    for (lines, wanted) in rows {
        let found = found(lines);
        let is_there = found.iter().any(|one| one.starts_with(wanted));
        assert!(found.len() == 1 && is_there, "{lines}: {found:?}");
    }
}

#[test]
fn a_captor_that_stays_names_its_victim_and_has_not_moved() {
    let variant = chess("rules.use.rifle = true");
    let position = at(&variant, "4k3/8/8/8/8/8/r7/R3K2R w KQ - 3 1");
    let shot = after(&position, &["a1a1;a2"]);
    assert_eq!(shot.to_fen(), "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1");
    round_trips(&shot);
    assert!(!texts(&position).contains(&"a1a2".to_owned()));
    // In every form of castling.
    let lines = "rules.use.rifle = true\npieces.king.move = 'K'\nrules.castling.partners = 'rook'";
    for lines in ["rules.use.rifle = true", lines] {
        let position = at(&chess(lines), "4k3/8/8/8/8/8/4p3/4K2R w K - 0 1");
        let later = after(&position, &["e1e1;e2", "e8d8"]);
        assert!(texts(&later).contains(&"e1g1".to_owned()), "{lines}");
    }
    // A pawn neither promotes nor moves behind the passed pawn.
    let position = at(&variant, "k5n1/5P2/8/3pP3/8/8/8/K7 w - d6 0 1");
    let moves = texts(&position);
    assert!(moves.contains(&"e5e5;d5".to_owned()));
    let shots: Vec<_> = moves.iter().filter(|text| text.contains("g8")).collect();
    assert_eq!(shots, ["f7f7;g8"]);
    // Without a departing piece, no piece gates.
    let hawks = "pieces.hawk = { letter = 'H', move = 'B' }\nrules.gating = true";
    let position = at(
        &chess(&format!("rules.use.rifle = true\n{hawks}")),
        "4k3/8/8/8/8/2n5/8/1N2K3[H] w B - 0 1",
    );
    let moves = texts(&position);
    assert!(moves.contains(&"b1d2h".to_owned()));
    let shots = moves.into_iter().filter(|text| text.contains("c3"));
    assert_eq!(shots.collect::<Vec<_>>(), ["b1b1;c3"]);
}

#[test]
fn who_may_stay_has_the_choice() {
    let variant = chess("rules.effects = 'capture: mover white rook may stay'");
    let position = at(&variant, "4k3/8/8/8/r7/8/8/R3K3 w - - 0 1");
    let moves = texts(&position);
    assert!(moves.contains(&"a1a4".to_owned()) && moves.contains(&"a1a1;a4".to_owned()));
    let black = at(&variant, "4k3/8/8/8/r7/8/8/R3K3 b - - 0 1");
    assert!(!texts(&black).contains(&"a4a4;a1".to_owned()));
}

/// Pieces of one side that meet, as the pawns of Byzantine chess do.
#[test]
fn pieces_that_face_each_other_leave_the_board() {
    let variant =
        chess(r#"rules.effects = 'remove (rook or bishop) "W" from (rook or bishop) same-side'"#);
    let row = |fen: &str, text: &str| {
        let position = after(&at(&variant, fen), &[text]).to_fen();
        position.split(' ').next().unwrap_or_default().to_owned()
    };
    let fen = "4k3/8/8/8/8/1N6/8/R1B1K3 w - - 0 1";
    assert_eq!(row(fen, "a1b1"), "4k3/8/8/8/8/1N6/8/4K3");
    assert_eq!(row(fen, "c1d2"), "4k3/8/8/8/8/1N6/3B4/R3K3");
    // Such a removal can open a line to the own king.
    let variant = chess(r#"rules.effects = 'remove knight "W" from knight same-side'"#);
    let position = at(&variant, "4r1k1/8/8/8/3N4/4N3/8/4K3 w - - 0 1");
    assert!(!texts(&position).contains(&"d4e2".to_owned()));
    assert!(texts(&position).contains(&"d4b3".to_owned()));
}

/// White's share, if the game has ended.
fn white_gets(position: &Position) -> Option<f64> {
    round_trips(position);
    match position.outcome() {
        Outcome::Ended { white, .. } => {
            assert!(position.legal_moves().is_empty());
            Some(white)
        }
        Outcome::Ongoing => None,
    }
}

#[test]
fn the_captor_decides_what_a_capture_is_worth() {
    let variant = chess(
        "rules.ends = ['captured queen and mover queen: own wins', 'captured queen: draw', \
         'captured rook and mover knight: own gets 3 of 4']",
    );
    for (fen, mv, wanted) in [
        ("4k3/8/2n5/3q4/8/1R1Q4/8/R3K2R w - - 0 1", "d3d5", Some(1.0)),
        ("4k3/8/2n5/3q4/8/1R6/8/3RK2R w - - 0 1", "d1d5", Some(0.5)),
        ("4k3/8/8/8/1n6/3R4/8/4K3 b - - 0 1", "b4d3", Some(0.25)),
        ("4k3/8/8/8/4p3/3R4/8/4K3 b - - 0 1", "e4d3", None),
    ] {
        assert_eq!(
            white_gets(&after(&at(&variant, fen), &[mv])),
            wanted,
            "{fen}"
        );
    }
}

/// End conditions do not depend on the last mover, and apply to a FEN as well.
#[test]
fn ends_of_positions_are_asked_for_both_sides() {
    let variant = chess(
        "rules.ends = ['after: own knight [d4-e5]: own wins', 'after: no own pawn: enemy wins']",
    );
    let open = "4k3/4p3/8/8/8/5N2/4P3/4K3 w - - 0 1";
    assert_eq!(white_gets(&at(&variant, open)), None);
    assert_eq!(
        white_gets(&after(&at(&variant, open), &["f3d4"])),
        Some(1.0)
    );
    for (fen, wanted) in [
        ("4k3/4p3/8/8/3N4/8/4P3/4K3 w - - 0 1", 1.0),
        ("4k3/4p3/8/8/3N4/8/4P3/4K3 b - - 0 1", 1.0),
        ("4k3/4p3/8/8/3n4/8/4P3/4K3 b - - 0 1", 0.0),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", 1.0),
    ] {
        assert_eq!(white_gets(&at(&variant, fen)), Some(wanted), "{fen}");
    }
}

/// The reason is one of the format, with the scores of the variant, or a word of the rule.
#[test]
fn ends_say_why() {
    let variant = chess(
        "rules.scores.goal = 0.75\nrules.ends = ['after: own king [e4]: own wins by goal', \
         'captured knight: draw by good-sport', 'captured bishop: own wins by goal', \
         'captured rook: own gets 9 of 10 by goal', 'captured queen: own wins']",
    );
    let end = |fen: &str, moves: &[&str]| {
        let position = after(&at(&variant, fen), moves);
        round_trips(&position);
        match position.outcome() {
            Outcome::Ended { white, reason, .. } => (white, reason.to_string()),
            Outcome::Ongoing => panic!("{fen}"),
        }
    };
    for (piece, share, reason, field) in [
        ("n", 0.5, "good-sport", "500/good-sport"),
        ("b", 0.75, "goal", "1000/goal"),
        ("r", 0.9, "goal", "900/goal"),
        ("q", 1.0, "decided", "1000"),
    ] {
        let fen = format!("4k3/8/8/3{piece}4/4P3/8/8/4K3 w - - 0 1");
        assert_eq!(end(&fen, &["e4d5"]), (share, reason.to_owned()));
        let later = after(&at(&variant, &fen), &["e4d5"]).to_fen();
        assert!(later.ends_with(&format!(" ended={field}")), "{later}");
    }
    let there = "4k3/8/8/8/4K3/8/8/8 b - - 0 1";
    assert_eq!(end(there, &[]), (0.75, "goal".to_owned()));
    // Material decides games that would be drawn.
    let variant = chess(
        "rules.adjudication.material = {}\nrules.ends = ['captured knight: draw', 'after: own king [e4]: draw']",
    );
    let fen = "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(white_gets(&after(&at(&variant, fen), &["e4d5"])), Some(1.0));
    let there = at(&variant, "4k2r/8/8/8/4K3/8/8/8 b - - 0 1");
    assert_eq!(white_gets(&there), Some(0.0));
}

/// Clauses about stalemate apply only to stalemates, and otherwise leave the result to the
/// stalemate rule.
#[test]
fn stalemates_are_what_clauses_say() {
    let stuck = "7k/5Q2/8/8/8/8/8/4K3 b - - 0 1";
    let end = |lines: &str, fen: &str| match at(&chess(lines), fen).outcome() {
        Outcome::Ended { white, reason, .. } => Some((white, reason.to_string())),
        Outcome::Ongoing => None,
    };
    for (lines, wanted) in [
        ("rules.ends = 'stalemate: own wins'", (1.0, "stalemate")),
        (
            "rules.ends = 'stalemate and own queen: enemy wins by bare-king'",
            (0.0, "bare-king"),
        ),
        (
            "rules.ends = 'stalemate: own wins'\nrules.scores.stalemate = 0.75",
            (0.75, "stalemate"),
        ),
        (
            "rules.ends = 'stalemate and own rook: enemy wins'",
            (0.5, "stalemate"),
        ),
        (
            "rules.ends = 'stalemate and own rook: enemy wins'\nrules.stalemate = 'loss'",
            (1.0, "stalemate"),
        ),
    ] {
        assert_eq!(
            end(lines, stuck),
            Some((wanted.0, wanted.1.to_owned())),
            "{lines}"
        );
        assert_eq!(end(lines, "7k/8/8/8/8/8/5Q2/4K3 b - - 0 1"), None);
        // Checkmate is not stalemate.
        let mate = end(lines, "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
        assert_eq!(mate, Some((1.0, "checkmate".to_owned())));
    }
    let found = found("rules.ends = 'stalemate and capture: own wins'");
    assert!(found[0].starts_with("W0410 "), "{found:?}");
}

/// Pieces swapped by a capture may not be swapped back at once.
#[test]
fn a_ban_of_swaps_holds_for_captures_that_swap() {
    for (kinds, may) in [("any", false), ("bishop", false), ("rook", true)] {
        let lines = format!(
            "rules.royal = 'none'\nrules.effects = 'captured goes to from or is removed'\n\
             rules.forbid = 'last.from {kinds} and last.captured {kinds} and from last.from and captured last.mover'"
        );
        let start = at(&chess(&lines), START);
        let swapped = after(&start, &["b2b3", "g7g6", "c1b2", "f8g7", "b2g7"]);
        round_trips(&swapped);
        assert_eq!(texts(&swapped).contains(&"b2g7".to_owned()), may, "{kinds}");
        // One move later they may.
        let later = after(&swapped, &["a7a6", "a2a3"]);
        assert!(texts(&later).contains(&"b2g7".to_owned()), "{kinds}");
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
