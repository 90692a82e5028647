//! Rules name the phases in which they act; codes are used and tested.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{ImplItem, Item};

use super::code::{Source, names, paths, tokens};
use super::{files, read, rust_files, sources};

/// The phases, each with the methods of `Rule` that belong to it.
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

/// Codes that no test provokes yet, each with its reason.
const UNSEEN_CODES: [(&str, &str); 1] = [(
    "E0405",
    "findings in a start position have the codes of the FEN",
)];

#[test]
fn rules_of_the_format_name_the_phases_in_which_they_speak() {
    for source in rust_files("src/rules/builtin").map(Source::parse) {
        for item in &source.items {
            let Item::Impl(block) = item else { continue };
            let Some((of, _)) = &block.trait_ else {
                continue;
            };
            if !of.is_ident("Rule") {
                continue;
            }
            let methods: BTreeSet<String> = block
                .items
                .iter()
                .filter_map(|item| match item {
                    ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
                    _ => None,
                })
                .collect();
            let named: BTreeSet<String> = paths(block.to_token_stream())
                .into_iter()
                .filter(|path| path.names[0] == "Phases")
                .flat_map(|path| path.names)
                .collect();
            for (phase, its_methods) in PHASES {
                let acts = its_methods.iter().any(|name| methods.contains(*name));
                let is_named =
                    named.contains(phase) || phase == "ATTACK" && named.contains("BAR_ATTACKS");
                assert_eq!(acts, is_named, "{}: {phase}", source.path);
            }
        }
    }
}

#[test]
fn every_code_is_used_and_provoked() {
    let register = "crates/syntax/src/source/codes.rs";
    let allowed: BTreeMap<&str, &str> = UNSEEN_CODES.into_iter().collect();
    let mut library: BTreeSet<String> = BTreeSet::new();
    let mut tested: BTreeSet<String> = BTreeSet::new();
    for source in sources().map(Source::parse) {
        // Examples for readers report nothing.
        let examples = "crates/designer/src/explain/examples.rs";
        if source.path != register && source.path != examples {
            library.extend(names(tokens(&source.items)));
            tested.extend(names(tokens(&source.tests)));
        }
    }
    let own = "tests/architecture/";
    let texts = files("tests").into_iter().chain(files("grammar"));
    for path in texts.filter(|path| !path.starts_with(own)) {
        let text = read(&path);
        let words = text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
        tested.extend(words.map(str::to_owned));
    }
    let mut faults = Vec::new();
    let mut count = 0;
    for line in read(register).lines() {
        let Some((name, rest)) = line.trim().split_once(" = \"") else {
            continue;
        };
        let Some((code, _)) = rest.split_once('"') else {
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
fn rules_of_the_library_have_their_names_from_the_library() {
    fn literals(code: TokenStream, found: &mut Vec<String>) {
        for tree in code {
            match tree {
                TokenTree::Group(group) => literals(group.stream(), found),
                TokenTree::Literal(literal) => found.push(literal.to_string()),
                _ => {}
            }
        }
    }
    let mut faults = Vec::new();
    for (path, text) in rust_files("src") {
        // This format has keys of pieces with names of rules.
        if path.starts_with("src/formats/toml/") {
            continue;
        }
        let is_of_other_programs = path.starts_with("src/formats/");
        let mut written = Vec::new();
        literals(
            tokens(&Source::parse((path.clone(), text)).items),
            &mut written,
        );
        for (name, rule) in ferz::formats::rule_library() {
            // Rules without clauses are written in Rust.
            if (is_of_other_programs || !rule.clauses().is_empty())
                && written.contains(&format!("\"{name}\""))
            {
                faults.push(format!("{path}: `{name}`"));
            }
        }
    }
    assert_eq!(
        faults, [""; 0],
        "readers and writers find rules by `options` in rules.toml"
    );
}
