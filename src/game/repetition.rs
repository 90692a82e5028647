//! Repetition of positions, perpetual check and perpetual chase.

use super::ending::End;
use super::position::Position;
use super::record::{self, Record};
use crate::definition::{CapturedTo, Reason, Verdict};
use crate::geometry::{Square, SquareSet};
use crate::movegen::{capturable_en_passant, chased, kings_attacked};
use crate::rules::{Chasing, CompiledRules, first_moves, unmoved_castlers, write_rights};
use crate::state::{Color, Move, MoveKind, Setup};

/// The result for the side to move, if the position has occurred too often.
pub(super) fn repeated(position: &Position, record: &Record) -> Option<End> {
    let rules = position.variant().compiled_rules();
    let limit = rules.facts.repetition.limit?;
    let adjudication = &rules.facts;
    let end = reversible(position, record);
    if !adjudication.back_and_forth_loses && !keys_come_again(position, record, limit, end) {
        return None;
    }
    let setup = position.setup();
    let past = Past {
        rules,
        setup,
        record,
        end,
    };
    let came = past.occurrence(limit);
    if adjudication.back_and_forth_loses
        && let Some(back) = past.back_and_forth()
        // The more recent of the two decides.
        && came.is_none_or(|came| back <= came)
    {
        return Some((Verdict::Win, Reason::BackAndForth));
    }
    let came = came?;
    let perpetual = rules.facts.perpetual_check;
    if let Some(end) = perpetual.and_then(|value| past.by_perpetual_check(value, came)) {
        return Some(end);
    }
    let chasing = adjudication.chasing.as_ref();
    if let Some(end) = chasing.and_then(|rule| past.by_chase(rule, came)) {
        return Some(end);
    }
    let value = rules.facts.repetition;
    let verdict = if value.for_white && setup.turn == Color::Black {
        value.verdict.opposite()
    } else {
        value.verdict
    };
    Some((verdict, Reason::Repetition))
}

/// The number of latest half-moves that a repetition can reach back over.
fn reversible(position: &Position, record: &Record) -> usize {
    let rules = position.variant().compiled_rules();
    let to_hand = rules.facts.captured_to == CapturedTo::CaptorHand;
    // Effects of moves can undo a promotion, and custom rules can put pieces back.
    if to_hand || rules.asks_beside_moves || rules.rules_act {
        record.len()
    } else {
        record.len().min(usize::from(position.halfmove_clock()))
    }
}

/// Whether the hash of the position has occurred often enough to justify the full comparison.
fn keys_come_again(position: &Position, record: &Record, limit: u16, end: usize) -> bool {
    let rules = position.variant().compiled_rules();
    let key = record::key(position);
    let same = how_long_ago(rules, end).filter(|ago| record.key(*ago) == key);
    same.count() >= needed(limit)
}

/// The distances in half-moves at which the same position can have occurred, back to `end`.
fn how_long_ago(rules: &CompiledRules, end: usize) -> impl Iterator<Item = usize> {
    // The sides alternate, unless a rule sets the side to move.
    let step = if rules.has_turn_rule { 1 } else { 2 };
    (4..=end).step_by(step)
}

/// The number of earlier occurrences after which the current one is the last of `limit`.
fn needed(limit: u16) -> usize {
    usize::from(limit).saturating_sub(1).max(1)
}

/// Half-moves of checks beyond the tenth since the clock was last reset; the move limit does not
/// count them.
pub(super) fn checks_beyond_ten(rules: &CompiledRules, setup: &Setup, record: &Record) -> u16 {
    if record.len() < 20 {
        return 0;
    }
    let end = record.len().min(usize::from(setup.halfmove_clock));
    let checks = |parity: usize| {
        let checked = (parity..=end).step_by(2).filter(|ago| {
            let setup = record.setup(setup, *ago);
            kings_attacked(rules, setup, setup.turn)
        });
        checked.count() as u16
    };
    2 * checks(0).max(checks(1)).saturating_sub(10)
}

struct Past<'a> {
    rules: &'a CompiledRules,
    setup: &'a Setup,
    record: &'a Record,
    /// The number of half-moves to search back.
    end: usize,
}

