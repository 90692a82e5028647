//! Castling rights and unmoved pieces: conversion between the FEN field and the set of unmoved squares.

use super::file_rights::{bad_right, read_file_rights};
use crate::definition::{Action, InitialDef};
use crate::geometry::{BoardShape, CompactSort, Offset, Square, SquareSet, Wrap};
use crate::movement::{Initial, Pattern};
use crate::rules::data::{CompiledRules, RuleContext};
use crate::rules::special_moves::{Castling, castlings_of};
use crate::source::{Diagnostic, Span};
use crate::state::fen::or_none;
use crate::state::{Color, Piece, Role, Setup};

/// Reads the castling rights of a position and determines its unmoved pieces.
///
/// A piece counts as unmoved if the start position has the same piece on its square. For castling
/// pieces the rights field decides, if present.
pub(crate) fn read_rights(
    rules: &CompiledRules,
    setup: &mut Setup,
    rights: Option<&(String, Span)>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    // With castling by files, or gates, the rights name the unmoved pieces.
    let by_files = rules.rights_are_files();
    let minds = |role: Role| !by_files && rules.depends_on_first_moves() || rules.moves_first(role);
    for (square, piece) in setup.board.pieces() {
        if rules.home.piece(square) == Some(piece) && minds(piece.role) {
            setup.unmoved.insert(square);
        }
    }
    if by_files {
        read_file_rights(rules, setup, rights, diagnostics);
    } else if let Some((text, span)) = rights {
        read_castlings(rules, setup, text, *span, diagnostics);
    }
}

fn read_castlings(
    rules: &CompiledRules,
    setup: &mut Setup,
    text: &str,
    span: Span,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let castlings = Color::ALL.map(|color| from_home(rules, setup, color));
    for castling in castlings.iter().flatten() {
        for square in castling.unmoved() {
            setup.unmoved.remove(square);
        }
    }
    if rules.custom_restores_first_moves() {
        for square in &castling_homes(rules) {
            setup.unmoved.remove(square);
        }
    }
    if text == "-" {
        return;
    }
    for (index, letter) in text.char_indices() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let castlings = &castlings[color.index()];
        let lower = letter.to_ascii_lowercase();
        // The letters `k` and `q` denote a partner on that file in preference.
        let on_file = castlings
            .iter()
            .find(|castling| file_letter(&rules.shape, castling.partner) == lower);
        let found = on_file.or_else(|| match lower {
            'k' => outermost(castlings, true),
            'q' => outermost(castlings, false),
            _ => None,
        });
        if let Some(castling) = found {
            setup.unmoved.extend(castling.unmoved());
            continue;
        }
        let back_rank = if color == Color::White {
            0
        } else {
            rules.shape.ranks() - 1
        };
        let unmoved = (0..rules.shape.files())
            .filter_map(|file| rules.shape.at(file, back_rank))
            .find(|square| file_letter(&rules.shape, *square) == lower)
            .filter(|square| {
                let piece = setup.board.piece(*square);
                piece.is_some_and(|piece| {
                    piece.color == color
                        && rules.is_home(piece, *square)
                        && rules.could_use_first_move(piece)
                })
            });
        match unmoved {
            Some(square) => {
                setup.unmoved.insert(square);
            }
            None => diagnostics.push(bad_right(span, index, letter)),
        }
    }
}

impl CompiledRules {
    /// Whether a rule restores the unmoved status of pieces.
    fn custom_restores_first_moves(&self) -> bool {
        let mut active = self.rules().iter();
        active.any(|named| named.rule.restores_first_moves())
    }

    /// Whether the role has moves that require it to be unmoved.
    fn moves_first(&self, role: Role) -> bool {
        let piece = self.role(role);
        let first = |pattern: &Pattern| match pattern {
            Pattern::Walk(walk) => walk.initial == Initial::Unmoved,
            Pattern::Universal(leap) => leap.initial == Initial::Unmoved,
            Pattern::Imitation(imitation) => imitation.initial == Initial::Unmoved,
            Pattern::Castle(_) | Pattern::Placement(_) => false,
        };
        let runs = |action: &Action| matches!(action, Action::Run(_));
        piece.initial == InitialDef::Unmoved
            && (piece
                .moves
                .iter()
                .any(|role_move| first(&role_move.pattern))
                || piece.actions.iter().any(runs))
    }

    /// Whether a piece that has moved may castle with an unmoved one.
    fn castles_with_moved_kings(&self) -> bool {
        let mut moves = self.roles.iter().flat_map(|role| &role.moves);
        moves.any(|role_move| {
            matches!(&role_move.pattern, Pattern::Castle(castle) if castle.initial != Initial::Unmoved)
        })
    }

