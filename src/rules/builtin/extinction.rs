//! Sides that lose, or win, when they have few pieces of a kind left: `rules.extinction`.
//!
//! The last pieces may be royal instead, so that nobody may leave them under attack; then the rule ends
//! the game only where a blast, or what another rule makes moves do, can take them all the same.

use super::results::verdict;
use super::{BuiltinRule, Setting, keys};
use crate::definition::{PieceId, PieceSet, Reason, RoyalRule, Verdict, plural, spaced};
use crate::geometry::list;
use crate::rules::{
    AllRules, EndWords, Lack, LastRoyal, Phases, Rule, RuleContext, RuleEnd, RuleError,
    RuleSettings, WhoLacks,
};
use crate::state::{Color, Role};

/// The largest number of pieces that a setting may name.
const MOST: i32 = u16::MAX as i32;

/// `rules.extinction`.
pub(super) struct Extinction {
    /// Where it ends the game, a kind each.
    lacks: Vec<Lack>,
    /// Only a side that has fewer than at the start has too few: where pieces are royal, any number that a side
    /// begins with is enough.
    from_start: bool,
    royal: Option<LastRoyal>,
    /// What is said of the royal pieces.
    words: Vec<String>,
    counts: Counts,
    /// How a side comes to have too few, for the table of ends.
    how: String,
    /// The result for that side; nothing follows if `None`.
    result: Option<Verdict>,
}

/// Which of the last pieces must be guarded.
const ROYAL: [&str; 2] = ["last", "all-but-one"];

impl BuiltinRule for Extinction {
    const NAME: &'static str = "extinction";
    const SETTINGS: Setting = keys! {
        /// The result for the side whose pieces are extinct; none if nothing is said.
        "result" => Words(Verdict::NAMES),
        /// The kinds that count; required unless `whole-army` is said.
        "pieces" => Pieces,
        /// All pieces together count as a kind.
        "whole-army" => Flag,
        /// At this number or fewer a kind is extinct; 0 if nothing is said.
        "count" => Number,
        /// The number that the opponent must have; 0 if nothing is said.
        "opponent-count" => Number,
        /// Only the side to move can claim it.
        "claim" => Flag,
        /// The last pieces of a kind are royal: `'last'`, or `'all-but-one'` if one of them may be
        /// left attacked; they are not if nothing is said.
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
            return Err(RuleError::missing("it has no `pieces`", help));
        }
        let roles: Vec<Role> = (0..def.pieces.len().min(Role::MAX))
            .map(Role::new)
            .collect();
        // Forms of another piece count as that one, and are no kind by themselves.
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
        let names: Vec<String> = kinds.iter().map(|(name, _)| name.clone()).collect();
        let last = royal.map(|word| LastRoyal {
            limit,
            together: word == 1,
            ..LastRoyal::of(kinds.iter().map(|(_, forms)| forms.clone()).collect())
        });
        if whole_army {
            kinds.push(("piece".to_owned(), roles));
        }
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

/// How many pieces are left where the game ends.
struct Counts {
    kinds: Vec<String>,
    limit: u16,
    others: u16,
    claim: bool,
}

impl Counts {
    /// How it comes about that the game ends, as a sentence. Pieces may come from a hand, or none can.
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

/// Which pieces are royal: each, or those of which there are no more than so many.
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
        // Last pieces that are royal are mated and not captured, unless a blast can reach them, or moves do more
        // than what attacks them says.
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
        // Tables know nothing of the start.
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
        // The loss of royal pieces ends the game before.
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
