//! Renders SVG pictures as PNG, independent of the fonts and files of the machine.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The maximum width and height in pixels.
const MAX_SIDE: f32 = 16384.0;

/// The reason why an SVG cannot be rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PngError {}

/// Renders an SVG at `scale` pixels per unit.
///
/// # Errors
/// If the text is not valid SVG, or if the picture would be empty or too large.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let fault = |error: &dyn fmt::Display| PngError(error.to_string());
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
    pixmap.encode_png().map_err(|error| fault(&error))
}
