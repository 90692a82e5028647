//! The definitions in `examples/variants`, and the table of well-known variants that lists them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ferz::definition;
use ferz::formats::{Catalog, Format};
use ferz::game::{Variant, perft};
use ferz::source::{Diagnostic, Parse, Severity};
use ferz_designer::conformance::{Limits, Verdict, check, read_rows};
use ferz_designer::folder::Folder;
use ferz_designer::lint::examine;

use crate::harness::Random;
use crate::harness::games::random_game_by_law;

/// The files in `examples/variants`, by their names without the ending, with their texts.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(root!()).join("examples/variants");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<(String, String)> = entries
        .map(|entry| entry.expect("a folder can be listed").path())
        .map(|path| {
            let name = path.file_stem().expect("a file has a name");
            let text = fs::read_to_string(&path).expect("a definition is text");
            (name.to_string_lossy().into_owned(), text)
        })
        .collect();
    files.sort();
    files
}

/// The definitions of one of these files, with those that they inherit from.
fn read(name: &str, text: &str) -> Parse<Catalog> {
    let folder = Path::new(root!()).join("examples/variants");
    let folder = Folder::of(folder.join(format!("{name}.toml")));
    Catalog::read_file(text, Format::Toml, &definition::Limits::default(), &folder)
}

/// Counts of other programs: starts, and positions after random games.
///
/// # source: the crate hexchess 2.5.1 (MIT, <https://github.com/scottbedard/hexchess>) for Gliński's chess, which
/// counts 51, 2 586, 137 858 and 7 282 418 from the start; Jocly 0.9.13 (<https://github.com/mi-g/jocly>) for the
/// others, by the numbers of moves that it lists. Ranks that bend at the f-file there are straight here, so squares to the
/// right of it have other numbers. Jocly counts a rook that may go round a circle both ways twice, so of
/// circular boards there are only the starts; where a king of Metamachy leaps as a knight it wants both
/// squares between, and the rules one of them, so such positions are left out.
#[test]
fn files_are_played_as_other_programs_play_them() {
    let files = files();
    let find = |name: &str| {
        let file = files.iter().find(|(file, _)| file == name);
        let (_, text) = file.ok_or_else(|| format!("no file `{name}`"))?;
        let catalog = read(name, text).value;
        let def = catalog.first().ok_or("no variant")?;
        Variant::compile(def).map_err(|error| error.to_string())
    };
    for (text, number) in [
        (include_str!("data/perft/glinski.jsonl"), 19),
        (include_str!("data/perft/jocly.jsonl"), 62),
    ] {
        let rows = read_rows(text);
        assert_eq!(rows.diagnostics, []);
        assert_eq!(rows.value.len(), number);
        for row in &rows.value {
            let verdict = check(row, &find, Limits::default());
            let is_passed = matches!(verdict, Verdict::Passed);
            assert!(is_passed, "row {}: {verdict:?}", row.line);
        }
    }
}

/// The rows of the table in `docs/catalogue.md`, cell by cell.
fn table() -> Vec<Vec<String>> {
    let text = include_str!("../docs/catalogue.md");
    let rows = text.lines().filter(|line| {
        let cells = line.strip_prefix("| ");
        cells.is_some_and(|cells| cells.starts_with(|first: char| first.is_ascii_digit()))
    });
    rows.map(|line| {
        let cells = line.trim_matches('|').split(" | ");
        cells.map(|cell| cell.trim().to_owned()).collect()
    })
    .collect()
}

/// The texts between backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_file_is_one_good_variant_with_a_source() {
    for (name, text) in files() {
        let read = read(&name, &text);
        let mut found: Vec<Diagnostic> = read.diagnostics;
        found.extend(examine(&read.value, &text, Format::Toml));
        found.retain(|finding| finding.severity != Severity::Note);
        assert_eq!(found, [], "{name}");
        assert_eq!(read.value.names().collect::<Vec<_>>(), [name.as_str()]);
        let def = read.value.get(&name).expect("the file has its variant");
        assert!(def.title.is_some() && def.source.is_some(), "{name}");
        assert!(
            Catalog::builtin().get(&name).is_none(),
            "{name} is built in"
        );
    }
}

