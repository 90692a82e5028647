//! The start position that an engine sends in `setup`, for variants that XBoard does not know.

use std::collections::BTreeMap;

/// The letters of an engine's pieces with the corresponding letters of ours.
pub(super) type Letters = BTreeMap<char, char>;

/// The first FEN field in the arguments of `setup`.
pub(super) fn placement(rest: &str) -> Option<&str> {
    let mut words = rest.split_whitespace();
    let placement = words.find(|word| word.contains('/') && !word.starts_with('('))?;
    Some(placement.split('[').next().unwrap_or(placement))
}

/// The correspondence of letters between two placements, if they have the same pieces on the same squares.
pub(super) fn compare(theirs: &str, ours: &str) -> Option<Letters> {
    let (theirs, ours) = (squares(theirs), squares(ours));
    if theirs.len() != ours.len() {
        return None;
    }
    let mut letters = Letters::new();
    let mut back = Letters::new();
    for (their, our) in theirs.into_iter().zip(ours) {
        if their.is_uppercase() != our.is_uppercase()
            || their.is_alphabetic() != our.is_alphabetic()
        {
            return None;
        }
        if !their.is_alphabetic() {
            if their != our {
                return None;
            }
            continue;
        }
        let (their, our) = (their.to_ascii_lowercase(), our.to_ascii_lowercase());
        if *letters.entry(their).or_insert(our) != our || *back.entry(our).or_insert(their) != their
        {
            return None;
        }
    }
    Some(letters)
}

/// The squares of a placement: letters, `.` for empty, `*` for holes, and `/` between ranks.
fn squares(placement: &str) -> Vec<char> {
    let placement = placement.split('[').next().unwrap_or(placement);
    let mut found = Vec::new();
    let mut digits = 0_usize;
    for char in placement.chars() {
        if let Some(digit) = char.to_digit(10) {
            digits = (digits * 10 + digit as usize).min(64);
            continue;
        }
        found.extend(std::iter::repeat_n('.', digits));
        digits = 0;
        match char {
            '+' | '~' | '\'' | '!' => {}
            _ => found.push(char),
        }
    }
    found.extend(std::iter::repeat_n('.', digits));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_compared_square_by_square() {
        let rest = "(PNBRQ.E...Kpnbrq.e...k) 8x8+8_crazyhouse rn1k/4/PPPP/RN1K[Hh] w - - 0 1";
        let found = placement(rest);
        assert_eq!(found, Some("rn1k/4/PPPP/RN1K"));
        let letters = compare("rn1k/4/PPPP/RN1K", "rm1k/4/PPPP/RM1K");
        assert_eq!(letters.and_then(|map| map.get(&'n').copied()), Some('m'));
        assert!(compare("rn1k/4/PPPP/RN1K", "nr1k/4/PPPP/RN1K").is_none());
        assert!(compare("rn1k/4/PPPP/RN1K", "rn1k/4/PPPP/RNK1").is_none());
        assert!(compare("rn1k/4", "rN1k/4").is_none());
        assert_eq!(compare("12/12", "12/12"), Some(Letters::new()));
    }
}
