//! Marks and walls on squares.

use std::fmt::Write;

use crate::definition::clause::{self, SetKind};
use crate::definition::{RuleValue, Setting, Walling, is_rule_name, keys};
use crate::geometry::{BoardShape, SquareSet, Zone, zone_in_words};
use crate::rules::builtin::parts::{Builtin, BuiltinRule};
use crate::rules::builtin::stated::{Stated, stating};
use crate::rules::clauses::{Marks, marked, may_expire};
use crate::rules::data::{Phases, Rule, RuleContext, RuleError, RuleFact, Walls};
use crate::rules::settings::RuleSettings;
use crate::rules::wording::joined;
use crate::source::codes;
use crate::state::{Color, Effect, Move, RuleState};

// Marks on squares, for clauses (`rules.marks`).
//
// The FEN field `marks` has the marked squares with the number of turns that the mark lasts after
// this one, and for marks of limited use the remaining uses and waiting turns of White and Black:
// `frozen@e4:1/frozen:4+5:2+0`, where `*` is unlimited.

/// The limit on turns and uses.
const MOST: i32 = 1000;

/// The settings of a mark.
const MARK: Setting = keys! {
    /// The number of further turns for which squares stay marked; 0 by default: until the turn ends.
    "lasts" => Number,
    /// The number of marking moves of each side in a game; no limit by default.
    "supply" => BySide(&Number),
    /// The number of turns after which a side can use the mark again; 0 by default: at once.
    "wait" => Number,
};

/// The rule `rules.marks`.
pub(in crate::rules::builtin) struct MarkRule(Vec<Mark>);

struct Mark {
    name: String,
    lasts: i64,
    /// By side; negative if unlimited.
    supply: [i64; 2],
    wait: i64,
}

impl BuiltinRule for MarkRule {
    const NAME: &'static str = "marks";
    const SETTINGS: Setting = Setting::ByName(&Setting::Either(&[Setting::Flag, MARK]));

    fn read(settings: &RuleSettings<'_>) -> Result<MarkRule, RuleError> {
        let mut marks = Vec::new();
        for name in settings.names() {
            let set = clause::parse_set(&format!("marked {name}"));
            let is_name = matches!(set, Ok(set) if matches!(set.kind, SetKind::Marked(_)));
            if !is_name || !is_rule_name(name) {
                let message = format!("`{name}` is not a valid name for a mark");
                let error = RuleError::with_code(codes::DUPLICATE_KEY, message).about(name);
                let help = "write small letters, digits and hyphens, but not a word of clauses";
                return Err(error.with_help(help).at_key());
            }
            if let Some(RuleValue::Flag(false)) = settings.value(name) {
                continue;
            }
            let Some(table) = settings.table(name)? else {
                continue;
            };
            let number = |settings: &RuleSettings<'_>, key: &str| settings.whole(key, 0, MOST);
            let supply = table.by_side("supply", number)?;
            marks.push(Mark {
                name: name.to_owned(),
                lasts: table.whole("lasts", 0, MOST)?.map_or(0, i64::from),
                supply: supply.map(|supply| supply.map_or(-1, i64::from)),
                wait: table.whole("wait", 0, MOST)?.map_or(0, i64::from),
            });
        }
        Ok(MarkRule(marks))
    }
}

impl MarkRule {
    fn number(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|mark| mark.name == name)
    }

    fn initial(&self) -> Marks {
        Marks::new(self.0.iter().map(|mark| mark.supply))
    }
}

/// A number of uses as text: `*` if unlimited.
fn times(number: i64) -> String {
    if number < 0 {
        "*".to_owned()
    } else {
        number.to_string()
    }
}

fn read_times(text: &str) -> Option<i64> {
    if text == "*" { Some(-1) } else { turns(text) }
}

fn turns(text: &str) -> Option<i64> {
    let number = text.parse().ok()?;
    (0..=i64::from(MOST)).contains(&number).then_some(number)
}

fn pair(text: &str, read: fn(&str) -> Option<i64>) -> Option<[i64; 2]> {
    let (white, black) = text.split_once('+')?;
    Some([read(white)?, read(black)?])
}

impl Rule for MarkRule {
    fn phases(&self) -> Phases {
        Phases::REMEMBER
    }

    fn initial_state(&self) -> RuleState {
        self.initial().state()
    }

    fn remember(
        &self,
        before: &RuleContext<'_>,
        mv: &Move,
        _: &RuleContext<'_>,
    ) -> Option<RuleState> {
        let rule = before.rule();
        let is_ours =
            |effect: &Effect| matches!(effect, Effect::Mark { rule: of, .. } if *of == rule);
        // PERF: most moves mark nothing.
        if !mv.effects.iter().any(is_ours) {
            return None;
        }
        let side = before.turn().index();
        let mut marks = Marks::of(before.state());
        for (number, mark) in self.0.iter().enumerate() {
            let squares = mv.effects.iter().filter_map(|effect| match effect {
                Effect::Mark {
                    rule: of,
                    mark,
                    square,
                } if *of == rule && usize::from(*mark) == number => Some(*square),
                _ => None,
            });
            let mut is_used = false;
            for square in squares {
                marks.mark(number, square, mark.lasts);
                is_used = true;
            }
            if is_used {
                marks.waits(number)[side] = mark.wait;
                let supply = &mut marks.supplies(number)[side];
                *supply -= i64::from(*supply > 0);
            }
        }
        Some(marks.state())
    }

