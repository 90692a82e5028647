//! Rule decisions of built-in games that few positions of other programs cover, checked by counts
//! on nearly empty boards.

use ferz::formats::Catalog;
use ferz::game::Variant;

use super::{after, at, texts};

fn builtin(name: &str) -> Variant {
    Variant::compile(Catalog::builtin().get(name).expect("a built-in")).expect("it compiles")
}

#[test]
fn men_of_jetan_go_exactly_their_number_of_steps() {
    let variant = builtin("jetan");
    let moves = |fen: &str, from: &str| {
        let mut moves = texts(&at(&variant, fen));
        moves.retain(|text| text.starts_with(from));
        moves.len()
    };
    // Two or three orthogonal or diagonal steps, with turns and without returning; any three; one
    // of each; forward and sideways.
    let rows = [
        ("W", 8),
        ("L", 8),
        ("D", 16),
        ("F", 16),
        ("C", 48),
        ("T", 12),
        ("A", 5),
    ];
    for (man, count) in rows {
        let fen = format!("p9/10/10/10/4{man}5/10/10/10/10/9P w");
        assert_eq!(moves(&fen, "e6"), count, "{man}");
    }
    // Pieces on the way block, except for jumpers.
    let shut_in = |man: &str, ahead: &str, beside: &str| {
        format!("p9/10/10/{ahead}/{beside}/{ahead}/10/10/10/9P w").replace('X', man)
    };
    for (man, ahead, beside, count) in [
        ("D", "4A5", "3AXA4", 0),
        ("T", "4A5", "3AXA4", 8),
        ("T", "3A1A4", "4X5", 12),
        ("F", "3AAA4", "3AXA4", 12),
    ] {
        let fen = shut_in(man, ahead, beside);
        assert_eq!(moves(&fen, "e6"), count, "{fen}");
    }
}

#[test]
fn a_princess_escapes_once() {
    let variant = builtin("jetan");
    let start = at(&variant, "p9/10/10/10/4P5/10/10/10/10/10 w");
    // Of the ninety-nine squares, those that the other princess could reach are no threat.
    let all = texts(&start).len();
    assert_eq!(all, 98);
    // To the corner only an escape leads; then there are the squares within three steps.
    assert_eq!(texts(&after(&start, &["e6j1", "a10b8"])).len(), 15);
    // An escape that is also a normal move does not count as one.
    assert_eq!(texts(&after(&start, &["e6f7", "a10b8"])).len(), all);
}

#[test]
fn the_king_of_brandubh_is_surrounded_by_where_it_stands() {
    let variant = builtin("brandubh");
    let is_taken =
        |fen: &str, text: &str| after(&at(&variant, fen), &[text]).legal_moves().is_empty();
    // Beside the throne by three, on it by four, elsewhere by two, or by one and a corner.
    assert!(is_taken("3a3/7/2aKa2/7/7/7/a6 b", "d7d6"));
    assert!(!is_taken("3a3/7/2aK3/7/7/7/a6 b", "d7d6"));
    assert!(is_taken("7/7/3a3/2aKa2/7/3a3/7 b", "d2d3"));
    assert!(is_taken("7/7/7/7/7/1aK3a/a6 b", "g2d2"));
    assert!(is_taken("7/7/7/a6/7/K6/6a b", "a4a3"));
}
