//! Tutorials: writes their files and runs their commands, in order.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::harness::Folder;

#[test]
fn the_first_five_minutes_are_as_they_are_told() {
    walk("docs/first-five-minutes.md");
}

#[test]
fn a_piece_of_your_own_is_made_as_it_is_told() {
    walk("docs/a-piece-of-your-own.md");
}

#[test]
fn a_rule_of_your_own_is_made_as_it_is_told() {
    walk("docs/a-rule-of-your-own.md");
}

/// Walks a document. With `INSTA_UPDATE=always` the output is written anew, as snapshots are.
fn walk(document: &str) {
    let root = Path::new(root!());
    let folder = Folder::new("walk");
    let written = fs::read_to_string(root.join(document)).expect("the document is there");

    let mut told = String::new();
    let mut count = 0;
    let mut lines = written.lines().peekable();
    while let Some(line) = lines.next() {
        told.extend([line, "\n"]);
        let Some(language) = line.strip_prefix("```").filter(|word| !word.is_empty()) else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some(file) = language.strip_prefix("toml ") {
            folder.write(file, &(block.join("\n") + "\n"));
        }
        if language == "console" {
            for command in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
                told.extend(["$ ", command, "\n", &output(command, folder.place())]);
                count += 1;
            }
        } else {
            block.iter().for_each(|line| told.extend([line, "\n"]));
        }
        told.push_str("```\n");
    }
    assert!(count > 7, "only {count} commands were there");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|value| value == "always") {
        fs::write(root.join(document), &told).expect("the document can be written");
    } else {
        for (written, told) in written.lines().zip(told.lines()) {
            assert_eq!(written, told, "{document}, and what the program prints");
        }
        assert_eq!(written.len(), told.len());
    }
}

#[test]
fn the_page_about_the_library_shows_every_rule() {
    let page = include_str!("../docs/library.md");
    for name in ferz::formats::rule_library().keys() {
        let shown = format!("$ ferz explain {name}\n");
        assert!(
            page.contains(&shown),
            "docs/library.md does not show `{name}`"
        );
    }
    walk("docs/library.md");
}

/// What a line prints in a shell that finds the program under test as `ferz`.
fn output(line: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_ferz"));
    let home = program.parent().expect("a folder").display().to_string();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {line}; }} 2>&1")])
        .current_dir(folder)
        .env("PATH", format!("{home}:{}", path.display()))
        .env_remove("COLUMNS")
        .output()
        .unwrap_or_else(|error| panic!("{line}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!text.contains("panicked"), "{line}: {text}");
    // Blank lines at the end are for terminals.
    let text = text.trim_end();
    if text.is_empty() {
        String::new()
    } else {
        format!("{text}\n")
    }
}
