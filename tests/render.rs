//! Boards and legs as text.

use std::fmt::Write as _;

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Variant};
use ferz::movement::{Dialect, Movement};
use ferz_designer::render::{BoardStyle, game_text, legs_text, position_text};

use crate::harness::{builtin, snapshot};

#[test]
fn boards() {
    let mine = Catalog::read(include_str!("data/cli/mine.toml"), Format::Toml)
        .into_result()
        .expect("a clean file");
    let clipped = Variant::compile(mine.get("clipped").expect("a variant")).expect("playable");
    let chess = builtin("chess");
    let cases = [
        ("chess", chess.start()),
        (
            "chess-in-check",
            chess.parse_fen("4k3/8/8/8/8/8/4r3/4K3 w").expect("a FEN"),
        ),
        (
            "chess-mate",
            chess.parse_fen("k7/1Q6/1K6/8/8/8/8/8 b").expect("a FEN"),
        ),
        ("xiangqi", builtin("xiangqi").start()),
        ("grand", builtin("grand").start()),
        ("clipped", clipped.start()),
        (
            "clipped-vanishing",
            clipped.parse_fen("*1k1*/5/2Ln2/5/*1K1* b").expect("a FEN"),
        ),
        (
            "walls",
            builtin("duck")
                .parse_fen("4k3/8/8/3**3/8/8/8/4K3 w")
                .expect("a FEN"),
        ),
        (
            "hands",
            chess
                .parse_fen("4k3/8/8/8/8/8/8/4K3[QRRb] w")
                .expect("a FEN"),
        ),
    ];
    for (name, position) in cases {
        let ascii = position_text(&position, BoardStyle::Ascii);
        let unicode = position_text(&position, BoardStyle::Unicode);
        snapshot(
            "render",
            &format!("board__{name}"),
            &format!("{ascii}\n{unicode}"),
        );
    }
}

#[test]
fn legs() {
    let texts = [
        "K",
        "fmWfceFifmnD",
        "FyafsF",
        "[F?R]",
        "[W-F-zW]",
        "KNADcaKmcabK",
        "gQ",
        "mRcpR",
        "jR",
        "nN",
        "zB",
        "qW0",
        "oR",
        "ooR",
        "KisO2",
        "ijO3",
        "U",
        "mU",
        "fmW*",
        "cdkW",
        "vmpafsyafW",
        "mBcaibB",
        "-",
        "v[F?R]",
        "caumabF",
    ];
    let mut text = String::new();
    for betza in texts {
        let read = Movement::read(betza, Dialect::XBetza);
        writeln!(text, "{betza}\n{}", legs_text(&read.value)).expect("a string takes all");
    }
    snapshot("render", "legs", &text);
}

#[test]
fn the_text_of_a_game_knows_which_move_has_ended_it() {
    // Whoever mates by dropping a pawn has lost.
    let start = builtin("minishogi")
        .parse_fen("4k/2G2/3G1/5/4K[P] w - - 0 1")
        .expect("a position");
    let mut game = Game::new(start);
    let mv = game.position().parse_move("P@e4").expect("a move");
    game.play(&mv).expect("a legal move");
    let text = game_text(&game, &BoardStyle::Ascii.into());
    assert!(text.contains("0 : 1"), "{text}");
    assert!(position_text(game.position(), BoardStyle::Ascii).contains("1 : 0"));
}