#[test]
fn random_games_of_every_file_keep_the_laws() {
    let mut random = Random::new(17);
    for (name, text) in files() {
        let catalog = read(&name, &text).value;
        let def = catalog.get(&name).expect("the file has its variant");
        let variant = Variant::compile(def).expect("it compiles");
        let played = random_game_by_law(&variant, &mut random, 16, 15);
        assert!(played.is_ok(), "{name}: {:?}", played.err());
    }
}

/// Every pair of armies in Chess with Different Armies is a game, and most are not the default.
#[test]
fn every_value_of_a_setting_can_be_played() {
    let mut n_values = 0;
    for (name, text) in files() {
        let catalog = read(&name, &text).value;
        let def = catalog.get(&name).expect("the file has its variant");
        for (option, values) in &def.settings.options {
            for value in values.keys() {
                let query = format!("{option}={value}");
                let configured = catalog.configure(&name, &query);
                let configured = configured.expect("the variant is there");
                let variant = Variant::compile(&configured.expect("the value is there"));
                let start = variant.expect("it compiles").start();
                assert!(!start.legal_moves().is_empty(), "{name}?{query}");
                n_values += 1;
            }
        }
    }
    assert!(n_values >= 16);
}

/// The numbers of first moves, counted by hand from the rules, and the well-known 51 of Gliński's
/// game.
#[test]
fn first_moves_are_as_many_as_the_rules_say() {
    let variant = |wanted: &str| {
        let (_, text) = files()
            .into_iter()
            .find(|(name, _)| name == wanted)
            .expect("the file is there");
        let catalog = read(wanted, &text).value;
        Variant::compile(catalog.get(wanted).expect("it is there")).expect("it compiles")
    };
    for (name, count) in [
        ("glinski", 51),
        // Ten pawns with three moves each; two for a knight, two for a champion, one for a wizard.
        ("omega", 40),
        // Only double steps stay on the color of the pawn's square.
        ("monochromatic", 8),
        // Fourteen pawns, two dogs, six leaps of falcons and eagles, 25 moves to the four empty squares
        // of the second rank, and 25 captures of generals over other men.
        ("tenjiku", 72),
        // The knights.
        ("upside-down", 4),
        // Eleven pawns with three moves each; two for each knight and camel, four for the wildebeest.
        ("wildebeest-chess", 45),
    ] {
        assert_eq!(perft(&variant(name).start(), 1), count, "{name}");
    }
    // A king between its rooks goes one to four squares towards either, or steps to where no castling leads.
    let large = variant("wildebeest-chess");
    let fen = "r4k4r/ppppppppppp/11/11/11/11/11/11/PPPPPPPPPPP/R4K4R w KQkq - 0 1";
    let position = large.parse_fen(fen).expect("a position");
    let texts = ferz::notation::move_texts(&position).into_iter();
    let king: Vec<String> = texts
        .map(|(text, _)| text)
        .filter(|text| text.starts_with("f1"))
        .collect();
    let all = [
        "f1b1", "f1c1", "f1d1", "f1e1", "f1e1;a1", "f1g1", "f1g1;k1", "f1h1", "f1i1", "f1j1",
    ];
    assert_eq!(king, all);
    // On an empty cube but for kings on b1 of level A and b5 of level E. c17 is its middle.
    let cube = variant("raumschach");
    for (piece, count) in [("R", 12), ("B", 24), ("U", 16), ("N", 24)] {
        let empty = "5/5/5/5/5";
        let middle = format!("5/5/2{piece}2/5/5");
        let levels = ["1k3/5/5/5/5", empty, &middle, empty, "5/5/5/5/1K3"];
        let fen = format!("{} w - - 0 1", levels.join("/*****/*****/"));
        let position = cube.parse_fen(&fen).expect("a position");
        // The king has three files, two ranks and two levels, less its own cell.
        assert_eq!(perft(&position, 1), count + 11, "{piece}");
    }
}

