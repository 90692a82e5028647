//! `ferz explain`: explains diagnostic codes, move descriptions and rules of the library.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::write_json;
use crate::cli::args::dialects;
use crate::cli::load::{rules_of_file, settle};
use crate::cli::stop::Stop;
use ferz::definition::clause::{RuleEntry, Set};
use ferz::definition::{BUILTIN_RULES, is_library_rule};
use ferz::formats::{Catalog, rule_library, schema};
use ferz::movement::{Dialect, Movement};
use ferz::source::{Code, did_you_mean, nearest};
use ferz_designer::explain;
use ferz_designer::render::{BoardStyle, Marks, legs_list, reach_text};

/// The maximum length of a name, in bytes.
const LONGEST_NAME: usize = 60;

/// The width of a paragraph, in columns.
const WIDTH: usize = 80;

/// Explain a code, a rule, a move description or a well-known piece
///
/// A word that is both a move description and a name, such as HAWK, is read as a move description.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  ferz explain E0102\n  ferz explain FyafsF\n  ferz explain griffon\n  ferz explain madrasi\n  ferz explain mine.toml#magnet"
)]
pub(in crate::cli) struct Args {
    /// A code such as E0102, a move description in Betza or XBetza notation, or the name of a piece or a rule;
    /// `mine.toml#name` is a rule of a file
    #[arg(value_name = "CODE|NOTATION|NAME")]
    subject: String,
    /// Dialect of the move description
    #[arg(long, value_parser = dialects(), default_value = "xbetza")]
    dialect: Dialect,
    /// Use only letters in the picture, without frames and symbols
    #[arg(long)]
    ascii: bool,
    /// Print the name, the description and the legs as JSON
    #[arg(long)]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let subject = args.subject.trim();
    if let Some(code) = Code::parse(subject) {
        return explain_code(code, args, out);
    }
    let named = |name: &str, entry: &RuleEntry| {
        name == subject || entry.options.iter().any(|option| option == subject)
    };
    if let Some((name, entry)) = rule_library()
        .iter()
        .find(|(name, entry)| named(name, entry))
    {
        return explain_rule(name, entry, args, out);
    }
    if let Some((file, name)) = subject
        .rsplit_once('#')
        .filter(|(file, _)| !file.is_empty())
    {
        let rules = rules_of_file(file, Some(name))?;
        let Some(entry) = rules.get(name) else {
            let help = did_you_mean(name, rules.keys().map(String::as_str));
            return Err(Stop::Usage(format!(
                "{file}: the file has no rule `{name}`; {help}"
            )));
        };
        return explain_rule(name, entry, args, out);
    }
    if looks_like_code(subject) {
        let upper = subject.to_ascii_uppercase();
        let hint = match nearest(&upper, Code::all().map(Code::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "findings show their codes in brackets, such as `error[E0102]`".to_owned(),
        };
        return Err(Stop::Usage(format!("no code is called `{upper}`; {hint}")));
    }
    if subject.contains(['/', '.']) && Path::new(subject).is_file() {
        return Err(Stop::Usage(format!(
            "`{subject}` is a file; `ferz rules {subject}` explains a game, and `ferz explain {subject}#NAME` a rule \
             of a library"
        )));
    }
    let read = Movement::read(&args.subject, args.dialect);
    let spellings = if read.has_errors() {
        explain::spellings(subject)
    } else {
        Vec::new()
    };
    let movement = if let Some(betza) = spellings.first() {
        // A piece name means the same in every dialect.
        settle(
            "<notation>",
            betza,
            Movement::read(betza, Dialect::default()),
        )?
    } else {
        if read.has_errors() && looks_like_name(subject) {
            return Err(Stop::Usage(unknown_name(subject)));
        }
        settle("<notation>", &args.subject, read)?
    };
    let names = explain::names(&movement);
    let sentences = explain::describe(&movement);
    if args.json {
        let legs: Vec<_> = legs_list(&movement)
            .into_iter()
            .map(|pattern| json!({ "kind": pattern.kind, "legs": pattern.legs }))
            .collect();
        let words: Vec<&str> = sentences.iter().map(explain::Sentence::as_str).collect();
        let value = json!({
            "betza": spellings.first().unwrap_or(&args.subject.as_str()),
            "name": names.first(),
            "other_names": names.get(1..).unwrap_or_default(),
            "words": words.join(" "),
            "legs": legs,
        });
        return write_json(out, &value);
    }
    match names[..] {
        [] => {}
        [name] => writeln!(out, "{name}\n")?,
        [name, ref others @ ..] => writeln!(out, "{name}, also {}\n", others.join(", "))?,
    }
    if let [betza, others @ ..] = &spellings[..] {
        let also = match others {
            [] => String::new(),
            _ => format!("; also the name of {}", others.join(", ")),
        };
        writeln!(out, "{betza} in Betza notation{also}\n")?;
    }
    for sentence in &sentences {
        writeln!(out, "{}", wrapped(sentence.as_str()))?;
    }
    match Marks::of(&movement) {
        Ok(marks) if marks.is_empty() => {}
        Ok(marks) => {
            write!(out, "\n{}", reach_text(&marks, style(args)))?;
        }
        Err(error) => writeln!(out, "\n(no picture: {error})")?,
    }
    Ok(())
}

fn explain_code(code: Code, args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let example = explain::example(code);
    if args.json {
        let value = json!({
            "code": code.as_str(),
            "severity": code.severity().as_str(),
            "title": code.title(),
            "words": code.explanation(),
            "example": example.map(|example| example.text),
            "instead": example.and_then(|example| example.instead),
        });
        return write_json(out, &value);
    }
    writeln!(
        out,
        "{code} ({}): {}\n\n{}",
        code.severity().as_str(),
        code.title(),
        wrapped(code.explanation())
    )?;
    if let Some(example) = example {
        writeln!(
            out,
            "\nExample ({}):\n\n{}",
            example.kind.as_str(),
            indented(example.text)
        )?;
        if let Some(instead) = example.instead {
            writeln!(out, "\nInstead:\n\n{}", indented(instead))?;
        }
    }
    Ok(())
}

fn explain_rule(
    name: &str,
    entry: &RuleEntry,
    args: &Args,
    out: &mut impl Write,
) -> Result<(), Stop> {
    let parameters = entry.parameters.iter();
    let parameters = parameters.map(|(name, set)| (name, set.as_ref().map(Set::to_string)));
    let clauses = entry.clauses();
    // Rules of other files have other names.
    let forms = is_library_rule(name).then(|| forms_of(name));
    let settings = forms.as_deref().map(settings_of).unwrap_or_default();
    if args.json {
        let value = json!({
            "name": name,
            "title": entry.title,
            "source": entry.source,
            "words": entry.summary,
            "options": entry.options,
            "parameters": parameters.collect::<BTreeMap<_, _>>(),
            "settings": settings.into_iter().collect::<BTreeMap<_, _>>(),
            "clauses": clauses,
        });
        return write_json(out, &value);
    }
    match entry.source.as_str() {
        "" => writeln!(out, "{}\n", entry.title)?,
        source => writeln!(out, "{} ({source})\n", entry.title)?,
    }
    if !entry.summary.is_empty() {
        writeln!(out, "{}\n", wrapped(&entry.summary))?;
    }
    if !entry.options.is_empty() {
        let options: Vec<String> = entry.options.iter().map(|one| format!("`{one}`")).collect();
        writeln!(out, "Options in other programs: {}.\n", options.join(", "))?;
    }
    if forms.is_none() {
        writeln!(out, "Clauses:\n\n{}", indented(&clauses.join("\n")))?;
    }
    match &forms {
        Some(forms) if settings.is_empty() => writeln!(out, "Value: {}.", value_of(forms))?,
        Some(_) => writeln!(out, "Settings:\n")?,
        None => {}
    }
    for (key, about) in settings {
        let about = wrapped(&format!("{key}: {about}"));
        writeln!(out, "{}", indented(&about))?;
    }
    if !entry.parameters.is_empty() {
        writeln!(out, "\nParameters:\n")?;
    }
    for (parameter, set) in parameters {
        let set = set.map_or("required".to_owned(), |set| format!("'{set}'"));
        writeln!(out, "    ${parameter}: {set}")?;
    }
    Ok(())
}

/// The forms of the value of a library rule that is written in Rust, in the JSON Schema.
fn forms_of(name: &str) -> Vec<Value> {
    let schema = schema();
    let used = &schema["definitions"]["Rules"]["properties"]["use"]["anyOf"][0];
    let forms = used["properties"][name]["anyOf"].as_array();
    forms.cloned().unwrap_or_default()
}

/// The value of such a rule without settings, in words.
fn value_of(forms: &[Value]) -> &'static str {
    let has = |key: &str| forms.iter().any(|form| form.get(key).is_some());
    if has("$ref") {
        "squares, such as `'a1-h1'` or `['file a', 'file h']`, or a table with `white` and `black`"
    } else if has("additionalProperties") {
        "a table by piece: `{ queen = 'rook' }`"
    } else {
        "`true`"
    }
}

