//! Foreign moves: each move has a second half with an enemy piece: `rules.foreign-moves`.
//!
//! The second half is an effect, so a move has one form for each possible step. If the step requires
//! a promotion, the owner promotes the piece at the beginning of its next turn, as an extra move. The
//! first half must leave the royal pieces safe; pieces exposed by the second half may be captured.

use crate::definition::{Line, RoyalRule, Setting, VariantDef, keys};
use crate::geometry::Square;
use crate::rules::builtin::parts::arrivals::is_from_hand;
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::Kinds;
use crate::rules::data::{
    After, AllRules, Moves, Phases, Rule, RuleContext, RuleEnd, RuleError, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::state::{Color, Effect, Effects, Move, Piece};

/// The rule `rules.foreign-moves`.
pub(in crate::rules::builtin) struct ForeignMoves {
    /// The pieces that the opponent moves.
    who: Kinds,
    /// Their steps, from the owner's view.
    lines: Vec<Line>,
    /// The steps as written in the definition.
    text: String,
    /// Whether the second half is optional.
    optional: bool,
    /// Whether the first move of the game has a second half.
    at_first: bool,
    /// Whether the game has check.
    has_checks: bool,
}

impl BuiltinRule for ForeignMoves {
    const NAME: &'static str = "foreign-moves";
    const SETTINGS: Setting = keys! {
        /// The pieces that the other side moves.
        "who" => BySide(&Pieces),
        /// The moves, from the owner's view: leaps and rides such as `'fW'` for a step forwards.
        "lines" => Text,
        /// The second half is optional; by default it must be made if possible.
        "optional" => Flag,
        /// Whether the first move of the game has a second half; `true` by default.
        "first-move" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<ForeignMoves, RuleError> {
        let lines = settings.lines("lines")?.unwrap_or_default();
        let who = Kinds::read(settings, "who")?;
        let (Some(who), false) = (who, lines.is_empty()) else {
            return Err(
                RuleError::new("no pieces of the other side can be moved").with_help(
                    "write pieces and moves: `who = 'pawn'`, `lines = 'fW'` for a step forwards",
                ),
            );
        };
        Ok(ForeignMoves {
            who,
            lines,
            text: settings.text("lines")?.unwrap_or_default().to_owned(),
            optional: settings.flag("optional")?.unwrap_or(false),
            at_first: settings.flag("first-move")?.unwrap_or(true),
            has_checks: false,
        })
    }
}

impl ForeignMoves {
    /// The squares of the pieces of the side to move that must be promoted before it moves.
    fn waiting(&self, at: &RuleContext<'_>) -> Vec<(Square, Piece)> {
        let own = at.board().pieces_of(at.turn());
        let must_promote = |square: Square, piece: Piece| {
            let endings = at.endings(piece, square);
            !endings.is_empty() && endings.iter().all(Option::is_some)
        };
        own.filter(|(square, piece)| self.who.contains(*piece) && must_promote(*square, *piece))
            .collect()
    }

    /// The steps that a side may make with enemy pieces.
    fn steps(&self, after: &RuleContext<'_>, us: Color) -> Vec<Effect> {
        let mut steps = Vec::new();
        for (from, piece) in after.board().pieces_of(us.opponent()) {
            if !self.who.contains(piece) {
                continue;
            }
            for line in &self.lines {
                let squares = line.squares(after.shape(), from, piece.color.perspective());
                let free = squares.take_while(|to| *to != from && after.is_empty(*to));
                let most = if line.rides { usize::MAX } else { 1 };
                steps.extend(free.take(most).map(|to| Effect::Shift { from, to }));
            }
        }
        steps
    }

    /// Whether moves in the position have a second half.
    fn is_due(&self, at: &RuleContext<'_>) -> bool {
        let is_first = at.setup().fullmove_number <= 1 && at.turn() == at.first_side();
        self.at_first || !is_first
    }

    /// The first half of a move that has a second.
    fn first_half(&self, at: &RuleContext<'_>, mv: &Move) -> Option<Move> {
        let them = at.turn().opponent();
        let is_step = |effect: &Effect| match effect {
            Effect::Shift { from, .. } => at
                .board()
                .piece(*from)
                .is_some_and(|piece| piece.color == them && self.who.contains(piece)),
            _ => false,
        };
        let last = mv.effects.iter().rposition(is_step)?;
        let kept = mv
            .effects
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != last);
        let mut effects = Effects::new();
        effects.extend(kept.map(|(_, effect)| effect.clone()));
        Some(Move {
            effects,
            ..mv.clone()
        })
    }
}

/// Whether the move is the promotion of a piece that the opponent has moved.
fn is_promotion_in_place(mv: &Move) -> bool {
    mv.from == mv.to && mv.promotion.is_some()
}

/// Whether a side had royal pieces and has none left.
fn has_lost(at: &RuleContext<'_>, color: Color) -> bool {
    let mut home = at.home().pieces_of(color);
    let mut hand = at.hand(color).iter();
    home.any(|(_, piece)| at.is_royal(piece.role))
        && at.royals(color).next().is_none()
        && !hand.any(|(role, _)| at.is_royal(role))
}

impl Rule for ForeignMoves {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.has_checks = all.demand() == RoyalRule::Check;
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::OFFER | Phases::EFFECT | Phases::FORBID | Phases::REMEMBER | Phases::END
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        for (square, piece) in self.waiting(at) {
            for role in at.endings(piece, square).into_iter().flatten() {
                let mut mv = Move::walk(piece, square, square);
                mv.promotion = Some(role);
                mv.from_hand = is_from_hand(at.def(), piece, role);
                moves.push(mv);
            }
        }
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        if !self.is_due(at) || !self.waiting(at).is_empty() {
            moves.push(mv);
            return;
        }
        let us = at.turn();
        let steps = {
            let relocated = at.relocated(&mv);
            let after = relocated.position();
            // The game is over.
            if has_lost(&after, us.opponent()) || after.has_captured_king() {
                Vec::new()
            } else {
                self.steps(&after, us)
            }
        };
        if self.optional || steps.is_empty() {
            moves.push(mv.clone());
        }
        for step in steps {
            let mut mv = mv.clone();
            mv.effects.push(step);
            moves.push(mv);
        }
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        if !self.waiting(at).is_empty() {
            return !is_promotion_in_place(mv);
        }
        self.first_half(at, mv)
            .is_some_and(|half| !at.is_safe(&half))
    }

    fn excuses(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        if self.waiting(at).is_empty() {
            self.first_half(at, mv).is_some()
        } else {
            is_promotion_in_place(mv)
        }
    }

    fn prolongs(&self, before: &RuleContext<'_>, mv: &Move) -> bool {
        is_promotion_in_place(mv) && !self.waiting(before).is_empty()
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        // In games played to the capture of royal pieces, that rule ends the game.
        if !self.has_checks {
            return None;
        }
        // Without such a piece, this rule has exposed no royal piece.
        let (home, board) = (at.home().pieces(), at.board().pieces());
        if !home.chain(board).any(|(_, piece)| self.who.contains(piece)) {
            return None;
        }
        let loser = Color::ALL.into_iter().find(|color| has_lost(at, *color))?;
        Some(RuleEnd::win(loser.opponent(), "king-captured"))
    }

    fn words(&self) -> Vec<String> {
        let may = if self.optional {
            "may then move"
        } else {
            "then moves"
        };
        let possible = if self.optional {
            ""
        } else {
            ", if that is possible"
        };
        let who = self.who.words();
        let mut words = vec![format!(
            "A player who has moved {may} {who} of the other side to an empty square (by `{}`, as its owner \
             sees the board){possible}; nothing is captured by that.",
            self.text
        )];
        if !self.at_first {
            words.push("The first move of the game is made without it.".to_owned());
        }
        words.push(
            "A piece that must promote after such a move is promoted by its owner, at the beginning of the owner's \
             next turn."
                .to_owned(),
        );
        if self.has_checks {
            words.push(
                "Only the move itself must leave one's royal pieces safe. A side whose royal piece is captured, \
                 because the other side's piece has opened a line or attacks it itself, has lost."
                    .to_owned(),
            );
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let doubts = self
            .who
            .doubts("who", "no piece is moved by the other side");
        doubts.into_iter().collect()
    }
}
