//! Restrictions on en passant captures.

use crate::definition::setting_values::{
    by_side, names_of, read_each, set_value, zone_of, zone_value,
};
use crate::definition::variant::{PieceId, PieceSet, RuleTable, RuleValue, VariantDef};
use crate::geometry::SquareSet;

/// The restrictions on en passant captures.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EnPassantRules {
    /// The pieces of each side that may capture en passant.
    pub types: [PieceSet; 2],
    /// The squares on which each side may capture en passant.
    pub region: [SquareSet; 2],
}

#[doc(hidden)]
impl VariantDef {
    /// The rule `en-passant`; `None` if it is absent, which allows all en passant captures.
    pub fn en_passant(&self) -> Option<EnPassantRules> {
        self.read_en_passant().map(|(rule, _)| rule)
    }

    /// Brings the rule `en-passant` into normal form, and removes it if it has no effect, unless it has an invalid
    /// setting.
    pub(super) fn put_en_passant_in_order(&mut self) {
        if let Some((rule, true)) = self.read_en_passant() {
            let rule = rule.unless_idle(self);
            self.set_en_passant(rule.as_ref());
        }
    }

    /// Reads the rule; also returns whether it is valid.
    fn read_en_passant(&self) -> Option<(EnPassantRules, bool)> {
        let settings = self.rules.builtin.get("en-passant")?;
        let everywhere: SquareSet = self.shape.squares().collect();
        let mut rule = EnPassantRules {
            types: [PieceSet::ALL; 2],
            region: [everywhere.clone(), everywhere],
        };
        let is_understood = read_each(settings, |key, value| {
            match key {
                "pieces" => rule.types = names_of(value, self)?,
                "zone" => rule.region = zone_of(value, &self.shape)?,
                _ => return None,
            }
            Some(())
        });
        // All forms of a piece have the permission of any of them.
        let kind = |id: PieceId| self.forms.of(id).kind;
        rule.types = rule.types.map(|set| {
            if set == PieceSet::ALL {
                return set;
            }
            let kinds: PieceSet = set.iter().map(kind).collect();
            (self.piece_ids())
                .filter(|id| kinds.contains(kind(*id)))
                .collect()
        });
        Some((rule, is_understood))
    }

    /// Sets the rule `en-passant`, or removes it.
    pub fn set_en_passant(&mut self, rule: Option<&EnPassantRules>) {
        let mut settings = RuleTable::new();
        let types = rule.map_or([PieceSet::ALL; 2], |rule| rule.types);
        if types != [PieceSet::ALL; 2] {
            let is_own_kind = |id: &_| self.forms.of(*id).kind == *id;
            let names = types.map(|set| {
                let set = match set {
                    PieceSet::ALL => set,
                    _ => set.iter().filter(is_own_kind).collect(),
                };
                set_value(set, self).unwrap_or(RuleValue::List(Vec::new()))
            });
            settings.insert("pieces".to_owned(), by_side(names));
        }
        let everywhere: SquareSet = self.shape.squares().collect();
        if let Some(EnPassantRules { region, .. }) = rule
            && region.iter().any(|region| *region != everywhere)
        {
            let zone = zone_value(region.each_ref(), &self.shape);
            settings.insert("zone".to_owned(), zone);
        }
        if settings.is_empty() {
            self.rules.take("en-passant");
        } else {
            self.rules.put("en-passant", settings);
        }
    }
}
