//! Ends of the game by the squares of pieces: goals and connections.

use crate::definition::{
    PieceId, PieceSet, Reason, RoyalRule, Setting, VariantDef, Verdict, either, keys, one_of,
    plural, spaced,
};
use crate::geometry::{Square, SquareSet, Zone, squares_in_words, zone_in_words};
use crate::rules::builtin::parts::{
    BuiltinRule, names_in_set, piece_set, verdict, zone_text, zones,
};
use crate::rules::data::{
    EndWords, Goal, Phases, Rule, RuleContext, RuleEnd, RuleError, RuleFact, RuleFinding,
};
use crate::rules::pieces::shifted;
use crate::rules::settings::RuleSettings;
use crate::rules::wording::any_of;
use crate::state::{Color, Piece, Role};

// Goals (`rules.goal`): a side that reaches certain squares wins, or gets another result.

/// The limit on the required number of pieces.
const MOST: i32 = u16::MAX as i32;

/// The rule `rules.goal`.
pub(in crate::rules::builtin) struct GoalRule {
    goal: Goal,
    /// By side, whether royal pieces that are subject to check must reach the goal.
    by_king: [bool; 2],
    /// The ends in words.
    ends: Vec<EndWords>,
}

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
        let named = pieces.map(|piece| def.piece(piece?.into()));
        let names = named.map(|piece| spaced(piece.map_or("piece", |(name, _)| name)));
        let guards = def.demand() == RoyalRule::Check;
        let by_king = named.map(|piece| guards && piece.is_some_and(|(_, piece)| piece.royal));
        Ok(GoalRule {
            ends: words(settings, &goal, &names, by_king),
            goal,
            by_king,
        })
    }
}

/// The ends in words; `names` are the pieces that must reach the goal, and
/// `by_king` says whether they are royal pieces that are subject to check.
fn words(
    settings: &RuleSettings<'_>,
    goal: &Goal,
    names: &[String; 2],
    by_king: [bool; 2],
) -> Vec<EndWords> {
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
    let end = |who: &str, sides: [&'static str; 2], side: usize, place: String| {
        let (pieces, place) = match goal.count {
            1 => (one_of(&names[side]), either(&place)),
            count => (plural(count, &names[side]), place),
        };
        let how = format!("{who} has {pieces} on {place}{safe}{stays}.{after}");
        EndWords::new(Reason::Goal, how, goal.result.winner(sides))
    };
    let [white, black] = &goal.squares;
    if names[0] == names[1] && !white.is_empty() && !black.is_empty() {
        let both = Zone::of_sides(white.clone(), black.clone());
        let place = zone_in_words(shape, &both);
        return vec![end("A side", ["that side", "the other side"], 0, place)];
    }
    let sides = Color::ALL.into_iter().zip(&goal.squares);
    sides
        .filter(|(_, squares)| !squares.is_empty())
        .map(|(side, squares)| {
            let sides = [side, side.opponent()].map(Color::name);
            end(
                sides[0],
                sides,
                side.index(),
                squares_in_words(shape, squares),
            )
        })
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
        let us = at.turn();
        let winner = self.result(at)?.winner([us, us.opponent()]);
        Some(RuleEnd::of(winner, Reason::Goal))
    }

    fn facts(&self) -> Vec<RuleFact> {
        vec![RuleFact::Goal(self.goal.clone())]
    }

    fn ends_first(&self, at: &RuleContext<'_>) -> bool {
        // The loss of royal pieces takes precedence.
        at.demand() != RoyalRule::Capture
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        self.ends.clone()
    }
}

// Ends of the game by connection (`rules.connection`).
//
// A side wins by pieces in a row, in a block or on a line, or by a chain between two zones.

/// The rule `rules.connection`.
pub(in crate::rules::builtin) struct Connection {
    sides: [Side; 2],
    /// Directions as steps along files and ranks.
    directions: Vec<(i16, i16)>,
    /// The ends in words.
    ends: Vec<EndWords>,
}

/// The connections of a side.
#[derive(Clone, PartialEq)]
struct Side {
    kinds: PieceSet,
    /// The number of pieces in a row; 0 for none.
    row: i16,
    /// The width and height of a block.
    block: i16,
    /// The number of pieces on a line, with gaps.
    line: i16,
    /// The two zones to be connected by a chain.
    from: SquareSet,
    to: SquareSet,
    /// The result for the side.
    verdict: Verdict,
}

