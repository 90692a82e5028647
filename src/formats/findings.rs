//! The result of reading a text of definitions in any format: its variants, and its findings, each with the variants
//! that it concerns.
//!
//! A variant is refused only for its own errors and for inherited ones. These errors are determined here
//! for all formats: a reader records the variant of each finding and how far it is inherited.

use indexmap::IndexMap;

use crate::definition::limits::Limits;
use crate::definition::place::TextPlace;
use crate::definition::variant::VariantDef;
use crate::geometry::{CompactSort, grouped, sorted};
use crate::source::{Diagnostic, Span, codes, is_command, printable};

/// A variant that was read.
#[derive(Clone, Debug)]
pub(super) struct Read {
    /// The variant.
    pub(super) def: VariantDef,
    /// The place of its start position in the text.
    pub(super) start: TextPlace,
}

/// The heirs of a variant that share a finding about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heirs {
    /// None: the inherited part is checked again for each of them.
    None,
    /// All of them.
    All,
    /// Those that do not overwrite the text at its place.
    Unwritten,
}

/// A finding with the numbers of the variants that it concerns, in order; none if it concerns the text as a whole.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) diagnostic: Diagnostic,
    pub(super) variants: Vec<usize>,
    heirs: Heirs,
}

impl Finding {
    pub(super) fn about_text(diagnostic: Diagnostic) -> Finding {
        Finding {
            diagnostic,
            variants: Vec::new(),
            heirs: Heirs::None,
        }
    }

    pub(super) fn about(variant: usize, heirs: Heirs, diagnostic: Diagnostic) -> Finding {
        Finding {
            diagnostic,
            variants: vec![variant],
            heirs,
        }
    }

    pub(super) fn is_about(&self, variant: usize) -> bool {
        self.variants.binary_search(&variant).is_ok()
    }

    /// Adds variants that it concerns.
    pub(super) fn share_with(&mut self, variants: Vec<usize>) {
        self.variants.extend(variants);
        self.variants = sorted(std::mem::take(&mut self.variants));
    }
}

/// The result of reading a text of definitions.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadText {
    /// The variants of the text in order; `None` for a variant that cannot be read.
    pub(super) variants: IndexMap<String, Option<Read>>,
    pub(super) findings: Vec<Finding>,
}

/// The longest chain of inheritance along which findings are passed on; longer than permitted chains.
const LONGEST_LINE: usize = 64;

impl ReadText {
    /// The result for a text that is not read.
    pub(super) fn refused(diagnostic: Diagnostic) -> ReadText {
        ReadText {
            variants: IndexMap::new(),
            findings: vec![Finding::about_text(diagnostic)],
        }
    }

    /// Passes findings on to heirs. `parents` contains the number of each variant's parent, and `rewrites` tests
    /// whether a variant overwrites the text at a place of an ancestor.
    pub(super) fn inherit(
        &mut self,
        parents: &[Option<usize>],
        rewrites: impl Fn(usize, Span) -> bool,
    ) {
        let parent = |variant: usize| parents.get(variant).copied().flatten();
        let mut lines = Vec::new();
        for variant in 0..self.variants.len() {
            let mut line = vec![variant];
            let mut current = variant;
            // A longer chain is refused for its length.
            while let Some(next) =
                parent(current).filter(|next| line.len() < LONGEST_LINE && !line.contains(next))
            {
                line.push(next);
                current = next;
            }
            lines.extend((line.len() > 1).then_some(line));
        }
        let mut lines_of = vec![Vec::new(); self.variants.len()];
        for (number, line) in lines.iter().enumerate() {
            for variant in line {
                // A parent beyond the limit on variants has no findings.
                if let Some(numbers) = lines_of.get_mut(*variant) {
                    numbers.push(number);
                }
            }
        }
        for finding in &mut self.findings {
            if finding.heirs == Heirs::None {
                continue;
            }
            let place = finding.diagnostic.span;
            let shares = |line: &&Vec<usize>| {
                let Some(owner) = line.iter().position(|one| finding.is_about(*one)) else {
                    return false;
                };
                finding.heirs == Heirs::All
                    || !line[..owner].iter().any(|one| rewrites(*one, place))
            };
            let about = finding.variants.iter();
            let near = about.flat_map(|variant| lines_of.get(*variant).into_iter().flatten());
            let near = sorted(near.copied()).into_iter();
            let near = near.map(|number| &lines[number]);
            let heirs: Vec<usize> = near.filter(shares).map(|line| line[0]).collect();
            finding.share_with(heirs);
        }
    }

