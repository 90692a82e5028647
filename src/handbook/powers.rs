//! Powers in words: what pieces do beside their moves, and what a game asks.

use std::fmt::Write;

use indexmap::IndexMap;

use super::reach::{EVERYWHERE, afar, reach_words};
use super::special::returned;
use super::words::{a_name, are_steps, directions, list, names, one_of, spaced};
use crate::definition::{
    Action, Affected, AfterMove, CaptureFate, CaptureMethod, Freeze, JumpSeries, PieceDef, PieceId,
    Quiet, Reach, Run,
};
use crate::game::Variant;
use crate::state::Role;

/// What a piece does that its move texts do not say.
pub(super) fn powers(variant: &Variant, _name: &str, piece: &PieceDef) -> Vec<String> {
    let powers = &piece.powers;
    let mut sentences: Vec<String> = powers
        .actions
        .iter()
        .map(|one| action(variant, one))
        .collect();
    for one in &powers.captures {
        sentences.extend(method(one));
    }
    if powers.converts {
        sentences.push("What it captures in this way changes sides where it stands.".to_owned());
    }
    if powers.captures_unless_burned {
        sentences.push("It captures nothing in this way where it is burned itself.".to_owned());
    }
    if powers.captures_on_promotion {
        sentences.push(
            "The move by which another piece promotes to it captures in this way as well."
                .to_owned(),
        );
    }
    sentences.extend(powers.freezes.as_ref().map(|one| freeze(variant, one)));
    if let Some(whom) = &powers.burns {
        let who = whom
            .only
            .map_or("piece".to_owned(), |only| names(variant, only));
        sentences.push(format!(
            "Burns: an opposing {who}{} that ends a move of its own on a square {} leaves the board \
             after it has captured.",
            excepted(variant, whom),
            reach_words(&whom.reach)
        ));
    }
    if let Some(whom) = &powers.protects {
        let who = whom
            .only
            .map_or("piece".to_owned(), |only| names(variant, only));
        let place = match reach_words(&whom.reach) {
            everywhere if everywhere == EVERYWHERE => "anywhere".to_owned(),
            squares => format!("on the squares {squares}"),
        };
        sentences.push(format!(
            "Protects: no {who} of its own side{} can be captured {place}.",
            excepted(variant, whom)
        ));
    }
    if let Some(after) = &powers.after {
        sentences.extend(aftermath(variant, after));
    }
    sentences
}

/// The pieces to which something is not done, between commas.
fn excepted(variant: &Variant, whom: &Affected) -> String {
    if whom.except.is_empty() {
        String::new()
    } else {
        format!(", {} excepted,", a_name(variant, whom.except))
    }
}

/// What becomes of a piece after its moves.
fn aftermath(variant: &Variant, after: &AfterMove) -> Vec<String> {
    let mut sentences = Vec::new();
    let one = |id: PieceId| names(variant, id.into());
    if !after.explodes.is_empty() {
        sentences.push(format!(
            "Explodes when it captures {}: it leaves the board together with everything on the \
             squares {}.",
            a_name(variant, after.explodes),
            blown_up(&after.reach)
        ));
    }
    if !after.vanishes.is_empty() {
        sentences.push(format!(
            "Leaves the board together with {} that it captures.",
            a_name(variant, after.vanishes)
        ));
    }
    let mut changes: IndexMap<PieceId, Vec<String>> = IndexMap::new();
    for (victim, to) in &after.becomes {
        changes.entry(*to).or_default().push(one(*victim));
    }
    for (to, victims) in changes {
        sentences.push(format!(
            "Becomes {} when it captures {}.",
            one_of(&one(to)),
            one_of(&list(&victims, "or"))
        ));
    }
    match after.quiet {
        None => {}
        Some(Quiet::Becomes(to)) => sentences.push(format!(
            "Becomes {} when it moves without capturing.",
            one_of(&one(to))
        )),
        Some(Quiet::Explodes) => sentences.push(format!(
            "Explodes when it has moved without capturing: it leaves the board together with \
             everything on the squares {}.",
            blown_up(&after.reach)
        )),
    }
    sentences
}

/// The squares of an explosion, behind `the squares`.
fn blown_up(reach: &Reach) -> String {
    match reach {
        Reach::Around => "around".to_owned(),
        far => reach_words(far),
    }
}

