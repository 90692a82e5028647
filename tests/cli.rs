//! The command line program: exact transcripts, exit codes, invalid input.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::harness::{Folder, snapshot};

/// The result of a run of the program.
struct Run {
    out: String,
    err: String,
    code: Option<i32>,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command
        .args(args)
        .current_dir(concat!(root!(), "/tests/data/cli"))
        .env_remove("COLUMNS")
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run_with(args: &[&str], input: &str) -> Run {
    finish(command(args), input)
}

fn finish(mut command: Command, input: &str) -> Run {
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that does not read its input may close it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("text in UTF-8");
    Run {
        out: text(output.stdout),
        err: text(output.stderr),
        code: output.status.code(),
    }
}

fn run(args: &[&str]) -> Run {
    run_with(args, "")
}

/// Compares everything that a run prints with a snapshot.
fn transcript(name: &str, args: &[&str], input: &str) {
    transcript_of(name, args, &run_with(args, input));
}

fn transcript_of(name: &str, args: &[&str], run: &Run) {
    let words: Vec<String> = args
        .iter()
        .map(|word| {
            if word.is_empty() || word.contains([' ', '[', '?', '*']) {
                format!("'{word}'")
            } else {
                (*word).to_owned()
            }
        })
        .collect();
    let mut text = format!("$ ferz {}\n", words.join(" "));
    text.push_str(&run.out);
    if !run.err.is_empty() {
        write!(text, "--- standard error\n{}", run.err).expect("a string takes all");
    }
    let code = run.code.expect("the program ends by itself");
    write!(text, "--- exit code {code}").expect("a string takes all");
    snapshot("cli", name, &text);
}

#[test]
fn positions() {
    let mate = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    transcript("moves", &["moves", "chess"], "");
    transcript(
        "moves-list",
        &["moves", "chess", "--moves", "e2e4, e7e5 g1f3"],
        "",
    );
    transcript(
        "moves-fen",
        &["moves", "chess", "--fen", mate, "--moves", "h1h2"],
        "",
    );
    transcript(
        "moves-json",
        &[
            "moves",
            "chess",
            "--json",
            "--fen",
            "r3k3/1P6/8/8/8/8/8/4K2R w K - 0 1",
        ],
        "",
    );
    transcript("moves-alike", &["moves", "mine.toml#twins"], "");
    transcript(
        "moves-end",
        &["moves", "chess", "--fen", "k7/1Q6/1K6/8/8/8/8/8 b"],
        "",
    );
    transcript(
        "moves-end-quiet",
        &["moves", "chess", "-q", "--fen", "k7/1Q6/1K6/8/8/8/8/8 b"],
        "",
    );
    let promotion = "7k/P6p/8/8/8/8/P7/K7 w - - 0 1";
    transcript(
        "moves-forced",
        &["moves", "shatranj", "--fen", promotion, "--moves", "a7a8"],
        "",
    );
    transcript("show", &["show", "chess", "--moves", "e2e4"], "");
    transcript("show-ascii", &["show", "mine.toml", "--ascii"], "");
    transcript(
        "show-standard-input",
        &["show", "-", "--ascii"],
        "[a]\ninherits = 'losalamos'\n",
    );
}

#[test]
fn counts() {
    transcript("perft", &["perft", "chess", "3"], "");
    transcript("perft-zero", &["perft", "chess", "0"], "");
    transcript("perft-divide", &["perft", "chess", "2", "--divide"], "");
    transcript(
        "perft-json",
        &["perft", "losalamos", "2", "--divide", "--json"],
        "",
    );
    transcript(
        "perft-over",
        &[
            "perft",
            "chess",
            "3",
            "--fen",
            "k7/1Q6/1K6/8/8/8/8/8 b",
            "--divide",
        ],
        "",
    );
}

#[test]
fn counts_do_not_depend_on_how_they_are_made() {
    for variant in ["chess", "xiangqi", "cylinder", "mine.toml#clipped"] {
        for depth in ["1", "2", "3"] {
            let plain = run(&["perft", variant, depth, "--divide"]);
            assert_eq!(plain.code, Some(0), "{}", plain.err);
            let total = plain.out.lines().last().map(str::to_owned);
            for more in [
                &["--threads", "2"][..],
                &["--threads", "7"],
                &["--general"],
                &["--general", "--threads", "3"],
            ] {
                let args = ["perft", variant, depth];
                let divided = run(&[&args[..], &["--divide"], more].concat());
                assert_eq!(divided.out, plain.out, "{variant} {depth} {more:?}");
                let whole = run(&[&args[..], more].concat());
                assert_eq!(whole.out.lines().last().map(str::to_owned), total);
            }
        }
    }
}

#[test]
fn definitions() {
    transcript("check", &["check", "mine.toml"], "");
    transcript(
        "check-faults",
        &[
            "check",
            "notation.toml",
            "mine.toml",
            "self.toml",
            "badstart.toml",
        ],
        "",
    );
    transcript(
        "check-absent",
        &["check", "absent.toml", "mine.toml", "gone.toml"],
        "",
    );
    transcript("check-nothing", &["check", "-"], "");
    transcript(
        "check-no-variant",
        &["check", "-", "--format", "toml"],
        "format = 1\n",
    );
    transcript(
        "check-diagram",
        &["check", "-"],
        "files=5 ranks=6 maxPromote=0\nman::::a2-e2\nking::K::c1\nimp::aU::a1\n",
    );
    transcript(
        "moves-diagram",
        &["moves", "-"],
        "files=3 ranks=4 blurb=hello\nman::fmWfcF::a2-c2\nking::K::b1\n",
    );
    transcript("check-json", &["check", "--json", "notation.toml"], "");
    transcript("betza-json", &["betza", "--json", "FyafsF[x"], "");
    transcript(
        "check-json-absent",
        &["check", "--json", "absent.toml", "mine.toml"],
        "",
    );
    let doubtful = "name='w'\ninherits='chess'\npieces.queen.move='aW'\npieces.knight.move='aW'\n";
    transcript("check-warnings", &["check", "-"], doubtful);
    transcript("check-warnings-quiet", &["check", "--quiet", "-"], doubtful);
    transcript("warnings-counted", &["perft", "-", "1"], doubtful);
    transcript("warnings-quiet", &["perft", "-", "1", "--quiet"], doubtful);
    transcript(
        "warnings-of-conversion",
        &["convert", "-", "--to", "toml"],
        doubtful,
    );
    transcript(
        "moves-format",
        &["moves", "mine.toml", "--format", "fairy-max"],
        "",
    );
}

#[test]
fn names() {
    transcript("name-unknown", &["moves", "ches"], "");
    transcript("name-strange", &["moves", "no/such/thing"], "");
    transcript("name-in-file-unknown", &["moves", "mine.toml#twin"], "");
    transcript("name-file-absent", &["moves", "absent.toml#twins"], "");
    transcript("name-settings", &["moves", "chess?setup=3&royal=check"], "");
    transcript(
        "name-settings-file",
        &["moves", "mine.toml#twins?setup=3"],
        "",
    );
    transcript("name-settings-unknown", &["moves", "ches?setup=3"], "");
    transcript("name-directory", &["moves", "."], "");
}

#[test]
fn bad_positions() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1";
    transcript(
        "fen-too-many-ranks",
        &["moves", "chess", "--fen", start],
        "",
    );
    transcript(
        "fen-faults",
        &["show", "chess", "--fen", "4z3/9/8/8/8/8/8/4K3 x"],
        "",
    );
    transcript("fen-empty", &["show", "chess", "--fen", ""], "");
    transcript(
        "move-illegal",
        &["moves", "chess", "--moves", "e2e4,e7e5,e4e5"],
        "",
    );
    for (name, text) in [
        ("move-algebraic", "Nf3"),
        ("move-algebraic-pawn", "e2e4 e7e5 f4 exf4"),
        (
            "move-algebraic-castling",
            "e2e4 e7e5 f1c4 f8c5 g1f3 g8f6 O-O",
        ),
        ("move-algebraic-none", "Qxh5+"),
    ] {
        transcript(name, &["moves", "chess", "--moves", text], "");
    }
    let promotion = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    transcript(
        "move-not-forced",
        &["moves", "chess", "--fen", promotion, "--moves", "a7a8"],
        "",
    );
    transcript(
        "move-unreadable",
        &["moves", "chess", "--moves", "e2e4,,nonsense"],
        "",
    );
}

