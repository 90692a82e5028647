//! `rules.turns`: the number of moves per turn.

use ferz::game::{Game, Outcome};
use ferz::state::Color;

use super::{after, at, chess, finding, found, round_trips, texts};

#[test]
fn a_schedule_says_who_moves() {
    let variant = chess("rules.turns.moves = { white = [1, 2], black = 3 }");
    let mut position = variant.start();
    let mut turns = String::new();
    for _ in 0..12 {
        turns.push(if position.turn() == Color::White {
            'w'
        } else {
            'b'
        });
        round_trips(&position);
        let quiet = position
            .legal_moves()
            .into_iter()
            .find(|mv| mv.piece.role.index() == 1);
        position = position
            .play(&quiet.expect("a knight moves"))
            .expect("it is legal");
    }
    assert_eq!(turns, "wbbbwwbbbwwb");
    assert!(
        position.to_fen().ends_with(" 3 left=2"),
        "{}",
        position.to_fen()
    );
}

#[test]
fn a_turn_rises_whoever_begins() {
    let lines = "rules.turns.moves = 'rising'\nstart = 'k7/8/8/8/8/8/8/K7 b - - 0 1'";
    let mut position = chess(lines).start();
    let mut turns = String::new();
    for _ in 0..10 {
        turns.push(if position.turn() == Color::White {
            'w'
        } else {
            'b'
        });
        let mv = position.legal_moves().remove(0);
        position = position.play(&mv).expect("it is legal");
    }
    assert_eq!(turns, "bwwbbbwwww");
}

