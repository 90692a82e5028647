//! `ferz snapshot`: snapshots of the behavior of variants, to detect changes.

mod job;

use std::io::Write;
use std::path::PathBuf;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rayon::prelude::*;

use self::job::{Job, Word};
use crate::cli::args::formats;
use crate::cli::output::{self, Existing, NamedBy};
use crate::cli::stop::Stop;
use crate::cli::work::budget;
use crate::cli::{load, report};
use ferz::formats::Format;
use ferz::source::{Budget, Diagnostic, printable};
use ferz_designer::snapshot::{
    Settings, Snapshot, Subject, differences, section, summary_differences, summary_line,
};

/// Record the behavior of variants as text, or compare it with a record
///
/// The snapshot of `mine.toml` is `mine.snap` in the same folder, and the snapshot of a built-in is `NAME.snap` in
/// the folder of `--dir`. It contains the hash of the definition, the pieces, perft counts, and positions of
/// random games with their moves and outcomes, and can be committed. A snapshot that differs is overwritten only
/// with `--accept`.
///
/// For many variants, `--summary` writes one file with a line for each: hashes of the definition, the start
/// position with its counts, and the positions of random games.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "DIR stands for all definition files and snapshots in it.\n\
        Exit codes: 0 all are equal or were written, 1 some differ or are missing, 2 usage.\n\
        \n\
        Example:\n  ferz snapshot mine.toml\n  ferz snapshot --check variants/\n  \
        ferz snapshot --accept mine.toml\n  \
        ferz snapshot --summary variants/all.snap variants/\n  \
        ferz snapshot --check variants/all.snap"
)]
pub(in crate::cli) struct Args {
    /// Definition files, folders, variants, or snapshots
    #[arg(value_name = "FILE|DIR|VARIANT", required_unless_present = "builtin")]
    targets: Vec<String>,
    /// Write one file with a line for each variant, which must be built in or in the folder of this file
    #[arg(long, value_name = "FILE", conflicts_with = "dir")]
    summary: Option<PathBuf>,
    /// All built-in variants
    #[arg(long)]
    builtin: bool,
    /// Folder of the snapshots of built-ins
    #[arg(long, default_value = ".")]
    dir: PathBuf,
    /// Only compare; a difference or a missing snapshot is a finding
    #[arg(long, conflicts_with = "accept")]
    check: bool,
    /// Overwrite snapshots that differ
    #[arg(long)]
    accept: bool,
    /// Seed of the random games [default: 1, or as in the snapshot]
    #[arg(long, conflicts_with = "check")]
    seed: Option<u64>,
    /// Number of positions [default: 10, or as in the snapshot]
    #[arg(long, conflicts_with = "check")]
    positions: Option<u32>,
    /// Maximum depth of perft counts [default: 4, or as in the snapshot]
    #[arg(long, value_name = "DEPTH", conflicts_with = "check")]
    perft: Option<u32>,
    /// Skip depths with more expected leaves [default: 100000, or as in the snapshot]
    #[arg(long, conflicts_with = "check")]
    nodes: Option<u64>,
    /// Format of the files; by default recognized from their content
    #[arg(long, value_parser = formats())]
    format: Option<Format>,
}

pub(in crate::cli) fn run(args: &Args, out: &mut impl Write) -> Result<(), Stop> {
    let mut count = Count::default();
    let mut loaded = Vec::new();
    for job in different(Job::of_arguments(args)?)? {
        match Loaded::of(job, args) {
            Ok(one) => loaded.push(one),
            // The findings have been shown.
            Err(Stop::Findings) => count.unread += 1,
            Err(stop) => return Err(stop),
        }
    }
    // Snapshots are independent; their order is that of the list.
    let made: Vec<(Option<String>, Vec<Unplayable>)> =
        loaded.par_iter().map(Loaded::text).collect();
    for (one, (text, unplayable)) in loaded.iter().zip(made) {
        if let Some(text) = text {
            one.count_unplayable(&unplayable);
            one.settle(&text, args, &mut count, out)?;
        } else {
            for Unplayable { number, findings } in unplayable {
                if one.is_summary() {
                    let word = &one.word_of(number).word;
                    report::plain_warning(&format!("{word} cannot be played:"));
                }
                one.variants[number].1.show(&findings);
            }
            count.unread += 1;
        }
    }
    count.report(args, out)
}

