//! A search in slices gives the same result as an uninterrupted search.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ferz::game::{Game, Variant};
use ferz::search::{
    Bound, Clock, Control, Limits, Line, Search, SearchOptions, SearchResult, Searcher, Slice,
    TimeLimit,
};

use crate::harness::{Random, builtin};

fn searcher(variant: &Variant, lines: usize, skill: u8) -> Searcher {
    let mut options = SearchOptions::default();
    (options.table_mib, options.lines, options.skill) = (1, lines, skill);
    Searcher::new(variant, options)
}

/// What a search is told, and what it ends with.
type Told = (Vec<(Line, u64)>, SearchResult);

fn whole(searcher: &mut Searcher, game: &Game, limits: &Limits) -> Told {
    let mut told = Vec::new();
    let found = searcher.search(game, limits, &Control::default(), &mut |progress| {
        told.push((progress.line.clone(), progress.nodes));
    });
    (told, found)
}

/// The same in slices of so many positions, with the number of slices.
fn sliced(
    searcher: &mut Searcher,
    game: &Game,
    limits: &Limits,
    mut nodes: impl FnMut() -> u64,
) -> (Told, usize) {
    let mut told = Vec::new();
    let mut search = searcher.begin(game, limits);
    let mut n_slices = 0;
    loop {
        n_slices += 1;
        let before = search.nodes();
        let slice = Slice::nodes(nodes());
        let found = searcher.work(&mut search, &slice, &Control::default(), &mut |progress| {
            told.push((progress.line.clone(), progress.nodes));
        });
        if let Some(found) = found {
            return ((told, found), n_slices);
        }
        assert!(search.nodes() > before, "each slice gets on");
    }
}

/// A middle game, where there are captures, checks and moves that are much better than others.
fn middle_game(name: &str) -> Game {
    let variant = builtin(name);
    let mut random = Random::new(5);
    let mut game = Game::new(variant.start());
    for _ in 0..14 {
        let moves = game.position().legal_moves();
        game.play(&moves[random.below(moves.len())]).unwrap();
        if game.outcome().is_over() {
            game.undo();
            break;
        }
    }
    game
}

#[test]
fn slices_of_any_length_find_the_same_by_the_same_positions() {
    let rows = [
        ("chess", 9000, 1, 20),
        ("chess", 4000, 3, 20),
        ("chess", 1500, 1, 7),
        ("crazyhouse", 3000, 1, 20),
        ("shogi", 2000, 1, 20),
        ("xiangqi", 3000, 1, 20),
        ("racingkings", 3000, 1, 20),
        ("rococo", 300, 1, 20),
        ("amazons", 150, 2, 20),
    ];
    let mut random = Random::new(1);
    for (name, nodes, lines, skill) in rows {
        let game = middle_game(name);
        let variant = game.position().variant().clone();
        let limits = Limits::nodes(nodes);
        let mut first = searcher(&variant, lines, skill);
        let mut second = searcher(&variant, lines, skill);
        // The second search of each begins with what the first has seen.
        for _ in 0..2 {
            let expected = whole(&mut first, &game, &limits);
            let (told, n_slices) =
                sliced(&mut second, &game, &limits, || [1, 7, 100][random.below(3)]);
            assert!(told == expected, "{name}");
            let least = if skill == 20 { nodes / 200 } else { 2 };
            assert!(n_slices as u64 > least, "{name}: {n_slices} slices");
        }
    }
}

#[test]
fn a_deep_search_in_slices_of_one_position_is_the_same() {
    let chess = builtin("chess");
    let fen = "r1b2rk1/2q1bppp/p2ppn2/1p4P1/3NPP2/2N1B3/PPPQ3P/2KR1B1R w - - 0 13";
    let game = Game::new(chess.parse_fen(fen).unwrap());
    let expected = whole(&mut searcher(&chess, 1, 20), &game, &Limits::depth(8));
    let mut second = searcher(&chess, 1, 20);
    let (told, _) = sliced(&mut second, &game, &Limits::depth(8), || 1);
    assert!(told == expected);
}

#[test]
fn mates_are_found_in_slices() {
    let chess = builtin("chess");
    for (fen, mate) in [
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        (
            "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 0",
            2,
        ),
        // There is none, so that all moves are looked at.
        ("7k/8/8/8/8/8/6R1/K7 w - - 0 1", 2),
    ] {
        let game = Game::new(chess.parse_fen(fen).unwrap());
        let limits = Limits {
            mate: Some(mate),
            ..Limits::default()
        };
        let expected = whole(&mut searcher(&chess, 1, 20), &game, &limits);
        let (told, n_slices) = sliced(&mut searcher(&chess, 1, 20), &game, &limits, || 13);
        assert!(told == expected, "{fen}");
        assert!(n_slices > 1, "{fen}");
    }
}

