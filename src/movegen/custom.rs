//! Calls of custom rules by phase, in the order of the definition.

use std::sync::Arc;

use crate::geometry::{Square, SquareSet};
use crate::rules::{
    After, Attack, CompiledRules, Decision, Drops, LegalMoves, Moves, NamedRule, Past, Phases,
    Record, Rule, RuleContext, RuleEnd, perform_effects, why_impossible, why_impossible_effect,
};
use crate::source::budget::spend;
use crate::state::{Color, Effect, Move, MoveKind, Piece, RuleId, RuleState, Setup};

use super::mover::Mover;
use super::walks::{add_new, push_with_promotions};

/// Budget steps for one scan of the board by a rule.
fn looking_around(rules: &CompiledRules) -> u64 {
    1 + rules.shape.area() as u64 / 4
}

fn context<'a>(rules: &'a CompiledRules, setup: &'a Setup, rule: RuleId) -> RuleContext<'a> {
    RuleContext::new(rules, setup, rule)
}

/// The rules that are called in a phase, with their contexts.
fn called<'a>(
    rules: &'a CompiledRules,
    setup: &'a Setup,
    phase: Phases,
) -> impl Iterator<Item = (&'a dyn Rule, RuleContext<'a>)> {
    let active = rules.rules_in(phase);
    active.map(move |(rule, named)| (&*named.rule, context(rules, setup, rule)))
}

/// Callback for each impossible move of a rule, with the reason.
pub(super) type Refused<'a> = &'a mut dyn FnMut(&NamedRule, &Move, String);

/// The moves and drops that rules add to those of the pieces, with promotions; while the game is set up, the
/// placements.
pub(super) fn offered(rules: &CompiledRules, setup: &Setup) -> Vec<Move> {
    let mut moves = Vec::new();
    offer(rules, setup, &mut |_, _, _| {}, &mut moves);
    moves
}

pub(super) fn offer(
    rules: &CompiledRules,
    setup: &Setup,
    refused: Refused<'_>,
    moves: &mut Vec<Move>,
) {
    offer_moves(rules, setup, refused, moves);
    for drops in drop_sets(rules, setup, refused) {
        moves.extend(drops.moves());
    }
}

/// The rules that add moves; while the game is set up, only the one that sets it up.
fn offering<'a>(
    rules: &'a CompiledRules,
    setup: &'a Setup,
) -> impl Iterator<Item = (RuleId, &'a NamedRule)> {
    let set_up = rules.set_up_by(setup);
    let others = rules.rules_in(Phases::OFFER);
    let others = others.filter(move |_| set_up.is_none());
    set_up.into_iter().chain(others)
}

/// The moves that rules add, without drops.
pub(super) fn offer_moves(
    rules: &CompiledRules,
    setup: &Setup,
    refused: Refused<'_>,
    moves: &mut Vec<Move>,
) {
    let mut sink = Moves::default();
    for (rule, named) in offering(rules, setup) {
        named.rule.offer(&context(rules, setup, rule), &mut sink);
        for mv in sink.drain() {
            match why_impossible(rules, setup, &mv, None) {
                Some(reason) => refused(named, &mv, reason),
                None if mv.kind == MoveKind::Normal
                    && mv.promotion.is_none()
                    && mv.mover_stays() =>
                {
                    push_with_promotions(rules, setup, mv, moves);
                }
                None => moves.push(mv),
            }
        }
    }
}

/// A piece that can be dropped, and the empty squares for its drop.
pub(super) struct DropSet {
    pub(super) piece: Piece,
    pub(super) squares: SquareSet,
    /// The rule that supplies it, if it is not from the hand.
    supplier: Option<RuleId>,
}

impl DropSet {
    /// The drop on a square.
    pub(super) fn move_to(&self, to: Square) -> Move {
        let mut mv = Move::drop_of(self.piece, to);
        let supply = |rule| Effect::Supply { rule };
        mv.effects.extend(self.supplier.map(supply));
        mv
    }

    /// The drops on all squares.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.squares.iter().map(|to| self.move_to(to))
    }
}

/// The drops that rules add.
pub(super) fn drop_sets(
    rules: &CompiledRules,
    setup: &Setup,
    refused: Refused<'_>,
) -> Vec<DropSet> {
    let mut sink = Drops::default();
    let mut sets: Vec<DropSet> = Vec::new();
    for (rule, named) in offering(rules, setup) {
        named.rule.drops(&context(rules, setup, rule), &mut sink);
        for (piece, squares, supplied) in sink.drain() {
            let supplier = supplied.then_some(rule);
            let squares = free(rules, setup, squares);
            let known = |set: &&mut DropSet| set.piece == piece && set.supplier == supplier;
            if let Some(known) = sets.iter_mut().find(known) {
                known.squares.unite(&squares);
                continue;
            }
            let Some(first) = squares.iter().next() else {
                continue;
            };
            let set = DropSet {
                piece,
                squares,
                supplier,
            };
            let mv = set.move_to(first);
            match why_impossible(rules, setup, &mv, None) {
                Some(reason) => refused(named, &mv, reason),
                None => sets.push(set),
            }
        }
    }
    sets
}

