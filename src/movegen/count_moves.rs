//! Counting legal moves without a list, for the leaves of perft.
//!
//! Most pieces move to a square and capture there or next to it, and [`RoyalSafety`] rules out that most
//! moves expose the king: these are counted as sets of targets. Moves that might expose it are made and
//! tested. Moves of other pieces are listed, and positions with rules that compare moves use the full list.

use std::ops::ControlFlow;

use super::actions::series::jumpers;
use super::actions::visit_leaps;
use super::custom::{
    DropSet, drop_sets, ended_by_rule, has_duty, is_excused, is_forbidden, offer_moves, watched,
};
use super::legality::legal_moves;
use super::move_context::in_check;
use super::mover::{Mover, break_if};
use super::piece_moves::{add_victims, piece_moves};
use super::pseudo_legal::without_repeats;
use super::royal_safety::RoyalSafety;
use super::walks::{
    add_line_targets, add_new, add_run_targets, any_walk_beside_lines, castle, walk_begins,
};
use crate::compile::CompletedWalk;
use crate::definition::Action;
use crate::geometry::{Square, SquareSet};
use crate::rules::{
    Captor, CompiledRules, Phases, PromotionOutcome, RoleMove, RuleContext, ended_at_home, frozen,
    placements, promotion_outcomes, replaced, replacements, takes_beside,
};
use crate::state::{Color, Move, MoveKind, Setup};

/// The number of legal moves.
pub(crate) fn count_legal(rules: &CompiledRules, setup: &Setup) -> u64 {
    if let Some(count) = count_set_up(rules, setup) {
        return count;
    }
    count_by_pieces(rules, setup).unwrap_or_else(|| legal_moves(rules, setup).len() as u64)
}

/// The number of placements while the game is set up, if no rule can forbid any.
fn count_set_up(rules: &CompiledRules, setup: &Setup) -> Option<u64> {
    let (rule, named) = rules.set_up_by(setup)?;
    let is_free = !rules.check
        && !rules.has_move_rules
        && !rules.rules_speak_in(Phases::EFFECT | Phases::FORBID | Phases::DUTY);
    let at = RuleContext::new(rules, setup, rule);
    is_free.then(|| named.rule.count_offered(&at)).flatten()
}

/// The number of legal moves, if they can be counted piece by piece.
fn count_by_pieces(rules: &CompiledRules, setup: &Setup) -> Option<u64> {
    let is_plain = rules.uses_path_programs && !rules.has_move_rules;
    if !is_plain || rules.has_relays || !counts_by_pieces(rules, setup) {
        return None;
    }
    let safety = RoyalSafety::of(rules, setup)?;
    let mut others = Vec::new();
    placements(rules, setup, &mut others);
    if !others.is_empty() {
        return None;
    }
    let frozen = frozen(rules, setup, setup.turn);
    let mut careful = watched(rules, setup)?;
    careful.unite(safety.arrivals());
    let legal = |mv: &&Move| is_legal(rules, setup, &safety, mv);
    let mut offered = Vec::new();
    let mut dropped = Vec::new();
    if rules.rules_speak_in(Phases::OFFER) {
        offer_moves(rules, setup, &mut |_, _, _| {}, &mut offered);
        dropped = drop_sets(rules, setup, &mut |_, _, _| {});
    }
    // Single drops can duplicate those of a set.
    let (single, offered): (Vec<Move>, Vec<Move>) = offered
        .into_iter()
        .partition(|mv| mv.kind == MoveKind::Drop);
    let mut count = 0;
    if single.is_empty() {
        let looked_at = careful.union(safety.squares());
        for set in &dropped {
            let is_royal = rules.role(set.piece.role).royal;
            let is_tried = |to: &Square| is_royal || looked_at.contains(*to);
            let tried = set.squares.iter().filter(is_tried);
            let tried: Vec<Move> = tried.map(|to| set.move_to(to)).collect();
            count += (set.squares.len() - tried.len() + tried.iter().filter(legal).count()) as u64;
        }
    } else {
        let mut distinct = Vec::new();
        let drops = dropped.iter().flat_map(DropSet::moves);
        add_new(rules, single.into_iter().chain(drops), &mut distinct);
        count += distinct.iter().filter(legal).count() as u64;
    }
    // Captured pieces, on the target or next to it, may shield the royal piece.
    let among = |color: Color| {
        let squares = safety.squares().common(setup.board.squares_of(color));
        squares.collect::<SquareSet>()
    };
    let shields = among(setup.turn.opponent());
    careful.unite(&shields);
    careful.unite(&among(setup.turn));
    let crowd = Occupancy::of(rules, setup, &safety, &careful);
    for placed in setup.board.pieces_of(setup.turn) {
        let mover = Mover::new(rules, setup, placed);
        let squares = [&careful, &shields];
        let of_piece = |mv: &&Move| mv.from == mover.from;
        let mut offered = offered.iter().filter(of_piece).peekable();
        let counted = if frozen.contains(mover.from) || offered.peek().is_some() {
            None
        } else {
            let plain = crowd.as_ref().and_then(|crowd| crowd.count(&mover));
            plain.or_else(|| by_targets(&mover, &safety, squares))
        };
        count += counted.unwrap_or_else(|| {
            others.clear();
            piece_moves(&mover, &mut others);
            without_repeats(&mut others);
            if let Some(rule) = rules.facts.replacement.as_ref() {
                replacements(rule, setup, || in_check(rules, setup), &mut others);
            }
            for mv in offered {
                if !others.contains(mv) {
                    others.push(mv.clone());
                }
            }
            others.iter().filter(legal).count() as u64
        });
    }
    Some(count)
}

