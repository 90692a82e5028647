//! Layout of a board in a picture: the center and outline of each cell, lines, and names.
//!
//! All pictures of boards use it: SVG and PNG, the page, and `<ferz-board>`. The unit is the side of the square in
//! which a piece is drawn; x runs to the right and y down.

use std::f64::consts::{FRAC_PI_2, PI};

use ferz::definition::{Appearance, Cells, SubBoard};
use ferz::geometry::{BoardShape, CompactSort, Square, grouped};
use ferz::state::Color;

/// A point, or a displacement.
pub(super) type Point = [f64; 2];

/// The height of a hexagon.
const HEX: f64 = 1.1;
/// The width of the cells in the innermost ring, on its center line.
const INNER: f64 = 0.95;
/// The largest angle of an arc that is drawn as one line.
const ARC: f64 = PI / 30.0;
/// The gap between two boards in a row.
const GAP: f64 = 0.8;
/// The gap between two rows, for the names of files.
const ROW_GAP: f64 = 0.8;
/// The height of the name of a board.
const TITLE: f64 = 0.6;

/// The name of a file, a rank or a board.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Name {
    pub(super) text: String,
    /// A point on the edge of the board.
    pub(super) at: Point,
    /// The direction from there to the text, at most 1 long.
    pub(super) towards: Point,
}

/// The places of the cells of a board.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) cells: Cells,
    pub(super) width: f64,
    pub(super) height: f64,
    /// Centers by square.
    centers: Vec<Point>,
    /// Outlines by square, clockwise; empty for holes.
    outlines: Vec<Vec<Point>>,
    /// The lines of a board of intersections.
    pub(super) lines: Vec<[Point; 2]>,
    pub(super) names: Vec<Name>,
    /// Whether names are on all four sides.
    pub(super) is_named_around: bool,
}

impl Layout {
    pub(super) fn new(shape: &BoardShape, appearance: &Appearance, below: Color) -> Layout {
        let mut layout = Layout {
            cells: appearance.cells,
            width: 0.0,
            height: 0.0,
            centers: vec![[0.0; 2]; shape.area()],
            outlines: vec![Vec::new(); shape.area()],
            lines: Vec::new(),
            names: Vec::new(),
            is_named_around: appearance.cells == Cells::Rings,
        };
        let whole = vec![vec![SubBoard {
            name: String::new(),
            files: (0, shape.files() - 1),
            ranks: (0, shape.ranks() - 1),
        }]];
        let is_divided = !appearance.boards.is_empty();
        let rows = if is_divided {
            &appearance.boards
        } else {
            &whole
        };
        // Seen by Black, the whole table is turned.
        let turned = |length: usize, index: usize| match below {
            Color::White => index,
            Color::Black => length - 1 - index,
        };
        let mut y = 0.0;
        for row in 0..rows.len() {
            let row = &rows[turned(rows.len(), row)];
            let mut x: f64 = 0.0;
            let mut height: f64 = 0.0;
            let title = if row.iter().any(|board| !board.name.is_empty()) {
                TITLE
            } else {
                0.0
            };
            let top = if y > 0.0 { y + ROW_GAP } else { y } + title;
            for index in 0..row.len() {
                let board = &row[turned(row.len(), index)];
                let left = if x > 0.0 { x + GAP } else { x };
                let part = Part::new(shape, appearance, board, below);
                layout.put(&part, [left, top]);
                if !board.name.is_empty() {
                    layout.names.push(Name {
                        text: board.name.clone(),
                        at: [left + part.width / 2.0, top],
                        towards: [0.0, -1.0],
                    });
                }
                x = left + part.width;
                height = height.max(part.height);
            }
            layout.width = layout.width.max(x);
            y = top + height;
        }
        layout.height = y;
        layout
    }

    fn put(&mut self, part: &Part<'_>, by: Point) {
        for (square, center, outline) in &part.squares {
            self.centers[square.index()] = sum(*center, by);
            if part.shape.exists(*square) {
                self.outlines[square.index()] = outline.iter().map(|one| sum(*one, by)).collect();
            }
        }
        let lines = part.lines.iter().map(|line| line.map(|end| sum(end, by)));
        self.lines.extend(lines);
        let names = part.names.iter().cloned();
        self.names.extend(names.map(|name| Name {
            at: sum(name.at, by),
            ..name
        }));
    }

