//! `rules.use.in-place-promotion`: promotion on the piece's own square, or by a quiet move of the
//! promoted piece.

use ferz::formats::{Catalog, Format};
use ferz::game::{Outcome, Position, Variant};
use ferz_designer::lint::examine;

use super::{after, at, chess, found, round_trips, texts};

const KNIGHTS: &str = "pieces.pawn.promotion = false\n\
                       rules.use.in-place-promotion = { piece = 'pawn', to = 'knight', zone = 'rank 5..' }\n";

/// The texts of the moves that promote.
fn promotions(variant: &Variant, fen: &str) -> Vec<String> {
    let mut promotions = texts(&at(variant, fen));
    promotions.retain(|text| text.ends_with(char::is_alphabetic));
    promotions.sort();
    promotions
}

#[test]
fn a_pawn_becomes_what_goes_quietly_and_attacks_nothing() {
    let variant = chess(KNIGHTS);
    assert_eq!(
        promotions(&variant, "7k/8/8/4P3/8/8/1P6/K7 w - - 0 1"),
        [
            "e5c4n", "e5c6n", "e5d3n", "e5d7n", "e5e5n", "e5f3n", "e5g4n"
        ]
    );
    let start = at(&variant, "7k/8/8/4P3/8/8/1P6/K7 w - - 0 1");
    let promoted = after(&start, &["e5e5n"]);
    assert_eq!(promoted.to_fen(), "7k/8/8/4N3/8/8/1P6/K7 b - - 0 1");
    round_trips(&promoted);
}

#[test]
fn the_last_one_promotes_anywhere() {
    assert_eq!(
        promotions(&chess(KNIGHTS), "7k/8/8/8/8/8/1P6/K7 w - - 0 1"),
        ["b2a4n", "b2b2n", "b2c4n", "b2d1n", "b2d3n"]
    );
}

#[test]
fn no_such_promotion_gives_check() {
    let fen = "4k3/8/8/4P3/8/8/1P6/K3R3 w - - 0 1";
    assert_eq!(promotions(&chess(KNIGHTS), fen), ["e5e5n"]);
}

#[test]
fn the_limits_of_promotion_hold() {
    let limited = chess(&format!(
        "{KNIGHTS}rules.paired-promotion.limits.knight = 1"
    ));
    let none: [&str; 0] = [];
    assert_eq!(
        promotions(&limited, "7k/8/8/4P3/8/8/1P6/KN6 w - - 0 1"),
        none
    );
    assert_eq!(
        promotions(&limited, "6nk/8/8/4P3/8/8/1P6/K7 w - - 0 1").len(),
        7
    );
}

#[test]
fn each_side_may_have_choices_and_squares_of_its_own() {
    let variant = chess(
        "pieces.pawn.promotion = false\nrules.use.in-place-promotion = { piece = 'pawn', to = { white = \
         'knight', black = 'rook' }, zone = { white = 'e5', black = 'd4' } }",
    );
    let fen = |turn| format!("7k/8/p7/4P3/3p4/P7/8/1K6 {turn} - - 0 1");
    let white = promotions(&variant, &fen("w"));
    // A knight on c6 or f3 would attack the pawn on d4.
    assert_eq!(white, ["e5c4n", "e5d3n", "e5d7n", "e5e5n", "e5g4n"]);
    let black = promotions(&variant, &fen("b"));
    // A rook on d5 or d3 would attack a pawn.
    assert!(black.iter().all(|text| text.starts_with("d4")), "{black:?}");
    for (to, may_stand) in [("d4", true), ("d2", true), ("d5", false), ("d3", false)] {
        assert_eq!(black.contains(&format!("d4{to}r")), may_stand, "{black:?}");
    }
}

fn ended(position: &Position) -> Option<&'static str> {
    match position.outcome() {
        Outcome::Ended { reason, .. } => Some(reason.as_str()),
        Outcome::Ongoing => None,
    }
}

#[test]
fn nobody_need_promote_the_last_piece() {
    let variant = chess(KNIGHTS);
    let stuck = at(&variant, "7k/8/7p/7P/8/8/2q5/K7 w - - 0 1");
    assert!(texts(&stuck).contains(&"h5h5n".to_owned()));
    assert_eq!(ended(&stuck), Some("stalemate"));
    let free = at(&variant, "7k/8/8/7P/8/8/2q5/K7 w - - 0 1");
    assert_eq!(ended(&free), None);
    let checked = at(&variant, "7k/8/7p/7P/8/8/8/Kq6 w - - 0 1");
    assert_eq!(ended(&checked), None);
}

#[test]
fn positions_are_judged_as_without_the_rule() {
    let variant = chess(KNIGHTS);
    let codes = |fen: &str| -> Vec<String> {
        let found = variant.read_fen(fen).diagnostics.into_iter();
        found.map(|finding| finding.code.to_string()).collect()
    };
    assert_eq!(codes("8/8/8/8/8/8/8/4K3 w - - 0 1"), ["E0507"]);
    assert_eq!(codes("4k3/8/8/3*4/8/8/8/4K3 w - - 0 1"), ["W0510"]);
    let bare = at(&variant, "7k/8/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(ended(&bare), Some("insufficient-material"));
    let alive = at(&variant, "7k/8/8/8/8/8/P7/K7 w - - 0 1");
    assert_eq!(ended(&alive), None);
}

#[test]
fn wrong_settings_are_found() {
    let rows = [
        (
            "rules.use.in-place-promotion = { to = 'queen' }",
            "E0310 in-place-promotion: `in-place-promotion`: `piece` is missing",
        ),
        (
            "rules.use.in-place-promotion = { piece = 'pawn' }",
            "E0310 in-place-promotion: `in-place-promotion`: `to` is missing",
        ),
        (
            "rules.use.in-place-promotion = { piece = 'pawn', to = [] }",
            "W0410 []: `in-place-promotion`: no piece is named, so no piece is named as a result of promotion",
        ),
        (
            "rules.use.in-place-promotion = { piece = 'pawn', to = 'queen', squares = 'a1' }",
            "E0302 squares: `in-place-promotion`: the rule has no setting `squares`",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
    let text = "name = 'mine'\ninherits = 'chess'\nrules.use.in-place-promotion = { piece = 'pawn', to = \
                'queen', squares = 'a1' }\n";
    let read = Catalog::read(text, Format::Toml);
    let findings = examine(&read.value, text, Format::Toml);
    let helps: Vec<String> = findings
        .into_iter()
        .filter_map(|found| found.help)
        .collect();
    assert_eq!(helps, ["expected one of `piece`, `to`, `zone`"]);
}
