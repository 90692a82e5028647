//! Marks under construction: converts paths to marks on squares.

use smallvec::SmallVec;

use super::marks::{
    MAX_HALF, Mark, Marks, PATH_LIMIT, Ray, Requirements, Sign, Way, extent, open_board,
};
use ferz::compile::{Path, PathLimitError, paths};
use ferz::definition::{Appearance, Cells, RoyalRule};
use ferz::game::{Position, Variant};
use ferz::geometry::{
    BoardShape, CompactSort, Offset, Perspective, Square, SquareSet, Wrap, sorted, value_for,
};
use ferz::movement::{Contents, Curve, Initial, Pattern, Range, Side, Universal, Walk, courses};
use ferz::state::{Cell, Piece};

/// The limit of courses whose lines are followed beyond the picture.
const MOST_COURSES: usize = 512;

/// Marks under construction.
pub(super) struct Sketch {
    shape: BoardShape,
    appearance: Appearance,
    owner: Perspective,
    origin: Square,
    is_open: bool,
    marks: Vec<Mark>,
    rays: Vec<Ray>,
    /// The squares that are empty on every path to a target, by target.
    clear: Vec<(Square, Option<SquareSet>)>,
}

impl Sketch {
    pub(super) fn new(shape: &BoardShape, owner: Perspective, origin: Square) -> Sketch {
        Sketch {
            shape: shape.clone(),
            appearance: Appearance::default(),
            owner,
            origin,
            is_open: false,
            marks: vec![Mark::default(); shape.area()],
            rays: Vec::new(),
            clear: Vec::new(),
        }
    }

    /// Declares the board a cutout of a larger one.
    #[must_use]
    pub(super) fn open(mut self) -> Sketch {
        self.is_open = true;
        self
    }

    /// Draws the board as that of a variant, or another board with cells of the same form.
    pub(super) fn look_like(&mut self, variant: &Variant) {
        let appearance = variant.def().appearance();
        if self.shape == *variant.shape() {
            self.appearance = appearance;
        } else if appearance.cells != Cells::Rings {
            self.appearance.cells = appearance.cells;
        }
    }

    pub(super) fn at(&mut self, square: Square) -> &mut Mark {
        &mut self.marks[square.index()]
    }

    pub(super) fn add(&mut self, way: &Way<'_>) -> Result<(), PathLimitError> {
        match &*way.pattern {
            Pattern::Walk(walk) => {
                let found = paths(walk, &self.shape, self.owner, self.origin, PATH_LIMIT)?;
                for path in &found {
                    if way.may_end(self.owner, path.to) {
                        self.add_path(path, walk.initial != Initial::Any);
                    }
                }
            }
            Pattern::Castle(castle) => {
                self.add_castling(castle.side, castle.distance, castle.inset);
            }
            Pattern::Universal(leap) => self.add_universal(way, *leap),
            // Their moves depend on the game, not on the board.
            Pattern::Imitation(_) | Pattern::Placement(_) => {}
        }
        Ok(())
    }

    fn add_path(&mut self, path: &Path, initial: bool) {
        // The moves of another piece from there are not moves of this one.
        if path.borrows || path.mover != self.origin {
            let relay = if path.borrows { path.to } else { path.mover };
            self.at(relay).set(Sign::Relay);
            return;
        }
        let mut demand = Requirements {
            initial,
            locust: !path.taken.is_empty(),
            hop: false,
        };
        for victim in &path.taken {
            if *victim != path.to {
                self.at(*victim).set(Sign::Victim);
            }
        }
        let mut clear = SquareSet::new();
        for condition in &path.conditions {
            if path.taken.contains(&condition.square) || path.en_passant.contains(&condition.square)
            {
                continue;
            }
            if !condition.contents.meets(Contents::EMPTY) {
                demand.hop = true;
                self.at(condition.square).set(Sign::Mount);
            } else if !condition.contents.includes(Contents::ANY) {
                clear.insert(condition.square);
            }
        }
        let known = value_for(&mut self.clear, path.to);
        *known = Some(match known {
            Some(known) => known.intersection(&clear),
            None => clear,
        });
        for passed in &path.en_passant {
            self.at(*passed).set(Sign::EnPassant);
        }
        if path.to == self.origin {
            self.at(path.to).set(Sign::Return);
            return;
        }
        let swaps = path.unload == Some(self.origin);
        let mark = self.at(path.to);
        if path.en_passant.contains(&path.to) {
            return;
        }
        if path.pass.meets(Contents::EMPTY.union(Contents::ABSENT)) {
            freest(&mut mark.quiet, demand);
        }
        add_capture(mark, path.take, swaps, demand);
    }

