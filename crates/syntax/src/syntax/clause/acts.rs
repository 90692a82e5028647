//! Parses effects, move clauses and end clauses, and the relations between pieces and squares.

use super::ast::{
    Action, Condition, EffectClause, EndClause, EndResult, Goal, HomeChoice, Model, MoveClause,
    MoveVerb, Otherwise, Relation, Set, SetKind, Token,
};
use super::parser::{Parser, Read, error, later};

impl Parser<'_> {
    /// effect = [ ( "then" ) ] [ ( "repeat" ) ] [ condition ":" ] action { "," action } ;
    pub(super) fn effect(&mut self) -> Read<EffectClause> {
        let follows = self.takes_word("then");
        let repeats = self.takes_word("repeat");
        let (condition, action) = self.behind_condition(Parser::action)?;
        let mut actions = vec![action];
        actions.extend(self.further_actions()?);
        Ok(EffectClause {
            follows,
            repeats,
            condition,
            actions,
        })
    }

    /// further-actions = { "," action } ;
    fn further_actions(&mut self) -> Read<Vec<Action>> {
        let mut actions = Vec::new();
        while self.takes(Token::Comma) {
            actions.push(self.action()?);
        }
        Ok(actions)
    }

    /// Reads a production that may follow a condition and a colon.
    fn behind_condition<T>(
        &mut self,
        read: impl Fn(&mut Self) -> Read<T>,
    ) -> Read<(Option<Condition>, T)> {
        let begin = self.at;
        let (condition, slip) = match self.condition() {
            Ok(condition) if self.takes(Token::Colon) => (Some(condition), None),
            condition => {
                // A set before a verb belongs to the action.
                let slip = match condition {
                    Ok(_) if self.is_at_verb() => None,
                    Ok(_) => Some(self.expected("`:`")),
                    Err(slip) => Some(slip),
                };
                self.at = begin;
                (None, slip)
            }
        };
        let read = read(self).map_err(|error| match slip {
            Some(slip) => later(error, slip),
            None => error,
        })?;
        Ok((condition, read))
    }

    /// Whether the next word is a verb that follows a set.
    fn is_at_verb(&self) -> bool {
        let verbs = [
            "becomes", "changes", "goes", "may", "moves", "stays", "swaps",
        ];
        self.word().is_some_and(|word| verbs.contains(&word))
    }

    /// action = ( "remove" | "capture" ) set | "put" set "on" set | "choose" word "in" set [ ( "or" "none" ) ]
    ///        | "mark" set "as" ( word | "(" word { "or" word } ")" )
    ///        | set ( "changes" "side" | "goes" goal [ otherwise ] | "becomes" set | "stays" | "may" "stay" ) ;
    fn action(&mut self) -> Read<Action> {
        if self.takes_word("remove") {
            return Ok(Action::Remove(self.set()?));
        }
        if self.takes_word("put") {
            let piece = self.set()?;
            self.expect_word("on")?;
            let on = self.set()?;
            return Ok(Action::Put { piece, on });
        }
        if self.takes_word("capture") {
            return Ok(Action::Capture(self.set()?));
        }
        if self.takes_word("mark") {
            let set = self.set()?;
            self.expect_word("as")?;
            let is_choice = self.takes(Token::Open);
            let mut marks = vec![self.placed_name("the name of a mark")?];
            while is_choice && self.takes_word("or") {
                marks.push(self.placed_name("the name of a mark")?);
            }
            if is_choice {
                self.expect(Token::Close, "`)`")?;
            }
            return Ok(Action::Mark { set, marks });
        }
        if self.takes_word("choose") {
            let name = self.placed_name("a name for the chosen square or piece")?;
            self.expect_word("in")?;
            let set = self.set()?;
            let or_none = self.takes_word("or");
            if or_none {
                self.expect_word("none")?;
            }
            return Ok(Action::Choose { name, set, or_none });
        }
        let set = self.set()?;
        if self.takes_word("goes") {
            let goal = self.goal()?;
            return Ok(Action::Go(set, goal, self.otherwise()?));
        }
        if self.takes_word("becomes") {
            return Ok(Action::Become(set, self.set()?));
        }
        let is_optional = self.takes_word("may");
        if is_optional {
            self.expect_word("stay")?;
        }
        if is_optional || self.takes_word("stays") {
            return Ok(Action::Stay { set, is_optional });
        }
        if !self.takes_word("changes") {
            let error = self.expected("`changes side`, `goes`, `becomes`, `stays` or `may stay`");
            return Err(match self.word() {
                Some("is" | "are") => {
                    error.with_help("write `remove` before the set: `capture: remove mover`")
                }
                _ => error,
            });
        }
        self.expect_word("side")?;
        Ok(Action::ChangeSide(set))
    }

    /// goal = "home" [ "by" ( "file" | "color" ) ] | "to" ( ( "own" | "enemy" ) "hand" | set ) ;
    fn goal(&mut self) -> Read<Goal> {
        if self.takes_word("to") {
            let begin = self.at;
            for (word, is_own) in [("own", true), ("enemy", false)] {
                if self.takes_word(word) && self.takes_word("hand") {
                    return Ok(Goal::Hand(is_own));
                }
                self.at = begin;
            }
            return Ok(Goal::Square(self.set()?));
        }
        if !self.takes_word("home") {
            let error = self.expected("`home` or `to`");
            return Err(error.with_help("write `goes home`, `goes to from` or `goes to [e4]`"));
        }
        if !self.takes_word("by") {
            return Ok(Goal::Home(HomeChoice::Usual));
        }
        if self.takes_word("file") {
            return Ok(Goal::Home(HomeChoice::ByFile));
        }
        if self.takes_word("color") {
            return Ok(Goal::Home(HomeChoice::ByColor));
        }
        Err(self.expected("`file` or `color`"))
    }

    /// otherwise = "or" ( "stays" | "is" "removed" ) ;
    fn otherwise(&mut self) -> Read<Otherwise> {
        if !self.takes_word("or") {
            return match self.word() {
                Some("if" | "unless" | "when" | "where") => {
                    let error = self.expected("`or stays`, `or is removed` or the end");
                    Err(error.with_help(
                        "the move is illegal if the goal is not free; write `goes home or stays` or `goes home or is \
                         removed` to allow it",
                    ))
                }
                _ => Ok(Otherwise::Illegal),
            };
        }
        if self.takes_word("stays") {
            return Ok(Otherwise::Stays);
        }
        if !self.takes_word("is") {
            return Err(self.expected("`stays` or `is removed`"));
        }
        self.removed()?;
        Ok(Otherwise::Removed)
    }

    /// Reads `removed` after `is`.
    fn removed(&mut self) -> Read<()> {
        let read = self.expect_word("removed");
        read.map_err(|error| error.with_help("write `is removed`"))
    }

    /// moves = [ condition ":" ] set ( "moves" [ ( "only" ) ] ( "to" set [ "as" model ] | "as" model )
    ///       | "swaps" [ ( "only" ) ] "with" set | "becomes" [ ( "only" ) ] set | "is" "removed" )
    ///       further-actions ;
    pub(super) fn move_clause(&mut self) -> Read<MoveClause> {
        let (condition, (pieces, verb)) = self.behind_condition(|parser| {
            let pieces = parser.set()?;
            let verbs = [
                ("swaps", MoveVerb::Swap),
                ("becomes", MoveVerb::Become),
                ("is", MoveVerb::Remove),
            ];
            for (word, verb) in verbs {
                if parser.takes_word(word) {
                    return Ok((pieces, verb));
                }
            }
            // A word such as `are` was read as a name.
            if parser.word() == Some("removed") {
                let error = parser.expected("`is`");
                return Err(error.with_help("write `is removed`: `own frozen is removed`"));
            }
            parser.expect_word("moves")?;
            Ok((pieces, MoveVerb::Move))
        })?;
        let is_only = verb != MoveVerb::Remove && self.takes_word("only");
        let mut goal = None;
        let mut model = None;
        match verb {
            MoveVerb::Move => {
                if self.takes_word("to") {
                    goal = Some(self.set()?);
                }
                if self.takes_word("as") {
                    model = Some(self.model()?);
                }
                if goal.is_none() && model.is_none() {
                    let only = if is_only { "" } else { "`only`, " };
                    return Err(self.expected(&format!("{only}`to` or `as`")));
                }
            }
            MoveVerb::Swap => {
                self.expect_word("with")?;
                goal = Some(self.set()?);
            }
            MoveVerb::Become => goal = Some(self.set()?),
            MoveVerb::Remove => self.removed()?,
        }
        Ok(MoveClause {
            condition,
            pieces,
            verb,
            is_only,
            goal,
            model,
            actions: self.further_actions()?,
        })
    }

    /// model = movement | set ;
    fn model(&mut self) -> Read<Model> {
        // A movement before `from` or `to` is a relation.
        let begin = self.at;
        if let Some(text) = self.movement() {
            if !matches!(self.word(), Some("from" | "to")) {
                let place = self.place_since(begin);
                let place = place.start + 1..place.end - 1;
                return Ok(Model::Movement { text, place });
            }
            self.at = begin;
        }
        Ok(Model::Pieces(self.set()?))
    }

    /// end = ( "stalemate" [ "and" conjunction ] | condition ) ":" result [ "by" word ] ;
    pub(super) fn end_clause(&mut self) -> Read<EndClause> {
        let in_stalemate = self.takes_word("stalemate");
        let condition = match in_stalemate {
            true if self.takes_word("and") => Some(self.conjunction()?),
            true => None,
            false => Some(self.condition()?),
        };
        self.expect(Token::Colon, "`:` and a result")?;
        let result = self.result()?;
        let reason = if self.takes_word("by") {
            Some(self.reason()?)
        } else {
            None
        };
        Ok(EndClause {
            in_stalemate,
            condition,
            result,
            reason,
        })
    }

    /// The reason for the end of a game: a word, except those for actions of players.
    fn reason(&mut self) -> Read<String> {
        let begin = self.at;
        let word = self.any_word("a reason such as `goal`")?;
        if ["agreement", "resignation", "time-forfeit"].contains(&word.as_str()) {
            let message = format!("{word} is a result of the players, not of a rule");
            return Err(error(self.place_since(begin), message));
        }
        Ok(word)
    }

    /// result = ( "own" | "enemy" ) "wins" | "own" "gets" digits "of" digits | "draw" ;
    fn result(&mut self) -> Read<EndResult> {
        if self.takes_word("draw") {
            return Ok(EndResult::Draw);
        }
        if self.takes_word("enemy") {
            self.expect_word("wins")?;
            return Ok(EndResult::EnemyWins);
        }
        if !self.takes_word("own") {
            let error = self.expected("`own wins`, `enemy wins` or `draw`");
            return Err(match self.word() {
                Some("white" | "black" | "mover") => error.with_help(
                    "`own` is the side that has moved: write `own wins` or `enemy wins`, and name the color in the \
                     condition: `white king` for a piece, `mover white` for a move",
                ),
                _ => error,
            });
        }
        if self.takes_word("wins") {
            return Ok(EndResult::OwnWins);
        }
        if !self.takes_word("gets") {
            return Err(self.expected("`wins` or `gets`"));
        }
        let begin = self.at;
        let parts = self.digits()?;
        self.expect_word("of")?;
        let whole = self.digits()?;
        if parts > whole || whole == 0 {
            let message = "a share cannot exceed the whole: `own gets 3 of 4`";
            return Err(error(self.place_since(begin), message.to_owned()));
        }
        Ok(EndResult::OwnGets(parts, whole))
    }
}

