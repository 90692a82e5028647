//! Clocks, evaluations and reasons for the end in PGN comments. Also peculiarities of games written by XBoard.

use std::borrow::Cow;
use std::time::Duration;

use crate::game::{Game, Position, Reason, Variant};
use crate::geometry::sorted;
use crate::state::{Move, MoveKind};

use super::{Annotation, Comment, Pgn};

// Clocks, times and evaluations.
//
// Lichess and pychess write commands in brackets, `[%clk 0:02:58] [%eval -0.6]`; XBoard, cutechess and
// others begin a comment with the evaluation, followed by a depth and a time: `+0.31/12 0.56s`.

/// The evaluation in a comment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The score: from White's point of view in a command in brackets, from the mover's at the beginning of a
    /// comment.
    pub score: Score,
    /// The search depth in half-moves.
    pub depth: Option<u32>,
}

/// A score in pawns, or in moves to mate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// The advantage in pawns.
    Pawns(f64),
    /// Moves to mate; negative if the side gets mated.
    Mate(i32),
}

impl Comment {
    /// The value of a command: `0:02:58` for `clk` in `[%clk 0:02:58]`.
    ///
    /// ```
    /// use ferz::notation::Comment;
    ///
    /// let comment = Comment { text: "[%eval #-3] [%clk 0:02:58.5] why?".to_owned() };
    /// assert_eq!(comment.command("clk"), Some("0:02:58.5"));
    /// assert_eq!(comment.clock().unwrap().as_millis(), 178_500);
    /// ```
    #[doc(hidden)]
    pub fn command(&self, name: &str) -> Option<&str> {
        let mut rest = self.text.as_str();
        while let Some((_, behind)) = rest.split_once("[%") {
            let (inner, further) = behind.split_once(']')?;
            let (word, value) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
            if word == name {
                return Some(value.trim());
            }
            rest = further;
        }
        None
    }

    /// The remaining time on the mover's clock, `[%clk …]`.
    pub fn clock(&self) -> Option<Duration> {
        time(self.command("clk")?)
    }

    /// The time that the mover used: `[%emt …]`, or the time after an evaluation.
    #[doc(hidden)]
    pub fn elapsed(&self) -> Option<Duration> {
        if let Some(value) = self.command("emt") {
            time(value)
        } else {
            let mut words = self.text.split_whitespace();
            leading(words.next()?)?;
            let word = words.next()?.trim_end_matches([',', ';']);
            time(word.strip_suffix('s').unwrap_or(word))
        }
    }

    /// The evaluation: `[%eval …]`, or the first word, such as `+0.31/12` or `-M5/20`.
    ///
    /// ```
    /// use ferz::notation::{Comment, Score};
    ///
    /// let comment = |text: &str| Comment { text: text.to_owned() };
    /// let score = |text| comment(text).evaluation().unwrap().score;
    /// assert_eq!(score("[%eval 0.25,18]"), Score::Pawns(0.25));
    /// assert_eq!(score("-M5/20 1.2s"), Score::Mate(-5));
    /// assert_eq!(comment("a fine move").evaluation(), None);
    /// ```
    #[doc(hidden)]
    pub fn evaluation(&self) -> Option<Evaluation> {
        let Some(value) = self.command("eval") else {
            return leading(self.text.split_whitespace().next()?);
        };
        let (score, depth) = value.split_once(',').unwrap_or((value, ""));
        Some(Evaluation {
            score: read_score(score)?,
            depth: depth.trim().parse().ok(),
        })
    }
}

/// An evaluation in the first word of a comment. It needs a depth, to distinguish it from other words.
fn leading(word: &str) -> Option<Evaluation> {
    let (score, depth) = word.split_once('/')?;
    let depth = depth.trim_end_matches([',', ';']).parse().ok()?;
    Some(Evaluation {
        score: read_score(score)?,
        depth: Some(depth),
    })
}

