//! Messages to the players of an interactive game.

use ferz::game::Position;
use ferz::geometry::SquareSet;
use ferz::source::{Diagnostic, codes, printable};
use ferz::state::{Move, MoveKind};
use ferz_designer::input::{ClickEffect, Input, Origin, Question};

use super::save::wrapped;
use crate::cli::report::number;

/// The width of a paragraph, in columns.
const WIDTH: usize = 80;

/// The maximum length of input that is quoted.
const ECHOED: usize = 40;

/// The maximum number of listed choices.
const LISTED: usize = 40;

/// The squares to highlight for a move.
pub(super) fn squares_of(mv: &Move) -> SquareSet {
    let mut squares: SquareSet = [mv.to].into_iter().collect();
    if mv.kind != MoveKind::Drop {
        squares.insert(mv.from);
    }
    for (from, to) in &mv.shifts {
        squares.insert(*from);
        squares.insert(*to);
    }
    if let Some(wall) = mv.wall {
        squares.insert(wall);
    }
    squares
}

/// A move in both notations, or in one if they are equal.
pub(super) fn move_words(position: &Position, mv: &Move) -> String {
    let (san, squares) = (position.san(mv), position.move_text(mv));
    if mv.is_pass() {
        format!("pass ({squares})")
    } else if mv.takes_back() {
        format!("refuse ({squares})")
    } else if san == squares {
        san
    } else {
        format!("{san} ({squares})")
    }
}

/// The side to move, and whether it is in check.
pub(super) fn turn_words(position: &Position) -> String {
    let mover = position.turn().name();
    if position.is_check() {
        format!("{mover} to move, in check")
    } else {
        format!("{mover} to move")
    }
}

/// The reason why a typed line is refused.
pub(super) fn refusal_words(line: &str, finding: &Diagnostic) -> String {
    if finding.code == codes::BAD_MOVE_TEXT {
        let line: String = line.chars().take(ECHOED).collect();
        let message = format!(
            "`{line}` is neither a move nor a command ({})",
            finding.message
        );
        let finding = Diagnostic {
            message,
            ..finding.clone()
        };
        return finding_words(&finding);
    }
    finding_words(finding)
}

/// A finding in one or two sentences.
pub(super) fn finding_words(finding: &Diagnostic) -> String {
    let mut text = capitalized(&finding.message);
    text.push('.');
    if let Some(help) = &finding.help {
        text.push(' ');
        text.push_str(&capitalized(help));
        if !text.ends_with(['?', '.', '…']) {
            text.push('.');
        }
    }
    printable(&text).into_owned()
}

/// A paragraph with its line feeds.
pub(super) fn paragraph(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    wrapped(&words, WIDTH)
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// The choices of a question, numbered.
pub(super) fn question_words(question: &Question) -> String {
    let choices = question.choices.iter().take(LISTED).enumerate();
    let mut words: Vec<String> = choices
        .map(|(index, choice)| format!("{} {},", index + 1, choice.words))
        .collect();
    if let Some(last) = words.last_mut() {
        last.pop();
    }
    if question.choices.len() > LISTED {
        words.push(format!("… ({} in all)", question.choices.len()));
    }
    format!("{}\n{}", question.kind.words(), wrapped(&words, WIDTH))
}

/// The targets of the lifted piece.
pub(super) fn target_words(input: &Input) -> String {
    let view = input.view();
    let variant = input.position().variant();
    let begun = begun_words(input);
    let clicks = view.squares.iter().filter_map(|click| {
        let name = variant.square_name(click.square);
        let sign = if click.captures { "x" } else { "" };
        match click.deed {
            ClickEffect::Begin | ClickEffect::Cancel => None,
            ClickEffect::Pass => Some(format!("{sign}{name}-")),
            ClickEffect::PassOrStop => Some(format!("{sign}{name}(-)")),
            ClickEffect::Stop => Some(format!("{name} (stop)")),
            ClickEffect::Stay => Some(format!("{sign}{name} (stay)")),
            _ => Some(format!("{sign}{name}")),
        }
    });
    let clicks: Vec<String> = clicks.collect();
    paragraph(&format!("{begun} goes to {}", clicks.join(", ")))
}

/// The part of a move that has been entered.
pub(super) fn begun_words(input: &Input) -> String {
    let view = input.view();
    let variant = input.position().variant();
    let mut words = match view.origin {
        Some(Origin::Square(square)) => {
            let name = variant.square_name(square);
            let piece = input.position().piece_on(square);
            let piece = piece.map_or("piece", |piece| variant.role_name(piece.role));
            format!("The {piece} on {name}")
        }
        Some(Origin::Hand(piece)) => format!("The {} in hand", variant.role_name(piece.role)),
        Some(Origin::Pass) => "The pass".to_owned(),
        None => "Nothing".to_owned(),
    };
    for square in &view.legs {
        words.push_str(&format!(" by {}", variant.square_name(*square)));
    }
    words
}

/// The number of legal moves in words.
pub(super) fn count_words(count: usize) -> String {
    number(count, "legal move")
}
