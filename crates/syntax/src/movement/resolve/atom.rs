//! Atoms: vectors, symmetry classes and ranges, and atoms without legs. Clauses `atom.*` and `range.*`.

use crate::geometry::{Headings, Step, sorted};
use crate::movement::Dialect;
use crate::movement::directions::Class;
use crate::movement::pattern::{
    Castle, Contents, Imitation, Initial, Pattern, Placement, Range, Side, Universal,
};
use crate::source::{Span, codes};
use crate::syntax::betza::ast::{self, Atom, Chain, Letter};

use super::{Place, Resolver};

/// The meaning of an atom letter with its suffixes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vector {
    pub(super) step: Step,
    pub(super) class: Class,
    /// Whether the letter has an unlimited range without a number.
    pub(super) slider: bool,
}

/// The longest useful leap, across the largest board.
const LONGEST_LEAP: u8 = 35;

/// The coordinates of an atom letter. Clauses `atom.1` and `atom.camel`.
const fn coordinates(letter: char, dialect: Dialect) -> Option<(u8, u8)> {
    let swaps_camel_and_zebra = matches!(dialect, Dialect::XBoard);
    Some(match letter {
        'W' | 'R' => (0, 1),
        'F' | 'B' | 'K' | 'Q' => (1, 1),
        'D' => (0, 2),
        'N' => (1, 2),
        'A' => (2, 2),
        'H' => (0, 3),
        'C' => (1, 3),
        'Z' => (2, 3),
        'L' if swaps_camel_and_zebra => (2, 3),
        'L' => (1, 3),
        'J' if swaps_camel_and_zebra => (1, 3),
        'J' => (2, 3),
        'G' => (3, 3),
        _ => return None,
    })
}

/// The vector of a letter without suffixes.
pub(super) fn bare_vector(letter: char, dialect: Dialect) -> Option<Vector> {
    let (a, b) = coordinates(letter, dialect)?;
    let slider = matches!(letter, 'B' | 'R' | 'Q');
    if matches!(letter, 'K' | 'Q') {
        return Some(Vector {
            step: Step::Radial(1),
            class: Class::King,
            slider,
        });
    }
    Some(vector_of(a, b, slider))
}

fn vector_of(a: u8, b: u8, slider: bool) -> Vector {
    let (step, owned) = Step::from_vector(a, b);
    let class = match step {
        Step::Oblique(..) => Class::Oblique,
        Step::Radial(_) if owned == Headings::ORTHOGONAL => Class::Orthogonal,
        Step::Radial(_) => Class::Diagonal,
    };
    Vector {
        step,
        class,
        slider,
    }
}

/// The range written after an atom.
pub(super) const fn written_range(atom: &Atom) -> Option<Range> {
    match (atom.range, atom.doubled) {
        (Some(ast::Range::Star(_)), _) => Some(Range::ToMiddle),
        (Some(ast::Range::Number(number)), _) if number.value == 0 => Some(Range::Unlimited),
        (Some(ast::Range::Number(number)), _) => Some(Range::UpTo(number.value)),
        (None, Some(_)) => Some(Range::Unlimited),
        (None, None) => None,
    }
}

/// The range of a letter without a number.
pub(super) const fn implied_range(vector: Vector) -> Range {
    if vector.slider {
        Range::Unlimited
    } else {
        Range::UpTo(1)
    }
}

/// The range after a toggle. Clause `toggle.1`.
pub(super) const fn inverted(range: Range) -> Range {
    match range {
        Range::UpTo(1) => Range::Unlimited,
        _ => Range::UpTo(1),
    }
}

impl Resolver<'_> {
    /// The vector of a letter with its suffixes.
    pub(super) fn vector(&mut self, atom: &Atom) -> Option<Vector> {
        let letter = atom.letter.char;
        let Some(bare) = bare_vector(letter, self.dialect) else {
            self.report(
                codes::UNKNOWN_ATOM,
                atom.letter.span,
                format!("`{letter}` is not an atom here"),
            );
            return None;
        };
        let Some(first) = atom.suffixes.first() else {
            return Some(bare);
        };
        if bare.slider || bare.class == Class::King {
            self.report_with_help(
                codes::MODIFIER_NOT_HERE,
                first.span,
                format!("the suffix `{}` cannot follow `{letter}`", first.char),
                "suffixes lengthen leaps: write `WX` or `FX`",
            );
            return None;
        }
        let (mut a, mut b) = coordinates(letter, self.dialect)?;
        for Letter { char, span } in &atom.suffixes {
            // Clause `atom.suffix`.
            (a, b) = match char {
                'X' => (a, b + 3),
                _ => (a + 2, b + 2),
            };
            if b > LONGEST_LEAP {
                self.report(
                    codes::RANGE_TOO_LARGE,
                    *span,
                    "the leap is longer than any board",
                );
                return None;
            }
        }
        Some(vector_of(a.min(b), a.max(b), false))
    }

    /// The range of a leg: a written range applies to the first leg; every other leg has the range of the letter,
    /// inverted by each toggle. Clauses `range.chain.1` and `toggle.1`.
    pub(super) fn range(atom: &Atom, vector: Vector, place: Place, toggled: bool) -> Range {
        match written_range(atom) {
            Some(written) if place.first => written,
            _ if toggled => inverted(implied_range(vector)),
            _ => implied_range(vector),
        }
    }
}

