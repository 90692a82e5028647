//! Warnings about clauses in normal form that have no effect, or a smaller one than intended.

use super::data::{
    Act, Become, Condition, EffectClause, EndClause, EvaluationTime, Filter, Goal, Inspect, Model,
    MoveClause, MovePart, Set, Verb,
};
use crate::definition::clause::{Event, Moment, MoveVerb};
use crate::definition::{PieceId, PieceSet};
use crate::rules::data::RuleFinding;
use crate::state::{Color, Piece, Role};

/// The warning about a condition that never holds.
const NEVER: &str = "is never true, so it has no effect";

/// The warning about parts of a condition that exclude each other.
const CONTRADICTION: &str = "contradicts itself, so it has no effect";

/// The remedy for a condition that lacks `after:`.
const AFTER: &str =
    "write `after:` before the condition, and parentheses for two conditions: `after: (C and D)`";

/// Pairs of events that exclude each other.
const EXCLUSIVE: [(Event, Event); 10] = [
    (Event::Move, Event::Drop),
    (Event::Move, Event::Pass),
    (Event::Capture, Event::Quiet),
    (Event::Capture, Event::Pass),
    (Event::Quiet, Event::Drop),
    (Event::Quiet, Event::Pass),
    (Event::Drop, Event::Pass),
    (Event::Drop, Event::Castling),
    (Event::Castling, Event::Pass),
    (Event::Promotion, Event::Pass),
];

impl Condition {
    /// The warning about a condition under which moves are illegal, if any.
    pub(crate) fn doubt(&self, clause: &str) -> Option<RuleFinding> {
        self.idles(clause).or_else(|| {
            let message =
                format!("`{clause}` does not depend on the move, so it forbids all moves or none");
            (!self.asks_for_move() && !self.needs_move())
                .then(|| RuleFinding::new(message).with_help(AFTER))
        })
    }

    /// Whether it holds for drops only.
    pub(crate) fn is_about_drops(&self) -> bool {
        match self {
            Condition::Event(event) => *event == Event::Drop,
            Condition::All(all) => all.iter().any(Condition::is_about_drops),
            Condition::Any(any) => any.iter().all(Condition::is_about_drops),
            Condition::At(_, condition) => condition.is_about_drops(),
            _ => false,
        }
    }

    fn idles(&self, clause: &str) -> Option<RuleFinding> {
        let what = if self.never_holds() {
            NEVER
        } else if self.contradicts_itself() {
            CONTRADICTION
        } else if self.has_stray_kinds() {
            let message = format!(
                "`{clause}` holds whenever there is a piece of the kinds behind `or`, which do not belong to the \
                 set before it"
            );
            let help = "write a choice of kinds in parentheses: `mover (knight or bishop)`";
            return Some(RuleFinding::new(message).with_help(help));
        } else {
            return None;
        };
        Some(RuleFinding::new(format!("`{clause}` {what}")))
    }

    /// Whether it is a condition on the move or kinds alone: `mover knight or bishop`.
    fn has_stray_kinds(&self) -> bool {
        match self {
            Condition::Any(any) => {
                let is_kinds =
                    |one: &Condition| matches!(one, Condition::Count(1, None, Set::Filter(_)));
                any.iter().any(Condition::asks_for_move) && any.iter().any(is_kinds)
            }
            Condition::All(all) => all.iter().any(Condition::has_stray_kinds),
            _ => false,
        }
    }

    /// Whether it requires pieces that cannot exist in the variant.
    fn never_holds(&self) -> bool {
        match self {
            Condition::Count(from, _, set) => *from > 0 && set.is_empty(),
            Condition::Becomes(filter) => filter.is_empty(),
            Condition::All(all) => all.iter().any(Condition::never_holds),
            Condition::Any(any) => any.iter().all(Condition::never_holds),
            Condition::At(_, condition) => condition.never_holds(),
            Condition::Compare(..)
            | Condition::Event(_)
            | Condition::InCheck
            | Condition::Turn(..)
            | Condition::Not(_) => false,
        }
    }

