//! Less common rules of a definition: captured pieces for the captor, promotion as in shogi, and castling after a
//! shuffle.

use super::reader::{Reader, Setting};
use super::shuffle::FreeCastling;
use crate::definition::rules::{CastlingRules, PairedPromotion};
use crate::definition::{
    ByPiece, Form, Forms, InitialDef, PieceId, PieceSet, PromotionDef, RuleTable, RuleValue,
    RulesDef, VariantDef,
};
use crate::geometry::{Perspective, SquareSet, Zone};
use crate::source::codes;

/// Promotion from one piece to another by moves that begin or end in the zone.
#[derive(Clone, Debug)]
pub(super) struct Passing {
    /// The promoted piece by piece number.
    pub(super) targets: ByPiece<Option<PieceId>>,
    /// The zone.
    pub(super) zone: Zone,
    /// Whether promotion is mandatory.
    pub(super) mandatory: bool,
}

impl<'a> Reader<'a> {
    /// Reads the less common rules.
    pub(super) fn special(
        &mut self,
        rules: &mut RulesDef,
        is_royal: &[bool],
        passing: Option<Passing>,
    ) -> (Forms, PairedPromotion) {
        if let Some(setting) = self.holdings().filter(|(kind, _)| *kind < 0) {
            let (kind, setting) = setting;
            if kind < -1 {
                let keeps = ("keep-promoted".to_owned(), RuleValue::Flag(true));
                rules.put("captures", RuleTable::from([keeps]));
            }
            rules.put("drops", RuleTable::new());
            let message = "the format does not define where captured pieces can be dropped; here they can be dropped \
                on every empty square";
            self.report(codes::DOUBTFUL_IMPORT, setting.span(), message);
        }
        let becomes = |passing: &Passing| passing.targets.iter().any(Option::is_some);
        if let Some(passing) = passing.filter(becomes) {
            let mut forms: Vec<Form> = (0..is_royal.len())
                .map(|index| Form::plain(PieceId::new(index)))
                .collect();
            for (number, target) in passing.targets.pairs() {
                if let Some(target) = target {
                    // If several pieces share a promoted piece, it reverts to the first of them.
                    let base = &mut forms[target.index()].base;
                    *base = base.map(|known| known.or(Some(number)));
                }
            }
            let pairs = PairedPromotion {
                limits: ByPiece::repeat(0, is_royal.len()),
                zone: passing.zone.sides().map(SquareSet::clone),
                mandatory: passing.mandatory,
                targets: passing.targets,
                ..PairedPromotion::default()
            };
            return (forms.into_iter().collect(), pairs);
        }
        Default::default()
    }

    /// The kind of holdings, and its setting.
    pub(super) fn holdings(&mut self) -> Option<(i64, Setting<'a>)> {
        let setting = self.last("holdingsType")?;
        let kind = self.number(setting, i64::MIN..=i64::MAX)?;
        Some((kind, setting))
    }
}

impl VariantDef {
    /// Castling to fixed files, for kings and partners on shuffled squares.
    pub(super) fn castle_freely(&mut self, castling: FreeCastling) {
        self.castle_by_files(CastlingRules {
            king: [Some(PieceId::new(castling.king)); 2],
            partners: [PieceSet::from(PieceId::new(castling.partner)); 2],
            right_file: castling.right_file,
            left_file: castling.left_file,
            rank: castling.rank,
            king_file: castling.king_file,
            right_partner_file: self.shape.files() - 1,
            left_partner_file: 0,
            any_files: true,
            opposite: false,
            dropped: false,
            wins: [[false; 2]; 2],
        });
        let start = crate::definition::moves::start::Start::of(self);
        for (index, piece) in self.pieces.values_mut().enumerate() {
            let number = PieceId::new(index);
            // Castling rights do not cover other initial moves, so those are identified by square.
            if piece.moves_first() {
                let [white, black] =
                    [Perspective::White, Perspective::Black].map(|side| start.homes(side, number));
                piece.initial = InitialDef::Zone(Zone::of_sides(white, black));
            }
        }
        self.start += " KQkq";
        if let Some(setups) = &mut self.setups {
            setups.template += " KQkq";
        }
    }
}

/// Whether one of the choices is a royal piece.
pub(super) fn crowns(
    promotions: &[Option<PromotionDef>],
    is_royal: impl Fn(PieceId) -> bool,
) -> bool {
    let mut choices = promotions.iter().flatten().flat_map(|one| &one.choices);
    choices.any(|choice| is_royal(choice.piece))
}
