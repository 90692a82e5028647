//! Ends of the game by want of pieces, as rules of the format or of a program say them.

use crate::rules::{Lack, Rulebook, WhoLacks};
use crate::state::{Color, Role};

/// An end by want of pieces.
#[derive(Debug)]
pub(crate) struct FastLack {
    /// By side, the group of the pieces that count; all but the royal piece if `None`.
    pub(crate) groups: [Option<usize>; 2],
    pub(crate) who: WhoLacks,
}

/// By side: the roles that count, by bit; `None` for all but a single royal one.
fn roles(book: &Rulebook, lack: &Lack) -> [Option<u128>; 2] {
    let bit = |role: &Role| 1 << role.index();
    let all = (0..book.roles.len()).map(Role::new);
    let (royal, others): (Vec<Role>, Vec<Role>) = all.partition(|role| book.role(*role).royal);
    let others = others.iter().fold(0, |set: u128, role| set | bit(role));
    let by_side = lack.kinds.each_ref();
    by_side.map(|kinds| {
        let counting = kinds.iter().fold(0, |set: u128, role| set | bit(role));
        (royal.len() != 1 || counting != others).then_some(counting)
    })
}

fn all(book: &Rulebook) -> impl Iterator<Item = &Lack> {
    book.custom().iter().filter_map(|named| named.lack.as_ref())
}

/// Sets of roles that need a group because of these ends.
pub(super) fn wanted_groups(book: &Rulebook) -> impl Iterator<Item = u128> {
    all(book).flat_map(|lack| roles(book, lack)).flatten()
}

/// These ends.
pub(super) fn lacks(book: &Rulebook, group_of: &impl Fn(u128) -> usize) -> Vec<FastLack> {
    let lacks = all(book).map(|lack| FastLack {
        groups: roles(book, lack).map(|roles| roles.map(group_of)),
        who: lack.who,
    });
    lacks.collect()
}

impl FastLack {
    /// Whether the game is over by it, if a side is to move and it is known of each side whether it has
    /// none left of a group.
    #[inline]
    pub(super) fn is_so(&self, turn: usize, lacks: impl Fn(usize, Option<usize>) -> bool) -> bool {
        let lacks = |side: Color| lacks(side.index(), self.groups[side.index()]);
        self.who.is_so(Color::ALL[turn & 1], lacks)
    }
}
