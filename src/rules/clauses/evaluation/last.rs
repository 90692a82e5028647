//! The previous move, for clauses that depend on it.
//!
//! A rule stores it as numbers, and as the value of its FEN field:
//! `d4/d4/e9:w-swapper/-/e9:b-swapper` is the present square of the mover, its target, its origin
//! with its kind there, the captured pieces, and the pieces that moved with it.

use smallvec::SmallVec;

use super::context::{Element, Elements};
use crate::definition::VariantDef;
use crate::geometry::{BoardShape, Square};
use crate::rules::clauses::data::{Condition, EffectClause, Inspect, MovePart, Set};
use crate::rules::data::RuleContext;
use crate::state::fen::or_none;
use crate::state::{Color, Effect, Move, MoveKind, Piece, Role, RuleState};

/// The count of numbers before those of captured pieces.
const FIXED: usize = 5;

/// Encodes a move as a state. Squares and pieces are numbers; 0 is none.
pub(crate) fn latest(before: &RuleContext<'_>, mv: &Move, after: &RuleContext<'_>) -> RuleState {
    if mv.is_pass() {
        return RuleState::new([0; FIXED]);
    }
    let moves = mv.kind != MoveKind::Drop;
    let mover = arrival(mv).filter(|square| moves && after.piece(*square).is_some());
    let victims = mv.captures.iter().chain(&mv.converts);
    let victims = victims.filter_map(|square| Some((*square, before.piece(*square)?)));
    let victims: SmallVec<[(Square, Piece); 4]> = victims.collect();
    let partners = mv.shifts.iter().filter(|(from, to)| from != to);
    let partners = partners.filter_map(|(from, to)| Some((*to, before.piece(*from)?)));
    let piece = before.piece(mv.from).unwrap_or(mv.piece);
    let from = moves.then_some((mv.from, piece));
    let mut numbers: SmallVec<[i64; 8]> = SmallVec::new();
    numbers.extend([number(mover), number(Some(mv.to))]);
    numbers.extend(from.map_or([0, 0], pair));
    numbers.push(victims.len() as i64);
    numbers.extend(victims.into_iter().chain(partners).flat_map(pair));
    RuleState::new(numbers)
}

/// The square of the mover after its move and effects, if it is on the board.
pub(crate) fn arrival(mv: &Move) -> Option<Square> {
    let mut there = mv.mover_stays().then_some(mv.to);
    let mut effects = mv.effects.iter().peekable();
    while let Some(effect) = effects.next() {
        match (effect, effects.peek()) {
            (Effect::Shift { from, to }, _) if there == Some(*from) => there = Some(*to),
            // Removal followed by placement is relocation.
            (Effect::Remove { square }, Some(Effect::Put { square: to, piece }))
                if there == Some(*square) && piece.color == mv.piece.color =>
            {
                there = Some(*to);
            }
            (Effect::Remove { square }, _) if there == Some(*square) => there = None,
            _ => {}
        }
    }
    there
}

/// The elements of a part of the stored move. Captured pieces, partners and the piece on the origin
/// are as they were then.
pub(crate) fn elements(state: &RuleState, part: MovePart, at: &RuleContext<'_>) -> Elements {
    let now = |number: i64| {
        let square = square(number)?;
        Some(Element {
            square,
            piece: at.piece(square),
        })
    };
    let [mover, to, from, piece, victims, rest @ ..] = state.numbers() else {
        return Elements::new();
    };
    let (victims, partners) = split(*victims, rest);
    match part {
        MovePart::Mover => {
            let mover = now(*mover).filter(|element| element.piece.is_some());
            mover.into_iter().collect()
        }
        MovePart::To => now(*to).into_iter().collect(),
        MovePart::From => then(&[*from, *piece]).collect(),
        MovePart::Captured => then(victims).collect(),
        MovePart::Partner => then(partners).collect(),
    }
}

/// The numbers of the captured pieces and those of the partners, given the count of captured pieces.
fn split(victims: i64, numbers: &[i64]) -> (&[i64], &[i64]) {
    let victims = usize::try_from(victims).unwrap_or(0);
    numbers.split_at(victims.saturating_mul(2).min(numbers.len()))
}

/// Pieces with squares, as they were then.
fn then(numbers: &[i64]) -> impl Iterator<Item = Element> {
    numbers.chunks_exact(2).filter_map(|pair| {
        Some(Element {
            square: square(pair[0])?,
            piece: Some(piece(pair[1])?),
        })
    })
}

fn number(square: Option<Square>) -> i64 {
    square.map_or(0, |square| square.index() as i64 + 1)
}

fn square(number: i64) -> Option<Square> {
    let number = u16::try_from(number).ok()?.checked_sub(1)?;
    Some(Square::new(number))
}

fn pair((square, piece): (Square, Piece)) -> [i64; 2] {
    let code = 2 * piece.role.index() + piece.color.index() + 1;
    [number(Some(square)), code as i64]
}

fn piece(code: i64) -> Option<Piece> {
    let code = usize::try_from(code).ok()?.checked_sub(1)?;
    (code < 2 * Role::MAX).then(|| Piece {
        color: Color::ALL[code % 2],
        role: Role::new(code / 2),
    })
}

