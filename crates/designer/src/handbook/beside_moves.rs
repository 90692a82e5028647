//! Abilities of pieces other than moves, in words.

use std::fmt::Write;

use indexmap::IndexMap;

use super::actions::action;
use super::reach::{EVERYWHERE, reach_words};
use super::words::{a_name, list, names, one_of};
use ferz::definition::{
    Affected, AfterMove, CaptureMethod, Freeze, PieceDef, PieceId, Quiet, Reach,
};
use ferz::game::Variant;

/// The abilities of a piece other than its moves, in sentences.
pub(super) fn words(variant: &Variant, piece: &PieceDef) -> Vec<String> {
    let captures = &piece.captures;
    let mut sentences: Vec<String> = piece
        .actions
        .iter()
        .map(|one| action(variant, one))
        .collect();
    for one in &captures.methods {
        sentences.extend(method(one));
    }
    if captures.convert {
        sentences.push("What it captures in this way changes sides where it stands.".to_owned());
    }
    if captures.unless_burned {
        sentences.push("It captures nothing in this way where it is burned itself.".to_owned());
    }
    if captures.on_promotion {
        sentences.push(
            "The move by which another piece promotes to it captures in this way as well."
                .to_owned(),
        );
    }
    sentences.extend(piece.freezes.as_ref().map(|one| freeze(variant, one)));
    if let Some(whom) = &piece.burns {
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
    if let Some(whom) = &piece.protects {
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
    if let Some(after) = &piece.after {
        sentences.extend(aftermath(variant, after));
    }
    sentences
}

/// The pieces that are exempt from an effect, between commas.
fn excepted(variant: &Variant, whom: &Affected) -> String {
    if whom.except.is_empty() {
        String::new()
    } else {
        format!(", {} excepted,", a_name(variant, whom.except))
    }
}

/// The sentences on changes of a piece after its moves.
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

/// The squares of an explosion, after the words `the squares`.
fn blown_up(reach: &Reach) -> String {
    match reach {
        Reach::Around => "around".to_owned(),
        far => reach_words(far),
    }
}

/// The sentences of a capture method.
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
