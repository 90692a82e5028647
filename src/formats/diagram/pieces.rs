//! Reads piece lines: names as keys, ids, and moves that are written or implied by the name.

use crate::definition::MoveDef;
use crate::movement::{Dialect, Movement, NO_MOVE};
use crate::source::{Diagnostic, Parse, codes};
use crate::syntax::diagram::{Field, PieceLine};

/// The moves of pieces without moves in their line, by name in lower case. The king's also depend on the board.
const DEFAULT_MOVES: &[(&[&str], &str)] = &[
    (&["pawn"], "ifmnDfmWfceF"),
    (&["knight"], "N"),
    (&["bishop"], "B"),
    (&["rook"], "R"),
    (&["queen"], "Q"),
    (&["archbishop", "cardinal"], "BN"),
    (&["chancellor", "marshall"], "RN"),
    (&["amazon"], "QN"),
    (&["lion"], "KNADcaKcabKmabK"),
    (&["horse", "mao"], "mafsW"),
    (&["elephant"], "mafF"),
    (&["cannon", "pao"], "mRcpR"),
    (&["advisor", "ferz"], "F"),
    (&["lance"], "fR"),
    (&["copper"], "vWfF"),
    (&["silver", "silvergeneral"], "FfW"),
    (&["gold", "goldgeneral"], "WfF"),
    (&["man", "commoner"], "K"),
    (&["camel"], "C"),
    (&["zebra"], "Z"),
    (&["nightrider"], "N0"),
    (&["grasshopper"], "gQ"),
    (&["griffon", "gryphon"], "yafsF"),
    (&["wizard"], "FC"),
    (&["champion"], "WAD"),
    (&["falcon"], "mafmafsKmafsmafKmaflmafrKmafrmaflK"),
];

/// The largest number of pieces of one kind in a hand.
const MAX_HAND: u8 = 200;

/// The length in characters to which names are cut.
const MAX_NAME: usize = 48;

/// A piece of the definition; its number is its index in the list.
#[derive(Clone, Debug)]
pub(super) struct Piece<'a> {
    pub(super) line: &'a PieceLine,
    /// The key of the piece in the variant.
    pub(super) name: String,
    /// The id, or the first letter of the name.
    pub(super) id: String,
    pub(super) moves: Vec<MoveDef>,
    /// The pieces in White's and Black's hands.
    pub(super) hand: (u8, u8),
}

impl<'a> Piece<'a> {
    /// Reads a line. `earlier` contains the previous pieces, whose names are taken; `files` is the number of files at
    /// this point of the definition.
    pub(super) fn read(
        line: &'a PieceLine,
        earlier: &[Piece<'_>],
        files: u8,
        out: &mut Vec<Diagnostic>,
    ) -> Piece<'a> {
        let id = if line.id.is_empty() {
            line.name
                .text()
                .chars()
                .take(1)
                .flat_map(char::to_uppercase)
                .collect()
        } else {
            line.id.text().to_owned()
        };
        if let [first, ..] = line.rest.as_slice() {
            let message = "a piece line has six fields; the rest is not read";
            out.push(Diagnostic::new(
                codes::NOT_CARRIED_OVER,
                first.span(),
                message,
            ));
        }
        Piece {
            line,
            name: unique_name(line, earlier),
            id,
            moves: read_moves(line, files, out),
            hand: line
                .hand
                .as_ref()
                .map_or((0, 0), |hand| read_hand(hand, out)),
        }
    }

    /// The field that identifies the piece in findings: its id, name or picture.
    pub(super) fn label(&self) -> &'a Field {
        let PieceLine {
            id, name, image, ..
        } = self.line;
        [id, name]
            .into_iter()
            .find(|field| !field.is_empty())
            .unwrap_or(image)
    }
}

