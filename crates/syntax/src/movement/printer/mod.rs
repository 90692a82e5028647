//! Printer of movements in Betza notation.
//!
//! A movement has one canonical spelling in each dialect and style. A movement that a dialect cannot express is
//! refused: candidate spellings are built from the legs and then read, and only a spelling with exactly the same
//! meaning is printed.
//!
//! ```
//! # extern crate ferz_syntax as ferz;
//! use ferz::movement::Dialect;
//! use ferz::Movement;
//!
//! let rook_king = Movement::new("W0FmWcW").unwrap();
//! assert_eq!(rook_king.to_string(), "RF");
//!
//! let griffon = Movement::new("[F?R]").unwrap();
//! assert_eq!(griffon.to_betza(Dialect::XBoard).unwrap(), "FyafsF");
//! let fault = griffon.to_betza(Dialect::FairyStockfish).unwrap_err();
//! assert_eq!(fault.reason(), "it has several legs");
//! ```

mod atoms;
mod bracket;
mod chain;
mod directions;
mod leg;
mod style;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use indexmap::IndexMap;

use crate::geometry::{CompactSort, Headings};
use crate::movement::Dialect;
use crate::source::Diagnostic;
use crate::source::budget::{self, spend_each};

use super::pattern::{Contents, Leg, Pattern, Side, Turn, Walk};
use super::turn::courses;
use super::{Movement, MovementLimits, NO_MOVE};
use atoms::{
    Part, ambiguity, castle_text, imitation_text, placement_text, side_by_side, universal_text,
};

pub use self::style::{Inexpressible, Joints, PrintStyle};

impl Movement {
    /// The canonical spelling.
    ///
    /// Reading it in the same dialect returns this movement.
    ///
    /// # Errors
    /// If the dialect cannot express one of the patterns, or if the search for a text takes too long.
    pub fn to_betza(&self, dialect: Dialect) -> Result<String, Inexpressible> {
        self.to_betza_with(dialect, &PrintStyle::default())
    }

    /// [`Movement::to_betza`] with a print style.
    ///
    /// ```
    /// # extern crate ferz_syntax as ferz;
    /// use ferz::movement::Dialect;
    /// use ferz::movement::{Joints, PrintStyle};
    /// use ferz::Movement;
    ///
    /// let griffon = Movement::new("FyafsF").unwrap();
    /// let print = |joints| griffon.to_betza_with(Dialect::XBetza, &PrintStyle { joints });
    /// assert_eq!(print(Joints::Shortest).unwrap(), "[F?R]");
    /// assert_eq!(print(Joints::Chains).unwrap(), "FyafsF");
    /// ```
    ///
    /// # Errors
    /// If the dialect cannot express one of the patterns, or if the search for a text takes too long.
    #[doc(hidden)]
    pub fn to_betza_with(
        &self,
        dialect: Dialect,
        style: &PrintStyle,
    ) -> Result<String, Inexpressible> {
        // Clause `none.1`.
        if self.is_empty() {
            return Ok(NO_MOVE.to_owned());
        }
        let legs = self.patterns().iter().map(|pattern| legs_of(pattern) + 1);
        let standard = MovementLimits::default();
        let printer = Printer {
            movement: self,
            dialect,
            joints: style.joints,
            limits: standard
                .clone()
                .with_legs(legs.max().unwrap_or(1).max(standard.legs)),
            read: RefCell::default(),
            work: Cell::new(0),
        };
        printer.print()
    }
}

/// Prints the canonical XBetza spelling. Patterns that XBetza cannot express are named in braces, which no reader takes
/// for a move.
impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Ok(text) = self.to_betza(Dialect::XBetza) {
            return f.write_str(&text);
        }
        for pattern in self.patterns() {
            let one = Movement::from_patterns([pattern.clone()]);
            match one.to_betza(Dialect::XBetza) {
                Ok(text) => f.write_str(&text)?,
                Err(fault) => write!(f, "{{{}}}", fault.reason())?,
            }
        }
        Ok(())
    }
}

