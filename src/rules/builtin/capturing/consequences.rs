//! Rules about the fate of pieces: absorption of powers, drowning, and returns to home squares.

use crate::definition::{Setting, VariantDef, keys};
use crate::geometry::{BoardShape, Square, SquareSet, Zone};
use crate::rules::builtin::parts::{BuiltinRule, Kinds, moved, name_of, zone_text, zones};
use crate::rules::data::{
    After, Attack, Decision, Moves, Phases, Rule, RuleContext, RuleError, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{all_of, joined, with_article};
use crate::state::{Color, Effect, Move, MoveKind, Piece, Role, RuleState};

// Absorption (`rules.use.absorption`): capturing pieces gain the powers of their victims.
//
// Powers are parts: a queen may consist of a rook and a bishop. A capturing piece becomes the kind
// with the parts of both, if such a kind exists.

/// The rule `rules.use.absorption`.
pub(in crate::rules::builtin) struct Absorption {
    /// The pieces that gain powers.
    captors: Kinds,
    /// The pieces whose powers are gained.
    victims: Kinds,
    parts: Parts,
    /// The table in words.
    words: Vec<String>,
}

/// The parts of each kind: kinds in ascending order.
struct Parts(Vec<Vec<Role>>);

impl BuiltinRule for Absorption {
    const NAME: &'static str = "absorption";
    const SETTINGS: Setting = keys! {
        /// The pieces of which a kind consists; required. A kind that is not in the table is a
        /// single part. Parts can have parts themselves.
        "parts" => ByPiece(&Pieces),
        /// The pieces that gain powers; all non-royal pieces by default.
        "captors" => BySide(&Pieces),
        /// The pieces whose powers are gained; all non-royal pieces by default.
        "victims" => BySide(&Pieces),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Absorption, RuleError> {
        let Some(table) = settings.table("parts")? else {
            return Err(RuleError::missing(
                "no piece has parts",
                "write the parts of pieces, such as `parts = { queen = ['rook', 'bishop'] }`",
            ));
        };
        let mut given = Vec::new();
        let mut words = Vec::new();
        for name in settings.def().pieces.keys().take(Role::MAX) {
            let parts = table.pieces(name)?;
            if parts.is_some() {
                let names = table.texts(name)?.unwrap_or_default();
                words.push(in_words(name, &names));
            }
            given.push(parts);
        }
        let parts = Parts::of(&given)
            .map_err(|(role, message)| table.error(name_of(settings.def(), role), message))?;
        Ok(Absorption {
            captors: Kinds::or_common(settings, "captors")?,
            victims: Kinds::or_common(settings, "victims")?,
            parts,
            words,
        })
    }
}

/// A row of the table in words.
fn in_words(name: &str, parts: &[&str]) -> String {
    let shown = |name: &str| name.replace('-', " ");
    match parts {
        [] => format!(
            "The powers of a {0} are not gained; a {0} becomes what it captures, and does not promote \
             then.",
            shown(name)
        ),
        parts => format!(
            "A piece with the powers of {} is {}.",
            all_of(parts.iter().map(|name| shown(name))),
            with_article(name)
        ),
    }
}

impl Parts {
    /// Computes the parts of all kinds, with nested parts expanded.
    fn of(given: &[Option<Vec<Role>>]) -> Result<Parts, (Role, String)> {
        let mut all: Vec<Vec<Role>> = Vec::new();
        for number in 0..given.len() {
            let role = Role::new(number);
            let mut parts = Vec::new();
            if !collect(given, role, given.len(), &mut parts) {
                return Err((role, "a piece that is a part of itself".to_owned()));
            }
            parts.sort_unstable();
            parts.dedup();
            let is_double = |other: &Vec<Role>| !parts.is_empty() && *other == parts;
            if all.iter().any(is_double) {
                // The error is reported at a piece with explicit parts.
                let first = all.iter().position(is_double).map_or(role, Role::new);
                let said = if given[number].is_some() { role } else { first };
                return Err((said, "another piece has the same parts".to_owned()));
            }
            all.push(parts);
        }
        Ok(Parts(all))
    }

    fn of_kind(&self, role: Role) -> &[Role] {
        self.0.get(role.index()).map_or(&[], Vec::as_slice)
    }

    /// The kind with these parts.
    fn kind(&self, parts: &[Role]) -> Option<Role> {
        let number = self.0.iter().position(|known| known == parts);
        number.map(Role::new)
    }
}

/// Adds the parts of a kind; `false` for a cycle.
fn collect(given: &[Option<Vec<Role>>], role: Role, depth: usize, parts: &mut Vec<Role>) -> bool {
    match &given[role.index()] {
        None => {
            parts.push(role);
            true
        }
        Some(_) if depth == 0 => false,
        Some(list) => list
            .iter()
            .all(|part| collect(given, *part, depth - 1, parts)),
    }
}

impl Absorption {
    /// The kind that a capturing piece becomes, if it changes.
    fn gained(&self, at: &RuleContext<'_>, mv: &Move) -> Option<Role> {
        if !self.captors.contains(mv.piece) || !mv.mover_stays() || mv.kind == MoveKind::Drop {
            return None;
        }
        let own = if self.is_powerless(mv.piece) {
            &[]
        } else {
            self.parts.of_kind(mv.role_after())
        };
        let mut parts = own.to_vec();
        for square in &mv.captures {
            let victim = at
                .piece(*square)
                .filter(|victim| self.victims.contains(*victim));
            if let Some(victim) = victim {
                parts.extend_from_slice(self.parts.of_kind(victim.role));
            }
        }
        parts.sort_unstable();
        parts.dedup();
        if parts == own {
            return None;
        }
        self.parts.kind(&parts)
    }

    /// Whether a piece has no powers.
    fn is_powerless(&self, piece: Piece) -> bool {
        self.parts.of_kind(piece.role).is_empty()
    }
}

impl Rule for Absorption {
    fn phases(&self) -> Phases {
        Phases::EFFECT
    }

    fn effect(&self, at: &RuleContext<'_>, mut mv: Move, moves: &mut Moves) {
        if let Some(role) = self.gained(at, &mv) {
            if self.is_powerless(mv.piece) {
                mv.promotion = None;
                mv.from_hand = false;
            }
            let color = mv.piece.color;
            let piece = Piece { color, role };
            let square = mv.to;
            mv.effects.push(Effect::Put { square, piece });
        }
        moves.push(mv);
    }

    fn decides(&self) -> &'static [Decision] {
        &[Decision::Captor]
    }

    fn brings(&self) -> Vec<Role> {
        let parts = self.parts.0.iter().enumerate();
        let composite = parts.filter(|(_, parts)| parts.len() > 1);
        composite.map(|(number, _)| Role::new(number)).collect()
    }

    fn words(&self) -> Vec<String> {
        let (who, whom) = (self.captors.words(), self.victims.words());
        let mut words = vec![format!(
            "When {who} captures {whom}, it gains the powers of the captured piece, if a piece with the powers of \
             both exists."
        )];
        words.extend(self.words.iter().cloned());
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let what = "no piece gains powers";
        let mut found = self.captors.doubts("captors", what);
        found.extend(self.victims.doubts("victims", what));
        if self.words.is_empty() {
            found.push(RuleFinding::new(format!("no piece has parts, so {what}")).about("parts"));
        }
        found
    }
}

// Drowning (`rules.use.drowning`): squares remove pieces.
//
// A piece that is in the zone at the beginning and at the end of a turn of its side is removed at
// the end; with `at-once`, any piece in the zone at the end is. Its captures remain. Within a turn
// of several moves the FEN field `wet` names the pieces that were in the zone at the beginning.

/// The rule `rules.use.drowning`.
pub(in crate::rules::builtin) struct Drowning {
    /// The pieces that drown.
    who: Kinds,
    zone: Zone,
    /// The zone as written in the definition, in quotes.
    text: String,
    /// Whether pieces drown at the end of the turn in which they arrive.
    at_once: bool,
}

impl BuiltinRule for Drowning {
    const NAME: &'static str = "drowning";
    const FIELD: &'static str = "wet";
    const SETTINGS: Setting = keys! {
        /// The squares; required.
        "zone" => Zone,
        /// The pieces that drown; all non-royal pieces by default.
        "who" => BySide(&Pieces),
        /// Pieces leave the board at the end of the turn in which they enter; `false` by default.
        "at-once" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Drowning, RuleError> {
        let Some(zone) = settings.zone("zone")? else {
            return Err(RuleError::missing(
                "the zone is missing",
                "write the squares on which pieces drown: `zone = 'rank 4'`",
            ));
        };
        Ok(Drowning {
            who: Kinds::or_common(settings, "who")?,
            zone,
            text: zone_text(settings, "zone").unwrap_or_default(),
            at_once: settings.flag("at-once")?.unwrap_or(false),
        })
    }
}

/// The state within a turn: a leading 1 and the squares.
fn begun(squares: &[Square]) -> RuleState {
    let squares = squares.iter().map(|square| square.index() as i64);
    RuleState::new([1].into_iter().chain(squares))
}

/// The squares of a state; `None` at the beginning of a turn.
fn remembered(state: &RuleState) -> Option<Vec<Square>> {
    let (first, rest) = state.numbers().split_first()?;
    debug_assert_eq!(*first, 1);
    Some(
        rest.iter()
            .map(|number| Square::new(*number as u16))
            .collect(),
    )
}

impl Drowning {
    /// The squares of a side's pieces in the zone that can drown.
    fn in_zone(&self, at: &RuleContext<'_>, color: Color) -> Vec<Square> {
        let pieces = at.board().pieces_of(color);
        let is_wet = |square: Square| self.zone.contains(square, color.perspective());
        let pieces = pieces.filter(|(square, piece)| is_wet(*square) && self.who.contains(*piece));
        pieces.map(|(square, _)| square).collect()
    }
}

impl Rule for Drowning {
    fn phases(&self) -> Phases {
        Phases::EFFECT
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        let us = mv.piece.color;
        let known = remembered(at.state());
        let there = {
            let relocated = at.relocated(&mv);
            let position = relocated.position();
            self.in_zone(&position, us)
        };
        if there.is_empty() && known.is_none() {
            moves.push(mv);
            return;
        }
        let was_there = known.clone().unwrap_or_else(|| self.in_zone(at, us));
        let lost = |square: &Square| mv.captures.contains(square);
        let kept = was_there.iter().filter(|square| !lost(square));
        let still: Vec<Square> = kept.map(|square| moved(&mv, *square)).collect();
        let drowned = there
            .iter()
            .filter(|square| self.at_once || still.contains(square));
        let mut last = mv.clone();
        for square in drowned {
            let square = *square;
            last.effects.push(Effect::Remove { square });
        }
        if known.is_some() {
            last.effects.push(at.remembering(RuleState::EMPTY));
        }
        if at.after(&last).position().turn() == us {
            let mut on = mv.clone();
            let still: Vec<Square> = there.into_iter().filter(|at| still.contains(at)).collect();
            on.effects.push(at.remembering(begun(&still)));
            moves.push(on);
        } else {
            moves.push(last);
        }
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        let squares = remembered(state).unwrap_or_default();
        if squares.is_empty() {
            return "-".to_owned();
        }
        joined(squares.iter().map(|square| shape.name(*square)), "/")
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        if text == "-" {
            return Some(begun(&[]));
        }
        let squares = text.split('/').map(|name| {
            let square = shape.parse(name)?;
            shape.exists(square).then_some(square)
        });
        Some(begun(&squares.collect::<Option<Vec<Square>>>()?))
    }

    fn words(&self) -> Vec<String> {
        let zone = &self.text;
        let drowns = if self.at_once {
            format!("that stands on {zone} when its side's turn ends leaves the board.")
        } else {
            format!(
                "that stands on {zone} when its side's turn begins, and when it ends again, leaves the \
                 board, whether it has moved or not."
            )
        };
        let captured = "What it has captured stays captured.".to_owned();
        vec![self.who.sentence(&drowns), captured]
    }

    fn findings(&self, def: &VariantDef) -> Vec<RuleFinding> {
        let mut found = self.who.doubts("who", "nothing drowns");
        if self.zone.clone().on(&def.shape).is_empty() {
            found.push(RuleFinding::new("the zone is empty").about("zone"));
        }
        found
    }
}

// Returns (`rules.use.returns`): pieces return home only to the square that they left.
//
// A piece that leaves its home squares may return only to the one that it left. The FEN field
// `away` has the squares of pieces that are away with the squares that they left: `d24-c13`,
// separated by `.`. Pieces without an entry may return anywhere.

/// The rule `rules.use.returns`.
pub(in crate::rules::builtin) struct Returns {
    who: Kinds,
    /// By side, the home squares.
    home: [SquareSet; 2],
    text: String,
}

impl BuiltinRule for Returns {
    const NAME: &'static str = "returns";
    const FIELD: &'static str = "away";
    const SETTINGS: Setting = keys! {
        /// The pieces with this rule; required.
        "who" => BySide(&Pieces),
        /// The home squares; required. A plain zone is mirrored for Black, the zones of a table are
        /// not.
        "home" => Zone,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Returns, RuleError> {
        let Some(who) = Kinds::read(settings, "who")? else {
            return Err(RuleError::missing(
                "no pieces are named",
                "name the pieces: `who = …`",
            ));
        };
        let Some(home) = zones(settings, "home")? else {
            return Err(RuleError::missing(
                "the home squares are missing",
                "write the home squares: `home = 'rank 1..4'`",
            ));
        };
        Ok(Returns {
            who,
            home,
            text: zone_text(settings, "home").unwrap_or_default(),
        })
    }
}

impl Returns {
    fn is_home(&self, piece: Piece, square: Square) -> bool {
        self.home[piece.color.index()].contains(square)
    }

    /// Whether a piece that is away may not move to a square.
    fn is_barred(&self, state: &RuleState, piece: Piece, from: Square, to: Square) -> bool {
        self.who.contains(piece)
            && !self.is_home(piece, from)
            && self.is_home(piece, to)
            && left(state, from).is_some_and(|left| left != to)
    }
}

/// The records of a state: the squares of pieces that are away, and the squares that they left.
fn pairs(state: &RuleState) -> impl Iterator<Item = (Square, Square)> {
    let square = |number: i64| Square::new(number as u16);
    let pairs = state.numbers().chunks_exact(2);
    pairs.map(move |pair| (square(pair[0]), square(pair[1])))
}

fn left(state: &RuleState, at: Square) -> Option<Square> {
    let mut pairs = pairs(state);
    pairs
        .find(|(square, _)| *square == at)
        .map(|(_, left)| left)
}

fn state(mut pairs: Vec<(Square, Square)>) -> RuleState {
    pairs.sort_unstable();
    let numbers = pairs.into_iter();
    RuleState::new(numbers.flat_map(|(at, left)| [at.index() as i64, left.index() as i64]))
}

impl Rule for Returns {
    fn phases(&self) -> Phases {
        Phases::FORBID | Phases::REMEMBER | Phases::BAR_ATTACKS
    }

    fn forbids(&self, at: &RuleContext<'_>, mv: &Move, _: &After<'_>) -> bool {
        mv.kind != MoveKind::Drop && self.is_barred(at.state(), mv.piece, mv.from, mv.to)
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        Attack::never_if(self.is_barred(at.state(), piece, from, target))
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let mut away = Vec::new();
        for (square, piece) in before.board().pieces() {
            if !self.who.contains(piece) || mv.captures.contains(&square) {
                continue;
            }
            let now = moved(mv, square);
            let same = |other: Piece| other.color == piece.color && self.who.contains(other);
            if self.is_home(piece, now) || !after.piece(now).is_some_and(same) {
                continue;
            }
            let left = if self.is_home(piece, square) {
                Some(square)
            } else {
                left(before.state(), square)
            };
            away.extend(left.map(|left| (now, left)));
        }
        Some(state(away))
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        let text = |(at, left)| format!("{}-{}", shape.name(at), shape.name(left));
        joined(pairs(state).map(text), ".")
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        let read: Option<Vec<(Square, Square)>> = text
            .split('.')
            .map(|text| {
                let (at, left) = text.split_once('-')?;
                Some((shape.parse(at)?, shape.parse(left)?))
            })
            .collect();
        read.map(state)
    }

    fn words(&self) -> Vec<String> {
        vec![self.who.sentence(&format!(
            "that has left {} may return there only to the square that it left, and attacks none of the other \
             squares until then.",
            self.text
        ))]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut findings = self.who.doubts("who", "every piece returns home freely");
        if self.home.iter().all(SquareSet::is_empty) {
            findings.push(RuleFinding::new("the home zone is empty").about("home"));
        }
        findings
    }
}
