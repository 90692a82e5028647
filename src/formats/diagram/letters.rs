//! Assignment of FEN letters to the ids of a diagram.
//!
//! Ids may be missing, long, or shared by several pieces; FEN letters are one or two letters of the alphabet and form a
//! prefix code, so that a FEN is unambiguous.

use crate::geometry::{CompactSort, add_to, grouped, sorted, value_at};

use super::pieces::Piece;

/// The input for choosing the letter of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct LetterRequest<'a> {
    /// The id, or the first letter of the name if the piece has no id.
    pub(super) id: &'a str,
    /// Whether the id is written in the definition.
    pub(super) is_written: bool,
    /// The name, whose letters are the second choice.
    pub(super) name: &'a str,
}

/// Assigns a letter to each piece. The first of several pieces with the same id gets it, but written ids precede first
/// letters of names, and single letters precede double ones. The others get a free letter, or two letters when the
/// alphabet is used up.
pub(super) fn assign(requests: &[LetterRequest<'_>]) -> Vec<String> {
    let mut letters: Vec<Option<String>> = vec![None; requests.len()];
    let mut code = Code::with_room_for(requests);
    let mut order: Vec<usize> = (0..requests.len()).collect();
    order.sort_compactly_by_key(|number| requests[*number].rank());
    for number in order {
        letters[number] = as_letter(requests[number].id).filter(|wanted| code.take(wanted));
    }
    requests
        .iter()
        .zip(letters)
        .map(|(wish, letter)| letter.unwrap_or_else(|| code.take_free(wish.name)))
        .collect()
}

impl LetterRequest<'_> {
    /// The priority of the piece, lowest first.
    fn rank(&self) -> u8 {
        match (self.is_written, self.id.len()) {
            (true, 0 | 1) => 0,
            (false, _) => 1,
            (true, _) => 2,
        }
    }
}

/// The letter for an id: `Bt` for `BT`; `None` for longer ids and other characters.
pub(super) fn as_letter(id: &str) -> Option<String> {
    let is_letter = (1..=2).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphabetic());
    is_letter.then(|| id[..1].to_ascii_uppercase() + &id[1..].to_ascii_lowercase())
}

/// The letters in use, as a prefix code.
#[derive(Debug)]
struct Code {
    taken: Vec<String>,
    /// The first letters of two-letter codes.
    prefixes: Vec<char>,
}

