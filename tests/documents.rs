//! Documents name only existing commands, options, codes, settings, keys and examples.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use ferz::formats::Catalog;
use ferz::search::LEVELS;
use ferz::source::Code;

/// All documents, by their paths from the root, with their texts.
fn documents() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in [".", "docs", "docs/rules", "docs/pictures", "grammar"] {
        for name in names(folder) {
            if has_extension(&name, "md") {
                let path = format!("{folder}/{name}");
                let text = read(&path);
                found.push((path, text));
            }
        }
    }
    assert!(
        found.len() > 30,
        "only {} documents were found",
        found.len()
    );
    found
}

/// The names of what is in a folder.
fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("a folder can be listed").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn has_extension(name: &str, wanted: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == wanted)
}

fn root() -> &'static Path {
    Path::new(root!())
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Lines of shells and transcripts, and what stands between single back quotes.
fn commands(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut language = None;
    for line in text.lines() {
        if let Some(word) = line.strip_prefix("```") {
            language = language.is_none().then_some(word);
            continue;
        }
        match language {
            Some("sh") => found.push(line),
            Some("console") => found.extend(line.strip_prefix("$ ")),
            Some(_) => {}
            None => found.extend(line.split('`').skip(1).step_by(2)),
        }
    }
    // In a pipe only what comes first is of interest.
    let commands = found
        .into_iter()
        .map(|line| line.split('|').next().unwrap_or(line));
    commands.filter(|line| line.starts_with("ferz ")).collect()
}

/// The help of a command, or of a command of a command.
fn help(command: &str) -> Option<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .arg("help")
        .args(command.split(' '))
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("text in UTF-8");
    output.status.success().then_some(text)
}

