//! Comparison of step descriptors with Betza notation.
//!
//! Both are generated on the board of the game, as all paths with their conditions; they are equivalent if the same
//! moves are possible in the same positions, whatever the notation. Initial moves are compared on the start squares of
//! the piece type.

use indexmap::IndexMap;

use super::game::{Findings, SIDES};
use super::roles::Role;
use crate::definition::moves::piece_moves::{Outlook, PieceMove, TooMuch, reduced};
use crate::definition::variant::PieceDef;
use crate::geometry::{BoardShape, Perspective, Square, SquareSet, add_to};
use crate::movement::{Dialect, Movement};
use crate::source::{Diagnostic, codes};
use crate::syntax::fairy_max::{Game, Remark};

/// Compares the remarks of a game with its steps.
pub(super) fn remarks(
    game: &Game,
    roles: &[Role],
    pieces: &IndexMap<String, PieceDef>,
    shape: &BoardShape,
    homes: &[Vec<(Square, usize)>; 2],
    out: &mut Findings,
) {
    let mut seen: Vec<(String, usize)> = Vec::new();
    for remark in &game.remarks {
        let role = roles
            .iter()
            .find(|role| role.letter.eq_ignore_ascii_case(remark.letter()));
        let Some(role) = role else {
            let message = format!("the game has no piece `{}`", remark.letter());
            out.report(codes::DOUBTFUL_IMPORT, remark.piece.span, message);
            continue;
        };
        let read = Movement::read(&remark.betza.text, Dialect::XBoard);
        if read.has_errors() {
            let first = read.diagnostics.into_iter().find(Diagnostic::is_error);
            let (span, reason) = first.map_or((remark.betza.span, String::new()), |one| {
                let place = one.span.shifted(remark.betza.span.start as usize);
                (place, format!(": {}", one.message))
            });
            let message = format!("this cannot be compared with the steps{reason}");
            out.report(codes::BETZA_DIFFERS, span, message);
            continue;
        }
        for side in sides(remark) {
            if !add_to(&mut seen, (role.letter.clone(), side as usize)) {
                let message = format!("`{}` is described twice", remark.piece.text);
                out.report(codes::DOUBTFUL_IMPORT, remark.piece.span, message);
                break;
            }
            let kinds = role.piece_types[side as usize];
            let at_home: SquareSet = homes[side as usize]
                .iter()
                .filter(|(_, piece_type)| *piece_type == kinds)
                .map(|(square, _)| *square)
                .collect();
            let Some(piece) = pieces.get(&role.name) else {
                continue;
            };
            let table = Comparison {
                outlook: Outlook {
                    shape,
                    side,
                    at_home: &at_home,
                },
            };
            match table.compare(piece, &read.value, out) {
                Ok(None) => {}
                Ok(Some(message)) => {
                    out.report(codes::BETZA_DIFFERS, remark.betza.span, message);
                    break;
                }
                Err(TooMuch) => {
                    let message = "this has too many paths to compare with the steps";
                    out.report(codes::BETZA_DIFFERS, remark.betza.span, message);
                    break;
                }
            }
        }
    }
}

/// The sides of a remark: `&` means both, a capital White, lower case Black.
fn sides(remark: &Remark) -> Vec<Perspective> {
    let is_white = remark
        .letter()
        .starts_with(|c: char| c.is_ascii_uppercase());
    SIDES
        .into_iter()
        .filter(|side| remark.is_for_both() || is_white == (*side == Perspective::White))
        .collect()
}

/// A piece of one side on one board.
struct Comparison<'a> {
    outlook: Outlook<'a>,
}

impl Comparison<'_> {
    /// The first difference as a message.
    fn compare(
        &self,
        piece: &PieceDef,
        betza: &Movement,
        out: &mut Findings,
    ) -> Result<Option<String>, TooMuch> {
        for origin in self.outlook.shape.squares() {
            let mut steps = Vec::new();
            for one in &piece.moves {
                let applies = one
                    .from
                    .as_ref()
                    .is_none_or(|zone| zone.contains(origin, self.outlook.side));
                if applies {
                    self.outlook
                        .moves(&one.movement, origin, &mut steps, &mut out.work)?;
                }
            }
            let mut written = Vec::new();
            self.outlook
                .moves(betza, origin, &mut written, &mut out.work)?;
            let (steps, written) = (reduced(steps), reduced(written));
            let surplus = |of: &[PieceMove], than: &[PieceMove]| {
                of.iter().find(|mv| !than.contains(mv)).cloned()
            };
            let both = [
                (surplus(&steps, &written), "the steps", "this"),
                (surplus(&written, &steps), "this", "the steps"),
            ];
            for (mv, having, lacking) in both {
                if let Some(mv) = mv {
                    return Ok(Some(self.words(origin, &mv, having, lacking)));
                }
            }
        }
        Ok(None)
    }

    fn words(&self, origin: Square, mv: &PieceMove, having: &str, lacking: &str) -> String {
        let what = mv.noun();
        let color = match self.outlook.side {
            Perspective::White => "a white piece",
            Perspective::Black => "a black piece",
        };
        let shape = self.outlook.shape;
        let through = mv.by_way_of(shape);
        format!(
            "{having} and {lacking} differ: for {color}, only {having} allow{} the {what} {}{}{through}",
            if having == "this" { "s" } else { "" },
            shape.name(origin),
            shape.name(mv.to)
        )
    }
}
