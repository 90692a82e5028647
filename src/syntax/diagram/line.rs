//! Splits the words of a line into elements: parameters, piece lines and prose.
//!
//! The surroundings of an element decide later whether it belongs to the definition. An element is *strong* if prose
//! does not contain such text: a parameter of the format, or a piece line whose fields are all plausible.

use crate::source::Span;

use super::ast::decode;
use super::keys::{KeyKind, key_kind};
use super::lexer::Line;

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
