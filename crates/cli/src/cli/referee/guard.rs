//! Guard processes, so that no engine outlives the referee.
//!
//! A killed referee cannot kill its engines. So engines are started by a guard, which is this program under
//! another name. It holds one end of a pipe whose other end only the referee has, and the system reports when
//! that end is closed, for whatever reason the referee ended. Then, and when the engine has exited, the guard
//! kills all processes that the engine left behind: on Linux orphans become children of the guard, even those
//! in a session of their own. The engine is started in two steps, because a process itself must ask the
//! system to be killed if its parent, here the guard, is killed.
//!
//! Files for engines have a guard too, which deletes them.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;
use std::{env, fs, thread};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitOptions, waitid};

use crate::cli::output::TemporaryFile;

/// The name under which this program guards the engine in its arguments.
const GUARD: &str = "ferz-guard";

/// The name under which this program turns into the engine; its first argument is the process id of the
/// guard.
const ENGINE: &str = "ferz-engine";

/// The name under which this program keeps its input in a file; its argument is the suffix of the file name.
const FILE: &str = "ferz-file";

/// The number of rounds in which the remaining processes of an engine are killed, and the pause between
/// rounds. A process whose parent is killed while starting it is found in the next round.
const ROUNDS: u32 = 1000;
const ROUND: Duration = Duration::from_millis(2);

/// The polling interval where the system cannot report the exit of the engine.
const PATIENCE: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 20_000_000,
};

/// This program under another name, in a process group of its own, so that it gets no signals of the
/// terminal.
fn under(name: &str) -> Command {
    // The executable may have been replaced by a newer one meanwhile.
    let own = "/proc/self/exe";
    let mut command = match fs::metadata(own) {
        Ok(_) => Command::new(own),
        Err(_) => Command::new(env::current_exe().unwrap_or_default()),
    };
    command.arg0(name).process_group(0);
    command
}

/// Starts an engine with its guard. When the engine has been started, the guard writes one line to standard
/// error: an error message, or an empty line. Closing standard error ends both.
pub(super) fn guarded(engine: &[String]) -> io::Result<Child> {
    in_pipes(under(GUARD).args(engine))
}

/// Starts a process that stores its input in a file, writes the path, and deletes the file when standard
/// error is closed.
pub(super) fn keeping(suffix: &str) -> io::Result<Child> {
    in_pipes(under(FILE).arg(suffix))
}

fn in_pipes(command: &mut Command) -> io::Result<Child> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

/// Runs the role for which this program was started under one of these names, if any.
pub(in crate::cli) fn called() -> Option<ExitCode> {
    let mut arguments = env::args_os();
    let name = arguments.next()?;
    let rest = arguments.collect::<Vec<OsString>>();
    let done = match name.to_str()? {
        GUARD => guard(&rest),
        ENGINE => become_engine(&rest),
        FILE => keep_file(&rest),
        _ => return None,
    };
    // The error cannot be reported to anyone.
    Some(ExitCode::from(u8::from(done.is_err())))
}

/// Starts an engine and waits until it or the referee has ended.
fn guard(engine: &[OsString]) -> io::Result<()> {
    adopt_orphans();
    let mut started = under(ENGINE)
        .arg(std::process::id().to_string())
        .args(engine)
        .stderr(Stdio::piped())
        .spawn()?;
    let mut fault = String::new();
    if let Some(mut from_engine) = started.stderr.take() {
        from_engine.read_to_string(&mut fault)?;
    }
    let referee = io::stderr();
    let told = writeln!(referee.lock(), "{fault}");
    // The referee must notice when the engine closes its output or exits, so the guard keeps none of its
    // pipes.
    rustix::stdio::dup2_stdin(&referee)?;
    rustix::stdio::dup2_stdout(&referee)?;
    let engine = i32::try_from(started.id()).ok().and_then(Pid::from_raw);
    if let (Ok(()), true, Some(engine)) = (told, fault.is_empty(), engine) {
        wait_for_either(referee.as_fd(), engine);
    }
    end_all(engine);
    Ok(())
}

