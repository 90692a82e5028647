//! Moves of the variants with hooks: actions beside walks, victims beside targets, freezes.
//!
//! Everything here ends in plain [`Move`]s, so that one place makes them and one judges them.

mod abundance;
mod aftermath;
mod burst;
mod duty;
mod exchange;
mod leap;
mod mimic;
mod place;
mod pocket;
mod push;
mod replace;
mod resurrect;
mod rifle;
mod ring;
mod run;
mod series;
mod strike;
mod swap;
mod trade;

use std::ops::ControlFlow;

use crate::definition::{Action, CaptureMethod, RulesDef};
use crate::geometry::{Square, SquareSet};
use crate::rules::{
    By, Captor, ReachTable, RoleMove, Rulebook, acting_role, after_placing, both_bare,
    crowds_palace, empty_pocket, ended_at_home, is_frozen, is_protected, note_move, note_mover,
    notice_bare, placing,
};
use crate::state::{Color, Move, MoveKind, Piece, Role, Setup};

pub(crate) use abundance::{abounds, walks_abound, walls_abound};
pub(super) use place::place;

use super::generate::{unite, walks, walks_by, walks_hit};
use super::legality::in_check;
use burst::{booms, explode, vanish, within};
use leap::{Leap, long_leaps};
use mimic::{borrowed, borrowed_booms, mimic};
use series::jumpers;
use strike::Strike;
use swap::{Partners, swaps};

pub(super) use replace::replaced;

/// The pseudo-legal moves of the piece on `from`.
pub(super) fn piece_moves(
    book: &Rulebook,
    hooks: &RulesDef,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let first = moves.len();
    if is_frozen(book, setup, from, piece) {
        if hooks.suicide && !book.role(piece.role).king {
            moves.push(vanish(piece, from));
        }
        return;
    }
    walks(book, setup, from, piece, moves);
    let acting = acting_role(book, setup, piece);
    if acting != piece.role {
        walks_by(book, setup, from, piece, book.imitable(acting), moves);
    }
    let powers = &book.role(acting).powers;
    let mimic = mimic(powers);
    for action in book.role(acting).actions() {
        go(book, setup, from, piece, (action, acting), moves);
    }
    for jumper in jumpers(book, setup, from, piece, acting) {
        for one in jumper.series() {
            one.add(book, setup, (from, piece), moves);
        }
    }
    if let Some(mimic) = mimic {
        borrowed(book, setup, from, piece, mimic, moves);
    }
    if !powers.captures.is_empty() {
        let may_spare = hooks.optional_midpoint && powers.captures[..] == [CaptureMethod::Midpoint];
        let spared = if may_spare {
            moves[first..].to_vec()
        } else {
            Vec::new()
        };
        add_victims(book, setup, piece, &mut moves[first..]);
        moves.extend(spared);
    }
    for action in book.role(acting).actions() {
        act(book, setup, from, piece, (action, acting), moves);
    }
    if mimic.is_some_and(|mimic| mimic.booms) {
        borrowed_booms(book, setup, from, piece, moves);
    }
    if book.protects {
        let free = |one: &Move| {
            let victims = one.captures.iter().chain(&one.converts);
            let guarded = |square: Square| {
                let victim = setup.board.piece(square);
                victim.is_some_and(|victim| {
                    victim.color != piece.color && is_protected(book, setup, square, victim.color)
                })
            };
            !victims.copied().any(guarded)
        };
        let own = moves.split_off(first);
        moves.extend(own.into_iter().filter(free));
    }
    if book.burns || book.role(piece.role).powers.after.is_some() {
        aftermath::settle(book, setup, moves, first);
    }
    if let Some(rule) = &hooks.pocket {
        pocket::with_gates(rule, setup, first, moves);
    }
    if let Some(ring) = &hooks.capture_only {
        let ring = ring.of(piece.color.perspective());
        ring::keep_off(&book.compass, ring, moves, first);
    }
    let may_repeat = !powers.actions.is_empty() || mimic.is_some() || hooks.optional_midpoint;
    if may_repeat || acting != piece.role {
        unite(moves, first);
    }
}

/// An action of a role, and on which squares it works.
type RoleAction<'a> = ((&'a Action, &'a ReachTable), Role);

