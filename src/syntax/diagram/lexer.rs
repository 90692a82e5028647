//! Lexer: splits a text into lines of words with their places, without tags, comments and blanks.

use logos::{Lexer, Logos};

use crate::source::Span;

/// The longest tag, in bytes; a longer one is text. Bounds the search for its end.
const MAX_TAG: usize = 512;

/// Tags that do not end a line.
const INLINE: &[&str] = &[
    "a", "b", "big", "code", "em", "font", "i", "img", "s", "small", "span", "strong", "sub",
    "sup", "tt", "u",
];

/// Closing tags that end the element of a diagram.
const CLOSERS: &[&str] = &["/div", "/pre", "/td"];

// Whether a comment is known not to end, so that no other one is looked for.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(extras = bool)]
enum Token {
    #[regex(r"\r\n|\n|\r")]
    Newline,
    #[regex("[ \t\u{b}\u{c}\u{a0}\u{2009}\u{200b}\u{202f}\u{feff}]+")]
    #[token("&nbsp;")]
    #[token("&#160;")]
    Blank,
    #[regex("(<|&lt;)[/!]?[A-Za-z-]", read_tag)]
    Tag(Tag),
    #[regex("(<|&lt;)!--", read_comment)]
    Comment,
    #[regex("[^ \t\u{b}\u{c}\u{a0}\u{2009}\u{200b}\u{202f}\u{feff}\r\n<&]+")]
    #[token("<")]
    #[token("&")]
    Text,
}

/// The effect of a tag on the lines around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tag {
    /// `<br>`.
    Break,
    /// The beginning of an element of class `idiagram` or with the id `diagram`.
    Diagram,
    /// The end of such an element.
    Close,
    /// Any other tag between blocks of text.
    Block,
    /// A tag inside a line.
    Inline,
}

/// The words between two line ends.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Line {
    /// Places of the words.
    pub(super) words: Vec<Span>,
    /// Whether a blank line or a tag precedes the line.
    pub(super) apart: bool,
    /// Whether a `<br>` precedes the line on the same line of the file.
    pub(super) after_break: bool,
    /// The index of the marked diagram of the page that contains the line.
    pub(super) diagram: Option<u32>,
    /// Whether it is an HTML comment, which is one word.
    pub(super) is_html_comment: bool,
}

/// The lines of `text` that contain words.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line = Line::default();
    let mut is_comment = false;
    let mut is_joined = false;
    let mut at_line_start = true;
    let mut n_diagrams = 0;
    for (token, range) in Token::lexer(text).spanned() {
        let span = Span::from(range.clone());
        // The lexer refuses the beginning of a tag that does not end; it is text.
        let token = token.unwrap_or(Token::Text);
        if is_comment && token != Token::Newline {
            continue;
        }
        match token {
            Token::Text if at_line_start && text[range].starts_with('#') => is_comment = true,
            Token::Text => {
                match line.words.last_mut() {
                    Some(word) if is_joined => *word = word.to(span),
                    _ => line.words.push(span),
                }
                is_joined = true;
                at_line_start = false;
                continue;
            }
            Token::Blank | Token::Tag(Tag::Inline) => {}
            Token::Comment => {
                let rest = Line {
                    words: Vec::new(),
                    ..line.clone()
                };
                let before = std::mem::replace(&mut line, rest);
                if !before.words.is_empty() {
                    line.apart = false;
                    lines.push(before);
                }
                lines.push(Line {
                    words: vec![span],
                    diagram: line.diagram,
                    is_html_comment: true,
                    ..Line::default()
                });
            }
            Token::Newline | Token::Tag(_) => {
                let follows_break = line.after_break;
                let diagram = line.diagram;
                let is_empty = line.words.is_empty();
                let done = std::mem::take(&mut line);
                line.diagram = diagram;
                if is_empty {
                    line.apart = done.apart;
                } else {
                    lines.push(done);
                }
                match token {
                    Token::Tag(Tag::Break) => line.after_break = true,
                    Token::Tag(Tag::Diagram) => {
                        line.diagram = Some(n_diagrams);
                        n_diagrams += 1;
                        line.apart = true;
                    }
                    Token::Tag(Tag::Close) => {
                        line.diagram = None;
                        line.apart = true;
                    }
                    Token::Tag(_) => line.apart = true,
                    // The end of a line that a `<br>` or a comment has emptied is not a blank line.
                    _ => line.apart |= is_empty && !follows_break && !is_comment,
                }
                at_line_start = token == Token::Newline;
                is_comment = false;
            }
        }
        is_joined = false;
    }
    if !line.words.is_empty() {
        lines.push(line);
    }
    lines
}

