//! SFEN, the format of positions in programs of the shogi family:
//! `lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1`.
//!
//! The board is as in a FEN. It is followed by the side to move (`b` is the side that moves first), both
//! hands, with the number of pieces if greater than 1 (`2Pb`), and the half-move number, from 1. SFEN has no
//! other fields.

use crate::game::{Position, Variant};
use crate::source::{Diagnostic, Span, codes};
use crate::state::{Color, Letters, MAX_HAND, Piece};

impl Position {
    /// The position as an SFEN.
    ///
    /// ```
    /// use ferz::Variant;
    ///
    /// let start = Variant::builtin("minishogi").unwrap().start();
    /// assert_eq!(start.to_sfen().unwrap(), "rbsgk/4p/5/P4/KGSBR b - 1");
    /// ```
    ///
    /// # Errors
    /// `E0522` if the position needs another field, such as castling rights.
    pub fn to_sfen(&self) -> Result<String, Diagnostic> {
        let fen = self.to_fen();
        let board = fen.split([' ', '[']).next().unwrap_or_default();
        let letters = self.variant().letters();
        let mut hands = String::new();
        for color in Color::ALL {
            for (role, count) in self.setup().hands[color.index()].iter() {
                if count > 1 {
                    hands.push_str(&count.to_string());
                }
                hands.push_str(&letters.name(Piece { color, role }));
            }
        }
        if hands.is_empty() {
            hands.push('-');
        }
        let moves = 2 * u32::from(self.setup().fullmove_number.max(1));
        let (side, number) = match self.turn() {
            Color::White => ('b', moves - 1),
            Color::Black => ('w', moves),
        };
        let sfen = format!("{board} {side} {hands} {number}");
        let read = self.variant().parse_sfen(&sfen);
        if read.is_ok_and(|read| read.hash() == self.hash()) {
            return Ok(sfen);
        }
        let message = format!("an SFEN cannot represent all of `{fen}`");
        Err(Diagnostic::new(codes::BEYOND_SFEN, Span::default(), message)
            .with_help("use a FEN, which contains castling rights, en passant squares and other memory of rules"))
    }
}

impl Variant {
    /// Reads an SFEN strictly. The half-move number may be omitted.
    ///
    /// ```
    /// use ferz::Variant;
    ///
    /// let shogi = Variant::builtin("shogi").unwrap();
    /// let position = shogi.parse_sfen("4k4/9/9/9/9/9/9/9/4K4 b 2Pb 1").unwrap();
    /// assert!(position.to_fen().starts_with("4k4/9/9/9/9/9/9/9/4K4[PPb] w"));
    /// ```
    ///
    /// # Errors
    /// All findings, if one of them is an error: those of a FEN, with places in this text.
    pub fn parse_sfen(&self, text: &str) -> Result<Position, Vec<Diagnostic>> {
        let fields: Vec<(Span, &str)> = fields(text).collect();
        let bad = |span, message: &str| vec![Diagnostic::new(codes::FEN_BAD_FIELD, span, message)];
        let (board, side, hands, number) = match fields[..] {
            [board, side, hands] => (board, side, hands, None),
            [board, side, hands, number] => (board, side, hands, Some(number)),
            _ => {
                let span = Span::new(0, text.len());
                let message = "write an SFEN as board, `b` or `w`, hands, and move number";
                return Err(bad(span, message));
            }
        };
        let turn = match side.1 {
            "b" => 'w',
            "w" => 'b',
            _ => {
                return Err(bad(
                    side.0,
                    "the side to move must be `b` (moves first) or `w`",
                ));
            }
        };
        let number = match number {
            None => 1,
            Some((span, number)) => number
                .parse::<u32>()
                .map_err(|_| bad(span, "the move number must be a number"))?,
        };
        let held = expanded(hands.1, self.letters()).map_err(|message| {
            let finding = Diagnostic::new(codes::FEN_BAD_HAND, hands.0, message);
            vec![finding]
        })?;
        let full_moves = number.max(1).div_ceil(2);
        let fen = format!("{}{held} {turn} - - 0 {full_moves}", board.1);
        // A finding about the board keeps its place; all others refer to the hands.
        self.parse_fen(&fen).map_err(|findings| {
            let place = |finding: Diagnostic| {
                if finding.span.end as usize <= board.1.len() {
                    finding.shifted(board.0.start as usize)
                } else {
                    finding.collapsed(hands.0)
                }
            };
            findings.into_iter().map(place).collect()
        })
    }
}

fn fields(text: &str) -> impl Iterator<Item = (Span, &str)> {
    text.split_whitespace().map(|field| {
        let start = field.as_ptr() as usize - text.as_ptr() as usize;
        (Span::new(start, start + field.len()), field)
    })
}

/// The limit of the expanded hands, in bytes.
const MOST_IN_HAND: usize = 1 << 16;

/// Hands as in a FEN: a letter for each piece.
fn expanded(hands: &str, letters: &Letters) -> Result<String, String> {
    if hands == "-" {
        return Ok(String::new());
    }
    let mut rest = hands;
    let mut held = String::new();
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, behind) = rest.split_at(digits);
        let count = match number {
            "" => 1,
            _ => (number.parse().ok())
                .filter(|count| (1..=usize::from(MAX_HAND)).contains(count))
                .ok_or_else(|| {
                    format!("a hand holds 1 to {MAX_HAND} pieces of a kind, not {number}")
                })?,
        };
        let Some(piece) = letters.read(behind) else {
            return Err(match behind.chars().next() {
                Some(letter) => format!("`{letter}` is not a piece of this variant"),
                None => format!("no piece follows {number}"),
            });
        };
        let (letter, behind) = behind.split_at(piece.len);
        held.push_str(&letter.repeat(count));
        if held.len() > MOST_IN_HAND {
            return Err("too many pieces in hand".to_owned());
        }
        rest = behind;
    }
    Ok(format!("[{held}]"))
}
