//! Linking: resolves parents and rules in other files, and the chain of a variant's ancestors.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;
use toml::Spanned;
use toml::de::DeValue;

use crate::definition::names::is_library_rule;
use crate::definition::rule_keys;
use crate::definition::variant::VariantDef;
use crate::formats::files::named_file;
use crate::formats::findings::{Finding, Heirs};
use crate::geometry::{value_at, value_for};
use crate::source::budget::spend_each;
use crate::source::{Code, Diagnostic, Span, codes, did_you_mean};

use super::file::{File, Other, optional, own_entries, read_wire, weight};
use super::library::{Entries, LIBRARY, Library, collision, read_own_entries, rule_library};
use super::resolve::{Home, Owner};
use super::text::{Reader, Sink, Tables};
use super::wire::{
    False, Field, Place, Removable, RuleTableWire, RulesWire, SettingWire, VariantWire,
};

impl File {
    /// Resolves the parents of variants that are in other files.
    pub(super) fn link(&mut self, files: Option<&dyn OtherFiles>) {
        let path = files.map(OtherFiles::current).unwrap_or_default();
        for number in 0..self.owners.len() as u32 {
            if let Err(mut fault) = self.link_line(number, &path, files) {
                fault.span = self.inherits_span(number);
                self.push(Finding::about(number as usize, Heirs::All, fault));
            }
        }
    }

    /// Follows the ancestors of a variant of this file through other files.
    fn link_line(
        &mut self,
        number: u32,
        path: &Path,
        files: Option<&dyn OtherFiles>,
    ) -> Result<(), Diagnostic> {
        let mut current = number;
        loop {
            self.link_rules(current, path, files);
            let owner = &self.owners[current as usize];
            let parent = owner.wire.as_ref().and_then(|wire| wire.inherits.value());
            let Some(parent) = parent.cloned() else {
                return Ok(());
            };
            current = if let Some(next) = self.named_near(owner.home, &parent) {
                // Variants of this file are linked by themselves, and those of another file have no cycles, because
                // such a file has errors.
                if owner.home == Home::Own {
                    return Ok(());
                }
                next
            } else if let Some((file, name)) = named_file(&parent) {
                if value_at(&self.links, &current).is_some() {
                    return Ok(());
                }
                let files = files.ok_or_else(no_folder)?;
                let from = match owner.home {
                    Home::Other(other) => &self.others[other].path,
                    Home::Own | Home::Library => path,
                };
                let other = files.variant(file, from, name)?;
                let next = self.import(other)?;
                *value_for(&mut self.links, current) = next;
                next
            } else {
                return Ok(());
            };
        }
    }

    /// Resolves the rules of other files that a variant uses. Then `rules.use.'./rules.toml#magnet'` is equivalent to
    /// `rules.use.magnet`.
    fn link_rules(&mut self, number: u32, path: &Path, files: Option<&dyn OtherFiles>) {
        let owner = &mut self.owners[number as usize];
        let named = owner.wire.as_mut().map(names_of_files).unwrap_or_default();
        let mut found: IndexMap<String, Span> = IndexMap::new();
        for (key, span) in named {
            let from = match self.owners[number as usize].home {
                Home::Other(other) => &self.others[other].path,
                Home::Own | Home::Library => path,
            };
            let entries = match files {
                Some(files) => files.rule(&key, from),
                None => Err(no_folder()),
            };
            let owner = &mut self.owners[number as usize];
            let entries = entries.and_then(|(name, entries)| {
                let is_known = owner.entries.iter().any(|all| all.contains_key(&name));
                let is_builtin = rule_library().contains_key(&name);
                match found.insert(name.clone(), span) {
                    _ if is_builtin => Err(collision(&name, span)),
                    _ if is_known => Err(twice(&name)),
                    _ => Ok(entries),
                }
            });
            match entries {
                Ok(entries) => owner.entries.push(entries),
                Err(mut fault) if owner.home == Home::Own => {
                    fault.span = span;
                    self.push(Finding::about(number as usize, Heirs::All, fault));
                }
                Err(_) => {}
            }
        }
    }

