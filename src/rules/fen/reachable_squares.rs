//! Reachable squares: diagnoses pieces on squares that no game can bring them to.
//!
//! Only certain errors are reported. If pieces do more than move, or a game has conversions or
//! moves that carry other pieces along, every square counts as reachable.

use crate::compile::{Path, paths};
use crate::definition::CapturedTo;
use crate::geometry::{Perspective, Square, SquareSet};
use crate::movement::{Contents, Pattern};
use crate::rules::data::{CompiledRules, PATHS, Phases};
use crate::rules::special_moves::{castlings_of, landing};
use crate::source::{Diagnostic, codes};
use crate::state::{Fen, Piece, Setup};

impl CompiledRules {
    /// Reports pieces on unreachable squares.
    pub(crate) fn judge_places(&self, setup: &Setup, fen: &Fen, diagnostics: &mut Vec<Diagnostic>) {
        if self.start_setup().is_none() || self.stands_anywhere() {
            return;
        }
        for (square, place) in &fen.places {
            let Some(piece) = setup.board.piece(*square) else {
                continue;
            };
            if !self.can_stand(piece, *square) {
                let letter = self.letters.name(piece);
                let name = self.shape.name(*square);
                let message = format!("`{letter}` can never reach {name}");
                diagnostics.push(Diagnostic::new(codes::FEN_OUT_OF_PLACE, *place, message));
            }
        }
    }

    /// Whether pieces may get to squares without moves of their own.
    fn stands_anywhere(&self) -> bool {
        self.asks_beside_moves
            || self.has_relays
            || self.imitates
            || self.def.setups.is_some()
            || self.facts.captured_to != CapturedTo::Removed && self.facts.drops.is_none()
            || self.rules_speak_in(Phases::FOLLOW)
            || self.may_hold()
            || self
                .roles
                .iter()
                .any(|role| role.moves_others || !role.only_walks)
    }

    fn can_stand(&self, piece: Piece, square: Square) -> bool {
        self.home.piece(square) == Some(piece)
            || self.lands_by_castling(piece, square)
            || self.may_be_dropped(piece, square)
            || self.may_become(piece, square)
            || self.may_arrive(piece, square)
    }

    /// Whether the piece, or one that may become it, can be dropped on the square.
    fn may_be_dropped(&self, piece: Piece, square: Square) -> bool {
        if self.places_itself(piece.role) {
            return true;
        }
        self.facts.drops.as_ref().is_some_and(|drops| {
            let regions = drops.regions.get(piece.role);
            regions.is_none_or(|regions| regions[piece.color.index()].contains(square))
                && self.may_rest(piece, square)
        })
    }

    /// Whether a piece may end a move on a square: if dead ends are forbidden, it must be able to leave.
    pub(crate) fn may_rest(&self, piece: Piece, square: Square) -> bool {
        !self.facts.forbids_dead_ends || self.can_leave(piece, square)
    }

    fn lands_by_castling(&self, piece: Piece, square: Square) -> bool {
        if let Some(castling) = self.facts.castling.as_ref() {
            let side = piece.color.index();
            let castles =
                castling.king[side].is_some() && self.kind(piece.role) == castling.king[side];
            let helps = self.is_of(piece.role, castling.partners[side]);
            let squares =
                [false, true].map(|right| landing(castling, &self.shape, piece.color, right));
            let mut squares = squares.into_iter().flatten();
            if squares
                .any(|(king, partner)| castles && king == square || helps && partner == square)
            {
                return true;
            }
        }
        let Some(start) = self.start_setup() else {
            return true;
        };
        let mut found = Vec::new();
        for (from, king) in start.board.pieces_of(piece.color) {
            castlings_of(self, &start.board, from, king, &mut found);
        }
        found.iter().any(|castling| {
            castling.to == square && start.board.piece(castling.from) == Some(piece)
                || castling.partner_to == square
                    && start.board.piece(castling.partner) == Some(piece)
        })
    }

    /// Whether another piece may become this one on the square.
    fn may_become(&self, piece: Piece, square: Square) -> bool {
        let (role, owner) = (piece.role, piece.color.perspective());
        let chosen = self.roles.iter().any(|former| {
            (former.choices())
                .any(|choice| choice.piece == role.into() && choice.zone.contains(square, owner))
        });
        let pairs = &self.facts.paired_promotion;
        let mut custom = self.rules().iter();
        chosen
            || custom.any(|named| named.rule.brings().contains(&role))
            || pairs.is_target(role)
            || pairs.demotion && pairs.target(role).is_some()
    }

    /// Whether the piece has a move that ends on the square without promotion.
    fn may_arrive(&self, piece: Piece, square: Square) -> bool {
        if !self.stays_itself(piece, square) || !self.may_rest(piece, square) {
            return false;
        }
        let owner = piece.color.perspective();
        // Most moves are reversible, so these origins are tried first.
        let other = match owner {
            Perspective::White => Perspective::Black,
            Perspective::Black => Perspective::White,
        };
        let mut near = SquareSet::new();
        for step in &self.role(piece.role).moves {
            if let Pattern::Walk(walk) = &step.pattern {
                match paths(walk, &self.shape, other, square, PATHS) {
                    Ok(found) => near.extend(found.iter().map(|path| path.to)),
                    Err(_) => return true,
                }
            }
        }
        near.iter()
            .chain(self.shape.squares().filter(|from| !near.contains(*from)))
            .any(|from| self.may_go(piece, from, square))
    }

    fn may_go(&self, piece: Piece, from: Square, to: Square) -> bool {
        let owner = piece.color.perspective();
        self.role(piece.role).moves.iter().any(|step| {
            step.begins_on(from, owner)
                && step.ends_on(to, owner)
                && match &step.pattern {
                    Pattern::Walk(walk) => {
                        let found = paths(walk, &self.shape, owner, from, PATHS);
                        // With check, royal pieces are attacked but never captured.
                        let never = if self.check {
                            Contents::ROYAL
                        } else {
                            Contents::NONE
                        };
                        found.map_or(true, |found| {
                            let ends = |path: &Path| {
                                let holds = path.pass.union(path.take);
                                path.to == to && !holds.difference(never).is_empty()
                            };
                            found.iter().any(ends)
                        })
                    }
                    Pattern::Universal(_) | Pattern::Imitation(_) => true,
                    Pattern::Castle(_) | Pattern::Placement(_) => false,
                }
        })
    }

    /// Whether a piece that arrives on a square may keep its kind.
    fn stays_itself(&self, piece: Piece, square: Square) -> bool {
        let owner = piece.color.perspective();
        // En passant captures may be exempt from promotion.
        let may_be_passed = || self.allows_en_passant(piece.color, square);
        let promotion = self.role(piece.role).promotion.as_ref();
        promotion.is_none_or(|promotion| {
            !promotion.zone.contains(square, owner)
                || promotion.stay.contains(square, owner)
                || !promotion.in_passing && may_be_passed()
        })
    }
}
