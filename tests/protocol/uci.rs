//! UCI with every built-in, and with invalid lines.

use ferz::formats::Catalog;
use ferz::notation::move_texts;

use super::driver::Driver;
use super::program::Program;
use crate::harness::{Random, builtin};

#[test]
fn every_variant_is_played() {
    let mut driver = Driver::new("uci");
    let hello = driver.send("uci");
    assert!(
        hello.last().is_some_and(|last| last == "uciok"),
        "{hello:?}"
    );
    let offered = hello
        .iter()
        .find(|line| {
            line.starts_with("option name UCI_Variant type combo default chess var chess var ")
        })
        .expect("variants are offered");
    let mut random = Random::new(19);
    for (index, name) in Catalog::builtin().names().enumerate() {
        assert!(format!("{offered} ").contains(&format!(" var {name} ")));
        let blank = [" ", "  ", "\t"][index % 3];
        let answers = driver.send(&format!(
            "setoption name UCI_Variant{blank}value{blank}{name}"
        ));
        let variant = builtin(name);
        let mut position = variant.start();
        let [described] = &answers[..] else {
            panic!("{name}: {answers:?}");
        };
        assert!(described.starts_with(&format!("info string variant {name} files ")));
        assert!(described.ends_with(&format!(" startpos {}", position.to_fen())));
        assert!(driver.send("position startpos").is_empty());
        let count = driver.send("go perft 1");
        let leaves = format!("Nodes searched: {}", position.legal_moves().len());
        assert!(count.contains(&leaves), "{name}: {count:?}");
        let mut played = Vec::new();
        for _ in 0..5 {
            let texts = move_texts(&position);
            if texts.is_empty() || position.outcome().is_over() {
                break;
            }
            let (text, mv) = &texts[random.below(texts.len())];
            played.push(text.clone());
            position = position.play_unchecked(mv);
            let line = format!("position startpos moves {}", played.join(" "));
            assert_eq!(driver.send(&line), Vec::<String>::new(), "{name}: {line}");
        }
        let shown = driver.send("d");
        let fen = format!("Fen: {}", position.to_fen());
        assert!(shown.contains(&fen), "{name}: {shown:?}");
        let refused = driver.send("position startpos moves z99z98");
        assert!(
            matches!(&refused[..], [line] if line.starts_with("info string error[E060")),
            "{name}: {refused:?}"
        );
        assert!(driver.send("d").contains(&fen), "{name}");
        assert!(
            driver
                .send("go depth 1")
                .contains(&"bestmove 0000".to_owned())
        );
        // A search makes tables that take long to make.
        if index % 8 != 0 {
            continue;
        }
        driver.send("position startpos");
        let answers = driver.send("go nodes 30");
        let last = answers.last().expect("an answer");
        let best = last.strip_prefix("bestmove ").expect(name);
        let best = best.split(' ').next().expect("a move");
        if best != "(none)" {
            let line = format!("position startpos moves {best}");
            assert_eq!(driver.send(&line), Vec::<String>::new(), "{name}: {line}");
            let is_line = |line: &String| line.contains(" score ") && line.contains(" pv ");
            assert!(answers.iter().any(is_line), "{name}: {answers:?}");
        }
    }
}

#[test]
fn random_lines_do_no_harm() {
    let words = [
        "uci",
        "isready",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "e1g1",
        "0000",
        "go",
        "depth",
        "nodes",
        "perft",
        "1",
        "2",
        "0",
        "-1",
        "movetime",
        "99999999999999999999",
        "stop",
        "ponderhit",
        "ponder",
        "infinite",
        "searchmoves",
        "mate",
        "setoption",
        "name",
        "value",
        "UCI_Variant",
        "chess",
        "crazyhouse",
        "xiangqi",
        "Hash",
        "MultiPV",
        "Threads",
        "UCI_Chess960",
        "true",
        "false",
        "UCI_Dialect",
        "ferz",
        "d",
        "eval",
        "flip",
        "ucinewgame",
        "debug",
        "on",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "w",
        "KQkq",
        "-",
        "8/8/8/8",
        "é",
        "\u{0}",
        "P@e4",
        "wtime",
        "btime",
        "1e999",
        "NaN",
        "",
        ";",
        "@@@@",
        "k7/8/8/8/8/8/8/K7",
    ];
    let begins = [
        "position startpos moves",
        "position fen",
        "go",
        "setoption name",
        "",
    ];
    let mut driver = Driver::idle("uci");
    let mut random = Random::new(5);
    for _ in 0..100_000 {
        let mut line = begins[random.below(begins.len())].to_owned();
        for _ in 0..random.below(5) {
            line.push(' ');
            line.push_str(words[random.below(words.len())]);
        }
        // These are bounded where they are asked for; here they would only take long.
        let chooses = line.contains("UCI_") && random.below(40) > 0;
        if chooses || line.contains("Hash") || line.contains("perft 2") && line.contains("xiangqi")
        {
            continue;
        }
        driver.send(&line);
    }
    while driver.is_busy() {
        driver.send("stop");
    }
    driver.send("setoption name UCI_Variant value chess");
    driver.send("position startpos");
    let mut answers = driver.send("go depth 1");
    answers.extend(driver.send("stop"));
    assert!(
        answers
            .last()
            .is_some_and(|last| last.starts_with("bestmove "))
    );
}

