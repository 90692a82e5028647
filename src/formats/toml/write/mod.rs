//! Writer of definitions in TOML.
//!
//! The text reads as an equal definition. A definition becomes a tree of values without defaults and without values
//! that a parent has as well; the tree becomes lines, one for each piece.

mod change;

mod writer;

mod actions;
mod pieces;
mod rules;

use indexmap::IndexMap;

use crate::definition::tree::{Node, Table};
use crate::definition::{Change, Settings, Setups, VariantDef, phrases};
use crate::geometry::BoardShape;

use writer::Writer;

pub(super) use change::table_of;

impl VariantDef {
    /// The variant in TOML, as a table with its name. The parent is omitted, because all inherited parts are written
    /// out.
    ///
    /// # Examples
    /// ```
    /// use ferz::formats::Format;
    /// use ferz::Catalog;
    ///
    /// let chess = Catalog::builtin().get("chess").unwrap();
    /// let text = chess.to_toml();
    /// assert!(text.contains("knight = { letter = 'N', move = 'N' }"), "{text}");
    /// let again = Catalog::read(&text, Format::Toml).into_result().unwrap();
    /// assert_eq!(again.get("chess").unwrap().pieces, chess.pieces);
    /// ```
    pub fn to_toml(&self) -> String {
        // The changes of options apply to the game without them.
        let mut tree = self.settings.bare.as_deref().unwrap_or(self).tree();
        if !self.settings.options.is_empty() {
            tree.put("settings", options(&self.settings));
        }
        Writer::new(self).text(tree)
    }

    /// All keys except the name and the options.
    fn tree(&self) -> Table {
        let writer = Writer::new(self);
        let mut tree = Table::default();
        tree.put("board", board(&self.shape));
        match &self.setups {
            Some(setups) => tree.put("setups", numbered(setups)),
            None if self.start.is_empty() => {}
            None => tree.put("start", self.start.as_str()),
        }
        let rules = writer.rules();
        if !rules.0.is_empty() {
            tree.put("rules", rules);
        }
        tree.put("pieces", writer.pieces());
        let mut library = Table::default();
        for (name, entry) in &self.rules.library {
            library.put(name, rules::entry_written(name, entry));
        }
        if !library.0.is_empty() {
            tree.put("library", library);
        }
        let mut presentation = Table::default();
        for (key, value) in &self.presentation {
            presentation.put(key, value.as_str());
        }
        if !presentation.0.is_empty() {
            tree.put("presentation", presentation);
        }
        tree
    }
}

fn board(shape: &BoardShape) -> Table {
    let mut table = Table::default();
    let squares = shape.squares_layer();
    table.put("files", Node::Number(squares.files.into()));
    table.put("ranks", Node::Number(squares.ranks.into()));
    table.put_number("first-rank", shape.first_rank(), 1);
    let labels: String = (0..shape.files())
        .map(|file| shape.file_label(file))
        .collect();
    let usual: String = (0..squares.files).map(BoardShape::file_name).collect();
    if labels != usual {
        table.put("file-names", labels.as_str());
    }
    table.put_flag("intersections", shape.has_intersections(), false);
    let whole = shape.whole();
    let own = shape.holes().difference(whole.holes());
    if !own.is_empty() {
        table.put("holes", phrases::squares(&own, &whole));
    }
    if !shape.vanishing().is_empty() {
        table.put("vanishing", phrases::squares(shape.vanishing(), &whole));
    }
    table
}

/// Numbered start positions; `start` is the current one.
fn numbered(setups: &Setups) -> Table {
    let mut table = Table::default();
    table.put("start", setups.template.as_str());
    let choice = |texts: &IndexMap<String, String>| {
        let mut table = Table::default();
        for (name, text) in texts {
            table.put(name, text.as_str());
        }
        Node::Table(table)
    };
    let digit = |choices: &Vec<_>| Node::List(choices.iter().map(choice).collect());
    table.put(
        "digits",
        Node::List(setups.digits.iter().map(digit).collect()),
    );
    table.put_number("first", setups.first, 0);
    table.put_number("default", setups.default, setups.first.into());
    table
}

/// Options with the changes of their values.
fn options(settings: &Settings) -> Table {
    let mut table = Table::default();
    for (option, values) in &settings.options {
        let mut of_option = Table::default();
        for (value, Change(change)) in values {
            of_option.put(value, change.clone());
        }
        table.put(option, of_option);
    }
    table
}
