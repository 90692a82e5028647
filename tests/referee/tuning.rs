//! Tunings: their files, what they change, and what is learned from games.

use std::fs;
use std::sync::Arc;

use ferz::eval::{Evaluation, Tuning, builtin_tuning};
use ferz::formats::Catalog;
use ferz::search::{SearchOptions, Searcher};
use ferz_cli::referee::tuning::{Learned, Practice};
use ferz_cli::referee::{GameKey, GameRow, SelfPlayTerms};
use serde_json::Value;

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
    for file in std::fs::read_dir(concat!(root!(), "/evaluations")).expect("the folder") {
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
    assert_eq!((n_files, with_one.count()), (48, 80));
}

/// Games in which who has a knight for a bishop wins: the knight gains and the bishop loses.
#[test]
fn what_wins_is_learned() {
    let chess = builtin("chess");
    let terms = SelfPlayTerms {
        nodes: 1,
        max_plies: 100,
        resign: None,
    };
    let shuffle = "e1d1 e8d8 d1e1 d8e8 ".repeat(6);
    let mut rows = Vec::new();
    for number in 0..60_u64 {
        let is_white = number % 2 == 0;
        let board = if is_white {
            "4k1b1/pppppppp/8/8/8/8/PPPPPPPP/4K1N1"
        } else {
            "4k1n1/pppppppp/8/8/8/8/PPPPPPPP/4K1B1"
        };
        let mut key = GameKey::of_self_play("chess", "", 1, terms);
        key.pair = number;
        // Five of six are won.
        let wins = (number / 2) % 6 != 0;
        let share = f64::from(u8::from(wins == is_white));
        rows.push(GameRow {
            key,
            fen: Some(format!("{board} w - - 0 1")),
            moves: shuffle.split_whitespace().map(str::to_owned).collect(),
            book: 0,
            white_score: share,
            black_score: 1.0 - share,
            reason: String::new(),
            details: String::new(),
            seconds: [0.0; 2],
            nodes: [0; 2],
            run: None,
            date: None,
            thoughts: Vec::new(),
        });
    }
    // Untuned, the bishop is worth more, so that who is ahead seems to lose.
    assert!(Learned::new(&chess, &rows).is_err());
    // With games in which a queen more wins, there is a scale.
    for number in 60..160_u64 {
        let mut row = rows[0].clone();
        row.key.pair = number;
        let is_white = number % 2 == 0;
        let board = if is_white {
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3"
        } else {
            "3qk3/pppppppp/8/8/8/8/PPPPPPPP/4K3"
        };
        row.fen = Some(format!("{board} w - - 0 1"));
        row.moves = "e1f1 e8f8 f1e1 f8e8 "
            .repeat(6)
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        row.white_score = f64::from(u8::from(is_white));
        row.black_score = 1.0 - row.white_score;
        rows.push(row);
    }
    let learned = Learned::new(&chess, &rows).expect("something is learned");
    assert!(
        learned.errors[1] < learned.errors[0],
        "{:?}",
        learned.errors
    );
    let tuned = Evaluation::Tuned(Arc::new(learned.tuning));
    let gain = |fen: &str| worth(tuned.clone(), fen) - worth(Evaluation::Derived, fen);
    assert!(gain("4k1b1/pppppppp/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1") > 20);
    assert!(Learned::new(&chess, &rows[..3]).is_err());
}

/// Drawn games say nothing, and a teacher who likes knights better than bishops says it all.
#[test]
fn a_teacher_is_believed() {
    let chess = builtin("chess");
    let terms = SelfPlayTerms {
        nodes: 1,
        max_plies: 100,
        resign: None,
    };
    let knight = "4k1b1/pppppppp/8/8/8/8/PPPPPPPP/4K1N1";
    let bishop = "4k1n1/pppppppp/8/8/8/8/PPPPPPPP/4K1B1";
    let queen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3";
    let rows: Vec<GameRow> = (0..90_u64)
        .map(|number| {
            let board = [knight, bishop, queen][number as usize % 3];
            let mut key = GameKey::of_self_play("chess", "", 1, terms);
            key.pair = number;
            let white_score = if board == queen { 1.0 } else { 0.5 };
            let shuffle = "e1f1 e8f8 f1e1 f8e8 ".repeat(6);
            GameRow {
                key,
                fen: Some(format!("{board} w - - 0 1")),
                moves: shuffle.split_whitespace().map(str::to_owned).collect(),
                book: 0,
                white_score,
                black_score: 1.0 - white_score,
                reason: String::new(),
                details: String::new(),
                seconds: [0.0; 2],
                nodes: [0; 2],
                run: None,
                date: None,
                thoughts: Vec::new(),
            }
        })
        .collect();
    let practice = || Practice::new(&chess, &rows, Practice::POSITIONS).expect("positions");
    let mut taught = practice();
    let said: Vec<Option<i32>> = taught
        .positions()
        .map(|position| {
            let fen = position.to_fen();
            let board = fen.split(' ').next().unwrap_or_default();
            Some(match (board.contains('Q'), board.contains('N')) {
                (true, _) => 900,
                (false, true) => 200,
                (false, false) => -200,
            })
        })
        .collect();
    taught
        .teach(&said, 1.0)
        .expect("a teacher with something to say");
    let learned = taught.learn().expect("something is learned");
    assert!(
        learned.errors[1] < learned.errors[0],
        "{:?}",
        learned.errors
    );
    let text = learned.tuning.to_text();
    assert!(!text.contains("tempo"), "{text}");
    let tuned = Evaluation::Tuned(Arc::new(learned.tuning));
    let fen = format!("{knight} w - - 0 1");
    assert!(worth(tuned, &fen) > worth(Evaluation::Derived, &fen) + 50);
    // Half of the answers are enough; none, or the contrary of what happens, is not.
    let half = said.iter().enumerate();
    let half: Vec<_> = half
        .map(|(at, said)| said.filter(|_| at % 2 == 0))
        .collect();
    let mut other = practice();
    other.teach(&half, 0.5).expect("enough answers");
    assert!(other.positions().count() < practice().positions().count());
    assert!(practice().teach(&vec![None; said.len()], 1.0).is_err());
    let contrary: Vec<_> = said.iter().map(|said| said.map(|score| -score)).collect();
    assert!(practice().teach(&contrary, 1.0).is_err());
}

