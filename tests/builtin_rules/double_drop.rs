//! `rules.use.double-drop`: captured pieces that are dropped on intersections, and back on squares.

use super::{after, at, chess, found, round_trips, texts};

#[test]
fn what_is_captured_on_squares_is_put_on_intersections_and_the_other_way_round() {
    let variant = chess(
        "board.intersections = true\nrules.use.double-drop.zones = { rook = 'a1+, b1+' }\n\
         pieces = { queen.move = 'D0', king.move = 'D' }",
    );
    let start = at(&variant, "3rk3/8/8/8/8/8/8/3QK3 w - - 0 1");
    let taken = after(&start, &["d1d8", "e8d8"]);
    let fen = taken.to_fen();
    assert!(fen.contains(" pocket=R/q"), "{fen}");
    assert!(!fen.contains('['), "{fen}");
    round_trips(&taken);
    // Only on intersections, and only on two of them.
    let drops: Vec<String> = texts(&taken)
        .into_iter()
        .filter(|text| text.contains('@'))
        .collect();
    assert_eq!(drops, ["R@a1+", "R@b1+"]);
    let dropped = after(&taken, &[&drops[0]]);
    let fen = dropped.to_fen();
    assert!(fen.contains(" pocket=-/q"), "{fen}");
    round_trips(&dropped);
}

#[test]
fn a_stock_in_the_hand_is_for_squares() {
    let variant = chess("board.intersections = true\nrules.use.double-drop = {}");
    let held = at(&variant, "4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1");
    let drops = texts(&held);
    let drops: Vec<&String> = drops.iter().filter(|text| text.contains('@')).collect();
    assert_eq!(drops.len(), 62, "{drops:?}");
    assert!(drops.iter().all(|text| !text.ends_with('+')));
    let fen = after(&held, &["N@a1"]).to_fen();
    assert!(fen.starts_with("4k3/8/8/8/8/8/8/N3K3[n] b"), "{fen}");
}

#[test]
fn what_has_promoted_is_itself_again() {
    for (keeps, taken) in [(false, " pocket=G/-"), (true, " pocket=S/-")] {
        let variant = chess(&format!(
            "board.intersections = true\nrules = {{ use.double-drop = {{}}, paired-promotion.zone = 'rank 8', \
             captures.keep-promoted = {keeps} }}\npieces.queen.move = 'D0'\n\
             pieces.guard = {{ letter = 'G', move = 'D', promoted = 'sergeant' }}\n\
             pieces.sergeant = {{ letter = 'S', move = 'D' }}"
        ));
        let start = at(&variant, "3+gk3/8/8/8/8/8/8/3QK3 w - - 0 1");
        let fen = after(&start, &["d1d8"]).to_fen();
        assert!(fen.contains(taken), "{fen}");
    }
}

#[test]
fn two_rules_that_hold_pieces_have_a_field_each() {
    let variant =
        chess("board.intersections = true\nrules = { pocket = {}, use.double-drop = {} }");
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 pocket=N/- double-drop=-/r";
    assert_eq!(at(&variant, fen).to_fen(), fen);
}

#[test]
fn captured_pieces_go_to_one_place() {
    let other = found(
        "board.intersections = true\nrules = { captured-to = 'captor-hand', use.double-drop = {} }",
    );
    assert_eq!(other.len(), 1, "{other:?}");
    assert!(other[0].starts_with("E0409"), "{other:?}");
    let idle = found("rules.use.double-drop = {}");
    assert!(
        idle.iter()
            .any(|text| text.contains("the board has no points")),
        "{idle:?}"
    );
}
