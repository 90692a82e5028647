//! `rules.adjudication`: moves that restart the clock, repetition, chasing, and counting rules.

use ferz::formats::{Catalog, Format};
use ferz::game::{Position, Variant};

use super::{after, at, chess, codes, refused};

fn clock(position: &Position, moves: &[&str]) -> u16 {
    after(position, moves).setup().halfmove_clock
}

const ROOKS: &str = "4k3/r6p/8/8/8/8/P6R/4K3 w - - 10 20";

#[test]
fn moves_that_cannot_be_taken_back_restart_the_clock() {
    // Rooks can go back, so that pawns that may not restart it alone make the difference.
    let with = |lines: &str| at(&chess(lines), ROOKS);
    assert_eq!(clock(&with(""), &["a2a3"]), 0);
    assert_eq!(
        clock(&with("rules.adjudication.restarts = 'rook'"), &["a2a3"]),
        11
    );
    assert_eq!(
        clock(&with("rules.adjudication.restarts = []"), &["a2a3"]),
        11
    );
    assert_eq!(
        clock(&with("rules.adjudication.restarts = ['pawn']"), &["a2a3"]),
        0
    );
    let black = with("rules.adjudication.restarts = { black = 'pawn' }");
    assert_eq!(clock(&black, &["a2a3"]), 11);
    assert_eq!(clock(&black, &["a2a3", "h7h6"]), 0);
}

/// A child's value for Black overrides its parent's value for both sides.
#[test]
fn a_child_may_say_it_of_black_alone() {
    let text = "[parent]\ninherits = 'chess'\nrules.adjudication.restarts = 'pawn'\n\
                [child]\ninherits = 'parent'\nrules.adjudication.restarts.black = 'rook'\n\
                [alone]\ninherits = 'chess'\nrules.adjudication.restarts = { white = [], black = 'pawn' }";
    let read = Catalog::read(text, Format::Toml);
    assert_eq!(codes(&read), [""; 0]);
    let clocks = |name: &str| {
        let variant = Variant::compile(read.value.get(name).expect(name)).expect(name);
        let start = at(&variant, ROOKS);
        [clock(&start, &["a2a3"]), clock(&start, &["a2a3", "h7h6"])]
    };
    assert_eq!(clocks("parent"), [0, 0]);
    assert_eq!(clocks("child"), [0, 1]);
    assert_eq!(clocks("alone"), [11, 0]);
}

#[test]
fn wrong_settings_have_their_place() {
    assert_eq!(refused("adjudication.restarts", "'wizard'").1, "'wizard'");
    assert_eq!(refused("adjudication.restarts", "{}").0, "E0310");
    assert_eq!(
        refused("adjudication.back-and-forth-loses", "'rook'").1,
        "'rook'"
    );
    assert_eq!(
        refused("adjudication.chasing", "{ rook = 'tower' }").1,
        "'tower'"
    );
    assert_eq!(
        refused("adjudication.chasing", "{ crossed = 'river' }").1,
        "river"
    );
    assert_eq!(
        refused("adjudication.counting", "{ rule = 'burmese' }").1,
        "'burmese'"
    );
    assert_eq!(
        refused("adjudication.counting", "{ queen = 'rook' }").1,
        "queen"
    );
}

#[test]
fn the_tables_know_what_adjudication_asks() {
    for rule in [
        "restarts = 'rook'",
        "back-and-forth-loses = true",
        "chasing = { rook = 'rook' }",
        "counting = {}",
    ] {
        let variant = chess(&format!("rules.adjudication.{rule}"));
        let tables = variant.describe_tables();
        assert!(!tables.contains("general engine only"), "{rule}: {tables}");
    }
}
