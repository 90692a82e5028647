//! Circuits: pieces that win on a goal after completing a round: `rules.use.circuit`.
//!
//! The stations of a round have an order and form a ring. The progress of a piece is the number of
//! stations it has gone onward minus those it has gone back. If it differs from the shortest way to
//! its square, the FEN field `way` has it: `d6-2`, separated by `.`.

use crate::definition::{Setting, VariantDef, keys};
use crate::geometry::{BoardShape, Square, SquareSet};
use crate::rules::builtin::parts::{
    BuiltinRule, Kinds, by_side_in_words, moved, zone_lists, zone_text, zones,
};
use crate::rules::data::{Phases, Rule, RuleContext, RuleEnd, RuleError, RuleFinding};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::joined;
use crate::state::{Color, Move, Piece, RuleState};

/// The limit on the required number of stations.
const MOST: i32 = 1000;

/// The least number of stations: with fewer, onward and back are the same.
const FEWEST: usize = 3;

/// The rule `rules.use.circuit`.
pub(in crate::rules::builtin) struct Circuit {
    who: Kinds,
    /// By side, the stations of the round; a piece begins at the first.
    stations: [Vec<SquareSet>; 2],
    /// By side, the goal squares.
    to: [SquareSet; 2],
    /// By side, the required progress.
    steps: [i64; 2],
    /// Whether arrival at the first station resets the progress.
    anew: bool,
    stations_text: String,
    to_text: String,
}

impl BuiltinRule for Circuit {
    const NAME: &'static str = "circuit";
    const FIELD: &'static str = "way";
    const SETTINGS: Setting = keys! {
        /// The pieces that make the round; required.
        "who" => BySide(&Pieces),
        /// The stations of the round, at least three; required. Plain zones are mirrored for Black,
        /// the zones of a table are not. Other squares are between stations.
        "stations" => BySide(&Texts),
        /// The squares on which a piece wins; required.
        "to" => Zone,
        /// The number of stations that it must have gone onward; by default up to the station that
        /// contains `to`.
        "steps" => BySide(&Number),
        /// A piece that reaches the first station starts again at zero, even after moving
        /// backwards; `false` by default.
        "anew" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Circuit, RuleError> {
        let missing = |key: &str, help: &str| {
            let message = format!("the round needs `{key}`");
            Err(RuleError::missing(&message, help))
        };
        let Some(who) = Kinds::read(settings, "who")? else {
            return missing("who", "name the pieces that make the round: `who = 'king'`");
        };
        let Some(stations) = zone_lists(settings, "stations")? else {
            return missing("stations", "list the zones of the round in their order");
        };
        let Some(to) = zones(settings, "to")? else {
            return missing("to", "write the squares on which the pieces win");
        };
        if stations.iter().any(|all| (1..FEWEST).contains(&all.len())) {
            let message = "a round needs at least three stations";
            return Err(settings
                .error("stations", message)
                .with_help("with fewer stations, onward and back are the same"));
        }
        let said = settings.by_side("steps", |settings, key| settings.whole(key, 1, MOST))?;
        let mut steps = [0; 2];
        for side in Color::ALL.map(Color::index) {
            let lies_in = |station: &SquareSet| station.meets(&to[side]);
            let place = stations[side]
                .iter()
                .position(lies_in)
                .filter(|place| *place > 0);
            let place = place.map(|place| place as i64);
            steps[side] = match said[side].map(i64::from).or(place) {
                Some(steps) => steps,
                // A side without a round has no goal.
                None if stations[side].is_empty() || to[side].is_empty() => 0,
                None => {
                    let message = "the number of stations is missing";
                    let help = "name squares of a station after the first, or write `steps = …`";
                    return Err(RuleError::missing(message, help).about("to"));
                }
            };
        }
        Ok(Circuit {
            who,
            stations,
            to,
            steps,
            anew: settings.flag("anew")?.unwrap_or(false),
            stations_text: by_side_in_words(settings, "stations", "`; `").unwrap_or_default(),
            to_text: zone_text(settings, "to").unwrap_or_default(),
        })
    }
}

impl Circuit {
    fn station(&self, side: usize, square: Square) -> Option<usize> {
        let mut stations = self.stations[side].iter();
        stations.position(|station| station.contains(square))
    }

