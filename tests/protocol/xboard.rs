//! XBoard's protocol with every built-in, and with invalid lines.

use ferz::formats::{Catalog, Format};
use ferz::game::{Position, Variant};
use ferz::state::{Effect, Move, MoveKind};
use ferz_cli::protocol::{ShowLevel, Showing, VariantSource, built_in_showings};

use super::driver::Driver;
use super::program::Program;
use crate::harness::{Random, builtin, random_game};

#[test]
fn every_variant_is_judged() {
    let showings = built_in_showings();
    assert_eq!(showings.len(), Catalog::builtin().len());
    for (name, showing) in showings {
        assert_eq!(
            showing.level == ShowLevel::Full,
            showing.reasons.is_empty(),
            "{name}: {showing:?}"
        );
        let needs_lines = !showing.is_known && showing.level != ShowLevel::Not;
        assert!(
            !needs_lines || showing.lines.len() > 1,
            "{name}: {showing:?}"
        );
        for line in &showing.lines {
            assert!(line.len() < 500 && !line.contains("  "), "{name}: {line}");
        }
        if let Some(setup) = showing.lines.first() {
            let table = setup.split(['(', ')']).nth(1).expect("a table");
            let pieces = table.chars().filter(|char| !matches!(char, '\'' | '!'));
            let count = pieces.count();
            assert!(
                count >= 12 && count % 2 == 0 && count <= 132,
                "{name}: {setup}"
            );
            if showing.level != ShowLevel::Not {
                no_picture_has_rules_of_its_own(table, setup);
                the_hand_has_room(setup);
            }
        }
        // To XBoard `NN` is a Knight.
        for line in showing
            .lines
            .iter()
            .filter(|line| line.starts_with("piece "))
        {
            let moves = line.rsplit(' ').next().expect("moves").as_bytes();
            let is_doubled = |pair: &[u8]| pair[0].is_ascii_uppercase() && pair[0] == pair[1];
            assert!(!moves.windows(2).any(is_doubled), "{name}: {line}");
        }
    }
    let level = |name| {
        let mut all = showings.iter();
        all.find(|(known, _)| *known == name)
            .map(|(_, showing)| showing.level)
    };
    assert_eq!(level("chess"), Some(ShowLevel::Full));
    assert_eq!(level("crazyhouse"), Some(ShowLevel::Full));
    assert_eq!(level("minishogi"), Some(ShowLevel::Trusting));
    for name in [
        "amazons",
        "baroque",
        "progressive",
        "atomar",
        "madrasi",
        "chu-shogi",
    ] {
        assert_eq!(level(name), Some(ShowLevel::Not), "{name}");
    }
}

/// The Falcon, the Lance, the Cobra and the Lion do in every game what no `piece` line says.
fn no_picture_has_rules_of_its_own(table: &str, setup: &str) {
    let mut letters: Vec<char> = table.chars().collect();
    letters.retain(|char| !matches!(char, '\'' | '!'));
    let half = letters.len() / 2;
    for place in [17, 18, 19, 21] {
        // The last of a half is the King; a promoted form has the place that its piece gives it.
        let is_free = || matches!(letters[place], '.' | '+' | '~');
        assert!(place >= half - 1 || is_free(), "{setup}");
    }
}

#[test]
fn a_picture_that_a_definition_wants_has_its_place_in_the_table() {
    // The table of pieces, White's half, when the lady of this game looks so.
    let table = |picture: &str| {
        let text = format!(
            "name = 'lady'\ninherits = 'chess'\nstart = 'rnblkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBLKBNR w KQkq - 0 1'\n\
             [pieces]\nqueen = false\n[pieces.lady]\nletter = 'L'\nmove = 'NWF'\n{picture}\n\
             [pieces.pawn.promotion]\nto = ['lady', 'rook', 'bishop', 'knight']\n"
        );
        let catalog = Catalog::read(&text, Format::Toml).into_result();
        let catalog = catalog.expect("a definition");
        let variant = Variant::compile(catalog.first().expect("a variant")).expect("a game");
        let showing = Showing::of(&variant, "lady", VariantSource::File);
        let setup = showing.lines.first().expect("a setup").clone();
        let letters = setup.split(['(', ')']).nth(1).expect("a table");
        letters[..letters.len() / 2].to_owned()
    };
    // Without a wish the first picture that no other piece has.
    assert_eq!(table(""), "PNBR.LK");
    for (picture, place) in [
        ("zebra", 23),
        ("cannon", 11),
        ("bishop+knight", 7),
        ("queen", 4),
    ] {
        let letters = table(&format!("picture = '{picture}'"));
        assert_eq!(letters.find('L'), Some(place), "{picture}: {letters}");
        assert!(
            letters.starts_with("PNBR") && letters.ends_with('K'),
            "{letters}"
        );
    }
    // XBoard has none of these, and promotes whatever looks like a pawn.
    for picture in ["bomb", "griffon+ferz", "pawn"] {
        assert_eq!(
            table(&format!("picture = '{picture}'")),
            "PNBR.LK",
            "{picture}"
        );
    }
}

