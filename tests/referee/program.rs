//! `ferz match` and `ferz merge` as programs, with engines that fail in every way.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, thread};

use serde_json::Value;

use super::dummy;
use crate::harness::Folder;

impl Folder {
    /// The rows of a file, sorted, without what depends on the clock.
    pub(super) fn rows(&self, name: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.path(name)).expect("results");
        let mut rows: Vec<Value> = text
            .lines()
            .map(|line| {
                let mut row: Value = serde_json::from_str(line).expect("JSON");
                for timed in ["seconds", "move_ms", "date"] {
                    row[timed] = Value::Null;
                }
                row
            })
            .collect();
        rows.sort_by_key(|row| (row["pair"].as_u64(), row["game"].as_u64()));
        rows
    }
}

/// The exit code, standard output and standard error of a run.
pub(super) fn ferz(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// The description of an engine that breaks in this way.
pub(super) fn broken(mode: &str, folder: &Folder) -> String {
    let own = std::env::current_exe().expect("the tests are a program");
    let protocol = match mode {
        "false-claim" | "xboard" | "xboard-refuses" | "resign" => "xboard",
        _ => "uci",
    };
    format!(
        "cmd=env FERZ_DUMMY={mode} FERZ_DUMMY_PIDS={} {} {} --exact --nocapture name=dummy proto={protocol}",
        folder.path("pids"),
        own.display(),
        dummy::TEST,
    )
}

/// How each way to break ends a game, and whether it is a fault.
const ENDS: &[(&str, &str, bool)] = &[
    ("ok", "max-plies", false),
    ("xboard", "max-plies", false),
    ("garbage", "max-plies", false),
    ("slow-quit", "max-plies", false),
    ("late", "time-forfeit", false),
    ("resign", "resignation", false),
    ("illegal", "illegal-move", true),
    ("hang-on-go", "stall", true),
    ("exit-on-go", "disconnect", true),
    ("exit-at-start", "disconnect", true),
    ("flood", "disconnect", true),
    ("long-line", "disconnect", true),
    ("no-uciok", "stall", true),
    ("false-claim", "false-claim", true),
];

#[test]
fn engines_that_break_lose_and_leave_nothing_behind() {
    // Most of the time is spent with waiting.
    for some in ENDS.chunks(5) {
        thread::scope(|scope| {
            for (mode, reason, is_fault) in some {
                scope.spawn(|| try_to_break(mode, reason, *is_fault));
            }
        });
    }
}

fn try_to_break(mode: &str, reason: &str, is_fault: bool) {
    let folder = Folder::new(mode);
    let engine = broken(mode, &folder);
    let out = folder.path("out.jsonl");
    let limit: &[&str] = match mode {
        "late" => &["--st", "0.2"],
        "flood" => &["--depth", "1", "--wall", "20"],
        "hang-on-go" | "no-uciok" => &["--depth", "1", "--wall", "0.5"],
        _ => &["--depth", "1", "--wall", "10"],
    };
    let mut arguments = vec!["match", "chess", "--engine", &engine];
    arguments.extend(["--engine", "cmd=self depth=1", "--games", "2"]);
    arguments.extend(["--openings", "start", "--max-plies", "6", "--out", &out]);
    arguments.extend(limit);
    let (code, said, fault) = ferz(&arguments);
    assert_eq!(code, Some(i32::from(is_fault)), "{mode}: {said}{fault}");
    let rows = folder.rows("out.jsonl");
    assert_eq!(rows.len(), 2, "{mode}: the next game starts");
    for row in rows {
        assert_eq!(row["reason"], reason, "{mode}: {row}");
        if reason != "max-plies" {
            let loser = usize::from(row["black"] == "dummy");
            assert_eq!(row["result"][loser], 0.0, "{mode}: {row}");
        }
    }
    let pids = fs::read_to_string(folder.path("pids")).expect("the engine has started");
    for pid in pids.lines() {
        let process = Path::new("/proc").join(pid);
        assert!(!process.exists(), "{mode}: the engine {pid} is still there");
    }
}

#[test]
fn an_engine_that_fails_again_and_again_ends_the_run() {
    let folder = Folder::new("again");
    let engine = broken("exit-on-go", &folder);
    for (policy, games) in [("restart", 3), ("stop", 1)] {
        let out = folder.path(&format!("{policy}.jsonl"));
        let (code, _, fault) = ferz(&[
            "match",
            "chess",
            "--engine",
            &engine,
            "--engine",
            "cmd=self depth=1",
            "--games",
            "10",
            "--openings",
            "start",
            "--depth",
            "1",
            "--on-crash",
            policy,
            "--jobs",
            "1",
            "--out",
            &out,
        ]);
        assert_eq!(code, Some(1), "{fault}");
        assert!(fault.contains("dummy has failed too often"), "{fault}");
        assert_eq!(folder.rows(&format!("{policy}.jsonl")).len(), games);
    }
}

#[test]
fn engines_that_refuse_legal_moves_are_told_before_the_first_game() {
    let folder = Folder::new("refuses");
    for (mode, handshake, expected) in [
        ("xboard", "fail", 0),
        ("xboard-refuses", "fail", 1),
        ("xboard-refuses", "off", 0),
        ("perft-ends", "fail", 1),
    ] {
        let engine = broken(mode, &folder);
        let mut arguments = vec!["match", "chess", "--engine", &engine];
        arguments.extend([
            "--engine",
            "cmd=self depth=1",
            "--games",
            "2",
            "--depth",
            "1",
        ]);
        arguments.extend(["--max-plies", "2", "--openings", "random:4"]);
        arguments.extend(["--handshake", handshake]);
        let (code, _, fault) = ferz(&arguments);
        assert_eq!(code, Some(expected), "{mode} {handshake}: {fault}");
        let is_told = match mode {
            "perft-ends" => fault.contains("it does not list its moves"),
            _ => {
                fault.contains("it calls legal moves illegal in rnbqkbnr") && fault.contains("e2e4")
            }
        };
        assert_eq!(is_told, expected == 1, "{mode} {handshake}: {fault}");
    }
}

#[test]
fn engines_are_kept_on_processors() {
    let folder = Folder::new("affinity");
    let run = |engine: &str, jobs: &str| {
        ferz(&[
            "match",
            "chess",
            "--engine",
            engine,
            "--engine",
            "cmd=ferz uci name=B",
            "--games",
            "2",
            "--depth",
            "1",
            "--max-plies",
            "4",
            "--affinity",
            "--jobs",
            jobs,
        ])
    };
    let (code, _, fault) = run("cmd=self name=A", "1");
    assert_eq!(code, Some(2));
    assert!(
        fault.contains("`A` is not: write `cmd=ferz uci`"),
        "{fault}"
    );
    let has_taskset = Command::new("taskset").arg("-V").output().is_ok();
    if !has_taskset || !Path::new("/proc/self/status").exists() {
        println!("skipped: there is no taskset here");
        return;
    }
    let (code, _, fault) = run("cmd=ferz uci name=A", "1");
    assert_eq!(code, Some(0), "{fault}");
    let (code, _, fault) = run("cmd=ferz uci name=A", "256");
    assert_eq!(code, Some(2), "{fault}");
    // A program that writes down where it may run, and ends.
    let allowed = folder.path("allowed");
    let script = folder.path("engine.sh");
    fs::write(
        &script,
        format!("grep Cpus_allowed_list /proc/self/status > {allowed}\n"),
    )
    .expect("a script");
    run(&format!("cmd=sh {script} name=A"), "1");
    let list = fs::read_to_string(&allowed).expect("what was written down");
    let list = list.split_whitespace().nth(1).expect("processors");
    assert!(list.parse::<usize>().is_ok(), "one processor: {list}");
}

#[test]
fn games_begin_with_those_of_a_file() {
    let folder = Folder::new("openings");
    let games = folder.path("openings.pgn");
    let text = "1. e4 c5 2. Nf3 d6 {known} (2... e6) 3. d4 1-0\n\n1. d4 1/2-1/2\n";
    fs::write(&games, text).expect("a file");
    let out = folder.path("games.jsonl");
    let from = format!("pgn:{games}");
    let mut arguments = vec!["match", "chess", "--engine", "cmd=self", "--engine"];
    arguments.extend(["cmd=self name=other", "--games", "4", "--nodes", "50"]);
    arguments.extend(["--max-plies", "6", "--openings", &from, "--out", &out]);
    arguments.extend(["--opening-plies", "3"]);
    let (code, _, fault) = ferz(&arguments);
    assert_eq!(code, Some(0), "{fault}");
    let rows = folder.rows("games.jsonl");
    assert_eq!(rows.len(), 4);
    for row in rows {
        let moves: Vec<&str> = row["moves"].as_str().expect("moves").split(' ').collect();
        let begins: &[&str] = if row["pair"] == 0 {
            &["e2e4", "c7c5", "g1f3"]
        } else {
            &["d2d4"]
        };
        assert!(moves.starts_with(begins), "{row}");
        assert!(moves.len() > 3, "{row}");
    }
    fs::write(&games, "1. e4 e4 *\n").expect("a file");
    let (code, _, fault) = ferz(&arguments);
    assert_eq!(code, Some(1));
    assert!(fault.contains("game 1: "), "{fault}");
}

/// A match that is the same each time.
const MATCH: [&str; 17] = [
    "match",
    "losalamos",
    "--variants",
    "chess",
    "--engine",
    "cmd=self name=A",
    "--engine",
    "cmd=self name=B skill=2",
    "--games",
    "4",
    "--nodes",
    "60",
    "--openings",
    "random:4",
    "--balance",
    "300",
    "--max-plies=40",
];

fn run_match(more: &[&str]) -> (Option<i32>, String, String) {
    let arguments: Vec<&str> = MATCH.iter().chain(more).copied().collect();
    ferz(&arguments)
}

#[test]
fn a_match_is_the_same_in_parts_on_threads_and_after_an_interruption() {
    let folder = Folder::new("same");
    let file = |name: &str| folder.path(name);
    let (code, text, fault) = run_match(&["--out", &file("whole"), "--pgn", &file("pgn")]);
    assert_eq!(code, Some(0), "{fault}");
    assert!(text.starts_with("A - B\n"), "{text}");
    for line in ["  losalamos ", "  chess ", "  all ", "  time: ", "  ends: "] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let whole = folder.rows("whole");
    assert_eq!(whole.len(), 8);
    let games = fs::read_to_string(file("pgn")).expect("games");
    assert_eq!(games.matches("[Event ").count(), 8);
    assert!(
        games.contains("[Opening \"random:4,balance=300#1\"]"),
        "{games}"
    );

    assert_eq!(games.matches("[TimeControl \"-\"]").count(), 8);

    run_match(&["--out", &file("threads"), "--jobs", "2"]);
    assert_eq!(folder.rows("threads"), whole);

    for part in ["1/3", "2/3", "3/3"] {
        let name = format!("part{}", &part[..1]);
        let (code, ..) = run_match(&["--out", &file(&name), "--shard", part]);
        assert_eq!(code, Some(0));
    }
    let parts = ["part1", "part2", "part3", "whole"].map(file);
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let merged = file("merged");
    let (code, merged_text, fault) = ferz(&[&["merge", "-o", &merged], &parts[..]].concat());
    assert_eq!(code, Some(0), "{fault}");
    assert_eq!(folder.rows("merged"), whole);
    let without_times = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with("  time:"));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(without_times(&merged_text), without_times(&text));

    // A part too few, and a game.
    let (code, text, fault) = ferz(&["merge", parts[0], parts[2]]);
    assert_eq!(code, Some(1), "{fault}");
    assert!(text.starts_with("A - B\n"), "{text}");
    let told = "2 of 8 games with seed 1 are missing: of pair 2";
    assert!(fault.contains(told), "{fault}");
    let text = fs::read_to_string(file("whole")).expect("results");
    // On two threads any game may be the first that ends.
    let pair_of = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("JSON");
        row["pair"].as_u64()
    };
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_by_key(|line| pair_of(line));
    let (first, rest) = (lines[0], format!("{}\n", lines[1..].join("\n")));
    fs::write(file("less"), &rest).expect("a file");
    let (code, said, fault) = ferz(&["merge", "--json", &file("less")]);
    assert_eq!(code, Some(1), "{fault}");
    assert!(fault.contains("1 of 8 games with seed 1"), "{fault}");
    let summary: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(summary["missing"][0]["pairs"], serde_json::json!([0]));

    // The same game with another end.
    let mut other: Value = serde_json::from_str(first).expect("JSON");
    other["result"] = serde_json::json!([0.25, 0.75]);
    fs::write(file("other"), format!("{other}\n")).expect("a file");
    let (code, _, fault) = ferz(&["merge", parts[3], &file("other")]);
    assert_eq!(code, Some(1));
    assert!(fault.contains("differs in another file"), "{fault}");

    // What is there is not played again, and a torn line is.
    fs::write(file("torn"), format!("{first}\n{}", &rest[..40])).expect("a file");
    let (code, _, fault) = run_match(&["--out", &file("torn"), "--resume"]);
    assert_eq!(code, Some(0), "{fault}");
    assert!(fault.contains("1 of 8 games are finished"), "{fault}");
    assert_eq!(folder.rows("torn"), whole);
    let (code, _, fault) = run_match(&["--out", &file("torn")]);
    assert_eq!(code, Some(2), "{fault}");
    let (code, _, fault) = run_match(&["--out", &file("both"), "--pgn", &file("both")]);
    assert_eq!(code, Some(2), "{fault}");
    assert!(fault.contains("need different files"), "{fault}");
    for text in ["no result\n", "no result"] {
        fs::write(file("torn"), text).expect("a file");
        let (code, _, fault) = run_match(&["--out", &file("torn"), "--resume"]);
        assert_eq!(code, Some(1), "{fault}");
        assert!(fault.contains("line 1"), "{fault}");
        assert_eq!(fs::read_to_string(file("torn")).expect("a file"), text);
    }
}

