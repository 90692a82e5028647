//! The public interface of the library, as `tools/public-api` lists it.

use super::{read, rust_files};

/// The most public items: modules, types, variants, fields, methods, functions and constants.
const MOST: usize = 600;

/// The packages whose lists must not appear in signatures.
const LISTS: [&str; 3] = ["indexmap::", "smallvec::", "tinyvec::"];

/// The items of the listing.
fn items(listing: &str) -> impl Iterator<Item = &str> {
    listing.lines().filter(|line| !line.starts_with("impl"))
}

/// A definition of a type: its documentation and attributes.
struct Definition {
    path: String,
    head: String,
}

/// The definitions of a type with this name.
fn definitions(sources: &[(String, String)], keyword: &str, name: &str) -> Vec<Definition> {
    let start = format!("pub {keyword} {name}");
    let is_start = |line: &str| {
        let rest = line.trim_start().strip_prefix(&start);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
    };
    let mut found = Vec::new();
    for (path, text) in sources {
        let lines: Vec<&str> = text.lines().collect();
        for at in (0..lines.len()).filter(|at| is_start(lines[*at])) {
            let is_head = |line: &&&str| line.trim_start().starts_with(['/', '#']);
            let head: Vec<&str> = lines[..at]
                .iter()
                .rev()
                .take_while(is_head)
                .copied()
                .collect();
            found.push(Definition {
                path: path.clone(),
                head: head.join("\n"),
            });
        }
    }
    found
}

#[test]
fn the_public_interface_is_small_and_opaque() {
    let listing = read("tests/data/public-api.txt");
    let n_items = items(&listing).count();
    assert!(n_items <= MOST, "{n_items} public items");
    let foreign = |line: &&str| LISTS.iter().any(|list| line.contains(list));
    assert_eq!(items(&listing).find(foreign), None);
}

#[test]
fn public_types_have_examples_and_may_grow_or_say_why_not() {
    let listing = read("tests/data/public-api.txt");
    let sources: Vec<(String, String)> = ["crates/syntax/src", "src"]
        .into_iter()
        .flat_map(rust_files)
        .collect();
    let mut n_types = 0;
    for line in items(&listing) {
        let words = line.trim_start_matches("#[non_exhaustive] ");
        let mut words = words.split([' ', '<', '(']).skip(1);
        let (Some(keyword), Some(path)) = (words.next(), words.next()) else {
            continue;
        };
        if !["struct", "enum", "trait"].contains(&keyword) {
            continue;
        }
        let path = path.trim_end_matches(':');
        let (module, name) = path.rsplit_once("::").expect("a path");
        let (package, modules) = module.split_once("::").unwrap_or((module, ""));
        let sources_of = match package {
            "ferz_syntax" => "crates/syntax/src",
            _ => "src",
        };
        let folder = format!("{sources_of}/{}/", modules.replace("::", "/"));
        let all = definitions(&sources, keyword, name);
        let n_inside = all
            .iter()
            .filter(|one| one.path.starts_with(&folder))
            .count();
        let meant = all
            .iter()
            .filter(|one| n_inside == 0 || one.path.starts_with(&folder));
        let has = |sign: &str| meant.clone().any(|one| one.head.contains(sign));
        assert!(has("```") || has("example"), "{path} has no example");
        let has_fields = items(&listing).any(|item| {
            let field = item
                .strip_prefix("pub ")
                .and_then(|item| item.strip_prefix(path));
            field.is_some_and(|field| field.starts_with("::"))
        });
        let may_grow = keyword == "trait" || keyword == "struct" && !has_fields;
        assert!(
            may_grow || has("#[non_exhaustive]") || has("xhaustive"),
            "{path} is exhaustive without a reason"
        );
        n_types += 1;
    }
    assert!(n_types > 50, "{n_types}");
}
