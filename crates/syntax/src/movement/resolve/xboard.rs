//! Reader of XBoard 4.9.1's dialect. Clauses `xboard.*`.
//!
//! XBoard reads a text from left to right and stops at the first unknown letter; it reads the modifiers of a leg in a
//! fixed order and drops the others.

use smallvec::SmallVec;

use crate::geometry::{CompactSort, Headings, Step, Wrap};
use crate::movement::Dialect;
use crate::movement::directions::{Class, select_xboard};
use crate::movement::pattern::{Contents, Initial, Inside, Leg, Pattern, Range, Side, Turn, Walk};
use crate::source::{Diagnostic, Parse, Span, codes};
use crate::syntax::betza::ast::{self, Atom, Chain, Description, Item, Letter, Move};

use super::atom::{Vector, bare_vector};
use super::{Resolver, span_of};

/// A number of steps as in XBoard: 0 is unlimited.
type Steps = u8;

/// The atom of the following legs, which toggles change.
#[derive(Clone, Copy)]
struct Rider {
    slider: bool,
    steps: Steps,
}

impl Rider {
    /// The atom after a toggle. Clause `xboard.toggle`.
    fn toggled(self, vector: Vector) -> Rider {
        // W, F and K become R, B and Q and vice versa; other letters remain.
        let changes_letter = vector.class == Class::King
            || matches!(vector.step, Step::Radial(1)) && vector.class.is_four_way();
        let slider = self.slider != changes_letter;
        Rider {
            slider,
            steps: u8::from(!(self.steps == 1 || slider)),
        }
    }
}

/// The modifiers of one leg.
#[derive(Clone, Copy, Default)]
struct Modes {
    unloads: bool,
    moves: bool,
    captures: bool,
    destroys: bool,
    en_passant: bool,
    tame: bool,
    hops: bool,
    toggling_hop: bool,
    wraps: bool,
    toggles: bool,
    lame: bool,
    jumps: u8,
}

/// Reads the letters of one chain from the front.
struct Reader<'a> {
    letters: &'a [Letter],
}

impl Reader<'_> {
    fn takes(&mut self, letter: char) -> bool {
        match self.letters.split_first() {
            Some((first, rest)) if first.char == letter => {
                self.letters = rest;
                true
            }
            _ => false,
        }
    }

    fn count(&mut self, letter: char) -> u8 {
        let mut count = 0_u8;
        while self.takes(letter) {
            count = count.saturating_add(1);
        }
        count
    }

    fn directions(&mut self, class: Class) -> Headings {
        let chars: Vec<char> = self.letters.iter().map(|letter| letter.char).collect();
        let (headings, used) = select_xboard(class, &chars);
        self.letters = self.letters.get(used..).unwrap_or_default();
        headings
    }

    /// Reads the modifiers of one leg in XBoard's order. Clause `xboard.order`.
    fn modes(&mut self) -> Modes {
        Modes {
            unloads: self.takes('u'),
            moves: self.takes('m'),
            captures: self.takes('c'),
            destroys: self.takes('d'),
            en_passant: self.takes('e'),
            tame: self.takes('t'),
            hops: self.takes('p'),
            toggling_hop: self.takes('g'),
            wraps: self.takes('o'),
            toggles: self.takes('y'),
            lame: self.takes('n'),
            jumps: self.count('j'),
        }
    }
}

/// The state after a part of a chain has been read.
struct Progress {
    legs: Vec<Leg>,
    initial: Initial,
    /// Whether a leg has several steps, which a later `i` can measure.
    has_slid: bool,
    rider: Rider,
}

