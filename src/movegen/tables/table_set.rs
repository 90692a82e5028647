//! The tables of one variant at one width.

use std::rc::Rc;

use super::lookups::{Bits, Pool};
use super::paths::{
    Declined, Mark, Mode, PathCache, RawAtom, RoleAtoms, Wide, declined, open_lines, role_atoms,
};
use super::role_sets::roles_where;
use super::rules::{
    Imitation, OwnKindScreens, Passing, RuleTables, check_mounts, check_support, guards_commoners,
    imitators, last_king, screened_role, wanted_groups,
};
use super::sides::{Promotion, Shared, Side, fuse, side};
use crate::definition::{CapturedTo, RoyalGuard, RoyalRule};
use crate::movement::Pattern;
use crate::rules::{CompiledRules, restarts_clock};
use crate::state::{Color, Role};

/// Number of groups that nine of ten variants need at most.
pub(crate) const FEW_GROUPS: usize = 8;

/// Maximum number of groups of positions narrower than four words.
pub(crate) const MORE_GROUPS: usize = 16;

/// Maximum number of groups of any position.
pub(crate) const GROUPS: usize = 32;

/// The number of groups of a position type, if the width supports it: smaller types are faster.
const fn room<const N: usize>(groups: usize) -> Option<usize> {
    match groups {
        0..=FEW_GROUPS if N < 3 => Some(FEW_GROUPS),
        0..=MORE_GROUPS if N < 4 => Some(MORE_GROUPS),
        0..=GROUPS if N == 4 => Some(GROUPS),
        _ => None,
    }
}

/// The tables of one variant.
#[derive(Debug)]
pub(crate) struct Tables<const N: usize> {
    pub(crate) area: usize,
    pub(crate) royal: Option<Role>,
    pub(crate) sides: [Side<N>; 2],
    /// The groups of each role, as a bit mask.
    pub(crate) groups: Vec<u32>,
    /// By role and group: all squares if the role belongs to the group, else none.
    pub(crate) members: Vec<Bits<N>>,
    /// The number of groups of the position type: [`FEW_GROUPS`], [`MORE_GROUPS`] or [`GROUPS`].
    pub(crate) room: usize,
    /// Squares that exist only while occupied.
    pub(crate) vanishing: Bits<N>,
    /// Whether pieces in hand matter.
    pub(crate) hands: bool,
    /// The rules of few variants, and the slots of hands.
    pub(crate) special_rules: Box<RuleTables<N>>,
    /// Whether positions need the state of special rules. Always so if the position type has more than few
    /// groups.
    pub(crate) has_special_rules: bool,
    /// Whether any of the special rules is a rare one; tested before each of these.
    pub(crate) rare: bool,
    /// Whether the board alone can end the game.
    pub(crate) ends_on_board: bool,
    /// Whether the safety of a king depends on more than attacks on its target.
    pub(crate) careful: bool,
    /// Whether moves place walls.
    pub(crate) puts_walls: bool,
    /// By side: roles, as bits, whose moves can reset the half-move clock without a capture or promotion.
    pub(crate) restarting: [u128; 2],
    /// A description of the tables, line by line.
    pub(crate) description: String,
}

