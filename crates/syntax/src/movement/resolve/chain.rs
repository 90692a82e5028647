//! Moves whose legs share one atom, and repeated groups. Clauses `chain.*` and `repeat.*`.

use crate::geometry::Step;
use crate::movement::Dialect;
use crate::movement::directions::Class;
use crate::movement::pattern::{Initial, Leg, Pattern, Range, Repeat, Turn, Walk};
use crate::movement::turn::Bearing;
use crate::source::budget::spend_each;
use crate::source::{Span, codes};
use crate::syntax::betza::ast::{self, Chain, Item, Letter};

use super::atom::{Vector, written_range};
use super::leg::{Joint, Written};
use super::letters::Letters;
use super::{Place, Resolver};

/// The letters of each leg, and the legs that may be repeated.
struct Unfolded {
    groups: Vec<Vec<Letter>>,
    repeat: Option<Repeat>,
}

impl Unfolded {
    fn plain(letters: &[Letter]) -> Unfolded {
        Unfolded {
            groups: groups_of(letters),
            repeat: None,
        }
    }
}

fn groups_of(letters: &[Letter]) -> Vec<Vec<Letter>> {
    letters
        .split(|letter| letter.char == 'a')
        .map(<[Letter]>::to_vec)
        .collect()
}

/// Steps of the budget for reading one leg.
pub(super) const LEG: u64 = 16;

/// The legs read so far, and whether the next one follows an odd number of toggles.
#[derive(Clone, Default)]
struct Partial {
    legs: Vec<Leg>,
    toggled: bool,
}

