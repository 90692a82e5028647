//! Results of games as JSON, one line a game.

use serde_json::{Value, json};

use crate::referee::{GameKey, GameRow};

/// The line of a game, with its line feed.
pub(in crate::cli) fn row_line(row: &GameRow) -> String {
    let key = &row.key;
    let value = json!({
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
        // A thousandth of a second is all that a clock is good for.
        "seconds": row.seconds.map(|time| (time * 1000.0).round() / 1000.0),
    });
    format!("{value}\n")
}

/// The rows of a file, as those of [`read_lines`].
///
/// # Errors
/// The number of the first line that is no row.
pub(in crate::cli) fn read_rows(text: &str) -> Result<(Vec<GameRow>, usize), usize> {
    read_lines(text, read_row)
}

/// What the lines of a file say that grows with a run. What stands behind the last line feed was not finished, and
/// is left out; the number of bytes before it comes with the rest.
///
/// # Errors
/// The number of the first line that says nothing.
pub(super) fn read_lines<T>(
    text: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<(Vec<T>, usize), usize> {
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let mut found = Vec::new();
    for (index, line) in text[..whole].lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        found.push(read(line).ok_or(index + 1)?);
    }
    Ok((found, whole))
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
    })
}
