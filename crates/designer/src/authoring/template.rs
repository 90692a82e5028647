//! Templates for new definition files.

use std::fmt::Write;

use ferz::definition::VariantDef;
use ferz::game::Variant;
use toml_edit::{DocumentMut, Item, Value};

/// The head of a template.
const HEAD: &str = "\
#:schema ./variant.schema.json
# `ferz schema > variant.schema.json` writes the schema, which gives completion in editors.
# `ferz check` reports mistakes in this file, `ferz show` draws the board, `ferz explain 'N'`
# explains a move text.
";

/// A definition file named `name` that inherits from `parent`, with comments that explain the next steps.
///
/// ```
/// use ferz_designer::authoring::template;
/// use ferz::formats::{Catalog, Format};
///
/// let chess = Catalog::builtin().get("chess").unwrap();
/// let text = template("mine", chess);
/// let mine = Catalog::read(&text, Format::Toml).into_result().unwrap();
/// assert_eq!(mine.get("mine").unwrap().pieces, chess.pieces);
/// ```
pub fn template(name: &str, parent: &VariantDef) -> String {
    let of = parent.title.as_deref().unwrap_or(&parent.name);
    let mut text = format!(
        "{HEAD}\n\
         name = {}\n\
         title = {}\n\
         # All omitted keys are inherited from {of}.\n\
         inherits = {}\n",
        quoted(name),
        quoted(&title(name)),
        quoted(&parent.name),
    );
    let fen = Variant::compile(parent)
        .map_or_else(|_| parent.start.clone(), |variant| variant.start().to_fen());
    text.push_str(
        "\n# The start position, rank by rank from the far side; small letters are Black's.\n",
    );
    if parent.setups.is_some() || !parent.settings.options.is_empty() {
        let _ = writeln!(
            text,
            "# Delete the `#` to replace the inherited start positions, settings of set-ups included.\n# start = {}",
            quoted(&fen)
        );
    } else {
        let _ = writeln!(text, "start = {}", quoted(&fen));
    }
    text.push_str(
        "\n# The inherited pieces. Delete the `#` of a line to change a piece; write\n\
         # `NAME = false` to remove it.\n\
         [pieces]\n",
    );
    for (name, moves) in written_moves(parent) {
        let _ = writeln!(text, "# {name}.move = {moves}");
    }
    text.push_str(
        "\n# A new piece needs a letter that no other piece has, and a place in `start`.\n\
         # [pieces.griffon]\n# letter = 'G'\n# move = '[F?R]'\n",
    );
    text
}

/// The moves of the pieces of a definition, as a file has them.
fn written_moves(def: &VariantDef) -> Vec<(String, String)> {
    let written = def.to_toml().parse::<DocumentMut>().unwrap_or_default();
    let pieces = (written.get(&def.name))
        .and_then(|table| table.get("pieces"))
        .and_then(Item::as_table_like);
    let all = pieces.into_iter().flat_map(|pieces| pieces.iter());
    all.filter_map(|(name, piece)| {
        let mut moves = piece.get("move")?.as_value()?.clone();
        // On one line.
        if let Value::Array(list) = &mut moves {
            list.fmt();
        }
        Some((name.to_owned(), moves.decorated("", "").to_string()))
    })
    .collect()
}

/// A complete definition file named `name` that plays like `model`, without inheritance.
///
/// ```
/// use ferz_designer::authoring::whole_template;
/// use ferz::formats::{Catalog, Format};
///
/// let model = Catalog::builtin().get("baroque").unwrap();
/// let text = whole_template("mine", model);
/// let mine = Catalog::read(&text, Format::Toml).into_result().unwrap();
/// let mine = mine.get("mine").unwrap();
/// assert_eq!(mine.parent, None);
/// assert_eq!(mine.settings.options, model.settings.options);
/// ```
pub fn whole_template(name: &str, model: &VariantDef) -> String {
    let of = model.title.as_deref().unwrap_or(&model.name);
    let mut named = model.clone();
    name.clone_into(&mut named.name);
    named.title = Some(title(name));
    format!(
        "{HEAD}# The complete definition of {of}, without inheritance.\n\n{}",
        named.to_toml()
    )
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

/// A text as a TOML string.
fn quoted(text: &str) -> String {
    if text.contains('\'') || text.contains(char::is_control) {
        format!("{text:?}")
    } else {
        format!("'{text}'")
    }
}
