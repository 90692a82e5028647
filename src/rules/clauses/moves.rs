//! Moves that clauses give to pieces, in addition to their own or instead of them.
//!
//! A piece that moves as another keeps its kind and its own promotion. It has the other's movement
//! without first moves, castling and en passant.
//!
//! The actions of a clause are effects of the moves that it adds.
//!
//! A clause about enemy pieces lets the side that moves move them. They move like a piece of that
//! side on their squares, and keep their color.

use std::cell::OnceCell;
use std::iter;

use smallvec::SmallVec;

use super::actions::{added_effects, only_mark};
use super::data::{Act, EffectClause, Model, MoveClause, Set, Side, may_mark};
use super::evaluation::{ClauseContext, Element, MoveFacts};
use crate::definition::clause::MoveVerb;
use crate::definition::{PieceId, PieceSet};
use crate::geometry::{Square, SquareSet};
use crate::rules::data::{Attack, Imagined, Moves, RuleContext, RuleMovement};
use crate::state::{Color, Effect, Move, MoveKind, Piece, Role};

/// A movement granted to a piece by a clause.
struct Grant<'a> {
    clause: &'a MoveClause,
    /// The index of the clause.
    number: usize,
    by: By<'a>,
    /// Whether the piece keeps its own moves.
    keeps_own: bool,
}

/// The kind of a granted movement.
enum By<'a> {
    /// The movement of these kinds.
    Kinds(PieceSet),
    Movement(&'a RuleMovement),
    /// A leap to any target of the clause.
    Itself,
    /// A swap with a piece on a target.
    Swap,
    /// A transformation in place into one of these kinds.
    Becoming(PieceSet),
    /// The removal of the piece by its own side.
    Removal,
}

/// Adds the moves that clauses grant to the side to move.
pub(crate) fn offer(clauses: &[MoveClause], at: &RuleContext<'_>, moves: &mut Moves) {
    let us = at.turn();
    let facts = MoveFacts::of_side(us);
    let context = ClauseContext::before(at, &facts, None);
    let goals = Goals::of(clauses);
    let own = at.board().pieces_of(us);
    for (from, piece) in own.chain(movable_enemies(clauses, at, us)) {
        let grants = grants(clauses, |_| true, &context, from, piece);
        let Some(keeps_own) = keeps_own(&grants) else {
            continue;
        };
        let own = if keeps_own && piece.color == us {
            at.walks(from)
        } else {
            Vec::new()
        };
        let taken_over = (piece.color != us).then(|| taken_over(at, from));
        let at = taken_over.as_ref().map_or(*at, Imagined::position);
        let mut offered: Vec<Move> = Vec::new();
        for (mv, grant) in granted(&grants, &context, &at, from, &goals) {
            let effect = grant.clause.effect.as_ref();
            let has_own = || own.iter().any(|other| mv.goes_like(other));
            // A move that the piece has anyway sets no mark.
            if effect.is_none_or(EffectClause::only_marks) && has_own() {
                continue;
            }
            // A transformation in place and a removal move nothing.
            let all = if mv.from == mv.to {
                vec![mv]
            } else {
                at.with_consequences(&mv)
            };
            for mv in all {
                offer_with(effect, &at, mv, &mut offered);
            }
        }
        // PERF: the leaps of one clause differ.
        let differ = matches!(grants.as_slice(), [Grant { by: By::Itself, .. }]);
        if differ {
            moves.extend(offered);
            continue;
        }
        let mut kept: Vec<Move> = Vec::new();
        for mv in offered {
            if !kept.contains(&mv) {
                kept.push(mv);
            }
        }
        moves.extend(kept);
    }
}

/// The effects of a clause on a move, one list for each combination of choices; none if the move is illegal.
fn forms(effect: &EffectClause, at: &RuleContext<'_>, mv: &Move) -> SmallVec<[Vec<Effect>; 1]> {
    match only_mark(effect, at, mv) {
        Some(mark) => mark.into_iter().map(|mark| vec![mark]).collect(),
        None => added_effects(iter::once(effect), at, mv),
    }
}

