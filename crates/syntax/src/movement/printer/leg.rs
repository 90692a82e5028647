//! Spelling of one leg: its letters.

use crate::geometry::{Headings, Step, Wrap};
use crate::movement::Dialect;
use crate::movement::directions::Class;
use crate::movement::pattern::{
    Bend, BendSide, Contents, Curve, Initial, Inside, Leg, Range, Turn,
};

use super::directions::spelled;

/// The options for writing a leg.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    pub(super) leg: &'a Leg,
    pub(super) dialect: Dialect,
    /// The initial condition of the move, for the first leg.
    pub(super) initial: Initial,
    pub(super) is_first: bool,
    pub(super) is_last: bool,
    /// The class of the atom, which determines a first leg's directions.
    pub(super) class: Class,
    /// Whether the leg inverts the following ranges.
    pub(super) toggles: bool,
    /// Letters for a hop within the last leg.
    pub(super) hop: &'a str,
    /// The turns that need no letters on a later leg.
    pub(super) default_turn: Option<Headings>,
    /// The joined edges of the board, which the first leg's letters state for the whole move.
    pub(super) wrap: Wrap,
}

/// The letters in the canonical order: i, directions, u, m c d e k x, t, p g o y, n, j, z or q.
pub(super) fn letters(wanted: &Wanted<'_>) -> Option<String> {
    let leg = wanted.leg;
    let mut text = String::new();
    let i = match (wanted.is_first, wanted.initial) {
        (true, Initial::Unmoved) => "i",
        (true, Initial::OneAhead) => "ii",
        _ if leg.iso => "i",
        _ => "",
    };
    let n = lame_letters(wanted)?;
    // With `i` before `n`, a lame leap of an unmoved piece leaves en passant squares.
    let leads = !i.is_empty()
        && wanted.is_first
        && n == "n"
        && !leg.marks
        && leg.inside == Inside::Empty
        && matches!(leg.step, Step::Radial(2..=4))
        && wanted.dialect != Dialect::XBoard
        && wanted.dialect != Dialect::FairyStockfish;
    if leads {
        text.push('n');
    }
    text.push_str(i);
    text.push_str(&direction_letters(wanted)?);
    if leg.unload {
        text.push('u');
    }
    text.push_str(&mode_letters(wanted)?);
    if !leads {
        text.push_str(n);
    }
    let jumps = match leg.inside {
        Inside::Occupied | Inside::HalfwayOccupied => 1,
        _ => leg.skip as usize,
    };
    text.extend(std::iter::repeat_n('j', jumps));
    match leg.curve {
        Curve::Straight => {}
        Curve::Crooked => text.push('z'),
        Curve::Circular => text.push('q'),
    }
    Some(text)
}

fn lame_letters(wanted: &Wanted<'_>) -> Option<&'static str> {
    let leg = wanted.leg;
    let marks = leg.marks && leg.range != Range::ToMiddle;
    Some(match (leg.step, leg.inside) {
        (Step::Radial(1), _) if marks => "n",
        (Step::Radial(1), _) => "",
        (_, Inside::Empty | Inside::HalfwayEmpty) if !marks => "n",
        (Step::Radial(_), Inside::Empty) if wanted.is_first && wanted.initial != Initial::Any => {
            "n"
        }
        (_, Inside::Empty) => "nn",
        _ if marks => return None,
        _ => "",
    })
}

fn direction_letters(wanted: &Wanted<'_>) -> Option<String> {
    let leg = wanted.leg;
    match &leg.turn {
        Turn::Absolute(headings) => {
            spelled(wanted.class, *headings, wanted.dialect, true).map(str::to_owned)
        }
        Turn::Relative(turns, bends) => {
            if bends.is_empty() && wanted.default_turn == Some(*turns) {
                return Some(String::new());
            }
            let later_than_2020 = !matches!(wanted.dialect, Dialect::XBetza);
            if !bends.is_empty() && later_than_2020 {
                return None;
            }
            let mut text: String = bends.iter().map(|bend| bend_letters(*bend)).collect();
            if !turns.is_empty() {
                let plain = spelled(Class::King, *turns, wanted.dialect, false)?;
                // The set of all turns has no letters of its own.
                if plain.is_empty() {
                    text.push_str("fhbhrl");
                } else {
                    text.push_str(plain);
                }
            }
            Some(text)
        }
        Turn::Outward | Turn::Onward => (wanted.default_turn.is_some()).then(String::new),
    }
}

const fn bend_letters(bend: Bend) -> &'static str {
    match (bend.eighths, bend.side) {
        (1, BendSide::Same) => "fq",
        (2, BendSide::Same) => "q",
        (_, BendSide::Same) => "bq",
        (1, BendSide::Opposite) => "fz",
        (2, BendSide::Opposite) => "z",
        (_, BendSide::Opposite) => "bz",
    }
}

