//! Whether conditions hold.

use smallvec::SmallVec;

use super::{Condition, Likeness, MovePart, Relation, RelationKind, Set, Side};
use crate::definition::clause::{Event, Moment};
use crate::geometry::Square;
use crate::rules::{After, RuleContext};
use crate::source::budget::spend;
use crate::state::{Color, Move, MoveKind, Piece};

/// What a clause may ask of a move, or of an attack, which is a capture that may be made.
pub(crate) struct MoveFacts<'a> {
    /// The side that moves.
    side: Color,
    piece: Option<Piece>,
    from: Option<Square>,
    to: Option<Square>,
    captured: SmallVec<[Square; 4]>,
    /// The move itself, where it is one.
    mv: Option<&'a Move>,
}

impl<'a> MoveFacts<'a> {
    pub(crate) fn of_move(mv: &'a Move) -> MoveFacts<'a> {
        // Nothing moves in a pass, and what is dropped was nowhere.
        let moves = !mv.is_pass() && mv.kind != MoveKind::Drop;
        MoveFacts {
            side: mv.piece.color,
            piece: Some(mv.piece),
            from: moves.then_some(mv.from),
            to: (!mv.is_pass()).then_some(mv.to),
            captured: mv.captures.iter().chain(&mv.converts).copied().collect(),
            mv: Some(mv),
        }
    }

    /// A capture by a piece that may be made.
    pub(crate) fn of_attack(piece: Piece, from: Square, target: Square) -> MoveFacts<'a> {
        MoveFacts {
            side: piece.color,
            piece: Some(piece),
            from: Some(from),
            to: Some(target),
            captured: SmallVec::from_slice(&[target]),
            mv: None,
        }
    }

    /// No move: a side looks at a position as if it had just moved.
    pub(crate) fn of_side(side: Color) -> MoveFacts<'a> {
        MoveFacts {
            side,
            piece: None,
            from: None,
            to: None,
            captured: SmallVec::new(),
            mv: None,
        }
    }

    fn is(&self, event: Event, after: Option<&After<'_>>) -> bool {
        let Some(mv) = self.mv else {
            return self.piece.is_some() && matches!(event, Event::Move | Event::Capture);
        };
        let takes = !self.captured.is_empty() && !mv.is_own_end();
        match event {
            Event::Move => self.from.is_some(),
            Event::Capture => takes,
            Event::Quiet => self.from.is_some() && !takes,
            Event::Drop => mv.kind == MoveKind::Drop,
            Event::Castling => mv.kind == MoveKind::Castle,
            Event::Promotion => mv.promotion.is_some(),
            Event::Pass => mv.is_pass(),
            Event::Check => {
                after.is_some_and(|after| after.position().is_check(self.side.opponent()))
            }
        }
    }
}

/// A position that is asked about, and the move by which it is seen.
struct Scene<'a> {
    at: RuleContext<'a>,
    facts: &'a MoveFacts<'a>,
    moment: Moment,
    after: Option<&'a After<'a>>,
}

impl Condition {
    /// Whether it holds of a move. `after` is what it leads to, and made only if it is asked for.
    pub(crate) fn holds(
        &self,
        before: &RuleContext<'_>,
        facts: &MoveFacts<'_>,
        after: Option<&After<'_>>,
    ) -> bool {
        let scene = Scene {
            at: *before,
            facts,
            moment: Moment::Before,
            after,
        };
        self.holds_in(&scene)
    }

    /// Whether it holds of a position, as a side sees it that has just moved.
    pub(crate) fn holds_for(&self, at: &RuleContext<'_>, side: Color) -> bool {
        let scene = Scene {
            at: *at,
            facts: &MoveFacts::of_side(side),
            moment: Moment::After,
            after: None,
        };
        self.holds_in(&scene)
    }

