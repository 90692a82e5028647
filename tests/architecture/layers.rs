//! Layers use only what the table of layers permits.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use proc_macro2::TokenStream;

use super::code::{Source, paths};
use super::{SOURCES, root, sources, stem, table};

/// The names of the packages with several layers in paths.
const CRATES: [&str; 5] = ["crate", "ferz", "ferz_syntax", "ferz_designer", "ferz_cli"];

/// The package that is a single layer: its folder, its name in paths and its layer.
const TRAINER: (&str, &str, &str) = ("crates/trainer/src", "ferz_trainer", "trainer");

/// Modules of the standard library that access the outside of the process or start others.
const WORLD: [&str; 6] = ["env", "fs", "io", "net", "process", "thread"];

/// The folders in which definitions and answers become text, which may use `serde`.
const SERIALIZING: [&str; 4] = ["formats/toml/", "conformance/", "authoring/", "cli/"];

/// The layer table: each layer with the layers that it may use.
type Layers = BTreeMap<String, BTreeSet<String>>;

fn layers() -> Layers {
    let rows = table("layer").into_iter();
    rows.map(|row| (row[0].clone(), used(&row[1]).map(str::to_owned).collect()))
        .collect()
}

/// The layers in a cell of the table.
fn used(cell: &str) -> impl Iterator<Item = &str> {
    cell.split(", ").filter(|name| *name != "–")
}

#[test]
fn the_rows_are_the_folders() {
    let table = table("layer");
    let mut folders: BTreeSet<String> = SOURCES
        .into_iter()
        .filter(|folder| *folder != TRAINER.0)
        .flat_map(|folder| fs::read_dir(root().join(folder)).expect("a folder"))
        .map(|entry| stem(&entry.expect("a file").path().to_string_lossy()))
        .collect();
    folders.retain(|name| !["lib", "main"].contains(&name.as_str()));
    folders.insert(TRAINER.2.to_owned());
    let rows: BTreeSet<String> = table.iter().map(|row| row[0].clone()).collect();
    assert_eq!(rows, folders, "rows of the table, folders of the packages");

    let mut above: BTreeSet<&str> = BTreeSet::new();
    for row in &table {
        for name in used(&row[1]) {
            assert!(
                above.contains(name),
                "`{}` may use `{name}`, which is not listed above it",
                row[0]
            );
        }
        assert!(above.insert(&row[0]), "`{}` has two rows", row[0]);
    }
}

