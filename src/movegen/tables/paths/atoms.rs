//! Atoms: path lists by square with the same effects on the target; equal lists are shared between roles.
//!
//! They are made by running the reference interpreter on an unknown board. Paths that do not fit (captures on
//! the way, conditions on color, unmoved pieces other than castling) are declined, and the variant is played
//! by the general engine.

use std::rc::Rc;

use super::path_cache::PathCache;
use super::path_lists::{
    Declined, Lists, Mark, Mode, RawAtom, RawPath, RoleAtoms, Wide, n_paths, tidy,
};
use crate::compile::Path;
use crate::definition::InitialDef;
use crate::geometry::{Headings, Offset, Square, SquareSet, Step, Wrap};
use crate::movement::{Contents, Curve, Initial, Pattern, Range, Turn, Walk};
use crate::rules::{CompiledRules, RoleMove};
use crate::state::{Color, Piece, Role};

/// The disjoint atoms of a role with these patterns: no move occurs twice.
pub(crate) fn role_atoms(
    rules: &CompiledRules,
    role: Role,
    moves: &[RoleMove],
    color: Color,
    cache: &mut PathCache,
) -> Result<RoleAtoms, Declined> {
    let mut found = RoleAtoms::default();
    for role_move in moves {
        let Pattern::Walk(walk) = &role_move.pattern else {
            match &role_move.pattern {
                Pattern::Castle(_) => continue,
                _ => {
                    return Err(Declined(format!(
                        "{} leaps to any square",
                        name(rules, role)
                    )));
                }
            }
        };
        let origins = origins(
            rules,
            role,
            color,
            walk.initial,
            role_move
                .from
                .as_ref()
                .map(|zone| zone.of(color.perspective())),
        )?;
        let ends_quietly = walk
            .legs
            .last()
            .is_some_and(|leg| leg.pass.meets(Contents::EMPTY));
        let anywhere =
            role_move.from.is_none() && role_move.to.is_none() && walk.initial == Initial::Any;
        for walk in sliding_parts(walk) {
            let place = cache.place(rules, &walk, color);
            let marked = found.marks.len();
            let atoms = if anywhere && let Some(atoms) = cache.atoms(place).clone() {
                atoms
            } else {
                let mut part: Vec<(Mode, Lists)> = Vec::new();
                let squares = rules.shape.squares();
                for origin in squares.filter(|square| origins.contains(*square)) {
                    let list = cache
                        .paths(rules, place, color, origin)
                        .map_err(|error| Declined(format!("{}: {error}", name(rules, role))))?;
                    let to = role_move.to.as_ref();
                    let ends = |path: &&Path| {
                        to.is_none_or(|zone| zone.contains(path.to, color.perspective()))
                    };
                    for path in list.iter().filter(ends) {
                        add_path(
                            rules,
                            Piece { color, role },
                            origin,
                            path,
                            list.len(),
                            ends_quietly,
                            &mut part,
                            &mut found.marks,
                        )?;
                    }
                }
                let parts = part.into_iter();
                parts
                    .map(|(mode, mut lists)| {
                        tidy(&mut lists);
                        let lists = Rc::new(lists);
                        RawAtom { mode, lists }
                    })
                    .collect()
            };
            // Not all roles can capture en passant.
            let passes = walk.legs.iter().any(|leg| leg.en_passant);
            // After equal paths are merged it is unknown which of them left marks.
            let (before, new) = found.marks.split_at(marked);
            let news: Vec<Mark> = new
                .iter()
                .filter(|mark| !before.contains(mark))
                .copied()
                .collect();
            if any_goes(&found.atoms, &news) || new.is_empty() && any_goes(&atoms, before) {
                return mixed_marks(rules, role);
            }
            if anywhere && !passes && new.is_empty() {
                *cache.atoms(place) = Some(atoms.clone());
            }
            for atom in atoms {
                insert_disjoint(&mut found.atoms, atom, cache);
            }
        }
    }
    check_marks(rules, role, &found)?;
    Ok(found)
}

