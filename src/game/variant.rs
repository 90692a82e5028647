//! Compiled variants.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::definition::{PlayLimits, VariantDef};
use crate::formats::Catalog;
use crate::geometry::{BoardShape, Square, Zone};
use crate::movegen::GENERAL_ENGINE;
use crate::movegen::tables::TableEngine;
use crate::movement::Movement;
use crate::rules::{
    AdjudicationWords, AliveFastPath, CompileError, CompiledRules, EndWords, Phases, RuleFinding,
    RuleRegistry, mark_name, value, zones_of_rules,
};
use crate::source::{Diagnostic, Parse, Span, codes};
use crate::state::{Effect, Letters, Move, Piece, Role, RuleState, RuleStates, Setup};

use super::ending::impossible_checks;
use super::pawns::is_pawn;
use super::position::Position;

/// A compiled variant: cheap to clone, shared by its positions.
///
/// ```
/// use ferz::Variant;
///
/// let chess = Variant::builtin("chess").unwrap();
/// let start = chess.start();
/// assert_eq!(start.legal_moves().len(), 20);
/// let position = chess.parse_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
/// assert_eq!(position.board().pieces().count(), 3);
/// ```
#[derive(Clone)]
pub struct Variant {
    pub(super) shared: Arc<Shared>,
}

pub(super) struct Shared {
    rules: CompiledRules,
    /// The same rules with compiled path programs, for variants without tables.
    with_paths: OnceLock<CompiledRules>,
    table_engine: OnceLock<Option<TableEngine>>,
    alive_fast_path: OnceLock<AliveFastPath>,
    /// Whether a role is a pawn, by role.
    pawns: OnceLock<Vec<bool>>,
    /// The variant in which kings and castling partners may start on any file.
    pub(super) any_files: OnceLock<Option<Variant>>,
}

/// Compiles a definition with rules of the caller or other limits.
///
/// [`Variant::builder`] has an example.
#[derive(Clone, Debug)]
pub struct VariantBuilder<'a> {
    def: &'a VariantDef,
    registry: Option<&'a RuleRegistry>,
    limits: PlayLimits,
}

impl<'a> VariantBuilder<'a> {
    /// The rules that `rules.custom` of the definition may name; none by default.
    #[must_use]
    pub fn rules(mut self, registry: &'a RuleRegistry) -> VariantBuilder<'a> {
        self.registry = Some(registry);
        self
    }

    /// The limits of positions and moves.
    #[must_use]
    pub fn limits(mut self, limits: PlayLimits) -> VariantBuilder<'a> {
        self.limits = limits;
        self
    }

    /// Compiles the definition.
    ///
    /// # Errors
    /// Those of [`Variant::compile`]; a custom rule that is not in the registry or rejects its
    /// settings; and a start position that exceeds the limits.
    pub fn compile(self) -> Result<Variant, CompileError> {
        let no_rules = RuleRegistry::new();
        let custom = self.registry.unwrap_or(&no_rules).build(self.def)?;
        let rules = CompiledRules::new(self.def, self.limits, custom, &GENERAL_ENGINE)?;
        let variant = Variant {
            shared: Arc::new(Shared {
                rules,
                with_paths: OnceLock::new(),
                table_engine: OnceLock::new(),
                alive_fast_path: OnceLock::new(),
                pawns: OnceLock::new(),
                any_files: OnceLock::new(),
            }),
        };
        match variant.start().beyond_limits() {
            Some(finding) => Err(CompileError::from(finding)),
            None => Ok(variant),
        }
    }

    /// Compiles the definition with stand-ins that do nothing for its custom rules, to check the rest of it.
    ///
    /// # Errors
    /// Those of [`VariantBuilder::compile`], except those about custom rules.
    #[doc(hidden)]
    pub fn compile_without_custom_rules(self) -> Result<Variant, CompileError> {
        let registry = RuleRegistry::of_stand_ins(self.def);
        let VariantBuilder { def, limits, .. } = self;
        Variant::builder(def)
            .limits(limits)
            .rules(&registry)
            .compile()
    }
}

impl Variant {
    /// Compiles a definition.
    ///
    /// # Errors
    /// If the start position is not valid in the variant, if a promotion names an unknown piece, or if the
    /// definition uses a custom rule, which needs a [`VariantBuilder`].
    pub fn compile(def: &VariantDef) -> Result<Variant, CompileError> {
        Variant::builder(def).compile()
    }

