//! Export of definitions to all formats.

use super::catalog::Catalog;
use super::diagram::write_diagram;
use super::fairy_max::write_fairy_max;
use super::fairy_stockfish::{write_fairy_stockfish, write_fairy_stockfish_x};
use super::format::Format;
use super::toml::sound_name;
use crate::definition::differences;
use crate::definition::export::{Export, Losses};
use crate::definition::variant::VariantDef;

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
