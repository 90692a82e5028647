//! Where a game stands in a file of many.

use super::format::Format;
use super::limits::Limits;
use crate::source::Span;
use crate::syntax::fairy_max::{FileLimits, parse_within};
use crate::syntax::ini;

/// The parts of a file that make one of its games: its own part, and those of the games of the
/// file that it inherits from. `None` where the parts of a file are not told apart.
///
/// ```
/// use ferz::definition::{Format, sections};
///
/// let file = "[one]\nmaxRank = 6\n[two:one]\nmaxRank = 7\n[three]\n";
/// let parts = sections(file, Format::FairyStockfishIni, "two").unwrap();
/// let parts: Vec<&str> = parts.iter().map(|part| &file[part.range()]).collect();
/// assert_eq!(parts, ["two:one]\nmaxRank = 7\n[", "one]\nmaxRank = 6\n["]);
/// ```
pub fn sections(text: &str, format: Format, name: &str) -> Option<Vec<Span>> {
    match format {
        Format::Toml | Format::InteractiveDiagram => None,
        Format::FairyMaxIni => {
            let limits = Limits::default();
            let bounds = FileLimits {
                file: limits.file_bytes,
                line: limits.text_bytes,
                games: limits.variants,
                findings: 0,
            };
            let games = parse_within(text, &bounds).value.games;
            let game = games.into_iter().find(|game| {
                let label = game.label.as_ref();
                label.map_or(super::fairy_max::UNNAMED, |label| &label.name.text) == name
            })?;
            Some(vec![game.span])
        }
        Format::FairyStockfishIni | Format::FairyStockfishXIni => {
            let all = ini::parse(text).value;
            let mut parts = Vec::new();
            let mut wanted = Some(name.to_owned());
            // Longer chains have been refused.
            while parts.len() <= Limits::default().inheritance + 1 {
                let Some(name) = wanted else { break };
                let at = all.iter().position(|section| section.name.text == name);
                let Some(at) = at else { break };
                let end = all
                    .get(at + 1)
                    .map_or(text.len(), |next| next.name.span.start as usize);
                let part = Span::new(all[at].name.span.start as usize, end);
                if parts.contains(&part) {
                    break;
                }
                parts.push(part);
                wanted = all[at].parent.as_ref().map(|parent| parent.text.clone());
            }
            (!parts.is_empty()).then_some(parts)
        }
    }
}
