//! `captureMatrix`: the transformation of a piece by its captures, and explosions.
//!
//! The matrix has a row for each piece, and a column for moves without a capture and for each piece that can be
//! captured. The Diagram also looks up hopped pieces in it, but the effect of these entries is unknown.

use crate::definition::{AfterMove, PieceDef, PieceId, PieceSet, Quiet, Reach, VariantDef};
use crate::geometry::BoardShape;
use crate::movement::{Contents, Pattern};
use crate::source::{Diagnostic, Span, codes};
use crate::syntax::diagram::Field;

use super::letters::Ids;
use super::reader::Reader;

/// One entry of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Normal,
    Becomes(usize),
    Vanishes,
    Explodes,
    /// The capture is forbidden.
    Spares,
    Unknown,
}

/// The contents of the matrix by piece number.
pub(super) struct Matrix {
    /// The transformations after a move.
    pub(super) after: Vec<Option<AfterMove>>,
    /// The pieces that each piece cannot capture.
    pub(super) spares: Vec<PieceSet>,
}

impl Reader<'_> {
    /// Reads the matrix and the reach of explosions.
    pub(super) fn matrix(&mut self, shape: &BoardShape) -> Matrix {
        let mut found: Vec<Option<AfterMove>> = vec![None; self.pieces.len()];
        let mut spares = vec![PieceSet::NONE; self.pieces.len()];
        let mut explodes = None;
        if let Some(setting) = self.last("captureMatrix") {
            let field = &setting.parameter.value;
            for (row, number) in self.rows(field).into_iter().zip(0..) {
                let (after, spared) = self.row(row, number, field, &mut explodes);
                found[number] = (after != AfterMove::default()).then_some(after);
                spares[number] = spared;
            }
        }
        if let Some(setting) = self.last("atomicCapture").filter(|one| one.value() != "0") {
            if setting.value() == "1" {
                explodes = explodes.or(Some(setting.span()));
                for after in &mut found {
                    let after = after.get_or_insert_default();
                    after.explodes = (0..self.pieces.len()).map(PieceId::new).collect();
                }
            } else {
                self.bad_value(setting, "write 0 or 1");
            }
        }
        let zone = explodes.map(|span| (span, self.zone("blastZone", shape)));
        match zone {
            Some((span, zone @ (None | Some(Ok(_))))) => {
                let reach = zone.and_then(Result::ok).unwrap_or_default();
                let place = match reach {
                    Reach::Around => "the squares around",
                    _ => "the squares of `blastZone`",
                };
                let message = format!(
                    "an explosion is read as removing the piece itself and all pieces on {place}; a piece that would \
                     remove a royal piece of its own side does not move there"
                );
                self.report(codes::DOUBTFUL_IMPORT, span, message);
                let blown_up = |after: &&mut AfterMove| {
                    !after.explodes.is_empty() || after.quiet == Some(Quiet::Explodes)
                };
                for after in found.iter_mut().flatten().filter(blown_up) {
                    after.reach = reach.clone();
                }
            }
            Some((span, Some(Err(fault)))) => {
                let message = format!("explosions are not carried over: `blastZone`: {fault}");
                self.report(codes::NOT_CARRIED_OVER, span, message);
                for after in found.iter_mut().flatten() {
                    after.explodes = PieceSet::NONE;
                    after.quiet.take_if(|quiet| *quiet == Quiet::Explodes);
                }
                for after in &mut found {
                    after.take_if(|after| *after == AfterMove::default());
                }
            }
            None => {
                let zone = self.last("blastZone").filter(|one| !one.value().is_empty());
                if let Some(setting) = zone {
                    let message = "`blastZone` has no effect: nothing explodes";
                    self.report(codes::DOUBTFUL_IMPORT, setting.span(), message);
                }
            }
        }
        Matrix {
            after: found,
            spares,
        }
    }

    /// The rows of the matrix, including repeated ones, with their places.
    fn rows<'f>(&mut self, field: &'f Field) -> Vec<(&'f str, usize)> {
        let mut rows: Vec<(&str, usize)> = Vec::new();
        let mut at = 0;
        for row in field.text().split('/') {
            let place = (row, at);
            at += row.len() + 1;
            let Some(count) = row.strip_prefix('"') else {
                rows.push(place);
                continue;
            };
            let above = rows.last().copied().unwrap_or(("", at));
            let count = if count.is_empty() {
                Some(1)
            } else {
                count.parse().ok().filter(|count| *count > 0)
            };
            if count.is_none() {
                let span = field.part(place.1..place.1 + row.len());
                let message = format!("`{row}` is not the number of repetitions of the row above");
                self.report(codes::IMPORT_BAD_VALUE, span, message);
            }
            let count = count.unwrap_or(1).min(self.pieces.len() + 1);
            rows.extend(std::iter::repeat_n(above, count));
        }
        let n_pieces = self.pieces.len();
        if let Some((_, at)) = rows.get(n_pieces) {
            let span = field.part(*at..field.text().len().max(*at));
            let message = format!(
                "the table has {} rows for {n_pieces} pieces; the rest is not read",
                rows.len()
            );
            self.report(codes::NOT_CARRIED_OVER, span, message);
            rows.truncate(n_pieces);
        }
        rows
    }

    /// Reads one row.
    ///
    /// ```text
    /// row   = { entry [ count ] }
    /// entry = "." | "0" | "@" | "!" | "?" | id
    /// count = ( "1" … "9" ) { digit }
    /// ```
    fn row(
        &mut self,
        (row, at): (&str, usize),
        number: usize,
        field: &Field,
        explodes: &mut Option<Span>,
    ) -> (AfterMove, PieceSet) {
        let ids = Ids::of(&self.pieces);
        let n_columns = self.pieces.len() + 1;
        let (mut after, mut spared) = (AfterMove::default(), PieceSet::NONE);
        let mut findings = Vec::new();
        let (mut inside, mut column) = (0, 0);
        while let Some(char) = row[inside..].chars().next() {
            let known = ids.at_head(&row[inside..]);
            let (entry, length) = match (char, known) {
                ('.', _) => (Entry::Normal, 1),
                ('@', _) => (Entry::Explodes, 1),
                ('0', _) => (Entry::Vanishes, 1),
                ('!' | '?', _) => (Entry::Spares, 1),
                (_, Some((id, numbers))) => (Entry::Becomes(numbers[0]), id.len()),
                _ => (Entry::Unknown, char.len_utf8()),
            };
            let start = inside;
            inside += length;
            let rest = &row[inside..];
            let n_digits = match rest.bytes().next() {
                Some(b'1'..=b'9') => rest.bytes().take_while(u8::is_ascii_digit).count(),
                _ => 0,
            };
            let count: usize = rest[..n_digits].parse().unwrap_or(1);
            inside += n_digits;
            let span = field.part(at + start..at + inside);
            if count > n_columns - column.min(n_columns) {
                let message = format!(
                    "a row has {n_columns} columns: one for moves without capture, and one for each piece"
                );
                findings.push(Diagnostic::new(codes::NOT_CARRIED_OVER, span, message));
                break;
            }
            let columns = column..column + count;
            column += count;
            let quiet = columns.contains(&0);
            let victims = columns.filter_map(|column| column.checked_sub(1).map(PieceId::new));
            match entry {
                Entry::Normal => {}
                Entry::Becomes(to) if to == number => {}
                Entry::Becomes(to) => {
                    if let Some((id, numbers)) = known.filter(|(_, numbers)| numbers.len() > 1) {
                        let message = format!(
                            "{} pieces have the id `{id}`; the first of them is used",
                            numbers.len()
                        );
                        findings.push(Diagnostic::new(codes::DOUBTFUL_IMPORT, span, message));
                    }
                    after
                        .becomes
                        .extend(victims.map(|victim| (victim, PieceId::new(to))));
                    if quiet {
                        after.quiet = Some(Quiet::Becomes(PieceId::new(to)));
                    }
                }
                Entry::Vanishes => {
                    victims.for_each(|victim| after.vanishes.insert(victim));
                    if quiet {
                        let message = "`0` in the first column is not carried over: its effect on a piece without \
                            capture is not known";
                        findings.push(Diagnostic::new(codes::NOT_CARRIED_OVER, span, message));
                    }
                }
                Entry::Explodes => {
                    *explodes = explodes.or(Some(span));
                    victims.for_each(|victim| after.explodes.insert(victim));
                    if quiet {
                        after.quiet = Some(Quiet::Explodes);
                    }
                }
                Entry::Spares => {
                    victims.for_each(|victim| spared.insert(victim));
                    findings.push(self.spares(number, char, quiet, span));
                }
                Entry::Unknown => {
                    let message = format!(
                        "`{char}` in the row of `{}` is not carried over: its meaning is not certain",
                        self.pieces[number].name
                    );
                    let repeated = |one: &Diagnostic| one.span == span && one.message == message;
                    if !findings.iter().any(repeated) {
                        let finding = Diagnostic::new(codes::NOT_CARRIED_OVER, span, message);
                        findings.push(finding.with_help(
                            "the known signs are `.`, `0` (both leave the board), `@` (an explosion), `!` and `?` \
                             (no capture), and ids",
                        ));
                    }
                }
            }
        }
        findings.retain(|one| !self.out.contains(one));
        self.out.append(&mut findings);
        (after, spared)
    }

    /// The finding about `!` and `?`. One of them forbids captures, the other one forbids hopping or both; it is
    /// unknown which is which. For a piece that does not hop both have the same effect.
    fn spares(&self, number: usize, sign: char, quiet: bool, span: Span) -> Diagnostic {
        let piece = &self.pieces[number];
        let name = &piece.name;
        if quiet {
            let message = format!(
                "`{sign}` in the first column is not carried over: its effect on a `{name}` without capture is not \
                 known"
            );
            return Diagnostic::new(codes::NOT_CARRIED_OVER, span, message);
        }
        let mut patterns = piece.moves.iter().flat_map(|one| one.movement.patterns());
        if patterns.any(passes_over) {
            let message = format!(
                "`{sign}` is read as forbidding these captures to `{name}`; a ban on jumping over the piece is not \
                 carried over"
            );
            return Diagnostic::new(codes::NOT_CARRIED_OVER, span, message);
        }
        let message = format!("`{sign}` is read as forbidding these captures to `{name}`");
        Diagnostic::new(codes::DOUBTFUL_IMPORT, span, message)
    }
}

