//! Registry of the rules that a program provides, by name.

use std::sync::Arc;
use std::{fmt, mem};

use indexmap::IndexMap;

use super::compile::CompileError;
use crate::definition::names::is_library_rule;
use crate::definition::{Reason, RuleTable, RuleValue, Setting, VariantDef, is_rule_name};
use crate::geometry::BoardShape;
use crate::rules::builtin::{self, Constructor};
use crate::rules::data::{
    AllRules, NamedRule, Part, Phases, Rule, RuleError, RuleFact, RuleFacts, RuleFinding,
    SettingPlace,
};
use crate::rules::fen::OWN_FIELDS;
use crate::rules::settings::RuleSettings;
use crate::source::{Diagnostic, Span, codes, did_you_mean};
use crate::state::{Color, Role, RuleId, RuleState};

/// The rules of a program, by name.
///
/// ```
/// use ferz::formats::Format;
/// use ferz::rules::{After, Rule, RuleContext, RuleRegistry};
/// use ferz::{Catalog, Move, Variant};
///
/// /// Nobody captures.
/// struct Peace;
///
/// impl Rule for Peace {
///     fn forbids(&self, _: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
///         mv.is_capture()
///     }
/// }
///
/// let mut registry = RuleRegistry::new();
/// registry.register("peace", |_| Ok(Peace)).unwrap();
///
/// let text = "name = 'peaceful'\ninherits = 'chess'\nrules.custom.peace = {}";
/// let catalog = Catalog::read(text, Format::Toml).into_result().unwrap();
/// let variant = Variant::builder(catalog.get("peaceful").unwrap()).rules(&registry).compile().unwrap();
/// let position = variant.parse_fen("k7/8/8/3p4/4P3/8/8/7K w - - 0 1").unwrap();
/// assert_eq!(position.legal_moves().len(), 4);
/// ```
#[derive(Clone, Default)]
pub struct RuleRegistry {
    constructors: IndexMap<String, Constructor>,
}

/// The reason why a rule cannot be registered.
///
/// [`RuleRegistry`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegisterError {
    /// A rule of this name is registered already.
    Taken(String),
    /// A built-in rule or a predefined FEN field has this name.
    Reserved(String),
    /// The name is not 1 to 40 small letters, figures and hyphens that begin with a letter.
    BadName(String),
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegisterError::Taken(name) => write!(f, "a rule `{name}` is already registered"),
            RegisterError::Reserved(name) => {
                write!(
                    f,
                    "a FEN field or a rule of the format already has the name `{name}`"
                )
            }
            RegisterError::BadName(name) => {
                write!(
                    f,
                    "`{name}` must have only small letters, digits and hyphens"
                )
            }
        }
    }
}

impl std::error::Error for RegisterError {}

/// A constructed rule that has not yet received the facts of the other rules.
struct Made {
    name: String,
    field: String,
    field_is_first: bool,
    /// Whether it is a built-in rule.
    is_of_format: bool,
    /// Its static facts. Lacks and goals may still change.
    facts: Vec<RuleFact>,
    rule: Box<dyn Rule>,
    idle_parts: Vec<RuleFinding>,
}

impl Made {
    fn named(self, def: &VariantDef) -> NamedRule {
        let rule = &*self.rule;
        // The rule now knows the facts of the others.
        let facts = rule.facts();
        NamedRule {
            phases: phases_of(rule),
            acts: acts(rule, &facts, def),
            in_tables: in_tables(rule, &facts, def),
            name: self.name,
            field: self.field,
            field_is_first: self.field_is_first,
            idle_parts: self.idle_parts,
            rule: self.rule.into(),
        }
    }
}

/// A rule without effect that accepts any FEN field.
struct StandIn;

impl Rule for StandIn {
    fn read_state(&self, _: &str, _: &BoardShape) -> Option<RuleState> {
        Some(RuleState::EMPTY)
    }
}

impl RuleRegistry {
    /// An empty registry.
    pub fn new() -> RuleRegistry {
        RuleRegistry::default()
    }

