//! Executes commands of an interactive game.

use std::io::Write;
use std::path::Path;

use super::commands::{COMMANDS, Command};
use super::game_loop::{GameLoop, Next};
use super::save::{self, wrapped};
use super::words;
use crate::cli::level;
use crate::cli::output::Existing;
use crate::cli::stop::Stop;
use crate::cli::thinking::{line_words, score_words};
use ferz::notation::write_record;
use ferz::search::Line;
use ferz::source::{nearest, printable};
use ferz::state::{Move, MoveKind};
use ferz_designer::handbook::piece_words;
use ferz_designer::input::Input;

/// The maximum number of listed moves.
const LISTED: usize = 200;

/// The width of a list, in columns.
const WIDTH: usize = 80;

impl<W: Write> GameLoop<'_, W> {
    /// Executes a command.
    pub(super) fn obey(&mut self, command: &Command, input: &Input) -> Result<Next, Stop> {
        let position = self.game.position().clone();
        let mover = position.turn();
        let is_over = self.game.outcome().is_over();
        match command {
            Command::Quit => return Ok(Next::Leave),
            Command::Help => {
                for (usage, what) in COMMANDS {
                    writeln!(self.out, "  {usage:<14} {what}")?;
                }
                self.say(
                    "Anything else is a move: its squares (e2e4), standard algebraic notation (Nf3), an unambiguous \
                     beginning of either, its number in the list, or one square at a time.",
                )?;
            }
            Command::Moves(what) => self.list_moves(input, what.as_deref())?,
            Command::Board => self.draw_board()?,
            Command::Flip => {
                self.flipped = !self.flipped;
                self.draw_board()?;
            }
            Command::Fen => writeln!(self.out, "{}", position.to_fen())?,
            Command::Record => {
                let text = write_record(&self.game, &self.settings.name);
                write!(self.out, "{text}")?;
            }
            Command::Pgn => {
                let names = self.player_names();
                let text = save::pgn(&self.game, &self.settings.name, names);
                write!(self.out, "{text}")?;
            }
            Command::Save { file, overwrite } => self.save_as(Path::new(file), *overwrite)?,
            Command::Rules(piece) => self.tell_rules(piece.as_deref())?,
            Command::Level(None) => {
                let level = level::text(self.settings.level);
                writeln!(self.out, "The level is {level}")?;
            }
            Command::Level(Some(level)) => {
                self.set_level(*level);
                let level = level::text(*level);
                writeln!(self.out, "The engine plays at level {level} now")?;
            }
            Command::Clocks => match self.clock_words() {
                Some(words) => writeln!(self.out, "{words}")?,
                None => self.say("The game has no clocks; start it with `--clock 5+3`.")?,
            },
            Command::Undo(times) => match self.undo(*times) {
                0 => self.say("No move to take back.")?,
                undone => {
                    let plural = if undone == 1 { "" } else { "s" };
                    writeln!(self.out, "{undone} half-move{plural} taken back\n")?;
                    self.draw_board()?;
                }
            },
            Command::New => {
                self.begin_again();
                self.draw_board()?;
            }
            _ if is_over => self.say("The game is over.")?,
            Command::Hint => {
                let found = self.advice(1).0;
                match found
                    .lines
                    .first()
                    .and_then(|line| Some((line, line.moves.first()?)))
                {
                    Some((line, mv)) => {
                        let score = score_words(line.score, mover);
                        let text = words::move_words(&position, mv);
                        writeln!(self.out, "Try {text}: {score}, depth {}", line.depth)?;
                    }
                    None => self.say("No move to play.")?,
                }
            }
            Command::Eval => self.tell_lines(1)?,
            Command::Lines(count) => self.tell_lines(*count)?,
            Command::Claim => match position.claim() {
                Some(ferz::game::Outcome::Ended { white, .. }) => {
                    // A valid claim ends the game like an agreement.
                    if self.game.agree(white).is_err() {
                        self.say("No rule allows a claim here.")?;
                    }
                }
                _ => self.say("No rule allows a claim here.")?,
            },
            Command::Resign => {
                // Only humans type commands, and only on their turn.
                self.game.resign(mover);
            }
            Command::Draw => {
                if self.takes_draw(mover)? {
                    if self.game.agree(0.5).is_err() {
                        self.say("The players cannot agree on this result.")?;
                    }
                } else {
                    let other = mover.opponent().name();
                    writeln!(self.out, "{other} declines the draw")?;
                }
            }
            // These commands are handled by the input of moves.
            Command::Pass | Command::Cancel => {}
        }
        Ok(Next::Move)
    }

    fn list_moves(&mut self, input: &Input, what: Option<&str>) -> Result<(), Stop> {
        let position = input.position();
        let variant = position.variant();
        let square = what.and_then(|text| variant.square(text));
        let role = what.and_then(|text| {
            let by_name = variant.role(&text.to_lowercase());
            by_name.or_else(|| variant.letters().role(text))
        });
        let is_meant = |mv: &Move, names: [&str; 2]| match (what, square, role) {
            (None, ..) => true,
            (_, Some(square), _) => mv.kind != MoveKind::Drop && mv.from == square,
            (_, _, Some(role)) => mv.piece.role == role,
            (Some("pass"), ..) => mv.is_pass(),
            (Some(text), ..) => names.iter().any(|name| name.starts_with(text)),
        };
        let mut count = 0;
        let mut rows: Vec<String> = Vec::new();
        for (index, (squares, mv)) in input.moves().iter().enumerate() {
            // Short notation is expensive for thousands of moves.
            let has_room = rows.len() < LISTED;
            let san = if has_room {
                position.san(mv)
            } else {
                String::new()
            };
            if !is_meant(mv, [squares, &san]) {
                continue;
            }
            count += 1;
            if has_room {
                let number = index + 1;
                rows.push(if mv.is_pass() {
                    format!("{number} pass ({squares})")
                } else if san == *squares {
                    format!("{number} {san}")
                } else {
                    format!("{number} {san} ({squares})")
                });
            }
        }
        write!(self.out, "{}", in_columns(&rows))?;
        if count == 0 {
            let what = printable(what.unwrap_or_default()).into_owned();
            self.say(&format!("No legal move has `{what}`."))
        } else if count > rows.len() {
            let all = words::count_words(count);
            self.say(&format!(
                "These are {} of {all}; write a square after `moves` to list fewer.",
                rows.len()
            ))
        } else {
            Ok(())
        }
    }

    fn tell_lines(&mut self, count: usize) -> Result<(), Stop> {
        let position = self.game.position().clone();
        let (found, time) = self.advice(count);
        if found.lines.is_empty() {
            return self.say("No move to play.");
        }
        for line in &found.lines {
            writeln!(self.out, "{}", line_in_words(&position, line))?;
        }
        writeln!(
            self.out,
            "{} positions in {:.1} s",
            found.nodes,
            time.as_secs_f64()
        )?;
        Ok(())
    }

    fn tell_rules(&mut self, piece: Option<&str>) -> Result<(), Stop> {
        let variant = self.game.position().variant().clone();
        let names: Vec<&str> = variant
            .roles()
            .map(|role| variant.role_name(role))
            .collect();
        if let Some(word) = piece {
            let word = word.to_lowercase();
            let by_letter = variant.letters().role(&word);
            let Some(role) = variant.role(&word).or(by_letter) else {
                let near = nearest(&word, names.iter().copied());
                let hint = near.map_or_else(String::new, |name| format!(" Do you mean `{name}`?"));
                return self.say(&format!("No piece is called `{}`.{hint}", printable(&word)));
            };
            let text = format!(
                "{}: {}",
                variant.role_name(role),
                piece_words(&variant, role)
            );
            return self.say(&text);
        }
        for role in variant.roles() {
            let letter = variant.def().pieces.get_index(role.index());
            let letter = letter.map_or("", |(_, piece)| piece.letter.as_str());
            let name = variant.role_name(role);
            self.say(&format!(
                "{name} ({letter}): {}",
                piece_words(&variant, role)
            ))?;
        }
        self.say("`ferz rules` prints all rules of the game, with pictures.")
    }

    fn save_as(&mut self, path: &Path, overwrite: bool) -> Result<(), Stop> {
        let existing = if overwrite {
            Existing::Replace
        } else {
            Existing::Refuse
        };
        let names = self.player_names();
        match save::save(&self.game, &self.settings.name, names, path, existing) {
            Ok(()) => {
                let path = path.display().to_string();
                writeln!(self.out, "The game is in {}", printable(&path))?;
                Ok(())
            }
            Err(Stop::Usage(message)) => {
                let message = message.replace(
                    "write `--force` to overwrite it",
                    "write `save! FILE` to overwrite it",
                );
                let message = printable(&message).into_owned();
                self.say(&format!("{message}."))
            }
            Err(other) => Err(other),
        }
    }
}

/// A line of play with its score and depth.
fn line_in_words(position: &ferz::game::Position, line: &Line) -> String {
    let score = score_words(line.score, position.turn());
    let moves = line_words(position, &line.moves);
    let text = format!("{score}, depth {}: {moves}", line.depth);
    let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    wrapped(&words, WIDTH).trim_end().replace('\n', "\n  ")
}

/// Arranges rows in as many columns as fit.
fn in_columns(rows: &[String]) -> String {
    let widest = rows
        .iter()
        .map(|row| row.chars().count())
        .max()
        .unwrap_or(0);
    let column = widest + 2;
    let per_line = (WIDTH / column).max(1);
    let mut text = String::new();
    for line in rows.chunks(per_line) {
        let cells = line.iter().map(|row| format!("{row:<column$}"));
        let joined: String = cells.collect();
        text.push_str(joined.trim_end());
        text.push('\n');
    }
    text
}
