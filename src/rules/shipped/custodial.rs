//! What custodial captures take beside what stands between two pieces: `rules.custodial`.
//!
//! A piece captures by custody if its `captures` say `custodial`. This rule knows squares that count as
//! captors while they are empty, and pieces that on some squares are captured only when they are
//! surrounded on all sides.

use super::ShippedRule;
use crate::definition::{CaptureMethod, Line, VariantDef};
use crate::geometry::{Offset, Square, Zone};
use crate::rules::{Attack, CustomRule, Moves, RuleContext, RuleError, RuleFinding, RuleSettings};
use crate::state::{Cell, Color, Move, MoveKind, Piece, Role};

/// `rules.custodial`.
pub(super) struct Custodial {
    hostile: Option<Hostile>,
    surround: Option<Surround>,
    /// The pieces that capture by custody, and whether they have other methods as well.
    captors: Vec<(Role, bool)>,
    /// By number, the name of a piece.
    names: Vec<String>,
}

/// Squares that count as captors while they are empty.
struct Hostile {
    /// As the captor's side sees them.
    zone: Zone,
    /// As the definition says it, for the rules page.
    text: String,
    /// By side of the victim, to whom they are hostile; to all if `None`.
    to: [Option<Vec<Role>>; 2],
}

/// Pieces that must be surrounded.
struct Surround {
    /// By side.
    of: [Vec<Role>; 2],
    /// Where, as their side sees it.
    zone: Zone,
    text: Option<String>,
    /// The squares that surround a piece, from its square.
    sides: Vec<Offset>,
    /// The edge of the board counts as a captor.
    edge: bool,
}

impl ShippedRule for Custodial {
    const NAME: &'static str = "custodial";

    fn read(settings: &RuleSettings<'_>) -> Result<Custodial, RuleError> {
        let hostile = settings.table("hostile")?.map(|table| hostile(&table));
        let surround = settings.table("surround")?.map(|table| surround(&table));
        let (hostile, surround) = (hostile.transpose()?, surround.transpose()?);
        if hostile.is_none() && surround.is_none() {
            let error = RuleError::new("nothing is said about custodial captures");
            return Err(error.with_help(
                "say which squares are `hostile`, or which pieces one must `surround`",
            ));
        }
        let captors = settings.def().numbered().filter_map(|(id, _, piece)| {
            let methods = &piece.powers.captures;
            let is_captor = methods.contains(&CaptureMethod::Custodial);
            is_captor.then(|| (Role::new(id.index()), methods.len() > 1))
        });
        Ok(Custodial {
            hostile,
            surround,
            captors: captors.take(Role::MAX).collect(),
            names: settings.def().pieces.keys().cloned().collect(),
        })
    }
}

fn hostile(table: &RuleSettings<'_>) -> Result<Hostile, RuleError> {
    let Some(zone) = table.zone("zone")? else {
        return Err(table.error("zone", "no square is hostile"));
    };
    Ok(Hostile {
        zone,
        text: table.text("zone")?.unwrap_or_default().to_owned(),
        to: table.by_side("to", RuleSettings::pieces)?,
    })
}

fn surround(table: &RuleSettings<'_>) -> Result<Surround, RuleError> {
    let of = table.by_side("of", RuleSettings::pieces)?;
    if of.iter().all(Option::is_none) {
        return Err(table.error("of", "no piece must be surrounded"));
    }
    let orthogonal = [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(dx, dy)| Offset { dx, dy });
    let sides = table.lines("sides")?.map(|lines| {
        let steps = lines.into_iter().map(|line: Line| line.step);
        steps.collect()
    });
    Ok(Surround {
        of: of.map(Option::unwrap_or_default),
        zone: table
            .zone("zone")?
            .unwrap_or_else(|| Zone::everywhere(table.shape())),
        text: table.text("zone")?.map(str::to_owned),
        sides: sides.unwrap_or_else(|| orthogonal.to_vec()),
        edge: table.flag("edge")?.unwrap_or(false),
    })
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
                && (hostile.zone).contains(square, arrival.captor().perspective())
                && to.as_ref().is_none_or(|to| to.contains(&victim.role))
        })
    }

    /// Whether a piece must be surrounded where it stands, and by what.
    fn surround(&self, square: Square, victim: Piece) -> Option<&Surround> {
        self.surround.as_ref().filter(|surround| {
            surround.of[victim.color.index()].contains(&victim.role)
                && surround.zone.contains(square, victim.color.perspective())
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

    /// The move with the victims that it has by this rule.
    fn settled(&self, at: &RuleContext<'_>, mut mv: Move) -> Move {
        let Some(others) = self.captures(&mv) else {
            return mv;
        };
        let (mut more, less) = self.victims(&Arrival { at, mv: &mv }, others);
        more.retain(|square| !mv.captures.contains(square) && !mv.converts.contains(square));
        mv.captures.retain(|square| !less.contains(square));
        mv.converts.retain(|square| !less.contains(square));
        let piece = at.def().piece(mv.piece.role.into());
        if piece.is_some_and(|(_, piece)| piece.powers.converts) {
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
        let names: Vec<&str> = roles.iter().map(|role| self.name(*role)).collect();
        names.join(" or ")
    }
}

impl CustomRule for Custodial {
    fn effect(&self, at: &RuleContext<'_>, mv: Move, moves: &mut Moves) {
        moves.push(self.settled(at, mv));
    }

    fn attack(&self, at: &RuleContext<'_>, piece: Piece, from: Square, target: Square) -> Attack {
        let is_captor = self.captors.iter().any(|(role, _)| *role == piece.role);
        let Some(victim) = at.piece(target).filter(|_| is_captor) else {
            return Attack::AsItMoves;
        };
        let walks = at.walks(from).into_iter();
        let mut moves = walks.map(|mv| self.settled(at, mv));
        if moves.any(|mv| mv.captures.contains(&target)) {
            Attack::Also
        } else if self.surround(target, victim).is_some() {
            Attack::Never
        } else {
            Attack::AsItMoves
        }
    }

    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if let Some(hostile) = &self.hostile {
            let [white, black] = &hostile.to;
            let whom = match (white, black) {
                (None, None) => String::new(),
                (Some(white), Some(black)) if white == black => {
                    format!(" against a {}", self.listed(white))
                }
                _ => {
                    let side = |to: &Option<Vec<Role>>, whose: &str| match to {
                        None => format!("all pieces of {whose}"),
                        Some(to) if to.is_empty() => format!("none of {whose}"),
                        Some(to) => format!("a {} of {whose}", self.listed(to)),
                    };
                    let (white, black) = (side(white, "White's"), side(black, "Black's"));
                    format!(" against {white} and {black}")
                }
            };
            words.push(format!(
                "Where a piece is captured between two others, each of the squares {} counts as one of \
                 them while it is empty{whom}.",
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
                    "A {}{whose}{place} is captured so only when {hostile} are on all its {} sides, and \
                     one of them has just moved there.{edge}",
                    self.listed(of),
                    surround.sides.len()
                ));
            }
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        if self.captors.is_empty() {
            let finding = RuleFinding::new("no piece captures by custody");
            return vec![finding.with_help("give one `captures.custodial = true`")];
        }
        Vec::new()
    }
}
