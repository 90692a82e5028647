//! Rules from the values of royal pieces, and checks of kings and castling.

use crate::definition::phrases::squares as squares_text;
use crate::definition::rules::{CastlingRules, Verdict};
use crate::definition::{PieceId, PieceSet, RoyalGuard, RuleTable, RuleValue, RulesDef};
use crate::geometry::{Perspective, SquareSet};
use crate::source::{Span, codes};
use crate::syntax::fairy_max::PieceLine;

use super::game::{Findings, Reader, SIDES, role_of};
use super::roles::Role;
use super::steps::Route;

/// The name of a game with gating.
pub(super) const GATING: &str = "seirawan";

/// The piece types in hand in that game, by index.
pub(super) const GATED: [usize; 2] = [8, 9];

/// The value below which royal pieces cannot be captured.
const IRON: i32 = -665;

impl Reader<'_> {
    pub(super) fn rules(&self, name: &str, roles: &[Role], out: &mut Findings) -> RulesDef {
        let royals: Vec<usize> = (0..self.piece_types.len())
            .filter(|piece_type| {
                self.piece_types[*piece_type].is_royal()
                    && self
                        .arrays
                        .iter()
                        .any(|array| array.contains(&Some(*piece_type)))
            })
            .collect();
        let mut guard = RoyalGuard::Every;
        for piece_type in royals {
            let one = &self.piece_types[piece_type];
            let n_most = self
                .arrays
                .iter()
                .map(|array| {
                    array
                        .iter()
                        .filter(|other| **other == Some(piece_type))
                        .count()
                })
                .max();
            if one.value < -2 || one.value == -2 && n_most > Some(1) {
                let mine = if piece_type + 1 >= 8 {
                    RoyalGuard::AllButOne
                } else {
                    RoyalGuard::Last
                };
                if guard != RoyalGuard::Every && guard != mine {
                    let message = "royal pieces with numbers up to 7 and from 8 follow different \
                                   rules; here both follow those of the later one";
                    out.report(codes::DOUBTFUL_IMPORT, one.line.span, message);
                }
                guard = mine;
            }
            if one.value < IRON {
                let message = format!(
                    "in Fairy-Max a royal piece with a value below {IRON} cannot be captured or checked; here it can"
                );
                out.report(codes::NOT_CARRIED_OVER, one.line.value.span, message);
            }
        }
        let loses = self
            .piece_types
            .get(8)
            .is_some_and(|piece_type| piece_type.value == -2);
        let mut rules = RulesDef {
            ..RulesDef::default()
        }
        .with_stalemate(if loses { Verdict::Loss } else { Verdict::Draw })
        .with_move_limit(50)
        .with_guard(guard);
        self.special(name, &mut rules, roles, out);
        rules
    }

    /// Sets the rules of special values and of the name of the game.
    fn special(&self, name: &str, rules: &mut RulesDef, roles: &[Role], out: &mut Findings) {
        if self
            .piece_types
            .get(2)
            .is_some_and(|piece_type| piece_type.value == -2)
        {
            let [white, black] = SIDES.map(|side| {
                let number = self.role_number(roles, side, 2);
                let role = number.and_then(|number| roles.get(number.index()));
                role.map_or(RuleValue::Flag(false), |role| {
                    RuleValue::Text(role.name.clone())
                })
            });
            rules.put("goal", self.hill(white, black));
        }
        if name == GATING && self.piece_types.len() >= GATED.len() + GATED[0] {
            if self.gating(roles).is_some() {
                rules.put("gating", RuleValue::Flag(true).alone());
            } else {
                let label = self.game.label.as_ref();
                out.report(
                    codes::NOT_CARRIED_OVER,
                    label.map_or(self.game.span, |label| label.name.span),
                    "Fairy-Max recognizes this name and lets pieces 9 and 10 be gated in; here they are not, because \
                     king and corner pieces are not on the squares of Seirawan chess",
                );
            }
        }
    }

    /// The number of the piece of a side's piece type.
    pub(super) fn role_number(
        &self,
        roles: &[Role],
        side: Perspective,
        piece_type: usize,
    ) -> Option<PieceId> {
        let role = role_of(roles, &self.piece_types, side, piece_type)?;
        let place = roles.iter().position(|other| other.name == role.name);
        place.map(PieceId::new)
    }

    /// The goal rule for the central squares, with the piece of each side.
    fn hill(&self, white: RuleValue, black: RuleValue) -> RuleTable {
        let middle = RuleValue::Text(squares_text(&self.middle(), self.shape));
        let piece = if white == black {
            white
        } else {
            let sides = [("white".to_owned(), white), ("black".to_owned(), black)];
            RuleValue::Table(sides.into())
        };
        [("piece".to_owned(), piece), ("zone".to_owned(), middle)].into()
    }

    /// The central squares of the board.
    fn middle(&self) -> SquareSet {
        let inside = |length: u8, at: u8| at == (length - 1) / 2 || at == length / 2;
        let shape = self.shape;
        shape
            .squares()
            .filter(|square| {
                inside(shape.files(), shape.file_of(*square))
                    && inside(shape.ranks(), shape.rank_of(*square))
            })
            .collect()
    }

    /// Castling to fixed files with the piece types in the corners, for games with gating, in which the rights record
    /// which pieces have moved.
    pub(super) fn gating(&self, roles: &[Role]) -> Option<CastlingRules> {
        let files = self.shape.files();
        let mut found: Option<(u8, u8)> = None;
        let mut king = [None; 2];
        let mut partners = [PieceSet::NONE; 2];
        for side in SIDES {
            let homes = self.homes(side);
            let (square, piece_type) = homes
                .iter()
                .find(|(_, piece_type)| self.piece_types[*piece_type].is_royal())?;
            let distances = self.piece_types[*piece_type]
                .routes
                .iter()
                .filter_map(|route| match route {
                    Route::Castle { distance, .. } => Some(*distance),
                    Route::Walk(_) => None,
                });
            let place = (self.shape.file_of(*square), distances.max()?);
            if found.is_some_and(|found| found != place) {
                return None;
            }
            found = Some(place);
            king[side as usize] = self.role_number(roles, side, *piece_type);
            let row = &self.arrays[side as usize];
            for corner in [row.first()?, row.last()?] {
                partners[side as usize].insert(self.role_number(roles, side, (*corner)?)?);
            }
        }
        let (file, distance) = found?;
        Some(CastlingRules {
            king,
            partners,
            right_file: file.checked_add(distance).filter(|right| *right < files)?,
            left_file: file.checked_sub(distance)?,
            rank: 0,
            king_file: file,
            right_partner_file: files - 1,
            left_partner_file: 0,
            any_files: false,
            opposite: false,
            dropped: false,
            wins: [[false; 2]; 2],
        })
    }

    pub(super) fn check_royals(&self, out: &mut Findings) {
        for (side, word) in SIDES.into_iter().zip(["White", "Black"]) {
            let has_royal = self.arrays[side as usize]
                .iter()
                .flatten()
                .any(|piece_type| self.piece_types[*piece_type].is_royal());
            if !has_royal {
                let line = [&self.game.white, &self.game.black][side as usize];
                out.report_with_help(
                    codes::NO_ROYAL,
                    line.span,
                    format!("{word} has no royal piece"),
                    "royal pieces have negative values, such as `k:-1`",
                );
            }
        }
    }

    /// Reports castling paths with untested squares: Fairy-Max only tests those next to the corner and next to the
    /// king.
    pub(super) fn check_castling(&self, out: &mut Findings) {
        for side in SIDES {
            for (square, piece_type) in self.homes(side) {
                for route in &self.piece_types[piece_type].routes {
                    let Route::Castle { right, distance } = route else {
                        continue;
                    };
                    let files = i16::from(self.shape.files());
                    let file = i16::from(self.shape.file_of(square));
                    let (sign, corner) = if *right { (1, files - 1) } else { (-1, 0) };
                    let between = (corner - file).abs() - 1;
                    let distance = i16::from(*distance);
                    let looked_at = |step: i16| {
                        step <= 2 || step >= between - 1 || step == distance || step == distance - 1
                    };
                    let line = self.piece_types[piece_type].line;
                    let place = Self::castling_place(line, sign);
                    if between < distance.max(2) {
                        let message = format!(
                            "from {} the corner is too near for this castling",
                            self.shape.name(square)
                        );
                        out.report(codes::DOUBTFUL_IMPORT, place, message);
                    } else if !(1..=between).all(looked_at) {
                        let message = format!(
                            "from {} Fairy-Max does not test whether all squares up to the corner are empty; here \
                             they must be",
                            self.shape.name(square)
                        );
                        out.report(codes::DOUBTFUL_IMPORT, place, message);
                    }
                    if !self.piece_types[piece_type].is_royal() {
                        out.report(
                            codes::DOUBTFUL_IMPORT,
                            place,
                            "in Fairy-Max no castling piece may pass attacked squares; here this applies to royal \
                             pieces",
                        );
                    }
                }
            }
        }
    }

    fn castling_place(line: &PieceLine, sign: i16) -> Span {
        line.steps
            .iter()
            .find(|step| step.mode.value & 15 == 4 && step.vector.value == i32::from(sign))
            .map_or(line.span, |step| step.span)
    }
}
