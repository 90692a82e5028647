//! Routes of step descriptors: straight legs with absolute vectors and the contents of their end squares, instead of
//! mode bits.

use crate::geometry::Wrap;
use crate::movement::{Contents, Initial};
use crate::source::{Code, Span, codes};
use crate::syntax::fairy_max::StepDescriptor;

/// A vector in files to the right and ranks towards Black.
pub(super) type Vector = (i16, i16);

/// One ray of a piece, as White sees it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Route {
    Walk(Chain),
    Castle {
        /// Whether it goes towards the last file.
        right: bool,
        distance: u8,
    },
}

/// Legs made one after the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Chain {
    pub(super) legs: Vec<Straight>,
    pub(super) initial: Initial,
    pub(super) wrap: Wrap0,
}

/// Whether the left and right edges of the board are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Wrap0 {
    No,
    Sides,
}

impl Wrap0 {
    pub(super) fn wrap(self) -> Wrap {
        match self {
            Wrap0::No => Wrap::None,
            Wrap0::Sides => Wrap::Cylinder,
        }
    }
}

/// The range of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Reach {
    /// Up to a number of steps over empty squares.
    Steps(u8),
    /// To the edge.
    Edge,
    /// One leap of a number of steps over empty squares.
    Lame(u8),
}

/// A straight leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Straight {
    pub(super) vector: Vector,
    pub(super) reach: Reach,
    pub(super) pass: Contents,
    pub(super) take: Contents,
    pub(super) en_passant: bool,
    pub(super) marks: bool,
}

impl Straight {
    fn new(vector: Vector, reach: Reach, bits: u32) -> Straight {
        let has = |bit: u32, contents| {
            if bits & bit == 0 {
                Contents::NONE
            } else {
                contents
            }
        };
        Straight {
            vector,
            reach,
            pass: has(QUIET, Contents::EMPTY),
            take: has(CAPTURE, Contents::ENEMY),
            en_passant: false,
            marks: false,
        }
    }

    /// A leg that continues after a square with these contents.
    fn through(vector: Vector, reach: Reach, pass: Contents) -> Straight {
        Straight {
            pass,
            ..Straight::new(vector, reach, 0)
        }
    }
}

const CAPTURE: u32 = 1;
const QUIET: u32 = 2;
const LEAPER: u32 = 4;
const HOPPER: u32 = 8;

/// The properties of the game that affect a step.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// The number of the piece; 1 and 2 are pawns.
    pub(super) number: usize,
    /// Whether all passed squares of a triple step are en passant squares, or only the last.
    pub(super) marks_triple: bool,
    /// Whether en passant captures are possible.
    pub(super) en_passant: bool,
}

impl Context {
    fn is_pawn(self) -> bool {
        self.number <= 2
    }
}

/// The routes of a descriptor, or the findings that explain why it has none.
pub(super) struct Meaning {
    pub(super) routes: Vec<Route>,
    pub(super) findings: Vec<(Code, Span, String)>,
}

/// The bits of a mode.
struct Bits {
    low: u32,
    toggles: u32,
    cylinder: bool,
    multipath: bool,
    delay: u8,
    /// Vector bits that the second step toggles.
    bend: i32,
}

