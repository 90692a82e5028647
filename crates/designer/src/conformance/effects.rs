//! Rows that identify moves by their effects: the pieces that leave or enter squares and hands.
//!
//! The other program can split a turn into several steps where this library has a single move. Every way to
//! group the steps of a row into moves is tried; one that gives the answer of the row is enough.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use ferz::game::{Outcome, Position, Variant};
use ferz::state::{Cell, Color, Move, Piece, Role};

use super::check::Failure;

/// The number of pieces by letter with color, and by place: a square or a hand. A wall is `xx`.
type Things = BTreeMap<(String, String), i32>;

/// The naming conventions of the other program.
struct Names {
    /// The only color in the row: a program may give all pieces one color if owners follow from squares.
    only_color: Option<char>,
    /// The other program's letter and color of neutral pieces, by our letters: its `pc` is our `cp` if a
    /// piece has these letters, and otherwise `p`.
    neutral: BTreeMap<String, String>,
    keeps_hands: bool,
}

impl Names {
    fn of(steps: &Steps, variant: &Variant) -> Names {
        let facts = steps.done.iter().chain(&steps.legal);
        let things = || facts.clone().flat_map(|(_, facts)| facts.0.keys());
        let colors = things().filter_map(|(thing, _)| thing.chars().last());
        let colors: BTreeSet<char> = colors.collect();
        let roles = (0..variant.def().pieces.len()).map(Role::new);
        let known: BTreeSet<String> = roles.map(|role| letters_of(variant, role)).collect();
        let neutral = things().filter(|(thing, _)| !thing.ends_with(['w', 'b']) && thing != "xx");
        let neutral = neutral.map(|(thing, _)| {
            let turned: String = thing.chars().rev().collect();
            let first = thing.chars().take(1).collect();
            let letters = if known.contains(&turned) {
                turned
            } else {
                first
            };
            (letters, thing.clone())
        });
        // Pieces that wait elsewhere in the other program may be in hand here.
        let has_hands =
            variant.compiled_rules().facts.drops.is_some() || variant.def().start.contains('[');
        Names {
            only_color: colors.first().copied().filter(|_| colors.len() == 1),
            neutral: neutral.collect(),
            keeps_hands: has_hands && things().any(|(_, place)| place == "@"),
        }
    }

    /// The other program's name for a piece with these letters and side.
    fn name(&self, letters: &str, color: Color) -> String {
        // The other program distinguishes kinds by one letter; additional state there can mean several kinds
        // here.
        let first = letters.chars().next().unwrap_or_default();
        if let Some(only) = self.only_color {
            return format!("{first}{only}");
        }
        self.neutral.get(letters).cloned().unwrap_or_else(|| {
            let side = if color == Color::White { 'w' } else { 'b' };
            format!("{first}{side}")
        })
    }
}

/// The letters of a kind of piece, in lower case.
fn letters_of(variant: &Variant, role: Role) -> String {
    let color = Color::White;
    variant.letters().name(Piece { color, role }).to_lowercase()
}

/// The effects of a move: pieces that arrive at places or leave them. Unchanged places are not listed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct MoveFacts(Things);

impl MoveFacts {
    /// All pieces of a position.
    fn of(position: &Position, names: &Names) -> MoveFacts {
        let variant = position.variant();
        let shape = variant.shape();
        let mut things = Things::new();
        let named = |piece: Piece| names.name(&letters_of(variant, piece.role), piece.color);
        for square in shape.squares() {
            let thing = match position.board().get(square) {
                Cell::Piece(piece) => named(piece),
                Cell::Wall => "xx".to_owned(),
                Cell::Empty => continue,
            };
            things.insert((thing, shape.name(square)), 1);
        }
        let hands = Color::ALL.into_iter().filter(|_| names.keeps_hands);
        for color in hands {
            for (role, count) in position.setup().hands[color.index()].iter() {
                let thing = named(Piece { color, role });
                *things.entry((thing, "@".to_owned())).or_insert(0) += i32::from(count);
            }
        }
        MoveFacts(things)
    }

    /// The changes from this position to another.
    fn difference(&self, later: &MoveFacts) -> MoveFacts {
        self.scaled(-1).then(later)
    }

    fn scaled(&self, factor: i32) -> MoveFacts {
        let things = self.0.iter();
        MoveFacts(things.map(|(key, n)| (key.clone(), n * factor)).collect())
    }

    /// The effects that both programs record: those on squares and, if the variant has hands, in hands.
    fn known(&self, keeps_hands: bool) -> MoveFacts {
        let things = self.0.iter();
        let things = things.filter(|((_, place), _)| keeps_hands || place != "@");
        MoveFacts(things.map(|(key, n)| (key.clone(), *n)).collect())
    }

    /// The combined effects of two moves.
    fn then(&self, other: &MoveFacts) -> MoveFacts {
        let mut things = self.0.clone();
        for (key, n) in &other.0 {
            *things.entry(key.clone()).or_insert(0) += n;
        }
        things.retain(|_, n| *n != 0);
        MoveFacts(things)
    }

