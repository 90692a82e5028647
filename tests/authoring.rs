//! Formatting, templates, snapshots and changes of definitions, through the program and the
//! library.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use ferz::formats::{Catalog, Format};
use ferz::game::Variant;
use ferz_designer::authoring::{Design, Edges, NewPiece, PieceChange, format_toml, template};
use ferz_designer::snapshot::{Settings, definition_hash, section};

use crate::harness::{Folder, snapshot};

impl Folder {
    /// Runs the program in the folder; returns its exit code and its output.
    fn ferz(&self, args: &[&str]) -> (i32, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
            .args(args)
            .current_dir(self.place())
            .output()
            .expect("the program starts");
        let Output {
            status,
            stdout,
            stderr,
        } = output;
        let text = String::from_utf8_lossy(&stdout) + String::from_utf8_lossy(&stderr);
        (status.code().expect("it ends by itself"), text.into_owned())
    }
}

/// Definition files: the built-ins, the examples, the fixtures.
fn definitions() -> Vec<(String, String)> {
    let root = Path::new(root!());
    let mut files = vec![root.join("variants.toml")];
    for folder in [
        "examples",
        "tests/data/definitions/ok",
        "tests/data/definitions/err",
    ] {
        for entry in fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("a file").path();
            if path
                .extension()
                .is_some_and(|extension| extension == "toml")
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a text");
            (path.display().to_string(), text)
        })
        .collect()
}

#[test]
fn tidy_files_mean_the_same_and_stay_as_they_are() {
    let mut count = 0;
    for (name, text) in definitions() {
        let Ok(tidy) = format_toml(&text) else {
            continue;
        };
        assert_eq!(format_toml(&tidy).as_ref(), Ok(&tidy), "{name}");
        let values = |text: &str| text.parse::<toml::Table>().expect("valid TOML");
        assert_eq!(values(&text), values(&tidy), "{name}");
        let order = |text: &str| -> Vec<String> {
            let catalog = Catalog::read(text, Format::Toml).value;
            let defs = catalog.names().filter_map(|name| catalog.get(name));
            defs.flat_map(|def| def.pieces.keys().cloned().collect::<Vec<_>>())
                .collect()
        };
        assert_eq!(order(&text), order(&tidy), "{name}: the order of pieces");
        let comments = |text: &str| -> Vec<String> {
            let lines = text.lines().map(str::trim);
            let mut found: Vec<String> = lines
                .filter(|line| line.starts_with('#'))
                .map(str::to_owned)
                .collect();
            found.sort();
            found
        };
        assert_eq!(comments(&text), comments(&tidy), "{name}: the comments");
        count += 1;
    }
    assert!(count > 20, "only {count} files were there");
}

#[test]
fn files_are_tidied() {
    let text = include_str!("data/untidy.toml");
    snapshot(
        "authoring",
        "tidied",
        &format_toml(text).expect("valid TOML"),
    );
    // Dotted keys in a line end without a blank.
    let line = "pieces = { pawn.value = 1, king.value = 0 }\n";
    assert_eq!(format_toml(line).expect("valid TOML"), line);
    let folder = Folder::new("fmt");
    folder.write("mine.toml", text);
    let (code, out) = folder.ferz(&["fmt", "--check", "mine.toml"]);
    assert_eq!(code, 1, "{out}");
    assert!(out.starts_with("mine.toml: not tidy\n"), "{out}");
    assert_eq!(folder.read("mine.toml"), text, "`--check` writes nothing");
    assert_eq!(
        folder.ferz(&["fmt", "mine.toml"]),
        (0, "mine.toml: tidied\n".to_owned())
    );
    assert_eq!(
        folder.ferz(&["fmt", "--check", "mine.toml"]),
        (0, String::new())
    );
    folder.write("broken.toml", "a = = 1\n");
    let (code, out) = folder.ferz(&["fmt", "broken.toml"]);
    assert!(code == 1 && out.contains("error[E0301]"), "{out}");
}

