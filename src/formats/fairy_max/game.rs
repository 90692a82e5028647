//! A game: its board, piece types, pieces and findings.

use indexmap::IndexMap;

use crate::definition::{MoveDef, PieceDef};
use crate::geometry::{BoardShape, Perspective, Square, SquareSet, Zone};
use crate::movement::Dialect;
use crate::source::{Code, Diagnostic, Span, codes};
use crate::syntax::fairy_max::{Array, Board, Game, Number};

use super::roles::{self, PieceType, Role, canonical, turned};
use super::steps::Route;

/// The sides, in the order of their arrays.
pub(super) const SIDES: [Perspective; 2] = [Perspective::White, Perspective::Black];

/// A game that is being read.
pub(super) struct Reader<'a> {
    pub(super) game: &'a Game,
    pub(super) shape: &'a BoardShape,
    pub(super) layout: Layout,
    pub(super) piece_types: Vec<PieceType<'a>>,
    /// White's and Black's back ranks.
    pub(super) arrays: [Vec<Option<usize>>; 2],
}

impl Reader<'_> {
    /// The piece type on a square at the start.
    pub(super) fn at(&self, side: Perspective, square: Square) -> Option<usize> {
        let rank = self.shape.relative_rank(square, side);
        let file = usize::from(self.shape.file_of(square));
        if rank == self.layout.pawns {
            Some(side as usize)
        } else if rank == 0 {
            self.arrays[side as usize][file]
        } else {
            None
        }
    }

    /// The piece types of a side at the start, by square.
    pub(super) fn homes(&self, side: Perspective) -> Vec<(Square, usize)> {
        self.shape
            .squares()
            .filter_map(|square| Some((square, self.at(side, square)?)))
            .collect()
    }
}

/// The piece of a side's piece type.
pub(super) fn role_of<'r>(
    roles: &'r [Role],
    piece_types: &[PieceType<'_>],
    side: Perspective,
    piece_type: usize,
) -> Option<&'r Role> {
    let kind = canonical(piece_types, piece_type);
    roles
        .iter()
        .find(|role| canonical(piece_types, role.piece_types[side as usize]) == kind)
}

/// A piece with the moves of its piece types; moves that only one side has are restricted to that side.
pub(super) fn piece(role: &Role, piece_types: &[PieceType<'_>], shape: &BoardShape) -> PieceDef {
    let [white, black] = role.piece_types.map(|piece_type| &piece_types[piece_type]);
    let theirs = turned(&black.routes);
    let both: Vec<Route> = white
        .routes
        .iter()
        .filter(|route| theirs.contains(route))
        .cloned()
        .collect();
    let only = |mine: &[Route], others: &[Route]| -> Vec<Route> {
        mine.iter()
            .filter(|route| !others.contains(route))
            .cloned()
            .collect()
    };
    let everywhere: SquareSet = shape.squares().collect();
    let parts = [
        (both, None),
        (
            only(&white.routes, &theirs),
            Some(Zone::of_sides(everywhere.clone(), SquareSet::new())),
        ),
        (
            only(&theirs, &white.routes),
            Some(Zone::of_sides(SquareSet::new(), everywhere)),
        ),
    ];
    let moves = parts
        .into_iter()
        .filter(|(routes, _)| !routes.is_empty())
        .map(|(routes, from)| {
            let movement = roles::movement(&routes);
            let betza = roles::text(&movement);
            MoveDef {
                from,
                ..MoveDef::of(movement, betza, Dialect::XBetza)
            }
        })
        .collect();
    PieceDef {
        royal: white.is_royal(),
        value: (white.value.abs() > 2).then(|| f64::from(white.value.abs()) / 100.0),
        ..PieceDef::with_moves(&role.letter, moves)
    }
}

/// The keys that only the interface uses.
pub(super) fn presentation(game: &Game) -> IndexMap<String, String> {
    let mut kept = IndexMap::new();
    if let Some(label) = &game.label {
        if let Some(table) = &label.table {
            kept.insert("piece-to-char".to_owned(), table.text.clone());
        }
        if let Some(parent) = &label.parent {
            kept.insert("parent".to_owned(), parent.text.clone());
        }
    }
    let letters: String = game
        .pieces
        .iter()
        .filter_map(|piece| piece.letter.text.chars().next())
        .collect();
    kept.insert("letters".to_owned(), letters);
    let values: Vec<String> = game
        .pieces
        .iter()
        .map(|piece| piece.value.value.to_string())
        .collect();
    kept.insert("values".to_owned(), values.join(" "));
    let remarks: Vec<String> = game
        .remarks
        .iter()
        .map(|remark| format!("{} {}", remark.piece.text, remark.betza.text))
        .collect();
    if !remarks.is_empty() {
        kept.insert("betza".to_owned(), remarks.join("; "));
    }
    kept
}

// The board: its size, its arrays, and the text of the start position.

/// The largest board of Fairy-Max.
const LARGEST: (i32, i32) = (12, 16);

/// The ranks with a special meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The rank of White's pawns, from 0.
    pub(super) pawns: u8,
    /// The rank on which White's pawns promote, from 0.
    pub(super) promotion: u8,
    /// Whether pawns promote to the piece that started on their promotion square.
    pub(super) by_file: bool,
}

