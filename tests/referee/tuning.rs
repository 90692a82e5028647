//! Tunings: their files and their effects.

use std::fs;
use std::sync::Arc;

use ferz::eval::{Evaluation, Tuning, builtin_tuning};
use ferz::formats::Catalog;
use ferz::search::{SearchOptions, Searcher};

use super::builtin;
use super::program::ferz;
use crate::harness::Folder;

fn read(text: &str) -> Result<Tuning, Vec<String>> {
    let chess = Catalog::builtin().get("chess").expect("chess");
    Tuning::read(text, chess).into_result().map_err(|findings| {
        let line = |finding: &ferz::source::Diagnostic| {
            let span = finding.span;
            format!(
                "{} {}..{} {}",
                finding.code.as_str(),
                span.start,
                span.end,
                finding.message
            )
        };
        findings.iter().map(line).collect()
    })
}

#[test]
fn files_are_read_and_written() {
    let text = "format = 1\n[terms]\ntempo = -3\nattack = 40\n\
        [pieces.king]\nend = [0, 10, -10, 1, 2, 3]\n\
        [pieces.pawn]\nmiddle = [5, 0, 0, 0, 0, 0]\nmobility = 2\n\
        [pieces.rook]\nmobility = 1\nmobility-in-end = -2\nfew-moves = 9\ndanger = -3\n";
    let tuning = read(text).expect("a tuning");
    assert_eq!(tuning.to_text(), text);
    assert_eq!(read("format = 1\n"), Ok(Tuning::default()));
    let squares = "    [0, 1, -2, 3],\n".repeat(8);
    let places = "    [0, 1, -2, 3, 4],\n".repeat(9);
    let text = format!(
        "format = 1\n[pieces.queen]\nsquares = [\n{squares}]\nown-royal = [\n{places}]\n\
            opposing-royal = [\n{places}]\n"
    );
    assert_eq!(read(&text).expect("a tuning").to_text(), text);
}

#[test]
fn wrong_files_are_findings_with_places() {
    for (text, says) in [
        ("", "E0631 0..0 `format = 1` is missing"),
        ("format = 2\n", "E0631 9..10 unknown format; write 1"),
        ("format = 1\nterms = 3\n", "E0631 19..20 expected a table"),
        (
            "format = 1\n[terms]\nspeed = 3\n",
            "E0631 19..24 unknown term `speed`",
        ),
        (
            "format = 1\n[terms]\ntempo = 'x'\n",
            "a whole number from -5000 to 5000",
        ),
        (
            "format = 1\n[terms]\ntempo = 6000\n",
            "a whole number from -5000 to 5000",
        ),
        (
            "format = 1\n[pieces.dragon]\n",
            "E0631 19..25 unknown piece `dragon`",
        ),
        (
            "format = 1\n[pieces.pawn]\nmiddle = [1, 2]\n",
            "a list of 6 numbers",
        ),
        (
            "format = 1\n[pieces.pawn]\nsquares = [[1, 2, 3, 4], [5, 6]]\n",
            "E0631 35..57 expected 8 lists of 4 numbers each",
        ),
        (
            "format = 1\n[pieces.pawn]\nown-royal = [[1], [2], [3], [4], [5], [6], [7], [8], 'x']\n",
            "9 lists of 5 numbers each",
        ),
        (
            "format = 1\n[pieces.pawn]\nworth = 1\n",
            "unknown key `worth`",
        ),
        ("format = 1\nmore = 1\n", "unknown key `more`"),
        ("format = [", "E0631"),
    ] {
        let findings = read(text).expect_err(text);
        assert!(
            findings.iter().any(|line| line.contains(says)),
            "{text}: {findings:?}"
        );
    }
}

fn worth(evaluation: Evaluation, fen: &str) -> i32 {
    let chess = builtin("chess");
    let options = SearchOptions {
        evaluation,
        ..SearchOptions::default()
    };
    let searcher = Searcher::new(&chess, options);
    searcher.evaluate(&chess.parse_fen(fen).expect("a position"))
}