/// The moves of an action that goes somewhere, as walks do: the mover's capture methods apply.
fn go(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    ((action, reach), role): RoleAction<'_>,
    moves: &mut Vec<Move>,
) {
    match action {
        Action::LongLeap { single } => {
            let leap = Leap {
                single: *single,
                meant: |_| true,
            };
            long_leaps(book, setup, from, piece, &leap, moves);
        }
        Action::Swap { with, .. } => {
            let partners = Partners {
                reach,
                role,
                meant: |other: Piece| with.is_none_or(|with| with.contains(other.role.index())),
                leaps: |_| false,
            };
            swaps(book, setup, from, piece, &partners, moves);
        }
        Action::Run(rule) => {
            run::runs(book, setup, from, piece, rule, moves);
        }
        _ => {}
    }
}

/// The moves of the piece on `from` that its move texts say, with all their victims.
pub(super) fn steps(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    moves: &mut Vec<Move>,
) {
    let first = moves.len();
    walks(book, setup, from, piece, moves);
    add_victims(book, setup, piece, &mut moves[first..]);
}

/// The moves of an action in lieu of a walk.
fn act(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    ((action, reach), role): RoleAction<'_>,
    moves: &mut Vec<Move>,
) {
    let squares = || within(book, setup, reach, from, Piece { role, ..piece });
    match action {
        Action::LongLeap { .. }
        | Action::Swap { .. }
        | Action::Imitate
        | Action::JumpSeries(_)
        | Action::Run(_) => {}
        Action::Boom { .. } => booms(setup, from, piece, &squares(), |_, _| true, moves),
        Action::Explode { .. } => explode(book, setup, from, piece, &squares(), moves),
        Action::Push { .. } => push::pushes(book, setup, from, piece, &squares(), moves),
        Action::Pull { .. } => push::pulls(book, setup, from, piece, &squares(), moves),
        Action::Plow { .. } => push::plows(book, setup, from, piece, &squares(), moves),
        Action::Resurrect { .. } => {
            resurrect::resurrections(book, setup, from, piece, &squares(), moves);
        }
        Action::Rifle { .. } => {
            rifle::shots(book, setup, from, piece, (reach, role), moves);
        }
    }
}

/// Adds the victims that the capture methods of the pieces that move find. Mostly that is `piece`;
/// it may make another one move.
pub(super) fn add_victims(book: &Rulebook, setup: &Setup, piece: Piece, moves: &mut [Move]) {
    let mut captor = Captor::new(book, setup, piece);
    for one in moves {
        if one.kind != MoveKind::Walk || one.from == one.to {
            continue;
        }
        if one.piece != captor.piece() {
            captor = Captor::new(book, setup, one.piece);
        }
        let converts = book.role(one.piece.role).powers.converts;
        let mut new = captor.victims(one);
        // A partner that has come to the square the mover left is none.
        new.retain(|victim| *victim != one.from && !one.captures.contains(victim));
        if converts {
            one.converts.extend(new);
        } else if !new.is_empty() {
            one.captures.extend(new);
            one.captures.sort_unstable();
        }
    }
}

/// Drops the moves that the position or the rules of its squares forbid.
pub(super) fn filter(book: &Rulebook, hooks: &RulesDef, setup: &Setup, moves: &mut Vec<Move>) {
    if let Some([one, other]) = setup.special.ban {
        moves.retain(|swap| {
            let pair = [swap.from.min(swap.to), swap.from.max(swap.to)];
            !swap.is_swap() || pair != [one.min(other), one.max(other)]
        });
    }
    if hooks.palace.is_some() {
        moves.retain(|one| !crowds(book, setup, one));
    }
}

/// Whether a move would bring too many pieces into their own palace.
pub(super) fn crowds(book: &Rulebook, setup: &Setup, one: &Move) -> bool {
    let palace = book.hooks().and_then(|hooks| hooks.palace.as_ref());
    palace.is_some_and(|palace| crowds_palace(book, palace, setup, one))
}

