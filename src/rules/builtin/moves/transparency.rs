//! Transparency: pieces that others pass as if absent: `rules.transparency`.
//!
//! A piece within reach of a hiding piece does not block others. A passing piece moves and attacks
//! as if the hidden piece's square were empty, but cannot stop there. The rule has no state: hidden
//! pieces are determined by the board.

use crate::definition::{Reach, Setting, VariantDef, keys};
use crate::geometry::{Square, SquareSet};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::Kinds;
use crate::rules::builtin::parts::sides::Sides;
use crate::rules::data::{
    Attack, Imagined, Moves, Phases, Rule, RuleContext, RuleError, RuleFinding, RuleReach,
};
use crate::rules::settings::RuleSettings;
use crate::source::budget::spend;
use crate::state::{Move, Piece};

/// The rule `rules.transparency`.
pub(in crate::rules::builtin) struct Transparency {
    /// The pieces that pass others.
    who: Kinds,
    /// The pieces that are passed.
    whom: Kinds,
    /// The sides of the passed pieces.
    whom_side: Sides,
    /// The pieces that hide others.
    by: Kinds,
    /// The sides of the hiding pieces.
    by_side: Sides,
    /// The reach of the hiding pieces.
    reach: RuleReach,
}

impl BuiltinRule for Transparency {
    const NAME: &'static str = "transparency";
    const SETTINGS: Setting = keys! {
        /// The pieces that pass others; all by default.
        "who" => BySide(&Pieces),
        /// The pieces that are passed; all by default.
        "whom" => BySide(&Pieces),
        /// The side of the pieces that are passed: the `'own'` side of the passing piece, the default,
        /// the `'enemy'` or `'any'`.
        "whom-side" => Words(&Sides::NAMES),
        /// The pieces that make others passable; all by default. A piece does not affect itself.
        "by" => BySide(&Pieces),
        /// The side of these pieces: the `'own'` side of the passing piece, the default, the `'enemy'` or
        /// `'any'`.
        "by-side" => Words(&Sides::NAMES),
        /// The squares that they affect; `'own'`, the squares on which they could capture, by
        /// default.
        "reach" => Text,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Transparency, RuleError> {
        let kinds = |key| -> Result<Kinds, RuleError> {
            Ok(Kinds::read(settings, key)?.unwrap_or_else(|| Kinds::all(settings)))
        };
        Ok(Transparency {
            who: kinds("who")?,
            whom: kinds("whom")?,
            whom_side: Sides::read(settings, "whom-side")?.unwrap_or(Sides::Own),
            by: kinds("by")?,
            by_side: Sides::read(settings, "by-side")?.unwrap_or(Sides::Own),
            reach: RuleReach::new(settings.reach("reach")?.unwrap_or(Reach::Own)),
        })
    }
}

impl Transparency {
    /// The occupied squares that a piece may pass.
    fn hidden(&self, at: &RuleContext<'_>, from: Square, piece: Piece) -> SquareSet {
        let mut hidden = SquareSet::new();
        if !self.who.contains(piece) {
            return hidden;
        }
        let hides = |(square, other): (Square, Piece), target: Square| {
            square != target
                && self.by_side.contain(piece.color, other.color)
                && self.by.contains(other)
                && at.reaches(&self.reach, square, target)
        };
        let others = at.board().pieces().filter(|(square, other)| {
            *square != from
                && self.whom_side.contain(piece.color, other.color)
                && self.whom.contains(*other)
        });
        for (square, _) in others {
            if spend(at.board().n_pieces() as u64).is_err() {
                break;
            }
            if at.board().pieces().any(|hider| hides(hider, square)) {
                hidden.insert(square);
            }
        }
        hidden
    }

    /// The moves by which a piece passes hidden pieces. Of the hidden squares, a move affects
    /// exactly `kept`, if any.
    fn passing(
        at: &RuleContext<'_>,
        from: Square,
        piece: Piece,
        hidden: &SquareSet,
        kept: Option<Square>,
    ) -> Vec<Move> {
        let imagined = without(at, hidden, kept);
        let mut moves = imagined.position().lent_walks(from, piece.role);
        moves.retain(|mv| {
            let touched = touched(mv).filter(|square| hidden.contains(*square));
            touched.eq(kept)
        });
        moves
    }
}

/// The position without the pieces on the hidden squares, except `kept`.
fn without<'a>(at: &RuleContext<'a>, hidden: &SquareSet, kept: Option<Square>) -> Imagined<'a> {
    at.imagined(|board| {
        for square in hidden.iter().filter(|square| Some(*square) != kept) {
            board.lift(square);
        }
    })
}

/// The squares that a move changes, except its origin, without duplicates.
fn touched(mv: &Move) -> impl Iterator<Item = Square> {
    let shifted = mv.shifts.iter().flat_map(|(from, to)| [*from, *to]);
    let all = [mv.to].into_iter().chain(mv.captures.iter().copied());
    let mut all: Vec<Square> = all
        .chain(mv.converts.iter().copied())
        .chain(shifted)
        .collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter()
}

impl Rule for Transparency {
    fn phases(&self) -> Phases {
        Phases::OFFER | Phases::ATTACK
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        for (from, piece) in at.board().pieces_of(at.turn()) {
            let hidden = self.hidden(at, from, piece);
            if hidden.is_empty() {
                continue;
            }
            let own = at.lent_walks(from, piece.role);
            let kept = [None].into_iter().chain(hidden.iter().map(Some));
            for kept in kept {
                let passing = Transparency::passing(at, from, piece, &hidden, kept).into_iter();
                let new = passing.filter(|mv| !own.contains(mv));
                moves.extend(new.flat_map(|mv| at.with_consequences(&mv)));
            }
        }
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let hidden = self.hidden(at, from, piece);
        let passes = !hidden.is_empty()
            && !at.is_frozen(from)
            && !at.is_protected(target, piece.color.opponent())
            && without(at, &hidden, Some(target))
                .position()
                .lent_walks_hit(from, piece.role, target);
        if passes {
            Attack::Also
        } else {
            Attack::AsItMoves
        }
    }

    fn words(&self) -> Vec<String> {
        let whose = |sides: Sides, whom: &str| match sides {
            Sides::Own => format!("of {whom} own side"),
            Sides::Enemy => "of the other side".to_owned(),
            Sides::Any => "of either side".to_owned(),
        };
        let passed = format!("{} {}", self.whom.words(), whose(self.whom_side, "its"));
        let by = format!(
            "{} {}",
            self.by.words(),
            whose(self.by_side, "the passing piece's")
        );
        let reach = match self.reach.reach() {
            Reach::Movement(text) => format!("has within reach (`{}`)", text.betza),
            _ => match self.by_side {
                _ if self.by_side != Sides::Any && self.whom_side == self.by_side => {
                    "guards".to_owned()
                }
                _ if self.by_side != Sides::Any && self.whom_side != Sides::Any => {
                    "attacks".to_owned()
                }
                _ => "guards or attacks".to_owned(),
            },
        };
        vec![
            self.who.sentence(&format!(
                "passes {passed} that {by} {reach}, as if it were not there."
            )),
            "It cannot stop there, can capture and give check beyond it, and may pass several pieces. First moves, \
             castling and captures en passant pass no piece."
                .to_owned(),
        ]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let what = "no piece is ever passed";
        let keys = [(&self.who, "who"), (&self.whom, "whom"), (&self.by, "by")];
        let doubts = keys.into_iter();
        doubts
            .filter_map(|(kinds, key)| kinds.doubts(key, what))
            .collect()
    }
}