#[test]
fn games_of_different_runs_are_not_added_up() {
    let folder = Folder::new("different");
    let run = |name: &str, more: &[&str]| {
        let mut arguments = vec!["match", "losalamos", "--engine", "cmd=self name=A"];
        let file = folder.path(name);
        arguments.extend(["--max-plies", "8", "--openings", "random:4"]);
        arguments.extend(["--balance", "off", "--out", &file]);
        arguments.extend(more);
        if !more.contains(&"--games=6") {
            arguments.push("--games=2");
        }
        let (code, _, fault) = ferz(&arguments);
        assert_eq!(code, Some(0), "{name}: {fault}");
        file
    };
    let other = ["--engine", "cmd=self name=B skill=2"];
    let first = run("first", &[&other[..], &["--nodes", "20"]].concat());
    let cases: &[(&[&str], &[&str], &str)] = &[
        (
            &other,
            &["--nodes", "21"],
            "limits differ: `nodes=20 max-plies=8` in ",
        ),
        (
            &["--engine", "cmd=self name=B skill=3"],
            &["--nodes=20"],
            "descriptions of `B` differ",
        ),
        (
            &["--engine", "cmd=self name=C"],
            &["--nodes=20"],
            "players differ: `A, B` in ",
        ),
        (&other, &["--nodes=20", "--margin=5"], "margins differ"),
        (
            &other,
            &["--nodes=20", "--variants", "chess"],
            "variants differ",
        ),
    ];
    for (index, (players, more, told)) in cases.iter().enumerate() {
        let second = run(&format!("second{index}"), &[*players, *more].concat());
        let merged = folder.path(&format!("merged{index}"));
        let (code, text, fault) = ferz(&["merge", &first, &second, "-o", &merged]);
        assert_eq!((code, text.as_str()), (Some(1), ""), "{told}: {fault}");
        assert!(fault.contains(told), "{told}: {fault}");
        assert!(fault.contains("`--different`"), "{told}: {fault}");
        assert!(!Path::new(&merged).exists(), "{told}");
        let (code, _, fault) = ferz(&["merge", "--different", &first, &second]);
        assert_eq!(code, Some(0), "{told}: {fault}");
        assert!(fault.contains(told), "{told}: {fault}");
    }
    // More openings of the same kind.
    let second = run("seed", &[&other[..], &["--nodes=20", "--seed=5"]].concat());
    let (code, _, fault) = ferz(&["merge", &first, &second]);
    assert_eq!(code, Some(0), "{fault}");
    assert!(fault.contains("the seeds 1, 5"), "{fault}");
    // Whoever asks for more games goes on with the run.
    let more = ["--nodes=20", "--resume", "--games=6"];
    run("first", &[&other[..], &more[..]].concat());
    let (code, _, fault) = ferz(&["merge", &first]);
    assert_eq!(code, Some(0), "{fault}");
}

