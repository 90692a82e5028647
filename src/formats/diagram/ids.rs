//! Strings of ids, such as `KJLMOT` or `QNRB`: ids are neither separated nor unique.

use super::pieces::Piece;

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
        ids.sort_by_key(|(id, _)| std::cmp::Reverse(id.len()));
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
