//! The texts of real authors that executions begin with.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ferz::formats::{Catalog, Format};
use ferz::game::{Game, Variant};
use ferz::notation::write_record;

use crate::harness::Random;

/// Files above this size are not taken whole.
const LARGE: usize = 4000;

/// All texts to begin with, by kind.
pub(crate) struct Corpus {
    /// Parts of definition files, one game each, and small files whole.
    pub(crate) definitions: Vec<Seed>,
    /// Positions with the built-in variants they belong to.
    pub(crate) fens: Vec<(String, String)>,
    pub(crate) records: Vec<String>,
    pub(crate) rows: Vec<String>,
    pub(crate) betza: Vec<String>,
    /// What stands on both sides of an equals sign or behind a header, anywhere in our format:
    /// the header without the name of the variant, and the line.
    pub(crate) grafts: Vec<(String, String)>,
    variants: BTreeMap<String, OnceLock<Option<Variant>>>,
}

/// A definition text of the corpus.
#[derive(Clone, Debug)]
pub(crate) struct Seed {
    pub(crate) format: Format,
    pub(crate) text: String,
}

impl Corpus {
    /// Reads the definitions, positions and rows that are part of the project, whose folder is
    /// `root`, and the definitions below another folder.
    pub(crate) fn read(root: &Path, more: Option<&Path>) -> Corpus {
        let mut files = Vec::new();
        for folder in ["tests/data", "examples"] {
            list(&root.join(folder), &mut files);
        }
        files.push(root.join("variants.toml"));
        if let Some(folder) = more {
            list(folder, &mut files);
        }
        files.sort();
        let mut corpus = Corpus {
            definitions: Vec::new(),
            fens: Vec::new(),
            records: Vec::new(),
            rows: Vec::new(),
            betza: Vec::new(),
            grafts: Vec::new(),
            variants: Catalog::builtin()
                .names()
                .map(|name| (name.to_owned(), OnceLock::new()))
                .collect(),
        };
        for file in &files {
            if let Ok(text) = fs::read_to_string(file) {
                corpus.add(file, &text);
            }
        }
        corpus.add_starts();
        corpus.add_records();
        corpus
    }

    /// A built-in variant, compiled once.
    pub(crate) fn variant(&self, name: &str) -> Option<Variant> {
        let compiled = self.variants.get(name)?;
        let compile = || Variant::compile(Catalog::builtin().get(name)?).ok();
        compiled.get_or_init(compile).clone()
    }

    fn add(&mut self, file: &Path, text: &str) {
        let name = file.to_string_lossy().replace('\\', "/");
        let extension = file.extension().and_then(|one| one.to_str());
        match extension {
            Some("jsonl") => {
                let rows = text.lines().filter(|line| line.starts_with('{'));
                self.rows.extend(rows.map(str::to_owned));
            }
            Some("betza") => self.betza.push(text.to_owned()),
            Some("rs" | "md") => {}
            _ if name.ends_with("corpus.txt") => {
                self.betza.extend(text.lines().map(str::to_owned));
            }
            _ if name.contains("data/perft/") => self.add_positions(&name, text),
            _ if name.contains("data/moves/") => {
                let values = text
                    .lines()
                    .filter_map(|line| line.strip_prefix("betza = "));
                self.betza
                    .extend(values.map(|one| one.trim_matches(['"', '\'']).to_owned()));
            }
            Some("toml" | "ini" | "txt") => self.add_definitions(text),
            _ => {}
        }
    }

    /// Rows of counts: `variant | FEN | counts`, or without the variant in a file named after it.
    fn add_positions(&mut self, file: &str, text: &str) {
        let stem = Path::new(file).file_stem().and_then(|one| one.to_str());
        for row in text.lines().filter(|row| !row.starts_with('#')) {
            let mut fields = row.split('|').map(str::trim);
            let parts = (fields.next(), fields.next(), fields.next());
            match (parts, stem) {
                ((Some(variant), Some(fen), Some(_)), _) => {
                    self.fens.push((variant.to_owned(), fen.to_owned()));
                }
                ((Some(fen), Some(_), None), Some(variant)) => {
                    self.fens.push((variant.to_owned(), fen.to_owned()));
                }
                _ => {}
            }
        }
    }

    fn add_definitions(&mut self, text: &str) {
        let Some(format) = Format::recognize(text) else {
            return;
        };
        let parts = match format {
            Format::Toml => parts(text, |line| table(line).map(|(name, _)| name.to_owned())),
            Format::FairyStockfishIni => {
                parts(text, |line| line.starts_with('[').then(|| line.to_owned()))
            }
            Format::FairyMaxIni => parts(text, |line| {
                line.starts_with("Game:").then(|| line.to_owned())
            }),
            _ => Vec::new(),
        };
        if text.len() <= LARGE || parts.is_empty() {
            let text = text.to_owned();
            self.definitions.push(Seed { format, text });
        }
        if parts.len() > 1 {
            let seeds = parts.into_iter().filter(|part| part.len() <= 2 * LARGE);
            self.definitions
                .extend(seeds.map(|text| Seed { format, text }));
        }
        if format == Format::Toml {
            let mut header = String::new();
            for line in text.lines() {
                if let Some((_, rest)) = table(line) {
                    rest.clone_into(&mut header);
                } else if line.contains('=') && !line.starts_with([' ', '#']) {
                    self.grafts.push((header.clone(), line.to_owned()));
                }
            }
        }
    }

    /// The start of each built-in, so that each has a position.
    fn add_starts(&mut self) {
        let catalog = Catalog::builtin();
        for name in catalog.names() {
            if let Some(def) = catalog.get(name) {
                self.fens.push((name.to_owned(), def.start.clone()));
            }
        }
    }

    /// A short random game of some of the built-ins.
    fn add_records(&mut self) {
        let mut random = Random::new(1);
        let names: Vec<String> = self.variants.keys().cloned().collect();
        for name in names.iter().step_by(7) {
            let Some(variant) = self.variant(name) else {
                continue;
            };
            let mut game = Game::new(variant.start());
            for _ in 0..6 {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play_unchecked(&moves[random.below(moves.len())]);
            }
            self.records.push(write_record(&game, name));
        }
    }
}

/// The name of the variant and the rest of a header in our format.
pub(crate) fn table(line: &str) -> Option<(&str, &str)> {
    let header = line.strip_prefix('[')?.split(']').next()?;
    Some(header.split_once('.').unwrap_or((header, "")))
}

/// A text cut where `begins` names another part than the line before.
fn parts(text: &str, begins: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut name = None;
    for line in text.split_inclusive('\n') {
        let found = begins(line.trim_end());
        if found.is_some() && found != name {
            name = found;
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push_str(line);
        }
    }
    parts
}

/// All files below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            list(&path, files);
        } else {
            files.push(path);
        }
    }
}
