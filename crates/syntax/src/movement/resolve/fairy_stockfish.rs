//! Reader of Fairy-Stockfish's dialect. Clauses `fsf.*`.

use smallvec::SmallVec;

use crate::geometry::{Headings, Step};
use crate::movement::Dialect;
use crate::movement::directions::{Class, select_fairy_stockfish};
use crate::movement::pattern::{Contents, Initial, Inside, Leg, Range, Turn};
use crate::source::codes;
use crate::syntax::betza::ast::{self, Atom, Chain, Description, Item, Letter, Move};

use super::atom::bare_vector;
use super::{Resolver, span_of};

/// Clause `fsf.lame`: atoms whose leaps can be lame.
const LAME: &str = "NAZDJ";

/// The letters of one move.
#[derive(Default)]
struct Letters {
    directions: Vec<Vec<Letter>>,
    quiet: bool,
    captures: bool,
    hops: bool,
    grasshops: bool,
    lame: bool,
    initial: bool,
}

impl Resolver<'_> {
    pub(super) fn fairy_stockfish(&mut self, description: &Description) {
        for one in &with_doubled_compounds(&description.moves) {
            if self.has_too_many() {
                break;
            }
            self.one_move(one, |this| match one {
                Move::Chain(chain) => this.fairy_stockfish_move(chain),
                Move::Bracket(bracket) => this.report(
                    codes::NOT_IN_DIALECT,
                    bracket.span,
                    "Fairy-Stockfish has no brackets",
                ),
            });
        }
    }

    fn fairy_stockfish_move(&mut self, chain: &Chain) {
        let atom = &chain.atom;
        if let Some(repeat) = chain.items.iter().find_map(|item| match item {
            Item::Repeat(repeat) => Some(repeat),
            Item::Letter(_) => None,
        }) {
            return self.report(
                codes::NOT_IN_DIALECT,
                repeat.span,
                "Fairy-Stockfish has no parentheses",
            );
        }
        if let Some(suffix) = span_of(&atom.suffixes) {
            return self.report(
                codes::NOT_IN_DIALECT,
                suffix,
                "Fairy-Stockfish has no suffixes",
            );
        }
        let Some(vector) = bare_vector(atom.letter.char, Dialect::FairyStockfish) else {
            return self.report(
                codes::NOT_IN_DIALECT,
                atom.letter.span,
                format!("Fairy-Stockfish has no atom `{}`", atom.letter.char),
            );
        };
        let letters = self.fairy_stockfish_letters(chain);
        let mut headings = Headings::NONE;
        for run in &letters.directions {
            let chars: Vec<char> = run.iter().map(|letter| letter.char).collect();
            let selection = select_fairy_stockfish(vector.class, &chars);
            for index in selection.meaningless {
                let letter = run[index];
                self.report(
                    codes::USELESS_MODIFIER,
                    letter.span,
                    format!("`{}` has no effect here", letter.char),
                );
            }
            headings = headings.union(selection.headings);
        }
        if letters.directions.is_empty() {
            headings = vector.class.owned();
        }
        let written = self.fairy_stockfish_range(chain);
        let is_rider = vector.slider || written.is_some();
        if letters.lame && !is_rider && !LAME.contains(atom.letter.char) {
            // Fairy-Stockfish plays the piece without this move.
            return self.report(
                codes::NEVER_MOVES,
                chain.span,
                format!("Fairy-Stockfish has no lame `{}`", atom.letter.char),
            );
        }
        // Clause `fsf.initial`: initial moves do not capture.
        let both = !letters.quiet && !letters.captures;
        let pass = if letters.quiet || both {
            Contents::EMPTY
        } else {
            Contents::NONE
        };
        let take = if (letters.captures || both) && !letters.initial {
            Contents::ENEMY
        } else {
            Contents::NONE
        };
        if headings.is_empty() || pass.is_empty() && take.is_empty() {
            return self.report(
                codes::NEVER_MOVES,
                chain.span,
                "Fairy-Stockfish has no square for this move",
            );
        }
        let leg = Leg {
            turn: Turn::Absolute(headings),
            range: written.unwrap_or(if vector.slider {
                Range::Unlimited
            } else {
                Range::UpTo(1)
            }),
            // Clause `fsf.lame`: riders are never lame.
            inside: if letters.lame && !is_rider {
                Inside::Empty
            } else {
                Inside::Anything
            },
            pass,
            take,
            ..Leg::new(vector.step)
        };
        let initial = if letters.initial {
            Initial::Unmoved
        } else {
            Initial::Any
        };
        let legs = if letters.hops || letters.grasshops {
            hopper(leg, written, letters.grasshops, vector.class)
        } else {
            vec![leg]
        };
        self.push_walks(std::iter::once(legs), initial, None);
    }

    fn fairy_stockfish_letters(&mut self, chain: &Chain) -> Letters {
        let mut sorted = Letters::default();
        let mut in_run = false;
        for item in &chain.items {
            let Item::Letter(letter) = item else { continue };
            let was_in_run = std::mem::take(&mut in_run);
            match letter.char {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                    match sorted.directions.last_mut() {
                        Some(run) if was_in_run => run.push(*letter),
                        _ => sorted.directions.push(vec![*letter]),
                    }
                    in_run = true;
                }
                'm' => sorted.quiet = true,
                'c' => sorted.captures = true,
                'p' => sorted.hops = true,
                'g' => sorted.grasshops = true,
                'n' => sorted.lame = true,
                'i' => sorted.initial = true,
                // Clause `fsf.e`: in Fairy-Stockfish, en passant is a rule of the variant.
                'e' => {}
                other => self.report(
                    codes::NOT_IN_DIALECT,
                    letter.span,
                    format!("Fairy-Stockfish has no modifier `{other}`"),
                ),
            }
        }
        sorted
    }

    /// The range: one digit, and none after a doubled letter. Clause `fsf.range`.
    fn fairy_stockfish_range(&mut self, chain: &Chain) -> Option<Range> {
        match (chain.atom.range, chain.atom.doubled) {
            (Some(ast::Range::Number(number)), Some(_)) => {
                self.report(
                    codes::SECOND_DIGIT,
                    number.span,
                    format!(
                        "Fairy-Stockfish reads no number after `{0}{0}`",
                        chain.atom.letter.char
                    ),
                );
                Some(Range::Unlimited)
            }
            (Some(ast::Range::Number(number)), None) => {
                let mut steps = number.value;
                if steps > 9 {
                    steps /= 10;
                    self.report(
                        codes::SECOND_DIGIT,
                        number.span,
                        format!("Fairy-Stockfish reads {} as {steps}", number.value),
                    );
                }
                Some(match steps {
                    0 => Range::Unlimited,
                    steps => Range::UpTo(steps),
                })
            }
            (Some(ast::Range::Star(span)), _) => {
                self.report(
                    codes::NOT_IN_DIALECT,
                    span,
                    "Fairy-Stockfish has no range `*`",
                );
                None
            }
            (None, Some(_)) => Some(Range::Unlimited),
            (None, None) => None,
        }
    }
}

