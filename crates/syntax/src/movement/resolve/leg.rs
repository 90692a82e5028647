//! One leg: directions, modes and flags. Clauses `dir.*`, `mode.*`, `hop.*`, `toggle.*`, `lame.*`, `jump.*`, `ep.*`,
//! `curve.*`, `edge.*`.

use smallvec::{SmallVec, smallvec};

use crate::geometry::{CompactSort, Headings, Step, Wrap};
use crate::movement::Dialect;
use crate::movement::directions::{Class, Leading, select};
use crate::movement::pattern::{
    Bend, BendSide, Contents, Curve, Initial, Inside, Leg, Range, Turn,
};
use crate::source::codes;
use crate::syntax::betza::ast::{Atom, Letter};

use super::atom::{Vector, written_range};
use super::letters::Letters;
use super::{Place, Resolver, span_of};

/// The notation of the legs of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// With `a` before a shared atom.
    Chain,
    /// In brackets, with an atom for each leg.
    Bracket,
}

/// The written form of a leg.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written<'a> {
    pub(super) letters: &'a Letters,
    pub(super) atom: &'a Atom,
    pub(super) vector: Vector,
    pub(super) range: Range,
    pub(super) place: Place,
    pub(super) joint: Joint,
    pub(super) wrap: Wrap,
}

/// One reading of a leg, and whether it inverts the following ranges.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) legs: SmallVec<[Leg; 2]>,
    pub(super) toggles: bool,
}

impl Reading {
    fn single(leg: Leg) -> Reading {
        Reading {
            legs: smallvec![leg],
            toggles: false,
        }
    }
}