    fn turn_ends(&self, state: &RuleState, side: Color) -> Option<RuleState> {
        // PERF: usually no mark expires.
        if !may_expire(state) {
            return None;
        }
        let mut marks = Marks::of(state);
        marks.end_turn(side);
        Some(marks.state())
    }

    fn write_state(&self, state: &RuleState, shape: &BoardShape) -> String {
        let (mut marks, mut initial) = (Marks::of(state), self.initial());
        let mut parts = Vec::new();
        for (number, mark) in self.0.iter().enumerate() {
            for (_, square, left) in marked(state).filter(|(of, ..)| *of == number) {
                parts.push(format!("{}@{}:{left}", mark.name, shape.name(square)));
            }
            let is_new = marks.supplies(number) == initial.supplies(number)
                && marks.waits(number) == initial.waits(number);
            if !is_new {
                let supplies = marks.supplies(number).iter().map(|number| times(*number));
                let supplies = joined(supplies, "+");
                let waits = joined(marks.waits(number).iter().map(i64::to_string), "+");
                parts.push(format!("{}:{supplies}:{waits}", mark.name));
            }
        }
        if parts.is_empty() {
            "-".to_owned()
        } else {
            parts.join("/")
        }
    }

    fn read_state(&self, text: &str, shape: &BoardShape) -> Option<RuleState> {
        let mut marks = self.initial();
        if text == "-" {
            return Some(marks.state());
        }
        for part in text.split('/') {
            let (name, rest) = part.split_once(':')?;
            if let Some((name, square)) = name.split_once('@') {
                let square = shape.parse(square).filter(|square| shape.exists(*square))?;
                marks.mark(self.number(name)?, square, turns(rest)?);
            } else {
                let number = self.number(name)?;
                let (supplies, waits) = rest.split_once(':')?;
                marks
                    .supplies(number)
                    .copy_from_slice(&pair(supplies, read_times)?);
                marks.waits(number).copy_from_slice(&pair(waits, turns)?);
            }
        }
        Some(marks.state())
    }

    fn mirror_state(&self, state: &RuleState, shape: &BoardShape) -> Option<RuleState> {
        Some(Marks::mirrored(state, |square| shape.mirrored(square)).state())
    }

    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        for mark in &self.0 {
            let name = mark.name.replace('-', " ");
            let until = match mark.lasts {
                0 => "until the turn ends".to_owned(),
                1 => "until the end of the next turn".to_owned(),
                lasts => format!("until {lasts} more turns have ended"),
            };
            let mut said = format!("A square that a move marks as {name} is so {until}");
            let of = |supply: i64| match supply {
                1 => "once a game".to_owned(),
                supply if supply < 0 => "at any time".to_owned(),
                supply => format!("{supply} times a game"),
            };
            match mark.supply {
                [white, black] if white == black && white < 0 => {}
                [white, black] if white == black => {
                    said += &format!("; each side may mark so {}", of(white));
                }
                [white, black] => {
                    said += &format!("; White may mark so {}, Black {}", of(white), of(black));
                }
            }
            match mark.wait {
                0 => {}
                1 => said += "; a side marks so in one move of a turn at most",
                wait => {
                    said += &format!("; a side marks so again {wait} turns later at the earliest");
                }
            }
            words.push(said + ".");
        }
        words
    }
}

// Walls placed by the players (`rules.walls`).

/// The rule `rules.walls`.
pub(in crate::rules::builtin) fn walls() -> Builtin {
    let settings = keys! {
        /// The rule for their squares; required.
        "rule" => Words(Walling::NAMES),
        /// Squares for walls; all by default.
        "zone" => Zone,
        /// A player can place a wall instead of moving.
        "instead-of-move" => Flag,
        /// Steps pass over walls.
        "skipped" => Flag,
    };
    stating("walls", settings, |settings| {
        let rule = settings.one_of("rule", Walling::WORDS)?.ok_or_else(|| {
            let help = "write the rule for walls: `rule = 'duck'`";
            RuleError::missing("`rule` is missing", help)
        })?;
        let shape = settings.shape();
        let everywhere = Zone::everywhere(shape);
        let zone = settings.zone("zone")?.unwrap_or(everywhere.clone());
        let region = zone.sides().map(SquareSet::clone);
        let walls = Walls {
            instead_of_move: settings.flag("instead-of-move")?.unwrap_or(false),
            are_skipped: settings.flag("skipped")?.unwrap_or(false),
            ..Walls::of(rule, region)
        };
        let mut words = in_words(&walls);
        if zone != everywhere {
            let place = zone_in_words(shape, &zone);
            let _ = write!(words, " Walls are put only on {place}.");
        }
        words.push_str(if walls.are_skipped {
            " No piece moves to a wall. A step that would end on a wall continues in the same way to the next square \
             without a wall."
        } else {
            " No piece moves to or through a wall."
        });
        let stated = Stated::from(RuleFact::Walls(walls));
        Ok(stated.may_win(true).words([words]))
    })
}

/// The placement of walls in words.
fn in_words(walls: &Walls) -> String {
    let place = match walls.rule {
        Walling::Arrow => "on an empty square to which the piece that moved could move next",
        Walling::Duck => "on any empty square, and takes the old wall away",
        Walling::Edge => "on an empty square at the edge of what is left of the board",
        Walling::Past => "on the square that the piece left",
        Walling::Static => "on an empty square",
    };
    if walls.instead_of_move {
        format!("Instead of moving a piece, a player may put a wall {place}.")
    } else {
        format!("After each move the player puts a wall {place}.")
    }
}
