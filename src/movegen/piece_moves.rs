//! Pseudo-legal moves of one piece: walks and actions with their captures and promotions.

use std::iter::repeat_n;

use smallvec::SmallVec;

use crate::definition::{AfterMove, CaptureMethod, PieceSet, Quiet};
use crate::geometry::Square;
use crate::rules::{
    Captor, CaptureOnly, CompiledRules, Halfway, RoleRules, Victims, acting_role, is_burned,
    is_protected, relocate,
};
use crate::source::budget::spend;
use crate::state::{Move, MoveKind, Piece, Role, Setup};

use super::actions::series::jumpers;
use super::actions::{
    add_moves_that_act, add_moves_that_go, borrowed, borrowed_booms, mimic, within,
};
use super::mover::Mover;
use super::walks::{merge_equal_moves, push_with_promotions, walks, walks_by};

/// Budget steps for each piece.
const LOOK: u64 = 6;

/// The pseudo-legal moves of a piece, without duplicates.
pub(super) fn piece_moves(mover: &Mover<'_>, moves: &mut Vec<Move>) {
    if spend(LOOK).is_err() {
        return;
    }
    if mover.rules.asks_beside_moves {
        moves_beside_walks(mover, moves);
    } else {
        walks(mover, moves);
    }
}

/// The same in a variant with special actions, captures or rules.
fn moves_beside_walks(mover: &Mover<'_>, moves: &mut Vec<Move>) {
    let (rules, setup, _, piece) = mover.parts();
    let first = moves.len();
    if mover.is_frozen() {
        return;
    }
    walks(mover, moves);
    let acting = acting_role(rules, setup, piece);
    if acting != piece.role {
        walks_by(mover, rules.role(acting).imitable(), moves);
    }
    let role = rules.role(acting);
    let is_optional = rules.facts.halfway.contains(&Halfway::Optional);
    add_walk_like_moves(mover, acting, moves);
    if !role.captures.methods.is_empty() {
        let may_spare = is_optional && role.captures.methods[..] == [CaptureMethod::Midpoint];
        let spared = if may_spare {
            moves[first..].to_vec()
        } else {
            Vec::new()
        };
        add_victims(rules, setup, piece, &mut moves[first..]);
        moves.extend(spared);
    }
    if rules.captures_on_promotion {
        let own = moves.split_off(first).into_iter();
        moves.extend(
            own.filter_map(|mut mv| add_victims_of_promoted(rules, setup, &mut mv).then_some(mv)),
        );
    }
    add_special_actions(mover, acting, moves);
    apply_consequences(mover, moves, first);
    let may_repeat = !role.actions.is_empty() || mimic(&role.captures).is_some() || is_optional;
    if may_repeat || acting != piece.role {
        merge_equal_moves(moves, first);
    }
}

/// Adds the moves of actions and series that move the piece as walks do, without their further victims.
pub(super) fn add_walk_like_moves(mover: &Mover<'_>, acting: Role, moves: &mut Vec<Move>) {
    let role = mover.rules.role(acting);
    for action in role.actions_with_reach() {
        add_moves_that_go(mover, (action, acting), moves);
    }
    for jumper in jumpers(mover, acting) {
        for series in jumper.series() {
            series.add(mover, moves);
        }
    }
    if let Some(mimic) = mimic(&role.captures) {
        borrowed(mover, mimic, moves);
    }
}

/// Adds the moves of actions that replace a walk.
pub(super) fn add_special_actions(mover: &Mover<'_>, acting: Role, moves: &mut Vec<Move>) {
    let role = mover.rules.role(acting);
    for action in role.actions_with_reach() {
        add_moves_that_act(mover, (action, acting), moves);
    }
    if mimic(&role.captures).is_some_and(|mimic| mimic.booms) {
        borrowed_booms(mover, moves);
    }
}

/// A walk that a rule adds, with all captures and consequences that the rules of pieces give it.
pub(super) fn with_consequences(rules: &CompiledRules, setup: &Setup, mv: &Move) -> Vec<Move> {
    let mut moves = vec![mv.clone()];
    let mover = Mover::new(rules, setup, (mv.from, mv.piece));
    if !rules.asks_beside_moves {
        return moves;
    }
    if mover.is_frozen() {
        return Vec::new();
    }
    if !mover.role().captures.methods.is_empty() {
        add_victims(rules, setup, mv.piece, &mut moves);
    }
    apply_consequences(&mover, &mut moves, 0);
    moves
}

/// Applies the rules about protected pieces, consequences for the mover and capture-only zones to the moves from
/// `first` on.
fn apply_consequences(mover: &Mover<'_>, moves: &mut Vec<Move>, first: usize) {
    let rules = mover.rules;
    spare_protected(mover, moves, first);
    if rules.burns || mover.role().after.is_some() {
        apply_fates(rules, mover.setup, moves, first);
    }
    if let Some(rule) = &rules.capture_only {
        keep_to_captures(mover, rule, moves, first);
    }
}