/// A tuning changes what it names, for both sides alike, and nothing else.
#[test]
fn a_tuning_is_added_to_what_is_derived() {
    let knight = "4k3/p7/8/8/8/8/P7/4K1N1 w - - 0 1";
    let bishop = "4k3/p7/8/8/8/8/P7/4K1B1 w - - 0 1";
    let black = "4k1n1/p7/8/8/8/8/P7/4K3 b - - 0 1";
    let tuning = read(
        "format = 1\n[pieces.knight]\nmiddle = [90, 0, 0, 0, 0, 0]\nend = [90, 0, 0, 0, 0, 0]\n",
    );
    let tuned = Evaluation::Tuned(Arc::new(tuning.expect("a tuning")));
    let gain = |fen: &str| worth(tuned.clone(), fen) - worth(Evaluation::Derived, fen);
    assert!(gain(knight) >= 50);
    assert_eq!(gain(bishop), 0);
    assert_eq!(gain(black), gain(knight));
    // A name that the variant does not have is left out.
    let makruk = builtin("makruk");
    let mut options = SearchOptions {
        evaluation: tuned,
        ..SearchOptions::default()
    };
    let one = Searcher::new(&makruk, options.clone()).evaluate(&makruk.start());
    options.evaluation = Evaluation::Derived;
    assert_eq!(
        one,
        Searcher::new(&makruk, options).evaluate(&makruk.start())
    );
}

/// A table over squares counts on its squares, on both wings and for both sides, and one over places beside a
/// royal piece where a piece stands as seen from it.
#[test]
fn tables_count_where_they_say() {
    let with = |name: &str, n_rows: usize, n_columns: usize, at: (usize, usize)| {
        let row = |rank: usize| {
            let number = |file: usize| if (rank, file) == at { "60" } else { "0" };
            let numbers: Vec<&str> = (0..n_columns).map(number).collect();
            format!("[{}]", numbers.join(", "))
        };
        let rows: Vec<String> = (0..n_rows).map(row).collect();
        let table = format!("{name} = [{}]", rows.join(", "));
        let tuning = format!("format = 1\n[terms]\n{WHOLE_LEAD}[pieces.knight]\n{table}\n");
        Evaluation::Tuned(Arc::new(read(&tuning).expect("a tuning")))
    };
    let base = format!("format = 1\n[terms]\n{WHOLE_LEAD}");
    let base = Evaluation::Tuned(Arc::new(read(&base).expect("a tuning")));
    let rows = [
        // On the third rank, one file from the edge.
        (
            with("squares", 8, 4, (2, 1)),
            ["4k3/p7/8/8/8/1N6/P7/4K3 w", "4k3/p7/8/8/8/6N1/P7/4K3 w"],
            "4k3/p7/1n6/8/8/8/P7/4K3 b",
            "4k3/p7/8/8/8/2N5/P7/4K3 w",
        ),
        // A rank ahead of its own king, and two files aside.
        (
            with("own-royal", 9, 5, (5, 2)),
            ["4k3/p7/8/8/8/8/P1N5/4K3 w", "4k3/p7/8/8/8/8/P5N1/4K3 w"],
            "4k3/p1n5/8/8/8/8/P7/4K3 b",
            "4k3/p7/8/8/8/8/P7/2N1K3 w",
        ),
        // Two ranks before the opposing king, and four files aside or more.
        (
            with("opposing-royal", 9, 5, (2, 4)),
            ["4k3/p7/N7/8/8/8/P7/4K3 w", "k7/p7/7N/8/8/8/P7/4K3 w"],
            "4k3/p7/8/8/8/7n/P7/K7 b",
            "4k3/p7/4N3/8/8/8/P7/4K3 w",
        ),
    ];
    for (tuned, more, for_black, none) in rows {
        let gain = |board: &str| {
            let fen = format!("{board} - - 0 1");
            worth(tuned.clone(), &fen) - worth(base.clone(), &fen)
        };
        for board in more.into_iter().chain([for_black]) {
            // Part of it is left of where a lead counts less.
            assert!((50..=70).contains(&gain(board)), "{board}: {}", gain(board));
        }
        assert_eq!(gain(none), 0, "{none}");
    }
}

