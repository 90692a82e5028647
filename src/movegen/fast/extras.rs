//! The special rules that the tables know, compiled; variants with others are declined.

use super::atoms::Declined;
use super::bits::Bits;
use super::imitation::Imitation;
use super::kernel::BySquare;
use super::luggage::SLOTS;
use super::promotion::{limit_of, pair};
use crate::definition::{
    Action, CaptureFate, CheckRules, DropRules, ExtinctionRules, FlagRules, Hooks, PassRules,
    PieceSet, Powers, RoyalRule, SpecialRules,
};
use crate::geometry::{Square, SquareSet};
use crate::rules::special::{in_hand, neighbors};
use crate::rules::{RoleRules, Rulebook};
use crate::state::{Color, Piece, Role};

/// A slot of no hand.
pub(crate) const NOWHERE: u8 = u8::MAX;

/// The special rules of one variant.
#[derive(Debug)]
pub(crate) struct Extras<const N: usize> {
    /// By role: its slot in hands.
    pub(crate) slots: Vec<u8>,
    /// By color and role of a captured piece: the slot it goes to.
    pub(crate) prisoners: [Vec<u8>; 2],
    /// Whether captured pieces go back to their owner.
    pub(crate) to_owner: bool,
    /// By side.
    pub(crate) drops: [Vec<Drop<N>>; 2],
    /// Whether the hand is never empty.
    pub(crate) free: bool,
    /// By side and slot: where a piece from the hand may take the place of one that moves.
    pub(crate) gates: Option<[Vec<(u8, Role, Bits<N>)>; 2]>,
    pub(crate) leaps: Option<Leaps<N>>,
    pub(crate) must_capture: bool,
    pub(crate) blast: Option<FastBlast<N>>,
    /// By side: what wins by standing where.
    pub(crate) flags: [Option<Flag<N>>; 2],
    pub(crate) extinction: Option<Extinction>,
    /// Whether checks are counted.
    pub(crate) counted: bool,
    pub(crate) imitation: Option<Imitation<N>>,
    /// Whether the game is drawn when there are only royal pieces left.
    pub(crate) both_bare: bool,
}

/// Drops of one kind of piece.
#[derive(Debug)]
pub(crate) struct Drop<const N: usize> {
    pub(crate) slot: u8,
    /// As what, and where.
    pub(crate) forms: Vec<(Role, Bits<N>)>,
    /// The group of which a file may hold only so many.
    pub(crate) doubled: Option<Doubled<N>>,
}

/// A limit on the pieces of a file.
#[derive(Debug)]
pub(crate) struct Doubled<const N: usize> {
    pub(crate) group: usize,
    pub(crate) limit: u32,
    pub(crate) files: Vec<Bits<N>>,
}

/// Leaps of unmoved pieces, by side and square.
#[derive(Debug)]
pub(crate) struct Leaps<const N: usize> {
    pub(crate) king: [BySquare<Bits<N>, N>; 2],
    pub(crate) counsellor: [BySquare<Bits<N>, N>; 2],
    /// Roles by bit that leap so.
    pub(crate) counsellors: u128,
    /// Roles by bit that take a king's leap away, and the lines on which they do.
    pub(crate) rooks: u128,
    pub(crate) lines: BySquare<Bits<N>, N>,
}

/// What captures do to the squares around.
#[derive(Debug)]
pub(crate) struct FastBlast<const N: usize> {
    pub(crate) around: BySquare<Bits<N>, N>,
    /// The group of those that survive unless they capture.
    pub(crate) sheltered: usize,
}

/// What wins by standing where.
#[derive(Debug)]
pub(crate) struct Flag<const N: usize> {
    /// The group that must be there; any piece if `None`.
    pub(crate) group: Option<usize>,
    pub(crate) region: Bits<N>,
    pub(crate) count: u32,
    pub(crate) blocked_wins: bool,
}

/// Winning or losing by the number of pieces.
#[derive(Debug)]
pub(crate) struct Extinction {
    /// The kinds as groups (all pieces if `None`), with the roles of their slots.
    pub(crate) kinds: Vec<(Option<usize>, Vec<u8>)>,
    pub(crate) rule: ExtinctionRules,
}

