//! Definitions that name other files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use ferz::definition::{Limits, PieceDef, differences};
use ferz::formats::{Catalog, FileError, Files, Format};
use ferz::game::Variant;
use ferz::source::Diagnostic;
use ferz_cli::protocol::{Library, LoadedFile};
use ferz_designer::authoring::Server;
use ferz_designer::folder::Folder as Beside;
use lsp_server::{Message, Notification, Request};
use serde_json::json;

use crate::harness::Folder;

/// Files as `NAME: TEXT`.
#[derive(Debug)]
pub(crate) struct Memory(BTreeMap<PathBuf, &'static str>);

impl Files for Memory {
    fn home(&self) -> &Path {
        Path::new("mine.toml")
    }

    fn locate(&self, path: &str, from: &Path) -> Result<PathBuf, FileError> {
        let mut found = from.parent().unwrap_or(Path::new("")).to_owned();
        for part in path.split('/') {
            match part {
                "." => {}
                ".." if !found.pop() => return Err(FileError::Outside),
                ".." => {}
                part => found.push(part),
            }
        }
        if self.0.contains_key(&found) {
            Ok(found)
        } else {
            Err(FileError::Missing)
        }
    }

    fn read(&self, path: &Path, most: usize) -> Result<String, FileError> {
        let text = self.0[path];
        if text.len() > most {
            return Err(FileError::TooLarge);
        }
        Ok(text.to_owned())
    }
}

pub(crate) fn memory(files: &[(&str, &'static str)]) -> Memory {
    let files = files.iter();
    Memory(
        files
            .map(|(name, text)| (PathBuf::from(name), *text))
            .collect(),
    )
}

/// What is read of the first of some files.
fn read(files: &[(&str, &'static str)]) -> (Catalog, Vec<Diagnostic>) {
    let read = Catalog::read_file(files[0].1, Format::Toml, &Limits::default(), &memory(files));
    (read.value, read.diagnostics)
}

/// A variant of a file, written as one that needs no other file.
const GRID: &str = "[grid]
inherits = 'chess'
board = { files = 10, ranks = 8 }
start = 'rnbqkbnrrn/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKBNRRN w'
pieces.pawn.promotion.zone = 'rank -1'
directions.jump = 'N'
pieces.knight.move = '{jump}D'
dialect = 'xboard'
[grid.settings.stalemate]
draw = {}
loss = { rules = { stalemate = 'loss' } }
[other]
inherits = 'grid'
pieces.rook.move = 'R4'
";

#[test]
fn to_inherit_from_a_file_is_to_inherit_from_its_text() {
    let child = "[mine]\ninherits = 'PARENT'\nboard = { files = 10, ranks = 9 }\n\
        start = 'rnbqkbnrrn/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNBQKBNRRN w'\npieces.queen.move = 'mQcR'\n";
    let leak = |text: String| -> &'static str { text.leak() };
    let rows = [
        ("grid", "./grid.toml"),
        ("grid", "grid.toml"),
        ("grid", "./grid.toml#grid"),
        ("other", "grid.toml#other"),
        ("other", "deep/down.toml"),
        ("other", "deep/down.toml#up"),
    ];
    for (name, path) in rows {
        let together = format!("{GRID}{}", child.replace("PARENT", name));
        let together = Catalog::read(&together, Format::Toml).into_result();
        let together = together.expect("a good file");
        let files = [
            ("mine.toml", leak(child.replace("PARENT", path))),
            ("grid.toml", GRID),
            (
                "deep/down.toml",
                "[down]\ninherits = 'up'\n[up]\ninherits = '../grid.toml#other'\n",
            ),
        ];
        let (apart, found) = read(&files);
        assert_eq!(found, [], "{path}");
        for query in [None, Some("stalemate=loss")] {
            let [one, other] = [&together, &apart].map(|file| {
                let def = file.select("mine", query);
                def.unwrap_or_else(|refusal| panic!("{path}: {refusal:?}"))
            });
            assert_eq!(differences(&one, &other), [], "{path}");
            assert_eq!(one.to_toml(), other.to_toml(), "{path}");
        }
    }
}

#[test]
fn any_format_is_inherited() {
    let files = [
        (
            "mine.toml",
            "[a]\ninherits = './v.ini#two'\npieces.queen.move = 'RN'\n[b]\ninherits = './max.ini'\n\
                [c]\ninherits = './page.txt'\n",
        ),
        (
            "v.ini",
            "[one:chess]\nstalemateValue = loss\n[two:one]\nchancellor = c\nstartFen = 4k2c/8/8/8/8/8/8/4K2C w - - 0 1\n",
        ),
        (
            "max.ini",
            "Game: tiny\n4x6\n3 4 0 4\n3 4 0 4\np:100 -16,6 -15,5 -17,5\np:100 16,6 15,5 17,5\n\
                k:-1 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\nR:500 1,3 16,3 -1,3 -16,3\n",
        ),
        (
            "page.txt",
            "files=8\nranks=8\npawn:P:ifmnDfmWfceF::a2-h2\nking:K:K::e1\n",
        ),
    ];
    let (catalog, found) = read(&files);
    assert_eq!(found, []);
    for (name, piece) in [("a", "chancellor"), ("b", "R"), ("c", "king")] {
        let def = catalog.get(name).expect(name);
        let is_it =
            |(own, piece_def): (&String, &PieceDef)| own == piece || piece_def.letter == piece;
        assert!(
            def.pieces.iter().any(is_it),
            "{name}: {:?}",
            def.pieces.keys()
        );
        assert!(Variant::compile(def).is_ok(), "{name}");
    }
}

/// The value of `inherits`, the code of what is wrong with it, and a part of the message or the remedy.
const FAULTS: &[(&str, &str, &str)] = &[
    (
        "./nothing.toml",
        "E0322",
        "no file is called `./nothing.toml`",
    ),
    ("nothing.ini#x", "E0322", "no file is called `nothing.ini`"),
    ("noending#x", "E0322", "no file is called `noending`"),
    ("../up.toml", "E0323", "not in the folder"),
    ("deep/../../up.toml", "E0323", "not in the folder"),
    ("./many.toml#fuor", "E0304", "did you mean `four`?"),
    ("./many.toml#bad", "E0324", "unknown key `fuel`"),
    ("./many.toml#heir", "E0324", "many.toml:3:"),
    (
        "./many.toml#orphan",
        "E0324",
        "no file is called `./gone.toml`",
    ),
    ("./damaged.toml", "E0324", "damaged.toml:3:"),
    (
        "./empty.toml",
        "E0324",
        "`empty.toml` has errors: empty.toml:1:1: the file defines no variant",
    ),
    ("./diary.txt", "E0322", "the format of `diary.txt`"),
    ("./mine.toml", "E0305", "`mine.toml` inherits from itself"),
    ("./mine.toml#good", "E0305", "without the file"),
    (
        "./many.toml#back",
        "E0305",
        "`mine.toml` inherits from itself, through `many.toml`",
    ),
    (
        "./circle.toml",
        "E0305",
        "`circle.toml` inherits from itself, through `round.toml`",
    ),
    ("./large.toml", "E0315", "is too large"),
    ("chess#queen", "E0322", "no file is called `chess`"),
];

const MANY: &str = "[bad]
inherits = 'chess'
fuel = 1
[heir]
inherits = 'bad'
[four]
inherits = 'chess'
[orphan]
inherits = './gone.toml'
[back]
inherits = './mine.toml#good'
";

#[test]
fn what_is_wrong_with_another_file_spoils_the_heirs() {
    let large: &'static str = "# large\n".repeat(1 << 18).leak();
    for (path, code, message) in FAULTS {
        let text = format!(
            "[bad]\ninherits = '{path}'\n[heir]\ninherits = 'bad'\n[good]\ninherits = 'chess'\n\
             [fine]\ninherits = './many.toml#four'\n"
        );
        let text: &'static str = text.leak();
        let files = [
            ("mine.toml", text),
            ("many.toml", MANY),
            ("damaged.toml", "[x]\ninherits = 'chess'\npieces = {\n"),
            ("empty.toml", ""),
            ("diary.txt", "Dear diary"),
            ("circle.toml", "[c]\ninherits = './round.toml'"),
            ("round.toml", "[r]\ninherits = './circle.toml#c'"),
            ("large.toml", large),
        ];
        let (catalog, found) = read(&files);
        let [finding] = &found[..] else {
            panic!("{path}: {found:?}");
        };
        assert_eq!(finding.code.as_str(), *code, "{path}: {}", finding.message);
        assert_eq!(&text[finding.span.range()], format!("'{path}'"));
        let help = finding.help.as_deref().unwrap_or_default();
        let said = format!("{} {help}", finding.message);
        assert!(said.contains(message), "{path}: {said}");
        for (name, is_faulty) in [
            ("bad", true),
            ("heir", true),
            ("good", false),
            ("fine", false),
        ] {
            assert_eq!(catalog.is_faulty(name), is_faulty, "{path}: {name}");
        }
    }
}

#[test]
fn a_text_that_is_no_file_names_none() {
    let text = "[bad]\ninherits = './grid.toml'\n[good]\ninherits = 'chess'\n";
    let read = Catalog::read(text, Format::Toml);
    let codes: Vec<&str> = read
        .diagnostics
        .iter()
        .map(|one| one.code.as_str())
        .collect();
    assert_eq!(codes, ["E0321"]);
    assert!(read.value.is_faulty("bad") && !read.value.is_faulty("good"));
}

#[test]
fn there_is_a_limit_of_files() {
    let names: Vec<String> = (0..200).map(|number| format!("f{number}.toml")).collect();
    let texts = names.iter().map(|name| {
        let text = format!("[a]\ninherits = './{name}'\npieces.queen.move = 'R'\n");
        let text: &'static str = text.leak();
        text
    });
    let all: String = names
        .iter()
        .enumerate()
        .fold(String::new(), |all, (number, name)| {
            all + &format!("[x{number}]\ninherits = './{name}'\n")
        });
    let all: &'static str = all.leak();
    let wide = names
        .iter()
        .map(|name| (name.as_str(), "[a]\ninherits = 'chess'\n"));
    let wide: Vec<(&str, &'static str)> = [("mine.toml", all)].into_iter().chain(wide).collect();
    let (catalog, found) = read(&wide);
    assert!(
        found.iter().all(|one| one.code.as_str() == "E0315"),
        "{found:?}"
    );
    assert_eq!(found.len(), 200 - Limits::default().files);
    assert!(!catalog.is_faulty("x0"));
    // With its heir the line has a step too many.
    let mut long: String = (0..15).fold(String::new(), |all, number| {
        all + &format!("[v{number}]\ninherits = 'v{}'\n", number + 1)
    });
    long.push_str("[v15]\ninherits = 'chess'\n");
    let long: &'static str = long.leak();
    let heir = ("mine.toml", "[heir]\ninherits = './long.toml'\n");
    let (_, found) = read(&[heir, ("long.toml", long)]);
    assert!(found[0].message.contains("more than 16 steps"), "{found:?}");
    assert_eq!(Catalog::read(long, Format::Toml).diagnostics, []);
    // Each of these inherits from the next.
    let line = names.iter().map(String::as_str).zip(texts.skip(1));
    let start = [("mine.toml", "[mine]\ninherits = './f0.toml'\n")];
    let line: Vec<(&str, &'static str)> = start.into_iter().chain(line).collect();
    let (catalog, found) = read(&line);
    assert!(catalog.is_faulty("mine"));
    assert!(found[0].message.contains("more than 16 files"), "{found:?}");
}

/// Runs the program in a folder: its exit code, and all that it says.
fn run(folder: &Folder, args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(args)
        .current_dir(folder.place())
        .output()
        .expect("the program runs");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.code().unwrap_or(-1), said)
}

#[cfg(unix)]
#[test]
fn the_program_reads_files_of_the_folder_and_no_others() {
    let folder = Folder::new("other-files");
    folder.write("out.toml", "[out]\ninherits = 'chess'\n");
    folder.write("in/grid.toml", GRID);
    folder.write("in/deep/down.toml", "[down]\ninherits = '../grid.toml'\n");
    folder.write(
        "in/mine.toml",
        "[down]\ninherits = './deep/down.toml'\n[up]\ninherits = '../out.toml'\n\
            [link]\ninherits = 'link.toml'\n[folder]\ninherits = './deep'\n[pipe]\ninherits = 'pipe.toml'\n",
    );
    let absolute = format!("[abs]\ninherits = '{}'\n", folder.path("in/grid.toml"));
    folder.write("in/absolute.toml", &absolute);
    let link = folder.place().join("in/link.toml");
    std::os::unix::fs::symlink("../out.toml", link).expect("a link");
    let made = Command::new("mkfifo")
        .arg(folder.path("in/pipe.toml"))
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    let (code, said) = run(&folder, &["check", "in/mine.toml"]);
    assert_eq!(code, 1, "{said}");
    assert_eq!(said.matches("error[E0323]").count(), 2, "{said}");
    assert_eq!(said.matches("error[E0322]").count(), 2, "{said}");
    assert!(said.contains("not a regular file"), "{said}");
    let (_, said) = run(&folder, &["check", "in/mine.toml", "--allow-outside"]);
    assert_eq!(said.matches("error[E0323]").count(), 0, "{said}");
    assert!(said.contains(": 5 variants, 2 errors"), "{said}");
    assert_eq!(run(&folder, &["check", "in/absolute.toml"]).0, 1);
    let allowed = ["check", "in/absolute.toml", "--allow-outside"];
    assert_eq!(run(&folder, &allowed).0, 0);
    let (code, said) = run(&folder, &["show", "in/mine.toml#down"]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = run(&folder, &["moves", "in/mine.toml#up"]);
    assert_eq!(code, 1, "{said}");
}

#[test]
fn engines_read_files_beside_theirs() {
    let folder = Folder::new("engine-files");
    folder.write("grid.toml", GRID);
    folder.write(
        "mine.toml",
        "[mine]\ninherits = './grid.toml'\n[bad]\ninherits = '../grid.toml'\n",
    );
    let path = folder.path("mine.toml");
    let load = |files: Option<Arc<dyn Files>>| {
        let file = LoadedFile {
            folder: files,
            ..LoadedFile::new(path.clone(), Ok(folder.read("mine.toml")))
        };
        Library::of_files(&[file])
    };
    let library = load(Some(Arc::new(Beside::of(&path)))).expect("a good variant");
    let names: Vec<&str> = library.of_own().map(|def| def.name.as_str()).collect();
    assert_eq!(names, ["mine"]);
    let refused = load(None).expect_err("no files");
    assert!(refused[0].contains("E0321"), "{refused:?}");
}

#[test]
fn an_editor_is_told_of_files_as_it_has_them() {
    let folder = Folder::new("edited-files");
    folder.write("grid.toml", GRID);
    let mut server = Server::new(None).with_files(|path| Arc::new(Beside::of(path)));
    let begin = Request::new(1.into(), "initialize".to_owned(), json!({}));
    assert_eq!(server.handle(begin.into()).len(), 1);
    let mut found = |name: &str, text: &str| {
        let document = json!({
            "uri": format!("file://{}", folder.path(name)), "languageId": "toml", "version": 0, "text": text,
        });
        let params = json!({ "textDocument": document });
        let note = Notification::new("textDocument/didOpen".to_owned(), params);
        let said = server.handle(note.into()).into_iter();
        let mut codes: Vec<String> = Vec::new();
        for message in said {
            let Message::Notification(note) = message else {
                continue;
            };
            let uri = note.params["uri"].as_str().unwrap_or_default().to_owned();
            let name = uri.rsplit('/').next().unwrap_or_default();
            for one in note.params["diagnostics"].as_array().into_iter().flatten() {
                codes.push(format!(
                    "{name} {}",
                    one["code"].as_str().unwrap_or_default()
                ));
            }
        }
        codes.sort();
        codes
    };
    assert_eq!(
        found("mine.toml", "[mine]\ninherits = './grid.toml'\n"),
        [""; 0]
    );
    let broken = GRID.replace("'R4'", "'R4('");
    assert_eq!(found("grid.toml", &broken), ["grid.toml E0105"]);
    let broken = GRID.replace("'{jump}D'", "'{jum}D'");
    assert_eq!(
        found("grid.toml", &broken),
        ["grid.toml E0319", "mine.toml E0324"]
    );
    assert_eq!(
        found("gone.toml", "[a]\ninherits = 'nothing.toml'\n"),
        ["gone.toml E0322"]
    );
}

#[test]
fn an_editor_is_led_to_other_files_and_is_offered_their_names() {
    let folder = Folder::new("led-to-files");
    folder.write(
        "many.toml",
        "[one]\ninherits = 'chess'\ntitle = 'The First'\n[two]\ninherits = 'chess'\n",
    );
    let rules = "[library.magnet]\nsummary = 'It attracts.'\nparameters = { who = 'any' }\n\
                 forbid = 'mover $who and check'\n[library.other]\nforbid = 'pass'\n";
    folder.write("rules.toml", rules);
    let mut server = Server::new(None).with_files(|path| Arc::new(Beside::of(path)));
    let begin = Request::new(1.into(), "initialize".to_owned(), json!({}));
    assert_eq!(server.handle(begin.into()).len(), 1);
    let uri = format!("file://{}", folder.path("mine.toml"));
    let mut ask = |method: &str, marked: &str| {
        let text = marked.replace('|', "");
        let before = &marked[..marked.find('|').expect("a mark")];
        let line = before.matches('\n').count();
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        let document = json!({ "uri": uri, "languageId": "toml", "version": 0, "text": text });
        let open = json!({ "textDocument": document });
        server.handle(Notification::new("textDocument/didOpen".to_owned(), open).into());
        let at = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": column } });
        let said = server.handle(Request::new(2.into(), method.to_owned(), at).into());
        let mut said = said.into_iter().filter_map(|message| match message {
            Message::Response(response) => serde_json::to_value(response).ok(),
            _ => None,
        });
        let said = said.next().unwrap_or_default();
        said["result"].clone()
    };
    let place = |found: &serde_json::Value| {
        let uri = found["uri"].as_str().unwrap_or_default();
        let name = uri.rsplit('/').next().unwrap_or_default();
        format!("{name}:{}", found["range"]["start"]["line"])
    };
    let at = "textDocument/definition";
    let rows = [
        ("[m]\ninherits = './many.toml#t|wo'\n", "many.toml:3"),
        ("[m]\ninherits = './many|.toml'\n", "many.toml:0"),
        (
            "[m]\ninherits = 'chess'\nrules.use.'./rules.toml#oth|er' = true\n",
            "rules.toml:4",
        ),
        (
            "[m]\ninherits = 'chess'\nrules.use.own| = true\n[library.own]\nforbid = 'pass'\n",
            "mine.toml:3",
        ),
        ("[m]\ninherits = './none|.toml'\n", ":null"),
    ];
    for (text, expected) in rows {
        assert_eq!(place(&ask(at, text)), expected, "{text}");
    }
    let at = "textDocument/hover";
    let rows = [
        ("[m]\ninherits = './many.toml#o|ne'\n", "The First"),
        (
            "[m]\ninherits = 'chess'\nrules.use.'./rules.toml#mag|net' = true\n",
            "It attracts.",
        ),
    ];
    for (text, expected) in rows {
        let shown = ask(at, text)["contents"]["value"].to_string();
        assert!(shown.contains(expected), "{text}: {shown}");
    }
    let at = "textDocument/completion";
    let rows = [
        ("[m]\ninherits = './many.toml#|", vec!["one", "two"]),
        (
            "[m]\ninherits = 'chess'\nrules.use.'./rules.toml#m|",
            vec!["magnet", "other"],
        ),
        (
            "[m]\ninherits = 'chess'\nrules.use.'./rules.toml#magnet' = { |}",
            vec!["who"],
        ),
    ];
    for (text, expected) in rows {
        let offered = ask(at, text);
        let labels = offered.as_array().into_iter().flatten();
        let labels: Vec<&str> = labels.filter_map(|one| one["label"].as_str()).collect();
        assert_eq!(labels, expected, "{text}");
    }
}
