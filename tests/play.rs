//! Interactive games in the terminal: messages, self-play of engines, files, and a real terminal.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::harness::snapshot;

/// The result of a run of the program.
struct Run {
    out: String,
    err: String,
    code: Option<i32>,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command
        .arg("play")
        .args(args)
        .current_dir(root!())
        .env_remove("NO_COLOR");
    command
}

/// Plays with lines from a pipe, which end.
fn play(args: &[&str], lines: &[&str]) -> Run {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    for line in lines {
        // A program that does not read its input may close it.
        let _ = writeln!(stdin, "{line}");
    }
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("text in UTF-8");
    Run {
        out: text(output.stdout),
        err: text(output.stderr),
        code: output.status.code(),
    }
}

/// Compares everything that a game prints with a snapshot.
fn transcript(name: &str, args: &[&str], lines: &[&str]) {
    let run = play(args, lines);
    let mut text = format!("$ ferz play {}\n{}", args.join(" "), run.out);
    if !run.err.is_empty() {
        write!(text, "--- standard error\n{}", run.err).expect("a string takes all");
    }
    write!(
        text,
        "--- exit code {}",
        run.code.expect("it ends by itself")
    )
    .expect("a string takes all");
    snapshot("play", name, &text);
}

/// A place for a file that is not there yet.
fn free_place(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play");
    fs::create_dir_all(&folder).expect("a folder for temporary files");
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn two_people_play_to_the_end() {
    transcript(
        "fools-mate",
        &["chess", "--two", "--ascii"],
        &["f3", "e5", "g2g4", "Qh4", "record", "undo", "d8g5", "quit"],
    );
    transcript(
        "griffon",
        &["examples/griffon-chess.toml", "--two"],
        &["e4", "e5", "moves d1", "Ge2", "rules griffon"],
    );
}

#[test]
fn square_by_square_and_by_choices() {
    transcript(
        "amazons",
        &["amazons", "--two", "--ascii"],
        &["d1", "d5", "d8", "moves a7", "a7d7", "cancel", "1"],
    );
    transcript(
        "promotion",
        &["chess", "--two", "--ascii", "--fen", "7k/P7/8/8/8/8/8/K7 w"],
        &["a7a8", "", "a7", "a8", "knight"],
    );
    transcript(
        "drops",
        &[
            "crazyhouse",
            "--two",
            "--ascii",
            "--moves",
            "e4 d5 exd5 Qxd5",
        ],
        &["P@", "e4", "moves B"],
    );
}

#[test]
fn black_begins_and_moves_follow_one_another() {
    transcript(
        "progressive",
        &[
            "progressive",
            "--two",
            "--ascii",
            "--fen",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        ],
        &["e5", "e4", "Nf3", "pgn"],
    );
    transcript(
        "passes",
        &["janggi", "--two", "--ascii"],
        &["pass", "moves pass", "pass"],
    );
}

#[test]
fn what_is_typed_wrongly_is_explained() {
    let run = play(
        &[
            "chess",
            "--two",
            "--ascii",
            "--fen",
            "4k3/8/8/8/8/8/4q3/4K2R w K",
        ],
        &[
            "xyzzy",
            "Kd1",
            "e1g1",
            "a1",
            "a1a2",
            "e8d8",
            "undo x",
            "undo",
            "lines 100",
            "level 21",
            "save",
            "rules quen",
            "clocks",
            "claim",
            "hnt",
            "",
            "e1e",
            "\u{1b}[2J",
            "99",
        ],
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    for expected in [
        "`xyzzy` is neither a move nor a command",
        "and White would still be in check after it.",
        "No piece stands on a1.",
        "The piece on e8 is Black's, but White is to move.",
        "Please write a number from 1 to 10000 after `undo`.",
        "No move to take back.",
        "Please write a number from 1 to 20 after `lines`.",
        "Please write a number from 0 to 20, or a name from `beginner` to `full`, after `level`.",
        "Please write a file name after `save`.",
        "No piece is called `quen`. Do you mean `queen`?",
        "The game has no clocks;",
        "No rule allows a claim here.",
        "Or do you mean the command `hint`?",
    ] {
        let text = run.out.replace('\n', " ");
        assert!(text.contains(expected), "{expected}\n{}", run.out);
    }
    assert!(!run.out.contains('\u{1b}'));
}

#[test]
fn the_engine_answers_and_advises() {
    let run = play(
        &["chess", "--nodes", "50", "--ascii"],
        &[
            "e4",
            "hint",
            "eval",
            "lines 2",
            "level 3",
            "level",
            "level strong",
            "undo",
            "d4",
            "flip",
            "draw",
        ],
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(
        run.out.matches("1... Black plays ").count(),
        2,
        "{}",
        run.out
    );
    for expected in [
        "Try ",
        ", depth ",
        "The level is 3 (novice)",
        "The engine plays at level 12 (strong) now",
        "2 half-moves taken back",
        "h g f e d c b a",
    ] {
        assert!(run.out.contains(expected), "{expected}\n{}", run.out);
    }
    // Black is seen from its own side, and the engine begins.
    let run = play(
        &["chess", "--nodes", "50", "--ascii", "--black", "human"],
        &["resign", "pgn"],
    );
    assert!(run.out.contains("1. White plays "), "{}", run.out);
    assert!(run.out.contains("h g f e d c b a"), "{}", run.out);
    assert!(
        run.out.contains("resignation, 1-0; White wins."),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("[White \"Ferz\"]\n[Black \"Human\"]"),
        "{}",
        run.out
    );
    // Whoever has Black to move plays Black, if nothing else is said.
    let fen = "4k3/8/8/8/8/8/8/4K2R b - - 0 1";
    let run = play(
        &["chess", "--nodes", "50", "--ascii", "--fen", fen],
        &["Kd8"],
    );
    assert!(run.out.contains("you are Black"), "{}", run.out);
    assert!(run.out.contains("2. White plays "), "{}", run.out);
}

/// Engines that play alone come to an end, or to the limit, and what they played is read back.
#[test]
fn engines_play_every_kind_of_game() {
    let names = [
        "chess",
        "crazyhouse",
        "seirawan",
        "duck",
        "xiangqi",
        "dobutsu",
        "rococo",
        "janggi",
        "shogi",
        "placement",
        "sittuyin",
        "progressive",
        "chu-shogi",
        "russian-draughts",
        "ataxx",
        "racingkings",
        "alice",
        "losalamos",
    ];
    for (index, name) in names.into_iter().enumerate() {
        // One of both says enough of most.
        let endings = if index % 4 == 0 {
            &["pgn", "txt"][..]
        } else {
            &["pgn"]
        };
        for ending in endings {
            let file = free_place(&format!("{name}.{ending}"));
            let path = file.to_str().expect("a path in UTF-8");
            let args = [
                name,
                "--engine-only",
                "--nodes",
                "20",
                "--max-plies",
                "12",
                "--ascii",
                "--save",
                path,
            ];
            let run = play(&args, &[]);
            assert_eq!(run.code, Some(0), "{name}: {}", run.err);
            let ended = run.out.contains("The game is over: ");
            let stopped = run
                .out
                .contains("Stopped after 12 plies; the game is not over");
            assert!(ended != stopped, "{name}: {}", run.out);
            let replay = Command::new(env!("CARGO_BIN_EXE_ferz"))
                .args(["replay", path, "--json"])
                .output()
                .expect("the program starts");
            let err = String::from_utf8_lossy(&replay.stderr);
            assert!(replay.status.success() && err.is_empty(), "{name}: {err}");
            let answer: serde_json::Value = serde_json::from_slice(&replay.stdout).expect("JSON");
            let played = run
                .out
                .lines()
                .filter(|line| line.starts_with(|sign: char| sign.is_ascii_digit()));
            let played = played.filter(|line| line.contains(" plays ")).count();
            assert_eq!(answer["moves"].as_u64(), Some(played as u64), "{name}");
            assert_eq!(answer["outcome"].is_null(), stopped, "{name}");
        }
    }
}

#[test]
fn games_are_saved_over_nothing() {
    let file = free_place("saved.pgn");
    let path = file.to_str().expect("a path in UTF-8");
    let save = format!("save {path}");
    let by_force = format!("save! {path}");
    let run = play(
        &["chess", "--two", "--ascii"],
        &["e4", &save, "e5", &save, "draw", "yes", &by_force],
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.out
            .replace('\n', " ")
            .contains("the file exists already"),
        "{}",
        run.out
    );
    let saved = fs::read_to_string(&file).expect("the file is there");
    assert!(saved.ends_with("\n1. e4 e5 1/2-1/2\n"), "{saved}");
    assert!(saved.contains("[Termination \"agreement\"]"), "{saved}");
    // Nobody plays for an hour to hear that.
    let run = play(&["chess", "--two", "--save", path], &["e4"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("the file exists already"), "{}", run.err);
    let run = play(
        &["chess", "--two", "--save", path, "--force"],
        &["d4", "resign"],
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    let saved = fs::read_to_string(&file).expect("the file is there");
    assert!(saved.ends_with("\n1. d4 1-0\n"), "{saved}");
    // A place that cannot be written is told, and the game goes on.
    let run = play(
        &["chess", "--two", "--ascii"],
        &["save /nowhere/game.pgn", "e4"],
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("1... Black> "), "{}", run.out);
}

#[test]
fn settings_that_mean_nothing_are_refused() {
    for args in [
        &["chess", "--clock", "x"][..],
        &["chess", "--clock", "0+0"],
        &["chess", "--clock", "5+-1"],
        &["chess", "--level", "21"],
        &["chess", "--level", "weak"],
        &["chess", "--time", "0"],
        &["chess", "--time", "nan"],
        &["chess", "--depth", "0"],
        &["chess", "--two", "--white", "human"],
        &["chess", "--two", "--engine-only"],
        &["ches"],
    ] {
        let run = play(args, &[]);
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.out);
        assert!(!run.err.is_empty());
    }
}

/// A game in a real terminal.
#[cfg(target_os = "linux")]
mod terminal {
    use std::fs::{File, OpenOptions};
    use std::io::{Read, Write};
    use std::process::{Child, Stdio};
    use std::sync::mpsc::{Receiver, channel};
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    use super::command;

    /// How long something may take to appear.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// A program in a terminal, and what has appeared there.
    struct Terminal {
        child: Child,
        keyboard: File,
        shown: Receiver<Vec<u8>>,
        screen: String,
    }

    impl Terminal {
        fn start(args: &[&str]) -> Terminal {
            let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
            grantpt(&controller).expect("a terminal");
            unlockpt(&controller).expect("a terminal");
            let name = ptsname(&controller, Vec::new()).expect("a terminal has a name");
            let name = name.to_str().expect("a name in UTF-8");
            let side = OpenOptions::new().read(true).write(true).open(name);
            let side = side.expect("a terminal can be opened");
            let stream = || Stdio::from(side.try_clone().expect("one stream more"));
            let child = command(args)
                .stdin(stream())
                .stdout(stream())
                .stderr(stream())
                .spawn()
                .expect("the program starts");
            drop(side);
            let keyboard = File::from(controller);
            let mut screen = keyboard.try_clone().expect("one stream more");
            let (sender, shown) = channel();
            thread::spawn(move || {
                let mut bytes = [0; 4096];
                // An error says that the program has closed the terminal.
                while let Ok(count @ 1..) = screen.read(&mut bytes) {
                    if sender.send(bytes[..count].to_vec()).is_err() {
                        return;
                    }
                }
            });
            Terminal {
                child,
                keyboard,
                shown,
                screen: String::new(),
            }
        }

        /// Waits until a text appears behind what was waited for before; returns what came with it.
        fn wait_for(&mut self, text: &str) -> String {
            let end = Instant::now() + PATIENCE;
            loop {
                if let Some(at) = self.screen.find(text) {
                    let rest = self.screen.split_off(at + text.len());
                    return std::mem::replace(&mut self.screen, rest);
                }
                let left = end.saturating_duration_since(Instant::now());
                let shown = self.shown.recv_timeout(left);
                let Ok(bytes) = shown else {
                    panic!("`{text}` does not appear: {}", self.screen);
                };
                self.screen.push_str(&String::from_utf8_lossy(&bytes));
            }
        }

        fn type_in(&mut self, keys: &str) {
            self.keyboard
                .write_all(keys.as_bytes())
                .expect("keys can be pressed");
        }

        fn exit_code(mut self) -> Option<i32> {
            self.child.wait().expect("the program ends").code()
        }
    }

    #[test]
    fn a_game_is_played_with_keys() {
        let mut terminal = Terminal::start(&["crazyhouse", "--nodes", "20"]);
        terminal.wait_for("1. White> ");
        terminal.type_in("e4\n");
        let shown = terminal.wait_for("2. White> ");
        // The terminal has shown what was typed; the program does not.
        assert_eq!(shown.matches("e4").count(), 1, "{shown}");
        assert!(shown.contains("1... Black plays "), "{shown}");
        terminal.type_in("hint\n");
        terminal.wait_for("Try ");
        // A slip of the finger is rubbed out.
        terminal.type_in("undoo\u{7f}\n");
        terminal.wait_for("2 half-moves taken back");
        terminal.wait_for("1. White> ");
        terminal.type_in("b1\n");
        terminal.wait_for("The knight on b1 goes to a3, c3");
        terminal.wait_for("then> ");
        terminal.type_in("c3\n");
        terminal.wait_for("2. White> ");
        terminal.type_in("resign\n");
        terminal.wait_for("resignation, 0-1; Black wins.");
        terminal.wait_for("quit> ");
        terminal.type_in("quit\n");
        assert_eq!(terminal.exit_code(), Some(0));
    }

    #[test]
    fn the_end_of_the_input_is_no_fault() {
        let mut terminal = Terminal::start(&["chess", "--two"]);
        terminal.wait_for("1. White> ");
        terminal.type_in("\u{4}");
        assert_eq!(terminal.exit_code(), Some(0));
    }

    #[test]
    fn time_runs_out_while_nobody_types() {
        let mut terminal = Terminal::start(&["chess", "--two", "--clock", "0.01+0"]);
        terminal.wait_for("Clocks: White 0:0");
        terminal.wait_for("White's time has run out");
        terminal.wait_for("time forfeit, 0-1; Black wins.");
        terminal.wait_for("quit> ");
        terminal.type_in("record\n");
        terminal.wait_for("[Termination \"time-forfeit\"]");
        terminal.type_in("pgn\n");
        terminal.wait_for("[Termination \"time forfeit\"]");
        terminal.wait_for("quit> ");
        terminal.type_in("quit\n");
        assert_eq!(terminal.exit_code(), Some(0));
    }
}
