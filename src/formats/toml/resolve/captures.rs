//! Captures on squares other than the destination.

use super::reach::Bearer;
use super::resolver::Resolver;
use crate::definition::{CaptureMethod, Mimic, PieceCaptures};
use crate::formats::toml::wire::{CapturesWire, Field, Removable, flag, switched, table};

impl Resolver<'_> {
    /// Reads the captures of a piece on squares other than the destination.
    pub(in crate::formats::toml) fn piece_captures(
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
