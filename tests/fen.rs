//! FENs: the accepted forms, the written form, and findings about impossible positions.

use std::fmt::Write as _;

use ferz::formats::{Catalog, Format};
use ferz::game::Variant;
use ferz_designer::conformance::{Limits, Verdict, check, read_rows};
use ferz_designer::lint;

use crate::harness::games::random_game_by_law;
use crate::harness::{Random, builtin};

/// Variants that are not built in.
fn defined() -> Catalog {
    let ini = Catalog::read(
        include_str!("data/fen/variants.ini"),
        Format::FairyStockfishIni,
    );
    assert!(!ini.has_errors(), "{:?}", ini.diagnostics);
    ini.value
}

fn find(defined: &Catalog, name: &str) -> Variant {
    match defined.get(name) {
        Some(def) => Variant::compile(def).unwrap_or_else(|error| panic!("{name}: {error}")),
        None => builtin(name),
    }
}

/// The rows of a file, in columns.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines();
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split(" | ").collect())
}

#[test]
fn every_form_is_read_and_one_is_written() {
    let defined = defined();
    let mut faults = String::new();
    for row in rows(include_str!("data/fen/forms.txt")) {
        let [name, codes, read, written] = row[..] else {
            panic!("not `variant | codes | read | written`: {row:?}");
        };
        let variant = find(&defined, name);
        let position = variant.read_fen(read);
        let mut found: Vec<&str> = (position.diagnostics.iter())
            .map(|one| one.code.as_str())
            .collect();
        found.dedup();
        let found = if found.is_empty() {
            "-".to_owned()
        } else {
            found.join(" ")
        };
        if found != codes {
            let _ = writeln!(faults, "{name}: {read}: {found}, not {codes}");
        }
        for finding in &position.diagnostics {
            assert!(
                read.get(finding.span.range()).is_some(),
                "{read}: {finding:?}"
            );
        }
        let again = position.value.to_fen();
        if written != "-" && again != written {
            let _ = writeln!(faults, "{name}: {read}: written as {again}");
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn positions_of_other_suites_are_counted_alike() {
    let defined = defined();
    let parsed = read_rows(include_str!("data/fen/suites.jsonl"));
    assert_eq!(parsed.diagnostics, []);
    let find = |name: &str| Ok(find(&defined, name));
    for row in &parsed.value {
        let verdict = check(row, &find, Limits::default());
        assert_eq!(verdict, Verdict::Passed, "line {}", row.line);
    }
}

/// The starts of all built-ins, and the positions that other programs have counted.
#[test]
fn good_positions_are_not_doubted() {
    let mut doubts = String::new();
    let mut judge = |variant: &Variant, fen: &str| {
        for finding in variant.read_fen(fen).diagnostics {
            let name = &variant.def().name;
            let _ = writeln!(
                doubts,
                "{name}: {fen}: {} {}",
                finding.code, finding.message
            );
        }
    };
    for name in Catalog::builtin().names() {
        let variant = builtin(name);
        judge(&variant, &variant.def().start);
    }
    let mut variant = builtin("chess");
    for row in rows(include_str!("data/perft/fairy-stockfish.txt")) {
        let [name, fen, _] = row[..] else {
            panic!("not `variant | FEN | counts`: {row:?}");
        };
        if variant.def().name != name {
            variant = builtin(name);
        }
        // That program writes rights there that nobody has.
        if !(name == "wildebeest" && fen.contains("KQkq")) {
            judge(&variant, fen);
        }
    }
    assert!(doubts.is_empty(), "\n{doubts}");
}

/// Files of real authors, and games whose pieces remember whether they have moved.
#[test]
fn imported_games_are_carried_by_their_fen() {
    let root = concat!(root!(), "/tests/data/diagrams/real");
    let mut paths: Vec<_> = std::fs::read_dir(root)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    paths.sort();
    let mut variants = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let read = Catalog::read(&text, Format::InteractiveDiagram);
        variants.extend(
            read.value
                .first()
                .and_then(|def| Variant::compile(def).ok()),
        );
    }
    let toml = Catalog::read(include_str!("data/fen/unmoved.toml"), Format::Toml);
    assert_eq!(toml.diagnostics, []);
    let defined = defined();
    for catalog in [&toml.value, &defined] {
        let defs = catalog.names().filter_map(|name| catalog.get(name));
        variants.extend(defs.map(|def| Variant::compile(def).expect("it can be played")));
    }
    assert!(
        variants.len() > 10,
        "only {} variants were there",
        variants.len()
    );
    let mut random = Random::new(8);
    let mut broken = Vec::new();
    for variant in &variants {
        for _ in 0..2 {
            if let Err(law) = random_game_by_law(variant, &mut random, 40, 20) {
                broken.push(law);
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn a_start_is_judged_as_any_other_position_where_it_is_written() {
    let text = "name = 'mine'\ninherits = 'chess'\n\
                start = '1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'\n";
    let catalog = Catalog::read(text, Format::Toml)
        .into_result()
        .expect("it can be read");
    let found = lint::examine(&catalog, text, Format::Toml);
    let codes: Vec<&str> = found.iter().map(|one| one.code.as_str()).collect();
    assert_eq!(codes, ["W0501"]);
    assert_eq!(&text[found[0].span.range()], "q");
    // What is inherited is the parent's to mend.
    let text = "name = 'mine'\ninherits = 'chess'\npieces.king.move = 'K'\n";
    let catalog = Catalog::read(text, Format::Toml)
        .into_result()
        .expect("it can be read");
    assert_eq!(lint::examine(&catalog, text, Format::Toml), []);
}
