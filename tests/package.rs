//! Packages: the lists `include` of their manifests must cover the code.

use std::fs;
use std::path::{Component, Path, PathBuf};

#[test]
fn files_that_the_code_includes_are_packed() {
    let packed = packed();
    let mut n_files = 0;
    for path in rust_files(Path::new("src")) {
        let folder = path.parent().expect("a file is in a folder");
        // `concat!` begins with a folder whose files are all packed.
        for text in read(&path).split("include_str!(").skip(1) {
            let name = text.split('"').nth(1).expect("a path in quotes");
            let included = normal(&folder.join(name));
            let is_packed = packed.iter().any(|start| included.starts_with(start));
            assert!(is_packed, "{}: {included} is not packed", path.display());
            n_files += 1;
        }
    }
    assert!(n_files > 5, "only {n_files} were found");
}

/// `tools/filled` puts these files into the package of the program, and changes their paths in this one file.
#[test]
fn the_pages_of_the_help_are_put_into_the_package() {
    let source = read(Path::new("crates/cli/src/cli/commands/help.rs"));
    for text in source.split("include_str!(").skip(1) {
        let name = text.split('"').nth(1).expect("a path in quotes");
        let page = name.strip_prefix("../../../../../");
        let page = page.unwrap_or_else(|| panic!("{name} is not a page of the project"));
        assert!(
            page.starts_with("docs/") || page.starts_with("grammar/"),
            "{name}"
        );
    }
    for folder in [
        "crates/syntax/src",
        "crates/designer/src",
        "crates/trainer/src",
        "crates/cli/src",
    ] {
        for path in rust_files(Path::new(folder)) {
            let includes = read(&path).contains("include_str!(\"");
            assert_eq!(
                includes,
                path.ends_with("commands/help.rs"),
                "{}",
                path.display()
            );
        }
    }
}

#[test]
fn what_is_packed_is_there() {
    for path in packed() {
        assert!(root().join(&path).exists(), "{path} is not there");
    }
}

/// The paths from the root in the list `include`.
fn packed() -> Vec<String> {
    let manifest = read(Path::new("Cargo.toml"));
    let lines = manifest.lines().skip_while(|line| *line != "include = [");
    let lines = lines.skip(1).take_while(|line| *line != "]");
    let found: Vec<String> = lines
        .map(|line| line.trim().trim_matches([',', '"', '/']).to_owned())
        .collect();
    assert!(!found.is_empty(), "Cargo.toml has no list");
    found
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).expect("the folder is there") {
        let entry = entry.expect("a folder can be listed");
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            found.extend(rust_files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// A path without `..`.
fn normal(path: &Path) -> String {
    let mut parts = Vec::new();
    for part in path.components() {
        if part == Component::ParentDir {
            parts.pop();
        } else {
            parts.push(part.as_os_str().to_string_lossy());
        }
    }
    parts.join("/")
}

fn root() -> &'static Path {
    Path::new(root!())
}

fn read(path: &Path) -> String {
    fs::read_to_string(root().join(path)).expect("a file that can be read")
}