/// Reads an HTML comment to its end, if it has one.
fn read_comment(lexer: &mut Lexer<'_, Token>) -> Option<()> {
    const ENDS: [&str; 2] = ["-->", "--&gt;"];
    if lexer.extras {
        return None;
    }
    let rest = lexer.remainder();
    let ends = ENDS
        .iter()
        .filter_map(|end| Some(rest.find(end)? + end.len()));
    let length = ends.min();
    lexer.extras = length.is_none();
    lexer.bump(length?);
    Some(())
}

/// Reads a tag to its end; `None` if it does not end within `MAX_TAG` bytes.
fn read_tag(lexer: &mut Lexer<'_, Token>) -> Option<Tag> {
    let rest = lexer.remainder();
    let length = rest
        .bytes()
        .take(MAX_TAG)
        .enumerate()
        .find_map(|(at, byte)| match byte {
            b'>' => Some(Some(at + 1)),
            b'<' => Some(None),
            b'&' if rest[at..].starts_with("&gt;") => Some(Some(at + 4)),
            b'&' if rest[at..].starts_with("&lt;") => Some(None),
            _ => None,
        })??;
    lexer.bump(length);
    let tag = lexer.slice().to_ascii_lowercase();
    let inside = tag.trim_start_matches("&lt;").trim_start_matches('<');
    let name_end = inside
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '/')
        .unwrap_or(inside.len());
    let name = match inside[..name_end].strip_suffix('/') {
        Some(name) => name,
        None => &inside[..name_end],
    };
    Some(if name == "br" {
        Tag::Break
    } else if CLOSERS.contains(&name) {
        Tag::Close
    } else if !name.starts_with('/') && marks_diagram(inside) {
        Tag::Diagram
    } else if INLINE.contains(&name.trim_start_matches('/')) {
        Tag::Inline
    } else {
        Tag::Block
    })
}

/// Whether the attributes of a tag, in lower case, mark a diagram.
fn marks_diagram(tag: &str) -> bool {
    let plain: String = tag
        .replace("&quot;", "\"")
        .chars()
        .map(|c| if "\"'>".contains(c) { ' ' } else { c })
        .collect();
    let words: Vec<&str> = plain
        .split([' ', '='])
        .filter(|word| !word.is_empty())
        .collect();
    words.contains(&"idiagram") || words.windows(2).any(|pair| pair == ["id", "diagram"])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Vec<&str>> {
        lines(text)
            .iter()
            .map(|line| line.words.iter().map(|word| &text[word.range()]).collect())
            .collect()
    }

    #[test]
    fn tags_and_comments_vanish_and_line_ends_stay() {
        assert_eq!(
            words("a b<br>c\r\n# no\n <b>d</b>e&lt;br /&gt;f&nbsp;g"),
            [vec!["a", "b"], vec!["c"], vec!["d", "e"], vec!["f", "g"]]
        );
    }

    #[test]
    fn html_comments_are_words_of_their_own() {
        let text = "a<!-- b=1\n<i>c -->d <!--e-->\n<!-- f";
        let found = [
            vec!["a"],
            vec!["<!-- b=1\n<i>c -->"],
            vec!["d"],
            vec!["<!--e-->"],
            vec!["<!--", "f"],
        ];
        assert_eq!(words(text), found);
    }

    #[test]
    fn what_only_begins_like_a_tag_is_text() {
        assert_eq!(
            words("x<y &lt;z a&amp;b <"),
            [["x<y", "&lt;z", "a&amp;b", "<"]]
        );
    }

    #[test]
    fn a_marked_element_is_known_by_its_class_or_id() {
        let text = "a<div class=\"idiagram wide\">b</div>c<DIV ID='diagram'>d";
        let marks: Vec<Option<u32>> = lines(text).iter().map(|line| line.diagram).collect();
        assert_eq!(marks, [None, Some(0), None, Some(1)]);
    }

    #[test]
    fn blank_lines_set_lines_apart_and_breaks_do_not() {
        let apart = |text: &str| {
            lines(text)
                .iter()
                .map(|line| line.apart)
                .collect::<Vec<_>>()
        };
        assert_eq!(apart("a\n\nb"), [false, true]);
        assert_eq!(apart("a<br>\nb\n#c\nd"), [false, false, false]);
    }
}
