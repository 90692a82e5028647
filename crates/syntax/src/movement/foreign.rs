//! Recognizes other notations by text that XBetza cannot read.
//!
//! The syntax reports the error in such a text; a finding of this module names its probable notation. Texts without
//! errors are skipped, so no valid text is called foreign.

use super::Movement;
use crate::geometry::Offset;
use crate::movement::Dialect;
use crate::source::{Diagnostic, Span, codes};

/// Recognizes one other notation in a text with findings.
type Recognizer = fn(&str, &[Diagnostic]) -> Option<Diagnostic>;

/// Findings that name the other notation of a text, each kind once.
pub(super) fn recognized(text: &str, findings: &[Diagnostic]) -> Vec<Diagnostic> {
    if !findings.iter().any(Diagnostic::is_error) || text.len() > LONGEST {
        return Vec::new();
    }
    let recognizers: [Recognizer; 6] = [
        vector,
        set,
        joined_legs,
        classic_group,
        teleport,
        suffixed_modifier,
    ];
    recognizers
        .iter()
        .filter_map(|recognize| recognize(text, findings))
        .chain(findings.iter().filter_map(|finding| atom(text, finding)))
        .collect()
}

/// Removes unknown atoms whose notation was recognized, so that each has one finding.
pub(super) fn without_recognized(findings: &mut Vec<Diagnostic>, recognized: &[Diagnostic]) {
    let is_told = |finding: &Diagnostic| {
        let mut atoms = recognized
            .iter()
            .filter(|one| one.code == codes::FOREIGN_ATOM);
        atoms.any(|atom| atom.span == finding.span)
    };
    findings.retain(|finding| finding.code != codes::UNKNOWN_ATOM || !is_told(finding));
}

/// The longest text that is tested, in bytes. All known pieces of other notations are shorter.
const LONGEST: usize = 1024;

/// The longest coordinate of a vector that is rewritten as an atom.
const LONGEST_LEAP: i16 = 12;

/// Recognizes a vector, `(1,4)`. Clause `foreign.vector`.
fn vector(text: &str, _: &[Diagnostic]) -> Option<Diagnostic> {
    let span = parenthesized(text).find(|span| {
        let inside = &text[span.start as usize + 1..span.end as usize - 1];
        inside.split_once(',').is_some_and(|(one, other)| {
            let is_number =
                |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number(one.trim()) && is_number(other.trim())
        })
    })?;
    let finding = Diagnostic::new(
        codes::FOREIGN_VECTOR,
        span,
        "an explicit leap vector is not XBetza",
    );
    let finding = finding
        .with_help("Betza 2.0 and some programs write leaps this way; `FX` is the (1,4) leap");
    let is_alone = !text[span.range().end..].starts_with(|c: char| c == '(' || c.is_ascii_digit());
    Some(match atom_of(&text[span.range()]).filter(|_| is_alone) {
        Some(atom) => finding.with_edit(span, atom),
        None => finding,
    })
}

/// The atom of a vector such as `(1,4)`.
fn atom_of(vector: &str) -> Option<String> {
    let inside = vector.strip_prefix('(')?.strip_suffix(')')?;
    let (one, other) = inside.split_once(',')?;
    let [a, b]: [i16; 2] = [one.trim().parse().ok()?, other.trim().parse().ok()?];
    if a.max(b) > LONGEST_LEAP {
        return None;
    }
    let ring = [(a, b), (b, a)].into_iter().flat_map(|(dx, dy)| {
        [(dx, dy), (-dx, dy), (dx, -dy), (-dx, -dy)].map(|(dx, dy)| Offset { dx, dy })
    });
    let leaps: Vec<Offset> = ring.collect();
    let written = Movement::of_leaps_and_slides(&leaps, &[])
        .to_betza(Dialect::default())
        .ok()?;
    let (letter, suffixes) = written.split_at_checked(1)?;
    let is_atom = letter.starts_with(|c: char| c.is_ascii_uppercase())
        && suffixes.chars().all(|c| matches!(c, 'X' | 'Y'));
    is_atom.then_some(written)
}