    fn holds_in(&self, scene: &Scene<'_>) -> bool {
        match self {
            Condition::Count(from, to, set) => {
                let enough = to.map_or(*from, |to| to + 1);
                let count = set.count(scene, enough);
                count >= *from && to.is_none_or(|to| count <= to)
            }
            Condition::Compare(left, order, right) => {
                let [left, right] = [left, right].map(|set| set.count(scene, usize::MAX));
                order.holds(left, right)
            }
            Condition::Event(event) => scene.facts.is(*event, scene.after),
            Condition::Not(condition) => !condition.holds_in(scene),
            Condition::All(all) => all.iter().all(|condition| condition.holds_in(scene)),
            Condition::Any(any) => any.iter().any(|condition| condition.holds_in(scene)),
            Condition::At(Moment::After, condition) => {
                let at = scene.after.map_or(scene.at, After::position);
                let moment = Moment::After;
                condition.holds_in(&Scene {
                    at,
                    moment,
                    ..*scene
                })
            }
            // What is asked about within `after:` stands there by itself.
            Condition::At(Moment::Before, condition) => condition.holds_in(scene),
        }
    }
}

impl Set {
    /// How many elements it has, counted no further than to `enough`.
    fn count(&self, scene: &Scene<'_>, enough: usize) -> usize {
        let mut count = 0;
        self.visit(scene, None, &mut |_| {
            count += 1;
            count >= enough
        });
        count
    }

    /// Shows the elements, until one is enough; whether one was. Without work that is left for it, one is.
    fn visit(
        &self,
        scene: &Scene<'_>,
        itself: Option<Square>,
        show: &mut dyn FnMut(Square) -> bool,
    ) -> bool {
        let mut show = |square| self.contains(scene, itself, square) && show(square);
        self.candidates(scene, itself).any(scene, &mut show)
    }

    /// Squares among which all elements are.
    fn candidates(&self, scene: &Scene<'_>, itself: Option<Square>) -> Candidates {
        match self {
            Set::Part(part) => Candidates::Few(scene.part(*part)),
            Set::Itself(Likeness::Itself) => Candidates::Few(itself.into_iter().collect()),
            Set::Itself(Likeness::SameKind) | Set::Kinds(_) | Set::Royal => {
                Candidates::Pieces(SmallVec::from_slice(&Color::ALL))
            }
            Set::Itself(likeness) => {
                let piece = itself.and_then(|square| scene.at.piece(square));
                let side = piece.map(|piece| match likeness {
                    Likeness::OtherSide => piece.color.opponent(),
                    _ => piece.color,
                });
                Candidates::Pieces(side.into_iter().collect())
            }
            Set::Side(side) => Candidates::Pieces(scene.sides(*side)),
            Set::All(sets) => {
                let candidates = sets.iter().map(|set| set.candidates(scene, itself));
                candidates
                    .min_by_key(Candidates::rank)
                    .unwrap_or(Candidates::All)
            }
            Set::Related(relation, _) if relation.relates_pieces() => {
                Candidates::Pieces(SmallVec::from_slice(&Color::ALL))
            }
            Set::Empty | Set::Zone(_) | Set::Not(_) | Set::Any(_) | Set::Related(..) => {
                Candidates::All
            }
        }
    }

    fn contains(&self, scene: &Scene<'_>, itself: Option<Square>, square: Square) -> bool {
        let piece = || scene.at.piece(square);
        match self {
            Set::Side(side) => piece().is_some_and(|piece| scene.is_of(*side, piece.color)),
            Set::Kinds(kinds) => piece().is_some_and(|piece| kinds.contains(piece.role)),
            Set::Royal => piece().is_some_and(|piece| scene.at.is_royal(piece.role)),
            Set::Empty => scene.at.is_empty(square),
            Set::Part(part) => scene.part(*part).contains(&square),
            Set::Zone(zone) => zone.contains(square, scene.facts.side.perspective()),
            Set::Itself(Likeness::Itself) => itself == Some(square),
            Set::Itself(likeness) => {
                let other = itself.and_then(|itself| scene.at.piece(itself));
                let pieces = piece().zip(other);
                pieces.is_some_and(|(piece, other)| match likeness {
                    Likeness::SameKind => piece.role == other.role,
                    Likeness::OtherSide => piece.color != other.color,
                    Likeness::SameSide | Likeness::Itself => piece.color == other.color,
                })
            }
            Set::Not(set) => !set.contains(scene, itself, square),
            Set::All(sets) => sets.iter().all(|set| set.contains(scene, itself, square)),
            Set::Any(sets) => sets.iter().any(|set| set.contains(scene, itself, square)),
            Set::Related(relation, set) if relation.is_first => {
                let others = set.candidates(scene, Some(square));
                others.any(scene, &mut |other| {
                    relation.holds(&scene.at, square, other)
                        && set.contains(scene, Some(square), other)
                })
            }
            Set::Related(relation, set) => {
                let mut is_related = |other| relation.holds(&scene.at, square, other);
                set.visit(scene, Some(square), &mut is_related)
            }
        }
    }
}