/// Splits a slide in all eight directions into its orthogonal and diagonal parts, which other roles may
/// share: a queen uses the tables of rook and bishop. Other walks are returned unchanged.
fn sliding_parts(walk: &Walk) -> Vec<Walk> {
    if let [leg] = &walk.legs[..]
        && let Turn::Absolute(headings) = leg.turn
        && leg.step == Step::Radial(1)
        && leg.range == Range::Unlimited
        && leg.curve == Curve::Straight
    {
        let half = |wanted: Headings| {
            let mut half = walk.clone();
            half.legs[0].turn = Turn::Absolute(headings.intersection(wanted));
            half
        };
        let [orthogonal, diagonal] =
            [Headings::ORTHOGONAL, Headings::DIAGONAL].map(|wanted| headings.intersection(wanted));
        if !orthogonal.is_empty() && !diagonal.is_empty() {
            return vec![half(Headings::ORTHOGONAL), half(Headings::DIAGONAL)];
        }
    }
    vec![walk.clone()]
}

fn name(rules: &CompiledRules, role: Role) -> String {
    rules
        .def
        .pieces
        .get_index(role.index())
        .map_or_else(String::new, |(name, _)| name.clone())
}

fn origins(
    rules: &CompiledRules,
    role: Role,
    color: Color,
    initial: Initial,
    from: Option<&SquareSet>,
) -> Result<SquareSet, Declined> {
    let all: SquareSet = rules.shape.squares().collect();
    let zone = from.map_or_else(|| all.clone(), Clone::clone);
    let owner = color.perspective();
    match (initial, &rules.role(role).initial) {
        (Initial::Any, _) => Ok(zone),
        (Initial::Unmoved, InitialDef::Zone(initial)) => Ok(zone.intersection(initial.of(owner))),
        (Initial::OneAhead, InitialDef::Zone(initial)) => {
            let behind = Offset { dx: 0, dy: -1 };
            Ok(zone
                .iter()
                .filter(|square| {
                    rules
                        .shape
                        .step(*square, behind, owner, Wrap::None)
                        .is_some_and(|behind| initial.contains(behind, owner))
                })
                .collect())
        }
        (_, InitialDef::Unmoved) => Err(Declined(format!(
            "{} has moves for unmoved pieces",
            name(rules, role)
        ))),
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "one call, in the middle of one loop"
)]
fn add_path(
    rules: &CompiledRules,
    piece: Piece,
    origin: Square,
    path: &Path,
    siblings: usize,
    ends_quietly: bool,
    atoms: &mut Vec<(Mode, Lists)>,
    marks: &mut Vec<Mark>,
) -> Result<(), Declined> {
    let Piece { color, role } = piece;
    let declined = |what: &str| Err(Declined(format!("{} {what}", name(rules, role))));
    if !path.en_passant.is_empty()
        && let Some(rule) = rules.facts.en_passant.as_ref()
        && !rules.is_of(role, rule.types[color.index()])
    {
        return Ok(());
    }
    if !path.taken.is_empty() || path.unload.is_some() {
        return declined("captures on the way");
    }
    if path.take.meets(Contents::FRIEND) {
        return declined("captures its own side");
    }
    if path.en_passant.iter().any(|square| *square != path.to) {
        return declined("captures en passant on the way");
    }
    if !path.en_passant.is_empty() && !path.marks.is_empty() {
        return declined("captures and is captured en passant by one move");
    }
    if path.to == origin {
        return declined("can end where it began");
    }
    let (mut empty, mut occupied) = (Wide::NONE, Wide::NONE);
    for condition in &path.conditions {
        let bits = match condition.contents {
            Contents::EMPTY => &mut empty,
            Contents::OCCUPIED => &mut occupied,
            _ => return declined("asks for the color of a piece on its way"),
        };
        *bits |= Wide::single(condition.square.index());
    }
    // A vanishing square is never empty, so quiet moves to it are masked out on lookup. Here it counts as any
    // other square, to avoid splitting the atom.
    let vanishing = rules.shape.vanishing().contains(path.to) && ends_quietly;
    let mode = Mode {
        quiet: (path.pass.meets(Contents::EMPTY) || vanishing) && path.en_passant.is_empty(),
        capture: path.take.meets(Contents::COMMONER),
        royal: path.take.meets(Contents::ROYAL),
        en_passant: !path.en_passant.is_empty(),
    };
    if path.pass.meets(Contents::FRIEND) {
        return declined("ends on an occupied square");
    }
    if !path.marks.is_empty() {
        let region = rules
            .facts
            .en_passant
            .as_ref()
            .map(|rule| &rule.region[color.opponent().index()]);
        let squares = path.marks.iter().copied().filter(|square| {
            *square != path.to
                && *square != origin
                && region.is_none_or(|region| region.contains(*square))
        });
        marks.push(Mark {
            from: origin.index() as u16,
            to: path.to.index() as u16,
            squares: squares.collect(),
            by: [mode.quiet, mode.capture],
        });
    }
    let raw = RawPath {
        to: path.to.index() as u16,
        empty,
        occupied,
    };
    let known = atoms.iter().position(|(known, _)| *known == mode);
    let index = known.unwrap_or(atoms.len());
    if known.is_none() {
        atoms.push((mode, vec![Vec::new(); rules.shape.area()]));
    }
    let list = &mut atoms[index].1[origin.index()];
    if list.is_empty() {
        list.reserve_exact(siblings);
    }
    list.push(raw);
    Ok(())
}

