//! Files: first lines, lengths, imports, unit tests, snapshots, and files that documents name.

use std::collections::BTreeSet;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use super::code::{Source, names, paths, tokens};
use super::{SOURCES, files, has_extension, read, root, rust_files, sources, stem, table};

/// The length of a file that needs no reason.
const SOFT_CAP: usize = 600;

/// The length that no file exceeds.
const HARD_CAP: usize = 1200;

#[test]
fn every_file_says_what_it_is_about() {
    let all = sources().chain(rust_files("tests"));
    let examples = ["examples", "crates/designer/examples"].into_iter();
    for (path, text) in all.chain(examples.flat_map(rust_files)) {
        let first = text.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("//! ") && first.len() > "//! ".len(),
            "{path} does not begin with a `//!` line"
        );
    }
}

#[test]
fn nothing_but_code_is_among_the_code() {
    let mut strays: Vec<String> = SOURCES.into_iter().flat_map(files).collect();
    strays.retain(|path| !has_extension(path, "rs"));
    assert!(strays.is_empty(), "left over by a tool? {strays:?}");
}

#[test]
fn files_are_short_or_have_a_reason() {
    let listed: BTreeSet<String> = table("file").iter().map(|row| row[0].clone()).collect();
    let mut faults = Vec::new();
    for (path, text) in sources().chain(rust_files("tests")) {
        let length = text.lines().count();
        let needs_reason = length > SOFT_CAP && !path.starts_with("tests/");
        if length > HARD_CAP {
            faults.push(format!("{path} has {length} lines: divide it"));
        } else if needs_reason && !listed.contains(&path) {
            faults.push(format!(
                "{path} has {length} lines: divide it, or give the reason in docs/architecture.md"
            ));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    for path in listed {
        assert!(root().join(&path).exists(), "{path} is listed as long");
    }
}

#[test]
fn a_module_is_imported_from_once() {
    let mut repeated = Vec::new();
    for (path, text) in sources().chain(rust_files("tests")) {
        let mut seen = BTreeSet::new();
        let mut before = "";
        for line in text.lines() {
            // An import with an attribute has a condition and is separate.
            if !before.starts_with("#[")
                && let Some(import) = line.strip_prefix("use ")
                && let end = import.find('{').unwrap_or(import.len())
                && let Some((module, _)) = import[..end].rsplit_once("::")
                && !seen.insert(module)
            {
                repeated.push(format!("{path}: `{module}` is imported from twice"));
            }
            before = line;
        }
    }
    assert!(repeated.is_empty(), "\n{}", repeated.join("\n"));
}

/// Everything that a unit test needs is compiled a second time for it, and compiling a variant
/// needs both engines.
#[test]
fn unit_tests_play_nothing() {
    let has_tests = |(_, text): &(String, String)| text.contains("cfg(test)");
    for source in sources().filter(has_tests).map(Source::parse) {
        let plays = names(tokens(&source.tests))
            .find(|name| ["Catalog", "Variant", "Searcher"].contains(&name.as_str()));
        let path = source.path;
        assert_eq!(plays, None, "{path}: such a test belongs in `tests/`");
    }
}

#[test]
fn snapshots_have_names_given_by_hand() {
    let modules: BTreeSet<String> = rust_files("tests").map(|(path, _)| stem(&path)).collect();
    for path in files("tests/snapshots") {
        let name = stem(&path);
        let folder = Path::new(&path).parent().and_then(Path::file_name);
        let folder = folder.expect("a folder").to_string_lossy();
        assert!(
            has_extension(&path, "snap")
                && modules.contains(folder.as_ref())
                && !name.starts_with("suite__"),
            "{path}: a snapshot is `tests/snapshots/MODULE/NAME.snap`"
        );
    }
    let has_snapshots = |(_, text): &(String, String)| text.contains("snapshot!");
    let with_snapshots = rust_files("tests").chain(sources()).filter(has_snapshots);
    let mut unnamed = Vec::new();
    for source in with_snapshots.map(Source::parse) {
        for line in unnamed_snapshots(source.whole()) {
            unnamed.push(format!("{}:{line}: a snapshot without a name", source.path));
        }
    }
    assert!(unnamed.is_empty(), "\n{}", unnamed.join("\n"));

    let bad = "fn f() {\n insta::assert_snapshot!(f(a, b)); assert_debug_snapshot! [x] }";
    assert_eq!(unnamed_snapshots(bad.parse().expect("Rust")), [2, 2]);
    let good = "assert_snapshot!(name, f(a)); assert_snapshot!(f(a, b), @\"\");";
    assert!(unnamed_snapshots(good.parse().expect("Rust")).is_empty());
}

/// The lines of snapshot assertions with one argument, which have neither a name nor the expected text.
fn unnamed_snapshots(tokens: TokenStream) -> Vec<usize> {
    let is_comma =
        |token: TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',');
    let unnamed = paths(tokens).into_iter().filter(|path| {
        let name = &path.names[path.names.len() - 1];
        name.starts_with("assert_")
            && name.ends_with("snapshot")
            && (path.arguments.clone())
                .is_some_and(|arguments| !arguments.into_iter().any(is_comma))
    });
    unnamed.map(|path| path.line).collect()
}

#[test]
fn files_that_documents_name_are_there() {
    let mut documents = vec!["README.md".to_owned(), "CONTRIBUTING.md".to_owned()];
    documents.extend(files("docs"));
    documents.extend(files("grammar"));
    let modules: BTreeSet<String> = SOURCES
        .into_iter()
        .flat_map(files)
        .filter_map(|path| path.rsplit('/').next().map(str::to_owned))
        .collect();
    let mut missing = Vec::new();
    for document in documents.iter().filter(|path| has_extension(path, "md")) {
        for quoted in read(document).split('`').skip(1).step_by(2) {
            let path = quoted.trim_end_matches('/');
            let folder = path.split('/').next().unwrap_or_default();
            // A file that is named without its folder can be anywhere in the code.
            let is_module = has_extension(path, "rs") && !path.contains(['/', ' ']);
            if is_module && !modules.contains(path) {
                missing.push(format!("{document}: no file is called `{quoted}`"));
            }
            let is_path = path.contains('/')
                && folder != "target"
                && root().join(folder).is_dir()
                && !path.contains([' ', '*', '<', '…', '\n'])
                // Neither names in capitals nor what a build makes.
                && !path.split('/').any(|part| part == part.to_uppercase() || part == "dist");
            if is_path && !root().join(path).exists() {
                missing.push(format!("{document}: `{quoted}` is not there"));
            }
        }
    }
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}
