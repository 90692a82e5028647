//! Rules of the format that are written on the trait that is open to everybody, one file each.
//!
//! Such a rule is all in its file: the settings that it reads, what it says in each phase, its field
//! in a FEN, its sentences on the rules page, and what it doubts in a definition. Its key among the
//! `rules` of a definition is a row in `definition/toml/wire.rs`.

mod absorption;
mod arrivals;
mod back_and_forth;
mod bare_king;
mod brakes;
mod capture_duty;
mod capture_only;
mod capture_points;
mod capture_priority;
mod captured;
mod captures;
mod castling;
mod castling_by_squares;
mod chains;
mod chasing;
mod checkmate;
mod checks;
mod circuit;
mod clause_keys;
mod clauses;
mod connection;
mod counting;
mod double_drop;
mod double_midpoint;
mod drops;
mod drowning;
mod en_passant;
mod extinction;
mod first_leaps;
mod foreign_moves;
mod gates;
mod gating;
mod goal;
mod guard;
mod in_place_promotion;
mod jump_captures;
mod kinds;
mod limited_moves;
mod marks;
mod mate_needs;
mod material;
mod move_limit;
mod optional_midpoint;
mod palace;
mod passing;
mod perpetual_check;
mod placement;
mod pocket;
mod point_count;
mod points;
mod prisoners;
mod push_pull;
mod quiet_limit;
mod ransom;
mod refusal;
mod repetition;
mod replacement;
mod restarts;
mod results;
mod returns;
mod royal;
mod safe_ways;
mod scores;
mod shifts;
mod shoves;
mod sides;
mod stalemate;
mod suicide;
mod transfer;
mod transparency;
mod turning;
mod turns;
mod walls;
mod zones;

pub(in crate::rules) use kinds::{any_of, capitalized, indefinite_article, with_article};

use std::sync::Arc;

use super::custom::{Constructor, CustomRule, RuleError, RuleSettings};
use crate::definition::{Setting, keys};

/// A rule of the format.
trait ShippedRule: CustomRule + Sized + 'static {
    /// Its key among the rules of a definition.
    const NAME: &'static str;
    /// The name of its field in a FEN.
    const FIELD: &'static str = Self::NAME;
    /// Whether that stands before the fields of the format, behind the points.
    const FIELD_IS_FIRST: bool = false;
    /// What its settings may be. Every key that it reads is listed here, with what it says: editors show it.
    const SETTINGS: Setting;

    /// Reads its settings.
    fn read(settings: &RuleSettings<'_>) -> Result<Self, RuleError>;
}

/// What makes a rule of the format.
pub(crate) struct Shipped {
    /// Its key among the rules of a definition.
    pub(crate) name: &'static str,
    /// The name of its field in a FEN, where no other rule has it.
    pub(crate) field: &'static str,
    /// Whether that stands before the fields of the format.
    pub(crate) field_is_first: bool,
    /// What its settings may be.
    pub(crate) settings: Setting,
    /// Reads its settings.
    pub(crate) constructor: Constructor,
}

