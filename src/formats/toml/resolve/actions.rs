//! Actions and effects of pieces: moves other than walks, captures on other squares, reaches and jump series.

use crate::compile::paths;
use crate::definition::variant::{MoveDef, OWN};
use crate::definition::{
    Action, Affected, AfterMove, CaptureMethod, Freeze, JumpSeries, Mimic, PieceCaptures, PieceId,
    Quiet, Reach, Run,
};
use crate::formats::toml::wire::{
    ActionsWire, AffectedWire, AftermathWire, CapturesWire, Field, FreezesWire, JumpSeriesWire,
    Named, Removable, RunWire, Texts, flag, switched, table,
};
use crate::geometry::{BoardShape, CompactSort, Offset, Perspective, value_at};
use crate::movement::{Dialect, Movement, Pattern};
use crate::source::{Diagnostic, Parse, codes};

use super::names::Pieces;
use super::resolver::Resolver;

impl Resolver<'_> {
    /// Reads the actions of a piece, in the order of their keys.
    pub(in crate::formats::toml) fn actions(
        &mut self,
        field: &Field<Removable<ActionsWire>>,
        pieces: &Pieces,
        bearer: Bearer<'_>,
    ) -> Vec<Action> {
        let mut actions = Vec::new();
        let Some(wire) = table(field) else {
            return actions;
        };
        if let Some(leap) = table(&wire.long_leap) {
            actions.push(Action::LongLeap {
                single: flag(&leap.single),
            });
        }
        if let Some(series) = table(&wire.jump_series) {
            let series = self.jump_series(series, pieces);
            actions.push(Action::JumpSeries(series));
        }
        if let Some(run) = table(&wire.run) {
            actions.push(Action::Run(self.run(run)));
        }
        if let Some(swap) = table(&wire.swap) {
            let usual = if flag(&swap.near) {
                Reach::Around
            } else {
                Reach::Lines
            };
            if let Some(place) = swap.reach.place().filter(|_| flag(&swap.near)) {
                let message = "`near` has no effect next to `reach`";
                self.fault(codes::BAD_REACH, place, message);
            }
            actions.push(Action::Swap {
                reach: self.reach(&swap.reach, bearer).unwrap_or(usual),
                with: self.named(&swap.with, pieces),
            });
        }
        let (around, lines) = (|| Reach::Around, Reach::Lines);
        let known = [
            (&wire.boom, Action::Boom { reach: around() }),
            (&wire.explode, Action::Explode { reach: around() }),
            (&wire.push, Action::Push { reach: around() }),
            (&wire.pull, Action::Pull { reach: around() }),
            (&wire.resurrect, Action::Resurrect { reach: around() }),
            (&wire.rifle, Action::Rifle { reach: lines }),
            (&wire.plow, Action::Plow { reach: around() }),
        ];
        for (field, mut action) in known {
            if let Some(said) = switched(field) {
                if let Some(reach) = self.reach(&said.reach, bearer) {
                    action.set_reach(reach);
                }
                actions.push(action);
            }
        }
        if table(&wire.imitate).is_some() {
            actions.push(Action::Imitate);
        }
        actions
    }
}

// Pieces that a piece freezes, burns or protects.

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

// The transformation of a piece after its own move.

impl Resolver<'_> {
    pub(in crate::formats::toml) fn aftermath(
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

    /// Reads pairs of a captured piece and the piece that the captor becomes.
    fn changes(&mut self, wire: &Field<Named<String>>, pieces: &Pieces) -> Vec<(PieceId, PieceId)> {
        let mut changed = Vec::new();
        for (name, entry) in wire.value().into_iter().flat_map(|named| &named.0) {
            let from = self.find(entry.name, name, pieces);
            changed.extend(from.zip(self.one(&entry.value, pieces)));
        }
        changed
    }
}

// Captures on squares other than the destination.

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

// The squares that effects reach.

/// The owner of a reach.
#[derive(Clone, Copy)]
pub(in crate::formats::toml) struct Bearer<'a> {
    pub(in crate::formats::toml) shape: &'a BoardShape,
    /// The moves of the piece; `None` for a rule about all pieces.
    pub(in crate::formats::toml) moves: Option<&'a [MoveDef]>,
}

