//! Extinction: a side loses, or wins, with few pieces of a kind left: `rules.extinction`.
//!
//! The last pieces may instead be royal and must not be left attacked. The rule then ends the game
//! only if a blast, or an effect of another rule, can remove them all the same.

use crate::definition::{
    PieceId, PieceSet, Reason, RoyalRule, Setting, Verdict, keys, plural, spaced,
};
use crate::geometry::list;
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::results::verdict;
use crate::rules::data::{
    AllRules, EndWords, Lack, LastRoyal, Phases, Rule, RuleContext, RuleEnd, RuleError, WhoLacks,
};
use crate::rules::settings::RuleSettings;
use crate::state::{Color, Role};

/// The limit on numbers of pieces in settings.
const MOST: i32 = u16::MAX as i32;

/// The rule `rules.extinction`.
pub(in crate::rules::builtin) struct Extinction {
    /// The ends of the game, one for each kind.
    lacks: Vec<Lack>,
    /// Whether only a side with fewer pieces than at the start has too few: if last pieces are
    /// royal, the number at the start always suffices.
    from_start: bool,
    royal: Option<LastRoyal>,
    /// The description of the royal pieces.
    words: Vec<String>,
    counts: Counts,
    /// The condition for the table of ends, in words.
    how: String,
    /// The result for a side with too few pieces; `None` for no end.
    result: Option<Verdict>,
}

/// The words of the key `royal`: which of the last pieces must be kept safe.
const ROYAL: [&str; 2] = ["last", "all-but-one"];

impl BuiltinRule for Extinction {
    const NAME: &'static str = "extinction";
    const SETTINGS: Setting = keys! {
        /// The result for the side whose pieces are extinct; none by default.
        "result" => Words(Verdict::NAMES),
        /// The kinds that count; required without `whole-army`.
        "pieces" => Pieces,
        /// All pieces together count as a kind.
        "whole-army" => Flag,
        /// The number at or below which a kind is extinct; 0 by default.
        "count" => Number,
        /// The number that the opponent must have; 0 by default.
        "opponent-count" => Number,
        /// Only the side to move can claim it.
        "claim" => Flag,
        /// The last pieces of a kind are royal: `'last'`, or `'all-but-one'` if one of them may be
        /// left attacked; by default they are not royal.
        "royal" => Words(&ROYAL),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Extinction, RuleError> {
        let def = settings.def();
        let result = verdict(settings, "result")?;
        let named = settings.pieces("pieces")?;
        let whole_army = settings.flag("whole-army")?.unwrap_or(false);
        let number = |key: &str| -> Result<u16, RuleError> {
            let number = settings.whole(key, 0, MOST)?;
            Ok(number.map_or(0, |number| number as u16))
        };
        let limit = number("count")?;
        let others = number("opponent-count")?;
        let claim = settings.flag("claim")?.unwrap_or(false);
        let royal = settings.word("royal", &ROYAL)?;
        if named.is_none() && !whole_army {
            let help = "write which pieces count: `pieces = 'king'`, or `whole-army = true`";
            return Err(RuleError::missing("`pieces` is missing", help));
        }
        let roles: Vec<Role> = (0..def.pieces.len().min(Role::MAX))
            .map(Role::new)
            .collect();
        // Forms of another piece count as that piece, and are no kind of their own.
        let named: PieceSet = named.into_iter().flatten().map(PieceId::from).collect();
        let mut kinds: Vec<(String, Vec<Role>)> = Vec::new();
        for (id, name, _) in def.numbered().filter(|(id, ..)| named.contains(*id)) {
            let forms = roles.iter().copied();
            let forms = forms.filter(|role| def.forms.of(*role).kind == id);
            let forms: Vec<Role> = forms.collect();
            if !forms.is_empty() {
                kinds.push((spaced(name), forms));
            }
        }
        // All pieces together count as one kind.
        if whole_army {
            kinds.push(("piece".to_owned(), roles));
        }
        let names: Vec<String> = kinds.iter().map(|(name, _)| name.clone()).collect();
        let last = royal.map(|word| LastRoyal {
            limit,
            together: word == 1,
            ..LastRoyal::of(kinds.iter().map(|(_, forms)| forms.clone()).collect())
        });
        let words = last.as_ref().map(|last| {
            let royal = usize::from(limit) + 1;
            let is_each = royal >= def.shape.area();
            said_of_royal(
                &list(&names, "or"),
                (!is_each).then_some(royal),
                last.together,
            )
        });
        let counts = Counts {
            kinds: kinds.iter().map(|(name, _)| name.clone()).collect(),
            limit,
            others,
            claim,
        };
        let ends = kinds.into_iter().filter(|_| result.is_some());
        let lacks = ends.map(|(_, forms)| Lack {
            limit,
            hands: true,
            others: [others, others + u16::from(claim)],
            result,
            ..Lack::of([forms.clone(), forms], WhoLacks::Either)
        });
        Ok(Extinction {
            lacks: lacks.collect(),
            from_start: false,
            royal: last,
            words: words.into_iter().collect(),
            how: String::new(),
            counts,
            result,
        })
    }
}

/// The numbers of pieces at which the game ends.
struct Counts {
    kinds: Vec<String>,
    limit: u16,
    others: u16,
    claim: bool,
}

impl Counts {
    /// The condition of the end as a sentence. `hands` is whether pieces may come from a hand.
    fn how(&self, hands: bool, from_start: bool) -> String {
        let left = |kind: &String| match self.limit {
            0 => format!("no {kind}"),
            limit => format!("no more than {}", plural(limit, kind)),
        };
        let few: Vec<String> = self.kinds.iter().map(left).collect();
        let hand = if hands {
            ", on the board or in hand"
        } else {
            ""
        };
        let fewer = if from_start && self.limit > 0 {
            ", and fewer than at the start"
        } else {
            ""
        };
        let to_move = match (self.claim, self.others) {
            (true, 0) => ", and the other side is to move".to_owned(),
            (false, 0) => String::new(),
            (true, others) => {
                format!(", and the other side, which is to move, at least {others}")
            }
            (false, others) => format!(", and the other side at least {others}"),
        };
        let answer = if self.claim {
            " So it has one more move first, by which it may do the same to the other side."
        } else {
            ""
        };
        format!(
            "A side has {} left{hand}{fewer}{to_move}.{answer}",
            list(&few, "or")
        )
    }
}

/// A sentence about the royal pieces: all of a kind, or those of a kind with at most `few`.
fn said_of_royal(kinds: &str, few: Option<usize>, together: bool) -> String {
    let who = match few {
        None => format!("Each {kinds} is royal"),
        Some(1) => format!("The last {kinds} of a side is royal"),
        Some(few) => {
            format!("While a side has no more than {few} of a kind, each {kinds} of it is royal")
        }
    };
    let together = if together {
        "; where it has more of them, it is check when all are attacked"
    } else {
        ""
    };
    format!("{who}: it must not be left under attack{together}.")
}

impl Rule for Extinction {
    fn meet(&mut self, all: &AllRules<'_>) -> Result<(), RuleError> {
        // Royal last pieces are mated and not captured, unless a blast or an effect can remove them.
        if self.royal.is_some() && all.captures().blast.is_none() {
            self.from_start = all.alters_moves();
            if !self.from_start {
                self.lacks.clear();
                self.result = None;
            }
        }
        let hands = all.drops().is_some() || all.gating().is_some();
        self.how = self.counts.how(hands, self.from_start);
        Ok(())
    }

