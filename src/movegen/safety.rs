//! Safety of moves: tests royal pieces and all other bans on a single move, or on a move with walls.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::definition::{ChecksAllowed, RoyalRule, Walling};
use crate::geometry::{Square, SquareSet};
use crate::movement::{Contents, Inside, Pattern};
use crate::rules::{CompiledRules, LastRoyal, Phases, facing, of_kinds, opposite_colors_kept};
use crate::state::{Cell, Color, Move, MoveKind, Setup};

use super::after_move::{checks_by, follow_all, moved};
use super::attacks::{attacked, attacked_by};
use super::move_context::{MoveContext, counted, last_pieces};
use super::royal_safety::{are_safe, captures_own_royal, exchange, is_safe};

/// Whether a pseudo-legal move is safe, before duties and the rule that checks must mate.
pub(super) fn is_safe_in(context: &MoveContext<'_>, mv: &Move) -> bool {
    if context.rules.has_move_rules {
        if is_banned(context, mv) {
            return false;
        }
        if asks_of_position_after(context, mv) {
            return is_safe_after(context, mv);
        }
    }
    if !context.rules.check {
        return true;
    }
    match context.safety() {
        Some(safety) => safety.permits(mv),
        None => is_safe(context.rules, context.setup, mv),
    }
}

/// Whether the move is forbidden, whatever the position after it.
fn is_banned(context: &MoveContext<'_>, mv: &Move) -> bool {
    let (rules, setup) = (context.rules, context.setup);
    if mv.kind == MoveKind::Drop
        && let Some(drops) = rules.facts.drops.as_ref()
        && let Some(kind) = drops.opposite_colors
        && !opposite_colors_kept(rules, drops, kind, setup, mv)
    {
        return true;
    }
    if mv.kind != MoveKind::Castle
        && mv.promotion.is_none()
        && rules.facts.forbids_dead_ends
        && !rules.can_leave_among(&setup.board, mv.piece, mv.to)
    {
        return true;
    }
    rules.is_of(mv.piece.role, rules.facts.captures.immune_to_own)
        && setup.board.piece(mv.to).is_some_and(|victim| {
            mv.captures.contains(&mv.to) && rules.kind(victim.role) == rules.kind(mv.piece.role)
        })
}

/// Whether the position after the move needs more tests than for attacks on own royal pieces.
fn asks_of_position_after(context: &MoveContext<'_>, mv: &Move) -> bool {
    let checks = context.rules.facts.checks;
    checks.flying_generals
        || checks.no_escape
        || context.facing
        || may_not_check(context, mv)
        || context.rules.facts.last_royal.is_some()
}

/// Whether the move must not give check.
fn may_not_check(context: &MoveContext<'_>, mv: &Move) -> bool {
    let drops = context.rules.facts.drops.as_ref();
    let by_any = match context.rules.facts.checks.allowed[context.us.index()] {
        ChecksAllowed::All => false,
        ChecksAllowed::Mates => context.no_mates,
        ChecksAllowed::None => true,
    };
    by_any || mv.kind == MoveKind::Drop && drops.is_some_and(|drops| !drops.may_check)
}

/// Whether the position after the move is safe and allowed.
fn is_safe_after(context: &MoveContext<'_>, mv: &Move) -> bool {
    let (rules, setup) = (context.rules, context.setup);
    if captures_own_royal(rules, setup, mv) {
        return false;
    }
    let after = moved(rules, setup, mv, context.facing);
    if may_not_check(context, mv) && checks_by(rules, &after, mv) {
        return false;
    }
    if let Some(last) = rules.facts.last_royal.as_ref()
        && !last_pieces_safe(context, last, mv, &after)
    {
        return false;
    }
    if context.facing && mv.is_pass() {
        return true;
    }
    if (rules.facts.checks.flying_generals || context.facing) && facing(rules, &after) {
        return false;
    }
    if rules.facts.checks.no_escape && flees(context, mv) {
        return false;
    }
    !rules.check || are_safe(rules, setup, mv, &after)
}

/// Whether a royal piece evades a check other than by capturing the only checker.
fn flees(context: &MoveContext<'_>, mv: &Move) -> bool {
    let (rules, setup) = (context.rules, context.setup);
    let checkers = |square: Square, _| square != mv.to;
    let king = rules.royals(setup, context.us).next();
    rules.role(mv.piece.role).royal
        && context.in_check()
        && king.is_some_and(|king| attacked_by(rules, setup, king, context.us.opponent(), checkers))
}

