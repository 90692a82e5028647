//! What custodial captures take beside what stands between two pieces: `rules.custodial`.
//!
//! A piece captures by custody if its `captures` say `custodial`. This rule knows pieces that do so
//! however they move and on other lines, against the edge of the board or between two; squares that count
//! as captors while they are empty; and pieces that on some squares are captured only when they are
//! surrounded on all sides.

use super::kinds::{Kinds, any_of, capitalized, with_article};
use super::zones::{zone_text, zones};
use super::{Setting, ShippedRule, keys};
use crate::definition::{CaptureMethod, Line, VariantDef};
use crate::geometry::{Offset, Square, SquareSet};
use crate::rules::{
    Attack, CustomRule, Moves, Phases, RuleContext, RuleError, RuleFinding, RuleSettings,
};
use crate::state::{Cell, Color, Move, MoveKind, Piece, Role};

/// `rules.custodial`.
pub(super) struct Custodial {
    around: Option<Around>,
    hostile: Option<Hostile>,
    surround: Option<Surround>,
    /// The pieces that capture by custody, and whether they have other methods as well.
    captors: Vec<(Role, bool)>,
    /// By number, the name of a piece.
    names: Vec<String>,
}

/// Pieces that capture what they come beside, however they move.
struct Around {
    by: Kinds,
    /// The steps to the squares beside them.
    steps: Vec<Offset>,
    text: String,
    /// With a friend on the other side.
    opposite: bool,
    /// With the edge of the board on the other side.
    edge: bool,
    /// Both of two opposing pieces between which they come.
    between: bool,
}

/// Squares that count as captors while they are empty.
struct Hostile {
    /// By side of the captor.
    zone: [SquareSet; 2],
    /// As the definition says it, for the rules page.
    text: String,
    /// By side of the victim, to whom they are hostile; to all if `None`.
    to: [Option<Vec<Role>>; 2],
}

/// Pieces that must be surrounded.
struct Surround {
    /// By side.
    of: [Vec<Role>; 2],
    /// Where, by side.
    zone: [SquareSet; 2],
    text: Option<String>,
    /// The squares that surround a piece, from its square.
    sides: Vec<Offset>,
    /// The edge of the board counts as a captor.
    edge: bool,
}

