//! Drivers: the lines sent to engines, and the interpretation of their answers.

use std::time::Duration;

use ferz::game::Game;
use ferz_cli::referee::driver::{Cecp, Driver, EngineReply, Rules, Settings, UciDriver};
use ferz_cli::referee::{Budget, Limit};

use super::builtin;

fn rules(name: &str) -> Rules {
    Rules {
        variant: builtin(name),
        word: name.to_owned(),
        definition: None,
        ini: Err("no file".to_owned()),
    }
}

fn budget(limit: Limit) -> Budget {
    Budget {
        limit,
        left: [Some(Duration::from_secs(9)), Some(Duration::from_secs(8))],
        increments: [Duration::from_millis(100); 2],
        moves_to_go: None,
        deadline: Duration::from_secs(10),
    }
}

const CLOCK: Limit = Limit::Clock {
    moves: None,
    base: Duration::from_secs(70),
    increment: Duration::from_millis(100),
};

/// Hands a driver lines, and returns the last that was said.
fn hear(
    driver: &mut dyn Driver,
    game: &Game,
    lines: &[&str],
) -> (Vec<String>, Option<EngineReply>) {
    let mut sent = Vec::new();
    let mut said = None;
    for line in lines {
        let reply = driver.line(game, line);
        sent.extend(reply.send);
        said = reply.said.or(said);
    }
    (sent, said)
}

#[test]
fn values_that_an_engine_does_not_offer_are_not_sent() {
    let game = Game::new(rules("chess").variant.start());
    let greeting = [
        "option name Skill Level type spin default 20 min -20 max 20",
        "option name Ponder type check default false",
        "option name Style type combo default solid var solid var wild",
        "uciok",
    ];
    for (name, good, bad) in [
        ("Skill_Level", "-20", "21"),
        ("ponder", "true", "maybe"),
        ("Style", "wild", "wilder"),
    ] {
        for (value, is_good) in [(good, true), (bad, false)] {
            let mut driver = UciDriver::new(Settings {
                options: [(name.to_owned(), value.to_owned())].into(),
                variant: None,
            });
            driver.greet();
            let (_, said) = hear(&mut driver, &game, &greeting);
            let is_refused = matches!(said, Some(EngineReply::Unable(_)));
            assert_eq!(is_refused, !is_good, "{name} {value}: {said:?}");
        }
    }
}

