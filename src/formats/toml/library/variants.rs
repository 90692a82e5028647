//! The text of the built-in variants, which is parsed on demand.

use std::ops::Range;
use std::sync::OnceLock;

use indexmap::IndexMap;

use crate::source::budget::unbounded;

/// The text of the built-in variants, split by variant.
#[derive(Clone, Debug)]
pub(in crate::formats) struct Library {
    text: &'static str,
    sections: IndexMap<&'static str, Range<usize>>,
}

impl Library {
    /// The text of the built-in variants.
    pub(in crate::formats) const TEXT: &str = include_str!("../../../../variants.toml");

    /// The built-ins of this program.
    pub(in crate::formats) fn builtin() -> &'static Library {
        static LIBRARY: OnceLock<Library> = OnceLock::new();
        LIBRARY.get_or_init(|| unbounded(|| Library::new(Library::TEXT)))
    }

    /// Finds the tables of each variant by their headers, without parsing them.
    ///
    /// The format of this text is known: headers are at the start of a line, the tables of each variant are contiguous,
    /// and no other line begins with a bracket. A test reads the whole text as a file and compares.
    fn new(text: &'static str) -> Self {
        let mut sections: IndexMap<&'static str, Range<usize>> = IndexMap::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if let Some(header) = line.strip_prefix('[') {
                let name = header.split(['.', ']']).next().unwrap_or_default();
                let name = name.trim_matches(['"', '\'']);
                sections.entry(name).or_insert(start..start);
            }
            start += line.len();
            if let Some((_, range)) = sections.last_mut() {
                range.end = start;
            }
        }
        Library { text, sections }
    }

    /// The names in order.
    pub(in crate::formats) fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.sections.keys().copied()
    }

    /// The text of the tables of one variant.
    pub(in crate::formats) fn section(&self, name: &str) -> Option<&'static str> {
        self.sections
            .get(name)
            .map(|range| &self.text[range.clone()])
    }
}
