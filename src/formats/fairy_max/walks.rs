//! Converts routes to patterns, and compares step descriptors with Betza notation.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use smallvec::SmallVec;

use crate::definition::moves::piece_moves::{Outlook, PieceMove, TooMuch, reduced};
use crate::definition::variant::PieceDef;
use crate::geometry::{BoardShape, Heading, Headings, Perspective, Square, SquareSet, Step};
use crate::movement::{
    Bearing, Castle, Dialect, Initial, Inside, Leg, Movement, Pattern, Range, Side, Turn, Walk,
};
use crate::source::{Diagnostic, codes};
use crate::syntax::fairy_max::{Game, Remark};

use super::game::{Findings, SIDES};
use super::pieces::Role;
use super::steps::{Chain, Reach, Route, Straight};

/// The union of the routes as a movement, as White sees it.
pub(super) fn movement(routes: &[Route]) -> Movement {
    Movement::from_patterns(routes.iter().filter_map(|route| match route {
        Route::Castle { right, distance } => Some(Pattern::Castle(Castle {
            side: if *right { Side::Right } else { Side::Left },
            distance: *distance,
            inset: 0,
            initial: Initial::Unmoved,
        })),
        Route::Walk(chain) => walk_of(chain).map(Pattern::Walk),
    }))
}

/// The movement in Betza notation, with inexpressible patterns named in braces.
pub(super) fn text(movement: &Movement) -> String {
    movement
        .to_betza(Dialect::XBetza)
        .unwrap_or_else(|_| movement.to_string())
}

fn walk_of(chain: &Chain) -> Option<Walk> {
    let mut legs = Vec::with_capacity(chain.legs.len());
    let mut before: Option<Bearing> = None;
    for straight in &chain.legs {
        let (step, owned) = step_of(straight)?;
        let heading = heading_of(step, owned, straight)?;
        let mut leg = Leg {
            owned,
            range: match straight.reach {
                Reach::Steps(steps) => Range::UpTo(steps),
                Reach::Edge => Range::Unlimited,
                Reach::Lame(_) => Range::UpTo(1),
            },
            inside: match straight.reach {
                Reach::Lame(_) => Inside::Empty,
                _ => Inside::Anything,
            },
            pass: straight.pass,
            take: straight.take,
            en_passant: straight.en_passant,
            marks: straight.marks,
            wrap: chain.wrap.wrap(),
            turn: Turn::Absolute(Headings::of(&[heading.number()])),
            ..Leg::new(step)
        };
        if before.is_some() {
            turn_to(&mut leg, before, heading)?;
        }
        before = Some(Bearing::behind(step, heading, None, before.is_none()));
        legs.push(leg);
    }
    Some(Walk {
        legs,
        initial: chain.initial,
        repeat: None,
        revisits: true,
        rebounds: false,
        skips_walls: false,
    })
}

fn step_of(straight: &Straight) -> Option<(Step, Headings)> {
    let times = match straight.reach {
        Reach::Lame(times) => i16::from(times),
        _ => 1,
    };
    let side = |length: i16| u8::try_from((length * times).unsigned_abs()).ok();
    let (dx, dy) = straight.vector;
    Some(Step::from_vector(side(dx)?, side(dy)?))
}

fn heading_of(step: Step, owned: Headings, straight: &Straight) -> Option<Heading> {
    let (dx, dy) = straight.vector;
    owned.iter().find(|heading| {
        let unit = step.offset(*heading);
        // A lame leap is a multiple of the vector.
        unit.dx.signum() == dx.signum()
            && unit.dy.signum() == dy.signum()
            && unit.dx.abs() * dy.abs() == unit.dy.abs() * dx.abs()
    })
}

/// Sets a turn of the leg that leads to `heading` only.
fn turn_to(leg: &mut Leg, before: Option<Bearing>, heading: Heading) -> Option<()> {
    // A change of rings may allow two headings; then the leg owns only one of them.
    for owned in [leg.owned, Headings::of(&[heading.number()])] {
        for eighths in [0, 1, 7, 2, 6, 3, 5, 4] {
            leg.turn = Turn::Relative(Headings::of(&[eighths]), SmallVec::new());
            leg.owned = owned;
            let choices = leg.headings(before);
            if choices.len() == 1 && choices[0].0 == heading {
                return Some(());
            }
        }
    }
    None
}

// Comparison of step descriptors with Betza notation.
//
// Both are generated on the board of the game, as all paths with their conditions; they are equivalent if the same
// moves are possible in the same positions, whatever the notation. Initial moves are compared on the start squares of
// the piece type.

