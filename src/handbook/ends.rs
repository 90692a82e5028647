//! The ends of the game: how each comes about, and what it is worth.

use super::hooks::names;
use super::page::Page;
use super::special;
use super::words::{capitalized, list, spaced, zone};
use crate::definition::{
    BareKing, PieceSet, PointCount, PointValue, Reason, RoyalGuard, RoyalRule, RulesDef,
    StalemateRule, Verdict,
};
use crate::game::Variant;
use crate::geometry::Perspective;
use crate::state::Role;

/// One way in which the game ends.
pub(super) struct End {
    pub(super) reason: Reason,
    pub(super) how: String,
    pub(super) result: String,
}

/// The section on the ends of the game.
pub(super) fn section(variant: &Variant, page: &mut Page) {
    let rules = &variant.def().rules;
    let mut ends = Vec::new();
    let mut end = |reason: Reason, how: &str, result: String| {
        ends.push(End {
            reason,
            how: how.to_owned(),
            result,
        });
    };
    if rules.hooks.palace.is_some() {
        let how = "A side has its own pieces on all squares of the other side's palace.";
        end(Reason::Goal, how, winner(rules, Reason::Goal, "that side"));
    }
    if rules.royal == RoyalRule::Capture && rules.special.is_none() {
        let how = "A royal piece is captured.";
        let result = winner(rules, Reason::KingCaptured, "its captor");
        end(Reason::KingCaptured, how, result);
    }
    if rules.royal == RoyalRule::Check && rules.special.is_none() {
        let how = match rules.guard {
            RoyalGuard::Every => {
                "The side to move cannot keep its royal piece from being attacked."
            }
            RoyalGuard::AllButOne => {
                "The side to move cannot keep more than one of its royal pieces from being \
                 attacked."
            }
            RoyalGuard::Last => "The side to move cannot save its last royal piece.",
        };
        end(
            Reason::Checkmate,
            how,
            winner(rules, Reason::Checkmate, "the other side"),
        );
    }
    if rules.special.is_none() {
        let how = if rules.royal == RoyalRule::Check {
            "The side to move has no legal move and is not in check."
        } else {
            "The side to move has no legal move."
        };
        end(
            Reason::Stalemate,
            how,
            match rules.stalemate {
                StalemateRule::Draw => "draw".to_owned(),
                StalemateRule::Loss => winner(rules, Reason::Stalemate, "the other side"),
                StalemateRule::Win => winner(rules, Reason::Stalemate, "that side"),
            },
        );
    }
    if let Some(rule) = rules.hooks.bare_king {
        let covered = if rules.hooks.hands_cover {
            " Pieces that can still be put on the board count."
        } else {
            ""
        };
        let how = match rule {
            BareKing::Immediate => "A side has nothing but its royal piece.",
            BareKing::Pending => {
                "A side has nothing but its royal piece, and its next move leaves the other side \
                 with more; if with no more, the game is drawn."
            }
            BareKing::Claim => {
                "A side has nothing but its royal piece, and the other side claims it."
            }
        };
        end(
            Reason::BareKing,
            &format!("{how}{covered}"),
            winner(rules, Reason::BareKing, "the other side"),
        );
    }
    if let Some(verdict) = rules.hooks.perpetual_check {
        let how = "A side repeats positions by giving check with every move, where the other does \
                   not.";
        let result = match verdict {
            Verdict::Draw => "draw".to_owned(),
            Verdict::Win => winner(rules, Reason::PerpetualCheck, "that side"),
            Verdict::Loss => winner(rules, Reason::PerpetualCheck, "the other side"),
        };
        end(Reason::PerpetualCheck, how, result);
    }
    if rules.hooks.both_bare_draws {
        let how = "Both sides have nothing but their royal pieces.";
        end(Reason::BareKing, how, "draw".to_owned());
    }
    let counted = rules.hooks.point_count.as_ref();
    if let Some(moves) = rules.move_limit {
        let how = format!(
            "{moves} moves of each side have passed without a capture{}.",
            irreversible(variant)
        );
        match counted {
            None => end(Reason::MoveLimit, &how, "draw".to_owned()),
            Some(_) => end(Reason::PointCount, &how, "by points".to_owned()),
        }
    }
    if let Some(times) = rules.repetition.limit {
        let how = format!(
            "The same position has come up {times} times, with the same side to move and the same \
             possibilities."
        );
        match counted {
            Some(_) => end(Reason::PointCount, &how, "by points".to_owned()),
            None => end(Reason::Repetition, &how, repetition(rules)),
        }
    }
    ends.extend(special::ends(variant));
    let resigned = winner(rules, Reason::Resignation, "the other side");
    ends.push(End {
        reason: Reason::Resignation,
        how: "A player gives up.".to_owned(),
        result: resigned,
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
    if let Some(count) = counted {
        points(variant, count, page);
    }
}

/// The moves that restart the count of moves besides captures.
fn irreversible(variant: &Variant) -> String {
    let (def, book) = (variant.def(), variant.book());
    let said = book.course().and_then(|course| course.restarts);
    let restarts: PieceSet = match said {
        Some([white, _]) => white,
        None => variant
            .roles()
            .filter(|role| book.is_pawnlike(*role))
            .map(Role::index)
            .collect(),
    };
    let kinds: Vec<String> = def
        .pieces
        .keys()
        .enumerate()
        .filter(|(number, _)| restarts.contains(*number))
        .map(|(_, name)| spaced(name))
        .collect();
    match kinds.as_slice() {
        [] => String::new(),
        [one] => format!(" or a {one}'s move"),
        several => format!(" or a move of a {}", list(several, "or")),
    }
}

/// The result when a position has come too often.
fn repetition(rules: &RulesDef) -> String {
    let rule = rules.repetition;
    let winner = |side: &str| winner(rules, Reason::Repetition, side);
    match (rule.verdict, rule.for_white) {
        (Verdict::Draw, _) => "draw".to_owned(),
        (Verdict::Win, true) => winner("White"),
        (Verdict::Loss, true) => winner("Black"),
        (Verdict::Win, false) => winner("the side to move"),
        (Verdict::Loss, false) => winner("the side that repeated it"),
    }
}

/// What an end is worth for the side that wins by it.
pub(super) fn winner(rules: &RulesDef, reason: Reason, who: &str) -> String {
    let white = rules.scores.of(reason, Some(Perspective::White)).0;
    let black = rules.scores.of(reason, Some(Perspective::Black)).1;
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

/// A share without the dust of binary fractions.
fn share(share: f64) -> f64 {
    (share * 1e6).round() / 1e6
}

fn points(variant: &Variant, count: &PointCount, page: &mut Page) {
    let rules = &variant.def().rules;
    page.heading(3, "Points");
    page.paragraph(&format!(
        "The pieces on the board are counted. If a side is at least {} points ahead, {}; otherwise \
         the game is drawn.",
        count.margin,
        winner(rules, Reason::PointCount, "it")
    ));
    let rows: Vec<Vec<String>> = variant
        .def()
        .pieces
        .keys()
        .zip(&count.values)
        .filter(|(_, values)| !values.is_empty())
        .map(|(name, values)| {
            let words: Vec<String> = values
                .iter()
                .enumerate()
                .map(|(index, value)| value_words(variant, value, index > 0))
                .collect();
            vec![capitalized(name), words.join("; ")]
        })
        .collect();
    page.table(&["piece", "points"], &rows);
}

fn value_words(variant: &Variant, value: &PointValue, is_later: bool) -> String {
    let mut conditions = Vec::new();
    if let Some(place) = &value.zone {
        conditions.push(format!("on {}", zone(variant.shape(), place)));
    }
    if let Some([more, than]) = value.more {
        let set = |set: PieceSet| names(variant, set).replace(" or ", " and ");
        conditions.push(format!(
            "if the opponent has more of {} than of {}",
            set(more),
            set(than)
        ));
    }
    match (conditions.is_empty(), is_later) {
        (true, false) => value.points.to_string(),
        (true, true) => format!("{} otherwise", value.points),
        (false, _) => format!("{} {}", value.points, conditions.join(", ")),
    }
}
