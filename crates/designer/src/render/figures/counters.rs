//! Drawings of pieces as tiles, discs and diagrams of their moves, each in a square of side 45.

use std::fmt::Write as _;

use super::signs::strokes;
use super::{Face, Figure, Glance};
use crate::render::canvas::{n, n3};
use crate::render::lettering::{FOOT, glyph, set, width};
use crate::render::theme::Theme;
use ferz::state::Color;

/// The color of promoted pieces on tiles, and of White's signs on discs.
const RED: &str = "#b5301f";

/// The id of such a figure, unique among all pictures.
pub(in crate::render) fn counter_id(figure: &Figure) -> Option<String> {
    let side = match figure.color {
        Color::White => "white",
        Color::Black => "black",
    };
    let turned = if figure.is_turned { "-turned" } else { "" };
    let coded = |text: &str| -> String {
        let codes = text.chars().map(|sign| format!("{:x}", u32::from(sign)));
        codes.collect::<Vec<_>>().join("_")
    };
    match &figure.face {
        Face::Tile { text, is_promoted } => {
            let plus = if *is_promoted { "-plus" } else { "" };
            Some(format!("tile-{side}-{}{plus}{turned}", coded(text)))
        }
        Face::Disc(text) => Some(format!("disc-{side}-{}", coded(text))),
        Face::Moves(glance) => {
            let mut id = format!("moves-{side}{turned}");
            for (x, y, uses) in &glance.dots {
                let _ = write!(id, "-{x}_{y}{}", *uses as char);
            }
            for (x, y) in &glance.rays {
                let _ = write!(id, "-r{x}_{y}");
            }
            Some(id.replace("--", "-n"))
        }
        Face::Drawn(_) | Face::Letters(_) | Face::Blank => None,
    }
}

/// The drawing of such a figure.
pub(in crate::render) fn counter(figure: &Figure, theme: &Theme) -> Option<String> {
    // Both sides have the same wood; tiles point to the enemy, and discs differ in their rings.
    let (wood, ink) = (&theme.white, &theme.black);
    match &figure.face {
        Face::Tile { text, is_promoted } => {
            let color = if *is_promoted { RED } else { ink };
            let body = format!(
                r#"<path d="M22.5 2.5L35 8.5L40 42.5H5L10 8.5Z" fill="{wood}" stroke="{ink}" stroke-width="1.6"/>{}"#,
                written(text, [22.5, 26.0], 22.0, color)
            );
            Some(if figure.is_turned {
                format!(r#"<g transform="rotate(180 22.5 22.5)">{body}</g>"#)
            } else {
                body
            })
        }
        Face::Disc(text) => {
            let (color, inner) = match figure.color {
                Color::White => (RED, ""),
                Color::Black => (ink.as_str(), r#"<circle cx="22.5" cy="22.5" r="16.6"/>"#),
            };
            Some(format!(
                r#"<circle cx="22.5" cy="22.5" r="20" fill="{wood}" stroke="{color}" stroke-width="2.2"/><g fill="none" stroke="{color}" stroke-width="1">{inner}</g>{}"#,
                written(text, [22.5, 22.5], 21.0, color)
            ))
        }
        Face::Moves(glance) => Some(diagram(glance, figure, theme)),
        Face::Drawn(_) | Face::Letters(_) | Face::Blank => None,
    }
}

/// A sign, or letters, around a point, at most `size` wide and high.
fn written(text: &str, [x, y]: [f64; 2], size: f64, color: &str) -> String {
    let mut signs = text.chars();
    if let (Some(sign), None) = (signs.next(), signs.next())
        && !strokes(sign).is_empty()
    {
        let scale = size / 20.0;
        return format!(
            r#"<path d="{}" transform="translate({} {}) scale({})" fill="none" stroke="{color}" stroke-width="1.7"/>"#,
            strokes(sign),
            n(x - size / 2.0),
            n(y - size / 2.0),
            n3(scale)
        );
    }
    let high = (size / width(text, 1.0)).min(size * 0.72);
    let scale = high / FOOT;
    let left = x - width(text, high) / 2.0;
    let mut drawing = format!(
        r#"<g transform="translate({} {}) scale({})" fill="none" stroke="{color}" stroke-width="2.2">"#,
        n(left),
        n(y - high / 2.0),
        n3(scale)
    );
    for (character, at) in set(text).0 {
        let _ = write!(
            drawing,
            r#"<path d="{}" transform="translate({} 0)"/>"#,
            glyph(character).1,
            n(at)
        );
    }
    drawing.push_str("</g>");
    drawing
}

/// A small diagram: dots are moves and captures, rings only moves, crosses only captures; lines go on.
fn diagram(glance: &Glance, figure: &Figure, theme: &Theme) -> String {
    let (fill, line, detail) = match figure.color {
        Color::White => (&theme.white, &theme.white_line, &theme.white_line),
        Color::Black => (&theme.black, &theme.black_line, &theme.black_detail),
    };
    let mut drawing = format!(
        r#"<rect x="3" y="3" width="39" height="39" rx="6" fill="{fill}" stroke="{line}" stroke-width="1.6"/><g fill="none" stroke="{detail}" stroke-width="1.4">"#
    );
    let unit = 17.0 / (f64::from(glance.reach) + 0.35);
    let sign = if figure.is_turned { -1.0 } else { 1.0 };
    let at = |x: i16, y: i16| {
        let point = |value: i16| 22.5 + sign * f64::from(value) / 100.0 * unit;
        (point(x), point(y))
    };
    let _ = write!(
        drawing,
        r#"<path d="M19.5 19.5H25.5V25.5H19.5Z" fill="{detail}"/>"#
    );
    for (x, y) in &glance.rays {
        let longest = f64::from(x.abs().max(y.abs())) / 100.0;
        let far = 17.0 / unit / longest;
        let end = |value: i16| 22.5 + sign * f64::from(value) / 100.0 * far * unit;
        let _ = write!(
            drawing,
            r#"<path d="M22.5 22.5L{} {}"/>"#,
            n(end(*x)),
            n(end(*y))
        );
    }
    let radius = (unit * 0.3).min(2.6);
    for (x, y, uses) in &glance.dots {
        let (x, y) = at(*x, *y);
        let _ = match uses {
            b'b' => write!(
                drawing,
                r#"<circle cx="{}" cy="{}" r="{}" fill="{detail}" stroke="none"/>"#,
                n(x),
                n(y),
                n(radius)
            ),
            b'm' => write!(
                drawing,
                r#"<circle cx="{}" cy="{}" r="{}" fill="{fill}"/>"#,
                n(x),
                n(y),
                n(radius)
            ),
            _ => {
                let [left, right, top, foot] =
                    [x - radius, x + radius, y - radius, y + radius].map(n);
                write!(
                    drawing,
                    r#"<path d="M{left} {top}L{right} {foot}M{right} {top}L{left} {foot}"/>"#
                )
            }
        };
    }
    drawing.push_str("</g>");
    drawing
}