/// XBoard draws a hand beside the board, a kind to a rank.
fn the_hand_has_room(setup: &str) {
    let board = setup
        .split(' ')
        .find(|word| word.contains('_'))
        .expect("a board");
    let size = board.split('_').next().expect("a size");
    let (size, hand) = size.split_once('+').unwrap_or((size, "0"));
    let ranks = size.split_once('x').expect("files and ranks").1;
    let number = |text: &str| text.parse::<usize>().expect("a number");
    assert!(number(hand) <= number(ranks), "{setup}");
}

/// Whether XBoard, which knows nothing but the text of a move, has the right board after it.
fn is_seen(position: &Position, mv: &Move) -> bool {
    let elsewhere = mv
        .captures
        .iter()
        .filter(|square| **square != mv.to)
        .count();
    let castles = mv.kind == MoveKind::Castle;
    let moves_more = !mv.shifts.is_empty() && !castles;
    let has_effect = mv
        .effects
        .iter()
        .any(|effect| !matches!(effect, Effect::Via { .. } | Effect::State { .. }));
    let gates = mv.gate.is_some() && position.variant().def().gating().is_none();
    elsewhere <= 1
        && !moves_more
        && !has_effect
        && !gates
        && mv.wall.is_none()
        && mv.converts.is_empty()
}

#[test]
fn the_start_that_xboard_sends_has_its_rights() {
    // On high boards it names squares that are not there, and it sends no rights in games that it does not have.
    for passed in ["-", "l@", "l<"] {
        let mut driver = Driver::new("xboard");
        for line in ["xboard", "protover 2", "new", "variant almost", "force"] {
            driver.send(line);
        }
        let board = "rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR";
        let set = driver.send(&format!("setboard {board} w - {passed} 0 1"));
        assert!(set.is_empty(), "{set:?}");
        // A dot is what it writes behind a move whose piece could be promoted to nothing.
        for mv in ["g1f3.", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7", "e1g1"] {
            let answer = driver.send(&format!("usermove {mv}"));
            assert!(answer.is_empty(), "{passed} {mv}: {answer:?}");
        }
    }
}

#[test]
fn what_is_offered_can_be_shown() {
    let mut random = Random::new(3);
    for (name, showing) in built_in_showings() {
        if showing.is_known || showing.level == ShowLevel::Not {
            continue;
        }
        let variant = builtin(name);
        for position in random_game(&variant, &mut random, 40) {
            for mv in position.legal_moves() {
                assert!(
                    is_seen(&position, &mv),
                    "{name}: {} in {position:?}",
                    position.move_text(&mv)
                );
            }
        }
    }
}

#[test]
fn every_variant_is_played() {
    let mut driver = Driver::new("xboard");
    let mut random = Random::new(23);
    let hello = driver.send("protover 2");
    assert_eq!(hello.first().map(String::as_str), Some("feature done=0"));
    assert_eq!(hello.last().map(String::as_str), Some("feature done=1"));
    for (index, (name, showing)) in built_in_showings().iter().enumerate() {
        assert!(driver.send("new").is_empty());
        let lines = driver.send(&format!("variant {}", showing.name));
        assert_eq!(lines, showing.lines, "{name}");
        assert!(driver.send("force").is_empty());
        let variant = builtin(name);
        let mut position = variant.start();
        // What XBoard is told of the start is the start.
        if let Some(setup) = showing.lines.first() {
            let fen: Vec<&str> = setup.split(' ').skip(3).collect();
            let fen = fen.join(" ");
            let told = variant.parse_fen(&fen);
            let told = told.unwrap_or_else(|error| panic!("{name}: {fen}: {error:?}"));
            assert_eq!(told.board(), position.board(), "{name}");
        }
        for _ in 0..5 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.outcome().is_over() {
                break;
            }
            let mv = &moves[random.below(moves.len())];
            let played = driver.send(&format!("usermove {}", sent(&variant, &position, mv)));
            position = position.play_unchecked(mv);
            let is_result = |line: &String| line.starts_with(['0', '1']);
            assert!(played.iter().all(is_result), "{name}: {played:?}");
        }
        let refused = driver.send("usermove a1z99");
        assert!(
            matches!(&refused[..], [line] if line.starts_with("Illegal move (E060")),
            "{name}: {refused:?}"
        );
        let refused = driver.send("setboard 8/8/bad");
        assert_eq!(refused.len(), 2, "{name}: {refused:?}");
        let refused = driver.send("usermove a1a2");
        assert!(
            refused[0].starts_with("Illegal move"),
            "{name}: {refused:?}"
        );
        driver.send(&format!("setboard {}", position.to_fen()));
        // A search makes tables that take long to make.
        if index % 8 != 0 {
            continue;
        }
        driver.send("nps 1");
        driver.send("st 30");
        let answers = driver.send("go");
        let is_answer = |line: &String| {
            line.starts_with("move ") || line.contains(" {") || line.starts_with(['0', '1'])
        };
        assert!(answers.iter().any(is_answer), "{name}: {answers:?}");
    }
}

