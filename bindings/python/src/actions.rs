//! Move numbering for machine learning: every legal move of a position has a unique number (an
//! action).
//!
//! The numbers of a variant have two parts:
//!
//! - A *place* for each combination of wall, promotion, source and target. If several moves share a
//!   place, it belongs to the first one in the order of their texts.
//! - *Extra* numbers for all others, in variants in which moves can share places. A hash of the
//!   text selects the number; if that is taken, the next free number is used.
//!
//! So the numbers of almost all moves depend only on the moves. They depend on the definition and
//! the position, never on the order in which moves are listed.

use std::collections::{BTreeMap, BTreeSet};

use ferz::definition::{PieceDef, PieceId};
use ferz::game::{MoveCode, Position, Variant};
use ferz::geometry::Square;
use ferz::notation::move_texts;
use ferz::state::{Color, Move, MoveKind, Role};
use ferz_designer::render::{Marks, Sign};

/// The numbers of walls, promotions, sources and targets.
pub(crate) type Shape = (usize, usize, usize, usize);

/// The move numbering of a variant.
pub(crate) struct Actions {
    pub(crate) shape: Shape,
    /// The number of extra numbers.
    extra: usize,
    /// The roles that each role can become, in the order of the definition.
    choices: Vec<Vec<Role>>,
    /// The number of squares of the board, including holes.
    area: usize,
    has_drops: bool,
}

/// A legal move with its number.
pub(crate) struct Action {
    pub(crate) number: usize,
    pub(crate) code: MoveCode,
}

impl Actions {
    pub(crate) fn of(variant: &Variant, has_hands: bool) -> Actions {
        let area = variant.shape().area();
        let choices: Vec<Vec<Role>> = variant.roles().map(|role| choices(variant, role)).collect();
        let promotions = 1 + choices.iter().map(Vec::len).max().unwrap_or_default();
        let has_walls = variant.def().rules.builtin.contains_key("walls");
        let walls = if has_walls { 1 + area } else { 1 };
        let has_drops = has_hands || variant.def().drops().is_some();
        let dropped = if has_drops { variant.roles().len() } else { 0 };
        let sources = area + dropped;
        Actions {
            shape: (walls, promotions, sources, area),
            extra: if may_share(variant) {
                sources * area
            } else {
                0
            },
            choices,
            area,
            has_drops,
        }
    }

    /// The number of actions.
    pub(crate) fn count(&self) -> usize {
        self.places() + self.extra
    }

    fn places(&self) -> usize {
        let (walls, promotions, sources, targets) = self.shape;
        walls * promotions * sources * targets
    }

    /// The place of a move; `None` if the definition does not provide for such a move.
    fn place(&self, variant: &Variant, mv: &Move, is_turned: bool) -> Option<usize> {
        let (walls, promotions, sources, targets) = self.shape;
        let shape = variant.shape();
        let square = |square: Square| {
            let (file, rank) = (shape.file_of(square), shape.rank_of(square));
            let rank = if is_turned {
                shape.ranks() - 1 - rank
            } else {
                rank
            };
            usize::from(rank) * usize::from(shape.files()) + usize::from(file)
        };
        let wall = mv.wall.map_or(0, |wall| 1 + square(wall));
        let promotion = match mv.promotion {
            None => 0,
            Some(role) => {
                let choices = &self.choices[mv.piece.role.index()];
                1 + choices.iter().position(|other| *other == role)?
            }
        };
        let source = match mv.kind {
            MoveKind::Drop => self.has_drops.then(|| self.area + mv.piece.role.index())?,
            _ => square(mv.from),
        };
        let is_expected = wall < walls && promotion < promotions;
        let row = (wall * promotions + promotion) * sources + source;
        is_expected.then(|| row * targets + square(mv.to))
    }

