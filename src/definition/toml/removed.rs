//! Rules that are taken away although none is inherited.

use crate::definition::rule_keys;
use crate::source::{Diagnostic, codes};

use super::custom::RuleTableWire;
use super::field::{Field, Place};
use super::resolve::Resolver;
use super::wire::{Removable, RulesWire};

/// Rules by whose name something is often meant that belongs elsewhere, with what to write instead.
const MEANT: [(&str, &str); 4] = [
    (
        "castling",
        "castling by `O` is part of the king's moves: `pieces.king.move = 'K'` has none",
    ),
    (
        "en-passant",
        "captures en passant are the `e` of a piece's moves: `fmWifmnDfcF` has none",
    ),
    ("checks", "write `checks = { allowed = false }`"),
    ("repetition", "write `repetition = { limit = false }`"),
];

impl Resolver<'_, '_> {
    /// Reports tables of rules that are `false` where there is nothing that this could take away.
    pub(super) fn check_removed(&mut self) {
        let rules = |number: &u32| {
            let wire = self.owners[*number as usize].wire.as_ref();
            wire.and_then(|wire| wire.rules.value())
        };
        let Some(mine) = rules(&self.chain[0]) else {
            return;
        };
        let inherited: Vec<&RulesWire> = self.chain[1..].iter().filter_map(rules).collect();
        for (key, place) in removed(mine, &inherited) {
            let message = format!("no `{key}` is inherited that could be taken away");
            let meant = MEANT.iter().find(|(rule, _)| *rule == key);
            let help = meant.map_or("leave it out; nothing changes by it", |(_, remedy)| *remedy);
            let finding = Diagnostic::new(codes::NOTHING_REMOVED, place.span, message);
            self.report(place, finding.with_help(help));
        }
    }
}

/// The tables that are `false` here and in none of the relatives are there.
fn removed(mine: &RulesWire, inherited: &[&RulesWire]) -> Vec<(String, Place)> {
    let mut found = Vec::new();
    macro_rules! tables {
        ($($field:ident)*) => {
            $(
                let is_there = |rules: &&RulesWire| is_table(&rules.$field);
                if let Some((place, Removable::False(_))) = mine.$field.get()
                    && !inherited.iter().any(is_there)
                {
                    found.push((stringify!($field).replace('_', "-"), place));
                }
            )*
        };
    }
    tables! {
        course pawn_promotion
    }
    // That there is no limit, or that nobody makes room for others, may be said of any variant.
    let rules = mine.shipped().into_iter().enumerate();
    let rules = rules.filter(|(_, (name, _))| !["move-limit", "gating"].contains(name));
    for (number, (name, field)) in rules {
        let is_there = |rules: &&RulesWire| is_rule(rules.shipped()[number].1);
        if let Some((place, RuleTableWire::False(_))) = field.get()
            && !inherited.iter().any(is_there)
        {
            found.push((rule_keys(name)[1..].join("."), place));
        }
    }
    for (name, entry) in mine.custom.value().into_iter().flat_map(|custom| &custom.0) {
        let is_there = |rules: &&RulesWire| {
            let custom = rules.custom.value();
            custom.is_some_and(|custom| custom.0.get(name).is_some_and(|one| is_rule(&one.value)))
        };
        if let Some((place, RuleTableWire::False(_))) = entry.value.get()
            && !inherited.iter().any(is_there)
        {
            found.push((format!("custom.{name}"), place));
        }
    }
    found
}

const fn is_table<T>(field: &Field<Removable<T>>) -> bool {
    matches!(field, Field::Here(_, Removable::Table(_)))
}

/// Whether a rule stands here that is not taken away.
pub(super) fn is_rule(field: &Field<RuleTableWire>) -> bool {
    field.value().is_some_and(|wire| !wire.is_removal())
}
