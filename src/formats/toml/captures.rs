//! The table of captures on other squares than the destination.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, overlay};
use super::reach::{Bearer, ReachWire, Switch, switched};
use super::resolve::Resolver;
use super::special::{flag, table};
use super::wire::Removable;
use crate::definition::{CaptureMethod, Mimic, PieceCaptures};

/// Captures of pieces other than on the target square.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CaptureMethods"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CapturesWire {
    /// Opposing pieces directly between the mover and a friendly piece on a rank or file, after a
    /// move along a rank or file.
    pub(super) custodial: Field<bool>,
    /// The opposing piece directly behind the origin of a straight move.
    pub(super) withdrawal: Field<bool>,
    /// The opposing piece directly ahead of the target of a straight move.
    pub(super) approach: Field<bool>,
    /// Opposing pieces at the intersections of the rank or file of the mover with the file or rank
    /// of its king.
    pub(super) coordination: Field<bool>,
    /// The opposing piece halfway along a diagonal move of two squares to an empty square.
    pub(super) midpoint: Field<bool>,
    /// All opposing pieces next to the mover, or within its reach.
    pub(super) proximity: Field<Switch<ReachWire>>,
    /// Opposing pieces that the move would capture by their own method, including leaps.
    pub(super) mimic: Field<Removable<MimicWire>>,
    /// Captured pieces change sides on their squares instead of leaving the board.
    pub(super) convert: Field<bool>,
    /// A move after which the piece is burned makes no such captures.
    pub(super) unless_burned: Field<bool>,
    /// The move by which another piece promotes to this one captures in these ways as well.
    pub(super) on_promotion: Field<bool>,
}

overlay!(CapturesWire {
    custodial,
    withdrawal,
    approach,
    coordination,
    midpoint,
    proximity,
    mimic,
    convert,
    unless_burned,
    on_promotion
});

/// Captures opposing pieces by their own methods.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Mimic"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MimicWire {
    /// A move that leaps captures only by leaping.
    pub(super) pure: Field<bool>,
    /// It changes places with opposing pieces that swap.
    pub(super) swaps: Field<bool>,
    /// It leaves the board together with opposing pieces that leave it by a boom.
    pub(super) booms: Field<bool>,
}

overlay!(MimicWire { pure, swaps, booms });

impl Resolver<'_> {
    /// Reads the captures of a piece on other squares than the destination.
    pub(super) fn piece_captures(
        &mut self,
        field: &Field<Removable<CapturesWire>>,
        bearer: Bearer<'_>,
    ) -> PieceCaptures {
        let Some(wire) = table(field) else {
            return PieceCaptures::default();
        };
        let methods = [
            (&wire.custodial, CaptureMethod::Custodial),
            (&wire.withdrawal, CaptureMethod::Withdrawal),
            (&wire.approach, CaptureMethod::Approach),
            (&wire.coordination, CaptureMethod::Coordination),
            (&wire.midpoint, CaptureMethod::Midpoint),
        ];
        let methods = methods.into_iter().filter(|(field, _)| flag(field));
        let mut methods: Vec<CaptureMethod> = methods.map(|(_, method)| method).collect();
        if let Some(proximity) = switched(&wire.proximity) {
            let reach = self.reach(&proximity.reach, bearer).unwrap_or_default();
            methods.push(CaptureMethod::Proximity { reach });
        }
        if let Some(mimic) = table(&wire.mimic) {
            methods.push(CaptureMethod::Mimic(Mimic {
                pure: flag(&mimic.pure),
                swaps: flag(&mimic.swaps),
                booms: flag(&mimic.booms),
            }));
        }
        PieceCaptures {
            methods,
            convert: flag(&wire.convert),
            unless_burned: flag(&wire.unless_burned),
            on_promotion: flag(&wire.on_promotion),
        }
    }
}
