//! What a picture of moves marks: where a piece may go, under which conditions, and what stands in
//! its way.
//!
//! Marks are read off the paths of the resolved movement ([`crate::compile::paths`]), never off the
//! letters of a notation, so a picture cannot disagree with the moves that are played.
//!
//! ```
//! use ferz::movement::Movement;
//! use ferz::render::Marks;
//!
//! let knight = Movement::new("N").unwrap();
//! let marks = Marks::of(&knight).unwrap();
//! assert_eq!((marks.shape().files(), marks.shape().ranks()), (5, 5));
//! assert_eq!(marks.shape().name(marks.origin()), "c3");
//! assert!(marks.rays().is_empty());
//! ```

use smallvec::SmallVec;

use crate::compile::{Path, PathLimitError, paths};
use crate::definition::{InitialDef, PieceDef, RoyalRule};
use crate::game::{Position, Variant};
use crate::geometry::{BoardShape, Offset, Perspective, Square, Step, Wrap, Zone};
use crate::movement::{Contents, Curve, Initial, Movement, Pattern, Range, Side, Universal, Walk};
use crate::state::{Cell, Color, MoveKind, Piece};

/// The largest number of paths of one pattern that a picture looks at.
const PATH_LIMIT: usize = 1 << 16;

/// The largest distance from the middle to the edge of a board that is chosen by reach.
const MAX_HALF: i16 = 17;

/// What else a move to a square asks for, besides the square itself. Smaller is freer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Demand {
    /// The piece must not have moved, or must stand on certain squares.
    pub initial: bool,
    /// Something must be captured on the way.
    pub locust: bool,
    /// Something must stand on another square.
    pub hop: bool,
}

/// One of the things that can be said of a square besides that a piece may go there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// A piece that has just passed here may be captured here.
    EnPassant,
    /// The mover comes here when it castles.
    Castling,
    /// The partner in castling stands here.
    Partner,
    /// A piece of the own side may be captured here.
    Friend,
    /// Something must stand here for a move to another square.
    Mount,
    /// An enemy here is captured in passing, on a move to another square.
    Victim,
    /// Nothing may stand here, or a move to another square is blocked.
    Clear,
    /// The mover may end where it began.
    Return,
}

impl Sign {
    /// All signs, in the order of legends.
    pub const ALL: [Sign; 8] = [
        Sign::EnPassant,
        Sign::Castling,
        Sign::Partner,
        Sign::Friend,
        Sign::Mount,
        Sign::Victim,
        Sign::Clear,
        Sign::Return,
    ];
}

/// The marks of one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Mark {
    /// What a move here without capturing here asks for, if there is one: the freest.
    pub quiet: Option<Demand>,
    /// What a capture here asks for, if there is one: the freest.
    pub capture: Option<Demand>,
    signs: u8,
}

impl Mark {
    /// Whether nothing is to be drawn.
    pub fn is_empty(self) -> bool {
        self == Mark::default()
    }

    /// Whether the sign is set.
    pub fn has(self, sign: Sign) -> bool {
        self.signs & (1 << sign as u8) != 0
    }

    /// The signs of the square, in the order of legends.
    pub fn signs(self) -> impl Iterator<Item = Sign> {
        Sign::ALL.into_iter().filter(move |sign| self.has(*sign))
    }

    fn set(&mut self, sign: Sign) {
        self.signs |= 1 << sign as u8;
    }

    fn clear(&mut self, sign: Sign) {
        self.signs &= !(1 << sign as u8);
    }

    /// Whether a move of any kind ends here.
    pub fn is_target(self) -> bool {
        self.quiet.is_some()
            || self.capture.is_some()
            || self.has(Sign::Castling)
            || self.has(Sign::Friend)
    }
}

/// A line of moves that goes on beyond the board of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ray {
    /// The last square of it on the board.
    pub from: Square,
    /// Where the next one would be: files to the right and ranks up, seen by White.
    pub towards: Offset,
}

/// A piece on a board and the marks of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    shape: BoardShape,
    origin: Square,
    is_open: bool,
    marks: Vec<Mark>,
    rays: Vec<Ray>,
}

