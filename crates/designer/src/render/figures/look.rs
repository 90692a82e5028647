//! Chooses the look of a piece from its moves and abilities.

use super::compass::Compass;
use super::parts::{F, Part, W, parts};
use super::repertoire::{Kind, Repertoire, Uses};
use ferz::definition::{Picture, PieceDef, Shape};
use ferz::geometry::Headings;

/// The moves that a badge refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::render) enum Occasion {
    /// All moves.
    Always,
    /// Moves without capture.
    Quiet,
    /// Captures.
    Capture,
}

/// A sign in a corner of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::render) struct Badge {
    pub(in crate::render) sign: Sign,
    pub(in crate::render) occasion: Occasion,
}

/// The content of a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::render) enum Sign {
    Shape(Shape),
    /// The maximum number of steps.
    Number(u8),
}

/// A figure without its color.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::render) struct Look {
    pub(in crate::render) shape: Shape,
    /// At most two badges.
    pub(in crate::render) badges: Vec<Badge>,
    /// The directions of a general.
    pub(in crate::render) compass: Option<Compass>,
    /// The sides to which the piece moves, unless to all: ahead, right, back, left.
    pub(in crate::render) sides: [bool; 4],
    /// Whether it is a promoted form.
    pub(in crate::render) is_promoted: bool,
    /// Letters that distinguish the piece from others that would look the same.
    pub(in crate::render) letters: Option<String>,
}

impl Look {
    /// A shape without additions.
    pub(in crate::render) fn plain(shape: Shape) -> Look {
        Look {
            shape,
            badges: Vec::new(),
            compass: None,
            sides: [false; 4],
            is_promoted: false,
            letters: None,
        }
    }

    /// The look of a piece with these moves, on its own. The name matters if it is that of an orthodox piece.
    pub(super) fn of_moves(repertoire: &Repertoire, name: &str) -> Look {
        Look::of(repertoire, name, false, &[])
    }

    /// The look of a piece, on its own, with some of its emblems.
    pub(super) fn of_piece(name: &str, piece: &PieceDef, emblems: &[Shape]) -> Look {
        let repertoire = Repertoire::of_piece(piece);
        let mut look = Look::of(&repertoire, name, piece.royal, emblems);
        if let Some(picture) = &piece.picture {
            look.set(picture, &repertoire);
        }
        look
    }

    /// Whether it is the look of an orthodox piece.
    pub(in crate::render) fn is_orthodox(&self) -> bool {
        matches!(
            self.shape,
            Shape::King | Shape::Queen | Shape::Rook | Shape::Bishop | Shape::Knight | Shape::Pawn
        ) && *self == Look::plain(self.shape)
    }

    /// Sets the picture of the definition.
    fn set(&mut self, picture: &Picture, repertoire: &Repertoire) {
        let badge = |shape: &Shape| Badge {
            sign: Sign::Shape(*shape),
            occasion: Occasion::Always,
        };
        *self = Look {
            badges: picture.badges.iter().map(badge).collect(),
            ..Look::plain(picture.shape)
        };
        if picture.shape == Shape::General {
            self.compass = Some(Compass::of(repertoire));
        }
    }