/// Recognizes a set of moves, `{R,KAD}` and `(Rw,NNb)`. Clause `foreign.set`.
fn set(text: &str, findings: &[Diagnostic]) -> Option<Diagnostic> {
    let opening = text.find(['{', '(']).filter(|_| text.contains(','))?;
    if vector(text, findings).is_some() {
        return None;
    }
    let finding = Diagnostic::new(
        codes::FOREIGN_SET,
        Span::new(opening, text.len()),
        "a set or sequence of movements is vitalline's notation, not XBetza",
    );
    Some(finding.with_help("a description is one movement; write the parts separately"))
}

/// Recognizes legs joined without brackets, `pR-cR`, `(cK-aK)`. Clause `foreign.joined`.
fn joined_legs(text: &str, _: &[Diagnostic]) -> Option<Diagnostic> {
    let mut depth = 0_usize;
    let dash = text.bytes().position(|byte| {
        match byte {
            b'[' => depth += 1,
            b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        byte == b'-' && depth == 0
    })?;
    let finding = Diagnostic::new(
        codes::FOREIGN_JOINED_LEGS,
        Span::new(dash, dash + 1),
        "legs joined without brackets are the Betza 2.0 proposal of 2013, not XBetza",
    );
    Some(finding.with_help("write the legs in square brackets, as in `[W-F]`"))
}

/// Recognizes groups of atoms, `t[FR]`, `[WF]`, `z(FW)`. Clause `foreign.classic`.
fn classic_group(text: &str, _: &[Diagnostic]) -> Option<Diagnostic> {
    let is_group = |span: &Span| {
        let inside = &text[span.start as usize + 1..span.end as usize - 1];
        let capitals = inside.bytes().filter(u8::is_ascii_uppercase).count();
        capitals > 1 && !inside.contains(['-', '?', ',', '(', '['])
    };
    let span = bracketed(text)
        .find(is_group)
        .or_else(|| parenthesized(text).find(is_group))?;
    let finding = Diagnostic::new(
        codes::FOREIGN_CLASSIC_GROUP,
        span,
        "a group of atoms is Betza's original notation, not XBetza",
    );
    let finding = finding.with_help("write a leg before each `-` or `?`: `t[FR]` is `[F?R]`");
    Some(match then(text, span) {
        Some((whole, legs)) => finding.with_edit(whole, legs),
        None => finding,
    })
}

/// Rewrites `t[FR]`, one atom optionally followed by the next, as legs; returns it with its place.
fn then(text: &str, group: Span) -> Option<(Span, String)> {
    let inside = text[group.range()].strip_prefix('[')?.strip_suffix(']')?;
    let before = text[..group.range().start].strip_suffix('t')?;
    if before.ends_with(|c: char| c.is_ascii_lowercase())
        || !inside
            .chars()
            .all(|c| c.is_ascii_alphabetic() && !matches!(c, 'X' | 'Y'))
        || !inside.ends_with(|c: char| c.is_ascii_uppercase())
    {
        return None;
    }
    let legs: Vec<&str> = inside
        .split_inclusive(|c: char| c.is_ascii_uppercase())
        .collect();
    let whole = Span::new(before.len(), group.range().end);
    Some((whole, format!("[{}]", legs.join("?"))))
}

/// Recognizes letters that are atoms in other notations. Clause `foreign.atom`.
fn atom(text: &str, finding: &Diagnostic) -> Option<Diagnostic> {
    if finding.code != codes::UNKNOWN_ATOM {
        return None;
    }
    let letter = text.get(finding.span.range())?;
    let (whose, help) = match letter {
        "T" => ("an older name of the Tripper", "write `G`"),
        "E" => (
            "a proposed null move at the edge, or a marshal in other notations",
            "write `o` legs to sense the edge, or `RN`",
        ),
        "P" => ("a whole pawn in other notations", "write `fmWfceFifmnD`"),
        "M" | "S" => (
            "a compound in AbstractPlay's notation",
            "write the atoms that it combines",
        ),
        "V" => ("an atom of other notations", "write the atoms of XBetza"),
        _ => return None,
    };
    let message = format!("`{letter}` is {whose}, not XBetza");
    let found = Diagnostic::new(codes::FOREIGN_ATOM, finding.span, message).with_help(help);
    // Letters before a pawn may belong to all of its moves, or to none.
    let is_bare = !text[..finding.span.range().start].ends_with(|c: char| c.is_ascii_lowercase());
    Some(match (letter, help.strip_prefix("write `")) {
        ("T", Some(_)) => found.with_edit(finding.span, "G"),
        ("P", Some(pawn)) if is_bare => found.with_edit(finding.span, pawn.trim_end_matches('`')),
        _ => found,
    })
}

/// Recognizes the teleport, `m*cfhN`. Clause `foreign.teleport`.
fn teleport(text: &str, findings: &[Diagnostic]) -> Option<Diagnostic> {
    let star = findings.iter().find(|finding| {
        let before = text
            .as_bytes()
            .get((finding.span.start as usize).wrapping_sub(1));
        finding.code == codes::UNEXPECTED_TOKEN
            && text.get(finding.span.range()) == Some("*")
            && before.is_none_or(u8::is_ascii_lowercase)
    })?;
    let finding = Diagnostic::new(
        codes::FOREIGN_TELEPORT,
        star.span,
        "a star as an atom is `bishop`'s notation, not XBetza",
    );
    let finding = finding.with_help("a leap to any square is `U`");
    Some(finding.with_edit(star.span, "U"))
}

/// Recognizes modifiers after the atom, `Nrf0`, `Rc0`. Clause `foreign.suffixed`.
fn suffixed_modifier(text: &str, findings: &[Diagnostic]) -> Option<Diagnostic> {
    let number = findings.iter().find(|finding| {
        let before = text.get(..finding.span.start as usize).unwrap_or_default();
        let atoms = before.trim_end_matches(|char: char| char.is_ascii_lowercase());
        finding.code == codes::UNEXPECTED_TOKEN
            && text
                .get(finding.span.range())
                .is_some_and(|text| text.starts_with(|char: char| char.is_ascii_digit()))
            && atoms.len() < before.len()
            && atoms.ends_with(|char: char| char.is_ascii_uppercase())
    })?;
    let finding = Diagnostic::new(
        codes::FOREIGN_SUFFIXED_MODIFIER,
        number.span,
        "modifiers after the atom are the Betza 2.0 proposal of 2013, not XBetza",
    );
    Some(finding.with_help("write modifiers before their atom, and further legs after `a`"))
}

/// The places of the innermost groups `(…)`, including the parentheses.
fn parenthesized(text: &str) -> impl Iterator<Item = Span> + '_ {
    enclosed(text, b'(', b')')
}

