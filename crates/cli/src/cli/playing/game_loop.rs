//! The loop of an interactive game.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::clocks::{ClockSetting, Clocks};
use super::commands::{self, Command, Reading};
use super::lines::{Lines, Typed};
use super::{save, words};
use crate::cli::level;
use crate::cli::output::Existing;
use crate::cli::stop::Stop;
use crate::cli::thinking::{self, ThinkingArgs, move_number};
use ferz::eval::Evaluation;
use ferz::game::Game;
use ferz::geometry::SquareSet;
use ferz::search::{Limits, Score, SearchOptions, Searcher, TimeLimit};
use ferz::state::{Color, Move};
use ferz_designer::input::{Answer, Event, Input};
use ferz_designer::render::{BoardStyle, BoardView, board_view_text, hands_text};

/// The default time for a move of the engine.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// The time reserved for showing a move.
const OVERHEAD: Duration = Duration::from_millis(20);

/// The kind of player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    Human,
    Engine,
}

/// The players, White first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Players {
    pub(in crate::cli) humans: [bool; 2],
}

impl Players {
    fn of(self, side: Color) -> Player {
        if self.humans[side.index()] {
            Player::Human
        } else {
            Player::Engine
        }
    }

    fn has_humans(self) -> bool {
        self.humans.contains(&true)
    }

    fn has_engine(self) -> bool {
        self.humans.contains(&false)
    }

    /// The names of the players in a record.
    fn names(self) -> [&'static str; 2] {
        self.humans
            .map(|is_human| if is_human { "Human" } else { "Ferz" })
    }
}

/// The settings of a game.
#[derive(Debug)]
pub(in crate::cli) struct Settings {
    /// The name of the variant in records.
    pub(in crate::cli) name: String,
    pub(in crate::cli) players: Players,
    pub(in crate::cli) level: u8,
    pub(in crate::cli) thinking: ThinkingArgs,
    pub(in crate::cli) evaluation: Evaluation,
    pub(in crate::cli) clock: Option<ClockSetting>,
    pub(in crate::cli) style: BoardStyle,
    /// The file to which the game is saved at its end.
    pub(in crate::cli) file: Option<PathBuf>,
    pub(in crate::cli) existing: Existing,
    /// The number of plies after which a game without humans stops.
    pub(in crate::cli) longest: usize,
}

/// The next step of the loop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Move,
    Leave,
}

/// A game in the terminal.
pub(in crate::cli) struct GameLoop<'a, W: Write> {
    pub(super) out: &'a mut W,
    pub(super) game: Game,
    pub(super) settings: Settings,
    /// The engine that plays; made before its first move, since evaluating the pieces takes time on large
    /// boards.
    engine: Option<Searcher>,
    /// The engine that gives hints at full strength; made on the first request.
    adviser: Option<Searcher>,
    clocks: Option<Clocks>,
    lines: Option<Lines>,
    pub(super) flipped: bool,
    /// The engine's score after its last move.
    own_score: Option<Score>,
    /// Whether the file of the settings has been written.
    is_saved: bool,
}

impl<'a, W: Write> GameLoop<'a, W> {
    pub(in crate::cli) fn new(game: Game, settings: Settings, out: &'a mut W) -> Self {
        let first = game.position().turn();
        let players = settings.players;
        let flipped = players.has_engine() && players.has_humans() && !players.humans[0];
        let mut clocks = settings.clock.map(Clocks::new);
        if let Some(clocks) = &mut clocks {
            clocks.start(first);
        }
        GameLoop {
            out,
            game,
            engine: None,
            adviser: None,
            clocks,
            lines: players.has_humans().then(Lines::of_standard_input),
            flipped,
            settings,
            own_score: None,
            is_saved: false,
        }
    }

    /// Plays until the user leaves.
    pub(in crate::cli) fn run(mut self) -> Result<(), Stop> {
        self.greet()?;
        self.draw_board()?;
        loop {
            let next = if self.game.outcome().is_over() {
                self.after_the_end()?
            } else if self.settings.players.of(self.game.position().turn()) == Player::Engine {
                self.engine_moves()?
            } else {
                self.human_moves()?
            };
            if next == Next::Leave {
                break;
            }
        }
        self.save_at_last()
    }

