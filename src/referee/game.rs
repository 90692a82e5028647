//! One game as the referee sees it: whose turn it is, how much time is left, and how the game ends.

use std::fmt;
use std::time::Duration;

use crate::game::{Game, Outcome, Reason};
use crate::state::{Color, Move};

/// How long a player may think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// By a clock.
    Clock {
        /// After so many moves the time is added again; never without it.
        moves: Option<u32>,
        /// What the clock begins with.
        base: Duration,
        /// What is added after each move.
        increment: Duration,
    },
    /// So long for each move.
    MoveTime(Duration),
    /// By positions that are looked at, which is the same on a busy machine.
    Nodes(u64),
    /// By half-moves that are looked ahead.
    Depth(u32),
}

/// What both players have agreed to.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// White's limit and Black's.
    pub limits: [Limit; 2],
    /// By how much a clock may be overstepped.
    pub margin: Duration,
    /// How long a move may take where nothing else limits the time.
    pub wall: Duration,
    /// After so many half-moves, those of the opening among them, the game is drawn.
    pub max_plies: Option<u32>,
    /// When a player is taken to have lost.
    pub resign: Option<ResignRule>,
    /// When a game is taken to be drawn.
    pub draw: Option<DrawRule>,
}

/// A player who is so far behind has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// For so many of its moves.
    pub count: u32,
    /// By so many hundredths of the engine's unit.
    pub score: i32,
    /// Whether the opponent must say so, too.
    pub both: bool,
}

/// By how many hundredths of a pawn our search is ahead where it wins with this probability, which is between 0 and 1:
/// a pawn is worth what a hundred points of Elo are.
///
/// ```
/// use ferz::referee::units_of_chance;
///
/// assert_eq!(units_of_chance(0.5), 0);
/// assert_eq!(units_of_chance(0.99), 798);
/// assert_eq!(units_of_chance(0.01), -798);
/// ```
pub fn units_of_chance(chance: f64) -> i32 {
    (400.0 * (chance / (1.0 - chance)).log10()).round() as i32
}

/// A game in which nobody is ahead is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before so many half-moves.
    pub from: u32,
    /// For so many moves of both.
    pub count: u32,
    /// By more than so many hundredths of the engine's unit.
    pub score: i32,
}

/// What an engine says of the position in which it moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// In hundredths of the engine's unit, for the side to move; [`Thought::MATE`] and more is a mate.
    pub score: Option<i32>,
    /// Half-moves that it looked ahead.
    pub depth: Option<u32>,
    /// Positions that it looked at.
    pub nodes: Option<u64>,
}

impl Thought {
    /// A score that stands for a mate, less a hundredth for each move until then.
    pub const MATE: i32 = 100_000;
}

/// A move as it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// Who made it.
    pub side: Color,
    /// How long it took by the referee's clock.
    pub elapsed: Duration,
    /// What the engine said.
    pub thought: Thought,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// By the rules of the variant.
    Rules(Reason),
    /// A player gave up.
    Resignation,
    /// A move that is not legal, or no move where there are some.
    IllegalMove,
    /// A clock ran out.
    Time,
    /// An engine ended, or cannot be understood.
    Disconnect,
    /// An engine did not answer.
    Stall,
    /// A claim of a result that the position does not have, or that a legal move is not legal.
    FalseClaim,
    /// The scores of the engines decided.
    Adjudication,
    /// It was too long.
    MaxPlies,
}

impl Cause {
    /// The word for it in rows of results.
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

    /// The word that PGN has for endings of this kind.
    pub fn termination(word: &str) -> &'static str {
        match word {
            "time-forfeit" => "time forfeit",
            "illegal-move" | "false-claim" => "rules infraction",
            "disconnect" | "stall" => "abandoned",
            "adjudication" | "max-plies" => "adjudication",
            _ => "normal",
        }
    }

    /// Whether a word stands for a fault of an engine, which a run of games is to tell of.
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

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// White's share of the point.
    pub white: f64,
    /// Black's share of the point.
    pub black: f64,
    /// Why.
    pub cause: Cause,
    /// More about it, for people; may be empty.
    pub details: String,
}

/// What the player to move may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The limit of the player.
    pub limit: Limit,
    /// What is left on White's clock and on Black's, where they have one.
    pub left: [Option<Duration>; 2],
    /// What is added to White's clock and to Black's after each move.
    pub increments: [Duration; 2],
    /// The moves until time is added again.
    pub moves_to_go: Option<u32>,
    /// When nobody waits any longer.
    pub deadline: Duration,
}

/// A game between two players, who are called by their colors.
#[derive(Clone, Debug)]
pub struct MatchGame {
    game: Game,
    terms: Terms,
    left: [Duration; 2],
    /// How many moves each has made since the opening.
    made: [u32; 2],
    thinking: Vec<Thinking>,
    ending: Option<Ending>,
}

impl MatchGame {
    /// A game that goes on from an opening.
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

    /// The moves so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the players thought of their moves; those of the opening are not among them.
    pub fn thinking(&self) -> &[Thinking] {
        &self.thinking
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Who is to move.
    pub fn turn(&self) -> Color {
        self.game.position().turn()
    }

    /// What the player to move may use.
    pub fn budget(&self) -> Budget {
        self.budget_of(self.turn())
    }

    /// What a player may use for the next move.
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

    /// The player to move makes a legal move after this time.
    pub fn make(&mut self, mv: &Move, elapsed: Duration, thought: Thought) {
        let side = self.turn();
        self.thinking.push(Thinking {
            side,
            elapsed,
            thought,
        });
        if elapsed > self.budget().deadline {
            self.thinking.pop();
            self.overstep(elapsed);
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

    /// The player to move has not moved in time.
    pub fn overstep(&mut self, elapsed: Duration) {
        let side = self.turn();
        self.thinking.push(Thinking {
            side,
            elapsed,
            thought: Thought::default(),
        });
        let (cause, details) = match self.terms.limits[side as usize] {
            Limit::Clock { .. } | Limit::MoveTime(_) => {
                (Cause::Time, format!("{} oversteps the time", name(side)))
            }
            Limit::Nodes(_) | Limit::Depth(_) => {
                let wall = self.terms.wall.as_secs_f64();
                (
                    Cause::Stall,
                    format!("{} has not moved in {wall} s", name(side)),
                )
            }
        };
        self.lose(side, cause, details);
    }

    /// A player loses otherwise than by the rules.
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

    /// The player to move says that the game is over, with this share for White. That is right only where
    /// the rules leave it to the players; otherwise the claim loses the game.
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
                let details = format!("{} says `{words}` in {fen}", name(side));
                self.lose(side, Cause::FalseClaim, details);
            }
        }
    }

    /// Looks whether the rules end the game, or its length.
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

    /// Looks whether the scores of the engines end the game.
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
            self.draw(Cause::Adjudication, "nobody is ahead".to_owned());
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
                let details = format!("{} is far behind", name(loser));
                self.lose(loser, Cause::Adjudication, details);
                return;
            }
        }
    }

    /// Whether the last scores of a side are all of this kind.
    fn agrees(&self, side: Color, count: u32, is_such: impl Fn(i32) -> bool) -> bool {
        let count = count.max(1) as usize;
        let own = self.thinking.iter().rev().filter(|one| one.side == side);
        let last: Vec<_> = own.take(count).collect();
        let such = |one: &&Thinking| one.thought.score.is_some_and(&is_such);
        last.len() == count && last.iter().all(such)
    }
}

/// What a side is called in messages.
fn name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}
