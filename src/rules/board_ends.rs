//! Whether the game is over by a rule of the board.

use crate::definition::{
    ConnectionRules, ExtinctionRules, FlagRules, PieceId, Reason, RulesDef, Verdict,
};
use crate::geometry::{Square, SquareSet};
use crate::rules::Rulebook;
use crate::state::{Cell, Color, Setup};

use super::around::shifted;
use super::material::by_material;
use super::with_hand;

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
    if let Some(extinction) = &rules.extinction
        && (!extinction.pseudo_royal || rules.captures.blast.is_some())
        && let Some(verdict) = extinct(book, extinction, setup)
    {
        return Some((verdict, Reason::Extinction));
    }
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
    if let Some(connection) = &rules.connection
        && connected(book, connection, setup)
    {
        return Some((connection.verdict.opposite(), Reason::Connection));
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

fn extinct(book: &Rulebook, rule: &ExtinctionRules, setup: &Setup) -> Option<Verdict> {
    let verdict = rule.verdict?;
    let us = setup.turn;
    let kinds = rule.kinds.iter().map(Some);
    let kinds: Vec<Option<PieceId>> = kinds.chain(rule.whole_army.then_some(None)).collect();
    for color in [us.opponent(), us] {
        for kind in &kinds {
            let own = with_hand(book, setup, color, *kind);
            let other = with_hand(book, setup, color.opponent(), *kind);
            let needed = rule.opponent_count + u16::from(rule.claim && color == us);
            if own <= rule.count && other >= needed {
                return Some(if color == us {
                    verdict
                } else {
                    verdict.opposite()
                });
            }
        }
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

/// Whether the side that moved last has connected.
fn connected(book: &Rulebook, rule: &ConnectionRules, setup: &Setup) -> bool {
    let them = setup.turn.opponent();
    let shape = &book.shape;
    let stones: SquareSet = setup
        .board
        .pieces()
        .filter(|(_, piece)| piece.color == them && book.is_of(piece.role, rule.kinds))
        .map(|(square, _)| square)
        .collect();
    let step = |square: Square, (dx, dy): (i8, i8), n: i16| {
        shifted(shape, square, (dx as i16 * n, dy as i16 * n))
    };
    let has = |square: Option<Square>| square.is_some_and(|square| stones.contains(square));
    if rule.row > 0 {
        let row = |start: Square| {
            rule.directions
                .iter()
                .any(|direction| (0..rule.row as i16).all(|n| has(step(start, *direction, n))))
        };
        if stones.iter().any(row) {
            return true;
        }
    }
    let [from, to] = &rule.regions[them.index()];
    let meets = |a: &SquareSet, b: &SquareSet| !a.intersection(b).is_empty();
    if meets(from, &stones) && meets(to, &stones) {
        // Only forward along the directions of the rule, as that program grows the region.
        let mut current = from.intersection(&stones);
        loop {
            let mut grown = SquareSet::new();
            for direction in &rule.directions {
                let base = current.union(&grown);
                grown.extend(
                    base.iter()
                        .filter_map(|square| step(square, *direction, 1))
                        .filter(|square| stones.contains(*square)),
                );
            }
            if meets(&grown, to) {
                return true;
            }
            if grown.difference(&current).is_empty() {
                break;
            }
            current = current.union(&grown);
        }
    }
    if rule.block > 0 {
        let size = rule.block as i16;
        let block = |start: Square| {
            (0..size).all(|x| (0..size).all(|y| has(shifted(shape, start, (x, y)))))
        };
        if stones.iter().any(block) {
            return true;
        }
    }
    if rule.line > 0 {
        let line = |start: Square| {
            rule.directions.iter().any(|direction| {
                let n = shape.files().max(shape.ranks()) as i16;
                (-n..=n)
                    .filter(|n| has(step(start, *direction, *n)))
                    .count()
                    >= rule.line as usize
            })
        };
        if stones.iter().any(line) {
            return true;
        }
    }
    false
}
