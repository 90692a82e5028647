//! Castling rights and unmoved pieces: between the FEN field and the set of unmoved squares.

use super::castling::{Castling, castlings_of};
use crate::definition::InitialDef;
use crate::geometry::{BoardShape, Square, SquareSet};
use crate::movement::{Initial, Pattern};
use crate::rules::Rulebook;
use crate::rules::hooks::gates;
use crate::source::{Diagnostic, Span, codes};
use crate::state::{Color, Fen, Setup};

/// Marks the unmoved pieces of a position.
///
/// A piece counts as unmoved where the start position has the same piece; the rights field, if
/// there is one, decides for pieces that castle.
pub(crate) fn set_unmoved(
    book: &Rulebook,
    setup: &mut Setup,
    rights: Option<&(String, Span)>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let start = Fen::parse(&book.def.start, &book.shape, &book.letters)
        .value
        .board;
    for (square, piece) in setup.board.pieces() {
        if start.piece(square) == Some(piece) {
            setup.unmoved.insert(square);
        }
    }
    let Some((text, span)) = rights else { return };
    let homes: Vec<(Color, Vec<Castling>)> = Color::ALL
        .into_iter()
        .map(|color| (color, possible(book, setup, color)))
        .collect();
    for (_, castlings) in &homes {
        for castling in castlings {
            setup.unmoved.remove(castling.from);
            setup.unmoved.remove(castling.partner);
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
        let castlings = &homes[color.index()].1;
        let lower = letter.to_ascii_lowercase();
        let right_side = |one: &&Castling| one.partner > one.from;
        let outermost = |right: bool| {
            let side = castlings.iter().filter(|one| right_side(one) == right);
            if right {
                side.max_by_key(|one| one.partner)
            } else {
                side.min_by_key(|one| one.partner)
            }
        };
        // A partner on file k or q has that letter to itself.
        let on_file = castlings
            .iter()
            .find(|one| file_letter(&book.shape, one.partner) == lower);
        let found = on_file.or_else(|| match lower {
            'k' => outermost(true),
            'q' => outermost(false),
            _ => None,
        });
        if let Some(castling) = found {
            setup.unmoved.insert(castling.from);
            setup.unmoved.insert(castling.partner);
            continue;
        }
        let back_rank = if color == Color::White {
            0
        } else {
            book.shape.ranks() - 1
        };
        let home = (0..book.shape.files())
            .filter_map(|file| book.shape.at(file, back_rank))
            .find(|square| file_letter(&book.shape, *square) == lower)
            .filter(|square| {
                setup
                    .board
                    .piece(*square)
                    .is_some_and(|piece| piece.color == color)
            });
        match home {
            Some(square) => {
                setup.unmoved.insert(square);
            }
            None => diagnostics.push(
                Diagnostic::new(
                    codes::FEN_BAD_RIGHTS,
                    Span::new(span.start as usize + index, span.start as usize + index + 1),
                    format!("no king and partner stand where the right `{letter}` wants them"),
                )
                .with_help("write `-` for no rights"),
            ),
        }
    }
}

/// The rights field of a position.
pub(crate) fn write_rights(book: &Rulebook, setup: &Setup) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        let castlings = possible(book, setup, color);
        let mut letters: Vec<(Square, char)> = Vec::new();
        for castling in &castlings {
            if !setup.unmoved.contains(castling.from) || !setup.unmoved.contains(castling.partner) {
                continue;
            }
            let right = castling.partner > castling.from;
            let outermost = castlings
                .iter()
                .filter(|one| (one.partner > one.from) == right)
                .all(|one| {
                    if right {
                        one.partner <= castling.partner
                    } else {
                        one.partner >= castling.partner
                    }
                });
            let usual = if right { 'k' } else { 'q' };
            let is_taken = castlings
                .iter()
                .any(|one| file_letter(&book.shape, one.partner) == usual);
            let letter = if outermost && !is_taken {
                usual
            } else {
                file_letter(&book.shape, castling.partner)
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
        letters.sort_by_key(|(square, _)| std::cmp::Reverse(*square));
        text.extend(letters.into_iter().map(|(_, letter)| letter));
    }
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}

/// The squares of unmoved pieces that can still do something by it, castling apart: make a first
/// move of their own, or make room for a piece from the pocket.
pub(crate) fn first_moves(book: &Rulebook, setup: &Setup) -> SquareSet {
    let pocket = book.hooks().and_then(|hooks| hooks.pocket.as_ref());
    let matters = |square: &Square| {
        setup.board.piece(*square).is_some_and(|piece| {
            let role = book.role(piece.role);
            let moves_once = role.moves.iter().any(|one| match &one.pattern {
                Pattern::Walk(walk) => walk.initial == Initial::Unmoved,
                Pattern::Universal(leap) => leap.initial == Initial::Unmoved,
                Pattern::Imitation(imitation) => imitation.initial == Initial::Unmoved,
                _ => false,
            });
            moves_once && role.initial == InitialDef::Unmoved
                || pocket.is_some_and(|rule| !gates(rule, setup, *square, piece).is_empty())
        })
    };
    setup.unmoved.iter().filter(matters).collect()
}

/// The castlings that the placement of a side would allow if nobody had moved.
fn possible(book: &Rulebook, setup: &Setup, color: Color) -> Vec<Castling> {
    let mut found = Vec::new();
    for (square, piece) in setup.board.pieces() {
        if piece.color == color {
            castlings_of(book, setup, square, piece, &mut found);
        }
    }
    found.retain(|castling| {
        let start_rank = book.shape.rank_of(castling.from);
        start_rank == book.shape.rank_of(castling.partner)
    });
    found
}

fn file_letter(shape: &BoardShape, square: Square) -> char {
    shape
        .file_label(shape.file_of(square))
        .chars()
        .next()
        .unwrap_or('?')
}