// Relations between pieces and squares.

impl Parser<'_> {
    /// enclosed = "enclosed" "by" set "and" set [ "along" movement ] ;
    pub(super) fn enclosed(&mut self, begin: usize) -> Read<Set> {
        self.expect_word("by")?;
        let one = self.set()?;
        self.expect_word("and")?;
        let ends = [one, self.set()?];
        let mut lines = None;
        if self.takes_word("along") {
            let movement = self.movement();
            lines = Some(movement.ok_or_else(|| self.expected("a movement such as `\"W\"`"))?);
        }
        Ok(self.made(begin, SetKind::Enclosed(Box::new(ends), lines)))
    }

    /// relation = "attacked" "by" | "attacking" | "guarded" "by" | "guarding" | movement ( "from" | "to" ) ;
    pub(super) fn relation(&mut self) -> Read<Option<Relation>> {
        if let Some(movement) = self.movement() {
            if self.takes_word("from") {
                return Ok(Some(Relation::From(movement)));
            }
            if self.takes_word("to") {
                return Ok(Some(Relation::To(movement)));
            }
            return Err(self.expected("`from` or `to`"));
        }
        let (relation, is_passive) = match self.word() {
            Some("attacked") => (Relation::AttackedBy, true),
            Some("attacking") => (Relation::Attacking, false),
            Some("guarded") => (Relation::GuardedBy, true),
            Some("guarding") => (Relation::Guarding, false),
            _ => return Ok(None),
        };
        self.at += 1;
        if is_passive {
            self.expect_word("by")?;
        }
        Ok(Some(relation))
    }
}
