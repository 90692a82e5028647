//! Pieces without letters, too many pieces, names that others need, crowded hands.

use std::fmt::Write as _;

use ferz::definition::{Limits, VariantDef};
use ferz::formats::{Catalog, Format, write};
use ferz::game::{Strategy, Variant, perft_with};
use ferz::notation::move_texts;
use ferz::state::{Letters, Role};

use super::{codes, read};
use crate::harness::builtin;

#[test]
fn a_piece_without_a_letter_stands_in_no_fen() {
    let text = "[x]\nboard = { files = 8, ranks = 8 }\nstart = '8/8/8/8/8/8/8/8[H] w'\n\
        [x.pieces]\nelephant = 'K'\n";
    let (def, findings) = read(text);
    assert_eq!(codes(&findings), ["E0303"]);
    let def = def.expect("the rest is read");
    let error = Variant::compile(&def).expect_err("the start has a piece that is none");
    assert_eq!(codes(error.diagnostics()), ["E0508"]);
    for format in Format::ALL {
        let _ = write(&def, format);
    }

    let letters = Letters::new(vec![String::new(), "K".to_owned()]);
    assert!(letters.read("H").is_none());
    assert_eq!(letters.read("k").map(|found| found.len), Some(1));
    assert!(letters.role("").is_none());
}

#[test]
fn a_letter_is_as_long_as_it_is_written() {
    // Some small letters take more bytes than their capitals.
    let letters = Letters::new(vec!["\u{130}".to_owned()]);
    let small = "\u{130}".to_lowercase();
    assert_eq!(
        letters.read(&small).map(|found| found.len),
        Some(small.len())
    );
}

#[test]
fn more_pieces_than_a_variant_has_are_an_error_everywhere() {
    let mut text = "[x]\nboard = { files = 8, ranks = 8 }\nstart = 'Aaa7/8/8/8/8/8/8/8 w'\n\
        rules.royal = 'none'\n[x.pieces]\n"
        .to_owned();
    let too_many = Role::MAX + 10;
    for number in 0..too_many {
        let letter = [number / 26, number % 26].map(|n| char::from(b'a' + n as u8));
        let letter = format!("A{}{}", letter[0], letter[1]);
        let _ = writeln!(text, "p{number} = {{ letter = '{letter}', move = 'W' }}");
    }
    let (_, findings) = read(&text);
    assert_eq!(codes(&findings), ["E0315"]);
    // Who reads with limits of his own meets the same later on.
    let limits = Limits {
        pieces: 2 * too_many,
        ..Limits::default()
    };
    let read = Catalog::read_within(&text, Format::Toml, &limits);
    assert_eq!(codes(&read.diagnostics), [""; 0]);
    let def = read.value.first().expect("it is there").clone();
    for format in Format::ALL {
        let _ = write(&def, format);
    }
    assert!(Variant::compile(&def).is_err());
}

#[test]
fn hands_hold_what_is_written() {
    let crazyhouse = builtin("crazyhouse");
    let board = "4k3/8/8/8/8/8/8/4K3";
    let fen = format!("{board}[{}] w - - 0 1", "Q".repeat(10_000));
    let position = crazyhouse.parse_fen(&fen).expect("a position");
    assert_eq!(position.to_fen(), fen);

    let fen = format!("{board}[{}] w - - 0 1", "Q".repeat(70_000));
    let findings = crazyhouse
        .parse_fen(&fen)
        .expect_err("more than are counted");
    assert_eq!(codes(&findings), ["E0508"]);
}

#[test]
fn of_a_fen_no_more_is_said_than_somebody_may_read() {
    let chess = builtin("chess");
    let many = |rights: &str| format!("4k3/8/8/8/8/8/8/4K3 w {}", rights.repeat(100_000));
    let read = chess.read_fen(&many("K"));
    assert_eq!(codes(&read.diagnostics), ["W0501", "W0511"]);
    assert_eq!(read.diagnostics.len(), 101);
    // What is wrong is not lost among what is only strange.
    let findings = chess
        .parse_fen(&format!("{} - x", many("K")))
        .expect_err("a clock is a number");
    assert!(codes(&findings).contains(&"E0510"), "{findings:?}");
    let findings = chess
        .parse_fen(&many("KQkqKQkqKQkq"))
        .expect_err("too long");
    assert_eq!(codes(&findings), ["E0515"]);
}

#[test]
fn a_full_hand_takes_one_more() {
    let crazyhouse = builtin("crazyhouse");
    for held in [254, 255, 256] {
        let hand = "P".repeat(held);
        let fen = format!("4k3/8/8/3p4/4P3/8/8/4K3[{hand}] w - - 0 1");
        let position = crazyhouse.parse_fen(&fen).expect("a position");
        let capture = position.parse_move("e4d5").expect("a capture");
        let after = position.play(&capture).expect("it is legal");
        assert!(after.to_fen().contains(&format!("[{hand}P]")));
        let counts = [Strategy::Fastest, Strategy::General]
            .map(|strategy| perft_with(&crazyhouse.parse_fen(&fen).expect("read"), 3, strategy));
        assert_eq!(counts[0], counts[1], "{held} in hand");
    }
}

#[test]
fn the_names_of_promoted_sides_are_taken() {
    let (_, findings) = read(
        "[x]\ninherits = 'chess'\n[x.pieces]\n\
         elephant = { letter = 'E', move = 'A', promoted = 'promoted-elephant' }\n\
         promoted-elephant = { letter = 'G', move = 'W' }\n",
    );
    assert_eq!(codes(&findings), ["E0314"]);
    let (_, findings) = read(
        "[x]\ninherits = 'crazyhouse'\n[x.pieces]\n\
         queen-from-pawn = { letter = 'G', move = 'W' }\n",
    );
    assert_eq!(codes(&findings), ["E0314"]);
}

#[test]
fn a_diagram_may_use_the_names_of_promoted_sides() {
    let text = "elephant::::\npromoted-elephant::::\n";
    let read = Catalog::read(text, Format::InteractiveDiagram);
    let def = read.value.first().expect("a variant");
    let export = write(def, Format::Toml).expect("it can be written");
    assert_eq!(export.losses, [], "{}", export.text);
}

/// The greatest board, full of pieces that move so.
fn full_board(betza: &str) -> VariantDef {
    let row = |letter: &str| format!("{}/", letter.repeat(36)).repeat(18);
    let rows = row("a") + &row("A");
    let text = format!(
        "[x]\nboard = {{ files = 36, ranks = 36 }}\nstart = '{} w'\nrules.royal = 'none'\n\
         [x.pieces.a]\nletter = 'A'\nmove = '{betza}'\n",
        rows.trim_end_matches('/')
    );
    let (def, findings) = read(&text);
    assert_eq!(codes(&findings), [""; 0]);
    def.expect("it is there")
}

#[test]
fn more_moves_of_long_walks_than_can_be_listed_are_an_error() {
    let error = Variant::compile(&full_board("cdacdacdacdK")).expect_err("a million moves");
    assert_eq!(codes(error.diagnostics()), ["E0521"]);
}

/// Each piece goes on over what it takes, so moves have few squares and many victims. Looking through all
/// moves for each text would take minutes.
#[test]
fn texts_of_many_moves_that_differ_in_their_victims_are_found() {
    let variant = Variant::compile(&full_board("cdacdacdK")).expect("it can be played");
    let start = variant.start();
    let n_moves = start.legal_moves().len();
    assert!(n_moves > 100_000, "{n_moves}");
    assert_eq!(move_texts(&start).len(), n_moves);
}
