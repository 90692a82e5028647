//! Converts routes to patterns.

use smallvec::SmallVec;

use super::steps::{Chain, Reach, Route, Straight};
use crate::geometry::{Heading, Headings, Step};
use crate::movement::{
    Bearing, Castle, Dialect, Initial, Inside, Leg, Movement, Pattern, Range, Side, Turn, Walk,
};

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
