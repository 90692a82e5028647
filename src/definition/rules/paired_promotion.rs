//! Paired promotion: promotion of single pieces to single pieces, as in shogi.

use crate::definition::setting::{
    by_piece, count_of, count_value, flag_of, flag_value, piece_of, piece_value, pieces_of,
    read_each, set_value, settings_of, words_of, words_value, zone_of, zone_value,
};
use crate::definition::variant::{
    ByPiece, PieceDef, PieceId, PieceSet, RuleTable, RuleValue, VariantDef,
};
use crate::geometry::{Square, SquareSet, Zone};
use crate::state::Piece;

/// Promotion of single pieces to single pieces on entering, crossing or leaving a zone.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PairedPromotion {
    /// The promoted piece of each piece.
    pub targets: ByPiece<Option<PieceId>>,
    /// The zone of each side.
    pub zone: [SquareSet; 2],
    /// The moves that promote, by their relation to the zone.
    pub when: PromotingMoves,
    /// Squares on which a piece may also promote on arrival by any move.
    pub also_on: ByPiece<Option<Zone>>,
    /// Whether only captures promote.
    pub on_capture: bool,
    /// Whether promotion is mandatory.
    pub mandatory: bool,
    /// Whether promoted pieces may also demote.
    pub demotion: bool,
    /// For each kind, the largest number that a side may have to promote to it; 0 is no limit.
    pub limits: ByPiece<u16>,
    /// Pieces that promote only on arrival, not on leaving the zone.
    pub arriving: PieceSet,
}

/// Kinds of moves by their relation to a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromotingMoves {
    /// Moves into it from outside.
    pub enter: bool,
    /// Moves out of it.
    pub leave: bool,
    /// Moves within it.
    pub within: bool,
    /// Captures that begin or end in it.
    pub capture: bool,
}

/// The words for the fields of [`PromotingMoves`], in order.
pub(crate) const PROMOTING_MOVES: [&str; 4] = ["enter", "leave", "within", "capture"];

impl PromotingMoves {
    /// All moves that begin or end in the zone.
    pub const ALL: PromotingMoves = PromotingMoves {
        enter: true,
        leave: true,
        within: true,
        capture: true,
    };

    /// No moves.
    pub const NONE: PromotingMoves = PromotingMoves {
        enter: false,
        leave: false,
        within: false,
        capture: false,
    };

    /// Whether a move that begins or ends in the zone is included.
    pub const fn includes(self, begins: bool, ends: bool, is_capture: bool) -> bool {
        let by_way = match (begins, ends) {
            (false, true) => self.enter,
            (true, false) => self.leave,
            (true, true) => self.within,
            (false, false) => return false,
        };
        by_way || is_capture && self.capture
    }

    /// Whether the result depends on whether a move is a capture.
    pub(crate) const fn depends_on_captures(self) -> bool {
        self.capture && !(self.enter && self.leave && self.within)
    }

    /// Reads a setting; `None` if it is invalid.
    fn of_value(value: &RuleValue) -> Option<PromotingMoves> {
        let [enter, leave, within, capture] = words_of(value, &PROMOTING_MOVES)?;
        Some(PromotingMoves {
            enter,
            leave,
            within,
            capture,
        })
    }

    /// The setting.
    fn value(self) -> RuleValue {
        let flags = [self.enter, self.leave, self.within, self.capture];
        RuleValue::List(words_value(&PROMOTING_MOVES, flags))
    }
}

impl Default for PromotingMoves {
    fn default() -> PromotingMoves {
        PromotingMoves::ALL
    }
}

impl PairedPromotion {
    /// Whether a move of a piece promotes, given whether it begins in the zone of its side, its destination, and
    /// whether it is a capture.
    pub(crate) fn promotes(
        &self,
        piece: Piece,
        (begins, to): (bool, Square),
        is_capture: bool,
    ) -> bool {
        let ends = self.zone[piece.color.index()].contains(to);
        let also = || {
            let zone = self.also_on.get(piece.role).and_then(Option::as_ref);
            zone.is_some_and(|zone| zone.contains(to, piece.color.perspective()))
        };
        let by_zone = if self.arriving.contains(piece.role) {
            ends
        } else {
            self.when.includes(begins, ends, is_capture)
        };
        (is_capture || !self.on_capture) && (by_zone || also())
    }

