//! Places of findings about a variant in its file.

use ferz::formats::Outline;
use ferz::source::Span;

/// The places of a variant's keys.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    outline: Option<(&'a Outline, &'a str)>,
    /// The name of the parent.
    parent: Option<Span>,
    whole: Span,
}

impl<'a> Place<'a> {
    /// The places in a TOML file with this outline, under the name of the variant.
    pub fn in_toml(outline: &'a Outline, name: &'a str) -> Place<'a> {
        let inherits = outline.find(name, &["inherits"]).map(|entry| entry.value);
        let header = outline.find(name, &[]).map(|entry| entry.key);
        let named = outline.find(name, &["name"]).map(|entry| entry.value);
        Place {
            outline: Some((outline, name)),
            parent: inherits,
            whole: named.or(header).or(inherits).unwrap_or_default(),
        }
    }

    /// A single place, for formats in which only the place of the variant is known.
    pub const fn whole(span: Span) -> Place<'a> {
        Place {
            outline: None,
            parent: None,
            whole: span,
        }
    }

    /// The place of the variant's name.
    pub(super) const fn name(&self) -> Span {
        self.whole
    }

    /// Whether the file is TOML, so that the places of single keys are known.
    pub(super) const fn is_toml(&self) -> bool {
        self.outline.is_some()
    }

    /// The place of the longest prefix of this path that exists in the file, or else of the variant; for rules of the
    /// parent, its name.
    pub(super) fn of(&self, path: &[&str]) -> Span {
        let parent = self.parent.filter(|_| path.first() == Some(&"rules"));
        self.own(path).or(parent).unwrap_or(self.whole)
    }

    /// [`Place::of`], if at least the name of the piece or the rule is the variant's own; inherited keys have no place.
    pub(super) fn own(&self, path: &[&str]) -> Option<Span> {
        let fewest = match path {
            ["rules", "custom" | "use" | "adjudication", ..] => 3,
            _ => 2,
        };
        self.longest(path, path.len().min(fewest))
    }

    /// [`Place::of`], if at least the first three keys of the path are the variant's own: the piece can have
    /// own keys and inherit this one.
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