    fn contradicts_itself(&self) -> bool {
        match self {
            Condition::All(all) => {
                let mut rest = all.as_slice();
                let mut contradicts = all.iter().any(Condition::contradicts_itself);
                while let [one, others @ ..] = rest {
                    contradicts |= others.iter().any(|other| one.excludes(other));
                    rest = others;
                }
                contradicts
            }
            Condition::Any(any) => any.iter().all(Condition::contradicts_itself),
            Condition::At(_, condition) => condition.contradicts_itself(),
            _ => false,
        }
    }

    /// Whether it visibly contradicts another condition on the same position.
    fn excludes(&self, other: &Condition) -> bool {
        let one_way = |one: &Condition, other: &Condition| match (one, other) {
            (Condition::Event(one), Condition::Event(other)) => EXCLUSIVE.contains(&(*one, *other)),
            (Condition::Not(one), other) => matches!(
                (&**one, other),
                (Condition::Event(one), Condition::Event(other)) if one == other
            ),
            (Condition::Event(event), Condition::Count(1.., _, set)) => set.is_not_in(*event),
            (Condition::Count(0, Some(0), none), Condition::Count(1.., _, some)) => {
                none.has_all_of(some)
            }
            (Condition::At(moment, one), Condition::At(other_moment, other)) => {
                moment == other_moment && one.excludes(other)
            }
            (Condition::At(Moment::Before, one), other) => one.excludes(other),
            _ => false,
        };
        one_way(self, other) || one_way(other, self)
    }
}

impl EffectClause {
    /// The warning about an effect, if any: the whole clause, or the actions of one that does more. `comes_back` is
    /// whether some clause returns captured pieces.
    pub(crate) fn doubt(
        &self,
        clause: &str,
        is_whole: bool,
        comes_back: bool,
        is_royal: impl Fn(Piece) -> bool + Copy,
    ) -> Option<RuleFinding> {
        let condition = self.condition.as_ref();
        if let Some(finding) = condition.and_then(|condition| condition.idles(clause)) {
            return Some(finding);
        }
        let quiet = condition.is_some_and(|condition| {
            let capture = Condition::Event(Event::Capture);
            match condition {
                Condition::All(all) => all.iter().any(|one| one.excludes(&capture)),
                condition => condition.excludes(&capture),
            }
        });
        let mut choices = self.actions.iter().filter(|act| act.chooses());
        let never = || {
            if is_whole {
                format!("`{clause}` {NEVER}")
            } else {
                format!("an action of `{clause}` has no effect: {NOBODY}")
            }
        };
        if choices.any(|act| act.set.is_empty()) {
            return Some(RuleFinding::new(never()));
        }
        let actions = self.actions.iter().filter(|act| !act.chooses());
        let mut is_mover_removed = false;
        let reasons = actions.map(|act| {
            let is_late = is_mover_removed && act.needs_mover(is_royal);
            let late = is_late.then_some("an action before it removes the mover");
            is_mover_removed |= matches!(
                (&act.verb, &act.set),
                (Verb::Remove, Set::Part(MovePart::Mover))
            );
            act.idles(comes_back, quiet, is_royal).or(late)
        });
        let reasons: Vec<Option<&str>> = reasons.collect();
        if reasons.is_empty() {
            let message = format!("`{clause}` does not use the choice");
            return Some(RuleFinding::new(message));
        }
        let reason = reasons.iter().find_map(|reason| *reason)?;
        let message = match (reasons.iter().all(Option::is_some), reason) {
            (true, NOBODY) => never(),
            (true, _) if is_whole => format!("`{clause}` has no effect: {reason}"),
            _ => format!("an action of `{clause}` has no effect: {reason}"),
        };
        Some(RuleFinding::new(message))
    }

    /// Whether it applies to drops only.
    pub(crate) fn is_about_drops(&self) -> bool {
        let condition = self.condition.as_ref();
        condition.is_some_and(Condition::is_about_drops)
    }

