//! Shifts: pieces that shift others along lines after their move: `rules.use.shifts`.
//!
//! On each line from the target of the moved piece, the first piece is pushed away or pulled
//! closer. Pieces that move along, such as the rook in castling, act too, in order, and none of
//! them is shifted itself.

use crate::definition::{Line, Setting, VariantDef, keys};
use crate::geometry::Square;
use crate::rules::builtin::parts::{BuiltinRule, Kinds, arrived, promotions};
use crate::rules::data::{Moves, Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::state::{Effect, Move, Piece};

/// The rule `rules.use.shifts`.
pub(in crate::rules::builtin) struct Shifts {
    /// The pieces that shift others.
    movers: Kinds,
    /// The pieces that are shifted.
    shifted: Kinds,
    lines: Vec<Line>,
    /// The lines as written in the definition.
    text: String,
    /// The shift of own pieces.
    own: Option<Way>,
    /// The shift of enemy pieces.
    enemy: Option<Way>,
    /// The limit on steps.
    steps: Option<usize>,
}

/// The direction of a shift.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Away,
    Towards,
}

impl BuiltinRule for Shifts {
    const NAME: &'static str = "shifts";
    const SETTINGS: Setting = keys! {
        /// Leaps and rides: `'R'` for the first piece on each rook line, `'W'` for adjacent pieces
        /// only; required.
        "lines" => Text,
        /// The shift of pieces of its own side: `'push'` away from it, up to the next piece or the
        /// edge of the board, `'pull'` towards it, up to the square next to it; none by default.
        "own" => Words(&["push", "pull"]),
        /// The same for pieces of the other side.
        "enemy" => Words(&["push", "pull"]),
        /// The maximum number of steps of a shift; no limit by default.
        "steps" => Number,
        /// The pieces that shift others; all by default.
        "by" => BySide(&Pieces),
        /// The pieces that are shifted; all by default.
        "who" => BySide(&Pieces),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Shifts, RuleError> {
        let way = |key| settings.one_of(key, &[("push", Way::Away), ("pull", Way::Towards)]);
        let steps = settings.whole("steps", 1, 1000)?;
        let rule = Shifts {
            movers: Kinds::or_all(settings, "by")?,
            shifted: Kinds::or_all(settings, "who")?,
            lines: settings.lines("lines")?.unwrap_or_default(),
            text: settings.text("lines")?.unwrap_or_default().to_owned(),
            own: way("own")?,
            enemy: way("enemy")?,
            steps: steps.map(|steps| steps as usize),
        };
        if rule.lines.is_empty() {
            return Err(RuleError::missing(
                "the lines are missing",
                "write the lines along which pieces are shifted: `lines = 'R'`",
            ));
        }
        Ok(rule)
    }
}

impl Shifts {
    fn way(&self, mover: Piece, piece: Piece) -> Option<Way> {
        if piece.color == mover.color {
            self.own
        } else {
            self.enemy
        }
    }

    /// The piece that the one on a square shifts along a line, and its target.
    fn shift(
        &self,
        after: &RuleContext<'_>,
        (from, mover): (Square, Piece),
        line: Line,
        moved: &[Square],
    ) -> Option<(Square, Square)> {
        let squares = line.squares(after.shape(), from, mover.color.perspective());
        // A closed line ends at its beginning.
        let squares: Vec<Square> = squares.take_while(|square| *square != from).collect();
        let found = squares.iter().position(|square| !after.is_empty(*square))?;
        let origin = squares[found];
        let piece = after.piece(origin)?;
        if !self.shifted.contains(piece) || moved.contains(&origin) || found > 0 && !line.rides {
            return None;
        }
        let most = self.steps.unwrap_or(squares.len());
        let target = match self.way(mover, piece)? {
            Way::Towards => found.saturating_sub(most),
            Way::Away => {
                let behind = squares[found + 1..].iter();
                let free = behind.take_while(|square| after.is_empty(**square));
                found + free.take(most).count()
            }
        };
        (target != found).then(|| (origin, squares[target]))
    }

    /// The effects of the piece on a square on others, as choices of the player.
    fn acts(
        &self,
        after: &RuleContext<'_>,
        from: Square,
        mover: Piece,
        moved: &[Square],
    ) -> Vec<Vec<Effect>> {
        let mut choices = vec![Vec::new()];
        for line in &self.lines {
            let Some((origin, target)) = self.shift(after, (from, mover), *line, moved) else {
                continue;
            };
            let promotions = match after.piece(origin) {
                Some(piece) if piece.color == mover.color => promotions(after, piece, target),
                _ => vec![Vec::new()],
            };
            let mut further = Vec::new();
            for choice in &choices {
                for promotion in &promotions {
                    let mut choice: Vec<Effect> = choice.clone();
                    choice.push(Effect::Shift {
                        from: origin,
                        to: target,
                    });
                    choice.extend(promotion.iter().cloned());
                    further.push(choice);
                }
            }
            choices = further;
        }
        choices
    }
}

impl Rule for Shifts {
    fn phases(&self) -> Phases {
        Phases::EFFECT
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        let us = mv.piece.color;
        let moved: Vec<Square> = arrived(&mv).collect();
        let mut forms = vec![mv];
        for square in &moved {
            let mut further = Vec::new();
            for mv in forms {
                let relocated = at.relocated(&mv);
                let after = relocated.position();
                let mover = after.piece(*square);
                let mover = mover.filter(|piece| piece.color == us && self.movers.contains(*piece));
                let Some(mover) = mover else {
                    further.push(mv);
                    continue;
                };
                for effects in self.acts(&after, *square, mover, &moved) {
                    let mut mv = mv.clone();
                    mv.effects.extend(effects);
                    further.push(mv);
                }
            }
            forms = further;
        }
        moves.extend(forms);
    }

    fn words(&self) -> Vec<String> {
        let far = match self.steps {
            None => String::new(),
            Some(1) => ", one step at most".to_owned(),
            Some(steps) => format!(", {steps} steps at most"),
        };
        let done = |way: Way, whose: &str| match way {
            Way::Away => format!(
                "{whose} is pushed away from it, up to the next piece or the edge of the board{far}"
            ),
            Way::Towards => {
                format!("{whose} is pulled towards it, up to the square next to it{far}")
            }
        };
        let own = self.own.map(|way| done(way, "a piece of its own side"));
        let enemy = self.enemy.map(|way| done(way, "a piece of the other side"));
        let done: Vec<String> = enemy.into_iter().chain(own).collect();
        if done.is_empty() {
            return Vec::new();
        }
        let mut words = vec![format!(
            "When {} has moved, it shifts the first piece on each line from its new square (`{}`): {}.",
            self.movers.words(),
            self.text,
            done.join("; ")
        )];
        if self.shifted.words() != "a piece" {
            words.push(format!(
                "Only {} is shifted; any other piece blocks the line.",
                self.shifted.words()
            ));
        }
        words.push(
            "A shifted piece shifts no other piece. In castling both pieces have moved, and neither shifts the other."
                .to_owned(),
        );
        if self.own.is_some() {
            words.push(
                "A piece of one's own that is shifted to where it promotes is promoted at once."
                    .to_owned(),
            );
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let what = "no piece is shifted";
        let mut found = self.movers.doubts("by", what);
        found.extend(self.shifted.doubts("who", what));
        if self.own.is_none() && self.enemy.is_none() {
            let finding = RuleFinding::new("no piece of either side is shifted");
            found.push(finding.with_help("write `own = 'push'` or `enemy = 'pull'`"));
        }
        found
    }
}
