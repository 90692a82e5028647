//! SVG pictures of the moves of a piece, and the parts of a picture with a board.
//!
//! ```
//! use ferz::movement::Movement;
//! use ferz_designer::render::{Caption, Figure, Marks, Theme, marks_svg};
//! use ferz::state::Color;
//!
//! let marks = Marks::of(&Movement::new("N").unwrap()).unwrap();
//! let svg = marks_svg(&marks, &Figure::blank(Color::White), &Caption::new("Knight"), &Theme::light());
//! assert!(svg.starts_with("<svg ") && svg.contains("<title>Knight</title>"));
//! ```

use std::fmt::Write as _;

use super::canvas::{Canvas, Hold, Lettering, n};
use super::figures::{Figure, Figures};
use super::layout::{Layout, Point};
use super::legend::{Symbol, symbols, used};
use super::lettering::{width, wrap};
use super::marks::{Marks, Ray};
use super::theme::Theme;
use ferz::game::Position;
use ferz::geometry::{BoardShape, Square};
use ferz::state::{Color, Piece};

/// The side of a square.
pub(super) const SQUARE: f64 = 48.0;
/// The heights of capitals in titles, in notes below them, and in legends.
const TITLE: f64 = 13.0;
pub(super) const NOTE: f64 = 9.0;
const SMALL: f64 = 8.0;
/// The distance of two lines, in heights of capitals.
pub(super) const LEADING: f64 = 1.95;
/// The margin around a picture.
pub(super) const MARGIN: f64 = 14.0;
/// The minimum width of a picture.
const NARROWEST: f64 = 300.0;

/// The title and note above a picture.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Caption {
    /// The title.
    pub title: String,
    /// A second line, such as the notation.
    pub note: String,
}

impl Caption {
    /// A caption without a note.
    pub fn new(title: &str) -> Caption {
        Caption {
            title: title.to_owned(),
            note: String::new(),
        }
    }

    /// Adds a note to the caption.
    #[must_use]
    pub fn with_note(mut self, note: &str) -> Caption {
        note.clone_into(&mut self.note);
        self
    }

    fn alternative(&self) -> String {
        match (self.title.is_empty(), self.note.is_empty()) {
            (_, true) => self.title.clone(),
            (true, false) => self.note.clone(),
            (false, false) => format!("{}: {}", self.title, self.note),
        }
    }
}

/// The moves of a piece on an otherwise empty board, with a legend.
pub fn marks_svg(marks: &Marks, figure: &Figure, caption: &Caption, theme: &Theme) -> String {
    let page = Page {
        shape: marks.shape(),
        layout: marks.layout(),
        is_open: marks.is_open(),
        rim: if marks.rays().is_empty() { 6.0 } else { 24.0 },
        lit: vec![marks.origin()],
        hands: [Vec::new(), Vec::new()],
        least: Room::default(),
        legend: used(marks),
        caption,
    };
    page.draw(theme, |canvas, view| {
        let (x, y) = view.center(marks.origin());
        canvas.figure(figure, x, y, view.side * 0.94);
        draw_marks(canvas, view, marks, |_| false);
    })
}

pub(super) fn bold(size: f64, theme: &Theme) -> Lettering<'_> {
    Lettering {
        size,
        weight: 2.3,
        color: &theme.text,
    }
}

pub(super) fn plain(size: f64, color: &str) -> Lettering<'_> {
    Lettering {
        size,
        weight: 1.7,
        color,
    }
}

/// A board with its caption, hands and legend.
pub(super) struct Page<'a> {
    pub(super) shape: &'a BoardShape,
    pub(super) layout: Layout,
    pub(super) is_open: bool,
    /// The room for arrows around an open board.
    pub(super) rim: f64,
    /// The squares with another color.
    pub(super) lit: Vec<Square>,
    /// The pieces in hand of the side below and of the other one.
    pub(super) hands: [Vec<(Figure, u16)>; 2],
    /// The least room of parts that differ between pictures of one game.
    pub(super) least: Room,
    pub(super) legend: Vec<Symbol>,
    pub(super) caption: &'a Caption,
}

/// The heights of the note and of the two hands.
#[derive(Clone, Default)]
pub(super) struct Room {
    note: f64,
    hands: [f64; 2],
}

impl Room {
    /// The larger one of each part.
    pub(super) fn or(&self, other: &Room) -> Room {
        Room {
            note: self.note.max(other.note),
            hands: [0, 1].map(|side| self.hands[side].max(other.hands[side])),
        }
    }
}

