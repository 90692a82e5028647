//! Boards drawn as text, seen by the piece that moves.

use ferz::compile::Probe;
use ferz::geometry::{BoardShape, Offset, Perspective, Square, Wrap};
use ferz::movement::Contents;

/// A board with one piece to move.
///
/// ```text
/// @ the piece    o a friend     x an enemy    k an enemy that is royal
/// . empty        e empty, and an en passant square
/// # a hole       w a wall       ? a square that is not there at the moment
/// ```
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) shape: BoardShape,
    pub(super) owner: Perspective,
    pub(super) origin: Square,
    pub(super) unmoved: bool,
    cells: Vec<Contents>,
    en_passant: Vec<Square>,
}

impl Scene {
    /// Reads a picture, or `11x11` for an empty board of that size with the piece in the middle.
    pub(super) fn parse(picture: &str, owner: Perspective, unmoved: bool) -> Scene {
        let picture = picture.trim();
        let size = picture
            .split_once('x')
            .and_then(|(files, ranks)| Some((files.parse().ok()?, ranks.parse().ok()?)));
        if let Some((files, ranks)) = size {
            let row = |rank: u8| -> String {
                let cell = |file: u8| {
                    if (file, rank) == (files / 2, ranks / 2) {
                        '@'
                    } else {
                        '.'
                    }
                };
                (0..files).map(cell).collect()
            };
            let rows: Vec<String> = (0..ranks).rev().map(row).collect();
            return Scene::of_rows(&rows, owner, unmoved);
        }
        let rows: Vec<String> = picture
            .lines()
            .map(|line| line.chars().filter(|char| !char.is_whitespace()).collect())
            .collect();
        Scene::of_rows(&rows, owner, unmoved)
    }

    /// Reads rows from the top.
    pub(super) fn of_rows(rows: &[String], owner: Perspective, unmoved: bool) -> Scene {
        let files = rows[0].chars().count() as u8;
        let ranks = rows.len() as u8;
        let mut shape = BoardShape::rectangle(files, ranks).expect("a board of a sensible size");
        let mut cells = vec![Contents::EMPTY; shape.area()];
        let (mut origin, mut en_passant) = (None, Vec::new());
        let (mut holes, mut vanishing) = (Vec::new(), Vec::new());
        for (row, rank) in rows.iter().zip((0..ranks).rev()) {
            assert_eq!(
                row.chars().count(),
                files as usize,
                "ragged picture: {rows:?}"
            );
            for (file, char) in row.chars().enumerate() {
                let square = shape.at(file as u8, rank).expect("inside the picture");
                cells[square.index()] = match char {
                    '.' => Contents::EMPTY,
                    'o' => Contents::FRIEND,
                    'x' => Contents::COMMONER,
                    'k' => Contents::ROYAL,
                    'w' => Contents::WALL,
                    '@' => {
                        assert!(origin.replace(square).is_none(), "two movers: {rows:?}");
                        Contents::EMPTY
                    }
                    'e' => {
                        en_passant.push(square);
                        Contents::EMPTY
                    }
                    '#' => {
                        holes.push(square);
                        Contents::EMPTY
                    }
                    '?' => {
                        vanishing.push(square);
                        Contents::ABSENT
                    }
                    other => panic!("`{other}` in a picture"),
                };
            }
        }
        shape = shape.with_vanishing(&vanishing.into_iter().collect());
        if !holes.is_empty() {
            shape = (shape.with_holes(&holes.into_iter().collect())).expect("not only holes");
        }
        Scene {
            origin: origin.expect("a mover `@`"),
            shape,
            owner,
            unmoved,
            cells,
            en_passant,
        }
    }

    /// What stands on a square; the origin counts as empty.
    pub(super) fn contents(&self, square: Square) -> Contents {
        self.cells[square.index()]
    }

    pub(super) fn is_en_passant(&self, square: Square) -> bool {
        self.en_passant.contains(&square)
    }

    /// The same board turned by half a circle, with the other side to move.
    pub(super) fn turned(&self) -> Scene {
        let mut turned = self.clone();
        let opposite =
            |square: Square| Square::new((self.shape.area() - 1 - square.index()) as u16);
        turned.owner = match self.owner {
            Perspective::White => Perspective::Black,
            Perspective::Black => Perspective::White,
        };
        turned.origin = opposite(self.origin);
        turned.cells.reverse();
        turned.en_passant = self.en_passant.iter().copied().map(opposite).collect();
        let mut shape = BoardShape::rectangle(self.shape.files(), self.shape.ranks())
            .expect("the size of a board")
            .with_vanishing(&self.shape.vanishing().iter().map(opposite).collect());
        if !self.shape.holes().is_empty() {
            let holes = self.shape.holes().iter().map(opposite).collect();
            shape = shape.with_holes(&holes).expect("as many holes as before");
        }
        turned.shape = shape;
        turned
    }

    /// The square at an offset as the owner sees it.
    pub(super) fn at(&self, dx: i16, dy: i16) -> Option<Square> {
        if (dx, dy) == (0, 0) {
            return Some(self.origin);
        }
        self.shape
            .step(self.origin, Offset { dx, dy }, self.owner, Wrap::None)
    }

    /// A picture of the scene.
    pub(super) fn draw(&self, sign: impl Fn(Square) -> Option<char>) -> String {
        let mut picture = String::new();
        for rank in (0..self.shape.ranks()).rev() {
            for file in 0..self.shape.files() {
                let square = self.shape.at(file, rank).expect("inside");
                let own = match self.contents(square) {
                    _ if square == self.origin => '@',
                    _ if !self.shape.exists(square) => '#',
                    Contents::EMPTY => '.',
                    Contents::FRIEND => 'o',
                    Contents::COMMONER => 'x',
                    Contents::ROYAL => 'k',
                    Contents::WALL => 'w',
                    _ => '?',
                };
                if file > 0 {
                    picture.push(' ');
                }
                picture.push(sign(square).unwrap_or(own));
            }
            picture.push('\n');
        }
        picture
    }
}

/// A scene as the piece sees it that moves at the moment.
pub(super) struct Observer<'a> {
    scene: &'a Scene,
    mover: Square,
}

impl<'a> Observer<'a> {
    pub(super) fn new(scene: &'a Scene) -> Observer<'a> {
        Observer {
            scene,
            mover: scene.origin,
        }
    }

    pub(super) fn contents(&self, square: Square) -> Contents {
        match square {
            square if square == self.mover => Contents::EMPTY,
            square if square == self.scene.origin => Contents::FRIEND,
            square => self.scene.contents(square),
        }
    }
}

impl Probe for Observer<'_> {
    fn assume(&mut self, square: Square, allowed: Contents) -> bool {
        allowed.meets(self.contents(square))
    }

    fn release(&mut self) {}

    fn assume_en_passant(&mut self, square: Square) -> bool {
        self.scene.is_en_passant(square)
    }

    fn hand_over(&mut self, _from: Square, to: Square) -> bool {
        let is_friend = self.contents(to) == Contents::FRIEND;
        if is_friend {
            self.mover = to;
        }
        is_friend
    }

    fn hand_back(&mut self, from: Square) {
        self.mover = from;
    }
}
