//! Texts of definitions, in any format that Ferz reads.

use std::path::Path;

use ferz::definition::{Catalog, Format, VariantDef, read_diagram};
use ferz::game;
use ferz::lint::examine;
use ferz::source::{Diagnostic, nearest};
use pyo3::exceptions::{PyKeyError, PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::errors::{DefinitionError, FerzError, with_findings};
use crate::finding::Finding;
use crate::interruptible::interruptible;

/// The largest text that is read, in bytes.
const MAX_TEXT: usize = 64 << 20;

/// That a name is not known, with the nearest one that is.
pub(crate) fn unknown<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> String {
    match nearest(name, names) {
        Some(near) => format!("no {what} is called `{name}`; did you mean `{near}`?"),
        None => format!("no {what} is called `{name}`"),
    }
}

/// A definition text with what it says.
pub(crate) struct Text<'a> {
    pub(crate) text: &'a str,
    /// The name of a variant that has none of its own.
    pub(crate) stem: &'a str,
    pub(crate) format: Option<Format>,
    /// The name of a file tells its format where the text does not.
    pub(crate) otherwise: Option<Format>,
}

/// What was read: nothing if there are errors, and all findings.
pub(crate) type Read = (Option<game::Variant>, Vec<Diagnostic>);

impl Text<'_> {
    fn catalog(&self) -> PyResult<(Catalog, Vec<Diagnostic>, Format)> {
        if self.text.len() > MAX_TEXT {
            return Err(FerzError::new_err("the text is larger than 64 MiB"));
        }
        let found = self.format.or_else(|| Format::recognize(self.text));
        let Some(format) = found.or(self.otherwise) else {
            return Err(DefinitionError::new_err(format!(
                "the format of the text is not recognized; name it: {}",
                format_names()
            )));
        };
        let read = match format {
            // A diagram has no name of its own.
            Format::InteractiveDiagram => {
                read_diagram(self.text, self.stem).map(|def| def.into_iter().collect::<Catalog>())
            }
            _ => Catalog::read(self.text, format),
        };
        Ok((read.value, read.diagnostics, format))
    }

    /// Reads and compiles one of the variants, the first if none is named.
    pub(crate) fn read(&self, name: Option<&str>, query: Option<&str>) -> PyResult<Read> {
        let (catalog, mut findings, _) = self.catalog()?;
        if findings.iter().any(Diagnostic::is_error) {
            return Ok((None, findings));
        }
        let def = match name {
            None => catalog.first(),
            Some(name) => Some(catalog.get(name).ok_or_else(|| {
                PyKeyError::new_err(unknown("variant of the text", name, catalog.names()))
            })?),
        };
        let Some(def) = def else {
            return Err(DefinitionError::new_err("the text defines no variant"));
        };
        let def = configured(&catalog, def, query)?;
        match game::Variant::compile(&def) {
            Ok(variant) => Ok((Some(variant), findings)),
            Err(error) => {
                findings.extend(error.located_in(&catalog, &def.name));
                Ok((None, findings))
            }
        }
    }
}

/// The definition with values of its settings.
pub(crate) fn configured(
    catalog: &Catalog,
    def: &VariantDef,
    query: Option<&str>,
) -> PyResult<VariantDef> {
    let Some(query) = query else {
        return Ok(def.clone());
    };
    match catalog.configure(&def.name, query) {
        Some(Ok(def)) => Ok(def),
        Some(Err(findings)) => Err(Python::attach(|py| {
            with_findings::<DefinitionError>(py, &findings, query)
        })),
        None => Ok(def.clone()),
    }
}

fn format_names() -> String {
    Format::ALL.map(Format::as_str).join(", ")
}

/// The format of a word.
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
    use std::io::Read as _;
    let mut bytes = Vec::new();
    let limit = MAX_TEXT as u64 + 1;
    let file = std::fs::File::open(path)?;
    file.take(limit).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_TEXT {
        return Err(PyOSError::new_err("the file is larger than 64 MiB"));
    }
    String::from_utf8(bytes)
        .map_err(|_| FerzError::new_err(format!("{}: this is not text in UTF-8", path.display())))
}

/// The names of the variants that a text defines, in its order.
#[pyfunction]
#[pyo3(signature = (text, format=None))]
fn defined_names(py: Python<'_>, text: &str, format: Option<&str>) -> PyResult<Vec<String>> {
    let source = Text {
        text,
        stem: "diagram",
        format: format_of(format)?,
        otherwise: None,
    };
    let (catalog, findings, _) = interruptible(py, |_| source.catalog())??;
    if findings.iter().any(Diagnostic::is_error) {
        return Err(with_findings::<DefinitionError>(py, &findings, text));
    }
    Ok(catalog.names().map(str::to_owned).collect())
}

/// All that is wrong with a definition file, and what is probably not meant.
#[pyfunction]
#[pyo3(signature = (text, format=None))]
fn check(py: Python<'_>, text: &str, format: Option<&str>) -> PyResult<Vec<Finding>> {
    let source = Text {
        text,
        stem: "diagram",
        format: format_of(format)?,
        otherwise: None,
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
