//! Rules about checks and kings.

use crate::definition::setting_values::{flag_of, read_each, sides_of};
use crate::definition::variant::{RuleTable, RuleValue, RulesDef};

/// The checks that a side may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChecksAllowed {
    /// Any.
    All,
    /// Only mating checks: the other side has no reply that leaves its king safe and respects its own restriction on
    /// checks.
    Mates,
    /// None.
    None,
}

/// Rules about checks and kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options of a rule are independent flags"
)]
#[non_exhaustive]
pub struct CheckRules {
    /// For each side, the checks that its moves may give.
    pub allowed: [ChecksAllowed; 2],
    /// Whether checks are counted.
    pub counted: bool,
    /// Whether kings may not face each other on an open line.
    pub flying_generals: bool,
    /// Whether facing kings end the game unless the opponent resolves them at once.
    pub bikjang: bool,
    /// Whether kings may only leave check by capturing.
    pub no_escape: bool,
}

impl Default for CheckRules {
    fn default() -> CheckRules {
        CheckRules {
            allowed: [ChecksAllowed::All; 2],
            counted: false,
            flying_generals: false,
            bikjang: false,
            no_escape: false,
        }
    }
}

impl ChecksAllowed {
    /// Reads a setting.
    pub(crate) fn of_value(value: &RuleValue) -> Option<ChecksAllowed> {
        match value {
            RuleValue::Flag(true) => Some(ChecksAllowed::All),
            RuleValue::Flag(false) => Some(ChecksAllowed::None),
            RuleValue::Text(word) if word == "mate" => Some(ChecksAllowed::Mates),
            _ => None,
        }
    }

    fn value(self) -> RuleValue {
        match self {
            ChecksAllowed::All => RuleValue::Flag(true),
            ChecksAllowed::Mates => RuleValue::Text("mate".to_owned()),
            ChecksAllowed::None => RuleValue::Flag(false),
        }
    }
}

#[doc(hidden)]
impl RulesDef {
    /// The rule `checks`.
    pub fn checks(&self) -> CheckRules {
        self.read_checks()
            .map_or_else(CheckRules::default, |(rule, _)| rule)
    }

    /// Reads the rule; also returns whether it is valid.
    pub(super) fn read_checks(&self) -> Option<(CheckRules, bool)> {
        let settings = self.builtin.get("checks")?;
        let mut rule = CheckRules::default();
        let is_understood = read_each(settings, |key, value| {
            let flag = match key {
                "allowed" => {
                    rule.allowed = sides_of(value, &ChecksAllowed::All, ChecksAllowed::of_value)?;
                    return Some(());
                }
                "counted" => &mut rule.counted,
                "flying-generals" => &mut rule.flying_generals,
                "bikjang" => &mut rule.bikjang,
                "no-escape" => &mut rule.no_escape,
                _ => return None,
            };
            *flag = flag_of(value)?;
            Some(())
        });
        Some((rule, is_understood))
    }

    /// Sets the rule `checks`.
    pub(crate) fn set_checks(&mut self, rule: CheckRules) {
        let mut settings = RuleTable::new();
        let [white, black] = rule.allowed;
        if rule.allowed != [ChecksAllowed::All; 2] {
            let allowed = if white == black {
                white.value()
            } else {
                let sides = [("white", white), ("black", black)];
                let sides = sides.map(|(side, allowed)| (side.to_owned(), allowed.value()));
                RuleValue::Table(sides.into_iter().collect())
            };
            settings.insert("allowed".to_owned(), allowed);
        }
        for (key, is_set) in [
            ("counted", rule.counted),
            ("flying-generals", rule.flying_generals),
            ("bikjang", rule.bikjang),
            ("no-escape", rule.no_escape),
        ] {
            if is_set {
                settings.insert(key.to_owned(), RuleValue::Flag(true));
            }
        }
        if settings.is_empty() {
            self.take("checks");
        } else {
            self.put("checks", settings);
        }
    }
}