fn declined<T>(what: &str) -> Result<T, Declined> {
    Err(Declined(what.to_owned()))
}

fn bits<const N: usize>(squares: &SquareSet) -> Bits<N> {
    squares
        .iter()
        .fold(Bits::NONE, |set, square| set | Bits::one(square.index()))
}

/// The roles of a kind, by bit.
fn of_kind(book: &Rulebook, kind: usize) -> u128 {
    (0..book.roles.len())
        .filter(|role| book.kind(Role::new(*role)) == Some(kind))
        .fold(0, |set, role| set | 1 << role)
}

fn of_set(book: &Rulebook, set: PieceSet) -> u128 {
    (0..book.roles.len())
        .filter(|role| book.is_of(Role::new(*role), set))
        .fold(0, |set, role| set | 1 << role)
}

/// The role that stands for the royal one where a king is only the last piece of its kind: the
/// tables take it for royal where captures blast.
pub(crate) fn last_king(book: &Rulebook, rules: &SpecialRules) -> Option<Role> {
    let rule = rules.extinction.filter(|rule| rule.pseudo_royal)?;
    let kinds: Vec<usize> = rule
        .kinds
        .iter()
        .filter(|kind| *kind < book.roles.len())
        .collect();
    match kinds[..] {
        [kind]
            if rules.captures.blast.is_some()
                && rule.count == 0
                && !rule.duple
                && of_kind(book, kind) == 1 << kind =>
        {
            Some(Role::new(kind))
        }
        _ => None,
    }
}

/// Sets of roles that need a group because of the rules.
pub(crate) fn wanted_groups(book: &Rulebook, rules: &SpecialRules) -> Vec<u128> {
    let mut wanted = Vec::new();
    if let Some((kind, _)) = rules.drops.as_ref().and_then(|drops| drops.no_doubled) {
        wanted.push(of_kind(book, kind));
    }
    if let Some(flags) = &rules.flags {
        wanted.extend(
            flags
                .piece
                .iter()
                .flatten()
                .map(|kind| of_kind(book, *kind)),
        );
    }
    if let Some(rule) = &rules.extinction {
        wanted.extend(rule.kinds.iter().map(|kind| of_kind(book, kind)));
    }
    if let Some(blast) = &rules.captures.blast {
        wanted.push(of_set(book, blast.sheltered));
    }
    wanted.retain(|roles| *roles != 0);
    wanted
}

