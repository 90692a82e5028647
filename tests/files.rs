//! Files written by the program: complete or unchanged, and never over files that the user has not
//! named.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::harness::Folder;

impl Folder {
    /// All files here and below with what is in them.
    fn contents(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        let mut waiting = vec![self.place().to_owned()];
        while let Some(folder) = waiting.pop() {
            for entry in fs::read_dir(&folder).expect("a folder can be listed") {
                let path = entry.expect("a folder can be listed").path();
                if path.is_dir() {
                    waiting.push(path);
                } else {
                    let bytes = fs::read(&path).unwrap_or_default();
                    found.push((path, bytes));
                }
            }
        }
        found.sort();
        found
    }

    /// Runs a line in a shell that finds the program under test as `ferz`; returns its exit code
    /// and its standard error.
    fn sh(&self, line: &str) -> (i32, String) {
        let program = Path::new(env!("CARGO_BIN_EXE_ferz"));
        let home = program.parent().expect("a folder").display().to_string();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let Output { status, stderr, .. } = Command::new("sh")
            .args(["-c", line])
            .current_dir(self.place())
            .env("PATH", format!("{home}:{}", path.display()))
            .output()
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        let said = String::from_utf8_lossy(&stderr).into_owned();
        (status.code().unwrap_or(-1), said)
    }
}

/// Two games in the format of Fairy-Stockfish.
const GAMES: &str = "[one:chess]\nstalemateValue = loss\n[two:chess]\nstalemateValue = win\n";

/// Every command that writes files, the files that it writes, and whether it asks for `--force`.
const WRITERS: &[(&str, &[&str], bool)] = &[
    ("ferz fmt untidy.toml", &["untidy.toml"], false),
    ("ferz snapshot --accept mine.toml", &["mine.snap"], false),
    (
        "ferz snapshot --accept --summary all.snap mine.toml",
        &["all.snap"],
        false,
    ),
    ("ferz import games.ini -o all.toml", &["all.toml"], true),
    (
        "ferz import games.ini -o games",
        &["games/one.toml", "games/two.toml"],
        true,
    ),
    (
        "ferz convert chess --to diagram --allow-loss -o chess.txt",
        &["chess.txt"],
        true,
    ),
    ("ferz new mine", &["mine.toml"], true),
    ("ferz new other --output mine.toml", &["mine.toml"], true),
    ("ferz new other --out mine.toml", &["mine.toml"], true),
    (
        "ferz show chess --svg a.svg --png a.png",
        &["a.svg", "a.png"],
        true,
    ),
    ("ferz diagram N -o a.png", &["a.png"], true),
    (
        "ferz rules losalamos --svg pictures",
        &["pictures/start.svg", "pictures/piece-knight.svg"],
        true,
    ),
    (
        "ferz man -o man",
        &["man/ferz.1", "man/ferz-debug-paths.1"],
        true,
    ),
];

/// A folder with the files from which [`WRITERS`] read, and something in the place of the others.
fn occupied(name: &str) -> Folder {
    let folder = Folder::new(name);
    for (_, files, _) in WRITERS {
        for file in *files {
            folder.write(file, "what was here\n");
        }
    }
    folder.write("games.ini", GAMES);
    let comment = "# What the author knows.\n".repeat(100);
    folder.write(
        "untidy.toml",
        &format!("{comment}name='untidy'\ninherits=\"chess\"\n"),
    );
    folder.write("mine.toml", "name = 'mine'\ninherits = 'losalamos'\n");
    folder
}

#[test]
fn writers_replace_files_only_when_they_are_told_to() {
    for (line, files, asks) in WRITERS {
        let folder = occupied("told");
        let before = folder.contents();
        if *asks {
            let (code, said) = folder.sh(line);
            assert_eq!(code, 2, "{line}: {said}");
            assert!(said.contains("the file exists already"), "{line}: {said}");
            assert_eq!(folder.contents(), before, "{line}");
        }
        let force = if *asks { " --force" } else { "" };
        let (code, said) = folder.sh(&format!("{line}{force}"));
        assert_eq!(code, 0, "{line}{force}: {said}");
        for file in *files {
            let path = folder.place().join(file);
            let old = before.iter().find(|(other, _)| *other == path);
            let old = old.map(|(_, bytes)| bytes.clone());
            assert_ne!(
                Some(fs::read(&path).expect("it is there")),
                old,
                "{line}: {file}"
            );
        }
        // Nothing else is touched, and nothing is left behind.
        let names = |contents: &[(PathBuf, Vec<u8>)]| -> Vec<PathBuf> {
            let own = ["pictures", "man"].map(|name| folder.place().join(name));
            let paths = contents.iter().map(|(path, _)| path.clone());
            paths
                .filter(|path| !own.iter().any(|own| path.starts_with(own)))
                .collect()
        };
        assert_eq!(names(&folder.contents()), names(&before), "{line}");
    }
}

