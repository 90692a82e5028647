//! Ends of games by clauses: conditions on moves are evaluated when the move is made and stored,
//! conditions on positions are evaluated in the position, and conditions on mates when a side is mated.

use super::data::{EndClause, EvaluationTime};
use super::evaluation::{Later, MoveFacts};
use crate::definition::Reason;
use crate::definition::clause::EndResult;
use crate::rules::data::{Past, Phases, RuleContext, RuleEnd, RuleFact};
use crate::state::{Color, Move, RuleState};

/// The unit of stored shares: thousandths of the point.
const WHOLE: i64 = 1000;

/// The clauses of a rule that end games, in order.
#[derive(Default)]
pub(crate) struct Ends {
    clauses: Vec<EndClause>,
    /// The distinct reasons of the clauses. The state stores a reason by index.
    reasons: Vec<Reason>,
}

impl Ends {
    /// Adds a clause in normal form.
    pub(crate) fn push(&mut self, end: EndClause) {
        if !self.reasons.contains(&end.reason) {
            self.reasons.push(end.reason);
        }
        self.clauses.push(end);
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, EndClause> {
        self.clauses.iter()
    }

    fn are_asked(&self, asked: EvaluationTime) -> bool {
        self.iter().any(|end| end.asked == asked)
    }

    /// The phases of the clauses that end games with moves left.
    pub(crate) fn phases(&self) -> Phases {
        let phases = [
            (EvaluationTime::Moves, Phases::REMEMBER | Phases::END),
            (EvaluationTime::Positions, Phases::END),
        ];
        let phases = phases
            .into_iter()
            .filter(|(asked, _)| self.are_asked(*asked));
        phases.fold(Phases::NONE, |all, (_, phases)| all | phases)
    }

    /// Whether some clauses decide stalemates or mates.
    pub(crate) fn settle(&self) -> bool {
        self.are_asked(EvaluationTime::Stalemates) || self.are_asked(EvaluationTime::Mates)
    }

    /// The ends as facts for the tables, if they have no other content.
    pub(crate) fn facts(&self) -> Vec<RuleFact> {
        let ends = self
            .iter()
            .filter(|end| end.asked != EvaluationTime::Stalemates);
        let facts: Option<Vec<RuleFact>> = ends.map(EndClause::fact).collect();
        facts.unwrap_or_default()
    }

    /// Whether a side may win by them.
    pub(crate) fn may_win(&self) -> bool {
        let mut ends = self.iter();
        ends.any(|end| end.asked != EvaluationTime::Mates && end.result != EndResult::Draw)
    }

    /// The state after a move that ends the game.
    pub(crate) fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let facts = MoveFacts::of_move(mv);
        let later = Some(Later::There(*after));
        let asked = [EvaluationTime::Moves, EvaluationTime::Positions];
        let mut ends = self.iter().filter(|end| asked.contains(&end.asked));
        let end = ends.find(|end| end.condition.holds(before, &facts, later))?;
        Some(self.state(share(end.result, mv.piece.color, after), end.reason))
    }

    fn state(&self, white: i64, reason: Reason) -> RuleState {
        let mut reasons = self.reasons.iter();
        match reasons.position(|known| *known == reason) {
            Some(number) if reason != Reason::DECIDED => RuleState::new([white, number as i64]),
            _ => RuleState::new([white]),
        }
    }

    /// White's share and the reason stored in a state, if the game has ended.
    fn remembered(&self, state: &RuleState) -> Option<(i64, Reason)> {
        let (white, number) = match state.numbers() {
            [white] => (*white, None),
            [white, number] => (*white, Some(number)),
            _ => return None,
        };
        let number = number.and_then(|number| usize::try_from(*number).ok());
        let reason = number.and_then(|number| self.reasons.get(number));
        Some((white, *reason.unwrap_or(&Reason::DECIDED)))
    }

    /// Whether the game has ended; otherwise the state is the latest move, or empty.
    pub(crate) fn has_ended(&self, state: &RuleState) -> bool {
        self.remembered(state).is_some()
    }