    /// The shortest distance between two stations; half a round counts as onward.
    fn distance(&self, side: usize, from: usize, to: usize) -> i64 {
        let n = self.stations[side].len();
        let onward = (to + n - from) % n;
        if 2 * onward <= n {
            onward as i64
        } else {
            onward as i64 - n as i64
        }
    }

    /// The progress of a piece without a record.
    fn usual(&self, side: usize, square: Square) -> i64 {
        let station = self.station(side, square);
        station.map_or(0, |station| self.distance(side, 0, station))
    }

    fn way(&self, state: &RuleState, square: Square, piece: Piece) -> i64 {
        let mut known = ways(state);
        let known = known.find(|(known, _)| *known == square);
        known.map_or_else(|| self.usual(piece.color.index(), square), |(_, way)| way)
    }
}

/// The recorded progress: squares of pieces with their numbers of stations.
fn ways(state: &RuleState) -> impl Iterator<Item = (Square, i64)> {
    let pairs = state.numbers().chunks_exact(2);
    pairs.map(|pair| (Square::new(pair[0] as u16), pair[1]))
}

fn state(mut ways: Vec<(Square, i64)>) -> RuleState {
    ways.sort_unstable();
    RuleState::new(
        ways.into_iter()
            .flat_map(|(square, way)| [square.index() as i64, way]),
    )
}

impl Rule for Circuit {
    fn phases(&self) -> Phases {
        Phases::REMEMBER | Phases::END
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        after: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let mut ways = Vec::new();
        for (square, piece) in before.board().pieces() {
            let side = piece.color.index();
            if !self.who.contains(piece)
                || self.stations[side].is_empty()
                || mv.captures.contains(&square)
            {
                continue;
            }
            let now = moved(mv, square);
            let same = |other: Piece| other.color == piece.color && self.who.contains(other);
            if !after.piece(now).is_some_and(same) {
                continue;
            }
            let way = self.way(before.state(), square, piece);
            let last = way.rem_euclid(self.stations[side].len() as i64) as usize;
            let station = self.station(side, now);
            let way = if self.anew && station == Some(0) {
                0
            } else {
                way + station.map_or(0, |station| self.distance(side, last, station))
            };
            if way != self.usual(side, now) {
                ways.push((now, way));
            }
        }
        Some(state(ways))
    }

    fn end(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let sides = [at.turn().opponent(), at.turn()];
        let has_won = |color: &Color| {
            let side = color.index();
            at.board().pieces_of(*color).any(|(square, piece)| {
                self.who.contains(piece)
                    && self.to[side].contains(square)
                    && !self.stations[side].is_empty()
                    && self.way(at.state(), square, piece) >= self.steps[side]
            })
        };
        let winner = sides.into_iter().find(has_won)?;
        Some(RuleEnd::win(winner, "goal"))
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        let text = |(square, way)| format!("{}{way:+}", shape.name(square));
        joined(ways(state).map(text), ".")
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        let read: Option<Vec<(Square, i64)>> = text
            .split('.')
            .map(|text| {
                let (square, way) = text.split_at(text.rfind(['+', '-'])?);
                let way: i64 = way.parse().ok()?;
                let is_near = way.abs() <= i64::from(i32::MAX);
                Some((shape.parse(square)?, way)).filter(|_| is_near)
            })
            .collect();
        read.map(state)
    }

    fn words(&self) -> Vec<String> {
        let steps = match self.steps {
            [white, black] if white == black => white.to_string(),
            [white, black] => format!("{white} (White) or {black} (Black)"),
        };
        let mut words = vec![
            format!(
                "The stations of a round, in their order: {}. The first follows the last.",
                self.stations_text
            ),
            self.who.sentence(&format!(
                "wins on {} if it has gone {steps} stations onward; stations that it has gone back are subtracted.",
                self.to_text
            )),
        ];
        if self.anew {
            words.push("A piece that reaches the first station starts again at zero.".to_owned());
        }
        words
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut findings = self.who.doubts("who", "no piece makes the round");
        if self.to.iter().all(SquareSet::is_empty) {
            findings.push(RuleFinding::new("the winning zone is empty").about("to"));
        }
        let overlap = self.stations.iter().any(|stations| {
            let mut pairs = stations.iter().enumerate();
            pairs.any(|(place, one)| stations[..place].iter().any(|other| one.meets(other)))
        });
        if overlap {
            let finding = RuleFinding::new("a square is in two stations; only the first counts");
            findings.push(finding.about("stations"));
        }
        findings
    }
}