impl Resolver<'_> {
    pub(super) fn chain(&mut self, chain: &Chain) {
        for unfolded in self.unfold(chain) {
            if unfolded.groups.len() > self.limits.legs {
                return self.report(
                    codes::TOO_MANY_LEGS,
                    chain.span,
                    format!(
                        "the move has {} legs, the limit is {}",
                        unfolded.groups.len(),
                        self.limits.legs
                    ),
                );
            }
            self.flat_chain(&unfolded, chain);
            if self.has_too_many() {
                return;
            }
        }
    }

    /// Unfolds a group in parentheses, which stands for zero or more copies of its letters. Clause `repeat.1`.
    fn unfold(&mut self, chain: &Chain) -> Vec<Unfolded> {
        let letters = |items: &[Item]| -> Vec<Letter> {
            let letter = |item: &Item| match item {
                Item::Letter(letter) => Some(*letter),
                Item::Repeat(_) => None,
            };
            items.iter().filter_map(letter).collect()
        };
        let group = chain
            .items
            .iter()
            .enumerate()
            .find_map(|(at, item)| match item {
                Item::Repeat(repeat) => Some((at, repeat)),
                Item::Letter(_) => None,
            });
        let Some((at, group)) = group else {
            return vec![Unfolded::plain(&letters(&chain.items))];
        };
        let before = letters(&chain.items[..at]);
        let behind = letters(&chain.items[at + 1..]);
        let has = |wanted: &str| group.letters.iter().any(|one| wanted.contains(one.char));
        let at_most = group.count.map(|count| count.value);
        if has("a") && !has("yg") {
            return self.looped(&before, &group.letters, &behind, at_most);
        }
        // Clause `repeat.3`: copies of a group that changes ranges, or that has no leg of its own, differ and are
        // written out.
        let copies = at_most.map_or(self.limits.copies, usize::from);
        let mut unfolded = Vec::new();
        for copies in 0..=copies.min(self.limits.copies) {
            let mut flat = before.clone();
            (0..copies).for_each(|_| flat.extend(&group.letters));
            flat.extend(&behind);
            let one = Unfolded::plain(&flat);
            if at_most.is_none() && one.groups.len() > self.limits.legs {
                break;
            }
            unfolded.push(one);
        }
        unfolded
    }

    /// Unfolds a group with legs of its own into the move without it and the move with a repeated stretch: all copies
    /// but the last have the same legs.
    fn looped(
        &mut self,
        before: &[Letter],
        group: &[Letter],
        behind: &[Letter],
        at_most: Option<u8>,
    ) -> Vec<Unfolded> {
        let without: Vec<Letter> = before.iter().chain(behind).copied().collect();
        let mut unfolded = vec![Unfolded::plain(&without)];
        if at_most == Some(0) {
            return unfolded;
        }
        let (before, group, behind) = (groups_of(before), groups_of(group), groups_of(behind));
        let joined = |one: &[Letter], other: &[Letter]| -> Vec<Letter> {
            one.iter().chain(other).copied().collect()
        };
        let (Some((last_before, first_legs)), Some((head, middle_and_tail))) =
            (before.split_last(), group.split_first())
        else {
            return unfolded;
        };
        let (Some((tail, middle)), Some((next, last_legs))) =
            (middle_and_tail.split_last(), behind.split_first())
        else {
            return unfolded;
        };
        let mut legs = first_legs.to_vec();
        legs.push(joined(last_before, head));
        legs.extend_from_slice(middle);
        let from = legs.len();
        legs.push(joined(tail, head));
        legs.extend_from_slice(middle);
        let to = legs.len();
        legs.push(joined(tail, next));
        legs.extend_from_slice(last_legs);
        let repeat = match at_most {
            Some(1) => {
                legs.drain(from..to);
                None
            }
            _ if legs.len() > self.limits.legs => None,
            _ => Some(Repeat {
                from: from as u8,
                to: to as u8,
                at_most: at_most.map(|count| count - 1),
            }),
        };
        unfolded.push(Unfolded {
            groups: legs,
            repeat,
        });
        unfolded
    }

    fn flat_chain(&mut self, unfolded: &Unfolded, chain: &Chain) {
        let groups = &unfolded.groups;
        match chain.atom.letter.char {
            'O' => return self.castle(groups, chain),
            'U' => return self.universal(groups, chain),
            'I' => return self.imitation(groups, chain),
            '@' => return self.placement(groups, chain),
            _ => {}
        }
        let Some(vector) = self.vector(&chain.atom) else {
            return;
        };
        let count = groups.len();
        let sorted: Vec<Letters> = groups
            .iter()
            .enumerate()
            .map(|(index, group)| self.sort_letters(group, Place::of(index, count)))
            .collect();
        if count > 1 {
            self.number_on_chain(chain, vector, &sorted);
            self.several_victims(&sorted);
        }
        let initial = self.initial(&sorted[0]);
        let wrap = self.wrap(&sorted[0], count == 1);
        let mut partial = vec![Partial::default()];
        for (index, letters) in sorted.iter().enumerate() {
            let place = Place::of(index, count);
            let mut next = Vec::new();
            for Partial { legs, toggled } in &partial {
                let written = Written {
                    letters,
                    atom: &chain.atom,
                    vector,
                    range: Self::range(&chain.atom, vector, place, *toggled),
                    place,
                    joint: Joint::Chain,
                    wrap,
                };
                for reading in self.leg(&written) {
                    if spend_each(legs.len() + 1, LEG).is_err() {
                        return;
                    }
                    let mut legs = legs.clone();
                    legs.extend(reading.legs);
                    next.push(Partial {
                        legs,
                        toggled: toggled ^ reading.toggles,
                    });
                }
                if next.len() > self.limits.patterns {
                    return self.too_many_readings(chain);
                }
            }
            partial = next;
        }
        for Partial { legs, .. } in &partial {
            self.handed_continuation(chain, vector, legs);
            self.borrowing_captor(legs, &sorted);
            self.dead_end(legs, chain.span);
        }
        self.push_walks(
            partial.into_iter().map(|one| one.legs),
            initial,
            unfolded.repeat,
        );
    }

    pub(super) fn push_walks(
        &mut self,
        walks: impl Iterator<Item = Vec<Leg>>,
        initial: Initial,
        repeat: Option<Repeat>,
    ) {
        self.patterns.extend(walks.map(|legs| {
            Pattern::Walk(Walk {
                legs,
                initial,
                repeat,
                revisits: true,
                rebounds: false,
                skips_walls: false,
            })
        }));
    }

    /// Lint: reports a turn that the atom of its leg cannot make.
    pub(super) fn dead_end(&mut self, legs: &[Leg], span: Span) {
        let mut bearings: Vec<Option<Bearing>> = vec![None];
        for (index, leg) in legs.iter().enumerate() {
            let mut next = Vec::new();
            for before in bearings {
                for (heading, bend) in leg.headings(before) {
                    let bearing = Some(Bearing::behind(leg.step, heading, bend, index == 0));
                    if !next.contains(&bearing) {
                        next.push(bearing);
                    }
                }
            }
            bearings = next;
        }
        if bearings.is_empty() {
            self.report_with_help(
                codes::NEVER_MOVES,
                span,
                "no leg of this kind can turn in this direction",
                "an orthogonal atom cannot continue diagonally, or a diagonal one orthogonally: name the turn, such \
                 as `fs`, or another atom",
            );
        }
    }

    fn too_many_readings(&mut self, chain: &Chain) {
        self.report(
            codes::TOO_MANY_PATHS,
            chain.span,
            format!(
                "the move can be read in more than {} ways",
                self.limits.patterns
            ),
        );
    }

    /// Lint of clause `range.chain.1`: reports a number on a chain.
    fn number_on_chain(&mut self, chain: &Chain, vector: Vector, sorted: &[Letters]) {
        let (Some(written), Some(range)) = (written_range(&chain.atom), chain.atom.range) else {
            return;
        };
        if self.dialect != Dialect::XBetza || matches!(range, ast::Range::Star(_)) {
            return;
        }
        let is_agreed = written == Range::Unlimited
            && (vector.slider || sorted.iter().any(|letters| letters.any_mode("yg")));
        if !is_agreed {
            self.report_with_help(
                codes::NUMBER_ON_CHAIN,
                range.span(),
                "this number belongs to the first leg only; other programs apply it to every leg",
                "brackets give each leg its own number",
            );
        }
    }

    /// Reports a capture on a leg that borrows the moves of another piece. Clause `relay.captor`.
    pub(super) fn borrowing_captor(&mut self, legs: &[Leg], sorted: &[Letters]) {
        let Some((last, before)) = legs.split_last() else {
            return;
        };
        let x = sorted.last().and_then(|letters| letters.mode_letter('x'));
        if let (Some(x), true) = (x, last.relay)
            && before
                .iter()
                .any(|leg| !leg.take.is_empty() || leg.en_passant)
        {
            self.report_with_help(
                codes::CONFLICTING_MODES,
                x.span,
                "a piece that has captured on an earlier leg cannot borrow a move",
                "borrow on a leg that follows only legs without capture",
            );
        }
    }

    /// Lint of clause `unload.2`: reports a move that captures several pieces and unloads one.
    pub(super) fn several_victims(&mut self, sorted: &[Letters]) {
        let unloads = sorted.iter().find_map(|letters| letters.u);
        let victims = sorted
            .iter()
            .filter(|letters| letters.any_mode("cdk"))
            .count();
        if let (Some(u), true) = (unloads, victims > 1) {
            self.report(
                codes::UNLOAD_UNDEFINED,
                u.span,
                "of several captured pieces, the last one is put down here",
            );
        }
    }

    /// Lint of clause `dir.oblique`: reports a turn to one side after an oblique leap of both
    /// hands, left and right.
    fn handed_continuation(&mut self, chain: &Chain, vector: Vector, legs: &[Leg]) {
        if vector.class != Class::Oblique || self.dialect != Dialect::XBetza {
            return;
        }
        let [first, rest @ ..] = legs else { return };
        let Turn::Absolute(headings) = &first.turn else {
            return;
        };
        let hands = |odd: bool| headings.iter().any(|one| one.is_diagonal() == odd);
        let both_hands = hands(false) && hands(true) && matches!(first.step, Step::Oblique(..));
        let is_handed = |leg: &Leg| match &leg.turn {
            Turn::Relative(turns, _) => turns
                .iter()
                .any(|turn| !turns.contains(turn.turned(8 - 2 * turn.number() % 8))),
            _ => false,
        };
        if both_hands && rest.iter().any(is_handed) {
            self.report_with_help(
                codes::HANDED_CONTINUATION,
                chain.span,
                "left and right after an oblique leap are not mirror images",
                "use `z` or `q`, or restrict the leap to one hand with `hr` or `hl`",
            );
        }
    }
}
