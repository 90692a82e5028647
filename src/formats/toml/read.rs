//! Reads and resolves the variants of a file, with their options.

use std::cell::OnceCell;

use indexmap::IndexMap;

use crate::definition::limits::Limits;
use crate::definition::{Change, Settings};
use crate::formats::findings;
use crate::formats::findings::{Finding, Heirs, Read, ReadText};
use crate::geometry::value_for;
use crate::movement::Dialect;
use crate::source::{Diagnostic, codes};

use super::file::{File, Merged};
use super::link::OtherFiles;
use super::options::{Chosen, choose, options};
use super::resolve::{self, Resolver};
use super::text::{Outline, Tables, keep_likely, rewrites};
use super::wire::{Field, Overlay, Removable, VariantWire};

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
        let found = findings::check(text, &read.def, file.owners[number].header);
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

// Resolves the variants of a file.

impl File {
    /// Resolves a variant once for each value of each of its settings, to report errors.
    pub(super) fn check_settings(
        &self,
        chain: &[u32],
        (mut merged, dialects): Merged,
        shared: &mut resolve::Shared,
    ) {
        // The change of one value does not depend on the number of others.
        let Field::Here(_, settings) = std::mem::take(&mut merged.settings) else {
            return;
        };
        let owners = chain.iter().map(|number| &self.owners[*number as usize]);
        let weight: usize = owners.map(|owner| owner.weight - owner.optional).sum();
        let options: Vec<_> = (settings.0.values())
            .filter_map(|entry| match entry.value.value()? {
                Removable::Table(values) => Some(&values.0),
                Removable::False(_) => None,
            })
            .collect();
        let firsts: Vec<_> = options
            .iter()
            .map(|values| values.values().next())
            .collect();
        for (number, values) in options.iter().enumerate() {
            for value in values.values().skip(1) {
                if shared.exhausted {
                    return;
                }
                let mut entries = firsts.clone();
                entries[number] = Some(value);
                let patches = entries.into_iter().flatten();
                let patches = patches.filter_map(|entry| entry.value.value().cloned());
                let wire = patches.fold(merged.clone(), |wire, patch| patch.apply(wire));
                shared.read(weight + options.len());
                self.resolver(chain, dialects.clone(), shared)
                    .variant(&wire);
            }
        }
    }
}

impl File {
    /// One variant with setting values, resolved together with its ancestors.
    pub(in crate::formats) fn choose(&mut self, name: &str, chosen: &Chosen) -> Option<Read> {
        self.chosen.clone_from(chosen);
        let own = self.own.get(name).copied();
        let number = own.or_else(|| self.library_owner(name))?;
        self.resolve(number)
    }

    /// For each variant of the file, the number of its parent if it is in the file.
    pub(super) fn parents(&self) -> Vec<Option<usize>> {
        let parent = |number: &u32| {
            let wire = self.owners[*number as usize].wire.as_ref()?;
            let parent = self.own.get(wire.inherits.value()?)?;
            Some(*parent as usize)
        };
        self.own.values().map(parent).collect()
    }

    /// Resolves every variant of the file.
    pub(super) fn resolve_all(&mut self) -> IndexMap<String, Option<Read>> {
        let own: Vec<(String, u32)> = self
            .own
            .iter()
            .map(|(name, number)| (name.clone(), *number))
            .collect();
        let mut shared = resolve::Shared::new(&self.limits);
        let mut variants = IndexMap::new();
        let mut unread = Vec::new();
        for (name, number) in own {
            if shared.exhausted {
                unread.push(number as usize);
                variants.insert(name, None);
                continue;
            }
            let read = if let Some(chain) = self.chain(number) {
                let merged = self.merged(&chain);
                self.check_removed(number, merged.0.rules.value());
                let read = self.resolve_chain(&chain, merged.clone(), &mut shared);
                self.check_settings(&chain, merged, &mut shared);
                Some(read)
            } else {
                // The inherited part is unknown, even the dialect, but the variant's own moves can be read for spelling
                // errors.
                let mut apart = resolve::Shared::new(&self.limits);
                self.resolve_chain(&[number], self.merged(&[number]), &mut apart);
                let misspelled = |one: &Finding| one.diagnostic.code.is_of_spelling();
                let findings = apart.into_findings().into_iter().filter(misspelled);
                self.findings.extend(findings);
                None
            };
            variants.insert(name, read);
        }
        let mut findings = shared.into_findings();
        let is_of_work = |one: &&mut Finding| one.diagnostic.code == codes::DEFINITION_TOO_LARGE;
        if let Some(finding) = findings.iter_mut().rfind(is_of_work) {
            finding.share_with(unread);
        }
        self.findings.append(&mut findings);
        variants
    }

    /// Resolves one variant.
    pub(super) fn resolve(&mut self, number: u32) -> Option<Read> {
        let mut shared = resolve::Shared::new(&self.limits);
        let chain = self.chain(number)?;
        Some(self.resolve_chain(&chain, self.merged(&chain), &mut shared))
    }

    /// Merges and resolves the variants of a chain.
    pub(super) fn resolve_chain(
        &self,
        chain: &[u32],
        (merged, dialects): Merged,
        shared: &mut resolve::Shared,
    ) -> Read {
        for number in chain {
            shared.read(self.owners[*number as usize].weight);
        }
        let options = options(&merged, &self.chosen, &dialects);
        let changes = options.values().filter_map(|values| values.values().next());
        let bare = if changes.into_iter().all(Change::is_empty) {
            None
        } else {
            // Missing values may come with the options, so the findings are dropped.
            let mut apart = resolve::Shared::new(&self.limits);
            let resolver = self.resolver(chain, dialects.clone(), &mut apart);
            Some(Box::new(resolver.variant(&merged).def))
        };
        let merged = choose(merged, &self.chosen);
        let mut read = self.resolver(chain, dialects, shared).variant(&merged);
        read.def.settings = Settings { options, bare };
        read
    }

    /// Merges the variants of a chain and finds the dialect of each.
    pub(super) fn merged(&self, chain: &[u32]) -> Merged {
        let mut merged = VariantWire::default();
        let mut dialects = Vec::new();
        let mut dialect = None;
        for number in chain.iter().rev() {
            let Some(wire) = &self.owners[*number as usize].wire else {
                continue;
            };
            // Inherited parts keep the dialect in which they were written.
            dialect = wire.dialect.value().copied().or(dialect);
            *value_for(&mut dialects, *number) = dialect.map(Into::into).unwrap_or_default();
            merged = wire.clone().over(merged);
        }
        (merged, dialects)
    }

    pub(super) fn resolver<'r>(
        &'r self,
        chain: &'r [u32],
        dialects: Vec<(u32, Dialect)>,
        shared: &'r mut resolve::Shared,
    ) -> Resolver<'r> {
        Resolver::new(&self.owners, chain, dialects, shared)
    }
}
