//! The tables of powers: what pieces do that no move text can say, and what they mean.

use indexmap::IndexMap;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::definition::PieceId;
use crate::definition::powers::{Action, Affected, CaptureMethod, Freeze, Mimic, Powers};
use crate::definition::reach::Reach;
use crate::definition::variant::PieceDef;
use crate::geometry::BoardShape;
use crate::source::codes;

use super::field::{Field, Named, overlay, plain};
use super::reach::{Bearer, ReachWire, Switch, switched};
use super::resolve::Resolver;
use super::series::{JumpSeriesWire, RunWire};
use super::special::{flag, table};
use super::wire::{PieceWire, Removable, Texts, VariantWire};

/// Moves of another kind than walks.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Actions"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ActionsWire {
    /// Leaps over opposing pieces in a straight line, each with an empty square behind it, and
    /// captures them.
    pub(super) long_leap: Field<Removable<LongLeapWire>>,
    /// Jumps over neighbors, one after the other.
    pub(super) jump_series: Field<Removable<JumpSeriesWire>>,
    /// The same leap over empty squares several times in a row, as a first move.
    pub(super) run: Field<Removable<RunWire>>,
    /// Changes places with the first piece on a line, or with one within reach, friend or foe.
    pub(super) swap: Field<Removable<SwapWire>>,
    /// Leaves the board together with one opposing piece on a square around it, or within reach.
    pub(super) boom: Field<Switch<ReachWire>>,
    /// Leaves the board together with everything on the squares around it, or within reach, unless a
    /// royal piece of its own side is there.
    pub(super) explode: Field<Switch<ReachWire>>,
    /// Pushes a piece on a square around it, or within reach, one step on, and takes the square it
    /// leaves.
    pub(super) push: Field<Switch<ReachWire>>,
    /// Steps directly away from a piece on a square around it, or within reach, and pulls it along.
    pub(super) pull: Field<Switch<ReachWire>>,
    /// Goes to an empty square around it, or within reach, and leaves a piece from its owner's hand
    /// behind.
    pub(super) resurrect: Field<Switch<ReachWire>>,
    /// Captures the first piece on a line, or one within reach, if it is an opposing one, and stays
    /// where it is.
    pub(super) rifle: Field<Switch<ReachWire>>,
    /// Pushes a line of pieces that begins beside it, or within reach, one step on; an opposing piece
    /// that is pushed off the board is captured.
    pub(super) plow: Field<Switch<ReachWire>>,
    /// Moves and captures as the piece that the opponent moved last, without first moves,
    /// castling, runs, en passant and promotion.
    pub(super) imitate: Field<Removable<ImitateWire>>,
}

overlay!(ActionsWire {
    long_leap,
    jump_series,
    run,
    swap,
    boom,
    explode,
    push,
    pull,
    resurrect,
    rifle,
    plow,
    imitate
});

/// Changes places with the first piece on a line, or with one within reach.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Swap"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SwapWire {
    /// Only with pieces on the squares around it.
    pub(super) near: Field<bool>,
    /// The squares to which this move in Betza notation leads, whatever stands there; `own` for those
    /// on which the piece could capture. The first piece on each line if nothing is said.
    pub(super) reach: Field<String>,
    /// The names of the pieces with which it does; every piece if nothing is said.
    pub(super) with: Field<Texts>,
}

overlay!(SwapWire { near, reach, with });

/// Moves as the piece that the opponent moved last.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Imitate"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ImitateWire {}

plain!(ImitateWire);

/// Leaps over opposing pieces in a straight line.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LongLeap"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LongLeapWire {
    /// At most one victim, and the leaper rests directly behind it.
    pub(super) single: Field<bool>,
}

overlay!(LongLeapWire { single });