/// Whether pseudo-royal pieces are safe and do not explode. `after` is the position after the pieces have
/// moved, before effects.
fn last_pieces_safe(context: &MoveContext<'_>, last: &LastRoyal, mv: &Move, after: &Setup) -> bool {
    let (rules, us) = (context.rules, context.us);
    let them = us.opponent();
    let mut done = after.clone();
    follow_all(rules, context.setup, mv, &mut done);
    let done = &without_fresh_stones(context, mv, &done);
    let is_last = context.last_pieces[us.index()].contains(mv.from);
    if mv.kind == MoveKind::Castle && is_last && !last_piece_castles(context, mv) {
        return false;
    }
    if mv.is_capture() && rules.is_of(mv.piece.role, rules.facts.captures.petrify) && is_last {
        return false;
    }
    // Effects of rules can remove, add or move any piece.
    let is_rearranged = !mv.effects.is_empty() || rules.rules_speak_in(Phases::FOLLOW);
    let empty = |square: Square| done.board.get(square) == Cell::Empty;
    let (ours, is_ours_lost, is_theirs_lost) = if is_rearranged {
        let lost = |color: Color| has_fewer(context, last, done, color);
        (last_pieces(rules, done, us), lost(us), lost(them))
    } else {
        let ours = last_pieces_moved(context, last, mv);
        let is_ours_lost = ours.iter().any(empty);
        let mut theirs = context.last_pieces[them.index()].iter();
        (ours, is_ours_lost, theirs.any(empty))
    };
    if is_ours_lost {
        return false;
    }
    let hit = |square: Square| context.hits_last_piece(done, square);
    if !is_theirs_lost && ours.iter().any(hit) {
        return false;
    }
    !last.together || {
        let all = if is_rearranged {
            counted(last, done, us)
        } else {
            counted_after(context, last, mv)
        };
        all.is_empty() || !all.iter().all(hit)
    }
}

/// Whether a side has lost a pseudo-royal piece.
fn has_fewer(context: &MoveContext<'_>, last: &LastRoyal, done: &Setup, color: Color) -> bool {
    last.kinds.iter().any(|kind| {
        let [before, after] =
            [context.setup, done].map(|setup| of_kinds(setup, color, kind).count());
        before <= usize::from(last.limit) + 1 && after < before
    })
}

/// The pseudo-royal squares of the mover after a move without effects of rules.
fn last_pieces_moved(context: &MoveContext<'_>, last: &LastRoyal, mv: &Move) -> SquareSet {
    let (rules, us) = (context.rules, context.us);
    let mut ours = context.last_pieces[us.index()].clone();
    if mv.kind == MoveKind::Drop {
        if last.counts(mv.piece.role) {
            ours.insert(mv.to);
        }
    } else if ours.remove(mv.from) {
        ours.insert(mv.to);
    }
    if let Some(role) = mv.promotion
        && let Some(kind) = last.kind(role)
        && !rules.facts.paired_promotion.is_target(role)
    {
        let same: Vec<Square> = of_kinds(context.setup, us, kind).collect();
        if same.len() > usize::from(last.limit) {
            for square in same {
                ours.remove(square);
            }
        } else {
            ours.insert(mv.to);
        }
    }
    ours
}

/// The same for the mover after a move without effects of rules.
fn counted_after(context: &MoveContext<'_>, last: &LastRoyal, mv: &Move) -> SquareSet {
    let mut all = counted(last, context.setup, context.us);
    if all.remove(mv.from) {
        all.insert(mv.to);
    }
    if mv.promotion.is_some_and(|role| last.counts(role)) {
        all.insert(mv.to);
    }
    all
}

/// The position after a move for the test of pseudo-royal pieces: pieces that a blast petrifies do not block
/// the lines that it opens, as in Fairy-Stockfish.
fn without_fresh_stones<'b>(
    context: &MoveContext<'_>,
    mv: &Move,
    done: &'b Setup,
) -> Cow<'b, Setup> {
    let captures = &context.rules.facts.captures;
    let petrifies = captures.petrify_blasted || !captures.petrify.is_empty();
    if captures.blast.is_none() || !petrifies || !mv.is_capture() {
        return Cow::Borrowed(done);
    }
    let mut bare = done.clone();
    let reached: Vec<Square> = if context.rules.blast.is_around() {
        let near = context.rules.compass.neighbors(mv.to);
        near.chain([mv.to]).collect()
    } else {
        context.rules.shape.squares().collect()
    };
    for square in reached {
        let stone = bare.board.get(square) == Cell::Wall;
        let fresh = context.setup.board.get(square) != Cell::Wall && mv.wall != Some(square);
        if stone && fresh {
            bare.board.lift(square);
        }
    }
    Cow::Owned(bare)
}

