//! Moves by their squares, as in UCI.

use super::san::{SanMatch, meant};
use crate::game::Position;
use crate::geometry::{CompactSort, Square, grouped, sorted};
use crate::source::{Diagnostic, Span, codes, nearest};
use crate::state::{Color, Effect, Move, MoveKind, Piece, Role};

/// The maximum number of moves in a help line.
const LISTED: usize = 12;

/// Every legal move with its text, sorted by text.
///
/// Moves that differ in nothing observable share a text and are listed once.
///
/// ```
/// use ferz::notation::move_texts;
/// use ferz::{Catalog, Variant};
///
/// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
/// let position = chess.start();
/// let (text, one) = &move_texts(&position)[0];
/// assert_eq!(text, "a2a3");
/// assert_eq!(&position.parse_move(text).unwrap(), one);
/// ```
pub fn move_texts(position: &Position) -> Vec<(String, Move)> {
    named(position, position.legal_moves())
}

impl Position {
    /// The text of a legal move. An illegal move gets the text that it would have if it were unique.
    pub fn move_text(&self, one: &Move) -> String {
        let like: Vec<Move> = self
            .legal_moves()
            .into_iter()
            .filter(|other| other.from == one.from && other.to == one.to)
            .collect();
        named(self, like)
            .into_iter()
            .find(|(_, other)| other == one)
            .map_or_else(|| plain(self, one), |(text, _)| text)
    }

    /// Reads the text of a legal move.
    ///
    /// In addition to the exact text it accepts: letters in either case; `-`, `x` and `=` between the parts;
    /// superfluous victims or castling partners; castling as the king capturing its partner; a relocation in
    /// parentheses with letters before the squares (`Sg1-g3(Bc1g1)`); the squares alone, if the piece has
    /// only one such move, for example its only promotion; and short algebraic notation
    /// ([`Position::parse_san`]).
    ///
    /// # Errors
    /// `E0601` if the text is not a move, `E0602` if it is a move that is not legal here, `E0603` if custom
    /// rules make several moves with this text. The help lists the nearest legal move or those of the piece.
    pub fn parse_move(&self, text: &str) -> Result<Move, Diagnostic> {
        let known = move_texts(self);
        let written = text.trim();
        let is_exact = || known.iter().any(|(other, _)| other == written);
        // `B1d2` is a bishop's move before it is another spelling of `b1d2`.
        if written.contains(|c: char| c.is_uppercase())
            && !is_exact()
            && let SanMatch::One(found) = meant(self, text)
        {
            return Ok(*found);
        }
        if let Some(found) = find(self, &known, written) {
            return Ok(found.clone());
        }
        // A text that several moves share is refused.
        if is_exact() {
            return Err(refusal(self, &known, text));
        }
        match meant(self, text) {
            SanMatch::One(found) => Ok(*found),
            SanMatch::Several(_) | SanMatch::Illegal | SanMatch::Nothing => {
                Err(refusal(self, &known, text))
            }
        }
    }
}

/// The moves with their texts, which are made unique.
fn named(position: &Position, moves: Vec<Move>) -> Vec<(String, Move)> {
    let mut texts: Vec<(String, Move)> = moves
        .into_iter()
        .map(|one| (plain(position, &one), one))
        .collect();
    let written = &position.variant().def().rules;
    let is_custom = !(written.builtin.is_empty() && written.custom.is_empty());
    let further = is_custom.then_some(Signs::Everything);
    let signs = [Signs::Pieces, Signs::PiecesAndMarks].into_iter();
    // Computed on demand, since moves rarely share a text.
    let mut differing = None;
    for signs in signs.chain(further) {
        texts.sort_compactly();
        let mut from = 0;
        while from < texts.len() {
            let mut to = from + 1;
            while to < texts.len() && texts[to].0 == texts[from].0 {
                to += 1;
            }
            if to - from > 1 {
                // If the victims distinguish the moves, all victims are listed.
                let differing = differing.get_or_insert_with(|| differing_ways(&texts));
                let victims = if differing.binary_search(&goes(&texts[from].1)).is_ok() {
                    Victims::All
                } else {
                    Victims::Elsewhere
                };
                for (text, one) in &mut texts[from..to] {
                    *text = with_signs(position, one, signs, victims);
                }
            }
            from = to;
        }
    }
    texts.sort_compactly();
    // Identical texts of distinct moves of custom rules are all kept, so that `parse_move` refuses them.
    texts.dedup_by(|one, other| one.0 == other.0 && !(is_custom && one.1 != other.1));
    texts
}

