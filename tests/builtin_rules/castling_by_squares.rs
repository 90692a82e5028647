//! `rules.use.castling-by-squares`: castlings defined by their squares.

use ferz::formats::{Catalog, Format};
use ferz::game::Variant;

use super::{after, at, chess, found, round_trips, texts};

fn shafran() -> Variant {
    let text = include_str!("../../examples/variants/shafran.toml");
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.first().expect("a variant")).expect("it compiles")
}

/// The castlings of the piece on a square; its normal steps to the same squares must not exist.
fn castlings(variant: &Variant, fen: &str, king: &str) -> Vec<String> {
    let position = at(variant, fen);
    let moves = position.legal_moves().into_iter();
    let castles = moves.filter(|mv| mv.kind == ferz::state::MoveKind::Castle);
    let mut castles: Vec<String> = castles.map(|mv| position.move_text(&mv)).collect();
    castles.retain(|text| text.starts_with(king));
    castles.sort();
    castles
}

/// The start of Shafran's game without the pieces between kings and rooks.
const CLEARED: &str =
    "****k3r/***1ppppp/**1p5/*1p6/rp6P/p6PR/6P1*/5P1**/PPPPP1***/R3K**** w - - 0 1";

#[test]
fn kings_castle_towards_both_rooks_short_and_long() {
    let variant = shafran();
    assert_eq!(
        castlings(&variant, CLEARED, "e1"),
        ["e1b1", "e1c1", "e1g3", "e1h4"]
    );
    let black = CLEARED.replace(" w ", " b ");
    assert_eq!(
        castlings(&variant, &black, "e10"),
        ["e10b7", "e10c8", "e10g10", "e10h10"]
    );
    for (castling, king, rook) in [
        ("e1g3", "g3", "f2"),
        ("e1h4", "h4", "g3"),
        ("e1c1", "c1", "d1"),
        ("e1b1", "b1", "c1"),
    ] {
        let castled = after(&at(&variant, CLEARED), &[castling]);
        let letter = |name: &str| {
            let square = variant.shape().parse(name).expect("a square");
            let piece = castled.board().piece(square).expect("a piece");
            variant.letters().name(piece)
        };
        assert_eq!((letter(king).as_str(), letter(rook).as_str()), ("K", "R"));
        round_trips(&castled);
    }
}

#[test]
fn nobody_castles_at_the_start() {
    let variant = shafran();
    assert!(castlings(&variant, &variant.start().to_fen(), "e1").is_empty());
}

#[test]
fn who_has_moved_does_not_castle_though_it_is_back() {
    let position = after(&at(&shafran(), CLEARED), &["i5h4", "h9h8", "h4i5", "h8h7"]);
    let fen = position.to_fen();
    assert_eq!(castlings(&shafran(), &fen, "e1"), ["e1b1", "e1c1"]);
    round_trips(&position);
}

/// Chess with a rook on h4 that castles along the diagonal.
const SLANTED: &str = "pieces.king.move = 'K'\n\
    start = '4k3/8/8/8/7R/8/8/R3K3 w - - 0 1'\n\
    rules.use.castling-by-squares.ways = { white = ['e1g3,h4f2', 'e1c1,a1d1'] }";

#[test]
fn what_stands_between_or_attacks_the_way_prevents_it() {
    let variant = chess(SLANTED);
    let rows: &[(&str, &[&str])] = &[
        ("4k3/8/8/8/7R/8/8/R3K3 w - - 0 1", &["e1c1", "e1g3"]),
        // In check.
        ("4k3/8/8/4r3/7R/8/8/R3K3 w - - 0 1", &[]),
        // Across f2, and across d1.
        ("4k3/8/8/5r2/7R/8/8/R3K3 w - - 0 1", &["e1c1"]),
        ("4k3/8/8/3r4/7R/8/8/R3K3 w - - 0 1", &["e1g3"]),
        // To g3, and to c1.
        ("4k3/8/8/6r1/7R/8/8/R3K3 w - - 0 1", &["e1c1"]),
        ("4k3/8/8/2r5/7R/8/8/R3K3 w - - 0 1", &["e1g3"]),
        // The rook may be attacked, and may cross b1.
        ("4k3/8/8/r6r/7R/8/8/R3K3 w - - 0 1", &["e1c1", "e1g3"]),
        ("4k3/8/8/1r6/7R/8/8/R3K3 w - - 0 1", &["e1c1", "e1g3"]),
        // A piece is in between.
        ("4k3/8/8/8/7R/6N1/8/RN2K3 w - - 0 1", &[]),
        // The partner is another piece.
        ("4k3/8/8/8/7N/8/8/r3K3 w - - 0 1", &[]),
    ];
    for (fen, expected) in rows {
        assert_eq!(castlings(&variant, fen, "e1"), *expected, "{fen}");
    }
}

#[test]
fn black_has_the_ways_that_are_given_for_it() {
    let variant = chess(SLANTED);
    let fen = "r3k3/8/8/8/7R/8/8/R3K3 b - - 0 1";
    assert!(castlings(&variant, fen, "e8").is_empty());
    let two = chess(
        "pieces.king.move = 'K'\n\
         start = 'r3k3/8/8/8/7R/8/8/R3K3 w - - 0 1'\n\
         rules.use.castling-by-squares.ways = ['e1g3,h4f2', 'e8b8,a8c8']",
    );
    assert_eq!(castlings(&two, fen, "e8"), ["e8b8"]);
}

#[test]
fn castlings_to_one_square_name_the_partner() {
    let variant = chess(
        "start = '4k3/8/8/8/6R1/8/8/4K2R w - - 0 1'\n\
         rules.use.castling-by-squares.ways = ['e1g1,h1f1', 'e1g1,g4g2']\npieces.king.move = 'K'",
    );
    let moves = texts(&variant.start());
    for text in ["e1g1;g4", "e1g1;h1"] {
        assert!(moves.contains(&text.to_owned()), "{text} not in {moves:?}");
    }
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.use.castling-by-squares = {}",
            "E0310 castling-by-squares: `castling-by-squares`: `ways` is missing",
        ),
        (
            "rules.use.castling-by-squares.ways = []",
            "W0410 []: `castling-by-squares`: nobody castles",
        ),
        (
            "rules.use.castling-by-squares.ways = 'e1g1'",
            "E0409 'e1g1': `castling-by-squares`: `e1g1` is not a castling",
        ),
        (
            "rules.use.castling-by-squares.ways = 'e1g1,h1g1'",
            "E0409 'e1g1,h1g1': `castling-by-squares`: `e1g1,h1g1` is not a castling",
        ),
        (
            "rules.use.castling-by-squares.ways = 'e1g1,i1f1'",
            "E0409 'e1g1,i1f1': `castling-by-squares`: `e1g1,i1f1` is not a castling",
        ),
    ];
    for (lines, finding) in rows {
        assert_eq!(found(lines), [finding]);
    }
}
