//! Splits the moves of a piece into parts, each with a shape.

use super::compass::Compass;
use super::look::{Badge, Occasion, Sign};
use super::repertoire::{Kind, Repertoire, Uses, Vector};
use ferz::definition::Shape;
use ferz::geometry::{CompactSort, Headings, Offset, Step};

/// The orthogonal step and the diagonal step.
pub(super) const W: Vector = (0, 1);
pub(super) const F: Vector = (1, 1);

/// A part of the moves of a piece, with its shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) shape: Shape,
    /// An additional sign, such as the number of steps.
    pub(super) more: Option<Sign>,
    pub(super) occasion: Occasion,
    pub(super) sides: [bool; 4],
}

impl Part {
    pub(super) fn new(shape: Shape, occasion: Occasion) -> Part {
        Part {
            shape,
            more: None,
            occasion,
            sides: [false; 4],
        }
    }

    fn with(self, more: Option<Sign>) -> Part {
        Part { more, ..self }
    }

    /// The badges of the part, if the figure has another shape.
    pub(super) fn badges(&self) -> impl Iterator<Item = Badge> + use<> {
        let occasion = self.occasion;
        let signs = std::iter::once(Sign::Shape(self.shape)).chain(self.more);
        signs.map(move |sign| Badge { sign, occasion })
    }
}

/// The parts of a repertoire, the most characteristic first.
pub(super) fn parts(
    repertoire: &Repertoire,
    is_pawn: bool,
    compass: &mut Option<Compass>,
) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = repertoire.clone();
    if is_pawn {
        let steps = rest.take(|kind, _| matches!(kind, Kind::Leap(W | F)));
        let goes = |vector| {
            let uses = steps.get(Kind::Leap(vector));
            uses.is_some_and(|uses| !uses.quiet.is_empty())
        };
        if !steps.0.is_empty() {
            parts.push(Part::new(Shape::Pawn, Occasion::Always));
        }
        if goes(F) && !goes(W) {
            parts.push(Part::new(Shape::Ferz, Occasion::Quiet));
        }
    }
    explain_hops(&mut rest, &mut parts);
    explain_bends(&mut rest, &mut parts);
    explain_area(&mut rest, &mut parts);
    let is_one_sided = |kind: &Kind, uses: &Uses| match kind {
        Kind::Leap((a, b)) | Kind::Ride((a, b), _) if *a == 0 || a == b => {
            *b <= Compass::FARTHEST && !(is_even(uses.quiet) && is_even(uses.capture))
        }
        _ => false,
    };
    if rest.0.iter().any(|(kind, uses)| is_one_sided(kind, uses)) {
        let is_lance = |kind: &Kind, uses: &Uses| {
            let ahead = Headings::of(&[0]);
            *kind == Kind::Ride(W, None) && (uses.quiet, uses.capture) == (ahead, ahead)
        };
        let on_lines = |kind: &Kind| matches!(kind, Kind::Leap(W | F) | Kind::Ride(W | F, _));
        let shown = rest.take(|kind, uses| is_one_sided(kind, uses) || on_lines(kind));
        let shape = match &shown.0[..] {
            [(kind, uses)] if is_lance(kind, uses) => Shape::Lance,
            _ => Shape::General,
        };
        if shape == Shape::General {
            *compass = Some(Compass::of(&shown));
        }
        parts.push(Part::new(shape, Occasion::Always));
    } else {
        explain_lines(&mut rest, &mut parts);
    }
    for (kind, uses) in &rest.0 {
        parts.extend(part(*kind, *uses));
    }
    parts.sort_compactly_by_key(|part| (part.occasion == Occasion::Capture, part.shape_rank()));
    parts
}

/// Whether the headings cover a whole axis, or none.
fn is_even(headings: Headings) -> bool {
    headings.is_empty() || headings.len() >= 4
}

impl Part {
    /// The rank of the shape as the main shape of a piece.
    fn shape_rank(&self) -> usize {
        const ORDER: [Shape; 23] = [
            Shape::Pawn,
            Shape::Star,
            Shape::Lion,
            Shape::Queen,
            Shape::Griffon,
            Shape::Rook,
            Shape::Bishop,
            Shape::General,
            Shape::Lance,
            Shape::Rose,
            Shape::Snake,
            Shape::Cannon,
            Shape::Grasshopper,
            Shape::Knight,
            Shape::Camel,
            Shape::Zebra,
            Shape::Giraffe,
            Shape::Elephant,
            Shape::Dabbaba,
            Shape::Hare,
            Shape::Man,
            Shape::Ferz,
            Shape::Wazir,
        ];
        let place = ORDER.iter().position(|shape| *shape == self.shape);
        place.unwrap_or(ORDER.len())
    }
}

fn occasion(uses: Uses) -> Occasion {
    match (uses.quiet.is_empty(), uses.capture.is_empty()) {
        (false, true) => Occasion::Quiet,
        (true, false) => Occasion::Capture,
        _ => Occasion::Always,
    }
}

