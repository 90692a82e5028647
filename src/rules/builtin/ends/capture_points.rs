//! Points for captures, and games decided by them: `rules.capture-points`.
//!
//! The FEN field `score` has the points of White and Black: `score=3/1`.

use crate::definition::{PieceSet, Reason, Setting, VariantDef, Verdict, keys};
use crate::geometry::BoardShape;
use crate::rules::builtin::parts::{BuiltinRule, name_of, royal_kinds, value_of, verdict};
use crate::rules::data::{
    AllRules, Moves, Phases, Rule, RuleContext, RuleEnd, RuleError, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{joined, with_article};
use crate::state::{Color, Effect, Move, MoveKind, Piece, Role, RuleState};

/// The limit on points of a piece and on the goal.
const MOST: i32 = 1_000_000;

/// The rule `rules.capture-points`.
pub(in crate::rules::builtin) struct CapturePoints {
    /// The points for capturing each kind.
    worth: Vec<(Role, i64)>,
    to: Receiver,
    goal: Option<i64>,
    /// The result for a side that has reached the goal.
    result: Verdict,
    /// If both sides have reached the goal: the result for the side with more points, and for the
    /// side that has just moved.
    more: Verdict,
    mover: Verdict,
    /// Whether a drop costs the points of the piece.
    buys_drops: bool,
    /// Whether a dropped piece returns to the hand at once.
    restocks: bool,
    royal: PieceSet,
    /// Whether pieces may be dropped.
    may_drop: bool,
    /// Whether captures blast.
    blasts: bool,
    /// The words for the rules page.
    words: String,
}

/// The side that receives the points for a capture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Receiver {
    Captor,
    /// The captor's opponent.
    Opponent,
    /// The side whose piece was captured.
    Owner,
    /// The opponent of the owner.
    Enemy,
    Nobody,
}

/// The evaluation of a side just short of the goal, in hundredths of a pawn.
const GOAL_IN_SIGHT: f64 = 1500.0;

/// The words of the key `to`, in the order of [`Receiver`].
const RECEIVERS: [&str; 5] = ["captor", "opponent", "owner", "enemy", "nobody"];

/// The end with a result for a side.
fn ended(result: Verdict, side: Color) -> RuleEnd {
    let winner = result.winner([side, side.opponent()]);
    RuleEnd::of(winner, Reason::Custom("points-goal"))
}

/// What a side with a result does, in words.
const fn verb(result: Verdict) -> &'static str {
    match result {
        Verdict::Win => "wins",
        Verdict::Draw => "draws",
        Verdict::Loss => "loses",
    }
}