/// Adds a move with the effect of its clause, in one form for each combination of choices.
fn offer_with(
    effect: Option<&EffectClause>,
    at: &RuleContext<'_>,
    mv: Move,
    moves: &mut Vec<Move>,
) {
    let Some(effect) = effect else {
        moves.push(mv);
        return;
    };
    let forms = forms(effect, at, &mv);
    for (mut mv, effects) in iter::repeat_n(mv, forms.len()).zip(forms) {
        mv.effects.extend(effects);
        moves.push(mv);
    }
}

/// A superset of the enemy pieces that a side may move by clauses; empty without such a clause.
fn movable_enemies<'b>(
    clauses: &[MoveClause],
    at: &'b RuleContext<'_>,
    us: Color,
) -> impl Iterator<Item = (Square, Piece)> + 'b {
    let are_moved = clauses.iter().any(|clause| clause.is_of_enemies);
    let enemies = are_moved.then(|| at.board().pieces_of(us.opponent()));
    enemies.into_iter().flatten()
}

/// The position with an enemy piece turned into one of the side that moves it.
fn taken_over<'a>(at: &RuleContext<'a>, square: Square) -> Imagined<'a> {
    at.imagined(|board| {
        if let Some(piece) = board.lift(square) {
            let color = piece.color.opponent();
            board.put(square, Piece { color, ..piece });
        }
    })
}

/// Whether a side could capture on a square with an enemy piece that clauses let it move.
pub(crate) fn attack_by_enemies(
    clauses: &[MoveClause],
    at: &RuleContext<'_>,
    by: Color,
    target: Square,
) -> bool {
    let facts = MoveFacts::of_side(by);
    let context = ClauseContext::before(at, &facts, None);
    movable_enemies(clauses, at, by).any(|(from, piece)| {
        let grants = grants(clauses, MoveClause::affects_attacks, &context, from, piece);
        // PERF: most enemy pieces have no grants.
        !grants.is_empty() && {
            let taken_over = taken_over(at, from);
            let at = taken_over.position();
            grants
                .iter()
                .any(|grant| grant.hits(&context, &at, from, target))
        }
    })
}

/// Whether a move is illegal because `only` clauses replace the piece's own moves.
pub(crate) fn is_lost(clauses: &[MoveClause], at: &RuleContext<'_>, mv: &Move) -> bool {
    let is_own_way = matches!(mv.kind, MoveKind::Normal | MoveKind::Castle) && mv.from != mv.to;
    if !is_own_way || !clauses.iter().any(|clause| clause.is_only) {
        return false;
    }
    let facts = MoveFacts::of_side(mv.piece.color);
    let context = ClauseContext::before(at, &facts, None);
    let grants = grants(clauses, |_| true, &context, mv.from, mv.piece);
    if keeps_own(&grants) != Some(false) || at.piece(mv.from) != Some(mv.piece) {
        return false;
    }
    let is_granted = || {
        let goals = Goals::of(clauses);
        let granted = granted(&grants, &context, at, mv.from, &goals);
        let mut granted = granted.flat_map(|(granted, grant)| {
            let all = at.with_consequences(&granted).into_iter();
            all.map(move |mv| (mv, grant.clause.effect.as_ref()))
        });
        granted.any(|(other, effect)| {
            let has_effects = |effects: &Vec<Effect>| {
                let mut effects = effects.iter();
                effects.all(|effect| mv.effects.iter().any(|other| other == effect))
            };
            mv.goes_like(&other)
                && (mv.promotion.is_some() || mv.marks == other.marks)
                && effect.is_none_or(|effect| forms(effect, at, &other).iter().any(has_effects))
        })
    };
    mv.kind == MoveKind::Castle || !is_granted()
}