#[test]
fn an_engine_teaches() {
    let folder = Folder::new("teacher");
    let output = folder.path("taught.eval.toml");
    let answers = folder.path("answers.jsonl");
    let tune = |teacher: &str, part: &str| {
        ferz(&[
            "tune",
            "losalamos",
            "--answers",
            &answers,
            "--games",
            "24",
            "--nodes",
            "20",
            "--max-plies",
            "60",
            "--confirm",
            "0",
            "--positions",
            "200",
            "--output",
            &output,
            "--force",
            "--teacher",
            teacher,
            "--teacher-weight",
            part,
        ])
    };
    let (code, _, fault) = tune("cmd=self name=ours nodes=50", "80");
    assert_eq!(code, Some(0), "{fault}");
    let text = fs::read_to_string(&output).expect("a file");
    let begins = "# Tuned by `ferz tune`: 24 games, 20 positions a move, seed 1; for 80 hundredths what ours says of ";
    assert!(text.starts_with(begins), "{text}");
    // It is asked once: with its answers there, and one of them cut short, the numbers come out the same.
    let said = fs::read_to_string(&answers).expect("answers");
    let (cut, _) = said.trim_end().rsplit_once('\n').expect("some answers");
    fs::write(&answers, &said[..cut.len() + 10]).expect("a file");
    let (code, _, fault) = tune("cmd=self name=ours nodes=50", "80");
    assert_eq!(code, Some(0), "{fault}");
    assert_eq!(fs::read_to_string(&output).expect("a file"), text);
    assert_eq!(fs::read_to_string(&answers).expect("answers"), said);
    // Another description is another teacher.
    let (code, _, fault) = tune("cmd=self name=other nodes=50", "80");
    assert_eq!(code, Some(0), "{fault}");
    let both = fs::read_to_string(&answers).expect("answers");
    assert_eq!(both.lines().count(), 2 * said.lines().count());
    fs::write(&answers, format!("{said}{{}}\n")).expect("a file");
    let (code, _, fault) = tune("cmd=self name=ours nodes=50", "80");
    assert_eq!(code, Some(2), "{fault}");
    assert!(fault.contains("is not an answer of a teacher"), "{fault}");
    fs::write(&answers, "").expect("a file");
    for (teacher, part, says) in [
        ("name=ours", "80", "write `cmd=`"),
        ("cmd=no-such-program", "80", "cannot be started"),
        ("cmd=self", "0", "not in 1..=100"),
    ] {
        let (code, _, fault) = tune(teacher, part);
        assert_eq!(code, Some(2), "{teacher}");
        assert!(fault.contains(says), "{teacher}: {fault}");
    }
}

#[test]
fn a_file_is_learned_confirmed_and_taken() {
    let folder = Folder::new("tune");
    let path = folder.path("small.toml");
    fs::write(&path, "name = 'small'\ninherits = 'losalamos'\n").expect("a definition");
    let games = folder.path("games.jsonl");
    let tune = |more: &[&str]| {
        let mut words = vec!["tune", &path, "--games", "24", "--nodes", "20"];
        words.extend(["--max-plies", "60"]);
        words.extend(more);
        ferz(&words)
    };
    let command = ["--confirm", "4", "--out", &games, "--json"];
    let (code, said, fault) = tune(&command);
    assert_eq!(code, Some(0), "{fault}");
    let report: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(report["games"], 24);
    let file = folder.path("small.eval.toml");
    let text = fs::read_to_string(&file).expect("the file beside the definition");
    assert!(text.starts_with("# Tuned by `ferz tune`: 24 games, 20 positions a move, seed 1.\n# tuned against untuned: "), "{text}");
    assert!(text.contains("\nformat = 1\n"), "{text}");
    // It is there, and is not overwritten; with the games that are there it comes out the same.
    let (code, _, fault) = tune(&command);
    assert_eq!(code, Some(2));
    assert!(
        fault.contains("exists already; write another `--output`"),
        "{fault}"
    );
    let again = [&command[..], &["--resume", "--force"]].concat();
    let (code, again, fault) = tune(&again);
    assert_eq!(code, Some(0), "{fault}");
    assert_eq!(again, said);
    assert_eq!(fs::read_to_string(&file).expect("the file"), text);
    // A part only plays.
    let part = folder.path("part.jsonl");
    let (code, said, _) = tune(&["--shard", "1/3", "--out", &part]);
    assert_eq!(code, Some(0));
    assert!(
        said.starts_with("8 games of this part are finished"),
        "{said}"
    );
    // The file beside the definition is taken, and so it is an error if it is wrong.
    let analyze = ["analyze", &path, "--depth", "2"];
    let (_, tuned, _) = ferz(&analyze);
    let (_, derived, _) = ferz(&["analyze", &path, "--depth", "2", "--eval", "derived"]);
    let scores = |text: &str| text.lines().next().map(str::to_owned);
    assert!(scores(&tuned).is_some() && scores(&derived).is_some());
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
