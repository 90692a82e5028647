//! Rules about the result of a game: mates by weak pieces, adjudication by material and by points, and scores.

use std::cmp::Ordering;

use crate::definition::{PieceSet, Reason, RuleValue, Setting, VariantDef, keys, spaced};
use crate::geometry::{Square, Zone, list};
use crate::rules::builtin::parts::{
    BuiltinRule, Kinds, name_of, names_in_set, piece_set, value_of, zone_text,
};
use crate::rules::data::{
    AdjudicationWords, Past, Phases, Rule, RuleContext, RuleEnd, RuleError, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::{capitalized, joined};
use crate::source::{codes, did_you_mean};
use crate::state::{Color, Piece, Role};

// Mates that require a check by a strong piece (`rules.adjudication.mate-needs`).

/// The rule `rules.adjudication.mate-needs`.
pub(in crate::rules::builtin) struct MateNeeds {
    /// The strong pieces: one of them must have given one of the consecutive checks that end in mate.
    strong: Kinds,
}

impl BuiltinRule for MateNeeds {
    const NAME: &'static str = "mate-needs";
    const SETTINGS: Setting = Setting::BySide(&Setting::Pieces);

    fn read(settings: &RuleSettings<'_>) -> Result<MateNeeds, RuleError> {
        Ok(MateNeeds {
            strong: Kinds::required(settings)?,
        })
    }
}

impl Rule for MateNeeds {
    fn phases(&self) -> Phases {
        Phases::ADJUDICATION
    }

    fn may_win(&self) -> bool {
        false
    }

    fn checkmate(&self, _: &RuleContext<'_>, past: &Past<'_>) -> Option<RuleEnd> {
        let moments = (0..=past.n_moves()).step_by(2);
        let mut checks = moments
            .map_while(|ago| past.position(ago))
            .take_while(|at| at.is_check(at.turn()));
        let was_strong = checks.any(|at| {
            let (us, them) = (at.turn(), at.turn().opponent());
            let attackers = at.royals(us).flat_map(|royal| at.attackers(royal, them));
            let mut attackers = attackers.filter_map(|square| at.piece(square));
            attackers.any(|piece| self.strong.has_form(&at, piece))
        });
        (!was_strong).then(|| RuleEnd::of(None, Reason::WeakMate))
    }

    fn words(&self) -> Vec<String> {
        vec![format!(
            "Mate needs a check by {} among the uninterrupted checks before it, else it draws.",
            self.strong.words()
        )]
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        self.strong.doubts("value", "every mate is a draw")
    }
}

// Adjudication of drawn games by material (`rules.adjudication.material`).

/// The limit on weights and on the handicap.
const MOST: i32 = u16::MAX as i32;

/// The words of the key `winner`.
const WINNERS: [&str; 4] = ["number", "weight", "white", "black"];

/// The rule `rules.adjudication.material`.
pub(in crate::rules::builtin) struct Material {
    winner: Winner,
    /// A setting that has no effect.
    idle: Option<&'static str>,
    words: String,
}

/// The winner of drawn games.
enum Winner {
    /// The side with more pieces; none if equal.
    Number,
    /// White if ahead in weight by more than the handicap, otherwise Black.
    Weight {
        /// The weights of the kinds; by default 0.
        weights: Vec<(Role, u32)>,
        handicap: u32,
    },
    /// A fixed side.
    Side(Color),
}

impl BuiltinRule for Material {
    const NAME: &'static str = "material";
    const SETTINGS: Setting = keys! {
        /// `'number'` of pieces (default), `'weight'`, `'white'` or `'black'`.
        "winner" => Words(&WINNERS),
        /// The weight of each piece.
        "weights" => ByPiece(&Number),
        /// White wins with an advantage of more than this, otherwise Black wins.
        "handicap" => Number,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<Material, RuleError> {
        let word = settings.word("winner", &WINNERS)?.unwrap_or(0);
        let named = settings.by_piece("weights", number)?;
        let handicap = number(settings, "handicap")?;
        let idle = match (&named, handicap) {
            _ if word == 1 => None,
            (Some(_), _) => Some("weights"),
            (None, Some(_)) => Some("handicap"),
            (None, None) => None,
        };
        let winner = match word {
            0 => Winner::Number,
            1 => Winner::Weight {
                weights: named.unwrap_or_default(),
                handicap: handicap.unwrap_or(0),
            },
            2 => Winner::Side(Color::White),
            _ => Winner::Side(Color::Black),
        };
        Ok(Material {
            words: winner.words(settings.def()),
            winner,
            idle,
        })
    }
}

/// Reads a weight, points or an advantage.
fn number(settings: &RuleSettings<'_>, key: &str) -> Result<Option<u32>, RuleError> {
    let number = settings.whole(key, 0, MOST)?;
    Ok(number.map(i32::unsigned_abs))
}

impl Winner {
    fn words(&self, def: &VariantDef) -> String {
        match self {
            Winner::Number => {
                "A game that would be drawn is won by the greater number of pieces.".to_owned()
            }
            Winner::Weight { weights, handicap } => {
                let heavy = weights.iter().filter(|(_, weight)| *weight > 0);
                let named: Vec<String> = heavy
                    .map(|(role, weight)| format!("{} {weight}", spaced(name_of(def, *role))))
                    .collect();
                format!(
                    "A game that would be drawn is decided by the weight of the pieces ({}): White \
                     wins by being ahead by more than {handicap}, otherwise Black wins.",
                    list(&named, "and")
                )
            }
            Winner::Side(side) => format!("A game that would be drawn is won by {}.", side.name()),
        }
    }
}

impl Rule for Material {
    fn phases(&self) -> Phases {
        Phases::ADJUDICATION
    }

    fn adjudicate(&self, at: &RuleContext<'_>) -> Option<Color> {
        let sum = |color: Color, weight: &dyn Fn(Role) -> u32| -> u32 {
            let pieces = at.board().pieces_of(color);
            pieces.map(|(_, piece)| weight(piece.role)).sum()
        };
        let sums = |weight: &dyn Fn(Role) -> u32| Color::ALL.map(|color| sum(color, weight));
        match &self.winner {
            Winner::Number => {
                let [white, black] = sums(&|_| 1);
                match white.cmp(&black) {
                    Ordering::Greater => Some(Color::White),
                    Ordering::Less => Some(Color::Black),
                    Ordering::Equal => None,
                }
            }
            Winner::Weight { weights, handicap } => {
                let [white, black] = sums(&|role| value_of(weights, role).copied().unwrap_or(0));
                let is_ahead = white > black + handicap;
                Some(if is_ahead { Color::White } else { Color::Black })
            }
            Winner::Side(side) => Some(*side),
        }
    }

    fn words(&self) -> Vec<String> {
        vec![self.words.clone()]
    }

    fn words_of_draw(&self) -> Option<&'static str> {
        Some("by material, see the special rules")
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let idle = self.idle.map(|setting| {
            let finding = RuleFinding::new("`weights` has no effect").about(setting);
            finding.with_help("weights count with `winner = 'weight'`")
        });
        let nothing_weighs = match &self.winner {
            Winner::Weight { weights, .. } => weights.iter().all(|(_, weight)| *weight == 0),
            Winner::Number | Winner::Side(_) => false,
        };
        let weightless = nothing_weighs.then(|| {
            let finding = RuleFinding::new("no piece has a weight, so Black always wins");
            finding
                .with_help("write the weights of the pieces: `weights = { rook = 5, knight = 3 }`")
        });
        idle.into_iter().chain(weightless).collect()
    }
}

// Adjudication by points for the pieces on the board (`rules.use.point-count`).

/// The rule `rules.use.point-count`.
pub(in crate::rules::builtin) struct PointCount {
    /// By side, the lead in points required to win.
    margins: [u32; 2],
    /// The values of the kinds: the first that applies counts.
    values: Vec<(Role, Vec<Value>)>,
    /// The kinds and their values in words.
    rows: Vec<Vec<String>>,
}

/// The value of a piece under some conditions.
struct Value {
    /// By side.
    points: [u32; 2],
    /// The squares on which the piece must stand.
    zone: Option<Zone>,
    /// The opponent must have more pieces of the first set on the board than of the second.
    more: Option<[PieceSet; 2]>,
    /// The value and its conditions in words.
    words: String,
    is_conditional: bool,
}

impl BuiltinRule for PointCount {
    const NAME: &'static str = "point-count";
    const SETTINGS: Setting = keys! {
        /// The points by which a side must lead to win, otherwise the game is a draw; 1 by default.
        /// `scores.point-count` sets the score of the win.
        "margin" => BySide(&Number),
        /// By piece: a number, numbers by side, or a list of tables of which the first that applies
        /// counts; none by default.
        "values" => ByPiece(&Either(&[
            BySide(&Number),
            List(&keys! {
                /// The points; required.
                "points" => BySide(&Number),
                /// The squares on which the piece must stand; all by default.
                "zone" => Zone,
                /// Pieces of which the opponent must have more on the board than of those in
                /// `than`.
                "more" => Pieces,
                /// The pieces that those in `more` are compared with.
                "than" => Pieces,
            }),
        ])),
    };

    fn read(settings: &RuleSettings<'_>) -> Result<PointCount, RuleError> {
        let margins = settings.by_side("margin", number)?;
        let read = |settings: &RuleSettings<'_>, key: &str| read_values(settings, key).map(Some);
        let values = settings.by_piece("values", read)?.unwrap_or_default();
        let rows = values.iter().filter(|(_, values)| !values.is_empty());
        let rows = rows.map(|(role, values)| {
            let name = name_of(settings.def(), *role);
            let words = values.iter().enumerate();
            let words = words.map(|(index, value)| match (value.is_conditional, index) {
                (false, 1..) => format!("{} otherwise", value.words),
                _ => value.words.clone(),
            });
            vec![capitalized(&spaced(name)), joined(words, "; ")]
        });
        Ok(PointCount {
            margins: margins.map(|margin| margin.unwrap_or(1)),
            rows: rows.collect(),
            values,
        })
    }
}

/// Reads the values of a kind: a number, one for each side, or a list of values with conditions.
fn read_values(settings: &RuleSettings<'_>, key: &str) -> Result<Vec<Value>, RuleError> {
    if !matches!(settings.value(key), Some(RuleValue::List(_))) {
        let points = settings.by_side(key, number)?;
        let points = points.map(Option::unwrap_or_default);
        return Ok(vec![Value::new(points, None, None, Vec::new())]);
    }
    let tables = settings.tables(key)?.unwrap_or_default();
    tables.iter().map(Value::read).collect()
}

impl Value {
    fn read(settings: &RuleSettings<'_>) -> Result<Value, RuleError> {
        let points = settings.by_side("points", number)?;
        if points == [None, None] {
            return Err(settings.error("points", "the value has no `points`"));
        }
        let zone = settings.zone("zone")?;
        let than = piece_set(settings, "than")?.unwrap_or_default();
        let more = piece_set(settings, "more")?.map(|more| [more, than]);
        let mut conditions = Vec::new();
        let place = zone_text(settings, "zone");
        conditions.extend(place.map(|place| format!("on {place}")));
        if let Some(sets) = more {
            let names = |set| names_in_set(settings.def(), set).replace(" or ", " and ");
            let [more, than] = sets.map(names);
            conditions.push(format!("if the opponent has more of {more} than of {than}"));
        }
        let points = points.map(Option::unwrap_or_default);
        Ok(Value::new(points, zone, more, conditions))
    }

    fn new(
        points: [u32; 2],
        zone: Option<Zone>,
        more: Option<[PieceSet; 2]>,
        conditions: Vec<String>,
    ) -> Value {
        let number = match points {
            [white, black] if white == black => white.to_string(),
            [white, black] => format!("{white} (White) or {black} (Black)"),
        };
        let is_conditional = !conditions.is_empty();
        let words = if is_conditional {
            format!("{number} {}", conditions.join(", "))
        } else {
            number
        };
        Value {
            points,
            zone,
            more,
            words,
            is_conditional,
        }
    }

    fn applies(&self, at: &RuleContext<'_>, square: Square, piece: Piece) -> bool {
        let owner = piece.color.perspective();
        let is_there = |zone: &Zone| zone.contains(square, owner);
        let count = |set: PieceSet| {
            let pieces = at.board().pieces_of(piece.color.opponent());
            pieces.filter(|(_, piece)| set.contains(piece.role)).count()
        };
        self.zone.as_ref().is_none_or(is_there)
            && self
                .more
                .is_none_or(|[more, than]| count(more) > count(than))
    }
}

impl PointCount {
    /// The points of White and Black.
    fn points(&self, at: &RuleContext<'_>) -> [u32; 2] {
        let mut sums = [0_u32; 2];
        for (square, piece) in at.board().pieces() {
            let mut values = value_of(&self.values, piece.role).into_iter().flatten();
            let value = values.find(|value| value.applies(at, square, piece));
            let side = piece.color.index();
            sums[side] += value.map_or(0, |value| value.points[side]);
        }
        sums
    }
}

impl Rule for PointCount {
    fn phases(&self) -> Phases {
        Phases::ADJUDICATION
    }

    fn settle(&self, at: &RuleContext<'_>) -> Option<RuleEnd> {
        let points = self.points(at);
        let is_ahead = |side: &Color| {
            let [own, other] = [side, &side.opponent()].map(|side| points[side.index()]);
            own > other && own - other >= self.margins[side.index()]
        };
        let winner = Color::ALL.into_iter().find(is_ahead);
        Some(RuleEnd::of(winner, Reason::PointCount))
    }

    fn words_of_adjudication(&self) -> Option<AdjudicationWords> {
        let ahead = |who: &str, margin: u32| format!("{who} is at least {margin} points ahead");
        let wins = match self.margins {
            [white, black] if white == black => vec![(ahead("a side", white), "it")],
            [white, black] => vec![
                (ahead("White", white), "White"),
                (ahead("Black", black), "Black"),
            ],
        };
        Some(AdjudicationWords {
            reason: Reason::PointCount,
            result: "by points".to_owned(),
            heading: "Points".to_owned(),
            how: "The pieces on the board are counted.".to_owned(),
            wins,
            table: (
                ["piece", "points"].map(str::to_owned).to_vec(),
                self.rows.clone(),
            ),
        })
    }

    fn findings(&self, _: &VariantDef) -> Vec<RuleFinding> {
        let mut points = self.values.iter().flat_map(|(_, values)| values);
        if points.any(|value| value.points != [0; 2]) {
            return Vec::new();
        }
        let finding = RuleFinding::new("no piece counts, so no side is ever ahead");
        vec![
            finding
                .about("values")
                .with_help("write the values of pieces: `values = { pawn = 1, knight = 3 }`"),
        ]
    }
}

// Scores (`rules.scores`): the winner's share of the point, by the reason for the end.

/// The rule `rules.scores`.
pub(in crate::rules::builtin) struct Scores {
    /// The winner's share of the point if White wins, and if Black wins.
    shares: Vec<(Reason, [f64; 2])>,
}

impl BuiltinRule for Scores {
    const NAME: &'static str = "scores";
    const SETTINGS: Setting = Setting::ByReason(&Setting::Either(&[
        Setting::Number,
        Setting::List(&Setting::Number),
    ]));

    fn read(settings: &RuleSettings<'_>) -> Result<Scores, RuleError> {
        let shares = settings.names().map(|word| {
            let shares = shares(settings.value(word));
            let shares = shares.ok_or_else(|| refused(word))?;
            Ok((reason(word)?, shares))
        });
        Ok(Scores {
            shares: shares.collect::<Result<_, _>>()?,
        })
    }
}

/// The reason with this name.
fn reason(word: &str) -> Result<Reason, RuleError> {
    let mut known = Reason::ALL.iter().copied();
    known.find(|one| one.as_str() == word).ok_or_else(|| {
        let shown: String = word.chars().take(40).collect();
        let message = format!("unknown reason `{shown}`");
        let words = Reason::ALL.iter().map(|reason| reason.as_str());
        let error = RuleError::with_code(codes::UNKNOWN_SETTING, message).about(word);
        error.with_help(did_you_mean(word, words))
    })
}

/// Reads one share for both sides, or one for each.
fn shares(value: Option<&RuleValue>) -> Option<[f64; 2]> {
    let both = match value? {
        RuleValue::Number(both) => [*both; 2],
        RuleValue::List(sides) => match &sides[..] {
            [RuleValue::Number(white), RuleValue::Number(black)] => [*white, *black],
            _ => return None,
        },
        _ => return None,
    };
    both.iter()
        .all(|share| (0.0..=1.0).contains(share))
        .then_some(both)
}

fn refused(word: &str) -> RuleError {
    let message = "a share is a number from 0 to 1, or two of them";
    let error = RuleError::with_code(codes::UNKNOWN_SETTING, message).about(word);
    error.with_help("write `stalemate = 0.75`, or `[0.6, 0.61]` for White and Black")
}

impl Rule for Scores {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn may_win(&self) -> bool {
        false
    }

    fn score(&self, reason: Reason, winner: Color) -> Option<f64> {
        let mut shares = self.shares.iter();
        let (_, shares) = shares.find(|(known, _)| *known == reason)?;
        Some(shares[winner.index()])
    }
}
