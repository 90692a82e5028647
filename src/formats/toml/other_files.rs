//! Other files that a definition names, as the linker sees them.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::library::Entries;
use crate::definition::variant::VariantDef;
use crate::source::{Code, Diagnostic, Span, codes};

/// Another file that was read.
#[derive(Debug)]
pub(in crate::formats) struct OtherFile {
    pub(in crate::formats) path: PathBuf,
    /// Its name in messages: the path relative to the folder of the definition.
    pub(in crate::formats) name: String,
    pub(in crate::formats) text: Arc<str>,
}

/// A variant of another file.
pub(in crate::formats) struct OtherVariant {
    pub(in crate::formats) file: Rc<OtherFile>,
    pub(in crate::formats) name: String,
    /// The variant, unless the file is TOML.
    pub(in crate::formats) def: Option<VariantDef>,
}

/// The files that the definitions of one file name, directly or indirectly.
pub(in crate::formats) trait OtherFiles {
    /// The file that is being read.
    fn current(&self) -> PathBuf;

    /// A variant of the file that `path` names in the file `from`, by default the first one. It must have no errors.
    /// Errors of opening the file have no place yet.
    fn variant(
        &self,
        path: &str,
        from: &Path,
        name: Option<&str>,
    ) -> Result<OtherVariant, Diagnostic>;

    /// The rule that a text such as `./rules.toml#magnet` names, with its name.
    fn rule(&self, text: &str, from: &Path) -> Result<(String, Arc<Entries>), Diagnostic>;
}

/// An error about naming a file.
pub(in crate::formats) fn fault(code: Code, message: String, help: &str) -> Diagnostic {
    Diagnostic::new(code, Span::default(), message).with_help(help)
}

/// The error for naming a file in a text that was not opened as a file.
pub(super) fn no_folder() -> Diagnostic {
    fault(
        codes::NO_FOLDER,
        "only a definition that is opened as a file can name other files".to_owned(),
        "copy the needed part of the file into this text, or open this text as a file",
    )
}
