//! The letters of one leg, sorted by function.

use crate::source::codes;
use crate::syntax::betza::ast::Letter;

use super::{Place, Resolver};

/// The letters of one leg, sorted by function.
#[derive(Default, Clone, Debug)]
pub(super) struct Letters {
    /// Direction letters in runs of adjacent letters, which may form pairs; on continuation legs also `z` and `q`.
    pub(super) directions: Vec<Vec<Letter>>,
    /// `a` on a later leg of a bracket.
    pub(super) again: Option<Letter>,
    /// `z` and `q` on a first leg.
    pub(super) curve: Vec<Letter>,
    pub(super) modes: Vec<Letter>,
    pub(super) i: Vec<Letter>,
    pub(super) n: Vec<Letter>,
    pub(super) j: Vec<Letter>,
    pub(super) o: Vec<Letter>,
    pub(super) u: Option<Letter>,
    pub(super) t: Option<Letter>,
}

impl Letters {
    pub(super) fn mode(&self, letter: char) -> bool {
        self.mode_letter(letter).is_some()
    }

    pub(super) fn any_mode(&self, letters: &str) -> bool {
        self.modes.iter().any(|mode| letters.contains(mode.char))
    }

    pub(super) fn mode_letter(&self, letter: char) -> Option<Letter> {
        self.modes.iter().copied().find(|mode| mode.char == letter)
    }

    /// All direction letters.
    pub(super) fn all_directions(&self) -> impl Iterator<Item = Letter> + '_ {
        self.directions.iter().flatten().copied()
    }
}

impl Resolver<'_> {
    pub(super) fn sort_letters(&mut self, group: &[Letter], place: Place) -> Letters {
        let mut sorted = Letters::default();
        let mut in_run = false;
        let mut rest = group;
        while let Some((letter, behind)) = rest.split_first() {
            rest = behind;
            if let ('h', [second @ Letter { char: 'h', .. }, behind @ ..]) = (letter.char, rest) {
                self.halfling(*letter, *second);
                rest = behind;
                continue;
            }
            // Clause `dir.adjacent`: only adjacent directions form pairs.
            let was_in_run = std::mem::take(&mut in_run);
            match letter.char {
                'z' | 'q' if place.first => sorted.curve.push(*letter),
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' | 'z' | 'q' => {
                    match sorted.directions.last_mut() {
                        Some(run) if was_in_run => run.push(*letter),
                        _ => sorted.directions.push(vec![*letter]),
                    }
                    in_run = true;
                }
                'm' | 'c' | 'd' | 'e' | 'k' | 'p' | 'g' | 'y' | 'x' => {
                    if sorted.mode(letter.char) {
                        self.doubled_mode(*letter);
                    } else {
                        sorted.modes.push(*letter);
                    }
                }
                'a' => sorted.again = Some(*letter),
                'i' => sorted.i.push(*letter),
                'n' => sorted.n.push(*letter),
                'j' => sorted.j.push(*letter),
                'o' => sorted.o.push(*letter),
                'u' => sorted.u = Some(*letter),
                't' => sorted.t = Some(*letter),
                _ => self.report(
                    codes::UNKNOWN_MODIFIER,
                    letter.span,
                    format!("`{}` is not a modifier", letter.char),
                ),
            }
        }
        sorted
    }

    fn halfling(&mut self, first: Letter, second: Letter) {
        self.report_with_help(
            codes::FOREIGN_HALFLING,
            first.span.to(second.span),
            "`hh` is the halfling prefix of vitalline's notation, not XBetza",
            "XBetza has no slider up to half of the distance to the edge",
        );
    }

    fn doubled_mode(&mut self, letter: Letter) {
        if letter.char == 'c' {
            self.report_with_help(
                codes::DOUBLED_CAPTURE,
                letter.span,
                "`c` is written twice on one leg",
                "write a capture without moving as a leg back, as in `cabN`",
            );
        } else {
            self.report(
                codes::USELESS_MODIFIER,
                letter.span,
                format!("`{}` is written twice on one leg", letter.char),
            );
            self.propose(letter.span, "");
        }
    }
}
