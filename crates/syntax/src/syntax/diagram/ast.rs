//! The syntax tree of an Interactive Diagram definition, and its parameters.

use std::fmt;
use std::ops::Range;

use KeyKind::{Presentation, Rule};

use crate::source::{Diagnostic, Span};

/// A definition: its items in the order of the text, and the parts of the text that do not belong to it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Definition {
    /// Parameters and piece lines. Their order matters.
    pub items: Vec<Item>,
    /// The places of the text that is taken for prose.
    pub prose: Vec<Span>,
}

/// One item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `key=value`.
    Parameter(Parameter),
    /// `name:id:move:image:squares:hand`.
    Piece(PieceLine),
}

/// `key=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The text before the first `=`.
    pub key: Field,
    /// The text after the first `=`; may be empty.
    pub value: Field,
}

/// `name:id:move:image:squares:hand`; any field may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceLine {
    /// The name, with its capitals and blanks.
    pub name: Field,
    /// The id, which need not be unique.
    pub id: Field,
    /// The move description.
    pub moves: Field,
    /// The picture's file name.
    pub image: Field,
    /// White's squares, then Black's after an empty item.
    pub squares: Field,
    /// The number of pieces in hand.
    pub hand: Option<Field>,
    /// Fields after the sixth, which have no meaning.
    pub rest: Vec<Field>,
}

impl PieceLine {
    /// The span from the first letter of the name to the end of the last field.
    pub fn span(&self) -> Span {
        let last = self.rest.last().or(self.hand.as_ref());
        self.name.span().to(last.unwrap_or(&self.squares).span())
    }
}

/// A part of an item: text without surrounding blanks, character references decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    text: String,
    span: Span,
    verbatim: bool,
}

impl Field {
    /// The field written as `raw`, which begins at byte `offset`.
    pub fn new(raw: &str, offset: usize) -> Field {
        let lead = raw.len() - raw.trim_start().len();
        let raw = raw.trim();
        let text = decode(raw).trim().to_owned();
        Field {
            span: Span::new(offset + lead, offset + lead + raw.len()),
            verbatim: text == raw,
            text,
        }
    }

    /// The decoded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its place.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Whether the field is empty.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The place of a byte range of [`Field::text`]; the whole field if decoding has moved the bytes.
    pub fn part(&self, range: Range<usize>) -> Span {
        if self.verbatim {
            Span::from(range).shifted(self.span.start as usize)
        } else {
            self.span
        }
    }

    /// Moves a finding about [`Field::text`] to its place in the whole text.
    pub fn place(&self, finding: Diagnostic) -> Diagnostic {
        if self.verbatim {
            finding.shifted(self.span.start as usize)
        } else {
            finding.collapsed(self.span)
        }
    }
}

/// Decodes the character references of web pages. Anything else remains as it is.
pub(super) fn decode(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('&') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((char, length)) = reference(rest) {
            text.push(char);
            rest = &rest[length..];
        } else {
            text.push('&');
            rest = &rest[1..];
        }
    }
    text.push_str(rest);
    text
}

fn reference(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(10).position(|byte| byte == b';')?;
    let name = &text[1..end];
    let char = match name {
        "nbsp" => '\u{a0}',
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?).filter(|char| !char.is_control())?
        }
    };
    Some((char, end + 1))
}

impl fmt::Display for Definition {
    /// Writes one item per line, as an author would write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for item in &self.items {
            match item {
                Item::Parameter(parameter) => writeln!(f, "{}={}", parameter.key, parameter.value)?,
                Item::Piece(piece) => writeln!(f, "{piece}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for PieceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PieceLine {
            name,
            id,
            moves,
            image,
            squares,
            hand,
            rest,
        } = self;
        write!(f, "{name}:{id}:{moves}:{image}:{squares}")?;
        let more = hand.iter().chain(rest);
        more.into_iter().try_for_each(|field| write!(f, ":{field}"))
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for char in self.text.chars() {
            match char {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                _ => write!(f, "{char}")?,
            }
        }
        Ok(())
    }
}

// The parameters of the Interactive Diagram.

/// The subject of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// The rules of the game.
    Rule,
    /// The appearance of the page only.
    Presentation,
}

const KEYS: &[(&str, KeyKind)] = &[
    ("files", Rule),
    ("ranks", Rule),
    ("firstRank", Rule),
    ("symmetry", Rule),
    ("promoZone", Rule),
    ("maxPromote", Rule),
    ("promoChoice", Rule),
    ("promoOffset", Rule),
    ("holdingsType", Rule),
    ("royal", Rule),
    ("extinction", Rule),
    ("stalemate", Rule),
    ("baring", Rule),
    ("counterbare", Rule),
    ("iron", Rule),
    ("protected", Rule),
    ("counterStrike", Rule),
    ("tradeThreshold", Rule),
    ("antiTrade", Rule),
    ("succession", Rule),
    ("castleFlip", Rule),
    ("autoGate", Rule),
    ("zonal", Rule),
    ("shuffle", Rule),
    ("morph", Rule),
    ("captureMatrix", Rule),
    ("spell", Rule),
    ("spellZone", Rule),
    ("burnZone", Rule),
    ("blastZone", Rule),
    ("atomicCapture", Rule),
    ("trackPieces", Rule),
    ("trackedTypes", Rule),
    ("graphicsDir", Presentation),
    ("graphicsType", Presentation),
    ("whitePrefix", Presentation),
    ("blackPrefix", Presentation),
    ("squareSize", Presentation),
    ("lightShade", Presentation),
    ("darkShade", Presentation),
    ("startShade", Presentation),
    ("oddShade", Presentation),
    ("rimColor", Presentation),
    ("coordColor", Presentation),
    ("coords", Presentation),
    ("borders", Presentation),
    ("background", Presentation),
    ("shady", Presentation),
    ("useMarkers", Presentation),
    ("satellite", Presentation),
    ("enableAI", Presentation),
    ("newClick", Presentation),
];

/// The kind of the parameter `key`; `None` if the format has no such key. Keys are case-sensitive, as in the format's
/// own program.
pub fn key_kind(key: &str) -> Option<KeyKind> {
    KEYS.iter()
        .find(|(known, _)| *known == key)
        .map(|(_, kind)| *kind)
}

/// All keys of the format.
pub fn keys() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|(key, _)| *key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::codes;

    #[test]
    fn references_are_decoded_once_and_strangers_stay() {
        assert_eq!(decode("a&lt;b&amp;lt;c"), "a<b&lt;c");
        assert_eq!(decode("&#39;&#x41;&#10;&nope;& &"), "'A&#10;&nope;& &");
        assert_eq!(decode("&äöüäöü;"), "&äöüäöü;");
    }

    #[test]
    fn places_are_exact_unless_decoding_moved_them() {
        let plain = Field::new(" KisO2 ", 10);
        assert_eq!(plain.part(1..2), Span::new(12, 13));
        let decoded = Field::new("a&amp;b", 10);
        assert_eq!(decoded.part(1..2), Span::new(10, 17));
        let finding = Diagnostic::new(codes::BAD_SQUARE, 0..1, "x");
        assert_eq!(decoded.place(finding).span, Span::new(10, 17));
    }
}
