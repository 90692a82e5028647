//! Stock of a rule: pieces off the board, stored in its state.

use crate::state::{Color, Hand, Letters, Piece, Role, RuleState};

/// The pieces off the board that a rule [holds](crate::rules::Rule::stock) for each side, in addition to the hands.
///
/// A rule without other state stores it as its whole state:
///
/// ```
/// use ferz::rules::Stock;
/// use ferz::state::{Color, Letters, Piece, Role, RuleState};
///
/// let letters = Letters::new(vec!["K".to_owned(), "J".to_owned()]);
/// let mut stock = Stock::read("J/jj", &letters).unwrap();
/// assert!(stock.take(Piece { color: Color::Black, role: Role::new(1) }));
/// assert_eq!(stock.write(&letters), "J/j");
/// assert_eq!(Stock::of(&stock.state()), stock);
/// assert_eq!(Stock::default().state(), RuleState::EMPTY);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stock([Hand; 2]);

impl Stock {
    /// Decodes a stock from a state.
    pub fn of(state: &RuleState) -> Stock {
        let mut stock = Stock::default();
        for (piece, count) in held(state) {
            stock.0[piece.color.index()].set(piece.role, count);
        }
        stock
    }

    /// Encodes the stock as a state, which is empty without pieces.
    pub fn state(&self) -> RuleState {
        let of_side = |color: Color| self.0[color.index()].iter().map(move |held| (color, held));
        let sides = Color::ALL.into_iter().flat_map(of_side);
        let numbers = sides.flat_map(|(color, (role, count))| {
            let piece = 2 * role.index() + color.index();
            [piece as i64, i64::from(count)]
        });
        RuleState::new(numbers)
    }

    /// A side's pieces.
    pub const fn of_side(&self, color: Color) -> &Hand {
        &self.0[color.index()]
    }

    /// The number of copies of a piece.
    pub fn count(&self, piece: Piece) -> u16 {
        self.0[piece.color.index()].count(piece.role)
    }

    /// Adds a piece.
    pub fn add(&mut self, piece: Piece) {
        self.0[piece.color.index()].add(piece.role);
    }

    /// Removes a piece and returns whether there was one.
    pub fn take(&mut self, piece: Piece) -> bool {
        self.0[piece.color.index()].take(piece.role)
    }

    /// Removes all pieces of a side.
    pub fn take_all(&mut self, color: Color) -> Hand {
        std::mem::take(&mut self.0[color.index()])
    }

    /// The stock with the sides exchanged.
    pub fn mirrored(self) -> Stock {
        let [white, black] = self.0;
        Stock([black, white])
    }

    /// The letters of White's and Black's pieces, as the value of a FEN field: `NN/-`.
    pub fn write(&self, letters: &Letters) -> String {
        let [white, black] = Color::ALL.map(|color| {
            let hand = self.0[color.index()].iter();
            let text: String = hand
                .map(|(role, count)| letters.name(Piece { color, role }).repeat(count.into()))
                .collect();
            if text.is_empty() {
                "-".to_owned()
            } else {
                text
            }
        });
        format!("{white}/{black}")
    }

    /// Reads the text of [`write`](Stock::write), in letters of either case; `None` if it is invalid.
    pub fn read(text: &str, letters: &Letters) -> Option<Stock> {
        let (white, black) = text.split_once('/')?;
        Some(Stock([
            read_side(white, letters)?,
            read_side(black, letters)?,
        ]))
    }
}

/// The pieces encoded in a state, which may contain any numbers.
pub(crate) fn held(state: &RuleState) -> impl Iterator<Item = (Piece, u16)> {
    let pairs = state.numbers().chunks_exact(2);
    pairs.filter_map(|pair| {
        let number = usize::try_from(pair[0]).ok()?;
        let count = u16::try_from(pair[1]).ok()?;
        let (role, color) = (number / 2, Color::ALL[number % 2]);
        let piece = (role < Role::MAX).then(|| Piece {
            color,
            role: Role::new(role),
        })?;
        (count > 0).then_some((piece, count))
    })
}

fn read_side(text: &str, letters: &Letters) -> Option<Hand> {
    let mut hand = Hand::default();
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        let found = letters.read(rest)?;
        hand.add(found.piece.role);
        rest = &rest[found.len..];
    }
    Some(hand)
}
