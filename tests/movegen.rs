//! The engines agree with each other, and with counts made by other programs.

use std::fs;

use ferz::definition::Catalog;
use ferz::game::{Strategy, Variant, perft_with};

use crate::harness::{Random, builtin, names, random_game};

/// At positions of random games of every built-in variant, two plies counted by tables are two
/// plies counted by making and testing every move.
#[test]
fn tables_agree_with_the_general_engine() {
    let mut random = Random::new(7);
    for name in names() {
        let variant = builtin(&name);
        for game in 0..3 {
            for position in random_game(&variant, &mut random, 60)
                .iter()
                .step_by(6 + game)
            {
                let fast = perft_with(position, 2, Strategy::Fastest);
                let general = perft_with(position, 2, Strategy::General);
                assert_eq!(fast, general, "{name}: {}", position.to_fen());
                let fast = position.legal_moves_with(Strategy::Fastest);
                let general = position.legal_moves_with(Strategy::General);
                assert_eq!(fast, general, "{name}: {}", position.to_fen());
            }
        }
    }
}

/// Rows `variant fen ; perft 1..n` copied from counts of Fairy-Stockfish; a built-in that is not
/// listed has no row, a row whose variant is not built in fails.
#[test]
fn counts_of_fairy_stockfish() {
    let rows =
        fs::read_to_string("tests/data/perft/fairy-stockfish.txt").expect("the data is there");
    let mut checked = 0;
    for row in rows
        .lines()
        .filter(|row| !row.starts_with('#') && !row.is_empty())
    {
        let (name, rest) = row.split_once('|').expect("name | fen | counts");
        let (fen, counts) = rest.split_once('|').expect("name | fen | counts");
        let variant = builtin(name.trim());
        let position = variant
            .parse_fen(fen.trim())
            .unwrap_or_else(|error| panic!("{fen}: {error:?}"));
        for (index, count) in counts.split_whitespace().enumerate() {
            let count: u64 = count.parse().expect("a count");
            let depth = index as u32 + 1;
            assert_eq!(
                perft_with(&position, depth, Strategy::Fastest),
                count,
                "{name} perft {depth}: {fen}"
            );
            if count < 20_000 {
                assert_eq!(
                    perft_with(&position, depth, Strategy::General),
                    count,
                    "{name} perft {depth}, general: {fen}"
                );
            }
        }
        checked += 1;
    }
    assert!(checked > 50, "only {checked} rows were there");
}

/// The counts at depth that other programs agree on.
#[test]
fn counts_at_depth() {
    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    let rows = [
        ("chess", None, 5, 4_865_609),
        ("chess", Some(KIWIPETE), 4, 4_085_603),
        ("capablanca", None, 4, 805_128),
        ("xiangqi", None, 4, 3_290_240),
        ("grand", None, 3, 259_514),
        ("courier", None, 4, 500_337),
        ("shako", None, 3, 185_938),
    ];
    for (name, fen, depth, count) in rows {
        let variant = builtin(name);
        let position = fen.map_or_else(
            || variant.start(),
            |fen| variant.parse_fen(fen).expect("a FEN"),
        );
        assert_eq!(
            perft_with(&position, depth, Strategy::Fastest),
            count,
            "{name} perft {depth}"
        );
    }
}

/// What a FEN writes, it reads.
#[test]
fn positions_survive_their_fen() {
    let mut random = Random::new(11);
    for name in names() {
        let variant = builtin(&name);
        for position in random_game(&variant, &mut random, 40) {
            let fen = position.to_fen();
            let read = variant
                .parse_fen(&fen)
                .unwrap_or_else(|error| panic!("{name}: {fen}: {error:?}"));
            assert_eq!(read.to_fen(), fen, "{name}");
            assert_eq!(
                read.legal_moves().len(),
                position.legal_moves().len(),
                "{name}: {fen}"
            );
        }
    }
}

/// No position lists a move twice.
#[test]
fn moves_are_distinct() {
    let mut random = Random::new(13);
    for name in names() {
        let variant = builtin(&name);
        for position in random_game(&variant, &mut random, 30) {
            let mut moves = position.legal_moves();
            let count = moves.len();
            moves.sort();
            moves.dedup();
            assert_eq!(moves.len(), count, "{name}: {}", position.to_fen());
        }
    }
}

/// Boards that no peer has: a single file, a large square, 36 by 36.
#[test]
fn odd_boards_play() {
    let text = "
[strip]
board = { files = 1, ranks = 12 }
start = 'k/r/p/1/1/1/1/1/1/P/R/K w - - 0 1'
pieces.king = { letter = 'K', move = 'K', royal = true }
pieces.rook = { letter = 'R', move = 'R' }
pieces.pawn = { letter = 'P', move = 'fmWfcF', promotion = { zone = 'rank 12', to = ['rook'] } }

[wide]
board = { files = 16, ranks = 16 }
start = 'rnbqkbnr8/pppppppppppppppp/16/16/16/16/16/16/16/16/16/16/16/16/PPPPPPPPPPPPPPPP/8RNBQKBNR w - - 0 1'
inherits = 'chess'
pieces.king.move = 'K'
pieces.griffon = { letter = 'G', move = 'FyafsF' }

[vast]
board = { files = 36, ranks = 36 }
start = '17k18/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/17K17Q w - - 0 1'
pieces.king = { letter = 'K', move = 'K', royal = true }
pieces.queen = { letter = 'Q', move = 'Q' }
";
    let read = Catalog::read(text, ferz::definition::Format::Toml);
    assert!(!read.has_errors(), "{:?}", read.diagnostics);
    let mut random = Random::new(17);
    for name in ["strip", "wide", "vast"] {
        let variant =
            Variant::compile(read.value.get(name).expect("it was read")).expect("it compiles");
        for position in random_game(&variant, &mut random, 24).iter().step_by(8) {
            let fast = perft_with(position, 2, Strategy::Fastest);
            assert_eq!(
                fast,
                perft_with(position, 2, Strategy::General),
                "{name}: {}",
                position.to_fen()
            );
        }
    }
}

/// The imported diagrams, with their holes, vanishing squares, reserves and bent riders: the
/// tables agree with the general engine wherever they do not decline.
#[test]
fn tables_agree_on_imported_diagrams() {
    let mut random = Random::new(23);
    let mut played = 0;
    for entry in fs::read_dir("tests/data/diagrams/real").expect("the diagrams are there") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let read = ferz::definition::read_diagram(&text, "diagram");
        let Some(def) = read.value else { continue };
        let variant =
            Variant::compile(&def).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for position in random_game(&variant, &mut random, 48).iter().step_by(8) {
            let fast = perft_with(position, 2, Strategy::Fastest);
            let general = perft_with(position, 2, Strategy::General);
            assert_eq!(fast, general, "{}: {}", path.display(), position.to_fen());
            let fast = position.legal_moves_with(Strategy::Fastest);
            let general = position.legal_moves_with(Strategy::General);
            assert_eq!(fast, general, "{}: {}", path.display(), position.to_fen());
        }
        played += 1;
    }
    assert!(played >= 10, "only {played} diagrams were played");
}