    /// The same end with the sides exchanged.
    pub(crate) fn mirrored(&self, state: &RuleState) -> RuleState {
        match self.remembered(state) {
            None => state.clone(),
            Some((white, reason)) => self.state(WHOLE - white, reason),
        }
    }

    /// The result of a checkmate, if a clause decides it.
    pub(crate) fn mate(&self, at: &RuleContext<'_>, past: &Past<'_>) -> Option<RuleEnd> {
        let side = at.turn().opponent();
        let facts = match past.made(0) {
            Some(mv) => MoveFacts::of_move(mv),
            None => MoveFacts::of_side(side),
        };
        let before = past.position(1).unwrap_or(*at);
        let later = Some(Later::There(*at));
        let mut mates = self.iter().filter(|end| end.asked == EvaluationTime::Mates);
        let mate = mates.find(|mate| mate.condition.holds(&before, &facts, later))?;
        let winner = match mate.result {
            EndResult::OwnWins => Some(side),
            EndResult::EnemyWins => Some(at.turn()),
            EndResult::Draw => None,
            EndResult::OwnGets(..) => {
                return Some(decided(share(mate.result, side, at), mate.reason));
            }
        };
        Some(RuleEnd::of(winner, mate.reason))
    }

    /// White's share in thousandths, and the reason if it is not the default: `1000`, `500/goal`.
    pub(crate) fn write_state(&self, state: &RuleState) -> String {
        match self.remembered(state) {
            None => String::new(),
            Some((white, Reason::DECIDED)) => white.to_string(),
            Some((white, reason)) => format!("{white}/{reason}"),
        }
    }

    /// Reads the text of [`Ends::write_state`].
    pub(crate) fn read_state(&self, text: &str) -> Option<RuleState> {
        let (white, word) = text
            .split_once('/')
            .map_or((text, None), |(white, word)| (white, Some(word)));
        let white: i64 = white.parse().ok()?;
        if !self.are_asked(EvaluationTime::Moves) || !(0..=WHOLE).contains(&white) {
            return None;
        }
        let Some(word) = word else {
            return Some(RuleState::new([white]));
        };
        let mut reasons = self.reasons.iter();
        let reason = reasons.find(|reason| reason.as_str() == word)?;
        Some(self.state(white, *reason))
    }

    /// The end of the game, by the stored move or by the position.
    pub(crate) fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        if let Some((white, reason)) = self.remembered(at.state()) {
            return Some(decided(white, reason));
        }
        // Conditions on positions are evaluated for both sides, first for the one that has moved.
        let mut sides = [at.turn().opponent(), at.turn()].into_iter();
        sides.find_map(|side| self.end_for(at, side, EvaluationTime::Positions))
    }

    /// The result of a stalemate.
    pub(crate) fn stalemate(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        self.end_for(at, at.turn().opponent(), EvaluationTime::Stalemates)
    }

    fn end_for(&self, at: &RuleContext<'_>, side: Color, asked: EvaluationTime) -> Option<RuleEnd> {
        let mut ends = self.iter().filter(|end| end.asked == asked);
        let end = ends.find(|end| end.condition.holds_for(at, side))?;
        Some(decided(share(end.result, side, at), end.reason))
    }
}

fn decided(white: i64, reason: Reason) -> RuleEnd {
    RuleEnd::shares(white as f64 / WHOLE as f64, "").for_reason(reason)
}

/// White's share in thousandths of the result for a side.
fn share(result: EndResult, side: Color, at: &RuleContext<'_>) -> i64 {
    let own = match result {
        EndResult::OwnWins => WHOLE,
        EndResult::Draw => match at.adjudicated() {
            None => WHOLE / 2,
            Some(winner) => i64::from(winner == side) * WHOLE,
        },
        EndResult::OwnGets(parts, whole) => {
            (i64::from(parts) * WHOLE + i64::from(whole) / 2) / i64::from(whole)
        }
        EndResult::EnemyWins => 0,
    };
    match side {
        Color::White => own,
        Color::Black => WHOLE - own,
    }
}
