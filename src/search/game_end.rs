//! Detection of the end of the game within the search, and its score.

use crate::definition::{CapturedTo, RoyalRule, Verdict};
use crate::game::{Outcome, Position, Variant};
use crate::movegen::{Node, SearchStack};
use crate::rules::Phases;
use crate::state::Color;

use super::report::of_share;

/// An earlier position, for the detection of repetitions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    pub(super) key: u64,
    pub(super) in_check: bool,
}

/// The rules that end a game, precomputed for the search.
#[derive(Debug)]
pub(super) struct GameEnd<'v> {
    variant: &'v Variant,
    /// The result for a side without legal moves in check and not in check, if only that decides.
    stuck: Option<[f64; 2]>,
    move_limit: Option<u16>,
    /// The number of occurrences at which a repetition ends the game, and the result for the side
    /// to move, or for White if the last field is set.
    repetition: Option<(u16, f64, bool)>,
    perpetual_check: Option<Verdict>,
    /// Whether positions can repeat even after captures and promotions.
    repeats_after_captures: bool,
    /// Whether a side can have several moves in a row.
    pub(super) turns_vary: bool,
    /// Whether a side without legal moves loses only if it is in check.
    pub(super) mates_by_check: bool,
    /// Whether null moves are allowed in the search.
    pub(super) may_pass: bool,
}

fn share(verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Win => 1.0,
        Verdict::Draw => 0.5,
        Verdict::Loss => 0.0,
    }
}

impl<'v> GameEnd<'v> {
    pub(super) fn new(variant: &'v Variant) -> GameEnd<'v> {
        let rules = variant.compiled_rules();
        // Rules may define checkmate and stalemate.
        let is_plain = rules
            .rules()
            .iter()
            .all(|named| named.in_tables && !named.phases.contains(Phases::ADJUDICATION))
            && !rules.has_scores()
            && rules.facts.royal == RoyalRule::Check;
        let repetition = rules.facts.repetition;
        let has_royal = rules.roles.iter().any(|role| role.royal);
        GameEnd {
            variant,
            mates_by_check: is_plain && rules.facts.stalemate != Verdict::Loss,
            stuck: is_plain.then(|| [share(rules.facts.checkmate), share(rules.facts.stalemate)]),
            move_limit: (rules.facts.move_limit).map(|limit| limit.saturating_mul(2)),
            repetition: repetition.limit.map(|limit| {
                let result = share(repetition.verdict);
                (limit, result, repetition.for_white)
            }),
            perpetual_check: rules.facts.perpetual_check,
            repeats_after_captures: rules.facts.captured_to == CapturedTo::CaptorHand
                || rules.asks_beside_moves
                || rules.rules_act,
            turns_vary: rules.has_turn_rule,
            may_pass: has_royal
                && !rules.has_turn_rule
                && !rules.rules_speak_in(Phases::DUTY)
                && !rules.facts.captures.mandatory
                && rules.facts.checkmate == Verdict::Loss,
        }
    }

    /// The current position, for the rules of the game.
    fn position(&self, stack: &dyn SearchStack) -> Position {
        self.variant.position(stack.setup().clone())
    }

    fn ended(&self, stack: &dyn SearchStack, turn: Color, ply: usize) -> Option<i32> {
        match self.position(stack).outcome() {
            Outcome::Ongoing => None,
            Outcome::Ended { white, black, .. } => {
                let share = if turn == Color::White { white } else { black };
                Some(of_share(share, ply))
            }
        }
    }

    /// The score if the game has ended by a rule that does not depend on the legal moves.
    pub(super) fn by_rule(&self, stack: &dyn SearchStack, node: &Node, ply: usize) -> Option<i32> {
        if node.may_be_over
            && let Some(score) = self.ended(stack, node.turn, ply)
        {
            return Some(score);
        }
        if self.move_limit.is_some_and(|limit| node.clock >= limit)
            || !stack.is_seen_alive(
                self.variant.alive_fast_path(),
                self.variant.compiled_rules(),
            )
        {
            return self.ended(stack, node.turn, ply);
        }
        None
    }

    /// The score for a side without legal moves.
    pub(super) fn stuck(&self, stack: &dyn SearchStack, node: &Node, ply: usize) -> i32 {
        match self.stuck {
            Some(shares) => of_share(shares[usize::from(!node.in_check)], ply),
            None => self.ended(stack, node.turn, ply).unwrap_or(0),
        }
    }

    /// Whether repetitions can include positions before the root: one of these has occurred so often that the
    /// next occurrence is the last.
    pub(super) fn depends_on_past(&self, root: u64, past: &[Seen]) -> bool {
        let Some((limit, ..)) = self.repetition else {
            return false;
        };
        let mut keys: Vec<u64> = past.iter().map(|seen| seen.key).collect();
        keys.push(root);
        keys.sort_unstable();
        let often = usize::from(limit).saturating_sub(1).max(1);
        keys.windows(often).any(|same| same[0] == same[often - 1])
    }

    /// The score if the position is a repetition. `seen` returns the position a number of plies ago, and
    /// `n_seen` is their number. A single repetition within the search is enough, because the cycle could be
    /// played again.
    pub(super) fn by_repetition(
        &self,
        node: &Node,
        ply: usize,
        n_seen: usize,
        seen: &impl Fn(usize) -> Seen,
    ) -> Option<i32> {
        let (limit, result, for_white) = self.repetition?;
        let end = if self.repeats_after_captures {
            n_seen
        } else {
            n_seen.min(node.clock.into())
        };
        let step = if self.turns_vary { 1 } else { 2 };
        let mut n_before = 0;
        let mut ago = 4;
        while ago <= end {
            if seen(ago).key == node.key {
                n_before += 1;
                if ago < ply || n_before + 1 >= usize::from(limit) {
                    let mut share = self.perpetual(node, ago, seen).unwrap_or(result);
                    if for_white && node.turn == Color::Black && share.to_bits() == result.to_bits()
                    {
                        share = 1.0 - share;
                    }
                    // A win by repetition is not forced: the opponent may leave the cycle.
                    return Some(match of_share(share, ply + ago) {
                        score if score.abs() > super::report::FORCED => score / 2,
                        score => score,
                    });
                }
            }
            ago += step;
        }
        None
    }

    /// The result for the side to move if one side has given perpetual check.
    fn perpetual(&self, node: &Node, ago: usize, seen: &impl Fn(usize) -> Seen) -> Option<f64> {
        let value = self.perpetual_check?;
        let always = |parity: usize| {
            let mut places = (parity..=ago).step_by(2);
            places.all(|ago| {
                if ago == 0 {
                    node.in_check
                } else {
                    seen(ago).in_check
                }
            })
        };
        let verdict = match (always(0), always(1)) {
            (true, false) => value.opposite(),
            (false, true) => value,
            (true, true) if value == Verdict::Loss => Verdict::Draw,
            _ => return None,
        };
        Some(share(verdict))
    }
}
