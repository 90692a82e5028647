//! Options of the fork Fairy-Stockfish-X that have equivalent rules.

use std::ops::RangeInclusive;

use crate::definition::{Reach, Verdict};
use crate::formats::fairy_stockfish::section::types::KING;
use crate::geometry::{BoardShape, SquareSet};
use crate::state::Color;

use super::types::{Sides, Type, TypeSet};

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

// Options for custodial captures of surrounded pieces.

/// The options for custodial captures.
#[derive(Clone, Debug, Default)]
pub(in crate::formats::fairy_stockfish) struct Custody {
    pub(in crate::formats::fairy_stockfish) opposite: bool,
    pub(in crate::formats::fairy_stockfish) intervene: bool,
    pub(in crate::formats::fairy_stockfish) edge: bool,
    /// The squares on which a piece must be surrounded.
    pub(in crate::formats::fairy_stockfish) whole: SquareSet,
    /// Squares that count as captors.
    pub(in crate::formats::fairy_stockfish) hostile: SquareSet,
}

// Options about points for captures, and numbers by piece type.

/// The receivers of points for a capture: the option's values and the rule's.
pub(in crate::formats::fairy_stockfish) const RECEIVERS: [(&str, &str); 5] = [
    ("us", "captor"),
    ("them", "opponent"),
    ("owner", "owner"),
    ("non-owner", "enemy"),
    ("none", "nobody"),
];

/// The options about points.
#[derive(Clone, Debug)]
pub(in crate::formats::fairy_stockfish) struct Points {
    pub(in crate::formats::fairy_stockfish) counting: bool,
    pub(in crate::formats::fairy_stockfish) goal: u16,
    pub(in crate::formats::fairy_stockfish) value: Verdict,
    pub(in crate::formats::fairy_stockfish) more: Verdict,
    pub(in crate::formats::fairy_stockfish) mover: Option<Verdict>,
    pub(in crate::formats::fairy_stockfish) pays_drops: bool,
    /// An index in [`RECEIVERS`].
    pub(in crate::formats::fairy_stockfish) to: usize,
    /// The points by type.
    pub(in crate::formats::fairy_stockfish) worth: Vec<u32>,
}

impl Default for Points {
    fn default() -> Points {
        Points {
            counting: false,
            goal: 0,
            value: Verdict::Win,
            more: Verdict::Win,
            mover: None,
            pays_drops: false,
            to: 0,
            worth: vec![0; KING + 1],
        }
    }
}

/// Reads numbers by letter, such as `p:1 n:3`.
pub(in crate::formats::fairy_stockfish) fn numbers(
    text: &str,
    types: impl Fn(&str) -> Option<TypeSet>,
) -> Option<Vec<(TypeSet, u32)>> {
    let words = text.split_whitespace().filter(|word| *word != "-");
    let pairs = words.map(|word| {
        let (letters, number) = word.split_once(':')?;
        let number = number.parse().ok().filter(|number| *number <= 1_000_000)?;
        Some((types(letters)?, number))
    });
    pairs.collect()
}

/// Assigns numbers to types.
pub(in crate::formats::fairy_stockfish) fn assign(places: &mut [u32], pairs: Vec<(TypeSet, u32)>) {
    places.fill(0);
    for (set, number) in pairs {
        for (place, value) in places.iter_mut().enumerate().skip(1) {
            if set.contains(0) || set.contains(place) {
                *value = number;
            }
        }
    }
}

impl Points {
    /// Sets `piecePoints` or `pointsRuleCaptures`.
    pub(in crate::formats::fairy_stockfish) fn set(
        &mut self,
        key: &str,
        text: &str,
        types: impl Fn(&str) -> Option<TypeSet>,
    ) -> Result<(), &'static str> {
        if key == "piecePoints" {
            let pairs = numbers(text, types).ok_or("points by letter: `p:1 n:3`")?;
            assign(&mut self.worth, pairs);
            return Ok(());
        }
        let place = RECEIVERS.iter().position(|(word, _)| *word == text);
        self.to = place.ok_or("one of `us`, `them`, `owner`, `non-owner`, `none`")?;
        Ok(())
    }

    /// The lines of options that are not single values.
    pub(in crate::formats::fairy_stockfish) fn lines(
        &self,
        letters: &[Option<char>],
    ) -> Vec<String> {
        let mut lines = Vec::new();
        if self.to != 0 {
            lines.push(format!("pointsRuleCaptures = {}", RECEIVERS[self.to].0));
        }
        lines.extend(written("piecePoints", &self.worth, letters));
        lines
    }
}

/// Numbers by letter as an option.
pub(in crate::formats::fairy_stockfish) fn written(
    key: &str,
    numbers: &[u32],
    letters: &[Option<char>],
) -> Option<String> {
    let numbers = numbers
        .iter()
        .enumerate()
        .filter(|(_, number)| **number > 0);
    let words = numbers.filter_map(|(place, number)| {
        let letter = letters[place]?;
        Some(format!("{letter}:{number}"))
    });
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| format!("{key} = {}", words.join(" ")))
}

// Options about captured pieces as prisoners, and their exchange.

