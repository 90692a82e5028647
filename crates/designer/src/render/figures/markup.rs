//! Draws figures as SVG: a shape, its badges and distinguishing marks.

use std::fmt::Write as _;

use super::compass::{Needle, Reach};
use super::drawings::{details, is_tablet, plain_outline};
use super::look::{Badge, Look, Occasion, Sign};
use crate::render::canvas::{n, n3};
use crate::render::lettering::{FOOT, set, width};
use crate::render::theme::Theme;
use ferz::definition::Shape;
use ferz::geometry::{Heading, Offset, Step};
use ferz::state::Color;

/// The centers of badges: the upper right corner first, then the upper left one.
const CORNERS: [(f64, f64); 2] = [(35.6, 9.4), (9.4, 9.4)];

/// The radius of a badge.
const RADIUS: f64 = 9.0;

/// The scale of a shape on a badge.
const SMALL: f64 = 0.36;

/// The colors of a side.
#[derive(Clone, Copy, Debug)]
pub(in crate::render) struct Paint<'a> {
    pub(in crate::render) fill: &'a str,
    pub(in crate::render) line: &'a str,
    pub(in crate::render) detail: &'a str,
}

impl Paint<'_> {
    pub(in crate::render) fn of(theme: &Theme, color: Color) -> Paint<'_> {
        match color {
            Color::White => Paint {
                fill: &theme.white,
                line: &theme.white_line,
                detail: &theme.white_line,
            },
            Color::Black => Paint {
                fill: &theme.black,
                line: &theme.black_line,
                detail: &theme.black_detail,
            },
        }
    }
}

/// The id of a figure, unique among all pictures.
pub(in crate::render) fn figure_id(look: &Look, color: Color) -> String {
    let side = match color {
        Color::White => "white",
        Color::Black => "black",
    };
    let mut id = format!("{side}-{}", look.shape.name());
    for badge in &look.badges {
        let joint = match badge.occasion {
            Occasion::Always => '-',
            Occasion::Quiet => 'm',
            Occasion::Capture => 'c',
        };
        // Writing to a string cannot fail.
        let _ = match badge.sign {
            Sign::Shape(shape) => write!(id, "-{joint}{}", shape.name()),
            Sign::Number(number) => write!(id, "-{joint}{number}"),
        };
    }
    for needle in look.compass.iter().flat_map(|compass| &compass.0) {
        let (reach, number) = match needle.reach {
            Reach::Leap(squares) => ('l', squares),
            Reach::Short => ('s', 0),
            Reach::Slide => ('r', 0),
        };
        let uses = u8::from(needle.is_quiet) + 2 * u8::from(needle.is_capture);
        let _ = write!(id, "-{reach}{number}{}{uses}", needle.heading);
    }
    if look.sides != [false; 4] {
        id.push_str("-to");
        id.extend(look.sides.map(|goes| if goes { '1' } else { '0' }));
    }
    if look.is_promoted {
        id.push_str("-promoted");
    }
    for letter in look.letters.iter().flat_map(|letters| letters.chars()) {
        let _ = write!(id, "-x{:x}", letter as u32);
    }
    id
}

/// The shapes that a figure references.
pub(in crate::render) fn shapes_of(look: &Look) -> impl Iterator<Item = Shape> + '_ {
    let badges = look.badges.iter().filter_map(|badge| match badge.sign {
        Sign::Shape(shape) => Some(shape).filter(|shape| plain_outline(*shape).is_none()),
        Sign::Number(_) => None,
    });
    std::iter::once(look.shape).chain(badges)
}

/// The characters that a figure references.
pub(in crate::render) fn characters_of(look: &Look) -> Vec<char> {
    let numbers = look.badges.iter().filter_map(|badge| match badge.sign {
        Sign::Number(number) => Some(number.to_string()),
        Sign::Shape(_) => None,
    });
    let texts = numbers.chain(look.letters.clone());
    texts
        .flat_map(|text| set(&text).0)
        .map(|(character, _)| character)
        .collect()
}