/// The shape of a leaper.
const fn leaper(vector: Vector) -> Shape {
    match vector {
        (0, 1) => Shape::Wazir,
        (1, 1) => Shape::Ferz,
        (0, 2) => Shape::Dabbaba,
        (2, 2) => Shape::Elephant,
        (1, 2) => Shape::Knight,
        (1, 3) => Shape::Camel,
        (2, 3) => Shape::Zebra,
        (0, _) => Shape::Hare,
        (a, b) if a == b => Shape::Hare,
        _ => Shape::Giraffe,
    }
}

/// The shape of a slider or rider.
const fn slider(vector: Vector) -> Shape {
    match vector {
        (0, 1) => Shape::Rook,
        (1, 1) => Shape::Bishop,
        other => leaper(other),
    }
}

/// The part of a single kind of moves.
fn part(kind: Kind, uses: Uses) -> Option<Part> {
    let occasion = occasion(uses);
    let new = |shape| Part::new(shape, occasion);
    Some(match kind {
        Kind::Leap(vector) => Part {
            sides: sides(vector, uses.headings()),
            ..new(leaper(vector))
        },
        Kind::Ride(vector @ (W | F), most) => new(slider(vector)).with(most.map(Sign::Number)),
        Kind::Ride(vector, _) => Part {
            sides: sides(vector, uses.headings()),
            ..new(leaper(vector)).with(Some(Sign::Shape(Shape::Rider)))
        },
        Kind::Crooked(vector) => {
            new(Shape::Snake).with(Some(Sign::Shape(slider(vector))).filter(|_| vector != F))
        }
        Kind::Circular(vector) => {
            let is_usual = vector == (1, 2);
            new(Shape::Rose).with(Some(Sign::Shape(slider(vector))).filter(|_| !is_usual))
        }
        Kind::Jump => new(Shape::Draughtsman),
        Kind::Anywhere => new(Shape::Star),
        Kind::Imitation => new(Shape::Joker),
        // These were explained before.
        Kind::Hop { .. } | Kind::Bent(_) => return None,
    })
}

/// The sides to which leaps go, unless to all.
fn sides(vector: Vector, headings: Headings) -> [bool; 4] {
    let (step, owned) = Step::from_vector(vector.0, vector.1);
    let mut sides = [false; 4];
    for heading in headings.intersection(owned).iter() {
        let Offset { dx, dy } = step.offset(heading);
        let (across, along) = (dx.abs() >= dy.abs(), dy.abs() >= dx.abs());
        sides[0] |= along && dy > 0;
        sides[1] |= across && dx > 0;
        sides[2] |= along && dy < 0;
        sides[3] |= across && dx < 0;
    }
    if sides == [true; 4] {
        [false; 4]
    } else {
        sides
    }
}

/// Explains steps and slides in all directions.
fn explain_lines(rest: &mut Repertoire, parts: &mut Vec<Part>) {
    let mut quiet = Vec::new();
    let mut capture = Vec::new();
    for (found, pick) in [
        (
            &mut quiet,
            (|uses: &Uses| uses.quiet) as fn(&Uses) -> Headings,
        ),
        (&mut capture, |uses: &Uses| uses.capture),
    ] {
        let has = |kind: Kind| rest.get(kind).is_some_and(|uses| !pick(uses).is_empty());
        let short = |vector| {
            rest.0.iter().find_map(|(kind, uses)| match kind {
                Kind::Ride(of, Some(most)) if *of == vector && !pick(uses).is_empty() => {
                    Some(*most)
                }
                _ => None,
            })
        };
        let slides = [W, F].map(|vector| has(Kind::Ride(vector, None)));
        let shorts = [W, F].map(short);
        let steps = [0, 1]
            .map(|axis| has(Kind::Leap([W, F][axis])) && !slides[axis] && shorts[axis].is_none());
        match slides {
            [true, true] => found.push((Shape::Queen, None)),
            [true, false] => found.push((Shape::Rook, None)),
            [false, true] => found.push((Shape::Bishop, None)),
            [false, false] => {}
        }
        match shorts {
            [Some(one), Some(two)] if one == two && slides == [false; 2] => {
                found.push((Shape::Queen, Some(one)));
            }
            _ => {
                let named = shorts.iter().zip([Shape::Rook, Shape::Bishop]).zip(slides);
                let named = named.filter(|(_, slides)| !slides);
                found.extend(named.filter_map(|((most, shape), _)| Some((shape, Some((*most)?)))));
            }
        }
        match steps {
            [true, true] => found.push((Shape::Man, None)),
            [true, false] => found.push((Shape::Wazir, None)),
            [false, true] => found.push((Shape::Ferz, None)),
            [false, false] => {}
        }
    }
    let new = |(shape, most): (Shape, Option<u8>), occasion| {
        Part::new(shape, occasion).with(most.map(Sign::Number))
    };
    for found in &quiet {
        let always = capture.contains(found);
        let occasion = if always {
            Occasion::Always
        } else {
            Occasion::Quiet
        };
        parts.push(new(*found, occasion));
    }
    let others = capture.iter().filter(|found| !quiet.contains(found));
    parts.extend(others.map(|found| new(*found, Occasion::Capture)));
    rest.take(|kind, _| matches!(kind, Kind::Leap(W | F) | Kind::Ride(W | F, _)));
}

