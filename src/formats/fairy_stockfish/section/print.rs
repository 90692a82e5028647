//! Prints a configuration as the lines of a section: all options that differ from the default or from the parent.

use crate::definition::{CountingRule, Enclosing, Verdict, Walling};
use crate::geometry::{BoardShape, SquareSet};

use super::config::{Config, Material};
use super::keys::{self, Target};
use super::options::{WHOLE_ARMY, is_option, mobility_keys, target};
use super::types::{self, FIRST_CUSTOM, GRID, KING, Type, TypeSet, grid};

/// Options that set both sides at once, with those that set one side.
const SIDES: [[&str; 3]; 18] = [
    [
        "promotionPieceTypes",
        "promotionPieceTypesWhite",
        "promotionPieceTypesBlack",
    ],
    [
        "promotionPawnTypes",
        "promotionPawnTypesWhite",
        "promotionPawnTypesBlack",
    ],
    [
        "enPassantRegion",
        "enPassantRegionWhite",
        "enPassantRegionBlack",
    ],
    [
        "enPassantTypes",
        "enPassantTypesWhite",
        "enPassantTypesBlack",
    ],
    [
        "castlingKingPiece",
        "castlingKingPieceWhite",
        "castlingKingPieceBlack",
    ],
    [
        "castlingRookPieces",
        "castlingRookPiecesWhite",
        "castlingRookPiecesBlack",
    ],
    ["pass", "passWhite", "passBlack"],
    [
        "passOnStalemate",
        "passOnStalemateWhite",
        "passOnStalemateBlack",
    ],
    [
        "nMoveRuleTypes",
        "nMoveRuleTypesWhite",
        "nMoveRuleTypesBlack",
    ],
    ["flagPiece", "flagPieceWhite", "flagPieceBlack"],
    ["flagRegion", "flagRegionWhite", "flagRegionBlack"],
    ["wallingRegion", "wallingRegionWhite", "wallingRegionBlack"],
    ["", "promotionRegionWhite", "promotionRegionBlack"],
    ["", "doubleStepRegionWhite", "doubleStepRegionBlack"],
    ["", "tripleStepRegionWhite", "tripleStepRegionBlack"],
    ["", "dropRegionWhite", "dropRegionBlack"],
    ["", "connectRegion1White", "connectRegion1Black"],
    ["", "connectRegion2White", "connectRegion2Black"],
];

/// The lines of a section without its header, with options of Fairy-Stockfish or of its fork.
pub(in crate::formats::fairy_stockfish) fn lines(
    config: &Config,
    parent: Option<&Config>,
    of_the_fork: bool,
) -> Vec<String> {
    let mut config = config.clone();
    // The values of options without a line: by default and by inheritance. A line that is only needed against the
    // default protects against parents that differ in other versions of Fairy-Stockfish.
    let mut without: Vec<Config> = [Config::new()].into_iter().chain(parent.cloned()).collect();
    for other in &mut without {
        other.letters.clone_from(&config.letters);
        (other.max_file, other.max_rank) = (config.max_file, config.max_rank);
    }
    let mut lines = Vec::new();
    lines.push(format!("maxRank = {}", config.max_rank));
    lines.push(format!("maxFile = {}", config.max_file));
    for number in types::all() {
        let key = types::key(number);
        let own = number == KING || number >= FIRST_CUSTOM;
        match config.letters[number] {
            // Sections that do not mention the king inherit its type.
            Some(_) if number == KING && inherits_king(&config, parent) => {}
            Some(letter)
                if own && (config.betza[number].is_some() || config.king_type.is_some()) =>
            {
                lines.push(format!("{key} = {letter}:{}", config.moves(number)));
            }
            Some(letter) => lines.push(format!("{key} = {letter}")),
            None if parent.is_some_and(|parent| parent.letters[number].is_some()) => {
                lines.push(format!("{key} = -"));
            }
            None => {}
        }
    }
    lines.push(format!("startFen = {}", config.start));
    let mut is_without = |key: &str, value: &str| {
        let mut others = without.iter_mut();
        others.all(|other| text(other, key) == value)
    };
    for [both, white, black] in SIDES {
        let texts = [white, black].map(|key| text(&mut config, key));
        let [is_white, is_black] =
            [(white, &texts[0]), (black, &texts[1])].map(|(key, value)| is_without(key, value));
        if !both.is_empty() && texts[0] == texts[1] && !(is_white && is_black) {
            lines.push(format!("{both} = {}", texts[0]));
            continue;
        }
        for (key, value, is_without) in [(white, &texts[0], is_white), (black, &texts[1], is_black)]
        {
            if !is_without {
                lines.push(format!("{key} = {value}"));
            }
        }
    }
    let sided = |key: &str| SIDES.iter().any(|row| row.contains(&key));
    let known = ["maxRank", "maxFile", "startFen"];
    let single = keys::names().filter(|key| !sided(key) && !known.contains(key));
    let keys = single.map(str::to_owned).chain(mobility_keys());
    for key in keys.filter(|key| is_option(key, of_the_fork)) {
        let value = text(&mut config, &key);
        if !is_without(&key, &value) {
            lines.push(format!("{key} = {value}"));
        }
    }
    lines.extend(config.fork.lines(&config.letters));
    lines.extend(pairs(&config, "promotionLimit", |number| {
        let limit = config.promotion_limit[number];
        (limit > 0).then(|| limit.to_string())
    }));
    lines.extend(pairs(&config, "promotedPieceType", |number| {
        config.letters[config.promoted[number]].map(String::from)
    }));
    if !config.presentation.contains_key("pieceValueMg") {
        lines.extend(pairs(&config, "pieceValueMg", |number| {
            config.values[number].map(|worth| format!("{:.0}", worth * 100.0))
        }));
    }
    for (key, value) in &config.presentation {
        // Names of people and places, and keys of other formats, are no options of Fairy-Stockfish.
        let mark = if is_option(key, of_the_fork) {
            ""
        } else {
            "# "
        };
        // A line break would begin another option.
        let line = format!("{mark}{key} = {value}");
        lines.push(line.replace(char::is_control, " "));
    }
    lines
}