/// The squares on which it matters beside the safety of a royal piece who comes there.
pub(super) fn goals(book: &Rulebook) -> SquareSet {
    let palace = book.hooks().and_then(|hooks| hooks.palace.as_ref());
    let zones = palace.map(|palace| Color::ALL.map(|color| palace.zone.of(color.perspective())));
    let mut goals = SquareSet::new();
    for zone in zones.into_iter().flatten() {
        goals.unite(zone);
    }
    goals
}

/// Whether the piece on `from` could capture what stands on `target`.
pub(super) fn attacks(
    book: &Rulebook,
    hooks: &RulesDef,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
) -> bool {
    if is_protected(book, setup, target, piece.color.opponent()) {
        return false;
    }
    let strike = Strike {
        book,
        setup,
        from,
        piece,
        target,
    };
    // The judge of this lists all moves.
    if book.knows_paths()
        && let Some(hit) = strike.hits()
    {
        return hit && !is_frozen(book, setup, from, piece);
    }
    let acting = acting_role(book, setup, piece);
    let only_jumps = |role| strike::only_jumps(&book.role(role).powers);
    // A walk attacks even where it could not end because its mover would have to promote.
    if only_jumps(acting) && only_jumps(piece.role) {
        let hits = |by: &[RoleMove]| walks_hit(book, setup, from, piece, by, target);
        let hit = book.may_reach(piece, from, target) && hits(&book.role(piece.role).moves)
            || acting != piece.role && hits(book.imitable(acting))
            || jumpers(book, setup, from, piece, acting).any(|jumper| jumper.captures(target));
        return hit && !is_frozen(book, setup, from, piece);
    }
    let mut moves = Vec::new();
    piece_moves(book, hooks, setup, from, piece, &mut moves);
    moves
        .iter()
        .any(|one| one.captures.contains(&target) || one.converts.contains(&target))
}

/// The moves that the game's filters leave of the safe ones.
pub(super) fn permitted(
    book: &Rulebook,
    hooks: &RulesDef,
    setup: &Setup,
    mut moves: Vec<Move>,
) -> Vec<Move> {
    if let Some(rules) = hooks.points
        && !rules.in_check
        && in_check(book, setup)
    {
        moves.retain(|one| {
            !book.role(one.piece.role).royal
                || book.shape.is_point(one.from) == book.shape.is_point(one.to)
        });
    }
    stay_calm(book, setup, &mut moves);
    if let Some(rule) = hooks.trading {
        trade::forbid(book, rule, setup, &mut moves);
    }
    if let Some(duty) = hooks.capture_duty {
        moves = duty::dutiful(book, hooks, duty, setup, moves);
    }
    moves
}

/// Drops the moves that cannot be made out of check, if it is check.
fn stay_calm(book: &Rulebook, setup: &Setup, moves: &mut Vec<Move>) {
    if !book.calms || !in_check(book, setup) {
        return;
    }
    moves.retain(|one| {
        let (steady, calm) = book.role(one.piece.role).by_calm();
        let goes = |by: &[RoleMove]| {
            let mut walks = Vec::new();
            walks_by(book, setup, one.from, one.piece, by, &mut walks);
            walks.iter().any(|walk| walk.to == one.to)
        };
        one.kind != MoveKind::Walk || !goes(calm) || goes(steady)
    });
}

/// Adds to some moves those that bring a second piece along.
pub(super) fn companions(book: &Rulebook, setup: &Setup, moves: &mut Vec<Move>) {
    if let Some(rule) = book.hooks().and_then(|hooks| hooks.replacement) {
        replace::replacements(book, rule, setup, moves);
    }
}

/// Adds the drops that belong to no single piece.
pub(super) fn double_drops(book: &Rulebook, setup: &Setup, moves: &mut Vec<Move>) {
    let rule = book.hooks().and_then(|hooks| hooks.double_drop.as_ref());
    if let Some(rule) = rule {
        exchange::drops(book, rule, setup, moves);
    }
}

