//! Positions of games, with what came of them or what somebody says of them.

use super::learned::{Learned, chance, error, fit, scale};
use crate::eval::{Evaluation, Feature, Lessons, Places, Tuning};
use crate::game::{Game, Position, Variant};
use crate::referee::GameRow;
use crate::referee::quiet::quiet_positions;
use crate::state::{Move, Setup};

/// Every so many half-moves a position is taken, if it is quiet.
const EVERY: usize = 2;

/// Where a side is so far ahead in hundredths of a pawn, there is nothing to learn.
const DECIDED: i32 = 1500;

/// A game counts as so many independent results, however many positions it has.
const WEIGHT_OF_GAME: f64 = 6.0;

/// What a teacher says of a position counts as so many results: it says more than the end of a game that is
/// far away.
const WEIGHT_OF_ANSWER: f64 = 2.0;

/// A teacher who says more than that, in hundredths of a pawn, says that the game is won. How surely does not
/// matter, and would drown what is to be learned about games that are open.
const MOST_SAID: i32 = 1200;

/// How often it is looked at what the numbers do.
const LOOKS: usize = 2;

/// What a teacher says spreads the logits of scores at least so far.
const LEAST_SPREAD: f64 = 1.2;

/// Every so many games one is kept aside.
const ASIDE: usize = 10;

/// Positions of games from which something can be learned.
#[derive(Debug)]
pub struct Practice {
    variant: Variant,
    lessons: Lessons,
    n_games: usize,
    own: Sample,
    /// Of games that nothing is learned from: they show whether it holds elsewhere.
    aside: Sample,
    /// How much of what is learned comes from a teacher, from 0 to 1.
    taught: f64,
}

/// Positions with what is foretold of them.
#[derive(Debug, Default)]
pub(super) struct Sample {
    pub(super) setups: Vec<Setup>,
    /// White's share.
    pub(super) results: Vec<f64>,
    /// How much each counts.
    pub(super) weights: Vec<f64>,
    /// What they are worth to White by what is derived.
    pub(super) worth: Vec<f64>,
}

impl Practice {
    /// How many positions are taken at most, where nobody says otherwise.
    pub const POSITIONS: usize = 300_000;

    /// Takes positions from games, about so many at most.
    ///
    /// # Errors
    /// In plain words, if a game is not one of the variant, or there is nothing to learn from.
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
            return Err("there are too few games to learn from".to_owned());
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

    /// The positions.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let setups = self.own.setups.iter().chain(&self.aside.setups);
        setups.map(|setup| match self.variant.arrange(setup.clone()) {
            Ok(position) => position,
            // It was a position of a game.
            Err(findings) => unreachable!("{findings:?}"),
        })
    }

    /// Takes what a teacher says of the [positions](Practice::positions), in any unit, for White. It counts
    /// for a part from 0 to 1, and results for the rest. Positions of which nothing is said are left out.
    ///
    /// # Errors
    /// In plain words, if what is said has nothing to do with the results, or of too few positions is
    /// anything said.
    pub fn teach(&mut self, said: &[Option<i32>], part: f64) -> Result<(), String> {
        let (own, aside) = said.split_at(self.own.setups.len().min(said.len()));
        self.own.keep_answered(own);
        self.aside.keep_answered(aside);
        if self.own.setups.is_empty() || self.aside.setups.is_empty() {
            return Err("the teacher says too little".to_owned());
        }
        let [own, aside] = [own, aside].map(|said| {
            let said = said.iter().flatten();
            let said = said.map(|score| f64::from((*score).clamp(-MOST_SAID, MOST_SAID)));
            said.collect::<Vec<f64>>()
        });
        let scale = scale(&own, &self.own);
        if scale <= 0.0 {
            return Err(
                "whom the teacher likes does not win, so nothing can be learned".to_owned(),
            );
        }
        // Games of a weak search end as if what is said meant little.
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

    /// Learns from the positions.
    ///
    /// # Errors
    /// In plain words, if there is nothing to learn.
    pub fn learn(&self) -> Result<Learned, String> {
        let (own, aside) = (&self.own, &self.aside);
        let scale = scale(&own.worth, own);
        if scale <= 0.0 {
            return Err("who is ahead does not win, so nothing can be learned".to_owned());
        }
        let mut parameters = self.lessons.parameters();
        let mut places = Places::new();
        if self.taught > 0.0 {
            // The search of a teacher sees what the side to move gains, which no evaluation is to add.
            parameters.retain(|parameter| !parameter.is_tempo());
            // Results say too little for so many numbers.
            places = self.lessons.places(&own.setups);
            parameters.extend(places.keys());
        }
        let spreads = self.lessons.spreads(&parameters);
        let mut tuning = Tuning::default();
        for _ in 0..LOOKS {
            // What a number does depends on the others, so it is looked at where the last look has led.
            let lessons = self.tuned(&tuning);
            let features = lessons.features(&own.setups, &parameters, &places);
            let values = tuning.values(self.variant.def(), &parameters);
            let worth = lessons.evaluations(&own.setups);
            let rows = worth.iter().zip(&features);
            let at_zero: Vec<f64> = rows
                .map(|(worth, row)| worth - gain(row, &values))
                .collect();
            let values = fit(&features, &at_zero, own, &spreads, scale)
                .ok_or("the numbers cannot be told apart")?;
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

/// The root of the mean square, in the unit of the values.
fn spread(values: &[f64]) -> f64 {
    let squares: f64 = values.iter().map(|value| value * value).sum();
    (squares / values.len().max(1) as f64).sqrt().max(1.0)
}

/// By how much a position is worth more with values of parameters.
fn gain(features: &[Feature], values: &[f64]) -> f64 {
    let products = features.iter();
    products
        .map(|(number, growth)| f64::from(*growth) * values[*number as usize])
        .sum()
}

impl Sample {
    /// Adds the quiet positions of a game behind its opening: nobody is in check, and neither the move
    /// before nor the one behind captures or promotes.
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

    /// The positions in which nobody is far ahead, with what they are worth.
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

    /// Leaves out the positions of which it is not said that they are kept.
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

    /// Takes what is said for a part of the result.
    fn mix(&mut self, said: &[f64], scale: f64, part: f64) {
        for (result, said) in self.results.iter_mut().zip(said) {
            *result = part * chance(scale * said) + (1.0 - part) * *result;
        }
        self.weights.fill(WEIGHT_OF_ANSWER);
    }
}