/// Those of some squares that exist and are empty.
fn free(rules: &CompiledRules, setup: &Setup, squares: SquareSet) -> SquareSet {
    let is_free = |square: &Square| rules.has_square(*square) && rules.is_free(setup, *square);
    let [white, black] = Color::ALL.map(|color| setup.board.squares_of(color));
    let squares = squares.difference(white).difference(black);
    if squares.iter().all(|square| is_free(&square)) {
        return squares;
    }
    squares.iter().filter(is_free).collect()
}

/// The rules that act on a move; while the game is set up, only the one that sets it up and those that act on
/// placements.
fn acting<'a>(
    rules: &'a CompiledRules,
    setup: &'a Setup,
    phase: Phases,
) -> impl Iterator<Item = (RuleId, &'a NamedRule)> {
    let set_up = rules.set_up_by(setup).map(|(rule, _)| rule);
    let active = rules.rules_in(phase);
    active.filter(move |(rule, named)| {
        set_up.is_none_or(|by| by == *rule || named.rule.acts_on_set_up())
    })
}

/// Adds the effects of rules to moves. Moves that become equal are merged.
pub(super) fn effect(
    rules: &CompiledRules,
    setup: &Setup,
    refused: Refused<'_>,
    moves: &mut Vec<Move>,
) {
    let mut sink = Moves::default();
    let mut altered = Vec::new();
    for (rule, named) in acting(rules, setup, Phases::EFFECT) {
        let at = context(rules, setup, rule);
        let mut kept = 0;
        // PERF: most rules alter few moves; the others stay in place.
        for index in 0..moves.len() {
            if spend(Move::WORK + looking_around(rules)).is_err() {
                moves.clear();
                return;
            }
            let original = &moves[index];
            let mut stays = !named.rule.alters(&at, original);
            if !stays {
                named.rule.effect(&at, original.clone(), &mut sink);
                for mv in sink.drain() {
                    // PERF: the fields that rules change are compared first.
                    if mv.effects == original.effects && mv.gate == original.gate && mv == *original
                    {
                        stays = true;
                        continue;
                    }
                    match why_impossible(rules, setup, &mv, Some(original)) {
                        Some(reason) => refused(named, &mv, reason),
                        None => altered.push(mv),
                    }
                }
            }
            if stays {
                if kept < index {
                    moves.swap(kept, index);
                }
                kept += 1;
            }
        }
        moves.truncate(kept);
        if !altered.is_empty() {
            add_new(rules, altered.drain(..), moves);
        }
    }
}

/// Whether a side can capture on a square with an enemy piece that a rule lets it move.
pub(super) fn attacked_by_enemies(
    rules: &CompiledRules,
    setup: &Setup,
    target: Square,
    by: Color,
) -> bool {
    let mut active = called(rules, setup, Phases::ADD_ATTACKS);
    active.any(|(rule, at)| rule.attack_by_enemies(&at.in_attack(), by, target))
}

/// Whether a rule forbids a move.
pub(super) fn is_forbidden(rules: &CompiledRules, setup: &Setup, mv: &Move) -> bool {
    let mut active = rules.rules_in(Phases::FORBID);
    let Some((first, _)) = active.next() else {
        return false;
    };
    let mut after = After::new(context(rules, setup, first), mv);
    rules.rules_in(Phases::FORBID).any(|(rule, named)| {
        // An exhausted budget forbids all moves.
        if spend(looking_around(rules)).is_err() {
            return true;
        }
        after.for_rule(rule);
        named.rule.forbids(&context(rules, setup, rule), mv, &after)
    })
}

/// The targets of moves that rules may forbid or excuse in a position without check; `None` for any move.
pub(super) fn watched(rules: &CompiledRules, setup: &Setup) -> Option<SquareSet> {
    let mut squares = SquareSet::new();
    for (rule, at) in called(rules, setup, Phases::FORBID) {
        squares.unite(&rule.watches(&at)?);
    }
    Some(squares)
}

/// Applies rules that compare legal moves.
pub(super) fn perform_duties(rules: &CompiledRules, setup: &Setup, moves: &mut Vec<Move>) {
    for (rule, at) in called(rules, setup, Phases::DUTY) {
        rule.duty(&at, &mut LegalMoves::new(moves));
    }
}

/// Whether a rule may remove any of the legal moves.
pub(super) fn has_duty(rules: &CompiledRules, setup: &Setup) -> bool {
    called(rules, setup, Phases::DUTY).any(|(rule, at)| rule.binds(&at))
}

