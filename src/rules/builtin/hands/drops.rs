//! Drops: games that begin with placing pieces, and drops of both forms of a piece.

use std::fmt::Write;

use crate::definition::{CapturedTo, PieceSet, RuleValue, Setting, VariantDef, keys};
use crate::geometry::{BoardShape, Square, SquareSet, Zone};
use crate::rules::builtin::parts::{BuiltinRule, name_of, royal_kinds};
use crate::rules::data::{
    AllRules, Drops, Phases, Rule, RuleContext, RuleError, RuleFinding, Stock, held,
};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{all_of, capitalized, with_article};
use crate::state::{Color, Effect, Effects, Hand, Letters, Move, Piece, Role, RuleState};

// Placement (`rules.placement`): the game begins with placing pieces from the hand.
//
// The players alternate as given by `turns` until neither side can place anything. Then the
// remaining hands leave the game, and White moves.

/// The rule `rules.placement`.
pub(in crate::rules::builtin) struct Placement {
    /// The squares for placement of each side.
    zone: Zone,
    /// The number of pieces placed in each turn, White first; the last number is repeated.
    turns: Vec<u8>,
    /// Whether both hands are one stock, except for the royal pieces, which are placed first.
    common: bool,
    kings: PieceSet,
    /// The squares in words.
    zone_words: String,
}

impl BuiltinRule for Placement {
    const NAME: &'static str = "placement";
    const SETTINGS: Setting = keys! {
        /// The squares for placement; the first rank by default.
        "zone" => Zone,
        /// The number of pieces that are placed at a time, White first; the last number is
        /// repeated; 1 by default.
        "turns" => List(&Number),
        /// Both hands are one common stock, except for royal pieces, which are placed first.
        "common" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Placement, RuleError> {
        let shape = settings.shape();
        let zone = settings.zone("zone")?.unwrap_or_else(|| {
            let files = 0..shape.files();
            let first_rank = files.filter_map(|file| shape.at(file, 0)).collect();
            Zone::mirrored(shape, &first_rank)
        });
        Ok(Placement {
            zone_words: zone.words(shape),
            zone,
            turns: turns(settings)?,
            common: settings.flag("common")?.unwrap_or(false),
            kings: royal_kinds(settings.def()),
        })
    }
}

/// Reads the numbers of pieces placed in each turn.
fn turns(settings: &RuleSettings<'_>) -> Result<Vec<u8>, RuleError> {
    let bad = || {
        let message = format!("a turn places 1 to {} pieces: a list of numbers", u8::MAX);
        settings.error("turns", message)
    };
    let items = match settings.value("turns") {
        None => return Ok(vec![1]),
        Some(RuleValue::List(items)) => items,
        Some(_) => return Err(bad()),
    };
    let turns: Option<Vec<u8>> = items
        .iter()
        .map(|item| match item {
            RuleValue::Number(number) if number.fract() == 0.0 && *number >= 0.0 => {
                // 0 counts as 1.
                (*number <= f64::from(u8::MAX)).then(|| (*number as u8).max(1))
            }
            _ => None,
        })
        .collect();
    let turns = turns.ok_or_else(bad)?;
    Ok(if turns.is_empty() { vec![1] } else { turns })
}

impl Placement {
    /// The kinds that the side to move may place. From a common stock, royal pieces come first.
    fn placeable<'a>(&'a self, hand: &'a Hand) -> impl Iterator<Item = Role> + 'a {
        let is_king = |role: Role| self.kings.contains(role);
        let owes_king = self.common && hand.iter().any(|(role, _)| is_king(role));
        let roles = hand.iter().map(|(role, _)| role);
        roles.filter(move |role| !owes_king || is_king(*role))
    }

    /// Whether a side can place a piece, with one piece of the kind `without` left out of its hand.
    fn can_place(&self, at: &RuleContext<'_>, color: Color, without: Option<Role>) -> bool {
        let hand = at.hand(color);
        let is_there = |role: &Role| without != Some(*role) || hand.count(*role) > 1;
        let mut roles = self.placeable(hand).filter(is_there).peekable();
        // PERF: usually the hand is empty.
        if roles.peek().is_none() {
            return false;
        }
        let mut zone = self.zone.of(color.perspective()).iter();
        let Some(square) = zone.find(|square| at.is_empty(*square)) else {
            return false;
        };
        roles.any(|role| at.may_be_set_up(Piece { color, role }, square))
    }

    /// The piece that leaves the opponent's hand too after a move, with a common stock.
    fn taken_along(&self, mv: &Move, after: &RuleContext<'_>) -> Option<Role> {
        let role = mv.piece.role;
        let other = after.hand(mv.piece.color.opponent());
        (self.common && !self.kings.contains(role) && other.count(role) > 0).then_some(role)
    }

