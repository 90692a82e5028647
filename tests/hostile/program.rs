//! The program with files and messages from untrusted sources.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use ferz::source::is_command;

fn ferz(folder: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that has read enough may close it.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// A new folder of this name.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("hostile")
        .join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("the folder can be written");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text in UTF-8")
}

#[test]
fn a_message_may_not_say_that_it_is_endless() {
    let folder = folder("a_message_may_not_say_that_it_is_endless");
    for length in ["18446744073709551615", "99999999999", "67108865"] {
        let message = format!("Content-Length: {length}\r\n\r\n{{}}");
        let run = ferz(&folder, &["lsp"], message.as_bytes());
        assert_eq!(run.status.code(), Some(2), "{length}");
        assert!(text(&run.stderr).contains("--max-message"), "{length}");
    }
    let message = "Content-Length: 50\r\n\r\n";
    let run = ferz(&folder, &["lsp", "--max-message", "49"], message.as_bytes());
    assert_eq!(run.status.code(), Some(2));
    // What is no length and no header is said, and the next message is read.
    let exit = "{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}";
    for bad in [
        "Content-Length: 99999999999999999999999\r\n\r\n".to_owned(),
        "Content-Length: -1\r\n\r\n".to_owned(),
        format!("{}\r\n", "x".repeat(100_000)),
        "Content-Length: 4\r\n\r\n\u{9b}\u{9b}".to_owned(),
    ] {
        let message = format!("{bad}Content-Length: {}\r\n\r\n{exit}", exit.len());
        let run = ferz(&folder, &["lsp"], message.as_bytes());
        assert_eq!(
            run.status.code(),
            Some(1),
            "{bad:.40}: {}",
            text(&run.stderr)
        );
        assert!(!text(&run.stderr).is_empty());
    }
}

#[test]
fn a_record_opens_no_files() {
    let folder = folder("a_record_opens_no_files");
    write(&folder, "mine.toml", "[mine]\ninherits = 'chess'\n");
    write(&folder, "game", "[Variant \"mine.toml\"]\n\n1. e2e4 *\n");
    let run = ferz(&folder, &["replay", "game"], b"");
    assert_eq!(run.status.code(), Some(1));
    assert!(text(&run.stderr).contains("E0612"));
    let run = ferz(&folder, &["replay", "game", "--variant", "mine.toml"], b"");
    assert_eq!(run.status.code(), Some(0));
    write(&folder, "other", "[Variant \"baroque?setup=3\"]\n\n*\n");
    assert_eq!(
        ferz(&folder, &["replay", "other"], b"").status.code(),
        Some(0)
    );
}

#[test]
fn a_setting_that_a_game_names_and_no_variant_has_is_told_once() {
    let folder = folder("a_setting_that_a_game_names");
    let game = "[Variant \"chess?x=y\"]\n\n1. e4 *\n\n";
    write(&folder, "games.pgn", &game.repeat(20));
    let run = ferz(&folder, &["pgn", "check", "games.pgn"], b"");
    assert_eq!(run.status.code(), Some(1));
    let said = text(&run.stdout) + &text(&run.stderr);
    assert_eq!(said.matches("E0311").count(), 1, "{said}");
    assert_eq!(said.matches("E0612").count(), 20, "{said}");
}

#[test]
fn a_snapshot_is_of_nothing_outside_its_folder() {
    let folder = folder("a_snapshot_is_of_nothing_outside_its_folder");
    fs::create_dir(folder.join("in")).expect("a folder");
    write(&folder, "mine.toml", "[mine]\ninherits = 'chess'\n");
    let outside = folder.join("mine.toml");
    for of in [
        outside.to_str().expect("a path"),
        "../mine.toml",
        "../mine.toml#mine",
    ] {
        for key in ["of", "summary-of"] {
            let snapshot = format!("snapshot-format 1\n{key} {of}\npositions 1\ndepth 1\n\n");
            write(&folder, "in/it.snap", &snapshot);
            let run = ferz(&folder, &["snapshot", "--check", "in/it.snap"], b"");
            let said = text(&run.stderr);
            assert_eq!(run.status.code(), Some(2), "{key} {of}: {said}");
            assert!(said.contains("no built-in variant or file"), "{key} {of}");
        }
    }
}