impl Marks {
    /// The moves of a white piece in the middle of an otherwise empty board that is as large as
    /// its moves reach. Lines that would go on are in [`Marks::rays`].
    ///
    /// A movement that depends on where the edge of the board is (it bends there, counts from
    /// there or goes around it) is shown on d2 or d4 of a board of 8 by 8.
    ///
    /// # Errors
    /// If the piece has too many paths for a picture.
    pub fn of(movement: &Movement) -> Result<Marks, PathLimitError> {
        let ways: Vec<Way<'_>> = movement.patterns().iter().map(Way::free).collect();
        Marks::of_ways(&ways)
    }

    /// The moves of a piece on a square of an otherwise empty board.
    ///
    /// # Errors
    /// If the piece has too many paths for a picture.
    pub fn on(
        movement: &Movement,
        shape: &BoardShape,
        color: Color,
        origin: Square,
    ) -> Result<Marks, PathLimitError> {
        let mut sketch = Sketch::new(shape, color.perspective(), origin);
        for pattern in movement.patterns() {
            sketch.add(&Way::free(pattern))?;
        }
        Ok(sketch.finish())
    }

    /// The moves of a white piece of a variant: on a board chosen by reach if the piece moves
    /// alike everywhere, otherwise where it stands at the start, on the board of the variant.
    ///
    /// # Errors
    /// If the piece has too many paths for a picture.
    pub fn of_piece(variant: &Variant, name: &str) -> Result<Marks, PathLimitError> {
        let Some((role, _, piece)) = variant.def().pieces.get_full(name) else {
            return Marks::of(&Movement::none());
        };
        let is_bound = piece
            .moves
            .iter()
            .any(|one| one.from.is_some() || one.to.is_some());
        if is_bound {
            let start = variant.start();
            let home = start
                .board()
                .pieces()
                .find(|(_, piece)| piece.role.index() == role && piece.color == Color::White)
                .map(|(square, _)| square)
                .or_else(|| middle(variant.shape()));
            if let Some(home) = home {
                return Marks::of_piece_on(variant, name, variant.shape(), Color::White, home);
            }
        }
        let ways: Vec<Way<'_>> = Way::of_piece(piece).collect();
        Marks::of_ways(&ways)
    }

    /// The moves of a piece of a variant on a square of an otherwise empty board. Zones of the
    /// definition count if it is the board of the variant.
    ///
    /// # Errors
    /// If the piece has too many paths for a picture.
    pub fn of_piece_on(
        variant: &Variant,
        name: &str,
        shape: &BoardShape,
        color: Color,
        origin: Square,
    ) -> Result<Marks, PathLimitError> {
        let owner = color.perspective();
        let mut sketch = Sketch::new(shape, owner, origin);
        if let Some(piece) = variant.def().pieces.get(name) {
            let is_home = shape == variant.shape();
            for way in Way::of_piece(piece) {
                let way = if is_home { way } else { Way::free(way.pattern) };
                if is_home && !way.may_begin(&piece.initial, shape, owner, origin) {
                    continue;
                }
                sketch.add(&way)?;
            }
        }
        Ok(sketch.finish())
    }