/// The places of the innermost groups `[…]`, including the brackets.
fn bracketed(text: &str) -> impl Iterator<Item = Span> + '_ {
    enclosed(text, b'[', b']')
}

fn enclosed(text: &str, opening: u8, closing: u8) -> impl Iterator<Item = Span> + '_ {
    let mut opened = None;
    text.bytes().enumerate().filter_map(move |(at, byte)| {
        if byte == opening {
            opened = Some(at);
        }
        if byte == closing {
            return opened.take().map(|start| Span::new(start, at + 1));
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use crate::movement::Dialect;
    use crate::movement::Movement;

    #[track_caller]
    fn check(text: &str, code: &str) {
        let read = Movement::read(text, Dialect::XBetza);
        let found = read.diagnostics.iter().map(|one| one.code.as_str());
        assert!(
            found.clone().any(|one| one == code),
            "{:?}",
            found.collect::<Vec<_>>()
        );
    }

    #[test]
    fn one_finding_tells_of_an_atom() {
        for (text, count) in [("NE", 1), ("EE", 2), ("NET", 2)] {
            let read = Movement::read(text, Dialect::XBetza).diagnostics;
            let codes: Vec<_> = read.iter().map(|one| one.code.as_str()).collect();
            assert_eq!(codes, vec!["E0215"; count], "{text}");
        }
    }

    #[test]
    fn other_notations_are_named() {
        check("(1,4)", "E0210");
        check("K(2,3)", "E0210");
        check("FhhyafsF", "E0211");
        check("hh[F-R]", "E0211");
        check("{B,FAD}", "E0212");
        check("(Rw,NNb)", "E0212");
        check("pR-cR", "E0213");
        check("KNAD(cK-aK)(K-bK)", "E0213");
        check("t[FR]", "E0214");
        check("z(FW)", "E0214");
        check("NT", "E0215");
        check("m*cfhN", "E0216");
        check("Nrf0", "E0217");
        check("dhfW", "E0218");
    }
}
