//! Opposing pieces that change sides because of a move beside them: `rules.flip`.

use smallvec::SmallVec;

use super::kinds::Kinds;
use super::{Setting, ShippedRule, keys};
use crate::definition::{Enclosing, ONLY_SETTING, VariantDef};
use crate::geometry::Square;
use crate::rules::around::{AROUND, shifted};
use crate::rules::{
    CustomRule, Phases, RuleContext, RuleError, RuleFinding, RuleSettings, neighbors,
};
use crate::state::{Cell, Color, Effect, Effects, Move, MoveKind, Piece};

/// `rules.flip`.
pub(super) struct Flip {
    /// Which pieces around the one that came change sides.
    rule: Enclosing,
    /// After whose moves.
    who: Kinds,
    /// Those that do.
    whom: Kinds,
}

impl ShippedRule for Flip {
    const NAME: &'static str = "flip";
    const SETTINGS: Setting = Setting::Either(&[
        Setting::Words(Enclosing::NAMES),
        keys! {
            /// How a move encloses.
            "value" => Words(Enclosing::NAMES),
            /// Whose moves do so; all pieces if nothing is said.
            "who" => BySide(&Pieces),
            /// Who changes sides; all pieces if nothing is said.
            "whom" => BySide(&Pieces),
        },
    ]);

    fn read(settings: &RuleSettings<'_>) -> Result<Flip, RuleError> {
        let Some(rule) = settings.one_of(ONLY_SETTING, Enclosing::WORDS)? else {
            let error = RuleError::new("it is not said which pieces change sides");
            return Err(error.with_help("name them: `flip = 'ataxx'`"));
        };
        let kinds = |key: &str| -> Result<Kinds, RuleError> {
            Ok(Kinds::read(settings, key)?.unwrap_or_else(|| Kinds::all(settings)))
        };
        Ok(Flip {
            rule,
            who: kinds("who")?,
            whom: kinds("whom")?,
        })
    }
}

/// The words for all kinds.
const EVERYBODY: &str = "a piece";

/// Squares of pieces that change sides.
type Squares = SmallVec<[Square; 16]>;

impl Flip {
    /// The squares on which opposing pieces change sides when one has come to `to`.
    fn turned(&self, at: &RuleContext<'_>, to: Square, us: Color, walked: bool) -> Squares {
        let around = || neighbors(at.shape(), to);
        let is_friend = |square| at.piece(square).is_some_and(|piece| piece.color == us);
        match self.rule {
            Enclosing::Reversi => {
                let directions = AROUND.into_iter();
                directions
                    .flat_map(|direction| enclosed(at, to, direction, us))
                    .collect()
            }
            Enclosing::Ataxx => around().collect(),
            Enclosing::Quadwrangle if walked || around().any(is_friend) => around().collect(),
            Enclosing::Quadwrangle | Enclosing::Snort | Enclosing::AnySide | Enclosing::Top => {
                Squares::new()
            }
        }
    }
}

/// The opposing pieces between a square and the next friend in one direction.
fn enclosed(
    at: &RuleContext<'_>,
    from: Square,
    direction: (i16, i16),
    us: Color,
) -> SmallVec<[Square; 8]> {
    let mut line = SmallVec::new();
    let mut square = from;
    while let Some(next) = shifted(at.shape(), square, direction) {
        match at.board().get(next) {
            Cell::Piece(piece) if piece.color == us => return line,
            Cell::Piece(_) => line.push(next),
            Cell::Empty | Cell::Wall => break,
        }
        square = next;
    }
    SmallVec::new()
}

impl CustomRule for Flip {
    fn phases(&self) -> Phases {
        Phases::FOLLOW
    }

    fn follow(&self, _: &RuleContext<'_>, mv: &Move, after: &RuleContext<'_>) -> Effects {
        let mut effects = Effects::new();
        if mv.is_pass() || !self.who.contains(mv.piece) {
            return effects;
        }
        let us = mv.piece.color;
        for square in self.turned(after, mv.to, us, mv.kind == MoveKind::Walk) {
            let piece = after.piece(square).filter(|piece| piece.color != us);
            if let Some(piece) = piece.filter(|piece| self.whom.contains(*piece)) {
                let piece = Piece { color: us, ..piece };
                effects.push(Effect::Put { square, piece });
            }
        }
        effects
    }

    fn words(&self) -> Vec<String> {
        let how = match self.rule {
            Enclosing::Reversi => {
                "Opposing pieces change sides when a move encloses them: all those in a line between the \
                 piece that came and another one of its side."
            }
            Enclosing::Ataxx => {
                "Opposing pieces on the squares around the one where a piece comes to rest change sides."
            }
            Enclosing::Quadwrangle => {
                "Opposing pieces on the squares around the one where a piece comes to rest change sides \
                 after a move on the board, and after a drop beside a piece of its own side."
            }
            Enclosing::Snort | Enclosing::AnySide | Enclosing::Top => return Vec::new(),
        };
        let mut words = vec![how.to_owned()];
        if self.who.words() != EVERYBODY {
            words.push(format!(
                "Only {} makes others change sides.",
                self.who.words()
            ));
        }
        if self.whom.words() != EVERYBODY {
            words.push(format!("Only {} changes sides so.", self.whom.words()));
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let what = "nobody changes sides";
        let mut found: Vec<RuleFinding> = Vec::new();
        if matches!(
            self.rule,
            Enclosing::Snort | Enclosing::AnySide | Enclosing::Top
        ) {
            let finding = RuleFinding::new(format!("this is about drops, and {what}"));
            found.push(finding.with_help("write `reversi`, `ataxx` or `quadwrangle`"));
        }
        found.extend(self.who.doubts("who", what));
        found.extend(self.whom.doubts("whom", what));
        found
    }
}