/// The kind, origin, target and promotion of a move.
type Way = (MoveKind, Square, Square, Option<Role>);

fn goes(mv: &Move) -> Way {
    (mv.kind, mv.from, mv.to, mv.promotion)
}

/// The kinds, origins, targets and promotions that moves with different victims share.
fn differing_ways(moves: &[(String, Move)]) -> Vec<Way> {
    let mut ways = grouped(moves.iter().map(|(_, mv)| (goes(mv), &mv.captures)));
    ways.retain(|(_, victims)| victims.iter().any(|other| *other != victims[0]));
    ways.into_iter().map(|(way, _)| way).collect()
}

/// The victims that are listed after the `;`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Victims {
    /// All victims.
    All,
    /// Victims that are not on the target.
    Elsewhere,
}

/// The signs that are written after the `;`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signs {
    /// Victims, or the castling partner.
    Pieces,
    /// Also the squares on which the mover can be captured en passant.
    PiecesAndMarks,
    /// Also everything else in which moves of custom rules can differ: conversions (`~d4`) and further
    /// effects.
    Everything,
}

/// The text of a move that no other move shares.
fn plain(position: &Position, one: &Move) -> String {
    // If the origin is also the target, squares on the way or the victims show the capture.
    let has_way = || matches!(one.effects.as_slice(), [Effect::Via { .. }, ..]);
    if one.kind == MoveKind::Normal && one.from == one.to && one.is_capture() && !has_way() {
        with_signs(position, one, Signs::Pieces, Victims::Elsewhere)
    } else {
        base(position, one)
    }
}

fn with_signs(position: &Position, one: &Move, signs: Signs, victims: Victims) -> String {
    let squares = distinguishing_squares(position, one, signs, victims);
    let base = written(position, one, Naming::All);
    if squares.is_empty() {
        base
    } else {
        format!("{base};{}", squares.join(","))
    }
}

/// The names of the squares that distinguish a move, in alphabetical order.
fn distinguishing_squares(
    position: &Position,
    one: &Move,
    signs: Signs,
    victims: Victims,
) -> Vec<String> {
    let shape = position.variant().shape();
    let mut squares: Vec<Square> = match one.kind {
        MoveKind::Castle => one
            .shifts
            .iter()
            .take(1)
            .map(|(origin, _)| *origin)
            .collect(),
        _ => one.captures.to_vec(),
    };
    if victims == Victims::Elsewhere {
        squares.retain(|square| *square != one.to);
    }
    if signs != Signs::Pieces {
        squares.extend(&one.marks);
    }
    let mut names = sorted(squares.iter().map(|square| shape.name(*square)));
    if signs == Signs::Everything {
        let converted = one.converts.iter();
        names.extend(converted.map(|square| format!("~{}", shape.name(*square))));
        let effects = one.effects.iter();
        // Equal effects are all kept, since their number may differ.
        names.extend(effects.map(|effect| position.variant().effect_text(effect)));
        names.sort_compactly();
    }
    names
}

/// The promotions that a text names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    All,
    /// All but those that the definition calls silent.
    Told,
}

/// The text with squares, promotion and relocations, but without victims.
fn base(position: &Position, one: &Move) -> String {
    written(position, one, Naming::Told)
}