#[test]
fn writers_make_what_is_not_there() {
    for (line, files, _) in WRITERS {
        let folder = occupied("absent");
        for file in *files {
            if !["untidy.toml", "mine.toml"].contains(file) || line.starts_with("ferz new") {
                fs::remove_file(folder.place().join(file)).expect("it was there");
            }
        }
        let (code, said) = folder.sh(line);
        assert_eq!(code, 0, "{line}: {said}");
        for file in *files {
            assert_ne!(folder.read(file), "", "{line}: {file}");
        }
    }
}

/// A limit of the size of files acts as a full disk does: some bytes can be written, and then no
/// more. Without care the system ends the program there.
#[cfg(unix)]
#[test]
fn nothing_is_lost_where_nothing_more_can_be_written() {
    for (line, _, asks) in WRITERS {
        let force = if *asks { " --force" } else { "" };
        for limit in [0, 1] {
            let folder = occupied("limit");
            let before = folder.contents();
            let (code, said) = folder.sh(&format!("ulimit -f {limit}; {line}{force}"));
            if limit == 1 && code == 0 {
                // All of it has less than half a kilobyte.
                continue;
            }
            assert_eq!(code, 2, "{line}: {said}");
            assert!(said.contains("file too large"), "{line}: {said}");
            let after = folder.contents();
            for old in &before {
                let is_whole = |(path, bytes): &(PathBuf, Vec<u8>)| {
                    // Files before the one that is too large are complete.
                    *path == old.0 && (*bytes == old.1 || limit == 1 && bytes.len() <= 1024)
                };
                assert!(after.iter().any(is_whole), "{line}: {}", old.0.display());
            }
            if limit == 0 {
                assert_eq!(after, before, "{line}");
            }
            let is_scrap = |path: &Path| path.extension().is_some_and(|end| end == "tmp");
            assert!(!after.iter().any(|(path, _)| is_scrap(path)), "{line}");
        }
    }
}

#[test]
fn an_import_does_not_overwrite_itself() {
    let folder = Folder::new("import");
    folder.write(
        "dots.ini",
        "[..:chess]\nmaxRank = 8\n[.:chess]\nmaxRank = 8\n",
    );
    folder.write(
        "signs.ini",
        "[a/b:chess]\nmaxRank = 8\n[a-b:chess]\nmaxRank = 8\n",
    );
    folder.write("mine.toml", "name = 'mine'\ninherits = 'chess'\n");
    let before = folder.contents();
    for (line, words) in [
        (
            "ferz import dots.ini -o games --force",
            "`..` and `.` would have the same file",
        ),
        (
            "ferz import signs.ini -o games --force",
            "`a/b` and `a-b` would have the same file",
        ),
        (
            "ferz import mine.toml -o mine.toml",
            "the file exists already",
        ),
        ("ferz import mine.toml -o .", "the file exists already"),
        (
            "ferz import dots.ini -o mine.toml",
            "the file exists already",
        ),
        ("ferz import dots.ini -o dots.ini", "write a folder"),
    ] {
        let (code, said) = folder.sh(line);
        assert_eq!(code, 2, "{line}: {said}");
        assert!(said.contains(words), "{line}: {said}");
        assert_eq!(folder.contents(), before, "{line}");
    }
    // Nothing comes of a file without games.
    folder.write("empty.ini", "");
    let (code, said) = folder.sh("ferz import empty.ini -o mine.toml --force");
    assert_eq!(code, 1, "{said}");
    assert_ne!(folder.read("mine.toml"), "");
    let (code, said) = folder.sh("ferz import signs.ini -o both.toml --allow-loss");
    assert_eq!(code, 0, "{said}");
    assert!(folder.read("both.toml").contains("a/b"));
}

