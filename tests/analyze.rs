//! Tests of `ferz analyze` on positions and games.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Returns standard output, standard error and the exit code.
fn analyze(args: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .arg("analyze")
        .args(args)
        .current_dir(root!())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that does not read its input may close it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("text in UTF-8");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

fn json(args: &[&str], input: &str) -> Value {
    let (out, err, code) = analyze(args, input);
    assert_eq!(code, Some(0), "{err}");
    serde_json::from_str(&out).expect("JSON")
}

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w";

/// The same for Black.
const BLACK_WINS: &str = "k3r3/8/8/8/8/8/5PPP/6K1 b";

#[test]
fn lines_have_scores_depths_and_moves() {
    let (out, err, code) = analyze(
        &["chess", "--fen", BACK_RANK, "--lines", "2", "--depth", "3"],
        "",
    );
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("1. White wins in 1, depth "), "{out}");
    assert!(lines[0].ends_with(": 1. Re8#"), "{out}");
    assert!(lines[1].starts_with("2. +"), "{out}");
    assert!(lines[2].contains(" nodes in "), "{out}");
    assert_eq!(lines.len(), 3, "{out}");
    // Scores are White's, whichever side is to move.
    let (out, ..) = analyze(
        &["chess", "--fen", BLACK_WINS, "--lines", "2", "--depth", "3"],
        "",
    );
    assert!(out.starts_with("1. Black wins in 1, "), "{out}");
    assert!(out.contains(": 1... Re1#\n2. -"), "{out}");
}

#[test]
fn lines_are_data_too() {
    for (fen, sign, mate) in [(BACK_RANK, 1, "e1e8"), (BLACK_WINS, -1, "e8e1")] {
        let answer = json(
            &[
                "chess", "--fen", fen, "--lines", "3", "--depth", "3", "--json",
            ],
            "",
        );
        assert_eq!(answer["depth"], answer["lines"][0]["depth"]);
        let lines = answer["lines"].as_array().expect("lines");
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0]["score"]["mate"].as_i64(), Some(sign));
        assert_eq!(lines[0]["moves"][0].as_str(), Some(mate));
        let units = lines[1]["score"]["cp"].as_i64().expect("units");
        assert_eq!(units.signum(), sign);
        for (index, line) in lines.iter().enumerate() {
            assert_eq!(line["rank"].as_u64(), Some(index as u64 + 1));
            let count = |key: &str| line[key].as_array().map(Vec::len);
            assert_eq!(count("moves"), count("san"));
        }
    }
}

#[test]
fn a_game_is_judged_move_by_move() {
    let game = "[Event \"?\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";
    let args = ["chess", "--game", "-", "--depth", "3"];
    let (out, err, code) = analyze(&args, game);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("\n3... Nf6         White wins in 1 "), "{out}");
    assert!(
        out.contains("\n4. Qxf7#          White has won    0.00\n"),
        "{out}"
    );
    assert!(
        out.contains("The game is over: checkmate, 1-0; White wins."),
        "{out}"
    );
    assert!(
        out.contains("The worst moves:\n  3... Nf6: White wins in 1 instead of "),
        "{out}"
    );
    assert_eq!(out.matches(" a move\n").count(), 2, "{out}");

    let args = ["chess", "--game", "-", "--depth", "3", "--json"];
    let answer = json(&args, game);
    let moves = answer["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 7);
    assert_eq!(moves[5]["move"].as_str(), Some("g8f6"));
    assert_eq!(moves[5]["san"].as_str(), Some("Nf6"));
    assert_eq!(moves[5]["score"]["mate"].as_i64(), Some(1));
    let worst = moves.iter().max_by_key(|mv| mv["loss"].as_u64());
    assert_eq!(worst, Some(&moves[5]));
    assert!(moves[6]["score"].is_null());
    assert_eq!(moves[6]["loss"].as_u64(), Some(0));
    assert_eq!(answer["outcome"]["reason"].as_str(), Some("checkmate"));
    assert!(answer["mean_loss"]["black"].as_f64() > answer["mean_loss"]["white"].as_f64());
}

#[test]
fn a_file_may_have_several_games() {
    // The first one has no tags.
    let games = "1. e4 e5 *\n\n[Event \"2\"]\n\n1. d4 *\n";
    let count = |number: &str| {
        let args = [
            "chess", "--game", "-", "--number", number, "--depth", "1", "--json",
        ];
        json(&args, games)["moves"].as_array().map(Vec::len)
    };
    assert_eq!((count("1"), count("2")), (Some(2), Some(1)));
    let args = ["chess", "--game", "-", "--depth", "1"];
    let (_, err, code) = analyze(&args, games);
    assert_eq!(code, Some(0));
    assert!(
        err.contains("has more games; select one by `--number`"),
        "{err}"
    );
    for number in ["3", "0"] {
        let args = ["chess", "--game", "-", "--number", number, "--depth", "1"];
        let (out, err, code) = analyze(&args, games);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    }
}

#[test]
fn games_of_other_kinds_are_judged() {
    // Two moves in a row of one side, drops, walls.
    for (variant, moves) in [
        ("progressive", "e4 e5 Nf6"),
        ("crazyhouse", "e4 d5 exd5 Qxd5 P@e4"),
        ("duck", "e2e4,e4e6 d7d5,d5d6"),
    ] {
        let game = format!("[Variant \"{variant}\"]\n\n{moves} *\n");
        let answer = json(&[variant, "--game", "-", "--nodes", "200", "--json"], &game);
        let judged = answer["moves"].as_array().expect("moves");
        assert_eq!(judged.len(), moves.split(' ').count(), "{variant}");
    }
}

#[test]
fn what_cannot_be_judged_is_told() {
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let (out, err, code) = analyze(&["chess", "--fen", mate], "");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(out, "The game is over: checkmate, 0-1; Black wins.\n");
    let answer = json(&["chess", "--fen", mate, "--json"], "");
    assert_eq!(answer["lines"].as_array().map(Vec::len), Some(0));
    assert_eq!(answer["outcome"]["reason"].as_str(), Some("checkmate"));
    for (args, code) in [
        (&["chess", "--game", "-", "--fen", mate][..], 2),
        (&["chess", "--game", "nowhere.pgn"], 2),
        (&["chess", "--lines", "0"], 2),
        (&["chess", "--depth", "x"], 2),
        (&["chess", "--moves", "e5"], 1),
        (&["chess", "--game", "-"], 1),
    ] {
        let (out, err, found) = analyze(args, "[Variant \"chess\"]\n\n1. e5 *\n");
        assert_eq!(found, Some(code), "{args:?}: {out}{err}");
        assert!(!err.is_empty());
    }
}

/// An unclaimed draw does not end the game, so every move has a row.
#[test]
fn moves_after_a_repetition_are_analyzed() {
    let game = "[Result \"*\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. f3 e5 *\n";
    let args = ["chess", "--game", "-", "--nodes", "50", "--json"];
    let found = json(&args, game);
    assert_eq!(found["moves"].as_array().map(Vec::len), Some(10), "{found}");
}
