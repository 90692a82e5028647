//! Help texts for keys and values that cannot be read.

use crate::formats::toml::wire::{BoardWire, Overlay, PieceWire, RulesWire, VariantWire};
use crate::source::{Diagnostic, Span, codes, did_you_mean, nearest};

/// The text of the library of rules.
pub(in crate::formats::toml) const LIBRARY: &str = include_str!("../../../../rules.toml");

/// The document that lists all rules.
const RULES: &str = "grammar/variants-toml.md#rules";

/// Names by which players know a rule, with its key under `rules`. If the key alone is the answer, it is the first text
/// in quotes.
const KNOWN_AS: [(&[&str], &str); 12] = [
    (
        &["pseudo-royal", "pseudo-royalty"],
        "write `extinction = { pieces = 'king', royal = 'last' }`",
    ),
    (
        &["three-check", "3check", "check-count", "check-limit"],
        "count checks by `checks = { counted = true }`, and write the number that each side must give in `start`: `… w \
         KQkq - 3+3 0 1`",
    ),
    (
        &["king-of-the-hill", "koth", "hill"],
        "write `goal = { piece = 'king', zone = 'd4-e5' }`",
    ),
    (
        &["atomic", "explosion", "explosions"],
        "write `captures = { blast = true }`; see `ferz show atomic --resolved`",
    ),
    (
        &["crazyhouse", "hands", "pockets"],
        "write `captured-to = 'captor-hand'`",
    ),
    (
        &[
            "antichess",
            "must-capture",
            "forced-capture",
            "compulsory-capture",
        ],
        "write `captures = { mandatory = true }`",
    ),
    (
        &["fifty-moves", "fifty-move-rule", "50-moves", "n-move-rule"],
        "write `move-limit = 50`",
    ),
    (
        &["threefold", "threefold-repetition", "n-fold-rule"],
        "write `repetition = { limit = 3 }`",
    ),
    (
        &[
            "promotion",
            "promotions",
            "promotion-zone",
            "promotion-rank",
        ],
        "write promotion for a piece, `pieces.pawn.promotion`, or for several, `pawn-promotion`",
    ),
    (
        &["double-step", "two-step"],
        "write a double step as a move of the piece: `ifmnD`",
    ),
    (
        &["flying-general", "facing-kings"],
        "write `checks = { flying-generals = true }`",
    ),
    (
        &["bare", "lone-king", "bared-king"],
        "write `bare-king = 'immediate'`, or `'pending'` after one more move",
    ),
];

/// Tables that are meaningful without keys.
const MAY_BE_EMPTY: [&str; 6] = [
    "freezes",
    "imitate",
    "jump-series",
    "long-leap",
    "mimic",
    "swap",
];

/// The key of a table for which a plain value is written instead of the table.
const MAIN_KEYS: [(&str, &str, &str); 2] =
    [("promotion", "text", "to"), ("promotion", "list", "to")];

/// The help text for a value of the wrong kind.
///
/// `written` is the value as written in the file, if it is short.
pub(in crate::formats::toml) fn remedy(
    key: &str,
    wanted: &str,
    kind: &str,
    written: Option<&str>,
) -> Option<String> {
    let wants = |what: &str| wanted.contains(what);
    let main_key = MAIN_KEYS
        .iter()
        .find(|(table, written_as, _)| (*table, *written_as) == (key, kind));
    if let Some((_, _, main)) = main_key.filter(|_| wants("a table")) {
        let value = written.unwrap_or("[…]");
        return Some(format!("write `{{ {main} = {value} }}`"));
    }
    // An entry after `[pieces]` is read as a piece.
    if kind == "text" && wants("a table") && has::<VariantWire>(key) {
        return misplaced(key);
    }
    let remedy = match kind {
        "false" if wants("`none`") => "write `'none'`",
        "text" if wants("number") => "write numbers without quotes",
        "text" if wants("`true` or `false`") => "write `true` and `false` without quotes",
        "number" | "true" | "false" | "date" if wants("a text") => {
            "write texts and words in quotes: `'…'`"
        }
        "true" if wants("a table") && MAY_BE_EMPTY.contains(&key) => {
            "write `{}` for the default settings"
        }
        _ if wants("a table") => "write a table as `{ key = value }`",
        _ if wants("a list") => "write a list as `[one, two]`",
        _ if wants("`true` or `false`") => "write `true` or `false`",
        _ => return None,
    };
    Some(remedy.to_owned())
}

/// An edit of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::formats::toml) enum Mend {
    /// Replaces it.
    Instead(String),
    /// Inserts text before and after it.
    Around(String, &'static str),
}

