//! `ferz import`: converts files of other programs to definition files.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::write_json;
use crate::cli::args::formats;
use crate::cli::finding_json::finding_json;
use crate::cli::load::DefinitionFile;
use crate::cli::output::{self, ForceArgs, NamedBy};
use crate::cli::stop::Stop;
use crate::cli::{losses, report};
use ferz::formats::{Format, write};
use ferz::source::Diagnostic;

/// Convert files of other programs to definition files
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The formats are those of Fairy-Stockfish (variants.ini), Fairy-Max (fmax.ini) and \
        the Interactive Diagram.\nExisting files are overwritten only with `--force`; symbolic links in \
        a folder are not followed.\nLosses are reported with their places.\n\
        Exit codes: 0 no losses, 1 losses or errors, 2 a file cannot be read or written, or exists \
        already.\n\nExamples:\n  ferz import variants.ini -o mine.toml\n  \
        ferz import fmax.ini -o games --allow-loss"
)]
pub(in crate::cli) struct Args {
    /// Files of other programs (`-` is standard input)
    #[arg(required = true)]
    files: Vec<String>,
    /// Format of the files; by default recognized from their content
    #[arg(long, value_parser = formats())]
    format: Option<Format>,
    /// Output: one file for all games if PATH ends in `.toml`, otherwise a folder with one file per game
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    /// Succeed even if something is lost
    #[arg(long)]
    allow_loss: bool,
    /// Print JSON: the findings of each file, and its games as TOML with their losses
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let mut games: Vec<(String, String)> = Vec::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    let (mut n_lost, mut has_errors) = (0, false);
    let mut answer: Vec<Value> = Vec::new();
    for path in &args.files {
        let file = DefinitionFile::open(path, args.format)?;
        let mut rows: Vec<Value> = Vec::new();
        if !args.json {
            report::show(file.source(), &file.findings);
        }
        if file.format == Some(Format::InteractiveDiagram) {
            report::plain_note(&format!(
                "{}: diagrams have no rules for repetition, moves without progress and page scripts; the third \
                 repetition of a position is a draw here",
                file.name
            ));
        }
        has_errors |= file.findings.iter().any(Diagnostic::is_error);
        n_lost += losses::count(&file.findings);
        let good = file.catalog.names();
        let good = good.filter(|name| !file.catalog.is_faulty(name));
        for def in good.filter_map(|name| file.catalog.get(name)) {
            let Some(export) = write(def, Format::Toml) else {
                let message = "the definition format cannot be written".to_owned();
                return Err(Stop::Usage(message));
            };
            if args.json {
                let losses = losses::to_json(&export.losses);
                rows.push(json!({ "name": def.name, "text": export.text, "losses": losses }));
            } else {
                losses::show(&def.name, Format::Toml, &export.losses);
            }
            n_lost += export.losses.len();
            if !names.insert(def.name.clone()) {
                let message = format!(
                    "{}: a game with the name `{}` was imported already",
                    file.name, def.name
                );
                return Err(Stop::Usage(message));
            }
            games.push((def.name.clone(), export.text));
        }
        if args.json {
            let findings = file.findings.iter();
            let findings: Vec<Value> = findings.map(|one| finding_json(&file.text, one)).collect();
            answer.push(json!({
                "file": file.name,
                "format": file.format.map(Format::as_str),
                "findings": findings,
                "games": rows,
            }));
        }
    }
    if args.json {
        write_json(out, &json!({ "files": answer }))?;
    }
    if games.is_empty() {
        // An empty result must not overwrite a file.
        return Err(Stop::Findings);
    }
    if !args.json {
        write_games(args, &games, out)?;
    }
    if has_errors || n_lost > 0 && !args.allow_loss {
        return Err(Stop::Findings);
    }
    Ok(())
}

/// Writes the games where the options say.
fn write_games(args: &Args, games: &[(String, String)], out: &mut impl Write) -> Result<(), Stop> {
    let existing = args.force.existing();
    match args.output.as_deref().filter(|path| is_folder(path)) {
        None => {
            let texts: Vec<&str> = games.iter().map(|(_, text)| text.as_str()).collect();
            let whole = texts.join("\n");
            output::write_or_print(out, args.output.as_deref(), whole.as_bytes(), existing)?;
        }
        Some(folder) => {
            let files = files(folder, games)?;
            output::write_files(&files, NamedBy::Program, existing)?;
            for (path, _) in &files {
                writeln!(out, "{}", path.display())?;
            }
        }
    }
    Ok(())
}

/// Whether a path is meant as a folder for several files.
fn is_folder(path: &Path) -> bool {
    let is_file = path.extension().is_some_and(|end| end == "toml");
    !is_file && !output::is_standard_output(path)
}

/// A file for each variant, with unique names.
fn files(folder: &Path, games: &[(String, String)]) -> Result<Vec<(PathBuf, Vec<u8>)>, Stop> {
    if folder.is_file() {
        let message = "this is a file; write a folder, or a name that ends in `.toml`";
        return Err(Stop::Usage(format!("{}: {message}", folder.display())));
    }
    let mut files: IndexMap<PathBuf, Vec<u8>> = IndexMap::new();
    for (name, text) in games {
        let path = folder.join(file_name(name));
        let shown = path.display().to_string();
        if let (earlier, Some(_)) = files.insert_full(path, text.clone().into_bytes()) {
            let other = &games[earlier].0;
            return Err(Stop::Usage(format!(
                "{shown}: `{other}` and `{name}` would have the same file; write a name that ends in `.toml` for one \
                 file with all games"
            )));
        }
    }
    Ok(files.into_iter().collect())
}

/// The name of a variant as a file name.
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
    let stem = match safe.trim_start_matches('.') {
        "" => "game",
        stem => stem,
    };
    format!("{stem}.toml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games_stay_inside_their_folder() {
        assert_eq!(file_name("fairy/FIDE-Rookies"), "fairy-FIDE-Rookies.toml");
        assert_eq!(file_name("../../etc/passwd"), "-..-etc-passwd.toml");
        assert_eq!(file_name("C:\\x"), "C--x.toml");
        assert_eq!(file_name(".."), "game.toml");
    }
}
