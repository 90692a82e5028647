//! `variants.ini`, and the variants of Fairy-Stockfish.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use ferz::definition::{VariantDef, differences};
use ferz::formats::{Catalog, Format, write_fairy_stockfish};
use ferz::game::{Strategy, Variant, perft};
use ferz::notation::move_texts;
use ferz::source::codes;
use ferz_designer::conformance::{Limits, Question, Verdict, check, read_rows};

use crate::harness::{Random, builtin, has_pieces_only, random_game};

fn read(text: &str) -> ferz::source::Parse<Catalog> {
    Catalog::read(text, Format::FairyStockfishIni)
}

/// The folder with test data of other programs, if it exists.
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
    for (definitions, rows) in [
        (
            "import/fairy-stockfish/variants.ini",
            "oracle/fairy-stockfish-perft.jsonl",
        ),
        ("oracle/custom.ini", "oracle/custom-perft.jsonl"),
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
        assert!(failed.is_empty(), "{failed:#?}");
    }
}

/// Mixtures of options that none of its variants has: what it says is legal there, and how games end, by the
/// tables and by the general engine.
#[test]
fn mixtures_of_options() {
    let found = read(include_str!("data/fairy-stockfish/mixtures.ini"));
    assert!(!found.has_errors(), "{:?}", found.diagnostics);
    let rows = read_rows(include_str!("data/fairy-stockfish/mixtures.jsonl"));
    assert!(rows.diagnostics.is_empty(), "{:?}", rows.diagnostics);
    let mut variants = BTreeMap::new();
    for name in found.value.names() {
        let def = found.value.get(name).expect("a variant");
        let variant = Variant::compile(def).unwrap_or_else(|error| panic!("{name}: {error}"));
        variants.insert(name.to_owned(), variant);
    }
    let find = |name: &str| variants.get(name).cloned().ok_or("unknown".to_owned());
    let mut wrong = Vec::new();
    for row in &rows.value {
        let verdict = check(row, &find, Limits::default());
        if verdict != Verdict::Passed {
            wrong.push(format!("line {}: {verdict:?}", row.line));
        }
        let Question::Legal { game, .. } = &row.question else {
            continue;
        };
        let variant = find(&game.variant).expect("a variant of the file");
        let mut position = game.fen.as_ref().map_or_else(
            || variant.start(),
            |fen| variant.parse_fen(fen).expect("a FEN"),
        );
        for text in &game.moves {
            let one = position.parse_move(text).expect("a legal move");
            position = position.play_unchecked(&one);
        }
        let [fast, general] = [Strategy::Fastest, Strategy::General].map(|strategy| {
            let moves = position.legal_moves_with(strategy);
            let texts = moves.iter().map(|one| position.move_text(one));
            texts.collect::<BTreeSet<String>>()
        });
        if fast != general {
            wrong.push(format!("line {}: {fast:?}, {general:?}", row.line));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
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
        ("[x:x]\n", codes::INHERITANCE_CYCLE),
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
    // What follows from an unknown parent is not told.
    for text in ["[x:ches]\n", "[x:x]\n"] {
        assert_eq!(read(text).diagnostics.len(), 1, "{text}");
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
    assert_eq!(
        late.rules.captured_to(),
        ferz::definition::CapturedTo::CaptorHand
    );
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

/// A definition without the parts that the format cannot express.
fn without_names(def: &VariantDef) -> VariantDef {
    let mut def = def.clone();
    (def.title, def.source, def.parent) = (None, None, None);
    def.presentation.clear();
    for piece in def.pieces.values_mut() {
        piece.value = None;
        // That program has second letters only for what is built in.
        piece.second_letter = None;
        for one in &mut piece.moves {
            one.betza.clear();
        }
    }
    def
}

/// What is written reads as the same definition, for every variant with rules of that program.
#[track_caller]
fn check_sections<'a>(defs: impl Iterator<Item = &'a VariantDef>) {
    let (mut whole, mut wrong) = (0, Vec::new());
    for def in defs.filter(|def| !has_pieces_only(def)) {
        let export = write_fairy_stockfish(def);
        let again = read(&export.text);
        let back = again.value.get(&def.name);
        let same = back.is_some_and(|back| without_names(back) == without_names(def));
        if same && export.is_complete() && !again.has_errors() {
            whole += 1;
        } else {
            let losses: Vec<String> = export.losses.iter().map(ToString::to_string).collect();
            wrong.push(format!("{}: {losses:?}, {:?}", def.name, again.diagnostics));
        }
    }
    println!("{whole} sections read as what was written");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The built-ins that the program knows, each once.
fn names_of_the_program() -> Vec<&'static str> {
    let rows = include_str!("data/perft/fairy-stockfish.txt").lines();
    let names = rows
        .filter(|row| !row.starts_with('#'))
        .filter_map(|row| row.split(' ').next());
    let names: std::collections::BTreeSet<&str> = names.filter(|name| !name.is_empty()).collect();
    names.into_iter().collect()
}

fn played_otherwise(one: &VariantDef, other: &VariantDef) -> Vec<String> {
    let both = differences(one, other)
        .into_iter()
        .chain(differences(other, one));
    // A number for each start is no part of a game from one of them.
    let both = both.filter(|loss| loss.place != "setups");
    both.map(|loss| loss.to_string()).collect()
}

/// Every built-in that the program knows is written whole, and reads as the same game.
#[test]
fn built_ins_read_as_what_was_written() {
    let names = names_of_the_program();
    assert!(names.len() >= 121, "{}", names.len());
    let mut wrong = Vec::new();
    for name in names {
        let Some(def) = Catalog::builtin().get(name) else {
            wrong.push(format!("{name} is not built in"));
            continue;
        };
        let export = write_fairy_stockfish(def);
        wrong.extend(export.losses.iter().map(|loss| format!("{name}: {loss}")));
        let again = read(&export.text);
        match again.value.get(name) {
            Some(back) if !again.has_errors() => {
                let found = played_otherwise(def, back);
                wrong.extend(found.into_iter().map(|one| format!("{name}: {one}")));
            }
            _ => wrong.push(format!("{name}: {:?}\n{}", again.diagnostics, export.text)),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A section that says nothing plays what its parent plays.
#[test]
fn children_play_as_their_parents() {
    let mut wrong = Vec::new();
    for name in names_of_the_program() {
        let read = read(&format!("[child:{name}]\n"));
        let parent = Catalog::builtin().get(name);
        let (Some(child), Some(parent)) = (read.value.get("child"), parent) else {
            wrong.push(format!("{name}: {:?}", read.diagnostics));
            continue;
        };
        let found = played_otherwise(parent, child);
        wrong.extend(found.into_iter().map(|one| format!("{name}: {one}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn sections_of_the_program_read_as_what_was_written() {
    let Some(shared) = oracles() else {
        println!("skipped: the oracles of other programs are not here");
        return;
    };
    let text = fs::read_to_string(shared.join("import/fairy-stockfish/variants.ini"))
        .expect("the file is there");
    let catalog = read(&text).value;
    check_sections(catalog.names().filter_map(|name| catalog.get(name)));
}

/// Variants without special rules are written as well; where nothing is lost they play the same.
#[test]
fn ordinary_variants_are_written_as_sections() {
    let mut complete = Vec::new();
    for name in crate::harness::names() {
        let def = Catalog::builtin().get(&name).expect("a variant");
        let export = write_fairy_stockfish(def);
        if !export.is_complete() {
            continue;
        }
        let again = read(&export.text);
        assert!(
            !again.has_errors(),
            "{name}: {:?}\n{}",
            again.diagnostics,
            export.text
        );
        let back = again.value.get(&name).expect("the section");
        let variant = Variant::compile(back).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (mine, theirs) = (builtin(&name), variant);
        for depth in 1..=2 {
            let counts = (perft(&mine.start(), depth), perft(&theirs.start(), depth));
            assert_eq!(
                counts.0, counts.1,
                "{name} at depth {depth}\n{}",
                export.text
            );
        }
        complete.push(name);
    }
    println!("{complete:?}");
    assert!(complete.iter().any(|name| name == "chess"), "{complete:?}");
}

/// What that language cannot say is named with its place.
#[test]
fn losses_have_places() {
    let text = "[wide]\nboard = { files = 16, ranks = 12 }\n                start = 'k15/16/16/16/16/16/16/16/16/16/16/K15'\n                rules = { captured-to = 'owner-hand' }\n                [wide.pieces.king]\nletter = 'K'\nmove = 'K'\nroyal = true\n                [wide.pieces.griffon]\nletter = 'GR'\nmove = 'FyafsF'\n";
    let catalog = Catalog::read(text, Format::Toml).value;
    let export = write_fairy_stockfish(catalog.get("wide").expect("it was read"));
    let places: Vec<&str> = export.losses.iter().map(|one| one.place.as_str()).collect();
    assert_eq!(places, ["rules.captured-to", "pieces.griffon", "board"]);
}

/// What kills peers gives findings or plays on.
#[test]
fn what_kills_others_is_survived() {
    // A line of 20000 characters, as a key, a value, a name and a set of squares.
    let long = "x".repeat(20_000);
    let squares = "a1 ".repeat(7000);
    for text in [
        format!("[x:chess]\n{long} = true\n"),
        format!("[x:chess]\nflagRegion = {long}\n"),
        format!("[{long}:chess]\nmaxRank = 8\n"),
        format!("[x:chess]\n{long}\n"),
        format!("[x:chess]\nflagRegion = {squares}\n"),
        format!("[x:chess]\nstartFen = {long}\n"),
        format!("[x:chess]\ncustomPiece1 = a:{}\n", "fW".repeat(10_000)),
    ] {
        let read = read(&text);
        for one in &read.diagnostics {
            assert!(one.span.end as usize <= text.len());
        }
        for name in read.value.names() {
            let def = read.value.get(name).expect("a variant");
            // A start that cannot be read is refused here.
            if let Ok(variant) = Variant::compile(def) {
                let _ = variant.start().legal_moves();
            }
        }
    }
    // Castling rights of squares without king and rook mean nothing.
    for name in ["armageddon", "atomic", "seirawan", "crazyhouse"] {
        let variant = builtin(name);
        let fen = "4k3/8/8/8/8/8/8/4K3 w KQkqAHah - 0 1";
        let position = variant.read_fen(fen).value;
        assert!(position.setup().special.castles.is_empty(), "{name}");
        assert_eq!(position.legal_moves().len(), 5, "{name}");
    }
    // 46 pieces in each hand, and more than any game has.
    for (name, count) in [("crazyhouse", 46), ("shogi", 46), ("crazyhouse", 4000)] {
        let variant = builtin(name);
        let hand = "P".repeat(count) + &"p".repeat(count);
        let board = if name == "shogi" {
            "4k4/9/9/9/9/9/9/9/4K4"
        } else {
            "4k3/8/8/8/8/8/8/4K3"
        };
        let fen = format!("{board}[{hand}] w - - 0 1");
        let position = variant.read_fen(&fen).value;
        let drops = position.legal_moves().len();
        assert!(drops > 40, "{name}: {drops}");
        let one = position.parse_move("P@a4").expect("a drop");
        let next = position.play_unchecked(&one);
        let left: u16 = next.setup().hands[0].iter().map(|(_, count)| count).sum();
        assert_eq!(usize::from(left), count - 1, "{name}");
    }
}

/// A stone that a blast leaves does not cover a last king from the line that the blast opens.
#[test]
fn stones_of_a_blast_cover_nobody() {
    let text = "[stones:atomic]\npawn = -\ncustomPiece1 = p:fmWfceFifmnD\npawnTypes = p\n\
                petrifyOnCaptureTypes = pnbrq\n";
    let catalog = read(text);
    assert!(!catalog.has_errors(), "{:?}", catalog.diagnostics);
    let variant = Variant::compile(catalog.value.get("stones").expect("it was read"))
        .unwrap_or_else(|error| panic!("{error}"));
    // The rook on f7 looks along the file as soon as rook and pawn are gone.
    let position = variant
        .parse_fen("5k2/5r2/8/5p2/8/8/5R2/5K2 w - - 0 1")
        .expect("a FEN");
    assert!(position.parse_move("f2f5").is_err());
    // From the side nothing is opened.
    let position = variant
        .parse_fen("5k2/5r2/8/5p1R/8/5P2/8/5K2 w - - 0 1")
        .expect("a FEN");
    let one = position.parse_move("h5f5").expect("a legal move");
    assert_eq!(
        position.play_unchecked(&one).to_fen(),
        "5k2/5r2/8/5*2/8/5P2/8/5K2 b - - 0 1"
    );
}

/// What a parent has no piece for, and what counts as a kind, is asked for its children as well.
#[test]
fn options_of_parents_reach_pieces_that_only_children_have() {
    for (text, from, wanted) in [
        (
            "[child:xiangqi]\npawn = x\nstartFen = 3k5/9/9/9/9/9/9/9/X8/4K4 w - - 0 1",
            "a2",
            "a2a3",
        ),
        (
            "[child:janggi]\nelephant = x\nstartFen = 9/4k4/9/9/9/5X3/9/9/3K5/9 w - - 0 1",
            "f5",
            "f5d3 f5h3",
        ),
        (
            "[child:janggi]\nfers = x\nstartFen = 9/4k4/9/9/9/5X3/9/9/3K5/9 w - - 0 1",
            "f5",
            "",
        ),
    ] {
        let found = moves_of_child(text);
        let found = found.iter().filter(|text| text.starts_with(from));
        let found: Vec<&str> = found.map(String::as_str).collect();
        assert_eq!(found.join(" "), wanted, "{text}");
    }
    // A queen that returns as a pawn is a queen for the limit.
    let found = moves_of_child(
        "[child:crazyhouse]\npromotionRegionWhite = f*\nsittuyinPromotion = true\npromotionLimit = q:1\n\
         startFen = 4k3/8/8/8/8/8/5P2/3QK3[] w - - 0 1",
    );
    assert!(found.iter().any(|text| text.ends_with('r')), "{found:?}");
    assert!(!found.iter().any(|text| text.ends_with('q')), "{found:?}");
}

/// The moves at the start of the variant `child`, in order.
fn moves_of_child(text: &str) -> Vec<String> {
    let catalog = read(text);
    assert!(!catalog.has_errors(), "{:?}", catalog.diagnostics);
    let def = catalog.value.get("child").expect("it was read");
    let variant = Variant::compile(def).unwrap_or_else(|error| panic!("{error}"));
    let mut texts: Vec<String> = move_texts(&variant.start())
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    texts.sort();
    texts
}

/// Gates of a side that has nothing left to put there are forgotten: in the FEN their files would
/// read as castling rights.
#[test]
fn gates_are_forgotten_with_the_last_piece_in_hand() {
    let variant = builtin("seirawan");
    let before = variant
        .parse_fen("4k3/8/8/8/8/8/8/RN2K2R[E] w ABH - 0 1")
        .expect("a position");
    let after = |text: &str| {
        let one = before.parse_move(text).expect("a legal move");
        before.play_unchecked(&one)
    };
    assert_eq!(
        after("b1c3").to_fen(),
        "4k3/8/8/8/8/2N5/8/R3K2R[E] b AH - 1 1"
    );
    let gated = after("b1c3e");
    assert_eq!(gated.to_fen(), "4k3/8/8/8/8/2N5/8/RE2K2R b - - 1 1");
    let read = variant.parse_fen(&gated.to_fen()).expect("a position");
    assert_eq!(read.setup().special.gates, gated.setup().special.gates);
    assert!(read.setup().special.castles.is_empty());
}

/// Rights of pieces that are dropped at home are the same in whatever order they come.
#[test]
fn rights_of_dropped_pieces_have_one_order() {
    let variant = builtin("placement");
    let start = "1b2r1n1/pppppppp/8/8/8/8/PPPPPPPP/3BK3[RRNNBQnbrqk] w - - 0 4";
    for drops in [["R@a1", "Q@d8", "R@h1"], ["R@h1", "Q@d8", "R@a1"]] {
        let mut position = variant.parse_fen(start).expect("a position");
        for text in drops {
            let one = position.parse_move(text).expect("a legal move");
            position = position.play_unchecked(&one);
        }
        let fen = position.to_fen();
        assert!(fen.contains(" b KQ - "), "{fen}");
    }
}

/// Of options that set the same, that program takes one by its order, not by that of the file.
#[test]
fn options_have_the_order_of_the_program() {
    const REST: &str = "pawn = p\nking = k\ncastling = false\n";
    let cases = [
        (
            "doubleStepRank = 3",
            "4k3/8/8/8/8/1P6/8/4K3 w - - 0 1",
            "b3",
            "b3b4 b3b5",
        ),
        (
            "doubleStepRankMin = 3",
            "4k3/8/8/8/8/1P6/8/4K3 w - - 0 1",
            "b3",
            "b3b4",
        ),
        (
            "doubleStepRankMin = 1",
            "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
            "a1",
            "a1a2 a1a3",
        ),
        (
            "doubleStepRankMin = 1",
            "p3k3/8/8/8/8/8/8/4K3 b - - 0 1",
            "a8",
            "a8a6 a8a7",
        ),
        (
            "doubleStepRankMin = 3\ndoubleStepRank = 3",
            "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
            "a2",
            "a2a3 a2a4",
        ),
        (
            "doubleStepRegionWhite = a4\ndoubleStepRank = 3",
            "4k3/8/8/8/P7/8/8/4K3 w - - 0 1",
            "a4",
            "a4a5 a4a6",
        ),
        (
            "pieceDrops = true\ndropRegionWhite = a4\nwhiteDropRegion = a5",
            "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
            "P@",
            "P@a4",
        ),
        (
            "wallingRule = arrow\nwallingRegion = a5\nwallingRegionWhite = a4",
            "4k3/8/8/8/P7/8/8/7K w - - 0 1",
            "a4",
            "",
        ),
        (
            "wallingRule = arrow\nwallingRegionWhite = a4 a6\nwallingRegion = a6",
            "4k3/8/8/8/P7/8/8/7K w - - 0 1",
            "a4",
            "a4a5,a5a6",
        ),
    ];
    for (options, fen, from, expected) in cases {
        let read = read(&format!("[x]\n{REST}{options}\nstartFen = {fen}\n"));
        assert!(!read.has_errors(), "{options}: {:?}", read.diagnostics);
        let def = read.value.get("x").expect("it was read");
        let variant = Variant::compile(def).unwrap_or_else(|error| panic!("{options}: {error}"));
        let texts = move_texts(&variant.start());
        let mut found: Vec<String> = texts.into_iter().map(|(text, _)| text).collect();
        found.retain(|text| text.starts_with(from));
        found.sort();
        assert_eq!(found.join(" "), expected, "{options}");
    }
}