    /// Compiles the built-in variant of a name; `None` if no built-in has this name.
    ///
    /// ```
    /// use ferz::Variant;
    ///
    /// assert!(Variant::builtin("crazyhouse").is_some());
    /// assert!(Variant::builtin("martian").is_none());
    /// ```
    pub fn builtin(name: &str) -> Option<Variant> {
        Variant::compile(Catalog::builtin().get(name)?).ok()
    }

    /// A builder for definitions that need more than [`Variant::compile`]: rules of the caller, or other limits.
    ///
    /// ```
    /// use ferz::definition::PlayLimits;
    /// use ferz::rules::RuleRegistry;
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Catalog::builtin().get("chess").unwrap();
    /// let registry = RuleRegistry::new();
    /// let builder = Variant::builder(chess).rules(&registry).limits(PlayLimits::default());
    /// assert!(builder.compile().is_ok());
    /// ```
    pub fn builder(def: &VariantDef) -> VariantBuilder<'_> {
        VariantBuilder {
            def,
            registry: None,
            limits: PlayLimits::default(),
        }
    }

    /// The definition that was compiled.
    pub fn def(&self) -> &VariantDef {
        &self.compiled_rules().def
    }

    /// The shape of the board.
    pub fn shape(&self) -> &BoardShape {
        &self.compiled_rules().shape
    }

    /// The letters of the pieces.
    pub fn letters(&self) -> &Letters {
        &self.compiled_rules().letters
    }

    /// All roles, in the order of the definition.
    pub fn roles(&self) -> impl ExactSizeIterator<Item = Role> + use<> {
        (0..self.compiled_rules().roles.len()).map(Role::new)
    }

    /// The role of a piece name of the definition, such as `knight`.
    pub fn role(&self, name: &str) -> Option<Role> {
        self.def().pieces.get_index_of(name).map(Role::new)
    }

    /// The name of a role in the definition; empty for a role of another variant.
    pub fn role_name(&self, role: Role) -> &str {
        let piece = self.def().pieces.get_index(role.index());
        piece.map_or("", |(name, _)| name.as_str())
    }

    /// Whether algebraic notation writes a piece without a letter: it steps straight ahead and captures one
    /// step diagonally ahead, as the pawn of chess.
    #[doc(hidden)]
    pub fn is_pawn(&self, role: Role) -> bool {
        let pawns = self.shared.pawns.get_or_init(|| {
            let roles = self.roles();
            roles
                .map(|role| is_pawn(self.compiled_rules(), role))
                .collect()
        });
        pawns.get(role.index()).copied().unwrap_or(false)
    }

    /// The square with a name, such as `e4`.
    pub fn square(&self, name: &str) -> Option<Square> {
        self.shape().parse(name)
    }

    /// The name of a square.
    pub fn square_name(&self, square: Square) -> String {
        self.shape().name(square)
    }

    /// A position from a setup made by hand, read strictly as its FEN would be: anything that a FEN does not
    /// record is lost, and impossible castling rights are findings.
    ///
    /// ```
    /// use ferz::state::{Color, Piece, Setup};
    /// use ferz::{Catalog, Variant};
    ///
    /// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
    /// let mut setup = Setup::empty(chess.shape().area());
    /// for (role, color, square) in [
    ///     ("king", Color::White, "e1"),
    ///     ("rook", Color::White, "a1"),
    ///     ("king", Color::Black, "e8"),
    /// ] {
    ///     let piece = Piece { color, role: chess.role(role).unwrap() };
    ///     setup.board.put(chess.square(square).unwrap(), piece);
    /// }
    /// let position = chess.arrange(setup).unwrap();
    /// assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    /// ```
    ///
    /// # Errors
    /// All findings, if one of them is an error. They refer to the FEN of the setup.
    pub fn arrange(&self, setup: Setup) -> Result<Position, Vec<Diagnostic>> {
        if setup.board.area() != self.shape().area() {
            let message = format!(
                "the setup has {} squares, but the board has {}",
                setup.board.area(),
                self.shape().area()
            );
            let finding = Diagnostic::new(codes::FEN_BAD_FIELD, Span::default(), message);
            return Err(vec![finding]);
        }
        self.parse_fen(&Position::new(self.clone(), setup).to_fen())
    }

    /// The start position.
    pub fn start(&self) -> Position {
        // `compile` refuses a variant without a start position.
        let setup = self.compiled_rules().start_setup().cloned();
        Position::new(
            self.clone(),
            setup.unwrap_or_else(|| Setup::empty(self.shape().area())),
        )
    }

    /// Reads a FEN tolerantly: the position with all findings.
    pub fn read_fen(&self, text: &str) -> Parse<Position> {
        let mut read = self
            .compiled_rules()
            .read_fen(text)
            .map(|setup| Position::new(self.clone(), setup));
        if !read.has_errors() {
            let board = text.split_whitespace().next().unwrap_or_default();
            let start = text.len() - text.trim_start().len();
            let place = Span::new(start, start + board.len());
            if let Some(finding) = read.value.beyond_limits() {
                read.diagnostics.push(finding.collapsed(place));
            } else {
                let checks = impossible_checks(self.compiled_rules(), read.value.setup(), place);
                read.diagnostics.extend(checks);
            }
        }
        read
    }

    /// Reads a FEN strictly.
    ///
    /// # Errors
    /// All findings, if one of them is an error.
    pub fn parse_fen(&self, text: &str) -> Result<Position, Vec<Diagnostic>> {
        self.read_fen(text).into_result()
    }

    /// A position with a setup that comes from play, unchecked.
    #[doc(hidden)]
    pub fn position(&self, setup: Setup) -> Position {
        Position::new(self.clone(), setup)
    }

    /// The zones in the settings of its rules, each with the keys of its setting.
    #[doc(hidden)]
    pub fn zones_of_rules(&self) -> Vec<(Vec<String>, Zone)> {
        zones_of_rules(self.def())
    }

    #[doc(hidden)]
    pub fn compiled_rules(&self) -> &CompiledRules {
        &self.shared.rules
    }

    /// The table engine, if the variant supports one; compiled on first use.
    #[inline]
    pub(crate) fn table_engine(&self) -> Option<&TableEngine> {
        if cfg!(feature = "no-tables") {
            return None;
        }
        self.shared
            .table_engine
            .get_or_init(|| TableEngine::compile(self.compiled_rules()).ok())
            .as_ref()
    }

    /// The fast test that a position is not dead; made on first use.
    pub(crate) fn alive_fast_path(&self) -> &AliveFastPath {
        let signs = &self.shared.alive_fast_path;
        signs.get_or_init(|| AliveFastPath::of(self.compiled_rules()))
    }

    /// The rules with compiled path programs, for callers that list many moves; made on first use.
    pub(crate) fn rules_with_paths(&self) -> &CompiledRules {
        self.shared.with_paths.get_or_init(|| {
            let rules = self.compiled_rules();
            CompiledRules::new(
                self.def(),
                rules.limits,
                rules.rules().to_vec(),
                &GENERAL_ENGINE,
            )
            .map_or_else(
                // The same definition has been compiled before.
                |_| unreachable!("the definition has been compiled before"),
                CompiledRules::with_path_programs,
            )
        })
    }

    /// An additional effect of a move as move texts write it: `N@b1` puts a white piece on a square and
    /// `n@b1` a black one, `-b1` removes a piece, `b1-b3` moves one, `=b1` makes one count as unmoved,
    /// `[N+1]` and `[n-1]` change the hands, `>b1` is a square through which the mover passes, `frozen@b1`
    /// sets the mark `frozen`, `name=value` is the memory of a rule, and `<` takes back the latest move.
    #[doc(hidden)]
    pub fn effect_text(&self, effect: &Effect) -> String {
        let (shape, letters) = (self.shape(), self.letters());
        match effect {
            Effect::Put { square, piece } => {
                format!("{}@{}", letters.name(*piece), shape.name(*square))
            }
            Effect::Remove { square } => format!("-{}", shape.name(*square)),
            Effect::Shift { from, to } => format!("{}-{}", shape.name(*from), shape.name(*to)),
            Effect::Unmove { square } => format!("={}", shape.name(*square)),
            Effect::Via { square } => format!(">{}", shape.name(*square)),
            Effect::TakeBack => "<".to_owned(),
            Effect::Hand {
                color,
                role,
                change,
            } => {
                let (color, role) = (*color, *role);
                format!("[{}{change:+}]", letters.name(Piece { color, role }))
            }
            Effect::Supply { rule } => {
                let named = self.compiled_rules().rules().get(rule.index());
                named.map_or_else(String::new, |named| format!("{}@", named.name))
            }
            Effect::Mark { mark, square, .. } => {
                let mark = mark_name(self.def(), usize::from(*mark));
                format!("{mark}@{}", shape.name(*square))
            }
            Effect::State { rule, state } => {
                let rules = self.compiled_rules();
                match rules.rules().get(rule.index()) {
                    Some(named) => format!("{}={}", named.field, value(rules, named, state)),
                    None => String::new(),
                }
            }
        }
    }

    /// The memory of the rules with the sides exchanged and the ranks reversed; `None` if a rule cannot
    /// mirror its memory.
    #[doc(hidden)]
    pub fn mirrored_states(&self, states: &RuleStates) -> Option<RuleStates> {
        let mirrored: Option<Vec<RuleState>> = (self.compiled_rules().rules_with_ids())
            .map(|(rule, named)| match states.get(rule) {
                state if *state == RuleState::EMPTY => Some(RuleState::EMPTY),
                state => named.rule.mirror_state(state, self.shape()),
            })
            .collect();
        mirrored.map(RuleStates::of)
    }

    /// Whether a rule changes attacks.
    #[doc(hidden)]
    pub fn rules_change_attacks(&self) -> bool {
        self.compiled_rules().rules_speak_in(Phases::ATTACK)
    }

    /// The roles that rules can bring into the game.
    #[doc(hidden)]
    pub fn kinds_of_rules(&self) -> impl Iterator<Item = Role> {
        let rules = self.compiled_rules().rules().iter();
        rules.flat_map(|named| named.rule.brings())
    }

    /// The square to which the mover moves first, if a rule then moves it elsewhere.
    #[doc(hidden)]
    pub fn arrives_first(&self, mv: &Move) -> Option<Square> {
        let mut rules = self.compiled_rules().rules().iter();
        rules.find_map(|named| named.rule.arrives_first(self.shape(), mv))
    }

    /// The sentences that describe the custom rules, in the order of the rules.
    #[doc(hidden)]
    pub fn custom_words(&self) -> Vec<String> {
        let rules = self.compiled_rules().rules().iter();
        rules.flat_map(|named| named.rule.words()).collect()
    }

    /// Further sentences about custom rules, each with a movement that the caller describes.
    #[doc(hidden)]
    pub fn custom_words_of_moves(&self) -> Vec<(String, &Movement)> {
        let rules = self.compiled_rules().rules().iter();
        rules
            .flat_map(|named| named.rule.words_of_moves())
            .collect()
    }

    /// The ends of the game that custom rules cause for a built-in reason.
    #[doc(hidden)]
    pub fn custom_ends(&self) -> impl Iterator<Item = EndWords> {
        let rules = self.compiled_rules().rules().iter();
        rules.flat_map(|named| named.rule.words_of_ends())
    }

    /// The way in which a custom rule decides games that end by repetition or a move limit.
    #[doc(hidden)]
    pub fn custom_adjudication(&self) -> Option<AdjudicationWords> {
        let mut rules = self.compiled_rules().rules().iter();
        rules.find_map(|named| named.rule.words_of_adjudication())
    }

    /// The result by which a custom rule replaces a draw.
    #[doc(hidden)]
    pub fn custom_draw(&self) -> Option<&'static str> {
        let mut rules = self.compiled_rules().rules().iter();
        rules.find_map(|named| named.rule.words_of_draw())
    }

    /// The findings of the custom rules about the definition, each with the name of its rule.
    #[doc(hidden)]
    pub fn custom_findings(&self) -> Vec<(&str, RuleFinding)> {
        let rules = self.compiled_rules().rules().iter();
        rules
            .flat_map(|named| {
                let found = named.rule.findings(self.def()).into_iter();
                found.map(|finding| (named.name.as_str(), finding))
            })
            .collect()
    }

    /// Parts of zones in the settings of custom rules that have no effect, each with the name of its rule.
    #[doc(hidden)]
    pub fn idle_parts(&self) -> Vec<(&str, RuleFinding)> {
        let rules = self.compiled_rules().rules().iter();
        rules
            .flat_map(|named| {
                let found = named.idle_parts.iter().cloned();
                found.map(|finding| (named.name.as_str(), finding))
            })
            .collect()
    }

    /// The names of the rules that affect moves or positions. Rules that the tables contain, and rules that
    /// only set facts about pieces, drops, ends or adjudication, are not listed.
    #[doc(hidden)]
    pub fn acting_rules(&self) -> impl Iterator<Item = &str> {
        let rules = self.compiled_rules().rules().iter();
        let acting = rules.filter(|named| named.acts && !named.in_tables);
        acting.map(|named| named.name.as_str())
    }

    /// A description of the compiled tables, or the reason why the variant has none.
    #[doc(hidden)]
    pub fn describe_tables(&self) -> String {
        match TableEngine::compile(self.compiled_rules()) {
            Ok(plan) => plan.describe().to_owned(),
            Err(declined) => format!("general engine only: {declined}"),
        }
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Variant").field(&self.def().name).finish()
    }
}
