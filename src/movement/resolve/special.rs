//! Atoms that do not walk: castling and the universal leap. Clauses `castle.*` and `universal.*`.

use crate::movement::pattern::{Castle, Contents, Initial, Pattern, Side, Universal};
use crate::source::codes;
use crate::syntax::betza::ast::{self, Chain, Letter};

use super::Resolver;

impl Resolver<'_> {
    /// Clauses `castle.*`.
    pub(super) fn castle(&mut self, groups: &[Vec<Letter>], chain: &Chain) {
        let [letters] = groups else {
            return self.report(
                codes::MODIFIER_NOT_HERE,
                chain.span,
                "castling has a single leg",
            );
        };
        let distance = match chain.atom.range {
            Some(ast::Range::Number(number)) if number.value > 0 => number.value,
            _ => {
                return self.report_with_help(
                    codes::CASTLING_WITHOUT_RANGE,
                    chain.atom.span,
                    "castling needs the number of squares that the king goes",
                    "write `isO2` for two squares to either side",
                );
            }
        };
        let mut sides = Vec::new();
        let (mut inset, mut initial) = (0, Initial::Any);
        for letter in letters {
            match letter.char {
                's' => sides.extend([Side::Left, Side::Right]),
                'l' => sides.push(Side::Left),
                'r' => sides.push(Side::Right),
                'j' => inset += 1,
                'i' => initial = Initial::Unmoved,
                other => self.report(
                    codes::MODIFIER_NOT_HERE,
                    letter.span,
                    format!("`{other}` has no meaning on castling"),
                ),
            }
        }
        if initial == Initial::Any {
            self.report_with_help(
                codes::CASTLING_WITHOUT_INITIAL,
                chain.span,
                "castling without `i` is allowed to a king that has moved",
                "write `i` before it",
            );
        }
        self.castles(sides, distance, inset, initial);
    }

    /// One pattern for each side; both if none is named.
    pub(super) fn castles(
        &mut self,
        mut sides: Vec<Side>,
        distance: u8,
        inset: u8,
        initial: Initial,
    ) {
        if sides.is_empty() {
            sides.extend([Side::Left, Side::Right]);
        }
        sides.sort_unstable();
        sides.dedup();
        self.patterns.extend(sides.into_iter().map(|side| {
            Pattern::Castle(Castle {
                side,
                distance,
                inset,
                initial,
            })
        }));
    }

    /// Clauses `universal.*`.
    pub(super) fn universal(&mut self, groups: &[Vec<Letter>], chain: &Chain) {
        let [letters] = groups else {
            return self.report(
                codes::NOT_SUPPORTED_YET,
                chain.span,
                "a universal leap with several legs is not played by this version",
            );
        };
        let (mut pass, mut take, mut initial) = (Contents::NONE, Contents::NONE, Initial::Any);
        let has_both = |one: char, other: char| {
            let has = |char: char| letters.iter().any(|letter| letter.char == char);
            has(one) && has(other)
        };
        let spares_royals = has_both('c', 'k');
        for letter in letters {
            match letter.char {
                'm' => pass = Contents::EMPTY,
                'c' if spares_royals => take = take.union(Contents::COMMONER),
                'c' => take = take.union(Contents::ENEMY),
                'k' if spares_royals => {}
                'k' => take = take.union(Contents::ROYAL),
                'd' => take = take.union(Contents::FRIEND),
                'i' => initial = Initial::Unmoved,
                other => self.report(
                    codes::NOT_SUPPORTED_YET,
                    letter.span,
                    format!("`{other}` on the universal leap is not played by this version"),
                ),
            }
        }
        if let Some(suffix) = chain.atom.suffixes.first() {
            self.report(
                codes::MODIFIER_NOT_HERE,
                suffix.span,
                "a leap to any square cannot be longer",
            );
        }
        if pass.is_empty() && take.is_empty() {
            (pass, take) = (Contents::EMPTY, Contents::ENEMY);
        }
        self.patterns.push(Pattern::Universal(Universal {
            initial,
            pass,
            take,
        }));
    }
}