    /// The legal moves of the piece on a square of a position; of a piece whose turn it is not,
    /// those it would have. Mounts and victims are marked where they stand.
    ///
    /// # Errors
    /// If the piece has too many paths for a picture.
    pub fn in_position(position: &Position, origin: Square) -> Result<Marks, PathLimitError> {
        let variant = position.variant();
        let shape = variant.shape();
        let Some(piece) = position.board().piece(origin) else {
            return Ok(Sketch::new(shape, Perspective::White, origin).finish());
        };
        let owner = piece.color.perspective();
        let mut sketch = Sketch::new(shape, owner, origin);
        let legal = if piece.color == position.turn() {
            position.legal_moves()
        } else {
            position.with_turn(piece.color).legal_moves()
        };
        for one in legal.iter().filter(|one| one.from == origin) {
            if one.kind == MoveKind::Drop {
                continue;
            }
            let mut demand = Demand::default();
            for victim in one.captures.iter().filter(|victim| **victim != one.to) {
                let is_passed = position
                    .setup()
                    .en_passant
                    .iter()
                    .any(|passed| passed.target == one.to && passed.victim == *victim);
                if is_passed {
                    sketch.at(one.to).set(Sign::EnPassant);
                } else {
                    demand.locust = true;
                }
                sketch.at(*victim).set(Sign::Victim);
            }
            if one.to == origin {
                sketch.at(origin).set(Sign::Return);
                continue;
            }
            if one.kind == MoveKind::Castle {
                sketch.at(one.to).set(Sign::Castling);
                for (partner, _) in &one.shifts {
                    sketch.at(*partner).set(Sign::Partner);
                }
                continue;
            }
            let mark = sketch.at(one.to);
            match position.board().piece(one.to) {
                Some(taken) if one.captures.contains(&one.to) => {
                    if taken.color == piece.color {
                        mark.set(Sign::Friend);
                    } else {
                        freest(&mut mark.capture, demand);
                    }
                }
                _ if mark.has(Sign::EnPassant) => freest(&mut mark.capture, Demand::default()),
                _ => freest(&mut mark.quiet, demand),
            }
        }
        sketch.add_mounts(position, piece)?;
        Ok(sketch.finish())
    }

    fn of_ways(ways: &[Way<'_>]) -> Result<Marks, PathLimitError> {
        if ways.iter().any(|way| depends_on_board(way.pattern)) {
            let runs = ways.iter().any(|way| runs_to_middle(way.pattern));
            // A board of 8 by 8 has both squares.
            let shape = BoardShape::rectangle(8, 8).unwrap_or_else(|_| unreachable!());
            let origin = shape
                .at(3, if runs { 1 } else { 3 })
                .unwrap_or(Square::new(0));
            let mut sketch = Sketch::new(&shape, Perspective::White, origin);
            for way in ways {
                sketch.add(way)?;
            }
            return Ok(sketch.finish());
        }
        let mut half = 2;
        for way in ways {
            half = half.max(reach(way.pattern)?);
        }
        let (shape, origin) = open_board(half);
        let mut sketch = Sketch::new(&shape, Perspective::White, origin);
        sketch.is_open = true;
        for way in ways {
            sketch.add(way)?;
        }
        for way in ways {
            if let Pattern::Walk(walk) = way.pattern {
                sketch.add_rays(walk, half)?;
            }
        }
        sketch.rays.sort_unstable();
        sketch.rays.dedup();
        Ok(sketch.finish())
    }

    /// The board of the picture.
    pub fn shape(&self) -> &BoardShape {
        &self.shape
    }

    /// Where the piece stands.
    pub fn origin(&self) -> Square {
        self.origin
    }

    /// Whether the board is a part of a larger one, chosen by reach.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// The marks of a square.
    pub fn mark(&self, square: Square) -> Mark {
        self.marks[square.index()]
    }

    /// Lines that go on beyond a board chosen by reach, in ascending order.
    pub fn rays(&self) -> &[Ray] {
        &self.rays
    }

    /// Whether no square is marked.
    pub fn is_empty(&self) -> bool {
        self.marks.iter().all(|mark| mark.is_empty())
    }
}

/// A pattern with the squares on which it applies.
struct Way<'a> {
    pattern: &'a Pattern,
    from: Option<&'a Zone>,
    to: Option<&'a Zone>,
}

impl<'a> Way<'a> {
    fn free(pattern: &'a Pattern) -> Self {
        Way {
            pattern,
            from: None,
            to: None,
        }
    }

