//! Boards with several levels, and moves between levels.

use super::words::list;
use crate::explain;
use ferz::geometry::{
    BoardShape, CompactSort, Heading, Headings, Step, Wrap, grouped, sorted, value_for,
};
use ferz::movement::{Contents, Curve, Initial, Inside, Leg, Movement, Pattern, Range, Turn, Walk};

/// The levels of a board: parts of equal size, separated by ranks without squares.
pub(super) struct Levels {
    /// The first and the last rank of each level.
    parts: Vec<(u8, u8)>,
    /// The number of ranks between the same squares of adjacent levels.
    far: u8,
    /// The number of ranks from the first to the last rank of a level.
    tall: u8,
}

/// Steps to another level: the number of levels, and the steps along the level, from the owner's point of
/// view.
type Climb = (i16, Vec<(i16, i16)>);

/// The properties of moves between levels that are described together.
type Manner = (Contents, Contents, Range);

impl Levels {
    /// The levels of a board, if it has several.
    pub(super) fn of(shape: &BoardShape) -> Option<Levels> {
        let layer = shape.squares_layer();
        let is_there = |rank: u8| {
            let mut places = (0..layer.files).filter_map(|file| layer.at(shape, file, rank));
            places.any(|place| shape.exists(place))
        };
        let mut parts: Vec<(u8, u8)> = Vec::new();
        for rank in (0..layer.ranks).filter(|rank| is_there(*rank)) {
            match parts.last_mut() {
                Some((_, end)) if *end + 1 == rank => *end = rank,
                _ => parts.push((rank, rank)),
            }
        }
        let [first, second, ..] = parts.as_slice() else {
            return None;
        };
        let (tall, far) = (first.1 - first.0, second.0 - first.0);
        let is_equal =
            |pair: &[(u8, u8)]| pair[1].0 - pair[0].0 == far && pair[1].1 - pair[1].0 == tall;
        (tall > 0 && parts.windows(2).all(is_equal)).then_some(Levels { parts, far, tall })
    }

    /// The sentence on the levels of the board.
    pub(super) fn words(&self, shape: &BoardShape) -> String {
        let name = |rank: u8| i16::from(rank) + shape.first_rank();
        let parts: Vec<String> = (self.parts.iter())
            .map(|(from, to)| format!("ranks {} to {}", name(*from), name(*to)))
            .collect();
        format!(
            "So it has {} parts, {}, which stand for levels above one another: the same square of the level \
             above is {} ranks ahead.",
            parts.len(),
            list(&parts, "and"),
            self.far
        )
    }

    /// The sentences of a movement, with moves to other levels in terms of levels.
    pub(super) fn describe(&self, movement: &Movement) -> Vec<String> {
        let mut climbs: Vec<(Manner, Vec<(i16, i16)>)> = Vec::new();
        let mut rest = Vec::new();
        for pattern in movement.patterns() {
            match self.climb(pattern) {
                Some((manner, steps)) => value_for(&mut climbs, manner).extend(steps),
                None => rest.push(pattern.clone()),
            }
        }
        let rest = Movement::from_patterns(rest);
        let mut texts = Vec::new();
        if !rest.is_empty() {
            let described = explain::describe(&rest);
            texts.extend(described.iter().map(|text| self.with_levels(text.as_str())));
        }
        // Captures come last.
        climbs.sort_compactly_by_key(|((pass, ..), _)| !pass.meets(Contents::EMPTY));
        let sentences = climbs.into_iter();
        texts.extend(sentences.map(|(manner, steps)| self.sentence(manner, &sorted(steps))));
        texts
    }

    /// Adds a remark on leaps of exactly one level to a text.
    fn with_levels(&self, text: &str) -> String {
        let squares = format!("{} squares", explain::number(self.far.into()));
        text.replace(&squares, &format!("{squares} (a level)"))
    }

    /// The steps of a plain leaper or rider, if all of them lead to other levels.
    fn climb(&self, pattern: &Pattern) -> Option<(Manner, Vec<(i16, i16)>)> {
        let Pattern::Walk(Walk {
            legs,
            initial: Initial::Any,
            repeat: None,
            ..
        }) = pattern
        else {
            return None;
        };
        let [leg] = legs.as_slice() else { return None };
        let is_plain = leg.inside == Inside::Anything
            && leg.curve == Curve::Straight
            && leg.wrap == Wrap::None
            && leg.skip == 0
            && !(leg.edge || leg.iso || leg.unload || leg.marks || leg.relay || leg.en_passant);
        let headings = headings(leg)?;
        let steps: Vec<(i16, i16)> = headings
            .map(|heading| {
                let step = leg.step.offset(heading);
                (step.dx, step.dy)
            })
            .collect();
        let leads_away = |(_, dy): &(i16, i16)| dy.abs() > i16::from(self.tall);
        let is_climb = is_plain && !steps.is_empty() && steps.iter().all(leads_away);
        is_climb.then_some(((leg.pass, leg.take, leg.range), steps))
    }

