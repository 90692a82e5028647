//! Structs of the definition format, for `serde` and for the JSON Schema.
//!
//! These are private mirrors of [`VariantDef`](crate::definition::VariantDef). Zones, names of pieces and moves are
//! still texts here, because inheritance merges these structs before the texts are interpreted: an heir that changes
//! the board reads its parent's zones anew. Editors show the comments on the keys as descriptions.

mod literal;

mod field;

mod values;

mod names;
mod reach;
mod rule_settings;
mod setups;

mod actions;
mod adjudication;
mod affected;
mod after_move;
mod captures;
mod promotion;
mod rule_entry;

mod piece;
mod rules;

mod variant;

pub(super) use actions::{ActionsWire, JumpSeriesWire, RunWire};
pub(super) use adjudication::AdjudicationWire;
pub(super) use affected::{AffectedWire, FreezesWire};
pub(super) use after_move::AftermathWire;
pub(super) use captures::CapturesWire;
pub(super) use field::{Entry, FIELD, Field, Named, Overlay, Place};
#[cfg(feature = "schema")]
pub(super) use literal::True;
pub(super) use literal::{False, Removal};
pub(super) use names::{NameWire, NamesWire, SideName};
pub(super) use piece::{MoveWire, PieceWire};
pub(super) use promotion::{ChoiceWire, PromotionWire};
pub(super) use rule_entry::{ForbidWire, ParameterWire, RuleEntryWire};
pub(super) use rule_settings::{RuleTableWire, SettingWire};
pub(super) use rules::RulesWire;
pub(super) use setups::{Digits, SetupsWire};
pub(super) use values::{
    OneOrMany, Optional, Removable, Texts, ZoneWire, flag, switched, table, unless,
};
pub(super) use variant::{BoardWire, PatchWire, VariantWire, rules_of};
