//! Laws of movements, tried on random ones with reproducible seeds.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use ferz::compile::{CompletedWalk, Probe, walk};
use ferz::geometry::{BoardShape, Heading, Headings, Perspective, Square, Step, Wrap};
use ferz::movement::{
    Bend, BendSide, Contents, Curve, Dialect, Initial, Inside, Joints, Leg, Movement, Pattern,
    PrintStyle, Range, Turn, Walk,
};
use ferz::source::Diagnostic;

use crate::harness::Random;

const CORPUS: &str = include_str!("data/corpus.txt");

/// A board with something on it.
struct Scene {
    shape: BoardShape,
    contents: Vec<Contents>,
    origin: Square,
}

impl Scene {
    fn random(random: &mut Random, size: u8) -> Scene {
        let shape = BoardShape::rectangle(size, size).expect("a board");
        let crowd = 2 + random.below(6);
        let mut contents: Vec<Contents> = (0..shape.area())
            .map(|_| match random.below(crowd + 4) {
                0 => Contents::FRIEND,
                1 => Contents::ROYAL,
                2 | 3 => Contents::COMMONER,
                _ => Contents::EMPTY,
            })
            .collect();
        let squares: Vec<Square> = shape.squares().collect();
        let origin = squares[random.below(squares.len())];
        contents[origin.index()] = Contents::EMPTY;
        Scene {
            shape,
            contents,
            origin,
        }
    }

    /// The same scene turned by half a circle.
    fn turned(&self) -> Scene {
        let mut contents = self.contents.clone();
        contents.reverse();
        Scene {
            shape: self.shape.clone(),
            contents,
            origin: self.turn(self.origin),
        }
    }

    fn turn(&self, square: Square) -> Square {
        let file = self.shape.files() - 1 - self.shape.file_of(square);
        let rank = self.shape.ranks() - 1 - self.shape.rank_of(square);
        self.shape.at(file, rank).expect("a square")
    }

    /// All that the patterns can do here.
    fn deeds(&self, patterns: &[Pattern], owner: Perspective) -> BTreeSet<ClickEffect> {
        let mut deeds = BTreeSet::new();
        for pattern in patterns {
            let Pattern::Walk(one) = pattern else {
                deeds.insert(ClickEffect {
                    initial: Initial::Any,
                    words: format!("{pattern:?}"),
                    squares: Vec::new(),
                });
                continue;
            };
            let mut probe = Board {
                contents: &self.contents,
                origin: self.origin,
                mover: self.origin,
            };
            let _ = walk(
                one,
                &self.shape,
                owner,
                self.origin,
                &mut probe,
                &mut |probe: &mut Board<'_>, found: &CompletedWalk<'_>| {
                    let here = probe.contents(found.to);
                    let mut taken: Vec<Square> = found.taken.to_vec();
                    let captures = found.take.meets(here);
                    if captures {
                        taken.push(found.to);
                    }
                    let mut squares = vec![found.mover, found.to];
                    squares.extend(&taken);
                    squares.extend(found.en_passant);
                    squares.extend(found.marks);
                    squares.extend(found.unload);
                    let words = format!(
                        "{} {} {} {} {} {}",
                        taken.len(),
                        found.en_passant.len(),
                        found.marks.len(),
                        found.unload.is_some(),
                        captures,
                        found.borrows,
                    );
                    deeds.insert(ClickEffect {
                        initial: one.initial,
                        words,
                        squares,
                    });
                    ControlFlow::<()>::Continue(())
                },
            );
        }
        // What may always be done may also be done by unmoved pieces.
        let always: Vec<ClickEffect> = deeds
            .iter()
            .filter(|deed| deed.initial == Initial::Any)
            .cloned()
            .collect();
        for initial in [Initial::Unmoved, Initial::OneAhead] {
            deeds.extend(
                always
                    .iter()
                    .cloned()
                    .map(|deed| ClickEffect { initial, ..deed }),
            );
        }
        deeds
    }
}

/// One thing that a piece can do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ClickEffect {
    initial: Initial,
    words: String,
    squares: Vec<Square>,
}

/// Every empty square counts as an en passant square.
struct Board<'a> {
    contents: &'a [Contents],
    origin: Square,
    mover: Square,
}

impl Board<'_> {
    fn contents(&self, square: Square) -> Contents {
        match square {
            square if square == self.mover => Contents::EMPTY,
            square if square == self.origin => Contents::FRIEND,
            square => self.contents[square.index()],
        }
    }
}

