//! Rules about the squares that moves pass: brakes, transparent pieces, and safe ways.

use crate::definition::{Reach, Setting, VariantDef, keys};
use crate::geometry::{Square, SquareSet};
use crate::movement::{Inside, Pattern, Range};
use crate::rules::builtin::parts::{BuiltinRule, Kinds, Sides};
use crate::rules::data::{
    After, Attack, Imagined, Moves, Phases, Rule, RuleContext, RuleError, RuleFinding, RuleReach,
};
use crate::rules::settings::RuleSettings;
use crate::source::budget::spend;
use crate::state::{Move, MoveKind, Piece};

// Brakes (`rules.use.brakes`): pieces stop others on their way.
//
// A piece that would pass a square within reach of a stopping piece must end its move there. Leaps
// pass no squares. Passed squares are found by placing walls on them: a move that becomes
// impossible has passed a square on which the piece must stop.

/// The rule `rules.use.brakes`.
pub(in crate::rules::builtin) struct Brakes {
    /// The pieces that are stopped.
    who: Kinds,
    /// The pieces that stop others.
    by: Kinds,
    /// The sides of the stopping pieces.
    by_side: Sides,
    reach: RuleReach,
    /// Whether a piece that begins on such a square may pass no square.
    at_start: bool,
}

impl BuiltinRule for Brakes {
    const NAME: &'static str = "brakes";
    const SETTINGS: Setting = keys! {
        /// The pieces that stop others; required.
        "by" => BySide(&Pieces),
        /// The side of the stopping pieces: the `'enemy'` of the stopped piece, the default,
        /// its `'own'` side or
        /// `'any'`.
        "by-side" => Words(&Sides::NAMES),
        /// The squares on which they stop others, before the move; `'own'`, where they could
        /// capture, by default.
        "reach" => Text,
        /// The pieces that are stopped; all by default.
        "who" => BySide(&Pieces),
        /// A piece that starts its move within reach passes no square there: it makes one step or a
        /// leap.
        "at-start" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Brakes, RuleError> {
        let Some(by) = Kinds::read(settings, "by")? else {
            return Err(RuleError::missing(
                "no stopping pieces are named",
                "name the pieces: `by = …`",
            ));
        };
        Ok(Brakes {
            who: Kinds::or_all(settings, "who")?,
            by,
            by_side: Sides::read(settings, "by-side")?.unwrap_or(Sides::Enemy),
            reach: RuleReach::new(settings.reach("reach")?.unwrap_or(Reach::Own)),
            at_start: settings.flag("at-start")?.unwrap_or(false),
        })
    }
}

impl Brakes {
    /// The empty squares that a piece may not pass.
    fn stops(&self, at: &RuleContext<'_>, from: Square, piece: Piece) -> SquareSet {
        let mut stops = SquareSet::new();
        if !self.who.contains(piece) {
            return stops;
        }
        let brakes: Vec<Square> = at
            .board()
            .pieces()
            .filter(|(square, other)| {
                *square != from
                    && self.by_side.contain(piece.color, other.color)
                    && self.by.contains(*other)
            })
            .map(|(square, _)| square)
            .collect();
        if brakes.is_empty() {
            return stops;
        }
        let is_braked = |square: Square| {
            let mut brakes = brakes.iter();
            brakes.any(|brake| at.reaches(&self.reach, *brake, square))
        };
        let passes_nothing = self.at_start && is_braked(from);
        for square in at.shape().squares().filter(|square| at.is_empty(*square)) {
            if passes_nothing || is_braked(square) {
                stops.insert(square);
            }
        }
        stops
    }
}

/// The position with walls on the squares where a piece must stop, except its target.
fn walled<'a>(at: &RuleContext<'a>, stops: &SquareSet, to: Square) -> Imagined<'a> {
    at.imagined(|board| {
        for square in stops.iter().filter(|square| *square != to) {
            board.put_wall(square);
        }
    })
}

impl Rule for Brakes {
    fn phases(&self) -> Phases {
        Phases::FORBID | Phases::BAR_ATTACKS
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        if mv.kind != MoveKind::Normal || mv.from == mv.to {
            return false;
        }
        let stops = self.stops(at, mv.from, mv.piece);
        let can = |at: &RuleContext<'_>| at.walks(mv.from).iter().any(|own| mv.goes_like(own));
        // Moves offered by other rules have unknown paths.
        !stops.is_empty() && can(at) && !can(&walled(at, &stops, mv.to).position())
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let stops = self.stops(at, from, piece);
        let hits = |at: &RuleContext<'_>| at.walks_hit(from, target);
        let is_stopped = || hits(at) && !hits(&walled(at, &stops, target).position());
        Attack::never_if(!stops.is_empty() && is_stopped())
    }

