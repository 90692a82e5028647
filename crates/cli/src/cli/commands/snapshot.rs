//! `ferz snapshot`: snapshots of the behavior of variants, to detect changes.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use indexmap::map::Entry;
use rayon::prelude::*;

use crate::cli::args::{VariantArgs, formats};
use crate::cli::output::{self, Existing, NamedBy};
use crate::cli::stop::Stop;
use crate::cli::work::budget;
use crate::cli::{load, report};
use ferz::formats::{Catalog, Format};

use ferz::source::{Budget, Diagnostic, printable};
use ferz_designer::snapshot::{Settings, Snapshot, differences, section};

/// Record the behavior of variants as text, or compare it with a record
///
/// The snapshot of `mine.toml` is `mine.snap` in the same folder, and the snapshot of a built-in is `NAME.snap` in
/// the folder of `--dir`. It contains the hash of the definition, the pieces, perft counts, and positions of
/// random games with their moves and outcomes, and can be committed. A snapshot that differs is overwritten only
/// with `--accept`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "DIR stands for all definition files and snapshots in it.\n\
        Exit codes: 0 all are equal or were written, 1 some differ or are missing, 2 usage.\n\
        \n\
        Example:\n  ferz snapshot mine.toml\n  ferz snapshot --check variants/\n  \
        ferz snapshot --accept mine.toml"
)]
pub(in crate::cli) struct Args {
    /// Definition files, folders, variants, or snapshots
    #[arg(value_name = "FILE|DIR|VARIANT", required_unless_present = "builtin")]
    targets: Vec<String>,
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
    let mut jobs = Vec::new();
    if args.builtin {
        for name in Catalog::builtin().names() {
            jobs.push(Job::of_word(name, args)?);
        }
    }
    for target in &args.targets {
        jobs.extend(Job::of_target(target, args)?);
    }
    let jobs = different(jobs)?;
    let mut count = Count::default();
    let mut loaded = Vec::new();
    for job in jobs {
        match job.load(args) {
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
            one.count_unplayable(unplayable.len());
            one.settle(&text, args, &mut count, out)?;
        } else {
            for Unplayable { number, findings } in unplayable {
                one.variants[number].show(&findings);
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
                let (path, other) = (job.path.display(), &place.get().of);
                let message = format!(
                    "{path} would be the snapshot of both `{other}` and `{}`",
                    job.of
                );
                return Err(Stop::Usage(message));
            }
        }
    }
    Ok(kept.into_values().collect())
}

/// A snapshot to make or compare.
struct Job {
    /// The file of the snapshot.
    path: PathBuf,
    /// The subject of the snapshot, as its file names it.
    of: String,
    /// The subject as a word of the command line.
    word: String,
}

impl Job {
    /// The snapshots of an argument.
    fn of_target(target: &str, args: &Args) -> Result<Vec<Job>, Stop> {
        let path = Path::new(target);
        if Catalog::builtin().get(target).is_none() && path.is_dir() {
            return Job::of_folder(path, args);
        }
        if path
            .extension()
            .is_some_and(|extension| extension == "snap")
        {
            return Ok(vec![Job::of_snapshot(path)?]);
        }
        Ok(vec![Job::of_word(target, args)?])
    }