    /// The rule in normal form: without promoted pieces, only the limits of in-place promotion remain.
    pub(crate) fn in_one_form(mut self, promotes_in_place: bool) -> PairedPromotion {
        let turns = |piece: &PieceId| self.target(*piece).is_some();
        if self.demotion || self.targets.iter().any(Option::is_some) {
            self.arriving = self.arriving.iter().filter(turns).collect();
            return self;
        }
        let is_limited = promotes_in_place && self.limits.iter().any(|limit| *limit > 0);
        PairedPromotion {
            limits: if is_limited {
                self.limits
            } else {
                ByPiece::new()
            },
            ..PairedPromotion::default()
        }
    }

    /// The promoted piece of a piece, if any.
    pub fn target(&self, piece: impl Into<PieceId>) -> Option<PieceId> {
        self.targets.get(piece.into()).copied().flatten()
    }

    /// Whether some piece promotes to this one.
    #[doc(hidden)]
    pub fn is_target(&self, piece: impl Into<PieceId>) -> bool {
        let piece = piece.into();
        self.targets.contains(&Some(piece))
    }
}

#[doc(hidden)]
impl VariantDef {
    /// The rule `paired-promotion`, together with the promoted sides of pieces; without the rule, no piece promotes
    /// this way.
    pub fn paired_promotion(&self) -> PairedPromotion {
        self.read_paired_promotion().0
    }

    /// Sets the rule `paired-promotion`. Promoted sides of pieces are omitted.
    pub fn set_paired_promotion(&mut self, rule: &PairedPromotion) {
        if *rule == PairedPromotion::default() {
            self.rules.take("paired-promotion");
        } else {
            let settings = self.paired_promotion_settings(rule);
            self.rules.put("paired-promotion", settings);
        }
    }

    /// Brings the rule `paired-promotion` into normal form, also if it only follows from promoted sides, unless it
    /// has an invalid setting.
    pub(super) fn put_paired_promotion_in_order(&mut self) {
        if !self.rules.builtin.contains_key("paired-promotion") {
            self.rules.put("paired-promotion", RuleTable::new());
        }
        let (rule, is_understood) = self.read_paired_promotion();
        if is_understood {
            self.set_paired_promotion(&rule);
        }
    }

    /// Reads the rule; also returns whether it is valid.
    fn read_paired_promotion(&self) -> (PairedPromotion, bool) {
        let Some(settings) = self.rules.builtin.get("paired-promotion") else {
            return (PairedPromotion::default(), true);
        };
        let mut rule = PairedPromotion {
            targets: self.promoted_sides(),
            limits: ByPiece::repeat(0, self.pieces.len()),
            zone: Zone::last_rank(&self.shape).sides().map(SquareSet::clone),
            ..PairedPromotion::default()
        };
        let is_understood = read_each(settings, |key, value| {
            self.read_paired_promotion_key(key, value, &mut rule)
        });
        for (number, form) in self.forms.iter() {
            let of_kind = rule.limits.get(form.kind).copied();
            rule.limits.set(number, of_kind.unwrap_or(0));
        }
        let promotes_in_place = self.rules.builtin.contains_key("in-place-promotion");
        (rule.in_one_form(promotes_in_place), is_understood)
    }