/// The routes of one descriptor.
pub(super) fn meaning(step: &StepDescriptor, context: Context) -> Meaning {
    let mut meaning = Meaning {
        routes: Vec::new(),
        findings: Vec::new(),
    };
    let flag = step.mode.value;
    let bits = Bits {
        low: flag & 15,
        toggles: flag >> 4 & 15,
        cylinder: flag >> 8 & 1 != 0,
        multipath: flag >> 9 & 1 != 0,
        delay: (flag >> 10 & 3) as u8,
        bend: (flag as i32) >> 12,
    };
    let first = step.vector.value;
    if first == 0 {
        meaning.undefined(step.vector.span, "the vector 0 does not move");
        return meaning;
    }
    let second = match step.second {
        None => first ^ bits.bend,
        Some(second) => {
            if bits.bend != 0 {
                meaning.undefined(
                    step.mode.span,
                    "the second step is given by a vector and by bits of the mode",
                );
                return meaning;
            }
            second.value
        }
    };
    if bits.multipath {
        meaning.multipath(step, &bits);
        return meaning;
    }
    let (Some(first), Some(second)) = (vector(first), vector(second)) else {
        let message = "the vector is longer than any board of Fairy-Max";
        meaning.undefined(step.span, message);
        return meaning;
    };
    if bits.cylinder && (first.0.abs() > 2 || second.0.abs() > 2) {
        meaning.findings.push((
            codes::DOUBTFUL_IMPORT,
            step.span,
            "Fairy-Max loses steps of more than two files over the left edge; here they wrap around"
                .to_owned(),
        ));
    }
    if bits.low == LEAPER {
        meaning.unmoved(step, &bits, first, second, context);
    } else if bits.low & HOPPER != 0 {
        meaning.hopper(step, &bits, first, second);
    } else {
        meaning.plain(step, &bits, first, second, context);
    }
    if meaning.routes.is_empty() && meaning.findings.is_empty() {
        meaning.undefined(step.span, "the step allows neither a move nor a capture");
    }
    meaning
}

impl Meaning {
    fn undefined(&mut self, span: Span, message: impl Into<String>) {
        self.findings
            .push((codes::UNDEFINED_STEP, span, message.into()));
    }

    fn walk(&mut self, legs: Vec<Straight>, initial: Initial, bits: &Bits) {
        if legs
            .last()
            .is_none_or(|leg| leg.pass.is_empty() && leg.take.is_empty())
        {
            return;
        }
        self.routes.push(Route::Walk(Chain {
            legs,
            initial,
            wrap: if bits.cylinder {
                Wrap0::Sides
            } else {
                Wrap0::No
            },
        }));
    }

    /// Reads leapers, sliders, and moves that change after a number of steps over empty squares.
    fn plain(
        &mut self,
        step: &StepDescriptor,
        bits: &Bits,
        first: Vector,
        second: Vector,
        context: Context,
    ) {
        let by_pawn = |mut leg: Straight| {
            leg.en_passant = context.is_pawn() && context.en_passant && !leg.take.is_empty();
            leg
        };
        let any = Initial::Any;
        if bits.low & LEAPER != 0 {
            let leg = by_pawn(Straight::new(first, Reach::Steps(1), bits.low));
            self.walk(vec![leg], any, bits);
            return;
        }
        if bits.toggles & HOPPER != 0 {
            self.undefined(
                step.mode.span,
                "the last digit but one makes a hopper of a piece that is not one",
            );
            return;
        }
        let after = bits.low ^ bits.toggles;
        if after == LEAPER {
            self.undefined(
                step.mode.span,
                "the mode toggles to 4, which is reserved for the beginning of a move",
            );
            return;
        }
        let steps = bits.delay + 1;
        let is_straight = first == second;
        let is_leap = after & LEAPER != 0;
        let end = if is_leap {
            Reach::Steps(1)
        } else {
            Reach::Edge
        };
        if is_straight && after & 3 == bits.low & 3 {
            let reach = if is_leap {
                Reach::Steps(steps + 1)
            } else {
                Reach::Edge
            };
            let leg = by_pawn(Straight::new(first, reach, bits.low));
            self.walk(vec![leg], any, bits);
            return;
        }
        let near = by_pawn(Straight::new(first, Reach::Steps(steps), bits.low));
        self.walk(vec![near], any, bits);
        if is_straight && is_leap && is_unit(first) {
            let leg = by_pawn(Straight::new(first, Reach::Lame(steps + 1), after));
            self.walk(vec![leg], any, bits);
            return;
        }
        let through = Straight::through(first, Reach::Steps(1), Contents::EMPTY);
        let mut legs = vec![through; usize::from(steps)];
        legs.push(by_pawn(Straight::new(second, end, after)));
        self.walk(legs, any, bits);
    }

