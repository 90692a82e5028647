//! The legal moves of a position as a search wants them: plain walks, which are most of them, are not
//! written out, and where only captures are asked for they are not even listed.
//!
//! What is listed, and its order, is what [`legal_moves`] lists; that is the judge. Pieces of which it is not
//! known that their moves are those of their walks and actions alone are left to it.

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::custom::{ended_by_rule, is_excused, is_forbidden, offered, watched};
use super::key::KeyHasher;
use super::legality::legal_moves;
use super::offer::without_repeats;
use super::over::over;
use super::piece_moves::{add_deeds, add_goings, add_victims, piece_moves, which_keep_to_captures};
use super::royal_safety::{RoyalSafety, is_safe};
use super::walks::{
    Distinct, WalkFinder, add_found, is_as_it_seems, push_with_promotions, walk_begins,
};
use crate::compile::{Found, Swept};
use crate::definition::Action;
use crate::geometry::{Square, SquareSet};
use crate::movement::Pattern;
use crate::rules::{
    Halfway, Phases, RoleMove, RoleRules, Rulebook, Surroundings, VictimsNear, imitates, is_frozen,
    placements,
};
use crate::state::{Color, Move, MoveKind, Piece, Role, Setup};

/// No move is written out.
const PLAIN: u32 = u32::MAX;

/// A move of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draft {
    pub(super) piece: Piece,
    pub(super) from: Square,
    pub(super) to: Square,
    /// The same in every position in which the move does the same.
    pub(super) code: u32,
    /// Its place among those that are written out, if it is not a [plain walk](Move::walk).
    place: u32,
}

/// Legal moves in the order of [`legal_moves`].
#[derive(Debug, Default)]
pub(super) struct Drafts {
    pub(super) list: Vec<Draft>,
    /// Those that are written out.
    moves: Vec<Move>,
    /// Whether plain walks are left out.
    pub(super) is_partial: bool,
}

impl Drafts {
    /// The move that is drafted, if it is written out.
    #[inline]
    pub(super) fn written(&self, draft: &Draft) -> Option<&Move> {
        self.moves.get(draft.place as usize)
    }

    /// The move that is drafted.
    pub(super) fn whole(&self, draft: &Draft) -> Move {
        match self.written(draft) {
            Some(mv) => mv.clone(),
            None => Move::walk(draft.piece, draft.from, draft.to),
        }
    }

    fn push_plain(&mut self, piece: Piece, from: Square, to: Square) {
        self.list.push(Draft {
            piece,
            from,
            to,
            code: plain_code(piece, from, to),
            place: PLAIN,
        });
    }

    /// Adds a move that is not in the list.
    fn push(&mut self, mv: Move) {
        if is_plain(&mv) {
            if !self.is_partial {
                self.push_plain(mv.piece, mv.from, mv.to);
            }
            return;
        }
        self.list.push(Draft {
            piece: mv.piece,
            from: mv.from,
            to: mv.to,
            code: code(&mv),
            place: self.moves.len() as u32,
        });
        self.moves.push(mv);
    }

    /// Adds moves of rules that are not among those in the list.
    fn push_new(&mut self, book: &Rulebook, added: Vec<Move>) {
        let mut distinct = Distinct::after(book, std::mem::take(&mut self.moves));
        for mv in added {
            let draft = Draft {
                piece: mv.piece,
                from: mv.from,
                to: mv.to,
                code: code(&mv),
                place: PLAIN,
            };
            if is_plain(&mv) {
                let is_same = |other: &Draft| {
                    (other.place, other.from, other.to) == (PLAIN, mv.from, mv.to)
                        && other.piece == mv.piece
                };
                if !self.is_partial && !self.list.iter().any(is_same) {
                    self.list.push(draft);
                }
            } else if let Some(place) = distinct.push_new(mv) {
                let place = place as u32;
                self.list.push(Draft { place, ..draft });
            }
        }
        self.moves = distinct.into_moves();
    }
}

