//! Training positions with their targets: results of games and scores of a teacher.

use super::learned::{Learned, chance, error, fit, scale};
use crate::referee::GameRow;
use crate::referee::quiet::quiet_positions;
use ferz::eval::{Evaluation, Feature, Lessons, Places, Tuning};
use ferz::game::{Game, Position, Variant};
use ferz::state::{Move, Setup};

/// A quiet position is sampled every this many plies.
const EVERY: usize = 2;

/// Positions with a larger absolute score, in centipawns, are decided and are not used.
const DECIDED: i32 = 1500;

/// The total weight of a game, in independent results, regardless of its number of positions.
const WEIGHT_OF_GAME: f64 = 6.0;

/// The weight of a teacher's score, in results: it is more accurate than the result of a distant end.
const WEIGHT_OF_ANSWER: f64 = 2.0;

/// The maximum score of a teacher, in centipawns. Beyond it the game is won, and exact scores would outweigh
/// open games.
const MOST_SAID: i32 = 1200;

/// The number of linearizations of the evaluation.
const LOOKS: usize = 2;

/// The minimum spread of a teacher's scores, as logits.
const LEAST_SPREAD: f64 = 1.2;

/// One game in this many is reserved for validation.
const ASIDE: usize = 10;

/// Training positions of games.
#[derive(Debug)]
pub struct Practice {
    variant: Variant,
    lessons: Lessons,
    n_games: usize,
    own: Sample,
    /// Positions of validation games.
    aside: Sample,
    /// The weight of the teacher, from 0 to 1.
    taught: f64,
}

/// Positions with their targets.
#[derive(Debug, Default)]
pub(super) struct Sample {
    pub(super) setups: Vec<Setup>,
    /// The target for White: a share of the point.
    pub(super) results: Vec<f64>,
    /// The weight of each position.
    pub(super) weights: Vec<f64>,
    /// The evaluation for White without tuning.
    pub(super) worth: Vec<f64>,
}

impl Practice {
    /// The default maximum number of positions.
    pub const POSITIONS: usize = 300_000;

    /// Samples positions from games, at most about this many.
    ///
    /// # Errors
    /// A message, if a game is not one of the variant, or if nothing can be learned.
    pub fn new(variant: &Variant, rows: &[GameRow], most: usize) -> Result<Practice, String> {
        let (mut own, mut aside) = (Sample::default(), Sample::default());
        let most = (most / rows.len().max(1)).max(1);
        for (number, row) in rows.iter().enumerate() {
            let sample = if number % ASIDE == ASIDE - 1 {
                &mut aside
            } else {
                &mut own
            };
            sample.add(&row.replay(variant)?, row, most);
        }
        let lessons = Lessons::new(variant, &Evaluation::Derived);
        let (own, aside) = (own.undecided(&lessons), aside.undecided(&lessons));
        if own.setups.is_empty() || aside.setups.is_empty() {
            return Err("the games are too few to learn from".to_owned());
        }
        Ok(Practice {
            variant: variant.clone(),
            lessons,
            n_games: rows.len(),
            own,
            aside,
            taught: 0.0,
        })
    }