    fn add_castling(&mut self, side: Side, distance: u8, inset: u8) {
        let is_left = (side == Side::Left) == (self.owner == Perspective::White);
        let sign = if is_left { -1 } else { 1 };
        let file = self.shape.file_of(self.origin) as i16 + sign * distance as i16;
        let rank = self.shape.rank_of(self.origin);
        let at = |file: i16| {
            let square = self.shape.at(u8::try_from(file).ok()?, rank)?;
            Some(square).filter(|square| self.shape.exists(*square))
        };
        let edge = if is_left {
            inset as i16
        } else {
            self.shape.files() as i16 - 1 - inset as i16
        };
        let (to, partner) = (at(file), at(edge));
        // The edges of an open board are unknown.
        let is_beyond = sign * (edge - self.shape.file_of(self.origin) as i16) >= 2;
        if let Some(to) = to {
            self.at(to).set(Sign::Castling);
            if let Some(partner) = partner.filter(|_| is_beyond && !self.is_open) {
                self.at(partner).set(Sign::Partner);
            }
        }
    }

    fn add_universal(&mut self, way: &Way<'_>, leap: Universal) {
        let demand = Requirements {
            initial: leap.initial != Initial::Any,
            ..Requirements::default()
        };
        let squares: Vec<Square> = self.shape.squares().collect();
        for to in squares {
            if to == self.origin || !way.may_end(self.owner, to) {
                continue;
            }
            let mark = self.at(to);
            if leap.pass.meets(Contents::EMPTY) {
                freest(&mut mark.quiet, demand);
            }
            add_capture(mark, leap.take, leap.unload, demand);
        }
    }

    /// Finds the lines of a walk that leave an open board: the paths on a slightly larger board that end just
    /// outside of it.
    pub(super) fn add_rays(&mut self, walk: &Walk, half: i16) -> Result<(), PathLimitError> {
        let longest = walk.legs.iter().map(|leg| extent(leg.step)).max();
        let lines = lines(walk);
        let longest = lines.iter().copied().map(length).chain(longest).max();
        let margin = longest.unwrap_or(1).min((MAX_HALF - half).max(0));
        let (large, middle) = open_board(half + margin);
        let place = |square: Square| {
            let x = large.file_of(square) as i16 - large.file_of(middle) as i16;
            let y = large.rank_of(square) as i16 - large.rank_of(middle) as i16;
            (x, y)
        };
        let paths = paths(walk, &large, self.owner, middle, PATH_LIMIT)?;
        let ends: SquareSet = paths.iter().map(|path| path.to).collect();
        for path in &paths {
            let (x, y) = place(path.to);
            if x.abs().max(y.abs()) <= half {
                continue;
            }
            let last = path
                .conditions
                .iter()
                .map(|condition| place(condition.square))
                .filter(|(x, y)| x.abs().max(y.abs()) <= half)
                .filter_map(|at| {
                    Some((at, self.shape.at((at.0 + half) as u8, (at.1 + half) as u8)?))
                })
                .filter(|(_, square)| self.marks[square.index()].is_target())
                .min_by_key(|((px, py), _)| (x - px).abs().max((y - py).abs()));
            if let Some(((px, py), from)) = last
                && (x - px).abs().max((y - py).abs()) <= margin
            {
                let towards = Offset {
                    dx: x - px,
                    dy: y - py,
                };
                self.rays.push(Ray { from, towards });
                continue;
            }
            // Without conditions on the way, a line shows by its targets at equal distances.
            for step in &lines {
                let back = |square| {
                    let back = Offset {
                        dx: -step.dx,
                        dy: -step.dy,
                    };
                    let square = large.step(square, back, self.owner, Wrap::None)?;
                    ends.contains(square).then_some(square)
                };
                let Some((before, _)) = back(path.to).zip(back(path.to).and_then(back)) else {
                    continue;
                };
                let (px, py) = place(before);
                if px.abs().max(py.abs()) <= half
                    && let Some(from) = self.shape.at((px + half) as u8, (py + half) as u8)
                    && self.marks[from.index()].is_target()
                {
                    let towards = Offset {
                        dx: x - px,
                        dy: y - py,
                    };
                    self.rays.push(Ray { from, towards });
                }
            }
        }
        Ok(())
    }

