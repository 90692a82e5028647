//! The names of rules, and the keys under which they are written.

/// Calls a macro with the built-in rules, in the order in which they apply: each with its key, its field in a
/// definition file, and the table inside `rules` that contains it, if any.
macro_rules! builtin_rules {
    ($with:ident) => {
        $with! {
            "replacement" replacement,
            "capture-duty" capture_duty,
            "capture-only" capture_only,
            "optional-midpoint" optional_midpoint,
            "double-midpoint" double_midpoint,
            "paired-promotion" paired_promotion,
            "in-place-promotion" in_place_promotion,
            "royal" royal,
            "guard" guard,
            "walls" walls,
            "passing" passing,
            "palace" palace,
            "intersections" intersections,
            "prisoners" prisoners,
            "connection" connection,
            "point-count" point_count,
            "transparency" transparency,
            "chains" chains,
            "jump-captures" jump_captures,
            "capture-priority" capture_priority,
            "quiet-limit" quiet_limit,
            "push-pull" push_pull,
            "shoves" shoves,
            "transfer" transfer,
            "absorption" absorption,
            "shifts" shifts,
            "marks" marks,
            "sets" sets,
            "forbid" forbid,
            "require" require,
            "effects" effects,
            "moves" moves,
            "ends" ends,
            "use" r#use,
            "brakes" brakes,
            "safe-ways" safe_ways,
            "foreign-moves" foreign_moves,
            "ransom" ransom,
            "castling-by-squares" castling_by_squares,
            "drowning" drowning,
            "returns" returns,
            "circuit" circuit,
            "gates" gates,
            "bare-king" bare_king,
            "capture-points" capture_points,
            "refusal" refusal,
            "turns" turns,
            "pocket" pocket,
            "double-drop" double_drop,
            "placement" placement,
            "extinction" extinction,
            "goal" goal,
            "material" material in adjudication,
            "en-passant" en_passant,
            "castling" castling,
            "gating" gating,
            "first-leaps" first_leaps,
            "drops" drops,
            "captures" captures,
            "captured-to" captured_to,
            "checks" checks,
            "checkmate" checkmate,
            "stalemate" stalemate,
            "move-limit" move_limit,
            "repetition" repetition,
            "perpetual-check" perpetual_check,
            "restarts" restarts in adjudication,
            "back-and-forth-loses" back_and_forth_loses in adjudication,
            "chasing" chasing in adjudication,
            "counting" counting in adjudication,
            "mate-needs" mate_needs in adjudication,
            "scores" scores,
        }
    };
}
pub(crate) use builtin_rules;

macro_rules! names {
    ($($name:literal $field:ident $(in $table:ident)?),* $(,)?) => {
        /// The built-in rules, by their keys in `rules`, in the order in which they apply.
        pub const BUILTIN_RULES: &[&str] = &[$($name),*];

        /// The rules among them that are in a table inside `rules`, with its key.
        const IN_TABLES: &[(&str, &str)] = &[$($(($name, stringify!($table)),)?)*];
    };
}

builtin_rules!(names);

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