/// Removes the moves from `first` on that capture protected pieces.
fn spare_protected(mover: &Mover<'_>, moves: &mut Vec<Move>, first: usize) {
    let (rules, setup, _, piece) = mover.parts();
    if !rules.protects {
        return;
    }
    let free = |mv: &Move| {
        let victims = mv.captures.iter().chain(&mv.converts);
        let guarded = |square: Square| {
            let victim = setup.board.piece(square);
            victim.is_some_and(|victim| {
                victim.color != piece.color && is_protected(rules, setup, square, victim.color)
            })
        };
        !victims.copied().any(guarded)
    };
    let own = moves.split_off(first);
    moves.extend(own.into_iter().filter(free));
}

/// The walks of a piece with all their victims.
pub(super) fn walks_with_victims(mover: &Mover<'_>, moves: &mut Vec<Move>) {
    let first = moves.len();
    walks(mover, moves);
    add_victims(mover.rules, mover.setup, mover.piece, &mut moves[first..]);
}

// Capture-only zones: squares that may be entered only for captures that are impossible otherwise.

/// Filters the moves of one piece from `first` on by the capture-only zone.
///
/// A move that enters no square of the zone is allowed. Of moves with the same captures only the one that
/// enters the fewest squares is allowed, if it is unique. Swaps and moves that remove the piece are exempt.
fn keep_to_captures(mover: &Mover<'_>, rule: &CaptureOnly, moves: &mut Vec<Move>, first: usize) {
    if let Some(kept) = which_keep_to_captures(mover, rule, &moves[first..]) {
        let mut kept = repeat_n(true, first).chain(kept);
        moves.retain(|_| kept.next() == Some(true));
    }
}

/// For each move of one piece, whether it [is kept](keep_to_captures); `None` if all are.
/// The result for moves with captures does not depend on moves without.
pub(in crate::movegen) fn which_keep_to_captures(
    mover: &Mover<'_>,
    rule: &CaptureOnly,
    own: &[Move],
) -> Option<SmallVec<[bool; 32]>> {
    let (compass, owner, from) = (&mover.rules.compass, mover.owner(), mover.from);
    let open = rule.open_targets(compass, owner, from);
    // PERF: a piece has few moves, and usually none enters the zone.
    if (own.iter()).all(|mv| mv.from == from && open.contains(mv.to)) {
        return None;
    }
    let entered = own
        .iter()
        .map(|mv| rule.n_entered(compass, owner, [mv.from, mv.to]));
    let entered: SmallVec<[usize; 32]> = entered.collect();
    let free = |mv: &Move| !mv.shifts.is_empty() || mv.from == mv.to;
    let may = |index: usize| {
        let (mv, count) = (&own[index], entered[index]);
        if count == 0 || free(mv) {
            return true;
        }
        if mv.captures.is_empty() {
            return false;
        }
        let rivals = own.iter().zip(&entered);
        let mut rivals = rivals.filter(|(other, _)| !free(other) && other.captures == mv.captures);
        rivals.all(|(other, others)| *others > count || other.to == mv.to)
    };
    let kept: SmallVec<[bool; 32]> = (0..own.len()).map(may).collect();
    let all = kept.iter().all(|kept| *kept);
    (!all).then_some(kept)
}

// Consequences of a move for its mover: it changes its kind, leaves the board, explodes or is burned.

/// The consequence for the mover.
enum Fate {
    Changes(Role),
    Leaves,
    Explodes,
}

/// Whether a role can explode by its own move.
pub(in crate::movegen) fn explodes(role: &RoleRules) -> bool {
    let after = role.after.as_ref();
    after.is_some_and(|after| !after.explodes.is_empty() || after.quiet == Some(Quiet::Explodes))
}

/// Applies the consequences to the moves from `first` on.
fn apply_fates(rules: &CompiledRules, setup: &Setup, moves: &mut Vec<Move>, first: usize) {
    for mut mv in moves.split_off(first) {
        if mv.kind != MoveKind::Normal || !mv.mover_stays() {
            moves.push(mv);
            continue;
        }
        let after = rules.role(mv.piece.role).after.as_ref();
        match after.and_then(|after| fate(after, setup, &mv)) {
            None => {}
            Some(Fate::Changes(role)) => {
                change(rules, setup, &mv, role, moves);
                continue;
            }
            Some(Fate::Leaves) => leave(&mut mv),
            Some(Fate::Explodes) if !explode(rules, setup, &mut mv) => continue,
            Some(Fate::Explodes) => {}
        }
        if mv.mover_stays() {
            let role = mv.role_after();
            let arrived = Piece { role, ..mv.piece };
            if is_burned(rules, setup, &mv, arrived) {
                leave(&mut mv);
            }
        }
        moves.push(mv);
    }
    merge_equal_moves(moves, first);
}