    /// Marks the pieces on other squares that legal moves of the piece need.
    pub(super) fn add_mounts(
        &mut self,
        position: &Position,
        piece: Piece,
    ) -> Result<(), PathLimitError> {
        let variant = position.variant();
        let def = variant.def();
        let royal = |role: usize| {
            variant.compiled_rules().facts.royal == RoyalRule::Check
                && def.pieces.get_index(role).is_some_and(|(_, def)| def.royal)
        };
        let contents = |square: Square| match position.board().get(square) {
            Cell::Empty if self.shape.vanishing().contains(square) => Contents::ABSENT,
            Cell::Empty => Contents::EMPTY,
            Cell::Wall => Contents::WALL,
            Cell::Piece(other) if other.color == piece.color => Contents::FRIEND,
            Cell::Piece(other) if royal(other.role.index()) => Contents::ROYAL,
            Cell::Piece(_) => Contents::COMMONER,
        };
        let Some((_, def)) = def.pieces.get_index(piece.role.index()) else {
            return Ok(());
        };
        let mut mounts: SmallVec<[Square; 8]> = SmallVec::new();
        for way in Way::of_piece(def) {
            let Pattern::Walk(walk) = &*way.pattern else {
                continue;
            };
            for path in paths(walk, &self.shape, self.owner, self.origin, PATH_LIMIT)? {
                let is_made = path.to == self.origin || self.marks[path.to.index()].is_target();
                let holds = path
                    .conditions
                    .iter()
                    .all(|condition| condition.contents.meets(contents(condition.square)));
                let ends = path.pass.union(path.take).meets(contents(path.to));
                if !(is_made && holds && (ends || path.to == self.origin)) {
                    continue;
                }
                let needed = path.conditions.iter().filter(|condition| {
                    !condition.contents.meets(Contents::EMPTY)
                        && !path.taken.contains(&condition.square)
                });
                mounts.extend(needed.map(|condition| condition.square));
            }
        }
        for mount in mounts {
            self.at(mount).set(Sign::Mount);
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Marks {
        let clear = std::mem::take(&mut self.clear);
        for square in clear
            .iter()
            .filter_map(|(_, squares)| squares.as_ref())
            .flatten()
        {
            self.at(square).set(Sign::Clear);
        }
        for mark in &mut self.marks {
            // On a target, the signs of blocking are redundant.
            if mark.is_target() {
                mark.clear(Sign::Clear);
                mark.clear(Sign::Mount);
            }
            if mark.has(Sign::Mount) || mark.has(Sign::Victim) {
                mark.clear(Sign::Clear);
            }
        }
        let origin = self.origin.index();
        let returns = self.marks[origin].has(Sign::Return);
        self.marks[origin] = Mark::default();
        if returns {
            self.marks[origin].set(Sign::Return);
        }
        self.rays.sort_compactly();
        self.rays.dedup();
        Marks {
            shape: self.shape,
            appearance: self.appearance,
            origin: self.origin,
            is_open: self.is_open,
            squares: self.marks,
            rays: self.rays,
        }
    }
}

/// The offsets by which the ends of a walk move on if one of its legs is longer by a step, or its repeated
/// stretch by a copy.
fn lines(walk: &Walk) -> Vec<Offset> {
    let mut lines = Vec::new();
    for course in courses(&walk.legs, MOST_COURSES).unwrap_or_default() {
        let steps: Vec<Offset> = walk
            .legs
            .iter()
            .zip(course)
            .map(|(leg, heading)| leg.step.offset(heading))
            .collect();
        for (leg, step) in walk.legs.iter().zip(&steps) {
            if leg.range == Range::Unlimited && leg.curve == Curve::Straight {
                lines.push(*step);
            }
        }
        if let Some(repeat) = walk.repeat {
            let stretch = &steps[usize::from(repeat.from)..usize::from(repeat.to)];
            lines.push(Offset {
                dx: stretch.iter().map(|step| step.dx).sum(),
                dy: stretch.iter().map(|step| step.dy).sum(),
            });
        }
    }
    lines.retain(|line| *line != Offset { dx: 0, dy: 0 });
    sorted(lines)
}

fn length(offset: Offset) -> i16 {
    offset.dx.abs().max(offset.dy.abs())
}

/// Marks the captures at the end of a move.
fn add_capture(mark: &mut Mark, take: Contents, swaps: bool, demand: Requirements) {
    if swaps && take.meets(Contents::ENEMY.union(Contents::FRIEND)) {
        mark.set(Sign::Swap);
        return;
    }
    if take.meets(Contents::ENEMY) {
        freest(&mut mark.capture, demand);
    }
    if take.meets(Contents::FRIEND) {
        mark.set(Sign::Friend);
    }
}

pub(super) fn freest(known: &mut Option<Requirements>, demand: Requirements) {
    *known = Some(known.map_or(demand, |known| known.min(demand)));
}
