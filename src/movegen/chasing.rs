//! Chase detection for Xiangqi.
//!
//! A chase threatens to capture a piece that is unprotected or worth more than the attacker. An attack counts
//! only if it is new, if the victim cannot capture its attacker in the same way, and if it is not made by the
//! king or a soldier. A pinned piece protects nothing, and neither does a king that the other king would
//! capture.

use super::attacks::attacked_by;
use super::mover::Mover;
use super::piece_moves::piece_moves;
use crate::definition::PieceId;
use crate::geometry::{Square, SquareSet};
use crate::rules::{Chasing, CompiledRules};
use crate::state::{Color, Move, MoveKind, Piece, Setup};

/// The pieces of the side to move that the last move chases.
pub(crate) fn chased(
    rules: &CompiledRules,
    rule: &Chasing,
    before: &Setup,
    after: &Setup,
    mv: &Move,
) -> SquareSet {
    let chase = Chase {
        rules,
        rule,
        after,
        us: after.turn,
        pins: SquareSet::new(),
    };
    chase.with_pins().of(before, mv)
}

struct Chase<'a> {
    rules: &'a CompiledRules,
    rule: &'a Chasing,
    after: &'a Setup,
    /// The side of the chased pieces.
    us: Color,
    /// Pinned pieces.
    pins: SquareSet,
}