impl ShippedRule for Custodial {
    const NAME: &'static str = "custodial";
    const SETTINGS: Setting = keys! {
        /// Pieces that capture what they come beside however they move; `captures` of theirs need
        /// not say it.
        "by" => BySide(&Pieces),
        /// Leaps to the squares beside them; `'W'` if nothing is said.
        "lines" => Text,
        /// They capture what stands between them and a piece of their own side; `true` if nothing
        /// is said.
        "opposite" => Flag,
        /// They capture what stands between them and the edge of the board or a hole.
        "edge" => Flag,
        /// They capture both of two pieces between which they come.
        "between" => Flag,
        /// Empty squares that count as captors.
        "hostile" => keys! {
            /// The squares, as the captor sees the board; or a table with those against which White
            /// captures (`white`) and those of Black (`black`), by their names; required.
            "zone" => Zone,
            /// The pieces that are captured between one of these squares and a piece that moves to
            /// their other side; all pieces if nothing is said.
            "to" => BySide(&Pieces),
        },
        /// Pieces that must be surrounded.
        "surround" => keys! {
            /// The pieces that must be surrounded; required.
            "of" => BySide(&Pieces),
            /// Where they must be, as their side sees the board; elsewhere they are captured like
            /// others. Or a table as for `hostile.zone`, by the side of the victim; everywhere if
            /// nothing is said.
            "zone" => Zone,
            /// Leaps to the squares on all of which the other side must stand; hostile squares
            /// count; `'W'` if nothing is said.
            "sides" => Text,
            /// The edge of the board counts as well; without it a piece at the edge cannot be
            /// surrounded.
            "edge" => Flag,
        },
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Custodial, RuleError> {
        let hostile = settings.table("hostile")?.map(|table| hostile(&table));
        let surround = settings.table("surround")?.map(|table| surround(&table));
        let (hostile, surround) = (hostile.transpose()?, surround.transpose()?);
        let around = around(settings)?;
        if hostile.is_none() && surround.is_none() && around.is_none() {
            let error = RuleError::new("nothing is said about custodial captures");
            return Err(error.with_help(
                "say which squares are `hostile`, which pieces one must `surround`, or which pieces \
                 capture so however they move (`by`)",
            ));
        }
        let captors = settings.def().numbered().filter_map(|(id, _, piece)| {
            let methods = &piece.captures.methods;
            let is_captor = methods.contains(&CaptureMethod::Custodial);
            is_captor.then(|| (Role::new(id.index()), methods.len() > 1))
        });
        Ok(Custodial {
            around,
            hostile,
            surround,
            captors: captors.take(Role::MAX).collect(),
            names: settings.def().pieces.keys().cloned().collect(),
        })
    }
}

/// The four squares beside a square.
fn orthogonal() -> Vec<Offset> {
    let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    steps.map(|(dx, dy)| Offset { dx, dy }).to_vec()
}

fn around(settings: &RuleSettings<'_>) -> Result<Option<Around>, RuleError> {
    let flag = |key, default| settings.flag(key).map(|flag| flag.unwrap_or(default));
    let steps = settings.lines("lines")?;
    let steps = steps.map(|lines| lines.into_iter().map(|line: Line| line.step).collect());
    let (opposite, edge, between) = (
        flag("opposite", true)?,
        flag("edge", false)?,
        flag("between", false)?,
    );
    let Some(by) = Kinds::read(settings, "by")? else {
        let keys = ["lines", "opposite", "edge", "between"];
        return match keys.into_iter().find(|key| settings.value(key).is_some()) {
            Some(key) => Err(settings.error(key, "nobody is named `by` whom this is done")),
            None => Ok(None),
        };
    };
    Ok(Some(Around {
        by,
        steps: steps.unwrap_or_else(orthogonal),
        text: settings.text("lines")?.unwrap_or("W").to_owned(),
        opposite,
        edge,
        between,
    }))
}

fn hostile(table: &RuleSettings<'_>) -> Result<Hostile, RuleError> {
    let Some(zone) = zones(table, "zone")? else {
        return Err(table.error("zone", "no square is hostile"));
    };
    Ok(Hostile {
        zone,
        text: zone_text(table, "zone").unwrap_or_default(),
        to: table.by_side("to", RuleSettings::pieces)?,
    })
}

fn surround(table: &RuleSettings<'_>) -> Result<Surround, RuleError> {
    let of = table.by_side("of", RuleSettings::pieces)?;
    if of.iter().all(Option::is_none) {
        return Err(table.error("of", "no piece must be surrounded"));
    }
    let everywhere: SquareSet = table.shape().squares().collect();
    let sides = table.lines("sides")?.map(|lines| {
        let steps = lines.into_iter().map(|line: Line| line.step);
        steps.collect()
    });
    Ok(Surround {
        of: of.map(Option::unwrap_or_default),
        zone: zones(table, "zone")?.unwrap_or_else(|| [everywhere.clone(), everywhere]),
        text: zone_text(table, "zone"),
        sides: sides.unwrap_or_else(orthogonal),
        edge: table.flag("edge")?.unwrap_or(false),
    })
}

impl Around {
    fn words(&self) -> Option<String> {
        let mut ways = Vec::new();
        if self.opposite {
            ways.push("with a piece of its own side on the other side of it");
        }
        if self.edge {
            ways.push("with the edge of the board on the other side of it");
        }
        if self.between {
            ways.push("if it stands between it and another one");
        }
        if ways.is_empty() {
            return None;
        }
        Some(self.by.sentence(&format!(
            "also captures each opposing piece beside the square to which it moves or is dropped (`{}`), {}.",
            self.text,
            ways.join(", or ")
        )))
    }
}

/// A move, with the board on which it has been made and nothing has been removed yet.
struct Arrival<'a> {
    at: &'a RuleContext<'a>,
    mv: &'a Move,
}

impl Arrival<'_> {
    fn cell(&self, square: Square) -> Cell {
        let comes = self.mv.shifts.iter().find(|(_, target)| *target == square);
        let leaves = |origin: &Square| *origin == square;
        if square == self.mv.to {
            Cell::Piece(self.mv.piece)
        } else if let Some((origin, _)) = comes {
            self.at.board().get(*origin)
        } else if leaves(&self.mv.from) || self.mv.shifts.iter().any(|(from, _)| leaves(from)) {
            Cell::Empty
        } else {
            self.at.board().get(square)
        }
    }

    fn captor(&self) -> Color {
        self.mv.piece.color
    }

    fn enemy(&self, square: Square) -> Option<Piece> {
        match self.cell(square) {
            Cell::Piece(piece) if piece.color != self.captor() => Some(piece),
            _ => None,
        }
    }

    fn is_friend(&self, square: Square) -> bool {
        matches!(self.cell(square), Cell::Piece(piece) if piece.color == self.captor())
    }

    fn next(&self, from: Square, step: Offset) -> Option<Square> {
        let line = Line { step, rides: false };
        let owner = self.captor().perspective();
        line.squares(self.at.shape(), from, owner).next()
    }
}

