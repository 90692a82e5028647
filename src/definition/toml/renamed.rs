//! Old spellings: rules that have another key today.
//!
//! They are still read, with a warning that names the new spelling, before a variant is laid over
//! its parent, so that either may use the old one. `ferz fmt` writes the new one.

use super::field::{Field, Place};
use super::literal::False;
use super::special::{Optional, ResultWord};
use super::wire::{CapturedWord, Removable, RulesWire, VariantWire};
use crate::source::{Diagnostic, codes};

/// A key of `rules` that has another spelling today.
#[derive(Clone, Copy, Debug)]
pub struct RenamedKey {
    /// The path of the old key below `rules`.
    pub old: [&'static str; 2],
    /// The key of `rules` that says the same.
    pub new: &'static str,
    /// The value that says the same as `true`, as a word.
    pub if_true: &'static str,
    /// The value that says the same as `false`, in TOML.
    pub if_false: &'static str,
}

/// All keys that have another spelling today; each was `true` or `false`.
pub const RENAMED_KEYS: [RenamedKey; 3] = [
    RenamedKey {
        old: ["captures", "to-hand"],
        new: "captured",
        if_true: "captor",
        if_false: "'gone'",
    },
    RenamedKey {
        old: ["captures", "to-partner"],
        new: "captured",
        if_true: "partner",
        if_false: "'gone'",
    },
    RenamedKey {
        old: ["course", "perpetual-check-loses"],
        new: "perpetual-check",
        if_true: "loss",
        if_false: "false",
    },
];

impl VariantWire {
    /// Says with the keys of today what old ones say, in the settings as well.
    pub(super) fn modernized(&mut self, findings: &mut Vec<Diagnostic>) {
        if let Field::Here(_, rules) = &mut self.rules {
            rules.modernize(findings);
        }
        let Field::Here(_, settings) = &mut self.settings else {
            return;
        };
        for entry in settings.0.values_mut() {
            let Field::Here(_, Removable::Table(values)) = &mut entry.value else {
                continue;
            };
            for value in values.0.values_mut() {
                if let Field::Here(_, patch) = &mut value.value
                    && let Field::Here(_, rules) = &mut patch.rules
                {
                    rules.modernize(findings);
                }
            }
        }
    }
}

impl RulesWire {
    fn modernize(&mut self, findings: &mut Vec<Diagnostic>) {
        let [to_hand, to_partner, perpetual] = &RENAMED_KEYS;
        if let Field::Here(_, Removable::Table(captures)) = &mut self.captures {
            let old = [
                (to_hand, &mut captures.to_hand, CapturedWord::Captor),
                (to_partner, &mut captures.to_partner, CapturedWord::Partner),
            ];
            for (key, field, word) in old {
                let Some((place, is_set)) = take(key, field, findings) else {
                    continue;
                };
                // `false` beside the other one, or beside the key of today, says nothing more.
                if self.captured.is_absent() || is_set {
                    let word = if is_set { word } else { CapturedWord::Gone };
                    self.captured = Field::Here(place, word);
                }
            }
        }
        if let Field::Here(_, Removable::Table(course)) = &mut self.course
            && let Some((place, is_set)) =
                take(perpetual, &mut course.perpetual_check_loses, findings)
            && self.perpetual_check.is_absent()
        {
            let word = if is_set {
                Optional::Text(ResultWord::Loss)
            } else {
                Optional::False(False)
            };
            self.perpetual_check = Field::Here(place, word);
        }
    }
}

/// Takes the value of an old key out, and says how it is written today.
fn take(
    key: &RenamedKey,
    field: &mut Field<bool>,
    findings: &mut Vec<Diagnostic>,
) -> Option<(Place, bool)> {
    let (place, is_set) = match std::mem::take(field) {
        Field::Here(place, value) => (place, value),
        Field::Absent | Field::Broken => return None,
    };
    let [table, name] = key.old;
    let message = format!("`{table}.{name}` is an old spelling");
    let new = if is_set {
        format!("'{}'", key.if_true)
    } else {
        key.if_false.to_owned()
    };
    let help = format!(
        "write `{} = {new}` under `rules`; `ferz fmt` does so",
        key.new
    );
    findings.push(Diagnostic::new(codes::OLD_KEY, place.span, message).with_help(help));
    Some((place, is_set))
}
