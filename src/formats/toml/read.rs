//! Reads the variants of a file.

use std::cell::OnceCell;

use super::file::File;
use super::other_files::OtherFiles;
use super::text::{Outline, Tables, keep_likely, rewrites};
use crate::definition::limits::Limits;
use crate::formats::findings::{Finding, Heirs, ReadText};
use crate::formats::printable;
use crate::source::{Diagnostic, codes};

/// Reads the variants of a file. Parents are found in the file, then in the library. The [`File`] is returned for later
/// choices of setting values.
pub(in crate::formats) fn read(
    text: &str,
    limits: &Limits,
    files: Option<&dyn OtherFiles>,
) -> (ReadText, File) {
    let mut file = File::new(text, limits);
    if text.len() > limits.file_bytes {
        let message = format!(
            "a file of {} bytes is larger than the limit of {}",
            text.len(),
            limits.file_bytes
        );
        let finding = Diagnostic::new(codes::DEFINITION_TOO_LARGE, 0..0, message);
        return (ReadText::refused(finding), file);
    }
    let damage = OnceCell::new();
    let tables = Tables::of(text, &damage);
    file.read_tables(&tables);
    file.link(files);
    let syntax = tables.blame(text, &file.own);
    let variants = file.resolve_all();
    for (number, read) in variants.values().enumerate() {
        let Some(read) = read else { continue };
        let found = printable::check(text, &read.def, file.owners[number].header);
        let found = found.map(|finding| Finding::about(number, Heirs::None, finding));
        file.findings.extend(found);
    }
    let parents = file.parents();
    let mut read = ReadText {
        variants,
        findings: syntax,
    };
    read.inherit(&parents, |_, _| false);
    if !read.findings.is_empty() {
        keep_likely(text, &read.findings, &mut file.findings);
    }
    read.findings.append(&mut file.findings);
    let written = OnceCell::new();
    let names: Vec<String> = read.variants.keys().cloned().collect();
    read.inherit(&parents, |variant, place| {
        let outline = (file.outline).get_or_init(|| Outline::of_tables(&tables));
        let written = written.get_or_init(|| outline.tables());
        let keys = outline.before(place).map(|entry| entry.path.clone());
        keys.is_some_and(|keys| rewrites(written, &names[variant], keys))
    });
    (read.in_order(limits), file)
}
