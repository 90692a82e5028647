//! Special moves in words: captures on the way, passes, swaps, castling, universal leaps.

use std::collections::{BTreeMap, BTreeSet};

use ferz::geometry::{Headings, Step, Wrap};
use ferz::movement::{Castle, Contents, Imitation, Initial, Placement, Range, Side, Universal};

use super::direction::{list, number, radial, squares};
use super::phrase::{leaper_with_vector, single, with_article};
use super::sentence::{Frame, Parts};
use super::strand::{Ends, Group, Shape};

/// The sentence of a move with captures on the way, a pass or a swap, if the group is one. The number
/// determines the order of sentences.
pub(super) fn capture_on_the_way(
    group: &Group,
    frames: &mut BTreeMap<Frame, Parts>,
) -> Option<(u8, String)> {
    let shapes = &group.form.shapes;
    if group.form.initial != Initial::Any || group.wrap() != Wrap::None {
        return None;
    }
    if let [shape] = shapes[..] {
        return swap(group, &shape, frames);
    }
    let [one, two] = shapes[..] else { return None };
    if one.unload || two.unload || one.edge || one.ends.en_passant || group.ends.en_passant {
        return None;
    }
    let firsts = group.first_headings();
    let all_turn = |eighths: u8| {
        group
            .courses
            .iter()
            .all(|course| course[1] == course[0].turned(eighths))
    };
    let victim = match one.ends.take {
        Contents::ENEMY => "enemy",
        Contents::COMMONER => "enemy that is not royal",
        Contents::ROYAL => "enemy royal piece",
        Contents::FRIEND => "piece of its own side",
        take if take.is_empty() => "",
        _ => "piece of either side",
    };
    let to = match one.step {
        Step::Radial(_) if firsts == Headings::ALL => "in any direction".to_owned(),
        Step::Radial(_) => radial(firsts),
        Step::Oblique(a, b) => format!("like {}", leaper_with_vector(a, b)),
    };
    let near = one.is_single() && two.range == Range::UpTo(1);
    let quiet = group.ends
        == Ends {
            pass: Contents::EMPTY,
            ..Ends::default()
        };
    let article = with_article(victim);
    let adjacent = match one.step {
        Step::Radial(1) => format!("an adjacent {victim} {to}"),
        Step::Radial(n) => format!("{article} {} {to}", squares(n.into())),
        Step::Oblique(..) => format!("{article} one leap away, {to}"),
    };
    if all_turn(4) && one.step == two.step {
        if one.ends.pass.is_empty() && !victim.is_empty() && near {
            return Some((2, format!("may capture {adjacent} without moving itself")));
        }
        if one.ends.pass.is_empty() && !victim.is_empty() && two.iso {
            return Some((
                2,
                format!(
                    "captures {article} at any distance {to} without moving itself (rifle capture)"
                ),
            ));
        }
        let empty = Ends {
            pass: Contents::EMPTY,
            ..Ends::default()
        };
        if one.ends == empty && near && group.ends.pass.meets(Contents::EMPTY) {
            return Some((
                4,
                format!("may pass its turn if an adjacent square {to} is empty")
                    .replace(" in any direction", ""),
            ));
        }
    }
    if all_turn(0) && one.step == two.step && one.ends.pass.is_empty() && !victim.is_empty() {
        let landing = if quiet {
            "which must be empty"
        } else {
            "where it may capture again"
        };
        if near {
            return Some((
                1,
                format!(
                    "captures {adjacent} by jumping over it to the square right behind, {landing}"
                ),
            ));
        }
        if one.range == Range::Unlimited && two.range == Range::Unlimited {
            let beyond = if quiet {
                "any empty square beyond it"
            } else {
                "any square beyond it, where it may capture again"
            };
            return Some((1, format!(
                "captures the first piece in its way {to}, if it is {article}, by jumping over it to {beyond}"
            ).replace("piece in its way", "piece it meets")));
        }
    }
    None
}

