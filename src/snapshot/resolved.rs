//! What a definition says about play, as lines of text: everything inherited is in it, and each
//! meaning has one form.

use std::fmt::Write as _;

use crate::definition::{
    CaptureFate, InitialDef, MoveDef, PieceDef, PromotionDef, PromotionStock, RoyalGuard,
    RoyalRule, RulesDef, StalemateRule, VariantDef,
};
use crate::geometry::{BoardShape, Perspective, Square, SquareSet, Zone};
use crate::syntax::betza::Dialect;

/// The board, the start, the pieces and the rules of a definition with everything inherited.
///
/// Two definitions of which this is the same play alike.
pub fn resolved(def: &VariantDef) -> String {
    let mut lines = board(def);
    lines.push(format!("start {}", def.start));
    lines.extend(pieces(def));
    lines.extend(rules(&def.rules));
    lines.push(String::new());
    lines.join("\n")
}

/// The lines about the board.
pub(super) fn board(def: &VariantDef) -> Vec<String> {
    let shape = &def.shape;
    let mut line = format!("board {}x{}", shape.files(), shape.ranks());
    if shape.first_rank() != 1 {
        let _ = write!(line, ", ranks from {}", shape.first_rank());
    }
    let mut lines = vec![line];
    for (word, squares) in [("holes", shape.holes()), ("vanishing", shape.vanishing())] {
        if !squares.is_empty() {
            lines.push(format!("{word} {}", squares_text(shape, squares)));
        }
    }
    lines
}

/// A line for each piece, with lines for its promotion.
pub(super) fn pieces(def: &VariantDef) -> Vec<String> {
    let lines = def.pieces.iter();
    lines
        .flat_map(|(name, piece)| piece_lines(&def.shape, name, piece))
        .collect()
}

fn piece_lines(shape: &BoardShape, name: &str, piece: &PieceDef) -> Vec<String> {
    let moves: Vec<String> = piece
        .moves
        .iter()
        .map(|one| move_text(shape, one))
        .collect();
    let moves = if moves.is_empty() {
        "-".to_owned()
    } else {
        moves.join(", ")
    };
    let royal = if piece.royal { ", royal" } else { "" };
    let mut lines = vec![format!("{} {name}: {moves}{royal}", piece.letter)];
    if let InitialDef::Zone(zone) = &piece.initial {
        lines.push(format!("  initial {}", zone_text(shape, zone)));
    }
    if let Some(promotion) = &piece.promotion {
        lines.extend(promotion_lines(shape, promotion));
    }
    if !piece.powers.is_empty() {
        lines.push(format!("  {:?}", piece.powers));
    }
    lines
}

/// The canonical spelling, or the author's where there is none.
fn move_text(shape: &BoardShape, one: &MoveDef) -> String {
    let mut text = one.movement.to_betza(Dialect::XBetza).unwrap_or_else(|_| {
        // The author's letters mean what they mean in the author's dialect only.
        format!("{} in {}", one.betza, one.dialect)
    });
    for (word, zone) in [("from", &one.from), ("to", &one.to)] {
        if let Some(zone) = zone {
            let _ = write!(text, " {word} {}", zone_text(shape, zone));
        }
    }
    if let Some(names) = &one.takes {
        text.push_str(&format!(" takes {}", names.join(", ")));
    }
    text
}

fn promotion_lines(shape: &BoardShape, promotion: &PromotionDef) -> Vec<String> {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for choice in &promotion.choices {
        let mut terms = format!("on {}", zone_text(shape, &choice.zone));
        if choice.stock == PromotionStock::Hand {
            terms.push_str(", from hand");
        }
        if let Some(limit) = choice.limit {
            let _ = write!(terms, ", at most {limit}");
        }
        // Choices on the same terms that follow each other share a line.
        match lines.last_mut() {
            Some((last, names)) if *last == terms => names.push(choice.piece.clone()),
            _ => lines.push((terms, vec![choice.piece.clone()])),
        }
    }
    let mut lines: Vec<String> = lines
        .into_iter()
        .map(|(terms, names)| format!("  promotes to {} {terms}", names.join(", ")))
        .collect();
    let sides = [Perspective::White, Perspective::Black];
    let may_stay = |side: &Perspective| !promotion.stay.of(*side).is_empty();
    if sides.iter().any(may_stay) {
        lines.push(format!(
            "  may stay on {}",
            zone_text(shape, &promotion.stay)
        ));
    }
    lines
}

/// A line for each rule that is not the usual one.
pub(super) fn rules(rules: &RulesDef) -> Vec<String> {
    let usual = RulesDef::default();
    let mut lines = Vec::new();
    if rules.royal != usual.royal {
        lines.push(match rules.royal {
            RoyalRule::Check => "royal check".to_owned(),
            RoyalRule::Capture => "royal capture".to_owned(),
            RoyalRule::None => "royal none".to_owned(),
        });
    }
    if rules.guard != usual.guard {
        lines.push(match rules.guard {
            RoyalGuard::Every => "guard every".to_owned(),
            RoyalGuard::AllButOne => "guard all but one".to_owned(),
            RoyalGuard::Last => "guard the last".to_owned(),
        });
    }
    if rules.stalemate != usual.stalemate {
        lines.push(match rules.stalemate {
            StalemateRule::Draw => "stalemate draw".to_owned(),
            StalemateRule::Loss => "stalemate loss".to_owned(),
            StalemateRule::Win => "stalemate win".to_owned(),
        });
    }
    if rules.captured != usual.captured {
        lines.push(match rules.captured {
            CaptureFate::Gone => "captured gone".to_owned(),
            CaptureFate::OwnersHand => "captured to the owner's hand".to_owned(),
            CaptureFate::CaptorsHand => "captured to the captor's hand".to_owned(),
        });
    }
    if let Some(moves) = rules.move_limit {
        lines.push(format!("move limit {moves}"));
    }
    // Whatever has no line of its own yet.
    let rest = RulesDef {
        royal: usual.royal,
        guard: usual.guard,
        stalemate: usual.stalemate,
        captured: usual.captured,
        move_limit: usual.move_limit,
        special: None,
        ..rules.clone()
    };
    if rest != usual {
        lines.push(format!("{rest:?}"));
    }
    if let Some(special) = &rules.special {
        lines.push(format!("special {special:?}"));
    }
    lines
}

/// A zone as White sees it; Black's squares only where they are not the mirror image.
fn zone_text(shape: &BoardShape, zone: &Zone) -> String {
    let white = zone.of(Perspective::White);
    let black = zone.of(Perspective::Black);
    if *zone == Zone::mirrored(shape, white) {
        squares_text(shape, white)
    } else {
        format!(
            "white {} black {}",
            squares_text(shape, white),
            squares_text(shape, black)
        )
    }
}

/// Squares as runs on their ranks, from the first rank on.
pub(super) fn squares_text(shape: &BoardShape, squares: &SquareSet) -> String {
    if squares.is_empty() {
        return "none".to_owned();
    }
    if shape.squares().all(|square| squares.contains(square)) {
        return "*".to_owned();
    }
    let mut runs: Vec<(Square, Square)> = Vec::new();
    for square in squares {
        match runs.last_mut() {
            Some((_, end))
                if square.index() == end.index() + 1
                    && shape.rank_of(square) == shape.rank_of(*end) =>
            {
                *end = square;
            }
            _ => runs.push((square, square)),
        }
    }
    let texts: Vec<String> = runs
        .into_iter()
        .map(|(start, end)| {
            if start == end {
                shape.name(start)
            } else {
                format!("{}-{}", shape.name(start), shape.name(end))
            }
        })
        .collect();
    texts.join(" ")
}
