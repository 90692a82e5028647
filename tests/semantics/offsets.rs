//! Sets of offsets as they are written in tables: `(±1,±2) (0,1..3)`.

use std::collections::BTreeSet;

/// Every offset of the list.
pub(super) fn parse(text: &str) -> BTreeSet<(i16, i16)> {
    let mut offsets = BTreeSet::new();
    for one in text.split_whitespace() {
        let (x, y) = one
            .strip_prefix('(')
            .and_then(|one| one.strip_suffix(')'))
            .and_then(|one| one.split_once(','))
            .unwrap_or_else(|| panic!("`{one}` is not an offset"));
        for dx in coordinates(x) {
            offsets.extend(coordinates(y).into_iter().map(|dy| (dx, dy)));
        }
    }
    offsets
}

/// `3`, `-3`, `±3`, `1..3`, `-1..-3`, `±1..3`.
fn coordinates(text: &str) -> Vec<i16> {
    let both = text.starts_with('±');
    let text = text.trim_start_matches('±');
    let number = |text: &str| -> i16 {
        text.parse()
            .unwrap_or_else(|_| panic!("`{text}` is not a coordinate"))
    };
    let mut values: Vec<i16> = match text.split_once("..") {
        Some((one, other)) => {
            let (one, other) = (number(one), number(other));
            (one.min(other)..=one.max(other)).collect()
        }
        None => vec![number(text)],
    };
    if both {
        values.extend(values.clone().iter().map(|value| -value));
    }
    values
}

#[test]
fn signs_and_ranges() {
    assert_eq!(parse("(0,±1)"), [(0, 1), (0, -1)].into());
    assert_eq!(parse("(±1,2..3)").len(), 4);
    assert_eq!(parse("(±1..2,±3)").len(), 8);
}
