//! What games with hooks or imitators remember, as fields of a FEN behind the clocks.
//!
//! | field | value | meaning | if it is not there |
//! | --- | --- | --- | --- |
//! | `pocket` | `J/j` | pieces in White's and Black's pocket, `-` for none | both are empty |
//! | `imit` | `N/-` | the kinds that White's and Black's imitators imitate; one letter for both | nothing is imitated |
//! | `ban` | `d4g7` | two squares whose pieces may not change places | no ban |
//! | `bare` | `w` | the side that was left with nothing but its royal piece | no side was |
//! | `struck` | `e5` | where a piece was captured that may not be answered elsewhere | none was |
//! | `points` | `11/11/3b7/…` | who stands on the points, ranks as on the board | nobody |
//! | `unmoved` | `a1b1` | squares of pieces that have not moved, `-` for none | pieces where the start has the same piece |

use std::fmt::Write;

use crate::geometry::{Square, SquareSet};
use crate::rules::Rulebook;
use crate::source::{Diagnostic, codes};
use crate::state::fen::write_points;
use crate::state::{Color, Hand, OwnField, Piece, Role, Setup};

/// Reads a field of the variant's own into a position.
pub(crate) fn read_own(
    book: &Rulebook,
    setup: &mut Setup,
    field: &OwnField,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let hooked = book.hooks().is_some();
    let done = (hooked || book.imitates && field.name == "imit")
        && match field.name.as_str() {
            "pocket" => sides(&field.value)
                .and_then(|[white, black]| Some([hand(book, white)?, hand(book, black)?]))
                .map(|pocket| setup.special.pocket = pocket),
            "imit" => kinds(book, &field.value).map(|imitated| setup.special.imitated = imitated),
            "ban" => squares(book, &field.value).and_then(|squares| {
                let pair = <[Square; 2]>::try_from(squares).ok()?;
                setup.special.ban = Some(pair);
                Some(())
            }),
            "bare" => side(&field.value).map(|color| setup.special.bare = Some(color)),
            "struck" => squares(book, &field.value).and_then(|squares| {
                let [square] = <[Square; 1]>::try_from(squares).ok()?;
                setup.special.struck = Some(square);
                Some(())
            }),
            "unmoved" => squares(book, &field.value)
                .map(|squares| setup.unmoved = squares.into_iter().collect()),
            _ => None,
        }
        .is_some();
    if !done {
        let message = format!("`{}={}` cannot be read here", field.name, field.value);
        let help = if hooked {
            "behind the clocks may stand `pocket=J/j`, `imit=N/-`, `ban=d4g7`, `bare=w`, `struck=e5`, `unmoved=a1b1`"
        } else if book.imitates {
            "behind the clocks may stand `imit=N/-`"
        } else {
            "nothing stands behind the clocks"
        };
        diagnostics
            .push(Diagnostic::new(codes::FEN_BAD_FIELD, field.span, message).with_help(help));
    }
}

/// The fields of a position that differ from what a FEN without them would say; each with a blank
/// before it.
pub(crate) fn write_own(book: &Rulebook, setup: &Setup, without: &str) -> String {
    let mut text = String::new();
    if let Some(points) = write_points(&setup.board, &book.shape, &book.letters) {
        let _ = write!(text, " {points}");
    }
    if book.hooks().is_none() && !book.imitates {
        return text;
    }
    let special = &setup.special;
    if special.pocket.iter().any(|pocket| !pocket.is_empty()) {
        let [white, black] = Color::ALL.map(|color| {
            let letters: String = special.pocket[color.index()]
                .iter()
                .flat_map(|(role, count)| {
                    let letter = book.letters.name(Piece { color, role });
                    std::iter::repeat_n(letter, usize::from(count))
                })
                .collect();
            or_none(letters)
        });
        let _ = write!(text, " pocket={white}/{black}");
    }
    if special.imitated.iter().any(Option::is_some) {
        let [white, black] = Color::ALL.map(|color| {
            let letter = special.imitated[color.index()].map(|role| {
                let white = Piece {
                    color: Color::White,
                    role,
                };
                book.letters.name(white)
            });
            or_none(letter.unwrap_or_default())
        });
        let _ = write!(text, " imit={white}/{black}");
    }
    if let Some([one, other]) = special.ban {
        let _ = write!(
            text,
            " ban={}{}",
            book.shape.name(one),
            book.shape.name(other)
        );
    }
    if book.hooks().is_none() {
        return text;
    }
    if let Some(bare) = special.bare {
        let letter = if bare == Color::White { 'w' } else { 'b' };
        let _ = write!(text, " bare={letter}");
    }
    if let Some(struck) = special.struck {
        let _ = write!(text, " struck={}", book.shape.name(struck));
    }
    let known = book.read_fen(without).value.unmoved;
    if known != setup.unmoved {
        let names: String = names(book, &setup.unmoved);
        let _ = write!(text, " unmoved={}", or_none(names));
    }
    text
}

fn names(book: &Rulebook, squares: &SquareSet) -> String {
    squares
        .iter()
        .map(|square| book.shape.name(square))
        .collect()
}

fn or_none(text: String) -> String {
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}

fn side(value: &str) -> Option<Color> {
    match value {
        "w" => Some(Color::White),
        "b" => Some(Color::Black),
        _ => None,
    }
}

/// White's and Black's part.
fn sides(value: &str) -> Option<[&str; 2]> {
    let (white, black) = value.split_once('/')?;
    Some([white, black])
}

fn hand(book: &Rulebook, text: &str) -> Option<Hand> {
    let mut hand = Hand::default();
    if text == "-" {
        return Some(hand);
    }
    let mut at = 0;
    while at < text.len() {
        let found = book.letters.read(&text[at..])?;
        hand.add(found.piece.role);
        at += found.len;
    }
    Some(hand)
}

/// Reads the kinds that each side's imitators imitate.
fn kinds(book: &Rulebook, value: &str) -> Option<[Option<Role>; 2]> {
    let mut kinds = [None; 2];
    let both = sides(value).unwrap_or([value; 2]);
    for (kind, text) in kinds.iter_mut().zip(both) {
        if text != "-" {
            *kind = Some(book.letters.role(text)?);
        }
    }
    Some(kinds)
}

fn squares(book: &Rulebook, text: &str) -> Option<Vec<Square>> {
    let mut squares = Vec::new();
    let mut at = if text == "-" { text.len() } else { 0 };
    while at < text.len() {
        let (square, len) = book.shape.parse_prefix(&text[at..])?;
        squares.push(square);
        at += len;
    }
    Some(squares)
}