fn written(position: &Position, one: &Move, naming: Naming) -> String {
    let variant = position.variant();
    let (shape, letters) = (variant.shape(), variant.letters());
    let letter = |role| {
        let piece = Piece {
            color: Color::White,
            role,
        };
        letters.name(piece)
    };
    if one.kind == MoveKind::Drop {
        return format!("{}@{}", letter(one.piece.role), shape.name(one.to));
    }
    let mut text = shape.name(one.from);
    for effect in &one.effects {
        if let Effect::Via { square } = effect {
            let square = shape.name(*square);
            text.extend([&square, ",", &square]);
        }
    }
    text.push_str(&shape.name(one.to));
    let is_told = |role: Role| {
        let def = variant.def().piece(role.into());
        let promotion = def.and_then(|(_, def)| def.promotion.as_ref());
        naming == Naming::All || promotion.is_none_or(|promotion| !promotion.silent)
    };
    if let Some(role) = one.promotion.filter(|_| is_told(one.piece.role)) {
        let new = letter(role);
        let rules = variant.compiled_rules();
        let base = rules.form(one.piece.role).base[one.piece.color.index()];
        // Promoted forms are written `+P` in a FEN.
        if new.starts_with('+') {
            text.push('+');
        } else if rules.facts.paired_promotion.demotion && base == Some(role.into()) {
            text.push('-');
        } else {
            text.push_str(&new.trim_end_matches('~').to_lowercase());
        }
    }
    if let Some((role, square)) = one.gate {
        if one.kind == MoveKind::Resurrect {
            return format!("{text},{}@{}", letter(role), shape.name(square));
        }
        if square != one.from {
            text = format!("{}{}", shape.name(square), shape.name(one.from));
        }
        text.push_str(&letter(role).to_lowercase());
    }
    // If a wall replaces the move, a move without a wall names the first square instead.
    let walls = variant
        .compiled_rules()
        .facts
        .walls
        .as_ref()
        .filter(|walls| walls.instead_of_move);
    let no_wall = || walls.and_then(|_| shape.at(0, 0));
    if let Some(wall) = one.wall.or_else(no_wall) {
        text.extend([",", &shape.name(one.to), &shape.name(wall)]);
    }
    // The squares of a castling imply the relocation of the partner.
    let told = usize::from(one.kind == MoveKind::Castle);
    for (origin, target) in one.shifts.iter().skip(told) {
        text.extend([",", &shape.name(*origin), &shape.name(*target)]);
    }
    text
}

/// The legal move that a text denotes, if any.
fn find<'a>(position: &Position, known: &'a [(String, Move)], text: &str) -> Option<&'a Move> {
    // The victims after the `;` may be empty.
    let exact = text.strip_suffix(';').unwrap_or(text);
    let first = known.partition_point(|(other, _)| other.as_str() < exact);
    if let Some((_, mv)) = known.get(first).filter(|(other, _)| other == exact) {
        let next = known.get(first + 1);
        return (next.is_none_or(|(other, _)| other != exact)).then_some(mv);
    }
    let one = |like: &dyn Fn(&str, &Move) -> bool| {
        let mut found = known.iter().filter(|(text, one)| like(text, one));
        match (found.next(), found.next()) {
            (Some((_, one)), None) => Some(one),
            _ => None,
        }
    };
    let shape = position.variant().shape();
    if text.contains('(') {
        return find(position, known, &relocations(text));
    }
    let mut spelling = text.to_lowercase();
    spelling.retain(|c| !matches!(c, '-' | '=' | ' '));
    let without_x = spelling.replace('x', "");
    let spelled = [spelling.as_str(), without_x.as_str()]
        .into_iter()
        .find_map(|wanted| {
            one(&|text, _| text.to_lowercase() == wanted)
                .or_else(|| {
                    let (head, tail) = wanted.split_once(';')?;
                    let mut squares: Vec<&str> = tail.split(',').collect();
                    squares.sort_compactly();
                    let named = |victims| {
                        one(&|_, mv| {
                            base(position, mv).to_lowercase() == head
                                && distinguishing_squares(position, mv, Signs::Pieces, victims) == squares
                        })
                    };
                    named(Victims::All).or_else(|| named(Victims::Elsewhere))
                })
                .or_else(|| {
                    one(&|_, one| {
                        let to_partner = |square: Square| {
                            format!("{}{}", shape.name(one.from), shape.name(square))
                        };
                        one.kind == MoveKind::Castle
                            && matches!(one.shifts[..], [(partner, _)] if to_partner(partner) == wanted)
                    })
                })
        });
    spelled.or_else(|| {
        let written = read(position, text).ok()?;
        let (from, _) = written.from?;
        let is_whole = written.head == text.len();
        // A further relocation after a comma must be written out.
        let goes_there =
            |mv: &Move| mv.kind != MoveKind::Drop && (mv.from, mv.to) == (from, written.to);
        let only = one(&|_, mv| is_whole && goes_there(mv))?;
        (!base(position, only).contains(',')).then_some(only)
    })
}