/// Whether a pseudo-royal piece castles without crossing attacked squares.
fn last_piece_castles(context: &MoveContext<'_>, mv: &Move) -> bool {
    let (rules, them): (_, Color) = (context.rules, context.us.opponent());
    let mut scratch = context.setup.clone();
    scratch.board.lift(mv.from);
    let (from, to) = (mv.from.index() as u16, mv.to.index() as u16);
    // The squares from the origin on, without the target of a piece that moves.
    let mut passed = match from.cmp(&to) {
        Ordering::Less => from..to,
        Ordering::Equal => from..from + 1,
        Ordering::Greater => to + 1..from + 1,
    };
    passed.all(|square| {
        let square = Square::new(square);
        let stood = exchange(&mut scratch.board, square, Some(mv.piece));
        let is_safe = context.touches(square) || !attacked(rules, &scratch, square, them);
        exchange(&mut scratch.board, square, stood);
        is_safe
    })
}

// Safety of moves with walls, tested once for each move instead of once for each wall.
//
// If walls only block, a move that is safe without a wall is safe with every wall. Only the other moves are
// tested with each wall.

/// The position without the wall that is replaced, if moves can be tested without walls.
pub(super) fn without_walls(rules: &CompiledRules, setup: &Setup) -> Option<Setup> {
    let walls = rules
        .facts
        .walls
        .as_ref()
        .filter(|_| walls_only_block(rules))?;
    let mut bare = setup.clone();
    if walls.rule == Walling::Duck {
        let is_wall = |square: &_| setup.board.get(*square) == Cell::Wall;
        for square in rules.shape.squares().filter(is_wall) {
            bare.board.lift(square);
        }
    }
    Some(bare)
}

/// Whether removing a wall never makes a safe move unsafe.
fn walls_only_block(rules: &CompiledRules) -> bool {
    let checks = rules.facts.checks;
    let blasts_afar = rules.facts.captures.blast.is_some() && !rules.blast.is_around();
    let is_more = blasts_afar
        || checks.bikjang
        || checks.allowed.contains(&ChecksAllowed::Mates)
        || rules.facts.forbids_dead_ends
        || rules.check && rules.facts.royal != RoyalRule::Check
        || rules.asks_beside_moves
        || rules.rules_speak_in(Phases::ATTACK | Phases::FOLLOW);
    !is_more
        && rules
            .roles
            .iter()
            .all(|role| role.only_walks && role.moves.iter().all(|mv| jumps_no_wall(&mv.pattern)))
}

/// Whether no leg needs a wall to pass.
fn jumps_no_wall(pattern: &Pattern) -> bool {
    let Pattern::Walk(walk) = pattern else {
        return matches!(pattern, Pattern::Castle(_) | Pattern::Universal(_));
    };
    let needs_wall = |pass: Contents| pass.meets(Contents::WALL) && !pass.meets(Contents::EMPTY);
    let jumps = |inside: Inside| matches!(inside, Inside::Occupied | Inside::HalfwayOccupied);
    !walk.rebounds
        && !walk.skips_walls
        && (walk.legs.iter()).all(|leg| !needs_wall(leg.pass) && !jumps(leg.inside))
}

/// Tests moves without walls, with a cache for successive moves that differ only in their walls.
pub(super) struct Unwalled<'a> {
    context: MoveContext<'a>,
    latest: Option<(Move, bool)>,
}

impl<'a> Unwalled<'a> {
    /// Creates the test for the moves of a position [without walls](without_walls).
    pub(super) fn new(rules: &'a CompiledRules, bare: &'a Setup) -> Unwalled<'a> {
        Unwalled {
            context: MoveContext::new(rules, bare),
            latest: None,
        }
    }

    /// Whether a move is safe with any wall.
    pub(super) fn is_safe(&mut self, mv: &Move) -> bool {
        if mv.wall.is_none() {
            return false;
        }
        if let Some((latest, is_safe)) = &self.latest
            && latest.is_same_but_for_wall(mv)
        {
            return *is_safe;
        }
        let bare = Move {
            wall: None,
            ..mv.clone()
        };
        let is_safe = is_safe_in(&self.context, &bare);
        self.latest = Some((bare, is_safe));
        is_safe
    }
}