    /// The number of a variant by name in the file of another variant.
    pub(super) fn named_near(&self, home: Home, name: &str) -> Option<u32> {
        let names = match home {
            Home::Own => &self.own,
            Home::Other(other) => &self.others[other].own,
            Home::Library => return None,
        };
        names.get(name).copied()
    }

    /// Imports a variant of another file.
    fn import(&mut self, variant: OtherVariant) -> Result<u32, Diagnostic> {
        let OtherVariant { file, name, def } = variant;
        let known = self.others.iter().position(|one| one.path == file.path);
        let other = known.unwrap_or_else(|| {
            self.others.push(Other {
                path: file.path.clone(),
                name: file.name.clone(),
                own: IndexMap::new(),
            });
            self.others.len() - 1
        });
        if !self.others[other].own.contains_key(&name) {
            match def {
                // TOML can express any variant of another format.
                Some(def) => self.take_tables(&def.to_toml(), other, Some(&name)),
                None => self.take_tables(&file.text, other, None),
            }
        }
        let number = self.others[other].own.get(&name).copied();
        // The variant exists unless the budget was exhausted.
        number.ok_or_else(no_folder)
    }

    /// Imports the tables of another file, or a single table under a name.
    fn take_tables(&mut self, text: &str, other: usize, name: Option<&str>) {
        let _ = spend_each(text.len(), 1);
        let damage = OnceCell::new();
        let tables = Tables::of(text, &damage);
        let text: Arc<str> = text.into();
        let home = Home::Other(other);
        if tables.is_single() {
            let DeValue::Table(whole) = tables.whole.get_ref() else {
                return;
            };
            let own = whole.get("name").and_then(|name| name.get_ref().as_str());
            self.take(
                name.or(own).unwrap_or_default(),
                Some(&tables.whole),
                &text,
                home,
            );
            return;
        }
        let (first, mut library) = (self.owners.len(), None);
        for (own, _, value) in tables.entries() {
            match value.map(Spanned::get_ref) {
                Some(DeValue::Table(_)) if own == LIBRARY => library = value,
                Some(DeValue::Table(_)) => {
                    self.take(name.unwrap_or(own), value, &text, home);
                }
                _ => {}
            }
        }
        if let Some(library) = library {
            let entries = Arc::new(self.told(read_own_entries(library, &text, 0), home, &text));
            for owner in &mut self.owners[first..] {
                owner.entries.push(Arc::clone(&entries));
            }
        }
    }

    /// Marks entries with the other file that contains them.
    fn told(&self, entries: Entries, home: Home, text: &Arc<str>) -> Entries {
        let Home::Other(other) = home else {
            return entries;
        };
        let file = &self.others[other].name;
        let entries = entries.into_iter();
        entries
            .map(|(name, own)| (name, own.of_file(file, text)))
            .collect()
    }

    /// Adds the table of a variant that is not in this file; its findings are reported elsewhere.
    pub(super) fn take(
        &mut self,
        name: &str,
        table: Option<&Spanned<DeValue<'_>>>,
        text: &Arc<str>,
        home: Home,
    ) -> u32 {
        let number = self.owners.len() as u32;
        let sink = Sink::new(number, 0);
        let entries =
            own_entries(table, text, number).map(|entries| self.told(entries, home, text));
        self.owners.push(Owner {
            name: name.to_owned(),
            header: Span::at(0),
            text: Arc::clone(text),
            home,
            entries: entries.into_iter().map(Arc::new).collect(),
            wire: table.and_then(|table| read_wire(Reader::new(table, &sink))),
            weight: table.map_or(0, |table| weight(table.get_ref())),
            optional: table.map_or(0, |table| optional(table.get_ref())),
        });
        if let Home::Other(other) = home {
            self.others[other].own.insert(name.to_owned(), number);
        }
        number
    }
}

