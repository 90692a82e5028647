//! Step descriptors of movements, the inverse of `walks` and `steps`.
//!
//! A pattern is split into routes, one for each sequence of headings, and each route gets a descriptor, or a reason if
//! it has none.

use super::steps::{Chain, Reach, Route, Straight, Vector, Wrap0};
use crate::geometry::{CompactSort, Step, Wrap, sorted};
use crate::movement::{
    Bearing, Contents, Curve, Initial, Inside, Leg, Movement, Pattern, Range, Side, Turn, Walk,
};

/// The number of steps from which a route is a slide on every board of Fairy-Max.
const FAR: u8 = 15;

/// The longest delay of a descriptor, in steps.
const MAX_DELAY: usize = 3;

/// The maximum number of routes of one piece that are written.
const MANY_ROUTES: usize = 512;

/// The routes of a movement as White sees it, and the reasons why some patterns have none.
pub(super) fn routes_of(movement: &Movement) -> (Vec<Route>, Vec<&'static str>) {
    let mut routes = Vec::new();
    let mut reasons = Vec::new();
    for pattern in movement.patterns() {
        match pattern {
            Pattern::Castle(castle) if castle.inset > 0 => {
                reasons.push("castling is always with the piece in the corner");
            }
            Pattern::Castle(castle) if castle.initial != Initial::Unmoved => {
                reasons.push("castling is always with an unmoved piece");
            }
            Pattern::Castle(castle) => routes.push(Route::Castle {
                right: castle.side == Side::Right,
                distance: castle.distance,
            }),
            Pattern::Walk(walk) => match chains(walk) {
                Ok(chains) => routes.extend(chains.into_iter().map(Route::Walk)),
                Err(reason) => reasons.push(reason),
            },
            _ => reasons.push("no step leads to every square"),
        }
    }
    (sorted(routes), sorted(reasons))
}

/// One chain for each sequence of headings.
fn chains(walk: &Walk) -> Result<Vec<Chain>, &'static str> {
    if walk.repeat.is_some() {
        return Err("no step is repeated any number of times");
    }
    let mut found = Vec::new();
    extend(walk, Vec::new(), None, &mut found)?;
    Ok(found)
}

fn extend(
    walk: &Walk,
    legs: Vec<Straight>,
    before: Option<Bearing>,
    found: &mut Vec<Chain>,
) -> Result<(), &'static str> {
    let Some(leg) = walk.legs.get(legs.len()) else {
        let wrap = match walk.legs.first().map(|leg| leg.wrap) {
            Some(Wrap::Cylinder) => Wrap0::Sides,
            _ => Wrap0::No,
        };
        if found.len() == MANY_ROUTES {
            return Err("the piece has too many paths");
        }
        found.push(Chain {
            legs,
            initial: walk.initial,
            wrap,
        });
        return Ok(());
    };
    check(leg)?;
    let reach = reach(leg)?;
    for (heading, bend) in leg.headings(before) {
        let offset = leg.step.offset(heading);
        let times = match reach {
            Reach::Lame(times) => i16::from(times),
            _ => 1,
        };
        let mut legs = legs.clone();
        legs.push(Straight {
            vector: (offset.dx / times, offset.dy / times),
            reach,
            pass: leg.pass,
            take: leg.take,
            en_passant: leg.en_passant,
            marks: leg.marks,
        });
        let bearing = Bearing::behind(leg.step, heading, bend, before.is_none());
        extend(walk, legs, Some(bearing), found)?;
    }
    Ok(())
}

fn check(leg: &Leg) -> Result<(), &'static str> {
    if leg.curve != Curve::Straight || leg.turn == Turn::Onward {
        Err("no step turns on every square")
    } else if leg.iso || leg.unload || leg.edge || leg.skip > 0 {
        Err("no step expresses the actions on the path of the move")
    } else if !matches!(leg.wrap, Wrap::None | Wrap::Cylinder) {
        Err("only the side edges of the board can be joined")
    } else {
        Ok(())
    }
}

fn reach(leg: &Leg) -> Result<Reach, &'static str> {
    match (leg.inside, leg.range, leg.step) {
        (Inside::Empty, Range::UpTo(1), Step::Radial(length)) if length > 1 => {
            Ok(Reach::Lame(length))
        }
        // A single step has no squares inside.
        (Inside::Empty, range, Step::Radial(1)) | (Inside::Anything, range, _) => match range {
            Range::UpTo(steps) if steps < FAR => Ok(Reach::Steps(steps)),
            Range::UpTo(_) | Range::Unlimited => Ok(Reach::Edge),
            _ => Err("no step ends at the middle of the board"),
        },
        _ => Err("no step is a leap over exactly these squares"),
    }
}

