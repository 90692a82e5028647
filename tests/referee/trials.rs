//! `ferz value` and `ferz balance` as programs: the same results in parts, on threads and after an
//! interruption.

use std::fs;

use serde_json::Value;

use super::program::ferz;
use crate::harness::Folder;

const VALUE: &[&str] = &[
    "value",
    "losalamos",
    "--piece",
    "A=NF",
    "--against",
    "queen",
    "--pairs",
    "1",
    "--nodes",
    "10,20",
    "--max-plies",
    "16",
];
const REGRESSION: &[&str] = &[
    "value",
    "losalamos",
    "--regression",
    "--games",
    "6",
    "--nodes",
    "30",
    "--plies",
    "4",
    "--max-plies",
    "60",
];
const BALANCE: &[&str] = &[
    "balance",
    "losalamos",
    "--games",
    "6",
    "--nodes",
    "10",
    "--max-plies",
    "20",
];

fn run(command: &[&str], more: &[&str]) -> (Option<i32>, String, String) {
    let arguments: Vec<&str> = command.iter().chain(more).copied().collect();
    ferz(&arguments)
}

#[test]
fn games_are_the_same_in_parts_on_threads_and_after_an_interruption() {
    for (name, command, n_games) in [
        ("value", VALUE, 12),
        ("regression", REGRESSION, 6),
        ("balance", BALANCE, 6),
    ] {
        let folder = Folder::new(name);
        let file = |name: &str| folder.path(name);
        let (code, whole, fault) = run(command, &["--out", &file("whole.jsonl")]);
        assert_eq!(code, Some(0), "{name}: {fault}");
        let rows = folder.rows("whole.jsonl");
        assert_eq!(rows.len(), n_games, "{name}");
        let (_, said, _) = run(command, &["--jobs", "2", "--out", &file("two.jsonl")]);
        assert_eq!(said, whole, "{name}");
        assert_eq!(folder.rows("two.jsonl"), rows, "{name}");
        // A part and a torn line, and then the rest.
        let text = fs::read_to_string(file("whole.jsonl")).expect("results");
        let torn = text.len() * 2 / 3;
        fs::write(file("torn.jsonl"), &text[..torn]).expect("a file");
        let (_, said, fault) = run(command, &["--resume", "--out", &file("torn.jsonl")]);
        assert_eq!(said, whole, "{name}");
        assert!(
            fault.contains(&format!("of {n_games} games are finished")),
            "{fault}"
        );
        assert_eq!(folder.rows("torn.jsonl"), rows, "{name}");
        for part in ["1", "2"] {
            let shard = format!("{part}/2");
            let out = file(&format!("{part}.jsonl"));
            run(command, &["--shard", &shard, "--out", &out]);
        }
        let merged = file("merged.jsonl");
        let (code, ..) = ferz(&["merge", &file("2.jsonl"), &file("1.jsonl"), "-o", &merged]);
        assert_eq!(code, Some(0), "{name}");
        assert_eq!(folder.rows("merged.jsonl"), rows, "{name}");
        let (_, said, _) = run(command, &["--resume", "--out", &merged]);
        assert_eq!(said, whole, "{name}");
        // A part is missing, and games under other conditions.
        let (code, _, fault) = ferz(&["merge", &file("2.jsonl")]);
        assert_eq!(code, Some(1), "{name}");
        assert!(fault.contains("are missing: "), "{name}: {fault}");
        let at = command.iter().position(|word| *word == "--max-plies");
        let mut short = command.to_vec();
        short[at.expect("the option") + 1] = "15";
        run(&short, &["--out", &file("short.jsonl")]);
        let (code, _, fault) = ferz(&["merge", &merged, &file("short.jsonl")]);
        assert_eq!(code, Some(1), "{name}");
        assert!(fault.contains("limits differ"), "{name}: {fault}");
        // Games of different commands.
        let others = if name == "balance" { VALUE } else { BALANCE };
        run(others, &["--out", &file("others.jsonl")]);
        let (code, _, fault) = ferz(&["merge", &merged, &file("others.jsonl")]);
        assert_eq!(code, Some(1), "{name}");
        assert!(fault.contains("commands differ"), "{name}: {fault}");
        // The games of another seed are others.
        run(command, &["--seed", "2", "--out", &file("other.jsonl")]);
        assert_ne!(folder.rows("other.jsonl"), rows, "{name}");
    }
}