/// Explains cannons and grasshoppers, with the lines on which they hop.
fn explain_hops(rest: &mut Repertoire, parts: &mut Vec<Part>) {
    for is_far in [true, false] {
        let hops =
            rest.take(|kind, _| matches!(kind, Kind::Hop { is_far: far, .. } if *far == is_far));
        let hops = hops.0.into_iter().filter_map(|(kind, uses)| match kind {
            Kind::Hop { along, .. } => Some((along, uses)),
            _ => None,
        });
        let mut found: Vec<(Vector, Uses)> = hops.collect();
        // A slide that captures only by hopping is a cannon.
        for (along, uses) in &mut found {
            let slide = Kind::Ride(*along, None);
            if is_far
                && uses.quiet.is_empty()
                && let Some(own) = rest.get(slide)
                && own.capture.is_empty()
            {
                uses.quiet = own.quiet;
                rest.take(|kind, _| *kind == slide);
            }
        }
        let lines: Vec<Vector> = found.iter().map(|(along, _)| *along).collect();
        let shape = if is_far {
            Shape::Cannon
        } else {
            Shape::Grasshopper
        };
        let has = |vector| lines.contains(&vector);
        let radial = match (has(W), has(F)) {
            (true, true) => Some(Shape::Queen),
            (true, false) => Some(Shape::Rook),
            (false, true) => Some(Shape::Bishop),
            (false, false) => None,
        };
        let usual = if is_far { Shape::Rook } else { Shape::Queen };
        let uses = found.iter().fold(None, |known: Option<Uses>, (_, uses)| {
            Some(known.map_or(*uses, |known| Uses {
                quiet: known.quiet.union(uses.quiet),
                capture: known.capture.union(uses.capture),
            }))
        });
        let Some(uses) = uses else {
            continue;
        };
        let more = radial.or_else(|| lines.first().map(|along| leaper(*along)));
        let more = more.filter(|shape| *shape != usual).map(Sign::Shape);
        let along = lines.first().copied().filter(|_| lines.len() == 1);
        parts.push(Part {
            sides: along.map_or([false; 4], |along| sides(along, uses.headings())),
            ..Part::new(shape, occasion(uses)).with(more)
        });
    }
}

/// Explains walks that turn, with their first step; the step alone belongs to them.
fn explain_bends(rest: &mut Repertoire, parts: &mut Vec<Part>) {
    let bends = rest.0.iter().filter_map(|(kind, uses)| match kind {
        Kind::Bent(first) => Some((*first, *uses)),
        _ => None,
    });
    for (first, uses) in bends.collect::<Vec<_>>() {
        rest.take(|kind, _| *kind == Kind::Bent(first));
        let is_part = |kind: &Kind| {
            let own = rest.get(*kind);
            own.is_some_and(|own| occasion(*own) == occasion(uses))
        };
        // The notation can write a leap as steps over any pieces.
        let leaps = rest.kinds().filter_map(|kind| match kind {
            Kind::Leap(vector) if is_part(kind) => Some(*vector),
            _ => None,
        });
        let leaps: Vec<Vector> = leaps.collect();
        let first = match leaps[..] {
            [leap] if !is_part(&Kind::Leap(first)) => leap,
            _ => first,
        };
        if leaps.contains(&first) {
            rest.take(|kind, _| *kind == Kind::Leap(first));
        }
        let more = Some(Sign::Shape(leaper(first))).filter(|_| first != F);
        parts.push(Part::new(Shape::Griffon, occasion(uses)).with(more));
    }
}

/// Explains many leaps together as a lion.
fn explain_area(rest: &mut Repertoire, parts: &mut Vec<Part>) {
    let count = |is_counted: fn(&Vector) -> bool| {
        let leaps = rest.kinds().filter(|kind| match kind {
            Kind::Leap(vector) => is_counted(vector),
            _ => false,
        });
        leaps.count()
    };
    let far = count(|vector| !matches!(*vector, W | F));
    let steps = count(|vector| matches!(*vector, W | F));
    let jumps = rest.get(Kind::Jump).is_some();
    if far >= 4 || far == 3 && steps == 2 || far >= 1 && steps == 2 && jumps {
        let taken = rest.take(|kind, _| matches!(kind, Kind::Leap(_) | Kind::Jump));
        let mut whole = Uses::default();
        for (_, uses) in &taken.0 {
            whole.quiet = whole.quiet.union(uses.quiet);
            whole.capture = whole.capture.union(uses.capture);
        }
        parts.push(Part::new(Shape::Lion, occasion(whole)));
    }
}