#[test]
fn every_built_in_is_a_good_beginning() {
    let catalog = Catalog::builtin();
    for name in catalog.names() {
        let parent = catalog.get(name).expect("a built-in");
        let text = template("of-my-own", parent);
        let read = Catalog::read(&text, Format::Toml);
        let known = Catalog::read(&format!("[x]\ninherits = '{name}'\n"), Format::Toml);
        if known.has_errors() {
            continue;
        }
        assert!(
            read.diagnostics.is_empty(),
            "{name}: {:?}",
            read.diagnostics
        );
        let mine = read.value.get("of-my-own").expect("the variant");
        assert_eq!(mine.pieces, parent.pieces, "{name}");
        let start = |def| Variant::compile(def).expect("playable").start().to_fen();
        assert_eq!(start(mine), start(parent), "{name}");
        assert_eq!(format_toml(&text).as_ref(), Ok(&text), "{name} is tidy");
    }
}

#[test]
fn a_new_file_is_written_once() {
    let folder = Folder::new("new");
    let (code, out) = folder.ferz(&["new", "griffon-chess", "--from", "chess"]);
    assert_eq!(code, 0, "{out}");
    snapshot("authoring", "new", &folder.read("griffon-chess.toml"));
    let (code, out) = folder.ferz(&["check", "griffon-chess.toml"]);
    assert_eq!(
        (code, out.as_str()),
        (0, "griffon-chess.toml: 1 variant, 0 errors, 0 warnings\n")
    );
    // The template without inheritance has no findings either.
    assert_eq!(folder.ferz(&["new", "whole-chess", "--whole"]).0, 0);
    assert_eq!(
        folder.ferz(&["check", "whole-chess.toml"]),
        (
            0,
            "whole-chess.toml: 1 variant, 0 errors, 0 warnings\n".to_owned()
        )
    );
    for (args, said) in [
        (
            ["new", "griffon-chess", "--from", "chess"],
            "the file exists already",
        ),
        (["new", "mine", "--from", "ches"], "did you mean `chess`?"),
        (
            ["new", "my game", "--from", "chess"],
            "a name cannot contain a space",
        ),
        (["new", "a/b", "--from", "chess"], "is a path"),
        (
            ["new", "chess", "--from", "chess"],
            "is the name of a built-in",
        ),
    ] {
        let (code, out) = folder.ferz(&args);
        assert!(code == 2 && out.contains(said), "{args:?}: {out}");
    }
}

#[test]
fn snapshots_are_written_compared_and_accepted() {
    let folder = Folder::new("snapshot");
    let game = |knight: &str| {
        format!("name = 'mine'\ninherits = 'chess'\npieces.knight.move = '{knight}'\n")
    };
    folder.write("mine.toml", &game("N"));
    let make = [
        "snapshot",
        "mine.toml",
        "--positions",
        "3",
        "--perft",
        "2",
        "--seed",
        "7",
    ];
    let (code, out) = folder.ferz(&["snapshot", "--check", "mine.toml"]);
    assert!(code == 1 && out.contains("mine.snap: missing"), "{out}");
    let (code, out) = folder.ferz(&make);
    assert_eq!(
        (code, out.as_str()),
        (0, "mine.snap: written\n1 snapshot: 1 written\n")
    );
    let kept = folder.read("mine.snap");
    snapshot("authoring", "snapshot", &kept);
    for target in ["mine.toml", "mine.snap", "."] {
        let (code, out) = folder.ferz(&["snapshot", "--check", target]);
        assert_eq!(
            (code, out.as_str()),
            (0, "1 snapshot: 1 the same\n"),
            "{target}"
        );
    }

    folder.write("mine.toml", &game("NN"));
    let (code, out) = folder.ferz(&["snapshot", "--check", "mine.toml"]);
    assert_eq!(code, 1, "{out}");
    snapshot("authoring", "snapshot-differs", &out);
    let (code, again) = folder.ferz(&["snapshot", "mine.toml"]);
    assert_eq!(
        (code, again),
        (1, out),
        "nothing is overwritten without being asked for"
    );
    assert_eq!(folder.read("mine.snap"), kept);
    let (code, out) = folder.ferz(&["snapshot", "--accept", "mine.toml"]);
    assert_eq!(code, 0, "{out}");
    assert_ne!(folder.read("mine.snap"), kept);
    assert!(
        folder.read("mine.snap").contains("\nseed 7\n"),
        "the settings stay"
    );
    assert_eq!(folder.ferz(&["snapshot", "--check", "."]).0, 0);

    folder.write("mine.snap", &kept.replace("seed 7", "sed 7"));
    let (code, out) = folder.ferz(&["snapshot", "--check", "mine.toml"]);
    assert!(
        code == 1 && out.contains("error[E0901]") && out.contains("`seed`?"),
        "{out}"
    );
}