/// The drawing of a figure in the square of 45 by 45.
pub(in crate::render) fn drawing_of(look: &Look, paint: &Paint<'_>) -> String {
    let Paint { fill, line, detail } = paint;
    let id = look.shape.name();
    // Badges in the corners need room.
    let place = if look.badges.is_empty() {
        ""
    } else {
        r#" transform="translate(2.25 4.1) scale(.9)""#
    };
    let mut drawing = format!(
        r##"<g stroke-width="1.6"{place}><use href="#{id}" fill="{fill}" stroke="{line}"/>"##
    );
    if !details(look.shape).is_empty() {
        let weight = if is_tablet(look.shape) {
            r#" stroke-width="2.6""#
        } else {
            ""
        };
        let _ = write!(
            drawing,
            r##"<use href="#{id}-lines" fill="none" stroke="{detail}"{weight}/>"##
        );
    }
    for needle in look.compass.iter().flat_map(|compass| &compass.0) {
        drawing.push_str(&needle_of(*needle, detail));
    }
    drawing.push_str("</g>");
    for (badge, corner) in look.badges.iter().zip(CORNERS) {
        drawing.push_str(&badge_of(*badge, corner, paint));
    }
    for (side, goes) in look.sides.iter().enumerate() {
        if *goes {
            drawing.push_str(&arrow(side, paint));
        }
    }
    if look.is_promoted {
        let _ = write!(
            drawing,
            r#"<circle cx="37.6" cy="37.6" r="6.6" fill="{fill}" stroke="{line}" stroke-width="1.3"/><path d="M37.6 33.8V41.4M33.8 37.6H41.4" fill="none" stroke="{detail}" stroke-width="2.2"/>"#
        );
    }
    if let Some(letters) = &look.letters {
        drawing.push_str(&letters_of(letters, paint));
    }
    drawing
}

/// Letters on a plate in the lower right corner.
fn letters_of(letters: &str, paint: &Paint<'_>) -> String {
    let Paint { fill, line, detail } = paint;
    let wide = width(letters, 1.0);
    let size = (26.0 / wide).min(11.5);
    let (plate, high) = (wide * size + 6.4, size + 5.6);
    let (left, top) = (44.2 - plate, 44.2 - high);
    format!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="3.4" fill="{fill}" stroke="{line}" stroke-width="1.3"/>"#,
        n(left),
        n(top),
        n(plate),
        n(high)
    ) + &text(letters, left + 3.2, top + 2.8, size, detail)
}

/// A text with its upper left corner at (x, y).
fn text(letters: &str, x: f64, y: f64, size: f64, color: &str) -> String {
    let mut text = format!(
        r#"<g transform="translate({} {}) scale({})" fill="none" stroke="{color}" stroke-width="2.6">"#,
        n(x),
        n(y),
        n3(size / FOOT)
    );
    for (character, at) in set(letters).0 {
        if character != ' ' {
            let _ = write!(
                text,
                r##"<use href="#g{:x}" x="{}"/>"##,
                character as u32,
                n(at)
            );
        }
    }
    text.push_str("</g>");
    text
}

