//! The `ferz` command line program.
//!
//! The result of a command goes to standard output, everything else to standard error. The exit code is 0 for
//! success, 1 for findings (errors in a text, failed conformance rows), and 2 for a missing or invalid file,
//! option or name.

mod args;
mod commands;
mod engine;
mod evaluation;
mod finding_json;
mod game_analysis;
mod level;
mod load;
mod losses;
mod move_list;
mod named_variants;
mod output;
mod pictures;
mod playing;
mod recorded;
mod referee;
mod report;
mod stop;
mod stopwatch;
mod thinking;
mod version;
mod work;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use args::Cli;
use stop::Stop;
use work::Whole;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    #[cfg(unix)]
    if let Some(code) = referee::guard::called() {
        return code;
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(mut error) => {
            suggest_moves(&mut error);
            let code = ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
            return ended(tell(&error).map_err(Stop::Output), code);
        }
    };
    if cli.quiet {
        report::silence();
    }
    report::set_color(cli.color);
    work::grant(cli.work);
    if cli.allow_outside {
        load::allow_outside();
    }
    let mut out = Whole(BufWriter::new(io::stdout().lock()));
    let result = commands::run(&cli.command, &mut out);
    let result = result.and_then(|()| out.flush().map_err(Stop::Output));
    // Output that was buffered before an error is complete.
    let _ = out.flush();
    ended(result, ExitCode::SUCCESS)
}

/// Prints help, version or an argument error. Help is an "error" too, with the exit code 0.
fn tell(error: &clap::Error) -> io::Result<()> {
    if error.use_stderr() {
        // Standard error may be closed.
        let _ = error.print();
        return Ok(());
    }
    error.print()?;
    io::stdout().flush()
}

/// Suggests `--moves` for an argument that looks like a move.
fn suggest_moves(error: &mut clap::Error) {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else {
        return;
    };
    let first = word.split(',').next().unwrap_or("");
    let has_squares = first.starts_with(|sign: char| sign.is_ascii_lowercase())
        && first.chars().filter(char::is_ascii_digit).count() > 1;
    if error.kind() == ErrorKind::UnknownArgument && has_squares {
        let tip = format!("write moves as '--moves {word}'").into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
}

/// Reports the error of a run, and returns its exit code, or `code` if it succeeded.
fn ended(result: Result<(), Stop>, code: ExitCode) -> ExitCode {
    match result {
        Ok(()) => code,
        Err(Stop::Findings) => ExitCode::from(1),
        Err(Stop::Usage(message)) => {
            report::plain_error(&message);
            ExitCode::from(2)
        }
        Err(Stop::Exhausted(exhausted)) => {
            report::without_place(&exhausted.finding());
            ExitCode::from(1)
        }
        // The reader closed the pipe early.
        Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => code,
        Err(Stop::Output(error)) => {
            report::plain_error(&format!("standard output: {error}"));
            ExitCode::from(2)
        }
    }
}
