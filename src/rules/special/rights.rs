//! The rights field: castlings and gates.

use crate::definition::SpecialRules;
use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::source::Span;
use crate::state::{CastleRight, Color, Counters, Setup};

use super::castling::castling_rank;

/// Reads the checks still to give; one each if the FEN does not say.
pub(crate) fn read_counters(book: &Rulebook, setup: &mut Setup, counters: Option<Counters>) {
    if book.special().is_some() {
        setup.special.checks = match counters {
            Some(counters) => [counters.white, counters.black],
            None => [1, 1],
        };
    }
}

/// Reads rights.
pub(crate) fn read_rights(book: &Rulebook, setup: &mut Setup, rights: Option<&(String, Span)>) {
    let Some(rules) = book.special() else { return };
    let text = rights.map_or("", |(text, _)| text.as_str());
    for color in Color::ALL {
        let mut king = None;
        let letters = text
            .chars()
            .filter(char::is_ascii_alphabetic)
            .filter(|letter| letter.is_ascii_uppercase() == (color == Color::White));
        for letter in letters {
            read_letter(book, setup, color, letter.to_ascii_uppercase(), &mut king);
        }
        // Gates of a king and partners are castling rights where no others are given.
        let gating = rules.gating.as_ref();
        let hand_matters = gates_matter(rules, setup, color);
        let has_rights = setup.special.castles.iter().any(|one| one.color == color);
        if let (Some(_), Some(castling), true, false) =
            (gating, &rules.castling, hand_matters, has_rights)
        {
            let is = |square: Square, number: Option<usize>| {
                setup.board.piece(square).is_some_and(|piece| {
                    piece.color == color && number.is_some() && book.kind(piece.role) == number
                })
            };
            let gates: Vec<Square> = setup.special.gates.iter().collect();
            let king = gates
                .iter()
                .copied()
                .find(|square| is(*square, castling.king[color.index()]));
            if let Some(king) = king {
                for square in gates {
                    add(book, setup, color, king, square);
                }
            }
        }
    }
    forget_gates(rules, setup);
}

/// Whether a side's gates can still be used: something is or may come in its hand, or nothing need.
fn gates_matter(rules: &SpecialRules, setup: &Setup, color: Color) -> bool {
    let gating = rules.gating.as_ref();
    gating.is_some_and(|gating| !gating.from_hand)
        || !setup.hands[color.index()].is_empty()
        || rules.captures.to_hand
}

/// Takes away gates that will never be used, so that equal positions are equal. Without this a FEN
/// could not tell them from castling rights by file.
pub(crate) fn forget_gates(rules: &SpecialRules, setup: &mut Setup) {
    for color in Color::ALL {
        if setup.special.gates.is_empty() || gates_matter(rules, setup, color) {
            continue;
        }
        let others = |square: &Square| {
            let piece = setup.board.piece(*square);
            piece.is_none_or(|piece| piece.color != color)
        };
        setup.special.gates = setup.special.gates.iter().filter(others).collect();
    }
}

/// Reads one letter of the field.
fn read_letter(
    book: &Rulebook,
    setup: &mut Setup,
    color: Color,
    letter: char,
    king: &mut Option<Square>,
) {
    let Some(rules) = book.special() else { return };
    let shape = &book.shape;
    let castling = rules.castling.as_ref();
    let rank = castling.map_or_else(
        || {
            if color == Color::White {
                0
            } else {
                shape.ranks() - 1
            }
        },
        |castling| castling_rank(castling, shape, color),
    );
    let is_partner = |setup: &Setup, square: Square| {
        castling.is_some_and(|castling| {
            setup.board.piece(square).is_some_and(|piece| {
                piece.color == color && book.is_of(piece.role, castling.partners[color.index()])
            })
        })
    };
    let partner = match (letter, castling) {
        ('K', Some(castling)) => (0..=castling.right_partner_file)
            .rev()
            .filter_map(|file| shape.at(file, rank))
            .find(|square| is_partner(setup, *square)),
        ('Q', Some(castling)) => (castling.left_partner_file..shape.files())
            .filter_map(|file| shape.at(file, rank))
            .find(|square| is_partner(setup, *square)),
        _ => shape.at(letter as u8 - b'A', rank),
    };
    let Some(partner) = partner else { return };
    if let (Some(castling), None) = (castling, *king) {
        let kings: Vec<Square> = (0..shape.files())
            .filter_map(|file| shape.at(file, rank))
            .filter(|square| {
                setup.board.piece(*square).is_some_and(|piece| {
                    piece.color == color
                        && castling.king[color.index()].is_some()
                        && book.kind(piece.role) == castling.king[color.index()]
                })
            })
            .collect();
        *king = if castling.any_files && kings.contains(&partner) {
            Some(partner)
        } else if kings.len() == 1 && rules.gating.is_none() || castling.any_files {
            kings.first().copied()
        } else {
            shape
                .at(castling.king_file, rank)
                .filter(|square| kings.contains(square))
        };
    }
    if rules.gating.is_some() {
        if setup
            .board
            .piece(partner)
            .is_some_and(|piece| piece.color == color)
        {
            setup.special.gates.insert(partner);
        }
        if let (true, Some(king)) = (matches!(letter, 'K' | 'Q'), *king) {
            setup.special.gates.insert(king);
        } else if gates_matter(rules, setup, color) {
            return;
        }
    }
    if let Some(king) = *king {
        add(book, setup, color, king, partner);
    }
}

/// Adds a right if the partner is one.
pub(super) fn add(book: &Rulebook, setup: &mut Setup, color: Color, king: Square, partner: Square) {
    let Some(castling) = book.special().and_then(|rules| rules.castling.as_ref()) else {
        return;
    };
    let fits = setup.board.piece(partner).is_some_and(|piece| {
        piece.color == color && book.is_of(piece.role, castling.partners[color.index()])
    });
    if !fits || king == partner {
        return;
    }
    let right = partner > king;
    // One right a side: the latest.
    setup
        .special
        .castles
        .retain(|one| one.color != color || one.right != right);
    setup.special.castles.push(CastleRight {
        color,
        right,
        king,
        partner,
    });
    // Equal rights are equal in whatever order they came.
    setup.special.castles.sort_unstable();
}

/// The rights field: castlings, or gates by their files.
pub(crate) fn write_special_rights(book: &Rulebook, setup: &Setup) -> String {
    let mut text = String::new();
    let gating = book.special().is_some_and(|rules| rules.gating.is_some());
    for color in Color::ALL {
        let written = |letter: char| match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter.to_ascii_lowercase(),
        };
        let mut told = Vec::new();
        for right in setup
            .special
            .castles
            .iter()
            .rev()
            .filter(|one| one.color == color)
        {
            text.push(written(if right.right { 'k' } else { 'q' }));
            told.extend([right.king, right.partner]);
        }
        let gates = setup.special.gates.iter().filter(|square| {
            gating
                && !told.contains(square)
                && setup
                    .board
                    .piece(*square)
                    .is_some_and(|piece| piece.color == color)
        });
        text.extend(gates.map(|square| {
            let file = (b'a' + book.shape.file_of(square)) as char;
            written(file)
        }));
    }
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}