    /// Reads hoppers.
    fn hopper(&mut self, step: &StepDescriptor, bits: &Bits, first: Vector, second: Vector) {
        if bits.toggles & HOPPER == 0 {
            self.undefined(
                step.mode.span,
                "a hopper must toggle bit 8 when it hops, otherwise it would hop forever",
            );
            return;
        }
        let after = bits.low ^ bits.toggles;
        if after == LEAPER {
            self.undefined(
                step.mode.span,
                "the mode toggles to 4, which is reserved for the beginning of a move",
            );
            return;
        }
        let approach = if bits.low & LEAPER == 0 {
            Reach::Edge
        } else {
            Reach::Steps(1)
        };
        self.walk(
            vec![Straight::new(first, approach, bits.low)],
            Initial::Any,
            bits,
        );
        // If a capture was possible there, a piece of the mover's side ends the ray and is no hurdle.
        let friends_only = bits.delay & 2 != 0;
        let mount = match (friends_only, bits.low & CAPTURE != 0) {
            (false, false) => Contents::OCCUPIED,
            (true, false) => Contents::FRIEND,
            (false, true) => Contents::ENEMY,
            (true, true) => {
                self.undefined(
                    step.mode.span,
                    "the mount must be a friendly piece, but friendly pieces end a ray that captures",
                );
                return;
            }
        };
        let mut legs = vec![Straight::through(first, approach, mount)];
        if bits.delay & 1 != 0 {
            let back = (-first.0, -first.1);
            legs.push(Straight::through(back, Reach::Steps(1), Contents::EMPTY));
        }
        let end = if after & LEAPER == 0 {
            Reach::Edge
        } else {
            Reach::Steps(1)
        };
        legs.push(Straight::new(second, end, after));
        self.walk(legs, Initial::Any, bits);
    }

    /// Reads a low digit of 4: double steps of pawns, castling, and leaps of unmoved pieces.
    fn unmoved(
        &mut self,
        step: &StepDescriptor,
        bits: &Bits,
        first: Vector,
        second: Vector,
        context: Context,
    ) {
        const IMMUNE: u32 = 4;
        const JUMP: u32 = 8;
        let is_immune = bits.toggles & IMMUNE != 0;
        let is_jump = bits.toggles & JUMP != 0;
        if is_jump && !is_immune {
            self.undefined(
                step.mode.span,
                "the manual reserves A4 and B4, which have no moves in Fairy-Max",
            );
            return;
        }
        if bits.toggles & (QUIET | CAPTURE) == 0 {
            self.undefined(step.mode.span, "the move cannot end on any square");
            return;
        }
        if !context.is_pawn() && !is_immune {
            self.castling(step, bits, first, second);
            return;
        }
        if is_immune && bits.delay > 0 {
            self.undefined(
                step.mode.span,
                "a delayed change is not defined for moves that are immune to capture en passant",
            );
            return;
        }
        let after = bits.toggles & 3;
        if is_jump {
            // The contents of the passed square do not matter, so both steps are one leap.
            let leap = (first.0 + second.0, first.1 + second.1);
            if leap == (0, 0) {
                self.undefined(step.span, "the two steps lead back to the start");
                return;
            }
            let legs = vec![Straight::new(leap, Reach::Steps(1), after)];
            self.walk(legs, Initial::Unmoved, bits);
            return;
        }
        if usize::from(bits.delay) > context.number {
            // A delay greater than the piece number: a triple step from the start, and a double step from the next
            // rank.
            self.run(bits, first, second, 2, Initial::Unmoved, context);
            self.run(bits, first, second, 1, Initial::OneAhead, context);
            return;
        }
        self.run(
            bits,
            first,
            second,
            bits.delay + 1,
            Initial::Unmoved,
            context,
        );
    }

