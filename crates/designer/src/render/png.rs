//! Renders SVG pictures as PNG, independent of the fonts and files of the machine.

use std::fmt;
use std::time::Duration;

use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, Filter};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The maximum width and height in pixels.
const MAX_SIDE: f32 = 16384.0;
/// The maximum number of pictures of an animation.
const MAX_FRAMES: usize = 1000;
/// The maximum number of pixels of all pictures of an animation.
const MAX_PIXELS: u64 = 1 << 30;
/// The bytes of a pixel in memory, and in a file.
const RGBA: usize = 4;
const RGB: usize = 3;

/// The reason why an SVG cannot be rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PngError {}

fn fault(error: &dyn fmt::Display) -> PngError {
    PngError(error.to_string())
}

/// Renders an SVG at `scale` pixels per unit.
///
/// # Errors
/// If the text is not valid SVG, or if the picture would be empty or too large.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let pixmap = rendered(svg, scale)?;
    pixmap.encode_png().map_err(|error| fault(&error))
}

fn rendered(svg: &str, scale: f32) -> Result<Pixmap, PngError> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| fault(&error))?;
    let size = tree.size();
    let (width, height) = (
        (size.width() * scale).ceil(),
        (size.height() * scale).ceil(),
    );
    let pixmap = if width <= MAX_SIDE && height <= MAX_SIDE {
        Pixmap::new(width as u32, height as u32)
    } else {
        None
    };
    let mut pixmap = pixmap.ok_or_else(|| {
        PngError(format!(
            "a picture of {width} by {height} pixels cannot be made"
        ))
    })?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    Ok(pixmap)
}

/// The times for which an animation shows its pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The time of each picture but the last one.
    pub each: Duration,
    /// The time of the last picture.
    pub last: Duration,
}

/// Renders SVG pictures of equal size, without transparent parts, as an animated PNG that repeats forever.
///
/// A picture is stored as the rectangle in which it differs from the one before it.
///
/// # Errors
/// If a text is not valid SVG or the pictures differ in size; if the animation would be empty, have more than 1000
/// pictures or more than 2³⁰ pixels; or if a time is longer than 65 seconds.
pub fn animated_png(
    pictures: impl ExactSizeIterator<Item = String>,
    pace: Pace,
    scale: f32,
) -> Result<Vec<u8>, PngError> {
    let count = pictures.len();
    if count > MAX_FRAMES {
        return Err(PngError(format!(
            "an animation has at most {MAX_FRAMES} pictures, not {count}"
        )));
    }
    let mut pictures = pictures.enumerate();
    let Some((_, first)) = pictures.next() else {
        return Err(PngError("an animation needs a picture".to_owned()));
    };
    let mut shown = rendered(&first, scale)?;
    let (width, height) = (shown.width(), shown.height());
    let pixels = count as u64 * u64::from(width) * u64::from(height);
    if pixels > MAX_PIXELS {
        return Err(PngError(format!(
            "an animation has at most {MAX_PIXELS} pixels; {count} pictures of {width} by {height} have {pixels}"
        )));
    }
    let time = |index: usize| {
        let time = if index + 1 < count {
            pace.each
        } else {
            pace.last
        };
        let milliseconds = u16::try_from(time.as_millis());
        milliseconds.map_err(|_| PngError("a picture is shown for at most 65 seconds".to_owned()))
    };
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    // Areas of one color are smaller without a filter.
    encoder.set_filter(Filter::NoFilter);
    let animated = |encoder: &mut Encoder<'_, _>| {
        encoder.set_animated(count as u32, 0)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        encoder.set_blend_op(BlendOp::Source)
    };
    animated(&mut encoder).map_err(|error| fault(&error))?;
    let mut writer = encoder.write_header().map_err(|error| fault(&error))?;
    let mut write = |index: usize, area: Area, picture: &Pixmap| {
        writer
            .set_frame_delay(time(index)?, 1000)
            .map_err(|error| fault(&error))?;
        // The first picture fills the file.
        if index > 0 {
            let placed = writer
                .reset_frame_position()
                .and_then(|()| writer.set_frame_dimension(area.width, area.height))
                .and_then(|()| writer.set_frame_position(area.x, area.y));
            placed.map_err(|error| fault(&error))?;
        }
        let written = writer.write_image_data(&area.cut(picture));
        written.map_err(|error| fault(&error))
    };
    write(0, Area::all(&shown), &shown)?;
    for (index, svg) in pictures {
        let picture = rendered(&svg, scale)?;
        if (picture.width(), picture.height()) != (width, height) {
            return Err(PngError("the pictures differ in size".to_owned()));
        }
        write(index, Area::changed(&shown, &picture), &picture)?;
        shown = picture;
    }
    writer.finish().map_err(|error| fault(&error))?;
    Ok(file)
}

