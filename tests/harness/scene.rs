//! Positions given as lists of men, and queries about them.

use ferz::formats::Catalog;
use ferz::game::{Outcome, Position, Reason, Variant};
use ferz::notation::move_texts;
use ferz::state::Move;

/// A built-in variant, with settings behind a question mark.
pub(crate) fn configured(word: &str) -> Variant {
    let Some((name, query)) = word.split_once('?') else {
        return super::builtin(word);
    };
    let def = Catalog::builtin().configure(name, query);
    let def = def.unwrap_or_else(|| panic!("{name} is not built in"));
    let def = def.unwrap_or_else(|findings| panic!("{word}: {findings:?}"));
    Variant::compile(&def).unwrap_or_else(|error| panic!("{word}: {error}"))
}

/// A position with White's men and Black's, such as `Kc4 If4` and `Ke5 Wd3`; White is to move.
pub(crate) fn scene(variant: &str, white: &str, black: &str) -> Position {
    scene_with(variant, white, black, "", "w")
}

/// [`scene`] with a hand in brackets and everything behind the board.
pub(crate) fn scene_with(
    variant: &str,
    white: &str,
    black: &str,
    hand: &str,
    rest: &str,
) -> Position {
    let variant = configured(variant);
    let shape = variant.shape();
    let mut cells = vec![String::from("1"); shape.area()];
    for square in (0..shape.area() as u16).map(ferz::geometry::Square::new) {
        if !shape.exists(square) {
            "*".clone_into(&mut cells[square.index()]);
        }
    }
    let small = black.to_owned();
    for (men, is_black) in [(white, false), (small.as_str(), true)] {
        for man in men.split_whitespace() {
            let (letter, square) = man.split_at(1);
            let square = shape
                .parse(square)
                .unwrap_or_else(|| panic!("{man} stands nowhere"));
            cells[square.index()] = if is_black {
                letter.to_lowercase()
            } else {
                letter.to_owned()
            };
        }
    }
    let rows: Vec<String> = cells
        .chunks(shape.files() as usize)
        .rev()
        .map(row)
        .collect();
    let fen = format!("{}{hand} {rest}", rows.join("/"));
    variant
        .parse_fen(&fen)
        .unwrap_or_else(|findings| panic!("{fen}: {findings:?}"))
}

/// A rank of a FEN; empty squares are given as `1`.
pub(super) fn row(cells: &[String]) -> String {
    let mut text = String::new();
    for same in cells.chunk_by(|one, other| one == "1" && other == "1") {
        match same {
            [man] if man != "1" => text.push_str(man),
            empty => text.push_str(&empty.len().to_string()),
        }
    }
    text
}

/// The move with this text.
pub(crate) fn found(position: &Position, text: &str) -> Move {
    position
        .parse_move(text)
        .unwrap_or_else(|finding| panic!("{text} in {}: {finding:?}", position.to_fen()))
}

/// The position after moves.
pub(crate) fn after(position: &Position, texts: &str) -> Position {
    let mut position = position.clone();
    for text in texts.split_whitespace() {
        position = position.play_unchecked(&found(&position, text));
    }
    position
}

/// The squares that a move empties by capture, in alphabetical order.
pub(crate) fn victims(position: &Position, text: &str) -> String {
    let shape = position.variant().shape();
    let one = found(position, text);
    let mut names: Vec<String> = one.captures.iter().map(|at| shape.name(*at)).collect();
    names.sort();
    names.join(" ")
}

/// The texts of the moves of the man on a square, in order.
pub(crate) fn moves_from(position: &Position, square: &str) -> Vec<String> {
    move_texts(position)
        .into_iter()
        .filter(|(_, one)| position.variant().shape().name(one.from) == square)
        .map(|(text, _)| text)
        .collect()
}

/// The squares to which the man on a square can go, in alphabetical order.
pub(crate) fn targets(position: &Position, square: &str) -> String {
    let shape = position.variant().shape();
    let mut names: Vec<String> = position
        .legal_moves()
        .into_iter()
        .filter(|one| shape.name(one.from) == square)
        .map(|one| shape.name(one.to))
        .collect();
    names.sort();
    names.dedup();
    names.join(" ")
}

/// The captures of the man on a square: `target:victims` in order.
pub(crate) fn captures_of(position: &Position, square: &str) -> Vec<String> {
    moves_from(position, square)
        .iter()
        .filter(|text| found(position, text).is_capture())
        .map(|text| format!("{}:{}", &text[square.len()..], victims(position, text)))
        .collect()
}

/// How the game has ended: White's share of the point and the reason.
pub(crate) fn ended(position: &Position) -> Option<(f64, Reason)> {
    match position.outcome() {
        Outcome::Ended { white, reason, .. } => Some((white, reason)),
        Outcome::Ongoing => None,
    }
}

/// The board part of the FEN, with the hands.
pub(crate) fn board(position: &Position) -> String {
    let fen = position.to_fen();
    fen.split(' ').next().unwrap_or_default().to_owned()
}