    /// Whether each side can place a piece after a move.
    fn can_go_on(&self, mv: &Move, after: &RuleContext<'_>) -> [bool; 2] {
        let taken = self.taken_along(mv, after);
        Color::ALL.map(|side| {
            let without = taken.filter(|_| side != mv.piece.color);
            self.can_place(after, side, without)
        })
    }

    /// The side to move after a number of placements.
    fn whose_turn(&self, placed: usize) -> Color {
        let (mut turn, mut sum) = (0, 0);
        loop {
            let size = self.turns.get(turn).or(self.turns.last()).copied();
            sum += usize::from(size.unwrap_or(1));
            if sum > placed {
                return Color::ALL[turn % 2];
            }
            turn += 1;
        }
    }
}

impl Rule for Placement {
    fn phases(&self) -> Phases {
        Phases::SET_UP | Phases::OFFER | Phases::FOLLOW
    }

    fn sets_up(&self, at: &RuleContext<'_>) -> bool {
        let mut sides = Color::ALL.into_iter();
        sides.any(|side| self.can_place(at, side, None))
    }

    fn drops(&self, at: &RuleContext<'_>, drops: &mut Drops) {
        let color = at.turn();
        let zone = self.zone.of(color.perspective());
        for role in self.placeable(at.hand(color)) {
            drops.from_hand(Piece { color, role }, zone.clone());
        }
    }

    fn count_offered(&self, at: &RuleContext<'_>) -> Option<u64> {
        let zone = self.zone.of(at.turn().perspective()).iter();
        let places = zone.filter(|square| at.is_empty(*square)).count();
        let kinds = self.placeable(at.hand(at.turn())).count();
        Some((places * kinds) as u64)
    }

    fn next_to_set_up(&self, mv: &Move, after: &RuleContext<'_>) -> Color {
        let placed = after.board().n_pieces();
        let next = self.whose_turn(placed.saturating_sub(after.home().n_pieces()));
        match self.can_go_on(mv, after) {
            [_, false] => Color::White,
            [false, true] => Color::Black,
            [true, true] => next,
        }
    }

    fn follow(&self, before: &RuleContext<'_>, mv: &Move, after: &RuleContext<'_>) -> Effects {
        let mut effects = Effects::new();
        if !self.sets_up(before) {
            return effects;
        }
        let taken = self.taken_along(mv, after);
        let less = |color: Color, role: Role| Effect::hand(color, role, -1);
        if self.can_go_on(mv, after) != [false, false] {
            effects.extend(taken.map(|role| less(mv.piece.color.opponent(), role)));
            return effects;
        }
        for color in Color::ALL {
            for (role, count) in after.hand(color).iter() {
                effects.extend(std::iter::repeat_n(less(color, role), count.into()));
            }
        }
        effects
    }

    // The hands become empty.
    fn may_win(&self) -> bool {
        false
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn words(&self) -> Vec<String> {
        let mut text = format!(
            "The game begins with placing the pieces from the hand on {}, as each side counts the ranks, \
             until neither side can place any; then White makes the first move.",
            self.zone_words
        );
        match self.turns.as_slice() {
            [1] => text.push_str(" White begins, and the players place one piece at a time."),
            turns => {
                let counts = all_of(turns.iter().map(u8::to_string));
                let _ = write!(
                    text,
                    " White begins, and the players place so many pieces at a time: {counts}."
                );
            }
        }
        if self.common {
            text.push_str(
                " Both choose from one stock, but for the royal pieces, which are placed first.",
            );
        }
        vec![text]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        if self.zone.is_empty() {
            return vec![RuleFinding::new("the zone for placement is empty").about("zone")];
        }
        Vec::new()
    }
}

// Double drop (`rules.use.double-drop`): captured pieces change between squares and intersections.
//
// A piece captured on a square may be dropped by its captor on an intersection, and a piece
// captured on an intersection on a square. Pieces for intersections are in the stock of this rule,
// pieces for squares in the hand.

/// The rule `rules.use.double-drop`.
pub(in crate::rules::builtin) struct DoubleDrop {
    /// The drop zones of squares and of intersections, by side and piece.
    zones: [[Vec<SquareSet>; 2]; 2],
    kings: PieceSet,
    letters: Letters,
    words: Vec<String>,
}

impl BuiltinRule for DoubleDrop {
    const NAME: &'static str = "double-drop";
    const FIELD: &'static str = "pocket";
    const FIELD_IS_FIRST: bool = true;
    const SETTINGS: Setting = keys! {
        /// By piece, where it may be put; anywhere by default.
        "zones" => ByPiece(&Zone),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<DoubleDrop, RuleError> {
        let def = settings.def();
        let read = settings.by_piece("zones", RuleSettings::zone)?;
        let mut zones = vec![Zone::everywhere(&def.shape); def.pieces.len().min(Role::MAX)];
        let mut words = vec![
            "A piece captured on a square may be put on an intersection by its captor, and one \
             captured on an intersection may be put on a square, as a move."
                .to_owned(),
        ];
        for (role, zone) in read.unwrap_or_default() {
            let name = capitalized(&with_article(name_of(def, role)));
            words.push(format!("{name} is put only on {}.", zone.words(&def.shape)));
            zones[role.index()] = zone;
        }
        let places = |intersections: bool, color: Color| -> Vec<SquareSet> {
            let is_meant = |square: &Square| def.shape.is_intersection(*square) == intersections;
            let squares = zones.iter().map(|zone| zone.of(color.perspective()));
            squares
                .map(|squares| squares.iter().filter(is_meant).collect())
                .collect()
        };
        Ok(DoubleDrop {
            zones: [false, true]
                .map(|intersections| Color::ALL.map(|color| places(intersections, color))),
            kings: royal_kinds(def),
            letters: settings.letters(),
            words,
        })
    }
}

impl DoubleDrop {
    /// The squares, or the intersections, on which a side may drop a piece.
    fn places(&self, color: Color, role: Role, intersections: bool) -> SquareSet {
        let zones = &self.zones[usize::from(intersections)][color.index()];
        zones.get(role.index()).cloned().unwrap_or_default()
    }

