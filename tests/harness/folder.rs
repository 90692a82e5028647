//! A folder of its own for files that a test writes, gone at its end.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The folders made so far: tests run at the same time, and no two may have one in common.
static MADE: AtomicUsize = AtomicUsize::new(0);

pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{number}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for temporary files");
        Folder(path)
    }

    pub(crate) fn place(&self) -> &Path {
        &self.0
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    /// Writes a file, in folders that need not be there.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        let folder = path.parent().expect("a folder");
        fs::create_dir_all(folder).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        let bytes = fs::read(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
