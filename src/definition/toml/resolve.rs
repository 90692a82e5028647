//! Gives merged tables their meaning: zones on the board, moves in their dialect, names of pieces.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use crate::definition::limits::Limits;
use crate::definition::place::TextPlace;
use crate::definition::variant::{
    InitialDef, MoveDef, PieceDef, PromotionChoice, PromotionDef, PromotionStock, RoyalRule,
    RulesDef, VariantDef,
};
use crate::geometry::{BoardShape, ShapeError, SquareSet, Zone};
use crate::movement::Movement;
use crate::source::{Code, Diagnostic, Parse, Span, codes, did_you_mean};
use crate::syntax::betza::Dialect;

use super::field::{Field, Place};
use super::wire::{
    BoardWire, ChoiceWire, Limit, MoveWire, OneOrMany, PieceWire, PromotionWire, Removable,
    RulesWire, Texts, VariantWire, ZoneWire,
};
use super::{Owner, Read, bad_name};

/// What all variants of a file share while they are resolved.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    limits: &'a Limits,
    /// Set when the limit on work is reached; nothing more is resolved then.
    pub(super) exhausted: bool,
    /// How much has been done.
    pub(super) work: usize,
    /// Movements that were read, since children repeat those of their parents.
    movements: IndexMap<(String, Dialect), Parse<Movement>>,
    findings: Vec<Finding>,
}

/// A finding, and where the text that it is about was written.
#[derive(Debug)]
struct Finding {
    diagnostic: Diagnostic,
    origin: Place,
    inherited: bool,
}

impl<'a> Shared<'a> {
    /// Nothing is resolved yet.
    pub(super) fn new(limits: &'a Limits) -> Self {
        Shared {
            limits,
            exhausted: false,
            work: 0,
            movements: IndexMap::new(),
            findings: Vec::new(),
        }
    }

    /// The findings. One about an inherited text is left out if it was also made where the text
    /// is written.
    pub(super) fn into_findings(self) -> Vec<Diagnostic> {
        let at_home: BTreeSet<(Place, Code)> = self
            .findings
            .iter()
            .filter(|finding| !finding.inherited)
            .map(|finding| (finding.origin, finding.diagnostic.code))
            .collect();
        let is_repeated = |finding: &Finding| {
            finding.inherited && at_home.contains(&(finding.origin, finding.diagnostic.code))
        };
        let keep: Vec<bool> = self.findings.iter().map(|f| !is_repeated(f)).collect();
        self.findings
            .into_iter()
            .zip(keep)
            .filter(|(_, keep)| *keep)
            .map(|(finding, _)| finding.diagnostic)
            .collect()
    }
}

/// Resolves one variant.
pub(super) struct Resolver<'r, 'a> {
    /// All variants that were read.
    pub(super) owners: &'r [Owner<'a>],
    /// The variant and its ancestors, itself first.
    pub(super) chain: &'r [u32],
    /// The dialect of each of them.
    pub(super) dialects: BTreeMap<u32, Dialect>,
    /// What is shared with the other variants of the file.
    pub(super) shared: &'r mut Shared<'a>,
}

impl Resolver<'_, '_> {
    /// The variant that `wire` describes, as far as it can be made out.
    pub(super) fn variant(mut self, wire: &VariantWire) -> Read {
        let me = &self.owners[self.chain[0] as usize];
        let name = me.name.clone();
        let parent = wire.inherits.value().cloned();
        let title = self.text(&wire.title);
        let source = self.text(&wire.source);
        let shape = self.shape(&wire.board);
        let pieces = self.pieces(wire, &shape);
        let rules = Self::rules(wire.rules.value());
        self.check_royal(wire, &rules);
        let start_place = wire.start.place().unwrap_or(self.header());
        let start = match &wire.start {
            Field::Absent => {
                self.missing(self.header(), "the variant has no `start`", None);
                String::new()
            }
            start => self
                .bounded(start, self.shared.limits.start_bytes)
                .unwrap_or_default(),
        };
        let start_place = self.text_place(start_place, &start);
        Read {
            def: VariantDef {
                name,
                title,
                parent,
                source,
                shape,
                start,
                pieces,
                rules,
                presentation: IndexMap::new(),
            },
            start: start_place,
        }
    }

