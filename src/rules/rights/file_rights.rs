//! Castling and gating rights by files, as in the rights field of a FEN. Also the counters of checks.

use crate::definition::{CapturedTo, CastlingRules, PieceId};
use crate::geometry::{CompactSort, Square};
use crate::rules::data::CompiledRules;
use crate::rules::special_moves::castling_rank;
use crate::source::{Diagnostic, Span, codes};
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
        let gating = rules.facts.gating.as_ref();
        let hand_matters = gates_matter(rules, setup, color);
        let has_rights = setup
            .special
            .castles
            .iter()
            .any(|castle| castle.color == color);
        if let (Some(_), Some(castling), true, false) = (
            gating,
            rules.facts.castling.as_ref(),
            hand_matters,
            has_rights,
        ) {
            let is = |square: Square, number: Option<PieceId>| {
                setup.board.piece(square).is_some_and(|piece| {
                    piece.color == color && number.is_some() && rules.kind(piece.role) == number
                })
            };
            let gates: Vec<Square> = setup.special.gates.iter().collect();
            let king = gates
                .iter()
                .copied()
                .find(|square| is(*square, castling.king[color.index()]));
            // A king that the letters `K` and `Q` do not refer to cannot castle.
            let king = king.filter(|king| {
                castling_king(rules, castling, setup, color, *king, true) == Some(*king)
            });
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
    let Some(partner) = partner_by_letter(rules, castling, setup, color, letter) else {
        return false;
    };
    if let (Some(castling), None) = (castling, *king) {
        *king = castling_king(
            rules,
            castling,
            setup,
            color,
            partner,
            rules.facts.gating.is_some(),
        );
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

/// The square of the partner denoted by a letter: the outermost one of a side, or the one on a file.
fn partner_by_letter(
    rules: &CompiledRules,
    castling: Option<&CastlingRules>,
    setup: &Setup,
    color: Color,
    letter: char,
) -> Option<Square> {
    let shape = &rules.shape;
    let Some(castling) = castling else {
        let back_rank = match color {
            Color::White => 0,
            Color::Black => shape.ranks() - 1,
        };
        return shape.at(letter as u8 - b'A', back_rank);
    };
    let rank = castling_rank(castling, shape, color);
    let is_partner = |square: &Square| {
        setup.board.piece(*square).is_some_and(|piece| {
            piece.color == color && rules.is_of(piece.role, castling.partners[color.index()])
        })
    };
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
    let home = rules.home.piece(partner);
    home.is_some_and(|piece| {
        piece.color == color && rules.is_of(piece.role, castling.partners[color.index()])
    })
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
    let is_king = |square: &Square| {
        board.piece(*square).is_some_and(|piece| {
            piece.color == color
                && castling.king[color.index()].is_some()
                && rules.kind(piece.role) == castling.king[color.index()]
        })
    };
    (0..shape.files())
        .filter_map(|file| shape.at(file, rank))
        .filter(is_king)
        .collect()
}

/// The king that castles with a partner. With fixed files it stands on its initial square.
fn castling_king(
    rules: &CompiledRules,
    castling: &CastlingRules,
    setup: &Setup,
    color: Color,
    partner: Square,
    gating: bool,
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
    if kings.len() == 1 && !gating {
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
    let fits = setup.board.piece(partner).is_some_and(|piece| {
        piece.color == color && rules.is_of(piece.role, castling.partners[color.index()])
    });
    if !fits || king == partner {
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
        for right in setup
            .special
            .castles
            .iter()
            .rev()
            .filter(|castle| castle.color == color)
        {
            let side = if right.right { 'K' } else { 'Q' };
            let castling = rules.facts.castling.as_ref();
            // Another partner may stand further out.
            let meant = partner_by_letter(rules, castling, setup, color, side);
            let file = (b'A' + rules.shape.file_of(right.partner)) as char;
            text.push(written(if meant == Some(right.partner) {
                side
            } else {
                file
            }));
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
            let file = (b'a' + rules.shape.file_of(square)) as char;
            written(file)
        }));
    }
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}

/// Adds castling rights for kings and partners that are dropped on their home squares.
pub(crate) fn castle_with_dropped(rules: &CompiledRules, after: &mut Setup, mv: &Move) {
    let Some(castling) = rules
        .facts
        .castling
        .as_ref()
        .filter(|castling| castling.dropped)
    else {
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
    let king_home = after.board.piece(home).is_some_and(|piece| {
        piece.color == us
            && castling.king[us.index()].is_some()
            && rules.kind(piece.role) == castling.king[us.index()]
    });
    if !king_home {
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