    pub(super) fn center(&self, square: Square) -> Point {
        self.centers[square.index()]
    }

    /// The corners of a cell, clockwise.
    pub(super) fn outline(&self, square: Square) -> &[Point] {
        &self.outlines[square.index()]
    }

    /// Whether the cell is a square of side 1.
    pub(super) const fn has_squares(&self) -> bool {
        matches!(self.cells, Cells::Squares | Cells::Intersections)
    }

    /// The number of a cell's color: 0 is dark, 1 is light, 2 is between.
    pub(super) fn color(&self, shape: &BoardShape, square: Square) -> usize {
        let sum = usize::from(shape.file_of(square)) + usize::from(shape.rank_of(square));
        match self.cells {
            Cells::Squares | Cells::Rings => sum % 2,
            Cells::Intersections => 1,
            Cells::Hexes => sum % 3,
        }
    }

    /// The outer edges of the chosen cells: edges that only one of them has. Collinear edges are
    /// joined: first the horizontal ones from the lowest, then the vertical ones from the left;
    /// slanted edges follow.
    pub(super) fn frame(&self, has: impl Fn(Square) -> bool) -> Vec<[Point; 2]> {
        let mut sides: Vec<([[i64; 2]; 2], [Point; 2])> = Vec::new();
        for (index, outline) in self.outlines.iter().enumerate() {
            if outline.is_empty() || !has(Square::new(index as u16)) {
                continue;
            }
            for (corner, from) in outline.iter().enumerate() {
                let to = outline[(corner + 1) % outline.len()];
                let mut ends = [rounded(*from), rounded(to)];
                ends.sort_compactly();
                sides.push((ends, [*from, to]));
            }
        }
        let mut across: Vec<(i64, [f64; 2])> = Vec::new();
        let mut along: Vec<(i64, [f64; 2])> = Vec::new();
        let mut slanted = Vec::new();
        for (_, alike) in grouped(sides) {
            let [side] = alike[..] else { continue };
            let [[x1, y1], [x2, y2]] = side;
            let [[kx1, ky1], [kx2, ky2]] = side.map(rounded);
            if ky1 == ky2 {
                across.push((-ky1, [x1.min(x2), x1.max(x2)]));
            } else if kx1 == kx2 {
                // From the bottom up.
                along.push((kx1, [-y1.max(y2), -y1.min(y2)]));
            } else {
                slanted.push(side);
            }
        }
        let mut frame = Vec::new();
        for (key, runs) in grouped(across) {
            let y = -(key as f64) / GRAIN;
            frame.extend(
                joined(runs)
                    .into_iter()
                    .map(|[from, to]| [[from, y], [to, y]]),
            );
        }
        for (key, runs) in grouped(along) {
            let x = key as f64 / GRAIN;
            frame.extend(
                joined(runs)
                    .into_iter()
                    .map(|[from, to]| [[x, -from], [x, -to]]),
            );
        }
        frame.extend(slanted);
        frame
    }
}

/// The number of grid steps per unit: points that round to the same grid point are equal.
const GRAIN: f64 = 10_000.0;

fn rounded(point: Point) -> [i64; 2] {
    point.map(|value| (value * GRAIN).round() as i64)
}

/// Merges adjoining intervals.
fn joined(mut runs: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    runs.sort_compactly_by(|one, other| one[0].total_cmp(&other[0]));
    let mut found: Vec<[f64; 2]> = Vec::new();
    for [from, to] in runs {
        match found.last_mut() {
            Some(last) if from - last[1] < 1.0 / GRAIN => last[1] = to,
            _ => found.push([from, to]),
        }
    }
    found
}

fn sum([x, y]: Point, [dx, dy]: Point) -> Point {
    [x + dx, y + dy]
}