    /// The sentence of all moves with the same properties.
    fn sentence(&self, (pass, take, range): Manner, steps: &[(i16, i16)]) -> String {
        let far = i16::from(self.far);
        // The remaining steps along the level, by the number of levels.
        let by_levels = grouped(steps.iter().map(|(dx, dy)| {
            let levels = (2 * dy.abs() + far) / (2 * far);
            let left = dy - dy.signum() * levels * far;
            ((levels, *dy > 0), (*dx, left))
        }));
        let mut ways: Vec<(Climb, [bool; 2])> = Vec::new();
        for ((levels, is_up), inner) in by_levels {
            value_for(&mut ways, (levels, sorted(inner)))[usize::from(is_up)] = true;
        }
        let rides = range != Range::UpTo(1);
        let ways: Vec<String> = ways
            .iter()
            .map(|((levels, inner), [down, up])| {
                let way = match (down, up) {
                    (true, true) => "up or down",
                    (_, true) => "up (Black: down)",
                    _ => "down (Black: up)",
                };
                let unit = if *levels == 1 { "level" } else { "levels" };
                let levels = explain::number(usize::try_from(*levels).unwrap_or_default());
                let beside = beside(inner);
                match (inner.contains(&(0, 0)), beside) {
                    (_, None) => format!("{levels} {unit} {way}"),
                    (true, Some(beside)) => {
                        format!("{levels} {unit} {way}, alone or together with {beside}")
                    }
                    (false, Some(beside)) => format!("{levels} {unit} {way} and {beside}"),
                }
            })
            .collect();
        let often = match range {
            Range::UpTo(1) => String::new(),
            Range::UpTo(2) => "once or twice ".to_owned(),
            Range::UpTo(most) => format!("up to {} times ", explain::number(most.into())),
            _ => "any number of times ".to_owned(),
        };
        let same = if rides { ", always the same way" } else { "" };
        let ways = format!("{often}{}{same}", list(&ways, "or"));
        match (pass.meets(Contents::EMPTY), take.is_empty()) {
            (true, false) => format!("Goes {ways}."),
            (true, true) => format!("Goes {ways}, without capturing."),
            (false, _) => format!("Captures by going {ways}."),
        }
    }
}

/// The headings of a first leg.
fn headings(leg: &Leg) -> Option<impl Iterator<Item = Heading>> {
    let Turn::Absolute(headings) = leg.turn else {
        return None;
    };
    let owned = headings.intersection(leg.owned);
    let all: Vec<Heading> = owned.iter().collect();
    Some(all.into_iter())
}

/// Steps along a level in words, without the zero step: `one square orthogonally`.
fn beside(steps: &[(i16, i16)]) -> Option<String> {
    let mut radial: Vec<(i16, Heading)> = Vec::new();
    let mut oblique: Vec<(i16, i16)> = Vec::new();
    for (dx, dy) in steps.iter().filter(|step| **step != (0, 0)) {
        let size = dx.abs().max(dy.abs());
        let is_radial = *dx == 0 || *dy == 0 || dx.abs() == dy.abs();
        let step = u8::try_from(size).ok().map(Step::Radial);
        let heading = step.filter(|_| is_radial).and_then(|step| {
            let mut all = Headings::ALL.iter();
            all.find(|heading| {
                let offset = step.offset(*heading);
                (offset.dx, offset.dy) == (*dx, *dy)
            })
        });
        match heading {
            Some(heading) => radial.push((size, heading)),
            None => oblique.push((dx.abs().min(dy.abs()), size)),
        }
    }
    let mut parts: Vec<String> = grouped(radial)
        .into_iter()
        .map(|(size, headings)| {
            let size = usize::try_from(size).unwrap_or_default();
            let unit = if size == 1 { "square" } else { "squares" };
            let number = explain::number(size);
            let headings: Headings = headings.into_iter().collect();
            format!("{number} {unit} {}", explain::directions(size, headings))
        })
        .collect();
    parts.extend(
        sorted(oblique)
            .into_iter()
            .map(|(short, long)| format!("a leap ({short},{long})")),
    );
    (!parts.is_empty()).then(|| list(&parts, "or"))
}
