//! Capture duty: threatened pieces that must be captured: `rules.capture-duty`.
//!
//! - *Without check.* If some threat can be executed safely, one of the pieces threatened so must
//!   be captured, by any piece. If every threat would expose the royal piece, the player must end
//!   this state by the move, if possible.
//! - *In check.* If a threatened piece can be captured by a move that parries the check, it must be.
//!
//! The duty never removes all moves.

use std::sync::OnceLock;

use smallvec::SmallVec;

use crate::definition::{Action, PieceSet, Setting, VariantDef, keys};
use crate::geometry::{Square, SquareSet};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::Kinds;
use crate::rules::data::{LegalMoves, Phases, Rule, RuleContext, RuleError, RuleFinding, Threat};
use crate::rules::settings::RuleSettings;
use crate::state::{Color, Move, Piece, Role};

/// The rule `rules.capture-duty`.
pub(in crate::rules::builtin) struct CaptureDuty {
    /// The pieces that must be captured.
    who: Kinds,
    /// The pieces whose threats count.
    by: Kinds,
    /// Both by side, as sets.
    sets: [[PieceSet; 2]; 2],
    /// Whether captures without a jump by pieces that jump in series count.
    steps: bool,
    /// By capturing color and square of the victim: the squares of pieces that could threaten it,
    /// on any board. `None` if this depends on more than squares.
    origins: OnceLock<Option<[Vec<OnceLock<SquareSet>>; 2]>>,
    words: String,
}

impl BuiltinRule for CaptureDuty {
    const NAME: &'static str = "capture-duty";
    const SETTINGS: Setting = keys! {
        /// The pieces that must be captured; all by default.
        "who" => BySide(&Pieces),
        /// The pieces whose threats count; all by default.
        "by" => BySide(&Pieces),
        /// Captures other than jumps by a piece with a jump series are also threats.
        "steps" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<CaptureDuty, RuleError> {
        let kinds = |key: &str| {
            let named = Kinds::read(settings, key)?;
            Ok(named.unwrap_or_else(|| Kinds::all(settings)))
        };
        let (who, by) = (kinds("who")?, kinds("by")?);
        let steps = settings.flag("steps")?.unwrap_or(false);
        Ok(CaptureDuty {
            words: words(settings.def(), &who, &by, steps),
            sets: [who.sets(), by.sets()],
            who,
            by,
            steps,
            origins: OnceLock::new(),
        })
    }
}

fn words(def: &VariantDef, who: &Kinds, by: &Kinds, steps: bool) -> String {
    let (who, captors) = (who.words(), by.words());
    let jumps = |role: &Role| {
        let piece = def.pieces.get_index(role.index());
        let mut actions = piece.iter().flat_map(|(_, piece)| &piece.actions);
        actions.any(|action| matches!(action, Action::JumpSeries(_)))
    };
    let only_jumps = if !steps && by.roles().iter().flatten().any(jumps) {
        format!(" For {captors} with a series of jumps only the jumps count.")
    } else {
        String::new()
    };
    format!(
        "While {captors} threatens {who}, such a threatened piece must be captured, by any piece, if the safety of royal \
         pieces allows it.{only_jumps}"
    )
}

impl CaptureDuty {
    /// The threats that cause the duty.
    fn threats(&self, at: &RuleContext<'_>) -> Vec<Threat> {
        let us = at.turn();
        let [who, by] = self.sets;
        let (who, by) = (who[us.opponent().index()], by[us.index()]);
        let mut meant = SquareSet::new();
        for (square, piece) in at.board().pieces_of(us.opponent()) {
            if who.contains(piece.role) {
                meant.insert(square);
            }
        }
        if meant.is_empty() {
            return Vec::new();
        }
        let near = self.origins(at, &meant);
        let pieces = at.board().squares_of(us);
        // PERF: usually no piece is near one that it must capture.
        if near.as_ref().is_some_and(|near| !near.meets(pieces)) {
            return Vec::new();
        }
        let is_near = |from: Square| near.as_ref().is_none_or(|near| near.contains(from));
        let captors = at.board().pieces_of(us);
        let captors = captors.filter(|(from, piece)| is_near(*from) && by.contains(piece.role));
        captors
            .flat_map(|(from, _)| at.threats(from, &meant, self.steps))
            .collect()
    }

    /// The possible origins of threats; `None` if unknown.
    fn origins(&self, at: &RuleContext<'_>, meant: &SquareSet) -> Option<SquareSet> {
        let mut marks = at.setup().en_passant.iter();
        if marks.any(|mark| meant.contains(mark.victim)) {
            return None;
        }
        let of_sides = self.origins.get_or_init(|| {
            let some = Square::new(0);
            let mut pieces = Color::ALL
                .into_iter()
                .flat_map(|color| self.pieces_by(color));
            let is_known = pieces.all(|piece| at.threatens_from(piece, some, self.steps).is_some());
            let unknown = || (0..at.shape().area()).map(|_| OnceLock::new()).collect();
            is_known.then(|| [unknown(), unknown()])
        });
        let of_side = &of_sides.as_ref()?[at.turn().index()];
        let mut all = SquareSet::new();
        for target in meant {
            all.unite(of_side[target.index()].get_or_init(|| {
                let pieces = self.pieces_by(at.turn());
                let squares = pieces.filter_map(|by| at.threatens_from(by, target, self.steps));
                squares.fold(SquareSet::new(), |all, squares| all.union(&squares))
            }));
        }
        Some(all)
    }

    /// The pieces of a side whose threats count.
    fn pieces_by(&self, color: Color) -> impl Iterator<Item = Piece> {
        let roles = self.by.of(color).iter();
        roles.map(move |role| Piece { color, role: *role })
    }

    /// Whether threats exist and all of them would expose a royal piece that is safe now.
    fn is_blocked(&self, at: &RuleContext<'_>) -> bool {
        let threats = self.threats(at);
        !threats.is_empty()
            && !at.is_check(at.turn())
            && !threats.iter().any(|threat| at.is_safe(&threat.mv))
    }
}

impl Rule for CaptureDuty {
    fn phases(&self) -> Phases {
        Phases::DUTY
    }

    fn binds(&self, at: &RuleContext<'_>) -> bool {
        !self.threats(at).is_empty()
    }

    fn duty(&self, at: &RuleContext<'_>, moves: &mut LegalMoves<'_>) {
        let threats = self.threats(at);
        if threats.is_empty() {
            return;
        }
        let checked = at.is_check(at.turn());
        let due = threats.iter();
        let due = due.filter(|threat| checked || at.is_safe(&threat.mv));
        let due: SmallVec<[Square; 4]> = due.map(|threat| threat.victim).collect();
        if due.is_empty() {
            let us = at.turn();
            moves.prefer(|mv: &Move| {
                let after = at.after(mv);
                !self.is_blocked(&after.position().with_turn(us).position())
            });
        } else {
            moves.prefer(|mv| due.iter().any(|square| mv.captures.contains(square)));
        }
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn words(&self) -> Vec<String> {
        vec![self.words.clone()]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let who = self.who.doubts("who", "no piece must be captured");
        let by = self.by.doubts("by", "no piece must be captured");
        who.into_iter().chain(by).collect()
    }
}
