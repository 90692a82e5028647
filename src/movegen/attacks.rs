//! Attack detection, and the squares on which an attack depends.

use crate::definition::{Action, CaptureMethod, Reach};
use crate::geometry::{Square, SquareSet};
use crate::rules::{
    By, Captor, CompiledRules, Phases, ReachTable, RoleMove, RoleRules, acting_role, imitates,
    is_protected,
};
use crate::state::{Color, Piece, Setup};

use super::actions::series::{Jumper, jumpers};
use super::actions::{add_moves_that_act, captures, shifts};
use super::custom;
use super::mover::Mover;
use super::piece_moves::{explodes, piece_moves};
use super::walks::{Dependence, any_walk_beside_lines, walks_hit, walks_miss, walks_read};

/// Whether `by` attacks `target`: it could capture an enemy piece on this square.
///
/// There is no reverse move generation: the pieces of `by` are moved, after a fast test of their reach.
pub(crate) fn attacked(rules: &CompiledRules, setup: &Setup, target: Square, by: Color) -> bool {
    attacked_by(rules, setup, target, by, |_, _| true)
        || rules.rules_speak_in(Phases::ADD_ATTACKS)
            && custom::attacked_by_enemies(rules, setup, target, by)
}

/// [`attacked`] by a piece that `counts` accepts.
pub(crate) fn attacked_by(
    rules: &CompiledRules,
    setup: &Setup,
    target: Square,
    by: Color,
    counts: impl Fn(Square, Piece) -> bool,
) -> bool {
    setup.board.pieces_of(by).any(|(from, piece)| {
        let mover = Mover::new(rules, setup, (from, piece));
        counts(from, piece) && could_attack(&mover, target) && attacks(&mover, target)
    })
}

/// Whether a piece might capture on `target`; `false` is certain.
#[inline]
pub(super) fn could_attack(mover: &Mover<'_>, target: Square) -> bool {
    let (rules, _, from, piece) = mover.parts();
    // Custom rules can add any attack.
    if rules.rules_speak_in(Phases::ADD_ATTACKS) {
        return true;
    }
    if rules.asks_beside_moves {
        may_hit(mover, target)
    } else {
        rules.may_reach(piece, from, target)
    }
}

/// Whether a piece could capture an enemy piece on `target`.
#[inline]
pub(super) fn attacks(mover: &Mover<'_>, target: Square) -> bool {
    let by_walks = walks_attack(mover, target);
    if mover.rules.rules_speak_in(Phases::ATTACK) {
        custom::attacks(mover, target, by_walks)
    } else {
        by_walks
    }
}

/// [`attacks`] without custom rules.
pub(super) fn walks_attack(mover: &Mover<'_>, target: Square) -> bool {
    if mover.rules.asks_beside_moves {
        attacks_beside_walks(mover, target)
    } else {
        walks_hit(mover, &mover.role().moves, target)
    }
}

/// [`walks_attack`] in a variant with special actions or capture rules.
fn attacks_beside_walks(mover: &Mover<'_>, target: Square) -> bool {
    let (rules, setup, from, piece) = mover.parts();
    if is_protected(rules, setup, target, piece.color.opponent()) {
        return false;
    }
    // The reference is the list of all moves.
    if rules.uses_path_programs
        && let Some(hit) = (RuleAttack { mover, target }).hits()
    {
        return hit && !mover.is_frozen();
    }
    let acting = acting_role(rules, setup, piece);
    let just_jumps = |role| only_jumps(rules.role(role));
    // A walk attacks even if it could not end there because its mover cannot promote.
    if just_jumps(acting) && just_jumps(piece.role) {
        let hits = |by: &[RoleMove]| walks_hit(mover, by, target);
        let hit = rules.may_reach(piece, from, target) && hits(&mover.role().moves)
            || acting != piece.role && hits(rules.role(acting).imitable())
            || jumpers(mover, acting).any(|jumper| jumper.captures(target));
        return hit && !mover.is_frozen();
    }
    let mut moves = Vec::new();
    piece_moves(mover, &mut moves);
    moves
        .iter()
        .any(|mv| mv.captures.contains(&target) || mv.converts.contains(&target))
}

/// Whether a royal piece of the opponent is attacked.
pub(super) fn gives_check(rules: &CompiledRules, after: &Setup, us: Color) -> bool {
    rules
        .royals(after, us.opponent())
        .any(|square| attacked(rules, after, square, us))
}

/// Adds the squares on which the absence of a capture on `target` by a piece depends.
/// Returns `false` if the piece captures there, or if the attack depends on more than squares.
pub(super) fn misses(mover: &Mover<'_>, target: Square, depends: &mut Dependence) -> bool {
    let rules = mover.rules;
    let just_walks = !rules.asks_beside_moves
        || mover.role().only_walks
            && !rules.has_freezers
            && !rules.has_aftermaths
            && rules.capture_only.is_none();
    if just_walks {
        return walks_miss(mover, target, depends);
    }
    !walks_attack(mover, target) && RuleAttack { mover, target }.reads(depends)
}