/// The number of moves of a piece by their targets; `None` if it has other moves.
fn by_targets(
    mover: &Mover<'_>,
    safety: &RoyalSafety<'_>,
    [careful, shields]: [&SquareSet; 2],
) -> Option<u64> {
    let (rules, setup, from, piece) = mover.parts();
    let role = mover.role();
    let replaces = rules.facts.replacement.is_some();
    if role.castles && replaces || role.does_more {
        return None;
    }
    if let Some(count) = just_along_lines(mover, safety, careful) {
        return Some(count);
    }
    let mut counter = TargetCounter {
        mover,
        safety,
        careful,
        exposes: safety.contains(from),
        captor: (!role.captures.methods.is_empty()).then(|| Captor::new(rules, setup, piece)),
        shields: Shields::of(mover, shields),
        open: mover.open_targets(),
        targets: SquareSet::new(),
        marking: SquareSet::new(),
        clear: 0,
        tried: None,
    };
    if counter.count_walks(&role.moves).is_break()
        || rules.asks_beside_moves
            && visit_leaps(mover, |to, taken| counter.leap(to, taken)).is_break()
    {
        return None;
    }
    if role.castles {
        counter.clear += count_castlings(mover, safety);
    }
    // Each piece that can take the vacated square makes one more move.
    let partners = replaced(rules, setup, from, piece, |square| safety.contains(square))?;
    match counter.tried {
        None => Some(counter.clear * (1 + partners)),
        Some(tried) if partners == 0 => Some(counter.clear + tried),
        Some(_) => None,
    }
}

/// The number of moves of a piece that only follows lines or makes runs, if no square needs a test; else
/// `None`.
fn just_along_lines(
    mover: &Mover<'_>,
    safety: &RoyalSafety<'_>,
    careful: &SquareSet,
) -> Option<u64> {
    let (rules, setup, from, piece) = mover.parts();
    let role = mover.role();
    if !role.only_walks || role.castles || rules.capture_only.is_some() || safety.contains(from) {
        return None;
    }
    let (mut targets, mut runs, mut marks) = (SquareSet::new(), SquareSet::new(), SquareSet::new());
    for role_move in &role.moves {
        let is_known = add_line_targets(mover, role_move, &mut targets)
            || add_run_targets(mover, role_move, [&mut runs, &mut marks]);
        if !is_known {
            return None;
        }
    }
    if !runs.is_empty() {
        let matters =
            |squares: &SquareSet| squares.meets(careful) || squares.meets(safety.squares());
        // A run with en passant marks differs from a plain move.
        if matters(&runs) || matters(&marks) || runs.meets(&targets) {
            return None;
        }
        targets.unite(&runs);
    }
    let promotes = role.promotion.as_ref().is_some_and(|promotion| {
        let mut targets = targets.iter();
        targets.any(|to| promotion.zone.contains(to, mover.owner()))
    });
    if promotes || targets.meets(careful) {
        return None;
    }
    let partners = replaced(rules, setup, from, piece, |square| safety.contains(square))?;
    Some(targets.len() as u64 * (1 + partners))
}

