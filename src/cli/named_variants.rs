//! Variants that files name: those of games and of positions with questions.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::args::VariantArgs;
use super::load::{self, DefinitionFile};
use super::stop::Stop;
use crate::definition::{Catalog, Refusal};
use crate::game::{Variant, select};
use crate::notation::variant_names;
use crate::protocol::xboard::shown_as;

/// Names of variants that are remembered.
const REMEMBERED: usize = 1000;

/// Which variants are meant.
#[derive(Debug, clap::Args)]
pub(super) struct NamedVariantArgs {
    /// The variant of everything, whatever the files say
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// Definitions in which variants are looked up before the built-ins
    #[arg(long, value_name = "FILE")]
    definitions: Vec<String>,
}

/// A variant with the name under which it was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) name: String,
    pub(super) variant: Variant,
}

/// Where variants are found.
pub(super) struct NamedVariants {
    /// That of everything, if the user has named it.
    given: Option<Found>,
    definitions: Vec<DefinitionFile>,
    known: Mutex<BTreeMap<String, Option<Found>>>,
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
            Some(word) => Some(Found {
                variant: load::variant(&VariantArgs {
                    variant: word.clone(),
                    format: None,
                })?,
                name: word.clone(),
            }),
        };
        Ok(NamedVariants {
            given,
            definitions,
            known: Mutex::default(),
        })
    }

    /// The variant that is meant by a name, as any program writes it.
    pub(super) fn find(&self, name: &str) -> Option<Found> {
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

    fn compile(&self, name: String) -> Option<Found> {
        for file in &self.definitions {
            let variant = match select(&file.catalog, &name, None) {
                Ok(def) => file.compile(&def),
                Err(Refusal::Unknown) => continue,
                Err(Refusal::Faulty(findings) | Refusal::Query(findings)) => Err(findings),
            };
            let variant = variant.map_err(|findings| file.show_briefly(&findings));
            return variant.ok().map(|variant| Found { name, variant });
        }
        // Whoever wrote the file does not choose which files are opened.
        let variant = load::builtin_variant(&name)?.ok()?;
        Some(Found { name, variant })
    }
}