/// Why the tables do not know the rules, if that is so.
pub(crate) fn check(book: &Rulebook, rules: &SpecialRules) -> Result<(), Declined> {
    let SpecialRules {
        forms,
        pawns: _,
        promotion,
        in_place,
        castling,
        en_passant: _,
        captures,
        drops,
        gating,
        walls,
        flip,
        passing,
        checks,
        no_dead_ends: _,
        extinction,
        flags,
        connection,
        ends_when_full,
        results: _,
        adjudication: _,
    } = rules;
    if forms.iter().any(|form| form.shuns_own_kind) {
        return declined("pieces neither jump over nor capture their own kind");
    }
    let limited = |role: usize| {
        let role = Role::new(role);
        Color::ALL.iter().any(|color| {
            let [target, _] = pair(book, rules, role, *color);
            target.is_some_and(|target| limit_of(rules, target).is_some())
        })
    };
    if promotion.mandatory && (0..book.roles.len()).any(limited) {
        return declined("mandatory promotions are limited in number");
    }
    if in_place.is_some() {
        return declined("pieces promote where they stand");
    }
    if let Some(castling) = castling
        && (castling.opposite || castling.dropped || castling.wins != [[false; 2]; 2])
    {
        return declined("castling has rules of its own");
    }
    if !captures.petrify.is_empty() || captures.petrify_blasted || walls.is_some() {
        return declined("there are walls");
    }
    if !captures.immune_to_own.is_empty() {
        return declined("pieces cannot capture their own kind");
    }
    if let Some(blast) = &captures.blast
        && (!blast.immune.is_empty() || last_king(book, rules).is_none() || checks.counted)
    {
        return declined("some pieces survive a blast, or no single piece must");
    }
    if let Some(drops) = drops {
        let DropRules {
            allowed: _,
            regions: _,
            promoted: _,
            free: _,
            no_doubled: _,
            opposite_colors,
            mandatory,
            enclosing,
            enclosing_start: _,
            may_check: _,
        } = drops;
        if opposite_colors.is_some() || mandatory.is_some() || enclosing.is_some() {
            return declined("drops depend on other pieces");
        }
        if !drops.may_check {
            return declined("drops may not give check");
        }
    }
    if gating.is_some() && promotion.targets.iter().any(Option::is_some) {
        return declined("pieces promote in pairs and make room for others");
    }
    if flip.is_some() {
        return declined("moves turn pieces over");
    }
    let PassRules {
        always,
        stalemate,
        twice_ends: _,
    } = passing;
    if always.contains(&true) || stalemate.contains(&true) {
        return declined("players may pass");
    }
    let CheckRules {
        allowed,
        counted: _,
        flying_generals,
        bikjang,
        no_escape,
    } = checks;
    if !allowed || *bikjang || *no_escape {
        return declined("checks are restricted");
    }
    if *flying_generals && castling.is_some() {
        return declined("kings that see one another castle");
    }
    if let Some(rule) = extinction
        && rule.pseudo_royal
        && captures.blast.is_none()
    {
        return declined("the last pieces of a kind are royal");
    }
    if captures.mandatory && captures.blast.is_some() {
        return declined("blasting captures are mandatory");
    }
    if let Some(FlagRules {
        last_move, safe, ..
    }) = flags
        && (*last_move || *safe)
    {
        return declined("a goal may be answered or must be safe");
    }
    if connection.is_some() || *ends_when_full {
        return declined("the game ends by the pattern of all pieces");
    }
    if book.def.rules.captured == CaptureFate::CaptorsHand {
        return declined("captured pieces change sides");
    }
    Ok(())
}

impl<const N: usize> Extras<N> {
    /// Compiles rules that [`check`] has passed.
    pub(crate) fn new(
        book: &Rulebook,
        rules: &SpecialRules,
        group_of: &impl Fn(u128) -> usize,
    ) -> Result<Extras<N>, Declined> {
        let roles = book.roles.len();
        let to_owner = book.def.rules.captured == CaptureFate::OwnersHand;
        let free = rules.drops.as_ref().is_some_and(|drops| drops.free);
        let keeps = to_owner || rules.captures.to_hand && !free;
        // A slot for every piece that is no form of another.
        let mut slots = vec![NOWHERE; roles];
        let mut used = 0;
        for (number, form) in rules.forms.iter().enumerate() {
            if form.kind == number && form.base == [None; 2] {
                slots[number] = used as u8;
                used += 1;
            }
        }
        if used > SLOTS {
            return declined("too many kinds of pieces can be in hand");
        }
        let mut prisoners = [vec![NOWHERE; roles], vec![NOWHERE; roles]];
        for color in Color::ALL {
            for number in (0..roles).filter(|_| keeps) {
                let role = Role::new(number);
                let slot = slots[in_hand(book, rules, Piece { color, role }).index()];
                if slot == NOWHERE {
                    return declined("a captured piece is in no hand");
                }
                prisoners[color.index()][number] = slot;
            }
        }
        let blast = rules.captures.blast.as_ref().map(|blast| FastBlast {
            around: by_square(book, |square| neighbors(&book.shape, square).collect()),
            sheltered: group_of(of_set(book, blast.sheltered)),
        });
        Ok(Extras {
            drops: Color::ALL.map(|color| drops(book, rules, color, &slots, group_of)),
            gates: gates(book, rules, &slots),
            leaps: leaps(book, rules),
            flags: Color::ALL.map(|color| flag(book, rules.flags.as_ref()?, color, group_of)),
            extinction: rules
                .extinction
                .as_ref()
                .filter(|rule| rule.verdict.is_some())
                .map(|rule| extinction(book, rule, &slots, group_of)),
            must_capture: rules.captures.mandatory,
            counted: rules.checks.counted,
            slots,
            prisoners,
            to_owner,
            free,
            blast,
            imitation: None,
            both_bare: false,
        })
    }

