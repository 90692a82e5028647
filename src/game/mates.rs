//! Mates that do not count: by a dropped pawn, by a knight, without a strong check.

use super::ending::End;
use super::record::Record;
use crate::definition::{MateRules, PieceId, PieceSet, Reason, ShatarMate, Verdict};
use crate::geometry::Square;
use crate::movegen::{attacked_by, kings_attacked};
use crate::rules::Rulebook;
use crate::state::{MoveKind, Setup};

/// What a mate of the side to move counts instead, if it is of such a kind.
pub(super) fn discounted(
    book: &Rulebook,
    rules: &MateRules,
    setup: &Setup,
    record: &Record,
) -> Option<End> {
    let won = Some((Verdict::Win, Reason::ForbiddenMate));
    if let Some(pawn) = rules.dropped
        && record.made(0).is_some_and(|mv| mv.kind == MoveKind::Drop)
        && !checked_by(book, setup, |kind| kind != Some(pawn))
    {
        return won;
    }
    let shatar = rules.shatar.as_ref()?;
    if !checked_by(book, setup, |kind| kind.is_none() || kind != shatar.knight) {
        return won;
    }
    (!was_strong(book, shatar, setup, record)).then_some((Verdict::Draw, Reason::WeakMate))
}

/// Whether one of the uninterrupted checks before a mate came from a strong piece.
fn was_strong(book: &Rulebook, rule: &ShatarMate, now: &Setup, record: &Record) -> bool {
    let is_strong =
        |strong: PieceSet, kind: Option<PieceId>| kind.is_some_and(|kind| strong.contains(kind));
    (0..=record.len())
        .step_by(2)
        .map(|ago| record.setup(now, ago))
        .take_while(|setup| kings_attacked(book, setup, setup.turn))
        .any(|setup| checked_by(book, setup, |kind| is_strong(rule.strong, kind)))
}

/// Whether a king of the side to move is attacked by a piece of such a kind.
fn checked_by(book: &Rulebook, setup: &Setup, wanted: impl Fn(Option<PieceId>) -> bool) -> bool {
    let kings: Vec<Square> = book.royals(setup, setup.turn).collect();
    kings.into_iter().any(|king| {
        attacked_by(book, setup, king, setup.turn.opponent(), |_, piece| {
            wanted(book.kind(piece.role))
        })
    })
}
