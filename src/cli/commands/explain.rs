//! `ferz explain`: diagnostic codes and move descriptions.

use std::io::Write;

use crate::cli::args::dialects;
use crate::cli::load::settle;
use crate::cli::stop::Stop;
use crate::movement::Movement;
use crate::render::legs_text;
use crate::source::{Code, nearest};
use crate::syntax::betza::Dialect;

/// Columns of a paragraph.
const WIDTH: usize = 80;

/// Explain a diagnostic code, or the moves of a description
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  ferz explain E0102\n  ferz explain fmWfcF")]
pub(in crate::cli) struct Args {
    /// A code such as E0102, or a move description in Betza or XBetza notation
    #[arg(value_name = "CODE|NOTATION")]
    subject: String,
    /// Whose reading of a move description is meant where programs differ
    #[arg(long, value_parser = dialects(), default_value = "xbetza")]
    dialect: Dialect,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let subject = args.subject.trim();
    if let Some(code) = Code::parse(subject) {
        writeln!(
            out,
            "{code} ({}): {}\n\n{}",
            code.severity().as_str(),
            code.title(),
            wrapped(code.explanation())
        )?;
        return Ok(());
    }
    if looks_like_code(subject) {
        let upper = subject.to_ascii_uppercase();
        let hint = match nearest(&upper, Code::all().map(Code::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "codes stand in the brackets of findings, such as `error[E0102]`".to_owned(),
        };
        return Err(Stop::Usage(format!("no code is called `{upper}`; {hint}")));
    }
    let read = Movement::read(&args.subject, args.dialect);
    let movement = settle("<notation>", &args.subject, read)?;
    write!(out, "{}", legs_text(&movement))?;
    Ok(())
}

/// The text in lines that are easy to read.
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

/// A letter and four digits: no move description has so many.
fn looks_like_code(word: &str) -> bool {
    let mut signs = word.chars();
    let letter = signs.next().is_some_and(|sign| "ewnEWN".contains(sign));
    letter && word.len() == 5 && signs.all(|sign| sign.is_ascii_digit())
}
