//! The tables of one variant at one width: atoms by color, attacks, and what each path to a royal
//! piece depends on.

use std::rc::Rc;
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::atoms::{Declined, Lists, Mark, Mode, RawPath, RoleAtoms, Wide, role_atoms, wide};
use super::attacks::{Attack, Attacks, PathTable};
use super::bits::Bits;
use super::extras::{self, Extras};
use super::imitation::{Imitation, imitators};
use super::kernel::{Kernel, reversed};
use super::known;
use super::luggage::SLOTS;
use super::path_cache::PathCache;
use super::promotion::Promotion;
use super::shifts::{Shift, are_worth_it, shifts_of};
use super::sorted::Sorted;
use crate::definition::RoyalGuard;
use crate::geometry::SquareSet;
use crate::movement::Pattern;
use crate::rules::Rulebook;
use crate::state::{Color, Role};

/// The most shifts that an atom is made of.
const SHIFTS: usize = 12;

/// The most groups a position has room for.
pub(crate) const GROUPS: usize = 32;

/// How many groups a position has room for, given what it carries: fewer where that is faster.
const fn room<const N: usize>(groups: usize, is_rich: bool, hands: bool) -> usize {
    match (groups, is_rich, hands) {
        (0..=8, _, _) if N < 3 => 8,
        (0..=16, false, false) | (0..=16, true, _) => 16,
        _ => GROUPS,
    }
}

/// Which targets an atom may take, given who stands where; also the index of its mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Empty squares and opponents.
    Both = 0,
    /// Empty squares.
    Quiet = 1,
    /// Opponents.
    Capture = 2,
    /// Opponents that are not royal.
    CaptureCommoner = 3,
}

/// Part of the moves of all roles of a group.
#[derive(Debug)]
pub(crate) struct Atom<const N: usize> {
    pub(crate) group: usize,
    pub(crate) kernel: Kernel<N>,
    pub(crate) aim: Aim,
    /// The role, if it promotes: then the group is this role alone.
    pub(crate) promotes: Option<Role>,
    /// Whether some of the moves mark squares for en passant.
    pub(crate) marks: bool,
}

/// A shift of an atom of a role that stands in numbers.
#[derive(Debug)]
pub(crate) struct ShiftOf<const N: usize> {
    pub(crate) group: usize,
    pub(crate) aim: Aim,
    /// The number of the atom.
    pub(crate) atom: usize,
    pub(crate) shift: Shift<N>,
}

/// A way to capture en passant.
#[derive(Debug)]
pub(crate) struct EnPassantAtom<const N: usize> {
    pub(crate) group: usize,
    /// Reversed: from the en passant square to the capturers.
    pub(crate) kernel: Kernel<N>,
    pub(crate) promotes: Option<Role>,
}

/// Everything about one color.
#[derive(Debug)]
pub(crate) struct Side<const N: usize> {
    /// Atoms whose moves do nothing but capture.
    pub(crate) plain: Sorted<N>,
    /// Atoms that promote or mark.
    pub(crate) other: Sorted<N>,
    /// Atoms that are shifted all at once.
    pub(crate) shifted: Vec<Atom<N>>,
    /// What they consist of.
    pub(crate) shifts: Vec<ShiftOf<N>>,
    pub(crate) en_passant: Vec<EnPassantAtom<N>>,
    pub(crate) attacks: Attacks<N>,
    /// Kernels and aims of the royal role.
    pub(crate) royal: Vec<(Kernel<N>, Aim)>,
    /// By role.
    pub(crate) promotions: Vec<Option<Promotion<N>>>,
    /// By origin: targets whose moves mark squares, with those squares.
    pub(crate) marks: Vec<Vec<(u16, Bits<N>)>>,
    /// Roles, by bit, some of whose moves both promote and mark squares.
    pub(crate) marks_promoting: u128,
    /// Squares on which the royal piece can be.
    pub(crate) region: Wide,
}