fn action(variant: &Variant, action: &Action) -> String {
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
    if rules.friends {
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

/// One sentence, and more for a mimic that borrows more than captures.
fn method(method: &CaptureMethod) -> Vec<String> {
    if let CaptureMethod::Mimic(mimic) = method {
        let mut sentences = vec![
            "Captures each opposing piece as that piece itself captures; the methods may be \
             combined in one move."
                .to_owned(),
        ];
        if mimic.pure {
            sentences.push("A move that leaps captures nothing else.".to_owned());
        }
        if mimic.swaps {
            sentences.push("It changes places with opposing pieces that do so.".to_owned());
        }
        if mimic.booms {
            sentences.push(
                "It leaves the board together with an opposing piece beside it that does so."
                    .to_owned(),
            );
        }
        return sentences;
    }
    let text = match method {
        CaptureMethod::Mimic(_) => "",
        CaptureMethod::Proximity { reach } if *reach != Reach::Around => {
            return vec![format!(
                "When it has come to rest, captures all opposing pieces on the squares {}.",
                reach_words(reach)
            )];
        }
        CaptureMethod::Proximity { .. } => {
            "Captures all opposing pieces on the squares around the one where it comes to rest."
        }
        CaptureMethod::Midpoint => {
            "Captures the opposing piece halfway along a diagonal move of two squares to an empty \
             square."
        }
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
    };
    vec![text.to_owned()]
}

fn freeze(variant: &Variant, freeze: &Freeze) -> String {
    let whom = &freeze.whom;
    let place = match &whom.reach {
        Reach::Around => "around it".to_owned(),
        far => format!("on the squares {}", reach_words(far)),
    };
    let mut text = match whom.only {
        None => format!("The opposing pieces {place} may not move"),
        Some(only) => format!(
            "When they stand {place}, the opponent's {} may not move",
            names(variant, only)
        ),
    };
    if !whom.except.is_empty() {
        let _ = write!(text, ", {} excepted", a_name(variant, whom.except));
    }
    if !freeze.lifted_by.is_empty() {
        let _ = write!(
            text,
            ", unless {} of theirs stands {} as well",
            a_name(variant, freeze.lifted_by),
            match &whom.reach {
                Reach::Around => "around it",
                _ => "there",
            }
        );
    }
    text.push('.');
    text
}

/// What the game asks beside its moves.
pub(super) fn rules(variant: &Variant) -> Vec<String> {
    let captured = variant.book().captured();
    let mut sentences = Vec::new();
    if captured == CaptureFate::OwnersHand {
        sentences.push(
            "A captured piece goes to the hand of the side that lost it, as the kind it was when \
             it was captured."
                .to_owned(),
        );
    }
    if captured == CaptureFate::CaptorsHand {
        sentences.push(prisoners(variant));
    }
    if captured == CaptureFate::PartnersHand {
        sentences.push(
            "A captured piece goes to the hand of the captor's partner, who plays on another board."
                .to_owned(),
        );
    }
    sentences
}

/// What captured pieces become in the hand of their captor.
fn prisoners(variant: &Variant) -> String {
    let mut text = "A captured piece changes sides and goes to the captor's hand".to_owned();
    let pieces = &variant.def().pieces;
    let promotes =
        variant.book().promotes() || pieces.values().any(|piece| piece.promotion.is_some());
    if variant.book().captures().keep_promoted {
        text.push_str("; promoted pieces stay promoted");
    } else if promotes {
        text.push_str(", as what it was before it promoted");
        let odd = returned(variant);
        if !odd.is_empty() {
            let _ = write!(
                text,
                ", but what came from a promotion as {}",
                a_name(variant, odd)
            );
        }
    }
    let name = |role: Role| {
        let piece = variant.def().piece(role.into());
        piece.map_or_else(String::new, |(name, _)| one_of(&spaced(name)))
    };
    let kinds = variant
        .roles()
        .map(|role| (role, variant.book().as_prisoner(role)));
    let words: Vec<String> = kinds
        .filter(|(from, to)| from != to)
        .map(|(from, to)| format!("{} becomes {}", name(from), name(to)))
        .collect();
    if !words.is_empty() {
        let _ = write!(text, ", where {}", list(&words, "and"));
    }
    text + "."
}
