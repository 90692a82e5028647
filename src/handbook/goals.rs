//! The ends that special rules add: numbers of pieces, squares to reach.

use super::ends::{End, draw, result, winner};
use super::words::{either, one_of, plural, spaced, squares_in_words, zone_in_words};
use crate::definition::{CastlingRules, FlagRules, PieceId, PieceSet, Reason, Verdict};
use crate::game::Variant;
use crate::geometry::{Perspective, Zone};

const SIDES: [(Perspective, &str); 2] =
    [(Perspective::White, "White"), (Perspective::Black, "Black")];

/// The ends that special rules add.
pub(super) fn ends(variant: &Variant) -> Vec<End> {
    let rules = &variant.def().rules;
    let mut ends = Vec::new();
    let mut end = |reason: Reason, how: String, result: String| {
        ends.push(End {
            reason,
            how,
            result,
        });
    };
    let won = |reason: Reason| result(rules, reason, Verdict::Win);
    if let Some(rule) = &rules.flags {
        for (how, who) in flags(variant, rule) {
            let result = match rule.verdict {
                Verdict::Win => winner(rules, Reason::Goal, who),
                Verdict::Draw => "draw".to_owned(),
                Verdict::Loss => winner(rules, Reason::Goal, other(who)),
            };
            end(Reason::Goal, how, result);
        }
    }
    if let Some(rule) = &rules.castling {
        for (how, who) in castlings(rule) {
            end(Reason::Castling, how, winner(rules, Reason::Castling, who));
        }
    }
    if rules.checks.counted {
        let how = "A side has given the last of the checks that are counted.";
        end(Reason::Checks, how.to_owned(), won(Reason::Checks));
    }
    if rules.checks.bikjang {
        let how = "The royal pieces faced one another and nobody gave way.";
        end(Reason::FacingKings, how.to_owned(), draw(variant));
    }
    let passing = rules.passing;
    let may_pass = passing.always != [false; 2] || passing.stalemate != [false; 2];
    if passing.twice_ends && may_pass {
        let how = "Both players have passed, one after the other.";
        end(Reason::Passes, how.to_owned(), draw(variant));
    }
    ends
}

/// Who plays against a side.
fn other(who: &str) -> &'static str {
    match who {
        "White" => "Black",
        "Black" => "White",
        _ => "the other side",
    }
}

/// How the squares are reached, and by whom.
fn flags(variant: &Variant, rule: &FlagRules) -> Vec<(String, &'static str)> {
    let shape = variant.shape();
    let piece = |side: usize| {
        let found = rule.piece[side].and_then(|id| variant.def().piece(id));
        found.map_or("piece".to_owned(), |(name, _)| spaced(name))
    };
    let safe = if rule.safe { ", not attacked" } else { "" };
    let mut after = String::new();
    if rule.blocked_wins {
        after.push_str(" Where all these squares are occupied, one such piece there is enough.");
    }
    if rule.last_move {
        after.push_str(
            " When White does so, Black has one more move, and the game is drawn if Black does the \
             same with it.",
        );
    }
    let say = |who: &str, side: usize, place: String| {
        let (pieces, place) = match rule.count {
            1 => (one_of(&piece(side)), either(&place)),
            count => (plural(count, &piece(side)), place),
        };
        format!("{who} has {pieces} on {place}{safe}.{after}")
    };
    let [white, black] = &rule.region;
    if rule.piece[0] == rule.piece[1] && !white.is_empty() && !black.is_empty() {
        let both = Zone::of_sides(white.clone(), black.clone());
        return vec![(say("A side", 0, zone_in_words(shape, &both)), "that side")];
    }
    let sides = SIDES.into_iter().zip(&rule.region);
    sides
        .filter(|(_, region)| !region.is_empty())
        .map(|((side, who), region)| {
            (
                say(who, side as usize, squares_in_words(shape, region)),
                who,
            )
        })
        .collect()
}

/// Castlings that win, and their loss, with the winner.
fn castlings(rule: &CastlingRules) -> Vec<(String, &'static str)> {
    let wins = SIDES.into_iter().zip(rule.wins);
    wins.filter(|(_, wins)| *wins != [false; 2])
        .flat_map(|((side, who), wins)| {
            let other = SIDES[1 - side as usize].1;
            let to = match wins {
                [true, false] => "to the left",
                [false, true] => "to the right",
                _ => "to either side",
            };
            [
                (format!("{who} has castled {to}, as White sees it."), who),
                (format!("{who} can never castle {to} any more."), other),
            ]
        })
        .collect()
}

/// A piece by its number, as a set.
pub(super) fn only(piece: PieceId) -> PieceSet {
    piece.into()
}
