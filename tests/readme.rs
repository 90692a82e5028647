//! `README.md` and its transcripts and files: every transcript is run, every file is read.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A fenced block: its language and its lines.
struct Block {
    language: String,
    text: String,
}

/// Documents whose transcripts are run, and how many commands each has at least. Those of the others are
/// of what takes long, or of what nobody can repeat.
const TRANSCRIPTS: [(&str, usize); 7] = [
    ("README.md", 3),
    ("docs/commands.md", 30),
    ("docs/codes.md", 10),
    ("docs/constructs.md", 40),
    ("docs/import.md", 3),
    ("docs/protocols.md", 5),
    ("docs/values.md", 1),
];

/// With `INSTA_UPDATE=always` they are written anew, as snapshots are.
#[test]
fn transcripts_are_what_the_program_prints() {
    for (document, least) in TRANSCRIPTS {
        transcripts_are_true(document, least);
    }
}

fn transcripts_are_true(document: &str, least: usize) {
    let written = read(document);
    let mut found = String::new();
    let mut count = 0;
    let mut is_transcript = false;
    for line in written.lines() {
        if line.starts_with("```") {
            is_transcript = line == "```console";
        }
        match line.strip_prefix("$ ").filter(|_| is_transcript) {
            Some(command) => {
                found.extend([line, "\n"]);
                found.push_str(&String::from_utf8_lossy(&shell(command).stdout));
                count += 1;
            }
            // What stands behind a command is its output.
            None if is_transcript && line != "```console" => {}
            None => found.extend([line, "\n"]),
        }
    }
    assert!(count >= least, "only {count} commands in {document}");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|value| value == "always") {
        fs::write(root().join(document), &found).expect("the document can be written");
    } else {
        for (written, found) in written.lines().zip(found.lines()) {
            assert_eq!(written, found, "{document}, and what the program prints");
        }
        assert_eq!(written.len(), found.len(), "{document}");
    }
}

#[test]
fn two_commands_set_it_up() {
    let commands: Vec<String> = blocks(&readme())
        .into_iter()
        .filter(|block| block.language == "sh")
        .map(|block| block.text)
        .collect();
    assert_eq!(
        commands,
        ["./try\n", "PATH=\"$HOME/.cargo/bin:$PATH\" cargo test\n"]
    );
    // The script is not run as a whole, because it builds the program once more.
    let script = read("try");
    let mut count = 0;
    for line in script.lines() {
        if let Some(arguments) = line.strip_prefix("\"$ferz\" ") {
            let output = shell(&format!("ferz {arguments}"));
            assert!(output.status.success(), "ferz {arguments}");
            assert!(output.stdout.len() > 200, "ferz {arguments}");
            count += 1;
        }
    }
    assert_eq!(count, 2, "the script shows the board and lists the moves");
    assert!(shell("sh -n try").status.success());
}

#[test]
fn the_definition_is_the_one_in_the_examples() {
    let example = read("examples/griffon-chess.toml");
    let block = blocks(&readme())
        .into_iter()
        .find(|block| block.language == "toml");
    let shown = block.expect("a definition is shown").text;
    assert!(example.ends_with(&shown), "{shown}");
}

#[test]
fn the_table_has_all_commands() {
    let help = String::from_utf8(shell("ferz --help").stdout).expect("text in UTF-8");
    let known: BTreeSet<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| *word != "help")
        .collect();
    let page = read("docs/commands.md");
    let listed: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `ferz "))
        .filter_map(|line| line.split([' ', '`']).next())
        .collect();
    assert!(!known.is_empty());
    assert_eq!(listed, known);
    // The changes name those that are new, and before the first version all of them are.
    let changes = read("CHANGELOG.md");
    let told: BTreeSet<&str> = changes
        .lines()
        .filter_map(|line| line.strip_prefix("- Commands: "))
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .collect();
    assert_eq!(told, known, "commands in CHANGELOG.md");
}

#[test]
fn documents_are_listed_and_name_no_registry() {
    let contents = read("docs/SUMMARY.md");
    for (folder, way) in [("docs", ""), ("grammar", "../grammar/")] {
        for entry in fs::read_dir(root().join(folder)).expect("the folder is there") {
            let path = entry.expect("a folder can be listed").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            if name.ends_with(".md") && name != "SUMMARY.md" {
                let link = format!("({way}{name})");
                assert!(
                    contents.contains(&link),
                    "docs/SUMMARY.md lists no {folder}/{name}"
                );
            }
        }
    }
    for document in documents() {
        let text = read(&document);
        for host in ["crates.io", "pypi.org", "npmjs", "docker.io", "ghcr.io"] {
            assert!(!text.contains(host), "{document} names {host}");
        }
    }
}

#[test]
fn the_examples_are_good_but_for_the_slips() {
    let mut count = 0;
    for entry in fs::read_dir(root().join("examples")).expect("the examples are there") {
        let path = entry.expect("a folder can be listed").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let command = match path.extension().and_then(|extension| extension.to_str()) {
            Some("toml" | "txt") => format!("ferz check examples/{name}"),
            Some("jsonl") => {
                format!("ferz conform examples/{name} --definitions examples/griffon-chess.toml")
            }
            // Programs are built with the tests.
            _ => continue,
        };
        let expected = i32::from(name == "slips.toml");
        assert_eq!(shell(&command).status.code(), Some(expected), "{command}");
        count += 1;
    }
    assert!(count >= 4, "only {count} examples were there");
}

#[test]
fn links_lead_somewhere() {
    for document in documents() {
        let text = read(&document);
        for target in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            if target.starts_with("http") {
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let folder = Path::new(&document).parent().expect("a folder");
            let path = if path.is_empty() {
                Path::new(&document).to_path_buf()
            } else {
                folder.join(path)
            };
            assert!(root().join(&path).exists(), "{document}: {target}");
            if anchor.is_empty() {
                continue;
            }
            let text = read(&path.to_string_lossy());
            let is_there = anchors(&text).any(|known| known == anchor);
            assert!(is_there, "{document}: {target}");
        }
    }
}

/// All documents, by their paths from the root.
fn documents() -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting = vec![
        root().to_path_buf(),
        root().join("docs"),
        root().join("grammar"),
    ];
    waiting.push(root().join("docs/pictures"));
    waiting.push(root().join("docs/rules"));
    for folder in waiting {
        for entry in fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("a folder can be listed").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let path = path.strip_prefix(root()).expect("a path below the root");
                found.push(path.to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    assert!(found.len() > 10, "{found:?}");
    found
}

/// The names by which headings are linked to: small letters and digits, blanks as hyphens.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words
            .chars()
            .filter(|sign| sign.is_alphanumeric() || *sign == ' ' || *sign == '-');
        kept.map(|sign| if sign == ' ' { '-' } else { sign })
            .collect()
    })
}

fn root() -> &'static Path {
    Path::new(root!())
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn readme() -> String {
    read("README.md")
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let inside = lines.by_ref().take_while(|line| *line != "```");
            blocks.push(Block {
                language: language.to_owned(),
                text: inside.flat_map(|line| [line, "\n"]).collect(),
            });
        }
    }
    blocks
}

/// Runs a line in a shell that finds the program under test as `ferz`.
fn shell(line: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_ferz"));
    let folder = program.parent().expect("a folder").display().to_string();
    let path = std::env::var_os("PATH").unwrap_or_default();
    Command::new("sh")
        .args(["-c", line])
        .current_dir(root())
        .env("PATH", format!("{folder}:{}", path.display()))
        .output()
        .unwrap_or_else(|error| panic!("{line}: {error}"))
}