// Fast conservative attack test.

/// Whether a piece might capture on `target`; `false` is certain.
#[inline]
pub(in crate::movegen) fn may_hit(mover: &Mover<'_>, target: Square) -> bool {
    let (rules, setup, from, piece) = mover.parts();
    // PERF: most pieces are too far away, which needs no call.
    match rules.may_capture(piece, from, target) {
        // A piece with series of jumps might capture en passant.
        None => {
            !setup.en_passant.is_empty()
                && mover.role().leaps
                && setup.en_passant.iter().any(|mark| mark.victim == target)
        }
        Some(By::Walks) => true,
        Some(By::Otherwise) => may_hit_otherwise(mover, target),
    }
}

/// [`may_hit`] for captures other than by walks.
fn may_hit_otherwise(mover: &Mover<'_>, target: Square) -> bool {
    let (rules, setup, _, piece) = mover.parts();
    let role = mover.role();
    let has_friend_beside =
        || (rules.compass.beside(target)).meets(setup.board.squares_of(piece.color));
    // PERF: in games with custodial captures half of the pieces are of this kind.
    if role.only_pincers && !rules.has_relays {
        return has_friend_beside();
    }
    let acts = |action: &Action| {
        !matches!(
            action,
            Action::Swap { .. } | Action::Run(_) | Action::Resurrect { .. }
        )
    };
    let captures = |method: &CaptureMethod| match method {
        CaptureMethod::Custodial if !rules.has_relays => has_friend_beside(),
        CaptureMethod::Coordination if !role.king && !rules.has_relays => {
            let mut kings = rules.kings(&setup.board, piece.color);
            kings.any(|king| {
                let [files, ranks] = rules.compass.apart(king, target);
                files == 0 || ranks == 0
            })
        }
        // A piece that only walks lends no actions.
        CaptureMethod::Mimic(_) => {
            let victim = setup.board.piece(target);
            victim.is_none_or(|victim| !rules.role(victim.role).only_walks)
        }
        _ => true,
    };
    explodes(role) || role.actions.iter().any(acts) || role.captures.methods.iter().any(captures)
}

// Attacks by special actions and capture methods, without generating moves.
//
// Only captures on one square are considered: each action and capture method tests from which squares, or
// across which squares, it could make one. Cases that are not covered are left to a list of moves.

/// Whether a role captures only by walks and series of jumps.
fn only_jumps(role: &RoleRules) -> bool {
    let plain = |action: &Action| {
        matches!(
            action,
            Action::Imitate | Action::JumpSeries(_) | Action::Run(_)
        )
    };
    role.captures.methods.is_empty() && role.actions.iter().all(plain) && !explodes(role)
}

/// A piece and the square that it may capture on.
struct RuleAttack<'a> {
    mover: &'a Mover<'a>,
    target: Square,
}