    /// The warning that it moves pieces to a hand that no piece can leave.
    pub(crate) fn fills_hand(&self, clause: &str, uses_hands: bool) -> Option<RuleFinding> {
        let mut actions = self.actions.iter();
        let fills = actions.any(|act| matches!(act.verb, Verb::Go(Goal::Hand(_), ..)));
        (fills && !uses_hands).then(|| {
            let message = format!("`{clause}` moves pieces to a hand that no piece can leave");
            RuleFinding::new(message).with_help("add `rules.drops = {}`")
        })
    }

    /// The kinds that pieces become or appear as, if named.
    pub(crate) fn kinds_made(&self) -> impl Iterator<Item = Role> {
        let kinds = self.actions.iter().filter_map(|act| match act.verb {
            Verb::Become(Become::Kinds(kinds)) | Verb::Put(_, kinds) => Some(kinds),
            _ => None,
        });
        kinds.flat_map(PieceSet::iter).map(Role::from)
    }

    /// Whether it returns captured pieces to the board or a hand.
    pub(crate) fn brings_back(&self) -> bool {
        let mut actions = self.actions.iter();
        actions.any(|act| act.of_captured && matches!(act.verb, Verb::Go(..)))
    }
}

/// The reason why an action without possible pieces has no effect.
const NOBODY: &str = "the set is always empty";

impl Act {
    /// The reason why it has no effect, if any; `quiet` for moves that capture nothing.
    fn idles(
        &self,
        comes_back: bool,
        quiet: bool,
        is_royal: impl Fn(Piece) -> bool,
    ) -> Option<&'static str> {
        if self.set.is_empty() {
            return Some(NOBODY);
        }
        if matches!(self.verb, Verb::Put(..) | Verb::Mark { .. }) {
            return None;
        }
        if self.set.is_of_empty_squares() {
            return Some("empty squares have no pieces");
        }
        if self.of_captured && quiet {
            return Some("the move captures nothing");
        }
        let is_royal_kind = |kind: PieceId| {
            let role = Role::from(kind);
            let color = Color::White;
            is_royal(Piece { color, role })
        };
        match &self.verb {
            Verb::Remove if self.of_captured => Some("captured pieces have left the board"),
            Verb::Remove if !self.set.may_have(|piece| !is_royal(piece)) => {
                Some("royal pieces are never removed")
            }
            Verb::Become(Become::Kinds(kinds))
                if !self.set.may_have(|piece| !is_royal(piece))
                    && !kinds.iter().any(is_royal_kind) =>
            {
                Some("royal pieces become only other royal pieces")
            }
            Verb::ChangeSide if self.of_captured && !comes_back => {
                Some("captured pieces have left the board, and no clause brings them back")
            }
            Verb::Capture if self.set.has_none_of(Color::opponent) => {
                Some("only pieces of the other side are captured")
            }
            Verb::Stay { .. } if quiet => Some("only a capturing piece can stay on its square"),
            _ => None,
        }
    }

    /// Whether it only changes movers that another action can remove. Royal movers are never removed.
    fn needs_mover(&self, is_royal: impl Fn(Piece) -> bool) -> bool {
        let spares_royals = match &self.verb {
            Verb::Remove | Verb::Go(Goal::Hand(_), _) => true,
            Verb::Become(Become::Kinds(kinds)) => kinds.iter().all(|kind| {
                let role = Role::from(kind);
                let color = Color::White;
                !is_royal(Piece { color, role })
            }),
            Verb::Go(..) | Verb::ChangeSide | Verb::Become(_) => !self.set.may_have(is_royal),
            _ => false,
        };
        spares_royals && self.set.is_about(MovePart::Mover)
    }
}

