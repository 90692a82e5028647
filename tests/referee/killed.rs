//! After the referee of a match is killed, only its files are left.

#[cfg(target_os = "linux")]
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use super::program::{broken, ferz};
use crate::harness::Folder;

#[test]
fn a_referee_that_is_killed_goes_on_where_it_was() {
    let folder = Folder::new("killed");
    let engine = broken("ok", &folder);
    let arguments = |out: &str| {
        let words = [
            "match",
            "chess",
            "--engine",
            &engine,
            "--engine",
            "cmd=self",
            "--games",
            "6",
            "--openings",
            "random:2",
            "--balance",
            "off",
            "--depth",
            "1",
            "--max-plies",
            "20",
            "--out",
            out,
        ];
        words.map(str::to_owned).to_vec()
    };
    let program = env!("CARGO_BIN_EXE_ferz");
    let whole = Command::new(program)
        .args(arguments(&folder.path("whole")))
        .output()
        .expect("the program runs");
    assert_eq!(whole.status.code(), Some(0));
    let mut run = Command::new(program)
        .args(arguments(&folder.path("cut")))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let begun = Instant::now();
    let n_lines = || {
        let text = fs::read_to_string(folder.path("cut")).unwrap_or_default();
        text.matches('\n').count()
    };
    while n_lines() < 2 && begun.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(2));
    }
    run.kill().expect("it can be killed");
    run.wait().expect("it has ended");
    let mut again = arguments(&folder.path("cut"));
    again.push("--resume".to_owned());
    let resumed = Command::new(program).args(again).output();
    assert_eq!(resumed.expect("the program runs").status.code(), Some(0));
    assert_eq!(folder.rows("cut"), folder.rows("whole"));
}

/// What stands between the tags and the moves of each game, and the moves, in the order of rounds.
fn games_of(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).expect("games");
    let mut games: Vec<String> = text
        .split("[Event ")
        .skip(1)
        .map(|game| format!("[Event {game}"))
        .collect();
    games.sort();
    games
}

#[test]
fn games_that_were_torn_are_written_anew_from_the_results() {
    let folder = Folder::new("torn-games");
    let file = |name: &str| folder.path(name);
    let run = |more: &[&str]| {
        let (out, pgn) = (file("out"), file("pgn"));
        let mut arguments = vec!["match", "losalamos", "--variants=chess"];
        arguments.extend(["--engine", "cmd=self name=A", "--engine", "cmd=self name=B"]);
        arguments.extend([
            "--games=4",
            "--nodes=20",
            "--max-plies=12",
            "--openings=random:2",
        ]);
        arguments.extend(["--out", &out, "--pgn", &pgn]);
        ferz(&[&arguments[..], more].concat())
    };
    let (code, _, fault) = run(&[]);
    assert_eq!(code, Some(0), "{fault}");
    let whole = fs::read_to_string(file("pgn")).expect("games");
    let rows = fs::read_to_string(file("out")).expect("results");
    // From the results alone comes what was written while the games were played.
    for old in [
        "",
        &whole[..whole.len() - 30],
        &whole[..10],
        &format!("{}{whole}", &whole[..whole.len() / 3]),
        &format!("{whole}{whole}"),
    ] {
        fs::write(file("pgn"), old).expect("a file");
        let (code, _, fault) = run(&["--resume"]);
        assert_eq!(code, Some(0), "{fault}");
        assert_eq!(fs::read_to_string(file("pgn")).expect("games"), whole);
    }
    // The last game was written, and its row was not.
    let last = rows.trim_end().rfind('\n').expect("lines") + 1;
    fs::write(file("out"), &rows[..last]).expect("a file");
    let (code, _, fault) = run(&["--resume"]);
    assert_eq!(code, Some(0), "{fault}");
    let (games, counted) = (games_of(&file("pgn")), whole.matches("[Event ").count());
    assert_eq!(games.len(), counted);
    let rounds = |text: &str| text.matches("[Round \"4.2\"]").count();
    assert_eq!(rounds(&games.concat()), rounds(&whole));
    // Games of somebody else are not overwritten.
    fs::write(file("pgn"), "[Event \"Linares\"]\n\n1. e4 *\n").expect("a file");
    let (code, _, fault) = run(&["--resume"]);
    assert_eq!(code, Some(2), "{fault}");
    assert!(fault.contains("name another file"), "{fault}");
    assert!(
        fs::read_to_string(file("pgn"))
            .expect("games")
            .contains("Linares")
    );
}

/// Whether there is a process with this number; a shadow that nobody has waited for is none.
#[cfg(target_os = "linux")]
fn is_running(pid: &str) -> bool {
    let stat = fs::read_to_string(Path::new("/proc").join(pid).join("stat")).unwrap_or_default();
    let state = stat
        .rsplit_once(") ")
        .map(|(_, behind)| behind.chars().next());
    !matches!(state, None | Some(Some('Z' | 'X') | None))
}

/// An engine that hangs, with a child in a session of its own that hangs as well.
#[cfg(target_os = "linux")]
const HANGS: &str = "\
echo $$ >> PIDS
setsid sh -c 'echo $$ >> PIDS; exec sleep 600' &
trap '' TERM HUP INT PIPE
echo uciok
while read line; do
  case $line in
    isready) echo readyok ;;
    setoption*) echo $line >> OPTIONS ;;
    go*) while :; do sleep 600; done ;;
  esac
done
";

#[cfg(target_os = "linux")]
#[test]
fn nothing_outlives_a_referee_that_is_killed() {
    use rustix::process::{Pid, Signal, kill_process};
    for (name, signal) in [
        ("outlives-kill", Some(Signal::KILL)),
        ("outlives-term", Some(Signal::TERM)),
        ("outlives-end", None),
    ] {
        let folder = Folder::new(name);
        let (script, pids) = (folder.path("engine.sh"), folder.path("pids"));
        let text = HANGS
            .replace("PIDS", &pids)
            .replace("OPTIONS", &folder.path("options"));
        fs::write(&script, text).expect("a script");
        let temporary = folder.path("temporary");
        fs::create_dir(&temporary).expect("a folder");
        let wall = if signal.is_some() { "60" } else { "0.7" };
        let mut run = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args([
                "match",
                "chess",
                "--games=2",
                "--openings=start",
                "--depth=1",
            ])
            .args(["--wall", wall, "--engine", "cmd=self"])
            .args(["--engine", &format!("cmd=sh {script} name=H")])
            .env("TMPDIR", &temporary)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        let numbers = || fs::read_to_string(&pids).unwrap_or_default();
        let n_files = || fs::read_dir(&temporary).expect("a folder").count();
        let begun = Instant::now();
        let waits = |begun: Instant| {
            thread::sleep(Duration::from_millis(5));
            begun.elapsed() < Duration::from_secs(20)
        };
        while numbers().lines().count() < 2 && waits(begun) {}
        assert_eq!(n_files(), 1, "{name}: the rules for Fairy-Stockfish");
        if let Some(signal) = signal {
            let pid = Pid::from_raw(run.id() as i32).expect("a process");
            kill_process(pid, signal).expect("it can be killed");
        }
        run.wait().expect("it has ended");
        let begun = Instant::now();
        let is_left = || numbers().lines().any(is_running) || n_files() > 0;
        while is_left() && waits(begun) {}
        for pid in numbers().lines() {
            assert!(!is_running(pid), "{name}: {pid} is still there");
        }
        assert_eq!(n_files(), 0, "{name}");
    }
}
