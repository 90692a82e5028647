//! Renumbering: converts the piece numbers in a definition's rules to those of another definition.
//!
//! [`names_pieces`] lists, for each rule and kind of piece, the fields that name pieces and those that do not; a field
//! missing in the list is a compile error.

use crate::definition::rules::{
    Blast, CaptureRules, CastlingRules, DropRules, EnPassantRules, FirstLeaps, GatingRules,
    PairedPromotion,
};
use crate::definition::variant::{
    Action, Affected, AfterMove, ByPiece, CaptureMethod, Form, Forms, Freeze, JumpSeries, MoveDef,
    PieceCaptures, PieceDef, PieceId, PieceSet, PromotionChoice, PromotionDef, Quiet,
};
use crate::geometry::{SquareSet, Zone};

/// New piece numbers by old ones.
pub(super) struct NewIds {
    /// The new number of each old piece; `None` if the piece no longer exists.
    new: ByPiece<Option<PieceId>>,
    /// The number of new pieces.
    n_pieces: usize,
}

impl NewIds {
    /// A mapping without any entries.
    pub(super) fn nobody(n_old: usize, n_new: usize) -> NewIds {
        NewIds {
            new: ByPiece::repeat(None, n_old),
            n_pieces: n_new,
        }
    }

    pub(super) fn set(&mut self, old: PieceId, new: PieceId) {
        self.new.set(old, Some(new));
    }

    fn of(&self, old: PieceId) -> Option<PieceId> {
        self.new.get(old).copied().flatten()
    }
}

/// A value that names pieces.
pub(super) trait NamesPieces {
    /// Replaces old piece numbers by new ones; returns `false` if the value becomes meaningless because a piece no
    /// longer exists.
    fn renumber(&mut self, new: &NewIds) -> bool;
}

impl NamesPieces for PieceId {
    fn renumber(&mut self, new: &NewIds) -> bool {
        let id = new.of(*self);
        *self = id.unwrap_or(*self);
        id.is_some()
    }
}

impl NamesPieces for PieceSet {
    fn renumber(&mut self, new: &NewIds) -> bool {
        if *self != PieceSet::ALL {
            *self = self.iter().filter_map(|piece| new.of(piece)).collect();
        }
        true
    }
}

impl<T: NamesPieces + Default> NamesPieces for ByPiece<T> {
    fn renumber(&mut self, new: &NewIds) -> bool {
        if self.is_empty() {
            return true;
        }
        let fresh = std::iter::repeat_with(T::default).take(new.n_pieces);
        let old = std::mem::replace(self, fresh.collect());
        for (piece, mut value) in old.into_pairs() {
            if let Some(piece) = new.of(piece)
                && value.renumber(new)
            {
                self.set(piece, value);
            }
        }
        true
    }
}

impl<T: NamesPieces> NamesPieces for Option<T> {
    fn renumber(&mut self, new: &NewIds) -> bool {
        self.take_if(|value| !value.renumber(new));
        true
    }
}

impl<T: NamesPieces> NamesPieces for Vec<T> {
    fn renumber(&mut self, new: &NewIds) -> bool {
        self.retain_mut(|value| value.renumber(new));
        true
    }
}

impl<T: NamesPieces> NamesPieces for [T; 2] {
    fn renumber(&mut self, new: &NewIds) -> bool {
        let [first, second] = self;
        first.renumber(new) & second.renumber(new)
    }
}

impl<A: NamesPieces, B: NamesPieces> NamesPieces for (A, B) {
    fn renumber(&mut self, new: &NewIds) -> bool {
        self.0.renumber(new) & self.1.renumber(new)
    }
}

impl NamesPieces for Forms {
    fn renumber(&mut self, new: &NewIds) -> bool {
        let mut forms: Vec<Form> = (0..new.n_pieces)
            .map(|index| Form::plain(PieceId::new(index)))
            .collect();
        for (old, form) in self.iter() {
            if let Some(piece) = new.of(old) {
                let mut form = *form;
                form.base.renumber(new);
                form.kind = new.of(form.kind).unwrap_or(piece);
                forms[piece.index()] = form;
            }
        }
        *self = forms.into_iter().collect();
        true
    }
}

impl NamesPieces for Quiet {
    fn renumber(&mut self, new: &NewIds) -> bool {
        match self {
            Quiet::Becomes(piece) => piece.renumber(new),
            Quiet::Explodes => true,
        }
    }
}

impl NamesPieces for Action {
    fn renumber(&mut self, new: &NewIds) -> bool {
        match self {
            Action::Swap { with, .. } => with.renumber(new),
            Action::JumpSeries(series) => series.renumber(new),
            Action::LongLeap { .. }
            | Action::Run(_)
            | Action::Boom { .. }
            | Action::Explode { .. }
            | Action::Push { .. }
            | Action::Pull { .. }
            | Action::Resurrect { .. }
            | Action::Rifle { .. }
            | Action::Plow { .. }
            | Action::Imitate => true,
        }
    }
}

macro_rules! names_no_pieces {
    ($($type:ty)*) => {
        $(
            impl NamesPieces for $type {
                fn renumber(&mut self, _: &NewIds) -> bool {
                    true
                }
            }
        )*
    };
}

names_no_pieces! { u16 SquareSet Zone CaptureMethod }

/// Lists for each type the fields that name pieces and, after the semicolon, those that do not.
macro_rules! names_pieces {
    ($($type:ident { $($field:ident)*; $($other:ident)* })*) => {
        $(
            impl NamesPieces for $type {
                fn renumber(&mut self, new: &NewIds) -> bool {
                    let $type { $($field,)* $($other: _,)* } = self;
                    true $(& $field.renumber(new))*
                }
            }
        )*
    };
}

names_pieces! {
    Blast { immune sheltered; reach }
    CaptureRules { immune_to_own blast petrify; keep_promoted mandatory petrify_blasted }
    CastlingRules {
        king partners;
        right_file left_file rank king_file right_partner_file left_partner_file any_files opposite
        dropped wins
    }
    DropRules {
        regions no_doubled opposite_colors mandatory;
        allowed promoted free enclosing enclosing_start may_check
    }
    EnPassantRules { types; region }
    FirstLeaps { king counsellor rook; }
    GatingRules { leaps; from_hand }
    PairedPromotion { targets limits arriving also_on; zone when on_capture mandatory demotion }

    PieceDef {
        moves promotion actions captures freezes burns protects after;
        letter second_letter initial royal value picture
    }
    MoveDef { takes; betza dialect movement from to in_check revisits rebounds }
    PromotionDef { choices; stay in_passing silent }
    PromotionChoice { piece; zone stock limit }
    Affected { only except; reach }
    AfterMove { becomes vanishes explodes quiet; reach }
    Freeze { whom lifted_by; }
    PieceCaptures { methods; convert unless_burned on_promotion }
    JumpSeries { must_take; over over_own en_passant remove_at_end }
}

/// A copy of the value with new piece numbers.
pub(super) fn renumbered<T: NamesPieces + Clone>(value: &T, new: &NewIds) -> T {
    let mut value = value.clone();
    value.renumber(new);
    value
}