/// A move as our own text; ranks are counted as XBoard does.
fn sent(variant: &ferz::game::Variant, position: &Position, mv: &Move) -> String {
    let shape = variant.shape();
    let text = position.move_text(mv);
    if shape.has_intersections() {
        return text;
    }
    let first = u32::from(shape.ranks() != 10);
    let mut written = String::new();
    let mut rest = text.as_str();
    while let Some(char) = rest.chars().next() {
        if let Some((square, length)) = shape.parse_prefix(rest) {
            let file = ferz::geometry::BoardShape::file_name(shape.file_of(square));
            written.push_str(&format!(
                "{file}{}",
                u32::from(shape.rank_of(square)) + first
            ));
            rest = &rest[length..];
        } else {
            written.push(char);
            rest = &rest[char.len_utf8()..];
        }
    }
    written
}

#[test]
fn random_lines_do_no_harm() {
    let words = [
        "protover",
        "2",
        "new",
        "variant",
        "normal",
        "crazyhouse",
        "shako",
        "nosuch",
        "setboard",
        "8/8/8/8",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "w",
        "KQkq",
        "-",
        "0",
        "1",
        "usermove",
        "e2e4",
        "e7e5",
        "a0a1",
        "@@@@",
        "P@e4",
        "e2e4,",
        "d4e5,e5f6",
        "go",
        "playother",
        "force",
        "?",
        ".",
        "result",
        "1-0",
        "{mate}",
        "level",
        "40",
        "5:30",
        "0.1",
        "st",
        "sd",
        "nps",
        "time",
        "otim",
        "-1",
        "1e99",
        "NaN",
        "ping",
        "analyze",
        "exit",
        "undo",
        "remove",
        "exclude",
        "include",
        "all",
        "hint",
        "bk",
        "post",
        "nopost",
        "hard",
        "easy",
        "memory",
        "cores",
        "option",
        "Skill Level=4",
        "MultiPV=2",
        "name",
        "draw",
        "lift",
        "put",
        "hover",
        "e2",
        "é",
        "\u{0}",
        "edit",
        "accepted",
        "xboard",
    ];
    let mut driver = Driver::idle("xboard");
    // Many searchers are made, each with a table.
    driver.send("memory 1");
    let mut random = Random::new(8);
    for _ in 0..40_000 {
        let mut line = String::new();
        for _ in 0..random.below(5) {
            line.push_str(words[random.below(words.len())]);
            line.push(' ');
        }
        // Tables of any size can be asked for; here they would only take long.
        let chooses = line.contains("variant") && random.below(40) > 0;
        if chooses || line.contains("memory") || line.starts_with("protover") {
            continue;
        }
        driver.send(&line);
    }
    driver.send("exit");
    driver.send("new");
    while driver.is_busy() {
        driver.send("force");
    }
    driver.send("new");
    driver.send("force");
    driver.send("sd 1");
    driver.send("go");
    // Searches of this driver begin when they are told to stop.
    let answers = driver.send("?");
    assert!(
        answers.iter().any(|line| line.starts_with("move ")),
        "{answers:?}"
    );
}

#[test]
fn a_search_hears_what_is_said() {
    let mut program = Program::start(&["xboard"]);
    program.send("xboard");
    program.send("protover 2");
    program.expect("feature done=1");
    program.send("new");
    program.send("force");
    program.send("analyze");
    program.send("ping 1");
    program.expect("pong 1");
    program.send("usermove e2e4");
    program.send("ping 2");
    program.expect("pong 2");
    program.send("exit");
    program.send("st 100");
    program.send("go");
    program.send("?");
    program.expect("move ");
    program.send("go");
    program.send("quit");
    program.ends();
}

