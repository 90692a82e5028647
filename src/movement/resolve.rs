//! Tree to movement: every letter gets its meaning here, and nowhere else.
//!
//! The numbered clauses are those of `docs/semantics.md`.

use smallvec::SmallVec;

use crate::geometry::{Headings, Step, Wrap};
use crate::source::{Code, Diagnostic, Parse, Span, codes};
use crate::syntax::betza::Dialect;
use crate::syntax::betza::ast::{self, Atom, Bracket, Chain, Description, Item, Join, Letter};

use super::Movement;
use super::directions::{Class, select};
use super::pattern::{
    Bend, BendSide, Castle, Contents, Curve, Initial, Inside, Leg, Pattern, Range, Sectors, Side,
    Turn, Universal, Walk,
};

/// Limits on what a description may unfold to.
#[derive(Clone, Debug)]
pub struct MovementLimits {
    /// Legs of one move. Default 32.
    pub legs: usize,
    /// Patterns of one description. Default 1024.
    pub patterns: usize,
    /// Repetitions that `(…)` without a number unfolds to. Default 24.
    pub repetitions: usize,
}

impl Default for MovementLimits {
    fn default() -> Self {
        MovementLimits {
            legs: 32,
            patterns: 1024,
            repetitions: 24,
        }
    }
}

/// Gives a tree its meaning in a dialect.
pub(super) fn resolve(
    tree: &Description,
    dialect: Dialect,
    limits: &MovementLimits,
) -> Parse<Movement> {
    let mut resolver = Resolver {
        dialect,
        limits,
        patterns: Vec::new(),
        diagnostics: Vec::new(),
    };
    for one in &tree.moves {
        match one {
            ast::Move::Chain(chain) => resolver.chain(chain),
            ast::Move::Bracket(bracket) => resolver.bracket(bracket),
        }
        if resolver.patterns.len() > limits.patterns {
            let span = match one {
                ast::Move::Chain(chain) => chain.span,
                ast::Move::Bracket(bracket) => bracket.span,
            };
            resolver.report(
                codes::TOO_MANY_PATHS,
                span,
                format!(
                    "the description unfolds to more than {} patterns",
                    limits.patterns
                ),
            );
            resolver.patterns.truncate(limits.patterns);
            break;
        }
    }
    Parse {
        value: Movement::from_patterns(resolver.patterns),
        diagnostics: resolver.diagnostics,
    }
}

struct Resolver<'a> {
    dialect: Dialect,
    limits: &'a MovementLimits,
    patterns: Vec<Pattern>,
    diagnostics: Vec<Diagnostic>,
}

/// What an atom letter with its suffixes stands for.
#[derive(Clone, Copy)]
struct Vector {
    step: Step,
    class: Class,
    slider: bool,
}

/// The letters of one leg, sorted by what they do.
#[derive(Default, Clone)]
struct Letters {
    directions: Vec<Letter>,
    bends: Vec<Letter>,
    curve: Vec<Letter>,
    modes: Vec<Letter>,
    i: Vec<Letter>,
    n: Vec<Letter>,
    j: Vec<Letter>,
    o: Vec<Letter>,
    u: Option<Letter>,
    t: Option<Letter>,
}

impl Letters {
    fn mode(&self, letter: char) -> bool {
        self.modes.iter().any(|mode| mode.char == letter)
    }

    fn mode_letter(&self, letter: char) -> Option<Letter> {
        self.modes.iter().copied().find(|mode| mode.char == letter)
    }
}

/// Where a leg stands in its move.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    first: bool,
    last: bool,
}

/// One reading of a leg, and whether it inverts the ranges that follow.
struct Reading {
    legs: SmallVec<[Leg; 2]>,
    toggles: bool,
}

