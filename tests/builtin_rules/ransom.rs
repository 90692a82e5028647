//! `rules.use.ransom`: prisoners that are exchanged for dropped pieces.

use ferz::formats::{Catalog, Format};
use ferz::game::Variant;

use super::{after, at, chess, found, round_trips, texts};

fn hostage() -> Variant {
    let text = include_str!("../../examples/variants/hostage.toml");
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.first().expect("a variant")).expect("it compiles")
}

/// The texts of the drops; those on `square` only.
fn drops(fen: &str, square: &str) -> Vec<String> {
    let position = at(&hostage(), fen);
    let mut drops = texts(&position);
    drops.retain(|text| text.contains(&format!("@{square}")));
    drops
}

#[test]
fn a_prisoner_is_dropped_for_one_of_at_least_its_worth() {
    // White holds a pawn and a rook; Black holds a knight and a queen.
    assert_eq!(drops("4k3/8/8/8/8/8/8/4K3[NQpr] w - - 0 1", "d4"), ["N@d4"]);
    // Bishops and knights are worth the same.
    assert_eq!(drops("4k3/8/8/8/8/8/8/4K3[Nb] w - - 0 1", "d4"), ["N@d4"]);
    // White has no prisoner to exchange.
    assert!(drops("4k3/8/8/8/8/8/8/4K3[NQ] w - - 0 1", "d4").is_empty());
    assert!(drops("4k3/8/8/8/8/8/8/4K3[Qr] w - - 0 1", "d4").is_empty());
}

#[test]
fn who_can_pay_in_several_ways_says_how() {
    let fen = "4k3/8/8/8/8/8/8/4K3[Nbnrr] w - - 0 1";
    let ways = ["N@d4;freed=b", "N@d4;freed=n", "N@d4;freed=r"];
    assert_eq!(drops(fen, "d4"), ways);
    let position = after(&at(&hostage(), fen), &["N@d4;freed=r"]);
    assert_eq!(
        position.to_fen(),
        "4k3/8/8/8/3N4/8/8/4K3[nbrr] b - - 0 1 freed=r"
    );
    round_trips(&position);
    // Black's rook is free; the others are prisoners, and Black has none to exchange.
    let drops: Vec<String> = texts(&position)
        .into_iter()
        .filter(|text| text.contains("@a8"))
        .collect();
    assert_eq!(drops, ["R@a8"]);
    let position = after(&position, &["R@a8"]);
    assert_eq!(
        position.to_fen(),
        "r3k3/8/8/8/3N4/8/8/4K3[nbr] w - - 0 2 unmoved=a8"
    );
    round_trips(&position);
}

#[test]
fn what_is_free_can_neither_be_given_nor_need_be_paid_for() {
    // Black's rook is already free, so White cannot exchange it; White's own knight is free.
    assert!(drops("4k3/8/8/8/8/8/8/4K3[Nr] w - - 0 1 freed=r", "d4").is_empty());
    assert_eq!(
        drops("4k3/8/8/8/8/8/8/4K3[Nr] w - - 0 1 freed=Nr", "d4"),
        ["N@d4"]
    );
    // With a second knight that is not free, both ways exist.
    assert_eq!(
        drops("4k3/8/8/8/8/8/8/4K3[NNr] w - - 0 1 freed=N", "d4"),
        ["N@d4;freed=-", "N@d4;freed=Nr"]
    );
}

#[test]
fn captured_pieces_are_prisoners() {
    let position = at(&hostage(), "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1");
    let position = after(&position, &["e4d5"]);
    assert_eq!(position.to_fen(), "4k3/8/8/3P4/8/8/8/4K3[r] b - - 0 1");
    // A promoted piece keeps its kind in prison.
    let position = at(&hostage(), "r3k3/1P6/8/8/8/8/8/4K3[Q] w - - 0 1");
    let position = after(&position, &["b7b8q", "a8b8"]);
    assert_eq!(position.to_fen(), "1r2k3/8/8/8/8/8/8/4K3[PQ] w - - 0 2");
}

#[test]
fn pawns_are_not_dropped_on_the_last_ranks() {
    for square in ["a1", "a8"] {
        assert!(drops("4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1", square).is_empty());
    }
    // On the second rank they have their double step.
    let position = at(&hostage(), "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1");
    let position = after(&position, &["P@c2", "e8e7"]);
    assert!(texts(&position).contains(&"c2c4".to_owned()));
}

#[test]
fn pawns_change_places_with_the_prisoner_that_they_become() {
    let position = at(&hostage(), "4k3/1P6/8/8/8/8/8/4K3[NR] w - - 0 1");
    let promotions: Vec<String> = texts(&position)
        .into_iter()
        .filter(|text| text.starts_with("b7"))
        .collect();
    assert_eq!(promotions, ["b7b8n", "b7b8r"]);
    let position = after(&position, &["b7b8n"]);
    assert_eq!(position.to_fen(), "1N2k3/8/8/8/8/8/8/4K3[PR] b - - 0 1");
    round_trips(&position);
    // A free piece is not a prisoner, and without a prisoner the pawn cannot promote.
    for fen in [
        "4k3/1P6/8/8/8/8/8/4K3[N] w - - 0 1 freed=N",
        "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        let position = at(&hostage(), fen);
        assert!(!texts(&position).iter().any(|text| text.starts_with("b7")));
    }
}

