//! `ferz import`: files of other programs as definition files of ours.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use crate::cli::args::formats;
use crate::cli::load::DefinitionFile;
use crate::cli::losses;
use crate::cli::report;
use crate::cli::stop::Stop;
use crate::definition::{Format, write};

/// Turn files of other programs into definition files
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The formats are those of Fairy-Stockfish (variants.ini), Fairy-Max (fmax.ini) and \
        the Interactive Diagram.\nWhat is not carried over is reported with its place.\n\
        Exit codes: 0 everything is carried over, 1 something is lost or wrong, 2 a file cannot be \
        read or written.\n\nExamples:\n  ferz import variants.ini -o mine.toml\n  \
        ferz import fmax.ini -o games --allow-loss"
)]
pub(in crate::cli) struct Args {
    /// Files of other programs (`-` is standard input)
    #[arg(required = true)]
    files: Vec<String>,
    /// The format of the files, if their content does not tell
    #[arg(long, value_parser = formats())]
    format: Option<Format>,
    /// A file for all games, if it ends in `.toml`, or a folder for a file each
    #[arg(short, long, value_name = "PATH")]
    output: Option<String>,
    /// Succeed even if something is lost
    #[arg(long)]
    allow_loss: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let mut games: Vec<(String, String)> = Vec::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    let (mut n_lost, mut has_errors) = (0, false);
    for path in &args.files {
        let file = DefinitionFile::open(path, args.format)?;
        report::show(file.source(), &file.findings);
        if file.format == Some(Format::InteractiveDiagram) {
            // Nobody may be left to read it.
            let _ = writeln!(
                std::io::stderr().lock(),
                "note: {}: a diagram says nothing of repetition, of moves without progress and of \
                 what scripts of its page do; here a position that comes for the third time is a \
                 draw",
                file.name
            );
        }
        has_errors |= file.has_errors();
        n_lost += losses::count(&file.findings);
        let defs = file
            .catalog
            .names()
            .filter_map(|name| file.catalog.get(name));
        for def in defs {
            let Some(export) = write(def, Format::Toml) else {
                let message = "definition files of ours cannot be written".to_owned();
                return Err(Stop::Usage(message));
            };
            losses::show(&def.name, Format::Toml, &export.losses);
            n_lost += export.losses.len();
            if !names.insert(def.name.clone()) {
                let message = format!(
                    "{}: a game with the name `{}` was imported before",
                    file.name, def.name
                );
                return Err(Stop::Usage(message));
            }
            games.push((def.name.clone(), export.text));
        }
    }
    let whole = || {
        let texts: Vec<&str> = games.iter().map(|(_, text)| text.as_str()).collect();
        texts.join("\n")
    };
    match &args.output {
        None => out.write_all(whole().as_bytes())?,
        Some(path) if Path::new(path).extension().is_some_and(|end| end == "toml") => {
            losses::write_file(path, &whole())?;
        }
        Some(folder) => {
            for (name, text) in &games {
                let path = Path::new(folder).join(file_name(name));
                losses::write_file(&path.to_string_lossy(), text)?;
                writeln!(out, "{}", path.display())?;
            }
        }
    }
    if has_errors || n_lost > 0 && !args.allow_loss {
        return Err(Stop::Findings);
    }
    Ok(())
}

/// The name of a game as the name of a file.
fn file_name(name: &str) -> String {
    let safe: String = name
        .chars()
        .map(|char| {
            if char.is_alphanumeric() || "-_+ .".contains(char) {
                char
            } else {
                '-'
            }
        })
        .collect();
    format!("{}.toml", safe.trim_start_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_stay_inside_their_folder() {
        assert_eq!(file_name("fairy/FIDE-Rookies"), "fairy-FIDE-Rookies.toml");
        assert_eq!(file_name("../../etc/passwd"), "-..-etc-passwd.toml");
        assert_eq!(file_name("C:\\x"), "C--x.toml");
    }
}