impl Probe for Board<'_> {
    fn assume(&mut self, square: Square, allowed: Contents) -> bool {
        self.contents(square).meets(allowed)
    }

    fn release(&mut self) {}

    fn assume_en_passant(&mut self, square: Square) -> bool {
        self.contents(square) == Contents::EMPTY
    }

    fn hand_over(&mut self, _from: Square, to: Square) -> bool {
        let is_friend = self.contents(to) == Contents::FRIEND;
        if is_friend {
            self.mover = to;
        }
        is_friend
    }

    fn hand_back(&mut self, from: Square) {
        self.mover = from;
    }
}

fn headings(random: &mut Random) -> Headings {
    let bits = match random.below(4) {
        0 => 0xff,
        1 => 0x55,
        2 => 0xaa,
        _ => 1 + random.below(255),
    };
    (0..8)
        .filter(|bit| bits >> bit & 1 == 1)
        .map(Heading::new)
        .collect()
}

fn one_of<T: Copy>(random: &mut Random, choices: &[T]) -> T {
    choices[random.below(choices.len())]
}

fn random_leg(random: &mut Random, is_first: bool, is_last: bool) -> Leg {
    let steps = [
        Step::Radial(1),
        Step::Radial(1),
        Step::Radial(1),
        Step::Radial(2),
        Step::Radial(3),
        Step::Oblique(1, 2),
        Step::Oblique(1, 3),
    ];
    let step = one_of(random, &steps);
    let rarely = |random: &mut Random| random.below(12) == 0;
    let turn = match (is_first, random.below(6)) {
        (true, _) => Turn::Absolute(headings(random)),
        (_, 0) => Turn::Outward,
        (_, 1) => Turn::Relative(
            one_of(random, &[Headings::NONE, Headings::of(&[0])]),
            std::iter::once(Bend {
                eighths: 1 + random.below(3) as u8,
                side: one_of(random, &[BendSide::Same, BendSide::Opposite]),
            })
            .collect(),
        ),
        _ => Turn::Relative(
            match random.below(3) {
                0 => Headings::of(&[0]),
                1 => Headings::of(&[1, 7]),
                _ => headings(random),
            },
            std::iter::empty().collect(),
        ),
    };
    let inner = [
        Contents::EMPTY,
        Contents::EMPTY,
        Contents::OCCUPIED,
        Contents::ANY,
    ];
    let takes = [
        Contents::NONE,
        Contents::ENEMY,
        Contents::FRIEND,
        Contents::ROYAL,
        Contents::COMMONER,
    ];
    Leg {
        turn,
        owned: match (is_first, step) {
            (false, Step::Radial(_)) => one_of(
                random,
                &[Headings::ALL, Headings::ORTHOGONAL, Headings::DIAGONAL],
            ),
            _ => Headings::ALL,
        },
        range: match random.below(6) {
            0..3 => Range::UpTo(1),
            3 => Range::UpTo(1 + random.below(3) as u8),
            4 if !is_first => Range::Rest,
            _ => Range::Unlimited,
        },
        skip: u8::from(rarely(random)),
        inside: match random.below(8) {
            0 => Inside::Empty,
            1 => Inside::Occupied,
            2 => Inside::HalfwayEmpty,
            _ => Inside::Anything,
        },
        pass: if is_last {
            one_of(random, &[Contents::EMPTY, Contents::NONE])
        } else {
            one_of(random, &inner)
        },
        take: if is_last || rarely(random) {
            one_of(random, &takes)
        } else {
            Contents::NONE
        },
        en_passant: rarely(random),
        edge: rarely(random),
        relay: rarely(random),
        iso: !is_first && rarely(random),
        unload: rarely(random),
        marks: rarely(random),
        wrap: Wrap::None,
        curve: Curve::Straight,
        ..Leg::new(step)
    }
}

fn random_walk(random: &mut Random) -> Walk {
    let count = 1 + random.below(3);
    Walk {
        legs: (0..count)
            .map(|index| random_leg(random, index == 0, index + 1 == count))
            .collect(),
        initial: one_of(random, &[Initial::Any, Initial::Any, Initial::Unmoved]),
        repeat: None,
        revisits: true,
        rebounds: false,
        skips_walls: false,
    }
}

