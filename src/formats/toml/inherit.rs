//! Inheritance: the chain of a variant's ancestors, and its errors.

use super::file::File;
use super::library::Library;
use super::wire::{False, Field, Place, RulesWire};
use crate::definition::rule_keys;
use crate::formats::files::named_file;
use crate::formats::findings::{Finding, Heirs};
use crate::source::{Diagnostic, Span, codes, did_you_mean};

/// Rules whose names are often used for something else, with what to write instead.
const MEANT: [(&str, &str); 4] = [
    (
        "castling",
        "castling by `O` is part of the king's moves: `pieces.king.move = 'K'` has no castling",
    ),
    (
        "en-passant",
        "captures en passant are the `e` in a piece's moves: `fmWifmnDfcF` has none",
    ),
    ("checks", "write `checks = { allowed = false }`"),
    ("repetition", "write `repetition = { limit = false }`"),
];

/// Rules that may be `false` in any variant, without an inherited rule to remove.
const MAY_BE_FALSE: [&str; 2] = ["move-limit", "gating"];

impl File {
    /// The variant followed by its ancestors. Reports errors of the chain for this variant only; an ancestor's errors
    /// are reported with the ancestor.
    pub(super) fn chain(&mut self, number: u32) -> Option<Vec<u32>> {
        let mut chain = vec![number];
        let mut current = number;
        loop {
            let owner = &self.owners[current as usize];
            let home = owner.home;
            let wire = owner.wire.as_ref()?;
            let (place, parent) = match &wire.inherits {
                Field::Absent => return Some(chain),
                Field::Broken => return None,
                Field::Here(place, parent) => (*place, parent.clone()),
            };
            let near = self.named_near(home, &parent);
            let near = near.or_else(|| self.links.get(&current).copied());
            let Some(next) = near.or_else(|| self.library_owner(&parent)) else {
                // Errors of other files were reported when the files were opened.
                if current == number && named_file(&parent).is_none() {
                    self.report_unknown_parent(number, &parent, place.span);
                }
                return None;
            };
            if let Some(again) = chain.iter().position(|seen| *seen == next) {
                if again == 0 {
                    self.report_cycle(&chain);
                }
                return None;
            }
            if chain.len() > self.limits.inheritance {
                let at = self.inherits_span(number);
                let limit = self.limits.inheritance;
                let message = format!("the chain of inheritance has more than {limit} steps");
                self.report_about(number, codes::DEFINITION_TOO_LARGE, at, message);
                return None;
            }
            chain.push(next);
            current = next;
        }
    }

    /// Reports removals of rules that are not inherited.
    pub(super) fn check_removed(&mut self, number: u32, rules: Option<&RulesWire>) {
        let Some(rules) = rules else { return };
        let idle = |removal: Option<(Place, False)>| {
            let (place, removal) = removal?;
            (place.owner == number && !removal.removes).then_some(place.span)
        };
        let tables = [
            ("adjudication", rules.adjudication.removal()),
            ("pawn-promotion", rules.pawn_promotion.removal()),
        ];
        let tables = tables.into_iter();
        let tables = tables.filter_map(|(key, removal)| Some((key.to_owned(), idle(removal)?)));
        let builtin = rules.builtin().into_iter();
        let builtin = builtin.filter(|(name, _)| !MAY_BE_FALSE.contains(name));
        let builtin = builtin.filter_map(|(name, field)| {
            Some((rule_keys(name)[1..].join("."), idle(field.removal())?))
        });
        let custom = rules
            .custom
            .value()
            .into_iter()
            .flat_map(|custom| &custom.0);
        let custom = custom.filter_map(|(name, entry)| {
            Some((format!("custom.{name}"), idle(entry.value.removal())?))
        });
        for (key, span) in tables.chain(builtin).chain(custom) {
            let message = format!("no `{key}` is inherited that could be removed");
            let meant = MEANT.iter().find(|(rule, _)| *rule == key);
            let help = meant.map_or("delete it; it has no effect", |(_, remedy)| *remedy);
            let finding = Diagnostic::new(codes::NOTHING_REMOVED, span, message).with_help(help);
            self.push(Finding::about(number as usize, Heirs::None, finding));
        }
    }

    fn report_unknown_parent(&mut self, number: u32, parent: &str, span: Span) {
        // Suggestions take time, so a file gets a bounded number of them.
        let help = (self.findings.len() < self.limits.findings).then(|| {
            let mut known: Vec<&str> = self.own.keys().map(String::as_str).take(200).collect();
            known.extend(Library::builtin().names().map(|name| -> &str { name }));
            did_you_mean(parent, known)
        });
        let shown: String = parent.chars().take(40).collect();
        let message = format!("no variant is called `{shown}`");
        self.report_about(number, codes::UNKNOWN_PARENT, span, message)
            .help = help;
    }

    fn report_cycle(&mut self, chain: &[u32]) {
        let names: Vec<&str> = chain
            .iter()
            .map(|number| self.owners[*number as usize].name.as_str())
            .collect();
        let at = self.inherits_span(chain[0]);
        let message = match names[..] {
            [name] => format!("`{name}` inherits from itself"),
            _ => format!("`{0}` inherits from {1}, and that from `{0}`", names[0], {
                let others: Vec<String> = names[1..].iter().map(|n| format!("`{n}`")).collect();
                others.join(", that from ")
            }),
        };
        let help = if Library::builtin().section(names[0]).is_some() {
            "give the variant a name that differs from the built-in"
        } else {
            "write one of them in full, or let it inherit from a built-in such as `chess`"
        };
        self.report_about(chain[0], codes::INHERITANCE_CYCLE, at, message)
            .help = Some(help.to_owned());
    }

    /// The place at which a variant names its parent, otherwise the place of its own name.
    pub(super) fn inherits_span(&self, number: u32) -> Span {
        let owner = &self.owners[number as usize];
        owner
            .wire
            .as_ref()
            .and_then(|wire| wire.inherits.place())
            .map_or(owner.header, |place| place.span)
    }
}