#[test]
fn uci() {
    let settings = Settings {
        options: [("skill_level", "3"), ("EvalFile", "own.toml")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
        variant: None,
    };
    let mut driver = UciDriver::new(settings);
    let rules = rules("capablanca");
    let mut game = Game::new(rules.variant.start());
    assert_eq!(driver.greet(), ["uci"]);
    let greeting = [
        "A banner that nobody asked for",
        "id name Some Engine",
        "option name Skill Level type spin default 20 min -20 max 20",
        "option name EvalFile type string default <empty>",
        "option name UCI_Variant type combo default chess var chess var capablanca",
        "uciok",
    ];
    let (sent, said) = hear(&mut driver, &game, &greeting);
    assert_eq!(sent, ["setoption name Skill Level value 3", "isready"]);
    assert_eq!(said, None);
    let ready = hear(&mut driver, &game, &["readyok"]);
    assert_eq!(ready.1, Some(EngineReply::Ready));
    assert_eq!(driver.name(), Some("Some Engine"));

    let reply = driver.prepare(&rules, &game, &budget(CLOCK));
    let expected = [
        "setoption name UCI_Variant value capablanca",
        "setoption name EvalFile value own.toml",
        "ucinewgame",
        "isready",
    ];
    assert_eq!(reply.send, expected);
    hear(&mut driver, &game, &["readyok"]);
    for text in ["f2f4", "f7f5", "g1h3", "g8h6", "h1i3"] {
        let mv = game.position().parse_move(text);
        if let Ok(mv) = mv {
            game.play(&mv).expect("a legal move");
        }
    }
    let fen = rules.variant.start().to_fen();
    let lines = driver.ask(&game, &budget(CLOCK));
    assert!(
        lines[0].starts_with(&format!("position fen {fen} moves f2f4 f7f5")),
        "{lines:?}"
    );
    assert_eq!(lines[1], "go wtime 9000 btime 8000 winc 100 binc 100");
    let move_text = game.position().move_text(&game.position().legal_moves()[0]);
    let answer = [
        "info depth 7 seldepth 9 multipv 1 score cp -31 nodes 812 time 3 pv f7f5",
        "info depth 7 multipv 2 score cp -90 nodes 900 pv a7a6",
        "info string nothing",
        &format!("bestmove {move_text} ponder e2e4"),
    ];
    let (_, said) = hear(&mut driver, &game, &answer);
    let Some(EngineReply::Move {
        text,
        meant,
        thought,
    }) = said
    else {
        panic!("{said:?}");
    };
    assert_eq!(text, move_text);
    assert!(meant.is_ok());
    assert_eq!((thought.score, thought.depth), (Some(-31), Some(7)));

    driver.ask(&game, &budget(Limit::Nodes(5)));
    let (_, said) = hear(&mut driver, &game, &["info score mate -2", "bestmove e2e9"]);
    assert!(
        matches!(&said, Some(EngineReply::Move { meant: Err(_), thought, .. }) if thought.score == Some(-99_998)),
        "{said:?}"
    );
    driver.ask(&game, &budget(Limit::Nodes(5)));
    assert_eq!(driver.interrupt(), ["stop"]);
    let late = hear(&mut driver, &game, &["bestmove e2e4"]);
    assert_eq!(late.1, Some(EngineReply::Ready));
}

#[test]
fn uci_engines_that_cannot_play() {
    let start = Game::new(builtin("grand").start());
    let mut driver = UciDriver::new(Settings::default());
    driver.greet();
    hear(&mut driver, &start, &["id name Chess", "uciok", "readyok"]);
    let reply = driver.prepare(&rules("grand"), &start, &budget(CLOCK));
    assert!(matches!(&reply.said, Some(EngineReply::Unable(why)) if why.contains("chess only")));
    let chess = Game::new(builtin("chess").start());
    let reply = driver.prepare(&rules("chess"), &chess, &budget(CLOCK));
    assert_eq!(reply.said, None);
    hear(&mut driver, &chess, &["readyok"]);
    let lines = driver.ask(
        &chess,
        &budget(Limit::MoveTime(Duration::from_millis(1500))),
    );
    assert_eq!(lines, ["position startpos", "go movetime 1500"]);

    let settings = Settings {
        options: vec![("Nothing".to_owned(), "1".to_owned())],
        variant: None,
    };
    let mut driver = UciDriver::new(settings);
    driver.greet();
    let (_, said) = hear(&mut driver, &chess, &["uciok"]);
    assert!(matches!(said, Some(EngineReply::Unable(_))), "{said:?}");
}

/// An engine without `usermove` and `setboard`, as Fairy-Max.
#[test]
fn xboard_with_bare_moves() {
    let chess = rules("chess");
    let mut game = Game::new(chess.variant.start());
    let mut driver = Cecp::new(Settings::default());
    assert_eq!(driver.greet(), ["xboard", "protover 2"]);
    let features = [
        "tellics say     An engine",
        "feature myname=\"An engine 5.0\"",
        "feature setboard=0 xedit=1 ping=1 done=0",
        "feature variants=\"normal,king-of-the-hill,makruk\"",
        "feature option=\"Resign -check 0\"",
        "feature done=1",
    ];
    let (sent, said) = hear(&mut driver, &game, &features);
    assert_eq!(said, Some(EngineReply::Ready));
    assert!(sent.contains(&"accepted ping".to_owned()), "{sent:?}");
    let reply = driver.prepare(&chess, &game, &budget(CLOCK));
    let expected = ["new", "level 0 1:10 0.1", "easy", "post", "force", "ping 1"];
    assert_eq!(reply.send, expected);
    let (_, said) = hear(&mut driver, &game, &["pong 1"]);
    assert_eq!(said, Some(EngineReply::Ready));
    for text in ["e2e4", "e7e5"] {
        let mv = game.position().parse_move(text).expect("a move");
        game.play(&mv).expect("a legal move");
    }
    let lines = driver.ask(&game, &budget(CLOCK));
    assert_eq!(lines, ["e2e4", "e7e5", "time 900", "otim 800", "go"]);
    let thinking = [
        "# a remark",
        "4 20 11 3000 4. ... d6 5. e4",
        "5 31 12 4000\tg1f3 b8c6",
        "move g1f3",
    ];
    let (sent, said) = hear(&mut driver, &game, &thinking);
    assert!(sent.is_empty(), "{sent:?}");
    let Some(EngineReply::Move {
        meant: Ok(mv),
        thought,
        ..
    }) = said
    else {
        panic!("{said:?}");
    };
    assert_eq!((thought.score, thought.nodes), (Some(31), Some(4000)));
    game.play(&mv).expect("a legal move");
    let mv = game.position().parse_move("b8c6").expect("a move");
    game.play(&mv).expect("a legal move");
    let lines = driver.ask(&game, &budget(CLOCK));
    assert_eq!(
        lines,
        ["time 900", "otim 800", "b8c6"],
        "it goes on by itself"
    );
    let (_, said) = hear(&mut driver, &game, &["4. ... b1c3"]);
    assert!(
        matches!(said, Some(EngineReply::Move { meant: Ok(_), .. })),
        "as in the first version: {said:?}"
    );
    driver.ask(&game, &budget(CLOCK));
    let (_, said) = hear(&mut driver, &game, &["1/2-1/2 {I am bored}"]);
    assert!(matches!(said, Some(EngineReply::Claims { white, .. }) if (white - 0.5).abs() < 1e-9));
    let (_, said) = hear(&mut driver, &game, &["Illegal move (why not): g1f3"]);
    assert!(matches!(said, Some(EngineReply::Refuses(_))));
    let (_, said) = hear(&mut driver, &game, &["resign"]);
    assert_eq!(said, Some(EngineReply::Resigns));

    // Names are compared without hyphens, and other games refused.
    let hill = rules("kingofthehill");
    let start = Game::new(hill.variant.start());
    let reply = driver.prepare(&hill, &start, &budget(CLOCK));
    assert_eq!(reply.send[1], "variant king-of-the-hill");
    let reply = driver.prepare(&rules("grand"), &game, &budget(CLOCK));
    assert!(matches!(reply.said, Some(EngineReply::Unable(_))));
    let reply = driver.prepare(&chess, &game, &budget(Limit::Nodes(100)));
    assert!(matches!(reply.said, Some(EngineReply::Unable(why)) if why.contains("nodes")));
    let makruk = rules("makruk");
    let elsewhere = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let position = makruk.variant.parse_fen(elsewhere).expect("a position");
    let reply = driver.prepare(&makruk, &Game::new(position), &budget(CLOCK));
    assert!(matches!(reply.said, Some(EngineReply::Unable(why)) if why.contains("start only")));
}

/// Our moves are shown one after the other, and what the engine has taken is taken back.
#[test]
fn xboard_engines_are_shown_all_moves() {
    let chess = rules("chess");
    let position = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    let game = Game::new(chess.variant.parse_fen(position).expect("a position"));
    let mut driver = Cecp::new(Settings::default());
    driver.greet();
    let features = ["feature usermove=1 setboard=1 done=1"];
    hear(&mut driver, &game, &features);
    driver.prepare(&chess, &game, &budget(CLOCK));
    assert_eq!(driver.ask_moves(&game), None, "nobody says when it is done");
    hear(&mut driver, &game, &["feature ping=1 done=1"]);
    driver.prepare(&chess, &game, &budget(CLOCK));
    let lines = driver.ask_moves(&game).expect("lines");
    let expected = ["new", "level 0 1:10 0.1", "easy", "post", "force"];
    assert_eq!(lines[..5], expected);
    assert_eq!(lines[5], format!("setboard {position}"));
    assert_eq!(lines[6..], ["ping 2"]);
    let (first, said) = hear(&mut driver, &game, &["pong 2"]);
    assert_eq!(said, None);
    assert_eq!(first[1..], ["ping 3"]);
    let (second, _) = hear(&mut driver, &game, &["Illegal move: so it says", "pong 3"]);
    assert_eq!(second.len(), 2, "nothing is taken back: {second:?}");
    let (third, _) = hear(&mut driver, &game, &["pong 4"]);
    assert_eq!(third[0], "undo");
    let (last, said) = hear(&mut driver, &game, &["pong 5"]);
    assert_eq!(last, ["undo"]);
    let Some(EngineReply::Lists(refused)) = said else {
        panic!("{said:?}");
    };
    assert_eq!(format!("usermove {}", refused[0]), first[0]);
    let difference = driver.compare_moves(&game, &refused).expect("a difference");
    assert!(difference.contains(&refused[0]), "{difference}");
    assert!(difference.contains(position), "{difference}");
    assert_eq!(driver.compare_moves(&game, &[]), None);
}

#[test]
fn xboard_counts_ten_ranks_from_0_and_has_its_own_letters() {
    let grand = rules("grand");
    let mut game = Game::new(grand.variant.start());
    let mut driver = Cecp::new(Settings::default());
    driver.greet();
    let features = ["feature ping=1 usermove=1 setboard=1 variants=\"normal,grand\" done=1"];
    hear(&mut driver, &game, &features);
    driver.prepare(&grand, &game, &budget(CLOCK));
    let start = grand.variant.start().to_fen();
    let theirs = start.replace('c', "x").replace('C', "X");
    let setup = format!("setup (PNBRQ) 10x10+0_grand {theirs}");
    let (_, said) = hear(&mut driver, &game, &[&setup, "pong 1"]);
    assert_eq!(said, Some(EngineReply::Ready));
    let mv = game.position().parse_move("a3a5").expect("a move");
    game.play(&mv).expect("a legal move");
    let lines = driver.ask(&game, &budget(Limit::Depth(3)));
    assert_eq!(lines, ["usermove a2a4", "go"]);
    let (_, said) = hear(&mut driver, &game, &["move b7b5"]);
    let Some(EngineReply::Move { meant: Ok(mv), .. }) = said else {
        panic!("{said:?}");
    };
    assert_eq!(game.position().move_text(&mv), "b8b6");
    let promoting = "k9/4P5/10/10/10/10/10/10/10/K9 w - - 0 1";
    let position = grand.variant.parse_fen(promoting).expect("a position");
    let game = Game::new(position);
    driver.ask(&game, &budget(Limit::Depth(3)));
    let (_, said) = hear(&mut driver, &game, &["move e8e9x"]);
    if let Some(EngineReply::Move { meant: Ok(mv), .. }) = said {
        assert_eq!(game.position().move_text(&mv), "e9e10c");
    }

    driver.prepare(&grand, &game, &budget(CLOCK));
    let other = "setup (PNBRQ) 10x10+0_grand rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1";
    let (_, said) = hear(&mut driver, &game, &[other, "pong 2"]);
    assert!(matches!(said, Some(EngineReply::Unable(why)) if why.contains("another game")));
}

#[test]
fn xboard_moves_of_several_lines() {
    let chess = rules("chess");
    let game = Game::new(chess.variant.start());
    let mut driver = Cecp::new(Settings::default());
    driver.greet();
    // An engine of the first version of the protocol knows no features.
    assert_eq!(driver.greeting_timeout(), Some(EngineReply::Ready));
    let reply = driver.prepare(&chess, &game, &budget(CLOCK));
    assert_eq!(reply.said, Some(EngineReply::Ready));
    driver.ask(&game, &budget(CLOCK));
    let (_, said) = hear(&mut driver, &game, &["move e2e3,", "move e3e4"]);
    assert!(
        matches!(said, Some(EngineReply::Move { text, meant: Err(_), .. }) if text == "e2e3,e3e4")
    );
    driver.ask(&game, &budget(CLOCK));
    let (_, said) = hear(&mut driver, &game, &["1. ... e2e4"]);
    assert!(matches!(said, Some(EngineReply::Move { meant: Ok(_), .. })));
}
