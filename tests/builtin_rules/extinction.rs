//! `rules.extinction`: sides that win or lose by the number of their pieces, and royal last pieces.

use ferz::definition::Reason;
use ferz::game::{Outcome, Position, Strategy, perft_with};

use super::{after, at, chess, compiled, refused, targets, texts};

/// White's share and the reason of an end.
fn end(position: &Position) -> Option<(f64, String)> {
    match position.outcome() {
        Outcome::Ended { white, reason, .. } => Some((white, reason.as_str().to_owned())),
        Outcome::Ongoing => None,
    }
}

fn extinct(white: f64) -> (f64, String) {
    (white, "extinction".to_owned())
}

/// Of the whole army only the king is left.
fn bare(white: f64) -> (f64, String) {
    (white, "bare-king".to_owned())
}

const ROOKS: &str = "4k3/8/8/4r3/4R3/8/8/4K3 w - - 0 1";

#[test]
fn who_has_too_few_loses_or_wins_or_draws() {
    for (result, white) in [("loss", 1.0), ("win", 0.0), ("draw", 0.5)] {
        let lines = format!("rules.extinction = {{ pieces = 'rook', result = '{result}' }}");
        let variant = chess(&lines);
        let position = at(&variant, ROOKS);
        assert_eq!(end(&position), None);
        assert_eq!(
            end(&after(&position, &["e4e5"])),
            Some(extinct(white)),
            "{lines}"
        );
        assert!(
            !variant.describe_tables().starts_with("general engine only"),
            "{lines}"
        );
    }
    let nothing = chess("rules.extinction = { pieces = 'rook' }");
    assert_eq!(end(&after(&at(&nothing, ROOKS), &["e4e5"])), None);
}

#[test]
fn any_kind_counts_in_all_its_forms_and_the_army_as_a_whole() {
    let kinds = chess("rules.extinction = { pieces = ['rook', 'knight'], result = 'loss' }");
    assert_eq!(
        end(&at(&kinds, ROOKS)),
        Some(extinct(1.0)),
        "who has moved last is asked first"
    );
    let both = at(&kinds, "4k1n1/8/8/4r3/4R3/8/8/4K1N1 w - - 0 1");
    assert_eq!(end(&both), None);
    assert_eq!(end(&after(&both, &["e4e5"])), Some(extinct(1.0)));
    let army = chess("rules.extinction = { whole-army = true, count = 1, result = 'win' }");
    assert_eq!(end(&after(&at(&army, ROOKS), &["e4e5"])), Some(bare(0.0)));
    let text = "[x]\ninherits = 'crazyhouse'\nrules.extinction = { pieces = 'queen', result = 'loss' }\n\
                pieces.pawn.promotion.to = 'queen'";
    let variant = compiled(text);
    let promoted = "4k3/8/8/8/8/8/8/Q~3K2q[] w - - 0 1";
    assert_eq!(end(&at(&variant, promoted)), None);
}

/// A claim requires enough remaining pieces, and the other side has one more move.
#[test]
fn a_claim_waits_for_the_other_side() {
    let lines = "rules.extinction = { whole-army = true, count = 1, opponent-count = 2, claim = true, \
                 result = 'loss' }";
    let variant = chess(lines);
    let position = at(&variant, "8/8/8/8/8/1k6/Rp6/4K3 w - - 0 1");
    let bared = after(&position, &["a2b2"]);
    assert_eq!(end(&bared), None);
    assert_ne!(end(&after(&bared, &["b3b2"])), Some(bare(1.0)));
    assert_eq!(end(&after(&bared, &["b3c3"])), Some(bare(1.0)));
    let three = at(&variant, "8/8/8/8/8/1k6/R7/N3K3 b - - 0 1");
    assert_eq!(
        end(&three),
        Some(bare(1.0)),
        "the side to move cannot change it"
    );
}

#[test]
fn pieces_in_hand_count() {
    let lines = "rules.captured-to = 'captor-hand'\nrules.drops = {}\n\
                 rules.extinction = { pieces = 'rook', result = 'loss' }";
    let variant = chess(lines);
    let fen = "4k3/8/8/4r3/4R3/8/8/4K3[r] w - - 0 1";
    assert_eq!(end(&after(&at(&variant, fen), &["e4e5"])), None);
    let fen = "4k3/8/8/4r3/4R3/8/8/4K3[] w - - 0 1";
    assert_eq!(
        end(&after(&at(&variant, fen), &["e4e5"])),
        Some(extinct(1.0))
    );
}

#[test]
fn last_pieces_are_guarded() {
    let guarded = |more: &str| {
        let lines = format!(
            "pieces.king.royal = false\nrules.royal = 'none'\n\
             rules.extinction = {{ pieces = 'rook', royal = 'last'{more} }}"
        );
        chess(&lines)
    };
    let fen = "4k3/8/8/8/4r3/8/4R3/K7 w - - 0 1";
    let last = at(&guarded(""), fen);
    assert!(last.is_check());
    assert!(!texts(&last).contains(&"e2e3".to_owned()));
    assert!(texts(&last).contains(&"e2d2".to_owned()));
    let two = "4k3/8/8/8/4r3/8/R3R3/K7 w - - 0 1";
    assert!(!at(&guarded(""), two).is_check());
    assert!(at(&guarded(", count = 1"), two).is_check());
    for (variant, fen) in [(guarded(""), fen), (guarded(", count = 1"), two)] {
        let position = at(&variant, fen);
        let counts = [Strategy::Fastest, Strategy::General]
            .map(|strategy| perft_with(&position, 3, strategy));
        assert_eq!(counts[0], counts[1]);
        assert!(!variant.describe_tables().starts_with("general engine only"));
    }
}