impl Shipped {
    /// A rule that is made of its settings by a function.
    fn reading(
        name: &'static str,
        settings: Setting,
        read: fn(&RuleSettings<'_>) -> Result<Box<dyn CustomRule>, RuleError>,
    ) -> Shipped {
        Shipped {
            name,
            field: name,
            field_is_first: false,
            settings,
            constructor: Arc::new(read),
        }
    }

    fn of<R: ShippedRule>() -> Shipped {
        Shipped {
            name: R::NAME,
            field: R::FIELD,
            field_is_first: R::FIELD_IS_FIRST,
            settings: R::SETTINGS,
            constructor: Arc::new(|settings| {
                R::read(settings).map(|rule| -> Box<dyn CustomRule> { Box::new(rule) })
            }),
        }
    }
}

/// All of them.
fn all() -> impl Iterator<Item = Shipped> {
    [
        Shipped::of::<replacement::ReplacementRule>,
        Shipped::of::<capture_duty::CaptureDuty>,
        Shipped::of::<capture_only::CaptureOnlyRule>,
        Shipped::of::<optional_midpoint::OptionalMidpoint>,
        Shipped::of::<double_midpoint::DoubleMidpoint>,
        Shipped::of::<turning::Turning>,
        Shipped::of::<in_place_promotion::InPlacePromotion>,
        Shipped::of::<royal::Royal>,
        Shipped::of::<guard::Guard>,
        Shipped::of::<walls::WallRule>,
        Shipped::of::<passing::PassingRule>,
        Shipped::of::<palace::Palace>,
        Shipped::of::<points::Points>,
        Shipped::of::<suicide::Suicide>,
        Shipped::of::<prisoners::Prisoners>,
        Shipped::of::<connection::Connection>,
        Shipped::of::<point_count::PointCount>,
        Shipped::of::<transparency::Transparency>,
        Shipped::of::<chains::Chains>,
        Shipped::of::<jump_captures::JumpCaptures>,
        Shipped::of::<capture_priority::CapturePriority>,
        Shipped::of::<quiet_limit::QuietLimit>,
        Shipped::of::<push_pull::PushPull>,
        Shipped::of::<shoves::Shoves>,
        Shipped::of::<transfer::Transfer>,
        Shipped::of::<absorption::Absorption>,
        Shipped::of::<shifts::Shifts>,
        Shipped::of::<marks::MarkRule>,
        clause_keys::sets,
        clause_keys::forbid,
        clause_keys::require,
        clause_keys::effects,
        clause_keys::moves,
        clause_keys::ends,
        clause_keys::entries,
        Shipped::of::<brakes::Brakes>,
        Shipped::of::<limited_moves::LimitedMoves>,
        Shipped::of::<safe_ways::SafeWays>,
        Shipped::of::<foreign_moves::ForeignMoves>,
        Shipped::of::<ransom::Ransom>,
        Shipped::of::<castling_by_squares::CastlingBySquares>,
        Shipped::of::<drowning::Drowning>,
        Shipped::of::<returns::Returns>,
        Shipped::of::<circuit::Circuit>,
        Shipped::of::<gates::Gates>,
        Shipped::of::<bare_king::BareKing>,
        Shipped::of::<capture_points::CapturePoints>,
        Shipped::of::<refusal::Refusal>,
        Shipped::of::<turns::Turns>,
        Shipped::of::<pocket::Pocket>,
        Shipped::of::<double_drop::DoubleDrop>,
        Shipped::of::<placement::Placement>,
        Shipped::of::<extinction::Extinction>,
        Shipped::of::<goal::GoalRule>,
        Shipped::of::<material::Material>,
        Shipped::of::<en_passant::EnPassant>,
        Shipped::of::<castling::Castling>,
        Shipped::of::<gating::Gating>,
        Shipped::of::<first_leaps::Leaps>,
        Shipped::of::<drops::DropsRule>,
        Shipped::of::<captures::Captures>,
        Shipped::of::<captured::Captured>,
        Shipped::of::<checks::Checks>,
        Shipped::of::<checkmate::Checkmate>,
        Shipped::of::<stalemate::Stalemate>,
        Shipped::of::<move_limit::MoveLimit>,
        Shipped::of::<repetition::Repetition>,
        Shipped::of::<perpetual_check::PerpetualCheck>,
        Shipped::of::<restarts::Restarts>,
        Shipped::of::<back_and_forth::BackAndForth>,
        Shipped::of::<chasing::ChasingRule>,
        Shipped::of::<counting::CountingMoves>,
        Shipped::of::<mate_needs::MateNeeds>,
        Shipped::of::<scores::Scores>,
    ]
    .into_iter()
    .map(|rule| rule())
}

/// The rule with this name.
pub(crate) fn find(name: &str) -> Option<Shipped> {
    all().find(|rule| rule.name == name)
}

/// Whether a rule or its field has this name.
pub(crate) fn is_known(name: &str) -> bool {
    all().any(|rule| rule.name == name || rule.field == name)
}

/// What the settings of all of them may be, by their keys.
#[cfg(feature = "schema")]
pub(crate) fn settings_of_rules() -> impl Iterator<Item = (&'static str, Setting)> {
    all().map(|rule| (rule.name, rule.settings))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::SHIPPED;
    #[cfg(feature = "schema")]
    use crate::definition::{made_schema, schema};

    #[cfg(feature = "schema")]
    #[test]
    fn the_schema_that_is_kept_is_the_one_that_structs_and_rules_give() {
        assert!(
            schema() == made_schema(settings_of_rules()),
            "`cargo run --features schema -- schema > grammar/variant.schema.json` writes it anew"
        );
    }

    #[test]
    fn every_rule_has_its_key() {
        let names: Vec<&str> = all().map(|rule| rule.name).collect();
        assert_eq!(names, SHIPPED);
    }
}