impl Custodial {
    /// Whether an empty square counts as a captor of a piece.
    fn is_hostile(&self, arrival: &Arrival<'_>, square: Square, victim: Piece) -> bool {
        self.hostile.as_ref().is_some_and(|hostile| {
            let to = &hostile.to[victim.color.index()];
            arrival.cell(square) == Cell::Empty
                && hostile.zone[arrival.captor().index()].contains(square)
                && to.as_ref().is_none_or(|to| to.contains(&victim.role))
        })
    }

    /// Whether a piece must be surrounded where it stands, and by what.
    fn surround(&self, square: Square, victim: Piece) -> Option<&Surround> {
        self.surround.as_ref().filter(|surround| {
            surround.of[victim.color.index()].contains(&victim.role)
                && surround.zone[victim.color.index()].contains(square)
        })
    }

    /// Whether a move captures by custody.
    fn captures(&self, mv: &Move) -> Option<bool> {
        let captor = self.captors.iter().find(|(role, _)| *role == mv.piece.role);
        let walks = mv.kind == MoveKind::Walk && mv.from != mv.to;
        captor.filter(|_| walks).map(|(_, others)| *others)
    }

    /// The victims that the rule adds to a move, and those that it takes away.
    fn victims(&self, arrival: &Arrival<'_>, others: bool) -> (Vec<Square>, Vec<Square>) {
        let (mut more, mut less) = (Vec::new(), Vec::new());
        let (at, mv) = (arrival.at, arrival.mv);
        let shape = at.shape();
        let is_straight = shape.file_of(mv.from) == shape.file_of(mv.to)
            || shape.rank_of(mv.from) == shape.rank_of(mv.to);
        for (square, victim) in at.board().pieces_of(arrival.captor().opponent()) {
            if square == mv.to || arrival.enemy(square) != Some(victim) {
                continue;
            }
            if let Some(surround) = self.surround(square, victim) {
                if self.is_surrounded(arrival, (square, victim), surround) {
                    more.push(square);
                } else if !others {
                    less.push(square);
                }
            } else if is_straight && self.is_held(arrival, square, victim) {
                more.push(square);
            }
        }
        (more, less)
    }

    /// Whether a piece stands between the mover and a hostile square.
    fn is_held(&self, arrival: &Arrival<'_>, square: Square, victim: Piece) -> bool {
        let orthogonal = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        orthogonal.into_iter().any(|(dx, dy)| {
            let step = Offset { dx, dy };
            let behind = arrival.next(square, step);
            arrival.next(arrival.mv.to, step) == Some(square)
                && behind.is_some_and(|behind| self.is_hostile(arrival, behind, victim))
        })
    }

    /// Whether the mover has come to a side of a piece, and all other sides are held.
    fn is_surrounded(
        &self,
        arrival: &Arrival<'_>,
        (square, victim): (Square, Piece),
        surround: &Surround,
    ) -> bool {
        let sides = || {
            surround
                .sides
                .iter()
                .map(|step| arrival.next(square, *step))
        };
        sides().any(|side| side == Some(arrival.mv.to))
            && sides().all(|side| {
                side.map_or(surround.edge, |side| {
                    arrival.is_friend(side) || self.is_hostile(arrival, side, victim)
                })
            })
    }

    /// The victims of a piece that captures what it comes beside.
    fn beside(&self, arrival: &Arrival<'_>) -> Option<Vec<Square>> {
        let mv = arrival.mv;
        let around = self.around.as_ref()?;
        let comes = mv.kind == MoveKind::Drop || mv.from != mv.to;
        if !comes || !around.by.contains(mv.piece) {
            return None;
        }
        let mut victims = Vec::new();
        for step in &around.steps {
            let beside = arrival.next(mv.to, *step);
            let Some((square, victim)) =
                beside.and_then(|square| Some((square, arrival.enemy(square)?)))
            else {
                continue;
            };
            let Offset { dx, dy } = *step;
            let opposite = arrival.next(mv.to, Offset { dx: -dx, dy: -dy });
            let is_pair = || opposite.is_some_and(|other| arrival.enemy(other).is_some());
            let is_held = || match arrival.next(square, *step) {
                None => around.edge,
                Some(behind) => {
                    around.opposite
                        && (arrival.is_friend(behind) || self.is_hostile(arrival, behind, victim))
                }
            };
            let is_taken = match self.surround(square, victim) {
                Some(surround) => self.is_surrounded(arrival, (square, victim), surround),
                None => is_held(),
            };
            if is_taken || around.between && is_pair() {
                victims.push(square);
            }
        }
        Some(victims)
    }

