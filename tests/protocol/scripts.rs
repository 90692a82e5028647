//! Scripted conversations: `> line` is sent, `< line` is received.
//!
//! In what comes out `*` stands for anything, `< ...` for any number of lines. Nothing else is said: a
//! line without answers has none.

use std::fs;

use super::driver::Driver;

#[test]
fn conversations_go_as_they_are_written() {
    let folder = concat!(root!(), "/tests/data/protocol");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let mut faults = Vec::new();
    for path in &paths {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let text = fs::read_to_string(path).expect("a text");
        assert!(text.starts_with("# source:"), "{name}: no source");
        faults.extend(faults_of(&name, &text));
    }
    assert!(paths.len() > 1);
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

fn faults_of(name: &str, text: &str) -> Option<String> {
    let protocol = name.split('-').next().unwrap_or(name);
    let mut driver = Driver::new(protocol);
    let mut transcript = String::new();
    let mut is_wrong = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(input) = line.strip_prefix('>') else {
            transcript.push_str(&format!("{line}\n"));
            continue;
        };
        let mut expected = Vec::new();
        while let Some(answer) = lines.next_if(|line| line.starts_with('<')) {
            expected.push(answer[1..].trim());
        }
        let answers = driver.send(input.trim());
        let as_expected = matches_all(&expected, &answers);
        transcript.push_str(&format!("{line}\n"));
        for answer in &answers {
            let mark = if as_expected { '<' } else { '!' };
            transcript.push_str(&format!("{mark} {answer}\n"));
        }
        if !as_expected {
            is_wrong = true;
            expected
                .iter()
                .for_each(|line| transcript.push_str(&format!("? {line}\n")));
        }
    }
    is_wrong.then(|| format!("{name}:\n{transcript}"))
}

/// Whether the lines are the expected ones.
fn matches_all(expected: &[&str], lines: &[String]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((&"...", rest)) => (0..=lines.len()).any(|from| matches_all(rest, &lines[from..])),
        Some((first, rest)) => {
            let Some((line, others)) = lines.split_first() else {
                return false;
            };
            fits(first, line.trim()) && matches_all(rest, others)
        }
    }
}

/// Whether a text fits a pattern in which `*` stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}
