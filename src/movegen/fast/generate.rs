//! Legal moves by constraint masks: nothing is made and tested but castling and en passant.
//!
//! For every path by which an opponent could attack the royal piece, at most a few squares decide
//! whether a move of ours opens or closes it. Each such path becomes a [`Constraint`]: pieces that
//! take part in it may go to `inside`, all others to `outside`. A path is described by the squares
//! that must be empty and those that must be occupied, so riders, lame leapers, hoppers and bent
//! riders are all one case.

use smallvec::SmallVec;

use super::bits::Bits;
use super::position::{FastPosition, Packed, Root, kind};
use super::tables::{Aim, Atom, Tables};
use crate::state::Role;

/// What to do with the legal moves.
pub(crate) trait Sink<const N: usize> {
    /// Moves from one square that have no effect but capture.
    fn plain(&mut self, from: usize, targets: Bits<N>);
    /// Moves from one square, some of which may mark squares.
    fn moves(&mut self, from: usize, targets: Bits<N>, marks: &[(u16, Bits<N>)]);
    /// Moves that are all the same shift.
    fn shifted(&mut self, targets: Bits<N>, delta: i32, marks: Option<&[Vec<(u16, Bits<N>)>]>);
    /// A single move.
    fn one(&mut self, one: Packed);
    /// Many moves of which only the number matters, if that is all the sink wants.
    fn many(&mut self, count: impl FnOnce() -> u64) -> bool;
}

/// Counts.
pub(crate) struct Count(pub(crate) u64);

impl<const N: usize> Sink<N> for Count {
    #[inline(always)]
    fn plain(&mut self, _: usize, targets: Bits<N>) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn moves(&mut self, _: usize, targets: Bits<N>, _: &[(u16, Bits<N>)]) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn shifted(&mut self, targets: Bits<N>, _: i32, _: Option<&[Vec<(u16, Bits<N>)>]>) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn one(&mut self, _: Packed) {
        self.0 += 1;
    }

    #[inline(always)]
    fn many(&mut self, count: impl FnOnce() -> u64) -> bool {
        self.0 += count();
        true
    }
}

impl<const N: usize> Sink<N> for Vec<Packed> {
    #[inline(always)]
    fn plain(&mut self, from: usize, targets: Bits<N>) {
        targets.each(|to| self.push(Packed::new(from, to, kind::PLAIN, 0)));
    }

    #[inline(always)]
    fn moves(&mut self, from: usize, targets: Bits<N>, marks: &[(u16, Bits<N>)]) {
        targets.each(|to| self.push(Packed::new(from, to, marked(marks, to), 0)));
    }

    #[inline(always)]
    fn shifted(&mut self, targets: Bits<N>, delta: i32, marks: Option<&[Vec<(u16, Bits<N>)>]>) {
        targets.each(|to| {
            let from = (to as i32 - delta) as usize;
            let kind = marks.map_or(kind::PLAIN, |marks| marked(&marks[from], to));
            self.push(Packed::new(from, to, kind, 0));
        });
    }

    #[inline(always)]
    fn one(&mut self, one: Packed) {
        self.push(one);
    }

    #[inline(always)]
    fn many(&mut self, _: impl FnOnce() -> u64) -> bool {
        false
    }
}

#[inline(always)]
fn marked<const N: usize>(marks: &[(u16, Bits<N>)], to: usize) -> u32 {
    let marks = marks
        .iter()
        .any(|(target, squares)| *target as usize == to && squares.any());
    if marks { kind::MARKING } else { kind::PLAIN }
}

/// What one path to our royal piece demands.
#[derive(Clone, Copy)]
struct Constraint<const N: usize> {
    /// Our pieces that take part in the path.
    participants: Bits<N>,
    /// Where they may go.
    inside: Bits<N>,
    /// Where all others may go.
    outside: Bits<N>,
}

struct Generator<'a, const N: usize, const G: usize> {
    tables: &'a Tables<N>,
    root: &'a Root<N>,
    position: &'a FastPosition<N, G>,
    us: usize,
    own: Bits<N>,
    opponents: Bits<N>,
    occupied: Bits<N>,
    /// Vanishing squares that are not there.
    absent: Bits<N>,
    /// Squares that a piece outside all paths may go to.
    allowed: Bits<N>,
    /// Pieces that take part in a path.
    special: Bits<N>,
    constraints: SmallVec<[Constraint<N>; 8]>,
    checked: bool,
}

