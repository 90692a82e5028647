//! Rules for the options of the fork Fairy-Stockfish-X.
//!
//! A configuration stores these options together with those of Fairy-Stockfish. They become rules of the definition and
//! are recovered from these.

mod captures;
mod options;

use crate::definition::{AfterMove, PieceId, PieceSet, RuleTable, RuleValue, VariantDef};
use crate::formats::fairy_stockfish::section::fork::Fork;
use crate::formats::toml::rule_of_option;
use crate::geometry::Wrap;
use crate::state::Color;

use super::terms::Builder;
use captures::Spared;
use options::{PRISONERS, PUSHES, names, rewrapped, table};

pub(in crate::formats::fairy_stockfish) use options::{without, write_options};

impl Fork {
    /// Adds the rules to a definition.
    pub(in crate::formats::fairy_stockfish) fn extend(
        &self,
        builder: &Builder<'_>,
        def: &mut VariantDef,
    ) {
        let wrap = match (self.cylindrical, self.toroidal) {
            (_, true) => Wrap::Torus,
            (true, false) => Wrap::Cylinder,
            (false, false) => Wrap::None,
        };
        if wrap != Wrap::None {
            let moves = def.pieces.values_mut().flat_map(|piece| &mut piece.moves);
            moves.for_each(|def| def.movement = rewrapped(&def.movement, wrap));
        }
        let schedule = if self.progressive {
            Some(RuleValue::Text("rising".to_owned()))
        } else if let Some([first, second]) = self.turns() {
            let black_begins = def.start.split(' ').nth(1) == Some("b");
            let (white, black) = if black_begins {
                (second, first)
            } else {
                (first, second)
            };
            let list = |turns: Vec<u16>| {
                let numbers = turns.into_iter().map(f64::from);
                RuleValue::List(numbers.map(RuleValue::Number).collect())
            };
            let moves = [("white", list(white)), ("black", list(black))];
            Some(RuleValue::Table(table(moves)))
        } else {
            None
        };
        if let Some(schedule) = schedule {
            let mut turns = RuleTable::new();
            turns.insert("moves".to_owned(), schedule);
            if !self.multimove_check {
                turns.insert("check".to_owned(), RuleValue::Text("last".to_owned()));
            }
            def.rules.put("turns", turns);
        }
        let [white, black] = Color::ALL.map(|side| self.spared(side, builder, def));
        let spared = if white == black {
            captures::clauses(0, &white)
        } else {
            let [white, black] = [(1, &white), (2, &black)];
            let sides = [white, black].into_iter();
            sides
                .flat_map(|(list, spared)| captures::clauses(list, spared))
                .collect()
        };
        if let Some(clauses) = RuleValue::of_names(spared) {
            def.rules.put("forbid", clauses.alone());
        }
        let custody = self.custody.clauses(builder, builder.config);
        let custody: Vec<&str> = custody.iter().map(String::as_str).collect();
        def.rules.add_clauses("effects", &custody);
        let rules = [
            (rule_of_option(PUSHES), self.pushes.rule(builder, def)),
            ("capture-points", self.points.rule(builder, def)),
            (rule_of_option(PRISONERS), self.prison.rule(builder, def)),
        ];
        for (name, rule) in rules {
            if let Some(rule) = rule {
                def.rules.put(name, rule);
            }
        }
        self.prison.promote(def);
        if builder.config.blast && !self.blast_orthogonals && !self.blast_diagonals {
            take_captors_along(builder, def);
        }
        if let Some(start) = options::start(&def.start) {
            def.start = start;
        }
    }

    /// The forbidden captures of each captor of a side.
    fn spared(&self, side: Color, builder: &Builder<'_>, def: &VariantDef) -> Vec<Spared> {
        let kinds = names(builder, def);
        let spared = kinds.iter().filter_map(|(captor, captor_type)| {
            let victims = kinds.iter();
            let victims = victims.filter(|(_, victim)| self.forbids(side, *captor_type, *victim));
            let victims: Vec<String> = victims.map(|(name, _)| name.clone()).collect();
            let is_all = victims.len() == kinds.len();
            (!victims.is_empty()).then(|| (captor.clone(), (!is_all).then_some(victims)))
        });
        spared.collect()
    }
}

/// A blast without lines removes the captor, unless it is immune.
fn take_captors_along(builder: &Builder<'_>, def: &mut VariantDef) {
    let victims: PieceSet = (0..def.pieces.len()).map(PieceId::new).collect();
    let immune = builder.config.blast_immune;
    for (number, piece) in def.pieces.values_mut().enumerate() {
        let number = builder.type_of(PieceId::new(number));
        if !number.is_some_and(|number| immune.contains(number)) {
            piece.after = Some(AfterMove {
                vanishes: victims,
                ..AfterMove::default()
            });
        }
    }
}
