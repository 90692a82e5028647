//! Halfmove clock, and counting rules of Makruk.

use crate::compile::paths;
use crate::definition::{CountingRule, PieceId};
use crate::geometry::{Square, SquareSet};
use crate::movement::{Contents, Initial, Pattern};
use crate::rules::data::{CompiledRules, Counting};
use crate::rules::pieces::of_kind;
use crate::state::{Color, Count, Move, MoveKind, Piece, Role, Setup};

impl CompiledRules {
    /// Whether moves of the role reset the clock by default: it is a pawn-like piece, with
    /// promotions or initial moves and not royal.
    #[inline]
    #[doc(hidden)]
    pub fn is_pawnlike(&self, role: Role) -> bool {
        let piece = self.role(role);
        piece.promotion.is_some()
            || !piece.royal
                && piece
                    .moves
                    .iter()
                    .any(|role_move| match &role_move.pattern {
                        Pattern::Walk(walk) => walk.initial != Initial::Any,
                        _ => false,
                    })
    }

    /// The squares to which a piece could move without capture from a square of an empty board.
    pub(crate) fn quiet_reach(&self, role: Role, color: Color, from: Square) -> SquareSet {
        let mut reach = SquareSet::new();
        for role_move in &self.role(role).moves {
            let Pattern::Walk(walk) = &role_move.pattern else {
                continue;
            };
            if walk.initial != Initial::Any || !self.shape.exists(from) {
                continue;
            }
            if let Ok(found) = paths(walk, &self.shape, color.perspective(), from, 1 << 14) {
                let quiet = found.iter().filter(|path| path.pass.meets(Contents::EMPTY));
                reach.extend(quiet.map(|path| path.to));
            }
        }
        reach
    }
}

/// Whether a move resets the clock.
pub(crate) fn restarts(rules: &CompiledRules, mv: &Move) -> bool {
    let piece = mv.piece;
    let turned = |role: Role| !is_restored(rules, piece, role);
    mv.is_capture()
        || mv.kind == MoveKind::Drop
        || mv.promotion.is_some_and(turned)
        || matches!(mv.kind, MoveKind::Normal | MoveKind::Pass)
            && restarts_clock(rules, piece.role, piece.color)
            && is_irreversible(rules, piece, mv.from, mv.to)
}

/// Whether moves of a piece that neither capture nor promote may reset the clock.
pub(crate) fn restarts_clock(rules: &CompiledRules, role: Role, color: Color) -> bool {
    match rules.facts.restarts {
        None => rules.is_pawnlike(role),
        Some(sets) => rules.is_of(role, sets[color.index()]),
    }
}

/// Whether a move of a piece that [may reset the clock](restarts_clock) does.
pub(crate) fn is_irreversible(
    rules: &CompiledRules,
    piece: Piece,
    from: Square,
    to: Square,
) -> bool {
    rules.facts.restarts.is_none() || from == to || !rules.could_return(piece, to, from)
}

/// Whether a piece that becomes another may become its former kind again.
pub(crate) fn is_restored(rules: &CompiledRules, piece: Piece, role: Role) -> bool {
    rules.facts.paired_promotion.demotion && is_pair(rules, piece, role)
}

/// Whether the promotion is one of the fixed pairs, or its reverse.
fn is_pair(rules: &CompiledRules, piece: Piece, role: Role) -> bool {
    let base = rules.form(piece.role).base[piece.color.index()];
    rules.facts.paired_promotion.target(piece.role) == Some(role.into())
        || base == Some(role.into())
}

/// The limit on moves of each player that a side with few pieces may count; `None` if it may not count.
fn limit(rules: &CompiledRules, rule: &Counting, setup: &Setup, side: Color) -> Option<u16> {
    let other = side.opponent();
    let army = |color| all(setup, color);
    let count = |kind: Option<PieceId>, color| {
        kind.map_or(0, |kind| of_kind(rules, setup, color, kind).count())
    };
    let pawns = count(rule.pawn, Color::White) + count(rule.pawn, Color::Black);
    let theirs = |kind| count(kind, other);
    match rule.rule {
        CountingRule::Asean => {
            if pawns > 0 || army(side) > 1 {
                None
            } else if theirs(rule.rook) > 0 {
                Some(16)
            } else if theirs(rule.khon) > 0 {
                Some(44)
            } else if theirs(rule.knight) > 0 {
                Some(64)
            } else {
                None
            }
        }
        CountingRule::Makruk | CountingRule::Cambodian => {
            let makruk = rule.rule == CountingRule::Makruk;
            // The limits of Cambodian chess are one move lower.
            let less = u16::from(!makruk);
            let too_early = if makruk { pawns > 0 } else { army(side) > 3 };
            if too_early || army(other) == 1 {
                None
            } else if army(side) > 1 {
                Some(64 - less)
            } else if pawns > 0 {
                None
            } else if theirs(rule.rook) > 1 {
                Some(8 - less)
            } else if theirs(rule.rook) == 1 {
                Some(16 - less)
            } else if theirs(rule.khon) > 1 {
                Some(22 - less)
            } else if theirs(rule.knight) > 1 {
                Some(32 - less)
            } else if theirs(rule.khon) == 1 {
                Some(44 - less)
            } else {
                Some(64 - less)
            }
        }
    }
}

fn all(setup: &Setup, color: Color) -> usize {
    setup.board.pieces_of(color).count()
}

/// Updates or begins the count after a move. `before` is the position before the move.
pub(crate) fn count(
    rules: &CompiledRules,
    rule: &Counting,
    before: &Setup,
    after: &mut Setup,
    mv: &Move,
) {
    let (mover, next) = (mv.piece.color, after.turn);
    if let Some(count) = &mut after.special.count {
        count.ply = count.ply.saturating_add(1);
    }
    let everything = (all(after, mover) + all(after, next)) as u16;
    let is_pawn = |piece: Piece| rule.pawn.is_some() && rules.kind(piece.role) == rule.pawn;
    let mut victims = mv
        .captures
        .iter()
        .filter_map(|square| before.board.piece(*square));
    let took_pawn = victims.any(is_pawn);
    let mut left = after.board.pieces();
    let no_pawn = !left.any(|(_, piece)| is_pawn(piece));
    if rule.rule != CountingRule::Asean
        && took_pawn
        && all(after, mover) == 1
        && no_pawn
        && let Some(limit) = limit(rules, rule, after, mover)
    {
        after.special.count = Some(Count {
            limit: 2 * limit,
            ply: 2 * everything - 1,
        });
    }
    let bare = all(after, next) == 1;
    let promoted = mv
        .promotion
        .is_some_and(|role| !is_pair(rules, mv.piece, role));
    if (after.special.count.is_none() || (mv.is_capture() || promoted) && bare)
        && let Some(limit) = limit(rules, rule, after, next)
    {
        let from_zero = rule.rule == CountingRule::Asean || !bare;
        after.special.count = Some(Count {
            limit: 2 * limit,
            ply: if from_zero { 0 } else { 2 * everything },
        });
    }
}