    /// The positions, including those for validation.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let setups = self.own.setups.iter().chain(&self.aside.setups);
        setups.map(|setup| match self.variant.arrange(setup.clone()) {
            Ok(position) => position,
            // The position comes from a game.
            Err(findings) => unreachable!("{findings:?}"),
        })
    }

    /// Adds a teacher's scores of the [positions](Practice::positions), for White and in any unit, with a
    /// weight from 0 to 1; results have the rest of the weight. Positions without a score are removed.
    ///
    /// # Errors
    /// A message, if the scores do not correlate with the results, or if too few positions have scores.
    pub fn teach(&mut self, said: &[Option<i32>], part: f64) -> Result<(), String> {
        let (own, aside) = said.split_at(self.own.setups.len().min(said.len()));
        self.own.keep_answered(own);
        self.aside.keep_answered(aside);
        if self.own.setups.is_empty() || self.aside.setups.is_empty() {
            return Err("the teacher gives too few scores".to_owned());
        }
        let [own, aside] = [own, aside].map(|said| {
            let said = said.iter().flatten();
            let said = said.map(|score| f64::from((*score).clamp(-MOST_SAID, MOST_SAID)));
            said.collect::<Vec<f64>>()
        });
        let scale = scale(&own, &self.own);
        if scale <= 0.0 {
            return Err(
                "the side that the teacher prefers does not win more often, so nothing can be learned".to_owned(),
            );
        }
        // In games of a weak search, scores correlate little with results.
        let scale = scale.max(LEAST_SPREAD / spread(&own));
        self.own.mix(&own, scale, part);
        self.aside.mix(&aside, scale, part);
        self.taught = part;
        Ok(())
    }

    fn tuned(&self, tuning: &Tuning) -> Lessons {
        let evaluation = Evaluation::Tuned(tuning.clone().into());
        Lessons::new(&self.variant, &evaluation)
    }

    /// Tunes the parameters with these positions.
    ///
    /// # Errors
    /// A message, if nothing can be learned.
    pub fn learn(&self) -> Result<Learned, String> {
        let (own, aside) = (&self.own, &self.aside);
        let scale = scale(&own.worth, own);
        if scale <= 0.0 {
            return Err(
                "the side with more material does not win more often, so nothing can be learned"
                    .to_owned(),
            );
        }
        let mut parameters = self.lessons.parameters();
        let mut places = Places::new();
        if self.taught > 0.0 {
            // The search of a teacher includes the tempo, which the evaluation must not add again.
            parameters.retain(|parameter| !parameter.is_tempo());
            // Results alone are too inaccurate for so many parameters.
            places = self.lessons.places(&own.setups);
            parameters.extend(places.keys());
        }
        let spreads = self.lessons.spreads(&parameters);
        let mut tuning = Tuning::default();
        for _ in 0..LOOKS {
            // The effect of a parameter depends on the others, so it is measured around the latest values.
            let lessons = self.tuned(&tuning);
            let features = lessons.features(&own.setups, &parameters, &places);
            let values = tuning.values(self.variant.def(), &parameters);
            let worth = lessons.evaluations(&own.setups);
            let rows = worth.iter().zip(&features);
            let at_zero: Vec<f64> = rows
                .map(|(worth, row)| worth - gain(row, &values))
                .collect();
            let values = fit(&features, &at_zero, own, &spreads, scale)
                .ok_or("the weights cannot be determined separately")?;
            tuning = self.lessons.tuning(&parameters, &values);
        }
        let tuned = self.tuned(&tuning);
        let after = tuned.evaluations(&aside.setups);
        Ok(Learned {
            tuning,
            games: self.n_games,
            positions: own.setups.len(),
            scale,
            errors: [&aside.worth, &after].map(|worth| error(worth, aside, scale)),
        })
    }
}

/// The root mean square.
fn spread(values: &[f64]) -> f64 {
    let squares: f64 = values.iter().map(|value| value * value).sum();
    (squares / values.len().max(1) as f64).sqrt().max(1.0)
}

/// The change of an evaluation by these parameter values.
fn gain(features: &[Feature], values: &[f64]) -> f64 {
    let products = features.iter();
    products
        .map(|(number, growth)| f64::from(*growth) * values[*number as usize])
        .sum()
}

impl Sample {
    /// Adds the quiet positions of a game after its opening: no side is in check, and neither the previous
    /// nor the next move is a capture or promotion.
    fn add(&mut self, game: &Game, row: &GameRow, most: usize) {
        let is_loud = |mv: &Move| mv.is_capture() || mv.promotion.is_some();
        let step = EVERY.max(game.moves().len() / most);
        let quiet = quiet_positions(game, row.book, step, is_loud);
        for position in &quiet {
            self.setups.push(position.setup().clone());
            self.results.push(row.white_score);
            self.weights.push(WEIGHT_OF_GAME / quiet.len() as f64);
        }
    }

    /// Removes decided positions, and adds evaluations.
    fn undecided(mut self, lessons: &Lessons) -> Sample {
        self.worth = lessons.evaluations(&self.setups);
        let is_open: Vec<bool> = self
            .worth
            .iter()
            .map(|worth| worth.abs() <= f64::from(DECIDED))
            .collect();
        self.keep(&is_open);
        self
    }

    fn keep_answered(&mut self, said: &[Option<i32>]) {
        let is_answered = |at: usize| said.get(at).is_some_and(Option::is_some);
        let answered: Vec<bool> = (0..self.setups.len()).map(is_answered).collect();
        self.keep(&answered);
    }

    /// Removes the positions without a flag.
    fn keep(&mut self, kept: &[bool]) {
        fn retain<T>(list: &mut Vec<T>, kept: &[bool]) {
            let mut kept = kept.iter();
            list.retain(|_| kept.next().copied().unwrap_or(false));
        }
        retain(&mut self.setups, kept);
        retain(&mut self.results, kept);
        retain(&mut self.weights, kept);
        retain(&mut self.worth, kept);
    }

    /// Mixes the scores of the teacher into the targets.
    fn mix(&mut self, said: &[f64], scale: f64, part: f64) {
        for (result, said) in self.results.iter_mut().zip(said) {
            *result = part * chance(scale * said) + (1.0 - part) * *result;
        }
        self.weights.fill(WEIGHT_OF_ANSWER);
    }
}
