//! Whether the game is over by a rule of the board.

use crate::definition::{FlagRules, Reason, RulesDef, Verdict};
use crate::geometry::Square;
use crate::rules::Rulebook;
use crate::state::{Cell, Color, Setup};

use super::material::by_material;

/// Whether a side attacks a square.
pub(crate) type Attack<'a> = &'a dyn Fn(Square, Color) -> bool;

/// The result for the side to move, if the game is over.
///
/// `can_follow` says whether the king of the side to move can still reach its flag.
pub(crate) fn is_over(
    book: &Rulebook,
    setup: &Setup,
    attack: Attack<'_>,
    facing: bool,
    can_follow: impl Fn() -> bool,
) -> Option<(Verdict, Reason)> {
    let rules = book.rules();
    let us = setup.turn;
    if let Some(flags) = &rules.flags
        && let Some(verdict) = flagged(book, flags, setup, attack, can_follow)
    {
        return Some((verdict, Reason::Goal));
    }
    if let Some(verdict) = castled(rules, setup) {
        return Some((verdict, Reason::Castling));
    }
    if rules.checks.counted && setup.special.checks[us.opponent().index()] == 0 {
        return Some((Verdict::Loss, Reason::Checks));
    }
    let last = setup.special.last.unwrap_or_default();
    let drawn = || match &rules.adjudication.material {
        Some(rule) => by_material(rule, setup),
        None => Verdict::Draw,
    };
    if rules.checks.bikjang && facing && last.facing {
        return Some((drawn(), Reason::FacingKings));
    }
    if rules.passing.twice_ends && last.both_passed {
        return Some((drawn(), Reason::Passes));
    }
    None
}

/// Whether a side has reached its flag.
fn reached(
    book: &Rulebook,
    rule: &FlagRules,
    setup: &Setup,
    color: Color,
    attack: Attack<'_>,
) -> bool {
    let region = &rule.region[color.index()];
    let kind = rule.piece[color.index()];
    let there: Vec<Square> = setup
        .board
        .pieces()
        .filter(|(square, piece)| {
            piece.color == color
                && region.contains(*square)
                && (kind.is_none() || book.kind(piece.role) == kind)
        })
        .map(|(square, _)| square)
        .collect();
    if there.is_empty() {
        return false;
    }
    let full = || {
        region
            .iter()
            .all(|square| setup.board.get(square) != Cell::Empty)
    };
    if there.len() < rule.count as usize && !(rule.blocked_wins && full()) {
        return false;
    }
    let must_be_safe = rule.safe && (!rule.last_move || color != setup.turn);
    !(must_be_safe
        && there.len() == rule.count as usize
        && there.iter().any(|square| attack(*square, color.opponent())))
}

fn flagged(
    book: &Rulebook,
    rule: &FlagRules,
    setup: &Setup,
    attack: Attack<'_>,
    can_follow: impl Fn() -> bool,
) -> Option<Verdict> {
    let us = setup.turn;
    let them = us.opponent();
    let is_king = |color: Color| {
        rule.piece[color.index()]
            .is_some_and(|id| book.roles.get(id.index()).is_some_and(|role| role.royal))
    };
    let reached = |color| reached(book, rule, setup, color, attack);
    if (rule.last_move || rule.safe) && reached(us) {
        let both = (rule.last_move && us == Color::White && is_king(them)
            || rule.safe && !rule.last_move)
            && reached(them);
        return Some(if both { Verdict::Draw } else { rule.verdict });
    }
    if (!rule.last_move || rule.safe || is_king(us)) && reached(them) {
        let follows = rule.last_move && is_king(us) && us == Color::Black && can_follow();
        if !follows {
            return Some(rule.verdict.opposite());
        }
    }
    None
}

/// Castlings that win, and rights whose loss loses.
fn castled(rules: &RulesDef, setup: &Setup) -> Option<Verdict> {
    let wins = &rules.castling.as_ref()?.wins;
    if *wins == [[false; 2]; 2] {
        return None;
    }
    let us = setup.turn;
    let them = us.opponent();
    if let Some(right) = setup.special.last.and_then(|last| last.castled)
        && wins[them.index()][usize::from(right)]
    {
        return Some(Verdict::Loss);
    }
    for color in [them, us] {
        let wanted = wins[color.index()];
        let kept = setup
            .special
            .castles
            .iter()
            .any(|castle| castle.color == color && wanted[usize::from(castle.right)]);
        if wanted != [false; 2] && !kept {
            return Some(if color == us {
                Verdict::Loss
            } else {
                Verdict::Win
            });
        }
    }
    None
}
