//! Walls placed by the players: `rules.walls`.

use std::fmt::Write;

use crate::definition::{Setting, Walling, keys};
use crate::geometry::{SquareSet, Zone, zone_in_words};
use crate::rules::builtin::parts::builtin_rule::BuiltinRule;
use crate::rules::data::{Phases, Rule, RuleError, Walls};
use crate::rules::settings::RuleSettings;

/// The rule `rules.walls`.
pub(in crate::rules::builtin) struct WallRule {
    walls: Walls,
    words: String,
}

impl BuiltinRule for WallRule {
    const NAME: &'static str = "walls";
    const SETTINGS: Setting = keys! {
        /// The rule for their squares; required.
        "rule" => Words(Walling::NAMES),
        /// Squares for walls; all by default.
        "zone" => Zone,
        /// A player can place a wall instead of moving.
        "instead-of-move" => Flag,
        /// Steps pass over walls.
        "skipped" => Flag,
    };

    fn read(settings: &RuleSettings<'_>) -> Result<WallRule, RuleError> {
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
        Ok(WallRule { walls, words })
    }
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

impl Rule for WallRule {
    fn phases(&self) -> Phases {
        Phases::NONE
    }

    fn walls(&self) -> Option<Walls> {
        Some(self.walls.clone())
    }

    fn words(&self) -> Vec<String> {
        vec![self.words.clone()]
    }
}