fn fate(after: &AfterMove, setup: &Setup, mv: &Move) -> Option<Fate> {
    let victims = || {
        let pieces = mv.captures.iter().filter_map(|at| setup.board.piece(*at));
        pieces
            .filter(|victim| victim.color != mv.piece.color)
            .map(|victim| victim.role)
    };
    let any = |set: PieceSet| victims().any(|victim| set.contains(victim));
    if mv.captures.is_empty() && mv.converts.is_empty() {
        return after.quiet.map(|quiet| match quiet {
            Quiet::Becomes(piece) => Fate::Changes(piece.into()),
            Quiet::Explodes => Fate::Explodes,
        });
    }
    if any(after.explodes) {
        return Some(Fate::Explodes);
    }
    if any(after.vanishes) {
        return Some(Fate::Leaves);
    }
    let mut changes = after.becomes.iter();
    let change = changes.find(|(victim, _)| victims().any(|other| *victim == other.into()));
    change.map(|(_, piece)| Fate::Changes((*piece).into()))
}

/// Replaces the mover by another kind of piece, which may then promote.
fn change(rules: &CompiledRules, setup: &Setup, mv: &Move, role: Role, moves: &mut Vec<Move>) {
    let first = moves.len();
    let piece = Piece { role, ..mv.piece };
    let changed = Move {
        piece,
        promotion: None,
        from_hand: false,
        ..mv.clone()
    };
    push_with_promotions(rules, setup, changed, moves);
    for changed in &mut moves[first..] {
        let role = changed.role_after();
        changed.piece = mv.piece;
        changed.promotion = (role != mv.piece.role).then_some(role);
        if is_burned(rules, setup, changed, Piece { role, ..piece }) {
            leave(changed);
        }
    }
}

/// Removes the mover from its target.
fn leave(mv: &mut Move) {
    mv.promotion = None;
    mv.from_hand = false;
    mv.marks.clear();
    mv.captures.push(mv.from);
    mv.captures.sort_unstable();
}

/// Removes the mover and everything within reach. Returns whether this is possible.
fn explode(rules: &CompiledRules, setup: &Setup, mv: &mut Move) -> bool {
    let is_own_king = |square: Square| {
        let piece = setup.board.piece(square);
        piece.is_some_and(|piece| piece.color == mv.piece.color && rules.role(piece.role).king)
    };
    let reach = &rules.role(mv.piece.role).reaches.after;
    let after = (!reach.is_around()).then(|| relocate(rules, setup, mv, false));
    let arrived = Mover::new(rules, after.as_ref().unwrap_or(setup), (mv.to, mv.piece));
    let near = within(&arrived, reach, mv.piece.role).into_iter();
    let hit: Vec<Square> = near
        .filter(|square| *square != mv.from && !mv.captures.contains(square))
        .filter(|square| setup.board.piece(*square).is_some())
        .collect();
    if rules.role(mv.piece.role).king || hit.iter().copied().any(is_own_king) {
        return false;
    }
    mv.captures.extend(hit);
    leave(mv);
    true
}

// Victims of capture methods, added to moves.

/// Budget steps for the victims of a move.
const VICTIMS: u64 = 128;

/// Adds the victims of the capture methods of the moving pieces. Usually these are `piece`, but it may move
/// another piece.
pub(in crate::movegen) fn add_victims(
    rules: &CompiledRules,
    setup: &Setup,
    piece: Piece,
    moves: &mut [Move],
) {
    let mut captor = Captor::new(rules, setup, piece);
    for mv in moves {
        if mv.kind != MoveKind::Normal || mv.from == mv.to {
            continue;
        }
        if spend(VICTIMS).is_err() {
            return;
        }
        if mv.piece != captor.piece() {
            captor = Captor::new(rules, setup, mv.piece);
        }
        let captures = &rules.role(mv.piece.role).captures;
        let arrived = Piece {
            role: mv.role_after(),
            ..mv.piece
        };
        if captures.unless_burned && is_burned(rules, setup, mv, arrived) {
            continue;
        }
        take(mv, captor.victims(mv), captures.convert);
    }
}

/// Adds the victims of the piece that results from a promotion, if its capture methods apply to promotions.
/// Returns whether the move is legal: it must not capture protected pieces.
pub(in crate::movegen) fn add_victims_of_promoted(
    rules: &CompiledRules,
    setup: &Setup,
    mv: &mut Move,
) -> bool {
    let Some(role) = mv.promotion.filter(|_| rules.captures_on_promotion) else {
        return true;
    };
    let captures = &rules.role(role).captures;
    let arrived = Piece { role, ..mv.piece };
    let is_spared = captures.unless_burned && is_burned(rules, setup, mv, arrived);
    if !captures.on_promotion || is_spared {
        return true;
    }
    let victims = Captor::new(rules, setup, arrived).victims(mv);
    let side = arrived.color.opponent();
    let is_free = !(victims.iter()).any(|victim| is_protected(rules, setup, *victim, side));
    take(mv, victims, captures.convert);
    is_free
}

/// Adds victims to the captures or conversions of a move.
fn take(mv: &mut Move, victims: Victims, converts: bool) {
    if victims.is_empty() {
        return;
    }
    let mut new = victims;
    // A partner that the move has shifted to the vacated square is no victim.
    new.retain(|victim| *victim != mv.from && !mv.captures.contains(victim));
    if converts {
        mv.converts.extend(new);
    } else if !new.is_empty() {
        mv.captures.extend(new);
        mv.captures.sort_unstable();
    }
}
