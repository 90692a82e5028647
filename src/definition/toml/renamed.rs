//! Old spellings: rules that have another key today.
//!
//! They are still read, with a warning that names the new spelling, before a variant is laid over
//! its parent, so that either may use the old one. `ferz fmt` writes the new one.

use super::custom::{RuleTableWire, SettingWire};
use super::field::{Entry, Field, Named, Place};
use super::literal::{False, True};
use super::wire::{Removable, RulesWire, VariantWire};
use crate::definition::CaptureFate;
use crate::definition::custom::ONLY_SETTING;
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

/// A key of `rules` that is a setting of a rule today.
#[derive(Clone, Copy, Debug)]
pub struct MovedKey {
    /// The old key; it was `true` or `false`.
    pub old: &'static str,
    /// The key of the rule.
    pub rule: &'static str,
    /// Its setting of the same meaning.
    pub setting: &'static str,
}

/// All keys that are settings of a rule today.
pub const MOVED_KEYS: [MovedKey; 1] = [MovedKey {
    old: "hands-cover",
    rule: "bare-king",
    setting: "hands",
}];

/// A flag of `rules` that a rule with the opposite meaning says today: its old key, and that of the rule.
pub const OPPOSITE_KEYS: [(&str, &str); 1] = [("dead-ends", "no-dead-ends")];

/// A key of Black's that is a setting of another key today: the table of both, the old key, and the other one.
pub const FOR_BLACK: [&str; 3] = ["course", "restarts-black", "restarts"];

/// A rule of which another one says more today.
#[derive(Clone, Copy, Debug)]
pub struct MergedRule {
    /// The old key of `rules`.
    pub old: &'static str,
    /// The key of the rule that says it today.
    pub new: &'static str,
    /// The setting that makes it mean the old rule, with its word.
    pub says: (&'static str, &'static str),
    /// A flag of the old rule.
    pub flag: &'static str,
    /// The setting that says the same, with its words for `true` and `false`.
    pub words: (&'static str, [&'static str; 2]),
}

/// All rules of which another one says more today.
pub const MERGED_RULES: [MergedRule; 1] = [MergedRule {
    old: "baring",
    new: "bare-king",
    says: ("by", "board"),
    flag: "at-once",
    words: (ONLY_SETTING, ["immediate", "pending"]),
}];

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
        if let Field::Here(_, RuleTableWire::Table(captures)) = &mut self.captures {
            for (key, fate) in [
                (to_hand, CaptureFate::CaptorsHand),
                (to_partner, CaptureFate::PartnersHand),
            ] {
                let mut field = flag_out_of(captures, key.old[1]);
                let Some((place, is_set)) = take(key, &mut field, findings) else {
                    continue;
                };
                // `false` beside the other one, or beside the key of today, says nothing more.
                if self.captured.is_absent() || is_set {
                    let fate = if is_set { fate } else { CaptureFate::Gone };
                    let word = RuleTableWire::Text(fate.word().to_owned());
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
                RuleTableWire::Text("loss".to_owned())
            } else {
                RuleTableWire::False(False)
            };
            self.perpetual_check = Field::Here(place, word);
        }
        if let Field::Here(_, Removable::Table(course)) = &mut self.course {
            give_black(&mut course.restarts, &mut course.restarts_black, findings);
        }
        let [keys] = OPPOSITE_KEYS;
        turn_around(keys, &mut self.dead_ends, &mut self.no_dead_ends, findings);
        let [baring] = &MERGED_RULES;
        merge(baring, &mut self.baring, &mut self.bare_king, findings);
        let [hands_cover] = &MOVED_KEYS;
        move_into(
            hands_cover,
            &mut self.hands_cover,
            &mut self.bare_king,
            findings,
        );
    }
}

/// Makes a second key the setting of Black, and the first one that of White if both are there.
fn give_black(
    rule: &mut Field<RuleTableWire>,
    black: &mut Field<RuleTableWire>,
    findings: &mut Vec<Diagnostic>,
) {
    let Field::Here(place, wire) = std::mem::take(black) else {
        return;
    };
    let [_, old, key] = FOR_BLACK;
    let message = format!("`course.{old}` is an old spelling");
    let finding = Diagnostic::new(codes::OLD_KEY, place.span, message);
    let help = format!("write `{key} = {{ white = …, black = … }}`; `ferz fmt` does so");
    findings.push(finding.with_help(help));
    let mut settings = Named::default();
    let mut put = |side: &str, at: Place, wire: RuleTableWire| {
        let only = wire.into_table(at).0.swap_remove(ONLY_SETTING);
        if let Some(Entry {
            value: Field::Here(at, value),
            ..
        }) = only
        {
            settings.put(side, at, value);
        }
    };
    if let Field::Here(at, white) = std::mem::take(rule) {
        put("white", at, white);
    }
    put("black", place, wire);
    *rule = Field::Here(place, RuleTableWire::Table(settings));
}

