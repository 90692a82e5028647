//! Writer of Interactive Diagram definitions.
//!
//! The text begins with the parameters, followed by a line for the holes and the pieces. Pieces that promote come
//! first, because promotion identifies them by number. The text is read again and compared, so that each loss is
//! reported.

use std::fmt::Write;

use crate::definition::export::{Export, Losses};
use crate::definition::moves::piece_moves::{SIDES, Start};
use crate::definition::{
    CapturedTo, MoveDef, PieceDef, PieceId, PromotionDef, PromotionStock, RoyalGuard, RoyalRule,
    VariantDef, Verdict, differences,
};
use crate::geometry::{Perspective, Square, SquareSet};
use crate::movement::{Dialect, Movement, NO_MOVE, convert};
use crate::syntax::diagram::{KeyKind, key_kind};

use super::promotion::last_ranks;
use super::read::read_diagram;
use super::rules::is_lopsided;
use super::{matrix, special, spells};

/// Writes a variant as the text of an Interactive Diagram.
///
/// # Examples
/// ```
/// use ferz::formats::write_diagram;
/// use ferz::Catalog;
///
/// let export = write_diagram(Catalog::builtin().get("capablanca").unwrap());
/// assert!(export.text.contains("archbishop:A:BN::c1\n"));
/// let places: Vec<&str> = export.losses.iter().map(|loss| loss.place.as_str()).collect();
/// assert_eq!(places, ["rules.move-limit"]);
/// ```
pub fn write_diagram(def: &VariantDef) -> Export {
    let mut writer = Writer {
        def,
        start: Start::of(def),
        order: Vec::new(),
        losses: Losses::default(),
        text: String::new(),
    };
    writer.write();
    writer.losses.add_appearance(def);
    writer.losses.add_pictures(def);
    let read = read_diagram(&writer.text, &def.name);
    for finding in read.diagnostics.iter().filter(|one| one.is_error()) {
        writer.losses.report("rules", finding.message.clone());
    }
    match &read.value {
        Some(read) => writer.losses.add_unexplained(differences(def, read)),
        None => writer
            .losses
            .report("start", "the format cannot express this game"),
    }
    Export {
        text: writer.text,
        losses: writer.losses.into_list(),
    }
}

/// The relation of Black's start squares to White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symmetry {
    Mirror,
    Rotate,
    None,
}

impl Symmetry {
    const fn as_str(self) -> &'static str {
        match self {
            Symmetry::Mirror => "mirror",
            Symmetry::Rotate => "rotate",
            Symmetry::None => "none",
        }
    }
}

pub(super) struct Writer<'a> {
    pub(super) def: &'a VariantDef,
    start: Start,
    /// The pieces in the order of their lines.
    pub(super) order: Vec<PieceId>,
    pub(super) losses: Losses,
    text: String,
}

