//! Whether a game has ended below the position that is searched, and what that is worth.

use super::scores::of_share;
use crate::definition::{CaptureFate, RoyalRule, Verdict};
use crate::game::{Outcome, Position, Variant};
use crate::movegen::{Node, SearchStack};
use crate::rules::Phases;
use crate::state::Color;

/// What is known of a position that was there before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    pub(super) key: u64,
    pub(super) in_check: bool,
}

/// The rules that end games, with what of them can be said at once.
#[derive(Debug)]
pub(super) struct GameEnd<'v> {
    variant: &'v Variant,
    /// The result for a side without moves that is in check, and for one that is not, where nothing
    /// but that decides.
    stuck: Option<[f64; 2]>,
    move_limit: Option<u16>,
    /// How often a position must come, and the result for the side to move; for White if the second
    /// is set.
    repetition: Option<(u16, f64, bool)>,
    perpetual_check: Option<Verdict>,
    /// Whether positions may come again after captures and promotions.
    everything_comes_again: bool,
    /// Whether a side may have several moves in a row.
    pub(super) turns_vary: bool,
    /// Whether a side without moves has lost only if it is in check.
    pub(super) mates_by_check: bool,
    /// Whether it may be tried what happens if a side does not move.
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
        let book = variant.book();
        // What checkmates and stalemates are may be a matter of rules.
        let is_plain = book
            .rules()
            .iter()
            .all(|named| named.in_tables && !named.judges_course())
            && !book.has_scores()
            && book.royal() == RoyalRule::Check;
        let repetition = book.repetition();
        let has_royal = book.roles.iter().any(|role| role.royal);
        GameEnd {
            variant,
            mates_by_check: is_plain && book.stalemate() != Verdict::Loss,
            stuck: is_plain.then(|| [share(book.checkmate()), share(book.stalemate())]),
            move_limit: (book.course().move_limit).map(|limit| limit.saturating_mul(2)),
            repetition: repetition.limit.map(|limit| {
                let result = share(repetition.verdict);
                (limit, result, repetition.for_white)
            }),
            perpetual_check: book.perpetual_check(),
            everything_comes_again: book.captured() == CaptureFate::CaptorsHand
                || book.asks_beside_moves()
                || book.rules_act(),
            turns_vary: book.has_turn_rule(),
            may_pass: has_royal
                && !book.has_turn_rule()
                && !book.rules_speak_in(Phases::DUTY)
                && !book.captures().mandatory
                && book.checkmate() == Verdict::Loss,
        }
    }

    /// The position on top, to be asked by the rules of games.
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

    /// The score if a rule has ended the game that does not ask for moves.
    pub(super) fn by_rule(&self, stack: &dyn SearchStack, node: &Node, ply: usize) -> Option<i32> {
        if node.may_be_over
            && let Some(score) = self.ended(stack, node.turn, ply)
        {
            return Some(score);
        }
        if self.move_limit.is_some_and(|limit| node.clock >= limit)
            || !stack.is_seen_alive(self.variant.alive_fast_path(), self.variant.book())
        {
            return self.ended(stack, node.turn, ply);
        }
        None
    }

    /// The score of a side that has no moves.
    pub(super) fn stuck(&self, stack: &dyn SearchStack, node: &Node, ply: usize) -> i32 {
        match self.stuck {
            Some(shares) => of_share(shares[usize::from(!node.in_check)], ply),
            None => self.ended(stack, node.turn, ply).unwrap_or(0),
        }
    }

    /// Whether positions before the search may count as repeated: one has come so often by now that it must not
    /// come once more.
    pub(super) fn minds_past(&self, root: u64, past: &[Seen]) -> bool {
        let Some((limit, ..)) = self.repetition else {
            return false;
        };
        let mut keys: Vec<u64> = past.iter().map(|seen| seen.key).collect();
        keys.push(root);
        keys.sort_unstable();
        let often = usize::from(limit).saturating_sub(1).max(1);
        keys.windows(often).any(|same| same[0] == same[often - 1])
    }

    /// The score if the position has come too often; positions are asked by how many half-moves ago they
    /// were, of which so many belong to the search. One that comes again within the search would come
    /// again and again.
    pub(super) fn by_repetition(
        &self,
        node: &Node,
        ply: usize,
        n_seen: usize,
        seen: &impl Fn(usize) -> Seen,
    ) -> Option<i32> {
        let (limit, result, for_white) = self.repetition?;
        let end = if self.everything_comes_again {
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
                    // A win by repetition is not forced: the other side may leave the circle.
                    return Some(match of_share(share, ply + ago) {
                        score if score.abs() > super::scores::FORCED => score / 2,
                        score => score,
                    });
                }
            }
            ago += step;
        }
        None
    }

    /// The result for the side to move if one side has given check all the time.
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
