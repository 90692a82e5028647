//! The tables of what follows from moves beside captures: what becomes of the mover, and trades.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::powers::{AfterMove, Quiet};
use crate::definition::rules::TradeRule;

use super::field::{Field, Named, overlay};
use super::hooks::Pieces;
use super::reach::Bearer;
use super::resolve::Resolver;
use super::special::flag;
use super::wire::Texts;

/// What becomes of a piece after a move of its own.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "AfterMove"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct AftermathWire {
    /// By captured piece: what the piece becomes.
    pub(super) becomes: Field<Named<String>>,
    /// Captured pieces that take it along.
    pub(super) vanishes: Field<Texts>,
    /// Captured pieces at which it explodes together with everything around it, or within reach.
    pub(super) explodes: Field<Texts>,
    /// How far it explodes: the squares to which this move in Betza notation leads, whatever stands
    /// there; `own` for those on which the piece could capture. The squares around it if nothing is
    /// said.
    pub(super) reach: Field<String>,
    /// What it becomes after a move that captured nothing.
    pub(super) quiet_becomes: Field<String>,
    /// It explodes after a move that captured nothing.
    pub(super) quiet_explodes: Field<bool>,
}

overlay!(AftermathWire {
    becomes,
    vanishes,
    explodes,
    reach,
    quiet_becomes,
    quiet_explodes
});

/// Pieces that may not be traded for one another.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Trading"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct TradingWire {
    /// Pieces that capture one another only where they cannot be recaptured.
    pub(super) no_exchange: Field<Texts>,
    /// Neighbors may be exchanged all the same.
    pub(super) exchange_adjacent: Field<bool>,
    /// A move that captures another piece as well may exchange, if that is any but these.
    pub(super) exchange_with_any_but: Field<Texts>,
    /// Pieces of which one that was captured by another kind of piece may not be answered at once
    /// by capturing another of them elsewhere.
    pub(super) no_strike_back: Field<Texts>,
    /// Pieces that may answer so all the same.
    pub(super) strike_back_by: Field<Texts>,
}

overlay!(TradingWire {
    no_exchange,
    exchange_adjacent,
    exchange_with_any_but,
    no_strike_back,
    strike_back_by
});

impl Resolver<'_, '_> {
    pub(super) fn aftermath(
        &mut self,
        wire: &AftermathWire,
        pieces: &Pieces,
        bearer: Bearer<'_>,
    ) -> AfterMove {
        let quiet = if wire.quiet_becomes.is_absent() {
            flag(&wire.quiet_explodes).then_some(Quiet::Explodes)
        } else {
            self.one(&wire.quiet_becomes, pieces).map(Quiet::Becomes)
        };
        AfterMove {
            becomes: self.changes(&wire.becomes, pieces),
            vanishes: self.named(&wire.vanishes, pieces).unwrap_or_default(),
            explodes: self.named(&wire.explodes, pieces).unwrap_or_default(),
            reach: self.reach(&wire.reach, bearer).unwrap_or_default(),
            quiet,
        }
    }

    pub(super) fn trading(&mut self, wire: &TradingWire, pieces: &Pieces) -> TradeRule {
        TradeRule {
            no_exchange: self.named(&wire.no_exchange, pieces).unwrap_or_default(),
            exchange_adjacent: flag(&wire.exchange_adjacent),
            too_small: self.named(&wire.exchange_with_any_but, pieces),
            no_strike_back: self.named(&wire.no_strike_back, pieces).unwrap_or_default(),
            strike_back_by: self.named(&wire.strike_back_by, pieces).unwrap_or_default(),
        }
    }
}