    /// Adds a run over `passed` empty squares and one more step.
    fn run(
        &mut self,
        bits: &Bits,
        first: Vector,
        second: Vector,
        passed: u8,
        initial: Initial,
        context: Context,
    ) {
        let marks = bits.toggles & 4 == 0;
        let after = bits.toggles & 3;
        let marks_all = passed == 1 || context.marks_triple && passed == 2;
        if first == second && is_unit(first) && (marks_all || !marks) {
            let mut leg = Straight::new(first, Reach::Lame(passed + 1), after);
            leg.marks = marks;
            self.walk(vec![leg], initial, bits);
            return;
        }
        let through = Straight::through(first, Reach::Steps(1), Contents::EMPTY);
        let mut legs = vec![through; usize::from(passed)];
        for (index, leg) in legs.iter_mut().enumerate() {
            leg.marks = marks && (marks_all || index + 1 == usize::from(passed));
        }
        legs.push(Straight::new(second, Reach::Steps(1), after));
        self.walk(legs, initial, bits);
    }

    /// Reads castling: the king makes the first and the second step, and the corner piece moves to the square that the
    /// king passed last.
    fn castling(&mut self, step: &StepDescriptor, bits: &Bits, first: Vector, second: Vector) {
        let is_sideways = first.1 == 0
            && second.1 == 0
            && first.0.abs() == 1
            && first.0.signum() == second.0.signum();
        if !is_sideways || bits.delay > 0 || bits.cylinder {
            self.findings.push((
                codes::MOVE_REFUSED,
                step.span,
                "only castling along the rank, with a first step of one square, is played"
                    .to_owned(),
            ));
            return;
        }
        let distance = first.0.abs() + second.0.abs();
        self.routes.push(Route::Castle {
            right: first.0 > 0,
            distance: distance as u8,
        });
    }

    /// Reads three steps to one square in any order, two of them equal.
    fn multipath(&mut self, step: &StepDescriptor, bits: &Bits) {
        let twice = i32::from(bits.bend as i8);
        let once = step.vector.value - 2 * twice;
        let (Some(twice), Some(once)) = (vector(twice), vector(once)) else {
            self.undefined(step.mode.span, "the multi-path move has no two equal steps");
            return;
        };
        if bits.low & LEAPER == 0
            || bits.low & HOPPER != 0
            || bits.cylinder
            || once == (0, 0)
            || twice == (0, 0)
        {
            let message = "only leaps are defined as multi-path moves, as those of the Falcon";
            self.undefined(step.mode.span, message);
            return;
        }
        let through = |vector| Straight::through(vector, Reach::Steps(1), Contents::EMPTY);
        let end = |vector| Straight::new(vector, Reach::Steps(1), bits.low);
        let orders = [
            [twice, twice, once],
            [twice, once, twice],
            [once, twice, twice],
        ];
        for [one, two, three] in orders {
            self.walk(
                vec![through(one), through(two), end(three)],
                Initial::Any,
                bits,
            );
        }
    }
}

/// Splits a step on a board of 16 files into files and ranks. A step has at most seven files.
fn vector(step: i32) -> Option<Vector> {
    if step == 0 || step.unsigned_abs() > 255 {
        return None;
    }
    let files = ((step + 8) & 15) - 8;
    let ranks = (step - files) / 16;
    Some((files as i16, -ranks as i16))
}

fn is_unit(vector: Vector) -> bool {
    vector.0.abs() <= 1 && vector.1.abs() <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_split_into_files_and_ranks() {
        assert_eq!(vector(-16), Some((0, 1)));
        assert_eq!(vector(17), Some((1, -1)));
        assert_eq!(vector(14), Some((-2, -1)));
        assert_eq!(vector(13), Some((-3, -1)));
        assert_eq!(vector(-52), Some((-4, 3)));
        assert_eq!(vector(51), Some((3, -3)));
        assert_eq!(vector(0), None);
    }
}
