//! The resolver: its state, its findings and its limits.

use std::sync::Arc;

use indexmap::IndexMap;

use super::directions::Directions;
use crate::definition::limits::Limits;
use crate::definition::place::TextPlace;
use crate::formats::findings::{Finding, Heirs};
use crate::formats::toml::library::Entries;
use crate::formats::toml::wire::{Field, Place, VariantWire};
use crate::geometry::{IdlePart, grouped, sorted, value_at};
use crate::movement::{Dialect, Movement};
use crate::source::budget::spend_each;
use crate::source::{Code, Diagnostic, Parse, Span, codes};

/// State shared by all variants of a file while they are resolved.
#[derive(Debug)]
pub(in crate::formats::toml) struct Shared {
    /// Whether the limit on work is exceeded; then resolving stops.
    pub(in crate::formats::toml) exhausted: bool,
    /// The work done so far.
    pub(in crate::formats::toml) work: usize,
    pub(in crate::formats::toml) limits: Limits,
    /// A cache of movements, because heirs repeat those of their parents.
    pub(in crate::formats::toml) movements: IndexMap<(String, Dialect), Parse<Movement>>,
    /// The ancestors of each variant.
    pub(in crate::formats::toml) ancestors: Vec<(u32, Vec<u32>)>,
    findings: Vec<Noticed>,
}

/// A finding with the place of its text and the variant in which it was noticed.
#[derive(Debug)]
struct Noticed {
    diagnostic: Diagnostic,
    origin: Place,
    variant: u32,
}

/// Steps of the budget for one unit of work.
const UNIT: u64 = 4;

/// Steps of the budget for merging and reading one value.
const VALUE: u64 = 800;

impl Shared {
    /// The state before any variant is resolved.
    pub(in crate::formats::toml) fn new(limits: &Limits) -> Self {
        Shared {
            limits: limits.clone(),
            exhausted: false,
            work: 0,
            movements: IndexMap::new(),
            ancestors: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Counts values in the definitions of a variant and its ancestors.
    pub(in crate::formats::toml) fn read(&mut self, values: usize) {
        self.work += values;
        // The budget is tested when reading continues.
        let _ = spend_each(values, VALUE);
    }

    /// The findings. A finding that an ancestor shares is reported once, about the ancestor and its heirs.
    pub(in crate::formats::toml) fn into_findings(self) -> Vec<Finding> {
        let key = |finding: &Noticed| (finding.origin, finding.diagnostic.code);
        let all = self.findings.iter();
        let mut noticed = grouped(all.map(|finding| (key(finding), finding.variant)));
        for (_, variants) in &mut noticed {
            *variants = sorted(std::mem::take(variants));
        }
        let above = |variant: u32| value_at(&self.ancestors, &variant).into_iter().flatten();
        let mut found = Vec::new();
        for finding in self.findings {
            let by = finding.variant;
            let all = value_at(&noticed, &key(&finding)).map_or(&[][..], Vec::as_slice);
            if above(by).any(|ancestor| all.binary_search(ancestor).is_ok()) {
                continue;
            }
            let heirs = all
                .iter()
                .filter(|heir| above(**heir).any(|one| *one == by));
            let heirs = heirs.map(|heir| *heir as usize);
            let mut finding = Finding::about(by as usize, Heirs::None, finding.diagnostic);
            finding.share_with(heirs.collect());
            found.push(finding);
        }
        found
    }
}

/// The resolver of one variant.
pub(in crate::formats::toml) struct Resolver<'r> {
    /// All variants.
    pub(in crate::formats::toml) owners: &'r [Owner],
    /// The variant followed by its ancestors.
    pub(in crate::formats::toml) chain: &'r [u32],
    /// The dialect of each of them.
    pub(in crate::formats::toml) dialects: Vec<(u32, Dialect)>,
    /// The names in move texts.
    pub(in crate::formats::toml) directions: Directions,
    /// State shared with the other variants of the file.
    pub(in crate::formats::toml) shared: &'r mut Shared,
}

impl<'r> Resolver<'r> {
    /// A resolver before the variant is read.
    pub(in crate::formats::toml) fn new(
        owners: &'r [Owner],
        chain: &'r [u32],
        dialects: Vec<(u32, Dialect)>,
        shared: &'r mut Shared,
    ) -> Self {
        Resolver {
            owners,
            chain,
            dialects,
            directions: Directions::default(),
            shared,
        }
    }
}

impl Resolver<'_> {
    /// The place of the variant's name.
    pub(in crate::formats::toml) fn header(&self) -> Place {
        let owner = self.chain[0];
        Place {
            owner,
            span: self.owners[owner as usize].header,
        }
    }

    /// The place of a possibly inherited value in this variant.
    pub(in crate::formats::toml) fn home(&self, place: Place) -> Span {
        let me = &self.owners[self.chain[0] as usize];
        if place.owner == self.chain[0] {
            place.span
        } else {
            me.wire
                .as_ref()
                .and_then(|wire| wire.inherits.place())
                .map_or(me.header, |inherits| inherits.span)
        }
    }

