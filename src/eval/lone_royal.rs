//! Mating a bare king: piece-square values that drive it to a corner, and king proximity.

use super::mobility::Mobility;
use super::squares::off_center;
use crate::definition::Verdict;
use crate::movegen::LoneRoyal;
use crate::rules::CompiledRules;

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
    if rules.checkmate() != Verdict::Loss || mobility.iter().any(is_bound) {
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