/// The effect of granted movements on whether a piece attacks a square.
pub(crate) fn attack(
    clauses: &[MoveClause],
    at: &RuleContext<'_>,
    piece: Piece,
    from: Square,
    target: Square,
) -> Attack {
    let facts = MoveFacts::of_side(piece.color);
    let context = ClauseContext::before(at, &facts, None);
    let grants = grants(clauses, MoveClause::affects_attacks, &context, from, piece);
    let hits = grants
        .iter()
        .any(|grant| grant.hits(&context, at, from, target));
    match (hits, keeps_own(&grants)) {
        (true, _) => Attack::Also,
        (false, Some(false)) => Attack::Never,
        (false, _) => Attack::AsItMoves,
    }
}

/// Whether a piece keeps its own moves; `None` without grants.
fn keeps_own(grants: &[Grant<'_>]) -> Option<bool> {
    (!grants.is_empty()).then(|| grants.iter().all(|grant| grant.keeps_own))
}

/// The movements granted to the piece on a square by the clauses that matter. For attacks, conditions of other
/// clauses than those that [affect them](MoveClause::affects_attacks) may depend on check.
fn grants<'a>(
    clauses: &'a [MoveClause],
    matters: impl Fn(&MoveClause) -> bool,
    context: &ClauseContext<'_>,
    from: Square,
    piece: Piece,
) -> Vec<Grant<'a>> {
    let is_enemy = piece.color != context.side();
    let context = context.of(from);
    let grants = clauses.iter().enumerate().filter_map(|(number, clause)| {
        let is_meant = matters(clause)
            && clause.is_of_enemies == is_enemy
            && clause
                .pieces
                .contains(&context, None, Element::new(from, piece));
        let condition = clause.condition.as_ref().filter(|_| is_meant);
        if !is_meant
            || condition.is_some_and(|condition| !condition.holds_in(&context))
            || !clause.is_only && clause.is_used_up(&context)
        {
            return None;
        }
        let kinds: PieceSet = match &clause.model {
            Some(Model::Kinds(kinds)) => *kinds,
            Some(Model::Pieces(Set::It)) => PieceId::from(piece.role).into(),
            Some(Model::Pieces(set)) => set.kinds_but_of(&context, from),
            Some(Model::Movement(..)) | None => PieceSet::NONE,
        };
        // A piece that moves as its own kind moves as itself.
        let is_itself = clause.goal.is_none() && kinds.contains(piece.role);
        let keeps_own = !clause.is_only || is_itself;
        let by = match &clause.model {
            None => match clause.verb {
                MoveVerb::Move => By::Itself,
                MoveVerb::Swap => By::Swap,
                MoveVerb::Become => By::Becoming(clause.goal.as_ref().and_then(Set::kinds)?),
                MoveVerb::Remove if context.at.is_royal(piece.role) => return None,
                MoveVerb::Remove => By::Removal,
            },
            Some(Model::Movement(movement, _)) => By::Movement(movement),
            Some(_) if kinds.is_empty() => return None,
            Some(_) => {
                let is_other = |kind: &PieceId| Role::from(*kind) != piece.role;
                let lent = kinds.iter();
                By::Kinds(
                    lent.filter(|kind| is_other(kind) || !keeps_own || is_enemy)
                        .collect(),
                )
            }
        };
        Some(Grant {
            clause,
            number,
            by,
            keeps_own,
        })
    });
    grants.collect()
}

/// The granted moves of a piece with their grants, without their consequences.
fn granted<'g>(
    grants: &'g [Grant<'g>],
    context: &'g ClauseContext<'g>,
    at: &'g RuleContext<'g>,
    from: Square,
    goals: &'g Goals,
) -> impl Iterator<Item = (Move, &'g Grant<'g>)> + 'g {
    grants.iter().flat_map(move |grant| {
        let moves = granted_by(grant, context, at, from, goals);
        moves.into_iter().map(move |mv| (mv, grant))
    })
}