#[test]
fn a_search_hears_what_is_said() {
    let mut program = Program::start(&["uci"]);
    program.send("uci");
    program.expect("uciok");
    program.send("go infinite");
    program.send("isready");
    program.expect("readyok");
    // Options wait for the end of the search, and are not lost.
    program.send("setoption name UCI_Variant value shogi");
    program.send("stop");
    program.expect("bestmove ");
    program.expect("info string variant shogi ");
    program.send("go ponder movetime 20");
    program.send("isready");
    program.expect("readyok");
    program.send("ponderhit");
    program.expect("bestmove ");
    program.send("go infinite");
    program.send("quit");
    program.ends();
}

/// The limit of nodes is that of the first thread; the others are counted in addition.
#[test]
fn the_nodes_of_all_threads_are_counted() {
    let mut program = Program::start(&["uci"]);
    let mut nodes = |threads: u8| -> u64 {
        program.send(&format!("setoption name Threads value {threads}"));
        program.send("go nodes 400000");
        let mut last = String::new();
        let mut nodes = 0;
        while !last.starts_with("bestmove ") {
            last = program.expect("");
            let mut words = last.split(' ').skip_while(|word| *word != "nodes");
            nodes = words
                .nth(1)
                .and_then(|word| word.parse().ok())
                .unwrap_or(nodes);
        }
        nodes
    };
    assert!(nodes(1) <= 410_000);
    assert!(nodes(2) > 410_000);
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    let mut program = Program::start(&["uci"]);
    program.send("go infinite");
    program.send("isready");
    program.expect("readyok");
    program.close();
    program.ends();
}

#[test]
fn what_was_asked_for_before_the_end_of_the_input_is_answered() {
    let mut program = Program::start(&["uci"]);
    program.send("go depth 6");
    program.send("position startpos moves e2e4");
    program.send("go depth 5");
    program.close();
    for depth in [6, 5] {
        program.expect(&format!("info depth {depth} "));
        program.expect("bestmove ");
    }
    program.ends();
}

/// A file of an evaluation is for the variant that is played; a wrong one changes nothing.
#[test]
fn the_evaluation_of_a_file_is_taken() {
    let mut driver = Driver::new("uci");
    driver.send("position fen 4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    let score = |driver: &mut Driver| {
        driver.send("ucinewgame");
        driver.send("position fen 4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
        let lines = driver.send("go depth 2");
        let words: Vec<&str> = lines.iter().flat_map(|line| line.split(' ')).collect();
        let at = words
            .iter()
            .rposition(|word| *word == "cp")
            .expect("a score");
        words[at + 1].parse::<i32>().expect("a number")
    };
    let before = score(&mut driver);
    let wrong = driver.send("setoption name EvalFile value tests/data/evaluations/wrong.eval.toml");
    assert!(
        wrong
            .iter()
            .any(|line| line.contains("E0631") && line.contains("dragon"))
    );
    let missing = driver.send("setoption name EvalFile value tests/data/evaluations/none.toml");
    assert!(!missing.is_empty());
    assert_eq!(score(&mut driver), before);
    let path = "tests/data/evaluations/chess.eval.toml";
    assert!(
        driver
            .send(&format!("setoption name EvalFile value {path}"))
            .is_empty()
    );
    assert!(score(&mut driver) > before + 1000);
    // Another variant has its own evaluation, and the file counts again when its variant does.
    driver.send("setoption name UCI_Variant value makruk");
    driver.send("setoption name UCI_Variant value chess");
    assert!(score(&mut driver) > before + 1000);
    driver.send("setoption name EvalFile value derived");
    assert!(score(&mut driver) < before + 500);
}

/// A file beside a definition is taken, until another one is asked for; a wrong one is told.
#[test]
fn evaluations_stand_beside_definitions() {
    let mut driver = Driver::new("uci");
    let score = |driver: &mut Driver| {
        let lines = driver.send("eval");
        let line = lines
            .iter()
            .find(|line| line.starts_with("Final"))
            .expect("a score");
        let word = line.split(' ').nth(2).expect("a number");
        let pawns: f64 = word.parse().expect("a number");
        (pawns * 100.0).round() as i32
    };
    let path = "tests/data/evaluations/beside.toml";
    driver.send(&format!("setoption name VariantPath value {path}"));
    driver.send("setoption name UCI_Variant value beside");
    driver.send("position startpos moves b1c3");
    let beside = score(&mut driver);
    driver.send("setoption name EvalFile value derived");
    let derived = score(&mut driver);
    assert!(beside > derived + 200, "{beside} {derived}");
    driver.send("setoption name EvalFile value <empty>");
    assert_eq!(score(&mut driver), beside);
    driver.send("setoption name UCI_Variant value chess");
    driver.send("position startpos moves b1c3");
    assert!(score(&mut driver) < derived + 100);
    let path = "tests/data/evaluations/beside-wrong.toml";
    let said = driver.send(&format!("setoption name VariantPath value {path}"));
    assert!(
        said.iter()
            .any(|line| line.contains("E0631") && line.contains("beside-wrong.eval.toml")),
        "{said:?}"
    );
}

#[test]
fn a_name_in_its_own_spelling_comes_first() {
    let mut driver = Driver::new("uci");
    driver.send("setoption name VariantPath value tests/data/spelling.toml");
    for (name, rank) in [
        ("chess", "rnbqkbnr/"),
        ("Chess", "rnqknr/"),
        ("SHOGI", "lnsgkgsnl/"),
        ("CHESS", "rnqknr/"),
    ] {
        driver.send(&format!("setoption name UCI_Variant value {name}"));
        driver.send("position startpos");
        let lines = driver.send("d");
        let fen = format!("Fen: {rank}");
        assert!(
            lines.iter().any(|line| line.starts_with(&fen)),
            "{name}: {lines:?}"
        );
    }
}