#[test]
fn things_with_one_file_for_two_are_refused() {
    let folder = Folder::new("twice");
    folder.write(
        "two.toml",
        "['a/b']\ninherits = 'chess'\n['a_b']\ninherits = 'chess'\n",
    );
    let before = folder.contents();
    for (line, words) in [
        (
            "ferz snapshot 'two.toml#a/b' 'two.toml#a_b'",
            "would be the snapshot of both `two.toml#a/b` and `two.toml#a_b`",
        ),
        (
            "ferz show chess --svg a --png ./a",
            "two files would have this name",
        ),
        ("ferz show chess --svg - --png -", "only one picture"),
    ] {
        let (code, said) = folder.sh(line);
        assert_eq!(code, 2, "{line}: {said}");
        assert!(said.contains(words), "{line}: {said}");
        assert_eq!(folder.contents(), before, "{line}");
    }
    let (code, said) =
        folder.sh("ferz snapshot --perft 1 --positions 1 two.toml two.toml ./two.toml");
    assert_eq!(code, 0, "{said}");
}

/// The page links to two pictures where it speaks of two pieces.
#[test]
fn pieces_of_like_names_have_pictures_of_their_own() {
    let folder = Folder::new("pictures");
    folder.write(
        "like.toml",
        "name = 'like'\ninherits = 'chess'\n[pieces]\n'a_b' = { letter = 'X', move = 'W' }\n\
         'a-b' = { letter = 'Y', move = 'F' }\n",
    );
    let (code, said) = folder.sh("mkdir p; ferz rules like.toml --svg p > p/rules.md");
    assert_eq!(code, 0, "{said}");
    let page = folder.read("p/rules.md");
    for file in ["piece-a-b.svg", "piece-a-b.2.svg"] {
        assert!(page.contains(&format!("]({file})")), "{file}");
    }
    assert_ne!(
        folder.read("p/piece-a-b.svg"),
        folder.read("p/piece-a-b.2.svg")
    );
}

#[cfg(unix)]
#[test]
fn links_are_followed_only_where_the_user_names_them() {
    use std::os::unix::fs::symlink;
    let folder = occupied("links");
    folder.write("outside/secret", "keep me\n");
    for name in ["one.toml", "two.toml"] {
        fs::remove_file(folder.place().join("games").join(name)).expect("it was there");
    }
    let link =
        |to: &str, at: &str| symlink(to, folder.place().join(at)).expect("a link can be made");
    link("../outside/secret", "games/one.toml");
    for force in ["", " --force"] {
        let (code, said) = folder.sh(&format!("ferz import games.ini -o games{force}"));
        assert_eq!(code, 2, "{said}");
        assert!(
            said.contains("a symbolic link, which is not followed"),
            "{said}"
        );
        assert_eq!(folder.read("outside/secret"), "keep me\n");
        assert!(!folder.place().join("games/two.toml").exists());
    }
    fs::remove_file(folder.place().join("mine.snap")).expect("it was there");
    link("outside/secret", "mine.snap");
    let (code, said) = folder.sh("ferz snapshot --accept mine.toml");
    assert_eq!(code, 2, "{said}");
    assert_eq!(folder.read("outside/secret"), "keep me\n");

    link("outside/secret", "named.txt");
    let convert = "ferz convert chess --to diagram --allow-loss -o named.txt";
    assert_eq!(folder.sh(convert).0, 2);
    assert_eq!(folder.read("outside/secret"), "keep me\n");
    assert_eq!(folder.sh(&format!("{convert} --force")).0, 0);
    assert!(folder.read("outside/secret").contains("files=8"));
    let is_link = |name: &str| folder.place().join(name).is_symlink();
    assert!(is_link("named.txt"));

    link("untidy.toml", "linked.toml");
    let (code, said) = folder.sh("ferz fmt linked.toml");
    assert_eq!(code, 0, "{said}");
    assert!(is_link("linked.toml") && !is_link("untidy.toml"));
    assert!(folder.read("untidy.toml").contains("name = 'untidy'"));

    link("nowhere", "dangling.svg");
    for force in ["", " --force"] {
        let (code, said) = folder.sh(&format!("ferz diagram N -o dangling.svg{force}"));
        assert_eq!(code, 2, "{said}");
        assert!(said.contains("leads nowhere"), "{said}");
        assert!(!folder.place().join("nowhere").exists());
    }
}

