//! Places in a text: half-open byte ranges.

use std::fmt;
use std::ops::Range;

/// A half-open range of bytes in one text.
///
/// Spans are relative to the text they were made from.
///
/// It is exhaustive, as a pair of numbers. [`Diagnostic`](super::Diagnostic) has an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of bytes `start..end`.
    #[doc(hidden)]
    pub const fn new(start: usize, end: usize) -> Self {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// An empty span at `offset`.
    #[doc(hidden)]
    pub const fn at(offset: usize) -> Self {
        Span::new(offset, offset)
    }

    /// The smallest span that contains both.
    #[doc(hidden)]
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The span relative to a text in which this one begins at `offset`.
    #[doc(hidden)]
    pub const fn shifted(self, offset: usize) -> Span {
        Span {
            start: self.start + offset as u32,
            end: self.end + offset as u32,
        }
    }

    /// The span as a range of byte indices.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Length in bytes.
    #[doc(hidden)]
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span is empty.
    #[doc(hidden)]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }
}

#[doc(hidden)]
impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Span::new(range.start, range.end)
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
