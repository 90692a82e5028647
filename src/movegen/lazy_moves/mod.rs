//! Lazy move lists for the search: plain walks, which are most moves, are not expanded to full moves, and are
//! omitted if only captures are wanted.
//!
//! The moves and their order are those of [`legal_moves`], which is the reference. Pieces with other moves
//! than walks and actions are left to it.

mod counts;
mod piece;
mod position;

use crate::definition::Action;
use crate::geometry::{Bearing, Square, SquareSet};
use crate::movement::Pattern;
use crate::rules::{CompiledRules, Halfway, Phases, RoleRules, imitates, placements};
use crate::state::{Color, Move, Role, Setup};

use super::custom::{is_excused, is_forbidden, offered, watched};
use super::legality::legal_moves;
use super::mover::Mover;
use super::piece_moves::piece_moves;
use super::pseudo_legal::without_repeats;
use super::royal_safety::{RoyalSafety, is_safe};
use counts::{Counter, MoveCount, changes_stay_near};
use piece::PieceMoves;
use position::PositionView;

pub(super) use counts::Counts;
pub(super) use piece::{ListedMove, ListedMoves};

/// Generator of lazy move lists for a variant.
pub(super) struct MoveLister<'v> {
    rules: &'v CompiledRules,
    /// Whether the moves of a side are independent moves of its pieces and offers of rules.
    applies: bool,
    /// Whether a role moves only by walks and actions.
    simple: Vec<bool>,
    /// Whether some action has an unusual reach.
    acts_afar: bool,
    /// The lines through each square, for incremental counts; empty without them.
    rays: Vec<u128>,
}

