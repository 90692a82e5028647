//! Files to begin a game with.

use std::fmt::Write;

use crate::definition::VariantDef;
use crate::game::Variant;

/// A definition file named `name` that plays as `parent` does, with comments that say how to go on.
///
/// ```
/// use ferz::authoring::template;
/// use ferz::definition::{Catalog, Format};
///
/// let chess = Catalog::builtin().get("chess").unwrap();
/// let text = template("mine", chess);
/// let mine = Catalog::read(&text, Format::Toml).into_result().unwrap();
/// assert_eq!(mine.get("mine").unwrap().pieces, chess.pieces);
/// ```
pub fn template(name: &str, parent: &VariantDef) -> String {
    let of = parent.title.as_deref().unwrap_or(&parent.name);
    let mut text = format!(
        "#:schema ./variant.schema.json\n\
         # `ferz schema > variant.schema.json` makes the schema, which gives completion in editors.\n\
         # `ferz check` finds slips in this file, `ferz show` draws the board, `ferz explain 'N'`\n\
         # says what a move text means.\n\n\
         name = {}\n\
         title = {}\n\
         # Everything that is not said here is as in {of}.\n\
         inherits = {}\n",
        quoted(name),
        quoted(&title(name)),
        quoted(&parent.name),
    );
    let fen = Variant::compile(parent)
        .map_or_else(|_| parent.start.clone(), |variant| variant.start().to_fen());
    let _ = write!(
        text,
        "\n# The start, rank by rank from the far side; small letters are Black's.\n\
         start = {}\n\n\
         # The pieces that are inherited. Delete the `#` of a line to change a piece; write\n\
         # `NAME = false` to take it away.\n\
         [pieces]\n",
        quoted(&fen)
    );
    for (name, piece) in &parent.pieces {
        let moves: Vec<String> = piece.moves.iter().map(|one| quoted(&one.betza)).collect();
        let moves = match &moves[..] {
            [] => "'-'".to_owned(),
            [one] => one.clone(),
            many => format!("[{}]", many.join(", ")),
        };
        let _ = writeln!(text, "# {name}.move = {moves}");
    }
    text.push_str(
        "\n# A piece of your own needs a letter that no other piece has, and a place in `start`.\n\
         # [pieces.griffon]\n# letter = 'G'\n# move = '[F?R]'\n",
    );
    text
}

/// A name as a title: `griffon-chess` is Griffon Chess.
fn title(name: &str) -> String {
    let words = name.split(['-', '_']).filter(|word| !word.is_empty());
    let capital = words.map(|word| {
        let mut signs = word.chars();
        let first: String = signs
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .collect();
        first + signs.as_str()
    });
    capital.collect::<Vec<_>>().join(" ")
}

/// A text in quotes of TOML.
fn quoted(text: &str) -> String {
    if text.contains('\'') || text.contains(char::is_control) {
        format!("{text:?}")
    } else {
        format!("'{text}'")
    }
}