    /// Registers a rule under a name. The constructor reads the settings of a definition that uses
    /// the rule, and may reject them.
    ///
    /// # Errors
    /// If the name is taken or invalid.
    pub fn register<R: Rule + 'static>(
        &mut self,
        name: &str,
        constructor: impl Fn(&RuleSettings<'_>) -> Result<R, RuleError> + Send + Sync + 'static,
    ) -> Result<(), RegisterError> {
        let name = name.to_owned();
        if !is_rule_name(&name) {
            return Err(RegisterError::BadName(name));
        }
        if OWN_FIELDS.contains(&name.as_str()) || builtin::is_known(&name) {
            return Err(RegisterError::Reserved(name));
        }
        if self.constructors.contains_key(&name) {
            return Err(RegisterError::Taken(name));
        }
        let constructor: Constructor = Arc::new(move |settings| {
            constructor(settings).map(|rule| -> Box<dyn Rule> { Box::new(rule) })
        });
        self.constructors.insert(name, constructor);
        Ok(())
    }

    /// A registry in which rules without effect replace the custom rules of a definition, with any
    /// settings: for tools that inspect the rest of the definition.
    pub(crate) fn of_stand_ins(def: &VariantDef) -> RuleRegistry {
        let mut registry = RuleRegistry::new();
        for name in def.rules.custom.keys() {
            let constructor: Constructor = Arc::new(|settings| {
                settings.accept_all();
                Ok(Box::new(StandIn))
            });
            registry.constructors.insert(name.clone(), constructor);
        }
        registry
    }

    /// The names, in order of registration.
    #[doc(hidden)]
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.constructors.keys().map(String::as_str)
    }

    /// Constructs the rules of a definition: the built-in ones, then its custom rules in their
    /// order. Afterwards each rule receives the combined facts of all.
    pub(crate) fn build(&self, def: &VariantDef) -> Result<Vec<NamedRule>, CompileError> {
        let mut rules: Vec<Made> = Vec::new();
        let mut found = Vec::new();
        let custom = def.rules.custom.iter();
        for (name, table) in def.rules.builtin.iter().chain(custom) {
            let builtin = builtin::find(name);
            let of_format = builtin.as_ref().map(|builtin| &builtin.constructor);
            let Some(constructor) = of_format.or_else(|| self.constructors.get(name)) else {
                found.push(self.unknown(name));
                continue;
            };
            let listed = builtin.as_ref().map(|builtin| builtin.settings);
            // `true` means the default settings of a library rule, as of one that is written as clauses.
            let is_plain = is_library_rule(name)
                && listed.is_some_and(|setting| !setting.stands_alone())
                && *table == RuleValue::Flag(true).alone();
            let usual = RuleTable::new();
            let table = if is_plain { &usual } else { table };
            let settings = RuleSettings::new(def, table, listed);
            match constructor(&settings) {
                Ok(rule) => {
                    let unknown = settings.unknown().into_iter();
                    found.extend(unknown.map(|error| error.found(name)));
                    let is_free = |field: &&str| rules.iter().all(|other| other.field != *field);
                    let field = builtin.as_ref().map(|builtin| builtin.field);
                    let field = field.filter(is_free).unwrap_or(name);
                    let rule = Made {
                        name: name.clone(),
                        field: field.to_owned(),
                        field_is_first: (builtin.as_ref())
                            .is_some_and(|builtin| builtin.field_is_first),
                        is_of_format: builtin.is_some(),
                        idle_parts: settings.idle_parts(),
                        facts: rule.facts(),
                        rule,
                    };
                    found.extend(conflicts(&rules, &rule));
                    found.extend(fault_of_blast(&rule, def));
                    rules.push(rule);
                }
                Err(error) => {
                    let accepts = |table: &RuleTable| {
                        constructor(&RuleSettings::new(def, table, listed)).is_ok()
                    };
                    let error = settings.only_unasked(&error, accepts).unwrap_or(error);
                    let further = further_mistakes(constructor, def, table, listed, &error);
                    found.push(error.found(name));
                    found.extend(further.into_iter().map(|error| error.found(name)));
                }
            }
        }
        if rules.len() > RuleId::MAX {
            let message = format!("a variant has at most {} such rules", RuleId::MAX);
            found.push(RuleError::new(message).found(&rules[RuleId::MAX].name));
        }
        // With an incomplete set, a rule could reject what a missing one would permit.
        if found.is_empty() {
            found = introduce(&mut rules, def);
        }
        if found.is_empty() {
            Ok(rules.into_iter().map(|rule| rule.named(def)).collect())
        } else {
            Err(CompileError::at_settings(found))
        }
    }

    fn unknown(&self, name: &str) -> (Diagnostic, SettingPlace) {
        let message = format!("no rule is registered under the name `{name}`");
        let help = if self.constructors.is_empty() {
            "the program that plays the game must register the rules under `rules.custom`, which are written in \
             Rust; this program has none"
                .to_owned()
        } else {
            did_you_mean(name, self.names())
        };
        let finding = Diagnostic::new(codes::UNKNOWN_RULE, Span::default(), message);
        let place = SettingPlace {
            keys: ["rules", "custom", name].map(str::to_owned).to_vec(),
            part: Part::Value,
        };
        (finding.with_help(help), place)
    }
}

