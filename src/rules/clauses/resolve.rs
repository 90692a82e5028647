//! From the tree of a clause to sets of pieces and squares.

use std::ops::Range;

use super::error::ResolveError;
use super::named_sets::{named_sets, sets};
use super::{
    Act, Asked, Become, Condition, EffectClause, Enclosure, EndClause, Goal, Likeness, Model,
    MoveClause, MovePart, Relation, RelationKind, Set, Side, Verb,
};
use crate::definition::clause::{self, SetKind};
use crate::definition::{Line, PieceDef, PieceId, PieceSet, Reach, Reason, RoyalRule, VariantDef};
use crate::geometry::Zone;
use crate::rules::{RuleMovement, RuleReach};
use crate::source::{codes, did_you_mean};
use crate::state::Role;

/// Words for sides.
const SIDES: [(&str, Side); 5] = [
    ("any", Side::Any),
    ("own", Side::Own),
    ("enemy", Side::Enemy),
    ("white", Side::White),
    ("black", Side::Black),
];

/// Words for parts of a move.
const PARTS: [(&str, MovePart); 5] = [
    ("mover", MovePart::Mover),
    ("from", MovePart::From),
    ("to", MovePart::To),
    ("captured", MovePart::Captured),
    ("partner", MovePart::Partner),
];

/// What stands before a part of the latest move.
const LAST: &str = "last.";

/// Words that compare with the element that a relation asks for.
const LIKENESSES: [(&str, Likeness); 4] = [
    ("itself", Likeness::Itself),
    ("same-kind", Likeness::SameKind),
    ("same-side", Likeness::SameSide),
    ("other-side", Likeness::OtherSide),
];

/// Resolves the names of clauses in one variant.
pub(crate) struct Resolver<'a> {
    pub(crate) def: &'a VariantDef,
    /// The values of the parameters of a library entry.
    pub(crate) parameters: &'a [(String, clause::Set)],
    /// The names of what has been chosen in the clause.
    pub(crate) choices: &'a [String],
    /// Whether a piece goes somewhere, becomes another or moves, which `it` means.
    pub(crate) has_it: bool,
    /// Whether it is said what stands at the end of a line, where the board may end.
    pub(crate) has_edge: bool,
}

type Resolved<T> = Result<T, ResolveError>;