/// Counter of the moves of a piece by their targets.
struct TargetCounter<'a> {
    mover: &'a Mover<'a>,
    safety: &'a RoyalSafety<'a>,
    /// Targets that need a test.
    careful: &'a SquareSet,
    /// Whether the piece is pinned or could be.
    exposes: bool,
    /// The captor, if the piece captures other than on its target.
    captor: Option<Captor<'a>>,
    shields: Option<Shields<'a>>,
    /// Targets that do not enter capture-only squares, if such exist.
    open: Option<&'a SquareSet>,
    targets: SquareSet,
    /// Targets of moves with en passant marks.
    marking: SquareSet,
    /// The number of moves that cannot expose the king.
    clear: u64,
    /// The number of legal ones of the moves that needed a test; `None` if none did.
    tried: Option<u64>,
}

/// Continues, or breaks if the moves cannot be counted by targets.
type Flow = ControlFlow<()>;

impl TargetCounter<'_> {
    /// Counts walks, those along lines as sets.
    fn count_walks(&mut self, by: &[RoleMove]) -> Flow {
        let (mover, mut lines) = (self.mover, SquareSet::new());
        let is_other = |found: &CompletedWalk<'_>| self.walk(found).is_break();
        break_if(any_walk_beside_lines(mover, by, &mut lines, is_other))?;
        self.along_lines(lines)
    }

    /// Counts walks along lines.
    fn along_lines(&mut self, mut targets: SquareSet) -> Flow {
        let (mover, careful) = (self.mover, self.careful);
        let takes = |to: Square| mover.setup.board.piece(to).is_some();
        // Moves to one square may differ in their en passant marks.
        if targets.meets(&self.marking) {
            return ControlFlow::Break(());
        }
        let found = targets.clone();
        if !self.targets.is_empty() {
            targets = targets.difference(&self.targets);
        }
        if let Some(open) = self.open {
            for to in &targets.difference(open) {
                self.enter(to, &[], takes(to))?;
            }
            targets = targets.intersection(open);
        }
        let promotes = mover.role().promotion.is_some();
        let near = self.shields.as_ref().map(|shields| shields.near.as_ref());
        if self.exposes || promotes || near == Some(None) {
            for to in &targets {
                self.count(to, &[], takes(to))?;
            }
        } else {
            let both;
            let careful = match near.flatten() {
                Some(near) => {
                    both = careful.union(near);
                    &both
                }
                None => careful,
            };
            self.clear += targets.len_outside(careful) as u64;
            for to in targets.common(careful) {
                self.count(to, &[], takes(to))?;
            }
        }
        self.targets.unite(&found);
        ControlFlow::Continue(())
    }

    /// A move into capture-only squares, which needs a capture.
    fn enter(&self, to: Square, taken: &[Square], takes: bool) -> Flow {
        let from = self.mover.from;
        let takes_beside = |captor: &Captor<'_>| !captor.going(from, to, false).is_empty();
        // A capture depends on the other captures of the same victims.
        break_if(takes || !taken.is_empty() || self.captor.as_ref().is_some_and(takes_beside))
    }

    fn walk(&mut self, found: &CompletedWalk<'_>) -> Flow {
        let (setup, from) = (self.mover.setup, self.mover.from);
        let is_simple = found.mover == from
            && found.to != from
            && found.taken.is_empty()
            && found.en_passant.is_empty()
            && found.unload.is_none();
        let new = self.targets.insert(found.to);
        // Moves to one square may differ in their en passant marks.
        let leaves = !found.marks.is_empty();
        let differs = !new && (leaves || self.marking.contains(found.to));
        if !is_simple || differs || leaves && (self.exposes || self.may_expose(found)) {
            return ControlFlow::Break(());
        }
        if leaves {
            self.marking.insert(found.to);
        }
        if !new {
            return ControlFlow::Continue(());
        }
        let takes = !found.take.is_empty() && setup.board.piece(found.to).is_some();
        if self.is_closed(found.to) {
            return self.enter(found.to, &[], takes);
        }
        self.count(found.to, &[], takes)
    }

    /// Whether a target is capture-only or lies behind a capture-only square.
    fn is_closed(&self, to: Square) -> bool {
        self.open.is_some_and(|open| !open.contains(to))
    }

    /// Whether a move with en passant marks may expose the king.
    fn may_expose(&self, found: &CompletedWalk<'_>) -> bool {
        let mut squares = found.marks.iter().chain([&found.to]);
        squares.any(|square| self.careful.contains(*square) || self.safety.contains(*square))
    }

    /// A leap that captures only on its way.
    fn leap(&mut self, to: Square, taken: &[Square]) -> Flow {
        if !self.targets.insert(to) {
            return ControlFlow::Break(());
        }
        if self.is_closed(to) {
            return self.enter(to, taken, false);
        }
        self.count(to, taken, false)
    }

    /// Counts a move with its promotions; `taken` are victims on its way, and `takes` marks a capture on its
    /// target.
    fn count(&mut self, to: Square, taken: &[Square], takes: bool) -> Flow {
        let (mover, owner) = (self.mover, self.mover.owner());
        let (rules, setup, _, piece) = mover.parts();
        let role = mover.role();
        let promotion = role.promotion.as_ref();
        let n_endings = if promotion.is_some_and(|promotion| promotion.zone.contains(to, owner)) {
            let outcomes = promotion_outcomes(rules, setup, piece, to);
            let is_royal = |outcome: &PromotionOutcome| match outcome {
                PromotionOutcome::Become { role, .. } => rules.role(*role).royal,
                PromotionOutcome::Stay => false,
            };
            if outcomes.iter().any(is_royal) {
                return ControlFlow::Break(());
            }
            outcomes.len() as u64
        } else {
            1
        };
        let safety = self.safety;
        let is_clear = !self.exposes
            && !self.careful.contains(to)
            && !taken.iter().any(|square| safety.contains(*square))
            && !self.could_take_shield(to);
        if is_clear {
            self.clear += n_endings;
            return ControlFlow::Continue(());
        }
        let mut mv = mover.walk_to(to);
        mv.captures.extend_from_slice(taken);
        mv.captures.extend(takes.then_some(to));
        mv.captures.sort_unstable();
        if !role.captures.methods.is_empty() {
            add_victims(rules, setup, piece, std::slice::from_mut(&mut mv));
        }
        let is_legal = is_legal(rules, setup, safety, &mv);
        let legal = if is_legal { n_endings } else { 0 };
        self.tried = Some(self.tried.unwrap_or(0) + legal);
        ControlFlow::Continue(())
    }

    fn could_take_shield(&self, to: Square) -> bool {
        let (Some(shields), Some(captor)) = (&self.shields, &self.captor) else {
            return false;
        };
        if shields.near.as_ref().is_some_and(|near| !near.contains(to)) {
            return false;
        }
        let mut squares = shields.squares.iter();
        squares.any(|shield| captor.could_take(self.mover.from, to, shield))
    }
}

