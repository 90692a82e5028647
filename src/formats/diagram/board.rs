//! The board under construction: parameters affect the lines after them, and pieces and holes are
//! placed line by line.

use crate::geometry::{BoardShape, Perspective, ShapeError, SquareSet, value_at};
use crate::source::{Diagnostic, Span, codes};
use crate::syntax::diagram::Field;

/// The maximum number of invalid squares that are reported for one piece line.
const MAX_BAD_SQUARES: usize = 8;

const SIDE: usize = BoardShape::MAX_SIDE as usize;

/// The relation of Black's start squares to White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    /// On the opposite rank of the same file.
    Mirror,
    /// Rotated by 180 degrees.
    Rotate,
    /// None.
    None,
}

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// A hole.
    Hole,
    /// A piece with this number.
    Man(usize, Perspective),
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    content: Content,
    /// Whether the piece was placed on a hole, so that its square vanishes with it.
    on_hole: bool,
    span: Span,
}

/// The board so far.
#[derive(Debug)]
pub(super) struct BoardBuilder {
    pub(super) files: u8,
    pub(super) ranks: u8,
    pub(super) first_rank: u8,
    pub(super) symmetry: Symmetry,
    /// The squares of the largest board, by rank and file, because the size may still change.
    cells: Vec<Option<Cell>>,
}

impl BoardBuilder {
    pub(super) fn new() -> BoardBuilder {
        BoardBuilder {
            files: 8,
            ranks: 8,
            first_rank: 1,
            symmetry: Symmetry::Mirror,
            cells: vec![None; SIDE * SIDE],
        }
    }

    /// Places a piece, or holes if `piece` is `None`, on the squares of a list and on their counterparts.
    ///
    /// ```text
    /// squares = [ list ] [ "," "," list ]        White's, then Black's behind an empty item
    /// list    = range { "," range }
    /// range   = square [ "-" square ]            a square, or the corners of a rectangle
    /// ```
    pub(super) fn place(&mut self, piece: Option<usize>, list: &Field, out: &mut Vec<Diagnostic>) {
        let Ok(shape) = self.rectangle() else {
            return;
        };
        let mut owner = Perspective::White;
        let mut n_bad = 0;
        let mut is_replacing = false;
        let mut start = 0;
        for raw in list.text().split(',') {
            let lead = raw.len() - raw.trim_start().len();
            let item = raw.trim();
            let range = start + lead..start + lead + item.len();
            start += raw.len() + 1;
            if item.is_empty() {
                owner = Perspective::Black;
                continue;
            }
            let span = list.part(range);
            let Some((files, ranks)) = rectangle(item, &shape) else {
                n_bad += 1;
                let rest = if n_bad < MAX_BAD_SQUARES {
                    format!("which has the squares {}", extent(&shape))
                } else {
                    "and the rest of the list is not read".to_owned()
                };
                let message = format!("`{item}` is not a square of this board, {rest}");
                let mut finding = Diagnostic::new(codes::BAD_SQUARE, span, message);
                if item.contains('-') {
                    finding = finding.with_help(
                        "write a rectangle from its lower left to its upper right corner",
                    );
                }
                out.push(finding);
                if n_bad == MAX_BAD_SQUARES {
                    return;
                }
                continue;
            };
            for rank in ranks.0..=ranks.1 {
                for file in files.0..=files.1 {
                    let copies = [Some((file, rank)), self.counterpart((file, rank))];
                    let owners = [owner, Perspective::Black];
                    let n_copies = if owner == Perspective::White { 2 } else { 1 };
                    for (place, side) in copies.into_iter().zip(owners).take(n_copies) {
                        let Some((file, rank)) = place else { continue };
                        let content = piece.map_or(Content::Hole, |n| Content::Man(n, side));
                        let replaced = self.put(file, rank, content, span);
                        if let Some(earlier) = replaced.filter(|_| !is_replacing) {
                            is_replacing = true;
                            out.push(replacement(&shape, (file, rank), span, earlier));
                        }
                    }
                }
            }
        }
    }

    /// Sets the content of a square and returns the place of a different content that it replaces. A piece on a hole
    /// replaces nothing.
    fn put(&mut self, file: u8, rank: u8, content: Content, span: Span) -> Option<Span> {
        let cell = &mut self.cells[rank as usize * SIDE + file as usize];
        let before = cell.take();
        let was_hole = before.is_some_and(|cell| cell.content == Content::Hole || cell.on_hole);
        *cell = Some(Cell {
            content,
            on_hole: was_hole && content != Content::Hole,
            span,
        });
        before
            .filter(|before| before.content != content && before.content != Content::Hole)
            .map(|before| before.span)
    }

    /// Black's counterpart of one of White's squares, if Black is copied from White.
    pub(super) fn counterpart(&self, (file, rank): (u8, u8)) -> Option<(u8, u8)> {
        match self.symmetry {
            Symmetry::Mirror => Some((file, self.ranks - 1 - rank)),
            Symmetry::Rotate => Some((self.files - 1 - file, self.ranks - 1 - rank)),
            Symmetry::None => None,
        }
    }

