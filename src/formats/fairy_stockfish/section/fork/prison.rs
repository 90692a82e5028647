//! Options about captured pieces as prisoners, and their exchange.

use crate::formats::fairy_stockfish::section::types::{KING, Type, TypeSet};

/// The options about prisoners.
#[derive(Clone, Debug)]
pub(in crate::formats::fairy_stockfish) struct Prison {
    /// Whether captured pieces are held by their captor.
    pub(in crate::formats::fairy_stockfish) holds: bool,
    /// Whether pawns promote only to prisoners of the other side, and take their place.
    pub(in crate::formats::fairy_stockfish) promotes: bool,
    /// The prisoners for which a piece is set free, by type.
    pub(in crate::formats::fairy_stockfish) price: Vec<TypeSet>,
}

impl Default for Prison {
    fn default() -> Prison {
        Prison {
            holds: false,
            promotes: false,
            price: vec![TypeSet::default(); KING + 1],
        }
    }
}

impl Prison {
    /// Sets `hostageExchange`; types that it does not name keep their values.
    pub(in crate::formats::fairy_stockfish) fn set(
        &mut self,
        text: &str,
        types: impl Fn(&str) -> Option<TypeSet>,
    ) -> Result<(), &'static str> {
        let words = text.split_whitespace().map(|word| {
            let (prisoner, price) = word.split_once(':')?;
            Some((types(prisoner)?, types(price)?))
        });
        let pairs: Option<Vec<(TypeSet, TypeSet)>> = words.collect();
        let pairs = pairs.filter(|pairs| !pairs.is_empty());
        for (prisoners, price) in
            pairs.ok_or("prisoners and the pieces exchanged for them: `p:pn r:rq`")?
        {
            for (number, place) in self.price.iter_mut().enumerate().skip(1) {
                if prisoners.contains(0) || prisoners.contains(number) {
                    *place = price;
                }
            }
        }
        Ok(())
    }

    /// The lines of options that are not single values.
    pub(in crate::formats::fairy_stockfish) fn lines(
        &self,
        letters: &[Option<char>],
    ) -> Vec<String> {
        let mut lines = Vec::new();
        if self.holds {
            lines.push("captureType = prison".to_owned());
        }
        let letter = |number: Type| letters.get(number).copied().flatten();
        let words = self.price.iter().enumerate().filter_map(|(number, price)| {
            let given: String = price.iter().filter_map(letter).collect();
            let letter = letter(number)?;
            (!given.is_empty()).then(|| format!("{letter}:{given}"))
        });
        let words: Vec<String> = words.collect();
        if !words.is_empty() {
            lines.push(format!("hostageExchange = {}", words.join(" ")));
        }
        lines
    }
}
