//! The names of rules with their keys, and the reasons for the end of a game.

use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Calls a macro with the built-in rules, in the order in which they apply: each with its key, its field in a
/// definition file, and the table inside `rules` that contains it, if any. Those in `use` are rules of the library
/// that are written in Rust.
macro_rules! builtin_rules {
    ($with:ident) => {
        $with! {
            "replacement" replacement in r#use,
            "capture-duty" capture_duty in r#use,
            "capture-only" capture_only in r#use,
            "optional-midpoint" optional_midpoint in r#use,
            "double-midpoint" double_midpoint in r#use,
            "paired-promotion" paired_promotion,
            "in-place-promotion" in_place_promotion in r#use,
            "royal" royal,
            "guard" guard,
            "walls" walls,
            "passing" passing,
            "palace" palace in r#use,
            "intersections" intersections,
            "prisoners" prisoners in r#use,
            "connection" connection,
            "point-count" point_count in r#use,
            "transparency" transparency in r#use,
            "chains" chains,
            "jump-captures" jump_captures in r#use,
            "capture-priority" capture_priority,
            "quiet-limit" quiet_limit in r#use,
            "push-pull" push_pull in r#use,
            "shoves" shoves in r#use,
            "transfer" transfer in r#use,
            "absorption" absorption in r#use,
            "shifts" shifts in r#use,
            "marks" marks,
            "sets" sets,
            "forbid" forbid,
            "require" require,
            "effects" effects,
            "moves" moves,
            "ends" ends,
            "use" r#use,
            "brakes" brakes in r#use,
            "safe-ways" safe_ways in r#use,
            "foreign-moves" foreign_moves in r#use,
            "ransom" ransom in r#use,
            "castling-by-squares" castling_by_squares in r#use,
            "drowning" drowning in r#use,
            "returns" returns in r#use,
            "circuit" circuit in r#use,
            "gates" gates in r#use,
            "bare-king" bare_king,
            "capture-points" capture_points,
            "refusal" refusal in r#use,
            "turns" turns,
            "pocket" pocket,
            "double-drop" double_drop in r#use,
            "placement" placement,
            "extinction" extinction,
            "goal" goal,
            "material" material in adjudication,
            "en-passant" en_passant,
            "castling" castling,
            "gating" gating,
            "first-leaps" first_leaps in r#use,
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

macro_rules! names {
    ($($name:literal $field:ident $(in $table:ident)?),* $(,)?) => {
        /// The built-in rules, by their keys in `rules`, in the order in which they apply.
        pub const BUILTIN_RULES: &[&str] = &[$($name),*];

        /// The rules among them that are in a table inside `rules`, with its key.
        const IN_TABLES: &[(&str, &str)] = &[$($(($name, names!(@ $table)),)?)*];
    };
    (@ r#use) => { "use" };
    (@ $table:ident) => { stringify!($table) };
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

/// Whether a name is that of a rule of the library that is written in Rust, and not as clauses.
#[doc(hidden)]
pub fn is_library_rule(name: &str) -> bool {
    IN_TABLES.contains(&(name, "use"))
}

/// Whether a text can be the name of a custom rule, which is also the name of its FEN field.
pub fn is_rule_name(name: &str) -> bool {
    let within = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.len() <= 40
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(within)
}

pub(crate) use builtin_rules;

// Reasons for the end of a game.

/// The limit on custom reasons in one process. Custom words are never freed.
const MOST_WORDS: usize = 10_000;

/// Defines the enum of reasons with their words.
macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $name:ident = $word:literal,)*) => {
        /// The reason for the end of a game.
        ///
        /// [`Outcome`](crate::game::Outcome) has an example.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Reason {
            $($(#[doc = $doc])+ $name,)*
            /// A custom rule ended the game with a reason of its own.
            Custom(&'static str),
        }

        impl Reason {
            /// All reasons except custom ones.
            #[doc(hidden)]
            pub const ALL: &[Reason] = &[$(Reason::$name,)*];

            /// Its word in conformance rows and JSON.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Reason::$name => $word,)*
                    Reason::Custom(word) => word,
                }
            }
        }
    };
}

reasons! {
    /// The side to move is in check and has no legal move.
    Checkmate = "checkmate",
    /// The side to move is not in check and has no legal move.
    Stalemate = "stalemate",
    /// A royal piece was captured.
    KingCaptured = "king-captured",
    /// A side has too few pieces of a kind, or no piece at all.
    Extinction = "extinction",
    /// A side has only its royal piece left.
    BareKing = "bare-king",
    /// A piece has reached its goal.
    Goal = "goal",
    /// Pieces of a side are connected.
    Connection = "connection",
    /// A side has given the required number of checks.
    Checks = "checks",
    /// A material count decided the game.
    Material = "material",
    /// A point count decided the game.
    PointCount = "point-count",
    /// A position was repeated too often.
    Repetition = "repetition",
    /// A position was repeated too often, with check at every move of one side.
    PerpetualCheck = "perpetual-check",
    /// A position was repeated too often, with one side chasing a piece at every move.
    PerpetualChase = "perpetual-chase",
    /// Too many moves without a capture or an irreversible move.
    MoveLimit = "move-limit",
    /// A side did not win within its allotted moves.
    Counting = "counting",
    /// Neither side has sufficient material to win.
    InsufficientMaterial = "insufficient-material",
    /// The side to move has pieces and none of them can move, in games without check.
    Immobile = "immobile",
    /// The players agreed.
    Agreement = "agreement",
    /// A player resigned.
    Resignation = "resignation",
    /// A player ran out of time.
    TimeForfeit = "time-forfeit",
    /// A castling that wins, or the loss of the right to it.
    Castling = "castling",
    /// The kings faced each other and no side resolved it.
    FacingKings = "facing-kings",
    /// Every square is occupied.
    FullBoard = "full-board",
    /// Both players passed.
    Passes = "passes",
    /// A piece moved back and forth too often.
    BackAndForth = "back-and-forth",
    /// A mate by a piece, or by a drop, that may not mate.
    ForbiddenMate = "forbidden-mate",
    /// A mate without a check by a sufficiently strong piece.
    WeakMate = "weak-mate",
}

impl Reason {
    /// The reason of a clause without one.
    pub(crate) const DECIDED: Reason = Reason::Custom("decided");

    /// The reason with this word, custom words included.
    pub(crate) fn of_word(word: &str) -> Reason {
        static WORDS: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
        let mut known = Reason::ALL.iter();
        if let Some(reason) = known.find(|reason| reason.as_str() == word) {
            return *reason;
        }
        let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
        match words.binary_search_by(|known| (*known).cmp(word)) {
            Ok(place) => Reason::Custom(words[place]),
            Err(_) if words.len() == MOST_WORDS => Reason::DECIDED,
            Err(place) => {
                let word: &'static str = Box::leak(word.into());
                words.insert(place, word);
                Reason::Custom(word)
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
