//! Writes pieces as tables.

use crate::definition::tree::{Node, Table};
use crate::definition::{
    InitialDef, MoveDef, PieceDef, PieceId, PromotionChoice, PromotionDef, PromotionStock, phrases,
};
use crate::formats::toml::resolve::{promoted_name, returning_name};
use crate::geometry::Zone;
use crate::movement::{Dialect, Movement, NO_MOVE};

use super::actions::{captures, switch};
use super::writer::Writer;

impl Writer<'_> {
    /// The pieces by name, without those that are derived from others.
    pub(super) fn pieces(&self) -> Table {
        let mut table = Table::default();
        for (index, (name, piece)) in self.base.iter().enumerate() {
            table.put(name, self.piece(PieceId::new(index), name, piece));
        }
        table
    }

    fn piece(&self, number: PieceId, name: &str, piece: &PieceDef) -> Table {
        let shape = &self.def.shape;
        let mut table = Table::default();
        if !self.has_lent_letter(number, piece) {
            table.put("letter", piece.letter.as_str());
        }
        table.put_some("second-letter", piece.second_letter.as_deref());
        table.put(
            "move",
            if piece.moves.is_empty() {
                Node::from(NO_MOVE)
            } else {
                piece.moves.iter().map(|one| self.move_of(one)).collect()
            },
        );
        table.put_flag("royal", piece.royal, false);
        if let InitialDef::Zone(zone) = &piece.initial {
            table.put("initial", phrases::zone(zone, shape));
        }
        let promotion = piece.promotion.as_ref();
        table.put_some(
            "promotion",
            promotion.map(|one| self.promotion(number, name, one)),
        );
        let turned_name = promoted_name(name);
        let turned = self.def.piece_id(&turned_name);
        let forms = &self.def.forms;
        let turned = turned.map(|turned| forms.of(turned));
        // Any piece may have such a name.
        let turned = turned
            .filter(|form| form.base == [Some(number); 2] && !self.base.contains_key(&turned_name));
        let turned = turned.map(|form| form.kind);
        let turned = turned.or_else(|| self.side_by_choice(number, piece));
        table.put_some("promoted", turned.map(|kind| self.name(kind)));
        table.put_flag("own-kind-blocks", forms.of(number).own_kind_blocks, false);
        table.put_some("value", piece.value.map(Node::Real));
        let picture = piece.picture.as_ref().map(ToString::to_string);
        table.put_some("picture", picture.as_deref());
        self.put_beside_moves(piece, &mut table);
        table
    }

    /// Writes the properties of a piece other than its moves.
    fn put_beside_moves(&self, piece: &PieceDef, table: &mut Table) {
        let actions = self.actions(&piece.actions);
        let captures = captures(&piece.captures);
        for (key, part) in [("actions", actions), ("captures", captures)] {
            if !part.0.is_empty() {
                table.put(key, part);
            }
        }
        let freezes = piece.freezes.as_ref();
        table.put_some("freezes", freezes.map(|freeze| self.freeze(freeze)));
        for (key, affected) in [("burns", &piece.burns), ("protects", &piece.protects)] {
            if let Some(affected) = affected {
                table.put(key, switch(self.affected(affected)));
            }
        }
        let after = piece.after.as_ref();
        table.put_some("after", after.map(|after| self.aftermath(after)));
    }

    /// Whether the piece uses the letter of a piece that becomes it, after a `+`.
    fn has_lent_letter(&self, number: PieceId, piece: &PieceDef) -> bool {
        let Some(letter) = piece.letter.strip_prefix('+') else {
            return false;
        };
        let pairs = self.def.paired_promotion();
        self.base.values().enumerate().any(|(index, other)| {
            let turned = pairs.target(PieceId::new(index));
            let chosen = other.promotion.iter().flat_map(|known| &known.choices);
            other.letter == letter
                && turned
                    .into_iter()
                    .chain(chosen.map(|choice| choice.piece))
                    // A form that reverts when captured counts as the piece.
                    .any(|to| to == number || self.def.forms.of(to).kind == number)
        })
    }

    /// The promoted side without a letter of its own, for a piece that also promotes by choice.
    fn side_by_choice(&self, number: PieceId, piece: &PieceDef) -> Option<PieceId> {
        let choices = &piece.promotion.as_ref()?.choices;
        let letter = format!("+{}", piece.letter);
        let mut sides = choices.iter().map(|choice| choice.piece);
        sides.find(|side| {
            let is_side = self.def.forms.of(*side).base == [Some(number); 2];
            is_side && (self.def.piece(*side)).is_some_and(|(_, side)| side.letter == letter)
        })
    }

    fn promotion(&self, number: PieceId, name: &str, promotion: &PromotionDef) -> Table {
        let shape = &self.def.shape;
        let turned = promoted_name(name);
        let is_named = self.base.contains_key(&turned);
        let turned = self.def.piece_id(&turned);
        let choices = promotion.choices.iter();
        let side = (self.base.get_index(number.index()))
            .and_then(|(_, piece)| self.side_by_choice(number, piece));
        let is_turned = |choice: &&PromotionChoice| {
            Some(choice.piece) == turned && !is_named || Some(choice.piece) == side
        };
        let choices: Vec<_> = choices.filter(|choice| !is_turned(choice)).collect();
        let mut table = Table::default();
        let Some(first) = choices.first() else {
            table.put("to", Node::List(Vec::new()));
            table.put("stay", phrases::zone(&promotion.stay, shape));
            return table;
        };
        let (zone, stock) = (first.zone.clone(), first.stock);
        let limit = first.limit;
        let limit = limit.filter(|_| choices.iter().all(|choice| choice.limit == limit));
        if zone != Zone::last_rank(shape) {
            table.put("zone", phrases::zone(&zone, shape));
        }
        if promotion.stay != crate::geometry::Zone::nowhere() {
            table.put("stay", phrases::zone(&promotion.stay, shape));
        }
        table.put_flag("silent", promotion.silent, false);
        if stock != PromotionStock::Unlimited {
            table.put("stock", stock_word(stock));
        }
        table.put_some("limit", limit.map(|limit| Node::Number(limit.into())));
        table.put_flag("in-passing", promotion.in_passing, true);
        let choice = |choice: &&PromotionChoice| {
            let piece = self.base_name(choice.piece);
            let mut own = Table::default();
            own.put("piece", piece.clone());
            if choice.zone != zone {
                own.put("zone", phrases::zone(&choice.zone, shape));
            }
            if choice.stock != stock {
                own.put("stock", stock_word(choice.stock));
            }
            if choice.limit != limit {
                own.put_some("limit", choice.limit.map(|n| Node::Number(n.into())));
            }
            if own.0.len() == 1 { piece } else { own.into() }
        };
        table.put("to", choices.iter().map(choice).collect::<Node>());
        table
    }

    /// The name of the piece from which a form is derived.
    pub(super) fn without_form<'n>(&'n self, name: &'n str) -> &'n str {
        if self.base.contains_key(name) {
            return name;
        }
        let base = self.base.keys();
        base.map(String::as_str)
            .find(|base| returning_name(base) == name)
            .unwrap_or(name)
    }

    /// Writes a move with its original text, unless that has another meaning in a TOML file.
    fn move_of(&self, one: &MoveDef) -> Node {
        let shape = &self.def.shape;
        let mut table = Table::default();
        let (mut text, mut dialect) = (one.betza.clone(), one.dialect);
        let read = Movement::read(&text, dialect);
        if !read.diagnostics.is_empty() || read.value != one.movement {
            match one.movement.to_betza(Dialect::XBetza) {
                Ok(betza) => (text, dialect) = (betza, Dialect::XBetza),
                // An inexpressible move is lost, which is reported when the text is read again.
                Err(_) if read.has_errors() => text.clear(),
                Err(_) => {}
            }
        }
        if text.trim().is_empty() || text.trim() == NO_MOVE {
            return Node::from(NO_MOVE);
        }
        table.put("betza", text.as_str());
        let zone = |zone: &crate::geometry::Zone| phrases::zone(zone, shape);
        table.put_some("from", one.from.as_ref().map(zone));
        table.put_some("to", one.to.as_ref().map(zone));
        if let Some(takes) = &one.takes {
            let names = takes.iter().map(|piece| self.name(piece));
            table.put("takes", names.collect::<Node>());
        }
        table.put_flag("in-check", one.in_check, true);
        table.put_flag("revisits", one.revisits, true);
        table.put_flag("rebounds", one.rebounds, false);
        if dialect != Dialect::XBetza {
            table.put("dialect", dialect.as_str());
        }
        if table.0.len() == 1 {
            return Node::from(text);
        }
        table.into()
    }
}

const fn stock_word(stock: PromotionStock) -> &'static str {
    match stock {
        PromotionStock::Unlimited => "unlimited",
        PromotionStock::Hand => "hand",
    }
}
