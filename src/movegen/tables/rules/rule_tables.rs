//! Compiled special rules, as far as the tables support them.

use crate::compile::paths;
use crate::definition::{CapturedTo, PieceId};
use crate::geometry::{Square, SquareSet};
use crate::movegen::tables::lookups::{Attack, Bits, BySquare, by_square};
use crate::movegen::tables::paths::{Declined, declined};
use crate::movegen::tables::role_sets::{of_kind, of_roles, of_set};
use crate::movement::Pattern;
use crate::rules::{CompiledRules, Goal, PATHS};
use crate::state::{Color, Piece, Role};

use super::ends::{LackTable, LastPieces, Passing, PostMoveChecks, compile_lacks, groups_of_lacks};
use super::special_pieces::{Imitation, OwnKindScreens};
use super::walls::{NOWHERE, SLOTS, WallTable};

/// The special rules of one variant.
#[derive(Debug)]
pub(crate) struct RuleTables<const N: usize> {
    /// The hand slot of each role.
    pub(crate) slots: Vec<u8>,
    /// The slot to which a captured piece goes, by color and role.
    pub(crate) prisoners: [Vec<u8>; 2],
    /// Whether captured pieces return to their owner.
    pub(crate) to_owner: bool,
    /// Drops by side.
    pub(crate) drops: [Vec<Drop<N>>; 2],
    /// The slots of unlimited pieces in hand, as bits.
    pub(crate) free: u32,
    /// By side: the pieces in hand that can enter by gating.
    pub(crate) gates: Option<[Vec<Gate<N>>; 2]>,
    pub(crate) leaps: Option<Leaps<N>>,
    pub(crate) must_capture: bool,
    pub(crate) blast: Option<BlastTable<N>>,
    /// Goals by side: a piece that reaches one wins at once.
    pub(crate) flags: [Vec<Flag<N>>; 2],
    /// Goals that allow a reply, or whose piece must be safe.
    pub(crate) delayed_goals: Vec<[Option<Flag<N>>; 2]>,
    /// Whether checks are counted.
    pub(crate) counted: bool,
    pub(crate) imitation: Option<Imitation<N>>,
    pub(crate) own_kind_screens: Option<OwnKindScreens<N>>,
    pub(crate) passing: Option<Passing<N>>,
    pub(crate) tests: Option<PostMoveChecks>,
    pub(crate) walls: Option<Box<WallTable<N>>>,
    /// Whether kings may answer check only by capturing the checking piece.
    pub(crate) no_escape: bool,
    /// Ends of the game by the number of pieces.
    pub(crate) lacks: Vec<LackTable>,
}

/// A piece that can enter by gating.
#[derive(Debug)]
pub(crate) struct Gate<const N: usize> {
    pub(crate) slot: u8,
    pub(crate) role: Role,
    pub(crate) region: Bits<N>,
}

/// Drops of one kind of piece.
#[derive(Debug)]
pub(crate) struct Drop<const N: usize> {
    pub(crate) slot: u8,
    /// The roles that it can have when dropped, and their squares.
    pub(crate) forms: Vec<(Role, Bits<N>)>,
    /// The limit of this kind in a file.
    pub(crate) doubled: Option<Doubled<N>>,
}

/// A limit on the pieces of a file.
#[derive(Debug)]
pub(crate) struct Doubled<const N: usize> {
    pub(crate) group: usize,
    pub(crate) limit: u32,
    pub(crate) files: Vec<Bits<N>>,
}

/// Initial leaps, by side and square.
#[derive(Debug)]
pub(crate) struct Leaps<const N: usize> {
    pub(crate) king: [BySquare<Bits<N>, N>; 2],
    pub(crate) counsellor: [BySquare<Bits<N>, N>; 2],
    /// The roles that leap like a counsellor, as bits.
    pub(crate) counsellors: u128,
    /// The roles, as bits, that prevent a king's leap, and the lines on which they do.
    pub(crate) rooks: u128,
    pub(crate) lines: BySquare<Bits<N>, N>,
}

/// Explosions of captures.
#[derive(Debug)]
pub(crate) struct BlastTable<const N: usize> {
    pub(crate) around: BySquare<Bits<N>, N>,
    /// The group of pieces that survive unless they capture.
    pub(crate) sheltered: usize,
    /// The group of pieces that always survive.
    pub(crate) immune: Option<usize>,
}

