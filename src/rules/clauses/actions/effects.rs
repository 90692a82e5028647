//! Effects of clauses: performs their actions in order.
//!
//! Sets refer to the position after the plain move, and `captured` to the one before it. The mover
//! and captured pieces are tracked: a later action finds them where and as what an earlier one has
//! left them. Any other piece is changed at most once.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::definition::CapturedTo;
use crate::definition::clause::Otherwise;
use crate::geometry::{Square, SquareSet};
use crate::rules::clauses::data::{Act, EffectClause, Goal, Inspect, MovePart, Verb};
use crate::rules::clauses::evaluation::{ClauseContext, Element, Later, MoveFacts};
use crate::rules::data::RuleContext;
use crate::source::budget::{spend, spend_each};
use crate::state::{Color, Effect, Move, Piece, Role};

use super::acts::{Illegal, home, mark_effect};

/// A tracked piece.
#[derive(Clone, Copy)]
struct Followed {
    /// Its square; `None` if it is not on the board.
    square: Option<Square>,
    piece: Piece,
    /// Whether it is in a hand, where it stays.
    is_in_hand: bool,
    /// Whether it is a captured piece that has left the game.
    is_gone: bool,
}

/// A move with its effects under construction.
#[derive(Clone)]
struct Stage<'a> {
    at: &'a RuleContext<'a>,
    mv: &'a Move,
    after: Later<'a>,
    effects: Vec<Effect>,
    /// The squares of changed pieces after the plain move.
    touched: SquareSet,
    /// The squares of changed pieces now.
    settled: SquareSet,
    /// The squares filled by effects.
    filled: SquareSet,
    /// The squares emptied by effects.
    left: SquareSet,
    mover: Option<Followed>,
    /// The captured pieces, by the squares of their capture.
    captured: SmallVec<[(Square, Followed); 2]>,
    /// The squares chosen in the clause.
    chosen: SmallVec<[Square; 2]>,
    /// The next clause and action.
    next: (usize, usize),
}

/// The effects that clauses add to a move: one list for each combination of choices; empty if the move is illegal.
pub(crate) fn added_effects<'c>(
    clauses: impl Iterator<Item = &'c EffectClause>,
    at: &RuleContext<'_>,
    mv: &Move,
) -> SmallVec<[Vec<Effect>; 1]> {
    let after = at.relocated(mv);
    let clauses = clauses.filter(|clause| !clause.follows);
    ways_of(clauses, at, mv, Later::OnDemand(&after))
}

/// The effects of the clauses that follow a move. Effects that would make it illegal are left out.
pub(crate) fn following_effects(
    clauses: &[EffectClause],
    at: &RuleContext<'_>,
    mv: &Move,
    after: &RuleContext<'_>,
) -> Vec<Effect> {
    let clauses = clauses.iter().filter(|clause| clause.follows);
    let ways = ways_of(clauses, at, mv, Later::There(*after));
    ways.into_iter().next().unwrap_or_default()
}

