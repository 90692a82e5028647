//! Where findings about a variant belong in its file.

use crate::definition::Outline;
use crate::source::Span;

/// The places of one variant's keys.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    outline: Option<(&'a Outline, &'a str)>,
    whole: Span,
}

impl<'a> Place<'a> {
    /// In a file in TOML, of which this is the outline, under this name.
    pub fn in_toml(outline: &'a Outline, name: &'a str) -> Place<'a> {
        let inherits = outline.find(name, &["inherits"]).map(|entry| entry.value);
        let header = outline.find(name, &[]).map(|entry| entry.key);
        let named = outline.find(name, &["name"]).map(|entry| entry.value);
        Place {
            outline: Some((outline, name)),
            whole: named.or(header).or(inherits).unwrap_or_default(),
        }
    }

    /// In another format, where only the place of the variant is known.
    pub const fn whole(span: Span) -> Place<'a> {
        Place {
            outline: None,
            whole: span,
        }
    }

    /// Where the variant is named.
    pub(super) const fn name(&self) -> Span {
        self.whole
    }

    /// Whether the file is ours, so that single keys can be told from each other.
    pub(super) const fn is_toml(&self) -> bool {
        self.outline.is_some()
    }

    /// Where the longest beginning of this path is written, or else the variant.
    pub(super) fn of(&self, path: &[&str]) -> Span {
        self.own(path).unwrap_or(self.whole)
    }

    /// The same, if at least the last two keys but one are the variant's own. What is inherited
    /// has no place of its own.
    pub(super) fn own(&self, path: &[&str]) -> Option<Span> {
        self.longest(path, path.len().min(2))
    }

    /// Where a key of one of the variant's pieces, or an item of it, is written: of a piece whose
    /// other keys are written, this one may be inherited all the same.
    pub(super) fn written(&self, path: &[&str]) -> Option<Span> {
        self.longest(path, path.len().min(3))
    }

    fn longest(&self, path: &[&str], fewest: usize) -> Option<Span> {
        let (outline, name) = self.outline?;
        (fewest..=path.len()).rev().find_map(|length| {
            let entry = outline.find(name, &path[..length])?;
            Some(if entry.is_table {
                entry.key
            } else {
                entry.value
            })
        })
    }
}
