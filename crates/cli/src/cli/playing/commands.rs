//! Commands that can be typed instead of moves.

use crate::cli::level;
use ferz::source::nearest;

/// Every command with its description, as listed by `help`.
pub(super) const COMMANDS: [(&str, &str); 22] = [
    (
        "moves [WHAT]",
        "list the legal moves, optionally of a square, of a piece, or by their first letters",
    ),
    ("hint", "ask the engine for a move"),
    ("eval", "ask the engine for a score, from White's view"),
    ("lines [N]", "show the best N lines, 3 by default"),
    (
        "undo [N]",
        "take back your last move with the answer to it, or N plies",
    ),
    ("board", "draw the board again"),
    ("flip", "turn the board around"),
    ("rules [PIECE]", "show how the pieces move"),
    (
        "level [N]",
        "set the strength of the engine: 0 to 20, or a name from beginner to full",
    ),
    ("pass", "pass, if the rules allow it"),
    ("claim", "claim the result that a rule offers"),
    ("draw", "offer a draw"),
    ("resign", "give up"),
    ("clocks", "show the clocks"),
    ("fen", "print the position as a FEN"),
    ("record", "print the game as a record"),
    ("pgn", "print the game as PGN"),
    (
        "save FILE",
        "save the game, as PGN if FILE ends in .pgn, otherwise as a record; `save! FILE` overwrites",
    ),
    (
        "cancel",
        "discard the move that you have begun, like an empty line",
    ),
    ("new", "begin again"),
    ("help", "this list"),
    ("quit", "end the program, like the end of the input"),
];

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Moves(Option<String>),
    Hint,
    Eval,
    Lines(usize),
    Undo(usize),
    Board,
    Flip,
    Rules(Option<String>),
    Level(Option<u8>),
    Pass,
    Claim,
    Draw,
    Resign,
    Clocks,
    Fen,
    Record,
    Pgn,
    Save { file: String, overwrite: bool },
    Cancel,
    New,
    Help,
    Quit,
}

/// The interpretation of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Command(Command),
    /// A move, or the answer to a question.
    Move,
    /// A command with wrong arguments, and the reason.
    Wrong(String),
}

/// Interprets a typed line.
pub(super) fn read(line: &str) -> Reading {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let further = (!rest.is_empty()).then(|| rest.to_owned());
    let number = |least: usize, most: usize, otherwise: usize| match rest {
        "" => Ok(otherwise),
        _ => match rest.parse::<usize>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(Reading::Wrong(format!(
                "write a number from {least} to {most} after `{word}`"
            ))),
        },
    };
    let command = match word.to_ascii_lowercase().as_str() {
        "moves" => Command::Moves(further),
        "hint" => Command::Hint,
        "eval" => Command::Eval,
        "lines" => match number(1, 20, 3) {
            Ok(number) => Command::Lines(number),
            Err(wrong) => return wrong,
        },
        "undo" | "back" => match number(1, 10_000, 1) {
            Ok(number) => Command::Undo(number),
            Err(wrong) => return wrong,
        },
        "board" => Command::Board,
        "flip" => Command::Flip,
        "rules" => Command::Rules(further),
        "level" if rest.is_empty() => Command::Level(None),
        "level" => match level::read(rest) {
            Ok(level) => Command::Level(Some(level)),
            Err(_) => {
                return Reading::Wrong(
                    "write a number from 0 to 20, or a name from `beginner` to `full`, after `level`"
                        .to_owned(),
                );
            }
        },
        "pass" => Command::Pass,
        "claim" => Command::Claim,
        "draw" => Command::Draw,
        "resign" => Command::Resign,
        "clocks" | "clock" => Command::Clocks,
        "fen" => Command::Fen,
        "record" => Command::Record,
        "pgn" => Command::Pgn,
        "save" | "save!" => match further {
            Some(file) => Command::Save {
                file,
                overwrite: word.ends_with('!'),
            },
            None => return Reading::Wrong(format!("write a file name after `{word}`")),
        },
        "cancel" => Command::Cancel,
        "new" => Command::New,
        "help" | "?" => Command::Help,
        "quit" | "exit" => Command::Quit,
        _ => return Reading::Move,
    };
    Reading::Command(command)
}

/// The command that was probably meant by a word.
pub(super) fn near(line: &str) -> Option<&'static str> {
    let word = line.split_whitespace().next()?;
    // Two letters are similar to too many commands.
    if word.len() < 3 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let names = COMMANDS.iter().map(|(usage, _)| {
        let end = usage.find(' ').unwrap_or(usage.len());
        &usage[..end]
    });
    nearest(word, names).filter(|name| *name != word)
}