    /// Where the variant is named.
    fn header(&self) -> Place {
        let owner = self.chain[0];
        Place {
            owner,
            span: self.owners[owner as usize].header,
        }
    }

    /// The place in this variant for something that may be inherited.
    fn home(&self, place: Place) -> Span {
        let me = &self.owners[self.chain[0] as usize];
        if place.owner == self.chain[0] {
            place.span
        } else {
            me.wire
                .as_ref()
                .and_then(|wire| wire.inherits.place())
                .map_or(me.header, |inherits| inherits.span)
        }
    }

    /// The place of a text as seen from the file of this variant.
    fn text_place(&self, place: Place, text: &str) -> TextPlace {
        if place.owner == self.chain[0] {
            TextPlace::new(self.owners[place.owner as usize].text, place.span, text)
        } else {
            TextPlace::whole(self.home(place))
        }
    }

    /// Reports a finding about something that is written at `place`.
    fn report(&mut self, place: Place, diagnostic: Diagnostic) {
        let inherited = place.owner != self.chain[0];
        let diagnostic = if inherited {
            let owner = &self.owners[place.owner as usize];
            let mut moved = diagnostic.collapsed(self.home(place));
            moved.message = format!("inherited from `{}`: {}", owner.name, moved.message);
            if owner.own {
                moved.with_label(place.span, "written here")
            } else {
                moved
            }
        } else {
            diagnostic
        };
        self.shared.findings.push(Finding {
            diagnostic,
            origin: place,
            inherited,
        });
    }

    fn fault(&mut self, code: Code, place: Place, message: impl Into<String>) {
        self.report(place, Diagnostic::new(code, place.span, message));
    }

    fn missing(&mut self, place: Place, message: &str, help: Option<&str>) {
        let mut diagnostic = Diagnostic::new(codes::MISSING_KEY, place.span, message);
        diagnostic.help = help.map(str::to_owned);
        self.report(place, diagnostic);
    }

    /// Counts work; `false` when there was too much of it.
    fn spend(&mut self, amount: usize) -> bool {
        self.shared.work += amount;
        if self.shared.work > self.shared.limits.work && !self.shared.exhausted {
            self.shared.exhausted = true;
            let limit = self.shared.limits.work;
            let message = format!("the variants of the file take more than {limit} units of work to make");
            self.fault(codes::DEFINITION_TOO_LARGE, self.header(), message);
        }
        !self.shared.exhausted
    }

    /// A text within the limit.
    fn text(&mut self, field: &Field<String>) -> Option<String> {
        self.bounded(field, self.shared.limits.text_bytes)
    }

    fn bounded(&mut self, field: &Field<String>, limit: usize) -> Option<String> {
        let (place, text) = field.get()?;
        if text.len() > limit {
            let message = format!(
                "a text of {} bytes is longer than the limit of {limit}",
                text.len()
            );
            self.fault(codes::TEXT_TOO_LONG, place, message);
            return None;
        }
        Some(text.clone())
    }

    /// The board. Without one, the largest there is, on which every zone can be read.
    fn shape(&mut self, board: &Field<BoardWire>) -> BoardShape {
        let largest = BoardShape::MAX_SIDE;
        let sides = match board {
            Field::Absent => {
                let help = "write `board = { files = 8, ranks = 8 }`, or `inherits = 'chess'`";
                self.missing(self.header(), "the variant has no `board`", Some(help));
                None
            }
            Field::Broken => None,
            Field::Here(place, board) => {
                let files = self.side(*place, &board.files, "files");
                let ranks = self.side(*place, &board.ranks, "ranks");
                files.zip(ranks)
            }
        };
        let (files, ranks) = sides.unwrap_or((largest, largest));
        let mut shape = match BoardShape::rectangle(files, ranks) {
            Ok(shape) => shape,
            Err(error) => unreachable!("the sides were checked: {error}"),
        };
        let Some(board) = board.value() else {
            return shape;
        };
        if let Some(first) = board.first_rank.value() {
            shape = shape.with_first_rank(i16::from(*first));
        }
        if let Some((place, holes)) = board.holes.get() {
            let holes = self.squares(holes.items(), &shape).unwrap_or_default();
            match shape.clone().with_holes(&holes) {
                Ok(holed) => shape = holed,
                Err(error) => self.shape_fault(place, error),
            }
        }
        if let Some(vanishing) = board.vanishing.value() {
            // A vanishing square may lie among the holes; it is a zone of the full rectangle.
            let full = BoardShape::rectangle(files, ranks)
                .map(|full| full.with_first_rank(shape.first_rank()))
                .unwrap_or_else(|_| shape.clone());
            let vanishing = self.squares(vanishing.items(), &full).unwrap_or_default();
            shape = shape.with_vanishing(&vanishing);
        }
        shape
    }