    /// Whether a piece could use its first move otherwise than for castling: for a move of its own,
    /// or for replacement.
    fn could_use_first_move(&self, piece: Piece) -> bool {
        self.moves_first(piece.role) || self.rules_depend_on_first_moves
    }
}

/// The castling with the outermost partner on a wing.
fn outermost(castlings: &[Castling], right: bool) -> Option<&Castling> {
    let is_there = |castling: &&Castling| (castling.partner > castling.from) == right;
    let wing = castlings.iter().filter(is_there);
    if right {
        wing.max_by_key(|castling| castling.partner)
    } else {
        wing.min_by_key(|castling| castling.partner)
    }
}

/// Writes the castling rights field of a position.
pub(crate) fn write_rights(rules: &CompiledRules, setup: &Setup) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        // A piece transformed in place is listed as unmoved, and has no letter here.
        let castlings = from_home(rules, setup, color);
        let mut letters: Vec<(Square, char)> = Vec::new();
        for castling in &castlings {
            if !castling
                .unmoved()
                .all(|square| setup.unmoved.contains(square))
            {
                continue;
            }
            let right = castling.partner > castling.from;
            let outermost = outermost(&castlings, right);
            let is_outermost = outermost.is_some_and(|other| other.partner == castling.partner);
            let usual = if right { 'k' } else { 'q' };
            let is_taken = castlings
                .iter()
                .any(|other| file_letter(&rules.shape, other.partner) == usual);
            let letter = if is_outermost && !is_taken {
                usual
            } else {
                file_letter(&rules.shape, castling.partner)
            };
            let letter = if color == Color::White {
                letter.to_ascii_uppercase()
            } else {
                letter
            };
            if !letters.iter().any(|(known, _)| *known == castling.partner) {
                letters.push((castling.partner, letter));
            }
        }
        // Right to left: the king's side is written first.
        letters.sort_compactly_by_key(|(square, _)| std::cmp::Reverse(*square));
        text.extend(letters.into_iter().map(|(_, letter)| letter));
    }
    or_none(text)
}

impl CompiledRules {
    /// Whether the piece on `from` satisfies the initial condition of a move. The role of `model`
    /// determines what counts as unmoved.
    pub(crate) fn may_move_first(
        &self,
        setup: &Setup,
        model: Piece,
        piece: Piece,
        from: Square,
        initial: Initial,
    ) -> bool {
        let owner = piece.color.perspective();
        match (initial, &self.role(model.role).initial) {
            (Initial::Any, _) => true,
            (Initial::Unmoved, InitialDef::Unmoved) => setup.unmoved.contains(from),
            (Initial::Unmoved, InitialDef::Zone(zone)) => zone.contains(from, owner),
            (Initial::OneAhead, initial) => {
                let back = Offset { dx: 0, dy: -1 };
                let behind = self.shape.step(from, back, owner, Wrap::None);
                behind.is_some_and(|behind| match initial {
                    InitialDef::Zone(zone) => zone.contains(behind, owner),
                    InitialDef::Unmoved => self.home.piece(behind) == Some(piece),
                })
            }
        }
    }
}

/// The squares of unmoved pieces that can still use their first move otherwise than for castling:
/// for a move of their own, or for replacement.
pub(crate) fn first_moves(rules: &CompiledRules, setup: &Setup) -> SquareSet {
    let replaced = rules.facts.replacement.is_some();
    let is_used = |square: Square| {
        rules.rules_depend_on_first_moves
            && rules.rules_with_ids().any(|(rule, named)| {
                let at = RuleContext::new(rules, setup, rule);
                named.rule.uses_first_move(&at, square)
            })
    };
    let matters = |square: &Square| {
        let piece = setup.board.piece(*square);
        piece.is_some_and(|piece| replaced || rules.moves_first(piece.role) || is_used(*square))
    };
    setup.unmoved.iter().filter(matters).collect()
}

/// Whether the unmoved pieces and their squares determine their rights.
pub(crate) fn rights_follow_from_unmoved(rules: &CompiledRules) -> bool {
    let mut active = rules.rules().iter();
    rules.shape.vanishing().is_empty()
        && !rules.castles_with_moved_kings()
        && !active.any(|named| named.rule.depends_on_first_moves())
}