    fn greet(&mut self) -> Result<(), Stop> {
        let players = self.settings.players;
        let def = self.game.position().variant().def();
        let title = def.title.as_ref().unwrap_or(&def.name);
        let level = level::text(self.settings.level);
        let who = match players.humans {
            [true, true] => "White and Black are people".to_owned(),
            [false, false] => format!("the engine plays alone, level {level}"),
            [true, false] => {
                format!("you are White, the engine is Black, level {level}")
            }
            [false, true] => {
                format!("you are Black, the engine is White, level {level}")
            }
        };
        writeln!(self.out, "{title}: {who}")?;
        if players.has_humans() {
            writeln!(
                self.out,
                "Type a move, such as {}; `help` lists all commands",
                self.example()
            )?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    /// A legal move as an example of input.
    fn example(&self) -> String {
        let position = self.game.position();
        let moves = position.legal_moves();
        match moves.get(moves.len() / 2) {
            Some(mv) => {
                let (san, squares) = (position.san(mv), position.move_text(mv));
                if san == squares {
                    format!("`{san}`")
                } else {
                    format!("`{san}` or `{squares}`")
                }
            }
            None => "`e2e4`".to_owned(),
        }
    }

    /// Draws the board with the hands, the clocks and the side to move.
    pub(super) fn draw_board(&mut self) -> Result<(), Stop> {
        let position = self.game.position();
        let view = BoardView {
            style: self.settings.style,
            flipped: self.flipped,
            marked: self
                .game
                .moves()
                .last()
                .map_or_else(SquareSet::new, words::squares_of),
        };
        write!(
            self.out,
            "{}\n{}",
            board_view_text(position, &view),
            hands_text(position)
        )?;
        if let Some(clocks) = &self.clocks {
            writeln!(self.out, "{}", clocks.words())?;
        }
        if !self.game.outcome().is_over() {
            writeln!(self.out, "{}", words::turn_words(position))?;
        }
        Ok(())
    }

    /// Prints a paragraph.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Stop> {
        self.out.write_all(words::paragraph(text).as_bytes())?;
        Ok(())
    }

    /// Plays a move of the engine.
    fn engine_moves(&mut self) -> Result<Next, Stop> {
        let mover = self.game.position().turn();
        let is_alone = !self.settings.players.has_humans();
        if is_alone && self.game.moves().len() >= self.settings.longest {
            self.draw_board()?;
            let played = self.game.moves().len();
            writeln!(
                self.out,
                "Stopped after {played} plies; the game is not over"
            )?;
            return Ok(Next::Leave);
        }
        self.out.flush()?;
        let mut limits = self.settings.thinking.limits(USUAL_TIME);
        if let Some(clocks) = &mut self.clocks {
            clocks.start(mover);
            let left = clocks.left(mover);
            limits.time = Some(TimeLimit::on_clock(
                left,
                clocks.increment(),
                None,
                OVERHEAD,
            ));
        }
        let options = SearchOptions {
            skill: self.settings.level,
            evaluation: self.settings.evaluation.clone(),
            ..SearchOptions::default()
        };
        let variant = self.game.position().variant();
        let engine = self
            .engine
            .get_or_insert_with(|| Searcher::new(variant, options.clone()));
        engine.set_options(options);
        let found = self.settings.thinking.search(engine, &self.game, &limits);
        if self.is_out_of_time(mover) {
            self.lose_on_time(mover)?;
            return Ok(Next::Move);
        }
        let Some(mv) = found.best().cloned() else {
            self.say("No legal move exists, and no rule ends the game.")?;
            return Ok(Next::Leave);
        };
        self.own_score = found.score();
        let number = move_number(self.game.position(), None).unwrap_or_default();
        let text = words::move_words(self.game.position(), &mv);
        writeln!(self.out, "{number} {} plays {text}", mover.name())?;
        let next = self.play(&mv)?;
        let is_over = self.game.outcome().is_over();
        let to_move = self.settings.players.of(self.game.position().turn());
        if is_over || to_move == Player::Human {
            writeln!(self.out)?;
            self.draw_board()?;
        }
        Ok(next)
    }

    /// Plays a move.
    fn play(&mut self, mv: &Move) -> Result<Next, Stop> {
        let mover = self.game.position().turn();
        if let Some(clocks) = &mut self.clocks {
            clocks.moved(mover);
        }
        self.game.play_unchecked(mv);
        if let Some(finding) = self.game.position().beyond_limits() {
            self.say(&words::finding_words(&finding))?;
            return Ok(Next::Leave);
        }
        let next = self.game.position().turn();
        if let Some(clocks) = &mut self.clocks
            && !self.game.outcome().is_over()
        {
            clocks.start(next);
        }
        Ok(Next::Move)
    }

    fn is_out_of_time(&self, side: Color) -> bool {
        let clocks = self.clocks.as_ref();
        clocks.is_some_and(|clocks| clocks.left(side).is_zero())
    }

    fn lose_on_time(&mut self, loser: Color) -> Result<(), Stop> {
        writeln!(self.out, "{}'s time has run out", loser.name())?;
        self.game.forfeit_on_time(loser);
        Ok(())
    }

    /// Asks for a move until one is played, or the user leaves.
    fn human_moves(&mut self) -> Result<Next, Stop> {
        let mover = self.game.position().turn();
        let mut input = Input::new(self.game.position());
        if input.moves().is_empty() {
            self.say("No legal move exists, and no rule ends the game.")?;
            return Ok(Next::Leave);
        }
        loop {
            let number = move_number(self.game.position(), None).unwrap_or_default();
            let prompt = if input.is_empty() {
                format!("{number} {}> ", mover.name())
            } else {
                "then> ".to_owned()
            };
            let line = match self.ask(&prompt, Some(mover))? {
                Typed::Line(line) => line,
                Typed::End => return Ok(Next::Leave),
                Typed::Late => {
                    writeln!(self.out)?;
                    self.lose_on_time(mover)?;
                    return Ok(Next::Move);
                }
            };
            if self.is_out_of_time(mover) {
                self.lose_on_time(mover)?;
                return Ok(Next::Move);
            }
            let event = match commands::read(&line) {
                Reading::Wrong(message) => {
                    self.say(&format!("Please {message}."))?;
                    continue;
                }
                Reading::Command(Command::Pass) => Event::Pass,
                Reading::Command(Command::Cancel) => Event::Cancel,
                Reading::Command(command) => {
                    let before = self.game.moves().len();
                    let outcome = self.game.outcome();
                    if self.obey(&command, &input)? == Next::Leave {
                        return Ok(Next::Leave);
                    }
                    if self.game.moves().len() != before || self.game.outcome() != outcome {
                        return Ok(Next::Move);
                    }
                    continue;
                }
                Reading::Move if line.is_empty() => Event::Cancel,
                Reading::Move => Event::Text(line.clone()),
            };
            match input.enter(&event) {
                Answer::Done(mv) => {
                    let next = self.play(&mv)?;
                    let to_move = self.settings.players.of(self.game.position().turn());
                    if to_move == Player::Human || self.game.outcome().is_over() {
                        writeln!(self.out)?;
                        self.draw_board()?;
                    }
                    return Ok(next);
                }
                Answer::Open => match input.view().question {
                    Some(question) => {
                        write!(self.out, "{}", words::question_words(&question))?;
                    }
                    None => write!(self.out, "{}", words::target_words(&input))?,
                },
                Answer::Cleared => {}
                Answer::Refused(finding) => {
                    let mut text = words::refusal_words(&line, &finding);
                    if let Some(command) = commands::near(&line) {
                        text.push_str(&format!(" Or do you mean the command `{command}`?"));
                    }
                    self.say(&text)?;
                }
            }
        }
    }

    /// Reports the end of the game, and takes commands.
    fn after_the_end(&mut self) -> Result<Next, Stop> {
        if let Some(clocks) = &mut self.clocks {
            clocks.pause();
        }
        if let Some(words) = thinking::end_words(&self.game) {
            writeln!(self.out, "{words}")?;
        }
        self.save_now()?;
        if self.lines.is_none() {
            return Ok(Next::Leave);
        }
        loop {
            let line = match self.ask("undo, save FILE, pgn, new or quit> ", None)? {
                Typed::Line(line) => line,
                Typed::End | Typed::Late => return Ok(Next::Leave),
            };
            let input = Input::new(self.game.position());
            match commands::read(&line) {
                Reading::Wrong(message) => self.say(&format!("Please {message}."))?,
                Reading::Command(command) => {
                    if self.obey(&command, &input)? == Next::Leave {
                        return Ok(Next::Leave);
                    }
                    if !self.game.outcome().is_over() {
                        return Ok(Next::Move);
                    }
                }
                Reading::Move if line.is_empty() => {}
                Reading::Move => self.say("The game is over.")?,
            }
        }
    }

    /// Asks for a line. The clock of `mover` runs meanwhile.
    fn ask(&mut self, prompt: &str, mover: Option<Color>) -> Result<Typed, Stop> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let time = match (&mut self.clocks, mover) {
            (Some(clocks), Some(mover)) => {
                clocks.start(mover);
                Some(clocks.left(mover))
            }
            _ => None,
        };
        let Some(lines) = &self.lines else {
            return Ok(Typed::End);
        };
        let typed = lines.next(time);
        match &typed {
            // Input from a pipe is not visible, so it is echoed.
            Typed::Line(line) if !lines.are_seen => {
                writeln!(self.out, "{}", ferz::source::printable(line))?;
            }
            Typed::End => writeln!(self.out)?,
            Typed::Line(_) | Typed::Late => {}
        }
        Ok(typed)
    }