impl Resolver<'_> {
    pub(super) fn xboard(&mut self, tree: &Parse<Description>) {
        let stop = stop_of(&tree.diagnostics);
        let mut read_to = 0;
        for one in &tree.value.moves {
            if self.has_too_many() || stop.is_some_and(|stop| one.span().end > stop) {
                return;
            }
            let mut goes_on = false;
            self.one_xboard_move(one, |this| {
                goes_on = match one {
                    Move::Bracket(bracket) => {
                        this.stops(bracket.span, "brackets");
                        false
                    }
                    Move::Chain(chain) => {
                        let place = Span {
                            start: read_to,
                            end: chain.span.end,
                        };
                        this.xboard_move(chain, place, &tree.diagnostics)
                    }
                };
            });
            read_to = one.span().end;
            if !goes_on {
                return;
            }
        }
    }

    /// Reads one move as `one_move` does, but keeps the part before a fault, which XBoard plays.
    fn one_xboard_move(&mut self, one: &Move, read: impl FnOnce(&mut Self)) {
        let (patterns, found) = (self.patterns.len(), self.diagnostics.len());
        read(self);
        self.report_too_many(one);
        self.report_void(one, patterns, found);
        Diagnostic::sort(&mut self.diagnostics[found..]);
        self.note_origin(one, patterns);
    }

    fn stops(&mut self, span: Span, what: &str) {
        self.report_with_help(
            codes::NOT_IN_DIALECT,
            span,
            format!("XBoard does not know {what} and stops reading here"),
            "the moves before are kept",
        );
    }

    /// Reads one move; returns whether XBoard continues after it.
    fn xboard_move(&mut self, chain: &Chain, place: Span, findings: &[Diagnostic]) -> bool {
        let mut letters = Vec::new();
        for item in &chain.items {
            match item {
                Item::Letter(letter) => letters.push(*letter),
                Item::Repeat(repeat) => {
                    self.stops(repeat.span, "parentheses");
                    return false;
                }
            }
        }
        // The tree omits `w`, which XBoard reads like any other letter.
        letters.extend(
            findings
                .iter()
                .filter(|finding| finding.code == codes::UNKNOWN_MODIFIER)
                .filter(|finding| place.to(finding.span) == place)
                .map(|finding| Letter {
                    char: 'w',
                    span: finding.span,
                }),
        );
        letters.sort_compactly_by_key(|letter| letter.span);
        let atom = &chain.atom;
        if matches!(atom.letter.char, 'I' | 'U' | '@') {
            self.stops(atom.letter.span, "this atom");
            return false;
        }
        self.camel_or_zebra(atom);
        if atom.letter.char == 'O' {
            self.xboard_castle(&letters, chain);
        } else if let Some(vector) = bare_vector(atom.letter.char, Dialect::XBoard) {
            self.xboard_chain(&letters, chain, vector);
        }
        if let Some(suffix) = atom.suffixes.first() {
            self.stops(suffix.span, "suffixes");
            return false;
        }
        match (atom.range, atom.apostrophe) {
            (Some(ast::Range::Star(span)), _) => self.stops(span, "the star"),
            (_, Some(span)) => self.stops(span, "the apostrophe"),
            _ => return !has_broken_number(findings, chain.span),
        }
        false
    }

    /// Reports letters that XBoard takes for the Camel or the Zebra. Clause `atom.camel`.
    fn camel_or_zebra(&mut self, atom: &Atom) {
        let letter = atom.letter.char;
        let (mine, safe) = match letter {
            'J' => ("Camel (1,3)", 'C'),
            'L' => ("Zebra (2,3)", 'Z'),
            _ => return,
        };
        self.report_with_help(
            codes::CAMEL_ZEBRA_LETTER,
            atom.letter.span,
            format!("`{letter}` is the {mine} here, but another leap in other programs"),
            format!("`{safe}` means the same everywhere"),
        );
        self.propose(atom.letter.span, safe);
    }

    fn xboard_chain(&mut self, letters: &[Letter], chain: &Chain, vector: Vector) {
        let steps = match (chain.atom.range, chain.atom.doubled) {
            _ if !chain.atom.suffixes.is_empty() => None,
            (Some(ast::Range::Number(number)), _) => Some(number.value),
            (None, Some(_)) => Some(0),
            _ => None,
        };
        let mut progress = Progress {
            legs: Vec::new(),
            initial: Initial::Any,
            has_slid: false,
            rider: Rider {
                slider: vector.slider,
                steps: steps.unwrap_or(u8::from(!vector.slider)),
            },
        };
        let mut reader = Reader { letters };
        loop {
            if progress.legs.len() >= self.limits.legs {
                return self.report(
                    codes::TOO_MANY_LEGS,
                    chain.span,
                    format!("the move has more than {} legs", self.limits.legs),
                );
            }
            let i = reader.count('i');
            let directions = self.xboard_turn(&mut reader, vector, progress.legs.is_empty());
            let modes = reader.modes();
            let goes_on = reader.takes('a');
            if !goes_on {
                self.left_over(reader.letters);
            }
            let is_possible = self.xboard_leg(&mut progress, i, directions, modes, goes_on, vector);
            if !is_possible {
                return self.report(
                    codes::NEVER_MOVES,
                    chain.span,
                    "XBoard has no square for this move",
                );
            }
            if !goes_on {
                break;
            }
        }
        self.halfway_lameness(&progress.legs, chain);
        let leaves_the_ring = |pair: &[Leg]| pair[0].step.ring() != pair[1].step.ring();
        if progress.legs.windows(2).any(leaves_the_ring) {
            self.oblique_chain(progress);
        } else {
            self.push_walks(std::iter::once(progress.legs), progress.initial, None);
        }
    }

    /// The turn of a leg. Clauses `xboard.dir.*` and `dir.default`.
    fn xboard_turn(&mut self, reader: &mut Reader<'_>, vector: Vector, is_first: bool) -> Turn {
        if is_first {
            let headings = reader
                .directions(vector.class)
                .intersection(vector.class.owned());
            return Turn::Absolute(if headings.is_empty() {
                vector.class.owned()
            } else {
                headings
            });
        }
        let headings = reader.directions(Class::King);
        let turns = match headings.is_empty() {
            false => headings,
            true if vector.class.is_four_way() => Headings::of(&[0, 2, 6]),
            true => Headings::ALL.difference(Headings::of(&[4])),
        };
        Turn::Relative(turns, SmallVec::new())
    }

    /// Adds one leg, or the two legs of a final hop. Returns `false` if no square can satisfy it.
    fn xboard_leg(
        &mut self,
        progress: &mut Progress,
        i: u8,
        turn: Turn,
        modes: Modes,
        goes_on: bool,
        vector: Vector,
    ) -> bool {
        let steps = progress.rider.steps;
        let iso = i > 0 && i != 2 && progress.has_slid;
        // Clause `xboard.initial`.
        progress.initial = match (i, progress.initial) {
            (0, initial) => initial,
            (_, initial) if iso => initial,
            (2, Initial::Unmoved) | (1 | 3.., Initial::OneAhead) => return false,
            (2, _) => Initial::OneAhead,
            _ => Initial::Unmoved,
        };
        // Clause `xboard.oblique`: after its first leg, an oblique atom steps along lines.
        let step = match vector.step {
            Step::Oblique(_, long) if !progress.legs.is_empty() => Step::Radial(long),
            step => step,
        };
        let jumps = modes.jumps + u8::from(!modes.lame);
        let may_return = modes.wraps || !progress.legs.is_empty();
        let (skip, inside) = match (step, jumps) {
            // Clause `xboard.lame.step`: 4.9.1 then skips squares without limit.
            (Step::Radial(1), 0) => return false,
            (Step::Radial(1), jumps) => (jumps - 1, Inside::Anything),
            (_, 1) => (0, Inside::Anything),
            // Such a leap has one square inside. If the path may return to the origin, XBoard sees the mover there
            // (clause `xboard.halfway`).
            (Step::Radial(2) | Step::Oblique(1, 2), 0) if !may_return => (0, Inside::Empty),
            (Step::Radial(2) | Step::Oblique(1, 2), _) if !may_return => (0, Inside::Occupied),
            (_, 0) => (0, Inside::HalfwayEmpty),
            (_, _) => (0, Inside::HalfwayOccupied),
        };
        let captured =
            |contents: bool, what: Contents| if contents { what } else { Contents::NONE };
        let mut take = captured(modes.captures, Contents::ENEMY)
            .union(captured(modes.destroys, Contents::FRIEND));
        let leg = Leg {
            turn,
            range: range_of(steps),
            skip,
            inside,
            wrap: if modes.wraps {
                Wrap::Cylinder
            } else {
                Wrap::None
            },
            iso,
            unload: modes.unloads,
            ..Leg::new(step)
        };
        if goes_on {
            let pass = inner_pass(modes);
            if pass.is_empty() && take.is_empty() {
                return false;
            }
            progress.has_slid |= steps != 1;
            if modes.toggles || modes.toggling_hop {
                progress.rider = progress.rider.toggled(vector);
            }
            progress.legs.push(Leg { pass, take, ..leg });
            return true;
        }
        let has_mode = modes.moves || modes.en_passant || !take.is_empty();
        let pass = captured(modes.moves || !has_mode, Contents::EMPTY);
        if !has_mode {
            take = Contents::ENEMY;
        }
        if modes.tame {
            take = take.difference(Contents::ROYAL);
        }
        if !modes.hops && !modes.toggling_hop {
            // Clause `xboard.ep`: quiet initial moves such as the double step of pawns.
            let is_push = match leg.step {
                Step::Radial(1) => (2..=4).contains(&steps),
                Step::Radial(length) => length <= 4 && leg.inside != Inside::Anything,
                Step::Oblique(..) => false,
            };
            progress.legs.push(Leg {
                pass,
                take,
                en_passant: modes.en_passant,
                marks: is_push
                    && progress.initial != Initial::Any
                    && progress.legs.is_empty()
                    && take.is_empty()
                    && !modes.en_passant
                    && jumps < 2,
                ..leg
            });
            return true;
        }
        // Clause `xboard.hop`: the number counts all steps, and a single step has no landing.
        let (flight, landing) = match (steps, modes.toggling_hop) {
            (1, _) => return false,
            (steps, false) => (range_of(steps), Range::Rest),
            (0, true) => (Range::Unlimited, Range::UpTo(1)),
            (steps, true) => (Range::UpTo(steps - 1), Range::UpTo(1)),
        };
        if iso {
            return false;
        }
        progress.legs.push(Leg {
            range: flight,
            pass: Contents::OCCUPIED,
            ..leg.clone()
        });
        progress.legs.push(Leg {
            turn: match leg.wrap {
                Wrap::None => Turn::Relative(Headings::of(&[0]), SmallVec::new()),
                _ => Turn::Onward,
            },
            range: landing,
            skip: 0,
            pass,
            take,
            en_passant: modes.en_passant,
            unload: false,
            ..leg
        });
        true
    }

    /// Converts an oblique chain. XBoard uses the number of the leap's heading as the heading of the next, radial leg.
    /// This is the nearest radial heading on one side of the oblique heading, so the parity of the headings
    /// distinguishes the turns. Clause `xboard.oblique`.
    fn oblique_chain(&mut self, progress: Progress) {
        let [first, second, rest @ ..] = progress.legs.as_slice() else {
            return;
        };
        let (Turn::Absolute(headings), Turn::Relative(turns, _)) = (&first.turn, &second.turn)
        else {
            return;
        };
        let parities = [Headings::ORTHOGONAL, Headings::DIAGONAL];
        for (parity, other) in [(0, 1), (1, 0)] {
            let headings = headings.intersection(parities[parity]);
            let even = turns.intersection(Headings::ORTHOGONAL);
            let odd = turns
                .intersection(Headings::DIAGONAL)
                .iter()
                .map(|turn| turn.turned(7))
                .collect::<Headings>();
            for (turns, owned) in [(even, parities[parity]), (odd, parities[other])] {
                if headings.is_empty() || turns.is_empty() {
                    continue;
                }
                let mut legs = vec![
                    Leg {
                        turn: Turn::Absolute(headings),
                        ..first.clone()
                    },
                    Leg {
                        turn: Turn::Relative(turns, SmallVec::new()),
                        owned,
                        ..second.clone()
                    },
                ];
                legs.extend_from_slice(rest);
                self.patterns.push(Pattern::Walk(Walk {
                    legs,
                    initial: progress.initial,
                    repeat: None,
                    revisits: true,
                    rebounds: false,
                    skips_walls: false,
                }));
            }
        }
    }

    /// Reads castling. Clause `xboard.castle`.
    fn xboard_castle(&mut self, letters: &[Letter], chain: &Chain) {
        let Some(distance) = self.castling_distance(chain) else {
            return;
        };
        let mut reader = Reader { letters };
        let initial = match reader.count('i') {
            0 => Initial::Any,
            2 => Initial::OneAhead,
            _ => Initial::Unmoved,
        };
        let headings = reader.directions(Class::Orthogonal);
        let modes = reader.modes();
        if reader.takes('a') {
            return self.report(codes::NEVER_MOVES, chain.span, "castling has a single leg");
        }
        self.left_over(reader.letters);
        if initial == Initial::Any {
            self.report_with_help(
                codes::CASTLING_WITHOUT_INITIAL,
                chain.span,
                "castling without `i` is possible after the king has moved",
                "write `i` before it",
            );
            self.propose(Span::at(chain.span.range().start), "i");
        }
        let sides: Vec<Side> = headings
            .iter()
            .filter_map(|heading| match heading.number() {
                2 => Some(Side::Right),
                6 => Some(Side::Left),
                _ => None,
            })
            .collect();
        if headings.is_empty() || !sides.is_empty() {
            self.castles(sides, distance, modes.jumps, initial);
        }
    }

    /// Reports letters that XBoard drops. Clause `xboard.order`.
    fn left_over(&mut self, letters: &[Letter]) {
        let (Some(first), Some(span)) = (letters.first(), span_of(letters)) else {
            return;
        };
        if let 'k' | 'q' | 'x' | 'z' = first.char {
            self.report_with_help(
                codes::NOT_IN_DIALECT,
                span,
                format!("XBoard does not know `{}`", first.char),
                "it drops everything from here to the atom",
            );
        } else if first.char != 'w' {
            self.report_with_help(
                codes::OUT_OF_ORDER,
                span,
                format!("XBoard does not read `{}` at this place", first.char),
                "it drops everything from here to the atom",
            );
        }
    }

    /// Reports lame leaps that XBoard tests at the halfway square. Clause `xboard.halfway`.
    fn halfway_lameness(&mut self, legs: &[Leg], chain: &Chain) {
        let is_halfway = |leg: &Leg| {
            matches!(leg.inside, Inside::HalfwayEmpty | Inside::HalfwayOccupied)
                && !matches!(leg.step, Step::Radial(2) | Step::Oblique(1, 2))
        };
        if legs.iter().any(is_halfway) {
            self.report_with_help(
                codes::HALFWAY_LAMENESS,
                chain.span,
                "XBoard tests only one square on the path of this leap",
                "write the path as legs",
            );
        }
    }
}

