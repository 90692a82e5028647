//! Ends of the game by rules of the board and by the capture of royal pieces.

use std::sync::OnceLock;

use super::insufficient_material::{ends_by_mates_only, may_change};
use crate::definition::{Reason, RoyalGuard, RoyalRule, Verdict};
use crate::geometry::SquareSet;
use crate::rules::data::{CompiledRules, Material, PlacedPiece};
use crate::state::{Color, Piece, Role, Setup};

/// The result for the side to move and the reason, if the game is over.
pub(crate) fn is_over(
    rules: &CompiledRules,
    setup: &Setup,
    facing: bool,
) -> Option<(Verdict, Reason)> {
    let us = setup.turn;
    if let Some(verdict) = castled(rules, setup) {
        return Some((verdict, Reason::Castling));
    }
    if rules.facts.checks.counted && setup.special.checks[us.opponent().index()] == 0 {
        return Some((Verdict::Loss, Reason::Checks));
    }
    let last = setup.special.last;
    let drawn = || rules.settled(setup, Verdict::Draw);
    if rules.facts.checks.bikjang && facing && last.facing {
        return Some((drawn(), Reason::FacingKings));
    }
    if rules.facts.passing.twice_ends && last.both_passed {
        return Some((drawn(), Reason::Passes));
    }
    None
}

/// The result of a winning castling, or of the loss of rights to one.
fn castled(rules: &CompiledRules, setup: &Setup) -> Option<Verdict> {
    let wins = &rules.facts.castling.as_ref()?.wins;
    if *wins == [[false; 2]; 2] {
        return None;
    }
    let us = setup.turn;
    let them = us.opponent();
    if let Some(right) = setup.special.last.castled
        && wins[them.index()][usize::from(right)]
    {
        return Some(Verdict::Loss);
    }
    for color in [them, us] {
        let wanted = wins[color.index()];
        let kept = setup
            .special
            .castles
            .iter()
            .any(|castle| castle.color == color && wanted[usize::from(castle.right)]);
        if wanted != [false; 2] && !kept {
            return Some(if color == us {
                Verdict::Loss
            } else {
                Verdict::Win
            });
        }
    }
    None
}

/// The end of the game by the loss of royal pieces, for the side to move.
pub(crate) fn ended_at_home(rules: &CompiledRules, setup: &Setup) -> Option<(Verdict, Reason)> {
    if rules.facts.royal != RoyalRule::Capture || rules.set_up_by(setup).is_some() {
        return None;
    }
    let lost = |color| {
        let needed = needed_kings(rules.facts.guard, rules.kings_at_start(color));
        rules.kings_on(&setup.board, color) < needed
    };
    let verdict = if lost(setup.turn) {
        Verdict::Loss
    } else if lost(setup.turn.opponent()) {
        Verdict::Win
    } else {
        return None;
    };
    Some((verdict, Reason::KingCaptured))
}

/// The number of royal pieces that a side must keep, given its number at the start.
fn needed_kings(guard: RoyalGuard, at_start: usize) -> usize {
    match guard {
        RoyalGuard::Every => at_start,
        RoyalGuard::AllButOne => at_start.min(1).max(at_start.saturating_sub(1)),
        RoyalGuard::Last => at_start.min(1),
    }
}

// Fast path that recognizes most live positions without a search for [dead](super::insufficient_material) ones.

/// Precomputed tests that recognize most live positions.
#[derive(Debug)]
pub(crate) struct AliveFastPath {
    /// Whether no position of the variant is dead.
    always: bool,
    /// Pieces that may become others: a position with such a piece is alive.
    changing: Roles,
    /// Computed lazily by searching for mates, which takes longer than the rest of the variant; few
    /// positions have no piece that may become another.
    winners: OnceLock<Winners>,
}

/// Roles by side, as bits.
type Roles = [u128; 2];

const MOST_ROLES: usize = u128::BITS as usize;

