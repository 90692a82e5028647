//! Atoms without legs: castling, the universal leap, the imitator and the drop. Clauses `castle.*`, `universal.*`,
//! `imitate.*` and `drop.*`.

use crate::movement::pattern::{
    Castle, Contents, Imitation, Initial, Pattern, Placement, Side, Universal,
};
use crate::source::{Span, codes};
use crate::syntax::betza::ast::{self, Chain, Letter};

use super::Resolver;

impl Resolver<'_> {
    /// The distance of castling; `None`, and a finding, if the atom has no number.
    pub(super) fn castling_distance(&mut self, chain: &Chain) -> Option<u8> {
        match chain.atom.range {
            Some(ast::Range::Number(number)) if number.value > 0 => Some(number.value),
            _ => {
                self.report_with_help(
                    codes::CASTLING_WITHOUT_RANGE,
                    chain.atom.span,
                    "castling needs the number of squares that the king moves",
                    "write `isO2` for two squares to either side",
                );
                if chain.atom.range.is_none() {
                    self.propose(Span::at(chain.atom.span.range().end), "2");
                }
                None
            }
        }
    }

    /// Reads castling. Clauses `castle.*`.
    pub(super) fn castle(&mut self, groups: &[Vec<Letter>], chain: &Chain) {
        let [letters] = groups else {
            return self.report(
                codes::MODIFIER_NOT_HERE,
                chain.span,
                "castling has a single leg",
            );
        };
        let Some(distance) = self.castling_distance(chain) else {
            return;
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
                "castling without `i` is possible after the king has moved",
                "write `i` before it",
            );
            self.propose(Span::at(chain.span.range().start), "i");
        }
        self.castles(sides, distance, inset, initial);
    }

    /// Adds one pattern for each side; both sides if none is named.
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

    /// Reads the universal leap. Clauses `universal.*`.
    pub(super) fn universal(&mut self, groups: &[Vec<Letter>], chain: &Chain) {
        let Some(letters) = self.only_leg(groups, chain) else {
            return;
        };
        let targets = self.targets(letters, "xu", chain);
        let unload = letters.iter().any(|letter| letter.char == 'u');
        self.no_suffix(chain, "a leap to any square cannot be longer");
        self.no_range(chain, "a leap to any square has no number");
        self.patterns.push(Pattern::Universal(Universal {
            initial: targets.initial,
            pass: targets.pass,
            take: targets.take,
            relay: targets.relay,
            unload,
        }));
    }

    /// Reads the imitator. Clauses `imitate.*`.
    pub(super) fn imitation(&mut self, groups: &[Vec<Letter>], chain: &Chain) {
        let Some(letters) = self.only_leg(groups, chain) else {
            return;
        };
        let targets = self.targets(letters, "fbe", chain);
        self.no_suffix(chain, "an imitator has no steps");
        self.no_range(chain, "an imitator has no range");
        let has = |wanted: char| letters.iter().any(|letter| letter.char == wanted);
        let (forward, backward) = match (has('f'), has('b')) {
            (false, false) => (true, true),
            written => written,
        };
        for (turned, _) in [(false, forward), (true, backward)]
            .into_iter()
            .filter(|(_, wanted)| *wanted)
        {
            self.patterns.push(Pattern::Imitation(Imitation {
                initial: targets.initial,
                turned,
                pass: targets.pass,
                take: targets.take,
                en_passant: targets.en_passant,
            }));
        }
    }

    /// Reads the drop. Clauses `drop.*`.
    pub(super) fn placement(&mut self, groups: &[Vec<Letter>], chain: &Chain) {
        let Some(letters) = self.only_leg(groups, chain) else {
            return;
        };
        let depth = match chain.atom.range {
            None => Some(1),
            Some(ast::Range::Number(number)) if number.value == 0 => None,
            Some(ast::Range::Number(number)) => Some(number.value),
            Some(ast::Range::Star(span)) => {
                return self.report(
                    codes::MODIFIER_NOT_HERE,
                    span,
                    "a drop zone has a number of ranks",
                );
            }
        };
        self.no_suffix(chain, "a drop has no steps");
        let count = |wanted: char| {
            letters
                .iter()
                .filter(|letter| letter.char == wanted)
                .count()
        };
        let limit = |wanted: char| u8::try_from(count(wanted)).ok().filter(|count| *count > 0);
        for letter in letters
            .iter()
            .filter(|letter| !"jfsb".contains(letter.char))
        {
            self.report_with_help(
                codes::MODIFIER_NOT_HERE,
                letter.span,
                format!("`{}` has no meaning on a drop", letter.char),
                "`j` excludes ranks; `f`, `s` and `b` limit the number of pieces on a file, on squares of one color, \
                 and on the board",
            );
        }
        let inset = limit('j').unwrap_or(0);
        if depth.is_some_and(|depth| depth <= inset) {
            self.report_with_help(
                codes::NEVER_MOVES,
                chain.span,
                "`j` leaves no rank of the drop zone",
                "write the number of ranks of the zone, including the excluded ones: `j@7`",
            );
        }
        self.patterns.push(Pattern::Placement(Placement {
            depth,
            inset,
            per_file: limit('f'),
            per_shade: limit('s'),
            on_board: limit('b'),
        }));
    }

    /// The letters of an atom with a single leg.
    fn only_leg<'a>(&mut self, groups: &'a [Vec<Letter>], chain: &Chain) -> Option<&'a [Letter]> {
        if let [letters] = groups {
            return Some(letters);
        }
        self.report_with_help(
            codes::SINGLE_LEG_ATOM,
            chain.span,
            format!("`{}` has a single leg", chain.atom.letter.char),
            "only atoms that step from square to square can continue with `a`",
        );
        None
    }

    fn no_suffix(&mut self, chain: &Chain, why: &str) {
        if let Some(suffix) = chain.atom.suffixes.first() {
            self.report(codes::MODIFIER_NOT_HERE, suffix.span, why);
        }
    }

    fn no_range(&mut self, chain: &Chain, why: &str) {
        if let Some(range) = chain.atom.range {
            self.report(codes::MODIFIER_NOT_HERE, range.span(), why);
        }
    }

    /// Reads the modes of an atom without steps; `more` contains its other permitted letters.
    fn targets(&mut self, letters: &[Letter], more: &str, chain: &Chain) -> Targets {
        let mut found = Targets::default();
        let has = |char: char| letters.iter().any(|letter| letter.char == char);
        let spares_royals =
            has('c') && has('k') && self.dialect != crate::movement::Dialect::Diagram2020;
        let mut has_mode = false;
        for letter in letters {
            has_mode |= "mckdex".contains(letter.char);
            match letter.char {
                'm' => found.pass = Contents::EMPTY,
                'c' if spares_royals => found.take = found.take.union(Contents::COMMONER),
                'c' => found.take = found.take.union(Contents::ENEMY),
                'k' if spares_royals => {}
                'k' => found.take = found.take.union(Contents::ROYAL),
                'd' => found.take = found.take.union(Contents::FRIEND),
                'i' => found.initial = Initial::Unmoved,
                'e' if more.contains('e') => found.en_passant = true,
                'x' if more.contains('x') => found.relay = true,
                other if more.contains(other) => {}
                other => self.report(
                    codes::MODIFIER_NOT_HERE,
                    letter.span,
                    format!("`{other}` has no meaning on `{}`", chain.atom.letter.char),
                ),
            }
        }
        if !has_mode {
            (found.pass, found.take) = (Contents::EMPTY, Contents::ENEMY);
        }
        found
    }
}

/// The targets and the initial condition of a move without steps.
#[derive(Default)]
struct Targets {
    pass: Contents,
    take: Contents,
    en_passant: bool,
    relay: bool,
    initial: Initial,
}