    /// The place of a text in the file of this variant.
    pub(in crate::formats::toml) fn text_place(&self, place: Place, text: &str) -> TextPlace {
        if place.owner == self.chain[0] {
            TextPlace::new(&self.owners[place.owner as usize].text, place.span, text)
        } else {
            TextPlace::inherited(self.home(place))
        }
    }

    /// Reports a finding about a value at `place`.
    pub(in crate::formats::toml) fn report(&mut self, place: Place, diagnostic: Diagnostic) {
        let diagnostic = if place.owner == self.chain[0] {
            diagnostic
        } else {
            let owner = &self.owners[place.owner as usize];
            let mut moved = diagnostic.collapsed(self.home(place));
            moved.message = format!("inherited from `{}`: {}", owner.name, moved.message);
            if owner.home == Home::Own {
                moved.with_label(place.span, "written here")
            } else {
                moved
            }
        };
        self.shared.findings.push(Noticed {
            diagnostic,
            origin: place,
            variant: self.chain[0],
        });
    }

    /// Reports a finding with a place in the text of a variant, if that text is the current file.
    pub(in crate::formats::toml) fn report_there(&mut self, owner: u32, diagnostic: Diagnostic) {
        if self.owners[owner as usize].home == Home::Own {
            let span = diagnostic.span;
            self.shared.findings.push(Noticed {
                diagnostic,
                origin: Place { owner, span },
                variant: self.chain[0],
            });
        }
    }

    pub(in crate::formats::toml) fn fault(
        &mut self,
        code: Code,
        place: Place,
        message: impl Into<String>,
    ) {
        self.report(place, Diagnostic::new(code, place.span, message));
    }

    pub(in crate::formats::toml) fn missing(
        &mut self,
        place: Place,
        message: &str,
        help: Option<&str>,
    ) {
        let mut diagnostic = Diagnostic::new(codes::MISSING_KEY, place.span, message);
        diagnostic.help = help.map(str::to_owned);
        self.report(place, diagnostic);
    }

    /// Counts work; returns `false` if the limit is exceeded.
    pub(in crate::formats::toml) fn spend(&mut self, amount: usize) -> bool {
        self.shared.work += amount;
        if self.shared.work > self.shared.limits.work && !self.shared.exhausted {
            self.shared.exhausted = true;
            let limit = self.shared.limits.work;
            let message = format!("the variants of the file need more than {limit} units of work");
            self.fault(codes::DEFINITION_TOO_LARGE, self.header(), message);
        }
        !self.shared.exhausted && spend_each(amount, UNIT).is_ok()
    }

    /// A text, if it is within the limit.
    pub(in crate::formats::toml) fn text(&mut self, field: &Field<String>) -> Option<String> {
        self.bounded(field, self.shared.limits.text_bytes)
    }

    pub(in crate::formats::toml) fn bounded(
        &mut self,
        field: &Field<String>,
        limit: usize,
    ) -> Option<String> {
        let (place, text) = field.get()?;
        if text.len() > limit {
            let message = format!(
                "a text of {} bytes is longer than the limit of {limit}",
                text.len()
            );
            self.fault(codes::TEXT_TOO_LONG, place, message);
            return None;
        }
        Some(text.clone())
    }

    /// Reports parts of a zone without effect, except inherited ones, which the heir's board may have made ineffective.
    pub(in crate::formats::toml) fn report_idle(
        &mut self,
        place: Option<Place>,
        text: &str,
        idle: &[IdlePart],
    ) {
        for part in idle {
            let Some(place) = place.filter(|place| place.owner == self.chain[0]) else {
                return;
            };
            let finding =
                Diagnostic::new(codes::IDLE_ZONE_PART, part.range.clone(), part.to_string());
            let at = TextPlace::new(&self.owners[place.owner as usize].text, place.span, text);
            self.report(place, at.locate(finding.with_help(part.remedy(text))));
        }
    }
}

/// The table of a variant in a file or in the library.
#[derive(Clone, Debug)]
pub(in crate::formats::toml) struct Owner {
    pub(in crate::formats::toml) name: String,
    /// The place of the variant's name.
    pub(in crate::formats::toml) header: Span,
    /// The text to which spans of this variant refer.
    pub(in crate::formats::toml) text: Arc<str>,
    pub(in crate::formats::toml) home: Home,
    /// The rule entries that it may use: its own, those of files that it names, and those of its file.
    pub(in crate::formats::toml) entries: Vec<Arc<Entries>>,
    /// The table; `None` if the variant is no table.
    pub(in crate::formats::toml) wire: Option<VariantWire>,
    /// The number of values in the table.
    pub(in crate::formats::toml) weight: usize,
    /// The number of these values that belong to its settings.
    pub(in crate::formats::toml) optional: usize,
}

/// The text that contains a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats::toml) enum Home {
    /// The file that is being read.
    Own,
    /// Another file, by number.
    Other(usize),
    Library,
}