    /// The result of the adviser's search, and its time.
    pub(super) fn advice(&mut self, lines: usize) -> (ferz::search::SearchResult, Duration) {
        let limits: Limits = self.settings.thinking.limits(USUAL_TIME);
        let options = SearchOptions {
            lines,
            evaluation: self.settings.evaluation.clone(),
            ..SearchOptions::default()
        };
        let variant = self.game.position().variant();
        let adviser = self
            .adviser
            .get_or_insert_with(|| Searcher::new(variant, options.clone()));
        adviser.set_options(options);
        let began = Instant::now();
        let found = self.settings.thinking.search(adviser, &self.game, &limits);
        (found, began.elapsed())
    }

    /// Takes back moves up to a turn of a human, this many times.
    pub(super) fn undo(&mut self, times: usize) -> usize {
        let mut undone = 0;
        for _ in 0..times {
            if self.game.undo().is_none() {
                break;
            }
            undone += 1;
            while self.settings.players.of(self.game.position().turn()) == Player::Engine
                && self.game.undo().is_some()
            {
                undone += 1;
            }
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.start(self.game.position().turn());
        }
        undone
    }

    /// Restarts the game.
    pub(super) fn begin_again(&mut self) {
        self.game = Game::new(self.game.beginning());
        self.engine = None;
        self.own_score = None;
        self.clocks = self.settings.clock.map(Clocks::new);
    }