#[test]
fn games_say_by_what_clock_they_were_played() {
    let folder = Folder::new("clocks");
    for (option, wanted) in [("--tc=1+0.01", "1+0.01"), ("--st=0.001", "1/0.001")] {
        let games = folder.path(&wanted.replace('/', "-"));
        let engines = ["--engine", "cmd=self name=A", "--engine", "cmd=self name=B"];
        let more = [option, "--games=2", "--max-plies=6", "--pgn", &games];
        let (code, _, fault) = ferz(&[&["match", "losalamos"], &engines[..], &more[..]].concat());
        assert_eq!(code, Some(0), "{fault}");
        let games = fs::read_to_string(games).expect("games");
        let tag = format!("[TimeControl \"{wanted}\"]");
        assert_eq!(games.matches(&tag).count(), 2, "{games}");
    }
}

/// source: section 2 of the plan of the referee, where the tags are listed.
#[test]
fn games_have_all_tags() {
    let folder = Folder::new("tags");
    let definition = folder.path("tiny.toml");
    fs::write(
        &definition,
        "[tiny]\ninherits = 'losalamos'\npieces.queen.move = 'Q2'\n",
    )
    .expect("a definition");
    for (variant, plies, has_men, has_fen) in [
        ("chess", "random:2", false, false),
        ("crazyhouse", "random:2", false, true),
        (definition.as_str(), "start", true, true),
    ] {
        let pgn = folder.path("games.pgn");
        let engines = ["--engine", "cmd=self name=A", "--engine", "cmd=self name=B"];
        let more = [
            "--openings",
            plies,
            "--games=2",
            "--max-plies=6",
            "--nodes=20",
            "--seed=7",
        ];
        let files = ["--pgn", &pgn, "--force"];
        let all = [&["match", variant], &engines[..], &more[..], &files[..]].concat();
        let (code, _, fault) = ferz(&all);
        assert_eq!(code, Some(0), "{fault}");
        let text = fs::read_to_string(&pgn).expect("games");
        let game = text.split("\n\n").next().expect("tags");
        let names: Vec<&str> = game
            .lines()
            .map(|line| {
                line.trim_start_matches('[')
                    .split(' ')
                    .next()
                    .expect("a name")
            })
            .collect();
        let mut expected = vec!["Event", "Site", "Date", "Round", "White", "Black", "Result"];
        expected.extend(["Variant", "VariantHash"]);
        expected.extend(has_men.then_some("VariantMen"));
        expected.extend(if has_fen { &["SetUp", "FEN"][..] } else { &[] });
        expected.extend(["Opening", "Seed", "PlyCount", "TimeControl", "Termination"]);
        expected.push("TerminationDetails");
        assert_eq!(names, expected, "{variant}");
        let value = |name: &str| {
            let begin = format!("[{name} \"");
            let line = game.lines().find(|line| line.starts_with(&begin));
            let value = line.and_then(|line| line.strip_prefix(&begin));
            value.unwrap_or_default().trim_end_matches("\"]").to_owned()
        };
        let hash = value("VariantHash");
        let digits = hash.strip_prefix("sha256:").expect("a hash");
        assert!(digits.len() == 64 && digits.chars().all(|digit| digit.is_ascii_hexdigit()));
        let date = value("Date");
        assert!(date.starts_with("20") && date.len() == 10, "{date}");
        assert_eq!(value("Opening"), format!("{plies}#0"));
        assert_eq!(
            (value("Seed").as_str(), value("PlyCount").as_str()),
            ("7", "6")
        );
        assert_eq!(value("Termination"), "adjudication");
        assert_eq!(value("TerminationDetails"), "max plies: after 6 half-moves");
        if has_men {
            assert!(
                value("VariantMen").split(';').any(|men| men == "Q:Q2"),
                "{game}"
            );
        }
        // What we write we read.
        let mut read = vec!["pgn", "check", &pgn];
        if has_men {
            read.extend(["--variant", variant]);
        }
        let (code, said, fault) = ferz(&read);
        assert_eq!(code, Some(0), "{said}{fault}");
    }
}