/// The sentence of a swap with another piece.
fn swap(group: &Group, shape: &Shape, frames: &mut BTreeMap<Frame, Parts>) -> Option<(u8, String)> {
    if !shape.unload {
        return None;
    }
    let noun = match group.ends.take {
        Contents::FRIEND => "a piece of its own side",
        Contents::ENEMY => "an enemy",
        _ => "a piece",
    };
    let plain = Shape {
        unload: false,
        ..*shape
    };
    let headings = group.first_headings();
    if group.ends.pass.meets(Contents::EMPTY) {
        let quiet = Group {
            ends: Ends {
                pass: Contents::EMPTY,
                ..Ends::default()
            },
            ..group.clone()
        };
        frames
            .entry(Frame::of(&quiet))
            .or_default()
            .add_single(&plain, headings);
    }
    let reach = single(&plain, headings);
    Some((1, format!("may swap places with {noun}, {}", reach.capture)))
}

pub(super) fn universal(leap: Universal) -> String {
    let opening = match leap.initial {
        Initial::Any => "leaps",
        Initial::Unmoved => "as long as it has not moved, it may leap",
        Initial::OneAhead => "one rank ahead of where it started, it may leap",
    };
    if leap.unload {
        let may = match leap.initial {
            Initial::Any => "may swap",
            Initial::Unmoved => "as long as it has not moved, it may swap",
            Initial::OneAhead => "one rank ahead of where it started, it may swap",
        };
        let noun = match leap.take {
            Contents::FRIEND => "any piece of its own side",
            Contents::ENEMY => "any enemy",
            Contents::COMMONER => "any enemy that is not royal",
            Contents::ROYAL => "any royal enemy",
            _ => "any other piece",
        };
        return format!("{may} places with {noun} on the board");
    }
    let to = match (leap.pass.is_empty(), leap.take) {
        (true, take) if take.is_empty() => {
            return "may move like any piece of its own side that is of another kind".to_owned();
        }
        (true, Contents::FRIEND) => "to any piece of its own side on the board, capturing it",
        (true, _) => "to any enemy on the board, capturing it",
        (false, take) if take.is_empty() => "to any empty square of the board",
        (false, Contents::COMMONER) => {
            "to any other square of the board, but captures no royal pieces that way"
        }
        _ => "to any other square of the board, capturing or not",
    };
    let borrowing = if leap.relay {
        ", or moves like any piece of its own side that is of another kind"
    } else {
        ""
    };
    format!("{opening} {to}{borrowing}")
}

/// The sentences of imitators. Those that differ only in their forward direction are merged.
pub(super) fn imitations(all: &BTreeSet<Imitation>) -> Vec<String> {
    let mut kinds: BTreeMap<(Initial, Contents, Contents, bool), (bool, bool)> = BTreeMap::new();
    for one in all {
        let key = (one.initial, one.pass, one.take, one.en_passant);
        let facing = kinds.entry(key).or_default();
        if one.turned {
            facing.1 = true;
        } else {
            facing.0 = true;
        }
    }
    let told = kinds
        .into_iter()
        .map(|((initial, pass, take, en_passant), facing)| {
            let opening = match initial {
                Initial::Any => "moves",
                Initial::Unmoved => "as long as it has not moved, it may move",
                Initial::OneAhead => "one rank ahead of where it started, it may move",
            };
            let way = match facing {
                (true, true) => ", either way round",
                (false, _) => ", turned round",
                _ => "",
            };
            let modes = match (pass.is_empty(), take) {
                (false, take) if take.is_empty() => ", without capturing",
                (true, Contents::FRIEND) => ", capturing its own pieces",
                (true, _) => ", capturing only",
                (false, take) if take.includes(Contents::FRIEND) => ", capturing friend and foe",
                _ => "",
            };
            let passing = if en_passant {
                ", en passant included"
            } else {
                ""
            };
            format!(
                "{opening} like the piece that was moved last by either side, unless that is an \
             imitator itself{way}{modes}{passing}"
            )
        });
    told.collect()
}