/// The descriptors of a piece's routes, and the reasons for missing ones.
pub(super) fn descriptors(routes: &[Route], number: usize) -> (Vec<String>, Vec<&'static str>) {
    let mut writer = Writer {
        number,
        texts: Vec::new(),
        reasons: Vec::new(),
        said: Vec::new(),
    };
    let mut chains: Vec<&Chain> = Vec::new();
    for route in routes {
        match route {
            Route::Castle { right, distance } => writer.castling(*right, *distance),
            Route::Walk(chain) => chains.push(chain),
        }
    }
    writer.falcons(&chains);
    writer.wildebeests(&chains);
    // Long chains first, because a descriptor of a long chain may cover a short one.
    chains.sort_compactly_by_key(|chain| std::cmp::Reverse(chain.legs.len()));
    for chain in &chains {
        if !writer.said.contains(*chain)
            && let Err(reason) = writer.chain(chain, &chains)
        {
            writer.reasons.push(reason);
        }
    }
    // If the triple step is written first, every passed square becomes an en passant square.
    let is_long = |text: &String| {
        let mode = text.split(',').nth(1).unwrap_or_default();
        u32::from_str_radix(mode, 16).is_ok_and(|mode| mode & 0xc0f > 4 && mode & 0xf == 4)
    };
    writer.texts.sort_compactly_by_key(|text| !is_long(text));
    (writer.texts, sorted(writer.reasons))
}

struct Writer {
    number: usize,
    texts: Vec<String>,
    reasons: Vec<&'static str>,
    /// Chains that a descriptor covers together with another chain.
    said: Vec<Chain>,
}

/// The bits for the end of a leg.
fn bits(leg: &Straight) -> Result<u32, &'static str> {
    let quiet = match leg.pass {
        Contents::EMPTY => 2,
        Contents::NONE => 0,
        _ => return Err("a move can only end on empty squares or capture"),
    };
    let capture = match leg.take {
        Contents::ENEMY => 1,
        Contents::NONE => 0,
        _ => return Err("captures cannot select the captured pieces"),
    };
    Ok(quiet | capture)
}

/// The number of a vector, with ranks counted downwards.
fn step_number((files, ranks): Vector) -> i32 {
    i32::from(files) - 16 * i32::from(ranks)
}

fn is_through(leg: &Straight, contents: Contents) -> bool {
    leg.pass == contents && leg.take.is_empty() && leg.reach == Reach::Steps(1)
}

impl Writer {
    fn write(&mut self, vector: Vector, mode: u32, second: Option<Vector>) {
        let mut text = format!("{},{mode:X}", step_number(vector));
        if let Some(second) = second.filter(|second| *second != vector) {
            text += &format!(",{}", step_number(second));
        }
        if !self.texts.contains(&text) {
            self.texts.push(text);
        }
    }

    fn castling(&mut self, right: bool, distance: u8) {
        if distance < 2 {
            self.reasons
                .push("castling takes the king two squares or more");
            return;
        }
        let sign = if right { 1 } else { -1 };
        let second = sign * (i16::from(distance) - 1);
        self.write((sign, 0), 0x34, Some((second, 0)));
    }