#[test]
fn many_variants_share_a_snapshot_and_built_ins_have_one_each() {
    let folder = Folder::new("snapshots");
    folder.write(
        "two.toml",
        "[a]\ninherits = 'chess'\n[b]\ninherits = 'losalamos'\n",
    );
    let small = ["--positions", "1", "--perft", "1"];
    let run = |args: &[&str]| folder.ferz(&[&["snapshot"][..], args, &small[..]].concat());
    assert_eq!(run(&["two.toml", "two.toml#b", "chess"]).0, 0);
    let whole = folder.read("two.snap");
    assert!(whole.contains("\n== a\n") && whole.contains("\n== b\n"));
    let one = folder.read("two.b.snap");
    assert!(one.contains("\nof two.toml#b\n") && !one.contains("\n== a\n"));
    let section = |text: &str| text.split("== b\n").nth(1).map(str::to_owned);
    assert_eq!(section(&whole), section(&one));
    assert!(folder.read("chess.snap").contains("\nof chess\n"));
    let (code, out) = folder.ferz(&["snapshot", "--check", "."]);
    assert_eq!((code, out.as_str()), (0, "3 snapshots: 3 the same\n"));
}

#[test]
fn a_summary_has_a_line_for_each_variant_and_names_the_parts_that_differ() {
    let folder = Folder::new("summary");
    let mine = |keys: &str| format!("name = 'mine'\ninherits = 'losalamos'\n{keys}");
    let table = |name: &str, game: &str| format!("[{name}]\ninherits = '{game}'\n");
    let two = table("a", "losalamos") + &table("b", "micro");
    folder.write("mine.toml", &mine(""));
    folder.write("games/two.toml", &two);
    let small = ["--positions", "2", "--perft", "2", "--seed", "3"];
    let targets = ["mine.toml", "games", "games/two.toml#b", "dobutsu"];
    let all = [&["snapshot", "--summary", "all.snap"][..], &targets, &small].concat();
    assert_eq!(
        folder.ferz(&all),
        (0, "all.snap: written\n1 snapshot: 1 written\n".to_owned())
    );
    let kept = folder.read("all.snap");
    snapshot("authoring", "summary", &kept);
    for args in [&all[..], &["snapshot", "--check", "all.snap"]] {
        let same = (0, "1 snapshot: 1 the same\n".to_owned());
        assert_eq!(folder.ferz(args), same, "{args:?}");
    }

    // Each name can be used on the command line.
    for name in ["mine.toml#mine", "games/two.toml#a", "games/two.toml#b"] {
        assert!(kept.contains(&format!("\n{name}: ")), "{kept}");
        assert_eq!(folder.ferz(&["moves", name]).0, 0, "{name}");
    }

    // The numbers are those of the whole text.
    folder.ferz(&[&["snapshot", "mine.toml"][..], &small].concat());
    let whole = folder.read("mine.snap");
    let number = |line: &str, key: &str| {
        let text = line.trim().strip_prefix(key)?;
        text.trim().parse::<usize>().ok()
    };
    let sum: usize = whole
        .lines()
        .filter_map(|line| number(line, "moves "))
        .sum();
    let second: Vec<usize> = (whole.lines().filter_map(|line| number(line, "2:"))).collect();
    let line = kept
        .lines()
        .find(|line| line.starts_with("mine.toml#mine: "));
    let line = line.expect("a line");
    assert!(
        line.contains(&format!(", moves {sum}, ")),
        "{line}\n{whole}"
    );
    assert!(
        line.ends_with(&format!(" {}", second[0])),
        "{line}\n{whole}"
    );

    folder.write("mine.toml", &mine("rules.stalemate = 'loss'\n"));
    folder.write(
        "games/two.toml",
        &two.replace("[b]", "[c]").replace("losalamos", "gardner"),
    );
    let all = [
        &["snapshot", "--summary", "all.snap"][..],
        &targets[..2],
        &["dobutsu"],
    ]
    .concat();
    let (code, out) = folder.ferz(&all);
    assert_eq!(code, 1, "{out}");
    snapshot("authoring", "summary-differs", &out);
    assert_eq!(folder.read("all.snap"), kept, "nothing is overwritten");
    let accept = [&all[..], &["--accept"]].concat();
    assert_eq!(folder.ferz(&accept).0, 0);
    assert!(
        folder.read("all.snap").contains("\nseed 3\n"),
        "the settings stay"
    );
    assert_eq!(folder.ferz(&["snapshot", "--check", "all.snap"]).0, 0);
}