/// Whether a piece goes to another square, and nothing else happens.
fn is_plain(mv: &Move) -> bool {
    mv.from != mv.to
        && mv.captures.is_empty()
        && mv.promotion.is_none()
        && *mv == Move::walk(mv.piece, mv.from, mv.to)
}

/// Makes such lists for a variant.
pub(super) struct Drafter<'v> {
    book: &'v Rulebook,
    /// Whether the moves of a side are those of its pieces and what is offered beside them, and each of them
    /// is judged alone.
    applies: bool,
    /// By role: whether its moves are those of its walks and actions alone.
    simple: Vec<bool>,
}

impl<'v> Drafter<'v> {
    pub(super) fn new(book: &'v Rulebook) -> Drafter<'v> {
        let applies = book.knows_paths()
            && !book.has_move_rules()
            && !book.has_relays()
            && !book.has_moves_not_made_in_check
            && !book.takes_back()
            && book.replacement().is_none()
            && !book.custom_speaks_in(Phases::EFFECT | Phases::DUTY);
        let simple = (0..book.roles.len()).map(|role| is_simple(book, Role::new(role)));
        Drafter {
            book,
            applies,
            simple: simple.collect(),
        }
    }

    /// The legal moves, or all of them that are not plain walks.
    pub(super) fn list(&self, setup: &Setup, is_partial: bool) -> Drafts {
        let book = self.book;
        let mut drafts = Drafts {
            is_partial,
            ..Drafts::default()
        };
        if !self.applies || !setup.en_passant.is_empty() || book.set_up_by(setup).is_some() {
            drafts.is_partial = false;
            for mv in legal_moves(book, setup) {
                drafts.push(mv);
            }
            return drafts;
        }
        if over(book, setup).is_some() || ended_by_rule(book, setup).is_some() {
            return drafts;
        }
        let at = At::new(book, setup, setup.turn);
        drafts.list.reserve(64);
        for (from, piece) in setup.board.pieces_of(setup.turn) {
            self.add_piece(&at, (from, piece), &mut drafts);
        }
        let mut others = Vec::new();
        placements(book, setup, &mut others);
        others.drain(..).for_each(|mv| drafts.push(mv));
        if book.custom_speaks_in(Phases::OFFER) {
            let added = offered(book, setup);
            if !added.is_empty() {
                drafts.push_new(book, added);
            }
        }
        keep_legal(book, setup, &mut drafts);
        drafts
    }

    /// The number of moves that the pieces of a side could make if it were to move, whatever becomes of its
    /// royal pieces.
    pub(super) fn count(&self, setup: &Setup, color: Color) -> usize {
        let book = self.book;
        let at = At::new(book, setup, color);
        let turned = OnceCell::new();
        let mut drafts = Drafts::default();
        let mut sum = 0;
        for (from, piece) in setup.board.pieces_of(color) {
            if self.applies && setup.en_passant.is_empty() && self.simple[piece.role.index()] {
                sum += at.count_at_once((from, piece)).unwrap_or_else(|| {
                    drafts.list.clear();
                    drafts.moves.clear();
                    self.add_piece(&at, (from, piece), &mut drafts);
                    drafts.list.len()
                });
                continue;
            }
            let turned = turned.get_or_init(|| Setup {
                turn: color,
                ..setup.clone()
            });
            let mut moves = Vec::new();
            piece_moves(book, turned, from, piece, &mut moves);
            sum += moves.len();
        }
        sum
    }

    /// Adds the pseudo-legal moves of a piece.
    fn add_piece(&self, at: &At<'_>, (from, piece): (Square, Piece), drafts: &mut Drafts) {
        let (book, setup) = (at.book, at.setup);
        if !self.simple[piece.role.index()] {
            let mut moves = Vec::new();
            piece_moves(book, setup, from, piece, &mut moves);
            without_repeats(book, setup, &mut moves);
            moves.into_iter().for_each(|mv| drafts.push(mv));
            return;
        }
        if is_frozen(book, setup, from, piece) {
            return;
        }
        let role = book.role(piece.role);
        let near = at.surroundings.of(from, piece);
        let owner = piece.color.perspective();
        let mut own = Own {
            at,
            mover: (from, piece),
            role,
            near,
            open: (book.capture_only.as_ref())
                .map(|rule| rule.open_targets(&book.compass, owner, from)),
            seen: SquareSet::new(),
            first: [drafts.list.len(), drafts.moves.len()],
            drafts,
        };
        own.walk();
        own.act();
        own.merge_equal();
        own.keep_to_captures();
    }
}

/// Whether nothing but its walks and actions says what a piece does, and no move leaves marks.
fn is_simple(book: &Rulebook, number: Role) -> bool {
    let role = book.role(number);
    let is_usual = |pattern: &Pattern| match pattern {
        Pattern::Walk(walk) => !walk.legs.iter().any(|leg| leg.marks || leg.relay),
        Pattern::Universal(_) => true,
        Pattern::Castle(_) | Pattern::Imitation(_) | Pattern::Placement(_) => false,
    };
    let runs = |action: &Action| matches!(action, Action::Run(_));
    role.moves.iter().all(|one| is_usual(&one.pattern))
        && !role.castles
        && role.series().next().is_none()
        && !role.powers.actions.iter().any(runs)
        && !imitates(book, number)
        && !book.has_halfway(Halfway::Optional)
        && !book.has_aftermaths()
        && !book.captures_on_promotion
}

/// A position, of which a side makes moves.
struct At<'a> {
    book: &'a Rulebook,
    setup: &'a Setup,
    surroundings: Surroundings<'a>,
    /// What is occupied, and what by the other side, if sets of that size tell it.
    crowd: Option<[u128; 2]>,
}

