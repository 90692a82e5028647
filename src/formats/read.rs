//! Readers of all formats.

use std::path::Path;

use super::catalog::Catalog;
use super::format::Format;
use super::toml::{self, OtherFiles};
use super::{diagram, fairy_max, fairy_stockfish};
use crate::definition::limits::Limits;
use crate::source::Parse;

impl Catalog {
    /// Reads a text. Variants may inherit from others of the text and from the built-ins.
    ///
    /// An error affects its variant and the heirs of that variant: [`Catalog::select`] refuses them and returns the
    /// others.
    pub fn read(text: &str, format: Format) -> Parse<Catalog> {
        Catalog::read_within(text, format, &Limits::default())
    }

    /// Reads a text within the given limits.
    #[doc(hidden)]
    pub fn read_within(text: &str, format: Format, limits: &Limits) -> Parse<Catalog> {
        Catalog::read_among(text, format, Path::new(""), limits, None)
    }

    /// Reads a file together with the other files that it names.
    pub(super) fn read_among(
        text: &str,
        format: Format,
        path: &Path,
        limits: &Limits,
        files: Option<&dyn OtherFiles>,
    ) -> Parse<Catalog> {
        let mut file = None;
        let read = match format {
            Format::Toml => {
                let (read, tables) = toml::read(text, limits, files);
                file = Some(tables);
                read
            }
            Format::InteractiveDiagram => {
                let stem = path.file_stem().and_then(|stem| stem.to_str());
                diagram::read(text, stem.unwrap_or("diagram")).in_order(limits)
            }
            Format::FairyMaxIni => fairy_max::read(text, limits),
            Format::FairyStockfishIni | Format::FairyStockfishXIni => {
                fairy_stockfish::read(text, limits)
            }
        };
        Catalog::of(read, file)
    }
}