#[test]
fn lists_and_words() {
    transcript("explain-code", &["explain", "e0102"], "");
    transcript("explain-code-unknown", &["explain", "E0199"], "");
    transcript("explain-name", &["explain", "EAGLE", "--ascii"], "");
    transcript(
        "explain-name-of-two",
        &["explain", "elephant", "--ascii"],
        "",
    );
    transcript(
        "explain-name-json",
        &["explain", "drunk-elephant", "--json"],
        "",
    );
    transcript("explain-name-slip", &["explain", "grifon"], "");
    // A valid move description is not taken for a name.
    transcript("explain-name-or-notation", &["explain", "HAWK"], "");
    transcript("explain-notation", &["explain", "fmWfcF"], "");
    transcript("explain-notation-wrong", &["explain", "fmWfcE"], "");
    transcript("debug-tokens", &["debug", "tokens", "[F?fqR]O12X'"], "");
    transcript("debug-tokens-wrong", &["debug", "tokens", "Né"], "");
    transcript(
        "debug-tree",
        &["debug", "tree", "fmW(paf)3R*v[F?fqR-N]"],
        "",
    );
    transcript("debug-movement", &["debug", "movement", "FyafsF"], "");
    transcript(
        "debug-movement-dialect",
        &["debug", "movement", "fK", "--dialect", "fairy-stockfish"],
        "",
    );
    let board = ["--files", "5", "--ranks", "5", "--from", "c3"];
    transcript(
        "debug-paths",
        &[&["debug", "paths", "nN"][..], &board].concat(),
        "",
    );
    transcript(
        "debug-paths-black",
        &[&["debug", "paths", "fmWfceFcafmF", "--black"][..], &board].concat(),
        "",
    );
    transcript(
        "debug-paths-off-board",
        &["debug", "paths", "N", "--from", "z9"],
        "",
    );
}

