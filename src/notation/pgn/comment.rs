//! Clocks, times and evaluations in PGN comments.
//!
//! Lichess and pychess write commands in brackets, `[%clk 0:02:58] [%eval -0.6]`; XBoard, cutechess and
//! others begin a comment with the evaluation, followed by a depth and a time: `+0.31/12 0.56s`.

use std::time::Duration;

use super::Comment;

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
