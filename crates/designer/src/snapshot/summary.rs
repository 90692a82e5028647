//! Summaries: one line for each variant, with hashes of the parts of its section.

use std::fmt::Write;

use indexmap::IndexMap;

use super::compare::differences;
use super::digest::short_hash;
use super::section::{Record, Settings};
use ferz::game::Variant;

/// The keys of a line with a hash, in their order.
const HASHES: [&str; 3] = ["definition", "start", "games"];

/// The line of a variant in a summary, under a name of the caller's choice.
///
/// It contains the hash of the definition, hashes of the rest of its [`section`](super::section) (the start
/// position with its counts, and the positions of random games), the number of kinds of pieces, the number of
/// moves at these positions, and the leaves of perft at each depth.
///
/// ```
/// use ferz::formats::Catalog;
/// use ferz::game::Variant;
/// use ferz_designer::snapshot::{Settings, summary_line};
///
/// let chess = Variant::compile(Catalog::builtin().get("chess").unwrap()).unwrap();
/// let line = summary_line("chess", &chess, &Settings { depth: 3, ..Settings::default() });
/// assert!(line.starts_with("chess: definition "), "{line}");
/// assert!(line.contains(", kinds 6, ") && line.ends_with(", perft 20 400 8902\n"), "{line}");
/// ```
pub fn summary_line(name: &str, variant: &Variant, settings: &Settings) -> String {
    let record = Record::of(variant, settings);
    let perft: Vec<String> = record.perft.iter().map(u64::to_string).collect();
    let hashes = [
        record.definition,
        short_hash(&record.start),
        short_hash(&record.games),
    ];
    let mut line = format!("{name}: ");
    for (key, hash) in HASHES.iter().zip(hashes) {
        let _ = write!(line, "{key} {hash}, ");
    }
    let kinds = variant.def().pieces.len();
    let (moves, perft) = (record.n_moves, perft.join(" "));
    let _ = writeln!(line, "kinds {kinds}, moves {moves}, perft {perft}");
    line
}

/// The differences of two summaries by variant; `None` if they are equal.
///
/// The head of the texts, up to the first empty line, is compared by line.
///
/// ```
/// use ferz_designer::snapshot::summary_differences;
///
/// let before = "\nchess: definition a0, start b0, games c0, kinds 6, moves 97, perft 20 400\n";
/// let now = "\nchess: definition a0, start b1, games c0, kinds 6, moves 97, perft 20 401\n";
/// assert_eq!(
///     summary_differences(before, now).unwrap(),
///     "chess: differs in start, perft 20 400 (now 20 401); same definition, games\n"
/// );
/// assert_eq!(summary_differences(now, now), None);
/// ```
pub fn summary_differences(before: &str, now: &str) -> Option<String> {
    if before == now {
        return None;
    }
    let ((old_head, old), (head, new)) = (parts(before), parts(now));
    let mut text = differences(&old_head, &head).unwrap_or_default();
    for (name, line) in &old {
        match new.get(name) {
            None => text.push_str(&format!("- {line}\n")),
            Some(other) if line != other => text.push_str(&changed(name, line, other)),
            Some(_) => {}
        }
    }
    for (name, line) in &new {
        if !old.contains_key(name) {
            text.push_str(&format!("+ {line}\n"));
        }
    }
    if text.is_empty() {
        text.push_str("the order or the ends of the lines differ\n");
    }
    Some(text)
}

/// The head of a summary, and its lines by name.
fn parts(text: &str) -> (String, IndexMap<&str, &str>) {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    let name = |line| str::rsplit_once(line, ": ").map_or(line, |(name, _)| name);
    (
        head.join("\n"),
        lines.map(|line| (name(line), line)).collect(),
    )
}

/// The difference of two lines of a variant.
fn changed(name: &str, before: &str, now: &str) -> String {
    let (Some(old), Some(new)) = (fields(before), fields(now)) else {
        return format!("- {before}\n+ {now}\n");
    };
    let (mut same, mut differing) = (Vec::new(), Vec::new());
    for (&(key, value), &(other_key, other)) in old.iter().zip(&new) {
        let is_hash = HASHES.contains(&key);
        if key != other_key {
            return format!("- {before}\n+ {now}\n");
        } else if value == other {
            same.extend(is_hash.then_some(key));
        } else if is_hash {
            differing.push(key.to_owned());
        } else {
            differing.push(format!("{key} {value} (now {other})"));
        }
    }
    let mut line = format!("{name}: differs in {}", differing.join(", "));
    if !same.is_empty() {
        let _ = write!(line, "; same {}", same.join(", "));
    }
    line.push('\n');
    line
}

/// The keys and values of a line; `None` if it has other ones.
fn fields(line: &str) -> Option<[(&str, &str); 6]> {
    let (_, fields) = line.rsplit_once(": ")?;
    let fields: Option<Vec<(&str, &str)>> = fields
        .split(", ")
        .map(|field| field.split_once(' '))
        .collect();
    fields?.try_into().ok()
}