    fn shape_fault(&mut self, place: Place, error: ShapeError) {
        let code = match error {
            ShapeError::TooLarge => codes::BOARD_TOO_LARGE,
            _ => codes::BOARD_EMPTY,
        };
        self.fault(code, place, error.to_string());
    }

    fn side(&mut self, board: Place, side: &Field<i64>, key: &str) -> Option<u8> {
        let (place, count) = match side {
            Field::Here(place, count) => (*place, *count),
            Field::Broken => return None,
            Field::Absent => {
                self.missing(board, &format!("the board has no `{key}`"), None);
                return None;
            }
        };
        match u8::try_from(count) {
            Ok(0) => self.fault(
                codes::BOARD_EMPTY,
                place,
                format!("a board without {key} has no squares"),
            ),
            Ok(count) if count <= BoardShape::MAX_SIDE => return Some(count),
            Err(_) if count < 0 => self.fault(
                codes::BOARD_EMPTY,
                place,
                format!("a board cannot have {count} {key}"),
            ),
            _ => self.fault(
                codes::BOARD_TOO_LARGE,
                place,
                format!(
                    "a board has at most {} {key}, not {count}",
                    BoardShape::MAX_SIDE
                ),
            ),
        }
        None
    }

    /// The squares that the texts name one after the other.
    fn squares(&mut self, texts: &[Field<String>], shape: &BoardShape) -> Option<SquareSet> {
        let mut set = SquareSet::new();
        let mut good = true;
        for field in texts {
            let Some(text) = self.text(field) else {
                good = false;
                continue;
            };
            let parts = 1 + text.matches(',').count();
            if !self.spend(parts * (1 + shape.area() / 64)) {
                return None;
            }
            match Zone::parse_onto(set.clone(), &text, shape) {
                Ok(more) => set = more,
                Err(error) => {
                    good = false;
                    if let Some(place) = field.place() {
                        let finding = Diagnostic::new(codes::BAD_ZONE, error.range, error.message);
                        let owner = &self.owners[place.owner as usize];
                        let at = TextPlace::new(owner.text, place.span, &text);
                        self.report(place, at.locate(finding));
                    }
                }
            }
        }
        good.then_some(set)
    }

    fn sides(&mut self, texts: &Field<Texts>, shape: &BoardShape) -> Option<SquareSet> {
        let texts = texts.value()?;
        self.squares(texts.items(), shape)
    }

    /// A zone, or nothing if it is not there or cannot be read.
    fn zone(&mut self, zone: &Field<ZoneWire>, shape: &BoardShape) -> Option<Zone> {
        match zone.value()? {
            ZoneWire::Text(one) => {
                let white = self.squares(std::slice::from_ref(one), shape)?;
                Some(Zone::mirrored(shape, white))
            }
            ZoneWire::List(many) => {
                let white = self.squares(many, shape)?;
                Some(Zone::mirrored(shape, white))
            }
            ZoneWire::Table(sides) => {
                let white = self.sides(&sides.white, shape);
                let black = self.sides(&sides.black, shape);
                Some(Zone::of_sides(white?, black?))
            }
        }
    }

