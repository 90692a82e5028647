//! Evaluation weights, derived from the pieces and rules of a variant.
//!
//! The unit is the centipawn of chess. The weights are made by `eval` and summed up here.

use std::sync::Arc;

use super::network::Network;
use crate::geometry::{Square, SquareSet};
use crate::state::{Cell, Color, Piece, Role, Setup};

/// A value for the middlegame and one for the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Phased {
    pub(crate) middle: i32,
    pub(crate) end: i32,
}

impl Phased {
    pub(crate) const fn new(middle: i32, end: i32) -> Phased {
        Phased { middle, end }
    }

    pub(crate) fn add(&mut self, other: Phased) {
        self.middle += other.middle;
        self.end += other.end;
    }

    /// A multiple of the value.
    pub(crate) const fn times(self, count: i32) -> Phased {
        Phased::new(self.middle * count, self.end * count)
    }

    pub(crate) fn subtract(&mut self, other: Phased) {
        self.middle -= other.middle;
        self.end -= other.end;
    }
}

/// A promotable piece, usually a pawn.
#[derive(Clone, Debug)]
pub(crate) struct Promoter {
    pub(crate) role: Role,
    /// Its ways to promotion, by side and square.
    pub(crate) ways: [Vec<PromoterWay>; 2],
}

/// The way of a promotable piece from one square to its promotion.
#[derive(Clone, Debug, Default)]
pub(crate) struct PromoterWay {
    /// The squares that it passes without captures.
    pub(crate) way: SquareSet,
    /// The squares from which promotable pieces of the opponent could stop it.
    pub(crate) stops: SquareSet,
    /// The squares from which a piece of its kind guards it.
    pub(crate) guards: SquareSet,
    /// The squares that it attacks.
    pub(crate) hits: SquareSet,
    /// The targets of its next move without capture.
    pub(crate) next: SquareSet,
    /// The squares that it attacks now or later on its way.
    pub(crate) will_hit: SquareSet,
    /// The squares from which others of its kind guard it, now or later on their ways.
    pub(crate) helpers: SquareSet,
    /// The squares from which others of its kind pass it, or are passed by it: the file, for pawns of chess.
    pub(crate) lane: SquareSet,
    /// The value of a free way.
    pub(crate) bonus: Phased,
}