fn granted_by(
    grant: &Grant<'_>,
    context: &ClauseContext<'_>,
    at: &RuleContext<'_>,
    from: Square,
    goals: &Goals,
) -> Vec<Move> {
    let mut moves = match &grant.by {
        By::Kinds(kinds) => {
            let kinds = kinds.iter().map(Role::from);
            kinds.flat_map(|role| at.lent_walks(from, role)).collect()
        }
        By::Movement(movement) => at.walks_by(from, movement),
        By::Itself => return grant.leaps(context, at, from, goals),
        By::Swap => grant.clause.swaps(context, at, from),
        By::Becoming(kinds) => return becoming(at, from, *kinds),
        By::Removal => return removal(at, from),
    };
    moves.retain(|mv| grant.clause.leads_to(context, from, mv.to));
    moves
}

/// The transformations of a piece in place.
fn becoming(at: &RuleContext<'_>, square: Square, kinds: PieceSet) -> Vec<Move> {
    let piece = at.piece(square).into_iter();
    let moves = piece.flat_map(|piece| {
        let roles = kinds.iter().map(Role::from);
        let roles = roles.filter(move |role| *role != piece.role);
        roles.map(move |role| {
            let mut mv = Move::walk(piece, square, square);
            mv.promotion = Some(role);
            mv.effects.extend(at.stays_unmoved(square));
            mv
        })
    });
    moves.collect()
}

/// The removal of a piece by its own side.
fn removal(at: &RuleContext<'_>, square: Square) -> Vec<Move> {
    let removal = at.piece(square).map(|piece| {
        let mut mv = Move::walk(piece, square, square);
        mv.captures.push(square);
        mv
    });
    removal.into_iter().collect()
}

impl Set {
    /// Whether it is explicitly a set of enemy pieces.
    pub(super) fn is_of_enemies(&self) -> bool {
        self.are_all(&|set| matches!(set, Set::Side(Side::Enemy)))
    }

    /// The kinds of the pieces of a set that are not on a given square.
    fn kinds_but_of(&self, context: &ClauseContext<'_>, square: Square) -> PieceSet {
        let mut kinds = PieceSet::NONE;
        self.any(context, |element| {
            let other = element.piece.filter(|_| element.square != square);
            other.iter().for_each(|piece| kinds.insert(piece.role));
            false
        });
        kinds
    }
}

/// Cached targets of leaps by clause, for clauses with the same targets for all pieces.
struct Goals(Vec<Option<OnceCell<SquareSet>>>);

impl Goals {
    /// An empty cache.
    fn of(clauses: &[MoveClause]) -> Goals {
        let goals = clauses.iter().map(|clause| {
            let goal = clause.goal.as_ref();
            let is_common = goal.is_some_and(|goal| !goal.is_about_it());
            is_common.then(OnceCell::new)
        });
        Goals(goals.collect())
    }
}

impl Grant<'_> {
    /// Whether the piece could capture on a square by this grant.
    fn hits(
        &self,
        context: &ClauseContext<'_>,
        at: &RuleContext<'_>,
        from: Square,
        target: Square,
    ) -> bool {
        self.clause.leads_to(context, from, target)
            && match &self.by {
                By::Kinds(kinds) => {
                    let mut kinds = kinds.iter().map(Role::from);
                    kinds.any(|role| at.lent_walks_hit(from, role, target))
                }
                By::Movement(movement) => at.walks_hit_by(from, movement, target),
                By::Itself => target != from,
                By::Swap | By::Becoming(_) | By::Removal => false,
            }
            && self.can_capture(context, at, from, target)
    }

    /// Whether the actions of the clause allow the capture.
    fn can_capture(
        &self,
        context: &ClauseContext<'_>,
        at: &RuleContext<'_>,
        from: Square,
        target: Square,
    ) -> bool {
        let Some(effect) = &self.clause.effect else {
            return true;
        };
        let mut moves = granted_by(self, context, at, from, &Goals(Vec::new()));
        moves.retain(|mv| mv.to == target || mv.captures.contains(&target));
        moves.is_empty() || moves.iter().any(|mv| !forms(effect, at, mv).is_empty())
    }

    /// The moves of a piece that leaps to the targets of the clause.
    fn leaps(
        &self,
        context: &ClauseContext<'_>,
        at: &RuleContext<'_>,
        from: Square,
        goals: &Goals,
    ) -> Vec<Move> {
        let squares = || {
            let mut squares = SquareSet::new();
            if let Some(goal) = &self.clause.goal {
                goal.any(&context.of(from), |element| {
                    squares.insert(element.square);
                    false
                });
            }
            squares
        };
        let squares = match goals.0.get(self.number) {
            Some(Some(known)) => known.get_or_init(squares).clone(),
            _ => squares(),
        };
        let squares = squares.iter().filter(|square| *square != from);
        squares.filter_map(|square| at.step(from, square)).collect()
    }
}

