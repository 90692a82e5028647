//! Moves of clauses with actions, in particular moves that marks limit, and the removal of pieces.

use ferz::game::{Position, perft};

use super::{after, at, chess, found, round_trips, texts};

/// Chess with a move of the rook that a side can make a number of times.
const ONCE: &str =
    "rules.marks.bent.supply = 1\nrules.moves = 'own rook moves as \"mF\", mark to as bent'";

#[test]
fn a_move_is_made_once_and_remembered() {
    let variant = chess(ONCE);
    let position = at(&variant, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(texts(&position).contains(&"a1b2".to_owned()));
    let used = after(&position, &["a1b2"]);
    assert!(
        used.to_fen().ends_with(" marks=bent:0+1:0+0"),
        "{}",
        used.to_fen()
    );
    round_trips(&used);
    let later = after(&used, &["e8e7"]);
    assert!(!texts(&later).contains(&"b2c3".to_owned()));
}

#[test]
fn a_move_that_the_piece_has_anyway_uses_nothing_up() {
    let variant = chess(
        "rules.marks.far.supply = 1\nrules.moves = 'own rook moves to empty, mark to as far'",
    );
    let position = at(&variant, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let moved = after(&position, &["a1a5", "e8e7"]);
    assert!(!moved.to_fen().contains("marks"), "{}", moved.to_fen());
    assert!(texts(&moved).contains(&"a5h8".to_owned()));
    round_trips(&moved);
}

#[test]
fn sides_may_have_different_limits() {
    let variant = chess(
        "rules.marks.bent.supply = { white = 0, black = 2 }\n\
         rules.moves = 'own rook moves as \"mF\", mark to as bent'",
    );
    let white = at(&variant, "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(!texts(&white).contains(&"a1b2".to_owned()));
    let moves = ["e1e2", "a8b7", "e2e1", "b7c6", "e1e2"];
    let used = after(&white, &moves);
    assert!(!texts(&used).contains(&"c6d5".to_owned()));
}

#[test]
fn pieces_may_swap_in_check_only() {
    let variant = chess(
        "rules.marks.swapped.supply = 1\n\
         rules.moves = 'in check: own king swaps with own any, mark to as swapped'\n\
         pieces.king.move = 'K'",
    );
    let swaps = |fen: &str| {
        let mut moves = texts(&at(&variant, fen));
        moves.retain(|text| text.contains(','));
        moves
    };
    // The piece on e1 is attacked instead.
    let checked = "4r2k/8/8/8/8/8/8/RN2K3 w - - 0 1";
    assert_eq!(swaps(checked), ["e1a1,a1e1", "e1b1,b1e1"]);
    assert!(swaps("5r1k/8/8/8/8/8/8/RN2K3 w - - 0 1").is_empty());
    // The king does not go where it would still be in check.
    assert_eq!(swaps("b3r2k/8/8/8/8/8/8/N3K2R w - - 0 1"), ["e1a1,a1e1"]);
    let used = after(&at(&variant, checked), &["e1a1,a1e1", "e8e1"]);
    assert!(swaps(&used.to_fen()).is_empty());
    round_trips(&used);
}

#[test]
fn actions_change_the_board_and_offer_choices() {
    let variant = chess(
        "rules.moves = 'own knight moves to empty \"W\" from it, choose x in enemy pawn, remove x, put own pawn on from'",
    );
    let position = at(&variant, "4k3/8/8/3p4/5p2/8/8/1N2K3 w - - 0 1");
    let all = texts(&position);
    assert!(all.contains(&"b1c3".to_owned()), "{all:?}");
    let steps: Vec<&String> = all.iter().filter(|text| text.starts_with("b1c1")).collect();
    assert_eq!(steps.len(), 2, "{steps:?}");
    let next = after(&position, &[steps[0].as_str()]);
    assert_eq!(
        next.to_fen()
            .split(' ')
            .next()
            .map(|board| board.matches('p').count()),
        Some(1)
    );
    assert!(next.to_fen().contains("/1PN1K3 "), "{}", next.to_fen());
    round_trips(&next);
}

#[test]
fn a_side_removes_its_pieces() {
    let leaves = |set: &str, fen: &str, text: &str| {
        let variant = chess(&format!(
            "pieces.queen.freezes = {{}}\nrules.moves = '{set} is removed'"
        ));
        texts(&at(&variant, fen)).iter().any(|other| other == text)
    };
    let white = "4k3/8/8/2RqN3/8/8/8/K7 w - - 0 1";
    let black = "4k3/8/8/2rQn3/8/8/8/K7 b - - 0 1";
    for (set, rook, knight, theirs) in [
        ("own frozen", true, true, true),
        ("own frozen rook", true, false, true),
        ("own frozen white", true, true, false),
        ("own knight", false, true, false),
    ] {
        assert_eq!(leaves(set, white, "c5c5"), rook, "{set}");
        assert_eq!(leaves(set, white, "e5e5"), knight, "{set}");
        assert_eq!(leaves(set, black, "c5c5"), theirs, "{set}");
        assert!(!leaves(set, white, "a1a1"), "{set}");
    }
    let variant = chess("pieces.queen.freezes = {}\nrules.moves = 'own frozen is removed'");
    let next = after(&at(&variant, white), &["c5c5"]);
    assert!(
        next.to_fen().starts_with("4k3/8/8/3qN3/"),
        "{}",
        next.to_fen()
    );
    round_trips(&next);
}

#[test]
fn bad_clauses_are_found_at_their_place() {
    let rows = [
        (
            "rules.moves = 'own rook moves as \"mF\", mark to as bent'",
            "E0333 bent: `moves`: unknown mark `bent`",
        ),
        (
            "rules.moves = 'own rook moves as \"F\", captured goes home'",
            "E0333 captured: `moves`: `captured goes home` cannot be an action of `rules.moves`",
        ),
        (
            "rules.moves = 'own king is removed'",
            "W0410 'own king is removed': `moves`: `own king is removed` has no effect: royal pieces are never removed",
        ),
        (
            "rules.moves = 'own knight moves to empty, remove own king'",
            "W0410 'own knight moves to empty, remove own king': `moves`: an action of `own knight moves to empty, \
             remove own king` has no effect: royal pieces are never removed",
        ),
        (
            "rules.moves = 'in check: own rook moves as \"F\"'",
            "E0333 in check: : `moves`: the condition depends on a move, but these clauses define the moves",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}

#[test]
fn only_moves_with_their_actions_are_left() {
    let variant = chess(
        "rules.marks.once.supply = 1\nrules.moves = 'own rook moves only as \"W\", mark to as once'",
    );
    let position = at(&variant, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let of_rook = |position: &Position| {
        let mut moves = texts(position);
        moves.retain(|text| text.starts_with("a1") || text.starts_with("a2"));
        moves
    };
    assert_eq!(of_rook(&position).len(), 2, "{:?}", of_rook(&position));
    let first = of_rook(&position).pop().expect("a move");
    let used = after(&position, &[&first, "e8e7"]);
    assert!(
        used.to_fen().contains("marks=once:0+1"),
        "{}",
        used.to_fen()
    );
    let rook = texts(&used);
    assert!(rook.iter().all(|text| text.starts_with('e')), "{rook:?}");
}

#[test]
fn a_capture_that_its_actions_make_illegal_gives_no_check() {
    let attacked = |clause: &str, fen: &str| {
        let variant = chess(&format!(
            "rules.marks.once.supply = 1\nrules.moves = '{clause}'"
        ));
        at(&variant, fen).is_check()
    };
    let fen = "8/8/2k5/8/R7/8/8/4K3 b - - 0 1";
    assert!(attacked("own rook moves as \"A\"", fen));
    let used = format!("{fen} marks=once:0+1:0+0");
    for action in [
        "mark to as once",
        "mark mover as once",
        "mark own king as once",
    ] {
        let clause = format!("own rook moves as \"A\", {action}");
        assert!(attacked(&clause, fen), "{action}");
        assert!(!attacked(&clause, &used), "{action}");
    }
    let blocked = "own rook moves as \"A\", put own pawn on [white e1]";
    assert!(!attacked(blocked, fen));
}

#[test]
fn an_illegal_clause_hides_no_other() {
    for clauses in [
        "['own knight moves as \"W\", put own pawn on [e1]', 'own knight moves as \"W\"']",
        "['own knight moves as \"W\"', 'own knight moves as \"W\", put own pawn on [e1]']",
    ] {
        let variant = chess(&format!("rules.moves = {clauses}"));
        let position = at(&variant, "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1");
        assert!(texts(&position).contains(&"b1b2".to_owned()), "{clauses}");
    }
}

#[test]
fn moves_of_enemy_pieces_are_counted() {
    for clause in [
        "enemy knight is removed",
        "enemy knight becomes bishop",
        "enemy knight moves to empty",
        "enemy knight swaps with own pawn",
    ] {
        let variant = chess(&format!("rules.moves = '{clause}'"));
        let start = variant.start();
        let moves = start.legal_moves();
        let replies = |mv| start.play_unchecked(mv).legal_moves().len() as u64;
        let listed: u64 = moves.iter().map(replies).sum();
        assert_eq!(perft(&start, 2), listed, "{clause}");
    }
}
