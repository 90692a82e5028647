//! Castling and gating rights by files, as in the rights field of a FEN. Also the counters of checks.

use crate::definition::{CapturedTo, CastlingRules};
use crate::geometry::{CompactSort, Square};
use crate::rules::data::CompiledRules;
use crate::rules::special_moves::castling_rank;
use crate::source::{Diagnostic, Span, codes};
use crate::state::fen::or_none;
use crate::state::{Board, CastleRight, Checks, Color, Counters, Move, Setup};

/// The default number of checks, as in Three-Check.
const USUAL_CHECKS: u16 = 3;

/// Reads the number of checks still to give; by default one each.
pub(crate) fn read_checks(
    rules: &CompiledRules,
    setup: &mut Setup,
    checks: Option<(Checks, Span)>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let counted = rules.facts.checks.counted;
    let wanted = rules.start_setup().map(|start| start.special.checks);
    let left = match checks {
        None => Some([1, 1]),
        Some((Checks::ToGive(Counters { white, black }), _)) => Some([white, black]),
        Some((Checks::Given(Counters { white, black }), _)) => {
            let [by_white, by_black] = wanted.unwrap_or([USUAL_CHECKS; 2]);
            let left = by_white.checked_sub(white).zip(by_black.checked_sub(black));
            left.map(Into::into)
        }
    };
    if let Some((_, span)) = checks {
        let too_many = |left: [u16; 2]| {
            wanted
                .is_some_and(|wanted| left.iter().zip(wanted).any(|(left, wanted)| *left > wanted))
        };
        let message = if !counted {
            "this variant does not count checks"
        } else if left.is_none_or(too_many) {
            "the start position has fewer checks to give"
        } else {
            ""
        };
        if !message.is_empty() {
            diagnostics.push(Diagnostic::new(codes::FEN_IDLE_CHECKS, span, message));
        }
    }
    if counted {
        setup.special.checks = left.unwrap_or_default();
    }
}

/// Reads castling and gating rights.
pub(crate) fn read_file_rights(
    rules: &CompiledRules,
    setup: &mut Setup,
    rights: Option<&(String, Span)>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some((text, span)) = rights.map(|(text, span)| (text.as_str(), *span)) else {
        keep_rights(rules, setup);
        forget_gates(rules, setup);
        return;
    };
    for color in Color::ALL {
        let mut king = None;
        let letters = text
            .char_indices()
            .filter(|(_, letter)| letter.is_ascii_alphabetic())
            .filter(|(_, letter)| letter.is_ascii_uppercase() == (color == Color::White));
        for (index, letter) in letters {
            if !read_letter(rules, setup, color, letter.to_ascii_uppercase(), &mut king) {
                diagnostics.push(bad_right(span, index, letter));
            }
        }
        // Without castling rights, gates of a king and partners imply them.
        let mut castles = setup.special.castles.iter();
        let has_rights = castles.any(|castle| castle.color == color);
        if let Some(castling) = &rules.facts.castling
            && rules.facts.gating.is_some()
            && gates_matter(rules, setup, color)
            && !has_rights
        {
            let gates: Vec<Square> = setup.special.gates.iter().collect();
            let is_king = |square: &Square| is_king(rules, castling, &setup.board, color, *square);
            let king = gates.iter().copied().find(is_king);
            // A king that the letters `K` and `Q` do not refer to cannot castle.
            let king = king
                .filter(|king| castling_king(rules, castling, setup, color, *king) == Some(*king));
            if let Some(king) = king {
                for square in gates {
                    add(rules, setup, color, king, square);
                }
            }
        }
    }
    forget_gates(rules, setup);
}

/// Without a field, pieces on their initial squares have the rights of the start position.
fn keep_rights(rules: &CompiledRules, setup: &mut Setup) {
    let Some(start) = rules.start_setup() else {
        return;
    };
    let stays = |square: Square| {
        let piece = setup.board.piece(square);
        piece.is_some() && piece == start.board.piece(square)
    };
    let castles = start.special.castles.iter().copied();
    let kept = castles.filter(|right| stays(right.king) && stays(right.partner));
    setup.special.castles = kept.collect();
    let gates = start.special.gates.iter();
    setup.special.gates = gates.filter(|square| stays(*square)).collect();
}

