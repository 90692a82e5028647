//! `docs/semantics.md`, the cases and the comments of the code name the same clauses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::{cases, games};

const SEMANTICS: &str = include_str!("../../docs/semantics.md");

/// The clauses, in the order of the document: list items that begin with a name in back quotes.
fn clauses() -> Vec<&'static str> {
    SEMANTICS
        .lines()
        .filter_map(|line| line.strip_prefix("- `"))
        .filter_map(|line| line.split_once('`'))
        .filter(|(_, rest)| rest.starts_with(" ["))
        .map(|(name, _)| name)
        .collect()
}

#[test]
fn clauses_are_unique_and_marked() {
    let mut seen = BTreeSet::new();
    for clause in clauses() {
        assert!(seen.insert(clause), "`{clause}` stands twice");
    }
    assert!(seen.len() > 100, "only {} clauses were found", seen.len());
}

#[test]
fn every_clause_has_a_case_and_every_case_a_clause() {
    let clauses: BTreeSet<&str> = clauses().into_iter().collect();
    let (cases, games) = (cases::all(), games::all());
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    for (file, case) in &cases {
        for clause in case.clause.iter() {
            assert!(
                clauses.contains(clause),
                "{file}: {} names the clause `{clause}`, which is not in docs/semantics.md",
                case.name
            );
            *named.entry(clause).or_default() += 1;
        }
    }
    for case in &games {
        for clause in case.clause.iter() {
            assert!(clauses.contains(clause), "{} names `{clause}`", case.name);
            *named.entry(clause).or_default() += 1;
        }
    }
    let missing: Vec<&&str> = clauses
        .iter()
        .filter(|clause| !named.contains_key(**clause))
        .collect();
    assert!(missing.is_empty(), "clauses without a case: {missing:?}");
}

#[test]
fn cases_have_names_of_their_own_and_sources() {
    let mut seen = BTreeSet::new();
    for (file, case) in cases::all() {
        assert!(
            seen.insert((file.clone(), case.name.clone())),
            "{file}: {} stands twice",
            case.name
        );
        assert!(case.source.is_some(), "{file}: {} has no source", case.name);
    }
}

#[test]
fn comments_name_clauses_that_exist() {
    let clauses = clauses();
    let mut count = 0;
    for (path, source) in ["src", "crates"]
        .map(|folder| rust_files(&Path::new(root!()).join(folder)))
        .into_iter()
        .flatten()
    {
        for name in named_in_comments(&source) {
            let exists = match name.strip_suffix('*') {
                Some(family) => clauses.iter().any(|clause| clause.starts_with(family)),
                None => clauses.contains(&name.as_str()),
            };
            assert!(
                exists,
                "{}: a comment names the clause `{name}`",
                path.display()
            );
            count += 1;
        }
    }
    assert!(count > 100, "only {count} clauses were named");
}

/// All files of code below a folder, with their texts.
fn rust_files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else {
            let text = fs::read_to_string(&path).expect("a file of text");
            found.push((path, text));
        }
    }
    found
}

/// The quoted names behind the words "Clause", "Clauses", "clause" in comments.
fn named_in_comments(source: &str) -> Vec<String> {
    let comments: String = source
        .lines()
        .map(str::trim_start)
        .filter_map(|line| line.strip_prefix("//"))
        .map(|line| line.trim_start_matches(['/', '!']))
        .collect::<Vec<_>>()
        .join(" ");
    let mut names = Vec::new();
    for (at, _) in comments.match_indices("lause") {
        let rest = comments[at + 5..].trim_start_matches('s').trim_start();
        let mut rest = rest;
        while let Some((name, behind)) =
            rest.strip_prefix('`').and_then(|rest| rest.split_once('`'))
        {
            names.push(name.to_owned());
            rest = behind
                .trim_start_matches(',')
                .trim_start()
                .trim_start_matches("and ")
                .trim_start();
        }
    }
    names
}
