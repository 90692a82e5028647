//! Turns of several moves: `rules.turns`.
//!
//! A turn is a number of moves of one side; a check may end it, or must come last. Each move is a ply
//! of its own. The FEN field `left` has the number of moves left to the side to move after its first
//! move in the turn, followed by other state of the turn after slashes: `1/e3:e4` is a double step that
//! the opponent will be able to capture en passant, and `@e4` is the piece that made the latest move.

use std::fmt::Write;

use crate::definition::{RuleValue, Setting, VariantDef, clause, keys};
use crate::geometry::{BoardShape, Square};
use crate::rules::builtin::parts::BuiltinRule;
use crate::rules::clauses::{
    Condition, Inspect, Later, MoveFacts, ResolveError, Resolver, Words, sentence,
};
use crate::rules::data::{
    After, Attack, Decision, Moves, NextTurn, Phases, Rule, RuleContext, RuleError, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::joined;
use crate::state::{Cell, Color, EnPassant, Move, Piece, RuleState};

/// The limit on moves in a turn.
const MOST_MOVES: i32 = 64;

/// The limit on moves in a turn for rules that search the rest of the turn.
const MOST_SEARCHED: i32 = 3;

/// The rule `rules.turns`.
pub(in crate::rules::builtin) struct Turns {
    /// By side.
    moves: [Length; 2],
    /// The condition on a move that ends the turn.
    ends: Option<Condition>,
    /// The condition in words.
    said_end: Option<String>,
    /// Whether only the last move of a turn may give check.
    checks_last: bool,
    mover: Option<Mover>,
    /// Whether a further move may capture en passant after one that did so.
    en_passant_goes_on: bool,
    /// Whether the rest of a turn may be passed.
    passing: bool,
    /// Whether royal pieces must be safe only at the end of a turn.
    safe_at_end: bool,
    /// Whether a piece attacks everything that it can capture within its side's turn.
    attacks_by_turn: bool,
}

/// The number of moves in the turns of a side.
#[derive(Clone, PartialEq)]
enum Length {
    /// By turn; the last number applies to all further turns.
    Listed(Vec<i64>),
    /// The first turn of the game has one move, and each turn one more than the previous one.
    Rising,
}

/// The piece that makes the moves after the first.
#[derive(Clone, Copy, PartialEq)]
enum Mover {
    Same,
    Another,
}

impl BuiltinRule for Turns {
    const NAME: &'static str = "turns";
    const FIELD: &'static str = "left";
    const SETTINGS: Setting = keys! {
        /// The number of moves in a turn; a list has the numbers for the turns of a side, of which
        /// the last applies to all later turns; `'rising'`: one move in the first turn of the game,
        /// and one more in each following turn.
        "moves" => BySide(&Either(&[Number, List(&Number), Words(&["rising"])])),
        /// A condition: a move that fulfills it ends the turn.
        "ends" => Text,
        /// `'last'`: only the last move of a turn can give check.
        "check" => Words(&["last"]),
        /// `'same'`: the same piece makes all moves of a turn; `'another'`: no piece makes two
        /// consecutive moves.
        "mover" => Words(&["same", "another"]),
        /// The rest of a turn can be passed, which is written as the square of the royal piece
        /// twice.
        "passing" => Flag,
        /// `'first'`, the default: only the first move of a turn can capture en passant, after any
        /// move of the opponent's turn; `'chain'`: after such a capture the next move can, too.
        "en-passant" => Words(&["first", "chain"]),
        /// `'always'`, the default; `'at-end'`: royal pieces must be safe at the end of the turn,
        /// and each move must leave such an end possible.
        "safe" => Words(&["always", "at-end"]),
        /// `'move'`, the default; `'turn'`: a royal piece is in check if any move of the opponent's
        /// whole next turn could capture it.
        "attack" => Words(&["move", "turn"]),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Turns, RuleError> {
        let [white, black] = settings.by_side("moves", length)?;
        let (Some(white), Some(black)) = (white, black) else {
            return Err(RuleError::missing(
                "the number of moves is missing",
                "write the number of moves in a turn: `moves = 2`, `moves = [1, 2]` for one in the first turn, \
                 `moves = 'rising'`, or a table of these for `white` and `black`",
            ));
        };
        let word = |key, words: &[&str]| settings.word(key, words);
        let (ends, said_end) = end(settings)?.unzip();
        let rule = Turns {
            moves: [white, black],
            ends,
            said_end,
            checks_last: word("check", &["last"])?.is_some(),
            mover: word("mover", &["same", "another"])?
                .map(|number| [Mover::Same, Mover::Another][number]),
            en_passant_goes_on: word("en-passant", &["first", "chain"])? == Some(1),
            passing: settings.flag("passing")?.unwrap_or(false),
            safe_at_end: word("safe", &["always", "at-end"])? == Some(1),
            attacks_by_turn: word("attack", &["move", "turn"])? == Some(1),
        };
        let is_searched = rule.safe_at_end || rule.attacks_by_turn;
        let is_long = |length: &Length| length.most() > i64::from(MOST_SEARCHED);
        if is_searched && rule.moves.iter().any(is_long) {
            let message = format!(
                "with `safe = 'at-end'` or `attack = 'turn'` a turn has at most {MOST_SEARCHED} moves"
            );
            return Err(settings.error("moves", message));
        }
        Ok(rule)
    }
}

/// Reads the condition on moves that end a turn.
fn end(settings: &RuleSettings<'_>) -> Result<Option<(Condition, String)>, RuleError> {
    let Some(text) = settings.text("ends")? else {
        return Ok(None);
    };
    let at_text = |error: ResolveError| error.within(text, "ends");
    let tree = clause::parse(text).map_err(|error| at_text(error.into()))?;
    let condition = Resolver::of(settings.def()).condition(&tree);
    let condition = condition.map_err(at_text)?;
    if condition.reads_last() || condition.asks_for_mate() {
        let message = "the end of a turn cannot depend on mate or on the move before";
        let help = "write a condition on this move: `quiet`, `after: no own \"K\" from mover`";
        let error = ResolveError::new(&(0..text.len()), message);
        return Err(at_text(error.with_help(help)));
    }
    let def = settings.def();
    let said = Words::of(def).condition(&condition);
    let said = sentence(&format!("A turn ends with a move if {said}."));
    Ok(Some((condition.normal(def.pieces.len()), said)))
}

/// Reads the number of moves in turns.
fn length(settings: &RuleSettings<'_>, key: &str) -> Result<Option<Length>, RuleError> {
    let items = match settings.value(key) {
        None => return Ok(None),
        Some(RuleValue::Text(_)) => {
            settings.word(key, &["rising"])?;
            return Ok(Some(Length::Rising));
        }
        Some(RuleValue::List(items)) => items.as_slice(),
        Some(value) => std::slice::from_ref(value),
    };
    let numbers: Option<Vec<i64>> = items.iter().map(count).collect();
    match numbers {
        Some(numbers) if !numbers.is_empty() => Ok(Some(Length::Listed(numbers))),
        _ => {
            let message = format!(
                "a turn has 1 to {MOST_MOVES} moves: a number, a list of numbers by turn, or `rising`"
            );
            Err(settings.error(key, message))
        }
    }
}

fn count(value: &RuleValue) -> Option<i64> {
    match value {
        RuleValue::Number(number) => {
            let is_count = number.fract() == 0.0 && (1.0..=f64::from(MOST_MOVES)).contains(number);
            is_count.then_some(*number as i64)
        }
        _ => None,
    }
}

impl Length {
    /// The number of moves in a turn, given the turn of the side and of the game, counted from 1.
    fn of(&self, side_turn: usize, game_turn: usize) -> i64 {
        match self {
            Length::Listed(numbers) => {
                let index = side_turn.saturating_sub(1).min(numbers.len() - 1);
                numbers[index]
            }
            Length::Rising => game_turn as i64,
        }
    }

    /// The largest number of moves.
    fn most(&self) -> i64 {
        match self {
            Length::Listed(numbers) => numbers.iter().copied().max().unwrap_or(1),
            Length::Rising => i64::MAX,
        }
    }
}

/// The state of the rule within a turn.
struct Rest {
    /// The number of moves left.
    left: i64,
    /// The square of the piece that made the latest move.
    latest: Option<Square>,
    /// The pieces that the opponent may capture en passant after the turn.
    passed: Vec<EnPassant>,
}

impl Rest {
    /// Decodes a state; `None` at the beginning of a turn.
    fn of(state: &RuleState) -> Option<Rest> {
        let (&left, rest) = state.numbers().split_first()?;
        let (&latest, passed) = rest.split_first()?;
        let square = |number: i64| Square::new(number as u16);
        Some(Rest {
            left,
            latest: (latest >= 0).then(|| square(latest)),
            passed: passed
                .chunks_exact(2)
                .map(|pair| EnPassant {
                    target: square(pair[0]),
                    victim: square(pair[1]),
                })
                .collect(),
        })
    }

    fn state(&self) -> RuleState {
        let number = |square: Square| square.index() as i64;
        let passed = self.passed.iter();
        let pairs = passed.flat_map(|mark| [number(mark.target), number(mark.victim)]);
        let head = [self.left, self.latest.map_or(-1, number)];
        RuleState::new(head.into_iter().chain(pairs))
    }
}

impl Turns {
    /// The number of moves in the next turn of a side, or in the present one if it is to move.
    fn length(&self, at: &RuleContext<'_>, color: Color) -> i64 {
        let full = usize::from(at.setup().fullmove_number).max(1);
        let first = at.first_side();
        let has_passed = color == Color::White && at.turn() == Color::Black;
        let side_turn = full + usize::from(has_passed);
        // Black's turn has the number of White's turn before it, which is missing if Black begins.
        let side_turn = match (color, first) {
            (Color::White, Color::Black) => side_turn.saturating_sub(1).max(1),
            _ => side_turn,
        };
        let game_turn = 2 * side_turn - usize::from(color == first);
        self.moves[color.index()].of(side_turn, game_turn)
    }

    /// The number of moves left to the side to move, including this one.
    fn left(&self, at: &RuleContext<'_>) -> i64 {
        Rest::of(at.state()).map_or_else(|| self.length(at, at.turn()), |rest| rest.left)
    }

    /// The rest of the turn after a move; `None` if the turn is over.
    fn rest(&self, before: &RuleContext<'_>, mv: &Move, after: &RuleContext<'_>) -> Option<Rest> {
        let left = self.left(before);
        let is_passed = self.passing && mv.is_pass();
        let is_ended = || {
            let after = Some(Later::There(*after));
            let ends = self.ends.as_ref();
            ends.is_some_and(|ends| ends.holds(before, &MoveFacts::of_move(mv), after))
        };
        if left <= 1 || is_passed || is_ended() {
            return None;
        }
        let asks_for_mover = self.mover.is_some() && mv.mover_stays();
        Some(Rest {
            left: left - 1,
            latest: asks_for_mover.then_some(mv.to),
            passed: passed(before, mv, after),
        })
    }
}

/// The pieces of the side to move that have passed squares in this turn.
fn passed(before: &RuleContext<'_>, mv: &Move, after: &RuleContext<'_>) -> Vec<EnPassant> {
    let mut passed = Rest::of(before.state()).map_or_else(Vec::new, |rest| rest.passed);
    let shifted = |square| mv.shifts.iter().any(|(origin, _)| *origin == square);
    // A pass names a piece that does not move.
    let has_moved = |square| square == mv.from && !mv.is_pass();
    passed.retain(|mark| !has_moved(mark.victim) && !shifted(mark.victim));
    passed.extend(after.setup().en_passant.iter().copied());
    passed
}

/// Whether an en passant capture is still possible: an enemy piece is there, and the passed square is empty.
fn is_open(at: &RuleContext<'_>, side: Color, mark: EnPassant) -> bool {
    let victim = at.piece(mark.victim);
    victim.is_some_and(|victim| victim.color != side) && at.board().get(mark.target) == Cell::Empty
}

fn is_en_passant(at: &RuleContext<'_>, mv: &Move) -> bool {
    let mut marks = at.setup().en_passant.iter();
    marks.any(|mark| mark.target == mv.to && mv.captures.contains(&mark.victim))
}

impl Rule for Turns {
    fn phases(&self) -> Phases {
        Phases::OFFER | Phases::FORBID | Phases::REMEMBER | Phases::ATTACK
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        if !self.passing || Rest::of(at.state()).is_none() {
            return;
        }
        let own = at.board().pieces_of(at.turn());
        let royal = at.royals(at.turn()).next();
        let stays = royal.or_else(|| own.map(|(square, _)| square).next());
        if let Some((square, piece)) = stays.and_then(|square| Some((square, at.piece(square)?))) {
            moves.push(Move::pass(piece, square));
        }
    }

    fn excuses(&self, at: &RuleContext<'_>, _: &Move) -> bool {
        self.safe_at_end && self.left(at) > 1
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        let rest = Rest::of(at.state());
        if let (Some(mover), Some(latest)) = (self.mover, rest.and_then(|rest| rest.latest))
            && !mv.is_pass()
        {
            let is_same = mv.from == latest;
            if is_same != (mover == Mover::Same) {
                return true;
            }
        }
        if self.left(at) <= 1 {
            return false;
        }
        let (us, them) = (at.turn(), at.turn().opponent());
        if self.checks_last && after.position().is_check(them) {
            return true;
        }
        if !self.safe_at_end {
            return false;
        }
        let after = after.position();
        let goes_on = after.turn() == us;
        goes_on && after.is_stuck()
            || after.is_check(us) && (!goes_on || after.legal_moves().is_empty())
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let rest = self.rest(before, mv, after);
        Some(rest.map_or(RuleState::EMPTY, |rest| rest.state()))
    }

    fn next_turn(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<NextTurn> {
        let us = before.turn();
        let goes_on = self.rest(before, mv, after).is_some();
        let mut next = NextTurn::of(if goes_on { us } else { us.opponent() });
        next.en_passant = if !goes_on {
            passed(before, mv, after)
        } else if self.en_passant_goes_on && is_en_passant(before, mv) {
            before.setup().en_passant.to_vec()
        } else {
            Vec::new()
        };
        let side = next.side;
        next.en_passant.retain(|mark| is_open(after, side, *mark));
        Some(next)
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let moves = if at.turn() == piece.color {
            self.left(at)
        } else {
            self.length(at, piece.color)
        };
        Attack::also_if(reaches_within(at, piece.color, Some(from), target, moves))
    }

    fn changes_attacks(&self) -> bool {
        self.attacks_by_turn
    }

    fn decides(&self) -> &'static [Decision] {
        &[Decision::Turn]
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        let Some(rest) = Rest::of(state) else {
            return String::new();
        };
        let mut text = rest.left.to_string();
        for mark in &rest.passed {
            let [target, victim] = [mark.target, mark.victim].map(|square| shape.name(square));
            let _ = write!(text, "/{target}:{victim}");
        }
        if let Some(square) = rest.latest {
            let _ = write!(text, "/@{}", shape.name(square));
        }
        text
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        let mut parts = text.split('/');
        let left = parts.next()?.parse().ok()?;
        let mut rest = Rest {
            left,
            latest: None,
            passed: Vec::new(),
        };
        for part in parts {
            if let Some(square) = part.strip_prefix('@') {
                rest.latest = Some(shape.parse(square)?);
            } else {
                let (target, victim) = part.split_once(':')?;
                rest.passed.push(EnPassant {
                    target: shape.parse(target)?,
                    victim: shape.parse(victim)?,
                });
            }
        }
        let most = self.moves.iter().map(Length::most).max().unwrap_or(1);
        (1..=most.min(i64::from(u16::MAX)))
            .contains(&left)
            .then(|| rest.state())
    }

    fn words(&self) -> Vec<String> {
        let [white, black] = &self.moves;
        let mut words = if white == black {
            vec![said(None, white)]
        } else {
            vec![said(Some("White"), white), said(Some("Black"), black)]
        };
        words.push("The moves of a turn are made one after the other.".to_owned());
        words.extend(self.said_end.clone());
        if self.checks_last {
            words.push("Only the last move of a turn may give check.".to_owned());
        }
        words.extend(self.mover.map(|mover| match mover {
            Mover::Same => "All moves of a turn are made by the same piece.".to_owned(),
            Mover::Another => "No piece makes two moves one after the other in a turn.".to_owned(),
        }));
        if self.passing {
            words.push("The rest of a turn may be passed.".to_owned());
        }
        words.push(if self.en_passant_goes_on {
            "The first move of a turn may capture en passant, and then the next one, too.".to_owned()
        } else {
            "Only the first move of a turn may capture en passant, whichever move of the turn before \
             passed the square."
                .to_owned()
        });
        if self.safe_at_end {
            words.push(
                "Royal pieces must be safe when a turn ends; within it they may be attacked. A move \
                 behind which the turn cannot be ended so is illegal."
                    .to_owned(),
            );
        }
        if self.attacks_by_turn {
            words.push(
                "A royal piece is in check if any move of the opponent's next turn could capture it."
                    .to_owned(),
            );
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let is_plain = |length: &Length| *length != Length::Rising && length.most() == 1;
        if self.moves.iter().all(is_plain) {
            let finding = RuleFinding::new("every turn has one move, so the rule has no effect");
            return vec![finding.about("moves")];
        }
        Vec::new()
    }
}

/// The number of moves in the turns of a side, or of both, in words.
fn said(side: Option<&str>, length: &Length) -> String {
    let moves = |number: i64| match number {
        1 => "one move".to_owned(),
        number => format!("{number} moves"),
    };
    let Length::Listed(numbers) = length else {
        return "The first turn of the game has one move, and each turn one more than the one before."
            .to_owned();
    };
    let (last, first) = numbers.split_last().unwrap_or((&1, &[]));
    let last = moves(*last);
    match (first, side) {
        ([], None) => format!("Each turn has {last}."),
        ([], Some(side)) => format!("Each of {side}'s turns has {last}."),
        ([first], side) => {
            let whose = side.map_or("The first turn of each side".to_owned(), |side| {
                format!("{side}'s first turn")
            });
            format!("{whose} has {}, each later one {last}.", moves(*first))
        }
        (first, side) => {
            let whose = side.map_or_else(|| "A side".to_owned(), str::to_owned);
            let turns = first.iter().zip(1..);
            let turns = turns.map(|(number, turn)| format!("turn {turn} has {}", moves(*number)));
            let turns = joined(turns, ", ");
            format!("{whose}'s {turns}, each later one {last}.")
        }
    }
}

/// Whether a side could capture on a square within a number of consecutive moves, the first of them
/// by the piece on `first`.
fn reaches_within(
    at: &RuleContext<'_>,
    color: Color,
    first: Option<Square>,
    target: Square,
    moves: i64,
) -> bool {
    let own = at.board().pieces_of(color).map(|(square, _)| square);
    let movers: Vec<Square> = first.map_or_else(|| own.collect(), |square| vec![square]);
    movers.iter().any(|from| {
        at.walks_hit(*from, target)
            || moves > 1
                && at.walks(*from).iter().any(|mv| {
                    let after = at.after(mv);
                    reaches_within(&after.position(), color, None, target, moves - 1)
                })
    })
}
