//! Check for control characters in the texts of a definition.

use crate::definition::variant::VariantDef;
use crate::source::{Diagnostic, Span, codes, is_command, printable};

/// A finding about the first text of a variant with a character that controls the terminal. `text` is the whole file
/// and `place` the variant's place in it.
pub(super) fn check(text: &str, def: &VariantDef, place: Span) -> Option<Diagnostic> {
    let named = |what: &str, name: &str| (format!("the name of {what}"), name.to_owned());
    let mut texts = vec![named("the variant", &def.name)];
    let optional = [("the title", &def.title), ("the source", &def.source)];
    let optional = optional.into_iter().filter_map(|(what, text)| {
        let text = text.as_ref()?;
        Some((what.to_owned(), text.clone()))
    });
    texts.extend(optional);
    for (name, piece) in &def.pieces {
        texts.push(named("a piece", name));
        texts.push((format!("the letter of `{name}`"), piece.letter.clone()));
    }
    for (key, value) in &def.presentation {
        texts.push(named("a key", key));
        texts.push((format!("`{key}`"), value.clone()));
    }
    for (option, values) in &def.settings.options {
        texts.push(named("a setting", option));
        texts.extend(values.keys().map(|value| named("a value", value)));
    }
    let (what, shown) = texts
        .into_iter()
        .find(|(_, text)| text.contains(is_command))?;
    let bad = shown.chars().find(|char| is_command(*char))?;
    // The file may contain the character as an escape.
    let span = text
        .find(bad)
        .map_or(place, |at| Span::new(at, at + bad.len_utf8()));
    let message = format!(
        "{} contains the control character U+{:04X}",
        printable(&what),
        u32::from(bad)
    );
    let finding = Diagnostic::new(codes::COMMAND_CHARACTER, span, message).with_help("delete it");
    // Escapes are not located.
    Some(if span == place {
        finding
    } else {
        finding.with_edit(span, "")
    })
}
