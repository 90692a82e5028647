//! The ends of the game: their conditions and results.

use std::fmt::Write;

use super::goals;
use super::page::{Page, with_zones};
use super::words::{list, one_of, one_of_each, several, spaced, with_capital};
use ferz::definition::{PieceId, PieceSet, Reason, RoyalGuard, RoyalRule, Verdict};
use ferz::game::Variant;
use ferz::state::{Color, Role};

/// The possible numbers of royal pieces of a side.
pub(super) enum RoyalNumbers {
    /// No more than at the start.
    Fixed,
    /// One at the start, and more by promotion.
    FromOne,
    /// Several at the start, and more by promotion.
    FromSeveral,
}

impl RoyalNumbers {
    pub(super) fn of(variant: &Variant) -> RoyalNumbers {
        let (def, compiled) = (variant.def(), variant.compiled_rules());
        let is_royal = |id: PieceId| def.piece(id).is_some_and(|(_, piece)| piece.royal);
        let is_promoted = def.numbered().any(|(id, _, piece)| {
            let choices = piece.promotion.iter().flat_map(|one| &one.choices);
            let target = compiled.facts.paired_promotion.target(id);
            !piece.royal
                && choices
                    .map(|choice| choice.piece)
                    .chain(target)
                    .any(is_royal)
        });
        let has_several = Color::ALL
            .iter()
            .any(|side| compiled.kings_at_start(*side) > 1);
        match (is_promoted, has_several) {
            (false, _) => RoyalNumbers::Fixed,
            (true, false) => RoyalNumbers::FromOne,
            (true, true) => RoyalNumbers::FromSeveral,
        }
    }
}

/// An end of the game.
pub(super) struct End {
    pub(super) reason: Reason,
    pub(super) how: String,
    pub(super) result: String,
}

