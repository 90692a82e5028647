//! Name resolution: from the syntax tree of a clause to compiled conditions and sets.

use std::ops::Range;

use crate::definition::clause::{self, SetKind};
use crate::definition::{Line, PieceId, PieceSet, Reach, Reason, RoyalRule, VariantDef};
use crate::geometry::Zone;
use crate::rules::clauses::data::{
    Act, Become, Condition, EffectClause, Enclosure, EndClause, EvaluationTime, Goal, Inspect,
    Measure, Model, MoveClause, MovePart, Relation, RelationKind, ResolveError, Set, Side, Verb,
    declared,
};
use crate::rules::data::{RuleMovement, RuleReach};
use crate::source::{codes, did_you_mean};

/// Resolves the names of clauses in one variant.
pub(crate) struct Resolver<'a> {
    pub(crate) def: &'a VariantDef,
    /// The arguments of a library entry.
    pub(crate) parameters: &'a [(String, clause::Set)],
    /// The names of the choices so far in the clause.
    pub(crate) choices: &'a [String],
    /// Whether `it` has a meaning: a piece that the clause relocates, transforms or moves.
    pub(crate) has_it: bool,
    /// Whether `edge` has a meaning: at the end of a line.
    pub(crate) has_edge: bool,
}

pub(crate) type Resolved<T> = Result<T, ResolveError>;

