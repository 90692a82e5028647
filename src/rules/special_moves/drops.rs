//! Drops from the hand: pieces, squares and restrictions.

use crate::definition::{DropRules, Enclosing, PieceId};
use crate::geometry::{Bearing, Perspective, Square, SquareSet};
use crate::movement::{Pattern, Placement};
use crate::rules::data::CompiledRules;
use crate::rules::pieces::{of_kind, shifted, with_hand};
use crate::source::budget::spend;
use crate::state::{Cell, Color, Move, Piece, Role, Setup};

impl DropRules {
    /// Whether a side has the piece to drop.
    pub(crate) fn can_drop(&self, setup: &Setup, color: Color, piece: PieceId) -> bool {
        self.free.contains(piece) || setup.hands[color.index()].count(piece.into()) > 0
    }
}

/// The pieces that a side can drop or gate. Promoted forms are never in hand.
pub(crate) fn droppable<'a>(
    rules: &'a CompiledRules,
    drops: &'a DropRules,
    setup: &'a Setup,
    color: Color,
) -> impl Iterator<Item = PieceId> + 'a {
    let own = drops.regions.pairs().map(|(id, _)| id);
    let own = own.filter(|id| !rules.def.forms.is_derived(*id));
    own.filter(move |id| drops.can_drop(setup, color, *id))
}

/// Generates all drops of the side to move.
pub(crate) fn drops(
    rules: &CompiledRules,
    drops: &DropRules,
    setup: &Setup,
    moves: &mut Vec<Move>,
) {
    let us = setup.turn;
    for number in droppable(rules, drops, setup, us) {
        let role = number.into();
        let region = if rules.places_itself(role) {
            rules.placement_zone(setup, Piece { color: us, role })
        } else {
            drop_region(rules, drops, setup, us, number)
        };
        let target = rules.facts.paired_promotion.target(number);
        let promoted = target.filter(|_| drops.promoted);
        for to in &region {
            if !rules.is_free(setup, to) {
                continue;
            }
            for number in [Some(number), promoted].into_iter().flatten() {
                if spend(Move::WORK).is_err() {
                    return;
                }
                let piece = Piece {
                    color: us,
                    role: number.into(),
                };
                moves.push(Move::drop_of(piece, to));
            }
        }
    }
}

/// The squares on which a piece may be dropped, if empty.
pub(crate) fn drop_region(
    rules: &CompiledRules,
    drops: &DropRules,
    setup: &Setup,
    us: Color,
    number: PieceId,
) -> SquareSet {
    let shape = &rules.shape;
    let region = drops.regions.get(number);
    let mut region = region.map_or_else(SquareSet::new, |sides| sides[us.index()].clone());
    if let Some((kind, count)) = drops.no_doubled
        && kind == number
    {
        let full = |file: u8| {
            of_kind(rules, setup, us, kind)
                .filter(|(square, _)| shape.file_of(*square) == file)
                .count()
                >= count as usize
        };
        let files: Vec<bool> = (0..shape.files()).map(full).collect();
        region = region
            .iter()
            .filter(|square| !files[shape.file_of(*square) as usize])
            .collect();
    }
    let Some(rule) = drops.enclosing else {
        return region;
    };
    let empty = |square: Square| setup.board.get(square) == Cell::Empty;
    if drops.enclosing_start.iter().any(empty) {
        return region.intersection(&drops.enclosing_start);
    }
    let [own, enemies] = [us, us.opponent()].map(|side| setup.board.squares_of(side));
    let ends = match rule {
        Enclosing::AnySide => Some(pushed_in(rules, setup)),
        _ => None,
    };
    region
        .iter()
        .filter(|square| match rule {
            Enclosing::Reversi => sees_friend(rules, setup, *square, us),
            Enclosing::Snort => !rules.compass.beside(*square).meets(enemies),
            Enclosing::Ataxx | Enclosing::Quadwrangle => rules.compass.around(*square).meets(own),
            Enclosing::Top => {
                shape.rank_of(*square) == 0
                    || shifted(shape, *square, (0, -1)).is_some_and(|below| !empty(below))
            }
            Enclosing::AnySide => true,
        })
        .collect::<SquareSet>()
        .intersection(&ends.unwrap_or_else(|| shape.squares().collect()))
}

/// Whether an enemy piece is adjacent, and a line of enemy pieces ends at an own piece. Walls count
/// as enemy pieces, although they stop flipping, as in Fairy-Stockfish; no game has both.
fn sees_friend(rules: &CompiledRules, setup: &Setup, from: Square, us: Color) -> bool {
    let enemies = setup.board.squares_of(us.opponent());
    let sees = |way: Bearing| {
        let mut over = 0;
        for next in rules.compass.ray(from, way) {
            match setup.board.get(next) {
                Cell::Piece(piece) if piece.color == us => return over > 0,
                Cell::Empty => return false,
                Cell::Piece(_) | Cell::Wall => over += 1,
            }
        }
        false
    };
    rules.compass.around(from).meets(enemies) && Bearing::ALL.into_iter().any(sees)
}

