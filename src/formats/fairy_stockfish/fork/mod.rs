//! Options of the fork Fairy-Stockfish-X that have equivalent rules.
//!
//! A configuration stores them together with the options of Fairy-Stockfish. They become rules of the definition and
//! are recovered from these.

mod custody;
mod forbidden;
mod points;
mod prison;
mod shoves;
mod write;

use std::ops::RangeInclusive;

use super::build::Builder;
use super::config::{Config, Sides};
use super::types::{Type, TypeSet};
use crate::definition::{AfterMove, PieceId, PieceSet, Reach, RuleTable, RuleValue, VariantDef};
use crate::geometry::Wrap;
use crate::movement::{Movement, Pattern};
use crate::state::Color;

use custody::Custody;
use forbidden::Spared;
use points::Points;
use prison::Prison;
use shoves::Pushes;

pub(super) use write::{without, write_options};

/// The options that are not single flags.
pub(super) const KEYS: [&str; 15] = [
    "hostageExchange",
    "piecePoints",
    "pointsRuleCaptures",
    "pushingStrength",
    "pushFirstColor",
    "pushingRemoves",
    "captureType",
    "multimoves",
    "captureForbidden",
    "captureForbiddenWhite",
    "captureForbiddenBlack",
    "captureAllowed",
    "captureAllowedWhite",
    "captureAllowedBlack",
    "ironPieceTypes",
];

/// The number of moves that a turn may have in `rules.turns`.
const MOVES: RangeInclusive<u16> = 1..=64;

/// Pairs of captors and the pieces that they may, or may not, capture.
type Pairs = Vec<(TypeSet, TypeSet)>;

/// The options of the fork.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options are independent flags"
)]
pub(super) struct Fork {
    pub(super) cylindrical: bool,
    pub(super) toroidal: bool,
    pub(super) blast_orthogonals: bool,
    pub(super) blast_diagonals: bool,
    /// The first turn of the game has one move, and each turn has one move more than the previous one.
    pub(super) progressive: bool,
    /// The numbers of moves of the turns at the beginning of the game; the last two repeat.
    multimoves: Vec<u16>,
    /// Whether moves within a turn may give check.
    pub(super) multimove_check: bool,
    /// Forbidden captures of both sides, of White and of Black; and captures that are nevertheless allowed.
    forbidden: [Pairs; 3],
    allowed: [Pairs; 3],
    /// Types that cannot be captured.
    iron: TypeSet,
    pub(super) points: Points,
    pub(super) pushes: Pushes,
    pub(super) custody: Custody,
    pub(super) prison: Prison,
}

impl Default for Fork {
    fn default() -> Fork {
        Fork {
            cylindrical: false,
            toroidal: false,
            blast_orthogonals: true,
            blast_diagonals: true,
            progressive: false,
            multimoves: Vec::new(),
            multimove_check: false,
            forbidden: Default::default(),
            allowed: Default::default(),
            iron: TypeSet::default(),
            points: Points::default(),
            pushes: Pushes::default(),
            custody: Custody::default(),
            prison: Prison::default(),
        }
    }
}