impl Writer<'_> {
    fn write(&mut self) {
        let def = self.def;
        let shape = &def.shape;
        let symmetry = self.symmetry();
        self.pair("files", shape.files());
        self.pair("ranks", shape.ranks());
        if shape.first_rank() != 1 {
            self.pair("firstRank", shape.first_rank());
        }
        self.pair("symmetry", symmetry.as_str());
        self.promotions();
        self.royals();
        self.rules();
        let kept: Vec<(&String, &String)> = def
            .presentation
            .iter()
            .filter(|(key, _)| key_kind(key) == Some(KeyKind::Presentation))
            .collect();
        for (key, value) in kept {
            self.pair(key, value);
        }
        let gone = shape.holes().union(shape.vanishing());
        if !gone.is_empty() {
            let listed = self.squares(&self.halves(&gone, symmetry), &SquareSet::new());
            let _ = writeln!(self.text, "hole::::{listed}");
        }
        for piece in self.order.clone() {
            self.piece(piece, symmetry);
        }
        if let Some(shuffle) = def
            .presentation
            .get("shuffle")
            .filter(|_| def.setups.is_some())
        {
            self.pair("shuffle", shuffle);
        } else if def.setups.is_some() {
            let message = "the numbered set-ups are not a shuffle, which is the only form that can be written";
            self.losses.report("setups", message);
        }
        if def.rules.move_limit().is_some() {
            let message = "the format has no rule about moves without progress";
            self.losses.report("rules.move-limit", message);
        }
    }

    pub(super) fn pair(&mut self, key: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{key}={value}");
    }

    /// Black's counterpart of one of White's squares.
    fn image(&self, square: Square, symmetry: Symmetry) -> Option<Square> {
        let shape = &self.def.shape;
        let (file, rank) = (shape.file_of(square), shape.rank_of(square));
        let rank = shape.ranks() - 1 - rank;
        match symmetry {
            Symmetry::Mirror => shape.at(file, rank),
            Symmetry::Rotate => shape.at(shape.files() - 1 - file, rank),
            Symmetry::None => None,
        }
    }

    fn symmetry(&self) -> Symmetry {
        let gone = self.def.shape.holes().union(self.def.shape.vanishing());
        let fits = |symmetry: &Symmetry| {
            let image = |square: Square| self.image(square, *symmetry);
            let men = self.start.men.iter().all(|(square, (side, piece))| {
                let other = match side {
                    Perspective::White => Perspective::Black,
                    Perspective::Black => Perspective::White,
                };
                let there = image(*square).and_then(|square| self.start.men.get(&square));
                there == Some(&(other, *piece))
            });
            let holes = gone
                .iter()
                .all(|square| image(square).is_some_and(|square| gone.contains(square)));
            men && holes
        };
        [Symmetry::Mirror, Symmetry::Rotate]
            .into_iter()
            .find(fits)
            .unwrap_or(Symmetry::None)
    }

    /// The squares that must be listed, of a set with squares of both sides.
    fn halves(&self, squares: &SquareSet, symmetry: Symmetry) -> SquareSet {
        let mut listed = SquareSet::new();
        for square in squares {
            let copied = self
                .image(square, symmetry)
                .is_some_and(|image| image != square && listed.contains(image));
            if !copied {
                listed.insert(square);
            }
        }
        listed
    }

    /// The squares of White and of Black as a list of squares and rectangles.
    fn squares(&self, white: &SquareSet, black: &SquareSet) -> String {
        let list = |set: &SquareSet| self.rectangles(set).join(",");
        match (white.is_empty(), black.is_empty()) {
            (_, true) => list(white),
            (true, false) => format!(",,{}", list(black)),
            (false, false) => format!("{},,{}", list(white), list(black)),
        }
    }

    /// Runs of squares on a rank, and the other squares one by one.
    fn rectangles(&self, set: &SquareSet) -> Vec<String> {
        let shape = &self.def.shape;
        let mut items = Vec::new();
        let mut rest = set.clone();
        while let Some(first) = rest.iter().next() {
            let mut last = first;
            rest.remove(first);
            while let Some(next) = shape
                .at(shape.file_of(last) + 1, shape.rank_of(last))
                .filter(|next| rest.contains(*next))
            {
                rest.remove(next);
                last = next;
            }
            let (from, to) = (shape.name(first), shape.name(last));
            match shape.file_of(last) - shape.file_of(first) {
                0 => items.push(from),
                1 => items.extend([from, to]),
                _ => items.push(format!("{from}-{to}")),
            }
        }
        items
    }

    pub(super) fn entry(&self, piece: PieceId) -> Option<(&str, &PieceDef)> {
        self.def.piece(piece)
    }

    fn royals(&mut self) {
        let royals: Vec<usize> = self
            .order
            .iter()
            .enumerate()
            .filter(|(_, piece)| self.entry(**piece).is_some_and(|(_, piece)| piece.royal))
            .map(|(index, _)| index + 1)
            .collect();
        if royals.is_empty() || self.def.rules.royal() == RoyalRule::None {
            let message = "every diagram has a royal piece; by default the last one";
            self.losses.report("rules.royal", message);
        }
        for number in &royals {
            self.pair("royal", number);
        }
    }

    fn rules(&mut self) {
        let rules = &self.def.rules;
        match rules.stalemate() {
            Verdict::Draw => {}
            Verdict::Loss => self.pair("stalemate", "win"),
            Verdict::Win => {
                let message = "a stalemated player cannot win in the format";
                self.losses.report("rules.stalemate", message);
            }
        }
        let several = SIDES.into_iter().any(|side| {
            self.start.count(side, |piece| {
                self.entry(piece).is_some_and(|(_, piece)| piece.royal)
            }) > 1
        });
        match self.def.rules.guard() {
            RoyalGuard::Every if several => self.pair("extinction", 0),
            RoyalGuard::AllButOne if several => {
                let message = "the format cannot express that one of several royal pieces may be left attacked";
                self.losses.report("rules.guard", message);
            }
            _ => {}
        }
        if self.def.rules.captured_to() == CapturedTo::OwnerHand {
            self.pair("holdingsType", 1);
        } else if rules.captured_to() == CapturedTo::CaptorHand {
            let kind = if self.def.captures().keep_promoted {
                -2
            } else {
                -1
            };
            self.pair("holdingsType", kind);
        }
        let mut pieces = self.def.pieces.values();
        if pieces.any(|piece| is_lopsided(&piece.moves)) {
            self.pair("castleFlip", 1);
        }
        let matrix = matrix::written(self.def, &self.order);
        if !matrix.is_empty() {
            self.pair("captureMatrix", matrix);
        }
        for (name, piece) in &self.def.pieces {
            let chooses = |one: &MoveDef| one.takes.is_some() && one.movement.borrows();
            if piece.moves.iter().any(chooses) {
                let message = "in the format pieces borrow moves from every kind";
                self.losses.report(format!("pieces.{name}.move"), message);
            }
        }
        if let Some(zone) = matrix::blown_up(self.def).and_then(spells::zone_move) {
            self.pair("blastZone", zone);
        }
        self.spell();
        for (key, value) in special::written(self.def, &self.order) {
            self.pair(key, value);
        }
    }

    /// Writes the spell, if its casters are consecutive.
    fn spell(&mut self) {
        let Some((spell, zone, casters)) = spells::written(self.def) else {
            return;
        };
        let places = self.order.iter().enumerate();
        let places = places.filter(|(_, piece)| casters.contains(piece));
        let places: Vec<usize> = places.map(|(place, _)| place + 1).collect();
        let first = places.first().copied().unwrap_or(1);
        if places.iter().copied().eq(first..first + places.len()) {
            self.pair("spell", spell);
            self.pair("spellZone", zone);
            self.pair("trackPieces", first);
            self.pair("trackedTypes", places.len());
        }
    }

    fn piece(&mut self, number: PieceId, symmetry: Symmetry) {
        let def = self.def;
        let Some((name, piece)) = def.piece(number) else {
            return;
        };
        let is_plain = |char: &char| !":=,<>&".contains(*char) && !char.is_control();
        let mut title: String = name.chars().filter(is_plain).collect();
        if title == "hole" {
            title.push_str("-piece");
        }
        let mut moves = self.moves(name, piece);
        if let Some((king, left, right)) = self.start.castling_by_files(def)
            && king == number
        {
            moves = moves.trim_start_matches('-').to_owned();
            moves += &if left == right {
                format!("isO{left}")
            } else {
                format!("ilO{left}irO{right}")
            };
        }
        let image = def.presentation.get(&format!("image/{name}"));
        let white = self.start.homes(Perspective::White, number);
        let black = if symmetry == Symmetry::None {
            self.start.homes(Perspective::Black, number)
        } else {
            SquareSet::new()
        };
        let squares = self.squares(&white, &black);
        let hands = SIDES.map(|side| self.start.in_hand(side, number));
        let mut line = format!(
            "{title}:{}:{moves}:{}:{squares}",
            piece.letter,
            image.map_or("", String::as_str)
        );
        match hands {
            [0, 0] => {}
            [white, black] if white == black => {
                let _ = write!(line, ":{white}");
            }
            [white, black] => {
                let _ = write!(line, ":{white},{black}");
            }
        }
        self.text += &line;
        self.text.push('\n');
    }

    /// The move text, the author's own if there is one.
    fn moves(&mut self, name: &str, piece: &PieceDef) -> String {
        let place = format!("pieces.{name}.move");
        if piece
            .moves
            .iter()
            .any(|one| one.from.is_some() || one.to.is_some())
        {
            let message =
                "moves that depend on the square need tables of changes, which are not written";
            self.losses.report(place.clone(), message);
        }
        if let [one] = piece.moves.as_slice()
            && one.dialect == Dialect::XBetza
            && !one.betza.is_empty()
            && !one.betza.contains([':', '=', ' ', '{'])
            && Movement::read(&one.betza, Dialect::XBetza).value == one.movement
        {
            return one.betza.clone();
        }
        let patterns = piece.moves.iter().flat_map(|one| one.movement.patterns());
        let movement = Movement::from_patterns(patterns.cloned());
        match movement.to_betza(Dialect::XBetza) {
            Ok(text) => text,
            Err(fault) => {
                self.losses.report(place, fault.to_string());
                let parts = piece
                    .moves
                    .iter()
                    .map(|one| convert(&one.betza, one.dialect, Dialect::XBetza).value);
                let text: String = parts.collect();
                if text.is_empty() {
                    NO_MOVE.to_owned()
                } else {
                    text
                }
            }
        }
    }
}

