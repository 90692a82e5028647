//! `rules.pocket`: pieces in a pocket that replace others.

use super::{after, at, chess, found, round_trips, texts};

const START: &str =
    "start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 pocket=RR/b'\n";

#[test]
fn a_piece_from_the_pocket_takes_the_place_of_one_that_moves_first() {
    let variant = chess(&format!("{START}rules.pocket.who = 'knight'"));
    let start = variant.start();
    // Four knight moves more.
    assert_eq!(start.legal_moves().len(), 24);
    let one = after(&start, &["b1c3r", "g8f6b"]);
    assert_eq!(
        one.to_fen(),
        "rnbqkbbr/pppppppp/5n2/8/8/2N5/PPPPPPPP/RRBQKBNR w KQkq - 2 2 pocket=R/-"
    );
    round_trips(&one);
    // Neither a piece that has moved nor one from the pocket can be replaced.
    let again = texts(&one);
    let of_moved = |text: &&String| text.starts_with("c3") || text.starts_with("b1");
    assert!(
        again
            .iter()
            .filter(of_moved)
            .all(|text| !text.ends_with('r')),
        "{again:?}"
    );
    assert!(again.contains(&"g1f3r".to_owned()), "{again:?}");
}

#[test]
fn a_pocket_is_no_hand() {
    let lines = "start = 'k7/8/8/8/8/8/8/1N5K[R] w - - 0 1 pocket=R/-'\n\
                 rules.pocket = {}\nrules.drops.moves = false";
    let placed = after(&chess(lines).start(), &["b1c3r"]);
    let fen = placed.to_fen();
    assert!(fen.starts_with("k7/8/8/8/8/2N5/8/1R5K[R] b"), "{fen}");
    assert!(!fen.contains("pocket="), "{fen}");
}

#[test]
fn who_castles_makes_room_where_nobody_comes_to_stand() {
    let variant = chess("rules.pocket.who = 'king'");
    let castled = at(&variant, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 pocket=N/-");
    let moves = texts(&castled);
    assert!(moves.contains(&"e1g1n".to_owned()), "{moves:?}");
    let fen = after(&castled, &["e1g1n"]).to_fen();
    assert!(fen.starts_with("4k3/8/8/8/8/8/8/4NRK1 b"), "{fen}");
}

#[test]
fn what_is_not_placed_in_time_leaves_the_game_or_goes_to_the_hand() {
    for (expired, hand, pocket) in [("removed", "", false), ("hand", "[RR]", false)] {
        let lines = format!(
            "{START}rules.pocket = {{ white-until = 2, expired = '{expired}' }}\nrules.drops.moves = false"
        );
        let last = after(&chess(&lines).start(), &["b1c3", "b8c6", "g1f3"]);
        let fen = last.to_fen();
        assert_eq!(fen.contains("pocket=R"), pocket, "{fen}");
        assert!(fen.contains("pocket=-/b"), "{fen}");
        assert!(fen.contains(&format!("R1BQKB1R{hand}")), "{fen}");
        round_trips(&last);
    }
}

#[test]
fn it_matters_for_repetitions_who_may_still_make_room() {
    let variant = chess("rules.pocket.who = 'rook'");
    let with = |rest: &str| at(&variant, &format!("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 {rest}"));
    let fresh = with("pocket=N/- unmoved=a1");
    assert_ne!(fresh.hash(), with("pocket=N/- unmoved=-").hash());
    assert_eq!(with("unmoved=a1").hash(), with("unmoved=-").hash());
}

#[test]
fn a_fen_is_judged_as_without_the_pocket() {
    let variant = chess(&format!("{START}rules.pocket.who = 'pawn'"));
    // A replaced pawn can still be captured en passant, and its replacement can be on any square.
    let passed = after(&variant.start(), &["a2a3", "d7d5", "a3a4", "d5d4", "e2e4r"]);
    assert!(
        passed.to_fen().contains("/1PPPRPPP/"),
        "{}",
        passed.to_fen()
    );
    assert!(texts(&passed).contains(&"d4e3".to_owned()));
    round_trips(&passed);
    let codes = |fen: &str| -> Vec<String> {
        let found = variant.read_fen(fen).diagnostics.into_iter();
        found.map(|finding| finding.code.to_string()).collect()
    };
    assert_eq!(codes("8/8/8/8/8/8/8/4K3 w - - 0 1"), ["E0507"]);
    assert_eq!(codes("4k3/8/8/3*4/8/8/8/4K3 w - - 0 1"), ["W0510"]);
}

#[test]
fn the_sides_can_be_exchanged() {
    let variant = chess("rules.pocket = {}");
    let position = at(&variant, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 pocket=NR/q");
    let special = &position.setup().special;
    let mut setup = position.setup().clone();
    setup.special.custom = variant
        .mirrored_states(&special.custom)
        .expect("the rule can say");
    let other = variant.arrange(setup).expect("a position");
    assert!(
        other.to_fen().ends_with("pocket=Q/nr"),
        "{}",
        other.to_fen()
    );
}

#[test]
fn what_is_probably_not_meant() {
    assert_eq!(
        found("rules.pocket.who = []"),
        ["W0410 []: `pocket`: no piece makes room for pieces in the pocket"]
    );
    assert_eq!(
        found("rules.pocket.expired = 'hand'"),
        ["W0410 'hand': `pocket`: pieces in the pocket can be placed at any time"]
    );
    assert_eq!(found("rules.pocket.expired = 'lost'").len(), 1);
    assert_eq!(found("rules.pocket.until = 7").len(), 1);
    assert_eq!(found("rules.pocket.white-until = 1.5").len(), 1);
}
