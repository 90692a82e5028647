//! `rules.use.capture-duty`: threatened pieces that must be captured.

use ferz::game::{Position, Strategy, perft_with};

use super::{at, chess, found, refused, texts};

fn moves(rule: &str, fen: &str) -> Vec<String> {
    let position = at(&chess(rule), fen);
    let listed = texts(&position);
    assert_eq!(count(&position), listed.len() as u64);
    listed
}

/// Counts the legal moves without listing them.
fn count(position: &Position) -> u64 {
    perft_with(position, 1, Strategy::General)
}

#[test]
fn who_is_threatened_must_be_captured_by_whatever_piece() {
    let fen = "4k3/8/8/3p4/8/1B3n2/6P1/4K3 w - - 0 1";
    assert_eq!(moves("rules.use.capture-duty = {}", fen), ["g2f3"]);
    // The knight gives check, and capturing the pawn does not end it.
    let [duty, plain] = ["rules.use.capture-duty.who = 'pawn'", ""].map(|rule| moves(rule, fen));
    assert_eq!(duty, plain);
    let calm = "4k3/8/8/3p4/8/1B3n2/6P1/7K w - - 0 1";
    assert_eq!(
        moves("rules.use.capture-duty.who = 'knight'", calm),
        ["g2f3"]
    );
    assert_eq!(moves("rules.use.capture-duty.who = 'pawn'", calm), ["b3d5"]);
    assert_eq!(
        moves(
            "rules.use.capture-duty = { who = 'knight', by = 'bishop' }",
            calm
        )
        .len(),
        {
            let plain = chess("");
            texts(&at(&plain, calm)).len()
        }
    );
}

#[test]
fn the_duty_may_differ_by_side() {
    let rule = "rules.use.capture-duty.who = { black = 'pawn' }";
    assert_eq!(moves(rule, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"), ["e4d5"]);
    assert_eq!(moves(rule, "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1").len(), 7);
}

/// The only rook that could capture the pawn is pinned.
#[test]
fn where_all_threats_expose_the_king_that_must_end() {
    let fen = "4k3/4r3/8/8/p3R3/8/8/4K3 w - - 0 1";
    let found = moves("rules.use.capture-duty.who = 'pawn'", fen);
    assert!(!found.contains(&"e4a4".to_owned()), "{found:?}");
    // If the king steps aside, it can be captured.
    assert!(found.contains(&"e1d1".to_owned()), "{found:?}");
    assert!(!found.contains(&"e4e5".to_owned()) || found.contains(&"e4e7".to_owned()));
}

#[test]
fn pawns_are_captured_in_passing() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(moves("rules.use.capture-duty.who = 'pawn'", fen), ["e5d6"]);
}

#[test]
fn jumps_in_series_make_the_duty_and_steps_only_if_they_count() {
    let men = "pieces.knight.actions.jump-series = { over = ['W', 'F'] }\n";
    let fen = "4k3/8/3p4/8/4N3/8/3p4/7K w - - 0 1";
    let jumps = moves(&format!("{men}rules.use.capture-duty.who = 'pawn'"), fen);
    let plain = moves(men, fen);
    assert_eq!(jumps, plain);
    let steps = format!("{men}rules.use.capture-duty = {{ who = 'pawn', steps = true }}");
    assert_eq!(moves(&steps, fen), ["e4d2", "e4d6"]);
}

#[test]
fn wrong_settings_have_their_place_and_nobody_is_doubted() {
    assert_eq!(refused("capture-duty", "{ who = 'wizard' }").1, "'wizard'");
    assert_eq!(refused("capture-duty", "{ steps = 1 }").1, "1");
    assert_eq!(refused("capture-duty", "{ with = 'rook' }").1, "with");
    let doubts = found("rules.use.capture-duty.by = []");
    assert_eq!(doubts.len(), 1, "{doubts:?}");
    assert!(doubts[0].contains("no piece must be captured"));
}