/// A walk that differs in a thing or two.
fn varied(random: &mut Random, walk: &Walk) -> Walk {
    let mut walk = walk.clone();
    for _ in 0..=random.below(2) {
        let at = random.below(walk.legs.len());
        let other = random_leg(random, at == 0, at + 1 == walk.legs.len());
        let leg = &mut walk.legs[at];
        match random.below(5) {
            0 => leg.turn = other.turn,
            1 => (leg.pass, leg.take) = (other.pass, other.take),
            2 => leg.range = other.range,
            3 => leg.owned = other.owned,
            _ => walk.initial = one_of(random, &[Initial::Any, Initial::Unmoved]),
        }
    }
    walk
}

fn random_patterns(random: &mut Random) -> Vec<Pattern> {
    let mut walks = vec![random_walk(random)];
    for _ in 0..random.below(4) {
        let next = if random.below(4) == 0 {
            random_walk(random)
        } else {
            let at = random.below(walks.len());
            varied(random, &walks[at].clone())
        };
        walks.push(next);
    }
    walks.into_iter().map(Pattern::Walk).collect()
}

/// A random text that is likely to mean something.
fn random_text(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..=random.below(3) {
        let letters = |random: &mut Random, most: usize| -> String {
            let common = b"fblrsvhmcfbrlspgynjidek";
            (0..random.below(most + 1))
                .map(|_| one_of(random, common) as char)
                .collect()
        };
        let atom = |random: &mut Random| -> String {
            let letter = one_of(random, b"WFDNAHCZGKQRBWFKN") as char;
            let number = ["", "", "", "", "0", "2", "3", "X"][random.below(8)];
            format!("{letter}{number}")
        };
        match random.below(6) {
            0 => {
                let mut legs = Vec::new();
                for _ in 0..=random.below(3) {
                    legs.push(format!("{}{}", letters(random, 2), atom(random)));
                }
                let join = one_of(random, &["-", "?"]);
                text.extend(["[", &legs.join(join), "]"]);
            }
            1..3 => {
                let count = 1 + random.below(3);
                for _ in 0..count {
                    text.push_str(&letters(random, 3));
                    text.push('a');
                }
                text.push_str(&letters(random, 3));
                text.push_str(&atom(random));
            }
            _ => {
                text.push_str(&letters(random, 4));
                text.push_str(&atom(random));
            }
        }
    }
    text
}

fn read(text: &str, dialect: Dialect) -> Option<Movement> {
    let read = Movement::read(text, dialect);
    let is_clean = !read.diagnostics.iter().any(Diagnostic::is_error);
    (is_clean && !read.value.is_empty()).then_some(read.value)
}

#[test]
fn the_normal_form_does_the_same_on_every_board() {
    let random = &mut Random::new(11);
    let mut moves = 0;
    for round in 0..6000 {
        let patterns = random_patterns(random);
        let movement = Movement::from_patterns(patterns.clone());
        for size in [8, 11] {
            for owner in [Perspective::White, Perspective::Black] {
                let scene = Scene::random(random, size);
                let raw = scene.deeds(&patterns, owner);
                let normal = scene.deeds(movement.patterns(), owner);
                moves += raw.len();
                assert!(
                    raw == normal,
                    "round {round}: {patterns:?}\n-> {movement:?}\nlost {:?}\nnew {:?}",
                    raw.difference(&normal).collect::<Vec<_>>(),
                    normal.difference(&raw).collect::<Vec<_>>(),
                );
            }
        }
    }
    assert!(moves > 100_000, "{moves}");
}

#[test]
fn the_normal_form_is_its_own() {
    let random = &mut Random::new(12);
    for _ in 0..5000 {
        let movement = Movement::from_patterns(random_patterns(random));
        let again = Movement::from_patterns(movement.patterns().to_vec());
        assert_eq!(movement, again);
    }
    // More walks than are compared, if equal ones count.
    let movement = Movement::read("dgad(f)gaN", Dialect::XBetza).value;
    let again = Movement::from_patterns(movement.patterns().to_vec());
    assert_eq!(movement, again);
}