impl<'v> MoveLister<'v> {
    pub(super) fn new(rules: &'v CompiledRules) -> MoveLister<'v> {
        let applies = rules.uses_path_programs
            && !rules.has_move_rules
            && !rules.has_relays
            && !rules.has_moves_not_made_in_check
            && !rules.takes_back
            && rules.facts.replacement.is_none()
            && !rules.rules_speak_in(Phases::EFFECT | Phases::DUTY);
        let is_usual = |role: &RoleRules| role.actions.iter().all(Action::has_usual_reach);
        let simple = (0..rules.roles.len()).map(|role| is_simple(rules, Role::new(role)));
        let rays_from = |from: u16| -> SquareSet {
            let lines = Bearing::ALL.into_iter();
            let lines = lines.map(|way| rules.compass.ray(Square::new(from), way));
            lines.flatten().collect()
        };
        let keeps_counts = rules.shape.area() <= 128 && changes_stay_near(rules);
        let area = if keeps_counts { rules.shape.area() } else { 0 };
        MoveLister {
            rules,
            applies,
            simple: simple.collect(),
            acts_afar: !rules.roles.iter().all(is_usual),
            rays: (0..area as u16)
                .map(|from| rays_from(from).bits())
                .collect(),
        }
    }

    /// Lists all legal moves, or only those that are not plain walks, in place of those in `listed_moves`.
    /// `is_over` is whether a rule has ended the game.
    pub(super) fn list(
        &self,
        setup: &Setup,
        is_over: bool,
        is_partial: bool,
        listed_moves: &mut ListedMoves,
    ) {
        let rules = self.rules;
        listed_moves.clear();
        listed_moves.is_partial = is_partial;
        if is_over {
            return;
        }
        if !self.applies || !setup.en_passant.is_empty() || rules.set_up_by(setup).is_some() {
            listed_moves.is_partial = false;
            for mv in legal_moves(rules, setup) {
                listed_moves.push(mv);
            }
            return;
        }
        let at = PositionView::new(rules, setup, setup.turn, self.acts_afar);
        for placed in setup.board.pieces_of(setup.turn) {
            self.add_piece(&at, &Mover::new(rules, setup, placed), listed_moves);
        }
        let mut others = Vec::new();
        placements(rules, setup, &mut others);
        others.drain(..).for_each(|mv| listed_moves.push(mv));
        if rules.rules_speak_in(Phases::OFFER) {
            let added = offered(rules, setup);
            if !added.is_empty() {
                listed_moves.push_new(rules, added);
            }
        }
        keep_legal(rules, setup, listed_moves);
    }

    /// The number of pseudo-legal moves of both sides, White first, as if it were their turn. `earlier` are
    /// the counts of an earlier position with the squares changed since; the contents of `scratch` do not
    /// matter.
    pub(super) fn count(
        &self,
        setup: &Setup,
        earlier: Option<(&Counts, u128)>,
        counts: &mut Counts,
        scratch: &mut ListedMoves,
    ) -> [usize; 2] {
        Color::ALL.map(|color| {
            let at = PositionView::new(self.rules, setup, color, self.acts_afar);
            let is_told = self.applies && at.crowd.is_some();
            let counter = Counter {
                at: &at,
                rays: is_told
                    .then_some(&self.rays[..])
                    .filter(|rays| !rays.is_empty()),
            };
            let known = earlier.map(|(counts, changed)| (counts.of(color), changed));
            let known = known.filter(|_| counter.rays.is_some());
            let mut turned: Option<Setup> = None;
            counts.recount(setup, color, known, |placed| {
                let mover = Mover::new(self.rules, setup, placed);
                if is_told && self.simple[mover.piece.role.index()] {
                    let counted = counter.count(&mover);
                    return counted.unwrap_or_else(|| {
                        scratch.clear();
                        self.add_piece(&at, &mover, scratch);
                        MoveCount::for_now(mover.from, scratch.list.len())
                    });
                }
                let turned = turned.get_or_insert_with(|| Setup {
                    turn: color,
                    ..setup.clone()
                });
                let mut moves = Vec::new();
                piece_moves(&Mover::new(self.rules, turned, placed), &mut moves);
                MoveCount::for_now(mover.from, moves.len())
            })
        })
    }

    /// Adds the pseudo-legal moves of a piece.
    fn add_piece(&self, at: &PositionView<'_>, mover: &Mover<'_>, listed_moves: &mut ListedMoves) {
        if !self.simple[mover.piece.role.index()] {
            let mut moves = Vec::new();
            piece_moves(mover, &mut moves);
            without_repeats(&mut moves);
            moves.into_iter().for_each(|mv| listed_moves.push(mv));
            return;
        }
        if mover.is_frozen() {
            return;
        }
        let mut own = PieceMoves::new(at, mover, listed_moves);
        own.walk();
        own.act();
        own.merge_equal();
        own.keep_to_captures();
    }
}

/// Whether a role moves only by walks and actions and leaves no en passant squares.
fn is_simple(rules: &CompiledRules, number: Role) -> bool {
    let role = rules.role(number);
    let is_usual = |pattern: &Pattern| match pattern {
        Pattern::Walk(walk) => !walk.legs.iter().any(|leg| leg.marks || leg.relay),
        Pattern::Universal(_) => true,
        Pattern::Castle(_) | Pattern::Imitation(_) | Pattern::Placement(_) => false,
    };
    let runs = |action: &Action| matches!(action, Action::Run(_));
    role.moves.iter().all(|one| is_usual(&one.pattern))
        && !role.castles
        && role.series().next().is_none()
        && !role.actions.iter().any(runs)
        && !imitates(rules, number)
        && !rules.facts.halfway.contains(&Halfway::Optional)
        && !rules.has_aftermaths
        && !rules.captures_on_promotion
}

/// Removes the moves that leave royal pieces in check or that rules forbid.
fn keep_legal(rules: &CompiledRules, setup: &Setup, listed_moves: &mut ListedMoves) {
    let forbids = rules.rules_speak_in(Phases::FORBID);
    if !rules.check && !forbids {
        return;
    }
    let safety = if rules.check {
        RoyalSafety::of(rules, setup)
    } else {
        None
    };
    let is_seen = !rules.check || safety.is_some();
    let watched = (forbids && is_seen)
        .then(|| watched(rules, setup))
        .flatten();
    let is_legal = |mv: &Move| {
        let is_safe = || match &safety {
            Some(safety) => safety.permits(mv),
            None => is_safe(rules, setup, mv),
        };
        (!rules.check || is_safe() || is_excused(rules, setup, mv))
            && !(forbids && is_forbidden(rules, setup, mv))
    };
    let ListedMoves { list, moves, .. } = listed_moves;
    list.retain(|listed_move| {
        let ListedMove {
            piece, from, to, ..
        } = *listed_move;
        if let Some(mv) = moves.get(listed_move.place as usize) {
            return is_legal(mv);
        }
        let is_safe = match &safety {
            Some(safety) => safety.permits_walk(piece, from, to),
            None => !rules.check,
        };
        let is_watched = || watched.as_ref().is_none_or(|watched| watched.contains(to));
        is_safe && !(forbids && is_watched()) || is_legal(&Move::walk(piece, from, to))
    });
}
