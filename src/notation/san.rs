//! Short algebraic notation (`Nf3`, `exd5`, `O-O`) for every variant.
//!
//! The notation of chess is extended by drops (`P@f7`), gating (`Nc3/H`), walls (`Qd2,d4`) and captures on
//! the way (`Lc4xd5-e5`). Pieces have the letters of their definition (the second one if there are two, as
//! for the horse of xiangqi), and promoted pieces a `+` before the letter, but no `~` as in FENs; only
//! [pawns](crate::game::Variant::is_pawn) have no letter. If two legal moves would have the same text, both
//! get their full origin and their victims; moves that are still ambiguous are written by their squares.

use super::uci::by_squares;
use crate::game::{Position, Reason};
use crate::geometry::{BoardShape, Square};
use crate::source::Diagnostic;
use crate::state::{Color, Move, MoveKind, Piece, Role};

/// The longest text that is parsed, in bytes.
const MAX_LENGTH: usize = 80;

impl Position {
    /// A legal move in short algebraic notation, with `+` for check and `#` for checkmate. If a square has a
    /// name such as `e4+`, moves to `e4` have no `+`.
    ///
    /// ```
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let start = chess.start();
    /// assert_eq!(start.san(&start.parse_move("g1f3").unwrap()), "Nf3");
    /// assert_eq!(start.parse_san("Nf3").unwrap(), start.parse_move("g1f3").unwrap());
    /// ```
    pub fn san(&self, mv: &Move) -> String {
        // Only moves to the same square can share a text.
        let rivals = self.moves_to(mv.to);
        with_check(self, mv, stem(self, &rivals, mv))
    }

    /// All legal moves in short algebraic notation, in the order of
    /// [`legal_moves`](Position::legal_moves).
    #[doc(hidden)]
    pub fn san_moves(&self) -> Vec<(String, Move)> {
        let legal = self.legal_moves();
        let text = |mv: &Move| with_check(self, mv, stem(self, &legal, mv));
        legal.iter().map(|mv| (text(mv), mv.clone())).collect()
    }

    /// Reads a legal move in short algebraic notation.
    ///
    /// In addition to the output of [`Position::san`] it accepts: more of the origin or of the victims than
    /// needed (`Lxe6xf7`, `Lxe6-f5`, as XBoard writes them), missing or wrong signs of check, checkmate and
    /// annotation, `0-0`, promotions without `=`, pawns with their letter, pawn drops without it, and moves
    /// by their squares.
    ///
    /// # Errors
    /// `E0601` if the text is not a move, `E0602` if no legal move, or more than one, matches it.
    pub fn parse_san(&self, text: &str) -> Result<Move, Diagnostic> {
        if let Some(mv) = by_squares(self, text) {
            return Ok(mv);
        }
        match meant(self, text) {
            SanMatch::One(mv) => Ok(*mv),
            SanMatch::Several(_) | SanMatch::Illegal | SanMatch::Nothing => self.parse_move(text),
        }
    }
}

/// The interpretation of a text in short algebraic notation.
pub(super) enum SanMatch {
    One(Box<Move>),
    /// Ambiguous: the texts of the legal moves that match.
    Several(Vec<String>),
    /// Written like a move, but no legal move matches.
    Illegal,
    /// Not written like a move.
    Nothing,
}

