//! Applies the options of a section to a configuration.

use std::str::FromStr;
use std::sync::LazyLock;

use crate::definition::{CountingRule, Enclosing, Limits, Verdict, Walling};
use crate::geometry::{CompactSort, SquareSet};
use crate::movement::{Dialect, Movement};
use crate::source::{Diagnostic, Span, codes, did_you_mean};
use crate::syntax::ini::{Entry, Section, Word};

use super::config::{Config, Material};
use super::fork;
use super::keys::{self, Target};
use super::types::{self, FIRST_CUSTOM, GRID, KING, Type, TypeSet, fixed, grid, rank};

/// Options that do not affect the rules.
pub(in crate::formats::fairy_stockfish) const PRESENTATION: [&str; 9] = [
    "hexBoard",
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    "pieceValueMg",
    "pieceValueEg",
    "nnueAlias",
    "title",
    "source",
];

/// The field of an option in the configuration.
pub(in crate::formats::fairy_stockfish) fn target<'a>(
    config: &'a mut Config,
    key: &str,
) -> Option<Target<'a>> {
    if let Some(place) = keys::place(key) {
        return Some(place(config));
    }
    let (color, piece) = key.strip_prefix("mobilityRegion").and_then(|rest| {
        rest.strip_prefix("White")
            .map(|piece| (0, piece))
            .or_else(|| rest.strip_prefix("Black").map(|piece| (1, piece)))
    })?;
    let number = types::all().find(|number| capitalized(&types::key(*number)) == piece)?;
    Some(Target::Region(&mut config.mobility[number][color]))
}

/// The mobility options of all types.
pub(in crate::formats::fairy_stockfish) fn mobility_keys() -> impl Iterator<Item = String> {
    types::all().flat_map(|number| {
        let name = capitalized(&types::key(number));
        ["White", "Black"].map(|side| format!("mobilityRegion{side}{name}"))
    })
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
        .unwrap_or_default()
}

/// Applies a section to its inherited configuration.
pub(in crate::formats::fairy_stockfish) fn apply(
    config: &mut Config,
    section: &Section,
    found: &mut Vec<Diagnostic>,
) {
    let mut last: indexmap::IndexMap<&str, &Entry> = indexmap::IndexMap::new();
    for entry in &section.entries {
        if let Some(first) = last.insert(entry.key.text.as_str(), entry) {
            found.push(
                Diagnostic::new(
                    codes::INI_REPEATED_KEY,
                    entry.key.span,
                    format!(
                        "`{}` is set twice in this section; the last value is used",
                        entry.key.text
                    ),
                )
                .with_label(first.key.span, "here"),
            );
        }
    }
    // Letters come first, because other values name pieces by letter.
    for number in types::all() {
        if let Some(entry) = last.get(types::key(number).as_str()) {
            piece(config, number, &entry.value, found);
        }
    }
    // The order in which Fairy-Stockfish reads options, whatever their order in the file.
    let order = |key: &str| match key {
        "maxRank" | "maxFile" => 0,
        "promotionRank"
        | "doubleStepRank"
        | "doubleStepRankMin"
        | "whiteFlag"
        | "blackFlag"
        | "castlingRookPiece"
        | "whiteDropRegion"
        | "blackDropRegion"
        | "dropOnTop"
        | "pointsGoalSimulValue" => 1,
        "pawnTypes" => 2,
        "promotionPawnTypes"
        | "promotionPieceTypes"
        | "enPassantRegion"
        | "enPassantTypes"
        | "nMoveRuleTypes"
        | "castlingKingPiece"
        | "castlingRookPieces"
        | "pass"
        | "passOnStalemate"
        | "flagPiece"
        | "flagRegion" => 3,
        "wallingRegion" => 5,
        _ => 4,
    };
    let both_ranks = last.contains_key("doubleStepRank") && last.contains_key("doubleStepRankMin");
    let mut entries: Vec<&&Entry> = last.values().collect();
    // With `doubleStepRank`, Fairy-Stockfish ignores `doubleStepRankMin`.
    entries.retain(|entry| !(both_ranks && entry.key.text == "doubleStepRankMin"));
    entries.sort_compactly_by_key(|entry| order(entry.key.text.as_str()));
    for entry in entries {
        if types::named(&entry.key.text).is_none() {
            option(config, entry, found);
        }
    }
}

