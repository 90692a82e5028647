//! Ends of the game when few pieces are left: extinction and bare kings.

use crate::definition::{
    ONLY_SETTING, PieceId, PieceSet, Reason, RoyalRule, Setting, VariantDef, Verdict, keys, plural,
    spaced,
};
use crate::geometry::{BoardShape, list};
use crate::rules::builtin::parts::{BuiltinRule, Kinds, verdict};
use crate::rules::data::{
    AllRules, EndWords, Lack, LastRoyal, Phases, Rule, RuleContext, RuleEnd, RuleError, RuleFact,
    RuleFinding, WhoLacks,
};
use crate::rules::settings::RuleSettings;
use crate::state::{Color, Move, Piece, Role, RuleState};

// Extinction (`rules.extinction`): a side loses, or wins, when few of its pieces of a kind are left.
//
// The last pieces may instead be royal and must not be left attacked. The rule then ends the game
// only if a blast, or an effect of another rule, can remove them all the same.

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
    /// Extinction, or a bare king if a side loses with its royal piece alone.
    reason: Reason,
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
        let is_bare_king = whole_army
            && named.is_none()
            && limit == 1
            && def.pieces.values().any(|piece| piece.royal);
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
            reason: if is_bare_king {
                Reason::BareKing
            } else {
                Reason::Extinction
            },
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
        if self.royal.is_some() && all.facts().captures.blast.is_none() {
            self.from_start = all.alters_moves();
            if !self.from_start {
                self.lacks.clear();
                self.result = None;
            }
        }
        let hands = all.facts().drops.is_some() || all.facts().gating.is_some();
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
        let winner = self.result?.winner([side, side.opponent()]);
        Some(RuleEnd::of(winner, self.reason))
    }

    fn facts(&self) -> Vec<RuleFact> {
        let royal = self.royal.iter().cloned().map(RuleFact::LastRoyal);
        // The tables do not store the start position.
        let lacks = self.lacks.iter().filter(|_| !self.from_start);
        royal.chain(lacks.cloned().map(RuleFact::Lack)).collect()
    }

    fn ends_first(&self, at: &RuleContext<'_>) -> bool {
        // The loss of royal pieces takes precedence.
        at.demand() != RoyalRule::Capture
    }

    fn words(&self) -> Vec<String> {
        self.words.clone()
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        let ends = self.result.map(|result| {
            let winner = result.winner(["that side", "the other side"]);
            EndWords::new(self.reason, self.how.clone(), winner)
        });
        ends.into_iter().collect()
    }
}

// Bare king (`rules.bare-king`): a side loses with its last piece of the kinds that count, by default
// the non-royal ones.
//
// A side is bare without such pieces. By default it is bared by a move of the opponent, who still has
// such pieces, and this is recorded; alternatively only the board matters, however it came about.

/// The rule `rules.bare-king`.
pub(in crate::rules::builtin) struct BareKing {
    /// The pieces that count.
    pieces: Kinds,
    /// Whether they are named, instead of the default.
    names_pieces: bool,
    /// The moment at which a bare side loses; `None` for never.
    when: Option<When>,
    /// Whether only the board matters, and not the move that bared the side.
    by_board: bool,
    /// Whether pieces in hand and pocket count as well.
    hands: bool,
    /// The result for a side that bares its opponent in return.
    in_return: Verdict,
}

/// The moment at which a bare side loses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// After one more move, which may bare the opponent in return.
    Pending,
    /// Immediately.
    Immediate,
    /// When the opponent claims it.
    Claim,
}

/// The values of `value`, in the order of [`WORDS`].
const WHEN: [When; 3] = [When::Pending, When::Immediate, When::Claim];

/// The words of the key `value`.
const WORDS: [&str; 3] = ["pending", "immediate", "claim"];

/// The words of the key `by`: bared by a move, or by the board alone.
const BY: [&str; 2] = ["move", "board"];

/// The words of the key `in-return`.
const RESULTS: [&str; 3] = ["draw", "win", "loss"];

/// The states: the bared side, as FEN text and as number.
const BARED: [(&str, Color, i64); 2] = [("w", Color::White, 1), ("b", Color::Black, 2)];