/// With this a lead in chess counts for what it is.
const WHOLE_LEAD: &str =
    "winning-share = 30\nwinning-base = 110\nwinning-promoter = -13\nwinning-wings = -140\n";

/// A term counts for White in the first position of each row and less, or not at all, in the second.
#[test]
fn terms_are_about_what_they_say() {
    let rows = [
        // A bishop that no pawn can drive away, and one that a pawn can.
        (
            "outpost-end",
            "4k3/p6p/8/3B4/2P5/8/6PP/4K3",
            "4k3/4p2p/8/3B4/2P5/8/6PP/4K3",
        ),
        // A rook before no pawn of its own, and behind one.
        (
            "half-open-end",
            "4k3/5ppp/8/8/8/8/P4PPP/3RK3",
            "4k3/5ppp/8/8/8/8/3P1PPP/3RK3",
        ),
        (
            "open-end",
            "4k3/5ppp/8/8/8/8/P4PPP/3RK3",
            "4k3/3p1ppp/8/8/8/8/P4PPP/3RK3",
        ),
        (
            "backed-promoter-end",
            "4k3/8/8/8/3PP3/8/8/4K3",
            "4k3/8/8/8/P3P3/8/8/4K3",
        ),
        (
            "isolated-pawn-end",
            "4k3/8/8/8/P3P3/8/8/4K3",
            "4k3/8/8/8/4P3/3P4/8/4K3",
        ),
        (
            "blocked-promoter-end",
            "8/8/8/4k3/4P3/8/8/4K3",
            "8/8/8/k7/4P3/8/8/4K3",
        ),
        // A step that attacks a rook, and one that does not.
        (
            "push-threat-end",
            "k7/8/3r4/8/4P3/8/8/4K3",
            "k7/8/7r/8/4P3/8/8/4K3",
        ),
        // The king of the opponent far from a free pawn, and near it.
        (
            "enemy-king-distance",
            "8/8/4P3/8/8/8/k7/4K3",
            "8/4k3/4P3/8/8/8/8/4K3",
        ),
        // The own king near it, and far from it.
        (
            "own-king-distance",
            "8/8/4P3/4K3/8/8/k7/8",
            "8/8/4P3/8/8/8/k6K/8",
        ),
        // No piece that attacks its way, and a rook that does.
        ("clear-way", "k7/8/8/4P3/4K3/8/8/8", "k7/7r/8/4P3/4K3/8/8/8"),
        // A knight in its way, and elsewhere.
        (
            "held-way",
            "k3n3/8/8/4P3/4K3/8/8/8",
            "k7/8/8/4P3/4K3/8/8/7n",
        ),
        // Its next square not attacked, and attacked.
        (
            "watched-way",
            "k7/7r/8/4P3/8/8/8/4K3",
            "k7/8/7r/4P3/8/8/8/4K3",
        ),
        // Two pawns more, on both wings, on one, and nobody ahead.
        (
            "winning-wings",
            "4k3/p6p/8/8/8/8/PP4PP/4K3",
            "4k3/pp6/8/8/8/8/PPPP4/4K3",
        ),
        (
            "winning-share",
            "4k3/p6p/8/8/8/8/PP4PP/4K3",
            "4k3/p6p/8/8/8/8/P6P/4K3",
        ),
        (
            "winning-base",
            "4k3/p6p/8/8/8/8/PP4PP/4K3",
            "4k3/p6p/8/8/8/8/P6P/4K3",
        ),
        // Ahead with four pawns, and with none.
        (
            "winning-share-promoter",
            "4k3/p6p/8/8/8/8/PP4PP/R3K3",
            "4k3/8/8/8/8/8/8/R3K3",
        ),
        (
            "winning-promoter",
            "4k3/p6p/8/8/8/8/PP4PP/4K3",
            "4k3/8/8/8/8/8/PP6/4K3",
        ),
    ];
    for (term, more, less) in rows {
        let lead = if term.starts_with("winning") {
            ""
        } else {
            WHOLE_LEAD
        };
        let with = |line: &str| {
            let tuning = read(&format!("format = 1\n[terms]\n{lead}{line}"));
            Evaluation::Tuned(Arc::new(tuning.expect(term)))
        };
        let (base, tuned) = (with(""), with(&format!("{term} = 100\n")));
        let gain = |board: &str| {
            let fen = format!("{board} w - - 0 1");
            worth(tuned.clone(), &fen) - worth(base.clone(), &fen)
        };
        let gains = [more, less].map(gain);
        assert!(gains[0] > gains[1], "{term}: {gains:?}");
    }
}