impl<'a> At<'a> {
    fn new(book: &'a Rulebook, setup: &'a Setup, color: Color) -> At<'a> {
        let board = &setup.board;
        let theirs = board.squares_of(color.opponent());
        let is_told = board.area() <= 128 && setup.en_passant.is_empty() && !board.has_walls();
        let crowd = is_told.then(|| {
            let (ours, theirs) = (board.squares_of(color).bits(), theirs.bits());
            [ours | theirs, theirs]
        });
        At {
            book,
            setup,
            surroundings: Surroundings::new(book, setup, color),
            crowd,
        }
    }

    /// The targets of a pattern of a piece, and those among them where it captures what stands there, with
    /// the order in which they are found; `None` if sets do not tell.
    #[inline]
    fn sweep(
        &self,
        role_move: &'a RoleMove,
        (from, piece): (Square, Piece),
    ) -> Option<([u128; 2], &'a Swept)> {
        let [occupied, theirs] = self.crowd?;
        if role_move.to.is_some() || !is_as_it_seems(self.book, piece) {
            return None;
        }
        let program = role_move.program(self.book, piece.color.perspective(), from)?;
        let swept = program.swept()?;
        if !walk_begins(self.book, self.setup, role_move, (from, piece)) {
            return Some(([0; 2], swept));
        }
        let targets = swept.targets(occupied, theirs);
        let mut takes = targets & theirs;
        if let Some(kinds) = role_move.takes {
            let is_meant = |square: Square| {
                let victim = self.setup.board.piece(square);
                victim.is_some_and(|victim| kinds.contains(victim.role))
            };
            takes = squares_of(takes)
                .filter(|square| is_meant(*square))
                .fold(0, |set, square| set | 1 << square.index());
        }
        Some(([targets & !theirs | takes, takes], swept))
    }

    /// The number of moves of a piece, found without looking at each; `None` if that is not enough.
    fn count_at_once(&self, (from, piece): (Square, Piece)) -> Option<usize> {
        let (book, setup) = (self.book, self.setup);
        let role = book.role(piece.role);
        if is_frozen(book, setup, from, piece) {
            return Some(0);
        }
        let (mut targets, mut takes) = (0, 0);
        for role_move in &role.moves {
            let ([to, taking], _) = self.sweep(role_move, (from, piece))?;
            targets |= to;
            takes |= taking;
        }
        let owner = piece.color.perspective();
        if let Some(promotion) = &role.promotion
            && targets & promotion.zone.of(owner).bits() != 0
        {
            return None;
        }
        let open =
            (book.capture_only.as_ref()).map(|rule| rule.open_targets(&book.compass, owner, from));
        let closed = open.map_or(0, |open| targets & !open.bits());
        let near = self.surroundings.of(from, piece);
        let beside = near.as_ref().map_or(0, |near| near.among(book, targets));
        if (takes | beside) & closed != 0 {
            return None;
        }
        let mut acts = Vec::new();
        if !role.powers.actions.is_empty() || near.is_some_and(|near| near.mimics) {
            add_goings(book, setup, (from, piece), &mut acts);
            add_deeds(book, setup, (from, piece), &mut acts);
            // Equal moves are one, and of those that capture the same it matters which of them enter the
            // fewest squares that are for captures only.
            let mut kept = acts.iter();
            let is_free = |mv: &Move| !mv.shifts.is_empty() || mv.from == mv.to;
            let is_open = |mv: &Move| open.is_none_or(|open| open.contains(mv.to));
            if !kept.all(|mv| is_free(mv) || beside == 0 && is_open(mv)) {
                return None;
            }
            let is_new = |index: usize| {
                let mut earlier = acts[..index].iter();
                !earlier.any(|other: &Move| other.to == acts[index].to && *other == acts[index])
            };
            if !(1..acts.len()).all(is_new) {
                return None;
            }
        }
        Some((targets & !closed).count_ones() as usize + acts.len())
    }
}