/// The directions before a bracket that are tried.
const PREFIXES: [&str; 24] = [
    "f", "b", "l", "r", "v", "s", "fr", "rf", "fl", "lf", "br", "rb", "bl", "lb", "fs", "bs", "rv",
    "lv", "fh", "bh", "rh", "lh", "hr", "hl",
];

/// The maximum number of joints of a bracket for which every combination of hyphens and question
/// marks is tried.
const MOST_JOINTS: usize = 4;

/// The maximum number of courses of a bracket for which preceding directions are tried.
const MOST_COURSES: usize = 512;

/// The maximum number of patterns for which a candidate is tested by uniting it with them.
const MOST_UNITED: usize = 128;

/// Steps of the budget for spelling a leg in all ways.
const SPELLINGS: u64 = 64;

/// The maximum number of spellings of one pattern that are read for verification.
const MOST_TRIALS: usize = 64;

/// The limit on the work of reading candidates: one unit for each text and one for each of its
/// legs. If a movement needs more, the printer gives up.
const MOST_WORK: usize = 1 << 16;

struct Printer<'a> {
    movement: &'a Movement,
    dialect: Dialect,
    joints: Joints,
    limits: MovementLimits,
    /// A cache of read candidates: the same spelling is often a candidate for several patterns.
    read: RefCell<IndexMap<String, Option<Rc<Movement>>>>,
    /// The work done so far.
    work: Cell<usize>,
}