impl Resolver<'_> {
    fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(code, span, message));
    }

    fn report_with_help(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diagnostics
            .push(Diagnostic::new(code, span, message).with_help(help));
    }

    fn chain(&mut self, chain: &Chain) {
        let before = self.diagnostics.len();
        let unfolded = self.unfold(&chain.items, chain.span);
        for (index, letters) in unfolded.iter().enumerate() {
            let found = self.diagnostics.len();
            self.flat_chain(letters, chain);
            if index > 0 {
                // Every repetition would repeat the findings of the first.
                self.diagnostics.truncate(found);
            }
        }
        self.diagnostics[before..].sort_by_key(|finding| finding.span);
    }

    /// Clause `repeat.1`: a group in parentheses stands for zero or more copies of its letters.
    fn unfold(&mut self, items: &[Item], span: Span) -> Vec<Vec<Letter>> {
        let repeat = items.iter().find_map(|item| match item {
            Item::Repeat(repeat) => Some(repeat),
            Item::Letter(_) => None,
        });
        let copies = match repeat {
            None => 0..=0,
            Some(repeat) => match repeat.count {
                Some(count) => 0..=count.value as usize,
                None => 0..=self.limits.repetitions,
            },
        };
        let mut unfolded = Vec::new();
        for copies in copies {
            let mut flat = Vec::new();
            for item in items {
                match item {
                    Item::Letter(letter) => flat.push(*letter),
                    Item::Repeat(repeat) => (0..copies).for_each(|_| flat.extend(&repeat.letters)),
                }
            }
            let legs = flat.iter().filter(|letter| letter.char == 'a').count() + 1;
            if legs > self.limits.legs {
                if repeat.is_none_or(|repeat| repeat.count.is_some()) {
                    self.report(
                        codes::TOO_MANY_LEGS,
                        span,
                        format!(
                            "the move has {legs} legs, the limit is {}",
                            self.limits.legs
                        ),
                    );
                }
                break;
            }
            unfolded.push(flat);
        }
        unfolded
    }

    fn flat_chain(&mut self, letters: &[Letter], chain: &Chain) {
        let groups: Vec<&[Letter]> = letters.split(|letter| letter.char == 'a').collect();
        match chain.atom.letter.char {
            'O' => return self.castle(&groups, chain),
            'U' => return self.universal(&groups, chain),
            'I' | '@' => {
                let what = if chain.atom.letter.char == 'I' {
                    "the imitator"
                } else {
                    "the drop atom"
                };
                return self.report_with_help(
                    codes::NOT_SUPPORTED_YET,
                    chain.span,
                    format!(
                        "{what} `{}` is not played by this version",
                        chain.atom.letter.char
                    ),
                    "the other moves of the piece are kept",
                );
            }
            _ => {}
        }
        let Some(vector) = self.vector(&chain.atom) else {
            return;
        };
        let count = groups.len();
        if count > 1 {
            if let Some(ast::Range::Number(number)) = chain.atom.range {
                if self.dialect == Dialect::XBetza && number.value > 0 {
                    self.report_with_help(
                        codes::NUMBER_ON_CHAIN,
                        number.span,
                        "this number belongs to the first leg only; other programs apply it to every leg",
                        "brackets give each leg its own number",
                    );
                }
            }
        }
        let sorted: Vec<Letters> = groups
            .iter()
            .enumerate()
            .map(|(index, group)| {
                self.sort_letters(
                    group,
                    Place {
                        first: index == 0,
                        last: index + 1 == count,
                    },
                )
            })
            .collect();
        let initial = self.initial(&sorted[0]);
        let wrap = self.wrap(&sorted[0], count == 1);
        let mut partial: Vec<(Vec<Leg>, bool)> = vec![(Vec::new(), false)];
        for (index, letters) in sorted.iter().enumerate() {
            let place = Place {
                first: index == 0,
                last: index + 1 == count,
            };
            let mut next = Vec::new();
            for (turn, (legs, toggled)) in partial.iter().enumerate() {
                let found = self.diagnostics.len();
                let range = self.range(&chain.atom, vector, place, *toggled);
                for reading in self.leg(letters, vector, range, place, &chain.atom, Joint::Chain) {
                    let mut legs = legs.clone();
                    legs.extend(reading.legs);
                    next.push((legs, toggled ^ reading.toggles));
                }
                if turn > 0 {
                    self.diagnostics.truncate(found);
                }
            }
            partial = next;
        }
        for (legs, _) in partial {
            self.patterns.push(Pattern::Walk(Walk {
                legs,
                initial,
                wrap,
                sectors: None,
            }));
        }
    }

    /// Clauses `atom.*`: the vector of a letter, its suffixes and its symmetry class.
    fn vector(&mut self, atom: &Atom) -> Option<Vector> {
        let letter = atom.letter.char;
        let camel_first = self.dialect == Dialect::XBoard;
        if matches!(letter, 'J' | 'L') {
            let (mine, safe) = match (letter, camel_first) {
                ('J', false) | ('L', true) => ("Zebra (2,3)", 'Z'),
                _ => ("Camel (1,3)", 'C'),
            };
            if self.dialect == Dialect::XBoard {
                self.report_with_help(
                    codes::CAMEL_ZEBRA_LETTER,
                    atom.letter.span,
                    format!("`{letter}` is the {mine} here and another leap in other programs"),
                    format!("`{safe}` means the same everywhere"),
                );
            }
        }
        let (mut a, mut b): (u8, u8) = match letter {
            'W' | 'R' => (0, 1),
            'F' | 'B' | 'K' | 'Q' => (1, 1),
            'D' => (0, 2),
            'N' => (1, 2),
            'A' => (2, 2),
            'H' => (0, 3),
            'C' => (1, 3),
            'Z' => (2, 3),
            'L' => {
                if camel_first {
                    (2, 3)
                } else {
                    (1, 3)
                }
            }
            'J' => {
                if camel_first {
                    (1, 3)
                } else {
                    (2, 3)
                }
            }
            'G' => (3, 3),
            _ => {
                self.report(
                    codes::UNKNOWN_ATOM,
                    atom.letter.span,
                    format!("`{letter}` is not an atom here"),
                );
                return None;
            }
        };
        let compound = matches!(letter, 'K' | 'Q');
        for suffix in &atom.suffixes {
            if compound || matches!(letter, 'B' | 'R') {
                self.report_with_help(
                    codes::MODIFIER_NOT_HERE,
                    suffix.span,
                    format!("the suffix `{}` cannot follow `{letter}`", suffix.char),
                    "suffixes lengthen leaps: write `WX` or `FX`",
                );
                return None;
            }
            if suffix.char == 'X' {
                b += 3;
            } else {
                (a, b) = (a + 2, b + 2);
            }
            if b > 35 {
                self.report(
                    codes::RANGE_TOO_LARGE,
                    suffix.span,
                    "the leap is longer than any board",
                );
                return None;
            }
        }
        let slider = matches!(letter, 'B' | 'R' | 'Q');
        if compound {
            return Some(Vector {
                step: Step::Radial(1),
                class: Class::King,
                slider,
            });
        }
        let (step, owned) = Step::from_vector(a, b);
        let class = match step {
            Step::Oblique(..) => Class::Oblique,
            Step::Radial(_) if owned == Headings::ORTHOGONAL => Class::Orthogonal,
            Step::Radial(_) => Class::Diagonal,
        };
        Some(Vector {
            step,
            class,
            slider,
        })
    }

    /// Clauses `range.*`: what a leg's range is, given how often ranges were inverted before it.
    fn range(&self, atom: &Atom, vector: Vector, place: Place, toggled: bool) -> Range {
        let written = match (atom.range, atom.doubled) {
            (Some(ast::Range::Star(_)), _) => Some(Range::ToMiddle),
            (Some(ast::Range::Number(number)), _) if number.value == 0 => Some(Range::Unlimited),
            (Some(ast::Range::Number(number)), _) => Some(Range::UpTo(number.value)),
            (None, Some(_)) => Some(Range::Unlimited),
            (None, None) => None,
        };
        let implied = if vector.slider {
            Range::Unlimited
        } else {
            Range::UpTo(1)
        };
        let inverted = |range: Range| match range {
            Range::UpTo(1) => Range::Unlimited,
            _ => Range::UpTo(1),
        };
        match self.dialect {
            // Clause `range.chain.xboard`: the number holds for every leg until a toggle strips it.
            Dialect::XBoard if !toggled => written.unwrap_or(implied),
            Dialect::XBoard if vector.class != Class::Oblique && vector.step == Step::Radial(1) => {
                inverted(implied)
            }
            Dialect::XBoard => inverted(written.unwrap_or(implied)),
            // Clause `range.chain.1`: the number holds for the first leg.
            _ if place.first => written.unwrap_or(implied),
            _ if toggled => inverted(implied),
            _ => implied,
        }
    }

    fn sort_letters(&mut self, group: &[Letter], place: Place) -> Letters {
        let mut sorted = Letters::default();
        for letter in group {
            match letter.char {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => sorted.directions.push(*letter),
                'z' | 'q' if place.first => sorted.curve.push(*letter),
                'z' | 'q' => {
                    sorted.directions.push(*letter);
                    sorted.bends.push(*letter);
                }
                'm' | 'c' | 'd' | 'e' | 'k' | 'p' | 'g' | 'y' | 'x' => {
                    if sorted.mode(letter.char) {
                        self.report(
                            codes::USELESS_MODIFIER,
                            letter.span,
                            format!("`{}` is written twice on one leg", letter.char),
                        );
                    } else {
                        sorted.modes.push(*letter);
                    }
                }
                'i' => sorted.i.push(*letter),
                'n' => sorted.n.push(*letter),
                'j' => sorted.j.push(*letter),
                'o' => sorted.o.push(*letter),
                'u' => sorted.u = Some(*letter),
                't' => sorted.t = Some(*letter),
                _ => self.report(
                    codes::UNKNOWN_MODIFIER,
                    letter.span,
                    format!("`{}` is not a modifier", letter.char),
                ),
            }
        }
        sorted
    }

    /// Clauses `initial.*`.
    fn initial(&mut self, letters: &Letters) -> Initial {
        match letters.i.len() {
            0 => Initial::Any,
            1 => Initial::Unmoved,
            2 => Initial::OneAhead,
            _ => {
                self.report(
                    codes::USELESS_MODIFIER,
                    letters.i[2].span,
                    "`i` has a meaning once or twice, not three times",
                );
                Initial::OneAhead
            }
        }
    }

    /// Clauses `edge.*`: `o` on a single leg joins the edges.
    fn wrap(&mut self, letters: &Letters, single: bool) -> Wrap {
        let governs = single || matches!(self.dialect, Dialect::XBoard | Dialect::Diagram2020);
        match letters.o.len() {
            0 => Wrap::None,
            _ if !governs => Wrap::None,
            1 => Wrap::Cylinder,
            2 => Wrap::Torus,
            _ => {
                self.report(
                    codes::USELESS_MODIFIER,
                    letters.o[2].span,
                    "`o` has a meaning once or twice, not three times",
                );
                Wrap::Torus
            }
        }
    }

    /// Clauses `dir.*`.
    fn turn(&mut self, letters: &Letters, vector: Vector, place: Place, joint: Joint) -> Turn {
        let plain: Vec<Letter> = letters
            .directions
            .iter()
            .copied()
            .filter(|l| !matches!(l.char, 'z' | 'q'))
            .collect();
        let chars: Vec<char> = plain.iter().map(|letter| letter.char).collect();
        if place.first {
            if chars.is_empty() {
                return Turn::Absolute(vector.class.owned());
            }
            let selection = select(vector.class, &chars);
            self.report_meaningless(&selection.meaningless, &plain);
            if vector.class == Class::King
                && joint == Joint::Chain
                && place.last
                && chars.iter().all(|c| "fb".contains(*c))
                && self.dialect == Dialect::XBetza
            {
                let span = plain[0].span.to(plain[plain.len() - 1].span);
                self.report_with_help(
                    codes::KING_DIRECTION,
                    span,
                    "a direction on K or Q is one of eight, not three",
                    "write `fWfF` for the three forward steps, `fW` for one",
                );
            }
            return Turn::Absolute(selection.headings);
        }
        if letters.directions.is_empty() {
            if joint == Joint::Bracket {
                return Turn::Outward;
            }
            let four_way = matches!(vector.class, Class::Orthogonal | Class::Diagonal);
            // Clause `dir.default`: everything but straight back; on four-way atoms without a change of kind.
            let turns = if four_way && self.dialect != Dialect::Diagram2020 {
                Headings::of(&[0, 2, 6])
            } else {
                Headings::ALL.difference(Headings::of(&[4]))
            };
            return Turn::Relative(turns, SmallVec::new());
        }
        let mut turns = Headings::NONE;
        let mut bends: SmallVec<[Bend; 1]> = SmallVec::new();
        let mut run: Vec<char> = Vec::new();
        let mut run_letters: Vec<Letter> = Vec::new();
        let mut flush = |run: &mut Vec<char>, run_letters: &mut Vec<Letter>, this: &mut Self| {
            let selection = select(Class::King, run);
            this.report_meaningless(&selection.meaningless, run_letters);
            turns = turns.union(selection.headings);
            run.clear();
            run_letters.clear();
        };
        for letter in &letters.directions {
            if !matches!(letter.char, 'z' | 'q') {
                run.push(letter.char);
                run_letters.push(*letter);
                continue;
            }
            // Clause `bend.1`: `q` keeps the side of the previous bend, `z` changes it; `f` or `b`
            // before it makes 45 or 135 degrees of the 90.
            let eighths = match run.last() {
                Some('f') => 1,
                Some('b') => 3,
                _ => 2,
            };
            if eighths != 2 {
                run.pop();
                run_letters.pop();
            }
            flush(&mut run, &mut run_letters, self);
            let side = if letter.char == 'q' {
                BendSide::Same
            } else {
                BendSide::Opposite
            };
            bends.push(Bend { eighths, side });
        }
        flush(&mut run, &mut run_letters, self);
        Turn::Relative(turns, bends)
    }

    fn report_meaningless(&mut self, indices: &[usize], letters: &[Letter]) {
        for index in indices {
            let letter = letters[*index];
            self.report_with_help(
                codes::MODIFIER_NOT_HERE,
                letter.span,
                format!("`{}` has no meaning here", letter.char),
                "`h` needs a direction beside it: `fh`, `bh`, `lh`, `rh`, or `hr` and `hl` on oblique atoms",
            );
        }
    }

    /// All readings of one leg. A leg with a toggle has one reading for the ends that invert the
    /// following ranges and one for those that do not (clause `toggle.2`).
    fn leg(
        &mut self,
        letters: &Letters,
        vector: Vector,
        range: Range,
        place: Place,
        atom: &Atom,
        joint: Joint,
    ) -> Vec<Reading> {
        if let Some(x) = letters.mode_letter('x') {
            self.report(
                codes::NOT_SUPPORTED_YET,
                x.span,
                "induction and borrowing (`x`) are not played by this version",
            );
            return Vec::new();
        }
        let turn = self.turn(letters, vector, place, joint);
        let curve = self.curve(letters, place);
        let mut range = range;
        if curve != Curve::Straight && atom.range.is_none() {
            // Clause `curve.1`: without a number a curved rider goes as far as it can.
            range = Range::Unlimited;
        }
        let (inside, marks) = self.lameness(letters, vector, range, place);
        let skip = self.skip(letters, vector);
        let must_jump = !letters.j.is_empty() && skip == 0;
        if let (true, Step::Radial(3..), Some(j)) = (
            must_jump && range != Range::UpTo(1),
            vector.step,
            letters.j.first(),
        ) {
            self.report(
                codes::NOT_SUPPORTED_YET,
                j.span,
                "a rider that must jump over one of several squares is not played by this version",
            );
            return Vec::new();
        }
        let iso = !place.first && !letters.i.is_empty();
        let edge = !letters.o.is_empty() && !place.last && self.dialect == Dialect::XBetza;
        if !letters.o.is_empty() && !place.first && place.last {
            self.report(
                codes::MODIFIER_NOT_HERE,
                letters.o[0].span,
                "`o` has no meaning on the last of several legs",
            );
        }
        let plain = Leg {
            turn,
            step: vector.step,
            owned: if joint == Joint::Bracket {
                vector.class.owned()
            } else {
                Headings::ALL
            },
            range,
            skip,
            inside: if must_jump { Inside::Occupied } else { inside },
            curve,
            pass: Contents::NONE,
            take: Contents::NONE,
            en_passant: letters.mode('e'),
            edge,
            iso,
            unload: letters.u.is_some(),
            marks: marks || range == Range::ToMiddle,
        };
        let enemy = match (letters.mode('c'), letters.mode('k'), self.dialect) {
            (true, true, Dialect::Diagram2020) => Contents::ENEMY,
            (true, true, _) => Contents::COMMONER,
            (true, false, _) => Contents::ENEMY,
            (false, true, _) => Contents::ROYAL,
            (false, false, _) => Contents::NONE,
        };
        let friend = if letters.mode('d') {
            Contents::FRIEND
        } else {
            Contents::NONE
        };
        let taken = enemy.union(friend);
        let hops = letters.mode('p') || letters.mode('g');
        let own_only = letters.t.is_some() && hops && self.dialect != Dialect::Diagram2020;
        if let Some(t) = letters.t.filter(|_| !place.last && !hops) {
            self.report(
                codes::USELESS_MODIFIER,
                t.span,
                "`t` has no meaning on this leg",
            );
        }
        let mount = if own_only {
            Contents::FRIEND
        } else {
            Contents::OCCUPIED
        };
        if place.last {
            self.last_leg(letters, vector, atom, plain, taken, mount, hops, own_only)
        } else {
            self.inner_leg(letters, plain, taken, mount)
        }
    }

    /// Clauses `mode.last.*` and `hop.*`.
    #[expect(
        clippy::too_many_arguments,
        reason = "the pieces of one leg, each read by its own clause"
    )]
    fn last_leg(
        &mut self,
        letters: &Letters,
        vector: Vector,
        atom: &Atom,
        mut leg: Leg,
        mut taken: Contents,
        mount: Contents,
        hops: bool,
        own_only: bool,
    ) -> Vec<Reading> {
        if let Some(y) = letters.mode_letter('y') {
            self.report(
                codes::USELESS_MODIFIER,
                y.span,
                "`y` inverts the legs that follow, and there are none",
            );
        }
        let written = letters.mode('m') || letters.mode('e') || !taken.is_empty();
        let pass = if letters.mode('m') || !written {
            Contents::EMPTY
        } else {
            Contents::NONE
        };
        if !written {
            taken = Contents::ENEMY;
        }
        if letters.t.is_some() && !own_only && self.dialect != Dialect::Diagram2020 {
            taken = taken.difference(Contents::ROYAL);
        }
        if !hops {
            leg.pass = pass;
            leg.take = taken;
            return vec![Reading {
                legs: [leg].into_iter().collect(),
                toggles: false,
            }];
        }
        let written_range = atom.range.is_some() || atom.doubled.is_some();
        let mut readings = Vec::new();
        for letter in letters
            .modes
            .iter()
            .filter(|mode| matches!(mode.char, 'p' | 'g'))
        {
            let range = match (letter.char, leg.range) {
                ('p', Range::UpTo(1)) if !written_range => Range::UpTo(1),
                ('p', _) => Range::Rest,
                (_, Range::UpTo(1)) if !vector.slider => Range::Unlimited,
                _ => Range::UpTo(1),
            };
            let mut hop = leg.clone();
            hop.pass = mount;
            hop.en_passant = false;
            hop.marks = false;
            let mut landing = leg.clone();
            landing.turn = Turn::Relative(Headings::of(&[0]), SmallVec::new());
            landing.range = range;
            landing.skip = 0;
            landing.pass = pass;
            landing.take = taken;
            landing.iso = false;
            landing.unload = false;
            readings.push(Reading {
                legs: [hop, landing].into_iter().collect(),
                toggles: false,
            });
        }
        readings
    }

    /// Clauses `mode.inner.*` and `toggle.*`.
    fn inner_leg(
        &mut self,
        letters: &Letters,
        leg: Leg,
        taken: Contents,
        mount: Contents,
    ) -> Vec<Reading> {
        let written = ["m", "c", "d", "k", "e", "p", "g", "y"]
            .iter()
            .any(|m| letters.mode(m.as_bytes()[0] as char))
            || leg.edge;
        let mut steady = Contents::NONE;
        let mut toggling = Contents::NONE;
        if letters.mode('m') || !written {
            let inverts = letters.mode('y');
            let side = if inverts { &mut toggling } else { &mut steady };
            *side = side.union(Contents::EMPTY);
        }
        if letters.mode('y') {
            toggling = toggling.union(Contents::EMPTY);
        }
        if letters.mode('g') {
            toggling = toggling.union(mount);
        }
        if letters.mode('p') {
            // Clause `toggle.3`: `mpy` skips the square whatever it holds and inverts the rest.
            let side = if letters.mode('y') {
                &mut toggling
            } else {
                &mut steady
            };
            *side = side.union(mount);
        }
        let reading = |pass: Contents, taken: Contents, toggles: bool, rest: bool| {
            let mut leg = leg.clone();
            leg.pass = pass;
            leg.take = taken;
            leg.en_passant &= rest;
            leg.edge &= rest;
            Reading {
                legs: [leg].into_iter().collect(),
                toggles,
            }
        };
        let mut readings = Vec::new();
        if !toggling.is_empty() {
            readings.push(reading(toggling, Contents::NONE, true, false));
        }
        if !steady.is_empty() || !taken.is_empty() || leg.en_passant || leg.edge {
            readings.push(reading(steady, taken, false, true));
        }
        readings
    }

    /// Clauses `lame.*` and `ep.*`: what `n` does.
    fn lameness(
        &mut self,
        letters: &Letters,
        vector: Vector,
        range: Range,
        place: Place,
    ) -> (Inside, bool) {
        if letters.n.is_empty() {
            return (Inside::Anything, false);
        }
        let n = letters.n[0];
        let initial_first = place.first && letters.i.iter().any(|i| i.span < n.span);
        let twice = letters.n.len() > 1;
        match vector.step {
            Step::Radial(1) => {
                if place.last && range == Range::UpTo(1) {
                    self.report(
                        codes::USELESS_MODIFIER,
                        n.span,
                        "a single step has no squares to be blocked on or to be passed",
                    );
                }
                (Inside::Anything, true)
            }
            Step::Radial(_) => (Inside::Empty, initial_first || twice),
            Step::Oblique(1, 2) => (Inside::Empty, twice),
            Step::Oblique(a, b) => {
                self.report_with_help(
                    codes::LAME_PATH_UNDEFINED,
                    n.span,
                    format!("a lame ({a},{b}) leap has no agreed path"),
                    "write the path as legs, such as `afsafW`",
                );
                (Inside::Anything, false)
            }
        }
    }

    /// Clauses `jump.*`: how many squares `j` skips; must-jump leaps return 0.
    fn skip(&mut self, letters: &Letters, vector: Vector) -> u8 {
        match (letters.j.first(), vector.step) {
            (None, _) => 0,
            (Some(_), Step::Radial(1)) => letters.j.len() as u8,
            (Some(_), Step::Radial(_)) => 0,
            (Some(j), Step::Oblique(..)) => {
                self.report_with_help(
                    codes::MODIFIER_NOT_HERE,
                    j.span,
                    "`j` has no meaning on an oblique leap",
                    "write the path as legs with `p` where a piece must stand",
                );
                0
            }
        }
    }

    /// Clauses `curve.*`: `z` and `q` on a single leg.
    fn curve(&mut self, letters: &Letters, place: Place) -> Curve {
        match letters.curve.as_slice() {
            [] => Curve::Straight,
            [letter, ..] if !place.last => {
                self.report(
                    codes::MODIFIER_NOT_HERE,
                    letter.span,
                    format!(
                        "`{}` on the first of several legs has no previous bend to refer to",
                        letter.char
                    ),
                );
                Curve::Straight
            }
            [letter, rest @ ..] => {
                if let Some(more) = rest.first() {
                    self.report(codes::CONFLICTING_MODES, more.span, "a leg has one curve");
                }
                if letter.char == 'z' {
                    Curve::Crooked
                } else {
                    Curve::Circular
                }
            }
        }
    }

    /// Clauses `castle.*`.
    fn castle(&mut self, groups: &[&[Letter]], chain: &Chain) {
        if groups.len() > 1 {
            return self.report(
                codes::MODIFIER_NOT_HERE,
                chain.span,
                "castling has a single leg",
            );
        }
        let distance = match chain.atom.range {
            Some(ast::Range::Number(number)) if number.value > 0 => number.value,
            _ => {
                return self.report_with_help(
                    codes::CASTLING_WITHOUT_RANGE,
                    chain.atom.span,
                    "castling needs the number of squares that the king goes",
                    "write `isO2` for two squares to either side",
                );
            }
        };
        let mut sides = Vec::new();
        let (mut inset, mut initial) = (0, 0);
        for letter in groups[0] {
            match letter.char {
                's' => sides.extend([Side::Left, Side::Right]),
                'l' => sides.push(Side::Left),
                'r' => sides.push(Side::Right),
                'j' => inset += 1,
                'i' => initial += 1,
                other => self.report(
                    codes::MODIFIER_NOT_HERE,
                    letter.span,
                    format!("`{other}` has no meaning on castling"),
                ),
            }
        }
        if initial == 0 {
            self.report_with_help(
                codes::CASTLING_WITHOUT_INITIAL,
                chain.span,
                "castling without `i` is allowed to a king that has moved",
                "write `i` before it",
            );
        }
        if sides.is_empty() {
            sides.extend([Side::Left, Side::Right]);
        }
        sides.sort_unstable();
        sides.dedup();
        let initial = if initial > 0 {
            Initial::Unmoved
        } else {
            Initial::Any
        };
        self.patterns.extend(sides.into_iter().map(|side| {
            Pattern::Castle(Castle {
                side,
                distance,
                inset,
                initial,
            })
        }));
    }

    /// Clauses `universal.*`.
    fn universal(&mut self, groups: &[&[Letter]], chain: &Chain) {
        let (mut pass, mut take, mut written, mut initial) =
            (Contents::NONE, Contents::NONE, false, Initial::Any);
        for letter in groups[0] {
            match letter.char {
                'm' => (pass, written) = (Contents::EMPTY, true),
                'c' => (take, written) = (take.union(Contents::ENEMY), true),
                'k' => (take, written) = (take.union(Contents::ROYAL), true),
                'd' => (take, written) = (take.union(Contents::FRIEND), true),
                'i' => initial = Initial::Unmoved,
                other => self.report(
                    codes::NOT_SUPPORTED_YET,
                    letter.span,
                    format!("`{other}` on the universal leap is not played by this version"),
                ),
            }
        }
        if groups.len() > 1 {
            return self.report(
                codes::NOT_SUPPORTED_YET,
                chain.span,
                "a universal leap with several legs is not played by this version",
            );
        }
        if !written {
            (pass, take) = (Contents::EMPTY, Contents::ENEMY);
        }
        self.patterns.push(Pattern::Universal(Universal {
            initial,
            pass,
            take,
        }));
    }

    /// Clauses `bracket.*`.
    fn bracket(&mut self, bracket: &Bracket) {
        let sectors = self.sectors(&bracket.prefix);
        let mut going: Vec<Vec<Leg>> = vec![Vec::new()];
        let mut initial = Initial::Any;
        let count = bracket.legs.len();
        if count > self.limits.legs {
            return self.report(
                codes::TOO_MANY_LEGS,
                bracket.span,
                format!(
                    "the move has {count} legs, the limit is {}",
                    self.limits.legs
                ),
            );
        }
        for (index, written) in bracket.legs.iter().enumerate() {
            if matches!(written.atom.letter.char, 'O' | 'U' | 'I' | '@') {
                return self.report(
                    codes::NOT_SUPPORTED_YET,
                    written.atom.span,
                    format!(
                        "`{}` cannot be a leg of a bracket",
                        written.atom.letter.char
                    ),
                );
            }
            let Some(vector) = self.vector(&written.atom) else {
                return;
            };
            let first = index == 0;
            let letters = self.sort_letters(&written.letters, Place { first, last: false });
            for toggle in letters
                .modes
                .iter()
                .filter(|mode| matches!(mode.char, 'y' | 'g'))
            {
                self.report_with_help(
                    codes::MODIFIER_NOT_HERE,
                    toggle.span,
                    format!(
                        "`{}` inverts ranges, and brackets have none to invert",
                        toggle.char
                    ),
                    "each leg of a bracket has its own atom and range; use `p` to hop",
                );
            }
            if first {
                initial = self.initial(&letters);
            }
            let range = self.range(
                &written.atom,
                vector,
                Place {
                    first: true,
                    last: true,
                },
                false,
            );
            let ends_here = written.join != Some(Join::Must);
            let goes_on = written.join.is_some();
            if ends_here {
                let place = Place { first, last: true };
                let found = self.diagnostics.len();
                for reading in self.leg(
                    &letters,
                    vector,
                    range,
                    place,
                    &written.atom,
                    Joint::Bracket,
                ) {
                    for legs in &going {
                        let mut legs = legs.clone();
                        legs.extend(reading.legs.iter().cloned());
                        let walk = Walk {
                            legs,
                            initial,
                            wrap: Wrap::None,
                            sectors,
                        };
                        self.patterns.push(Pattern::Walk(walk));
                    }
                }
                if goes_on {
                    self.diagnostics.truncate(found);
                }
            }
            if goes_on {
                let place = Place { first, last: false };
                let readings = self.leg(
                    &letters,
                    vector,
                    range,
                    place,
                    &written.atom,
                    Joint::Bracket,
                );
                let mut next = Vec::new();
                for legs in &going {
                    for reading in &readings {
                        let mut legs = legs.clone();
                        legs.extend(reading.legs.iter().cloned());
                        next.push(legs);
                    }
                }
                going = next;
            }
        }
    }

    /// Clause `bracket.prefix`: directions before a bracket select whole moves.
    fn sectors(&mut self, prefix: &[Letter]) -> Option<Sectors> {
        if prefix.is_empty() {
            return None;
        }
        let chars: Vec<char> = prefix.iter().map(|letter| letter.char).collect();
        for letter in prefix
            .iter()
            .filter(|letter| !"fblrvsh".contains(letter.char))
        {
            self.report_with_help(
                codes::MODIFIER_NOT_HERE,
                letter.span,
                format!("`{}` cannot stand before a bracket", letter.char),
                "only directions select whole moves; write modes inside the bracket",
            );
        }
        let of = |class: Class| select(class, &chars).headings;
        Some(Sectors {
            orthogonal: of(Class::Orthogonal),
            diagonal: of(Class::Diagonal),
            oblique: of(Class::Oblique),
        })
    }
}

/// How the legs of a move are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    /// With `a` before a shared atom.
    Chain,
    /// In brackets, each with an atom of its own.
    Bracket,
}
