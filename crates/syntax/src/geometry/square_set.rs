//! Sets of squares of any board.

use super::square::Square;

/// The number of inline words.
const NEAR: usize = 4;

/// A set of squares. Boards of up to 256 squares need no allocation.
///
/// The width is private and grows on demand, so sets of different widths compare and combine.
///
/// ```
/// # extern crate ferz_syntax as ferz;
/// use ferz::geometry::{BoardShape, SquareSet};
///
/// let board = BoardShape::rectangle(8, 8)?;
/// let rank: SquareSet = board.squares().filter(|square| board.rank_of(*square) == 0).collect();
/// let names: Vec<String> = rank.iter().map(|square| board.name(square)).collect();
/// assert_eq!((rank.len(), names[4].as_str()), (8, "e1"));
/// # Ok::<(), ferz::geometry::ShapeError>(())
/// ```
#[derive(Clone, Eq)]
pub struct SquareSet {
    near: [u64; NEAR],
    /// All words, if they exceed the inline ones.
    all: Option<Box<[u64]>>,
}

impl SquareSet {
    /// The empty set.
    #[inline]
    pub const fn new() -> Self {
        SquareSet {
            near: [0; NEAR],
            all: None,
        }
    }

    /// Adds a square and returns whether it was new.
    #[inline]
    pub fn insert(&mut self, square: Square) -> bool {
        let (word, bit) = place(square);
        if word >= self.n_words() {
            self.widen(word + 1);
        }
        let found = &mut self.words_mut()[word];
        let new = *found & bit == 0;
        *found |= bit;
        new
    }

    /// Allocates space for a number of words.
    #[cold]
    fn widen(&mut self, width: usize) {
        let mut words = self.words().to_vec();
        words.resize(width.max(words.len()), 0);
        self.all = Some(words.into());
    }

    #[inline]
    fn words(&self) -> &[u64] {
        match &self.all {
            None => &self.near,
            Some(all) => all,
        }
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.all {
            None => &mut self.near,
            Some(all) => all,
        }
    }

    /// Removes a square and returns whether it was in the set.
    #[inline]
    #[doc(hidden)]
    pub fn remove(&mut self, square: Square) -> bool {
        let (word, bit) = place(square);
        match self.words_mut().get_mut(word) {
            Some(found) => {
                let there = *found & bit != 0;
                *found &= !bit;
                there
            }
            None => false,
        }
    }