/// A goal: pieces that win by reaching squares.
#[derive(Debug)]
pub(crate) struct Flag<const N: usize> {
    /// The group of these pieces; `None` for any piece.
    pub(crate) group: Option<usize>,
    pub(crate) region: Bits<N>,
    pub(crate) count: u32,
    pub(crate) blocked_wins: bool,
    /// Whether the other side has one more move.
    pub(crate) last_move: bool,
    /// Whether the piece must be safe.
    pub(crate) safe: bool,
    /// Whether the piece is royal.
    pub(crate) royal: bool,
}

/// The sets of roles that special rules need as groups.
pub(crate) fn wanted_groups(rules: &CompiledRules) -> Vec<u128> {
    let mut wanted = Vec::new();
    if let Some((kind, _)) = rules
        .facts
        .drops
        .as_ref()
        .and_then(|drops| drops.no_doubled)
    {
        wanted.push(of_kind(rules, kind));
    }
    let goals = rules.facts.goals.iter().flat_map(|goal| &goal.kinds);
    wanted.extend(goals.flatten().map(|kinds| of_roles(kinds)));
    let royal = rules
        .facts
        .last_royal
        .as_ref()
        .into_iter()
        .flat_map(|last| &last.kinds);
    wanted.extend(royal.map(|kind| of_roles(kind)));
    if let Some(blast) = &rules.facts.captures.blast {
        wanted.push(of_set(rules, blast.sheltered));
        wanted.push(of_set(rules, blast.immune));
    }
    wanted.extend(groups_of_lacks(rules));
    // A set may be empty; so is its group.
    wanted
}

impl<const N: usize> RuleTables<N> {
    /// Compiles rules that [`check_support`](super::support::check_support) has accepted.
    pub(crate) fn new(
        rules: &CompiledRules,
        hands: bool,
        group_of: &impl Fn(u128) -> usize,
    ) -> Result<RuleTables<N>, Declined> {
        let roles = rules.roles.len();
        let to_owner = rules.facts.captured_to == CapturedTo::OwnerHand;
        let keeps = to_owner || rules.facts.captured_to == CapturedTo::CaptorHand;
        // One slot for each piece that is not a form of another.
        let mut slots = vec![NOWHERE; roles];
        let mut used = 0;
        for (number, slot) in slots.iter_mut().enumerate() {
            if !rules.def.forms.is_derived(PieceId::new(number)) {
                *slot = used as u8;
                used += 1;
            }
        }
        if used > SLOTS && (hands || keeps || rules.has_move_rules) {
            return declined("too many kinds of pieces can be in hand");
        }
        let free = (0..roles).filter(|number| rules.never_runs_out(Role::new(*number)));
        let free = free.filter_map(|number| 1_u32.checked_shl(slots[number].into()));
        let free = free.fold(0, |all, slot| all | slot);
        let mut prisoners = [vec![NOWHERE; roles], vec![NOWHERE; roles]];
        for color in Color::ALL {
            for number in (0..roles).filter(|_| keeps) {
                let role = rules.in_hand(Piece {
                    color,
                    role: Role::new(number),
                });
                // Captures add nothing to an unlimited hand.
                if !to_owner && rules.never_runs_out(role) {
                    continue;
                }
                let slot = slots[role.index()];
                if slot == NOWHERE {
                    return declined("a captured piece is in no hand");
                }
                prisoners[color.index()][number] = slot;
            }
        }
        let blast = rules.facts.captures.blast.as_ref().map(|blast| BlastTable {
            around: by_square(rules, |square| rules.compass.neighbors(square).collect()),
            sheltered: group_of(of_set(rules, blast.sheltered)),
            immune: (!blast.immune.is_empty()).then(|| group_of(of_set(rules, blast.immune))),
        });
        let goals = |late: bool| {
            let goals = rules.facts.goals.iter();
            goals.filter(move |goal| goal.is_late() == late)
        };
        let by_side = |color| {
            let flags = goals(false).filter_map(|goal| flag(rules, goal, color, group_of));
            flags.collect()
        };
        let late = |goal| Color::ALL.map(|color| flag(rules, goal, color, group_of));
        Ok(RuleTables {
            drops: Color::ALL.map(|color| drops(rules, color, &slots, group_of)),
            gates: gates(rules, &slots),
            leaps: leaps(rules)?,
            flags: Color::ALL.map(by_side),
            delayed_goals: goals(true).map(late).collect(),
            must_capture: rules.facts.captures.mandatory,
            counted: rules.facts.checks.counted,
            lacks: compile_lacks(rules, &slots, group_of),
            slots,
            prisoners,
            to_owner,
            free,
            blast,
            imitation: None,
            own_kind_screens: None,
            passing: None,
            tests: PostMoveChecks::new(rules, group_of)?,
            walls: WallTable::new(rules),
            no_escape: rules.facts.checks.no_escape,
        })
    }
}

