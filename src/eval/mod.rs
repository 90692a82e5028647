//! Evaluation of pieces and positions, derived from the moves and rules of a variant.
//!
//! `piece_values` computes the average mobility of each piece from its paths and converts it to material
//! values; `squares` computes piece-square tables and evaluates the ways to promotion. The result is
//! `Weights`, the coefficients that a search sums up.

mod network;
mod piece_values;
mod squares;
mod static_evaluation;
mod tuning;

use std::sync::Arc;

use crate::definition::{PromotionStock, Verdict};
use crate::game::Variant;
use crate::movegen::{Phased, Scarce, Weights, Winning};
use crate::rules::{CompiledRules, Phases};
use crate::state::{Color, Role};

use piece_values::Mobility;

pub use network::Network;
#[doc(hidden)]
pub use network::{NetworkInputs, NetworkLayers};
pub use piece_values::{Estimate, estimates};
#[doc(hidden)]
pub use static_evaluation::StaticEvaluation;
pub use tuning::{Tuning, builtin_evaluation, builtin_tuning};

/// The source of the evaluation weights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// The built-in tuning of a built-in variant, and derived weights for all other variants.
    #[default]
    Builtin,
    /// Weights derived from the pieces and rules.
    Derived,
    /// Derived weights plus this tuning. Entries for pieces that the variant does not have are ignored.
    Tuned(Arc<Tuning>),
}

/// The evaluation weights of a variant.
pub(crate) fn weights(variant: &Variant, evaluation: &Evaluation) -> Weights {
    let rules = variant.compiled_rules();
    let mut weights = derived(rules);
    match evaluation {
        Evaluation::Derived => {}
        Evaluation::Tuned(tuning) => tuning.apply(rules, &mut weights),
        Evaluation::Builtin => {
            if let Some(tuning) = builtin_tuning(variant.def()) {
                tuning.apply(rules, &mut weights);
            }
        }
    }
    weights.unit = Weights::unit_of(&weights.worth);
    weights
}

/// The weights derived from pieces and rules.
fn derived(rules: &CompiledRules) -> Weights {
    let mobility = Mobility::of_all(rules);
    let worth = piece_values::material(rules, &mobility);
    let n_roles = rules.roles.len();
    let roles = || (0..n_roles).map(Role::new);
    let promotable = squares::promotable(rules, &mobility, &worth);
    let is_promoter = |role: Role| promotable.iter().any(|promoter| promoter.role == role);
    let waits: Vec<bool> = roles()
        .map(|role| rules.role(role).king || is_promoter(role) && worth[role.index()] < 200)
        .collect();
    let phase: Vec<i32> = roles()
        .map(|role| {
            if waits[role.index()] {
                0
            } else {
                worth[role.index()].max(0)
            }
        })
        .collect();
    let waits_for_promotion = waits_for_promotion(rules);
    let in_hand: Vec<i32> = worth
        .iter()
        .map(|worth| {
            if waits_for_promotion {
                0
            } else {
                worth + worth / 20 + 10
            }
        })
        .collect();
    let full_phase = rules.start_setup().map_or(0, |start| {
        let pieces = start
            .board
            .pieces()
            .map(|(_, piece)| phase[piece.role.index()]);
        let in_hands = if waits_for_promotion {
            0
        } else {
            in_hands(start, &phase)
        };
        pieces.sum::<i32>() + in_hands
    });
    let has_royal = rules.roles.iter().any(|role| role.royal);
    let needs_promoters = needs_promoters(rules);
    let blocks_win = !has_royal && rules.facts.stalemate == Verdict::Loss;
    Weights {
        area: rules.shape.area(),
        files: rules.shape.files().into(),
        in_hand,
        mobility: roles()
            .map(|role| {
                let worth = piece_values::of_a_move(&mobility, role);
                Phased::new(worth, worth)
            })
            .collect(),
        few_moves: roles().map(|role| few_moves(worth[role.index()])).collect(),
        danger: worth.iter().map(|worth| 4 + worth / 100).collect(),
        squares: squares::squares(rules, &mobility, &promotable, &worth),
        by_royal: [Vec::new(), Vec::new()],
        phase,
        full_phase: full_phase.max(1),
        sign: if aims_to_lose(rules) { -1 } else { 1 },
        halves: roles()
            .map(|role| {
                squares::half(rules, &mobility[0][role.index()])
                    .filter(|_| worth[role.index()] >= 150)
            })
            .collect(),
        bishop_pair: Phased::new(30, 45),
        hanging: Phased::new(22, 36),
        chased: Phased::new(48, 30),
        waits,
        checks: if rules.facts.checks.counted {
            vec![2000, 700, 300, 120, 50, 20, 0]
        } else {
            Vec::new()
        },
        class: worth.iter().map(|worth| class(*worth)).collect(),
        outclassed: Phased::new(27, 22),
        attacked: Phased::new(0, 15),
        exposure: 3,
        weak_zone: 8,
        safe_check: 19,
        shelter: 4,
        castling: 18,
        attack: 100,
        promoter_shelter: 9,
        guarded_promoter: Phased::new(7, 5),
        promoter_behind: Phased::new(-6, -11),
        isolated_pawn: Phased::new(-5, -6),
        backed_promoter: Phased::new(9, 6),
        blocked_promoter: Phased::new(-2, -8),
        push_threat: Phased::new(14, 9),
        held_way: 66,
        clear_way: 58,
        watched_way: 20,
        enemy_king_distance: 15,
        own_king_distance: 8,
        royal_steps: if promotable.is_empty() {
            Default::default()
        } else {
            squares::royal_steps(rules, &mobility)
        },
        outpost: Phased::new(16, 9),
        half_open: Phased::new(12, 7),
        open: Phased::new(13, 7),
        space: Phased::new(3, 0),
        mobility_part: Phased::new(120, 75),
        guarded_zone: 0,
        unsafe_check: 3,
        held: 90,
        winning: if needs_promoters {
            winning(rules, is_promoter)
        } else {
            Winning::ALL
        },
        needs_promoters,
        lone_royal: squares::lone_royal(rules, &mobility),
        scarce: scarce(rules),
        freedom: if blocks_win { 8 } else { 0 },
        tempo: 12,
        network: None,
        unit: 100,
        promotable,
        worth,
    }
}