impl MoveClause {
    /// The warning about a clause, if any.
    pub(crate) fn doubt(
        &self,
        clause: &str,
        is_royal: impl Fn(Piece) -> bool + Copy,
    ) -> Option<RuleFinding> {
        let condition = self.condition.as_ref();
        let is_idle = self.pieces.is_empty()
            || self.pieces.is_of_empty_squares()
            || self.pieces.has_none_of(|us| us) && !self.is_of_enemies
            || self.goal.as_ref().is_some_and(Set::is_empty)
            || match &self.model {
                Some(Model::Kinds(kinds)) => kinds.is_empty(),
                Some(Model::Pieces(set)) => set.is_empty(),
                Some(Model::Movement(..)) | None => false,
            };
        let idle = || RuleFinding::new(format!("`{clause}` {NEVER}"));
        let keeps_own = || {
            let message =
                format!("`only` has no effect in `{clause}`: enemy pieces keep their moves");
            (self.is_of_enemies && self.is_only).then(|| RuleFinding::new(message))
        };
        let removes_none = || {
            let message = format!("`{clause}` has no effect: royal pieces are never removed");
            let removes = self.verb == MoveVerb::Remove;
            (removes && !self.pieces.may_have(|piece| !is_royal(piece)))
                .then(|| RuleFinding::new(message))
        };
        let effect = self.effect.as_ref();
        condition
            .and_then(|condition| condition.idles(clause))
            .or_else(|| is_idle.then(idle))
            .or_else(keeps_own)
            .or_else(removes_none)
            .or_else(|| effect?.doubt(clause, false, false, is_royal))
    }
}

impl EndClause {
    /// The warning about a clause, if any.
    pub(crate) fn doubt(&self, clause: &str) -> Option<RuleFinding> {
        let condition = &self.condition;
        condition.idles(clause).or_else(|| {
            if self.asked == EvaluationTime::Stalemates {
                let message =
                    format!("`{clause}` depends on the move, but a stalemate has no move");
                return condition.asks_for_move().then(|| RuleFinding::new(message));
            }
            let message = format!(
                "`{clause}` tests the position before the move, so the game ends one move late"
            );
            (!condition.asks_for_move() && !condition.needs_move())
                .then(|| RuleFinding::new(message).with_help(AFTER))
        })
    }
}

impl Set {
    /// Whether it cannot have elements, for lack of such pieces.
    fn is_empty(&self) -> bool {
        self.are_all(&|set| match set {
            Set::Filter(filter) => filter.is_empty(),
            Set::Screen(screen) => screen.filter.as_ref().is_some_and(Filter::is_empty),
            Set::Related(_, set) => set.is_empty(),
            Set::Enclosed(enclosure) => enclosure.ends.iter().any(Set::is_empty),
            _ => false,
        })
    }

    /// Whether none of its possible pieces belongs to a side, given relative to the side that moves.
    fn has_none_of(&self, side_for: fn(Color) -> Color) -> bool {
        self.are_all(&|set| matches!(set, Set::Filter(filter) if !filter.has_side(side_for)))
    }

    /// Whether all elements are empty squares.
    pub(super) fn is_of_empty_squares(&self) -> bool {
        self.are_all(&|set| matches!(set, Set::Empty))
    }

    /// Whether it has no element in moves with an event.
    fn is_not_in(&self, event: Event) -> bool {
        match event {
            Event::Drop => self.is_about(MovePart::Mover) || self.is_about(MovePart::From),
            Event::Quiet => self.is_about(MovePart::Captured),
            Event::Pass => [
                MovePart::Mover,
                MovePart::From,
                MovePart::To,
                MovePart::Captured,
            ]
            .into_iter()
            .any(|part| self.is_about(part)),
            _ => false,
        }
    }

    /// Whether it has all pieces that another set can have.
    fn has_all_of(&self, other: &Set) -> bool {
        match (self, other) {
            (Set::Filter(all), Set::Filter(some)) => all.has_all_of(some),
            (all, Set::All(sets)) => sets.iter().any(|some| all.has_all_of(some)),
            _ => false,
        }
    }
}