/// The place of a board in a picture.
pub(super) struct View<'a> {
    pub(super) shape: &'a BoardShape,
    pub(super) layout: &'a Layout,
    /// The left edge.
    pub(super) x: f64,
    /// The upper edge.
    pub(super) y: f64,
    /// The side of the square of a piece.
    pub(super) side: f64,
}

impl View<'_> {
    pub(super) fn place(&self, [x, y]: Point) -> (f64, f64) {
        (self.x + x * self.side, self.y + y * self.side)
    }

    /// The upper left corner of the square in which the piece on a square is drawn.
    pub(super) fn corner(&self, square: Square) -> (f64, f64) {
        let [x, y] = self.layout.center(square);
        self.place([x - 0.5, y - 0.5])
    }

    pub(super) fn center(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + self.side / 2.0, y + self.side / 2.0)
    }

    /// The outline of a cell as a path.
    pub(super) fn tile(&self, square: Square) -> String {
        if self.layout.has_squares() {
            let (x, y) = self.corner(square);
            let side = n(self.side);
            return format!("M{} {}h{side}v{side}h-{side}z", n(x), n(y));
        }
        let corners = self.layout.outline(square).iter();
        let corners = corners.map(|corner| {
            let (x, y) = self.place(*corner);
            format!("{} {}", n(x), n(y))
        });
        format!("M{}z", corners.collect::<Vec<_>>().join("L"))
    }
}

impl<'a> Page<'a> {
    /// A position without marks.
    pub(super) fn of_position(
        position: &'a Position,
        below: Color,
        figures: &Figures,
        caption: &'a Caption,
    ) -> Page<'a> {
        let variant = position.variant();
        let hands = [below, below.opponent()].map(|color| {
            position.setup().hands[color.index()]
                .iter()
                .map(|(role, count)| (figures.figure(Piece { color, role }), count))
                .collect()
        });
        Page {
            shape: variant.shape(),
            layout: Layout::new(variant.shape(), &variant.def().appearance(), below),
            is_open: false,
            rim: 0.0,
            lit: Vec::new(),
            hands,
            least: Room::default(),
            legend: Vec::new(),
            caption,
        }
    }

    /// The room before, above and behind the board.
    fn rims(&self) -> [f64; 3] {
        match (self.is_open, self.layout.is_named_around) {
            (true, _) => [22.0, self.rim, 22.0],
            (false, true) => [26.0, 26.0, 26.0],
            (false, false) => [26.0, 4.0, 12.0],
        }
    }

    fn width(&self) -> f64 {
        let [before, _, behind] = self.rims();
        (before + self.layout.width * SQUARE + behind + 2.0 * MARGIN).max(NARROWEST)
    }

    /// The width of the texts.
    fn text_width(&self) -> f64 {
        self.width() - 2.0 * MARGIN - 8.0
    }

    /// The room that the note and the hands take.
    pub(super) fn room(&self, theme: &Theme) -> Room {
        let lines = wrap(&self.caption.note, NOTE, self.text_width()).len();
        let width = self.layout.width * SQUARE;
        let mut scratch = Canvas::new(theme);
        Room {
            note: lines as f64 * NOTE * LEADING,
            hands: [0, 1].map(|side| draw_hand(&mut scratch, &self.hands[side], 0.0, 0.0, width)),
        }
    }

    pub(super) fn draw(
        &self,
        theme: &Theme,
        fill: impl FnOnce(&mut Canvas<'_>, &View<'_>),
    ) -> String {
        let (width, height) = (self.layout.width * SQUARE, self.layout.height * SQUARE);
        let [before, above, behind] = self.rims();
        let whole = self.width();
        let room = self.text_width();
        let mut canvas = Canvas::new(theme);
        let mut y = MARGIN;
        let middle = whole / 2.0;
        for line in wrap(&self.caption.title, TITLE, room) {
            canvas.text(&line, middle, y + TITLE, Hold::Middle, bold(TITLE, theme));
            y += TITLE * LEADING;
        }
        let below_note = y + self.least.note;
        for line in wrap(&self.caption.note, NOTE, room) {
            canvas.text(
                &line,
                middle,
                y + NOTE,
                Hold::Middle,
                plain(NOTE, &theme.faint),
            );
            y += NOTE * LEADING;
        }
        y = y.max(below_note);
        let [near, far] = &self.hands;
        let left = ((whole - width + before - behind) / 2.0).round();
        y += draw_hand(&mut canvas, far, left, y, width).max(self.least.hands[1]);
        let view = View {
            shape: self.shape,
            layout: &self.layout,
            x: left,
            y: (y + above).round(),
            side: SQUARE,
        };
        draw_board(&mut canvas, &view, &self.lit);
        if !self.is_open {
            draw_names(&mut canvas, &view);
        }
        fill(&mut canvas, &view);
        y = view.y + height + if self.is_open { self.rim } else { 26.0 };
        y += draw_hand(&mut canvas, near, left, y, width).max(self.least.hands[0]);
        if !self.legend.is_empty() {
            y += 6.0;
            y += draw_legend(
                &mut canvas,
                &self.legend,
                MARGIN + 6.0,
                y,
                whole - 2.0 * MARGIN - 12.0,
            );
        }
        canvas.finish(whole, y.round() + MARGIN - 4.0, &self.caption.alternative())
    }
}