#[test]
fn the_table_has_a_hundred_rows_that_name_what_is_there() {
    let rows = table();
    let numbers: Vec<String> = rows.iter().map(|row| row[0].clone()).collect();
    let expected: Vec<String> = (1..=100).map(|number| number.to_string()).collect();
    assert_eq!(numbers, expected);
    for row in &rows {
        let [_, variant, _, _, state, today] = &row[..] else {
            panic!("{row:?} has not six cells")
        };
        let names = quoted(today);
        match state.as_str() {
            "built in" => assert!(
                !names.is_empty()
                    && names
                        .iter()
                        .all(|name| Catalog::builtin().get(name).is_some()),
                "{variant}: {today}"
            ),
            "file" => assert!(
                today.contains("(../examples/variants/"),
                "{variant}: {today}"
            ),
            "not yet" => assert!(today.contains("missing: "), "{variant}: {today}"),
            _ => panic!("{variant} is {state}"),
        }
    }
}

#[test]
fn the_document_names_every_file_and_no_other() {
    let text = include_str!("../docs/catalogue.md");
    let linked: BTreeSet<&str> = text
        .split("(../examples/variants/")
        .skip(1)
        .filter_map(|rest| rest.split(".toml)").next())
        .collect();
    let files = files();
    let there: BTreeSet<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(linked, there);
}

#[test]
fn the_document_counts_right() {
    let text = include_str!("../docs/catalogue.md");
    let rows = table();
    let count = |state: &str| rows.iter().filter(|row| row[4] == state).count();
    let sentence = format!(
        "Built in: {}. Files: {}. Not yet: {}.",
        count("built in"),
        count("file"),
        count("not yet"),
    );
    assert!(text.contains(&sentence), "{sentence}");
}

/// The rows of the second table: the 173 games of vchess.
fn games_of_vchess() -> Vec<Vec<String>> {
    let text = include_str!("../docs/catalogue.md");
    let (_, text) = text
        .split_once("## The games of vchess")
        .expect("the section");
    let (text, _) = text.split_once("\n## ").expect("another section");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| "));
    let rows = rows.filter(|row| !row.starts_with("variant |") && !row.starts_with("---"));
    rows.map(|row| {
        let cells = row.trim_end_matches(" |").split(" | ");
        cells.map(str::to_owned).collect()
    })
    .collect()
}

#[test]
fn the_games_of_vchess_are_there_or_say_what_is_missing() {
    let rows = games_of_vchess();
    assert_eq!(rows.len(), 173);
    let mut counts = [0; 3];
    for row in &rows {
        let [game, _, state, today] = &row[..] else {
            panic!("{row:?} has not four cells")
        };
        let states = ["built in", "file", "not yet"];
        let state = states.iter().position(|known| known == state);
        counts[state.unwrap_or_else(|| panic!("{game}: {row:?}"))] += 1;
        for name in quoted(today).into_iter().filter(|_| state == Some(0)) {
            assert!(Catalog::builtin().get(name).is_some(), "{game}: {today}");
        }
        let links = today.contains("(../examples/variants/");
        assert_eq!(links, state == Some(1), "{game}: {today}");
    }
    let [built_in, files, missing] = counts;
    assert!(built_in + files >= 150, "{built_in} and {files}");
    let sentence = format!("Built in: {built_in}. Files: {files}. Not yet: {missing}, each with");
    assert!(
        include_str!("../docs/catalogue.md").contains(&sentence),
        "{sentence}"
    );
}

/// Positions of random games with the moves that the program of the site allows there, by their effects.
///
/// # source: <https://github.com/yagu0/vchess>, run beside this program
#[test]
fn files_are_played_as_vchess_plays_them() {
    let folder = Path::new(root!()).join("tests/data/vchess");
    let mut n_rows = 0;
    for (name, text) in files() {
        let Ok(rows) = fs::read_to_string(folder.join(format!("{name}.jsonl"))) else {
            continue;
        };
        let rows = read_rows(&rows);
        assert_eq!(rows.diagnostics, [], "{name}");
        let catalog = read(&name, &text).value;
        let def = catalog.get(&name).expect("the file has its variant");
        let variant = Variant::compile(def).expect("it compiles");
        let find = |_: &str| Ok(variant.clone());
        for row in &rows.value {
            let verdict = check(row, &find, Limits::default());
            let is_passed = matches!(verdict, Verdict::Passed);
            assert!(is_passed, "{name}, row {}: {verdict:?}", row.line);
            n_rows += 1;
        }
    }
    assert!(n_rows > 200, "{n_rows}");
}