fn mode_letters(wanted: &Wanted<'_>) -> Option<String> {
    let leg = wanted.leg;
    let is_in = |contents: Contents, set: Contents| contents.difference(set).is_empty();
    if !is_in(leg.take, Contents::ENEMY.union(Contents::FRIEND)) {
        return None;
    }
    let mut text = String::new();
    let captures = capture_letters(leg.take);
    let around = match wanted.wrap {
        Wrap::None => "",
        Wrap::Cylinder => "o",
        Wrap::Torus => "oo",
    };
    if wanted.is_last {
        if !is_in(leg.pass, Contents::EMPTY) {
            return None;
        }
        let moves = !leg.pass.is_empty();
        let is_default = moves && leg.take == Contents::ENEMY && !leg.en_passant && !leg.relay;
        let spares_kings = leg.take.meets(Contents::COMMONER) && !leg.take.meets(Contents::ROYAL);
        // `t` alone has the default modes and spares kings.
        let is_tame = moves && leg.take == Contents::COMMONER && !leg.en_passant && !leg.relay;
        let by_t = spares_kings && (is_tame || wanted.dialect == Dialect::XBoard);
        if !(is_default || is_tame && by_t) {
            let take = if by_t {
                leg.take.union(Contents::ROYAL)
            } else {
                leg.take
            };
            text.push_str(if moves { "m" } else { "" });
            push_captures(&mut text, capture_letters(take), leg.en_passant);
            text.push_str(if leg.relay { "x" } else { "" });
        }
        text.push_str(if by_t { "t" } else { "" });
        text.push_str(wanted.hop);
        text.push_str(around);
        return Some(text);
    }
    let mount = leg.pass.difference(Contents::EMPTY);
    let skips_empty = leg.pass.meets(Contents::EMPTY);
    let (tame, hops) = match mount {
        Contents::NONE => ("", false),
        Contents::OCCUPIED => ("", true),
        Contents::FRIEND => ("t", true),
        _ => return None,
    };
    let others = !leg.take.is_empty() || leg.en_passant || leg.edge || leg.relay;
    if wanted.toggles {
        if others {
            return None;
        }
        text.push_str(match (hops, skips_empty) {
            (true, true) => "m",
            _ => "",
        });
        text.push_str(tame);
        text.push_str(match (hops, skips_empty) {
            (true, true) => "p",
            (true, false) => "g",
            _ => "",
        });
        text.push_str(around);
        text.push_str(if skips_empty { "y" } else { "" });
        return Some(text);
    }
    text.push_str(if skips_empty && (others || hops) {
        "m"
    } else {
        ""
    });
    push_captures(&mut text, captures, leg.en_passant);
    text.push_str(if leg.relay { "x" } else { "" });
    text.push_str(tame);
    text.push_str(if hops { "p" } else { "" });
    text.push_str(around);
    text.push_str(if leg.edge { "o" } else { "" });
    Some(text)
}

/// Whether captures need `c`, `d` and `k`.
fn capture_letters(take: Contents) -> (bool, bool, bool) {
    let commoner = take.meets(Contents::COMMONER);
    let royal = take.meets(Contents::ROYAL);
    (commoner, take.meets(Contents::FRIEND), commoner != royal)
}

fn push_captures(text: &mut String, (c, d, k): (bool, bool, bool), e: bool) {
    text.push_str(if c { "c" } else { "" });
    text.push_str(if d { "d" } else { "" });
    text.push_str(if e { "e" } else { "" });
    text.push_str(if k { "k" } else { "" });
}