/// Waits until the engine has exited or the referee's end of the pipe is closed.
fn wait_for_either(referee: BorrowedFd<'_>, engine: Pid) {
    let process = process_of(engine);
    loop {
        let mut ends = vec![PollFd::new(&referee, PollFlags::empty())];
        let process = process.as_ref();
        ends.extend(process.map(|process| PollFd::new(process, PollFlags::IN)));
        let patience = process.is_none().then_some(&PATIENCE);
        match poll(&mut ends, patience) {
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return,
            Ok(0) => {
                // NOWAIT keeps the process id reserved until the engine is reaped.
                let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
                if !matches!(waitid(WaitId::Pid(engine), options), Ok(None)) {
                    return;
                }
            }
            Ok(_) => return,
        }
    }
}

/// Kills the process group of the engine and all children of this process, including those adopted meanwhile.
fn end_all(engine: Option<Pid>) {
    if let Some(engine) = engine {
        // The engine has not been reaped, so its process id is still its own.
        let _ = rustix::process::kill_process_group(engine, Signal::KILL);
    }
    for _ in 0..ROUNDS {
        for child in children() {
            let _ = rustix::process::kill_process(child, Signal::KILL);
        }
        loop {
            match rustix::process::wait(WaitOptions::NOHANG) {
                Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
                Ok(None) => break,
                Err(_) => return,
            }
        }
        thread::sleep(ROUND);
    }
}

/// The child processes of this process.
fn children() -> Vec<Pid> {
    let own = std::process::id().to_string();
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_child = |number: &i32| {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        // The state and the parent follow the name, which may contain any characters.
        let behind = stat.rsplit_once(')').map_or("", |(_, behind)| behind);
        behind.split_whitespace().nth(1) == Some(own.as_str())
    };
    numbers.filter(is_child).filter_map(Pid::from_raw).collect()
}

/// Turns into the engine, which is killed if the guard dies.
fn become_engine(arguments: &[OsString]) -> io::Result<()> {
    // This copy is closed on exec, which reports success.
    let guard_hears = io::stderr().as_fd().try_clone_to_owned()?;
    let [guard, program, arguments @ ..] = arguments else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    die_with_parent();
    // The guard may have died before that.
    let parent = rustix::process::getppid().map(|parent| parent.as_raw_nonzero().to_string());
    if parent.as_deref() != guard.to_str() {
        return Err(io::ErrorKind::NotFound.into());
    }
    let mut engine = Command::new(program);
    let fault = engine.args(arguments).stderr(Stdio::null()).exec();
    fs::File::from(guard_hears).write_all(fault.to_string().as_bytes())?;
    Err(fault)
}

/// Keeps a file until the other end of standard error is closed.
fn keep_file(arguments: &[OsString]) -> io::Result<()> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let suffix = arguments.first().and_then(|suffix| suffix.to_str());
    let file = TemporaryFile::new(suffix.unwrap_or_default(), &bytes)?;
    let mut out = io::stdout();
    writeln!(out, "{}", file.path().display()).and_then(|()| out.flush())?;
    let referee = io::stderr();
    let mut end = [PollFd::new(&referee, PollFlags::empty())];
    while matches!(poll(&mut end, None), Err(rustix::io::Errno::INTR)) {}
    Ok(())
}

#[cfg(target_os = "linux")]
fn adopt_orphans() {
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

#[cfg(not(target_os = "linux"))]
fn adopt_orphans() {}

#[cfg(target_os = "linux")]
fn die_with_parent() {
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent() {}

/// A descriptor by which the system reports the exit of a process.
#[cfg(target_os = "linux")]
fn process_of(engine: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(engine, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn process_of(_: Pid) -> Option<OwnedFd> {
    None
}