impl Layout {
    pub(super) fn new(board: &Board, shape: &BoardShape, out: &mut Findings) -> Option<Layout> {
        let written = board.zone.map_or(1, |zone| zone.value);
        let span = board.span();
        let (pawns, depth) = match written {
            1 => (1, 1),
            2.. => (written - 1, written),
            _ => (written.saturating_neg(), 1),
        };
        if let Some(zone) = board.zone
            && !matches!(written, 1 | 3 | -3 | -2)
        {
            let message = format!(
                "the manual does not define the zone `={written}`; pawns start on rank {} and promote on the last {}",
                pawns.saturating_add(1),
                if depth == 1 {
                    "rank".to_owned()
                } else {
                    format!("{depth} ranks")
                }
            );
            out.report(codes::DOUBTFUL_IMPORT, zone.span, message);
        }
        let ranks = i32::from(shape.ranks());
        if pawns < 1 || 2 * (pawns.min(ranks) + 1) > ranks || depth > ranks {
            out.report(
                codes::FAIRY_MAX_GAME,
                span,
                "the board has no room for the pawns of both sides",
            );
            return None;
        }
        Some(Layout {
            pawns: pawns as u8,
            promotion: (ranks - depth) as u8,
            by_file: pawns == 3,
        })
    }
}

pub(super) fn shape(board: &Board, out: &mut Findings) -> Option<BoardShape> {
    let side = |number: Number| u8::try_from(number.value).ok();
    let made = side(board.files)
        .zip(side(board.ranks))
        .map(|(files, ranks)| BoardShape::rectangle(files, ranks));
    let Some(Ok(shape)) = made else {
        let message = format!(
            "a board of {} by {} is not possible",
            board.files.value, board.ranks.value
        );
        out.report(codes::BOARD_TOO_LARGE, board.span(), message);
        return None;
    };
    if board.files.value > LARGEST.0 || board.ranks.value > LARGEST.1 {
        let message = format!(
            "Fairy-Max allows boards of at most {} by {}",
            LARGEST.0, LARGEST.1
        );
        out.report(codes::DOUBTFUL_IMPORT, board.span(), message);
    }
    Some(shape)
}

/// The piece types of an array, as indices.
pub(super) fn array(
    array: &Array,
    shape: &BoardShape,
    n_men: usize,
    out: &mut Findings,
) -> Vec<Option<usize>> {
    let files = usize::from(shape.files());
    if array.men.len() != files {
        let message = format!(
            "the line has {} pieces, the board {files} files",
            array.men.len()
        );
        out.report(codes::FAIRY_MAX_GAME, array.span, message);
    }
    let mut piece_types: Vec<Option<usize>> = array
        .men
        .iter()
        .take(files)
        .map(|number| piece_type(number, n_men, out))
        .collect();
    piece_types.resize(files, None);
    piece_types
}

/// The index of the piece type with this number; 0 means none.
pub(super) fn piece_type(number: &Number, n_men: usize, out: &mut Findings) -> Option<usize> {
    if number.value == 0 {
        return None;
    }
    let index = usize::try_from(number.value - 1).ok();
    let known = index.filter(|index| *index < n_men);
    if known.is_none() {
        let message = format!(
            "no piece has the number {}; the game has {n_men}",
            number.value
        );
        out.report(codes::UNKNOWN_PIECE, number.span, message);
    }
    known
}

/// The board part of a FEN.
pub(super) fn board_text(shape: &BoardShape, letter: &dyn Fn(Square) -> Option<String>) -> String {
    let mut ranks = Vec::new();
    for rank in (0..shape.ranks()).rev() {
        let mut text = String::new();
        let mut empty = 0;
        for square in (0..shape.files()).filter_map(|file| shape.at(file, rank)) {
            match letter(square) {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                        empty = 0;
                    }
                    text.push_str(&letter);
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        ranks.push(text);
    }
    ranks.join("/")
}

// Findings about the game.

/// The findings about a game.
pub(super) struct Findings {
    pub(super) list: Vec<Diagnostic>,
    /// The remaining budget of generated paths.
    pub(super) work: usize,
}

impl Findings {
    pub(super) fn report(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.list.push(Diagnostic::new(code, span, message));
    }

    pub(super) fn report_with_help(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.list
            .push(Diagnostic::new(code, span, message).with_help(help));
    }
}