impl<'a> Resolver<'a> {
    /// A resolver without parameters.
    pub(crate) const fn of(def: &'a VariantDef) -> Resolver<'a> {
        Resolver {
            def,
            parameters: &[],
            choices: &[],
            has_it: false,
            has_edge: false,
        }
    }

    /// Resolves a condition.
    pub(crate) fn condition(&self, tree: &clause::Condition) -> Resolved<Condition> {
        use clause::Condition as Tree;
        let all = |trees: &[Tree]| -> Resolved<Vec<Condition>> {
            trees.iter().map(|tree| self.condition(tree)).collect()
        };
        let inner = |tree: &Tree| self.condition(tree).map(Box::new);
        Ok(match tree {
            Tree::Count(from, to, set) => {
                let to = to.map(|to| to as usize);
                Condition::Count(*from as usize, to, self.set(set, false)?)
            }
            Tree::Compare(measure, left, order, right) => {
                let sets = [self.set(left, false)?, self.set(right, false)?];
                let measure = match measure {
                    clause::Measure::Count => Measure::Count,
                    clause::Measure::Value => {
                        let place = left.place.start..right.place.end;
                        Measure::Value(self.values(&sets, place)?)
                    }
                };
                let [left, right] = sets;
                Condition::Compare(measure, left, *order, right)
            }
            Tree::Event(event) => Condition::Event(*event),
            Tree::InCheck => Condition::InCheck,
            Tree::Turn(from, to) => Condition::Turn(*from, *to),
            Tree::Not(tree) => Condition::Not(inner(tree)?),
            Tree::All(trees) => Condition::All(all(trees)?),
            Tree::Any(trees) => Condition::Any(all(trees)?),
            Tree::At(moment, tree) => Condition::At(*moment, inner(tree)?),
        })
    }

    /// The values of the kinds of pieces, in thousandths. All possible pieces of the sets must have one.
    fn values(&self, sets: &[Set; 2], place: Range<usize>) -> Resolved<Vec<u64>> {
        let pieces = self.def.pieces.iter().enumerate();
        let values = pieces.map(|(number, (name, piece))| {
            if let Some(value) = piece.value {
                return Ok((value.max(0.0) * 1000.0).round() as u64);
            }
            let id = PieceId::new(number);
            let may_have = |set: &Set| set.known_kinds().is_none_or(|kinds| kinds.contains(id));
            if !sets.iter().any(may_have) {
                return Ok(0);
            }
            let error = ResolveError::new(&place, format!("the piece `{name}` has no value"));
            let help = format!("write a value in pawns: `pieces.{name}.value = 3`");
            Err(error.with_help(help))
        });
        values.collect()
    }

    /// Resolves a clause that adds effects to moves.
    pub(crate) fn effect(&self, tree: &clause::EffectClause) -> Resolved<EffectClause> {
        let condition = tree.condition.as_ref();
        let condition = condition.map(|tree| self.condition(tree)).transpose()?;
        let follows = tree.follows;
        let repeats = tree.repeats;
        let mut choices = Vec::new();
        let mut actions = Vec::new();
        for tree in &tree.actions {
            let resolver = Resolver {
                choices: &choices,
                ..*self
            };
            let act = resolver.act(tree)?;
            let is_early = act.of_captured
                || act.chooses()
                || act.one_of().is_some()
                || matches!(
                    act.verb,
                    Verb::Stay { .. } | Verb::Capture | Verb::Mark { .. }
                );
            if (follows || repeats) && is_early {
                let message = "choices, captures, marks and `stays` are part of the move";
                let error = ResolveError::new(&tree.set().place, message);
                return Err(error.with_help("remove `then` and `repeat`"));
            }
            actions.push(act);
            if let clause::Action::Choose { name, set, .. } = tree {
                if resolver.word(&name.text, &set.place, true).is_ok() {
                    let message = format!("`{}` already has a meaning", name.text);
                    let error = ResolveError::coded(&name.place, (codes::DUPLICATE_KEY, message));
                    return Err(error.with_help("give the choice another name"));
                }
                choices.push(name.text.clone());
            }
        }
        Ok(EffectClause {
            asks_for_mate: condition.as_ref().is_some_and(Condition::asks_for_mate),
            follows,
            repeats,
            condition,
            actions,
        })
    }

    fn act(&self, tree: &clause::Action) -> Resolved<Act> {
        use clause::Action as Tree;
        let set = self.set(tree.set(), false)?;
        let of_captured = set.is_about(MovePart::Captured);
        let verb = match tree {
            Tree::Remove(_) => Verb::Remove,
            Tree::Capture(tree) => {
                check_victims(&set, tree)?;
                Verb::Capture
            }
            Tree::ChangeSide(_) => Verb::ChangeSide,
            Tree::Go(_, goal, otherwise) => {
                let goal = match goal {
                    clause::Goal::Home(choice) => Goal::Home(*choice),
                    clause::Goal::Square(set) => Goal::Square(self.with_it().set(set, false)?),
                    clause::Goal::Hand(is_own) => Goal::Hand(*is_own),
                };
                Verb::Go(goal, *otherwise)
            }
            Tree::Become(_, kind) => {
                let set = self.with_it().set(kind, false)?;
                Verb::Become(
                    self.named_kinds(&set)
                        .map_or_else(|| Become::Pieces(set), Become::Kinds),
                )
            }
            Tree::Choose { or_none, .. } => Verb::Choose { or_none: *or_none },
            Tree::Put { piece, .. } => {
                let (side, kinds) = self.piece(piece)?;
                Verb::Put(side, kinds)
            }
            Tree::Mark { marks, .. } => {
                let marks = marks.iter().map(|mark| self.mark(&mark.text, &mark.place));
                let marks = marks.collect::<Resolved<Vec<(usize, bool)>>>()?;
                Verb::Mark {
                    are_limited: marks.iter().any(|(_, is_limited)| *is_limited),
                    marks: marks.into_iter().map(|(number, _)| number).collect(),
                }
            }
            Tree::Stay { set: tree, .. } if !set.is_about(MovePart::Mover) => {
                let message = "only the moving piece can stay on its square";
                let error = ResolveError::new(&tree.place, message);
                return Err(error.with_help(format!("write `mover {tree} stays`")));
            }
            Tree::Stay { is_optional, .. } => Verb::Stay {
                is_optional: *is_optional,
            },
        };
        Ok(Act {
            verb,
            set,
            of_captured,
        })
    }

    /// The number of a mark, and whether its use is limited.
    fn mark(&self, name: &str, place: &Range<usize>) -> Resolved<(usize, bool)> {
        let mut marks = declared(self.def).enumerate();
        let known = marks.find(|(_, (known, _))| *known == name);
        known
            .map(|(number, (_, is_limited))| (number, is_limited))
            .ok_or_else(|| {
                let known: Vec<&str> = declared(self.def).map(|(known, _)| known).collect();
                let help = if known.is_empty() {
                    format!("define the mark: `rules.marks.{name} = {{}}`")
                } else {
                    did_you_mean(name, known)
                };
                ResolveError::new(place, format!("unknown mark `{name}`")).with_help(help)
            })
    }

    /// The kinds, if a set is defined by kinds alone, without forms that only count as one of them.
    fn named_kinds(&self, set: &Set) -> Option<PieceSet> {
        let kinds = set.kinds()?;
        Some(
            kinds
                .iter()
                .filter(|id| self.def.is_named_in(kinds, *id))
                .collect(),
        )
    }

    /// The side and the kinds of a piece that appears.
    fn piece(&self, tree: &clause::Set) -> Resolved<(Side, PieceSet)> {
        let refused = |message: String, help: &str| {
            Err(ResolveError::new(&tree.place, message).with_help(help))
        };
        let (mut side, mut kinds) = (None, None);
        let set = self.set(tree, false)?;
        for part in set.factors() {
            match part {
                Set::Side(one) if *one != Side::Any && side.is_none() => side = Some(*one),
                part if kinds.is_none() => kinds = self.named_kinds(part),
                _ => kinds = None,
            }
        }
        let (Some(side), Some(kinds)) = (side, kinds) else {
            let message = format!("`{tree}` does not determine side and kind of the piece");
            return refused(message, "write `own knight` or `enemy pawn`");
        };
        let royal = |id| self.def.piece(id).is_some_and(|(_, piece)| piece.royal);
        if kinds.iter().any(royal) {
            let message =
                format!("`{tree}` is royal, and royal pieces cannot be added during a game");
            return refused(message, "name other kinds of pieces");
        }
        Ok((side, kinds))
    }

    /// Resolves a condition that ends the game.
    pub(crate) fn end(&self, tree: &clause::EndClause) -> Resolved<EndClause> {
        let condition = tree.condition.as_ref().map(|tree| self.condition(tree));
        let condition = condition.unwrap_or_else(|| Ok(Condition::All(Vec::new())))?;
        if condition.asks_for_mate() && (tree.in_stalemate || !condition.is_of_mates()) {
            let message = "an end with `mate` can have no alternatives without `mate`";
            let help = "join other conditions by `and`: `drop and mate: enemy wins`";
            return Err(ResolveError::new(&(0..0), message).with_help(help));
        }
        let (asked, usual) = if tree.in_stalemate {
            let immobile = self.def.demand() == RoyalRule::Capture;
            let reasons = [Reason::Stalemate, Reason::Immobile];
            (EvaluationTime::Stalemates, reasons[usize::from(immobile)])
        } else if condition.is_of_mates() {
            let reason = match tree.result {
                clause::EndResult::OwnWins => Reason::Checkmate,
                clause::EndResult::EnemyWins => Reason::ForbiddenMate,
                clause::EndResult::Draw => Reason::WeakMate,
                clause::EndResult::OwnGets(..) => Reason::DECIDED,
            };
            (EvaluationTime::Mates, reason)
        } else if condition.is_about_position() {
            (EvaluationTime::Positions, Reason::DECIDED)
        } else {
            (EvaluationTime::Moves, Reason::DECIDED)
        };
        Ok(EndClause {
            asked,
            condition,
            result: tree.result,
            reason: (tree.reason.as_deref()).map_or(usual, Reason::of_word),
        })
    }

    /// Resolves a clause that gives moves to pieces.
    pub(crate) fn moves(&self, tree: &clause::MoveClause) -> Resolved<MoveClause> {
        let condition = tree.condition.as_ref().map(|tree| self.condition(tree));
        let condition = condition.transpose()?;
        let asks = |tree: &dyn Inspect| tree.asks_for_move() || tree.needs_move();
        let refused = |message: &str, place: &Range<usize>| {
            ResolveError::new(place, message)
                .with_help("name the pieces: `own pawn`, `no own queen: own pawn moves …`")
        };
        // Whether a side is in check depends on the moves that can capture.
        let is_free = tree.verb != clause::MoveVerb::Move && !tree.is_only;
        let is_later = |tree: &Condition| {
            let asks = tree.asks_for_move() || tree.tests_later_position();
            asks || !is_free && tree.asks_for_check()
        };
        if condition.as_ref().is_some_and(is_later) {
            let message = "the condition depends on a move, but these clauses define the moves";
            return Err(refused(message, &(0..tree.pieces.place.start)));
        }
        let of_position = |resolver: &Resolver<'_>, tree: &clause::Set| {
            let set = resolver.set(tree, false)?;
            if asks(&set) {
                let message =
                    format!("`{tree}` depends on a move, but these clauses define the moves");
                return Err(refused(&message, &tree.place));
            }
            Ok(set)
        };
        let goal = tree
            .goal
            .as_ref()
            .map(|goal| of_position(&self.with_it(), goal));
        let model = tree.model.as_ref().map(|model| -> Resolved<Model> {
            match model {
                clause::Model::Pieces(tree) => {
                    let set = of_position(&self.with_it(), tree)?;
                    Ok(self
                        .named_kinds(&set)
                        .map_or_else(|| Model::Pieces(set), Model::Kinds))
                }
                clause::Model::Movement { text, place } => {
                    let movement = RuleMovement::read(text);
                    let movement = movement.map_err(|error| ResolveError::coded(place, error))?;
                    Ok(Model::Movement(Box::new(movement), text.clone()))
                }
            }
        });
        let goal = goal.transpose()?;
        let kinds = goal.as_ref().and_then(Set::kinds);
        if tree.verb == clause::MoveVerb::Become && kinds.is_none() {
            let place = tree.goal.as_ref().map_or(0..0, |goal| goal.place.clone());
            let message = "the new kind of a piece must be the name of a kind";
            let help = "write `own pawn becomes (rook or knight)`";
            return Err(ResolveError::new(&place, message).with_help(help));
        }
        let pieces = of_position(self, &tree.pieces)?;
        let effect = self.actions_of_moves(&tree.actions)?;
        Ok(MoveClause {
            condition,
            verb: tree.verb,
            is_of_enemies: pieces.is_of_enemies(),
            pieces,
            is_only: tree.is_only,
            goal,
            model: model.transpose()?,
            effect,
        })
    }

