//! Writer of sections for `variants.ini`, with a list of losses.
//!
//! The section is read again, and each difference is reported.

use super::reader::{of_built_in, read};
use super::rules::fork;
use super::rules::writer::Written;
use super::section::config::Config;
use super::section::print;
use crate::definition::export::Export;
use crate::definition::{Limits, PieceId, VariantDef, differences};
use crate::formats::catalog::Catalog;

/// Writes a variant as a section.
pub fn write_fairy_stockfish(def: &VariantDef) -> Export {
    section(def, def, Written::of(def), false)
}

/// Writes a variant as a section for the fork Fairy-Stockfish-X, including the fork's options.
pub fn write_fairy_stockfish_x(def: &VariantDef) -> Export {
    let rest = fork::without(def);
    let mut written = Written::of(&rest);
    let types = &written.types;
    let forms = &def.forms;
    let type_of = |name: &str| {
        let id = def.pieces.get_index_of(name).map(PieceId::new);
        let kind = id.map(|id| forms.of(id).kind);
        kind.and_then(|kind| types.get(kind).copied().flatten())
            .unwrap_or(0)
    };
    fork::write_options(&mut written.config, def, type_of);
    section(def, &rest, written, true)
}

/// Built-in variants of Fairy-Stockfish with features that no option sets: a king that moves as a wazir, and drops
/// without pieces in hand.
const PARENTS: [&str; 2] = ["janggi", "ataxx"];

/// The parent that provides features without an option, if needed.
fn parent(config: &Config) -> Option<(&'static str, Config)> {
    let mut parents = PARENTS.into_iter().filter_map(|name| {
        let def = Catalog::builtin().get(name)?;
        Some((name, of_built_in(def)))
    });
    parents.find(|(_, parent)| {
        print::inherits_king(config, Some(parent)) || config.free_drops && parent.free_drops
    })
}

/// The lines of a configuration, with the losses. `rest` is the definition without the features that the fork's options
/// cover.
fn section(def: &VariantDef, rest: &VariantDef, mut written: Written, of_the_fork: bool) -> Export {
    let parent = parent(&written.config);
    // Signs that a header cannot have.
    let is_sign = |sign: char| matches!(sign, ':' | '[' | ']') || sign.is_control();
    let name = def.name.replace(is_sign, "-");
    if name != def.name {
        let message = format!("a header cannot have the name; it is `{name}`");
        written.lost.report("name", message);
    }
    let mut text = match parent {
        Some((parent, _)) => format!("[{name}:{parent}]\n"),
        None => format!("[{name}]\n"),
    };
    let parent = parent.as_ref().map(|(_, config)| config);
    for line in print::lines(&written.config, parent, of_the_fork) {
        text.push_str(&line);
        text.push('\n');
    }
    written.board(rest);
    let read = read(&text, &Limits::default());
    let findings = read.findings.iter().map(|finding| &finding.diagnostic);
    let errors = findings.filter(|finding| finding.is_error());
    for error in errors {
        written.lost.report("rules", error.message.clone());
    }
    if let Some(Some(again)) = read.variants.values().next() {
        let mut differences = differences(def, &again.def);
        // In Chess960 mode Fairy-Stockfish plays one of these set-ups, numbered or not.
        differences.retain(|loss| loss.place != "setups" || !written.config.chess960);
        written.lost.add_unexplained(differences);
    }
    Export {
        text,
        losses: written.lost.into_list(),
    }
}