/// The settings of such a rule, each with its description.
fn settings_of(forms: &[Value]) -> Vec<(String, String)> {
    let keys = forms
        .iter()
        .filter_map(|table| table["properties"].as_object());
    let described = keys.flatten().filter_map(|(key, value)| {
        let about = value["description"].as_str()?;
        Some((key.clone(), about.to_owned()))
    });
    described.collect()
}

const fn style(args: &Args) -> BoardStyle {
    if args.ascii {
        BoardStyle::Ascii
    } else {
        BoardStyle::Unicode
    }
}

/// Indents a text by four columns.
fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

/// Breaks a text into lines.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines
            .last_mut()
            .filter(|line| line.len() + word.len() < WIDTH);
        match line {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => line.extend([" ", word]),
            None => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

/// Whether a text looks like a name: words of small letters, with or without initial capitals.
fn looks_like_name(word: &str) -> bool {
    let is_word = |part: &str| {
        let mut signs = part.chars();
        signs.next().is_none_or(char::is_alphabetic) && signs.all(char::is_lowercase)
    };
    (4..=LONGEST_NAME).contains(&word.len()) && word.split([' ', '-', '_']).all(is_word)
}

/// The error for an unknown name, with a suggestion.
fn unknown_name(word: &str) -> String {
    let name = word.to_lowercase().replace([' ', '_'], "-");
    if Catalog::builtin().get(&name).is_some() {
        return format!("`{name}` is a variant; `ferz rules {name}` prints its rules");
    }
    if BUILTIN_RULES.contains(&name.as_str()) {
        return format!(
            "`{name}` is a rule of definitions; grammar/variants-toml.md describes `rules.{name}`"
        );
    }
    if let Some(near) = explain::nearest_name(word) {
        return format!("no piece is called `{word}`; did you mean `{near}`?");
    }
    let rules = BUILTIN_RULES.iter().copied();
    let others = Catalog::builtin()
        .names()
        .map(|name| -> &str { name })
        .chain(rules);
    let advice = match nearest(&name, others) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            "write a move such as `FyafsF`, the name of a well-known piece such as `griffon`, or a \
                 code such as `E0102`; `ferz variants` lists the variants"
                .to_owned()
        }
    };
    format!("no piece, variant, rule or code is called `{word}`; {advice}")
}

/// Whether a word looks like a code: a letter and four digits, which no move description has.
fn looks_like_code(word: &str) -> bool {
    let mut signs = word.chars();
    let letter = signs.next().is_some_and(|sign| "ewnEWN".contains(sign));
    letter && word.len() == 5 && signs.all(|sign| sign.is_ascii_digit())
}
