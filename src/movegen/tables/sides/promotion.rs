//! Promotions by squares with the same choices.

use smallvec::SmallVec;

use crate::definition::{PieceId, PromotionStock};
use crate::geometry::Square;
use crate::movegen::tables::lookups::Bits;
use crate::movegen::tables::role_sets::of_kind;
use crate::rules::CompiledRules;
use crate::state::{Color, Role};

/// The promotions of a role of one color.
#[derive(Debug)]
pub(crate) struct Promotion<const N: usize> {
    /// All squares with a promotion.
    pub(crate) zone: Bits<N>,
    /// Parts of the zone with the same choices.
    pub(crate) parts: Vec<PromotionPart<N>>,
    /// Origins from which a move can promote on any target.
    pub(crate) leaving: Bits<N>,
    /// Parts of the board with the same choices for these origins.
    pub(super) leaving_parts: Vec<PromotionPart<N>>,
}

/// Squares with the same promotion choices.
#[derive(Debug)]
pub(crate) struct PromotionPart<const N: usize> {
    pub(crate) squares: Bits<N>,
    /// The moves for which it holds.
    pub(crate) only: Only,
    /// Squares on which promotion is optional.
    pub(crate) stay: Bits<N>,
    pub(crate) choices: Vec<Choice>,
}

/// A restriction to captures or quiet moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Only {
    Any,
    Captures,
    Quiet,
}

/// One promotion choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) role: Role,
    pub(crate) from_hand: bool,
    pub(crate) limit: Option<u16>,
    /// The roles that count for the limit, as a bit mask.
    pub(crate) like: u128,
}

impl<const N: usize> Promotion<N> {
    /// The promotion of a role by its own rules.
    pub(crate) fn new(rules: &CompiledRules, role: Role, color: Color) -> Option<Promotion<N>> {
        rules.role(role).promotion.as_ref()?;
        let outcome = |square: Square| by_own_rules(rules, role, color, square);
        let (zone, parts) = parts(rules, |square, _| outcome(square), false);
        Some(Promotion {
            zone,
            parts,
            leaving: Bits::NONE,
            leaving_parts: Vec::new(),
        })
    }

    /// The promotion of a role by its own rules and those of the game; `None` if it has none.
    pub(crate) fn by_rules(
        rules: &CompiledRules,
        role: Role,
        color: Color,
    ) -> Option<Promotion<N>> {
        let outcome = |leaves: bool| {
            move |to: Square, capture: bool| {
                let mut own = by_own_rules(rules, role, color, to);
                let more = outcome(rules, role, color, leaves, to, capture);
                own.choices.extend(more.choices);
                own.stay &= more.stay;
                own
            }
        };
        let (zone, entering) = parts(rules, outcome(false), false);
        let origins = pair_zone(rules, role, color);
        let (reached, from_within) = parts(rules, outcome(true), true);
        let leaving = origins.filter(|_| reached.any()).unwrap_or(Bits::NONE);
        (zone.any() || leaving.any()).then_some(Promotion {
            zone,
            parts: entering,
            leaving,
            leaving_parts: from_within,
        })
    }

    /// All choices of the role.
    pub(crate) fn choices(&self) -> impl Iterator<Item = &Choice> {
        let parts = self.parts.iter().chain(&self.leaving_parts);
        parts.flat_map(|part| &part.choices)
    }

    /// The parts for moves from a square.
    pub(crate) fn parts_from(&self, from: usize) -> &[PromotionPart<N>] {
        if self.leaving.has(from) {
            &self.leaving_parts
        } else {
            &self.parts
        }
    }
}

/// The possible results at the end of a move.
#[derive(Clone, PartialEq, Eq)]
struct Outcome {
    choices: Vec<Choice>,
    stay: bool,
}

/// The results of a role on a square by its own rules.
fn by_own_rules(rules: &CompiledRules, role: Role, color: Color, square: Square) -> Outcome {
    let mut found = Outcome {
        choices: Vec::new(),
        stay: true,
    };
    let Some(promotion) = &rules.role(role).promotion else {
        return found;
    };
    let owner = color.perspective();
    for choice in &promotion.choices {
        if choice.zone.contains(square, owner) {
            found.choices.push(Choice {
                role: choice.piece.into(),
                from_hand: choice.stock == PromotionStock::Hand,
                limit: choice.limit,
                like: of_kind(rules, rules.form(choice.piece.into()).kind),
            });
        }
    }
    found.stay = found.choices.is_empty() || promotion.stay.contains(square, owner);
    found
}