/// Applies options that were kept as presentation because they do not affect the variant itself.
pub(in crate::formats::fairy_stockfish) fn apply_kept(config: &mut Config) {
    let letters: Vec<(char, Type)> = lettered(config);
    let kept: Vec<(String, String)> = config
        .presentation
        .iter()
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    for (key, value) in kept {
        let known =
            target(config, &key).is_some_and(|target| set(target, &letters, &value).is_ok());
        if known {
            config.presentation.shift_remove(&key);
        }
    }
}

/// Whether Fairy-Stockfish, or its fork, has an option with this name.
pub(in crate::formats::fairy_stockfish) fn is_option(key: &str, of_the_fork: bool) -> bool {
    let for_types = types::named(key).is_some() || mobility_keys().any(|known| known == key);
    let only_of_the_fork = || keys::is_known(key) || fork::KEYS.contains(&key) || key == "hexBoard";
    for_types || keys::is_of_the_program(key) || of_the_fork && only_of_the_fork()
}

/// The letters of a variant with their types.
fn lettered(config: &Config) -> Vec<(char, Type)> {
    let letters = config.letters.iter().enumerate();
    letters
        .filter_map(|(number, letter)| Some(((*letter)?, number)))
        .collect()
}

/// Reads a piece: its letter, and its moves after a colon.
fn piece(config: &mut Config, number: Type, value: &Word, found: &mut Vec<Diagnostic>) {
    let mut letters = value.text.chars();
    match letters.next() {
        Some(letter) if letter.is_ascii_alphabetic() => config.add(number, letter),
        Some('-') if value.text == "-" => {
            config.remove(number);
            return;
        }
        _ => {
            found.push(bad(
                value,
                "write a piece as its letter, followed by a colon and its moves, or `-`",
            ));
            return;
        }
    }
    let rest = letters.as_str();
    if number == KING {
        config.king_type = None;
    }
    let own_moves = number == KING || number >= FIRST_CUSTOM;
    match rest.strip_prefix(':') {
        Some(text) if own_moves => {
            let start = value.span.start as usize + 2;
            let read = Movement::read(text, Dialect::FairyStockfish);
            found.extend(read.diagnostics.into_iter().map(|one| one.shifted(start)));
            config.betza[number] = Some(text.to_owned());
            if number != KING && text.contains('e') {
                for set in &mut config.ep_types {
                    set.insert(number);
                }
            }
        }
        Some(_) => found.push(bad(value, "only custom pieces and the king can have moves")),
        None if rest.is_empty() && number == KING => config.betza[number] = None,
        None if rest.is_empty() && !own_moves => {}
        None if rest.is_empty() => found.push(bad(value, "a custom piece needs its moves: `a:WF`")),
        None => found.push(bad(value, "a letter has one character")),
    }
}

fn bad(value: &Word, what: &str) -> Diagnostic {
    Diagnostic::new(
        codes::INI_BAD_VALUE,
        value.span,
        format!("`{}` cannot be read", value.text),
    )
    .with_help(what)
}

fn option(config: &mut Config, entry: &Entry, found: &mut Vec<Diagnostic>) {
    let (key, value) = (entry.key.text.as_str(), &entry.value);
    match key {
        "promotionLimit" => {
            let read = pairs(config, &value.text, |_, text| text.parse::<u16>().ok());
            match read {
                Some(list) => {
                    for (number, limit) in list {
                        config.promotion_limit[number] = limit;
                    }
                }
                None => found.push(bad(value, "write limits as `q:1 r:2`")),
            }
            return;
        }
        "promotedPieceType" => {
            let read = pairs(config, &value.text, |config, text| match text {
                "-" => Some(0),
                _ => one_char(text).and_then(|letter| config.lettered(letter)),
            });
            match read {
                Some(list) => {
                    for (number, promoted) in list {
                        config.promoted[number] = promoted;
                    }
                }
                None => found.push(bad(value, "write promotions as `p:g s:g`")),
            }
            return;
        }
        "promotionRank" | "doubleStepRank" | "doubleStepRankMin" | "dropOnTop" => {
            deprecated(config, key, value, found);
            return;
        }
        _ => {}
    }
    if PRESENTATION.contains(&key) {
        if key.starts_with("pieceValue") {
            match pairs(config, &value.text, |_, text| text.parse::<f64>().ok()) {
                Some(list) if key == "pieceValueMg" => {
                    for (number, worth) in list {
                        config.values[number] = Some(worth / 100.0);
                    }
                }
                Some(_) => {}
                None => found.push(bad(value, "write values as `p:150 n:800`")),
            }
        }
        config
            .presentation
            .insert(key.to_owned(), value.text.clone());
        return;
    }
    let letters = lettered(config);
    if key == "pawnTypes"
        && let Some(set) = type_set(&letters, &value.text)
    {
        config.ep_types = [set; 2];
        config.move_rule_types = [set; 2];
    }
    if fork::KEYS.contains(&key) {
        let types = |text: &str| type_set(&letters, text);
        let read = if key == "captureType" {
            capture_type(config, &value.text)
        } else {
            config.fork.set(key, &value.text, types)
        };
        if let Err(help) = read {
            found.push(bad(value, help));
        }
        return;
    }
    let Some(target) = target(config, key) else {
        let message = format!("unknown option `{key}`");
        let mut finding = Diagnostic::new(codes::INI_UNKNOWN_KEY, entry.key.span, message);
        // Suggestions take time, so they are omitted beyond the number of findings shown.
        let is_shown = found.len() < Limits::USUAL.findings;
        finding.help = is_shown.then(|| did_you_mean(key, KNOWN.iter().map(String::as_str)));
        found.push(finding);
        return;
    };
    let names_kinds = matches!(target, Target::Set(_) | Target::Sets(_) | Target::Pawns(_));
    let is_for_none = names_kinds && !WHOLE_ARMY.contains(&key) && value.text.contains('*');
    let read = if is_for_none {
        let message = format!("`*` means no piece in `{key}`");
        let help = "name the pieces by their letters";
        found.push(Diagnostic::new(codes::INI_ALL_OR_NONE, value.span, message).with_help(help));
        let others = value.text.replace('*', "");
        let others = if others.trim().is_empty() {
            "-"
        } else {
            &others
        };
        set(target, &letters, others)
    } else {
        set(target, &letters, &value.text)
    };
    if let Err(help) = read {
        found.push(bad(value, help));
    }
}