/// Whether the gates of a side can still be used: its hand may have pieces, or gating does not use the hand.
fn gates_matter(rules: &CompiledRules, setup: &Setup, color: Color) -> bool {
    let gating = rules.facts.gating.as_ref();
    gating.is_some_and(|gating| !gating.from_hand)
        || !setup.hands[color.index()].is_empty()
        || rules.facts.captured_to == CapturedTo::CaptorHand
}

/// Removes gates that can never be used, so that equivalent positions are equal. Otherwise a FEN
/// could not distinguish them from castling rights by file.
pub(crate) fn forget_gates(rules: &CompiledRules, setup: &mut Setup) {
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

/// Reads one letter of the field; returns whether it is valid.
fn read_letter(
    rules: &CompiledRules,
    setup: &mut Setup,
    color: Color,
    letter: char,
    king: &mut Option<Square>,
) -> bool {
    let castling = rules.facts.castling.as_ref();
    let Some(partner) = partner_by_letter(rules, setup, color, letter) else {
        return false;
    };
    if let (Some(castling), None) = (castling, *king) {
        *king = castling_king(rules, castling, setup, color, partner);
    }
    let is_side = matches!(letter, 'K' | 'Q');
    if rules.facts.gating.is_some() {
        if is_side && king.is_none() && castling.is_some() {
            return false;
        }
        let piece = setup.board.piece(partner);
        if piece.is_none_or(|piece| piece.color != color) {
            return false;
        }
        setup.special.gates.insert(partner);
        if let (true, Some(king)) = (is_side, *king) {
            setup.special.gates.insert(king);
        } else if gates_matter(rules, setup, color) {
            return true;
        }
    }
    let Some(king) = *king else {
        return rules.facts.gating.is_some();
    };
    let at_home = castling.is_none_or(|castling| partner_begins(rules, castling, color, partner));
    at_home && add(rules, setup, color, king, partner) || rules.facts.gating.is_some()
}

/// Whether a king of a castling rule stands on a square.
fn is_king(
    rules: &CompiledRules,
    castling: &CastlingRules,
    board: &Board,
    color: Color,
    square: Square,
) -> bool {
    let king = castling.king[color.index()];
    board.piece(square).is_some_and(|piece| {
        piece.color == color && king.is_some() && rules.kind(piece.role) == king
    })
}

/// Whether a partner of a castling rule stands on a square.
fn is_partner(
    rules: &CompiledRules,
    castling: &CastlingRules,
    board: &Board,
    color: Color,
    square: Square,
) -> bool {
    let partners = castling.partners[color.index()];
    let piece = board.piece(square);
    piece.is_some_and(|piece| piece.color == color && rules.is_of(piece.role, partners))
}

/// The square of the partner denoted by a letter: the outermost one of a side, or the one on a file.
fn partner_by_letter(
    rules: &CompiledRules,
    setup: &Setup,
    color: Color,
    letter: char,
) -> Option<Square> {
    let shape = &rules.shape;
    let Some(castling) = &rules.facts.castling else {
        let back_rank = match color {
            Color::White => 0,
            Color::Black => shape.ranks() - 1,
        };
        return shape.at(letter as u8 - b'A', back_rank);
    };
    let rank = castling_rank(castling, shape, color);
    let is_partner = |square: &Square| is_partner(rules, castling, &setup.board, color, *square);
    let at = |file: u8| shape.at(file, rank);
    match letter {
        'K' => (0..=castling.right_partner_file)
            .rev()
            .filter_map(at)
            .find(is_partner),
        'Q' => (castling.left_partner_file..shape.files())
            .filter_map(at)
            .find(is_partner),
        _ => at(letter as u8 - b'A'),
    }
}

/// Whether a partner may have stood on its square from the start. If the king comes from the hand,
/// any partner in a corner qualifies.
fn partner_begins(
    rules: &CompiledRules,
    castling: &CastlingRules,
    color: Color,
    partner: Square,
) -> bool {
    if castling.any_files {
        return true;
    }
    if kings_on_rank(rules, castling, &rules.home, color).is_empty() {
        let file = rules.shape.file_of(partner);
        return file == 0 || file == rules.shape.files() - 1;
    }
    is_partner(rules, castling, &rules.home, color, partner)
}

/// The squares of kings on the castling rank.
fn kings_on_rank(
    rules: &CompiledRules,
    castling: &CastlingRules,
    board: &Board,
    color: Color,
) -> Vec<Square> {
    let shape = &rules.shape;
    let rank = castling_rank(castling, shape, color);
    (0..shape.files())
        .filter_map(|file| shape.at(file, rank))
        .filter(|square| is_king(rules, castling, board, color, *square))
        .collect()
}

/// The king that castles with a partner. With fixed files it stands on its initial square.
fn castling_king(
    rules: &CompiledRules,
    castling: &CastlingRules,
    setup: &Setup,
    color: Color,
    partner: Square,
) -> Option<Square> {
    let mut kings = kings_on_rank(rules, castling, &setup.board, color);
    if castling.any_files {
        let own = kings.iter().find(|square| **square == partner);
        return own.or(kings.first()).copied();
    }
    let rank = castling_rank(castling, &rules.shape, color);
    let usual = rules.shape.at(castling.king_file, rank);
    let homes = kings_on_rank(rules, castling, &rules.home, color);
    kings.retain(|square| homes.contains(square) || homes.is_empty() && usual == Some(*square));
    if kings.len() == 1 && rules.facts.gating.is_none() {
        return kings.pop();
    }
    usual.filter(|square| kings.contains(square))
}

/// Adds a castling right if the partner is valid; returns whether it is.
pub(crate) fn add(
    rules: &CompiledRules,
    setup: &mut Setup,
    color: Color,
    king: Square,
    partner: Square,
) -> bool {
    let Some(castling) = rules.facts.castling.as_ref() else {
        return false;
    };
    if !is_partner(rules, castling, &setup.board, color, partner) || king == partner {
        return false;
    }
    let right = partner > king;
    // Only the latest right of each wing is kept.
    setup
        .special
        .castles
        .retain(|castle| castle.color != color || castle.right != right);
    setup.special.castles.push(CastleRight {
        color,
        right,
        king,
        partner,
    });
    // Sorted, so that equal rights compare equal.
    setup.special.castles.sort_compactly();
    true
}

/// Writes the rights field: castling rights, and gates by their files.
pub(crate) fn write_file_rights(rules: &CompiledRules, setup: &Setup) -> String {
    let mut text = String::new();
    let gating = rules.facts.gating.is_some();
    for color in Color::ALL {
        let written = |letter: char| match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter.to_ascii_lowercase(),
        };
        let mut told = Vec::new();
        let rights = setup.special.castles.iter().rev();
        for right in rights.filter(|castle| castle.color == color) {
            let side = if right.right { 'K' } else { 'Q' };
            // Another partner may stand further out.
            let meant = partner_by_letter(rules, setup, color, side);
            let file = (b'A' + rules.shape.file_of(right.partner)) as char;
            text.push(written(if meant == Some(right.partner) {
                side
            } else {
                file
            }));
            told.extend([right.king, right.partner]);
        }
        let gates = setup.special.gates.iter().filter(|square| {
            let piece = setup.board.piece(*square);
            gating && !told.contains(square) && piece.is_some_and(|piece| piece.color == color)
        });
        text.extend(gates.map(|square| {
            let file = (b'a' + rules.shape.file_of(square)) as char;
            written(file)
        }));
    }
    or_none(text)
}