    pub(super) fn set_level(&mut self, level: u8) {
        self.settings.level = level;
    }

    pub(super) fn clock_words(&self) -> Option<String> {
        self.clocks.as_ref().map(Clocks::words)
    }

    /// Whether the opponent accepts a draw.
    pub(super) fn takes_draw(&mut self, offered_by: Color) -> Result<bool, Stop> {
        let other = offered_by.opponent();
        if self.settings.players.of(other) == Player::Engine {
            // Early in the game the engine accepts a draw only in a worse position.
            let has_begun = self.game.moves().len() >= 40;
            return Ok(match self.own_score {
                Some(Score::Units(units)) => units <= if has_begun { 0 } else { -50 },
                Some(Score::Mate(moves)) => moves <= 0,
                None => false,
            });
        }
        let prompt = format!("{}, do you take the draw (yes or no)> ", other.name());
        let typed = self.ask(&prompt, None)?;
        Ok(match typed {
            Typed::Line(line) => ["y", "yes"].contains(&line.to_lowercase().as_str()),
            Typed::End | Typed::Late => false,
        })
    }

    /// Saves the game to the file of the settings, and overwrites an earlier save.
    fn save_now(&mut self) -> Result<(), Stop> {
        let Some(path) = self.settings.file.clone() else {
            return Ok(());
        };
        let existing = if self.is_saved {
            Existing::Replace
        } else {
            self.settings.existing
        };
        let names = self.player_names();
        save::save(&self.game, &self.settings.name, names, &path, existing)?;
        if !self.is_saved {
            writeln!(self.out, "The game is in {}", path.display())?;
        }
        self.is_saved = true;
        Ok(())
    }

    fn save_at_last(mut self) -> Result<(), Stop> {
        self.save_now()?;
        self.out.flush()?;
        Ok(())
    }

    pub(super) fn player_names(&self) -> [&'static str; 2] {
        self.settings.players.names()
    }
}
