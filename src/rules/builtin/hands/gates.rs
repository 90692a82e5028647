//! Gates: pieces that wait on gates and enter behind others: `rules.gates`.
//!
//! Pieces on gates neither move nor are captured, and no piece moves to a gate. When a piece leaves the
//! square in front of a gate of its side for the first time, the piece on the gate moves to that square.

use crate::definition::{Line, Setting, VariantDef, keys};
use crate::geometry::{Square, Zone};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::zones::zone_text;
use crate::rules::data::{After, Attack, Moves, Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::state::{Color, Effect, Move, MoveKind, Piece};

/// The rule `rules.gates`.
pub(in crate::rules::builtin) struct Gates {
    zone: Zone,
    /// The steps from a gate to the squares in front of it.
    steps: Vec<Line>,
    /// Zone and steps as written in the definition.
    zone_text: String,
    steps_text: String,
}

/// The default step: straight ahead.
const AHEAD: &str = "fW";

impl BuiltinRule for Gates {
    const NAME: &'static str = "gates";
    const SETTINGS: Setting = keys! {
        /// The gates, from each side's view; required.
        "zone" => Zone,
        /// Leaps from a gate to the squares in front of it; `'fW'` by default.
        "step" => Text,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Gates, RuleError> {
        let Some(zone) = settings.zone("zone")? else {
            return Err(RuleError::new("the gates are missing")
                .with_help("write the squares on which pieces wait: `zone = 'rank 1'`"));
        };
        let steps = settings.lines("step")?;
        let steps = match steps {
            Some(steps) => steps,
            None => Line::read(AHEAD).unwrap_or_default(),
        };
        if steps.iter().any(|line| line.rides) {
            return Err(settings.error("step", "a piece must enter by one step or leap"));
        }
        Ok(Gates {
            zone,
            steps,
            zone_text: zone_text(settings, "zone").unwrap_or_default(),
            steps_text: settings.text("step")?.unwrap_or(AHEAD).to_owned(),
        })
    }
}

impl Gates {
    /// Whether a square is a gate of either side.
    fn is_closed(&self, square: Square) -> bool {
        let mut sides = Color::ALL.into_iter();
        sides.any(|side| self.zone.contains(square, side.perspective()))
    }

    /// The gates of a side behind a square.
    fn gates(&self, at: &RuleContext<'_>, side: Color, front: Square) -> Vec<Square> {
        let owner = side.perspective();
        let gates = at.shape().squares().filter(|gate| {
            let leads = |line: &Line| {
                let mut squares = line.squares(at.shape(), *gate, owner);
                squares.next() == Some(front)
            };
            self.zone.contains(*gate, owner) && self.steps.iter().any(leads)
        });
        gates.collect()
    }

    /// The gate and the square in front of it that an unmoved piece leaves by a move, if a piece waits
    /// there. In castling this is the king's square, or the partner's if the king's has no gate.
    fn entry(&self, at: &RuleContext<'_>, mv: &Move) -> Option<(Square, Square)> {
        let unmoved = at.unmoved();
        let partner = mv.shifts.first().map(|(origin, _)| *origin);
        let partner = partner.filter(|_| mv.kind == MoveKind::Castle);
        let left = [Some(mv.from), partner].into_iter().flatten();
        // Castling pieces are unmoved, though possibly only recorded as a castling right.
        let mut left = left.filter(|square| partner.is_some() || unmoved.contains(*square));
        let us = mv.piece.color;
        let (front, gates) = left.find_map(|front| {
            let gates = self.gates(at, us, front);
            (!gates.is_empty()).then_some((front, gates))
        })?;
        let waits = |gate: &Square| at.piece(*gate).is_some_and(|piece| piece.color == us);
        let gate = gates.into_iter().find(waits)?;
        Some((gate, front))
    }
}

impl Rule for Gates {
    fn phases(&self) -> Phases {
        Phases::EFFECT | Phases::FORBID | Phases::BAR_ATTACKS
    }

    fn effect(&self, at: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
        let leaves = mv.from != mv.to && mv.kind != MoveKind::Drop;
        let entry = if leaves { self.entry(at, &mv) } else { None };
        if let Some((from, to)) = entry
            && at.relocated(&mv).position().is_empty(to)
        {
            mv.effects.push(Effect::Shift { from, to });
        }
        moves.push(mv);
    }

    fn forbids(&self, _: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        let drops = mv.kind == MoveKind::Drop;
        !drops && self.is_closed(mv.from)
            || self.is_closed(mv.to)
            || mv.captures.iter().any(|square| self.is_closed(*square))
            || mv.shifts.iter().any(|(_, to)| self.is_closed(*to))
    }

    fn attack(&self, _: &RuleContext<'_>, _: Piece, from: Square, target: Square) -> Attack {
        if self.is_closed(from) || self.is_closed(target) {
            Attack::Never
        } else {
            Attack::AsItMoves
        }
    }

    fn depends_on_first_moves(&self) -> bool {
        let mut sides = Color::ALL.into_iter();
        sides.any(|side| !self.zone.of(side.perspective()).is_empty())
    }

    fn words(&self) -> Vec<String> {
        vec![
            format!(
                "Each side has gates on {}. Pieces wait there: no piece moves to or from a gate, and no piece is \
                 captured there.",
                self.zone_text
            ),
            format!(
                "When a piece makes its first move and so leaves the square in front of a gate of its side \
                 (`{}` from there), the piece that waits at the gate steps onto that square.",
                self.steps_text
            ),
            "In castling the gate behind the king is used, or the one behind its partner where the king has \
             none."
                .to_owned(),
        ]
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let shape = &def.shape;
        let owner = Color::White.perspective();
        let leads_somewhere = self.zone.of(owner).iter().any(|gate| {
            let mut fronts = self
                .steps
                .iter()
                .flat_map(|line| line.squares(shape, gate, owner));
            fronts.any(|front| !self.is_closed(front))
        });
        if leads_somewhere {
            return Vec::new();
        }
        let finding = RuleFinding::new("no gate leads to a square outside the gates");
        vec![finding.about("zone")]
    }
}