#[test]
fn the_last_piece_of_an_army_is_royal() {
    let variant = compiled(
        "name = 'army'\nboard = { files = 5, ranks = 5 }\nstart = 'r4/5/5/5/R3R w - - 0 1'\n\
         pieces.rook = { letter = 'R', move = 'R' }\n\
         rules = { royal = 'none', extinction = { whole-army = true, result = 'loss', royal = 'last' } }\n",
    );
    let fen = "r4/5/5/5/R3R b - - 0 1";
    let position = at(&variant, fen);
    assert!(position.is_check());
    assert_eq!(targets(&variant, fen, "a5"), "b5 c5 d5");
    for depth in 1..4 {
        let count = |strategy| perft_with(&position, depth, strategy);
        assert_eq!(count(Strategy::Fastest), count(Strategy::General));
    }
    let words = variant.custom_words();
    assert!(
        words
            .iter()
            .any(|said| said.starts_with("The last piece of a side is royal")),
        "{words:?}"
    );
}

#[test]
fn where_kings_are_captured_their_loss_comes_first() {
    let reason = |lines: &str| {
        let variant = chess(&format!("{lines}\nrules.captures.blast = true"));
        let start = at(&variant, "kn6/8/8/8/8/8/8/1R4NK w - - 0 1");
        match after(&start, &["b1b8"]).outcome() {
            Outcome::Ended { white, reason, .. } => (white, reason),
            Outcome::Ongoing => panic!("the game goes on"),
        }
    };
    let knights = "rules.extinction = { pieces = 'knight', result = 'loss' }";
    let both = reason(&format!("rules.royal = 'capture'\n{knights}"));
    assert_eq!(both, (1.0, Reason::KingCaptured));
    let one = reason(&format!("rules.royal = 'none'\n{knights}"));
    assert_eq!(one, (1.0, Reason::Extinction));
}

#[test]
fn all_but_one_may_be_left_attacked() {
    let variant = chess(
        "pieces.king.royal = false\nrules.royal = 'none'\n\
         rules.extinction = { pieces = 'rook', royal = 'all-but-one' }",
    );
    let one = at(&variant, "4k3/8/8/8/4r3/8/R3R3/K7 w - - 0 1");
    assert!(!one.is_check());
    let both = at(&variant, "4k3/8/8/r7/4r3/8/R3R3/K7 w - - 0 1");
    assert!(both.is_check());
}

#[test]
fn settings_are_refused_at_their_places() {
    let rows = [
        ("{ result = 'loss' }", "E0310", "extinction"),
        ("{ pieces = 'dragon' }", "E0306", "'dragon'"),
        ("{ pieces = 'rook', result = 'lost' }", "E0311", "'lost'"),
        ("{ pieces = 'rook', count = -1 }", "E0303", "-1"),
        ("{ pieces = 'rook', royal = true }", "E0303", "true"),
        ("{ pieces = 'rook', claims = true }", "E0302", "claims"),
    ];
    for (settings, code, place) in rows {
        assert_eq!(
            refused("extinction", settings),
            (code.to_owned(), place.to_owned()),
            "{settings}"
        );
    }
    compiled(
        "[x]\ninherits = 'chess'\nrules.extinction = { pieces = 'rook', royal = false, result = false }",
    );
}

/// The text of the rules page, by settings.
#[test]
fn its_sentences() {
    let rows = [
        (
            "pieces = 'rook', result = 'win'",
            "A side has no rook left.",
        ),
        (
            "pieces = ['rook', 'knight'], result = 'loss'",
            "has no knight or no rook left",
        ),
        ("whole-army = true, result = 'loss'", "has no piece left"),
        (
            "pieces = 'rook', count = 2, result = 'loss'",
            "no more than 2 rooks left",
        ),
        (
            "pieces = 'rook', opponent-count = 2, result = 'loss'",
            "and the other side at least 2",
        ),
        (
            "pieces = 'rook', claim = true, opponent-count = 2, result = 'loss'",
            "it has one more move first",
        ),
        (
            "pieces = 'rook', royal = 'all-but-one'",
            "The last rook of a side is royal",
        ),
        (
            "pieces = 'rook', count = 64, royal = 'last'",
            "Each rook is royal",
        ),
    ];
    for (settings, phrase) in rows {
        let variant = chess(&format!("rules.extinction = {{ {settings} }}"));
        let page = ferz_designer::handbook::rules_page(
            &variant,
            ferz_designer::handbook::Pictures::Text(ferz_designer::render::BoardStyle::Ascii),
        );
        assert!(page.contains(phrase), "{settings}: no `{phrase}`");
    }
}