impl BuiltinRule for CapturePoints {
    const NAME: &'static str = "capture-points";
    const FIELD: &'static str = "score";
    const SETTINGS: Setting = keys! {
        /// By piece, the points that its capture brings, 0 to 1 000 000; others bring none;
        /// required.
        "worth" => ByPiece(&Number),
        /// The side that gets the points: the `'captor'`, the default, its `'opponent'`, the
        /// `'owner'` of the piece, the owner's `'enemy'`, or `'nobody'`.
        "to" => Words(&RECEIVERS),
        /// The number of points that ends the game.
        "goal" => Number,
        /// The result for a side that has reached the goal: `'win'`, the default, `'draw'` or
        /// `'loss'`.
        "result" => Words(Verdict::NAMES),
        /// The result for the side with more points if both have reached the goal; `'draw'` applies
        /// the next key; `'win'` by default.
        "more" => Words(Verdict::NAMES),
        /// The result for the side that has just moved if both have equal points; `'draw'` by
        /// default.
        "mover" => Words(Verdict::NAMES),
        /// A drop costs the worth of the piece, and needs that many points.
        "buys-drops" => Flag,
        /// Dropped pieces stay in the hand; royal pieces only if `worth` names them.
        "restocks" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<CapturePoints, RuleError> {
        let worth = |table: &RuleSettings<'_>, key: &str| table.whole(key, 0, MOST);
        let Some(worth) = settings.by_piece("worth", worth)? else {
            return Err(RuleError::missing(
                "no piece gives points",
                "write the points of captures: `worth = { pawn = 1, knight = 3 }`",
            ));
        };
        let to = match settings.word("to", &RECEIVERS)?.unwrap_or(0) {
            0 => Receiver::Captor,
            1 => Receiver::Opponent,
            2 => Receiver::Owner,
            3 => Receiver::Enemy,
            _ => Receiver::Nobody,
        };
        let words = worth.iter().filter_map(|(role, points)| {
            let name = with_article(name_of(settings.def(), *role));
            let points = match points {
                0 => return None,
                1 => "1 point".to_owned(),
                points => format!("{points} points"),
            };
            Some(format!("{name} is worth {points}"))
        });
        let words = joined(words, ", ");
        let worth = worth.into_iter();
        Ok(CapturePoints {
            words,
            worth: worth.map(|(role, points)| (role, points.into())).collect(),
            to,
            goal: settings.whole("goal", 1, MOST)?.map(i64::from),
            result: verdict(settings, "result")?.unwrap_or(Verdict::Win),
            more: verdict(settings, "more")?.unwrap_or(Verdict::Win),
            mover: verdict(settings, "mover")?.unwrap_or(Verdict::Draw),
            buys_drops: settings.flag("buys-drops")?.unwrap_or(false),
            restocks: settings.flag("restocks")?.unwrap_or(false),
            royal: royal_kinds(settings.def()),
            may_drop: true,
            blasts: false,
        })
    }
}

impl CapturePoints {
    fn worth(&self, role: Role) -> i64 {
        value_of(&self.worth, role).copied().unwrap_or(0)
    }

    fn points(at: &RuleContext<'_>, side: Color) -> i64 {
        at.state().number(side.index())
    }

    /// The side that receives the points for a victim.
    fn receiver(&self, captor: Color, victim: Piece) -> Option<Color> {
        match self.to {
            Receiver::Captor => Some(captor),
            Receiver::Opponent => Some(captor.opponent()),
            Receiver::Owner => Some(victim.color),
            Receiver::Enemy => Some(victim.color.opponent()),
            Receiver::Nobody => None,
        }
    }

    /// The cost of a drop in points.
    fn price(&self, at: &RuleContext<'_>, mv: &Move) -> i64 {
        if self.buys_drops && mv.kind == MoveKind::Drop {
            self.worth(at.kind_in_hand(mv.piece))
        } else {
            0
        }
    }

    /// Whether a dropped kind returns to the hand.
    fn comes_again(&self, role: Role) -> bool {
        !self.royal.contains(role) || value_of(&self.worth, role).is_some()
    }
}

impl Rule for CapturePoints {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        self.may_drop = all.may_drop();
        self.blasts = all.facts().captures.blast.is_some();
        Ok(())
    }

    fn phases(&self) -> Phases {
        Phases::EFFECT | Phases::REMEMBER | Phases::END
    }

    // Drops of the set-up are bought and returned too.
    fn acts_on_set_up(&self) -> bool {
        self.buys_drops || self.restocks
    }

    fn effect(&self, at: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
        let color = mv.piece.color;
        if self.price(at, &mv) > Self::points(at, color) {
            return;
        }
        let role = at.kind_in_hand(mv.piece);
        if self.restocks && mv.kind == MoveKind::Drop && self.comes_again(role) {
            mv.effects.push(Effect::hand(color, role, 1));
        }
        moves.push(mv);
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        _: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let mut points = Color::ALL.map(|side| Self::points(before, side));
        let captor = mv.piece.color;
        points[captor.index()] -= self.price(before, mv);
        let victims = mv
            .captures
            .iter()
            .filter_map(|square| before.piece(*square));
        for victim in victims {
            if let Some(side) = self.receiver(captor, victim) {
                let sum = &mut points[side.index()];
                *sum = sum.saturating_add(self.worth(victim.role));
            }
        }
        Some(RuleState::new(points))
    }

