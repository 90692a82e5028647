//! Marks in pictures of moves: targets, conditions and blocking squares.
//!
//! Marks are derived from the paths of the resolved movement ([`ferz::compile::paths`]), never from the
//! letters of the notation, so a picture always agrees with the moves that are played.
//!
//! ```
//! use ferz::movement::Movement;
//! use ferz_designer::render::Marks;
//!
//! let knight = Movement::new("N").unwrap();
//! let marks = Marks::of(&knight).unwrap();
//! assert_eq!((marks.shape().files(), marks.shape().ranks()), (5, 5));
//! assert_eq!(marks.shape().name(marks.origin()), "c3");
//! assert!(marks.rays().is_empty());
//! ```

use std::borrow::Cow;

use super::layout::Layout;
use super::sketch::{Sketch, freest};
use ferz::compile::{PathLimitError, paths};
use ferz::definition::{Appearance, Cells, InitialDef, PieceDef};
use ferz::game::{Position, Variant};
use ferz::geometry::{BoardShape, Offset, Perspective, Square, Step, Wrap, Zone};
use ferz::movement::{Curve, Initial, Movement, Pattern, Range};
use ferz::state::{Color, MoveKind};

/// The limit of paths of one pattern in a picture.
pub(super) const PATH_LIMIT: usize = 1 << 16;

/// The largest distance from the center to the edge of a board that is chosen by reach.
pub(super) const MAX_HALF: i16 = 17;

/// The conditions of a move in addition to the contents of its target. Smaller values need less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Requirements {
    /// The piece must be unmoved, or on certain squares.
    pub initial: bool,
    /// The move must capture on the way.
    pub locust: bool,
    /// The move needs a piece on another square.
    pub hop: bool,
}

/// A sign on a square, other than a plain move or capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// The piece can capture en passant here.
    EnPassant,
    /// The target of the mover in castling.
    Castling,
    /// The square of the castling partner.
    Partner,
    /// The piece can capture an own piece here.
    Friend,
    /// The piece can swap places with a piece here.
    Swap,
    /// A move to another square needs a piece here.
    Mount,
    /// A move to another square captures an enemy here.
    Victim,
    /// A move to another square needs this square empty.
    Clear,
    /// The mover can return to its origin.
    Return,
    /// An own piece here makes the rest of the move, or lends its moves.
    Relay,
}

impl Sign {
    /// All signs, in the order of legends.
    pub const ALL: [Sign; 10] = [
        Sign::EnPassant,
        Sign::Castling,
        Sign::Partner,
        Sign::Friend,
        Sign::Swap,
        Sign::Mount,
        Sign::Victim,
        Sign::Clear,
        Sign::Return,
        Sign::Relay,
    ];
}

/// The marks of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Mark {
    /// The least conditions of a move to this square without a capture on it, if one exists.
    pub quiet: Option<Requirements>,
    /// The least conditions of a capture on this square, if one exists.
    pub capture: Option<Requirements>,
    signs: u16,
}

impl Mark {
    /// Whether the square has no marks.
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

    pub(super) fn set(&mut self, sign: Sign) {
        self.signs |= 1 << sign as u8;
    }

    pub(super) fn clear(&mut self, sign: Sign) {
        self.signs &= !(1 << sign as u8);
    }

    /// Whether a move of any kind ends here.
    pub fn is_target(self) -> bool {
        self.quiet.is_some()
            || self.capture.is_some()
            || self.has(Sign::Castling)
            || self.has(Sign::Friend)
            || self.has(Sign::Swap)
    }
}

/// A line of moves that continues beyond the board of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ray {
    /// The last square of the line on the board.
    pub from: Square,
    /// The offset to the next square, in files to the right and ranks up from White's side.
    pub towards: Offset,
}

/// A piece on a board with the marks of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    pub(super) shape: BoardShape,
    pub(super) appearance: Appearance,
    pub(super) origin: Square,
    pub(super) is_open: bool,
    pub(super) squares: Vec<Mark>,
    pub(super) rays: Vec<Ray>,
}

impl Marks {
    /// The moves of a white piece in the center of an otherwise empty board that is as large as its moves
    /// reach. Lines that continue are in [`Marks::rays`].
    ///
    /// A movement that depends on the edges of the board (bounces, ranges that count from an edge, cylinder
    /// moves) is shown on d2 or d4 of a board of 8 by 8.
    ///
    /// # Errors
    /// If the piece has too many paths for a picture.
    pub fn of(movement: &Movement) -> Result<Marks, PathLimitError> {
        Marks::seen_by(movement, Color::White)
    }

