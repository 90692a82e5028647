//! `rules.royal`: the obligations of royal pieces.

use ferz::definition::{Reason, RoyalRule};
use ferz::formats::{Catalog, Format};
use ferz::game::{Outcome, Strategy, perft_with};

use super::{at, chess, child, found, refused};

#[test]
fn kings_are_checked_captured_or_ordinary() {
    // The king on a1 is attacked by the rook, which can be taken.
    let fen = "7k/8/8/8/8/8/8/K2r3R w - - 0 1";
    for (word, moves, is_check) in [
        ("check", 3, true),
        ("capture", 14, false),
        ("none", 14, false),
    ] {
        let position = at(&chess(&format!("rules.royal = '{word}'")), fen);
        let [general, fastest] =
            [Strategy::General, Strategy::Fastest].map(|engine| perft_with(&position, 1, engine));
        assert_eq!((general, fastest), (moves, moves), "{word}");
        assert_eq!(position.is_check(), is_check, "{word}");
    }
    let gone = "8/8/8/8/8/8/8/K2r3R w - - 0 1";
    let outcome = |word: &str| at(&chess(&format!("rules.royal = '{word}'")), gone).outcome();
    assert!(matches!(
        outcome("capture"),
        Outcome::Ended {
            white: 1.0,
            reason: Reason::KingCaptured,
            ..
        }
    ));
    assert_eq!(outcome("none"), Outcome::Ongoing);
}

#[test]
fn what_holds_without_the_rule_is_not_kept() {
    let usual = child("chess", "");
    assert_eq!(child("chess", "rules.royal = 'check'").rules, usual.rules);
    let mut def = child("chess", "rules.royal = 'capture'");
    assert_eq!(def.rules.royal(), RoyalRule::Capture);
    assert!(
        def.to_toml().contains("royal = 'capture'"),
        "{}",
        def.to_toml()
    );
    def.rules.set_royal(RoyalRule::Check);
    assert_eq!(def.rules, usual.rules);
    // A grandchild restores the default.
    let text = "[child]\ninherits = 'chess'\nrules.royal = 'none'\n\
        [grandchild]\ninherits = 'child'\nrules.royal = 'check'\n";
    let read = Catalog::read(text, Format::Toml);
    let def = read.value.get("grandchild").expect("a variant");
    assert_eq!(def.rules, usual.rules, "{:?}", read.diagnostics);
}

#[test]
fn where_no_piece_is_royal_nothing_is_demanded() {
    let lines = "pieces.king.royal = false\nrules.royal = 'none'";
    assert_eq!(child("chess", lines).demand(), RoyalRule::None);
    assert_eq!(found(lines), [""; 0]);
    let doubt = found("pieces.king.royal = false").swap_remove(0);
    assert!(doubt.ends_with("no piece is royal"), "{doubt}");
}

#[test]
fn wrong_settings_have_their_place() {
    assert_eq!(refused("royal", "'chek'").0, "E0311");
    assert_eq!(
        found("rules.royal = false"),
        ["E0303 false: expected `check`, `capture` or `none`, found `false`"]
    );
    assert_eq!(refused("royal", "3").1, "3");
    assert_eq!(refused("royal", "{ demand = 'check' }").0, "E0302");
}