#[test]
fn a_picture_is_drawn_anew_from_the_games_that_are_there() {
    let folder = Folder::new("picture");
    let (out, svg) = (folder.path("games.jsonl"), folder.path("picture.svg"));
    let files = ["--out", &out, "--svg", &svg];
    let (code, _, fault) = run(BALANCE, &files);
    assert_eq!(code, Some(0), "{fault}");
    let drawn = fs::read_to_string(&svg).expect("a picture");
    fs::write(&svg, "another").expect("a file");
    let (code, _, fault) = run(BALANCE, &["--svg", &svg]);
    assert_eq!(code, Some(2), "it is there: {fault}");
    let (code, _, fault) = run(BALANCE, &[&files[..], &["--resume"]].concat());
    assert_eq!(code, Some(0), "{fault}");
    assert_eq!(fs::read_to_string(&svg).expect("a picture"), drawn);
}

#[test]
fn leaves_are_the_same_in_parts_and_after_an_interruption() {
    let folder = Folder::new("leaves");
    let file = |name: &str| folder.path(name);
    let perft = |more: &[&str]| ferz(&[&["perft", "losalamos", "4"], more].concat());
    let (_, whole, _) = perft(&[]);
    let mut parts = Vec::new();
    for part in ["3", "1", "2"] {
        let (shard, out) = (format!("{part}/3"), file(part));
        let (code, said, fault) = perft(&["--shard", &shard, "--out", &out]);
        assert_eq!(code, Some(0), "{fault}");
        assert!(said.contains("`ferz merge` adds the parts up"), "{said}");
        parts.push(out);
    }
    let merged = file("merged");
    let (code, said, fault) = ferz(&["merge", &parts[0], &parts[1], &parts[2], "-o", &merged]);
    assert_eq!((code, said.as_str()), (Some(0), whole.as_str()), "{fault}");
    // In another order, with a part twice, and of the file that was written.
    let (_, said, _) = ferz(&["merge", &parts[1], &parts[0], &parts[1], &parts[2]]);
    assert_eq!(said, whole);
    assert_eq!(ferz(&["merge", &merged]).1, whole);
    let (code, said, fault) = ferz(&["merge", &parts[1], &parts[2]]);
    assert_eq!(code, Some(1), "{said}");
    assert!(fault.contains("are missing"), "{fault}");
    // A torn file goes on, on two threads.
    let text = fs::read_to_string(&merged).expect("counts");
    fs::write(file("torn"), &text[..text.len() / 2]).expect("a file");
    let (code, said, fault) = perft(&["--resume", "--threads", "2", "--out", &file("torn")]);
    assert_eq!((code, said.as_str()), (Some(0), whole.as_str()), "{fault}");
    let lines = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    let resumed = fs::read_to_string(file("torn")).expect("counts");
    assert_eq!(lines(&resumed), lines(&text));
    // Two answers for one part, games among counts, and a test of them.
    fs::write(file("wrong"), text.replacen("\"count\":", "\"count\":1", 1)).expect("a file");
    let (code, _, fault) = ferz(&["merge", &merged, &file("wrong")]);
    assert_eq!(code, Some(1));
    assert!(fault.contains("differs in another"), "{fault}");
    run(BALANCE, &["--out", &file("games")]);
    let (code, _, fault) = ferz(&["merge", &merged, &file("games")]);
    assert_eq!(code, Some(1));
    assert!(fault.contains("is not a part of a perft count"), "{fault}");
    let (code, ..) = ferz(&["merge", &merged, "--sprt", "elo0=0,elo1=5"]);
    assert_eq!(code, Some(2));
    let (code, ..) = perft(&["--shard", "1/3"]);
    assert_eq!(code, Some(2), "a part needs a file");
}

