//! Arguments for pictures: output files and theme.

use std::io::Write;
use std::path::{Path, PathBuf};
#[cfg(feature = "png")]
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::output::{self, ForceArgs, NamedBy};
use super::stop::Stop;
use ferz::definition::PieceStyle;
use ferz_designer::render::Theme;

/// Where a picture goes, and its colors.
#[derive(Debug, Args)]
pub(super) struct PictureArgs {
    /// Write an SVG file (`-` is standard output)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a PNG file (`-` is standard output)
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write an SVG or PNG file, by the ending .svg or .png of its name
    #[arg(short, long = "output", value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    /// Colors of SVG and PNG
    #[arg(long, value_parser = themes(), default_value = "light")]
    theme: Theme,
    /// Drawings of pieces; by default those of the definition
    #[arg(long, value_name = "STYLE", value_parser = styles())]
    pieces: Option<PieceStyle>,
    /// Pixels of a PNG per unit of the SVG; a square has 48 units
    #[arg(long, value_name = "N", value_parser = scale, default_value = "2")]
    scale: f32,
}

impl PictureArgs {
    /// Whether a picture file is requested instead of text.
    pub(super) fn wants_file(&self) -> bool {
        self.svg.is_some() || self.png.is_some() || self.output.is_some()
    }

    /// Writes the requested pictures.
    pub(super) fn write(
        &self,
        out: &mut impl Write,
        svg: impl FnOnce(&Theme) -> Result<String, Stop>,
    ) -> Result<(), Stop> {
        let files = self.files()?;
        let svg = svg(&self.theme())?;
        let mut pictures = Vec::new();
        for (file, is_png) in files {
            let bytes = if is_png {
                rendered(&svg, self.scale)?
            } else {
                svg.clone().into_bytes()
            };
            pictures.push((file.to_owned(), bytes));
        }
        self.save(pictures, out)
    }

    /// Writes pictures that follow one another as animated PNG files.
    pub(super) fn animate<I>(
        &self,
        out: &mut impl Write,
        seconds: f32,
        svgs: impl Fn(&Theme) -> I,
    ) -> Result<(), Stop>
    where
        I: ExactSizeIterator<Item = String>,
    {
        let mut pictures = Vec::new();
        for (file, is_png) in self.files()? {
            if !is_png {
                let message = format!("{}: only a PNG can be animated", file.display());
                return Err(Stop::Usage(message));
            }
            let bytes = animated(svgs(&self.theme()), seconds, self.scale)?;
            pictures.push((file.to_owned(), bytes));
        }
        if pictures.is_empty() {
            let message = "`--animate` needs a file: `--png FILE` or `-o FILE.png`";
            return Err(Stop::Usage(message.to_owned()));
        }
        self.save(pictures, out)
    }

    fn theme(&self) -> Theme {
        Theme {
            pieces: self.pieces,
            ..self.theme.clone()
        }
    }

    /// The requested files, and whether each is a PNG.
    fn files(&self) -> Result<Vec<(&Path, bool)>, Stop> {
        let mut files: Vec<(&Path, bool)> = Vec::new();
        files.extend(self.svg.as_deref().map(|file| (file, false)));
        files.extend(self.png.as_deref().map(|file| (file, true)));
        if let Some(file) = &self.output {
            let ending = file.extension().and_then(|ending| ending.to_str());
            match ending.map(str::to_ascii_lowercase).as_deref() {
                Some("svg") => files.push((file, false)),
                Some("png") => files.push((file, true)),
                _ => {
                    let message = format!("{}: the name must end in .svg or .png", file.display());
                    return Err(Stop::Usage(message));
                }
            }
        }
        Ok(files)
    }

    fn save(&self, pictures: Vec<(PathBuf, Vec<u8>)>, out: &mut impl Write) -> Result<(), Stop> {
        let (printed, written): (Vec<_>, Vec<_>) = pictures
            .into_iter()
            .partition(|(file, _)| output::is_standard_output(file));
        if printed.len() > 1 {
            let message = "only one picture can be written to standard output";
            return Err(Stop::Usage(message.to_owned()));
        }
        output::write_files(&written, NamedBy::User, self.force.existing())?;
        for (_, bytes) in &printed {
            out.write_all(bytes)?;
        }
        Ok(())
    }
}

#[cfg(feature = "png")]
fn rendered(svg: &str, scale: f32) -> Result<Vec<u8>, Stop> {
    ferz_designer::render::png(svg, scale).map_err(|error| Stop::Usage(error.to_string()))
}

/// The last picture stays longer, so that the end of the game is seen.
#[cfg(feature = "png")]
fn animated(
    svgs: impl ExactSizeIterator<Item = String>,
    seconds: f32,
    scale: f32,
) -> Result<Vec<u8>, Stop> {
    use ferz_designer::render::{Pace, animated_png};
    let each = Duration::from_secs_f32(seconds);
    let pace = Pace {
        each,
        last: 4 * each,
    };
    animated_png(svgs, pace, scale).map_err(|error| Stop::Usage(error.to_string()))
}

#[cfg(not(feature = "png"))]
fn rendered(_svg: &str, _scale: f32) -> Result<Vec<u8>, Stop> {
    Err(without_png())
}

#[cfg(not(feature = "png"))]
fn animated(
    _svgs: impl ExactSizeIterator<Item = String>,
    _seconds: f32,
    _scale: f32,
) -> Result<Vec<u8>, Stop> {
    Err(without_png())
}

#[cfg(not(feature = "png"))]
fn without_png() -> Stop {
    let message = "this program was built without PNG (the cargo feature `png`); `--svg` works";
    Stop::Usage(message.to_owned())
}

/// Parses the name of a theme.
fn themes() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(["light", "dark"])
        .try_map(|word| Theme::named(&word).ok_or("unknown theme"))
}

/// Parses the name of a style of pieces.
fn styles() -> impl TypedValueParser<Value = PieceStyle> {
    PossibleValuesParser::new(PieceStyle::WORDS)
        .try_map(|word| PieceStyle::named(&word).ok_or("unknown style"))
}

fn scale(word: &str) -> Result<f32, String> {
    match word.parse::<f32>() {
        Ok(scale) if (0.1..=16.0).contains(&scale) => Ok(scale),
        _ => Err("write a scale between 0.1 and 16".to_owned()),
    }
}