    /// Sorts the findings by place, removes duplicates, and cuts them off at the limit.
    pub(super) fn in_order(mut self, limits: &Limits) -> ReadText {
        self.findings
            .sort_compactly_by_key(|finding| finding.diagnostic.span);
        let numbered = self.findings.into_iter().zip(0..);
        let alike = grouped(numbered.map(|(finding, number)| {
            let one = &finding.diagnostic;
            let key = (one.code, one.span, one.message.clone());
            (key, (number, finding))
        }));
        let firsts = alike.into_iter().filter_map(|(_, alike)| {
            let variants = alike
                .iter()
                .flat_map(|(_, one)| one.variants.iter().copied());
            let variants = sorted(variants);
            let (number, first) = alike.into_iter().next()?;
            Some((number, Finding { variants, ..first }))
        });
        let mut firsts: Vec<(usize, Finding)> = firsts.collect();
        firsts.sort_compactly_by_key(|(number, _)| *number);
        let mut kept: Vec<Finding> = firsts.into_iter().map(|(_, finding)| finding).collect();
        if kept.len() > limits.findings {
            let rest = kept.split_off(limits.findings);
            let message = "more findings are not shown";
            let place = rest[0].diagnostic.span;
            let mut last =
                Finding::about_text(Diagnostic::new(codes::DEFINITION_TOO_LARGE, place, message));
            let errors = rest.iter().filter(|one| one.diagnostic.is_error());
            last.variants = sorted(errors.flat_map(|one| one.variants.clone()));
            kept.push(last);
        }
        self.findings = kept;
        self
    }
}

// Control characters in the texts of a definition.

/// A finding about the first text of a variant with a character that controls the terminal. `text` is the whole file
/// and `place` the variant's place in it.
pub(super) fn check(text: &str, def: &VariantDef, place: Span) -> Option<Diagnostic> {
    let named = |what: &str, name: &str| (format!("the name of {what}"), name.to_owned());
    let mut texts = vec![named("the variant", &def.name)];
    let optional = [("the title", &def.title), ("the source", &def.source)];
    let optional = optional.into_iter().filter_map(|(what, text)| {
        let text = text.as_ref()?;
        Some((what.to_owned(), text.clone()))
    });
    texts.extend(optional);
    for (name, piece) in &def.pieces {
        texts.push(named("a piece", name));
        texts.push((format!("the letter of `{name}`"), piece.letter.clone()));
    }
    for (key, value) in &def.presentation {
        texts.push(named("a key", key));
        texts.push((format!("`{key}`"), value.clone()));
    }
    for (option, values) in &def.settings.options {
        texts.push(named("a setting", option));
        texts.extend(values.keys().map(|value| named("a value", value)));
    }
    let (what, shown) = texts
        .into_iter()
        .find(|(_, text)| text.contains(is_command))?;
    let bad = shown.chars().find(|char| is_command(*char))?;
    // The file may contain the character as an escape.
    let span = text
        .find(bad)
        .map_or(place, |at| Span::new(at, at + bad.len_utf8()));
    let message = format!(
        "{} contains the control character U+{:04X}",
        printable(&what),
        u32::from(bad)
    );
    let finding = Diagnostic::new(codes::COMMAND_CHARACTER, span, message).with_help("delete it");
    // Escapes are not located.
    Some(if span == place {
        finding
    } else {
        finding.with_edit(span, "")
    })
}