#[test]
fn a_summary_of_something_else_is_refused() {
    let folder = Folder::new("summary-refused");
    folder.write("out.toml", "name = 'out'\ninherits = 'chess'\n");
    folder.write("in/bad.toml", "name = 'bad'\ninherits = 'nosuch'\n");
    folder.write("in/empty/notes", "");
    folder.write(
        "in/both.snap",
        "snapshot-format 1\nof chess\nsummary-of chess\n\n",
    );
    folder.write("in/none.snap", "snapshot-format 1\nsummary-of\n\n");
    let before = folder.read("in/both.snap");
    for (args, code, said) in [
        (
            &["--summary", "in/all.snap", "out.toml"][..],
            2,
            "not in the folder of the summary",
        ),
        (
            &["--summary", "in/all.snap", "."],
            2,
            "not in the folder of the summary",
        ),
        (
            &["--summary", "in/all.snap", "in/empty"],
            2,
            "no definition file",
        ),
        (
            &["--summary", "in/all.snap", "in/both.snap"],
            2,
            "a summary is of definitions",
        ),
        (
            &["--summary", "in/all.snap", "nosuch"],
            2,
            "is called `nosuch`",
        ),
        (
            &["--summary", "in/all.snap", "-"],
            2,
            "standard input has no name",
        ),
        (
            &["--summary", "-", "chess"],
            2,
            "a summary needs the name of a file",
        ),
        (&["--summary", "in/all.snap"], 2, "required"),
        (
            &["--summary", "in/all.snap", "--dir", "in", "chess"],
            2,
            "cannot be used with",
        ),
        (
            &["--summary", "in/all.snap", "chess", "in/bad.toml"],
            1,
            "E0304",
        ),
        (
            &["--summary", "in/all.snap", "--check", "chess"],
            1,
            "all.snap: missing",
        ),
        (
            &["--check", "in/both.snap"],
            1,
            "either `of VARIANT` or `summary-of VARIANT`",
        ),
        (
            &["--check", "in/none.snap"],
            1,
            "`summary-of` needs a variant",
        ),
    ] {
        let (found, out) = folder.ferz(&[&["snapshot"], args].concat());
        assert_eq!(found, code, "{args:?}: {out}");
        assert!(out.contains(said), "{args:?}: {out}");
        assert!(!folder.place().join("in/all.snap").exists(), "{args:?}");
    }
    assert_eq!(folder.read("in/both.snap"), before);
}

/// `snapshots` records the behavior of the built-ins: a line for each, and the texts of some. After
/// an intended change, run `cargo run -- snapshot --accept snapshots`.
#[test]
fn the_built_ins_do_what_their_snapshots_say() {
    let root = Path::new(root!());
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["snapshot", "--check", "snapshots"])
        .current_dir(root)
        .output()
        .expect("the program starts");
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{out:.6000}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    // An empty snapshot proves nothing.
    let summary = fs::read_to_string(root.join("snapshots/all.snap")).expect("the summary");
    let (_, lines) = summary.split_once("\n\n").expect("a head");
    let names: Vec<&str> = lines
        .lines()
        .filter_map(|line| line.split(": ").next())
        .collect();
    assert_eq!(names, Catalog::builtin().names().collect::<Vec<&str>>());
    assert_eq!(out, "13 snapshots: 13 the same\n");
}

#[test]
fn spelling_does_not_change_the_hash_but_meaning_does() {
    let hash = |keys: &str| {
        let text = format!("name = 'x'\ninherits = 'chess'\n{keys}");
        let catalog = Catalog::read(&text, Format::Toml)
            .into_result()
            .expect("good");
        definition_hash(catalog.get("x").expect("the variant"))
    };
    assert_eq!(
        hash("pieces.queen.move = 'FyafsF'"),
        hash("pieces.queen.move = '[F?R]'")
    );
    assert_eq!(hash("title = 'Mine'"), hash("source = 'me'"));
    assert_ne!(hash(""), hash("pieces.queen.move = 'RN'"));
    assert_ne!(hash(""), hash("rules.stalemate = 'loss'"));
    assert_ne!(hash(""), hash("pieces.pawn.promotion.zone = 'rank 7..8'"));
}