#[test]
fn three_players_are_rated() {
    let engines = ["A", "B", "C"].map(|name| format!("cmd=self name={name}"));
    let mut arguments = vec![
        "match",
        "losalamos",
        "--games=2",
        "--nodes=20",
        "--max-plies=6",
    ];
    for engine in &engines {
        arguments.extend(["--engine", engine]);
    }
    let (code, text, fault) = ferz(&arguments);
    assert_eq!(code, Some(0), "{fault}");
    let (_, table) = text
        .split_once("ratings in Elo, with the mean 0\n")
        .expect("ratings");
    let lines: Vec<&str> = table.lines().collect();
    let is_rating = |line: &&str| line.contains("4 games, ");
    assert!(lines[..3].iter().all(is_rating), "{table}");
    assert_eq!(lines.len(), 6, "{table}");
    assert!(lines[3].starts_with("A against B: "), "{table}");
    arguments.push("--json");
    let (_, text, _) = ferz(&arguments);
    let summary: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(summary["ratings"].as_array().map(Vec::len), Some(3));
    assert_eq!(summary["ratings"][0]["games"], 4);
}

/// A game that our own search takes for decided ends.
#[test]
fn sure_losses_are_given_up() {
    let folder = Folder::new("sure");
    let positions = folder.path("positions.fen");
    fs::write(&positions, "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n").expect("a file");
    let from = format!("fen:{positions}");
    let out = folder.path("out.jsonl");
    let (code, _, fault) = ferz(&[
        "match",
        "chess",
        "--engine",
        "cmd=self name=A",
        "--engine",
        "cmd=ferz uci name=B",
        "--games=2",
        "--nodes=200",
        "--openings",
        &from,
        "--resign",
        "p=0.99",
        "--out",
        &out,
    ]);
    assert_eq!(code, Some(0), "{fault}");
    for row in folder.rows("out.jsonl") {
        assert_eq!(row["reason"], "adjudication", "{row}");
        assert_eq!(row["result"][0], 1.0, "{row}");
    }
}