/// Writes a stored move as the value of a FEN field; `kinds` are the names of the pieces.
pub(crate) fn write(state: &RuleState, kinds: &[String], shape: &BoardShape) -> String {
    let place = |number: i64| square(number).map_or("-".to_owned(), |square| shape.name(square));
    let pieces = |numbers: &[i64]| {
        let pieces = then(numbers).filter_map(|Element { square, piece }| {
            let piece = piece?;
            let side = ["w", "b"][piece.color.index()];
            let name = kinds.get(piece.role.index())?;
            Some(format!("{}:{side}-{name}", shape.name(square)))
        });
        or_none(pieces.collect::<Vec<String>>().join("+"))
    };
    let [mover, to, from, piece, victims, rest @ ..] = state.numbers() else {
        return String::new();
    };
    let (victims, partners) = split(*victims, rest);
    [
        place(*mover),
        place(*to),
        pieces(&[*from, *piece]),
        pieces(victims),
        pieces(partners),
    ]
    .join("/")
}

/// Reads the text of [`write`].
pub(crate) fn read(text: &str, kinds: &[String], shape: &BoardShape) -> Option<RuleState> {
    let place = |text: &str| shape.parse(text).filter(|square| shape.exists(*square));
    let whereabouts = |text: &str| match text {
        "-" => Some(0),
        text => Some(number(Some(place(text)?))),
    };
    let pieces = |text: &str| -> Option<Vec<i64>> {
        let mut numbers = Vec::new();
        for text in text.split('+').filter(|text| *text != "-") {
            let (square, piece) = text.split_once(':')?;
            let (side, name) = piece.split_once('-')?;
            let color = Color::ALL[["w", "b"].iter().position(|word| *word == side)?];
            let kind = kinds.iter().position(|known| known == name)?;
            let role = (kind < Role::MAX).then(|| Role::new(kind))?;
            numbers.extend(pair((place(square)?, Piece { color, role })));
        }
        Some(numbers)
    };
    let mut parts = text.split('/');
    let mut next = || parts.next();
    let mut numbers = vec![whereabouts(next()?)?, whereabouts(next()?)?];
    let from = pieces(next()?)?;
    let [victims, partners] = [pieces(next()?)?, pieces(next()?)?];
    match from.as_slice() {
        [] => numbers.extend([0, 0]),
        [_, _] => numbers.extend(from),
        _ => return None,
    }
    numbers.push(victims.len() as i64 / 2);
    numbers.extend(victims.into_iter().chain(partners));
    parts.next().is_none().then(|| RuleState::new(numbers))
}

/// The same move with the sides exchanged and the ranks mirrored.
pub(crate) fn mirrored(state: &RuleState, shape: &BoardShape) -> RuleState {
    let place = |at: i64| number(square(at).map(|square| shape.mirrored(square)));
    let numbers = state.numbers().iter().enumerate();
    RuleState::new(numbers.map(|(index, value)| match index {
        0..=2 => place(*value),
        4 => *value,
        _ if index == 3 || index % 2 == 0 => match piece(*value) {
            Some(piece) => {
                let color = piece.color.opponent();
                pair((Square::new(0), Piece { color, ..piece }))[1]
            }
            None => 0,
        },
        _ => place(*value),
    }))
}

/// The names of the pieces of a variant.
pub(crate) fn kinds(def: &VariantDef) -> Vec<String> {
    def.pieces.keys().cloned().collect()
}

impl Condition {
    /// Whether a condition in normal form may hold for a move after the stored one, judged by the
    /// pieces and squares of that.
    pub(crate) fn may_follow(&self, state: &RuleState, at: &RuleContext<'_>) -> bool {
        match self {
            Condition::Count(1.., _, set) => set.may_follow(state, at),
            Condition::All(all) => all.iter().all(|one| one.may_follow(state, at)),
            Condition::Any(any) => any.iter().any(|one| one.may_follow(state, at)),
            Condition::At(_, condition) => condition.may_follow(state, at),
            _ => true,
        }
    }
}

impl EffectClause {
    /// Whether it depends on the stored move and may apply after it.
    pub(crate) fn may_follow(&self, state: &RuleState, at: &RuleContext<'_>) -> bool {
        let condition = self.condition.as_ref();
        self.reads_last() && condition.is_none_or(|condition| condition.may_follow(state, at))
    }
}

impl Set {
    fn may_follow(&self, state: &RuleState, at: &RuleContext<'_>) -> bool {
        let parts = self.factors();
        let mut last = parts.iter().filter_map(|set| match set {
            Set::Last(part) => Some((*part, elements(state, *part, at))),
            _ => None,
        });
        // The kinds belong to the first part.
        let is_first = matches!(parts.first(), Some(Set::Last(_)));
        let filter = parts.iter().find_map(|set| match set {
            Set::Filter(filter) if is_first => Some(filter),
            _ => None,
        });
        last.all(|(part, elements)| {
            let was = matches!(
                part,
                MovePart::From | MovePart::Captured | MovePart::Partner
            );
            let filter = filter.filter(|_| was);
            elements.iter().any(|element| {
                let mut piece = element.piece.into_iter();
                filter.is_none_or(|filter| {
                    piece.any(|piece| {
                        let mut sides = Color::ALL.into_iter();
                        sides.any(|us| filter.contains(us, piece))
                    })
                })
            })
        })
    }
}
