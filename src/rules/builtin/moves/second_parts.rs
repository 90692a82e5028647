//! Moves with a second part: a move of an enemy piece, or a transfer to another board.

use crate::definition::{Line, RoyalRule, Setting, VariantDef, keys};
use crate::geometry::{BoardShape, Square};
use crate::rules::builtin::parts::{BuiltinRule, Kinds, is_from_hand};
use crate::rules::data::{
    After, AllRules, Attack, Moves, Phases, Rule, RuleContext, RuleEnd, RuleError, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::state::{Color, Effect, Effects, Move, MoveKind, Piece};

// Foreign moves (`rules.use.foreign-moves`): each move has a second half with an enemy piece.
//
// The second half is an effect, so a move has one form for each possible step. If the step requires
// a promotion, the owner promotes the piece at the beginning of its next turn, as an extra move. The
// first half must leave the royal pieces safe; pieces exposed by the second half may be captured.

/// The rule `rules.use.foreign-moves`.
pub(in crate::rules::builtin) struct ForeignMoves {
    /// The pieces that the opponent moves.
    who: Kinds,
    /// Their steps, from the owner's view.
    lines: Vec<Line>,
    /// The steps as written in the definition.
    text: String,
    /// Whether the second half is optional.
    optional: bool,
    /// Whether the first move of the game has a second half.
    at_first: bool,
    /// Whether the game has check.
    has_checks: bool,
}

impl BuiltinRule for ForeignMoves {
    const NAME: &'static str = "foreign-moves";
    const SETTINGS: Setting = keys! {
        /// The pieces that the other side moves; required.
        "who" => BySide(&Pieces),
        /// The moves, from the owner's view: leaps and rides such as `'fW'` for a step forwards;
        /// required.
        "lines" => Text,
        /// The second half is optional; by default it must be made if possible.
        "optional" => Flag,
        /// Whether the first move of the game has a second half; `true` by default.
        "first-move" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<ForeignMoves, RuleError> {
        let lines = settings.lines("lines")?.unwrap_or_default();
        let who = Kinds::read(settings, "who")?;
        let (Some(who), false) = (who, lines.is_empty()) else {
            return Err(RuleError::missing(
                "no pieces of the other side can be moved",
                "write pieces and moves: `who = 'pawn'`, `lines = 'fW'` for a step forwards",
            ));
        };
        Ok(ForeignMoves {
            who,
            lines,
            text: settings.text("lines")?.unwrap_or_default().to_owned(),
            optional: settings.flag("optional")?.unwrap_or(false),
            at_first: settings.flag("first-move")?.unwrap_or(true),
            has_checks: false,
        })
    }
}

impl ForeignMoves {
    /// The squares of the pieces of the side to move that must be promoted before it moves.
    fn waiting(&self, at: &RuleContext<'_>) -> Vec<(Square, Piece)> {
        let own = at.board().pieces_of(at.turn());
        let must_promote = |square: Square, piece: Piece| {
            let endings = at.endings(piece, square);
            !endings.is_empty() && endings.iter().all(Option::is_some)
        };
        own.filter(|(square, piece)| self.who.contains(*piece) && must_promote(*square, *piece))
            .collect()
    }

    /// The steps that a side may make with enemy pieces.
    fn steps(&self, after: &RuleContext<'_>, us: Color) -> Vec<Effect> {
        let mut steps = Vec::new();
        for (from, piece) in after.board().pieces_of(us.opponent()) {
            if !self.who.contains(piece) {
                continue;
            }
            for line in &self.lines {
                let squares = line.squares(after.shape(), from, piece.color.perspective());
                let free = squares.take_while(|to| *to != from && after.is_empty(*to));
                let most = if line.rides { usize::MAX } else { 1 };
                steps.extend(free.take(most).map(|to| Effect::Shift { from, to }));
            }
        }
        steps
    }

    /// Whether moves in the position have a second half.
    fn is_due(&self, at: &RuleContext<'_>) -> bool {
        let is_first = at.setup().fullmove_number <= 1 && at.turn() == at.first_side();
        self.at_first || !is_first
    }

    /// The first half of a move that has a second.
    fn first_half(&self, at: &RuleContext<'_>, mv: &Move) -> Option<Move> {
        let them = at.turn().opponent();
        let is_step = |effect: &Effect| match effect {
            Effect::Shift { from, .. } => at
                .board()
                .piece(*from)
                .is_some_and(|piece| piece.color == them && self.who.contains(piece)),
            _ => false,
        };
        let last = mv.effects.iter().rposition(is_step)?;
        let all = mv.effects.as_slice();
        let mut effects = Effects::new();
        effects.extend(all[..last].iter().chain(&all[last + 1..]).cloned());
        Some(Move {
            effects,
            ..mv.clone()
        })
    }
}

/// Whether the move is the promotion of a piece that the opponent has moved.
fn is_promotion_in_place(mv: &Move) -> bool {
    mv.from == mv.to && mv.promotion.is_some()
}

/// Whether a side had royal pieces and has none left.
fn has_lost(at: &RuleContext<'_>, color: Color) -> bool {
    let mut home = at.home().pieces_of(color);
    let mut hand = at.hand(color).iter();
    home.any(|(_, piece)| at.is_royal(piece.role))
        && at.royals(color).next().is_none()
        && !hand.any(|(role, _)| at.is_royal(role))
}

impl Rule for ForeignMoves {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.has_checks = all.demand() == RoyalRule::Check;
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::OFFER | Phases::EFFECT | Phases::FORBID | Phases::REMEMBER | Phases::END
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        for (square, piece) in self.waiting(at) {
            for role in at.endings(piece, square).into_iter().flatten() {
                let mut mv = Move::walk(piece, square, square);
                mv.promotion = Some(role);
                mv.from_hand = is_from_hand(at.def(), piece, role);
                moves.push(mv);
            }
        }
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        if !self.is_due(at) || !self.waiting(at).is_empty() {
            moves.push(mv);
            return;
        }
        let us = at.turn();
        let steps = {
            let relocated = at.relocated(&mv);
            let after = relocated.position();
            // The game is over.
            if has_lost(&after, us.opponent()) || after.has_captured_king() {
                Vec::new()
            } else {
                self.steps(&after, us)
            }
        };
        if self.optional || steps.is_empty() {
            moves.push(mv.clone());
        }
        for step in steps {
            let mut mv = mv.clone();
            mv.effects.push(step);
            moves.push(mv);
        }
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        if !self.waiting(at).is_empty() {
            return !is_promotion_in_place(mv);
        }
        self.first_half(at, mv)
            .is_some_and(|half| !at.is_safe(&half))
    }

    fn excuses(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        if self.waiting(at).is_empty() {
            self.first_half(at, mv).is_some()
        } else {
            is_promotion_in_place(mv)
        }
    }

    fn prolongs(&self, before: &RuleContext<'_>, mv: &Move) -> bool {
        is_promotion_in_place(mv) && !self.waiting(before).is_empty()
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        // In games played to the capture of royal pieces, that rule ends the game.
        if !self.has_checks {
            return None;
        }
        // Without such a piece, this rule has exposed no royal piece.
        let (home, board) = (at.home().pieces(), at.board().pieces());
        if !home.chain(board).any(|(_, piece)| self.who.contains(piece)) {
            return None;
        }
        let loser = Color::ALL.into_iter().find(|color| has_lost(at, *color))?;
        Some(RuleEnd::win(loser.opponent(), "king-captured"))
    }

    fn words(&self) -> Vec<String> {
        let may = if self.optional {
            "may then move"
        } else {
            "then moves"
        };
        let possible = if self.optional {
            ""
        } else {
            ", if that is possible"
        };
        let who = self.who.words();
        let mut words = vec![format!(
            "A player who has moved {may} {who} of the other side to an empty square (by `{}`, as its owner \
             sees the board){possible}; nothing is captured by that.",
            self.text
        )];
        if !self.at_first {
            words.push("The first move of the game is made without it.".to_owned());
        }
        words.push(
            "A piece that must promote after such a move is promoted by its owner, at the beginning of the owner's \
             next turn."
                .to_owned(),
        );
        if self.has_checks {
            words.push(
                "Only the move itself must leave one's royal pieces safe. A side whose royal piece is captured, \
                 because the other side's piece has opened a line or attacks it itself, has lost."
                    .to_owned(),
            );
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        self.who
            .doubts("who", "no piece is moved by the other side")
    }
}

// Transfer between boards, as in Alice Chess (`rules.use.transfer`).
//
// The board consists of equal boards next to or above each other. No move leads from one to
// another; after its move, a piece is transferred to the same square of the next board, which must
// be empty. A move must be legal on its board and after the transfer.

/// The rule `rules.use.transfer`.
pub(in crate::rules::builtin) struct Transfer {
    boards: Boards,
    /// The number of boards.
    number: u8,
    who: Kinds,
    /// Whether a piece may stay on its board.
    optional: bool,
}

/// The arrangement of the boards.
#[derive(Clone, Copy)]
enum Boards {
    /// Next to each other, with this number of files each.
    Files(u8),
    /// Above each other, with this number of ranks each.
    Ranks(u8),
}

impl BuiltinRule for Transfer {
    const NAME: &'static str = "transfer";
    const SETTINGS: Setting = keys! {
        /// The number of files of each board, for boards side by side. Either this or `ranks` is
        /// required.
        "files" => Number,
        /// The number of ranks of each board, for boards above one another. Either this or `files`
        /// is required.
        "ranks" => Number,
        /// The pieces that change to the next board; all by default.
        "who" => BySide(&Pieces),
        /// The change is optional.
        "optional" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Transfer, RuleError> {
        let size = |key: &str, all: u8| {
            let Some(size) = settings.whole(key, 1, i32::from(all))? else {
                return Ok(None);
            };
            let size = size as u8;
            if !all.is_multiple_of(size) {
                let message = format!(
                    "the board's {all} {key} cannot be divided into boards of {size} {key}"
                );
                return Err(settings.error(key, message));
            }
            Ok(Some(size))
        };
        let shape = settings.shape();
        let unit = shape.unit();
        let sizes = (
            size("files", shape.files() / unit)?,
            size("ranks", shape.ranks() / unit)?,
        );
        let boards = match sizes {
            (Some(files), None) => Boards::Files(files * unit),
            (None, Some(ranks)) => Boards::Ranks(ranks * unit),
            (Some(_), Some(_)) => {
                let error =
                    RuleError::new("boards are side by side or above one another, not both");
                return Err(error.with_help("remove one of `files` and `ranks`"));
            }
            (None, None) => {
                let help = "write `files = 8` for boards of eight files side by side";
                return Err(RuleError::missing(
                    "the size of the boards is missing",
                    help,
                ));
            }
        };
        let number = match boards {
            Boards::Files(files) => shape.files() / files,
            Boards::Ranks(ranks) => shape.ranks() / ranks,
        };
        Ok(Transfer {
            boards,
            number,
            who: Kinds::or_all(settings, "who")?,
            optional: settings.flag("optional")?.unwrap_or(false),
        })
    }
}

impl Boards {
    /// The index of the board of a square.
    fn of(self, shape: &BoardShape, square: Square) -> u8 {
        match self {
            Boards::Files(files) => shape.file_of(square) / files,
            Boards::Ranks(ranks) => shape.rank_of(square) / ranks,
        }
    }

    /// The same square a number of boards further, cyclically.
    fn further(self, shape: &BoardShape, square: Square, boards: u8) -> Option<Square> {
        let moved = |number: u8, size: u8, all: u8| {
            let sum = u32::from(number) + u32::from(size) * u32::from(boards);
            (sum % u32::from(all)) as u8
        };
        let (file, rank) = (shape.file_of(square), shape.rank_of(square));
        match self {
            Boards::Files(files) => shape.at(moved(file, files, shape.files()), rank),
            Boards::Ranks(ranks) => shape.at(file, moved(rank, ranks, shape.ranks())),
        }
    }
}

impl Transfer {
    /// Whether a move stays on one board, as it must before the transfer.
    fn is_on_one_board(&self, shape: &BoardShape, mv: &Move) -> bool {
        let board = self.boards.of(shape, mv.from);
        let shifts = mv.shifts.iter().flat_map(|(from, to)| [from, to]);
        let squares = [&mv.to].into_iter().chain(&mv.captures).chain(&mv.converts);
        squares
            .chain(shifts)
            .all(|square| self.boards.of(shape, *square) == board)
    }

    /// The move with its targets a number of boards further; `None` if squares are missing.
    fn shifted(&self, shape: &BoardShape, mv: &Move, boards: u8) -> Option<Move> {
        let further = |square: Square| self.boards.further(shape, square, boards);
        let mut shifted = mv.clone();
        shifted.to = further(mv.to)?;
        shifted.marks = mv.marks.iter().copied().filter_map(further).collect();
        if mv.kind == MoveKind::Castle {
            for (_, to) in &mut shifted.shifts {
                *to = further(*to)?;
            }
        }
        Some(shifted)
    }

    /// The move with the transfer, if the squares on the next board are empty.
    fn transferred(&self, at: &RuleContext<'_>, mv: &Move) -> Option<Move> {
        let mv = self.shifted(at.shape(), mv, 1)?;
        let partners = mv.shifts.iter().filter(|_| mv.kind == MoveKind::Castle);
        let mut squares = partners.map(|(_, to)| *to).chain([mv.to]);
        squares.all(|square| at.is_empty(square)).then_some(mv)
    }

    /// The move before its transfer, if it has one.
    fn untransferred(&self, shape: &BoardShape, mv: &Move) -> Option<Move> {
        let is_transferred = mv.kind != MoveKind::Drop
            && self.boards.of(shape, mv.from) != self.boards.of(shape, mv.to);
        let back = self.number - 1;
        is_transferred
            .then(|| self.shifted(shape, mv, back))
            .flatten()
    }
}

impl Rule for Transfer {
    fn phases(&self) -> Phases {
        Phases::EFFECT | Phases::FORBID | Phases::BAR_ATTACKS
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        if mv.kind == MoveKind::Drop {
            moves.push(mv);
            return;
        }
        if !self.is_on_one_board(at.shape(), &mv) {
            return;
        }
        let goes =
            self.number > 1 && mv.from != mv.to && mv.mover_stays() && self.who.contains(mv.piece);
        if goes {
            moves.extend(self.transferred(at, &mv));
        }
        if !goes || self.optional {
            moves.push(mv);
        }
    }

    fn arrives_first(&self, shape: &BoardShape, mv: &Move) -> Option<Square> {
        self.untransferred(shape, mv).map(|before| before.to)
    }

    /// The squares of a castling path are on one board; `forbids` tests them.
    fn excuses(&self, at: &RuleContext<'_>, mv: &Move) -> bool {
        mv.kind == MoveKind::Castle && self.untransferred(at.shape(), mv).is_some()
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, after: &After<'_>) -> bool {
        let shape = at.shape();
        let Some(before) = self.untransferred(shape, mv) else {
            return false;
        };
        let us = mv.piece.color;
        if mv.kind == MoveKind::Castle {
            return !at.is_safe(&before) || after.position().is_check(us);
        }
        let moment = at.after(&before);
        let moment = moment.position();
        let board = self.boards.of(shape, mv.from);
        let mut royals = moment
            .royals(us)
            .filter(|royal| self.boards.of(shape, *royal) == board);
        moment.is_check(us) && royals.any(|royal| moment.is_attacked(royal, us.opponent()))
    }

    fn attack(&self, at: &RuleContext<'_>, _: Piece, from: Square, target: Square) -> Attack {
        let [from, target] = [from, target].map(|square| self.boards.of(at.shape(), square));
        Attack::never_if(from != target)
    }

    fn words(&self) -> Vec<String> {
        let number = self.number;
        let boards = match self.boards {
            Boards::Files(files) => format!("{number} boards of {files} files each, side by side"),
            Boards::Ranks(ranks) => {
                format!("{number} boards of {ranks} ranks each, above one another")
            }
        };
        let goes = if self.optional { "may go" } else { "goes" };
        let goes = format!(
            "that has moved {goes} to the same square of the next board, which must be empty; the first board \
             follows the last."
        );
        vec![
            format!("The board is made of {boards}. No move leads from one to another by itself."),
            self.who.sentence(&goes),
            "A move must be legal on the board on which it is made, and again after the transfer. Castling \
             partners are transferred, too."
                .to_owned(),
        ]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let who = self.who.doubts("who", "no piece changes boards");
        let is_alone = (self.number == 1)
            .then(|| RuleFinding::new("only one board exists, so no piece changes boards"));
        who.into_iter().chain(is_alone).collect()
    }
}