/// A rectangle of pixels.
#[derive(Clone, Copy)]
struct Area {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

impl Area {
    fn all(picture: &Pixmap) -> Area {
        let (width, height) = (picture.width(), picture.height());
        Area {
            x: 0,
            y: 0,
            width,
            height,
        }
    }

    /// The smallest rectangle that contains all differences of two pictures; one pixel if they are equal, because a
    /// rectangle cannot be empty.
    fn changed(before: &Pixmap, after: &Pixmap) -> Area {
        let line = after.width() as usize * RGBA;
        let (mut left, mut right) = (line, 0);
        let (mut top, mut bottom) = (None, 0);
        let lines = before.data().chunks(line).zip(after.data().chunks(line));
        for (y, (old, new)) in lines.enumerate().filter(|(_, (old, new))| old != new) {
            top.get_or_insert(y);
            bottom = y;
            let differs = |(old, new): (&u8, &u8)| old != new;
            let first = old.iter().zip(new).position(differs).unwrap_or(0);
            let last = old.iter().zip(new).rposition(differs).unwrap_or(0);
            left = left.min(first / RGBA);
            right = right.max(last / RGBA);
        }
        let Some(top) = top else {
            return Area {
                width: 1,
                height: 1,
                ..Area::all(after)
            };
        };
        Area {
            x: left as u32,
            y: top as u32,
            width: (right - left) as u32 + 1,
            height: (bottom - top) as u32 + 1,
        }
    }

    /// The colors of the rectangle. A background that ends within the last pixels fills them.
    fn cut(self, picture: &Pixmap) -> Vec<u8> {
        let line = picture.width() as usize * RGBA;
        let mut colors = Vec::with_capacity(self.width as usize * self.height as usize * RGB);
        let lines = picture.data().chunks(line);
        for line in lines.skip(self.y as usize).take(self.height as usize) {
            let pixels = line.chunks(RGBA);
            for pixel in pixels.skip(self.x as usize).take(self.width as usize) {
                let opacity = u16::from(pixel[RGB]).max(1);
                let color = pixel[..RGB].iter();
                colors.extend(color.map(|part| (u16::from(*part) * 255 / opacity).min(255) as u8));
            }
        }
        colors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A white picture with a black square.
    fn square(x: u32, y: u32) -> String {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><rect width='20' height='10' fill='#fff'/>\
             <rect x='{x}' y='{y}' width='2' height='2'/></svg>"
        )
    }

    const PACE: Pace = Pace {
        each: Duration::from_millis(250),
        last: Duration::from_secs(2),
    };

    #[test]
    fn a_background_that_ends_within_a_pixel_fills_it() {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='2.5' height='2'><rect width='2.5' height='2' fill='#f00'/></svg>";
        let whole = rendered(svg, 1.0).expect("a picture");
        assert_eq!(Area::all(&whole).cut(&whole), [255, 0, 0].repeat(6));
    }

    #[test]
    fn animations_without_end_are_refused() {
        let message = |svgs: &[String], scale| {
            let refused = animated_png(svgs.iter().cloned(), PACE, scale);
            refused.expect_err("too much").to_string()
        };
        let small = square(1, 1);
        assert_eq!(
            message(&vec![small.clone(); 1001], 1.0),
            "an animation has at most 1000 pictures, not 1001"
        );
        assert!(message(&vec![small.clone(); 1000], 100.0).contains("2000000000"));
        assert!(message(&[], 1.0).contains("needs a picture"));
        let other = small.replace("width='20'", "width='21'");
        assert!(message(&[small, other], 1.0).contains("differ in size"));
    }
}