    /// The move with the victims that it has by this rule.
    fn settled(&self, at: &RuleContext<'_>, mut mv: Move) -> Move {
        let arrival = Arrival { at, mv: &mv };
        let beside = self.beside(&arrival);
        let by_method = self.captures(&mv);
        if beside.is_none() && by_method.is_none() {
            return mv;
        }
        let (mut more, less) = by_method
            .map(|others| self.victims(&arrival, others))
            .unwrap_or_default();
        for square in beside.into_iter().flatten() {
            if !more.contains(&square) {
                more.push(square);
            }
        }
        more.retain(|square| !mv.captures.contains(square) && !mv.converts.contains(square));
        mv.captures.retain(|square| !less.contains(square));
        mv.converts.retain(|square| !less.contains(square));
        let piece = at.def().piece(mv.piece.role.into());
        if piece.is_some_and(|(_, piece)| piece.captures.convert) {
            mv.converts.extend(more);
            mv.converts.sort_unstable();
        } else {
            mv.captures.extend(more);
            mv.captures.sort_unstable();
        }
        mv
    }

    fn name(&self, role: Role) -> &str {
        self.names.get(role.index()).map_or("", String::as_str)
    }

    fn listed(&self, roles: &[Role]) -> String {
        let names = roles.iter().map(|role| with_article(self.name(*role)));
        any_of(&names.collect::<Vec<_>>())
    }
}

impl CustomRule for Custodial {
    fn phases(&self) -> Phases {
        Phases::EFFECT | Phases::ATTACK
    }

    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        moves.push(self.settled(at, mv));
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let around = self.around.as_ref();
        let is_captor = self.captors.iter().any(|(role, _)| *role == piece.role)
            || around.is_some_and(|around| around.by.contains(piece));
        let Some(victim) = at.piece(target).filter(|_| is_captor) else {
            return Attack::AsItMoves;
        };
        let walks = at.walks(from).into_iter();
        let mut moves = walks.map(|mv| self.settled(at, mv));
        if moves.any(|mv| mv.captures.contains(&target)) {
            Attack::Also
        } else if self.surround(target, victim).is_some() && around.is_none() {
            Attack::Never
        } else {
            Attack::AsItMoves
        }
    }

    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if let Some(around) = &self.around {
            words.extend(around.words());
        }
        if let Some(hostile) = &self.hostile {
            let [white, black] = &hostile.to;
            let whom = match (white, black) {
                (None, None) => String::new(),
                (Some(white), Some(black)) if white == black => {
                    format!(" against {}", self.listed(white))
                }
                _ => {
                    let side = |to: &Option<Vec<Role>>, whose: &str| match to {
                        None => format!("all pieces of {whose}"),
                        Some(to) if to.is_empty() => format!("none of {whose}"),
                        Some(to) => format!("{} of {whose}", self.listed(to)),
                    };
                    let (white, black) = (side(white, "White's"), side(black, "Black's"));
                    format!(" against {white} and {black}")
                }
            };
            words.push(format!(
                "Where a piece is captured between two others, any of {} counts as one of them while it \
                 is empty{whom}.",
                hostile.text
            ));
        }
        if let Some(surround) = &self.surround {
            let place = match &surround.text {
                Some(text) => format!(" on {text}"),
                None => String::new(),
            };
            let edge = if surround.edge {
                " The edge of the board counts as one."
            } else {
                ""
            };
            let hostile = if self.hostile.is_some() {
                "pieces of the other side or empty squares that count as such"
            } else {
                "pieces of the other side"
            };
            for (side, whose) in [(0, "White's"), (1, "Black's")] {
                let of = &surround.of[side];
                let is_repeated = side == 1 && surround.of[0] == *of;
                if of.is_empty() || is_repeated {
                    continue;
                }
                let whose = if surround.of[0] == surround.of[1] {
                    String::new()
                } else {
                    format!(" of {whose}")
                };
                words.push(format!(
                    "{}{whose}{place} is captured so only when {hostile} are on all its {} sides, and \
                     one of them has just moved there.{edge}",
                    capitalized(&self.listed(of)),
                    surround.sides.len()
                ));
            }
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut found = Vec::new();
        if let Some(around) = &self.around {
            found.extend(around.by.doubts("by", "no piece captures by custody"));
            if !(around.opposite || around.edge || around.between) {
                let message = "nothing is captured beside these pieces";
                let finding = RuleFinding::new(message).about("opposite");
                found.push(finding.with_help("say `edge = true` or `between = true`"));
            }
        } else if self.captors.is_empty() {
            let finding = RuleFinding::new("no piece captures by custody");
            found.push(
                finding.with_help("give one `captures.custodial = true`, or name it under `by`"),
            );
        }
        found
    }
}