/// Sets the destination of captured pieces.
fn capture_type(config: &mut Config, text: &str) -> Result<(), &'static str> {
    if !["out", "hand", "prison"].contains(&text) {
        return Err("one of `out`, `hand`, `prison`");
    }
    config.to_hand = text != "out";
    config.fork.prison.holds = text == "prison";
    Ok(())
}

/// Options for sets of types that Fairy-Stockfish iterates over, so that `*` means all pieces.
pub(in crate::formats::fairy_stockfish) const WHOLE_ARMY: [&str; 3] = [
    "blastImmuneTypes",
    "connectPieceTypes",
    "extinctionPieceTypes",
];

/// The options that are read. Cached, because each line of a file may have an unknown option.
static KNOWN: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut known: Vec<String> = keys::names().map(str::to_owned).collect();
    known.extend(types::all().map(types::key));
    known.extend(PRESENTATION.iter().map(|key| (*key).to_owned()));
    known.extend(fork::KEYS.map(str::to_owned));
    known.extend(["promotionLimit", "promotedPieceType"].map(str::to_owned));
    known
});

/// Sets a value; returns a description of valid values on error.
fn set(target: Target<'_>, letters: &[(char, Type)], text: &str) -> Result<(), &'static str> {
    const TYPES: &str = "write pieces by the letters that this variant has defined";
    const NUMBER: &str = "expected a number";
    const SQUARES: &str = "write squares as `a1 b2 *3 d*`";
    match target {
        Target::Bool(place) => *place = boolean(text)?,
        Target::Bools(places) => {
            let value = boolean(text)?;
            for place in places {
                *place = value;
            }
        }
        Target::Number(place) => *place = text.parse().map_err(|_| NUMBER)?,
        Target::Count(place) => {
            let number: i32 = text.parse().map_err(|_| NUMBER)?;
            *place = u16::try_from(number.max(0)).map_err(|_| NUMBER)?;
        }
        Target::Signed(place) => *place = text.parse().map_err(|_| NUMBER)?,
        Target::Size(place) => {
            let number = number_or_file(text).ok_or("expected a number from 1 to 32")?;
            *place = number;
        }
        Target::Rank(place) => {
            let number: u8 = text.parse().map_err(|_| "a rank is a number from 1")?;
            *place = number.checked_sub(1).ok_or("a rank is a number from 1")?;
        }
        Target::File(place) => {
            let number = number_or_file(text).ok_or("a file is a letter or a number")?;
            *place = number - 1;
        }
        Target::Type(place) => *place = one_type(letters, text).ok_or(TYPES)?,
        Target::Types2(places) => {
            let value = one_type(letters, text).ok_or(TYPES)?;
            for place in places {
                *place = value;
            }
        }
        Target::Set(place) => *place = type_set(letters, text).ok_or(TYPES)?,
        Target::Sets(places) => {
            let value = type_set(letters, text).ok_or(TYPES)?;
            for place in places {
                *place = value;
            }
        }
        Target::Pawns(places) => {
            let value = type_set(letters, text).ok_or(TYPES)?;
            let main = last_type(letters, text).unwrap_or(0);
            for (pawn, set) in places {
                (*pawn, *set) = (main, value);
            }
        }
        Target::Region(place) => *place = region(text).ok_or(SQUARES)?,
        Target::Regions(places) => {
            let value = region(text).ok_or(SQUARES)?;
            for place in places {
                place.clone_from(&value);
            }
        }
        Target::Verdict(place) => {
            *place = verdict(text)
                .flatten()
                .ok_or("the result is `win`, `loss` or `draw`")?;
        }
        Target::MaybeVerdict(place) => {
            *place = verdict(text).ok_or("the result is `win`, `loss`, `draw` or `none`")?;
        }
        Target::Enclosing(place) => {
            *place = match text {
                "none" => None,
                "reversi" => Some(Enclosing::Reversi),
                "ataxx" => Some(Enclosing::Ataxx),
                "quadwrangle" => Some(Enclosing::Quadwrangle),
                "snort" => Some(Enclosing::Snort),
                "anyside" => Some(Enclosing::AnySide),
                "top" => Some(Enclosing::Top),
                _ => {
                    return Err(
                        "one of `reversi`, `ataxx`, `quadwrangle`, `snort`, `anyside`, `top`, `none`",
                    );
                }
            };
        }
        Target::Walling(place) => {
            *place = match text {
                "none" => None,
                word => Some(
                    Walling::of_word(word)
                        .ok_or("one of `arrow`, `duck`, `edge`, `past`, `static`, `none`")?,
                ),
            };
        }
        Target::Material(place) => {
            *place = match text {
                "none" => None,
                "janggi" => Some(Material::Janggi),
                "unweighted" => Some(Material::Unweighted),
                "whitedrawodds" => Some(Material::White),
                "blackdrawodds" => Some(Material::Black),
                _ => {
                    return Err(
                        "one of `janggi`, `unweighted`, `whitedrawodds`, `blackdrawodds`, `none`",
                    );
                }
            };
        }
        Target::Counting(place) => {
            *place = match text {
                "none" => None,
                "makruk" => Some(CountingRule::Makruk),
                "cambodian" => Some(CountingRule::Cambodian),
                "asean" => Some(CountingRule::Asean),
                _ => return Err("one of `makruk`, `cambodian`, `asean`, `none`"),
            };
        }
        Target::Chasing(place) => {
            *place = match text {
                "none" => false,
                "axf" => true,
                _ => return Err("one of `axf`, `none`"),
            };
        }
        Target::Text(place) => text.clone_into(place),
        Target::Wins(place) => {
            *place = [[false; 2]; 2];
            for letter in text.chars() {
                match letter {
                    'Q' => place[0][0] = true,
                    'K' => place[0][1] = true,
                    'q' => place[1][0] = true,
                    'k' => place[1][1] = true,
                    '-' => {}
                    _ => return Err("write castling rights by the letters `KQkq`"),
                }
            }
        }
    }
    Ok(())
}

fn boolean(text: &str) -> Result<bool, &'static str> {
    bool::from_str(text).map_err(|_| "`true` or `false`")
}

