//! Rules that require, rank or restrict captures: capture duty, capture-only squares, and precedence.

use std::sync::OnceLock;

use smallvec::SmallVec;

use crate::definition::{Action, PieceSet, Setting, VariantDef, keys};
use crate::geometry::{Perspective, Square, SquareSet, Zone, zone_in_words};
use crate::rules::builtin::parts::{Builtin, BuiltinRule, Kinds, value_of};
use crate::rules::builtin::stated::{Stated, stating};
use crate::rules::data::{
    LegalMoves, Phases, Rule, RuleContext, RuleError, RuleFact, RuleFinding, Threat,
};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{joined, with_article};
use crate::state::{Color, Move, Piece, Role};

// Capture duty (`rules.use.capture-duty`): threatened pieces must be captured.
//
// - *Without check.* If some threat can be executed safely, one of the pieces threatened so must
//   be captured, by any piece. If every threat would expose the royal piece, the player must end
//   this state by the move, if possible.
// - *In check.* If a threatened piece can be captured by a move that parries the check, it must be.
//
// The duty never removes all moves.

/// The rule `rules.use.capture-duty`.
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
        let who = Kinds::or_all(settings, "who")?;
        let by = Kinds::or_all(settings, "by")?;
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
        let piece = def.piece((*role).into());
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
        let victims = at.board().pieces_of(us.opponent());
        let victims = victims.filter(|(_, piece)| who.contains(piece.role));
        let meant: SquareSet = victims.map(|(square, _)| square).collect();
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
        let what = "no piece must be captured";
        [self.who.doubts("who", what), self.by.doubts("by", what)].concat()
    }
}

// Capture-only squares (`rules.use.capture-only`): a move may enter them only for a capture that no move
// entering fewer of them could make.

/// The rule `rules.use.capture-only`.
pub(in crate::rules::builtin) fn capture_only() -> Builtin {
    stating("capture-only", Setting::Zone, |settings| {
        let both = settings.zone("value")?;
        let [white, black] = [settings.zone("white")?, settings.zone("black")?];
        if both.is_none() && white.is_none() && black.is_none() {
            let help = "write the squares: `use.capture-only = ['file a', 'file h']`";
            return Err(RuleError::missing("the squares are missing", help));
        }
        // Zones by side are from White's view.
        let side = |own: Option<Zone>, owner: Perspective| match (own, &both) {
            (Some(own), _) => own.of(Perspective::White).clone(),
            (None, Some(both)) => both.of(owner).clone(),
            (None, None) => SquareSet::default(),
        };
        let zone = Zone::of_sides(
            side(white, Perspective::White),
            side(black, Perspective::Black),
        );
        let shape = settings.shape();
        let words = format!(
            "A move may enter {} only for a capture that is impossible with fewer of these squares.",
            zone_in_words(shape, &zone)
        );
        let is_idle = zone.clone().on(shape).is_empty();
        let idle =
            is_idle.then(|| RuleFinding::new("the zone is empty, so the rule has no effect"));
        let stated = Stated::from(RuleFact::CaptureOnly(zone));
        Ok(stated.may_win(true).words([words]).findings(idle))
    })
}

// Precedence among captures (`rules.capture-priority`).
//
// Captures are compared by the value of their victims, and equal ones by the capturing piece.
// Moves without capture are not affected: mandatory capture is the rule
// `rules.captures.mandatory`.

/// The limit on the value of a piece.
const MOST: i32 = 1_000_000;

/// The rule `rules.capture-priority`.
pub(in crate::rules::builtin) struct CapturePriority {
    /// The values of victims by piece; by default 1.
    values: Vec<(Role, i32)>,
    /// By side, the pieces whose captures are compared; `None` for all.
    who: [Option<Vec<Role>>; 2],
    /// By side, the order of capturing pieces among equal values.
    first: [Vec<Role>; 2],
    /// The names of pieces by number.
    names: Vec<String>,
}