    /// Resolves the actions of moves that a clause gives; `None` without actions.
    fn actions_of_moves(&self, actions: &[clause::Action]) -> Resolved<Option<EffectClause>> {
        if actions.is_empty() {
            return Ok(None);
        }
        let effect = self.effect(&clause::EffectClause {
            follows: false,
            repeats: false,
            condition: None,
            actions: actions.to_vec(),
        })?;
        let mut acts = effect.actions.iter().zip(actions);
        let late = acts.find(|(act, _)| {
            act.of_captured || matches!(act.verb, Verb::Capture | Verb::Stay { .. })
        });
        if let Some((_, action)) = late {
            let message = format!("`{action}` cannot be an action of `rules.moves`");
            let error = ResolveError::new(&action.set().place, message);
            return Err(error.with_help("write it in `rules.effects`"));
        }
        Ok(Some(effect))
    }

    /// The same resolver with a meaning for `it`.
    const fn with_it(&self) -> Resolver<'a> {
        Resolver {
            has_it: true,
            ..*self
        }
    }

    /// The same resolver with a meaning for `edge`.
    const fn with_edge(&self) -> Resolver<'a> {
        Resolver {
            has_edge: true,
            ..*self
        }
    }

    /// Resolves an argument of a parameter, or a named set, by itself.
    pub(crate) fn operand(&self, tree: &clause::Set) -> Resolved<Set> {
        self.with_edge().with_it().set(tree, true)
    }

    /// Resolves a set; `is_operand` within the operand of a relation.
    pub(crate) fn set(&self, tree: &clause::Set, is_operand: bool) -> Resolved<Set> {
        let all = |trees: &[clause::Set]| -> Resolved<Vec<Set>> {
            let sets = trees.iter().map(|tree| self.set(tree, is_operand));
            sets.collect()
        };
        Ok(match &tree.kind {
            SetKind::Word(word) => self.word(word, &tree.place, is_operand)?,
            SetKind::Parameter(name) => {
                let mut values = self.parameters.iter();
                let Some((_, value)) = values.find(|(known, _)| known == name) else {
                    return Err(self.unknown_parameter(name, &tree.place));
                };
                // An error in the argument is reported at its use.
                let set = self.set(value, is_operand);
                set.map_err(|error| error.at(&tree.place))?
            }
            SetKind::Zone(text) => match Zone::parse(text, &self.def.shape) {
                Ok(zone) => Set::Zone(zone),
                Err(error) => {
                    let begin = tree.place.start + 1;
                    let place = begin + error.range.start..begin + error.range.end;
                    return Err(ResolveError::coded(
                        &place,
                        (codes::BAD_ZONE, error.message),
                    ));
                }
            },
            SetKind::Not(set) => Set::Not(Box::new(self.set(set, is_operand)?)),
            SetKind::All(sets) => {
                let mut flat = Vec::new();
                for set in all(sets)? {
                    match set {
                        Set::All(sets) => flat.extend(sets),
                        set => flat.push(set),
                    }
                }
                Set::All(flat)
            }
            SetKind::Any(sets) => Set::Any(all(sets)?),
            SetKind::Related(relation, set, open) => {
                let mut relation = self.relation(relation, &tree.place)?;
                if let Some(open) = open {
                    relation.open = Some(Box::new(self.set(open, true)?));
                }
                Set::Related(relation, Box::new(self.set(set, true)?))
            }
            SetKind::Marked(mark) => Set::Marked(self.mark(mark, &tree.place)?.0),
            SetKind::With(condition) => Set::With(Box::new(self.with_it().condition(condition)?)),
            SetKind::Enclosed(ends, text) => {
                let [one, other] = &**ends;
                let text = text.clone();
                let lines = Line::read(text.as_deref().unwrap_or("Q"));
                let lines = lines.map_err(|error| ResolveError::coded(&tree.place, error))?;
                let resolver = self.with_edge();
                let ends = [resolver.set(one, true)?, resolver.set(other, true)?];
                Set::Enclosed(Box::new(Enclosure { ends, lines, text }))
            }
        })
    }

    fn relation(&self, tree: &clause::Relation, place: &Range<usize>) -> Resolved<Relation> {
        use clause::Relation as Tree;
        let (kind, movement) = match tree {
            Tree::AttackedBy => (RelationKind::AttackedBy, None),
            Tree::Attacking => (RelationKind::Attacking, None),
            Tree::GuardedBy => (RelationKind::GuardedBy, None),
            Tree::Guarding => (RelationKind::Guarding, None),
            Tree::From(movement) => (RelationKind::From, Some(movement)),
            Tree::To(movement) => (RelationKind::To, Some(movement)),
        };
        let reach = match movement {
            None => Reach::Own,
            Some(movement) => {
                let place = place.start + 1..place.start + 1 + movement.len();
                Reach::read_on(movement, &self.def.shape)
                    .map_err(|error| ResolveError::coded(&place, error))?
            }
        };
        Ok(Relation {
            kind,
            reach: RuleReach::new(reach),
            is_first: false,
            open: None,
        })
    }

    fn unknown_parameter(&self, name: &str, place: &Range<usize>) -> ResolveError {
        let help = if self.parameters.is_empty() {
            "only rules of a library have parameters".to_owned()
        } else {
            did_you_mean(
                name,
                self.parameters.iter().map(|(known, _)| known.as_str()),
            )
        };
        ResolveError::new(place, format!("the rule has no parameter `${name}`")).with_help(help)
    }
}

/// Rejects victims of a clause that depend on a choice, are the mover, or are captured already.
fn check_victims(set: &Set, tree: &clause::Set) -> Resolved<()> {
    let message = if set.has_set(&|set| matches!(set, Set::Chosen(_))) {
        "captured pieces cannot be a choice"
    } else if set.is_about(MovePart::Mover) || set.is_about(MovePart::Captured) {
        "a move cannot capture its own piece or a captured piece"
    } else {
        return Ok(());
    };
    let help = "describe the pieces by kind and square: `capture enemy \"W\" from to`";
    Err(ResolveError::new(&tree.place, message).with_help(help))
}
