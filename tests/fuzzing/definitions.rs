//! Laws of definition files: read, compile, play, write in another format, read back.

use std::collections::BTreeSet;

use ferz::definition::{Loss, PieceDef, VariantDef, differences};
use ferz::formats::{Catalog, Format, write};
use ferz::game::{Outcome, Position, Variant};
use ferz::movement::Dialect;
use ferz::notation::move_texts;
use ferz_designer::authoring::format_toml;
use ferz_designer::handbook::{Pictures, rules_page};
use ferz_designer::lint;
use ferz_designer::render::{BoardStyle, position_text};
use ferz_designer::snapshot::{self, Settings};

use super::positions::{Tables, findings_are_inside};
use super::{Broken, games};
use crate::harness::Random;

/// Games of a file that are looked at.
const GAMES: usize = 2;
/// Half-moves that are played in both of two definitions that should be one game.
const COMPARED: usize = 3;
/// Larger boards and larger armies are read and compiled, not played and written.
const AREA: usize = 200;
const PIECES: usize = 40;

/// Losses that no move on the board depends on.
const BESIDE_THE_BOARD: [&str; 4] = [
    "rules.move-limit",
    "rules.repetition",
    "rules.scores",
    "setups",
];

/// The finding about a side without a royal piece.
const ROYALS: &str = "E0507";

pub(super) fn examine(text: &str, random: &mut Random) -> Result<(), Broken> {
    let format = Format::recognize(text).unwrap_or(Format::Toml);
    let read = Catalog::read(text, format);
    findings_are_inside(&read.diagnostics, text)?;
    if format == Format::Toml && random.below(8) == 0 {
        layout(text)?;
    }
    let broken = read.has_errors();
    let catalog = read.value;
    if random.below(16) == 0 {
        let findings = lint::examine(&catalog, text, format);
        findings_are_inside(&findings, text)?;
    }
    let names: Vec<String> = catalog.names().take(GAMES).map(str::to_owned).collect();
    for name in names {
        let Some(def) = catalog.get(&name) else {
            if broken {
                continue;
            }
            return Err(Broken::new("a name of a sound file has a definition", name));
        };
        if def.pieces.values().any(|piece| piece.letter.is_empty()) {
            continue;
        }
        match Variant::compile(def) {
            Ok(variant) if broken => {
                let _ = variant.start().legal_moves();
            }
            Ok(variant) => whole(def, &variant, random)?,
            Err(_) if broken => {}
            Err(_) => {
                let findings = lint::examine(&catalog, text, format);
                if !findings.iter().any(ferz::source::Diagnostic::is_error) {
                    return Err(Broken::new("what cannot be played is reported", name));
                }
            }
        }
    }
    Ok(())
}

/// The laws of a definition without faults.
fn whole(def: &VariantDef, variant: &Variant, random: &mut Random) -> Result<(), Broken> {
    if variant.shape().area() > AREA || def.pieces.len() > PIECES {
        return Ok(());
    }
    let tables = match random.below(3) {
        0 => Tables::Compared,
        _ => Tables::Left,
    };
    games::walk(variant.start(), random.below(5), tables, random)?;
    match random.below(24) {
        0..12 => {
            let format = Format::ALL[random.below(Format::ALL.len())];
            there_and_back(def, variant, format, random)?;
        }
        12 => {
            let _ = rules_page(variant, Pictures::Text(BoardStyle::Ascii));
        }
        13 => {
            let _ = position_text(&variant.start(), BoardStyle::Unicode);
        }
        14 => {
            let settings = Settings {
                positions: 1,
                depth: 1,
                nodes: 1000,
                ..Settings::default()
            };
            let _ = snapshot::section(variant, &settings);
        }
        15 => {
            let _ = variant.describe_tables();
        }
        _ => {}
    }
    Ok(())
}

/// What is laid out anew says the same, and is laid out.
fn layout(text: &str) -> Result<(), Broken> {
    let Ok(formatted) = format_toml(text) else {
        return Ok(());
    };
    if format_toml(&formatted).as_ref() != Ok(&formatted) {
        return Err(Broken::new("layout is done once", formatted));
    }
    let (mine, theirs) = (
        Catalog::read(text, Format::Toml),
        Catalog::read(&formatted, Format::Toml),
    );
    let codes = |findings: &[ferz::source::Diagnostic]| -> BTreeSet<&'static str> {
        findings.iter().map(|one| one.code.as_str()).collect()
    };
    if codes(&mine.diagnostics) != codes(&theirs.diagnostics)
        || !mine.value.names().eq(theirs.value.names())
    {
        return Err(Broken::new("layout changes no meaning", formatted));
    }
    Ok(())
}

