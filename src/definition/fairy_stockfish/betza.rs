//! Move descriptions as Fairy-Stockfish understands them.
//!
//! That program reads a flat list of atoms: `m` and `c` name modes, `p` and `g` hoppers, `n` lame
//! leaps, `i` quiet moves from the double-step region; a range has one digit; directions come in
//! pairs. The result is made of the same patterns as every other description.

use smallvec::SmallVec;

use crate::geometry::{Heading, Headings, Step, Wrap};
use crate::movement::{
    Contents, Curve, Initial, Inside, Leg, Movement, Pattern, Range, Turn, Walk,
};
use crate::source::{Diagnostic, Parse, Span, codes};

/// Atoms whose leaps can be lame. With any other that program plays a piece without the move.
const LAME: &str = "NAZDJ";

const VERTICALS: &str = "fbvh";
const HORIZONTALS: &str = "rlsh";

/// What the letters before an atom ask for.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options of a rule are independent flags"
)]
struct Modifiers {
    quiet: bool,
    capture: bool,
    hopper: bool,
    grasshopper: bool,
    lame: bool,
    initial: bool,
    directions: Vec<[char; 2]>,
}

/// How far and over what a move goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Step,
    Lame,
    Slide(Range),
    Hop(Range),
}

/// Reads a description.
pub(super) fn read(text: &str) -> Parse<Movement> {
    read_with(text, LAME)
}

/// A lame leap that pawns make three ranks ahead, which no description has.
pub(super) fn triple_step() -> Movement {
    read_with("fmnH", "H").value
}

/// Reads a description in which the leaps of some atoms can be lame.
fn read_with(text: &str, lame: &str) -> Parse<Movement> {
    let letters: Vec<char> = text.chars().collect();
    let mut diagnostics = Vec::new();
    let mut patterns = Vec::new();
    let mut modifiers = Modifiers::default();
    let mut at = 0;
    let place = |at: usize| {
        let start: usize = letters[..at].iter().map(|c| c.len_utf8()).sum();
        Span::new(start, start + letters[at].len_utf8())
    };
    while at < letters.len() {
        let letter = letters[at];
        let next = letters.get(at + 1).copied();
        match letter {
            'm' => modifiers.quiet = true,
            'c' => modifiers.capture = true,
            'p' => modifiers.hopper = true,
            'g' => (modifiers.hopper, modifiers.grasshopper) = (true, true),
            'n' => modifiers.lame = true,
            'i' => modifiers.initial = true,
            // En passant follows from the capture.
            'e' => {}
            _ if is_direction(letter) => match next.filter(|next| combine(letter, *next)) {
                Some(next) => {
                    modifiers.directions.push([letter, next]);
                    at += 1;
                }
                None => modifiers.directions.push([letter, letter]),
            },
            _ => match vectors(letter) {
                Some((vectors, rides)) => {
                    let mut range = rides.then_some(Range::Unlimited);
                    if let Some(next) = next.filter(|next| next.is_ascii_digit() || *next == letter)
                    {
                        range = Some(match next.to_digit(10) {
                            Some(steps @ 1..) => Range::UpTo(steps as u8),
                            _ => Range::Unlimited,
                        });
                        at += 1;
                        if letters.get(at + 1).is_some_and(char::is_ascii_digit) {
                            diagnostics.push(Diagnostic::new(
                                codes::RANGE_TOO_LARGE,
                                place(at + 1),
                                "a range has one digit in this dialect",
                            ));
                        }
                    }
                    if modifiers.lame && range.is_none() && !lame.contains(letter) {
                        diagnostics.push(
                            Diagnostic::new(
                                codes::MOVE_REFUSED,
                                place(at),
                                format!("`n{letter}` is no move in this dialect"),
                            )
                            .with_help("lame leaps are `nN`, `nA`, `nZ` and `nD`; write others in XBetza, in a definition of your own"),
                        );
                    } else {
                        atom(&modifiers, vectors, range, &mut patterns);
                    }
                    modifiers = Modifiers::default();
                }
                None => diagnostics.push(Diagnostic::new(
                    if letter.is_ascii_uppercase() {
                        codes::UNKNOWN_ATOM
                    } else {
                        codes::UNKNOWN_MODIFIER
                    },
                    place(at),
                    format!("`{letter}` means nothing in this dialect"),
                )),
            },
        }
        at += 1;
    }
    Parse {
        value: Movement::from_patterns(patterns),
        diagnostics,
    }
}

