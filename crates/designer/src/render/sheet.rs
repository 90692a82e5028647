//! All pieces of a variant on one page.

use super::canvas::{Canvas, Hold};
use super::figures::{Figure, Figures};
use super::legend::{Symbol, used};
use super::lettering::wrap;
use super::marks::Marks;
use super::svg::{
    LEADING, MARGIN, NOTE, SQUARE, View, bold, draw_board, draw_legend, draw_marks, plain,
};
use super::theme::Theme;
use ferz::compile::PathLimitError;
use ferz::game::Variant;
use ferz::geometry::sorted;
use ferz::state::{Color, Piece};

/// All pieces of a variant with their moves, names, letters and notation.
///
/// # Errors
/// If a piece has too many paths for a picture.
pub fn sheet_svg(variant: &Variant, theme: &Theme) -> Result<String, PathLimitError> {
    const CARD: f64 = 216.0;
    const BOARD: f64 = 188.0;
    const GAP: f64 = 18.0;
    let def = variant.def();
    let mut cards = Vec::new();
    let mut legend: Vec<Symbol> = Vec::new();
    let figures = Figures::of(variant, theme);
    for (role, (name, piece)) in variant.roles().zip(&def.pieces) {
        let marks = Marks::of_piece(variant, name)?;
        legend.extend(used(&marks));
        let notation: Vec<&str> = piece.moves.iter().map(|one| one.betza.as_str()).collect();
        let note = wrap(&notation.join(" + "), NOTE, CARD);
        let title = wrap(&capitalized(name), 10.0, CARD - 34.0);
        let figure = figures.figure(Piece {
            color: Color::White,
            role,
        });
        cards.push((marks, figure, title, piece.letter.clone(), note));
    }
    let legend = sorted(legend);
    let columns = match cards.len() {
        0..=3 => cards.len().max(1),
        4 => 2,
        5..=9 => 3,
        10..=20 => 4,
        _ => 5,
    };
    let page_width = columns as f64 * (CARD + GAP) - GAP + 2.0 * (MARGIN + 6.0);
    let left = MARGIN + 6.0;
    let mut canvas = Canvas::new(theme);
    let title = def.title.as_ref().unwrap_or(&def.name);
    let mut y = MARGIN + 6.0;
    for line in wrap(title, 16.0, page_width - 2.0 * left) {
        canvas.text(&line, left, y + 16.0, Hold::Left, bold(16.0, theme));
        y += 16.0 * LEADING;
    }
    y += 6.0;
    for row in cards.chunks(columns) {
        let lines = |text: &[String], size: f64| text.len() as f64 * size * LEADING;
        let heights = row
            .iter()
            .map(|(_, _, title, _, note)| lines(title, 10.0) + lines(note, NOTE));
        let height = heights.fold(0.0, f64::max);
        for (column, (marks, figure, title, letter, note)) in row.iter().enumerate() {
            let x = left + column as f64 * (CARD + GAP);
            let layout = marks.layout();
            let longest = layout.width.max(layout.height);
            let frame = if marks.is_open() { 0.0 } else { 1.0 };
            let side = ((BOARD / longest) * 100.0).floor() / 100.0;
            let side = side.min(SQUARE * 0.8) - frame;
            let (wide, high) = (layout.width * side, layout.height * side);
            let view = View {
                shape: marks.shape(),
                layout: &layout,
                x: x + ((CARD - wide) / 2.0).round(),
                y: y + 14.0 + ((BOARD - high) / 2.0).round(),
                side,
            };
            draw_board(&mut canvas, &view, &[marks.origin()]);
            let (at_x, at_y) = view.center(marks.origin());
            canvas.figure(figure, at_x, at_y, side * 0.94);
            draw_marks(&mut canvas, &view, marks, |_| false);
            let mut foot = y + BOARD + 36.0;
            let badge = Figure::named("", letter, Color::White);
            canvas.figure(&badge, x + 12.0, foot + 5.0, 26.0);
            for line in title {
                canvas.text(line, x + 30.0, foot + 10.0, Hold::Left, bold(10.0, theme));
                foot += 10.0 * LEADING;
            }
            foot += 2.0;
            for line in note {
                canvas.text(
                    line,
                    x + 2.0,
                    foot + NOTE,
                    Hold::Left,
                    plain(NOTE, &theme.faint),
                );
                foot += NOTE * LEADING;
            }
        }
        y += BOARD + 36.0 + height + GAP + 4.0;
    }
    y += draw_legend(&mut canvas, &legend, left, y, page_width - 2.0 * left);
    Ok(canvas.finish(page_width, y + MARGIN, title))
}

fn capitalized(name: &str) -> String {
    let spaced = name.replace(['-', '_'], " ");
    let mut letters = spaced.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => spaced,
    }
}