    fn initial_state(&self) -> RuleState {
        RuleState::new([0, 0])
    }

    fn read_state(&self, text: &str, _: &BoardShape) -> Option<RuleState> {
        let (white, black) = text.split_once('/')?;
        let points: [i64; 2] = [white.parse().ok()?, black.parse().ok()?];
        let are_valid = points.iter().all(|points| *points >= 0);
        are_valid.then(|| RuleState::new(points))
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let goal = self.goal?;
        let (mover, other) = (at.turn().opponent(), at.turn());
        let [mine, theirs] = [mover, other].map(|side| Self::points(at, side));
        match (mine >= goal, theirs >= goal) {
            (true, true) if mine != theirs && self.more != Verdict::Draw => {
                let ahead = if mine > theirs { mover } else { other };
                Some(ended(self.more, ahead))
            }
            (true, true) => Some(ended(self.mover, mover)),
            (true, false) => Some(ended(self.result, mover)),
            (false, true) => Some(ended(self.result, other)),
            (false, false) => None,
        }
    }

    /// The value of a point grows towards the goal.
    fn lead(&self, at: &RuleContext<'_>) -> i32 {
        let Some(goal) = self.goal else { return 0 };
        let [white, black] = Color::ALL.map(|side| {
            let share = Self::points(at, side).clamp(0, goal) as f64 / goal as f64;
            GOAL_IN_SIGHT * share * share
        });
        let ahead = (white - black) as i32;
        match self.result {
            Verdict::Win => ahead,
            Verdict::Draw => 0,
            Verdict::Loss => -ahead,
        }
    }

    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let to = match self.to {
            Receiver::Captor => Some("the captor"),
            Receiver::Opponent => Some("the captor's opponent"),
            Receiver::Owner => Some("the side that has lost the piece"),
            Receiver::Enemy => Some("the opponent of the owner of the piece"),
            Receiver::Nobody => None,
        };
        if let Some(to) = to.filter(|_| !self.words.is_empty()) {
            words.push(format!("A capture brings points to {to}: {}.", self.words));
        }
        if self.buys_drops {
            words.push(
                "A drop costs the points that the piece is worth, and is impossible without enough points."
                    .to_owned(),
            );
        }
        if self.restocks {
            let excepts = self.royal.iter().any(|id| !self.comes_again(id.into()));
            let but = if excepts {
                ", royal pieces excepted"
            } else {
                ""
            };
            words.push(format!("Dropped pieces stay in the hand{but}."));
        }
        if let Some(goal) = self.goal {
            let points = if goal == 1 { "point" } else { "points" };
            let wins = verb(self.result);
            words.push(format!("A side that has {goal} {points} {wins}."));
            if self.to != Receiver::Captor {
                let more = match self.more {
                    Verdict::Draw => String::new(),
                    result => format!(
                        "the side with more points {}, and if they are equal ",
                        verb(result)
                    ),
                };
                words.push(format!(
                    "If both sides have so many, {more}the side that has just moved {}.",
                    verb(self.mover)
                ));
            }
        }
        words
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let mut found = Vec::new();
        if self.words.is_empty() {
            let finding = RuleFinding::new("no capture gives points").about("worth");
            found.push(finding);
        }
        let is_placed = def.rules.builtin.contains_key("placement");
        if self.buys_drops && !self.may_drop && !is_placed {
            let message = "drops cost points, but the variant has no drops";
            found.push(RuleFinding::new(message).about("buys-drops"));
        }
        if self.blasts {
            let message =
                "only the captured piece gives points, not the pieces that a blast removes";
            found.push(RuleFinding::new(message));
        }
        found
    }
}
