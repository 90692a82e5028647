//! Selection of the evaluation: `--eval`, or a file next to the definition.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::load;
use super::report::{self, Source};
use super::stop::Stop;
use ferz::definition::VariantDef;
use ferz::eval::{Evaluation, Tuning};

/// The option.
#[derive(Debug, clap::Args)]
pub(super) struct EvalArgs {
    /// Evaluation: a FILE written by `ferz train`, or `derived` for the evaluation that is derived from the rules;
    /// by default NAME.eval.toml next to the definition file, if it exists
    #[arg(long = "eval", value_name = "FILE")]
    evaluation: Option<String>,
}

impl EvalArgs {
    /// The evaluation of a variant that was named by `word` on the command line.
    pub(super) fn evaluation(&self, def: &VariantDef, word: &str) -> Result<Evaluation, Stop> {
        match self.evaluation.as_deref() {
            Some(text) => named(def, text),
            None => beside(def, word),
        }
    }
}

/// The evaluation with a name: `derived`, `builtin` or a file.
pub(super) fn named(def: &VariantDef, text: &str) -> Result<Evaluation, Stop> {
    match text {
        "derived" => Ok(Evaluation::Derived),
        "builtin" => Ok(Evaluation::Builtin),
        path => read(def, path),
    }
}

/// The name of the evaluation file of a definition, if the name of the variant is a valid file name.
pub(super) fn file_name(def: &VariantDef) -> Option<String> {
    let name = def.name.split('?').next().unwrap_or_default();
    let is_plain = !name.contains(['/', '\\']) && !name.is_empty();
    is_plain.then(|| format!("{name}.eval.toml"))
}

/// The evaluation file next to the definition file in `word`, otherwise the built-in evaluation.
pub(super) fn beside(def: &VariantDef, word: &str) -> Result<Evaluation, Stop> {
    let without = |mark: char| word.rsplit_once(mark).map(|(head, _)| head);
    let words = [Some(word), without('?'), without('#')];
    let file = words
        .into_iter()
        .flatten()
        .find(|word| Path::new(word).is_file());
    let folder = file.and_then(|file| Path::new(file).parent().map(Path::to_owned));
    let path: Option<PathBuf> = folder
        .zip(file_name(def))
        .map(|(folder, name)| folder.join(name));
    match path.filter(|path| path.is_file()) {
        Some(path) => read(def, &path.to_string_lossy()),
        None => Ok(Evaluation::Builtin),
    }
}

fn read(def: &VariantDef, path: &str) -> Result<Evaluation, Stop> {
    let text = load::read_text(path)?;
    let tuning = Tuning::read(&text, def).into_result().map_err(|findings| {
        let name = load::display_name(path);
        report::show(Source { name, text: &text }, &findings);
        Stop::Findings
    })?;
    Ok(Evaluation::Tuned(Arc::new(tuning)))
}