#[test]
fn conformance() {
    transcript("conform", &["conform", "../conformance/agree.jsonl"], "");
    transcript(
        "conform-faults",
        &[
            "conform",
            "../conformance/disagree.jsonl",
            "../conformance/unreadable.jsonl",
        ],
        "",
    );
    let rows = "{\"variant\":\"twins\",\"perft\":[25]}\n{\"variant\":\"chess\",\"perft\":[20,400]}\n\
        {\"variant\":\"chess\",\"fen\":\"4k3/8/8/8/8/8/8/4K3 w\",\"perft\":[5]}\n{\"variant\":\"nothing\",\"perft\":[5]}\n";
    transcript(
        "conform-definitions",
        &[
            "conform",
            "-",
            "--definitions",
            "mine.toml",
            "--max-nodes",
            "20",
        ],
        rows,
    );
    transcript(
        "conform-json",
        &[
            "conform",
            "-",
            "--definitions",
            "mine.toml",
            "--max-nodes",
            "20",
            "--json",
        ],
        rows,
    );
    // No command plays a definition with an error.
    transcript(
        "conform-refused",
        &["conform", "-", "--definitions", "noroyal.toml"],
        "{\"variant\":\"a\",\"perft\":[2]}\n{\"variant\":\"chess\",\"perft\":[20]}\n",
    );
    transcript("conform-absent", &["conform", "absent.jsonl"], "");
}

#[test]
fn variants_are_listed() {
    let plain = run(&["variants"]);
    assert_eq!(plain.code, Some(0));
    assert!(plain.out.starts_with("chess "));
    let json = run(&["variants", "--json"]);
    let list: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    let list = list.as_array().expect("a list");
    assert_eq!(list.len(), plain.out.lines().count());
    assert_eq!(list[0]["name"], "chess");
    assert_eq!(list[0]["files"], 8);
}

#[test]
fn the_schema_is_json() {
    let schema = run(&["schema"]);
    assert_eq!(schema.code, Some(0));
    let value: serde_json::Value = serde_json::from_str(&schema.out).expect("JSON");
    assert!(value.is_object());
}

#[test]
fn files_of_other_programs() {
    let tiny = "files=5 ranks=6 maxPromote=0\nman::::a2-e2\nking::K::c1\n";
    transcript(
        "convert",
        &["convert", "los-alamos", "--to", "fairy-max"],
        "",
    );
    transcript(
        "convert-diagram",
        &["convert", "-", "--to", "diagram"],
        tiny,
    );
    transcript(
        "convert-loss",
        &["convert", "grand", "--to", "fairy-max"],
        "",
    );
    transcript(
        "convert-json",
        &["convert", "-", "--to", "fairy-max", "--json"],
        tiny,
    );
    transcript("import-json", &["import", "-", "--json"], tiny);
    transcript(
        "convert-allowed",
        &["convert", "losalamos", "--to", "diagram", "--allow-loss"],
        "",
    );
    transcript(
        "convert-nothing",
        &["convert", "-", "--to", "fairy-max"],
        "hello",
    );
    transcript(
        "convert-format",
        &["convert", "chess", "--to", "zillions"],
        "",
    );
}

/// The commands, as `ferz --help` lists them.
fn commands() -> Vec<String> {
    let help = run(&["--help"]).out;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let words: Vec<String> = lines
        .take_while(|line| !line.is_empty())
        // What stands further to the right goes on with the line above.
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| *word != "help")
        .map(str::to_owned)
        .collect();
    assert!(words.len() > 20, "{words:?}");
    words
}

