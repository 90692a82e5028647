//! Texts of definitions, in any format that Ferz reads.

use std::io::ErrorKind;
use std::path::Path;

use ferz::definition::Limits;
use ferz::formats::{Catalog, Format, Refusal};
use ferz::game;
use ferz::source::{Diagnostic, nearest};
use ferz_designer::folder::{self, Folder};
use ferz_designer::lint::examine;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{DefinitionError, FerzError, with_findings};
use crate::finding::Finding;
use crate::interruptible::interruptible;

/// The largest text that is read, in bytes.
const MAX_TEXT: usize = 64 << 20;

/// The exception for an unknown name, with the nearest known one.
pub(crate) fn unknown<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> String {
    match nearest(name, names) {
        Some(near) => format!("no {what} is called `{name}`; did you mean `{near}`?"),
        None => format!("no {what} is called `{name}`"),
    }
}

/// A definition text with its options.
pub(crate) struct Text<'a> {
    pub(crate) text: &'a str,
    pub(crate) format: Option<Format>,
    /// The path of its file.
    pub(crate) path: Option<&'a Path>,
}

/// The result of reading: the variant, unless there are errors, and all findings.
pub(crate) type Read = (Option<game::Variant>, Vec<Diagnostic>);

impl Text<'_> {
    fn catalog(&self) -> PyResult<(Catalog, Vec<Diagnostic>, Format)> {
        if self.text.len() > MAX_TEXT {
            return Err(FerzError::new_err("the text is larger than 64 MiB"));
        }
        let path = self.path.unwrap_or(Path::new(""));
        let found = self.format.or_else(|| Format::of_file(self.text, path));
        let Some(format) = found else {
            return Err(DefinitionError::new_err(format!(
                "the format of the text is not recognized; name it: {}",
                format_names()
            )));
        };
        let limits = Limits::default();
        let read = match self.path {
            Some(path) => Catalog::read_file(self.text, format, &limits, &Folder::of(path)),
            None => Catalog::read_within(self.text, format, &limits),
        };
        Ok((read.value, read.diagnostics, format))
    }

    /// Reads and compiles one of the variants, the first if none is named.
    pub(crate) fn read(&self, name: Option<&str>, query: Option<&str>) -> PyResult<Read> {
        let (catalog, findings, _) = self.catalog()?;
        let Some(name) = name.or_else(|| catalog.names().next()) else {
            if findings.iter().any(Diagnostic::is_error) {
                return Ok((None, findings));
            }
            return Err(DefinitionError::new_err("the text defines no variant"));
        };
        let def = match game::select(&catalog, name, query) {
            Ok(def) => def,
            Err(Refusal::Faulty(findings)) => return Ok((None, findings)),
            Err(refusal) => {
                return Err(refused(
                    refusal,
                    "variant of the text",
                    name,
                    &catalog,
                    query,
                ));
            }
        };
        let mut findings = catalog.findings_about(name);
        match game::Variant::compile(&def) {
            Ok(variant) => Ok((Some(variant), findings)),
            Err(error) => {
                findings.extend(error.located_in(&catalog, &def.name));
                Ok((None, findings))
            }
        }
    }
}

/// The exception for a variant that a catalog does not contain.
pub(crate) fn refused(
    refusal: Refusal,
    what: &str,
    name: &str,
    catalog: &Catalog,
    query: Option<&str>,
) -> PyErr {
    match refusal {
        Refusal::Unknown => PyKeyError::new_err(unknown(what, name, catalog.names())),
        Refusal::Faulty(findings) | Refusal::Query(findings) => Python::attach(|py| {
            with_findings::<DefinitionError>(py, &findings, query.unwrap_or_default())
        }),
    }
}

fn format_names() -> String {
    Format::ALL.map(Format::as_str).join(", ")
}

/// The format with a name.
pub(crate) fn format_of(word: Option<&str>) -> PyResult<Option<Format>> {
    let parse = |word| {
        Format::parse(word).ok_or_else(|| {
            PyValueError::new_err(format!("no format is called `{word}`: {}", format_names()))
        })
    };
    word.map(parse).transpose()
}

/// Reads a file of a limited length.
pub(crate) fn file_text(path: &Path) -> PyResult<String> {
    let text = folder::open(path).and_then(|file| folder::text_of(file, MAX_TEXT as u64));
    text.map_err(|error| match error.kind() {
        ErrorKind::InvalidData => FerzError::new_err(format!("{}: {error}", path.display())),
        _ => error.into(),
    })
}

/// The names of the variants without errors in a text, in order.
#[pyfunction]
#[pyo3(signature = (text, format=None))]
fn defined_names(py: Python<'_>, text: &str, format: Option<&str>) -> PyResult<Vec<String>> {
    let source = Text {
        text,
        format: format_of(format)?,
        path: None,
    };
    let (catalog, findings, _) = interruptible(py, |_| source.catalog())??;
    let good = catalog.names().filter(|name| !catalog.is_faulty(name));
    let names: Vec<String> = good.map(str::to_owned).collect();
    if names.is_empty() && findings.iter().any(Diagnostic::is_error) {
        return Err(with_findings::<DefinitionError>(py, &findings, text));
    }
    Ok(names)
}

/// All errors and probable mistakes of a definition file.
#[pyfunction]
#[pyo3(signature = (text, format=None))]
fn check(py: Python<'_>, text: &str, format: Option<&str>) -> PyResult<Vec<Finding>> {
    let source = Text {
        text,
        format: format_of(format)?,
        path: None,
    };
    let findings = interruptible(py, |_| {
        let (catalog, mut findings, format) = source.catalog()?;
        findings.extend(examine(&catalog, text, format));
        Diagnostic::sort(&mut findings);
        Ok::<_, PyErr>(findings)
    })??;
    Ok(Finding::all(&findings, text))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(defined_names, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)
}