/// Gives all legal moves of a position to the sink.
#[inline(always)]
pub(crate) fn generate<const N: usize, const G: usize>(
    tables: &Tables<N>,
    root: &Root<N>,
    position: &FastPosition<N, G>,
    sink: &mut impl Sink<N>,
) {
    let us = position.turn as usize & 1;
    let own = position.colors[us];
    let opponents = position.colors[us ^ 1];
    let mut generator = Generator {
        tables,
        root,
        position,
        us,
        own,
        opponents,
        occupied: own | opponents,
        absent: tables.vanishing.without(own | opponents),
        allowed: Bits::ALL,
        special: Bits::NONE,
        constraints: SmallVec::new(),
        checked: false,
    };
    if tables.royal.is_some() {
        generator.constrain();
        generator.royal(sink);
    }
    generator.pieces(sink);
    if position.passed.any() {
        generator.en_passant(sink);
    }
}

impl<const N: usize, const G: usize> Generator<'_, N, G> {
    /// Collects what every possible path to our royal piece demands.
    #[inline(always)]
    fn constrain(&mut self) {
        let them = self.us ^ 1;
        let king = self.position.royal[self.us & 1] as usize;
        for attack in &self.tables.sides[them & 1].attacks {
            let table = &self.tables.path_tables[attack.table];
            let sources =
                *table.reach.at(king) & self.position.groups[them & 1][attack.group & (G - 1)];
            if sources.is_empty() {
                continue;
            }
            if attack.free {
                sources.each(|source| {
                    self.allowed &= Bits::one(source);
                    self.checked = true;
                });
                continue;
            }
            sources.each(|source| {
                for needs in table.needs(king, source) {
                    let blockers = needs.empty & self.occupied;
                    if !table.hops {
                        let (participants, inside, outside) = match blockers.count() {
                            0 => {
                                self.checked = true;
                                self.allowed &= needs.empty | Bits::one(source);
                                (Bits::NONE, Bits::ALL, needs.empty | Bits::one(source))
                            }
                            1 if (blockers & self.own).any() => {
                                (blockers, needs.empty | Bits::one(source), Bits::ALL)
                            }
                            _ => continue,
                        };
                        self.special |= participants;
                        self.constraints.push(Constraint {
                            participants,
                            inside,
                            outside,
                        });
                        continue;
                    }
                    let missing = needs.occupied.without(self.occupied);
                    let way = || needs.empty | Bits::one(source);
                    let (participants, inside, outside) = match (blockers.count(), missing.count())
                    {
                        (0, 0) => {
                            self.checked = true;
                            (needs.occupied & self.own, Bits::ALL, way())
                        }
                        (1, 0) if (blockers & self.own).any() => (blockers, way(), Bits::ALL),
                        (0, 1) => (needs.occupied & self.own, Bits::ALL, !missing),
                        (1, 1) if (blockers & self.own).any() => (blockers, !missing, Bits::ALL),
                        _ => continue,
                    };
                    self.allowed &= outside;
                    self.special |= participants;
                    self.constraints.push(Constraint {
                        participants,
                        inside,
                        outside,
                    });
                }
            });
        }
        self.special |= Bits::one(king);
    }

    /// Where a piece that takes part in a path may go.
    fn allowed_from(&self, square: usize) -> Bits<N> {
        // Paths without conditions have no constraint of their own; they are in `allowed` only as
        // far as no constraint's `outside` is, so they are taken up again here.
        let mut allowed = self.free_allowed();
        for constraint in &self.constraints {
            let part = constraint.participants.has(square);
            allowed &= if part {
                constraint.inside
            } else {
                constraint.outside
            };
        }
        allowed
    }

    /// Where pieces may go as far as attackers without conditions are concerned.
    fn free_allowed(&self) -> Bits<N> {
        let them = self.us ^ 1;
        let king = self.position.royal[self.us & 1] as usize;
        let mut allowed = Bits::ALL;
        for attack in self.tables.sides[them & 1]
            .attacks
            .iter()
            .filter(|attack| attack.free)
        {
            let table = &self.tables.path_tables[attack.table];
            let sources =
                *table.reach.at(king) & self.position.groups[them & 1][attack.group & (G - 1)];
            sources.each(|source| allowed &= Bits::one(source));
        }
        allowed
    }

    /// Whether the opponent attacks `target` on a board occupied by `occupied`, not counting his
    /// pieces on `excluded`.
    #[inline(always)]
    fn attacked(&self, target: usize, occupied: &Bits<N>, excluded: Bits<N>) -> bool {
        let them = self.us ^ 1;
        self.tables.sides[them & 1].attacks.iter().any(|attack| {
            let pieces = self.position.groups[them & 1][attack.group & (G - 1)].without(excluded);
            let near = *self.tables.path_tables[attack.table].reach.at(target) & pieces;
            near.any()
                && (attack.free
                    || (self.tables.kernels[attack.kernel].targets(target, occupied) & near).any())
        })
    }

    #[inline(always)]
    fn aimed(&self, aim: Aim) -> Bits<N> {
        match aim {
            Aim::Both => !(self.own | self.absent),
            Aim::Quiet => !(self.occupied | self.absent),
            Aim::Capture => self.opponents,
            Aim::CaptureCommoner => match self.tables.royal {
                Some(_) => self
                    .opponents
                    .without(Bits::one(self.position.royal[self.us ^ 1] as usize)),
                None => self.opponents,
            },
        }
    }

    #[inline(always)]
    fn royal(&mut self, sink: &mut impl Sink<N>) {
        let king = self.position.royal[self.us & 1] as usize;
        let without = self.occupied ^ Bits::one(king);
        for (kernel, aim) in &self.tables.sides[self.us & 1].royal {
            let targets =
                self.tables.kernels[*kernel].targets(king, &self.occupied) & self.aimed(*aim);
            targets.each(|to| {
                let there = Bits::one(to);
                if !self.attacked(to, &(without | there), there) {
                    sink.one(Packed::new(king, to, kind::PLAIN, 0));
                }
            });
        }
        let rights = self.position.rights >> (16 * self.us) & 0xffff;
        if rights != 0 && !self.checked {
            self.castle(rights, sink);
        }
    }

    #[inline(never)]
    fn castle(&self, mut rights: u32, sink: &mut impl Sink<N>) {
        while rights != 0 {
            let number = rights.trailing_zeros() as usize;
            rights &= rights - 1;
            let castling = &self.root.castlings[self.us][number];
            if (castling.between & self.occupied).any() {
                continue;
            }
            let without = self.occupied ^ Bits::one(castling.from);
            let after = without ^ Bits::one(castling.partner)
                | Bits::one(castling.to)
                | Bits::one(castling.partner_to);
            let safe =
                castling.passed.iter().all(|square| {
                    !self.attacked(*square, &(without | Bits::one(*square)), Bits::NONE)
                }) && !self.attacked(castling.to, &after, Bits::NONE);
            if safe {
                sink.one(Packed::new(
                    castling.from,
                    castling.to,
                    kind::CASTLE,
                    number,
                ));
            }
        }
    }

    #[inline(always)]
    fn pieces(&self, sink: &mut impl Sink<N>) {
        let side = &self.tables.sides[self.us & 1];
        for atom in &side.atoms {
            let pieces = self.position.groups[self.us & 1][atom.group & (G - 1)];
            let aimed = self.aimed(atom.aim);
            let plain = pieces.without(self.special);
            if atom.shifts.is_empty() {
                let kernel = &self.tables.kernels[atom.kernel];
                let mask = aimed & self.allowed;
                if atom.promotes.is_none() && !atom.marks {
                    kernel.each(plain, &self.occupied, |from, targets| {
                        sink.plain(from, targets & mask)
                    });
                } else {
                    plain.each(|from| {
                        let targets = kernel.targets(from, &self.occupied) & mask;
                        self.emit(atom, from, targets, sink);
                    });
                }
            } else {
                for shift in &atom.shifts {
                    let mut origins = plain & shift.origins;
                    for empty in &shift.empty {
                        origins = origins.without(self.occupied.shifted(-*empty));
                    }
                    let mut targets = origins.shifted(shift.delta) & aimed & self.allowed;
                    if let Some(role) = atom.promotes {
                        let Some(promotion) = &side.promotions[role.index()] else {
                            continue;
                        };
                        let promoting = targets & promotion.zone;
                        if promoting.any() {
                            targets = targets.without(promoting);
                            promoting.each(|to| {
                                self.promote(
                                    role,
                                    (to as i32 - shift.delta) as usize,
                                    Bits::one(to),
                                    sink,
                                );
                            });
                        }
                    }
                    sink.shifted(
                        targets,
                        shift.delta,
                        atom.marks.then_some(side.marks.as_slice()),
                    );
                }
            }
            let bound = pieces & self.special;
            if bound.any() {
                self.bound(atom, bound, aimed, sink);
            }
        }
    }

    /// Moves of pieces that take part in a path to our royal piece.
    #[inline(never)]
    fn bound(&self, atom: &Atom<N>, mut bound: Bits<N>, aimed: Bits<N>, sink: &mut impl Sink<N>) {
        if self.tables.royal.is_some() {
            bound = bound.without(Bits::one(self.position.royal[self.us & 1] as usize));
        }
        let kernel = &self.tables.kernels[atom.kernel];
        bound.each(|from| {
            let targets = kernel.targets(from, &self.occupied) & aimed & self.allowed_from(from);
            self.emit(atom, from, targets, sink);
        });
    }

    #[inline(always)]
    fn emit(&self, atom: &Atom<N>, from: usize, targets: Bits<N>, sink: &mut impl Sink<N>) {
        let mut targets = targets;
        let side = &self.tables.sides[self.us & 1];
        if let Some(role) = atom.promotes
            && let Some(promotion) = &side.promotions[role.index()]
        {
            let promoting = targets & promotion.zone;
            if promoting.any() {
                targets = targets.without(promoting);
                self.promote(role, from, promoting, sink);
            }
        }
        let marks: &[(u16, Bits<N>)] = if atom.marks { &side.marks[from] } else { &[] };
        sink.moves(from, targets, marks);
    }

    /// Moves into the promotion zone.
    #[inline(never)]
    fn promote(&self, role: Role, from: usize, targets: Bits<N>, sink: &mut impl Sink<N>) {
        let Some(promotion) = &self.tables.sides[self.us & 1].promotions[role.index()] else {
            return;
        };
        for part in &promotion.parts {
            let here = targets & part.squares;
            if here.is_empty() {
                continue;
            }
            let available = |choice: &&super::tables::Choice| {
                (!choice.from_hand || self.position.hands[self.us][choice.role.index() & 31] > 0)
                    && choice.limit.is_none_or(|limit| {
                        self.position.count(self.us, choice.role) < limit as u32
                    })
            };
            let choices = || part.choices.iter().filter(available);
            if sink.many(|| here.count() as u64 * (choices().count() as u64 + u64::from(part.stay)))
            {
                continue;
            }
            here.each(|to| {
                for choice in choices() {
                    let kind = if choice.from_hand {
                        kind::PROMOTE_FROM_HAND
                    } else {
                        kind::PROMOTE
                    };
                    sink.one(Packed::new(from, to, kind, choice.role.index()));
                }
                if part.stay {
                    sink.one(Packed::new(from, to, kind::PLAIN, 0));
                }
            });
        }
    }

    /// En passant removes a piece from another square than it lands on, so each is tested on the
    /// board as it will be.
    #[inline(never)]
    fn en_passant(&self, sink: &mut impl Sink<N>) {
        let side = &self.tables.sides[self.us & 1];
        let victim = Bits::one(self.position.victim as usize);
        for atom in &side.en_passant {
            self.position.passed.each(|to| {
                let origins = self.tables.kernels[atom.kernel].targets(to, &self.occupied)
                    & self.position.groups[self.us & 1][atom.group & (G - 1)];
                origins.each(|from| {
                    let after = self.occupied ^ Bits::one(from) ^ victim | Bits::one(to);
                    let king = self.position.royal[self.us & 1] as usize;
                    if self.tables.royal.is_some() && self.attacked(king, &after, victim) {
                        return;
                    }
                    self.finish_en_passant(atom.promotes, from, to, sink);
                });
            });
        }
    }

    fn finish_en_passant(
        &self,
        promotes: Option<Role>,
        from: usize,
        to: usize,
        sink: &mut impl Sink<N>,
    ) {
        let promotion = promotes
            .and_then(|role| self.tables.sides[self.us & 1].promotions[role.index()].as_ref());
        match promotion.filter(|promotion| promotion.zone.has(to)) {
            None => sink.one(Packed::new(from, to, kind::EN_PASSANT, 0)),
            Some(promotion) => {
                for part in promotion.parts.iter().filter(|part| part.squares.has(to)) {
                    if part.stay {
                        sink.one(Packed::new(from, to, kind::EN_PASSANT, 0));
                    }
                    for choice in part
                        .choices
                        .iter()
                        .filter(|choice| !choice.from_hand && choice.limit.is_none())
                    {
                        sink.one(Packed::new(
                            from,
                            to,
                            kind::EN_PASSANT,
                            choice.role.index() + 1,
                        ));
                    }
                }
            }
        }
    }
}