/// The tables of one variant.
#[derive(Debug)]
pub(crate) struct Tables<const N: usize> {
    pub(crate) area: usize,
    pub(crate) royal: Option<Role>,
    pub(crate) sides: [Side<N>; 2],
    /// By role: the groups it belongs to, as a bit mask.
    pub(crate) groups: Vec<u32>,
    /// By role and group: all squares if it belongs to the group, none otherwise.
    pub(crate) members: Vec<Bits<N>>,
    pub(crate) group_count: usize,
    /// The number of groups that positions have room for: 8, 16 or [`GROUPS`].
    pub(crate) room: usize,
    /// Squares that exist only while occupied.
    pub(crate) vanishing: Bits<N>,
    /// Whether captured pieces go to their owner's hand.
    pub(crate) reserve: bool,
    /// Whether pieces in hand matter.
    pub(crate) hands: bool,
    /// By role: its slot in hands.
    pub(crate) slots: Vec<u8>,
    /// The rules that few variants have.
    pub(crate) extras: Option<Box<Extras<N>>>,
    /// What the tables consist of, and their size.
    notes: Vec<String>,
    bytes: usize,
}

/// Makes each kernel and path table once.
#[derive(Default)]
pub(super) struct Pool<const N: usize> {
    /// Lists by their numbers in `made`. Equal ones are mostly the same, so this saves comparing.
    known: Vec<(Rc<Lists>, usize)>,
    made: Vec<Made<N>>,
}

/// What was made of equal lists.
struct Made<const N: usize> {
    digest: u64,
    lists: Rc<Lists>,
    reversed: Option<Rc<Lists>>,
    kernel: Option<Kernel<N>>,
    tables: Vec<(Wide, Arc<PathTable<N>>)>,
}

impl<const N: usize> Pool<N> {
    fn of(&mut self, lists: &Rc<Lists>) -> &mut Made<N> {
        let mut known = self.known.iter();
        let known = known.find(|(known, _)| Rc::ptr_eq(known, lists));
        let number = known.map(|(_, number)| *number);
        let number = number.unwrap_or_else(|| self.intern(lists));
        &mut self.made[number]
    }

    /// The number of lists that were not asked for before, which may equal others that were.
    fn intern(&mut self, lists: &Rc<Lists>) -> usize {
        let digest = digest(lists);
        let same = |made: &Made<N>| made.digest == digest && made.lists == *lists;
        let number = self.made.iter().position(same).unwrap_or(self.made.len());
        if number == self.made.len() {
            self.made.push(Made {
                digest,
                lists: Rc::clone(lists),
                reversed: None,
                kernel: None,
                tables: Vec::new(),
            });
        }
        self.known.push((Rc::clone(lists), number));
        number
    }

    pub(super) fn kernel(&mut self, lists: &Rc<Lists>) -> Kernel<N> {
        let make = || Kernel::new(lists);
        self.of(lists).kernel.get_or_insert_with(make).clone()
    }

    /// The lists turned around.
    fn reversed(&mut self, lists: &Rc<Lists>) -> Rc<Lists> {
        let make = || Rc::new(reversed(lists));
        Rc::clone(self.of(lists).reversed.get_or_insert_with(make))
    }

    /// The kernel of the lists turned around.
    pub(super) fn reverse_kernel(&mut self, lists: &Rc<Lists>) -> Kernel<N> {
        let turned = self.reversed(lists);
        self.kernel(&turned)
    }

    /// The kernel of an atom that goes to empty squares only. Vanishing squares are never empty and
    /// there, and are masked out of its targets, so a kernel with ways to them will do as well.
    fn quiet_kernel(&mut self, lists: &Rc<Lists>, vanishing: &Wide) -> Kernel<N> {
        let same = |known: &Lists| {
            known.iter().zip(lists.iter()).all(|(known, wanted)| {
                known
                    .iter()
                    .filter(|path| !has(vanishing, path))
                    .eq(wanted.iter())
            })
        };
        let mut made = self.made.iter();
        let known = made.find_map(|made| made.kernel.as_ref().filter(|_| same(&made.lists)));
        match known {
            Some(kernel) => kernel.clone(),
            None => self.kernel(lists),
        }
    }