/// The name in kebab case, with a number appended if an earlier piece has it.
fn unique_name(line: &PieceLine, earlier: &[Piece<'_>]) -> String {
    let mut name = kebab(line.name.text());
    if name.is_empty() {
        let path = line.image.text();
        let file = path.rsplit('/').next().unwrap_or(path);
        name = kebab(file.split('.').next().unwrap_or(file));
    }
    if name.is_empty() {
        name = format!("piece-{}", earlier.len() + 1);
    }
    let is_taken = |name: &str| earlier.iter().any(|piece| piece.name == name);
    if is_taken(&name) {
        let numbered = (2..).map(|n: usize| format!("{name}-{n}"));
        name = numbered
            .into_iter()
            .find(|name| !is_taken(name))
            .unwrap_or(name);
    }
    name
}

fn kebab(text: &str) -> String {
    let mut name = String::new();
    for char in text.chars().take(MAX_NAME) {
        if char.is_alphanumeric() {
            name.extend(char.to_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    name.truncate(name.trim_end_matches('-').len());
    name
}

/// The moves of a line: the written ones, or those implied by the name.
fn read_moves(line: &PieceLine, files: u8, out: &mut Vec<Diagnostic>) -> Vec<MoveDef> {
    let written = line.moves.text();
    if written == NO_MOVE {
        return Vec::new();
    }
    if !written.is_empty() {
        let read = Movement::read(written, Dialect::XBetza);
        return one_move(written, read, |finding| line.moves.place(finding), out);
    }
    let name = line.name.text().to_lowercase();
    let known = match name.as_str() {
        "king" if files > 8 => Some("KisO3"),
        "king" => Some("KisO2"),
        _ => DEFAULT_MOVES
            .iter()
            .find(|(names, _)| names.contains(&name.as_str()))
            .map(|(_, moves)| *moves),
    };
    let Some(betza) = known else {
        let span = line.name.span().to(line.moves.span());
        let message = if name.is_empty() {
            "the piece line has no move and no name, so the piece does not move".to_owned()
        } else {
            format!(
                "the piece line has no move, and `{name}` is not a known piece, so the piece does not move"
            )
        };
        out.push(
            Diagnostic::new(codes::MOVE_REFUSED, span, message)
                .with_help("write the move in the third field, or `-` if the piece never moves"),
        );
        return Vec::new();
    };
    let read = Movement::read(betza, Dialect::XBetza);
    one_move(
        betza,
        read,
        |finding| finding.collapsed(line.name.span()),
        out,
    )
}

/// A move as read. Its errors become warnings, so that a move that cannot be played does not invalidate the definition:
/// the piece keeps its readable moves.
fn one_move(
    betza: &str,
    read: Parse<Movement>,
    place: impl Fn(Diagnostic) -> Diagnostic,
    out: &mut Vec<Diagnostic>,
) -> Vec<MoveDef> {
    let has_errors = read.has_errors();
    out.extend(
        read.diagnostics
            .into_iter()
            .map(|finding| place(refused(finding))),
    );
    if has_errors && read.value == Movement::default() {
        return Vec::new();
    }
    vec![MoveDef::of(read.value, betza, Dialect::XBetza)]
}

/// Converts an error of the move reader to the warning that the move is not played.
fn refused(finding: Diagnostic) -> Diagnostic {
    if !finding.is_error() {
        return finding;
    }
    Diagnostic {
        code: codes::MOVE_REFUSED,
        severity: codes::MOVE_REFUSED.severity(),
        message: format!("{}: {}", finding.code, finding.message),
        ..finding
    }
}

/// `hand = number [ "," number ]`: for both sides, or White's and Black's.
fn read_hand(hand: &Field, out: &mut Vec<Diagnostic>) -> (u8, u8) {
    let text = hand.text();
    if text.is_empty() {
        return (0, 0);
    }
    let number = |text: &str| {
        let count: Option<u8> = text.trim().parse().ok();
        count.filter(|count| *count <= MAX_HAND)
    };
    let (white, black) = text.split_once(',').unwrap_or((text, text));
    if let (Some(white), Some(black)) = (number(white), number(black)) {
        return (white, black);
    }
    out.push(
        Diagnostic::new(
            codes::IMPORT_BAD_VALUE,
            hand.span(),
            format!("`{text}` is not a number of pieces in hand"),
        )
        .with_help(format!(
            "write a number up to {MAX_HAND}, or two numbers: `2,0`"
        )),
    );
    (0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_keys() {
        assert_eq!(kebab("Pawn (Passed)"), "pawn-passed");
        assert_eq!(kebab("--Ärger  Nr. 1!"), "ärger-nr-1");
        assert_eq!(kebab("()"), "");
    }

    #[test]
    fn an_error_in_a_move_costs_the_move_and_not_the_definition() {
        let finding = Diagnostic::new(codes::SINGLE_LEG_ATOM, 1..2, "`U` has a single leg");
        let read = Parse {
            value: Movement::default(),
            diagnostics: vec![finding],
        };
        let mut out = Vec::new();
        let moves = one_move("aU", read, |finding| finding.shifted(10), &mut out);
        assert!(moves.is_empty());
        assert_eq!(out[0].message, "E0201: `U` has a single leg");
        assert_eq!(
            (out[0].code, out[0].span.range()),
            (codes::MOVE_REFUSED, 11..12)
        );
        assert!(!out[0].is_error());
    }

    #[test]
    fn default_moves_are_named_once() {
        let mut names: Vec<&str> = DEFAULT_MOVES
            .iter()
            .flat_map(|row| row.0)
            .copied()
            .collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
