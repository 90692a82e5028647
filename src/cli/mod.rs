//! The `ferz` program: arguments, files, the terminal.
//!
//! What a command was asked for goes to standard output, everything else to standard error. The
//! exit code is 0 if all is well, 1 if there are findings (a text that can be read but is wrong,
//! a conformance row that fails), 2 if a file, an option or a name is not there.

mod args;
mod closed;
mod commands;
mod engine;
mod evaluation;
mod game_analysis;
mod load;
mod losses;
mod named_variants;
mod output;
mod pictures;
mod playing;
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
use closed::Output;
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
    let mut out = Whole(BufWriter::new(Output::new()));
    let result = commands::run(&cli.command, &mut out);
    let result = result.and_then(|()| out.flush().map_err(Stop::Output));
    // What is still buffered after an error was complete before it.
    let _ = out.flush();
    ended(result, ExitCode::SUCCESS)
}

/// Prints what the arguments have come to instead of a command. Help is an "error" too, with the code 0.
fn tell(error: &clap::Error) -> io::Result<()> {
    if error.use_stderr() {
        // Nobody may be left to read it.
        let _ = error.print();
        return Ok(());
    }
    if matches!(Output::new(), Output::Closed) {
        return Err(closed::error());
    }
    error.print()?;
    io::stdout().flush()
}

/// Says how moves are given, where one stands by itself.
fn suggest_moves(error: &mut clap::Error) {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else {
        return;
    };
    let first = word.split(',').next().unwrap_or("");
    let has_squares = first.starts_with(|sign: char| sign.is_ascii_lowercase())
        && first.chars().filter(char::is_ascii_digit).count() > 1;
    if error.kind() == ErrorKind::UnknownArgument && has_squares {
        let tip = format!("moves are given by '--moves {word}'").into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
}

/// The exit code of a run, which is `code` if nothing went wrong, and says what did.
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
        // The reader has seen enough.
        Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => code,
        Err(Stop::Output(error)) => {
            report::plain_error(&format!("standard output: {error}"));
            ExitCode::from(2)
        }
    }
}
