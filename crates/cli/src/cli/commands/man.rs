//! `ferz man`: writes manual pages.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::cli::args::Cli;
use crate::cli::output::{self, ForceArgs, NamedBy};
use crate::cli::report;
use crate::cli::stop::Stop;
use ferz::source::did_you_mean;

/// Print the help as pages for `man`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  ferz man perft | man -l -\n  ferz man -o ~/.local/share/man/man1"
)]
pub(in crate::cli) struct Args {
    /// Command; by default the whole program
    command: Option<String>,
    /// Write the pages of the program and of all commands to this folder
    #[arg(short, long, value_name = "FOLDER", conflicts_with = "command")]
    output: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let mut program = without_help(Cli::command());
    program.build();
    if let Some(folder) = &args.output {
        let mut files = Vec::new();
        pages(&program, folder, &mut files)?;
        output::write_files(&files, NamedBy::Program, args.force.existing())?;
        for (path, _) in &files {
            report::summary(out, &path.display().to_string())?;
        }
        return Ok(());
    }
    let command = match &args.command {
        None => &program,
        Some(name) => program.find_subcommand(name).ok_or_else(|| {
            let hint = did_you_mean(name, program.get_subcommands().map(Command::get_name));
            Stop::Usage(format!("no command is called `{name}`; {hint}"))
        })?,
    };
    out.write_all(&page(command)?)?;
    Ok(())
}

/// The generated command `help` needs no page.
fn without_help(command: Command) -> Command {
    let command = command.disable_help_subcommand(true);
    command.mut_subcommands(without_help)
}

/// The pages of a command and of its subcommands, with their file names.
fn pages(command: &Command, folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) -> io::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    files.push((folder.join(format!("{name}.1")), page(command)?));
    for below in command.get_subcommands() {
        pages(below, folder, files)?;
    }
    Ok(())
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