fn is_direction(letter: char) -> bool {
    VERTICALS.contains(letter) || HORIZONTALS.contains(letter)
}

/// Whether two direction letters belong together.
fn combine(first: char, second: char) -> bool {
    first == second
        || VERTICALS.contains(first) && HORIZONTALS.contains(second)
        || HORIZONTALS.contains(first) && VERTICALS.contains(second)
}

/// Forward and sideward part of the atom's vectors, and whether it rides by itself.
fn vectors(atom: char) -> Option<(&'static [(i16, i16)], bool)> {
    Some(match atom {
        'W' => (&[(1, 0)], false),
        'F' => (&[(1, 1)], false),
        'D' => (&[(2, 0)], false),
        'N' => (&[(2, 1)], false),
        'A' => (&[(2, 2)], false),
        'H' => (&[(3, 0)], false),
        'L' | 'C' => (&[(3, 1)], false),
        'J' | 'Z' => (&[(3, 2)], false),
        'G' => (&[(3, 3)], false),
        'K' => (&[(1, 0), (1, 1)], false),
        'R' => (&[(1, 0)], true),
        'B' => (&[(1, 1)], true),
        'Q' => (&[(1, 0), (1, 1)], true),
        _ => return None,
    })
}

fn atom(
    modifiers: &Modifiers,
    vectors: &[(i16, i16)],
    range: Option<Range>,
    patterns: &mut Vec<Pattern>,
) {
    let manner = match (modifiers.hopper, range) {
        (true, None | Some(Range::Unlimited)) if modifiers.grasshopper => {
            Manner::Hop(Range::UpTo(1))
        }
        (true, range) => Manner::Hop(range.unwrap_or(Range::Unlimited)),
        (false, Some(range)) => Manner::Slide(range),
        (false, None) if modifiers.lame => Manner::Lame,
        (false, None) => Manner::Step,
    };
    let both = !modifiers.quiet && !modifiers.capture;
    for (long, short) in vectors {
        let mut directions = modifiers.directions.clone();
        if vectors.len() == 1 && *short == 0 {
            directions = directions
                .iter()
                .flat_map(|[a, b]| {
                    if a == b {
                        vec![[*a, *b]]
                    } else {
                        vec![[*a, *a], [*b, *b]]
                    }
                })
                .collect();
        }
        for (dx, dy) in selected(*long, *short, &directions) {
            for quiet in [true, false] {
                let wanted = both
                    || if quiet {
                        modifiers.quiet
                    } else {
                        modifiers.capture
                    };
                // Initial moves are quiet moves only.
                if wanted && (quiet || !modifiers.initial) {
                    patterns.push(pattern(dx, dy, manner, quiet, modifiers.initial));
                }
            }
        }
    }
}

/// The vectors that the direction pairs select, as file and rank steps.
fn selected(long: i16, short: i16, directions: &[[char; 2]]) -> Vec<(i16, i16)> {
    let has = |pairs: &[&str]| {
        directions.is_empty()
            || directions
                .iter()
                .any(|pair| pairs.contains(&pair.iter().collect::<String>().as_str()))
    };
    let table: [(&[&str], (i16, i16)); 8] = [
        (&["ff", "vv", "rf", "rv", "fh", "rh", "hr"], (short, long)),
        (&["bb", "vv", "lb", "lv", "bh", "lh", "hr"], (-short, -long)),
        (&["rr", "ss", "br", "bs", "bh", "rh", "hr"], (long, -short)),
        (&["ll", "ss", "fl", "fs", "fh", "lh", "hr"], (-long, short)),
        (&["rr", "ss", "fr", "fs", "fh", "rh", "hl"], (long, short)),
        (&["ll", "ss", "bl", "bs", "bh", "lh", "hl"], (-long, -short)),
        (&["bb", "vv", "rb", "rv", "bh", "rh", "hl"], (short, -long)),
        (&["ff", "vv", "lf", "lv", "fh", "lh", "hl"], (-short, long)),
    ];
    let mut found: Vec<(i16, i16)> = Vec::new();
    for (pairs, vector) in table {
        if has(pairs) && !found.contains(&vector) {
            found.push(vector);
        }
    }
    found
}