/// A board by itself, with its upper left corner at the origin.
struct Part<'a> {
    shape: &'a BoardShape,
    width: f64,
    height: f64,
    squares: Vec<(Square, Point, Vec<Point>)>,
    lines: Vec<[Point; 2]>,
    names: Vec<Name>,
}

impl<'a> Part<'a> {
    fn new(
        shape: &'a BoardShape,
        appearance: &Appearance,
        board: &SubBoard,
        below: Color,
    ) -> Part<'a> {
        let mut part = Part {
            shape,
            width: 0.0,
            height: 0.0,
            squares: Vec::new(),
            lines: Vec::new(),
            names: Vec::new(),
        };
        let (files, ranks) = (board.files, board.ranks);
        for rank in ranks.0..=ranks.1 {
            for file in files.0..=files.1 {
                let Some(square) = shape.at(file, rank) else {
                    continue;
                };
                let (along, up) = (f64::from(file - files.0), f64::from(rank - ranks.0));
                let (center, outline) = match appearance.cells {
                    Cells::Squares | Cells::Intersections => square_cell(along, up),
                    Cells::Hexes => hexagon(along, up),
                    Cells::Rings => {
                        let size = |(from, to): (u8, u8)| f64::from(to - from) + 1.0;
                        sector(along, up, size(files), size(ranks))
                    }
                };
                part.squares.push((square, center, outline));
            }
        }
        part.fit(appearance.cells, below);
        match appearance.cells {
            Cells::Squares => part.name_sides(board, below),
            Cells::Intersections => {
                part.name_sides(board, below);
                part.draw_lines(appearance, board);
            }
            Cells::Hexes => part.name_hexes(board, below),
            Cells::Rings => part.name_rings(board),
        }
        part
    }

    /// Moves the cells to the origin, and turns them for Black.
    fn fit(&mut self, cells: Cells, below: Color) {
        // In a grid, holes take up space; in other layouts only existing cells do.
        let is_grid = matches!(cells, Cells::Squares | Cells::Intersections);
        let counted = self
            .squares
            .iter()
            .filter(|(square, ..)| is_grid || self.shape.exists(*square));
        let mut low = [f64::INFINITY; 2];
        let mut high = [f64::NEG_INFINITY; 2];
        for corner in counted.flat_map(|(_, _, outline)| outline) {
            for axis in [0, 1] {
                low[axis] = low[axis].min(corner[axis]);
                high[axis] = high[axis].max(corner[axis]);
            }
        }
        if low[0] > high[0] {
            (low, high) = ([0.0; 2], [0.0; 2]);
        }
        self.width = high[0] - low[0];
        self.height = high[1] - low[1];
        let placed = |[x, y]: Point| match below {
            Color::White => [x - low[0], y - low[1]],
            Color::Black => [high[0] - x, high[1] - y],
        };
        for (_, center, outline) in &mut self.squares {
            *center = placed(*center);
            for corner in outline {
                *corner = placed(*corner);
            }
        }
    }

    fn center(&self, file: u8, rank: u8) -> Option<Point> {
        let square = self.shape.at(file, rank)?;
        let mut squares = self.squares.iter();
        squares
            .find(|(one, ..)| *one == square)
            .map(|(_, center, _)| *center)
    }

    /// Names on the left of the ranks and below the files.
    fn name_sides(&mut self, board: &SubBoard, below: Color) {
        let first = match below {
            Color::White => (board.files.0, board.ranks.0),
            Color::Black => (board.files.1, board.ranks.1),
        };
        for rank in board.ranks.0..=board.ranks.1 {
            if let Some([_, y]) = self.center(first.0, rank) {
                self.name(self.shape.rank_label(rank), [0.0, y], [-1.0, 0.0]);
            }
        }
        for file in board.files.0..=board.files.1 {
            if let Some([x, _]) = self.center(file, first.1) {
                self.name(self.shape.file_label(file), [x, self.height], [0.0, 1.0]);
            }
        }
    }

    /// Names at the upper left end of the ranks and below the files.
    fn name_hexes(&mut self, board: &SubBoard, below: Color) {
        let exists = |file: u8, rank: u8| {
            let square = self.shape.at(file, rank);
            square.is_some_and(|square| self.shape.exists(square))
        };
        let first = |numbers: (u8, u8), has: &dyn Fn(u8) -> bool| {
            let mut all: Vec<u8> = (numbers.0..=numbers.1).collect();
            if below == Color::Black {
                all.reverse();
            }
            all.into_iter().find(|number| has(*number))
        };
        let mut names = Vec::new();
        for rank in board.ranks.0..=board.ranks.1 {
            if let Some(file) = first(board.files, &|file| exists(file, rank))
                && let Some(center) = self.center(file, rank)
            {
                let towards = [-(PI / 6.0).cos(), -0.5];
                let at = sum(center, towards.map(|part| part * HEX / 2.0));
                names.push((self.shape.rank_label(rank), at, towards));
            }
        }
        for file in board.files.0..=board.files.1 {
            if let Some(rank) = first(board.ranks, &|rank| exists(file, rank))
                && let Some(center) = self.center(file, rank)
            {
                let at = sum(center, [0.0, HEX / 2.0]);
                names.push((self.shape.file_label(file), at, [0.0, 1.0]));
            }
        }
        for (text, at, towards) in names {
            self.name(text, at, towards);
        }
    }

    /// Names around the outer ring, and of the ranks in the corners of the cells of the first file.
    fn name_rings(&mut self, board: &SubBoard) {
        let middle = [self.width / 2.0, self.height / 2.0];
        let radius = self.width / 2.0;
        for file in board.files.0..=board.files.1 {
            if let Some([x, y]) = self.center(file, board.ranks.0) {
                let (dx, dy) = (x - middle[0], y - middle[1]);
                let length = dx.hypot(dy);
                let towards = [dx / length, dy / length];
                let at = sum(middle, towards.map(|part| part * radius));
                self.name(self.shape.file_label(file), at, towards);
            }
        }
        for rank in board.ranks.0..=board.ranks.1 {
            let outline = self.shape.at(board.files.0, rank).and_then(|square| {
                let mut squares = self.squares.iter();
                squares.find(|(one, ..)| *one == square)
            });
            if let Some((_, center, outline)) = outline
                && let Some(corner) = outline.first()
            {
                let (dx, dy) = (center[0] - corner[0], center[1] - corner[1]);
                let length = 1.3 * dx.hypot(dy);
                self.name(
                    self.shape.rank_label(rank),
                    *corner,
                    [dx / length, dy / length],
                );
            }
        }
    }

    fn name(&mut self, text: String, at: Point, towards: Point) {
        if !text.is_empty() {
            self.names.push(Name { text, at, towards });
        }
    }

    /// Draws lines through the intersections, and the diagonals of palaces. Only the outer files
    /// cross the river.
    fn draw_lines(&mut self, appearance: &Appearance, board: &SubBoard) {
        let point = |file: u8, rank: u8| {
            let square = self.shape.at(file, rank)?;
            let is_here = board.contains(self.shape, square) && self.shape.exists(square);
            if is_here {
                self.center(file, rank)
            } else {
                None
            }
        };
        let mut lines = Vec::new();
        let is_line = |[from, to]: &[Point; 2]| (from[0] - to[0]).hypot(from[1] - to[1]) > 0.0;
        // Joins neighbors into lines.
        let mut join = |points: &mut dyn Iterator<Item = Option<Point>>| {
            let mut run: Option<[Point; 2]> = None;
            for next in points {
                run = match (run, next) {
                    (Some([from, _]), Some(to)) => Some([from, to]),
                    (None, Some(to)) => Some([to, to]),
                    (run, None) => {
                        lines.extend(run.filter(is_line));
                        None
                    }
                };
            }
            lines.extend(run.filter(is_line));
        };
        for rank in board.ranks.0..=board.ranks.1 {
            join(&mut (board.files.0..=board.files.1).map(|file| point(file, rank)));
        }
        for file in board.files.0..=board.files.1 {
            let is_end = file == board.files.0 || file == board.files.1;
            let river = appearance.river.filter(|_| !is_end);
            let ranks = board.ranks.0..=board.ranks.1;
            join(&mut ranks.flat_map(|rank| {
                let gap = (river == Some(rank)).then_some(None);
                [Some(point(file, rank)), gap].into_iter().flatten()
            }));
        }
        for [low, high] in &appearance.palaces {
            let corners =
                [*low, *high].map(|one| (self.shape.file_of(one), self.shape.rank_of(one)));
            let [(left, first), (right, last)] = corners;
            for ends in [
                [(left, first), (right, last)],
                [(left, last), (right, first)],
            ] {
                if let [Some(from), Some(to)] = ends.map(|(file, rank)| point(file, rank)) {
                    lines.push([from, to]);
                }
            }
        }
        self.lines = lines;
    }
}

