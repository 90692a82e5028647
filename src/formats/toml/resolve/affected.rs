//! Pieces that a piece freezes, burns or protects.

use super::names::Pieces;
use super::reach::Bearer;
use super::resolver::Resolver;
use crate::definition::{Affected, Freeze};
use crate::formats::toml::wire::{AffectedWire, Field, FreezesWire, Texts};

impl Resolver<'_> {
    pub(in crate::formats::toml) fn affected(
        &mut self,
        wire: &AffectedWire,
        pieces: &Pieces,
        bearer: Bearer<'_>,
    ) -> Affected {
        self.whom(&wire.reach, [&wire.only, &wire.except], pieces, bearer)
    }

    pub(in crate::formats::toml) fn freeze(
        &mut self,
        wire: &FreezesWire,
        pieces: &Pieces,
        bearer: Bearer<'_>,
    ) -> Freeze {
        Freeze {
            whom: self.whom(&wire.reach, [&wire.only, &wire.except], pieces, bearer),
            lifted_by: self.named(&wire.lifted_by, pieces).unwrap_or_default(),
        }
    }

    fn whom(
        &mut self,
        reach: &Field<String>,
        [only, except]: [&Field<Texts>; 2],
        pieces: &Pieces,
        bearer: Bearer<'_>,
    ) -> Affected {
        Affected {
            reach: self.reach(reach, bearer).unwrap_or_default(),
            only: self.named(only, pieces),
            except: self.named(except, pieces).unwrap_or_default(),
        }
    }
}