/// The only legal move whose squares and promotion match a text exactly.
pub(super) fn by_squares(position: &Position, text: &str) -> Option<Move> {
    let shape = position.variant().shape();
    let (from, length) = shape.parse_prefix(text)?;
    let (to, _) = shape.parse_prefix(&text[length..])?;
    let mut moves = position.moves_to(to);
    moves.retain(|mv| mv.kind != MoveKind::Drop && mv.from == from && base(position, mv) == text);
    if moves.len() == 1 { moves.pop() } else { None }
}

/// Replaces parentheses around relocations, as in `Sg1-g3(Bc1g1)`, by commas.
fn relocations(text: &str) -> String {
    let legs = text.split(['(', ')']).map(str::trim);
    let legs: Vec<&str> = legs
        .filter(|leg| !leg.is_empty())
        .map(|leg| leg.trim_start_matches(|c: char| c.is_ascii_uppercase()))
        .collect();
    legs.join(",")
}

/// The diagnostic for a text that is not a legal move.
fn refusal(position: &Position, known: &[(String, Move)], text: &str) -> Diagnostic {
    let trimmed = text.trim();
    let lead = text.len() - text.trim_start().len();
    let whole = Span::new(lead, lead + trimmed.len());
    let legal = || known.iter().map(|(text, _)| text.as_str());
    let near = || nearest(trimmed, legal()).map(|one| format!("did you mean `{one}`?"));
    let illegal = |span: Span, message: String| Diagnostic::new(codes::ILLEGAL_MOVE, span, message);
    let helped = |finding: Diagnostic, help: Option<String>| match help.or_else(near) {
        Some(help) => finding.with_help(help),
        None => match legal().next() {
            Some(_) => finding.with_help(listing("the legal moves are", legal())),
            None => finding.with_help("no legal moves: the game is over"),
        },
    };
    if known.iter().filter(|(text, _)| text == trimmed).count() > 1 {
        let message = format!("`{trimmed}` means several moves with the same text");
        return Diagnostic::new(codes::AMBIGUOUS_MOVE, whole, message)
            .with_help("a custom rule makes them; let it make one of them");
    }
    let mut sharing = known
        .iter()
        .filter(|(_, one)| base(position, one).eq_ignore_ascii_case(trimmed))
        .map(|(text, _)| text.as_str())
        .peekable();
    if sharing.peek().is_some() {
        return illegal(whole, format!("`{trimmed}` is ambiguous"))
            .with_help(listing("write one of", sharing));
    }
    let written = match read(position, trimmed) {
        Ok(written) => written,
        Err((span, message)) => {
            match meant(position, trimmed) {
                SanMatch::Illegal => {
                    let message = format!("`{trimmed}` is not a legal move here");
                    return helped(illegal(whole, message), None);
                }
                SanMatch::Several(texts) => {
                    let message = format!("`{trimmed}` is ambiguous");
                    let texts = texts.iter().map(String::as_str);
                    return illegal(whole, message).with_help(listing("write one of", texts));
                }
                SanMatch::One(_) | SanMatch::Nothing => {}
            }
            let finding = Diagnostic::new(codes::BAD_MOVE_TEXT, span.shifted(lead), message);
            return helped(finding, None);
        }
    };
    let Some((from, from_span)) = written.from else {
        return helped(
            illegal(whole, format!("`{trimmed}` is not a legal drop here")),
            None,
        );
    };
    let shape = position.variant().shape();
    let from_name = shape.name(from);
    let from_span = from_span.shifted(lead);
    let Some(piece) = position.board().piece(from) else {
        return helped(
            illegal(from_span, format!("no piece stands on {from_name}")),
            None,
        );
    };
    let of_piece = || {
        known
            .iter()
            .filter(|(_, one)| one.kind != MoveKind::Drop && one.from == from)
    };
    if piece.color != position.turn() && of_piece().next().is_none() {
        let (owner, mover) = match piece.color {
            Color::White => ("White", "Black"),
            Color::Black => ("Black", "White"),
        };
        let message = format!("the piece on {from_name} is {owner}'s, but {mover} is to move");
        return helped(illegal(from_span, message), None);
    }
    let to_there: Vec<&(String, Move)> =
        of_piece().filter(|(_, one)| one.to == written.to).collect();
    let to = shape.name(written.to);
    if !to_there.is_empty() {
        let bare = written.head >= trimmed.len();
        let message = if bare && to_there.iter().all(|(_, one)| one.promotion.is_some()) {
            format!("the piece on {from_name} must promote on {to}")
        } else {
            format!("the piece on {from_name} cannot move to {to} in this way")
        };
        let lead = if to_there.len() == 1 {
            "write"
        } else {
            "write one of"
        };
        let texts = to_there.iter().map(|(text, _)| text.as_str());
        return illegal(whole, message).with_help(listing(lead, texts));
    }
    let finding = illegal(
        whole,
        format!("the piece on {from_name} cannot move to {to}"),
    );
    let moves: Vec<&str> = of_piece().map(|(text, _)| text.as_str()).collect();
    if moves.is_empty() {
        helped(
            finding,
            Some(format!("the piece on {from_name} has no legal move")),
        )
    } else {
        finding.with_help(listing("its legal moves are", moves.into_iter()))
    }
}

