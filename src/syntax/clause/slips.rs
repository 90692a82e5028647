//! Common mistakes in clauses: words and signs of other languages, with what to write instead.

use std::ops::Range;

use super::parser::{ClauseError, error};

const SQUARES: &str = "squares stand in brackets: `[rank 4]`, `[e4, d5]`";

const WHAT_HAPPENS: &str = "a colon stands before what happens, and a comma before what happens next: \
                            `capture: remove mover, captured goes home`";

/// Words with one meaning, and what to write instead. The name of a piece takes precedence over such a word.
const SLIPS: &[(&[&str], &str)] = &[
    (
        &[
            "adjacent",
            "around",
            "beside",
            "near",
            "neighbor",
            "neighbors",
            "next",
            "surrounding",
            "touching",
        ],
        "the squares beside a piece are a step away from it: `\"K\" from enemy rook`",
    ),
    (
        &[
            "enemies",
            "foe",
            "foes",
            "hostile",
            "opponent",
            "opponents",
            "opposing",
            "other",
            "their",
            "them",
        ],
        "the side that does not move is `enemy`",
    ),
    (
        &[
            "ally", "allies", "friend", "friendly", "friends", "mine", "my", "our", "ours",
            "player",
        ],
        "the side that moves is `own`",
    ),
    (
        &[
            "all",
            "anything",
            "each",
            "every",
            "everything",
            "piece",
            "pieces",
        ],
        "`any` is each piece of either side, `own` and `enemy` are those of one side",
    ),
    (
        &[
            "a", "an", "are", "be", "being", "does", "has", "have", "is", "that", "the", "there",
            "was", "which", "who",
        ],
        "leave it out: what is said of pieces stands side by side, as in `own pawn attacked by rook`",
    ),
    (
        &["if", "once", "when", "whenever", "where", "while"],
        "a condition has no such word; what happens stands behind it and a colon: `capture: remove mover`",
    ),
    (
        &["but", "except", "unless", "without"],
        "write `not`: `capture and not mover pawn`, `own not pawn`",
    ),
    (&["also"], WHAT_HAPPENS),
    (
        &[
            "at", "column", "columns", "file", "files", "in", "inside", "rank", "ranks", "row",
            "rows", "square", "squares", "zone",
        ],
        SQUARES,
    ),
    (
        &["lose", "loses", "losing", "lost"],
        "a result names the winner: `enemy wins` where the side that has moved loses",
    ),
    (
        &["victory", "win", "winner", "winning", "won"],
        "a result is `own wins` or `enemy wins`",
    ),
    (&["draws", "drawn", "tie"], "a result is `draw`"),
    (
        &["captures", "capturing", "kill", "kills", "take", "takes"],
        "`capture` says that the move is one, `captured` is what it captures",
    ),
    (
        &["prey", "taken", "target", "victim", "victims"],
        "what a move captures is `captured`",
    ),
    (
        &["attacker", "captor", "capturer", "moved", "moving"],
        "the piece that moves is `mover`",
    ),
    (
        &[
            "attack",
            "attacks",
            "threatened",
            "threatening",
            "threatens",
        ],
        "write `attacking enemy rook` or `attacked by enemy rook`",
    ),
    (
        &[
            "defended",
            "defending",
            "defends",
            "guard",
            "guards",
            "protected",
            "protecting",
            "protects",
            "supported",
            "supports",
        ],
        "write `guarding own rook` or `guarded by own rook`",
    ),
    (
        &["nobody", "none", "nothing", "zero"],
        "write `no` before the set: `no enemy rook`",
    ),
    (
        &[
            "exactly", "fewer", "greater", "least", "less", "many", "more", "most", "number",
            "than",
        ],
        "a number stands before the set: `2.. own`, `..3 own`, `2 own`; two are compared as \
         `count of own > count of enemy`",
    ),
    (
        &[
            "destroy",
            "destroyed",
            "destroys",
            "die",
            "dies",
            "disappears",
            "removes",
            "vanishes",
        ],
        "write `remove` before the set: `remove mover`",
    ),
    (
        &[
            "change", "convert", "converts", "flips", "switches", "turns",
        ],
        "write `changes side` behind the set: `captured changes side`",
    ),
    (
        &["become", "replaced", "transforms"],
        "write `becomes` behind the set: `mover becomes queen`",
    ),
    (
        &["choice", "chooses", "select", "selects"],
        "write `choose` and a name: `choose x in empty, captured goes to x`",
    ),
    (
        &["go", "jumps", "returns", "teleports"],
        "write `goes home` or `goes to` behind the set: `captured goes home`",
    ),
    (
        &["free", "unoccupied", "vacant"],
        "squares without a piece are `empty`; where a goal is not free the move is illegal, unless the clause says \
         `goes home or stays` or `goes home or is removed`",
    ),
    (
        &["same"],
        "behind a relation write `same-kind` or `same-side`: `mover attacked by same-kind`",
    ),
    (&["self"], "behind a relation write `itself`"),
    (&["origin", "source"], "the square that is left is `from`"),
    (
        &["arrival", "destination"],
        "the square to which the piece moves is `to`",
    ),
    (&["dropped", "drops"], "write `drop`"),
    (&["castle", "castled", "castles"], "write `castling`"),
    (&["promote", "promotes", "promoting"], "write `promotion`"),
    (&["passes", "skip", "skips"], "write `pass`"),
    (
        &["checked", "checking", "checks"],
        "`check` says that the move gives check; a side is in check if `own royal attacked by any`; how many checks \
         win is said by `rules.checks`",
    ),
    (
        &["both", "either", "neither", "nor", "xor"],
        "conditions are joined by `and`, `or` and `not`, with parentheses",
    ),
];