impl Printer<'_> {
    fn print(&self) -> Result<String, Inexpressible> {
        let patterns = self.movement.patterns();
        if patterns.is_empty() {
            return Err(self.fault(
                None,
                "the notation has no text for a piece that never moves",
            ));
        }
        let singles: Vec<Option<String>> = patterns
            .iter()
            .map(
                |pattern| match (self.single(pattern, 0), self.overlapping(pattern)) {
                    (Some(exact), Some(wide)) if wide.len() < exact.len() => Some(wide),
                    (exact, wide) => exact.or(wide),
                },
            )
            .collect();
        let mut covered = vec![false; patterns.len()];
        let mut parts: Vec<Part> = Vec::new();
        // Long moves first, because their spellings may cover shorter ones.
        let mut order: Vec<usize> = (0..patterns.len()).collect();
        order.sort_compactly_by_key(|at| match &patterns[*at] {
            Pattern::Walk(walk) => std::cmp::Reverse(walk.legs.len()),
            _ => std::cmp::Reverse(0),
        });
        for at in order {
            if covered[at] {
                continue;
            }
            if let Some(part) = self.group(at, &covered, &singles) {
                part.covers.iter().for_each(|at| covered[*at] = true);
                parts.push(part);
            }
        }
        for (at, single) in singles.into_iter().enumerate() {
            if covered[at] {
                continue;
            }
            match single {
                Some(text) => parts.push(Part {
                    text,
                    covers: vec![at],
                }),
                None => {
                    return Err(self.fault(Some(at), style::of(&patterns[at], self.dialect)));
                }
            }
        }
        parts.sort_compactly_by_key(|part| part.covers.iter().min().copied());
        let text = side_by_side(&parts);
        match self.meaning(&text) {
            Some(meaning) if *meaning == *self.movement => {}
            _ => return Err(self.fault(None, "its patterns cannot be combined in one text")),
        }
        // With wider limits in this printer, a reader may refuse the text.
        let is_wider = self.limits.legs > MovementLimits::default().legs;
        if is_wider && Movement::read(&text, self.dialect).value != *self.movement {
            return Err(self.fault(None, "its text exceeds the length limit"));
        }
        Ok(text)
    }

    fn fault(&self, pattern: Option<usize>, reason: &'static str) -> Inexpressible {
        Inexpressible {
            dialect: self.dialect,
            pattern,
            reason: if self.is_exhausted() {
                "the search for a text takes too long"
            } else {
                reason
            },
        }
    }

    fn is_exhausted(&self) -> bool {
        self.work.get() > MOST_WORK || budget::is_exhausted()
    }

    /// The meaning of a text in the dialect; `None` if it has errors or needs a later dialect.
    fn meaning(&self, text: &str) -> Option<Rc<Movement>> {
        if !style::is_in_dialect(text, self.dialect) {
            return None;
        }
        if let Some(known) = self.read.borrow().get(text) {
            return known.clone();
        }
        if self.is_exhausted() {
            return None;
        }
        let read = Movement::read_with(text, self.dialect, &self.limits);
        let legs = read.value.patterns().iter().map(legs_of);
        self.work.set(self.work.get() + 1 + legs.sum::<usize>());
        let is_clean = !read.diagnostics.iter().any(Diagnostic::is_error);
        let meaning = is_clean.then(|| Rc::new(read.value));
        self.read
            .borrow_mut()
            .insert(text.to_owned(), meaning.clone());
        meaning
    }

    fn means(&self, text: &str, pattern: &Pattern) -> bool {
        self.meaning(text)
            .is_some_and(|meaning| meaning.patterns() == std::slice::from_ref(pattern))
    }

    /// The spelling of a single pattern.
    fn single(&self, pattern: &Pattern, depth: u8) -> Option<String> {
        match pattern {
            Pattern::Walk(walk) => self.walk(walk, depth),
            Pattern::Castle(castle) => {
                let text = castle_text(
                    *castle,
                    match castle.side {
                        Side::Left => "l",
                        Side::Right => "r",
                    },
                );
                self.means(&text, pattern).then_some(text)
            }
            Pattern::Universal(leap) => {
                let text = universal_text(*leap)?;
                self.means(&text, pattern).then_some(text)
            }
            Pattern::Imitation(imitation) => {
                let facing = if imitation.turned { "b" } else { "f" };
                let text = imitation_text(*imitation, facing)?;
                self.means(&text, pattern).then_some(text)
            }
            Pattern::Placement(placement) => {
                let text = placement_text(*placement)?;
                self.means(&text, pattern).then_some(text)
            }
        }
    }

    /// A shorter spelling of a walk of one leg that overlaps with another pattern: `K` with `R`, although `F` would be
    /// enough.
    fn overlapping(&self, pattern: &Pattern) -> Option<String> {
        let Pattern::Walk(walk) = pattern else {
            return None;
        };
        let [leg] = walk.legs.as_slice() else {
            return None;
        };
        let Turn::Absolute(headings) = &leg.turn else {
            return None;
        };
        if self.movement.patterns().len() < 2 {
            return None;
        }
        let defaults = (
            leg.pass.union(Contents::EMPTY),
            leg.take.union(Contents::ENEMY),
        );
        let (kin, kin_pass, kin_take) = self.kin(leg);
        let mut best: Option<String> = None;
        for (pass, take) in [(leg.pass, leg.take), defaults] {
            for more in [
                Headings::NONE,
                Headings::ORTHOGONAL,
                Headings::DIAGONAL,
                Headings::ALL,
            ] {
                // The additional part must belong to other patterns.
                let is_said = headings.union(more).difference(kin).is_empty()
                    && kin_pass.includes(pass)
                    && kin_take.includes(take);
                if !is_said {
                    continue;
                }
                let mut wide = walk.clone();
                wide.legs[0].turn = Turn::Absolute(headings.union(more));
                (wide.legs[0].pass, wide.legs[0].take) = (pass, take);
                let wide = Pattern::Walk(wide);
                if wide == *pattern {
                    continue;
                }
                let all = self.movement.patterns().iter().chain([&wide]).cloned();
                if Movement::from_patterns(all) != *self.movement {
                    continue;
                }
                let text = self.single(&wide, 0);
                if let Some(text) = text
                    && best.as_ref().is_none_or(|best| text.len() < best.len())
                {
                    best = Some(text);
                }
            }
        }
        best
    }

    /// The headings and contents of all walks of one leg with the same step.
    fn kin(&self, leg: &Leg) -> (Headings, Contents, Contents) {
        let mut all = (Headings::NONE, Contents::NONE, Contents::NONE);
        for pattern in self.movement.patterns() {
            if let Pattern::Walk(walk) = pattern
                && let [other] = walk.legs.as_slice()
                && let Turn::Absolute(headings) = &other.turn
                && other.step == leg.step
            {
                all.0 = all.0.union(*headings);
                all.1 = all.1.union(other.pass);
                all.2 = all.2.union(other.take);
            }
        }
        all
    }

    fn walk(&self, walk: &Walk, depth: u8) -> Option<String> {
        let pattern = Pattern::Walk(walk.clone());
        if walk.repeat.is_some() {
            return None;
        }
        spend_each(walk.legs.len(), SPELLINGS).ok()?;
        let chains = chain::spellings(walk, self.dialect);
        let brackets: Vec<String> = match self.dialect {
            Dialect::XBetza => bracket::legs(walk)
                .iter()
                .map(|legs| bracket::joined(legs, 0))
                .collect(),
            _ => Vec::new(),
        };
        let is_bracket = |text: &String| text.contains('[');
        let mut texts: Vec<String> = chains.into_iter().chain(brackets).collect();
        texts.sort_compactly_by_key(|text| {
            let style = match self.joints {
                Joints::Shortest => false,
                Joints::Chains => is_bracket(text),
                Joints::Brackets => !is_bracket(text) && text.contains('a'),
            };
            (style, text.len() + ambiguity(text), is_bracket(text))
        });
        let whole = texts
            .into_iter()
            .take(MOST_TRIALS)
            .find(|text| self.means(text, &pattern));
        let is_long = whole.as_ref().is_none_or(|text| text.len() > 3);
        let split = if is_long {
            self.split(walk, depth)
        } else {
            None
        };
        match (whole, split) {
            (Some(whole), Some(split)) if split.len() < whole.len() => Some(split),
            (Some(whole), _) => Some(whole),
            (None, split) => split,
        }
    }

    /// Spells a walk as two: by orthogonal and diagonal first legs, or by the contents of the end square.
    fn split(&self, walk: &Walk, depth: u8) -> Option<String> {
        if depth > 2 {
            return None;
        }
        let pattern = Pattern::Walk(walk.clone());
        let mut ways: Vec<[Walk; 2]> = Vec::new();
        if let Some(Turn::Absolute(headings)) = walk.legs.first().map(|leg| &leg.turn) {
            let halves = [Headings::ORTHOGONAL, Headings::DIAGONAL].map(|half| {
                let mut part = walk.clone();
                part.legs[0].turn = Turn::Absolute(headings.intersection(half));
                part
            });
            let is_empty = |walk: &Walk| walk.legs[0].turn == Turn::Absolute(Headings::NONE);
            if !halves.iter().any(is_empty) {
                ways.push(halves);
            }
        }
        for (at, leg) in walk.legs.iter().enumerate() {
            let others = !leg.take.is_empty() || leg.en_passant || leg.edge || leg.relay;
            if !leg.pass.is_empty() && others {
                let (mut one, mut other) = (walk.clone(), walk.clone());
                one.legs[at] = Leg {
                    take: Contents::NONE,
                    en_passant: false,
                    edge: false,
                    relay: false,
                    ..leg.clone()
                };
                other.legs[at].pass = Contents::NONE;
                ways.push([one, other]);
            }
        }
        ways.into_iter().find_map(|[one, other]| {
            let parts =
                [self.walk(&one, depth + 1)?, self.walk(&other, depth + 1)?].map(|text| Part {
                    text,
                    covers: Vec::new(),
                });
            let text = side_by_side(&parts);
            self.means(&text, &pattern).then_some(text)
        })
    }

    /// A common spelling of this pattern and others of the movement, if preferred or the only way.
    fn group(&self, at: usize, covered: &[bool], singles: &[Option<String>]) -> Option<Part> {
        let texts = match &self.movement.patterns()[at] {
            Pattern::Walk(walk) if walk.repeat.is_some() => {
                chain::repeat_spellings(walk, self.dialect)
            }
            Pattern::Walk(walk) if self.dialect == Dialect::XBetza => bracket_groups(walk),
            Pattern::Walk(_) | Pattern::Universal(_) | Pattern::Placement(_) => Vec::new(),
            Pattern::Imitation(imitation) => imitation_text(*imitation, "").into_iter().collect(),
            Pattern::Castle(castle) => vec![castle_text(*castle, "s")],
        };
        let mut best: Option<(usize, Part)> = None;
        for text in texts {
            let Some(covers) = self.covered_by(&text, at) else {
                continue;
            };
            let separately: Option<usize> = covers
                .iter()
                .filter(|at| !covered[**at])
                .map(|at| singles[*at].as_ref().map(String::len))
                .sum();
            let saved = match (separately, self.joints) {
                (None, _) => usize::MAX / 2 - text.len(),
                (Some(_), Joints::Brackets) => covers.len(),
                (Some(_), Joints::Chains) if text.contains('[') => continue,
                (Some(separately), _) if text.len() < separately => separately - text.len(),
                _ => continue,
            };
            if best.as_ref().is_none_or(|(most, part)| {
                saved > *most || saved == *most && text.len() < part.text.len()
            }) {
                best = Some((saved, Part { text, covers }));
            }
        }
        best.map(|(_, part)| part)
    }

    /// The patterns that a text covers, if it covers this one and has no other meaning.
    fn covered_by(&self, text: &str, at: usize) -> Option<Vec<usize>> {
        let meaning = self.meaning(text)?;
        let known = self.movement.patterns();
        spend_each(known.len(), meaning.patterns().len() as u64).ok()?;
        if !meaning.patterns().contains(&known[at]) {
            return None;
        }
        let is_new = |pattern: &&Pattern| !known.contains(pattern);
        let mut new = meaning.patterns().iter().filter(is_new).peekable();
        if new.peek().is_some() {
            // Among many patterns, a new one is rarely redundant.
            let is_said = known.len() <= MOST_UNITED
                && Movement::from_patterns(known.iter().chain(new).cloned()) == *self.movement;
            if !is_said {
                return None;
            }
        }
        let covers = |at: &usize| meaning.patterns().contains(&known[*at]);
        Some((0..known.len()).filter(covers).collect())
    }
}