#[expect(clippy::option_option, reason = "no result is a value as well")]
fn verdict(text: &str) -> Option<Option<Verdict>> {
    Some(match text {
        "win" => Some(Verdict::Win),
        "loss" => Some(Verdict::Loss),
        "draw" => Some(Verdict::Draw),
        "none" => None,
        _ => return None,
    })
}

fn one_char(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.as_str().is_empty())
}

fn number_or_file(text: &str) -> Option<u8> {
    let number = match one_char(text) {
        Some(letter @ 'a'..='z') => letter as u8 - b'a' + 1,
        _ => text.parse().ok()?,
    };
    (1..=GRID as u8).contains(&number).then_some(number)
}

fn type_of(letters: &[(char, Type)], letter: char) -> Option<Type> {
    if letter == '*' {
        return Some(0);
    }
    letters
        .iter()
        .find(|(known, _)| *known == letter.to_ascii_lowercase())
        .map(|(_, number)| *number)
}

fn one_type(letters: &[(char, Type)], text: &str) -> Option<Type> {
    if text == "-" {
        return Some(0);
    }
    one_char(text).and_then(|letter| type_of(letters, letter))
}

fn last_type(letters: &[(char, Type)], text: &str) -> Option<Type> {
    text.chars()
        .rfind(|letter| !letter.is_whitespace())
        .and_then(|letter| type_of(letters, letter))
}

