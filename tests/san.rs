//! Short algebraic notation: every legal move has a text of its own, and reading it gives the move back.

use std::collections::BTreeSet;

use ferz::formats::Catalog;
use ferz::game::Position;
use serde_json::Value;

use crate::harness::{Random, builtin};

/// Checks all legal moves of a position.
fn round_trip(position: &Position) -> Result<usize, String> {
    let moves = position.san_moves();
    let mut texts = BTreeSet::new();
    for (text, mv) in &moves {
        let at = || {
            format!(
                "{text} in {} at {}",
                position.variant().def().name,
                position.to_fen()
            )
        };
        if !texts.insert(text.clone()) && position.parse_move(&position.move_text(mv)).is_ok() {
            return Err(format!("twice: {}", at()));
        }
        match position.parse_san(text) {
            Ok(read) if read == *mv => {}
            Ok(read) => return Err(format!("{} is read as {}", at(), position.move_text(&read))),
            Err(finding) => return Err(format!("{}: {}", at(), finding.message)),
        }
        // Where squares are expected first, no other move is meant either.
        if let Ok(read) = position.parse_move(text)
            && read != *mv
        {
            return Err(format!(
                "{} is played as {}",
                at(),
                position.move_text(&read)
            ));
        }
    }
    Ok(moves.len())
}

/// The names of points end with the sign of check.
#[test]
fn moves_between_points_are_read_with_origin_and_with_check() {
    for fen in [
        "k11/12/12/12/12/12/12/12/12/K11 w - - 0 1 intersections=11/11/11/11/11/11/2H1H6/11/11",
        "5k6/12/12/12/12/12/12/12/12/K11 w - - 0 1 intersections=11/11/11/11/11/2Q8/11/11/11",
    ] {
        let position = builtin("ordinary-spectral-realm")
            .parse_fen(fen)
            .expect(fen);
        round_trip(&position).expect(fen);
    }
}

/// Castling with a piece that is put on one of two squares, with check, mate and without.
#[test]
fn castlings_with_gates_have_texts_that_are_read_with_any_suffix() {
    for (name, fen) in [
        ("seirawan", "4k3/8/8/8/8/8/8/4K2R[E] w K - 0 1"),
        ("seirawan", "4k3/8/8/8/8/8/8/R3K2R[HE] w KQ - 0 1"),
        ("seirawan", "r3k2r/8/8/8/8/8/8/4K3[he] b kq - 0 1"),
        ("seirawan", "3rkr2/3ppp2/8/8/8/8/8/4K2R[HE] w K - 0 1"),
        ("shouse", "4k3/8/8/8/8/8/8/R3K2R[HE] w KQ - 0 1"),
    ] {
        let position = builtin(name).parse_fen(fen).expect(fen);
        round_trip(&position).expect(fen);
        for (text, mv) in position.san_moves() {
            for suffix in ["", "+", "#", "!", "?!", "+!?", "#!"] {
                let text = text.trim_end_matches(['+', '#']);
                for text in [text.to_owned(), text.replace('O', "0")] {
                    let read = position.parse_san(&format!("{text}{suffix}"));
                    assert_eq!(read.as_ref(), Ok(&mv), "{name}: {text}{suffix}");
                }
            }
        }
    }
}