impl Past<'_> {
    fn at(&self, ago: usize) -> &Setup {
        self.record.setup(self.setup, ago)
    }

    fn checked(&self, ago: usize) -> bool {
        let setup = self.at(ago);
        kings_attacked(self.rules, setup, setup.turn)
    }

    /// The age in half-moves of the earliest of the latest `limit` occurrences.
    fn occurrence(&self, limit: u16) -> Option<usize> {
        how_long_ago(self.rules, self.end)
            .filter(|ago| self.is_same(self.at(*ago), self.setup))
            .nth(needed(limit) - 1)
    }

    /// Whether two setups are the same for repetition: the same moves are possible in both. As in
    /// Fairy-Stockfish, gates that have been used up and the kind of the latest move make no difference.
    fn is_same(&self, other: &Setup, now: &Setup) -> bool {
        let rules = self.rules;
        now.turn == other.turn
            && now.board == other.board
            && now.hands == other.hands
            && now.special.castles == other.special.castles
            && now.special.checks == other.special.checks
            && (now.special.imitated == other.special.imitated || !rules.may_imitate(now))
            && self.custom_rules_agree(other, now)
            && (now.unmoved == other.unmoved
                || write_rights(rules, now) == write_rights(rules, other)
                    && first_moves(rules, now) == first_moves(rules, other)
                    && unmoved_castlers(rules, now) == unmoved_castlers(rules, other))
            && (now.en_passant == other.en_passant
                || capturable_en_passant(rules, now) == capturable_en_passant(rules, other))
            && match (&other.special.kept, &now.special.kept) {
                (None, None) => true,
                (Some(other), Some(now)) => self.is_same(other, now),
                _ => false,
            }
    }

    /// Whether every custom rule regards its two memories as the same.
    fn custom_rules_agree(&self, other: &Setup, now: &Setup) -> bool {
        let states = [other, now].map(|setup| &setup.special.custom);
        self.rules.rules_with_ids().all(|(rule, named)| {
            let [earlier, now] = states.map(|states| states.get(rule));
            named.rule.repeats(earlier, now)
        })
    }

    /// Perpetual check by one side only, with its verdict for that side. If it loses, perpetual check by both
    /// sides is a draw.
    fn by_perpetual_check(&self, value: Verdict, came: usize) -> Option<End> {
        let always = |parity: usize| (parity..=came).step_by(2).all(|ago| self.checked(ago));
        let verdict = match (always(0), always(1)) {
            (true, false) => value.opposite(),
            (false, true) => value,
            (true, true) if value == Verdict::Loss => Verdict::Draw,
            _ => return None,
        };
        Some((verdict, Reason::PerpetualCheck))
    }

    /// Perpetual chase of the same piece.
    fn by_chase(&self, rule: &Chasing, came: usize) -> Option<End> {
        let chased_at = |ago: usize| match self.record.made(ago) {
            Some(mv) => chased(self.rules, rule, self.at(ago + 1), self.at(ago), mv),
            None => SquareSet::new(),
        };
        let always = |parity: usize| {
            let mut victims = chased_at(parity);
            for ago in (parity + 2..=came).step_by(2) {
                // The current squares of the victims, traced back to those before they ran away.
                if self.record.made(ago).is_none() {
                    break;
                }
                if victims.is_empty() {
                    return false;
                }
                if let Some(ran) = self.record.made(ago - 1) {
                    victims = taken_back(&victims, ran);
                }
                victims = victims.intersection(&chased_at(ago));
            }
            !victims.is_empty()
        };
        let verdict = blame(always(0), always(1))?;
        Some((verdict, Reason::PerpetualChase))
    }

    /// The number of half-moves since the player that moved last began to move one piece back and
    /// forth; `None` if a check was given meanwhile or the piece cannot enter the enemy palace.
    fn back_and_forth(&self) -> Option<usize> {
        let moves: Vec<&Move> = (0..=8)
            .step_by(2)
            .map_while(|ago| self.record.made(ago))
            .collect();
        let [last, second, third, fourth, fifth] = moves[..] else {
            return None;
        };
        let plain = |mv: &Move| mv.kind == MoveKind::Normal && mv.promotion.is_none();
        let reverse = |later: &Move, other: &Move| {
            plain(later)
                && later.from == other.to
                && later.to == other.from
                && later.from != later.to
        };
        let passed = second.from == second.to;
        let repeats = if passed {
            reverse(third, last) && reverse(fourth, third) && {
                let sixth = self.record.made(10);
                reverse(fifth, fourth) && sixth.is_some_and(|sixth| follows(fifth, sixth))
            }
        } else {
            reverse(second, last)
                && reverse(third, second)
                && reverse(fourth, third)
                && follows(fourth, fifth)
        };
        let first = if passed { 10 } else { 8 };
        let latest = (first + 1).min(self.end);
        let checked = (1..=latest).step_by(2).any(|ago| self.checked(ago));
        let in_palace = self
            .rules
            .role(last.piece.role)
            .moves
            .iter()
            .any(|role_move| {
                role_move.to.as_ref().is_none_or(|zone| {
                    self.palace()
                        .iter()
                        .any(|square| zone.contains(square, last.piece.color.perspective()))
                })
            });
        (plain(last) && repeats && !checked && in_palace && first <= self.end).then_some(first)
    }

    /// The palace of the royal piece of the side to move: the squares on which it may stand.
    fn palace(&self) -> SquareSet {
        let (rules, us) = (self.rules, self.setup.turn);
        let mut palace = SquareSet::new();
        for role in rules.roles.iter().filter(|role| role.royal) {
            for role_move in &role.moves {
                let owner = us.perspective();
                let here = |square: &Square| {
                    role_move
                        .to
                        .as_ref()
                        .is_none_or(|zone| zone.contains(*square, owner))
                };
                palace.extend(rules.shape.squares().filter(here));
            }
        }
        palace
    }
}

/// Whether a move is by the same piece as an earlier one that captured nothing.
fn follows(mv: &Move, earlier: &Move) -> bool {
    !earlier.is_capture() && mv.from == earlier.to
}

/// The verdict for the side to move by fault: a side that alone is at fault loses, and faults of
/// both sides are a draw.
fn blame(theirs: bool, ours: bool) -> Option<Verdict> {
    match (theirs, ours) {
        (false, false) => None,
        (true, false) => Some(Verdict::Win),
        (false, true) => Some(Verdict::Loss),
        (true, true) => Some(Verdict::Draw),
    }
}

/// The squares of pieces before a move, given those after it.
fn taken_back(squares: &SquareSet, mv: &Move) -> SquareSet {
    let mut before = squares.clone();
    if before.remove(mv.to) {
        before.insert(mv.from);
    }
    before
}
