//! Goals: winning, or another result, by reaching squares: `rules.goal`.

use crate::definition::{
    PieceId, Reason, RoyalRule, Setting, Verdict, either, keys, one_of, plural, spaced,
};
use crate::geometry::{Square, SquareSet, Zone, squares_in_words, zone_in_words};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::results::verdict;
use crate::rules::data::{EndWords, Goal, Phases, Rule, RuleContext, RuleEnd, RuleError};
use crate::rules::settings::RuleSettings;
use crate::state::{Color, Role};

/// The limit on the required number of pieces.
const MOST: i32 = u16::MAX as i32;

/// The rule `rules.goal`.
pub(in crate::rules::builtin) struct GoalRule {
    goal: Goal,
    /// By side, whether royal pieces that are subject to check must reach the goal.
    by_king: [bool; 2],
    /// The conditions in words, with the winners.
    words: Vec<(String, &'static str)>,
}

/// The names of the sides.
const NAMES: [&str; 2] = ["White", "Black"];

impl BuiltinRule for GoalRule {
    const NAME: &'static str = "goal";
    const SETTINGS: Setting = keys! {
        /// The pieces that must reach them; all by default.
        "piece" => BySide(&Piece),
        /// The squares.
        "zone" => Zone,
        /// The number of pieces that must be there; 1 by default.
        "count" => Number,
        /// A full zone also wins if one of its pieces counts.
        "blocked-wins" => Flag,
        /// The opponent has one more move.
        "last-move" => Flag,
        /// The piece must not be attacked there.
        "safe" => Flag,
        /// The result for the side that reaches them; `win` by default.
        "result" => Words(Verdict::NAMES),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<GoalRule, RuleError> {
        let def = settings.def();
        let pieces = settings.by_side("piece", RuleSettings::piece)?;
        let zone = settings.zone("zone")?.ok_or_else(|| {
            let help = "write the squares to be reached: `zone = 'rank -1'`";
            RuleError::missing("`zone` is missing", help)
        })?;
        let flag = |key: &str| settings.flag(key).map(|flag| flag.unwrap_or(false));
        let result = verdict(settings, "result")?;
        let roles = (0..def.pieces.len().min(Role::MAX)).map(Role::new);
        let forms = |piece: Role| -> Vec<Role> {
            let kind = PieceId::from(piece);
            let forms = roles.clone();
            forms
                .filter(|role| def.forms.of(*role).kind == kind)
                .collect()
        };
        let goal = Goal {
            count: settings
                .whole("count", 0, MOST)?
                .map_or(1, |count| count as u16),
            blocked_wins: flag("blocked-wins")?,
            last_move: flag("last-move")?,
            safe: flag("safe")?,
            result: result.unwrap_or(Verdict::Win),
            ..Goal::of(
                pieces.map(|piece| piece.map(forms)),
                zone.sides().map(SquareSet::clone),
            )
        };
        let names = pieces.map(|piece| {
            let piece = piece.and_then(|piece| def.pieces.get_index(piece.index()));
            piece.map_or("piece".to_owned(), |(name, _)| spaced(name))
        });
        let guards = def.demand() == RoyalRule::Check;
        let by_king = pieces.map(|piece| {
            let piece = piece.and_then(|piece| def.pieces.get_index(piece.index()));
            guards && piece.is_some_and(|(_, piece)| piece.royal)
        });
        Ok(GoalRule {
            words: words(settings, &goal, &names, by_king),
            goal,
            by_king,
        })
    }
}

/// The conditions in words, with the winners; `names` are the pieces that must reach the goal, and
/// `by_king` says whether they are royal pieces that are subject to check.
fn words(
    settings: &RuleSettings<'_>,
    goal: &Goal,
    names: &[String; 2],
    by_king: [bool; 2],
) -> Vec<(String, &'static str)> {
    let shape = settings.shape();
    let safe = if goal.safe { ", not attacked" } else { "" };
    let mut after = String::new();
    if goal.blocked_wins {
        after.push_str(" If all these squares are occupied, one such piece is enough.");
    }
    let draws = by_king.contains(&true);
    if goal.last_move && draws {
        after.push_str(
            " When White does so, Black has one more move, and the game is drawn if Black does the \
             same with it.",
        );
    }
    let stays = match (goal.last_move && !draws, goal.safe) {
        (false, _) => "",
        (true, false) => ", and still has when its next turn begins",
        (true, true) => ", or still has when its next turn begins",
    };
    let say = |who: &str, side: usize, place: String| {
        let (pieces, place) = match goal.count {
            1 => (one_of(&names[side]), either(&place)),
            count => (plural(count, &names[side]), place),
        };
        format!("{who} has {pieces} on {place}{safe}{stays}.{after}")
    };
    let [white, black] = &goal.squares;
    if names[0] == names[1] && !white.is_empty() && !black.is_empty() {
        let both = Zone::of_sides(white.clone(), black.clone());
        let place = zone_in_words(shape, &both);
        return vec![(say("A side", 0, place), "that side")];
    }
    let sides = NAMES.into_iter().zip(&goal.squares).enumerate();
    sides
        .filter(|(_, (_, squares))| !squares.is_empty())
        .map(|(side, (who, squares))| (say(who, side, squares_in_words(shape, squares)), who))
        .collect()
}

impl GoalRule {
    /// Whether a side has reached the goal.
    fn is_reached(&self, at: &RuleContext<'_>, side: Color) -> bool {
        let goal = &self.goal;
        // By filling the last square of the opponent's goal, a side does not complete that goal.
        let may_be_full = goal.is_late() || side != at.turn();
        let squares = &goal.squares[side.index()];
        let kinds = goal.kinds[side.index()].as_ref();
        let pieces = at.board().pieces_of(side);
        let there: Vec<Square> = pieces
            .filter(|(square, piece)| {
                squares.contains(*square) && kinds.is_none_or(|kinds| kinds.contains(&piece.role))
            })
            .map(|(square, _)| square)
            .collect();
        if there.is_empty() {
            return false;
        }
        let is_full = || !squares.iter().any(|square| at.is_empty(square));
        let wanted = usize::from(goal.count);
        if there.len() < wanted && !(goal.blocked_wins && may_be_full && is_full()) {
            return false;
        }
        let must_be_safe = goal.safe && (!goal.last_move || side != at.turn());
        let is_attacked = |square: &Square| at.is_attacked(*square, side.opponent());
        !(must_be_safe && there.len() == wanted && there.iter().any(is_attacked))
    }