/// Updates the memory of rules after a move.
pub(super) fn remember(rules: &CompiledRules, before: &Setup, mv: &Move, after: &mut Setup) {
    let set_up = rules.set_up_by(before);
    let mut active = called(rules, before, Phases::REMEMBER);
    let is_prolonged = set_up.is_none() && active.any(|(rule, at)| rule.prolongs(&at, mv));
    for (rule, named) in rules.rules_in(Phases::REMEMBER) {
        if (is_prolonged || set_up.is_some()) && named.rule.decides().contains(&Decision::Turn) {
            continue;
        }
        let state = named.rule.remember(
            &context(rules, before, rule),
            mv,
            &context(rules, after, rule),
        );
        if let Some(state) = state {
            after.special.custom.set(rule, state);
        }
    }
    if let Some((rule, named)) = set_up {
        // The move counters start with the first move after the setup.
        (after.halfmove_clock, after.fullmove_number) = (0, 1);
        after.turn = (named.rule).next_to_set_up(mv, &context(rules, after, rule));
    } else if is_prolonged {
        after.turn = before.turn;
        after.fullmove_number = before.fullmove_number;
        after.en_passant.clone_from(&before.en_passant);
    } else if rules.has_turn_rule {
        pass_turn(rules, before, mv, after);
    }
    if after.turn != before.turn {
        for (rule, named) in rules.rules_in(Phases::REMEMBER) {
            let state = after.special.custom.get(rule);
            if let Some(state) = named.rule.turn_ends(state, before.turn) {
                after.special.custom.set(rule, state);
            }
        }
    }
}

/// Applies the effects of rules that follow a move, after the test of the royal pieces.
pub(super) fn follow(
    rules: &CompiledRules,
    before: &Setup,
    mv: &Move,
    after: &mut Setup,
    refused: Refused<'_>,
) {
    for (rule, named) in acting(rules, before, Phases::FOLLOW) {
        let at = context(rules, before, rule);
        let effects = named.rule.follow(&at, mv, &context(rules, after, rule));
        for effect in &effects {
            match why_impossible_effect(rules, after, effect) {
                Some(reason) => refused(named, mv, reason),
                None => perform_effects(std::slice::from_ref(effect), after),
            }
        }
    }
}

/// Keeps the position before a move if a rule allows the opponent to take it back.
pub(super) fn keep(rules: &CompiledRules, before: &Setup, mv: &Move, after: &mut Setup) {
    // Own moves and setup placements cannot be taken back.
    if !rules.takes_back || after.turn == before.turn || rules.set_up_by(before).is_some() {
        return;
    }
    let states = rules.rules_with_ids().filter_map(|(rule, named)| {
        let state = named.rule.keep(&context(rules, before, rule), mv)?;
        Some((rule, state))
    });
    let states: Vec<(RuleId, RuleState)> = states.collect();
    if states.is_empty() {
        return;
    }
    let mut kept = before.clone();
    kept.special.kept = None;
    for (rule, state) in states {
        kept.special.custom.set(rule, state);
    }
    after.special.kept = Some(Arc::new(kept));
}

/// The move that takes back the opponent's last move, if a rule allows it. No other rule affects it.
pub(super) fn take_back(rules: &CompiledRules, setup: &Setup) -> Option<Move> {
    let kept = setup.special.kept.as_deref()?;
    // After a null move of the search the side that made it may be to move.
    if kept.turn == setup.turn {
        return None;
    }
    rules.rules_with_ids().find_map(|(rule, named)| {
        let at = context(rules, setup, rule);
        let [from, to] = named.rule.take_back(&at, &context(rules, kept, rule))?;
        let known = [setup.board.piece(from), kept.board.piece(to)];
        let piece = known.into_iter().flatten().next()?;
        let mut mv = Move::walk(piece, from, to);
        mv.effects.push(Effect::TakeBack);
        (rules.has_square(from) && rules.has_square(to)).then_some(mv)
    })
}

/// Passes the turn as a rule decides. The full move number grows when Black's turn ends.
fn pass_turn(rules: &CompiledRules, before: &Setup, mv: &Move, after: &mut Setup) {
    let next = rules.rules_in(Phases::REMEMBER).find_map(|(rule, named)| {
        let at = context(rules, before, rule);
        named.rule.next_turn(&at, mv, &context(rules, after, rule))
    });
    let Some(next) = next else { return };
    after.turn = next.side;
    let mut en_passant = next.en_passant;
    en_passant.sort_unstable();
    after.en_passant = en_passant.into_iter().collect();
    let is_over = before.turn == Color::Black && next.side == Color::White;
    after.fullmove_number = before.fullmove_number.saturating_add(u16::from(is_over));
}