    fn words(&self) -> Vec<String> {
        let by = format!("{} {}", self.by.words(), self.by_side.words("its"));
        let squares = match self.reach.reach() {
            Reach::Movement(text) => {
                format!("a square that {by} has within reach (`{}`)", text.betza)
            }
            _ => format!("a square on which {by} could capture"),
        };
        let mut words = vec![self.who.sentence(&format!(
            "that reaches {squares} must end its move there. It captures and gives check only within this limit."
        ))];
        if self.at_start {
            words.push(
                "A piece that starts its move on such a square passes no other square.".to_owned(),
            );
        }
        words.push("Leaps and castling are not affected.".to_owned());
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let what = "no piece is ever stopped";
        [self.who.doubts("who", what), self.by.doubts("by", what)].concat()
    }
}

// Transparency (`rules.use.transparency`): hidden pieces do not block others.
//
// A piece within reach of a hiding piece does not block others. A passing piece moves and attacks
// as if the hidden piece's square were empty, but cannot stop there. The rule has no state: hidden
// pieces are determined by the board.

/// The rule `rules.use.transparency`.
pub(in crate::rules::builtin) struct Transparency {
    /// The pieces that pass others.
    who: Kinds,
    /// The pieces that are passed.
    whom: Kinds,
    /// The sides of the passed pieces.
    whom_side: Sides,
    /// The pieces that hide others.
    by: Kinds,
    /// The sides of the hiding pieces.
    by_side: Sides,
    /// The reach of the hiding pieces.
    reach: RuleReach,
}

impl BuiltinRule for Transparency {
    const NAME: &'static str = "transparency";
    const SETTINGS: Setting = keys! {
        /// The pieces that pass others; all by default.
        "who" => BySide(&Pieces),
        /// The pieces that are passed; all by default.
        "whom" => BySide(&Pieces),
        /// The side of the pieces that are passed: the `'own'` side of the passing piece, the default,
        /// the `'enemy'` or `'any'`.
        "whom-side" => Words(&Sides::NAMES),
        /// The pieces that make others passable; all by default. A piece does not affect itself.
        "by" => BySide(&Pieces),
        /// The side of these pieces: the `'own'` side of the passing piece, the default, the `'enemy'` or
        /// `'any'`.
        "by-side" => Words(&Sides::NAMES),
        /// The squares that they affect; `'own'`, the squares on which they could capture, by
        /// default.
        "reach" => Text,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Transparency, RuleError> {
        Ok(Transparency {
            who: Kinds::or_all(settings, "who")?,
            whom: Kinds::or_all(settings, "whom")?,
            whom_side: Sides::read(settings, "whom-side")?.unwrap_or(Sides::Own),
            by: Kinds::or_all(settings, "by")?,
            by_side: Sides::read(settings, "by-side")?.unwrap_or(Sides::Own),
            reach: RuleReach::new(settings.reach("reach")?.unwrap_or(Reach::Own)),
        })
    }
}

impl Transparency {
    /// The occupied squares that a piece may pass.
    fn hidden(&self, at: &RuleContext<'_>, from: Square, piece: Piece) -> SquareSet {
        let mut hidden = SquareSet::new();
        if !self.who.contains(piece) {
            return hidden;
        }
        let hides = |(square, other): (Square, Piece), target: Square| {
            square != target
                && self.by_side.contain(piece.color, other.color)
                && self.by.contains(other)
                && at.reaches(&self.reach, square, target)
        };
        let others = at.board().pieces().filter(|(square, other)| {
            *square != from
                && self.whom_side.contain(piece.color, other.color)
                && self.whom.contains(*other)
        });
        for (square, _) in others {
            if spend(at.board().n_pieces() as u64).is_err() {
                break;
            }
            if at.board().pieces().any(|hider| hides(hider, square)) {
                hidden.insert(square);
            }
        }
        hidden
    }

