//! The phases in which rules of a program's own are asked, in the order of the definition.

use crate::geometry::Square;
use crate::rules::custom::{MoveFinder, NamedRule, why_impossible};
use crate::rules::{After, Attack, LegalMoves, Moves, RuleContext, RuleEnd, Rulebook};
use crate::state::{Color, Move, MoveKind, Piece, RuleId, Setup};

use super::generate::{attacks as attacks_by_all, finish, piece_moves, walks_attack};
use super::legality::{kings_attacked, played};
use super::scene::Scene;

/// What the layer of rules does not know about moves.
struct Finder;

impl MoveFinder for Finder {
    fn walks(&self, book: &Rulebook, setup: &Setup, from: Square, piece: Piece) -> Vec<Move> {
        let mut moves = Vec::new();
        piece_moves(book, setup, from, piece, &mut moves);
        moves
    }

    fn walks_hit(
        &self,
        book: &Rulebook,
        setup: &Setup,
        from: Square,
        piece: Piece,
        target: Square,
    ) -> bool {
        walks_attack(book, setup, from, piece, target)
    }

    fn attacks(
        &self,
        book: &Rulebook,
        setup: &Setup,
        from: Square,
        piece: Piece,
        target: Square,
    ) -> bool {
        attacks_by_all(book, setup, from, piece, target)
    }

    fn in_check(&self, book: &Rulebook, setup: &Setup, color: Color) -> bool {
        kings_attacked(book, setup, color)
    }

    fn played(&self, book: &Rulebook, setup: &Setup, mv: &Move) -> Setup {
        played(book, setup, mv)
    }
}

fn context<'a>(book: &'a Rulebook, setup: &'a Setup, rule: RuleId) -> RuleContext<'a> {
    RuleContext::new(book, setup, rule, &Finder)
}

/// Is told of each move that a rule has made and that cannot be performed, with the reason.
type Refused<'a> = &'a mut dyn FnMut(&NamedRule, &Move, String);

/// The moves that rules offer beside those of the pieces, each with the endings that a walk has.
pub(super) fn offered(scene: &Scene<'_>) -> Vec<Move> {
    let mut moves = Vec::new();
    offer(scene, &mut |_, _, _| {}, &mut moves);
    moves
}

fn offer(scene: &Scene<'_>, refused: Refused<'_>, moves: &mut Vec<Move>) {
    let (book, setup) = (scene.book, scene.setup);
    let mut sink = Moves::default();
    for (rule, named) in book.custom_with_ids() {
        named.rule.offer(&context(book, setup, rule), &mut sink);
        for mv in sink.drain() {
            match why_impossible(book, setup, &mv, None) {
                Some(reason) => refused(named, &mv, reason),
                None if mv.kind == MoveKind::Walk && mv.promotion.is_none() => {
                    finish(book, setup, mv, moves);
                }
                None => moves.push(mv),
            }
        }
    }
}

/// Lets rules say what else the moves do. Moves that become equal by it are one move.
pub(super) fn add_effects(scene: &Scene<'_>, moves: &mut Vec<Move>) {
    effect(scene, &mut |_, _, _| {}, moves);
}

fn effect(scene: &Scene<'_>, refused: Refused<'_>, moves: &mut Vec<Move>) {
    let (book, setup) = (scene.book, scene.setup);
    let mut sink = Moves::default();
    for (rule, named) in book.custom_with_ids() {
        let at = context(book, setup, rule);
        for original in std::mem::take(moves) {
            named.rule.effect(&at, original.clone(), &mut sink);
            for mv in sink.drain() {
                let reason = if mv == original {
                    None
                } else {
                    why_impossible(book, setup, &mv, Some(&original))
                };
                match reason {
                    Some(reason) => refused(named, &mv, reason),
                    None if moves.contains(&mv) => {}
                    None => moves.push(mv),
                }
            }
        }
    }
}

/// Whether a rule forbids a move.
pub(super) fn is_forbidden(book: &Rulebook, setup: &Setup, mv: &Move) -> bool {
    let mut rules = book.custom_with_ids();
    let Some((first, _)) = rules.next() else {
        return false;
    };
    let mut after = After::new(context(book, setup, first), mv);
    book.custom_with_ids().any(|(rule, named)| {
        after.for_rule(rule);
        named.rule.forbids(&context(book, setup, rule), mv, &after)
    })
}

/// Drops the legal moves that may not be made while others can be.
pub(super) fn perform_duties(book: &Rulebook, setup: &Setup, moves: &mut Vec<Move>) {
    for (rule, named) in book.custom_with_ids() {
        let at = context(book, setup, rule);
        named.rule.duty(&at, &mut LegalMoves::new(moves));
    }
}

/// Lets rules remember what a move leaves to be remembered.
pub(super) fn remember(book: &Rulebook, before: &Setup, mv: &Move, after: &mut Setup) {
    for (rule, named) in book.custom_with_ids() {
        let state = named.rule.remember(
            &context(book, before, rule),
            mv,
            &context(book, after, rule),
        );
        if let Some(state) = state {
            after.special.custom.set(rule, state);
        }
    }
}

/// How a rule has ended the game, if one has.
pub(crate) fn ended_by_rule(book: &Rulebook, setup: &Setup) -> Option<RuleEnd> {
    let mut rules = book.custom_with_ids();
    rules.find_map(|(rule, named)| named.rule.end(&context(book, setup, rule)))
}

/// Whether a piece attacks a square, if by its walks it does or does not.
pub(super) fn attacks(
    book: &Rulebook,
    setup: &Setup,
    from: Square,
    piece: Piece,
    target: Square,
    by_walks: bool,
) -> bool {
    let mut hits = by_walks;
    for (rule, named) in book.custom_with_ids() {
        let at = context(book, setup, rule).in_attack();
        match named.rule.attack(&at, piece, from, target) {
            Attack::AsItMoves => {}
            Attack::Also => hits = true,
            Attack::Never => return false,
        }
    }
    hits
}

/// The moves that rules make in a position and that cannot be performed, each in words.
pub(crate) fn refused_moves(book: &Rulebook, setup: &Setup) -> Vec<String> {
    if book.custom().is_empty() {
        return Vec::new();
    }
    let scene = Scene::new(book, setup);
    let mut found: Vec<String> = Vec::new();
    let mut refused = |named: &NamedRule, mv: &Move, reason: String| {
        let name = |square: Square| {
            if book.has_square(square) {
                book.shape.name(square)
            } else {
                format!("square {}", square.index())
            }
        };
        let message = format!(
            "`{}` makes a move from {} to {} that cannot be performed: {reason}",
            named.name,
            name(mv.from),
            name(mv.to)
        );
        if !found.contains(&message) {
            found.push(message);
        }
    };
    let mut moves = Vec::new();
    offer(&scene, &mut refused, &mut moves);
    let mut moves = super::offer::without_effects(&scene);
    effect(&scene, &mut refused, &mut moves);
    found
}