/// The squares on which pieces that are pushed in from an edge come to rest.
///
/// From the left and from below that is the square before the first piece. From the right and from
/// the top it is the lowest empty square that has a piece or the edge behind it, whatever piece is
/// first: the games with this rule come from Fairy-Stockfish, which plays so.
fn pushed_in(rules: &CompiledRules, setup: &Setup) -> SquareSet {
    let shape = &rules.shape;
    let mut found = SquareSet::new();
    let (last_file, last_rank) = (shape.files() - 1, shape.ranks() - 1);
    let empty = |square: Square| setup.board.get(square) == Cell::Empty;
    // Processes the squares of a line from its lowest; `back` is the offset to the square behind.
    let mut push = |line: Vec<Square>, entry: Option<Square>, back: (i16, i16)| {
        let rests = |square: &Square| {
            empty(*square) && shifted(shape, *square, back).is_none_or(|behind| !empty(behind))
        };
        if entry.is_some_and(empty) {
            found.extend(line.into_iter().find(rests));
        }
    };
    let row = |rank: u8| -> Vec<Square> {
        let files = 0..=last_file;
        files.filter_map(|file| shape.at(file, rank)).collect()
    };
    let column = |file: u8| -> Vec<Square> {
        let ranks = 0..=last_rank;
        ranks.filter_map(|rank| shape.at(file, rank)).collect()
    };
    for rank in 0..=last_rank {
        push(row(rank), shape.at(0, rank), (1, 0));
        push(row(rank), shape.at(last_file, rank), (-1, 0));
    }
    for file in 0..=last_file {
        push(column(file), shape.at(file, 0), (0, 1));
        push(column(file), shape.at(file, last_rank), (0, -1));
    }
    found
}

/// Whether the pieces of a kind can still be placed in equal numbers on both square colors.
pub(crate) fn opposite_colors_kept(
    rules: &CompiledRules,
    drops: &DropRules,
    kind: PieceId,
    setup: &Setup,
    mv: &Move,
) -> bool {
    let us = mv.piece.color;
    let shape = &rules.shape;
    let dark = |square: Square| (shape.file_of(square) + shape.rank_of(square)).is_multiple_of(2);
    let on_board = |wanted: bool| {
        of_kind(rules, setup, us, kind)
            .filter(|(square, _)| dark(*square) == wanted)
            .count()
    };
    let all = with_hand(rules, setup, us, kind) as usize;
    if rules.kind(mv.piece.role) == Some(kind) {
        return on_board(dark(mv.to)) < all.div_ceil(2);
    }
    let region = drop_region(rules, drops, setup, us, kind);
    [true, false].into_iter().all(|wanted| {
        let free = region
            .iter()
            .filter(|square| {
                setup.board.get(*square) == Cell::Empty
                    && *square != mv.to
                    && dark(*square) == wanted
            })
            .count();
        on_board(wanted) + free >= all / 2
    })
}

// Drops by the atom `@` in the notation of a piece. Clauses `drop.*`.

impl CompiledRules {
    /// The drop atoms of a piece.
    fn placements(&self, role: Role) -> impl Iterator<Item = Placement> + '_ {
        let moves = &self.role(role).moves;
        moves
            .iter()
            .filter_map(|role_move| match role_move.pattern {
                Pattern::Placement(placement) => Some(placement),
                _ => None,
            })
    }

    /// Whether a piece has drop atoms, which override the drop rules of the variant.
    #[doc(hidden)]
    pub fn places_itself(&self, role: Role) -> bool {
        self.placements(role).next().is_some()
    }

    /// The squares of a piece's drop atoms, occupied ones included.
    pub(crate) fn placement_zone(&self, setup: &Setup, piece: Piece) -> SquareSet {
        let mut zone = SquareSet::new();
        for placement in self.placements(piece.role) {
            let may_place = |to: &Square| self.may_place(setup, piece, placement, *to);
            zone.extend(self.shape.squares().filter(may_place));
        }
        zone
    }

    fn may_place(&self, setup: &Setup, piece: Piece, placement: Placement, to: Square) -> bool {
        let shape = &self.shape;
        let rank = match piece.color.perspective() {
            Perspective::White => shape.rank_of(to),
            Perspective::Black => shape.ranks() - 1 - shape.rank_of(to),
        };
        let shade = |square: Square| (shape.file_of(square) + shape.rank_of(square)) % 2;
        let fewer = |limit: Option<u8>, counts: &dyn Fn(Square) -> bool| {
            limit.is_none_or(|limit| {
                let same = setup.board.pieces().filter(|(_, other)| *other == piece);
                same.filter(|(square, _)| counts(*square)).count() < usize::from(limit)
            })
        };
        placement.depth.is_none_or(|depth| rank < depth)
            && rank >= placement.inset
            && fewer(placement.per_file, &|square| {
                shape.file_of(square) == shape.file_of(to)
            })
            && fewer(placement.per_shade, &|square| shade(square) == shade(to))
            && fewer(placement.on_board, &|_| true)
    }
}

/// Generates drops of the pieces in hand that have drop atoms.
pub(crate) fn placements(rules: &CompiledRules, setup: &Setup, moves: &mut Vec<Move>) {
    let us: Color = setup.turn;
    for (role, _) in setup.hands[us.index()].iter() {
        if !rules.places_itself(role) {
            continue;
        }
        let piece = Piece { color: us, role };
        for to in &rules.placement_zone(setup, piece) {
            if rules.is_free(setup, to) {
                moves.push(Move::drop_of(piece, to));
            }
        }
    }
}