/// The section on the ends of the game.
pub(super) fn section(variant: &Variant, page: &mut Page) {
    let mut ends = Vec::new();
    let mut end = |reason: Reason, how: &str, result: String| {
        ends.push(End {
            reason,
            how: how.to_owned(),
            result,
        });
    };
    for words in variant.custom_ends() {
        let result = match words.winner {
            Some(who) => winner(variant, words.reason, who),
            None if words.divided.is_some() => words.divided.unwrap_or_default(),
            None if words.by_material => draw(variant),
            None => "draw".to_owned(),
        };
        end(words.reason, &with_zones(variant, &words.how), result);
    }
    if variant.compiled_rules().facts.royal == RoyalRule::Capture
        && variant.def().pieces.values().any(|piece| piece.royal)
    {
        let how = match variant.compiled_rules().facts.guard {
            RoyalGuard::Every => match RoyalNumbers::of(variant) {
                RoyalNumbers::Fixed => "A royal piece is captured.",
                RoyalNumbers::FromOne => "The last royal piece of a side is captured.",
                RoyalNumbers::FromSeveral => {
                    "By a capture, a side has fewer royal pieces than at the start."
                }
            },
            RoyalGuard::AllButOne => "A second royal piece of a side is captured, or its only one.",
            RoyalGuard::Last => "The last royal piece of a side is captured.",
        };
        let result = winner(variant, Reason::KingCaptured, "its captor");
        end(Reason::KingCaptured, how, result);
    }
    if has_checks(variant) {
        let how = match variant.compiled_rules().facts.guard {
            _ if variant.compiled_rules().has_move_rules => {
                "The side to move is in check and has no legal move."
            }
            RoyalGuard::Every => "The side to move is in check and has no legal move.",
            RoyalGuard::AllButOne => {
                "The side to move cannot keep more than one of its royal pieces from being \
                 attacked."
            }
            RoyalGuard::Last => "The side to move cannot save its last royal piece.",
        };
        let result = result(
            variant,
            Reason::Checkmate,
            variant.compiled_rules().facts.checkmate,
        );
        end(Reason::Checkmate, how, result);
    }
    let (reason, how, result) = stalemate(variant);
    end(reason, how, result);
    if let Some(how) = dead(variant) {
        end(Reason::InsufficientMaterial, &how, "draw".to_owned());
    }
    let settled = variant.custom_adjudication();
    if let Some(moves) = variant.compiled_rules().facts.move_limit {
        let drop = match variant.compiled_rules().facts.drops.as_ref() {
            Some(_) => " or a drop",
            None => "",
        };
        let how = format!(
            "{moves} moves of each side have passed without a capture{drop}{}.",
            irreversible(variant)
        );
        match &settled {
            None => end(Reason::MoveLimit, &how, draw(variant)),
            Some(words) => end(words.reason, &how, words.result.clone()),
        }
    }
    if let Some(times) = variant.compiled_rules().facts.repetition.limit {
        let how = format!(
            "The same position has come up {times} times, with the same side to move and the same \
             possibilities."
        );
        match &settled {
            Some(words) => end(words.reason, &how, words.result.clone()),
            None => end(Reason::Repetition, &how, repetition(variant)),
        }
    }
    ends.extend(goals::ends(variant));
    let resigned = winner(variant, Reason::Resignation, "the other side");
    ends.push(End {
        reason: Reason::Resignation,
        how: "A player resigns.".to_owned(),
        result: resigned,
    });
    let timely = winner(variant, Reason::TimeForfeit, "the other side");
    ends.push(End {
        reason: Reason::TimeForfeit,
        how: "In games with clocks, a player's time has run out.".to_owned(),
        result: format!("{timely}, or a draw if it could not win by any moves"),
    });
    ends.push(End {
        reason: Reason::Agreement,
        how: "The players agree on a result.".to_owned(),
        result: "as agreed".to_owned(),
    });
    let rows: Vec<Vec<String>> = ends
        .into_iter()
        .map(|end| vec![end.reason.as_str().to_owned(), end.how, end.result])
        .collect();
    page.table(&["end", "how", "result"], &rows);
    if let Some(words) = settled {
        page.heading(3, &words.heading);
        page.paragraph(&settlement(variant, words.reason, &words.how, &words.wins));
        let (heads, rows) = words.table;
        let in_words =
            |row: Vec<String>| row.iter().map(|cell| with_zones(variant, cell)).collect();
        let rows: Vec<Vec<String>> = rows.into_iter().map(in_words).collect();
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        page.table(&heads, &rows);
    }
}

/// The moves other than captures that reset the half-move clock.
fn irreversible(variant: &Variant) -> String {
    let (def, compiled) = (variant.def(), variant.compiled_rules());
    let said = compiled.facts.restarts;
    let words = |restarts: PieceSet| {
        let kinds = def.numbered().filter(|(id, ..)| restarts.contains(*id));
        let kinds: Vec<String> = kinds.map(|(_, name, _)| spaced(name)).collect();
        match kinds.as_slice() {
            [] => String::new(),
            [kind] => format!(" or {}'s move", one_of(kind)),
            many => format!(" or a move of {}", one_of_each(many)),
        }
    };
    let irrevocable = |restarts: PieceSet, whose: &str| match words(restarts) {
        text if text.is_empty() => text,
        text => format!("{text}{whose} that cannot be taken back"),
    };
    match said {
        Some([white, black]) if white == black => irrevocable(white, ""),
        Some([white, black]) => irrevocable(white, " of White") + &irrevocable(black, " of Black"),
        None => {
            let pawns = variant.roles().filter(|role| compiled.is_pawnlike(*role));
            words(pawns.map(PieceId::from).collect())
        }
    }
}

/// The result of a repetition.
fn repetition(variant: &Variant) -> String {
    let rule = variant.compiled_rules().facts.repetition;
    let winner = |side: &str| winner(variant, Reason::Repetition, side);
    match (rule.verdict, rule.for_white) {
        (Verdict::Draw, _) => draw(variant),
        (Verdict::Win, true) => winner("White"),
        (Verdict::Loss, true) => winner("Black"),
        (Verdict::Win, false) => winner("the side to move"),
        (Verdict::Loss, false) => winner("the side that repeated it"),
    }
}