fn type_set(letters: &[(char, Type)], text: &str) -> Option<TypeSet> {
    let mut set = TypeSet::default();
    if text == "-" {
        return Some(set);
    }
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        set.insert(type_of(letters, letter)?);
    }
    Some(set)
}

/// Reads a list of `letter:value`, separated by blanks.
fn pairs<T>(
    config: &Config,
    text: &str,
    read: impl Fn(&Config, &str) -> Option<T>,
) -> Option<Vec<(Type, T)>> {
    let joined = text.replace(" :", ":").replace(": ", ":");
    joined
        .split_whitespace()
        .filter(|part| *part != "-")
        .map(|part| {
            let (letter, value) = part.split_once(':')?;
            let number = config.lettered(one_char(letter)?)?;
            Some((number, read(config, value)?))
        })
        .collect()
}

/// Reads a set of squares: `a1`, `*3` (a rank), `d*` (a file), `-` for none.
fn region(text: &str) -> Option<SquareSet> {
    let mut set = SquareSet::new();
    for word in text.split_whitespace() {
        if word == "-" {
            break;
        }
        let limit = |number: u16| (1..=GRID).contains(&number).then(|| number - 1);
        let file = |letter: &str| number_or_file(&letter.to_ascii_lowercase());
        if let Some(number) = word.strip_prefix('*') {
            set.extend(rank(limit(number.parse().ok()?)?).iter());
        } else if let Some(letter) = word.strip_suffix('*') {
            let file = file(letter)? as u16 - 1;
            set.extend((0..GRID).map(|rank| grid(file, rank)));
        } else {
            let (letter, number) = word.split_at_checked(1)?;
            let file = file(letter)? as u16 - 1;
            set.insert(grid(file, limit(number.parse().ok()?)?));
        }
    }
    Some(set)
}

/// Applies options of earlier versions.
fn deprecated(config: &mut Config, key: &str, value: &Word, found: &mut Vec<Diagnostic>) {
    if key == "dropOnTop" {
        match boolean(&value.text) {
            Ok(true) => config.enclosing = Some(Enclosing::Top),
            Ok(false) => {}
            Err(help) => found.push(bad(value, help)),
        }
        return;
    }
    let Some(number) = value
        .text
        .parse::<u16>()
        .ok()
        .filter(|n| (1..=GRID).contains(n))
    else {
        found.push(bad(value, "a rank is a number from 1"));
        return;
    };
    let last = config.max_rank as u16 - 1;
    let ranks = |from: u16, to: u16| -> SquareSet {
        (from..=to)
            .flat_map(|number| rank(number).iter().collect::<Vec<_>>())
            .collect()
    };
    match key {
        "promotionRank" => {
            config.promotion_region = [
                ranks(number - 1, last),
                ranks(0, last.saturating_sub(number - 1)),
            ];
        }
        "doubleStepRank" => {
            config.double_region = [ranks(1, number - 1), ranks(last + 1 - number, last - 1)];
        }
        _ => {
            // Up to the second rank, which is the default of `doubleStepRank`.
            let below = last.saturating_sub(1)..=last.saturating_sub(number - 1);
            let black = below.flat_map(|number| rank(number).iter().collect::<Vec<_>>());
            config.double_region = [ranks(number - 1, 1), black.collect()];
        }
    }
}

/// Checks a configuration as a whole.
pub(in crate::formats::fairy_stockfish) fn check(
    config: &Config,
    place: Span,
    found: &mut Vec<Diagnostic>,
) {
    let refuse = |message: &str| Diagnostic::new(codes::INI_BAD_VALUE, place, message);
    if !config.has_pieces() {
        found.push(refuse("the variant has no pieces"));
    }
    if !config.checking && config.check_counting {
        found.push(refuse("checks are counted but not allowed"));
    }
    let king = config.letters[KING].is_some();
    for (set, what) in [
        (config.blast, "`blastOnCapture`"),
        (config.flip.is_some(), "`flipEnclosedPieces`"),
        (
            config.walling == Some(Walling::Duck),
            "`wallingRule = duck`",
        ),
    ] {
        if king && set {
            found.push(
                refuse(&format!("kings cannot be combined with {what}"))
                    .with_help("use `commoner` with `extinctionValue` and `extinctionPieceTypes`"),
            );
        }
    }
    debug_assert_eq!(fixed("pawn"), 1);
}
