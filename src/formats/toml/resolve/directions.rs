//! Names for parts of move texts: the table `directions`, and `{name}` in the texts.
//!
//! A name stands for a whole move text, usually the steps through the sides or the corners of the cells of a board.
//! Letters before the braces and a range after them apply to each of its moves: `c{sides}0` rides along all of them and
//! captures.

use std::cmp::Ordering;
use std::ops::Range;

use crate::geometry::value_at;
use crate::source::{Diagnostic, Span, codes, did_you_mean};

/// The names that every variant has, for hexagonal boards whose rows are the files, the ranks and the diagonals that
/// rise to the right.
pub(in crate::formats::toml) const BUILT_IN: [(&str, &str); 3] = [
    ("hex-sides", "WfrblF"),
    ("hex-corners", "flbrFfrNblNrfNlbN"),
    ("hex-knight", "lfNflNrbNbrNrfCfrClbCblCrfZfrZlbZblZ"),
];

/// The maximum nesting depth of names.
const DEPTH: usize = 16;

/// A move text with its names replaced.
#[derive(Debug)]
pub(in crate::formats::toml) struct Spelled {
    /// The text with replacements.
    pub(in crate::formats::toml) text: String,
    /// The replacements in the order of the text.
    replaced: Vec<Replaced>,
}

#[derive(Debug)]
struct Replaced {
    /// The byte range of the replacement.
    now: Range<usize>,
    /// The byte range of the name, including its braces, letters and range.
    written: Range<usize>,
}

impl Spelled {
    /// Converts a finding about the replaced text to one about the original text.
    pub(in crate::formats::toml) fn locate(&self, mut finding: Diagnostic) -> Diagnostic {
        finding.span = self.written(finding.span);
        for (span, _) in &mut finding.labels {
            *span = self.written(*span);
        }
        // An edit of letters does not apply to the name that stands for them.
        if !self.replaced.is_empty() {
            finding.edits = Box::default();
        }
        finding
    }

    fn written(&self, span: Span) -> Span {
        let start = self.written_at(span.start as usize, false);
        let end = self.written_at(span.end as usize, true);
        Span::new(start, end.max(start))
    }

    /// The original position of a byte; a position inside a replacement is mapped to the whole name.
    fn written_at(&self, at: usize, is_end: bool) -> usize {
        let begins_before = |one: &&Replaced| one.now.start < at || !is_end && one.now.start == at;
        let Some(last) = self.replaced.iter().rev().find(begins_before) else {
            return at;
        };
        match at.cmp(&last.now.end) {
            Ordering::Less if is_end => last.written.end,
            Ordering::Less => last.written.start,
            _ => at - last.now.end + last.written.end,
        }
    }
}

/// The error of a name in a move text; `None` if it is reported elsewhere.
type Fault = Option<Diagnostic>;

fn bad(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(codes::BAD_DIRECTIONS, span, message)
}

/// The move texts of names.
#[derive(Debug, Default)]
pub(in crate::formats::toml) struct Directions {
    /// By their names, in order.
    pub(in crate::formats::toml) texts: Vec<(String, String)>,
    /// The longest replacement in bytes.
    pub(in crate::formats::toml) limit: usize,
}

impl Directions {
    /// The text of a name, with nested names replaced. `above` contains the names on the way to it.
    fn meaning(&self, name: &str, at: &Range<usize>, above: &[&str]) -> Result<String, Fault> {
        if above.contains(&name) {
            // A cycle is only reported for the names in it.
            let message = match above {
                [_] => format!("`{name}` stands for itself"),
                [first, others @ ..] if *first == name => {
                    let others: Vec<String> = others.iter().map(|one| format!("`{one}`")).collect();
                    format!(
                        "`{name}` stands for {}, which stands for `{name}`",
                        others.join(", which stands for ")
                    )
                }
                _ => return Err(None),
            };
            return Err(Some(bad(at.clone(), message)));
        }
        if above.len() > DEPTH {
            let message = format!("names are nested more than {DEPTH} deep");
            return Err(Some(bad(at.clone(), message)));
        }
        let built_in = || BUILT_IN.iter().find(|(known, _)| *known == name);
        let text = value_at(&self.texts, name).map(String::as_str);
        let Some(text) = text.or_else(|| built_in().map(|(_, text)| *text)) else {
            let known = self.texts.iter().map(|(known, _)| known.as_str());
            let known = known.chain(BUILT_IN.iter().map(|(known, _)| *known));
            let shown: String = name.chars().take(40).collect();
            let message = format!("no directions are named `{shown}`");
            let finding = Diagnostic::new(codes::UNKNOWN_DIRECTIONS, at.clone(), message);
            return Err(Some(finding.with_help(did_you_mean(name, known))));
        };
        let down: Vec<&str> = above.iter().copied().chain([name]).collect();
        let found = self.spelled(text, &down).map_err(|fault| {
            // Other errors are reported where the text of the name is read, and cycles for their own names.
            let is_circle = |one: &Diagnostic| {
                let begins = |first| one.message.starts_with(&format!("`{first}` stands for"));
                one.code == codes::BAD_DIRECTIONS && above.first().is_some_and(begins)
            };
            fault
                .filter(is_circle)
                .map(|one| one.collapsed(Span::new(at.start, at.end)))
        })?;
        Ok(found.text)
    }

