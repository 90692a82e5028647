//! Actions in words: abilities that are not walks.

use std::fmt::Write;

use super::reach::{afar, reach_words};
use super::words::{a_name, are_steps, directions, list};
use ferz::definition::{Action, JumpSeries, Reach, Run};
use ferz::game::Variant;

/// The sentence of an action.
pub(super) fn action(variant: &Variant, action: &Action) -> String {
    match action {
        Action::Swap { reach, with } => {
            let place = match reach {
                Reach::Lines => "that it meets first in a straight line".to_owned(),
                reach => format!("on a square {}", reach_words(reach)),
            };
            let whom = with.map_or("a piece".to_owned(), |with| {
                a_name(variant, with)
            });
            return format!("Changes places with {whom} {place}, friend or foe.");
        }
        Action::JumpSeries(rules) => return series(variant, rules),
        Action::Run(rule) => return run(rule),
        Action::Boom { reach } => {
            return format!(
                "Leaves the board together with one opposing piece on a square {}, instead of moving.",
                reach_words(reach)
            );
        }
        Action::Explode { reach } => {
            return format!(
                "Explodes instead of moving: it leaves the board together with everything on the \
                 squares {}, unless a royal piece of its own side is there.",
                reach_words(reach)
            );
        }
        _ if !action.has_usual_reach() => return afar(action),
        Action::Push { .. } => {
            "Pushes a piece beside it, friend or foe, one square straight away and takes the \
             square it leaves; the pushed piece makes the captures that this move of its own \
             would make."
        }
        Action::Pull { .. } => {
            "Steps straight away from a piece beside it, friend or foe, and pulls it along; the \
             pulled piece makes the captures that this move of its own would make."
        }
        Action::Resurrect { .. } => {
            "Steps to an empty square beside it and leaves a piece from its owner's hand on the \
             square where it stood."
        }
        Action::Rifle { .. } => {
            "Captures the first piece in a straight line, if it is an opposing one, without \
             moving."
        }
        Action::Plow { .. } => {
            "Pushes a line of pieces that begins beside it one square on; an opposing piece that \
             is pushed off the board is captured."
        }
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

fn series(variant: &Variant, rules: &JumpSeries) -> String {
    let ways: Vec<String> = rules.over.iter().map(|leaps| directions(leaps)).collect();
    let place = if rules.over.iter().all(|leaps| are_steps(leaps)) {
        "beside it"
    } else {
        "near it"
    };
    let mut text = format!(
        "Jumps over an opposing piece {place}, {}, to the empty square as far behind it, captures \
         it, and may go on with further such jumps, each in the same direction as the one before or \
         in another",
        list(&ways, "or")
    );
    if rules.over.len() > 1 {
        let _ = write!(
            text,
            "; a series keeps to jumps of one sort ({})",
            ways.join(" / ")
        );
    }
    text.push('.');
    if rules.over_own {
        text.push_str(" Before the first capture it may jump over pieces of its own side as well.");
    }
    if rules.en_passant {
        text.push_str(" It captures en passant by jumping over the square that was passed.");
    }
    if !rules.must_take.is_empty() {
        let _ = write!(
            text,
            " It must go on where it can capture {}.",
            a_name(variant, rules.must_take)
        );
    }
    text.push_str(if rules.remove_at_end {
        " What it captures stays in the way until the whole move has ended."
    } else {
        " What it captures leaves the board at once."
    });
    text
}

fn run(rule: &Run) -> String {
    let leap = if are_steps(&rule.leaps) {
        "step"
    } else {
        "leap"
    };
    format!(
        "As a first move it may repeat one {leap} ({}) to empty squares, up to {} of them in a row; \
         it can be captured en passant on every square that it passed.",
        directions(&rule.leaps),
        rule.steps
    )
}
