//! Result rows as JSON, one line per game.

use serde_json::{Value, json};

use crate::referee::{GameKey, GameRow, Run, SearchInfo};

/// The line of a game, with its line feed.
pub(in crate::cli) fn row_line(row: &GameRow) -> String {
    let key = &row.key;
    let mut value = json!({
        "pair": key.pair,
        "game": key.half,
        "variant": key.variant,
        "definition": key.definition,
        "white": key.white,
        "black": key.black,
        "result": [row.white_score, row.black_score],
        "reason": row.reason,
        "details": row.details,
        "opening": key.opening,
        "openings": key.openings,
        "seed": key.seed,
        "white_engine": key.white_engine,
        "black_engine": key.black_engine,
        "terms": key.terms,
        "fen": row.fen,
        "book": row.book,
        "moves": row.moves.join(" "),
        "nodes": row.nodes,
        // Clocks are accurate only to milliseconds.
        "seconds": row.seconds.map(|time| (time * 1000.0).round() / 1000.0),
    });
    if let Some(date) = &row.date {
        value["date"] = json!(date);
    }
    if !row.thoughts.is_empty() {
        let thoughts = row.thoughts.iter();
        let thoughts =
            thoughts.map(|(thought, _)| json!([thought.score, thought.depth, thought.nodes]));
        value["thoughts"] = thoughts.collect();
        // Times are separate, because everything else is reproducible.
        value["move_ms"] = row
            .thoughts
            .iter()
            .map(|(_, millis)| json!(millis))
            .collect();
    }
    if let Some(run) = &row.run {
        value["run"] = json!({
            "settings": run.settings,
            "pairs": run.pairs,
            "games_in_pair": run.games_in_pair,
            "may_stop": run.may_stop,
        });
    }
    format!("{value}\n")
}

/// Reads the rows of a growing file, and returns them with the number of bytes up to the last line feed. An
/// unfinished line after that is left out.
///
/// # Errors
/// The number of the first invalid line.
pub(in crate::cli) fn read_rows(text: &str) -> Result<(Vec<GameRow>, usize), usize> {
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let mut rows = Vec::new();
    for (index, line) in text[..whole].lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        rows.push(read_row(line).ok_or(index + 1)?);
    }
    // What is not the beginning of a row was not written by a match.
    let rest = &text[whole..];
    if !rest.trim().is_empty() && !rest.starts_with('{') {
        return Err(text[..whole].lines().count() + 1);
    }
    Ok((rows, whole))
}

fn read_row(line: &str) -> Option<GameRow> {
    let value: Value = serde_json::from_str(line).ok()?;
    let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
    let number = |name: &str| value.get(name)?.as_u64();
    let both = |name: &str| {
        let list = value.get(name)?.as_array()?;
        match &list[..] {
            [white, black] => Some([white.clone(), black.clone()]),
            _ => None,
        }
    };
    let [white, black] = both("result")?;
    let share = |value: &Value| value.as_f64().filter(|share| (0.0..=1.0).contains(share));
    let [white_nodes, black_nodes] = both("nodes")?;
    let [white_time, black_time] = both("seconds")?;
    Some(GameRow {
        key: GameKey {
            pair: number("pair")?,
            half: u8::try_from(number("game")?)
                .ok()
                .filter(|half| *half < 2)?,
            opening: number("opening")?,
            seed: number("seed")?,
            openings: text("openings")?,
            variant: text("variant")?,
            definition: text("definition")?,
            white: text("white")?,
            black: text("black")?,
            white_engine: text("white_engine")?,
            black_engine: text("black_engine")?,
            terms: text("terms")?,
        },
        fen: text("fen"),
        moves: text("moves")?
            .split_whitespace()
            .map(str::to_owned)
            .collect(),
        book: usize::try_from(number("book")?).ok()?,
        white_score: share(&white)?,
        black_score: share(&black)?,
        reason: text("reason")?,
        details: text("details")?,
        seconds: [white_time.as_f64()?, black_time.as_f64()?],
        nodes: [white_nodes.as_u64()?, black_nodes.as_u64()?],
        run: match value.get("run") {
            None => None,
            Some(run) => Some(read_run(run)?),
        },
        date: text("date"),
        thoughts: match value.get("thoughts") {
            None => Vec::new(),
            Some(thoughts) => read_thoughts(thoughts, value.get("move_ms")?)?,
        },
    })
}

/// The searches of the players, with their times in milliseconds.
fn read_thoughts(thoughts: &Value, millis: &Value) -> Option<Vec<(SearchInfo, u64)>> {
    let (thoughts, millis) = (thoughts.as_array()?, millis.as_array()?);
    if thoughts.len() != millis.len() {
        return None;
    }
    let pairs = thoughts.iter().zip(millis);
    let read = pairs.map(|(thought, millis)| {
        let [score, depth, nodes] = &thought.as_array()?[..] else {
            return None;
        };
        let score = score.as_i64().map(i32::try_from).transpose().ok()?;
        let depth = depth.as_u64().map(u32::try_from).transpose().ok()?;
        let thought = SearchInfo {
            score,
            depth,
            nodes: nodes.as_u64(),
        };
        Some((thought, millis.as_u64()?))
    });
    read.collect()
}

fn read_run(value: &Value) -> Option<Run> {
    let settings = value.get("settings")?.as_object()?.iter();
    let settings = settings.map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    let in_pair = value.get("games_in_pair")?.as_u64()?;
    Some(Run {
        settings: settings.collect::<Option<_>>()?,
        pairs: value.get("pairs")?.as_u64()?,
        games_in_pair: u8::try_from(in_pair).ok().filter(|games| *games <= 2)?,
        may_stop: value.get("may_stop")?.as_bool()?,
    })
}
