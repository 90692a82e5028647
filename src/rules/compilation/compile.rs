//! Compilation of a definition: resolves all names and collects the facts of all rules.

use std::fmt;

use crate::compile::is_long;
use crate::definition::{
    Action, CaptureRules, CheckRules, Forms, MoveDef, ONLY_SETTING, PairedPromotion, PieceDef,
    PlayLimits, Reach, RoyalRule, VariantDef, letters,
};
use crate::formats::Catalog;
use crate::geometry::Compass;
use crate::movement::Pattern;
use crate::rules::data::{
    CaptureOnly, CompiledRules, Decision, InsufficientMaterialCache, LazyBySquare, MoveFinder,
    NamedRule, Part, Passing, Phases, ReachTable, RoleMove, RoleRules, RuleFacts, SettingPlace,
    borrowed, sights,
};
use crate::source::budget::{spend, spend_each};
use crate::source::{Code, Diagnostic, Span, codes};
use crate::state::{Color, Fen, Role};

/// The cost of compiling a variant without its patterns, in budget steps.
const VARIANT: u64 = 48_000;

/// The cost of compiling a pattern, in budget steps.
const PATTERN: u64 = 64;

impl CompiledRules {
    /// Compiles a definition with its constructed rules. `finder` answers the queries of rules about moves.
    ///
    /// # Errors
    /// If its start position is invalid, or a promotion names an unknown piece.
    pub(crate) fn new(
        def: &VariantDef,
        limits: PlayLimits,
        custom: Vec<NamedRule>,
        finder: &'static MoveFinder,
    ) -> Result<CompiledRules, CompileError> {
        let _ = spend(VARIANT);
        let refused = |code: Code, message: String| {
            CompileError::from(Diagnostic::new(code, Span::default(), message))
        };
        if def.pieces.len() > Role::MAX {
            let message = format!(
                "a variant has at most {} kinds of pieces, this one has {}",
                Role::MAX,
                def.pieces.len()
            );
            return Err(refused(codes::TABLES_TOO_LARGE, message));
        }
        // The tables know the ends of rules that they evaluate entirely.
        let stated = custom.iter().flat_map(|named| {
            let stated = named.rule.facts().into_iter();
            stated.filter(|fact| named.in_tables || !fact.ends_in_tables())
        });
        let facts = RuleFacts::of(stated, def);
        let skips_walls = facts.walls.as_ref().is_some_and(|walls| walls.are_skipped);
        let mut roles = Vec::with_capacity(def.pieces.len());
        for piece in def.pieces.values() {
            let mut moves = Vec::new();
            for written in &piece.moves {
                let _ = spend_each(written.movement.patterns().len(), PATTERN);
                moves.extend(written.patterns().map(|pattern| RoleMove {
                    pattern: if skips_walls {
                        pattern.skipping_walls()
                    } else {
                        pattern
                    },
                    from: written.from.clone(),
                    to: written.to.clone(),
                    takes: written.takes,
                    in_check: written.in_check,
                    programs: LazyBySquare::default(),
                }));
            }
            let choices = piece.promotion.iter();
            let mut choices = choices.flat_map(|promotion| &promotion.choices);
            if let Some(choice) = choices.find(|choice| def.piece(choice.piece).is_none()) {
                let message = format!("{:?} is not a piece of the variant", choice.piece);
                return Err(refused(codes::UNKNOWN_PIECE, message));
            }
            roles.push(RoleRules::new(def, facts.royal, piece, moves));
        }
        let leapers = [false, true].map(|single| {
            let mut actions = def.pieces.values().flat_map(|piece| &piece.actions);
            actions.any(|action| *action == Action::LongLeap { single })
        });
        let affects_afar = roles.iter().any(|role: &RoleRules| {
            let reaches = &role.reaches;
            let tables = [&reaches.freezes, &reaches.burns, &reaches.protects];
            !tables.into_iter().all(ReachTable::is_around)
        });
        let blast = facts.captures.blast.as_ref();
        check_reaches(def)?;
        let letters = letters(def);
        let home = Fen::parse(&def.start, &def.shape, &letters).value.board;
        let check = facts.royal == RoyalRule::Check;
        let any_pattern = |is_such: fn(&Pattern) -> bool| {
            let mut moves = roles.iter().flat_map(|role: &RoleRules| &role.moves);
            moves.any(|role_move| is_such(&role_move.pattern))
        };
        let has_relays = any_pattern(|pattern| match pattern {
            Pattern::Universal(leap) => leap.relay,
            pattern => pattern.has_leg(|leg| leg.relay),
        });
        let has_long_walks = any_pattern(|pattern| match pattern {
            Pattern::Walk(walk) => is_long(walk),
            _ => false,
        });
        let imitates = any_pattern(|pattern| matches!(pattern, Pattern::Imitation(_)));
        let any_rule = |is_such: fn(&NamedRule) -> bool| custom.iter().any(is_such);
        let any_piece = |is_such: fn(&PieceDef) -> bool| def.pieces.values().any(is_such);
        let royal: Vec<bool> = roles.iter().map(|role| role.seen_as_royal).collect();
        let sights = sights(&royal);
        let replaces = facts.replacement.is_some();
        let capture_only = CaptureOnly::of(facts.capture_only.iter().cloned(), &def.shape);
        let mut rules = CompiledRules {
            def: def.clone(),
            limits,
            shape: def.shape.clone(),
            compass: Compass::new(&def.shape),
            letters,
            has_long_walks,
            roles_with_series: (0..roles.len())
                .filter(|role| roles[*role].series().next().is_some())
                .map(Role::new)
                .collect(),
            roles,
            check,
            asks_beside_moves: !facts.halfway.is_empty()
                || capture_only.is_some()
                || replaces
                || facts.royal == RoyalRule::Capture
                || any_piece(|piece| {
                    let is_special =
                        |written: &MoveDef| written.takes.is_some() || !written.in_check;
                    !piece.only_walks() || piece.moves.iter().any(is_special)
                }),
            capture_only,
            pieces_move_alone: facts.halfway.is_empty(),
            has_move_rules: facts.checks != CheckRules::default()
                || facts.captures != CaptureRules::default()
                || def.forms != Forms::default()
                || facts.paired_promotion != PairedPromotion::default()
                || facts.castling.is_some()
                || facts.en_passant.is_some()
                || facts.drops.is_some()
                || facts.gating.is_some()
                || facts.forbids_dead_ends
                || facts.passing != Passing::default()
                || facts.walls.is_some()
                || facts.last_royal.is_some(),
            has_relays,
            leapers,
            has_imitating_pieces: any_piece(|piece| piece.actions.contains(&Action::Imitate)),
            has_freezers: any_piece(|piece| piece.freezes.is_some()),
            has_aftermaths: any_piece(|piece| {
                piece.burns.is_some() || piece.protects.is_some() || piece.after.is_some()
            }),
            has_moves_not_made_in_check: any_piece(|piece| {
                piece.moves.iter().any(|written| !written.in_check)
            }),
            burns: any_piece(|piece| piece.burns.is_some()),
            captures_on_promotion: any_piece(|piece| piece.captures.on_promotion),
            protects: any_piece(|piece| piece.protects.is_some()),
            affects_afar,
            blast: ReachTable::new(blast.map_or(&Reach::Around, |blast| &blast.reach)),
            borrowed: borrowed(def),
            imitates,
            uses_path_programs: false,
            insufficient_material_cache: InsufficientMaterialCache::default(),
            sights,
            start: None,
            home,
            kings: [0; 2],
            custom_phases: (custom.iter()).fold(Phases::NONE, |all, named| all | named.phases),
            rules_act: any_rule(|named| named.acts && !named.in_tables),
            facts,
            rules_rearrange: any_rule(|named| named.acts && named.rule.rearranges()),
            has_turn_rule: any_rule(|named| named.rule.decides().contains(&Decision::Turn)),
            takes_back: any_rule(|named| named.rule.takes_back()),
            last_distinct_turn: (custom.iter())
                .map(|named| named.rule.last_distinct_turn())
                .max()
                .unwrap_or(0),
            rules_depend_on_first_moves: replaces
                || any_rule(|named| named.rule.depends_on_first_moves()),
            custom,
            finder,
        };
        let start = rules.read_fen(&def.start);
        if start.has_errors() {
            // Wrong rights are a consequence of a wrong board.
            let mut diagnostics = start.diagnostics;
            diagnostics.retain(|finding| finding.code != codes::FEN_BAD_RIGHTS);
            return Err(CompileError::from(diagnostics));
        }
        rules.kings = Color::ALL.map(|color| {
            let hand = start.value.hands[color.index()].iter();
            let waiting = hand.filter(|(role, _)| rules.role(*role).king);
            let waiting: usize = waiting.map(|(_, count)| usize::from(count)).sum();
            rules.kings_on(&start.value.board, color) + waiting
        });
        rules.start = Some(start.value);
        Ok(rules)
    }
}

