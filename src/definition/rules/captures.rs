//! Effects of captures, and the destination of captured pieces.

use crate::definition::setting::{flag_value, set_value, settings_of};
use crate::definition::variant::{PieceSet, Reach, RuleValue, RulesDef, VariantDef};
use crate::movement::Dialect;

use super::words::worded;

/// The additional effects of captures.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct CaptureRules {
    /// Whether captured pieces stay promoted in the hand.
    pub keep_promoted: bool,
    /// Whether captures are mandatory.
    pub mandatory: bool,
    /// Pieces that cannot capture their own kind.
    pub immune_to_own: PieceSet,
    /// The blast of a capture, which removes pieces around it.
    pub blast: Option<Blast>,
    /// Pieces that turn into walls when they capture.
    pub petrify: PieceSet,
    /// Whether blasted pieces leave walls.
    pub petrify_blasted: bool,
}

/// A blast around the square of a capture.
#[derive(Clone, Debug, PartialEq)]
pub struct Blast {
    /// Kinds that survive.
    pub immune: PieceSet,
    /// Kinds that survive unless they capture.
    pub sheltered: PieceSet,
    /// Its reach from the square of the capture, as the captor sees the board.
    pub reach: Reach,
}

/// The keys of the rule in writing order.
pub(crate) const CAPTURES_KEYS: [&str; 10] = [
    "keep-promoted",
    "returns-as",
    "mandatory",
    "blast",
    "blast-reach",
    "blast-immune",
    "blast-sheltered",
    "immune-to-own",
    "petrify",
    "petrify-blasted",
];

/// The keys that name pieces.
const NAMES: [&str; 4] = [
    "blast-immune",
    "blast-sheltered",
    "immune-to-own",
    "petrify",
];

#[doc(hidden)]
impl VariantDef {
    /// The rule `captures`.
    pub fn captures(&self) -> CaptureRules {
        let Some(rule) = self.rules.builtin.get("captures") else {
            return CaptureRules::default();
        };
        let flag = |key: &str| rule.get(key) == Some(&RuleValue::Flag(true));
        let named = |key: &str| {
            let names = rule.get(key);
            names.map_or(PieceSet::NONE, |names| names.pieces(self))
        };
        let reach = rule.get("blast-reach").and_then(RuleValue::text);
        let reach = reach.map(|text| Reach::read(text, Dialect::XBetza).value);
        CaptureRules {
            keep_promoted: flag("keep-promoted"),
            mandatory: flag("mandatory"),
            immune_to_own: named("immune-to-own"),
            blast: flag("blast").then(|| Blast {
                immune: named("blast-immune"),
                sheltered: named("blast-sheltered"),
                reach: reach.unwrap_or_default(),
            }),
            petrify: named("petrify"),
            petrify_blasted: flag("petrify-blasted"),
        }
    }

    /// Sets the rule `captures`.
    pub fn set_captures(&mut self, rule: &CaptureRules) {
        let flag = |is_set: bool| flag_value(is_set, false);
        let names = |set: PieceSet| set_value(set, self);
        let blast = rule.blast.as_ref();
        let reach = blast.map(|blast| &blast.reach);
        let reach = reach.filter(|reach| **reach != Reach::Around);
        let settings = settings_of([
            ("keep-promoted", flag(rule.keep_promoted)),
            ("mandatory", flag(rule.mandatory)),
            ("blast", flag(blast.is_some())),
            (
                "blast-reach",
                reach.map(|reach| RuleValue::Text(reach.text())),
            ),
            ("blast-immune", blast.and_then(|blast| names(blast.immune))),
            (
                "blast-sheltered",
                blast.and_then(|blast| names(blast.sheltered)),
            ),
            ("immune-to-own", names(rule.immune_to_own)),
            ("petrify", names(rule.petrify)),
            ("petrify-blasted", flag(rule.petrify_blasted)),
        ]);
        self.rules.put_unless_empty("captures", settings);
    }

    /// Brings the rule into normal form: keys in order, without defaults. Invalid settings remain.
    pub(super) fn put_captures_in_order(&mut self) {
        let Some(mut rule) = self.rules.builtin.get("captures").cloned() else {
            return;
        };
        let no = RuleValue::Flag(false);
        rule.retain(|key, value| match key.as_str() {
            "keep-promoted" | "mandatory" | "blast" | "petrify-blasted" => *value != no,
            key if NAMES.contains(&key) => *value != no && *value != RuleValue::List(Vec::new()),
            _ => true,
        });
        for (key, value) in &mut rule {
            let is_piece = |name: &RuleValue| {
                let name = name.text();
                name.is_some_and(|name| self.pieces.contains_key(name))
            };
            if NAMES.contains(&key.as_str())
                && let RuleValue::List(names) = value
                && names.iter().all(is_piece)
                && let Some(names) = set_value(value.pieces(self), self)
            {
                *value = names;
            }
        }
        let place = |key: &String| CAPTURES_KEYS.iter().position(|known| known == key);
        rule.sort_by_cached_key(|key, _| place(key).unwrap_or(CAPTURES_KEYS.len()));
        self.rules.put_unless_empty("captures", rule);
    }
}

worded! {
    /// The destination of captured pieces.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    #[non_exhaustive]
    pub enum CapturedTo {
        /// They leave the game.
        #[default]
        Removed = "removed",
        /// They go to the hand of the side that lost them.
        OwnerHand = "owner-hand",
        /// They go to the hand of the side that captured them, and change sides.
        CaptorHand = "captor-hand",
        /// They go to the hand of the captor's partner on another board.
        PartnerHand = "partner-hand",
    }
}

impl CapturedTo {
    /// Whether they go to a hand and change sides; then they revert to their unpromoted form.
    pub(crate) const fn keeps_prisoners(self) -> bool {
        matches!(self, CapturedTo::CaptorHand | CapturedTo::PartnerHand)
    }
}

#[doc(hidden)]
impl RulesDef {
    /// The rule `captured-to`.
    pub fn captured_to(&self) -> CapturedTo {
        let word = self.word("captured-to");
        word.and_then(CapturedTo::of_word).unwrap_or_default()
    }

    /// Sets the rule `captured-to`.
    pub(crate) fn set_captured_to(&mut self, to: CapturedTo) {
        self.put_word("captured-to", to.word(), CapturedTo::Removed.word());
    }
}
