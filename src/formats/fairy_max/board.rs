//! Board of a game: its size, its arrays, and the text of its start position.

use super::findings::Findings;
use crate::geometry::{BoardShape, Square};
use crate::source::codes;
use crate::syntax::fairy_max::{Array, Board, Number};

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
