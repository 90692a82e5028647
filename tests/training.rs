//! Evaluation networks and their training: games, positions, trainers, files and `ferz train`.

use std::fs;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use ferz::eval::{Evaluation, Tuning};
use ferz::game::Variant;
use ferz::search::{SearchOptions, Searcher};
use ferz_trainer::{
    Contest, GameFile, GameReader, GameRecord, Generator, Header, Lesson, Options, Terms, Trainer,
};

use crate::harness::{Folder, builtin};

fn games(variant: &Variant, count: usize, first: u64, jobs: usize) -> Vec<GameRecord> {
    let terms = Terms {
        nodes: 30,
        seed: 5,
        evaluation: Evaluation::Derived,
        max_plies: 60,
    };
    let mut games = Vec::new();
    let generator = Generator::new(variant, terms);
    let played = generator.play(first, jobs, &AtomicBool::new(false), |game| {
        games.push(game);
        games.len() < count
    });
    played.expect("threads start");
    games
}

fn lesson(variant: &Variant, games: &[GameRecord]) -> Lesson {
    let mut lesson = Lesson::default();
    let added = lesson.add(variant, 0, games, 2);
    added.expect("they are games of the variant");
    lesson
}

const OPTIONS: Options = Options {
    hidden: 16,
    outputs: 2,
    lambda: 0.2,
    is_alone: false,
    passes: 3,
    seed: 1,
};

fn trained(variant: &Variant, lesson: &Lesson, jobs: usize) -> Trainer {
    let mut trainer = Trainer::new(variant, &lesson.learned, OPTIONS);
    for _ in 0..OPTIONS.passes {
        trainer.pass(&lesson.learned, jobs);
    }
    trainer
}

#[test]
fn games_do_not_depend_on_the_number_of_jobs() {
    for name in ["chess", "crazyhouse", "rococo"] {
        let variant = builtin(name);
        let one = games(&variant, 6, 0, 1);
        assert_eq!(one, games(&variant, 6, 0, 3), "{name}");
        assert_eq!(one[4..], games(&variant, 2, 4, 2), "{name}");
        assert!(one.iter().any(|game| game.plies.len() > 10), "{name}");
    }
}

#[test]
fn a_file_of_games_goes_on_after_a_game_that_was_cut_off() {
    let folder = Folder::new("training-games");
    let path = folder.place().join("games");
    let variant = builtin("losalamos");
    let games = games(&variant, 5, 0, 1);
    let header = Header {
        definition: "losalamos".to_owned(),
        evaluation: "derived".to_owned(),
        nodes: 30,
        seed: 5,
    };
    let open = |header: &Header| GameFile::append(&path, header);
    let mut file = open(&header).expect("a new file");
    for game in &games[..4] {
        file.add(game).expect("there is room");
    }
    file.flush().expect("there is room");
    let whole = fs::read(&path).expect("the file");
    fs::write(&path, &whole[..whole.len() - 3]).expect("there is room");
    let mut file = open(&header).expect("the file of before");
    assert_eq!(file.games(), 3);
    for game in &games[3..] {
        file.add(game).expect("there is room");
    }
    drop(file);
    let reader = GameReader::open(&path).expect("a file of games");
    assert_eq!(reader.header(), &header);
    assert_eq!(reader.collect::<Vec<_>>(), games);
    let other = Header {
        nodes: 31,
        ..header
    };
    assert!(open(&other).is_err());
    fs::write(&path, "[pieces]\n").expect("there is room");
    assert!(open(&other).is_err());
    assert!(GameReader::open(&path).is_err());
}