    /// The hooks that [`check_hooks`] has passed, without imitators.
    pub(crate) fn hooked(book: &Rulebook) -> Result<Extras<N>, Declined> {
        let roles = book.roles.len();
        if roles > SLOTS {
            return declined("too many kinds of pieces can be in hand");
        }
        let to_owner = book.def.rules.captured == CaptureFate::OwnersHand;
        let slots: Vec<u8> = (0..roles as u8).collect();
        let kept = if to_owner {
            slots.clone()
        } else {
            vec![NOWHERE; roles]
        };
        Ok(Extras {
            prisoners: [kept.clone(), kept],
            slots,
            to_owner,
            drops: [Vec::new(), Vec::new()],
            free: false,
            gates: None,
            leaps: None,
            must_capture: false,
            blast: None,
            flags: [None, None],
            extinction: None,
            counted: false,
            imitation: None,
            both_bare: book.hooks().is_some_and(|hooks| hooks.both_bare_draws),
        })
    }
}

/// Why the tables do not know the hooks, if that is so.
pub(crate) fn check_hooks(book: &Rulebook, hooks: &Hooks) -> Result<(), Declined> {
    let known = Hooks {
        // These only say what an end is worth.
        point_count: hooks.point_count.clone(),
        perpetual_check: hooks.perpetual_check,
        both_bare_draws: hooks.both_bare_draws,
        ..Hooks::default()
    };
    let imitates = |powers: &Powers| {
        powers.actions == [Action::Imitate]
            && powers.captures.is_empty()
            && !powers.converts
            && powers.freezes.is_none()
    };
    let fits = |role: &RoleRules| {
        let only_imitates = imitates(&role.powers) && role.moves.is_empty() && !role.king;
        (role.powers.is_empty() || only_imitates)
            && role.moves.iter().all(|one| one.takes.is_none())
    };
    let rules = &book.def.rules;
    if *hooks != known
        || !book.roles.iter().all(fits)
        || book.special().is_some()
        || rules.royal != RoyalRule::Check
        || rules.captured == CaptureFate::CaptorsHand
    {
        return declined("the variant has hooks that the tables do not know");
    }
    Ok(())
}

fn by_square<const N: usize>(
    book: &Rulebook,
    of: impl Fn(Square) -> SquareSet,
) -> BySquare<Bits<N>, N> {
    let all = (0..book.shape.area()).map(|index| Square::new(index as u16));
    BySquare::new(Bits::NONE, all.map(|square| bits(&of(square))))
}

fn drops<const N: usize>(
    book: &Rulebook,
    rules: &SpecialRules,
    color: Color,
    slots: &[u8],
    group_of: &impl Fn(u128) -> usize,
) -> Vec<Drop<N>> {
    let Some(drops) = rules.drops.as_ref().filter(|drops| drops.allowed) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (number, slot) in slots.iter().enumerate() {
        if *slot == NOWHERE {
            continue;
        }
        let region = &drops.regions[number][color.index()];
        let target = rules.promotion.targets.get(number).copied().flatten();
        let promoted = target.filter(|_| drops.promoted);
        let forms = [Some(number), promoted].into_iter().flatten();
        let forms = forms
            .map(|number| {
                let role = Role::new(number);
                let piece = Piece { color, role };
                let rests = |square: &Square| !rules.no_dead_ends || book.can_leave(piece, *square);
                let squares: SquareSet = region.iter().filter(rests).collect();
                (role, bits(&squares))
            })
            .collect();
        let doubled = drops
            .no_doubled
            .filter(|(kind, _)| *kind == number)
            .map(|(kind, limit)| Doubled {
                group: group_of(of_kind(book, kind)),
                limit: limit.into(),
                files: (0..book.shape.files())
                    .map(|file| {
                        let ranks = 0..book.shape.ranks();
                        bits(&ranks.filter_map(|rank| book.shape.at(file, rank)).collect())
                    })
                    .collect(),
            });
        found.push(Drop {
            slot: *slot,
            forms,
            doubled,
        });
    }
    found
}

