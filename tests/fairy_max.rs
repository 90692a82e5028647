//! Fairy-Max files: what is read from them, what is said about them, and whether the games play as
//! in the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use ferz::definition::{Limits, RoyalGuard, VariantDef};
use ferz::formats::{Catalog, Format, read_fairy_max};
use ferz::game::{Variant, perft};
use ferz::geometry::Perspective;
use ferz::source::{Diagnostic, Parse, Span};
use ferz::syntax::fairy_max::{File, parse};
use ferz_designer::conformance::{Limits as RowLimits, Verdict, check, read_rows};

use crate::syntax::mutations;

const DATA: &str = concat!(root!(), "/tests/data/fairy-max");

type Read = Parse<Vec<(VariantDef, Span)>>;

fn read(text: &str) -> Read {
    read_fairy_max(text, &Limits::default())
}

fn data(name: &str) -> String {
    std::fs::read_to_string(Path::new(DATA).join(name)).unwrap()
}

fn fixtures(directory: &str) -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(Path::new(DATA).join(directory))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    paths
        .iter()
        .map(|path| (name(path), std::fs::read_to_string(path).unwrap()))
        .collect()
}

/// Reads, validates and pins one text.
fn pinned(name: &str, text: &str) -> Read {
    let read = read(text);
    validate(text, &read);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots/fairy_max");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, dump(text, &read)));
    read
}

#[test]
fn good_files() {
    for (name, text) in fixtures("ok") {
        let read = pinned(&format!("ok__{name}"), &text);
        assert!(!read.has_errors(), "{name}");
        for (def, _) in &read.value {
            assert!(Variant::compile(def).is_ok(), "{}", def.name);
        }
    }
}

#[test]
fn faulty_files() {
    for (name, text) in fixtures("err") {
        assert!(
            pinned(&format!("err__{name}"), &text).has_errors(),
            "{name}"
        );
    }
}

#[test]
fn real_files() {
    for (name, games) in [("fmax", 44), ("qmax", 2)] {
        let text = data(&format!("{name}.ini"));
        assert_eq!(Format::recognize(&text), Some(Format::FairyMaxIni));
        let read = pinned(&format!("real__{name}"), &text);
        assert!(!read.has_errors(), "{name}");
        assert_eq!(read.value.len(), games);
        for (def, _) in &read.value {
            assert!(Variant::compile(def).is_ok(), "{}", def.name);
        }
    }
}

#[test]
fn lines_and_games_beyond_the_limits_are_one_finding() {
    let game = "Game: g\n2x5\n3 0\n3 0\np:1 -16,6\np:1 16,6\nk:-1 1,7 -1,7\n";
    let long = format!("version 4.8(w)\nGame: {}\n{game}", "x".repeat(20_000));
    let many = format!("version 4.8(w)\n{game}{}", "a:100 1,7\n".repeat(500));
    let deep = format!("version 4.8(w)\n{game}{}", "16,7 ".repeat(800));
    let games = format!("version 4.8(w)\n{}", game.repeat(1500));
    for (text, variants, n_findings) in [(long, 1, 1), (many, 1, 1), (deep, 1, 0), (games, 1, 500)]
    {
        let read = read(&text);
        validate(&text, &read);
        assert_eq!(read.value.len(), variants);
        let n = read.diagnostics.len();
        assert!(
            n >= n_findings && n <= n_findings.max(1) + 2,
            "{n}: {:?}",
            read.diagnostics
        );
    }
    let text = format!("version 4.8(w)\n{game}");
    let limits = Limits {
        file_bytes: 40,
        ..Limits::default()
    };
    assert!(read_fairy_max(&text, &limits).has_errors());
}

/// What must hold for every text, good or bad.
fn validate(text: &str, read: &Read) {
    for finding in &read.diagnostics {
        let labels = finding.labels.iter().map(|(span, _)| *span);
        for place in labels.chain([finding.span]) {
            assert!(text.get(place.range()).is_some(), "{finding:?}");
        }
        assert!(!finding.message.ends_with('.'), "{finding:?}");
    }
    assert!(read.diagnostics.is_sorted_by_key(|finding| finding.span));
    let names: BTreeSet<&str> = read
        .value
        .iter()
        .map(|(def, _)| def.name.as_str())
        .collect();
    assert_eq!(names.len(), read.value.len());
    for (def, _) in &read.value {
        let letters: BTreeSet<&str> = def.pieces.values().map(|one| one.letter.as_str()).collect();
        assert_eq!(letters.len(), def.pieces.len(), "{}", def.name);
    }
    // What is printed says the same as what was read.
    let tree = parse(text).value;
    let again = parse(&tree.to_string()).value;
    assert_eq!(without_places(&again), without_places(&tree));
}