/// What is built in reads without a finding, and belongs to the built-in alone.
#[test]
fn what_is_built_in_is_of_built_ins() {
    for name in Catalog::builtin().names() {
        let def = Catalog::builtin().get(name).expect("a built-in");
        let Some(tuning) = builtin_tuning(def) else {
            continue;
        };
        assert_ne!(tuning, Tuning::default(), "{name}");
        assert_eq!(
            Tuning::read(&tuning.to_text(), def).into_result(),
            Ok(tuning),
            "{name}"
        );
        let mut other = def.clone();
        other.start = other.start.replacen(['p', 'P', 'n'], "1", 1);
        assert_eq!(builtin_tuning(&other), None, "{name}");
    }
}

/// No file is left behind, and none of the games that one is for is misspelled.
#[test]
fn every_file_is_shipped_for_its_games() {
    let mut n_files = 0;
    for file in
        std::fs::read_dir(concat!(root!(), "/crates/evaluations/files")).expect("the folder")
    {
        let path = file.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.and_then(|name| name.strip_suffix(".eval.toml"));
        let name = name.unwrap_or_else(|| panic!("{}: what is it?", path.display()));
        let def = Catalog::builtin().get(name).expect(name);
        let text = std::fs::read_to_string(&path).expect(name);
        let tuning = Tuning::read(&text, def).into_result().ok();
        assert!(tuning.is_some() && builtin_tuning(def) == tuning, "{name}");
        n_files += 1;
    }
    let names = Catalog::builtin().names();
    let with_one = names.filter(|name| {
        Catalog::builtin()
            .get(name)
            .and_then(builtin_tuning)
            .is_some()
    });
    assert_eq!((n_files, with_one.count()), (52, 85));
}

/// The file next to the definition is used, and its faults are errors.
#[test]
fn a_file_beside_a_definition_is_used() {
    let folder = Folder::new("evaluation-file");
    let path = folder.path("small.toml");
    fs::write(&path, "name = 'small'\ninherits = 'losalamos'\n").expect("a definition");
    let file = folder.path("small.eval.toml");
    fs::write(&file, "format = 1\n[terms]\ntempo = 900\n").expect("a file");
    let analyze = ["analyze", &path, "--depth", "2"];
    // The last line contains the time.
    let best = |more: &[&str]| {
        let (code, text, fault) = ferz(&[&analyze[..], more].concat());
        assert_eq!(code, Some(0), "{fault}");
        text.lines().next().map(str::to_owned)
    };
    assert_eq!(best(&[]), best(&["--eval", &file]));
    assert_ne!(best(&[]), best(&["--eval", "derived"]));
    fs::write(&file, "format = 1\n[pieces.dragon]\n").expect("a file");
    for command in [
        &analyze[..],
        &["analyze", &path, "--depth", "1", "--eval", &file],
        &["balance", &path, "--games", "1", "--nodes", "5"],
        &["play", &path, "--engine-only", "--depth", "1"],
    ] {
        let (code, _, fault) = ferz(command);
        assert_eq!(code, Some(1), "{command:?} {fault}");
        assert!(
            fault.contains("E0631") && fault.contains("dragon"),
            "{fault}"
        );
    }
    for (eval, expected) in [(file.as_str(), 2), ("derived", 0)] {
        let engine = format!("cmd=self name=a eval={eval}");
        let mut words = vec!["match", "losalamos", "--engine", &engine];
        words.extend(["--engine", "cmd=self", "--games", "2"]);
        words.extend(["--nodes", "5", "--max-plies", "10"]);
        let (code, _, fault) = ferz(&words);
        assert_eq!(code, Some(expected), "{fault}");
    }
}
