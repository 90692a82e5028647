//! The rules of `docs/architecture.md` that a test can check: layers, files, phases and codes.

mod circles;
mod code;
mod files;
mod layers;
mod phases_and_codes;
mod public_face;

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of code, one for each package.
const SOURCES: [&str; 5] = [
    "crates/syntax/src",
    "src",
    "crates/designer/src",
    "crates/trainer/src",
    "crates/cli/src",
];

fn root() -> PathBuf {
    PathBuf::from(root!())
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All files under a folder, sorted, with their paths as the documents write them.
fn files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        let entries = fs::read_dir(root().join(&folder));
        for entry in entries.unwrap_or_else(|error| panic!("{folder}: {error}")) {
            let entry = entry.expect("a folder can be listed");
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                waiting.push(path);
            } else if !path.ends_with(".snap.new") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The Rust files under a folder: their paths and texts.
fn rust_files(folder: &str) -> impl Iterator<Item = (String, String)> + use<> {
    let paths = files(folder).into_iter();
    paths.filter(|path| has_extension(path, "rs")).map(|path| {
        let text = read(&path);
        (path, text)
    })
}

/// The Rust files of all packages.
fn sources() -> impl Iterator<Item = (String, String)> {
    SOURCES.into_iter().flat_map(rust_files)
}

fn has_extension(path: &str, wanted: &str) -> bool {
    let extension = Path::new(path).extension();
    extension.is_some_and(|extension| extension == wanted)
}

fn stem(path: &str) -> String {
    let stem = Path::new(path).file_stem().expect("a file has a name");
    stem.to_string_lossy().into_owned()
}

/// The cells of the table in `docs/architecture.md` whose first heading is `heading`, without back-quotes.
fn table(heading: &str) -> Vec<Vec<String>> {
    let document = read("docs/architecture.md");
    let start = format!("| {heading} |");
    let rows: Vec<Vec<String>> = document
        .lines()
        .skip_while(|line| !line.starts_with(&start))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells = line.trim_matches('|').split('|');
            cells.map(|cell| cell.trim().replace('`', "")).collect()
        })
        .collect();
    assert!(!rows.is_empty(), "the table `{heading}` is missing");
    rows
}