/// Compares the remarks of a game with its steps.
pub(super) fn remarks(
    game: &Game,
    roles: &[Role],
    pieces: &IndexMap<String, PieceDef>,
    shape: &BoardShape,
    homes: &[Vec<(Square, usize)>; 2],
    out: &mut Findings,
) {
    let mut seen: BTreeSet<(String, usize)> = BTreeSet::new();
    for remark in &game.remarks {
        let role = roles
            .iter()
            .find(|role| role.letter.eq_ignore_ascii_case(remark.letter()));
        let Some(role) = role else {
            let message = format!("the game has no piece `{}`", remark.letter());
            out.report(codes::DOUBTFUL_IMPORT, remark.piece.span, message);
            continue;
        };
        let read = Movement::read(&remark.betza.text, Dialect::XBoard);
        if read.has_errors() {
            let first = read.diagnostics.into_iter().find(Diagnostic::is_error);
            let (span, reason) = first.map_or((remark.betza.span, String::new()), |one| {
                let place = one.span.shifted(remark.betza.span.start as usize);
                (place, format!(": {}", one.message))
            });
            let message = format!("this cannot be compared with the steps{reason}");
            out.report(codes::BETZA_DIFFERS, span, message);
            continue;
        }
        for side in sides(remark) {
            if !seen.insert((role.letter.clone(), side as usize)) {
                let message = format!("`{}` is described twice", remark.piece.text);
                out.report(codes::DOUBTFUL_IMPORT, remark.piece.span, message);
                break;
            }
            let kinds = role.piece_types[side as usize];
            let at_home: SquareSet = homes[side as usize]
                .iter()
                .filter(|(_, piece_type)| *piece_type == kinds)
                .map(|(square, _)| *square)
                .collect();
            let Some(piece) = pieces.get(&role.name) else {
                continue;
            };
            let table = Comparison {
                outlook: Outlook {
                    shape,
                    side,
                    at_home: &at_home,
                },
            };
            match table.compare(piece, &read.value, out) {
                Ok(None) => {}
                Ok(Some(message)) => {
                    out.report(codes::BETZA_DIFFERS, remark.betza.span, message);
                    break;
                }
                Err(TooMuch) => {
                    let message = "this has too many paths to compare with the steps";
                    out.report(codes::BETZA_DIFFERS, remark.betza.span, message);
                    break;
                }
            }
        }
    }
}

/// The sides of a remark: `&` means both, a capital White, lower case Black.
fn sides(remark: &Remark) -> Vec<Perspective> {
    let is_white = remark
        .letter()
        .starts_with(|c: char| c.is_ascii_uppercase());
    SIDES
        .into_iter()
        .filter(|side| remark.is_for_both() || is_white == (*side == Perspective::White))
        .collect()
}

/// A piece of one side on one board.
struct Comparison<'a> {
    outlook: Outlook<'a>,
}

impl Comparison<'_> {
    /// The first difference as a message.
    fn compare(
        &self,
        piece: &PieceDef,
        betza: &Movement,
        out: &mut Findings,
    ) -> Result<Option<String>, TooMuch> {
        for origin in self.outlook.shape.squares() {
            let mut steps = Vec::new();
            for one in &piece.moves {
                let applies = one
                    .from
                    .as_ref()
                    .is_none_or(|zone| zone.contains(origin, self.outlook.side));
                if applies {
                    self.outlook
                        .moves(&one.movement, origin, &mut steps, &mut out.work)?;
                }
            }
            let mut written = Vec::new();
            self.outlook
                .moves(betza, origin, &mut written, &mut out.work)?;
            let (steps, written) = (reduced(steps), reduced(written));
            let surplus = |of: &[PieceMove], than: &[PieceMove]| {
                of.iter().find(|mv| !than.contains(mv)).cloned()
            };
            let both = [
                (surplus(&steps, &written), "the steps", "this"),
                (surplus(&written, &steps), "this", "the steps"),
            ];
            for (mv, having, lacking) in both {
                if let Some(mv) = mv {
                    return Ok(Some(self.words(origin, &mv, having, lacking)));
                }
            }
        }
        Ok(None)
    }

    fn words(&self, origin: Square, mv: &PieceMove, having: &str, lacking: &str) -> String {
        let what = mv.noun();
        let color = match self.outlook.side {
            Perspective::White => "a white piece",
            Perspective::Black => "a black piece",
        };
        let shape = self.outlook.shape;
        let through = mv.by_way_of(shape);
        format!(
            "{having} and {lacking} differ: for {color}, only {having} allow{} the {what} {}{}{through}",
            if having == "this" { "s" } else { "" },
            shape.name(origin),
            shape.name(mv.to)
        )
    }
}