// Atoms without legs: castling, the universal leap, the imitator and the drop. Clauses `castle.*`, `universal.*`,
// `imitate.*` and `drop.*`.

impl Resolver<'_> {
    /// The distance of castling; `None`, and a finding, if the atom has no number.
    pub(super) fn castling_distance(&mut self, chain: &Chain) -> Option<u8> {
        match chain.atom.range {
            Some(ast::Range::Number(number)) if number.value > 0 => Some(number.value),
            _ => {
                self.report_with_help(
                    codes::CASTLING_WITHOUT_RANGE,
                    chain.atom.span,
                    "castling needs the number of squares that the king moves",
                    "write `isO2` for two squares to either side",
                );
                if chain.atom.range.is_none() {
                    self.propose(Span::at(chain.atom.span.range().end), "2");
                }
                None
            }
        }
    }

    /// Reads castling. Clauses `castle.*`.
    pub(super) fn castle(&mut self, groups: &[Vec<Letter>], chain: &Chain) {
        let [letters] = groups else {
            return self.report(
                codes::MODIFIER_NOT_HERE,
                chain.span,
                "castling has a single leg",
            );
        };
        let Some(distance) = self.castling_distance(chain) else {
            return;
        };
        let mut sides = Vec::new();
        let (mut inset, mut initial) = (0, Initial::Any);
        for letter in letters {
            match letter.char {
                's' => sides.extend([Side::Left, Side::Right]),
                'l' => sides.push(Side::Left),
                'r' => sides.push(Side::Right),
                'j' => inset += 1,
                'i' => initial = Initial::Unmoved,
                other => self.report(
                    codes::MODIFIER_NOT_HERE,
                    letter.span,
                    format!("`{other}` has no meaning on castling"),
                ),
            }
        }
        if initial == Initial::Any {
            self.report_with_help(
                codes::CASTLING_WITHOUT_INITIAL,
                chain.span,
                "castling without `i` is possible after the king has moved",
                "write `i` before it",
            );
            self.propose(Span::at(chain.span.range().start), "i");
        }
        self.castles(sides, distance, inset, initial);
    }

    /// Adds one pattern for each side; both sides if none is named.
    pub(super) fn castles(
        &mut self,
        mut sides: Vec<Side>,
        distance: u8,
        inset: u8,
        initial: Initial,
    ) {
        if sides.is_empty() {
            sides.extend([Side::Left, Side::Right]);
        }
        self.patterns.extend(sorted(sides).into_iter().map(|side| {
            Pattern::Castle(Castle {
                side,
                distance,
                inset,
                initial,
            })
        }));
    }

    /// Reads the universal leap. Clauses `universal.*`.
    pub(super) fn universal(&mut self, groups: &[Vec<Letter>], chain: &Chain) {
        let Some(letters) = self.only_leg(groups, chain) else {
            return;
        };
        let targets = self.targets(letters, "xu", chain);
        let unload = letters.iter().any(|letter| letter.char == 'u');
        self.no_suffix(chain, "a leap to any square cannot be longer");
        self.no_range(chain, "a leap to any square has no number");
        self.patterns.push(Pattern::Universal(Universal {
            initial: targets.initial,
            pass: targets.pass,
            take: targets.take,
            relay: targets.relay,
            unload,
        }));
    }

    /// Reads the imitator. Clauses `imitate.*`.
    pub(super) fn imitation(&mut self, groups: &[Vec<Letter>], chain: &Chain) {
        let Some(letters) = self.only_leg(groups, chain) else {
            return;
        };
        let targets = self.targets(letters, "fbe", chain);
        self.no_suffix(chain, "an imitator has no steps");
        self.no_range(chain, "an imitator has no range");
        let has = |wanted: char| letters.iter().any(|letter| letter.char == wanted);
        let (forward, backward) = match (has('f'), has('b')) {
            (false, false) => (true, true),
            written => written,
        };
        for (turned, _) in [(false, forward), (true, backward)]
            .into_iter()
            .filter(|(_, wanted)| *wanted)
        {
            self.patterns.push(Pattern::Imitation(Imitation {
                initial: targets.initial,
                turned,
                pass: targets.pass,
                take: targets.take,
                en_passant: targets.en_passant,
            }));
        }
    }

    /// Reads the drop. Clauses `drop.*`.
    pub(super) fn placement(&mut self, groups: &[Vec<Letter>], chain: &Chain) {
        let Some(letters) = self.only_leg(groups, chain) else {
            return;
        };
        let depth = match chain.atom.range {
            None => Some(1),
            Some(ast::Range::Number(number)) if number.value == 0 => None,
            Some(ast::Range::Number(number)) => Some(number.value),
            Some(ast::Range::Star(span)) => {
                return self.report(
                    codes::MODIFIER_NOT_HERE,
                    span,
                    "a drop zone has a number of ranks",
                );
            }
        };
        self.no_suffix(chain, "a drop has no steps");
        let count = |wanted: char| {
            letters
                .iter()
                .filter(|letter| letter.char == wanted)
                .count()
        };
        let limit = |wanted: char| u8::try_from(count(wanted)).ok().filter(|count| *count > 0);
        for letter in letters
            .iter()
            .filter(|letter| !"jfsb".contains(letter.char))
        {
            self.report_with_help(
                codes::MODIFIER_NOT_HERE,
                letter.span,
                format!("`{}` has no meaning on a drop", letter.char),
                "`j` excludes ranks; `f`, `s` and `b` limit the number of pieces on a file, on squares of one color, \
                 and on the board",
            );
        }
        let inset = limit('j').unwrap_or(0);
        if depth.is_some_and(|depth| depth <= inset) {
            self.report_with_help(
                codes::NEVER_MOVES,
                chain.span,
                "`j` leaves no rank of the drop zone",
                "write the number of ranks of the zone, including the excluded ones: `j@7`",
            );
        }
        self.patterns.push(Pattern::Placement(Placement {
            depth,
            inset,
            per_file: limit('f'),
            per_shade: limit('s'),
            on_board: limit('b'),
        }));
    }

    /// The letters of an atom with a single leg.
    fn only_leg<'a>(&mut self, groups: &'a [Vec<Letter>], chain: &Chain) -> Option<&'a [Letter]> {
        if let [letters] = groups {
            return Some(letters);
        }
        self.report_with_help(
            codes::SINGLE_LEG_ATOM,
            chain.span,
            format!("`{}` has a single leg", chain.atom.letter.char),
            "only atoms that step from square to square can continue with `a`",
        );
        None
    }

    fn no_suffix(&mut self, chain: &Chain, why: &str) {
        if let Some(suffix) = chain.atom.suffixes.first() {
            self.report(codes::MODIFIER_NOT_HERE, suffix.span, why);
        }
    }

    fn no_range(&mut self, chain: &Chain, why: &str) {
        if let Some(range) = chain.atom.range {
            self.report(codes::MODIFIER_NOT_HERE, range.span(), why);
        }
    }

    /// Reads the modes of an atom without steps; `more` contains its other permitted letters.
    fn targets(&mut self, letters: &[Letter], more: &str, chain: &Chain) -> Targets {
        let mut found = Targets::default();
        let has = |char: char| letters.iter().any(|letter| letter.char == char);
        let spares_royals =
            has('c') && has('k') && self.dialect != crate::movement::Dialect::Diagram2020;
        let mut has_mode = false;
        for letter in letters {
            has_mode |= "mckdex".contains(letter.char);
            match letter.char {
                'm' => found.pass = Contents::EMPTY,
                'c' if spares_royals => found.take = found.take.union(Contents::COMMONER),
                'c' => found.take = found.take.union(Contents::ENEMY),
                'k' if spares_royals => {}
                'k' => found.take = found.take.union(Contents::ROYAL),
                'd' => found.take = found.take.union(Contents::FRIEND),
                'i' => found.initial = Initial::Unmoved,
                'e' if more.contains('e') => found.en_passant = true,
                'x' if more.contains('x') => found.relay = true,
                other if more.contains(other) => {}
                other => self.report(
                    codes::MODIFIER_NOT_HERE,
                    letter.span,
                    format!("`{other}` has no meaning on `{}`", chain.atom.letter.char),
                ),
            }
        }
        if !has_mode {
            (found.pass, found.take) = (Contents::EMPTY, Contents::ENEMY);
        }
        found
    }
}

/// The targets and the initial condition of a move without steps.
#[derive(Default)]
struct Targets {
    pass: Contents,
    take: Contents,
    en_passant: bool,
    relay: bool,
    initial: Initial,
}