/// The parsed squares of a move text.
struct Written {
    /// The origin, unless the text is a drop.
    from: Option<(Square, Span)>,
    to: Square,
    /// The length up to the end of the target square, in bytes.
    head: usize,
}

/// Reads the squares of a text that is not a legal move.
fn read(position: &Position, text: &str) -> Result<Written, (Span, String)> {
    let variant = position.variant();
    if text.is_empty() {
        return Err((Span::at(0), "the move text is empty".to_owned()));
    }
    // The first leg names the piece that moves.
    let text = text.split_once(',').map_or(text, |(first, _)| first);
    if let Some((letter, target)) = text.split_once('@') {
        if variant.letters().role(letter).is_none() {
            let message = format!("`{letter}` is not a piece of this variant");
            return Err((Span::new(0, letter.len()), message));
        }
        let at = letter.len() + 1;
        let (to, len) = square(position, target, at)?;
        return Ok(Written {
            from: None,
            to,
            head: at + len,
        });
    }
    let (from, len) = square(position, text, 0)?;
    let gap = text[len..]
        .bytes()
        .take_while(|byte| matches!(byte, b'-' | b'x' | b' '))
        .count();
    // A file may be named `x`.
    let gap = if square(position, &text[len..], len).is_ok() {
        0
    } else {
        gap
    };
    let (to, to_len) = square(position, &text[len + gap..], len + gap)?;
    Ok(Written {
        from: Some((from, Span::new(0, len))),
        to,
        head: len + gap + to_len,
    })
}

/// The square at the beginning of a text, which is at byte `at` of the whole.
fn square(position: &Position, text: &str, at: usize) -> Result<(Square, usize), (Span, String)> {
    let shape = position.variant().shape();
    if let Some((square, len)) = shape.parse_prefix(text)
        && shape.exists(square)
    {
        return Ok((square, len));
    }
    let bytes = text.as_bytes();
    let letters = bytes.iter().take_while(|b| b.is_ascii_lowercase()).count();
    let digits = bytes[letters..]
        .iter()
        .take_while(|b| b.is_ascii_digit())
        .count();
    let word = &text[..letters + digits];
    if letters > 0 && digits > 0 {
        Err((
            Span::new(at, at + word.len()),
            format!("`{word}` is not a square of the board"),
        ))
    } else {
        let end = at + text.chars().next().map_or(0, char::len_utf8);
        Err((Span::new(at, end), "expected a square".to_owned()))
    }
}

fn listing<'a>(lead: &str, texts: impl Iterator<Item = &'a str>) -> String {
    let mut texts = texts.map(|text| format!("`{text}`"));
    let shown: Vec<String> = texts.by_ref().take(LISTED).collect();
    let rest = if texts.next().is_some() { ", …" } else { "" };
    format!("{lead} {}{rest}", shown.join(", "))
}
