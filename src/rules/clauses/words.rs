//! Descriptions of clauses for the rules page.

use super::data::{
    Act, Become, Condition, EffectClause, EndClause, EvaluationTime, Goal, Inspect, Measure, Model,
    MoveClause, MovePart, Set, Side, Verb,
};
use super::set_words::{Article, Words, is_one, last_place, part_words, with_piece};
use crate::definition::RoyalRule;
use crate::definition::clause::{EndResult, Event, HomeChoice, Moment, MoveVerb, Order, Otherwise};
use crate::geometry::list;
use crate::rules::data::EndWords;
use crate::rules::wording::{any_of, capitalized, with_article};

impl Words<'_> {
    /// A condition as the end of a sentence after `if`.
    pub(crate) fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Count(from, to, set) => self.count(*from, *to, set),
            Condition::Compare(Measure::Value(_), left, order, right) => {
                let more = match order {
                    Order::Less => "less than",
                    Order::AtMost => "no more than",
                    Order::Equal => "as much as",
                    Order::AtLeast => "no less than",
                    Order::More => "more than",
                };
                // A move may capture several pieces; all other parts of it are one piece.
                let single = |set: &Set| match self.subject(set) {
                    Some((part, [] | [Set::Side(Side::Any)])) if !is_captured(set) => Some(part),
                    _ => None,
                };
                let all = |set: &Set| self.noun(set, Article::Number("all"));
                let right = single(right).unwrap_or_else(|| all(right));
                match single(left) {
                    Some(left) => format!("{left} is worth {more} {right}"),
                    None => format!("{} are together worth {more} {right}", all(left)),
                }
            }
            Condition::Compare(Measure::Count, left, order, right) => {
                let (more, than) = match order {
                    Order::Less => ("fewer", "than"),
                    Order::AtMost => ("no more", "than"),
                    Order::Equal => ("as many", "as"),
                    Order::AtLeast => ("no fewer", "than"),
                    Order::More => ("more", "than"),
                };
                let left = self.noun(left, Article::Number(more));
                let right = self.noun(right, Article::Number(""));
                format!("there are {left} {than} {}", right.trim())
            }
            Condition::Event(event) => match event {
                Event::Move => "a piece moves",
                Event::Capture => "it is a capture",
                Event::Quiet => "it is a quiet move",
                Event::Drop => "it is a drop",
                Event::Castling => "it is castling",
                Event::Promotion => "it is a promotion",
                Event::Pass => "it is a pass",
                Event::Check => "it gives check",
                Event::Mate => "it gives mate",
            }
            .to_owned(),
            Condition::Not(condition) => match &**condition {
                Condition::Event(event) => {
                    let said = self.condition(&Condition::Event(*event));
                    match said.strip_prefix("it is ") {
                        Some(rest) => format!("it is not {rest}"),
                        None => format!("it is not true that {said}"),
                    }
                }
                Condition::Count(1, None, set) => self.count(0, Some(0), set),
                condition => format!("it is not true that {}", self.bracketed(condition)),
            },
            Condition::All(all) => {
                // Conditions on the position after the move come last, so that nothing following
                // reads as part of them.
                let is_later = |one: &&Condition| matches!(one, Condition::At(Moment::After, _));
                let (later, now): (Vec<&Condition>, Vec<&Condition>) =
                    all.iter().partition(is_later);
                let said = now.into_iter().chain(later);
                let said = said.map(|one| self.bracketed(one));
                said.collect::<Vec<_>>().join(" and ")
            }
            Condition::Any(any) => {
                // `and` binds closer.
                let said = any.iter().map(|one| self.condition(one));
                said.collect::<Vec<_>>().join(" or ")
            }
            Condition::InCheck => "the side that moves is in check".to_owned(),
            Condition::Turn(0, Some(to)) => format!("it is no later than move {to}"),
            Condition::Turn(from, None) => format!("it is move {from} or a later one"),
            Condition::Turn(from, Some(to)) if from == to => format!("it is move {from}"),
            Condition::Turn(from, Some(to)) => format!("it is one of the moves {from} to {to}"),
            // Normal forms are not described.
            Condition::Becomes(_) => String::new(),
            Condition::At(Moment::Before, condition) => self.condition(condition),
            Condition::At(Moment::After, condition) => {
                format!("after it {}", self.bracketed(condition))
            }
        }
    }

    /// A condition as part of another one: in parentheses if it consists of several.
    fn bracketed(&self, condition: &Condition) -> String {
        let said = self.condition(condition);
        match condition {
            Condition::All(all) | Condition::Any(all) if all.len() > 1 => format!("({said})"),
            _ => said,
        }
    }

    /// The meaning of a named set as a sentence; `None` if the rules page writes it out wherever
    /// the set is used.
    pub(crate) fn named(&self, name: &str, set: &Set) -> Option<String> {
        let said = sentence(&format!("`{name}` is {}.", self.noun(set, Article::Each)));
        set.is_long().then_some(said)
    }

    /// An effect clause as a sentence.
    pub(crate) fn effect(&self, effect: &EffectClause) -> String {
        let actions = self.actions(effect);
        let said = match &effect.condition {
            None => format!("After a move {actions}"),
            Some(condition) => {
                format!("If {}, {actions} after the move", self.condition(condition))
            }
        };
        let said = if effect.repeats {
            format!("{said}, again and again until that changes nothing (each piece at most once)")
        } else {
            said
        };
        if effect.follows {
            sentence(&format!(
                "{said}, by which no royal piece is exposed or saved."
            ))
        } else {
            sentence(&format!("{said}."))
        }
    }

    /// The actions of an effect clause.
    fn actions(&self, effect: &EffectClause) -> String {
        let choices = effect.actions.iter().filter(|act| act.chooses());
        let words = Words {
            n_choices: choices.count(),
            ..*self
        };
        let mut n_chosen = 0;
        let actions = effect.actions.iter().map(|act| {
            n_chosen += usize::from(act.chooses());
            words.act(act, n_chosen.saturating_sub(1))
        });
        list(&actions.collect::<Vec<String>>(), "and")
    }

    /// An action; `choice` is the number of the latest choice.
    fn act(&self, act: &Act, choice: usize) -> String {
        let noun = self.noun(&act.set, Article::Each);
        match &act.verb {
            Verb::Remove => format!("{noun} leaves the board"),
            Verb::Capture => format!("{noun} is captured"),
            Verb::ChangeSide => format!("{noun} changes side"),
            Verb::Become(Become::Kinds(kinds)) => {
                let names = kinds.iter().filter_map(|id| self.name(id.index()));
                let names = any_of(names.map(|name| with_article(&name)));
                format!("{noun} becomes {names}")
            }
            Verb::Become(Become::Pieces(set)) => {
                format!("{noun} becomes what {} is", self.noun(set, Article::A))
            }
            Verb::Put(side, kinds) => {
                let piece = [Set::Side(*side), Set::Kinds(*kinds)];
                let piece = self.noun_of(&piece, Article::A);
                let squares = self.squares(&act.set, Article::Each);
                let is_free = act
                    .set
                    .has_set(&|set| matches!(set, Set::Empty | Set::Part(MovePart::From)));
                let otherwise = if is_free {
                    ""
                } else {
                    " (if that is not free, the move is illegal)"
                };
                format!("{piece} appears on {squares}{otherwise}")
            }
            Verb::Choose { or_none } => {
                let may = if *or_none { "may choose" } else { "chooses" };
                let noun = self.noun(&act.set, Article::A);
                let name = match self.n_choices {
                    0 | 1 => String::new(),
                    _ => format!(" ({})", self.choice(choice)),
                };
                format!("the side that moves {may} {noun}{name}")
            }
            Verb::Mark { marks, .. } => {
                let names = any_of(marks.iter().map(|mark| self.mark(*mark)));
                format!("the move marks {noun} as {names}")
            }
            Verb::Stay { is_optional: false } => format!("{noun} stays where it is"),
            Verb::Stay { is_optional: true } => format!("{noun} may stay where it is"),
            Verb::Go(goal, otherwise) => {
                let (goes, stays, removed) = if act.of_captured {
                    ("comes back on", "it is captured as usual", "it is lost")
                } else {
                    ("goes to", "it stays where it is", "it leaves the board")
                };
                let goal = match goal {
                    Goal::Home(HomeChoice::Usual) => "its home square".to_owned(),
                    Goal::Home(HomeChoice::ByFile) => "its home square on its file".to_owned(),
                    Goal::Home(HomeChoice::ByColor) => {
                        "its home square of the color of its square".to_owned()
                    }
                    Goal::Square(set) => self.squares(set, Article::Only),
                    Goal::Hand(is_own) => {
                        let whose = if *is_own {
                            "that moves"
                        } else {
                            "that does not move"
                        };
                        return format!("{noun} goes to the hand of the side {whose}");
                    }
                };
                let otherwise = match otherwise {
                    Otherwise::Illegal => "the move is illegal",
                    Otherwise::Removed => removed,
                    Otherwise::Stays => stays,
                };
                format!("{noun} {goes} {goal} (if that is not free, {otherwise})")
            }
        }
    }

    /// A set as the squares to which a piece goes or on which it appears.
    fn squares(&self, set: &Set, article: Article<'_>) -> String {
        match set {
            Set::Part(part) => part_words(*part).to_owned(),
            Set::Last(part) => last_place(*part).to_owned(),
            Set::Zone(zone) => zone.words(&self.def.shape),
            Set::It => "its square".to_owned(),
            Set::Chosen(number) if self.n_choices > 1 => self.choice(*number),
            Set::Chosen(_) => "the chosen square".to_owned(),
            set => self.noun(set, article),
        }
    }

    /// A clause that gives moves to pieces, as a sentence.
    pub(crate) fn moves(&self, clause: &MoveClause) -> String {
        let noun = self.noun(&clause.pieces, Article::Each);
        let to = match clause.verb {
            MoveVerb::Swap => " places with",
            MoveVerb::Become | MoveVerb::Remove => "",
            MoveVerb::Move => " to",
        };
        let goal = clause.goal.as_ref().map(|goal| match goal {
            goal if clause.verb != MoveVerb::Move => {
                format!("{to} {}", self.noun(goal, Article::A))
            }
            Set::Zone(zone) => format!(" to {}", zone.words(&self.def.shape)),
            goal => format!(" to {}", self.noun(goal, Article::A)),
        });
        let model = clause.model.as_ref().map(|model| match model {
            Model::Kinds(kinds) => {
                let names = kinds.iter().filter_map(|id| self.name(id.index()));
                let names = any_of(names.map(|name| with_article(&name)));
                format!(" as {names}")
            }
            Model::Pieces(Set::It) => " as its own kind".to_owned(),
            Model::Pieces(set) => format!(" as {}", self.noun(set, Article::A)),
            Model::Movement(_, text) => format!(" by `{text}`"),
        });
        let how = goal.unwrap_or_default() + &model.unwrap_or_default();
        let (verb, verbs, place) = match clause.verb {
            MoveVerb::Move => ("move", "moves", ""),
            MoveVerb::Swap => ("change", "changes", ""),
            MoveVerb::Become => ("become", "becomes", " where it stands"),
            MoveVerb::Remove => ("remove", "removes", ""),
        };
        let moves = if clause.verb == MoveVerb::Remove {
            let piece = self.noun(&clause.pieces, Article::A);
            format!("the side that moves may remove {piece} instead of moving a piece")
        } else if clause.is_of_enemies {
            let lets = match clause.verb {
                MoveVerb::Move => format!("{verb} {noun}"),
                _ => format!("let {noun} {verb}"),
            };
            format!("the side that moves may {lets}{how}{place}")
        } else if clause.is_only {
            let otherwise = match &clause.model {
                // Without a model, the clause does not apply.
                Some(Model::Pieces(set)) if !matches!(set, Set::It) => {
                    "; if there is no such piece, it moves as usual"
                }
                _ => "",
            };
            format!("{noun} only {verbs}{how}{place}{otherwise}")
        } else {
            format!("{noun} may also {verb}{how}{place}")
        };
        let moves = match &clause.effect {
            None => moves,
            Some(effect) => {
                let said = self.actions(effect);
                match said.strip_prefix("the move ") {
                    Some(acts) => format!("{moves}; such a move {acts}"),
                    None => format!("{moves}; after such a move {said}"),
                }
            }
        };
        if let Some(condition) = &clause.condition {
            return sentence(&format!("If {}, {moves}.", self.condition(condition)));
        }
        sentence(&format!("{}.", capitalized(&moves)))
    }

    /// A stalemate with a condition.
    fn stalemate(&self, condition: &Condition) -> String {
        let stuck = match self.def.demand() {
            RoyalRule::Check => "after a move the other side has no legal move and is not in check",
            _ => "after a move the other side has no legal move",
        };
        match condition {
            Condition::All(all) if all.is_empty() => stuck.to_owned(),
            condition => format!("{stuck}, and {}", self.condition(condition)),
        }
    }

    /// An end of the game: how, the winner, and whether the material decides a draw.
    pub(crate) fn end(&self, end: &EndClause) -> EndWords {
        let how = match &end.condition {
            _ if end.asked == EvaluationTime::Stalemates => self.stalemate(&end.condition),
            Condition::At(Moment::After, condition) => {
                format!("after a move {}", self.condition(condition))
            }
            condition => self.condition(condition),
        };
        let (winner, divided) = match end.result {
            EndResult::OwnWins => (Some("the side that has moved"), None),
            EndResult::EnemyWins => (Some("the other side"), None),
            EndResult::Draw => (None, None),
            EndResult::OwnGets(parts, whole) => {
                let said =
                    format!("the side that has moved gets {parts} of {whole} parts of the point");
                (None, Some(said))
            }
        };
        EndWords {
            reason: end.reason,
            how: sentence(&format!("{}.", capitalized(&how))),
            winner,
            divided,
            by_material: end.result == EndResult::Draw,
        }
    }

    fn count(&self, from: usize, to: Option<usize>, set: &Set) -> String {
        if let Some((part, rest)) = self.subject(set) {
            let is_all = matches!(rest, [] | [Set::Side(Side::Any)]);
            let is_of_captures = part == part_words(MovePart::Captured);
            match (from, to) {
                (1, None) if is_all && is_of_captures => return "a piece is captured".to_owned(),
                (0, Some(0)) if is_all && is_of_captures => {
                    return "no piece is captured".to_owned();
                }
                _ => {}
            }
            let part = with_piece(&part, rest);
            let said = match rest {
                [] | [Set::Side(Side::Any)] => "there".to_owned(),
                rest => self.said_of(rest),
            };
            match (from, to) {
                (1, None) => return format!("{part} is {said}"),
                (0, Some(0)) => return format!("{part} is not {said}"),
                _ => {}
            }
        }
        let number = match (from, to) {
            (1, None) => return format!("there is {}", self.noun(set, Article::A)),
            (0, Some(0)) => return format!("there is {}", self.noun(set, Article::No)),
            (from, None) => format!("at least {from}"),
            (0, Some(to)) => format!("at most {to}"),
            (from, Some(to)) if from == to => format!("exactly {from}"),
            (from, Some(to)) => format!("{from} to {to}"),
        };
        let is = if is_one(&number) { "is" } else { "are" };
        format!("there {is} {}", self.noun(set, Article::Number(&number)))
    }
}

/// A sentence without redundant commas.
pub(crate) fn sentence(said: &str) -> String {
    said.replace(",,", ",")
        .replace(",.", ".")
        .replace(", (", " (")
}

/// Whether a set begins with the captured pieces of a move.
fn is_captured(set: &Set) -> bool {
    match set {
        Set::All(sets) => sets.first().is_some_and(is_captured),
        Set::Part(part) | Set::Last(part) => *part == MovePart::Captured,
        _ => false,
    }
}