/// Removes duplicate jobs, and refuses two subjects with the same snapshot.
fn different(jobs: Vec<Job>) -> Result<Vec<Job>, Stop> {
    let mut kept: IndexMap<PathBuf, Job> = IndexMap::new();
    for job in jobs {
        match kept.entry(output::whole(&job.path)) {
            Entry::Vacant(place) => {
                place.insert(job);
            }
            Entry::Occupied(place) if place.get().of == job.of => {}
            Entry::Occupied(place) => {
                let (path, other) = (job.path.display(), place.get().subject());
                let message = format!(
                    "{path} would be the snapshot of both {other} and {}",
                    job.subject()
                );
                return Err(Stop::Usage(message));
            }
        }
    }
    Ok(kept.into_values().collect())
}

/// A variant that cannot be played, and so is missing in the snapshot.
struct Unplayable {
    /// The index of the variant.
    number: usize,
    findings: Vec<Diagnostic>,
}

/// A snapshot job with its inputs.
struct Loaded {
    job: Job,
    /// The variants, each with the index of its word. They are compiled one at a time to save memory.
    variants: Vec<(usize, load::Loaded)>,
    /// The rest of the budget of each word.
    budgets: Vec<Budget>,
    settings: Settings,
    /// The text of the existing snapshot.
    kept: Option<String>,
}

impl Loaded {
    /// Reads the definitions of a job, and its snapshot if it exists.
    fn of(job: Job, args: &Args) -> Result<Loaded, Stop> {
        let (mut variants, mut budgets) = (Vec::new(), Vec::new());
        for (number, word) in job.words.iter().enumerate() {
            let budget = budget();
            let found = budget.run(|| word.variants(args))??;
            variants.extend(found.into_iter().map(|variant| (number, variant)));
            budgets.push(budget);
        }
        let name = job.path.to_string_lossy();
        let kept = if job.path.exists() {
            Some(load::read_text(&name)?)
        } else {
            None
        };
        // An unreadable snapshot can still be replaced.
        let settings = match &kept {
            Some(text) if !args.accept => load::settle(&name, text, Snapshot::read(text))?.settings,
            Some(text) => Snapshot::read(text).value.settings,
            None => Settings::default(),
        };
        let settings = Settings {
            seed: args.seed.unwrap_or(settings.seed),
            positions: args.positions.unwrap_or(settings.positions),
            depth: args.perft.unwrap_or(settings.depth),
            nodes: args.nodes.unwrap_or(settings.nodes),
        };
        Ok(Loaded {
            job,
            variants,
            budgets,
            settings,
            kept,
        })
    }

    fn is_summary(&self) -> bool {
        matches!(self.job.of, Subject::SummaryOf(_))
    }

    fn word_of(&self, variant: usize) -> &Word {
        &self.job.words[self.variants[variant].0]
    }

    /// The part of a variant in the body.
    fn part(&self, number: usize) -> Result<String, Unplayable> {
        let (word, variant) = &self.variants[number];
        let made = self.budgets[*word].run(|| {
            let compiled = variant.try_compile()?;
            Ok(if self.is_summary() {
                let name = self.job.words[*word].name_of(variant);
                summary_line(&name, &compiled, &self.settings)
            } else {
                section(&compiled, &self.settings)
            })
        });
        made.unwrap_or_else(|exhausted| Err(vec![exhausted.finding()]))
            .map_err(|findings| Unplayable { number, findings })
    }