/// The options about prisoners.
#[derive(Clone, Debug)]
pub(in crate::formats::fairy_stockfish) struct Prison {
    /// Whether captured pieces are held by their captor.
    pub(in crate::formats::fairy_stockfish) holds: bool,
    /// Whether pawns promote only to prisoners of the other side, and take their place.
    pub(in crate::formats::fairy_stockfish) promotes: bool,
    /// The prisoners for which a piece is set free, by type.
    pub(in crate::formats::fairy_stockfish) price: Vec<TypeSet>,
}

impl Default for Prison {
    fn default() -> Prison {
        Prison {
            holds: false,
            promotes: false,
            price: vec![TypeSet::default(); KING + 1],
        }
    }
}

impl Prison {
    /// Sets `hostageExchange`; types that it does not name keep their values.
    pub(in crate::formats::fairy_stockfish) fn set(
        &mut self,
        text: &str,
        types: impl Fn(&str) -> Option<TypeSet>,
    ) -> Result<(), &'static str> {
        let words = text.split_whitespace().map(|word| {
            let (prisoner, price) = word.split_once(':')?;
            Some((types(prisoner)?, types(price)?))
        });
        let pairs: Option<Vec<(TypeSet, TypeSet)>> = words.collect();
        let pairs = pairs.filter(|pairs| !pairs.is_empty());
        for (prisoners, price) in
            pairs.ok_or("prisoners and the pieces exchanged for them: `p:pn r:rq`")?
        {
            for (number, place) in self.price.iter_mut().enumerate().skip(1) {
                if prisoners.contains(0) || prisoners.contains(number) {
                    *place = price;
                }
            }
        }
        Ok(())
    }

    /// The lines of options that are not single values.
    pub(in crate::formats::fairy_stockfish) fn lines(
        &self,
        letters: &[Option<char>],
    ) -> Vec<String> {
        let mut lines = Vec::new();
        if self.holds {
            lines.push("captureType = prison".to_owned());
        }
        let letter = |number: Type| letters.get(number).copied().flatten();
        let words = self.price.iter().enumerate().filter_map(|(number, price)| {
            let given: String = price.iter().filter_map(letter).collect();
            let letter = letter(number)?;
            (!given.is_empty()).then(|| format!("{letter}:{given}"))
        });
        let words: Vec<String> = words.collect();
        if !words.is_empty() {
            lines.push(format!("hostageExchange = {}", words.join(" ")));
        }
        lines
    }
}

// Options about pieces that push others.

/// The side whose piece may be pushed first: the option's values and the rule's.
pub(in crate::formats::fairy_stockfish) const FIRST: [(&str, &str); 3] =
    [("us", "own"), ("them", "enemy"), ("either", "any")];

/// The indices of the first two; the second is the default.
pub(in crate::formats::fairy_stockfish) const US: usize = 0;
pub(in crate::formats::fairy_stockfish) const THEM: usize = 1;

/// The options about pushing.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the options are independent flags"
)]
pub(in crate::formats::fairy_stockfish) struct Pushes {
    pub(in crate::formats::fairy_stockfish) enemies_only: bool,
    pub(in crate::formats::fairy_stockfish) crushes: bool,
    pub(in crate::formats::fairy_stockfish) no_return: bool,
    pub(in crate::formats::fairy_stockfish) stepwise: bool,
    pub(in crate::formats::fairy_stockfish) removes: bool,
    /// An index in [`FIRST`].
    pub(in crate::formats::fairy_stockfish) first: usize,
    /// The strengths by type.
    pub(in crate::formats::fairy_stockfish) strength: Vec<u32>,
}

impl Default for Pushes {
    fn default() -> Pushes {
        Pushes {
            enemies_only: false,
            crushes: false,
            no_return: false,
            stepwise: true,
            removes: false,
            first: THEM,
            strength: vec![0; KING + 1],
        }
    }
}

impl Pushes {
    /// Sets `pushingStrength`, `pushFirstColor` or `pushingRemoves`.
    pub(in crate::formats::fairy_stockfish) fn set(
        &mut self,
        key: &str,
        text: &str,
        types: impl Fn(&str) -> Option<TypeSet>,
    ) -> Result<(), &'static str> {
        match key {
            "pushingStrength" => {
                let pairs = numbers(text, types);
                let pairs = pairs.ok_or("strength by letter: `a:1 r:8`")?;
                assign(&mut self.strength, pairs);
            }
            "pushFirstColor" => {
                let place = FIRST.iter().position(|(word, _)| *word == text);
                self.first = place.ok_or("one of `us`, `them`, `either`")?;
            }
            _ => {
                self.removes = match text {
                    "none" => false,
                    "shove" => true,
                    _ => return Err("one of `none`, `shove`"),
                };
            }
        }
        Ok(())
    }

    /// The lines of options that are not single values.
    pub(in crate::formats::fairy_stockfish) fn lines(
        &self,
        letters: &[Option<char>],
    ) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        lines.extend(written("pushingStrength", &self.strength, letters));
        if self.first != THEM {
            lines.push(format!("pushFirstColor = {}", FIRST[self.first].0));
        }
        if self.removes {
            lines.push("pushingRemoves = shove".to_owned());
        }
        lines
    }
}