/// Joins doubled letters into one atom. The common syntax tree has doubled K, Q, R and B as two atoms. Clause
/// `fsf.doubled`.
fn with_doubled_compounds(moves: &[Move]) -> Vec<Move> {
    let mut joined: Vec<Move> = Vec::with_capacity(moves.len());
    for one in moves {
        match (joined.last_mut(), one) {
            (Some(Move::Chain(before)), Move::Chain(again)) if is_again(before, again) => {
                before.atom = Atom {
                    letter: before.atom.letter,
                    doubled: Some(again.atom.letter.span),
                    span: before.atom.span.to(again.atom.span),
                    ..again.atom.clone()
                };
                before.span = before.span.to(again.span);
            }
            _ => joined.push(one.clone()),
        }
    }
    joined
}

/// Whether a move is only the atom of the previous move again, directly after its letter.
fn is_again(before: &Chain, again: &Chain) -> bool {
    let (first, second) = (&before.atom, &again.atom);
    let is_bare = first.doubled.is_none()
        && first.range.is_none()
        && first.suffixes.is_empty()
        && first.apostrophe.is_none();
    is_bare
        && again.items.is_empty()
        && second.doubled.is_none()
        && first.letter.char == second.letter.char
        && matches!(first.letter.char, 'K' | 'Q' | 'R' | 'B')
        && before.span.end == again.span.start
}

/// The legs of a hopper. A number replaces the single square of the grasshopper and counts all steps; hoppers on W, F
/// and K slide. Clause `fsf.hop`.
fn hopper(leg: Leg, written: Option<Range>, grasshops: bool, class: Class) -> Vec<Leg> {
    let slides = class != Class::Oblique && leg.step == Step::Radial(1);
    let implied = if grasshops {
        Range::UpTo(1)
    } else {
        Range::Unlimited
    };
    let (flight, landing) = match written.unwrap_or(implied) {
        Range::UpTo(1) if slides || written.is_some() => (Range::Unlimited, Range::UpTo(1)),
        Range::UpTo(steps) if slides || written.is_some() => (Range::UpTo(steps), Range::Rest),
        _ if slides || written.is_some() => (Range::Unlimited, Range::Rest),
        // In Fairy-Stockfish, leapers that hop never move; here they are played as in XBetza.
        _ if grasshops => (Range::UpTo(1), Range::Unlimited),
        _ => (Range::UpTo(1), Range::UpTo(1)),
    };
    let hop = Leg {
        range: flight,
        pass: Contents::OCCUPIED,
        take: Contents::NONE,
        ..leg.clone()
    };
    let landing = Leg {
        turn: Turn::Relative(Headings::of(&[0]), SmallVec::new()),
        range: landing,
        ..leg
    };
    vec![hop, landing]
}
