//! What positions are worth, as numbers that were derived from the pieces and the rules of a variant.
//!
//! The unit is a hundredth of a pawn of chess. They are made by `eval`; here they are added up.

use crate::geometry::{Square, SquareSet};
use crate::state::{Cell, Color, Piece, Role, Setup};

/// A number for the middle game, and for the time when few pieces are left.
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

    /// So many of it.
    pub(crate) const fn times(self, count: i32) -> Phased {
        Phased::new(self.middle * count, self.end * count)
    }

    pub(crate) fn subtract(&mut self, other: Phased) {
        self.middle -= other.middle;
        self.end -= other.end;
    }
}

/// A piece on its way to promotion, by role.
#[derive(Clone, Debug)]
pub(crate) struct Promoter {
    pub(crate) role: Role,
    /// By side and square: what it meets on its way.
    pub(crate) ways: [Vec<PromoterWay>; 2],
}

/// What lies between a promoter and its promotion.
#[derive(Clone, Debug, Default)]
pub(crate) struct PromoterWay {
    /// The squares that it passes if it only goes on.
    pub(crate) way: SquareSet,
    /// Where opposing promotable could stop it.
    pub(crate) stops: SquareSet,
    /// From where its own kind guards it.
    pub(crate) guards: SquareSet,
    /// What it attacks.
    pub(crate) hits: SquareSet,
    /// Where it can go with its next move, without capturing.
    pub(crate) next: SquareSet,
    /// What it attacks now or further on.
    pub(crate) will_hit: SquareSet,
    /// Where others of its kind may stand that guard it, now or when they have come further.
    pub(crate) helpers: SquareSet,
    /// Where others of its kind would pass it, or be passed by it: its file, for pawns of chess.
    pub(crate) lane: SquareSet,
    /// What it is worth if nothing stops it.
    pub(crate) bonus: Phased,
}

