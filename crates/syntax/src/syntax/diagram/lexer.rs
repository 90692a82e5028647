//! Lexer: splits a text into lines of words with their places, without tags and comments, and lines into elements.

use logos::{Lexer, Logos};

use crate::source::Span;

use super::ast::{KeyKind, decode, key_kind};

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

// Elements: parameters, piece lines and prose.
//
// The surroundings of an element decide later whether it belongs to the definition. An element is *strong* if prose
// does not contain such text: a parameter of the format, or a piece line whose fields are all plausible.

/// The maximum number of words of a piece name before the word that contains its colons. More words
/// are prose.
const MAX_NAME_WORDS: usize = 4;

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element {
    /// Its place.
    pub(super) span: Span,
    /// Its kind.
    pub(super) kind: Kind,
    /// Whether a blank line or a tag precedes the element.
    pub(super) apart: bool,
    /// Whether a `<br>` precedes it on the same line of the file.
    pub(super) after_break: bool,
    /// The index of the marked diagram of the page that contains it.
    pub(super) diagram: Option<u32>,
}

/// The kind of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `key=value`, with the kind of the key if the format has it.
    Parameter(Option<KeyKind>),
    /// Five or more fields.
    Piece(Looks),
    /// An item with one fault.
    Broken(Fault),
    /// Anything else.
    Prose,
}

/// Whether the fields of a piece line are plausible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looks {
    /// All of them are.
    Right,
    /// Some are not.
    Odd,
}

/// The fault that keeps an element from being an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A piece line with three or four fields.
    TooFewFields,
    /// A piece line with an `=`, which makes it a parameter.
    EqualsSign,
    /// A parameter with a blank before its `=`.
    BlankBeforeEquals,
    /// A whole line with five or more fields that are not plausible.
    OddFields,
    /// Words behind the only item of a line.
    Behind,
    /// An HTML comment that contains items.
    Comment,
}

impl Element {
    /// Whether the element cannot be prose.
    pub(super) fn is_strong(&self) -> bool {
        matches!(
            self.kind,
            Kind::Parameter(Some(_)) | Kind::Piece(Looks::Right)
        )
    }

    /// Whether the element is certainly a piece line.
    pub(super) fn is_sure_piece(&self) -> bool {
        self.kind == Kind::Piece(Looks::Right)
    }
}

/// Appends the elements of one line.
pub(super) fn elements(text: &str, line: &Line, out: &mut Vec<Element>) {
    let words = &line.words;
    let mut is_first = true;
    let mut push = |kind: Kind, from: Span, to: Span| {
        out.push(Element {
            span: from.to(to),
            kind,
            // Only the first element of a line can be apart from the preceding text.
            apart: line.apart && std::mem::take(&mut is_first),
            after_break: line.after_break,
            diagram: line.diagram,
        });
    };
    if let (true, Some(comment)) = (line.is_html_comment, words.first()) {
        let mut inside = text[comment.range()].split_whitespace();
        let is_item = |word| {
            matches!(
                unit(word, None),
                Some(Kind::Parameter(Some(_)) | Kind::Piece(Looks::Right))
            )
        };
        let kind = if inside.any(is_item) {
            Kind::Broken(Fault::Comment)
        } else {
            Kind::Prose
        };
        push(kind, *comment, *comment);
        return;
    }
    if let (Some(from), Some(to)) = (words.first(), words.last())
        && is_spaced_piece(text, words)
    {
        push(Kind::Piece(Looks::Right), *from, *to);
        return;
    }
    let mut n_units = 0;
    let mut is_item = false;
    let mut run = 0;
    let mut at = 0;
    while at < words.len() {
        let word = &text[words[at].range()];
        let next = words.get(at + 1).map(|word| &text[word.range()]);
        let Some(kind) = unit(word, next) else {
            at += 1;
            continue;
        };
        let names = &words[run..at];
        let is_name = matches!(kind, Kind::Piece(_))
            && names.len() <= MAX_NAME_WORDS
            && names.iter().all(|name| is_name_word(&text[name.range()]));
        let from = if is_name { run } else { at };
        if run < from {
            push(Kind::Prose, words[run], words[from - 1]);
        }
        let mut to = at;
        match kind {
            Kind::Broken(Fault::BlankBeforeEquals) => {
                to += if next == Some("=") { 2 } else { 1 };
                to = to.min(words.len() - 1);
            }
            // A list of squares may have blanks before it and after its commas.
            Kind::Piece(_) => {
                while let Some(more) = words.get(to + 1).map(|word| &text[word.range()]) {
                    let before = &text[words[to].range()];
                    let goes_on = before.ends_with(',') && more.bytes().all(is_list_byte)
                        || before.ends_with(':') && more.split(',').all(is_place);
                    if !goes_on {
                        break;
                    }
                    to += 1;
                }
            }
            _ => {}
        }
        // On a line of its own, a directory or a file name may contain blanks.
        if kind == Kind::Parameter(Some(KeyKind::Presentation)) && from == 0 {
            let others = words[1..]
                .windows(2)
                .any(|pair| unit(&text[pair[0].range()], Some(&text[pair[1].range()])).is_some());
            let last = words.last().filter(|_| words.len() > 1);
            if !others && last.is_none_or(|last| unit(&text[last.range()], None).is_none()) {
                to = words.len() - 1;
            }
        }
        push(kind, words[from], words[to]);
        is_item = matches!(kind, Kind::Parameter(Some(_)) | Kind::Piece(Looks::Right));
        n_units += 1;
        at = to + 1;
        run = at;
    }
    if run >= words.len() {
        return;
    }
    let (from, to) = (words[run], words[words.len() - 1]);
    let whole = &text[from.to(to).range()];
    let has_fields = n_units == 0 && count_colons(whole) >= 4 && !whole.contains('=');
    let kind = if has_fields {
        Kind::Broken(Fault::OddFields)
    } else if n_units == 1 && is_item {
        Kind::Broken(Fault::Behind)
    } else {
        Kind::Prose
    };
    push(kind, from, to);
}

