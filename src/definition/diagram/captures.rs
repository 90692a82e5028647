//! Who may capture whom: pieces of iron, groups of pieces that leave each other alone, pairs that the
//! table of captures names, and pieces that may not be traded.

use super::Reader;
use crate::definition::{PieceId, PieceSet, TradeRule};
use crate::source::codes;

/// The highest number of a group.
const LAST_GROUP: i64 = 3;

impl Reader<'_> {
    /// Restricts the moves to the pieces that they can capture. `spared` has those that the table of
    /// captures forbids each piece.
    pub(super) fn captures(&mut self, spared: &[PieceSet]) {
        let is_iron = self.listed("iron", "of iron");
        let groups = self.groups();
        let n_pieces = self.pieces.len();
        for (number, piece) in self.pieces.iter_mut().enumerate() {
            let spares = |victim: usize| {
                is_iron[victim]
                    || groups[number].is_some() && groups[victim] == groups[number]
                    || spared[number].contains(PieceId::new(victim))
            };
            if !(0..n_pieces).any(spares) {
                continue;
            }
            let victims = (0..n_pieces).filter(|victim| !spares(*victim));
            let victims: PieceSet = victims.map(PieceId::new).collect();
            for one in &mut piece.moves {
                one.takes = Some(victims);
            }
        }
    }

    /// The rules of `protected` and `counterStrike`.
    pub(super) fn trading(&mut self) -> Option<TradeRule> {
        let mut set = |key: &str, word: &str| -> PieceSet {
            let listed = self.listed(key, word).into_iter().enumerate();
            listed
                .filter_map(|(index, is_listed)| is_listed.then_some(PieceId::new(index)))
                .collect()
        };
        let rule = TradeRule {
            no_exchange: set("protected", "protected"),
            no_strike_back: set("counterStrike", "not to be answered"),
            ..TradeRule::default()
        };
        (!rule.no_exchange.is_empty() || !rule.no_strike_back.is_empty()).then_some(rule)
    }

    /// By number of the piece the group that `antiTrade` below its line puts it in.
    fn groups(&mut self) -> Vec<Option<i64>> {
        let mut groups = vec![None; self.pieces.len()];
        let settings = self.settings.get("antiTrade").cloned().unwrap_or_default();
        for setting in settings {
            let Some(number) = self.number_above(setting) else {
                let message = "`antiTrade` above the piece lines is not carried over: the format \
                               does not say what it means there";
                self.report(codes::NOT_CARRIED_OVER, setting.span(), message);
                continue;
            };
            if let Some(group) = self.number(setting, 0..=LAST_GROUP) {
                groups[number] = Some(group);
            }
        }
        groups
    }
}
