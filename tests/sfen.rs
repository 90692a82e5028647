//! SFEN: reading, writing, and inexpressible positions.

use ferz::formats::Catalog;

use crate::harness::{Random, builtin};

#[test]
fn positions_of_other_programs_are_read_and_written() {
    for (variant, sfen, fen) in [
        (
            "shogi",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - - 0 1",
        ),
        (
            "shogi",
            "4k4/9/4+P4/9/9/9/9/9/4K4 w R2Gbg3p 12",
            "4k4/9/4+P4/9/9/9/9/9/4K4[GGRpppgb] b - - 0 6",
        ),
        (
            "minishogi",
            "rbsgk/4p/5/P4/KGSBR b - 1",
            "rbsgk/4p/5/P4/KGSBR w - - 0 1",
        ),
    ] {
        let variant = builtin(variant);
        let position = variant.parse_sfen(sfen).expect(sfen);
        let as_fen = variant.parse_fen(fen).expect(fen);
        assert_eq!(position.hash(), as_fen.hash(), "{sfen}");
        assert_eq!(position.to_fen(), as_fen.to_fen());
        let written = position.to_sfen().unwrap();
        let again = variant.parse_sfen(&written).unwrap();
        assert_eq!(again.to_fen(), position.to_fen(), "{written}");
    }
}

#[test]
fn what_is_written_is_read_and_what_is_lost_is_refused() {
    let (mut n_written, mut n_refused) = (0, 0);
    for name in Catalog::builtin().names() {
        let mut position = builtin(name).start();
        let mut random = Random::new(17);
        for _ in 0..12 {
            match position.to_sfen() {
                Ok(sfen) => {
                    n_written += 1;
                    let read = position.variant().parse_sfen(&sfen);
                    let read = read.unwrap_or_else(|faults| panic!("{name}: {sfen}: {faults:?}"));
                    assert_eq!(read.hash(), position.hash(), "{name}: {sfen}");
                }
                Err(finding) => {
                    n_refused += 1;
                    assert_eq!(finding.code.as_str(), "E0522", "{name}");
                }
            }
            let moves = position.moves();
            if moves.is_empty() || position.outcome().is_over() {
                break;
            }
            position = position.play_code(moves.get(random.below(moves.len())).unwrap());
        }
    }
    assert!(n_written > 500, "{n_written}");
    // Castling rights, for instance.
    assert!(n_refused > 100, "{n_refused}");
}

#[test]
fn faults_have_codes_and_places() {
    let shogi = builtin("shogi");
    for (sfen, code, place) in [
        ("", "E0504", ""),
        ("9/9/9/9/9/9/9/9/9", "E0504", "9/9/9/9/9/9/9/9/9"),
        ("4k4/9/9/9/9/9/9/9/4K4 white - 1", "E0504", "white"),
        ("4k4/9/9/9/9/9/9/9/4K4 b - first", "E0504", "first"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 2Z 1", "E0508", "2Z"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 2 1", "E0508", "2"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 0P 1", "E0508", "0P"),
        (
            "4k4/9/9/9/9/9/9/9/4K4 b 99999999999P 1",
            "E0508",
            "99999999999P",
        ),
        (" 4k4/9/9/9/9/9/9/9/4Q4 b - 1", "E0503", "Q"),
        ("4k4/9/9/9/9/9/9/9/4K3 b - 1", "E0502", "4K3"),
    ] {
        let findings = shogi.parse_sfen(sfen).expect_err(sfen);
        let found = findings.iter().find(|one| one.code.as_str() == code);
        let found = found.unwrap_or_else(|| panic!("{sfen}: {findings:?}"));
        assert_eq!(&sfen[found.span.range()], place, "{sfen}");
    }
}