    fn rectangle(&self) -> Result<BoardShape, ShapeError> {
        BoardShape::rectangle(self.files, self.ranks)
            .map(|shape| shape.with_first_rank(self.first_rank.into()))
    }

    /// The finished shape. Content outside of it is reported.
    pub(super) fn shape(&self, out: &mut Vec<Diagnostic>) -> Result<BoardShape, ShapeError> {
        let shape = self.rectangle()?;
        let (mut holes, mut vanishing) = (SquareSet::new(), SquareSet::new());
        let mut outside: Option<Span> = None;
        for (at, cell) in self.cells.iter().enumerate() {
            let Some(cell) = cell else { continue };
            match shape.at((at % SIDE) as u8, (at / SIDE) as u8) {
                Some(square) if cell.content == Content::Hole => {
                    holes.insert(square);
                }
                Some(square) if cell.on_hole => {
                    vanishing.insert(square);
                }
                Some(_) => {}
                None => outside = outside.or(Some(cell.span)),
            }
        }
        if let Some(span) = outside {
            out.push(
                Diagnostic::new(
                    codes::BAD_SQUARE,
                    span,
                    "the board became smaller after this was placed, so its square does not exist",
                )
                .with_help("write `files` and `ranks` before the piece lines"),
            );
        }
        Ok(shape.with_holes(&holes)?.with_vanishing(&vanishing))
    }

    /// The content of a square.
    pub(super) fn content(&self, file: u8, rank: u8) -> Option<Content> {
        self.cells[rank as usize * SIDE + file as usize].map(|cell| cell.content)
    }

    /// The piece numbers of one side, one for each piece on the board.
    pub(super) fn men(&self, side: Perspective) -> impl Iterator<Item = usize> + '_ {
        self.cells
            .iter()
            .filter_map(move |cell| match cell.as_ref()?.content {
                Content::Man(piece, owner) if owner == side => Some(piece),
                _ => None,
            })
    }

    /// The pieces of one side by file and rank, in this order.
    pub(super) fn arrangement(&self, side: Perspective) -> Vec<((u8, u8), usize)> {
        let mut men = Vec::new();
        for file in 0..self.files {
            for rank in 0..self.ranks {
                if let Some(Content::Man(piece, owner)) = self.content(file, rank)
                    && owner == side
                {
                    men.push(((file, rank), piece));
                }
            }
        }
        men
    }

    /// The board part of the FEN.
    pub(super) fn fen(&self, letters: &[String]) -> String {
        self.fen_with(letters, &[])
    }

    /// The board part of the FEN, with `held` as the texts of some squares.
    pub(super) fn fen_with(&self, letters: &[String], held: &[((u8, u8), String)]) -> String {
        let mut fen = String::new();
        for rank in (0..self.ranks).rev() {
            let mut n_empty = 0_u32;
            for file in 0..self.files {
                let content = self.content(file, rank);
                if let Some(text) = value_at(held, &(file, rank)) {
                    push_count(&mut fen, std::mem::take(&mut n_empty));
                    fen += text;
                    continue;
                }
                let text = match content {
                    None => {
                        n_empty += 1;
                        continue;
                    }
                    Some(Content::Hole) => "*".to_owned(),
                    Some(Content::Man(piece, Perspective::White)) => letters[piece].clone(),
                    Some(Content::Man(piece, Perspective::Black)) => letters[piece].to_lowercase(),
                };
                push_count(&mut fen, std::mem::take(&mut n_empty));
                fen += &text;
            }
            push_count(&mut fen, n_empty);
            if rank > 0 {
                fen.push('/');
            }
        }
        fen
    }
}

fn push_count(fen: &mut String, n_empty: u32) {
    if n_empty > 0 {
        fen.push_str(&n_empty.to_string());
    }
}

/// The corners of a square or a rectangle, as files and ranks from 0.
fn rectangle(item: &str, shape: &BoardShape) -> Option<((u8, u8), (u8, u8))> {
    let (from, to) = item.split_once('-').unwrap_or((item, item));
    let (from, to) = (shape.parse(from.trim())?, shape.parse(to.trim())?);
    let (fa, fb) = (shape.file_of(from), shape.file_of(to));
    let (ra, rb) = (shape.rank_of(from), shape.rank_of(to));
    (fa <= fb && ra <= rb).then_some(((fa, fb), (ra, rb)))
}

fn extent(shape: &BoardShape) -> String {
    let corner = |file, rank| {
        shape
            .at(file, rank)
            .map_or_else(String::new, |at| shape.name(at))
    };
    let last = corner(shape.files() - 1, shape.ranks() - 1);
    format!("{} to {last}", corner(0, 0))
}

fn replacement(shape: &BoardShape, at: (u8, u8), span: Span, earlier: Span) -> Diagnostic {
    let name = shape
        .at(at.0, at.1)
        .map_or_else(String::new, |square| shape.name(square));
    Diagnostic::new(
        codes::DOUBTFUL_IMPORT,
        span,
        format!("this replaces a piece that was placed on {name} before"),
    )
    .with_label(earlier, "placed here, or copied from here for Black")
    .with_help("if both sides are listed and differ, write `symmetry=none` above them")
}