/// Interprets a text in short algebraic notation.
pub(super) fn meant(position: &Position, text: &str) -> SanMatch {
    let whole = text.trim().trim_end_matches(['#', '!', '?']);
    let text = whole.trim_end_matches(['+', '#', '!', '?']);
    if text.is_empty() || text.len() > MAX_LENGTH {
        return SanMatch::Nothing;
    }
    // The name of a point ends with the sign of check.
    let point = (text.len() < whole.len()).then(|| &whole[..=text.len()]);
    let at_point = point.and_then(|point| Some((point, Parts::read(position, point)?)));
    let (text, parts) = match at_point {
        Some((point, parts)) => (point, Some(parts)),
        None => (text, Parts::read(position, text)),
    };
    let is_written = parts.is_some();
    let mut found: Vec<Move> = Vec::new();
    if let Some(parts) = parts {
        found = match &parts {
            Parts::Castle { .. } => position.legal_moves(),
            Parts::Move { to, .. } => position.moves_to(*to),
        };
        found.retain(|mv| parts.fit(position, mv));
    }
    if let [mv] = &found[..] {
        return SanMatch::One(Box::new(mv.clone()));
    }
    // The exact text of a move takes precedence over a looser reading.
    let legal = position.legal_moves();
    let mut texts = Vec::new();
    for mv in &legal {
        let stem = stem(position, &legal, mv);
        if stem == text {
            return SanMatch::One(Box::new(mv.clone()));
        }
        if found.contains(mv) {
            texts.push(stem);
        }
    }
    match (texts.is_empty(), is_written) {
        (false, _) => SanMatch::Several(texts),
        (true, true) => SanMatch::Illegal,
        (true, false) => SanMatch::Nothing,
    }
}

/// The components of a move text.
#[derive(Debug)]
enum Parts {
    Castle {
        right: bool,
        gate: Option<Role>,
        /// The square of the gating piece, that of the king or of the partner.
        gate_square: Option<Square>,
    },
    Move {
        /// `None` if the text has no letter, as for pawns.
        role: Option<Role>,
        drop: bool,
        /// The file, the rank, or both.
        origin: String,
        /// The victims on the way that the text names; all of them in a capture.
        way: Vec<Square>,
        capture: bool,
        to: Square,
        promotion: Option<Role>,
        gate: Option<Role>,
        wall: Option<Square>,
    },
}

impl Parts {
    /// Splits a text without signs of check into its components.
    fn read(position: &Position, text: &str) -> Option<Parts> {
        let variant = position.variant();
        let (shape, letters) = (variant.shape(), variant.letters());
        let (text, wall) = match text.split_once(',') {
            Some((head, wall)) => (head, Some(shape.parse(wall)?)),
            None => (text, None),
        };
        let (text, gate, gate_square) = match text.split_once('/') {
            // The gating piece of a castling is followed by its square.
            Some((head, gate)) => {
                let letter = gate.trim_end_matches(|c: char| !c.is_ascii_uppercase());
                let square = match &gate[letter.len()..] {
                    "" => None,
                    square => Some(shape.parse(square)?),
                };
                (head, Some(letters.role(letter)?), square)
            }
            None => (text, None, None),
        };
        if let Some(right) = castling(text) {
            return Some(Parts::Castle {
                right,
                gate,
                gate_square,
            });
        }
        // The `=` of a promotion is optional.
        let without = text.trim_end_matches(|c: char| c.is_ascii_uppercase());
        let (text, letter) = text
            .split_once('=')
            .unwrap_or((without, &text[without.len()..]));
        let promotion = match letter {
            "" => None,
            letter => Some(letters.role(letter)?),
        };
        // The target is at the end.
        let (start, to) = text.char_indices().find_map(|(start, _)| {
            let (square, len) = shape.parse_prefix(&text[start..])?;
            (start + len == text.len()).then_some((start, square))
        })?;
        let head = &text[..start];
        let (head, capture) = match head.strip_suffix(['x', ':']) {
            Some(head) => (head, true),
            None => (head.strip_suffix('-').unwrap_or(head), false),
        };
        let (mut head, mut way) = (head, Vec::new());
        while let Some((rest, victim)) = last_victim(shape, head) {
            way.push(victim);
            head = rest;
        }
        let (head, drop) = match head.strip_suffix(['@', '*']) {
            Some(head) => (head, true),
            None => (head, false),
        };
        // The letter is before the origin.
        let origin_length = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let letter = head.strip_suffix('+').unwrap_or(head);
        let letter = letter.trim_end_matches(origin_length);
        let origin = &head[letter.len()..];
        let role = match letter {
            "" => None,
            letter => Some(letters.role(letter)?),
        };
        Some(Parts::Move {
            role,
            drop,
            origin: origin.to_owned(),
            way,
            capture,
            to,
            promotion,
            gate,
            wall,
        })
    }