/// Whether the line is one piece line with blanks in or around its fields.
fn is_spaced_piece(text: &str, words: &[Span]) -> bool {
    let (Some(from), Some(to)) = (words.first(), words.last()) else {
        return false;
    };
    let whole = &text[from.to(*to).range()];
    let is_whole = |word: &Span| {
        let word = &text[word.range()];
        word.contains('=') || count_colons(word) >= 4
    };
    count_colons(whole) >= 4 && !words.iter().any(is_whole) && looks(whole) == Looks::Right
}

/// The kind of a single word, if it is not just a word of a longer element.
fn unit(word: &str, next: Option<&str>) -> Option<Kind> {
    let n_colons = count_colons(word);
    if let Some((key, _)) = word.split_once('=') {
        let is_key = key.starts_with(|c: char| c.is_ascii_alphabetic())
            && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        return if is_key {
            Some(Kind::Parameter(key_kind(key)))
        } else if n_colons >= 4 {
            Some(Kind::Broken(Fault::EqualsSign))
        } else {
            None
        };
    }
    if next.is_some_and(|next| next.starts_with('=')) && key_kind(word).is_some() {
        return Some(Kind::Broken(Fault::BlankBeforeEquals));
    }
    match n_colons {
        0 | 1 => None,
        2 | 3 => {
            let mut fields = word.split(':');
            let (name, id) = (fields.next()?, fields.next()?);
            let is_piece = name.contains(|c: char| c.is_alphabetic())
                && is_name_word(name)
                && id.len() <= 3
                && !word.contains("//");
            is_piece.then_some(Kind::Broken(Fault::TooFewFields))
        }
        _ => Some(Kind::Piece(looks(word))),
    }
}

fn count_colons(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b':').count()
}

/// Whether a word can be part of a piece name.
fn is_name_word(word: &str) -> bool {
    let word = decode(word);
    word.len() <= 32 && !word.ends_with('.') && !word.contains(['=', ':', ',', ';', '!', '?'])
}

fn is_list_byte(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || b",-:".contains(&byte)
}

/// Tests the fields of a piece line.
fn looks(line: &str) -> Looks {
    let mut fields = line.split(':').map(str::trim);
    let mut field = || fields.next().unwrap_or("");
    let (name, id, moves, image, squares, hand) =
        (field(), field(), field(), field(), field(), field());
    let is_move_char = |c: char| c.is_ascii_alphanumeric() || "*'()[]?@-".contains(c);
    let is_right = (!name.is_empty() || !image.is_empty())
        && id.chars().count() <= 6
        && !id.contains(char::is_whitespace)
        && moves.chars().all(is_move_char)
        && squares.split(',').map(str::trim).all(looks_like_squares)
        && hand.chars().all(|c| c.is_ascii_digit() || c == ',');
    if is_right { Looks::Right } else { Looks::Odd }
}

/// Whether `item` is empty, a square, or two squares joined by a hyphen.
fn looks_like_squares(item: &str) -> bool {
    item.is_empty() || is_place(item)
}

/// Whether `item` is a square, or two squares joined by a hyphen.
fn is_place(item: &str) -> bool {
    let is_square = |text: &str| {
        let n_letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = &text[n_letters..];
        (1..=2).contains(&n_letters)
            && (1..=2).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    match item.split_once('-') {
        Some((from, to)) => is_square(from) && is_square(to),
        None => is_square(item),
    }
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
