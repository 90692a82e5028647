//! The snapshots that the command line names: their files, and the variants in them.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::Args;
use crate::cli::args::VariantArgs;
use crate::cli::stop::Stop;
use crate::cli::{load, output};
use ferz::formats::{Catalog, Format};
use ferz_designer::snapshot::{Snapshot, Subject};

/// The target of a summary that stands for all built-in variants.
const BUILTIN: &str = "--builtin";

/// A snapshot to make or compare.
pub(super) struct Job {
    /// The file of the snapshot.
    pub(super) path: PathBuf,
    /// The subject of the snapshot, as its file names it.
    pub(super) of: Subject,
    /// The variants, and files of variants.
    pub(super) words: Vec<Word>,
}

/// A variant, or a file of variants.
pub(super) struct Word {
    /// Its name on the command line.
    pub(super) word: String,
    /// Its name in the snapshot.
    pub(super) name: String,
}

impl Word {
    /// The variants of the word.
    pub(super) fn variants(&self, args: &Args) -> Result<Vec<load::Loaded>, Stop> {
        if self.is_file() {
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

    /// The name of one of the variants in a summary, by which the command line finds it.
    pub(super) fn name_of(&self, variant: &load::Loaded) -> String {
        if self.is_file() {
            format!("{}#{}", self.name, variant.def.name)
        } else {
            self.name.clone()
        }
    }

    /// Whether this is a whole file.
    fn is_file(&self) -> bool {
        Catalog::builtin().get(&self.word).is_none() && Path::new(&self.word).is_file()
    }
}

impl Job {
    /// The subject in messages.
    pub(super) fn subject(&self) -> String {
        match &self.of {
            Subject::Of(of) => format!("`{of}`"),
            Subject::SummaryOf(targets) => format!("`{}`", targets.join(" ")),
        }
    }

    /// The snapshots that the arguments name.
    pub(super) fn of_arguments(args: &Args) -> Result<Vec<Job>, Stop> {
        if let Some(path) = &args.summary {
            if output::is_standard_output(path) {
                let message = "a summary needs the name of a file";
                return Err(Stop::Usage(message.to_owned()));
            }
            let mut targets = Vec::new();
            targets.extend(args.builtin.then(|| BUILTIN.to_owned()));
            targets.extend(args.targets.iter().cloned());
            return Ok(vec![Job::of_summary(path, &targets, args)?]);
        }
        let mut jobs = Vec::new();
        if args.builtin {
            for name in Catalog::builtin().names() {
                jobs.push(Job::of_word(name, args)?);
            }
        }
        for target in &args.targets {
            jobs.extend(Job::of_target(target, args)?);
        }
        Ok(jobs)
    }

    /// The snapshots of an argument.
    fn of_target(target: &str, args: &Args) -> Result<Vec<Job>, Stop> {
        let path = Path::new(target);
        if is_folder(target) {
            return Job::of_folder(path, args);
        }
        if is_snapshot(path) {
            return Ok(vec![Job::of_snapshot(path, args)?]);
        }
        Ok(vec![Job::of_word(target, args)?])
    }

    /// The definition files of a folder, and its snapshots of other subjects.
    fn of_folder(folder: &Path, args: &Args) -> Result<Vec<Job>, Stop> {
        let paths = files_of(folder)?;
        let mut jobs = Vec::new();
        for word in definitions(&paths, args)? {
            jobs.push(Job::of_word(&word, args)?);
        }
        let covered: BTreeSet<PathBuf> = jobs.iter().map(|job| job.path.clone()).collect();
        for path in paths.iter().filter(|path| is_snapshot(path)) {
            if !covered.contains(path) {
                jobs.push(Job::of_snapshot(path, args)?);
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
        let job = |path: PathBuf, of: String| Job {
            path,
            of: Subject::Of(of.clone()),
            words: vec![Word {
                word: word.to_owned(),
                name: of,
            }],
        };
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
            job(path.with_file_name(name), of)
        };
        refuse_input(word)?;
        let builtin = Catalog::builtin().get(word).is_some();
        if !builtin && Path::new(word).is_file() {
            return Ok(file(word, None));
        }
        let parts = word.split_once('#');
        if let Some((path, name)) = parts.filter(|(path, _)| !builtin && Path::new(path).is_file())
        {
            return Ok(file(path, Some(name)));
        }
        let name = format!("{}.snap", word.replace(['/', '\\'], "_"));
        Ok(job(args.dir.join(name), word.to_owned()))
    }

    /// The summary of variants, files and folders, which must be in the folder of the summary.
    fn of_summary(path: &Path, targets: &[String], args: &Args) -> Result<Job, Stop> {
        let (mut of, mut words) = (Vec::new(), Vec::new());
        for target in targets {
            if target == BUILTIN {
                of.push(BUILTIN.to_owned());
                words.extend(Catalog::builtin().names().map(|name| Word {
                    word: name.to_owned(),
                    name: name.to_owned(),
                }));
                continue;
            }
            refuse_input(target)?;
            if is_snapshot(Path::new(target)) {
                let message = format!("{target}: a summary is of definitions, not of snapshots");
                return Err(Stop::Usage(message));
            }
            of.push(name_in(path, target)?);
            let files = if is_folder(target) {
                let files = definitions(&files_of(Path::new(target))?, args)?;
                if files.is_empty() {
                    let message = format!("{target}: the folder contains no definition file");
                    return Err(Stop::Usage(message));
                }
                files
            } else {
                vec![target.clone()]
            };
            for word in files {
                let name = name_in(path, &word)?;
                words.push(Word { word, name });
            }
        }
        Ok(Job {
            path: path.to_owned(),
            of: Subject::SummaryOf(of),
            words,
        })
    }

    /// The subject of a snapshot file.
    fn of_snapshot(path: &Path, args: &Args) -> Result<Job, Stop> {
        let name = path.to_string_lossy();
        let text = load::read_text(&name)?;
        // A subject must be a file in the same folder.
        let word = |of: &str, is_here: bool| {
            if load::is_builtin(of) || of == BUILTIN {
                return Ok(of.to_owned());
            }
            if is_here {
                return Ok(path.with_file_name(of).to_string_lossy().into_owned());
            }
            let message = format!("{name}: no built-in variant or file is called `{of}`");
            Err(Stop::Usage(message))
        };
        let of = load::settle(&name, &text, Snapshot::read(&text))?.of;
        match &of {
            Subject::Of(subject) => {
                let file = subject.split(['#', '?']).next().unwrap_or_default();
                let is_here = Path::new(file).file_name() == Some(OsStr::new(file))
                    && path.with_file_name(file).is_file();
                let word = word(subject, is_here)?;
                let name = subject.clone();
                Ok(Job {
                    path: path.to_owned(),
                    of,
                    words: vec![Word { word, name }],
                })
            }
            Subject::SummaryOf(subjects) => {
                let folder = path.parent().unwrap_or(Path::new(""));
                let mut targets = Vec::new();
                for subject in subjects {
                    let full = folder.join(subject);
                    let is_here = split_path(&full.to_string_lossy())
                        .is_some_and(|(file, _)| inside(Path::new(file), folder).is_some());
                    targets.push(word(subject, is_here)?);
                }
                Job::of_summary(path, &targets, args)
            }
        }
    }
}

fn refuse_input(word: &str) -> Result<(), Stop> {
    if word == "-" {
        let message = "a snapshot of standard input has no name";
        return Err(Stop::Usage(message.to_owned()));
    }
    Ok(())
}

fn is_folder(target: &str) -> bool {
    Catalog::builtin().get(target).is_none() && Path::new(target).is_dir()
}

fn is_snapshot(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "snap")
}

/// The path of a file or folder at the start of a word, and the rest; `None` for built-in variants.
fn split_path(word: &str) -> Option<(&str, &str)> {
    let builtin = word.split('?').next().unwrap_or_default();
    if Catalog::builtin().get(builtin).is_some() {
        return None;
    }
    let ends = word.match_indices(['#', '?']).map(|(at, _)| at);
    std::iter::once(word.len())
        .chain(ends)
        .map(|at| word.split_at(at))
        .find(|(path, _)| Path::new(path).exists())
}

/// The name of a variant, a file or a folder in a summary.
fn name_in(summary: &Path, word: &str) -> Result<String, Stop> {
    let Some((file, rest)) = split_path(word) else {
        return Ok(word.to_owned());
    };
    let folder = summary.parent().unwrap_or(Path::new(""));
    let Some(inner) = inside(Path::new(file), folder) else {
        return Err(Stop::Usage(format!(
            "{file}: not in the folder of the summary, {}; write the summary to that folder or one above it",
            summary.display()
        )));
    };
    Ok(format!("{inner}{rest}"))
}

/// A path relative to a folder above it, as snapshots write it on all systems.
fn inside(path: &Path, folder: &Path) -> Option<String> {
    let folder = output::whole(&Path::new(".").join(folder));
    let inner = output::whole(path).strip_prefix(folder).ok()?.to_owned();
    let names: Option<Vec<String>> = inner
        .components()
        .map(|component| match component {
            Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    let names = names?;
    Some(if names.is_empty() {
        ".".to_owned()
    } else {
        names.join("/")
    })
}

/// The files of a folder in the order of their names.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>, Stop> {
    let fault = |error: std::io::Error| Stop::Usage(format!("{}: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        paths.push(entry.map_err(fault)?.path());
    }
    paths.retain(|path| path.is_file());
    paths.sort();
    Ok(paths)
}

/// The definition files among the files of a folder.
fn definitions(paths: &[PathBuf], args: &Args) -> Result<Vec<String>, Stop> {
    let mut words = Vec::new();
    for path in paths {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if !extension.is_some_and(|extension| ["toml", "ini", "txt"].contains(&extension)) {
            continue;
        }
        let word = path.to_string_lossy();
        let known = || load::read_text(&word).map(|text| Format::recognize(&text).is_some());
        if args.format.is_some() || known()? {
            words.push(word.into_owned());
        }
    }
    Ok(words)
}
