//! `rules.checks.allowed`: checks that may be given only if they mate, and checks of one side.

use ferz::formats::{Catalog, Format};
use ferz::game::{Outcome, Variant};

use super::{after, at, chess, found, texts};

fn checkless() -> Variant {
    let text = include_str!("../../examples/variants/checkless.toml");
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.first().expect("a variant")).expect("it compiles")
}

fn may(variant: &Variant, fen: &str, text: &str) -> bool {
    texts(&at(variant, fen)).contains(&text.to_owned())
}

fn end_of(variant: &Variant, fen: &str, moves: &[&str]) -> String {
    match after(&at(variant, fen), moves).outcome() {
        Outcome::Ended { reason, .. } => reason.to_string(),
        Outcome::Ongoing => "goes on".to_owned(),
    }
}

/// The positions and what is said of them: the rules of vchess.
#[test]
fn a_check_is_given_only_if_it_mates() {
    let fen = "1k1r1b2/rP1b2p1/pQ1pp1nq/K4p1p/P4PnP/2PN2P1/3PP1B1/R1RN2B1 w - - 0 1";
    let variant = checkless();
    // A bishop can interpose on c8.
    assert!(!may(&variant, fen, "b6d8"));
    assert!(may(&variant, fen, "b6a6"));
    // The rook would check the king, which could take it.
    let taken = after(&at(&variant, fen), &["b6a6"]).to_fen();
    assert!(!may(&variant, &taken, "a7a6"));
}

#[test]
fn a_reply_that_checks_is_none_when_mate_is_judged() {
    let variant = checkless();
    // The king uncovers its rook when it takes the queen.
    let fen = "K5kr/8/5Q2/8/8/8/8/8 w - - 0 1";
    assert_eq!(end_of(&variant, fen, &["f6f7"]), "checkmate");
    // Here that would be mate itself, and so it may be played.
    let fen = "K5kr/RB6/5Q2/8/8/8/8/7b w - - 0 1";
    assert_eq!(end_of(&variant, fen, &["f6f7"]), "goes on");
    let position = after(&at(&variant, fen), &["f6f7"]);
    assert_eq!(texts(&position), ["g8f7"]);
    assert_eq!(end_of(&variant, fen, &["f6f7", "g8f7"]), "checkmate");
}

#[test]
fn who_could_only_check_is_stalemated() {
    // The king has g1 and h2, which the black king and queen guard; the pawn would check on c7.
    let fen = "1k6/8/2P5/8/8/6q1/8/7K w - - 0 1";
    assert_eq!(end_of(&checkless(), fen, &[]), "stalemate");
    assert_eq!(end_of(&chess(""), fen, &[]), "goes on");
}

#[test]
fn kings_are_attacked_as_ever() {
    let variant = checkless();
    // An escape is neither an attacked square nor one next to the other king, even if a guard may
    // not give check.
    let fen = "8/8/8/3k4/8/3K4/8/7r w - - 0 1";
    let mut kings = texts(&at(&variant, fen));
    kings.sort();
    assert_eq!(kings, ["d3c2", "d3c3", "d3d2", "d3e2", "d3e3"]);
}

#[test]
fn the_sides_may_differ() {
    let fen = |side: &str| format!("r3k3/8/8/8/8/8/8/R3K3 {side} - - 0 1");
    let none = chess("rules.checks.allowed = { white = false }");
    assert!(!may(&none, &fen("w"), "a1a8"));
    assert!(may(&none, &fen("b"), "a8a1"));
    let mates = chess("rules.checks.allowed = { black = 'mate' }");
    assert!(may(&mates, &fen("w"), "a1a8"));
    assert!(!may(&mates, &fen("b"), "a8a1"));
    // The king takes the queen and so uncovers its rook, which Black may do if its checks are free.
    let fen = "K5kr/8/5Q2/8/8/8/8/8 w - - 0 1";
    let white = chess("rules.checks.allowed = { white = 'mate' }");
    assert!(!may(&white, fen, "f6f7"));
    assert!(may(&chess("rules.checks.allowed = 'mate'"), fen, "f6f7"));
}

#[test]
fn what_ends_the_game_otherwise_is_no_mate() {
    // A rook captures the last black pawn, which wins, and gives check.
    let lines = "rules.extinction = { pieces = 'pawn', result = 'loss' }";
    let fen = "p3k3/8/8/8/8/8/7P/R3K3 w - - 0 1";
    assert!(may(&chess(lines), fen, "a1a8"));
    let banned = format!("{lines}\nrules.checks.allowed = 'mate'");
    assert!(!may(&chess(&banned), fen, "a1a8"));
    // Nor may the third check be given; a mate that is the third check may.
    let lines = "rules.checks = { allowed = 'mate', counted = true }";
    let variant = chess(lines);
    assert!(!may(&variant, "4k3/8/8/8/8/8/8/R3K3 w - - 1+1 0 1", "a1a8"));
    let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 1+1 0 1";
    assert!(may(&variant, fen, "a1a8"));
}

#[test]
fn nobody_mates_in_the_middle_of_a_turn() {
    let variant = chess("rules.checks.allowed = 'mate'\nrules.turns.moves = 2");
    let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    assert!(!may(&variant, fen, "a1a8"));
    let second = after(&at(&variant, fen), &["e1e2"]).to_fen();
    assert!(may(&variant, &second, "a1a8"));
}

#[test]
fn drops_that_may_not_check_do_not_mate_either() {
    let lines = "rules.checks.allowed = 'mate'";
    let fen = "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1";
    let free = format!("{lines}\nrules.drops = {{}}");
    assert!(may(&chess(&free), fen, "R@a8"));
    let strict = format!("{lines}\nrules.drops.may-check = false");
    assert!(!may(&chess(&strict), fen, "R@a8"));
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.checks.allowed = 'mates'",
            "E0311 'mates': `checks`: `mates` is not a value of this key",
        ),
        (
            "rules.checks.allowed = { white = 3 }",
            "E0303 3: `checks`: expected a text, found a number",
        ),
        (
            "rules.checks.counting = true",
            "E0302 counting: `checks`: the rule has no setting `counting`",
        ),
        (
            "rules.checks.counted = 3",
            "E0303 3: `checks`: expected `true` or `false`, found a number",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
