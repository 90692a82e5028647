//! The numbers of a rule's state as text.

use crate::state::RuleState;

/// The numbers of a state, separated by `/`; `-` if empty.
pub(crate) fn numbers(state: &RuleState) -> String {
    if state.numbers().is_empty() {
        return "-".to_owned();
    }
    let numbers: Vec<String> = state.numbers().iter().map(i64::to_string).collect();
    numbers.join("/")
}

/// Reads the text of [`numbers`].
pub(crate) fn read_numbers(text: &str) -> Option<RuleState> {
    if text == "-" {
        return Some(RuleState::EMPTY);
    }
    let numbers: Result<Vec<i64>, _> = text.split('/').map(str::parse).collect();
    numbers.ok().map(RuleState::new)
}
