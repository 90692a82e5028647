//! Promotion of pawns and other promotable pieces: the distance to promotion and the squares on the
//! way.

use super::mobility::Mobility;
use super::worth::becomes;
use crate::geometry::{Square, SquareSet};
use crate::movegen::{FAR_AWAY, Phased, Promoter, PromoterWay};
use crate::rules::CompiledRules;
use crate::state::{Color, Role};

/// The minimum gain of a promotion to make a piece promotable in the evaluation.
const GREAT_GAIN: i32 = 150;

/// Maximum number of steps to promotion that counts.
const FAR: u32 = 20;

/// Maximum board area: on larger boards the ways take too long to compute.
const LARGEST_BOARD: usize = 400;

/// The roles that gain much by promotion, with their ways.
pub(super) fn promotable(
    rules: &CompiledRules,
    mobility: &[Vec<Mobility>; 2],
    worth: &[i32],
) -> Vec<Promoter> {
    let roles = (0..rules.roles.len()).map(Role::new);
    roles
        .filter_map(|role| {
            let gain = gain(rules, role, worth);
            (gain >= GREAT_GAIN && rules.shape.area() <= LARGEST_BOARD)
                .then(|| promoter(rules, mobility, role, gain))
        })
        .collect()
}

/// The maximum gain of a role by promotion.
pub(super) fn gain(rules: &CompiledRules, role: Role, worth: &[i32]) -> i32 {
    let now = worth[role.index()];
    let gains = becomes(rules, role).map(|other| worth[other.index()] - now);
    gains.max().unwrap_or(0)
}

/// The number of steps to promotion by square; `None` inside the zone and if promotion is
/// impossible.
pub(super) fn steps(
    rules: &CompiledRules,
    mobility: &Mobility,
    role: Role,
    color: Color,
) -> Vec<Option<u32>> {
    let mut steps: Vec<Option<u32>> = vec![None; rules.shape.area()];
    let zone = zone(rules, role, color);
    for square in &zone {
        steps[square.index()] = Some(0);
    }
    for step in 1..=FAR {
        let before = steps.clone();
        for square in rules.shape.squares() {
            let mut goes = mobility.goes[square.index()].iter();
            if steps[square.index()].is_none()
                && goes.any(|to| before[to.index()] == Some(step - 1))
            {
                steps[square.index()] = Some(step);
            }
        }
    }
    for square in &zone {
        steps[square.index()] = None;
    }
    steps
}

/// The promotion zone of a role.
pub(super) fn zone(rules: &CompiledRules, role: Role, color: Color) -> SquareSet {
    let own = rules.role(role).promotion.as_ref();
    let by_own_rules = own.map(|promotion| promotion.zone.of(color.perspective()).clone());
    let mut zone = by_own_rules.unwrap_or_default();
    let pairs = rules.paired_promotion();
    if pairs.target(role).is_some() {
        zone.unite(&pairs.zone[color.index()]);
    }
    zone
}

fn promoter(
    rules: &CompiledRules,
    mobility: &[Vec<Mobility>; 2],
    role: Role,
    gain: i32,
) -> Promoter {
    let area = rules.shape.area();
    let squares = || rules.shape.squares();
    let ways = Color::ALL.map(|color| {
        let mobility = &mobility[color.index()][role.index()];
        let mut ways = vec![SquareSet::new(); area];
        for square in squares() {
            ways[square.index()] = way(mobility, square);
        }
        ways
    });
    // The squares attacked from a square, now or after any number of quiet moves.
    let hits = Color::ALL.map(|color| {
        let mobility = &mobility[color.index()][role.index()];
        let mut hits = mobility.hits.clone();
        for square in squares() {
            for further in &ways[color.index()][square.index()] {
                let more = mobility.hits[further.index()].clone();
                hits[square.index()].unite(&more);
            }
        }
        hits
    });
    let sides = Color::ALL.map(|color| {
        let own = &mobility[color.index()][role.index()];
        let steps = steps(rules, own, role, color);
        let mut found = vec![PromoterWay::default(); area];
        for square in squares() {
            let way = &ways[color.index()][square.index()];
            let opponents = &hits[color.opponent().index()];
            let stops = squares()
                .filter(|other| way.contains(*other) || opponents[other.index()].meets(way));
            let guards = squares().filter(|other| own.hits[other.index()].contains(square));
            let own_hits = &hits[color.index()];
            let helpers = squares().filter(|other| own_hits[other.index()].contains(square));
            let own_ways = &ways[color.index()];
            let mut lane: SquareSet = squares()
                .filter(|other| own_ways[other.index()].contains(square))
                .collect();
            lane.unite(way);
            lane.insert(square);
            let bonus = steps[square.index()].map_or(Phased::default(), |steps| {
                let bonus = f64::from(gain.min(900)) * 0.15 * 0.62_f64.powi(steps as i32 - 1);
                Phased::new((0.5 * bonus) as i32, (1.6 * bonus) as i32)
            });
            found[square.index()] = PromoterWay {
                stops: stops.collect(),
                guards: guards.collect(),
                way: way.clone(),
                hits: own.hits[square.index()].clone(),
                next: own.goes[square.index()].clone(),
                will_hit: own_hits[square.index()].clone(),
                helpers: helpers.collect(),
                lane,
                bonus,
            };
        }
        found
    });
    Promoter { role, ways: sides }
}

/// All squares that a piece can reach without capture.
fn way(mobility: &Mobility, square: Square) -> SquareSet {
    let mut way = SquareSet::new();
    let mut next = vec![square];
    while let Some(at) = next.pop() {
        for to in &mobility.goes[at.index()] {
            if way.insert(to) {
                next.push(to);
            }
        }
    }
    way
}

/// The distance in steps of a royal piece, by side, square and square. Empty without royal pieces, or on
/// large boards.
pub(super) fn royal_steps(rules: &CompiledRules, mobility: &[Vec<Mobility>; 2]) -> [Vec<u8>; 2] {
    let area = rules.shape.area();
    let royal = rules.roles.iter().position(|role| role.royal);
    let Some(royal) = royal.filter(|_| area <= LARGEST_BOARD) else {
        return [Vec::new(), Vec::new()];
    };
    Color::ALL.map(|color| {
        let goes = &mobility[color.index()][royal].goes;
        let mut steps = vec![FAR_AWAY; area * area];
        for from in rules.shape.squares() {
            let row = &mut steps[from.index() * area..][..area];
            row[from.index()] = 0;
            let mut edge = vec![from];
            for step in 1..FAR_AWAY {
                let mut next = Vec::new();
                for to in edge.iter().flat_map(|at| &goes[at.index()]) {
                    if row[to.index()] == FAR_AWAY {
                        row[to.index()] = step;
                        next.push(to);
                    }
                }
                edge = next;
            }
        }
        steps
    })
}
