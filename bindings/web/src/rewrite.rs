//! Changes of a definition that somebody makes elsewhere than in its text.

use serde_json::json;

use ferz::formats::{Format, Outline};

use crate::request::{Answer, Refusal};

/// The text with another move for a piece.
pub(crate) fn set_move(text: &str, variant: Option<&str>, piece: &str, betza: &str) -> Answer {
    if Format::recognize(text) != Some(Format::Toml) {
        let message =
            "moves are changed here only in our own format; convert the definition to TOML";
        return Err(Refusal::new(message));
    }
    let outline = Outline::of(text);
    let variant = variant.unwrap_or_default();
    let value = literal(betza);
    if let Some(entry) = outline.find(variant, &["pieces", piece, "move"]) {
        if entry.text.is_none() {
            let message = format!("`{piece}` has several moves; change them in the text");
            return Err(Refusal::new(&message));
        }
        let span = entry.value.range();
        let text = format!("{}{value}{}", &text[..span.start], &text[span.end..]);
        return Ok(json!({ "text": text }));
    }
    let bare = |word: &str| {
        let is_bare = |sign: char| sign.is_ascii_alphanumeric() || "-_".contains(sign);
        if !word.is_empty() && word.chars().all(is_bare) {
            word.to_owned()
        } else {
            literal(word)
        }
    };
    let named = bare(piece);
    if let Some(entry) = outline
        .find(variant, &["pieces", piece])
        .filter(|entry| entry.is_table)
    {
        // Behind the header of the piece's own table.
        let end = text[entry.key.range().end..].find('\n');
        let at = end.map_or(text.len(), |end| entry.key.range().end + end + 1);
        let (before, behind) = text.split_at(at);
        let feed = if before.ends_with('\n') { "" } else { "\n" };
        return Ok(json!({ "text": format!("{before}{feed}move = {value}\n{behind}") }));
    }
    let text = text.trim_end();
    let path = if outline.is_single() {
        format!("pieces.{named}")
    } else {
        format!("{}.pieces.{named}", bare(variant))
    };
    Ok(json!({ "text": format!("{text}\n\n[{path}]\nmove = {value}\n") }))
}

/// A text as TOML writes it.
fn literal(text: &str) -> String {
    if text.contains(['\'', '\n', '\r']) {
        serde_json::Value::from(text).to_string()
    } else {
        format!("'{text}'")
    }
}