/// The evaluation weights of a variant.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// The number of squares, holes included.
    pub(crate) area: usize,
    /// The number of files.
    pub(crate) files: usize,
    /// Material values by role; 0 for royal pieces that cannot be lost.
    pub(crate) worth: Vec<i32>,
    /// Values in hand by role.
    pub(crate) in_hand: Vec<i32>,
    /// The value of a square of mobility, by role.
    pub(crate) mobility: Vec<Phased>,
    /// The additional value of each of the first few squares of mobility, by role.
    pub(crate) few_moves: Vec<i32>,
    /// The danger of a piece near a royal piece, by role.
    pub(crate) danger: Vec<i32>,
    /// Piece-square tables by side, role and square; material is included.
    pub(crate) squares: Vec<Phased>,
    /// Piece values by role and [place](super::beside::beside) relative to the own royal piece (0) and to the
    /// opponent's (1). Empty for none.
    pub(crate) by_royal: [Vec<i32>; 2],
    /// The contribution of a piece to the phase of the game, by role.
    pub(crate) phase: Vec<i32>,
    /// The phase of the start position.
    pub(crate) full_phase: i32,
    /// 1, or -1 if the aim is to lose all pieces.
    pub(crate) sign: i32,
    pub(crate) promotable: Vec<Promoter>,
    /// Whether a role only waits for its promotion, or is royal.
    pub(crate) waits: Vec<bool>,
    /// The value by number of checks that a side still has to give.
    pub(crate) checks: Vec<i32>,
    /// The half of the board to which pieces of a role are bound, if any, by role.
    pub(crate) halves: Vec<Option<SquareSet>>,
    /// The bishop pair: bound pieces on both halves.
    pub(crate) bishop_pair: Phased,
    /// Attack on an unguarded piece.
    pub(crate) hanging: Phased,
    /// Attack on a better piece by a promotable one.
    pub(crate) chased: Phased,
    /// The class of a role, from 0 for the least valuable.
    pub(crate) class: Vec<u8>,
    /// Attack on a piece by one of a lower class. Attacks of promotable pieces are a term of their own.
    pub(crate) outclassed: Phased,
    /// Attack on a piece that no promotable piece guards.
    pub(crate) attacked: Phased,
    /// Exposure of the enemy king in the middlegame: the value of each square from which a rider of the side
    /// would attack it, with only the king's own pieces and the side's promotable ones as blockers.
    pub(crate) exposure: i32,
    /// Pressure of each attacked square around a royal piece that nothing else guards.
    pub(crate) weak_zone: i32,
    /// Pressure of each square from which a royal piece can be checked safely.
    pub(crate) safe_check: i32,
    /// King shelter in the middlegame: the value of each own piece next to a royal piece.
    pub(crate) shelter: i32,
    /// Castling rights in the middlegame: the value of each.
    pub(crate) castling: i32,
    /// The weight of the pressure on the king zone, in hundredths.
    pub(crate) attack: i32,
    /// Additional king shelter of a promotable piece, in the middlegame.
    pub(crate) promoter_shelter: i32,
    /// A promotable piece that is guarded by another.
    pub(crate) guarded_promoter: Phased,
    /// Doubled promotable pieces: one stands on the way of another.
    pub(crate) promoter_behind: Phased,
    /// A promotable piece that no other can ever guard.
    pub(crate) isolated_pawn: Phased,
    /// A promotable piece whose next square is guarded.
    pub(crate) backed_promoter: Phased,
    /// A promotable piece that is blocked by an enemy piece.
    pub(crate) blocked_promoter: Phased,
    /// A promotable piece that can attack a better piece by its next move.
    pub(crate) push_threat: Phased,
    /// Free ways to promotion: the percentage that counts if a piece blocks them, the bonus if no opponent
    /// attacks them, and the malus if the next square is attacked and not guarded.
    pub(crate) held_way: i32,
    pub(crate) clear_way: i32,
    pub(crate) watched_way: i32,
    /// The distance of the enemy and the own king from the next square of a free promotable piece: percentage
    /// of the endgame value of its way, for each step.
    pub(crate) enemy_king_distance: i32,
    pub(crate) own_king_distance: i32,
    /// The distance in steps of a royal piece, at most `FAR_AWAY`, by side, square and square.
    pub(crate) royal_steps: [Vec<u8>; 2],
    /// An outpost: an advanced minor piece that is guarded by a promotable piece and can never be attacked by
    /// one.
    pub(crate) outpost: Phased,
    /// A piece of the middle class on a half-open and on an open file, or their equivalent for other
    /// promotable pieces.
    pub(crate) half_open: Phased,
    pub(crate) open: Phased,
    /// Space: each square that both sides attack and no promotable piece of the opponent guards.
    pub(crate) space: Phased,
    /// The weight of mobility, in hundredths.
    pub(crate) mobility_part: Phased,
    /// Pressure of each square of the king zone that pieces other than the king guard, and of each square
    /// from which a checking piece would be captured.
    pub(crate) guarded_zone: i32,
    pub(crate) unsafe_check: i32,
    /// The danger of pieces in hand, in hundredths of that of pieces near a royal piece.
    pub(crate) held: i32,
    /// Scaling of a lead in the endgame.
    pub(crate) winning: Winning,
    /// Whether a small lead without promotable pieces is scaled down.
    pub(crate) needs_promoters: bool,
    /// The values for mating a bare king, if that wins and the king can be driven anywhere.
    pub(crate) lone_royal: Option<LoneRoyal>,
    /// The scarce kinds of pieces: a side with too few of one loses.
    pub(crate) scarce: Vec<Scarce>,
    /// The value of each additional legal move, if a side without moves loses and nothing else
    /// counts.
    pub(crate) freedom: i32,
    /// The side-to-move bonus.
    pub(crate) tempo: i32,
    /// A network that is added to the other terms, or replaces them.
    pub(crate) network: Option<Arc<Network>>,
    /// The unit of scores; scores are shown in hundredths of it.
    pub(crate) unit: i32,
}

/// Endgame scaling of a lead in hundredths: a side with promotable pieces, on both wings, wins more easily.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Winning {
    /// The part of the lead that counts, and more of it for each promotable piece of the side ahead.
    pub(crate) share: i32,
    pub(crate) share_by_promoter: i32,
    /// The additional part of the first pawn of the lead, more of it for each promotable piece on the board,
    /// and more if they are on both wings.
    pub(crate) base: i32,
    pub(crate) by_promoter: i32,
    pub(crate) on_both_wings: i32,
}