#[test]
fn what_check_refuses_convert_refuses() {
    let folder = folder("what_check_refuses_convert_refuses");
    write(
        &folder,
        "bad.toml",
        "[bad]\ninherits = 'chess'\nstart = 'X7/8/8/8/8/8/8/8 w'\n",
    );
    for args in [
        &["check", "bad.toml"][..],
        &["convert", "bad.toml", "--to", "fairy-stockfish"],
    ] {
        let run = ferz(&folder, args, b"");
        assert_eq!(run.status.code(), Some(1), "{args:?}");
        let said = text(&run.stdout) + &text(&run.stderr);
        assert!(
            said.contains("E0503") && !said.contains("[bad]\nmax"),
            "{args:?}: {said}"
        );
    }
}

#[test]
fn a_board_that_is_too_large_is_told_in_its_measures() {
    let folder = folder("a_board_that_is_too_large_is_told_in_its_measures");
    let start = format!("{}12", "12/".repeat(11));
    let definition = format!(
        "[x]\nboard = {{ files = 12, ranks = 12 }}\nstart = '{start} w'\nrules.royal = 'none'\n\
         pieces.w = {{ letter = 'W', move = 'W' }}\n"
    );
    write(&folder, "x.toml", &definition);
    let run = ferz(
        &folder,
        &["convert", "x.toml", "--to", "fairy-stockfish"],
        b"",
    );
    let said = text(&run.stderr);
    assert!(said.contains("12 x 12 is larger than 12 x 10"), "{said}");
}

/// No content of a file reaches the terminal as a control sequence.
#[test]
fn nothing_of_a_file_reaches_the_terminal_raw() {
    let folder = folder("nothing_of_a_file_reaches_the_terminal_raw");
    let evil = "\u{1b}[2J\u{7}\u{9b}31m\u{202e}\u{2066}\u{85}";
    write(
        &folder,
        "a.ini",
        &format!("[a{evil}:chess]\nki{evil}ng = k:W\nking = {evil}\n"),
    );
    write(
        &folder,
        "b.ini",
        &format!("[b:chess]\nki{evil}ng = k:W\nking = {evil}\ncustomPiece1 = a:{evil}\n"),
    );
    write(
        &folder,
        "a.toml",
        &format!("[a]\ninherits = 'chess'\ntitle = '{evil}'\n"),
    );
    write(
        &folder,
        "a.txt",
        &format!("files=8 ranks=8\npa{evil}wn:P{evil}:{evil}:{evil}:a2{evil}\nk{evil}=2\n"),
    );
    write(
        &folder,
        "fmax.ini",
        &format!("version 4.8(w)\nGame: {evil}\n8x{evil}\n{evil}\n"),
    );
    write(
        &folder,
        "rows.jsonl",
        &format!(
            "{{\"variant\":\"{}\",\"perft\":[20]}}\n{evil}\n",
            "\\u009b\\u001b"
        ),
    );
    write(
        &folder,
        "game",
        &format!("[Variant \"{evil}\"]\n\n1. e2{evil}e4 *\n"),
    );
    write(
        &folder,
        "it.snap",
        &format!("snapshot-format 1\nof {evil}\nseed {evil}\n\n"),
    );
    for name in ["a.ini", "b.ini", "a.toml", "a.txt", "fmax.ini"] {
        let runs = [
            vec!["check", name],
            vec!["moves", name],
            vec!["rules", name],
            vec!["import", name],
            vec!["convert", name, "--to", "toml"],
            vec!["convert", name, "--to", "fairy-stockfish"],
            vec!["convert", name, "--to", "diagram"],
            vec!["convert", name, "--to", "fairy-max"],
        ];
        for args in runs {
            is_quiet(&ferz(&folder, &args, b""), &args);
        }
    }
    let wild = format!("{evil}.toml");
    for args in [
        vec!["conform", "rows.jsonl"],
        vec!["replay", "game"],
        vec!["snapshot", "--check", "it.snap"],
        vec!["moves", "chess", "--fen", evil],
        vec!["moves", "chess", "--moves", evil],
        vec!["moves", evil],
        vec!["check", &wild],
    ] {
        is_quiet(&ferz(&folder, &args, b""), &args);
    }
}