/// Sets one of [`KEYS`]; returns a description of valid values on error.
pub(super) fn set(
    config: &mut Config,
    key: &str,
    text: &str,
    types: impl Fn(&str) -> Option<TypeSet>,
) -> Result<(), &'static str> {
    const LETTERS: &str = "write pieces by the letters that this variant has defined";
    match key {
        "captureType" => {
            if !["out", "hand", "prison"].contains(&text) {
                return Err("one of `out`, `hand`, `prison`");
            }
            config.to_hand = text != "out";
            config.fork.prison.holds = text == "prison";
        }
        "hostageExchange" => config.fork.prison.set(text, types)?,
        "multimoves" => {
            let numbers = text.split_whitespace();
            let read =
                numbers.map(|word| word.parse().ok().filter(|number| MOVES.contains(number)));
            let read: Option<Vec<u16>> = read.collect();
            config.fork.multimoves = read.ok_or("numbers of moves from 1 to 64: `2 2 1 1`")?;
        }
        "piecePoints" | "pointsRuleCaptures" => config.fork.points.set(key, text, types)?,
        "pushingStrength" | "pushFirstColor" | "pushingRemoves" => {
            config.fork.pushes.set(key, text, types)?;
        }
        "ironPieceTypes" => config.fork.iron = types(text).ok_or(LETTERS)?,
        _ => {
            let pairs = text.split_whitespace().filter(|word| *word != "-");
            let pairs = pairs.map(|word| {
                let (captors, victims) = word.split_once(':')?;
                Some((types(captors)?, types(victims)?))
            });
            let pairs: Option<Pairs> = pairs.collect();
            let pairs = pairs.ok_or("capturing and captured pieces by letter: `q:k b:pn *:i`")?;
            let lists = if key.starts_with("captureForbidden") {
                &mut config.fork.forbidden
            } else {
                &mut config.fork.allowed
            };
            let whose = match () {
                () if key.ends_with("White") => 1,
                () if key.ends_with("Black") => 2,
                () => 0,
            };
            lists[whose] = pairs;
        }
    }
    Ok(())
}

impl Fork {
    /// The reach of blasts; `None` if they have no lines.
    pub(super) fn blast_reach(&self, shape: &crate::geometry::BoardShape) -> Option<Reach> {
        match (self.blast_orthogonals, self.blast_diagonals) {
            (true, true) => Some(Reach::Around),
            (true, false) => Reach::read_on("W", shape).ok(),
            (false, true) => Reach::read_on("F", shape).ok(),
            (false, false) => None,
        }
    }

    /// Whether a side's captors of one type may not capture another type.
    fn forbids(&self, side: Color, captor: Type, victim: Type) -> bool {
        let has = |set: &TypeSet, number| set.contains(0) || set.contains(number);
        let listed = |pairs: &Pairs| {
            let mut pairs = pairs.iter();
            pairs.any(|(captors, victims)| has(captors, captor) && has(victims, victim))
        };
        // The list of a side takes precedence over the list of both sides.
        let mut forbidden = has(&self.iron, victim);
        for whose in [0, 1 + side.index()] {
            forbidden |= listed(&self.forbidden[whose]);
            forbidden &= !listed(&self.allowed[whose]);
        }
        forbidden
    }

    /// The numbers of moves in the turns of the first and of the second side.
    fn turns(&self) -> Option<Sides<Vec<u16>>> {
        let numbers = &self.multimoves;
        if numbers.iter().all(|number| *number == 1) {
            return None;
        }
        let settled = numbers.len().saturating_sub(2);
        let turn = |number: usize| {
            let beyond = number.saturating_sub(settled) % (numbers.len() - settled);
            numbers[number.min(settled) + beyond]
        };
        // Up to the first turn of each side after which nothing changes.
        Some([0, 1].map(|side| {
            let turns = (side..settled + 2).step_by(2);
            let mut turns: Vec<u16> = turns.map(turn).collect();
            while let [.., before, last] = turns[..]
                && before == last
            {
                turns.pop();
            }
            turns
        }))
    }