/// The square with a distance from the first file and rank.
fn square_cell(along: f64, up: f64) -> (Point, Vec<Point>) {
    let (x, y) = (along, -up - 1.0);
    let corners = [[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]];
    ([x + 0.5, y + 0.5], corners.to_vec())
}

/// The hexagon with a distance from the first file and rank, with sides above and below.
fn hexagon(along: f64, up: f64) -> (Point, Vec<Point>) {
    let radius = HEX / 2.0 / (PI / 6.0).cos();
    let center = [along * 1.5 * radius, (along / 2.0 - up) * HEX];
    let corners = (0..6).map(|corner| {
        let angle = f64::from(corner - 2) * PI / 3.0;
        sum(center, [radius * angle.cos(), radius * angle.sin()])
    });
    (center, corners.collect())
}

/// The sector at this distance from the first file and rank of a ring. The first quarter ends at
/// the bottom; later files follow counterclockwise, so that they are to the right of it.
fn sector(along: f64, up: f64, files: f64, ranks: f64) -> (Point, Vec<Point>) {
    let step = 2.0 * PI / files;
    let outer = (INNER / step - 0.5).max(0.25) + ranks - up;
    let angle = |file: f64| FRAC_PI_2 - (file - files / 4.0) * step;
    let at = |file: f64, radius: f64| [radius * angle(file).cos(), radius * angle(file).sin()];
    let pieces = (step / ARC).ceil();
    let arc = (0..=pieces as u32).map(|n| along + f64::from(n) / pieces);
    let arc: Vec<f64> = arc.collect();
    let outside = arc.iter().map(|file| at(*file, outer));
    let inside = arc.iter().rev().map(|file| at(*file, outer - 1.0));
    (
        at(along + 0.5, outer - 0.5),
        outside.chain(inside).collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(files: u8, ranks: u8, appearance: &Appearance, below: Color) -> (BoardShape, Layout) {
        let shape = BoardShape::rectangle(files, ranks).unwrap();
        let layout = Layout::new(&shape, appearance, below);
        (shape, layout)
    }

    /// The appearance by keys of `presentation`.
    fn appearance(files: u8, ranks: u8, texts: &[(&str, &str)]) -> Appearance {
        let shape = BoardShape::rectangle(files, ranks).unwrap();
        let texts = texts
            .iter()
            .map(|(key, value)| (String::from(*key), String::from(*value)));
        let (appearance, errors) = Appearance::read(&texts.collect(), &shape);
        assert!(errors.is_empty());
        appearance
    }

    fn of(cells: Cells) -> Appearance {
        Appearance {
            cells,
            ..Appearance::default()
        }
    }

    /// Whether the pieces of two neighbors overlap, and whether a cell contains its center.
    #[test]
    fn cells_contain_their_centers_and_pieces_do_not_overlap() {
        for cells in [
            Cells::Squares,
            Cells::Hexes,
            Cells::Intersections,
            Cells::Rings,
        ] {
            for below in Color::ALL {
                let (shape, layout) = layout(16, 4, &of(cells), below);
                let squares: Vec<Square> = shape.squares().collect();
                for one in &squares {
                    let [x, y] = layout.center(*one);
                    let outline = layout.outline(*one);
                    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
                    let turns = sides.map(|(from, to)| {
                        (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0])
                    });
                    let turns: Vec<bool> = turns.map(|turn| turn > 0.0).collect();
                    let is_inside =
                        cells == Cells::Rings || turns.iter().all(|turn| *turn == turns[0]);
                    assert!(is_inside, "{cells:?} {}", shape.name(*one));
                    assert!(
                        (0.0..=layout.width).contains(&x) && (0.0..=layout.height).contains(&y)
                    );
                    for other in squares.iter().filter(|other| *other != one) {
                        let [ox, oy] = layout.center(*other);
                        assert!(
                            (x - ox).hypot(y - oy) > 0.9,
                            "{cells:?} {}",
                            shape.name(*one)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_cell_of_hexes_has_six_neighbors_and_a_ring_is_closed() {
        let (shape, hexes) = layout(5, 5, &of(Cells::Hexes), Color::White);
        let at = |name: &str| hexes.center(shape.parse(name).unwrap());
        let distance = |one: &str, other: &str| {
            let ([x, y], [ox, oy]) = (at(one), at(other));
            (x - ox).hypot(y - oy)
        };
        for neighbor in ["c4", "c2", "b3", "d3", "b2", "d4"] {
            assert!((distance("c3", neighbor) - HEX).abs() < 1e-9, "{neighbor}");
        }
        assert!(distance("c3", "b4") > HEX * 1.5 && distance("c3", "d2") > HEX * 1.5);
        let (shape, ring) = layout(16, 4, &of(Cells::Rings), Color::White);
        let at = |name: &str| ring.center(shape.parse(name).unwrap());
        let [a, p, b] = ["a1", "p1", "b1"].map(at);
        let apart = |one: Point, other: Point| (one[0] - other[0]).hypot(one[1] - other[1]);
        assert!((apart(a, p) - apart(a, b)).abs() < 1e-9);
        // White's d- and e-files are below.
        assert!(at("d1")[1] > ring.height * 0.9 && at("d1")[0] < at("e1")[0]);
    }

    #[test]
    fn a_frame_joins_sides_and_excludes_what_two_cells_share() {
        let (shape, squares) = layout(3, 2, &Appearance::default(), Color::White);
        assert_eq!(squares.frame(|_| true).len(), 4);
        let corner = shape.parse("c2").unwrap();
        assert_eq!(squares.frame(|one| one != corner).len(), 6);
        let (_, ring) = layout(4, 2, &of(Cells::Rings), Color::White);
        let lengths = ring.frame(|_| true).len();
        // Only the outer and the inner circle remain.
        assert_eq!(lengths, 2 * 4 * 15);
    }

    #[test]
    fn black_sees_the_same_board_turned() {
        for (files, ranks, texts) in [
            (8, 8, &[][..]),
            (9, 10, &[("cells", "intersections")]),
            (16, 8, &[("boards", "A: a1-h8, B: i1-p8")]),
        ] {
            let appearance = appearance(files, ranks, texts);
            let (shape, white) = layout(files, ranks, &appearance, Color::White);
            let (_, black) = layout(files, ranks, &appearance, Color::Black);
            assert!((white.width - black.width).abs() < 1e-9);
            for square in shape.squares() {
                let ([x, _], [turned, _]) = (white.center(square), black.center(square));
                assert!((x + turned - white.width).abs() < 1e-9, "{texts:?}");
            }
        }
    }

    #[test]
    fn lines_stop_at_the_river_and_cross_palaces() {
        let xiangqi = [
            ("cells", "intersections"),
            ("palaces", "d1-f3"),
            ("river", "rank 5..6"),
        ];
        let appearance = appearance(9, 10, &xiangqi);
        let (shape, layout) = layout(9, 10, &appearance, Color::White);
        // Ten ranks, two whole files, seven files in two halves, four diagonals.
        assert_eq!(layout.lines.len(), 10 + 2 + 2 * 7 + 4);
        let dry = Appearance {
            river: None,
            palaces: Vec::new(),
            ..appearance
        };
        assert_eq!(Layout::new(&shape, &dry, Color::White).lines.len(), 19);
    }
}