/// Snapshots do not depend on threads or the order of work.
#[test]
fn the_same_settings_give_the_same_bytes_on_any_number_of_threads() {
    let settings = Settings {
        seed: 3,
        positions: 4,
        depth: 2,
        nodes: 1000,
    };
    let text = |name: &str| {
        let def = Catalog::builtin().get(name).expect("a built-in");
        section(&Variant::compile(def).expect("playable"), &settings)
    };
    let names = ["chess", "crazyhouse", "grasshopper", "xiangqi"];
    let alone: Vec<String> = names.iter().map(|name| text(name)).collect();
    let text = &text;
    let together: Vec<String> = std::thread::scope(|scope| {
        let runs: Vec<_> = names
            .iter()
            .rev()
            .map(|name| scope.spawn(move || text(name)))
            .collect();
        let texts = runs
            .into_iter()
            .rev()
            .map(|run| run.join().expect("no panic"));
        texts.collect()
    });
    assert_eq!(alone, together);
    let other = Settings {
        seed: 4,
        ..settings
    };
    let chess = Variant::compile(Catalog::builtin().get("chess").expect("chess")).expect("good");
    assert_ne!(section(&chess, &other), alone[0]);
}

/// Other crates use snapshots like this in their tests.
#[test]
fn tests_of_other_crates_keep_snapshots() {
    let def = Catalog::builtin().get("losalamos").expect("a built-in");
    let variant = Variant::compile(def).expect("playable");
    let settings = Settings {
        positions: 1,
        depth: 1,
        ..Settings::default()
    };
    insta::with_settings!({
        snapshot_path => "snapshots/authoring",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        ferz_designer::testing::assert_variant_snapshot!("losalamos", &variant, settings);
    });
}

/// Every starter definition is named in the README, has no findings, and can be played.
#[test]
fn the_examples_are_good_games() {
    let root = std::path::Path::new(root!());
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let mut random = crate::harness::Random::new(6);
    let mut n_games = 0;
    for entry in std::fs::read_dir(root.join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_definition = path.extension().is_some_and(|end| end == "toml");
        if !is_definition || name == "slips.toml" {
            continue;
        }
        assert!(readme.contains(&format!("(examples/{name})")), "{name}");
        let text = std::fs::read_to_string(&path).unwrap();
        let file = Catalog::read(&text, Format::Toml).into_result().unwrap();
        let variant = Variant::compile(file.first().unwrap()).unwrap();
        let game = crate::harness::random_game(&variant, &mut random, 40);
        assert!(game.len() > 10, "{name}");
        n_games += 1;
    }
    assert!(n_games >= 4, "{n_games}");
}