    /// The definition files of a folder, and its snapshots of other subjects.
    fn of_folder(folder: &Path, args: &Args) -> Result<Vec<Job>, Stop> {
        let fault = |error: std::io::Error| Stop::Usage(format!("{}: {error}", folder.display()));
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(fault)? {
            paths.push(entry.map_err(fault)?.path());
        }
        paths.sort();
        let has = |path: &Path, wanted: &[&str]| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            path.is_file() && extension.is_some_and(|extension| wanted.contains(&extension))
        };
        let mut jobs = Vec::new();
        for path in paths
            .iter()
            .filter(|path| has(path, &["toml", "ini", "txt"]))
        {
            let word = path.to_string_lossy();
            let known = || load::read_text(&word).map(|text| Format::recognize(&text).is_some());
            if args.format.is_some() || known()? {
                jobs.push(Job::of_word(&word, args)?);
            }
        }
        let covered: BTreeSet<PathBuf> = jobs.iter().map(|job| job.path.clone()).collect();
        for path in paths.iter().filter(|path| has(path, &["snap"])) {
            if !covered.contains(path) {
                jobs.push(Job::of_snapshot(path)?);
            }
        }
        if jobs.is_empty() {
            let message = "the folder contains no definition file and no snapshot";
            return Err(Stop::Usage(format!("{}: {message}", folder.display())));
        }
        Ok(jobs)
    }

    /// The snapshot of a file or variant.
    fn of_word(word: &str, args: &Args) -> Result<Job, Stop> {
        let file = |path: &str, name: Option<&str>| {
            let path = Path::new(path);
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let base = path.file_name().unwrap_or_default().to_string_lossy();
            let (name, of) = match name {
                None => (format!("{stem}.snap"), base.into_owned()),
                Some(name) => (
                    format!("{stem}.{}.snap", name.replace(['/', '\\'], "_")),
                    format!("{base}#{name}"),
                ),
            };
            Job {
                path: path.with_file_name(name),
                of,
                word: word.to_owned(),
            }
        };
        if word == "-" {
            let message = "a snapshot of standard input has no name";
            return Err(Stop::Usage(message.to_owned()));
        }
        let builtin = Catalog::builtin().get(word).is_some();
        if !builtin && Path::new(word).is_file() {
            return Ok(file(word, None));
        }
        let parts = word.split_once('#');
        if let Some((path, name)) = parts.filter(|(path, _)| !builtin && Path::new(path).is_file())
        {
            return Ok(file(path, Some(name)));
        }
        Ok(Job {
            path: args
                .dir
                .join(format!("{}.snap", word.replace(['/', '\\'], "_"))),
            of: word.to_owned(),
            word: word.to_owned(),
        })
    }

    /// The subject of a snapshot file.
    fn of_snapshot(path: &Path) -> Result<Job, Stop> {
        let name = path.to_string_lossy();
        let text = load::read_text(&name)?;
        let of = load::settle(&name, &text, Snapshot::read(&text))?.of;
        let beside = path.with_file_name(&of);
        let file = of.split('#').next().unwrap_or_default();
        let builtin = of.split('?').next().unwrap_or_default();
        // The subject must be a file in the same folder.
        let is_here = Path::new(file).file_name() == Some(OsStr::new(file));
        let word = if Catalog::builtin().get(builtin).is_some() {
            of.clone()
        } else if is_here && path.with_file_name(file).is_file() {
            beside.to_string_lossy().into_owned()
        } else {
            let message = format!("{name}: no built-in variant or file is called `{of}`");
            return Err(Stop::Usage(message));
        };
        Ok(Job {
            path: path.to_owned(),
            of,
            word,
        })
    }

    /// The variants of the snapshot.
    fn variants(&self, args: &Args) -> Result<Vec<load::Loaded>, Stop> {
        let is_builtin = Catalog::builtin().get(&self.word).is_some();
        if !is_builtin && Path::new(&self.word).is_file() {
            return load::all_variants(&self.word, args.format);
        }
        let variant = VariantArgs {
            variant: self.word.clone(),
            format: args.format,
        };
        let loaded = load::definition(&variant)?;
        loaded.show_briefly();
        Ok(vec![loaded])
    }

    /// Reads the definition, and the snapshot if it exists.
    fn load(self, args: &Args) -> Result<Loaded, Stop> {
        let budget = budget();
        let variants = budget.run(|| self.variants(args))??;
        let name = self.path.to_string_lossy();
        let kept = if self.path.exists() {
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
            job: self,
            variants,
            budget,
            settings,
            kept,
        })
    }
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
    /// The variants, which are compiled one at a time to save memory.
    variants: Vec<load::Loaded>,
    /// The rest of the budget.
    budget: Budget,
    settings: Settings,
    /// The text of the existing snapshot.
    kept: Option<String>,
}

impl Loaded {
    /// The current snapshot of the playable variants; `None` if there are none.
    fn text(&self) -> (Option<String>, Vec<Unplayable>) {
        let made: Vec<Result<String, Unplayable>> = self
            .variants
            .par_iter()
            .enumerate()
            .map(|(number, variant)| {
                let made = self.budget.run(|| {
                    let compiled = variant.try_compile()?;
                    Ok(section(&compiled, &self.settings))
                });
                made.unwrap_or_else(|exhausted| Err(vec![exhausted.finding()]))
                    .map_err(|findings| Unplayable { number, findings })
            })
            .collect();
        let (mut sections, mut unplayable) = (Vec::new(), Vec::new());
        for one in made {
            match one {
                Ok(section) => sections.push(section),
                Err(one) => unplayable.push(one),
            }
        }
        let snapshot = Snapshot {
            of: self.job.of.clone(),
            settings: self.settings,
            body: sections.join("\n"),
        };
        // An exhausted budget is reported once.
        unplayable.dedup_by(|next, one| next.findings == one.findings);
        let text =
            (!sections.is_empty() && !self.budget.is_exhausted()).then(|| snapshot.to_text());
        (text, unplayable)
    }

    fn count_unplayable(&self, n_unplayable: usize) {
        if n_unplayable > 0 {
            let count = report::number(n_unplayable, "variant");
            let file = &self.job.word;
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
                    "{name}: missing; write it with `ferz snapshot {}`",
                    self.job.word
                )?;
                return Ok(());
            }
            None => None,
            Some(kept) => match differences(kept, text) {
                None => {
                    count.same += 1;
                    return Ok(());
                }
                found => found,
            },
        };
        if let Some(found) = found.filter(|_| !args.accept) {
            count.different += 1;
            writeln!(out, "{name}: differs\n{}", printable(&found))?;
            return Ok(());
        }
        let existing = match self.kept {
            None => Existing::Refuse,
            Some(_) => Existing::Replace,
        };
        let file = [(self.job.path.clone(), text.as_bytes().to_vec())];
        output::write_files(&file, NamedBy::Program, existing)?;
        count.written += 1;
        writeln!(out, "{name}: written")?;
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
        writeln!(
            out,
            "{}: {}",
            report::number(total, "snapshot"),
            parts.join(", ")
        )?;
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