impl Winning {
    /// No scaling.
    pub(crate) const ALL: Winning = Winning {
        share: 100,
        share_by_promoter: 0,
        base: 0,
        by_promoter: 0,
        on_both_wings: 0,
    };

    /// The scaled lead.
    pub(crate) fn of(&self, lead: i32, n_ahead: i32, n_all: i32, on_both_wings: bool) -> i32 {
        let share = (self.share + self.share_by_promoter * n_ahead).max(0);
        let more =
            self.base + self.by_promoter * n_all + self.on_both_wings * i32::from(on_both_wings);
        let size = lead.abs();
        let counts = (size * share + size.min(100) * more) / 100;
        lead.signum() * counts.max(0)
    }
}

/// Values for mating a bare king at the edge with the help of the own king, which is beyond the horizon of a
/// search from the center.
#[derive(Clone, Debug)]
pub(crate) struct LoneRoyal {
    /// Values by square of the bare king, higher near the corners.
    pub(crate) driven: Vec<i32>,
    /// The value of adjacent kings, and the size of the board for their distance.
    pub(crate) together: i32,
    pub(crate) files: usize,
    pub(crate) ranks: usize,
}

impl LoneRoyal {
    /// The value of the bare king's square and, if it exists, the distance of the other king.
    pub(crate) fn worth(&self, alone: usize, other: Option<usize>) -> i32 {
        let driven = self.driven.get(alone).copied().unwrap_or(0);
        let Some(other) = other else {
            return driven;
        };
        let files = (alone % self.files).abs_diff(other % self.files);
        let ranks = (alone / self.files).abs_diff(other / self.files);
        let farthest = self.files.max(self.ranks) - 1;
        let nearer = farthest.saturating_sub(files.max(ranks));
        driven + self.together * nearer as i32 / farthest.max(1) as i32
    }
}

/// A scarce kind of piece: a side with too few of it loses.
#[derive(Clone, Debug)]
pub(crate) struct Scarce {
    /// Whether a role counts, by role.
    pub(crate) roles: Vec<bool>,
    /// A side with this number or less has lost.
    pub(crate) limit: usize,
}

/// Maximum distance from a royal piece that is distinguished.
pub(crate) const FAR_AWAY: u8 = 5;

/// A side without promotable pieces that is ahead by less hardly wins.
pub(crate) const NEEDED_LEAD: i32 = 400;

/// The malus of a side by the number of pieces that it can still lose.
const SCARCITY: [i32; 5] = [400, 180, 80, 30, 10];

/// The value of a gating piece in hand by the number of unmoved pieces of the side, in hundredths of that of
/// a droppable one.
const BY_GATES: [i32; 9] = [0, 40, 60, 74, 82, 88, 92, 94, 95];

/// The number of piece classes.
pub(crate) const N_CLASSES: usize = 3;

/// The minimum gain of a promotion that counts as tactical.
pub(crate) const GREAT_GAIN: i32 = 150;

impl Weights {
    /// The index of a piece on a square in lists by side, role and square.
    #[inline(always)]
    pub(crate) fn place(&self, color: Color, role: usize, square: usize) -> usize {
        (color.index() * self.worth.len() + role) * self.area + square
    }

    /// The unit of scores: the lowest piece value, usually that of a pawn.
    pub(crate) fn unit_of(worth: &[i32]) -> i32 {
        let least = worth.iter().copied().filter(|worth| *worth > 0).min();
        least.unwrap_or(100).clamp(40, 400)
    }

    /// Whether a network replaces all other terms.
    #[inline]
    pub(crate) fn is_network_alone(&self) -> bool {
        (self.network.as_deref()).is_some_and(|network| network.layers.is_alone)
    }

    /// The size of lists by side, role and square.
    pub(crate) fn n_places(&self) -> usize {
        2 * self.worth.len() * self.area
    }

    /// The value for White of the numbers of checks still to give, White first.
    pub(crate) fn of_checks(&self, left: [u16; 2]) -> i32 {
        let worth = |left: u16| self.checks.get(usize::from(left)).copied();
        let (white, black) = (worth(left[0]), worth(left[1]));
        white.unwrap_or_default() - black.unwrap_or_default()
    }

