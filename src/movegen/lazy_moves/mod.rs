//! Lazy move lists for the search: plain walks, which are most moves, are not expanded to full moves, and are
//! omitted if only captures are wanted.
//!
//! The moves and their order are those of [`legal_moves`], which is the reference. Pieces with other moves
//! than walks and actions are left to it.

mod codes;
mod counts;
mod listed;
mod piece;
mod position;

use super::custom::{is_excused, is_forbidden, offered, watched};
use super::legality::legal_moves;
use super::piece_moves::piece_moves;
use super::pseudo_legal::without_repeats;
use super::royal_safety::{RoyalSafety, is_safe};
use crate::definition::Action;
use crate::geometry::{Bearing, Square, SquareSet};
use crate::movement::Pattern;
use crate::rules::{CompiledRules, Halfway, Phases, RoleRules, imitates, is_frozen, placements};
use crate::state::{Color, Move, Piece, Role, Setup};
pub(super) use counts::Counts;
use counts::{Counted, Counter, changes_stay_near};
pub(super) use listed::{Draft, Drafts};
use piece::Own;
use position::At;

/// Generator of lazy move lists for a variant.
pub(super) struct Drafter<'v> {
    book: &'v CompiledRules,
    /// Whether the moves of a side are independent moves of its pieces and offers of rules.
    applies: bool,
    /// Whether a role moves only by walks and actions.
    simple: Vec<bool>,
    /// Whether some action has an unusual reach.
    acts_afar: bool,
    /// The lines through each square, for incremental counts; empty without them.
    rays: Vec<u128>,
}

impl<'v> Drafter<'v> {
    pub(super) fn new(book: &'v CompiledRules) -> Drafter<'v> {
        let applies = book.uses_path_programs()
            && !book.has_move_rules()
            && !book.has_relays()
            && !book.has_moves_not_made_in_check
            && !book.takes_back()
            && book.replacement().is_none()
            && !book.rules_speak_in(Phases::EFFECT | Phases::DUTY);
        let is_usual = |role: &RoleRules| role.actions.iter().all(Action::has_usual_reach);
        let simple = (0..book.roles.len()).map(|role| is_simple(book, Role::new(role)));
        let rays_from = |from: u16| -> SquareSet {
            let lines = Bearing::ALL.into_iter();
            let lines = lines.map(|way| book.compass.ray(Square::new(from), way));
            lines.flatten().collect()
        };
        let keeps_counts = book.shape.area() <= 128 && changes_stay_near(book);
        let area = if keeps_counts { book.shape.area() } else { 0 };
        Drafter {
            book,
            applies,
            simple: simple.collect(),
            acts_afar: !book.roles.iter().all(is_usual),
            rays: (0..area as u16)
                .map(|from| rays_from(from).bits())
                .collect(),
        }
    }

    /// Lists all legal moves, or only those that are not plain walks, in place of those in `drafts`.
    /// `is_over` is whether a rule has ended the game.
    pub(super) fn list(&self, setup: &Setup, is_over: bool, is_partial: bool, drafts: &mut Drafts) {
        let book = self.book;
        drafts.clear();
        drafts.is_partial = is_partial;
        if is_over {
            return;
        }
        if !self.applies || !setup.en_passant.is_empty() || book.set_up_by(setup).is_some() {
            drafts.is_partial = false;
            for mv in legal_moves(book, setup) {
                drafts.push(mv);
            }
            return;
        }
        let at = At::new(book, setup, setup.turn, self.acts_afar);
        for (from, piece) in setup.board.pieces_of(setup.turn) {
            self.add_piece(&at, (from, piece), drafts);
        }
        let mut others = Vec::new();
        placements(book, setup, &mut others);
        others.drain(..).for_each(|mv| drafts.push(mv));
        if book.rules_speak_in(Phases::OFFER) {
            let added = offered(book, setup);
            if !added.is_empty() {
                drafts.push_new(book, added);
            }
        }
        keep_legal(book, setup, drafts);
    }

    /// The number of pseudo-legal moves of both sides, White first, as if it were their turn. `earlier` are
    /// the counts of an earlier position with the squares changed since; the contents of `scratch` do not
    /// matter.
    pub(super) fn count(
        &self,
        setup: &Setup,
        earlier: Option<(&Counts, u128)>,
        counts: &mut Counts,
        scratch: &mut Drafts,
    ) -> [usize; 2] {
        Color::ALL.map(|color| {
            let at = At::new(self.book, setup, color, self.acts_afar);
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
            counts.recount(&at, color, known, |(from, piece)| {
                if is_told && self.simple[piece.role.index()] {
                    let counted = counter.count((from, piece));
                    return counted.unwrap_or_else(|| {
                        scratch.clear();
                        self.add_piece(&at, (from, piece), scratch);
                        Counted::for_now(from, scratch.list.len())
                    });
                }
                let turned = turned.get_or_insert_with(|| Setup {
                    turn: color,
                    ..setup.clone()
                });
                let mut moves = Vec::new();
                piece_moves(self.book, turned, from, piece, &mut moves);
                Counted::for_now(from, moves.len())
            })
        })
    }

    /// Adds the pseudo-legal moves of a piece.
    fn add_piece(&self, at: &At<'_>, (from, piece): (Square, Piece), drafts: &mut Drafts) {
        let (book, setup) = (at.book, at.setup);
        if !self.simple[piece.role.index()] {
            let mut moves = Vec::new();
            piece_moves(book, setup, from, piece, &mut moves);
            without_repeats(&mut moves);
            moves.into_iter().for_each(|mv| drafts.push(mv));
            return;
        }
        if is_frozen(book, setup, from, piece) {
            return;
        }
        let mut own = Own::new(at, (from, piece), drafts);
        own.walk();
        own.act();
        own.merge_equal();
        own.keep_to_captures();
    }
}

/// Whether a role moves only by walks and actions and leaves no en passant squares.
fn is_simple(book: &CompiledRules, number: Role) -> bool {
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
        && !role.actions.iter().any(runs)
        && !imitates(book, number)
        && !book.has_halfway(Halfway::Optional)
        && !book.has_aftermaths()
        && !book.captures_on_promotion
}

/// Removes the moves that leave royal pieces in check or that rules forbid.
fn keep_legal(book: &CompiledRules, setup: &Setup, drafts: &mut Drafts) {
    let forbids = book.rules_speak_in(Phases::FORBID);
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
    list.retain(|draft| {
        let Draft {
            piece, from, to, ..
        } = *draft;
        if let Some(mv) = moves.get(draft.place as usize) {
            return is_legal(mv);
        }
        let is_safe = match &safety {
            Some(safety) => safety.permits_walk(piece, from, to),
            None => !book.check,
        };
        let is_watched = || watched.as_ref().is_none_or(|watched| watched.contains(to));
        is_safe && !(forbids && is_watched()) || is_legal(&Move::walk(piece, from, to))
    });
}