/// The squares with a promotion, and the squares of the board (or, unless `whole`, of the zone) grouped by
/// their results.
fn parts<const N: usize>(
    rules: &CompiledRules,
    outcome: impl Fn(Square, bool) -> Outcome,
    whole: bool,
) -> (Bits<N>, Vec<PromotionPart<N>>) {
    let mut zone = Bits::NONE;
    let mut parts: Vec<PromotionPart<N>> = Vec::new();
    for square in rules.shape.squares() {
        let (capture, quiet) = (outcome(square, true), outcome(square, false));
        let same = capture == quiet;
        let plain = |outcome: &Outcome| outcome.choices.is_empty() && outcome.stay;
        let here = Bits::single(square.index());
        if !(plain(&capture) && plain(&quiet)) {
            zone |= here;
        } else if !whole {
            continue;
        }
        let kinds: SmallVec<[(Only, Outcome); 2]> = if same {
            smallvec::smallvec![(Only::Any, capture)]
        } else {
            smallvec::smallvec![(Only::Captures, capture), (Only::Quiet, quiet)]
        };
        for (only, Outcome { choices, stay }) in kinds {
            let stay = if stay { here } else { Bits::NONE };
            let known = parts
                .iter_mut()
                .find(|part| part.only == only && part.choices == choices);
            match known {
                Some(part) => {
                    part.squares |= here;
                    part.stay |= stay;
                }
                None => parts.push(PromotionPart {
                    squares: here,
                    only,
                    stay,
                    choices,
                }),
            }
        }
    }
    (zone, parts)
}

/// The zone from which moves of a role promote.
fn pair_zone<const N: usize>(rules: &CompiledRules, role: Role, color: Color) -> Option<Bits<N>> {
    let pairs = &rules.facts.paired_promotion;
    let has_pair = pair(rules, role, color) != [None; 2];
    (has_pair && !rules.is_of(role, pairs.arriving) && !rules.role(role).royal)
        .then(|| Bits::from_squares(&pairs.zone[color.index()]))
}

/// The paired promotion of a role: forward, and back if demotion is allowed.
pub(crate) fn pair(rules: &CompiledRules, role: Role, color: Color) -> [Option<PieceId>; 2] {
    let pairs = &rules.facts.paired_promotion;
    let target = pairs.target(role);
    let form = pairs.demotion.then(|| rules.form(role));
    let base = form.and_then(|form| form.base[color.index()]);
    [target, base]
}

/// The maximum number of a kind for a side; `None` without a limit.
pub(crate) fn limit_of(rules: &CompiledRules, piece: PieceId) -> Option<u16> {
    let limit = rules.facts.paired_promotion.limits.get(piece).copied();
    limit.filter(|limit| *limit > 0)
}

fn choice(rules: &CompiledRules, piece: PieceId) -> Choice {
    let role = Role::from(piece);
    let like = of_kind(rules, rules.form(role).kind);
    Choice {
        role,
        from_hand: false,
        limit: limit_of(rules, piece),
        like,
    }
}

/// The results of a role at the end of one move.
fn outcome(
    rules: &CompiledRules,
    role: Role,
    color: Color,
    leaves: bool,
    to: Square,
    is_capture: bool,
) -> Outcome {
    let piece = crate::state::Piece { color, role };
    let may_rest = rules.may_rest(piece, to);
    let mut found = Outcome {
        choices: Vec::new(),
        stay: true,
    };
    let pairs = &rules.facts.paired_promotion;
    if rules.role(role).royal {
        found.stay = may_rest;
        return found;
    }
    let [target, base] = pair(rules, role, color);
    if (target.is_some() || base.is_some()) && pairs.promotes(piece, (leaves, to), is_capture) {
        found.stay = !pairs.mandatory;
        found
            .choices
            .extend(target.map(|number| choice(rules, number)));
        found.choices.extend(base.map(|number| Choice {
            limit: None,
            ..choice(rules, number)
        }));
    }
    found.stay &= may_rest;
    found
}
