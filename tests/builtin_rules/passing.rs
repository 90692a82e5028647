//! `rules.passing`: passing, in which the mover stays on its square.

use ferz::game::{Game, Outcome, Strategy, perft_with};
use ferz::state::Move;

use super::{at, chess, ended, finding, refused, texts};

const KINGS: [&str; 2] = ["k7/8/8/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/8/K7 b - - 0 1"];

/// Whether White and Black can pass when they are to move, by both engines.
fn passes(rule: &str, fens: [&str; 2]) -> [bool; 2] {
    let variant = chess(rule);
    fens.map(|fen| {
        let position = at(&variant, fen);
        let moves = texts(&position);
        for engine in [Strategy::General, Strategy::Fastest] {
            assert_eq!(
                perft_with(&position, 1, engine),
                moves.len() as u64,
                "{rule}"
            );
        }
        moves.iter().any(|text| text == "a1a1" || text == "a8a8")
    })
}

#[test]
fn sides_pass_at_any_time_or_when_they_have_no_other_move() {
    assert_eq!(passes("", KINGS), [false; 2]);
    assert_eq!(passes("rules.passing.always = true", KINGS), [true; 2]);
    let black = "rules.passing.always = { black = true }";
    assert_eq!(passes(black, KINGS), [false, true]);
    assert_eq!(passes("rules.passing.stalemate = true", KINGS), [false; 2]);
    let stuck = [
        "k7/8/8/8/8/8/2q5/K7 w - - 0 1",
        "k7/2Q5/8/8/8/8/8/K7 b - - 0 1",
    ];
    assert_eq!(passes("rules.passing.stalemate = true", stuck), [true; 2]);
    let white = "rules.passing.stalemate = { white = true }";
    assert_eq!(passes(white, stuck), [true, false]);
    // A side in check cannot pass.
    let checked = [
        "k7/8/8/8/8/8/8/K6r w - - 0 1",
        "k6R/8/8/8/8/8/8/K7 b - - 0 1",
    ];
    assert_eq!(passes("rules.passing.always = true", checked), [false; 2]);
}

#[test]
fn two_passes_in_a_row_end_the_game_unless_it_is_said_that_they_do_not() {
    let outcome = |rule: &str| {
        let mut game = Game::new(at(&chess(rule), "k7/8/8/8/8/8/7P/K7 w - - 0 1"));
        for text in ["a1a1", "a8a8"] {
            assert_eq!(game.outcome(), Outcome::Ongoing);
            let mv = game.position().parse_move(text).expect(text);
            game.play(&mv).expect(text);
        }
        game
    };
    let game = outcome("rules.passing.always = true");
    assert_eq!(ended(&game), (50, "passes".to_owned()));
    let game = outcome("rules.passing = { always = true, twice-ends = false }");
    assert_eq!(game.outcome(), Outcome::Ongoing);
}

#[test]
fn who_puts_a_wall_instead_of_a_move_passes() {
    let walled = |passing: &str| {
        let walls = "rules.walls = { rule = 'static', instead-of-move = true }";
        let mut game = Game::new(chess(&format!("{walls}\n{passing}")).start());
        for _ in 0..2 {
            let mut moves = game.position().legal_moves().into_iter();
            let mv = moves.find(Move::is_pass).expect("a wall and no move");
            game.play(&mv).expect("legal");
        }
        game
    };
    let game = walled("rules.passing = {}");
    assert_eq!(ended(&game), (50, "passes".to_owned()));
    for goes_on in ["", "rules.passing.twice-ends = false"] {
        assert_eq!(walled(goes_on).outcome(), Outcome::Ongoing, "{goes_on}");
    }
}

#[test]
fn wrong_settings_have_their_place() {
    assert_eq!(refused("passing", "{ always = 'white' }").1, "'white'");
    assert_eq!(refused("passing", "{ always = { red = true } }").1, "red");
    assert_eq!(refused("passing", "{ often = true }").0, "E0302");
    assert_eq!(refused("passing", "{ twice-ends = 2 }").1, "2");
    let help = finding("passing", "true").1.help.unwrap_or_default();
    assert_eq!(help, "its settings are `always`, `stalemate`, `twice-ends`");
}