#[test]
fn a_network_does_not_depend_on_the_number_of_jobs_or_on_interruptions() {
    let variant = builtin("losalamos");
    let lesson = lesson(&variant, &games(&variant, 60, 0, 2));
    let whole = trained(&variant, &lesson, 1);
    let network = whole.network();
    assert_eq!(network, trained(&variant, &lesson, 3).network());
    let mut begun = Trainer::new(&variant, &lesson.learned, OPTIONS);
    begun.pass(&lesson.learned, 2);
    let state = begun.state();
    let mut resumed = Trainer::new(&variant, &lesson.learned, OPTIONS);
    assert!(!resumed.resume(&state[1..]));
    assert!(resumed.resume(&state));
    assert_eq!(resumed.passes_done(), 1);
    for _ in 1..OPTIONS.passes {
        resumed.pass(&lesson.learned, 1);
    }
    assert_eq!(network, resumed.network());
    // It has learned something.
    let errors = whole.measure(&lesson.learned, 2);
    assert!(errors.of_network()[0] < errors.of_base()[0], "{errors:?}");
}

#[test]
fn integers_say_what_the_trainer_says() {
    for name in ["chess", "minishogi", "3check"] {
        let variant = builtin(name);
        let games = games(&variant, 12, 0, 2);
        let trainer = trained(&variant, &lesson(&variant, &games), 2);
        let network = trainer.network();
        for game in &games {
            let mut position = variant.start();
            let indices = game.opening.iter().copied();
            for index in indices.chain(game.plies.iter().map(|ply| ply.choice)) {
                let code = position.moves().get(index as usize).expect("a legal move");
                position = position.play_code(code);
                let [exact, rounded] = [
                    f64::from(trainer.evaluate(position.setup())),
                    network
                        .evaluate(&variant, position.setup())
                        .expect("it fits"),
                ];
                // Each of some thirty weights is rounded to a 255th.
                assert!((exact - rounded).abs() < 12.0, "{name}: {exact}, {rounded}");
            }
        }
    }
}

#[test]
fn sides_are_alike_to_a_network() {
    for name in ["chess", "shogi", "xiangqi", "capablanca"] {
        let variant = builtin(name);
        let games = games(&variant, 4, 0, 2);
        let network = trained(&variant, &lesson(&variant, &games), 2).network();
        let options = SearchOptions {
            evaluation: Evaluation::Tuned(Tuning::of_network(network).into()),
            ..SearchOptions::default()
        };
        let searcher = Searcher::new(&variant, options);
        // After the same first moves of both sides the position is symmetric, and only the tempo counts.
        let start = searcher.evaluate(&variant.start());
        let passed = searcher.evaluate(&variant.start().null_move());
        assert_eq!(start, passed, "{name}");
    }
}

#[test]
fn evaluation_files_contain_networks() {
    let chess = builtin("chess");
    let games = games(&chess, 4, 0, 2);
    let network = trained(&chess, &lesson(&chess, &games), 2).network();
    let text = Tuning::of_network(network.clone()).to_text();
    let read = Tuning::read(&text, chess.def())
        .into_result()
        .expect("it is whole");
    assert_eq!(read.network(), Some(&network));
    assert_eq!(read.to_text(), text);
    // They have the same board and pieces.
    for name in ["kingofthehill", "fischerandom"] {
        let alike = builtin(name);
        assert!(
            Tuning::read(&text, alike.def()).into_result().is_ok(),
            "{name}"
        );
    }
    let fault = |text: &str, variant: &Variant| {
        let findings = Tuning::read(text, variant.def())
            .into_result()
            .expect_err("a fault");
        let first = &findings[0];
        format!("{} {}", first.code.as_str(), first.message)
    };
    assert_eq!(
        fault(&text, &builtin("shogi")),
        "E0631 the network was trained for another board or other pieces"
    );
    let damaged = "E0631 the network is unsound: the weights are damaged";
    let cut = text.find("weights").expect("weights") + 40;
    let shorter = format!("{}{}", &text[..cut], &text[cut + 4..]);
    assert_eq!(fault(&shorter, &chess), damaged);
    let hidden = text.replace("hidden = 16", "hidden = 32");
    assert_eq!(fault(&hidden, &chess), damaged);
    let odd = text.replace("hidden = 16", "hidden = 17");
    let message = "E0631 the network is unsound: a number is out of range";
    assert_eq!(fault(&odd, &chess), message);
    let less = text.replace("full = ", "fill = ");
    assert!(fault(&less, &chess).contains("unknown key `fill`"));
}