/// Ends a search behind so many slices.
fn ended(
    searcher: &mut Searcher,
    game: &Game,
    n_slices: usize,
    nodes: u64,
) -> (Vec<Line>, SearchResult) {
    let mut told = Vec::new();
    let mut search: Search = searcher.begin(game, &Limits::default());
    for _ in 0..n_slices {
        let slice = Slice::nodes(nodes);
        let found = searcher.work(&mut search, &slice, &Control::default(), &mut |progress| {
            told.push(progress.line.clone());
        });
        assert_eq!(found, None);
    }
    let found = searcher.end(&mut search);
    (told, found)
}

#[test]
fn a_search_that_is_ended_gives_the_best_move_of_the_last_depth() {
    let game = middle_game("chess");
    let variant = game.position().variant().clone();
    for n_slices in [1, 2, 5, 9, 30] {
        let (told, found) = ended(&mut searcher(&variant, 1, 20), &game, n_slices, 150);
        let last = told.last().expect("150 positions are more than one depth");
        let line = &found.lines[0];
        if line.bound == Bound::Exact {
            assert_eq!(line, last);
        } else {
            assert!(line.depth > last.depth && line.moves[0] != last.moves[0]);
        }
        assert_eq!(found.best(), line.moves.first());
        // What is found is what one search finds that has looked at as many positions.
        let limits = Limits::nodes(found.nodes);
        let (_, expected) = whole(&mut searcher(&variant, 1, 20), &game, &limits);
        assert_eq!(found.lines[0].moves, expected.lines[0].moves);
    }
    for n_slices in [0, 1] {
        let (told, found) = ended(&mut searcher(&variant, 1, 20), &game, n_slices, 1);
        assert!(told.is_empty());
        let best = found.best().expect("any move is better than none");
        assert!(game.position().legal_moves().contains(best));
    }
}

#[test]
fn what_an_ended_search_has_seen_helps_the_next_one() {
    // A single search may happen to go another way, so it is seen over several games.
    let mut sums = [0; 2];
    for name in ["chess", "gothic", "knightmate", "makruk", "shako"] {
        let game = middle_game(name);
        let variant = game.position().variant().clone();
        let limits = Limits::depth(8);
        let (_, fresh) = whole(&mut searcher(&variant, 1, 20), &game, &limits);
        let mut used = searcher(&variant, 1, 20);
        let (_, stopped) = ended(&mut used, &game, 20, fresh.nodes / 25);
        assert!(stopped.nodes >= fresh.nodes / 2, "{name}");
        let (_, again) = whole(&mut used, &game, &limits);
        sums[0] += again.nodes;
        sums[1] += fresh.nodes;
    }
    let [again, fresh] = sums;
    assert!(again < fresh * 3 / 4, "{again} of {fresh}");
}

/// A clock that goes on by a millisecond each time that it is looked at.
#[derive(Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn slices_are_measured_by_the_clock_and_so_is_the_search() {
    let chess = builtin("chess");
    let mut searcher = searcher(&chess, 1, 20);
    let limits = Limits {
        time: Some(TimeLimit::exactly(Duration::from_millis(40))),
        ..Limits::default()
    };
    let clock = Ticks::default();
    let control = Control {
        clock: Some(&clock),
        ..Control::default()
    };
    let mut search = searcher.begin(&Game::new(chess.start()), &limits);
    let slice = Slice::time(Duration::from_millis(5));
    let mut n_slices = 0;
    let found = loop {
        n_slices += 1;
        if let Some(found) = searcher.work(&mut search, &slice, &control, &mut |_| {}) {
            break found;
        }
    };
    assert!((4..=9).contains(&n_slices), "{n_slices} slices");
    assert!(found.best().is_some());
    // A search that has ended stays so.
    let again = searcher.work(&mut search, &slice, &control, &mut |_| {});
    assert_eq!(again, Some(found));
}

#[test]
fn a_game_that_is_over_has_nothing_to_search() {
    let chess = builtin("chess");
    let game = Game::new(chess.parse_fen("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").unwrap());
    let mut searcher = searcher(&chess, 1, 20);
    let mut search = searcher.begin(&game, &Limits::default());
    let slice = Slice::default();
    let found = searcher.work(&mut search, &slice, &Control::default(), &mut |_| {});
    assert_eq!(found, Some(SearchResult::default()));
}
