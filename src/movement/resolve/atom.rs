//! Atoms: vectors, symmetry classes and ranges. Clauses `atom.*` and `range.*`.

use crate::geometry::{Headings, Step};
use crate::movement::Dialect;
use crate::movement::directions::Class;
use crate::movement::pattern::Range;
use crate::source::codes;
use crate::syntax::betza::ast::{self, Atom, Letter};

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
