//! Which special rules and hooks the tables know; variants with others are declined.

use super::atoms::Declined;
use super::extras::{declined, of_kind};
use super::luggage::SLOTS;
use super::promotion::{limit_of, pair};
use crate::definition::{
    Action, CaptureFate, CheckRules, DropRules, FlagRules, Hooks, PassRules, Powers, RoyalRule,
    SpecialRules,
};
use crate::movement::Pattern;
use crate::rules::{RoleRules, Rulebook};
use crate::state::{Color, Role};

/// The role that stands for the royal one where a king is only the last piece of its kind: the
/// tables take it for royal where captures blast.
pub(crate) fn last_king(book: &Rulebook, rules: &SpecialRules) -> Option<Role> {
    let rule = rules.extinction.filter(|rule| rule.pseudo_royal)?;
    let kinds: Vec<usize> = rule
        .kinds
        .iter()
        .filter(|kind| *kind < book.roles.len())
        .collect();
    match kinds[..] {
        [kind]
            if rules.captures.blast.is_some()
                && rule.count == 0
                && !rule.duple
                // Without it the game is over.
                && rule.verdict.is_some()
                && rule.opponent_count == 0
                && !rule.claim
                && of_kind(book, kind) == 1 << kind =>
        {
            Some(Role::new(kind))
        }
        _ => None,
    }
}

/// Whether any move leaves squares open for captures en passant.
fn marks(book: &Rulebook) -> bool {
    let moves = book.roles.iter().flat_map(|role| &role.moves);
    let mut patterns = moves.map(|one| &one.pattern);
    patterns.any(|pattern| match pattern {
        Pattern::Walk(walk) => walk.legs.iter().any(|leg| leg.marks),
        _ => false,
    })
}

/// Why the tables do not know the rules, if that is so.
pub(crate) fn check(book: &Rulebook, rules: &SpecialRules) -> Result<(), Declined> {
    let SpecialRules {
        forms,
        pawns: _,
        promotion,
        in_place,
        castling,
        en_passant,
        captures,
        drops,
        gating,
        walls,
        flip,
        passing,
        checks,
        no_dead_ends,
        extinction,
        flags,
        connection,
        ends_when_full,
        results: _,
        adjudication: _,
    } = rules;
    if forms.iter().any(|form| form.shuns_own_kind) {
        return declined("pieces neither jump over nor capture their own kind");
    }
    let limited = |role: usize| {
        let role = Role::new(role);
        Color::ALL.iter().any(|color| {
            let [target, _] = pair(rules, role, *color);
            target.is_some_and(|target| limit_of(rules, target).is_some())
        })
    };
    if promotion.mandatory && (0..book.roles.len()).any(limited) {
        return declined("mandatory promotions are limited in number");
    }
    if in_place.is_some() {
        return declined("pieces promote where they stand");
    }
    if let Some(castling) = castling
        && (castling.opposite || castling.dropped || castling.wins != [[false; 2]; 2])
    {
        return declined("castling has rules of its own");
    }
    if castling.is_some() && !book.shape.vanishing().is_empty() {
        return declined("castling may cross squares that vanish");
    }
    if !captures.petrify.is_empty() || captures.petrify_blasted || walls.is_some() {
        return declined("there are walls");
    }
    if !captures.immune_to_own.is_empty() {
        return declined("pieces cannot capture their own kind");
    }
    if let Some(blast) = &captures.blast
        && (!blast.immune.is_empty() || last_king(book, rules).is_none() || checks.counted)
    {
        return declined("some pieces survive a blast, or no single piece must");
    }
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
        if !drops.may_check {
            return declined("drops may not give check");
        }
    }
    if let Some(gating) = gating.as_ref().filter(|gating| gating.from_hand) {
        let doubled = drops
            .as_ref()
            .is_some_and(|drops| drops.no_doubled.is_some());
        if promotion.targets.iter().any(Option::is_some)
            || gating.leaps.is_some()
            || captures.blast.is_some()
            || doubled
            || forms.len() >= SLOTS
        {
            return declined("pieces make room for others, and more follows from their moves");
        }
    }
    if *no_dead_ends && en_passant.types.iter().any(|types| !types.is_empty()) && marks(book) {
        return declined("captures en passant may lead to dead ends");
    }
    if flip.is_some() {
        return declined("moves turn pieces over");
    }
    let PassRules {
        always,
        stalemate,
        twice_ends: _,
    } = passing;
    if always.contains(&true) || stalemate.contains(&true) {
        return declined("players may pass");
    }
    let CheckRules {
        allowed,
        counted: _,
        flying_generals,
        bikjang,
        no_escape,
    } = checks;
    if !allowed || *bikjang || *no_escape {
        return declined("checks are restricted");
    }
    if *flying_generals && castling.is_some() {
        return declined("kings that see one another castle");
    }
    if let Some(rule) = extinction
        && rule.pseudo_royal
        && captures.blast.is_none()
    {
        return declined("the last pieces of a kind are royal");
    }
    if captures.mandatory && captures.blast.is_some() {
        return declined("blasting captures are mandatory");
    }
    if let Some(FlagRules {
        last_move, safe, ..
    }) = flags
        && (*last_move || *safe)
    {
        return declined("a goal may be answered or must be safe");
    }
    if connection.is_some() || *ends_when_full {
        return declined("the game ends by the pattern of all pieces");
    }
    if book.def.rules.captured == CaptureFate::CaptorsHand {
        return declined("captured pieces change sides");
    }
    Ok(())
}

/// Why the tables do not know the hooks, if that is so.
pub(crate) fn check_hooks(book: &Rulebook, hooks: &Hooks) -> Result<(), Declined> {
    let known = Hooks {
        // These only say what an end is worth.
        point_count: hooks.point_count.clone(),
        perpetual_check: hooks.perpetual_check,
        both_bare_draws: hooks.both_bare_draws,
        ..Hooks::default()
    };
    let imitates = |powers: &Powers| {
        let imitator = Powers {
            actions: vec![Action::Imitate],
            ..Powers::default()
        };
        *powers == imitator
    };
    let fits = |role: &RoleRules| {
        let only_imitates = imitates(&role.powers) && role.moves.is_empty() && !role.king;
        (role.powers.is_empty() || only_imitates)
            && (role.moves.iter()).all(|one| one.takes.is_none() && one.in_check)
    };
    let rules = &book.def.rules;
    if *hooks != known
        || !book.roles.iter().all(fits)
        || book.special().is_some()
        || rules.royal != RoyalRule::Check
        || rules.captured == CaptureFate::CaptorsHand
    {
        return declined("the variant has hooks that the tables do not know");
    }
    Ok(())
}
