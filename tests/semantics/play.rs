//! The moves of a movement in a scene, by the reference interpreter or by the list of paths.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use ferz::compile::{CompletedWalk, Path, paths, walk};
use ferz::geometry::{Offset, Square, Wrap};
use ferz::movement::{Castle, Contents, Initial, Movement, Pattern, Side, Walk};

use super::scene::{Observer, Scene};

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Play {
    /// Where the piece stands that moves.
    pub(super) mover: Square,
    pub(super) to: Square,
    /// Whether what stands on `to` is captured.
    pub(super) captures: bool,
    pub(super) taken: Vec<Square>,
    pub(super) en_passant: Vec<Square>,
    pub(super) marks: Vec<Square>,
    pub(super) unload: Option<Square>,
    pub(super) castles: bool,
    /// Whether the moves of the friend on `to` follow.
    pub(super) borrows: bool,
}

impl Play {
    fn to(mover: Square, to: Square) -> Play {
        Play {
            mover,
            to,
            captures: false,
            taken: Vec::new(),
            en_passant: Vec::new(),
            marks: Vec::new(),
            unload: None,
            castles: false,
            borrows: false,
        }
    }

    /// The target, `x` and each square captured on the way, `e` for en passant, `O` for castling;
    /// `^` and each square that becomes an en passant square, `=` and the square of the piece that
    /// is put down. A friend that was made to move has its own square in front, a friend whose moves
    /// are borrowed a question mark behind.
    pub(super) fn text(&self, scene: &Scene) -> String {
        let name = |square: Square| scene.shape.name(square);
        let mut text = name(self.to);
        if self.mover != scene.origin {
            text.insert_str(0, &format!("{}-", name(self.mover)));
        }
        if self.borrows {
            text.push('?');
        }
        for square in &self.taken {
            text += &format!("x{}", name(*square));
        }
        if !self.en_passant.is_empty() {
            text.push('e');
        }
        if self.castles {
            text.push('O');
        }
        for square in &self.marks {
            text += &format!("^{}", name(*square));
        }
        if let Some(square) = self.unload {
            text += &format!("={}", name(square));
        }
        text
    }
}

/// The moves that the reference interpreter finds.
pub(super) fn by_walking(movement: &Movement, scene: &Scene) -> BTreeSet<Play> {
    let mut plays = BTreeSet::new();
    for pattern in movement.patterns() {
        match pattern {
            Pattern::Walk(pattern) if may_begin(pattern.initial, scene) => {
                let mut probe = Observer::new(scene);
                let mut emit = |probe: &mut Observer<'_>, found: &CompletedWalk<'_>| {
                    plays.insert(Play {
                        captures: found.take.meets(probe.contents(found.to)),
                        taken: found.taken.to_vec(),
                        en_passant: found.en_passant.to_vec(),
                        marks: sorted(found.marks),
                        unload: found.unload,
                        borrows: found.borrows,
                        ..Play::to(found.mover, found.to)
                    });
                    ControlFlow::<()>::Continue(())
                };
                let flow = walk(
                    pattern,
                    &scene.shape,
                    scene.owner,
                    scene.origin,
                    &mut probe,
                    &mut emit,
                );
                assert!(flow.is_continue());
            }
            Pattern::Walk(_) => {}
            other => plays.extend(without_legs(other, scene)),
        }
    }
    plays
}

/// The moves that the list of all paths grants; nothing if a list would be too long.
pub(super) fn by_paths(movement: &Movement, scene: &Scene, limit: usize) -> Option<BTreeSet<Play>> {
    let mut plays = BTreeSet::new();
    for pattern in movement.patterns() {
        match pattern {
            Pattern::Walk(pattern) => {
                let all = all_paths(pattern, scene, limit)?;
                if may_begin(pattern.initial, scene) {
                    plays.extend(all.iter().filter_map(|path| granted(path, scene)));
                }
            }
            other => plays.extend(without_legs(other, scene)),
        }
    }
    Some(plays)
}

fn all_paths(pattern: &Walk, scene: &Scene, limit: usize) -> Option<Vec<Path>> {
    paths(pattern, &scene.shape, scene.owner, scene.origin, limit).ok()
}

fn granted(path: &Path, scene: &Scene) -> Option<Play> {
    let holds = path
        .conditions
        .iter()
        .all(|condition| condition.contents.meets(scene.contents(condition.square)));
    // What is known of the target on the way there holds when the mover has been handed to.
    let there = match path.to {
        to if to == path.mover => Contents::EMPTY,
        to if to == scene.origin && path.mover != to => Contents::FRIEND,
        to => scene.contents(to),
    };
    let captures = path.take.meets(there);
    let marked = path
        .en_passant
        .iter()
        .all(|square| scene.is_en_passant(*square));
    let borrows = path.borrows && there == Contents::FRIEND;
    (holds && marked && (captures || path.pass.meets(there) || borrows)).then(|| Play {
        captures,
        taken: path.taken.to_vec(),
        en_passant: path.en_passant.to_vec(),
        marks: sorted(&path.marks),
        unload: path.unload,
        borrows,
        ..Play::to(path.mover, path.to)
    })
}

fn may_begin(initial: Initial, scene: &Scene) -> bool {
    match initial {
        Initial::Any => true,
        Initial::Unmoved => scene.unmoved,
        // In a picture nobody knows where pieces started: `unmoved` says that it holds.
        Initial::OneAhead => scene.unmoved,
    }
}

/// Castling with any friend on the partner's square, and the universal leap.
fn without_legs(pattern: &Pattern, scene: &Scene) -> Vec<Play> {
    match pattern {
        Pattern::Castle(castle) if may_begin(castle.initial, scene) => {
            castling(*castle, scene).into_iter().collect()
        }
        Pattern::Universal(leap) if may_begin(leap.initial, scene) => scene
            .shape
            .squares()
            .filter(|square| *square != scene.origin)
            .filter(|square| leap.pass.union(leap.take).meets(scene.contents(*square)))
            .map(|square| Play {
                captures: leap.take.meets(scene.contents(square)),
                ..Play::to(scene.origin, square)
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn castling(castle: Castle, scene: &Scene) -> Option<Play> {
    let sideways = Offset {
        dx: match castle.side {
            Side::Left => -1,
            Side::Right => 1,
        },
        dy: 0,
    };
    let line: Vec<Square> = std::iter::successors(Some(scene.origin), |square| {
        scene.shape.step(*square, sideways, scene.owner, Wrap::None)
    })
    .skip(1)
    .collect();
    let partner = line.len().checked_sub(1 + castle.inset as usize)?;
    let empty = |square: &Square| scene.contents(*square) == Contents::EMPTY;
    let fits = line[..partner].iter().all(empty)
        && scene.contents(line[partner]) == Contents::FRIEND
        && castle.distance as usize <= partner;
    fits.then(|| Play {
        castles: true,
        ..Play::to(scene.origin, line[castle.distance as usize - 1])
    })
}

fn sorted(squares: &[Square]) -> Vec<Square> {
    let mut squares = squares.to_vec();
    squares.sort_unstable();
    squares
}
