//! All shapes of pieces on one page, with their names.

use super::canvas::{Canvas, Hold};
use super::figures::Figure;
use super::lettering::wrap;
use super::svg::{LEADING, MARGIN, NOTE, bold, plain};
use super::theme::Theme;
use ferz::definition::Shape;
use ferz::state::Color;

/// All shapes with their names in definitions, and the pieces that have them by default. Each is shown for
/// both sides, and again at the smallest size at which it must be readable.
pub fn shapes_svg(theme: &Theme) -> String {
    const CARD: f64 = 190.0;
    const GAP: f64 = 14.0;
    const LARGE: f64 = 44.0;
    const SMALL: f64 = 28.0;
    const NAME: f64 = 10.0;
    const COLUMNS: usize = 4;
    let width = COLUMNS as f64 * (CARD + GAP) - GAP + 2.0 * MARGIN;
    let mut canvas = Canvas::new(theme);
    let mut y = MARGIN;
    for row in Shape::ALL.chunks(COLUMNS) {
        let mut height: f64 = 0.0;
        for (column, shape) in row.iter().enumerate() {
            let left = MARGIN + column as f64 * (CARD + GAP);
            let mut x = left;
            for size in [LARGE, SMALL] {
                for (color, square) in [(Color::White, &theme.dark), (Color::Black, &theme.light)] {
                    let attributes = format!(r#"fill="{square}""#);
                    canvas.rect([x, y, size, size], &attributes);
                    let figure = Figure::of_shape(*shape, color);
                    canvas.figure(&figure, x + size / 2.0, y + size / 2.0, size * 0.94);
                    x += size;
                }
                x += 6.0;
            }
            let mut foot = y + LARGE + NAME + 7.0;
            canvas.text(shape.name(), left, foot, Hold::Left, bold(NAME, theme));
            foot += NAME * LEADING;
            for line in wrap(shape.meaning(), NOTE, CARD) {
                canvas.text(&line, left, foot, Hold::Left, plain(NOTE, &theme.faint));
                foot += NOTE * LEADING;
            }
            height = height.max(foot - y);
        }
        y += height + 6.0;
    }
    canvas.finish(width, y + MARGIN, "the shapes of pieces")
}
