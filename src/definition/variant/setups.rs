//! Numbered set-ups: start positions that differ in a few choices.

use indexmap::IndexMap;

/// Start positions by number.
///
/// A number is written in a mixed base: each digit is a choice among several replacements, and the first digit is the
/// most significant. A replacement assigns a text to each of its names, which replaces `{name}` in the template; for a
/// name in capitals, `{NAME}`, the text is capitalized, so that one choice can serve both sides. Digits are replaced in
/// order, so a text may contain names of later digits.
///
/// # Examples
/// ```
/// use ferz::definition::Setups;
/// use indexmap::IndexMap;
///
/// let choice = |text: &str| IndexMap::from([("a".to_owned(), text.to_owned())]);
/// let setups = Setups {
///     template: "{a}k/2/{A}K".to_owned(),
///     digits: vec![vec![choice("r"), choice("n")]],
///     first: 1,
///     default: 1,
/// };
/// assert_eq!(setups.start(2).as_deref(), Some("nk/2/NK"));
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Setups {
    /// The FEN with names in braces.
    pub template: String,
    /// The choices of each digit.
    pub digits: Vec<Vec<IndexMap<String, String>>>,
    /// The lowest number.
    pub first: u32,
    /// The default number.
    pub default: u32,
}

impl Setups {
    /// The longest start position in bytes.
    pub const MAX_BYTES: usize = 1 << 16;

    /// The number of set-ups; `None` if it overflows.
    pub fn count(&self) -> Option<u32> {
        self.digits.iter().try_fold(1_u32, |product, digit| {
            product.checked_mul(u32::try_from(digit.len()).ok()?)
        })
    }

    /// The numbers.
    pub fn numbers(&self) -> std::ops::RangeInclusive<u32> {
        let count = self.count().unwrap_or(0);
        self.first..=self.first.saturating_add(count.saturating_sub(1))
    }

    /// The index of the choice of each digit in a valid number.
    fn choices(&self, number: u32) -> Vec<usize> {
        let mut rest = number - self.first;
        let mut chosen: Vec<usize> = (self.digits.iter().rev())
            .map(|digit| {
                let base = digit.len() as u32;
                let choice = rest % base;
                rest /= base;
                choice as usize
            })
            .collect();
        chosen.reverse();
        chosen
    }

    /// The set-ups in which a name has the given text. Digits that do not assign the name remain, the numbers are
    /// renumbered, and the default keeps its choices as far as they remain.
    ///
    /// # Examples
    /// ```
    /// # use ferz::definition::Setups;
    /// # use indexmap::IndexMap;
    /// # let choice = |name: &str, text: &str| IndexMap::from([(name.to_owned(), text.to_owned())]);
    /// let setups = Setups {
    ///     template: "{a}{b}k/3/{A}{B}K".to_owned(),
    ///     digits: vec![
    ///         vec![choice("a", "r"), choice("a", "n")],
    ///         vec![choice("b", "r"), choice("b", "n")],
    ///     ],
    ///     first: 0,
    ///     default: 3,
    /// };
    /// let fixed = setups.with_fixed("a", "r");
    /// assert_eq!(fixed.count(), Some(2));
    /// assert_eq!(fixed.start(fixed.default).as_deref(), Some("rnk/3/RNK"));
    /// ```
    pub fn with_fixed(&self, name: &str, text: &str) -> Setups {
        let agrees =
            |choice: &IndexMap<String, String>| choice.get(name).is_none_or(|other| other == text);
        let mut fixed = self.clone();
        fixed
            .digits
            .iter_mut()
            .for_each(|digit| digit.retain(agrees));
        if self.start(self.default).is_some() {
            let mut number = 0;
            for ((old, new), choice) in
                (self.digits.iter().zip(&fixed.digits)).zip(self.choices(self.default))
            {
                let same = new.iter().position(|one| *one == old[choice]);
                number = number * new.len() as u32 + same.unwrap_or(0) as u32;
            }
            fixed.default = fixed.first + number;
        }
        fixed
    }

    /// The start position with a number; `None` for an invalid number, or if the text grows beyond
    /// [`MAX_BYTES`](Self::MAX_BYTES).
    pub fn start(&self, number: u32) -> Option<String> {
        if self.count()? == 0 || !self.numbers().contains(&number) {
            return None;
        }
        let mut text = self.template.clone();
        for (digit, choice) in self.digits.iter().zip(self.choices(number)) {
            for (name, value) in &digit[choice] {
                text = text.replace(&format!("{{{name}}}"), value);
                let capitals = format!("{{{}}}", name.to_uppercase());
                text = text.replace(&capitals, &value.to_uppercase());
                if text.len() > Self::MAX_BYTES {
                    return None;
                }
            }
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(pairs: &[(&str, &str)]) -> IndexMap<String, String> {
        let owned = |(a, b): &(&str, &str)| ((*a).to_owned(), (*b).to_owned());
        pairs.iter().map(owned).collect()
    }

    #[test]
    fn the_first_digit_counts_most_and_texts_may_hold_later_names() {
        let setups = Setups {
            template: "{row}/{ROW}".to_owned(),
            digits: vec![
                vec![one(&[("row", "{a}k{b}")]), one(&[("row", "k{a}{b}")])],
                vec![
                    one(&[("a", "r"), ("b", "n")]),
                    one(&[("a", "n"), ("b", "r")]),
                ],
            ],
            first: 1,
            default: 1,
        };
        assert_eq!(setups.count(), Some(4));
        assert_eq!(setups.start(1).unwrap(), "rkn/RKN");
        assert_eq!(setups.start(2).unwrap(), "nkr/NKR");
        assert_eq!(setups.start(3).unwrap(), "krn/KRN");
        assert_eq!(setups.start(0), None);
        assert_eq!(setups.start(5), None);
    }
}