#[test]
fn a_union_has_no_order() {
    let random = &mut Random::new(13);
    for round in 0..5000 {
        let mut patterns = random_patterns(random);
        let movement = Movement::from_patterns(patterns.clone());
        patterns.reverse();
        assert_eq!(movement, Movement::from_patterns(patterns), "round {round}");
    }
    let texts: Vec<&str> = CORPUS.lines().collect();
    for _ in 0..2000 {
        let (one, other) = (one_of(random, &texts), one_of(random, &texts));
        let joined = read(&format!("{one}{other}"), Dialect::XBetza);
        if let (Some(joined), Some(_), Some(_)) = (
            joined,
            read(one, Dialect::XBetza),
            read(other, Dialect::XBetza),
        ) && !one.ends_with(|last| other.starts_with(last))
        {
            let turned = read(&format!("{other}{one}"), Dialect::XBetza);
            if !other.ends_with(|last| one.starts_with(last)) {
                assert_eq!(turned.as_ref(), Some(&joined), "{one} {other}");
            }
        }
    }
}

#[test]
fn blacks_moves_are_whites_turned_by_half_a_circle() {
    let random = &mut Random::new(14);
    for text in CORPUS.lines() {
        let Some(movement) = read(text, Dialect::XBetza) else {
            continue;
        };
        for size in [8, 11] {
            let scene = Scene::random(random, size);
            let turned = scene.turned();
            let white = scene.deeds(movement.patterns(), Perspective::White);
            let black: BTreeSet<ClickEffect> = turned
                .deeds(movement.patterns(), Perspective::Black)
                .into_iter()
                .map(|deed| ClickEffect {
                    squares: deed.squares.iter().map(|one| scene.turn(*one)).collect(),
                    ..deed
                })
                .collect();
            assert_eq!(white, black, "{text}");
        }
    }
}

#[test]
fn random_texts_are_printed_and_read_back() {
    let random = &mut Random::new(15);
    let mut unsaid = Vec::new();
    let mut count = 0;
    while count < 400 {
        let text = random_text(random);
        let Some(movement) = read(&text, Dialect::XBetza) else {
            continue;
        };
        count += 1;
        match movement.to_betza(Dialect::XBetza) {
            Ok(printed) => {
                let again = Movement::read(&printed, Dialect::XBetza).value;
                assert_eq!(again, movement, "{text} -> {printed}");
                assert_eq!(again.to_betza(Dialect::XBetza), Ok(printed), "{text}");
            }
            Err(fault) => unsaid.push(format!("{text}: {fault}")),
        }
    }
    println!("{} of {count} unsaid", unsaid.len());
    assert!(unsaid.len() * 50 <= count, "{}", unsaid.join("\n"));
}

#[test]
fn random_movements_are_printed_rightly_or_not_at_all() {
    let random = &mut Random::new(16);
    let mut said = 0;
    for _ in 0..150 {
        let movement = Movement::from_patterns(random_patterns(random));
        for dialect in Dialect::ALL {
            for joints in Joints::ALL {
                if let Ok(text) = movement.to_betza_with(dialect, &PrintStyle { joints }) {
                    said += 1;
                    assert_eq!(Movement::read(&text, dialect).value, movement, "{text}");
                }
            }
        }
    }
    assert!(said > 100, "{said}");
}

/// At least 95 of 100 slips of one character that are errors are reported where they are.
#[test]
fn findings_touch_the_slip() {
    let signs: Vec<char> = ('a'..='z')
        .chain('A'..='Z')
        .chain('0'..='9')
        .chain("*'()[]-?@ ,".chars())
        .collect();
    let (mut errors, mut touching) = (0_u32, 0_u32);
    let mut try_out = |text: &str, from: usize, to: usize| {
        let read = Movement::read(text, Dialect::XBetza);
        let mut spans = (read.diagnostics.iter())
            .filter(|one| one.is_error())
            .map(|one| one.span)
            .peekable();
        if spans.peek().is_none() {
            return;
        }
        errors += 1;
        let touches = spans.any(|span| span.start as usize <= to && from <= span.end as usize);
        touching += u32::from(touches);
    };
    for text in CORPUS.lines().filter(|text| text.is_ascii()) {
        if read(text, Dialect::XBetza).is_none() {
            continue;
        }
        for at in 0..=text.len() {
            for sign in &signs {
                try_out(&format!("{}{sign}{}", &text[..at], &text[at..]), at, at + 1);
                if at < text.len() {
                    let changed = format!("{}{sign}{}", &text[..at], &text[at + 1..]);
                    try_out(&changed, at, at + 1);
                }
            }
            if at < text.len() {
                try_out(&format!("{}{}", &text[..at], &text[at + 1..]), at, at);
            }
        }
    }
    println!("{touching} of {errors} errors touch the slip");
    assert!(touching * 100 >= errors * 95, "{touching} of {errors}");
}
