//! Move generation: the engines agree with each other, and with counts of other programs.

use std::fs;

use ferz::formats::Catalog;
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

/// The same for the variants with rules that few have, wherever the tables do not decline.
#[test]
fn tables_agree_on_special_rules() {
    let mut random = Random::new(31);
    let mut played = Vec::new();
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        let def = variant.def();
        let is_special = !names().contains(&name.to_owned());
        if !is_special || variant.describe_tables().starts_with("general engine only") {
            continue;
        }
        for position in random_game(&variant, &mut random, 66).iter().step_by(11) {
            let depth = if position.legal_moves().len() > 60 {
                1
            } else {
                2
            };
            let fast = perft_with(position, depth, Strategy::Fastest);
            let general = perft_with(position, depth, Strategy::General);
            assert_eq!(fast, general, "{name}: {}", position.to_fen());
        }
        played.push(def.name.clone());
    }
    for name in [
        "shogi",
        "minishogi",
        "torishogi",
        "crazyhouse",
        "chessgi",
        "loop",
        "seirawan",
        "atomic",
        "antichess",
        "3check",
        "kingofthehill",
        "extinction",
        "makruk",
        "asean",
        "cambodian",
        "grand-apothecary-chess-alert",
    ] {
        let known =
            played.iter().any(|played| played == name) || names().contains(&name.to_owned());
        assert!(known, "the tables have declined {name}");
    }
    assert!(
        played.len() > 40,
        "only {} variants were played",
        played.len()
    );
}

