//! Move texts of the protocols.

use ferz::game::Position;
use ferz::geometry::BoardShape;
use ferz::notation::move_texts;
use ferz::source::{Diagnostic, Span, codes};
use ferz::state::{Move, MoveKind};

/// The dialect of move texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// The texts of this program.
    Ferz,
    /// Fairy-Stockfish: castling as the king's own move, or as the king capturing its partner.
    FairyStockfish { to_partner: bool },
    /// USI: `7g7f`, `8h2b+`, `P*5e`.
    Usi,
}

/// The text of a legal move.
pub(crate) fn write(position: &Position, mv: &Move, spelling: Spelling) -> String {
    let text = position.move_text(mv);
    let to_partner = match spelling {
        Spelling::Ferz => return text,
        Spelling::Usi => return usi_text(position.variant().shape(), &text),
        Spelling::FairyStockfish { to_partner } => to_partner,
    };
    match (mv.kind, mv.shifts.first()) {
        (MoveKind::Castle, Some((partner, _))) if to_partner || text.contains(';') => {
            let shape = position.variant().shape();
            format!("{}{}", shape.name(mv.from), shape.name(*partner))
        }
        _ => text,
    }
}

/// The legal move of a text.
pub(crate) fn read(
    position: &Position,
    text: &str,
    spelling: Spelling,
) -> Result<Move, Diagnostic> {
    if matches!(text, "0000" | "@@@@") {
        return pass(position).ok_or_else(|| {
            let message = "passing is not a legal move here";
            Diagnostic::new(codes::ILLEGAL_MOVE, Span::new(0, text.len()), message)
        });
    }
    if matches!(spelling, Spelling::FairyStockfish { to_partner: true })
        && let Some(castling) = castling_to_partner(position, text)
    {
        return Ok(castling);
    }
    if spelling == Spelling::Usi {
        let shape = position.variant().shape();
        let mut moves = move_texts(position).into_iter();
        let meant = moves.find(|(own, _)| usi_text(shape, own) == text);
        return meant.map(|(_, mv)| mv).ok_or_else(|| {
            let message = format!("`{text}` is not a legal move here");
            Diagnostic::new(codes::ILLEGAL_MOVE, Span::new(0, text.len()), message)
        });
    }
    position.parse_move(text)
}

/// Converts a move text to USI: files are numbers from the right, ranks are letters from the top, and `*`
/// marks a drop.
fn usi_text(shape: &BoardShape, text: &str) -> String {
    let mut written = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let at_square = shape.parse_prefix(rest);
        let named = at_square.and_then(|(square, length)| {
            let rank = shape.ranks() - 1 - shape.rank_of(square);
            let letter = (rank < 26).then(|| char::from(b'a' + rank))?;
            Some((shape.files() - shape.file_of(square), letter, length))
        });
        if let Some((file, rank, length)) = named {
            written.push_str(&format!("{file}{rank}"));
            rest = &rest[length..];
            continue;
        }
        let mut chars = rest.chars();
        match chars.next() {
            Some('@') => written.push('*'),
            Some(char) => written.push(char),
            None => break,
        }
        rest = chars.as_str();
    }
    written
}

/// The legal pass, if exactly one exists.
pub(super) fn pass(position: &Position) -> Option<Move> {
    let mut passes = position.legal_moves().into_iter().filter(Move::is_pass);
    match (passes.next(), passes.next()) {
        (Some(pass), None) => Some(pass),
        _ => None,
    }
}

/// The castling that is written as the king capturing its partner.
fn castling_to_partner(position: &Position, text: &str) -> Option<Move> {
    let shape = position.variant().shape();
    let (from, length) = shape.parse_prefix(text)?;
    let partner = shape.parse(&text[length..])?;
    let origin = |mv: &Move| mv.shifts.first().map(|(origin, _)| *origin);
    let mut moves = position.moves_from(from).into_iter();
    moves.find(|mv| mv.kind == MoveKind::Castle && origin(mv) == Some(partner))
}
