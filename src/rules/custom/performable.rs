//! Whether a move that a rule has made can be performed at all.

use crate::geometry::Square;
use crate::rules::{Rulebook, relocate};
use crate::state::{Cell, Effect, Effects, Hand, Move, MoveKind, Piece, Role, Setup};

/// Why a move cannot be performed in a position, if it cannot: it names a square or a piece that is not
/// there.
///
/// Where a rule gave `original` back with other effects, only those are judged: that the rest can be
/// performed is known.
pub(crate) fn why_impossible(
    book: &Rulebook,
    setup: &Setup,
    mv: &Move,
    original: Option<&Move>,
) -> Option<String> {
    let judge = Judge { book, setup };
    let is_same = |original: &Move| {
        let effects = mv.effects.clone();
        *mv == Move {
            effects,
            ..original.clone()
        }
    };
    let misplaced = judge.squares(mv);
    misplaced.or_else(|| match original.filter(|original| is_same(original)) {
        Some(_) => judge.effects(mv),
        None => judge.pieces(mv),
    })
}

/// Why an effect that follows from a move cannot be performed in a position, if it cannot.
pub(crate) fn why_impossible_effect(
    book: &Rulebook,
    setup: &Setup,
    effect: &Effect,
) -> Option<String> {
    let judge = Judge { book, setup };
    let missing = squares_of(effect)
        .into_iter()
        .flatten()
        .find(|square| !book.has_square(*square));
    match (missing, effect) {
        (Some(square), _) => Some(not_on_board(square)),
        (None, Effect::Hand { .. }) => judge.effect(effect, &mut setup.hands.clone()),
        (None, _) => judge.effect(effect, &mut Default::default()),
    }
}

/// The squares that an effect names.
const fn squares_of(effect: &Effect) -> [Option<Square>; 2] {
    match effect {
        Effect::Put { square, .. }
        | Effect::Remove { square }
        | Effect::Unmove { square }
        | Effect::Via { square } => [Some(*square), None],
        Effect::Shift { from, to } => [Some(*from), Some(*to)],
        Effect::Hand { .. } | Effect::State { .. } | Effect::TakeBack => [None; 2],
    }
}

fn not_on_board(square: Square) -> String {
    format!("square {} is not on the board", square.index())
}

struct Judge<'a> {
    book: &'a Rulebook,
    setup: &'a Setup,
}

impl Judge<'_> {
    /// What is wrong with the squares.
    fn squares(&self, mv: &Move) -> Option<String> {
        let mut squares: Vec<Square> = vec![mv.from, mv.to];
        squares.extend(mv.captures.iter().chain(&mv.converts).chain(&mv.marks));
        squares.extend(mv.shifts.iter().flat_map(|(from, to)| [*from, *to]));
        squares.extend(mv.gate.iter().map(|(_, square)| *square));
        squares.extend(mv.wall);
        squares.extend(mv.effects.iter().flat_map(squares_of).flatten());
        let missing = squares
            .into_iter()
            .find(|square| !self.book.has_square(*square))?;
        Some(not_on_board(missing))
    }

    /// What is wrong with the pieces, if all squares are there.
    fn pieces(&self, mv: &Move) -> Option<String> {
        let (board, shape) = (&self.setup.board, &self.book.shape);
        let name = |square: Square| shape.name(square);
        if mv.piece.color != self.setup.turn {
            return Some("it is a move of the side that is not to move".to_owned());
        }
        let roles = [
            Some(mv.piece.role),
            mv.promotion,
            mv.gate.map(|gate| gate.0),
        ];
        if let Some(role) = roles.into_iter().flatten().find(|role| !self.knows(*role)) {
            return Some(format!(
                "the variant has no kind of piece number {}",
                role.index()
            ));
        }
        if mv.kind == MoveKind::Drop {
            if self.book.droppable(self.setup, mv.piece) == Some(0) {
                return Some("no such piece is in hand".to_owned());
            }
            if board.get(mv.to) != Cell::Empty {
                return Some(format!("{} is not empty", name(mv.to)));
            }
        } else {
            match board.piece(mv.from) {
                None => return Some(format!("nothing stands on {}", name(mv.from))),
                Some(piece) if piece != mv.piece => {
                    return Some(format!("another piece stands on {}", name(mv.from)));
                }
                Some(_) => {}
            }
            let moves_away = mv.shifts.iter().any(|(from, _)| *from == mv.to);
            let is_free = mv.to == mv.from || moves_away || mv.captures.contains(&mv.to);
            if !is_free && board.get(mv.to) != Cell::Empty {
                return Some(format!("{} is occupied, and not captured", name(mv.to)));
            }
        }
        let origins = mv.shifts.iter().map(|(origin, _)| *origin);
        let victims = mv.captures.iter().chain(&mv.converts).copied();
        let mut touched = origins.chain(victims);
        if let Some(square) = touched.find(|square| board.piece(*square).is_none()) {
            return Some(format!("nothing stands on {}", name(square)));
        }
        let hand = &self.setup.hands[mv.piece.color.index()];
        if let Some(role) = mv.promotion.filter(|_| mv.from_hand)
            && hand.count(role) == 0
        {
            return Some("the promoted piece is not in hand".to_owned());
        }
        if let Some((role, _)) = mv.gate
            && hand.count(role) == 0
            && self.setup.special.pocket[mv.piece.color.index()].count(role) == 0
        {
            return Some("the piece that is put down is not in hand".to_owned());
        }
        self.effects(mv)
    }

    /// What is wrong with the further effects.
    fn effects(&self, mv: &Move) -> Option<String> {
        let mut hands = self.hands(mv);
        let mut effects = mv.effects.iter();
        effects.find_map(|effect| self.effect(effect, &mut hands))
    }

    /// What is wrong with one of them.
    fn effect(&self, effect: &Effect, hands: &mut [Hand; 2]) -> Option<String> {
        match effect {
            Effect::Put {
                piece: Piece { role, .. },
                ..
            }
            | Effect::Hand { role, .. }
                if !self.knows(*role) =>
            {
                let number = role.index();
                Some(format!("the variant has no kind of piece number {number}"))
            }
            Effect::Hand {
                color,
                role,
                change,
            } => {
                let is_there = hands[color.index()].change(*role, *change);
                (!is_there).then(|| "a hand would have less than nothing".to_owned())
            }
            Effect::State { rule, .. } if rule.index() >= self.book.custom().len() => {
                Some("it is about a rule that the variant does not have".to_owned())
            }
            Effect::TakeBack => Some("moves are taken back by `take_back` alone".to_owned()),
            Effect::Put { .. }
            | Effect::Remove { .. }
            | Effect::Shift { .. }
            | Effect::Unmove { .. }
            | Effect::Via { .. }
            | Effect::State { .. } => None,
        }
    }

    /// The hands when effects begin to happen: what is captured is in them, and what is dropped is not.
    fn hands(&self, mv: &Move) -> [Hand; 2] {
        let is_about_hands = |effect: &Effect| matches!(effect, Effect::Hand { .. });
        if !mv.effects.iter().any(is_about_hands) {
            return self.setup.hands.clone();
        }
        let bare = Move {
            effects: Effects::new(),
            ..mv.clone()
        };
        relocate(self.book, self.setup, &bare, false).hands
    }

    fn knows(&self, role: Role) -> bool {
        role.index() < self.book.roles.len()
    }
}
