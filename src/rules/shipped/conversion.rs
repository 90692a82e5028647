//! Pieces that change side because the piece that has moved attacks them: `rules.conversion`.

use super::arrivals::arrived;
use super::kinds::Kinds;
use super::{Setting, ShippedRule, keys};
use crate::definition::{Reach, RoyalRule, VariantDef};
use crate::geometry::Square;
use crate::rules::{
    After, CustomRule, Moves, Phases, RuleContext, RuleEnd, RuleError, RuleFinding, RuleReach,
    RuleSettings,
};
use crate::state::{Color, Effect, Move, Piece};

/// `rules.conversion`.
pub(super) struct Conversion {
    /// Who converts others.
    converters: Kinds,
    /// Who is converted.
    converted: Kinds,
    reach: RuleReach,
    /// Pieces may capture as well.
    captures: bool,
}

impl ShippedRule for Conversion {
    const NAME: &'static str = "conversion";
    const SETTINGS: Setting = keys! {
        /// The squares; `'own'`, what the piece attacks, if nothing is said.
        "reach" => Text,
        /// Who is converted; all pieces if nothing is said.
        "who" => BySide(&Pieces),
        /// Who converts; all pieces if nothing is said.
        "by" => BySide(&Pieces),
        /// Whether pieces capture as well; `true` if nothing is said.
        "captures" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Conversion, RuleError> {
        let kinds = |key| -> Result<Kinds, RuleError> {
            Ok(Kinds::read(settings, key)?.unwrap_or_else(|| Kinds::all(settings)))
        };
        Ok(Conversion {
            converters: kinds("by")?,
            converted: kinds("who")?,
            reach: RuleReach::new(settings.reach("reach")?.unwrap_or(Reach::Own)),
            captures: settings.flag("captures")?.unwrap_or(true),
        })
    }
}

impl Conversion {
    /// Whether the piece on a square converts the one on another, as far as reach goes.
    fn hits(&self, after: &RuleContext<'_>, from: Square, target: Square) -> bool {
        match self.reach.reach() {
            // Other rules may keep it from attacking, or make it attack more.
            Reach::Own => after.attacks(from, target),
            _ => after.reaches(&self.reach, from, target),
        }
    }

    /// The pieces that change side when a move has been made.
    fn converts(&self, after: &RuleContext<'_>, mv: &Move) -> Vec<(Square, Piece)> {
        let us = mv.piece.color;
        let is_converter = |square: &Square| {
            let piece = after.piece(*square);
            piece.is_some_and(|piece| piece.color == us && self.converters.contains(piece))
        };
        let converters: Vec<Square> = arrived(mv).filter(is_converter).collect();
        let is_hit = |target: Square| {
            let mut converters = converters.iter();
            converters.any(|from| self.hits(after, *from, target))
        };
        let theirs = after.board().pieces_of(us.opponent());
        theirs
            .filter(|(square, piece)| self.converted.contains(*piece) && is_hit(*square))
            .collect()
    }

    fn is_barred(&self, mv: &Move) -> bool {
        !self.captures && mv.is_capture() && !mv.is_own_end()
    }
}

impl CustomRule for Conversion {
    fn phases(&self) -> Phases {
        Phases::EFFECT | Phases::FORBID | Phases::END
    }

    fn effect(&self, at: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
        if !self.is_barred(&mv) {
            let converted = self.converts(&at.relocated(&mv).position(), &mv);
            mv.effects
                .extend(converted.into_iter().map(|(square, piece)| {
                    let color = piece.color.opponent();
                    let piece = Piece { color, ..piece };
                    Effect::Put { square, piece }
                }));
        }
        moves.push(mv);
    }

    fn forbids(&self, _: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        self.is_barred(mv)
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        // Where royal pieces are captured, the rule about that ends the game.
        if at.demand() != RoyalRule::Check {
            return None;
        }
        let is_royal = |piece: &Piece| at.is_royal(piece.role);
        let at_start = |color: Color| {
            let pieces = at.home().pieces_of(color).map(|(_, piece)| piece);
            pieces.filter(is_royal).count()
        };
        // Royal pieces that wait in hand, or were lost otherwise, are a matter of other rules.
        let has_lost = |color: &Color| {
            let mut waiting = at.hand(*color).iter();
            at.royals(*color).next().is_none()
                && !waiting.any(|(role, _)| at.is_royal(role))
                && at.royals(color.opponent()).count() > at_start(color.opponent())
        };
        let loser = Color::ALL.into_iter().find(has_lost)?;
        Some(RuleEnd::win(loser.opponent(), "king-converted"))
    }

    fn words(&self) -> Vec<String> {
        let reached = match self.reach.reach() {
            Reach::Own => "it attacks from its new square".to_owned(),
            Reach::Around => "stands beside its new square".to_owned(),
            Reach::Lines => "it sees along a line from its new square".to_owned(),
            Reach::Movement(text) => {
                format!("it reaches from its new square as by `{}`", text.betza)
            }
        };
        let (who, whom) = (self.converters.words(), self.converted.words());
        let mut words = vec![format!(
            "When {who} has moved, {whom} of the other side that {reached} changes side. Nothing else \
             changes side, neither by a line that was opened nor by a piece that has just changed side."
        )];
        words.push("In castling both pieces have moved.".to_owned());
        words.push("Who loses the last royal piece so has lost the game.".to_owned());
        if !self.captures {
            words.push("Nothing is ever captured.".to_owned());
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let what = "nobody changes side";
        let mut found: Vec<RuleFinding> = Vec::new();
        found.extend(self.converters.doubts("by", what));
        found.extend(self.converted.doubts("who", what));
        found
    }
}
