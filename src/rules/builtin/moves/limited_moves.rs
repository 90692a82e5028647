//! Limited moves: additional moves that can be made a number of times in a game:
//! `rules.limited-moves`.
//!
//! A move that a piece has anyway does not count. The FEN field `used` has the numbers made by
//! White and Black: `1/0`.

use crate::definition::{Setting, VariantDef, keys};
use crate::geometry::BoardShape;
use crate::movement::Movement;
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::{one_of, read_counts};
use crate::rules::data::{Moves, Phases, Rule, RuleContext, RuleError, RuleFinding, RuleMovement};
use crate::rules::settings::RuleSettings;
use crate::state::{Color, Role, RuleState};

/// The rule `rules.limited-moves`.
pub(in crate::rules::builtin) struct LimitedMoves {
    /// By side, the pieces with these moves.
    who: [Vec<Role>; 2],
    movement: RuleMovement,
    /// By side, the limit.
    times: [i64; 2],
    /// Whether they can be made only in check.
    in_check: bool,
    /// Whether the piece swaps with the piece on its target.
    swaps: bool,
    /// The pieces in words.
    names: [String; 2],
}

impl BuiltinRule for LimitedMoves {
    const NAME: &'static str = "limited-moves";
    const FIELD: &'static str = "used";
    const SETTINGS: Setting = keys! {
        /// The pieces that have them.
        "who" => BySide(&Pieces),
        /// The moves, in Betza notation.
        "move" => Text,
        /// The number of such moves of a side; 1 by default.
        "times" => BySide(&Number),
        /// `'check'`: only a side in check can make them.
        "when" => Words(&["check"]),
        /// Instead of capturing on the target square, the piece changes places with the piece
        /// there; with `move = 'dU'`, with any piece of its own side.
        "swaps" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<LimitedMoves, RuleError> {
        let who = settings
            .by_side("who", RuleSettings::pieces)?
            .map(Option::unwrap_or_default);
        let Some(movement) = settings.movement("move")? else {
            return Err(RuleError::new("the move is missing")
                .with_help("write the move: `move = 'mU'` leaps to any empty square"));
        };
        let times = settings
            .by_side("times", |settings, key| settings.whole(key, 0, 1000))?
            .map(|times| times.map_or(1, i64::from));
        Ok(LimitedMoves {
            names: (who.each_ref()).map(|roles| one_of(settings.def(), roles)),
            who,
            movement,
            times,
            in_check: settings.word("when", &["check"])?.is_some(),
            swaps: settings.flag("swaps")?.unwrap_or(false),
        })
    }
}

impl Rule for LimitedMoves {
    fn phases(&self) -> Phases {
        Phases::OFFER
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        let us = at.turn();
        let side = us.index();
        if at.state().number(side) >= self.times[side] || self.in_check && !at.is_check(us) {
            return;
        }
        let mut used = [at.state().number(0), at.state().number(1)];
        used[side] += 1;
        let used = at.remembering(RuleState::new(used));
        for (from, piece) in at.board().pieces_of(us) {
            if !self.who[side].contains(&piece.role) {
                continue;
            }
            let own = at.walks(from);
            for mut mv in at.walks_by(from, &self.movement) {
                if self.swaps {
                    if !mv.captures.contains(&mv.to) {
                        continue;
                    }
                    mv.captures.retain(|square| *square != mv.to);
                    mv.shifts.push((mv.to, mv.from));
                }
                if !own
                    .iter()
                    .any(|other| mv.kind == other.kind && mv.goes_like(other))
                {
                    mv.effects.push(used.clone());
                    moves.push(mv);
                }
            }
        }
    }

    fn initial_state(&self) -> RuleState {
        RuleState::new([0, 0])
    }

    fn read_state(&self, text: &str, _: &BoardShape) -> Option<RuleState> {
        read_counts(text)
    }

    fn words_of_moves(&self) -> Vec<(String, &Movement)> {
        let who = |side: usize| &self.names[side];
        let times = |side: usize| match self.times[side] {
            1 => "Once a game".to_owned(),
            2 => "Twice a game".to_owned(),
            times => format!("{times} times a game"),
        };
        let has = |side: usize| !self.names[side].is_empty() && self.times[side] > 0;
        let sentence = |owner: &str, side: usize| {
            let when = if self.in_check { ", in check," } else { "" };
            let swaps = if self.swaps {
                ", and it changes places with the piece on its target square"
            } else {
                ""
            };
            let lead = format!(
                "{} {owner} may{when} move {} in a way that it does not have otherwise{swaps}: it",
                times(side),
                who(side)
            );
            (lead, self.movement.movement())
        };
        let is_same = self.names[0] == self.names[1] && self.times[0] == self.times[1];
        if is_same {
            return has(0)
                .then(|| sentence("each side", 0))
                .into_iter()
                .collect();
        }
        let sides = [("White", Color::White), ("Black", Color::Black)];
        let sides = sides.into_iter().map(|(name, color)| (name, color.index()));
        sides
            .filter(|(_, side)| has(*side))
            .map(|(name, side)| sentence(name, side))
            .collect()
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut findings = Vec::new();
        if self.who.iter().all(Vec::is_empty) {
            let finding = RuleFinding::new("no piece has these moves");
            findings.push(finding.about("who").with_help("name the pieces"));
        }
        if self.times == [0; 2] {
            findings.push(RuleFinding::new("these moves are never allowed").about("times"));
        }
        findings
    }
}