fn read_score(text: &str) -> Option<Score> {
    let text = text.trim();
    let is_minus = text.starts_with('-');
    let unsigned = text.trim_start_matches(['+', '-']);
    if let Some(count) = text
        .strip_prefix('#')
        .or_else(|| unsigned.strip_prefix(['M', '#']))
    {
        let count: i32 = count.parse().ok()?;
        return Some(Score::Mate(if is_minus {
            count.checked_neg()?
        } else {
            count
        }));
    }
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let pawns: f64 = unsigned
        .chars()
        .all(is_number)
        .then(|| unsigned.parse().ok())??;
    Some(Score::Pawns(if is_minus { -pawns } else { pawns }))
}

/// A time in seconds, or in hours, minutes and seconds separated by colons.
fn time(text: &str) -> Option<Duration> {
    let parts: Vec<&str> = text.split(':').collect();
    let (seconds, larger) = parts.split_last()?;
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    if larger.len() > 2 || !is_number(seconds) {
        return None;
    }
    let mut total = 0_u64;
    for part in larger {
        total = total.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    let seconds: f64 = seconds.parse().ok()?;
    let below = Duration::try_from_secs_f64(seconds).ok()?;
    Duration::from_secs(total.checked_mul(60)?).checked_add(below)
}

// Reasons for the end of a game.

/// Phrases in the last comment by which programs report the end of a game, with their reasons.
const SAYINGS: [(&str, &str); 13] = [
    ("resign", "resignation"),
    ("time", "time-forfeit"),
    ("agree", "agreement"),
    ("adjudicat", "adjudication"),
    ("illegal", "illegal-move"),
    ("abandon", "abandoned"),
    ("disconnect", "abandoned"),
    ("connection", "abandoned"),
    ("stall", "abandoned"),
    ("rules infraction", "rules-infraction"),
    ("unterminated", "unterminated"),
    ("death", "death"),
    ("emergency", "emergency"),
];

/// The words of [`Pgn::ending`], without those of custom rules.
#[doc(hidden)]
pub fn endings() -> impl Iterator<Item = &'static str> {
    let reasons = Reason::ALL.iter().map(|reason| reason.as_str());
    let decisions = SAYINGS.iter().map(|(_, word)| *word);
    let all = reasons.chain(decisions).chain(["unsaid", "ongoing"]);
    sorted(all).into_iter()
}

impl Pgn {
    /// The reason for the end of the game, in one word: a [`Reason`] if the rules end it, else the decision
    /// of the players in the tag `Termination` or the last comment (`resignation`, `time-forfeit`,
    /// `agreement`, `adjudication`, `abandoned`, …); `unsaid` if the text has none, and `ongoing` if the game
    /// is not over.
    ///
    /// `game` is the result of [`Pgn::replay`].
    pub fn ending(&self, game: &Game) -> String {
        match game.outcome().reason() {
            None => "ongoing".to_owned(),
            // A result without a reason is replayed as one of these two.
            Some(Reason::Resignation | Reason::Agreement) => self.decision(),
            Some(reason) => reason.to_string(),
        }
    }

    fn decision(&self) -> String {
        let last = self.line.moves.last();
        let annotations = last.map_or(&self.line.before, |mv| &mv.annotations);
        let comments = annotations.iter().rev().filter_map(|one| match one {
            Annotation::Comment(Comment { text }) => Some(text.as_str()),
            _ => None,
        });
        for text in self.tag("Termination").into_iter().chain(comments) {
            let text = text.to_lowercase();
            if let Some((_, word)) = SAYINGS.iter().find(|(saying, _)| text.contains(saying)) {
                return (*word).to_owned();
            }
        }
        "unsaid".to_owned()
    }
}

// Peculiarities of games written by XBoard.
//
// XBoard counts ten ranks from 0 and all others from 1. If a king starts in the middle or left of it, the
// long side may be on the right. The start FEN of a game that an engine defined can be wrong.

/// The conventions of the program that wrote a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PgnConventions {
    Usual,
    XBoard,
}

impl PgnConventions {
    /// The likely conventions of a game, then those to try if it cannot be read: only XBoard writes the tag
    /// `VariantMen`, but not in all games.
    pub(super) fn of(pgn: &Pgn) -> [PgnConventions; 2] {
        if pgn.tag("VariantMen").is_some() {
            [PgnConventions::XBoard, PgnConventions::Usual]
        } else {
            [PgnConventions::Usual, PgnConventions::XBoard]
        }
    }