/// One move in one direction.
fn pattern(dx: i16, dy: i16, manner: Manner, quiet: bool, initial: bool) -> Pattern {
    let (pass, take) = if quiet {
        (Contents::EMPTY, Contents::NONE)
    } else {
        (Contents::NONE, Contents::ENEMY)
    };
    let legs = match manner {
        Manner::Step => vec![leg(dx, dy, None, Range::UpTo(1), pass, take)],
        Manner::Slide(range) => vec![leg(dx, dy, None, range, pass, take)],
        Manner::Hop(range) => {
            // A range counts from the origin; one step is a step beyond the mount.
            let (approach, landing) = match range {
                Range::UpTo(2..) => (range, Range::Rest),
                _ => (Range::Unlimited, range),
            };
            vec![
                leg(dx, dy, None, approach, Contents::OCCUPIED, Contents::NONE),
                leg(dx, dy, Some((dx, dy)), landing, pass, take),
            ]
        }
        Manner::Lame => {
            let path = lame_path(dx, dy);
            let last = path.len() - 1;
            let mut previous = None;
            path.iter()
                .enumerate()
                .map(|(nth, (x, y))| {
                    let (pass, take) = if nth == last {
                        (pass, take)
                    } else {
                        (Contents::EMPTY, Contents::NONE)
                    };
                    let leg = leg(*x, *y, previous, Range::UpTo(1), pass, take);
                    previous = Some((*x, *y));
                    leg
                })
                .collect()
        }
    };
    Pattern::Walk(Walk {
        legs,
        initial: if initial {
            Initial::Unmoved
        } else {
            Initial::Any
        },
        repeat: None,
    })
}

/// The unit steps of a lame leap: first along the longer side, then diagonally.
fn lame_path(dx: i16, dy: i16) -> Vec<(i16, i16)> {
    let (mut dx, mut dy) = (dx, dy);
    let mut path = Vec::new();
    while (dx, dy) != (0, 0) {
        let step = match dx.abs().cmp(&dy.abs()) {
            std::cmp::Ordering::Greater => (dx.signum(), 0),
            std::cmp::Ordering::Less => (0, dy.signum()),
            std::cmp::Ordering::Equal => (dx.signum(), dy.signum()),
        };
        path.push(step);
        (dx, dy) = (dx - step.0, dy - step.1);
    }
    path
}

fn leg(
    dx: i16,
    dy: i16,
    previous: Option<(i16, i16)>,
    range: Range,
    pass: Contents,
    take: Contents,
) -> Leg {
    let (step, heading) = heading(dx, dy);
    let turn = match previous {
        None => Turn::Absolute(Headings::of(&[heading.number()])),
        Some((x, y)) => {
            let before = self::heading(x, y).1.number();
            let eighths = (heading.number() + 8 - before) % 8;
            Turn::Relative(Headings::of(&[eighths]), SmallVec::new())
        }
    };
    Leg {
        turn,
        step,
        wrap: Wrap::None,
        owned: Headings::ALL,
        range,
        skip: 0,
        inside: Inside::Anything,
        curve: Curve::Straight,
        pass,
        take,
        en_passant: false,
        edge: false,
        iso: false,
        unload: false,
        marks: false,
    }
}

fn heading(dx: i16, dy: i16) -> (Step, Heading) {
    let (a, b) = (dx.unsigned_abs() as u8, dy.unsigned_abs() as u8);
    let (step, owned) = Step::from_vector(a.min(b), a.max(b));
    let heading = owned
        .iter()
        .find(|heading| {
            let offset = step.offset(*heading);
            (offset.dx, offset.dy) == (dx, dy)
        })
        .unwrap_or(Heading::FORWARD);
    (step, heading)
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::movement::Movement;

    #[track_caller]
    fn check(text: &str, in_xbetza: &str) {
        assert_eq!(Ok(read(text).value), Movement::new(in_xbetza));
    }

    #[test]
    fn the_dialect_reads_kings_in_two_parts_and_captures_no_first_moves() {
        check("N", "N");
        check("fmWfcF", "fmWfcF");
        check("fK", "fWfF");
        assert!(!read("mnZ").value.is_empty());
        assert!(read("ciD").value.is_empty());
    }
}
