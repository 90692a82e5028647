//! Supported rules: variants with others are declined.

use crate::definition::{
    CapturedTo, CheckRules, ChecksAllowed, DropRules, EnPassantRules, RoyalRule, Verdict,
};
use crate::movegen::tables::paths::{Declined, declined};
use crate::movegen::tables::sides::{limit_of, pair};
use crate::movement::Pattern;
use crate::rules::{CompiledRules, Goal, Lack, RoleRules, WhoLacks};
use crate::state::{Color, Role};

use super::ends::check_passing;
use super::special_pieces::screened_role;
use super::walls::{SLOTS, check_walls};

/// The pseudo-royal king of a game with explosions, which the tables treat as royal.
pub(crate) fn last_king(rules: &CompiledRules) -> Option<Role> {
    let last = rules.facts.last_royal.as_ref()?;
    let [kind] = last.kinds.as_slice() else {
        return None;
    };
    let [king] = kind.as_slice() else {
        return None;
    };
    // Losing it ends the game.
    let ends = |lack: &Lack| {
        let is_plain = Lack {
            result: None,
            hands: false,
            ..lack.clone()
        };
        is_plain == Lack::of([kind.clone(), kind.clone()], WhoLacks::Either)
    };
    let is_single = last.limit == 0 && !last.together;
    (is_single && rules.facts.captures.blast.is_some() && rules.facts.lacks.iter().any(ends))
        .then_some(*king)
}

/// Whether any move leaves en passant marks.
fn marks(rules: &CompiledRules) -> bool {
    let moves = rules.roles.iter().flat_map(|role| &role.moves);
    let mut patterns = moves.map(|role_move| &role_move.pattern);
    patterns.any(|pattern| match pattern {
        Pattern::Walk(walk) => walk.legs.iter().any(|leg| leg.marks),
        _ => false,
    })
}

/// Declines unsupported rules.
pub(crate) fn check_support(rules: &CompiledRules) -> Result<(), Declined> {
    let mut rules_that_act = rules.rules().iter().filter(|rule| rule.acts);
    if let Some(rule) = rules_that_act.find(|rule| !rule.in_tables) {
        let name = &rule.name;
        return Err(Declined(format!("the rule `{name}` is not in tables")));
    }
    let limited = |role: usize| {
        let role = Role::new(role);
        Color::ALL.iter().any(|color| {
            let [target, _] = pair(rules, role, *color);
            target.is_some_and(|target| limit_of(rules, target).is_some())
        })
    };
    if rules.facts.paired_promotion.mandatory && (0..rules.roles.len()).any(limited) {
        return declined("mandatory promotions are limited in number");
    }
    if rules.facts.paired_promotion.when.depends_on_captures() {
        return declined("pieces turn over where they capture");
    }
    let castling = rules.facts.castling.as_ref();
    if let Some(castling) = castling
        && (castling.opposite || castling.dropped || castling.wins != [[false; 2]; 2])
    {
        return declined("castling has rules of its own");
    }
    if castling.is_some() && !rules.shape.vanishing().is_empty() {
        return declined("castling may cross squares that vanish");
    }
    let captures = &rules.facts.captures;
    if !captures.petrify.is_empty() || captures.petrify_blasted {
        return declined("pieces turn to stone");
    }
    let has_royal = rules.roles.iter().any(|role| role.royal);
    if let Some(blast) = &captures.blast
        && (match last_king(rules) {
            Some(_) => !blast.immune.is_empty(),
            None => has_royal || rules.facts.last_royal.is_some(),
        } || rules.facts.checks.counted)
    {
        return declined("some pieces survive a blast, or several kinds must");
    }
    let drops = rules.facts.drops.as_ref();
    if let Some(drops) = drops {
        let DropRules {
            allowed: _,
            regions: _,
            promoted: _,
            free: _,
            no_doubled: _,
            opposite_colors,
            mandatory,
            enclosing,
            enclosing_start: _,
            may_check: _,
        } = drops;
        if opposite_colors.is_some() || mandatory.is_some() || enclosing.is_some() {
            return declined("drops depend on other pieces");
        }
    }
    if let Some(gating) = rules
        .facts
        .gating
        .as_ref()
        .filter(|gating| gating.from_hand)
    {
        let doubled = drops.is_some_and(|drops| drops.no_doubled.is_some());
        if rules
            .facts
            .paired_promotion
            .targets
            .iter()
            .any(Option::is_some)
            || gating.leaps.is_some()
            || captures.blast.is_some()
            || doubled
            || rules.roles.len() >= SLOTS
        {
            return declined("pieces make room for others, and more follows from their moves");
        }
    }
    let passes = |rule: &EnPassantRules| rule.types.iter().any(|types| !types.is_empty());
    if rules.facts.forbids_dead_ends
        && rules.facts.en_passant.as_ref().is_none_or(passes)
        && marks(rules)
    {
        return declined("captures en passant may lead to dead ends");
    }
    let CheckRules {
        allowed,
        counted: _,
        flying_generals,
        bikjang: _,
        no_escape,
    } = rules.facts.checks;
    if allowed.contains(&ChecksAllowed::Mates) {
        return declined("only checks that mate are allowed");
    }
    if no_escape
        && (flying_generals
            || captures.blast.is_some()
            || rules.has_imitating_pieces
            || screened_role(rules)?.is_some())
    {
        return declined("kings leave check only by capturing, and checks are special");
    }
    if flying_generals && castling.is_some() {
        return declined("kings that see one another castle");
    }
    if captures.blast.is_some() && !rules.blast.is_around() {
        return declined("blasts go elsewhere than around");
    }
    if captures.mandatory && captures.blast.is_some() {
        return declined("blasting captures are mandatory");
    }
    let is_strange =
        |goal: &Goal| goal.result != Verdict::Win || goal.is_late() && captures.blast.is_some();
    if rules.facts.goals.iter().any(is_strange) {
        return declined("a goal does not win, or must be safe from blasts");
    }
    check_passing(rules)?;
    check_walls(rules)?;
    check_pieces(rules)
}

/// Declines unsupported special actions and captures of pieces.
fn check_pieces(rules: &CompiledRules) -> Result<(), Declined> {
    if !rules.asks_beside_moves {
        return Ok(());
    }
    let fits = |role: &RoleRules| {
        let only_imitates = role.only_imitates && role.moves.is_empty() && !role.king;
        (role.only_walks || only_imitates)
            && (role.moves.iter()).all(|mv| mv.takes.is_none() && mv.in_check)
    };
    let keeps = rules.facts.captured_to == CapturedTo::CaptorHand;
    if rules.facts.royal != RoyalRule::Check
        || !rules.roles.iter().all(fits)
        || rules.has_imitating_pieces && (rules.has_move_rules || keeps)
    {
        return declined("pieces do more beside their moves than the tables know");
    }
    Ok(())
}