/// Further errors in the settings of a rejected rule: the constructor is called again without the
/// wrong setting. Errors about the rule as a whole, or about combinations of settings, may result
/// from this removal and are left out; errors about unknown keys are included.
fn further_mistakes(
    constructor: &Constructor,
    def: &VariantDef,
    table: &RuleTable,
    listed: Option<Setting>,
    first: &RuleError,
) -> Vec<RuleError> {
    let mut found: Vec<RuleError> = Vec::new();
    let mut table = table.clone();
    loop {
        let setting = found.last().unwrap_or(first).setting();
        if setting.and_then(|key| table.shift_remove(key)).is_none() {
            break;
        }
        let settings = RuleSettings::new(def, &table, listed);
        match constructor(&settings) {
            Ok(_) => {
                found.extend(settings.unknown());
                return found;
            }
            Err(error) if error.is_of_value() => found.push(error),
            Err(_) => break,
        }
    }
    found.extend(RuleSettings::new(def, &table, listed).unlisted());
    found
}

/// The error of a rule whose blasts reach no square.
fn fault_of_blast(made: &Made, def: &VariantDef) -> Option<(Diagnostic, SettingPlace)> {
    let blast = made.facts.iter().find_map(|fact| match fact {
        RuleFact::Captures(captures) => captures.blast.as_ref(),
        _ => None,
    })?;
    let fault = blast.reach.check(&def.shape, None).err()?;
    Some(RuleError::with_code(fault.code(), fault.to_string()).found(&made.name))
}

/// Passes the combined facts to all rules. Returns the errors of those that reject them.
fn introduce(rules: &mut [Made], def: &VariantDef) -> Vec<(Diagnostic, SettingPlace)> {
    let stated = rules.iter().flat_map(|made| &made.facts);
    let stated = stated.filter(|fact| !fact.ends_in_tables()).cloned();
    let facts = RuleFacts::of(stated, def);
    // A built-in rule that offers moves drops pieces only if it has a stock.
    let offers = |made: &Made| {
        let drops = !made.is_of_format || made.rule.stock(&RuleState::EMPTY).is_some();
        drops && made.rule.phases().contains(Phases::OFFER)
    };
    let alters_moves = |made: &Made| moves(&*made.rule, &made.facts, def);
    let all = AllRules {
        def,
        facts: &facts,
        offers: rules.iter().any(offers),
        alters_moves: rules.iter().any(alters_moves),
    };
    let refused = rules.iter_mut().filter_map(|made| {
        let error = made.rule.meet(&all).err()?;
        Some(error.found(&made.name))
    });
    refused.collect()
}

/// The phases in which a rule is called.
fn phases_of(rule: &dyn Rule) -> Phases {
    if rule.changes_attacks() {
        rule.phases()
    } else {
        rule.phases().without(Phases::ATTACK)
    }
}

