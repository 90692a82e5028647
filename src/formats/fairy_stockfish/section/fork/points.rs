//! Options about points for captures, and numbers by piece type.

use crate::definition::Verdict;
use crate::formats::fairy_stockfish::section::types::{KING, TypeSet};

/// The receivers of points for a capture: the option's values and the rule's.
pub(in crate::formats::fairy_stockfish) const RECEIVERS: [(&str, &str); 5] = [
    ("us", "captor"),
    ("them", "opponent"),
    ("owner", "owner"),
    ("non-owner", "enemy"),
    ("none", "nobody"),
];

/// The options about points.
#[derive(Clone, Debug)]
pub(in crate::formats::fairy_stockfish) struct Points {
    pub(in crate::formats::fairy_stockfish) counting: bool,
    pub(in crate::formats::fairy_stockfish) goal: u16,
    pub(in crate::formats::fairy_stockfish) value: Verdict,
    pub(in crate::formats::fairy_stockfish) more: Verdict,
    pub(in crate::formats::fairy_stockfish) mover: Option<Verdict>,
    pub(in crate::formats::fairy_stockfish) pays_drops: bool,
    /// An index in [`RECEIVERS`].
    pub(in crate::formats::fairy_stockfish) to: usize,
    /// The points by type.
    pub(in crate::formats::fairy_stockfish) worth: Vec<u32>,
}

impl Default for Points {
    fn default() -> Points {
        Points {
            counting: false,
            goal: 0,
            value: Verdict::Win,
            more: Verdict::Win,
            mover: None,
            pays_drops: false,
            to: 0,
            worth: vec![0; KING + 1],
        }
    }
}

/// Reads numbers by letter, such as `p:1 n:3`.
pub(in crate::formats::fairy_stockfish) fn numbers(
    text: &str,
    types: impl Fn(&str) -> Option<TypeSet>,
) -> Option<Vec<(TypeSet, u32)>> {
    let words = text.split_whitespace().filter(|word| *word != "-");
    let pairs = words.map(|word| {
        let (letters, number) = word.split_once(':')?;
        let number = number.parse().ok().filter(|number| *number <= 1_000_000)?;
        Some((types(letters)?, number))
    });
    pairs.collect()
}

/// Assigns numbers to types.
pub(in crate::formats::fairy_stockfish) fn assign(places: &mut [u32], pairs: Vec<(TypeSet, u32)>) {
    places.fill(0);
    for (set, number) in pairs {
        for (place, value) in places.iter_mut().enumerate().skip(1) {
            if set.contains(0) || set.contains(place) {
                *value = number;
            }
        }
    }
}

impl Points {
    /// Sets `piecePoints` or `pointsRuleCaptures`.
    pub(in crate::formats::fairy_stockfish) fn set(
        &mut self,
        key: &str,
        text: &str,
        types: impl Fn(&str) -> Option<TypeSet>,
    ) -> Result<(), &'static str> {
        if key == "piecePoints" {
            let pairs = numbers(text, types).ok_or("points by letter: `p:1 n:3`")?;
            assign(&mut self.worth, pairs);
            return Ok(());
        }
        let place = RECEIVERS.iter().position(|(word, _)| *word == text);
        self.to = place.ok_or("one of `us`, `them`, `owner`, `non-owner`, `none`")?;
        Ok(())
    }

    /// The lines of options that are not single values.
    pub(in crate::formats::fairy_stockfish) fn lines(
        &self,
        letters: &[Option<char>],
    ) -> Vec<String> {
        let mut lines = Vec::new();
        if self.to != 0 {
            lines.push(format!("pointsRuleCaptures = {}", RECEIVERS[self.to].0));
        }
        lines.extend(written("piecePoints", &self.worth, letters));
        lines
    }
}

/// Numbers by letter as an option.
pub(in crate::formats::fairy_stockfish) fn written(
    key: &str,
    numbers: &[u32],
    letters: &[Option<char>],
) -> Option<String> {
    let numbers = numbers
        .iter()
        .enumerate()
        .filter(|(_, number)| **number > 0);
    let words = numbers.filter_map(|(place, number)| {
        let letter = letters[place]?;
        Some(format!("{letter}:{number}"))
    });
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| format!("{key} = {}", words.join(" ")))
}