/// What a variant's positions are worth.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// The number of squares, holes included.
    pub(crate) area: usize,
    /// The number of files.
    pub(crate) files: usize,
    /// By role: its worth on the board. Royal pieces that cannot be lost count nothing.
    pub(crate) worth: Vec<i32>,
    /// By role: its worth in hand.
    pub(crate) in_hand: Vec<i32>,
    /// By role: the worth of one square that it could go to.
    pub(crate) mobility: Vec<Phased>,
    /// By role: what each of the first few of these squares is worth more.
    pub(crate) few_moves: Vec<i32>,
    /// By role: how dangerous it is near a royal piece.
    pub(crate) danger: Vec<i32>,
    /// By side, role and square: worth with what the square adds.
    pub(crate) squares: Vec<Phased>,
    /// For the own royal piece (0) and the opponent's (1), by role and [place](super::beside::beside) as seen from
    /// it: what a piece is worth more there. Empty where that is nothing.
    pub(crate) by_royal: [Vec<i32>; 2],
    /// By role: how much of the middle game there is while it is on the board.
    pub(crate) phase: Vec<i32>,
    /// The phase of the start.
    pub(crate) full_phase: i32,
    /// 1, or -1 where the aim is to lose one's pieces.
    pub(crate) sign: i32,
    pub(crate) promotable: Vec<Promoter>,
    /// By role: whether it only waits for its promotion, or is royal.
    pub(crate) waits: Vec<bool>,
    /// By number of checks that a side has still to give: what it is worth to it.
    pub(crate) checks: Vec<i32>,
    /// By role: half of the squares, if pieces of the role never leave the half that they are on.
    pub(crate) halves: Vec<Option<SquareSet>>,
    /// What it is worth to have such pieces on both halves.
    pub(crate) bishop_pair: Phased,
    /// What it is worth to attack a piece that is not guarded.
    pub(crate) hanging: Phased,
    /// What it is worth to attack a better piece by a promoter.
    pub(crate) chased: Phased,
    /// By role: in which class of pieces it is, from 0 for the least.
    pub(crate) class: Vec<u8>,
    /// What it is worth to attack a piece by one of a lower class. Promotable chase on their own.
    pub(crate) outclassed: Phased,
    /// What it is worth to attack a piece that no promoter guards.
    pub(crate) attacked: Phased,
    /// What it is worth, in the middle game, for each square from which a piece that a side has would attack
    /// the opposing royal piece from afar, if nothing stood in between but men of that side and promotable.
    pub(crate) exposure: i32,
    /// The pressure of each square around a royal piece that is attacked and that nothing else guards.
    pub(crate) weak_zone: i32,
    /// The pressure of each square from which a royal piece can be checked by a piece that nothing attacks
    /// there.
    pub(crate) safe_check: i32,
    /// What each own piece beside a royal one is worth, in the middle game.
    pub(crate) shelter: i32,
    /// What each right to castle is worth, in the middle game.
    pub(crate) castling: i32,
    /// How much the pressure on the squares around a royal piece counts, in hundredths of what is usual.
    pub(crate) attack: i32,
    /// What a promoter beside the own royal piece is worth more, in the middle game.
    pub(crate) promoter_shelter: i32,
    /// What it is worth that a promoter is guarded by another.
    pub(crate) guarded_promoter: Phased,
    /// What it is worth that another promoter of the side stands in the way of one.
    pub(crate) promoter_behind: Phased,
    /// What it is worth that no other promoter can ever guard one.
    pub(crate) isolated_pawn: Phased,
    /// What it is worth that a promoter is guarded where it goes next.
    pub(crate) backed_promoter: Phased,
    /// What it is worth that a piece of the opponent stands where a promoter goes next.
    pub(crate) blocked_promoter: Phased,
    /// What it is worth that a promoter may go where it attacks a better piece.
    pub(crate) push_threat: Phased,
    /// What free ways to promotion count, in hundredths, where a piece stands in them; what is added where
    /// no opponent attacks them, and what is taken away where the next step is attacked and not guarded.
    pub(crate) held_way: i32,
    pub(crate) clear_way: i32,
    pub(crate) watched_way: i32,
    /// For each step that the royal pieces of the opponent and of the own side are away from where a free
    /// promoter goes next: hundredths of what its way is worth in the end.
    pub(crate) enemy_king_distance: i32,
    pub(crate) own_king_distance: i32,
    /// By side, square and square: how many steps of a royal piece lie between them, `FAR_AWAY` at most.
    pub(crate) royal_steps: [Vec<u8>; 2],
    /// What a lesser piece is worth more that a promoter guards, far on the board, where no promoter of the
    /// opponent can ever attack it.
    pub(crate) outpost: Phased,
    /// What a piece of the middle class is worth more that stands where no own promoter passes, and where
    /// none of either side does.
    pub(crate) half_open: Phased,
    pub(crate) open: Phased,
    /// What each square is worth that both sides attack and no promoter of the opponent guards.
    pub(crate) space: Phased,
    /// How much the number of moves counts, in hundredths.
    pub(crate) mobility_part: Phased,
    /// The pressure on a royal piece of each square around it that pieces other than itself guard, and of
    /// each square from which it can be checked by pieces that would be captured.
    pub(crate) guarded_zone: i32,
    pub(crate) unsafe_check: i32,
    /// How dangerous pieces in hand are, in hundredths of pieces near a royal piece.
    pub(crate) held: i32,
    /// How much of a lead comes to something in the end.
    pub(crate) winning: Winning,
    /// Whether who has no promotable and little more than the opponent hardly wins.
    pub(crate) needs_promoters: bool,
    /// How a royal piece is mated that is alone, where that wins and it can be driven anywhere.
    pub(crate) lone_royal: Option<LoneRoyal>,
    /// Kinds of pieces of which a side must not have too few.
    pub(crate) scarce: Vec<Scarce>,
    /// What it is worth to be able to make one more move, where nothing else counts.
    pub(crate) freedom: i32,
    /// What it is worth to be to move.
    pub(crate) tempo: i32,
}

/// How much of a lead comes to something in the end, all in hundredths: who has promotable left, and on both
/// wings, wins more easily.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Winning {
    /// What counts of the lead, and more for each promoter of the side that is ahead.
    pub(crate) share: i32,
    pub(crate) share_by_promoter: i32,
    /// What the first pawn's worth of it counts besides, more for each promoter on the board, and more if they
    /// stand on both wings.
    pub(crate) base: i32,
    pub(crate) by_promoter: i32,
    pub(crate) on_both_wings: i32,
}

impl Winning {
    /// A lead is what it is.
    pub(crate) const ALL: Winning = Winning {
        share: 100,
        share_by_promoter: 0,
        base: 0,
        by_promoter: 0,
        on_both_wings: 0,
    };

    /// What comes of a lead.
    pub(crate) fn of(&self, lead: i32, n_ahead: i32, n_all: i32, on_both_wings: bool) -> i32 {
        let share = (self.share + self.share_by_promoter * n_ahead).max(0);
        let more =
            self.base + self.by_promoter * n_all + self.on_both_wings * i32::from(on_both_wings);
        let size = lead.abs();
        let counts = (size * share + size.min(100) * more) / 100;
        lead.signum() * counts.max(0)
    }
}

/// What it is worth to the side that has other pieces where a royal piece stands that is alone: it is mated at the
/// edge of the board, with the help of the other royal piece. No search sees that from the middle of the board.
#[derive(Clone, Debug)]
pub(crate) struct LoneRoyal {
    /// By square of the piece that is alone: the nearer to a corner the more.
    pub(crate) driven: Vec<i32>,
    /// What the royal pieces are worth side by side, and the number of files, to find how far they are apart.
    pub(crate) together: i32,
    pub(crate) files: usize,
    pub(crate) ranks: usize,
}