/// The squares of a set of those with numbers below 128.
fn squares_of(mut set: u128) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::new(set.trailing_zeros() as u16);
        let some = (set != 0).then_some(square);
        set &= set.wrapping_sub(1);
        some
    })
}

/// A piece whose moves are drafted.
struct Own<'a, 'd> {
    at: &'a At<'a>,
    mover: (Square, Piece),
    role: &'a RoleRules,
    near: Option<VictimsNear>,
    /// Where it may end without capturing, if not everywhere.
    open: Option<&'a SquareSet>,
    /// Where its plain walks end.
    seen: SquareSet,
    /// Where its moves begin in the list, and among those that are written out.
    first: [usize; 2],
    drafts: &'d mut Drafts,
}

impl Own<'_, '_> {
    /// The walks, with what they capture.
    fn walk(&mut self) {
        for role_move in &self.role.moves {
            match self.at.sweep(role_move, self.mover) {
                Some((targets, swept)) => self.sweep(targets, swept),
                None => self.find(role_move),
            }
        }
    }

    /// The walks by a pattern with these targets, on some of which it captures what stands there.
    fn sweep(&mut self, [targets, takes]: [u128; 2], swept: &Swept) {
        let (book, setup, (from, piece)) = (self.at.book, self.at.setup, self.mover);
        let promotion = self.role.promotion.as_ref();
        let zone = promotion.map_or(0, |rule| rule.zone.of(piece.color.perspective()).bits());
        let promotes = targets & zone;
        let goes = targets & !takes & !promotes;
        let near = self.near.as_ref();
        let beside = near.map_or(0, |near| near.among(book, goes));
        let listed = if self.drafts.is_partial {
            0
        } else {
            goes & self.open.map_or(u128::MAX, SquareSet::bits)
        };
        let wanted = takes | promotes | beside | listed;
        if wanted == 0 {
            return;
        }
        let mut written = Vec::new();
        for to in swept.in_order(wanted) {
            let is_in = |set: u128| set >> to.index() & 1 != 0;
            if is_in(goes) {
                self.go(to, is_in(beside));
                continue;
            }
            let mut mv = Move::walk(piece, from, to);
            mv.captures.extend(is_in(takes).then_some(to));
            if is_in(promotes) {
                push_with_promotions(book, setup, mv, &mut written);
                written.drain(..).for_each(|mv| self.take(mv));
            } else {
                self.take(mv);
            }
        }
    }