/// Pairs with one opening are no independent ones.
#[test]
fn openings_that_come_again_are_told() {
    let engines = ["--engine", "cmd=self name=A", "--engine", "cmd=self name=B"];
    for (openings, told) in [
        ("start", "2 pairs with a repeated opening"),
        ("random:4", ""),
    ] {
        let more = [
            "--openings",
            openings,
            "--games=6",
            "--max-plies=6",
            "--nodes=20",
        ];
        let (code, _, fault) = ferz(&[&["match", "losalamos"], &engines[..], &more[..]].concat());
        assert_eq!(code, Some(0), "{fault}");
        assert!(fault.contains(told), "{openings}: {fault}");
        assert_eq!(
            fault.contains("with a repeated opening"),
            !told.is_empty(),
            "{fault}"
        );
    }
}

/// What was found, without the time that it took.
fn timeless(value: Value) -> Value {
    match value {
        Value::Object(entries) => {
            let kept = entries
                .into_iter()
                .filter(|(key, _)| !key.contains("second"));
            Value::Object(kept.map(|(key, value)| (key, timeless(value))).collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(timeless).collect()),
        other => other,
    }
}

#[test]
fn a_test_stops_at_the_same_pair_on_any_number_of_threads() {
    let mut found = Vec::new();
    for jobs in ["1", "2"] {
        let (code, text, fault) = ferz(&[
            "match",
            "losalamos",
            "--engine",
            "cmd=self name=A nodes=300",
            "--engine",
            "cmd=self name=B skill=0 nodes=20",
            "--games",
            "60",
            "--openings",
            "random:4",
            "--balance",
            "off",
            "--sprt",
            "elo0=0,elo1=200",
            "--jobs",
            jobs,
            "--json",
        ]);
        assert_eq!(code, Some(0), "{fault}");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["sprt"]["verdict"], "accepted", "{text}");
        found.push(timeless(value));
    }
    // Games that were under way when it stopped are not counted.
    assert_eq!(found[0], found[1]);
}