#[test]
fn shells_complete_what_the_help_lists() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]);
        assert_eq!(script.code, Some(0), "{shell}: {}", script.err);
        for command in commands() {
            assert!(script.out.contains(&command), "{shell}: {command}");
        }
        assert!(script.out.contains("divide"), "{shell}");
    }
    assert_eq!(run(&["completions", "tcsh"]).code, Some(2));
}

#[test]
fn the_manual_says_what_the_help_says() {
    let whole = run(&["man"]);
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    assert!(whole.out.contains(".TH ferz 1"), "{}", whole.out);
    for command in commands() {
        let named = format!("ferz\\-{command}(1)");
        assert!(whole.out.contains(&named), "{named}");
        let page = run(&["man", &command]);
        assert_eq!(page.code, Some(0), "{command}: {}", page.err);
        assert!(
            page.out.contains(&format!(".TH ferz-{command} 1")),
            "{command}"
        );
        assert!(page.out.contains("Example"), "{command}");
    }
    let slip = run(&["man", "perf"]);
    assert_eq!(slip.code, Some(2));
    assert!(slip.err.contains("did you mean `perft`?"), "{}", slip.err);
}

#[test]
fn every_help_has_an_example() {
    let commands = commands();
    let commands = commands.iter().map(String::as_str);
    let forms = ["tokens", "tree", "movement", "paths", "tables"];
    let mut all: Vec<Vec<&str>> = vec![vec!["--help"]];
    all.extend(commands.map(|name| vec![name, "--help"]));
    all.extend(forms.map(|name| vec!["debug", name, "--help"]));
    let forms = ["check", "convert", "filter", "stats"];
    all.extend(forms.map(|name| vec!["pgn", name, "--help"]));
    for args in all {
        let help = run(&args);
        assert_eq!(help.code, Some(0), "{args:?}");
        assert!(help.out.contains("Example"), "{args:?}");
        assert_eq!(help.err, "", "{args:?}");
    }
}

#[test]
fn wrong_usage_is_told_from_wrong_texts() {
    for args in [
        &[][..],
        &["fly"],
        &["moves"],
        &["moves", "chess", "--fast"],
        &["perft", "chess", "many"],
        &["perft", "chess", "-1"],
        &["perft", "chess", "2", "--threads", "0"],
        &["debug"],
        &["debug", "movement", "N", "--dialect", "klingon"],
        &["check"],
        &["moves", "mine.toml", "--format", "pdf"],
    ] {
        let run = run(args);
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.err);
        assert_eq!(run.out, "", "{args:?}");
        assert_ne!(run.err, "", "{args:?}");
    }
}

/// Errors found while reading the file, and those found only in a position.
#[test]
fn a_line_counts_the_other_variants_that_cannot_be_played() {
    let folder = Folder::new("others");
    for (name, text) in [
        ("mine.ini", "[good:chess]\n[bad:chess]\nfuel = 1\n"),
        (
            "mine.ini",
            "[good:chess]\n[bad:chess]\nstartFen = 4x3/8/8/8/8/8/8/4K3 w - - 0 1\n",
        ),
        (
            "mine.toml",
            "[good]\ninherits = 'chess'\n[bad]\ninherits = 'chess'\nstart = '8/8 w'\n",
        ),
    ] {
        folder.write(name, text);
        let path = folder.path(name);
        let run = run(&["perft", &format!("{path}#good"), "1"]);
        let wanted = "1 other variant with errors is omitted";
        assert!(run.err.contains(wanted), "{text}: {}", run.err);
        assert_eq!(run.code, Some(0), "{text}: {}", run.err);
    }
}

#[test]
fn a_name_that_no_piece_has_is_told_with_what_to_try() {
    for (name, wanted) in [
        (
            "sergeant",
            "no piece, variant, rule or code is called `sergeant`; write a move such as",
        ),
        (
            "atomic",
            "`atomic` is a variant; `ferz rules atomic` prints its rules",
        ),
        (
            "castling",
            "`castling` is a rule of definitions; grammar/variants-toml.md describes `rules.castling`",
        ),
        (
            "crazyhuose",
            "no piece, variant, rule or code is called `crazyhuose`; did you mean `crazyhouse`?",
        ),
        (
            "griffom",
            "no piece is called `griffom`; did you mean `Griffon`?",
        ),
    ] {
        let run = run(&["explain", name]);
        assert_eq!(run.code, Some(2), "{name}: {}", run.err);
        assert!(run.err.contains(wanted), "{name}: {}", run.err);
    }
}