    fn of(repertoire: &Repertoire, name: &str, is_royal: bool, emblems: &[Shape]) -> Look {
        let man = man_named(name);
        let is_pawn = man == Some(Shape::Pawn) || is_pawn(repertoire);
        let mut compass = None;
        let mut parts = parts(repertoire, is_pawn, &mut compass);
        let is_harmless = parts.iter().all(|part| part.occasion == Occasion::Quiet);
        if is_harmless
            && !is_royal
            && let [first, others @ ..] = emblems
        {
            // The moves of a queen need no badge here.
            if matches!(&parts[..], [part] if matches!(part.shape, Shape::Queen | Shape::Pawn)) {
                parts.clear();
            }
            let others = others
                .iter()
                .map(|shape| Part::new(*shape, Occasion::Always));
            let mut look = Look::plain(*first);
            look.hang(others.chain(parts));
            return look;
        }
        let is_king = is_royal
            && (man == Some(Shape::King)
                || parts.first().is_none_or(|part| is_stepper(part.shape)));
        let wanted = if is_king {
            Some(Shape::King)
        } else {
            man.filter(|_| compass.is_none() || is_pawn)
        };
        let emblems = emblems
            .iter()
            .map(|shape| Part::new(*shape, Occasion::Always));
        let crown = Part::new(Shape::King, Occasion::Always);
        let crown = Some(crown).filter(|_| is_royal && !is_king);
        let mut look = match wanted {
            Some(shape) => {
                let mut look = Look::plain(shape);
                let explained = |part: &Part| match shape {
                    Shape::King => is_stepper(part.shape),
                    _ => part.shape == shape,
                };
                if let Some(own) = parts.iter().position(explained) {
                    look.sides = parts.remove(own).sides;
                }
                if is_king || is_pawn {
                    // A small tile would be unreadable.
                    parts.retain(|part| !explained(part) && part.shape != Shape::General);
                }
                look
            }
            None if parts.is_empty() => Look::plain(Shape::Stone),
            None => {
                let first = parts.remove(0);
                let mut look = Look::plain(first.shape);
                look.sides = first.sides;
                let occasion = first.occasion;
                look.badges.extend(first.more.map(|sign| Badge {
                    sign,
                    occasion: match occasion {
                        Occasion::Capture => Occasion::Capture,
                        Occasion::Always | Occasion::Quiet => Occasion::Always,
                    },
                }));
                look
            }
        };
        if look.shape == Shape::General {
            look.compass = compass;
        }
        look.hang(crown.into_iter().chain(parts).chain(emblems));
        look
    }

    /// Adds a badge if it fits.
    pub(super) fn hang_shape(&mut self, shape: Shape) {
        self.hang([Part::new(shape, Occasion::Always)]);
    }

    fn hang(&mut self, parts: impl IntoIterator<Item = Part>) {
        for badge in parts.into_iter().flat_map(|part| part.badges()) {
            if self.badges.len() < Picture::MOST_BADGES && !self.badges.contains(&badge) {
                self.badges.push(badge);
            }
        }
    }
}

/// The shape of the orthodox piece with a name.
pub(super) fn man_named(name: &str) -> Option<Shape> {
    match name.to_ascii_lowercase().as_str() {
        "king" => Some(Shape::King),
        "queen" => Some(Shape::Queen),
        "rook" => Some(Shape::Rook),
        "bishop" => Some(Shape::Bishop),
        "knight" => Some(Shape::Knight),
        "pawn" => Some(Shape::Pawn),
        _ => None,
    }
}

const fn is_stepper(shape: Shape) -> bool {
    matches!(
        shape,
        Shape::Man | Shape::Wazir | Shape::Ferz | Shape::General | Shape::Pawn
    )
}

/// Whether a piece steps ahead, and captures ahead in another way or only moves straight.
fn is_pawn(repertoire: &Repertoire) -> bool {
    const AHEAD: Headings = Headings::of(&[7, 0, 1]);
    const STRAIGHT: Headings = Headings::of(&[0]);
    const SIDEWAYS: Headings = Headings::of(&[2, 6]);
    let is_step = |kind: &Kind| matches!(kind, Kind::Leap(W | F));
    let steps = |pick: fn(&Uses) -> Headings| {
        let all = repertoire.0.iter().map(|(_, uses)| pick(uses));
        all.fold(Headings::NONE, Headings::union)
    };
    let (quiet, capture) = (steps(|uses| uses.quiet), steps(|uses| uses.capture));
    let within = |set: Headings, whole: Headings| set.difference(whole).is_empty();
    let no_retreat = AHEAD.union(SIDEWAYS);
    repertoire.kinds().all(is_step)
        && within(quiet, no_retreat)
        && within(capture, no_retreat)
        && !quiet.intersection(AHEAD).is_empty()
        && (quiet != capture || within(STRAIGHT, quiet) && within(quiet, STRAIGHT.union(SIDEWAYS)))
}