fn is_quiet(run: &Output, args: &[&str]) {
    for said in [&run.stdout, &run.stderr] {
        let said = text(said);
        let bad = said.chars().find(|char| is_command(*char));
        assert_eq!(bad, None, "{args:?}: {said:?}");
    }
}

#[test]
fn rows_of_junk_are_counted() {
    let folder = folder("rows_of_junk_are_counted");
    write(&folder, "junk.jsonl", &"x\n".repeat(40_000));
    let run = ferz(&folder, &["conform", "junk.jsonl"], b"");
    let said = text(&run.stdout);
    assert!(said.ends_with("0 passed, 40000 failed\n"));
    assert!(said.contains("39500 more findings"));
}

#[test]
fn many_variants_are_compared_one_after_the_other() {
    let folder = folder("many_variants_are_compared_one_after_the_other");
    let mut text_of_file = String::new();
    for number in 0..40 {
        let _ = writeln!(text_of_file, "[a{number}]\ninherits = 'chess'");
    }
    write(&folder, "many.toml", &text_of_file);
    let made = [
        "snapshot",
        "many.toml",
        "--perft",
        "1",
        "--positions",
        "1",
        "--nodes",
        "20",
    ];
    for args in [&made[..], &["snapshot", "--check", "many.toml"]] {
        let run = ferz(&folder, args, b"");
        assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    }
}

#[cfg(unix)]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let run = |command: &str, redirected: &str| {
        let script = format!("\"$0\" {command} {redirected}");
        let mut shell = Command::new("sh");
        let shell = shell.args(["-c", &script, env!("CARGO_BIN_EXE_ferz")]);
        shell.output().expect("the shell starts")
    };
    for command in ["variants", "--help", "help perft", "--version"] {
        for open in ["", ">/dev/null", "1<>/dev/null", ">&-", "| head -1", "<&-"] {
            let open = run(command, open);
            assert_eq!(open.status.code(), Some(0), "{command}");
            assert_eq!(text(&open.stderr), "");
        }
    }
    // What was asked for is lost on a full disk; what was wrong is told on another stream.
    if cfg!(target_os = "linux") {
        assert_eq!(run("--help", ">/dev/full").status.code(), Some(2));
        assert_eq!(run("--nonsense", ">/dev/full").status.code(), Some(2));
    }
}

#[test]
fn nothing_is_shown_of_what_takes_too_much_work() {
    let folder = folder("nothing_is_shown_of_what_takes_too_much_work");
    let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D20 1;\n";
    write(&folder, "deep.epd", epd);
    let turning = "name = 'x'\ninherits = 'chess'\npieces.queen.move = 'y(aaf)36kNN'\n";
    write(&folder, "turning.toml", turning);
    for args in [
        &["explain", "y(aaf)36kNN"][..],
        &["diagram", "y(aaf)36kNN"],
        &["check", "turning.toml"],
        &["rules", "turning.toml"],
        &["show", "turning.toml"],
        &["moves", "turning.toml"],
        &["perft", "turning.toml", "3"],
        &["epd", "deep.epd"],
    ] {
        let mut args = args.to_vec();
        args.extend(["--work", "20000"]);
        let run = ferz(&folder, &args, b"");
        // What `check` prints are its findings.
        let (shown, said) = (text(&run.stdout), text(&run.stderr));
        assert!(args[0] == "check" || shown.is_empty(), "{args:?}: {shown}");
        assert!(
            shown.contains("E1101") || said.contains("E1101"),
            "{args:?}"
        );
        assert_eq!(run.status.code(), Some(1), "{args:?}");
    }
    // A count to a depth that is asked for takes any time.
    let run = ferz(&folder, &["perft", "chess", "3", "--work", "1000000"], b"");
    assert!(text(&run.stdout).contains("8902"));
    // An engine goes on with a game that it knows.
    let asked = "uci\nisready\nquit\n";
    let run = ferz(&folder, &["uci", "--work", "2000"], asked.as_bytes());
    assert!(text(&run.stdout).contains("more than 2000 steps of work"));
    assert_eq!(run.status.code(), Some(0));
}