/// Validates the reaches of all pieces, also in a definition that was not read from a text.
pub(crate) fn check_reaches(def: &VariantDef) -> Result<(), Diagnostic> {
    let mut reaches = def.pieces.values().flat_map(|piece| {
        let moves = Some(piece.moves.as_slice());
        piece.reaches().map(move |reach| (reach, moves))
    });
    reaches.try_for_each(|(reach, moves)| {
        let checked = reach.check(&def.shape, moves);
        checked.map_err(|fault| Diagnostic::new(fault.code(), Span::default(), fault.to_string()))
    })
}

// Errors in compiling a definition.

/// The diagnostics of a definition that cannot be compiled.
///
/// ```
/// use ferz::formats::Format;
/// use ferz::{Catalog, Variant};
///
/// let text = "name = 'mine'\ninherits = 'chess'\nstart = 'x7/8/8/8/8/8/8/8 w - - 0 1'";
/// let catalog = Catalog::read(text, Format::Toml).value;
/// let error = Variant::compile(catalog.get("mine").unwrap()).unwrap_err();
/// assert!(error.diagnostics()[0].is_error());
/// // The places of these findings are in the text of the definition.
/// let finding = &error.located_in(&catalog, "mine")[0];
/// assert!(text[finding.span.range()].contains('x'));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    diagnostics: Vec<Diagnostic>,
    /// The places of the diagnostics, if these concern rules.
    places: Vec<SettingPlace>,
}