    /// The walks by a pattern.
    fn find(&mut self, role_move: &RoleMove) {
        let (book, setup, (from, piece)) = (self.at.book, self.at.setup, self.mover);
        let owner = piece.color.perspective();
        let mut written = Vec::new();
        let role = self.role;
        let promotes = |to: Square| {
            let promotion = role.promotion.as_ref();
            promotion.is_some_and(|promotion| promotion.zone.contains(to, owner))
        };
        let flow: ControlFlow<()> = WalkFinder {
            book,
            setup,
            from,
            piece,
            by: std::slice::from_ref(role_move),
            toward: None,
            visit: |found: &Found<'_>| {
                let is_plain = found.mover == from
                    && found.to != from
                    && found.taken.is_empty()
                    && found.en_passant.is_empty()
                    && found.marks.is_empty()
                    && found.unload.is_none()
                    && setup.board.piece(found.to).is_none()
                    && !promotes(found.to);
                if is_plain {
                    let near = self.near.as_ref();
                    self.go(
                        found.to,
                        near.is_some_and(|near| near.contains(book, found.to)),
                    );
                } else {
                    let mover = setup.board.piece(found.mover).unwrap_or(piece);
                    add_found(book, setup, mover, found, &mut written);
                    written.drain(..).for_each(|mv| self.take(mv));
                }
                ControlFlow::Continue(())
            },
        }
        .find();
        debug_assert!(flow.is_continue());
    }

    /// A walk to an empty square that captures nothing on its way, and if `may_take` perhaps beside it.
    fn go(&mut self, to: Square, may_take: bool) {
        let (book, setup, (from, piece)) = (self.at.book, self.at.setup, self.mover);
        if !self.seen.insert(to) {
            return;
        }
        if may_take {
            let mut mv = Move::walk(piece, from, to);
            add_victims(book, setup, piece, std::slice::from_mut(&mut mv));
            if !is_plain(&mv) {
                self.drafts.push(mv);
                return;
            }
        }
        let is_open = self.open.is_none_or(|open| open.contains(to));
        if !self.drafts.is_partial && is_open {
            self.drafts.push_plain(piece, from, to);
        }
    }

    /// A walk that does more than to go to an empty square.
    fn take(&mut self, mut mv: Move) {
        if is_plain(&mv) {
            let near = self.near.as_ref();
            let may_take = near.is_some_and(|near| near.contains(self.at.book, mv.to));
            self.go(mv.to, may_take);
            return;
        }
        if self.near.is_some() {
            let (book, setup) = (self.at.book, self.at.setup);
            add_victims(book, setup, self.mover.1, std::slice::from_mut(&mut mv));
        }
        self.drafts.push(mv);
    }

    /// What it does by its actions.
    fn act(&mut self) {
        let mimics = self.near.as_ref().is_some_and(|near| near.mimics);
        if self.role.powers.actions.is_empty() && !mimics {
            return;
        }
        let mut moves = Vec::new();
        add_goings(self.at.book, self.at.setup, self.mover, &mut moves);
        add_deeds(self.at.book, self.at.setup, self.mover, &mut moves);
        moves.into_iter().for_each(|mv| self.drafts.push(mv));
    }

    /// Keeps each move once.
    fn merge_equal(&mut self) {
        let own = &self.drafts.moves[self.first[1]..];
        let is_new = |index: usize| {
            let mv = &own[index];
            !own[..index]
                .iter()
                .any(|other| other.to == mv.to && other == mv)
        };
        let mut stays: SmallVec<[bool; 32]> = SmallVec::new();
        (0..own.len()).for_each(|index| stays.push(is_new(index)));
        self.keep(&stays);
    }

    /// Drops what enters squares that are for captures only, and captures nothing or more easily elsewhere.
    fn keep_to_captures(&mut self) {
        let (book, (from, piece)) = (self.at.book, self.mover);
        if let Some(rule) = &book.capture_only {
            let own = &self.drafts.moves[self.first[1]..];
            let mover = (from, piece.color.perspective());
            if let Some(stays) = which_keep_to_captures(book, rule, mover, own) {
                self.keep(&stays);
            }
        }
    }

    /// Keeps some of its moves that are written out, and all others.
    fn keep(&mut self, stays: &[bool]) {
        if stays.iter().all(|stays| *stays) {
            return;
        }
        let [first, first_written] = self.first;
        let mut index = 0;
        let mut shifted = Vec::new();
        let mut place = first_written as u32;
        for stay in stays {
            shifted.push(stay.then_some(place));
            place += u32::from(*stay);
        }
        self.drafts.moves.retain(|_| {
            index += 1;
            index <= first_written || stays[index - 1 - first_written]
        });
        let mut at = 0;
        self.drafts.list.retain_mut(|draft| {
            at += 1;
            if at <= first || draft.place == PLAIN {
                return true;
            }
            let new = shifted[draft.place as usize - first_written];
            draft.place = new.unwrap_or(PLAIN);
            new.is_some()
        });
    }
}

