//! A definition that is being written.

use indexmap::IndexMap;

use crate::definition::tree::{Node, Table, written_key};
use crate::definition::{PieceDef, PieceId, PieceSet, VariantDef};
use crate::formats::toml::text::sound_name;

/// A definition that is being written.
pub(super) struct Writer<'a> {
    pub(super) def: &'a VariantDef,
    /// The pieces that are not derived from others; their numbers are the same as in the definition.
    pub(super) base: IndexMap<String, PieceDef>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(def: &'a VariantDef) -> Writer<'a> {
        let forms = &def.forms;
        let base = def.numbered().filter(|(id, ..)| forms.of(*id).kind == *id);
        let base = base.map(|(_, name, piece)| (name.to_owned(), piece.clone()));
        Writer {
            base: base.collect(),
            def,
        }
    }

    /// The text of a tree.
    pub(super) fn text(&self, mut tree: Table) -> String {
        let name = written_key(&sound_name(&self.def.name));
        let mut head = Table::default();
        head.put_some("title", self.def.title.as_deref());
        head.put_some("source", self.def.source.as_deref());
        let mut sections = Vec::new();
        for key in ["pieces", "library", "presentation", "settings"] {
            if let Some(Node::Table(table)) = tree.0.shift_remove(key) {
                sections.push((key, table));
            }
        }
        let mut text = format!("[{name}]\n");
        head.lines("", &mut text);
        tree.lines("", &mut text);
        for (key, table) in sections {
            text.push_str(&format!("\n[{name}.{key}]\n"));
            table.lines("", &mut text);
        }
        text
    }

    /// The name of a piece.
    pub(super) fn name(&self, id: PieceId) -> Node {
        Node::from(self.def.piece(id).map_or("", |(name, _)| name))
    }

    /// The name of a piece, or of the piece from which its form is derived.
    pub(super) fn base_name(&self, id: PieceId) -> Node {
        let name = self.def.piece(id).map_or("", |(name, _)| name);
        Node::from(self.without_form(name))
    }

    /// The names of pieces; `*` for all.
    pub(super) fn names(&self, set: PieceSet) -> Node {
        if set == PieceSet::ALL {
            return Node::from("*");
        }
        let ids = self.def.piece_ids().filter(|id| set.contains(*id));
        let mut names: Vec<Node> = ids.map(|id| self.base_name(id)).collect();
        names.dedup();
        names.into_iter().collect()
    }
}