/// The depth would be forgotten if it were set before the new game begins, and the move take a minute.
#[test]
fn settings_do_not_overtake_a_new_game() {
    let mut program = Program::start(&["xboard"]);
    for line in ["xboard", "protover 2", "new", "st 600", "sd 1", "go"] {
        program.send(line);
    }
    program.expect("move ");
    program.send("quit");
    program.ends();
}

/// A move that is looked at once for each of its bytes would take an hour.
#[test]
fn a_move_of_any_length_is_read_once() {
    let mut driver = Driver::new("xboard");
    driver.send("new");
    driver.send("force");
    for word in ["usermove", "exclude", "include"] {
        for part in ["a", "1", "x", "a1", "P@", "(", ","] {
            let text = part.repeat(1_000_000 / part.len());
            let answers = driver.send(&format!("{word} {text}"));
            let [answer] = &answers[..] else {
                panic!("{word} {part}: {} answers", answers.len());
            };
            assert!(answer.contains("llegal move"), "{word} {part}: {answer}");
            assert!(answer.len() < 1000, "{word} {part}");
        }
    }
}

/// More than there can be is not taken silently.
#[test]
fn more_threads_and_memory_than_can_be_had_are_told() {
    let mut driver = Driver::new("xboard");
    driver.send("new");
    assert_eq!(
        driver.send("cores 9999"),
        ["# cores 9999: the maximum is 512"]
    );
    assert_eq!(driver.send("cores 2"), [""; 0]);
    let told = driver.send("memory 99999");
    assert_eq!(told, ["# memory 99999: the maximum is 16384"]);
}

/// What is refused while the engine thinks, or has nothing to do with the game, leaves it a move to make.
#[test]
fn a_search_bears_what_changes_nothing() {
    let lines = [
        "foo",
        "hint",
        "bk",
        "memory 8",
        "cores 1",
        "option Skill Level=20",
        "option Nothing=1",
        "variant nosuch",
        "usermove e9e9",
        "usermove e7e5",
        "include all",
        "exclude e2e4",
    ];
    for line in lines {
        let mut driver = Driver::idle("xboard");
        for line in ["new", "go", line] {
            let answers = driver.send(line);
            assert!(!answers.iter().any(|it| it.starts_with("move ")), "{line}");
        }
        assert!(driver.is_busy(), "{line}");
        let answers = driver.send("?");
        assert!(
            answers.iter().any(|it| it.starts_with("move ")),
            "{line}: {answers:?}"
        );
        assert_eq!(driver.send("ping 7"), ["pong 7"], "{line}");
    }
}

/// What changes the game, or who plays, ends the search without a move.
#[test]
fn a_search_is_given_up_for_another_game() {
    for line in ["new", "force", "variant crazyhouse", "result *", "quit"] {
        let mut driver = Driver::idle("xboard");
        for line in ["new", "usermove e2e4", line, "?", "ping 8"] {
            let answers = driver.send(line);
            assert!(!answers.iter().any(|it| it.starts_with("move ")), "{line}");
        }
        assert!(!driver.is_busy(), "{line}");
    }
}

/// XBoard 4.9.1 takes `U` for no move at all.
#[test]
fn no_piece_is_said_to_move_in_a_way_that_xboard_does_not_know() {
    for (name, showing) in built_in_showings() {
        for line in &showing.lines {
            assert!(!line.ends_with("& U"), "{name}: {line}");
        }
    }
}

/// Between engines XBoard gives the game to the other side if it does not see the victory that is claimed.
#[test]
fn a_victory_that_xboard_does_not_see_is_left_to_the_loser_to_say() {
    let position = "k10/11/1K9/2Q8/11/11/11/11/11/11 w - - 0 1";
    let claims = |answers: &[String]| {
        answers
            .iter()
            .any(|line| line.starts_with("1-0 {checkmate}"))
    };
    for (meets, is_claimed) in [("computer", false), ("name Nobody", true)] {
        let mut winner = Driver::new("xboard");
        for line in ["new", "variant wildebeest", meets, "force", "sd 3"] {
            winner.send(line);
        }
        winner.send(&format!("setboard {position}"));
        let answers = winner.send("go");
        let played = answers.iter().find(|line| line.starts_with("move "));
        assert!(played.is_some(), "{answers:?}");
        assert_eq!(claims(&answers), is_claimed, "{meets}: {answers:?}");
        let mut loser = Driver::new("xboard");
        for line in ["new", "variant wildebeest", meets, "force"] {
            loser.send(line);
        }
        loser.send(&format!("setboard {position}"));
        let mut answers = loser.send(&played.expect("a move").replace("move", "usermove"));
        answers.extend(loser.send("go"));
        assert!(claims(&answers), "{answers:?}");
    }
}
