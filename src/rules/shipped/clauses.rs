//! Rules that are clauses: `rules.forbid` with clauses of the definition, and `rules.use` with those of the library.

use super::{Setting, Shipped, keys};
use crate::definition::clause::{self, ClauseError, RuleEntry, rule_library};
use crate::definition::{ONLY_SETTING, RuleValue, VariantDef};
use crate::geometry::Square;
use crate::rules::clauses::{Condition, MoveFacts, ResolveError, Resolver, Words};
use crate::rules::{After, Attack, CustomRule, Phases, RuleContext, RuleError, RuleSettings};
use crate::source::{codes, did_you_mean};
use crate::state::{Move, Piece};

/// Clauses that forbid moves.
struct Clauses {
    clauses: Vec<Clause>,
    words: Vec<String>,
}

/// A clause that forbids moves.
struct Clause {
    condition: Condition,
    /// Whether a side without moves is checkmated while the condition holds for it.
    mates: bool,
    /// Whether pieces do not attack by the captures that it forbids.
    bars_attacks: bool,
}

/// `rules.forbid`.
pub(super) fn forbid() -> Shipped {
    let settings = keys! {
        /// Conditions of which none may hold of a move: one, or several.
        "value" => Texts,
    };
    Shipped::reading("forbid", settings, |settings| {
        let mut read = Clauses::new();
        for (item, text) in settings
            .texts(ONLY_SETTING)?
            .into_iter()
            .flatten()
            .enumerate()
        {
            let tree = clause::parse(text);
            let resolver = Resolver {
                def: settings.def(),
                parameters: &[],
            };
            let condition = tree
                .map_err(ResolveError::from)
                .and_then(|tree| resolver.condition(&tree));
            let place = settings.place_of(ONLY_SETTING, item);
            let condition = condition.map_err(|error| refused(error, place, text))?;
            read.forbid(settings.def(), condition, false);
        }
        Ok(Box::new(read))
    })
}

/// `rules.use`.
pub(super) fn entries() -> Shipped {
    let settings = Setting::ByName(&Setting::Either(&[
        Setting::Flag,
        Setting::ByName(&Setting::Text),
    ]));
    Shipped::reading("use", settings, |settings| {
        let mut read = Clauses::new();
        for name in settings.names() {
            let Some(entry) = rule_library().get(name) else {
                let known = rule_library().keys().map(String::as_str);
                let message = format!("the library has no rule `{name}`");
                let error = RuleError::with_code(codes::UNKNOWN_LIBRARY_RULE, message).about(name);
                return Err(error.with_help(did_you_mean(name, known)).at_key());
            };
            if let Some(RuleValue::Flag(false)) = settings.value(name) {
                continue;
            }
            read.add_entry(settings, name, entry)?;
        }
        Ok(Box::new(read))
    })
}

/// An error in a text behind some keys.
fn refused(error: ResolveError, place: String, text: &str) -> RuleError {
    let refused = RuleError::with_code(error.code, error.message).about(place);
    let refused = match error.help {
        Some(help) => refused.with_help(help),
        None => refused,
    };
    refused.within(text, error.place)
}

impl From<ClauseError> for ResolveError {
    fn from(error: ClauseError) -> ResolveError {
        ResolveError {
            code: codes::BAD_CLAUSE,
            message: error.message,
            help: error.help,
            place: error.place,
        }
    }
}

impl Clauses {
    const fn new() -> Clauses {
        Clauses {
            clauses: Vec::new(),
            words: Vec::new(),
        }
    }

    /// Adds a clause with its sentence.
    fn forbid(&mut self, def: &VariantDef, condition: Condition, mates: bool) {
        let said = Words { def }.condition(&condition);
        self.words.push(format!("A move is illegal if {said}."));
        if mates {
            let said = "A side without legal moves is checkmated if this holds of its position.";
            self.words.push(said.to_owned());
        }
        let bars_attacks = !condition.needs_move();
        self.clauses.push(Clause {
            condition: condition.normal(def.pieces.len()),
            mates,
            bars_attacks,
        });
    }

    /// Adds an entry of the library with the values of its parameters.
    fn add_entry(
        &mut self,
        settings: &RuleSettings<'_>,
        name: &str,
        entry: &RuleEntry,
    ) -> Result<(), RuleError> {
        let given = match settings.value(name) {
            Some(RuleValue::Table(_)) => settings.table(name)?,
            _ => None,
        };
        let mut parameters = Vec::new();
        for (parameter, default) in &entry.parameters {
            let text = match &given {
                Some(given) => given.text(parameter)?,
                None => None,
            };
            let value = match (text, default) {
                (Some(text), _) => clause::parse_set(text)
                    .map_err(|error| refused(error.into(), format!("{name}.{parameter}"), text))?,
                (None, Some(default)) => default.clone(),
                (None, None) => {
                    let message = format!("`{name}` needs its parameter `{parameter}`");
                    let help = format!("name the pieces: `{name} = {{ {parameter} = 'queen' }}`");
                    return Err(RuleError::missing(&message, &help).about(name));
                }
            };
            parameters.push((parameter.clone(), value, text.is_some()));
        }
        let def = settings.def();
        for (parameter, value, _) in parameters.iter().filter(|(_, _, is_given)| *is_given) {
            // A wrong name is told where it is written.
            let alone = Resolver {
                def,
                parameters: &[],
            };
            alone.operand(value).map_err(|error| {
                let text = given.as_ref().and_then(|given| given.text(parameter).ok()?);
                refused(
                    error,
                    format!("{name}.{parameter}"),
                    text.unwrap_or_default(),
                )
            })?;
        }
        let parameters: Vec<_> = parameters
            .into_iter()
            .map(|(parameter, value, _)| (parameter, value))
            .collect();
        let resolver = Resolver {
            def,
            parameters: &parameters,
        };
        for (tree, mates) in &entry.forbid {
            let condition = resolver.condition(tree).map_err(|error| {
                let refused = RuleError::with_code(error.code, error.message).about(name);
                error.help.into_iter().fold(refused, RuleError::with_help)
            })?;
            self.forbid(def, condition, *mates);
        }
        Ok(())
    }
}

impl CustomRule for Clauses {
    fn phases(&self) -> Phases {
        let mut phases = Phases::FORBID;
        if self.clauses.iter().any(|clause| clause.bars_attacks) {
            phases = phases | Phases::ATTACK;
        }
        if self.clauses.iter().any(|clause| clause.mates) {
            phases = phases | Phases::END;
        }
        phases
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        let facts = MoveFacts::of_move(mv);
        let mut clauses = self.clauses.iter();
        clauses.any(|clause| clause.condition.holds(at, &facts, Some(after)))
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let facts = MoveFacts::of_attack(piece, from, target);
        let mut clauses = self.clauses.iter().filter(|clause| clause.bars_attacks);
        if clauses.any(|clause| clause.condition.holds(at, &facts, None)) {
            Attack::Never
        } else {
            Attack::AsItMoves
        }
    }

    fn mates(&self, at: &RuleContext<'_>) -> bool {
        let mut clauses = self.clauses.iter().filter(|clause| clause.mates);
        clauses.any(|clause| clause.condition.holds_for(at, at.turn()))
    }

    fn words(&self) -> Vec<String> {
        self.words.clone()
    }
}