#[expect(clippy::type_complexity, reason = "the field says what it is")]
fn gates<const N: usize>(
    book: &Rulebook,
    rules: &SpecialRules,
    slots: &[u8],
) -> Option<[Vec<(u8, Role, Bits<N>)>; 2]> {
    let (gating, drops) = (rules.gating.as_ref()?, rules.drops.as_ref()?);
    let _ = book;
    gating.from_hand.then(|| {
        Color::ALL.map(|color| {
            let here = slots
                .iter()
                .enumerate()
                .filter(|(_, slot)| **slot != NOWHERE);
            here.map(|(number, slot)| {
                let region = &drops.regions[number][color.index()];
                (*slot, Role::new(number), bits(region))
            })
            .collect()
        })
    })
}

fn leaps<const N: usize>(book: &Rulebook, rules: &SpecialRules) -> Option<Leaps<N>> {
    let leaps = rules.gating.as_ref()?.leaps?;
    let shape = &book.shape;
    let at = |from: Square, dx: i16, dy: i16| {
        let file = u8::try_from(shape.file_of(from) as i16 + dx).ok()?;
        shape.at(file, u8::try_from(shape.rank_of(from) as i16 + dy).ok()?)
    };
    let ahead = |color| if color == Color::White { 1 } else { -1 };
    let roles = |kind: Option<usize>| kind.map_or(0, |kind| of_kind(book, kind));
    let on_a_line = |a: Square, b: Square| {
        shape.file_of(a) == shape.file_of(b) || shape.rank_of(a) == shape.rank_of(b)
    };
    Some(Leaps {
        king: Color::ALL.map(|color| {
            by_square(book, |from| {
                let sides = [2, -2].into_iter().filter(|_| leaps.king.is_some());
                sides.filter_map(|dx| at(from, dx, ahead(color))).collect()
            })
        }),
        counsellor: Color::ALL.map(|color| {
            by_square(book, |from| {
                at(from, 0, 2 * ahead(color)).into_iter().collect()
            })
        }),
        counsellors: roles(leaps.counsellor),
        rooks: roles(leaps.rook),
        lines: by_square(book, |from| {
            shape
                .squares()
                .filter(|square| on_a_line(from, *square))
                .collect()
        }),
    })
}

fn flag<const N: usize>(
    book: &Rulebook,
    rule: &FlagRules,
    color: Color,
    group_of: &impl Fn(u128) -> usize,
) -> Option<Flag<N>> {
    let group = match rule.piece[color.index()] {
        None => None,
        // A piece that the variant does not have never gets there.
        Some(kind) if of_kind(book, kind) == 0 => return None,
        Some(kind) => Some(group_of(of_kind(book, kind))),
    };
    Some(Flag {
        group,
        region: bits(&rule.region[color.index()]),
        count: rule.count.into(),
        blocked_wins: rule.blocked_wins,
    })
}

fn extinction(
    book: &Rulebook,
    rule: &ExtinctionRules,
    slots: &[u8],
    group_of: &impl Fn(u128) -> usize,
) -> Extinction {
    let in_hand = |roles: u128| -> Vec<u8> {
        let all = slots.iter().enumerate();
        all.filter(|(number, slot)| roles >> number & 1 != 0 && **slot != NOWHERE)
            .map(|(_, slot)| *slot)
            .collect()
    };
    let mut kinds: Vec<(Option<usize>, Vec<u8>)> = rule
        .kinds
        .iter()
        .filter(|kind| *kind < book.roles.len())
        .map(|kind| {
            let roles = of_kind(book, kind);
            (Some(group_of(roles)), in_hand(roles))
        })
        .collect();
    if rule.whole_army {
        kinds.push((None, in_hand(!0)));
    }
    Extinction { kinds, rule: *rule }
}