/// Makes a flag the rule that means the opposite.
fn turn_around(
    (old, new): (&str, &str),
    field: &mut Field<bool>,
    rule: &mut Field<RuleTableWire>,
    findings: &mut Vec<Diagnostic>,
) {
    let Field::Here(place, is_set) = std::mem::take(field) else {
        return;
    };
    let message = format!("`{old}` is an old spelling");
    let finding = Diagnostic::new(codes::OLD_KEY, place.span, message);
    let help = format!("write `{new} = {}` instead; `ferz fmt` does so", !is_set);
    findings.push(finding.with_help(help));
    if rule.is_absent() {
        let value = if is_set {
            RuleTableWire::False(False)
        } else {
            RuleTableWire::True(True)
        };
        *rule = Field::Here(place, value);
    }
}

/// Makes an old rule part of the one that says it today.
fn merge(
    rule: &MergedRule,
    old: &mut Field<RuleTableWire>,
    new: &mut Field<RuleTableWire>,
    findings: &mut Vec<Diagnostic>,
) {
    if old.value().is_none() {
        return;
    }
    let Field::Here(place, wire) = std::mem::take(old) else {
        return;
    };
    let MergedRule {
        old,
        new: key,
        says: (setting, word),
        flag,
        words: (value, [if_true, _]),
    } = rule;
    if !new.is_absent() {
        let message = format!("`{old}` is a part of `{key}` today, which is said as well");
        let finding = Diagnostic::new(codes::RULES_CONTRADICT, place.span, message);
        findings.push(finding.with_help("keep one of the two"));
        return;
    }
    let message = format!("`{old}` is an old spelling");
    let help = format!(
        "write `{key}` with `{setting} = '{word}'` under `rules`, and `{value} = '{if_true}'` for `{flag}`; \
         `ferz fmt` does so"
    );
    findings.push(Diagnostic::new(codes::OLD_KEY, place.span, message).with_help(help));
    let wire = match wire {
        RuleTableWire::False(_) => wire,
        wire => RuleTableWire::Table(rule.modern(place, wire)),
    };
    *new = Field::Here(place, wire);
}

impl MergedRule {
    /// The settings of the old rule as those of the one of today.
    fn modern(&self, place: Place, wire: RuleTableWire) -> Named<SettingWire> {
        let (setting, word) = self.says;
        let (value, [if_true, if_false]) = self.words;
        let mut new = Named::alone(setting, place, SettingWire::Text(word.to_owned()));
        let old = match wire {
            RuleTableWire::True(_) => Named::default(),
            wire => wire.into_table(place),
        };
        for (key, entry) in old.0 {
            let word = match entry.value.value() {
                Some(SettingWire::True(_)) if key == self.flag => if_true,
                Some(SettingWire::False(_)) if key == self.flag => if_false,
                _ => {
                    new.0.insert(key, entry);
                    continue;
                }
            };
            let text = SettingWire::Text(word.to_owned());
            let value_place = entry.value.place().unwrap_or(place);
            let (name, value_of) = (entry.name, Field::Here(value_place, text));
            let entry = Entry {
                name,
                value: value_of,
            };
            new.0.insert(value.to_owned(), entry);
        }
        new
    }
}

/// Makes an old flag a setting of the rule that has it today.
fn move_into(
    key: &MovedKey,
    old: &mut Field<bool>,
    rule: &mut Field<RuleTableWire>,
    findings: &mut Vec<Diagnostic>,
) {
    let Some((place, is_set)) = old.get().map(|(place, is_set)| (place, *is_set)) else {
        return;
    };
    *old = Field::Absent;
    let message = format!("`{}` is an old spelling", key.old);
    let help = format!(
        "write `{}.{} = {is_set}` under `rules`; `ferz fmt` does so",
        key.rule, key.setting
    );
    findings.push(Diagnostic::new(codes::OLD_KEY, place.span, message).with_help(help));
    let (at, mut settings) = match std::mem::take(rule) {
        // Where the rule is taken away, or cannot be read, its settings are of no use.
        untold @ (Field::Broken | Field::Here(_, RuleTableWire::False(_))) => {
            *rule = untold;
            return;
        }
        Field::Absent => (place, Named::default()),
        Field::Here(at, wire) => (at, wire.into_table(at)),
    };
    let flag = if is_set {
        SettingWire::True(True)
    } else {
        SettingWire::False(False)
    };
    settings.put(key.setting, place, flag);
    *rule = Field::Here(at, RuleTableWire::Table(settings));
}

/// Takes a flag out of the settings of a rule.
fn flag_out_of(settings: &mut Named<SettingWire>, key: &str) -> Field<bool> {
    let entry = settings.0.get(key);
    let flag = match entry.and_then(|entry| entry.value.get()) {
        Some((place, SettingWire::True(_))) => Field::Here(place, true),
        Some((place, SettingWire::False(_))) => Field::Here(place, false),
        _ => return Field::Absent,
    };
    settings.0.shift_remove(key);
    flag
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
