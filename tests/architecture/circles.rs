//! Modules of a layer do not use each other in circles.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;

use super::code::{Source, paths, tokens};
use super::rust_files;

/// Each module with the modules that it uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// The layers whose modules use each other in one direction only, and so do those of each folder in them.
const ONE_WAY: [&str; 5] = ["definition", "formats", "movegen", "rules", "search"];

#[test]
fn data_flows_one_way() {
    for layer in ONE_WAY {
        let files: Vec<(String, TokenStream)> = rust_files(&format!("src/{layer}"))
            .map(Source::parse)
            .map(|source| (source.path.replacen("src/", "", 1), tokens(&source.items)))
            .collect();
        let folders: BTreeSet<&str> = files
            .iter()
            .filter_map(|(path, _)| path.rsplit_once('/'))
            .map(|(folder, _)| folder)
            .collect();
        assert!(folders.contains(layer), "{folders:?}");
        for folder in folders {
            let circles = circles(folder, &files);
            assert!(circles.is_empty(), "{folder}: {circles:?}");
        }
    }
}

/// The modules of a folder that are in circles or between two circles, with their uses of each other.
fn circles(folder: &str, files: &[(String, TokenStream)]) -> Uses {
    let mut uses = uses(folder, files);
    loop {
        let n_modules = uses.len();
        let used: BTreeSet<String> = uses.values().flatten().cloned().collect();
        uses.retain(|module, uses| !uses.is_empty() && used.contains(module));
        let modules: BTreeSet<String> = uses.keys().cloned().collect();
        for uses in uses.values_mut() {
            uses.retain(|module| modules.contains(module));
        }
        if uses.len() == n_modules {
            return uses;
        }
    }
}

/// The uses among the files and folders in a folder. The `mod.rs` of the folder is a module with the name of the
/// folder.
fn uses(folder: &str, files: &[(String, TokenStream)]) -> Uses {
    let own_path: Vec<&str> = ["crate"].into_iter().chain(folder.split('/')).collect();
    let head = own_path[own_path.len() - 1];
    let files: Vec<(&str, &str, &TokenStream)> = files
        .iter()
        .filter_map(|(path, tokens)| {
            let inside = path.strip_prefix(folder)?.strip_prefix('/')?;
            let name = inside.split(['/', '.']).next()?;
            let module = if inside == "mod.rs" { head } else { name };
            Some((module, inside, tokens))
        })
        .collect();
    let modules: BTreeSet<&str> = files.iter().map(|(module, ..)| *module).collect();
    let mut uses = Uses::new();
    for (module, inside, tokens) in files {
        let is_head = inside == "mod.rs";
        let super_is_folder = !is_head && !inside.replace("/mod.rs", "").contains('/');
        let uses = uses.entry(module.to_owned()).or_default();
        for path in paths(tokens.clone()) {
            let names: Vec<&str> = path.names.iter().map(String::as_str).collect();
            let used = match names[..] {
                ["super", used, ..] if super_is_folder => used,
                [used, _, ..] if is_head && modules.contains(used) => used,
                _ => match names.strip_prefix(own_path.as_slice()) {
                    Some([used, ..]) => used,
                    _ => continue,
                },
            };
            // A name that is no module is defined in `mod.rs`.
            let used = modules.get(used).copied().unwrap_or(head);
            if used != module {
                uses.insert(used.to_owned());
            }
        }
    }
    uses
}

#[test]
fn circles_are_found() {
    let modules = |folder: &str, files: [(&str, &str); 2]| -> Vec<String> {
        let files = files.map(|(path, text)| (path.to_owned(), text.parse().expect("Rust")));
        circles(folder, &files).into_keys().collect()
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
        assert_eq!(modules("m", files), ["a", "b"], "{files:?}");
    }
    let good = [
        [("m/a.rs", "use super::b::B;"), ("m/b.rs", "use super::c;")],
        // Here `super` is the folder `m/b`.
        [
            ("m/a.rs", "use super::b;"),
            ("m/b/e.rs", "use super::a::f;"),
        ],
        [("m/a.rs", "use crate::n;"), ("m/mod.rs", "use a::f;")],
    ];
    for files in good {
        assert!(modules("m", files).is_empty(), "{files:?}");
    }
    let head = [("m/a.rs", "use super::f;"), ("m/mod.rs", "use a::f;")];
    assert_eq!(modules("m", head), ["a", "m"]);
    let folder = [
        ("m/b/mod.rs", "use c::d; use super::e;"),
        ("m/b/c.rs", "use super::f;"),
    ];
    assert_eq!(modules("m/b", folder), ["b", "c"]);
}