    /// Whether the square is in the set.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        let (word, bit) = place(square);
        self.words().get(word).is_some_and(|found| found & bit != 0)
    }

    /// The number of squares.
    #[inline]
    pub fn len(&self) -> usize {
        self.words()
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        match &self.all {
            None => self.near == [0; NEAR],
            Some(all) => all.iter().all(|word| *word == 0),
        }
    }

    /// The squares in ascending order.
    #[inline]
    pub fn iter(&self) -> SquareIter<'_> {
        let words = self.words();
        SquareIter {
            words,
            word: 0,
            rest: words[0],
        }
    }

    /// The squares in either set.
    #[doc(hidden)]
    pub fn union(&self, other: &SquareSet) -> SquareSet {
        self.combined(other, |a, b| a | b)
    }

    /// The squares in both sets.
    #[doc(hidden)]
    pub fn intersection(&self, other: &SquareSet) -> SquareSet {
        self.combined(other, |a, b| a & b)
    }

    /// The squares in this set and not in the other.
    #[doc(hidden)]
    pub fn difference(&self, other: &SquareSet) -> SquareSet {
        self.combined(other, |a, b| a & !b)
    }

    /// Whether the sets intersect.
    #[inline]
    #[doc(hidden)]
    pub fn meets(&self, other: &SquareSet) -> bool {
        if let (None, None) = (&self.all, &other.all) {
            let mut common = 0;
            for index in 0..NEAR {
                common |= self.near[index] & other.near[index];
            }
            return common != 0;
        }
        // PERF: `zip` is not inlined, so words are indexed here and below.
        let mut words = self.words().iter().enumerate();
        words.any(|(index, word)| word & other.word(index) != 0)
    }

    /// A closure that adds single squares of a board with `area` squares.
    #[inline]
    #[doc(hidden)]
    pub fn adding(&mut self, area: usize) -> impl FnMut(Square) + '_ {
        if area > 64 * self.n_words() {
            self.widen(area.div_ceil(64));
        }
        let words = self.words_mut();
        move |square| {
            let (word, bit) = place(square);
            words[word] |= bit;
        }
    }

    /// The number of squares that are not in the other set.
    #[inline]
    #[doc(hidden)]
    pub fn len_outside(&self, other: &SquareSet) -> usize {
        let words = self.words().iter().enumerate();
        words
            .map(|(index, word)| (word & !other.word(index)).count_ones() as usize)
            .sum()
    }

    /// Adds all squares of another set.
    #[inline]
    #[doc(hidden)]
    pub fn unite(&mut self, other: &SquareSet) {
        if let (None, None) = (&self.all, &other.all) {
            for index in 0..NEAR {
                self.near[index] |= other.near[index];
            }
            return;
        }
        self.unite_wide(other);
    }

    #[cold]
    fn unite_wide(&mut self, other: &SquareSet) {
        if self.n_words() < other.n_words() {
            self.widen(other.n_words());
        }
        let words = self.words_mut();
        for (index, more) in other.words().iter().enumerate() {
            words[index] |= more;
        }
    }

    /// The squares of the union in ascending order.
    #[inline]
    #[doc(hidden)]
    pub fn either<'a>(&'a self, other: &'a SquareSet) -> impl Iterator<Item = Square> + 'a {
        let width = self.n_words().max(other.n_words());
        Squares::new(width, |index| self.word(index) | other.word(index))
    }

    /// The squares of the intersection in ascending order.
    #[inline]
    #[doc(hidden)]
    pub fn common<'a>(&'a self, other: &'a SquareSet) -> impl Iterator<Item = Square> + 'a {
        let width = self.n_words().min(other.n_words());
        Squares::new(width, |index| self.word(index) & other.word(index))
    }

    /// Word `index` of the set as a little-endian bit string; zero past the end.
    #[inline]
    #[doc(hidden)]
    pub fn word(&self, index: usize) -> u64 {
        self.words().get(index).copied().unwrap_or(0)
    }

    /// The squares with numbers below 128 as bits, the first one lowest.
    #[inline]
    #[doc(hidden)]
    pub fn bits(&self) -> u128 {
        u128::from(self.word(0)) | u128::from(self.word(1)) << 64
    }

    /// The number of words.
    #[inline]
    #[doc(hidden)]
    pub fn n_words(&self) -> usize {
        self.words().len()
    }

    /// The word that begins at a bit of the bit string; zero before its start and past its end.
    #[inline]
    #[doc(hidden)]
    pub fn word_from(&self, bit: isize) -> u64 {
        let words = self.words();
        let (index, shift) = (bit >> 6, bit & 63);
        // A negative index is cast to one beyond the end.
        let word = |index: isize| words.get(index as usize).copied().unwrap_or(0);
        word(index) >> shift | word(index + 1) << 1 << (63 - shift)
    }

    fn combined(&self, other: &SquareSet, f: impl Fn(u64, u64) -> u64) -> SquareSet {
        let mut set = self.clone();
        if set.n_words() < other.n_words() {
            set.widen(other.n_words());
        }
        for (index, word) in set.words_mut().iter_mut().enumerate() {
            *word = f(*word, other.word(index));
        }
        set
    }
}

#[inline]
fn place(square: Square) -> (usize, u64) {
    (square.index() / 64, 1 << (square.index() % 64))
}

impl Default for SquareSet {
    #[inline]
    fn default() -> Self {
        SquareSet::new()
    }
}

impl PartialEq for SquareSet {
    fn eq(&self, other: &Self) -> bool {
        let width = self.n_words().max(other.n_words());
        (0..width).all(|i| self.word(i) == other.word(i))
    }
}

impl std::hash::Hash for SquareSet {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let used = self
            .words()
            .iter()
            .rposition(|word| *word != 0)
            .map_or(0, |last| last + 1);
        self.words()[..used].hash(state);
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = SquareSet::new();
        set.extend(squares);
        set
    }
}

#[doc(hidden)]
impl Extend<Square> for SquareSet {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

impl<'a> IntoIterator for &'a SquareSet {
    type Item = Square;
    type IntoIter = SquareIter<'a>;

    fn into_iter(self) -> SquareIter<'a> {
        self.iter()
    }
}

impl std::fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// An iterator over the squares of a set in ascending order.
///
/// [`SquareSet`] has an example.
#[derive(Clone, Debug)]
pub struct SquareIter<'a> {
    words: &'a [u64],
    word: usize,
    rest: u64,
}

impl Iterator for SquareIter<'_> {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        while self.rest == 0 {
            self.word += 1;
            self.rest = *self.words.get(self.word)?;
        }
        let bit = self.rest.trailing_zeros();
        self.rest &= self.rest - 1;
        Some(Square::new((self.word * 64) as u16 + bit as u16))
    }
}

/// An iterator over the squares of words that are computed on demand.
struct Squares<F> {
    word_of: F,
    width: usize,
    /// The index of the next word.
    next: usize,
    rest: u64,
}

impl<F: Fn(usize) -> u64> Squares<F> {
    #[inline]
    fn new(width: usize, word_of: F) -> Self {
        Squares {
            word_of,
            width,
            next: 0,
            rest: 0,
        }
    }
}

impl<F: Fn(usize) -> u64> Iterator for Squares<F> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.rest == 0 {
            if self.next == self.width {
                return None;
            }
            self.rest = (self.word_of)(self.next);
            self.next += 1;
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(Square::new(((self.next - 1) * 64 + bit) as u16))
    }
}
