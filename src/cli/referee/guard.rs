//! What stands between the referee and an engine, so that no engine outlives the referee: a process of its own.
//!
//! A referee that is killed cannot kill anybody. So engines are started by a guard, which is this program under
//! another name. It holds one end of a pipe whose other end only the referee has, and is told by the system when that
//! is closed, whatever the referee has died of. Then, and when the engine has ended, it kills all that the engine has
//! started and left behind: on Linux orphans become children of the guard, even those in a session of their own.
//! The engine is started in two steps, because the system is asked to kill it if the guard itself is killed, and that
//! is asked by a process for itself.
//!
//! Files for engines have a guard as well, which removes them.

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

/// The name under which this program guards the engine that its arguments start.
const GUARD: &str = "ferz-guard";

/// The name under which it becomes the engine; its first argument is the number of the guard's process.
const ENGINE: &str = "ferz-engine";

/// The name under which it keeps a file with what it reads; its argument is how the name of the file ends.
const FILE: &str = "ferz-file";

/// How often what is left of an engine is killed again, and how long is waited between. What is being started
/// while its parent is killed is found the next time.
const ROUNDS: u32 = 1000;
const ROUND: Duration = Duration::from_millis(2);

/// How often the guard looks where the system cannot tell it that the engine has ended.
const PATIENCE: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 20_000_000,
};

/// This program under another name, in a group of its own: what the terminal tells the referee is not for it.
fn under(name: &str) -> Command {
    // The file may have been replaced by a newer one in the meantime.
    let own = "/proc/self/exe";
    let mut command = match fs::metadata(own) {
        Ok(_) => Command::new(own),
        Err(_) => Command::new(env::current_exe().unwrap_or_default()),
    };
    command.arg0(name).process_group(0);
    command
}

/// Starts an engine with its guard, which writes one line to standard error when the engine has been started: why that
/// cannot be, or nothing. Whoever closes standard error ends both.
pub(super) fn guarded(engine: &[String]) -> io::Result<Child> {
    in_pipes(under(GUARD).args(engine))
}

/// Starts what keeps in a file all that it reads, and writes its path, until standard error is closed.
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

/// What this program does if it was started under one of these names.
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
    // There is nobody left whom it could be told.
    Some(ExitCode::from(u8::from(done.is_err())))
}

/// Starts an engine and waits until it has ended, or the referee.
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
    // Who reads from the engine must see when it has closed its output, and who writes to it when it is gone.
    rustix::stdio::dup2_stdin(&referee)?;
    rustix::stdio::dup2_stdout(&referee)?;
    let engine = i32::try_from(started.id()).ok().and_then(Pid::from_raw);
    if let (Ok(()), true, Some(engine)) = (told, fault.is_empty(), engine) {
        wait_for_either(referee.as_fd(), engine);
    }
    end_all(engine);
    Ok(())
}

/// Waits until the engine has ended or the other end of the pipe is closed.
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
                // It keeps its number until somebody has really waited for it.
                let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
                if !matches!(waitid(WaitId::Pid(engine), options), Ok(None)) {
                    return;
                }
            }
            Ok(_) => return,
        }
    }
}

/// Ends the group of the engine and all children of this process, those that it inherits meanwhile among them.
fn end_all(engine: Option<Pid>) {
    if let Some(engine) = engine {
        // It is not waited for yet, so its number is no one else's.
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

/// The processes whose parent this one is.
fn children() -> Vec<Pid> {
    let own = std::process::id().to_string();
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_child = |number: &i32| {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        // Behind the name, which may contain anything, stand the state and the parent.
        let behind = stat.rsplit_once(')').map_or("", |(_, behind)| behind);
        behind.split_whitespace().nth(1) == Some(own.as_str())
    };
    numbers.filter(is_child).filter_map(Pid::from_raw).collect()
}

/// Becomes the engine, which dies with the guard.
fn become_engine(arguments: &[OsString]) -> io::Result<()> {
    // This copy is closed when the engine begins, and so says that it has.
    let guard_hears = io::stderr().as_fd().try_clone_to_owned()?;
    let [guard, program, arguments @ ..] = arguments else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    die_with_parent();
    // It may have died before.
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

/// By what the system tells that a process has ended.
#[cfg(target_os = "linux")]
fn process_of(engine: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(engine, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn process_of(_: Pid) -> Option<OwnedFd> {
    None
}
