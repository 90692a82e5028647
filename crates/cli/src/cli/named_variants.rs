//! Variants named in files, as in PGN and EPD.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::args::VariantArgs;
use super::load::{self, DefinitionFile};
use super::recorded::name_in_records;
use super::stop::Stop;
use crate::protocol::xboard::shown_as;
use ferz::formats::{Catalog, Refusal};
use ferz::game::{Variant, select};
use ferz::notation::variant_names;

/// The maximum number of cached names.
const REMEMBERED: usize = 1000;

/// Which variants are meant.
#[derive(Debug, clap::Args)]
pub(super) struct NamedVariantArgs {
    /// Read everything as this variant, whatever the files name
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// Definition file whose variants are preferred to built-ins
    #[arg(long, value_name = "FILE")]
    definitions: Vec<String>,
}

impl NamedVariantArgs {
    pub(super) fn gives_one(&self) -> bool {
        self.variant.is_some()
    }
}

/// A variant with the name under which it was found.
#[derive(Clone, Debug)]
pub(super) struct NamedVariant {
    pub(super) name: String,
    pub(super) variant: Variant,
}

/// A lookup of variants by name.
pub(super) struct NamedVariants {
    /// The variant of everything, if set by the user.
    given: Option<NamedVariant>,
    definitions: Vec<DefinitionFile>,
    known: Mutex<BTreeMap<String, Option<NamedVariant>>>,
}

impl NamedVariants {
    pub(super) fn new(args: &NamedVariantArgs) -> Result<NamedVariants, Stop> {
        let mut definitions = Vec::new();
        for path in &args.definitions {
            let file = DefinitionFile::open(path, None)?;
            file.introduce()?;
            definitions.push(file);
        }
        let given = match &args.variant {
            None => None,
            Some(word) => {
                let variant = load::variant(&VariantArgs::named(word))?;
                let name = name_in_records(word, variant.def());
                Some(NamedVariant { name, variant })
            }
        };
        Ok(NamedVariants {
            given,
            definitions,
            known: Mutex::default(),
        })
    }

    /// The variant of a name in the spelling of any program.
    pub(super) fn find(&self, name: &str) -> Option<NamedVariant> {
        if let Some(given) = &self.given {
            return Some(given.clone());
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(name) {
            return found.clone();
        }
        let found = variant_names(name).find_map(|name| self.compile(name));
        let found = found.or_else(|| {
            let files = self.definitions.iter();
            let own = files.flat_map(|file| file.catalog.names());
            let shown = shown_as(own.chain(Catalog::builtin().names()), name)?;
            self.compile(shown.to_owned())
        });
        if known.len() < REMEMBERED {
            known.insert(name.to_owned(), found.clone());
        }
        found
    }

    fn compile(&self, name: String) -> Option<NamedVariant> {
        let (head, query) = match name.split_once('?') {
            Some((head, query)) => (head, Some(query)),
            None => (name.as_str(), None),
        };
        for file in &self.definitions {
            let variant = match select(&file.catalog, head, query) {
                Ok(def) => file.compile(&def),
                Err(Refusal::Unknown) => continue,
                Err(Refusal::Faulty(findings) | Refusal::Query(findings)) => Err(findings),
            };
            let variant = variant.map_err(|findings| file.show_briefly(&findings));
            return variant.ok().map(|variant| NamedVariant { name, variant });
        }
        // Names from files must not open other files.
        let variant = load::builtin_variant(&name)?.ok()?;
        Some(NamedVariant { name, variant })
    }
}