/// The squares of unmoved pieces, if the rights of a FEN alone would be read differently.
pub(crate) fn unmoved_field(
    rules: &CompiledRules,
    setup: &Setup,
    rights: &str,
) -> Option<SquareSet> {
    if !rules.depends_on_first_moves() {
        return None;
    }
    let mut read = setup.clone();
    read.unmoved = SquareSet::new();
    let field = (rights.to_owned(), Span::default());
    read_rights(rules, &mut read, Some(&field), &mut Vec::new());
    let kept = kept_first_moves(rules, setup);
    // The rights are ambiguous for several kings with one partner.
    let is_same = kept_first_moves(rules, &read) == kept
        && kept_castlings(rules, &read) == kept_castlings(rules, setup);
    (!is_same).then_some(kept)
}

/// The squares of the unmoved pieces for which this matters, as recorded in a FEN.
pub(crate) fn kept_first_moves(rules: &CompiledRules, setup: &Setup) -> SquareSet {
    if !rules.depends_on_first_moves() {
        return SquareSet::new();
    }
    // If pieces do more than move, a rule depends on unmoved pieces, or a moved king may castle,
    // all unmoved pieces may matter later.
    if rules.asks_beside_moves
        || rules.castles_with_moved_kings()
        || rules.rules_depend_on_first_moves
    {
        return setup.unmoved.clone();
    }
    let first = first_moves(rules, setup);
    if rules.custom_restores_first_moves() {
        return first.union(&unmoved_castlers(rules, setup));
    }
    let castlers = kept_castlings(rules, setup);
    let castlers = castlers.iter().flat_map(Castling::unmoved);
    first.union(&castlers.collect())
}

/// The initial squares of castling pieces and their partners.
fn castling_homes(rules: &CompiledRules) -> SquareSet {
    let mut found = Vec::new();
    for (square, piece) in rules.home.pieces() {
        castlings_of(rules, &rules.home, square, piece, &mut found);
    }
    found.iter().flat_map(Castling::unmoved).collect()
}

/// The squares of unmoved pieces that could castle if others became unmoved again; empty if no rule
/// restores that status.
pub(crate) fn unmoved_castlers(rules: &CompiledRules, setup: &Setup) -> SquareSet {
    if rules.custom_restores_first_moves() {
        castling_homes(rules).intersection(&setup.unmoved)
    } else {
        SquareSet::new()
    }
}

impl Castling {
    /// The squares of the pieces that must be unmoved.
    fn unmoved(&self) -> impl Iterator<Item = Square> + use<> {
        let king = (self.initial == Initial::Unmoved).then_some(self.from);
        king.into_iter().chain([self.partner])
    }
}

/// The castlings whose pieces are unmoved.
fn kept_castlings(rules: &CompiledRules, setup: &Setup) -> Vec<Castling> {
    let sides = Color::ALL.into_iter();
    let mut castlings: Vec<Castling> = sides
        .flat_map(|color| possible(rules, setup, color))
        .collect();
    castlings.retain(|castling| {
        let mut unmoved = castling.unmoved();
        unmoved.all(|square| setup.unmoved.contains(square))
    });
    castlings
}

/// The castlings of a side by its arrangement, as if all pieces were unmoved.
fn possible(rules: &CompiledRules, setup: &Setup, color: Color) -> Vec<Castling> {
    let mut found = Vec::new();
    for (square, piece) in setup.board.pieces_of(color) {
        castlings_of(rules, &setup.board, square, piece, &mut found);
    }
    found.retain(|castling| {
        let start_rank = rules.shape.rank_of(castling.from);
        start_rank == rules.shape.rank_of(castling.partner)
    });
    found
}

/// The possible castlings of a side whose pieces are on their initial squares. Another piece has moved, whatever a
/// FEN says, and castles with no partner.
fn from_home(rules: &CompiledRules, setup: &Setup, color: Color) -> Vec<Castling> {
    let is_home = |square: Square| {
        let piece = setup.board.piece(square);
        piece.is_some_and(|piece| rules.is_home(piece, square))
    };
    let mut found = possible(rules, setup, color);
    found.retain(|castling| castling.unmoved().all(is_home));
    found
}

/// The squares of king and partner of each castling whose pieces are unmoved.
pub(crate) fn castling_pairs(rules: &CompiledRules, setup: &Setup) -> Vec<(Square, Square)> {
    let rights = setup.special.castles.iter();
    let mut pairs: Vec<(Square, Square)> =
        rights.map(|right| (right.king, right.partner)).collect();
    let castlings = kept_castlings(rules, setup).into_iter();
    pairs.extend(castlings.map(|castling| (castling.from, castling.partner)));
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn file_letter(shape: &BoardShape, square: Square) -> char {
    shape.name(square).chars().next().unwrap_or('?')
}
