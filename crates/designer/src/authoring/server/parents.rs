//! Go to definition: the parent of a variant, the piece of a promotion, the rule of a name.

use lsp_types::{GotoDefinitionResponse, Location};

use super::findings::format;
use super::lines::Lines;
use super::{Document, Server};
use ferz::formats::{Catalog, Format, Outline};

impl Server {
    /// The definition of the name at a byte.
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

    /// The definition of a rule, in another file or in the document.
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

    /// The header of a variant, in this file, another file or the built-ins.
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
