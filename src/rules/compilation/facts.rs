//! Collects the static facts of all rules of a variant.

use crate::definition::{DropRules, GatingRules, VariantDef};
use crate::rules::data::{Adjudication, NamedRule, Rule, StaticFacts};

impl StaticFacts {
    pub(crate) fn by(rules: &[NamedRule], def: &VariantDef) -> StaticFacts {
        let said = StaticFacts::of(|| rules.iter().map(|named| &*named.rule), def);
        StaticFacts {
            lacks: known(rules, |rule| rule.lacks()),
            goals: known(rules, |rule| rule.goals()),
            ..said
        }
    }

    /// The same facts without the ends of the game that the tables evaluate.
    pub(crate) fn of<'r, Rules: Iterator<Item = &'r dyn Rule>>(
        rules_by: impl Fn() -> Rules,
        def: &VariantDef,
    ) -> StaticFacts {
        let gating = GatingRules {
            from_hand: rules_by().any(Rule::gating),
            leaps: rules_by().find_map(Rule::first_leaps),
        };
        let gated = || gating.from_hand.then(|| DropRules::of_gates(def));
        let walls = rules_by().find_map(Rule::walls);
        // A wall instead of a move is a pass.
        let or_wall = walls.as_ref().is_some_and(|walls| walls.instead_of_move);
        StaticFacts {
            lacks: Vec::new(),
            goals: Vec::new(),
            last_royal: rules_by().find_map(Rule::last_royal),
            royal: (rules_by().find_map(Rule::royal)).unwrap_or_default(),
            guard: (rules_by().find_map(Rule::guard)).unwrap_or_default(),
            captured_to: (rules_by().find_map(Rule::captured_to)).unwrap_or_default(),
            en_passant: rules_by().find_map(Rule::en_passant),
            castling: rules_by().find_map(Rule::castling_by_files),
            // Gates are filled by the drop rules, even if the definition has none.
            drops: (rules_by().find_map(Rule::drop_rules)).or_else(gated),
            gating: Some(gating).filter(|gating| gating.from_hand || gating.leaps.is_some()),
            captures: (rules_by().find_map(Rule::captures)).unwrap_or_default(),
            paired_promotion: (rules_by().find_map(Rule::paired_promotion)).unwrap_or_default(),
            checks: (rules_by().find_map(Rule::checks)).unwrap_or_default(),
            perpetual_check: rules_by().find_map(Rule::perpetual_check),
            replacement: rules_by().find_map(Rule::replacement),
            passing: (rules_by().find_map(Rule::passing))
                .filter(|passing| passing.is_allowed() || or_wall)
                .unwrap_or_default(),
            walls,
            adjudication: rules_by().fold(Adjudication::default(), |all, rule| {
                all.with(rule.adjudication())
            }),
            halfway: rules_by().filter_map(Rule::halfway).collect(),
            forbids_dead_ends: rules_by().any(Rule::forbids_dead_ends),
        }
    }
}

/// Facts of the rules that the tables evaluate entirely.
fn known<T>(rules: &[NamedRule], said: fn(&dyn Rule) -> Vec<T>) -> Vec<T> {
    let known = rules.iter().filter(|named| named.in_tables);
    known.flat_map(|named| said(&*named.rule)).collect()
}