/// How a move of the piece captures pieces on which it does not end.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CaptureMethods"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MethodsWire {
    /// Opposing pieces between the mover and a friend on the next square but one of an orthogonal,
    /// after a move along a rank or file.
    pub(super) custodial: Field<bool>,
    /// The opposing piece directly behind the square that a straight move left.
    pub(super) withdrawal: Field<bool>,
    /// The opposing piece directly ahead of the square where a straight move ends.
    pub(super) approach: Field<bool>,
    /// Opposing pieces where the rank or file of the mover meets the file or rank of its king.
    pub(super) coordination: Field<bool>,
    /// The opposing piece halfway along a diagonal move of two squares to an empty square.
    pub(super) midpoint: Field<bool>,
    /// All opposing pieces on the squares around the mover, or within its reach.
    pub(super) proximity: Field<Switch<ReachWire>>,
    /// Opposing pieces that the move would capture by a method of their own, leaps included.
    pub(super) mimic: Field<Removable<MimicWire>>,
    /// The victims change sides where they stand instead of leaving the board.
    pub(super) convert: Field<bool>,
    /// Nothing is captured in these ways by a move after which the piece is burned.
    pub(super) unless_burned: Field<bool>,
    /// The move by which another piece turns over to this one captures in these ways as well.
    pub(super) on_promotion: Field<bool>,
}

overlay!(MethodsWire {
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

/// Captures opposing pieces by methods of their own.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Mimic"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MimicWire {
    /// A move that leaps captures by nothing else.
    pub(super) pure: Field<bool>,
    /// It changes places with opposing pieces that do so.
    pub(super) swaps: Field<bool>,
    /// It leaves the board together with opposing pieces that do so.
    pub(super) booms: Field<bool>,
}

overlay!(MimicWire { pure, swaps, booms });

/// Whom a piece keeps from moving: the opposing pieces on the squares around it, or within reach.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Freezes"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct FreezesWire {
    /// The squares to which this move in Betza notation leads, whatever stands there; `own` for those
    /// on which the piece could capture. The squares around it if nothing is said.
    pub(super) reach: Field<String>,
    /// The names of the pieces that it can freeze; every piece if nothing is said.
    pub(super) only: Field<Texts>,
    /// Pieces that it cannot freeze all the same.
    pub(super) except: Field<Texts>,
    /// Pieces that lift the freeze from their fellows when they stand around the freezing piece, or
    /// within its reach, as well.
    pub(super) lifted_by: Field<Texts>,
}

overlay!(FreezesWire {
    reach,
    only,
    except,
    lifted_by
});

pub(super) type Pieces = IndexMap<String, PieceDef>;

impl Resolver<'_, '_> {
    /// What pieces become, as pairs.
    pub(super) fn changes(
        &mut self,
        wire: &Field<Named<String>>,
        pieces: &Pieces,
    ) -> Vec<(PieceId, PieceId)> {
        let mut changed = Vec::new();
        for (name, entry) in wire.value().into_iter().flat_map(|named| &named.0) {
            let from = self.find(entry.name, name, pieces);
            changed.extend(from.zip(self.one(&entry.value, pieces)));
        }
        changed
    }

    /// Gives the pieces their powers, once all names are known.
    pub(super) fn give_powers(
        &mut self,
        wire: &VariantWire,
        shape: &BoardShape,
        pieces: &mut Pieces,
    ) {
        let Some(named) = wire.pieces.value() else {
            return;
        };
        for (name, entry) in &named.0 {
            if let Some(Removable::Table(piece)) = entry.value.value() {
                let moves = pieces.get(name).map(|def| def.moves.as_slice());
                let powers = self.powers(piece, pieces, Bearer { shape, moves });
                if let Some(def) = pieces.get_mut(name) {
                    def.powers = powers;
                }
            }
        }
    }