impl BuiltinRule for BareKing {
    const NAME: &'static str = "bare-king";
    const FIELD: &'static str = "bare";
    const SETTINGS: Setting = Setting::Either(&[
        Setting::Words(&WORDS),
        keys! {
            /// When a bare side loses: `'pending'` after one more move, by which it can bare the
            /// other side in return; `'immediate'` at once; `'claim'` when the other side claims
            /// it. By default never, or `'pending'` with `by = 'board'`.
            "value" => Words(&WORDS),
            /// The pieces that count; all that are not royal by default.
            "pieces" => BySide(&Pieces),
            /// Whether such pieces in hand and in the pocket also count.
            "hands" => Flag,
            /// The result for a side that bares the other one in return: `'win'`, `'draw'` or
            /// `'loss'`; `'draw'` by default.
            "in-return" => Words(&RESULTS),
            /// What makes a side bare: a `'move'` of the other side, the default, or only the
            /// pieces on the `'board'`.
            "by" => Words(&BY),
        },
    ]);

    fn read(settings: &RuleSettings<'_>) -> Result<BareKing, RuleError> {
        let names_pieces = Kinds::read(settings, "pieces")?.is_some();
        let when = settings.word(ONLY_SETTING, &WORDS)?;
        let by_board = settings.word("by", &BY)? == Some(1);
        Ok(BareKing {
            names_pieces,
            pieces: Kinds::or_common(settings, "pieces")?,
            when: match when {
                Some(word) => Some(WHEN[word]),
                None => by_board.then_some(When::Pending),
            },
            by_board,
            hands: settings.flag("hands")?.unwrap_or(false),
            in_return: verdict(settings, "in-return")?.unwrap_or(Verdict::Draw),
        })
    }
}

impl BareKing {
    /// Whether a side has none of the pieces that count. A side without any pieces has not been bared by a move.
    fn is_bare(&self, at: &RuleContext<'_>, side: Color) -> bool {
        let counts = |role| self.pieces.contains(Piece { color: side, role });
        let mut on_board = at.board().pieces_of(side).peekable();
        (self.by_board || on_board.peek().is_some())
            && !on_board.any(|(_, piece)| counts(piece.role))
            && !(self.hands && at.waiting(side).into_iter().any(counts))
    }

    /// Whether a side is bare and its opponent is not.
    fn is_alone_bare(&self, at: &RuleContext<'_>, side: Color) -> bool {
        self.is_bare(at, side) && !self.is_bare(at, side.opponent())
    }

    /// The side that has been bared.
    fn bared(at: &RuleContext<'_>) -> Option<Color> {
        let number = at.state().number(0);
        let known = BARED.iter().find(|(.., known)| *known == number);
        known.map(|(_, side, _)| *side)
    }

    /// The winner if a bared side has bared its opponent in return; `None` for a draw.
    fn winner_in_return(&self, first: Color) -> Option<Color> {
        self.in_return.winner([first, first.opponent()])
    }

    /// The end of the game after the bared side's reply.
    fn after_answer(&self, at: &RuleContext<'_>, bared: Color) -> RuleEnd {
        let winner = if self.is_bare(at, bared.opponent()) {
            self.winner_in_return(bared)
        } else {
            Some(bared.opponent())
        };
        RuleEnd::of(winner, Reason::BareKing)
    }

    /// The end of the game by the board alone; `answers` is whether a bare side to move still has a reply.
    fn by_board(&self, at: &RuleContext<'_>, answers: bool) -> Option<RuleEnd> {
        let (us, them) = (at.turn(), at.turn().opponent());
        let winner = match (self.is_bare(at, us), self.is_bare(at, them)) {
            // The opponent moved last and so bared us in return if bare itself.
            (true, true) => self.winner_in_return(them),
            (false, true) => Some(us),
            (true, false) if !answers => Some(them),
            _ => return None,
        };
        Some(RuleEnd::of(winner, Reason::BareKing))
    }