/// Draws the cells, the lines and the frame.
pub(super) fn draw_board(canvas: &mut Canvas<'_>, view: &View<'_>, lit: &[Square]) {
    let theme = canvas.theme;
    let (shape, layout) = (view.shape, view.layout);
    let mut colors = [const { String::new() }; 3];
    let mut dashed = String::new();
    for square in shape.squares() {
        let tile = view.tile(square);
        if shape.vanishing().contains(square) {
            dashed.push_str(&tile);
        } else {
            colors[layout.color(shape, square)].push_str(&tile);
        }
    }
    let fills = [&theme.dark, &theme.light, &theme.between()];
    // Light cells first.
    for number in [1, 0, 2] {
        if !colors[number].is_empty() {
            canvas.path(&colors[number], &format!(r#"fill="{}""#, fills[number]));
        }
    }
    if !dashed.is_empty() {
        let attributes = format!(
            r#"fill="none" stroke="{}" stroke-width="1" stroke-dasharray="3 4""#,
            theme.frame
        );
        canvas.path(&dashed, &attributes);
    }
    let attributes = format!(r#"fill="{}""#, theme.origin);
    for square in lit {
        if layout.has_squares() {
            let (x, y) = view.corner(*square);
            canvas.rect([x, y, view.side, view.side], &attributes);
        } else {
            canvas.path(&view.tile(*square), &attributes);
        }
    }
    let path = |lines: &[[Point; 2]]| {
        let mut path = String::new();
        for [from, to] in lines {
            let ((x1, y1), (x2, y2)) = (view.place(*from), view.place(*to));
            // Writing to a string cannot fail.
            let _ = if n(y1) == n(y2) {
                write!(path, "M{} {}H{}", n(x1), n(y1), n(x2))
            } else if n(x1) == n(x2) {
                write!(path, "M{} {}V{}", n(x1), n(y1), n(y2))
            } else {
                write!(path, "M{} {}L{} {}", n(x1), n(y1), n(x2), n(y2))
            };
        }
        path
    };
    if !layout.lines.is_empty() {
        let attributes = format!(r#"fill="none" stroke="{}" stroke-width="1""#, theme.frame);
        canvas.path(&path(&layout.lines), &attributes);
    }
    // The frame excludes holes, so that it shows the true outline.
    let frame = layout.frame(|square| !shape.vanishing().contains(square));
    let attributes = format!(r#"fill="none" stroke="{}" stroke-width="1.5""#, theme.frame);
    canvas.path(&path(&frame), &attributes);
}

/// Draws the names of files, ranks and boards.
pub(super) fn draw_names(canvas: &mut Canvas<'_>, view: &View<'_>) {
    let theme = canvas.theme;
    let look = plain(SMALL, &theme.faint);
    for name in &view.layout.names {
        let (x, y) = view.place(name.at);
        let [dx, dy] = name.towards.map(|part| part * 13.0);
        canvas.text(&name.text, x + dx, y + dy + SMALL / 2.0, Hold::Middle, look);
    }
}

/// Draws the pieces in hand in rows; returns the height.
fn draw_hand(
    canvas: &mut Canvas<'_>,
    hand: &[(Figure, u16)],
    left: f64,
    top: f64,
    room: f64,
) -> f64 {
    const STEP: f64 = 30.0;
    if hand.is_empty() {
        return 0.0;
    }
    let (mut x, mut y) = (left, top + 2.0);
    let theme = canvas.theme;
    for (figure, count) in hand {
        let number = format!("×{count}");
        let wide = if *count > 1 {
            STEP + width(&number, SMALL) + 6.0
        } else {
            STEP
        };
        if x + wide > left + room && x > left {
            x = left;
            y += STEP;
        }
        canvas.figure(figure, x + STEP / 2.0, y + STEP / 2.0, STEP);
        if *count > 1 {
            let foot = y + STEP / 2.0 + SMALL / 2.0;
            canvas.text(
                &number,
                x + STEP - 1.0,
                foot,
                Hold::Left,
                plain(SMALL, &theme.text),
            );
        }
        x += wide + 4.0;
    }
    y + STEP + 4.0 - top
}

/// Draws the marks of a piece; those on an occupied square are in its corner.
pub(super) fn draw_marks(
    canvas: &mut Canvas<'_>,
    view: &View<'_>,
    marks: &Marks,
    is_occupied: impl Fn(Square) -> bool,
) {
    let scale = view.side / SQUARE;
    for square in view.shape.squares() {
        let (x, y) = view.center(square);
        let found = symbols(marks.mark(square));
        let arrivals = found.iter().filter(|symbol| symbol.is_arrival()).count();
        let mut nth = 0;
        for symbol in found {
            let (dx, dy, part) = match (symbol.is_arrival(), arrivals) {
                (false, _) => (0.0, 0.0, 1.0),
                (true, _) if is_occupied(square) => (15.0 - 13.0 * nth as f64, -15.0, 0.6),
                (true, 1) => (0.0, 0.0, 1.0),
                (true, _) => [(-9.5, 8.0, 0.8), (9.0, -6.5, 0.8)][nth.min(1)],
            };
            nth += usize::from(symbol.is_arrival());
            canvas.symbol(symbol, x + dx * scale, y + dy * scale, part * scale);
        }
    }
    for ray in marks.rays() {
        draw_ray(canvas, view, *ray, marks.mark(ray.from).quiet.is_some());
    }
}

/// Draws an arrowhead where a ray leaves the board.
fn draw_ray(canvas: &mut Canvas<'_>, view: &View<'_>, ray: Ray, is_quiet: bool) {
    let (dx, dy) = (ray.towards.dx as f64, -(ray.towards.dy as f64));
    let length = (dx * dx + dy * dy).sqrt();
    let (ux, uy) = (dx / length, dy / length);
    let (x, y) = view.center(ray.from);
    // The distance to the edge of the board along the ray.
    let to_edge = |at: f64, unit: f64, low: f64, high: f64| {
        if unit > 1e-9 {
            (high - at) / unit
        } else if unit < -1e-9 {
            (low - at) / unit
        } else {
            f64::INFINITY
        }
    };
    let across = to_edge(x, ux, view.x, view.x + view.layout.width * view.side);
    let along = to_edge(y, uy, view.y, view.y + view.layout.height * view.side);
    let scale = view.side / SQUARE;
    // A slanted arrowhead needs more distance from the board.
    let slant = ux.abs().min(uy.abs());
    let reach = across.min(along) + (4.0 + 4.0 * slant) * scale;
    let point = |forward: f64, aside: f64| {
        let at = reach + forward * scale;
        format!(
            "{} {}",
            n(x + ux * at - uy * aside * scale),
            n(y + uy * at + ux * aside * scale)
        )
    };
    let theme = canvas.theme;
    let color = if is_quiet {
        &theme.quiet
    } else {
        &theme.capture
    };
    let d = format!(
        "M{}L{}L{}L{}Z",
        point(16.0, 0.0),
        point(0.0, 5.6),
        point(3.6, 0.0),
        point(0.0, -5.6)
    );
    canvas.path(&d, &format!(r#"fill="{color}""#));
}

/// Draws the meanings of the marks in rows; returns the height.
pub(super) fn draw_legend(
    canvas: &mut Canvas<'_>,
    legend: &[Symbol],
    left: f64,
    top: f64,
    room: f64,
) -> f64 {
    const ICON: f64 = 24.0;
    const ROW: f64 = 25.0;
    const GAP: f64 = 12.0;
    if legend.is_empty() {
        return 0.0;
    }
    let theme = canvas.theme;
    let (mut x, mut y) = (left, top);
    for symbol in legend {
        let wide = ICON + 4.0 + width(symbol.words(), SMALL);
        if x + wide > left + room && x > left {
            x = left;
            y += ROW;
        }
        let foot = y + ROW / 2.0 + SMALL / 2.0;
        if *symbol == Symbol::EnPassant {
            // On the board this mark is in the corner of its square.
            let look = bold(SMALL, theme);
            let look = Lettering {
                color: &theme.capture,
                ..look
            };
            canvas.text("ep", x + ICON / 2.0, foot - 1.0, Hold::Middle, look);
        } else {
            canvas.symbol(*symbol, x + ICON / 2.0, y + ROW / 2.0, 0.46);
        }
        canvas.text(
            symbol.words(),
            x + ICON + 4.0,
            foot,
            Hold::Left,
            plain(SMALL, &theme.text),
        );
        x += wide + GAP;
    }
    y + ROW + 4.0 - top
}
