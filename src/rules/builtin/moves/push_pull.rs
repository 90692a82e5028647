//! Pushing and pulling of pieces along lines, and off the board: `rules.use.push-pull`.
//!
//! A piece pushes the first piece on a line away, and may follow it; or it moves away from the
//! first piece behind it, which may be pulled along. On a ride both move any distance, on a leap
//! exactly one. A piece driven off the board is captured. If a move may not be undone, the FEN
//! field `undone` has the former contents of the squares changed by the latest move.

use crate::definition::{Line, RuleValue, Setting, VariantDef, keys};
use crate::geometry::{BoardShape, Offset, Square, sorted};
use crate::rules::builtin::parts::{BuiltinRule, Kinds, promotions, value_of};
use crate::rules::data::{After, Attack, Moves, Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{joined, with_article};
use crate::state::{Board, Color, Move, Piece, Role, RuleState};

/// The rule `rules.use.push-pull`.
pub(in crate::rules::builtin) struct PushPull {
    /// By kind.
    pushes: Vec<(Role, Lines)>,
    /// By kind.
    pulls: Vec<(Role, Lines)>,
    /// The pieces that may be driven.
    driven: Kinds,
    /// Whether pieces may be driven off the board.
    off_board: bool,
    /// The pieces that may leave the board by a pull.
    leaving: Option<Kinds>,
    /// Whether a move may restore the position before the latest move.
    undoing: bool,
    /// The description for the rules page.
    words: Vec<String>,
}

/// The lines along which a piece drives others: own pieces, and enemy pieces.
#[derive(Clone)]
struct Lines([Vec<Line>; 2]);

/// The view along a line: the empty squares, and the first occupied one; `None` at the edge of the board.
struct View {
    free: Vec<Square>,
    end: Option<Square>,
}

/// The settings of lines: for pieces of both sides, or by side.
const LINES: Setting = Setting::Either(&[
    Setting::Text,
    keys! {
        /// The lines along which it pushes or pulls pieces of its own side.
        "own" => Text,
        /// The lines along which it pushes or pulls pieces of the other side.
        "enemy" => Text,
    },
]);

impl BuiltinRule for PushPull {
    const NAME: &'static str = "push-pull";
    const FIELD: &'static str = "undone";
    const SETTINGS: Setting = keys! {
        /// The lines along which a piece pushes, leaps and rides such as `'R'` or `'fW'`; or a
        /// table with `own` and `enemy` for the pieces of either side. Either this or `pull` is
        /// required.
        "push" => ByPiece(&LINES),
        /// The lines along which it moves when it pulls, in the same form. Either this or `push` is
        /// required.
        "pull" => ByPiece(&LINES),
        /// The pieces that can be pushed and pulled; all by default.
        "who" => BySide(&Pieces),
        /// Pieces can be pushed off the board, which captures them; royal pieces that could be
        /// pushed off are in check.
        "off-board" => Flag,
        /// The pieces that can leave the board themselves when they pull, alone or with the pulled
        /// piece; none by default.
        "leaving" => BySide(&Pieces),
        /// Whether a move can undo the move before it completely; `true` by default.
        "undoing" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<PushPull, RuleError> {
        let lines = |key| settings.by_piece(key, lines).map(Option::unwrap_or_default);
        let pushes: Vec<(Role, Lines)> = lines("push")?;
        let pulls = lines("pull")?;
        if pushes.is_empty() && pulls.is_empty() {
            return Err(RuleError::missing(
                "no piece pushes or pulls",
                "write the lines of pieces: `push = { rook = 'R' }`, `pull = { rook = 'R' }`",
            ));
        }
        let words = ["push", "pull"].map(|key| in_words(settings, key));
        Ok(PushPull {
            words: words.into_iter().flatten().collect(),
            pushes,
            pulls,
            driven: Kinds::or_all(settings, "who")?,
            off_board: settings.flag("off-board")?.unwrap_or(false),
            leaving: Kinds::read(settings, "leaving")?,
            undoing: settings.flag("undoing")?.unwrap_or(true),
        })
    }
}

/// Reads the lines of a kind: one text for pieces of both sides, or a table with `own` and `enemy`.
fn lines(settings: &RuleSettings<'_>, key: &str) -> Result<Option<Lines>, RuleError> {
    if let Some(RuleValue::Table(_)) = settings.value(key)
        && let Some(sides) = settings.table(key)?
    {
        let side = |key| sides.lines(key).map(Option::unwrap_or_default);
        return Ok(Some(Lines([side("own")?, side("enemy")?])));
    }
    let both = settings.lines(key)?;
    Ok(both.map(|both| Lines([both.clone(), both])))
}

/// The lines of a key in words.
fn in_words(settings: &RuleSettings<'_>, key: &str) -> Option<String> {
    let Some(RuleValue::Table(table)) = settings.value(key) else {
        return None;
    };
    let text = |value: &RuleValue| match value {
        RuleValue::Text(text) => format!("`{text}`"),
        RuleValue::Table(sides) => {
            let side = |key: &str, words: &str| match sides.get(key) {
                Some(RuleValue::Text(text)) => Some(format!("`{text}` for {words}")),
                _ => None,
            };
            let sides = [
                side("own", "pieces of its own side"),
                side("enemy", "pieces of the other side"),
            ];
            joined(sides.into_iter().flatten(), " and ")
        }
        _ => String::new(),
    };
    let kinds = table
        .iter()
        .map(|(name, value)| format!("{} along {}", with_article(name), text(value)));
    let kinds = joined(kinds, ", ");
    (!kinds.is_empty()).then(|| format!("These pieces {key} others: {kinds}."))
}

impl Lines {
    /// The lines along which own or enemy pieces are driven.
    fn of(&self, is_own: bool) -> &[Line] {
        &self.0[usize::from(!is_own)]
    }

    /// All lines without duplicates.
    fn all(&self) -> Vec<Line> {
        sorted(self.0.concat())
    }
}

/// The number of steps along a line.
const fn most(line: Line) -> usize {
    if line.rides { usize::MAX } else { 1 }
}

fn opposite(mut line: Line) -> Line {
    let Offset { dx, dy } = line.step;
    line.step = Offset { dx: -dx, dy: -dy };
    line
}

/// The view of a side from a square along a line.
fn view(at: &RuleContext<'_>, from: Square, line: Line, side: Color) -> View {
    let mut free = Vec::new();
    for square in line.squares(at.shape(), from, side.perspective()) {
        if !at.is_empty(square) || square == from {
            let end = Some(square);
            return View { free, end };
        }
        free.push(square);
    }
    View { free, end: None }
}

impl View {
    /// The first piece along a line; for a leap only on the next square.
    fn found(&self, line: Line) -> Option<Square> {
        self.end.filter(|_| line.rides || self.free.is_empty())
    }

    /// The empty squares within range of the line.
    fn squares(&self, line: Line) -> &[Square] {
        &self.free[..self.free.len().min(most(line))]
    }

    /// Whether the line leads over the edge of the board.
    fn leads_off(&self, line: Line) -> bool {
        self.end.is_none() && (line.rides || self.free.is_empty())
    }
}

/// A move of a piece that stays on its square unmoved.
fn standing(at: &RuleContext<'_>, piece: Piece, from: Square) -> Move {
    let mut mv = Move::walk(piece, from, from);
    mv.effects.extend(at.stays_unmoved(from));
    mv
}

/// Adds the move with a piece driven to a square, with all its promotions.
fn drive(
    at: &RuleContext<'_>,
    mv: &Move,
    (origin, piece): (Square, Piece),
    target: Square,
    moves: &mut Moves,
) {
    for promotion in promotions(at, piece, target) {
        let mut mv = mv.clone();
        mv.shifts.push((origin, target));
        mv.effects.extend(promotion);
        moves.push(mv);
    }
}

/// The move with the pieces on some squares captured.
fn capture(mut mv: Move, squares: &[Square]) -> Move {
    mv.captures.extend_from_slice(squares);
    mv.captures.sort_unstable();
    mv
}

impl PushPull {
    fn driven(&self, at: &RuleContext<'_>, square: Option<Square>) -> Option<(Square, Piece)> {
        let piece = square.and_then(|square| Some((square, at.piece(square)?)));
        piece.filter(|(_, piece)| self.driven.contains(*piece))
    }

    fn leaves(&self, piece: Piece) -> bool {
        let leaving = self.leaving.as_ref();
        leaving.is_some_and(|leaving| leaving.contains(piece))
    }

    fn offer_pushes(&self, at: &RuleContext<'_>, from: Square, piece: Piece, moves: &mut Moves) {
        let Some(lines) = value_of(&self.pushes, piece.role) else {
            return;
        };
        for line in lines.all() {
            let near = view(at, from, line, piece.color);
            let Some(victim) = self.driven(at, near.found(line)) else {
                continue;
            };
            if !lines.of(victim.1.color == piece.color).contains(&line) {
                continue;
            }
            let beyond = view(at, victim.0, line, piece.color);
            // The moves of the piece when its victim has been driven past a number of squares.
            let going = |passed: usize| {
                let behind = beyond.free[..passed].iter();
                let way = near.free.iter().chain([&victim.0]).chain(behind);
                let walks = way.map(|to| Move::walk(piece, from, *to));
                let walks: Vec<Move> = walks.take(most(line)).collect();
                [standing(at, piece, from)].into_iter().chain(walks)
            };
            for (passed, target) in beyond.squares(line).iter().enumerate() {
                for mv in going(passed) {
                    drive(at, &mv, victim, *target, moves);
                }
            }
            if self.off_board && beyond.leads_off(line) {
                for mv in going(beyond.free.len()) {
                    moves.push(capture(mv, &[victim.0]));
                }
            }
        }
    }

    fn offer_pulls(&self, at: &RuleContext<'_>, from: Square, piece: Piece, moves: &mut Moves) {
        let Some(lines) = value_of(&self.pulls, piece.role) else {
            return;
        };
        for line in lines.all() {
            let ahead = view(at, from, line, piece.color);
            let leaves = self.leaves(piece) && ahead.leads_off(line);
            let exit = || capture(Move::walk(piece, from, from), &[from]);
            if leaves {
                moves.push(exit());
            }
            let behind = view(at, from, opposite(line), piece.color);
            let Some(victim) = self.driven(at, behind.found(line)) else {
                continue;
            };
            if !lines.of(victim.1.color == piece.color).contains(&line) {
                continue;
            }
            // The possible targets of the victim when the piece has moved past a number of squares.
            let coming = |left: usize| {
                let way = behind.free.iter().rev().chain([&from]);
                way.chain(&ahead.free[..left]).copied()
            };
            for (left, to) in ahead.squares(line).iter().enumerate() {
                let mv = Move::walk(piece, from, *to);
                for target in coming(left) {
                    drive(at, &mv, victim, target, moves);
                }
            }
            if leaves {
                let left = if line.rides { ahead.free.len() } else { 0 };
                for target in coming(left) {
                    drive(at, &exit(), victim, target, moves);
                }
                if self.off_board && line.rides {
                    moves.push(capture(Move::walk(piece, from, from), &[from, victim.0]));
                }
            }
        }
    }

    /// Whether a piece could drive an enemy piece on a square off the board.
    fn threatens(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> bool {
        if at
            .piece(target)
            .is_some_and(|victim| !self.driven.contains(victim))
        {
            return false;
        }
        // Whether a line leads to the target over empty squares.
        let is_clear = |line: Line| {
            let squares = line.squares(at.shape(), from, piece.color.perspective());
            let mut squares = squares.take(most(line));
            squares.find(|square| *square == target || !at.is_empty(*square)) == Some(target)
        };
        let pushes = || {
            let lines = value_of(&self.pushes, piece.role).map_or(&[][..], |lines| lines.of(false));
            lines.iter().any(|line| {
                is_clear(*line) && view(at, target, *line, piece.color).leads_off(*line)
            })
        };
        let pulls = || {
            let lines = value_of(&self.pulls, piece.role).map_or(&[][..], |lines| lines.of(false));
            lines.iter().any(|line| {
                line.rides
                    && is_clear(opposite(*line))
                    && view(at, from, *line, piece.color).leads_off(*line)
            })
        };
        pushes() || self.leaves(piece) && pulls()
    }
}

/// The contents of a square as a number: 0, or a piece.
fn code(board: &Board, square: Square) -> i64 {
    let piece = board.piece(square);
    piece.map_or(0, |piece| {
        2 * piece.role.index() as i64 + piece.color.index() as i64 + 1
    })
}

impl Rule for PushPull {
    fn phases(&self) -> Phases {
        Phases::OFFER | Phases::FORBID | Phases::REMEMBER | Phases::ATTACK
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        for (from, piece) in at.board().pieces_of(at.turn()) {
            self.offer_pushes(at, from, piece, moves);
            self.offer_pulls(at, from, piece, moves);
        }
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        let changed = at.state().numbers();
        if self.undoing || changed.is_empty() {
            return false;
        }
        // PERF: most moves end on a square that the latest move did not change.
        let target = mv.to.index() as i64;
        if mv.from != mv.to && changed.chunks_exact(2).all(|pair| pair[0] != target) {
            return false;
        }
        let after = after.position();
        at.shape().squares().all(|square| {
            let number = square.index() as i64;
            let mut changed = changed.chunks_exact(2);
            let stood = changed.find(|pair| pair[0] == number);
            let stood = stood.map_or_else(|| code(at.board(), square), |pair| pair[1]);
            code(after.board(), square) == stood
        })
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        _: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        if self.undoing {
            return None;
        }
        let changed = before.shape().squares().filter_map(|square| {
            let stood = code(before.board(), square);
            let is_changed = stood != code(after.board(), square);
            is_changed.then_some([square.index() as i64, stood])
        });
        Some(RuleState::new(changed.flatten()))
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        Attack::also_if(self.threatens(at, piece, from, target))
    }

    fn changes_attacks(&self) -> bool {
        self.off_board
    }

    fn restores_first_moves(&self) -> bool {
        true
    }

    /// The state is different after every move and empty at the start, so it is ignored in repetition.
    fn repeats(&self, _: &RuleState, _: &RuleState) -> bool {
        true
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        let name = |number: i64| shape.name(Square::new(number as u16));
        let pairs = state.numbers().chunks_exact(2);
        joined(
            pairs.map(|pair| format!("{}:{}", name(pair[0]), pair[1])),
            "/",
        )
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        let mut numbers = Vec::new();
        for part in text.split('/') {
            let (square, stood) = part.split_once(':')?;
            let stood: u16 = stood.parse().ok()?;
            numbers.extend([shape.parse(square)?.index() as i64, i64::from(stood)]);
        }
        Some(RuleState::new(numbers))
    }

    fn words(&self) -> Vec<String> {
        let mut words = self.words.clone();
        let who = self.driven.words();
        if !self.pushes.is_empty() {
            words.push(format!(
                "To push is to drive the first piece on a line, {who} of either side, further along it, \
                 and then to stay or to go after it."
            ));
        }
        if !self.pulls.is_empty() {
            words.push(format!(
                "To pull is to move along a line away from {who} of either side that stands behind, with \
                 nothing in between, and to draw it along the line."
            ));
        }
        words.push(
            "On a ride either piece goes any distance; a single step or leap is made once."
                .to_owned(),
        );
        if self.off_board {
            words.push(
                "A piece may be pushed off the board, and is lost. A royal piece that could be pushed off is in \
                 check."
                    .to_owned(),
            );
        }
        if let Some(leaving) = &self.leaving {
            words.push(leaving.sentence(
                "may leave the board itself when it pulls, with the pulled piece or alone.",
            ));
        }
        words.push(
            "A piece that is moved to a square where it promotes is promoted by the side that moves it.".to_owned(),
        );
        if !self.undoing {
            words.push("No move may completely undo the move before it.".to_owned());
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut found = self.driven.doubts("who", "no piece is pushed or pulled");
        if self.leaving.is_some() && self.pulls.is_empty() {
            let message = "pieces leave the board when they pull, but no piece pulls";
            found.push(RuleFinding::new(message).about("leaving"));
        }
        found
    }
}