/// Enemy pieces that shield the royal piece, as victims of captures next to the target.
struct Shields<'a> {
    squares: &'a SquareSet,
    /// The targets from which one of them can be captured, if known.
    near: Option<SquareSet>,
}

impl<'a> Shields<'a> {
    /// `None` if the piece cannot capture any of them in this way.
    fn of(mover: &Mover<'_>, squares: &'a SquareSet) -> Option<Shields<'a>> {
        let methods = &mover.role().captures.methods;
        if methods.is_empty() || squares.is_empty() {
            return None;
        }
        let compass = &mover.rules.compass;
        let around = compass.around(mover.from);
        let is_known = methods.iter().all(takes_beside) && !around.meets(squares);
        let near = is_known.then(|| {
            let mut near = SquareSet::new();
            for shield in squares {
                near.unite(compass.around(shield));
            }
            near
        });
        Some(Shields { squares, near })
    }
}

/// Whether the moves of a side are independent moves of its pieces, replacements of unmoved pieces and drops;
/// rules may only forbid some by their targets.
fn counts_by_pieces(rules: &CompiledRules, setup: &Setup) -> bool {
    let listed = Phases::EFFECT | Phases::ATTACK;
    if rules.rules_speak_in(listed)
        || rules.takes_back
        || rules.set_up_by(setup).is_some()
        || ended_by_rule(rules, setup).is_some()
    {
        return false;
    }
    let is_alone = !rules.asks_beside_moves
        || rules.pieces_move_alone && ended_at_home(rules, setup).is_none();
    is_alone && !has_duty(rules, setup)
}

// Counts of plain moves by bitboards, on boards of up to 128 squares.

/// Whether a pseudo-legal move is legal.
pub(super) fn is_legal(
    rules: &CompiledRules,
    setup: &Setup,
    safety: &RoyalSafety<'_>,
    mv: &Move,
) -> bool {
    (safety.permits(mv) || is_excused(rules, setup, mv)) && !is_forbidden(rules, setup, mv)
}