/// The games as text: places differ, words do not.
fn without_places(file: &File) -> Vec<String> {
    file.games.iter().map(ToString::to_string).collect()
}

#[test]
fn mutated_files_do_no_harm() {
    let sources: Vec<String> = fixtures("ok")
        .into_iter()
        .chain(fixtures("err"))
        .map(|(_, text)| text)
        .collect();
    for text in sources {
        for mutated in mutations(&text, 97) {
            let read = read(&mutated);
            validate(&mutated, &read);
            for (def, _) in &read.value {
                drop(Variant::compile(def));
            }
        }
    }
}

/// A game with one piece, which the remark describes again.
fn with_piece(steps: &str, betza: &str) -> String {
    format!(
        "version 4.8(w)\nGame: one\n10x10\n4 0 0 0 0 3 0 0 0 4\n4 0 0 0 0 3 0 0 0 4\n\
         p:100 -16,24 -16,6 -15,5 -17,5\np:100 16,24 16,6 15,5 17,5\n\
         k:-1 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\nx:500 {steps}\na:1 1,7\nb:1 1,7\nq:1 1,7\n\
         #\n# X& {betza}\n"
    )
}

/// The pieces of the manual, by steps and as everybody else writes them.
#[test]
fn steps_mean_what_the_manual_says() {
    let cases = [
        ("15,7 17,7 -15,7 -17,7", "F"),
        ("2,7 32,7 -2,7 -32,7", "D"),
        ("13,7 47,7 49,7 19,7 -13,7 -47,7 -49,7 -19,7", "C"),
        ("29,7 46,7 50,7 35,7 -29,7 -46,7 -50,7 -35,7", "Z"),
        ("14,3 31,3 33,3 18,3 -14,3 -31,3 -33,3 -18,3", "N0"),
        (
            "1,5 16,5 15,5 17,5 -1,5 -16,5 -15,5 -17,5 1,2 16,2 15,2 17,2 -1,2 -16,2 -15,2 -17,2",
            "cKmQ",
        ),
        ("1,F8 16,F8 15,F8 17,F8 -1,F8 -16,F8 -15,F8 -17,F8", "gQ"),
        ("1,BA 16,BA -1,BA -16,BA", "mRcpR"),
        (
            "16,1070 16,1F070 1,10070 1,FFFF0070 -16,1070 -16,1F070 -1,10070 -1,FFFF0070",
            "nN",
        ),
        ("15,70 17,70 -15,70 -17,70", "nA"),
        ("1,443 16,443 -1,443 -16,443", "R3"),
        ("1,C43 16,C43 -1,C43 -16,C43", "R5"),
        ("15,843 17,843 -15,843 -17,843", "B4"),
        (
            "17,1003 15,1F003 -15,1003 -17,1F003 17,10003 15,FFFF0003 -17,10003 -15,FFFF0003",
            "FyafsF",
        ),
        (
            "17,3,16 15,3,16 -15,3,-16 -17,3,-16 17,3,1 -15,3,1 -17,3,-1 15,3,-1",
            "FyafsF",
        ),
        (
            "16,1003 16,1F003 -16,1003 -16,1F003 1,10003 1,FFFF0003 -1,10003 -1,FFFF0003",
            "WyafsW",
        ),
        ("1,103 -1,103 16,103 -16,103", "oR"),
        ("1,F4 -1,F4", "isD"),
        ("16,E4 -16,E4 1,E4 -1,E4", "imD"),
        (
            "14,3,15 31,3,15 33,3,17 18,3,17 -14,3,-15 -31,3,-15 -33,3,-17 -18,3,-17",
            "NmpafsyafW",
        ),
        (
            "14,FFFF1043 31,F043 33,31043 18,13043 -14,FFFF3043 -31,11043 -33,2F043 -18,11043",
            "NmpafsafF",
        ),
        (
            "15,3 17,3 -15,3 -17,3 15,1FCB8 17,1CB8 -15,1CB8 -17,1FCB8 \
             15,FFFF0CB8 17,10CB8 -15,FFFF0CB8 -17,10CB8",
            "BtgabyabsB",
        ),
        (
            "13,FFFFF207 29,F207 46,F207 47,10207 49,10207 50,11207 35,11207 19,1207 \
             -13,1207 -29,FFFF1207 -46,FFFF1207 -47,FFFF0207 -49,FFFF0207 -50,FFFEF207 \
             -35,FFFEF207 -19,FFFFF207",
            "aflafrKafraflKafafsKafsafK",
        ),
        (
            "1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7 1,E4 -1,E4 16,E4 -16,E4 15,E4 17,E4 -15,E4 -17,E4",
            "KimAimD",
        ),
    ];
    let mut failures = Vec::new();
    for (steps, betza) in cases {
        let text = with_piece(steps, betza);
        for finding in read(&text).diagnostics {
            failures.push(format!("{steps} {betza}: {}", finding.message));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    for (steps, betza) in [
        ("15,3 17,3 -15,3 -17,3", "R"),
        ("16,7 -16,7", "W"),
        ("1,BA 16,BA -1,BA -16,BA", "mRcpQ"),
    ] {
        let text = with_piece(steps, betza);
        let codes: Vec<&str> = read(&text)
            .diagnostics
            .iter()
            .map(|one| one.code.as_str())
            .collect();
        assert_eq!(codes, ["W0711"], "{steps} {betza}");
    }
}

/// First moves that leave en passant rights, and castlings of several lengths, where they begin.
#[test]
fn first_moves_mean_what_others_write() {
    let game = |pawn: &str, king: &str| {
        format!(
            "version 4.8(w)\nGame: one\n11x10\n4 0 0 0 0 3 0 0 0 0 4\n4 0 0 0 0 3 0 0 0 0 4\n\
             p:100 -16,C24 -16,24 -16,6 -15,5 -17,5\np:100 16,C24 16,24 16,6 15,5 17,5\n\
             k:-1 1,34,3 -1,34,-3 1,34,2 -1,34,-2 1,34 -1,34 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\n\
             r:470 1,3 16,3 -1,3 -16,3\nq:950 1,7\nb:1 1,7\nn:1 1,7\n\
             #\n# P& {pawn}\n# K& {king}\n"
        )
    };
    let codes = |text: &str| -> Vec<&str> {
        let found = read(text).diagnostics;
        found.iter().map(|one| one.code.as_str()).collect()
    };
    let (pawn, king) = ("fmWfceFifmW3iifmnD", "KisO2isO3isO4");
    assert_eq!(codes(&game(pawn, king)), [""; 0]);
    assert_eq!(codes(&game(pawn, "KisO2isO3")), ["W0711"]);
    assert_eq!(codes(&game("fmWfceFifmW3", king)), ["W0711"]);
    assert_eq!(codes(&game("fmWfceFifmW2iifmnD", king)), ["W0711"]);
}

/// The number of moves of Chinese Chess, which is known.
#[test]
fn maxqi_plays_chinese_chess() {
    let catalog = Catalog::read(&data("qmax.ini"), Format::FairyMaxIni)
        .into_result()
        .unwrap();
    let start = Variant::compile(catalog.get("xiangqi").unwrap())
        .unwrap()
        .start();
    assert_eq!(
        start.to_fen().split(' ').next(),
        Some("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR")
    );
    assert_eq!(
        (1..=2)
            .map(|depth| perft(&start, depth))
            .collect::<Vec<u64>>(),
        [44, 1920]
    );
}

#[test]
fn values_of_kings_decide_the_end() {
    let text = data("fmax.ini");
    let games: BTreeMap<String, VariantDef> = read(&text)
        .value
        .into_iter()
        .map(|(def, _)| (def.name.clone(), def))
        .collect();
    assert_eq!(games["normal"].rules.guard(), RoyalGuard::Every);
    assert_eq!(games["spartan"].rules.guard(), RoyalGuard::AllButOne);
    assert_eq!(
        games["almost-wildebeest"].rules.stalemate(),
        ferz::definition::Verdict::Loss
    );
    assert_eq!(
        games["roman"].rules.stalemate(),
        ferz::definition::Verdict::Draw
    );
    // One of Sparta's kings may stand in check, two may not, and the last may not.
    let spartan = Variant::compile(&games["spartan"]).unwrap();
    for (fen, is_check) in [
        ("k6k/8/8/8/8/8/8/R3K3 b", false),
        ("k6k/8/8/8/8/8/8/R3K2R b", true),
        ("k7/8/8/8/8/8/8/R3K3 b", true),
    ] {
        assert_eq!(
            spartan.parse_fen(fen).unwrap().is_check(),
            is_check,
            "{fen}"
        );
    }
}

#[test]
fn pawns_become_what_the_program_makes_of_them() {
    let text = data("fmax.ini");
    let games = read(&text).value;
    let first = |name: &str, side: Perspective| {
        let (def, _) = games.iter().find(|(def, _)| def.name == name).unwrap();
        let pawn = def
            .pieces
            .values()
            .find_map(|piece| piece.promotion.as_ref())
            .unwrap();
        pawn.choices
            .iter()
            .find(|choice| !choice.zone.of(side).is_empty())
            .map(|choice| def.piece(choice.piece).unwrap().0.to_owned())
            .unwrap()
    };
    for (name, white, black) in [
        ("normal", "q", "q"),
        ("makruk", "m", "m"),
        ("fairy/FIDE-Nutters", "q", "c"),
        ("fairy/Rookies-Nutters", "m", "c"),
    ] {
        assert_eq!(
            (
                first(name, Perspective::White).as_str(),
                first(name, Perspective::Black).as_str()
            ),
            (white, black),
            "{name}"
        );
    }
    // In Grande Acedrex the square decides: the king's gives what stood beside him.
    let (acedrex, _) = games
        .iter()
        .find(|(def, _)| def.name == "grande-acedrex")
        .unwrap();
    let variant = Variant::compile(acedrex).unwrap();
    for (file, piece) in [("a", "r"), ("b", "l"), ("f", "a"), ("g", "a"), ("h", "c")] {
        let empty = ["12"; 10].join("/");
        let row = format!(
            "{}P{}",
            usize::from(file.as_bytes()[0] - b'a'),
            11 - usize::from(file.as_bytes()[0] - b'a')
        );
        let fen = format!(
            "12/{}/{empty} w",
            row.trim_start_matches('0').trim_end_matches('0')
        )
        .replacen("12/12 w", "K10k w", 1);
        let position = variant.read_fen(&fen).value;
        let became: BTreeSet<String> = position
            .legal_moves()
            .iter()
            .filter_map(|one| one.promotion)
            .map(|role| acedrex.pieces.get_index(role.index()).unwrap().0.clone())
            .collect();
        assert_eq!(became, BTreeSet::from([piece.to_owned()]), "{fen}");
    }
}

/// Rows that fail, with the row's number; all of them when `rows` is the whole file.
fn failing(rows: &str, catalog: &Catalog) -> (usize, Vec<String>) {
    let rows = read_rows(rows).into_result().unwrap();
    let mut compiled: BTreeMap<String, Variant> = BTreeMap::new();
    for row in &rows {
        let name = row.variant().unwrap();
        compiled
            .entry(name.to_owned())
            .or_insert_with(|| Variant::compile(catalog.get(name).unwrap()).unwrap());
    }
    let find = |name: &str| Ok(compiled[name].clone());
    let mut failures = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        if let Verdict::Failed(failure) = check(row, &find, RowLimits::default()) {
            failures.push(format!("row {}: {failure:?}", number + 1));
        }
    }
    (rows.len(), failures)
}

#[test]
fn every_game_plays_as_in_the_program() {
    let catalog = Catalog::read(&data("fmax.ini"), Format::FairyMaxIni)
        .into_result()
        .unwrap();
    let (n_rows, failures) = failing(&data("legal.jsonl"), &catalog);
    assert_eq!(n_rows, 4 * 43);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    // A wrong row is noticed.
    let wrong = data("legal.jsonl")
        .lines()
        .next()
        .unwrap()
        .replace("\"a2a3\",", "");
    assert_eq!(failing(&wrong, &catalog).1.len(), 1);
}

/// The whole file of rows, where it is at hand beside the repository.
#[test]
fn all_rows_of_the_program() {
    let manifest = Path::new(root!());
    let shared = ["../shared", "../../shared"].map(|path| manifest.join(path));
    let Some(shared) = shared.iter().find(|path| path.is_dir()) else {
        println!("skipped: no ../shared with the rows of the program");
        return;
    };
    let text = std::fs::read_to_string(shared.join("import/fairy-max/fmax.ini")).unwrap();
    let rows = std::fs::read_to_string(shared.join("oracle/fairy-max-legal.jsonl")).unwrap();
    let catalog = Catalog::read(&text, Format::FairyMaxIni)
        .into_result()
        .unwrap();
    let (n_rows, failures) = failing(&rows, &catalog);
    println!("{} of {n_rows} rows pass", n_rows - failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The examples in the grammar read as they are marked.
#[test]
fn grammar_examples() {
    let path = concat!(root!(), "/grammar/fairy-max.ebnf");
    let grammar = std::fs::read_to_string(path).unwrap();
    let mut n_examples = 0;
    for comment in grammar
        .split("(*")
        .skip(1)
        .map(|rest| rest.split("*)").next().unwrap().trim())
    {
        let Some((mark, text)) = comment.split_once(": ") else {
            continue;
        };
        let is_code = mark.len() == 5 && mark[1..].bytes().all(|byte| byte.is_ascii_digit());
        if mark != "ok" && !is_code {
            continue;
        }
        n_examples += 1;
        let text = text
            .replace("\\n", "\n")
            .replace("HEAD", "version 4.8(w)\nGame: g\n4x6\n4 0 3 4\n4 0 3 4")
            .replace("MEN", "p:100 -16,6\np:100 16,6\nk:-1 1,7 16,7 -1,7 -16,7\nr:500 1,3 16,3 -1,3 -16,3\na:1 1,7\nb:1 1,7\nq:9 1,3");
        let read = read(&text);
        validate(&text, &read);
        let codes: Vec<&str> = read
            .diagnostics
            .iter()
            .map(|one| one.code.as_str())
            .collect();
        if is_code {
            assert_eq!(codes, [mark], "{comment}");
        } else {
            assert!(codes.is_empty(), "{comment}\n{:?}", read.diagnostics);
        }
    }
    assert!(n_examples >= 20);
}

/// The findings with the words they mark, and the variants.
fn dump(text: &str, read: &Read) -> String {
    let mut dump = String::new();
    for Diagnostic {
        code,
        message,
        span,
        help,
        labels,
        ..
    } in &read.diagnostics
    {
        let line = text[..span.start as usize].matches('\n').count() + 1;
        let marked: String = text[span.range()].chars().take(40).collect();
        writeln!(dump, "{code} line {line} {marked:?}: {message}").unwrap();
        for (span, label) in labels {
            writeln!(
                dump,
                "    {:?}: {label}",
                text[span.range()].chars().take(40).collect::<String>()
            )
            .unwrap();
        }
        if let Some(help) = help {
            writeln!(dump, "    help: {help}").unwrap();
        }
    }
    for (def, _) in &read.value {
        variant(&mut dump, def);
    }
    dump
}

fn variant(dump: &mut String, def: &VariantDef) {
    writeln!(dump, "\n{}", def.name).unwrap();
    if let Some(title) = &def.title {
        writeln!(dump, "  title {title}").unwrap();
    }
    if let Some(parent) = &def.parent {
        writeln!(dump, "  parent {parent}").unwrap();
    }
    writeln!(dump, "  {}", def.start).unwrap();
    if (def.rules.guard(), def.rules.stalemate())
        != (RoyalGuard::Every, ferz::definition::Verdict::Draw)
    {
        writeln!(
            dump,
            "  guard {:?}, stalemate {:?}",
            def.rules.guard(),
            def.rules.stalemate()
        )
        .unwrap();
    }
    for (name, piece) in &def.pieces {
        write!(dump, "  {name} {}", piece.letter).unwrap();
        if piece.royal {
            dump.push_str(" royal");
        }
        for one in &piece.moves {
            let sides = one.from.as_ref().map(|zone| {
                if zone.of(Perspective::Black).is_empty() {
                    " white:"
                } else {
                    " black:"
                }
            });
            write!(dump, "{} {}", sides.unwrap_or_default(), one.betza).unwrap();
        }
        if let Some(promotion) = &piece.promotion {
            let choices: Vec<String> = promotion
                .choices
                .iter()
                .map(|choice| {
                    let [white, black] = [Perspective::White, Perspective::Black]
                        .map(|side| choice.zone.of(side).len());
                    let (name, _) = def.piece(choice.piece).unwrap();
                    format!("{name}({white}/{black})")
                })
                .collect();
            write!(dump, " becomes {}", choices.join(" ")).unwrap();
        }
        writeln!(dump).unwrap();
    }
}
