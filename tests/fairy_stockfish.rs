//! `variants.ini` and the variants of its program.

use std::fs;
use std::path::PathBuf;

use ferz::definition::{Catalog, Format};
use ferz::game::{Variant, perft};
use ferz::source::codes;

use crate::harness::{Random, builtin, random_game};

fn read(text: &str) -> ferz::source::Parse<Catalog> {
    Catalog::read(text, Format::FairyStockfishIni)
}

/// The folder with the oracles of other programs, if it is there.
fn oracles() -> Option<PathBuf> {
    ["../shared", "../../shared"]
        .into_iter()
        .map(PathBuf::from)
        .find(|path| path.join("oracle/fairy-stockfish-perft.jsonl").exists())
}

/// Every section of that program's own file is read, and starts.
#[test]
fn the_variants_of_the_program_are_read() {
    let Some(shared) = oracles() else {
        println!("skipped: the oracles of other programs are not here");
        return;
    };
    let text = fs::read_to_string(shared.join("import/fairy-stockfish/variants.ini"))
        .expect("the file is there");
    let read = read(&text);
    let errors: Vec<_> = read
        .diagnostics
        .iter()
        .filter(|one| one.is_error())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    assert!(read.value.len() > 140, "{}", read.value.len());
    for name in read.value.names() {
        let def = read.value.get(name).expect("a variant");
        Variant::compile(def).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// Counts of that program on every variant of its file, as deep as a small budget goes.
#[test]
fn counts_of_the_program() {
    const BUDGET: u64 = 1000;
    let Some(shared) = oracles() else {
        println!("skipped: the oracles of other programs are not here");
        return;
    };
    let file = |name: &str| fs::read_to_string(shared.join(name)).expect("the file is there");
    for (definitions, rows, allowed) in [
        (
            "import/fairy-stockfish/variants.ini",
            "oracle/fairy-stockfish-perft.jsonl",
            6,
        ),
        ("oracle/custom.ini", "oracle/custom-perft.jsonl", 0),
    ] {
        let catalog = read(&file(definitions)).value;
        let mut failed = Vec::new();
        let mut passed = 0;
        for row in file(rows).lines() {
            let row: serde_json::Value = serde_json::from_str(row).expect("JSON");
            let name = row["variant"].as_str().expect("a name");
            let def = catalog
                .get(name)
                .or_else(|| Catalog::builtin().get(name))
                .unwrap_or_else(|| panic!("no variant {name}"));
            let variant = Variant::compile(def).expect("it compiles");
            let fen = row["fen"].as_str().expect("a FEN");
            let position = variant.read_fen(fen).value;
            let counts = row["perft"].as_array().expect("counts");
            let good = counts
                .iter()
                .map(|count| count.as_u64().expect("a count"))
                .take_while(|count| *count <= BUDGET)
                .enumerate()
                .all(|(depth, count)| perft(&position, depth as u32 + 1) == count);
            if good {
                passed += 1;
            } else {
                failed.push(format!("{name}: {fen}"));
            }
        }
        println!("{rows}: {passed} passed, {} failed", failed.len());
        assert!(failed.len() <= allowed, "{failed:#?}");
    }
}

/// The limits of a set, letters that clash, options that do not exist.
#[test]
fn faults_have_places() {
    let cases = [
        ("[x:chess]\nflagRegion = *x\n", codes::INI_BAD_VALUE),
        (
            "[x:chess]\nflagRegion = *99999999999\n",
            codes::INI_BAD_VALUE,
        ),
        ("[x:chess]\nstalmateValue = win\n", codes::INI_UNKNOWN_KEY),
        ("[x:chess]\nstalemateValue = maybe\n", codes::INI_BAD_VALUE),
        ("[x:chess]\npromotionPieceTypes = z\n", codes::INI_BAD_VALUE),
        ("[x:chess]\ncustomPiece1 = a:W12\n", codes::SECOND_DIGIT),
        ("[x:chess]\ncustomPiece1 = a:WX\n", codes::NOT_IN_DIALECT),
        ("[x:ches]\nmaxRank = 9\n", codes::UNKNOWN_PARENT),
        ("[x:y]\n[y:x]\n", codes::INHERITANCE_CYCLE),
        ("[x:chess]\nqueen = q\nqueen = -\n", codes::INI_REPEATED_KEY),
        ("[x\n", codes::INI_SYNTAX),
        ("maxRank = 8\n", codes::INI_SYNTAX),
    ];
    for (text, code) in cases {
        let read = read(text);
        let codes: Vec<_> = read.diagnostics.iter().map(|one| one.code).collect();
        assert!(codes.contains(&code), "{text}: {:?}", read.diagnostics);
        for one in &read.diagnostics {
            assert!(one.span.end as usize <= text.len(), "{text}");
        }
    }
    let long = format!("[x:chess]\n{}\n", "a".repeat(20_000));
    assert!(!read(&long).diagnostics.is_empty());
}

/// Parents may come later, and be variants of the program itself.
#[test]
fn sections_inherit() {
    let read = read("[late:early]\nmaxFile = 8\n[early:crazyhouse]\nstalemateValue = loss\n");
    assert!(!read.has_errors(), "{:?}", read.diagnostics);
    let late = read.value.get("late").expect("it was read");
    let rules = late.rules.special.as_ref().expect("special rules");
    assert!(rules.captures.to_hand);
}

/// Positions that no game reaches are played on or refused, without panic.
#[test]
fn strange_positions_are_survived() {
    let positions = [
        ("chess", "8/8/8/8/8/8/8/8 w KQkq - 0 1"),
        ("atomic", "8/8/8/8/8/8/8/8 w KQkq - 0 1"),
        (
            "seirawan",
            "8/8/8/3k4/8/8/8/4K3[HHHHHEEEEE] w KQkqABCDEFGHabcdefgh - 0 1",
        ),
        ("xiangqi", "9/9/9/9/9/9/9/9/9/9 b - - 0 1"),
        ("duck", "********/********/8/8/8/8/8/k6K b - - 0 1"),
    ];
    for (name, fen) in positions {
        let position = builtin(name).read_fen(fen).value;
        let _ = position.legal_moves();
        let _ = position.outcome();
    }
}

/// Random games of that program's variants: what a FEN writes it reads, and a move that is listed
/// can be made.
#[test]
fn random_games_hold_together() {
    let mut random = Random::new(31);
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        for position in random_game(&variant, &mut random, 24) {
            let fen = position.to_fen();
            let read = variant
                .parse_fen(&fen)
                .unwrap_or_else(|error| panic!("{name}: {fen}: {error:?}"));
            assert_eq!(read.to_fen(), fen, "{name}");
            let _ = position.outcome();
        }
    }
}