/// The edit that applies [`remedy`], if it is unambiguous. `bare` is a value of one word, without
/// quotes.
pub(in crate::formats::toml) fn mend(
    key: &str,
    wanted: &str,
    kind: &str,
    bare: Option<&str>,
) -> Option<Mend> {
    let wants = |what: &str| wanted.contains(what);
    let instead = |text: &str| Some(Mend::Instead(text.to_owned()));
    let main_key = MAIN_KEYS
        .iter()
        .find(|(table, written_as, _)| (*table, *written_as) == (key, kind));
    if let Some((_, _, main)) = main_key.filter(|_| wants("a table")) {
        return Some(Mend::Around(format!("{{ {main} = "), " }"));
    }
    match kind {
        "false" if wants("`none`") => instead("'none'"),
        "text" if wants("number") => bare
            .filter(|text| text.parse::<i32>().is_ok())
            .and_then(instead),
        "text" if wants("`true` or `false`") => bare
            .filter(|text| ["true", "false"].contains(text))
            .and_then(instead),
        "number" if wants("a text") => bare.map(|number| Mend::Instead(format!("'{number}'"))),
        "true" if wants("a table") && MAY_BE_EMPTY.contains(&key) => instead("{}"),
        _ => None,
    }
}

/// The key and the value that a help text proposes, if it proposes nothing else.
fn whole(remedy: &str) -> Option<(&str, &str)> {
    let (written, behind) = remedy.strip_prefix("write `")?.split_once('`')?;
    let (key, value) = written.split_once(" = ")?;
    let is_all = behind.is_empty() || behind.starts_with([',', ';']);
    is_all.then_some((key, value))
}

/// Whether the table has the key.
fn has<T: Overlay>(key: &str) -> bool {
    // The fields of keys that are Rust keywords have plural names.
    let field = match key {
        "move" => "moves".to_owned(),
        _ => key.replace('-', "_"),
    };
    T::FIELDS.contains(&field.as_str())
}

/// The help text for a key in the wrong table.
fn misplaced(key: &str) -> Option<String> {
    Some(if has::<VariantWire>(key) {
        format!(
            "`{key}` belongs to the variant, but keys below a line such as `[board]` belong to that table: write it \
             above that line"
        )
    } else if has::<RulesWire>(key) && has::<PieceWire>(key) {
        format!("write `rules.{key}` for the rule, `pieces.NAME.{key}` for a piece")
    } else if has::<RulesWire>(key) {
        format!("`{key}` is a rule: write `rules.{key}`, or `{key}` below a line `[rules]`")
    } else if has::<BoardWire>(key) {
        format!("`{key}` belongs to the board: write `board.{key}`")
    } else if has::<PieceWire>(key) {
        format!("`{key}` belongs to a piece: write `pieces.NAME.{key}`")
    } else {
        return None;
    })
}

/// The finding for an unknown key, given the known keys of the table. `set` is the place of its value, if that is
/// `true`.
pub(in crate::formats::toml) fn unknown_key(
    name: &str,
    span: Span,
    set: Option<Span>,
    known: &[&'static str],
    table: &str,
) -> Diagnostic {
    let shown: String = name.chars().take(40).collect();
    let is_rule = table == "rules";
    let message = if is_rule {
        format!("unknown rule `{shown}`")
    } else {
        format!("unknown key `{shown}`")
    };
    let known_as = KNOWN_AS
        .iter()
        .find(|(words, _)| is_rule && words.contains(&name));
    let is_near = nearest(name, known.iter().copied()).is_some();
    let help = match known_as {
        Some((_, remedy)) => (*remedy).to_owned(),
        None if is_rule && LIBRARY.contains(&format!("\n[{name}]\n")) => {
            format!("`{name}` is a rule of the library: write `rules.use.{name}`")
        }
        None if is_near => did_you_mean(name, known.iter().copied()),
        None => match misplaced(name) {
            Some(remedy) => remedy,
            None if is_rule => format!("see the list of rules in {RULES}"),
            None => did_you_mean(name, known.iter().copied()),
        },
    };
    // A switch that was set to `true` is replaced by the proposed setting.
    let meant = set.filter(|_| known_as.is_some());
    let meant = meant.and_then(|value| Some((value, whole(&help)?)));
    let finding = Diagnostic::new(codes::UNKNOWN_KEY, span, message);
    let finding = match meant {
        Some((value, (key, text))) => finding.with_edit(span, key).with_edit(value, text),
        None => finding,
    };
    finding.with_help(help)
}