/// Replaces references to rules in other files by the names of the rules; returns the references with their places.
fn names_of_files(wire: &mut VariantWire) -> Vec<(String, Span)> {
    let mut tables = Vec::new();
    if let Field::Here(_, rules) = &mut wire.rules {
        tables.push(&mut rules.r#use);
    }
    if let Field::Here(_, settings) = &mut wire.settings {
        for option in settings.0.values_mut() {
            let Field::Here(_, Removable::Table(values)) = &mut option.value else {
                continue;
            };
            for value in values.0.values_mut() {
                if let Field::Here(_, patch) = &mut value.value
                    && let Field::Here(_, rules) = &mut patch.rules
                {
                    tables.push(&mut rules.r#use);
                }
            }
        }
    }
    let mut named: IndexMap<String, Span> = IndexMap::new();
    for table in tables {
        let Field::Here(_, RuleTableWire::Table(table)) = table else {
            continue;
        };
        if !table.0.keys().any(|key| named_file(key).is_some()) {
            continue;
        }
        for (key, entry) in std::mem::take(&mut table.0) {
            let name = match named_file(&key) {
                Some((_, Some(name))) => name.to_owned(),
                _ => key.clone(),
            };
            if named_file(&key).is_some() {
                named.entry(key).or_insert(entry.name.span);
            }
            table.0.insert(name, entry);
        }
    }
    named.into_iter().collect()
}

/// The finding for two rules with the same name.
fn twice(name: &str) -> Diagnostic {
    let message = format!("another rule has the name `{name}`");
    Diagnostic::new(codes::DUPLICATE_KEY, Span::default(), message)
        .with_help("give one of them another name")
}

// Inheritance: the chain of a variant's ancestors, and its errors.

/// Rules whose names are often used for something else, with what to write instead.
const MEANT: [(&str, &str); 4] = [
    (
        "castling",
        "castling by `O` is part of the king's moves: `pieces.king.move = 'K'` has no castling",
    ),
    (
        "en-passant",
        "captures en passant are the `e` in a piece's moves: `fmWifmnDfcF` has none",
    ),
    ("checks", "write `checks = { allowed = false }`"),
    ("repetition", "write `repetition = { limit = false }`"),
];

/// Rules that may be `false` in any variant, without an inherited rule to remove.
const MAY_BE_FALSE: [&str; 2] = ["move-limit", "gating"];

impl File {
    /// The variant followed by its ancestors. Reports errors of the chain for this variant only; an ancestor's errors
    /// are reported with the ancestor.
    pub(super) fn chain(&mut self, number: u32) -> Option<Vec<u32>> {
        let mut chain = vec![number];
        let mut current = number;
        loop {
            let owner = &self.owners[current as usize];
            let home = owner.home;
            let wire = owner.wire.as_ref()?;
            let (place, parent) = match &wire.inherits {
                Field::Absent => return Some(chain),
                Field::Broken => return None,
                Field::Here(place, parent) => (*place, parent.clone()),
            };
            let near = self.named_near(home, &parent);
            let near = near.or_else(|| value_at(&self.links, &current).copied());
            let Some(next) = near.or_else(|| self.library_owner(&parent)) else {
                // Errors of other files were reported when the files were opened.
                if current == number && named_file(&parent).is_none() {
                    self.report_unknown_parent(number, &parent, place.span);
                }
                return None;
            };
            if let Some(again) = chain.iter().position(|seen| *seen == next) {
                if again == 0 {
                    self.report_cycle(&chain);
                }
                return None;
            }
            if chain.len() > self.limits.inheritance {
                let at = self.inherits_span(number);
                let limit = self.limits.inheritance;
                let message = format!("the chain of inheritance has more than {limit} steps");
                self.report_about(number, codes::DEFINITION_TOO_LARGE, at, message);
                return None;
            }
            chain.push(next);
            current = next;
        }
    }

    /// Reports removals of rules that are not inherited.
    pub(super) fn check_removed(&mut self, number: u32, rules: Option<&RulesWire>) {
        let Some(rules) = rules else { return };
        let idle = |removal: Option<(Place, False)>| {
            let (place, removal) = removal?;
            (place.owner == number && !removal.removes).then_some(place.span)
        };
        let tables = [
            ("adjudication", rules.adjudication.removal()),
            ("pawn-promotion", rules.pawn_promotion.removal()),
        ];
        let tables = tables.into_iter();
        let tables = tables.filter_map(|(key, removal)| Some((key.to_owned(), idle(removal)?)));
        let builtin = rules.builtin().into_iter();
        let builtin =
            builtin.filter(|(name, _)| !MAY_BE_FALSE.contains(name) && !is_library_rule(name));
        let builtin = builtin.filter_map(|(name, field)| {
            Some((rule_keys(name)[1..].join("."), idle(field.removal())?))
        });
        let custom = rules
            .custom
            .value()
            .into_iter()
            .flat_map(|custom| &custom.0);
        let custom = custom.filter_map(|(name, entry)| {
            Some((format!("custom.{name}"), idle(entry.value.removal())?))
        });
        let used = match rules.r#use.value() {
            Some(RuleTableWire::Table(used)) => Some(&used.0),
            _ => None,
        };
        let used = used.into_iter().flatten().filter_map(|(name, entry)| {
            let removal = match entry.value.get()? {
                (place, SettingWire::False(removal)) => (place, *removal),
                _ => return None,
            };
            Some((format!("use.{name}"), idle(Some(removal))?))
        });
        for (key, span) in tables.chain(builtin).chain(custom).chain(used) {
            let message = format!("no `{key}` is inherited that could be removed");
            let meant = MEANT.iter().find(|(rule, _)| *rule == key);
            let help = meant.map_or("delete it; it has no effect", |(_, remedy)| *remedy);
            let finding = Diagnostic::new(codes::NOTHING_REMOVED, span, message).with_help(help);
            self.push(Finding::about(number as usize, Heirs::None, finding));
        }
    }

    fn report_unknown_parent(&mut self, number: u32, parent: &str, span: Span) {
        // Suggestions take time, so a file gets a bounded number of them.
        let help = (self.findings.len() < self.limits.findings).then(|| {
            let mut known: Vec<&str> = self.own.keys().map(String::as_str).take(200).collect();
            known.extend(Library::builtin().names().map(|name| -> &str { name }));
            did_you_mean(parent, known)
        });
        let shown: String = parent.chars().take(40).collect();
        let message = format!("no variant is called `{shown}`");
        self.report_about(number, codes::UNKNOWN_PARENT, span, message)
            .help = help;
    }

    fn report_cycle(&mut self, chain: &[u32]) {
        let names: Vec<&str> = chain
            .iter()
            .map(|number| self.owners[*number as usize].name.as_str())
            .collect();
        let at = self.inherits_span(chain[0]);
        let message = match names[..] {
            [name] => format!("`{name}` inherits from itself"),
            _ => format!("`{0}` inherits from {1}, and that from `{0}`", names[0], {
                let others: Vec<String> = names[1..].iter().map(|n| format!("`{n}`")).collect();
                others.join(", that from ")
            }),
        };
        let help = if Library::builtin().section(names[0]).is_some() {
            "give the variant a name that differs from the built-in"
        } else {
            "write one of them in full, or let it inherit from a built-in such as `chess`"
        };
        self.report_about(chain[0], codes::INHERITANCE_CYCLE, at, message)
            .help = Some(help.to_owned());
    }

    /// The place at which a variant names its parent, otherwise the place of its own name.
    pub(super) fn inherits_span(&self, number: u32) -> Span {
        let owner = &self.owners[number as usize];
        owner
            .wire
            .as_ref()
            .and_then(|wire| wire.inherits.place())
            .map_or(owner.header, |place| place.span)
    }
}

// Other files that a definition names, as the linker sees them.

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
