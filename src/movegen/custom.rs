//! The phases in which rules of a program's own are asked, in the order of the definition.

use std::sync::Arc;

use crate::geometry::{Square, SquareSet};
use crate::rules::custom::{NamedRule, Record, why_impossible, why_impossible_effect};
use crate::rules::{
    After, Attack, CompiledRules, Decision, Drops, LegalMoves, Moves, Past, Phases, Rule,
    RuleContext, RuleEnd, perform_effects,
};
use crate::source::budget::spend;
use crate::state::{Color, Effect, Move, MoveKind, Piece, RuleId, RuleState, Setup};

use super::walks::{Distinct, push_with_promotions};

/// How many steps of the budget it costs a rule to look once over the board.
fn looking_around(book: &CompiledRules) -> u64 {
    1 + book.shape.area() as u64 / 4
}

fn context<'a>(book: &'a CompiledRules, setup: &'a Setup, rule: RuleId) -> RuleContext<'a> {
    RuleContext::new(book, setup, rule)
}

/// Is told of each move that a rule has made and that cannot be performed, with the reason.
pub(super) type Refused<'a> = &'a mut dyn FnMut(&NamedRule, &Move, String);

/// The moves that rules offer beside those of the pieces, each with the endings that a walk has, and where
/// they drop pieces; or those by which the game is set up.
pub(super) fn offered(book: &CompiledRules, setup: &Setup) -> Vec<Move> {
    let mut moves = Vec::new();
    offer(book, setup, &mut |_, _, _| {}, &mut moves);
    moves
}

pub(super) fn offer(
    book: &CompiledRules,
    setup: &Setup,
    refused: Refused<'_>,
    moves: &mut Vec<Move>,
) {
    offer_moves(book, setup, refused, moves);
    for drops in drop_sets(book, setup, refused) {
        moves.extend(drops.squares.iter().map(|to| drops.move_to(to)));
    }
}

/// The rules that are asked what may be played: one alone while it sets the game up.
fn offering<'a>(
    book: &'a CompiledRules,
    setup: &'a Setup,
) -> impl Iterator<Item = (RuleId, &'a NamedRule)> {
    let set_up = book.set_up_by(setup);
    let others = book.rules_in(Phases::OFFER);
    let others = others.filter(move |_| set_up.is_none());
    set_up.into_iter().chain(others)
}

/// The moves among what is offered.
pub(super) fn offer_moves(
    book: &CompiledRules,
    setup: &Setup,
    refused: Refused<'_>,
    moves: &mut Vec<Move>,
) {
    let mut sink = Moves::default();
    for (rule, named) in offering(book, setup) {
        named.rule.offer(&context(book, setup, rule), &mut sink);
        for mv in sink.drain() {
            match why_impossible(book, setup, &mv, None) {
                Some(reason) => refused(named, &mv, reason),
                None if mv.kind == MoveKind::Normal
                    && mv.promotion.is_none()
                    && mv.mover_stays() =>
                {
                    push_with_promotions(book, setup, mv, moves);
                }
                None => moves.push(mv),
            }
        }
    }
}

/// A piece that may be dropped, and the empty squares on which it may.
pub(super) struct DropSet {
    pub(super) piece: Piece,
    pub(super) squares: SquareSet,
    /// The rule from which it comes, if not from the hand.
    supplier: Option<RuleId>,
}

impl DropSet {
    /// Its drop on a square.
    pub(super) fn move_to(&self, to: Square) -> Move {
        let mut mv = Move {
            kind: MoveKind::Drop,
            ..Move::walk(self.piece, to, to)
        };
        let supply = |rule| Effect::Supply { rule };
        mv.effects.extend(self.supplier.map(supply));
        mv
    }
}

/// The drops among what is offered.
pub(super) fn drop_sets(book: &CompiledRules, setup: &Setup, refused: Refused<'_>) -> Vec<DropSet> {
    let mut sink = Drops::default();
    let mut sets: Vec<DropSet> = Vec::new();
    for (rule, named) in offering(book, setup) {
        named.rule.drops(&context(book, setup, rule), &mut sink);
        for (piece, squares, supplied) in sink.drain() {
            let supplier = supplied.then_some(rule);
            let squares = free(book, setup, squares);
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
            match why_impossible(book, setup, &mv, None) {
                Some(reason) => refused(named, &mv, reason),
                None => sets.push(set),
            }
        }
    }
    sets
}

/// Those of some squares that are there and empty.
fn free(book: &CompiledRules, setup: &Setup, squares: SquareSet) -> SquareSet {
    let is_free = |square: &Square| book.has_square(*square) && book.is_free(setup, *square);
    let [white, black] = Color::ALL.map(|color| setup.board.squares_of(color));
    let squares = squares.difference(white).difference(black);
    if squares.iter().all(|square| is_free(&square)) {
        return squares;
    }
    squares.iter().filter(is_free).collect()
}

