//! Structs of the definition format, for `serde` and for the JSON Schema.
//!
//! These are private mirrors of [`VariantDef`](crate::definition::VariantDef). Zones, names of pieces and moves are
//! still texts here, because inheritance merges these structs before the texts are interpreted: an heir that changes
//! the board reads its parent's zones anew. Editors show the comments on the keys as descriptions.

mod literal;

mod field;

mod values;

mod actions;

mod piece;
mod rules;

mod variant;

pub(super) use actions::{
    ActionsWire, AffectedWire, AftermathWire, CapturesWire, FreezesWire, JumpSeriesWire, RunWire,
};
pub(super) use field::{Entry, FIELD, Field, Named, Overlay, Place};
#[cfg(feature = "schema")]
pub(super) use literal::True;
pub(super) use literal::{False, Removal};
pub(super) use piece::{
    ChoiceWire, MoveWire, NameWire, NamesWire, PieceWire, PromotionWire, SideName,
};
pub(super) use rules::{
    AdjudicationWire, ForbidWire, ParameterWire, RuleEntryWire, RuleTableWire, RulesWire,
    SettingWire,
};
pub(super) use values::{
    OneOrMany, Optional, Removable, Texts, ZoneWire, flag, switched, table, unless,
};
pub(super) use variant::{BoardWire, Digits, PatchWire, SetupsWire, VariantWire, rules_of};
