//! Special moves in words: captures on the way, passes, swaps, castling, universal leaps.

use ferz::definition::one_of;
use ferz::geometry::{Headings, Step, Wrap, grouped, sorted, value_for};
use ferz::movement::{
    Castle, Contents, Imitation, Initial, Inside, Placement, Range, Side, Universal,
};

use super::direction::{list, number, radial, squares};
use super::phrase::{one_leap, single};
use super::sentence::{Frame, Frames, initial_opening, joined_edges, marked};
use super::strand::{Copies, Ends, Form, Group, Shape};
use super::targets::{piece, prey};

/// The sentences of a move with captures on the way, a pass or a swap, if the group is one. The numbers
/// determine the order of sentences.
pub(super) fn capture_on_the_way(group: &Group, frames: &mut Frames) -> Option<Vec<(u8, String)>> {
    let shapes = &group.form.shapes;
    match shapes[..] {
        [shape] if shape.unload => Some(swaps(group, &shape, frames)),
        [one, two] if group.form.initial == Initial::Any && group.wrap() == Wrap::None => {
            round_trip(group, &one, &two).map(|found| vec![found])
        }
        _ => None,
    }
}

/// The sentence of a move of two legs that returns or jumps over a piece.
fn round_trip(group: &Group, one: &Shape, two: &Shape) -> Option<(u8, String)> {
    let is_odd = |shape: &Shape| shape.unload || shape.marks || shape.edge || shape.skip > 0;
    let is_lame = one.inside != Inside::Anything || two.inside != Inside::Anything;
    let en_passant = one.ends.en_passant || group.ends.en_passant;
    let relays = one.ends.relay || group.form.copies != Copies::All;
    if is_odd(one) || is_odd(two) || is_lame || en_passant || relays || one.step != two.step {
        return None;
    }
    let all_turn = |eighths: u8| {
        let mut courses = group.courses.iter();
        courses.all(|course| course[1] == course[0].turned(eighths))
    };
    let firsts = group.first_headings();
    let to = match one.step {
        Step::Radial(_) if firsts == Headings::ALL => "in any direction".to_owned(),
        Step::Radial(_) => radial(firsts),
        Step::Oblique(..) => one_leap(one.step, firsts),
    };
    let ends = |pass, take| Ends {
        pass,
        take,
        ..Ends::default()
    };
    let (nothing, empty) = (Contents::NONE, Contents::EMPTY);
    let captures = one.ends.pass.is_empty() && !one.ends.take.is_empty();
    let victim = piece(one.ends.take);
    let article = one_of(victim);
    let adjacent = match one.step {
        Step::Radial(1) => format!("an adjacent {victim} {to}"),
        Step::Radial(n) => format!("{article} {} {to}", squares(n.into())),
        Step::Oblique(..) => format!("{article} one leap away, {to}"),
    };
    let comma = if adjacent.contains(", ") { "," } else { "" };
    let is_near = one.range == Range::UpTo(1) && two.range == Range::UpTo(1);
    let is_far = one.range == Range::Unlimited && two.range == Range::Unlimited;
    if all_turn(4) && group.ends.pass.meets(empty) {
        if captures && is_near && !two.iso {
            let text = format!("may capture {adjacent}{comma} without moving itself");
            return Some((2, text));
        }
        if captures && is_far && two.iso && one.step == Step::Radial(1) {
            return Some((
                2,
                format!(
                    "captures {article} at any distance {to} without moving itself (rifle capture)"
                ),
            ));
        }
        if one.ends == ends(empty, nothing) && is_near && !two.iso && one.step == Step::Radial(1) {
            return Some((
                4,
                format!("may pass its turn if an adjacent square {to} is empty")
                    .replace(" in any direction", ""),
            ));
        }
    }
    let quiet = group.ends == ends(empty, nothing);
    let again = group.ends == ends(empty, Contents::ENEMY);
    if all_turn(0) && captures && !two.iso && (quiet || again) {
        if is_near {
            let landing = if quiet {
                "which must be empty"
            } else {
                "where it may capture again"
            };
            return Some((
                1,
                format!(
                    "captures {adjacent}{comma} by jumping over it to the square right behind, {landing}"
                ),
            ));
        }
        if is_far && one.step == Step::Radial(1) {
            let beyond = if quiet {
                "any empty square beyond it"
            } else {
                "any square beyond it, where it may capture again"
            };
            return Some((
                1,
                format!(
                    "captures the first piece it meets {to}, if it is {article}, by jumping over it to {beyond}"
                ),
            ));
        }
    }
    None
}

/// The sentences of a move that swaps places with a piece, or moves to an empty square.
fn swaps(group: &Group, shape: &Shape, frames: &mut Frames) -> Vec<(u8, String)> {
    let plain = Shape {
        unload: false,
        ..*shape
    };
    let headings = group.first_headings();
    let ends = group.ends;
    let part = |ends: Ends| Group {
        form: Form {
            shapes: vec![plain],
            ..group.form.clone()
        },
        ends,
        courses: group.courses.clone(),
    };
    if !ends.pass.is_empty() {
        let quiet = part(Ends {
            pass: ends.pass,
            ..Ends::default()
        });
        let parts = value_for(frames, Frame::of(&quiet));
        parts.add_single(&plain, headings);
    }
    let reach = single(&plain, headings);
    let mut sentences = Vec::new();
    let mut tell = |verb: &str, object: &str, effect: &str| {
        let opening = initial_opening(group.form.initial, "may");
        let edges = joined_edges(group.wrap());
        let marks = marked(reach.marks);
        let way = &reach.capture;
        sentences.push((
            1,
            format!("{opening} {verb} {object}, {way}{edges}{effect}{marks}"),
        ));
    };
    if !ends.take.is_empty() {
        tell("swap places with", &one_of(piece(ends.take)), "");
    }
    if ends.en_passant {
        let effect = ", and the captured piece reappears where the move began";
        tell("capture", "en passant", effect);
    }
    sentences
}

