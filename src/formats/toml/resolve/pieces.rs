//! Resolves the pieces of a variant: letters, moves and promotions.

use std::fmt::Write as _;

use indexmap::IndexMap;

use super::actions::Bearer;
use super::letters::letters_of_promoted_sides;
use super::names::Pieces;
use super::resolver::Resolver;
use crate::definition::place::TextPlace;
use crate::definition::{
    InitialDef, MoveDef, Picture, PictureError, PieceDef, PieceId, PieceSet, PromotionChoice,
    PromotionDef, PromotionStock, Shape,
};
use crate::formats::toml::text::bad_name;
use crate::formats::toml::wire::{
    ChoiceWire, Field, MoveWire, OneOrMany, PieceWire, Place, PromotionWire, Removable, Texts,
    VariantWire, ZoneWire, switched, table, unless,
};
use crate::geometry::{BoardShape, Zone, value_at};
use crate::movement::{Dialect, Movement, NO_MOVE};
use crate::source::{Diagnostic, codes, did_you_mean, quoted};

impl Resolver<'_> {
    /// Reads the pieces of the variant in order.
    pub(in crate::formats::toml) fn pieces(
        &mut self,
        wire: &VariantWire,
        shape: &BoardShape,
    ) -> IndexMap<String, PieceDef> {
        let mut defs = IndexMap::new();
        let Some((place, named)) = wire.pieces.get() else {
            if wire.pieces.is_absent() {
                self.missing(self.header(), "the variant has no `pieces`", None);
            }
            return defs;
        };
        self.check_removals();
        let mut names = Vec::new();
        let mut letters: IndexMap<String, (Place, String)> = IndexMap::new();
        let sides = letters_of_promoted_sides(wire);
        for (name, entry) in &named.0 {
            match &entry.value {
                Field::Here(_, Removable::Table(piece)) => {
                    names.push((name.as_str(), piece));
                    if !sides.contains_key(name.as_str()) {
                        self.check_letter(name, entry.name, piece, &mut letters);
                    }
                }
                // The name of an unreadable piece may still be used.
                Field::Broken => {}
                Field::Here(_, Removable::False(_)) | Field::Absent => continue,
            }
            // All names are known before the first piece is read, because pieces may name each other.
            defs.insert(name.clone(), Self::blank());
            if let Some(message) = bad_name(name) {
                self.fault(codes::BAD_NAME, entry.name, message);
            }
        }
        let known: Vec<String> = defs.keys().cloned().collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let limit = self.shared.limits.pieces;
        if names.len() > limit {
            let message = format!("a variant has at most {limit} pieces, inherited ones included");
            self.fault(codes::DEFINITION_TOO_LARGE, place, message);
            names.truncate(limit);
            defs.truncate(limit);
        }
        for (name, piece) in names {
            if !self.spend(4) {
                break;
            }
            let place = named.0[name].name;
            let mut def = self.piece(name, place, piece, shape, &known, &letters);
            if let Some(letter) = sides.get(name) {
                def.letter.clone_from(letter);
            }
            defs.insert(name.to_owned(), def);
        }
        defs
    }

    /// The placeholder for a piece that is not yet or only partly read.
    fn blank() -> PieceDef {
        PieceDef::with_moves("", Vec::new())
    }

    /// Reports removals of pieces that are not inherited.
    fn check_removals(&mut self) {
        let owners = self.owners;
        let pieces_of = |number: &u32| {
            let wire = owners[*number as usize].wire.as_ref()?;
            wire.pieces.value().map(|named| &named.0)
        };
        let Some(mine) = pieces_of(&self.chain[0]) else {
            return;
        };
        let inherited: Vec<&str> = self.chain[1..]
            .iter()
            .filter_map(pieces_of)
            .flat_map(|pieces| pieces.keys().map(String::as_str))
            .collect();
        for (name, entry) in mine {
            let removed = matches!(entry.value, Field::Here(_, Removable::False(_)));
            if removed && !inherited.contains(&name.as_str()) {
                let shown: String = name.chars().take(40).collect();
                let message = format!("no piece `{shown}` is inherited that could be removed");
                let finding = Diagnostic::new(codes::UNKNOWN_PIECE, entry.name.span, message)
                    .with_help(did_you_mean(name, inherited.iter().copied()));
                self.report(entry.name, finding);
            }
        }
    }

    fn piece(
        &mut self,
        name: &str,
        header: Place,
        wire: &PieceWire,
        shape: &BoardShape,
        known: &[&str],
        letters: &IndexMap<String, (Place, String)>,
    ) -> PieceDef {
        let moves = match &wire.moves {
            Field::Absent => {
                let message = format!("the piece `{name}` has no `move`");
                let help = "write `move = '-'` for a piece that never moves";
                self.missing(header, &message, Some(help));
                Vec::new()
            }
            Field::Broken => Vec::new(),
            Field::Here(place, moves) => self.moves(*place, moves, shape, known),
        };
        let initial = match wire.initial.value() {
            Some(ZoneWire::Text(Field::Here(_, word))) if word == "unmoved" => InitialDef::Unmoved,
            Some(_) => self
                .zone(&wire.initial, shape)
                .map_or(InitialDef::Unmoved, InitialDef::Zone),
            None => InitialDef::Unmoved,
        };
        let promotion = match wire.promotion.get() {
            Some((place, Removable::Table(promotion))) => {
                Some(self.promotion(name, place, promotion, shape, known, letters))
            }
            Some((_, Removable::False(_))) | None => None,
        };
        let letter = wire.letter.value().cloned().unwrap_or_default();
        PieceDef {
            second_letter: self.second_letter(wire),
            initial,
            royal: wire.royal.value().copied().unwrap_or(false),
            promotion,
            value: wire.value.value().copied(),
            picture: self.picture(wire),
            ..PieceDef::with_moves(&letter, moves)
        }
    }

    /// Reads the properties of pieces other than moves, once all names are known.
    pub(in crate::formats::toml) fn read_beside_moves(
        &mut self,
        wire: &VariantWire,
        shape: &BoardShape,
        pieces: &mut Pieces,
    ) {
        let Some(named) = wire.pieces.value() else {
            return;
        };
        for (name, entry) in &named.0 {
            let Some(Removable::Table(wire)) = entry.value.value() else {
                continue;
            };
            let moves = pieces.get(name).map(|def| def.moves.as_slice());
            let bearer = Bearer { shape, moves };
            let actions = self.actions(&wire.actions, pieces, bearer);
            let captures = self.piece_captures(&wire.captures, bearer);
            let freezes = table(&wire.freezes).map(|one| self.freeze(one, pieces, bearer));
            let burns = switched(&wire.burns).map(|one| self.affected(&one, pieces, bearer));
            let protects = switched(&wire.protects).map(|one| self.affected(&one, pieces, bearer));
            let after = table(&wire.after).map(|one| self.aftermath(one, pieces, bearer));
            if let Some(def) = pieces.get_mut(name) {
                def.actions = actions;
                def.captures = captures;
                def.freezes = freezes;
                def.burns = burns;
                def.protects = protects;
                def.after = after;
            }
        }
    }

    /// Reads the picture of a piece, if it has one.
    fn picture(&mut self, wire: &PieceWire) -> Option<Picture> {
        let (place, text) = wire.picture.get()?;
        let text = text.get()?;
        let error = match text.parse() {
            Ok(picture) => return Some(picture),
            Err(error) => error,
        };
        let at = TextPlace::new(&self.owners[place.owner as usize].text, place.span, text);
        let finding = Diagnostic::new(codes::UNKNOWN_SETTING, error.at(), error.to_string());
        let finding = match &error {
            PictureError::NoShape { word, .. } => finding.with_help(did_you_mean(
                word,
                Shape::ALL.iter().map(|shape| shape.name()),
            )),
            PictureError::TooManyBadges { .. } => finding,
        };
        self.report(place, at.locate(finding));
        None
    }

    fn moves(
        &mut self,
        place: Place,
        wire: &OneOrMany<MoveWire>,
        shape: &BoardShape,
        known: &[&str],
    ) -> Vec<MoveDef> {
        let limit = self.shared.limits.moves;
        if wire.items().len() > limit {
            let message = format!("a piece has at most {limit} moves");
            self.fault(codes::DEFINITION_TOO_LARGE, place, message);
        }
        let mut moves = Vec::new();
        for item in wire.items().iter().take(limit) {
            let Some(item) = item.value() else { continue };
            if !self.spend(4) {
                break;
            }
            let (betza, table) = match item {
                MoveWire::Text(betza) => (betza, None),
                MoveWire::Table(table) => (&table.betza, Some(table)),
            };
            let (from, to) = match table {
                Some(table) => (self.zone(&table.from, shape), self.zone(&table.to, shape)),
                None => (None, None),
            };
            let Some((place, text)) = betza.get() else {
                continue;
            };
            if text.trim() == NO_MOVE || self.text(betza).is_none() {
                continue;
            }
            let takes = table.and_then(|table| self.taken(&table.takes, known));
            let dialect = table
                .and_then(|table| table.dialect.value())
                .map(|word| Dialect::from(*word))
                .or_else(|| value_at(&self.dialects, &place.owner).copied())
                .unwrap_or_default();
            let (text, movement) = self.movement(place, text, dialect);
            moves.push(MoveDef {
                from,
                to,
                takes,
                in_check: table.is_none_or(|table| unless(&table.in_check)),
                revisits: table.is_none_or(|table| unless(&table.revisits)),
                rebounds: table.is_some_and(|table| table.rebounds.value() == Some(&true)),
                ..MoveDef::of(movement, text, dialect)
            });
        }
        moves
    }

    /// Reads the pieces that a move can capture.
    fn taken(&mut self, texts: &Field<Texts>, known: &[&str]) -> Option<PieceSet> {
        let mut pieces = PieceSet::NONE;
        for field in texts.value()?.items() {
            let Some((place, name)) = field.get() else {
                continue;
            };
            match known.iter().position(|known| known == name) {
                Some(index) => pieces.insert(PieceId::new(index)),
                None => self.no_such_piece(place, name, known),
            }
        }
        Some(pieces)
    }

    /// Reads a move text, or returns its cached result, together with the text after replacing names.
    pub(in crate::formats::toml) fn movement(
        &mut self,
        place: Place,
        text: &str,
        dialect: Dialect,
    ) -> (String, Movement) {
        let Some(spelled) = self.spelled(place, text) else {
            return (String::new(), Movement::default());
        };
        let read = self
            .shared
            .movements
            .entry((spelled.text.clone(), dialect))
            .or_insert_with(|| Movement::read(&spelled.text, dialect))
            .clone();
        let at = TextPlace::new(&self.owners[place.owner as usize].text, place.span, text);
        for diagnostic in read.diagnostics {
            self.report(place, at.locate(spelled.locate(diagnostic)));
        }
        (spelled.text, read.value)
    }

    fn promotion(
        &mut self,
        name: &str,
        place: Place,
        wire: &PromotionWire,
        shape: &BoardShape,
        known: &[&str],
        letters: &IndexMap<String, (Place, String)>,
    ) -> PromotionDef {
        let zone = self
            .zone(&wire.zone, shape)
            .unwrap_or_else(|| Zone::last_rank(shape));
        let stay = self.zone(&wire.stay, shape).unwrap_or_else(Zone::nowhere);
        let stock = wire.stock.value().copied();
        let limit = wire.limit.value().copied();
        let items = match &wire.to {
            Field::Absent => {
                let help = "write the names of the pieces: `to = ['queen', 'rook']`";
                self.missing(place, "the promotion has no `to`", Some(help));
                &[]
            }
            Field::Broken => &[][..],
            Field::Here(place, to) => {
                let limit = self.shared.limits.moves;
                if to.items().len() > limit {
                    let message = format!("a piece has at most {limit} choices of promotion");
                    self.fault(codes::DEFINITION_TOO_LARGE, *place, message);
                }
                &to.items()[..to.items().len().min(limit)]
            }
        };
        let mut choices = Vec::new();
        for item in items {
            let Some(item) = item.value() else { continue };
            if !self.spend(4) {
                break;
            }
            let (piece, own_zone, own_stock, own_limit) = match item {
                ChoiceWire::Text(piece) => (piece, None, None, None),
                ChoiceWire::Table(table) => (
                    &table.piece,
                    self.zone(&table.zone, shape),
                    table.stock.value().copied(),
                    table.limit.value().copied(),
                ),
            };
            let Some((place, piece)) = piece.get() else {
                continue;
            };
            let Some(index) = known.iter().position(|known| known == piece) else {
                self.unknown_choice(name, place, piece, known, letters);
                continue;
            };
            choices.push(PromotionChoice {
                piece: PieceId::new(index),
                zone: own_zone.unwrap_or_else(|| zone.clone()),
                stock: own_stock
                    .or(stock)
                    .map_or(PromotionStock::Unlimited, Into::into),
                limit: own_limit.or(limit),
            });
        }
        PromotionDef {
            in_passing: unless(&wire.in_passing),
            silent: wire.silent.value().copied().unwrap_or(false),
            ..PromotionDef::of(choices, stay)
        }
    }

    /// Reports a promotion of `name` to an unknown piece.
    fn unknown_choice(
        &mut self,
        name: &str,
        place: Place,
        choice: &str,
        known: &[&str],
        letters: &IndexMap<String, (Place, String)>,
    ) {
        let shown: String = choice.chars().take(40).collect();
        let mut message = format!("the variant has no piece `{shown}`");
        let help = if place.owner == self.chain[0] {
            match letters.get(&choice.to_ascii_lowercase()) {
                Some((_, piece)) => format!("write the name of the piece: `{piece}`"),
                None => did_you_mean(choice, known.iter().copied()),
            }
        } else {
            let _ = write!(message, ", to which `{name}` promotes");
            let others: Vec<&str> = known.iter().copied().filter(|one| *one != name).collect();
            let others = quoted(&others);
            format!("write `pieces.{name}.promotion.to` with pieces of this variant: {others}")
        };
        let finding = Diagnostic::new(codes::UNKNOWN_PIECE, place.span, message).with_help(help);
        self.report(place, finding);
    }
}
