//! `morph`: promotion of a piece by its square of arrival.

use std::collections::BTreeMap;

use super::ids::Ids;
use super::pieces::Piece;
use crate::definition::{PieceId, PromotionChoice, PromotionDef};
use crate::geometry::{BoardShape, Perspective, SquareSet, Zone};
use crate::source::{Diagnostic, codes};
use crate::syntax::diagram::Field;

/// The maximum number of unknown characters that are reported.
const MANY_STRANGERS: usize = 16;

/// Reads the table of the piece with this number.
///
/// ```text
/// morph = row { "/" row }        the first row is the last rank of the mover
/// row   = { "." | id }           a file each; missing ones have nothing
/// ```
pub(super) fn read(
    field: &Field,
    number: usize,
    pieces: &[Piece<'_>],
    shape: &BoardShape,
    out: &mut Vec<Diagnostic>,
) -> Option<PromotionDef> {
    let ids = Ids::of(pieces);
    let text = field.text();
    let mut tables: BTreeMap<usize, SquareSet> = BTreeMap::new();
    let mut at = 0;
    let rows: Vec<&str> = text.split('/').collect();
    let mut strange: Vec<char> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let rank = usize::from(shape.ranks()).checked_sub(index + 1);
        for (file, (inside, char)) in row.char_indices().enumerate() {
            let span = field.part(at + inside..at + inside + char.len_utf8());
            let mut buffer = [0; 4];
            let known = ids.at_head(char.encode_utf8(&mut buffer));
            let square = rank
                .filter(|_| file < usize::from(shape.files()))
                .and_then(|rank| shape.at(file as u8, rank as u8));
            match (char, known, square) {
                ('.', _, Some(_)) => {}
                (_, Some((_, numbers)), Some(square)) => {
                    if numbers[0] != number {
                        tables.entry(numbers[0]).or_default().insert(square);
                    }
                }
                (_, _, None) => {
                    let message = "the table is larger than the board".to_owned();
                    out.push(Diagnostic::new(codes::NOT_CARRIED_OVER, span, message));
                    return None;
                }
                (_, None, Some(square)) => {
                    if !strange.contains(&char) && strange.len() < MANY_STRANGERS {
                        strange.push(char);
                        let message = format!(
                            "`{char}` is not an id; its effect on a `{}` on {} is not carried over",
                            pieces[number].name,
                            shape.name(square)
                        );
                        out.push(Diagnostic::new(codes::NOT_CARRIED_OVER, span, message));
                    }
                }
            }
        }
        at += row.len() + 1;
    }
    let mut full: Vec<&str> = rows.clone();
    full.resize(usize::from(shape.ranks()).max(rows.len()), "");
    let turned: Vec<&str> = full.iter().rev().copied().collect();
    if turned != full {
        let message = "the first row of the table is read as the last rank of the mover";
        out.push(Diagnostic::new(
            codes::DOUBTFUL_IMPORT,
            field.span(),
            message,
        ));
    }
    let choices: Vec<PromotionChoice> = tables
        .into_iter()
        .map(|(to, squares)| {
            PromotionChoice::new(PieceId::new(to), Zone::mirrored(shape, &squares))
        })
        .collect();
    (!choices.is_empty()).then(|| PromotionDef::of(choices, Zone::nowhere()))
}

/// Merges a promotion by choice with a table, which takes precedence.
pub(super) fn joined(by_choice: Option<PromotionDef>, table: PromotionDef) -> PromotionDef {
    let Some(mut all) = by_choice else {
        return table;
    };
    let without = |zone: &Zone| {
        let [white, black] = [Perspective::White, Perspective::Black].map(|side| {
            table
                .choices
                .iter()
                .fold(zone.of(side).clone(), |rest, choice| {
                    rest.difference(choice.zone.of(side))
                })
        });
        Zone::of_sides(white, black)
    };
    for choice in &mut all.choices {
        choice.zone = without(&choice.zone);
    }
    all.stay = without(&all.stay);
    all.choices.extend(table.choices);
    all
}