/// Whether the variant has checks: a kind is royal, or the last piece of a kind is.
fn has_checks(variant: &Variant) -> bool {
    let compiled = variant.compiled_rules();
    compiled.has_royal_kinds() || compiled.facts.last_royal.is_some()
}

/// The end by stalemate.
fn stalemate(variant: &Variant) -> (Reason, &'static str, String) {
    let reason = if variant.compiled_rules().facts.royal == RoyalRule::Capture {
        Reason::Immobile
    } else {
        Reason::Stalemate
    };
    let how = if has_checks(variant) {
        "The side to move has no legal move and is not in check."
    } else {
        "The side to move has no legal move."
    };
    let result = match variant.compiled_rules().facts.stalemate {
        Verdict::Draw => draw(variant),
        verdict => result(variant, reason, verdict),
    };
    (reason, how, result)
}

/// The material with which neither side can win, if the variant has such draws.
fn dead(variant: &Variant) -> Option<String> {
    let helpless = variant.compiled_rules().helpless()?;
    let name = |role: Role| {
        let found = variant.def().pieces.get_index(role.index());
        found.map_or_else(String::new, |(name, _)| spaced(name))
    };
    let mut how = "Neither side could win any more, even with the help of the other".to_owned();
    if let Some(king) = helpless.king {
        let _ = write!(how, ": {0} against {0}", name(king));
        let single: Vec<String> = helpless.single.iter().map(|role| name(*role)).collect();
        if !single.is_empty() {
            let _ = write!(how, ", also with one {} beside them", list(&single, "or"));
        }
        let shaded: Vec<String> = helpless
            .shaded
            .iter()
            .map(|role| several(&name(*role)))
            .collect();
        if !shaded.is_empty() {
            let _ = write!(
                how,
                ", or with {} that all stand on squares of one color",
                list(&shaded, "and")
            );
        }
    }
    Some(how + ".")
}

/// A draw, or the result that a rule puts in its place.
pub(super) fn draw(variant: &Variant) -> String {
    variant.custom_draw().unwrap_or("draw").to_owned()
}

/// The result of a game end for the side that its sentence names.
pub(super) fn result(variant: &Variant, reason: Reason, verdict: Verdict) -> String {
    match verdict {
        Verdict::Draw => "draw".to_owned(),
        Verdict::Win => winner(variant, reason, "that side"),
        Verdict::Loss => winner(variant, reason, "its opponent"),
    }
}

/// The result of an end for the winner.
pub(super) fn winner(variant: &Variant, reason: Reason, who: &str) -> String {
    let compiled = variant.compiled_rules();
    let [white, black] = Color::ALL.map(|side| compiled.scores(reason, Some(side))[side.index()]);
    if (white - 1.0).abs() < 1e-9 && (black - 1.0).abs() < 1e-9 {
        format!("{who} wins")
    } else if (white - black).abs() < 1e-9 {
        format!(
            "{who} has {white} of the point, the loser {}",
            share(1.0 - white)
        )
    } else {
        format!("{who} has {white} of the point as White and {black} as Black, the loser the rest")
    }
}

/// A share without binary rounding errors.
fn share(share: f64) -> f64 {
    (share * 1e6).round() / 1e6
}

/// The sentence on games that a rule decides at a repetition or a move limit.
fn settlement(variant: &Variant, reason: Reason, how: &str, wins: &[(String, &str)]) -> String {
    let wins = wins
        .iter()
        .map(|(when, who)| format!("if {when}, {}", winner(variant, reason, who)));
    let wins: Vec<String> = wins.collect();
    let wins = with_capital(&wins.join("; "));
    format!("{how} {wins}; otherwise the game is drawn.")
}