impl Resolver<'_> {
    /// Reads the reach at a key, if present.
    pub(in crate::formats::toml) fn reach(
        &mut self,
        field: &Field<String>,
        bearer: Bearer<'_>,
    ) -> Option<Reach> {
        let (place, text) = field.get()?;
        if !self.spend(64) || self.text(field).is_none() {
            return None;
        }
        let reach = if text == OWN {
            Reach::Own
        } else {
            let dialect = value_at(&self.dialects, &place.owner)
                .copied()
                .unwrap_or_default();
            let (text, movement) = self.movement(place, text, dialect);
            let read = self.shared.movements.get(&(text.clone(), dialect));
            if read.is_none_or(Parse::has_errors) {
                // The error has already been reported.
                return None;
            }
            Reach::of(&text, dialect, movement)
        };
        match reach.check(bearer.shape, bearer.moves) {
            Ok(()) => Some(reach),
            Err(error) => {
                let code = error.code();
                let finding = Diagnostic::new(code, place.span, error.to_string());
                let finding = if code == codes::BAD_REACH {
                    finding.with_help(
                        "write a move that leads to the squares, such as `'K'` or `'R'`, or `'own'`",
                    )
                } else {
                    finding
                };
                self.report(place, finding);
                None
            }
        }
    }
}

// Jump series and runs.

impl Resolver<'_> {
    pub(in crate::formats::toml) fn jump_series(
        &mut self,
        wire: &JumpSeriesWire,
        pieces: &Pieces,
    ) -> JumpSeries {
        let texts = wire.over.value().map_or(&[][..], Texts::items);
        let mut over: Vec<Vec<Offset>> = texts.iter().filter_map(|text| self.leaps(text)).collect();
        if texts.is_empty() {
            over.extend(leaps(&Movement::read("K", Dialect::XBetza).value));
        }
        JumpSeries {
            over,
            over_own: flag(&wire.own),
            en_passant: flag(&wire.en_passant),
            must_take: self.named(&wire.must_take, pieces).unwrap_or_default(),
            remove_at_end: flag(&wire.remove_at_end),
        }
    }

    pub(in crate::formats::toml) fn run(&mut self, wire: &RunWire) -> Run {
        let ahead = vec![Offset { dx: 0, dy: 1 }];
        Run {
            leaps: self.leaps(&wire.leap).unwrap_or(ahead),
            steps: wire.steps.value().copied().unwrap_or(2),
        }
    }

    /// Reads the displacements of a union of leaps.
    fn leaps(&mut self, field: &Field<String>) -> Option<Vec<Offset>> {
        let (place, text) = field.get()?;
        if !self.spend(64) || self.text(field).is_none() {
            return None;
        }
        let dialect = value_at(&self.dialects, &place.owner)
            .copied()
            .unwrap_or_default();
        let (_, movement) = self.movement(place, text, dialect);
        let found = leaps(&movement);
        if found.is_none() {
            let message = format!("`{text}` is not a union of leaps");
            self.fault(codes::NOT_LEAPS, place, message);
        }
        found
    }
}

/// The targets of a leaper from its owner's point of view; `None` if the movement depends on the board or on earlier
/// moves.
fn leaps(movement: &Movement) -> Option<Vec<Offset>> {
    let side = BoardShape::MAX_SIDE;
    let shape = BoardShape::rectangle(side, side).ok()?;
    let center = side / 2;
    let origin = shape.at(center, center)?;
    let mut offsets = Vec::new();
    for pattern in movement.patterns() {
        let Pattern::Walk(walk) = pattern else {
            return None;
        };
        for path in paths(walk, &shape, Perspective::White, origin, 1 << 10).ok()? {
            let plain = path.conditions.is_empty() && path.taken.is_empty();
            if !plain {
                return None;
            }
            let offset = Offset {
                dx: i16::from(shape.file_of(path.to)) - i16::from(center),
                dy: i16::from(shape.rank_of(path.to)) - i16::from(center),
            };
            if !offsets.contains(&offset) {
                offsets.push(offset);
            }
        }
    }
    offsets.sort_compactly();
    (!offsets.is_empty()).then_some(offsets)
}