/// Drops the moves that leave royal pieces less safe than the rules demand, and those that rules forbid.
fn keep_legal(book: &Rulebook, setup: &Setup, drafts: &mut Drafts) {
    let forbids = book.custom_speaks_in(Phases::FORBID);
    if !book.check && !forbids {
        return;
    }
    let safety = if book.check {
        RoyalSafety::of(book, setup)
    } else {
        None
    };
    let is_seen = !book.check || safety.is_some();
    let watched = (forbids && is_seen).then(|| watched(book, setup)).flatten();
    let is_legal = |mv: &Move| {
        let is_safe = || match &safety {
            Some(safety) => safety.permits(mv),
            None => is_safe(book, setup, mv),
        };
        (!book.check || is_safe() || is_excused(book, setup, mv))
            && !(forbids && is_forbidden(book, setup, mv))
    };
    let Drafts { list, moves, .. } = drafts;
    list.retain(|draft| match moves.get(draft.place as usize) {
        Some(mv) => is_legal(mv),
        None => {
            let Draft {
                piece, from, to, ..
            } = *draft;
            let is_safe = match &safety {
                Some(safety) => safety.permits_walk(piece, from, to),
                None => !book.check,
            };
            let is_watched = || watched.as_ref().is_none_or(|watched| watched.contains(to));
            is_safe && !(forbids && is_watched()) || is_legal(&Move::walk(piece, from, to))
        }
    });
}

/// The number of a move: the same in every position.
fn code(mv: &Move) -> u32 {
    let Move {
        kind,
        from,
        to,
        piece,
        promotion,
        from_hand,
        captures,
        converts,
        shifts,
        marks,
        gate,
        wall,
        effects,
    } = mv;
    let mut key = squares_code(*piece, *from, *to);
    for square in captures {
        // What is mixed with the target before it is spread out may cancel it.
        key = mixed(key) ^ (square.index() as u64 + 1);
    }
    let is_more = *kind != MoveKind::Walk
        || promotion.is_some()
        || !(converts.is_empty() && shifts.is_empty() && marks.is_empty() && effects.is_empty())
        || gate.is_some()
        || wall.is_some();
    if is_more {
        let mut hasher = KeyHasher::default();
        (kind, promotion, from_hand, converts, shifts).hash(&mut hasher);
        (marks, gate, wall, effects).hash(&mut hasher);
        key = mixed(key) ^ hasher.finish();
    }
    short(key)
}

/// The number of a plain walk.
#[inline]
fn plain_code(piece: Piece, from: Square, to: Square) -> u32 {
    short(squares_code(piece, from, to))
}

#[inline]
fn squares_code(piece: Piece, from: Square, to: Square) -> u64 {
    let piece = (piece.role.index() << 1 | piece.color.index()) as u64;
    (piece << 16 | from.index() as u64) << 16 | to.index() as u64
}

#[inline]
fn short(key: u64) -> u32 {
    let key = mixed(key);
    // No move is 0.
    (key ^ key >> 32) as u32 | 1
}

/// A number in which each bit depends on most bits of another one.
#[inline]
const fn mixed(key: u64) -> u64 {
    let key = (key ^ key >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    key ^ key >> 29
}