impl LoneRoyal {
    /// What it is worth that a piece which is alone stands on one square, and the other royal piece on another, if
    /// there is one.
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

/// Pieces of which a side must not have too few.
#[derive(Clone, Debug)]
pub(crate) struct Scarce {
    /// By role: whether it counts.
    pub(crate) roles: Vec<bool>,
    /// With so many of them a side has lost.
    pub(crate) limit: usize,
}

/// Squares that are further away from a royal piece are as good as this far.
pub(crate) const FAR_AWAY: u8 = 5;

/// Who has no promotable and is ahead by less hardly wins.
pub(crate) const NEEDED_LEAD: i32 = 400;

/// What a side is behind that has one piece more than too few, two more, and so on.
const SCARCITY: [i32; 5] = [400, 180, 80, 30, 10];

/// By the number of unmoved pieces of a side behind which one in hand may come in: what that is worth, in
/// hundredths of one that may be dropped anywhere.
const BY_GATES: [i32; 9] = [0, 40, 60, 74, 82, 88, 92, 94, 95];

/// How many classes of pieces there are.
pub(crate) const N_CLASSES: usize = 3;

/// A gain by promotion that is as good as a capture.
pub(crate) const GREAT_GAIN: i32 = 150;

impl Weights {
    /// The place of a piece on a square in lists by side, role and square.
    #[inline(always)]
    pub(crate) fn place(&self, color: Color, role: usize, square: usize) -> usize {
        (color.index() * self.worth.len() + role) * self.area + square
    }

    /// How many places there are.
    pub(crate) fn n_places(&self) -> usize {
        2 * self.worth.len() * self.area
    }

    /// What the checks that the sides, White first, have still to give are worth to White.
    pub(crate) fn of_checks(&self, left: [u16; 2]) -> i32 {
        let worth = |left: u16| self.checks.get(usize::from(left)).copied();
        let (white, black) = (worth(left[0]), worth(left[1]));
        white.unwrap_or_default() - black.unwrap_or_default()
    }

    /// What it is worth to White how near both sides are to having too few pieces of some kind, given how
    /// many of some roles a side has on the board.
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

    /// What a piece in hand is worth that can only come in behind so many unmoved pieces, in hundredths of
    /// what it is worth otherwise.
    pub(crate) fn by_gates(gates: usize) -> i32 {
        BY_GATES[gates.min(BY_GATES.len() - 1)]
    }

    /// One number of two, by the phase of the game.
    #[inline]
    pub(crate) fn tapered(&self, score: Phased, phase: i32) -> i32 {
        let phase = phase.clamp(0, self.full_phase);
        (score.middle * phase + score.end * (self.full_phase - phase)) / self.full_phase.max(1)
    }
}

/// What a position is worth as far as it is a sum over pieces, for White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) score: Phased,
    pub(crate) phase: i32,
    /// By side of a royal piece: what all pieces are worth more by where they stand beside it. Only the tables
    /// count that.
    pub(crate) by_royal: [i32; 2],
}

impl Tally {
    /// The sums over a setup.
    pub(crate) fn of(weights: &Weights, setup: &Setup) -> Tally {
        let mut tally = Tally::default();
        for (square, piece) in setup.board.pieces() {
            tally.add_piece(weights, piece, square.index());
        }
        for color in Color::ALL {
            for (role, count) in setup.hands[color.index()].iter() {
                tally.add_to_hand(weights, color, role.index(), count.into());
            }
        }
        tally
    }

    /// Those of a position that a move has made of the one that these belong to. `differ` says what both hold
    /// on each square where they differ.
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
            for (setup, sign) in [(before, -1), (after, 1)] {
                for color in Color::ALL {
                    for (role, count) in setup.hands[color.index()].iter() {
                        tally.add_to_hand(weights, color, role.index(), sign * i32::from(count));
                    }
                }
            }
        }
        tally
    }

    #[inline(always)]
    pub(crate) fn add_piece(&mut self, weights: &Weights, piece: Piece, square: usize) {
        self.count_piece(weights, piece, square, 1);
    }

    #[inline(always)]
    pub(crate) fn remove_piece(&mut self, weights: &Weights, piece: Piece, square: usize) {
        self.count_piece(weights, piece, square, -1);
    }

    /// So many more pieces on a square.
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

    /// Pieces that come to a hand, or leave it where the number is negative.
    #[inline]
    pub(crate) fn add_to_hand(&mut self, weights: &Weights, color: Color, role: usize, count: i32) {
        let worth = weights.in_hand[role] * count;
        let worth = if color == Color::White { worth } else { -worth };
        self.score.add(Phased::new(worth, worth));
        // What cannot come in is no part of the game.
        if weights.in_hand[role] != 0 {
            self.phase += weights.phase[role] * count;
        }
    }
}
