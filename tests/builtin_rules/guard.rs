//! `rules.guard`: the protection that a side owes to several royal pieces.

use ferz::game::{Game, Outcome, Strategy, perft_with};

use super::{at, chess, ended, finding, refused, texts};

/// A rook attacks the king on h1.
const CHECKED: &str = "k6k/8/8/8/8/8/7r/K6K w - - 0 1";

/// The same with a rook before each king.
const BOTH: &str = "k6k/8/8/8/8/8/r6r/K6K w - - 0 1";

/// The number of moves, and whether the side is in check.
fn moves(rule: &str, fen: &str) -> (usize, bool) {
    let position = at(&chess(rule), fen);
    let moves = texts(&position).len();
    let counted = perft_with(&position, 1, Strategy::Fastest);
    assert_eq!(counted, moves as u64, "{rule}");
    (moves, position.is_check())
}

#[test]
fn none_one_or_all_but_the_last_may_be_left_attacked() {
    // The king on h1 captures the rook or steps aside; the other king has no legal move.
    assert_eq!(moves("", CHECKED), (2, true));
    assert_eq!(moves("rules.guard = 'every'", CHECKED), (2, true));
    assert_eq!(moves("rules.guard = 'all-but-one'", CHECKED), (4, false));
    assert_eq!(moves("rules.guard = 'last'", CHECKED), (6, false));
    // One of two attacked kings must be saved.
    assert!(moves("rules.guard = 'all-but-one'", BOTH).1);
    assert!(!moves("rules.guard = 'last'", BOTH).1);
    // A single king must always be guarded.
    for word in ["every", "all-but-one", "last"] {
        let single = "k7/8/8/8/8/8/7r/7K w - - 0 1";
        assert_eq!(moves(&format!("rules.guard = '{word}'"), single), (2, true));
    }
}

#[test]
fn where_royal_pieces_are_captured_it_says_how_many_must_be_left() {
    let captures_that_end = |word: &str| {
        let variant = chess(&format!(
            "start = 'k2k2k1/8/8/8/4P3/8/r6r/K2K3K b - - 0 1'\nrules.royal = 'capture'\n\
             rules.guard = '{word}'"
        ));
        let mut game = Game::new(variant.start());
        for text in ["a2a1", "e4e5", "h2h1", "e5e6", "a1d1"] {
            if game.outcome() != Outcome::Ongoing {
                break;
            }
            let mv = game.position().parse_move(text).expect(text);
            game.play(&mv).expect(text);
        }
        assert_eq!(ended(&game), (0, "king-captured".to_owned()), "{word}");
        game.moves().len()
    };
    let ends = ["every", "all-but-one", "last"].map(captures_that_end);
    assert_eq!(ends, [1, 3, 5]);
}

#[test]
fn wrong_words_have_their_place() {
    assert_eq!(refused("guard", "'none'").0, "E0311");
    assert_eq!(refused("guard", "'none'").1, "'none'");
    assert_eq!(refused("guard", "3").1, "3");
    assert_eq!(finding("guard", "{}").1.code.as_str(), "E0310");
}