/// The place at which XBoard stops according to the syntax: it reads no move that ends after it.
fn stop_of(findings: &[Diagnostic]) -> Option<u32> {
    findings
        .iter()
        .filter(|finding| {
            finding.is_error()
                && finding.code != codes::UNKNOWN_MODIFIER
                && !is_broken_number(finding)
        })
        .map(|finding| finding.span.start)
        .min()
}

/// Whether the finding is a number with superfluous digits, at which XBoard stops.
fn is_broken_number(finding: &Diagnostic) -> bool {
    matches!(
        finding.code,
        codes::RANGE_TOO_LARGE | codes::RANGE_LEADING_ZERO
    )
}

fn has_broken_number(findings: &[Diagnostic], span: Span) -> bool {
    findings
        .iter()
        .any(|finding| is_broken_number(finding) && span.to(finding.span) == span)
}

const fn range_of(steps: Steps) -> Range {
    match steps {
        0 => Range::Unlimited,
        steps => Range::UpTo(steps),
    }
}

/// The contents of the end square of a leg before `a`. Clause `xboard.mode.y`.
fn inner_pass(modes: Modes) -> Contents {
    let removes = modes.captures || modes.destroys || modes.en_passant;
    let hops = modes.hops || modes.toggling_hop;
    let mount = if modes.tame {
        Contents::FRIEND
    } else {
        Contents::OCCUPIED
    };
    if modes.toggles {
        // `y` replaces `m` and every hop, but with `m` and a capture it cancels `m`.
        return if modes.moves && removes {
            Contents::NONE
        } else {
            Contents::EMPTY
        };
    }
    let mut pass = Contents::NONE;
    if modes.moves || !removes && !hops {
        pass = pass.union(Contents::EMPTY);
    }
    if hops {
        pass = pass.union(mount);
    }
    pass
}