    /// Whether a legal move matches the components. The origin, the victims, the capture sign and the
    /// promotion are optional; gates and walls are not.
    fn fit(&self, position: &Position, mv: &Move) -> bool {
        let variant = position.variant();
        match self {
            Parts::Castle {
                right,
                gate,
                gate_square,
            } => {
                mv.kind == MoveKind::Castle
                    && mv.castles_right() == *right
                    && mv.gate.map(|(role, _)| role) == *gate
                    && gate_square.is_none_or(|square| mv.gate.is_some_and(|gate| gate.1 == square))
            }
            Parts::Move {
                role,
                drop,
                origin,
                way,
                capture,
                to,
                promotion,
                gate,
                wall,
            } => {
                let on_way = mv.captures.iter().filter(|square| **square != mv.to);
                let is_way = way.is_empty()
                    || on_way.clone().count() == way.len()
                        && on_way.into_iter().all(|square| way.contains(square));
                let is_called = |other, role| letter(position, other) == letter(position, role);
                let is_of = match role {
                    Some(role) => is_called(mv.piece.role, *role),
                    None => variant.is_pawn(mv.piece.role),
                };
                let is_kind = if *drop {
                    mv.kind == MoveKind::Drop
                } else {
                    matches!(
                        mv.kind,
                        MoveKind::Normal | MoveKind::Resurrect | MoveKind::Pass
                    )
                };
                is_of
                    && is_kind
                    && !mv.takes_back()
                    && mv.to == *to
                    && is_way
                    && (!capture
                        || mv.captures.contains(&mv.to)
                        || way.is_empty() && mv.is_capture())
                    && promotion
                        .is_none_or(|role| mv.promotion.is_some_and(|own| is_called(own, role)))
                    && mv.gate.map(|(role, _)| role) == *gate
                    && mv.wall == *wall
                    && begins(position, mv.from, origin)
            }
        }
    }
}

/// The last square of `Lxe6` and the text before it. A file may be named `x`.
fn last_victim<'t>(shape: &BoardShape, head: &'t str) -> Option<(&'t str, Square)> {
    let mut signs = head.rmatch_indices(['x', ':']);
    signs.find_map(|(at, sign)| {
        let square = shape.parse(&head[at + sign.len()..])?;
        Some((&head[..at], square))
    })
}

/// Whether a square has this name, or is on the file or rank with this name.
fn begins(position: &Position, from: Square, origin: &str) -> bool {
    let shape = position.variant().shape();
    origin.is_empty()
        || origin == shape.file_label(shape.file_of(from))
        || origin == shape.rank_label(shape.rank_of(from))
        || origin == shape.name(from)
}

/// Whether a text is castling, and whether to the right.
fn castling(text: &str) -> Option<bool> {
    match text {
        "O-O" | "0-0" | "o-o" => Some(true),
        "O-O-O" | "0-0-0" | "o-o-o" => Some(false),
        _ => None,
    }
}

/// The text of a legal move without a sign of check.
fn stem(position: &Position, legal: &[Move], mv: &Move) -> String {
    let is_alone = |text: &str, write: &dyn Fn(&Move) -> String| {
        let alike = legal
            .iter()
            .filter(|other| other.to == mv.to && *other != mv);
        !alike.into_iter().any(|other| write(other) == text)
    };
    let short = |mv: &Move| written(position, legal, mv, false);
    let long = |mv: &Move| written(position, legal, mv, true);
    let text = short(mv);
    if is_alone(&text, &short) {
        return text;
    }
    let text = long(mv);
    if is_alone(&text, &long) {
        return text;
    }
    position.move_text(mv)
}