/// The text after a change made on the board of its variant.
fn changed(
    text: &str,
    change: impl Fn(&Design<'_>) -> Result<String, String>,
) -> Result<String, String> {
    let variant = compiled(text);
    change(&Design {
        text,
        variant: &variant,
    })
}

fn compiled(text: &str) -> Variant {
    let catalog = Catalog::read(text, Format::Toml).into_result();
    let catalog = catalog.unwrap_or_else(|findings| panic!("{text}: {findings:?}"));
    Variant::compile(catalog.first().expect("a variant")).expect("it can be played")
}

#[test]
fn changes_on_the_board_keep_the_rest_of_the_text() {
    let text = "# My game.\nname = 'mine' # its name\ninherits = 'chess'\n\n[pieces.knight]\n# It rides.\nmove = 'NN'\n";
    let squares = |names: &[&str]| -> Vec<_> {
        let chess = compiled(text);
        names
            .iter()
            .map(|name| chess.square(name).expect("a square"))
            .collect()
    };
    let holed = changed(text, |design| {
        design.set_holes(&squares(&["d4", "e4", "d5", "e5"]), true)
    });
    let holed = holed.expect("a text");
    let lines = "inherits = 'chess'\nboard.holes = 'd4-e5'\nstart = 'rnbqkbnr/pppppppp/8/3**3/3**3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'\n";
    assert_eq!(holed, text.replace("inherits = 'chess'\n", lines));
    // Reverting the change restores the board.
    let filled = changed(&holed, |design| {
        design.set_holes(&squares(&["d4", "e4", "d5", "e5"]), false)
    });
    assert_eq!(
        compiled(&filled.expect("a text")).shape(),
        compiled(text).shape()
    );
    let walled = changed(text, |design| design.set_walls(&squares(&["a4"]), true)).expect("a text");
    assert!(walled.contains("/*7/"), "{walled}");
    // New keys are written like the keys around them.
    let piece = NewPiece {
        name: "griffon".to_owned(),
        letter: "G".to_owned(),
        betza: "[F?R]".to_owned(),
        value: Some(8.5),
        picture: Some("griffon".to_owned()),
    };
    let added = changed(text, |design| design.add_piece(&piece)).expect("a text");
    assert_eq!(
        added,
        format!(
            "{text}\n[pieces.griffon]\nletter = 'G'\nmove = '[F?R]'\nvalue = 8.5\npicture = 'griffon'\n"
        )
    );
    let dotted = "name = 'mine'\ninherits = 'chess'\npieces.knight.move = 'NN'\n";
    let added = changed(dotted, |design| design.add_piece(&piece)).expect("a text");
    assert!(
        added.starts_with(&format!("{dotted}pieces.griffon.letter = 'G'\n")),
        "{added}"
    );
    let braces = "name = 'mine'\ninherits = 'chess'\npieces = { knight.move = 'NN' } # short\n";
    let added = changed(braces, |design| design.add_piece(&piece)).expect("a text");
    assert!(
        added.ends_with(" } # short\n") && compiled(&added).role("griffon").is_some(),
        "{added}"
    );
    let again = changed(&added, |design| design.add_piece(&piece));
    assert_eq!(again.unwrap_err(), "there is a piece `griffon` already");
    // A new letter is also in the start position.
    let change = PieceChange {
        letter: Some("H".to_owned()),
        value: Some(4.0),
        picture: None,
    };
    let horses = changed(dotted, |design| design.change_piece("knight", &change)).expect("a text");
    assert_eq!(
        horses,
        "name = 'mine'\ninherits = 'chess'\npieces.knight.move = 'NN'\npieces.knight.value = 4\n\
         pieces.knight.letter = 'H'\nstart = 'rhbqkbhr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBHR w KQkq - 0 1'\n"
    );
    compiled(&horses);
    let none = changed(dotted, |design| design.change_piece("horse", &change));
    assert_eq!(none.unwrap_err(), "there is no piece `horse`");
}

#[test]
fn boards_grow_and_shrink_at_their_edges() {
    let text = "name = 'mine'\ninherits = 'chess'\n";
    let resize = |text: &str, edges| changed(text, |design| design.resize(edges));
    let edges = Edges::default();
    // New ranks are inserted among the empty ones, new files at their edge.
    let larger = resize(
        text,
        Edges {
            top: 2,
            right: 1,
            left: 1,
            ..edges
        },
    )
    .expect("a text");
    assert_eq!(
        larger,
        "name = 'mine'\ninherits = 'chess'\nboard.files = 10\nboard.ranks = 10\n\
         start = '1rnbqkbnr1/1pppppppp1/10/10/10/10/10/10/1PPPPPPPP1/1RNBQKBNR1 w KQkq - 0 1'\n"
    );
    let smaller = resize(
        &larger,
        Edges {
            bottom: -2,
            right: -1,
            left: -1,
            ..edges
        },
    )
    .expect("a text");
    assert_eq!(
        compiled(&smaller).start().to_fen(),
        compiled(text).start().to_fen()
    );
    let none = resize(text, Edges { left: -8, ..edges });
    assert_eq!(none.unwrap_err(), "a board has 1 to 36 files and ranks");
    // Holes are removed together with their squares.
    let holed = "name = 'mine'\ninherits = 'chess'\nboard.holes = 'a4' # a hole\nstart = 'rnbqkbnr/pppppppp/8/8/*7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'\n";
    let moved = resize(holed, Edges { left: 1, ..edges }).expect("a text");
    assert!(moved.contains("board.holes = 'b4' # a hole\n"), "{moved}");
}

#[test]
fn pieces_are_put_and_removed_as_far_as_the_start_stays_legal() {
    let text = "name = 'mine'\ninherits = 'chess'\n";
    let chess = compiled(text);
    let at = |name: &str| chess.square(name).expect("a square");
    let start = chess.start();
    let put = |squares: &[(&str, Option<&str>)]| {
        let squares: Vec<_> = squares
            .iter()
            .map(|(to, from)| (at(to), from.and_then(|from| start.piece_on(at(from)))))
            .collect();
        changed(text, |design| design.put(&squares))
    };
    // A castling right is lost only with its rook.
    let without_rook = put(&[("h1", None), ("h3", Some("h1"))]).expect("a text");
    assert!(
        without_rook.contains("PPPPPPPP/RNBQKBN1 w Qkq - 0 1"),
        "{without_rook}"
    );
    let without_king = put(&[("e1", None)]);
    assert!(without_king.unwrap_err().contains("no royal piece"));
    let numbered = "name = 'mine'\ninherits = 'fischerandom'\n";
    let many = changed(numbered, |design| design.put(&[(at("a3"), None)]));
    assert!(many.unwrap_err().contains("several start positions"));
}

#[test]
fn zones_are_painted_in_the_text() {
    let text = "name = 'mine'\ninherits = 'chess'\npieces.king = { move = 'K', letter = 'K' }\n";
    let chess = compiled(text);
    let squares: Vec<_> = ["a1", "b1"]
        .iter()
        .map(|name| chess.square(name).expect("a square"))
        .collect();
    let zones = chess.shape().squares().count();
    let keys =
        |piece: &'static str, rest: &'static [&'static str]| [&["pieces", piece], rest].concat();
    let paint = |keys: &[&str], on| changed(text, |design| design.set_zone(keys, &squares, on));
    let promotion = paint(&keys("pawn", &["promotion", "zone"]), true).expect("a text");
    assert!(
        promotion.ends_with("pieces.pawn.promotion.zone = 'rank -1, a1-b1'\n"),
        "{promotion}"
    );
    // A move that is written as a text becomes a table.
    let confined = paint(&keys("king", &["move", "to"]), false).expect("a text");
    assert!(
        confined.contains("move = { betza = 'K', to = "),
        "{confined}"
    );
    let zone = compiled(&confined).def().pieces["king"].moves[0]
        .to
        .clone()
        .expect("a zone");
    assert_eq!(zone.sides()[0].len(), zones - 2);
    assert_eq!(
        paint(&keys("king", &["promotion", "zone"]), true).unwrap_err(),
        "the game has no such zone"
    );
}

#[test]
fn zones_of_rules_are_painted_in_every_built_in() {
    let (mut painted, mut refused) = (Vec::new(), 0);
    for name in Catalog::builtin().names() {
        let text = format!("name = 'mine'\ninherits = '{name}'\n");
        let variant = compiled(&text);
        let design = Design {
            text: &text,
            variant: &variant,
        };
        for zone in design.zones() {
            let keys: Vec<&str> = zone.keys.iter().map(String::as_str).collect();
            let Some(square) = zone.squares.iter().next().filter(|_| keys[0] == "rules") else {
                continue;
            };
            // A square that belongs to the zone already changes nothing.
            let same = match design.set_zone(&keys, &[square], true) {
                Ok(same) => same,
                Err(reason) => {
                    assert!(
                        reason.contains("for each side"),
                        "{name}: {keys:?}: {reason}"
                    );
                    refused += 1;
                    continue;
                }
            };
            let same = compiled(&same);
            let zones = Design {
                text: "",
                variant: &same,
            }
            .zones();
            let found = zones.iter().find(|other| other.keys == zone.keys);
            assert_eq!(found, Some(&zone), "{name}");
            painted.push(zone.piece);
        }
    }
    painted.sort();
    painted.dedup();
    for setting in [
        "drops.zone",
        "goal.zone",
        "paired-promotion.zone",
        "use.palace.zone",
    ] {
        assert!(
            painted.iter().any(|one| one == setting),
            "{setting}: {painted:?}"
        );
    }
    assert!(
        painted.len() > 8 && refused > 0,
        "{painted:?}, {refused} refused"
    );
}

/// A template plays like its parent, also with all of its lines about pieces.
#[test]
fn templates_change_nothing_by_themselves() {
    for name in Catalog::builtin().names() {
        let parent = Catalog::builtin().get(name).expect("a built-in");
        let text = template("mine", parent);
        let uncommented = text.lines().map(|line| match line.strip_prefix("# ") {
            Some(code) if code.contains(".move = ") => code,
            _ => line,
        });
        let uncommented: Vec<&str> = uncommented.collect();
        for text in [&text, &uncommented.join("\n")] {
            let read = Catalog::read(text, Format::Toml);
            assert_eq!(read.diagnostics, [], "{name}\n{text}");
            let mine = read.value.get("mine").expect("the variant");
            assert_eq!(mine.pieces, parent.pieces, "{name}");
            assert_eq!(mine.setups, parent.setups, "{name}");
            let start = |def| Variant::compile(def).expect("it compiles").start().to_fen();
            assert_eq!(start(mine), start(parent), "{name}");
        }
    }
}
