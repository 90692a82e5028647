//! Returns: pieces that come home only to the square that they left: `rules.returns`.
//!
//! A piece that leaves its home squares may return only to the one that it left. The FEN field
//! `away` has the squares of pieces that are away with the squares that they left: `d24-c13`,
//! separated by `.`. Pieces without an entry may return anywhere.

use crate::definition::{Setting, VariantDef, keys};
use crate::geometry::{BoardShape, Square, SquareSet};
use crate::rules::builtin::parts::arrivals::moved;
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::Kinds;
use crate::rules::builtin::parts::zones::{zone_text, zones};
use crate::rules::data::{After, Attack, Phases, Rule, RuleContext, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::state::{Move, MoveKind, Piece, RuleState};

/// The rule `rules.returns`.
pub(in crate::rules::builtin) struct Returns {
    who: Kinds,
    /// By side, the home squares.
    home: [SquareSet; 2],
    text: String,
}

impl BuiltinRule for Returns {
    const NAME: &'static str = "returns";
    const FIELD: &'static str = "away";
    const SETTINGS: Setting = keys! {
        /// The pieces with this rule; required.
        "who" => BySide(&Pieces),
        /// The home squares; required. A plain zone is mirrored for Black, the zones of a table are
        /// not.
        "home" => Zone,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Returns, RuleError> {
        let Some(who) = Kinds::read(settings, "who")? else {
            return Err(
                RuleError::new("no pieces are named").with_help("name the pieces: `who = …`")
            );
        };
        let Some(home) = zones(settings, "home")? else {
            return Err(RuleError::new("the home squares are missing")
                .with_help("write the home squares: `home = 'rank 1..4'`"));
        };
        Ok(Returns {
            who,
            home,
            text: zone_text(settings, "home").unwrap_or_default(),
        })
    }
}

impl Returns {
    fn is_home(&self, piece: Piece, square: Square) -> bool {
        self.home[piece.color.index()].contains(square)
    }

    /// Whether a piece that is away may not move to a square.
    fn is_barred(&self, state: &RuleState, piece: Piece, from: Square, to: Square) -> bool {
        self.who.contains(piece)
            && !self.is_home(piece, from)
            && self.is_home(piece, to)
            && left(state, from).is_some_and(|left| left != to)
    }
}

/// The records of a state: the squares of pieces that are away, and the squares that they left.
fn pairs(state: &RuleState) -> impl Iterator<Item = (Square, Square)> {
    let square = |number: i64| Square::new(number as u16);
    let pairs = state.numbers().chunks_exact(2);
    pairs.map(move |pair| (square(pair[0]), square(pair[1])))
}

fn left(state: &RuleState, at: Square) -> Option<Square> {
    let mut pairs = pairs(state);
    pairs
        .find(|(square, _)| *square == at)
        .map(|(_, left)| left)
}

fn state(mut pairs: Vec<(Square, Square)>) -> RuleState {
    pairs.sort_unstable();
    let numbers = pairs.into_iter();
    RuleState::new(numbers.flat_map(|(at, left)| [at.index() as i64, left.index() as i64]))
}

impl Rule for Returns {
    fn phases(&self) -> Phases {
        Phases::FORBID | Phases::REMEMBER | Phases::BAR_ATTACKS
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        mv.kind != MoveKind::Drop && self.is_barred(at.state(), mv.piece, mv.from, mv.to)
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        if self.is_barred(at.state(), piece, from, target) {
            Attack::Never
        } else {
            Attack::AsItMoves
        }
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let mut away = Vec::new();
        for (square, piece) in before.board().pieces() {
            if !self.who.contains(piece) || mv.captures.contains(&square) {
                continue;
            }
            let now = moved(mv, square);
            let same = |other: Piece| other.color == piece.color && self.who.contains(other);
            if self.is_home(piece, now) || !after.piece(now).is_some_and(same) {
                continue;
            }
            let left = if self.is_home(piece, square) {
                Some(square)
            } else {
                left(before.state(), square)
            };
            away.extend(left.map(|left| (now, left)));
        }
        Some(state(away))
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        let texts: Vec<String> = pairs(state)
            .map(|(at, left)| format!("{}-{}", shape.name(at), shape.name(left)))
            .collect();
        texts.join(".")
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        let read: Option<Vec<(Square, Square)>> = text
            .split('.')
            .map(|text| {
                let (at, left) = text.split_once('-')?;
                Some((shape.parse(at)?, shape.parse(left)?))
            })
            .collect();
        read.map(state)
    }

    fn words(&self) -> Vec<String> {
        vec![self.who.sentence(&format!(
            "that has left {} may return there only to the square that it left, and attacks none of the other \
             squares until then.",
            self.text
        ))]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut findings = Vec::new();
        findings.extend(self.who.doubts("who", "every piece returns home freely"));
        if self.home.iter().all(SquareSet::is_empty) {
            findings.push(RuleFinding::new("the home zone is empty").about("home"));
        }
        findings
    }
}