/// A possibly ambiguous text: the short form, or the long form with origin and victims.
fn written(position: &Position, legal: &[Move], mv: &Move, long: bool) -> String {
    let variant = position.variant();
    let shape = variant.shape();
    let gate = || {
        mv.gate
            .map(|(role, square)| (letter(position, role), square))
    };
    if mv.kind == MoveKind::Castle {
        let text = if mv.castles_right() { "O-O" } else { "O-O-O" };
        return match gate() {
            Some((letter, square)) => format!("{text}/{letter}{}", shape.name(square)),
            None => text.to_owned(),
        };
    }
    let to = shape.name(mv.to);
    let role = mv.piece.role;
    if mv.takes_back() {
        return format!("{}{to}", shape.name(mv.from));
    }
    if mv.kind == MoveKind::Drop {
        return format!("{}@{to}", letter(position, role));
    }
    let is_pawn = variant.is_pawn(role);
    let mut text = if is_pawn {
        String::new()
    } else {
        letter(position, role)
    };
    if long {
        text.push_str(&shape.name(mv.from));
        for victim in mv.captures.iter().filter(|victim| **victim != mv.to) {
            text.push('x');
            text.push_str(&shape.name(*victim));
        }
        text.push(if mv.captures.contains(&mv.to) {
            'x'
        } else {
            '-'
        });
    } else {
        if is_pawn && mv.is_capture() {
            text.push_str(&shape.file_label(shape.file_of(mv.from)));
        } else {
            text.push_str(&origin(position, legal, mv));
        }
        if mv.is_capture() {
            text.push('x');
        }
    }
    text.push_str(&to);
    if let Some(role) = mv.promotion {
        text.push('=');
        text.push_str(&letter(position, role));
    }
    if let Some((letter, _)) = gate() {
        text.push('/');
        text.push_str(&letter);
    }
    if let Some(wall) = mv.wall {
        text.push(',');
        text.push_str(&shape.name(wall));
    }
    text
}

/// The shortest origin that distinguishes a move from similar moves of other pieces: those with the
/// same letter, target, wall and promotion.
fn origin(position: &Position, legal: &[Move], mv: &Move) -> String {
    let shape = position.variant().shape();
    let own = letter(position, mv.piece.role);
    let rivals = legal.iter().filter(|other| {
        matches!(other.kind, MoveKind::Normal | MoveKind::Pass)
            && !other.takes_back()
            && other.to == mv.to
            && other.from != mv.from
            && other.wall == mv.wall
            && other.promotion.is_some() == mv.promotion.is_some()
            && letter(position, other.piece.role) == own
    });
    let rivals: Vec<Square> = rivals.map(|other| other.from).collect();
    let (file, rank) = (shape.file_of(mv.from), shape.rank_of(mv.from));
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|square| shape.file_of(*square) != file) {
        shape.file_label(file)
    } else if rivals.iter().all(|square| shape.rank_of(*square) != rank) {
        shape.rank_label(rank)
    } else {
        shape.name(mv.from)
    }
}

/// The letter of a piece, preferably the one that players use.
fn letter(position: &Position, role: Role) -> String {
    let letters = position.variant().letters();
    let color = Color::White;
    let name = || {
        let mut name = letters.name(Piece { color, role });
        if name.ends_with('~') {
            name.pop();
        }
        name
    };
    letters.second_name(role).map_or_else(name, str::to_owned)
}

/// A move text with the sign of check or checkmate.
fn with_check(position: &Position, mv: &Move, mut text: String) -> String {
    let after = position.play_unchecked(mv);
    if after.turn() != position.turn() && after.is_check() {
        let is_mate = after.outcome().reason() == Some(Reason::Checkmate);
        // The sign of check would make it the name of another square.
        let shape = position.variant().shape();
        let is_name = || shape.parse(&format!("{}+", shape.name(mv.to))).is_some();
        if is_mate {
            text.push('#');
        } else if !is_name() {
            text.push('+');
        }
    }
    text
}
