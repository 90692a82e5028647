//! Shoves: pieces that shove rows of others ahead of them: `rules.use.shoves`.
//!
//! A piece that moves in a straight line continues over occupied squares as long as it is strong
//! enough to shove the row in front of it one square with each of its steps. If a piece that has
//! just moved may not be shoved back, the FEN field `came` has the squares of the latest move.

use crate::definition::{MoveDef, RoyalRule, Setting, VariantDef, keys};
use crate::geometry::{BoardShape, Offset, Square, Wrap, Zone};
use crate::movement::{Curve, Initial, Inside, Pattern, Range, Turn, Walk};
use crate::rules::builtin::parts::{BuiltinRule, Kinds, Sides, name_of};
use crate::rules::data::{
    After, AllRules, Attack, Moves, Phases, Rule, RuleContext, RuleError, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{joined, with_article};
use crate::state::{Move, MoveKind, Piece, Role, RuleState};

/// The rule `rules.use.shoves`.
pub(in crate::rules::builtin) struct Shoves {
    /// By kind, the number of pieces that it shoves, and the lines along which it moves.
    strength: Vec<(Role, usize, Vec<Ray>)>,
    /// The pieces that may be the first of a row.
    first: Kinds,
    /// The sides whose pieces may be the first of a row.
    first_side: Sides,
    /// Whether a piece of the mover's side after the first ends a row instead of being shoved with it.
    own_blocks: bool,
    /// Whether a piece shoved against such an own piece is captured.
    crush: bool,
    /// Whether the last piece of a row may be shoved off the board.
    off_board: bool,
    /// Whether the mover stops after its first step that shoves.
    one_step: bool,
    /// Whether a piece that could be shoved cannot be captured by the same move.
    instead: bool,
    /// Whether a piece that has just moved may be shoved back to its origin.
    returning: bool,
    /// Whether the description states that royal pieces are not shoved off the board, in games with check.
    royal_stay: bool,
    /// The shoving pieces in words.
    who: String,
}

/// A line along which a piece moves.
struct Ray {
    step: Offset,
    most: usize,
    wrap: Wrap,
    from: Option<Zone>,
    to: Option<Zone>,
}

impl BuiltinRule for Shoves {
    const NAME: &'static str = "shoves";
    const FIELD: &'static str = "came";
    const SETTINGS: Setting = keys! {
        /// By piece, the number of pieces in a row that it can shove; required.
        "strength" => ByPiece(&Number),
        /// The side of the first piece of a row: the `'enemy'`, the default, `'own'` side or `'any'`;
        /// the other pieces can be of either side.
        "first-side" => Words(&Sides::NAMES),
        /// The pieces that can be the first of a row; all non-royal pieces by default.
        "first" => BySide(&Pieces),
        /// A piece of the mover's own side after the first one is not shoved, and ends the row.
        "own-blocks" => Flag,
        /// The last piece of a row is captured if such a friendly piece stands behind it.
        "crush" => Flag,
        /// The last piece of a row can be shoved off the board, which captures it; royal pieces
        /// cannot in games with check.
        "off-board" => Flag,
        /// The piece stops when it has shoved one square.
        "one-step" => Flag,
        /// A move does not capture pieces that it can shove.
        "instead" => Flag,
        /// Whether a piece that the other side has just moved can be shoved back to its origin;
        /// `true` by default.
        "returning" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Shoves, RuleError> {
        let most = |table: &RuleSettings<'_>, key: &str| table.whole(key, 1, 1000);
        let strength = settings.by_piece("strength", most)?;
        let Some(strength) = strength.filter(|strength| !strength.is_empty()) else {
            return Err(RuleError::missing(
                "no piece has a `strength`, so nobody shoves",
                "write the number of pieces in a row that each can shove: `strength = { rook = 2 }`",
            ));
        };
        let def = settings.def();
        let flag = |key, default| settings.flag(key).map(|flag| flag.unwrap_or(default));
        let words = strength.iter().map(|(role, most)| {
            let number = if *most == 1 {
                "one piece".to_owned()
            } else {
                format!("up to {most} pieces")
            };
            format!("{} {number}", with_article(name_of(def, *role)))
        });
        let who = joined(words, ", ");
        let rays = |role: Role| {
            let piece = def.piece(role.into());
            piece.map_or_else(Vec::new, |(_, piece)| {
                piece.moves.iter().flat_map(rays).collect()
            })
        };
        Ok(Shoves {
            who,
            strength: (strength.into_iter())
                .map(|(role, most)| (role, most as usize, rays(role)))
                .collect(),
            first: Kinds::or_common(settings, "first")?,
            first_side: Sides::read(settings, "first-side")?.unwrap_or(Sides::Enemy),
            own_blocks: flag("own-blocks", false)?,
            crush: flag("crush", false)?,
            off_board: flag("off-board", false)?,
            one_step: flag("one-step", false)?,
            instead: flag("instead", false)?,
            returning: flag("returning", true)?,
            royal_stay: false,
        })
    }
}

/// The straight lines of steps or leaps in a part of a piece's movement.
fn rays(def: &MoveDef) -> Vec<Ray> {
    let walks = def
        .movement
        .patterns()
        .iter()
        .filter_map(|pattern| match pattern {
            Pattern::Walk(walk) => straight(walk),
            _ => None,
        });
    let ray = |(step, most, wrap)| Ray {
        step,
        most,
        wrap,
        from: def.from.clone(),
        to: def.to.clone(),
    };
    walks.flatten().map(ray).collect()
}

fn straight(walk: &Walk) -> Option<Vec<(Offset, usize, Wrap)>> {
    let [leg] = &walk.legs[..] else {
        return None;
    };
    let most = match leg.range {
        Range::UpTo(most) => usize::from(most),
        Range::Unlimited => usize::MAX,
        _ => return None,
    };
    let is_plain = walk.initial == Initial::Any
        && walk.repeat.is_none()
        && leg.skip == 0
        && leg.inside == Inside::Anything
        && leg.curve == Curve::Straight
        && !(leg.edge || leg.iso || leg.unload || leg.relay);
    let Turn::Absolute(headings) = &leg.turn else {
        return None;
    };
    let headings = headings.intersection(leg.owned);
    let rays = headings
        .iter()
        .map(|heading| (leg.step.offset(heading), most, leg.wrap));
    is_plain.then(|| rays.collect())
}

/// The squares of a line during a shove, with the pieces on them and their origins.
struct Row {
    squares: Vec<Square>,
    stands: Vec<Option<(Square, Piece)>>,
    /// The index of the mover's square; `None` at the beginning.
    mover: Option<usize>,
    /// The captured pieces.
    gone: Vec<Square>,
    /// Whether any piece has been shoved.
    shoved: bool,
}

impl Shoves {
    fn find(&self, role: Role) -> Option<(usize, &[Ray])> {
        let found = self.strength.iter().find(|(known, ..)| *known == role);
        found.map(|(_, most, rays)| (*most, rays.as_slice()))
    }

    fn may_be_first(&self, mover: Piece, piece: Piece, is_met: bool) -> bool {
        let of = self.first_side.contain(mover.color, piece.color);
        // The side matters only for the first row that the mover meets.
        (is_met || of) && self.first.contains(piece)
    }

    /// Makes one step of the mover; `None` if it cannot continue.
    fn step(&self, at: &RuleContext<'_>, mover: Piece, most: usize, row: &mut Row) -> Option<()> {
        let next = row.mover.map_or(0, |place| place + 1);
        let square = *row.squares.get(next)?;
        // A square whose piece has been shoved away is free; one that never had a piece and is not empty is a wall.
        let is_free = |square: Square| at.is_empty(square) || at.piece(square).is_some();
        let Some((_, first)) = row.stands[next] else {
            is_free(square).then(|| row.mover = Some(next))?;
            return Some(());
        };
        if !self.may_be_first(mover, first, row.shoved) {
            return None;
        }
        let stands = |piece: Option<(Square, Piece)>| {
            piece.is_some_and(|(_, piece)| self.own_blocks && piece.color == mover.color)
        };
        let behind = row.stands[next + 1..].iter();
        let others = behind
            .take_while(|piece| piece.is_some() && !stands(**piece))
            .count();
        if others + 1 > most {
            return None;
        }
        let last = next + others;
        let (victim, piece) = row.stands[last]?;
        let behind = row.stands.get(last + 1);
        let goes = behind == Some(&None);
        let may_go = match behind {
            Some(None) => is_free(row.squares[last + 1]),
            Some(Some(_)) => self.crush && !at.is_royal(piece.role),
            None => self.off_board && !at.is_royal(piece.role),
        };
        if !may_go {
            return None;
        }
        if !goes {
            row.gone.push(victim);
        }
        let end = last + usize::from(goes);
        row.stands[next..=end].rotate_right(1);
        row.stands[next] = None;
        row.mover = Some(next);
        row.shoved = true;
        Some(())
    }

    /// The moves of a piece along a line that shove others.
    fn along(
        &self,
        at: &RuleContext<'_>,
        (from, mover): (Square, Piece),
        (most, ray): (usize, &Ray),
    ) -> Vec<Move> {
        let owner = mover.color.perspective();
        let mut found = Vec::new();
        if ray
            .from
            .as_ref()
            .is_some_and(|zone| !zone.contains(from, owner))
        {
            return found;
        }
        let step = |square: &Square| at.shape().step(*square, ray.step, owner, ray.wrap);
        let squares = std::iter::successors(step(&from), step);
        // A closed line ends at its beginning.
        let squares = squares.take_while(|square| *square != from);
        let squares: Vec<Square> = squares.take(at.shape().squares().count()).collect();
        let stands = squares
            .iter()
            .map(|square| Some((*square, at.piece(*square)?)));
        let mut row = Row {
            stands: stands.collect(),
            squares,
            mover: None,
            gone: Vec::new(),
            shoved: false,
        };
        for _ in 0..ray.most.min(row.squares.len()) {
            if self.step(at, mover, most, &mut row).is_none() {
                break;
            }
            let to = row.mover.map(|place| row.squares[place]);
            let Some(to) = to.filter(|_| row.shoved) else {
                continue;
            };
            if ray.to.as_ref().is_none_or(|zone| zone.contains(to, owner))
                && !self.sends_back(at, &row)
            {
                found.push(row.as_move(mover, from, to));
            }
            if self.one_step {
                break;
            }
        }
        found
    }

    /// Whether the piece of the opponent's latest move is shoved back to its origin.
    fn sends_back(&self, at: &RuleContext<'_>, row: &Row) -> bool {
        let [from, to] = [0, 1].map(|index| at.state().number(index));
        if self.returning || from == to {
            return false;
        }
        let mut stands = row.squares.iter().zip(&row.stands);
        stands.any(|(square, piece)| {
            let origin = piece.map(|(origin, _)| origin.index() as i64);
            origin == Some(to) && square.index() as i64 == from
        })
    }

    /// The shoves of the piece on a square.
    fn shoves(&self, at: &RuleContext<'_>, from: Square, piece: Piece) -> Vec<Move> {
        let Some((most, rays)) = self.find(piece.role) else {
            return Vec::new();
        };
        let mut moves: Vec<Move> = Vec::new();
        for ray in rays {
            for mv in self.along(at, (from, piece), (most, ray)) {
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
        }
        moves
    }
}

impl Row {
    fn as_move(&self, mover: Piece, from: Square, to: Square) -> Move {
        let mut mv = Move::walk(mover, from, to);
        let stands = self.squares.iter().zip(&self.stands);
        // The farthest piece comes first, so that each target is empty.
        for (square, piece) in stands.rev() {
            if let Some((origin, _)) = piece
                && origin != square
            {
                mv.shifts.push((*origin, *square));
            }
        }
        mv.captures.extend_from_slice(&self.gone);
        mv.captures.sort_unstable();
        mv
    }
}

/// Whether two moves of a piece have the same target, captures and relocations.
fn does_the_same(one: &Move, other: &Move) -> bool {
    one.to == other.to && one.captures == other.captures && one.shifts == other.shifts
}

impl Rule for Shoves {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.royal_stay = all.demand() == RoyalRule::Check;
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::OFFER | Phases::FORBID | Phases::REMEMBER | Phases::ATTACK
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        for (from, piece) in at.board().pieces_of(at.turn()) {
            let mut shoves = self.shoves(at, from, piece);
            // Shoving the adjacent piece off the board equals its capture, which is already a move.
            if shoves.iter().any(|mv| mv.captures.contains(&mv.to)) {
                let walks = at.walks(from);
                shoves.retain(|mv| !walks.iter().any(|walk| does_the_same(walk, mv)));
            }
            moves.extend(shoves);
        }
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        if !self.instead || mv.kind != MoveKind::Normal || !mv.captures.contains(&mv.to) {
            return false;
        }
        let shoves = self.shoves(at, mv.from, mv.piece);
        let is_shove = shoves.iter().any(|shove| does_the_same(shove, mv));
        !is_shove && shoves.iter().any(|shove| shove.to == mv.to)
    }

    fn remember(&self, _: &RuleContext<'_>, mv: &Move, _: &RuleContext<'_>) -> Option<RuleState> {
        if self.returning {
            return None;
        }
        let way = [mv.from, mv.to].map(|square| square.index() as i64);
        Some(RuleState::new(if mv.from == mv.to {
            Vec::new()
        } else {
            way.to_vec()
        }))
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        // For an empty square the answer is unknown; tests for check put the king there.
        let stands = at.piece(target);
        if stands.is_none_or(|piece| at.is_royal(piece.role)) {
            return Attack::AsItMoves;
        }
        let shoves = self.shoves(at, from, piece);
        if shoves.iter().any(|mv| mv.captures.contains(&target)) {
            Attack::Also
        } else {
            Attack::never_if(self.instead && shoves.iter().any(|mv| mv.to == target))
        }
    }

    fn repeats(&self, _: &RuleState, _: &RuleState) -> bool {
        true
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        let squares = state.numbers().iter();
        let names = squares.map(|number| shape.name(Square::new(*number as u16)));
        names.collect()
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        let starts = text.char_indices().skip(1);
        let mut splits = starts.filter(|(_, char)| char.is_alphabetic());
        let squares = splits.find_map(|(at, _)| {
            let (from, to) = text.split_at(at);
            Some([shape.parse(from)?, shape.parse(to)?])
        })?;
        Some(RuleState::new(squares.map(|square| square.index() as i64)))
    }

    fn words(&self) -> Vec<String> {
        let whose = self.first_side.words("its");
        let mut words = vec![
            format!("These pieces shove others in a row: {}.", self.who),
            format!(
                "When such a piece moves in a straight line and meets {} {whose}, it may continue, and shoves the row \
                 in front of it by one square with each step.",
                self.first.words()
            ),
        ];
        if self.own_blocks {
            words.push(format!(
                "After the first one, a piece of the mover's own side is not shoved{}.",
                if self.crush {
                    ": a piece that is shoved against it is captured"
                } else {
                    ""
                }
            ));
        }
        if self.one_step {
            words.push("It stops after shoving one square.".to_owned());
        }
        words.push(if self.off_board {
            let royal = if self.royal_stay {
                ", unless it is royal"
            } else {
                ""
            };
            format!(
                "The last piece of a row may be shoved off the board{royal}, and is captured so."
            )
        } else {
            "No piece is shoved off the board.".to_owned()
        });
        if self.instead {
            words.push("A move does not capture a piece that it can shove.".to_owned());
        }
        if !self.returning {
            words.push(
                "A piece that has just moved may not be shoved back to its origin.".to_owned(),
            );
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut found = self.first.doubts("first", "no piece is shoved");
        if self.strength.iter().all(|(.., rays)| rays.is_empty()) {
            let message = "none of these pieces moves in a straight line";
            found.push(RuleFinding::new(message).about("strength"));
        }
        if self.crush && !self.own_blocks {
            let message = "no piece is shoved against a friendly piece, because friendly pieces are also shoved";
            let finding = RuleFinding::new(message).about("crush");
            found.push(finding.with_help("write `own-blocks = true`"));
        }
        found
    }
}