/// Whether the piece on `from` could ever capture on `target`; what cannot be told quickly may be.
pub(super) fn may_hit(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
) -> bool {
    match book.may_strike(piece, from, target) {
        None => return false,
        Some(By::Walks) => return true,
        Some(By::Powers) => {}
    }
    let role = book.role(piece.role);
    let acts = |action: &Action| {
        !matches!(
            action,
            Action::Swap { .. } | Action::Run(_) | Action::Resurrect { .. }
        )
    };
    let captures = |method: &CaptureMethod| match method {
        CaptureMethod::Custodial if !book.has_relays() => {
            let friends = setup.board.squares_of(piece.color);
            book.compass.beside(target).meets(friends)
        }
        CaptureMethod::Coordination if !role.king && !book.has_relays() => {
            setup.board.pieces_of(piece.color).any(|(square, other)| {
                book.role(other.role).king && book.compass.apart(square, target).contains(&0)
            })
        }
        // Nothing is borrowed from a piece that has no powers.
        CaptureMethod::Mimic(_) => {
            let victim = setup.board.piece(target);
            victim.is_none_or(|victim| !book.role(victim.role).powerless)
        }
        _ => true,
    };
    aftermath::explodes(&role.powers)
        || role.powers.actions.iter().any(acts)
        || role.powers.captures.iter().any(captures)
}

/// Adds the squares on which it depends whether the piece on `from`, which may but does not capture
/// what stands on `target` now, could come to do so. `false` if more than squares matters.
pub(super) fn reads(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
    squares: &mut SquareSet,
) -> bool {
    let strike = Strike {
        book,
        setup,
        from,
        piece,
        target,
    };
    strike.reads(squares)
}

/// Whether the moves of a side are those of its pieces, each on its own, with those that replace
/// unmoved pieces, and drops.
pub(super) fn counts_by_pieces(book: &Rulebook, setup: &Setup) -> bool {
    let Some(hooks) = book.hooks() else {
        return true;
    };
    book.hooks_count_by_pieces()
        && ended_at_home(book, hooks, setup).is_none()
        && !both_bare(book, setup)
        && hooks
            .capture_duty
            .is_none_or(|duty| !duty::is_threatened(book, hooks, duty, setup))
}

/// Visits the leaps and jumps of a piece that does no more by its powers, by where they end and what
/// they take on the way.
pub(super) fn visit_leaps<B>(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    mut visit: impl FnMut(Square, &[Square]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let role = book.role(piece.role);
    if !role.leaps {
        return ControlFlow::Continue(());
    }
    for action in &role.powers.actions {
        if let Action::LongLeap { single } = action {
            let leap = Leap {
                single: *single,
                meant: |_: Piece| true,
            };
            leap::visit(book, setup, (from, piece), &leap, &mut visit)?;
        }
    }
    for jumper in jumpers(book, setup, from, piece, piece.role) {
        for one in jumper.series() {
            visit(one.to, &one.taken)?;
        }
    }
    if mimic(&role.powers).is_some() {
        for single in [false, true] {
            if book.has_leapers(single) {
                let leap = leap::borrowed(book, single);
                leap::visit(book, setup, (from, piece), &leap, &mut visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// What a move changes beside the board.
pub(super) fn remember(
    book: &Rulebook,
    hooks: &RulesDef,
    before: &Setup,
    one: &Move,
    after: &mut Setup,
) {
    if hooks.double_drop.is_some() {
        exchange::settle(book, before, one, after);
    }
    notice_bare(book, hooks, after);
    note_move(book, one, after);
    if let Some(rule) = &hooks.pocket {
        empty_pocket(rule, before, one, after);
    }
    after.special.struck = hooks
        .trading
        .and_then(|rule| trade::struck(rule, before, one));
    after.special.ban = None;
    if !hooks.swap_ban.is_empty() && one.is_swap() {
        let bound = |piece: Piece| hooks.swap_ban.contains(piece.role.index());
        let partner = before.board.piece(one.to);
        let bans =
            |partner: Piece| partner.color != one.piece.color && bound(partner) && bound(one.piece);
        if partner.is_some_and(bans) {
            after.special.ban = Some([one.from.min(one.to), one.from.max(one.to)]);
        }
    }
    if let Some(rule) = placing(hooks, before) {
        after_placing(book, rule, one, after);
    }
}

/// What the opponent's pieces see while a castling king is on its way: a king that has moved.
pub(super) fn pass_by(book: &Rulebook, king: Piece, setup: &mut Setup) {
    if book.has_followers() {
        note_mover(book, setup, king);
    }
}