    /// All legal moves with their numbers; `None` if there are more moves than numbers. With
    /// `by_mover`, squares are seen from the side to move, so they are turned for Black.
    pub(crate) fn number(&self, position: &Position, by_mover: bool) -> Option<Vec<Action>> {
        let variant = position.variant();
        let is_turned = by_mover && position.turn() == Color::Black;
        let mut sharing: BTreeMap<Option<usize>, Vec<MoveCode>> = BTreeMap::new();
        let codes = position.moves();
        for code in codes.iter() {
            let place = self.place(variant, &position.expand(code), is_turned);
            sharing.entry(place).or_default().push(code);
        }
        let mut actions = Vec::with_capacity(codes.len());
        let is_clear =
            |(place, codes): (&Option<usize>, &Vec<MoveCode>)| place.is_some() && codes.len() == 1;
        if sharing.iter().all(is_clear) {
            let places = sharing.into_iter();
            actions.extend(places.filter_map(|(place, codes)| {
                let (number, code) = (place?, *codes.first()?);
                Some(Action { number, code })
            }));
            return Some(actions);
        }
        let mut texts: BTreeMap<MoveCode, String> = move_texts(position)
            .into_iter()
            .filter_map(|(text, mv)| Some((position.code(&mv)?, text)))
            .collect();
        let mut others = Vec::new();
        let mut taken = BTreeSet::new();
        for (place, codes) in sharing {
            let mut named: Vec<(String, MoveCode)> = codes
                .into_iter()
                .map(|code| {
                    // Indistinguishable moves are listed once.
                    let text = texts.remove(&code);
                    let text = text.unwrap_or_else(|| position.move_text(&position.expand(code)));
                    (text, code)
                })
                .collect();
            named.sort();
            let mut named = named.into_iter();
            if let Some(number) = place
                && let Some((_, code)) = named.next()
            {
                taken.insert(number);
                actions.push(Action { number, code });
            }
            others.extend(named);
        }
        others.sort();
        let count = self.count();
        for (text, code) in others {
            if taken.len() == count {
                return None;
            }
            let hash = hash(&text);
            let mut number = match self.extra {
                0 => hash % count,
                extra => self.places() + hash % extra,
            };
            while !taken.insert(number) {
                number = (number + 1) % count;
            }
            actions.push(Action { number, code });
        }
        Some(actions)
    }
}

/// An FNV-1a hash, which is the same on every machine and in every version.
fn hash(text: &str) -> usize {
    let bytes = text.bytes();
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // 32-bit machines use only this part.
    (hash >> 32) as u32 as usize
}

/// The roles that a role can become by its definition: its promotions, its promoted side, and its
/// unpromoted side if pieces turn back.
fn choices(variant: &Variant, role: Role) -> Vec<Role> {
    let def = variant.def();
    let pairs = def.paired_promotion();
    let id = PieceId::from(role);
    let mut names: Vec<usize> = Vec::new();
    if let Some((_, piece)) = def.piece(id)
        && let Some(promotion) = &piece.promotion
    {
        let choices = promotion.choices.iter();
        names.extend(choices.map(|choice| choice.piece.index()));
    }
    names.extend(pairs.target(role).map(PieceId::index));
    if pairs.demotion {
        let bases = variant.roles();
        let bases =
            bases.filter(|base| pairs.target(*base).map(PieceId::index) == Some(role.index()));
        names.extend(bases.map(Role::index));
    }
    let mut seen = BTreeSet::new();
    names.retain(|index| seen.insert(*index));
    let roles = names.into_iter();
    roles
        .filter_map(|index| variant.roles().nth(index))
        .collect()
}

/// Rules of the format that affect moves, but under which no two moves share a place.
const TELLING_APART: [&str; 7] = [
    "capture-duty",
    "capture-only",
    "extinction",
    "goal",
    "paired-promotion",
    "walls",
    "drops",
];

/// Whether several moves can have the same source, target and promotion.
fn may_share(variant: &Variant) -> bool {
    let def = variant.def();
    let is_plain = (variant.acting_rules()).all(|name| TELLING_APART.contains(&name))
        && !def.rules.builtin.contains_key("gating")
        && def.rules.custom.is_empty()
        && def.pieces.values().all(PieceDef::only_walks);
    let captures_on_the_way = |role: Role| {
        let Ok(marks) = Marks::of_piece(variant, variant.role_name(role)) else {
            return true;
        };
        let mut squares = marks.shape().squares();
        squares.any(|square| {
            let mark = marks.mark(square);
            let mut demands = [mark.quiet, mark.capture].into_iter().flatten();
            mark.has(Sign::Victim) || mark.has(Sign::Return) || demands.any(|demand| demand.locust)
        })
    };
    !is_plain || variant.roles().any(captures_on_the_way)
}
