//! Hooks in words: what pieces do beside their moves, and what a game asks.

use super::words::{list, spaced};
use crate::definition::{
    Action, CaptureFate, CaptureMethod, Freeze, PieceDef, PieceSet, PocketFate, PocketRule,
};
use crate::game::Variant;

/// What a piece does that its move texts do not say.
pub(super) fn powers(variant: &Variant, _name: &str, piece: &PieceDef) -> Vec<String> {
    let powers = &piece.powers;
    let mut sentences: Vec<String> = powers.actions.iter().map(action).collect();
    sentences.extend(powers.captures.iter().map(method));
    sentences.extend(powers.freezes.as_ref().map(|one| freeze(variant, one)));
    sentences
}

fn action(action: &Action) -> String {
    match action {
        Action::LongLeap { single: false } => {
            "Leaps in a straight line over opposing pieces, each with an empty square behind it, \
             and captures all of them."
        }
        Action::LongLeap { single: true } => {
            "Leaps in a straight line over one opposing piece to the empty square behind it, and \
             captures it."
        }
        Action::Imitate => {
            "Moves and captures as the kind of piece that the opponent moved last, in its own \
             forward direction; before the opponent has moved it cannot move. It takes over \
             nothing special: no first moves, no runs, no castling, no capture en passant, no \
             promotion, and it is not royal when it moves as a royal piece. A piece that imitated \
             is imitated as what it moved as."
        }
    }
    .to_owned()
}

fn method(method: &CaptureMethod) -> String {
    match method {
        CaptureMethod::Custodial => {
            "Captures by enclosing: an opposing piece beside it, along a rank or file, with one \
             of its own side directly behind."
        }
        CaptureMethod::Withdrawal => {
            "Captures by withdrawing: the opposing piece directly behind the square it left in a \
             straight line."
        }
        CaptureMethod::Approach => {
            "Captures by approaching: the opposing piece directly ahead of the square where its \
             straight move ends."
        }
        CaptureMethod::Coordination => {
            "Captures by coordination: opposing pieces where its own rank or file meets the file \
             or rank of its king."
        }
    }
    .to_owned()
}

fn freeze(variant: &Variant, freeze: &Freeze) -> String {
    let mut text = match freeze.only {
        None => "The opposing pieces around it may not move".to_owned(),
        Some(only) => format!(
            "When they stand around it, the opponent's {} may not move",
            names(variant, only)
        ),
    };
    if !freeze.lifted_by.is_empty() {
        text.push_str(&format!(
            ", unless a {} of theirs stands around it as well",
            names(variant, freeze.lifted_by)
        ));
    }
    text.push('.');
    text
}

/// What the game asks beside its moves.
pub(super) fn rules(variant: &Variant) -> Vec<String> {
    let rules = &variant.def().rules;
    let hooks = &rules.hooks;
    let mut sentences = Vec::new();
    if rules.captured == CaptureFate::OwnersHand {
        sentences.push(
            "A captured piece goes to the hand of the side that lost it, as the kind it was when \
             it was captured."
                .to_owned(),
        );
    }
    if let Some(rule) = &hooks.pocket {
        sentences.push(pocket(variant, rule));
    }
    if hooks.suicide {
        sentences.push(
            "A piece that may not move because it is frozen may be taken off the board by its \
             owner as a move, unless it is royal."
                .to_owned(),
        );
    }
    sentences
}

fn pocket(variant: &Variant, rule: &PocketRule) -> String {
    let movers = if rule.movers == PieceSet::ALL {
        "any piece".to_owned()
    } else {
        format!("a {}", names(variant, rule.movers))
    };
    let mut text = format!(
        "When {movers} makes its first move, captures included, its owner may put a piece from \
         the pocket on the square that it leaves, as part of the move. The piece in the pocket \
         is placed before anybody looks whether a royal piece is attacked."
    );
    if let [Some(white), Some(black)] = rule.until {
        text.push_str(&format!(
            " White may do so up to move {white} and Black up to move {black}; a piece that has \
             not been placed until then {}.",
            match rule.expired {
                PocketFate::Gone => "is out of the game",
                PocketFate::Hand => "goes to its owner's hand",
            }
        ));
    }
    text
}

/// The names of the pieces of a set, as a choice.
pub(super) fn names(variant: &Variant, set: PieceSet) -> String {
    let pieces = variant.def().pieces.keys().enumerate();
    let names: Vec<String> = pieces
        .filter(|(number, _)| set.contains(*number))
        .map(|(_, name)| spaced(name))
        .collect();
    list(&names, "or")
}
