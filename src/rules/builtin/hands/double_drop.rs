//! Double drop: captured pieces change between squares and intersections: `rules.double-drop`.
//!
//! A piece captured on a square may be dropped by its captor on an intersection, and a piece
//! captured on an intersection on a square. Pieces for intersections are in the stock of this rule,
//! pieces for squares in the hand.

use crate::definition::{CapturedTo, PieceSet, Setting, VariantDef, keys};
use crate::geometry::{BoardShape, Square, SquareSet, Zone};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::royal_kinds;
use crate::rules::data::{
    AllRules, Drops, Phases, Rule, RuleContext, RuleError, RuleFinding, Stock, held,
};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{capitalized, with_article};
use crate::state::{Color, Effect, Effects, Letters, Move, Piece, Role, RuleState};

/// The rule `rules.double-drop`.
pub(in crate::rules::builtin) struct DoubleDrop {
    /// The drop zones of squares and of intersections, by side and piece.
    zones: [[Vec<SquareSet>; 2]; 2],
    kings: PieceSet,
    letters: Letters,
    words: Vec<String>,
}

impl BuiltinRule for DoubleDrop {
    const NAME: &'static str = "double-drop";
    const FIELD: &'static str = "pocket";
    const FIELD_IS_FIRST: bool = true;
    const SETTINGS: Setting = keys! {
        /// By piece, where it may be put; anywhere by default.
        "zones" => ByPiece(&Zone),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<DoubleDrop, RuleError> {
        let def = settings.def();
        let read = settings.by_piece("zones", RuleSettings::zone)?;
        let mut zones = vec![Zone::everywhere(&def.shape); def.pieces.len().min(Role::MAX)];
        let mut words = vec![
            "A piece captured on a square may be put on an intersection by its captor, and one \
             captured on an intersection may be put on a square, as a move."
                .to_owned(),
        ];
        for (role, zone) in read.unwrap_or_default() {
            if let Some((name, _)) = def.pieces.get_index(role.index()) {
                let name = capitalized(&with_article(name));
                words.push(format!("{name} is put only on {}.", zone.words(&def.shape)));
            }
            zones[role.index()] = zone;
        }
        let places = |intersections: bool, color: Color| -> Vec<SquareSet> {
            let is_meant = |square: &Square| def.shape.is_intersection(*square) == intersections;
            let of_zone = |zone: &Zone| {
                zone.of(color.perspective())
                    .iter()
                    .filter(is_meant)
                    .collect()
            };
            zones.iter().map(of_zone).collect()
        };
        Ok(DoubleDrop {
            zones: [false, true]
                .map(|intersections| Color::ALL.map(|color| places(intersections, color))),
            kings: royal_kinds(def),
            letters: settings.letters(),
            words,
        })
    }
}

impl DoubleDrop {
    /// The squares, or the intersections, on which a side may drop a piece.
    fn places(&self, color: Color, role: Role, intersections: bool) -> SquareSet {
        let zones = &self.zones[usize::from(intersections)][color.index()];
        zones.get(role.index()).cloned().unwrap_or_default()
    }

    /// The victims of a move that its captor may drop, and whether they were captured on an intersection.
    fn prisoners(&self, before: &RuleContext<'_>, mv: &Move) -> impl Iterator<Item = (Role, bool)> {
        // The victims of a mover that removes itself have no captor.
        let taken = mv.captures.iter().filter(|_| !mv.is_own_end());
        taken.filter_map(|square| {
            let victim = before.piece(*square)?;
            let waits = !self.kings.contains(victim.role);
            waits.then(|| {
                (
                    before.kind_as_captured(victim),
                    before.shape().is_intersection(*square),
                )
            })
        })
    }
}

impl Rule for DoubleDrop {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        if all.captured_to() != CapturedTo::Removed {
            let error = RuleError::new("captured pieces already go to a hand");
            return Err(error.with_help("write `captured-to = 'removed'`, or leave this rule out"));
        }
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::OFFER | Phases::FOLLOW
    }

    fn drops(&self, at: &RuleContext<'_>, drops: &mut Drops) {
        let color = at.turn();
        for (role, _) in at.hand(color).iter() {
            drops.from_hand(Piece { color, role }, self.places(color, role, false));
        }
        for (piece, _) in held(at.state()).filter(|(piece, _)| piece.color == color) {
            drops.from_stock(piece, self.places(color, piece.role, true));
        }
    }

    fn follow(&self, before: &RuleContext<'_>, mv: &Move, after: &RuleContext<'_>) -> Effects {
        let mut effects = Effects::new();
        let color = mv.piece.color;
        let supplies = mv.supplier() == Some(before.rule());
        if mv.captures.is_empty() && !supplies {
            return effects;
        }
        let mut stock = Stock::of(after.state());
        if supplies {
            stock.take(mv.piece);
        }
        for (role, on_intersection) in self.prisoners(before, mv) {
            if on_intersection {
                effects.push(Effect::Hand {
                    color,
                    role,
                    change: 1,
                });
            } else {
                stock.add(Piece { color, role });
            }
        }
        let state = stock.state();
        if state != *after.state() {
            effects.push(after.remembering(state));
        }
        effects
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn stock(&self, state: &RuleState) -> Option<Stock> {
        Some(Stock::of(state))
    }

    fn words_of_stock(&self) -> &'static str {
        "in the pocket"
    }

    fn write_state(&self, state: &RuleState, _: &BoardShape) -> String {
        Stock::of(state).write(&self.letters)
    }

    fn read_state(&self, text: &str, _: &BoardShape) -> Option<RuleState> {
        Stock::read(text, &self.letters).map(|stock| stock.state())
    }

    fn mirror_state(&self, state: &RuleState, _: &BoardShape) -> Option<RuleState> {
        Some(Stock::of(state).mirrored().state())
    }

    fn words(&self) -> Vec<String> {
        self.words.clone()
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        if def.shape.has_intersections() {
            return Vec::new();
        }
        let finding = RuleFinding::new("the board has no points");
        vec![finding.with_help("write `board.intersections = true`")]
    }
}