    fn of_piece(piece: &'a PieceDef) -> impl Iterator<Item = Way<'a>> {
        piece.moves.iter().flat_map(|one| {
            one.movement.patterns().iter().map(|pattern| Way {
                pattern,
                from: one.from.as_ref(),
                to: one.to.as_ref(),
            })
        })
    }

    /// Whether the move may begin on `origin`, as far as the square can tell.
    fn may_begin(
        &self,
        initial: &InitialDef,
        shape: &BoardShape,
        owner: Perspective,
        origin: Square,
    ) -> bool {
        let is_in = |zone: &Zone, square: Square| zone.contains(square, owner);
        if !self.from.is_none_or(|zone| is_in(zone, origin)) {
            return false;
        }
        let when = match self.pattern {
            Pattern::Walk(walk) => walk.initial,
            Pattern::Universal(leap) => leap.initial,
            // A castling king is unmoved in the plain sense.
            Pattern::Castle(_) => Initial::Any,
        };
        match (when, initial) {
            (Initial::Unmoved, InitialDef::Zone(zone)) => is_in(zone, origin),
            (Initial::OneAhead, InitialDef::Zone(zone)) => shape
                .step(origin, Offset { dx: 0, dy: -1 }, owner, Wrap::None)
                .is_some_and(|behind| is_in(zone, behind)),
            _ => true,
        }
    }

    fn may_end(&self, owner: Perspective, to: Square) -> bool {
        self.to.is_none_or(|zone| zone.contains(to, owner))
    }
}

/// Marks in the making.
struct Sketch {
    shape: BoardShape,
    owner: Perspective,
    origin: Square,
    is_open: bool,
    marks: Vec<Mark>,
    rays: Vec<Ray>,
}

impl Sketch {
    fn new(shape: &BoardShape, owner: Perspective, origin: Square) -> Sketch {
        Sketch {
            shape: shape.clone(),
            owner,
            origin,
            is_open: false,
            marks: vec![Mark::default(); shape.area()],
            rays: Vec::new(),
        }
    }

    fn at(&mut self, square: Square) -> &mut Mark {
        &mut self.marks[square.index()]
    }

    fn add(&mut self, way: &Way<'_>) -> Result<(), PathLimitError> {
        match way.pattern {
            Pattern::Walk(walk) => {
                let found = paths(walk, &self.shape, self.owner, self.origin, PATH_LIMIT)?;
                for path in &found {
                    if way.may_end(self.owner, path.to) {
                        self.add_path(path, walk.initial != Initial::Any);
                    }
                }
            }
            Pattern::Castle(castle) => {
                self.add_castling(castle.side, castle.distance, castle.inset)
            }
            Pattern::Universal(leap) => self.add_universal(way, *leap),
        }
        Ok(())
    }

    fn add_path(&mut self, path: &Path, initial: bool) {
        let mut demand = Demand {
            initial,
            locust: !path.taken.is_empty(),
            hop: false,
        };
        for victim in &path.taken {
            if *victim != path.to {
                self.at(*victim).set(Sign::Victim);
            }
        }
        for condition in &path.conditions {
            if path.taken.contains(&condition.square) || path.en_passant.contains(&condition.square)
            {
                continue;
            }
            if !condition.contents.meets(Contents::EMPTY) {
                demand.hop = true;
                self.at(condition.square).set(Sign::Mount);
            } else if !condition.contents.includes(Contents::ANY) {
                self.at(condition.square).set(Sign::Clear);
            }
        }
        for passed in &path.en_passant {
            self.at(*passed).set(Sign::EnPassant);
        }
        if path.to == self.origin {
            self.at(path.to).set(Sign::Return);
            return;
        }
        let mark = self.at(path.to);
        if path.en_passant.contains(&path.to) {
            return;
        }
        if path.pass.meets(Contents::EMPTY.union(Contents::ABSENT)) {
            freest(&mut mark.quiet, demand);
        }
        if path.take.meets(Contents::ENEMY) {
            freest(&mut mark.capture, demand);
        }
        if path.take.meets(Contents::FRIEND) {
            mark.set(Sign::Friend);
        }
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
        // Where the board ends is not known on an open one.
        let is_beyond = sign * (edge - self.shape.file_of(self.origin) as i16) >= 2;
        if let Some(to) = to {
            self.at(to).set(Sign::Castling);
            if let Some(partner) = partner.filter(|_| is_beyond && !self.is_open) {
                self.at(partner).set(Sign::Partner);
            }
        }
    }