impl RuleAttack<'_> {
    /// Whether the piece captures on the target, ignoring freezes; `None` if its moves have to be listed.
    fn hits(&self) -> Option<bool> {
        let (mover, target) = (self.mover, self.target);
        let (rules, setup, from, piece) = mover.parts();
        let role = mover.role();
        let captor = self.captor()?;
        if (role.promotion.is_some() || role.moves_others) && !only_jumps(role) {
            // A move that cannot end because the piece cannot promote captures nothing, and a move of other
            // pieces does not capture them.
            return None;
        }
        let acts = |(action, reach): (&Action, &ReachTable)| match action {
            Action::LongLeap { single } => captures::takes(mover, *single, target),
            Action::Rifle { .. } if action.has_usual_reach() => captures::hits(mover, target),
            Action::Rifle { .. } | Action::Boom { .. } => {
                rules.is_within(reach, setup, from, piece, target)
            }
            // PERF: a cheap test rules out most of these actions.
            _ if action.has_usual_reach() && self.is_out_of_reach(action) => false,
            Action::Explode { .. }
            | Action::Push { .. }
            | Action::Pull { .. }
            | Action::Plow { .. } => {
                let mut moves = Vec::new();
                add_moves_that_act(mover, ((action, reach), piece.role), &mut moves);
                moves.iter().any(|mv| mv.captures.contains(&target))
            }
            Action::Swap { .. }
            | Action::Run(_)
            | Action::Resurrect { .. }
            | Action::Imitate
            | Action::JumpSeries(_) => false,
        };
        let hit = rules.may_reach(piece, from, target) && walks_hit(mover, &role.moves, target)
            || role.actions_with_reach().any(acts)
            || (self.jumpers()).any(|jumper| jumper.may_capture(target) && jumper.captures(target))
            || captor.is_some_and(|captor| self.goes_beside(&captor));
        Some(hit)
    }

    /// Whether an action of the usual reach certainly does not capture on the target.
    fn is_out_of_reach(&self, action: &Action) -> bool {
        let (mover, target) = (self.mover, self.target);
        let (compass, from) = (&mover.rules.compass, mover.from);
        match action {
            Action::Explode { .. } => !compass.around(from).contains(target),
            Action::Push { .. } | Action::Pull { .. } => !shifts::could_take(mover, action, target),
            Action::Plow { .. } => compass.bearing(from, target).is_none(),
            _ => false,
        }
    }

    /// Adds the squares on which the absence of a capture on the target depends. Returns `false` if
    /// the attack depends on more than squares.
    fn reads(&self, depends: &mut Dependence) -> bool {
        let (mover, target) = (self.mover, self.target);
        let (rules, from) = (mover.rules, mover.from);
        let Some(captor) = self.captor() else {
            return false;
        };
        if mover.is_frozen() {
            if rules.affects_afar {
                return false;
            }
            // It stays frozen as long as the freezing piece stays.
            depends.squares.unite(rules.compass.around(from));
        }
        let is_known = |action: &Action| match action {
            Action::Swap { .. }
            | Action::Run(_)
            | Action::Resurrect { .. }
            | Action::JumpSeries(_) => true,
            // Blocking pieces matter too.
            _ if !action.has_usual_reach() => false,
            // A piece that arrives on the line blocks it.
            Action::LongLeap { .. } | Action::Rifle { .. } => {
                depends.squares.extend(self.ray());
                true
            }
            Action::Plow { .. } => {
                self.ray().for_each(|square| depends.insert(square));
                true
            }
            Action::Push { .. } | Action::Pull { .. } => !shifts::could_take(mover, action, target),
            Action::Boom { .. } | Action::Explode { .. } => {
                !rules.compass.around(from).contains(target)
            }
            Action::Imitate => false,
        };
        if !mover.role().actions.iter().all(is_known) {
            return false;
        }
        for jumper in self.jumpers() {
            jumper.reads(target, |square| depends.insert(square));
        }
        // Arrivals of pieces of the attacking side are always tested, so the partners that a capture needs
        // are those present now.
        let beside = captor.map(|captor| move |to: Square| captor.could_take(from, to, target));
        walks_read(mover, target, beside, depends)
    }

    fn jumpers(&self) -> impl Iterator<Item = Jumper<'_>> {
        jumpers(self.mover, self.mover.piece.role)
    }

    /// The captor, if a walk of the piece could capture other than on its target; the outer `None` if this
    /// case is not covered.
    #[expect(
        clippy::option_option,
        reason = "nothing to ask, and nothing to be known"
    )]
    fn captor(&self) -> Option<Option<Captor<'_>>> {
        let (rules, setup, from, piece) = self.mover.parts();
        let role = self.mover.role();
        let is_spared = rules.burns && role.captures.unless_burned;
        if is_spared
            || rules.capture_only.is_some()
            || rules.has_aftermaths
            || imitates(rules, piece.role)
        {
            return None;
        }
        let near = rules.compass.around(from).contains(self.target);
        let victim = setup.board.piece(self.target);
        let only_walks = victim.is_some_and(|victim| rules.role(victim.role).only_walks);
        let matters = |method: &CaptureMethod| match method {
            CaptureMethod::Midpoint | CaptureMethod::Withdrawal => near,
            CaptureMethod::Mimic(_) => !only_walks,
            _ => true,
        };
        let mut methods = (role.captures.methods.iter()).filter(|method| matters(method));
        let Some(first) = methods.next() else {
            return Some(None);
        };
        let borrows = |method: &CaptureMethod| {
            let is_far = method.reach().is_some_and(|reach| *reach != Reach::Around);
            is_far || matches!(method, CaptureMethod::Mimic(_))
        };
        let is_simple = !rules.has_relays
            && !role.actions.iter().any(Action::goes)
            && !borrows(first)
            && !methods.any(borrows);
        is_simple.then(|| Some(Captor::new(rules, setup, piece)))
    }

    /// Whether a walk of the piece captures on the target other than by ending there.
    fn goes_beside(&self, captor: &Captor<'_>) -> bool {
        let (mover, from) = (self.mover, self.mover.from);
        let takes = |to: Square, leapt: bool| {
            captor.could_take(from, to, self.target)
                && captor.going(from, to, leapt).contains(&self.target)
        };
        let mut targets = SquareSet::new();
        any_walk_beside_lines(mover, &mover.role().moves, &mut targets, |found| {
            takes(found.to, !found.taken.is_empty())
        }) || targets.iter().any(|to| takes(to, false))
    }

    /// The squares of the ray from the piece through the target, to the edge of the board.
    fn ray(&self) -> impl Iterator<Item = Square> {
        let (compass, from) = (&self.mover.rules.compass, self.mover.from);
        let way = compass.bearing(from, self.target);
        way.into_iter().flat_map(move |way| compass.ray(from, way))
    }
}