    /// [`Marks::of`] for a piece of either side.
    ///
    /// # Errors
    /// If the piece has too many paths for a picture.
    pub fn seen_by(movement: &Movement, color: Color) -> Result<Marks, PathLimitError> {
        let ways: Vec<Way<'_>> = movement.patterns().iter().map(Way::free).collect();
        Marks::of_ways(&ways, color.perspective())
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

    /// The moves of a white piece of a variant. A piece that moves alike everywhere is shown on a board
    /// chosen by reach, any other on the board of the variant, on its start square or on one from which it
    /// has more moves.
    ///
    /// # Errors
    /// If the piece has too many paths for a picture.
    pub fn of_piece(variant: &Variant, name: &str) -> Result<Marks, PathLimitError> {
        let Some((role, _, piece)) = variant.def().pieces.get_full(name) else {
            return Marks::of(&Movement::none());
        };
        let ways: Vec<Way<'_>> = Way::of_piece(piece).collect();
        let is_bound = |way: &Way<'_>| {
            way.from.is_some() || way.to.is_some() || depends_on_board(&way.pattern)
        };
        let appearance = variant.def().appearance();
        // A cutout of a board of other cells would have other directions.
        let is_grid = matches!(appearance.cells, Cells::Squares | Cells::Intersections);
        if is_grid && !ways.iter().any(is_bound) {
            let mut marks = Marks::of_ways(&ways, Perspective::White)?;
            marks.appearance.cells = appearance.cells;
            return Ok(marks);
        }
        let shape = variant.shape();
        let start = variant.start();
        let home = start
            .board()
            .pieces()
            .find(|(_, piece)| piece.role.index() == role && piece.color == Color::White)
            .map(|(square, _)| square);
        let middle = Marks::middle(shape);
        let count = |square: Square| {
            let begins =
                |way: &&Way<'_>| way.may_begin(&piece.initial, shape, Perspective::White, square);
            ways.iter().filter(begins).count()
        };
        let distance = |square: Square| {
            let dx = shape.file_of(square).abs_diff(shape.file_of(middle));
            dx.max(shape.rank_of(square).abs_diff(shape.rank_of(middle)))
        };
        let best = || {
            shape.squares().min_by_key(|square| {
                let is_home = home == Some(*square);
                (usize::MAX - count(*square), !is_home, distance(*square))
            })
        };
        let is_bound = ways.iter().any(is_bound);
        let origin = if is_bound { best() } else { None }.unwrap_or(middle);
        Marks::of_piece_on(variant, name, shape, Color::White, origin)
    }

    /// The moves of a piece of a variant on a square of an otherwise empty board. Zones of the definition
    /// apply if this is the board of the variant.
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
                let way = if is_home {
                    way
                } else {
                    Way {
                        from: None,
                        to: None,
                        ..way
                    }
                };
                if is_home && !way.may_begin(&piece.initial, shape, owner, origin) {
                    continue;
                }
                sketch.add(&way)?;
            }
            sketch.look_like(variant);
        }
        Ok(sketch.finish())
    }

    /// The legal moves of the piece on a square of a position, also of a piece of the side that is not to
    /// move. Only mounts and victims that exist are marked.
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
        sketch.look_like(variant);
        // A rule can let a side move enemy pieces.
        let mut legal = position.moves_from(origin);
        if legal.is_empty() && piece.color != position.turn() {
            legal = position.with_turn(piece.color).moves_from(origin);
        }
        for one in &legal {
            if one.kind == MoveKind::Drop {
                continue;
            }
            let mut demand = Requirements::default();
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
                    if taken.color == one.piece.color {
                        mark.set(Sign::Friend);
                    } else {
                        freest(&mut mark.capture, demand);
                    }
                }
                _ if mark.has(Sign::EnPassant) => {
                    freest(&mut mark.capture, Requirements::default());
                }
                _ => freest(&mut mark.quiet, demand),
            }
        }
        sketch.add_mounts(position, piece)?;
        Ok(sketch.finish())
    }

    /// The center square of a board, or the nearest square that exists.
    pub fn middle(shape: &BoardShape) -> Square {
        let x = (shape.files() as i16 - 1) / 2;
        let y = (shape.ranks() as i16 - 1) / 2;
        let nearest = shape.squares().min_by_key(|square| {
            let dx = (shape.file_of(*square) as i16 - x).abs();
            let dy = (shape.rank_of(*square) as i16 - y).abs();
            (dx.max(dy), dx + dy, *square)
        });
        // Every board has a square.
        nearest.unwrap_or(Square::new(0))
    }

    fn of_ways(ways: &[Way<'_>], owner: Perspective) -> Result<Marks, PathLimitError> {
        if ways.iter().any(|way| depends_on_board(&way.pattern)) {
            let runs = ways.iter().any(|way| runs_to_middle(&way.pattern));
            // A board of 8 by 8 has both squares.
            let shape = BoardShape::rectangle(8, 8).unwrap_or_else(|_| unreachable!());
            let rank = match (runs, owner) {
                (true, Perspective::White) => 1,
                (true, Perspective::Black) => 6,
                (false, _) => 3,
            };
            let origin = shape.at(3, rank).unwrap_or(Square::new(0));
            let mut sketch = Sketch::new(&shape, owner, origin);
            for way in ways {
                sketch.add(way)?;
            }
            return Ok(sketch.finish());
        }
        let mut half = 2;
        for way in ways {
            half = half.max(reach(&way.pattern)?);
        }
        let (shape, origin) = open_board(half);
        let mut sketch = Sketch::new(&shape, owner, origin).open();
        for way in ways {
            sketch.add(way)?;
        }
        for way in ways {
            if let Pattern::Walk(walk) = &*way.pattern {
                sketch.add_rays(walk, half)?;
            }
        }
        Ok(sketch.finish())
    }

    /// The places of the squares in the picture.
    pub(super) fn layout(&self) -> Layout {
        Layout::new(&self.shape, &self.appearance, Color::White)
    }

    /// The board of the picture.
    pub fn shape(&self) -> &BoardShape {
        &self.shape
    }

    /// The square of the piece.
    pub fn origin(&self) -> Square {
        self.origin
    }

    /// Whether the board is a cutout of a larger one, chosen by reach.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// The marks of a square.
    pub fn mark(&self, square: Square) -> Mark {
        self.squares[square.index()]
    }

    /// The lines that continue beyond a board chosen by reach, in ascending order.
    pub fn rays(&self) -> &[Ray] {
        &self.rays
    }

    /// Whether no square is marked.
    pub fn is_empty(&self) -> bool {
        self.squares.iter().all(|mark| mark.is_empty())
    }
}

