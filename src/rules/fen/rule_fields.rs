//! States of rules as fields of a FEN.

use std::fmt::Write;

use crate::rules::data::{CompiledRules, NamedRule, numbers, read_numbers};
use crate::state::{OwnField, RuleState, RuleStates, Setup};

/// The states of rules in a FEN without their fields.
pub(crate) fn initial_states(named: &[NamedRule]) -> RuleStates {
    RuleStates::of(named.iter().map(|named| named.rule.initial_state()))
}

/// Reads the field of a rule: `None` if no rule has this field, `Some(false)` if the rule rejects its value.
pub(crate) fn is_read_by_rule(
    rules: &CompiledRules,
    setup: &mut Setup,
    field: &OwnField,
) -> Option<bool> {
    let rule = rules.rule_of_field(&field.name)?;
    let state = read(rules, &rules.rules()[rule.index()], &field.value);
    let is_read = state.is_some();
    if let Some(state) = state {
        setup.special.custom.set(rule, state);
    }
    Some(is_read)
}

/// Writes the fields of the rules whose states are not initial, each after a blank: those that
/// stand before the predefined fields, or the others.
pub(crate) fn write_states(rules: &CompiledRules, setup: &Setup, first: bool, text: &mut String) {
    for (rule, named) in rules.rules_with_ids() {
        let state = setup.special.custom.get(rule);
        if named.field_is_first == first && *state != named.rule.initial_state() {
            let _ = write!(text, " {}={}", named.field, value(rules, named, state));
        }
    }
}

/// The value of a rule's field.
pub(crate) fn value(rules: &CompiledRules, named: &NamedRule, state: &RuleState) -> String {
    let text = named.rule.write_state(state, &rules.shape);
    let is_sound = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, ',' | ';');
    let is_read = || read(rules, named, &text).as_ref() == Some(state);
    if !text.is_empty() && text.chars().all(is_sound) && is_read() {
        text
    } else {
        format!("={}", numbers(state))
    }
}

/// Reads the value of a rule's field. After a second `=` the value is the numbers of the state.
fn read(rules: &CompiledRules, named: &NamedRule, text: &str) -> Option<RuleState> {
    match text.strip_prefix('=') {
        Some(numbers) => read_numbers(numbers),
        None => named.rule.read_state(text, &rules.shape),
    }
}