impl<const N: usize> RuleTables<N> {
    /// Whether a rare rule exists.
    pub(crate) fn has_rare(&self) -> bool {
        self.own_kind_screens.is_some()
            || self.passing.is_some()
            || self.tests.is_some()
            || self.walls.is_some()
            || self.no_escape
            || !self.delayed_goals.is_empty()
    }

    /// Whether the board alone can end the game.
    pub(crate) fn ends_on_board(&self) -> bool {
        self.counted
            || !self.lacks.is_empty()
            || !self.flags.iter().all(Vec::is_empty)
            || self.has_rare()
    }

    /// The lines of facing kings, if facing kings end the game.
    pub(crate) fn facing(&self) -> Option<&Attack<N>> {
        self.passing.as_ref()?.facing.as_ref()
    }

    /// The rule about pseudo-royal pieces, if moves are tested by it.
    pub(crate) fn last_pieces(&self) -> Option<&LastPieces> {
        self.tests.as_ref()?.last.as_ref()
    }

    /// Whether a side can drop a piece of a slot, given the number in hand.
    #[inline(always)]
    pub(crate) const fn holds(&self, slot: u8, count: u8) -> bool {
        count > 0 || self.is_free(slot)
    }

    /// Whether a side can drop any piece, given the numbers in hand.
    #[inline(always)]
    pub(crate) fn holds_any(&self, hand: &[u8; SLOTS]) -> bool {
        self.free != 0 || *hand != [0; SLOTS]
    }

    /// Whether the pieces of a slot are unlimited.
    #[inline(always)]
    pub(crate) const fn is_free(&self, slot: u8) -> bool {
        self.free >> (slot & 31) & 1 != 0
    }

    /// Whether a piece of a role can enter from the hand without having been there before: hands are
    /// unlimited, or other pieces are captured or dropped as this role.
    pub(crate) fn supplies(&self, role: Role) -> bool {
        let slot = self.slots[role.index()];
        let mut prisoners = self.prisoners.iter().flat_map(|all| all.iter().enumerate());
        let mut drops = self.drops.iter().flatten();
        slot != NOWHERE
            && (self.is_free(slot)
                || prisoners.any(|(from, into)| from != role.index() && *into == slot))
            || drops.any(|drop| {
                drop.slot != slot && drop.forms.iter().any(|(dropped, _)| *dropped == role)
            })
    }
}