impl BuiltinRule for Connection {
    const NAME: &'static str = "connection";
    const SETTINGS: Setting = keys! {
        /// The pieces that connect; all by default.
        "pieces" => BySide(&Pieces),
        /// The number in a row.
        "row" => BySide(&Number),
        /// A square block of this side length.
        "block" => BySide(&Number),
        /// The number on a line, with gaps.
        "line" => BySide(&Number),
        /// Whether rows and lines along ranks count; true by default.
        "horizontal" => Flag,
        /// Whether those along files count; true by default.
        "vertical" => Flag,
        /// Whether diagonal ones count; true by default.
        "diagonal" => Flag,
        /// A zone that must be connected with the zone `to`.
        "from" => Zone,
        /// The other zone.
        "to" => Zone,
        /// The result for the side that connects; `win` by default.
        "result" => BySide(&Words(Verdict::NAMES)),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Connection, RuleError> {
        let kinds = settings.by_side("pieces", piece_set)?;
        let kinds = match kinds {
            [None, None] => [PieceSet::ALL; 2],
            kinds => kinds.map(Option::unwrap_or_default),
        };
        let number = |key: &str| -> Result<[i16; 2], RuleError> {
            let numbers = settings.by_side(key, |settings, key| settings.whole(key, 0, MOST))?;
            // No board has longer lines.
            Ok(numbers.map(|number| number.map_or(0, |number| number.min(1000) as i16)))
        };
        let [row, block, line] = [number("row")?, number("block")?, number("line")?];
        let mut directions = Vec::new();
        let mut words = Vec::new();
        for (key, steps, said) in [
            ("horizontal", &[(1, 0)][..], "along ranks"),
            ("vertical", &[(0, 1)], "along files"),
            ("diagonal", &[(1, 1), (1, -1)], "diagonally"),
        ] {
            if settings.flag(key)?.unwrap_or(true) {
                directions.extend_from_slice(steps);
                words.push(said);
            }
        }
        let [from, to] = [zones(settings, "from")?, zones(settings, "to")?];
        let [from, to] = [from, to].map(Option::unwrap_or_default);
        let verdicts = settings.by_side("result", verdict)?;
        let sides = [0, 1].map(|side| Side {
            kinds: kinds[side],
            row: row[side],
            block: block[side],
            line: line[side],
            from: from[side].clone(),
            to: to[side].clone(),
            verdict: verdicts[side].unwrap_or(Verdict::Win),
        });
        let only = if words.len() < 3 {
            let words = any_of(words);
            format!(" Only pieces that are adjacent {words} count.")
        } else {
            String::new()
        };
        let chain = zone_text(settings, "from").zip(zone_text(settings, "to"));
        let chain = chain.map(|(from, to)| format!("a chain of them from {from} to {to}"));
        let say = |who: &str, side: &Side| {
            let forms = side.forms(chain.as_deref());
            let pieces = side.pieces(settings.def());
            let how = format!("{who} has brought {pieces} together: {forms}.{only}");
            (!forms.is_empty() && !side.kinds.is_empty()).then_some(how)
        };
        let end = |who: &str, sides: [&'static str; 2], side: &Side| {
            let (how, winner) = (say(who, side)?, side.verdict.winner(sides));
            Some(EndWords::new(Reason::Connection, how, winner))
        };
        let [white, black] = &sides;
        let said = |side: &Side| (side.kinds, side.row, side.block, side.line, side.verdict);
        let is_same = said(white) == said(black);
        let ends = if is_same {
            vec![end("A side", ["that side", "the other side"], white)]
        } else {
            vec![
                end("White", ["White", "Black"], white),
                end("Black", ["Black", "White"], black),
            ]
        };
        Ok(Connection {
            ends: ends.into_iter().flatten().collect(),
            sides,
            directions,
        })
    }
}

impl Side {
    /// The required connections in words.
    fn forms(&self, chain: Option<&str>) -> String {
        let mut forms = Vec::new();
        if self.row > 0 {
            forms.push(format!("{} of them in a row", self.row));
        }
        if self.block > 0 {
            forms.push(format!("a block of {0} by {0} of them", self.block));
        }
        if self.line > 0 {
            let line = self.line;
            forms.push(format!("{line} of them on a line, with gaps or without"));
        }
        forms.extend(chain.map(str::to_owned));
        any_of(forms)
    }