#[test]
fn the_library_of_rules_is_listed_and_explained() {
    let list = run(&["rules", "--library"]).out;
    assert!(list.contains("madrasi"), "{list}");
    for line in list.lines() {
        let name = line.split(' ').next().expect("a name");
        let explained = run(&["explain", name]);
        assert_eq!(explained.code, Some(0), "{name}: {}", explained.err);
        let has = |title: &str| explained.out.contains(title);
        let stated = [
            "optional-midpoint",
            "double-midpoint",
            "capture-only",
            "prisoners",
        ];
        let is_short = stated.contains(&name);
        assert!(
            has("\nClauses:\n") || has("\nSettings:\n") || is_short,
            "{}",
            explained.out
        );
        assert_eq!(run(&["explain", name, "--json"]).code, Some(0));
    }
    assert_eq!(run(&["rules"]).code, Some(2));
    let folder = Folder::new("own-library");
    let file = folder.path("mine.toml");
    folder.write("mine.toml", "[magnet]\nforbid = 'pass'\n");
    let explained = run(&["explain", &format!("{file}#magnet")]);
    assert_eq!(explained.out, "magnet\n\nClauses:\n\n    forbid: pass\n");
    let slip = run(&["explain", &format!("{file}#magnt")]);
    assert!(slip.err.contains("did you mean `magnet`?"), "{}", slip.err);
    let checked = run(&["check", &file]);
    assert!(
        checked.out.contains("a library of 1 rule, 0 errors"),
        "{}",
        checked.out
    );
    let shown = run(&["show", &file]);
    assert!(shown.err.contains("is a library of rules"), "{}", shown.err);
}

/// A description without possible moves has one text in every dialect, which can be read again.
#[test]
fn no_move_has_one_text() {
    for dialect in [
        "xbetza",
        "xboard",
        "diagram2020",
        "betza",
        "fairy-stockfish",
    ] {
        let written = run(&["betza", "lbjpabF", "--to", dialect]);
        assert_eq!(
            (written.code, written.out.as_str()),
            (Some(0), "-\n"),
            "{dialect}"
        );
        let again = run(&["betza", "-", "--from", dialect]);
        assert_eq!(
            (again.code, again.out.as_str()),
            (Some(0), "-\n"),
            "{dialect}"
        );
    }
    let drawn = run(&["diagram", "lbjpabF"]);
    assert_eq!(drawn.code, Some(0), "{}", drawn.err);
    assert_eq!(run(&["explain", "-"]).out, "Never moves.\n");
}

/// Each is a coded error with a place. The longest texts exceed the limits of their readers, which
/// keeps them cheap.
#[test]
fn bad_input_is_refused() {
    let long = "f".repeat(20_000);
    let atoms = "N".repeat(20_000);
    let fen = "8/".repeat(5000);
    let moves = "e2e4,".repeat(4000);
    let nested = "[".repeat(4000);
    let cases: &[(&[&str], &str)] = &[
        (&["explain", "NE"], "E0215"),
        (&["explain", "Nf"], "E0104"),
        (&["explain", "[F?R"], "E0105"),
        (&["explain", "W99999999999"], "E0107"),
        (&["explain", &long], "E0108"),
        (&["explain", &atoms], "E0108"),
        (&["debug", "tree", &nested], "E0105"),
        (&["explain", ""], "E0109"),
        (&["check", "zero.toml"], "E0402"),
        (&["check", "huge.toml"], "E0401"),
        (&["check", "noroyal.toml"], "E0404"),
        (&["check", "self.toml"], "E0305"),
        (&["check", "badstart.toml"], "E0501"),
        (&["moves", "badstart.toml"], "E0501"),
        (&["perft", "self.toml", "9"], "E0305"),
        (&["moves", "chess", "--fen", &fen], "E0501"),
        (&["moves", "chess", "--moves", &moves], "E0602"),
        (&["show", "chess", "--moves", &long], "E0601"),
    ];
    for (args, code) in cases {
        let run = run(args);
        let name = args[..2].join(" ");
        assert_eq!(run.code, Some(1), "{name:.60}: {:.400}", run.err);
        let text = run.out + &run.err;
        assert!(
            text.contains(&format!("error[{code}]")),
            "{name:.60}: {text:.400}"
        );
        assert!(text.contains("-->"), "{name:.60}");
        assert!(!text.contains("panicked"), "{name:.60}");
    }
}

