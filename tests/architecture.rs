//! The code against `docs/architecture.md`: layers, files, and what no layer may do.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The length of a file that needs no reason.
const SOFT_CAP: usize = 600;

/// The length that no file exceeds.
const HARD_CAP: usize = 1200;

/// Modules of the standard library that reach out of the process or start others.
const WORLD: [&str; 6] = ["env", "fs", "io", "net", "process", "thread"];

/// Codes that no test provokes yet, each with its reason.
const UNSEEN_CODES: [(&str, &str); 1] = [(
    "E0405",
    "findings in a start position have the codes of the FEN",
)];

/// The folders of code, one for each package.
const SOURCES: [&str; 3] = ["src", "crates/designer/src", "crates/cli/src"];

/// The folders whose files documents name.
const FOLDERS: [&str; 12] = [
    ".ci",
    ".github",
    "benches",
    "crates",
    "docs",
    "examples",
    "fuzz",
    "grammar",
    "packaging",
    "src",
    "tests",
    "tools",
];

/// The layer table: each row with the rows it may use.
type Layers = BTreeMap<String, BTreeSet<String>>;

#[test]
fn the_rows_are_the_folders() {
    let table = table("layer");
    let mut folders = BTreeSet::new();
    let entries = SOURCES.map(|folder| fs::read_dir(root().join(folder)).expect("it is there"));
    for entry in entries.into_iter().flatten() {
        let path = entry.expect("a folder can be listed").path();
        let stem = path.file_stem().expect("a name").to_string_lossy();
        if !["lib", "main"].contains(&stem.as_ref()) {
            folders.insert(stem.into_owned());
        }
    }
    let rows: BTreeSet<String> = table.iter().map(|row| row[0].clone()).collect();
    assert_eq!(rows, folders, "rows of the table, folders of the packages");

    let mut above: BTreeSet<&str> = BTreeSet::new();
    for row in &table {
        for used in names(&row[1]) {
            assert!(
                above.contains(used),
                "`{}` may use `{used}`, which does not stand above it",
                row[0]
            );
        }
        assert!(above.insert(&row[0]), "`{}` has two rows", row[0]);
    }
}