    /// Adds the rules to a definition.
    pub(super) fn extend(&self, builder: &Builder<'_>, def: &mut VariantDef) {
        let wrap = match (self.cylindrical, self.toroidal) {
            (_, true) => Wrap::Torus,
            (true, false) => Wrap::Cylinder,
            (false, false) => Wrap::None,
        };
        if wrap != Wrap::None {
            let moves = def.pieces.values_mut().flat_map(|piece| &mut piece.moves);
            moves.for_each(|def| def.movement = rewrapped(&def.movement, wrap));
        }
        let schedule = if self.progressive {
            Some(RuleValue::Text("rising".to_owned()))
        } else if let Some([first, second]) = self.turns() {
            let black_begins = def.start.split(' ').nth(1) == Some("b");
            let (white, black) = if black_begins {
                (second, first)
            } else {
                (first, second)
            };
            let list = |turns: Vec<u16>| {
                let numbers = turns.into_iter().map(f64::from);
                RuleValue::List(numbers.map(RuleValue::Number).collect())
            };
            let moves = [("white", list(white)), ("black", list(black))];
            Some(RuleValue::Table(table(moves)))
        } else {
            None
        };
        if let Some(schedule) = schedule {
            let mut turns = RuleTable::new();
            turns.insert("moves".to_owned(), schedule);
            if !self.multimove_check {
                turns.insert("check".to_owned(), RuleValue::Text("last".to_owned()));
            }
            def.rules.put("turns", turns);
        }
        let [white, black] = Color::ALL.map(|side| self.spared(side, builder, def));
        let spared = if white == black {
            forbidden::clauses(0, &white)
        } else {
            let [white, black] = [(1, &white), (2, &black)];
            let sides = [white, black].into_iter();
            sides
                .flat_map(|(list, spared)| forbidden::clauses(list, spared))
                .collect()
        };
        if let Some(clauses) = RuleValue::of_names(spared) {
            def.rules.put("forbid", clauses.alone());
        }
        let custody = self.custody.clauses(builder, builder.config);
        let custody: Vec<&str> = custody.iter().map(String::as_str).collect();
        def.rules.add_clauses("effects", &custody);
        let rules = [
            ("shoves", self.pushes.rule(builder, def)),
            ("capture-points", self.points.rule(builder, def)),
            ("ransom", self.prison.rule(builder, def)),
        ];
        for (name, rule) in rules {
            if let Some(rule) = rule {
                def.rules.put(name, rule);
            }
        }
        self.prison.promote(def);
        if builder.config.blast && !self.blast_orthogonals && !self.blast_diagonals {
            take_captors_along(builder, def);
        }
        if let Some(start) = points::start(&def.start) {
            def.start = start;
        }
    }

    /// The forbidden captures of each captor of a side.
    fn spared(&self, side: Color, builder: &Builder<'_>, def: &VariantDef) -> Vec<Spared> {
        let kinds = names(builder, def);
        let spared = kinds.iter().filter_map(|(captor, captor_type)| {
            let victims = kinds.iter();
            let victims = victims.filter(|(_, victim)| self.forbids(side, *captor_type, *victim));
            let victims: Vec<String> = victims.map(|(name, _)| name.clone()).collect();
            let is_all = victims.len() == kinds.len();
            (!victims.is_empty()).then(|| (captor.clone(), (!is_all).then_some(victims)))
        });
        spared.collect()
    }
}

/// A blast without lines removes the captor, unless it is immune.
fn take_captors_along(builder: &Builder<'_>, def: &mut VariantDef) {
    let victims: PieceSet = (0..def.pieces.len()).map(PieceId::new).collect();
    let immune = builder.config.blast_immune;
    for (number, piece) in def.pieces.values_mut().enumerate() {
        let number = builder.type_of(PieceId::new(number));
        if !number.is_some_and(|number| immune.contains(number)) {
            piece.after = Some(AfterMove {
                vanishes: victims,
                ..AfterMove::default()
            });
        }
    }
}

/// The names of the pieces of a definition, with the types whose moves they have.
fn names(builder: &Builder<'_>, def: &VariantDef) -> Vec<(String, Type)> {
    let kinds = def.pieces.keys().enumerate();
    kinds
        .filter_map(|(number, name)| Some((name.clone(), builder.type_of(PieceId::new(number))?)))
        .collect()
}

fn table<K: Into<String>>(entries: impl IntoIterator<Item = (K, RuleValue)>) -> RuleTable {
    let entries = entries.into_iter();
    entries.map(|(key, value)| (key.into(), value)).collect()
}

/// The movement on a board with these edges joined.
fn rewrapped(movement: &Movement, wrap: Wrap) -> Movement {
    let patterns = movement.patterns().iter().map(|pattern| {
        let mut pattern = pattern.clone();
        if let Pattern::Walk(walk) = &mut pattern {
            walk.legs.iter_mut().for_each(|leg| leg.wrap = wrap);
        }
        pattern
    });
    Movement::from_patterns(patterns)
}