/// Pieces that can win with little help.
#[derive(Debug, Default)]
struct Winners {
    /// Pieces that can win alone from any square.
    alone: Roles,
    /// Pieces that can win if any other piece except the kings is on the board.
    with_another: Roles,
}

/// All pieces of both sides whose kinds fit into [`Roles`].
fn pieces(rules: &CompiledRules) -> impl Iterator<Item = Piece> {
    let roles = (0..rules.roles.len().min(MOST_ROLES)).map(Role::new);
    roles.flat_map(|role| Color::ALL.map(|color| Piece { color, role }))
}

fn bit(piece: Piece) -> u128 {
    1 << piece.role.index()
}

impl AliveFastPath {
    pub(crate) fn of(rules: &CompiledRules) -> AliveFastPath {
        let mut changing = [0; 2];
        for piece in pieces(rules).filter(|piece| may_change(rules, *piece)) {
            changing[piece.color.index()] |= bit(piece);
        }
        AliveFastPath {
            always: !ends_by_mates_only(rules),
            changing,
            winners: OnceLock::new(),
        }
    }

    /// Whether every position with this piece is alive.
    #[inline]
    pub(crate) fn are_seen_in(&self, piece: Piece) -> bool {
        let fits = piece.role.index() < MOST_ROLES;
        self.always || fits && self.changing[piece.color.index()] & bit(piece) != 0
    }

    /// Whether a position with this number of pieces is recognized as alive. `has_any` reports
    /// whether it has a piece of some roles.
    pub(crate) fn are_seen(
        &self,
        rules: &CompiledRules,
        n_pieces: usize,
        has_any: &dyn Fn(Roles) -> bool,
    ) -> bool {
        if self.always || has_any(self.changing) {
            return true;
        }
        if n_pieces <= 2 {
            return false;
        }
        let winners = self.winners.get_or_init(|| Winners::of(rules));
        has_any(match n_pieces {
            3 => winners.alone,
            _ => winners.with_another,
        })
    }
}

impl Winners {
    fn of(rules: &CompiledRules) -> Winners {
        let mut winners = Winners::default();
        let everywhere: SquareSet = rules.shape.squares().collect();
        let man = |piece: Piece| PlacedPiece {
            piece,
            domain: everywhere.clone(),
        };
        let mut royals = (0..rules.roles.len())
            .map(Role::new)
            .filter(|role| rules.role(*role).royal);
        let (Some(king), None) = (royals.next(), royals.next()) else {
            return winners;
        };
        let kings = Color::ALL.map(|color| Piece { color, role: king });
        if !kings.iter().all(|king| rules.goes_everywhere(*king)) {
            return winners;
        }
        let others = pieces(rules).filter(|piece| {
            piece.role != king && !may_change(rules, *piece) && rules.goes_everywhere(*piece)
        });
        for piece in others {
            let material = Material {
                kings: kings.map(man),
                others: vec![man(piece)],
            };
            let side = piece.color.index();
            winners.with_another[side] |= bit(piece) * u128::from(!material.is_held(rules));
            winners.alone[side] |= bit(piece) * u128::from(!material.is_dead(rules));
        }
        winners
    }
}

impl CompiledRules {
    /// Whether a piece can reach every square from every other by its own moves.
    fn goes_everywhere(&self, piece: Piece) -> bool {
        let Some(first) = self.shape.squares().next() else {
            return false;
        };
        let everything: SquareSet = self.shape.squares().collect();
        let mut comes_from = vec![Vec::new(); self.shape.area()];
        for from in self.shape.squares() {
            for to in &self.scope(piece, from).arrivals {
                comes_from[to.index()].push(from);
            }
        }
        let mut back = SquareSet::new();
        let mut next = vec![first];
        while let Some(square) = next.pop() {
            if back.insert(square) {
                next.extend(&comes_from[square.index()]);
            }
        }
        back == everything && *self.domain(piece, first) == everything
    }
}