fn drops<const N: usize>(
    rules: &CompiledRules,
    color: Color,
    slots: &[u8],
    group_of: &impl Fn(u128) -> usize,
) -> Vec<Drop<N>> {
    let Some(drops) = rules.facts.drops.as_ref().filter(|drops| drops.allowed) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for ((number, sides), slot) in drops.regions.pairs().zip(slots) {
        if *slot == NOWHERE {
            continue;
        }
        let region = &sides[color.index()];
        let target = rules.facts.paired_promotion.target(number);
        let promoted = target.filter(|_| drops.promoted);
        let forms = [Some(number), promoted].into_iter().flatten();
        let forms = forms
            .map(|number| {
                let role = Role::from(number);
                let piece = Piece { color, role };
                let rests = |square: &Square| rules.may_rest(piece, *square);
                let squares: SquareSet = region.iter().filter(rests).collect();
                (role, Bits::from_squares(&squares))
            })
            .collect();
        let doubled = drops
            .no_doubled
            .filter(|(kind, _)| *kind == number)
            .map(|(kind, limit)| Doubled {
                group: group_of(of_kind(rules, kind)),
                limit: limit.into(),
                files: (0..rules.shape.files())
                    .map(|file| {
                        let ranks = 0..rules.shape.ranks();
                        Bits::from_squares(
                            &ranks
                                .filter_map(|rank| rules.shape.at(file, rank))
                                .collect(),
                        )
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

fn gates<const N: usize>(rules: &CompiledRules, slots: &[u8]) -> Option<[Vec<Gate<N>>; 2]> {
    let (gating, drops) = (rules.facts.gating.as_ref()?, rules.facts.drops.as_ref()?);
    gating.from_hand.then(|| {
        Color::ALL.map(|color| {
            let all = drops.regions.pairs().zip(slots);
            all.filter(|(_, slot)| **slot != NOWHERE)
                .map(|((piece, sides), slot)| Gate {
                    slot: *slot,
                    role: piece.into(),
                    region: Bits::from_squares(&sides[color.index()]),
                })
                .collect()
        })
    })
}

fn leaps<const N: usize>(rules: &CompiledRules) -> Result<Option<Leaps<N>>, Declined> {
    let Some(leaps) = rules.facts.gating.as_ref().and_then(|gating| gating.leaps) else {
        return Ok(None);
    };
    let is_king = |role: Role| leaps.king.is_some() && rules.kind(role) == leaps.king;
    let mut roles = (0..rules.roles.len()).map(Role::new);
    if leaps.king.is_some() && roles.any(|role| rules.role(role).royal != is_king(role)) {
        return declined("a piece that leaps as a king is no king, or a king does not leap");
    }
    let shape = &rules.shape;
    let at = |from: Square, dx: i16, dy: i16| {
        let file = u8::try_from(shape.file_of(from) as i16 + dx).ok()?;
        shape.at(file, u8::try_from(shape.rank_of(from) as i16 + dy).ok()?)
    };
    let ahead = |color| if color == Color::White { 1 } else { -1 };
    let as_king = |color, from| -> SquareSet {
        let sides = [2, -2].into_iter().filter(|_| leaps.king.is_some());
        sides.filter_map(|dx| at(from, dx, ahead(color))).collect()
    };
    let as_counsellor =
        |color, from| -> SquareSet { at(from, 0, 2 * ahead(color)).into_iter().collect() };
    let roles = |kind: Option<PieceId>| kind.map_or(0, |kind| of_kind(rules, kind));
    let (kings, counsellors) = (roles(leaps.king), roles(leaps.counsellor));
    for (role, color) in
        (0..rules.roles.len()).flat_map(|role| Color::ALL.map(|color| (role, color)))
    {
        let piece = Piece {
            color,
            role: Role::new(role),
        };
        let goes = |leapers: u128, to: &dyn Fn(Color, Square) -> SquareSet| {
            leapers >> role & 1 != 0
                && (shape.squares()).any(|from| may_walk_to(rules, piece, from, &to(color, from)))
        };
        if goes(kings, &as_king) || goes(counsellors, &as_counsellor) {
            return declined("a piece has a leap of unmoved pieces as a move of its own");
        }
    }
    let on_a_line = |a: Square, b: Square| {
        shape.file_of(a) == shape.file_of(b) || shape.rank_of(a) == shape.rank_of(b)
    };
    Ok(Some(Leaps {
        king: Color::ALL.map(|color| by_square(rules, |from| as_king(color, from))),
        counsellor: Color::ALL.map(|color| by_square(rules, |from| as_counsellor(color, from))),
        counsellors,
        rooks: roles(leaps.rook.filter(|_| leaps.king.is_some())),
        lines: by_square(rules, |from| {
            shape
                .squares()
                .filter(|square| on_a_line(from, *square))
                .collect()
        }),
    }))
}

/// Whether a walk of the piece can lead from a square to one of others.
fn may_walk_to(rules: &CompiledRules, piece: Piece, from: Square, targets: &SquareSet) -> bool {
    let owner = piece.color.perspective();
    rules.role(piece.role).moves.iter().any(|role_move| {
        let Pattern::Walk(walk) = &role_move.pattern else {
            return matches!(
                role_move.pattern,
                Pattern::Universal(_) | Pattern::Imitation(_)
            );
        };
        paths(walk, &rules.shape, owner, from, PATHS).map_or(true, |found| {
            found.iter().any(|path| targets.contains(path.to))
        })
    })
}

fn flag<const N: usize>(
    rules: &CompiledRules,
    goal: &Goal,
    color: Color,
    group_of: &impl Fn(u128) -> usize,
) -> Option<Flag<N>> {
    let squares = &goal.squares[color.index()];
    let kinds = goal.kinds[color.index()].as_ref();
    (!squares.is_empty()).then(|| Flag {
        group: kinds.map(|kinds| group_of(of_roles(kinds))),
        region: Bits::from_squares(squares),
        count: goal.count.into(),
        blocked_wins: goal.blocked_wins,
        last_move: goal.last_move,
        safe: goal.safe,
        royal: kinds.is_some_and(|kinds| kinds.iter().any(|role| rules.role(*role).royal)),
    })
}