    pub(super) fn table(&mut self, lists: &Rc<Lists>, region: &Wide) -> Arc<PathTable<N>> {
        let turned = self.reversed(lists);
        let tables = &mut self.of(lists).tables;
        if let Some((_, table)) = tables.iter().find(|(known, _)| known == region) {
            return Arc::clone(table);
        }
        let table = Arc::new(PathTable::new(lists, &turned, region));
        tables.push((*region, Arc::clone(&table)));
        table
    }

    fn bytes(&self) -> usize {
        let kernels = self.made.iter().filter_map(|made| made.kernel.as_ref());
        let tables = self.made.iter().flat_map(|made| &made.tables);
        kernels.map(|kernel| kernel.bytes()).sum::<usize>()
            + tables.map(|(_, table)| table.bytes()).sum::<usize>()
    }
}

/// A number that equal lists share and different ones hardly ever.
fn digest(lists: &Lists) -> u64 {
    let mut digest = lists.len() as u64;
    let mut mix = |word: u64| {
        digest = (digest.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    };
    for list in lists {
        mix(list.len() as u64);
        for path in list {
            mix(path.to as u64);
            for word in path.empty {
                mix(word);
            }
            for word in path.occupied {
                mix(word);
            }
        }
    }
    digest
}

/// A role's atom that equal atoms of other roles may join.
struct Shared {
    mode: Mode,
    lists: Rc<Lists>,
    /// The same as attacks: with those that depend on nothing apart.
    attacks: SmallVec<[Rc<Lists>; 1]>,
    promotes: Option<Role>,
    marks: bool,
    roles: u128,
}

/// Fuses atoms of the same roles that do the same, where one of them depends on nothing: its targets
/// are found with those of the other for nothing.
fn fuse(shared: &mut Vec<Shared>, cache: &mut PathCache) {
    let mut index = 0;
    while index < shared.len() {
        let (before, rest) = shared.split_at_mut(index);
        let one = &rest[0];
        let other = before.iter_mut().find(|other| {
            (one.mode, one.roles, one.promotes, one.marks)
                == (other.mode, other.roles, other.promotes, other.marks)
                && (is_free(&one.lists) || is_free(&other.lists))
        });
        match other {
            Some(other) => {
                other.lists = cache.fuse(&other.lists, &one.lists);
                for attack in &one.attacks {
                    let free = other.attacks.iter_mut().find(|known| is_free(known));
                    match free.filter(|_| is_free(attack)) {
                        Some(free) => *free = cache.fuse(free, attack),
                        None => other.attacks.push(Rc::clone(attack)),
                    }
                }
                shared.remove(index);
            }
            None => index += 1,
        }
    }
}

/// Whether no path depends on anything.
fn is_free(lists: &Lists) -> bool {
    let mut paths = lists.iter().flatten();
    paths.all(|path| path.empty == [0; 4] && path.occupied == [0; 4])
}

/// The atom that goes quietly as one atom does and captures as another, if it takes no more
/// look-ups: a path that includes its target among the squares that it depends on says what it does
/// there.
fn couple<const N: usize>(
    quiet: &Shared,
    others: &[Shared],
    pool: &mut Pool<N>,
) -> Option<(Kernel<N>, usize)> {
    if aim(quiet.mode) != Some(Aim::Quiet) || is_free(&quiet.lists) {
        return None;
    }
    let fits = |other: &Shared| {
        aim(other.mode) == Some(Aim::Capture)
            && other.roles == quiet.roles
            && !is_free(&other.lists)
            && [quiet, other]
                .iter()
                .all(|atom| atom.promotes.is_none() && !atom.marks)
    };
    let number = others.iter().position(fits)?;
    let capture = &others[number];
    let mut lists = Lists::clone(&quiet.lists);
    for (list, captures) in lists.iter_mut().zip(capture.lists.iter()) {
        let place = |path: &RawPath| (path.to as usize >> 6, 1 << (path.to & 63));
        for path in list.iter_mut() {
            let (word, bit) = place(path);
            path.empty[word] |= bit;
        }
        list.extend(captures.iter().map(|path| {
            let (word, bit) = place(path);
            let mut path = *path;
            path.occupied[word] |= bit;
            path
        }));
        list.sort_unstable();
    }
    let [one, other] = [quiet, capture].map(|atom| pool.kernel(&atom.lists).look_ups());
    let coupled = pool.kernel(&Rc::new(lists));
    (coupled.look_ups() <= one.max(other)).then_some((coupled, number))
}

impl<const N: usize> Tables<N> {
    pub(crate) fn new(book: &Rulebook) -> Result<Tables<N>, Declined> {
        let special = book.special();
        if let Some(hooks) = book.hooks() {
            known::check_hooks(book, hooks)?;
        }
        if let Some(rules) = special {
            known::check(book, rules)?;
        }
        let last_king = special.and_then(|rules| known::last_king(book, rules));
        let royals: Vec<Role> = (0..book.roles.len())
            .map(Role::new)
            .filter(|role| book.role(*role).royal || Some(*role) == last_king)
            .collect();
        let royal = match royals.as_slice() {
            [] => None,
            [royal] => Some(*royal),
            _ => return Err(Declined("several roles are royal".to_owned())),
        };
        if book.def.rules.guard != RoyalGuard::Every {
            return Err(Declined(
                "a side with several royal pieces need not guard them all".to_owned(),
            ));
        }
        let mut shared: [Vec<Shared>; 2] = [Vec::new(), Vec::new()];
        let mut royal_atoms: [RoleAtoms; 2] = [RoleAtoms::default(), RoleAtoms::default()];
        let mut marks: [Vec<Vec<(u16, Bits<N>)>>; 2] =
            std::array::from_fn(|_| vec![Vec::new(); book.shape.area()]);
        let mut cache = PathCache::default();
        for color in Color::ALL {
            for index in 0..book.roles.len() {
                let role = Role::new(index);
                let found = role_atoms(book, role, &book.role(role).moves, color, &mut cache)?;
                let promotes = promotion_of::<N>(book, role, color)
                    .is_some()
                    .then_some(role);
                let is_royal = Some(role) == royal;
                if is_royal
                    && (promotes.is_some() || found.atoms.iter().any(|atom| atom.mode.en_passant))
                {
                    return Err(Declined(
                        "the royal role promotes or captures en passant".to_owned(),
                    ));
                }
                for Mark { from, to, squares } in &found.marks {
                    let list = &mut marks[color.index()][*from as usize];
                    let bits = Bits::narrow(squares);
                    match list.iter().find(|(known, _)| known == to) {
                        Some((_, same)) if *same != bits => {
                            return Err(Declined(
                                "two roles mark different squares on the same way".to_owned(),
                            ));
                        }
                        Some(_) => {}
                        None => list.push((*to, bits)),
                    }
                }
                let marks = !found.marks.is_empty();
                if is_royal {
                    royal_atoms[color.index()] = found.clone();
                }
                for atom in found.atoms {
                    let known = shared[color.index()].iter_mut().find(|known| {
                        known.mode == atom.mode
                            && known.promotes == promotes
                            && known.marks == marks
                            && known.lists == atom.lists
                    });
                    match known {
                        Some(known) => known.roles |= 1 << index,
                        None => shared[color.index()].push(Shared {
                            mode: atom.mode,
                            attacks: smallvec![Rc::clone(&atom.lists)],
                            lists: atom.lists,
                            promotes,
                            marks,
                            roles: 1 << index,
                        }),
                    }
                }
            }
        }
        if special.is_some_and(|rules| rules.checks.flying_generals)
            && let Some(royal) = royal
        {
            let lists = Rc::new(open_lines(book));
            for shared in &mut shared {
                shared.push(Shared {
                    mode: Mode {
                        quiet: false,
                        capture: false,
                        royal: true,
                        en_passant: false,
                    },
                    attacks: smallvec![Rc::clone(&lists)],
                    lists: Rc::clone(&lists),
                    promotes: None,
                    marks: false,
                    roles: 1 << royal.index(),
                });
            }
        }
        for shared in &mut shared {
            fuse(shared, &mut cache);
        }
        let mut sets: Vec<u128> = shared.iter().flatten().map(|atom| atom.roles).collect();
        if let Some(rules) = special {
            sets.extend(extras::wanted_groups(book, rules));
        }
        let imitators = imitators(book);
        if imitators != 0 {
            sets.push(imitators);
        }
        sets.sort_unstable();
        sets.dedup();
        if sets.len() > GROUPS {
            return Err(Declined(format!(
                "the roles fall into {} groups, there is room for {GROUPS}",
                sets.len()
            )));
        }
        let group_of = |roles: u128| sets.binary_search(&roles).unwrap_or(0);
        let mut pool = Pool::default();
        let regions: [Wide; 2] =
            Color::ALL.map(|color| royal_region(book, royal, color, &royal_atoms[color.index()]));
        let mut notes = Vec::new();
        let mut marks = marks.into_iter();
        let mut promotions = Color::ALL
            .map(|color| {
                let roles = (0..book.roles.len()).map(Role::new);
                let all = roles.map(|role| promotion_of(book, role, color));
                all.collect::<Vec<Option<Promotion<N>>>>()
            })
            .into_iter();
        let reserve = book.def.rules.captured == crate::definition::CaptureFate::OwnersHand;
        let from_hand = |promotion: &Promotion<N>| {
            let mut parts = promotion.parts.iter();
            parts.any(|part| part.choices.iter().any(|choice| choice.from_hand))
        };
        let hands = reserve
            || promotions
                .as_slice()
                .iter()
                .flatten()
                .flatten()
                .any(from_hand);
        let is_rich = special.is_some() || book.hooks().is_some();
        let room = room::<N>(sets.len(), is_rich, hands);
        let sides = Color::ALL.map(|color| {
            side(
                book,
                color,
                &shared[color.index()],
                &royal_atoms[color.index()],
                &regions,
                &group_of,
                room,
                &mut pool,
                promotions.next().unwrap_or_default(),
                marks.next().unwrap_or_default(),
                &mut notes,
            )
        });
        let groups: Vec<u32> = (0..book.roles.len())
            .map(|index| {
                let mine = sets
                    .iter()
                    .enumerate()
                    .filter(|(_, set)| **set >> index & 1 != 0);
                mine.fold(0u32, |mask, (group, _)| mask | 1 << group)
            })
            .collect();
        let members = (groups.iter())
            .flat_map(|mask| {
                let is_member = move |group| mask >> group & 1 != 0;
                (0..room).map(move |group| [Bits::NONE, Bits::ALL][usize::from(is_member(group))])
            })
            .collect();
        let extras = match special {
            Some(rules) => Some(Box::new(Extras::new(book, rules, &group_of)?)),
            None if book.hooks().is_some() => {
                let mut extras = Extras::hooked(book)?;
                if imitators != 0 {
                    let group = group_of(imitators);
                    let found = Imitation::new(book, group, &regions, &mut cache, &mut pool)?;
                    extras.imitation = Some(found);
                }
                Some(Box::new(extras))
            }
            None => None,
        };
        let slots: Vec<u8> = match &extras {
            Some(extras) => extras.slots.clone(),
            None => (0..book.roles.len() as u8).collect(),
        };
        if hands && extras.is_none() && slots.len() > SLOTS {
            return Err(Declined(
                "too many kinds of pieces can be in hand".to_owned(),
            ));
        }
        Ok(Tables {
            area: book.shape.area(),
            royal,
            sides,
            groups,
            members,
            group_count: sets.len(),
            room,
            vanishing: Bits::narrow(&wide(book.shape.vanishing().iter())),
            reserve,
            hands,
            slots,
            extras,
            notes,
            bytes: pool.bytes(),
        })
    }

    /// What the tables consist of, line by line.
    pub(crate) fn describe(&self) -> String {
        let mut text = format!(
            "{} squares, {} word(s) a set, {} groups\n",
            self.area, N, self.group_count
        );
        for note in &self.notes {
            text.push_str(note);
            text.push('\n');
        }
        text + &format!("{} bytes in all\n", self.bytes)
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "one call, in the middle of one constructor"
)]
fn side<const N: usize>(
    book: &Rulebook,
    color: Color,
    shared: &[Shared],
    royal: &RoleAtoms,
    regions: &[Wide; 2],
    group_of: &impl Fn(u128) -> usize,
    room: usize,
    pool: &mut Pool<N>,
    promotions: Vec<Option<Promotion<N>>>,
    marks: Vec<Vec<(u16, Bits<N>)>>,
    notes: &mut Vec<String>,
) -> Side<N> {
    let target_region = &regions[color.opponent().index()];
    let royal_bit = (0..book.roles.len())
        .filter(|index| book.roles[*index].royal)
        .fold(0u128, |m, i| m | 1 << i);
    let (mut plain, mut other, mut shifted) = (Vec::new(), Vec::new(), Vec::new());
    let (mut shifts, mut en_passant) = (Vec::new(), Vec::new());
    let mut attacks = Vec::new();
    let couples: Vec<Option<(Kernel<N>, usize)>> = (shared.iter())
        .map(|atom| couple(atom, shared, pool))
        .collect();
    for (number, atom) in shared.iter().enumerate() {
        let group = group_of(atom.roles);
        if atom.mode.en_passant {
            let kernel = pool.reverse_kernel(&atom.lists);
            en_passant.push(EnPassantAtom {
                group,
                kernel,
                // With special rules such captures promote nothing, wherever they lead.
                promotes: atom.promotes.filter(|_| book.special().is_none()),
            });
        }
        for lists in atom.attacks.iter().filter(|_| atom.mode.royal) {
            let mut paths = lists.iter().flatten();
            if paths.any(|path| has(target_region, path)) {
                let attack = Attack {
                    group,
                    kernel: pool.reverse_kernel(lists),
                    table: pool.table(lists, target_region),
                };
                attacks.push((attack, atom.roles));
            }
        }
        let Some(aim) = aim(atom.mode) else { continue };
        let mut coupled = couples.iter().flatten();
        if atom.roles & !royal_bit == 0 || coupled.any(|(_, capture)| *capture == number) {
            continue;
        }
        let vanishing = wide(book.shape.vanishing().iter());
        let (kernel, aim) = match &couples[number] {
            Some((kernel, _)) => (kernel.clone(), Aim::Both),
            None if aim == Aim::Quiet && vanishing != [0; 4] => {
                (pool.quiet_kernel(&atom.lists, &vanishing), aim)
            }
            None => (pool.kernel(&atom.lists), aim),
        };
        let (word, bytes) = (kernel.describe(), kernel.bytes());
        let made = Atom {
            group,
            kernel,
            aim,
            promotes: atom.promotes,
            marks: atom.marks,
        };
        let mut all_at_once = SmallVec::new();
        if couples[number].is_none()
            && let Some(found) = shifts_of(&atom.lists, SHIFTS, &marks)
            && are_worth_it(
                &found,
                number_of(book, color, atom.roles),
                made.kernel.look_ups(),
                made.promotes.is_some() || made.marks,
            )
        {
            all_at_once = found;
        }
        notes.push(format!(
            "{color:?} group {group}: {} {aim:?} by {word}, {bytes} bytes{}",
            roles_text(book, atom.roles),
            if all_at_once.is_empty() {
                ""
            } else {
                ", all at once by shifts"
            },
        ));
        if !all_at_once.is_empty() {
            let promotion = atom
                .promotes
                .and_then(|role| promotions[role.index()].as_ref());
            for mut shift in all_at_once {
                if let Some(promotion) = promotion {
                    let leaving = (promotion.leaving & shift.origins).shifted(shift.delta);
                    shift.zone = promotion.zone | leaving;
                }
                shifts.push(ShiftOf {
                    group,
                    aim,
                    atom: shifted.len(),
                    shift,
                });
            }
            shifted.push(made);
        } else if made.promotes.is_some() || made.marks {
            other.push(made);
        } else {
            plain.push(made);
        }
    }
    let royal_moves = (royal.atoms.iter())
        .filter_map(|atom| aim(atom.mode).map(|aim| (pool.kernel(&atom.lists), aim)))
        .collect();
    Side {
        plain: Sorted::new(plain),
        other: Sorted::new(other),
        shifted,
        shifts,
        en_passant,
        attacks: Attacks::new(attacks, book.roles.len(), room, book.shape.area()),
        royal: royal_moves,
        promotions,
        marks_promoting: shared
            .iter()
            .filter(|atom| atom.marks)
            .filter_map(|atom| atom.promotes)
            .fold(0, |roles, role| roles | 1 << role.index()),
        marks,
        region: regions[color.index()],
    }
}

fn has(region: &Wide, path: &RawPath) -> bool {
    region[path.to as usize >> 6] >> (path.to & 63) & 1 != 0
}

pub(super) fn aim(mode: Mode) -> Option<Aim> {
    match (mode.quiet, mode.capture, mode.royal) {
        (true, true, true) => Some(Aim::Both),
        (true, false, _) => Some(Aim::Quiet),
        (false, true, true) => Some(Aim::Capture),
        (false, true, false) => Some(Aim::CaptureCommoner),
        // A quiet move and a capture of all but royals: as captures of royals never come to be
        // played, it is as good as both.
        (true, true, false) => Some(Aim::Both),
        (false, false, _) => None,
    }
}

fn roles_text(book: &Rulebook, roles: u128) -> String {
    let letters: Vec<&str> = book
        .def
        .pieces
        .values()
        .enumerate()
        .filter(|(index, _)| roles >> index & 1 != 0)
        .map(|(_, piece)| piece.letter.as_str())
        .collect();
    letters.join("")
}

/// How many pieces a side begins with that are of these roles.
fn number_of(book: &Rulebook, color: Color, roles: u128) -> usize {
    book.start_setup().map_or(0, |start| {
        let pieces = start.board.pieces();
        let ours = pieces.filter(|(_, piece)| piece.color == color);
        ours.filter(|(_, piece)| roles >> piece.role.index() & 1 != 0)
            .count()
    })
}

/// The squares that a royal piece can ever stand on.
fn royal_region(book: &Rulebook, royal: Option<Role>, color: Color, atoms: &RoleAtoms) -> Wide {
    let mut region = [0; 4];
    let Some(royal) = royal else { return region };
    let castles = book
        .role(royal)
        .moves
        .iter()
        .any(|one| matches!(one.pattern, Pattern::Castle(_)));
    if castles || book.special().is_some() {
        return wide(book.shape.squares());
    }
    for path in atoms
        .atoms
        .iter()
        .flat_map(|atom| atom.lists.iter().flatten())
    {
        region[path.to as usize >> 6] |= 1 << (path.to & 63);
    }
    if let Some(start) = book.start_setup() {
        let homes: SquareSet = book.royals(start, color).collect();
        region = std::array::from_fn(|i| region[i] | homes.word(i));
    }
    region
}

/// What a role may become by the rules of its variant.
fn promotion_of<const N: usize>(book: &Rulebook, role: Role, color: Color) -> Option<Promotion<N>> {
    match book.special() {
        Some(rules) => Promotion::special(book, rules, role, color),
        None => Promotion::new(book, role, color),
    }
}

/// The paths on which kings see one another.
fn open_lines(book: &Rulebook) -> Lists {
    let shape = &book.shape;
    let mut lists = vec![Vec::new(); shape.area()];
    for from in shape.squares() {
        for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let (mut file, mut rank) = (shape.file_of(from) as i16, shape.rank_of(from) as i16);
            let mut empty = [0; 4];
            loop {
                (file, rank) = (file + dx, rank + dy);
                let on_board = u8::try_from(file).ok().zip(u8::try_from(rank).ok());
                let Some(to) = on_board.and_then(|(file, rank)| shape.at(file, rank)) else {
                    break;
                };
                lists[from.index()].push(RawPath {
                    to: to.index() as u16,
                    empty,
                    occupied: [0; 4],
                });
                empty[to.index() >> 6] |= 1 << (to.index() & 63);
            }
        }
        lists[from.index()].sort_unstable();
    }
    lists
}
