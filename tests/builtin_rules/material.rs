//! `rules.adjudication.material`: would-be draws that the remaining material decides.

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Variant};

use super::{at, chess, found, refused};

/// White's share of the point in hundredths, if the game has ended for this reason.
fn share(outcome: &Outcome, why: &str) -> u32 {
    match outcome {
        Outcome::Ended { white, reason, .. } => {
            assert_eq!(reason.as_str(), why);
            (white * 100.0).round() as u32
        }
        Outcome::Ongoing => panic!("the game goes on"),
    }
}

/// The same in a position of chess with further lines.
fn share_at(lines: &str, fen: &str, why: &str) -> u32 {
    share(&at(&chess(lines), fen).outcome(), why)
}

/// Black is stalemated, and has one piece less.
const STUCK: &str = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
/// Black is stalemated, and has as many pieces.
const EQUAL: &str = "7k/5K1p/7B/8/8/8/8/8 b - - 0 1";

#[test]
fn the_greater_number_wins_if_nothing_else_is_said() {
    assert_eq!(share_at("", STUCK, "stalemate"), 50);
    for lines in [
        "rules.adjudication.material = {}",
        "rules.adjudication.material.winner = 'number'",
    ] {
        assert_eq!(share_at(lines, STUCK, "stalemate"), 100, "{lines}");
        assert_eq!(share_at(lines, EQUAL, "stalemate"), 50, "{lines}");
    }
}

#[test]
fn white_must_weigh_more_than_black_and_the_handicap() {
    for (handicap, white) in [(8, 100), (9, 0)] {
        let lines = format!(
            "rules.adjudication.material = {{ winner = 'weight', weights = {{ queen = 9 }}, \
             handicap = {handicap} }}"
        );
        assert_eq!(share_at(&lines, STUCK, "stalemate"), white, "{lines}");
    }
}

#[test]
fn a_side_may_win_whatever_is_left() {
    for (winner, white) in [("white", 100), ("black", 0)] {
        let lines = format!("rules.adjudication.material.winner = '{winner}'");
        assert_eq!(share_at(&lines, STUCK, "stalemate"), white, "{winner}");
    }
}

#[test]
fn adjudicated_games_are_decided_too() {
    let lines = "rules.adjudication.material = {}";
    let limit = "4k2r/8/8/8/8/8/8/R3K2R w - - 100 80";
    assert_eq!(share_at(lines, limit, "move-limit"), 100);
    let mut game = Game::new(at(&chess(lines), "4k2r/8/8/8/8/8/8/4K3 w - - 0 1"));
    for text in ["e1e2", "e8e7", "e2e1", "e7e8"].repeat(2) {
        let mv = game.position().parse_move(text).expect(text);
        game.play(&mv).expect(text);
    }
    assert_eq!(share(&game.outcome(), "repetition"), 0);
}

/// Rules of the format that end games as draws are decided too.
#[test]
fn other_rules_leave_their_draws_to_it() {
    let text = "name = 'x'\nboard = { files = 2, ranks = 2 }\nstart = 'Kk/Qr w - - 0 1'\n\
                pieces.king = { move = 'K', letter = 'K' }\n\
                pieces.queen = { move = 'W', letter = 'Q' }\n\
                pieces.rook = { move = 'F', letter = 'R' }\n\
                rules.royal = 'none'\nrules.ends = 'after: no empty: draw by full-board'\n\
                rules.adjudication.material = { winner = 'weight', weights = { queen = 2, rook = 1 } }";
    let catalog = Catalog::read(text, Format::Toml).value;
    let variant = Variant::compile(catalog.first().expect("a variant")).expect("rules");
    assert_eq!(share(&variant.start().outcome(), "full-board"), 100);
    let by_count = "rules.stalemate = 'loss'\nrules.ends = 'stalemate and count of own any = count of enemy any: draw'\n\
                    rules.adjudication.material = { winner = 'weight', weights = { bishop = 3 } }";
    assert_eq!(share_at(by_count, EQUAL, "stalemate"), 100);
}

#[test]
fn a_child_takes_it_away() {
    let text = "[parent]\ninherits = 'chess'\nrules.adjudication.material = {}\n\
                [child]\ninherits = 'parent'\nrules.adjudication.material = false";
    let catalog = Catalog::read(text, Format::Toml).value;
    let share_of = |name: &str| {
        let variant = Variant::compile(catalog.get(name).expect(name)).expect(name);
        share(&at(&variant, STUCK).outcome(), "stalemate")
    };
    assert_eq!((share_of("parent"), share_of("child")), (100, 50));
    let doubt = "W0302 false: no `adjudication.material` is inherited that could be removed";
    assert_eq!(found("rules.adjudication.material = false"), [doubt]);
}

#[test]
fn wrong_settings_have_their_place() {
    let at_place = |settings: &str| refused("adjudication.material", settings).1;
    assert_eq!(at_place("{ winner = 'red' }"), "'red'");
    assert_eq!(at_place("{ weights = { rooks = 1 } }"), "rooks");
    assert_eq!(at_place("{ weights = { rook = -1 } }"), "-1");
    assert_eq!(at_place("{ handicap = 1.5 }"), "1.5");
    assert_eq!(at_place("{ by = 'weight' }"), "by");
}

#[test]
fn settings_that_say_nothing_are_doubted() {
    let doubts =
        found("rules.adjudication.material = { winner = 'number', weights = { rook = 5 } }");
    assert_eq!(doubts.len(), 1, "{doubts:?}");
    assert!(doubts[0].contains("`weights` has no effect"), "{doubts:?}");
    let doubts = found("rules.adjudication.material.winner = 'weight'");
    assert_eq!(doubts.len(), 1, "{doubts:?}");
    assert!(doubts[0].contains("Black always wins"), "{doubts:?}");
    let good =
        "rules.adjudication.material = { winner = 'weight', weights = { rook = 5 }, handicap = 1 }";
    assert_eq!(found(good), [""; 0]);
}