/// A pattern with the zones in which it applies.
pub(super) struct Way<'a> {
    pub(super) pattern: Cow<'a, Pattern>,
    from: Option<&'a Zone>,
    to: Option<&'a Zone>,
}

impl<'a> Way<'a> {
    fn free(pattern: &'a Pattern) -> Self {
        Way {
            pattern: Cow::Borrowed(pattern),
            from: None,
            to: None,
        }
    }

    pub(super) fn of_piece(piece: &'a PieceDef) -> impl Iterator<Item = Way<'a>> {
        piece.moves.iter().flat_map(|one| {
            one.patterns().map(|pattern| Way {
                pattern: Cow::Owned(pattern),
                from: one.from.as_ref(),
                to: one.to.as_ref(),
            })
        })
    }

    /// Whether a move can start on `origin`, as far as the square decides.
    pub(super) fn may_begin(
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
        let when = match &*self.pattern {
            Pattern::Walk(walk) => walk.initial,
            Pattern::Universal(leap) => leap.initial,
            // For castling, the usual meaning of unmoved applies to the king.
            Pattern::Castle(_) | Pattern::Placement(_) => Initial::Any,
            Pattern::Imitation(imitation) => imitation.initial,
        };
        match (when, initial) {
            (Initial::Unmoved, InitialDef::Zone(zone)) => is_in(zone, origin),
            (Initial::OneAhead, InitialDef::Zone(zone)) => shape
                .step(origin, Offset { dx: 0, dy: -1 }, owner, Wrap::None)
                .is_some_and(|behind| is_in(zone, behind)),
            _ => true,
        }
    }

    pub(super) fn may_end(&self, owner: Perspective, to: Square) -> bool {
        self.to.is_none_or(|zone| zone.contains(to, owner))
    }
}

/// A square board with the origin in its center.
pub(super) fn open_board(half: i16) -> (BoardShape, Square) {
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
            _ => false,
        }
}

fn runs_to_middle(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Walk(walk) => walk.legs.iter().any(|leg| leg.range == Range::ToMiddle),
        _ => false,
    }
}

/// The length of a step along its longer axis.
pub(super) fn extent(step: Step) -> i16 {
    match step {
        Step::Radial(n) => n as i16,
        Step::Oblique(_, b) => b as i16,
    }
}

/// The reach of a pattern; for unlimited slides, a length that is worth showing.
fn reach(pattern: &Pattern) -> Result<i16, PathLimitError> {
    let walk = match pattern {
        Pattern::Walk(walk) => walk,
        Pattern::Castle(castle) => return Ok((castle.distance as i16).min(MAX_HALF)),
        Pattern::Universal(_) => return Ok(3),
        Pattern::Imitation(_) | Pattern::Placement(_) => return Ok(0),
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
    if let Some(repeat) = walk.repeat {
        let stretch = &walk.legs[repeat.from as usize..repeat.to as usize];
        let lap: i16 = stretch.iter().map(|leg| extent(leg.step)).sum();
        leaps += lap * repeat.at_most.unwrap_or(1).min(2) as i16;
        slides += i16::from(repeat.at_most.is_none_or(|most| most > 2));
    }
    if slides > 0 {
        return Ok((leaps + slide + slides - 1).clamp(1, MAX_HALF));
    }
    // Legs can turn back, so the real distance is measured.
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
        assert_eq!(at(&cannon, 0, 1).quiet, Some(Requirements::default()));
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
    fn lines_go_on_over_any_pieces_and_after_turns() {
        for (text, rays) in [
            ("ygafR", 4),
            ("fygafzfmR", 3),
            ("(mpaf)W", 4),
            ("(mpaf)6W", 4),
        ] {
            assert_eq!(marks(text).rays().len(), rays, "{text}");
        }
        assert!(marks("mpafW").rays().is_empty());
    }

    #[test]
    fn a_swap_is_no_capture() {
        let swapper = marks("uR");
        let near = at(&swapper, 0, 1);
        assert!(near.has(Sign::Swap) && near.quiet.is_some() && near.capture.is_none());
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