#[test]
fn nobody_need_read_to_the_end() {
    for args in [
        &["schema"][..],
        &["moves", "chess"],
        &["--help"],
        &["explain", "E0101"],
    ] {
        let mut child = command(args).spawn().expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn real_diagrams_are_played() {
    for text in [
        include_str!("data/diagrams/real/001-grand-apothecary-chess-alert.txt"),
        include_str!("data/diagrams/real/019-xiangqi.txt"),
        include_str!("data/diagrams/real/025-falcon-chess.txt"),
    ] {
        let general = run_with(&["perft", "-", "2", "--general"], text);
        assert_eq!(general.code, Some(0), "{}", general.err);
        let fast = run_with(&["perft", "-", "2"], text);
        assert_eq!(fast.out, general.out);
    }
}

#[test]
fn limits_of_a_position_are_options() {
    let text = "[x]\nboard = { files = 6, ranks = 6 }\nstart = '6/1h1h2/6/1h1h2/H5/6 w'\n\
                rules.royal = 'none'\n[x.pieces.man]\nletter = 'H'\nmove = 'mK'\n\
                actions.jump-series.over = 'F'\n";
    let usual = run_with(&["perft", "-", "1"], text);
    assert_eq!(usual.code, Some(0), "{}", usual.err);
    let more = run_with(&["perft", "-", "1", "--limit", "series=100000"], text);
    assert_eq!(more.out, usual.out);
    for command in [&["perft", "-", "1"][..], &["moves", "-"]] {
        let few = run_with(&[command, &["--limit", "series=3"]].concat(), text);
        assert_eq!(few.code, Some(1), "{command:?}: {}", few.out);
        assert!(few.err.contains("E0521"), "{command:?}: {}", few.err);
        assert!(few.err.contains("`--limit`"), "{command:?}: {}", few.err);
    }
    let odd = run_with(&["moves", "-", "--limit", "jumps=3"], text);
    assert_eq!(odd.code, Some(2));
    assert!(
        odd.err.contains("`series`, `legs` and `walls`"),
        "{}",
        odd.err
    );
}

#[test]
fn positions_with_questions_are_checked_and_solved() {
    let puzzles = "../epd/puzzles.epd";
    transcript("epd", &["epd", puzzles], "");
    transcript("epd-solved", &["epd", puzzles, "--nodes", "3000"], "");
    let json = ["epd", "-", "--depth", "3", "--leaves", "100", "--json"];
    let lines = "4k3/8/8/8/8/8/8/4K3 w - - D1 5; D3 170; bm Kf2;\n\n4k3/8/8/8/8/8/8/4K3 w - -\n";
    transcript("epd-json", &json, lines);
    transcript("epd-missing", &["epd", "nowhere.epd"], "");
}

#[test]
fn games_are_checked_converted_filtered_and_counted() {
    let faults = "../pgn/faults.pgn";
    transcript(
        "pgn-check",
        &["pgn", "check", faults, "../pgn/xboard.pgn"],
        "",
    );
    transcript(
        "pgn-check-json",
        &["pgn", "check", "-", "--json"],
        "1. e4 e4 *\n",
    );
    let game = "[White \"a\"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3! 1-0\n";
    for (name, options) in [
        ("pgn", &["--no-comments"][..]),
        (
            "squares",
            &["--moves", "squares", "--no-variations", "--no-glyphs"],
        ),
        ("uci", &["--to", "uci"]),
        ("record", &["--to", "record"]),
        ("epd", &["--to", "epd"]),
        ("json", &["--to", "json"]),
    ] {
        let args = [&["pgn", "convert", "-"], options].concat();
        transcript(&format!("pgn-convert-{name}"), &args, game);
    }
    let unknown = "[Variant \"Martian\"]\n\n1. zap {?} zop *\n";
    transcript("pgn-convert-unknown", &["pgn", "convert", "-"], unknown);
    let checks = &["pgn", "convert", "-", "--to", "uci", "--variant", "3check"];
    transcript("pgn-convert-variant", checks, game);
    // Kings and partners on any file need no name of a variant, only rights; what is written is read again.
    let shuffled = "[Variant \"Atomic\"]\n[FEN \"4k3/8/8/8/8/8/8/R4K1R w HA - 0 1\"]\n\n1. O-O Ke7 *\n\n\
                    [Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/R4K1R w HA - 0 1\"]\n\n1. O-O-O Ke7 *\n";
    let for_engines = run_with(&["pgn", "convert", "-", "--to", "uci"], shuffled);
    assert_eq!(
        for_engines.out,
        "setoption name UCI_Variant value atomic\nsetoption name UCI_Chess960 value true\n\
         position fen 4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1 moves f1h1 e8e7\n\
         setoption name UCI_Variant value chess\n\
         position fen 4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1 moves f1a1 e8e7\n"
    );
    let answers = run_with(&["uci"], &for_engines.out);
    assert!(!answers.out.contains("error"), "{}", answers.out);
    let lines = run_with(&["pgn", "convert", "-", "--to", "epd"], shuffled);
    let read = run_with(&["epd", "-"], &lines.out);
    assert_eq!(
        (read.code, read.err.as_str()),
        (Some(0), ""),
        "{}",
        read.out
    );
    let lichess = "../pgn/lichess.pgn";
    let filter = |options: &[&str]| {
        let args = [&["pgn", "filter", lichess], options].concat();
        let run = run(&args);
        assert_eq!(run.code, Some(0), "{options:?}: {}", run.err);
        run.out.matches("[Event ").count()
    };
    for (options, count) in [
        (&["--tag", "Variant=Horde"][..], 1),
        (&["--tag", "Event~RATED"], 7),
        (&["--result", "1-0", "--only-variant", "chess"], 1),
        (&["--only-variant", "chess"], 2),
        (&["--min-elo", "1400"], 1),
        (&["--min-plies", "8", "--max-plies", "10"], 2),
        (&["--ending", "checkmate"], 1),
        (&["--ending", "checkmate", "--invert"], 9),
        (&["--player", "ANNA", "--first", "3"], 3),
        (
            &[
                "--reaches",
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -",
            ],
            1,
        ),
    ] {
        assert_eq!(filter(options), count, "{options:?}");
    }
    let count = ["pgn", "filter", lichess, "--tag", "White=anna", "--count"];
    transcript("pgn-filter-count", &count, "");
    transcript(
        "pgn-stats",
        &["pgn", "stats", lichess, "--endings", "--top", "3"],
        "",
    );
    transcript("pgn-stats-json", &["pgn", "stats", "-", "--json"], game);
    // The output contains the input.
    let (kept, found) = (
        run(&["pgn", "filter", lichess]).out,
        include_str!("data/pgn/lichess.pgn"),
    );
    assert!(kept.split_whitespace().eq(found.split_whitespace()));
    for (args, code, said) in [
        (
            &["pgn", "check", "none.pgn"][..],
            2,
            "no file is called `none.pgn`",
        ),
        (&["pgn", "check", "."], 2, "this is a folder"),
        (
            &["pgn", "check", "-", "--variant", "ches"],
            2,
            "did you mean `chess`?",
        ),
        (
            &["pgn", "check", "-", "--limit", "depth"],
            2,
            "write WHAT=N",
        ),
        (
            &["pgn", "filter", "-", "--tag", "White"],
            2,
            "write NAME=VALUE",
        ),
        (&["pgn", "filter", lichess, "--reaches", "8/8"], 1, "E0501"),
    ] {
        let run = run(args);
        assert_eq!(run.code, Some(code), "{args:?}: {}", run.err);
        assert!(run.err.contains(said), "{args:?}: {}", run.err);
    }
    let latin = "[White \"M\u{fc}ller\"]\n\n1. e4 *\n";
    let latin: Vec<u8> = latin.chars().map(|char| char as u8).collect();
    let mut child = command(&["pgn", "check", "-"])
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(&latin).expect("the program reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert!(String::from_utf8_lossy(&output.stdout).contains("W0617"));
}

/// The form of a measurement: numbers and findings change with every change of the search, and slow
/// machines report progress.
fn form(mut run: Run) -> Run {
    let mask = |line: &str| {
        let labels = [
            "ends",
            "never moved",
            "never promoted to",
            "dead first moves",
        ];
        if let Some(label) = labels.iter().find(|label| line.starts_with(**label)) {
            return format!("{label:<18}…\n");
        }
        let mut text = String::new();
        for sign in line.chars() {
            let is_number = sign.is_ascii_digit() || sign == '.' && text.ends_with('#');
            let sign = if is_number { '#' } else { sign };
            if !(sign == '#' && text.ends_with('#')) {
                text.push(sign);
            }
        }
        // A difference may be below or above 0.
        text.replace("+#", "±#").replace("-#", "±#") + "\n"
    };
    run.out = run.out.lines().map(mask).collect();
    let is_progress = |line: &&str| line.ends_with(" games") && line.contains('/');
    let told = run.err.lines().filter(|line| !is_progress(line));
    run.err = told.map(|line| format!("{line}\n")).collect();
    run
}

#[test]
fn measurements_by_games_are_told() {
    let mut value = vec![
        "value",
        "losalamos",
        "--piece",
        "A=NF",
        "--against",
        "queen",
    ];
    value.extend(["--pairs", "2", "--nodes", "20", "--max-plies", "6"]);
    transcript_of("value-piece", &value, &form(run(&value)));
    let balance = ["balance", "losalamos", "--games", "8", "--nodes", "20"];
    transcript_of("balance", &balance, &form(run(&balance)));
}

#[test]
fn what_is_written_is_found_again_and_what_is_no_value_is_refused() {
    let griffon = "../../../examples/griffon-chess.toml";
    let record = run(&["record", griffon, "--moves", "e2e4"]);
    assert!(
        record.out.starts_with("[Variant \"griffon-chess\"]\n"),
        "{}",
        record.out
    );
    let read = run_with(
        &["pgn", "check", "-", "--definitions", griffon],
        &record.out,
    );
    assert_eq!(read.code, Some(0), "{}", read.err);
    let numbered = run(&["record", "fischerandom?setup=5", "--moves", "e2e4"]);
    assert!(
        numbered.out.contains("fischerandom?setup=5"),
        "{}",
        numbered.out
    );
    let unnamed = run_with(
        &["replay", "-", "--variant", "chess"],
        "[Result \"*\"]\n\n1. e4 e5 *\n",
    );
    assert_eq!(unnamed.code, Some(0), "{}", unnamed.err);
    let game = "[Result \"*\"]\n\n1. e4 *\n";
    let no_such = run_with(&["pgn", "filter", "-", "--ending", "checkmat"], game);
    assert!(
        no_such.err.contains("did you mean `checkmate`?"),
        "{}",
        no_such.err
    );
    for (args, said) in [
        (
            &["pgn", "filter", "-", "--result", "1:0"][..],
            "write `1-0`",
        ),
        (&["rules", "chess", "--json"], "--library"),
        (&["new", "mine.toml"], "cannot be a name"),
        (&["new", "chess960"], "built-in"),
        (&["explain", griffon], "is a file"),
        (&["help", "epd", "check"], "`epd` has no command `check`"),
        (
            &["bench", "nosuch"],
            "no built-in variant or file is called `nosuch`",
        ),
        (
            &[
                "play",
                "chess",
                "--two",
                "--save",
                "no/such/folder/game.pgn",
            ],
            "no/such/folder",
        ),
        (
            &[
                "match",
                "chess",
                "--engine",
                "cmd=self skil=0",
                "--engine",
                "cmd=self",
            ],
            "did you mean `skill`?",
        ),
    ] {
        let refused = run_with(args, game);
        assert_eq!(refused.code, Some(2), "{args:?}: {}", refused.err);
        assert!(refused.err.contains(said), "{args:?}: {}", refused.err);
    }
    // Losses decide the exit code, so they are named in any case.
    let quiet = run(&["convert", "grand", "--to", "fairy-max", "-q"]);
    assert!(quiet.err.contains("lost in `fairy-max`"), "{}", quiet.err);
}

#[test]
fn scripts_find_signature_and_result_in_the_last_lines() {
    let file = concat!(root!(), "/examples/griffon-chess.toml");
    for variant in ["losalamos", file, &format!("{file}#griffon-chess")] {
        let bench = run(&["bench", variant, "--nodes", "20"]);
        assert_eq!(bench.code, Some(0), "{}", bench.err);
        let lines: Vec<&str> = bench.out.lines().rev().take(2).collect();
        let number = |line: &str, start: &str| -> u64 {
            let number = line.strip_prefix(start).expect(start);
            number.parse().expect("a number")
        };
        let total = bench.out.lines().find(|line| line.starts_with("all "));
        let nodes = number(lines[1], "Signature: ");
        assert!(total.is_some_and(|total| total.contains(&format!(" {nodes} nodes"))));
        number(lines[0], "Nodes/second: ");
    }
    let engines = ["--engine", "cmd=self name=A", "--engine", "cmd=self name=B"];
    let options = ["match", "losalamos", "--games", "2", "--nodes", "10"];
    let result = run(&[&options[..], &engines].concat());
    let last = result.out.lines().last().expect("a line");
    let counts: Vec<&str> = last.split(", score ").collect();
    let words: Vec<&str> = counts[0].split([' ', ',']).collect();
    assert_eq!(words[0], "A:");
    assert_eq!([words[2], words[5], words[8]], ["won", "drawn", "lost"]);
    let score: Vec<f64> = (counts[1].split(" ± "))
        .map(|number| number.parse().expect("a number"))
        .collect();
    assert!(
        score.len() == 2 && (0.0..=1.0).contains(&score[0]),
        "{last}"
    );
}
