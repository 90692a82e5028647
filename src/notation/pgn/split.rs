//! Splits a stream into the texts of single games, with little memory.
//!
//! A game ends at the first tag of the next one: at a line with a tag after moves and outside of comments.
//! Games without tags end with their result. A line `[Event "…"]` after an empty line begins a game even
//! within a comment, so that an unclosed comment swallows no other games.

use std::borrow::Cow;
use std::collections::VecDeque;

use super::PgnLimits;
use super::parse::is_result;

/// The longest part of a line that is buffered until the line ends, in bytes.
const FRAGMENT: usize = 1 << 16;

/// The text of one game, and its place in the stream.
///
/// [`game_texts`] has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameText {
    /// The text, in UTF-8.
    pub text: String,
    /// The line of the stream on which it begins, from 1.
    pub line: usize,
    /// The number of bytes left out because of [`PgnLimits::game_bytes`].
    #[doc(hidden)]
    pub omitted: u64,
    /// Whether a line was not valid UTF-8, and was read as Latin-1, the original encoding of PGN.
    #[doc(hidden)]
    pub is_latin1: bool,
}

/// Splits the bytes of a stream into games.
///
/// ```
/// use ferz::notation::{GameSplitter, PgnLimits};
///
/// let mut splitter = GameSplitter::new(PgnLimits::default());
/// splitter.feed(b"[Event \"1\"]\n\n1. e4 *\n\n[Eve");
/// splitter.feed(b"nt \"2\"]\n\n1. d4 *\n");
/// splitter.finish();
/// assert_eq!(splitter.next_game().unwrap().line, 1);
/// assert_eq!(splitter.next_game().unwrap().line, 5);
/// assert_eq!(splitter.next_game(), None);
/// ```
#[derive(Clone, Debug)]
pub struct GameSplitter {
    limits: PgnLimits,
    /// The bytes of an incomplete line.
    pending: Vec<u8>,
    /// Whether the beginning of that line has been processed already.
    is_continued: bool,
    game: GameText,
    state: State,
    /// The number of the next line.
    line: usize,
    done: VecDeque<GameText>,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// Whether the game has any text but blanks.
    has_text: bool,
    /// Whether the game has any text but tags and comments.
    has_moves: bool,
    in_comment: bool,
    /// Whether the game has a tag `Event`.
    has_event: bool,
    /// The number of open variations.
    depth: usize,
    /// Whether the result has been read.
    has_result: bool,
    /// Whether the line before was empty.
    is_behind_blank: bool,
}

impl GameSplitter {
    /// A splitter at the start of a stream.
    pub fn new(limits: PgnLimits) -> GameSplitter {
        GameSplitter {
            limits,
            pending: Vec::new(),
            is_continued: false,
            game: GameText::default(),
            state: State::default(),
            line: 1,
            done: VecDeque::new(),
        }
    }