#[test]
fn a_report_says_what_was_measured() {
    let (code, said, fault) = run(VALUE, &["--json"]);
    assert_eq!(code, Some(0), "{fault}");
    let report: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(report["piece"], "A");
    assert_eq!(report["against"], "queen");
    let hash = report["definition"].as_str().expect("a hash").to_owned();
    assert_eq!(hash.len(), 16);
    let (_, text, _) = run(VALUE, &[]);
    assert!(text.contains(&format!("definition {hash}\n")), "{text}");
    let (_, text, _) = ferz(&["value", "losalamos", "--estimate"]);
    assert!(text.contains("\ndefinition "), "{text}");
    for (limit, nodes) in [(0, 10), (1, 20)] {
        let limit = &report["limits"][limit];
        assert_eq!(limit["nodes"], nodes);
        assert_eq!(limit["questions"].as_array().map(Vec::len), Some(3));
        assert_eq!(limit["questions"][0]["second"], "all less a pawn");
        let games = limit["questions"][1]["games"].as_array().expect("games");
        assert_eq!(games.iter().filter_map(Value::as_u64).sum::<u64>(), 2);
    }
    let (_, said, _) = run(BALANCE, &["--json"]);
    let report: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(report["lengths"].as_array().map(Vec::len), Some(6));
    assert!(report["branching"].as_f64() > Some(5.0));
    let (_, said, _) = run(BALANCE, &[]);
    for words in [
        "games             6 (White",
        "half-moves",
        "never moved",
        "dead first moves",
    ] {
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_picture_shows_lengths_and_first_moves() {
    let folder = Folder::new("picture");
    let path = folder.path("balance.svg");
    let (code, _, fault) = run(BALANCE, &["--svg", &path]);
    assert_eq!(code, Some(0), "{fault}");
    let svg = fs::read_to_string(&path).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert!(svg.contains(": 6 games</text>"));
    assert_eq!(
        svg.matches(" half-moves: ").count(),
        svg.matches("fill=\"#4a6fa5\"").count()
    );
    assert_eq!(
        run(BALANCE, &["--svg", &path]).0,
        Some(2),
        "files are not overwritten"
    );
}

#[test]
fn wrong_questions_are_refused() {
    for (arguments, says) in [
        (&["value", "chess"][..], "required arguments"),
        (
            &["value", "chess", "--piece", "x"],
            "no piece is called `x`",
        ),
        (
            &["value", "chess", "--piece", "Q=RN"],
            "another piece has the letter `Q`",
        ),
        (
            &["value", "chess", "--piece", "9=R"],
            "a piece needs a name",
        ),
        (&["value", "chess", "--piece", "king"], "cannot be lost"),
        (
            &["value", "chess", "--piece", "rook", "--pawn", "z"],
            "8 files",
        ),
        (
            &["value", "chess", "--piece", "rook", "--shard", "1/2"],
            "required arguments",
        ),
        (
            &["value", "amazons", "--piece", "amazon"],
            "no pawn can be removed",
        ),
        (&["balance", "chess", "--nodes", "0"], "0 is not in"),
    ] {
        let (code, _, fault) = ferz(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {fault}");
        assert!(fault.contains(says), "{arguments:?}: {fault}");
    }
    let (code, _, fault) = ferz(&["value", "chess", "--piece", "C=(("]);
    assert_eq!(code, Some(1), "the text is wrong: {fault}");
    assert!(fault.contains("`--piece C=((`"), "{fault}");
}

/// A pair says nothing in pawns, so the definition stays as it was.
#[test]
fn what_was_not_measured_is_not_written() {
    let folder = Folder::new("write");
    let path = folder.path("mine.toml");
    let before = "[mine]\ninherits = 'losalamos'\n";
    fs::write(&path, before).expect("a definition");
    let (code, _, fault) = ferz(&[
        "value",
        &path,
        "--piece",
        "queen",
        "--against",
        "rook",
        "--pairs",
        "1",
        "--nodes",
        "20",
        "--max-plies",
        "20",
        "--write",
        &path,
    ]);
    assert_eq!(code, Some(2), "{fault}");
    assert!(
        fault.contains("the games do not yet give a value in pawns"),
        "{fault}"
    );
    assert_eq!(fs::read_to_string(&path).expect("a definition"), before);
}
