//! Walls that players put on the board.

/// Where walls go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Walling {
    /// Where the moved piece could move next.
    Arrow,
    /// Anywhere; the old wall vanishes.
    Duck,
    /// To the edge of what is left of the board.
    Edge,
    /// Where the piece came from.
    Past,
    /// Anywhere in the region.
    Static,
}

impl Walling {
    /// All of them, by their words.
    pub(crate) const WORDS: [(&str, Walling); 5] = [
        ("arrow", Walling::Arrow),
        ("duck", Walling::Duck),
        ("edge", Walling::Edge),
        ("past", Walling::Past),
        ("static", Walling::Static),
    ];

    /// Its word.
    pub(in crate::definition) fn word(self) -> &'static str {
        let mut words = Walling::WORDS.into_iter();
        words
            .find(|(_, rule)| *rule == self)
            .map_or("", |(word, _)| word)
    }

    /// What a word says.
    pub(in crate::definition) fn of_word(word: &str) -> Option<Walling> {
        let mut words = Walling::WORDS.into_iter();
        words
            .find(|(known, _)| *known == word)
            .map(|(_, rule)| rule)
    }
}