impl<const N: usize> Tables<N> {
    /// Compiles the tables; `None` if the width has too few groups, or the reason why the variant has none.
    pub(crate) fn new(rules: &CompiledRules) -> Result<Option<Tables<N>>, Declined> {
        check_support(rules)?;
        if rules.has_relays {
            return declined("pieces lend their moves to others");
        }
        let last_king = last_king(rules);
        let royals: Vec<Role> = (0..rules.roles.len())
            .map(Role::new)
            .filter(|role| rules.role(*role).royal || Some(*role) == last_king)
            .collect();
        let royal = match royals.as_slice() {
            [] => None,
            [royal] => Some(*royal),
            _ => return Err(Declined("several roles are royal".to_owned())),
        };
        if rules.facts.guard != RoyalGuard::Every {
            return declined("a side with several royal pieces need not guard them all");
        }
        let screened_role = screened_role(rules)?;
        let mut of_screened: [RoleAtoms; 2] = Default::default();
        let mut shared: [Vec<Shared>; 2] = [Vec::new(), Vec::new()];
        let mut royal_atoms: [RoleAtoms; 2] = [RoleAtoms::default(), RoleAtoms::default()];
        let mut marks: [Vec<Vec<(u16, Bits<N>)>>; 2] =
            std::array::from_fn(|_| vec![Vec::new(); rules.shape.area()]);
        let mut promotions = Color::ALL.map(|color| {
            let roles = (0..rules.roles.len()).map(Role::new);
            let all = roles.map(|role| promotion_of::<N>(rules, role, color));
            all.collect::<Vec<_>>()
        });
        let mut cache = PathCache::default();
        for color in Color::ALL {
            let mut marking: Vec<RoleAtoms> = Vec::new();
            for (index, promotion) in promotions[color.index()].iter().enumerate() {
                let role = Role::new(index);
                let found = role_atoms(rules, role, &rules.role(role).moves, color, &mut cache)?;
                let is_partial = |atom: &RawAtom| atom.mode.capture != atom.mode.royal;
                if rules.facts.royal == RoyalRule::Capture && found.atoms.iter().any(is_partial) {
                    return declined("a piece captures only royal pieces, or only others");
                }
                if let (Some(royal), Some(promotion)) = (royal, promotion)
                    && promotion.choices().any(|choice| choice.role == royal)
                {
                    // A side must have at most one royal piece here.
                    return declined("a piece promotes to the royal role");
                }
                let promotes = promotion.is_some().then_some(role);
                let is_royal = Some(role) == royal;
                let passes = |atom: &RawAtom| atom.mode.en_passant;
                let concerned = !found.marks.is_empty() || found.atoms.iter().any(passes);
                if is_royal && (promotes.is_some() || concerned) {
                    return declined(
                        "the royal role promotes, or captures or is captured en passant",
                    );
                }
                for Mark {
                    from, to, squares, ..
                } in &found.marks
                {
                    let list = &mut marks[color.index()][*from as usize];
                    let bits = Bits::narrow(squares);
                    match list.iter().find(|(known, _)| known == to) {
                        Some((_, same)) if *same != bits => {
                            return declined("two roles mark different squares on the same way");
                        }
                        Some(_) => {}
                        None => list.push((*to, bits)),
                    }
                }
                let marks = !found.marks.is_empty();
                if marks {
                    marking.push(found.clone());
                }
                if Some(role) == screened_role {
                    of_screened[color.index()] = found;
                    continue;
                }
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
                            promotes,
                            marks,
                            ..Shared::new(atom, role)
                        }),
                    }
                }
            }
            // Marks are looked up by origin and target.
            let lists = marks[color.index()].iter().enumerate();
            let mut marked = lists.flat_map(|(from, list)| {
                let some = list.iter().filter(|(_, squares)| squares.any());
                some.map(move |(to, _)| (from as u16, *to))
            });
            if marked.any(|(from, to)| marking.iter().any(|role| role.mixes_marks(from, to))) {
                return declined("a role goes plainly where another marks squares");
            }
        }
        if rules.facts.checks.flying_generals
            // A last king is not royal in that rule.
            && let Some(royal) = royal.filter(|role| rules.role(*role).royal)
        {
            let mode = Mode {
                royal: true,
                ..Mode::default()
            };
            let lists = Rc::new(open_lines(rules));
            let atom = RawAtom { mode, lists };
            for shared in &mut shared {
                shared.push(Shared::new(atom.clone(), royal));
            }
        }
        for shared in &mut shared {
            check_mounts(rules, shared)?;
            fuse(shared, &mut cache);
        }
        let mut sets: Vec<u128> = shared.iter().flatten().map(|atom| atom.roles).collect();
        sets.extend(wanted_groups(rules));
        let imitators = imitators(rules);
        sets.extend(Some(imitators).filter(|roles| *roles != 0));
        sets.extend(screened_role.map(|role| 1 << role.index()));
        sets.sort_unstable();
        sets.dedup();
        let Some(room) = room::<N>(sets.len()) else {
            return Ok(None);
        };
        let group_of = |roles: u128| {
            let place = sets.binary_search(&roles);
            place.unwrap_or_else(|_| unreachable!("a group is asked for that was not wanted"))
        };
        let mut pool = Pool::default();
        let regions: [Wide; 2] =
            Color::ALL.map(|color| royal_region(rules, royal, color, &royal_atoms[color.index()]));
        let mut description = format!(
            "{} squares, {N} word(s) a set, {} groups\n",
            rules.shape.area(),
            sets.len()
        );
        let reserve = rules.facts.captured_to == CapturedTo::OwnerHand;
        let from_hand = |promotion: &Promotion<N>| {
            let mut parts = promotion.parts.iter();
            parts.any(|part| part.choices.iter().any(|choice| choice.from_hand))
        };
        let hands = reserve || promotions.iter().flatten().flatten().any(from_hand);
        let mut sides = Color::ALL.map(|color| {
            side(
                rules,
                color,
                &shared[color.index()],
                &royal_atoms[color.index()],
                &regions,
                &group_of,
                room,
                &mut pool,
                std::mem::take(&mut promotions[color.index()]),
                std::mem::take(&mut marks[color.index()]),
                &mut description,
            )
        });
        if guards_commoners(rules) && !sides.iter().all(|side| side.captures_all_alike) {
            return declined("what must be safe is not captured as royal pieces are");
        }
        let groups: Vec<u32> = (0..rules.roles.len())
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
        let keeps = rules.facts.captured_to == CapturedTo::CaptorHand;
        let has_special_rules = rules.has_move_rules
            || keeps
            || rules.asks_beside_moves
            || rules.rules().iter().any(|named| named.acts)
            || room > FEW_GROUPS;
        let mut special_rules = Box::new(RuleTables::new(rules, hands, &group_of)?);
        if imitators != 0 {
            let group = group_of(imitators);
            let found = Imitation::new(rules, group, &regions, &mut cache, &mut pool)?;
            special_rules.imitation = Some(found);
        }
        special_rules.passing = Passing::new(rules, royal.is_some(), &mut pool);
        if let Some(role) = screened_role {
            let group = group_of(1 << role.index());
            let found = OwnKindScreens::new(&of_screened, group, &regions, &mut pool)?;
            for (side, role) in sides.iter_mut().zip(&of_screened) {
                let capturing = role.atoms.iter().filter(|atom| atom.mode.capture);
                let kernels = capturing.map(|atom| (group, pool.reverse_kernel(&atom.lists)));
                side.captures.extend(kernels);
            }
            special_rules.own_kind_screens = Some(found);
        }
        if royal.is_some_and(|royal| special_rules.supplies(royal)) {
            return declined("royal pieces come from the hand");
        }
        Ok(Some(Tables {
            area: rules.shape.area(),
            royal,
            sides,
            groups,
            members,
            room,
            vanishing: Bits::from_squares(rules.shape.vanishing()),
            hands,
            puts_walls: rules.facts.walls.is_some(),
            rare: special_rules.has_rare(),
            ends_on_board: special_rules.ends_on_board(),
            careful: special_rules.has_rare()
                || special_rules.imitation.is_some()
                || special_rules.blast.is_some(),
            special_rules,
            has_special_rules,
            restarting: Color::ALL
                .map(|color| roles_where(rules, |role| restarts_clock(rules, role, color))),
            description: description + &format!("{} bytes in all\n", pool.bytes()),
        }))
    }
}

/// The squares on which a royal piece can be.
fn royal_region(
    rules: &CompiledRules,
    royal: Option<Role>,
    color: Color,
    atoms: &RoleAtoms,
) -> Wide {
    if guards_commoners(rules) {
        return rules.shape.squares().collect();
    }
    let Some(royal) = royal else {
        return Wide::NONE;
    };
    let castles = rules
        .role(royal)
        .moves
        .iter()
        .any(|role_move| matches!(role_move.pattern, Pattern::Castle(_)));
    if castles || rules.has_move_rules {
        return rules.shape.squares().collect();
    }
    let atoms = atoms.atoms.iter();
    let paths = atoms.flat_map(|atom| atom.lists.iter().flatten());
    let mut region: Wide = paths.map(|path| usize::from(path.to)).collect();
    if let Some(start) = rules.start_setup() {
        region |= rules.royals(start, color).collect();
    }
    region
}

/// The promotions of a role by the rules of its variant.
fn promotion_of<const N: usize>(
    rules: &CompiledRules,
    role: Role,
    color: Color,
) -> Option<Promotion<N>> {
    if rules.promotes() || rules.facts.forbids_dead_ends {
        Promotion::by_rules(rules, role, color)
    } else {
        Promotion::new(rules, role, color)
    }
}
