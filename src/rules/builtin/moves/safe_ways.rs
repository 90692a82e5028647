//! Safe ways: moves that require a path of unattacked squares: `rules.safe-ways`.
//!
//! Early forms of castling were such leaps of the king: pieces in between do not matter, but the
//! king must not be attacked on the squares that it passes. Of several paths, one suffices.

use crate::definition::{Reach, Setting, VariantDef, keys};
use crate::geometry::Square;
use crate::movement::{Inside, Pattern, Range};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::Kinds;
use crate::rules::data::{After, Phases, Rule, RuleContext, RuleError, RuleFinding, RuleReach};
use crate::rules::settings::RuleSettings;
use crate::state::{Move, MoveKind};

/// The rule `rules.safe-ways`.
pub(in crate::rules::builtin) struct SafeWays {
    who: Kinds,
    /// The paths as lame moves: the squares that must be empty are those that are passed.
    way: RuleReach,
    /// Whether such a move may be made in check.
    in_check: bool,
}

impl BuiltinRule for SafeWays {
    const NAME: &'static str = "safe-ways";
    const SETTINGS: Setting = keys! {
        /// The pieces; required.
        "who" => BySide(&Pieces),
        /// The paths, as lame moves in Betza notation; required. A move to the end of such a path
        /// needs a path without attacked squares; other moves are free.
        "way" => Text,
        /// Such a move can be made in check; `false` by default.
        "in-check" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<SafeWays, RuleError> {
        let Some(who) = Kinds::read(settings, "who")? else {
            return Err(
                RuleError::new("no pieces are named").with_help("name the pieces: `who = …`")
            );
        };
        let way = match settings.reach("way")? {
            Some(way @ Reach::Movement(_)) => way,
            Some(_) => {
                return Err(settings
                    .error("way", "`own` is not a path")
                    .with_help("write lame moves: `way = 'nDnA'`"));
            }
            None => {
                return Err(RuleError::new("the paths are missing")
                    .with_help("write the paths as lame moves: `way = 'nDnA'`"));
            }
        };
        Ok(SafeWays {
            who,
            way: RuleReach::new(way),
            in_check: settings.flag("in-check")?.unwrap_or(false),
        })
    }
}

impl SafeWays {
    /// Whether the mover would be attacked on a square that it passes, with any piece there removed.
    fn is_attacked(at: &RuleContext<'_>, mv: &Move, square: Square) -> bool {
        let imagined = at.imagined(|board| {
            board.lift(mv.from);
            board.lift(square);
            board.put(square, mv.piece);
        });
        let them = mv.piece.color.opponent();
        imagined.position().is_attacked(square, them)
    }
}

impl Rule for SafeWays {
    fn phases(&self) -> Phases {
        Phases::FORBID
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        if mv.kind != MoveKind::Normal || mv.from == mv.to || !self.who.contains(mv.piece) {
            return false;
        }
        let ways = at.ways(&self.way, mv.from, mv.to);
        if ways.is_empty() {
            return false;
        }
        let is_safe = |way: &Vec<Square>| {
            let mut squares = way.iter();
            squares.all(|square| !SafeWays::is_attacked(at, mv, *square))
        };
        !self.in_check && at.is_check(mv.piece.color) || !ways.iter().any(is_safe)
    }

    fn changes_attacks(&self) -> bool {
        false
    }

    fn words(&self) -> Vec<String> {
        let Reach::Movement(text) = self.way.reach() else {
            return Vec::new();
        };
        let way = &text.betza;
        let mut words = vec![self.who.sentence(&format!(
            "makes a move to the end of a path (`{way}`) only if it would not be attacked on the squares between, \
             whatever stands there; of several paths one is enough."
        ))];
        if !self.in_check {
            words.push("In check it makes no such move.".to_owned());
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut found: Vec<RuleFinding> = Vec::new();
        found.extend(self.who.doubts("who", "the rule has no effect"));
        let leaps = |pattern: &Pattern| match pattern {
            Pattern::Walk(walk) => match walk.legs.as_slice() {
                [leg] => leg.range == Range::UpTo(1) && leg.inside == Inside::Anything,
                _ => false,
            },
            _ => true,
        };
        if let Reach::Movement(text) = self.way.reach()
            && text.movement.patterns().iter().all(leaps)
        {
            let message = "no path has a square between its ends, so none needs to be safe";
            let finding = RuleFinding::new(message).about("way");
            found.push(finding.with_help("write lame moves: `way = 'nDnA'`"));
        }
        found
    }
}
