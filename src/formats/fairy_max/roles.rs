//! Assigns numbered piece types to pieces with letters.
//!
//! As the manual says, a letter means its first piece type for White and its last for Black. Therefore two piece types
//! with one letter form one piece, seen from both sides, unless a side uses the other side's piece type.

use smallvec::SmallVec;

use super::steps::{Chain, Reach, Route, Straight};
use crate::geometry::{CompactSort, Heading, Headings, Step, sorted};
use crate::movement::{
    Bearing, Castle, Dialect, Initial, Inside, Leg, Movement, Pattern, Range, Side, Turn, Walk,
};
use crate::syntax::fairy_max::PieceLine;

/// A piece line with its moves.
#[derive(Debug)]
pub(super) struct PieceType<'a> {
    pub(super) line: &'a PieceLine,
    pub(super) letter: char,
    pub(super) value: i32,
    /// Its moves in absolute directions, sorted.
    pub(super) routes: Vec<Route>,
}

impl<'a> PieceType<'a> {
    /// Sorts the moves of a piece line.
    pub(super) fn new(line: &'a PieceLine, routes: Vec<Route>) -> PieceType<'a> {
        let letter = line.letter.text.chars().next().unwrap_or('?');
        PieceType {
            line,
            letter: letter.to_ascii_uppercase(),
            value: line.value.value,
            routes: sorted(routes),
        }
    }

    pub(super) fn is_royal(&self) -> bool {
        self.value < 0
    }
}

/// One piece of the variant: the index of a piece type for each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Role {
    pub(super) name: String,
    pub(super) letter: String,
    pub(super) piece_types: [usize; 2],
}

/// The piece types that each side has at the start or by default promotion.
pub(super) type Uses = [Vec<bool>; 2];

/// The first piece type that only differs in its number.
pub(super) fn canonical(piece_types: &[PieceType<'_>], index: usize) -> usize {
    let one = &piece_types[index];
    // Pawns are identified by their numbers.
    if index < 2 {
        return index;
    }
    (2..index)
        .find(|other| {
            let other = &piece_types[*other];
            other.letter == one.letter && other.value == one.value && other.routes == one.routes
        })
        .unwrap_or(index)
}

/// The pieces of a game.
pub(super) fn roles(piece_types: &[PieceType<'_>], uses: &Uses) -> Vec<Role> {
    let mut roles: Vec<Role> = Vec::new();
    let mut seen: Vec<char> = Vec::new();
    let mut spare: Vec<usize> = Vec::new();
    for piece_type in piece_types {
        if seen.contains(&piece_type.letter) {
            continue;
        }
        seen.push(piece_type.letter);
        let mut kinds: Vec<usize> = Vec::new();
        for index in
            (0..piece_types.len()).filter(|index| piece_types[*index].letter == piece_type.letter)
        {
            let kind = canonical(piece_types, index);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let last = (0..piece_types.len())
            .rfind(|index| piece_types[*index].letter == piece_type.letter)
            .map_or(kinds[0], |index| canonical(piece_types, index));
        let first = kinds[0];
        let used = |side: usize, kind: usize| {
            (0..piece_types.len())
                .any(|index| uses[side][index] && canonical(piece_types, index) == kind)
        };
        let is_pair = first == last
            || piece_types[first].is_royal() == piece_types[last].is_royal()
                && (first < 2) == (last < 2)
                && !used(0, last)
                && !used(1, first);
        let pair = if is_pair { [first, last] } else { [first; 2] };
        roles.push(Role {
            name: piece_type.letter.to_ascii_lowercase().to_string(),
            letter: piece_type.letter.to_string(),
            piece_types: pair,
        });
        spare.extend(kinds.into_iter().filter(|kind| !pair.contains(kind)));
    }
    // Piece types whose letter means another piece get a free letter, if a side uses them.
    spare.retain(|kind| {
        (0..piece_types.len()).any(|index| {
            canonical(piece_types, index) == *kind && (uses[0][index] || uses[1][index])
        })
    });
    for kind in spare {
        let free = ('A'..='Z').find(|letter| !seen.contains(letter));
        let letter = free.map_or_else(
            || format!("{}{}", piece_types[kind].letter, piece_types[kind].letter),
            |letter| {
                seen.push(letter);
                letter.to_string()
            },
        );
        roles.push(Role {
            name: format!(
                "{}{}",
                piece_types[kind].letter.to_ascii_lowercase(),
                kind + 1
            ),
            letter,
            piece_types: [kind; 2],
        });
    }
    roles.sort_compactly_by_key(|role| role.piece_types[0].min(role.piece_types[1]));
    roles
}

/// The routes rotated by 180 degrees.
pub(super) fn turned(routes: &[Route]) -> Vec<Route> {
    let mut turned: Vec<Route> = routes
        .iter()
        .map(|route| match route {
            Route::Castle { right, distance } => Route::Castle {
                right: !right,
                distance: *distance,
            },
            Route::Walk(chain) => {
                let mut chain = chain.clone();
                for Straight { vector, .. } in &mut chain.legs {
                    *vector = (-vector.0, -vector.1);
                }
                Route::Walk(chain)
            }
        })
        .collect();
    turned.sort_compactly();
    turned
}

// Converts routes to patterns.

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