impl Relation {
    /// Whether an element has the relation to another one.
    fn holds(&self, at: &RuleContext<'_>, square: Square, other: Square) -> bool {
        let (piece, other_piece) = (at.piece(square), at.piece(other));
        let same_side = || {
            let pieces = piece.zip(other_piece);
            pieces.is_some_and(|(one, other)| one.color == other.color)
        };
        let other_side = || {
            let pieces = piece.zip(other_piece);
            pieces.is_none_or(|(one, other)| one.color != other.color)
        };
        match self.kind {
            RelationKind::AttackedBy => other_side() && at.reaches(&self.reach, other, square),
            RelationKind::Attacking => other_side() && at.reaches(&self.reach, square, other),
            RelationKind::GuardedBy => {
                square != other && same_side() && at.reaches(&self.reach, other, square)
            }
            RelationKind::Guarding => {
                square != other && same_side() && at.reaches(&self.reach, square, other)
            }
            RelationKind::From => at.reaches(&self.reach, other, square),
            RelationKind::To => at.reaches(&self.reach, square, other),
        }
    }

    /// Whether only pieces have the relation to others.
    const fn relates_pieces(&self) -> bool {
        !matches!(self.kind, RelationKind::AttackedBy | RelationKind::From)
    }
}

/// Squares among which the elements of a set are.
enum Candidates {
    Few(SmallVec<[Square; 4]>),
    Pieces(SmallVec<[Color; 2]>),
    All,
}

impl Candidates {
    /// Shows the squares, until one is enough or no work is left for more; whether one was.
    fn any(self, scene: &Scene<'_>, show: &mut dyn FnMut(Square) -> bool) -> bool {
        let mut show = |square| spend(1).is_err() || show(square);
        match self {
            Candidates::Few(squares) => squares.into_iter().any(show),
            Candidates::Pieces(sides) => {
                let board = scene.at.board();
                let mut sides = sides.into_iter();
                sides.any(|side| board.pieces_of(side).any(|(square, _)| show(square)))
            }
            Candidates::All => scene.at.shape().squares().any(show),
        }
    }

    /// Fewer squares come first.
    fn rank(&self) -> usize {
        match self {
            Candidates::Few(squares) => squares.len(),
            Candidates::Pieces(sides) => 100 + sides.len(),
            Candidates::All => 200,
        }
    }
}

impl Scene<'_> {
    fn part(&self, part: MovePart) -> SmallVec<[Square; 4]> {
        let facts = self.facts;
        let one = |square: Option<Square>| square.into_iter().collect();
        match (part, self.moment) {
            (MovePart::Mover, Moment::Before) => one(facts.from),
            (MovePart::Mover, Moment::After) => {
                let stays = facts.mv.is_none_or(Move::mover_stays);
                one(facts.to.filter(|_| stays))
            }
            (MovePart::From, _) => one(facts.from),
            (MovePart::To, _) => one(facts.to),
            (MovePart::Captured, _) => facts.captured.clone(),
        }
    }

    fn sides(&self, side: Side) -> SmallVec<[Color; 2]> {
        let us = self.facts.side;
        match side {
            Side::Any => SmallVec::from_slice(&Color::ALL),
            Side::Own => SmallVec::from_slice(&[us]),
            Side::Enemy => SmallVec::from_slice(&[us.opponent()]),
            Side::White => SmallVec::from_slice(&[Color::White]),
            Side::Black => SmallVec::from_slice(&[Color::Black]),
        }
    }

    fn is_of(&self, side: Side, color: Color) -> bool {
        match side {
            Side::Any => true,
            Side::Own => color == self.facts.side,
            Side::Enemy => color != self.facts.side,
            Side::White => color == Color::White,
            Side::Black => color == Color::Black,
        }
    }
}