#[test]
fn a_contest_counts_for_the_first_evaluation() {
    let variant = builtin("losalamos");
    // With one node a move against many, the second one wins.
    let contest = Contest {
        evaluations: [Evaluation::Derived, Evaluation::Derived],
        nodes: [1, 400],
        seed: 1,
        max_plies: 200,
    };
    let mut points = Vec::new();
    let played = contest.play(&variant, 2, &AtomicBool::new(false), |pair| {
        points.extend(pair);
        points.len() < 20
    });
    played.expect("threads start");
    assert!(points.iter().sum::<f64>() < 4.0, "{points:?}");
}

/// The exit code, standard output and standard error of `ferz train`.
fn train(hours: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["train", "--hours", hours, "--nodes", "20", "--jobs", "2"])
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn a_training_goes_on_in_its_folder() {
    let folder = Folder::new("train");
    let definition = "[smallest]\nboard = { files = 5, ranks = 6 }\nstart = 'rnbkr/ppppp/5/5/PPPPP/RNBKR'\n\
        [smallest.pieces]\n\
        king = { letter = 'K', move = 'K', royal = true }\n\
        rook = { letter = 'R', move = 'R' }\n\
        knight = { letter = 'N', move = 'N' }\n\
        bishop = { letter = 'B', move = 'B' }\n\
        pawn = { letter = 'P', move = 'fmWfcF', promotion = { zone = 'rank -1', to = ['rook'] } }\n";
    folder.write("smallest.toml", definition);
    let file = folder.path("smallest.toml");
    let (code, out, err) = train("0.001", &[&file]);
    assert_eq!(code, Some(0), "{err}");
    assert!(
        out.contains("network against the evaluation without it: "),
        "{out}"
    );
    let stored = |name: &str| fs::metadata(folder.path(name)).map_or(0, |file| file.len());
    let games = "smallest.training/games-2";
    let before = stored(games);
    assert!(before > 100, "{err}");
    assert!(stored("smallest.training/network-2.eval.toml") > 1000);
    assert_eq!(stored("smallest.training/trainer-2"), 0);
    assert_eq!(stored("smallest.training/best-2"), 0);
    let is_kept = stored("smallest.eval.toml") > 0;
    assert_eq!(
        is_kept,
        out.contains("smallest.eval.toml: written"),
        "{out}"
    );
    assert_eq!(is_kept, !err.contains("is not stronger"), "{err}");
    // The time is used up, so nothing is played again.
    let (code, out, err) = train("0.001", &[&file, "--force", "--json"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("continues the training"), "{err}");
    assert_eq!(stored(games), before);
    let answer: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert!(answer["games"].as_u64() >= Some(80), "{out}");
    assert!(answer["contest"]["games"].as_u64() >= Some(20), "{out}");
    let (code, _, err) = train("0.001", &[&file, "--force", "--seed", "7"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("another `--folder`"), "{err}");
    // More time gives another generation, once.
    for _ in 0..2 {
        let (code, _, err) = train("0.002", &[&file, "--force"]);
        assert_eq!(code, Some(0), "{err}");
    }
    assert_eq!(stored(games), before);
    assert!(stored("smallest.training/games-3") > 100);
    assert!(stored("smallest.training/network-3.eval.toml") > 1000);
    assert_eq!(stored("smallest.training/games-4"), 0);
}

#[test]
fn a_training_says_what_it_cannot_do() {
    let folder = Folder::new("train-refused");
    let place = folder.path("games");
    let taikyoku = concat!(root!(), "/examples/variants/taikyoku.toml");
    for (hours, arguments, says) in [
        ("0", &["chess"][..], "expected a number from 0.001 to 1000"),
        (
            "1",
            &["chess", "--hidden", "20"],
            "expected a multiple of 16 up to 256",
        ),
        (
            "1",
            &["no-such-game"],
            "no built-in variant or file is called `no-such-game`",
        ),
        (
            "1",
            &[taikyoku, "--folder", &place],
            "the board and the pieces are too many for a network",
        ),
    ] {
        let (code, _, err) = train(hours, arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {err}");
        assert!(err.contains(says), "{arguments:?}: {err}");
    }
}