fn legs_of(pattern: &Pattern) -> usize {
    match pattern {
        Pattern::Walk(walk) => walk.legs.len(),
        _ => 1,
    }
}

/// Brackets with optional joints, and brackets with preceding directions.
fn bracket_groups(walk: &Walk) -> Vec<String> {
    let mut texts = Vec::new();
    for legs in bracket::legs(walk) {
        let joints = (legs.len() - 1).min(MOST_JOINTS);
        texts.extend((1..1_u32 << joints).map(|may_end| bracket::joined(&legs, may_end)));
    }
    let mut whole = walk.clone();
    let mut is_partial = false;
    for leg in &mut whole.legs {
        let turn = match &leg.turn {
            Turn::Absolute(headings) if leg.step.ring() == crate::geometry::Ring::Radial => {
                let all = match directions::class_of(*headings) {
                    super::directions::Class::King => Headings::ALL,
                    class => class.owned(),
                };
                Turn::Absolute(all)
            }
            Turn::Absolute(_) => Turn::Absolute(Headings::ALL),
            Turn::Relative(turns, bends) => {
                Turn::Relative(turns.union(directions::mirrored(*turns)), bends.clone())
            }
            turn => turn.clone(),
        };
        is_partial |= leg.turn != turn;
        leg.turn = turn;
    }
    if is_partial && courses(&whole.legs, MOST_COURSES).is_some() {
        for legs in bracket::legs(&whole) {
            let joints = (legs.len() - 1).min(2);
            for may_end in 0..1_u32 << joints {
                let text = bracket::joined(&legs, may_end);
                texts.extend(PREFIXES.iter().map(|prefix| format!("{prefix}{text}")));
            }
        }
    }
    texts
}
