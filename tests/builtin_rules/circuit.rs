//! `rules.use.circuit`: pieces that win by completing a round of the board.

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Outcome, Variant};

use super::{after, at, found, round_trips, texts};

fn rollerball() -> Variant {
    let text = include_str!("../../examples/variants/rollerball.toml");
    let catalog = Catalog::read(text, Format::Toml).value;
    Variant::compile(catalog.first().expect("a variant")).expect("it compiles")
}

/// White's share after these moves, or nothing if the game goes on.
fn ended(fen: &str, moves: &[&str]) -> Option<f64> {
    let variant = rollerball();
    let mut game = Game::new(at(&variant, fen));
    for text in moves {
        let mv = game.position().parse_move(text);
        let mv = mv.unwrap_or_else(|found| panic!("{text}: {found:?}"));
        game.play(&mv).expect("a legal move");
    }
    round_trips(game.position());
    match game.outcome() {
        Outcome::Ended { white, reason, .. } => {
            assert_eq!(reason.as_str(), "goal");
            Some(white)
        }
        Outcome::Ongoing => None,
    }
}

/// Only kings on the track, Black's in the corner far from White's path.
fn kings(white: &str, black: &str, side: char) -> String {
    let mut board = String::new();
    for rank in (1..=7).rev() {
        let mut empty = 0;
        for file in 'a'..='g' {
            let square = format!("{file}{rank}");
            let hole = ('c'..='e').contains(&file) && (3..=5).contains(&rank);
            let man = match () {
                () if hole => '*',
                () if square == white => 'K',
                () if square == black => 'k',
                () if square == "g1" => 'R',
                () => {
                    empty += 1;
                    continue;
                }
            };
            if empty > 0 {
                board += &empty.to_string();
                empty = 0;
            }
            board.push(man);
        }
        if empty > 0 {
            board += &empty.to_string();
        }
        if rank > 1 {
            board.push('/');
        }
    }
    format!("{board} {side} - - 0 1")
}

#[test]
fn a_king_that_came_clockwise_wins() {
    let start = kings("b4", "f3", 'w');
    let way = ["b4b5", "f3f4", "b5b6", "f4f3", "b6c6", "f3f4"];
    assert_eq!(ended(&start, &way), None);
    assert_eq!(ended(&start, &[&way[..], &["c6d6"]].concat()), Some(1.0));
}

#[test]
fn a_king_that_came_the_other_way_does_not() {
    let start = kings("f4", "b3", 'w');
    let way = ["f4f5", "b3b4", "f5f6", "b4b3", "f6e6", "b3b4", "e6d6"];
    assert_eq!(ended(&start, &way), None);
    let variant = rollerball();
    let position = after(&at(&variant, &start), &way);
    assert!(
        position.to_fen().ends_with(" way=d6-2"),
        "{}",
        position.to_fen()
    );
    // Moving forth and back does not help.
    let more = ["b4b3", "d6c6", "b3b4", "c6d6"];
    assert_eq!(ended(&start, &[&way[..], &more].concat()), None);
    // A king that comes from the wrong direction starts anew.
    let back = ["b4b3", "d6e6", "b3b4", "e6f6", "b4b3", "f6f5"];
    let position = after(&position, &back);
    assert!(!position.to_fen().contains("way"), "{}", position.to_fen());
}

#[test]
fn a_king_that_has_gone_round_backward_begins_anew_at_home() {
    let variant = rollerball();
    let round = [
        "f4f5", "e2f2", "f5f6", "f2e2", "f6e6", "e2f2", "e6d7", "f2e2", "d7c7", "e2f2", "c7b6",
        "f2e2", "b6b5", "e2f2", "b5b4", "f2e2", "b4b3", "e2f2",
    ];
    let position = after(&at(&variant, &kings("f4", "e2", 'w')), &round);
    assert!(
        position.to_fen().contains(" way=b3-3"),
        "{}",
        position.to_fen()
    );
    let position = after(&position, &["b3c2"]);
    assert!(!position.to_fen().contains("way"), "{}", position.to_fen());
}

#[test]
fn black_has_its_own_way() {
    let start = kings("b4", "f4", 'b');
    let way = ["f4f3", "b4b5", "f3f2", "b5b4", "f2e2", "b4b5"];
    assert_eq!(ended(&start, &[&way[..], &["e2d2"]].concat()), Some(0.0));
}

#[test]
fn what_is_not_said_is_the_shortest_way() {
    // A king on the other king's home square, half a round from its own, counts as having moved
    // onward.
    let variant = rollerball();
    let over = at(&variant, &kings("d6", "b3", 'b'));
    assert!(texts(&over).is_empty());
    let fen = format!("{} way=d6-2", kings("d6", "b3", 'b'));
    assert!(!texts(&at(&variant, &fen)).is_empty());
    round_trips(&at(&variant, &fen));
    for bad in ["d6", "d6+", "z9-2", "d6-2.", "d6-99999999999"] {
        let fen = format!("{} way={bad}", kings("d6", "b3", 'b'));
        assert!(variant.parse_fen(&fen).is_err(), "{bad}");
    }
}

#[test]
fn bad_settings_are_found_at_their_place() {
    let round = "stations = ['rank ..3', 'rank 4', 'rank 5', 'rank 6..']";
    let rows = [
        (
            "rules.use.circuit = {}".to_owned(),
            "E0310 circuit: `circuit`: the round needs `who`",
        ),
        (
            "rules.use.circuit = { who = 'king', to = 'e8' }".to_owned(),
            "E0310 circuit: `circuit`: the round needs `stations`",
        ),
        (
            "rules.use.circuit = { who = 'king', stations = ['rank 1', 'rank 2'], to = 'e8' }".to_owned(),
            "E0409 ['rank 1', 'rank 2']: `circuit`: a round needs at least three stations",
        ),
        (
            format!("rules.use.circuit = {{ who = 'king', {round}, to = 'e1' }}"),
            "E0310 'e1': `circuit`: the number of stations is missing",
        ),
        (
            format!("rules.use.circuit = {{ who = 'king', {round}, to = 'e9' }}"),
            "E0308 e9: `circuit`: `e9` is not a square of the board",
        ),
        (
            format!("rules.use.circuit = {{ who = [], {round}, to = 'e8' }}"),
            "W0410 []: `circuit`: no piece is named, so no piece makes the round",
        ),
        (
            "rules.use.circuit = { who = 'king', stations = ['rank 1', 'rank 1..2', 'rank 3..'], to = 'e8' }".to_owned(),
            "W0410 ['rank 1', 'rank 1..2', 'rank 3..']: `circuit`: a square is in two stations; only the first counts",
        ),
    ];
    for (lines, wanted) in rows {
        assert_eq!(found(&lines), [wanted], "{lines}");
    }
}
