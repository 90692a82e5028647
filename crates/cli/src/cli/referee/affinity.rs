//! CPU affinity: each concurrent game has its own processor.

use crate::cli::load;
use crate::cli::stop::Stop;

/// The file in which Linux lists the processors of this process.
const STATUS: &str = "/proc/self/status";

/// The processors of this process.
///
/// # Errors
/// If the system does not list them.
pub(in crate::cli) fn processors() -> Result<Vec<usize>, Stop> {
    let unknown = || {
        let message = "`--affinity` works on Linux only";
        Stop::Usage(message.to_owned())
    };
    let text = load::read_text(STATUS).map_err(|_| unknown())?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    line.and_then(listed).ok_or_else(unknown)
}

/// The number of processors that this process may use.
pub(in crate::cli) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The numbers of a list such as `0-2,5`.
fn listed(text: &str) -> Option<Vec<usize>> {
    let mut all = Vec::new();
    for part in text.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        all.extend(first.parse().ok()?..=last.parse::<usize>().ok()?);
    }
    Some(all)
}

/// A command that runs another one on a single processor.
pub(super) fn on_processor(command: &[String], processor: usize) -> Vec<String> {
    let mut words = vec!["taskset".to_owned(), "-c".to_owned(), processor.to_string()];
    words.extend_from_slice(command);
    words
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn lists_of_processors_are_read() {
        assert_eq!(listed("\t0-2,5\n"), Some(vec![0, 1, 2, 5]));
        assert_eq!(listed("7"), Some(vec![7]));
        assert_eq!(listed(""), None);
        assert_eq!(listed("a-b"), None);
    }
}