// Promotions, which determine the order of the piece lines.

impl Writer<'_> {
    /// Sets the order of the lines and writes the parameters of promotion.
    pub(super) fn promotions(&mut self) {
        let def = self.def;
        let promoting: Vec<(PieceId, &PromotionDef)> = def
            .numbered()
            .filter_map(|(id, _, piece)| Some((id, piece.promotion.as_ref()?)))
            .filter(|(_, promotion)| !promotion.choices.is_empty())
            .collect();
        let mut order: Vec<PieceId> = promoting.iter().map(|(number, _)| *number).collect();
        if promoting.is_empty() {
            if !self.passing() {
                self.order = self.rest(&[]);
                self.pair("maxPromote", 0);
            }
            return;
        }
        self.pair("maxPromote", promoting.len());
        let depth = self.depth(&promoting);
        self.pair("promoZone", depth);
        let targets = self.single_targets(&promoting);
        if let Some(targets) = targets {
            let may_stay: Vec<bool> = promoting
                .iter()
                .map(|(_, promotion)| !promotion.stay.of(Perspective::White).is_empty())
                .collect();
            let offset = promoting.len();
            self.pair("promoOffset", offset);
            let marks: String = if may_stay.contains(&true) {
                let must = order.iter().zip(&may_stay).filter(|(_, stays)| !**stays);
                must.filter_map(|(number, _)| self.entry(*number))
                    .map(|(_, piece)| format!("!{}", piece.letter))
                    .collect()
            } else {
                "+".to_owned()
            };
            if !marks.is_empty() {
                self.pair("promoChoice", marks);
            }
            order.extend(targets);
        } else {
            let choices = self.choices(&promoting, depth);
            self.pair("promoChoice", choices);
        }
        let rest = self.rest(&order);
        order.extend(rest);
        self.order = order;
    }

    /// Writes promotion by moves that begin or end in the zone; returns whether there is any.
    fn passing(&mut self) -> bool {
        let promotion = self.def.paired_promotion();
        let pairs = promotion.targets.pairs();
        let pairs: Vec<(PieceId, PieceId)> = pairs
            .filter_map(|(id, target)| Some((id, (*target)?)))
            .collect();
        let shape = &self.def.shape;
        let zone = promotion.zone[0].iter().map(|square| shape.rank_of(square));
        let Some(nearest) = zone.min().filter(|_| !pairs.is_empty()) else {
            return false;
        };
        let depth = shape.ranks() - nearest;
        let mandatory = promotion.mandatory;
        self.pair("maxPromote", pairs.len());
        self.pair("promoZone", depth);
        self.pair("promoOffset", pairs.len());
        if mandatory {
            self.pair("promoChoice", "+");
        }
        // Targets that several pieces share come last, so that the list ends before them.
        let mut order: Vec<PieceId> = pairs.iter().map(|(number, _)| *number).collect();
        for (_, target) in &pairs {
            if !order.contains(target) {
                order.push(*target);
            }
        }
        order.extend(self.rest(&order));
        self.order = order;
        true
    }

    /// The pieces that are not in `order`; casters of a spell come last.
    fn rest(&self, order: &[PieceId]) -> Vec<PieceId> {
        let casters = spells::written(self.def).map_or_else(Vec::new, |(.., casters)| casters);
        let rest = self.def.piece_ids().filter(|id| !order.contains(id));
        let (casting, mut rest): (Vec<PieceId>, Vec<PieceId>) =
            rest.partition(|id| casters.contains(id));
        rest.extend(casting);
        rest
    }

    /// The depth in ranks of the zones of all choices.
    fn depth(&self, promoting: &[(PieceId, &PromotionDef)]) -> u8 {
        let shape = &self.def.shape;
        let zones = promoting.iter().flat_map(|(_, promotion)| {
            let choices = promotion.choices.iter().map(|choice| &choice.zone);
            choices.chain([&promotion.stay])
        });
        let nearest = zones
            .flat_map(|zone| zone.of(Perspective::White).iter())
            .map(|square| shape.rank_of(square))
            .min();
        nearest.map_or(1, |rank| shape.ranks() - rank)
    }

    /// The promoted piece of each piece, if each has a single choice and all choices differ.
    fn single_targets(&self, promoting: &[(PieceId, &PromotionDef)]) -> Option<Vec<PieceId>> {
        let mut targets: Vec<PieceId> = Vec::new();
        for (_, promotion) in promoting {
            let [choice] = promotion.choices.as_slice() else {
                return None;
            };
            let target = choice.piece;
            let is_promoting = promoting.iter().any(|(number, _)| *number == target);
            if targets.contains(&target) || is_promoting || choice.stock == PromotionStock::Hand {
                return None;
            }
            targets.push(target);
        }
        (targets.len() > 1).then_some(targets)
    }

    /// The list of choices for all pieces that promote.
    fn choices(&mut self, promoting: &[(PieceId, &PromotionDef)], depth: u8) -> String {
        let mut text = String::new();
        let mut said: Vec<PieceId> = Vec::new();
        for (number, promotion) in promoting {
            if !promotion.stay.of(Perspective::White).is_empty() && !said.contains(number) {
                said.push(*number);
                text += &self.choice(
                    *number,
                    &promotion.stay.of(Perspective::White).clone(),
                    depth,
                    "",
                );
            }
        }
        for (number, promotion) in promoting {
            let place = self
                .entry(*number)
                .map(|(name, _)| format!("pieces.{name}.promotion"));
            for choice in &promotion.choices {
                if choice.limit.is_some() {
                    let message = "the format has no limit to the number of promoted pieces";
                    self.losses
                        .report(place.clone().unwrap_or_default(), message);
                }
                if said.contains(&choice.piece) {
                    continue;
                }
                said.push(choice.piece);
                let hand = match choice.stock {
                    PromotionStock::Hand => "*",
                    PromotionStock::Unlimited => "",
                };
                text += &self.choice(
                    choice.piece,
                    choice.zone.of(Perspective::White),
                    depth,
                    hand,
                );
            }
        }
        text
    }

    /// One choice with its prefixes and its depth.
    fn choice(&self, piece: PieceId, zone: &SquareSet, depth: u8, hand: &str) -> String {
        let Some((_, def)) = self.entry(piece) else {
            return String::new();
        };
        let shape = &self.def.shape;
        let fits =
            |nearest: u8, depth: u8| last_ranks(shape, nearest..depth, Perspective::White) == *zone;
        let open = (1..=depth).find(|depth| fits(0, *depth));
        let closed = (2..=depth).find(|depth| fits(1, *depth));
        let (mark, ranks) = match (open, closed) {
            (Some(ranks), _) => ("", ranks),
            (None, Some(ranks)) => ("!", ranks),
            (None, None) => ("", depth),
        };
        let number = if ranks == depth {
            String::new()
        } else {
            ranks.to_string()
        };
        format!("{mark}{hand}{}{number}", def.letter)
    }
}