#[test]
fn a_pawn_that_cannot_promote_does_not_give_check() {
    let check = |fen: &str| at(&hostage(), fen).is_check();
    assert!(check("2k5/1P6/8/8/8/8/8/4K3[N] b - - 0 1"));
    assert!(!check("2k5/1P6/8/8/8/8/8/4K3 b - - 0 1"));
    assert!(!check("2k5/1P6/8/8/8/8/8/4K3[N] b - - 0 1 freed=N"));
    // One rank earlier it attacks as usual.
    assert!(check("8/2k5/1P6/8/8/8/8/4K3 b - - 0 1"));
    // A capture that makes a prisoner can expose the captor's king to it.
    let position = at(&hostage(), "1k6/P7/8/8/8/8/8/r2NK3 b - - 0 1");
    assert!(!position.is_check());
    assert!(!texts(&position).contains(&"a1d1".to_owned()));
    let position = at(&hostage(), "2k5/P7/8/8/8/8/8/r2NK3 b - - 0 1");
    assert!(texts(&position).contains(&"a1d1".to_owned()));
}

#[test]
fn a_rook_that_is_dropped_in_its_corner_may_castle() {
    let position = at(&hostage(), "4k3/8/8/8/8/8/8/4K3[Rr] w - - 0 1");
    // The king has moved.
    let moved = after(&position, &["R@h1", "e8e7"]);
    assert!(!texts(&moved).contains(&"e1g1".to_owned()));
    let start = hostage().start();
    let moves = [
        "g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7", "h2h4", "h7h5", "h1h3", "h8h6", "h3h1",
        "h6h8",
    ];
    let there_and_back = after(&start, &moves);
    assert!(!texts(&there_and_back).contains(&"e1g1".to_owned()));
    let unmoved = at(&hostage(), "rnb1k3/8/8/8/8/8/8/4K2R[Rr] w K - 0 1");
    assert!(texts(&unmoved).contains(&"e1g1".to_owned()));
    let both = after(&unmoved, &["R@a1", "e8e7"]);
    let castlings = ["e1c1", "e1g1"].map(str::to_owned);
    assert!(castlings.iter().all(|text| texts(&both).contains(text)));
    round_trips(&both);
}

#[test]
fn a_drop_parries_a_check() {
    // Back-rank mate, unless a dropped piece interposes.
    let free = "r5k1/8/8/8/8/8/5PPP/6K1[Nn] w - - 0 1";
    let mate = after(
        &at(&hostage(), "6k1/r7/8/8/8/8/5PPP/6K1[N] b - - 0 1"),
        &["a7a1"],
    );
    assert!(texts(&mate).is_empty());
    let position = after(&at(&hostage(), free), &["h2h4", "a8a1"]);
    assert!(texts(&position).contains(&"N@b1".to_owned()));
}

#[test]
fn pieces_without_a_worth_are_dropped_as_ever() {
    let lines =
        "rules.captured-to = 'owner-hand'\nrules.drops = {}\nrules.use.ransom.worth = { rook = 1 }";
    let position = at(&chess(lines), "4k3/8/8/8/8/8/8/4K3[NR] w - - 0 1");
    let moves = texts(&position);
    assert!(moves.contains(&"N@d4".to_owned()));
    assert!(!moves.contains(&"R@d4".to_owned()));
}

#[test]
fn prisoners_may_have_a_price_instead_of_a_worth() {
    let lines = "rules.captured-to = 'owner-hand'\nrules.drops = {}\n\
                 rules.use.ransom.price = { queen = 'queen', knight = ['knight', 'rook'], rook = [] }";
    let variant = chess(lines);
    let drops = |fen: &str| {
        let mut moves = texts(&at(&variant, fen));
        moves.retain(|text| text.contains("@d4"));
        moves
    };
    let board = |hands: &str| format!("4k3/8/8/8/8/8/8/4K3[{hands}] w - - 0 1");
    assert_eq!(drops(&board("Nr")), ["N@d4"]);
    assert_eq!(drops(&board("NQnq")), ["N@d4", "Q@d4"]);
    assert_eq!(drops(&board("Nnr")), ["N@d4;freed=n", "N@d4;freed=r"]);
    // A queen does not buy a knight, nothing buys a rook, and a bishop has no price.
    assert!(drops(&board("Nq")).is_empty());
    assert!(drops(&board("Rq")).is_empty() && drops(&board("Bbnq")).is_empty());
    let freed = format!("{} freed=B", board("Bb"));
    assert_eq!(drops(&freed), ["B@d4"]);
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.drops = {}\nrules.use.ransom.price = { rook = [] }",
            "W0410 price: `ransom`: no piece sets a prisoner free",
        ),
        (
            "rules.drops = {}\nrules.use.ransom = { worth.rook = 1, price.rook = 'rook' }",
            "E0409 price: `ransom`: prisoners have a worth or a price, not both",
        ),
        (
            "rules.drops = {}\nrules.use.ransom.price.rook = 'rok'",
            "E0306 'rok': `ransom`: `rok` is not a piece of the variant",
        ),
        (
            "rules.drops = {}\nrules.use.ransom = {}",
            "E0310 ransom: `ransom`: no piece has a worth",
        ),
        (
            "rules.drops.free = true\nrules.use.ransom.worth.rook = 1",
            "E0409 ransom: `ransom`: a hand that is never empty holds no prisoners",
        ),
        (
            "rules.drops = {}\nrules.use.ransom.worth.rok = 1",
            "E0306 rok: `ransom`: `rok` is not a piece of the variant",
        ),
        (
            "rules.drops = {}\nrules.use.ransom.worth = {}",
            "W0410 worth: `ransom`: no piece is a prisoner",
        ),
        (
            "rules.use.ransom.worth.rook = 1",
            "W0410 ransom: `ransom`: the variant has no drops, so no piece is ransomed",
        ),
        (
            "rules.drops = {}\nrules.use.ransom = { worth.rook = 1, promotion-exchanges = true }",
            "W0410 true: `ransom`: no piece promotes to a piece from the hand",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
