//! The search plays games with rules of a program's own.

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Variant};
use ferz::search::{Control, Limits, SearchOptions, SearchResult, Searcher};

use super::rules::registry;
use super::{at, chess};

fn searcher(variant: &Variant) -> Searcher {
    let options = SearchOptions {
        table_mib: 1,
        ..SearchOptions::default()
    };
    Searcher::new(variant, options)
}

fn search(searcher: &mut Searcher, game: &Game, nodes: u64) -> SearchResult {
    let limits = Limits::nodes(nodes);
    searcher.search(game, &limits, &Control::default(), &mut |_| {})
}

/// Each custom rule in several games: moves that are played are legal, and the same search finds the same.
#[test]
fn games_with_custom_rules_are_played() {
    let registry = registry();
    let customs = [
        "hop = { pieces = '*' }",
        "shadow = { piece = 'king', leaves = 'knight' }",
        "peace.zone = 'rank 1..7'",
        "zeal = {}",
        "tally.limit = 3",
        "stare.piece = 'rook'",
        "prize.piece = 'queen'",
        "again = {}",
        "reborn = {}",
    ];
    let mut n_ended = 0;
    for custom in customs {
        for parent in ["chess", "crazyhouse", "atomic", "seirawan"] {
            let text = format!("name = 'mine'\ninherits = '{parent}'\nrules.custom.{custom}");
            let read = Catalog::read(&text, Format::Toml);
            let def = read.value.first().expect("a variant");
            let variant = Variant::builder(def)
                .rules(&registry)
                .compile()
                .expect("it compiles");
            let mut game = Game::new(variant.start());
            let mut playing = searcher(&variant);
            for _ in 0..12 {
                if game.outcome().is_over() {
                    n_ended += 1;
                    break;
                }
                let found = search(&mut playing, &game, 60);
                let best = found.best().expect("the game goes on").clone();
                let played = game.play(&best);
                assert!(played.is_ok(), "{custom} in {parent}: {best:?}");
            }
            let finds = || search(&mut searcher(&variant), &game, 200);
            let found = finds();
            assert_eq!(found, finds(), "{custom} in {parent}");
            assert_eq!(found.best().is_none(), game.outcome().is_over());
            for line in &found.lines {
                let mut game = game.clone();
                for mv in &line.moves {
                    assert!(game.play(mv).is_ok(), "{custom} in {parent}: {line:?}");
                }
            }
        }
    }
    // Most games go on; those that end have been ended by a rule.
    assert!(n_ended < 30, "{n_ended}");
}

/// A capture that a custom rule forbids is not what the search counts on, and a move that it adds is.
#[test]
fn the_search_sees_what_custom_rules_say() {
    let fen = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
    let best = |variant: &Variant| {
        let game = Game::new(at(variant, fen));
        let found = search(&mut searcher(variant), &game, 2000);
        let best = found.best().expect("a move").clone();
        game.position().move_text(&best)
    };
    assert_eq!(best(&chess("")), "e4d5");
    let peaceful = chess("rules.custom.peace.zone = 'rank 1..7'");
    assert_ne!(best(&peaceful), "e4d5");
    assert_eq!(at(&peaceful, fen).outcome(), Outcome::Ongoing);
}
