//! What the values of royal pieces mean, and what is said about kings and castling.

use super::Findings;
use super::reader::{Reader, SIDES};
use super::steps::Route;
use crate::definition::Scores;
use crate::definition::hooks::Hooks;
use crate::definition::variant::{CaptureFate, RoyalGuard, RoyalRule, RulesDef, StalemateRule};
use crate::source::{Span, codes};
use crate::syntax::fairy_max::PieceLine;

/// Royal pieces with a value below this cannot be captured.
const IRON: i32 = -665;

impl Reader<'_> {
    pub(super) fn rules(&self, name: &str, out: &mut Findings) -> RulesDef {
        let royals: Vec<usize> = (0..self.men.len())
            .filter(|man| {
                self.men[*man].is_royal()
                    && self.arrays.iter().any(|array| array.contains(&Some(*man)))
            })
            .collect();
        let mut guard = RoyalGuard::Every;
        for man in royals {
            let one = &self.men[man];
            let n_most = self
                .arrays
                .iter()
                .map(|array| array.iter().filter(|other| **other == Some(man)).count())
                .max();
            if one.value < -2 || one.value == -2 && n_most > Some(1) {
                let mine = if man + 1 >= 8 {
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
                    "a royal piece with a value below {IRON} cannot be captured in the program, \
                     nor given check; here it can"
                );
                out.report(codes::NOT_CARRIED_OVER, one.line.value.span, message);
            }
        }
        if let Some(king) = self.men.get(2).filter(|man| man.value == -2) {
            out.report(
                codes::NOT_CARRIED_OVER,
                king.line.value.span,
                "the value -2 of piece 3 lets a king win that reaches one of the four squares in \
                 the middle",
            );
        }
        if name == "seirawan" {
            out.report(
                codes::NOT_CARRIED_OVER,
                self.game
                    .label
                    .as_ref()
                    .map_or(self.game.span, |label| label.name.span),
                "the program knows this name: pieces 9 and 10 are in hand and may be gated in \
                 behind a man's first move",
            );
        }
        let loses = self.men.get(8).is_some_and(|man| man.value == -2);
        RulesDef {
            royal: RoyalRule::Check,
            guard,
            stalemate: if loses {
                StalemateRule::Loss
            } else {
                StalemateRule::Draw
            },
            captured: CaptureFate::Gone,
            move_limit: Some(50),
            special: None,
            hooks: Hooks::default(),
            scores: Scores::default(),
        }
    }

    pub(super) fn check_royals(&self, out: &mut Findings) {
        for (side, word) in SIDES.into_iter().zip(["White", "Black"]) {
            let has_royal = self.arrays[side as usize]
                .iter()
                .flatten()
                .any(|man| self.men[*man].is_royal());
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

    /// The program looks only at the squares beside the corner and beside the king.
    pub(super) fn check_castling(&self, out: &mut Findings) {
        for side in SIDES {
            for (square, man) in self.homes(side) {
                for route in &self.men[man].routes {
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
                    let line = self.men[man].line;
                    let place = Self::castling_place(line, sign);
                    if between < distance.max(2) {
                        let message = format!(
                            "from {} the corner is too near to castle so far",
                            self.shape.name(square)
                        );
                        out.report(codes::DOUBTFUL_IMPORT, place, message);
                    } else if !(1..=between).all(looked_at) {
                        let message = format!(
                            "from {} the program does not look whether all squares up to the \
                             corner are empty; here they must be",
                            self.shape.name(square)
                        );
                        out.report(codes::DOUBTFUL_IMPORT, place, message);
                    }
                    if !self.men[man].is_royal() {
                        out.report(
                            codes::DOUBTFUL_IMPORT,
                            place,
                            "the program lets no castling piece pass attacked squares; here that \
                             holds for royal ones",
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