/// Keywords and signs that are misplaced, and what to write instead.
const MISPLACED: &[(&[&str], &str)] = &[
    (&["on"], SQUARES),
    (&["then"], WHAT_HAPPENS),
    (
        &["and"],
        "`and` joins conditions; a set of both is `(mover or captured)`, and actions have commas between",
    ),
    (
        &["or"],
        "`or` joins conditions; in a set it stands in parentheses: `own (rook or queen)`",
    ),
    (
        &[
            "capture",
            "castling",
            "check",
            "drop",
            "move",
            "pass",
            "promotion",
            "quiet",
        ],
        "it says what the move is, as a condition of its own: `capture and mover rook`",
    ),
    (
        &["<", "<=", "=", ">=", ">"],
        "numbers are compared as `count of own > count of enemy`, or stand before the set: `3.. own`",
    ),
    (
        &[","],
        "conditions are joined by `and`; a colon stands before what happens, and commas between actions",
    ),
    (
        &["by"],
        "`by` stands behind `attacked` or `guarded`; the piece that moves is `mover`: `capture and mover pawn`",
    ),
    (
        &["of"],
        "`of` stands behind `count`; whose pieces are meant stands side by side: `captured enemy rook`",
    ),
    (
        &[":"],
        "a colon stands behind `before`, behind `after`, and behind the condition of an effect or an end; \
         `rules.forbid` has conditions alone",
    ),
    (
        &[
            "becomes", "changes", "choose", "goes", "may", "remove", "removed", "stays",
        ],
        "what happens to pieces is an effect: `captured goes home`, `capture: remove mover`",
    ),
    (
        &["as", "moves", "only"],
        "how pieces move stands in `rules.moves`: `own pawn moves as knight`",
    ),
    (
        &["hand"],
        "pieces go to a hand: `captured goes to own hand`",
    ),
    (
        &["draw", "gets", "wins"],
        "a result stands in `rules.ends`, behind a condition and a colon: `captured queen: own wins`",
    ),
];

/// What to write instead of a word that is not in the language.
pub fn slip(word: &str) -> Option<&'static str> {
    listed(SLIPS, word)
}

/// What to write instead of a misplaced keyword or sign.
pub(super) fn misplaced(word: &str) -> Option<&'static str> {
    listed(MISPLACED, word)
}

fn listed(rows: &'static [(&[&str], &str)], word: &str) -> Option<&'static str> {
    let row = rows.iter().find(|(words, _)| words.contains(&word));
    row.map(|(_, remedy)| *remedy)
}

/// The error for a sign that is not in the language.
pub(super) fn unknown_sign(text: &str, place: Range<usize>) -> ClauseError {
    let found = &text[place.clone()];
    let help = match found.chars().next() {
        Some('\'' | '"') => {
            Some("movements stand between double quotation marks: `\"W\" from own`")
        }
        Some('[') => Some("close the squares with `]`: `[rank 4..]`"),
        Some('$') => Some("a parameter is `$` and a name: `$who`"),
        Some('&' | '+') => Some("conditions are joined by `and`"),
        Some('|' | '/') => Some("conditions are joined by `or`, and so are sets in parentheses"),
        Some('!') => Some("write `not`"),
        Some('*') => Some("each piece of either side is `any`, and each square is `[*]`"),
        Some('-') => Some("a number of pieces is `2..4`, and squares stand in brackets: `[e4-d5]`"),
        Some(';' | '{' | '}') => {
            Some("actions have commas between, and parentheses enclose: `own (rook or queen)`")
        }
        _ => None,
    };
    ClauseError {
        help: help.map(str::to_owned),
        ..error(place, format!("`{found}` is no word of a clause"))
    }
}

#[cfg(test)]
mod tests {
    use super::{MISPLACED, SLIPS};
    use crate::syntax::clause::parser::is_reserved;

    #[test]
    fn each_slip_has_one_row_and_no_word_of_clauses_is_one() {
        let slips: Vec<&str> = SLIPS
            .iter()
            .flat_map(|(words, _)| *words)
            .copied()
            .collect();
        for (at, word) in slips.iter().enumerate() {
            assert!(!slips[..at].contains(word), "{word}");
            // Words that only follow `or` or precede `check` are slips elsewhere.
            assert!(["in", "is"].contains(word) || !is_reserved(word), "{word}");
        }
        for word in MISPLACED.iter().flat_map(|(words, _)| *words) {
            let is_sign = !word.starts_with(|sign: char| sign.is_ascii_lowercase());
            assert!(is_sign || is_reserved(word), "{word}");
        }
    }
}
