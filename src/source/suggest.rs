//! "Did you mean" suggestions: the known word nearest to an unknown one.

use smallvec::SmallVec;

/// The candidate with the smallest edit distance to `word`, if the distance is at most a third of the word's length or
/// a single edit.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = |word: &str| word.chars().take(CAP).count();
    let budget = (word.chars().count() / 3).max(1);
    let own = length(word);
    candidates
        .into_iter()
        // Each additional character is an edit.
        .filter(|candidate| own.abs_diff(length(candidate)) <= budget)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(cost, _)| *cost <= budget)
        .min_by_key(|(cost, _)| *cost)
        .map(|(_, candidate)| candidate)
}

/// The most candidates that a help line lists completely.
const FEW: usize = 16;

/// The number of candidates in a shortened list.
const NEAREST: usize = 6;

/// A help line with the nearest candidate, or a list of the candidates if none is near; a long list is shortened to the
/// most similar ones.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let mut all: Vec<&str> = candidates.into_iter().collect();
    match nearest(word, all.iter().copied()) {
        Some(candidate) => format!("did you mean `{candidate}`?"),
        None if all.is_empty() => "nothing is allowed here".to_owned(),
        None if all.len() <= FEW => format!("expected one of {}", quoted(&all)),
        None => {
            let word = word.to_lowercase();
            all.sort_by_cached_key(|candidate| unlikeness(&word, candidate));
            let n_others = all.len() - NEAREST;
            all.truncate(NEAREST);
            format!("expected one of {} or {n_others} others", quoted(&all))
        }
    }
}

/// The dissimilarity of a candidate and a word in lower case: the shorter the longest common substring, the larger;
/// then by distance.
fn unlikeness(word: &str, candidate: &str) -> (usize, usize) {
    let candidate = candidate.to_lowercase();
    (
        CAP - longest_stretch(word, &candidate),
        distance(word, &candidate),
    )
}

/// The length of the longest common substring.
fn longest_stretch(a: &str, b: &str) -> usize {
    let b: SmallVec<[char; CAP]> = b.chars().take(CAP).collect();
    let mut ends = [0; CAP + 1];
    let mut longest = 0;
    for letter in a.chars().take(CAP) {
        for at in (0..b.len()).rev() {
            ends[at + 1] = if b[at] == letter { ends[at] + 1 } else { 0 };
            longest = longest.max(ends[at + 1]);
        }
    }
    longest
}

/// The suggestion in a help line of [`did_you_mean`], if it is near to `word`.
pub fn proposed<'a>(help: &'a str, word: &str) -> Option<&'a str> {
    let candidate = help.strip_prefix("did you mean `")?.strip_suffix("`?")?;
    nearest(word, [candidate])
}

/// Quoted words separated by commas, at most two dozen.
pub fn quoted(words: &[&str]) -> String {
    let shown: Vec<String> = words
        .iter()
        .take(24)
        .map(|word| format!("`{word}`"))
        .collect();
    let rest = if words.len() > 24 { ", …" } else { "" };
    format!("{}{rest}", shown.join(", "))
}

/// The most compared characters of a word, which bounds the time for long words.
const CAP: usize = 64;

/// The optimal string alignment distance, over at most [`CAP`] characters of each word.
fn distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|word| word.chars().take(CAP).collect::<SmallVec<[char; CAP]>>());
    let mut before = [0; CAP + 1];
    let mut previous: [usize; CAP + 1] = std::array::from_fn(|at| at);
    let mut current = [0; CAP + 1];
    for i in 1..=a.len() {
        current[0] = i;
        for j in 1..=b.len() {
            let substitution = previous[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            current[j] = substitution.min(previous[j] + 1).min(current[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                current[j] = current[j].min(before[j - 2] + 1);
            }
        }
        std::mem::swap(&mut before, &mut previous);
        std::mem::swap(&mut previous, &mut current);
    }
    previous[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_a_stranger_is_not() {
        assert_eq!(nearest("moev", ["id", "move", "value"]), Some("move"));
        assert_eq!(nearest("colour", ["id", "move", "value"]), None);
        assert!(did_you_mean("zzz", ["id", "move"]).contains("`id`, `move`"));
        let many = [
            "wallingRule",
            "checking",
            "stalemateValue",
            "castling",
            "doubleStep",
            "nMoveRule",
            "startFen",
            "maxRank",
            "maxFile",
            "pieceDrops",
            "dropChecks",
            "flagRegion",
            "flagPiece",
            "bikjangRule",
            "flagMove",
            "maxCheckPromotions",
            "checkCounting",
        ];
        assert_eq!(
            did_you_mean("wallRegionWhite", many),
            "expected one of `flagRegion`, `wallingRule`, `maxCheckPromotions`, `stalemateValue`, \
             `doubleStep`, `flagMove` or 11 others"
        );
        let help = did_you_mean("chss", ["chess", "shogi"]);
        assert_eq!(proposed(&help, "chss"), Some("chess"));
        assert_eq!(proposed(&help, "something else"), None);
        assert_eq!(proposed("expected one of `a`", "a"), None);
    }
}