impl Resolver<'_> {
    /// The initial condition of the move. Clauses `initial.*`.
    pub(super) fn initial(&mut self, letters: &Letters) -> Initial {
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

    /// The edges of the board that `o` joins. Clauses `edge.1` and `edge.diagram`.
    pub(super) fn wrap(&mut self, letters: &Letters, is_single: bool) -> Wrap {
        if !is_single && self.dialect != Dialect::Diagram2020 {
            return Wrap::None;
        }
        match letters.o.len() {
            0 => Wrap::None,
            1 => Wrap::Cylinder,
            count => {
                if count > 2 {
                    self.report(
                        codes::USELESS_MODIFIER,
                        letters.o[2].span,
                        "`o` has a meaning once or twice, not three times",
                    );
                }
                Wrap::Torus
            }
        }
    }

    /// All readings of one leg. A leg with a toggle has one reading for the ends that invert the following ranges and
    /// one for the other ends (clause `toggle.2`).
    pub(super) fn leg(&mut self, written: &Written<'_>) -> Vec<Reading> {
        let Written {
            letters,
            vector,
            place,
            ..
        } = *written;
        let turn = self.turn(written);
        let curve = self.curve(letters, vector, place);
        let mut range = written.range;
        if curve != Curve::Straight && written_range(written.atom).is_none() {
            // Clause `curve.2`: without a number a curved rider has an unlimited range.
            range = Range::Unlimited;
        }
        let (inside, marks) = self.lameness(written, range);
        let skip = self.skip(written, range);
        let edge = !letters.o.is_empty() && !place.last && self.dialect != Dialect::Diagram2020;
        if let Some(o) = letters.o.first()
            && !place.first
            && place.last
        {
            self.report(
                codes::MODIFIER_NOT_HERE,
                o.span,
                "`o` has no meaning on the last of several legs",
            );
        }
        let plain = Leg {
            turn,
            owned: match written.joint {
                Joint::Bracket => vector.class.owned(),
                Joint::Chain => Headings::ALL,
            },
            range,
            skip,
            inside,
            curve,
            en_passant: letters.mode('e'),
            edge,
            wrap: written.wrap,
            // Clause `iso.1`; on a first leg, `i` is the condition of the whole move.
            iso: !place.first && !letters.i.is_empty(),
            unload: letters.u.is_some(),
            marks: marks || range == Range::ToMiddle,
            relay: letters.mode('x'),
            ..Leg::new(vector.step)
        };
        let taken = self.taken(letters);
        if place.last {
            self.last_leg(written, plain, taken)
        } else {
            self.inner_leg(letters, &plain, taken)
        }
    }

    /// The contents that the leg captures. Clauses `mode.c`, `mode.d` and `mode.k`.
    fn taken(&self, letters: &Letters) -> Contents {
        let enemy = match (letters.mode('c'), letters.mode('k'), self.dialect) {
            (true, true, Dialect::Diagram2020) => Contents::ENEMY,
            (true, true, _) => Contents::COMMONER,
            (true, false, _) => Contents::ENEMY,
            (false, true, _) => Contents::ROYAL,
            (false, false, _) => Contents::NONE,
        };
        if letters.mode('d') {
            enemy.union(Contents::FRIEND)
        } else {
            enemy
        }
    }

    /// The readings of the last leg. Clauses `mode.default.last` and `hop.*`.
    fn last_leg(
        &mut self,
        written: &Written<'_>,
        mut leg: Leg,
        mut taken: Contents,
    ) -> Vec<Reading> {
        let letters = written.letters;
        if let Some(y) = letters.mode_letter('y') {
            self.report(
                codes::USELESS_MODIFIER,
                y.span,
                "`y` inverts the legs that follow, but no leg follows",
            );
        }
        let has_mode = letters.any_mode("mex") || !taken.is_empty();
        let pass = if letters.mode('m') || !has_mode {
            Contents::EMPTY
        } else {
            Contents::NONE
        };
        if !has_mode {
            taken = Contents::ENEMY;
        }
        if let Some(t) = letters.t
            && self.dialect != Dialect::Diagram2020
        {
            // Clause `mode.t.last`.
            if !taken.meets(Contents::ROYAL) {
                self.report(
                    codes::USELESS_MODIFIER,
                    t.span,
                    "`t` spares kings, and this leg captures none",
                );
            }
            taken = taken.difference(Contents::ROYAL);
        }
        let (hops, toggles) = (letters.mode_letter('p'), letters.mode_letter('g'));
        if hops.is_none() && toggles.is_none() {
            leg.pass = pass;
            leg.take = taken;
            return vec![Reading::single(leg)];
        }
        if let (true, Some(i)) = (leg.iso, letters.i.first()) {
            self.report_with_help(
                codes::MODIFIER_NOT_HERE,
                i.span,
                "`i` cannot measure a leg that hops",
                "write the hop and the landing as separate legs, as in `paifR`",
            );
        }
        let Some((flight, landing)) = self.hop_ranges(written, &leg) else {
            return Vec::new();
        };
        let hop = Leg {
            range: flight,
            pass: Contents::OCCUPIED,
            en_passant: false,
            marks: false,
            relay: false,
            ..leg.clone()
        };
        let landing = Leg {
            // On a plain board a straight hop is `pafR`, which has two legs.
            turn: if leg.curve == Curve::Straight && leg.wrap == Wrap::None {
                Turn::Relative(Headings::of(&[0]), SmallVec::new())
            } else {
                Turn::Onward
            },
            range: landing,
            skip: 0,
            pass,
            take: taken,
            iso: false,
            unload: false,
            ..leg
        };
        vec![Reading {
            legs: smallvec![hop, landing],
            toggles: false,
        }]
    }

    /// The ranges of a single-leg hopper to its hurdle and after it. Clauses `hop.range`, `hop.grass` and `hop.both`.
    fn hop_ranges(&mut self, written: &Written<'_>, leg: &Leg) -> Option<(Range, Range)> {
        let letters = written.letters;
        let is_leap = leg.range == Range::UpTo(1)
            && (written_range(written.atom).is_none() || !written.place.first);
        Some(match (letters.mode_letter('p'), letters.mode('g')) {
            (Some(_), false) if is_leap => (leg.range, Range::UpTo(1)),
            (Some(p), _) if leg.range == Range::UpTo(1) && !is_leap => {
                self.report(
                    codes::NEVER_MOVES,
                    p.span,
                    "one step leaves no room for a mount and a landing",
                );
                return None;
            }
            (Some(_), false) => (leg.range, Range::Rest),
            (Some(_), true) => match leg.range {
                Range::UpTo(1) => (leg.range, Range::Unlimited),
                Range::UpTo(steps) => (Range::UpTo(steps - 1), Range::UpTo(1)),
                range => (range, Range::UpTo(1)),
            },
            _ if is_leap => (leg.range, Range::Unlimited),
            _ => (leg.range, Range::UpTo(1)),
        })
    }

    /// The readings of a leg before the last. Clauses `mode.default.inner` and `toggle.*`.
    fn inner_leg(&mut self, letters: &Letters, leg: &Leg, taken: Contents) -> Vec<Reading> {
        let hops = letters.any_mode("pg");
        let mount = match letters.t {
            Some(_) if self.dialect == Dialect::Diagram2020 => Contents::OCCUPIED,
            // Clause `mode.t.inner`.
            Some(_) if hops => Contents::FRIEND,
            Some(t) => {
                self.report(
                    codes::USELESS_MODIFIER,
                    t.span,
                    "`t` limits the pieces that may be hopped over, and this leg hops over none",
                );
                Contents::OCCUPIED
            }
            None => Contents::OCCUPIED,
        };
        let has_mode = letters.any_mode("mcdkepgyx") || leg.edge;
        let mut steady = Contents::NONE;
        let mut toggling = Contents::NONE;
        let when = |is_written: bool, contents: Contents| {
            if is_written { contents } else { Contents::NONE }
        };
        if letters.mode('y') {
            toggling = toggling.union(Contents::EMPTY);
            // Clause `toggle.skip`: `mpy` skips the square whatever its contents.
            toggling = toggling.union(when(letters.mode('p'), mount));
        } else {
            steady = steady.union(when(letters.mode('m') || !has_mode, Contents::EMPTY));
            steady = steady.union(when(letters.mode('p'), mount));
        }
        toggling = toggling.union(when(letters.mode('g'), mount));
        let reading = |pass: Contents, take: Contents, toggles: bool, rest: bool| Reading {
            legs: smallvec![Leg {
                pass,
                take,
                en_passant: leg.en_passant && rest,
                edge: leg.edge && rest,
                relay: leg.relay && rest,
                ..leg.clone()
            }],
            toggles,
        };
        if !toggling.is_empty() && self.dialect == Dialect::Diagram2020 {
            // Clause `toggle.diagram`: the leg as a whole inverts.
            return vec![reading(toggling.union(steady), taken, true, true)];
        }
        let mut readings = Vec::new();
        if !toggling.is_empty() {
            readings.push(reading(toggling, Contents::NONE, true, false));
        }
        let ends_otherwise = leg.en_passant || leg.edge || leg.relay;
        if !steady.is_empty() || !taken.is_empty() || ends_otherwise {
            readings.push(reading(steady, taken, false, true));
        }
        readings
    }

    /// The condition of `n` and `j` on the squares inside a step, and whether passed squares become en passant squares.
    /// Clauses `lame.*`, `jump.*` and `ep.*`.
    fn lameness(&mut self, written: &Written<'_>, range: Range) -> (Inside, bool) {
        let (letters, step) = (written.letters, written.vector.step);
        let jumps = !letters.j.is_empty() && step != Step::Radial(1);
        let Some(n) = letters.n.first() else {
            let inside = if jumps {
                Inside::Occupied
            } else {
                Inside::Anything
            };
            return (inside, false);
        };
        if jumps {
            self.report(
                codes::CONFLICTING_MODES,
                n.span,
                "`n` requires an empty path and `j` an occupied one",
            );
        }
        let place = written.place;
        let initial_first = place.first && letters.i.iter().any(|i| i.span.start < n.span.start);
        let marks = initial_first || letters.n.len() > 1;
        match step {
            Step::Radial(1) => {
                if place.last && range == Range::UpTo(1) {
                    self.report(
                        codes::USELESS_MODIFIER,
                        n.span,
                        "a single step has no squares on its path",
                    );
                }
                (Inside::Anything, true)
            }
            // Clause `ep.2`: leaps of two to four squares.
            Step::Radial(length) => (Inside::Empty, marks && length <= 4),
            Step::Oblique(1, 2) => (Inside::Empty, letters.n.len() > 1),
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

    /// The number of squares that `j` skips; 0 for must-jump leaps. Clauses `jump.*`.
    fn skip(&mut self, written: &Written<'_>, range: Range) -> u8 {
        let letters = written.letters;
        let Some(j) = letters.j.first() else {
            return 0;
        };
        match written.vector.step {
            Step::Radial(1) => {
                let skip = letters.j.len().min(usize::from(u8::MAX)) as u8;
                if matches!(range, Range::UpTo(steps) if steps <= skip) {
                    self.report(
                        codes::NEVER_MOVES,
                        j.span,
                        "`j` skips every square that the leg could reach",
                    );
                }
                skip
            }
            Step::Radial(_) => {
                if let Some(again) = letters.j.get(1) {
                    self.report(
                        codes::USELESS_MODIFIER,
                        again.span,
                        "`j` twice means the same as once on a leap",
                    );
                }
                0
            }
            Step::Oblique(..) => {
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

    /// The curve of a single leg with `z` or `q`. Clauses `curve.*`.
    fn curve(&mut self, letters: &Letters, vector: Vector, place: Place) -> Curve {
        match letters.curve.as_slice() {
            [] => Curve::Straight,
            [letter, ..] if !place.is_only() => {
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
                let is_radial_leaper = vector.class != Class::Oblique && !vector.slider;
                if letter.char == 'z' && is_radial_leaper {
                    self.report_with_help(
                        codes::CURVED_LEAPER,
                        letter.span,
                        "`z` makes a crooked rider of the leaper",
                        "write `zB` or `zR` for riders, or a number of steps",
                    );
                }
                if letter.char == 'z' {
                    Curve::Crooked
                } else {
                    Curve::Circular
                }
            }
        }
    }

    /// The turn of a leg. Clauses `dir.*`.
    pub(super) fn turn(&mut self, written: &Written<'_>) -> Turn {
        let letters = written.letters;
        if written.place.first {
            return Turn::Absolute(self.first_directions(written));
        }
        // Clause `bracket.again`.
        if letters.again.is_some() {
            if let Some(direction) = letters.all_directions().next() {
                self.report_with_help(
                    codes::USELESS_MODIFIER,
                    direction.span,
                    format!("`{}` has no effect next to `a`", direction.char),
                    "`a` already allows all directions; omit one of the two",
                );
                self.propose(direction.span, "");
            }
            return Turn::Relative(Headings::ALL, SmallVec::new());
        }
        if letters.directions.is_empty() {
            return self.default_turn(written);
        }
        let mut turns = Headings::NONE;
        let mut bends: SmallVec<[Bend; 1]> = SmallVec::new();
        for run in &letters.directions {
            let mut rest: &[Letter] = run;
            while let Some(at) = rest.iter().position(|one| matches!(one.char, 'z' | 'q')) {
                // Clause `bend.1`: `q` keeps the side of the previous bend, `z` changes it; `f` or `b` before it makes
                // 45 or 135 degrees of the 90.
                let (before, eighths) = match rest[..at] {
                    [ref before @ .., Letter { char: 'f', .. }] => (before, 1),
                    [ref before @ .., Letter { char: 'b', .. }] => (before, 3),
                    ref before => (before, 2),
                };
                turns = turns.union(self.selected(Class::King, before));
                let side = if rest[at].char == 'q' {
                    BendSide::Same
                } else {
                    BendSide::Opposite
                };
                let bend = Bend { eighths, side };
                if !bends.contains(&bend) {
                    bends.push(bend);
                }
                rest = &rest[at + 1..];
            }
            turns = turns.union(self.selected(Class::King, rest));
        }
        bends.sort_compactly();
        Turn::Relative(turns, bends)
    }

    fn first_directions(&mut self, written: &Written<'_>) -> Headings {
        let (letters, class) = (written.letters, written.vector.class);
        if letters.directions.is_empty() {
            return class.owned();
        }
        let mut headings = Headings::NONE;
        for run in &letters.directions {
            headings = headings.union(match (class, self.dialect) {
                // Clause `dir.king.classic`: K and Q are two atoms each.
                (Class::King, Dialect::Classic) => self
                    .selected(Class::Orthogonal, run)
                    .union(self.selected(Class::Diagonal, run)),
                _ => self.selected(class, run),
            });
        }
        let is_single = letters
            .all_directions()
            .all(|one| matches!(one.char, 'f' | 'b'));
        if class == Class::King
            && is_single
            && written.place.is_only()
            && written.joint == Joint::Chain
            && self.dialect == Dialect::XBetza
            && let Some(span) = letters.directions.first().and_then(|run| span_of(run))
        {
            self.report_with_help(
                codes::KING_DIRECTION,
                span,
                "a direction on K or Q selects one of eight directions, not three",
                "write `fWfF` for the three forward steps, `fW` for one",
            );
        }
        headings
    }

    /// The turn of a leg without direction letters. Clauses `dir.default.*`.
    fn default_turn(&mut self, written: &Written<'_>) -> Turn {
        if written.joint == Joint::Bracket {
            return Turn::Outward;
        }
        if !written.vector.class.is_four_way() {
            return Turn::Relative(
                Headings::ALL.difference(Headings::of(&[4])),
                SmallVec::new(),
            );
        }
        // These letters select the same headings in every dialect.
        let (turns, letters) = match self.dialect {
            Dialect::Diagram2020 => (
                Headings::ALL.difference(Headings::of(&[4])),
                "`fhbss`: anywhere but back",
            ),
            _ => (Headings::of(&[0, 2, 6]), "`ssf`: on or at a right angle"),
        };
        self.report_with_help(
            codes::CONTINUATION_WITHOUT_DIRECTION,
            written.atom.letter.span,
            "programs differ on whether a leg without directions may turn by 45 degrees here",
            format!(
                "it is read as {letters}; write this before the leg, or `fs` for 45 degrees, or `f` for straight on"
            ),
        );
        Turn::Relative(turns, SmallVec::new())
    }

    /// The headings of one run of direction letters.
    pub(super) fn selected(&mut self, class: Class, run: &[Letter]) -> Headings {
        let chars: Vec<char> = run.iter().map(|letter| letter.char).collect();
        let leading = match self.dialect {
            Dialect::Diagram2020 => Leading::OnKing,
            _ => Leading::Never,
        };
        let selection = select(class, &chars, leading);
        for index in &selection.meaningless {
            let letter = run[*index];
            let next = run.get(index + 1).map(|next| next.char);
            if letter.char == 'h' && next.is_some_and(|next| next != 'h') {
                self.report_with_help(
                    codes::FOREIGN_DIRECTION,
                    letter.span,
                    "`h` before a direction is an older notation",
                    "write `h` after its direction, as in `fh`; oblique atoms also have `hr` and `hl`",
                );
                self.swap_halves(letter, run[index + 1]);
                continue;
            }
            self.report_with_help(
                codes::MODIFIER_NOT_HERE,
                letter.span,
                format!("`{}` has no meaning here", letter.char),
                "write `h` next to a direction: `fh`, `bh`, `lh`, `rh`, or `hr` and `hl` on oblique atoms",
            );
        }
        for index in &selection.useless {
            let letter = run[*index];
            self.report(
                codes::USELESS_MODIFIER,
                letter.span,
                format!("`{}` has no effect on an orthogonal atom", letter.char),
            );
            self.propose(letter.span, "");
        }
        for index in &selection.leading {
            // Clause `dir.pair.leading`.
            let (first, second) = (run[*index], run[*index + 1]);
            self.report_with_help(
                codes::LEADING_SIDEWAYS,
                first.span.to(second.span),
                format!(
                    "programs differ on what `{}{}` means",
                    first.char, second.char
                ),
                format!("`{}{}` means the same everywhere", second.char, first.char),
            );
            self.propose(
                first.span.to(second.span),
                format!("{}{}", second.char, first.char),
            );
        }
        selection.headings
    }
}
