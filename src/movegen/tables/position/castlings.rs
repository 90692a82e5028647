//! Possible castlings below a root position, with their squares as sets.

use crate::geometry::Square;
use crate::movegen::tables::lookups::{Bits, BySquare};
use crate::movegen::tables::table_set::Tables;
use crate::movement::Initial;
use crate::rules::{CompiledRules, castlings_of, landing};
use crate::state::{CastleRight, Setup};

/// A castling with its squares as sets.
#[derive(Clone, Debug)]
pub(crate) struct CastlingTable {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) partner: usize,
    pub(crate) partner_to: usize,
    /// Squares on the path that must not be attacked.
    pub(crate) passed: Vec<usize>,
    /// Castling by files: the path is tested with the king also on its origin.
    pub(crate) by_files: bool,
    /// The castling right, if rights are stored separately from unmoved pieces.
    pub(crate) right: Option<CastleRight>,
}

/// Data that is constant below a root: the possible castlings.
#[derive(Clone, Debug)]
pub(crate) struct Root<const N: usize> {
    pub(crate) castlings: [Vec<CastlingTable>; 2],
    /// Squares between king and partner, by color and castling.
    pub(crate) between: [[Bits<N>; 16]; 2],
    /// By square: the rights that remain after a move from or to it.
    pub(crate) keep: BySquare<u32, N>,
}

impl<const N: usize> Default for Root<N> {
    fn default() -> Root<N> {
        Root {
            castlings: [Vec::new(), Vec::new()],
            between: [[Bits::NONE; 16]; 2],
            keep: BySquare::new(!0, []),
        }
    }
}

impl<const N: usize> Root<N> {
    /// Adds a castling with its right, if its index fits.
    fn add(
        &mut self,
        rights: &mut u32,
        side: usize,
        between: &[Square],
        castling: CastlingTable,
    ) -> Option<()> {
        let number = self.castlings[side].len();
        if number >= 16 {
            return None;
        }
        let bit = 1u32 << (number + 16 * side);
        *rights |= bit;
        for square in [castling.from, castling.partner] {
            *self.keep.at_mut(square) &= !bit;
        }
        self.between[side][number] = between.iter().copied().collect();
        self.castlings[side].push(castling);
        Some(())
    }
}

/// The castlings and castling rights of a setup with royal pieces on given squares.
pub(crate) fn castlings<const N: usize>(
    rules: &CompiledRules,
    tables: &Tables<N>,
    setup: &Setup,
    royal: [u16; 2],
) -> Option<(Root<N>, u32)> {
    let mut rights = 0;
    let mut root = Root::default();
    if let Some(castling) = rules.facts.castling.as_ref() {
        for right in &setup.special.castles {
            let side = right.color.index();
            if setup.board.piece(right.king)?.color != right.color {
                continue;
            }
            if tables.royal.is_some() && usize::from(royal[side]) != right.king.index() {
                return None;
            }
            let landed = landing(castling, &rules.shape, right.color, right.right);
            let Some((to, partner_to)) = landed else {
                continue;
            };
            let mut between: Vec<Square> = span(right.king, to).collect();
            between.extend(span(right.partner, partner_to));
            between.retain(|square| *square != right.king && *square != right.partner);
            if !between.iter().all(|square| rules.shape.exists(*square)) {
                continue;
            }
            let mut castling =
                by_special_rules(rules, [right.king, to], [right.partner, partner_to]);
            castling.right = Some(*right);
            root.add(&mut rights, side, &between, castling)?;
        }
    }
    for (square, piece) in setup.board.pieces() {
        let mut found = Vec::new();
        castlings_of(rules, &setup.board, square, piece, &mut found);
        found.retain(|castling| setup.unmoved.contains(castling.partner));
        if found.is_empty() {
            continue;
        }
        // Without royal pieces any king can castle, if the variant has special rules.
        let by_any = tables.royal.is_none() && tables.has_special_rules;
        if Some(piece.role) != tables.royal && !by_any {
            return None;
        }
        for castling in found {
            if castling.initial != Initial::Unmoved {
                return None;
            }
            if !setup.unmoved.contains(castling.from) {
                continue;
            }
            let (king, partner) = (
                [castling.from, castling.to],
                [castling.partner, castling.partner_to],
            );
            let way = castling.path[..castling.path.len() - 1].iter();
            let mut packed = by_special_rules(rules, king, partner);
            if rules.facts.castling.is_none() && !of_last_king(rules) {
                packed.passed = way.map(|square| square.index()).collect();
                packed.by_files = false;
            }
            root.add(&mut rights, piece.color.index(), &castling.between, packed)?;
        }
    }
    Some((root, rights))
}

/// A castling of a variant with special rules; `king` and `partner` have origin and target. For a
/// pseudo-royal king the squares from its origin to before its target are tested, and the square on which it
/// stays; for a royal one those after its origin. The target is tested later.
fn by_special_rules(
    rules: &CompiledRules,
    king: [Square; 2],
    partner: [Square; 2],
) -> CastlingTable {
    let last = of_last_king(rules);
    let way = span(king[0], king[1]);
    let is_judged = |square: &Square| {
        if last {
            *square != king[1] || king[0] == king[1]
        } else {
            *square != king[0]
        }
    };
    let way = way.filter(is_judged);
    CastlingTable {
        from: king[0].index(),
        to: king[1].index(),
        partner: partner[0].index(),
        partner_to: partner[1].index(),
        passed: way.map(Square::index).collect(),
        by_files: !last,
        right: None,
    }
}

/// Whether castling kings are only pseudo-royal.
fn of_last_king(rules: &CompiledRules) -> bool {
    rules.facts.captures.blast.is_some() || rules.facts.last_royal.is_some()
}

/// The squares of a rank between two squares, inclusive.
fn span(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let (low, high) = (from.min(to).index(), from.max(to).index());
    (low..=high).map(|index| Square::new(index as u16))
}