/// Whether a rule allows a move to leave the own royal pieces in check.
pub(super) fn is_excused(rules: &CompiledRules, setup: &Setup, mv: &Move) -> bool {
    called(rules, setup, Phases::FORBID).any(|(rule, at)| rule.excuses(&at, mv))
}

/// Whether a rule has too many moves for a list.
pub(super) fn has_too_many_chains(rules: &CompiledRules, setup: &Setup, side: Color) -> bool {
    called(rules, setup, Phases::OFFER).any(|(rule, at)| rule.has_too_many(&at, side))
}

/// The end of the game by a rule. The game cannot end while it is set up.
pub(crate) fn ended_by_rule(rules: &CompiledRules, setup: &Setup) -> Option<RuleEnd> {
    ended_by(rules, setup, |_, _| true)
}

/// [`ended_by_rule`] for rules that take precedence over the built-in ends of the game.
pub(crate) fn ended_before_others(rules: &CompiledRules, setup: &Setup) -> Option<RuleEnd> {
    ended_by(rules, setup, |rule, at| rule.ends_first(at))
}

fn ended_by(
    rules: &CompiledRules,
    setup: &Setup,
    is_asked: fn(&dyn Rule, &RuleContext<'_>) -> bool,
) -> Option<RuleEnd> {
    if rules.set_up_by(setup).is_some() {
        return None;
    }
    let mut active = called(rules, setup, Phases::END).filter(|(rule, at)| is_asked(*rule, at));
    active.find_map(|(rule, at)| rule.end(&at))
}

/// The result that a rule gives to an adjudicated game.
pub(crate) fn settled_by_rule(rules: &CompiledRules, setup: &Setup) -> Option<RuleEnd> {
    called(rules, setup, Phases::ADJUDICATION).find_map(|(rule, at)| rule.settle(&at))
}

/// The result if the side to move claims it by a rule; not possible while the game is set up.
pub(crate) fn claimed_by_rule(rules: &CompiledRules, setup: &Setup) -> Option<RuleEnd> {
    if rules.set_up_by(setup).is_some() {
        return None;
    }
    called(rules, setup, Phases::ADJUDICATION).find_map(|(rule, at)| rule.claim(&at))
}

/// The result of a checkmate, if a rule changes it.
pub(crate) fn checkmate_by_rule(
    rules: &CompiledRules,
    setup: &Setup,
    record: &dyn Record,
) -> Option<RuleEnd> {
    let mut active = called(rules, setup, Phases::ADJUDICATION);
    active.find_map(|(rule, at)| rule.checkmate(&at, &Past::new(at, record)))
}

/// The result of a stalemate, if a rule changes it.
pub(crate) fn stalemate_by_rule(rules: &CompiledRules, setup: &Setup) -> Option<RuleEnd> {
    called(rules, setup, Phases::ADJUDICATION).find_map(|(rule, at)| rule.stalemate(&at))
}

/// Whether a rule declares stalemate although legal moves exist.
pub(crate) fn stalemated_by_rule(rules: &CompiledRules, setup: &Setup, moves: &[Move]) -> bool {
    called(rules, setup, Phases::STALEMATE).any(|(rule, at)| rule.stalemates(&at, moves))
}

/// The lead of White by all rules, in centipawns.
pub(super) fn lead_by_rules(rules: &CompiledRules, setup: &Setup) -> i32 {
    let leads = called(rules, setup, Phases::END).map(|(rule, at)| rule.lead(&at));
    leads.fold(0, i32::saturating_add)
}

/// Whether a rule makes the lack of legal moves a checkmate.
pub(crate) fn mated_by_rule(rules: &CompiledRules, setup: &Setup) -> bool {
    called(rules, setup, Phases::END).any(|(rule, at)| rule.mates(&at))
}

/// Whether a rule makes the lack of legal moves a stalemate.
pub(crate) fn pardoned_by_rule(rules: &CompiledRules, setup: &Setup) -> bool {
    called(rules, setup, Phases::END).any(|(rule, at)| rule.pardons(&at))
}

/// Whether a piece attacks a square, given whether its walks do.
pub(super) fn attacks(mover: &Mover<'_>, target: Square, by_walks: bool) -> bool {
    let (rules, setup, from, piece) = mover.parts();
    let mut hits = by_walks;
    if !hits && !rules.rules_speak_in(Phases::ADD_ATTACKS) {
        return false;
    }
    for (rule, named) in rules.rules_in(Phases::ATTACK) {
        if spend(looking_around(rules)).is_err() {
            return false;
        }
        let at = context(rules, setup, rule).in_attack();
        match named.rule.attack(&at, piece, from, target) {
            Attack::AsItMoves => {}
            Attack::Also => {
                debug_assert!(named.phases.meets(Phases::ADD_ATTACKS), "{}", named.name);
                hits = true;
            }
            Attack::Never => return false,
        }
    }
    hits
}
