//! Laws of positions, wherever they come from, and of the FENs of built-in variants.

use std::collections::BTreeSet;

use ferz::game::{Outcome, Position, Strategy, divide, perft_with};
use ferz::notation::move_texts;
use ferz::source::Diagnostic;
use ferz::state::Move;

use super::corpus::Corpus;
use super::{Broken, games};
use crate::harness::Random;

/// Positions with more moves are not gone into.
const BRANCHING: usize = 60;
/// Leaves at depth 2 that are counted three times.
const LEAVES: usize = 500;

/// A damaged FEN of a built-in variant is read or refused; what is read obeys the laws.
pub(super) fn examine(
    corpus: &Corpus,
    variant: &str,
    fen: &str,
    random: &mut Random,
) -> Result<(), Broken> {
    let Some(variant) = corpus.variant(variant) else {
        return Ok(());
    };
    let read = variant.read_fen(fen);
    findings_are_inside(&read.diagnostics, fen)?;
    let strict = variant.parse_fen(fen);
    if strict.is_ok() == read.has_errors() {
        return Err(Broken::new("both doors agree", fen));
    }
    if read.has_errors() {
        return Ok(());
    }
    games::walk(read.value, 1 + random.below(3), Tables::Compared, random)
}

/// Whether tables are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tables {
    /// They are held against the general engine.
    Compared,
    /// They are not asked.
    Left,
}

/// Every place lies inside of the text, on borders of characters.
pub(super) fn findings_are_inside(findings: &[Diagnostic], text: &str) -> Result<(), Broken> {
    for finding in findings {
        let labels = finding.labels.iter().map(|(span, _)| *span);
        for span in [finding.span].into_iter().chain(labels) {
            if text.get(span.range()).is_none() {
                return Err(Broken::new(
                    "places are inside of the text",
                    format!("{finding:?}"),
                ));
            }
        }
    }
    Ok(())
}

/// Where a law is broken.
fn at(law: &str, position: &Position, detail: impl std::fmt::Debug) -> Broken {
    let name = &position.variant().def().name;
    Broken::new(law, format!("{name} at {}: {detail:?}", position.to_fen()))
}

/// The laws of one position; its moves, as the general engine finds them.
pub(super) fn by_law(
    position: &Position,
    tables: Tables,
    random: &mut Random,
) -> Result<Vec<Move>, Broken> {
    let moves = position.legal_moves_with(Strategy::General);
    let twice = moves.windows(2).find(|pair| pair[0] == pair[1]);
    if let Some([mv, ..]) = twice {
        return Err(at("no move is listed twice", position, mv));
    }
    let count = perft_with(position, 1, Strategy::General);
    if count != moves.len() as u64 {
        return Err(at(
            "perft 1 is the number of moves",
            position,
            (count, moves.len()),
        ));
    }
    if tables == Tables::Compared {
        let fast = position.legal_moves_with(Strategy::Fastest);
        if fast != moves {
            let other = moves.iter().find(|mv| !fast.contains(mv));
            let more = fast.iter().find(|mv| !moves.contains(mv));
            return Err(at(
                "tables list what the general engine lists",
                position,
                (other, more),
            ));
        }
        let count = perft_with(position, 1, Strategy::Fastest);
        if count != moves.len() as u64 {
            return Err(at(
                "tables count what the general engine counts",
                position,
                (count, moves.len()),
            ));
        }
    }
    outcome(position)?;
    let _ = position.is_check();
    if moves.len() <= BRANCHING {
        texts(position, &moves, random)?;
    }
    written(position, &moves)?;
    Ok(moves)
}

/// Counts at depth 2, where there are few.
pub(super) fn counts(position: &Position, tables: Tables, moves: usize) -> Result<(), Broken> {
    if moves * moves > LEAVES {
        return Ok(());
    }
    let general = perft_with(position, 2, Strategy::General);
    if tables == Tables::Compared {
        let fast = perft_with(position, 2, Strategy::Fastest);
        if fast != general {
            return Err(at("perft 2 of both engines", position, (fast, general)));
        }
        let divided: u64 = divide(position, 2).iter().map(|(_, count)| count).sum();
        if divided != general {
            return Err(at(
                "perft is the sum of divide",
                position,
                (general, divided),
            ));
        }
    }
    Ok(())
}

fn outcome(position: &Position) -> Result<(), Broken> {
    let shares = |outcome: &Outcome| match outcome {
        Outcome::Ongoing => true,
        Outcome::Ended { white, black, .. } => {
            (0.0..=1.0).contains(white) && (0.0..=1.0).contains(black)
        }
    };
    let outcome = position.outcome();
    if !shares(&outcome) || !position.claim().as_ref().is_none_or(shares) {
        return Err(at("an outcome is shares of a point", position, outcome));
    }
    Ok(())
}

/// Every move has a text of its own, which reads as the move.
fn texts(position: &Position, moves: &[Move], random: &mut Random) -> Result<(), Broken> {
    let texts = move_texts(position);
    if texts.len() != moves.len() {
        return Err(at("every move has a text", position, moves.len()));
    }
    let mut seen = BTreeSet::new();
    for (text, mv) in &texts {
        if !moves.contains(mv) {
            return Err(at("texts are of legal moves", position, text));
        }
        if !seen.insert(text) {
            return Err(at("texts tell moves apart", position, text));
        }
    }
    if !texts.is_empty() {
        let (text, mv) = &texts[random.below(texts.len())];
        match position.parse_move(text) {
            Ok(read) if read == *mv => {}
            read => {
                return Err(at(
                    "a move text reads as its move",
                    position,
                    (text, mv, read),
                ));
            }
        }
    }
    Ok(())
}

/// A FEN reads as the position that it was written from: without errors, it is written the
/// same again, and the same moves are legal.
fn written(position: &Position, moves: &[Move]) -> Result<(), Broken> {
    let fen = position.to_fen();
    let read = position.variant().read_fen(&fen);
    if read.has_errors() {
        let codes: Vec<_> = read
            .diagnostics
            .iter()
            .map(|one| one.code.as_str())
            .collect();
        return Err(at(
            &format!("a FEN that was written is read ({})", codes.join(" ")),
            position,
            &read.diagnostics[0].message,
        ));
    }
    let again = read.value.to_fen();
    if again != fen {
        return Err(at("a FEN is written as it was read", position, again));
    }
    let theirs = read.value.legal_moves_with(Strategy::General);
    if theirs != moves {
        let lost = moves.iter().find(|mv| !theirs.contains(mv));
        let more = theirs.iter().find(|mv| !moves.contains(mv));
        return Err(at("a FEN keeps the legal moves", position, (lost, more)));
    }
    Ok(())
}
