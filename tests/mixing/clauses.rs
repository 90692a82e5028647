//! Random clauses of the language of rules.

use crate::harness::Random;

const WORDS: [&str; 22] = [
    "unmoved",
    "frozen",
    "any",
    "own",
    "enemy",
    "own",
    "enemy",
    "white",
    "black",
    "royal",
    "empty",
    "mover",
    "from",
    "to",
    "captured",
    "partner",
    "king",
    "pawn",
    "last.mover",
    "last.from",
    "last.captured",
    "last.partner",
];

const COMPARING: [&str; 4] = ["itself", "same-kind", "same-side", "other-side"];

const MORE: [&str; 9] = [
    "not royal",
    "not pawn",
    "[rank 4..]",
    "[c3-f6]",
    "queen",
    "(rook or knight)",
    "with own \"K\" to it",
    "with (count of own attacking it > count of enemy attacking it)",
    "\"R\" from own king through own pawn",
];

const RELATIONS: [&str; 8] = [
    "attacked by",
    "attacking",
    "guarded by",
    "guarding",
    "not attacked by",
    "\"K\" from",
    "\"N\" to",
    "\"R\" from",
];

const EVENTS: [&str; 13] = [
    "mate",
    "in check",
    "turn 1",
    "turn 2..",
    "turn ..3",
    "move",
    "capture",
    "quiet",
    "drop",
    "castling",
    "promotion",
    "pass",
    "check",
];

const COUNTS: [&str; 6] = ["", "", "no ", "2.. ", "..3 ", "1 "];

const ORDERS: [&str; 5] = ["<", "<=", "=", ">=", ">"];

fn one_of(words: &[&str], random: &mut Random) -> String {
    words[random.below(words.len())].to_owned()
}

/// Whether something with this chance in four happens.
fn chance(of_four: usize, random: &mut Random) -> bool {
    random.below(4) < of_four
}

fn set(depth: usize, is_operand: bool, random: &mut Random) -> String {
    let mut parts = vec![one_of(&WORDS, random)];
    if is_operand && chance(1, random) {
        parts.push(one_of(&COMPARING, random));
    }
    if chance(1, random) {
        parts.push(one_of(&MORE, random));
    }
    if depth > 0 && chance(2, random) {
        let operand = set(depth - 1, true, random);
        parts.push(format!("{} {operand}", one_of(&RELATIONS, random)));
    }
    parts.join(" ")
}

/// A condition of so many levels.
pub(super) fn condition(depth: usize, random: &mut Random) -> String {
    match random.below(8) {
        0 => one_of(&EVENTS, random),
        1 if depth > 0 => format!("not ({})", condition(depth - 1, random)),
        2 | 3 if depth > 0 => {
            let [first, second] = [(); 2].map(|()| condition(depth - 1, random));
            let joint = if chance(3, random) { "and" } else { "or" };
            format!("({first}) {joint} ({second})")
        }
        4 | 5 if depth > 0 => format!("after: ({})", condition(depth - 1, random)),
        6 => {
            let [left, right] = [(); 2].map(|()| set(1, false, random));
            format!(
                "count of {left} {} count of {right}",
                one_of(&ORDERS, random)
            )
        }
        _ => format!("{}{}", one_of(&COUNTS, random), set(1, false, random)),
    }
}

/// What else a move does.
pub(super) fn effect(random: &mut Random) -> String {
    let actions: Vec<String> = (0..=random.below(2))
        .map(|_| {
            let pieces = set(1, false, random);
            let otherwise = one_of(&["", " or stays", " or is removed"], random);
            match random.below(10) {
                9 => {
                    let piece = one_of(
                        &["own pawn", "enemy (rook or knight)", "white bishop"],
                        random,
                    );
                    let square = one_of(&["from", "[e4]", "last.from", "empty [a1-b2]"], random);
                    format!("put {piece} on {square}")
                }
                6 => {
                    let set = set(1, false, random);
                    let none = one_of(&["", " or none"], random);
                    format!("choose x in {set} [c3-d4]{none}, {pieces} goes to x{otherwise}")
                }
                7 => {
                    let side = one_of(&["own", "enemy"], random);
                    let pieces = one_of(&["captured", &pieces], random);
                    format!("{pieces} goes to {side} hand")
                }
                8 => {
                    let kind = one_of(&["pawn", "(rook or knight)", "captured", "mover"], random);
                    let pieces = one_of(&["mover", "captured", &pieces], random);
                    format!("{pieces} becomes {kind}")
                }
                0 => format!("remove {pieces}"),
                1 => format!("capture enemy enclosed by to and ({pieces} or edge)"),
                2 => format!("{pieces} changes side"),
                3 => {
                    let pieces = one_of(&["mover", "captured", &pieces], random);
                    format!("{pieces} goes home{otherwise}")
                }
                4 => {
                    let goal = set(1, true, random);
                    let goal = one_of(&["from", "to", "it", "[e4]", &goal], random);
                    let pieces = one_of(&["mover", "captured", &pieces], random);
                    format!("{pieces} goes to {goal}{otherwise}")
                }
                _ => {
                    let stays = one_of(&["stays", "may stay"], random);
                    format!("mover {} {stays}", one_of(&MORE, random))
                }
            }
        })
        .collect();
    let actions = actions.join(", ");
    let first = one_of(&["", "", "", "repeat "], random);
    if chance(3, random) {
        format!("{first}{}: {actions}", condition(1, random))
    } else {
        format!("{first}{actions}")
    }
}

/// Moves that pieces have.
pub(super) fn moves(random: &mut Random) -> String {
    let pieces = one_of(
        &["", " pawn", " not royal", " [rank 4..]", " (rook or queen)"],
        random,
    );
    let only = one_of(&["", "", " only"], random);
    let set = one_of(
        &[
            "own guarding it",
            "own \"fW\" to it",
            "enemy attacking it",
            "any \"K\" from it",
        ],
        random,
    );
    let model = one_of(&["knight", "\"mN\"", "\"R2\"", &set], random);
    let goal = one_of(
        &["", " to empty", " to (empty or enemy) [rank 3..6]"],
        random,
    );
    let condition = one_of(
        &[
            "",
            "",
            "no own queen: ",
            "2.. enemy [c3-f6]: ",
            "turn ..2: ",
        ],
        random,
    );
    let moves = match random.below(8) {
        0 | 1 => format!("own{pieces} swaps{only} with {set}"),
        2 => format!("own{pieces} becomes{only} (knight or bishop)"),
        3 => {
            let side = one_of(&["own", "own", "enemy"], random);
            format!("{side}{pieces} is removed")
        }
        _ => format!("own{pieces} moves{only}{goal} as {model}"),
    };
    let actions = if chance(1, random) {
        one_of(
            &[
                ", remove enemy pawn \"K\" from to",
                ", put own pawn on from",
                ", mover becomes (rook or bishop)",
                ", choose x in enemy not royal or none, x goes home or stays",
                ", enemy attacked by mover changes side",
                ", mover goes to own hand",
            ],
            random,
        )
    } else {
        String::new()
    };
    format!("{condition}{moves}{actions}")
}

/// What ends the game.
pub(super) fn end(random: &mut Random) -> String {
    let results = ["own wins", "enemy wins", "draw", "own gets 3 of 4"];
    let reasons = ["", " by goal", " by bare-king", " by good-sport"];
    let [result, reason] = [&results, &reasons].map(|words| one_of(words, random));
    let stalemate = if chance(1, random) {
        "stalemate and "
    } else {
        ""
    };
    format!("{stalemate}({}): {result}{reason}", condition(1, random))
}