impl MoveClause {
    /// Whether the moves of a piece may end on a square.
    fn leads_to(&self, context: &ClauseContext<'_>, from: Square, target: Square) -> bool {
        let goal = self.goal.as_ref();
        goal.is_none_or(|goal| {
            let context = context.of(from);
            goal.contains(&context, None, Element::at(&context, target))
        })
    }

    /// The kinds that pieces become.
    pub(crate) fn kinds_made(&self) -> impl Iterator<Item = Role> {
        let goal = self.goal.as_ref();
        let goal = goal.filter(|_| self.verb == MoveVerb::Become);
        let kinds = goal.and_then(Set::kinds).into_iter();
        let kinds = kinds.flat_map(|kinds| kinds.iter().map(Role::from).collect::<Vec<_>>());
        let effect = self.effect.iter();
        kinds.chain(effect.flat_map(EffectClause::kinds_made))
    }

    /// Whether the side that moves may no longer use a mark that all of its moves set.
    fn is_used_up(&self, context: &ClauseContext<'_>) -> bool {
        let acts = self.effect.iter().flat_map(|effect| &effect.actions);
        let mut marks = acts.filter_map(Act::marked_part);
        let state = context.at.rule_of("marks").map(|(_, state)| state);
        state.is_some_and(|state| marks.any(|(mark, _)| !may_mark(state, mark, context.side())))
    }

    /// Whether it adds or removes attacks.
    pub(crate) fn affects_attacks(&self) -> bool {
        let is_quiet = self.goal.as_ref().is_some_and(Set::is_of_empty_squares);
        self.is_only || self.verb == MoveVerb::Move && !is_quiet
    }

    /// Whether the engines must ask it about attacks: also if it moves enemy pieces, which they then look for.
    pub(crate) fn concerns_attacks(&self) -> bool {
        self.affects_attacks() || self.is_of_enemies
    }

    /// Whether its moves can help a side to win.
    pub(crate) fn may_win(&self) -> bool {
        self.verb != MoveVerb::Remove || self.effect.is_some()
    }

    /// The swaps of a piece with others.
    fn swaps(&self, context: &ClauseContext<'_>, at: &RuleContext<'_>, from: Square) -> Vec<Move> {
        let mut swaps = Vec::new();
        let (Some(goal), Some(piece)) = (&self.goal, at.piece(from)) else {
            return swaps;
        };
        goal.any(&context.of(from), |element| {
            if element.piece.is_some() && element.square != from {
                let mut mv = Move::walk(piece, from, element.square);
                mv.shifts.push((element.square, from));
                swaps.push(mv);
            }
            false
        });
        swaps
    }

    /// The normal form in a variant with this number of kinds.
    pub(crate) fn normal(self, n_kinds: usize) -> MoveClause {
        MoveClause {
            condition: self.condition.map(|condition| condition.normal(n_kinds)),
            pieces: self.pieces.normal(n_kinds),
            goal: self.goal.map(|goal| goal.normal(n_kinds)),
            model: self.model.map(|model| match model {
                Model::Pieces(set) => Model::Pieces(set.normal(n_kinds)),
                model => model,
            }),
            effect: self.effect.map(|effect| effect.normal(n_kinds)),
            ..self
        }
    }

    /// The granted movement with its notation, if the clause has one.
    pub(crate) fn movement(&self) -> Option<(&RuleMovement, &str)> {
        match &self.model {
            Some(Model::Movement(movement, text)) => Some((movement, text)),
            _ => None,
        }
    }
}