impl<'a> Resolver<'a> {
    /// Resolves clauses without parameters.
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
            Tree::Compare(left, order, right) => {
                Condition::Compare(self.set(left, false)?, *order, self.set(right, false)?)
            }
            Tree::Event(event) => Condition::Event(*event),
            Tree::InCheck => Condition::InCheck,
            Tree::Not(tree) => Condition::Not(inner(tree)?),
            Tree::All(trees) => Condition::All(all(trees)?),
            Tree::Any(trees) => Condition::Any(all(trees)?),
            Tree::At(moment, tree) => Condition::At(*moment, inner(tree)?),
        })
    }

    /// Resolves what else happens when a move is made.
    pub(crate) fn effect(&self, tree: &clause::EffectClause) -> Resolved<EffectClause> {
        let condition = tree.condition.as_ref();
        let condition = condition.map(|tree| self.condition(tree)).transpose()?;
        let follows = tree.follows;
        let mut choices = Vec::new();
        let mut actions = Vec::new();
        for tree in &tree.actions {
            let resolver = Resolver {
                choices: &choices,
                ..*self
            };
            let act = resolver.act(tree)?;
            let chooses = act.chooses() || act.becomes_one_of().is_some();
            let is_early =
                act.of_captured || chooses || matches!(act.verb, Verb::Stay { .. } | Verb::Capture);
            if follows && is_early {
                return Err(ResolveError {
                    code: codes::BAD_CLAUSE,
                    message: "choices, captures and who stays are part of the move".to_owned(),
                    help: Some("take `then` away".to_owned()),
                    place: tree.set().place.clone(),
                });
            }
            actions.push(act);
            if let clause::Action::Choose { name, set, .. } = tree {
                if resolver.word(name, &set.place, true).is_ok() {
                    return Err(ResolveError {
                        code: codes::DUPLICATE_KEY,
                        message: format!("`{name}` has a meaning already"),
                        help: Some("give what is chosen another name".to_owned()),
                        place: set.place.clone(),
                    });
                }
                choices.push(name.clone());
            }
        }
        Ok(EffectClause {
            asks_for_mate: condition.as_ref().is_some_and(Condition::asks_for_mate),
            follows,
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
                    set.kinds()
                        .map_or_else(|| Become::Pieces(set), Become::Kinds),
                )
            }
            Tree::Choose { or_none, .. } => Verb::Choose { or_none: *or_none },
            Tree::Stay { set: tree, .. } if !set.is_about(MovePart::Mover) => {
                return Err(ResolveError {
                    code: codes::BAD_CLAUSE,
                    message: "only the moving piece can stay where it is".to_owned(),
                    help: Some(format!("write `mover {tree} stays`")),
                    place: tree.place.clone(),
                });
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

    /// Resolves a condition that ends the game.
    pub(crate) fn end(&self, tree: &clause::EndClause) -> Resolved<EndClause> {
        let condition = tree.condition.as_ref().map(|tree| self.condition(tree));
        let condition = condition.unwrap_or_else(|| Ok(Condition::All(Vec::new())))?;
        if condition.asks_for_mate() && (tree.in_stalemate || !condition.is_of_mates()) {
            return Err(ResolveError {
                code: codes::BAD_CLAUSE,
                message: "an end that asks for mate is about mates alone".to_owned(),
                help: Some("join the rest by `and`: `drop and mate: enemy wins`".to_owned()),
                place: 0..0,
            });
        }
        let (asked, usual) = if tree.in_stalemate {
            let immobile = self.def.demand() == RoyalRule::Capture;
            let reasons = [Reason::Stalemate, Reason::Immobile];
            (Asked::Stalemates, reasons[usize::from(immobile)])
        } else if condition.is_of_mates() {
            let reason = match tree.result {
                clause::EndResult::OwnWins => Reason::Checkmate,
                clause::EndResult::EnemyWins => Reason::ForbiddenMate,
                clause::EndResult::Draw => Reason::WeakMate,
                clause::EndResult::OwnGets(..) => Reason::DECIDED,
            };
            (Asked::Mates, reason)
        } else if condition.is_about_position() {
            (Asked::Positions, Reason::DECIDED)
        } else {
            (Asked::Moves, Reason::DECIDED)
        };
        Ok(EndClause {
            asked,
            condition,
            result: tree.result,
            reason: (tree.reason.as_deref()).map_or(usual, Reason::of_word),
        })
    }

    /// Resolves moves that pieces have.
    pub(crate) fn moves(&self, tree: &clause::MoveClause) -> Resolved<MoveClause> {
        let condition = tree.condition.as_ref().map(|tree| self.condition(tree));
        let condition = condition.transpose()?;
        let asks = |condition: &Condition| condition.asks_for_move() || condition.needs_move();
        let refused = |message: &str, place: &Range<usize>| ResolveError {
            code: codes::BAD_CLAUSE,
            message: message.to_owned(),
            help: Some("name the pieces: `own pawn`, `no own queen: own pawn moves …`".to_owned()),
            place: place.clone(),
        };
        if condition.as_ref().is_some_and(asks) {
            let message = "the condition asks for a move, and clauses give moves here";
            return Err(refused(message, &(0..tree.pieces.place.start)));
        }
        let of_position = |resolver: &Resolver<'_>, tree: &clause::Set| {
            let set = resolver.set(tree, false)?;
            if set.has_part() {
                let message = format!("`{tree}` asks for a move, and clauses give moves here");
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
                    Ok(set.kinds().map_or_else(|| Model::Pieces(set), Model::Kinds))
                }
                clause::Model::Movement { text, place } => {
                    let movement = RuleMovement::read(text);
                    let movement = movement.map_err(|(code, message)| ResolveError {
                        code,
                        message,
                        help: None,
                        place: place.clone(),
                    })?;
                    Ok(Model::Movement(Box::new(movement), text.clone()))
                }
            }
        });
        Ok(MoveClause {
            condition,
            pieces: of_position(self, &tree.pieces)?,
            is_only: tree.is_only,
            goal: goal.transpose()?,
            model: model.transpose()?,
        })
    }

    /// The same where `it` means a piece.
    const fn with_it(&self) -> Resolver<'a> {
        Resolver {
            has_it: true,
            ..*self
        }
    }

    /// The same where `edge` means the edge of the board.
    const fn with_edge(&self) -> Resolver<'a> {
        Resolver {
            has_edge: true,
            ..*self
        }
    }

    /// Resolves the value of a parameter by itself.
    pub(crate) fn operand(&self, tree: &clause::Set) -> Resolved<Set> {
        self.with_edge().set(tree, true)
    }

    /// Resolves a set; `is_operand` within the operand of a relation.
    fn set(&self, tree: &clause::Set, is_operand: bool) -> Resolved<Set> {
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
                // What is wrong with the value is told where it is used.
                let set = self.set(value, is_operand);
                set.map_err(|error| ResolveError {
                    place: tree.place.clone(),
                    ..error
                })?
            }
            SetKind::Zone(text) => match Zone::parse(text, &self.def.shape) {
                Ok(zone) => Set::Zone(zone),
                Err(error) => {
                    let begin = tree.place.start + 1;
                    return Err(ResolveError {
                        code: codes::BAD_ZONE,
                        message: error.message,
                        help: None,
                        place: begin + error.range.start..begin + error.range.end,
                    });
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
            SetKind::Related(relation, set) => {
                let relation = self.relation(relation, &tree.place)?;
                Set::Related(relation, Box::new(self.set(set, true)?))
            }
            SetKind::Enclosed(ends, text) => {
                let [one, other] = &**ends;
                let text = text.clone();
                let lines = Line::read(text.as_deref().unwrap_or("Q"));
                let lines = lines.map_err(|(code, message)| ResolveError {
                    code,
                    message,
                    help: None,
                    place: tree.place.clone(),
                })?;
                let resolver = self.with_edge();
                let ends = [resolver.set(one, true)?, resolver.set(other, true)?];
                Set::Enclosed(Box::new(Enclosure { ends, lines, text }))
            }
        })
    }

    fn word(&self, word: &str, place: &Range<usize>, is_operand: bool) -> Resolved<Set> {
        fn named<T: Copy>(words: &[(&str, T)], word: &str) -> Option<T> {
            let mut words = words.iter();
            words
                .find(|(known, _)| *known == word)
                .map(|(_, value)| *value)
        }
        if let Some(side) = named(&SIDES, word) {
            return Ok(Set::Side(side));
        }
        if let Some(part) = named(&PARTS, word) {
            return Ok(Set::Part(part));
        }
        if let Some(part) = word.strip_prefix(LAST) {
            let part = named(&PARTS, part).map(Set::Last);
            return part.ok_or_else(|| {
                let known = PARTS.map(|(word, _)| format!("{LAST}{word}"));
                ResolveError {
                    code: codes::BAD_CLAUSE,
                    message: format!("`{word}` is no part of the latest move"),
                    help: Some(did_you_mean(word, known.iter().map(String::as_str))),
                    place: place.clone(),
                }
            });
        }
        if let Some(likeness) = named(&LIKENESSES, word) {
            if is_operand {
                return Ok(Set::Itself(likeness));
            }
            return Err(ResolveError {
                code: codes::BAD_CLAUSE,
                message: format!("`{word}` compares with nothing here"),
                help: Some(if self.has_it {
                    "the piece of which the clause speaks is `it`".to_owned()
                } else {
                    format!("write it behind a relation: `mover attacked by {word}`")
                }),
                place: place.clone(),
            });
        }
        match word {
            "royal" => {
                let pieces = self.def.pieces.values().take(Role::MAX).enumerate();
                let royal = pieces.filter(|(_, piece)| piece.royal);
                let royal = royal.map(|(number, _)| PieceId::new(number));
                return Ok(Set::Royal(royal.collect()));
            }
            "empty" => return Ok(Set::Empty),
            "edge" if self.has_edge => return Ok(Set::Edge),
            "edge" => {
                return Err(ResolveError {
                    code: codes::BAD_CLAUSE,
                    message: "the edge of the board is no square".to_owned(),
                    help: Some("it encloses pieces: `enemy enclosed by to and edge`".to_owned()),
                    place: place.clone(),
                });
            }
            "unmoved" => return Ok(Set::Unmoved),
            "stuck" => return Ok(Set::Stuck),
            "it" if self.has_it => return Ok(Set::It),
            "it" => {
                return Err(ResolveError {
                    code: codes::BAD_CLAUSE,
                    message: "`it` means no piece here".to_owned(),
                    help: Some(
                        "it is the piece that goes somewhere, becomes another or moves: `mover goes to empty \"W\" from \
                         it`"
                            .to_owned(),
                    ),
                    place: place.clone(),
                });
            }
            _ => {}
        }
        if let Some(number) = self.choices.iter().position(|known| known == word) {
            return Ok(Set::Chosen(number));
        }
        if let Some(set) = self.named_set(word, place, is_operand) {
            return set;
        }
        match self.def.pieces.get_index_of(word) {
            Some(number) if number < Role::MAX => {
                Ok(Set::Kinds(PieceSet::from(PieceId::new(number))))
            }
            _ => Err(ResolveError {
                code: codes::UNKNOWN_PIECE,
                message: format!(
                    "`{word}` is neither a piece of the variant nor a word of clauses"
                ),
                help: Some(self.remedy(word)),
                place: place.clone(),
            }),
        }
    }

    /// What to write instead of an unknown word.
    fn remedy(&self, word: &str) -> String {
        let pieces = self.def.pieces.keys().map(String::as_str);
        let known = SIDES.map(|(word, _)| word).into_iter();
        let known = known.chain(PARTS.map(|(word, _)| word));
        let known = known.chain(LIKENESSES.map(|(word, _)| word));
        let known = known
            .chain(["royal", "unmoved", "stuck", "empty", "it"])
            .chain(pieces);
        let known = known.chain(sets(self.def).map(|(name, _)| name));
        let known = known.chain(self.choices.iter().map(String::as_str));
        let known: Vec<&str> = known.collect();
        let is_written = |word: &str| known.contains(&word) || clause::is_word(word);
        // `White's`, `NOT`, `same_kind`
        let small = word.to_lowercase().replace('_', "-");
        let plain = small.strip_suffix("'s").unwrap_or(&small);
        if plain != word && is_written(plain) {
            return format!("words are small letters with hyphens: `{plain}`");
        }
        if let Some(remedy) = clause::slip(plain) {
            return remedy.to_owned();
        }
        let letter = |piece: &PieceDef| piece.letter.eq_ignore_ascii_case(word);
        let mut named = self.def.pieces.iter().filter(|(_, piece)| letter(piece));
        if let Some((name, _)) = named.next() {
            return format!("pieces have their names here: `{name}`");
        }
        if Zone::parse_squares(plain, &self.def.shape).is_ok() {
            return format!("squares stand in brackets: `[{plain}]`");
        }
        let one = |ending: &str| plain.strip_suffix(ending).filter(|one| known.contains(one));
        if let Some(one) = one("s").or_else(|| one("es")) {
            return format!("the name of one piece means all of its kind: `{one}`");
        }
        did_you_mean(word, known)
    }

    /// The set that a word names in `rules.sets`. What is wrong with that set itself is told there.
    fn named_set(
        &self,
        word: &str,
        place: &Range<usize>,
        is_operand: bool,
    ) -> Option<Resolved<Set>> {
        sets(self.def).find(|(name, _)| *name == word)?;
        let tree = clause::Set {
            kind: SetKind::Word(word.to_owned()),
            place: place.clone(),
        };
        let resolved = match named_sets(self.def, &tree, &[]) {
            Ok(tree) => self.set(&tree, is_operand).map_err(|error| (tree, error)),
            Err(_) => return Some(Ok(Set::Any(Vec::new()))),
        };
        Some(match resolved {
            Ok(set) => Ok(set),
            Err((tree, _)) if self.set(&tree, true).is_err() => Ok(Set::Any(Vec::new())),
            Err((_, error)) => Err(ResolveError {
                place: place.clone(),
                ..error
            }),
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
                Reach::read_on(movement, &self.def.shape).map_err(|(code, message)| {
                    ResolveError {
                        code,
                        message,
                        help: None,
                        place: place.start + 1..place.start + 1 + movement.len(),
                    }
                })?
            }
        };
        Ok(Relation {
            kind,
            reach: RuleReach::new(reach),
            is_first: false,
        })
    }

    fn unknown_parameter(&self, name: &str, place: &Range<usize>) -> ResolveError {
        let help = if self.parameters.is_empty() {
            "only entries of a library of rules have parameters".to_owned()
        } else {
            did_you_mean(
                name,
                self.parameters.iter().map(|(known, _)| known.as_str()),
            )
        };
        ResolveError {
            code: codes::BAD_CLAUSE,
            message: format!("there is no parameter `${name}`"),
            help: Some(help),
            place: place.clone(),
        }
    }
}

/// What a move captures by a clause is known before anything is chosen, and is neither its own piece nor captured
/// already.
fn check_victims(set: &Set, tree: &clause::Set) -> Resolved<()> {
    let message = if set.has_set(&Set::is_chosen) {
        "what a move captures is not chosen"
    } else if set.is_about(MovePart::Mover) || set.is_about(MovePart::Captured) {
        "a move captures neither its own piece nor what it has captured"
    } else {
        return Ok(());
    };
    Err(ResolveError {
        code: codes::BAD_CLAUSE,
        message: message.to_owned(),
        help: Some(
            "name pieces by what they are and where: `capture enemy \"W\" from to`".to_owned(),
        ),
        place: tree.place.clone(),
    })
}
