//! The tables of a piece's actions and effects: moves other than walks, affected pieces, transformation and captures.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::{Field, Named, overlay, plain};
use super::values::{Removable, Switch, Texts};

/// Moves other than walks.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Actions"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct ActionsWire {
    /// Leaps in a straight line over opposing pieces, each with an empty square behind it, and
    /// captures them.
    pub(in crate::formats::toml) long_leap: Field<Removable<LongLeapWire>>,
    /// Jumps over adjacent pieces, one after the other.
    pub(in crate::formats::toml) jump_series: Field<Removable<JumpSeriesWire>>,
    /// The same leap over empty squares several times, as a first move.
    pub(in crate::formats::toml) run: Field<Removable<RunWire>>,
    /// Changes places with the first piece on a line, or with a piece within reach, of either side.
    pub(in crate::formats::toml) swap: Field<Removable<SwapWire>>,
    /// Leaves the board together with one opposing piece that is adjacent or within reach.
    pub(in crate::formats::toml) boom: Field<Switch<ReachWire>>,
    /// Leaves the board together with all pieces that are adjacent or within reach, unless one is a
    /// royal piece of its own side.
    pub(in crate::formats::toml) explode: Field<Switch<ReachWire>>,
    /// Pushes a piece that is adjacent or within reach one step on, and moves to its square.
    pub(in crate::formats::toml) push: Field<Switch<ReachWire>>,
    /// Steps directly away from a piece that is adjacent or within reach, and pulls it along.
    pub(in crate::formats::toml) pull: Field<Switch<ReachWire>>,
    /// Moves to an empty square that is adjacent or within reach, and leaves a piece from its
    /// owner's hand on its origin.
    pub(in crate::formats::toml) resurrect: Field<Switch<ReachWire>>,
    /// Captures the first piece on a line, or a piece within reach, if it is an opposing one,
    /// without moving.
    pub(in crate::formats::toml) rifle: Field<Switch<ReachWire>>,
    /// Pushes a line of pieces that begins next to it, or within reach, one step on; an opposing
    /// piece that is pushed off the board is captured.
    pub(in crate::formats::toml) plow: Field<Switch<ReachWire>>,
    /// Moves and captures like the piece that the opponent moved last, without first moves,
    /// castling, runs, en passant and promotion.
    pub(in crate::formats::toml) imitate: Field<Removable<ImitateWire>>,
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

/// Changes places with the first piece on a line, or with a piece within reach.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Swap"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct SwapWire {
    /// Only with adjacent pieces.
    pub(in crate::formats::toml) near: Field<bool>,
    /// The target squares of this move in Betza notation, empty or not; `own` for the squares on
    /// which the piece could capture. By default the first piece on each line.
    pub(in crate::formats::toml) reach: Field<String>,
    /// The names of the pieces that can be swapped; all by default.
    pub(in crate::formats::toml) with: Field<Texts>,
}

overlay!(SwapWire { near, reach, with });

/// Moves like the piece that the opponent moved last.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Imitate"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct ImitateWire {}

plain!(ImitateWire);

/// Leaps over opposing pieces in a straight line.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LongLeap"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct LongLeapWire {
    /// At most one captured piece, directly behind which the leap ends.
    pub(in crate::formats::toml) single: Field<bool>,
}

overlay!(LongLeapWire { single });

/// Jumps over adjacent pieces, one after the other.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "JumpSeries"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct JumpSeriesWire {
    /// Leaps in Betza notation to the squares that are jumped over; `K` by default. A series uses
    /// only one text of a list.
    pub(in crate::formats::toml) over: Field<Texts>,
    /// Friendly pieces can be jumped over before the first capture.
    pub(in crate::formats::toml) own: Field<bool>,
    /// An en passant square counts as the piece that can be captured there.
    pub(in crate::formats::toml) en_passant: Field<bool>,
    /// Opposing pieces that must be captured when a jump ends next to them.
    pub(in crate::formats::toml) must_take: Field<Texts>,
    /// Captured pieces stay on the board until the series has ended.
    pub(in crate::formats::toml) remove_at_end: Field<bool>,
}

overlay!(JumpSeriesWire {
    over,
    own,
    en_passant,
    must_take,
    remove_at_end
});

/// The same leap over empty squares several times, as a first move.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Run"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct RunWire {
    /// The leap in Betza notation; `fW` by default.
    pub(in crate::formats::toml) leap: Field<String>,
    /// The maximum number of leaps; 2 by default.
    pub(in crate::formats::toml) steps: Field<u8>,
}

overlay!(RunWire { leap, steps });