fn ways_of<'c>(
    clauses: impl Iterator<Item = &'c EffectClause>,
    at: &RuleContext<'_>,
    mv: &Move,
    after: Later<'_>,
) -> SmallVec<[Vec<Effect>; 1]> {
    let facts = MoveFacts::of_move(mv);
    let before = ClauseContext::before(at, &facts, Some(after));
    let clauses: SmallVec<[&EffectClause; 4]> = clauses.collect();
    let mut ways: SmallVec<[Vec<Effect>; 1]> = SmallVec::new();
    let mut stages: SmallVec<[Stage<'_>; 1]> = SmallVec::new();
    stages.push(Stage {
        at,
        mv,
        after,
        effects: Vec::new(),
        touched: SquareSet::new(),
        settled: SquareSet::new(),
        filled: SquareSet::new(),
        left: SquareSet::new(),
        mover: None,
        captured: SmallVec::new(),
        chosen: SmallVec::new(),
        next: (0, 0),
    });
    // The order of effects does not distinguish ways.
    let mut known: BTreeSet<Vec<Effect>> = BTreeSet::new();
    let sorted = |effects: &[Effect]| {
        let mut effects = effects.to_vec();
        effects.sort_unstable();
        effects
    };
    while let Some(stage) = stages.pop() {
        let Ok(Some(way)) = stage.run(&clauses, &before, &mut stages) else {
            continue;
        };
        // PERF: usually there is one way.
        if let [only] = ways.as_slice()
            && known.is_empty()
        {
            known.insert(sorted(only));
        }
        if ways.is_empty() || known.insert(sorted(&way)) {
            ways.push(way);
        }
        if spend(1).is_err() {
            break;
        }
    }
    ways
}

impl<'a> Stage<'a> {
    /// Runs to the end, or to the next choice, whose alternatives are pushed as separate stages.
    fn run(
        mut self,
        clauses: &[&EffectClause],
        before: &ClauseContext<'_>,
        stages: &mut SmallVec<[Stage<'a>; 1]>,
    ) -> Result<Option<Vec<Effect>>, Illegal> {
        while let Some(clause) = clauses.get(self.next.0) {
            if self.next.1 == 0 {
                self.chosen.clear();
                // PERF: most moves capture nothing, and need no position for the fate of captured pieces.
                let mut acts = clause.actions.iter();
                if !acts.any(|act| self.may_perform(act)) || !clause.happens(before) {
                    self.next.0 += 1;
                    continue;
                }
            }
            if clause.repeats {
                self.repeat(clause, before)?;
                self.next.0 += 1;
                continue;
            }
            let chosen = self.chosen.clone();
            let before = before.with_chosen(&chosen);
            let later = before.later();
            let mut acts = clause.actions.iter().enumerate().skip(self.next.1);
            let choice = acts.find(|(_, act)| act.chooses() || act.one_of().is_some());
            let end = choice.map_or(clause.actions.len(), |(number, _)| number);
            for act in &clause.actions[self.next.1..end] {
                if self.may_perform(act) {
                    self.perform(act, None, [&before, &later], |stage| &stage.touched)?;
                }
            }
            let Some((number, act)) = choice else {
                self.next = (self.next.0 + 1, 0);
                continue;
            };
            self.next.1 = number + 1;
            let begin = stages.len();
            if let Some(choices) = act.one_of() {
                for choice in choices {
                    let mut stage = self.clone();
                    let scenes = [&before, &later];
                    if spend(Move::WORK).is_ok()
                        && stage
                            .perform(act, Some(choice), scenes, |stage| &stage.touched)
                            .is_ok()
                    {
                        stages.push(stage);
                    }
                }
            } else {
                let context = if act.of_captured { &before } else { &later };
                act.set.any(context, |element| {
                    let mut stage = self.clone();
                    stage.chosen.push(element.square);
                    stages.push(stage);
                    spend(Move::WORK).is_err()
                });
                // If nothing is chosen, the rest of the clause does not apply.
                if stages.len() == begin || matches!(act.verb, Verb::Choose { or_none: true }) {
                    self.next = (self.next.0 + 1, 0);
                    stages.push(self);
                }
            }
            stages[begin..].reverse();
            return Ok(None);
        }
        Ok(Some(self.effects))
    }

    /// Repeats a clause on the position after the effects so far, until it changes nothing.
    fn repeat(&mut self, clause: &EffectClause, before: &ClauseContext<'_>) -> Result<(), Illegal> {
        for _ in 0..self.at.shape().area() {
            let n_effects = self.effects.len();
            let reached = self.after.position().performed(&self.effects);
            let later = before.later_at(reached.position());
            for act in &clause.actions {
                self.perform(act, None, [before, &later], |stage| &stage.settled)?;
            }
            if self.effects.len() == n_effects {
                break;
            }
        }
        Ok(())
    }

    /// Whether an action may apply. Staying and capturing are already part of the move.
    fn may_perform(&self, act: &Act) -> bool {
        !act.stays()
            && !matches!(act.verb, Verb::Capture)
            && (!act.of_captured || !self.mv.captures.is_empty())
    }

    /// Performs an action; `choice` is the number of the chosen kind or mark, and `changed` gives the squares of
    /// changed pieces in the context `later`.
    fn perform(
        &mut self,
        act: &Act,
        choice: Option<usize>,
        [before, later]: [&ClauseContext<'_>; 2],
        changed: fn(&Self) -> &SquareSet,
    ) -> Result<(), Illegal> {
        let context = if act.of_captured { before } else { later };
        let role = |element| {
            let chosen = choice.map(Role::new);
            chosen.or_else(|| act.kind_for(before, later, element))
        };
        let mut elements: SmallVec<[Element; 8]> = SmallVec::new();
        act.set.any(context, |element| {
            elements.push(element);
            false
        });
        if spend_each(elements.len(), Move::WORK).is_err() {
            return Err(Illegal);
        }
        if let Verb::Mark { marks, .. } = &act.verb {
            let mark = choice.or_else(|| marks.first().copied());
            return mark.map_or(Ok(()), |mark| self.mark(mark, &elements));
        }
        let mover = later.only(MovePart::Mover);
        for element in elements {
            if let Verb::Put(side, _) = act.verb {
                let us = self.mv.piece.color;
                let mut colors = Color::ALL.into_iter();
                let color = colors.find(|color| side.is_of(us, *color));
                let (Some(color), Some(role)) = (color, role(element)) else {
                    continue;
                };
                if !self.is_free(element.square) {
                    return Err(Illegal);
                }
                self.put(element.square, Piece { color, role }, false);
                continue;
            }
            let Some(piece) = element.piece else {
                continue;
            };
            if act.of_captured {
                // A converted piece has not left, and a piece that removes itself is not captured.
                let is_captured = self.mv.captures.contains(&element.square);
                if is_captured && element.square != self.mv.from {
                    self.change_captured(act, role(element), element, piece, later)?;
                }
            } else if later.piece(element.square) != Some(piece) {
                // The latest move captured or moved this piece.
            } else if mover == Some(element.square) {
                let square = Some(element.square);
                let now = self.mover.unwrap_or(Followed::new(square, piece));
                let then = self.change(act, role(element), element, now, later, true)?;
                if then.square != square {
                    self.settled.extend(then.square);
                }
                self.mover = Some(then);
            } else if !changed(self).contains(element.square) {
                let square = Some(element.square);
                let now = Followed::new(square, piece);
                let n_effects = self.effects.len();
                let then = self.change(act, role(element), element, now, later, false)?;
                if self.effects.len() > n_effects {
                    self.touched.insert(element.square);
                    self.settled.extend(then.square);
                }
            }
        }
        Ok(())
    }

    /// Marks squares.
    fn mark(&mut self, mark: usize, elements: &[Element]) -> Result<(), Illegal> {
        for element in elements {
            let side = self.mv.piece.color;
            let effect = mark_effect(self.at, side, mark, element.square).ok_or(Illegal)?;
            self.effects.push(effect);
        }
        Ok(())
    }

    fn change_captured(
        &mut self,
        act: &Act,
        role: Option<Role>,
        element: Element,
        piece: Piece,
        later: &ClauseContext<'_>,
    ) -> Result<(), Illegal> {
        let mut known = self.captured.iter();
        let known = known.position(|(square, _)| *square == element.square);
        let now = match known {
            Some(index) => self.captured.remove(index).1,
            None => Followed::new(None, piece),
        };
        let then = self.change(act, role, element, now, later, true)?;
        let leaves_hand = then.square.is_some()
            || then.is_in_hand && !now.is_in_hand
            || then.is_gone && !now.is_gone;
        if now.square.is_none() && leaves_hand {
            self.withdraw(element.square, None);
        } else if then.square.is_none() && !then.is_in_hand && now.piece.role != then.piece.role {
            self.withdraw(element.square, Some(then.piece.role));
        }
        self.captured.push((element.square, then));
        Ok(())
    }

    /// Changes a piece and returns its new state. On arrival it may count as unmoved.
    fn change(
        &mut self,
        act: &Act,
        role: Option<Role>,
        element: Element,
        now: Followed,
        later: &ClauseContext<'_>,
        arrives: bool,
    ) -> Result<Followed, Illegal> {
        let is_royal = self.at.is_royal(now.piece.role);
        match &act.verb {
            _ if now.is_in_hand || now.is_gone => Ok(now),
            // Already part of the move.
            Verb::Stay { .. }
            | Verb::Capture
            | Verb::Choose { .. }
            | Verb::Put(..)
            | Verb::Mark { .. } => Ok(now),
            Verb::Become(_) => Ok(match role {
                Some(role) if role != now.piece.role && (!is_royal || self.at.is_royal(role)) => {
                    let piece = Piece { role, ..now.piece };
                    if let Some(square) = now.square {
                        // Transformation in place keeps the unmoved status.
                        let is_unmoved = match self.latest_effect_on(square) {
                            Some(effect) => *effect == Effect::Unmove { square },
                            None => later.position().stays_unmoved(square).is_some(),
                        };
                        self.put(square, piece, false);
                        let unmove = is_unmoved.then_some(Effect::Unmove { square });
                        self.effects.extend(unmove);
                    }
                    Followed { piece, ..now }
                }
                _ => now,
            }),
            Verb::Go(Goal::Hand(_), _) if is_royal => Ok(now),
            Verb::Go(Goal::Hand(is_own), _) => {
                if now.square.is_none() && !act.of_captured {
                    return Ok(now);
                }
                let us = self.mv.piece.color;
                let color = if *is_own { us } else { us.opponent() };
                let role = self.at.kind_as_captured(now.piece);
                let now = self.remove(now);
                self.effects.push(Effect::hand(color, role, 1));
                Ok(Followed {
                    is_in_hand: true,
                    ..now
                })
            }
            Verb::Remove if is_royal => Ok(now),
            Verb::Remove => Ok(self.remove(now)),
            Verb::ChangeSide => {
                if is_royal && now.square.is_some() && now.piece.color == self.mv.piece.color {
                    return Err(Illegal);
                }
                let color = now.piece.color.opponent();
                let piece = Piece { color, ..now.piece };
                if let Some(square) = now.square {
                    self.put(square, piece, arrives);
                }
                Ok(Followed { piece, ..now })
            }
            Verb::Go(goal, otherwise) => {
                // A removed piece is not moved.
                if now.square.is_none() && !act.of_captured {
                    return Ok(now);
                }
                let goal = match goal {
                    Goal::Home(choice) => home(self.at, now.piece, element.square, *choice),
                    Goal::Square(set) => set.only_square(&later.of(element.square)),
                    Goal::Hand(_) => None,
                };
                let is_there = |goal: &Square| now.square == Some(*goal);
                match goal.filter(|goal| is_there(goal) || self.is_free(*goal)) {
                    Some(goal) => Ok(self.go(now, goal, arrives)),
                    None => match otherwise {
                        Otherwise::Illegal => Err(Illegal),
                        Otherwise::Stays => Ok(now),
                        Otherwise::Removed => Ok(Followed {
                            is_gone: act.of_captured,
                            ..self.remove(now)
                        }),
                    },
                }
            }
        }
    }

    fn remove(&mut self, now: Followed) -> Followed {
        if let Some(square) = now.square {
            self.effects.push(Effect::Remove { square });
            self.filled.remove(square);
            self.left.insert(square);
        }
        Followed {
            square: None,
            ..now
        }
    }

    fn go(&mut self, now: Followed, goal: Square, arrives: bool) -> Followed {
        match now.square {
            Some(from) if from == goal => {}
            Some(from) if !arrives => {
                self.effects.push(Effect::Shift { from, to: goal });
                self.filled.remove(from);
                self.left.insert(from);
                self.filled.insert(goal);
            }
            _ => {
                self.remove(now);
                self.put(goal, now.piece, true);
            }
        }
        Followed {
            square: Some(goal),
            ..now
        }
    }

    /// Puts a piece on a square. A piece that arrives on a home square of its kind counts as unmoved.
    fn put(&mut self, square: Square, piece: Piece, arrives: bool) {
        self.effects.push(Effect::Put { square, piece });
        self.filled.insert(square);
        if arrives && self.at.home().piece(square) == Some(piece) {
            self.effects.push(Effect::Unmove { square });
        }
    }

    /// The latest added effect on a square.
    fn latest_effect_on(&self, on: Square) -> Option<&Effect> {
        let mut effects = self.effects.iter().rev();
        effects.find(|effect| match effect {
            Effect::Put { square, .. } | Effect::Unmove { square } | Effect::Remove { square } => {
                *square == on
            }
            Effect::Shift { from, to } => *from == on || *to == on,
            _ => false,
        })
    }

    /// Whether a piece can be placed on a square that stays free for the rest of the move.
    fn is_free(&self, square: Square) -> bool {
        let shape = self.at.shape();
        let is_empty = self.after.position().is_empty(square) || self.left.contains(square);
        shape.exists(square)
            && !shape.vanishing().contains(square)
            && is_empty
            && !self.filled.contains(square)
            && self.mv.wall != Some(square)
            && self.mv.gate.is_none_or(|(_, gate)| gate != square)
    }

    /// Removes a captured piece that is placed elsewhere from the hand of its captor, or replaces it there.
    fn withdraw(&mut self, victim: Square, replacement: Option<Role>) {
        if self.at.captured_to() == CapturedTo::Removed {
            return;
        }
        let mut without = self.mv.clone();
        without.captures.retain(|square| *square != victim);
        let hands = |mv: &Move| self.at.relocated(mv).position().setup().hands.clone();
        let (with, without) = (hands(self.mv), hands(&without));
        for color in Color::ALL {
            for (role, count) in with[color.index()].iter() {
                if count > without[color.index()].count(role) {
                    let other = replacement.map(|role| (role, 1));
                    for (role, change) in [(role, -1)].into_iter().chain(other) {
                        self.effects.push(Effect::hand(color, role, change));
                    }
                }
            }
        }
    }
}

/// Whether clauses leave a piece a capture on a square: at least one that they neither forbid nor undo.
pub(crate) fn lets_capture(
    clauses: &[EffectClause],
    at: &RuleContext<'_>,
    piece: Piece,
    from: Square,
    target: Square,
) -> bool {
    if !at.walks_hit(from, target) {
        return true;
    }
    let mut captures = at.walks(from);
    captures.retain(|mv| mv.captures.contains(&target));
    if captures.is_empty() {
        // The target may be empty so far.
        let mut capture = Move::walk(piece, from, target);
        capture.captures.push(target);
        captures.push(capture);
    }
    let victim = at.piece(target);
    captures.into_iter().any(|mv| {
        at.kinds_after(&mv).into_iter().any(|role| {
            let promotion = (role != piece.role).then_some(role);
            let mv = Move {
                promotion,
                ..mv.clone()
            };
            let comes_back = |effect: &Effect| match effect {
                Effect::Put { piece, .. } => Some(*piece) == victim,
                _ => false,
            };
            // Clauses that need the position after the move are tested when the move is made.
            let clauses = clauses.iter().filter(|clause| !clause.needs_move());
            let ways = added_effects(clauses, at, &mv);
            ways.iter().any(|effects| !effects.iter().any(comes_back))
        })
    })
}

impl Followed {
    const fn new(square: Option<Square>, piece: Piece) -> Followed {
        Followed {
            square,
            piece,
            is_in_hand: false,
            is_gone: false,
        }
    }
}