    /// The end of the game as a sentence.
    fn how(&self, when: When) -> String {
        let bare = if self.names_pieces {
            format!("does not have {} any more", self.pieces.words())
        } else {
            "has only its royal piece".to_owned()
        };
        let result = match self.in_return {
            Verdict::Draw => "the game is drawn",
            Verdict::Win => "the side that was bared first wins",
            Verdict::Loss => "that side has lost nevertheless",
        };
        let how = match (when, self.by_board) {
            (When::Pending, false) => format!(
                "A side {bare}, and its next move does not bare the other side as well; if it does, \
                 {result}."
            ),
            (When::Pending, true) => format!(
                "A side {bare} after one more move, which does not bare the other side as well; if it \
                 does, {result}."
            ),
            (When::Immediate, false) => format!("A side {bare}."),
            (When::Immediate, true) => {
                let result = match self.in_return {
                    Verdict::Draw => "the game is drawn",
                    Verdict::Win => "the side that has just moved wins",
                    Verdict::Loss => "the side that has just moved loses",
                };
                format!("A side {bare}. If this is true of both sides, {result}.")
            }
            (When::Claim, _) => format!("A side {bare}, and the other side claims it."),
        };
        let covered = if self.hands {
            " Pieces that can still be put on the board count."
        } else {
            ""
        };
        how + covered
    }
}

impl Rule for BareKing {
    fn phases(&self) -> Phases {
        match (self.when, self.by_board) {
            (None, _) | (Some(When::Claim), true) => Phases::ADJUDICATION,
            (Some(When::Claim), false) => Phases::REMEMBER | Phases::ADJUDICATION,
            (Some(When::Pending), false) => Phases::REMEMBER | Phases::END,
            (Some(_), true) | (Some(When::Immediate), false) => Phases::END,
        }
    }

    fn may_win(&self) -> bool {
        self.when.is_some()
    }

    fn rearranges(&self) -> bool {
        false
    }

    fn remember(
        &self,
        _: &RuleContext<'_>,
        _: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let next = after.turn();
        let is_news = BareKing::bared(after).is_none() && self.is_alone_bare(after, next);
        let number = BARED.iter().find(|(_, side, _)| *side == next)?.2;
        is_news.then(|| RuleState::new([number]))
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let us = at.turn();
        match (self.when?, self.by_board) {
            (When::Claim, _) => None,
            (when, true) => self.by_board(at, when == When::Pending),
            (When::Immediate, false) => self
                .is_alone_bare(at, us)
                .then(|| RuleEnd::of(Some(us.opponent()), Reason::BareKing)),
            (When::Pending, false) => {
                let bared = BareKing::bared(at).filter(|bared| *bared != us)?;
                Some(self.after_answer(at, bared))
            }
        }
    }

    fn facts(&self) -> Vec<RuleFact> {
        let who = match self.when {
            Some(When::Pending) => WhoLacks::Mover,
            Some(When::Immediate) => WhoLacks::Either,
            Some(When::Claim) | None => return Vec::new(),
        };
        // Stocks of rules count like pieces in hand, which the tables cannot evaluate.
        if !self.by_board || self.hands {
            return Vec::new();
        }
        vec![RuleFact::Lack(Lack::of(self.pieces.roles().clone(), who))]
    }

    fn claim(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let end = match (self.when?, self.by_board) {
            (When::Claim, true) => self.by_board(at, true)?,
            (When::Claim, false) => self.after_answer(at, BareKing::bared(at)?),
            _ => return None,
        };
        // A loss is never claimed.
        let loss = RuleEnd::of(Some(at.turn().opponent()), Reason::BareKing);
        (end != loss).then_some(end)
    }

    fn write_state(&self, state: &RuleState, _: &BoardShape) -> String {
        let known = BARED.iter().find(|(.., known)| *known == state.number(0));
        known.map_or("", |(word, ..)| word).to_owned()
    }

    fn read_state(&self, text: &str, _: &BoardShape) -> Option<RuleState> {
        let known = BARED.iter().find(|(word, ..)| *word == text);
        known.map(|(.., number)| RuleState::new([*number]))
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        let winner = Some("the other side");
        let end = |when| EndWords::new(Reason::BareKing, self.how(when), winner);
        let ends = self.when.map(end);
        ends.into_iter().collect()
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let never = self.when.is_none().then(|| {
            let finding = RuleFinding::new("no side loses by it without `value`");
            finding.with_help("write `value = 'pending'`, `'immediate'` or `'claim'`")
        });
        let is_answered = self.by_board || self.when != Some(When::Immediate);
        let idle = (!is_answered && self.in_return != Verdict::Draw).then(|| {
            RuleFinding::new("a bare side loses at once, so `in-return` has no effect")
                .about("in-return")
        });
        let nobody = self
            .pieces
            .doubts("pieces", "both sides are bare from the start");
        never.into_iter().chain(idle).chain(nobody).collect()
    }
}