#[test]
fn every_legal_move_has_an_algebraic_text_of_its_own() {
    let mut random = Random::new(3);
    let (mut n_moves, mut failures) = (0, Vec::new());
    for name in Catalog::builtin().names() {
        let mut position = builtin(name).start();
        for ply in 0..16 {
            if ply % 5 == 0 {
                match round_trip(&position) {
                    Ok(moves) => n_moves += moves,
                    Err(text) => {
                        failures.push(text);
                        break;
                    }
                }
            }
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_code(moves.get(random.below(moves.len())).unwrap());
        }
    }
    assert!(
        failures.is_empty(),
        "{}\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(n_moves > 5000, "{n_moves} moves");
}

/// A piece that moves from a rank is not another spelling of a pair of squares.
#[test]
fn a_rank_before_a_square_is_no_file() {
    let bishops = builtin("chess").parse_fen("4k3/8/8/8/8/4B3/8/1N2B1K1 w - - 0 1");
    let position = bishops.expect("a FEN");
    for (text, is) in [
        ("B1d2", "e1d2"),
        ("b1d2", "b1d2"),
        ("B3d2", "e3d2"),
        ("B1D2", "b1d2"),
    ] {
        let read = position.parse_move(text).expect("a move");
        assert_eq!(position.move_text(&read), is, "{text}");
    }
}

/// Moves of random games with the texts that other programs give them; the file names them.
#[test]
fn algebraic_texts_are_those_of_other_programs() {
    let rows = include_str!("data/san.jsonl")
        .lines()
        .filter(|line| line.starts_with('{'));
    let mut failures = Vec::new();
    let mut n_rows = 0;
    for line in rows {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| row[key].as_str().unwrap();
        let position = builtin(text("variant")).parse_fen(text("fen")).unwrap();
        let mv = position.parse_move(text("move")).unwrap();
        let san = position.san(&mv);
        if san == text("san") {
            assert_eq!(position.parse_san(&san).as_ref(), Ok(&mv), "{line}");
        } else {
            failures.push(format!("{san} for {line}"));
        }
        n_rows += 1;
    }
    assert!(
        failures.is_empty(),
        "{}\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(n_rows > 300, "{n_rows} rows");
}

#[test]
fn spellings_of_people_are_read() {
    let chess = builtin("chess");
    let castling = chess
        .parse_fen("r3k2r/1P6/8/8/3pP3/8/8/R3K2R w KQkq - 0 1")
        .unwrap();
    for (text, wanted) in [
        ("0-0", "e1g1"),
        ("O-O-O", "e1c1"),
        ("b8Q+", "b7b8q"),
        ("b8=N!?", "b7b8n"),
        ("bxa8=R+", "b7a8r"),
        ("Ra1xa8", "a1a8"),
        ("Pe5", "e4e5"),
        ("Rh1-h4", "h1h4"),
        ("e4e5", "e4e5"),
    ] {
        let mv = castling
            .parse_san(text)
            .unwrap_or_else(|finding| panic!("{text}: {}", finding.message));
        assert_eq!(castling.move_text(&mv), wanted, "{text}");
    }
    for (text, said) in [
        ("Qd4", "is not a legal move here"),
        ("b8", "is ambiguous"),
        ("Zz9", ""),
        ("", ""),
    ] {
        let finding = castling.parse_san(text).expect_err(text);
        assert!(
            finding.message.contains(said),
            "{text}: {}",
            finding.message
        );
    }
    let knights = chess
        .parse_fen("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
        .unwrap();
    let finding = knights.parse_san("Nd2").expect_err("two knights go there");
    assert_eq!(finding.code.as_str(), "E0602");
    let help = finding.help.unwrap_or_default();
    assert!(help.contains("Nbd2") && help.contains("Nfd2"), "{help}");
    let houses = builtin("crazyhouse")
        .parse_fen("4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1")
        .unwrap();
    assert_eq!(houses.parse_san("@e4"), houses.parse_san("P@e4"));
}

/// XBoard says of a move of two legs whom it takes on its way, and of its origin no more than is needed.
#[test]
fn captures_on_the_way_are_read() {
    let chu = builtin("chu-shogi");
    let fen = "k11/12/12/12/12/5p6/4p7/3N8/12/12/12/11K w - - 0 1";
    let lion = chu.parse_fen(fen).expect("a position");
    for (text, wanted) in [
        ("Nxe6xf7", "d5f7;e6,f7"),
        ("Nd5xe6xf7", "d5f7;e6,f7"),
        ("Ndxe6xf7+", "d5f7;e6,f7"),
        ("Nxe6-f5", "d5f5;e6"),
        ("Nxe6-d5", "d5d5;e6"),
        ("Nxe6", "d5e6"),
    ] {
        let mv = lion
            .parse_san(text)
            .unwrap_or_else(|finding| panic!("{text}: {}", finding.message));
        assert_eq!(lion.move_text(&mv), wanted, "{text}");
    }
    // Nobody stands on these, or nobody goes on from there.
    for text in ["Nxe5xf7", "Nxe6xe7", "Nxf7xe6", "Nxe6xf7xg8", "Nax-f5"] {
        let finding = lion.parse_san(text).expect_err(text);
        assert!(matches!(finding.code.as_str(), "E0601" | "E0602"), "{text}");
    }
}
