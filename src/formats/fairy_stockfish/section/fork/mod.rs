//! Options of the fork Fairy-Stockfish-X that have equivalent rules.

mod custody;
mod points;
mod prison;
mod pushes;

use std::ops::RangeInclusive;

use super::regions::Sides;
use super::types::{Type, TypeSet};
use crate::definition::Reach;
use crate::geometry::BoardShape;
use crate::state::Color;

pub(in crate::formats::fairy_stockfish) use custody::Custody;
pub(in crate::formats::fairy_stockfish) use points::{Points, RECEIVERS};
pub(in crate::formats::fairy_stockfish) use prison::Prison;
pub(in crate::formats::fairy_stockfish) use pushes::{FIRST, Pushes, THEM, US};

/// The options that are not single flags.
pub(in crate::formats::fairy_stockfish) const KEYS: [&str; 15] = [
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
pub(in crate::formats::fairy_stockfish) type Pairs = Vec<(TypeSet, TypeSet)>;

/// The options of the fork.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options are independent flags"
)]
pub(in crate::formats::fairy_stockfish) struct Fork {
    pub(in crate::formats::fairy_stockfish) cylindrical: bool,
    pub(in crate::formats::fairy_stockfish) toroidal: bool,
    pub(in crate::formats::fairy_stockfish) blast_orthogonals: bool,
    pub(in crate::formats::fairy_stockfish) blast_diagonals: bool,
    /// The first turn of the game has one move, and each turn has one move more than the previous one.
    pub(in crate::formats::fairy_stockfish) progressive: bool,
    /// The numbers of moves of the turns at the beginning of the game; the last two repeat.
    pub(in crate::formats::fairy_stockfish) multimoves: Vec<u16>,
    /// Whether moves within a turn may give check.
    pub(in crate::formats::fairy_stockfish) multimove_check: bool,
    /// Forbidden captures of both sides, of White and of Black; and captures that are nevertheless allowed.
    pub(in crate::formats::fairy_stockfish) forbidden: [Pairs; 3],
    pub(in crate::formats::fairy_stockfish) allowed: [Pairs; 3],
    /// Types that cannot be captured.
    pub(in crate::formats::fairy_stockfish) iron: TypeSet,
    pub(in crate::formats::fairy_stockfish) points: Points,
    pub(in crate::formats::fairy_stockfish) pushes: Pushes,
    pub(in crate::formats::fairy_stockfish) custody: Custody,
    pub(in crate::formats::fairy_stockfish) prison: Prison,
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

impl Fork {
    /// Sets one of [`KEYS`] except `captureType`; returns a description of valid values on error.
    pub(in crate::formats::fairy_stockfish) fn set(
        &mut self,
        key: &str,
        text: &str,
        types: impl Fn(&str) -> Option<TypeSet>,
    ) -> Result<(), &'static str> {
        const LETTERS: &str = "write pieces by the letters that this variant has defined";
        match key {
            "hostageExchange" => self.prison.set(text, types)?,
            "multimoves" => {
                let numbers = text.split_whitespace();
                let read =
                    numbers.map(|word| word.parse().ok().filter(|number| MOVES.contains(number)));
                let read: Option<Vec<u16>> = read.collect();
                self.multimoves = read.ok_or("numbers of moves from 1 to 64: `2 2 1 1`")?;
            }
            "piecePoints" | "pointsRuleCaptures" => self.points.set(key, text, types)?,
            "pushingStrength" | "pushFirstColor" | "pushingRemoves" => {
                self.pushes.set(key, text, types)?;
            }
            "ironPieceTypes" => self.iron = types(text).ok_or(LETTERS)?,
            _ => {
                let pairs = text.split_whitespace().filter(|word| *word != "-");
                let pairs = pairs.map(|word| {
                    let (captors, victims) = word.split_once(':')?;
                    Some((types(captors)?, types(victims)?))
                });
                let pairs: Option<Pairs> = pairs.collect();
                let pairs =
                    pairs.ok_or("capturing and captured pieces by letter: `q:k b:pn *:i`")?;
                let lists = if key.starts_with("captureForbidden") {
                    &mut self.forbidden
                } else {
                    &mut self.allowed
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

    /// The reach of blasts; `None` if they have no lines.
    pub(in crate::formats::fairy_stockfish) fn blast_reach(
        &self,
        shape: &BoardShape,
    ) -> Option<Reach> {
        match (self.blast_orthogonals, self.blast_diagonals) {
            (true, true) => Some(Reach::Around),
            (true, false) => Reach::read_on("W", shape).ok(),
            (false, true) => Reach::read_on("F", shape).ok(),
            (false, false) => None,
        }
    }

    /// Whether a side's captors of one type may not capture another type.
    pub(in crate::formats::fairy_stockfish) fn forbids(
        &self,
        side: Color,
        captor: Type,
        victim: Type,
    ) -> bool {
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
    pub(in crate::formats::fairy_stockfish) fn turns(&self) -> Option<Sides<Vec<u16>>> {
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

    /// The lines of options that are not single values.
    pub(in crate::formats::fairy_stockfish) fn lines(
        &self,
        letters: &[Option<char>],
    ) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.multimoves.is_empty() {
            let numbers: Vec<String> = self.multimoves.iter().map(u16::to_string).collect();
            lines.push(format!("multimoves = {}", numbers.join(" ")));
        }
        let lists = [
            ("captureForbidden", &self.forbidden),
            ("captureAllowed", &self.allowed),
        ];
        for (key, lists) in lists {
            for (list, side) in lists.iter().zip(["", "White", "Black"]) {
                if !list.is_empty() {
                    lines.push(format!("{key}{side} = {}", pairs(list, letters)));
                }
            }
        }
        if self.iron != TypeSet::default() {
            lines.push(format!("ironPieceTypes = {}", lettered(self.iron, letters)));
        }
        lines.extend(self.pushes.lines(letters));
        lines.extend(self.points.lines(letters));
        lines.extend(self.prison.lines(letters));
        lines
    }
}

fn lettered(set: TypeSet, letters: &[Option<char>]) -> String {
    if set.contains(0) {
        return "*".to_owned();
    }
    set.iter().filter_map(|number| letters[number]).collect()
}

fn pairs(list: &Pairs, letters: &[Option<char>]) -> String {
    let words = list.iter().map(|(captors, victims)| {
        format!(
            "{}:{}",
            lettered(*captors, letters),
            lettered(*victims, letters)
        )
    });
    words.collect::<Vec<_>>().join(" ")
}