/// The bitboards of a position that the counts of all pieces share.
pub(super) struct Occupancy<'a> {
    safety: &'a RoyalSafety<'a>,
    occupied: u128,
    theirs: u128,
    /// En passant squares.
    passed: u128,
    /// Targets that need a test.
    careful: u128,
    /// Squares on which the safety of the royal piece depends.
    watched: u128,
}

impl<'a> Occupancy<'a> {
    /// `None` if the board has walls, too many squares, or capture-only squares.
    pub(super) fn of(
        rules: &CompiledRules,
        setup: &Setup,
        safety: &'a RoyalSafety<'a>,
        careful: &SquareSet,
    ) -> Option<Occupancy<'a>> {
        let board = &setup.board;
        if board.area() > 128 || rules.capture_only.is_some() || board.has_walls() {
            return None;
        }
        let theirs = board.squares_of(setup.turn.opponent()).bits();
        let marks = setup.en_passant.iter();
        Some(Occupancy {
            safety,
            occupied: board.squares_of(setup.turn).bits() | theirs,
            theirs,
            passed: marks.fold(0, |set, mark| set | 1 << mark.target.index()),
            careful: careful.bits(),
            watched: safety.squares().bits(),
        })
    }

    /// The number of moves of a piece; `None` if it has other than plain moves.
    pub(super) fn count(&self, mover: &Mover<'_>) -> Option<u64> {
        let (rules, setup, from, piece) = mover.parts();
        let role = mover.role();
        if role.castles && rules.facts.replacement.is_some() || !role.only_walks && self.acts(mover)
        {
            return None;
        }
        let plain = rules.plain_moves(piece, from)?;
        if plain.passing() & self.passed != 0 {
            return None;
        }
        let exposes = has(self.watched, from);
        let mut targets = plain.targets(self.occupied, self.theirs);
        let mut tried = if exposes {
            targets
        } else {
            targets & self.careful
        };
        for run in plain.runs() {
            if run.needs & self.occupied != 0 || !walk_begins(mover, &role.moves[run.by]) {
                continue;
            }
            // A run with en passant marks differs from a plain move.
            let matters = (run.to | run.marks) & (self.careful | self.watched) != 0;
            if exposes || matters || run.to & targets != 0 {
                return None;
            }
            targets |= run.to;
        }
        if let Some(promotion) = &role.promotion
            && targets & promotion.zone.of(mover.owner()).bits() != 0
        {
            return None;
        }
        // Each piece that can take the vacated square makes one more move.
        let watches = |square: Square| self.safety.contains(square);
        let partners = replaced(rules, setup, from, piece, watches)?;
        if partners != 0 && tried != 0 {
            return None;
        }
        let mut count = u64::from((targets & !tried).count_ones()) * (1 + partners);
        while tried != 0 {
            let to = Square::new(tried.trailing_zeros() as u16);
            tried &= tried - 1;
            let mut mv = mover.walk_to(to);
            mv.captures.extend(has(self.theirs, to).then_some(to));
            count += u64::from(is_legal(rules, setup, self.safety, &mv));
        }
        if role.castles {
            count += count_castlings(mover, self.safety);
        }
        Some(count)
    }

    /// Whether a piece currently has moves other than walks, or captures other than on its target.
    fn acts(&self, mover: &Mover<'_>) -> bool {
        let role = mover.role();
        if role.does_more || !role.captures.methods.is_empty() {
            return true;
        }
        let jumps = |action: &Action| matches!(action, Action::JumpSeries(_));
        if !role.actions.iter().all(jumps) {
            return true;
        }
        jumpers(mover, mover.piece.role).any(|jumper| {
            let mut hops = jumper.hops(mover.from);
            let crossed = self.occupied | self.passed;
            hops.any(|hop| has(crossed, hop.over) && !has(self.occupied, hop.to))
        })
    }
}

/// The number of legal castlings of a piece.
#[cold]
pub(super) fn count_castlings(mover: &Mover<'_>, safety: &RoyalSafety<'_>) -> u64 {
    let mut castlings = Vec::new();
    castle(mover, &mut castlings);
    let legal = |mv: &&Move| is_legal(mover.rules, mover.setup, safety, mv);
    castlings.iter().filter(legal).count() as u64
}

#[inline]
const fn has(set: u128, square: Square) -> bool {
    set >> square.index() & 1 != 0
}
