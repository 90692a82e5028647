//! Values of squares: piece-square tables, mating a bare king, and ways to promotion.

use crate::definition::Verdict;
use crate::geometry::{Square, SquareSet};
use crate::movegen::{FAR_AWAY, LoneRoyal, Phased, Promoter, PromoterWay};
use crate::rules::CompiledRules;
use crate::state::{Color, Role};

use super::piece_values::{Mobility, becomes};

/// The value of a piece on each square, by side, role and square.
pub(super) fn squares(
    rules: &CompiledRules,
    mobility: &[Vec<Mobility>; 2],
    promotable: &[Promoter],
    worth: &[i32],
) -> Vec<Phased> {
    let (n_roles, area) = (rules.roles.len(), rules.shape.area());
    let mut found = vec![Phased::default(); 2 * n_roles * area];
    for color in Color::ALL {
        for role in (0..n_roles).map(Role::new) {
            let mobility = &mobility[color.index()][role.index()];
            let means = [mobility.mean(0), mobility.mean(1)];
            let is_promoter = promotable.iter().any(|promoter| promoter.role == role);
            let gain = gain(rules, role, worth).min(900);
            let steps = is_promoter.then(|| steps(rules, mobility, role, color));
            let goal = goal(rules, color, role);
            for square in rules.shape.squares() {
                let index = square.index();
                let place = &mut found[(color.index() * n_roles + role.index()) * area + index];
                let own = worth[role.index()];
                *place = Phased::new(own, own);
                let from_center = from_center(rules, square);
                if rules.role(role).king {
                    place.add(of_royal(rules, mobility, color, square));
                } else {
                    let more = |density: usize, center: f64| {
                        mobility.seen[density][index] - means[density]
                            + center * (0.5 - from_center)
                    };
                    place.add(Phased::new(more(0, 10.0) as i32, more(1, 6.0) as i32));
                }
                if let Some(steps) = steps.as_ref().and_then(|steps| steps[index]) {
                    let bonus = f64::from(gain) * 0.09 * 0.6_f64.powi(steps as i32 - 1);
                    place.add(Phased::new((0.4 * bonus) as i32, bonus as i32));
                }
                if let Some(goal) = &goal {
                    let bonus = (400.0 * 0.6_f64.powi(distance(rules, square, goal) - 1)) as i32;
                    place.add(Phased::new(bonus, bonus));
                }
            }
        }
    }
    found
}

/// The distance of a square from the center of the board, from 0 to 1 at the edge.
fn from_center(rules: &CompiledRules, square: Square) -> f64 {
    let [files, ranks] = off_center(rules, square);
    files.max(ranks)
}

/// The same by files and by ranks.
pub(super) fn off_center(rules: &CompiledRules, square: Square) -> [f64; 2] {
    let shape = &rules.shape;
    let off = |place: u8, size: u8| {
        let middle = (f64::from(size) - 1.0) / 2.0;
        (f64::from(place) - middle).abs() / middle.max(1.0)
    };
    [
        off(shape.file_of(square), shape.files()),
        off(shape.rank_of(square), shape.ranks()),
    ]
}

/// King safety by square: a royal piece stays back and to the side until the endgame, unless it is bound to a
/// small part of the board.
fn of_royal(rules: &CompiledRules, mobility: &Mobility, color: Color, square: Square) -> Phased {
    let shape = &rules.shape;
    if 2 * mobility.region.len() < shape.area() {
        return Phased::default();
    }
    let rank = shape.rank_of(square);
    let advance = match color {
        Color::White => rank,
        Color::Black => shape.ranks() - 1 - rank,
    };
    let [aside, _] = off_center(rules, square);
    let from_center = from_center(rules, square);
    Phased::new(
        (70.0 * aside) as i32 - 24 * i32::from(advance.min(4)),
        (-30.0 * from_center) as i32,
    )
}

/// The half of the squares to which a piece is bound, as a bishop is to one color.
pub(super) fn half(rules: &CompiledRules, mobility: &Mobility) -> Option<SquareSet> {
    let first = rules.shape.squares().next()?;
    let mut half = SquareSet::new();
    let mut next = vec![first];
    while let Some(square) = next.pop() {
        if half.insert(square) {
            next.extend(&mobility.goes[square.index()]);
            next.extend(&mobility.hits[square.index()]);
        }
    }
    let n_squares = rules.shape.squares().count();
    let is_half = (n_squares * 2 / 5..=n_squares * 3 / 5).contains(&half.len());
    is_half.then_some(half)
}

/// The squares on which a piece wins by reaching them.
fn goal(rules: &CompiledRules, color: Color, role: Role) -> Option<SquareSet> {
    let side = color.index();
    let mut goals = rules.facts.goals.iter();
    let goal = goals.find(|goal| {
        let kinds = goal.kinds[side].as_ref();
        kinds.is_none_or(|kinds| kinds.contains(&role)) && !goal.squares[side].is_empty()
    })?;
    Some(goal.squares[side].clone())
}

/// The distance of a square from the nearest goal square in king steps.
fn distance(rules: &CompiledRules, square: Square, goal: &SquareSet) -> i32 {
    let shape = &rules.shape;
    let apart = |other: Square| {
        let files = shape.file_of(square).abs_diff(shape.file_of(other));
        i32::from(files.max(shape.rank_of(square).abs_diff(shape.rank_of(other))))
    };
    goal.iter().map(apart).min().unwrap_or(0)
}

// Mating a bare king: piece-square values that drive it to a corner, and king proximity.

/// Value of the distance from the center along a file and along a rank, and additional value of the
/// larger of the two.
const EDGE: f64 = 50.0;
const FARTHER: f64 = 30.0;

/// Value of adjacent kings relative to kings at maximum distance.
const TOGETHER: i32 = 140;

/// The values, or `None` if checkmate does not win or a royal piece is bound to a small part of the board.
pub(super) fn lone_royal(
    rules: &CompiledRules,
    mobility: &[Vec<Mobility>; 2],
) -> Option<LoneRoyal> {
    let shape = &rules.shape;
    let royal = rules.roles.iter().position(|role| role.royal)?;
    let is_bound = |side: &Vec<Mobility>| 2 * side[royal].region.len() < shape.area();
    if rules.facts.checkmate != Verdict::Loss || mobility.iter().any(is_bound) {
        return None;
    }
    let mut driven = vec![0; shape.area()];
    for square in shape.squares() {
        let [files, ranks] = off_center(rules, square);
        let edges = files * files + ranks * ranks;
        driven[square.index()] = (EDGE * edges + FARTHER * files.max(ranks)) as i32;
    }
    Some(LoneRoyal {
        driven,
        together: TOGETHER,
        files: shape.files().into(),
        ranks: shape.ranks().into(),
    })
}

// Promotion of pawns and other promotable pieces: the distance to promotion and the squares on the
// way.

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
    let pairs = &rules.facts.paired_promotion;
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