impl Code {
    /// An empty code with enough reserved first letters: each provides 25 more codes. Letters without a wish are
    /// reserved first, then those with the latest requests.
    fn with_room_for(requests: &[LetterRequest<'_>]) -> Code {
        let n_prefixes = requests.len().saturating_sub(26).div_ceil(25);
        let wishes = requests.iter().enumerate().filter_map(|(number, wish)| {
            let wanted = as_letter(wish.id).filter(|wanted| wanted.len() == 1)?;
            Some((wanted, (wish.rank(), number)))
        });
        let wishes = grouped(wishes);
        let mut alphabet: Vec<char> = ('A'..='Z').rev().collect();
        alphabet.sort_compactly_by_key(|char| {
            let wishes = value_at(&wishes, &char.to_string());
            let first = wishes.and_then(|wishes| wishes.iter().min());
            std::cmp::Reverse(first.copied().unwrap_or((u8::MAX, 0)))
        });
        Code {
            taken: Vec::new(),
            prefixes: sorted(alphabet.into_iter().take(n_prefixes)),
        }
    }

    /// Takes a letter, unless it is taken or would break the prefix property.
    fn take(&mut self, letter: &str) -> bool {
        let Some(first) = letter.chars().next() else {
            return false;
        };
        if letter.len() == 1 {
            return !self.prefixes.contains(&first) && add_to(&mut self.taken, letter.to_owned());
        }
        let first_alone = |one: &String| one.as_str().cmp(&letter[..1]);
        let is_taken = self.taken.binary_search_by(first_alone).is_ok();
        if is_taken || !add_to(&mut self.taken, letter.to_owned()) {
            return false;
        }
        add_to(&mut self.prefixes, first);
        true
    }

    /// Takes a free letter, from the name if possible.
    fn take_free(&mut self, name: &str) -> String {
        let of_name = name.chars().map(|char| char.to_ascii_uppercase());
        let singles = of_name.chain('A'..='Z').filter(char::is_ascii_uppercase);
        for single in singles.map(String::from) {
            if self.take(&single) {
                return single;
            }
        }
        for first in self.prefixes.clone() {
            for second in 'a'..='z' {
                let pair = String::from_iter([first, second]);
                if self.take(&pair) {
                    return pair;
                }
            }
        }
        // The reserved prefixes suffice for all pieces.
        String::from("Zz")
    }
}

// Strings of ids, such as `KJLMOT` or `QNRB`: ids are neither separated nor unique.

/// The ids of a definition, longest first.
#[derive(Debug)]
pub(super) struct Ids<'a> {
    ids: Vec<(&'a str, Vec<usize>)>,
}

impl<'a> Ids<'a> {
    pub(super) fn of(pieces: &'a [Piece<'_>]) -> Ids<'a> {
        let mut ids: Vec<(&str, Vec<usize>)> = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            match ids.iter_mut().find(|(id, _)| *id == piece.id) {
                Some((_, numbers)) => numbers.push(number),
                None if piece.id.is_empty() => {}
                None => ids.push((&piece.id, vec![number])),
            }
        }
        ids.sort_compactly_by_key(|(id, _)| std::cmp::Reverse(id.len()));
        Ids { ids }
    }

    /// The longest id at the beginning of `text`, and the numbers of its pieces.
    pub(super) fn at_head(&self, text: &str) -> Option<(&'a str, &[usize])> {
        self.ids
            .iter()
            .find(|(id, _)| text.starts_with(id))
            .map(|(id, numbers)| (*id, numbers.as_slice()))
    }

    /// The list of ids in a message.
    pub(super) fn list(&self, pieces: &[Piece<'_>]) -> String {
        let mut seen: Vec<String> = Vec::new();
        for piece in pieces {
            let quoted = format!("`{}`", piece.id);
            if !piece.id.is_empty() && !seen.contains(&quoted) && seen.len() < 36 {
                seen.push(quoted);
            }
        }
        let more = if self.ids.len() > seen.len() {
            ", …"
        } else {
            ""
        };
        format!("the ids are {}{more}", seen.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(ids: &[(&str, bool, &str)]) -> String {
        let wish = |&(id, is_written, name)| LetterRequest {
            id,
            is_written,
            name,
        };
        assign(&ids.iter().map(wish).collect::<Vec<_>>()).join(" ")
    }

    #[test]
    fn the_first_keeps_its_id() {
        let pieces = [
            ("P", false, "pawn"),
            ("P", false, "pawn-v"),
            ("K", false, "knight"),
            ("K", true, "king"),
            ("BT", true, "battle tower"),
            ("B", true, "bishop"),
            ("DH", true, "dragon horse"),
            ("+R", true, "roc"),
        ];
        assert_eq!(letters(&pieces), "P A N K T B Dh R");
    }

    #[test]
    fn letters_are_a_prefix_code_however_many_there_are() {
        for n in [1, 26, 27, 51, 52, 256] {
            let letters = assign(&vec![
                LetterRequest {
                    id: "P",
                    is_written: true,
                    name: "pawn"
                };
                n
            ]);
            assert_eq!(sorted(&letters).len(), n);
            for pair in letters.iter().filter(|letter| letter.len() == 2) {
                assert!(!letters.contains(&pair[..1].to_owned()), "{n}: {pair}");
            }
        }
    }

    #[test]
    fn a_full_alphabet_gives_up_the_letter_wished_for_last() {
        let alphabet: Vec<String> = ('A'..='Z').map(String::from).collect();
        let mut requests: Vec<LetterRequest<'_>> = alphabet
            .iter()
            .map(|id| LetterRequest {
                id,
                is_written: true,
                name: "",
            })
            .collect();
        requests.push(requests[0]);
        let letters = assign(&requests);
        assert_eq!(letters[0], "A");
        assert_eq!(letters[25..], ["Za", "Zb"]);
    }
}
