//! Common mistakes in clauses: words and signs of other languages, with what to write instead.

use std::ops::Range;

use super::parser::{ClauseError, error};

const SQUARES: &str = "write squares in brackets, with no word before them: `[rank 4]`, `[e4, d5]`";

const WHAT_HAPPENS: &str = "write a colon before the first action and a comma before each other one: `capture: \
    remove mover, captured goes home`";

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
        "write adjacent squares as a step from the piece: `\"K\" from enemy rook`",
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
        "write `enemy` for the side that does not move",
    ),
    (
        &[
            "ally", "allies", "friend", "friendly", "friends", "mine", "my", "our", "ours",
            "player",
        ],
        "write `own` for the side that moves",
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
        "write `any` for the pieces of both sides, `own` or `enemy` for those of one side",
    ),
    (
        &[
            "a", "an", "are", "be", "being", "does", "has", "have", "is", "that", "the", "there",
            "was", "which", "who",
        ],
        "omit it: properties of pieces follow one another, as in `own pawn attacked by rook`",
    ),
    (
        &["if", "once", "when", "whenever", "where", "while"],
        "conditions have no `if`; write actions after the condition and a colon: `capture: remove mover`",
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
        "name the winner: `enemy wins` if the side that has moved loses",
    ),
    (
        &["victory", "win", "winner", "winning", "won"],
        "write `own wins` or `enemy wins`",
    ),
    (&["draws", "drawn", "tie"], "write `draw`"),
    (
        &["captures", "capturing", "kill", "kills", "take", "takes"],
        "`capture` is the condition that the move captures, `captured` is the captured piece",
    ),
    (
        &["prey", "taken", "target", "victim", "victims"],
        "write `captured` for the captured piece",
    ),
    (
        &["attacker", "captor", "capturer", "moved", "moving"],
        "write `mover` for the piece that moves",
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
        "write a number before the set: `2.. own`, `..3 own`, `2 own`; compare two numbers as `count of own > count \
         of enemy`",
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
        "write `changes side` after the set: `captured changes side`",
    ),
    (
        &["become", "replaced", "transforms"],
        "write `becomes` after the set: `mover becomes queen`",
    ),
    (
        &["choice", "chooses", "select", "selects"],
        "write `choose` and a name: `choose x in empty, captured goes to x`",
    ),
    (
        &["go", "jumps", "returns", "teleports"],
        "write `goes home` or `goes to` after the set: `captured goes home`",
    ),
    (
        &["free", "unoccupied", "vacant"],
        "write `empty` for squares without a piece; the move is illegal if the goal is not free, unless the clause \
         has `goes home or stays` or `goes home or is removed`",
    ),
    (
        &["same"],
        "write `same-kind` or `same-side` after a relation: `mover attacked by same-kind`",
    ),
    (&["self"], "write `itself` after a relation"),
    (
        &["last", "last-move", "last-mover", "latest", "previous"],
        "write a part of the latest move: `last.mover`, `last.from`, `last.to`, `last.captured`",
    ),
    (
        &["like"],
        "write `as` and a kind, a set or a movement: `own knight moves as rook`, `moves as \"K\"`",
    ),
    (
        &["origin", "source"],
        "write `from` for the square that the piece leaves",
    ),
    (
        &["arrival", "destination"],
        "write `to` for the square to which the piece moves",
    ),
    (&["dropped", "drops"], "write `drop`"),
    (&["castle", "castled", "castles"], "write `castling`"),
    (
        &["promote", "promotes", "promoting"],
        "write `promotion` for the condition that the move promotes, and `mover becomes queen` for an effect",
    ),
    (
        &["checkmate", "checkmated", "checkmates", "mated", "mates"],
        "write `mate` for the condition that the move mates",
    ),
    (&["passes", "skip", "skips"], "write `pass`"),
    (
        &["checked", "checking", "checks"],
        "`check` is the condition that the move gives check; write `own royal attacked by any` for a side in check, \
         and set the number of checks that win by `rules.checks`",
    ),
    (
        &["both", "either", "neither", "nor", "xor"],
        "join conditions by `and`, `or` and `not`, with parentheses",
    ),
];

/// Keywords and signs that are misplaced, and what to write instead.
const MISPLACED: &[(&[&str], &str)] = &[
    (&["on"], SQUARES),
    (&["then"], WHAT_HAPPENS),
    (
        &["and"],
        "`and` joins conditions; write `(mover or captured)` for a set of both, and separate actions by commas",
    ),
    (
        &["or"],
        "`or` joins conditions; in a set write it in parentheses: `own (rook or queen)`",
    ),
    (
        &[
            "capture",
            "castling",
            "check",
            "drop",
            "pass",
            "promotion",
            "quiet",
        ],
        "it is a property of the move; write a separate condition: `capture and mover rook`",
    ),
    (
        &["move"],
        "`move` is the condition that a piece moves: `move and mover rook`; write movements in `rules.moves`: `own \
         knight moves as rook`",
    ),
    (
        &["<", "<=", "=", ">=", ">"],
        "compare numbers as `count of own > count of enemy`, or write a number before the set: `3.. own`",
    ),
    (
        &[","],
        "join conditions by `and`, and sets by `or` in parentheses: `own (rook or queen)`; write a colon before the \
         actions and commas between them",
    ),
    (
        &["by"],
        "`by` follows `attacked` or `guarded`; write `mover` for the piece that moves: `capture and mover pawn`",
    ),
    (
        &["of"],
        "`of` follows `count`; write the side next to the piece: `captured enemy rook`",
    ),
    (
        &[":"],
        "a colon follows `before`, `after`, and the condition of an effect or an end; `rules.forbid` contains only \
         conditions",
    ),
    (
        &["removed"],
        "write `remove` before the set: `capture: remove mover`; `or is removed` only follows `goes`",
    ),
    (
        &["becomes", "changes", "choose", "goes", "remove", "stays"],
        "write an effect: `captured goes home`, `capture: remove mover`",
    ),
    (
        &["may"],
        "`may` is for captures after which the mover stays: `mover may stay`; in `rules.moves` write `own knight \
         moves as rook`",
    ),
    (
        &["as", "moves", "only"],
        "write movements in `rules.moves`: `own pawn moves as knight`",
    ),
    (&["hand"], "name the hand: `captured goes to own hand`"),
    (
        &["draw", "gets", "wins"],
        "write results in `rules.ends`, after a condition and a colon: `captured queen: own wins`",
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
        Some('\'' | '"') => Some("write movements in double quotes: `\"W\" from own`"),
        Some('[') => Some("close the squares with `]`: `[rank 4..]`"),
        Some('$') => Some("a parameter is `$` with a name: `$who`"),
        Some('&' | '+') => Some("join conditions by `and`"),
        Some('|' | '/') => Some("join conditions, and sets in parentheses, by `or`"),
        Some('!') => Some("write `not`"),
        Some('*') => Some("write `any` for all pieces of both sides, and `[*]` for all squares"),
        Some('-') => Some("write a number of pieces as `2..4`, and squares in brackets: `[e4-d5]`"),
        Some(';' | '{' | '}') => {
            Some("write commas between actions, and sets in parentheses: `own (rook or queen)`")
        }
        _ => None,
    };
    ClauseError {
        help: help.map(str::to_owned),
        ..error(place, format!("clauses have no word `{found}`"))
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
