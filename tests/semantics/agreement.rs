//! The reference interpreter and the list of paths agree, on drawn and random boards, for either
//! color.

use std::collections::{BTreeMap, BTreeSet};

use ferz::geometry::{Perspective, Square};
use ferz::movement::{Dialect, Movement};

use super::play::{Play, by_paths, by_walking};
use super::random::Random;
use super::scene::Scene;
use super::{cases, corpus, xboard};

/// Paths from one square that are still compared.
const LIMIT: usize = 1 << 14;

#[test]
fn paths_agree_with_the_walk_on_every_case() {
    for (file, case) in cases::all() {
        let movement = Movement::read(&case.betza, case.dialect()).value;
        if let Some(scene) = case.scene() {
            check(&movement, &scene, &format!("{file}: {}", case.name));
        }
    }
}

#[test]
fn black_moves_as_white_does_on_the_turned_board() {
    for (file, case) in cases::all() {
        let movement = Movement::read(&case.betza, case.dialect()).value;
        let Some(scene) = case.scene() else { continue };
        let turned = scene.turned();
        let opposite =
            |square: Square| Square::new((scene.shape.area() - 1 - square.index()) as u16);
        let expected: BTreeSet<Play> = by_walking(&movement, &scene)
            .into_iter()
            .map(|play| turn(play, opposite))
            .collect();
        assert_eq!(
            by_walking(&movement, &turned),
            expected,
            "{file}: {} `{}`",
            case.name,
            case.betza
        );
    }
}

fn turn(mut play: Play, opposite: impl Fn(Square) -> Square) -> Play {
    play.mover = opposite(play.mover);
    play.to = opposite(play.to);
    play.taken = play.taken.into_iter().map(&opposite).collect();
    play.en_passant = play.en_passant.into_iter().map(&opposite).collect();
    play.marks = play.marks.into_iter().map(&opposite).collect();
    play.marks.sort_unstable();
    play.unload = play.unload.map(opposite);
    play
}

#[test]
fn paths_agree_with_the_walk_on_random_boards() {
    let mut random = Random::new(7);
    let mut compared = 0;
    for (text, dialect) in all_texts() {
        let movement = Movement::read(&text, dialect).value;
        if movement.is_empty() {
            continue;
        }
        for (files, ranks) in [(1, 6), (7, 1), (5, 5), (8, 8), (9, 7), (16, 16)] {
            let scene = random_scene(&mut random, files, ranks);
            let place = format!("`{text}` in {dialect}, {files}x{ranks}");
            compared += usize::from(check(&movement, &scene, &place));
        }
    }
    assert!(compared > 3000, "only {compared} boards were compared");
}

/// Compares, and says whether the paths were few enough to do so.
#[track_caller]
fn check(movement: &Movement, scene: &Scene, place: &str) -> bool {
    let Some(granted) = by_paths(movement, scene, LIMIT) else {
        return false;
    };
    let walked = by_walking(movement, scene);
    let texts = |plays: &BTreeSet<Play>| -> BTreeSet<String> {
        plays.iter().map(|play| play.text(scene)).collect()
    };
    let (walked_texts, granted_texts) = (texts(&walked), texts(&granted));
    assert!(
        walked == granted,
        "{place}\n{}\nonly walked: {:?}\nonly granted: {:?}",
        scene.draw(|_| None),
        walked_texts.difference(&granted_texts).collect::<Vec<_>>(),
        granted_texts.difference(&walked_texts).collect::<Vec<_>>(),
    );
    true
}

/// Every text of the fixtures, each once in each dialect it is written for.
fn all_texts() -> impl Iterator<Item = (String, Dialect)> {
    let mut texts: BTreeMap<(String, Dialect), ()> = BTreeMap::new();
    for (_, case) in cases::all() {
        texts.insert((case.betza.clone(), case.dialect()), ());
    }
    for text in corpus::texts() {
        texts.insert((text.to_owned(), Dialect::XBetza), ());
    }
    for row in xboard::rows() {
        texts.insert((row.betza, Dialect::XBoard), ());
    }
    texts.into_keys()
}

pub(super) fn random_scene(random: &mut Random, files: usize, ranks: usize) -> Scene {
    let density = *random.of(&[0, 1, 3, 5]);
    let mut rows: Vec<Vec<char>> = (0..ranks)
        .map(|_| {
            (0..files)
                .map(|_| {
                    if random.below(12) < density {
                        *random.of(&['o', 'x', 'x', 'k', 'w', '#', '?', 'e'])
                    } else {
                        '.'
                    }
                })
                .collect()
        })
        .collect();
    rows[random.below(ranks)][random.below(files)] = '@';
    let rows: Vec<String> = rows
        .into_iter()
        .map(|row| row.into_iter().collect())
        .collect();
    let owner = *random.of(&[Perspective::White, Perspective::Black]);
    Scene::of_rows(&rows, owner, random.below(2) == 0)
}
