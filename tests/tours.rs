//! Runs the programs in `examples`.

use crate::harness::snapshot;

#[expect(dead_code, reason = "tests call what `main` calls")]
#[path = "../examples/circe.rs"]
mod circe;
#[path = "../examples/in_browser.rs"]
mod in_browser;
#[expect(dead_code, reason = "tests call what `main` calls")]
#[path = "../examples/in_code.rs"]
mod in_code;
#[expect(dead_code, reason = "tests call what `main` calls")]
#[path = "../examples/madrasi.rs"]
mod madrasi;
#[expect(dead_code, reason = "tests call what `main` calls")]
#[path = "../examples/perft.rs"]
mod perft;
#[expect(dead_code, reason = "tests call what `main` calls")]
#[path = "../examples/pgn_statistic.rs"]
mod pgn_statistic;
#[expect(dead_code, reason = "tests call what `main` calls")]
#[path = "../crates/designer/examples/playing.rs"]
mod playing;
#[expect(dead_code, reason = "tests call what `main` calls")]
#[path = "../examples/playouts.rs"]
mod playouts;
#[expect(dead_code, reason = "tests call what `main` calls")]
#[path = "../examples/puzzle_checker.rs"]
mod puzzle_checker;
#[expect(dead_code, reason = "tests call what `main` calls")]
#[path = "../examples/random_player.rs"]
mod random_player;
#[expect(dead_code, reason = "tests call what `main` calls")]
#[path = "../crates/designer/examples/reading.rs"]
mod reading;
#[expect(dead_code, reason = "tests call what `main` calls")]
#[path = "../crates/designer/examples/snapshots.rs"]
mod snapshots;

/// The output of a program.
fn written(tour: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    tour(&mut out).expect("a list of bytes takes all");
    String::from_utf8(out).expect("text in UTF-8")
}

#[test]
fn tours_end_where_they_say() {
    snapshot(
        "tours",
        "reading",
        &written(|out| reading::tour("[F?R]", out)),
    );
    let slip = written(|out| reading::tour("fN+W", out));
    assert!(slip.starts_with("E0101 at `+`: "), "{slip}");
    snapshot("tours", "playing", &written(playing::tour));
    snapshot("tours", "snapshots", &written(snapshots::tour));
    let circe = written(circe::tour);
    let fen = "r3k3/3p4/8/3P4/8/8/8/4K3 b q - 0 1";
    assert_eq!(circe, format!("{fen}\n8902\n"));
    assert_eq!(written(in_code::tour), "5\n24\n161\n");
    assert_eq!(written(madrasi::tour), "e1d1 e1d2 e1e2 e1f1 e1f2\n");
    let ends = written(|out| playouts::play("losalamos", 20, out).map(drop));
    let counts = ends.lines().map(|line| line.split_whitespace().next());
    let games: usize = counts
        .map(|count| {
            count
                .and_then(|count| count.parse::<usize>().ok())
                .expect("a count")
        })
        .sum();
    assert_eq!(games, 20, "{ends}");
    assert!(ends.contains("checkmate"), "{ends}");
    let arguments = ["perft", "chess", "3"].map(str::to_owned);
    let count = written(|out| perft::count(&arguments, out));
    assert!(count.starts_with("chess perft 3: 8902 in "), "{count}");
}

#[test]
fn the_rules_alone_answer_requests() {
    let griffon = "name = 'griffon-chess'\ninherits = 'chess'\npieces.queen.move = '[F?R]'\n";
    let answer = in_browser::said(&format!("{griffon}\ne2e4\ne7e5\n")).expect("a position");
    let lines: Vec<&str> = answer.lines().collect();
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
    assert_eq!(lines[0], fen);
    assert!(lines[1].contains("d1e3"), "{answer}");
    assert_eq!(lines[2], "Ongoing");
    let wrong = in_browser::said(&format!("{griffon}\ne2e5\n")).expect_err("no such move");
    assert!(wrong.contains("cannot move to e5"), "{wrong}");
    let unclosed = griffon.replace("R]", "R");
    let wrong = in_browser::said(&unclosed).expect_err("a mistake");
    assert!(wrong.contains("E0105"), "{wrong}");
}

/// Short programs show that the library is easily used.
#[test]
fn small_programs_are_small_and_do_their_work() {
    for (name, text) in [
        (
            "random_player",
            include_str!("../examples/random_player.rs"),
        ),
        (
            "pgn_statistic",
            include_str!("../examples/pgn_statistic.rs"),
        ),
        (
            "puzzle_checker",
            include_str!("../examples/puzzle_checker.rs"),
        ),
    ] {
        let lines = text.lines().count();
        assert!(lines < 40, "{name} has {lines} lines");
    }
    let games = written(|out| random_player::play("crazyhouse", 2, out));
    let ends = written(|out| pgn_statistic::count(&mut games.as_bytes(), out));
    let count = |line: &str| line.split(' ').next().and_then(|n| n.parse::<usize>().ok());
    assert_eq!(
        ends.lines().filter_map(count).sum::<usize>(),
        2,
        "{games}{ends}"
    );
    assert!(!ends.contains("unknown"), "{ends}");
    let lichess = include_str!("data/pgn/lichess.pgn");
    let ends = written(|out| pgn_statistic::count(&mut lichess.as_bytes(), out));
    assert!(ends.contains("1 time-forfeit: 8 plies"), "{ends}");
    let puzzles = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; dm 1; id \"back rank\";\n\
                   8/8/8/8/8/5K1k/8/R7 w - - bm Ra2; dm 2; id \"too slow\";\n\
                   7k/8/5K2/8/8/8/8/6R1 w - - dm 2; id \"barely\";\n";
    let verdicts = written(|out| puzzle_checker::check(&mut puzzles.as_bytes(), out));
    assert_eq!(verdicts, "back rank: true\ntoo slow: false\nbarely: true\n");
}