/// Whether a section inherits its parent's king with the moves of a named type.
pub(in crate::formats::fairy_stockfish) fn inherits_king(
    config: &Config,
    parent: Option<&Config>,
) -> bool {
    config.king_type.is_some()
        && parent.is_some_and(|parent| {
            parent.king_type == config.king_type && parent.letters[KING] == config.letters[KING]
        })
}

/// A list of `letter:value`.
fn pairs(config: &Config, key: &str, value: impl Fn(Type) -> Option<String>) -> Option<String> {
    let parts: Vec<String> = types::all()
        .filter_map(|number| Some(format!("{}:{}", config.letters[number]?, value(number)?)))
        .collect();
    (!parts.is_empty()).then(|| format!("{key} = {}", parts.join(" ")))
}

/// The value of an option as text.
fn text(config: &mut Config, key: &str) -> String {
    let letters = config.letters.clone();
    let size = (config.max_file, config.max_rank);
    let Some(target) = target(config, key) else {
        return String::new();
    };
    let letter = |number: Type| letters.get(number).copied().flatten();
    let set = |set: TypeSet| -> String {
        if !set.contains(0) {
            set.iter().filter_map(letter).collect()
        } else if WHOLE_ARMY.contains(&key) {
            "*".to_owned()
        } else {
            types::all().filter_map(letter).collect()
        }
    };
    let or_dash = |text: String| {
        if text.is_empty() {
            "-".to_owned()
        } else {
            text
        }
    };
    match target {
        Target::Bool(value) | Target::Chasing(value) if key == "chasingRule" => {
            if *value { "axf" } else { "none" }.to_owned()
        }
        Target::Bool(value) | Target::Chasing(value) => value.to_string(),
        Target::Bools([value, _]) => value.to_string(),
        Target::Number(value) | Target::Count(value) => value.to_string(),
        Target::Signed(value) => value.to_string(),
        Target::Size(value) => value.to_string(),
        Target::Rank(value) => (*value + 1).to_string(),
        Target::File(value) => BoardShape::file_name((*value).min(size.0 - 1)),
        Target::Type(value) | Target::Types2([value, _]) => {
            letter(*value).map_or_else(|| "*".to_owned(), String::from)
        }
        Target::Set(value) | Target::Sets([value, _]) => or_dash(set(*value)),
        Target::Pawns(values) => values.first().map_or_else(String::new, |(main, value)| {
            let mut others = **value;
            others.remove(**main);
            or_dash(set(others) + &letter(**main).map_or_else(String::new, String::from))
        }),
        Target::Region(value) | Target::Regions([value, _]) => or_dash(region(value, size)),
        Target::Verdict(value) => verdict(*value).to_owned(),
        Target::MaybeVerdict(value) => value.map_or("none", verdict).to_owned(),
        Target::Enclosing(value) => match value {
            None => "none",
            Some(Enclosing::Reversi) => "reversi",
            Some(Enclosing::Ataxx) => "ataxx",
            Some(Enclosing::Quadwrangle) => "quadwrangle",
            Some(Enclosing::Snort) => "snort",
            Some(Enclosing::AnySide) => "anyside",
            Some(Enclosing::Top) => "top",
        }
        .to_owned(),
        Target::Walling(value) => value.map_or("none", Walling::word).to_owned(),
        Target::Material(value) => match value {
            None => "none",
            Some(Material::Janggi) => "janggi",
            Some(Material::Unweighted) => "unweighted",
            Some(Material::White) => "whitedrawodds",
            Some(Material::Black) => "blackdrawodds",
        }
        .to_owned(),
        Target::Counting(value) => value.map_or("none", CountingRule::word).to_owned(),
        Target::Text(value) => value.clone(),
        Target::Wins(value) => or_dash(
            [(0, 1, 'K'), (0, 0, 'Q'), (1, 1, 'k'), (1, 0, 'q')]
                .into_iter()
                .filter(|(color, side, _)| value[*color][*side])
                .map(|(_, _, letter)| letter)
                .collect(),
        ),
    }
}

const fn verdict(value: Verdict) -> &'static str {
    match value {
        Verdict::Win => "win",
        Verdict::Loss => "loss",
        Verdict::Draw => "draw",
    }
}

/// A set of squares as text, with full ranks as `*4`.
fn region(set: &SquareSet, (files, ranks): (u8, u8)) -> String {
    let mut words = Vec::new();
    for rank in 0..u16::from(ranks).min(GRID) {
        let here: Vec<u16> = (0..u16::from(files))
            .filter(|file| set.contains(grid(*file, rank)))
            .collect();
        if here.len() == usize::from(files) {
            words.push(format!("*{}", rank + 1));
        } else {
            let name = |file: &u16| format!("{}{}", BoardShape::file_name(*file as u8), rank + 1);
            words.extend(here.iter().map(name));
        }
    }
    words.join(" ")
}