/// Additional value of each of the first few squares of mobility: a trapped piece of some value is a
/// liability.
fn few_moves(worth: i32) -> i32 {
    if worth >= 250 { 3 } else { 0 }
}

/// The class of a piece value: 0 for minor pieces of chess and less, 1 for rooks, 2 for queens.
fn class(worth: i32) -> u8 {
    let least = [430, 700];
    least.iter().filter(|least| worth >= **least).count() as u8
}

/// Whether pieces in hand only serve as promotion choices. Then they have no value in hand.
fn waits_for_promotion(rules: &CompiledRules) -> bool {
    let promotions = rules.def.pieces.values().flat_map(|piece| &piece.promotion);
    let mut choices = promotions.flat_map(|promotion| &promotion.choices);
    !rules.has_drops()
        && rules.facts.gating.is_none()
        && choices.any(|choice| choice.stock == PromotionStock::Hand)
}

/// The phase of the hands at the start.
fn in_hands(start: &crate::state::Setup, phase: &[i32]) -> i32 {
    let sides = Color::ALL.into_iter();
    sides
        .flat_map(|color| start.hands[color.index()].iter())
        .map(|(role, count)| phase[role.index()] * i32::from(count))
        .sum()
}

/// Whether only checkmate wins and pieces never return, so that a small lead without promotable pieces is
/// hardly a win.
fn needs_promoters(rules: &CompiledRules) -> bool {
    rules.roles.iter().any(|role| role.royal)
        && rules.facts.checkmate == Verdict::Loss
        && rules.facts.stalemate == Verdict::Draw
        && rules.facts.drops.is_none()
        && !rules.facts.checks.counted
        && !rules.facts.captured_to.keeps_prisoners()
        && !rules
            .rules()
            .iter()
            .any(|named| named.acts || named.phases != Phases::NONE && named.rule.may_win())
}

/// Scaling of a lead by the number of promotable pieces, fitted to scores of another engine in chess and related games.
fn winning(rules: &CompiledRules, is_promoter: impl Fn(Role) -> bool) -> Winning {
    let n_promoters = rules.start_setup().map_or(0, |start| {
        let pieces = start.board.pieces();
        pieces.filter(|(_, piece)| is_promoter(piece.role)).count()
    });
    if n_promoters == 0 {
        return Winning::ALL;
    }
    Winning {
        share: 70,
        share_by_promoter: 0,
        base: -110,
        by_promoter: 208 / n_promoters as i32,
        on_both_wings: 140,
    }
}

/// The scarce kinds of pieces: a side with too few of one loses.
fn scarce(rules: &CompiledRules) -> Vec<Scarce> {
    let kinds = rules.kinds_to_keep().into_iter();
    let kinds = kinds.filter(|([white, black], _)| white == black);
    let roles = || (0..rules.roles.len()).map(Role::new);
    kinds
        .map(|([kinds, _], limit)| Scarce {
            roles: roles().map(|role| kinds.contains(&role)).collect(),
            limit: limit.into(),
        })
        .collect()
}

/// Whether a side wins by losing all its pieces.
fn aims_to_lose(rules: &CompiledRules) -> bool {
    let mut results = rules
        .facts
        .lacks
        .iter()
        .filter_map(|lack| lack.result)
        .peekable();
    let counts = results.peek().is_some() || rules.facts.last_royal.is_some();
    results.any(|result| result == Verdict::Win) || !counts && rules.facts.checkmate == Verdict::Win
}
