//! Movements in the notation of XBoard.

use ferz::definition::{PieceDef, PieceId};
use ferz::game::Variant;
use ferz::movement::{Castle, Dialect, Inexpressible, Initial, Movement, Pattern, Side};
use ferz::state::Color;

/// A movement in the notation of XBoard: the texts of the definition if XBoard reads them with the same
/// meaning. To XBoard `NN` is a knight, and the knightrider is `N0`.
pub(super) fn in_xboard(piece: &PieceDef, movement: &Movement) -> Result<String, Inexpressible> {
    let own: String = piece.moves.iter().map(|mv| mv.betza.as_str()).collect();
    let read = Movement::read(&own, Dialect::XBoard);
    if read.diagnostics.is_empty() && read.value == *movement && !has_doubled_letter(&own) {
        return Ok(own);
    }
    movement.to_betza(Dialect::XBoard)
}

fn has_doubled_letter(betza: &str) -> bool {
    let mut pairs = betza.as_bytes().windows(2);
    pairs.any(|pair| pair[0].is_ascii_uppercase() && pair[0] == pair[1])
}

/// Whether a pattern can capture.
pub(super) fn captures(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Walk(walk) => {
            let mut legs = walk.legs.iter();
            legs.any(|leg| !leg.take.is_empty() || leg.en_passant)
        }
        Pattern::Castle(_) | Pattern::Placement(_) => false,
        Pattern::Universal(_) | Pattern::Imitation(_) => true,
    }
}

/// Whether a walk captures on its way in a form that XBoard does not support: twice, or in a move that its
/// notation cannot express.
pub(super) fn has_long_capture(piece: &PieceDef) -> bool {
    let patterns = piece.moves.iter().flat_map(|mv| mv.movement.patterns());
    patterns.into_iter().any(|pattern| {
        let Pattern::Walk(walk) = pattern else {
            return false;
        };
        let Some((_, way)) = walk.legs.split_last() else {
            return false;
        };
        let captures = way.iter().filter(|leg| !leg.take.is_empty()).count();
        let moves_others = walk.legs.iter().any(|leg| leg.unload || leg.relay);
        let alone = || Movement::from_patterns([pattern.clone()]);
        captures > 1 || moves_others || captures == 1 && alone().to_betza(Dialect::XBoard).is_err()
    })
}

/// The castlings of the castling rule, as moves of the king.
pub(super) fn castles(variant: &Variant) -> Vec<(PieceId, Castle)> {
    let Some(rule) = variant.compiled_rules().facts.castling.as_ref() else {
        return Vec::new();
    };
    let Some(king) = rule.king[Color::White.index()] else {
        return Vec::new();
    };
    let start = variant.start();
    let shape = &variant.def().shape;
    let is = |square, wanted: &dyn Fn(PieceId) -> bool| {
        let piece = start.piece_on(square);
        piece.is_some_and(|piece| piece.color == Color::White && wanted(PieceId::from(piece.role)))
    };
    let files = 0..shape.files();
    let square = |file| shape.at(file, rule.rank);
    let Some(home) = files
        .clone()
        .find(|file| square(*file).is_some_and(|square| is(square, &|id| id == king)))
    else {
        return Vec::new();
    };
    let partners = rule.partners[Color::White.index()];
    let is_partner =
        |file: &u8| square(*file).is_some_and(|square| is(square, &|id| partners.contains(id)));
    let left = (0..home).find(is_partner);
    let right = (home + 1..shape.files()).rev().find(is_partner);
    let castle = |side, distance: Option<u8>, inset| {
        distance.filter(|distance| *distance >= 2).map(|distance| {
            let castle = Castle {
                side,
                distance,
                inset,
                initial: Initial::Unmoved,
            };
            (king, castle)
        })
    };
    let left = left.and_then(|file| castle(Side::Left, home.checked_sub(rule.left_file), file));
    let right = right.and_then(|file| {
        let distance = rule.right_file.checked_sub(home);
        castle(Side::Right, distance, shape.files() - 1 - file)
    });
    left.into_iter().chain(right).collect()
}