/// Whether a rule affects anything but adjudication.
fn acts(rule: &dyn Rule, facts: &[RuleFact], def: &VariantDef) -> bool {
    let is_of_moves =
        |fact: &RuleFact| matches!(fact, RuleFact::LastRoyal(_) | RuleFact::NoDeadEnds);
    phases_of(rule).without(Phases::ADJUDICATION) != Phases::NONE
        || facts.iter().any(is_of_moves)
        || moves(rule, facts, def)
}

/// Whether a rule only ends games by pieces or squares, or makes last pieces royal.
fn in_tables(rule: &dyn Rule, facts: &[RuleFact], def: &VariantDef) -> bool {
    let says_when = facts.iter().any(RuleFact::ends_in_tables);
    let phases = phases_of(rule).without(Phases::ADJUDICATION);
    let ends = phases == Phases::END && says_when;
    let is_idle = phases == Phases::NONE && !says_when;
    (ends || is_idle) && !moves(rule, facts, def)
}

/// Whether a rule affects the moves, their effects, or the pieces in the game.
fn moves(rule: &dyn Rule, facts: &[RuleFact], def: &VariantDef) -> bool {
    let mut roles = (0..def.pieces.len().min(Role::MAX)).map(Role::new);
    let idle =
        Phases::REMEMBER | Phases::END | Phases::ADJUDICATION | Phases::STALEMATE | Phases::DUTY;
    phases_of(rule).meets(Phases::ALL.without(idle))
        || !rule.decides().is_empty()
        || rule.takes_back()
        || facts.iter().any(RuleFact::needs_general_engine)
        || rule.depends_on_first_moves()
        // The tables do not count moves.
        || rule.last_distinct_turn() > 0
        || rule.restores_first_moves()
        || !rule.brings().is_empty()
        || roles.any(|role| rule.becomes_in_hand(role).is_some())
}

/// Errors for decisions and facts that two rules claim.
fn conflicts(earlier: &[Made], rule: &Made) -> Vec<(Diagnostic, SettingPlace)> {
    let refused_with = |message: String, help: &str| {
        let error = RuleError::with_code(codes::RULES_CONTRADICT, message);
        error.with_help(help).found(&rule.name)
    };
    let refused = |message: String| refused_with(message, "remove one of the two");
    let decided = rule.rule.decides().iter();
    let errors = decided.filter_map(|decision| {
        let mut earlier = earlier.iter();
        let rival = earlier.find(|other| other.rule.decides().contains(decision))?;
        let message = format!("`{}` already decides {decision}", rival.name);
        let are_clauses = [&rival.name, &rule.name]
            .into_iter()
            .all(|name| ["effects", "use"].contains(&name.as_str()));
        Some(if are_clauses {
            let help = "clauses of one rule work together: write all of them as `effects`, or move those of \
                `effects` to a rule of `library` that `use` names too";
            refused_with(message, help)
        } else {
            refused(message)
        })
    });
    let said = rule.facts.iter().filter_map(|fact| {
        let subject = fact.subject()?;
        let is_same = |other: &RuleFact| mem::discriminant(other) == mem::discriminant(fact);
        let mut earlier = earlier.iter();
        let rival = earlier.find(|other| other.facts.iter().any(is_same))?;
        Some(refused(format!(
            "`{}` already decides {subject}",
            rival.name
        )))
    });
    let worth = Reason::ALL.iter().filter_map(|reason| {
        let rival = earlier.iter().find(|other| {
            let mut winners = Color::ALL.into_iter();
            winners.any(|winner| {
                let rules = [&*other.rule, &*rule.rule];
                rules
                    .iter()
                    .all(|rule| rule.score(*reason, winner).is_some())
            })
        })?;
        let (name, reason) = (&rival.name, reason.as_str());
        Some(refused(format!(
            "`{name}` already sets the score of `{reason}`"
        )))
    });
    errors.chain(said).chain(worth).collect()
}

impl fmt::Debug for RuleRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.constructors.keys()).finish()
    }
}
