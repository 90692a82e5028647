//! `rules.use.transfer`: several boards; after its move a piece is transferred to the next board.

use super::{after, at, chess, found, round_trips, texts};

const TWO: &str = "board = { files = 16, ranks = 8 }\n\
    start = 'rnbqkbnr8/pppppppp8/16/16/16/16/PPPPPPPP8/RNBQKBNR8 w KQkq - 0 1'\n\
    pieces.king.move = 'KisO2isjjjjjjjjO2'\nrules.use.transfer.files = 8";

fn is_legal(fen: &str, text: &str) -> bool {
    texts(&at(&chess(TWO), fen)).contains(&text.to_owned())
}

#[test]
fn a_move_ends_on_the_other_board_and_begins_and_captures_on_its_own() {
    let position = chess(TWO).start();
    let later = after(&position, &["e2m4", "d7l5", "m4d5"]);
    assert_eq!(
        later.to_fen(),
        "rnbqkbnr8/ppp1pppp8/16/3P12/16/16/PPPP1PPP8/RNBQKBNR8 b KQkq - 0 2"
    );
    // A rook cannot move from h4 to i4 and beyond, and attacks nothing there.
    assert!(!is_legal("16/16/k15/16/7R8/16/16/K15 w - - 0 1", "h4a4"));
    assert!(!at(&chess(TWO), "16/16/16/16/7Rk7/16/16/K15 b - - 0 1").is_check());
    // The square on the other board must be empty.
    assert!(!is_legal("16/16/k15/16/12p3/16/4P11/K15 w - - 0 1", "e2m4"));
}

#[test]
fn a_move_is_legal_before_and_after_the_transfer() {
    // The king would be attacked on the board that it leaves …
    assert!(!is_legal("k15/16/16/16/16/16/1r14/K15 w - - 0 1", "a1j1"));
    // … or on the other one, …
    assert!(!is_legal("k15/16/16/16/16/16/9r6/K15 w - - 0 1", "a1j1"));
    // … and a check on one board is parried from the other by the transfer only.
    let check = "k15/16/16/16/r7R7/16/16/K15 w - - 0 1";
    assert!(!is_legal(check, "i4a4") && is_legal(check, "a1j1"));
    let check = "k15/16/r15/16/16/8R7/16/K15 w - - 0 1";
    assert!(is_legal(check, "i3a5") && !is_legal(check, "i3b3"));
}

#[test]
fn castling_is_judged_on_the_board_where_it_is_made_and_on_the_other() {
    let fen = "4k11/16/16/16/16/16/16/4K2R8 w K - 0 1";
    assert!(is_legal(fen, "e1o1"));
    let castled = after(&at(&chess(TWO), fen), &["e1o1"]);
    assert!(
        castled
            .to_fen()
            .starts_with("4k11/16/16/16/16/16/16/13RK1 b")
    );
    round_trips(&castled);
    for fen in [
        "4k11/16/16/16/16/5r10/16/4K2R8 w K - 0 1",
        "4k11/16/16/16/16/6r9/16/4K2R8 w K - 0 1",
        "4k11/16/16/16/16/14r1/16/4K2R8 w K - 0 1",
        "4k11/16/16/16/16/16/16/4K2R6N1 w K - 0 1",
        "4k11/16/16/16/16/16/16/4K2R5N2 w K - 0 1",
    ] {
        assert!(!is_legal(fen, "e1o1"), "{fen}");
    }
    // The rook is a shield on the other board, and squares between the boards do not matter.
    assert!(is_legal("4k11/16/16/16/16/16/16/4K2Rr7 w K - 0 1", "e1o1"));
}

#[test]
fn en_passant_happens_where_the_double_step_has_landed() {
    let position = at(&chess(TWO), "k15/16/16/16/11p4/16/4P11/K15 w - - 0 1");
    let passed = after(&position, &["e2m4"]);
    assert!(passed.to_fen().contains(" m3 "), "{}", passed.to_fen());
    round_trips(&passed);
    let taken = after(&passed, &["l4e3"]);
    assert!(taken.to_fen().starts_with("k15/16/16/16/16/4p11/16/K15 w"));
}

#[test]
fn boards_stand_above_one_another_and_are_more_than_two() {
    let lines = "board = { files = 4, ranks = 12 }\nstart = '4/4/4/3k/4/4/4/4/4/4/1R2/K3 w - - 0 1'\n\
                 rules.use.transfer.ranks = 4";
    let position = chess(lines).start();
    let later = after(&position, &["b2c6", "d9d2", "c6d10", "d2c6", "d10c2"]);
    assert!(
        later.to_fen().starts_with("4/4/4/4/4/4/2k1/4/4/4/2R1/K3 b"),
        "{}",
        later.to_fen()
    );
}

#[test]
fn who_does_not_go_and_who_may_stay_play_on_their_board() {
    let lines = "board = { files = 16, ranks = 8 }\nstart = 'k15/16/16/16/16/16/16/K6R8 w - - 0 1'\n\
                 rules.use.transfer = { files = 8, who = 'rook', optional = true }";
    let moves = texts(&chess(lines).start());
    for text in ["h1h8", "h1p8", "a1a2"] {
        assert!(moves.contains(&text.to_owned()), "{text}");
    }
    for text in ["h1i1", "a1i2"] {
        assert!(!moves.contains(&text.to_owned()), "{text}");
    }
}

#[test]
fn bad_settings_are_refused_at_their_place() {
    let rows = [
        (
            "rules.use.transfer = {}",
            "E0310 transfer: `transfer`: the size of the boards is missing",
        ),
        (
            "rules.use.transfer = { files = 4, ranks = 4 }",
            "E0409 transfer: `transfer`: boards are side by side or above one another, not both",
        ),
        (
            "rules.use.transfer.files = 3",
            "E0409 3: `transfer`: the board's 8 files cannot be divided into boards of 3 files",
        ),
        (
            "rules.use.transfer.ranks = 9",
            "E0303 9: `transfer`: expected a whole number from 1 to 8, found 9",
        ),
        (
            "rules.use.transfer.ranks = 8",
            "W0410 transfer: `transfer`: only one board exists, so no piece changes boards",
        ),
        (
            "rules.use.transfer = { files = 4, who = [] }",
            "W0410 []: `transfer`: no piece is named, so no piece changes boards",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(lines), [wanted], "{lines}");
    }
}