    /// The current snapshot of the playable variants; `None` if a word has none.
    fn text(&self) -> (Option<String>, Vec<Unplayable>) {
        let made: Vec<Result<String, Unplayable>> = (0..self.variants.len())
            .into_par_iter()
            .map(|number| self.part(number))
            .collect();
        let (mut parts, mut unplayable) = (Vec::new(), Vec::new());
        let mut is_whole: Vec<bool> = vec![false; self.budgets.len()];
        for (number, one) in made.into_iter().enumerate() {
            match one {
                Ok(part) => {
                    is_whole[self.variants[number].0] = true;
                    // Two words can name the same variant.
                    if !self.is_summary() || !parts.contains(&part) {
                        parts.push(part);
                    }
                }
                Err(one) => unplayable.push(one),
            }
        }
        let snapshot = Snapshot {
            of: self.job.of.clone(),
            settings: self.settings,
            body: parts.join(if self.is_summary() { "" } else { "\n" }),
        };
        // An exhausted budget is reported once.
        unplayable.dedup_by(|next, one| next.findings == one.findings);
        let is_whole =
            is_whole.into_iter().all(|is| is) && !self.budgets.iter().any(Budget::is_exhausted);
        (is_whole.then(|| snapshot.to_text()), unplayable)
    }

    fn count_unplayable(&self, unplayable: &[Unplayable]) {
        for words in
            unplayable.chunk_by(|a, b| self.variants[a.number].0 == self.variants[b.number].0)
        {
            let count = report::number(words.len(), "variant");
            let file = &self.word_of(words[0].number).word;
            report::plain_warning(&format!(
                "{file}: {count} that cannot be played omitted; `ferz check {file}` shows why"
            ));
        }
    }

    /// Compares the snapshots, reports the result, and writes the new one if requested.
    fn settle(
        &self,
        text: &str,
        args: &Args,
        count: &mut Count,
        out: &mut impl Write,
    ) -> Result<(), Stop> {
        let name = self.job.path.display();
        let found = match &self.kept {
            None if args.check => {
                count.missing += 1;
                writeln!(
                    out,
                    "{name}: missing; run the command without `--check` to write it"
                )?;
                return Ok(());
            }
            None => None,
            Some(kept) => {
                let found = if self.is_summary() {
                    summary_differences(kept, text)
                } else {
                    differences(kept, text)
                };
                if found.is_none() {
                    count.same += 1;
                    return Ok(());
                }
                found
            }
        };
        if let Some(found) = found.filter(|_| !args.accept) {
            count.different += 1;
            writeln!(out, "{name}: differs\n{}", printable(&found))?;
            if self.is_summary() {
                let Settings {
                    seed,
                    positions,
                    depth,
                    nodes,
                } = self.settings;
                writeln!(
                    out,
                    "to see the moves, run `ferz snapshot --seed {seed} --positions {positions} \
                     --perft {depth} --nodes {nodes} VARIANT` before the change, and `ferz snapshot \
                     --check VARIANT` after it"
                )?;
            }
            return Ok(());
        }
        let existing = match self.kept {
            None => Existing::Refuse,
            Some(_) => Existing::Replace,
        };
        let file = [(self.job.path.clone(), text.as_bytes().to_vec())];
        output::write_files(&file, NamedBy::Program, existing)?;
        count.written += 1;
        report::summary(out, &format!("{name}: written"))?;
        Ok(())
    }
}

/// The numbers of snapshots by result.
#[derive(Default)]
struct Count {
    same: usize,
    written: usize,
    different: usize,
    missing: usize,
    unread: usize,
}

impl Count {
    fn report(&self, args: &Args, out: &mut impl Write) -> Result<(), Stop> {
        let total = self.same + self.written + self.different + self.missing + self.unread;
        let parts: Vec<String> = [
            (self.same, "the same"),
            (self.written, "written"),
            (self.different, "different"),
            (self.missing, "missing"),
            (self.unread, "without a good definition"),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
        let total = report::number(total, "snapshot");
        report::summary(out, &format!("{total}: {}", parts.join(", ")))?;
        if self.different > 0 && !args.accept {
            let hint =
                "if the change is intended, run `ferz snapshot --accept` with the same arguments";
            writeln!(out, "{hint}")?;
        }
        if self.different + self.missing + self.unread > 0 {
            return Err(Stop::Findings);
        }
        Ok(())
    }
}
