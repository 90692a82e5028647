//! Pieces that may not be traded for their like: `rules.trading`.
//!
//! The field `struck` of a FEN has the square on which a piece was captured that may not be answered
//! elsewhere: `struck=e5`.

use super::kinds::{capitalized, one_in_set, piece_set, read_squares, squares_in, write_squares};
use super::{Setting, ShippedRule, keys};
use crate::definition::{PieceSet, VariantDef};
use crate::geometry::{BoardShape, Square};
use crate::rules::{After, CustomRule, Phases, RuleContext, RuleError, RuleFinding, RuleSettings};
use crate::state::{Move, RuleState};

/// `rules.trading`.
pub(super) struct Trading {
    /// Pieces that capture one another only where they cannot be recaptured; whether that would
    /// expose a royal piece is not asked.
    no_exchange: PieceSet,
    /// Neighbors may be exchanged all the same.
    exchange_adjacent: bool,
    /// Where it is set, a move may exchange that captures another piece on the way, unless that is
    /// one of these.
    too_small: Option<PieceSet>,
    /// Pieces of which one that was captured by another kind of piece may not be answered at once
    /// by capturing another of them elsewhere.
    no_strike_back: PieceSet,
    /// Pieces that may answer so all the same.
    strike_back_by: PieceSet,
    words: Vec<String>,
}

impl ShippedRule for Trading {
    const NAME: &'static str = "trading";
    const FIELD: &'static str = "struck";
    const SETTINGS: Setting = keys! {
        /// Pieces that capture one another only where they cannot be recaptured; whether the
        /// recapture would expose a royal piece is not asked.
        "no-exchange" => Pieces,
        /// Neighbors may be exchanged all the same.
        "exchange-adjacent" => Flag,
        /// A move that captures another piece on the way may exchange all the same, unless that is
        /// one of these; `[]` if any will do. Without the key none will.
        "exchange-with-any-but" => Pieces,
        /// Pieces of which one that was captured by another kind of piece may not be answered at
        /// once by capturing another of them elsewhere; on the square of the captor anything may be
        /// captured.
        "no-strike-back" => Pieces,
        /// Pieces that may answer so all the same.
        "strike-back-by" => Pieces,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Trading, RuleError> {
        let set = |key: &str| piece_set(settings, key).map(Option::unwrap_or_default);
        let mut rule = Trading {
            no_exchange: set("no-exchange")?,
            exchange_adjacent: settings.flag("exchange-adjacent")?.unwrap_or(false),
            too_small: piece_set(settings, "exchange-with-any-but")?,
            no_strike_back: set("no-strike-back")?,
            strike_back_by: set("strike-back-by")?,
            words: Vec::new(),
        };
        rule.words = rule.sentences(settings.def());
        Ok(rule)
    }
}

impl Trading {
    fn sentences(&self, def: &VariantDef) -> Vec<String> {
        let mut words = Vec::new();
        if !self.no_exchange.is_empty() {
            words.push(format!(
                "{} may capture {} only where it cannot be captured in turn, even if that would \
                 expose a royal piece.",
                capitalized(&one_in_set(def, self.no_exchange)),
                one_in_set(def, self.no_exchange)
            ));
            if self.exchange_adjacent {
                words.push("It may always capture one on a neighboring square.".to_owned());
            }
            words.extend(self.too_small.map(|small| {
                let but = if small.is_empty() {
                    String::new()
                } else {
                    format!(" but {}", one_in_set(def, small))
                };
                format!("It may also if the same move captures any other piece on the way{but}.")
            }));
        }
        if !self.no_strike_back.is_empty() {
            let except = if self.strike_back_by.is_empty() {
                String::new()
            } else {
                format!(", except with {}", one_in_set(def, self.strike_back_by))
            };
            words.push(format!(
                "When {0} has been captured by a piece of another kind, the next move may not \
                 capture {0} on another square{except}.",
                one_in_set(def, self.no_strike_back),
            ));
        }
        words
    }

    /// Whether a move captures what the last capture forbids to strike back at.
    fn strikes_back(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        !self.strike_back_by.contains(mv.piece.role)
            && squares_in(at.state()).next().is_some_and(|struck| {
                traded(at, mv, self.no_strike_back).any(|square| square != struck)
            })
    }

    /// Whether the captor of one of its like could be captured in turn, if only by a move that exposes
    /// a royal piece.
    fn exchanges(&self, at: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        let bound = self.no_exchange;
        bound.contains(mv.piece.role)
            && traded(at, mv, bound).next().is_some()
            && mv.mover_stays()
            && !self.may_exchange(at, mv)
            && (after.position()).is_attacked(mv.to, mv.piece.color.opponent())
    }

    /// Whether a piece may capture one of its like even where it can be recaptured.
    fn may_exchange(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        let shape = at.shape();
        let is_beside = |square: Square| {
            let files = shape.file_of(square).abs_diff(shape.file_of(mv.from));
            let ranks = shape.rank_of(square).abs_diff(shape.rank_of(mv.from));
            files.max(ranks) <= 1
        };
        if self.exchange_adjacent && traded(at, mv, self.no_exchange).all(is_beside) {
            return true;
        }
        let Some(small) = self.too_small else {
            return false;
        };
        let victims = mv.captures.iter().filter(|square| **square != mv.to);
        victims
            .filter_map(|square| at.piece(*square))
            .any(|victim| victim.color != mv.piece.color && !small.contains(victim.role))
    }
}

impl CustomRule for Trading {
    fn phases(&self) -> Phases {
        Phases::FORBID | Phases::REMEMBER
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        mv.is_capture() && (self.strikes_back(at, mv) || self.exchanges(at, mv, after))
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        _: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let bound = self.no_strike_back;
        let is_meant = !bound.contains(mv.piece.role) && traded(before, mv, bound).next().is_some();
        let struck = is_meant.then_some(mv.to.index() as i64);
        Some(RuleState::new(struck))
    }

    /// What may not be answered is over with the next move.
    fn repeats(&self, _: &RuleState, _: &RuleState) -> bool {
        true
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        write_squares(state, shape)
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        read_squares::<1>(text, shape)
    }

    fn words(&self) -> Vec<String> {
        self.words.clone()
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let is_idle = self.no_exchange.is_empty() && self.no_strike_back.is_empty();
        let finding = RuleFinding::new("no piece is named, so nothing is forbidden")
            .with_help("`no-exchange` and `no-strike-back` name pieces");
        is_idle.then_some(finding).into_iter().collect()
    }
}

/// The squares of the opposing pieces of a set that a move captures.
fn traded<'a>(
    at: &'a RuleContext<'_>,
    mv: &'a Move,
    set: PieceSet,
) -> impl Iterator<Item = Square> + 'a {
    mv.captures.iter().copied().filter(move |square| {
        let victim = at.piece(*square);
        victim.is_some_and(|victim| victim.color != mv.piece.color && set.contains(victim.role))
    })
}