fn badge_of(badge: Badge, (x, y): (f64, f64), paint: &Paint<'_>) -> String {
    let Paint { fill, line, detail } = paint;
    // A badge for captures has sharp corners, one for quiet moves a dashed rim.
    let (rx, dashes) = match badge.occasion {
        Occasion::Always => (RADIUS, ""),
        Occasion::Quiet => (RADIUS, r#" stroke-dasharray="2.6 3""#),
        Occasion::Capture => (0.0, ""),
    };
    let (x0, y0, side) = (n(x - RADIUS), n(y - RADIUS), n(2.0 * RADIUS));
    let mut drawing = format!(
        r#"<rect x="{x0}" y="{y0}" width="{side}" height="{side}" rx="{}" fill="{fill}" stroke="{line}" stroke-width="1.3"{dashes}/>"#,
        n(rx)
    );
    let shape = match badge.sign {
        Sign::Shape(shape) => shape,
        Sign::Number(number) => {
            let digits = number.to_string();
            let size = (12.0 / width(&digits, 1.0)).min(10.0);
            let left = x - width(&digits, size) / 2.0;
            return drawing + &text(&digits, left, y - size / 2.0, size, detail);
        }
    };
    let _ = write!(
        drawing,
        r#"<g transform="translate({} {}) scale({SMALL})" stroke="{detail}""#,
        n(x - 22.5 * SMALL),
        n(y - 22.5 * SMALL)
    );
    let id = shape.name();
    let _ = match plain_outline(shape) {
        Some(outline) => write!(drawing, r#" fill="{detail}"><path d="{outline}"/></g>"#),
        None if is_tablet(shape) => write!(
            drawing,
            r##" fill="none" stroke-width="4"><use href="#{id}-lines"/></g>"##
        ),
        None => write!(
            drawing,
            r##" fill="{detail}" stroke-width="1.4"><use href="#{id}"/></g>"##
        ),
    };
    drawing
}

/// An arrowhead on an edge: ahead, right, back, left.
fn arrow(side: usize, paint: &Paint<'_>) -> String {
    let d = [
        "M22.5 .8L27.6 6H17.4Z",
        "M44.2 22.5L39 17.4V27.6Z",
        "M22.5 44.2L27.6 39H17.4Z",
        "M.8 22.5L6 17.4V27.6Z",
    ][side % 4];
    format!(
        r#"<path d="{d}" fill="{}" stroke="{}" stroke-width="1"/>"#,
        paint.line, paint.fill
    )
}

/// A direction on the tile of a general.
fn needle_of(needle: Needle, color: &str) -> String {
    const CENTER: (f64, f64) = (22.5, 23.4);
    const STEP: f64 = 7.6;
    let Offset { dx, dy } = Step::Radial(1).offset(Heading::new(needle.heading));
    let at = |steps: f64| {
        let (x, y) = (dx as f64 * steps * STEP, dy as f64 * steps * STEP);
        (CENTER.0 + x, CENTER.1 - y)
    };
    match needle.reach {
        Reach::Leap(squares) => {
            let (x, y) = at(if squares == 1 { 1.0 } else { 1.55 });
            let (x, y) = (n(x), n(y));
            match (needle.is_quiet, needle.is_capture, squares) {
                (true, true, 1) => format!(r#"<circle cx="{x}" cy="{y}" r="2.9" fill="{color}"/>"#),
                (true, true, _) => format!(
                    r#"<circle cx="{x}" cy="{y}" r="1.9" fill="{color}"/><circle cx="{x}" cy="{y}" r="3" fill="none" stroke="{color}" stroke-width=".8"/>"#
                ),
                (true, false, _) => format!(
                    r#"<circle cx="{x}" cy="{y}" r="2" fill="none" stroke="{color}" stroke-width="1.2"/>"#
                ),
                (false, ..) => format!(
                    r#"<path d="M{x} {y}m-2 -2l4 4m0 -4l-4 4" fill="none" stroke="{color}" stroke-width="1.4"/>"#
                ),
            }
        }
        Reach::Short | Reach::Slide => {
            let (from, to) = (
                at(0.35),
                at(if needle.reach == Reach::Slide {
                    1.85
                } else {
                    1.2
                }),
            );
            let dashes = match (needle.is_quiet, needle.is_capture) {
                (true, true) => "",
                (true, false) => r#" stroke-dasharray="2 3.4""#,
                (false, _) => r#" stroke-dasharray=".1 4""#,
            };
            format!(
                r#"<path d="M{} {}L{} {}" fill="none" stroke="{color}" stroke-width="2.6"{dashes}/>"#,
                n(from.0),
                n(from.1),
                n(to.0),
                n(to.1)
            )
        }
    }
}