    /// Whether `whole` contains all of these effects.
    fn are_part_of(&self, whole: &MoveFacts) -> bool {
        let mut things = self.0.iter();
        things.all(|(key, n)| whole.0.get(key) == Some(n))
    }

    /// Whether these effects can be the beginning of `whole`: it contains them all, except for arrivals of
    /// own pieces, which can move on, and departures of own pieces from squares that are refilled later.
    fn may_begin(&self, whole: &MoveFacts, side: Color) -> bool {
        let is_refilled = |square: &str| whole.0.keys().all(|(_, place)| place != square);
        self.goes_on_in(whole, side, is_refilled)
    }

    /// [`MoveFacts::may_begin`] without squares that are refilled.
    fn may_begin_and_leave(&self, whole: &MoveFacts, side: Color) -> bool {
        self.goes_on_in(whole, side, |_| false)
    }

    fn goes_on_in(&self, whole: &MoveFacts, side: Color, may_leave: impl Fn(&str) -> bool) -> bool {
        let own = if side == Color::White { 'w' } else { 'b' };
        let mut things = self.0.iter();
        things.all(|(key, n)| {
            let is_own = key.0.ends_with(own);
            is_own && (*n > 0 || may_leave(&key.1)) || whole.0.get(key) == Some(n)
        })
    }
}

impl FromStr for MoveFacts {
    type Err = ();

    /// Parses signs, letters, colors and places, such as `+nbc6-nbb8` or `+pw@2`.
    fn from_str(text: &str) -> Result<MoveFacts, ()> {
        let mut things = Things::new();
        let is_sign = |letter: char| matches!(letter, '+' | '-');
        for (at, sign) in text.match_indices(is_sign) {
            let part = text[at + 1..].split(is_sign).next().unwrap_or_default();
            let sign = if sign == "+" { 1 } else { -1 };
            let mut signs = part.chars();
            let (Some(letter), Some(color)) = (signs.next(), signs.next()) else {
                return Err(());
            };
            let place = signs.as_str();
            let (place, count) = match place.strip_prefix('@') {
                Some("") => ("@", 1),
                Some(count) => ("@", count.parse().map_err(|_| ())?),
                None if place.is_empty() => return Err(()),
                None => (place, 1),
            };
            let key = (format!("{letter}{color}"), place.to_owned());
            *things.entry(key).or_insert(0) += sign * count;
        }
        things.retain(|_, n| *n != 0);
        Ok(MoveFacts(things))
    }
}

impl fmt::Display for MoveFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((thing, place), n) in &self.0 {
            let sign = if *n > 0 { '+' } else { '-' };
            let count = match n.unsigned_abs() {
                1 => String::new(),
                count => count.to_string(),
            };
            write!(f, "{sign}{thing}{place}{count}")?;
        }
        Ok(())
    }
}

/// A position after some steps, with the effects of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The name of the variant. Its start position is that of the row.
    pub variant: String,
    /// The steps that lead to the position, with their texts and effects.
    pub done: Vec<(String, MoveFacts)>,
    /// The legal steps, with their texts and effects.
    pub legal: Vec<(String, MoveFacts)>,
    /// The side to move.
    pub turn: Color,
    /// Whether the same side has already made a step of this turn.
    pub within_turn: bool,
    /// White's share of the point if the game has ended, in halves.
    pub result: Option<u8>,
}

/// A position of this library, with the effects of steps after it that are not a complete move yet.
struct Line {
    position: Position,
    begun: MoveFacts,
    /// The text of the first of these steps.
    first: String,
}

