//! Drowning: squares that remove pieces: `rules.drowning`.
//!
//! A piece that is in the zone at the beginning and at the end of a turn of its side is removed at
//! the end; with `at-once`, any piece in the zone at the end is. Its captures remain. Within a turn
//! of several moves the FEN field `wet` names the pieces that were in the zone at the beginning.

use crate::definition::{Setting, VariantDef, keys};
use crate::geometry::{BoardShape, Square, Zone};
use crate::rules::builtin::parts::arrivals::moved;
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::Kinds;
use crate::rules::builtin::parts::zones::{is_nowhere, zone_text};
use crate::rules::data::{Moves, Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::state::{Color, Effect, Move, RuleState};

/// The rule `rules.drowning`.
pub(in crate::rules::builtin) struct Drowning {
    /// The pieces that drown.
    who: Kinds,
    zone: Zone,
    /// The zone as written in the definition, in quotes.
    text: String,
    /// Whether pieces drown at the end of the turn in which they arrive.
    at_once: bool,
}

impl BuiltinRule for Drowning {
    const NAME: &'static str = "drowning";
    const FIELD: &'static str = "wet";
    const SETTINGS: Setting = keys! {
        /// The squares; required.
        "zone" => Zone,
        /// The pieces that drown; all non-royal pieces by default.
        "who" => BySide(&Pieces),
        /// Pieces leave the board at the end of the turn in which they enter; `false` by default.
        "at-once" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Drowning, RuleError> {
        let Some(zone) = settings.zone("zone")? else {
            return Err(RuleError::new("the zone is missing")
                .with_help("write the squares on which pieces drown: `zone = 'rank 4'`"));
        };
        let common =
            || Kinds::all_that(settings, "a piece that is not royal", |piece| !piece.royal);
        Ok(Drowning {
            who: Kinds::read(settings, "who")?.unwrap_or_else(common),
            zone,
            text: zone_text(settings, "zone").unwrap_or_default(),
            at_once: settings.flag("at-once")?.unwrap_or(false),
        })
    }
}

/// The state within a turn: a leading 1 and the squares.
fn begun(squares: &[Square]) -> RuleState {
    let squares = squares.iter().map(|square| square.index() as i64);
    RuleState::new([1].into_iter().chain(squares))
}

/// The squares of a state; `None` at the beginning of a turn.
fn remembered(state: &RuleState) -> Option<Vec<Square>> {
    let (first, rest) = state.numbers().split_first()?;
    debug_assert_eq!(*first, 1);
    Some(
        rest.iter()
            .map(|number| Square::new(*number as u16))
            .collect(),
    )
}

impl Drowning {
    /// The squares of a side's pieces in the zone that can drown.
    fn in_zone(&self, at: &RuleContext<'_>, color: Color) -> Vec<Square> {
        let pieces = at.board().pieces_of(color);
        let is_wet = |square: Square| self.zone.contains(square, color.perspective());
        let pieces = pieces.filter(|(square, piece)| is_wet(*square) && self.who.contains(*piece));
        pieces.map(|(square, _)| square).collect()
    }
}

impl Rule for Drowning {
    fn phases(&self) -> Phases {
        Phases::EFFECT
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        let us = mv.piece.color;
        let known = remembered(at.state());
        let there = {
            let relocated = at.relocated(&mv);
            let position = relocated.position();
            self.in_zone(&position, us)
        };
        if there.is_empty() && known.is_none() {
            moves.push(mv);
            return;
        }
        let was_there = known.clone().unwrap_or_else(|| self.in_zone(at, us));
        let lost = |square: &Square| mv.captures.contains(square);
        let kept = was_there.iter().filter(|square| !lost(square));
        let still: Vec<Square> = kept.map(|square| moved(&mv, *square)).collect();
        let drowned = there
            .iter()
            .filter(|square| self.at_once || still.contains(square));
        let mut last = mv.clone();
        for square in drowned {
            let square = *square;
            last.effects.push(Effect::Remove { square });
        }
        if known.is_some() {
            last.effects.push(at.remembering(RuleState::EMPTY));
        }
        if at.after(&last).position().turn() == us {
            let mut on = mv.clone();
            let still: Vec<Square> = there.into_iter().filter(|at| still.contains(at)).collect();
            on.effects.push(at.remembering(begun(&still)));
            moves.push(on);
        } else {
            moves.push(last);
        }
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        let squares = remembered(state).unwrap_or_default();
        if squares.is_empty() {
            return "-".to_owned();
        }
        let names: Vec<String> = squares.iter().map(|square| shape.name(*square)).collect();
        names.join("/")
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        if text == "-" {
            return Some(begun(&[]));
        }
        let squares = text.split('/').map(|name| {
            let square = shape.parse(name)?;
            shape.exists(square).then_some(square)
        });
        Some(begun(&squares.collect::<Option<Vec<Square>>>()?))
    }

    fn words(&self) -> Vec<String> {
        let zone = &self.text;
        let drowns = if self.at_once {
            format!("that stands on {zone} when its side's turn ends leaves the board.")
        } else {
            format!(
                "that stands on {zone} when its side's turn begins, and when it ends again, leaves the \
                 board, whether it has moved or not."
            )
        };
        let captured = "What it has captured stays captured.".to_owned();
        vec![self.who.sentence(&drowns), captured]
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let mut found: Vec<RuleFinding> = Vec::new();
        found.extend(self.who.doubts("who", "nothing drowns"));
        if is_nowhere(&def.shape, &self.zone) {
            found.push(RuleFinding::new("the zone is empty").about("zone"));
        }
        found
    }
}
