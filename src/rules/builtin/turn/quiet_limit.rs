//! Limit on consecutive moves of one piece without capture: `rules.use.quiet-limit`.
//!
//! The FEN field has, for White and Black, the piece that made the side's latest moves with their
//! number, `h4:2/-`; `-` for a side whose latest move does not count.

use crate::definition::{Setting, VariantDef, keys};
use crate::geometry::{BoardShape, Square};
use crate::rules::builtin::parts::BuiltinRule;
use crate::rules::data::{After, Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::joined;
use crate::state::{Color, Move, MoveKind, Role, RuleState};

/// The largest limit.
const MOST: i32 = 1000;

/// The rule `rules.use.quiet-limit`.
pub(in crate::rules::builtin) struct QuietLimit {
    /// By side, the limited pieces.
    who: [Vec<Role>; 2],
    /// By side, the limit.
    moves: [i64; 2],
    /// By side, the pieces that make the limit apply: the side must have one of them; `None` for no
    /// condition.
    with: [Option<Vec<Role>>; 2],
    /// The names of pieces by number.
    names: Vec<String>,
}

impl BuiltinRule for QuietLimit {
    const NAME: &'static str = "quiet-limit";
    const SETTINGS: Setting = keys! {
        /// The pieces that are limited; required.
        "who" => BySide(&Pieces),
        /// The maximum number of consecutive quiet moves of a piece; required.
        "moves" => BySide(&Number),
        /// The limit applies only while the side has such a piece.
        "while" => BySide(&Pieces),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<QuietLimit, RuleError> {
        let [who, moves] = ["who", "moves"].map(|key| settings.value(key));
        if who.is_none() || moves.is_none() {
            return Err(RuleError::missing(
                "the pieces or the number of moves are missing",
                "write pieces and a number of consecutive quiet moves: `who = 'king'`, `moves = 3`",
            ));
        }
        let number = |settings: &RuleSettings<'_>, key: &str| settings.whole(key, 1, MOST);
        Ok(QuietLimit {
            who: settings
                .by_side("who", RuleSettings::pieces)?
                .map(Option::unwrap_or_default),
            moves: settings
                .by_side("moves", number)?
                .map(|moves| moves.map_or(i64::MAX, i64::from)),
            with: settings.by_side("while", RuleSettings::pieces)?,
            names: settings.def().pieces.keys().cloned().collect(),
        })
    }
}

/// The piece that made a side's latest moves, and their number.
#[derive(Clone, Copy, PartialEq)]
struct Run {
    square: Square,
    moves: i64,
}

/// By side.
type Runs = [Option<Run>; 2];

fn runs(state: &RuleState) -> Runs {
    [0, 1].map(|side| {
        let (square, moves) = (state.number(2 * side), state.number(2 * side + 1));
        (moves > 0).then(|| Run {
            square: Square::new(square as u16),
            moves,
        })
    })
}

fn state(runs: Runs) -> RuleState {
    if runs == [None, None] {
        return RuleState::EMPTY;
    }
    let numbers =
        |run: Option<Run>| run.map_or([0, 0], |run| [run.square.index() as i64, run.moves]);
    RuleState::new(runs.into_iter().flat_map(numbers))
}

impl QuietLimit {
    /// Whether a move counts.
    fn counts(&self, mv: &Move) -> bool {
        mv.kind == MoveKind::Normal
            && mv.from != mv.to
            && !mv.is_capture()
            && mv.promotion.is_none()
            && self.who[mv.piece.color.index()].contains(&mv.piece.role)
    }

    fn holds(&self, at: &RuleContext<'_>, color: Color) -> bool {
        self.with[color.index()].as_ref().is_none_or(|with| {
            let mut pieces = at.board().pieces_of(color);
            pieces.any(|(_, piece)| with.contains(&piece.role))
        })
    }

    fn listed(&self, roles: &[Role]) -> String {
        let names = roles.iter().filter_map(|role| self.names.get(role.index()));
        joined(names, " or ")
    }
}

impl Rule for QuietLimit {
    fn phases(&self) -> Phases {
        Phases::FORBID | Phases::REMEMBER
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        let color = mv.piece.color;
        let run = runs(at.state())[color.index()].filter(|run| run.square == mv.from);
        run.is_some_and(|run| run.moves >= self.moves[color.index()])
            && self.counts(mv)
            && self.holds(at, color)
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let mut runs = runs(before.state());
        let own = mv.piece.color.index();
        let earlier = runs[own].filter(|run| run.square == mv.from);
        let most = self.moves[own];
        runs[own] = self.counts(mv).then(|| Run {
            square: mv.to,
            moves: earlier.map_or(1, |run| run.moves.saturating_add(1).min(most)),
        });
        for color in Color::ALL {
            let side = color.index();
            let is_there = |run: &Run| {
                let piece = after.piece(run.square);
                piece.is_some_and(|piece| {
                    piece.color == color && self.who[side].contains(&piece.role)
                })
            };
            runs[side] = runs[side].filter(is_there);
        }
        Some(state(runs))
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        let text = |run: Option<Run>| {
            run.map_or("-".to_owned(), |run| {
                format!("{}:{}", shape.name(run.square), run.moves)
            })
        };
        runs(state).map(text).join("/")
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        let (white, black) = text.split_once('/')?;
        let mut found = [None, None];
        for (side, text) in [white, black].into_iter().enumerate() {
            if text == "-" {
                continue;
            }
            let (square, moves) = text.split_once(':')?;
            let moves: i64 = moves.parse().ok()?;
            let is_number = (1..=self.moves[side]).contains(&moves);
            let square = shape.parse(square).filter(|square| shape.exists(*square))?;
            found[side] = is_number.then_some(Run { square, moves });
            found[side]?;
        }
        Some(state(found))
    }

    fn words(&self) -> Vec<String> {
        let said = |side: usize, whose: &str| {
            let moves = match self.moves[side] {
                1 => "one move".to_owned(),
                moves => format!("{moves} moves"),
            };
            let with = self.with[side].as_ref().map_or(String::new(), |with| {
                format!(" while its side has a {}", self.listed(with))
            });
            format!(
                "The same {}{whose} may not make more than {moves} without capture in a row{with}; any other move of \
                 its side resets the count.",
                self.listed(&self.who[side])
            )
        };
        let of = |side: usize| (&self.who[side], self.moves[side], &self.with[side]);
        if of(0) == of(1) {
            return vec![said(0, "")];
        }
        let is_limited = |side: usize| !self.who[side].is_empty() && self.moves[side] < i64::MAX;
        let sides = [" of White's", " of Black's"].into_iter().enumerate();
        let limited = sides.filter(|(side, _)| is_limited(*side));
        limited.map(|(side, whose)| said(side, whose)).collect()
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        if self.who.iter().all(Vec::is_empty) {
            return vec![RuleFinding::new("no piece is limited").about("who")];
        }
        Vec::new()
    }
}
