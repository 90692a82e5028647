//! The games of a PGN file.

use serde_json::{Value, json};

use ferz::formats::Catalog;
use ferz::game::Variant;
use ferz::notation::{
    Annotation, Claims, Line, MoveStyle, Pgn, PgnLimits, Replay, Variations, game_texts, read_pgn,
};
use ferz::source::{Diagnostic, codes};

use crate::findings;
use crate::position::outcome;
use crate::request::Open;
use crate::session::Loaded;
use crate::sessions::VariantCache;

/// All games, each up to its first illegal move.
pub(crate) fn read(text: &str, definitions: &[String], cache: &mut VariantCache) -> Value {
    let texts = game_texts([text], PgnLimits::default());
    texts
        .map(|source| game(&source.text, source.line, definitions, cache))
        .collect()
}

fn game(text: &str, at: usize, definitions: &[String], cache: &mut VariantCache) -> Value {
    let read = read_pgn(text, PgnLimits::default());
    let (mut pgn, mut found) = (read.value, read.diagnostics);
    let tags: Vec<[&str; 2]> = pgn
        .tags
        .iter()
        .map(|tag| [tag.name.as_str(), tag.value.text.as_str()])
        .collect();
    let mut said = json!({ "tags": tags, "line": at });
    if let Some((name, variant)) = variant(&pgn, definitions, cache) {
        let replay = Replay {
            variations: Variations::Played,
            style: MoveStyle::San,
            claims: Claims::Believed,
        };
        let played = pgn.replay(&variant, replay);
        found.extend(played.diagnostics);
        if let Some(game) = played.value {
            let earlier: Vec<_> = game.earlier_positions().collect();
            let positions = earlier.into_iter().rev();
            let moves = positions.zip(game.moves());
            let moves = moves.map(|(position, mv)| position.move_text(mv));
            // The FEN of a game may require the form with castling on any files.
            let is_same = std::ptr::eq(game.position().variant().def(), variant.def());
            let (head, query) = with_settings(&name);
            let files = if is_same { "" } else { "960" };
            let query = query.map_or_else(String::new, |query| format!("?{query}"));
            said["variant"] = json!(format!("{head}{files}{query}"));
            said["start"] = json!(game.beginning().to_fen());
            said["fen"] = json!(game.position().to_fen());
            said["moves"] = moves.collect();
            said["outcome"] = outcome(&game.outcome());
        }
    } else {
        let message = format!("unknown variant `{}`", pgn.variant_name());
        let span = pgn.tag_word("Variant").map(|word| word.span);
        found.push(Diagnostic::new(
            codes::RECORD_VARIANT,
            span.unwrap_or_default(),
            message,
        ));
    }
    said["text"] = line(&pgn.line);
    said["findings"] = findings::list(&found, text);
    said
}

/// The name of a variant, and the values of its settings.
fn with_settings(name: &str) -> (&str, Option<&str>) {
    match name.split_once('?') {
        Some((name, query)) => (name, Some(query)),
        None => (name, None),
    }
}

/// The variant that a game names, and its name: a built-in, or one of the definitions.
fn variant(
    pgn: &Pgn,
    definitions: &[String],
    cache: &mut VariantCache,
) -> Option<(String, Variant)> {
    pgn.find_variant(|named| {
        let (name, query) = with_settings(named);
        let texts = definitions.iter().map(|text| Some(text.clone()));
        let mut texts = texts.chain([None]);
        texts.find_map(|text| {
            let is_there = match &text {
                None => ferz::game::select(Catalog::builtin(), name, query).is_ok(),
                Some(_) => true,
            };
            let open = Open {
                text,
                variant: Some(name.to_owned()),
                query: query.map(str::to_owned),
                ..Open::default()
            };
            let (Loaded { variant, .. }, _) = is_there.then(|| cache.load(&open).ok()).flatten()?;
            let is_it = open.text.is_none() || variant.def().name == name;
            is_it.then(|| (named.to_owned(), variant))
        })
    })
}

/// A line of moves with its annotations.
fn line(line: &Line) -> Value {
    let comments = |list: Vec<&str>| json!(list);
    let before = line.comments().map(|one| one.text.as_str()).collect();
    let moves: Vec<Value> = line
        .moves
        .iter()
        .map(|mv| {
            let behind = mv.comments().map(|one| one.text.as_str()).collect();
            let glyphs: Vec<u16> = mv.glyphs().map(|glyph| glyph.0).collect();
            let variations = mv.annotations.iter().filter_map(|one| match one {
                Annotation::Variation(line) => Some(self::line(line)),
                _ => None,
            });
            json!({
                "san": mv.text, "number": mv.number.map(|number| number.number),
                "side": mv.number.map(|number| if number.is_black { "black" } else { "white" }),
                "comments": comments(behind), "glyphs": glyphs,
                "variations": variations.collect::<Vec<Value>>(),
            })
        })
        .collect();
    json!({ "comments": comments(before), "moves": moves })
}
