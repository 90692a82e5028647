//! A refereed game: the side to move, the clocks, and the end of the game.

use std::fmt;
use std::time::Duration;

use ferz::game::{Game, Outcome, Reason};
use ferz::state::{Color, Move};

/// The limit of a player's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A clock.
    Clock {
        /// The number of moves after which the base time is added again; `None` for never.
        moves: Option<u32>,
        /// The base time.
        base: Duration,
        /// The increment after each move.
        increment: Duration,
    },
    /// A fixed time for each move.
    MoveTime(Duration),
    /// A node limit, which is independent of the load of the machine.
    Nodes(u64),
    /// A depth limit, in plies.
    Depth(u32),
}

/// The terms of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// White's limit and Black's.
    pub limits: [Limit; 2],
    /// The tolerated time overrun of a clock.
    pub margin: Duration,
    /// The maximum time of a move that has no other time limit.
    pub wall: Duration,
    /// The number of plies, including those of the opening, after which the game is drawn.
    pub max_plies: Option<u32>,
    /// The rule by which a player resigns.
    pub resign: Option<ResignRule>,
    /// The rule by which a game is adjudicated as a draw.
    pub draw: Option<DrawRule>,
}

/// Resign adjudication: a player whose scores stay this low loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// The number of consecutive moves of the player with such a score.
    pub count: u32,
    /// The deficit, in hundredths of the engine's unit.
    pub score: i32,
    /// Whether the opponent's scores must agree.
    pub both: bool,
}

/// The score, in centipawns, at which our search wins with this probability between 0 and 1: a pawn counts as
/// 100 Elo.
///
/// ```
/// use ferz_cli::referee::centipawns_of_win_probability;
///
/// assert_eq!(centipawns_of_win_probability(0.5), 0);
/// assert_eq!(centipawns_of_win_probability(0.99), 798);
/// assert_eq!(centipawns_of_win_probability(0.01), -798);
/// ```
pub fn centipawns_of_win_probability(chance: f64) -> i32 {
    (400.0 * (chance / (1.0 - chance)).log10()).round() as i32
}

/// Draw adjudication: a game whose scores stay even is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The minimum number of plies.
    pub from: u32,
    /// The number of consecutive moves of both sides with such scores.
    pub count: u32,
    /// The maximum absolute score, in hundredths of the engine's unit.
    pub score: i32,
}

/// An engine's output for the position in which it moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// The score in hundredths of the engine's unit, for the side to move; [`SearchInfo::MATE`] is mate.
    pub score: Option<i32>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
}

impl SearchInfo {
    /// The score of a mate, minus one for each move until then.
    pub const MATE: i32 = 100_000;
}

/// A move with its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRecord {
    /// The side that made it.
    pub side: Color,
    /// The time by the referee's clock.
    pub elapsed: Duration,
    /// The output of the engine.
    pub thought: SearchInfo,
}

/// The cause of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A rule of the variant.
    Rules(Reason),
    /// A resignation.
    Resignation,
    /// An illegal move, or no move although legal ones exist.
    IllegalMove,
    /// A clock ran out.
    Time,
    /// An engine exited, or its output cannot be parsed.
    Disconnect,
    /// An engine did not answer.
    Stall,
    /// A false claim about the result or about the legality of a move.
    FalseClaim,
    /// An adjudication by the scores of the engines.
    Adjudication,
    /// The maximum length was reached.
    MaxPlies,
}

impl Cause {
    /// The word for it in result rows.
    pub fn as_str(self) -> &'static str {
        match self {
            Cause::Rules(reason) => reason.as_str(),
            Cause::Resignation => "resignation",
            Cause::IllegalMove => "illegal-move",
            Cause::Time => Reason::TimeForfeit.as_str(),
            Cause::Disconnect => "disconnect",
            Cause::Stall => "stall",
            Cause::FalseClaim => "false-claim",
            Cause::Adjudication => "adjudication",
            Cause::MaxPlies => "max-plies",
        }
    }

    /// The corresponding word of PGN's tag `Termination`.
    pub fn termination(word: &str) -> &'static str {
        match word {
            "time-forfeit" => "time forfeit",
            "illegal-move" | "false-claim" => "rules infraction",
            "disconnect" | "stall" => "abandoned",
            "adjudication" | "max-plies" => "adjudication",
            _ => "normal",
        }
    }

    /// Whether a word denotes a fault of an engine, which a match reports.
    pub fn is_fault(word: &str) -> bool {
        matches!(
            word,
            "illegal-move" | "false-claim" | "disconnect" | "stall"
        )
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// White's share of the point.
    pub white: f64,
    /// Black's share of the point.
    pub black: f64,
    /// The cause.
    pub cause: Cause,
    /// Details for people; may be empty.
    pub details: String,
}