/// The sentence about the drops of a piece.
pub(super) fn placement(one: &Placement) -> String {
    let ranks = |n: u8| match n {
        1 => "rank".to_owned(),
        n => format!("{} ranks", number(n.into())),
    };
    let zone = match (one.depth, one.inset) {
        (None, 0) => "any empty square".to_owned(),
        (None, n) => format!("any empty square but on the first {} of its side", ranks(n)),
        (Some(depth), 0) => format!("an empty square of the first {} of its side", ranks(depth)),
        (Some(depth), inset) => format!(
            "an empty square of the first {} of its side, but not of the first {}",
            ranks(depth),
            match inset {
                1 => "one".to_owned(),
                n => number(n.into()),
            }
        ),
    };
    let limits: Vec<String> = [
        (one.per_file, "the same file"),
        (one.per_shade, "squares of the same shade"),
        (one.on_board, "the board"),
    ]
    .into_iter()
    .filter_map(|(limit, place)| {
        let most = limit?;
        let others = match most {
            1 => "another one stands".to_owned(),
            n => format!("{} others stand", number(n.into())),
        };
        Some(format!("{others} on {place}"))
    })
    .collect();
    let mut text = format!("may be dropped from the hand on {zone}");
    if !limits.is_empty() {
        text.extend([", unless ", &list(&limits, "or")]);
    }
    text
}

/// The sentences on castling: one for castlings with an unmoved king, one for each other condition.
pub(super) fn castling(castles: &BTreeSet<Castle>) -> Vec<String> {
    let mut texts = Vec::new();
    for initial in [Initial::Unmoved, Initial::OneAhead, Initial::Any] {
        let mut by_inset: BTreeMap<u8, BTreeMap<Side, BTreeSet<u8>>> = BTreeMap::new();
        for castle in castles.iter().filter(|castle| castle.initial == initial) {
            let sides = by_inset.entry(castle.inset).or_default();
            sides
                .entry(castle.side)
                .or_default()
                .insert(castle.distance);
        }
        let parts: Vec<String> = by_inset
            .iter()
            .flat_map(|(inset, sides)| {
                let partner = match inset {
                    0 => "the outermost piece".to_owned(),
                    1 => "the piece next to the outermost one".to_owned(),
                    n => format!("the piece {} from the edge", squares((*n).into())),
                };
                castling_sides(sides, &partner)
            })
            .collect();
        if parts.is_empty() {
            continue;
        }
        let opening = match initial {
            Initial::Unmoved => "as long as it has not moved, it may castle",
            _ => "may castle even after having moved",
        };
        texts.push(format!(
            "{opening}, going {}; nothing may stand between them, and that piece must not have moved and lands beside it on the inner side",
            list(&parts, "or")
        ));
    }
    texts
}

fn castling_sides(sides: &BTreeMap<Side, BTreeSet<u8>>, partner: &str) -> Vec<String> {
    let distances = |set: &BTreeSet<u8>| {
        let all: Vec<String> = set.iter().map(|n| number((*n).into())).collect();
        let unit = if set.iter().eq([&1]) {
            "square"
        } else {
            "squares"
        };
        format!("{} {unit}", list(&all, "or"))
    };
    match (sides.get(&Side::Left), sides.get(&Side::Right)) {
        (Some(left), Some(right)) if left == right => {
            vec![format!(
                "{} towards {partner} on either side",
                distances(left)
            )]
        }
        (left, right) => {
            let mut parts = Vec::new();
            for (set, side) in [(right, "right"), (left, "left")] {
                if let Some(set) = set {
                    parts.push(format!(
                        "{} towards {partner} on the {side}",
                        distances(set)
                    ));
                }
            }
            parts
        }
    }
}