impl CompileError {
    /// The diagnostics. Their spans refer to the start FEN if the start is wrong.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// An error from findings about settings of rules.
    pub(crate) fn at_settings(found: Vec<(Diagnostic, SettingPlace)>) -> CompileError {
        let (diagnostics, places) = found.into_iter().unzip();
        CompileError {
            diagnostics,
            places,
        }
    }

    /// The diagnostics with spans in the text of the catalog.
    pub fn located_in(&self, catalog: &Catalog, variant: &str) -> Vec<Diagnostic> {
        if self.places.is_empty() {
            return match catalog.start_place(variant) {
                Some(place) => place.locate_all(&self.diagnostics),
                None => self.diagnostics.clone(),
            };
        }
        self.located_behind(catalog, variant, &[])
    }

    /// The diagnostics with spans for settings under some keys of a variant. Diagnostics about the
    /// start are left out.
    #[doc(hidden)]
    pub fn located_behind(
        &self,
        catalog: &Catalog,
        variant: &str,
        behind: &[&str],
    ) -> Vec<Diagnostic> {
        let findings = self.diagnostics.iter().zip(&self.places);
        findings
            .map(|(finding, at)| {
                let place = at.span_in(catalog, variant, behind).unwrap_or_default();
                let found = finding.clone().collapsed(place);
                // A suggested edit replaces the whole value.
                let edits = finding.edits.iter();
                edits.fold(found, |found, edit| found.with_edit(place, &edit.text))
            })
            .collect()
    }

    /// The error without diagnostics that another variant has too.
    #[doc(hidden)]
    pub fn beside(&self, other: &CompileError) -> CompileError {
        self.kept(|finding, at| !other.says(finding, at))
    }

    /// The error without diagnostics that a variant inherits from its parent.
    #[doc(hidden)]
    pub fn unless_inherited(
        &self,
        parent: &CompileError,
        catalog: &Catalog,
        variant: &str,
    ) -> CompileError {
        self.kept(|finding, at| !parent.says(finding, at) || catalog.says(variant, &at.path()))
    }

    /// Whether it contains a diagnostic at a place.
    fn says(&self, finding: &Diagnostic, at: &SettingPlace) -> bool {
        let mut said = self.diagnostics.iter().zip(&self.places);
        said.any(|one| one == (finding, at))
    }

    fn kept(&self, is_kept: impl Fn(&Diagnostic, &SettingPlace) -> bool) -> CompileError {
        if self.places.is_empty() {
            return self.clone();
        }
        let all = self.diagnostics.iter().zip(&self.places);
        let kept = all.filter(|(finding, at)| is_kept(finding, at));
        CompileError::at_settings(
            kept.map(|(finding, at)| (finding.clone(), at.clone()))
                .collect(),
        )
    }
}

impl SettingPlace {
    /// The path of keys to the setting.
    #[doc(hidden)]
    pub fn path(&self) -> Vec<&str> {
        self.keys.iter().map(String::as_str).collect()
    }

    /// The span in the text of the catalog, under some keys of a variant, or the nearest one.
    fn span_in(&self, catalog: &Catalog, variant: &str, behind: &[&str]) -> Option<Span> {
        let path = self.path();
        let is_entry = path.first() == Some(&"library");
        let behind = if is_entry { &[] } else { behind };
        let mut keys = [behind, &path].concat();
        // A value in place of a table has no key of its own.
        for only in [behind.len() + 2, behind.len() + 3] {
            if keys.get(only) == Some(&ONLY_SETTING) && !catalog.says(variant, &keys[..=only]) {
                keys.remove(only);
            }
        }
        match &self.part {
            Part::Key => catalog.place_of_key(variant, &keys),
            Part::Value => catalog.key_place(variant, &keys),
            Part::Bytes(within) => {
                let (text, bytes) = &**within;
                let inside = catalog.place_within(variant, &keys, text, bytes.clone());
                inside.or_else(|| catalog.key_place(variant, &keys))
            }
        }
    }
}

#[doc(hidden)]
impl From<Vec<Diagnostic>> for CompileError {
    fn from(diagnostics: Vec<Diagnostic>) -> CompileError {
        CompileError {
            diagnostics,
            places: Vec::new(),
        }
    }
}

#[doc(hidden)]
impl From<Diagnostic> for CompileError {
    fn from(finding: Diagnostic) -> CompileError {
        CompileError::from(vec![finding])
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self
            .diagnostics
            .iter()
            .map(|finding| format!("{}: {}", finding.code, finding.message))
            .collect();
        f.write_str(&texts.join("; "))
    }
}

impl std::error::Error for CompileError {}