#[test]
fn commands_have_the_options_that_documents_give_them() {
    let mut known: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut faults = Vec::new();
    let mut count = 0;
    let documents = documents();
    for (path, text) in &documents {
        for line in commands(text) {
            let line = line.split(" # ").next().unwrap_or(line);
            let mut words = line.split_whitespace().skip(1);
            let is_name = |word: &&str| word.starts_with(|sign: char| sign.is_ascii_lowercase());
            let Some(first) = words.next().filter(is_name) else {
                continue;
            };
            let name = match words.clone().next().filter(is_name) {
                Some(second) if ["debug", "pgn"].contains(&first) => format!("{first} {second}"),
                _ => first.to_owned(),
            };
            let known = known.entry(name.clone()).or_insert_with(|| help(&name));
            let Some(help) = known else {
                faults.push(format!("{path}: `{line}`: there is no command `{name}`"));
                continue;
            };
            count += 1;
            let options: BTreeSet<&str> = help
                .split(|sign: char| !sign.is_alphanumeric() && sign != '-')
                .filter(|word| word.starts_with('-'))
                .collect();
            for word in words.filter(|word| word.len() > 1 && word.starts_with('-')) {
                let option = word.split('=').next().unwrap_or(word);
                if !options.contains(option) {
                    faults.push(format!("{path}: `{line}`: `{name}` has no `{option}`"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert!(count > 60, "only {count} commands were found");
}

/// A link to one of two equal headings leads to the first.
#[test]
fn headings_of_a_document_are_different() {
    for (path, text) in documents() {
        let mut is_code = false;
        let mut seen = BTreeSet::new();
        for line in text.lines() {
            if line.starts_with("```") {
                is_code = !is_code;
            } else if line.starts_with('#') && !is_code {
                let title = line.trim_start_matches('#').trim();
                assert!(seen.insert(title), "{path}: {title}");
            }
        }
    }
}

#[test]
fn codes_that_documents_name_are_in_the_register() {
    let known: BTreeSet<&str> = Code::all().map(Code::as_str).collect();
    for (path, text) in documents() {
        let words = text.split(|sign: char| !sign.is_ascii_alphanumeric());
        for word in words.filter(|word| word.len() == 5 && word.starts_with(['E', 'W', 'N'])) {
            let is_code = word[1..].bytes().all(|sign| sign.is_ascii_digit());
            assert!(!is_code || known.contains(word), "{path} names {word}");
        }
    }
}

#[test]
fn the_page_about_fens_has_every_code_of_a_fen() {
    let page = read("docs/fen.md");
    let register = read("crates/syntax/src/source/codes.rs");
    let rows = register.lines().map(str::trim_start);
    let mut count = 0;
    for row in rows.filter(|row| row.starts_with("FEN_")) {
        let code = row.split('"').nth(1).expect("a code");
        assert!(page.contains(&format!("`{code}`")), "{row}");
        count += 1;
    }
    assert!(count > 20, "only {count} codes were found");
}

/// Fields of a FEN that pages about games show, which are written as settings are.
const FEN_FIELDS: [&str; 5] = ["bare=b", "intersections=", "latest=", "pocket=", "unmoved="];

/// A page about a built-in names its settings, and no others.
#[test]
fn pages_about_games_have_their_settings() {
    let catalog = Catalog::builtin();
    let mut faults = Vec::new();
    for name in names("docs/rules") {
        let game = name.strip_suffix(".md").expect("a document");
        let text = read(&format!("docs/rules/{name}"));
        let Some(def) = catalog.get(game) else {
            faults.push(format!("{name}: no built-in is called `{game}`"));
            continue;
        };
        // A page may leave to others what it links to.
        let linked = text.split("](").skip(1);
        let pages: Vec<String> = linked
            .filter_map(|rest| rest.split_once(".md"))
            .filter(|(page, _)| catalog.get(page).is_some())
            .map(|(page, _)| read(&format!("docs/rules/{page}.md")))
            .chain([text.clone()])
            .collect();
        for setting in def.settings.names() {
            let quoted = [format!("`{setting}`"), format!("`{setting}=")];
            let mut told = pages.iter();
            if !told.any(|page| quoted.iter().any(|words| page.contains(words))) {
                faults.push(format!("{name}: `{setting}` is not told"));
            }
        }
        let refused = |query: &str| !matches!(catalog.configure(game, query), Some(Ok(_)));
        for quoted in text.split('`').skip(1).step_by(2) {
            let is_query = quoted.contains('=') && !quoted.contains([' ', '[']);
            let is_field = FEN_FIELDS.iter().any(|field| quoted.starts_with(field));
            if is_query && !is_field && refused(quoted) {
                faults.push(format!("{name}: `{quoted}` is no setting"));
            }
        }
        // Rows of tables: a setting, and its values one after the other.
        for line in text.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let setting = cells[1].trim_matches('`');
            let values = cells[2].split('`').skip(1).step_by(2);
            for query in values.map(|value| format!("{setting}={value}")) {
                if refused(&query) {
                    faults.push(format!("{name}: `{query}` is no setting"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The keys of `moves --json`, as its page has them, in their order.
#[test]
fn the_page_about_moves_has_their_keys() {
    let page = read("docs/moves-json.md");
    let told = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .filter_map(|line| line.split_once('`'))
        .map(|(key, _)| key)
        .collect::<Vec<&str>>();
    let output = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(["moves", "chess", "--json"])
        .output()
        .expect("the program runs");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let keys = |value: &serde_json::Value| {
        let object = value.as_object().expect("an object");
        object.keys().cloned().collect::<Vec<String>>()
    };
    let found = [keys(&answer), keys(&answer["moves"][0])].concat();
    assert_eq!(told, found);
}

/// Runs the program in the root; `input` is its standard input.
fn printed(args: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ferz"))
        .args(args)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that does not read its input may close it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    String::from_utf8(output.stdout).expect("text in UTF-8")
}

#[test]
fn json_has_the_keys_that_the_page_about_commands_lists() {
    let page = read("docs/commands.md");
    let table = page.split("\n## ").find(|part| part.starts_with("JSON\n"));
    let table = table.expect("the section about JSON");
    let record = printed(&["record", "chess", "--moves", "f2f3,e7e5,g2g4,d8h4"], "");
    let mut count = 0;
    for row in table.lines().filter(|line| line.starts_with("| `ferz ")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, example, keys, _] = cells[..] else {
            panic!("{row}: not two cells");
        };
        let listed: BTreeSet<&str> = keys.split('`').skip(1).step_by(2).collect();
        // Words in quotes are the odd parts.
        let parts = example.trim_matches('`').split('\'').enumerate();
        let words = parts.flat_map(|(index, part)| -> Vec<&str> {
            if index % 2 == 1 {
                vec![part]
            } else {
                part.split_whitespace().collect()
            }
        });
        let words: Vec<&str> = words.skip(1).collect();
        let text = printed(&words, &record);
        let mut values = serde_json::Deserializer::from_str(&text).into_iter();
        let answer: serde_json::Value = values.next().expect(example).expect(example);
        let first = answer.get(0).unwrap_or(&answer);
        let found = first.as_object().expect(example).keys();
        let found: BTreeSet<&str> = found.map(String::as_str).collect();
        assert_eq!(listed, found, "{example}");
        count += 1;
    }
    assert!(count >= 20, "only {count} examples");
}

#[test]
fn every_example_is_named_somewhere() {
    let texts: Vec<String> = documents().into_iter().map(|(_, text)| text).collect();
    let designer = names("crates/designer/examples");
    for name in names("examples").into_iter().chain(designer) {
        let stem = name.split('.').next().unwrap_or(&name);
        let is_named = texts.iter().any(|text| {
            text.contains(&format!("examples/{name}"))
                || text.contains(&format!("--example {stem}"))
        });
        assert!(is_named, "no document names examples/{name}");
    }
}

#[test]
fn the_pages_about_rules_have_every_phase_question_and_setting() {
    let page = read("docs/custom-rules.md") + &read("docs/rule-trait.md");
    let mut missing = Vec::new();
    for file in ["data/rule", "queries/context", "settings"] {
        let source = read(&format!("src/rules/{file}.rs"));
        // The types that the trait of rules names stand behind it.
        let end = source.find("\npub struct RuleContext");
        let asked = &source[..end.unwrap_or(source.len())];
        for line in asked.lines() {
            let line = line.trim_start().trim_start_matches("pub ");
            let Some(rest) = line.strip_prefix("fn ") else {
                continue;
            };
            let name = rest.split(['(', '<']).next().expect("a name");
            let is_public = source.contains(&format!("pub fn {name}")) || file == "data/rule";
            if is_public && !["fmt", "new"].contains(&name) && !page.contains(&format!("`{name}`"))
            {
                missing.push(format!("{file}.rs: {name}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_files_with_unsafe_lines_are_those_of_the_list() {
    fn files(folder: &str, found: &mut BTreeSet<String>) {
        for name in names(folder) {
            let path = format!("{folder}/{name}");
            if root().join(&path).is_dir() {
                files(&path, found);
            } else if has_extension(&name, "rs") {
                let text = read(&path);
                let mut lines = text.lines().map(str::trim_start);
                let is_unsafe = |line: &str| {
                    !line.starts_with("//")
                        && ["unsafe {", "unsafe(", "unsafe fn", "unsafe impl"]
                            .iter()
                            .any(|sign| line.contains(sign))
                };
                if lines.any(is_unsafe) {
                    found.insert(path);
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    for folder in ["src", "crates"] {
        files(folder, &mut found);
    }
    let page = read("docs/performance.md");
    let (_, list) = page.split_once("## The unsafe lines").expect("a chapter");
    let listed = list.lines().filter_map(|line| {
        let (path, _) = line.strip_prefix("| `")?.split_once('`')?;
        Some(path.to_owned())
    });
    assert_eq!(listed.collect::<BTreeSet<_>>(), found);
}

#[test]
fn the_glossary_names_what_is_in_the_code() {
    let text = read("docs/glossary.md");
    let rows: Vec<Vec<&str>> = (text.lines())
        .filter(|line| line.starts_with("| ") && !line.starts_with("| ---"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .skip(1)
        .collect();
    assert!((60..=100).contains(&rows.len()), "{} terms", rows.len());
    let mut known = BTreeSet::new();
    for folder in ["src", "crates"] {
        words_of_sources(&root().join(folder), &mut known);
    }
    let names_in = |cell: &str| -> Vec<String> {
        let parts = cell.split('`').skip(1).step_by(2);
        parts.map(str::to_owned).collect()
    };
    let mut before = String::new();
    for row in &rows {
        let [term, _, code, replaced] = row.as_slice() else {
            panic!("a row of the glossary has four cells: {row:?}");
        };
        assert!(before < term.to_lowercase(), "{term} is not in its place");
        before = term.to_lowercase();
        let code = names_in(code);
        assert!(!code.is_empty(), "{term} has no name in the code");
        for name in code {
            assert!(known.contains(&name), "{term}: `{name}` is not in the code");
        }
        for name in names_in(replaced) {
            assert!(
                !known.contains(&name),
                "{term}: `{name}` is still in the code"
            );
        }
    }
}

/// Adds the words of all sources of a folder, and the names of files and folders.
fn words_of_sources(folder: &Path, words: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("a folder can be listed").path();
        let name = path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned());
        words.extend(name);
        if path.is_dir() {
            words_of_sources(&path, words);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("a source can be read");
            let is_sign = |sign: char| !sign.is_ascii_alphanumeric() && sign != '_';
            words.extend(text.split(is_sign).map(str::to_owned));
        }
    }
}

/// The page and the documents name the levels and their numbers as the library does.
#[test]
fn levels_are_the_same_everywhere() {
    let names: Vec<String> = LEVELS
        .iter()
        .map(|(name, _)| format!("\"{name}\""))
        .collect();
    let numbers: Vec<String> = LEVELS
        .iter()
        .map(|(_, number)| number.to_string())
        .collect();
    let page = read("bindings/web/page/engine.ts");
    assert!(
        page.contains(&format!("[{}]", names.join(", "))),
        "{names:?}"
    );
    assert!(
        page.contains(&format!("[{}]", numbers.join(", "))),
        "{numbers:?}"
    );
    let document = read("docs/play.md");
    for (name, number) in LEVELS {
        assert!(
            document.contains(&format!("| `{name}` | {number} |")),
            "{name}"
        );
    }
}