    /// The moves by which a piece passes hidden pieces. Of the hidden squares, a move affects
    /// exactly `kept`, if any.
    fn passing(
        at: &RuleContext<'_>,
        from: Square,
        piece: Piece,
        hidden: &SquareSet,
        kept: Option<Square>,
    ) -> Vec<Move> {
        let imagined = without(at, hidden, kept);
        let mut moves = imagined.position().lent_walks(from, piece.role);
        moves.retain(|mv| {
            let touched = touched(mv).filter(|square| hidden.contains(*square));
            touched.eq(kept)
        });
        moves
    }
}

/// The position without the pieces on the hidden squares, except `kept`.
fn without<'a>(at: &RuleContext<'a>, hidden: &SquareSet, kept: Option<Square>) -> Imagined<'a> {
    at.imagined(|board| {
        for square in hidden.iter().filter(|square| Some(*square) != kept) {
            board.lift(square);
        }
    })
}

/// The squares that a move changes, except its origin, without duplicates.
fn touched(mv: &Move) -> impl Iterator<Item = Square> {
    let shifted = mv.shifts.iter().flat_map(|(from, to)| [*from, *to]);
    let all = [mv.to].into_iter().chain(mv.captures.iter().copied());
    let mut all: Vec<Square> = all
        .chain(mv.converts.iter().copied())
        .chain(shifted)
        .collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter()
}

impl Rule for Transparency {
    fn phases(&self) -> Phases {
        Phases::OFFER | Phases::ATTACK
    }

    fn offer(&self, at: &RuleContext<'_>, moves: &mut Moves) {
        for (from, piece) in at.board().pieces_of(at.turn()) {
            let hidden = self.hidden(at, from, piece);
            if hidden.is_empty() {
                continue;
            }
            let own = at.lent_walks(from, piece.role);
            let kept = [None].into_iter().chain(hidden.iter().map(Some));
            for kept in kept {
                let passing = Transparency::passing(at, from, piece, &hidden, kept).into_iter();
                let new = passing.filter(|mv| !own.contains(mv));
                moves.extend(new.flat_map(|mv| at.with_consequences(&mv)));
            }
        }
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let hidden = self.hidden(at, from, piece);
        let passes = !hidden.is_empty()
            && !at.is_frozen(from)
            && !at.is_protected(target, piece.color.opponent())
            && without(at, &hidden, Some(target))
                .position()
                .lent_walks_hit(from, piece.role, target);
        Attack::also_if(passes)
    }

    fn words(&self) -> Vec<String> {
        let passed = format!("{} {}", self.whom.words(), self.whom_side.words("its"));
        let by_side = self.by_side.words("the passing piece's");
        let by = format!("{} {by_side}", self.by.words());
        let reach = match self.reach.reach() {
            Reach::Movement(text) => format!("has within reach (`{}`)", text.betza),
            _ => match (self.by_side, self.whom_side) {
                (Sides::Any, _) | (_, Sides::Any) => "guards or attacks".to_owned(),
                (by, whom) if by == whom => "guards".to_owned(),
                _ => "attacks".to_owned(),
            },
        };
        vec![
            self.who.sentence(&format!(
                "passes {passed} that {by} {reach}, as if it were not there."
            )),
            "It cannot stop there, can capture and give check beyond it, and may pass several pieces. First moves, \
             castling and captures en passant pass no piece."
                .to_owned(),
        ]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let what = "no piece is ever passed";
        let keys = [(&self.who, "who"), (&self.whom, "whom"), (&self.by, "by")];
        keys.map(|(kinds, key)| kinds.doubts(key, what)).concat()
    }
}

// Safe ways (`rules.use.safe-ways`): moves require a path of unattacked squares.
//
// Early forms of castling were such leaps of the king: pieces in between do not matter, but the
// king must not be attacked on the squares that it passes. Of several paths, one suffices.

/// The rule `rules.use.safe-ways`.
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
            return Err(RuleError::missing(
                "no pieces are named",
                "name the pieces: `who = …`",
            ));
        };
        let way = match settings.reach("way")? {
            Some(way @ Reach::Movement(_)) => way,
            Some(_) => {
                return Err(settings
                    .error("way", "`own` is not a path")
                    .with_help("write lame moves: `way = 'nDnA'`"));
            }
            None => {
                return Err(RuleError::missing(
                    "the paths are missing",
                    "write the paths as lame moves: `way = 'nDnA'`",
                ));
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
        let mut found = self.who.doubts("who", "the rule has no effect");
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
