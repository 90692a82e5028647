//! Compilation of a definition: resolves all names and collects the facts of all rules.

use crate::compile::is_long;
use crate::definition::{
    Action, CaptureRules, CheckRules, Forms, MoveDef, PairedPromotion, PieceId, PlayLimits, Reach,
    RoyalRule, VariantDef, letters,
};
use crate::geometry::Compass;
use crate::movement::Pattern;
use crate::rules::data::{
    BySquare, CaptureOnly, CompiledRules, Decision, InsufficientMaterialCache, MoveFinder,
    NamedRule, Passing, Phases, ReachTable, RoleChoice, RoleMove, RolePromotion, RoleRules,
    RuleFacts, borrowed, sights,
};
use crate::source::budget::{spend, spend_each};
use crate::source::{Diagnostic, Span, codes};
use crate::state::{Color, Fen, Role};

use super::error::CompileError;

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
        finder: &'static dyn MoveFinder,
    ) -> Result<CompiledRules, CompileError> {
        let _ = spend(VARIANT);
        let error = CompileError::from;
        let unknown = |piece: PieceId| {
            let message = format!("{piece:?} is not a piece of the variant");
            error(Diagnostic::new(
                codes::UNKNOWN_PIECE,
                Span::default(),
                message,
            ))
        };
        if def.pieces.len() > Role::MAX {
            return Err(error(Diagnostic::new(
                codes::TABLES_TOO_LARGE,
                Span::default(),
                format!(
                    "a variant has at most {} kinds of pieces, this one has {}",
                    Role::MAX,
                    def.pieces.len()
                ),
            )));
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
                    programs: BySquare::default(),
                }));
            }
            let promotion = match &piece.promotion {
                None => None,
                Some(promotion) => {
                    let mut choices = Vec::new();
                    for choice in &promotion.choices {
                        if def.piece(choice.piece).is_none() {
                            return Err(unknown(choice.piece));
                        }
                        choices.push(RoleChoice {
                            role: choice.piece.into(),
                            zone: choice.zone.clone(),
                            stock: choice.stock,
                            limit: choice.limit,
                        });
                    }
                    Some(RolePromotion::new(promotion, choices))
                }
            };
            roles.push(RoleRules::new(def, facts.royal, piece, moves, promotion));
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
        check_reaches(def).map_err(error)?;
        let letters = letters(def);
        let home = Fen::parse(&def.start, &def.shape, &letters).value.board;
        let check = facts.royal == RoyalRule::Check;
        let has_relays =
            roles
                .iter()
                .flat_map(|role| &role.moves)
                .any(|role_move| match &role_move.pattern {
                    Pattern::Universal(leap) => leap.relay,
                    pattern => pattern.has_leg(|leg| leg.relay),
                });
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
            has_long_walks: roles.iter().any(|role| {
                role.moves.iter().any(|role_move| match &role_move.pattern {
                    Pattern::Walk(walk) => is_long(walk),
                    _ => false,
                })
            }),
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
                || def.pieces.values().any(|piece| {
                    let is_special =
                        |written: &MoveDef| written.takes.is_some() || !written.in_check;
                    !piece.only_walks() || piece.moves.iter().any(is_special)
                }),
            capture_only,
            pieces_move_alone: facts.halfway.is_empty(),
            has_move_rules: has_move_rules(def, &facts)
                || facts.forbids_dead_ends
                || facts.passing != Passing::default()
                || facts.walls.is_some()
                || facts.last_royal.is_some(),
            has_relays,
            leapers,
            has_imitating_pieces: def
                .pieces
                .values()
                .any(|piece| piece.actions.contains(&Action::Imitate)),
            has_freezers: def.pieces.values().any(|piece| piece.freezes.is_some()),
            has_aftermaths: def.pieces.values().any(|piece| {
                piece.burns.is_some() || piece.protects.is_some() || piece.after.is_some()
            }),
            has_moves_not_made_in_check: (def.pieces.values())
                .any(|piece| piece.moves.iter().any(|written| !written.in_check)),
            burns: (def.pieces.values()).any(|piece| piece.burns.is_some()),
            captures_on_promotion: (def.pieces.values()).any(|piece| piece.captures.on_promotion),
            protects: (def.pieces.values()).any(|piece| piece.protects.is_some()),
            affects_afar,
            blast: ReachTable::new(blast.map_or(&Reach::Around, |blast| &blast.reach)),
            borrowed: borrowed(def),
            imitates: false,
            uses_path_programs: false,
            insufficient_material_cache: InsufficientMaterialCache::default(),
            sights,
            start: None,
            home,
            kings: [0; 2],
            custom_phases: (custom.iter()).fold(Phases::NONE, |all, named| all | named.phases),
            rules_act: custom.iter().any(|named| named.acts && !named.in_tables),
            facts,
            rules_rearrange: (custom.iter()).any(|named| named.acts && named.rule.rearranges()),
            has_turn_rule: custom
                .iter()
                .any(|named| named.rule.decides().contains(&Decision::Turn)),
            takes_back: custom.iter().any(|named| named.rule.takes_back()),
            last_distinct_turn: (custom.iter())
                .map(|named| named.rule.last_distinct_turn())
                .max()
                .unwrap_or(0),
            rules_depend_on_first_moves: replaces
                || custom
                    .iter()
                    .any(|named| named.rule.depends_on_first_moves()),
            custom,
            finder,
        };
        rules.imitates = rules.has_imitators();
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

// Summary of the rules of a definition.

/// Whether rules of the game add, change or forbid moves, or end games by the board, in addition to
/// those of
/// [`asks_beside_moves`].
pub(crate) fn has_move_rules(def: &VariantDef, facts: &RuleFacts) -> bool {
    facts.checks != CheckRules::default()
        || facts.captures != CaptureRules::default()
        || def.forms != Forms::default()
        || facts.paired_promotion != PairedPromotion::default()
        || facts.castling.is_some()
        || facts.en_passant.is_some()
        || facts.drops.is_some()
        || facts.gating.is_some()
}