    /// Reads one setting of the rule; `None` if it is invalid.
    fn read_paired_promotion_key(
        &self,
        key: &str,
        value: &RuleValue,
        rule: &mut PairedPromotion,
    ) -> Option<()> {
        match key {
            "zone" => rule.zone = zone_of(value, &self.shape)?,
            "when" => rule.when = PromotingMoves::of_value(value)?,
            "also-on" => {
                rule.also_on = ByPiece::repeat(None, self.pieces.len());
                for (piece, zone) in by_piece(value, self)? {
                    let [white, black] = zone_of(zone, &self.shape)?;
                    rule.also_on.set(piece, Some(Zone::of_sides(white, black)));
                }
            }
            "on-capture" => rule.on_capture = flag_of(value)?,
            "mandatory" => rule.mandatory = flag_of(value)?,
            "back" => rule.demotion = flag_of(value)?,
            "into" => {
                for (piece, to) in by_piece(value, self)? {
                    rule.targets.set(piece, Some(piece_of(to, self)?));
                }
            }
            "on-arrival" => rule.arriving = pieces_of(value, self)?,
            "limits" => {
                for (piece, limit) in by_piece(value, self)? {
                    rule.limits.set(piece, count_of(limit)?);
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// The promoted side of each piece, unless it is a promotion choice.
    fn promoted_sides(&self) -> ByPiece<Option<PieceId>> {
        let mut sides = ByPiece::repeat(None, self.pieces.len());
        for (side, form) in self.forms.iter() {
            if let [Some(base), Some(_)] = form.base
                && let (Some((_, turned)), Some((_, piece))) = (self.piece(side), self.piece(base))
                && is_promoted_side(turned)
                && piece.promotion.is_none()
            {
                sides.set(base, Some(side));
            }
        }
        sides
    }

    /// The promoted piece of each piece by name, except promoted sides.
    fn targets_by_name(&self, rule: &PairedPromotion) -> Option<RuleValue> {
        let sides = self.promoted_sides();
        let named = self.numbered().filter_map(|(id, name, _)| {
            let to = rule.target(id)?;
            let is_side = sides.get(id).copied().flatten() == Some(to);
            let goes_without_saying = is_side && self.forms.of(to).kind != to;
            let to = piece_value(to, self).filter(|_| !goes_without_saying)?;
            Some((name.to_owned(), to))
        });
        let table: RuleTable = named.collect();
        (!table.is_empty()).then_some(RuleValue::Table(table))
    }

    /// The settings of the rule.
    fn paired_promotion_settings(&self, rule: &PairedPromotion) -> RuleTable {
        let shape = &self.shape;
        let turns = rule.demotion || rule.targets.iter().any(Option::is_some);
        let zone = rule.zone.each_ref();
        let has_zone = turns && zone != Zone::last_rank(shape).sides();
        let has_when = rule.when != PromotingMoves::ALL;
        let is_own_kind = |id: &PieceId| self.forms.of(*id).kind == *id;
        let by_piece = |value: &dyn Fn(PieceId) -> Option<RuleValue>| {
            let own = self.numbered().filter(|(id, ..)| is_own_kind(id));
            let values = own.filter_map(|(id, name, _)| Some((name.to_owned(), value(id)?)));
            let table: RuleTable = values.collect();
            (!table.is_empty()).then_some(RuleValue::Table(table))
        };
        let also_on = by_piece(&|id| {
            let zone = rule.also_on.get(id)?.as_ref()?;
            Some(zone_value(zone.sides(), shape))
        });
        let limits = by_piece(&|id| count_value(rule.limits.get(id).copied()?, 0));
        let flag = |is_set: bool| flag_value(is_set, false);
        settings_of([
            ("zone", has_zone.then(|| zone_value(zone, shape))),
            ("when", has_when.then(|| rule.when.value())),
            ("also-on", also_on),
            ("on-capture", flag(rule.on_capture)),
            ("mandatory", flag(rule.mandatory)),
            ("back", flag(rule.demotion)),
            ("into", self.targets_by_name(rule)),
            ("on-arrival", set_value(rule.arriving, self)),
            ("limits", limits),
        ])
    }
}

/// Whether a piece is the promoted side of another one, by its letters, and not a form that reverts when captured.
fn is_promoted_side(piece: &PieceDef) -> bool {
    piece.letter.starts_with('+') && !piece.letter.ends_with('~')
}