impl Chase<'_> {
    fn with_pins(mut self) -> Self {
        let (rules, after, us) = (self.rules, self.after, self.us);
        self.pins = self.blockers(after, us);
        let king = |color| rules.royals(after, color).next();
        if let (Some(ours), Some(theirs)) = (king(us), king(us.opponent()))
            && self.holds(theirs, ours)
        {
            let on_file = |square: &Square| self.apart(*square, theirs)[0] == 0;
            let others = self
                .ours()
                .filter(|square| on_file(square) && *square != ours);
            let others: Vec<Square> = others.collect();
            if let ([only], true) = (&others[..], on_file(&ours)) {
                self.pins.insert(*only);
            }
        }
        self
    }

    /// The squares of the chased side's pieces.
    fn ours(&self) -> impl Iterator<Item = Square> + '_ {
        self.after.board.squares_of(self.us).iter()
    }

    /// The differences in files and ranks between two squares.
    fn apart(&self, from: Square, to: Square) -> [u16; 2] {
        self.rules.compass.apart(from, to)
    }

    fn kind(&self, square: Square) -> Option<PieceId> {
        let piece = self.after.board.piece(square)?;
        self.rules.kind(piece.role)
    }

    fn is(&self, square: Square, kinds: &[Option<PieceId>]) -> bool {
        let kind = self.kind(square);
        kind.is_some() && kinds.contains(&kind)
    }

    /// Whether a piece can be chased.
    fn counts(&self, square: Square) -> bool {
        let Some(piece) = self.after.board.piece(square) else {
            return false;
        };
        let soldier = self.is(square, &[self.rule.soldier]);
        let crossed = self.rule.crossed[self.us.index()].contains(square);
        !self.rules.role(piece.role).royal && (!soldier || crossed)
    }

    /// The squares on which a piece can capture.
    fn victims(&self, setup: &Setup, from: Square) -> SquareSet {
        let mut moves = Vec::new();
        if let Some(piece) = setup.board.piece(from) {
            piece_moves(&Mover::new(self.rules, setup, (from, piece)), &mut moves);
        }
        moves.iter().flat_map(|mv| mv.captures.clone()).collect()
    }

    /// Whether a piece attacks or protects an occupied square.
    fn aims(&self, setup: &Setup, from: Square, target: Square) -> bool {
        let Some(piece) = setup.board.piece(from) else {
            return false;
        };
        self.aim(setup, target, piece.color, |square| square == from)
    }

    /// Whether some pieces of a side attack or protect an occupied square.
    fn aim(
        &self,
        setup: &Setup,
        target: Square,
        by: Color,
        counts: impl Fn(Square) -> bool,
    ) -> bool {
        let mut scratch = setup.clone();
        if let Some(piece) = scratch.board.piece(target) {
            let color = by.opponent();
            scratch.board.put(target, Piece { color, ..piece });
        }
        let counts = |square: Square, _: Piece| square != target && counts(square);
        attacked_by(self.rules, &scratch, target, by, counts)
    }

    /// Pieces of either side that block an attack on a king.
    fn blockers(&self, setup: &Setup, color: Color) -> SquareSet {
        let mut found = SquareSet::new();
        let Some(king) = self.rules.royals(setup, color).next() else {
            return found;
        };
        let far: Vec<Square> = setup
            .board
            .pieces()
            .filter(|(square, piece)| {
                piece.color != color
                    && !self.rules.role(piece.role).royal
                    && self.rules.may_reach(*piece, *square, king)
                    && !self.aims(setup, *square, king)
            })
            .map(|(square, _)| square)
            .collect();
        for (square, _) in setup.board.pieces().filter(|(square, _)| *square != king) {
            let mut scratch = setup.clone();
            scratch.board.lift(square);
            let opens = |from: &Square| *from != square && self.aims(&scratch, *from, king);
            if far.iter().any(opens) {
                found.insert(square);
            }
        }
        found
    }

    fn of(&self, before: &Setup, mv: &Move) -> SquareSet {
        let mut found = SquareSet::new();
        if mv.kind != MoveKind::Normal || mv.from == mv.to {
            return found;
        }
        self.directly(mv, &mut found);
        self.by_opening(mv, &mut found);
        self.by_pinning(before, &mut found);
        found
    }

    /// Attacks by the piece that moved, except along the line of its move.
    fn directly(&self, mv: &Move, found: &mut SquareSet) {
        let to = mv.to;
        if self.rules.role(mv.piece.role).royal || self.is(to, &[self.rule.soldier]) {
            return;
        }
        let mut victims = self.victims(self.after, to);
        if self.is(to, &[self.rule.rook, self.rule.cannon]) {
            let is_upright = self.apart(mv.from, to)[0] == 0;
            let is_aside = |square: &Square| {
                let [files, ranks] = self.apart(*square, to);
                (if is_upright { files } else { ranks }) != 0
            };
            victims = victims.iter().filter(is_aside).collect();
        }
        self.add(to, &victims, found);
    }

    /// Discovered attacks.
    fn by_opening(&self, mv: &Move, found: &mut SquareSet) {
        let mut unmoved = self.after.clone();
        if !mv.is_capture() {
            unmoved.board.lift(mv.to);
        }
        unmoved.board.put(mv.from, mv.piece);
        let rule = self.rule;
        for (square, piece) in self.after.board.pieces_of(self.us.opponent()) {
            let left = self.apart(square, mv.from);
            let on_line = |[files, ranks]: [u16; 2]| (files == 0) != (ranks == 0);
            let concerned = self.is(square, &[rule.horse]) && matches!(left, [0, 1] | [1, 0])
                || self.is(square, &[rule.elephant]) && left == [1, 1]
                || self.is(square, &[rule.rook, rule.cannon]) && on_line(left)
                || self.is(square, &[rule.cannon]) && on_line(self.apart(square, mv.to));
            if concerned {
                let mut earlier = unmoved.clone();
                earlier.board.put(square, piece);
                let known = self.victims(&earlier, square);
                let new = self.victims(self.after, square).difference(&known);
                self.add(square, &new, found);
            }
        }
    }

    /// Adds the victims of one attacker that are chased.
    fn add(&self, attacker: Square, victims: &SquareSet, found: &mut SquareSet) {
        if victims.difference(found).is_empty() {
            return;
        }
        let rule = self.rule;
        let victims: Vec<Square> = victims
            .iter()
            .filter(|square| self.counts(*square))
            .collect();
        let stronger: &[Option<PieceId>] = if self.is(attacker, &[rule.horse, rule.cannon]) {
            &[rule.rook]
        } else if self.is(attacker, &[rule.elephant, rule.advisor]) {
            &[rule.rook, rule.cannon, rule.horse]
        } else {
            &[]
        };
        let better = victims.iter().copied();
        found.extend(better.filter(|square| self.is(*square, stronger)));
        let kind = self.kind(attacker);
        let mut pieces = self.after.board.pieces();
        let hindered = self.is(attacker, &[rule.horse])
            && pieces.any(|(square, _)| self.apart(square, attacker) == [1, 1]);
        for victim in victims {
            let alike = self.kind(victim) == kind;
            let mutual = if hindered {
                alike && self.aims(self.after, victim, attacker)
            } else {
                alike && !self.pins.contains(victim)
            };
            if !mutual && !self.is_protected(attacker, victim) {
                found.insert(victim);
            }
        }
    }

    /// Whether the attacker could be recaptured.
    fn is_protected(&self, attacker: Square, victim: Square) -> bool {
        let (rules, us) = (self.rules, self.us);
        let mut taken = self.after.clone();
        taken.board.lift(attacker);
        let free = |square: Square| !self.pins.contains(square);
        if !self.aim(&taken, victim, us, free) {
            return false;
        }
        let is_king = |square: Square| {
            let piece = self.after.board.piece(square);
            piece.is_some_and(|piece| rules.role(piece.role).royal)
        };
        if self.aim(&taken, victim, us, |square| {
            free(square) && !is_king(square)
        }) {
            return true;
        }
        // Only the king can recapture, if it neither faces the other king nor enters an attacked square.
        let them = us.opponent();
        let theirs = rules.royals(self.after, them).next();
        let faces = |king| self.holds(king, victim) && self.sees(&taken, king, victim);
        if theirs.is_some_and(faces) {
            return false;
        }
        if let Some(king) = rules.royals(self.after, us).next() {
            taken.board.lift(king);
        }
        !self.aim(&taken, victim, them, |_| true)
    }

    /// Whether a king controls a square on an open line: by the flying general rule or because it captures
    /// kings.
    fn holds(&self, king: Square, square: Square) -> bool {
        let piece = self.after.board.piece(king);
        self.rules.facts.checks.flying_generals
            || piece.is_some_and(|piece| self.rules.may_reach(piece, king, square))
    }

    /// Whether the squares between two squares of a file or rank are empty.
    fn sees(&self, setup: &Setup, from: Square, to: Square) -> bool {
        let [files, ranks] = self.apart(from, to);
        let mut between = self.rules.shape.line_between(from, to).into_iter();
        (files == 0) != (ranks == 0) && between.all(|square| setup.board.piece(square).is_none())
    }

    /// Pieces that lose their protector by a new pin, and threats by pieces of the opponent that newly block.
    fn by_pinning(&self, before: &Setup, found: &mut SquareSet) {
        let (rules, after, us) = (self.rules, self.after, self.us);
        let them = us.opponent();
        let earlier = self.blockers(before, us);
        let new = self.blockers(after, us).difference(&earlier);
        let bound = self.blockers(after, them);
        let Some(king) = rules.royals(after, us).next() else {
            return;
        };
        for square in &new {
            let Some(piece) = after.board.piece(square) else {
                continue;
            };
            if piece.color == us {
                let free = |from: Square| !bound.contains(from);
                found.extend(self.ours().filter(|other| {
                    self.counts(*other)
                        && self.aims(after, square, *other)
                        && self.aim(after, *other, them, free)
                }));
            } else {
                let mut gone = after.clone();
                gone.board.lift(square);
                gone.board.lift(king);
                let threats = self.victims(after, square);
                found.extend(threats.iter().filter(|other| {
                    !self.aims(after, king, *other) || self.aim(&gone, *other, them, |_| true)
                }));
            }
        }
    }
}