/// Adds castling rights for kings and partners that are dropped on their home squares.
pub(crate) fn castle_with_dropped(rules: &CompiledRules, after: &mut Setup, mv: &Move) {
    let castling = rules.facts.castling.as_ref();
    let Some(castling) = castling.filter(|castling| castling.dropped) else {
        return;
    };
    let (us, shape) = (mv.piece.color, &rules.shape);
    let rank = castling_rank(castling, shape, us);
    if shape.rank_of(mv.to) != rank {
        return;
    }
    let Some(home) = shape.at(castling.king_file, rank) else {
        return;
    };
    let corners = [shape.at(0, rank), shape.at(shape.files() - 1, rank)];
    if !is_king(rules, castling, &after.board, us, home) {
        return;
    }
    for corner in corners.into_iter().flatten() {
        if mv.to == home || mv.to == corner {
            add(rules, after, us, home, corner);
        }
    }
}

/// The diagnostic about a right without king and partner.
pub(crate) fn bad_right(span: Span, index: usize, letter: char) -> Diagnostic {
    let at = span.start as usize + index;
    Diagnostic::new(
        codes::FEN_BAD_RIGHTS,
        Span::new(at, at + letter.len_utf8()),
        format!("no king and partner match the right `{letter}`"),
    )
    .with_help("write `-` for no rights")
}