#[test]
fn the_code_keeps_to_its_layers() {
    let layers = layers();
    let faults: Vec<String> = sources()
        .map(Source::parse)
        .flat_map(|source| faults(&layers, &source.path, source.whole()))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// All violations of a file's layer rules.
fn faults(layers: &Layers, path: &str, tokens: TokenStream) -> Vec<String> {
    let (_, inside) = path.split_once("src/").expect("a file of a package");
    if ["lib.rs", "main.rs"].contains(&inside) {
        return Vec::new();
    }
    let is_trainer = path.starts_with(TRAINER.0);
    let layer = match inside.split(['/', '.']).next() {
        _ if is_trainer => TRAINER.2,
        first => first.unwrap_or_default(),
    };
    let Some(allowed) = layers.get(layer) else {
        return vec![format!("{path}: the layer `{layer}` has no row")];
    };
    // In such a file `super` is the crate.
    let is_head = inside == format!("{layer}/mod.rs") || inside == format!("{layer}.rs");
    let may_serialize = SERIALIZING.iter().any(|folder| inside.starts_with(folder));
    let is_cli = layer == "cli";
    let may_use =
        |other: &str| other == layer || allowed.contains(other) || !layers.contains_key(other);
    let reads_files = |module: &str| layer == "folder" && ["fs", "io"].contains(&module);
    let trains = |module: &str| is_trainer && ["fs", "io", "thread"].contains(&module);
    let may_reach =
        |module: &str| is_cli || reads_files(module) || trains(module) || !WORLD.contains(&module);
    let mut faults = Vec::new();
    for used in paths(tokens) {
        let mut fault = |text: String| faults.push(format!("{path}:{}: {text}", used.line));
        let names: Vec<&str> = used.names.iter().map(String::as_str).collect();
        match names[..] {
            ["super", "super", ..] => fault("`super::super` hides its target".to_owned()),
            [first, "*" | "self" | "as", ..] if CRATES.contains(&first) => {
                fault("names all layers at once".to_owned());
            }
            [first, other, ..]
                if (CRATES.contains(&first) || (first == "super" && is_head))
                    && !may_use(other) =>
            {
                fault(format!("`{layer}` may not use `{other}`"));
            }
            [first, ..] if first == TRAINER.1 && !may_use(TRAINER.2) => {
                fault(format!("`{layer}` may not use `{}`", TRAINER.2));
            }
            ["std", module, ..] if !may_reach(module) => {
                fault(format!("`{layer}` may not use `std::{module}`"));
            }
            [.., "print" | "println" | "eprint" | "eprintln"]
                if used.arguments.is_some() && !is_cli =>
            {
                fault("only `cli` prints".to_owned());
            }
            _ => {}
        }
        for name in names {
            match name {
                "Instant" | "SystemTime" if !is_cli && !is_trainer => {
                    fault("only `cli` and `trainer` have a clock".to_owned());
                }
                "HashMap" | "HashSet" => fault("the order of a hash is not data".to_owned()),
                "serde" | "serde_json" | "schemars" if !may_serialize => {
                    fault(format!("`{name}` stops at the boundary"));
                }
                _ => {}
            }
        }
    }
    faults
}

#[test]
fn faults_are_found() {
    let layers: Layers = [
        ("source", vec![]),
        ("geometry", vec!["source"]),
        ("trainer", vec!["geometry"]),
        ("cli", vec!["source", "geometry", "trainer"]),
    ]
    .into_iter()
    .map(|(name, uses)| {
        let uses = uses.into_iter().map(str::to_owned).collect();
        (name.to_owned(), uses)
    })
    .collect();
    let faults = |path: &str, text: &str| faults(&layers, path, text.parse().expect("Rust"));
    let bad = [
        ("src/source/a.rs", "use crate::geometry::Square;"),
        ("src/source/a.rs", "use crate::{source, geometry::Square};"),
        ("src/source/a.rs", "use crate::{source::{A, B}, geometry};"),
        ("src/source/a.rs", "fn f() -> crate::geometry::Square {}"),
        ("src/source/a.rs", "m!($crate::geometry::Square, 'a')"),
        ("src/source/a.rs", "use ferz::geometry::Square;"),
        ("crates/cli/src/source/a.rs", "ferz::geometry::f()"),
        ("src/source/a/b.rs", "use super::super::geometry::Square;"),
        ("src/source/mod.rs", "use super::geometry::Square;"),
        ("src/source.rs", "use super::geometry::Square;"),
        ("src/source/a.rs", "use crate::*;"),
        ("src/source/a.rs", "use crate::{self as all};"),
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
        ("src/geometry/a.rs", "use ferz_trainer::Trainer;"),
        ("crates/trainer/src/a.rs", "use ferz::source::Span;"),
        ("crates/trainer/src/a.rs", "use std::env;"),
        ("crates/trainer/src/a.rs", "println!(\"\")"),
    ];
    for (path, text) in bad {
        let faults = faults(path, text);
        assert_eq!(faults.len(), 1, "{path}: {text}: {faults:?}");
        assert!(faults[0].starts_with(path), "{faults:?}");
    }
    let good = [
        ("src/geometry/a.rs", "use crate::{source::Span, geometry};"),
        ("src/geometry/a.rs", "use std::{fmt, time::Duration};"),
        ("src/source/a.rs", "// use crate::geometry;\nuse super::b;"),
        ("src/source/a.rs", "\"crate::geometry \\\" println!()\""),
        ("src/source/a/geometry.rs", "use super::geometry::X;"),
        ("src/source/mod.rs", "mod tests { use super::*; }"),
        (
            "crates/cli/src/cli/a.rs",
            "println!(); use std::{fs, env, thread};",
        ),
        (
            "crates/trainer/src/a.rs",
            "use crate::b::C; use ferz::geometry::Square; use std::{fs, time::Instant};",
        ),
        ("crates/cli/src/cli/a.rs", "use ferz_trainer::Trainer;"),
        ("crates/cli/src/main.rs", "ferz_cli::cli::main()"),
    ];
    for (path, text) in good {
        let faults = faults(path, text);
        assert!(faults.is_empty(), "{path}: {text}: {faults:?}");
    }
    assert_eq!(
        faults("src/source/a.rs", "\n\nuse crate::cli;"),
        ["src/source/a.rs:3: `source` may not use `cli`"]
    );
}
