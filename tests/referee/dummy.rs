//! A dummy engine that plays the first legal move of chess, or fails in one of many ways.
//!
//! The engine is this test program itself, run with `FERZ_DUMMY` and the name of this test.

use std::io::{self, BufRead, Write};
use std::thread;
use std::time::Duration;

use ferz::game::Game;

use super::builtin;

/// The test by which the engine is started.
pub(super) const TEST: &str = "referee::dummy::engine";

#[test]
fn engine() {
    let variable = |name| std::env::var_os(name).and_then(|value| value.into_string().ok());
    let Some(mode) = variable("FERZ_DUMMY") else {
        return;
    };
    if let Some(pids) = variable("FERZ_DUMMY_PIDS") {
        let file = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(pids);
        let mut file = file.expect("a file for numbers of processes");
        writeln!(file, "{}", std::process::id()).expect("a line can be written");
    }
    if mode != "exit-at-start" {
        converse(&mode);
    }
}

fn converse(mode: &str) {
    let chess = builtin("chess");
    let mut game = Game::new(chess.start());
    // In XBoard's protocol an engine answers to moves by itself once it was told to go.
    let mut plays = false;
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let words: Vec<&str> = line.split_whitespace().collect();
        let second = words.get(1).copied().unwrap_or_default();
        match words.first().copied().unwrap_or_default() {
            "uci" if mode == "no-uciok" => {}
            "uci" => {
                // An engine of that name is asked for its moves.
                let name = if mode == "perft-ends" {
                    "Fairy-Stockfish"
                } else {
                    "Dummy"
                };
                say(&format!("id name {name}"));
                say("uciok");
            }
            "protover" => say("feature ping=1 usermove=1 setboard=1 variants=\"normal\" done=1"),
            "ping" => say(&format!("pong {second}")),
            "isready" => say("readyok"),
            "new" => game = Game::new(chess.start()),
            "position" => {
                game = Game::new(chess.start());
                for text in words.iter().skip_while(|word| **word != "moves").skip(1) {
                    play(&mut game, text);
                }
            }
            "force" => plays = false,
            "undo" => {
                game.undo().expect("a move to take back");
            }
            "usermove" if mode == "xboard-refuses" && second == "e2e4" => {
                say("Illegal move: e2e4");
            }
            "usermove" => {
                play(&mut game, second);
                if plays {
                    answer(mode, &mut game);
                }
            }
            "go" if mode == "perft-ends" && second == "perft" => return,
            "go" => {
                plays = true;
                answer(mode, &mut game);
            }
            "quit" => {
                if mode == "slow-quit" {
                    sleep_for_ever();
                }
                return;
            }
            _ => {}
        }
    }
}

fn sleep_for_ever() {
    loop {
        thread::sleep(Duration::from_secs(1));
    }
}

fn write(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    // The referee may have had enough.
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

fn say(line: &str) {
    write(format!("{line}\n").as_bytes());
}

fn play(game: &mut Game, text: &str) {
    let mv = game.position().parse_move(text).expect("a legal move");
    game.play(&mv).expect("a legal move");
}

/// What is said to `go`.
fn answer(mode: &str, game: &mut Game) {
    match mode {
        "illegal" => return say("bestmove e1e5"),
        "late" => thread::sleep(Duration::from_millis(600)),
        "hang-on-go" => sleep_for_ever(),
        "exit-on-go" => std::process::exit(3),
        "flood" => {
            let line = "x".repeat(10_000);
            loop {
                say(&line);
            }
        }
        "long-line" => {
            write(&vec![b'x'; 1 << 20]);
            sleep_for_ever();
        }
        "garbage" => {
            write(b"\0\xff\xfe bestmove\ninfo score cp\ninfo depth x score mate y\n\n");
        }
        "false-claim" => return say("1-0 {White mates}"),
        "resign" => return say("resign"),
        _ => {}
    }
    let first = game.position().legal_moves().into_iter().next();
    let mv = first.expect("the game is not over");
    let text = game.position().move_text(&mv);
    if mode.starts_with("xboard") {
        game.play(&mv).expect("a legal move");
        say(&format!("move {text}"));
    } else {
        say(&format!("info depth 1 score cp 0 nodes 1 pv {text}"));
        say(&format!("bestmove {text}"));
    }
}
