//! Validation of moves and effects made by rules.

use crate::geometry::Square;
use crate::rules::data::CompiledRules;
use crate::rules::effects::relocate;
use crate::state::{Cell, Effect, Effects, Hand, Move, MoveKind, Piece, Role, RuleId, Setup};

/// The reason why a move cannot be performed in a position, such as a square or piece that does not exist.
///
/// If a rule returned `original` with only its effects or its gated piece changed, only those are
/// validated, because the rest is valid.
pub(crate) fn why_impossible(
    rules: &CompiledRules,
    setup: &Setup,
    mv: &Move,
    original: Option<&Move>,
) -> Option<String> {
    let judge = Judge { rules, setup };
    let misplaced = judge.squares(mv);
    misplaced.or_else(|| match original {
        Some(original) if mv.is_same_but_for_additions(original) && mv.wall == original.wall => {
            judge.gate(mv).or_else(|| judge.effects(mv))
        }
        _ => judge.pieces(mv),
    })
}

/// The reason why an effect that follows a move cannot be performed, if any.
pub(crate) fn why_impossible_effect(
    rules: &CompiledRules,
    setup: &Setup,
    effect: &Effect,
) -> Option<String> {
    let judge = Judge { rules, setup };
    let missing = squares_of(effect)
        .into_iter()
        .flatten()
        .find(|square| !rules.has_square(*square));
    match (missing, effect) {
        (Some(square), _) => Some(not_on_board(square)),
        (None, Effect::Hand { .. }) => judge.effect(effect, &mut setup.hands.clone()),
        (None, _) => judge.effect(effect, &mut Default::default()),
    }
}

/// The squares named by an effect.
const fn squares_of(effect: &Effect) -> [Option<Square>; 2] {
    match effect {
        Effect::Put { square, .. }
        | Effect::Remove { square }
        | Effect::Unmove { square }
        | Effect::Via { square }
        | Effect::Mark { square, .. } => [Some(*square), None],
        Effect::Shift { from, to } => [Some(*from), Some(*to)],
        Effect::Hand { .. } | Effect::Supply { .. } | Effect::State { .. } | Effect::TakeBack => {
            [None; 2]
        }
    }
}

fn unknown(role: Role) -> String {
    let number = role.index();
    format!("the variant has no kind of piece number {number}")
}

fn not_on_board(square: Square) -> String {
    format!("square {} is not on the board", square.index())
}

struct Judge<'a> {
    rules: &'a CompiledRules,
    setup: &'a Setup,
}

impl Judge<'_> {
    /// The fault of the squares.
    fn squares(&self, mv: &Move) -> Option<String> {
        let others = mv.captures.iter().chain(&mv.converts).chain(&mv.marks);
        let shifted = mv.shifts.iter().flat_map(|(from, to)| [*from, *to]);
        let gate = mv.gate.iter().map(|(_, square)| *square);
        let mut squares = [mv.from, mv.to]
            .into_iter()
            .chain(others.copied())
            .chain(shifted)
            .chain(gate)
            .chain(mv.wall)
            .chain(mv.effects.iter().flat_map(squares_of).flatten());
        let missing = squares.find(|square| !self.rules.has_square(*square))?;
        Some(not_on_board(missing))
    }

    /// The fault of the pieces, if all squares exist.
    fn pieces(&self, mv: &Move) -> Option<String> {
        let (board, shape) = (&self.setup.board, &self.rules.shape);
        let name = |square: Square| shape.name(square);
        if mv.piece.color != self.setup.turn {
            return Some("it is a move of the side that is not to move".to_owned());
        }
        let roles = [Some(mv.piece.role), mv.promotion];
        if let Some(role) = roles.into_iter().flatten().find(|role| !self.knows(*role)) {
            return Some(unknown(role));
        }
        if mv.kind == MoveKind::Drop {
            let is_there = match mv.supplier() {
                Some(rule) => self.holds(rule, mv.piece),
                None => self.rules.droppable(self.setup, mv.piece) != Some(0),
            };
            if !is_there {
                return Some("no such piece is in hand".to_owned());
            }
            if board.get(mv.to) != Cell::Empty {
                return Some(format!("{} is not empty", name(mv.to)));
            }
        } else {
            match board.piece(mv.from) {
                None => return Some(format!("nothing stands on {}", name(mv.from))),
                // Rules may let a side move enemy pieces.
                Some(piece) if piece.role != mv.piece.role => {
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
        self.gate(mv).or_else(|| self.effects(mv))
    }

    /// The fault of the gated piece.
    fn gate(&self, mv: &Move) -> Option<String> {
        let (role, _) = mv.gate?;
        if !self.knows(role) {
            return Some(unknown(role));
        }
        let color = mv.piece.color;
        let is_there = match mv.supplier() {
            Some(rule) => self.holds(rule, Piece { color, role }),
            None => self.setup.hands[color.index()].count(role) > 0,
        };
        (!is_there).then(|| "the piece that is put down is not in hand".to_owned())
    }

    /// Whether a piece is in the stock of a rule.
    fn holds(&self, rule: RuleId, piece: Piece) -> bool {
        let named = self.rules.rules().get(rule.index());
        let state = self.setup.special.custom.get(rule);
        let stock = named.and_then(|named| named.rule.stock(state));
        stock.is_some_and(|stock| stock.count(piece) > 0)
    }

    /// The fault of the effects.
    fn effects(&self, mv: &Move) -> Option<String> {
        let mut effects = mv.effects.iter();
        let is_about_hands = |effect: &Effect| matches!(effect, Effect::Hand { .. });
        let mut hands = if mv.effects.iter().any(is_about_hands) {
            self.hands(mv)
        } else {
            Default::default()
        };
        effects.find_map(|effect| self.effect(effect, &mut hands))
    }

    /// The fault of one effect.
    fn effect(&self, effect: &Effect, hands: &mut [Hand; 2]) -> Option<String> {
        match effect {
            Effect::Put {
                piece: Piece { role, .. },
                ..
            }
            | Effect::Hand { role, .. }
                if !self.knows(*role) =>
            {
                Some(unknown(*role))
            }
            Effect::Hand {
                color,
                role,
                change,
            } => {
                let is_there = hands[color.index()].change(*role, *change);
                (!is_there).then(|| "a hand would have less than nothing".to_owned())
            }
            Effect::State { rule, .. } | Effect::Supply { rule } | Effect::Mark { rule, .. }
                if rule.index() >= self.rules.rules().len() =>
            {
                Some("it belongs to a rule that the variant does not have".to_owned())
            }
            Effect::TakeBack => Some("only `take_back` takes moves back".to_owned()),
            Effect::Put { .. }
            | Effect::Remove { .. }
            | Effect::Shift { .. }
            | Effect::Unmove { .. }
            | Effect::Via { .. }
            | Effect::Supply { .. }
            | Effect::Mark { .. }
            | Effect::State { .. } => None,
        }
    }

    /// The hands before the effects: with the captured pieces, without the dropped one.
    fn hands(&self, mv: &Move) -> [Hand; 2] {
        let bare = Move {
            effects: Effects::new(),
            ..mv.clone()
        };
        relocate(self.rules, self.setup, &bare, false).hands
    }

    fn knows(&self, role: Role) -> bool {
        role.index() < self.rules.roles.len()
    }
}
