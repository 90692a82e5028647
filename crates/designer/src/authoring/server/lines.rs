//! Conversion between byte offsets and the positions of editors: lines and UTF-16 units.

use lsp_types::{Position, Range};

use ferz::source::Span;

/// The starts of the lines of a text.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Lines {
        let behind = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines {
            starts: std::iter::once(0).chain(behind).collect(),
        }
    }

    /// The position of a byte.
    pub(super) fn position(&self, text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let units = text[self.starts[line]..offset].encode_utf16().count();
        Position::new(line as u32, units as u32)
    }

    /// The byte at a position; the end of the line if the line is shorter.
    pub(super) fn offset(&self, text: &str, at: Position) -> usize {
        let Some(start) = self.starts.get(at.line as usize).copied() else {
            return text.len();
        };
        let line = text[start..].split('\n').next().unwrap_or_default();
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut units = 0;
        for (byte, sign) in line.char_indices() {
            if units >= at.character {
                return start + byte;
            }
            units += sign.len_utf16() as u32;
        }
        start + line.len()
    }

    pub(super) fn range(&self, text: &str, span: Span) -> Range {
        let span = span.range();
        Range::new(
            self.position(text, span.start),
            self.position(text, span.end),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_utf_16_units() {
        let text = "a𝄞é\r\nb";
        let lines = Lines::of(text);
        let at = |byte| {
            let position = lines.position(text, byte);
            (position.line, position.character)
        };
        assert_eq!(
            [at(0), at(1), at(5), at(7)],
            [(0, 0), (0, 1), (0, 3), (0, 4)]
        );
        assert_eq!(at(text.len()), (1, 1));
        for byte in [0, 1, 5, 7, 9, 10] {
            assert_eq!(lines.offset(text, lines.position(text, byte)), byte);
        }
        assert_eq!(lines.offset(text, Position::new(0, 99)), 7);
        assert_eq!(lines.offset(text, Position::new(9, 0)), text.len());
    }
}
