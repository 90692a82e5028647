//! Brakes: pieces that stop others on their way: `rules.brakes`.
//!
//! A piece that would pass a square within reach of a stopping piece must end its move there. Leaps
//! pass no squares. Passed squares are found by placing walls on them: a move that becomes
//! impossible has passed a square on which the piece must stop.

use crate::definition::{Reach, Setting, VariantDef, keys};
use crate::geometry::{Square, SquareSet};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::Kinds;
use crate::rules::builtin::parts::sides::Sides;
use crate::rules::data::{
    After, Attack, Imagined, Phases, Rule, RuleContext, RuleError, RuleFinding, RuleReach,
};
use crate::rules::settings::RuleSettings;
use crate::state::{Move, MoveKind, Piece};

/// The rule `rules.brakes`.
pub(in crate::rules::builtin) struct Brakes {
    /// The pieces that are stopped.
    who: Kinds,
    /// The pieces that stop others.
    by: Kinds,
    /// The sides of the stopping pieces.
    by_side: Sides,
    reach: RuleReach,
    /// Whether a piece that begins on such a square may pass no square.
    at_start: bool,
}

impl BuiltinRule for Brakes {
    const NAME: &'static str = "brakes";
    const SETTINGS: Setting = keys! {
        /// The pieces that stop others; required.
        "by" => BySide(&Pieces),
        /// The side of the stopping pieces: the `'enemy'` of the stopped piece, the default,
        /// its `'own'` side or
        /// `'any'`.
        "by-side" => Words(&Sides::NAMES),
        /// The squares on which they stop others, before the move; `'own'`, where they could
        /// capture, by default.
        "reach" => Text,
        /// The pieces that are stopped; all by default.
        "who" => BySide(&Pieces),
        /// A piece that starts its move within reach passes no square there: it makes one step or a
        /// leap.
        "at-start" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Brakes, RuleError> {
        let Some(by) = Kinds::read(settings, "by")? else {
            return Err(RuleError::new("no stopping pieces are named")
                .with_help("name the pieces: `by = …`"));
        };
        Ok(Brakes {
            who: Kinds::read(settings, "who")?.unwrap_or_else(|| Kinds::all(settings)),
            by,
            by_side: Sides::read(settings, "by-side")?.unwrap_or(Sides::Enemy),
            reach: RuleReach::new(settings.reach("reach")?.unwrap_or(Reach::Own)),
            at_start: settings.flag("at-start")?.unwrap_or(false),
        })
    }
}

impl Brakes {
    /// The empty squares that a piece may not pass.
    fn stops(&self, at: &RuleContext<'_>, from: Square, piece: Piece) -> SquareSet {
        let mut stops = SquareSet::new();
        if !self.who.contains(piece) {
            return stops;
        }
        let brakes: Vec<Square> = at
            .board()
            .pieces()
            .filter(|(square, other)| {
                *square != from
                    && self.by_side.contain(piece.color, other.color)
                    && self.by.contains(*other)
            })
            .map(|(square, _)| square)
            .collect();
        if brakes.is_empty() {
            return stops;
        }
        let is_braked = |square: Square| {
            let mut brakes = brakes.iter();
            brakes.any(|brake| at.reaches(&self.reach, *brake, square))
        };
        let passes_nothing = self.at_start && is_braked(from);
        for square in at.shape().squares().filter(|square| at.is_empty(*square)) {
            if passes_nothing || is_braked(square) {
                stops.insert(square);
            }
        }
        stops
    }
}

/// The position with walls on the squares where a piece must stop, except its target.
fn walled<'a>(at: &RuleContext<'a>, stops: &SquareSet, to: Square) -> Imagined<'a> {
    at.imagined(|board| {
        for square in stops.iter().filter(|square| *square != to) {
            board.put_wall(square);
        }
    })
}

impl Rule for Brakes {
    fn phases(&self) -> Phases {
        Phases::FORBID | Phases::BAR_ATTACKS
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        if mv.kind != MoveKind::Normal || mv.from == mv.to {
            return false;
        }
        let stops = self.stops(at, mv.from, mv.piece);
        let can = |at: &RuleContext<'_>| at.walks(mv.from).iter().any(|own| mv.goes_like(own));
        // Moves offered by other rules have unknown paths.
        !stops.is_empty() && can(at) && !can(&walled(at, &stops, mv.to).position())
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let stops = self.stops(at, from, piece);
        let is_stopped = !stops.is_empty()
            && at.walks_hit(from, target)
            && !walled(at, &stops, target)
                .position()
                .walks_hit(from, target);
        if is_stopped {
            Attack::Never
        } else {
            Attack::AsItMoves
        }
    }

    fn words(&self) -> Vec<String> {
        let by = format!("{} {}", self.by.words(), self.by_side.words());
        let squares = match self.reach.reach() {
            Reach::Movement(text) => {
                format!("a square that {by} has within reach (`{}`)", text.betza)
            }
            _ => format!("a square on which {by} could capture"),
        };
        let mut words = vec![self.who.sentence(&format!(
            "that reaches {squares} must end its move there. It captures and gives check only within this limit."
        ))];
        if self.at_start {
            words.push(
                "A piece that starts its move on such a square passes no other square.".to_owned(),
            );
        }
        words.push("Leaps and castling are not affected.".to_owned());
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let what = "no piece is ever stopped";
        let who = self.who.doubts("who", what);
        who.into_iter().chain(self.by.doubts("by", what)).collect()
    }
}