#[test]
fn a_check_ends_a_turn_or_comes_last() {
    let ends = chess("rules.turns = { moves = 2, ends = 'check' }");
    let position = at(&ends, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(after(&position, &["a1a8"]).turn(), Color::Black);
    assert_eq!(after(&position, &["a1a7"]).turn(), Color::White);
    let last = chess("rules.turns = { moves = 2, check = 'last' }");
    let position = at(&last, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(!texts(&position).contains(&"a1a8".to_owned()));
    let position = after(&position, &["a1a7"]);
    assert!(texts(&position).contains(&"a7a8".to_owned()));
}

#[test]
fn the_same_piece_or_another_moves_on() {
    let same = chess("rules.turns = { moves = 2, mover = 'same' }");
    let position = after(&same.start(), &["b1c3"]);
    assert!(texts(&position).iter().all(|text| text.starts_with("c3")));
    round_trips(&position);
    let another = chess("rules.turns = { moves = 2, mover = 'another' }");
    let position = after(&another.start(), &["b1c3"]);
    assert!(texts(&position).iter().all(|text| !text.starts_with("c3")));
    assert!(
        position.to_fen().ends_with("left=1/@c3"),
        "{}",
        position.to_fen()
    );
    round_trips(&position);
}

#[test]
fn a_condition_ends_a_turn() {
    // A capture gives another move.
    let variant = chess("rules.turns = { moves = 9, ends = 'quiet' }");
    let position = after(&variant.start(), &["e2e4"]);
    assert_eq!(position.turn(), Color::Black);
    let position = after(&position, &["d7d5", "e4d5"]);
    assert_eq!(position.turn(), Color::White);
    round_trips(&position);
    let position = after(&position, &["d5d6"]);
    assert_eq!(position.turn(), Color::Black);
    // The condition can refer to the position after the move, but not to the one before it.
    let variant = chess("rules.turns = { moves = 2, ends = 'after: mover [rank 4..]' }");
    assert_eq!(after(&variant.start(), &["e2e3"]).turn(), Color::White);
    assert_eq!(after(&variant.start(), &["e2e4"]).turn(), Color::Black);
    let (place, finding) = finding("turns", "{ moves = 2, ends = 'last.mover own' }");
    assert!(
        place.contains("last.mover") && finding.code.to_string() == "E0333",
        "{finding:?}"
    );
}

#[test]
fn a_pass_with_effects_is_a_pass() {
    let rules = "rules = { passing = { always = true, twice-ends = false }, forbid = 'pass', \
                 effects = 'enemy queen becomes rook' }";
    let variant = chess(rules);
    assert!(!texts(&variant.start()).contains(&"e1e1".to_owned()));
    let rules = "rules = { turns = { moves = 3, passing = true }, effects = 'pass: enemy queen becomes rook' }";
    let variant = chess(rules);
    let position = after(&variant.start(), &["e2e4", "e1e1"]);
    assert_eq!(position.turn(), Color::Black);
}

#[test]
fn a_pass_takes_no_capture_en_passant_away() {
    let rules = "pieces.king.royal = false\nrules = { royal = 'none', turns = { moves = 2, passing = true } }";
    let variant = chess(rules);
    let position = at(&variant, "8/8/8/8/3p4/8/4P3/8 w - - 0 1");
    let position = after(&position, &["e2e4", "e4e4"]);
    assert_eq!(texts(&position), ["d4d3", "d4e3"]);
}

#[test]
fn the_rest_of_a_turn_may_be_passed() {
    let variant = chess("rules.turns = { moves = 3, passing = true }");
    assert!(!texts(&variant.start()).contains(&"e1e1".to_owned()));
    let position = after(&variant.start(), &["b1c3", "e1e1"]);
    assert_eq!(position.turn(), Color::Black);
    assert_eq!(position.setup().fullmove_number, 1);
    round_trips(&position);
}

#[test]
fn double_steps_of_a_whole_turn_are_captured_en_passant_by_its_first_move() {
    let variant = chess("rules.turns.moves = 2");
    let position = at(&variant, "4k3/8/8/8/1p4p1/8/2P4P/4K3 w - - 0 1");
    let within = after(&position, &["c2c4"]);
    assert!(
        within.to_fen().ends_with("left=1/c3:c4"),
        "{}",
        within.to_fen()
    );
    round_trips(&within);
    let black = after(&within, &["h2h4"]);
    round_trips(&black);
    let moves = texts(&black);
    assert!(moves.contains(&"b4c3".to_owned()) && moves.contains(&"g4h3".to_owned()));
    let second = after(&black, &["b4c3"]);
    assert!(!texts(&second).contains(&"g4h3".to_owned()));
    // A pawn that has moved on can no longer be captured en passant.
    let moved_on = after(&within, &["c4c5"]);
    assert!(!texts(&moved_on).contains(&"b4c3".to_owned()));
}

#[test]
fn a_king_may_be_captured_within_a_turn() {
    let variant = chess("rules.royal = 'capture'\nrules.turns.moves = 2");
    let position = at(&variant, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let mut game = Game::new(after(&position, &["a1a8"]));
    let capture = game.position().parse_move("a8e8").expect("it is legal");
    game.play(&capture).expect("it is legal");
    assert!(matches!(game.outcome(), Outcome::Ended { white, .. } if white > 0.9));
}

#[test]
fn royal_pieces_may_be_safe_at_the_end_only() {
    let lines =
        "rules.turns = { moves = { white = 2, black = 1 }, safe = 'at-end', attack = 'turn' }";
    let variant = chess(lines);
    // The rook on e8 attacks; the first move may leave it so, if the second answers it.
    let position = at(&variant, "k3r3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(texts(&position).contains(&"a1a2".to_owned()));
    let first = after(&position, &["a1a2"]);
    assert!(texts(&first).contains(&"a2e2".to_owned()));
    assert!(!texts(&first).contains(&"a2b2".to_owned()));
    // Two moves of a rook reach every square: this king is in check wherever it goes.
    let check = at(&variant, "k7/8/8/8/8/8/8/R3K3 b - - 0 1");
    assert!(check.is_check());
}

#[test]
fn bad_schedules_are_refused_at_their_place() {
    let rows = [
        (
            "rules.turns = {}",
            "E0310 turns: `turns`: the number of moves is missing",
        ),
        (
            "rules.turns.moves = 0",
            "E0409 0: `turns`: a turn has 1 to 64 moves: a number, a list of numbers by turn, or `rising`",
        ),
        (
            "rules.turns.moves = { white = [], black = 2 }",
            "E0409 []: `turns`: a turn has 1 to 64 moves: a number, a list of numbers by turn, or `rising`",
        ),
        (
            "rules.turns.moves = 100000",
            "E0409 100000: `turns`: a turn has 1 to 64 moves: a number, a list of numbers by turn, or `rising`",
        ),
        (
            "rules.turns.moves = { white = 2 }",
            "E0310 turns: `turns`: the number of moves is missing",
        ),
        (
            "rules.turns = { moves = 4, safe = 'at-end' }",
            "E0409 4: `turns`: with `safe = 'at-end'` or `attack = 'turn'` a turn has at most 3 \
             moves",
        ),
        (
            "rules.turns = { moves = 2, check = 'end' }",
            "E0311 'end': `turns`: `end` is not a value of this key",
        ),
        (
            "rules.turns = { moves = { white = 2, black = 1, grey = 3 } }",
            "E0302 grey: `turns`: the rule has no setting `grey`",
        ),
        (
            "rules.turns = { moves = 1 }",
            "W0410 1: `turns`: every turn has one move, so the rule has no effect",
        ),
        (
            "rules.turns = false",
            "W0302 false: no `turns` is inherited that could be removed",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
}

/// A turn cannot have more moves left than its length, whatever a FEN says.
#[test]
fn a_turn_does_not_go_on_for_longer_than_turns_do() {
    let reads = |moves: &str, left: &str| {
        let variant = chess(&format!("rules.turns.moves = {moves}"));
        let fen = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 left={left}");
        variant.parse_fen(&fen).is_ok()
    };
    assert!(reads("3", "2") && reads("{ white = 1, black = 4 }", "4") && reads("'rising'", "50"));
    assert!(!reads("3", "4") && !reads("3", "0") && !reads("'rising'", "100000"));
}
