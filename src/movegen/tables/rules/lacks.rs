//! Ends of the game by the number of pieces, built-in or by rules.

use super::hand_slots::NOWHERE;
use crate::movegen::tables::role_sets::of_roles;
use crate::rules::{CompiledRules, Lack, WhoLacks};
use crate::state::Role;

/// An end by the number of pieces.
#[derive(Debug)]
pub(crate) struct LackTable {
    /// The group of the counted pieces by side; `None` for all.
    pub(crate) groups: [Option<usize>; 2],
    /// By side: whether the royal piece is in the group but does not count.
    pub(crate) but_royal: [bool; 2],
    pub(crate) who: WhoLacks,
    pub(crate) limit: u32,
    /// A side with more than this on the board is not affected.
    pub(crate) few: u32,
    /// Further conditions if a side has few on the board.
    pub(crate) more: Option<Box<More>>,
}

/// Counts that need no group: all pieces, or all but the single royal one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CountedPieces {
    All,
    Others,
}

/// Further conditions in addition to a side's pieces on the board.
#[derive(Debug)]
pub(crate) struct More {
    /// By side: the hand slots of counted pieces.
    pub(crate) slots: [Vec<u8>; 2],
    pub(crate) others: [u16; 2],
}

/// By side: the counts that need no group.
fn without_group(rules: &CompiledRules, lack: &Lack) -> [Option<CountedPieces>; 2] {
    let all = (0..rules.roles.len()).map(Role::new);
    let (royal, others): (Vec<Role>, Vec<Role>) = all.partition(|role| rules.role(*role).royal);
    let others = of_roles(&others);
    lack.kinds.each_ref().map(|kinds| {
        let counting = of_roles(kinds);
        if counting == others | of_roles(&royal) {
            Some(CountedPieces::All)
        } else {
            (royal.len() == 1 && counting == others).then_some(CountedPieces::Others)
        }
    })
}

/// The sets of roles that these ends need as groups.
pub(super) fn groups_of_lacks(rules: &CompiledRules) -> Vec<u128> {
    let mut wanted = Vec::new();
    for lack in rules.lacks() {
        let groups = without_group(rules, lack).into_iter().zip(&lack.kinds);
        let groups = groups.filter(|(counted, _)| counted.is_none());
        wanted.extend(groups.map(|(_, kinds)| of_roles(kinds)));
    }
    wanted
}

/// Compiles these ends; `slots` are the hand slots of roles.
pub(super) fn compile_lacks(
    rules: &CompiledRules,
    slots: &[u8],
    group_of: &impl Fn(u128) -> usize,
) -> Vec<LackTable> {
    let in_hand = |kinds: &Vec<Role>| -> Vec<u8> {
        let slots = kinds.iter().map(|role| slots[role.index()]);
        slots.filter(|slot| *slot != NOWHERE).collect()
    };
    let compiled = |lack: &Lack| {
        let counted = without_group(rules, lack);
        let group = |side: usize| {
            let is_group = counted[side].is_none();
            is_group.then(|| group_of(of_roles(&lack.kinds[side])))
        };
        let but_royal = counted.map(|counted| counted == Some(CountedPieces::Others));
        let more = More {
            slots: if lack.hands {
                lack.kinds.each_ref().map(in_hand)
            } else {
                Default::default()
            },
            others: lack.others,
        };
        LackTable {
            groups: [group(0), group(1)],
            but_royal,
            few: u32::from(lack.limit) + u32::from(but_royal.contains(&true)),
            who: lack.who,
            limit: lack.limit.into(),
            more: (lack.hands || lack.others != [0; 2]).then(|| Box::new(more)),
        }
    };
    rules.lacks().iter().map(compiled).collect()
}
