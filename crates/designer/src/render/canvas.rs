//! SVG writer with reproducible output.
//!
//! Numbers have at most two decimals and text is drawn with strokes, so a picture has the same bytes and
//! pixels on every machine.

use std::fmt::Write as _;

use super::figures::{
    Face, Figure, Look, Paint, characters_of, counter, counter_id, details, drawing_of, figure_id,
    outline, shapes_of,
};
use super::legend::Symbol;
use super::lettering::{FOOT, glyph, set, width};
use super::theme::Theme;
use ferz::definition::Shape;
use ferz::geometry::{sorted, value_at, value_for};

/// Horizontal alignment of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    Left,
    Middle,
}

/// The style of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lettering<'a> {
    /// The height of the capitals.
    pub(super) size: f64,
    /// The width of the strokes, in units of the glyph grid.
    pub(super) weight: f64,
    pub(super) color: &'a str,
}

/// An SVG document under construction.
pub(super) struct Canvas<'a> {
    pub(super) theme: &'a Theme,
    body: String,
    glyphs: Vec<char>,
    /// The shapes that figures use.
    shapes: Vec<Shape>,
    /// Figures by id.
    figures: Vec<(String, String)>,
    symbols: Vec<Symbol>,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(theme: &'a Theme) -> Self {
        Canvas {
            theme,
            body: String::new(),
            glyphs: Vec::new(),
            shapes: Vec::new(),
            figures: Vec::new(),
            symbols: Vec::new(),
        }
    }

    /// Adds a line to the document.
    pub(super) fn push(&mut self, line: &str) {
        self.body.extend([line, "\n"]);
    }

    pub(super) fn rect(&mut self, [x, y, width, height]: [f64; 4], attributes: &str) {
        self.push(&format!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" {attributes}/>"#,
            n(x),
            n(y),
            n(width),
            n(height)
        ));
    }

    pub(super) fn path(&mut self, d: &str, attributes: &str) {
        self.push(&format!(r#"<path d="{d}" {attributes}/>"#));
    }

    /// Draws a line of text with its baseline at `y`.
    pub(super) fn text(&mut self, text: &str, x: f64, y: f64, hold: Hold, look: Lettering<'_>) {
        let (places, _) = set(text);
        let x = match hold {
            Hold::Left => x,
            Hold::Middle => x - width(text, look.size) / 2.0,
        };
        let scale = look.size / FOOT;
        let mut line = format!(
            r#"<g transform="translate({} {}) scale({})" fill="none" stroke="{}" stroke-width="{}">"#,
            n(x),
            n(y - look.size),
            n3(scale),
            look.color,
            n(look.weight)
        );
        for (character, at) in places {
            if character == ' ' {
                continue;
            }
            self.glyphs.push(character);
            // Writing to a string cannot fail.
            let _ = if at == 0.0 {
                write!(line, r##"<use href="#g{:x}"/>"##, character as u32)
            } else {
                write!(
                    line,
                    r##"<use href="#g{:x}" x="{}"/>"##,
                    character as u32,
                    n(at)
                )
            };
        }
        line.push_str("</g>");
        self.push(&line);
    }

    /// Draws a piece around a point, in a square of side `size`.
    pub(super) fn figure(&mut self, figure: &Figure, x: f64, y: f64, size: f64) {
        let scale = size / 45.0;
        let paint = Paint::of(self.theme, figure.color);
        match &figure.face {
            Face::Drawn(look) => {
                let id = figure_id(look, figure.color);
                if value_at(&self.figures, &id).is_none() {
                    let drawing = self.drawing_of(look, &paint);
                    *value_for(&mut self.figures, id.clone()) = drawing;
                }
                self.place_figure(&id, x, y, size);
            }
            Face::Tile { .. } | Face::Disc(_) | Face::Moves(_) => {
                if let Some(id) = counter_id(figure)
                    && let Some(drawing) = counter(figure, self.theme)
                {
                    let known = value_for(&mut self.figures, id.clone());
                    if known.is_empty() {
                        *known = drawing;
                    }
                    self.place_figure(&id, x, y, size);
                }
            }
            Face::Letters(_) | Face::Blank => {
                let Paint { fill, line, detail } = paint;
                self.push(&format!(
                    r#"<circle cx="{}" cy="{}" r="{}" fill="{fill}" stroke="{line}" stroke-width="{}"/>"#,
                    n(x),
                    n(y),
                    n(16.5 * scale),
                    n(1.6 * scale)
                ));
                if let Face::Letters(letters) = &figure.face {
                    let wide = width(letters, 1.0);
                    let size = (23.0 / wide).min(14.5) * scale;
                    let look = Lettering {
                        size,
                        weight: 2.4,
                        color: detail,
                    };
                    self.text(letters, x, y + size / 2.0, Hold::Middle, look);
                } else {
                    self.push(&format!(
                        r#"<circle cx="{}" cy="{}" r="{}" fill="{detail}"/>"#,
                        n(x),
                        n(y),
                        n(6.0 * scale)
                    ));
                }
            }
        }
    }

    fn place_figure(&mut self, id: &str, x: f64, y: f64, size: f64) {
        self.push(&format!(
            r##"<use href="#{id}" transform="translate({} {}) scale({})"/>"##,
            n(x - size / 2.0),
            n(y - size / 2.0),
            n3(size / 45.0)
        ));
    }

    fn drawing_of(&mut self, look: &Look, paint: &Paint<'_>) -> String {
        self.shapes.extend(shapes_of(look));
        self.glyphs.extend(characters_of(look));
        drawing_of(look, paint)
    }

    /// Draws a mark around a point, in a square of side `48 * scale`.
    pub(super) fn symbol(&mut self, symbol: Symbol, x: f64, y: f64, scale: f64) {
        self.symbols.push(symbol);
        match symbol {
            Symbol::EnPassant => self.glyphs.extend(['e', 'p']),
            Symbol::Castling => self.shapes.push(Shape::Rook),
            _ => {}
        }
        let id = symbol_id(symbol);
        if (scale - 1.0).abs() < 1e-9 {
            self.push(&format!(
                r##"<use href="#{id}" x="{}" y="{}"/>"##,
                n(x),
                n(y)
            ));
        } else {
            self.push(&format!(
                r##"<use href="#{id}" transform="translate({} {}) scale({})"/>"##,
                n(x),
                n(y),
                n3(scale)
            ));
        }
    }

    /// The document with a background.
    pub(super) fn finish(self, width: f64, height: f64, title: &str) -> String {
        let background = format!(
            "<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
            n(width),
            n(height),
            self.theme.background
        );
        self.document(width, height, title, &background)
    }

    /// The document without a background, for overlays.
    pub(super) fn finish_clear(self, width: f64, height: f64, title: &str) -> String {
        self.document(width, height, title, "")
    }

    fn document(self, width: f64, height: f64, title: &str, background: &str) -> String {
        let (width, height, title) = (n(width), n(height), escape(title));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\" role=\"img\" aria-label=\"{title}\">\n\
             <title>{title}</title>\n<defs>\n"
        );
        for shape in sorted(self.shapes) {
            let id = shape.name();
            let _ = writeln!(svg, r#"<path id="{id}" d="{}"/>"#, outline(shape));
            if !details(shape).is_empty() {
                let _ = writeln!(svg, r#"<path id="{id}-lines" d="{}"/>"#, details(shape));
            }
        }
        for character in sorted(self.glyphs) {
            let _ = writeln!(
                svg,
                r#"<path id="g{:x}" d="{}"/>"#,
                character as u32,
                glyph(character).1
            );
        }
        for symbol in sorted(self.symbols) {
            let _ = writeln!(
                svg,
                r#"<g id="{}">{}</g>"#,
                symbol_id(symbol),
                drawing(symbol, self.theme)
            );
        }
        for (id, drawing) in &self.figures {
            let _ = writeln!(svg, r#"<g id="{id}">{drawing}</g>"#);
        }
        svg.push_str("</defs>\n");
        svg.push_str(background);
        svg.push_str(&self.body);
        svg.push_str("</svg>\n");
        svg
    }
}

const fn symbol_id(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Both => "move-or-capture",
        Symbol::Move => "move",
        Symbol::Capture => "capture",
        Symbol::HopBoth => "hop-move-or-capture",
        Symbol::HopMove => "hop-move",
        Symbol::HopCapture => "hop-capture",
        Symbol::FirstMove => "first-move",
        Symbol::FirstCapture => "first-capture",
        Symbol::LocustMove => "locust-move",
        Symbol::LocustCapture => "locust-capture",
        Symbol::EnPassant => "en-passant",
        Symbol::Castling => "castling",
        Symbol::Partner => "partner",
        Symbol::Friend => "friend",
        Symbol::Swap => "swap",
        Symbol::Mount => "mount",
        Symbol::Victim => "victim",
        Symbol::Clear => "clear",
        Symbol::Return => "return",
        Symbol::Relay => "relay",
        Symbol::GoesOn => "goes-on",
    }
}

/// The drawing of a mark around (0, 0), in a square of side 48.
fn drawing(symbol: Symbol, theme: &Theme) -> String {
    let Theme {
        quiet,
        capture,
        upon,
        hop,
        locust,
        faint,
        ..
    } = theme;
    let arc = format!(
        r#"<path d="M-12.5 -2C-11 -16.5 11 -16.5 12.5 -2" fill="none" stroke="{hop}" stroke-width="2.8"/>"#
    );
    let cross = |half: f64, dy: f64, width: f64, color: &str| {
        let (left, right, top, foot) = (n(-half), n(half), n(dy - half), n(dy + half));
        format!(
            r#"<path d="M{left} {top}L{right} {foot}M{right} {top}L{left} {foot}" fill="none" stroke="{color}" stroke-width="{}"/>"#,
            n(width)
        )
    };
    let disc = |radius: f64, dy: f64, color: &str| {
        format!(
            r#"<circle cy="{}" r="{}" fill="{color}"/>"#,
            n(dy),
            n(radius)
        )
    };
    let diamond = "M0 -9.5L9.5 0L0 9.5L-9.5 0Z";
    match symbol {
        Symbol::Both => disc(12.5, 0.0, quiet) + &cross(4.8, 0.0, 3.6, upon),
        Symbol::Move => disc(6.8, 0.0, quiet),
        Symbol::Capture => cross(7.6, 0.0, 4.6, capture),
        Symbol::HopBoth => disc(10.0, 6.0, quiet) + &cross(3.8, 6.0, 3.2, upon) + &arc,
        Symbol::HopMove => disc(6.2, 5.0, quiet) + &arc,
        Symbol::HopCapture => cross(6.2, 6.0, 4.2, capture) + &arc,
        Symbol::FirstMove => {
            format!(r#"<circle r="6.6" fill="none" stroke="{quiet}" stroke-width="3.2"/>"#)
        }
        Symbol::FirstCapture => {
            cross(4.6, 0.0, 3.2, capture)
                + &format!(
                    r#"<circle r="10.5" fill="none" stroke="{capture}" stroke-width="2.2"/>"#
                )
        }
        Symbol::LocustMove => format!(r#"<path d="{diamond}" fill="{locust}"/>"#),
        Symbol::LocustCapture => {
            format!(
                r#"<path d="M0 -13.5L13.5 0L0 13.5L-13.5 0Z" fill="none" stroke="{locust}" stroke-width="2.6"/>"#
            ) + &cross(4.0, 0.0, 3.6, capture)
        }
        Symbol::EnPassant => format!(
            r##"<g transform="translate(10.5 7.5) scale(.56)" fill="none" stroke="{capture}" stroke-width="2.6"><use href="#g65"/><use href="#g70" x="11"/></g>"##
        ),
        Symbol::Castling => format!(
            r##"<use href="#rook" transform="scale(.66) translate(-22.5 -23)" fill="none" stroke="{quiet}" stroke-width="3.4"/>"##
        ),
        Symbol::Partner => format!(
            r#"<rect x="-20.5" y="-20.5" width="41" height="41" rx="7" fill="none" stroke="{quiet}" stroke-width="2.6" stroke-dasharray="5 5.4"/>"#
        ),
        Symbol::Friend => format!(
            r#"<path d="M15 -20V-10M10 -15H20" fill="none" stroke="{capture}" stroke-width="3"/>"#
        ),
        Symbol::Swap => format!(
            r#"<path d="M7 -17H21L16.5 -21M21 -11H7L11.5 -7" fill="none" stroke="{quiet}" stroke-width="2.6"/>"#
        ),
        Symbol::Mount => format!(
            r#"<rect x="-20.5" y="-20.5" width="41" height="41" rx="7" fill="none" stroke="{hop}" stroke-width="2.6"/>"#
        ),
        Symbol::Victim => {
            format!(r#"<circle r="19.2" fill="none" stroke="{locust}" stroke-width="2.8"/>"#)
        }
        Symbol::Clear => format!(
            r#"<rect x="-9.5" y="-9.5" width="19" height="19" rx="3" fill="none" stroke="{faint}" stroke-width="2.2" stroke-dasharray="3.2 4.4"/>"#
        ),
        Symbol::Return => format!(
            r#"<path d="M-15.6 -13.2A20.4 20.4 0 1 0 0 -20.4M-5.2 -15.6L.4 -20.4L-5.2 -24.6" fill="none" stroke="{locust}" stroke-width="2.8"/>"#
        ),
        Symbol::Relay => format!(
            r#"<path d="M-19 -9V-19H-9M9 -19H19V-9M19 9V19H9M-9 19H-19V9" fill="none" stroke="{quiet}" stroke-width="3"/>"#
        ),
        Symbol::GoesOn => format!(r#"<path d="M-14 -11L18 0L-14 11L-7 0Z" fill="{quiet}"/>"#),
    }
}

/// A number with at most two decimals.
pub(super) fn n(value: f64) -> String {
    decimals(value, 100.0)
}

/// A factor with at most three decimals.
pub(super) fn n3(value: f64) -> String {
    decimals(value, 1000.0)
}

fn decimals(value: f64, unit: f64) -> String {
    let rounded = (value * unit).round() / unit;
    // Adding 0 turns -0 into 0.
    format!("{}", rounded + 0.0)
}

/// Escapes a text for an element or attribute.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            other if other.is_control() => safe.push(' '),
            // Noncharacters, which XML does not allow.
            '\u{fffe}' | '\u{ffff}' => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_have_no_negative_zero() {
        assert_eq!(n(-0.001), "0");
        assert_eq!(n(2.0), "2");
        assert_eq!(n(1.0 / 3.0), "0.33");
        assert_eq!(n3(48.0 / 45.0), "1.067");
    }

    #[test]
    fn markup_in_names_is_escaped() {
        assert_eq!(escape("<K & \"Q\">"), "&lt;K &amp; &quot;Q&quot;&gt;");
    }
}