/// Inserts an atom so that no two atoms contain the same move: overlapping atoms are split by mode, and parts
/// with equal modes are merged.
fn insert_disjoint(atoms: &mut Vec<RawAtom>, atom: RawAtom, cache: &mut PathCache) {
    let mut waiting = vec![atom];
    while let Some(mut new) = waiting.pop() {
        let Some(index) = atoms.iter().position(|old| cache.overlap(old, &new)) else {
            atoms.push(new);
            continue;
        };
        let old = atoms.swap_remove(index);
        if old.mode == new.mode {
            new.lists = cache.fuse(&new.lists, &old.lists);
            waiting.push(new);
        } else {
            let common = old.mode.both(new.mode);
            waiting.extend(split(old, common));
            waiting.extend(split(new, common));
        }
    }
}

/// Splits an atom into its part with the mode `common` and the rest.
fn split(atom: RawAtom, common: Mode) -> Vec<RawAtom> {
    let rest = atom.mode.without(common);
    if rest == Mode::default() {
        return vec![atom];
    }
    vec![
        RawAtom {
            mode: common,
            lists: Rc::clone(&atom.lists),
        },
        RawAtom {
            mode: rest,
            lists: atom.lists,
        },
    ]
}

/// Declines roles that reach a square with and without marks, or with different marks, because these would be
/// distinct moves.
fn check_marks(rules: &CompiledRules, role: Role, found: &RoleAtoms) -> Result<(), Declined> {
    for mark in &found.marks {
        let mut marks = found.marks.iter();
        let differs = |other: &Mark| {
            (other.from, other.to) == (mark.from, mark.to) && other.squares != mark.squares
        };
        let is_certain = (0..2).all(|manner| {
            let n_paths = found.n_paths(manner, mark.from, mark.to);
            n_paths == 0 || n_paths == 1 && found.is_marked(manner, mark.from, mark.to)
        });
        if marks.any(differs) || !is_certain {
            return mixed_marks(rules, role);
        }
    }
    Ok(())
}

fn mixed_marks<T>(rules: &CompiledRules, role: Role) -> Result<T, Declined> {
    Err(Declined(format!(
        "{} reaches a square with and without en passant marks",
        name(rules, role)
    )))
}

/// Whether a move of some atoms has the origin, target and manner of one of these runs.
fn any_goes(atoms: &[RawAtom], marks: &[Mark]) -> bool {
    marks.iter().any(|mark| {
        let mut manners = (0..2).filter(|manner| mark.by[*manner]);
        manners.any(|manner| n_paths(atoms, manner, mark.from, mark.to) > 0)
    })
}