    fn chain(&mut self, chain: &Chain, all: &[&Chain]) -> Result<(), &'static str> {
        let cylinder = match chain.wrap {
            Wrap0::Sides => 0x100,
            Wrap0::No => 0,
        };
        let (Some(first), Some(last)) = (chain.legs.first(), chain.legs.last()) else {
            return Ok(());
        };
        let lengths = chain.legs.iter().map(|leg| match leg.reach {
            Reach::Lame(times) => (
                leg.vector.0 * i16::from(times),
                leg.vector.1 * i16::from(times),
            ),
            _ => leg.vector,
        });
        if lengths
            .into_iter()
            .any(|(dx, dy)| dx.abs() > 7 || dy.abs() > 15)
        {
            return Err("no step is so long");
        }
        let end = bits(last)?;
        if end == 0 {
            return Err("the move cannot end on any square");
        }
        match chain.initial {
            Initial::Any => {}
            Initial::Unmoved => return self.first_move(chain, end, cylinder),
            Initial::OneAhead => {
                return Err("first moves start from the start square of the piece");
            }
        }
        if chain.legs.len() == 1 {
            let mode = match last.reach {
                Reach::Steps(1) => end | 4,
                Reach::Edge => end,
                Reach::Steps(steps) => end | 0x40 | delay(usize::from(steps) - 1)?,
                Reach::Lame(steps) => (end | 4) << 4 | delay(usize::from(steps) - 1)?,
            };
            self.write(first.vector, mode | cylinder, None);
            return Ok(());
        }
        let leaper = match last.reach {
            Reach::Steps(1) => 4,
            Reach::Edge => 0,
            _ => return Err("only the first part of a bent move has a limited range"),
        };
        let after = end | leaper;
        let passed = chain.legs.len() - 1;
        let is_run = chain.legs[..passed]
            .iter()
            .all(|leg| leg.vector == first.vector && is_through(leg, Contents::EMPTY));
        if is_run {
            // This descriptor also covers a move that may end on the first square.
            let near = near(chain, all, Reach::Steps(1)).filter(|_| passed == 1);
            let low = near.map_or(Ok(0), |near| bits(&near.legs[0]))?;
            let mode = low | (low ^ after) << 4 | delay(passed)? | cylinder;
            if after != low {
                self.said.extend(near.cloned());
                self.write(first.vector, mode, Some(last.vector));
                return Ok(());
            }
            // With the same bits before and after, it is a slide that bends, or a straight slide.
            self.said.extend(near.cloned());
            self.write(first.vector, low | cylinder, Some(last.vector));
            return Ok(());
        }
        self.hop(chain, all, after, cylinder)
    }

    /// Writes a hop.
    fn hop(
        &mut self,
        chain: &Chain,
        all: &[&Chain],
        after: u32,
        cylinder: u32,
    ) -> Result<(), &'static str> {
        const STRANGE: &str = "no step expresses the conditions on the path of the move";
        let (approach, rest) = chain.legs.split_first().ok_or(STRANGE)?;
        let (last, middle) = rest.split_last().ok_or(STRANGE)?;
        let first = approach.vector;
        let friends = match approach.pass {
            Contents::OCCUPIED => 0,
            Contents::FRIEND => 0x800,
            _ => return Err(STRANGE),
        };
        let turns = match middle {
            [] => 0,
            [back] if back.vector == (-first.0, -first.1) && is_through(back, Contents::EMPTY) => {
                0x400
            }
            _ => return Err(STRANGE),
        };
        if !approach.take.is_empty() {
            return Err(STRANGE);
        }
        let leaper = match approach.reach {
            Reach::Edge => 0,
            Reach::Steps(1) => 4,
            _ => return Err("a hopper finds its mount at any distance or on the next square"),
        };
        let near = near(chain, all, approach.reach)
            .filter(|near| near.legs[0].take.is_empty() && near.legs[0].pass == Contents::EMPTY);
        let low = 8 | leaper | if near.is_some() { 2 } else { 0 };
        self.said.extend(near.cloned());
        let mode = low | (low ^ after) << 4 | friends | turns | cylinder;
        self.write(first, mode, Some(last.vector));
        Ok(())
    }

    /// Writes an initial move.
    fn first_move(&mut self, chain: &Chain, end: u32, cylinder: u32) -> Result<(), &'static str> {
        const IMMUNE: u32 = 0x40;
        const JUMP: u32 = 0x80;
        if cylinder != 0 {
            return Err("first moves do not cross the sides of the board");
        }
        let marks = chain.legs.iter().any(|leg| leg.marks);
        if marks && self.number > 2 {
            return Err("only pawns can be captured en passant");
        }
        let immune = if marks { 0 } else { IMMUNE };
        let (Some(first), Some(last)) = (chain.legs.first(), chain.legs.last()) else {
            return Ok(());
        };
        if chain.legs.len() == 1 {
            return match last.reach {
                Reach::Lame(steps @ 2..) => {
                    let mode = 4 | end << 4 | immune;
                    if steps > 2 && !marks {
                        return Err("a first move of three steps can be captured en passant");
                    }
                    let late = usize::from(steps) - 2;
                    if late > 0 && late > self.number {
                        return Err("a first move is of two or three steps");
                    }
                    self.write(first.vector, mode | (late as u32) << 10, None);
                    Ok(())
                }
                Reach::Steps(1) if !marks => {
                    let (dx, dy) = last.vector;
                    let half = if dx % 2 == 0 && dy % 2 == 0 {
                        (dx / 2, dy / 2)
                    } else {
                        // Any first step is possible, because it has no condition.
                        (dx.signum(), dy.signum())
                    };
                    let (first, second) = if half == last.vector {
                        ((2 * dx, 2 * dy), (-dx, -dy))
                    } else {
                        (half, (dx - half.0, dy - half.1))
                    };
                    self.write(first, 4 | end << 4 | IMMUNE | JUMP, Some(second));
                    Ok(())
                }
                _ => Err("a first move is a leap, or of two or three steps"),
            };
        }
        let passed = chain.legs.len() - 1;
        let is_run = chain.legs[..passed]
            .iter()
            .all(|leg| leg.vector == first.vector && is_through(leg, Contents::EMPTY));
        if !is_run || last.reach != Reach::Steps(1) || passed > 1 && (!marks || passed > 2) {
            return Err("a first move is a leap, or of two or three steps");
        }
        let late = (passed as u32 - 1) << 10;
        self.write(
            first.vector,
            4 | end << 4 | immune | late,
            Some(last.vector),
        );
        Ok(())
    }

    /// Writes three steps to one square in any order as one descriptor.
    fn falcons(&mut self, all: &[&Chain]) {
        for chain in all {
            let [one, two, three] = chain.legs.as_slice() else {
                continue;
            };
            let vectors = [one.vector, two.vector, three.vector];
            let (Ok(end), true) = (bits(three), one.vector != two.vector) else {
                continue;
            };
            let plain = is_through(one, Contents::EMPTY)
                && is_through(two, Contents::EMPTY)
                && three.reach == Reach::Steps(1)
                && chain.initial == Initial::Any
                && chain.wrap == Wrap0::No;
            let twice = if vectors[1] == vectors[2] || vectors[0] == vectors[2] {
                vectors[2]
            } else {
                continue;
            };
            let once = vectors
                .into_iter()
                .find(|vector| *vector != twice)
                .unwrap_or(twice);
            let ordered = |order: [Vector; 3]| {
                let mut chain = (*chain).clone();
                for (leg, vector) in chain.legs.iter_mut().zip(order) {
                    leg.vector = vector;
                }
                chain
            };
            let orders = [
                ordered([twice, twice, once]),
                ordered([twice, once, twice]),
                ordered([once, twice, twice]),
            ];
            let is_whole = plain && orders.iter().all(|one| all.contains(&one));
            if !is_whole || orders.iter().any(|one| self.said.contains(one)) {
                continue;
            }
            let target = step_number(once) + 2 * step_number(twice);
            let bend = (step_number(twice) as u32) << 12;
            let mode = bend | 0x200 | 4 | end;
            self.texts.push(format!("{target},{mode:X}"));
            self.said.extend(orders);
        }
    }

    /// Writes a triple step from the start together with a double step from the next rank.
    fn wildebeests(&mut self, all: &[&Chain]) {
        for chain in all {
            let [leg] = chain.legs.as_slice() else {
                continue;
            };
            let triple = leg.reach == Reach::Lame(3) && leg.marks && self.number <= 2;
            let mut shorter = (*chain).clone();
            shorter.initial = Initial::OneAhead;
            shorter.legs[0].reach = Reach::Lame(2);
            let (Ok(end), true) = (bits(leg), chain.initial == Initial::Unmoved && triple) else {
                continue;
            };
            if all.contains(&&shorter) {
                self.write(leg.vector, 0xC04 | end << 4, None);
                self.said.extend([(*chain).clone(), shorter]);
            }
        }
    }
}

/// The chain that ends where the long one continues.
fn near<'a>(chain: &Chain, all: &[&'a Chain], reach: Reach) -> Option<&'a Chain> {
    let first = chain.legs.first()?;
    all.iter().copied().find(|near| {
        near.initial == chain.initial
            && near.wrap == chain.wrap
            && matches!(near.legs.as_slice(), [leg]
                if leg.vector == first.vector && leg.reach == reach && !leg.en_passant)
    })
}

/// The digit for a change after a number of steps.
fn delay(steps: usize) -> Result<u32, &'static str> {
    let late = steps - 1;
    if late > MAX_DELAY {
        return Err("only slides have ranges of more than five steps");
    }
    Ok((late as u32) << 10)
}
