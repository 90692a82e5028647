//! `rules.use.foreign-moves`: each move also moves a piece of the opponent.

use ferz::definition::Reason;
use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Position, Variant, perft};
use ferz_designer::handbook::{Pictures, rules_page};

use super::{after, at, chess, found, round_trips, texts};

const PUSHES: &str = "rules.use.foreign-moves = { who = 'pawn', lines = 'fW' }";

fn avalanche() -> Variant {
    let text = include_str!("../../examples/variants/avalanche.toml");
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.get("avalanche").expect("it is there")).expect("it compiles")
}

fn has(position: &Position, text: &str) -> bool {
    texts(position).contains(&text.to_owned())
}

#[test]
fn every_move_but_the_first_is_followed_by_a_push() {
    let start = avalanche().start();
    assert_eq!(perft(&start, 1), 20);
    // Twenty moves and eight pushes, but one push less if a pawn blocks the one on e4.
    let open = after(&start, &["e2e4"]);
    assert_eq!(perft(&open, 1), 20 * 8 - 1);
    assert!(has(&open, "g8f6;e4-e5") && !has(&open, "e7e5;e4-e5") && !has(&open, "g8f6"));
    let pushed = after(&open, &["e7e5;d2-d3"]);
    assert_eq!(
        pushed.to_fen(),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 0 2"
    );
    round_trips(&pushed);
    // A push is a single step without capture.
    assert!(!has(&open, "g8f6;a2-a4"));
    let blocked = at(&avalanche(), "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 5");
    assert!(has(&blocked, "e1e2"));
    // A departing piece makes room.
    let behind = at(&avalanche(), "4k3/8/8/3p4/3N4/8/8/4K3 w - - 0 5");
    assert!(has(&behind, "d4f5") && behind.parse_move("e1e2").is_ok());
    assert_eq!(
        after(&behind, &["d4f5"]).to_fen(),
        "4k3/8/8/5N2/3p4/8/8/4K3 b - - 1 5"
    );
    // A captured pawn cannot be pushed.
    let capture = at(&avalanche(), "4k3/8/8/8/8/3p4/8/3RK3 w - - 0 5");
    assert_eq!(
        after(&capture, &["d1d3"]).to_fen(),
        "4k3/8/8/8/8/3R4/8/4K3 b - - 0 5"
    );
}

#[test]
fn the_move_itself_must_leave_the_king_safe() {
    // The pawn would block.
    let between = at(&avalanche(), "4k3/8/8/8/8/3p4/r7/7K w - - 0 5");
    assert!(!has(&between, "h1h2") && has(&between, "h1g1"));
    let parried = at(&avalanche(), "4k3/8/8/8/8/3p4/r6K/7N w - - 0 5");
    assert!(parried.is_check() && !has(&parried, "h1g3"));
}

/// The diagram of the source: the push exposes one's own king to check, and it is captured.
#[test]
fn a_push_may_expose_the_king_which_is_captured_then() {
    let start = at(
        &avalanche(),
        "rnbqkbnr/1pppp1pp/8/p7/P3Pp2/8/1PPPKPPP/RNBQ1BNR w kq - 0 4",
    );
    let mut game = Game::new(start);
    for text in ["b1c3;f4-f3", "f3e2"] {
        let mv = game.position().parse_move(text).expect("a legal move");
        game.play(&mv).expect("it is legal");
    }
    let outcome = game.outcome();
    assert!(
        matches!(outcome, Outcome::Ended { white, .. } if white < 0.1),
        "{outcome:?}"
    );
    assert!(game.position().legal_moves().is_empty());
    round_trips(game.position());
}