/// Writes a variant, reads it again, and holds what comes back to what was promised.
fn there_and_back(
    def: &VariantDef,
    variant: &Variant,
    format: Format,
    random: &mut Random,
) -> Result<(), Broken> {
    let Some(export) = write(def, format) else {
        return Ok(());
    };
    let losses = || -> Vec<String> { export.losses.iter().map(ToString::to_string).collect() };
    let broken = |law: &str, detail: String| {
        Err(Broken::new(
            format!("{law} ({format})"),
            format!("{detail}\nlosses: {:?}\n{}", losses(), export.text),
        ))
    };
    // Names may have blanks elsewhere, and a few foreign moves have no text. What they pass can be
    // captured by others only as long as they are there.
    let wordless = def.pieces.values().any(is_beyond_words);
    let is_sayable = |loss: &Loss| {
        let path: Vec<&str> = loss.place.split('.').collect();
        let passes = wordless && loss.message.contains("capture en passant");
        loss.place != "name"
            && !matches!(path[..], ["pieces", piece, "move"]
                if passes || def.pieces.get(piece).is_some_and(is_beyond_words))
    };
    if format == Format::Toml && export.losses.iter().any(is_sayable) {
        return broken("our own format says everything", def.name.clone());
    }
    let again = Catalog::read(&export.text, format);
    let Some(back) = again.value.first() else {
        return if export.is_complete() {
            broken("what was written is read", def.name.clone())
        } else {
            Ok(())
        };
    };
    if export.is_complete()
        && let Some(finding) = again.diagnostics.iter().find(|one| one.is_error())
    {
        return broken(
            "what was written is read without errors",
            finding.message.clone(),
        );
    }
    let is_lost = |place: &str| {
        place
            .char_indices()
            .filter(|(_, one)| *one == '.')
            .map(|(end, _)| end)
            .chain([place.len()])
            .any(|end| export.losses.iter().any(|loss| loss.place == place[..end]))
            // Castling is a rule in some definitions, in others a move of the king and a right that
            // the start position gives.
            || place == "rules.castling" && export.losses.iter().any(about_castling)
            // Whoever asks that program for Chess960 gets one of the set-ups, without its number.
            || place == "setups" && export.text.contains("chess960 = true")
    };
    if let Some(difference) = differences(def, back)
        .into_iter()
        .find(|difference| !is_lost(&difference.place))
    {
        return broken("every loss is named", difference.to_string());
    }
    if export
        .losses
        .iter()
        .all(|loss| BESIDE_THE_BOARD.contains(&loss.place.as_str()))
    {
        let back = match Variant::compile(back) {
            Ok(back) => back,
            // Special rules may do without a king where plain ones may not.
            Err(error) if error.to_string().contains(ROYALS) => return Ok(()),
            Err(error) => return broken("what was written can be played", error.to_string()),
        };
        if let Some(difference) = played_otherwise(variant.start(), back.start(), random) {
            return broken("nothing lost is nothing changed", difference);
        }
    }
    Ok(())
}

fn is_beyond_words(piece: &PieceDef) -> bool {
    let mut moves = piece.moves.iter();
    moves.any(|one| one.movement.to_betza(Dialect::XBetza).is_err())
}

fn about_castling(loss: &Loss) -> bool {
    loss.place == "start"
        || loss.place.rsplit('.').next() == Some("move")
        || loss.message.contains("castl")
}

/// Where the same moves lead to other ones.
fn played_otherwise(
    mut mine: Position,
    mut theirs: Position,
    random: &mut Random,
) -> Option<String> {
    for _ in 0..COMPARED {
        let texts = |position: &Position| -> BTreeSet<String> {
            move_texts(position)
                .into_iter()
                .map(|(text, _)| text)
                .collect()
        };
        let (wanted, found) = (texts(&mine), texts(&theirs));
        if wanted != found {
            let other = wanted.symmetric_difference(&found).next();
            return Some(format!("{other:?} at {}", mine.to_fen()));
        }
        if wanted.is_empty() || mine.outcome() != Outcome::Ongoing {
            return None;
        }
        let text = wanted.iter().nth(random.below(wanted.len()))?;
        let next = |position: &Position| {
            let mv = position.parse_move(text).ok()?;
            Some(position.play_unchecked(&mv))
        };
        match (next(&mine), next(&theirs)) {
            (Some(one), Some(other)) => (mine, theirs) = (one, other),
            _ => return Some(format!("{text} is not read at {}", mine.to_fen())),
        }
    }
    None
}