    fn phases(&self) -> Phases {
        if self.lacks.is_empty() {
            Phases::NONE
        } else {
            Phases::END
        }
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let mut sides = [at.turn().opponent(), at.turn()].into_iter();
        let is_less = |lack: &Lack, side: Color| {
            !self.from_start
                || (at.start()).is_some_and(|start| lack.count(at, side) < lack.count(&start, side))
        };
        let loses = |side: &Color| {
            let mut lacks = self.lacks.iter();
            lacks.any(|lack| lack.is_lost_by(at, *side) && is_less(lack, *side))
        };
        let side = sides.find(loses)?;
        let winner = match self.result? {
            Verdict::Win => Some(side),
            Verdict::Loss => Some(side.opponent()),
            Verdict::Draw => None,
        };
        Some(RuleEnd::of(winner, Reason::Extinction))
    }

    fn lacks(&self) -> Vec<Lack> {
        // The tables do not store the start position.
        if self.from_start {
            Vec::new()
        } else {
            self.lacks.clone()
        }
    }

    fn last_royal(&self) -> Option<LastRoyal> {
        self.royal.clone()
    }

    fn ends_first(&self, at: &RuleContext<'_>) -> bool {
        // The loss of royal pieces takes precedence.
        at.demand() != RoyalRule::Capture
    }

    fn words(&self) -> Vec<String> {
        self.words.clone()
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        let ends = self.result.map(|result| EndWords {
            divided: None,
            reason: Reason::Extinction,
            how: self.how.clone(),
            winner: match result {
                Verdict::Win => Some("that side"),
                Verdict::Loss => Some("the other side"),
                Verdict::Draw => None,
            },
            by_material: false,
        });
        ends.into_iter().collect()
    }
}