/// If kings are captured anyway, that ends the game with the usual result.
#[test]
fn captured_kings_end_the_game_by_the_rule_about_them() {
    let scored = |royal: &str| {
        let variant = chess(&format!(
            "{PUSHES}\nrules.scores.king-captured = 0.75\n{royal}"
        ));
        let start = at(&variant, "4k3/8/8/8/8/8/8/K3R3 w - - 0 5");
        let mut ends = texts(&start)
            .into_iter()
            .filter(|text| text.starts_with("e1e8"));
        let taken = ends.next().map(|text| after(&start, &[&text]).outcome());
        match taken {
            Some(Outcome::Ended { white, reason, .. }) => Some((white, reason)),
            _ => None,
        }
    };
    assert_eq!(
        scored("rules.royal = 'capture'"),
        Some((0.75, Reason::KingCaptured))
    );
    // A capture that ends the game has no second half, although a pawn could be pushed.
    for (guard, board) in [("every", "4R2k/8/8/3p4/8"), ("last", "4R2k/8/8/8/3p4")] {
        let rules = format!(
            "start = '4k2k/8/8/8/8/8/8/K3R3 w - - 0 1'\nrules.royal = 'capture'\nrules.guard = '{guard}'"
        );
        let variant = chess(&format!("{PUSHES}\n{rules}"));
        let start = at(&variant, "4k2k/8/8/3p4/8/8/8/K3R3 w - - 0 5");
        let taken = after(&start, &["e1e8"]).to_fen();
        assert!(taken.starts_with(board), "{guard}: {taken}");
    }
    let page = |royal: &str| rules_page(&chess(&format!("{PUSHES}\n{royal}")), Pictures::Files);
    let safe = "Only the move itself must leave one's royal pieces safe.";
    assert!(page("").contains(safe) && !page("rules.royal = 'capture'").contains(safe));
}

#[test]
fn a_pushed_pawn_is_promoted_by_its_owner_who_then_moves() {
    let start = at(&avalanche(), "k7/8/8/8/8/8/7p/K7 w - - 0 5");
    let pushed = after(&start, &["a1a2"]);
    assert_eq!(pushed.to_fen(), "k7/8/8/8/8/8/K7/7p b - - 1 5");
    assert_eq!(texts(&pushed), ["h1h1b", "h1h1n", "h1h1q", "h1h1r"]);
    round_trips(&pushed);
    let promoted = after(&pushed, &["h1h1q"]);
    assert!(
        promoted.to_fen().starts_with("k7/8/8/8/8/8/K7/7q b - "),
        "{}",
        promoted.to_fen()
    );
    assert!(has(&promoted, "h1h8") && has(&promoted, "a8b8"));
    round_trips(&promoted);
    assert!(after(&promoted, &["h1h8"]).to_fen().ends_with(" 6"));
    // A promotion can give check, which the move must then answer.
    let check = at(&avalanche(), "k6R/8/8/8/8/8/K7/7p b - - 0 5");
    let rook = after(&check, &["h1h1r"]);
    assert!(has(&rook, "h1h8") && !has(&rook, "h1g1"));
}

#[test]
fn a_promotion_is_no_move_of_a_turn_of_several() {
    let variant = chess(&format!("{PUSHES}\nrules.turns.moves = 2"));
    let start = at(&variant, "k7/8/8/8/8/8/K7/7p b - - 0 5");
    let promoted = after(&start, &["h1h1q"]);
    assert!(!promoted.to_fen().contains("left="));
    let moved = after(&promoted, &["a8b8"]);
    assert!(moved.to_fen().contains(" b ") && moved.to_fen().ends_with("left=1"));
    round_trips(&moved);
    assert!(after(&moved, &["b8c8"]).to_fen().contains(" w "));
}

#[test]
fn the_second_half_may_be_optional_of_other_pieces_and_go_along_lines() {
    let optional =
        chess("rules.use.foreign-moves = { who = 'rook', lines = 'R', optional = true }");
    let position = at(&optional, "7k/6p1/8/8/8/2N5/8/r6K w - - 0 5");
    // The first half answers the check, with or without a second half, to any empty square.
    for text in ["c3b1", "c3b1;a1-a5", "h1g2", "h1g2;a1-g1", "h1g2;a1-h1"] {
        assert!(has(&position, text), "{text}");
    }
    for text in ["c3b1;a1-b1", "c3b1;a1-c1", "c3e4;a1-a5"] {
        assert!(!has(&position, text), "{text}");
    }
}

#[test]
fn bad_foreign_moves_are_refused_at_their_place() {
    let rows = [
        (
            "rules.use.foreign-moves.who = 'pawn'",
            "E0310 foreign-moves: `foreign-moves`: no pieces of the other side can be moved",
        ),
        (
            "rules.use.foreign-moves = { who = 'pawn', lines = 'gQ' }",
            "E0330 'gQ': `foreign-moves`: `gQ` is not a union of leaps and rides",
        ),
        (
            "rules.use.foreign-moves = { who = [], lines = 'W' }",
            "W0410 []: `foreign-moves`: no piece is named, so no piece is moved by the other side",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
}