#[cfg(unix)]
#[test]
fn permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = occupied("permissions");
    let path = folder.place().join("untidy.toml");
    let untidy = folder.read("untidy.toml");
    let mode = |path: &Path| {
        let metadata = fs::metadata(path).expect("it is there");
        metadata.permissions().mode() & 0o777
    };
    for wanted in [0o600, 0o640, 0o755, 0o666] {
        folder.write("untidy.toml", &untidy);
        let permissions = fs::Permissions::from_mode(wanted);
        fs::set_permissions(&path, permissions).expect("the file is ours");
        assert_eq!(folder.sh("umask 027; ferz fmt untidy.toml").0, 0);
        assert_ne!(folder.read("untidy.toml"), untidy);
        assert_eq!(mode(&path), wanted);
    }
    for (mask, wanted) in [("022", 0o644), ("077", 0o600), ("002", 0o664)] {
        let (code, said) = folder.sh(&format!("umask {mask}; ferz new m{mask}"));
        assert_eq!(code, 0, "{said}");
        assert_eq!(mode(&folder.place().join(format!("m{mask}.toml"))), wanted);
    }
    // A file that must not be written stays, although its folder could be.
    folder.write("untidy.toml", &untidy);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("the file is ours");
    if fs::OpenOptions::new().write(true).open(&path).is_ok() {
        println!("skipped: the administrator may write everything");
        return;
    }
    let (code, said) = folder.sh("ferz fmt untidy.toml");
    assert_eq!(code, 2, "{said}");
    assert_eq!(folder.read("untidy.toml"), untidy);
}

#[cfg(unix)]
#[test]
fn devices_and_standard_output_are_written_to() {
    let folder = Folder::new("devices");
    for line in [
        "ferz diagram N --svg /dev/null",
        "ferz diagram N --svg - | grep -q svg",
        "ferz diagram N --svg /dev/stdout | grep -q svg",
        "ferz new mine -o - | grep -q inherits",
        "ferz convert chess --to diagram --allow-loss -o - | grep -q files=8",
        "ferz import games.ini -o - | grep -q one",
        "mkfifo pipe; cat pipe > got & ferz diagram N --svg pipe; wait; grep -q svg got; test -p pipe",
    ] {
        folder.write("games.ini", GAMES);
        let (code, said) = folder.sh(line);
        assert_eq!(code, 0, "{line}: {said}");
    }
    let (code, said) = folder.sh("ferz diagram N --svg /dev/full");
    assert!(code == 2 || !Path::new("/dev/full").exists(), "{said}");
    assert!(!folder.place().join("-").exists());
}

/// Reading a pipe could block, and a device can be endless. Each command must end by itself, long
/// before the time limit.
#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let folder = Folder::new("only_regular_files_are_read");
    let (code, said) =
        folder.sh("mkfifo pipe.toml pipe.pgn pipe.epd pipe.jsonl; mkdir folder.toml");
    assert_eq!(code, 0, "{said}");
    for file in ["pipe.toml", "/dev/zero", "folder.toml"] {
        for command in [
            format!("check {file}"),
            format!("fmt {file}"),
            format!("moves {file}"),
            format!("convert {file} --to diagram"),
            format!("import {file} --format toml"),
            format!("bench --eval {file}"),
            format!("pgn check {file}"),
            format!("epd {file}"),
            format!("conform {file}"),
            format!("uci {file}"),
            format!("xboard {file}"),
        ] {
            let (code, said) = folder.sh(&format!("timeout 60 ferz {command}"));
            assert!(code != 0 && code != 124, "{command}: {code} {said}");
            let is_said = said.contains("not a regular file") || said.contains("a folder");
            assert!(is_said, "{command}: {said}");
        }
        let line = format!(
            "printf 'setoption name VariantPath value {file}\nisready\nquit\n' | timeout 60 ferz uci >&2"
        );
        let (code, said) = folder.sh(&line);
        assert_eq!(code, 0, "{said}");
        assert!(said.contains("not a") && said.contains("readyok"), "{said}");
    }
}

/// All files are written by `crates/cli/src/cli/output.rs`.
#[test]
fn files_are_written_in_one_place() {
    let mut waiting = vec![Path::new(root!()).join("crates/cli/src/cli")];
    let mut count = 0;
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                waiting.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a text");
            let writes = [
                "fs::write(",
                "File::create",
                "OpenOptions",
                "create_dir",
                "fs::rename",
            ];
            let is_the_place = path.ends_with("cli/output.rs");
            for word in writes {
                assert!(
                    is_the_place || !text.contains(word),
                    "{}: {word}",
                    path.display()
                );
            }
            count += 1;
        }
    }
    assert!(count > 20, "only {count} files were there");
}
