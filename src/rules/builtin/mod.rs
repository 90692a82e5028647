//! Built-in rules: the rules of the format, implemented by the public trait, one file each.
//!
//! The file of a rule contains everything about it: its settings, its phases, its FEN field, its
//! sentences on the rules page, and its warnings about definitions. Its key among the `rules` of a
//! definition is a row in `formats/toml/wire/rules.rs`.

mod absorption;
mod arrivals;
mod back_and_forth;
mod bare_king;
mod brakes;
mod builtin_rule;
mod capture_duty;
mod capture_only;
mod capture_points;
mod capture_priority;
mod captured_to;
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
mod intersections;
mod jump_captures;
mod kinds;
mod limited_moves;
mod marks;
mod mate_needs;
mod material;
mod move_limit;
mod optional_midpoint;
mod paired_promotion;
mod palace;
mod passing;
mod perpetual_check;
mod placement;
mod pocket;
mod point_count;
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
mod turns;
mod walls;
mod zones;

pub(crate) use builtin_rule::Constructor;

#[cfg(feature = "schema")]
use crate::formats::JsonSchema;
use builtin_rule::Builtin;

/// All built-in rules.
fn all() -> impl Iterator<Item = Builtin> {
    [
        Builtin::of::<replacement::ReplacementRule>,
        Builtin::of::<capture_duty::CaptureDuty>,
        Builtin::of::<capture_only::CaptureOnlyRule>,
        Builtin::of::<optional_midpoint::OptionalMidpoint>,
        Builtin::of::<double_midpoint::DoubleMidpoint>,
        Builtin::of::<paired_promotion::PairedPromotionRule>,
        Builtin::of::<in_place_promotion::InPlacePromotion>,
        Builtin::of::<royal::Royal>,
        Builtin::of::<guard::Guard>,
        Builtin::of::<walls::WallRule>,
        Builtin::of::<passing::PassingRule>,
        Builtin::of::<palace::Palace>,
        Builtin::of::<intersections::Intersections>,
        Builtin::of::<suicide::Suicide>,
        Builtin::of::<prisoners::Prisoners>,
        Builtin::of::<connection::Connection>,
        Builtin::of::<point_count::PointCount>,
        Builtin::of::<transparency::Transparency>,
        Builtin::of::<chains::Chains>,
        Builtin::of::<jump_captures::JumpCaptures>,
        Builtin::of::<capture_priority::CapturePriority>,
        Builtin::of::<quiet_limit::QuietLimit>,
        Builtin::of::<push_pull::PushPull>,
        Builtin::of::<shoves::Shoves>,
        Builtin::of::<transfer::Transfer>,
        Builtin::of::<absorption::Absorption>,
        Builtin::of::<shifts::Shifts>,
        Builtin::of::<marks::MarkRule>,
        clause_keys::sets,
        clause_keys::forbid,
        clause_keys::require,
        clause_keys::effects,
        clause_keys::moves,
        clause_keys::ends,
        clause_keys::entries,
        Builtin::of::<brakes::Brakes>,
        Builtin::of::<limited_moves::LimitedMoves>,
        Builtin::of::<safe_ways::SafeWays>,
        Builtin::of::<foreign_moves::ForeignMoves>,
        Builtin::of::<ransom::Ransom>,
        Builtin::of::<castling_by_squares::CastlingBySquares>,
        Builtin::of::<drowning::Drowning>,
        Builtin::of::<returns::Returns>,
        Builtin::of::<circuit::Circuit>,
        Builtin::of::<gates::Gates>,
        Builtin::of::<bare_king::BareKing>,
        Builtin::of::<capture_points::CapturePoints>,
        Builtin::of::<refusal::Refusal>,
        Builtin::of::<turns::Turns>,
        Builtin::of::<pocket::Pocket>,
        Builtin::of::<double_drop::DoubleDrop>,
        Builtin::of::<placement::Placement>,
        Builtin::of::<extinction::Extinction>,
        Builtin::of::<goal::GoalRule>,
        Builtin::of::<material::Material>,
        Builtin::of::<en_passant::EnPassant>,
        Builtin::of::<castling::Castling>,
        Builtin::of::<gating::Gating>,
        Builtin::of::<first_leaps::Leaps>,
        Builtin::of::<drops::DropsRule>,
        Builtin::of::<captures::Captures>,
        Builtin::of::<captured_to::CapturedToRule>,
        Builtin::of::<checks::Checks>,
        Builtin::of::<checkmate::Checkmate>,
        Builtin::of::<stalemate::Stalemate>,
        Builtin::of::<move_limit::MoveLimit>,
        Builtin::of::<repetition::Repetition>,
        Builtin::of::<perpetual_check::PerpetualCheck>,
        Builtin::of::<restarts::Restarts>,
        Builtin::of::<back_and_forth::BackAndForth>,
        Builtin::of::<chasing::ChasingRule>,
        Builtin::of::<counting::CountingMoves>,
        Builtin::of::<mate_needs::MateNeeds>,
        Builtin::of::<scores::Scores>,
    ]
    .into_iter()
    .map(|rule| rule())
}

/// The built-in rule with this name.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    all().find(|rule| rule.name == name)
}

/// Whether a built-in rule or its field has this name.
pub(crate) fn is_known(name: &str) -> bool {
    all().any(|rule| rule.name == name || rule.field == name)
}

/// The JSON Schema of definition files, from the structs that read them and the settings of all built-in rules.
#[cfg(feature = "schema")]
pub fn made_schema() -> JsonSchema {
    crate::formats::made_schema(all().map(|rule| (rule.name, rule.settings)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::BUILTIN_RULES;
    #[cfg(feature = "schema")]
    use crate::formats::schema;

    #[cfg(feature = "schema")]
    #[test]
    fn the_schema_that_is_kept_is_the_one_that_structs_and_rules_give() {
        assert!(
            schema() == made_schema(),
            "`cargo run --features schema -- schema > grammar/variant.schema.json` writes it anew"
        );
    }

    #[test]
    fn every_rule_has_its_key() {
        let names: Vec<&str> = all().map(|rule| rule.name).collect();
        assert_eq!(names, BUILTIN_RULES);
    }
}