    /// The usual text of a move.
    pub(super) fn usual<'t>(self, position: &Position, text: &'t str) -> Cow<'t, str> {
        if self == PgnConventions::Usual {
            return Cow::Borrowed(text);
        }
        let stem = text.trim_end_matches(['+', '#', '!', '?']);
        if matches!(stem, "O-O" | "O-O-O") {
            let castles = |mv: &Move| {
                mv.kind == MoveKind::Castle && castling_text(position, mv) == Some(stem)
            };
            return only(position, castles).map_or(Cow::Borrowed(text), |mv| {
                Cow::Owned(position.move_text(&mv))
            });
        }
        let raised = match counts_lower_by(position.variant()) {
            0 => Cow::Borrowed(text),
            lower => Cow::Owned(raised(text, lower)),
        };
        as_castling(position, &raised).map_or(raised, Cow::Owned)
    }
}

/// Whether an unreadable FEN has the pieces of the start position. XBoard writes such FENs for
/// games that an engine defined, because it supports only the castling rights of chess and misreads
/// letters of other pieces.
pub(super) fn is_start(pgn: &Pgn, fen: &str, variant: &Variant) -> bool {
    let mut fields = fen.split_whitespace();
    let (Some(_), Some(placement), Some(turn)) =
        (pgn.tag("VariantMen"), fields.next(), fields.next())
    else {
        return false;
    };
    let (start, fen) = (variant.start(), format!("{placement} {turn} - - 0 1"));
    let (start, read) = (start.setup(), variant.parse_fen(&fen));
    read.is_ok_and(|read| {
        let read = read.setup();
        (&read.board, &read.hands, read.turn) == (&start.board, &start.hands, start.turn)
    })
}

/// The offset by which XBoard numbers ranks lower than the variant.
fn counts_lower_by(variant: &Variant) -> i64 {
    let shape = variant.shape();
    let first = shape.rank_label(0).parse::<i64>().unwrap_or(1);
    first - i64::from(shape.ranks() != 10)
}

/// The only legal move that `is_sought` accepts.
fn only(position: &Position, is_sought: impl Fn(&Move) -> bool) -> Option<Move> {
    let mut found = position.legal_moves().into_iter().filter(is_sought);
    found.next().filter(|_| found.next().is_none())
}

/// The text of a castling in XBoard, from the files of the king; with the king in the middle of an odd number
/// of files, either side may be the long one.
fn castling_text(position: &Position, mv: &Move) -> Option<&'static str> {
    let shape = position.variant().shape();
    let [from, to] = [mv.from, mv.to].map(|square| i32::from(shape.file_of(square)));
    let files = i32::from(shape.files());
    let is_usual = from == files / 2 && (to == 2 || to == files - 2);
    let begins_left = from == (files - 1) / 2 && (to == 1 || to == files - 3);
    (is_usual || begins_left).then_some(if to == 1 || to == files - 2 {
        "O-O"
    } else {
        "O-O-O"
    })
}

/// The castling of a piece to a square that it cannot reach otherwise: XBoard writes it as a normal move if
/// it does not know how the piece castles.
fn as_castling(position: &Position, text: &str) -> Option<String> {
    let stem = text.trim_end_matches(['+', '#', '!', '?']);
    let goes_there = |mv: &Move| {
        let variant = position.variant();
        let letter = variant.letters().name(mv.piece).to_uppercase();
        stem.strip_prefix(letter.as_str()) == Some(variant.square_name(mv.to).as_str())
    };
    // This test comes first, since few texts are castlings.
    let castle = only(position, |mv| mv.kind == MoveKind::Castle && goes_there(mv))?;
    only(position, goes_there)?;
    Some(position.move_text(&castle))
}

/// A text with every number raised.
fn raised(text: &str, by: i64) -> String {
    let mut found = String::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length = if digits > 0 { digits } else { char.len_utf8() };
        let number = rest[..length].parse::<i64>().ok();
        match number.and_then(|number| number.checked_add(by)) {
            Some(number) => found.push_str(&number.to_string()),
            None => found.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    found
}