    /// Whether a royal piece of the side to move can still reach the goal, and is not in check.
    fn can_follow(&self, at: &RuleContext<'_>) -> bool {
        let us = at.turn();
        let squares = &self.goal.squares[us.index()];
        let follows =
            |mv: &crate::state::Move| at.is_royal(mv.piece.role) && squares.contains(mv.to);
        !at.is_check(us) && at.replies().iter().any(follows)
    }

    /// The result for the side to move, if the game is over.
    fn result(&self, at: &RuleContext<'_>) -> Option<Verdict> {
        let goal = &self.goal;
        let (us, them) = (at.turn(), at.turn().opponent());
        let by_king = |side: Color| self.by_king[side.index()];
        if goal.is_late() && self.is_reached(at, us) {
            let draws = (goal.last_move && us == Color::White && by_king(them)
                || goal.safe && !goal.last_move)
                && self.is_reached(at, them);
            return Some(if draws { Verdict::Draw } else { goal.result });
        }
        if (!goal.last_move || goal.safe || by_king(us)) && self.is_reached(at, them) {
            let follows =
                goal.last_move && by_king(us) && us == Color::Black && self.can_follow(at);
            return (!follows).then(|| goal.result.opposite());
        }
        // A move may bring an enemy piece to its goal.
        (!goal.is_late() && self.is_reached(at, us)).then_some(goal.result)
    }
}

impl Rule for GoalRule {
    fn phases(&self) -> Phases {
        Phases::END
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let winner = match self.result(at)? {
            Verdict::Win => Some(at.turn()),
            Verdict::Loss => Some(at.turn().opponent()),
            Verdict::Draw => None,
        };
        Some(RuleEnd::of(winner, Reason::Goal))
    }

    fn goals(&self) -> Vec<Goal> {
        vec![self.goal.clone()]
    }

    fn ends_first(&self, at: &RuleContext<'_>) -> bool {
        // The loss of royal pieces takes precedence.
        at.demand() != RoyalRule::Capture
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        let winner = |who: &'static str| match (self.goal.result, who) {
            (Verdict::Draw, _) => None,
            (Verdict::Win, who) => Some(who),
            (Verdict::Loss, "White") => Some("Black"),
            (Verdict::Loss, "Black") => Some("White"),
            (Verdict::Loss, _) => Some("the other side"),
        };
        let ends = self.words.iter().map(|(how, who)| EndWords {
            divided: None,
            reason: Reason::Goal,
            how: how.clone(),
            winner: winner(who),
            by_material: false,
        });
        ends.collect()
    }
}
