//! Definitions to the texts of all formats.

use super::diagram::write_diagram;
use super::export::Export;
use super::fairy_max::write_fairy_max;
use super::format::Format;
use super::variant::VariantDef;

/// Writes a variant in a format, with a list of what that format cannot say; nothing for formats
/// that are only read.
///
/// # Examples
/// ```
/// use ferz::definition::{Catalog, Format, write};
///
/// let berolina = Catalog::builtin().get("berolina").unwrap();
/// let export = write(berolina, Format::FairyMaxIni).unwrap();
/// assert!(export.is_complete(), "{:?}", export.losses);
/// ```
pub fn write(def: &VariantDef, format: Format) -> Option<Export> {
    match format {
        Format::FairyMaxIni => Some(write_fairy_max(def)),
        Format::InteractiveDiagram => Some(write_diagram(def)),
        Format::Toml => Some(Export {
            text: def.to_toml(),
            losses: Vec::new(),
        }),
        Format::FairyStockfishIni => None,
    }
}
