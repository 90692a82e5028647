//! Readers of definitions in all formats, and export to all formats.

use std::path::Path;

use crate::definition::differences;
use crate::definition::export::{Export, Losses};
use crate::definition::limits::Limits;
use crate::definition::variant::VariantDef;
use crate::source::Parse;

use super::catalog::Catalog;
use super::diagram::write_diagram;
use super::fairy_max::write_fairy_max;
use super::fairy_stockfish::{write_fairy_stockfish, write_fairy_stockfish_x};
use super::format::Format;
use super::toml::{self, OtherFiles, sound_name};
use super::{diagram, fairy_max, fairy_stockfish};

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

/// Writes a variant in a format, with a list of the parts that the format cannot express.
///
/// # Examples
/// ```
/// use ferz::formats::{Format, write};
/// use ferz::Catalog;
///
/// let berolina = Catalog::builtin().get("berolina").unwrap();
/// let export = write(berolina, Format::FairyMaxIni).unwrap();
/// assert!(export.losses.is_empty(), "{:?}", export.losses);
/// ```
pub fn write(def: &VariantDef, format: Format) -> Option<Export> {
    match format {
        Format::FairyMaxIni => Some(write_fairy_max(def)),
        Format::InteractiveDiagram => Some(write_diagram(def)),
        Format::FairyStockfishIni => Some(write_fairy_stockfish(def)),
        Format::FairyStockfishXIni => Some(write_fairy_stockfish_x(def)),
        Format::Toml => Some(write_toml(def)),
    }
}

/// Writes a variant as TOML. The format is complete; reading the text again reports any differences.
fn write_toml(def: &VariantDef) -> Export {
    let text = def.to_toml();
    let mut losses = Losses::default();
    let name = sound_name(&def.name);
    if name != def.name {
        losses.report(
            "name",
            format!("names cannot contain spaces; it is written as `{name}`"),
        );
    }
    let again = Catalog::read(&text, Format::Toml);
    for finding in again.diagnostics.iter().filter(|one| one.is_error()) {
        let message = format!("the text cannot be read again: {}", finding.message);
        losses.report(def.name.as_str(), message);
    }
    if let Some(read) = again.value.first() {
        losses.add_unexplained(differences(def, read));
        if read.presentation != def.presentation {
            losses.report(
                "presentation",
                "reading the text again gives a different value",
            );
        }
    }
    Export {
        text,
        losses: losses.into_list(),
    }
}