#[test]
fn what_cannot_be_played_is_refused_before_the_first_game() {
    let two = ["--engine", "cmd=self name=A", "--engine", "cmd=self name=B"];
    let cases: &[(&[&str], &str)] = &[
        (&["chess", "--engine", "cmd=self"], "two players"),
        (
            &["chess", "--engine", "cmd=self", "--engine", "cmd=self"],
            "two engines are called",
        ),
        (
            &["chess", "--engine", "cmd=a proto=x", "--engine", "cmd=self"],
            "unknown protocol `x`",
        ),
        (
            &["chess", "--engine", "cmd=/nothing", "--engine", "cmd=self"],
            "cannot be started",
        ),
        (
            &[
                "chess",
                "--engine",
                "cmd=self skill=99",
                "--engine",
                "cmd=self name=b",
            ],
            "skill=0..20",
        ),
    ];
    let with_two: &[(&[&str], &str)] = &[
        (&[], "name of a variant"),
        (&["nosuch"], "nosuch"),
        (&["chess", "chess"], "named twice"),
        (&["chess", "--games", "3"], "even number"),
        (&["chess", "--tc", "x"], "not a time control"),
        (&["chess", "--st", "0"], "must not be 0"),
        (&["chess", "--openings", "book"], "random:N"),
        (&["chess", "--openings", "random:x"], "random:N"),
        (&["chess", "--openings", "shuffle"], "numbered set-ups"),
        (&["chess", "--openings", "fen:/nothing"], "/nothing"),
        (&["chess", "--balance", "0"], "--balance"),
        (&["chess", "--sprt", "elo0=5,elo1=0"], "elo0"),
        (&["chess", "--sprt", "elo0=5"], "both"),
        (&["chess", "--shard", "3/2"], "PART/PARTS"),
        (&["chess", "--resign", "score=x"], "not a number"),
        (&["chess", "--resign", "p=2"], "from 0.5 to 0.9999"),
        (&["chess", "--resign", "p=0.9,score=3"], "not both"),
        (&["chess", "--resign", "both=yes"], "both=true"),
        (
            &["chess", "--resign", "p=0.9", "--engine", "cmd=env name=C"],
            "`C` is another engine",
        ),
        (&["chess", "--draw", "until=3"], "from="),
    ];
    for (words, expected) in cases {
        let (code, _, fault) = ferz(&[&["match"], *words].concat());
        assert_eq!(code, Some(2), "{words:?}: {fault}");
        assert!(fault.contains(expected), "{words:?}: {fault}");
    }
    for (words, expected) in with_two {
        let (code, _, fault) = ferz(&[&["match"], *words, &two].concat());
        assert_eq!(code, Some(2), "{words:?}: {fault}");
        assert!(fault.contains(expected), "{words:?}: {fault}");
    }
}
