//! What parameters do to the evaluation of positions, found by changing them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Parameter, Tuning, parameter};
use crate::eval::{Evaluation, weights};
use crate::game::Variant;
use crate::geometry::Square;
use crate::movegen::{GeneralStack, SearchStack, Weights, beside};
use crate::state::{Color, Piece, Setup};

/// Of squares and places that fewer positions show, nothing is learned.
const LEAST_SEEN: usize = 40;

/// Of more of them nothing is learned: it would take too long.
const MOST_PLACES: usize = 2500;

/// The number of a parameter, and by how much the evaluation grows with it.
pub(crate) type Feature = (u32, f32);

/// What is learned of single squares and places, with the numbers of the positions that show it.
pub(crate) type Places = BTreeMap<Parameter, Vec<usize>>;

/// The evaluation of a variant as something that can be learned.
#[derive(Debug)]
pub(crate) struct Lessons {
    variant: Variant,
    weights: Weights,
}

impl Lessons {
    pub(crate) fn new(variant: &Variant, evaluation: &Evaluation) -> Lessons {
        Lessons {
            variant: variant.clone(),
            weights: weights(variant, evaluation),
        }
    }

    /// All that can be tuned but what is learned of single squares and places.
    pub(crate) fn parameters(&self) -> Vec<Parameter> {
        parameter::parameters(self.variant.book())
    }

    /// What can be learned of single squares, and of places beside royal pieces, each with the numbers of the
    /// positions that show it: what is shown often enough.
    pub(crate) fn places(&self, setups: &[Setup]) -> Places {
        let mut shown = Places::new();
        for (position, setup) in setups.iter().enumerate() {
            for place in self.places_of(setup) {
                shown.entry(place).or_default().push(position);
            }
        }
        let mut often: Vec<(Parameter, Vec<usize>)> = shown.into_iter().collect();
        often.retain(|(_, positions)| positions.len() >= LEAST_SEEN);
        often.sort_by_key(|(_, positions)| std::cmp::Reverse(positions.len()));
        often.truncate(MOST_PLACES);
        often.into_iter().collect()
    }

    /// On what squares and in what places beside royal pieces the pieces of a position stand.
    fn places_of(&self, setup: &Setup) -> BTreeSet<Parameter> {
        let book = self.variant.book();
        let place = |square: Square| {
            let shape = &book.shape;
            [shape.file_of(square).into(), shape.rank_of(square).into()]
        };
        let royals = |color: Color| {
            let pieces = setup.board.pieces();
            pieces.filter(move |(_, piece)| piece.color == color && book.role(piece.role).royal)
        };
        let mut found = BTreeSet::new();
        for (square, piece) in setup.board.pieces() {
            let Piece { color, role } = piece;
            let at = parameter::folded(book, color, square);
            found.insert(Parameter::Square { role, at });
            for (whose, side) in [color, color.opponent()].into_iter().enumerate() {
                for (royal, _) in royals(side).filter(|(royal, _)| *royal != square) {
                    let at = beside(color, place(square), place(royal));
                    found.insert(Parameter::Beside { role, whose, at });
                }
            }
        }
        found
    }

    /// How far each is expected to be from 0.
    pub(crate) fn spreads(&self, parameters: &[Parameter]) -> Vec<f64> {
        let spreads = parameters.iter();
        spreads
            .map(|parameter| parameter.spread(&self.weights))
            .collect()
    }

    /// The tuning with these values of parameters.
    pub(crate) fn tuning(&self, parameters: &[Parameter], values: &[f64]) -> Tuning {
        let pairs = parameters.iter().copied().zip(values.iter().copied());
        Tuning::of_values(self.variant.def(), pairs)
    }

    /// What positions are worth for White, in hundredths of a pawn of chess.
    pub(crate) fn evaluations(&self, setups: &[Setup]) -> Vec<f64> {
        evaluations(&self.variant, &self.weights, setups.iter())
    }

    /// By position: the numbers of the parameters that change the evaluation for White, and by how much it grows
    /// with them. Parameters that are among the places change it where these are shown.
    ///
    /// Where the evaluation is no sum, that is its mean growth over the step of the parameter.
    pub(crate) fn features(
        &self,
        setups: &[Setup],
        parameters: &[Parameter],
        places: &Places,
    ) -> Vec<Vec<Feature>> {
        let before = self.evaluations(setups);
        let everywhere: Vec<usize> = (0..setups.len()).collect();
        let mut found = vec![Vec::new(); setups.len()];
        for (number, parameter) in parameters.iter().enumerate() {
            let mut changed = self.weights.clone();
            parameter.add(self.variant.book(), &mut changed, parameter.step());
            let positions = places.get(parameter).unwrap_or(&everywhere);
            let setups = positions.iter().map(|position| &setups[*position]);
            let after = evaluations(&self.variant, &changed, setups);
            let step = f64::from(parameter.step());
            for (position, after) in positions.iter().zip(after) {
                let growth = ((after - before[*position]) / step) as f32;
                if growth != 0.0 {
                    found[*position].push((number as u32, growth));
                }
            }
        }
        found
    }
}

fn evaluations<'s>(
    variant: &Variant,
    weights: &Weights,
    setups: impl Iterator<Item = &'s Setup>,
) -> Vec<f64> {
    let mut setups = setups.peekable();
    let Some(first) = setups.peek() else {
        return Vec::new();
    };
    let mut tables: Option<Box<dyn SearchStack + '_>> = variant
        .table_engine()
        .and_then(|plan| plan.search_stack(variant.book(), weights, first));
    let mut general = GeneralStack::new(variant.rules_with_paths(), weights, first);
    let evaluate = |setup: &Setup| {
        let by_tables = tables.as_mut().and_then(|stack| {
            let holds = stack.begin(setup);
            holds.then(|| stack.evaluate())
        });
        let for_mover = by_tables.unwrap_or_else(|| {
            general.begin(setup);
            general.evaluate()
        });
        f64::from(match setup.turn {
            Color::White => for_mover,
            Color::Black => -for_mover,
        })
    };
    setups.map(evaluate).collect()
}
