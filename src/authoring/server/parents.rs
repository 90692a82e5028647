//! Where a name leads: from a child to its parent, from a promotion to the piece, from a rule that is used to the rule.

use lsp_types::{GotoDefinitionResponse, Location};

use super::findings::format;
use super::lines::Lines;
use super::{Document, Server};
use crate::definition::{Catalog, Format, Outline};

impl Server {
    /// The place of the variant or piece that is named at a byte.
    pub(super) fn parent(
        &self,
        document: &Document,
        offset: usize,
    ) -> Option<GotoDefinitionResponse> {
        if format(document) != Some(Format::Toml) {
            return None;
        }
        let outline = Outline::of(&document.text);
        let entry = outline.at(offset)?;
        let (variant, keys) = outline.within(&entry.path);
        let words: Vec<&str> = keys.iter().map(String::as_str).collect();
        if let ["rules", "use", name, ..] = words[..] {
            return self.rule(document, &outline, variant, name);
        }
        let name = entry.text.as_deref()?;
        match words[..] {
            ["inherits"] => match self.other_file(document, name) {
                Some(other) => other.variant().map(GotoDefinitionResponse::from),
                None => self.variant(document, &outline, variant, name),
            },
            ["pieces", _, "promotion", ..] => {
                let target = outline.find(variant.unwrap_or_default(), &["pieces", name])?;
                let range = document.lines.range(&document.text, target.key);
                Some(Location::new(document.uri.clone(), range).into())
            }
            _ => None,
        }
    }

    /// A rule of another file, or of the document.
    fn rule(
        &self,
        document: &Document,
        outline: &Outline,
        variant: Option<&str>,
        name: &str,
    ) -> Option<GotoDefinitionResponse> {
        if let Some(other) = self.other_file(document, name) {
            return other.rule().map(GotoDefinitionResponse::from);
        }
        let near = outline.find(variant.unwrap_or_default(), &["library", name]);
        let mut all = outline.entries().iter();
        let own = near.or_else(|| all.find(|entry| entry.path == ["library", name]))?;
        let range = document.lines.range(&document.text, own.key);
        Some(Location::new(document.uri.clone(), range).into())
    }

    /// The header of another variant of the file, or of a built-in.
    fn variant(
        &self,
        document: &Document,
        outline: &Outline,
        child: Option<&str>,
        name: &str,
    ) -> Option<GotoDefinitionResponse> {
        let own = outline
            .find(name, &[])
            .filter(|_| !outline.is_single() && child != Some(name));
        if let Some(own) = own {
            let range = document.lines.range(&document.text, own.key);
            return Some(Location::new(document.uri.clone(), range).into());
        }
        let text = Catalog::builtin_text();
        let target = Outline::of(text).find(name, &[])?.key;
        let range = Lines::of(text).range(text, target);
        Some(Location::new(self.builtins.clone()?, range).into())
    }
}
