//! Options about pieces that push others.

use super::points;
use crate::formats::fairy_stockfish::section::types::{KING, TypeSet};

/// The side whose piece may be pushed first: the option's values and the rule's.
pub(in crate::formats::fairy_stockfish) const FIRST: [(&str, &str); 3] =
    [("us", "own"), ("them", "enemy"), ("either", "any")];

/// The indices of the first two; the second is the default.
pub(in crate::formats::fairy_stockfish) const US: usize = 0;
pub(in crate::formats::fairy_stockfish) const THEM: usize = 1;

/// The options about pushing.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options are independent flags"
)]
pub(in crate::formats::fairy_stockfish) struct Pushes {
    pub(in crate::formats::fairy_stockfish) enemies_only: bool,
    pub(in crate::formats::fairy_stockfish) crushes: bool,
    pub(in crate::formats::fairy_stockfish) no_return: bool,
    pub(in crate::formats::fairy_stockfish) stepwise: bool,
    pub(in crate::formats::fairy_stockfish) removes: bool,
    /// An index in [`FIRST`].
    pub(in crate::formats::fairy_stockfish) first: usize,
    /// The strengths by type.
    pub(in crate::formats::fairy_stockfish) strength: Vec<u32>,
}

impl Default for Pushes {
    fn default() -> Pushes {
        Pushes {
            enemies_only: false,
            crushes: false,
            no_return: false,
            stepwise: true,
            removes: false,
            first: THEM,
            strength: vec![0; KING + 1],
        }
    }
}

impl Pushes {
    /// Sets `pushingStrength`, `pushFirstColor` or `pushingRemoves`.
    pub(in crate::formats::fairy_stockfish) fn set(
        &mut self,
        key: &str,
        text: &str,
        types: impl Fn(&str) -> Option<TypeSet>,
    ) -> Result<(), &'static str> {
        match key {
            "pushingStrength" => {
                let pairs = points::numbers(text, types);
                let pairs = pairs.ok_or("strength by letter: `a:1 r:8`")?;
                points::assign(&mut self.strength, pairs);
            }
            "pushFirstColor" => {
                let place = FIRST.iter().position(|(word, _)| *word == text);
                self.first = place.ok_or("one of `us`, `them`, `either`")?;
            }
            _ => {
                self.removes = match text {
                    "none" => false,
                    "shove" => true,
                    _ => return Err("one of `none`, `shove`"),
                };
            }
        }
        Ok(())
    }

    /// The lines of options that are not single values.
    pub(in crate::formats::fairy_stockfish) fn lines(
        &self,
        letters: &[Option<char>],
    ) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        lines.extend(points::written("pushingStrength", &self.strength, letters));
        if self.first != THEM {
            lines.push(format!("pushFirstColor = {}", FIRST[self.first].0));
        }
        if self.removes {
            lines.push("pushingRemoves = shove".to_owned());
        }
        lines
    }
}