impl BuiltinRule for CapturePriority {
    const NAME: &'static str = "capture-priority";
    const SETTINGS: Setting = keys! {
        /// By piece, its worth when captured, 0 to 1 000 000; 1 for others, so that without a table
        /// the number of captured pieces counts.
        "values" => ByPiece(&Number),
        /// Among captures of equal worth, those by these pieces come first, in this order.
        "first" => BySide(&Pieces),
        /// The pieces whose captures are compared; all by default.
        "who" => BySide(&Pieces),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<CapturePriority, RuleError> {
        let value = |table: &RuleSettings<'_>, key: &str| table.whole(key, 0, MOST);
        Ok(CapturePriority {
            values: settings.by_piece("values", value)?.unwrap_or_default(),
            who: settings.by_side("who", RuleSettings::pieces)?,
            first: settings
                .by_side("first", RuleSettings::pieces)?
                .map(Option::unwrap_or_default),
            names: settings.def().pieces.keys().cloned().collect(),
        })
    }
}

impl CapturePriority {
    fn value(&self, role: Role) -> i64 {
        value_of(&self.values, role).map_or(1, |value| i64::from(*value))
    }

    /// The sort key of a capture: its value and the precedence of the capturing piece; `None` if it is not compared.
    fn rank(&self, at: &RuleContext<'_>, mv: &Move) -> Option<(i64, usize)> {
        let side = mv.piece.color.index();
        let is_meant = |who: &Vec<Role>| who.contains(&mv.piece.role);
        let victims = mv.captures.iter().filter(|square| **square != mv.from);
        let victims: Vec<Role> = victims
            .filter_map(|square| at.piece(*square))
            .map(|piece| piece.role)
            .collect();
        if victims.is_empty() || !self.who[side].as_ref().is_none_or(is_meant) {
            return None;
        }
        let first = &self.first[side];
        let place = first.iter().position(|role| *role == mv.piece.role);
        let early = place.map_or(0, |place| first.len() - place);
        let worth = victims.iter().map(|role| self.value(*role)).sum();
        Some((worth, early))
    }

    fn name(&self, role: Role) -> &str {
        self.names.get(role.index()).map_or("", String::as_str)
    }
}

impl Rule for CapturePriority {
    fn phases(&self) -> Phases {
        Phases::DUTY
    }

    fn duty(&self, at: &RuleContext<'_>, moves: &mut LegalMoves<'_>) {
        let best = moves.iter().filter_map(|mv| self.rank(at, mv)).max();
        moves.retain(|mv| {
            let rank = self.rank(at, mv);
            rank.is_none() || rank == best
        });
    }

    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if self.values.is_empty() {
            words.push(
                "Of several captures one that takes the most pieces must be made.".to_owned(),
            );
        } else {
            let value = |(role, value): &(Role, i32)| format!("{} {value}", self.name(*role));
            let values = joined(self.values.iter().map(value), ", ");
            let others = if self.values.len() < self.names.len() {
                ", others 1"
            } else {
                ""
            };
            words.push(format!(
                "Of several captures one that takes the highest value must be made: {values}{others}."
            ));
        }
        let order = |first: &[Role]| {
            let names = first.iter().map(|role| with_article(self.name(*role)));
            joined(names, ", then by ")
        };
        let [white, black] = &self.first;
        let equals = if white == black {
            vec![("", white)]
        } else {
            vec![(" of White's", white), (" of Black's", black)]
        };
        for (whose, first) in equals.into_iter().filter(|(_, first)| !first.is_empty()) {
            let order = order(first);
            words.push(format!(
                "Among equals{whose}, captures by {order} come first."
            ));
        }
        for (side, of) in ["White", "Black"].into_iter().zip(&self.who) {
            if let Some(of) = of {
                let names = joined(of.iter().map(|role| self.name(*role)), ", ");
                words.push(format!(
                    "Of {side}'s captures only those by these pieces are compared: {names}."
                ));
            }
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let is_nobody = |who: &Option<Vec<Role>>| who.as_ref().is_some_and(Vec::is_empty);
        if self.who.iter().all(is_nobody) {
            return vec![RuleFinding::new("no captures are compared").about("who")];
        }
        Vec::new()
    }
}