/// Compares a row with the moves of the variant.
pub(super) fn compare(steps: &Steps, variant: &Variant) -> Result<(), Failure> {
    let mut lines = vec![Line {
        position: variant.start(),
        begun: MoveFacts::default(),
        first: String::new(),
    }];
    let names = Names::of(steps, variant);
    let done = steps.done.iter();
    let done = done.map(|(text, facts)| (text, facts.known(names.keeps_hands)));
    for (text, step) in done {
        let mut next = Vec::new();
        let mut refused = String::new();
        for line in lines {
            let done = line.begun.then(&step);
            let moves = known_moves(&line.position, &names);
            // A step that began no move is recognized only at the next step.
            let begun = [text, &line.first][usize::from(!line.first.is_empty())];
            refused = format!("step `{begun}` in {}", line.position.to_fen());
            let same = moves.iter().filter(|(_, facts)| *facts == done);
            // Of several moves with the same effects, one with the text of the row is preferred.
            let same = same.min_by_key(|(mv, _)| line.position.move_text(mv) != *text);
            if let Some(after) = same.and_then(|(mv, _)| line.position.play(mv).ok()) {
                next.push(Line {
                    position: after,
                    begun: MoveFacts::default(),
                    first: String::new(),
                });
            }
            let turn = line.position.turn();
            let mut others = moves.iter();
            if others.any(|(_, facts)| *facts != done && done.may_begin(facts, turn)) {
                let is_first = line.begun.0.is_empty();
                next.push(Line {
                    begun: done,
                    first: if is_first { text.clone() } else { line.first },
                    position: line.position,
                });
            }
        }
        if next.is_empty() {
            return Err(Failure::new(&refused, step.to_string(), "no such move"));
        }
        lines = next;
    }
    let mut failure = None;
    for line in &lines {
        match line.judged(steps, &names) {
            Ok(()) => return Ok(()),
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    failure.map_or(Ok(()), Err)
}

/// The legal moves with their effects.
fn known_moves(position: &Position, names: &Names) -> Vec<(Move, MoveFacts)> {
    let before = MoveFacts::of(position, names);
    let moves = position.legal_moves().into_iter();
    let known = moves.filter_map(|mv| {
        let after = position.play(&mv).ok()?;
        let facts = before.difference(&MoveFacts::of(&after, names));
        Some((mv, facts))
    });
    known.collect()
}

impl Line {
    fn judged(&self, steps: &Steps, names: &Names) -> Result<(), Failure> {
        let position = &self.position;
        let asked = |what: &str| format!("{what} of {}", position.to_fen());
        let is_whole = self.begun.0.is_empty();
        let is_over = steps.result.is_some();
        if !is_over && position.turn() != steps.turn || !is_whole && !steps.within_turn {
            let expected = format!("{:?}", steps.turn);
            return Err(Failure::new(
                &asked("turn"),
                expected,
                format!("{:?}", position.turn()),
            ));
        }
        let found = match position.outcome() {
            Outcome::Ongoing => None,
            Outcome::Ended { white, .. } => Some((white * 2.0).round() as u8),
        };
        if found != steps.result {
            let shown = |result: Option<u8>| {
                result.map_or("*".to_owned(), |halves| format!("{halves}/2 for White"))
            };
            return Err(Failure::new(
                &asked("result"),
                shown(steps.result),
                shown(found),
            ));
        }
        if steps.result.is_some() {
            return Ok(());
        }
        let turn = position.turn();
        let moves = known_moves(position, names);
        let mut begun: Vec<&(Move, MoveFacts)> = (moves.iter())
            .filter(|(_, facts)| self.begun.may_begin(facts, turn))
            .collect();
        // The text of the first step can show which moves it begins.
        let is_told = |(mv, _): &(Move, MoveFacts)| position.move_text(mv).starts_with(&self.first);
        if !is_whole && begun.iter().any(|one| is_told(one)) {
            begun.retain(|one| is_told(one));
        }
        let mut begun: Vec<&MoveFacts> = begun.into_iter().map(|(_, facts)| facts).collect();
        // Refilled squares are considered only if nothing else explains the steps.
        if begun
            .iter()
            .any(|facts| self.begun.may_begin_and_leave(facts, turn))
        {
            begun.retain(|facts| self.begun.may_begin_and_leave(facts, turn));
        }
        // Moves with all of the effects so far take precedence over moves in which a piece would continue.
        if begun.iter().any(|facts| self.begun.are_part_of(facts)) {
            begun.retain(|facts| self.begun.are_part_of(facts));
        }
        let wholes = begun.iter().map(|facts| self.begun.difference(facts));
        let wholes: BTreeSet<MoveFacts> = wholes.collect();
        let expected = steps.legal.iter();
        let expected = expected.map(|(_, facts)| facts.known(names.keeps_hands));
        let expected: BTreeSet<MoveFacts> = expected.collect();
        let is_begun = |step: &MoveFacts| wholes.iter().any(|whole| step.may_begin(whole, turn));
        let is_completed = |whole: &MoveFacts| {
            let mut steps = expected.difference(&wholes);
            steps.any(|step| step.may_begin(whole, turn))
        };
        let missing = expected.difference(&wholes).filter(|step| !is_begun(step));
        let extra = wholes
            .difference(&expected)
            .filter(|whole| !is_completed(whole));
        let listed = |facts: Vec<String>| facts.join(" ");
        let missing: Vec<String> = missing.map(ToString::to_string).collect();
        let extra: Vec<String> = extra.map(ToString::to_string).collect();
        if missing.is_empty() && extra.is_empty() {
            return Ok(());
        }
        let expected = format!("{} moves, among them {}", expected.len(), listed(missing));
        let found = format!("{} moves, among them {}", wholes.len(), listed(extra));
        Err(Failure::new(&asked("legal moves"), expected, found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_and_written() {
        for text in ["+nbc6-nbb8", "+pw@", "-pwe2+pwe4"] {
            let facts: MoveFacts = text.parse().expect(text);
            let again: MoveFacts = facts.to_string().parse().expect(text);
            assert_eq!(facts, again);
        }
        let twice: MoveFacts = "+pw@2-qba1".parse().expect("facts");
        assert_eq!(twice.to_string(), "+pw@2-qba1");
        assert_eq!("+p".parse::<MoveFacts>(), Err(()));
    }
}
