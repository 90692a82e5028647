//! Findings about texts.

use ferz::source::{Code, Diagnostic};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

/// A finding: a stable code, a place, a message and possibly a remedy.
#[pyclass(frozen, eq, hash, get_all, module = "ferz")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Finding {
    code: String,
    severity: &'static str,
    message: String,
    start: usize,
    end: usize,
    help: Option<String>,
    labels: Vec<(usize, usize, String)>,
    edits: Vec<(usize, usize, String)>,
}

impl Finding {
    /// Findings about `text`, with places in characters, as Python counts.
    pub(crate) fn all(findings: &[Diagnostic], text: &str) -> Vec<Finding> {
        let place = |byte: u32| {
            let mut end = (byte as usize).min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text[..end].chars().count()
        };
        let one = |finding: &Diagnostic| {
            let labels = finding.labels.iter();
            Finding {
                code: finding.code.to_string(),
                severity: finding.severity.as_str(),
                message: finding.message.clone(),
                start: place(finding.span.start),
                end: place(finding.span.end),
                help: finding.help.clone(),
                labels: labels
                    .map(|(span, word)| (place(span.start), place(span.end), word.clone()))
                    .collect(),
                edits: finding
                    .fix(text)
                    .into_iter()
                    .map(|edit| (place(edit.span.start), place(edit.span.end), edit.text))
                    .collect(),
            }
        };
        findings.iter().map(one).collect()
    }
}

#[pymethods]
impl Finding {
    #[new]
    #[pyo3(signature = (code, message, start=0, end=0, help=None, labels=Vec::new(), edits=Vec::new()))]
    fn new(
        code: String,
        message: String,
        start: usize,
        end: usize,
        help: Option<String>,
        labels: Vec<(usize, usize, String)>,
        edits: Vec<(usize, usize, String)>,
    ) -> PyResult<Finding> {
        let severity = match Code::parse(&code) {
            Some(known) => known.severity().as_str(),
            None => return Err(PyKeyError::new_err(format!("no code is called `{code}`"))),
        };
        Ok(Finding {
            code,
            severity,
            message,
            start,
            end,
            help,
            labels,
            edits,
        })
    }

    fn __getnewargs__(
        &self,
    ) -> (
        &str,
        &str,
        usize,
        usize,
        Option<&str>,
        Vec<(usize, usize, String)>,
        Vec<(usize, usize, String)>,
    ) {
        (
            &self.code,
            &self.message,
            self.start,
            self.end,
            self.help.as_deref(),
            self.labels.clone(),
            self.edits.clone(),
        )
    }

    /// The text with the edits applied; nothing if there are none.
    fn mended(&self, text: &str) -> Option<String> {
        let mut edits: Vec<&(usize, usize, String)> = self.edits.iter().collect();
        edits.sort_by_key(|(start, ..)| *start);
        edits.first()?;
        let mut mended = String::new();
        let mut at = 0;
        for (start, end, new) in edits {
            mended.extend(text.chars().skip(at).take(start.saturating_sub(at)));
            mended.push_str(new);
            at = *end;
        }
        mended.extend(text.chars().skip(at));
        Some(mended)
    }

    /// Whether this is an error, so that the text cannot be used.
    #[getter]
    fn is_error(&self) -> bool {
        self.severity == "error"
    }

    fn __str__(&self) -> String {
        let help = self.help.as_ref();
        let help = help.map_or_else(String::new, |help| format!("; {help}"));
        format!("{}[{}]: {}{help}", self.severity, self.code, self.message)
    }

    fn __repr__(&self) -> String {
        format!(
            "<Finding {} at {}..{}: {}>",
            self.code, self.start, self.end, self.message
        )
    }
}

/// The explanation of a diagnostic code: a title and a paragraph.
#[pyfunction]
fn explain_code(code: &str) -> PyResult<(&'static str, &'static str)> {
    Code::parse(code)
        .map(|code| (code.title(), code.explanation()))
        .ok_or_else(|| PyKeyError::new_err(format!("no code is called `{code}`")))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Finding>()?;
    module.add_function(wrap_pyfunction!(explain_code, module)?)
}