#[test]
fn the_code_keeps_to_its_layers() {
    let layers = layers();
    let mut faults = Vec::new();
    for (path, text) in sources() {
        faults.extend(faults_of(&layers, &path, &text));
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_checker_finds_what_is_wrong() {
    let layers: Layers = [
        ("source", vec![]),
        ("geometry", vec!["source"]),
        ("cli", vec!["source", "geometry"]),
    ]
    .into_iter()
    .map(|(name, uses)| {
        let uses = uses.into_iter().map(str::to_owned).collect();
        (name.to_owned(), uses)
    })
    .collect();
    let bad = [
        ("src/source/a.rs", "use crate::geometry::Square;"),
        ("src/source/a.rs", "use crate::{source, geometry::Square};"),
        ("src/source/a.rs", "use crate::{source::{A, B}, geometry};"),
        ("src/source/a.rs", "use crate ::\n geometry::Square;"),
        ("src/source/a.rs", "fn f() -> crate::geometry::Square {}"),
        (
            "src/source/a.rs",
            "m!($crate::geometry::Square, 'a', \"\\\"\")",
        ),
        ("src/source/a.rs", "use ferz::geometry::Square;"),
        ("crates/cli/src/source/a.rs", "ferz::geometry::f()"),
        ("src/source/a/b.rs", "use super::super::geometry::Square;"),
        ("src/source/mod.rs", "use super::geometry::Square;"),
        ("src/source/a.rs", "let c = '\"'; use crate::geometry; '\"'"),
        ("src/source/a.rs", "r#\"\"\"#; use crate::geometry;"),
        (
            "src/source/a.rs",
            "fn f<'a>() { crate::geometry::f::<'a>() }",
        ),
        ("src/source/a.rs", "use crate::*;"),
        ("src/source/a.rs", "use crate as all;"),
        ("src/geometry/a.rs", "println!(\"\")"),
        ("src/geometry/a.rs", "std::eprintln!(\"\")"),
        ("src/geometry/a.rs", "use std::fs;"),
        ("src/geometry/a.rs", "use std::{fmt, env};"),
        ("src/geometry/a.rs", "std::thread::spawn(f)"),
        ("src/geometry/a.rs", "use std::time::{Duration, Instant};"),
        ("src/geometry/a.rs", "use std::collections::HashMap;"),
        ("crates/cli/src/cli/a.rs", "use std::collections::HashSet;"),
        ("src/geometry/a.rs", "use serde::Deserialize;"),
        ("src/geometry/a.rs", "#[serde(default)] struct A;"),
        ("src/unknown/a.rs", ""),
    ];
    for (path, text) in bad {
        let faults = faults_of(&layers, path, text);
        assert_eq!(faults.len(), 1, "{path}: {text}: {faults:?}");
        assert!(faults[0].starts_with(path), "{faults:?}");
    }
    let good = [
        ("src/geometry/a.rs", "use crate::{source::Span, geometry};"),
        ("src/geometry/a.rs", "use std::{fmt, time::Duration};"),
        ("src/source/a.rs", "// use crate::geometry;\nuse super::b;"),
        ("src/source/a.rs", "/* /* */ println!() */ fn f() {}"),
        ("src/source/a.rs", "\"crate::geometry \\\" println!()\""),
        ("src/source/a.rs", "r#\"use crate::geometry; \" \"#"),
        ("src/source/a/geometry.rs", "use super::geometry::X;"),
        ("src/source/mod.rs", "mod tests { use super::*; }"),
        (
            "crates/cli/src/cli/a.rs",
            "println!(); use std::{fs, env, thread};",
        ),
        ("crates/cli/src/main.rs", "ferz_cli::cli::main()"),
    ];
    for (path, text) in good {
        let faults = faults_of(&layers, path, text);
        assert!(faults.is_empty(), "{path}: {text}: {faults:?}");
    }
    let faults = faults_of(&layers, "src/source/a.rs", "\n/*\n*/ use crate::cli;");
    assert_eq!(faults, ["src/source/a.rs:3: `source` may not use `cli`"]);
}

#[test]
fn data_flows_one_way_through_the_generators() {
    let files: Vec<(String, String)> = rust_files("src/movegen")
        .into_iter()
        .map(|(path, text)| {
            let inside = path.strip_prefix("src/").expect("a file under src");
            (inside.to_owned(), strip(&text))
        })
        .collect();
    let circle = circle_among("movegen", &files);
    assert!(circle.is_empty(), "a circle: {circle:?}");
    let folders: BTreeSet<&str> = files
        .iter()
        .filter_map(|(path, _)| path.strip_prefix("movegen/")?.split_once('/'))
        .map(|(folder, _)| folder)
        .filter(|folder| *folder != "tables")
        .collect();
    assert!(folders.len() > 3, "{folders:?}");
    for folder in folders {
        let circle = circle_among(&format!("movegen/{folder}"), &files);
        assert!(circle.is_empty(), "a circle in {folder}: {circle:?}");
    }
}

#[test]
fn the_checker_finds_circles() {
    let circle = |files: &[(&str, &str)]| {
        let files: Vec<(String, String)> = files
            .iter()
            .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
            .collect();
        circle_among("m", &files)
    };
    let bad = [
        [("m/a.rs", "use super::b::B;"), ("m/b.rs", "use super::a;")],
        [
            ("m/a.rs", "use crate::m::{b::{B, C}, d};"),
            ("m/b/e.rs", "fn f() { crate::m::a::f() }"),
        ],
        [
            ("m/a.rs", "super::b::f()"),
            ("m/b/mod.rs", "use super::{c, a::f};"),
        ],
    ];
    for files in bad {
        assert_eq!(circle(&files), ["a", "b", "a"], "{files:?}");
    }
    let good = [
        [("m/a.rs", "use super::b::B;"), ("m/b.rs", "use super::c;")],
        // Here `super` is the folder.
        [
            ("m/a.rs", "use super::b;"),
            ("m/b/e.rs", "use super::a::f;"),
        ],
        [("m/a.rs", "use crate::n;"), ("m/mod.rs", "use a::f;")],
    ];
    for files in good {
        assert!(circle(&files).is_empty(), "{files:?}");
    }
    let hidden = [("m/a.rs", "use super::f;"), ("m/mod.rs", "use a::f;")];
    assert_eq!(circle(&hidden), ["a", "m", "a"]);
    let folder = [
        (
            "m/b/mod.rs".to_owned(),
            "use c::d; use super::e;".to_owned(),
        ),
        ("m/b/c.rs".to_owned(), "use super::f;".to_owned()),
    ];
    assert_eq!(circle_among("m/b", &folder), ["b", "c", "b"]);
}

#[test]
fn every_file_says_what_it_is_about() {
    for files in [sources(), rust_files("tests"), rust_files("examples")] {
        for (path, text) in files {
            let first = text.lines().next().unwrap_or_default();
            assert!(
                first.starts_with("//! ") && first.len() > "//! ".len(),
                "{path} does not begin with a `//!` line"
            );
        }
    }
}

#[test]
fn a_module_is_imported_from_once() {
    let mut repeated = Vec::new();
    for (path, text) in sources().into_iter().chain(rust_files("tests")) {
        let mut seen = BTreeSet::new();
        let mut before = "";
        for line in text.lines() {
            // What a `cfg` guards stands apart.
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

#[test]
fn nothing_but_code_is_among_the_code() {
    let strays: Vec<String> = SOURCES
        .into_iter()
        .flat_map(files)
        .filter(|path| !has_extension(path, "rs"))
        .collect();
    assert!(strays.is_empty(), "left over by a tool? {strays:?}");
}

#[test]
fn files_are_short_or_have_a_reason() {
    let listed: BTreeSet<String> = table("file").iter().map(|row| row[0].clone()).collect();
    let mut faults = Vec::new();
    for (path, text) in sources().into_iter().chain(rust_files("tests")) {
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

/// Everything that a unit test needs is compiled a second time for it, and a variant needs both engines.
#[test]
fn unit_tests_play_nothing() {
    for (path, text) in sources() {
        let Some((_, tests)) = text.split_once("#[cfg(test)]\nmod ") else {
            continue;
        };
        let tests = strip(tests);
        let plays = words(&tests).find(|word| ["Catalog", "Variant", "Searcher"].contains(word));
        assert_eq!(plays, None, "{path}: such a test is one of `tests/`");
    }
}

#[test]
fn snapshots_have_names_given_by_hand() {
    let modules: BTreeSet<String> = rust_files("tests")
        .into_iter()
        .map(|(path, _)| stem(&path))
        .collect();
    for path in files("tests/snapshots") {
        let name = stem(&path);
        let folder = Path::new(&path).parent().map(Path::to_path_buf);
        let folder = folder.as_deref().and_then(Path::file_name);
        let folder = folder.expect("a folder").to_string_lossy().into_owned();
        assert!(
            has_extension(&path, "snap")
                && modules.contains(&folder)
                && !name.starts_with("suite__"),
            "{path}: a snapshot is `tests/snapshots/MODULE/NAME.snap`"
        );
    }
    let mut unnamed = Vec::new();
    for (path, text) in rust_files("tests").into_iter().chain(sources()) {
        let code = strip(&text);
        for at in unnamed_snapshots(&code) {
            unnamed.push(format!("{path}:{at}: a snapshot without a name"));
        }
    }
    assert!(unnamed.is_empty(), "\n{}", unnamed.join("\n"));

    let bad = "fn f() {\n insta::assert_snapshot!(f(a, b)); assert_debug_snapshot! [x] }";
    assert_eq!(unnamed_snapshots(bad), [2, 2]);
    let good = "assert_snapshot!(name, f(a)); assert_snapshot!(f(a, b), @\"\");";
    assert!(unnamed_snapshots(&strip(good)).is_empty());
}

#[test]
fn rules_of_the_format_name_the_phases_in_which_they_speak() {
    const PHASES: [(&str, &[&str]); 11] = [
        (
            "OFFER",
            &["offer", "drops", "count_offered", "has_too_many"],
        ),
        ("EFFECT", &["effect", "alters"]),
        ("FORBID", &["forbids", "excuses"]),
        ("DUTY", &["duty", "binds"]),
        ("REMEMBER", &["remember", "next_turn", "prolongs"]),
        ("END", &["end", "mates", "pardons", "lead"]),
        ("ATTACK", &["attack"]),
        ("FOLLOW", &["follow"]),
        (
            "ADJUDICATION",
            &["settle", "stalemate", "checkmate", "adjudicate", "claim"],
        ),
        ("STALEMATE", &["stalemates"]),
        ("SET_UP", &["sets_up", "next_to_set_up"]),
    ];
    for (path, text) in rust_files("src/rules/builtin") {
        let Some((_, rule)) = text.split_once("\nimpl Rule for ") else {
            continue;
        };
        let rule = rule.split("\n}\n").next().expect("a first part");
        for (phase, methods) in PHASES {
            let has = |method: &&str| rule.contains(&format!("    fn {method}("));
            let speaks = methods.iter().any(has);
            let is_named = rule.contains(&format!("Phases::{phase}"));
            assert_eq!(speaks, is_named, "{path}: {phase}");
        }
    }
}

#[test]
fn every_code_is_used_and_provoked() {
    let register = "src/source/codes.rs";
    let allowed: BTreeMap<&str, &str> = UNSEEN_CODES.into_iter().collect();
    let mut library = BTreeSet::new();
    let mut tested = BTreeSet::new();
    for (path, text) in sources() {
        // Examples for readers report nothing.
        if path == register || path == "crates/designer/src/explain/examples.rs" {
            continue;
        }
        let (code, tests) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
        library.extend(words(&strip(code)).map(str::to_owned));
        tested.extend(words(&strip(tests)).map(str::to_owned));
    }
    for path in files("tests").into_iter().chain(files("grammar")) {
        if path == "tests/architecture.rs" {
            continue;
        }
        tested.extend(words(&read(&path)).map(str::to_owned));
    }
    let mut faults = Vec::new();
    let mut count = 0;
    for line in read(register).lines() {
        let Some((name, rest)) = line.trim().split_once(" = \"") else {
            continue;
        };
        let Some(code) = rest.get(..5).filter(|code| is_code(code)) else {
            continue;
        };
        count += 1;
        let missing = if !library.contains(name) {
            Some("no reader reports it")
        } else if !tested.contains(name) && !tested.contains(code) {
            Some("no fixture, snapshot or test provokes it")
        } else {
            None
        };
        match (missing, allowed.get(code)) {
            (Some(missing), None) => faults.push(format!("{code} {name}: {missing}")),
            (None, Some(_)) => faults.push(format!("{code} {name} need not be excused")),
            _ => {}
        }
    }
    assert_eq!(count, ferz::source::Code::all().count(), "rows were missed");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
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
            // A file that is named without its folder is somewhere in the code.
            let is_module = has_extension(path, "rs") && !path.contains(['/', ' ']);
            if is_module && !modules.contains(path) {
                missing.push(format!("{document}: no file is called `{quoted}`"));
            }
            let is_path = FOLDERS.contains(&folder)
                && path.contains('/')
                && !path.contains([' ', '*', '<', '…', '\n'])
                && !path.split('/').any(|part| part == part.to_uppercase());
            if is_path && !root().join(path).exists() {
                missing.push(format!("{document}: `{quoted}` is not there"));
            }
        }
    }
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

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

/// The code of all packages.
fn sources() -> Vec<(String, String)> {
    SOURCES.into_iter().flat_map(rust_files).collect()
}

fn rust_files(folder: &str) -> Vec<(String, String)> {
    let paths = files(folder)
        .into_iter()
        .filter(|path| has_extension(path, "rs"));
    paths.map(|path| (path.clone(), read(&path))).collect()
}

fn has_extension(path: &str, wanted: &str) -> bool {
    let extension = Path::new(path).extension();
    extension.is_some_and(|extension| extension == wanted)
}

fn stem(path: &str) -> String {
    let stem = Path::new(path).file_stem().expect("a file has a name");
    stem.to_string_lossy().into_owned()
}

/// The cells of the table of the document whose first heading is `heading`, without back-quotes.
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
    assert!(
        document.lines().any(|line| line.starts_with(&start)),
        "the table `{heading}` is not there"
    );
    rows
}

fn names(cell: &str) -> impl Iterator<Item = &str> {
    cell.split(", ").filter(|name| *name != "–")
}

fn layers() -> Layers {
    let rows = table("layer").into_iter();
    rows.map(|row| {
        let uses = names(&row[1]).map(str::to_owned).collect();
        (row[0].clone(), uses)
    })
    .collect()
}

/// What one file of a package does that its layer may not.
fn faults_of(layers: &Layers, path: &str, text: &str) -> Vec<String> {
    let (_, inside) = path.split_once("src/").expect("a file of a package");
    if ["lib.rs", "main.rs"].contains(&inside) {
        return Vec::new();
    }
    let layer = inside.split('/').next().unwrap_or_default();
    let layer = layer.strip_suffix(".rs").unwrap_or(layer);
    let Some(allowed) = layers.get(layer) else {
        return vec![format!("{path}: the layer `{layer}` has no row")];
    };
    // Here `super` is the crate.
    let is_head = inside == format!("{layer}/mod.rs") || inside == format!("{layer}.rs");
    let may_serialize = ["definition/toml/", "conformance/", "authoring/", "cli/"]
        .iter()
        .any(|folder| inside.starts_with(folder));
    let is_cli = layer == "cli";

    let code = strip(text);
    let tokens = tokens(&code);
    let sign = |at: usize| tokens.get(at).map_or("", |token| token.1);
    let mut faults = Vec::new();
    for (at, (line, word)) in tokens.iter().enumerate() {
        let mut fault = |what: String| faults.push(format!("{path}:{line}: {what}"));
        let is_path = sign(at + 1) == "::";
        match *word {
            "crate" | "ferz" | "ferz_designer" | "ferz_cli" if is_path => {
                for used in heads(&tokens, at + 2) {
                    if used == "*" {
                        fault("names all layers at once".to_owned());
                    } else if used != layer && layers.contains_key(used) && !allowed.contains(used)
                    {
                        fault(format!("`{layer}` may not use `{used}`"));
                    }
                }
            }
            "crate" if sign(at + 1) == "as" => fault("gives the crate another name".to_owned()),
            "super" if is_path && sign(at + 2) == "super" => {
                fault("`super::super` hides where it leads".to_owned());
            }
            "super" if is_path && is_head => {
                for used in heads(&tokens, at + 2) {
                    if layers.contains_key(used) && !allowed.contains(used) {
                        fault(format!("`{layer}` may not use `{used}`"));
                    }
                }
            }
            "std" if is_path && !is_cli => {
                for used in heads(&tokens, at + 2) {
                    let opens = layer == "folder" && ["fs", "io"].contains(&used);
                    if WORLD.contains(&used) && !opens {
                        fault(format!(
                            "only `cli` may use `std::{used}`, and `folder` files"
                        ));
                    }
                }
            }
            "Instant" | "SystemTime" if !is_cli => fault("only `cli` has a clock".to_owned()),
            "print" | "println" | "eprint" | "eprintln" if sign(at + 1) == "!" && !is_cli => {
                fault("only `cli` prints".to_owned());
            }
            "HashMap" | "HashSet" => fault("the order of a hash is not data".to_owned()),
            "serde" | "serde_json" | "schemars" if !may_serialize => {
                fault(format!("`{word}` stops at the boundary"));
            }
            _ => {}
        }
    }
    faults
}

/// The modules of a folder, under their names the files and folders that they are, with those of them
/// that each uses. The head of the folder counts as a module with the name of the folder.
fn uses_among(folder: &str, files: &[(String, String)]) -> BTreeMap<String, BTreeSet<String>> {
    let layer = folder.split('/').next().unwrap_or_default();
    let own = folder.split_once('/').map(|(_, own)| own);
    let head_name = own.unwrap_or(layer);
    let inside = format!("{folder}/");
    let module_of = |path: &str| {
        let rest = path.strip_prefix(&inside)?;
        let first = rest.split('/').next()?;
        match first.strip_suffix(".rs") {
            Some("mod") => Some(head_name.to_owned()),
            name => Some(name.unwrap_or(first).to_owned()),
        }
    };
    let modules: BTreeSet<String> = files
        .iter()
        .filter_map(|(path, _)| module_of(path))
        .collect();
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, code) in files {
        let Some(module) = module_of(path) else {
            continue;
        };
        let is_head = path.ends_with("/mod.rs");
        // How far the file is below the folder: then `super` leads to it.
        let below = path.matches('/').count() - folder.matches('/').count() - usize::from(is_head);
        let own_head = is_head && below == 0;
        let tokens = tokens(code);
        let sign = |at: usize| tokens.get(at).map_or("", |token| token.1);
        let used = uses.entry(module.clone()).or_default();
        for (at, (_, word)) in tokens.iter().enumerate() {
            let is_path = sign(at + 1) == "::" && sign(at.wrapping_sub(1)) != "::";
            let start = if !is_path {
                None
            } else if *word == "super" && below == 1 {
                Some(at + 2)
            } else if *word == "crate" && sign(at + 2) == layer && sign(at + 3) == "::" {
                match own {
                    None => Some(at + 4),
                    Some(own) if sign(at + 4) == own && sign(at + 5) == "::" => Some(at + 6),
                    Some(_) => None,
                }
            } else if own_head && modules.contains(*word) {
                Some(at)
            } else {
                None
            };
            let Some(start) = start else { continue };
            for head in heads(&tokens, start) {
                // What is no file of the folder is said in its head.
                let is_file = modules.contains(head) || head == "*";
                let head = if is_file { head } else { head_name };
                if head != module && modules.contains(head) {
                    used.insert(head.to_owned());
                }
            }
        }
    }
    uses
}

/// Modules of a folder each of which uses the next one, the last being the first again; empty if there
/// are none.
fn circle_among(folder: &str, files: &[(String, String)]) -> Vec<String> {
    fn visit(
        module: &str,
        uses: &BTreeMap<String, BTreeSet<String>>,
        path: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> bool {
        let known = path.iter().position(|other| other == module);
        path.push(module.to_owned());
        if let Some(start) = known {
            path.drain(..start);
            return true;
        }
        if !done.contains(module) {
            for other in uses.get(module).into_iter().flatten() {
                if visit(other, uses, path, done) {
                    return true;
                }
            }
        }
        done.insert(module.to_owned());
        path.pop();
        false
    }
    let uses = uses_among(folder, files);
    let mut done = BTreeSet::new();
    for module in uses.keys() {
        let mut path = Vec::new();
        if visit(module, &uses, &mut path, &mut done) {
            return path;
        }
    }
    Vec::new()
}

/// The first names of the paths at a place: of one path, or of each in braces.
fn heads<'t>(tokens: &[(usize, &'t str)], at: usize) -> Vec<&'t str> {
    let mut heads = Vec::new();
    let mut depth = 0;
    let mut begins = true;
    for (_, word) in &tokens[at.min(tokens.len())..] {
        match *word {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," => begins = depth == 1,
            name if begins && depth <= 1 => {
                heads.push(name);
                begins = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    heads
}

/// Words, `::`, and all other signs one by one, with their lines.
fn tokens(code: &str) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
            let length = if is_word(first) {
                rest.find(|sign| !is_word(sign)).unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            tokens.push((index + 1, &rest[..length]));
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

/// Rust without comments and without what stands in quotes; line feeds stay.
fn strip(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut behind_word = false;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some(length) = raw_string(rest).filter(|_| !behind_word) {
            length
        } else if first == '"' {
            quoted(rest, '"')
        } else if is_char(rest) {
            quoted(rest, '\'')
        } else {
            out.push(first);
            behind_word = first.is_alphanumeric() || first == '_';
            rest = &rest[first.len_utf8()..];
            continue;
        };
        out.push(' ');
        out.extend(rest[..length].chars().filter(|sign| *sign == '\n'));
        behind_word = false;
        rest = &rest[length..];
    }
    out
}

fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

fn raw_string(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('b').unwrap_or(text).strip_prefix('r')?;
    let hashes = inner.len() - inner.trim_start_matches('#').len();
    let inner = inner[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = inner.find(&end).map_or(inner.len(), |at| at + end.len());
    Some(text.len() - inner.len() + length)
}

fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, sign) in text.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if sign == '\\' {
            escaped = true;
        } else if sign == quote {
            return at + 1;
        }
    }
    text.len()
}

/// Whether a quote begins a character and not a lifetime.
fn is_char(text: &str) -> bool {
    let mut signs = text.chars();
    if signs.next() != Some('\'') {
        return false;
    }
    match signs.next() {
        Some('\\') => true,
        Some(_) => signs.next() == Some('\''),
        None => false,
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_')
        .filter(|word| !word.is_empty())
}

fn is_code(word: &str) -> bool {
    let (letter, digits) = word.split_at(1);
    ["E", "W", "N"].contains(&letter) && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// The lines of snapshot assertions that have neither a name nor their content beside them.
fn unnamed_snapshots(code: &str) -> Vec<usize> {
    let tokens = tokens(code);
    let mut unnamed = Vec::new();
    for (at, (line, word)) in tokens.iter().enumerate() {
        if !(word.starts_with("assert_") && word.ends_with("snapshot") && tokens[at + 1].1 == "!") {
            continue;
        }
        let mut depth = 0;
        let mut commas = 0;
        for (_, sign) in &tokens[at + 2..] {
            match *sign {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "," if depth == 1 => commas += 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        if commas == 0 {
            unnamed.push(*line);
        }
    }
    unnamed
}