    /// Replaces the names in a move text.
    pub(in crate::formats::toml) fn spelled(
        &self,
        text: &str,
        above: &[&str],
    ) -> Result<Spelled, Fault> {
        let mut now = String::new();
        let mut replaced = Vec::new();
        let mut at = 0;
        while let Some(open) = text[at..].find('{').map(|found| at + found) {
            let Some(close) = text[open..].find('}').map(|found| open + found) else {
                let message = "a name in braces needs a closing `}`";
                return Err(Some(bad(open..text.len(), message)));
            };
            let before = &text[at..open];
            let letters = before.trim_end_matches(|c: char| c.is_ascii_lowercase());
            let said = &before[letters.len()..];
            let digits = text[close + 1..]
                .bytes()
                .take_while(u8::is_ascii_digit)
                .count();
            let range = &text[close + 1..close + 1 + digits];
            let written = open - said.len()..close + 1 + digits;
            let meant = self.meaning(&text[open + 1..close], &(open..close + 1), above)?;
            let each = if said.is_empty() && range.is_empty() {
                meant
            } else {
                of_each(&meant, said, range)
                    .map_err(|message| Some(bad(written.clone(), message)))?
            };
            now.push_str(letters);
            let start = now.len();
            // Two equal adjacent capitals would be a rider.
            let last = now.chars().last().filter(char::is_ascii_uppercase);
            if last.is_some_and(|last| each.starts_with(last)) {
                now.push('1');
            }
            now.push_str(&each);
            let next = text[written.end..].chars().next();
            let next = next.filter(char::is_ascii_uppercase);
            if next.is_some_and(|next| now.ends_with(next)) {
                now.push('1');
            }
            if now.len() > self.limit {
                let message = format!("the names expand to more than {} bytes", self.limit);
                return Err(Some(Diagnostic::new(
                    codes::TEXT_TOO_LONG,
                    written,
                    message,
                )));
            }
            at = written.end;
            replaced.push(Replaced {
                now: start..now.len(),
                written,
            });
        }
        now.push_str(&text[at..]);
        Ok(Spelled {
            text: now,
            replaced,
        })
    }
}

/// Adds letters before and a range after each move of a union of simple moves.
fn of_each(moves: &str, said: &str, range: &str) -> Result<String, String> {
    if let Some(letter) = said.chars().find(|letter| "fblrvsha".contains(*letter)) {
        let what = if letter == 'a' {
            "starts a leg"
        } else {
            "is a direction"
        };
        return Err(format!(
            "`{letter}` {what}, and cannot apply to all moves of a name"
        ));
    }
    let mut each = String::new();
    let mut rest = moves;
    while !rest.is_empty() {
        let letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
        let atom = rest[letters..]
            .bytes()
            .take_while(u8::is_ascii_uppercase)
            .count();
        let shift = |index: &usize| "XY".contains(&rest[letters + index..=letters + index]);
        let one = (1..atom).take_while(shift).count() + usize::from(atom > 0);
        let is_chain = rest[..letters].contains('a');
        let is_rider = atom > one && {
            let bytes = &rest.as_bytes()[letters..];
            bytes[0] == bytes[one]
        };
        let end = letters + one;
        let has_range = rest[end..].starts_with(|c: char| c.is_ascii_digit());
        if one == 0 || is_chain || is_rider || has_range {
            return Err(format!(
                "`{moves}` is not a union of simple moves, so no letters can be added"
            ));
        }
        each.push_str(said);
        each.push_str(&rest[..end]);
        each.push_str(range);
        rest = &rest[end..];
    }
    Ok(each)
}