    fn add_universal(&mut self, way: &Way<'_>, leap: Universal) {
        let demand = Demand {
            initial: leap.initial != Initial::Any,
            ..Demand::default()
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
            if leap.take.meets(Contents::ENEMY) {
                freest(&mut mark.capture, demand);
            }
            if leap.take.meets(Contents::FRIEND) {
                mark.set(Sign::Friend);
            }
        }
    }

    /// Finds where the lines of a walk leave an open board: on a board that is a little larger,
    /// where do paths lead that end just outside?
    fn add_rays(&mut self, walk: &Walk, half: i16) -> Result<(), PathLimitError> {
        let longest = walk.legs.iter().map(|leg| extent(leg.step)).max();
        let margin = longest.unwrap_or(1).min((MAX_HALF - half).max(0));
        let (large, middle) = open_board(half + margin);
        let place = |square: Square| {
            let x = large.file_of(square) as i16 - large.file_of(middle) as i16;
            let y = large.rank_of(square) as i16 - large.rank_of(middle) as i16;
            (x, y)
        };
        for path in paths(walk, &large, self.owner, middle, PATH_LIMIT)? {
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
            }
        }
        Ok(())
    }

    /// Marks the pieces that legal moves of the piece need on other squares.
    fn add_mounts(&mut self, position: &Position, piece: Piece) -> Result<(), PathLimitError> {
        let variant = position.variant();
        let def = variant.def();
        let royal = |role: usize| {
            def.rules.royal == RoyalRule::Check
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
            let Pattern::Walk(walk) = way.pattern else {
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

    fn finish(mut self) -> Marks {
        for mark in &mut self.marks {
            // That a line of moves is blocked by what stands on it goes without saying.
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
        Marks {
            shape: self.shape,
            origin: self.origin,
            is_open: self.is_open,
            marks: self.marks,
            rays: self.rays,
        }
    }
}

fn freest(known: &mut Option<Demand>, demand: Demand) {
    *known = Some(known.map_or(demand, |known| known.min(demand)));
}

/// The square in the middle of a board, or the existing one next to it.
pub(super) fn middle(shape: &BoardShape) -> Option<Square> {
    let (x, y) = (
        (shape.files() as i16 - 1) / 2,
        (shape.ranks() as i16 - 1) / 2,
    );
    shape.squares().min_by_key(|square| {
        let dx = (shape.file_of(*square) as i16 - x).abs();
        let dy = (shape.rank_of(*square) as i16 - y).abs();
        (dx.max(dy), dx + dy, *square)
    })
}

/// A square board with the origin in its middle.
fn open_board(half: i16) -> (BoardShape, Square) {
    let half = half.clamp(0, MAX_HALF) as u8;
    // The side is between 1 and 35.
    let shape =
        BoardShape::rectangle(2 * half + 1, 2 * half + 1).unwrap_or_else(|_| unreachable!());
    let origin = shape.at(half, half).unwrap_or(Square::new(0));
    (shape, origin)
}

fn depends_on_board(pattern: &Pattern) -> bool {
    runs_to_middle(pattern)
        || match pattern {
            Pattern::Walk(walk) => walk
                .legs
                .iter()
                .any(|leg| leg.edge || leg.wrap != Wrap::None),
            Pattern::Castle(_) | Pattern::Universal(_) => false,
        }
}

fn runs_to_middle(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Walk(walk) => walk.legs.iter().any(|leg| leg.range == Range::ToMiddle),
        Pattern::Castle(_) | Pattern::Universal(_) => false,
    }
}

/// Squares that one step goes along a file or a rank.
fn extent(step: Step) -> i16 {
    match step {
        Step::Radial(n) => n as i16,
        Step::Oblique(_, b) => b as i16,
    }
}

/// How far a pattern reaches; of endless lines, how much is worth showing.
fn reach(pattern: &Pattern) -> Result<i16, PathLimitError> {
    let walk = match pattern {
        Pattern::Walk(walk) => walk,
        Pattern::Castle(castle) => return Ok((castle.distance as i16).min(MAX_HALF)),
        Pattern::Universal(_) => return Ok(3),
    };
    let (mut leaps, mut slide, mut slides) = (0, 0, 0);
    for leg in &walk.legs {
        let step = extent(leg.step);
        match (leg.range, leg.curve) {
            (Range::Unlimited, Curve::Circular) => leaps += 4 * step,
            (Range::Unlimited, _) => {
                let steps = if step == 1 { 3 } else { 2 };
                slide = slide.max((steps + leg.skip as i16) * step);
                slides += 1;
            }
            (Range::UpTo(n), _) => leaps += n as i16 * step,
            (Range::Rest | Range::ToMiddle, _) => {}
        }
    }
    if slides > 0 {
        return Ok((leaps + slide + slides - 1).clamp(1, MAX_HALF));
    }
    // Chains may turn back: look how far they really come.
    let (shape, origin) = open_board(leaps);
    let (x, y) = (shape.file_of(origin) as i16, shape.rank_of(origin) as i16);
    let distance = |square: Square| {
        let dx = (shape.file_of(square) as i16 - x).abs();
        dx.max((shape.rank_of(square) as i16 - y).abs())
    };
    let found = paths(walk, &shape, Perspective::White, origin, PATH_LIMIT)?;
    let ends = found.iter().flat_map(|path| {
        let on_the_way = path.conditions.iter().map(|condition| condition.square);
        on_the_way.chain([path.to])
    });
    Ok(ends.map(distance).max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(text: &str) -> Marks {
        Marks::of(&Movement::new(text).unwrap()).unwrap()
    }

    fn at(marks: &Marks, dx: i16, dy: i16) -> Mark {
        let shape = marks.shape();
        let file = shape.file_of(marks.origin()) as i16 + dx;
        let rank = shape.rank_of(marks.origin()) as i16 + dy;
        marks.mark(shape.at(file as u8, rank as u8).unwrap())
    }

    #[test]
    fn a_cannon_slides_and_captures_over_a_mount() {
        let cannon = marks("mRcpR");
        assert_eq!(at(&cannon, 0, 1).quiet, Some(Demand::default()));
        assert_eq!(at(&cannon, 0, 1).capture, None);
        let capture = at(&cannon, 0, 2).capture.unwrap();
        assert!(capture.hop && !capture.locust);
        assert_eq!(cannon.rays().len(), 4);
    }

    #[test]
    fn a_lame_leaper_shows_the_squares_that_block_it() {
        let mao = marks("nN");
        assert!(at(&mao, 0, 1).has(Sign::Clear));
        assert!(!at(&mao, 1, 1).has(Sign::Clear));
        assert!(at(&mao, 1, 2).quiet.is_some());
    }

    #[test]
    fn a_pawn_shows_its_double_step_and_en_passant() {
        let pawn = marks("fmWfceFifmnD");
        assert_eq!(pawn.shape().files(), 5);
        assert!(at(&pawn, 0, 2).quiet.unwrap().initial);
        assert!(at(&pawn, 1, 1).has(Sign::EnPassant));
        assert!(at(&pawn, 1, 1).capture.is_some());
    }

    #[test]
    fn a_rider_ends_with_rays_and_a_leaper_without() {
        assert_eq!(marks("NN").rays().len(), 8);
        assert_eq!(marks("Q").rays().len(), 8);
        assert!(marks("KNAD").rays().is_empty());
        assert!(marks("R4").rays().is_empty());
    }

    #[test]
    fn a_grasshopper_shows_mounts_beside_it() {
        let hopper = marks("gQ");
        assert!(at(&hopper, 1, 1).has(Sign::Mount));
        assert!(at(&hopper, 2, 2).quiet.unwrap().hop);
    }

    #[test]
    fn castling_without_a_board_has_no_partner() {
        let king = marks("KisO2");
        assert!(at(&king, 2, 0).has(Sign::Castling));
        assert_eq!(king.shape().files(), 5);
    }
}