    fn pieces(&mut self, wire: &VariantWire, shape: &BoardShape) -> IndexMap<String, PieceDef> {
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
        for (name, entry) in &named.0 {
            match &entry.value {
                Field::Here(_, Removable::Table(piece)) => {
                    names.push((name.as_str(), piece));
                    self.check_letter(name, entry.name, piece, &mut letters);
                }
                // A piece that could not be read is still a name that others may use.
                Field::Broken => {
                    defs.insert(name.clone(), Self::blank());
                }
                Field::Here(_, Removable::Flag(_)) | Field::Absent => continue,
            }
            if let Some(message) = bad_name(name) {
                self.fault(codes::BAD_NAME, entry.name, message);
            }
        }
        let limit = self.shared.limits.pieces;
        if names.len() > limit {
            let message = format!("a variant has at most {limit} pieces, inherited ones included");
            self.fault(codes::DEFINITION_TOO_LARGE, place, message);
            names.truncate(limit);
        }
        let known: Vec<&str> = named
            .0
            .iter()
            .filter(|(_, entry)| !matches!(entry.value, Field::Here(_, Removable::Flag(_))))
            .map(|(name, _)| name.as_str())
            .collect();
        for (name, piece) in names {
            if !self.spend(4) {
                break;
            }
            let place = named.0[name].name;
            let def = self.piece(name, place, piece, shape, &known, &letters);
            defs.insert(name.to_owned(), def);
        }
        defs
    }

    /// A piece that was only half read.
    fn blank() -> PieceDef {
        PieceDef {
            letter: String::new(),
            moves: Vec::new(),
            initial: InitialDef::Unmoved,
            royal: false,
            promotion: None,
            value: None,
        }
    }

