//! The names of rules, and the keys under which they are written.

/// The built-in rules, by their keys in `rules`, in the order in which they apply.
pub const BUILTIN_RULES: &[&str] = &[
    "replacement",
    "capture-duty",
    "capture-only",
    "optional-midpoint",
    "double-midpoint",
    "paired-promotion",
    "in-place-promotion",
    "royal",
    "guard",
    "walls",
    "passing",
    "palace",
    "intersections",
    "suicide",
    "prisoners",
    "connection",
    "point-count",
    "transparency",
    "chains",
    "jump-captures",
    "capture-priority",
    "quiet-limit",
    "push-pull",
    "shoves",
    "transfer",
    "absorption",
    "shifts",
    "marks",
    "sets",
    "forbid",
    "require",
    "effects",
    "moves",
    "ends",
    "use",
    "brakes",
    "limited-moves",
    "safe-ways",
    "foreign-moves",
    "ransom",
    "castling-by-squares",
    "drowning",
    "returns",
    "circuit",
    "gates",
    "bare-king",
    "capture-points",
    "refusal",
    "turns",
    "pocket",
    "double-drop",
    "placement",
    "extinction",
    "goal",
    "material",
    "en-passant",
    "castling",
    "gating",
    "first-leaps",
    "drops",
    "captures",
    "captured-to",
    "checks",
    "checkmate",
    "stalemate",
    "move-limit",
    "repetition",
    "perpetual-check",
    "restarts",
    "back-and-forth-loses",
    "chasing",
    "counting",
    "mate-needs",
    "scores",
];

/// The rules among them that are in a table inside `rules`, with its key.
const IN_TABLES: &[(&str, &str)] = &[
    ("material", "adjudication"),
    ("restarts", "adjudication"),
    ("back-and-forth-loses", "adjudication"),
    ("chasing", "adjudication"),
    ("counting", "adjudication"),
    ("mate-needs", "adjudication"),
];

/// The path of keys to the table of a rule: built-in rules are in `rules` or in a table there, custom rules in
/// `rules.custom`.
pub fn rule_keys(name: &str) -> Vec<&str> {
    if let Some((_, table)) = IN_TABLES.iter().find(|(rule, _)| *rule == name) {
        vec!["rules", table, name]
    } else if BUILTIN_RULES.contains(&name) {
        vec!["rules", name]
    } else {
        vec!["rules", "custom", name]
    }
}

/// Whether a text can be the name of a custom rule, which is also the name of its FEN field.
pub fn is_rule_name(name: &str) -> bool {
    let within = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.len() <= 40
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(within)
}
