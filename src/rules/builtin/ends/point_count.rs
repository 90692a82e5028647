//! Adjudication by points for the pieces on the board: `rules.point-count`.

use crate::definition::{PieceSet, Reason, RuleValue, Setting, VariantDef, keys};
use crate::geometry::{Square, Zone};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::builtin::parts::kinds::{names_in_set, piece_set};
use crate::rules::builtin::parts::zones::zone_text;
use crate::rules::data::{
    AdjudicationWords, Phases, Rule, RuleContext, RuleEnd, RuleError, RuleFinding,
};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::capitalized;
use crate::state::{Color, Piece, Role};

/// The limit on points of a piece and on the margin.
const MOST: i32 = u16::MAX as i32;

/// The rule `rules.point-count`.
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
        let margins = settings.by_side("margin", points)?;
        let read = |settings: &RuleSettings<'_>, key: &str| read_values(settings, key).map(Some);
        let values = settings.by_piece("values", read)?.unwrap_or_default();
        let rows = values.iter().filter(|(_, values)| !values.is_empty());
        let rows = rows.filter_map(|(role, values)| {
            let (name, _) = settings.def().pieces.get_index(role.index())?;
            let words = values.iter().enumerate();
            let words = words.map(|(index, value)| match (value.is_conditional, index) {
                (false, 1..) => format!("{} otherwise", value.words),
                _ => value.words.clone(),
            });
            let words: Vec<String> = words.collect();
            Some(vec![
                capitalized(&name.replace(['-', '_'], " ")),
                words.join("; "),
            ])
        });
        Ok(PointCount {
            margins: margins.map(|margin| margin.unwrap_or(1)),
            rows: rows.collect(),
            values,
        })
    }
}

fn points(settings: &RuleSettings<'_>, key: &str) -> Result<Option<u32>, RuleError> {
    let points = settings.whole(key, 0, MOST)?;
    Ok(points.map(i32::unsigned_abs))
}

/// Reads the values of a kind: a number, one for each side, or a list of values with conditions.
fn read_values(settings: &RuleSettings<'_>, key: &str) -> Result<Vec<Value>, RuleError> {
    if !matches!(settings.value(key), Some(RuleValue::List(_))) {
        let points = settings.by_side(key, points)?;
        let points = points.map(Option::unwrap_or_default);
        return Ok(vec![Value::new(points, None, None, Vec::new())]);
    }
    let tables = settings.tables(key)?.unwrap_or_default();
    tables.iter().map(Value::read).collect()
}

impl Value {
    fn read(settings: &RuleSettings<'_>) -> Result<Value, RuleError> {
        let points = settings.by_side("points", points)?;
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
            let mut values = self.values.iter();
            let values = values.find(|(role, _)| *role == piece.role);
            let mut values = values.into_iter().flat_map(|(_, values)| values);
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