    /// The value for White of scarce pieces of both sides; `count` returns the number of pieces of some roles
    /// of a side.
    pub(crate) fn of_scarce(&self, count: impl Fn(Color, &[bool]) -> usize) -> Phased {
        let mut sum = 0;
        for scarce in &self.scarce {
            let behind = |color: Color| {
                let left = count(color, &scarce.roles);
                let more = left.saturating_sub(scarce.limit + 1);
                SCARCITY.get(more).copied().unwrap_or(0)
            };
            sum += behind(Color::Black) - behind(Color::White);
        }
        Phased::new(sum, sum)
    }

    /// The value of a gating piece in hand for this number of unmoved pieces, in hundredths.
    pub(crate) fn by_gates(gates: usize) -> i32 {
        BY_GATES[gates.min(BY_GATES.len() - 1)]
    }

    /// Tapered evaluation: interpolates by the phase of the game.
    #[inline]
    pub(crate) fn tapered(&self, score: Phased, phase: i32) -> i32 {
        let phase = phase.clamp(0, self.full_phase);
        (score.middle * phase + score.end * (self.full_phase - phase)) / self.full_phase.max(1)
    }
}

/// The sums over pieces of the evaluation, for White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) score: Phased,
    pub(crate) phase: i32,
    /// The sum of the values by place relative to a royal piece, by its side. Only the tables compute it.
    pub(crate) by_royal: [i32; 2],
}

impl Tally {
    /// The sums over a setup.
    pub(crate) fn of(weights: &Weights, setup: &Setup) -> Tally {
        let mut tally = Tally::default();
        for (square, piece) in setup.board.pieces() {
            tally.add_piece(weights, piece, square.index());
        }
        tally.add_hands(weights, setup, 1);
        tally
    }

    /// The sums after a move. `differ` contains both cells of each square on which the setups differ.
    pub(crate) fn after(
        &self,
        weights: &Weights,
        [before, after]: [&Setup; 2],
        differ: &[(Square, [Cell; 2])],
    ) -> Tally {
        let mut tally = *self;
        for (square, [old, new]) in differ {
            if let Cell::Piece(piece) = old {
                tally.remove_piece(weights, *piece, square.index());
            }
            if let Cell::Piece(piece) = new {
                tally.add_piece(weights, *piece, square.index());
            }
        }
        if before.hands != after.hands {
            tally.add_hands(weights, before, -1);
            tally.add_hands(weights, after, 1);
        }
        tally
    }

    /// Adds or, if `sign` is negative, removes the hands of both sides.
    fn add_hands(&mut self, weights: &Weights, setup: &Setup, sign: i32) {
        for color in Color::ALL {
            for (role, count) in setup.hands[color.index()].iter() {
                self.add_to_hand(weights, color, role.index(), sign * i32::from(count));
            }
        }
    }

    #[inline(always)]
    pub(crate) fn add_piece(&mut self, weights: &Weights, piece: Piece, square: usize) {
        self.count_piece(weights, piece, square, 1);
    }

    #[inline(always)]
    pub(crate) fn remove_piece(&mut self, weights: &Weights, piece: Piece, square: usize) {
        self.count_piece(weights, piece, square, -1);
    }

    /// Adds or, if `more` is negative, removes pieces on a square.
    #[inline(always)]
    fn count_piece(&mut self, weights: &Weights, piece: Piece, square: usize, more: i32) {
        let role = piece.role.index();
        let worth = weights.squares[weights.place(piece.color, role, square)];
        let sign = if piece.color == Color::White {
            more
        } else {
            -more
        };
        self.score.add(worth.times(sign));
        self.phase += weights.phase[role] * more;
    }

    /// Adds or, if `count` is negative, removes pieces in hand.
    #[inline]
    pub(crate) fn add_to_hand(&mut self, weights: &Weights, color: Color, role: usize, count: i32) {
        let worth = weights.in_hand[role] * count;
        let worth = if color == Color::White { worth } else { -worth };
        self.score.add(Phased::new(worth, worth));
        // A piece that cannot enter does not count for the phase.
        if weights.in_hand[role] != 0 {
            self.phase += weights.phase[role] * count;
        }
    }
}