/// The time and other limits of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The limit of the player.
    pub limit: Limit,
    /// The time on White's clock and on Black's, if they have one.
    pub left: [Option<Duration>; 2],
    /// The increments of White's clock and of Black's.
    pub increments: [Duration; 2],
    /// The number of moves until time is added again.
    pub moves_to_go: Option<u32>,
    /// The time after which the referee waits no longer.
    pub deadline: Duration,
}

/// A game between two players, identified by their colors.
#[derive(Clone, Debug)]
pub struct MatchGame {
    game: Game,
    terms: Terms,
    left: [Duration; 2],
    /// The number of moves of each side after the opening.
    made: [u32; 2],
    thinking: Vec<MoveRecord>,
    ending: Option<Ending>,
}

impl MatchGame {
    /// A game that continues an opening.
    pub fn new(opening: Game, terms: Terms) -> MatchGame {
        let base = |limit: Limit| match limit {
            Limit::Clock { base, .. } => base,
            Limit::MoveTime(_) | Limit::Nodes(_) | Limit::Depth(_) => Duration::ZERO,
        };
        let mut game = MatchGame {
            left: terms.limits.map(base),
            game: opening,
            terms,
            made: [0; 2],
            thinking: Vec::new(),
            ending: None,
        };
        game.look();
        game
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The searches of the players; moves of the opening have none.
    pub fn thinking(&self) -> &[MoveRecord] {
        &self.thinking
    }

    /// The end of the game, if it is over.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// The limits of the side to move.
    pub fn budget(&self) -> Budget {
        self.budget_of(self.turn())
    }

    /// The limits of a player's next move.
    pub fn budget_of(&self, side: Color) -> Budget {
        let side = side as usize;
        let limit = self.terms.limits[side];
        let has_clock = |side: usize| matches!(self.terms.limits[side], Limit::Clock { .. });
        let increment = |limit: Limit| match limit {
            Limit::Clock { increment, .. } => increment,
            Limit::MoveTime(_) | Limit::Nodes(_) | Limit::Depth(_) => Duration::ZERO,
        };
        let (deadline, moves_to_go) = match limit {
            Limit::Clock { moves, .. } => {
                let to_go = moves.map(|moves| moves - self.made[side] % moves.max(1));
                (self.left[side] + self.terms.margin, to_go)
            }
            Limit::MoveTime(time) => (time + self.terms.margin, None),
            Limit::Nodes(_) | Limit::Depth(_) => (self.terms.wall, None),
        };
        Budget {
            limit,
            left: [0, 1].map(|side| has_clock(side).then(|| self.left[side])),
            increments: self.terms.limits.map(increment),
            moves_to_go,
            deadline,
        }
    }

    /// Plays a legal move of the side to move, which took this time.
    pub fn make(&mut self, mv: &Move, elapsed: Duration, thought: SearchInfo) {
        let side = self.turn();
        self.thinking.push(MoveRecord {
            side,
            elapsed,
            thought,
        });
        if elapsed > self.budget().deadline {
            self.thinking.pop();
            self.lose_on_time(elapsed);
            return;
        }
        self.tick(side, elapsed);
        self.game.play_unchecked(mv);
        self.look();
        self.adjudicate();
    }

    fn tick(&mut self, side: Color, elapsed: Duration) {
        let side = side as usize;
        self.made[side] += 1;
        if let Limit::Clock {
            moves,
            base,
            increment,
        } = self.terms.limits[side]
        {
            let left = &mut self.left[side];
            *left = left.saturating_sub(elapsed) + increment;
            if moves.is_some_and(|moves| self.made[side].is_multiple_of(moves.max(1))) {
                *left += base;
            }
        }
    }

    /// Ends the game because the side to move has exceeded its time.
    pub fn lose_on_time(&mut self, elapsed: Duration) {
        let side = self.turn();
        self.thinking.push(MoveRecord {
            side,
            elapsed,
            thought: SearchInfo::default(),
        });
        let (cause, details) = match self.terms.limits[side as usize] {
            Limit::Clock { .. } | Limit::MoveTime(_) => {
                (Cause::Time, format!("{} exceeds the time", side.name()))
            }
            Limit::Nodes(_) | Limit::Depth(_) => {
                let wall = self.terms.wall.as_secs_f64();
                (
                    Cause::Stall,
                    format!("{} has not moved in {wall} s", side.name()),
                )
            }
        };
        self.lose(side, cause, details);
    }

    /// Ends the game as a loss for a cause other than the rules of the variant.
    pub fn lose(&mut self, loser: Color, cause: Cause, details: impl Into<String>) {
        if self.ending.is_some() {
            return;
        }
        let mut resigned = self.game.clone();
        resigned.resign(loser);
        let (white, black) = match resigned.outcome() {
            Outcome::Ended { white, black, .. } => (white, black),
            Outcome::Ongoing => (0.5, 0.5),
        };
        self.ending = Some(Ending {
            white,
            black,
            cause,
            details: details.into(),
        });
    }

    /// The side to move claims that the game is over with this share for White. The claim is right only if
    /// the rules let players claim it; otherwise it loses the game.
    pub fn claim(&mut self, white: f64, words: &str) {
        let side = self.turn();
        match self.game.position().claim() {
            Some(Outcome::Ended {
                white: share,
                black,
                reason,
            }) if (share - white).abs() < 1e-9 => {
                self.ending = Some(Ending {
                    white: share,
                    black,
                    cause: Cause::Rules(reason),
                    details: "claimed".to_owned(),
                });
            }
            _ => {
                let fen = self.game.position().to_fen();
                let details = format!("{} says `{words}` in {fen}", side.name());
                self.lose(side, Cause::FalseClaim, details);
            }
        }
    }

    /// Tests whether the rules or the maximum length end the game.
    fn look(&mut self) {
        if let Outcome::Ended {
            white,
            black,
            reason,
        } = self.game.outcome()
        {
            self.ending = Some(Ending {
                white,
                black,
                cause: Cause::Rules(reason),
                details: String::new(),
            });
        } else if let Some(finding) = self.game.position().beyond_limits() {
            self.draw(Cause::MaxPlies, finding.message);
        } else if let Some(most) = self.terms.max_plies
            && self.game.moves().len() as u32 >= most
        {
            self.draw(Cause::MaxPlies, format!("after {most} half-moves"));
        }
    }

    fn draw(&mut self, cause: Cause, details: String) {
        self.ending = Some(Ending {
            white: 0.5,
            black: 0.5,
            cause,
            details,
        });
    }

    /// Tests whether the scores of the engines end the game.
    fn adjudicate(&mut self) {
        if self.ending.is_some() {
            return;
        }
        if let Some(rule) = self.terms.draw
            && self.game.moves().len() as u32 >= rule.from
            && [Color::White, Color::Black]
                .into_iter()
                .all(|side| self.agrees(side, rule.count, |score| score.abs() <= rule.score))
        {
            self.draw(Cause::Adjudication, "the game is even".to_owned());
            return;
        }
        let Some(rule) = self.terms.resign else {
            return;
        };
        for loser in [Color::White, Color::Black] {
            let winner = loser.opponent();
            let gives_up = self.agrees(loser, rule.count, |score| score <= -rule.score);
            let wins = || self.agrees(winner, rule.count, |score| score >= rule.score);
            if gives_up && (!rule.both || wins()) {
                let details = format!("{} is far behind", loser.name());
                self.lose(loser, Cause::Adjudication, details);
                return;
            }
        }
    }

    /// Whether the last scores of a side all satisfy a condition.
    fn agrees(&self, side: Color, count: u32, is_such: impl Fn(i32) -> bool) -> bool {
        let count = count.max(1) as usize;
        let own = self.thinking.iter().rev().filter(|one| one.side == side);
        let last: Vec<_> = own.take(count).collect();
        let such = |one: &&MoveRecord| one.thought.score.is_some_and(&is_such);
        last.len() == count && last.iter().all(such)
    }
}