    fn powers(&mut self, wire: &PieceWire, pieces: &Pieces, bearer: Bearer<'_>) -> Powers {
        let mut powers = Powers::default();
        let actions = table(&wire.actions);
        if let Some(leap) = actions.and_then(|actions| table(&actions.long_leap)) {
            powers.actions.push(Action::LongLeap {
                single: flag(&leap.single),
            });
        }
        if let Some(series) = actions.and_then(|actions| table(&actions.jump_series)) {
            let series = self.jump_series(series, pieces);
            powers.actions.push(Action::JumpSeries(series));
        }
        if let Some(run) = actions.and_then(|actions| table(&actions.run)) {
            powers.actions.push(Action::Run(self.run(run)));
        }
        if let Some(swap) = actions.and_then(|actions| table(&actions.swap)) {
            let usual = if flag(&swap.near) {
                Reach::Around
            } else {
                Reach::Lines
            };
            if let Some(place) = swap.reach.place().filter(|_| flag(&swap.near)) {
                let message = "`reach` says where, so that `near` says nothing";
                self.fault(codes::BAD_REACH, place, message);
            }
            powers.actions.push(Action::Swap {
                reach: self.reach(&swap.reach, bearer).unwrap_or(usual),
                with: self.named(&swap.with, pieces),
            });
        }
        if let Some(actions) = actions {
            let (around, lines) = (|| Reach::Around, Reach::Lines);
            let known = [
                (&actions.boom, Action::Boom { reach: around() }),
                (&actions.explode, Action::Explode { reach: around() }),
                (&actions.push, Action::Push { reach: around() }),
                (&actions.pull, Action::Pull { reach: around() }),
                (&actions.resurrect, Action::Resurrect { reach: around() }),
                (&actions.rifle, Action::Rifle { reach: lines }),
                (&actions.plow, Action::Plow { reach: around() }),
            ];
            for (field, mut action) in known {
                if let Some(wire) = switched(field) {
                    if let Some(reach) = self.reach(&wire.reach, bearer) {
                        action.set_reach(reach);
                    }
                    powers.actions.push(action);
                }
            }
        }
        if let Some(captures) = table(&wire.captures) {
            let methods = [
                (&captures.custodial, CaptureMethod::Custodial),
                (&captures.withdrawal, CaptureMethod::Withdrawal),
                (&captures.approach, CaptureMethod::Approach),
                (&captures.coordination, CaptureMethod::Coordination),
                (&captures.midpoint, CaptureMethod::Midpoint),
            ];
            let methods = methods.into_iter().filter(|(field, _)| flag(field));
            powers.captures.extend(methods.map(|(_, method)| method));
            if let Some(proximity) = switched(&captures.proximity) {
                let reach = self.reach(&proximity.reach, bearer).unwrap_or_default();
                powers.captures.push(CaptureMethod::Proximity { reach });
            }
            if let Some(mimic) = table(&captures.mimic) {
                powers.captures.push(CaptureMethod::Mimic(Mimic {
                    pure: flag(&mimic.pure),
                    swaps: flag(&mimic.swaps),
                    booms: flag(&mimic.booms),
                }));
            }
            powers.converts = flag(&captures.convert);
            powers.captures_unless_burned = flag(&captures.unless_burned);
            powers.captures_on_promotion = flag(&captures.on_promotion);
        }
        if actions
            .and_then(|actions| table(&actions.imitate))
            .is_some()
        {
            powers.actions.push(Action::Imitate);
        }
        powers.freezes = table(&wire.freezes).map(|freezes| Freeze {
            whom: Affected {
                reach: self.reach(&freezes.reach, bearer).unwrap_or_default(),
                only: self.named(&freezes.only, pieces),
                except: self.named(&freezes.except, pieces).unwrap_or_default(),
            },
            lifted_by: self.named(&freezes.lifted_by, pieces).unwrap_or_default(),
        });
        powers.burns = switched(&wire.burns).map(|burns| self.affected(&burns, pieces, bearer));
        powers.protects =
            switched(&wire.protects).map(|protects| self.affected(&protects, pieces, bearer));
        powers.after = table(&wire.after).map(|after| self.aftermath(after, pieces, bearer));
        powers
    }
}