    /// Reports pieces that this variant removes though they are not inherited.
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
            let removed = matches!(entry.value, Field::Here(_, Removable::Flag(_)));
            if removed && !inherited.contains(&name.as_str()) {
                let shown: String = name.chars().take(40).collect();
                let message = format!("no piece `{shown}` is inherited that could be removed");
                let finding = Diagnostic::new(codes::UNKNOWN_PIECE, entry.name.span, message)
                    .with_help(did_you_mean(name, inherited.iter().copied()));
                self.report(entry.name, finding);
            }
        }
    }

    fn check_letter(
        &mut self,
        name: &str,
        header: Place,
        piece: &PieceWire,
        letters: &mut IndexMap<String, (Place, String)>,
    ) {
        let Some((place, letter)) = piece.letter.get() else {
            if piece.letter.is_absent() {
                self.missing(header, &format!("the piece `{name}` has no `letter`"), None);
            }
            return;
        };
        let good = letter.len() <= 8
            && letter.starts_with(|c: char| c.is_ascii_uppercase())
            && letter.bytes().all(|byte| byte.is_ascii_alphabetic());
        if !good {
            let shown: String = letter.chars().take(20).collect();
            let message = format!("`{shown}` cannot name a piece in a FEN");
            let finding = Diagnostic::new(codes::BAD_LETTER, place.span, message)
                .with_help("write one to eight letters from A to Z, the first a capital");
            self.report(place, finding);
            return;
        }
        // Black's letters are small, so letters that differ only in case are the same.
        let key = letter.to_ascii_lowercase();
        match letters.get(&key) {
            Some((first, other)) => {
                let message = format!("the letter `{letter}` is that of the piece `{other}`");
                let mut finding = Diagnostic::new(codes::DUPLICATE_LETTER, place.span, message);
                if first.owner == place.owner && place.owner == self.chain[0] {
                    finding = finding.with_label(first.span, "first used here");
                }
                // The newcomer is at fault, wherever it stands among the pieces.
                let mut at = place;
                if place.owner != self.chain[0] && first.owner == self.chain[0] {
                    at = *first;
                    finding = Diagnostic::new(
                        codes::DUPLICATE_LETTER,
                        at.span,
                        format!("the letter `{letter}` is that of the piece `{name}`"),
                    );
                }
                self.report(at, finding);
            }
            None => {
                letters.insert(key, (place, name.to_owned()));
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
            Field::Here(place, moves) => self.moves(*place, moves, shape),
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
                Some(self.promotion(place, promotion, shape, known, letters))
            }
            Some((_, Removable::Flag(_))) | None => None,
        };
        PieceDef {
            letter: wire.letter.value().cloned().unwrap_or_default(),
            moves,
            initial,
            royal: wire.royal.value().copied().unwrap_or(false),
            promotion,
            value: wire.value.value().copied(),
        }
    }

    fn moves(
        &mut self,
        place: Place,
        wire: &OneOrMany<MoveWire>,
        shape: &BoardShape,
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
            if text == "-" || self.text(betza).is_none() {
                continue;
            }
            let dialect = table
                .and_then(|table| table.dialect.value())
                .map(|word| Dialect::from(*word))
                .or_else(|| self.dialects.get(&place.owner).copied())
                .unwrap_or_default();
            let movement = self.movement(place, text, dialect);
            moves.push(MoveDef {
                betza: text.clone(),
                dialect,
                movement,
                from,
                to,
            });
        }
        moves
    }

    /// Reads a move text, or remembers having read it.
    fn movement(&mut self, place: Place, text: &str, dialect: Dialect) -> Movement {
        let read = self
            .shared
            .movements
            .entry((text.to_owned(), dialect))
            .or_insert_with(|| Movement::read(text, dialect))
            .clone();
        let at = TextPlace::new(self.owners[place.owner as usize].text, place.span, text);
        for diagnostic in read.diagnostics {
            self.report(place, at.locate(diagnostic));
        }
        read.value
    }

    fn promotion(
        &mut self,
        place: Place,
        wire: &PromotionWire,
        shape: &BoardShape,
        known: &[&str],
        letters: &IndexMap<String, (Place, String)>,
    ) -> PromotionDef {
        let zone = self
            .zone(&wire.zone, shape)
            .unwrap_or_else(|| last_rank(shape));
        let stay = self
            .zone(&wire.stay, shape)
            .unwrap_or_else(|| Zone::nowhere());
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
            if !known.contains(&piece.as_str()) {
                self.unknown_piece(place, piece, known, letters);
                continue;
            }
            choices.push(PromotionChoice {
                piece: piece.clone(),
                zone: own_zone.unwrap_or_else(|| zone.clone()),
                stock: own_stock
                    .or(stock)
                    .map_or(PromotionStock::Unlimited, Into::into),
                limit: own_limit.or(limit),
            });
        }
        PromotionDef { choices, stay }
    }

    fn unknown_piece(
        &mut self,
        place: Place,
        name: &str,
        known: &[&str],
        letters: &IndexMap<String, (Place, String)>,
    ) {
        let shown: String = name.chars().take(40).collect();
        let help = match letters.get(&name.to_ascii_lowercase()) {
            Some((_, piece)) => format!("pieces go by their names here: `{piece}`"),
            None => did_you_mean(name, known.iter().copied()),
        };
        let message = format!("the variant has no piece `{shown}`");
        let finding = Diagnostic::new(codes::UNKNOWN_PIECE, place.span, message).with_help(help);
        self.report(place, finding);
    }

    fn rules(wire: Option<&RulesWire>) -> RulesDef {
        let mut rules = RulesDef::default();
        let Some(wire) = wire else { return rules };
        if let Some(word) = wire.royal.value() {
            rules.royal = (*word).into();
        }
        if let Some(word) = wire.stalemate.value() {
            rules.stalemate = (*word).into();
        }
        if let Some(word) = wire.captured.value() {
            rules.captured = (*word).into();
        }
        rules.move_limit = match wire.move_limit.value() {
            Some(Limit::Number(moves)) => Some(*moves),
            Some(Limit::Flag(_)) | None => None,
        };
        rules
    }

    /// Reports that nothing can be checkmated, unless that is meant or follows from a fault that
    /// is reported already.
    fn check_royal(&mut self, wire: &VariantWire, rules: &RulesDef) {
        let Some(named) = wire.pieces.value() else {
            return;
        };
        let perhaps_royal = named.0.values().any(|entry| match &entry.value {
            Field::Here(_, Removable::Table(piece)) => {
                !piece.royal.is_absent() && piece.royal.value() != Some(&false)
            }
            Field::Broken => true,
            Field::Here(_, Removable::Flag(_)) | Field::Absent => false,
        });
        if rules.royal == RoyalRule::Check && !perhaps_royal {
            let header = self.header();
            let finding = Diagnostic::new(codes::NO_ROYAL, header.span, "no piece is royal")
                .with_help("mark one with `royal = true`, or write `royal = 'none'` under `rules`");
            self.report(header, finding);
        }
    }
}

/// The far rank of each side.
fn last_rank(shape: &BoardShape) -> Zone {
    let rank = shape.ranks() - 1;
    let squares: SquareSet = (0..shape.files())
        .filter_map(|file| shape.at(file, rank))
        .filter(|square| shape.exists(*square))
        .collect();
    Zone::mirrored(shape, squares)
}