    /// The connecting pieces in words.
    fn pieces(&self, def: &VariantDef) -> String {
        if def.piece_ids().all(|id| self.kinds.contains(id)) {
            "its pieces".to_owned()
        } else {
            format!("its pieces of the kind {}", names_in_set(def, self.kinds))
        }
    }
}

impl Connection {
    /// Whether a side has a connection.
    fn connects(&self, at: &RuleContext<'_>, color: Color) -> bool {
        let side = &self.sides[color.index()];
        let counts = |piece: Piece| side.kinds.contains(at.counted_as(piece).role);
        let pieces = at.board().pieces_of(color);
        let stones: SquareSet = pieces
            .filter(|(_, piece)| counts(*piece))
            .map(|(square, _)| square)
            .collect();
        let shape = at.shape();
        let step = |square: Square, (files, ranks): (i16, i16), n: i16| {
            shifted(shape, square, (files * n, ranks * n))
        };
        let has = |square: Option<Square>| square.is_some_and(|square| stones.contains(square));
        let row = |start: Square| {
            let mut directions = self.directions.iter();
            directions.any(|by| (0..side.row).all(|n| has(step(start, *by, n))))
        };
        let block = |start: Square| {
            let size = 0..side.block;
            size.clone()
                .all(|file| size.clone().all(|rank| has(step(start, (file, rank), 1))))
        };
        let line = |start: Square| {
            let n = shape.files().max(shape.ranks()) as i16;
            let mut directions = self.directions.iter();
            directions.any(|by| {
                let there = (-n..=n).filter(|n| has(step(start, *by, *n)));
                there.count() >= side.line as usize
            })
        };
        side.row > 0 && stones.iter().any(row)
            || self.is_chained(&side.from, &side.to, &stones, &step)
            || side.block > 0 && stones.iter().any(block)
            || side.line > 0 && stones.iter().any(line)
    }

    /// Whether a chain of pieces connects two zones.
    fn is_chained(
        &self,
        from: &SquareSet,
        to: &SquareSet,
        stones: &SquareSet,
        step: &dyn Fn(Square, (i16, i16), i16) -> Option<Square>,
    ) -> bool {
        if !from.meets(stones) || !to.meets(stones) {
            return false;
        }
        // Extends the region only along the directions of the rule and not backwards, like Fairy-Stockfish.
        let mut current = from.intersection(stones);
        loop {
            let mut grown = SquareSet::new();
            for direction in &self.directions {
                let base = current.union(&grown);
                let next = base.iter().filter_map(|square| step(square, *direction, 1));
                grown.extend(next.filter(|square| stones.contains(*square)));
            }
            if grown.meets(to) {
                return true;
            }
            if grown.difference(&current).is_empty() {
                return false;
            }
            current = current.union(&grown);
        }
    }
}

impl Rule for Connection {
    fn phases(&self) -> Phases {
        Phases::END
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        // The side that has moved comes first, but its move may also connect pieces of the other side.
        let us = at.turn();
        let side = [us.opponent(), us]
            .into_iter()
            .find(|side| self.connects(at, *side))?;
        let verdict = self.sides[side.index()].verdict;
        let winner = verdict.winner([side, side.opponent()]);
        Some(RuleEnd::of(winner, Reason::Connection))
    }

    fn words_of_ends(&self) -> Vec<EndWords> {
        self.ends.clone()
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let mut found = Vec::new();
        if self.ends.is_empty() {
            let finding =
                RuleFinding::new("the rule names no connection, so it never ends the game");
            found.push(finding.with_help("write `row = 4`, or `from` and `to`"));
        }
        let nobody = |side: &Side| !def.piece_ids().any(|id| side.kinds.contains(id));
        if self.sides.iter().all(nobody) {
            let finding = RuleFinding::new("no piece can connect, so the rule never ends the game");
            found.push(finding.about("pieces"));
        }
        found
    }
}