/// Whether other pieces can be on the path of a move.
fn passes_over(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Walk(walk) => {
            let inner = &walk.legs[..walk.legs.len().saturating_sub(1)];
            (inner.iter()).any(|leg| leg.pass.meets(Contents::FRIEND.union(Contents::ENEMY)))
        }
        _ => false,
    }
}

/// The matrix of a definition with piece lines in this order; empty if it has no effect.
pub(super) fn written(def: &VariantDef, order: &[PieceId]) -> String {
    let piece = |id: PieceId| def.piece(id).map(|(_, piece)| piece);
    let letter = |id: PieceId| piece(id).map_or("", |piece| piece.letter.as_str());
    let row = |number: &PieceId| {
        let Some(piece) = piece(*number) else {
            return String::new();
        };
        let takes = takes(piece);
        let nothing = AfterMove::default();
        let after = piece.after.as_ref().unwrap_or(&nothing);
        let quiet = match after.quiet {
            None => ".",
            Some(Quiet::Explodes) => "@",
            Some(Quiet::Becomes(number)) => letter(number),
        };
        let victim = |victim: &PieceId| {
            let mut changes = after.becomes.iter();
            match changes.find(|(of, _)| of == victim) {
                _ if takes.is_some_and(|takes| !takes.contains(*victim)) => "!",
                _ if after.explodes.contains(*victim) => "@",
                _ if after.vanishes.contains(*victim) => "0",
                Some((_, number)) => letter(*number),
                None => ".",
            }
        };
        let columns: String = std::iter::once(quiet)
            .chain(order.iter().map(victim))
            .collect();
        columns.trim_end_matches('.').to_owned()
    };
    let rows: Vec<String> = order.iter().map(row).collect();
    rows.join("/").trim_end_matches('/').to_owned()
}

/// The pieces that all moves of a piece can capture, if restricted.
fn takes(piece: &PieceDef) -> Option<PieceSet> {
    piece.moves.first().and_then(|one| one.takes)
}

/// The reach of the explosions of a definition, if it is the same for all pieces.
pub(super) fn blown_up(def: &VariantDef) -> Option<&Reach> {
    let afters = def.pieces.values().filter_map(|piece| piece.after.as_ref());
    let mut reaches = afters
        .filter(|after| !after.explodes.is_empty() || after.quiet == Some(Quiet::Explodes))
        .map(|after| &after.reach);
    let first = reaches.next()?;
    reaches.all(|other| other == first).then_some(first)
}
