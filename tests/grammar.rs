//! The grammar files are executed: as examples, as a recognizer compared with the parser, and as
//! the comments of the parser's functions.

use std::collections::{BTreeMap, BTreeSet};

use ferz::source::Code;
use ferz::syntax::betza::parse;

use crate::syntax::{corpus, mutations};

const BETZA: &str = include_str!("../grammar/betza.ebnf");
const PARSER: &str = include_str!("../crates/syntax/src/syntax/betza/parser.rs");

/// The productions that are tokens, or sets of tokens, and so have no function in the parser.
const LEXICAL: [&str; 10] = [
    "modifier",
    "direction",
    "mode",
    "flag",
    "atom-letter",
    "leaper",
    "compound",
    "special",
    "positive",
    "digit",
];

#[test]
fn examples_do_what_they_say() {
    let mut failures = Vec::new();
    for example in Example::all(BETZA) {
        let found: Vec<&str> = parse(example.text)
            .diagnostics
            .iter()
            .map(|finding| finding.code.as_str())
            .collect();
        let wanted: Vec<&str> = example.code.into_iter().collect();
        if found != wanted {
            failures.push(format!(
                "line {}: `{}` gives {found:?}, not {wanted:?}",
                example.line, example.text
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_code_of_the_syntax_has_an_example() {
    let shown: BTreeSet<&str> = Example::all(BETZA)
        .iter()
        .filter_map(|example| example.code)
        .collect();
    let codes: BTreeSet<&str> = Code::all()
        .map(Code::as_str)
        .filter(|code| code.starts_with("E01"))
        // A text beyond the limit does not fit on a line; tests/syntax.rs has it.
        .filter(|code| *code != "E0108")
        .collect();
    assert_eq!(shown, codes);
}

#[test]
fn productions_are_used_and_defined() {
    let grammar = Grammar::read(BETZA);
    let mut used: BTreeSet<&str> = BTreeSet::from([grammar.start.as_str()]);
    for production in grammar.productions.values() {
        production.names(&mut used);
    }
    let defined: BTreeSet<&str> = grammar.productions.keys().map(String::as_str).collect();
    assert_eq!(used, defined);
}

#[test]
fn the_parser_quotes_its_productions() {
    let comments = words(
        &PARSER
            .lines()
            .filter_map(|line| line.trim().strip_prefix("///"))
            .collect::<Vec<&str>>()
            .join(" "),
    );
    let grammar = Grammar::read(BETZA);
    for (name, text) in &grammar.texts {
        let lexical = LEXICAL.contains(&name.as_str());
        let quoted = comments.contains(&format!("`{}`", words(text)));
        assert_eq!(quoted, !lexical, "`{text}` in the comments of parser.rs");
    }
    let quoted = comments.matches(" ;`").count();
    assert_eq!(quoted + LEXICAL.len(), grammar.texts.len());
}

#[test]
fn the_grammar_accepts_what_the_parser_accepts() {
    let grammar = Grammar::read(BETZA);
    let examples = Example::all(BETZA);
    let mut texts: Vec<String> = examples.iter().map(|one| one.text.to_owned()).collect();
    texts.extend(corpus().map(str::to_owned));
    for text in corpus() {
        texts.extend(mutations(text, 7));
    }
    let mut accepted = 0;
    for text in &texts {
        let clean = parse(text).diagnostics.is_empty();
        assert_eq!(grammar.accepts(text), clean, "`{text}`");
        accepted += usize::from(clean);
    }
    // Both kinds are there in numbers, so the agreement says something.
    assert!(accepted > 1000 && texts.len() - accepted > 1000);
}

#[test]
fn the_recognizer_recognizes() {
    let grammar = Grammar::read(
        r#"(* a comment *) list = "(" , [ item , { "," , item } ] , ")" ; item = "a" | "b" ;"#,
    );
    for good in ["()", "(a)", "(a,b,a)"] {
        assert!(grammar.accepts(good), "`{good}`");
    }
    for bad in ["", "(", "(,)", "(a,)", "(a)b"] {
        assert!(!grammar.accepts(bad), "`{bad}`");
    }
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// One line such as `(* error E0104: Nf *)`.
struct Example<'t> {
    line: usize,
    /// The only finding; nothing for a text without findings.
    code: Option<&'t str>,
    text: &'t str,
}

impl<'t> Example<'t> {
    fn all(grammar: &'t str) -> Vec<Example<'t>> {
        let mut examples = Vec::new();
        for (index, line) in grammar.lines().enumerate() {
            let comment = line
                .trim()
                .strip_prefix("(* ")
                .and_then(|rest| rest.strip_suffix("*)"));
            let Some((head, text)) = comment.and_then(|comment| comment.split_once(':')) else {
                continue;
            };
            let code = match head.split_once(' ') {
                None if head == "ok" => None,
                Some(("error", code)) => Some(code),
                _ => continue,
            };
            examples.push(Example {
                line: index + 1,
                code,
                text: text.trim(),
            });
        }
        assert!(examples.len() > 20, "the examples were not found");
        examples
    }
}

/// A grammar in the notation of `grammar/README.md`.
struct Grammar {
    start: String,
    productions: BTreeMap<String, Expression>,
    texts: BTreeMap<String, String>,
}

enum Expression {
    Text(String),
    Name(String),
    Sequence(Vec<Expression>),
    Choice(Vec<Expression>),
    Option(Box<Expression>),
    Repetition(Box<Expression>),
}

impl Grammar {
    fn read(text: &str) -> Grammar {
        let mut grammar = Grammar {
            start: String::new(),
            productions: BTreeMap::new(),
            texts: BTreeMap::new(),
        };
        let signs = signs(text);
        let mut rest = signs.as_slice();
        while let [name, equals, tail @ ..] = rest {
            assert_eq!(equals, "=", "behind `{name}`");
            let mut after = tail;
            let expression = choice(&mut after);
            let body = &tail[..tail.len() - after.len()];
            assert_eq!(after.first().map(String::as_str), Some(";"), "`{name}`");
            rest = &after[1..];
            if grammar.start.is_empty() {
                grammar.start.clone_from(name);
            }
            let text = format!("{name} = {} ;", body.join(" "));
            grammar.texts.insert(name.clone(), text);
            let double = grammar.productions.insert(name.clone(), expression);
            assert!(double.is_none(), "`{name}` is defined twice");
        }
        grammar
    }

    fn accepts(&self, text: &str) -> bool {
        self.productions[&self.start].matches(self, text) == Some("")
    }
}

impl Expression {
    /// What is left of `text` behind the expression.
    fn matches<'t>(&self, grammar: &Grammar, text: &'t str) -> Option<&'t str> {
        match self {
            Expression::Text(wanted) => text.strip_prefix(wanted.as_str()),
            Expression::Name(name) => grammar.productions[name].matches(grammar, text),
            Expression::Sequence(parts) => parts
                .iter()
                .try_fold(text, |text, part| part.matches(grammar, text)),
            Expression::Choice(branches) => branches
                .iter()
                .find_map(|branch| branch.matches(grammar, text)),
            Expression::Option(inner) => inner.matches(grammar, text).or(Some(text)),
            Expression::Repetition(inner) => {
                let mut rest = text;
                while let Some(after) = inner.matches(grammar, rest) {
                    if after.len() == rest.len() {
                        break;
                    }
                    rest = after;
                }
                Some(rest)
            }
        }
    }

    fn names<'t>(&'t self, names: &mut BTreeSet<&'t str>) {
        match self {
            Expression::Text(_) => {}
            Expression::Name(name) => {
                names.insert(name);
            }
            Expression::Sequence(parts) | Expression::Choice(parts) => {
                for part in parts {
                    part.names(names);
                }
            }
            Expression::Option(inner) | Expression::Repetition(inner) => inner.names(names),
        }
    }
}

/// The names, texts (with their quotes) and signs of a grammar.
fn signs(text: &str) -> Vec<String> {
    let mut signs = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("(*") {
            rest.find("*)").expect("the end of a comment") + 2
        } else if first == '"' {
            rest[1..].find('"').expect("the end of a text") + 2
        } else if first.is_ascii_lowercase() {
            rest.find(|char: char| !char.is_ascii_lowercase() && char != '-')
                .unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (sign, after) = rest.split_at(length);
        if !sign.starts_with("(*") {
            signs.push(sign.to_owned());
        }
        rest = after.trim_start();
    }
    signs
}

fn choice(signs: &mut &[String]) -> Expression {
    let mut branches = vec![sequence(signs)];
    while take(signs, "|") {
        branches.push(sequence(signs));
    }
    one_or(branches, Expression::Choice)
}

fn sequence(signs: &mut &[String]) -> Expression {
    let mut parts = vec![part(signs)];
    while take(signs, ",") {
        parts.push(part(signs));
    }
    one_or(parts, Expression::Sequence)
}

fn part(signs: &mut &[String]) -> Expression {
    let (sign, rest) = signs.split_first().expect("a part of a production");
    *signs = rest;
    let (inner, close) = match sign.as_str() {
        "(" => (choice(signs), ")"),
        "[" => (Expression::Option(Box::new(choice(signs))), "]"),
        "{" => (Expression::Repetition(Box::new(choice(signs))), "}"),
        text if text.starts_with('"') => {
            return Expression::Text(text.trim_matches('"').to_owned());
        }
        name => return Expression::Name(name.to_owned()),
    };
    assert!(take(signs, close), "`{close}` is missing before {signs:?}");
    inner
}

fn one_or(mut parts: Vec<Expression>, many: fn(Vec<Expression>) -> Expression) -> Expression {
    if parts.len() == 1 {
        parts.remove(0)
    } else {
        many(parts)
    }
}

fn take(signs: &mut &[String], wanted: &str) -> bool {
    match signs.split_first() {
        Some((sign, rest)) if sign == wanted => {
            *signs = rest;
            true
        }
        _ => false,
    }
}

#[test]
fn examples_of_clauses_do_what_they_say() {
    use ferz::syntax::clause::{parse, parse_effect, parse_end, parse_move};
    let text = include_str!("../grammar/clauses.ebnf");
    let mut shown = 0;
    for line in text.lines() {
        let example = |sign: &str| line.strip_prefix(sign)?.strip_suffix("*)").map(str::trim);
        let good = example("(* ok:").map(|text| (text, true));
        let Some((text, is_good)) = good.or_else(|| example("(* error:").map(|text| (text, false)))
        else {
            continue;
        };
        shown += 1;
        let reads = parse(text).is_ok()
            || parse_effect(text).is_ok()
            || parse_move(text).is_ok()
            || parse_end(text).is_ok();
        assert_eq!(reads, is_good, "{text}");
    }
    assert!(shown > 10);
}