/// The rules that are asked what a move does: while the game is set up, the one that does so and those that act
/// on that.
fn acting<'a>(
    book: &'a CompiledRules,
    setup: &'a Setup,
    phase: Phases,
) -> impl Iterator<Item = (RuleId, &'a NamedRule)> {
    let set_up = book.set_up_by(setup).map(|(rule, _)| rule);
    let rules = book.rules_in(phase);
    rules.filter(move |(rule, named)| {
        set_up.is_none_or(|by| by == *rule || named.rule.acts_on_set_up())
    })
}

/// Lets rules say what else the moves do. Moves that become equal by it are one move.
pub(super) fn add_effects(book: &CompiledRules, setup: &Setup, moves: &mut Vec<Move>) {
    effect(book, setup, &mut |_, _, _| {}, moves);
}

pub(super) fn effect(
    book: &CompiledRules,
    setup: &Setup,
    refused: Refused<'_>,
    moves: &mut Vec<Move>,
) {
    let mut sink = Moves::default();
    let mut altered = Vec::new();
    for (rule, named) in acting(book, setup, Phases::EFFECT) {
        let at = context(book, setup, rule);
        let mut kept = 0;
        // PERF: most rules alter few moves, and the others stay where they are.
        for index in 0..moves.len() {
            if spend(Move::WORK + looking_around(book)).is_err() {
                moves.clear();
                return;
            }
            let original = &moves[index];
            let mut stays = !named.rule.alters(&at, original);
            if !stays {
                named.rule.effect(&at, original.clone(), &mut sink);
                for mv in sink.drain() {
                    // PERF: what rules add stands last in a move, and tells at once.
                    if mv.effects == original.effects && mv.gate == original.gate && mv == *original
                    {
                        stays = true;
                        continue;
                    }
                    match why_impossible(book, setup, &mv, Some(original)) {
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
            let mut distinct = Distinct::after(book, std::mem::take(moves));
            altered.drain(..).for_each(|mv| distinct.push(mv));
            *moves = distinct.into_moves();
        }
    }
}

/// Whether a side could capture on a square by an enemy piece that a rule lets it move.
pub(super) fn attacked_by_enemies(
    book: &CompiledRules,
    setup: &Setup,
    target: Square,
    by: Color,
) -> bool {
    let mut rules = book.rules_in(Phases::ATTACK);
    rules.any(|(rule, named)| {
        let at = context(book, setup, rule).in_attack();
        named.rule.attack_by_enemies(&at, by, target)
    })
}

/// Whether a rule forbids a move.
pub(super) fn is_forbidden(book: &CompiledRules, setup: &Setup, mv: &Move) -> bool {
    let mut rules = book.rules_in(Phases::FORBID);
    let Some((first, _)) = rules.next() else {
        return false;
    };
    let mut after = After::new(context(book, setup, first), mv);
    book.rules_in(Phases::FORBID).any(|(rule, named)| {
        // Nothing is let through any more.
        if spend(looking_around(book)).is_err() {
            return true;
        }
        after.for_rule(rule);
        named.rule.forbids(&context(book, setup, rule), mv, &after)
    })
}

/// The squares on which a move must end to be forbidden or excused by a rule where it is not check; `None` if
/// it may be any move.
pub(super) fn watched(book: &CompiledRules, setup: &Setup) -> Option<SquareSet> {
    let mut squares = SquareSet::new();
    for (rule, named) in book.rules_in(Phases::FORBID) {
        squares.unite(&named.rule.watches(&context(book, setup, rule))?);
    }
    Some(squares)
}

/// Drops the legal moves that may not be made while others can be.
pub(super) fn perform_duties(book: &CompiledRules, setup: &Setup, moves: &mut Vec<Move>) {
    for (rule, named) in book.rules_in(Phases::DUTY) {
        let at = context(book, setup, rule);
        named.rule.duty(&at, &mut LegalMoves::new(moves));
    }
}

/// Whether a rule may drop any of the legal moves.
pub(super) fn has_duty(book: &CompiledRules, setup: &Setup) -> bool {
    let mut rules = book.rules_in(Phases::DUTY);
    rules.any(|(rule, named)| named.rule.binds(&context(book, setup, rule)))
}

/// Lets rules remember what a move leaves to be remembered.
pub(super) fn remember(book: &CompiledRules, before: &Setup, mv: &Move, after: &mut Setup) {
    let set_up = book.set_up_by(before);
    let mut rules = book.rules_in(Phases::REMEMBER);
    let is_prolonged = set_up.is_none()
        && rules.any(|(rule, named)| named.rule.prolongs(&context(book, before, rule), mv));
    for (rule, named) in book.rules_in(Phases::REMEMBER) {
        if (is_prolonged || set_up.is_some()) && named.rule.decides().contains(&Decision::Turn) {
            continue;
        }
        let state = named.rule.remember(
            &context(book, before, rule),
            mv,
            &context(book, after, rule),
        );
        if let Some(state) = state {
            after.special.custom.set(rule, state);
        }
    }
    if let Some((rule, named)) = set_up {
        // Moves are counted from the first one.
        (after.halfmove_clock, after.fullmove_number) = (0, 1);
        after.turn = (named.rule).next_to_set_up(mv, &context(book, after, rule));
    } else if is_prolonged {
        after.turn = before.turn;
        after.fullmove_number = before.fullmove_number;
        after.en_passant.clone_from(&before.en_passant);
    } else if book.has_turn_rule() {
        pass_turn(book, before, mv, after);
    }
    if after.turn != before.turn {
        for (rule, named) in book.rules_in(Phases::REMEMBER) {
            let state = after.special.custom.get(rule);
            if let Some(state) = named.rule.turn_ends(state, before.turn) {
                after.special.custom.set(rule, state);
            }
        }
    }
}

/// Lets rules do what follows from a move when the royal pieces have been judged.
pub(super) fn follow(
    book: &CompiledRules,
    before: &Setup,
    mv: &Move,
    after: &mut Setup,
    refused: Refused<'_>,
) {
    for (rule, named) in acting(book, before, Phases::FOLLOW) {
        let at = context(book, before, rule);
        let effects = named.rule.follow(&at, mv, &context(book, after, rule));
        for effect in &effects {
            match why_impossible_effect(book, after, effect) {
                Some(reason) => refused(named, mv, reason),
                None => perform_effects(std::slice::from_ref(effect), after),
            }
        }
    }
}

/// Keeps the position before a move if a rule lets the other side take the move back.
pub(super) fn keep(book: &CompiledRules, before: &Setup, mv: &Move, after: &mut Setup) {
    // Nobody takes back moves of one's own, or what was set up.
    if !book.takes_back() || after.turn == before.turn || book.set_up_by(before).is_some() {
        return;
    }
    let states = book.rules_with_ids().filter_map(|(rule, named)| {
        let state = named.rule.keep(&context(book, before, rule), mv)?;
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

/// The move that takes the other side's latest one back, if a rule allows it. No other rule has a say in it.
pub(super) fn take_back(book: &CompiledRules, setup: &Setup) -> Option<Move> {
    let kept = setup.special.kept.as_deref()?;
    // Who made it may be to move where a search passes.
    if kept.turn == setup.turn {
        return None;
    }
    book.rules_with_ids().find_map(|(rule, named)| {
        let at = context(book, setup, rule);
        let [from, to] = named.rule.take_back(&at, &context(book, kept, rule))?;
        let known = [setup.board.piece(from), kept.board.piece(to)];
        let piece = known.into_iter().flatten().next()?;
        let mut mv = Move::walk(piece, from, to);
        mv.effects.push(Effect::TakeBack);
        (book.has_square(from) && book.has_square(to)).then_some(mv)
    })
}

/// Gives the next move to whom a rule gives it. Full moves are counted when Black's turn ends.
fn pass_turn(book: &CompiledRules, before: &Setup, mv: &Move, after: &mut Setup) {
    let next = book.rules_in(Phases::REMEMBER).find_map(|(rule, named)| {
        let at = context(book, before, rule);
        named.rule.next_turn(&at, mv, &context(book, after, rule))
    });
    let Some(next) = next else {
        return;
    };
    after.turn = next.side;
    let mut en_passant = next.en_passant;
    en_passant.sort_unstable();
    after.en_passant = en_passant.into_iter().collect();
    let is_over = before.turn == Color::Black && next.side == Color::White;
    after.fullmove_number = before.fullmove_number.saturating_add(u16::from(is_over));
}

/// Whether a rule lets a move leave the mover's royal pieces unsafe.
pub(super) fn is_excused(book: &CompiledRules, setup: &Setup, mv: &Move) -> bool {
    let mut rules = book.rules_in(Phases::FORBID);
    rules.any(|(rule, named)| named.rule.excuses(&context(book, setup, rule), mv))
}

/// Whether a rule has more moves for a side than can be listed.
pub(super) fn has_too_many_chains(book: &CompiledRules, setup: &Setup, side: Color) -> bool {
    let mut rules = book.rules_in(Phases::OFFER);
    rules.any(|(rule, named)| named.rule.has_too_many(&context(book, setup, rule), side))
}

/// How a rule has ended the game, if one has. While the game is set up, none has.
pub(crate) fn ended_by_rule(book: &CompiledRules, setup: &Setup) -> Option<RuleEnd> {
    ended_by(book, setup, |_, _| true)
}

/// The same for the rules whose ends come before those of the format.
pub(crate) fn ended_before_others(book: &CompiledRules, setup: &Setup) -> Option<RuleEnd> {
    ended_by(book, setup, |rule, at| rule.ends_first(at))
}

fn ended_by(
    book: &CompiledRules,
    setup: &Setup,
    is_asked: fn(&dyn Rule, &RuleContext<'_>) -> bool,
) -> Option<RuleEnd> {
    if book.set_up_by(setup).is_some() {
        return None;
    }
    let mut rules = book.rules_in(Phases::END);
    rules.find_map(|(rule, named)| {
        let at = context(book, setup, rule);
        let end = is_asked(&*named.rule, &at).then(|| named.rule.end(&at));
        end.flatten()
    })
}

/// How a rule settles a game that its course ends, if one does.
pub(crate) fn settled_by_rule(book: &CompiledRules, setup: &Setup) -> Option<RuleEnd> {
    let mut rules = book.rules_in(Phases::COURSE);
    rules.find_map(|(rule, named)| named.rule.settle(&context(book, setup, rule)))
}

/// How the game ends if the side to move claims it by a rule. While pieces are placed before the first move,
/// nobody does.
pub(crate) fn claimed_by_rule(book: &CompiledRules, setup: &Setup) -> Option<RuleEnd> {
    if book.set_up_by(setup).is_some() {
        return None;
    }
    let mut rules = book.rules_in(Phases::COURSE);
    rules.find_map(|(rule, named)| named.rule.claim(&context(book, setup, rule)))
}

/// What a checkmate is by a rule, if one says so.
pub(crate) fn checkmate_by_rule(
    book: &CompiledRules,
    setup: &Setup,
    record: &dyn Record,
) -> Option<RuleEnd> {
    let mut rules = book.rules_in(Phases::COURSE);
    rules.find_map(|(rule, named)| {
        let at = context(book, setup, rule);
        named.rule.checkmate(&at, &Past::new(at, record))
    })
}

/// What a stalemate is by a rule, if one says so.
pub(crate) fn stalemate_by_rule(book: &CompiledRules, setup: &Setup) -> Option<RuleEnd> {
    let mut rules = book.rules_in(Phases::COURSE);
    rules.find_map(|(rule, named)| named.rule.stalemate(&context(book, setup, rule)))
}

/// Whether a rule says that the side to move is stalemated though it has legal moves.
pub(crate) fn stalemated_by_rule(book: &CompiledRules, setup: &Setup, moves: &[Move]) -> bool {
    let mut rules = book.rules_in(Phases::STALEMATE);
    rules.any(|(rule, named)| named.rule.stalemates(&context(book, setup, rule), moves))
}

/// By how much White is ahead by all rules, in hundredths of a pawn.
pub(super) fn lead_by_rules(book: &CompiledRules, setup: &Setup) -> i32 {
    let rules = book.rules_in(Phases::END);
    rules.fold(0, |sum, (rule, named)| {
        sum.saturating_add(named.rule.lead(&context(book, setup, rule)))
    })
}

/// Whether a rule says that the side to move, which has no legal move, is checkmated.
pub(crate) fn mated_by_rule(book: &CompiledRules, setup: &Setup) -> bool {
    let mut rules = book.rules_in(Phases::END);
    rules.any(|(rule, named)| named.rule.mates(&context(book, setup, rule)))
}

/// Whether a rule says that the side to move, which has no legal move, is stalemated and not checkmated.
pub(crate) fn pardoned_by_rule(book: &CompiledRules, setup: &Setup) -> bool {
    let mut rules = book.rules_in(Phases::END);
    rules.any(|(rule, named)| named.rule.pardons(&context(book, setup, rule)))
}

/// Whether a piece attacks a square, if by its walks it does or does not.
pub(super) fn attacks(
    book: &CompiledRules,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
    by_walks: bool,
) -> bool {
    let mut hits = by_walks;
    let rules = book.rules_in(Phases::ATTACK);
    for (rule, named) in rules {
        if spend(looking_around(book)).is_err() {
            return false;
        }
        let at = context(book, setup, rule).in_attack();
        match named.rule.attack(&at, piece, from, target) {
            Attack::AsItMoves => {}
            Attack::Also => hits = true,
            Attack::Never => return false,
        }
    }
    hits
}