/// The affected pieces.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Affected"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct AffectedWire {
    /// The target squares of this move in Betza notation, empty or not; `own` for the squares on
    /// which the piece could capture. By default the adjacent squares.
    pub(in crate::formats::toml) reach: Field<String>,
    /// The names of the affected pieces; all by default.
    pub(in crate::formats::toml) only: Field<Texts>,
    /// Pieces that are not affected, as exceptions.
    pub(in crate::formats::toml) except: Field<Texts>,
}

overlay!(AffectedWire {
    reach,
    only,
    except
});

/// The pieces that a piece keeps from moving: opposing pieces that are adjacent or within reach.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Freezes"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct FreezesWire {
    /// The target squares of this move in Betza notation, empty or not; `own` for the squares on
    /// which the piece could capture. By default the adjacent squares.
    pub(in crate::formats::toml) reach: Field<String>,
    /// The names of the pieces that it can freeze; all by default.
    pub(in crate::formats::toml) only: Field<Texts>,
    /// Pieces that it cannot freeze, as exceptions.
    pub(in crate::formats::toml) except: Field<Texts>,
    /// Pieces that lift the freeze from friendly pieces if they are also next to the freezing
    /// piece, or within its reach.
    pub(in crate::formats::toml) lifted_by: Field<Texts>,
}

overlay!(FreezesWire {
    reach,
    only,
    except,
    lifted_by
});

/// Changes of a piece after its own moves.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "AfterMove"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct AftermathWire {
    /// By captured piece: the piece that it becomes.
    pub(in crate::formats::toml) becomes: Field<Named<String>>,
    /// Captured pieces with which it leaves the board.
    pub(in crate::formats::toml) vanishes: Field<Texts>,
    /// Captured pieces with which it explodes, together with all pieces that are adjacent or within
    /// reach.
    pub(in crate::formats::toml) explodes: Field<Texts>,
    /// The squares of the explosion: the target squares of this move in Betza notation, empty or
    /// not; `own` for the squares on which the piece could capture. By default the adjacent
    /// squares.
    pub(in crate::formats::toml) reach: Field<String>,
    /// The piece that it becomes after a move without capture.
    pub(in crate::formats::toml) quiet_becomes: Field<String>,
    /// It explodes after a move without capture.
    pub(in crate::formats::toml) quiet_explodes: Field<bool>,
}

overlay!(AftermathWire {
    becomes,
    vanishes,
    explodes,
    reach,
    quiet_becomes,
    quiet_explodes
});

/// Captures of pieces other than on the target square.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "CaptureMethods"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct CapturesWire {
    /// Opposing pieces directly between the mover and a friendly piece on a rank or file, after a
    /// move along a rank or file.
    pub(in crate::formats::toml) custodial: Field<bool>,
    /// The opposing piece directly behind the origin of a straight move.
    pub(in crate::formats::toml) withdrawal: Field<bool>,
    /// The opposing piece directly ahead of the target of a straight move.
    pub(in crate::formats::toml) approach: Field<bool>,
    /// Opposing pieces at the intersections of the rank or file of the mover with the file or rank
    /// of its king.
    pub(in crate::formats::toml) coordination: Field<bool>,
    /// The opposing piece halfway along a diagonal move of two squares to an empty square.
    pub(in crate::formats::toml) midpoint: Field<bool>,
    /// All opposing pieces next to the mover, or within its reach.
    pub(in crate::formats::toml) proximity: Field<Switch<ReachWire>>,
    /// Opposing pieces that the move would capture by their own method, including leaps.
    pub(in crate::formats::toml) mimic: Field<Removable<MimicWire>>,
    /// Captured pieces change sides on their squares instead of leaving the board.
    pub(in crate::formats::toml) convert: Field<bool>,
    /// A move after which the piece is burned makes no such captures.
    pub(in crate::formats::toml) unless_burned: Field<bool>,
    /// The move by which another piece promotes to this one captures in these ways as well.
    pub(in crate::formats::toml) on_promotion: Field<bool>,
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
pub(in crate::formats::toml) struct MimicWire {
    /// A move that leaps captures only by leaping.
    pub(in crate::formats::toml) pure: Field<bool>,
    /// It changes places with opposing pieces that swap.
    pub(in crate::formats::toml) swaps: Field<bool>,
    /// It leaves the board together with opposing pieces that leave it by a boom.
    pub(in crate::formats::toml) booms: Field<bool>,
}

overlay!(MimicWire { pure, swaps, booms });

/// The squares that are affected.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Reach"))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::formats::toml) struct ReachWire {
    /// The target squares of this move in Betza notation, empty or not; `own` for the squares on
    /// which the piece could capture.
    pub(in crate::formats::toml) reach: Field<String>,
}

overlay!(ReachWire { reach });
