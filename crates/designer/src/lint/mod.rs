//! Linter: probable mistakes in definitions that can be played.
//!
//! A [`lints`] finding is never an error. Its place is the key that causes it. Inherited keys are reported
//! where they are written, so most findings are about a variant's own keys.
//!
//! ```
//! use ferz::formats::{Catalog, Format, Outline};
//! use ferz::game::Variant;
//! use ferz_designer::lint::{Place, lints};
//!
//! let text = "name = 'mine'\ninherits = 'chess'\npieces.rook.move = 'R7cD'\n\
//!             pieces.knight.move = { betza = 'N', from = 'none' }\n";
//! let catalog = Catalog::read(text, Format::Toml).into_result().unwrap();
//! let variant = Variant::compile(catalog.get("mine").unwrap()).unwrap();
//! let outline = Outline::of(text);
//! let found = lints(&variant, &Place::in_toml(&outline, "mine"));
//! assert_eq!(found[0].code.as_str(), "W0403");
//! assert_eq!(found[0].message, "the piece `knight` can never move on this board");
//! ```

mod double_step;
mod faults;
mod first_moves;
mod letters;
mod library;
mod moves;
mod place;
mod presence;
mod promotion;
mod reach;
mod royalty;
mod travel;

pub use place::Place;

use faults::Faults;

use ferz::definition::{RoyalRule, rule_keys};
use ferz::formats::{Catalog, Format, Outline, TextPlace};
use ferz::game::{Outcome, Variant};
use ferz::rules::{RuleFact, RuleRegistry};
use ferz::source::{Diagnostic, Span, codes};

/// The findings about the variants without errors in a file, beyond those of the reader: invalid start
/// positions, and [`lints`]. `text` is the source of the catalog.
pub fn examine(catalog: &Catalog, text: &str, format: Format) -> Vec<Diagnostic> {
    examine_with(catalog, text, format, &RuleRegistry::new())
}

/// [`examine`] for definitions with custom rules of the caller.
pub fn examine_with(
    catalog: &Catalog,
    text: &str,
    format: Format,
    registry: &RuleRegistry,
) -> Vec<Diagnostic> {
    let outline = (format == Format::Toml).then(|| Outline::of(text));
    let faults = Faults::new(catalog, registry);
    let mut choices = catalog.choices();
    let mut found = Vec::new();
    // A variant with errors is incomplete, and would cause misleading findings.
    let good = catalog.names().filter(|name| !catalog.is_faulty(name));
    for def in good.filter_map(|name| catalog.get(name)) {
        let start = catalog.start_place(&def.name);
        let compiled = Variant::builder(def).rules(registry).compile();
        let mut of_variant = match &compiled {
            Ok(variant) => {
                let place = match (&outline, start) {
                    (Some(outline), _) => Place::in_toml(outline, &def.name),
                    (None, Some(start)) => Place::whole(start.span()),
                    (None, None) => Place::whole(Span::at(0)),
                };
                let mut of_variant = own_start(variant, start);
                of_variant.extend(no_royal(variant, &place));
                of_variant.extend(lints(variant, &place));
                presence::keep_of_settings(&mut choices, def, registry, &place, &mut of_variant);
                of_variant
            }
            Err(error) => faults.of(def, error),
        };
        of_variant.extend(faults.of_values(def, compiled.as_ref().err(), &mut choices));
        for finding in of_variant {
            // An inherited fault is reported once for all variants.
            if !found.contains(&finding) {
                found.push(finding);
            }
        }
    }
    if format == Format::Toml {
        found.extend(library::unknown_words(catalog, text));
    }
    found
}

/// The findings about the variant's own start position.
fn own_start(variant: &Variant, place: Option<TextPlace>) -> Vec<Diagnostic> {
    let Some(place) = place.filter(|place| place.is_written()) else {
        return Vec::new();
    };
    let found = variant.read_fen(&variant.def().start).diagnostics;
    found.into_iter().map(|one| place.locate(one)).collect()
}

/// The lints of a variant, in the order of the file.
pub fn lints(variant: &Variant, place: &Place<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    start(variant, place, &mut found);
    letters::clashes(variant, place, &mut found);
    moves::immobile(variant, place, &mut found);
    moves::color_bound(variant, place, &mut found);
    presence::absent(variant, place, &mut found);
    promotion::unreachable(variant, place, &mut found);
    reach::useless(variant, place, &mut found);
    royalty::royalty_loss(variant, place, &mut found);
    royalty::royal_exploded(variant, place, &mut found);
    double_step::no_en_passant(variant, place, &mut found);
    first_moves::elsewhere(variant, place, &mut found);
    custom(variant, place, &mut found);
    Diagnostic::sort(&mut found);
    found
}

/// Collects the findings of custom rules, and of zones with parts that have no effect.
fn custom(variant: &Variant, place: &Place<'_>, found: &mut Vec<Diagnostic>) {
    for (rule, doubt) in variant.custom_findings() {
        let (finding, at) = doubt.found(codes::RULE_DOUBT, rule);
        let span = place.of(&at.path());
        found.push(Diagnostic { span, ..finding });
    }
    for (rule, idle) in variant.idle_parts() {
        let (finding, at) = idle.found(codes::IDLE_ZONE_PART, rule);
        // For an inherited key, the cause may be the board of this variant.
        if let Some(span) = place.own(&at.path()) {
            found.push(Diagnostic { span, ..finding });
        }
    }
}

/// The path of a capture setting. For a rule in Rust, only the rule itself is known.
fn keys_of_captures<'v>(variant: &'v Variant, key: &'static str) -> Vec<&'v str> {
    let who = variant
        .compiled_rules()
        .who_states(|fact| matches!(fact, RuleFact::Captures(_)));
    match who.map(rule_keys) {
        Some(keys) if keys.contains(&"custom") => keys,
        _ => vec!["rules", "captures", key],
    }
}

/// The finding that no piece is royal, if the variant has custom rules, which the reader cannot judge.
fn no_royal(variant: &Variant, place: &Place<'_>) -> Option<Diagnostic> {
    let compiled = variant.compiled_rules();
    let is_wanted =
        compiled.facts.royal == RoyalRule::Check && !variant.def().rules.custom.is_empty();
    (is_wanted && compiled.demand() == RoyalRule::None).then(|| RoyalRule::nobody(place.name()))
}

/// Finds start positions in which the game is already over.
fn start(variant: &Variant, place: &Place<'_>, found: &mut Vec<Diagnostic>) {
    let Outcome::Ended { reason, .. } = variant.start().outcome() else {
        return;
    };
    let message = format!("the game is over in the start position: {reason}");
    let finding = Diagnostic::new(codes::START_DECIDED, place.of(&["start"]), message)
        .with_help("check the position with `ferz show`, or the rule that ends the game");
    found.push(finding);
}
