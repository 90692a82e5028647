//! `rules.use.returns`: pieces that can return to their zone only where they left it.

use super::{after, at, chess, found, round_trips, targets};

/// Knights live on the lower half of the board.
const HOME: &str =
    "rules.use.returns = { who = 'knight', home = { white = 'rank ..4', black = 'rank ..4' } }";

#[test]
fn a_piece_comes_back_to_the_square_that_it_left() {
    let variant = chess(HOME);
    let fen = "7k/8/8/8/3N4/8/8/7K w - - 0 1";
    let away = after(&at(&variant, fen), &["d4e6", "h8h7"]);
    assert_eq!(away.to_fen(), "8/7k/4N3/8/8/8/8/7K w - - 2 2 away=e6-d4");
    round_trips(&away);
    let fen = away.to_fen();
    assert_eq!(targets(&variant, &fen, "e6"), "c5 c7 d4 d8 f8 g5 g7");
    // Farther away it keeps the same square, and at home none.
    let farther = after(&away, &["e6c5", "h7h8"]);
    assert!(
        farther.to_fen().ends_with(" away=c5-d4"),
        "{}",
        farther.to_fen()
    );
    assert_eq!(targets(&variant, &farther.to_fen(), "c5"), "a6 b7 d7 e6");
    let home = after(&away, &["e6d4"]);
    assert!(!home.to_fen().contains("away"), "{}", home.to_fen());
    // A piece that is not named may return anywhere.
    let unnamed = "7k/8/4N3/8/8/8/8/7K w - - 0 1";
    assert_eq!(targets(&variant, unnamed, "e6"), "c5 c7 d4 d8 f4 f8 g5 g7");
}

#[test]
fn it_attacks_no_other_square_of_its_home() {
    let variant = chess(HOME);
    let check = "8/8/4N3/8/5k2/8/8/7K b - - 0 1";
    assert!(at(&variant, check).is_check());
    assert!(!at(&variant, &format!("{check} away=e6-d4")).is_check());
    let there = "8/8/4N3/8/3k4/8/8/7K b - - 0 1";
    assert!(at(&variant, &format!("{there} away=e6-d4")).is_check());
    // The memory of a captured piece is deleted.
    let fen = "7k/8/4N3/8/8/8/8/4r2K b - - 0 1 away=e6-d4";
    let gone = after(
        &at(
            &variant,
            fen.replace("4r2K", "6K1")
                .replace("7k/8", "4r2k/8")
                .as_str(),
        ),
        &["e8e6"],
    );
    assert!(!gone.to_fen().contains("away"), "{}", gone.to_fen());
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let rows = [
        (
            "rules.use.returns = { home = 'rank 1' }",
            "E0310 returns: `returns`: no pieces are named",
        ),
        (
            "rules.use.returns = { who = 'knight' }",
            "E0310 returns: `returns`: the home squares are missing",
        ),
        (
            "rules.use.returns = { who = 'knight', home = 'rank 9' }",
            "E0308 rank 9: `returns`: the board has no rank 9, its ranks are 1 to 8",
        ),
        (
            "rules.use.returns = { who = [], home = 'rank 1' }",
            "W0410 []: `returns`: no piece is named, so every piece returns home freely",
        ),
        (
            "rules.use.returns = { who = 'knight', home = 'none' }",
            "W0410 'none': `returns`: the home zone is empty",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
    let variant = chess(HOME);
    for bad in ["e6", "e6-", "z9-d4", "e6-d4."] {
        let fen = format!("7k/8/4N3/8/8/8/8/7K w - - 0 1 away={bad}");
        assert!(variant.parse_fen(&fen).is_err(), "{bad}");
    }
}