pub(super) fn universal(leap: Universal) -> String {
    let (pass, take) = (!leap.pass.is_empty(), leap.take);
    let mut parts: Vec<(&str, String)> = Vec::new();
    let victim = piece(take);
    match (pass, leap.unload) {
        (true, false) if take == Contents::ENEMY => parts.push((
            "leap",
            "to any other square of the board, capturing or not".to_owned(),
        )),
        (true, false) if take == Contents::COMMONER => parts.push((
            "leap",
            "to any other square of the board, but captures no royal pieces that way".to_owned(),
        )),
        (true, false) if !take.is_empty() => parts.push((
            "leap",
            format!("to any empty square of the board or to any {victim} on it, capturing it"),
        )),
        (true, _) => parts.push(("leap", "to any empty square of the board".to_owned())),
        (false, false) if !take.is_empty() => {
            parts.push((
                "leap",
                format!("to any {victim} on the board, capturing it"),
            ));
        }
        _ => {}
    }
    if leap.unload && !take.is_empty() {
        parts.push(("swap", format!("places with any {victim} on the board")));
    }
    if leap.relay {
        let kind = "like any piece of its own side that is of another kind".to_owned();
        parts.push(("move", kind));
    }
    let usual = leap.initial == Initial::Any;
    let words: Vec<String> = parts
        .into_iter()
        .map(|(verb, rest)| match verb {
            "leap" if usual => format!("leaps {rest}"),
            _ if usual => format!("may {verb} {rest}"),
            _ => format!("{verb} {rest}"),
        })
        .collect();
    let words = words.join(", or ");
    if usual {
        words
    } else {
        initial_opening(leap.initial, "may ") + &words
    }
}

/// The sentences of imitators. Those that differ only in their forward direction are merged.
pub(super) fn imitations(all: &[Imitation]) -> Vec<String> {
    let kinds = all.iter().map(|one| {
        let kind = (one.initial, one.pass, one.take, one.en_passant);
        (kind, one.turned)
    });
    let told = grouped(kinds)
        .into_iter()
        .map(|((initial, pass, take, en_passant), turned)| {
            let opening = match initial {
                Initial::Any => "moves",
                Initial::Unmoved => "as long as it has not moved, it may move",
                Initial::OneAhead => "one rank ahead of where it started, it may move",
            };
            let way = match (turned.contains(&false), turned.contains(&true)) {
                (true, true) => ", either way round",
                (false, _) => ", turned round",
                _ => "",
            };
            let quiet = !pass.is_empty();
            let modes = match (quiet, prey(take)) {
                (true, _) if take.is_empty() && en_passant => ", capturing only".to_owned(),
                (true, _) if take.is_empty() => ", without capturing".to_owned(),
                (true, None) => String::new(),
                (true, Some(victims)) => format!(", capturing only {victims}"),
                (false, _) if take.is_empty() => ", only to capture".to_owned(),
                (false, None) => ", capturing only".to_owned(),
                (false, Some(victims)) => format!(", only to capture {victims}"),
            };
            let passing = match (en_passant, take.is_empty()) {
                (false, _) => "",
                (true, true) => " en passant",
                (true, false) => ", en passant included",
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
pub(super) fn castling(castles: &[Castle]) -> Vec<String> {
    let mut texts = Vec::new();
    for initial in [Initial::Unmoved, Initial::OneAhead, Initial::Any] {
        let alike = castles.iter().filter(|castle| castle.initial == initial);
        let parts: Vec<String> = grouped(alike.map(|castle| (castle.inset, *castle)))
            .iter()
            .flat_map(|(inset, castles)| {
                let partner = match inset {
                    0 => "the outermost piece".to_owned(),
                    1 => "the piece next to the outermost one".to_owned(),
                    n => format!("the piece {} from the edge", squares((*n).into())),
                };
                castling_sides(castles, &partner)
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

fn castling_sides(castles: &[Castle], partner: &str) -> Vec<String> {
    let towards = |side: Side| {
        let castles = castles.iter().filter(|castle| castle.side == side);
        sorted(castles.map(|castle| castle.distance))
    };
    let distances = |set: &[u8]| {
        let all: Vec<String> = set.iter().map(|n| number((*n).into())).collect();
        let unit = if *set == [1] { "square" } else { "squares" };
        format!("{} {unit}", list(&all, "or"))
    };
    let (left, right) = (towards(Side::Left), towards(Side::Right));
    if left == right {
        return vec![format!(
            "{} towards {partner} on either side",
            distances(&left)
        )];
    }
    let sides = [(right, "right"), (left, "left")].into_iter();
    sides
        .filter(|(set, _)| !set.is_empty())
        .map(|(set, side)| format!("{} towards {partner} on the {side}", distances(&set)))
        .collect()
}