/// Positions in which hands are full, gates open, kings side by side and imitators near.
#[test]
fn tables_agree_where_rules_meet() {
    let rows = [
        (
            "shogi",
            "4k4/9/4P4/9/9/9/9/4R4/4K4[RBGSNLPPrbgsnlpp] w - - 0 1",
        ),
        (
            "shogi",
            "lnsg1k3/4P1S2/pp1p1pBpp/9/9/4n4/PPPP1PPPP/1R5B1/LNSGKGSNL[Pp] b - - 0 1",
        ),
        (
            "crazyhouse",
            "r2qk2r/pp3Npp/8/2bp4/6n1/2N2b2/PPPP1PPP/R1B1K2R[QRBNPqrbnp] w KQkq - 0 1",
        ),
        ("crazyhouse", "4k3/PP5P/8/3pP3/8/8/p6p/4K3[Pp] w - d6 0 1"),
        (
            "seirawan",
            "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[HEhe] w KQACDkqacd - 0 1",
        ),
        (
            "atomic",
            "r3k2r/ppp2ppp/8/3Kp3/3pP3/8/PPP2PPP/R6R b kq e3 0 1",
        ),
        (
            "atomic",
            "rnb1kbnr/pppp1Npp/8/4p3/4P2q/8/PPPP1PPP/RNBQKB1R b KQkq - 0 1",
        ),
        ("antichess", "8/P5p1/8/3pP3/8/1k6/1p5P/8 w - d6 0 1"),
        (
            "cambodian",
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1",
        ),
        (
            "makruk",
            "rns1ks1r/8/ppM1p2p/3p4/4P3/P1P2P1P/8/RNSKMSNR w - - 0 1",
        ),
    ];
    for (name, fen) in rows {
        let variant = builtin(name);
        let position = variant
            .parse_fen(fen)
            .unwrap_or_else(|error| panic!("{name}: {fen}: {error:?}"));
        for depth in 1..=2 {
            let fast = perft_with(&position, depth, Strategy::Fastest);
            let general = perft_with(&position, depth, Strategy::General);
            assert_eq!(fast, general, "{name}: {fen}");
        }
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
    let read = Catalog::read(text, ferz::formats::Format::Toml);
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
    for entry in
        fs::read_dir(concat!(root!(), "/tests/data/diagrams/real")).expect("the diagrams are there")
    {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let read = ferz::formats::read_diagram(&text, "diagram");
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

/// A game on eight ranks with so many kinds of pieces, each with a walk of its own and so with a group
/// of its own in the tables. With hands, captured pieces are what pawns can become.
fn game_of_many_kinds(files: usize, kinds: usize, hands: bool) -> Variant {
    const SIDES: [&str; 4] = ["f", "b", "l", "r"];
    const ATOMS: [&str; 9] = ["W2", "F2", "N", "D", "A", "C", "Z", "G", "H"];
    let letters: Vec<char> = ('A'..='Z')
        .filter(|letter| !"KPQ".contains(*letter))
        .collect();
    let mut pieces = "pieces.king = { letter = 'K', move = 'K', royal = true }\n".to_owned();
    let mut placed = Vec::new();
    for kind in 0..kinds {
        let (side, atom) = (SIDES[kind / ATOMS.len()], ATOMS[kind % ATOMS.len()]);
        // Where the letters end there are pairs of them.
        let letter = match letters.get(kind) {
            Some(letter) => letter.to_string(),
            None => format!("Q{}", letters[kind - letters.len()].to_lowercase()),
        };
        pieces +=
            &format!("pieces.p{kind} = {{ letter = \"{letter}\", move = 'F{side}{atom}' }}\n");
        placed.push(letter);
    }
    let to: Vec<String> = (0..kinds).map(|kind| format!("'p{kind}'")).collect();
    let (stock, captured) = if hands {
        (", stock = 'hand'", "owner-hand")
    } else {
        ("", "removed")
    };
    pieces += &format!(
        "pieces.pawn = {{ letter = 'P', move = 'fmWfcF', promotion = {{ zone = 'rank 8', to = [{}]{stock} }} }}\n",
        to.join(", ")
    );
    placed.truncate(files - 1);
    placed.insert(placed.len() / 2, "K".to_owned());
    let white = match files - placed.len() {
        0 => placed.concat(),
        empty => format!("{}{empty}", placed.concat()),
    };
    let black = white.to_lowercase();
    let pawns = "P".repeat(files - 1);
    let text = format!(
        "[many]\nboard = {{ files = {files}, ranks = 8 }}\nrules.captured-to = '{captured}'\n\
         start = '{black}/{files}/1{pawns}/{files}/{files}/{low}1/{files}/{white} w - - 0 1'\n{pieces}",
        low = pawns.to_lowercase(),
    );
    let read = Catalog::read(&text, ferz::formats::Format::Toml);
    assert!(!read.has_errors(), "{text}\n{:?}", read.diagnostics);
    Variant::compile(read.value.get("many").expect("it was read")).expect("it compiles")
}

/// Each width of the tables and each room for groups, with hands and without: the tables agree with
/// the general engine, and decline only where there are too many groups for any of them.
#[test]
fn tables_agree_for_any_number_of_kinds() {
    let mut random = Random::new(29);
    let rows = [
        (8, 4, "1 word(s)"),
        (8, 12, "1 word(s)"),
        (8, 20, "4 word(s)"),
        (12, 5, "2 word(s)"),
        (12, 13, "2 word(s)"),
        (12, 27, "4 word(s)"),
        (20, 6, "3 word(s)"),
        (20, 25, "4 word(s)"),
        (30, 6, "4 word(s)"),
    ];
    for (files, kinds, width) in rows {
        for hands in [false, true] {
            let variant = game_of_many_kinds(files, kinds, hands);
            let tables = variant.describe_tables();
            assert!(
                tables.contains(width),
                "{files} files, {kinds} kinds: {tables}"
            );
            for position in random_game(&variant, &mut random, 60).iter().step_by(10) {
                let fast = perft_with(position, 2, Strategy::Fastest);
                let general = perft_with(position, 2, Strategy::General);
                assert_eq!(
                    fast,
                    general,
                    "{files} {kinds} {hands}: {}",
                    position.to_fen()
                );
                let fast = position.legal_moves_with(Strategy::Fastest);
                let general = position.legal_moves_with(Strategy::General);
                assert_eq!(
                    fast,
                    general,
                    "{files} {kinds} {hands}: {}",
                    position.to_fen()
                );
            }
        }
    }
    let tables = game_of_many_kinds(8, 36, false).describe_tables();
    assert!(tables.contains("more than 32 groups"), "{tables}");
}