    /// Adds the next bytes; they may end anywhere.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.pending.ends_with(b"\r") && bytes.first().is_some_and(|byte| *byte != b'\n') {
            let line = std::mem::take(&mut self.pending);
            self.take(&line, true);
        }
        let mut rest = bytes;
        while !rest.is_empty() {
            let end = line_end(rest);
            let is_whole = end.is_some();
            let piece;
            (piece, rest) = rest.split_at(end.unwrap_or(rest.len()));
            if is_whole && self.pending.is_empty() {
                self.take(piece, true);
                continue;
            }
            self.pending.extend_from_slice(piece);
            if is_whole || self.pending.len() > FRAGMENT {
                let line = std::mem::take(&mut self.pending);
                let end = if is_whole {
                    line.len()
                } else {
                    breakable(&line)
                };
                self.take(&line[..end], is_whole);
                self.pending = line[end..].to_vec();
            }
        }
    }

    /// Ends the stream.
    pub fn finish(&mut self) {
        let rest = std::mem::take(&mut self.pending);
        if !rest.is_empty() {
            self.take(&rest, true);
        }
        self.end_game();
    }

    /// The next complete game.
    pub fn next_game(&mut self) -> Option<GameText> {
        self.done.pop_front()
    }

    /// Processes a line, or a part of a long one.
    fn take(&mut self, bytes: &[u8], is_end: bool) {
        let is_start = !self.is_continued;
        self.is_continued = !is_end;
        let bytes = match bytes.strip_prefix(b"\xef\xbb\xbf") {
            Some(rest) if self.line == 1 && is_start => rest,
            _ => bytes,
        };
        let (text, is_latin1) = if let Ok(text) = std::str::from_utf8(bytes) {
            (Cow::Borrowed(text), false)
        } else {
            let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
            (Cow::Owned(text), true)
        };
        let text = match text.strip_suffix('\r') {
            Some(line) if is_end => Cow::Owned(format!("{line}\n")),
            _ => text,
        };
        if is_start && self.begins_game(&text) {
            self.end_game();
        }
        let is_blank = text.trim().is_empty();
        if !is_blank && !self.state.has_text {
            self.state.has_text = true;
            self.game.line = self.line;
        }
        if self.state.has_text {
            self.keep(&text);
            self.game.is_latin1 |= is_latin1;
            if !is_blank {
                self.look(&text, is_start);
            }
            self.state.is_behind_blank = is_blank && is_start;
        }
        if is_end {
            self.line += 1;
        }
    }

    /// Whether a line begins another game.
    fn begins_game(&self, line: &str) -> bool {
        let state = &self.state;
        let text = line.trim_start();
        if text.is_empty() {
            return false;
        }
        let is_tag = is_tag(text);
        if state.is_behind_blank && state.has_text && text.starts_with("[Event \"") {
            return state.has_moves || state.in_comment || state.has_event;
        }
        if state.in_comment {
            return false;
        }
        if is_tag {
            return state.has_moves;
        }
        state.has_result && (state.is_behind_blank || !text.starts_with(['{', ';', '%', '(', ')']))
    }

    fn keep(&mut self, text: &str) {
        let room = self.limits.game_bytes.saturating_sub(self.game.text.len());
        let mut end = room.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        self.game.text.push_str(&text[..end]);
        self.game.omitted += (text.len() - end) as u64;
    }

    /// Updates the state by a line, or by a part of one.
    fn look(&mut self, text: &str, is_start: bool) {
        let state = &mut self.state;
        if !state.in_comment
            && is_start
            && (!state.has_moves && is_tag(text.trim_start()) || text.starts_with('%'))
        {
            state.has_event |= text.trim_start().starts_with("[Event \"");
            return;
        }
        let mut rest = text;
        loop {
            if state.in_comment {
                let Some(end) = rest.find('}') else { return };
                state.in_comment = false;
                rest = &rest[end + 1..];
            }
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else {
                return;
            };
            match first {
                '{' => state.in_comment = true,
                ';' => return,
                '(' => state.depth += 1,
                ')' => state.depth = state.depth.saturating_sub(1),
                _ => {
                    let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '(' | ')');
                    let length = rest.find(ends).unwrap_or(rest.len());
                    let word = &rest[..length];
                    state.has_moves = true;
                    state.has_result |= state.depth == 0 && word != "0-0" && is_result(word);
                    rest = &rest[length..];
                    continue;
                }
            }
            rest = &rest[first.len_utf8()..];
        }
    }

    fn end_game(&mut self) {
        let game = std::mem::take(&mut self.game);
        if self.state.has_text {
            self.done.push_back(game);
        }
        self.state = State::default();
    }
}

/// The end of the first line: after a line feed, or after a carriage return that is followed by another character.
fn line_end(bytes: &[u8]) -> Option<usize> {
    let mut ends = bytes.iter().enumerate();
    let end = ends.find(|(at, byte)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(at + 1).is_some_and(|next| *next != b'\n'),
        _ => false,
    });
    end.map(|(at, _)| at + 1)
}

/// Whether a line begins with a tag.
fn is_tag(line: &str) -> bool {
    let inner = line.strip_prefix('[').map(str::trim_start);
    inner.is_some_and(|inner| inner.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

/// The place to cut a long line: after a blank or, without one, between characters.
fn breakable(line: &[u8]) -> usize {
    let blank = line.iter().rposition(u8::is_ascii_whitespace);
    if let Some(at) = blank.filter(|at| *at > 0) {
        return at + 1;
    }
    let is_inside = |byte: u8| byte & 0b1100_0000 == 0b1000_0000;
    let mut end = line.len();
    while end + 4 > line.len() && end > 1 && is_inside(line[end - 1]) {
        end -= 1;
    }
    // The last byte may begin a character.
    if line[end - 1] >= 0b1100_0000 {
        end -= 1;
    }
    if end == 0 { line.len() } else { end }
}

/// The games of a stream in chunks of any length, or of one text.
///
/// ```
/// use ferz::notation::{PgnLimits, game_texts};
///
/// let text = "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 *\n";
/// assert_eq!(game_texts([text], PgnLimits::default()).count(), 2);
/// let lines = text.split_inclusive('\n');
/// assert_eq!(game_texts(lines, PgnLimits::default()).count(), 2);
/// ```
pub fn game_texts<C: AsRef<[u8]>>(
    chunks: impl IntoIterator<Item = C>,
    limits: PgnLimits,
) -> impl Iterator<Item = GameText> {
    let mut splitter = GameSplitter::new(limits);
    let mut chunks = chunks.into_iter();
    let mut is_over = false;
    std::iter::from_fn(move || {
        loop {
            if let Some(game) = splitter.next_game() {
                return Some(game);
            }
            if is_over {
                return None;
            }
            if let Some(bytes) = chunks.next() {
                splitter.feed(bytes.as_ref());
            } else {
                splitter.finish();
                is_over = true;
            }
        }
    })
}