    /// The victims of a move that its captor may drop, and whether they were captured on an intersection.
    fn prisoners(&self, before: &RuleContext<'_>, mv: &Move) -> impl Iterator<Item = (Role, bool)> {
        // The victims of a mover that removes itself have no captor.
        let taken = mv.captures.iter().filter(|_| !mv.is_own_end());
        taken.filter_map(|square| {
            let victim = before.piece(*square)?;
            let kind = before.kind_as_captured(victim);
            let waits = !self.kings.contains(victim.role);
            waits.then(|| (kind, before.shape().is_intersection(*square)))
        })
    }
}

impl Rule for DoubleDrop {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        if all.facts().captured_to != CapturedTo::Removed {
            let error = RuleError::new("captured pieces already go to a hand");
            return Err(error.with_help("write `captured-to = 'removed'`, or leave this rule out"));
        }
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::OFFER | Phases::FOLLOW
    }

    fn drops(&self, at: &RuleContext<'_>, drops: &mut Drops) {
        let color = at.turn();
        for (role, _) in at.hand(color).iter() {
            drops.from_hand(Piece { color, role }, self.places(color, role, false));
        }
        for (piece, _) in held(at.state()).filter(|(piece, _)| piece.color == color) {
            drops.from_stock(piece, self.places(color, piece.role, true));
        }
    }

    fn follow(&self, before: &RuleContext<'_>, mv: &Move, after: &RuleContext<'_>) -> Effects {
        let mut effects = Effects::new();
        let color = mv.piece.color;
        let supplies = mv.supplier() == Some(before.rule());
        if mv.captures.is_empty() && !supplies {
            return effects;
        }
        let mut stock = Stock::of(after.state());
        if supplies {
            stock.take(mv.piece);
        }
        for (role, on_intersection) in self.prisoners(before, mv) {
            if on_intersection {
                effects.push(Effect::hand(color, role, 1));
            } else {
                stock.add(Piece { color, role });
            }
        }
        let state = stock.state();
        if state != *after.state() {
            effects.push(after.remembering(state));
        }
        effects
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn stock(&self, state: &RuleState) -> Option<Stock> {
        Some(Stock::of(state))
    }

    fn words_of_stock(&self) -> &'static str {
        "in the pocket"
    }

    fn write_state(&self, state: &RuleState, _: &BoardShape) -> String {
        Stock::of(state).write(&self.letters)
    }

    fn read_state(&self, text: &str, _: &BoardShape) -> Option<RuleState> {
        Stock::read(text, &self.letters).map(|stock| stock.state())
    }

    fn mirror_state(&self, state: &RuleState, _: &BoardShape) -> Option<RuleState> {
        Some(Stock::of(state).mirrored().state())
    }

    fn words(&self) -> Vec<String> {
        self.words.clone()
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        if def.shape.has_intersections() {
            return Vec::new();
        }
        let finding = RuleFinding::new("the board has no points");
        vec![finding.with_help("write `board.intersections = true`")]
    }
}
