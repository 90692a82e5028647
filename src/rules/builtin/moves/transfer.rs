//! Transfer between boards, as in Alice Chess: `rules.transfer`.
//!
//! The board consists of equal boards next to or above each other. No move leads from one to
//! another; after its move, a piece is transferred to the same square of the next board, which must
//! be empty. A move must be legal on its board and after the transfer.

use crate::definition::{Setting, VariantDef, keys};
use crate::geometry::{BoardShape, Square};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::Kinds;
use crate::rules::data::{After, Attack, Moves, Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::state::{Move, MoveKind, Piece};

/// The rule `rules.transfer`.
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
        /// The number of files of each board, for boards side by side.
        "files" => Number,
        /// The number of ranks of each board, for boards above one another.
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
            _ => {
                let error = RuleError::new("the size of the boards is missing");
                return Err(
                    error.with_help("write `files = 8` for boards of eight files side by side")
                );
            }
        };
        let number = match boards {
            Boards::Files(files) => shape.files() / files,
            Boards::Ranks(ranks) => shape.ranks() / ranks,
        };
        Ok(Transfer {
            boards,
            number,
            who: Kinds::read(settings, "who")?.unwrap_or_else(|| Kinds::all(settings)),
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
        if from == target {
            Attack::AsItMoves
        } else {
            Attack::Never
        }
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
